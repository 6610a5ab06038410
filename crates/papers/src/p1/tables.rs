//! Tables 1 to 8 of P1.

use super::duel::{self, Duel, Words, all_hold};
use super::function::{ALWAYS, Function};
use super::printed::{self, EFFECTIVE, Moves, Printed};
use crate::{Claim, Error, Holds, PaperOptions, claims};
use lab::contender::Contender;
use report::{Column, Report, Section, Table};
use statistics::pairs::Trinomial;
use statistics::verdict::Verdict;

/// The paper's number of games of each order.
const GAMES: u32 = 100;

/// What the paper's own program is without any feature but BP.
fn plain() -> Result<Contender, Error> {
    Function::separated().player("φ")
}

/// A feature in capitals, as the paper writes it.
fn capitals(feature: &str) -> String {
    feature.to_uppercase()
}

/// The report: the answer first, then the table.
fn report(title: &str, judged: &[Claim], mut tables: Vec<Table>, words: &str) -> Report {
    let mut figures = Section::new("Figures");
    figures.prose(words);
    tables.drain(..).for_each(|table| figures.table(table));
    Report {
        title: title.to_owned(),
        sections: vec![claims(judged), figures],
    }
}

fn claim(words: &'static str, duels: &[&Duel], expected: Verdict) -> Claim {
    let (holds, why) = all_hold(duels, expected);
    Claim::new(words, holds, why)
}

/// Table 1: BP against each other feature alone. CT is tried by the letter of its formula too, which
/// rewards discs far from the centre, against what the text says.
pub(super) fn table_1(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let games = options.games(GAMES, GAMES);
    let bp = Function::bp(1.0).player("BP")?;
    let mut duels = Vec::new();
    for (feature, row) in printed::TABLE_1 {
        let other = Function::only(feature).player(feature)?;
        let name = format!("BP:{}", capitals(feature));
        duels.push(duel::play(options, &name, [&bp, &other], games)?.beside(row));
    }
    let far = Function::default().with("ct", "[-](1-60)").player("ct")?;
    let duel = duel::play(options, "BP:CT[-]", [&bp, &far], games)?;
    duels.push(duel.beside(printed::TABLE_1[0].1));
    duel::together(&mut duels);
    let all: Vec<&Duel> = duels.iter().collect();
    let judged = [
        claim("BP is stronger than CT", &all[..1], Verdict::Better),
        claim("BP is stronger than ST", &all[1..2], Verdict::Better),
        claim("BP is stronger than KN", &all[2..3], Verdict::Better),
        claim("BP is stronger than CN", &all[3..4], Verdict::Better),
        claim(
            "BP is stronger than CT by the letter of its formula",
            &all[4..],
            Verdict::Better,
        ),
    ];
    let mut table = duel::beside(
        "table-1",
        "Table 1: BP against each other feature alone.",
        Words::Sign,
        &duels,
    );
    table.note(
        "Table 1 prints 5-1-44 and 3-0-79 where table 7 has 5-1-94 and 3-0-97, and 5389 discs that must \
         be 4389; two of its sums of discs, 6404 and 6453, are more than a hundred boards hold; the third \
         verdict is printed BP>>CN for BP>>KN.",
    );
    table.note(
        "CT rewards discs near the centre, as the text says; CT[-] those far from it, which is what the \
         printed formula comes to.",
    );
    let discs: Vec<_> = all
        .iter()
        .copied()
        .zip(printed::DISCS_1.map(Some))
        .collect();
    Ok(report(
        "P1, table 1: the strength of BP",
        &judged,
        vec![table, duel::discs("table-1-discs", &discs)],
        "Each feature plays alone with weight 1, in the whole game.",
    ))
}

