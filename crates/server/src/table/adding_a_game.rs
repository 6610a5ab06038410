//! A game that is in no list of ours is put on the table, drawn and played: the server's steps of
//! `docs/adding-a-game.md`.

#[path = "../../../rules/tests/tic_tac_toe/mod.rs"]
mod tic_tac_toe;

use std::sync::Arc;

use players::make::any_game;
use players::{FileError, Maker, Playable, PlayerFile, library};
use rules::line::{Exit, GameLine};
use rules::{Game, Notation, Seat};
use search::Limits;
use tic_tac_toe::{Rules, TicTacToe};

use super::Table;
use super::line_table::LineTable;
use crate::board_view::Drawn;
use crate::protocol::board::{
    Announcement, BoardView, LegalMove, PieceBoard, PieceKind, PieceView, Place, PlyKind, SeatView,
};
use crate::roster::Guest;

const SEATS: usize = 3;
const SIDE: u8 = 4;

/// Whoever needs to know nothing of a game.
impl Playable for TicTacToe {
    fn maker(file: &PlayerFile) -> Result<Maker<Self>, FileError> {
        let maker = any_game(file, "tic-tac-toe")?;
        Ok(maker.expect("the test asks for no other player"))
    }
}

/// Marks are pawns of whoever set them.
impl Drawn for TicTacToe {
    fn seat_views(&self) -> Vec<SeatView> {
        Seat::all(SEATS)
            .zip([Place::Bottom, Place::Left, Place::Top])
            .map(|(seat, place)| SeatView {
                name: self.seat_name(seat).to_owned(),
                place,
                colour: None,
                team: None,
            })
            .collect()
    }

    fn board_view(&self) -> BoardView {
        let text = self.position_text();
        let mark = |sign: char| {
            let owner = sign.to_digit(10)? as u8 - 1;
            Some(PieceView {
                kind: PieceKind::Pawn,
                promoted: false,
                owner: Some(owner),
                facing: owner,
                wall: false,
            })
        };
        let out = Seat::all(SEATS).filter(|&seat| self.is_out(seat));
        BoardView::Pieces(PieceBoard {
            rows: SIDE,
            columns: SIDE,
            cells: text.chars().take(16).map(mark).collect(),
            hands: vec![Vec::new(); SEATS],
            checks: Vec::new(),
            out: out.map(|seat| seat.index() as u8).collect(),
            mates: vec![0; SEATS],
        })
    }

    fn move_view(&self, m: u8) -> LegalMove {
        LegalMove {
            text: self.move_text(m),
            text_ja: None,
            to: Some(m),
            from: None,
            drop: Some(PieceKind::Pawn),
            promotes: false,
            turns: Vec::new(),
        }
    }

    fn announcements(&self, _: Option<u8>, after: &Self) -> Vec<Announcement> {
        let out = Seat::all(SEATS).filter(|&seat| after.is_out(seat) && !self.is_out(seat));
        let seats = out.map(|seat| seat.index() as u8);
        seats.map(|seat| Announcement::Out { seat }).collect()
    }
}

fn on_the_table() -> Box<dyn Table> {
    let line = GameLine::new(TicTacToe::start(&Rules::default()));
    LineTable::of(&"tic-tac-toe", line).expect("it has a board")
}

#[test]
fn it_is_drawn_and_played_to_its_end() {
    let mut table = on_the_table();
    assert_eq!(table.seats().len(), SEATS);
    assert_eq!(table.view(0, true).legal.len(), 16);
    for text in ["a1", "a2", "a3", "b1", "b2", "b3"] {
        table.play(text, 5).expect("a free square");
    }
    assert!(table.play("a1", 0).is_err());
    assert!(table.put_out(2, Exit::Resigned));
    table.play("c1", 0).expect("a free square");

    let view = table.view(8, true);
    assert!(view.finished && view.legal.is_empty());
    assert_eq!(view.ranks, [1, 2, 3]);
    let BoardView::Pieces(board) = view.board else {
        panic!("marks are drawn as pieces")
    };
    assert_eq!(board.out, [2]);
    let owners: Vec<_> = board
        .cells
        .iter()
        .map(|cell| cell.as_ref()?.owner)
        .collect();
    assert_eq!(owners[..3], [Some(0); 3]);
    assert_eq!(owners[8..12], [Some(2), Some(2), None, None]);

    let kinds: Vec<PlyKind> = table.plies().iter().map(|ply| ply.kind).collect();
    assert_eq!(kinds[6..], [PlyKind::Resign, PlyKind::Move]);
    assert_eq!(
        table.plies()[6].announcements,
        [Announcement::Out { seat: 2 }]
    );
    assert_eq!(table.plies()[7].to, Some(2));
    let played = "[tic-tac-toe 1]a1 a2 a3 b1 b2 b3 3=resigned c1";
    assert_eq!(table.transcript(), played);
}

#[test]
fn a_player_has_a_seat_and_decides() {
    let random = Guest {
        name: "random".to_owned(),
        file: Arc::new(library::load("random").expect("it comes along")),
        programs: None,
    };
    let mut table = on_the_table();
    table.sit(0, Some(&random));
    let choosing = table
        .choosing(0, 1, Vec::new())
        .expect("a player sits there");
    let thought = choosing(&Limits::default()).expect("a move");
    table.play(&thought.text, 0).expect("a legal move");
    assert_eq!(table.turn(), Some(1));
}
