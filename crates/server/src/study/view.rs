//! What participants and the experimenter see. Whatever would tell an arm is left out here.

use std::collections::{BTreeMap, BTreeSet};

use study::event::{Link, Mover};
use study::file::{At, Kind, Question, Rule};
use study::folder::Folder;
use study::person::{Person, Slot, State};
use study::table::StudyTable;
use study::{Code, Language, Register, Step, Study, Text, asking};

use super::actor::Links;
use super::boards::Boards;
use crate::protocol::board::{Ply, PositionView};
use crate::protocol::http::Label;
use crate::protocol::study::{
    StudyCell, StudyCurve, StudyDebrief, StudyDesk, StudyGame, StudyOption, StudyPerson, StudyPlay,
    StudyPoint, StudyQuestion, StudyStep, StudyView,
};
use crate::table::Table;

/// A text in both languages; what a study does not speak is empty.
pub(super) fn label(text: &Text) -> Label {
    Label {
        en: text.get(Language::En).to_owned(),
        ja: text.get(Language::Ja).to_owned(),
    }
}

/// All that a view is made from.
pub(super) struct Asked<'a> {
    pub(super) register: &'a Register,
    /// The board of the game that the person is at, with all that was played there.
    pub(super) board: Option<&'a dyn Table>,
    pub(super) present: BTreeSet<&'a Code>,
    pub(super) external: Option<&'a str>,
    pub(super) drafts: BTreeMap<String, String>,
    pub(super) simulated: bool,
    /// Whether nothing of it is kept.
    pub(super) visits: bool,
    pub(super) now: u64,
}

