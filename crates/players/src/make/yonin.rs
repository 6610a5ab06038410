//! Players of Yonin.

use rules::yonin::Yonin;
use strengths::YoninStrengths;

use super::{
    Playable, any_game, any_person, monte_carlo, no_personality, wrong_evaluation, wrong_search,
};
use crate::best_first_player::{BestFirstPlayer, WatchingPlayer};
use crate::evaluation::EvaluationSpec;
use crate::evaluation::safe_territory::SafeTerritory;
use crate::evaluation::territories::Territories;
use crate::file::{FileError, PlayerFile};
use crate::habits::Habits;
use crate::maker::Maker;
use crate::many_seat_player::{ManySeatPlayer, ManySeatSearch};
use crate::p0_search::{P0Player, PrintedPlayer};
use crate::searching::SearchSpec;
use crate::territory_playouts::TerritoryPlayouts;
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
                    let models = models.iter().map(Maker::make);
                    let habits = Habits::new(models.collect::<Result<_, _>>()?);
                    Ok(Box::new(WatchingPlayer { player, habits }))
                }))
            }
            SearchSpec::Mcts(spec) => {
                let playouts = spec.playouts.expect("without them it plays any game");
                let policy = TerritoryPlayouts::new(&playouts);
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

/// Returns makers of the players that others may be like. They are asked at many positions of a search, so
/// that only those of P0 will do, which look a few plies ahead, whatever the time.
fn models(file: &PlayerFile, names: &[String]) -> Result<Vec<Maker<Yonin>>, FileError> {
    let model = |name: &String| {
        let found = library::load(name).ok();
        let found = found.filter(|found| matches!(found.search, SearchSpec::Thesis(_)));
        let Some(found) = found else {
            return Err(file.wrong_search(format!(
                "habits has {name:?}, which is none of the players that others may be like; it can have \
                 players of the search thesis, as \"p0-self\""
            )));
        };
        Yonin::maker(&found)
    };
    names.iter().map(model).collect()
}
