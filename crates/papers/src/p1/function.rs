//! P1's evaluation functions as players: the program of the paper with the features of a table.

use players::library;
use toml::{Table, Value};

use crate::Error;
use lab::contender::Contender;

/// The whole game.
pub(super) const ALWAYS: &str = "[+](1-60)";

/// How what the paper leaves open is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// Of equal moves the first in scan order is played, not any at random.
    pub(super) first_of_equals: bool,
    /// Noise lies on the values of the moves to choose from, not on every leaf.
    pub(super) root_noise: bool,
    /// t is the number of discs placed on the board that is valued, not that of the move chosen.
    pub(super) moves_of_board: bool,
    /// CT rewards discs far from the centre, by the letter of its formula.
    pub(super) far: bool,
}

impl Reading {
    /// As was decided by the text, before any figures were known.
    pub(super) const AS_DECIDED: Self = Self {
        first_of_equals: false,
        root_noise: false,
        moves_of_board: false,
        far: false,
    };

    /// What fits the printed figures best.
    pub(super) const BEST_FIT: Self = Self {
        first_of_equals: true,
        root_noise: true,
        moves_of_board: true,
        far: true,
    };

    /// Both, with their names.
    pub(super) const BOTH: [(&'static str, Self); 2] = [
        ("as-decided", Self::AS_DECIDED),
        ("best-fit", Self::BEST_FIT),
    ];

    /// Writes what differs from the text into a player file of P1's program.
    fn write(self, file: &mut Table) {
        if self.first_of_equals {
            let search = part(file, "search", "alphabeta");
            search.insert("ties".to_owned(), "first".into());
        }
        let features = part(file, "evaluation", "features");
        if self.root_noise {
            features.insert("noise-on".to_owned(), "root".into());
        }
        if self.moves_of_board {
            features.insert("moves-of".to_owned(), "board".into());
        }
        let ct = features.get_mut("ct").and_then(Value::as_table_mut);
        if let Some(ct) = ct.filter(|_| self.far) {
            ct.insert("favours".to_owned(), "far".into());
        }
    }
}

/// Returns a table in a table of a player file of P1's program.
fn part<'a>(file: &'a mut Table, outer: &str, inner: &str) -> &'a mut Table {
    file.get_mut(outer)
        .and_then(|part| part.get_mut(inner))
        .and_then(Value::as_table_mut)
        .expect("P1's program has a search and features")
}

/// Which features count, how much, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Function {
    /// The weight of BP; none if it does not count.
    bp: Option<f64>,
    /// The other features with their weights and moves.
    others: Vec<(&'static str, f64, String)>,
    /// How the rest of the program is read.
    reading: Reading,
}

impl Function {
    /// Creates the function of BP alone with this weight.
    pub(super) fn bp(weight: f64) -> Self {
        Self {
            bp: Some(weight),
            ..Self::default()
        }
    }

    /// Creates the function of BP with separation: a hundredfold.
    pub(super) fn separated() -> Self {
        Self::bp(100.0)
    }

    /// Creates the final function of the paper.
    pub(super) fn last() -> Self {
        let both = "[+]((6-6)+(25-25))";
        let last = Self::separated().with("cn", ALWAYS);
        last.with("ct", both).with("st", both).with("kn", both)
    }

    /// Returns one feature alone, in the whole game.
    pub(super) fn only(feature: &'static str) -> Self {
        Self::default().with(feature, ALWAYS)
    }

    /// Returns the same with a feature of weight 1 in these moves.
    pub(super) fn with(mut self, feature: &'static str, when: &str) -> Self {
        self.others.push((feature, 1.0, when.to_owned()));
        self
    }

    /// Returns the same in another reading of the paper.
    pub(super) fn read(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }

    /// Returns the player: P1's program with this function.
    pub(super) fn player(&self, name: &str) -> Result<Contender, Error> {
        let (_, text) = library::text("p1-bp")?;
        let mut file: Table = text.parse().expect("a player that comes along is TOML");
        let features = part(&mut file, "evaluation", "features");
        match self.bp {
            None => {
                features.remove("bp");
            }
            Some(weight) => {
                let bp = features.get_mut("bp").and_then(Value::as_table_mut);
                let bp = bp.expect("p1-bp has BP");
                bp.insert("weight".to_owned(), weight.into());
            }
        }
        for (feature, weight, when) in &self.others {
            let mut table = Table::new();
            table.insert("weight".to_owned(), (*weight).into());
            table.insert("when".to_owned(), when.clone().into());
            features.insert((*feature).to_owned(), table.into());
        }
        self.reading.write(&mut file);
        let text = file.to_string();
        Ok(Contender::from_text(name, &text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_those_of_the_library() {
        let same = |function: Function, name: &str| {
            let made = function.player("made").unwrap();
            let made = made.file().unwrap().clone();
            let kept = library::load(name).unwrap();
            assert_eq!(made.evaluation, kept.evaluation, "{name}");
            assert_eq!(
                (made.search, made.limits),
                (kept.search, kept.limits),
                "{name}"
            );
        };
        same(Function::bp(1.0), "p1-bp");
        same(Function::only("ct"), "p1-ct");
        same(Function::only("kn"), "p1-kn");
        same(Function::separated().with("cn", ALWAYS), "p1-bp-cn");
        for (feature, when) in super::super::printed::EFFECTIVE {
            let name = match feature {
                "cn" => "p1-bp-cn".to_owned(),
                other => format!("p1-bp-{other}-effective"),
            };
            same(Function::separated().with(feature, when), &name);
        }
        same(Function::last(), "p1-final");
    }
}
