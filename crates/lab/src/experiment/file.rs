//! From an experiment file to an experiment and back. A file that is wrong in any way is refused
//! with its name, the line and what would be right.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use players::external::EngineSpec;
use players::library::LoadError;
use rules::{Game, GameName, Notation, transcript, with_game};
use thiserror::Error;
use toml::Spanned;

use super::source::{
    Balanced, MeasureSource, OpeningsSource, PlayerSource, Plies, Source, StopSource, SweepSource,
    Written,
};
use super::{Experiment, Keep, Kind, Measurement, PATIENCE, Seating, Stopping, Sweep, Unit};
use crate::contender::{Contender, Who};
use crate::opening::Openings;
use crate::plan::{Place, Plan, Problem};
use crate::run;

/// An experiment file that is of no use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExperimentError {
    /// The file itself cannot be read.
    #[error("the experiment file {file} cannot be read: {problem}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        problem: String,
    },
    /// Something in it is wrong.
    #[error("{file}, line {line}: {problem}")]
    Content {
        /// The file.
        file: String,
        /// Where it is wrong, counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        problem: String,
    },
}

impl Experiment {
    /// Reads an experiment file; files that it names are looked for beside it.
    ///
    /// # Errors
    /// If it cannot be read, or anything in it is wrong.
    pub fn read(path: &Path) -> Result<Self, ExperimentError> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| ExperimentError::Unreadable {
            file: file.clone(),
            problem: error.to_string(),
        })?;
        Self::parse(&file, &text, path.parent().unwrap_or(Path::new("")))
    }

    /// Reads an experiment from the text of a file that has this name; files that it names are
    /// looked for in this folder.
    ///
    /// # Errors
    /// If anything in it is unknown, missing or impossible.
    pub fn parse(name: &str, text: &str, folder: &Path) -> Result<Self, ExperimentError> {
        let line = |offset: usize| 1 + text[..offset.min(text.len())].matches('\n').count();
        let wrong = |at: Range<usize>, problem: String| ExperimentError::Content {
            file: name.to_owned(),
            line: line(at.start),
            problem: problem.replace('\n', " "),
        };
        let source: Source = toml::from_str(text)
            .map_err(|error| wrong(error.span().unwrap_or_default(), in_words(error.message())))?;
        let at = |at: Range<usize>| move |problem: String| wrong(at, problem);
        let experiment =
            read_source(&source, folder).map_err(|(place, problem)| at(place)(problem))?;
        // What only shows when all is put together.
        Plan::new(&experiment)
            .map(|_| ())
            .and_then(|()| run::prepare(&experiment).map(|_| ()))
            .map_err(|Problem { place, text }| at(span(&source, place))(text))?;
        Ok(experiment)
    }

    /// The experiment as a file that needs no other.
    ///
    /// # Errors
    /// If its seed is too large for a file.
    pub fn to_toml(&self) -> Result<String, Problem> {
        let seed = i64::try_from(self.seed);
        let games = i64::try_from(self.games);
        let (Ok(seed), Ok(games)) = (seed, games) else {
            let text = format!("seed and games have to be at most {}", i64::MAX);
            return Err(Problem::new(Place::Games, text));
        };
        let source = write_source(self, seed, games);
        Ok(toml::to_string(&source).expect("every part of an experiment can be written as TOML"))
    }
}

/// What is wrong with a value, without the names of Rust's types.
fn in_words(problem: &str) -> String {
    let types = [
        ("expected i64", "expected a whole number"),
        ("expected u32", "expected a whole number"),
        ("expected f64", "expected a number"),
    ];
    let told = problem.to_owned();
    types
        .iter()
        .fold(told, |told, (name, words)| told.replace(name, words))
}

fn here<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

type Wrong = (Range<usize>, String);