impl Asked<'_> {
    fn study(&self) -> &Study {
        self.register.study()
    }

    /// Returns where a person is, and all they may see.
    pub(super) fn view(&self, person: &Person) -> StudyView {
        let mut next = None;
        let step = self.step(person, &mut next);
        StudyView {
            code: person.code.to_string(),
            language: person.language.name().to_owned(),
            title: self.study().title.get(person.language).to_owned(),
            paused: self.register.is_paused(),
            next: next.map(|at: u64| at.saturating_sub(self.now) as u32),
            simulated: self.simulated,
            visits: self.visits,
            step,
        }
    }

    fn step(&self, person: &Person, next: &mut Option<u64>) -> StudyStep {
        let study = self.study();
        match self.register.step(person) {
            Step::TurnedAway => StudyStep::TurnedAway,
            Step::Ended => StudyStep::Ended,
            // Who plays first and agrees later must not know which program is which.
            Step::Debrief | Step::Done if self.visits => StudyStep::Done { url: None },
            Step::Done => StudyStep::Done { url: self.url() },
            Step::Questions { at, game, open } => StudyStep::Questions {
                at: at.name().to_owned(),
                game,
                questions: self.questions(person, game, &open),
                drafts: self.drafts.clone(),
            },
            Step::Rules => StudyStep::Rules {
                game: study.arms[0].game.plain_name().to_owned(),
                moves: study.practice.moves,
                asks: (0..study.arms.len()).any(|arm| *study.rule(arm) != Rule::Never)
                    && study.asked_at(At::Move).next().is_some(),
            },
            Step::Waiting { game } => {
                let waits = |other: &&Person| {
                    self.present.contains(&other.code)
                        && self.register.step(other) == (Step::Waiting { game })
                };
                let may_leave = self.register.may_begin(person);
                if may_leave > self.now {
                    *next = Some(may_leave);
                }
                StudyStep::Waiting {
                    present: self.register.people().filter(waits).count() as u32,
                    needed: study.people_at_a_table() as u32,
                    alone: may_leave <= self.now,
                    replaced: self.register.table_of(person, game).is_some(),
                }
            }
            Step::Play { game } => match self.register.table_of(person, game) {
                None => StudyStep::Ended,
                Some(table) => self.play(person, table, next),
            },
            Step::Replay { game, ply, open } => match self.register.table_of(person, game) {
                None => StudyStep::Ended,
                Some(table) => {
                    let mut play = self.board(person, table, ply as usize, false);
                    play.asked = self.questions(person, Some(game), &open);
                    play.asked_ply = Some(ply);
                    StudyStep::Replay(Box::new(play))
                }
            },
            Step::Pause { game } => StudyStep::Pause {
                game,
                of: study.games_each,
            },
            Step::Debrief => StudyStep::Debrief(Box::new(self.debrief(person))),
        }
    }

    fn url(&self) -> Option<String> {
        let url = self.study().end_url.as_ref()?;
        Some(url.replace("{id}", &encoded(self.external.unwrap_or_default())))
    }

    fn questions(&self, person: &Person, game: Option<u8>, open: &[String]) -> Vec<StudyQuestion> {
        let asked = open.iter().filter_map(|id| self.study().question(id));
        asked
            .map(|question| self.question(person, question, game))
            .collect()
    }

    fn question(&self, person: &Person, question: &Question, game: Option<u8>) -> StudyQuestion {
        let study = self.study();
        let scale = matches!(question.kind, Kind::Scale(_));
        let options = question.options(study.games_each);
        let most = options.len();
        let mut options: Vec<StudyOption> = (1..)
            .zip(options)
            .map(|(number, value)| {
                let end = match number {
                    1 => "low",
                    n if n == most => "high",
                    _ => "",
                };
                let named = question.labels.get(&value);
                let named = named.or_else(|| question.labels.get(end).filter(|_| scale));
                StudyOption {
                    label: named.map_or(String::new(), |text| text.get(person.language).to_owned()),
                    value,
                }
            })
            .collect();
        if question.at == At::Move && !scale && person.is_mirrored(study) {
            options.reverse();
        }
        let slot = Slot {
            game,
            ply: None,
            question: question.id.clone(),
        };
        StudyQuestion {
            id: question.id.clone(),
            ask: question.ask.get(person.language).to_owned(),
            options,
            scale,
            letters: match question.kind {
                Kind::Text(letters) => Some(letters as u32),
                _ => None,
            },
            skip: question.right.is_none(),
            again: question.right.is_some() && person.has(&slot),
        }
    }

    fn play(&self, person: &Person, table: &StudyTable, next: &mut Option<u64>) -> StudyStep {
        let Some(seen) = self.register.seen(person, table, self.now) else {
            return StudyStep::Ended;
        };
        *next = seen.next.filter(|_| !self.register.is_paused());
        let mut play = self.board(person, table, seen.plies as usize, seen.to_move);
        play.over = seen.over;
        if let Some((ply, open)) = &seen.asked {
            play.asked = self.questions(person, Some(table.game), open);
            play.asked_ply = Some(*ply);
        }
        StudyStep::Play(Box::new(play))
    }

    /// Returns the board after so many plies, and nothing of what was played later.
    fn board(&self, person: &Person, table: &StudyTable, plies: usize, to_move: bool) -> StudyPlay {
        let study = self.study();
        let shown = self
            .board
            .iter()
            .flat_map(|board| board.plies())
            .take(plies);
        let shown = shown.map(|ply| Ply {
            ms: 0,
            ..ply.clone()
        });
        StudyPlay {
            game: table.game,
            of: study.games_each,
            name: study.arms[table.arm].game.to_string(),
            seat: table.seat_of(&person.code).unwrap_or(0),
            together: study.arms[table.arm].is_in_pairs(),
            seats: self.board.map_or(Vec::new(), |board| board.seats()),
            position: self
                .board
                .map_or_else(nothing, |board| board.view(plies, to_move)),
            plies: shown.collect(),
            to_move,
            over: false,
            asked: Vec::new(),
            asked_ply: None,
            answer_time: study.times.answer as u32,
        }
    }

    fn debrief(&self, person: &Person) -> StudyDebrief {
        let study = self.study();
        let games = (1..=study.games_each).filter_map(|game| {
            let table = self.register.table_of(person, game)?;
            Some(self.told(person, table))
        });
        StudyDebrief {
            text: study.debrief.get(person.language).to_owned(),
            games: games.collect(),
            url: self.url(),
        }
    }

    /// Returns a game as it is told at the end, with the person's own curve.
    fn told(&self, person: &Person, table: &StudyTable) -> StudyGame {
        let study = self.study();
        let seat = table.seat_of(&person.code).unwrap_or(0);
        let moments = asking::moments(study, table, seat);
        let own_move = |ply: u32| moments.iter().filter(|&&own| own <= ply).count() as u32;
        let curve = |question: &Question| {
            let options = question.options(0);
            let points = moments.iter().filter_map(|&ply| {
                let answer = person
                    .answers
                    .get(&Slot::of_move(&question.id, table.game, ply))?;
                let place = options
                    .iter()
                    .position(|option| Some(option) == answer.value.as_ref())?;
                let value = 1.0 - 2.0 * place as f64 / (options.len() as f64 - 1.0);
                Some(StudyPoint {
                    own_move: own_move(ply),
                    value,
                })
            });
            let named = |option: &String| {
                let label = question.labels.get(option);
                label.map_or_else(
                    || option.clone(),
                    |text| text.get(person.language).to_owned(),
                )
            };
            StudyCurve {
                ask: question.ask.get(person.language).to_owned(),
                options: options.iter().map(named).collect(),
                points: points.collect(),
            }
        };
        let played = (1..)
            .zip(&table.plies)
            .filter(|(_, ply)| ply.by == Mover::Player);
        let values = played.clone().filter_map(|(number, ply)| {
            let value = *ply.values.as_ref()?.get(usize::from(ply.seat))?;
            Some(StudyPoint {
                own_move: own_move(number),
                value: f64::from(value),
            })
        });
        let acts = played
            .filter(|(_, ply)| ply.act.is_some())
            .map(|(number, _)| own_move(number));
        StudyGame {
            game: table.game,
            title: study.arms[table.arm].title.get(person.language).to_owned(),
            result: study::export::result_of(table, seat)
                .unwrap_or_default()
                .to_owned(),
            answers: study
                .asked_at(At::Move)
                .map(curve)
                .filter(|c| !c.points.is_empty())
                .collect(),
            values: values.collect(),
            acts: acts.collect(),
        }
    }
}

