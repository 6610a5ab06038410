//! What holds of the line of every game: it comes back from its events, from its texts, and from
//! being taken back.

use crate::line::{Event, GameLine};
use crate::notation::Notation;

/// Checks a line, position by position.
pub(super) fn check<G: Notation>(line: &GameLine<G>) {
    let plies = line.plies().len();
    assert_eq!(
        line.positions().len(),
        plies + 1,
        "a position for every ply"
    );

    let mut again = line.clone();
    for ply in (0..=plies).rev() {
        again.undo(ply);
        assert_eq!(again.plies().len(), ply, "plies left after taking back");
        assert_eq!(Some(again.position()), line.position_at(ply), "taken back");
        assert_eq!(line.since(&again), Some(&line.events()[ply..]));
    }
    for ply in line.plies() {
        match ply.event {
            Event::Move(m) => again.play(m).expect("a move that was legal before"),
            Event::Out(seat, exit) => {
                assert!(again.put_out(seat, exit), "{seat:?} went out before");
                let once = again.clone();
                assert!(!again.put_out(seat, exit), "{seat:?} is out already");
                assert_eq!(again, once, "{seat:?} went out twice");
            }
        }
        assert_eq!(again.position(), ply.after, "played again");
    }
    assert_eq!(again, *line, "taken back and played again");

    let texts: Vec<Option<String>> = line.plies().map(|ply| ply.text()).collect();
    let mut read = GameLine::new(line.start().clone());
    let events = line.events().iter().zip(&texts);
    let events = events.map(|(event, text)| match *event {
        Event::Move(_) => Event::Move(text.as_deref().expect("a move has a text")),
        Event::Out(seat, exit) => Event::Out(seat, exit),
    });
    assert_eq!(read.play_events(events), Ok(()), "read from its events");
    assert_eq!(read, *line, "read from its events");

    assert_eq!(line.move_count(), line.moves().count());
    if line.move_count() == plies {
        let mut read = GameLine::new(line.start().clone());
        let text = line.moves_text();
        assert_eq!(read.play_transcript(&text), Ok(()), "{text} read again");
        assert_eq!(read, *line, "{text} leads elsewhere");
    }
}
