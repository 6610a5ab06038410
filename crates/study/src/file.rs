//! A study as its file says it, checked once: whoever holds a [`Study`] can run it.
//!
//! A file that is wrong in any way is refused with its name, the line and what would be right.

mod check;
mod source;

use std::collections::BTreeMap;
use std::path::Path;

use players::{PlayerFile, library, text_file, toml_text};
use rules::{Game, GameName, with_game};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::condition::Condition;
use crate::text::{Language, Text};

/// A study.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The name of its file without folder and ending.
    pub name: String,
    /// The file, letter by letter.
    pub text: String,
    /// Counted up when the file changes after people took part.
    pub version: u32,
    /// What people see at the top.
    pub title: Text,
    /// What it is for, for experimenters.
    pub about: String,
    /// The languages that participants choose from.
    pub languages: Vec<Language>,
    /// Decides everything that is drawn by lot.
    pub seed: u64,
    /// How many people are to finish.
    pub people: u32,
    /// How many people of a kind may take part.
    pub quotas: Vec<Quota>,
    /// How many games each person plays.
    pub games_each: u8,
    /// In which order people meet the arms.
    pub order: Order,
    /// The moves that every game begins with, in the game's notation; none for the start.
    pub opening: Vec<String>,
    /// What people agree to.
    pub consent: Consent,
    /// What is said at the end.
    pub debrief: Text,
    /// Where the end leads, with `{id}` for the external id.
    pub end_url: Option<String>,
    /// What is compared.
    pub arms: Vec<Arm>,
    /// What is asked.
    pub questions: Vec<Question>,
    /// When questions at moves are asked.
    pub moves: MoveRule,
    /// The moves before the first game that do not count.
    pub practice: Practice,
    /// How long things take.
    pub times: Times,
    /// What was planned to be tested; all else is exploratory.
    pub claims: Vec<Claim>,
    /// The files of all players by the names in the study.
    pub players: BTreeMap<String, PlayerSource>,
}

/// Finds the file of a player: its name for errors, and its text.
pub type FindPlayer<'a> = dyn Fn(&str) -> Result<(String, String), String> + 'a;

/// A player of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSource {
    /// Its file, letter by letter.
    pub text: String,
    /// The same, read.
    pub file: PlayerFile,
}

/// At most so many people who fulfil a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Quota {
    /// The condition.
    pub condition: Condition,
    /// How many.
    pub people: u32,
}

/// In which order people meet the arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Every order of the arms with every pattern of sides.
    Balanced,
    /// A Williams square: every arm stands at every place and behind every other equally often.
    Williams,
    /// The first games of a Williams square: everybody meets some of the arms.
    Incomplete,
    /// As the file lists them.
    Fixed,
}

/// What people agree to.
#[derive(Clone, Debug, PartialEq)]
pub struct Consent {
    /// The text.
    pub text: Text,
    /// Until when one's data can be withdrawn, as a date.
    pub withdraw_until: Option<String>,
    /// Whether a guardian has agreed on paper before.
    pub guardian: bool,
}

/// One thing that is compared: a game against certain players.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// Its name in data.
    pub name: String,
    /// What people are told at the end.
    pub title: Text,
    /// The game.
    pub game: GameName,
    /// Who sits where; with one person the sides are balanced.
    pub seats: Vec<Chair>,
    /// When questions at moves are asked, if otherwise than in the other arms.
    pub rule: Option<Rule>,
    /// Who sits in for people who do not come or leave, where several sit at a table.
    pub stand_in: Option<String>,
    /// How strong its player is among programs, in Elo: of all arms or of none.
    pub rating: Option<i32>,
}

/// Who sits at a seat of an arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chair {
    /// A participant.
    Person,
    /// A player by name.
    Player(String),
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its name in data.
    pub id: String,
    /// When it is asked.
    pub at: At,
    /// What can be answered.
    pub kind: Kind,
    /// What is asked.
    pub ask: Text,
    /// What the choices, or the ends of a scale, are called.
    pub labels: BTreeMap<String, Text>,
    /// Whether it is about the opponent's move, and so not asked before there was one.
    pub about_reply: bool,
    /// The right answer, of a question that checks whether the rules were understood.
    pub right: Option<String>,
}

/// When a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum At {
    /// Before the first game.
    Before,
    /// After the practice, until the answer is right.
    Practice,
    /// At a move.
    Move,
    /// After every game.
    Game,
    /// After the last game.
    After,
}

impl At {
    /// Returns the word in files and data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Practice => "practice",
            Self::Move => "move",
            Self::Game => "game",
            Self::After => "after",
        }
    }
}

