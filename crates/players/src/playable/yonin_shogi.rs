//! Players of Yonin-shogi.

use rules::PerSeat;
use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::moves::Move;
use search::{AllMoves, Evaluation, Report};

use super::{Playable, any_game, any_person, no_personality, wrong_evaluation, wrong_search};
use crate::book::Book;
use crate::evaluation::EvaluationSpec;
use crate::evaluation::kings::Kings;
use crate::evaluation::pieces::Pieces;
use crate::file::{FileError, PlayerFile};
use crate::many::{ManySeatPlayer, ManySeatSearch};
use crate::mater::MatingPlayer;
use crate::measure::Measure;
use crate::player::{Choice, Player, Turn};

const GAME: &str = "yonin-shogi";

impl Playable for YoninShogi {
    fn player(file: &PlayerFile) -> Result<Box<dyn Player<Self>>, FileError> {
        if let Some(player) = any_person(file, GAME)? {
            return Ok(player);
        }
        if let Some(player) = any_game(file, GAME)? {
            return Ok(player);
        }
        no_personality(file)?;
        let search = ManySeatSearch::of(&file.search)
            .ok_or_else(|| wrong_search(file, GAME, &ManySeatSearch::NAMES))?;
        let refused = |problem| file.wrong_evaluation(problem);
        let player = match &file.evaluation {
            Some(EvaluationSpec::Pieces(spec)) => {
                let evaluation = Pieces::new(spec).map_err(refused)?;
                let first = evaluation.first_place();
                with_mates(file, search, evaluation, first, Measure::Points)?
            }
            Some(EvaluationSpec::Kings(spec)) => {
                let (first, measure) = (Kings::FIRST_PLACE, Kings::MEASURE);
                with_mates(file, search, Kings::new(spec), first, measure)?
            }
            _ => return Err(wrong_evaluation(file, GAME, &["pieces", "kings"])),
        };
        let Some(book) = &file.book else {
            return Ok(player);
        };
        let book = Book::new(book).map_err(|problem| file.wrong_book(problem))?;
        Ok(Box::new(BookPlayer { book, player }))
    }
}

/// A player that looks ahead, and for mates if its file says so.
fn with_mates<E: Evaluation<YoninShogi> + 'static>(
    file: &PlayerFile,
    search: ManySeatSearch,
    evaluation: E,
    first_place: i32,
    measure: Measure,
) -> Result<Box<dyn Player<YoninShogi>>, FileError> {
    let player = ManySeatPlayer::new(file, search, evaluation, Some(first_place), measure)?;
    Ok(match &file.mates {
        None => Box::new(player),
        Some(spec) => Box::new(MatingPlayer::new(file, spec, player)),
    })
}

/// Plays by the book as long as it can.
struct BookPlayer {
    book: Book,
    player: Box<dyn Player<YoninShogi>>,
}

impl Player<YoninShogi> for BookPlayer {
    fn choose(&mut self, turn: &mut Turn<'_, YoninShogi>) -> Choice<Move> {
        match self.book.find(turn.position) {
            Some(m) => Choice::best(Report::before(PerSeat::all(4, 0), vec![m])),
            None => self.player.choose(turn),
        }
    }

    fn consider(
        &mut self,
        turn: &mut Turn<'_, YoninShogi>,
        margin: Option<i64>,
    ) -> AllMoves<Move, PerSeat<i32>> {
        self.player.consider(turn, margin)
    }

    fn measure(&self, position: &YoninShogi) -> Measure {
        self.player.measure(position)
    }
}
