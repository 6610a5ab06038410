//! A class: who belongs to it, what the teacher decided and what was paired. Pure state that is kept
//! as one text.

use records::{GameResult, Reason};
use serde::{Deserialize, Serialize};
use store::{GameId, PersonId, RoomId};

use super::pairing::{self, History, Seating};
use super::standing::{self, Paired, Row};
use crate::protocol::class::{ClassForm, ClassPlan, ClassRow};
use crate::room::Out;
use crate::token::Token;

/// Milliseconds after which a pupil whose page does not ask is not here.
const AWAY: u64 = 60_000;

/// What is kept of a class.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) code: String,
    pub(crate) plan: ClassPlan,
    pub(crate) pupils: Vec<Pupil>,
    /// The rounds of this tournament.
    pub(crate) rounds: Vec<Vec<KeptTable>>,
    /// Tables that pupils opened, and those of earlier tournaments.
    pub(crate) others: Vec<KeptTable>,
    /// The groups of a block of four rounds, and how many of these were played.
    block: (Vec<Seating>, usize),
    pub(crate) paused: bool,
    pub(crate) ended: bool,
    /// How earlier tournaments ended, the first first.
    #[serde(default)]
    pub(crate) past: Vec<Past>,
    /// The class that was ended before this one, so that it can still be exported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) before: Option<Box<State>>,
}

/// A tournament that another one followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Past {
    plan: ClassPlan,
    rounds: usize,
    standing: Vec<PastRow>,
}

/// How somebody stood at its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PastRow {
    place: usize,
    name: String,
    points: f64,
    met: f64,
    games: usize,
}

/// Somebody in the class.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Pupil {
    /// The secret that the pupil's page keeps.
    #[serde(
        serialize_with = "PersonId::hand_over",
        deserialize_with = "PersonId::receive"
    )]
    person: Option<PersonId>,
    pub(crate) name: String,
    /// When the page asked last, in milliseconds since 1970.
    pub(crate) seen: u64,
    pub(crate) removed: bool,
}

/// How a game ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// The rank of every seat.
    ranks: Vec<u8>,
    /// Whether it was not played to its end.
    given_up: bool,
}

impl From<&GameResult> for Ended {
    fn from(result: &GameResult) -> Self {
        Self {
            ranks: result.ranks.clone(),
            given_up: result.reason != Reason::Played,
        }
    }
}

/// A table and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KeptTable {
    pub(crate) room: RoomId,
    pub(crate) record: GameId,
    pub(crate) game: String,
    pub(crate) seats: Seating,
    /// The secret of every seat a pupil has.
    #[serde(serialize_with = "kept")]
    pub(crate) tokens: Vec<Option<Token>>,
    /// The rank of every seat, once the game is over.
    pub(crate) ranks: Option<Vec<u8>>,
    /// Whether it was not played to its end.
    #[serde(default)]
    pub(crate) given_up: bool,
    /// Whether a pupil opened it, who sits on its first seat.
    #[serde(default)]
    pub(crate) opened: bool,
    /// Games at this table besides: those played again, and of a table that is not paired those before.
    #[serde(default)]
    pub(crate) more: Vec<GameId>,
    /// Whether it is off the boards: the pupil who opened it or the teacher has closed it, or it belongs to an
    /// earlier tournament.
    #[serde(default)]
    pub(crate) closed: bool,
    /// Whether its tournament was over before its game: nobody moves there any more.
    #[serde(default)]
    pub(crate) left: bool,
}

impl KeptTable {
    /// Reports whether a table that is not of the round is on the boards.
    pub(crate) fn is_shown(&self) -> bool {
        self.ranks.is_none() && !self.closed
    }
}

/// Returns a name in small letters of one width.
fn folded(name: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    };
    name.chars()
        .map(narrow)
        .flat_map(char::to_lowercase)
        .collect()
}

fn kept<S: serde::Serializer>(tokens: &[Option<Token>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tokens.iter().map(|token| token.as_ref().map(Token::reveal)))
}

impl State {
    pub(crate) fn new(code: String) -> Self {
        Self {
            code,
            plan: ClassPlan {
                form: ClassForm::Free,
                game: "reversi-8x8".to_owned(),
                cap: 6,
            },
            pupils: Vec::new(),
            rounds: Vec::new(),
            others: Vec::new(),
            block: (Vec::new(), 0),
            paused: false,
            ended: false,
            past: Vec::new(),
            before: None,
        }
    }