/// Table 2: BP with another feature against BP.
pub(super) fn table_2(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let games = options.games(GAMES, GAMES);
    let phi = plain()?;
    let mut duels = vec![duel::play(options, "φ:φ", [&phi, &phi], games)?];
    for (feature, row) in printed::TABLE_2 {
        let with = Function::separated().with(feature, ALWAYS);
        let name = format!("{}:φ", capitals(feature));
        let duel = duel::play(options, &name, [&with.player(feature)?, &phi], games)?;
        duels.push(duel.beside(row));
    }
    duel::together(&mut duels);
    let judged = [
        claim("CN on top of BP helps", &[&duels[4]], Verdict::Better),
        claim("CT has no clear effect", &[&duels[1]], Verdict::Unclear),
        claim("ST has no clear effect", &[&duels[2]], Verdict::Unclear),
        claim("KN has no clear effect", &[&duels[3]], Verdict::Unclear),
    ];
    let mut table = duel::beside(
        "table-2",
        "Table 2: BP with another feature in the whole game against BP (φ), W_BP = 100.",
        Words::Effect,
        &duels,
    );
    let [wins, draws, losses] = printed::EQUAL_2;
    table.note(format!(
        "The paper has φ:φ in one order only: {wins}-{draws}-{losses}. Its row \"φ:CN 63-2-35\" is CN:φ. CT is \
         printed \"?\", though it loses in both orders, and so is poison by the paper's rule."
    ));
    let discs: Vec<_> = duels[1..].iter().zip(printed::DISCS_2.map(Some)).collect();
    Ok(report(
        "P1, table 2: the effect of other features",
        &judged,
        vec![table, duel::discs("table-2-discs", &discs)],
        "Both sides have BP with weight 100, so that it decides first (separation). That a feature has \
         no effect holds here if the whole interval lies within 45 and 55 % of the points.",
    ))
}

/// KN in intervals of moves, with this sign, against BP; equals play first.
fn intervals(
    options: &PaperOptions<'_>,
    sign: char,
    rows: &[(Moves, Option<Printed>)],
) -> Result<Vec<Duel>, Error> {
    let games = options.games(GAMES, GAMES);
    let phi = plain()?;
    let mut duels = vec![duel::play(options, "φ:φ", [&phi, &phi], games)?.beside(printed::EQUAL)];
    for ([from, to], row) in rows {
        let when = format!("[{sign}]({from}-{to})");
        let name = format!("KN{when}:φ");
        let with = Function::separated().with("kn", &when).player(&name)?;
        let duel = duel::play(options, &name, [&with, &phi], games)?;
        duels.push(match row {
            Some(row) => duel.beside(*row),
            None => duel,
        });
    }
    duel::together(&mut duels);
    Ok(duels)
}

const ONE_SIDE: &str = "t is the number of the move being chosen, so an interval of one move touches only the side whose turn \
     it is there (odd: first player, even: second), unless passes shift it; with the other side both \
     programs are the same.";

fn printed_rows(rows: &[(Moves, Printed)]) -> Vec<(Moves, Option<Printed>)> {
    rows.iter()
        .map(|(moves, row)| (*moves, Some(*row)))
        .collect()
}

/// The matches of which the paper says this.
fn said<'a>(duels: &'a [Duel], verdict: &str) -> Vec<&'a Duel> {
    let says = |duel: &&Duel| duel.printed.is_some_and(|row| row.verdict == verdict);
    duels[1..].iter().filter(says).collect()
}

/// Table 3: KN with negative weight in intervals of ten moves.
pub(super) fn table_3(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let duels = intervals(options, '-', &printed_rows(&printed::TABLE_3))?;
    let judged = [claim(
        "KN with negative weight is medicine in moves 11-20 and 51-60",
        &said(&duels, "medicine"),
        Verdict::Better,
    )];
    let caption = "Table 3: KN with negative weight in intervals of ten moves, against BP (φ).";
    let table = duel::beside("table-3", caption, Words::Effect, &duels);
    Ok(report(
        "P1, table 3: KN switched on for ten moves",
        &judged,
        vec![table],
        ONE_SIDE,
    ))
}

