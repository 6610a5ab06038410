use std::sync::Arc;

use search::Limits;

use super::growth::{Growth, look};
use super::{Book, BookError, Entry, Judged, successors};
use crate::board::{self, Board};
use crate::engine::{Engine, Question};
use crate::evaluation::Weights;

const GROWTH: Growth = Growth {
    depth: 2,
    loss: 64,
    least_empties: 0,
};

fn engine() -> Engine {
    Engine::new(Arc::new(Weights::zero()), 1)
}

fn grown(times: usize) -> Book {
    let mut book = Book::default();
    let mut engine = engine();
    for _ in 0..times {
        let next = GROWTH.next(&book, 1)[0];
        assert!(GROWTH.open(&mut book, next, &mut engine, &Limits::default()));
    }
    book
}

#[test]
fn what_is_written_is_read_and_growth_goes_on_from_it() {
    let book = grown(12);
    let again = Book::read(&book.write()).expect("its own bytes");
    assert_eq!(again, book);
    assert_eq!(GROWTH.next(&again, 5), GROWTH.next(&book, 5));
    assert_eq!(grown(12), book);
}

#[test]
fn a_position_is_kept_once_for_all_symmetries() {
    let book = grown(1);
    // The start and the one position after its four moves.
    assert_eq!(book.len(), 2);
    assert!(book.is_open(Board::START));
    assert_eq!(Judged::new(&book).links(Board::START).len(), 4);
}

#[test]
fn wrong_bytes_are_refused() {
    let bytes = grown(3).write();
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] ^= byte;
        Book::read(&bytes).map(|_| ())
    };
    assert_eq!(with(0, 1), Err(BookError::Foreign));
    assert_eq!(with(8, 3), Err(BookError::Version(2)));
    assert!(matches!(with(16, 1), Err(BookError::Length { .. })));
    assert_eq!(with(bytes.len() - 1, 1), Err(BookError::Sum));
    let short = Book::read(&bytes[..bytes.len() - 1]);
    assert!(matches!(short, Err(BookError::Length { .. })));
    for cut in 0..40 {
        assert!(Book::read(&bytes[..cut]).is_err());
    }
    let mut book = Book::default();
    let wrong = Entry {
        value: 65,
        error: 0,
        depth: 1,
        confidence: 100,
    };
    book.put(Board::START, wrong);
    assert_eq!(Book::read(&book.write()), Err(BookError::Position(1)));
}

/// A whole endgame in a book of one-ply searches: negamax over the graph finds the exact value, and
/// the bounds hold it.
#[test]
fn the_graph_is_worth_what_its_best_line_leads_to() {
    let line = "OOOOOOOXOOOOOOXXOOOXOXXXOOXXXXXXOOXXXXXXOXOXXXXX-XXXXXX--XX-XX-- O";
    let start = board::parse(line).expect("a position");
    let mut engine = engine();
    let exact = engine.search(&Question::new(start), &Limits::default(), &mut |_| ());
    let exact = exact.lines[0].value;
    let mut book = Book::default();
    let mut waiting = vec![start];
    while let Some(board) = waiting.pop() {
        if board.is_over() || book.get(board).is_some() {
            continue;
        }
        let entry = look(board, 1, &mut engine, &Limits::default()).expect("nothing stops it");
        book.put(board, entry);
        waiting.extend(successors(board).map(|(_, next)| next));
    }
    let judged = Judged::new(&book);
    let worth = judged.worth(start).expect("it is in the book");
    assert_eq!(
        (worth.value, worth.lower, worth.upper),
        (exact, exact, exact)
    );
    let best = judged.links(start)[0];
    assert_eq!(best.worth.value, exact);
    assert!(
        judged
            .within(start, 0)
            .iter()
            .all(|link| link.worth.value == exact)
    );
}