    /// Returns a new class after one that was ended, of which only the last is remembered.
    pub(crate) fn after(ended: Self, code: String) -> Self {
        Self {
            before: Some(Box::new(Self {
                before: None,
                ..ended
            })),
            ..Self::new(code)
        }
    }

    /// Returns the pupil with this secret.
    pub(crate) fn pupil(&self, person: &PersonId) -> Option<usize> {
        let same = |pupil: &Pupil| pupil.person.as_ref() == Some(person) && !pupil.removed;
        self.pupils.iter().position(same)
    }

    /// Lets somebody in, or gives them another name. Names that are equal, or differ in case or width alone, are
    /// told apart by a number.
    pub(crate) fn join(&mut self, person: &PersonId, name: &str, now: u64) -> usize {
        let own = self.pupil(person);
        let others = self.pupils.iter().enumerate();
        let others = others.filter(|(index, pupil)| Some(*index) != own && !pupil.removed);
        let others: Vec<String> = others.map(|(_, pupil)| folded(&pupil.name)).collect();
        let taken = |name: &str| others.contains(&folded(name));
        let mut free = name.to_owned();
        let mut number = 2;
        while taken(&free) {
            free = format!("{name} {number}");
            number += 1;
        }
        // Who never sat anywhere leaves a place behind, so that a class cannot be filled for good.
        let place = own.or_else(|| (0..self.pupils.len()).find(|&pupil| self.is_blank(pupil)));
        let pupil = Pupil {
            person: Some(person.clone()),
            name: free,
            seen: now,
            removed: false,
        };
        match place {
            Some(place) => {
                self.pupils[place] = pupil;
                place
            }
            None => {
                self.pupils.push(pupil);
                self.pupils.len() - 1
            }
        }
    }

    /// Reports whether somebody was taken out of the class before sitting down anywhere.
    fn is_blank(&self, pupil: usize) -> bool {
        let sits = |seating: &Seating| seating.contains(&Some(pupil));
        self.pupils[pupil].removed
            && !self.tables().any(|table| sits(&table.seats))
            && !self.block.0.iter().any(sits)
    }

    /// Joins two who are the same: who came in anew has the place of who was here before, with points and seats.
    pub(crate) fn join_same(&mut self, newcomer: usize, before: usize, now: u64) -> bool {
        let here = |pupil: usize| self.pupils.get(pupil).is_some_and(|pupil| !pupil.removed);
        if newcomer == before || !here(newcomer) || !here(before) {
            return false;
        }
        let person = self.pupils[newcomer].person.take();
        self.pupils[newcomer].removed = true;
        self.pupils[before].person = person;
        self.pupils[before].seen = now;
        let tables = self.rounds.iter_mut().flatten().chain(&mut self.others);
        let seatings = tables.map(|table| &mut table.seats);
        for seating in seatings.chain(&mut self.block.0) {
            // Nobody sits at a table twice.
            if !seating.contains(&Some(before)) {
                let seats = seating.iter_mut();
                seats
                    .filter(|seat| **seat == Some(newcomer))
                    .for_each(|seat| *seat = Some(before));
            }
        }
        true
    }

    /// Takes a pupil out; returns where an AI plays on for them, and by what they are known there.
    pub(crate) fn remove(&mut self, pupil: usize) -> Option<(Vec<RoomId>, Out)> {
        let own = self.pupils.get_mut(pupil)?;
        if std::mem::replace(&mut own.removed, true) {
            // Whoever came in again has seats of their own.
            return Some((Vec::new(), Out::default()));
        }
        let sits = |table: &KeptTable| table.seats.contains(&Some(pupil));
        // What they play beside the lobby is theirs, and nothing of the class any more.
        let beside = |table: &&mut KeptTable| !table.opened && !table.left && sits(table);
        let others = self.others.iter_mut();
        others
            .filter(beside)
            .for_each(|table| table.closed |= table.ranks.is_none());
        let others = self.others.iter().filter(|table| table.opened);
        let tables = self.rounds.iter().flatten().chain(others);
        let tables = tables.filter(|table| sits(table) || table.is_shown());
        let rooms = tables.clone().map(|table| table.room.clone());
        let tokens = tables.clone().flat_map(|table| {
            let seats = table.seats.iter().zip(&table.tokens);
            let own = seats.filter(|(seat, _)| **seat == Some(pupil));
            own.filter_map(|(_, token)| token.clone())
        });
        let out = Out {
            person: self.pupils[pupil].person.clone(),
            tokens: tokens.collect(),
        };
        Some((rooms.collect(), out))
    }

