//! Which players there are for a game: those that come with the program, those that whoever started
//! the server added, and which of them are levels.
//!
//! A player is checked for a game once and never made to answer a question about it. Other files on
//! the disk cannot be reached over the network.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use players::{Playable, PlayerFile, library};
use rules::{GameName, with_game};

use crate::protocol::http::{LevelEntry, PlayerEntry, Players};

/// The level of full strength.
const HIGHEST: u8 = 10;

/// A player that may sit down.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    /// Its name in lists.
    pub(crate) name: String,
    pub(crate) file: Arc<PlayerFile>,
    /// The limit on running programs, if it is another program.
    pub(crate) programs: Option<Programs>,
}

impl Guest {
    /// Returns what people call it: its title, or else its name.
    pub(crate) fn title(&self) -> &str {
        self.file.title.as_deref().unwrap_or(&self.name)
    }
}

impl PartialEq for Guest {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.file == other.file
    }
}

/// All players, and for each game that was asked about those that play it.
pub(crate) struct Roster {
    guests: Vec<Guest>,
    playing: Mutex<HashMap<String, Arc<Vec<Guest>>>>,
    /// The highest level that may sit down.
    cap: AtomicU8,
}

impl Roster {
    /// Returns the players that come with the program, and these.
    pub(crate) fn new(brought: Vec<(String, PlayerFile)>, most_programs: usize) -> Self {
        let programs = Programs::new(most_programs);
        let own = library::names().into_iter().map(|name| {
            let file = library::load(name).expect("what comes along can be read");
            (name.to_owned(), file)
        });
        let guests = own.chain(brought).map(|(name, file)| Guest {
            name,
            programs: file.program().map(|_| programs.clone()),
            file: Arc::new(file),
        });
        Self {
            guests: guests.collect(),
            playing: Mutex::default(),
            cap: AtomicU8::new(HIGHEST),
        }
    }

    /// Allows levels up to this one; below the highest no other players are allowed.
    pub(crate) fn set_cap(&self, cap: u8) {
        self.cap.store(cap, Ordering::Relaxed);
    }

    /// Returns the highest level allowed if this one, or a player without one, is above it.
    pub(crate) fn above_cap(&self, level: Option<u8>) -> Option<u8> {
        let cap = self.cap.load(Ordering::Relaxed);
        (level.unwrap_or(HIGHEST) > cap).then_some(cap)
    }

    /// Returns the players that play a game.
    fn playing(&self, game: &GameName) -> Arc<Vec<Guest>> {
        let mut known = self.playing.lock().expect("nobody panics with the list");
        let plain = game.plain_name();
        if let Some(playing) = known.get(plain) {
            return Arc::clone(playing);
        }
        let can_play =
            |guest: &&Guest| with_game!(game, G, _rules => G::maker(&guest.file).is_ok());
        let playing = self.guests.iter().filter(can_play).cloned();
        let playing = Arc::new(playing.collect::<Vec<_>>());
        known.insert(plain.to_owned(), Arc::clone(&playing));
        playing
    }

    /// Returns the player with this name, if it plays this game.
    pub(crate) fn player(&self, game: &GameName, name: &str) -> Option<Guest> {
        let playing = self.playing(game);
        playing.iter().find(|guest| guest.name == name).cloned()
    }

    /// Returns the player behind a level from 1 to 10.
    pub(crate) fn level(&self, game: &GameName, level: u8) -> Option<Guest> {
        self.player(game, library::level(game.plain_name(), level)?)
    }

    /// Returns the player that gives hints and analyses.
    pub(crate) fn adviser(&self, game: &GameName) -> Option<Guest> {
        self.player(game, library::adviser(game.plain_name()))
    }

    /// Returns all players and levels of a game.
    pub(crate) fn list(&self, game: &GameName) -> Players {
        let playing = self.playing(game);
        let players = playing.iter().map(|guest| PlayerEntry {
            name: guest.name.clone(),
            title: guest.title().to_owned(),
            title_ja: guest.file.title_ja.clone(),
            about: guest.file.about.clone(),
            about_ja: guest.file.about_ja.clone(),
            games: guest.file.games.clone(),
        });
        let levels = (1..=10).filter_map(|level| {
            let guest = self.level(game, level)?;
            Some(LevelEntry {
                level,
                player: guest.name,
                about: guest.file.about.clone(),
                about_ja: guest.file.about_ja.clone(),
            })
        });
        Players {
            players: players.collect(),
            levels: levels.collect(),
            strongest: library::adviser(game.plain_name()).to_owned(),
        }
    }
}

/// How many other programs run in all rooms together, and how many may.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    running: Arc<Running>,
    most: usize,
}

/// How many programs run, and word of every one that ends.
#[derive(Debug, Default)]
struct Running {
    count: Mutex<usize>,
    ended: Condvar,
}

impl Running {
    fn count(&self) -> MutexGuard<'_, usize> {
        self.count.lock().expect("nobody panics with the count")
    }
}

/// How long a program waits for a place: one that was told to end needs a moment.
const PATIENCE: Duration = Duration::from_secs(1);

impl Programs {
    fn new(most: usize) -> Self {
        Self {
            running: Arc::default(),
            most,
        }
    }

    /// Permission to run one more program, until it is dropped; or why there is none. Waits a moment
    /// for one that ends.
    pub(crate) fn leave(&self) -> Result<Leave, String> {
        let full = |count: &mut usize| *count >= self.most;
        let waited = self
            .running
            .ended
            .wait_timeout_while(self.running.count(), PATIENCE, full);
        let (mut count, _) = waited.expect("nobody panics with the count");
        if *count < self.most {
            *count += 1;
            return Ok(Leave(Arc::clone(&self.running)));
        }
        let play = match self.most {
            1 => "another program plays".to_owned(),
            most => format!("{most} other programs play"),
        };
        Err(format!(
            "{play} already, and no more may; try again later or choose another player"
        ))
    }
}

/// A program may run as long as this lives.
#[derive(Debug)]
pub(crate) struct Leave(Arc<Running>);

impl Drop for Leave {
    fn drop(&mut self) {
        *self.0.count() -= 1;
        self.0.ended.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_programs_run_than_may() {
        let programs = Programs::new(1);
        let first = programs.leave().expect("nobody runs");
        let why = programs.leave().expect_err("one runs");
        assert!(why.starts_with("another program plays already"), "{why}");
        assert!(why.contains("try again"), "{why}");
        let ending = std::thread::spawn(move || drop(first));
        assert!(programs.leave().is_ok(), "it ends");
        ending.join().expect("it has ended");
        let two = Programs::new(2);
        let _both = [two.leave(), two.leave()].map(|leave| leave.expect("two may"));
        let why = two.leave().expect_err("two run");
        assert!(why.starts_with("2 other programs play already"), "{why}");
    }

    #[test]
    fn nobody_who_comes_along_starts_a_program() {
        let roster = Roster::new(Vec::new(), 1);
        assert!(roster.guests.iter().all(|guest| guest.programs.is_none()));
    }
}
