//! The keys of an experiment file, read and written. What stands in a table of its own is in the file
//! of that table.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use players::file::LimitsSpec;
use rules::{Game, GameLine, GameName, Notation, with_game};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::openings::OpeningsSource;
use super::player::PlayerSource;
use super::stop::StopSource;
use super::sweep::SweepSource;
use crate::experiment::{Experiment, Keep, Kind, Measurement, PATIENCE, Seating};
use crate::opening::Openings;
use crate::plan::{Place, Problem};

/// An experiment file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Source {
    #[serde(default)]
    about: String,
    game: Spanned<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Spanned<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Spanned<String>>,
    kind: Spanned<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seating: Option<Spanned<String>>,
    games: Option<Spanned<i64>>,
    seed: Option<Spanned<i64>>,
    keep: Option<Spanned<Vec<String>>>,
    patience: Option<Spanned<f64>>,
    #[serde(default)]
    limits: LimitsSpec,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<Spanned<OpeningsSource>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<Spanned<StopSource>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sweep: Option<Spanned<SweepSource>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<Spanned<Measurement>>,
    #[serde(default, rename = "player")]
    players: Vec<Spanned<PlayerSource>>,
}

/// Where something is wrong, and what.
type Wrong = (Range<usize>, String);

/// Reads a value; an error refers to its place in the file.
fn at<T, R>(value: &Spanned<T>, read: impl FnOnce(&T) -> Result<R, String>) -> Result<R, Wrong> {
    read(value.get_ref()).map_err(|problem| (value.span(), problem))
}

fn here<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

fn named<T: Copy>(name: &Spanned<String>, all: &[(T, &str)]) -> Result<T, Wrong> {
    let found = all.iter().find(|(_, known)| known == name.get_ref());
    found.map(|(value, _)| *value).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|(_, known)| *known).collect();
        let text = format!(
            "there is no \"{}\"; it can be {}",
            name.get_ref(),
            known.join(", ")
        );
        (name.span(), text)
    })
}

impl Source {
    /// Returns the experiment; files that it names are looked for in this folder.
    pub(super) fn read(&self, folder: &Path) -> Result<Experiment, Wrong> {
        let game: GameName = self
            .game
            .get_ref()
            .parse()
            .map_err(|error: rules::name::NameError| (self.game.span(), error.to_string()))?;
        let kind = self.kind()?;
        let players = self
            .players
            .iter()
            .map(|player| at(player, |player| player.read(folder)));
        let measures = matches!(kind, Kind::Measurement(_));
        let players = players.collect::<Result<Vec<_>, Wrong>>()?;
        let two_seats = with_game!(&game, G, rules => G::start(rules).facts().seats == 2);
        let usual = match (&kind, players.len()) {
            (Kind::Match, 0..=2) | (Kind::Sweep(_), _) if !two_seats => Seating::Mixed,
            _ => Seating::Balanced,
        };
        let seating = match &self.seating {
            None => usual,
            Some(seating) => named(seating, &Seating::ALL)?,
        };
        if measures && self.seating.is_some() {
            let at = self.seating.as_ref().map(Spanned::span).unwrap_or_default();
            return Err((at, "a measurement has no seating; leave it out".to_owned()));
        }
        let above = |value: &Option<Spanned<i64>>, least: i64, usual: u64| match value {
            None => Ok(usual),
            Some(value) => {
                let number = *value.get_ref();
                let fits = u64::try_from(number).ok().filter(|_| number >= least);
                fits.ok_or_else(|| {
                    let text = format!("{number} is out of range; it has to be {least} or more");
                    (value.span(), text)
                })
            }
        };
        let patience = match &self.patience {
            None => PATIENCE,
            Some(seconds) => Duration::try_from_secs_f64(*seconds.get_ref())
                .ok()
                .filter(|time| !time.is_zero() && time.as_secs() <= 86_400)
                .ok_or_else(|| {
                    let text = "patience has to be seconds above 0 and up to 86400".to_owned();
                    (seconds.span(), text)
                })?,
        };
        Ok(Experiment {
            about: self.about.clone(),
            position: self.position(&game)?,
            game,
            kind,
            seating,
            players,
            openings: match &self.openings {
                None => Openings::Start,
                Some(openings) => at(openings, |openings| openings.read(folder))?,
            },
            limits: self.limits.clone(),
            games: above(&self.games, 1, 100)?,
            stop: self
                .stop
                .as_ref()
                .map(|stop| at(stop, StopSource::read))
                .transpose()?,
            seed: above(&self.seed, 0, 1)?,
            keep: match &self.keep {
                None => Keep::default(),
                Some(names) => at(names, |names| Keep::of(names))?,
            },
            patience,
        })
    }

