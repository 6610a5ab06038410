//! From a file to a search and back. A file that is wrong in any way is refused with its name, the
//! line and what would be right.

use std::collections::BTreeSet;
use std::path::Path;

use players::file::LimitsSpec;
use players::toml_text;
use rules::GameName;
use serde::{Deserialize, Serialize};
use statistics::optimise::Method;
use toml::Spanned;

use super::{Confirm, Number, Tune};
use crate::contender::Contender;
use crate::experiment::file::in_words;
use crate::experiment::file::openings::OpeningsSource;
use crate::experiment::file::player::PlayerSource;
use crate::experiment::file::stop::StopSource;
use crate::experiment::{ExperimentError, Stopping, Unit};
use crate::opening::Openings;
use crate::plan::{Place, Problem};
use crate::run;

/// The most numbers of one search: more would take more games than anybody has.
const MOST_NUMBERS: usize = 100;

/// The most steps that a range may have: finer ones no game can tell.
const MOST_STEPS: f64 = 1e6;

/// The keys of a file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Source {
    #[serde(default)]
    about: String,
    game: Spanned<String>,
    method: Spanned<String>,
    games: Spanned<i64>,
    budget: Spanned<i64>,
    #[serde(default = "one")]
    seed: Spanned<i64>,
    #[serde(default)]
    limits: LimitsSpec,
    openings: Spanned<OpeningsSource>,
    player: Spanned<PlayerSource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent: Option<Spanned<PlayerSource>>,
    #[serde(default, rename = "number")]
    numbers: Vec<Spanned<NumberSource>>,
    #[serde(default)]
    confirm: ConfirmSource,
}

fn one() -> Spanned<i64> {
    here(1)
}

fn here<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

/// A table `[[number]]`.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct NumberSource {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    keys: Vec<String>,
    from: f64,
    to: f64,
    step: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<bool>,
}

/// The table `[confirm]`.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ConfirmSource {
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Spanned<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<Spanned<StopSource>>,
}

/// Where something is wrong, and what.
type Wrong = (std::ops::Range<usize>, String);

fn at<T, R>(value: &Spanned<T>, read: impl FnOnce(&T) -> Result<R, String>) -> Result<R, Wrong> {
    read(value.get_ref()).map_err(|problem| (value.span(), problem))
}

fn above(least: u64) -> impl Fn(&i64) -> Result<u64, String> {
    move |&number| {
        let fits = u64::try_from(number).ok().filter(|&number| number >= least);
        fits.ok_or_else(|| format!("{number} is out of range; it has to be {least} or more"))
    }
}

impl Tune {
    /// Reads a file; files that it names are looked for beside it.
    ///
    /// # Errors
    /// If it cannot be read, or anything in it is wrong.
    pub fn read(path: &Path) -> Result<Self, ExperimentError> {
        let (file, text) = ExperimentError::name_and_text("tune file", path)?;
        Self::parse(&file, &text, path.parent().unwrap_or(Path::new("")))
    }

    /// Reads the text of a file that has this name; files that it names are looked for in this
    /// folder.
    ///
    /// # Errors
    /// If anything in it is unknown, missing or impossible.
    pub fn parse(name: &str, text: &str, folder: &Path) -> Result<Self, ExperimentError> {
        let wrong = |(at, problem): Wrong| ExperimentError::at(name, text, at, &problem);
        let source: Source = toml_text::read(text).map_err(|error| {
            wrong((error.span().unwrap_or_default(), in_words(error.message())))
        })?;
        source.read(folder).map_err(wrong)
    }

