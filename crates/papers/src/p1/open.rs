//! The questions P1 leaves open and games can answer: are 100 games enough (①), are the features
//! independent (②), is it stronger against others too (⑥), is separation fair (⑦)?

use super::duel::{self, ALPHA, Duel, NOTHING};
use super::function::{ALWAYS, Function, Reading};
use super::last::at_depth;
use super::printed::{self, EFFECTIVE, Printed};
use crate::{Claim, Error, Holds, PaperOptions, claims};
use lab::contender::Contender;
use report::{Column, Report, Section, Table};
use statistics::distribution::normal_two_sided;
use statistics::holm::holm;
use statistics::proportion::Proportion;
use statistics::verdict::{Judgement, Verdict, false_alarm};
use statistics::{Estimate, Level};

/// Returns all four questions.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let (one, enough) = enough_games(options)?;
    let (mut judged, mut sections) = (vec![one], vec![enough]);
    for question in [independence, other_opponents, separation] {
        for (name, reading) in Reading::BOTH {
            let (claim, section) = question(options, Read { name, reading })?;
            judged.push(Claim {
                claim: format!("{} ({name})", claim.claim),
                ..claim
            });
            sections.push(section);
        }
    }
    let parts: Vec<String> = judged
        .iter()
        .flat_map(|claim| claim.parts.clone())
        .collect();
    options.settle(&judged, parts.iter().map(String::as_str), 1);
    Ok(Report {
        title: "P1: the open questions".to_owned(),
        sections: std::iter::once(claims(&judged)).chain(sections).collect(),
    })
}

/// A reading of what the paper leaves open, by its name.
#[derive(Clone, Copy)]
struct Read {
    name: &'static str,
    reading: Reading,
}

impl Read {
    fn section(self, question: &str) -> Section {
        Section::new(format!("{question} ({})", self.name))
    }

    /// Returns the name of a table or a match; both readings have them.
    fn named(self, name: &str) -> String {
        match self.reading {
            Reading::AS_DECIDED => name.to_owned(),
            _ => format!("{name}-{}", self.name),
        }
    }

    fn player(self, function: Function, name: &str) -> Result<Contender, Error> {
        function.read(self.reading).player(name)
    }

    /// BP with these features in their effective intervals.
    fn with(self, features: &[usize]) -> Result<Contender, Error> {
        let add = |function: Function, &index: &usize| {
            let (feature, when) = EFFECTIVE[index];
            function.with(feature, when)
        };
        let function = features.iter().fold(Function::separated(), add);
        self.player(function, "with")
    }
}

/// Returns the p-value of the hypothesis that a difference of independent figures is none.
fn p_value(difference: Estimate) -> f64 {
    let error = difference.interval.half_width() / Level::P95.z();
    if error > 0.0 && error.is_finite() {
        normal_two_sided(difference.value / error)
    } else {
        1.0
    }
}

/// Judges the claim that all of these differences are none: confirmed if all lie within five
/// points, refuted if one lies beyond.
fn none_of(options: &PaperOptions<'_>, differences: &[Estimate]) -> (Holds, Vec<f64>) {
    let p_values: Vec<f64> = differences.iter().map(|d| p_value(*d)).collect();
    let none = |d: &Estimate| {
        let found = options.cautious(*d, differences.len());
        Holds::same(found, 0.0, NOTHING)
    };
    let holds = differences.iter().map(none).reduce(Holds::and);
    (holds.unwrap_or(Holds::CannotBeTold), holm(&p_values))
}

