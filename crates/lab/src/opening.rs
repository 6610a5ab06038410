//! Where games begin: an opening is a pure function of the experiment and its number.

use std::any::Any;
use std::collections::HashSet;

use players::{Playable, PlayerFile, Turn, library};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::GameName;
use rules::hash::mix;
use rules::line::GameLine;
use search::{Limits, trees};

use crate::experiment::{Experiment, Kind};
use crate::plan::{Place, Problem, opening_seed};

/// How the openings of an experiment are made.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// The start position. When searches are measured on synthetic trees, every position is the
    /// root of another tree of the series.
    Start,
    /// All lines of this many plies that do not end the game, in an order by the seed; one of those
    /// that lead to the same position.
    Lines {
        /// How many plies.
        plies: u32,
    },
    /// Random moves that do not end the game. Each opening is drawn independently, so that one may
    /// occur again.
    Random {
        /// How many plies.
        plies: u32,
    },
    /// For two seats: of several random lines the one that a quick search finds most equal.
    Balanced {
        /// How many plies.
        plies: u32,
        /// Of how many lines.
        of: u32,
        /// How deep the search looks.
        depth: u32,
    },
    /// Written lines of moves, each once, and then again from the first.
    Transcripts(Vec<String>),
    /// Position lines, each once, and then again from the first.
    Positions(Vec<String>),
}

/// The most lines that are written down before the first game.
const MOST_LINES: usize = 200_000;

/// How often a random line may end the game before drawing another is given up.
const ATTEMPTS: u64 = 1000;

/// A position to play from.
#[derive(Clone, Debug)]
pub(crate) struct Opening<G: Playable> {
    /// The position line it starts from as it was given; `None` for the start of the game.
    pub(crate) start: Option<String>,
    /// The moves from there.
    pub(crate) line: GameLine<G>,
}

/// The openings of an experiment, ready to be asked for.
pub(crate) struct OpeningSet<G: Playable> {
    start: G,
    line: Option<String>,
    seed: u64,
    kind: OpeningKind<G>,
}

enum OpeningKind<G: Playable> {
    Start,
    Trees(rules::tree::Parameters),
    Written(Vec<Opening<G>>),
    Random {
        plies: u32,
    },
    Balanced {
        plies: u32,
        of: u32,
        depth: u32,
        adviser: Box<PlayerFile>,
    },
}

impl<G: Playable> OpeningSet<G> {
    pub(crate) fn new(experiment: &Experiment, rules: &G::Rules) -> Result<Self, Problem> {
        let at = |place| move |text: String| Problem::new(place, text);
        let start = match &experiment.position {
            None => G::start(rules),
            Some(line) => G::parse_position(rules, line)
                .map_err(|error| at(Place::Game)(error.to_string()))?,
        };
        if start.is_finished() {
            return Err(at(Place::Game)(
                "the game is over in this position".to_owned(),
            ));
        }
        let mut this = Self {
            line: experiment.position.clone(),
            seed: experiment.seed,
            kind: OpeningKind::Start,
            start,
        };
        this.kind = match &experiment.openings {
            Openings::Start => match &experiment.game {
                GameName::Tree(rules) if matches!(experiment.kind, Kind::Measurement(_)) => {
                    OpeningKind::Trees(*rules.parameters())
                }
                _ => OpeningKind::Start,
            },
            Openings::Lines { plies } => OpeningKind::Written(this.all_lines(*plies)?),
            Openings::Random { plies } => OpeningKind::Random { plies: *plies },
            Openings::Balanced { plies, of, depth } => {
                if this.start.facts().seats != 2 {
                    return Err(at(Place::Openings)(
                        "balanced openings are for two seats; for more, blocks of seatings are the \
                         balance, so choose [openings.random]"
                            .to_owned(),
                    ));
                }
                let adviser = library::load(library::adviser(experiment.game.plain_name()));
                OpeningKind::Balanced {
                    plies: *plies,
                    of: *of,
                    depth: *depth,
                    adviser: Box::new(adviser.expect("every game has an adviser")),
                }
            }
            Openings::Transcripts(lines) => OpeningKind::Written(this.written(lines, |text| {
                let mut opening = this.at_start();
                let played = opening.line.play_transcript(text);
                played.map_err(|error| error.to_string())?;
                Ok(opening)
            })?),
            Openings::Positions(lines) => OpeningKind::Written(this.written(lines, |text| {
                let position = G::parse_position(rules, text).map_err(|e| e.to_string())?;
                Ok(Opening {
                    start: Some(text.to_owned()),
                    line: GameLine::new(position),
                })
            })?),
        };
        if let Openings::Random { plies } | Openings::Balanced { plies, .. } = experiment.openings
            && this
                .random_line(plies, opening_seed(this.seed, 0))
                .is_none()
        {
            return Err(at(Place::Openings)(format!(
                "random lines of {plies} plies end the game; choose fewer"
            )));
        }
        Ok(this)
    }

    /// Returns how many different openings there are, where that is known.
    pub(crate) fn different(&self) -> Option<usize> {
        match &self.kind {
            OpeningKind::Start => Some(1),
            OpeningKind::Written(all) => Some(all.len()),
            OpeningKind::Trees(_) | OpeningKind::Random { .. } | OpeningKind::Balanced { .. } => {
                None
            }
        }
    }

