//! P1's evaluation functions as players: the program of the paper with the features of a table.

use players::library;
use toml::{Table, Value};

use crate::Error;
use lab::contender::Contender;

/// The whole game.
pub(super) const ALWAYS: &str = "[+](1-60)";

/// Which features count, how much, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Function {
    /// The weight of BP; none if it does not count.
    bp: Option<f64>,
    /// The other features with their weights and moves.
    others: Vec<(&'static str, f64, String)>,
    /// Other than the paper's noise.
    noise: Option<f64>,
}

impl Function {
    /// BP alone with this weight.
    pub(super) fn bp(weight: f64) -> Self {
        Self {
            bp: Some(weight),
            ..Self::default()
        }
    }

    /// BP with separation: a hundredfold.
    pub(super) fn separated() -> Self {
        Self::bp(100.0)
    }

    /// One feature alone, in the whole game.
    pub(super) fn only(feature: &'static str) -> Self {
        Self::default().with(feature, ALWAYS)
    }

    /// The same with a feature of weight 1 in these moves.
    pub(super) fn with(mut self, feature: &'static str, when: &str) -> Self {
        self.others.push((feature, 1.0, when.to_owned()));
        self
    }

    /// The same with other noise.
    pub(super) fn noisy(mut self, noise: f64) -> Self {
        self.noise = Some(noise);
        self
    }

    /// The player: P1's program with this function.
    pub(super) fn player(&self, name: &str) -> Result<Contender, Error> {
        let (_, text) = library::text("p1-bp")?;
        let mut file: Table = text.parse().expect("a player that comes along is TOML");
        let features = file
            .get_mut("evaluation")
            .and_then(|part| part.get_mut("features"))
            .and_then(Value::as_table_mut)
            .expect("P1's program has features");
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
        if let Some(noise) = self.noise {
            features.insert("noise".to_owned(), noise.into());
        }
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
        let both = "[+]((6-6)+(25-25))";
        let last = Function::separated().with("cn", ALWAYS);
        let last = last.with("ct", both).with("st", both).with("kn", both);
        same(last, "p1-final");
    }
}