/// ① The printed verdicts tested, and what the paper's rule says of equals.
fn enough_games(options: &PaperOptions<'_>) -> Result<(Claim, Section), Error> {
    let mut section = Section::new("① Are 100 games of each order enough?");
    let mut table = Table::new(
        "open-1-verdicts",
        "The paper's own figures: verdicts by its rule, and those that a test confirms.",
        [
            Column::text("table"),
            Column::count("matches"),
            Column::count("verdicts by its rule"),
            Column::count("by test"),
            Column::count("by test, whole table"),
            Column::text("games needed, each"),
        ],
    );
    let of = |rows: &[(printed::Moves, Printed)]| rows.iter().map(|row| row.1).collect();
    let named = |rows: &[(&str, Printed)]| rows.iter().map(|row| row.1).collect();
    let tables: [(&str, Vec<Printed>); 7] = [
        ("1", named(&printed::TABLE_1)),
        ("2", named(&printed::TABLE_2)),
        ("3", of(&printed::TABLE_3)),
        ("4", of(&printed::TABLE_4)),
        ("6", of(&printed::TABLE_6)),
        ("7", named(&printed::TABLE_7)),
        ("8", printed::TABLE_8.iter().map(|row| row.2).collect()),
    ];
    let (mut verdicts, mut confirmed) = (0, 0);
    for (name, rows) in &tables {
        let judge = |row: &Printed| Judgement::of_sides(&row.sides(), ALPHA, Level::P95);
        let mut judged: Vec<Judgement> = rows.iter().filter_map(judge).collect();
        let ruled = |line: &Judgement| line.paper != Verdict::Unclear;
        let tested = |line: &Judgement| ruled(line) && line.ours == line.paper;
        let (rules, single) = (count(&judged, ruled), count(&judged, tested));
        let needed: Vec<String> = judged
            .iter()
            .filter(|line| ruled(line))
            .map(|line| line.games_needed.map_or("∞".to_owned(), |n| n.to_string()))
            .collect();
        Judgement::together(&mut judged, ALPHA);
        let together = count(&judged, tested);
        (verdicts, confirmed) = (verdicts + rules, confirmed + together);
        table.push([
            (*name).into(),
            rows.len().into(),
            rules.into(),
            single.into(),
            together.into(),
            needed.join(", ").into(),
        ]);
    }
    table.note(
        "Games needed: games in all, both orders, to find a difference as large as the printed one nine \
         times of ten. 200 were played.",
    );
    section.table(table);

    let phi = Function::separated().player("φ")?;
    let equals = options.batches(["equals", "equals"], [40, 8], |_, matches| {
        let play = |number| {
            let name = format!("equals {number}");
            duel::exactly(options, &name, [&phi, &phi], 100)
        };
        (1..=matches.max(2))
            .map(play)
            .collect::<Result<Vec<Duel>, Error>>()
    })?;
    // The rule is computed, too: more matches would only show the same.
    options.look.settle("equals");
    let equals = &equals[0];
    let matches = equals.len() as u64;
    let (mut ruled, mut tested) = (0_u32, 0_u32);
    let (mut wins, mut losses, mut games) = (0, 0, 0);
    for duel in equals.iter() {
        ruled += u32::from(duel.judged.paper != Verdict::Unclear);
        tested += u32::from(duel.judged.ours != Verdict::Unclear);
        let all = duel.sides.a_first.plus(&duel.sides.b_first);
        (wins, losses, games) = (wins + all.wins, losses + all.losses, games + all.games());
    }
    let [win, loss] = [wins, losses].map(|n| n as f64 / games as f64);
    let mut table = Table::new(
        "open-1-equals",
        "Equal players (BP against itself) who are called different.",
        [
            Column::text("rule"),
            Column::count("matches"),
            Column::percent("called different", 1).with_interval(),
            Column::percent("expected", 1),
        ],
    );
    let share = |count: u32| Proportion::new(f64::from(count), matches as f64).wilson(Level::P95);
    let expected = false_alarm(win, loss, 100);
    for (rule, count, expected) in [
        ("the paper's, 100 games of each order", ruled, expected),
        ("our test, 100 games of each order", tested, ALPHA),
    ] {
        table.push([
            rule.into(),
            matches.into(),
            share(count).into(),
            expected.into(),
        ]);
    }
    table.note(format!(
        "The first player wins {:.1} % and loses {:.1} % of the {games} games; the more one side is \
         favoured, the seldomer the rule speaks at all.",
        100.0 * win,
        100.0 * loss
    ));
    section.table(table);
    let holds = if confirmed == verdicts {
        Holds::Yes
    } else {
        Holds::No
    };
    let claim = Claim::new(
        "① 100 games of each order are enough for the paper's verdicts",
        holds,
        format!(
            "of its {verdicts} verdicts {confirmed} pass a test; its rule calls equals different in \
             {:.1} % of all matches",
            100.0 * expected
        ),
    );
    Ok((claim, section))
}

fn count(lines: &[Judgement], which: impl Fn(&Judgement) -> bool) -> u64 {
    lines.iter().filter(|line| which(line)).count() as u64
}