    fn kind(&self) -> Result<Kind, Wrong> {
        let refuse = |present: Option<Range<usize>>, table: &str, kind: &str| match present {
            Some(at) => Err((
                at,
                format!("[{table}] is for the kind {kind}; leave it out"),
            )),
            None => Ok(()),
        };
        let name = &**self.kind.get_ref();
        if name != "sweep" {
            refuse(self.sweep.as_ref().map(Spanned::span), "sweep", "sweep")?;
        }
        if name != "measurement" {
            let at = self.measure.as_ref().map(Spanned::span);
            refuse(at, "measure", "measurement")?;
        }
        Ok(match name {
            "match" => Kind::Match,
            "round-robin" => Kind::RoundRobin,
            "gauntlet" => Kind::Gauntlet,
            "tournament" => Kind::Tournament,
            "sweep" => {
                let Some(sweep) = &self.sweep else {
                    let text =
                        "a sweep needs a table [sweep] with player, key, values and opponent";
                    return Err((self.kind.span(), text.to_owned()));
                };
                Kind::Sweep(at(sweep, SweepSource::read)?)
            }
            "measurement" => {
                let Some(measure) = &self.measure else {
                    return Ok(Kind::Measurement(Measurement::default()));
                };
                at(measure, |measure| {
                    let mut depths = measure.depths.iter();
                    match depths.find(|depth| !(1..=1000).contains(*depth)) {
                        Some(depth) => Err(format!("the depth {depth} is not from 1 to 1000")),
                        None => Ok(Kind::Measurement(measure.clone())),
                    }
                })?
            }
            other => {
                let text = format!(
                    "there is no kind \"{other}\"; it can be match, round-robin, gauntlet, tournament, \
                     sweep or measurement"
                );
                return Err((self.kind.span(), text));
            }
        })
    }

    /// Returns the position that openings start from, as a line.
    fn position(&self, game: &GameName) -> Result<Option<String>, Wrong> {
        let Some(given) = self.moves.as_ref().or(self.position.as_ref()) else {
            return Ok(None);
        };
        let wrong = |problem: String| (given.span(), problem);
        with_game!(game, G, rules => {
            let start = match &self.position {
                Some(line) => G::parse_position(rules, line.get_ref())
                    .map_err(|error| (line.span(), error.to_string()))?,
                None => G::start(rules),
            };
            let mut line = GameLine::new(start);
            if let Some(moves) = &self.moves {
                line.play_transcript(moves.get_ref())
                    .map_err(|error| wrong(error.to_string()))?;
            }
            Ok(Some(line.position().position_text()))
        })
    }

    /// Returns where a part of an experiment stands in its file.
    pub(super) fn span(&self, place: Place) -> Range<usize> {
        let part = |at: Option<Range<usize>>| at.unwrap_or_else(|| self.kind.span());
        let first = || self.players.first().map(Spanned::span);
        match place {
            Place::Game => self.position.as_ref().unwrap_or(&self.game).span(),
            Place::Players => part(first()),
            Place::Player(index) => part(self.players.get(index).map(Spanned::span)),
            Place::Openings => part(self.openings.as_ref().map(Spanned::span)),
            Place::Seating => part(self.seating.as_ref().map(Spanned::span)),
            Place::Games => part(self.games.as_ref().map(Spanned::span)),
            Place::Stop => part(self.stop.as_ref().map(Spanned::span)),
            Place::Sweep => part(self.sweep.as_ref().map(Spanned::span)),
            Place::Measure => part(self.measure.as_ref().map(Spanned::span)),
        }
    }

    /// Returns the file of an experiment, which needs no other.
    ///
    /// # Errors
    /// Returns an error if its numbers are too large for a file.
    pub(super) fn of(experiment: &Experiment) -> Result<Self, Problem> {
        let whole = |number: u64| {
            i64::try_from(number).map_err(|_| {
                let text = format!("seed and games have to be at most {}", i64::MAX);
                Problem::new(Place::Games, text)
            })
        };
        let (sweep, measure) = match &experiment.kind {
            Kind::Sweep(sweep) => (Some(here(SweepSource::of(sweep))), None),
            Kind::Measurement(measure) => (None, Some(here(measure.clone()))),
            _ => (None, None),
        };
        let players = experiment.players.iter();
        Ok(Self {
            about: experiment.about.clone(),
            game: here(experiment.game.to_string()),
            position: experiment.position.clone().map(here),
            moves: None,
            kind: here(experiment.kind.name().to_owned()),
            seating: measure
                .is_none()
                .then(|| here(experiment.seating.name().to_owned())),
            games: Some(here(whole(experiment.games)?)),
            seed: Some(here(whole(experiment.seed)?)),
            keep: Some(here(experiment.keep.names())),
            patience: Some(here(experiment.patience.as_secs_f64())),
            limits: experiment.limits.clone(),
            openings: Some(here(OpeningsSource::of(&experiment.openings))),
            stop: experiment.stop.map(|stop| here(StopSource::of(&stop))),
            sweep,
            measure,
            players: players
                .map(|player| here(PlayerSource::of(player)))
                .collect(),
        })
    }
}
