//! Players of Reversi: on any board, and those that know the board of Othello.

use rules::reversi::{
    Board, Board4x4, Board6x6, Board8x8, Board10x10, Board88, Move, Nipp, Octagon, Othello, Reversi,
};

use super::{
    Playable, any_game, any_person, no_evaluation, no_personality, wrong_evaluation, wrong_search,
};
use crate::engine_player::EnginePlayer;
use crate::evaluation::EvaluationSpec;
use crate::evaluation::any_board::AnyBoard;
use crate::evaluation::features::{AtMove, Features, Noise};
use crate::evaluation::phases::Phases;
use crate::evaluation::stages::{AtStage, Stages};
use crate::file::{FileError, PlayerFile};
use crate::maker::Maker;
use crate::measure::Measure;
use crate::personality::drama::DramaPlayer;
use crate::personality::entertaining::EntertainingPlayer;
use crate::personality::{PersonalitySpec, move_number};
use crate::player::Turn;
use crate::searching::SearchSpec;
use crate::searching::othello::OthelloSpec;
use crate::two_seat_player::{Evaluates, TwoSeatPlayer, TwoSeatSearch};

impl Evaluates<Othello> for Features {
    type At<'a> = AtMove<'a>;

    fn at<'a>(&'a self, turn: &Turn<'_, Othello>, seed: u64) -> AtMove<'a> {
        self.at_move(move_number(turn.position) as usize, turn.game_seed(seed))
    }

    fn root_noise(&self, turn: &Turn<'_, Othello>, seed: u64) -> Option<Noise> {
        self.root_noise(turn.game_seed(seed))
    }
}

impl Evaluates<Othello> for Stages {
    type At<'a> = AtStage<'a>;

    fn at<'a>(&'a self, turn: &Turn<'_, Othello>, _: u64) -> AtStage<'a> {
        self.at(turn.position)
    }
}

impl Evaluates<Othello> for Phases {
    type At<'a> = &'a Self;

    fn at<'a>(&'a self, _: &Turn<'_, Othello>, _: u64) -> &'a Self {
        self
    }
}

impl<B: Board> Evaluates<Reversi<B>> for AnyBoard<B> {
    type At<'a> = &'a Self;

    fn at<'a>(&'a self, _: &Turn<'_, Reversi<B>>, _: u64) -> &'a Self {
        self
    }

    fn measure(&self, position: &Reversi<B>) -> Measure {
        Self::measure(self, position)
    }
}

impl Playable for Othello {
    fn maker(file: &PlayerFile) -> Result<Maker<Self>, FileError> {
        if let Some(maker) = any_person(file, Board8x8::NAME)? {
            return Ok(maker);
        }
        if let Some(maker) = any_game(file, Board8x8::NAME)? {
            return Ok(maker);
        }
        if let SearchSpec::Othello(spec) = &file.search {
            return engine_player(file, spec);
        }
        let search = two_seat_search(file, Board8x8::NAME)?;
        let refused = |problem| file.wrong_evaluation(problem);
        match &file.evaluation {
            Some(EvaluationSpec::Features(spec)) => {
                with_personality(file, search, Features::new(spec).map_err(refused)?)
            }
            Some(EvaluationSpec::Phases(spec)) => {
                with_personality(file, search, Phases::new(spec).map_err(refused)?)
            }
            Some(EvaluationSpec::Map(spec)) => {
                with_personality(file, search, Stages::one_map(spec))
            }
            Some(EvaluationSpec::Stages(spec)) => with_personality(file, search, Stages::new(spec)),
            Some(EvaluationSpec::AnyBoard(spec)) => {
                with_personality(file, search, AnyBoard::new(spec).map_err(refused)?)
            }
            _ => {
                let known = ["features", "map", "stages", "phases", "any-board"];
                Err(wrong_evaluation(file, Board8x8::NAME, &known))
            }
        }
    }
}