fn name_of(features: &[usize]) -> String {
    let name = |&index: &usize| format!("+{}", EFFECTIVE[index].0.to_uppercase());
    format!("BP{}", features.iter().map(name).collect::<String>())
}

fn keys<'d>(duels: impl Iterator<Item = &'d Duel>) -> Vec<String> {
    duels.map(|duel| duel.key.clone()).collect()
}

/// ② Two features at a time: what both together do beyond what each does alone.
fn independence(options: &PaperOptions<'_>, read: Read) -> Result<(Claim, Section), Error> {
    let phi = read.with(&[])?;
    let play = |features: &[usize]| -> Result<Duel, Error> {
        let name = read.named(&format!("{}:BP", name_of(features)));
        duel::play(options, &name, [&read.with(features)?, &phi], [1000, 60])
    };
    let none = play(&[])?;
    let alone: Vec<Duel> = (0..4).map(|f| play(&[f])).collect::<Result<_, _>>()?;
    let mut rows = Vec::new();
    for one in 0..4 {
        for other in one + 1..4 {
            let both = play(&[one, other])?;
            let of = |duel: &Duel| duel.judged.score;
            let (x, y) = (of(&alone[one]), of(&alone[other]));
            let interaction = of(&both).above(x).above(y.above(of(&none)));
            rows.push((one, other, both, interaction));
        }
    }
    let differences: Vec<Estimate> = rows.iter().map(|row| row.3).collect();
    let both = rows.iter().map(|row| &row.2);
    let keys = keys(both.chain(&alone).chain([&none]));
    let as_of = options.as_of(keys.iter().map(String::as_str));
    let (holds, p_values) = none_of(&as_of, &differences);
    let mut table = Table::new(
        read.named("open-2-independence"),
        "Points against BP with neither, one and both of two features, and what both do beyond the sum.",
        [
            Column::text("X, Y"),
            Column::percent("neither", 1).with_interval(),
            Column::percent("X", 1).with_interval(),
            Column::percent("Y", 1).with_interval(),
            Column::percent("both", 1).with_interval(),
            Column::percent("beyond the sum", 1).with_interval(),
            Column::p_value("p (Holm)"),
        ],
    );
    for ((one, other, both, interaction), p) in rows.iter().zip(&p_values) {
        let name = |index: usize| EFFECTIVE[index].0.to_uppercase();
        table.push([
            format!("{}, {}", name(*one), name(*other)).into(),
            none.judged.score.into(),
            alone[*one].judged.score.into(),
            alone[*other].judged.score.into(),
            both.judged.score.into(),
            (*interaction).into(),
            (*p).into(),
        ]);
    }
    table.note(format!(
        "All with BP (weight 100), features in their effective intervals, {} games of each order. \
         Independent means: nothing beyond the sum, on the scale of points.",
        none.sides.a_first.games()
    ));
    let mut section = read.section("② Are the features independent?");
    section.table(table);
    let found: Vec<String> = rows
        .iter()
        .zip(&p_values)
        .filter(|(_, p)| **p <= ALPHA)
        .map(|((one, other, ..), _)| name_of(&[*one, *other])[3..].to_owned())
        .collect();
    let why = if found.is_empty() {
        "no pair is proved to do more or less together than the sum".to_owned()
    } else {
        format!("together other than the sum: {}", found.join("; "))
    };
    let claim = Claim::new("② The features are independent of each other", holds, why);
    Ok((claim.by(keys), section))
}

/// Levels that play like people.
const LEVELS: [u32; 3] = [3, 5, 7];

