//! A small study, and people who walk through it.
#![allow(dead_code, reason = "no test needs all of it")]

use std::sync::Arc;

use kaesu_study::event::Link;
use kaesu_study::file::{At, Kind};
use kaesu_study::person::State;
use kaesu_study::register::{Newcomer, Reply};
use kaesu_study::{Code, Entry, Language, Refusal, Register, Request, Step, Study, library};
use rules::hash::mix;

/// P2's study on a small board, where games are short and nobody has to think.
pub(crate) fn small() -> Study {
    let text = library::text("p2").unwrap();
    let text = text
        .replace("game = \"othello\"", "game = \"reversi-4x4\"")
        .replace("\"p2-winning\"", "\"random\"")
        .replace("\"p2-entertaining\"", "\"random\"")
        .replace(
            "value = \"surprising\"",
            "value = \"surprising\"\njudge = \"reversi-any\"",
        );
    Study::parse("small.toml", &text).unwrap()
}

/// The text of the small study with another rule of asking, and without claims: one about what nobody is asked
/// would be refused.
pub(crate) fn small_with_rule(rule: &str) -> String {
    let whole = small().text;
    let (text, _) = whole.split_once("[[claim]]").unwrap();
    text.replace("rule = \"every\"", &format!("rule = {rule}"))
}

/// A study of three arms with short games, one of them asked about afterwards.
pub(crate) fn several() -> Study {
    let text = library::text("asking").unwrap();
    let text = text
        .replace("game = \"othello\"", "game = \"reversi-4x4\"")
        .replace("\"p2-entertaining\"", "\"random\"");
    Study::parse("several.toml", &text).unwrap()
}

/// P1's study with short games, against players that are told apart by name alone.
pub(crate) fn rated() -> Study {
    let text = library::text("p1-strength").unwrap();
    let mut text = text.replace("game = \"othello\"", "game = \"reversi-4x4\"");
    for player in ["st", "ct", "kn", "bp", "cn", "final"] {
        text = text.replace(&format!("\"p1-{player}\""), "\"random\"");
    }
    Study::parse("rated.toml", &text).unwrap()
}

/// The same by the order of its arms alone.
pub(crate) fn unrated() -> Study {
    let text = rated().text;
    let lines = text.lines().filter(|line| !line.starts_with("rating"));
    let text: Vec<&str> = lines.collect();
    Study::parse("unrated.toml", &text.join("\n")).unwrap()
}

/// People walking through a register, with everything that has to be saved.
pub(crate) struct Walk {
    pub(crate) register: Register,
    pub(crate) now: u64,
    pub(crate) entries: Vec<Entry>,
    requests: u64,
}

impl Walk {
    pub(crate) fn new(register: Register) -> Self {
        Self {
            register,
            now: 1_700_000_000_000,
            entries: Vec::new(),
            requests: 0,
        }
    }

    pub(crate) fn of(study: Study) -> Self {
        Self::new(Register::new(Arc::new(study)))
    }

    /// Returns what happened since the last time.
    pub(crate) fn take(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }

    pub(crate) fn join(&mut self, number: u64, link: Link) -> Code {
        let newcomer = Newcomer {
            code: Code::of(number),
            language: Language::En,
            link,
            again: false,
        };
        let entries = self.register.consent(&newcomer, self.now).unwrap();
        self.entries.extend(entries);
        newcomer.code
    }

    pub(crate) fn ask(&mut self, code: &Code, request: &Request) -> Result<usize, Refusal> {
        self.requests += 1;
        let id = format!("r{}", self.requests);
        let entries = self.register.request(code, Some(&id), request, self.now)?;
        let count = entries.len();
        self.entries.extend(entries);
        Ok(count)
    }

