//! A program as a player like any other.

use rules::{GameName, Notation, PerSeat};
use search::Report;

use super::story::side;
use super::{Engine, EngineError, EngineSpec};
use crate::file::{FileError, LimitsSpec, PlayerFile};
use crate::maker::Maker;
use crate::measure::Measure;
use crate::player::{Choice, Player, PlayerError, Program, Turn};

/// Asks a program, which is started with the first question and ends with the player.
pub(crate) struct ExternalPlayer {
    spec: EngineSpec,
    game: GameName,
    limits: LimitsSpec,
    engine: Option<Box<Engine>>,
}

impl ExternalPlayer {
    /// Checks that the protocol knows the game; no program is started.
    pub(crate) fn maker<G: Notation>(
        file: &PlayerFile,
        spec: &EngineSpec,
        game: &str,
    ) -> Result<Maker<G>, FileError> {
        let known = spec.protocol.games();
        if !known.contains(&game) {
            let (protocol, known) = (spec.protocol.name(), known.join(", "));
            let problem = format!("through {protocol} only {known} can be played, not {game}");
            return Err(file.wrong_search(problem));
        }
        let game: GameName = game.parse().expect("it is one of those listed");
        let (spec, limits) = (spec.clone(), file.limits.clone());
        Ok(Maker::new(move || {
            Ok(Box::new(Self {
                spec: spec.clone(),
                game: game.clone(),
                limits: limits.clone(),
                engine: None,
            }))
        }))
    }
}

impl<G: Notation> Player<G> for ExternalPlayer {
    fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
        let limits = self.limits.or(turn.limits);
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => {
                let engine = Engine::start_unless_stopped(&self.spec, &limits)?;
                none.insert(Box::new(engine))
            }
        };
        let answer = engine.choose(&self.game, turn.line, &limits)?;
        let command = || self.spec.command.clone();
        let m = turn
            .position
            .parse_move(&answer.text)
            .map_err(|_| EngineError::Unreadable {
                command: command(),
                said: answer.text.clone(),
            })?;
        if !turn.position.is_legal(m) {
            return Err(PlayerError::from(EngineError::Illegal {
                command: command(),
                played: answer.text,
            }));
        }
        let (seats, mover) = (turn.position.facts().seats, turn.position.turn());
        // What a program says of itself is from its own side. Zeros stand for what it does not say.
        let value = answer.value.unwrap_or(0);
        let values = PerSeat::from_fn(seats, |seat| if seat == mover { value } else { -value });
        let mut report = Report::before(values, vec![m]);
        report.nodes = answer.nodes;
        report.time = answer.time;
        Ok(Choice {
            m,
            report,
            valued: answer.value.is_some(),
            note: None,
        })
    }

    /// Programs value positions in discs.
    fn measure(&self, _: &G) -> Measure {
        let side = f64::from(side(&self.game).unwrap_or(8));
        Measure::Discs {
            disc: 100.0,
            most: side * side,
        }
    }

    fn program(&self) -> Option<Program> {
        let engine = self.engine.as_ref()?;
        Some(Program {
            name: engine.name().to_owned(),
            version: engine.version().map(str::to_owned),
        })
    }
}