/// ⑥ The functions against other programs, and against levels that play like people.
fn other_opponents(options: &PaperOptions<'_>, read: Read) -> Result<(Claim, Section), Error> {
    let mut opponents = vec![
        ("P4, 1 ply".to_owned(), at_depth("p4-othello-ai", 1)?),
        ("P4, 3 plies".to_owned(), at_depth("p4-othello-ai", 3)?),
        ("P2 winning, 3 plies".to_owned(), at_depth("p2-winning", 3)?),
        ("random".to_owned(), Contender::named("random")?),
    ];
    for level in LEVELS {
        let player = Contender::named(&format!("level-reversi-{level}"))?;
        opponents.push((format!("level {level}"), player));
    }
    let functions = [
        ("BP", read.with(&[])?),
        ("BP+CT", read.with(&[0])?),
        ("BP+ST", read.with(&[1])?),
        ("BP+KN", read.with(&[2])?),
        ("BP+CN", read.with(&[3])?),
        ("final", read.player(Function::last(), "final")?),
    ];
    let mut table = Table::new(
        read.named("open-6-opponents"),
        "Points of each function against other programs.",
        std::iter::once(Column::text("function")).chain(
            opponents
                .iter()
                .map(|(name, _)| Column::percent(name.as_str(), 1).with_interval()),
        ),
    );
    let mut duels: Vec<Vec<Duel>> = Vec::new();
    for (function, player) in &functions {
        let mut row = Vec::new();
        for (opponent, other) in &opponents {
            let name = read.named(&format!("{function} against {opponent}"));
            row.push(duel::play(options, &name, [player, other], [200, 20])?);
        }
        let cells = row.iter().map(|duel| duel.judged.score.into());
        table.push(std::iter::once((*function).into()).chain(cells));
        duels.push(row);
    }
    let (plain, others) = duels.split_first().expect("there are functions");
    let (last, others) = others.split_last().expect("there are functions");
    // Only the first and the last are judged.
    let others = others.iter().flatten();
    others.for_each(|duel| options.look.settle(&duel.key));
    table.note(format!(
        "{} games of each order, {} with BP and the final function. The levels play like people: they \
         overlook and err. Other programs look ahead a fixed number of plies, whatever the clock says.",
        duels[1][0].sides.a_first.games(),
        plain[0].sides.a_first.games()
    ));
    let mut section = read.section("⑥ Is it stronger against others too?");
    section.table(table);
    let keys = keys(plain.iter().chain(last));
    let as_of = options.as_of(keys.iter().map(String::as_str));
    let gains: Vec<Estimate> = last
        .iter()
        .zip(plain)
        .map(|(a, b)| a.judged.score.above(b.judged.score))
        .collect();
    let p_values = holm(&gains.iter().map(|gain| p_value(*gain)).collect::<Vec<_>>());
    let mut table = Table::new(
        read.named("open-6-gains"),
        "What the final function gains over BP against the same opponent.",
        [
            Column::text("against"),
            Column::percent("gain", 1).with_interval(),
            Column::p_value("p (Holm)"),
        ],
    );
    for (((name, _), gain), p) in opponents.iter().zip(&gains).zip(&p_values) {
        table.push([name.as_str().into(), (*gain).into(), (*p).into()]);
    }
    section.table(table);
    let gains: Vec<Estimate> = gains
        .iter()
        .map(|gain| as_of.cautious(*gain, gains.len()))
        .collect();
    let list = |which: &dyn Fn(&Estimate) -> bool| {
        let names = opponents.iter().zip(&gains).filter(|(_, gain)| which(gain));
        let names: Vec<&str> = names.map(|((name, _), _)| name.as_str()).collect();
        match &names[..] {
            [] => "nobody".to_owned(),
            names => names.join("; "),
        }
    };
    let claim = Claim::new(
        "⑥ What was found by matches among P1's programs helps against others too",
        helps(&gains),
        format!(
            "the final function does better than BP against {}, worse against {}",
            list(&|gain| gain.interval.low > 0.0),
            list(&|gain| gain.interval.high < 0.0)
        ),
    );
    Ok((claim.by(keys), section))
}

/// Judges gains against several opponents: it helps if there is one against somebody and a loss that
/// matters against nobody, and does not if there is a loss, or nowhere a gain that matters.
fn helps(gains: &[Estimate]) -> Holds {
    let loses = |gain: &Estimate| gain.interval.high < 0.0;
    let gain_of = |gain: &Estimate| Holds::more(*gain, 0.0, NOTHING);
    let harmless = |gain: &Estimate| gain.interval.low > -NOTHING.0;
    if gains.iter().any(loses) {
        Holds::No
    } else if gains.iter().any(|gain| gain_of(gain) == Holds::Yes) && gains.iter().all(harmless) {
        Holds::Yes
    } else if gains.iter().all(|gain| gain_of(gain) == Holds::No) {
        Holds::No
    } else {
        Holds::CannotBeTold
    }
}

