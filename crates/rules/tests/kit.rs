//! The conformance kit notices what it promises to notice: a small right game passes, and each way
//! to break it fails for its own reason.

mod common;
mod defective_game;

use std::panic::catch_unwind;

use common::chooser;
use defective_game::{Defect, Heap};
use kaesu_rules::conformance;

fn check(defect: Defect) {
    conformance::check::<Heap, _>("heap", &defect, 0..40, chooser);
}

#[test]
fn the_right_game_passes() {
    check(Defect::None);
}

/// What the kit says about a defect.
fn complaint(defect: Defect) -> String {
    let Err(panic) = catch_unwind(|| check(defect)) else {
        panic!("{defect:?} was not noticed");
    };
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => (*panic.downcast::<&str>().expect("a text")).to_owned(),
    }
}

#[test]
fn every_defect_is_noticed_for_its_own_reason() {
    for (defect, reason) in [
        (Defect::MoveTwice, "is listed twice"),
        (Defect::AcceptsUnlisted, "is legal but not listed"),
        (Defect::RefusesListed, "is listed but not legal"),
        (Defect::RefusalChanges, "changed the position"),
        (
            Defect::EndsWithoutSaying,
            "exactly when the game is finished",
        ),
        (Defect::KeyWithoutTurn, "an equal key"),
        (Defect::KeyOfThePast, "read from its line"),
        (Defect::LineWithoutOut, "read from its line"),
        (Defect::LineUnreadable, "cannot be read"),
        (Defect::NotationAmbiguous, "read again"),
        (Defect::RanksDense, "share the better rank"),
        (Defect::SumLost, "the sum of"),
        (Defect::Longer, "longer than"),
        (Defect::CopiesShare, "a copy shares its insides"),
        (Defect::LeavesWrong, "leaves at depth 3"),
        (Defect::TurnedMoveWrong, "change places"),
        (Defect::TurnedForgetsTurn, "turn, "),
        (Defect::StandingUnturned, "standing of"),
        (Defect::ResignsTwice, "resigned once more"),
        (Defect::ResignedStays, "has resigned and is not out"),
        (Defect::ResignedMoves, "can only pass"),
        (Defect::ResignedFirst, "are first"),
        (Defect::FinishedResigns, "resigned a finished game"),
        (Defect::TranscriptSkips, "cut off"),
    ] {
        let complaint = complaint(defect);
        assert!(complaint.contains(reason), "{defect:?}: {complaint}");
    }
}