/// What can be answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// One of these words.
    Choice(Vec<String>),
    /// One of the games played, by number; `same` too, if it has a label.
    Arms,
    /// From 1 to this.
    Scale(u8),
    /// Words, at most so many letters.
    Text(usize),
}

/// When questions at moves are asked.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// After which move.
    pub when: When,
    /// At which of them.
    pub rule: Rule,
    /// Whether the opponent's reply is shown only after the answer.
    pub hold: bool,
}

/// After which move one is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// After one's own, as in P2.
    AfterOwnMove,
    /// After the opponent's reply.
    AfterReply,
}

/// At which moves one is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// At every move.
    Every,
    /// At none.
    Never,
    /// At every nth.
    Nth(u32),
    /// At each by chance.
    Chance(f64),
    /// Where the program's own evaluation jumped by this, and at so many others for each.
    Jump {
        /// The least jump, in the units of the program.
        least: i64,
        /// Moves without a jump asked for each with one.
        controls: u32,
    },
    /// At every move, but after the game, board by board.
    Replay,
}

/// The moves before the first game that do not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Practice {
    /// Own moves; none for no practice.
    pub moves: u8,
    /// Against whom, in every other seat.
    pub player: String,
}

/// How long things take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// A question at a move waits so long.
    pub answer: u64,
    /// Who does nothing for so long is shown as stuck.
    pub idle: u64,
    /// Who is away for so long is gone, and begins the game anew on coming back.
    pub lost: u64,
    /// Every reply takes so long.
    pub reply: u64,
    /// Who waits so long for others may play programs instead.
    pub wait: u64,
    /// At a table with others, whoever is away for so long when it is their turn is replaced.
    pub grace: u64,
    /// The same for whoever is there and does not move.
    pub turn: u64,
}

/// Something that the study was planned to test.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// How.
    pub test: Test,
    /// Of what: `win`, or a question.
    pub outcome: String,
    /// The answer that counts, where the outcome is a choice.
    pub value: Option<String>,
    /// More of it in the first arm than in the second, where two are compared.
    pub arms: Option<(String, String)>,
    /// Of which people.
    pub condition: Option<Condition>,
    /// Who says how far the evaluation jumped, or how surprising moves were, if the file names one.
    pub judge: Option<String>,
}

/// A test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Wins of the same people in two arms: McNemar's, exact, and by order.
    Paired,
    /// Which of two arms people chose.
    Binomial,
    /// A scale of the same people in two arms: Wilcoxon's, exact.
    Wilcoxon,
    /// Whether an answer at moves goes with the jump of the evaluation, by exchanging whole games
    /// between people.
    Exchange,
    /// Whether programs that are stronger against programs are stronger against people: the slope.
    Slope,
}

impl Test {
    /// Returns the word in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paired => "paired",
            Self::Binomial => "binomial",
            Self::Wilcoxon => "wilcoxon",
            Self::Exchange => "exchange",
            Self::Slope => "slope",
        }
    }
}

