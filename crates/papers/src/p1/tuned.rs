//! P1's questions ③ to ⑤ by tuning: from its function BP + CN each idea is searched for the best
//! numbers apart, with as many games as the paper printed and with many times more, and what was
//! found is tested in other games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use players::file::LimitsSpec;

use super::duel::{self, Duel, Words};
use super::last::at_depth;
use super::printed::GAMES as PRINTED_GAMES;
use crate::{Error, PaperOptions, claims};
use lab::contender::Contender;
use lab::experiment::{Stopping, Unit};
use lab::opening::Openings;
use lab::tune::{Confirm, Number, Search, Tune};
use report::{Column, Report, Section, Table};
use statistics::optimise::Method;
use statistics::verdict::Verdict;

/// BP + CN as in the paper, with everything that can be tuned at 0. The table has ten times finer
/// steps than the paper's, so its weight is a tenth.
const START: &str = r#"
about = "P1, BP + CN with all that can be tuned"
games = ["reversi-8x8"]

[limits]
depth = 3

[search.alphabeta]
iterate = false
last-line-first = false
exhaustive = 9

[evaluation.features]
noise = 0.1
cn = { weight = 1.0, when = "[+](1-60)" }
ct = { weight = 0.0, when = "[+](1-60)" }
st = { weight = 0.0, when = "[+](1-60)" }
kn = { weight = 0.0, when = "[+](1-60)" }
stable = { weight = 0.0, when = "[+](1-60)" }
frontier = { weight = 0.0, when = "[+](1-60)" }
parity = { weight = 0.0, when = "[+](1-60)" }
x-squares = { weight = 0.0, when = "[+](1-60)" }
c-squares = { weight = 0.0, when = "[+](1-60)" }

[evaluation.features.bp]
weight = 10
when = "[+](1-60)"
corner = 0
near-corner = 0
squares = [[60, -20, 0, 0], [-20, -20, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]

[[evaluation.features.term]]
of = ["bp", "t"]
weight = 0.0
when = "[+](1-60)"

[[evaluation.features.term]]
of = ["cn", "t"]
weight = 0.0
when = "[+](1-60)"

[[evaluation.features.term]]
of = ["cn", "cn"]
weight = 0.0
when = "[+](1-60)"

[[evaluation.features.term]]
of = ["kn", "t"]
weight = 0.0
when = "[+](1-60)"
"#;

/// Numbers of one kind: name, key in the file (several for squares that mirror each other), step and
/// how far they may go either way.
type Kind = &'static [(&'static str, &'static [&'static str], f64, f64)];

const WEIGHTS: Kind = &[
    ("CN", &["cn.weight"], 15.0, 400.0),
    ("CT", &["ct.weight"], 2.0, 50.0),
    ("ST", &["st.weight"], 2.0, 50.0),
    ("KN", &["kn.weight"], 6.0, 150.0),
];

/// The corner is the unit, so it stays.
const TABLE: Kind = &[
    ("b1", &["bp.squares.0.1", "bp.squares.1.0"], 5.0, 100.0),
    ("c1", &["bp.squares.0.2", "bp.squares.2.0"], 5.0, 100.0),
    ("d1", &["bp.squares.0.3", "bp.squares.3.0"], 5.0, 100.0),
    ("b2", &["bp.squares.1.1"], 5.0, 100.0),
    ("c2", &["bp.squares.1.2", "bp.squares.2.1"], 5.0, 100.0),
    ("d2", &["bp.squares.1.3", "bp.squares.3.1"], 5.0, 100.0),
    ("c3", &["bp.squares.2.2"], 5.0, 100.0),
    ("d3", &["bp.squares.2.3", "bp.squares.3.2"], 5.0, 100.0),
    ("d4", &["bp.squares.3.3"], 5.0, 100.0),
];

const STABLE: Kind = &[("stable", &["stable.weight"], 50.0, 1000.0)];
const FRONTIER: Kind = &[("frontier", &["frontier.weight"], 12.0, 300.0)];
const PARITY: Kind = &[("parity", &["parity.weight"], 20.0, 400.0)];
const NEIGHBOURS: Kind = &[
    ("x-squares", &["x-squares.weight"], 50.0, 800.0),
    ("c-squares", &["c-squares.weight"], 50.0, 800.0),
];