    /// Returns the opening with this number.
    pub(crate) fn get(&self, number: u64) -> Opening<G> {
        match &self.kind {
            OpeningKind::Start => self.at_start(),
            OpeningKind::Written(all) => all[(number % all.len() as u64) as usize].clone(),
            OpeningKind::Trees(series) => {
                let tree = trees::nth(series, number).expect("the series was checked");
                let rules: &dyn Any = &tree;
                let rules = rules.downcast_ref().expect("the game is a tree");
                let name = GameName::Tree(tree).to_string();
                Opening {
                    start: Some(name),
                    line: GameLine::new(G::start(rules)),
                }
            }
            OpeningKind::Random { plies } => self
                .random_line(*plies, opening_seed(self.seed, number))
                .unwrap_or_else(|| self.at_start()),
            OpeningKind::Balanced {
                plies,
                of,
                depth,
                adviser,
            } => {
                let mut adviser = G::player(adviser).expect("it plays this game");
                let limits = Limits::depth(*depth);
                let lines = self.candidates(number, *plies, *of).map(|opening| {
                    let position = opening.line.position();
                    let choice = adviser.choose(&mut Turn {
                        position,
                        line: &opening.line,
                        seed: 0,
                        limits: &limits,
                        notes: &[],
                        progress: &mut |_| (),
                    });
                    let values = choice.expect("players of ours have a move").report.values;
                    (values[position.turn()].unsigned_abs(), opening)
                });
                let best = lines.min_by_key(|(distance, _)| *distance);
                best.map_or_else(|| self.at_start(), |(_, opening)| opening)
            }
        }
    }

    /// Reports whether `is` likes the opening with this number. Of balanced ones, which a search chooses, it is shown
    /// each that can be chosen.
    pub(crate) fn can_be(&self, number: u64, is: &mut dyn FnMut(&Opening<G>) -> bool) -> bool {
        let OpeningKind::Balanced { plies, of, .. } = &self.kind else {
            return is(&self.get(number));
        };
        let mut lines = self.candidates(number, *plies, *of).peekable();
        match lines.peek() {
            Some(_) => lines.any(|opening| is(&opening)),
            None => is(&self.at_start()),
        }
    }

    /// Returns the lines of which the most equal is an opening.
    fn candidates(
        &self,
        number: u64,
        plies: u32,
        of: u32,
    ) -> impl Iterator<Item = Opening<G>> + '_ {
        let seed = move |candidate| mix(opening_seed(self.seed, number) ^ mix(candidate));
        (0..u64::from(of)).filter_map(move |candidate| self.random_line(plies, seed(candidate)))
    }

    /// Returns the start without any move.
    fn at_start(&self) -> Opening<G> {
        Opening {
            start: self.line.clone(),
            line: GameLine::new(self.start.clone()),
        }
    }

    /// Returns a random line that does not end the game.
    fn random_line(&self, plies: u32, seed: u64) -> Option<Opening<G>> {
        let mut moves = G::Moves::default();
        for attempt in 0..ATTEMPTS {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(seed ^ attempt));
            let mut opening = self.at_start();
            for _ in 0..plies {
                rules::MoveList::clear(&mut moves);
                opening.line.position().generate(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.random_range(0..moves.len())];
                opening.line.play(m).expect("the move is from the list");
            }
            if !opening.line.is_finished() {
                return Some(opening);
            }
        }
        None
    }

    fn all_lines(&self, plies: u32) -> Result<Vec<Opening<G>>, Problem> {
        let mut lines = vec![self.at_start()];
        for ply in 1..=plies {
            let mut seen = HashSet::new();
            let mut longer = Vec::new();
            for shorter in &lines {
                for m in shorter.line.position().legal() {
                    let position = shorter.line.position().after(m);
                    if position.is_finished() || !seen.insert(position.position_text()) {
                        continue;
                    }
                    let mut opening: Opening<G> = shorter.clone();
                    opening.line.play(m).expect("the move is from the list");
                    longer.push(opening);
                }
            }
            if longer.len() > MOST_LINES {
                return Err(Problem::new(
                    Place::Openings,
                    format!(
                        "there are more than {MOST_LINES} lines of {ply} plies; choose fewer plies"
                    ),
                ));
            }
            lines = longer;
        }
        if lines.is_empty() {
            let text = format!("every line of {plies} plies ends the game; choose fewer");
            return Err(Problem::new(Place::Openings, text));
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(opening_seed(self.seed, u64::MAX));
        lines.shuffle(&mut random);
        Ok(lines)
    }

    fn written(
        &self,
        lines: &[String],
        read: impl Fn(&str) -> Result<Opening<G>, String>,
    ) -> Result<Vec<Opening<G>>, Problem> {
        let wrong = |text| Problem::new(Place::Openings, text);
        if lines.is_empty() {
            return Err(wrong("there is no opening in the list".to_owned()));
        }
        let each = lines.iter().enumerate().map(|(index, line)| {
            let problem = |text| wrong(format!("opening {}: {text}", index + 1));
            let opening = read(line).map_err(problem)?;
            if opening.line.is_finished() {
                return Err(problem("the game is over after it".to_owned()));
            }
            Ok(opening)
        });
        each.collect()
    }
}