/// Table 4: KN with negative weight in intervals of five moves.
pub(super) fn table_4(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let duels = intervals(options, '-', &printed_rows(&printed::TABLE_4))?;
    let helped: Vec<String> = duels[1..]
        .iter()
        .filter(|duel| duel.judged.ours == Verdict::Better)
        .map(Duel::share)
        .collect();
    let none = if helped.is_empty() {
        let none = duels[1..]
            .iter()
            .all(|duel| duel.judged.score.interval.high < 0.55);
        let holds = if none {
            Holds::Yes
        } else {
            Holds::CannotBeTold
        };
        let high = duels[1..]
            .iter()
            .map(|duel| duel.judged.score.interval.high);
        let high = 100.0 * high.fold(0.0, f64::max);
        (
            holds,
            format!("no test finds one; the highest end of an interval is {high:.1} %"),
        )
    } else {
        (Holds::No, helped.join("; "))
    };
    let judged = [
        claim(
            "KN with negative weight is poison in moves 1-5 and 46-50",
            &said(&duels, "poison"),
            Verdict::Worse,
        ),
        Claim::new("No interval of five moves is medicine", none.0, none.1),
    ];
    let caption = "Table 4: KN with negative weight in intervals of five moves, against BP (φ).";
    let mut table = duel::beside("table-4", caption, Words::Effect, &duels);
    table.note(
        "The first interval is printed 0-5. The verdict on 56-60 is printed \"?\", but its figures \
         would be medicine; they do not sum to 100.",
    );
    Ok(report(
        "P1, table 4: KN switched on for five moves",
        &judged,
        vec![table],
        ONE_SIDE,
    ))
}

/// The paper's signs: how the feature does with either side.
fn signs(duel: &Duel) -> String {
    let sign = |games: Trinomial| match games.wins.cmp(&games.losses) {
        std::cmp::Ordering::Greater => '○',
        std::cmp::Ordering::Less => '×',
        std::cmp::Ordering::Equal => '?',
    };
    let with_feature_second = duel.sides.b_first.swapped();
    [sign(duel.sides.a_first), sign(with_feature_second)]
        .iter()
        .collect()
}

/// Table 5: KN with negative and positive weight in all intervals of five moves.
pub(super) fn table_5(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let rows: Vec<_> = printed::TABLE_4
        .iter()
        .map(|(moves, _)| (*moves, None))
        .collect();
    let negative = intervals(options, '-', &rows)?;
    let positive = intervals(options, '+', &rows)?;
    let mut table = Table::new(
        "table-5",
        "Table 5: KN in intervals of five moves with negative and positive weight, against BP.",
        [
            Column::text("moves"),
            Column::text("paper −"),
            Column::text("ours −"),
            Column::percent("points with −", 1).with_interval(),
            Column::text("by test −"),
            Column::text("paper +"),
            Column::text("ours +"),
            Column::percent("points with +", 1).with_interval(),
            Column::text("by test +"),
            Column::text("paper's judgement"),
        ],
    );
    let mut without_effect = Vec::new();
    for (index, ([from, to], _)) in printed::TABLE_4.iter().enumerate() {
        let (minus, plus, judgement) = printed::TABLE_5[index];
        let (n, p) = (&negative[index + 1], &positive[index + 1]);
        if judgement == "no effect" {
            without_effect.extend([n, p]);
        }
        table.push([
            format!("{from}-{to}").into(),
            minus.into(),
            signs(n).into(),
            n.judged.score.into(),
            n.judged.ours.effect().into(),
            plus.into(),
            signs(p).into(),
            p.judged.score.into(),
            p.judged.ours.effect().into(),
            judgement.into(),
        ]);
    }
    table.note(
        "Signs: how the feature does when its side moves first, and when it moves second: ○ wins more \
         than it loses, × less, ? equally often (the paper's ◎ and ○ are one sign here). By test: with \
         Holm's correction for thirteen matches.",
    );
    let judged = [
        claim(
            "KN has no effect in moves 16-45 and 51-60, with either sign",
            &without_effect,
            Verdict::Unclear,
        ),
        claim(
            "KN with positive weight is poison in moves 11-15",
            &[&positive[3]],
            Verdict::Worse,
        ),
        claim(
            "KN with negative weight is poison in moves 1-5",
            &[&negative[1]],
            Verdict::Worse,
        ),
    ];
    Ok(report(
        "P1, table 5: KN with either sign",
        &judged,
        vec![table],
        ONE_SIDE,
    ))
}

/// Table 6: KN with positive weight in intervals within the first nine moves.
pub(super) fn table_6(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let duels = intervals(options, '+', &printed_rows(&printed::TABLE_6))?;
    let six: Vec<&Duel> = duels
        .iter()
        .filter(|duel| duel.name == "KN[+](6-6):φ")
        .collect();
    let judged = [
        claim("KN in move 6 alone is medicine", &six, Verdict::Better),
        claim(
            "KN is medicine in 2-7, 3-7, 4-6, 4-7, 5-6, 5-7, 6-6, 6-7 and 6-8",
            &said(&duels, "medicine"),
            Verdict::Better,
        ),
        claim(
            "KN is poison in 5-8 and 6-9",
            &said(&duels, "poison"),
            Verdict::Worse,
        ),
    ];
    let caption = "Table 6: KN with positive weight in intervals within moves 1-9, against BP (φ).";
    let table = duel::beside("table-6", caption, Words::Effect, &duels);
    Ok(report(
        "P1, table 6: KN switched on early",
        &judged,
        vec![table],
        ONE_SIDE,
    ))
}