/// Why a study file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StudyError {
    /// The file itself cannot be read.
    #[error(
        "the study file {file} cannot be read: {problem}; `kaesu study list` has those that come along"
    )]
    Unreadable {
        /// The file.
        file: String,
        /// What the operating system reported.
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

/// The longest study file.
const LONGEST: u64 = 1 << 24;

impl Study {
    /// Reads a study from a file, or the one that comes along under this name. Player files that it
    /// names are looked for beside it.
    ///
    /// # Errors
    /// Returns an error if there is none, or anything in it is wrong.
    pub fn read(path: &Path) -> Result<Self, StudyError> {
        let file = path.display().to_string();
        match text_file::read(path, LONGEST) {
            Ok(text) => Self::parse(&file, &text),
            Err(error) => match crate::library::text(&file) {
                Some(text) => Self::parse(&format!("studies/{file}.toml"), text),
                None => Err(StudyError::Unreadable {
                    file,
                    problem: error.to_string(),
                }),
            },
        }
    }

    /// Reads a study from the text of a file that has this name.
    ///
    /// # Errors
    /// Returns an error if anything in it is unknown, missing or impossible.
    pub fn parse(file: &str, text: &str) -> Result<Self, StudyError> {
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let find = |name: &str| {
            let place = if name.ends_with(".toml") {
                folder.join(name).display().to_string()
            } else {
                name.to_owned()
            };
            library::text(&place).map_err(|error| error.to_string())
        };
        Self::checked(file, text, &find, check::possible)
    }

    /// Reads a study again as it was kept, with its players found in this way: by the name in the study, to a
    /// name for errors and the text of the file. Whether its claims can be shown was judged when it was planned.
    ///
    /// # Errors
    /// Returns an error if anything in it is unknown, missing or impossible.
    pub(crate) fn kept(file: &str, text: &str, find: &FindPlayer<'_>) -> Result<Self, StudyError> {
        Self::checked(file, text, find, |_, _| Ok(()))
    }

    fn checked(
        file: &str,
        text: &str,
        find: &FindPlayer<'_>,
        check: impl Fn(&Self, &check::Places) -> Result<(), source::Wrong>,
    ) -> Result<Self, StudyError> {
        let wrong = |at: std::ops::Range<usize>, problem: &str| StudyError::Content {
            file: file.to_owned(),
            line: 1 + text[..at.start.min(text.len())].matches('\n').count(),
            problem: problem.replace('\n', " "),
        };
        let source: source::Source = toml_text::read(text)
            .map_err(|error| wrong(error.span().unwrap_or_default(), &in_words(error.message())))?;
        let path = Path::new(file);
        let name = path.file_stem().unwrap_or_default().display().to_string();
        let read = source.read(&name, text, find);
        read.and_then(|(study, places)| check(&study, &places).map(|()| study))
            .map_err(|(at, problem)| wrong(at, &problem))
    }

    /// Returns the sum of the file and all player files: what is preregistered.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut sum = Sha256::new();
        let mut add = |text: &str| {
            sum.update((text.len() as u64).to_le_bytes());
            sum.update(text.as_bytes());
        };
        add(&self.text);
        for (name, player) in &self.players {
            add(name);
            add(&player.text);
        }
        sum.finalize().iter().map(|b| format!("{b:02x}")).collect()
    }

    /// Returns until when people are told they can withdraw, if that day is over at this time in seconds
    /// since 1970, wherever on earth it is read.
    #[must_use]
    pub fn withdrawal_over(&self, now: u64) -> Option<&str> {
        let until = self.consent.withdraw_until.as_deref()?;
        let mut parts = until.get(..10)?.split('-').map(str::parse::<i64>);
        let mut part = || parts.next()?.ok();
        let days = days(part()?, part()?, part()?);
        let ends = (days + 1) * 86_400 + 12 * 3600;
        (ends < i64::try_from(now).ok()?).then_some(until)
    }

    /// Returns its title in a language, or in the first of those that it speaks.
    #[must_use]
    pub fn title_in(&self, language: Language) -> &str {
        let first = || self.title.get(self.languages[0]);
        self.title.find(language).unwrap_or_else(first)
    }

    /// Returns what people of both would have met differently, if anything: then their data cannot be one
    /// study's. Texts, times, and how many are asked may differ.
    #[must_use]
    pub fn differs(&self, earlier: &Self) -> Option<String> {
        let arms = |study: &Self| {
            let arm = |arm: &Arm| {
                let seats = (arm.seats.clone(), arm.stand_in.clone());
                (
                    arm.name.clone(),
                    arm.game.to_string(),
                    seats,
                    arm.rule.clone(),
                )
            };
            study.arms.iter().map(arm).collect::<Vec<_>>()
        };
        let questions = |study: &Self| {
            let question = |question: &Question| {
                let options = (question.kind.clone(), question.options(study.games_each));
                let when = (question.at, question.about_reply, question.right.clone());
                (question.id.clone(), options, when)
            };
            study.questions.iter().map(question).collect::<Vec<_>>()
        };
        let speaks = |language: &Language| self.languages.contains(language);
        let same = [
            ("seed", self.seed == earlier.seed),
            ("games-each", self.games_each == earlier.games_each),
            ("order", self.order == earlier.order),
            ("opening", self.opening == earlier.opening),
            ("arm", arms(self) == arms(earlier)),
            ("question", questions(self) == questions(earlier)),
            ("rule in [moves]", self.moves == earlier.moves),
            ("[practice]", self.practice == earlier.practice),
            ("language", earlier.languages.iter().all(speaks)),
        ];
        let changed = same.iter().find(|(_, same)| !same);
        let player = self.players.iter().find(|(name, player)| {
            let before = earlier.players.get(*name);
            before.is_some_and(|before| before.text != player.text)
        });
        let player = player.map(|(name, _)| format!("file of the player {name}"));
        changed.map(|(what, _)| (*what).to_owned()).or(player)
    }

    /// Returns the question with this name.
    #[must_use]
    pub fn question(&self, id: &str) -> Option<&Question> {
        self.questions.iter().find(|question| question.id == id)
    }

    /// Returns the questions of a moment, in the order of the file.
    pub fn asked_at(&self, at: At) -> impl Iterator<Item = &Question> {
        self.questions.iter().filter(move |q| q.at == at)
    }

    /// Returns when questions at moves are asked in an arm.
    #[must_use]
    pub fn rule(&self, arm: usize) -> &Rule {
        self.arms[arm].rule.as_ref().unwrap_or(&self.moves.rule)
    }

    /// Returns how strong the arms are among programs, in Elo, if the file says so.
    #[must_use]
    pub fn ratings(&self) -> Option<Vec<i32>> {
        self.arms.iter().map(|arm| arm.rating).collect()
    }

    /// Returns how many people sit at one table.
    #[must_use]
    pub fn people_at_a_table(&self) -> usize {
        self.arms.first().map_or(1, Arm::people)
    }
}

