//! The keys of a study file.

use std::collections::BTreeMap;
use std::ops::Range;

use players::PlayerFile;
use rules::GameName;
use serde::Deserialize;
use toml::Spanned;

use super::{
    Arm, At, Chair, Claim, Consent, FindPlayer, Kind, MoveRule, Order, PlayerSource, Practice,
    Question, Quota, Rule, Study, Test, Times, When, check,
};
use crate::condition::Condition;
use crate::text::{Language, Text};

/// Where something is wrong, and what.
pub(super) type Wrong = (Range<usize>, String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Source {
    #[serde(default)]
    version: Option<Spanned<u32>>,
    title: Spanned<Text>,
    #[serde(default)]
    about: String,
    languages: Spanned<Vec<Spanned<String>>>,
    seed: u64,
    people: Spanned<u32>,
    #[serde(default)]
    quota: Vec<Spanned<QuotaSource>>,
    games_each: Spanned<u8>,
    order: Spanned<String>,
    #[serde(default)]
    opening: Option<Spanned<String>>,
    consent: Spanned<ConsentSource>,
    debrief: Spanned<Text>,
    end_url: Option<Spanned<String>>,
    #[serde(default)]
    practice: Option<Spanned<PracticeSource>>,
    #[serde(default)]
    moves: MovesSource,
    #[serde(default)]
    times: TimesSource,
    #[serde(rename = "arm")]
    arms: Vec<Spanned<ArmSource>>,
    #[serde(rename = "ask", default)]
    questions: Vec<Spanned<AskSource>>,
    #[serde(rename = "claim", default)]
    claims: Vec<Spanned<ClaimSource>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuotaSource {
    r#where: Spanned<String>,
    people: Spanned<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ConsentSource {
    ja: Option<String>,
    en: Option<String>,
    withdraw_until: Option<toml::value::Datetime>,
    guardian: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PracticeSource {
    moves: Spanned<u8>,
    player: Spanned<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct MovesSource {
    when: Option<Spanned<String>>,
    rule: Option<Spanned<RuleSource>>,
    hold: Option<bool>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum RuleSource {
    Named(String),
    Table(RuleTable),
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleTable {
    nth: Option<u32>,
    chance: Option<f64>,
    jump: Option<i64>,
    controls: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct TimesSource {
    answer: Option<Spanned<f64>>,
    idle: Option<Spanned<f64>>,
    lost: Option<Spanned<f64>>,
    reply: Option<Spanned<f64>>,
    wait: Option<Spanned<f64>>,
    grace: Option<Spanned<f64>>,
    turn: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmSource {
    name: Spanned<String>,
    ja: Option<String>,
    en: Option<String>,
    game: Spanned<String>,
    seats: Spanned<Vec<Spanned<String>>>,
    rule: Option<Spanned<RuleSource>>,
    #[serde(rename = "stand-in")]
    stand_in: Option<Spanned<String>>,
    rating: Option<Spanned<i32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskSource {
    id: Spanned<String>,
    at: Spanned<String>,
    choice: Option<Spanned<ChoiceSource>>,
    scale: Option<Spanned<u8>>,
    text: Option<Spanned<usize>>,
    ja: Option<Wording>,
    en: Option<Wording>,
    about: Option<Spanned<String>>,
    right: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ChoiceSource {
    Words(Vec<String>),
    Named(String),
}

/// The question alone, or with what its answers are called.
#[derive(Deserialize)]
#[serde(untagged)]
enum Wording {
    Plain(String),
    Labels(BTreeMap<String, String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimSource {
    test: Spanned<String>,
    outcome: Spanned<String>,
    value: Option<Spanned<String>>,
    arms: Option<Spanned<Vec<String>>>,
    r#where: Option<Spanned<String>>,
    judge: Option<Spanned<String>>,
}

/// Reads one of some words.
fn named<T: Copy>(word: &Spanned<String>, all: &[(&str, T)]) -> Result<T, Wrong> {
    let found = all.iter().find(|(name, _)| name == word.get_ref());
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        let text = format!(
            "there is no \"{}\" here; it can be {}",
            word.get_ref(),
            names.join(", ")
        );
        (word.span(), text)
    })
}

impl Source {
    pub(super) fn read(
        self,
        name: &str,
        text: &str,
        find: &FindPlayer<'_>,
    ) -> Result<(Study, check::Places), Wrong> {
        let languages = self.languages()?;
        let all = |text: &Text, at: Range<usize>, what: &str| {
            check::translated(text, &languages, at, what)
        };
        all(self.title.get_ref(), self.title.span(), "the title")?;
        all(self.debrief.get_ref(), self.debrief.span(), "the debrief")?;
        let consent = self.consent(&languages)?;
        let order = named(
            &self.order,
            &[
                ("balanced", Order::Balanced),
                ("williams", Order::Williams),
                ("incomplete", Order::Incomplete),
                ("fixed", Order::Fixed),
            ],
        )?;
        let mut players = BTreeMap::new();
        let mut arms: Vec<Arm> = Vec::new();
        for arm in &self.arms {
            let read = arm
                .get_ref()
                .read(&languages, arm.span(), find, &mut players)?;
            if arms.iter().any(|other| other.name == read.name) {
                let problem = format!("two arms are called \"{}\"; rename one", read.name);
                return Err((arm.get_ref().name.span(), problem));
            }
            arms.push(read);
        }
        let mut questions: Vec<Question> = Vec::new();
        for ask in &self.questions {
            let read = ask.get_ref().read(&languages, ask.span())?;
            check::column(&ask.get_ref().id, &arms)?;
            if questions.iter().any(|other| other.id == read.id) {
                let problem = format!("two questions have the id \"{}\"; rename one", read.id);
                return Err((ask.get_ref().id.span(), problem));
            }
            questions.push(read);
        }
        let practice = self.practice(&arms, find, &mut players)?;
        let mut quotas = Vec::new();
        for quota in &self.quota {
            let QuotaSource { r#where, people } = quota.get_ref();
            let condition = check::condition(r#where, &questions)?;
            check::cap(people, *self.people.get_ref())?;
            quotas.push(Quota {
                condition,
                people: *people.get_ref(),
            });
        }
        let mut claims = Vec::new();
        for claim in &self.claims {
            claims.push(claim.get_ref().read(claim.span(), &arms, &questions)?);
            if let Some(judge) = &claim.get_ref().judge {
                let name = judge.get_ref();
                let player = name.strip_prefix(crate::report::SURPRISAL).unwrap_or(name);
                let player = Spanned::new(judge.span(), player.to_owned());
                for arm in &arms {
                    seat_player(&player, &arm.game, find, &mut players)?;
                }
            }
        }
        if let Some(url) = &self.end_url
            && !url.get_ref().starts_with("https://")
            && !url.get_ref().starts_with("http://")
        {
            let problem = "an end-url starts with https://, and {id} stands for the external id";
            return Err((url.span(), problem.to_owned()));
        }
        let study = Study {
            name: name.to_owned(),
            text: text.to_owned(),
            version: self
                .version
                .as_ref()
                .map_or(1, |version| *version.get_ref()),
            title: self.title.get_ref().clone(),
            about: self.about.clone(),
            languages,
            seed: self.seed,
            people: *self.people.get_ref(),
            quotas,
            games_each: *self.games_each.get_ref(),
            order,
            opening: self.opening(&arms)?,
            consent,
            debrief: self.debrief.get_ref().clone(),
            end_url: self.end_url.as_ref().map(|url| url.get_ref().clone()),
            moves: self.moves.read()?,
            practice,
            times: self.times.read()?,
            arms,
            questions,
            claims,
            players,
        };
        let places = check::Places {
            people: self.people.span(),
            games_each: self.games_each.span(),
            order: self.order.span(),
            quota: self.quota.first().map(Spanned::span).unwrap_or_default(),
            version: self.version.as_ref().map(Spanned::span).unwrap_or_default(),
            arms: self.arms.iter().map(Spanned::span).collect(),
            claims: self.claims.iter().map(Spanned::span).collect(),
        };
        check::whole(&study, &places)?;
        Ok((study, places))
    }

    fn languages(&self) -> Result<Vec<Language>, Wrong> {
        let mut languages = Vec::new();
        for name in self.languages.get_ref() {
            let language = named(name, &[("ja", Language::Ja), ("en", Language::En)])?;
            if languages.contains(&language) {
                let problem = format!("the language {} stands here twice", language.name());
                return Err((name.span(), problem));
            }
            languages.push(language);
        }
        if languages.is_empty() {
            let problem = "a study speaks a language: languages = [\"ja\", \"en\"]";
            return Err((self.languages.span(), problem.to_owned()));
        }
        Ok(languages)
    }

    fn consent(&self, languages: &[Language]) -> Result<Consent, Wrong> {
        let source = self.consent.get_ref();
        let text = Text {
            ja: source.ja.clone(),
            en: source.en.clone(),
        };
        check::translated(&text, languages, self.consent.span(), "the consent")?;
        let guardian = match &source.guardian {
            None => false,
            Some(word) => named(word, &[("paper", true), ("none", false)])?,
        };
        Ok(Consent {
            text,
            withdraw_until: source.withdraw_until.map(|date| date.to_string()),
            guardian,
        })
    }

    fn opening(&self, arms: &[Arm]) -> Result<Vec<String>, Wrong> {
        let Some(opening) = &self.opening else {
            return Ok(Vec::new());
        };
        if opening.get_ref() == "start" {
            return Ok(Vec::new());
        }
        check::opening(opening, arms)
    }

    fn practice(
        &self,
        arms: &[Arm],
        find: &FindPlayer<'_>,
        players: &mut BTreeMap<String, PlayerSource>,
    ) -> Result<Practice, Wrong> {
        let Some(practice) = &self.practice else {
            return Ok(Practice {
                moves: 0,
                player: "random".to_owned(),
            });
        };
        let PracticeSource { moves, player } = practice.get_ref();
        if let Some(arm) = arms.first() {
            seat_player(player, &arm.game, find, players)?;
        }
        Ok(Practice {
            moves: *moves.get_ref(),
            player: player.get_ref().clone(),
        })
    }
}

/// Reads a player and keeps its file, if it plays the game.
fn seat_player(
    name: &Spanned<String>,
    game: &GameName,
    find: &FindPlayer<'_>,
    players: &mut BTreeMap<String, PlayerSource>,
) -> Result<(), Wrong> {
    let wrong = |problem: String| (name.span(), problem);
    let own = name.get_ref();
    let (file, text) = find(own).map_err(wrong)?;
    let read = PlayerFile::parse(&file, &text).map_err(|error| wrong(error.to_string()))?;
    check::plays(&read, game).map_err(wrong)?;
    players.insert(own.clone(), PlayerSource { text, file: read });
    Ok(())
}

impl ArmSource {
    fn read(
        &self,
        languages: &[Language],
        at: Range<usize>,
        find: &FindPlayer<'_>,
        players: &mut BTreeMap<String, PlayerSource>,
    ) -> Result<Arm, Wrong> {
        check::word(&self.name)?;
        let game: GameName = self
            .game
            .get_ref()
            .parse()
            .map_err(|error: rules::name::NameError| (self.game.span(), error.to_string()))?;
        let title = Text {
            ja: self.ja.clone(),
            en: self.en.clone(),
        };
        let what = format!("the arm {}", self.name.get_ref());
        check::translated(&title, languages, at, &what)?;
        let mut seats = Vec::new();
        for seat in self.seats.get_ref() {
            seats.push(if seat.get_ref() == "person" {
                Chair::Person
            } else {
                seat_player(seat, &game, find, players)?;
                Chair::Player(seat.get_ref().clone())
            });
        }
        if let Some(player) = &self.stand_in {
            seat_player(player, &game, find, players)?;
        }
        let arm = Arm {
            stand_in: self
                .stand_in
                .as_ref()
                .map(|player| player.get_ref().clone()),
            rating: self.rating.as_ref().map(|rating| *rating.get_ref()),
            name: self.name.get_ref().clone(),
            title,
            game,
            seats,
            rule: self.rule.as_ref().map(rule).transpose()?,
        };
        check::seats(&arm, self.seats.span())?;
        if let Some(rating) = &self.rating {
            check::rating(rating)?;
        }
        Ok(arm)
    }
}

fn rule(source: &Spanned<RuleSource>) -> Result<Rule, Wrong> {
    let known = "it can be \"every\", \"never\", \"replay\", { nth = 3 }, { chance = 0.3 } or \
                 { jump = 60, controls = 1 }";
    let wrong = |problem: String| Err((source.span(), problem));
    match source.get_ref() {
        RuleSource::Named(name) => match &**name {
            "every" => Ok(Rule::Every),
            "never" => Ok(Rule::Never),
            "replay" => Ok(Rule::Replay),
            _ => wrong(format!("there is no rule \"{name}\"; {known}")),
        },
        RuleSource::Table(table) => match *table {
            RuleTable {
                nth: Some(nth @ 1..),
                chance: None,
                jump: None,
                controls: None,
            } => Ok(Rule::Nth(nth)),
            RuleTable {
                nth: None,
                chance: Some(chance),
                jump: None,
                controls: None,
            } if (0.0..=1.0).contains(&chance) => Ok(Rule::Chance(chance)),
            RuleTable {
                nth: None,
                chance: None,
                jump: Some(least @ 1..),
                controls,
            } => match controls {
                Some(controls @ 1..) => Ok(Rule::Jump { least, controls }),
                _ => wrong(
                    "a rule by jumps needs controls = 1 or more: asked at jumps alone, people \
                         learn from the question that something happened"
                        .to_owned(),
                ),
            },
            _ => wrong(format!("this is no rule for questions at moves; {known}")),
        },
    }
}

impl MovesSource {
    fn read(&self) -> Result<MoveRule, Wrong> {
        let when = match &self.when {
            None => When::AfterOwnMove,
            Some(word) => named(
                word,
                &[
                    ("after-own-move", When::AfterOwnMove),
                    ("after-reply", When::AfterReply),
                ],
            )?,
        };
        Ok(MoveRule {
            when,
            rule: self.rule.as_ref().map_or(Ok(Rule::Every), rule)?,
            hold: self.hold.unwrap_or(true),
        })
    }
}

impl TimesSource {
    fn read(&self) -> Result<Times, Wrong> {
        let ms = |time: &Option<Spanned<f64>>, usual: f64, least: f64| match time {
            None => Ok((usual * 1000.0) as u64),
            Some(time) if (least..=86_400.0).contains(time.get_ref()) => {
                Ok((time.get_ref() * 1000.0).round() as u64)
            }
            Some(time) => {
                let problem = format!("this is {least} to 86400 seconds, not {}", time.get_ref());
                Err((time.span(), problem))
            }
        };
        let (idle, lost) = (ms(&self.idle, 90.0, 1.0)?, ms(&self.lost, 600.0, 1.0)?);
        if lost < idle
            && let Some(at) = self.lost.as_ref().or(self.idle.as_ref())
        {
            let problem = format!(
                "nobody is gone before being stuck: lost ({}) is at least idle ({})",
                lost / 1000,
                idle / 1000
            );
            return Err((at.span(), problem));
        }
        Ok(Times {
            answer: ms(&self.answer, 60.0, 1.0)?,
            idle,
            lost,
            reply: ms(&self.reply, 1.2, 0.0)?,
            wait: ms(&self.wait, 180.0, 1.0)?,
            grace: ms(&self.grace, 60.0, 1.0)?,
            turn: ms(&self.turn, 180.0, 1.0)?,
        })
    }
}

impl AskSource {
    fn read(&self, languages: &[Language], at: Range<usize>) -> Result<Question, Wrong> {
        check::word(&self.id)?;
        let id = self.id.get_ref();
        let moment = named(
            &self.at,
            &[At::Before, At::Practice, At::Move, At::Game, At::After].map(|at| (at.name(), at)),
        )?;
        let kind = self.kind(&at)?;
        let (mut ask, mut labels) = (Text::default(), BTreeMap::<String, Text>::new());
        for (language, wording) in [(Language::Ja, &self.ja), (Language::En, &self.en)] {
            match wording {
                None => {}
                Some(Wording::Plain(text)) => ask.set(language, text),
                Some(Wording::Labels(words)) => {
                    for (key, text) in words {
                        if key == "ask" {
                            ask.set(language, text);
                        } else {
                            labels.entry(key.clone()).or_default().set(language, text);
                        }
                    }
                }
            }
        }
        let about_reply = match &self.about {
            None => false,
            Some(word) => named(word, &[("reply", true)])?,
        };
        let question = Question {
            id: id.clone(),
            at: moment,
            kind,
            ask,
            labels,
            about_reply,
            right: self.right.as_ref().map(|right| right.get_ref().clone()),
        };
        check::question(&question, &at, self.right.as_ref())?;
        let Question {
            ask, kind, labels, ..
        } = &question;
        check::translated(ask, languages, at.clone(), &format!("the question {id}"))?;
        check::labels(id, kind, labels, languages, &at)?;
        Ok(question)
    }

    fn kind(&self, at: &Range<usize>) -> Result<Kind, Wrong> {
        match (&self.choice, &self.scale, &self.text) {
            (Some(choice), None, None) => match choice.get_ref() {
                ChoiceSource::Named(name) if name == "arms" => Ok(Kind::Arms),
                ChoiceSource::Words(words) if words.len() >= 2 => {
                    let twice =
                        (1..words.len()).find(|&place| words[..place].contains(&words[place]));
                    match twice {
                        None => Ok(Kind::Choice(words.clone())),
                        Some(place) => Err((
                            choice.span(),
                            format!("the answer \"{}\" stands here twice", words[place]),
                        )),
                    }
                }
                _ => Err((
                    choice.span(),
                    "a choice is a list of two words or more, or \"arms\"".to_owned(),
                )),
            },
            (None, Some(scale), None) if (2..=11).contains(scale.get_ref()) => {
                Ok(Kind::Scale(*scale.get_ref()))
            }
            (None, Some(scale), None) => {
                Err((scale.span(), "a scale has 2 to 11 steps".to_owned()))
            }
            (None, None, Some(text)) if (1..=5000).contains(text.get_ref()) => {
                Ok(Kind::Text(*text.get_ref()))
            }
            (None, None, Some(text)) => {
                Err((text.span(), "a text has 1 to 5000 letters".to_owned()))
            }
            _ => Err((
                at.clone(),
                format!(
                    "the question {} needs one of choice = [...], scale = 5 or text = 500",
                    self.id.get_ref()
                ),
            )),
        }
    }
}

impl ClaimSource {
    fn read(&self, at: Range<usize>, arms: &[Arm], questions: &[Question]) -> Result<Claim, Wrong> {
        let tests = [
            Test::Paired,
            Test::Binomial,
            Test::Wilcoxon,
            Test::Exchange,
            Test::Slope,
        ];
        let test = named(&self.test, &tests.map(|test| (test.name(), test)))?;
        let pair = match &self.arms {
            None => None,
            Some(names) => match &names.get_ref()[..] {
                [one, other] => Some((one.clone(), other.clone())),
                _ => return Err((names.span(), "a claim compares two arms".to_owned())),
            },
        };
        if let (Some((one, other)), Some(names)) = (&pair, &self.arms)
            && let Some(unknown) = [one, other]
                .into_iter()
                .find(|name| !arms.iter().any(|arm| arm.name == **name))
        {
            let known: Vec<&str> = arms.iter().map(|arm| &*arm.name).collect();
            let problem = format!(
                "there is no arm \"{unknown}\"; the arms are {}",
                known.join(", ")
            );
            return Err((names.span(), problem));
        }
        let condition: Option<Condition> = match &self.r#where {
            None => None,
            Some(text) => Some(check::condition(text, questions)?),
        };
        let claim = Claim {
            test,
            outcome: self.outcome.get_ref().clone(),
            value: self.value.as_ref().map(|value| value.get_ref().clone()),
            arms: pair,
            condition,
            judge: self.judge.as_ref().map(|judge| judge.get_ref().clone()),
        };
        check::claim(&claim, questions, at, self.outcome.span())?;
        Ok(claim)
    }
}