/// A maker of players that ask the engine of Othello.
fn engine_player(file: &PlayerFile, spec: &OthelloSpec) -> Result<Maker<Othello>, FileError> {
    no_evaluation(file)?;
    no_personality(file)?;
    if let Some(problem) = spec.problem() {
        return Err(file.wrong_search(problem));
    }
    if !has_limit(file) {
        return Err(needs_limit(file));
    }
    let (spec, limits, seed) = (spec.clone(), file.limits.clone(), file.seed);
    Ok(Maker::new(move || {
        Ok(Box::new(EnginePlayer::new(&spec, &limits, seed)?))
    }))
}

/// Returns a maker of players of Othello that look ahead, with their personality.
fn with_personality<E: Evaluates<Othello> + 'static>(
    file: &PlayerFile,
    search: TwoSeatSearch,
    evaluation: E,
) -> Result<Maker<Othello>, FileError> {
    let problem = file.personality.as_ref().and_then(PersonalitySpec::problem);
    if let Some(problem) = problem {
        return Err(file.wrong_personality(problem));
    }
    let winning = TwoSeatPlayer::new(file, search, evaluation);
    Ok(match &file.personality {
        None => Maker::like(winning),
        Some(PersonalitySpec::Entertaining(spec)) => Maker::like(EntertainingPlayer {
            winning,
            spec: spec.clone(),
        }),
        Some(PersonalitySpec::Drama(spec)) => Maker::like(DramaPlayer {
            winning,
            spec: spec.clone(),
        }),
        Some(PersonalitySpec::Human(_)) => unreachable!("people are made before"),
    })
}

/// Players on a board for which no paper has a program.
fn on_board<B: Board>(file: &PlayerFile) -> Result<Maker<Reversi<B>>, FileError>
where
    Reversi<B>: Playable<Move = Move>,
{
    if let Some(maker) = any_person(file, B::NAME)? {
        return Ok(maker);
    }
    if let Some(maker) = any_game(file, B::NAME)? {
        return Ok(maker);
    }
    let search = two_seat_search(file, B::NAME)?;
    no_personality(file)?;
    let Some(EvaluationSpec::AnyBoard(spec)) = &file.evaluation else {
        return Err(wrong_evaluation(file, B::NAME, &["any-board"]));
    };
    let evaluation = AnyBoard::<B>::new(spec).map_err(|problem| file.wrong_evaluation(problem))?;
    Ok(Maker::like(TwoSeatPlayer::new(file, search, evaluation)))
}

macro_rules! other_boards {
    ($($board:ty),+) => {$(
        impl Playable for Reversi<$board> {
            fn maker(file: &PlayerFile) -> Result<Maker<Self>, FileError> {
                on_board(file)
            }
        }
    )+};
}

other_boards!(Board4x4, Board6x6, Board10x10, Board88, Nipp, Octagon);

/// Returns the search, if it is for two seats and its limits let it end.
fn two_seat_search(file: &PlayerFile, game: &str) -> Result<TwoSeatSearch, FileError> {
    let search = TwoSeatSearch::of(&file.search)
        .ok_or_else(|| wrong_search(file, game, &TwoSeatSearch::NAMES))?;
    if !search.iterates() && file.limits.depth.is_none() {
        let name = file.search.name();
        return Err(file.wrong_search(format!(
            "the search {name} goes to its depth at once, so it needs [limits] with a depth"
        )));
    }
    if !has_limit(file) {
        return Err(needs_limit(file));
    }
    Ok(search)
}

/// Whether a search that goes on and on would end.
const fn has_limit(file: &PlayerFile) -> bool {
    let limits = &file.limits;
    limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.evaluations.is_some()
        || limits.time.is_some()
}

/// What to say of one that would not.
fn needs_limit(file: &PlayerFile) -> FileError {
    let name = file.search.name();
    file.wrong_search(format!(
        "the search {name} needs a limit: [limits] with depth, nodes, evaluations or time"
    ))
}
