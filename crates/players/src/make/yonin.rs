//! Players of Yonin.

use std::sync::Arc;

use rules::Game;
use rules::reversi::Move;
use rules::yonin::Yonin;
use strengths::{POINT, Weights, YoninStrengths};

use super::{
    Playable, any_game, any_person, monte_carlo, no_personality, wrong_evaluation, wrong_search,
};
use crate::best_first_player::{BestFirstPlayer, WatchingPlayer};
use crate::evaluation::EvaluationSpec;
use crate::evaluation::safe_territory::SafeTerritory;
use crate::evaluation::territories::Territories;
use crate::file::{FileError, PlayerFile};
use crate::habits::{Glance, Habits, Like, Model};
use crate::maker::Maker;
use crate::many_seat_player::{ManySeatPlayer, ManySeatSearch};
use crate::p0_search::{P0Player, PrintedPlayer};
use crate::player::PlayerError;
use crate::searching::SearchSpec;
use crate::{learned, library};

impl Playable for Yonin {
    fn maker(file: &PlayerFile) -> Result<Maker<Self>, FileError> {
        if let Some(maker) = any_person(file, "yonin")? {
            return Ok(maker);
        }
        if let Some(maker) = any_game(file, "yonin")? {
            return Ok(maker);
        }
        no_personality(file)?;
        if let Some(search) = ManySeatSearch::of(&file.search) {
            let Some(EvaluationSpec::Homes(spec)) = &file.evaluation else {
                return Err(wrong_evaluation(file, "yonin", &["homes"]));
            };
            let (homes, first) = (SafeTerritory::new(spec), Some(SafeTerritory::FIRST_PLACE));
            let player = ManySeatPlayer::new(file, search, homes, first, SafeTerritory::MEASURE)?;
            return Ok(Maker::like(player));
        }
        match &file.search {
            SearchSpec::Puct(spec) => {
                let Some(EvaluationSpec::Learned {}) = &file.evaluation else {
                    return Err(wrong_evaluation(file, "yonin", &["learned"]));
                };
                let models = models(file, &spec.habits)?;
                let (spec, limits) = (spec.clone(), file.limits.clone());
                Ok(Maker::new(move || {
                    let player = BestFirstPlayer {
                        spec: spec.clone(),
                        limits: limits.clone(),
                        evaluation: YoninStrengths::new(learned::yonin()?),
                    };
                    if models.is_empty() {
                        return Ok(Box::new(player));
                    }
                    let models = models.iter().map(Habit::model);
                    let for_rank = glance(learned::yonin()?, GLANCE_AT_RANKS);
                    let habits = Habits::new(for_rank, models.collect::<Result<_, _>>()?);
                    Ok(Box::new(WatchingPlayer { player, habits }))
                }))
            }
            SearchSpec::Mcts(spec) => {
                let playouts = spec.playouts.expect("without them it plays any game");
                let policy = playouts.policy();
                Ok(Maker::like(monte_carlo(file, spec.options(), policy)))
            }
            spec @ (SearchSpec::Thesis(search) | SearchSpec::ThesisAsPrinted(search)) => {
                let Some(EvaluationSpec::Territories(maps)) = &file.evaluation else {
                    return Err(wrong_evaluation(file, "yonin", &["territories"]));
                };
                if file.limits.depth.is_some() {
                    return Err(file.wrong_search(format!(
                        "the search {} takes its depth from look-ahead; leave it out of [limits]",
                        file.search.name()
                    )));
                }
                if matches!(spec, SearchSpec::ThesisAsPrinted(_)) {
                    let player = PrintedPlayer::new(maps, search, &file.limits, file.seed);
                    return Ok(Maker::like(player));
                }
                Ok(Maker::like(P0Player {
                    maps: Territories::new(maps),
                    search: search.clone(),
                    limits: file.limits.clone(),
                    seed: file.seed,
                }))
            }
            _ => Err(wrong_search(
                file,
                "yonin",
                &[
                    &ManySeatSearch::NAMES[..],
                    &["puct", "thesis", "thesis-as-printed"],
                ]
                .concat(),
            )),
        }
    }
}

/// By how many seats less that can be expected to be beaten a move is e times less likely of somebody who plays for
/// his rank. He looks further than we do at one glance, so it says little.
const GLANCE_AT_RANKS: f32 = 0.4;

/// The same of somebody who plays games out at random, and of what is learned about such games.
const GLANCE_AT_PLAYOUTS: f32 = 0.12;

/// What others may be in the habit of.
#[derive(Clone)]
enum Habit {
    /// To move like a player that looks a few plies ahead.
    Player(Maker<Yonin>),
    /// To play games out at random and take the move that does best.
    Playouts,
}

impl Habit {
    fn model(&self) -> Result<Box<dyn Model<Yonin>>, PlayerError> {
        Ok(match self {
            Self::Player(maker) => Box::new(Like(maker.make()?)),
            Self::Playouts => {
                let weights = learned::yonin_playouts()?;
                Box::new(Playouts(glance(weights, GLANCE_AT_PLAYOUTS)))
            }
        })
    }
}

/// Somebody who plays games out; of pairs nothing was learned, so nobody is like it there.
struct Playouts(Box<dyn Model<Yonin>>);

impl Model<Yonin> for Playouts {
    fn likely(&mut self, position: &Yonin, moves: &[Move]) -> Vec<f32> {
        if position.rules().pairs {
            return vec![0.0; moves.len()];
        }
        self.0.likely(position, moves)
    }
}

fn glance(weights: Arc<Weights>, temperature: f32) -> Box<dyn Model<Yonin>> {
    Box::new(Glance {
        evaluation: YoninStrengths::new(weights),
        temperature: temperature * POINT as f32,
    })
}

/// Returns what others may be in the habit of. They are asked at many positions of a search, so that only
/// those of P0 will do, which look a few plies ahead, whatever the time, and flat UCB, whose playouts are known at one
/// glance.
fn models(file: &PlayerFile, names: &[String]) -> Result<Vec<Habit>, FileError> {
    let model = |name: &String| {
        let found = library::load(name).ok();
        match found.as_ref().map(|found| (found, &found.search)) {
            Some((found, SearchSpec::Thesis(_))) => Yonin::maker(found).map(Habit::Player),
            Some((_, SearchSpec::FlatUcb(_))) => Ok(Habit::Playouts),
            _ => Err(file.wrong_search(format!(
                "habits has {name:?}, which is none of the players that others may be like; it can have \
                 players of the search thesis, as \"p0-self\", and \"flat-ucb\""
            ))),
        }
    };
    names.iter().map(model).collect()
}