fn read_source(source: &Source, folder: &Path) -> Result<Experiment, Wrong> {
    let game: GameName = source
        .game
        .get_ref()
        .parse()
        .map_err(|error: rules::name::NameError| (source.game.span(), error.to_string()))?;
    let kind = read_kind(source)?;
    let players = source.players.iter().map(|player| {
        read_player(player.get_ref(), folder).map_err(|problem| (player.span(), problem))
    });
    let measures = matches!(kind, Kind::Measurement(_));
    let players = players.collect::<Result<Vec<_>, Wrong>>()?;
    let two_seats = with_game!(&game, G, rules => G::start(rules).facts().seats == 2);
    let usual = match (&kind, players.len()) {
        (Kind::Match, 0..=2) | (Kind::Sweep(_), _) if !two_seats => Seating::Mixed,
        _ => Seating::Balanced,
    };
    let seating = match &source.seating {
        None => usual,
        Some(seating) => named(seating, &Seating::ALL)?,
    };
    if measures && source.seating.is_some() {
        let at = source
            .seating
            .as_ref()
            .map(Spanned::span)
            .unwrap_or_default();
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
    let patience = match &source.patience {
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
        about: source.about.clone(),
        position: read_position(source, &game)?,
        game,
        kind,
        seating,
        players,
        openings: read_openings(source, folder)?,
        limits: source.limits.clone(),
        games: above(&source.games, 1, 100)?,
        stop: read_stop(source)?,
        seed: above(&source.seed, 0, 1)?,
        keep: read_keep(source.keep.as_ref())?,
        patience,
    })
}

fn read_kind(source: &Source) -> Result<Kind, Wrong> {
    let refuse = |present: Option<Range<usize>>, table: &str, kind: &str| match present {
        Some(at) => Err((
            at,
            format!("[{table}] is for the kind {kind}; leave it out"),
        )),
        None => Ok(()),
    };
    let name = &**source.kind.get_ref();
    if name != "sweep" {
        refuse(source.sweep.as_ref().map(Spanned::span), "sweep", "sweep")?;
    }
    if name != "measurement" {
        let at = source.measure.as_ref().map(Spanned::span);
        refuse(at, "measure", "measurement")?;
    }
    Ok(match name {
        "match" => Kind::Match,
        "round-robin" => Kind::RoundRobin,
        "gauntlet" => Kind::Gauntlet,
        "tournament" => Kind::Tournament,
        "sweep" => {
            let Some(sweep) = &source.sweep else {
                let text = "a sweep needs a table [sweep] with player, key, values and opponent";
                return Err((source.kind.span(), text.to_owned()));
            };
            Kind::Sweep(read_sweep(sweep.get_ref()).map_err(|problem| (sweep.span(), problem))?)
        }
        "measurement" => {
            let measure = source.measure.as_ref();
            if let Some(&depth) = measure
                .into_iter()
                .flat_map(|m| &m.get_ref().depths)
                .find(|&&depth| !(1..=1000).contains(&depth))
            {
                let at = measure.map(Spanned::span).unwrap_or_default();
                return Err((at, format!("the depth {depth} is not from 1 to 1000")));
            }
            Kind::Measurement(
                measure.map_or_else(Measurement::default, |measure| Measurement {
                    depths: measure.get_ref().depths.clone(),
                    reference: measure.get_ref().reference.clone(),
                }),
            )
        }
        other => {
            let text = format!(
                "there is no kind \"{other}\"; it can be match, round-robin, gauntlet, tournament, \
                 sweep or measurement"
            );
            return Err((source.kind.span(), text));
        }
    })
}