    /// Players decide what they have to.
    pub(crate) fn reply(&mut self) {
        for wanted in self.register.wanted() {
            let legal = self.register.table(&wanted.table).unwrap().legal();
            let draw = mix(u64::from(wanted.ply) ^ self.now ^ 7) as usize % legal.len();
            let seats = self.register.table(&wanted.table).unwrap().people.len();
            let reply = Reply {
                text: legal[draw].clone(),
                table: wanted.table,
                ply: wanted.ply,
                values: vec![draw as i32; seats],
                act: None,
                ms: 3,
            };
            let entries = self.register.reply(&reply, self.now).unwrap();
            self.entries.extend(entries);
        }
    }

    /// Returns what somebody who takes part does next; `None` if there is nothing but to wait.
    pub(crate) fn next(&self, code: &Code, draw: u64) -> Option<Request> {
        let register = &self.register;
        let (person, study) = (register.person(code)?, register.study());
        let answer = |id: &String, game: Option<u8>, ply: Option<u32>| {
            let question = study.question(id).unwrap();
            let options = question.options(study.games_each);
            let value = match (&question.right, &question.kind) {
                (Some(right), _) => Some(right.clone()),
                (None, Kind::Text(_)) => Some(format!("=HYPERLINK of {code}")),
                (None, _) if draw.is_multiple_of(7) && question.at != At::Before => None,
                (None, _) => Some(options[draw as usize % options.len()].clone()),
            };
            Request::Answer {
                question: id.clone(),
                game,
                ply,
                value,
                late: false,
                ms: 500,
            }
        };
        if person.state == State::Lost {
            return Some(Request::Hello);
        }
        match register.step(person) {
            Step::Questions { game, open, .. } => Some(answer(open.first()?, game, None)),
            Step::Rules | Step::Pause { .. } | Step::Debrief => Some(Request::Next),
            Step::Play { game } => {
                let table = register.table_of(person, game)?;
                let seen = register.seen(person, table, self.now)?;
                if let Some((ply, open)) = seen.asked {
                    Some(answer(open.first()?, Some(game), Some(ply)))
                } else if seen.over {
                    Some(Request::Next)
                } else if seen.to_move {
                    let legal = table.legal();
                    Some(Request::Move {
                        game,
                        ply: seen.plies,
                        text: legal[draw as usize % legal.len()].clone(),
                        ms: 800,
                    })
                } else {
                    None
                }
            }
            Step::Replay { game, ply, open } => Some(answer(open.first()?, Some(game), Some(ply))),
            Step::Waiting { .. } | Step::TurnedAway | Step::Ended | Step::Done => None,
        }
    }

    /// Lets somebody take part until there is nothing left to do.
    pub(crate) fn finish(&mut self, code: &Code) {
        self.finish_as(code, 0, &mut |_, _, _| ());
    }

    /// The same for somebody who may do something else than what was drawn for them.
    pub(crate) fn finish_as(
        &mut self,
        code: &Code,
        seed: u64,
        instead: &mut dyn FnMut(&Register, &Code, &mut Request),
    ) {
        for step in 0.. {
            assert!(step < 2000, "{code} never comes to an end");
            let over = |step: &Step| matches!(step, Step::Done | Step::TurnedAway | Step::Ended);
            if over(&self.register.step(self.register.person(code).unwrap())) {
                return;
            }
            self.now += 700;
            self.reply();
            if let Some(mut request) = self.next(code, mix(step ^ seed)) {
                instead(&self.register, code, &mut request);
                self.ask(code, &request).unwrap();
            }
        }
    }
}

/// Everything about a register that anybody can see.
pub(crate) fn picture(register: &Register, now: u64) -> Vec<String> {
    let people = register.people().map(|person| {
        let step = register.step(person);
        let tables = person.tables.values().filter_map(|id| register.table(id));
        let seen: Vec<_> = tables
            .map(|table| register.seen(person, table, now))
            .collect();
        format!("{person:?} {step:?} {seen:?}")
    });
    people
        .chain([format!("{:?} {:?}", register.taken(), register.wanted())])
        .collect()
}
