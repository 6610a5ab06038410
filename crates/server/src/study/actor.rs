//! The one thread that holds a study: it takes what waits, carries it out, saves it in one commit, and
//! only then answers. Whoever asks meanwhile is in the next commit.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use search::Limits;
use study::event::{Act, Event};
use study::folder::{Folder, FolderError};
use study::register::{Newcomer, Order, Reply};
use study::{Code, Entry, Refusal, Register, Request, Step};
use tokio::sync::{broadcast, oneshot};

use super::boards::Boards;
use super::clock::Clock;
use super::presence::Presence;
use super::view;
use crate::ai_pool::{AiPool, Asker, Job, Urgency};
use crate::error::ApiError;
use crate::protocol::study::{StudyDesk, StudyView};
use crate::table::Thought;

/// How often it looks whether somebody is gone.
const LOOK: Duration = Duration::from_millis(500);
/// The most that is carried out in one commit.
const BATCH: usize = 500;
/// The most a move may take, whatever the player would like.
const MOST: Duration = Duration::from_secs(30);

/// What the thread is asked for.
pub(super) enum Command {
    /// The same by a simulated person, at the time that they tell.
    At(u64, Box<Self>),
    Decline(Answer<()>),
    /// Somebody agreed, with an external id, and a code that has to be on the sheet or was drawn.
    Consent(Box<Newcomer>, Option<String>, bool, Answer<StudyView>),
    Request {
        code: Code,
        id: Option<String>,
        request: Box<Request>,
        answer: Answer<StudyView>,
    },
    /// Looks without doing anything.
    View(Code, Answer<StudyView>),
    Draft(Code, String, String, Answer<()>),
    Withdraw(Code, Answer<()>),
    Order(Order, Answer<()>),
    Desk(Links, Answer<StudyDesk>),
    /// Asks whether nobody may begin any more.
    IsClosed(Answer<bool>),
    Sheet(Vec<Code>, Answer<()>),
    /// Asks whether somebody has this code, or it is on the sheet.
    Knows(Code, Answer<bool>),
    /// A page of this person is connected, or no more.
    Present(Code, bool),
    /// Lets go of the folder, after everything before is saved.
    End,
    /// A player has decided, or could not.
    Thought {
        table: String,
        ply: u32,
        ms: u32,
        thought: Option<Thought>,
    },
}

/// Where people enter.
#[derive(Clone, Debug)]
pub(super) struct Links {
    pub(super) link: String,
    pub(super) test: String,
}

pub(super) type Answer<T> = oneshot::Sender<Result<T, Trouble>>;

/// Why something was not done.
#[derive(Debug)]
pub(super) enum Trouble {
    Refused(Refusal),
    /// It could not be saved, and has not happened.
    Storage(String),
    /// The code is on the sheet, and nobody has agreed with it yet.
    Fresh,
}

impl From<Trouble> for ApiError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Refused(refusal) => Self::Study(refusal),
            Trouble::Storage(problem) => Self::Unusable(problem),
            Trouble::Fresh => Self::Study(Refusal::Unknown),
        }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// What is said once everything is saved.
type Words = Box<dyn FnOnce(&mut Actor, Result<(), String>) + Send>;

pub(super) struct Actor {
    folder: Folder,
    register: Register,
    clock: Clock,
    pool: AiPool,
    /// Where players say what they decided: among all that waits, or apart for simulated people.
    decided: Sender<Command>,
    thoughts: Receiver<Command>,
    /// The codes of those whose view has changed.
    changes: broadcast::Sender<Code>,
    /// Games that are on, with their players.
    boards: Boards,
    thinking: HashSet<(String, u32)>,
    presence: Presence,
    /// Codes that were printed, whether or not somebody came with them.
    sheet: BTreeSet<Code>,
}

/// What is needed to speak to the thread.
#[derive(Clone)]
pub(super) struct Line {
    pub(super) commands: Sender<Command>,
    pub(super) changes: broadcast::Sender<Code>,
}

impl Line {
    /// Asks the thread, and waits until it has answered.
    pub(super) async fn ask<T>(
        &self,
        command: impl FnOnce(Answer<T>) -> Command,
    ) -> Result<T, Trouble> {
        let (answer, answered) = oneshot::channel();
        let ended = || Trouble::Storage("the study has ended".to_owned());
        self.commands.send(command(answer)).map_err(|_| ended())?;
        answered.await.map_err(|_| ended())?
    }
}