/// t goes to 60: a step changes what it belongs to by about a tenth in the middle of the game.
const TERMS: Kind = &[
    ("BP t", &["term.0.weight"], 0.03, 0.3),
    ("CN t", &["term.1.weight"], 0.3, 6.0),
    ("CN |CN|", &["term.2.weight"], 1.0, 20.0),
    ("KN t", &["term.3.weight"], 0.15, 3.0),
];

/// How many times as many games ours has.
const OURS: u32 = 8;

/// Games of one comparison.
const COMPARISON: u64 = 20;

/// What searches and tests begin with: from the start alone they would learn a few games by heart.
const OPENINGS: Openings = Openings::Balanced {
    plies: 6,
    of: 4,
    depth: 2,
};

/// An idea of the paper: what is tuned, from where.
struct Idea {
    name: &'static str,
    question: &'static str,
    kinds: &'static [Kind],
    /// The idea whose numbers it goes on from; without one it begins with the paper's function.
    from: Option<usize>,
}

/// The weights alone. Other features and other tables go on from them: beside CN with the weight 1 of
/// the paper's separation anything that can be felt silences CN, and what is better or worse then is
/// that, not the feature.
const WEIGHTED: usize = 0;

const IDEAS: [Idea; 8] = [
    Idea {
        name: "weights",
        question: "⑦",
        kinds: &[WEIGHTS],
        from: None,
    },
    Idea {
        name: "table",
        question: "④",
        kinds: &[TABLE],
        from: Some(WEIGHTED),
    },
    Idea {
        name: "stability",
        question: "③",
        kinds: &[STABLE],
        from: Some(WEIGHTED),
    },
    Idea {
        name: "frontier",
        question: "③",
        kinds: &[FRONTIER],
        from: Some(WEIGHTED),
    },
    Idea {
        name: "parity",
        question: "③",
        kinds: &[PARITY],
        from: Some(WEIGHTED),
    },
    Idea {
        name: "corners' neighbours",
        question: "③",
        kinds: &[NEIGHBOURS],
        from: Some(WEIGHTED),
    },
    Idea {
        name: "all linear",
        question: "③ ④",
        kinds: &[WEIGHTS, TABLE, STABLE, FRONTIER, PARITY, NEIGHBOURS],
        from: None,
    },
    Idea {
        name: "terms",
        question: "⑤",
        kinds: &[TERMS],
        from: Some(LINEAR),
    },
];

/// All linear numbers, from which the terms go on.
const LINEAR: usize = 6;

/// What a search found.
#[derive(Clone)]
struct Found {
    player: Contender,
    games: u64,
    /// Name, start and what was found of every number.
    numbers: Vec<(String, f64, f64)>,
}

