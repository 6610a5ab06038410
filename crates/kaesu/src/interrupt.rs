//! Ctrl-C and the system or a scheduler asking to end, so that long work ends in good order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};

/// A flag that is set by Ctrl-C, SIGTERM or SIGHUP; the second time the program ends at once.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("Ctrl-C cannot be listened to")?;
    Ok(stop)
}

/// How long a step that has begun may take to end.
const GRACE: Duration = Duration::from_secs(5);

/// The same for work whose steps may take long, and that can be broken off anywhere: after five seconds the program
/// ends, whatever it is at.
pub(crate) fn stop_flag_in_time() -> Result<Arc<AtomicBool>> {
    let stop = stop_flag()?;
    let flag = Arc::clone(&stop);
    std::thread::spawn(move || {
        while !flag.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(200));
        }
        std::thread::sleep(GRACE);
        say!("kaesu: stopped; the same command goes on, and repeats what was not done yet");
        // Schedulers read it as "try again".
        std::process::exit(1);
    });
    Ok(stop)
}