/// Starts the thread, which runs until it is told to end.
pub(super) fn start(
    folder: Folder,
    clock: Clock,
    thinkers: usize,
) -> Result<(Line, JoinHandle<()>), FolderError> {
    let (commands, waiting) = channel();
    let (decided, thoughts) = channel();
    let (changes, _) = broadcast::channel(4096);
    let sheet = folder.log().setting("sheet")?;
    let mut sheet: BTreeSet<Code> = sheet
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    for gone in folder.log().withdrawn()? {
        sheet.retain(|code| code.as_str() != gone);
    }
    let actor = Actor {
        register: folder.register()?,
        sheet,
        folder,
        pool: AiPool::start(thinkers),
        decided: if clock.is_told() {
            decided
        } else {
            commands.clone()
        },
        thoughts,
        clock,
        changes: changes.clone(),
        boards: Boards::default(),
        thinking: HashSet::new(),
        presence: Presence::default(),
    };
    let thread = std::thread::Builder::new()
        .name("study".to_owned())
        .spawn(move || actor.run(&waiting))
        .expect("a thread can be started");
    Ok((Line { commands, changes }, thread))
}

impl Actor {
    fn run(mut self, waiting: &Receiver<Command>) {
        self.think();
        loop {
            let mut batch = Vec::new();
            match waiting.recv_timeout(LOOK) {
                Ok(first) => {
                    batch.push(first);
                    batch.extend(waiting.try_iter().take(BATCH));
                }
                // Told time goes on by what is done alone.
                Err(RecvTimeoutError::Timeout) if self.clock.is_told() => continue,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let (mut entries, mut words): (Vec<Entry>, Vec<Words>) = Default::default();
            let mut ends = false;
            for command in batch {
                ends |= matches!(command, Command::End);
                if matches!(command, Command::Withdraw(..)) {
                    // What was done before is on the disk before anything is deleted there.
                    self.settle(&mut entries, &mut words);
                }
                self.carry_out(command, &mut entries, &mut words);
            }
            let now = self.clock.now();
            let here = self.presence.here(now).into_iter().cloned().collect();
            entries.extend(self.register.tick(&here, now));
            self.settle(&mut entries, &mut words);
            if ends {
                return;
            }
            self.think();
        }
    }

    /// Saves what happened, and then answers and tells everybody.
    fn settle(&mut self, entries: &mut Vec<Entry>, words: &mut Vec<Words>) {
        let saved = self.save(entries);
        for say in words.drain(..) {
            say(self, saved.clone());
        }
        if saved.is_ok() {
            self.announce(entries);
        }
        // A player who sits down later is not among those the board knows.
        let replaced = |entry: &&Entry| matches!(entry.event, Event::StoodIn { .. });
        for table in entries
            .iter()
            .filter(replaced)
            .filter_map(|e| e.table.as_ref())
        {
            self.boards.remove(table);
        }
        entries.clear();
    }

    /// Saves what happened; what cannot be saved has not happened.
    fn save(&mut self, entries: &[Entry]) -> Result<(), String> {
        if entries.is_empty() {
            return Ok(());
        }
        let saved = self
            .folder
            .append(entries)
            .map_err(|error| error.to_string());
        if let Err(error) = &saved {
            tracing::error!(%error, "nothing could be saved");
            match self.folder.register() {
                Ok(register) => self.register = register,
                Err(error) => tracing::error!(%error, "the study cannot be read again"),
            }
            self.boards.clear();
        }
        saved
    }

    /// Tells the pages of all whose view may have changed.
    fn announce(&self, entries: &[Entry]) {
        let mut codes: BTreeSet<&Code> = BTreeSet::new();
        let mut everybody = false;
        for entry in entries {
            codes.extend(&entry.person);
            if let Some(table) = entry.table.as_ref().and_then(|id| self.register.table(id)) {
                codes.extend(table.people.iter().flatten());
            }
            everybody |= entry.person.is_none() && entry.table.is_none();
        }
        if everybody {
            codes.extend(self.register.people().map(|person| &person.code));
        }
        for code in codes {
            // Nobody may listen.
            let _ = self.changes.send(code.clone());
        }
    }

    fn carry_out(&mut self, command: Command, entries: &mut Vec<Entry>, words: &mut Vec<Words>) {
        let now = self.clock.now();
        match command {
            Command::At(time, command) => {
                self.clock.tell(time);
                self.carry_out(*command, entries, words);
            }
            Command::Decline(answer) => {
                entries.extend(self.register.decline(now));
                words.push(Box::new(move |_, saved| done(answer, saved)));
            }
            Command::Consent(newcomer, external, from_sheet, answer) => {
                let code = newcomer.code.clone();
                if from_sheet && !self.sheet.contains(&code) {
                    let _ = answer.send(Err(Refusal::Unknown.into()));
                    return;
                }
                let mut newcomer = *newcomer;
                if let Some(external) = &external {
                    // The id is on the disk before anybody is told that they are in.
                    match self.keep_external(&newcomer, external) {
                        Ok(again) => newcomer.again = again,
                        Err(trouble) => {
                            let _ = answer.send(Err(trouble));
                            return;
                        }
                    }
                }
                let done = self.register.consent(&newcomer, now);
                self.after(done, code, answer, entries, words);
            }
            Command::Request {
                code,
                id,
                request,
                answer,
            } => {
                if self.is_fresh(&code) {
                    let _ = answer.send(Err(Trouble::Fresh));
                    return;
                }
                let done = self.register.request(&code, id.as_deref(), &request, now);
                if done.is_ok() {
                    self.presence.asked(&code, now);
                }
                self.after(done, code, answer, entries, words);
            }
            Command::View(code, answer) => self.after(Ok(Vec::new()), code, answer, entries, words),
            Command::Draft(code, question, text, answer) => {
                let known = self.register.person(&code).is_some();
                let saved = if known && self.register.study().question(&question).is_some() {
                    let draft = self.folder.log().set_draft(code.as_str(), &question, &text);
                    draft.map_err(|error| Trouble::Storage(error.to_string()))
                } else {
                    Err(Refusal::Unknown.into())
                };
                let _ = answer.send(saved);
            }
            Command::Withdraw(code, answer) => self.withdraw(&code, now, answer),
            Command::Order(order, answer) => match self.register.order(&order, now) {
                Ok(more) => {
                    entries.extend(more);
                    words.push(Box::new(move |_, saved| done(answer, saved)));
                }
                Err(refusal) => {
                    let _ = answer.send(Err(refusal.into()));
                }
            },
            Command::Desk(links, answer) => words.push(Box::new(move |actor, _| {
                let (register, boards) = (&actor.register, &mut actor.boards);
                let here = actor.presence.here(now);
                let desk = view::desk(&actor.folder, register, boards, &here, &links, now);
                let _ = answer.send(Ok(desk));
            })),
            Command::IsClosed(answer) => {
                let _ = answer.send(Ok(self.register.is_closed()));
            }
            Command::Knows(code, answer) => {
                let known = self.register.person(&code).is_some() || self.is_fresh(&code);
                let _ = answer.send(Ok(known));
            }
            Command::Sheet(codes, answer) => {
                let fresh = codes
                    .into_iter()
                    .filter(|code| self.register.person(code).is_none());
                self.sheet.extend(fresh);
                let text = serde_json::to_string(&self.sheet).unwrap_or_default();
                let saved = self.folder.log().append(&[], &[("sheet", &text)]);
                let _ = answer.send(saved.map_err(|error| Trouble::Storage(error.to_string())));
            }
            Command::Present(code, here) => {
                self.presence.connected(code, here);
            }
            Command::End => {}
            Command::Thought {
                table,
                ply,
                ms,
                thought,
            } => {
                self.thinking.remove(&(table.clone(), ply));
                let Some(thought) = thought else {
                    tracing::error!(table, "a player gave no move, and is asked again");
                    self.boards.remove(&table);
                    return;
                };
                let reply = Reply {
                    table,
                    ply,
                    text: thought.text,
                    values: thought.values.unwrap_or_default(),
                    act: thought.note.as_ref().map(Act::of),
                    ms,
                };
                match self.register.reply(&reply, now) {
                    Ok(more) => entries.extend(more),
                    Err(refusal) => tracing::warn!(%refusal, "a move came too late"),
                }
            }
        }
    }

    /// Answers with the view, once everything is saved.
    fn after(
        &self,
        done: Result<Vec<Entry>, Refusal>,
        code: Code,
        answer: Answer<StudyView>,
        entries: &mut Vec<Entry>,
        words: &mut Vec<Words>,
    ) {
        match done {
            Err(refusal) => {
                let _ = answer.send(Err(refusal.into()));
            }
            Ok(more) => {
                entries.extend(more);
                words.push(Box::new(move |actor, saved| {
                    let view = match saved {
                        Err(problem) => Err(Trouble::Storage(problem)),
                        Ok(()) => actor.view(&code),
                    };
                    let _ = answer.send(view);
                }));
            }
        }
    }

    /// Keeps the id that another service has for somebody who may begin. Returns whether somebody came with
    /// it before.
    fn keep_external(&self, newcomer: &Newcomer, external: &str) -> Result<bool, Trouble> {
        self.register.admits(newcomer)?;
        let log = self.folder.log();
        let kept = log.externals().and_then(|known| {
            log.set_external(newcomer.code.as_str(), external)?;
            Ok(known)
        });
        let known = kept.map_err(|error| Trouble::Storage(error.to_string()))?;
        let counts = |code: &String| {
            let person = code.parse().ok();
            let person = person.and_then(|code: Code| self.register.person(&code));
            person.is_some_and(study::person::Person::counts)
        };
        Ok(known
            .iter()
            .any(|(code, other)| other == external && counts(code)))
    }

    /// Reports whether a code is on the sheet, and nobody has agreed with it.
    fn is_fresh(&self, code: &Code) -> bool {
        self.sheet.contains(code) && self.register.person(code).is_none()
    }

    fn view(&mut self, code: &Code) -> Result<StudyView, Trouble> {
        let person = self.register.person(code).ok_or(Refusal::Unknown)?;
        let now = self.clock.now();
        let log = self.folder.log();
        // Most views are of games, and read nothing from the disk.
        let step = self.register.step(person);
        let external = match step {
            Step::Debrief | Step::Done => log.external(code.as_str()).unwrap_or_default(),
            _ => None,
        };
        let drafts = match step {
            Step::Questions { .. } => log.drafts(code.as_str()).unwrap_or_default(),
            _ => Vec::new(),
        };
        let table = match step {
            Step::Play { game } | Step::Replay { game, .. } => self.register.table_of(person, game),
            _ => None,
        };
        let study = self.register.study();
        let asked = view::Asked {
            register: &self.register,
            board: table.and_then(|table| self.boards.catch_up(study, table)),
            present: self.presence.here(now),
            external: external.as_deref(),
            drafts: drafts.into_iter().collect(),
            simulated: self.folder.is_simulated(),
            visits: !self.folder.is_kept(),
            now,
        };
        Ok(asked.view(person))
    }

    /// Deletes a person, after everything else was saved.
    fn withdraw(&mut self, code: &Code, now: u64, answer: Answer<()>) {
        if self.register.person(code).is_none() {
            let _ = answer.send(Err(Refusal::Unknown.into()));
            return;
        }
        let deleted = self
            .folder
            .withdraw(code, now)
            .and_then(|_| self.folder.register());
        let deleted = deleted.map(|register| {
            self.register = register;
            self.boards.clear();
            // Whoever withdrew is not somebody who has not come yet.
            self.sheet.remove(code);
        });
        let _ = answer.send(deleted.map_err(|error| Trouble::Storage(error.to_string())));
    }

    /// Lets players decide what they have to. Simulated people wait until it is done, so that the same
    /// seed gives the same events.
    fn think(&mut self) {
        self.submit();
        while self.clock.is_told() && !self.thinking.is_empty() {
            let mut thoughts: Vec<Command> =
                self.thoughts.iter().take(self.thinking.len()).collect();
            // Whoever thinks faster must not come first.
            thoughts.sort_by_key(|thought| match thought {
                Command::Thought { table, .. } => Some(table.clone()),
                _ => None,
            });
            let (mut entries, mut words) = Default::default();
            for thought in thoughts {
                self.carry_out(thought, &mut entries, &mut words);
            }
            self.settle(&mut entries, &mut words);
            self.submit();
        }
    }

    /// Hands over to players what they have to decide.
    fn submit(&mut self) {
        self.boards.tidy(&self.register);
        for wanted in self.register.wanted() {
            let key = (wanted.table.clone(), wanted.ply);
            if !self.thinking.contains(&key) && self.ask(&wanted.table, wanted.ply).is_some() {
                self.thinking.insert(key);
            }
        }
    }

    /// Asks the player whose turn it is.
    fn ask(&mut self, id: &str, ply: u32) -> Option<()> {
        let at = self.register.table(id)?;
        let study = self.register.study();
        let board = self.boards.catch_up(study, at)?;
        let seat = at.turn()?;
        let notes = at
            .plies
            .iter()
            .enumerate()
            .filter(|(_, ply)| ply.seat == seat);
        let notes = notes.filter_map(|(number, ply)| Some(ply.act.as_ref()?.note(number)));
        let choosing = board.choosing(seat, at.seed, notes.collect())?;
        let (decided, id, told) = (self.decided.clone(), id.to_owned(), self.clock.is_told());
        self.pool.submit(Job {
            asker: Asker::StudyTable(id.clone()),
            address: None,
            player: "a study".to_owned(),
            urgency: Urgency::Move,
            stop: Arc::default(),
            time: MOST,
            program: false,
            run: Box::new(move |stop| {
                let begun = std::time::Instant::now();
                let limits = Limits {
                    stop: Some(Arc::clone(stop)),
                    ..Limits::default()
                };
                let thought = choosing(&limits);
                if let Err(error) = &thought {
                    tracing::error!(%error, "a player gave no move");
                }
                let ms = if told {
                    0
                } else {
                    begun.elapsed().as_millis() as u32
                };
                // The study may have ended meanwhile.
                let _ = decided.send(Command::Thought {
                    table: id,
                    ply,
                    ms,
                    thought: thought.ok(),
                });
            }),
        });
        Some(())
    }
}

fn done(answer: Answer<()>, saved: Result<(), String>) {
    let _ = answer.send(saved.map_err(Trouble::Storage));
}