    /// Returns the search as a file that needs no other.
    ///
    /// # Errors
    /// If its numbers are too large for a file.
    pub fn to_toml(&self) -> Result<String, Problem> {
        let whole = |number: u64| {
            i64::try_from(number).map(here).map_err(|_| {
                let text = format!("seed and games have to be at most {}", i64::MAX);
                Problem::new(Place::Games, text)
            })
        };
        let numbers = self.numbers.iter().map(|number| NumberSource {
            name: Some(number.name.clone()),
            key: None,
            keys: number.keys.clone(),
            from: number.from,
            to: number.to,
            step: number.step,
            whole: Some(number.whole),
        });
        let source = Source {
            about: self.about.clone(),
            game: here(self.game.to_string()),
            method: here(self.method.name().to_owned()),
            games: whole(self.games)?,
            budget: whole(self.budget)?,
            seed: whole(self.seed)?,
            limits: self.limits.clone(),
            openings: here(OpeningsSource::of(&self.openings)),
            player: here(PlayerSource::of(&self.player)),
            opponent: self.opponent.as_ref().map(PlayerSource::of).map(here),
            numbers: numbers.map(here).collect(),
            confirm: ConfirmSource {
                games: Some(whole(self.confirm.games)?),
                stop: Some(here(StopSource::of(&self.confirm.stop))),
            },
        };
        Ok(toml::to_string(&source).expect("every part of a search can be written as TOML"))
    }
}

impl Source {
    fn read(&self, folder: &Path) -> Result<Tune, Wrong> {
        let game = at(&self.game, |game| {
            game.parse::<GameName>().map_err(|error| error.to_string())
        })?;
        let method = at(&self.method, |method| {
            let known = Method::ALL.iter().find(|(_, name)| name == method);
            known
                .map(|(method, _)| *method)
                .ok_or_else(|| format!("there is no method \"{method}\"; it can be spsa or model"))
        })?;
        let openings = at(&self.openings, |openings| {
            let openings = openings.read(folder)?;
            match openings {
                Openings::Random { .. } | Openings::Balanced { .. } => Ok(openings),
                _ => Err(
                    "a search needs openings that do not run out: random or balanced".to_owned(),
                ),
            }
        })?;
        let player = at(&self.player, |player| player.read(folder))?;
        let opponent = self.opponent.as_ref();
        let opponent = opponent.map(|opponent| at(opponent, |opponent| opponent.read(folder)));
        if self.numbers.is_empty() || self.numbers.len() > MOST_NUMBERS {
            let text = format!(
                "a search has 1 to {MOST_NUMBERS} tables [[number]], not {}",
                self.numbers.len()
            );
            return Err((self.player.span(), text));
        }
        let numbers = self
            .numbers
            .iter()
            .map(|number| at(number, |number| number.read(&player)));
        let tune = Tune {
            about: self.about.clone(),
            game,
            method,
            numbers: numbers.collect::<Result<_, Wrong>>()?,
            player,
            opponent: opponent.transpose()?,
            games: at(&self.games, above(1))?,
            budget: at(&self.budget, above(1))?,
            openings,
            limits: self.limits.clone(),
            seed: at(&self.seed, above(0))?,
            confirm: self.confirm.read()?,
        };
        self.check(&tune)?;
        Ok(tune)
    }