/// BP with a feature in its effective intervals.
fn effective(feature: &'static str) -> Result<Contender, Error> {
    let when = EFFECTIVE.iter().find(|(name, _)| *name == feature);
    let (_, when) = when.expect("a feature of the paper");
    Function::separated().with(feature, when).player(feature)
}

/// Table 7: BP against features alone, and features with their effective intervals against BP.
pub(super) fn table_7(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let games = options.games(GAMES, GAMES);
    let (bp, phi) = (Function::bp(1.0).player("BP")?, plain()?);
    let mut duels = Vec::new();
    for (feature, row) in printed::TABLE_1 {
        let other = Function::only(feature).player(feature)?;
        let name = format!("BP:{}", capitals(feature));
        duels.push(duel::play(options, &name, [&bp, &other], games)?.beside(row));
    }
    duels.push(duel::play(options, "BP:BP", [&phi, &phi], games)?.beside(printed::EQUAL_7));
    for (feature, row) in printed::TABLE_7 {
        let name = format!("BP+{}:BP", capitals(feature));
        duels.push(duel::play(options, &name, [&effective(feature)?, &phi], games)?.beside(row));
    }
    duel::together(&mut duels);
    let all: Vec<&Duel> = duels.iter().collect();
    let judged = [
        claim(
            "BP is stronger than each other feature",
            &all[..4],
            Verdict::Better,
        ),
        claim("CT in moves 6 and 25 helps", &all[5..6], Verdict::Better),
        claim(
            "ST in its effective moves helps",
            &all[6..7],
            Verdict::Better,
        ),
        claim(
            "KN in its effective moves helps",
            &all[7..8],
            Verdict::Better,
        ),
        claim("CN in the whole game helps", &all[8..], Verdict::Better),
    ];
    let caption = "Table 7: BP against features alone, and BP with a feature in its effective intervals \
                   against BP.";
    let mut table = duel::beside("table-7", caption, Words::Sign, &duels);
    table.note(
        "Printed \"BP+CP\" is BP+CT, \"BP+CN:CN\" is BP+CN:BP, and the second \"BP:CT\" is BP:ST. \
         Effective intervals: CT +6, +25; ST +4-7, -10, +12-15; KN +4-7, -12-13; CN +1-60.",
    );
    Ok(report(
        "P1, table 7: features in their effective intervals",
        &judged,
        vec![table],
        ONE_SIDE,
    ))
}

/// Table 8: the features with their effective intervals against each other.
pub(super) fn table_8(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let games = options.games(GAMES, GAMES);
    let mut duels = Vec::new();
    for (one, other, row) in printed::TABLE_8 {
        let name = format!("{}:{}", capitals(one), capitals(other));
        let players = [&effective(one)?, &effective(other)?];
        duels.push(duel::play(options, &name, players, games)?.beside(row));
    }
    duel::together(&mut duels);
    let all: Vec<&Duel> = duels.iter().collect();
    let judged = [
        claim(
            "CN is stronger than CT, ST and KN",
            &[all[2], all[4], all[5]],
            Verdict::Worse,
        ),
        claim("CT is weaker than ST", &all[..1], Verdict::Worse),
        claim("CT is stronger than KN", &all[1..2], Verdict::Better),
        claim("ST is weaker than KN", &all[3..4], Verdict::Worse),
    ];
    let caption =
        "Table 8: features in their effective intervals against each other, BP on both sides.";
    let mut table = duel::beside("table-8", caption, Words::Sign, &duels);
    table.note(
        "The verdict on ST:KN is printed ××: CT<ST; the figures give ×○, no verdict by the paper's own \
         rule.",
    );
    Ok(report(
        "P1, table 8: features against each other",
        &judged,
        vec![table],
        ONE_SIDE,
    ))
}