/// The searches and what became of what they found.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let start = Contender::from_text("P1's BP + CN", START)?;
    // By idea: with the paper's games, and with ours.
    let mut found: Vec<[Arc<Found>; 2]> = Vec::new();
    for idea in &IDEAS {
        let from = |budget: usize| match idea.from {
            Some(earlier) => found[earlier][budget].player.clone(),
            None => start.clone(),
        };
        let few = search(options, idea, &from(0), 1)?;
        let many = search(options, idea, &from(1), OURS)?;
        found.push([few, many]);
    }
    let mut duels = Vec::new();
    for (idea, both) in IDEAS.iter().zip(&found) {
        for (found, budget) in both.iter().zip(["paper's games", "our games"]) {
            let name = format!("{} ({budget}):BP+CN", idea.name);
            let players = [&found.player, &start];
            duels.push(duel::play_from(
                &OPENINGS,
                options,
                &name,
                players,
                [200, 40],
            )?);
        }
    }
    let ours = |idea: usize| &found[idea][1].player;
    let mut others = Vec::new();
    for (index, idea) in IDEAS.iter().enumerate() {
        if let Some(from) = idea.from {
            let name = format!("{}:{}", idea.name, IDEAS[from].name);
            others.push((name, ours(index), ours(from).clone()));
        }
    }
    let (last, p4) = (Contender::named("p1-final")?, at_depth("p4-othello-ai", 3)?);
    others.push(("all linear:final".to_owned(), ours(LINEAR), last));
    others.push(("all linear:P4 (3 plies)".to_owned(), ours(LINEAR), p4));
    for (name, one, other) in &others {
        duels.push(duel::play_from(
            &OPENINGS,
            options,
            name,
            [one, other],
            [200, 40],
        )?);
    }
    duel::together(options, &mut duels);
    let judged = judge(options, &duels);
    options.settle(&judged, duels.iter().map(|duel| duel.key.as_str()), 1);
    let mut figures = Section::new("Figures");
    figures.prose(format!(
        "The searches of weights and of all linear numbers begin with BP + CN, weights 100 and 1, as the paper \
         separates them. Beside a weight of 1 any feature that can be felt silences CN, so other features \
         and tables go on from the weights found, with as many games, and the terms from all linear numbers. SPSA, {COMPARISON} games a comparison from balanced \
         openings with sides swapped. The paper's tables print {PRINTED_GAMES} games, shared by the {} \
         searches; ours have {OURS} times as many each. What was found is tested by other games from other \
         openings of the same kind: from the start alone, with the paper's noise, a hundredth part more or less of a weight \
         already looks like strength, since few different games are played. That an idea does not hold says no more than that \
         its search found nothing stronger.",
        IDEAS.len()
    ));
    figures.table(numbers(&found));
    let caption = "What was found against the paper's BP + CN, and against others; the paper has no such table.";
    figures.table(duel::beside("tuned", caption, Words::Sign, &duels));
    let mut best = Section::new("The best function as a player file");
    best.prose("All linear numbers, as found with our games.");
    best.listing(crate::file_of(ours(LINEAR)).0.trim().to_owned());
    Ok(Report {
        title: "P1: tuned".to_owned(),
        sections: vec![claims(&judged), figures, best],
    })
}

/// Searches the best numbers of an idea with so many times the paper's share of games.
fn search(
    options: &PaperOptions<'_>,
    idea: &Idea,
    from: &Contender,
    times: u32,
) -> Result<Arc<Found>, Error> {
    // The searches share what the paper played.
    let share = PRINTED_GAMES / IDEAS.len() as u32;
    let key = format!("tuning {} {times}\n{}", idea.name, crate::file_of(from).0);
    let part = format!("tuning {}", idea.name);
    let found = options.batches([&part, &key], [share, 200], |seed, games| {
        let tune = tune(idea, from, u64::from(games) * u64::from(times), seed)?;
        let mut search = Search::new(&tune);
        while !search.is_over() {
            let (done, of) = (search.done().len(), search.steps());
            options.tell(&format!("{}, step {done} of {of}", idea.name));
            search.step(options.threads, &AtomicBool::new(false))?;
        }
        let numbers = tune.numbers.iter().zip(search.best());
        Ok(Found {
            player: search.winner()?,
            games: search.done().iter().map(|step| step.games).sum(),
            numbers: numbers
                .map(|(number, best)| (number.name.clone(), number.start, best))
                .collect(),
        })
    })?;
    // One search is enough: later looks only test what it found.
    options.look.settle(&key);
    Ok(found[0].clone())
}

fn tune(idea: &Idea, from: &Contender, budget: u64, seed: u64) -> Result<Tune, Error> {
    let mut numbers = Vec::new();
    for (name, keys, step, far) in idea.kinds.iter().copied().flatten() {
        let keys: Vec<String> = keys
            .iter()
            .map(|key| format!("evaluation.features.{key}"))
            .collect();
        let value = from.value(&keys[0]).expect("the file has it");
        let start = value
            .as_float()
            .or(value.as_integer().map(|whole| whole as f64));
        let start = start.expect("it is a number");
        numbers.push(Number {
            name: (*name).to_owned(),
            keys,
            from: start - far,
            to: start + far,
            step: *step,
            start,
            whole: value.is_integer(),
        });
    }
    Ok(Tune {
        about: format!("P1 {}: {}", idea.question, idea.name),
        game: "othello".parse().expect("a game of ours"),
        method: Method::Spsa,
        player: from.clone(),
        opponent: None,
        numbers,
        games: COMPARISON.min(budget.max(2)),
        budget,
        openings: OPENINGS,
        limits: LimitsSpec::default(),
        seed,
        confirm: Confirm {
            stop: Stopping {
                unit: Unit::Elo,
                h0: 0.0,
                h1: 20.0,
                alpha: 0.05,
                beta: 0.05,
            },
            games: 2,
        },
    })
}

