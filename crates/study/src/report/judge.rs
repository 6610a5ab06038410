//! Who says what positions and moves are worth: as a planned claim says, or chosen when the report is written.
//!
//! A player values positions, so that a move of the opponent is a jump of the evaluation; or a player that
//! errs like people says how unlikely a move was to come from such a one: its surprisal.

use players::evaluation::finished::WON;
use players::library::{self, LoadError};
use players::{Playable, PlayerFile, Playing};
use rules::{Game, Seat, with_game};
use search::Limits;
use thiserror::Error;

use crate::file::{Claim, Study};
use crate::table::StudyTable;

/// How often a player is asked for a move, to see how often it would play which.
const ASKED: u32 = 64;
/// From here on a value says that the game is decided.
const DECIDED: f64 = 1e6;
/// What stands before the name of a player whose surprisal is taken.
pub(crate) const SURPRISAL: &str = "surprisal:";

/// A judge.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge {
    /// What it is called in the report.
    pub name: String,
    file: PlayerFile,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Values,
    Surprisal,
}

impl Kind {
    fn of(name: &str) -> Self {
        match name.starts_with(SURPRISAL) {
            true => Self::Surprisal,
            false => Self::Values,
        }
    }
}

/// Why there is no such judge.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// There is no such player.
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// What a judge says of a game, for one seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged {
    /// What every position is worth to the seat, from the start on; nothing if it values none. How a game
    /// ended is no judgement, and is in another unit.
    values: Vec<Option<f64>>,
    /// How far every ply moved the evaluation, or how surprising it was.
    jumps: Vec<Option<f64>>,
}

impl Judged {
    /// Returns what the position after so many plies is worth.
    pub(crate) fn value(&self, plies: u32) -> Option<f64> {
        *self.values.get(plies as usize)?
    }

    /// Returns how large the jump of a ply was, counted from 1.
    pub(crate) fn jump(&self, ply: u32) -> Option<f64> {
        *self.jumps.get(ply.checked_sub(1)? as usize)?
    }
}

impl Judge {
    /// Finds a judge: a player by name or file, or `surprisal:` and one.
    ///
    /// # Errors
    /// Returns an error if there is no such player.
    pub fn named(name: &str) -> Result<Self, JudgeError> {
        Ok(Self {
            name: name.to_owned(),
            file: library::load(name.strip_prefix(SURPRISAL).unwrap_or(name))?,
            kind: Kind::of(name),
        })
    }

    /// Returns the judge of a planned claim, as the study's file names it; `None` if nobody is named and
    /// nobody judges such games by themselves.
    ///
    /// # Errors
    /// Returns an error if there is no such player.
    pub fn planned(study: &Study, claim: &Claim) -> Result<Option<Self>, JudgeError> {
        let Some(name) = super::planned_judge(study, claim) else {
            return Ok(None);
        };
        let own = name.strip_prefix(SURPRISAL).unwrap_or(name);
        // As it was kept with the study, whatever became of the player since.
        Ok(Some(match study.players.get(own) {
            Some(player) => Self {
                name: name.to_owned(),
                file: player.file.clone(),
                kind: Kind::of(name),
            },
            None => Self::named(name)?,
        }))
    }

    /// Returns the judge of the first planned claim that has one, or else the usual one of the study's games.
    ///
    /// # Errors
    /// Returns an error if there is no such player.
    pub fn of_study(study: &Study) -> Result<Option<Self>, JudgeError> {
        for claim in &study.claims {
            if let Some(judge) = Self::planned(study, claim)? {
                return Ok(Some(judge));
            }
        }
        super::usual_judge(study).map(Self::named).transpose()
    }

    /// Reports whether it takes how unlikely moves were, and values nothing.
    pub(crate) fn is_surprisal(&self) -> bool {
        self.kind == Kind::Surprisal
    }

    /// Judges a game for a seat.
    pub(crate) fn judge(
        &self,
        study: &Study,
        table: &StudyTable,
        seat: u8,
    ) -> Result<Judged, String> {
        let game = &study.arms[table.arm].game;
        with_game!(game, G, rules => match self.kind {
            Kind::Values => self.valued::<G>(G::start(rules), table, seat),
            Kind::Surprisal => self.surprised::<G>(G::start(rules), table, seat),
        })
    }

    fn valued<G: Playable>(
        &self,
        start: G,
        table: &StudyTable,
        seat: u8,
    ) -> Result<Judged, String> {
        let mut judge = G::player(&self.file).map_err(|error| error.to_string())?;
        let mut playing = Playing::new(start, 0);
        let mut values = Vec::new();
        for ply in std::iter::once(None).chain(table.plies.iter().map(Some)) {
            if let Some(ply) = ply {
                play(&mut playing, &ply.text)?;
            }
            let position = playing.position();
            let seat = Seat::new(seat.into());
            if position.is_finished() {
                values.push(None);
                continue;
            }
            let choice = playing
                .ask(&mut *judge, &Limits::default(), &mut |_| ())
                .map_err(|error| error.to_string())?;
            values.push(Some(f64::from(choice.report.values[seat])));
        }
        // What is decided has a value beyond all others, which would leave nothing to see of them.
        let undecided = values.iter().flatten().map(|value: &f64| value.abs());
        let most = undecided
            .filter(|&value| value < DECIDED)
            .fold(0.0, f64::max);
        for value in values.iter_mut().flatten() {
            *value = if most == 0.0 {
                // All of it is decided, as on small boards: then it is told by how much.
                *value % f64::from(WON)
            } else {
                value.clamp(-most, most)
            };
        }
        // After a move less before it.
        let jumps = values
            .windows(2)
            .map(|pair| Some((pair[1]? - pair[0]?).abs()));
        Ok(Judged {
            jumps: jumps.collect(),
            values,
        })
    }

    /// Returns how surprising the moves of the others are, in bits: a player that errs like people is asked many
    /// times with other seeds, and half a vote more for every legal move keeps what it never plays finite.
    fn surprised<G: Playable>(
        &self,
        start: G,
        table: &StudyTable,
        seat: u8,
    ) -> Result<Judged, String> {
        let mut judge = G::player(&self.file).map_err(|error| error.to_string())?;
        let mut playing = Playing::new(start, 0);
        let mut jumps = Vec::new();
        for ply in &table.plies {
            let position = playing.position();
            let legal = position.legal().len();
            let jump = if ply.seat == seat || legal < 2 {
                None
            } else {
                let mut same = 0.0;
                for seed in 0..ASKED {
                    playing.seed = seed.into();
                    let choice = playing
                        .ask(&mut *judge, &Limits::default(), &mut |_| ())
                        .map_err(|error| error.to_string())?;
                    let said = playing.position().move_text(choice.m);
                    same += f64::from(u8::from(said == ply.text));
                }
                let share = (same + 0.5) / (f64::from(ASKED) + 0.5 * legal as f64);
                Some(-share.log2())
            };
            jumps.push(jump);
            play(&mut playing, &ply.text)?;
        }
        Ok(Judged {
            values: Vec::new(),
            jumps,
        })
    }
}

fn play<G: Playable>(playing: &mut Playing<G>, text: &str) -> Result<(), String> {
    let played = playing.line.play_text(text);
    played.map(|_| ()).map_err(|error| error.to_string())
}
