//! The corpus of the fuzz target for experiment files, and a thousand texts made from it, through the function the target calls.

#[path = "../../../fuzz/mutate.rs"]
mod mutate;

use kaesu_lab::Experiment;

#[test]
fn experiment_files_are_read_or_refused_with_a_reason() {
    let texts = mutate::corpus("experiment");
    let read = texts
        .iter()
        .filter(|text| Experiment::check(&String::from_utf8_lossy(text)));
    let read = read.count();
    assert!(
        read >= 5 && read < texts.len(),
        "{read} of {} texts",
        texts.len()
    );
    assert!(mutate::mutate("experiment", Experiment::check) > 0);
}
