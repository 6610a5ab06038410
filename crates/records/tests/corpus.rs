//! The corpus of the fuzz target for games that people paste, and a thousand texts made from it, through the function the target calls.

#[path = "../../../fuzz/mutate.rs"]
mod mutate;

use kaesu_records::formats::pasted;

#[test]
fn pasted_games_are_read_or_refused_with_a_reason() {
    let texts = mutate::corpus("record");
    let read = texts
        .iter()
        .filter(|text| pasted::check(&String::from_utf8_lossy(text)));
    let read = read.count();
    assert!(
        read >= 8 && read < texts.len(),
        "{read} of {} texts",
        texts.len()
    );
    assert!(mutate::mutate("record", pasted::check) > 0);
}
