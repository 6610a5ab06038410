//! A class: who belongs to it, what the teacher decided and what was paired. Pure state that is kept
//! as one text.

use serde::{Deserialize, Serialize};
use store::{GameId, PersonId, RoomId};

use super::pairing::{self, History, Seating};
use super::standing::{self, Paired, Row};
use crate::protocol::class::{ClassForm, ClassPlan};
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
    pub(crate) rounds: Vec<Vec<Table>>,
    /// Tables that pupils opened, and those of earlier tournaments.
    pub(crate) others: Vec<Table>,
    /// Who plays in a round robin, from its first round on.
    roster: Vec<usize>,
    /// The groups of a block of four rounds, and how many of these were played.
    block: (Vec<Seating>, usize),
    pub(crate) paused: bool,
    pub(crate) ended: bool,
    /// How earlier tournaments ended, the first first.
    #[serde(default)]
    pub(crate) past: Vec<Past>,
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
    person: String,
    pub(crate) name: String,
    /// When the page asked last, in milliseconds since 1970.
    pub(crate) seen: u64,
    pub(crate) removed: bool,
}

/// A table and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) room: RoomId,
    pub(crate) record: GameId,
    pub(crate) game: String,
    pub(crate) seats: Seating,
    /// The secret of every seat a pupil has.
    #[serde(serialize_with = "kept")]
    pub(crate) tokens: Vec<Option<Token>>,
    /// The rank of every seat, once the game is over.
    pub(crate) ranks: Option<Vec<u8>>,
    /// Whether a pupil opened it, who sits on its first seat.
    #[serde(default)]
    pub(crate) opened: bool,
    /// Whether the pupil who opened it has closed it.
    #[serde(default)]
    pub(crate) closed: bool,
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
            roster: Vec::new(),
            block: (Vec::new(), 0),
            paused: false,
            ended: false,
            past: Vec::new(),
        }
    }

    /// Returns the pupil with this secret.
    pub(crate) fn pupil(&self, person: &PersonId) -> Option<usize> {
        let same = |pupil: &Pupil| pupil.person == person.reveal() && !pupil.removed;
        self.pupils.iter().position(same)
    }

    /// Lets somebody in, or gives them another name. Equal names are told apart by a number.
    pub(crate) fn join(&mut self, person: &PersonId, name: &str, now: u64) -> usize {
        let own = self.pupil(person);
        let taken = |name: &str| {
            let mut others = self.pupils.iter().enumerate();
            others.any(|(index, pupil)| Some(index) != own && !pupil.removed && pupil.name == name)
        };
        let mut free = name.to_owned();
        let mut number = 2;
        while taken(&free) {
            free = format!("{name} {number}");
            number += 1;
        }
        let pupil = Pupil {
            person: person.reveal().to_owned(),
            name: free,
            seen: now,
            removed: false,
        };
        match own {
            Some(own) => {
                self.pupils[own] = pupil;
                own
            }
            None => {
                self.pupils.push(pupil);
                self.pupils.len() - 1
            }
        }
    }

    /// Returns a pupil's name and secret, for a seat.
    pub(crate) fn identity(&self, pupil: usize) -> (String, Option<PersonId>) {
        let pupil = &self.pupils[pupil];
        (pupil.name.clone(), PersonId::new(&pupil.person))
    }

    pub(crate) fn is_here(&self, pupil: usize, now: u64) -> bool {
        let pupil = &self.pupils[pupil];
        !pupil.removed && now.saturating_sub(pupil.seen) < AWAY
    }

    /// Decides anew; another form or game begins another tournament.
    pub(crate) fn decide(&mut self, plan: ClassPlan) {
        if (plan.form, &plan.game) != (self.plan.form, &self.plan.game) {
            self.past.extend(self.ending());
            self.others
                .extend(std::mem::take(&mut self.rounds).concat());
            self.roster.clear();
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
            standing: self.standing().into_iter().map(row).collect(),
        })
    }

    /// Returns the table that a pupil opened and that is neither over nor closed.
    pub(crate) fn opened(&mut self, pupil: usize) -> Option<&mut Table> {
        let mut tables = self.others.iter_mut().rev();
        tables.find(|table| {
            let own = table.opened && table.seats.first() == Some(&Some(pupil));
            own && table.ranks.is_none() && !table.closed
        })
    }

    fn paired(&self) -> Vec<Paired<'_>> {
        let tables = self.rounds.iter().flatten();
        tables
            .map(|table| Paired {
                seats: &table.seats,
                ranks: table.ranks.as_deref(),
            })
            .collect()
    }

    /// Returns how those stand who belong to the class, best first.
    pub(crate) fn standing(&self) -> Vec<Row> {
        let mut rows = standing::standing(self.pupils.len(), &self.paired());
        rows.retain(|row| !self.pupils[row.pupil].removed);
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
            ClassForm::RoundRobin => {
                if self.rounds.is_empty() {
                    self.roster = here;
                }
                pairing::round_robin(&self.roster, self.rounds.len())
            }
            ClassForm::Fours => {
                let (mut groups, mut played) = std::mem::take(&mut self.block);
                if groups.is_empty() || played == pairing::FOUR {
                    (groups, played) = (pairing::groups(&here, &history), 0);
                } else {
                    // Who left is replaced by an AI, who came sits with others who came.
                    let gone = |seat: &mut Option<usize>| {
                        *seat = seat.filter(|pupil| here.contains(pupil));
                    };
                    groups.iter_mut().flatten().for_each(gone);
                    groups.retain(|group| group.iter().any(Option::is_some));
                    let sits =
                        |pupil: &&usize| groups.iter().flatten().any(|s| *s == Some(**pupil));
                    let new: Vec<usize> = here.iter().filter(|p| !sits(p)).copied().collect();
                    groups.extend(pairing::groups(&new, &history));
                }
                let round = groups.iter().map(|group| pairing::turned(group, played));
                let round = round.collect();
                self.block = (groups, played + 1);
                round
            }
        }
    }

    /// All tables, the last first.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        let rounds = self.rounds.iter().rev().flatten();
        rounds.chain(self.others.iter().rev())
    }

    pub(crate) fn tables_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        let rounds = self.rounds.iter_mut().flatten();
        rounds.chain(self.others.iter_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> PersonId {
        PersonId::new(name).expect("a name")
    }

    #[test]
    fn equal_names_are_told_apart_and_a_pupil_comes_back() {
        let mut class = State::new("ABCD".to_owned());
        assert_eq!(class.join(&person("1"), "Aya", 0), 0);
        assert_eq!(class.join(&person("2"), "Aya", 0), 1);
        assert_eq!(class.join(&person("1"), "Aya", 9), 0);
        let names: Vec<&str> = class.pupils.iter().map(|pupil| &*pupil.name).collect();
        assert_eq!(names, ["Aya", "Aya 2"]);
    }

    #[test]
    fn a_block_of_four_goes_on_when_somebody_leaves_or_comes() {
        let mut class = State::new("ABCD".to_owned());
        class.plan.form = ClassForm::Fours;
        for pupil in 0..4 {
            class.join(&person(&pupil.to_string()), "Pupil", 0);
        }
        assert_eq!(class.next_round(0), [[Some(0), Some(1), Some(2), Some(3)]]);
        class.pupils[2].removed = true;
        class.join(&person("4"), "Late", 0);
        let round = class.next_round(0);
        assert_eq!(round[0], [Some(3), Some(0), Some(1), None]);
        assert_eq!(round.len(), 2);
        assert!(round[1].contains(&Some(4)));
    }

    #[test]
    fn what_is_kept_can_be_read_again() {
        let mut class = State::new("ABCD".to_owned());
        class.join(&person("1"), "Aya", 5);
        class.rounds.push(vec![Table {
            tokens: vec![Some(Token::known("secret")), None],
            ..table(vec![Some(0), None], Some(vec![1, 2]))
        }]);
        let text = serde_json::to_string(&class).expect("it can be written");
        let again: State = serde_json::from_str(&text).expect("it can be read");
        assert_eq!(serde_json::to_string(&again).expect("again"), text);
        assert_eq!(again.standing()[0].points, 1.0);
    }

    #[test]
    fn another_tournament_keeps_how_the_last_one_stood() {
        let mut class = State::new("ABCD".to_owned());
        class.join(&person("1"), "Aya", 5);
        class.decide(ClassPlan {
            form: ClassForm::Swiss,
            ..class.plan.clone()
        });
        assert_eq!(class.past, [], "nothing was played");
        class
            .rounds
            .push(vec![table(vec![Some(0), None], Some(vec![1, 2]))]);
        let (swiss, fours) = (class.plan.clone(), "yonin".to_owned());
        class.decide(ClassPlan {
            form: ClassForm::Fours,
            game: fours,
            cap: 6,
        });
        assert_eq!(class.standing()[0].points, 0.0);
        let [past] = &*class.past else {
            panic!("one tournament: {:?}", class.past)
        };
        assert_eq!((&past.plan, past.rounds), (&swiss, 1));
        assert_eq!(past.standing[0].name, "Aya");
        assert_eq!(past.standing[0].points, 1.0);
    }

    #[test]
    fn a_pupil_has_one_open_table_until_it_is_closed_or_over() {
        let mut class = State::new("ABCD".to_owned());
        class.join(&person("1"), "Aya", 5);
        assert!(class.opened(0).is_none());
        class.others.push(table(vec![Some(0), None], None));
        assert!(class.opened(0).is_none(), "one of an earlier tournament");
        class.others[0].opened = true;
        assert!(class.opened(1).is_none());
        class.opened(0).expect("it is open").closed = true;
        assert!(class.opened(0).is_none());
    }

    fn table(seats: Seating, ranks: Option<Vec<u8>>) -> Table {
        Table {
            room: crate::token::room_id(),
            record: crate::token::game_id(),
            game: "reversi-8x8".to_owned(),
            tokens: vec![None; seats.len()],
            seats,
            ranks,
            opened: false,
            closed: false,
        }
    }
}