fn read_sweep(sweep: &SweepSource) -> Result<Sweep, String> {
    let values = match (&sweep.values, &sweep.range, &sweep.intervals) {
        (Some(values), None, None) => values.clone(),
        (None, Some(range), None) => {
            let steps = ((range.to - range.from) / range.step).round();
            if !(steps.is_finite() && (0.0..=1000.0).contains(&steps)) {
                return Err(
                    "a range goes from, to and by a step, with at most 1000 steps".to_owned(),
                );
            }
            let number = |step: u32| range.from + f64::from(step) * range.step;
            let whole = [range.from, range.to, range.step]
                .iter()
                .all(|x| x.fract() == 0.0);
            (0..=steps as u32)
                .map(|step| {
                    if whole {
                        toml::Value::Integer(number(step) as i64)
                    } else {
                        // Without the noise of adding binary fractions.
                        toml::Value::Float((number(step) * 1e9).round() / 1e9)
                    }
                })
                .collect()
        }
        (None, None, Some(of)) => {
            if !["+", "-"].contains(&&*of.sign) {
                return Err(format!(
                    "the sign of intervals is + or -, not \"{}\"",
                    of.sign
                ));
            }
            if of.length == 0 || of.from == 0 || of.from > of.to || of.to > 1000 {
                let text =
                    "intervals have a length above 0 and go from a move above 0 to a later one";
                return Err(text.to_owned());
            }
            (of.from..=of.to)
                .step_by(of.length as usize)
                .map(|from| {
                    let to = (from + of.length - 1).min(of.to);
                    toml::Value::String(format!("[{}]({from}-{to})", of.sign))
                })
                .collect()
        }
        _ => return Err("a sweep has either values, a range or intervals".to_owned()),
    };
    Ok(Sweep {
        player: sweep.player.clone(),
        key: sweep.key.clone(),
        values,
        opponent: sweep.opponent.clone(),
    })
}

fn read_player(player: &PlayerSource, folder: &Path) -> Result<Contender, String> {
    let said = |error: LoadError| error.to_string();
    let for_engines = player.protocol.is_some()
        || player.folder.is_some()
        || player.stderr.is_some()
        || player.start_timeout.is_some()
        || player.move_timeout.is_some();
    if player.command.is_none() && for_engines {
        let text = "protocol, folder, stderr and time-outs are for a player with a command";
        return Err(text.to_owned());
    }
    let contender = match (&player.player, &player.file, &player.text, &player.command) {
        (Some(name), None, None, None) if players::library::names().contains(&&**name) => {
            Contender::named(name).map_err(said)?
        }
        (Some(name), None, None, None) => return Err(said(LoadError::Unknown(name.clone()))),
        (None, Some(file), None, None) => {
            let path = folder.join(file);
            Contender::named(&path.display().to_string()).map_err(said)?
        }
        (None, None, Some(text), None) => {
            let name = player.name.as_deref().unwrap_or("player");
            Contender::from_text(name, text).map_err(|error| error.to_string())?
        }
        (None, None, None, Some(command)) => read_engine(player, command)?,
        _ => {
            let text = "a player has exactly one of player (a name from `kaesu players`), file, \
                        text and command";
            return Err(text.to_owned());
        }
    };
    Ok(Contender {
        name: player.name.clone().unwrap_or(contender.name),
        limits: player.limits.clone(),
        ..contender
    })
}

fn read_engine(player: &PlayerSource, command: &str) -> Result<Contender, String> {
    let Some(protocol) = &player.protocol else {
        return Err("a command needs a protocol: nboard or gtp".to_owned());
    };
    let seconds = |given: Option<f64>, usual: Duration| match given {
        None => Ok(usual),
        Some(seconds) => Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|time| !time.is_zero() && time.as_secs() <= 86_400)
            .ok_or_else(|| "a time-out is seconds above 0 and up to 86400".to_owned()),
    };
    let usual = EngineSpec::new(command, protocol.parse()?);
    let spec = EngineSpec {
        start_timeout: seconds(player.start_timeout, usual.start_timeout)?,
        move_timeout: seconds(player.move_timeout, usual.move_timeout)?,
        folder: player.folder.as_ref().map(PathBuf::from),
        stderr: player.stderr.as_ref().map(PathBuf::from),
        ..usual
    };
    let name = command.split_whitespace().next().unwrap_or(command);
    Ok(Contender::engine(name, spec))
}

/// The position that openings start from, as a line.
fn read_position(source: &Source, game: &GameName) -> Result<Option<String>, Wrong> {
    let Some(given) = source.moves.as_ref().or(source.position.as_ref()) else {
        return Ok(None);
    };
    let wrong = |problem: String| (given.span(), problem);
    with_game!(game, G, rules => {
        let mut position = match &source.position {
            Some(line) => G::parse_position(rules, line.get_ref())
                .map_err(|error| (line.span(), error.to_string()))?,
            None => G::start(rules),
        };
        if let Some(moves) = &source.moves {
            transcript::play_all(&mut position, moves.get_ref())
                .map_err(|error| wrong(error.to_string()))?;
        }
        Ok(Some(position.position_text()))
    })
}

