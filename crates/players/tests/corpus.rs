//! The corpus of the fuzz targets for protocols and player files, through the functions the targets call.

#[path = "../../../fuzz/mutate.rs"]
mod mutate;

use std::path::Path;

use kaesu_players::PlayerFile;
use kaesu_players::external::{check_gtp, check_nboard};

/// What comes of every text of a target: how many there are, and what was read in all.
fn replay(target: &str, check: fn(&str) -> usize) -> (usize, usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let entries = std::fs::read_dir(folder.join(target)).expect("the target's corpus");
    let texts = entries.map(|entry| {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("a file");
        check(&String::from_utf8_lossy(&bytes))
    });
    let read: Vec<usize> = texts.collect();
    (read.len(), read.iter().sum())
}

#[test]
fn what_programs_say_through_nboard_is_read() {
    let (texts, moves) = replay("nboard", check_nboard);
    assert!(texts >= 8 && moves >= 5, "{moves} moves in {texts} texts");
}

#[test]
fn what_programs_say_through_gtp_is_read() {
    let (texts, answers) = replay("gtp", check_gtp);
    assert!(
        texts >= 8 && answers >= 5,
        "{answers} answers in {texts} texts"
    );
}

#[test]
fn player_files_are_read_or_refused_with_a_reason() {
    let texts = mutate::corpus("player");
    let read = texts
        .iter()
        .filter(|text| PlayerFile::check(&String::from_utf8_lossy(text)));
    let read = read.count();
    assert!(
        read >= 4 && read < texts.len(),
        "{read} of {} texts",
        texts.len()
    );
    assert!(mutate::mutate("player", PlayerFile::check) > 0);
}

#[test]
fn malformed_answers_of_programs_are_read() {
    assert!(mutate::mutate("nboard", |text| check_nboard(text) > 0) > 0);
    assert!(mutate::mutate("gtp", |text| check_gtp(text) > 0) > 0);
}