    /// Returns how many belong to the class.
    pub(crate) fn size(&self) -> usize {
        self.pupils.iter().filter(|pupil| !pupil.removed).count()
    }

    /// Returns a pupil's name and secret, for a seat.
    pub(crate) fn identity(&self, pupil: usize) -> (String, Option<PersonId>) {
        let pupil = &self.pupils[pupil];
        (pupil.name.clone(), pupil.person.clone())
    }

    pub(crate) fn is_here(&self, pupil: usize, now: u64) -> bool {
        let pupil = &self.pupils[pupil];
        !pupil.removed && now.saturating_sub(pupil.seen) < AWAY
    }

    /// Decides anew; another form or game begins another tournament.
    pub(crate) fn decide(&mut self, plan: ClassPlan) {
        if (plan.form, &plan.game) != (self.plan.form, &self.plan.game) {
            self.past.extend(self.ending());
            let mut tables = std::mem::take(&mut self.rounds).concat();
            // What is left of it is on no board any more.
            for table in &mut tables {
                table.closed = table.ranks.is_none();
                table.left = table.closed;
            }
            self.others.extend(tables);
            self.block = (Vec::new(), 0);
        }
        self.plan = plan;
    }

    /// Returns how the tournament stands that ends now, if there is one.
    fn ending(&self) -> Option<Past> {
        let row = |row: Row| PastRow {
            place: row.place,
            name: self.pupils[row.pupil].name.clone(),
            points: row.points,
            met: row.met,
            games: row.games,
        };
        (!self.rounds.is_empty()).then(|| Past {
            plan: self.plan.clone(),
            rounds: self.rounds.len(),
            standing: self.everybody().into_iter().map(row).collect(),
        })
    }

    /// Returns how all stand who belong to the class or played in it, best first.
    fn everybody(&self) -> Vec<Row> {
        let mut rows = standing::standing(self.pupils.len(), &self.paired());
        rows.retain(|row| row.games > 0 || !self.pupils[row.pupil].removed);
        rows
    }

    /// Returns the table of this room.
    pub(crate) fn table_of(&mut self, room: &RoomId) -> Option<&mut KeptTable> {
        self.tables_mut().find(|table| table.room == *room)
    }

    /// Reports whether what comes of this game brings points.
    pub(crate) fn counts(&self, room: &RoomId, record: &GameId) -> bool {
        let mut tables = self.rounds.last().into_iter().flatten();
        tables.any(|t| t.room == *room && t.record == *record && t.ranks.is_none())
    }

    /// Notes that a game is on in a room; reports whether that is news.
    pub(crate) fn is_on(&mut self, room: &RoomId, game: &GameId) -> bool {
        let paired = self.rounds.iter().flatten().any(|t| t.room == *room);
        let Some(table) = self.table_of(room) else {
            return false;
        };
        if table.record == *game || table.more.contains(game) {
            return false;
        }
        if paired {
            table.more.push(game.clone());
        } else {
            // The table is shown with the game that is on.
            table
                .more
                .push(std::mem::replace(&mut table.record, game.clone()));
            table.ranks = None;
            table.given_up = false;
        }
        true
    }

    /// Notes how a game ended; reports whether that is news. A game of an earlier round brings no points.
    pub(crate) fn is_over(&mut self, room: &RoomId, game: &GameId, ended: &Ended) -> bool {
        let mut earlier = self.rounds.iter().rev().skip(1).flatten();
        if earlier.any(|table| table.room == *room) {
            return false;
        }
        let Some(table) = self.table_of(room) else {
            return false;
        };
        if table.record != *game || table.ranks.is_some() {
            return false;
        }
        table.ranks = Some(ended.ranks.clone());
        table.given_up = ended.given_up;
        true
    }