/// ⑦ The same features with BP ten times and a hundred times as heavy, and not.
fn separation(options: &PaperOptions<'_>, read: Read) -> Result<(Claim, Section), Error> {
    let weights = [100.0, 10.0, 1.0];
    let mut table = Table::new(
        read.named("open-7-separation"),
        "BP with a feature in the whole game against BP, for three weights of BP.",
        [
            Column::text("feature"),
            Column::percent("W_BP = 100", 1).with_interval(),
            Column::text("by test"),
            Column::percent("W_BP = 10", 1).with_interval(),
            Column::text("by test"),
            Column::percent("W_BP = 1", 1).with_interval(),
            Column::text("by test"),
            Column::percent("1 less 100", 1).with_interval(),
            Column::percent("1 against 100", 1).with_interval(),
        ],
    );
    let mut rows = Vec::new();
    for (feature, _) in EFFECTIVE {
        let mut duels = Vec::new();
        for weight in weights {
            let with = read.player(Function::bp(weight).with(feature, ALWAYS), "with")?;
            let without = read.player(Function::bp(weight), "without")?;
            let name = read.named(&format!("{feature}, W_BP = {weight}"));
            duels.push(duel::play(options, &name, [&with, &without], [400, 40])?);
        }
        let [one, hundred] = [1.0, 100.0]
            .map(|weight| read.player(Function::bp(weight).with(feature, ALWAYS), "it"));
        let name = read.named(&format!("{feature}, 1 against 100"));
        let direct = duel::play(options, &name, [&one?, &hundred?], [400, 40])?;
        rows.push((feature, duels, direct));
    }
    let mut all: Vec<Duel> = rows.iter().flat_map(|row| row.1.clone()).collect();
    duel::together(options, &mut all);
    let mut differences = Vec::new();
    let mut changed = Vec::new();
    for ((feature, _, direct), duels) in rows.iter().zip(all.chunks(weights.len())) {
        let difference = duels[2].judged.score.above(duels[0].judged.score);
        differences.push(difference);
        let mut row = vec![feature.to_uppercase().into()];
        for duel in duels {
            row.push(duel.judged.score.into());
            row.push(duel.judged.ours.effect().into());
        }
        row.extend([difference.into(), direct.judged.score.into()]);
        table.push(row);
        if duels[0].judged.ours != duels[2].judged.ours {
            let words = |duel: &Duel| match duel.judged.ours.effect() {
                "?" => "unclear",
                effect => effect,
            };
            let (from, to) = (words(&duels[0]), words(&duels[2]));
            changed.push(format!("{} {from} to {to}", feature.to_uppercase()));
        }
    }
    table.note(format!(
        "{} games of each order; verdicts by test with Holm's correction for all twelve. 1 less \
         100: what the feature does more without separation. 1 against 100: BP + feature with \
         weight 1 of BP plays BP + feature with weight 100.",
        all[0].sides.a_first.games()
    ));
    let mut section = read.section("⑦ Is separation fair?");
    section.table(table);
    let keys = keys(all.iter().chain(rows.iter().map(|row| &row.2)));
    let as_of = options.as_of(keys.iter().map(String::as_str));
    let (holds, _) = none_of(&as_of, &differences);
    let why = if changed.is_empty() {
        "no verdict changes from W_BP = 100 to W_BP = 1; the table has the differences".to_owned()
    } else {
        format!("from W_BP = 100 to W_BP = 1: {}", changed.join("; "))
    };
    let claim = Claim::new(
        "⑦ A feature does the same whether BP is separated or not",
        holds,
        why,
    );
    Ok((claim.by(keys), section))
}

#[cfg(test)]
mod tests {
    use super::*;
    use statistics::Interval;

    fn gain(low: f64, high: f64) -> Estimate {
        Estimate {
            value: (low + high) / 2.0,
            interval: Interval { low, high },
        }
    }

    #[test]
    fn a_gain_somewhere_helps_if_nothing_is_lost_elsewhere() {
        let (gains, nothing, loses) = (gain(0.08, 0.14), gain(-0.02, 0.02), gain(-0.09, -0.01));
        let unknown = gain(-0.08, 0.09);
        assert_eq!(helps(&[gains, nothing]), Holds::Yes);
        assert_eq!(helps(&[gains, loses]), Holds::No);
        assert_eq!(helps(&[nothing, nothing]), Holds::No);
        // It may lose what matters there, or gain.
        assert_eq!(helps(&[gains, unknown]), Holds::CannotBeTold);
        assert_eq!(helps(&[nothing, unknown]), Holds::CannotBeTold);
    }
}