/// Days from 1970 to a date. Years are counted from March, so that the day that some have more is their last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap + (153 * month + 2) / 5 + day - 719_469
}

/// Says what the reader of TOML means where it names our types.
fn in_words(message: &str) -> String {
    let means = [
        (
            "RuleSource",
            "this is no rule for questions at moves; it can be \"every\", \"never\", \"replay\", { nth = 3 }, { chance = 0.3 } or { jump = 60, controls = 1 }",
        ),
        ("ChoiceSource", "a choice is a list of words, or \"arms\""),
        (
            "Wording",
            "a question is a text, or a table: { ask = \"...\", and a label for every answer }",
        ),
    ];
    if let Some((_, words)) = means.iter().find(|(name, _)| message.contains(name)) {
        return (*words).to_owned();
    }
    // "invalid value: integer `-8`, expected u32"
    let numbers = [("u8", u64::from(u8::MAX)), ("u32", u64::from(u32::MAX))];
    let numbers = numbers
        .into_iter()
        .chain([("u64", u64::MAX), ("usize", u64::MAX)]);
    for (kind, most) in numbers {
        if let Some(given) = message.strip_suffix(&format!(", expected {kind}")) {
            return format!("{given}; write a whole number from 0 to {most}");
        }
    }
    message.to_owned()
}

impl Arm {
    /// Returns how many participants it takes.
    #[must_use]
    pub fn people(&self) -> usize {
        let persons = self.seats.iter().filter(|chair| **chair == Chair::Person);
        persons.count()
    }

    /// Reports whether opposite seats play together in its game.
    #[must_use]
    pub fn is_in_pairs(&self) -> bool {
        let game = self.game.to_string();
        ["pairs=yes", "doubles"]
            .iter()
            .any(|word| game.contains(word))
    }

    /// Returns how many seats its game has.
    #[must_use]
    pub fn seat_count(&self) -> usize {
        with_game!(&self.game, G, rules => G::start(rules).facts().seats)
    }
}

impl Question {
    /// Returns what can be answered, in the file's order, after so many games.
    #[must_use]
    pub fn options(&self, games: u8) -> Vec<String> {
        match &self.kind {
            Kind::Choice(words) => words.clone(),
            Kind::Scale(most) => (1..=*most).map(|step| step.to_string()).collect(),
            Kind::Arms => {
                let same = self.labels.contains_key("same").then(|| "same".to_owned());
                (1..=games)
                    .map(|game| game.to_string())
                    .chain(same)
                    .collect()
            }
            Kind::Text(_) => Vec::new(),
        }
    }

    /// Returns what can stand in data: games that are chosen are told by their arms.
    #[must_use]
    pub fn levels(&self, study: &Study) -> Vec<String> {
        if self.kind != Kind::Arms {
            return self.options(study.games_each);
        }
        let arms = study.arms.iter().map(|arm| arm.name.clone());
        arms.chain(self.options(0)).collect()
    }

    /// Reports whether this can be answered, after so many games.
    #[must_use]
    pub fn accepts(&self, value: &str, games: u8) -> bool {
        match self.kind {
            Kind::Text(most) => value.chars().count() <= most,
            _ => self.options(games).iter().any(|option| option == value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// People have taken part: what is refused in new files must not keep anybody from their answers.
    #[test]
    fn a_kept_study_opens_whatever_is_refused_since() {
        let text = crate::library::text("p2").expect("it comes along");
        let fixed = text.replace("order = \"balanced\"", "order = \"fixed\"");
        let refused = Study::parse("p2.toml", &fixed).expect_err("it cannot be shown");
        assert!(
            refused.to_string().contains("in the same order"),
            "{refused}"
        );
        let find = |name: &str| library::text(name).map_err(|error| error.to_string());
        let study = Study::kept("p2.toml", &fixed, &find).expect("it was planned so");
        assert_eq!(study.order, Order::Fixed);
    }
}
