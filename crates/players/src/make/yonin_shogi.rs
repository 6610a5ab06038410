//! Players of Yonin-shogi.

use std::sync::Arc;

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
use crate::maker::Maker;
use crate::many_seat_player::{ManySeatPlayer, ManySeatSearch};
use crate::mate_player::MatePlayer;
use crate::measure::Measure;
use crate::player::{Choice, Player, PlayerError, Turn};

const GAME: &str = "yonin-shogi";

impl Playable for YoninShogi {
    fn maker(file: &PlayerFile) -> Result<Maker<Self>, FileError> {
        if let Some(maker) = any_person(file, GAME)? {
            return Ok(maker);
        }
        if let Some(maker) = any_game(file, GAME)? {
            return Ok(maker);
        }
        no_personality(file)?;
        let search = ManySeatSearch::of(&file.search)
            .ok_or_else(|| wrong_search(file, GAME, &ManySeatSearch::NAMES))?;
        let refused = |problem| file.wrong_evaluation(problem);
        let maker = match &file.evaluation {
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
            return Ok(maker);
        };
        let book = Arc::new(Book::new(book).map_err(|problem| file.wrong_book(problem))?);
        Ok(Maker::new(move || {
            Ok(Box::new(BookPlayer {
                book: Arc::clone(&book),
                player: maker.make()?,
            }))
        }))
    }
}

/// Returns a maker of players that look ahead, and for mates if their file says so.
fn with_mates<E: Evaluation<YoninShogi> + Send + Sync + 'static>(
    file: &PlayerFile,
    search: ManySeatSearch,
    evaluation: E,
    first_place: i32,
    measure: Measure,
) -> Result<Maker<YoninShogi>, FileError> {
    let player = ManySeatPlayer::new(file, search, evaluation, Some(first_place), measure)?;
    Ok(match &file.mates {
        None => Maker::like(player),
        Some(spec) => {
            let (spec, limits) = (spec.clone(), file.limits.clone());
            Maker::new(move || {
                let player = MatePlayer::new(&limits, &spec, player.clone());
                Ok(Box::new(player))
            })
        }
    })
}

/// Plays by the book as long as it can.
struct BookPlayer {
    book: Arc<Book>,
    player: Box<dyn Player<YoninShogi>>,
}

impl Player<YoninShogi> for BookPlayer {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn undo(&mut self, plies: usize) {
        self.player.undo(plies);
    }

    fn choose(&mut self, turn: &mut Turn<'_, YoninShogi>) -> Result<Choice<Move>, PlayerError> {
        match self.book.find(turn.position) {
            Some(m) => Ok(Choice::best(Report::before(PerSeat::all(4, 0), vec![m]))),
            None => self.player.choose(turn),
        }
    }

    fn consider(
        &mut self,
        turn: &mut Turn<'_, YoninShogi>,
        margin: Option<i64>,
    ) -> Result<AllMoves<Move, PerSeat<i32>>, PlayerError> {
        self.player.consider(turn, margin)
    }

    fn measure(&self, position: &YoninShogi) -> Measure {
        self.player.measure(position)
    }
}