fn numbers(found: &[[Arc<Found>; 2]]) -> Table {
    let mut table = Table::new(
        "tuned-numbers",
        "What the searches found. The corner of the table is worth 60, its weight is 10.",
        [
            Column::text("idea"),
            Column::text("question"),
            Column::text("number"),
            Column::number("start", 2),
            Column::number("paper's games", 2),
            Column::number("our games", 2),
            Column::text("games played"),
        ],
    );
    for (idea, [few, many]) in IDEAS.iter().zip(found) {
        for (few_number, (name, start, best)) in few.numbers.iter().zip(&many.numbers) {
            table.push([
                idea.name.into(),
                idea.question.into(),
                name.as_str().into(),
                (*start).into(),
                few_number.2.into(),
                (*best).into(),
                format!("{} and {}", few.games, many.games).into(),
            ]);
        }
    }
    table.note(
        "What goes on from an earlier search begins with what that found with as many games.",
    );
    table
}

fn judge(options: &PaperOptions<'_>, duels: &[Duel]) -> Vec<crate::Claim> {
    let tuned = |idea: usize, budget: usize| &duels[2 * idea + budget];
    let better = |words: &str, duel: &Duel| duel::claim(options, words, &[duel], Verdict::Better);
    let other = |number: usize| &duels[2 * IDEAS.len() + number];
    vec![
        better(
            "⑦ other weights than those of separation are stronger",
            tuned(WEIGHTED, 1),
        ),
        better(
            "③ stability makes the function with these weights stronger",
            other(1),
        ),
        better("③ frontier discs make it stronger", other(2)),
        better("③ parity of regions makes it stronger", other(3)),
        better(
            "③ corners' neighbours, told apart, make it stronger",
            other(4),
        ),
        better("④ BP has a better table than the paper's", other(0)),
        better(
            "⑤ a linear form is not enough: terms make the tuned function stronger",
            other(5),
        ),
        better(
            "as many games as the paper printed, shared by the searches, find a stronger function",
            tuned(LINEAR, 0),
        ),
        better(
            "what tuning finds is stronger than the paper's final function",
            other(6),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use players::{Playable, Playing};
    use rules::Game;
    use rules::reversi::Othello;
    use search::Limits;

    use super::*;

    #[test]
    fn the_start_is_the_papers_function() {
        let files = [
            Contender::from_text("start", START).unwrap(),
            Contender::named("p1-bp-cn").unwrap(),
        ];
        let [mut ours, mut paper] = files.map(|c| Othello::player(c.file().unwrap()).unwrap());
        for seed in 1..=3 {
            let mut playing = Playing::new(Othello::start(&()), seed);
            while !playing.line.is_finished() {
                let [one, other] = [&mut ours, &mut paper].map(|player| {
                    playing
                        .ask(&mut **player, &Limits::default(), &mut |_| ())
                        .unwrap()
                });
                assert_eq!(one.m, other.m, "{seed} {}", playing.line.moves_text());
                playing.play(&one);
            }
        }
    }

    #[test]
    fn every_number_of_every_idea_is_in_the_file() {
        let start = Contender::from_text("start", START).unwrap();
        for idea in &IDEAS {
            let tune = tune(idea, &start, 100, 1).unwrap();
            assert!(!tune.numbers.is_empty(), "{}", idea.name);
            for far in [-1.0, 1.0] {
                let steps: Vec<f64> = tune
                    .numbers
                    .iter()
                    .map(|number| far * number.range().high)
                    .collect();
                tune.player_at("far", &steps).unwrap();
            }
        }
    }
}