    /// Returns the table that a pupil opened and that is neither over nor closed.
    pub(crate) fn opened(&mut self, pupil: usize) -> Option<&mut KeptTable> {
        let mut tables = self.others.iter_mut().rev();
        tables.find(|table| {
            let own = table.opened && table.seats.first() == Some(&Some(pupil));
            own && table.is_shown()
        })
    }

    fn paired(&self) -> Vec<Paired<'_>> {
        let tables = self.rounds.iter().flatten();
        tables
            .map(|table| Paired {
                seats: &table.seats,
                ranks: table.ranks.as_deref(),
                given_up: table.given_up,
            })
            .collect()
    }

    /// Returns how those stand who belong to the class, best first.
    pub(crate) fn standing(&self) -> Vec<Row> {
        let mut rows = standing::standing(self.pupils.len(), &self.paired());
        rows.retain(|row| !self.pupils[row.pupil].removed);
        rows
    }

    /// Returns how those stand who belong to the class, as pages show it.
    pub(crate) fn rows(&self, now: u64) -> Vec<ClassRow> {
        let row = |row: Row| ClassRow {
            pupil: row.pupil as u32,
            name: self.pupils[row.pupil].name.clone(),
            place: row.place as u32,
            points: row.points,
            met: row.met,
            games: row.games as u32,
            here: self.is_here(row.pupil, now),
        };
        let mut rows: Vec<ClassRow> = self.standing().into_iter().map(row).collect();
        // Of equals those who are here come first.
        rows.sort_by_key(|row| (row.place, !row.here));
        rows
    }

    /// Returns who sits where in the next round.
    pub(crate) fn next_round(&mut self, now: u64) -> Vec<Seating> {
        let here: Vec<usize> = (0..self.pupils.len())
            .filter(|&pupil| self.is_here(pupil, now))
            .collect();
        let points = standing::all_points(self.pupils.len(), &self.paired());
        let seatings: Vec<Seating> = self
            .rounds
            .iter()
            .flatten()
            .map(|t| t.seats.clone())
            .collect();
        let history = History {
            seatings: &seatings,
            points: &points,
        };
        match self.plan.form {
            ClassForm::Free => Vec::new(),
            ClassForm::Swiss => pairing::swiss(&here, &history),
            ClassForm::RoundRobin => pairing::round_robin(&here, &history),
            ClassForm::Fours => {
                let (mut groups, mut played) = std::mem::take(&mut self.block);
                if groups.is_empty() || played == pairing::FOUR {
                    (groups, played) = (pairing::groups(&here, &history), 0);
                } else {
                    // Who was taken out leaves a seat for good, who is away only for this round. Who comes
                    // late takes the seats of AIs first, and then sits with others who came late.
                    let stays = |pupil: &usize| !self.pupils[*pupil].removed;
                    for seat in groups.iter_mut().flatten() {
                        *seat = seat.filter(stays);
                    }
                    let sits = |pupil: &usize| groups.iter().flatten().any(|s| *s == Some(*pupil));
                    let mut new: Vec<usize> = here.iter().copied().filter(|p| !sits(p)).collect();
                    let has_people = |group: &&mut Seating| group.iter().any(Option::is_some);
                    let free = groups.iter_mut().filter(has_people).flatten();
                    for seat in free.filter(|seat| seat.is_none()).take(new.len()) {
                        *seat = Some(new.remove(0));
                    }
                    groups.extend(pairing::groups(&new, &history));
                }
                let present = |seat: &Option<usize>| seat.filter(|pupil| here.contains(pupil));
                let round = groups.iter().map(|group| {
                    let group: Seating = group.iter().map(present).collect();
                    pairing::turned(&group, played)
                });
                let round = round.filter(|group| group.iter().any(Option::is_some));
                let round = round.collect();
                self.block = (groups, played + 1);
                round
            }
        }
    }

    /// All tables, the last first.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &KeptTable> {
        let rounds = self.rounds.iter().rev().flatten();
        rounds.chain(self.others.iter().rev())
    }

    pub(crate) fn tables_mut(&mut self) -> impl Iterator<Item = &mut KeptTable> {
        let rounds = self.rounds.iter_mut().flatten();
        rounds.chain(self.others.iter_mut())
    }
}

#[cfg(test)]
mod tests;
