//! Players of Yonin-shogi.

use std::sync::Arc;

use rules::PerSeat;
use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::moves::Move;
use search::{AllMoves, Evaluation, Report};
use strengths::chances::FIRST_PLACE;
use strengths::{POINT, SEATS, YoninShogiStrengths};

use super::{Playable, any_game, any_person, no_personality, wrong_evaluation, wrong_search};
use crate::best_first_player::BestFirstPlayer;
use crate::book::Book;
use crate::evaluation::EvaluationSpec;
use crate::evaluation::kings::Kings;
use crate::evaluation::pieces::Pieces;
use crate::file::{FileError, LimitsSpec, PlayerFile};
use crate::learned;
use crate::maker::Maker;
use crate::many_seat_player::{ManySeatPlayer, ManySeatSearch};
use crate::mate_player::{MatePlayer, MatesSpec};
use crate::measure::Measure;
use crate::player::{Choice, Player, PlayerError, Turn};
use crate::searching::SearchSpec;
use crate::searching::puct::PuctSpec;

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
        if let SearchSpec::Puct(spec) = &file.search {
            return best_first(file, spec);
        }
        let search = ManySeatSearch::of(&file.search).ok_or_else(|| {
            let names = [&ManySeatSearch::NAMES[..], &["puct"]].concat();
            wrong_search(file, GAME, &names)
        })?;
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
            Some(EvaluationSpec::Learned {}) => learned_many(file, search)?,
            _ => {
                return Err(wrong_evaluation(
                    file,
                    GAME,
                    &["pieces", "kings", "learned"],
                ));
            }
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

/// Returns a maker of players that look ahead best first.
fn best_first(file: &PlayerFile, spec: &PuctSpec) -> Result<Maker<YoninShogi>, FileError> {
    if file.book.is_some() {
        return Err(file.wrong_book("the search puct needs no book; leave it out".to_owned()));
    }
    if !spec.habits.is_empty() {
        let problem = "habits are of players of yonin, not of yonin-shogi; leave them out";
        return Err(file.wrong_search(problem.to_owned()));
    }
    let (spec, limits, mates) = (spec.clone(), file.limits.clone(), file.mates.clone());
    match &file.evaluation {
        Some(EvaluationSpec::Learned {}) => Ok(Maker::new(move || {
            let evaluation = YoninShogiStrengths::new(learned::yonin_shogi()?);
            Ok(best_first_player(
                &spec,
                &limits,
                mates.as_ref(),
                evaluation,
            ))
        })),
        Some(EvaluationSpec::Kings(kings)) => {
            let kings = Kings::new(kings);
            Ok(Maker::new(move || {
                let evaluation = kings.clone();
                Ok(best_first_player(
                    &spec,
                    &limits,
                    mates.as_ref(),
                    evaluation,
                ))
            }))
        }
        _ => Err(wrong_evaluation(file, GAME, &["learned", "kings"])),
    }
}

fn best_first_player<E: Evaluation<YoninShogi> + 'static>(
    spec: &PuctSpec,
    limits: &LimitsSpec,
    mates: Option<&MatesSpec>,
    evaluation: E,
) -> Box<dyn Player<YoninShogi>> {
    let player = BestFirstPlayer {
        spec: spec.clone(),
        limits: limits.clone(),
        evaluation,
    };
    match mates {
        None => Box::new(player),
        Some(mates) => Box::new(MatePlayer::new(limits, mates, player)),
    }
}

/// Returns a maker of players that look ahead side against side, by what was learned.
fn learned_many(file: &PlayerFile, search: ManySeatSearch) -> Result<Maker<YoninShogi>, FileError> {
    let measure = Measure::Rank {
        point: f64::from(POINT),
        seats: SEATS as f64,
    };
    // The file is checked now, and the weights are unpacked for the first player.
    let player = ManySeatPlayer::new(file, search, (), Some(FIRST_PLACE), measure)?;
    let (limits, mates) = (file.limits.clone(), file.mates.clone());
    Ok(Maker::new(move || {
        let player = player.valued_by(YoninShogiStrengths::new(learned::yonin_shogi()?));
        Ok(match &mates {
            None => Box::new(player),
            Some(mates) => Box::new(MatePlayer::new(&limits, mates, player)),
        })
    }))
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