fn read_openings(source: &Source, folder: &Path) -> Result<Openings, Wrong> {
    let Some(openings) = &source.openings else {
        return Ok(Openings::Start);
    };
    let wrong = |problem: String| (openings.span(), problem);
    let plies = |plies: u32| {
        let fits = (1..=1000).contains(&plies);
        fits.then_some(plies)
            .ok_or_else(|| wrong(format!("{plies} plies: it has to be 1 to 1000")))
    };
    let lines = |written: &Written| match (&written.file, &written.list) {
        (Some(file), None) => {
            let path = folder.join(file);
            let text = std::fs::read_to_string(&path);
            let text =
                text.map_err(|error| wrong(format!("{} cannot be read: {error}", path.display())))?;
            let lines = text
                .lines()
                .map(|line| line.split('#').next().unwrap_or("").trim());
            Ok(lines
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect())
        }
        (None, Some(list)) => Ok(list.clone()),
        _ => Err(wrong("give either a file or a list".to_owned())),
    };
    Ok(match openings.get_ref() {
        OpeningsSource::Start {} => Openings::Start,
        OpeningsSource::Lines(lines) => Openings::Lines {
            plies: plies(lines.plies)?,
        },
        OpeningsSource::Random(random) => Openings::Random {
            plies: plies(random.plies)?,
        },
        OpeningsSource::Balanced(balanced) => {
            if !(1..=1000).contains(&balanced.of) || !(1..=20).contains(&balanced.depth) {
                let text = "balanced openings are the best of 1 to 1000 lines by a search of depth 1 to 20";
                return Err(wrong(text.to_owned()));
            }
            Openings::Balanced {
                plies: plies(balanced.plies)?,
                of: balanced.of,
                depth: balanced.depth,
            }
        }
        OpeningsSource::Transcripts(written) => Openings::Transcripts(lines(written)?),
        OpeningsSource::Positions(written) => Openings::Positions(lines(written)?),
    })
}

fn read_stop(source: &Source) -> Result<Option<Stopping>, Wrong> {
    let Some(stop) = &source.stop else {
        return Ok(None);
    };
    let StopSource {
        elo,
        normalised_elo,
        score,
        alpha,
        beta,
    } = stop.get_ref();
    let (unit, [h0, h1]) = match (elo, normalised_elo, score) {
        (Some(elo), None, None) => (Unit::Elo, *elo),
        (None, Some(elo), None) => (Unit::NormalisedElo, *elo),
        (None, None, Some(score)) => (Unit::Score, *score),
        _ => {
            let text =
                "[stop] has exactly one of elo, normalised-elo and score, each as two numbers";
            return Err((stop.span(), text.to_owned()));
        }
    };
    if h0 >= h1 {
        let text = format!(
            "{} {h0} against {h1}: the first has to be below the second",
            unit.name()
        );
        return Err((stop.span(), text));
    }
    Ok(Some(Stopping {
        unit,
        h0,
        h1,
        alpha: *alpha,
        beta: *beta,
    }))
}

