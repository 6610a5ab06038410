//! What a study would do, in a few lines.

use std::fmt::Write;

use crate::cells;
use crate::file::{At, Chair, Rule, Study, Test, When};

impl Study {
    /// Returns what it would do, a line each.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            writeln!(text, "{:<11}{value}", format!("{name}:")).expect("a text can always grow");
        };
        line("study", format!("{}, version {}", self.name, self.version));
        if !self.about.is_empty() {
            line("about", self.about.clone());
        }
        let languages: Vec<&str> = self.languages.iter().map(|l| l.name()).collect();
        line("languages", languages.join(", "));
        let cells = cells::cells(self).len();
        let tables = match self.people_at_a_table() {
            1 => String::new(),
            people => format!(", {people} at a table"),
        };
        let people = format!(
            "{}{tables}, {} games each, {cells} cells",
            self.people, self.games_each
        );
        line("people", people);
        for quota in &self.quotas {
            line(
                "quota",
                format!("{}: at most {}", quota.condition, quota.people),
            );
        }
        for arm in &self.arms {
            let seats: Vec<&str> = arm
                .seats
                .iter()
                .map(|chair| match chair {
                    Chair::Person => "person",
                    Chair::Player(name) => name,
                })
                .collect();
            let rating = arm.rating.map(|rating| format!(", rated {rating}"));
            line(
                "arm",
                format!(
                    "{} ({}: {}){}",
                    arm.name,
                    arm.game,
                    seats.join(", "),
                    rating.unwrap_or_default()
                ),
            );
        }
        for at in [At::Before, At::Practice, At::Move, At::Game, At::After] {
            let asked: Vec<&str> = self.asked_at(at).map(|question| &*question.id).collect();
            if asked.is_empty() {
                continue;
            }
            let when = match (at, self.moves.when) {
                (At::Move, When::AfterOwnMove) => {
                    format!(" ({} own move)", self.moves.rule.words())
                }
                (At::Move, When::AfterReply) => format!(" ({} reply)", self.moves.rule.words()),
                _ => String::new(),
            };
            line(at.name(), format!("{}{when}", asked.join(", ")));
        }
        for claim in &self.claims {
            let arms = claim.arms.as_ref();
            let arms = arms.map(|(more, less)| format!(", {more} more than {less}"));
            let who = claim.condition.as_ref().map(|who| format!(", where {who}"));
            let value = claim.value.as_ref().map(|value| format!(" = {value}"));
            let judge = (claim.test == Test::Exchange).then(|| {
                let judge = crate::report::planned_judge(self, claim);
                format!(
                    ", judged by {}",
                    judge.unwrap_or("nobody: add judge = \"...\"")
                )
            });
            line(
                "claim",
                format!(
                    "{} of {}{}{}{}{}",
                    claim.test.name(),
                    claim.outcome,
                    value.unwrap_or_default(),
                    judge.unwrap_or_default(),
                    arms.unwrap_or_default(),
                    who.unwrap_or_default()
                ),
            );
        }
        line("sum", self.hash());
        text
    }
}

impl Rule {
    /// Returns at which moves it asks, in words before "own move".
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Every => "every".to_owned(),
            Self::Never => "no".to_owned(),
            Self::Nth(nth) => format!("one of {nth}:"),
            Self::Chance(chance) => format!("{:.0} % of", 100.0 * chance),
            Self::Jump { least, controls } => format!("jumps of {least} with {controls} controls:"),
            Self::Replay => "afterwards, every".to_owned(),
        }
    }
}