/// A text as a part of an address, byte by byte of its UTF-8.
fn encoded(text: &str) -> String {
    let safe = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(safe).collect()
}

/// An empty board, of a game that the page has no board for.
fn nothing() -> PositionView {
    PositionView {
        ply: 0,
        turn: None,
        board: crate::protocol::board::BoardView::Discs(crate::protocol::board::DiscBoard {
            rows: 0,
            columns: 0,
            cells: Vec::new(),
            territories: Vec::new(),
            forbidden: Vec::new(),
        }),
        legal: Vec::new(),
        scores: Vec::new(),
        ranks: Vec::new(),
        finished: false,
        line: String::new(),
    }
}

/// Reports whether the study waits for somebody. At a table that others sit at it may wait for those.
fn is_awaited(register: &Register, person: &Person, now: u64) -> bool {
    match register.step(person) {
        Step::Waiting { .. } => false,
        Step::Play { game } => {
            let table = register.table_of(person, game);
            let Some(table) = table.filter(|table| table.is_shared()) else {
                return true;
            };
            let seen = register.seen(person, table, now);
            seen.is_none_or(|seen| seen.to_move || seen.over || seen.asked.is_some())
        }
        _ => true,
    }
}

/// Returns what the experimenter sees.
pub(super) fn desk(
    folder: &Folder,
    register: &Register,
    boards: &mut Boards,
    present: &BTreeSet<&Code>,
    links: &Links,
    now: u64,
) -> StudyDesk {
    let study = register.study();
    let version = folder.versions().last();
    let cells = register.cells().iter().enumerate().map(|(number, cell)| {
        let of = |states: &[State]| {
            let here = register.people().filter(|person| {
                person.counts() && person.cell == Some(number) && states.contains(&person.state)
            });
            here.count() as u32
        };
        let games = cell
            .games
            .iter()
            .map(|(arm, side)| format!("{} {}", study.arms[*arm].name, side + 1));
        StudyCell {
            label: games.collect::<Vec<_>>().join(" > "),
            active: of(&[State::Active]),
            finished: of(&[State::Finished]),
            left: of(&[State::Lost, State::Freed]),
        }
    });
    let people = register.in_order().into_iter().map(|person| {
        let step = register.step(person);
        let idle = now.saturating_sub(register.heard_of(person));
        let here = present.contains(&person.code);
        let alarm = match person.state {
            State::Lost => Some("gone"),
            State::Active if !here && idle > study.times.idle => Some("gone"),
            State::Active if idle > study.times.idle && is_awaited(register, person, now) => {
                Some("stuck")
            }
            _ => None,
        };
        let table = match step {
            Step::Play { game } | Step::Replay { game, .. } => register.table_of(person, game),
            _ => None,
        };
        let board = table.and_then(|table| {
            let seen = register.seen(person, table, now)?;
            let plies = seen.plies as usize;
            let board = boards.catch_up(study, table)?;
            Some(board.view(plies, false).board)
        });
        StudyPerson {
            code: person.code.to_string(),
            link: match person.link {
                Link::Real => "real",
                Link::Test => "test",
                Link::Simulated => "simulated",
            }
            .to_owned(),
            state: match person.state {
                State::Active => "active",
                State::Lost => "lost",
                State::Finished => "finished",
                State::Freed => "freed",
                State::TurnedAway { .. } => "turned-away",
            }
            .to_owned(),
            step: step.name(),
            idle: u32::try_from(idle).unwrap_or(u32::MAX),
            present: here,
            alarm: alarm.map(str::to_owned),
            again: person.again,
            flagged: (1..=study.games_each)
                .filter_map(|game| register.table_of(person, game))
                .any(|table| table.is_flagged() && table.seat_of(&person.code).is_some()),
            board,
        }
    });
    StudyDesk {
        title: label(&study.title),
        hash: study.hash(),
        version: study.version,
        frozen: version.is_some_and(|version| version.frozen.is_some()),
        paused: register.is_paused(),
        closed: register.is_closed(),
        simulated: folder.is_simulated(),
        wanted: study.people,
        finished: register.finished() as u32,
        declined: register.declined(),
        link: links.link.clone(),
        test_link: links.test.clone(),
        cells: cells.collect(),
        people: people.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_any_letters_comes_back_as_it_was() {
        assert_eq!(encoded("PROLIFIC1"), "PROLIFIC1");
        assert_eq!(encoded("a b&c"), "a%20b%26c");
        assert_eq!(encoded("é山"), "%C3%A9%E5%B1%B1");
    }
}