fn read_keep(keep: Option<&Spanned<Vec<String>>>) -> Result<Keep, Wrong> {
    let mut kept = Keep::default();
    let Some(keep) = keep else {
        return Ok(kept);
    };
    for name in keep.get_ref() {
        match &**name {
            "values" => kept.values = true,
            "nodes" => kept.nodes = true,
            "times" => kept.times = true,
            _ => {
                let text =
                    format!("nothing called \"{name}\" can be kept, only values, nodes and times");
                return Err((keep.span(), text));
            }
        }
    }
    Ok(kept)
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

/// Where a part of an experiment stands in its file.
fn span(source: &Source, place: Place) -> Range<usize> {
    let part = |at: Option<Range<usize>>| at.unwrap_or_else(|| source.kind.span());
    let first = || source.players.first().map(Spanned::span);
    match place {
        Place::Game => source.position.as_ref().unwrap_or(&source.game).span(),
        Place::Players => part(first()),
        Place::Player(index) => part(source.players.get(index).map(Spanned::span)),
        Place::Openings => part(source.openings.as_ref().map(Spanned::span)),
        Place::Seating => part(source.seating.as_ref().map(Spanned::span)),
        Place::Games => part(source.games.as_ref().map(Spanned::span)),
        Place::Stop => part(source.stop.as_ref().map(Spanned::span)),
        Place::Sweep => part(source.sweep.as_ref().map(Spanned::span)),
        Place::Measure => part(source.measure.as_ref().map(Spanned::span)),
    }
}

fn write_source(experiment: &Experiment, seed: i64, games: i64) -> Source {
    let measures = matches!(experiment.kind, Kind::Measurement(_));
    let Keep {
        values,
        nodes,
        times,
    } = experiment.keep;
    let kept = [(values, "values"), (nodes, "nodes"), (times, "times")];
    let kept = kept
        .iter()
        .filter(|(on, _)| *on)
        .map(|(_, name)| (*name).to_owned());
    let list = |lines: &[String]| Written {
        file: None,
        list: Some(lines.to_vec()),
    };
    Source {
        about: experiment.about.clone(),
        game: here(experiment.game.to_string()),
        position: experiment.position.clone().map(here),
        moves: None,
        kind: here(experiment.kind.name().to_owned()),
        seating: (!measures).then(|| here(experiment.seating.name().to_owned())),
        games: Some(here(games)),
        seed: Some(here(seed)),
        keep: Some(here(kept.collect())),
        patience: Some(here(experiment.patience.as_secs_f64())),
        limits: experiment.limits.clone(),
        openings: Some(here(match &experiment.openings {
            Openings::Start => OpeningsSource::Start {},
            Openings::Lines { plies } => OpeningsSource::Lines(Plies { plies: *plies }),
            Openings::Random { plies } => OpeningsSource::Random(Plies { plies: *plies }),
            Openings::Balanced { plies, of, depth } => OpeningsSource::Balanced(Balanced {
                plies: *plies,
                of: *of,
                depth: *depth,
            }),
            Openings::Transcripts(lines) => OpeningsSource::Transcripts(list(lines)),
            Openings::Positions(lines) => OpeningsSource::Positions(list(lines)),
        })),
        stop: experiment.stop.map(|stop| {
            let of = |unit| (stop.unit == unit).then_some([stop.h0, stop.h1]);
            here(StopSource {
                elo: of(Unit::Elo),
                normalised_elo: of(Unit::NormalisedElo),
                score: of(Unit::Score),
                alpha: stop.alpha,
                beta: stop.beta,
            })
        }),
        sweep: match &experiment.kind {
            Kind::Sweep(sweep) => Some(here(SweepSource {
                player: sweep.player.clone(),
                key: sweep.key.clone(),
                values: Some(sweep.values.clone()),
                range: None,
                intervals: None,
                opponent: sweep.opponent.clone(),
            })),
            _ => None,
        },
        measure: match &experiment.kind {
            Kind::Measurement(measure) => Some(here(MeasureSource {
                depths: measure.depths.clone(),
                reference: measure.reference.clone(),
            })),
            _ => None,
        },
        players: experiment.players.iter().map(write_player).collect(),
    }
}

fn write_player(contender: &Contender) -> Spanned<PlayerSource> {
    let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    let who = match &contender.who {
        Who::File { text, .. } => PlayerSource {
            text: Some(text.clone()),
            ..PlayerSource::default()
        },
        Who::Engine(spec) => PlayerSource {
            command: Some(spec.command.clone()),
            protocol: Some(spec.protocol.name().to_owned()),
            folder: path(&spec.folder),
            stderr: path(&spec.stderr),
            start_timeout: Some(spec.start_timeout.as_secs_f64()),
            move_timeout: Some(spec.move_timeout.as_secs_f64()),
            ..PlayerSource::default()
        },
    };
    here(PlayerSource {
        name: Some(contender.name.clone()),
        limits: contender.limits.clone(),
        ..who
    })
}