    /// What only shows when all is put together.
    fn check(&self, tune: &Tune) -> Result<(), Wrong> {
        let each = tune.matches() * tune.match_games();
        if tune.budget < each {
            let text =
                format!("a step alone takes {each} games; the budget has to be {each} or more");
            return Err((self.budget.span(), text));
        }
        let mut seen = BTreeSet::new();
        for (number, source) in tune.numbers.iter().zip(&self.numbers) {
            if let Some(twice) = number.keys.iter().find(|key| !seen.insert(key.as_str())) {
                let text = format!("{twice} is there twice; a number is looked for once");
                return Err((source.span(), text));
            }
        }
        // Both ends of every range have to be players, and so has what has all numbers as far from 0 as they go.
        let furthest = |number: &Number| match number.from.abs() > number.to.abs() {
            true => number.range().low,
            false => number.range().high,
        };
        let together: Vec<f64> = tune.numbers.iter().map(furthest).collect();
        let player = tune.player_at("player", &together);
        player
            .map_err(|error| error.to_string())
            .and_then(|player| {
                let other = player.clone().called("other");
                let experiment = tune.match_of([player, other], tune.games, 0);
                run::prepare(&experiment)
                    .map(|_| ())
                    .map_err(|problem| problem.text)
            })
            .map_err(|problem| {
                let text = format!("with all numbers as large as they may become: {problem}");
                (self.numbers[0].span(), text)
            })?;
        for (index, (number, source)) in tune.numbers.iter().zip(&self.numbers).enumerate() {
            for end in [number.range().low, number.range().high] {
                let mut steps = vec![0.0; tune.numbers.len()];
                steps[index] = end;
                let player = tune.player_at("player", &steps);
                player.map_err(|error| (source.span(), error.to_string()))?;
            }
        }
        let [start, other] = ["start", "opponent"].map(|name| tune.player.clone().called(name));
        let other = tune
            .opponent
            .clone()
            .map_or(other, |o| o.called("opponent"));
        let mut experiment = tune.match_of([start, other], tune.games, 0);
        experiment.stop = Some(tune.confirm.stop);
        run::prepare(&experiment).map(|_| ()).map_err(|problem| {
            let span = match problem.place {
                Place::Player(0) => self.player.span(),
                Place::Player(_) => self.opponent.as_ref().unwrap_or(&self.player).span(),
                Place::Openings => self.openings.span(),
                Place::Games => self.games.span(),
                Place::Stop => self
                    .confirm
                    .stop
                    .as_ref()
                    .map(Spanned::span)
                    .unwrap_or_default(),
                _ => self.game.span(),
            };
            (span, problem.text)
        })
    }
}

impl NumberSource {
    fn read(&self, player: &Contender) -> Result<Number, String> {
        let keys = match (&self.key, &self.keys[..]) {
            (Some(key), []) => vec![key.clone()],
            (None, keys @ [_, ..]) => keys.to_vec(),
            _ => return Err("a number has either a key or keys".to_owned()),
        };
        let mut found = Vec::new();
        for key in &keys {
            let value = player.value(key).map_err(|error| error.to_string())?;
            found.push(match value {
                toml::Value::Integer(number) => (number as f64, true),
                toml::Value::Float(number) => (number, false),
                other => return Err(format!("{key} is no number but {other}")),
            });
        }
        let (start, whole) = found[0];
        if let Some(place) = found.iter().position(|&other| other != found[0]) {
            return Err(format!(
                "numbers that stay equal have to be equal in the file, and {} is {start}, but {} is {}",
                keys[0], keys[place], found[place].0
            ));
        }
        let Self { from, to, step, .. } = *self;
        if ![from, to, step].iter().all(|number| number.is_finite()) {
            return Err(format!(
                "from {from} to {to} by {step}: all three have to be numbers with an end"
            ));
        }
        if from >= to || step <= 0.0 {
            return Err(format!(
                "from {from} to {to} by {step}: from has to be below to, and step above 0"
            ));
        }
        let range = to - from;
        if !(range / MOST_STEPS..=range).contains(&step) {
            return Err(format!(
                "step {step}: it has to be at most the whole range, {range}, and at least a {MOST_STEPS}th of it"
            ));
        }
        if !(from..=to).contains(&start) {
            return Err(format!(
                "{} is {start} in the file, which is not between {from} and {to}",
                keys[0]
            ));
        }
        let short = keys[0]
            .rsplit_once("features.")
            .map_or(&*keys[0], |(_, short)| short);
        Ok(Number {
            name: self.name.clone().unwrap_or_else(|| short.to_owned()),
            keys,
            from,
            to,
            step,
            start,
            whole: self.whole.unwrap_or(whole),
        })
    }
}

impl ConfirmSource {
    fn read(&self) -> Result<Confirm, Wrong> {
        let usual = Stopping {
            unit: Unit::Elo,
            h0: 0.0,
            h1: 20.0,
            alpha: 0.05,
            beta: 0.05,
        };
        Ok(Confirm {
            stop: self
                .stop
                .as_ref()
                .map_or(Ok(usual), |stop| at(stop, StopSource::read))?,
            games: self
                .games
                .as_ref()
                .map_or(Ok(10_000), |games| at(games, above(2)))?,
        })
    }
}
