//! What is submitted and refused, with a cluster that a script plays: nothing half, nothing left behind.

use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use super::*;

/// Makes a cluster of which sbatch and scancel are these scripts; returns what finds it.
fn cluster(folder: &Path, sbatch: &str, scancel: &str) -> String {
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).unwrap();
    for (name, script) in [("sbatch", sbatch), ("scancel", scancel)] {
        let path = bin.join(name);
        let text = format!("#!/bin/sh\ncd '{}' || exit 9\n{script}\n", folder.display());
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    format!("{}:/usr/bin:/bin", bin.display())
}

fn submit(path: &Path, out: &Path, more: &[&str], cluster: &str) -> Command {
    let mut command = lab(["submit", text(path), "--to", "slurm", "--out", text(out)]);
    command.args(more).env("PATH", cluster);
    command
}

#[test]
fn a_submission_is_there_as_a_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (experiment(folder.path(), 8000), folder.path().join("parts"));
    // Slurm refuses everything.
    let no = "echo 'sbatch: error: invalid partition specified: nowhere' >&2; exit 1";
    let refusing = cluster(folder.path(), no, "exit 1");
    let said = refused(
        submit(&path, &out, &["--option", "--partition=nowhere"], &refusing),
        1,
    );
    assert!(
        said.contains("invalid partition specified: nowhere; nothing is submitted"),
        "{said}"
    );
    assert!(!out.exists());

    // It takes two arrays of a thousand and no third, as with MaxJobCount.
    let full = "echo \"$@\" >> asked; [ $(wc -l < asked) -le 2 ] && { wc -l < asked; exit 0; }\n\
                echo 'sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying' >&2; exec sleep 60";
    let full = cluster(folder.path(), full, "echo \"$@\" >> cancelled");
    let start = Instant::now();
    let said = refused(submit(&path, &out, &["--shards", "2000"], &full), 1);
    assert!(
        said.contains("unable to accept job") && said.contains("nothing is submitted"),
        "{said}"
    );
    assert!(start.elapsed() < Duration::from_secs(30));
    let cancelled = fs::read_to_string(folder.path().join("cancelled")).unwrap();
    assert_eq!(cancelled, "1 2\n");
    assert!(!out.exists());
    let kept = cluster(
        folder.path(),
        "rm -f asked; echo 7; [ ! -e once ]",
        "exit 1",
    );
    let said = printed(submit(&path, &out, &["--shards", "3000"], &kept));
    assert!(said.contains("shards 0-2999 of 3000"), "{said}");
    assert!(
        fs::read_to_string(out.join("jobs.txt"))
            .unwrap()
            .contains("merge: job 7")
    );

    // Submitted once, it is not submitted again, and what the scripts say is not overruled in silence.
    let said = refused(submit(&path, &out, &["--shards", "3000"], &kept), 2);
    assert!(said.contains("was submitted before"), "{said}");
    for more in [
        ["--run", "elsewhere"],
        ["--option", "--mem=1G"],
        ["--threads", "2"],
    ] {
        let more = [&["--missing"][..], &more].concat();
        let said = refused(submit(&path, &out, &more, &kept), 2);
        assert!(
            said.contains("--run is in ")
                && said.contains("merge.sh")
                && said.contains("edit it there"),
            "{said}"
        );
    }
    let said = printed(submit(&path, &out, &["--missing"], &kept));
    assert!(
        said.contains(&format!("{}/merge.sh after them", out.display())),
        "{said}"
    );
    assert!(!said.contains("runs/"), "{said}");
}

#[test]
fn arrays_are_as_long_as_the_cluster_allows_and_waves_as_the_script_says() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (experiment(folder.path(), 8000), folder.path().join("parts"));
    let noting = cluster(folder.path(), "echo \"$2\" >> asked; echo 7", "exit 0");
    let scontrol = folder.path().join("bin/scontrol");
    let script = "#!/bin/sh\necho 'Configuration data'\necho 'MaxArraySize            = 11'\n";
    fs::write(&scontrol, script).unwrap();
    fs::set_permissions(&scontrol, fs::Permissions::from_mode(0o755)).unwrap();
    printed(submit(&path, &out, &["--shards", "25"], &noting));
    let asked = fs::read_to_string(folder.path().join("asked")).unwrap();
    let arrays: Vec<&str> = asked
        .lines()
        .filter(|line| line.contains("array"))
        .collect();
    assert_eq!(arrays, ["--array=0-10", "--array=0-10", "--array=0-2"]);

    let mut rule = fs::read_to_string(&path).unwrap();
    rule += "[stop]\nelo = [0, 100]\n";
    fs::write(&path, rule).unwrap();
    let out = folder.path().join("waves");
    printed(submit(
        &path,
        &out,
        &["--shards", "25", "--wave", "4"],
        &noting,
    ));
    let said = refused(
        submit(&path, &out, &["--missing", "--wave", "9"], &noting),
        2,
    );
    assert!(
        said.contains("--wave 4 is in ") && said.contains("merge.sh"),
        "{said}"
    );
    for more in [&["--missing"][..], &["--missing", "--wave", "4"]] {
        let said = printed(submit(&path, &out, more, &noting));
        assert!(said.contains("shards 0-3 of 25"), "{said}");
    }
    #[cfg(feature = "nats")]
    {
        let said = refused(
            submit(&path, &out, &["--missing", "--lease", "9"], &noting),
            2,
        );
        assert!(said.contains("--lease is for NATS"), "{said}");
    }
}

#[test]
fn too_many_shards_and_names_that_slurm_cannot_read_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (experiment(folder.path(), 20), folder.path().join("parts"));
    let yes = cluster(folder.path(), "echo 7", "exit 0");
    let output = output(submit(&path, &out, &["--shards", "16"], &yes));
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("6 of 16 shards have nothing to do"), "{said}");
    let broken = submit(&path, &out, &["--option", "--mem=1G\nrm -r /"], &yes);
    assert!(refused(broken, 2).contains("no line breaks"));
    let slashed = submit(&path, &folder.path().join("a\\b"), &[], &yes);
    assert!(refused(slashed, 2).contains("no name for a folder"));
}

#[test]
fn a_submission_that_is_stopped_ends_at_once_and_takes_back_what_it_submitted() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (experiment(folder.path(), 4000), folder.path().join("parts"));
    let slow = "if [ -e first ]; then touch waiting; exec sleep 60; fi; touch first; echo 1";
    let slow = cluster(folder.path(), slow, "echo \"$@\" >> cancelled");
    let mut command = submit(&path, &out, &["--shards", "2000"], &slow);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let stopped = command.spawn().unwrap();
    wait_for("a second job is submitted", 60, || {
        folder.path().join("waiting").exists().then_some(())
    });
    let sent = Instant::now();
    terminate(&stopped);
    let ended = stopped.wait_with_output().unwrap();
    assert!(sent.elapsed() < Duration::from_secs(10));
    assert!(told(&ended, 1).contains("stopped: nothing was changed"));
    let cancelled = fs::read_to_string(folder.path().join("cancelled")).unwrap();
    assert_eq!(cancelled, "1\n");
    assert!(!out.exists());
}
