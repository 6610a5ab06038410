//! Tables 1 to 8 of P1, each in both readings of what the paper leaves open.

use super::duel::{self, Duel, NOTHING, Words, claim};
use super::function::{ALWAYS, Function, Reading};
use super::printed::{self, EFFECTIVE, Moves, Printed};
use super::readings::PaperTable;
use crate::{Claim, Error, Holds, PaperOptions};
use lab::contender::Contender;
use report::{Column, Report, Table};
use statistics::pairs::Trinomial;
use statistics::verdict::Verdict;

/// The paper's number of games of each order.
const GAMES: [u32; 2] = [100, 100];

/// Returns what the paper's own program is without any feature but BP.
fn plain(reading: Reading) -> Result<Contender, Error> {
    Function::separated().read(reading).player("φ")
}

/// Returns a feature in capitals, as the paper writes it.
fn capitals(feature: &str) -> String {
    feature.to_uppercase()
}

/// BP against each other feature alone.
fn against_bp(options: &PaperOptions<'_>, reading: Reading) -> Result<Vec<Duel>, Error> {
    let bp = Function::bp(1.0).read(reading).player("BP")?;
    let mut duels = Vec::new();
    for (feature, row) in printed::TABLE_1 {
        let other = Function::only(feature).read(reading).player(feature)?;
        let name = format!("BP:{}", capitals(feature));
        duels.push(duel::play(options, &name, [&bp, &other], GAMES)?.beside(row));
    }
    Ok(duels)
}

/// Table 1: BP against each other feature alone.
pub(super) fn table_1(options: &PaperOptions<'_>) -> Result<Report, Error> {
    PaperTable {
        options,
        title: "P1, table 1: the strength of BP",
        words: ["Each feature plays alone with weight 1, in the whole game."; 2],
        play: &|reading| {
            let mut duels = against_bp(options, reading)?;
            duel::together(options, &mut duels);
            Ok(duels)
        },
        judge: &|duels| {
            let each = [
                "BP is stronger than CT",
                "BP is stronger than ST",
                "BP is stronger than KN",
                "BP is stronger than CN",
            ];
            let each = each.into_iter().zip(duels);
            each.map(|(words, duel)| claim(options, words, &[duel], Verdict::Better))
                .collect()
        },
        show: &|duels| {
            let mut table = duel::beside(
                "table-1",
                "Table 1: BP against each other feature alone.",
                Words::Sign,
                duels,
            );
            table.note(
                "Table 1 prints 5-1-44 and 3-0-79 where table 7 has 5-1-94 and 3-0-97, and 5389 discs \
                 that must be 4389; two of its sums of discs, 6404 and 6453, are more than a hundred \
                 boards hold; the third verdict is printed BP>>CN for BP>>KN.",
            );
            let discs: Vec<_> = duels.iter().zip(printed::DISCS_1.map(Some)).collect();
            vec![table, duel::discs("table-1-discs", &discs)]
        },
    }
    .report()
}

/// Table 2: BP with another feature against BP.
pub(super) fn table_2(options: &PaperOptions<'_>) -> Result<Report, Error> {
    PaperTable {
        options,
        title: "P1, table 2: the effect of other features",
        words: ["Both sides have BP with weight 100, so that it decides first (separation). That a feature has \
                no effect holds here if the whole interval lies within 45 and 55 % of the points."; 2],
        play: &|reading| {
            let phi = plain(reading)?;
            let equals = duel::play(options, "φ:φ", [&phi, &phi], GAMES)?;
            let mut duels = vec![equals.beside(printed::EQUAL_2)];
            for (feature, row) in printed::TABLE_2 {
                let with = Function::separated().with(feature, ALWAYS).read(reading);
                let name = format!("{}:φ", capitals(feature));
                let duel = duel::play(options, &name, [&with.player(feature)?, &phi], GAMES)?;
                duels.push(duel.beside(row));
            }
            duel::together(options, &mut duels);
            Ok(duels)
        },
        judge: &|duels| {
            vec![
                claim(options, "CN on top of BP helps", &[&duels[4]], Verdict::Better),
                claim(options, "CT has no clear effect", &[&duels[1]], Verdict::Unclear),
                claim(options, "ST has no clear effect", &[&duels[2]], Verdict::Unclear),
                claim(options, "KN has no clear effect", &[&duels[3]], Verdict::Unclear),
            ]
        },
        show: &|duels| {
            let mut table = duel::beside(
                "table-2",
                "Table 2: BP with another feature in the whole game against BP (φ), W_BP = 100.",
                Words::Effect,
                duels,
            );
            table.note(
                "The paper has φ:φ in one order only, which is both orders of equals. Its row \"φ:CN \
                 63-2-35\" is CN:φ. CT is printed \"?\", though it loses in both orders, and so is \
                 poison by the paper's rule.",
            );
            let discs: Vec<_> = duels[1..].iter().zip(printed::DISCS_2.map(Some)).collect();
            vec![table, duel::discs("table-2-discs", &discs)]
        },
    }
    .report()
}

/// KN in intervals of moves, with this sign, against BP; equals play first.
fn intervals(
    options: &PaperOptions<'_>,
    reading: Reading,
    sign: char,
    rows: &[(Moves, Option<Printed>)],
) -> Result<Vec<Duel>, Error> {
    let phi = plain(reading)?;
    let mut duels = vec![duel::play(options, "φ:φ", [&phi, &phi], GAMES)?.beside(printed::EQUAL)];
    for ([from, to], row) in rows {
        let when = format!("[{sign}]({from}-{to})");
        let name = format!("KN{when}:φ");
        let with = Function::separated().with("kn", &when).read(reading);
        let duel = duel::play(options, &name, [&with.player(&name)?, &phi], GAMES)?;
        duels.push(match row {
            Some(row) => duel.beside(*row),
            None => duel,
        });
    }
    duel::together(options, &mut duels);
    Ok(duels)
}

/// What t is in the reading as decided, and in the best fit.
const ONE_SIDE: [&str; 2] = [
    "t is the number of the move being chosen, so an interval of one move touches only the side whose turn \
     it is there (odd: first player, even: second), unless passes shift it; with the other side both \
     programs are the same.",
    "t is counted on the board that is valued, after the last of three plies, so move t counts when move t - 2 \
     is chosen; an interval of one move touches only the side whose turn it is there, unless passes shift it, \
     and with the other side both programs are the same.",
];

fn printed_rows(rows: &[(Moves, Printed)]) -> Vec<(Moves, Option<Printed>)> {
    rows.iter()
        .map(|(moves, row)| (*moves, Some(*row)))
        .collect()
}

/// Returns the matches of which the paper says this.
fn said<'a>(duels: &'a [Duel], verdict: &str) -> Vec<&'a Duel> {
    let says = |duel: &&Duel| duel.printed.is_some_and(|row| row.verdict == verdict);
    duels[1..].iter().filter(says).collect()
}

/// Table 3: KN with negative weight in intervals of ten moves.
pub(super) fn table_3(options: &PaperOptions<'_>) -> Result<Report, Error> {
    PaperTable {
        options,
        title: "P1, table 3: KN switched on for ten moves",
        words: ONE_SIDE,
        play: &|reading| intervals(options, reading, '-', &printed_rows(&printed::TABLE_3)),
        judge: &|duels| {
            vec![claim(
                options,
                "KN with negative weight is medicine in moves 11-20 and 51-60",
                &said(duels, "medicine"),
                Verdict::Better,
            )]
        },
        show: &|duels| {
            let caption =
                "Table 3: KN with negative weight in intervals of ten moves, against BP (φ).";
            vec![duel::beside("table-3", caption, Words::Effect, duels)]
        },
    }
    .report()
}

/// Judges the claim that no interval helps: refuted if one does, confirmed if all are refuted.
fn no_medicine(options: &PaperOptions<'_>, duels: &[Duel]) -> Claim {
    let helps = |duel: &&Duel| duel.holds(options, Verdict::Better, duels.len());
    let of = |wanted: Holds| duels.iter().filter(move |duel| helps(duel) == wanted);
    let list = |holds: Holds| of(holds).map(Duel::share).collect::<Vec<_>>().join("; ");
    let (holds, why) = if of(Holds::Yes).next().is_some() {
        (Holds::No, list(Holds::Yes))
    } else if of(Holds::CannotBeTold).next().is_some() {
        (
            Holds::CannotBeTold,
            format!("open: {}", list(Holds::CannotBeTold)),
        )
    } else {
        let most = 100.0 * (0.5 + NOTHING.0);
        (
            Holds::Yes,
            format!("no interval of points reaches {most:.0} %"),
        )
    };
    let open = of(Holds::CannotBeTold).map(|duel| duel.key.clone());
    Claim::new("No interval of five moves is medicine", holds, why).by(open)
}

/// Table 4: KN with negative weight in intervals of five moves.
pub(super) fn table_4(options: &PaperOptions<'_>) -> Result<Report, Error> {
    PaperTable {
        options,
        title: "P1, table 4: KN switched on for five moves",
        words: ONE_SIDE,
        play: &|reading| intervals(options, reading, '-', &printed_rows(&printed::TABLE_4)),
        judge: &|duels| {
            let poison = claim(
                options,
                "KN with negative weight is poison in moves 1-5 and 46-50",
                &said(duels, "poison"),
                Verdict::Worse,
            );
            vec![poison, no_medicine(options, &duels[1..])]
        },
        show: &|duels| {
            let caption =
                "Table 4: KN with negative weight in intervals of five moves, against BP (φ).";
            let mut table = duel::beside("table-4", caption, Words::Effect, duels);
            table.note(
                "The first interval is printed 0-5. The verdict on 56-60 is printed \"?\", but its \
                 figures would be medicine; they do not sum to 100.",
            );
            vec![table]
        },
    }
    .report()
}

/// Returns the paper's signs: how the feature does with either side.
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
    PaperTable {
        options,
        title: "P1, table 5: KN with either sign",
        words: ONE_SIDE,
        play: &|reading| {
            let mut duels = intervals(options, reading, '-', &rows)?;
            duels.extend(intervals(options, reading, '+', &rows)?);
            Ok(duels)
        },
        judge: &|duels| {
            let (negative, positive) = duels.split_at(duels.len() / 2);
            let without_effect: Vec<&Duel> = printed::TABLE_5
                .iter()
                .enumerate()
                .filter(|(_, (_, _, judgement))| *judgement == "no effect")
                .flat_map(|(index, _)| [&negative[index + 1], &positive[index + 1]])
                .collect();
            vec![
                claim(
                    options,
                    "KN has no effect in moves 16-45 and 51-60, with either sign",
                    &without_effect,
                    Verdict::Unclear,
                ),
                claim(
                    options,
                    "KN with positive weight is poison in moves 11-15",
                    &[&positive[3]],
                    Verdict::Worse,
                ),
                claim(
                    options,
                    "KN with negative weight is poison in moves 1-5",
                    &[&negative[1]],
                    Verdict::Worse,
                ),
            ]
        },
        show: &|duels| vec![either_sign(duels)],
    }
    .report()
}

/// Returns the summary of KN with either sign.
fn either_sign(duels: &[Duel]) -> Table {
    let (negative, positive) = duels.split_at(duels.len() / 2);
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
    for (index, ([from, to], _)) in printed::TABLE_4.iter().enumerate() {
        let (minus, plus, judgement) = printed::TABLE_5[index];
        let (n, p) = (&negative[index + 1], &positive[index + 1]);
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
    table
}

/// Table 6: KN with positive weight in intervals within the first nine moves.
pub(super) fn table_6(options: &PaperOptions<'_>) -> Result<Report, Error> {
    PaperTable {
        options,
        title: "P1, table 6: KN switched on early",
        words: ONE_SIDE,
        play: &|reading| intervals(options, reading, '+', &printed_rows(&printed::TABLE_6)),
        judge: &|duels| {
            let six: Vec<&Duel> = duels
                .iter()
                .filter(|duel| duel.name == "KN[+](6-6):φ")
                .collect();
            vec![
                claim(
                    options,
                    "KN in move 6 alone is medicine",
                    &six,
                    Verdict::Better,
                ),
                claim(
                    options,
                    "KN is medicine in 2-7, 3-7, 4-6, 4-7, 5-6, 5-7, 6-6, 6-7 and 6-8",
                    &said(duels, "medicine"),
                    Verdict::Better,
                ),
                claim(
                    options,
                    "KN is poison in 5-8 and 6-9",
                    &said(duels, "poison"),
                    Verdict::Worse,
                ),
            ]
        },
        show: &|duels| {
            let caption =
                "Table 6: KN with positive weight in intervals within moves 1-9, against BP (φ).";
            vec![duel::beside("table-6", caption, Words::Effect, duels)]
        },
    }
    .report()
}

/// BP with a feature in its effective intervals.
fn effective(feature: &'static str, reading: Reading) -> Result<Contender, Error> {
    let when = EFFECTIVE.iter().find(|(name, _)| *name == feature);
    let (_, when) = when.expect("a feature of the paper");
    let function = Function::separated().with(feature, when);
    function.read(reading).player(feature)
}

/// Table 7: BP against features alone, and features with their effective intervals against BP.
pub(super) fn table_7(options: &PaperOptions<'_>) -> Result<Report, Error> {
    PaperTable {
        options,
        title: "P1, table 7: features in their effective intervals",
        words: ONE_SIDE,
        play: &|reading| {
            let phi = plain(reading)?;
            let mut duels = against_bp(options, reading)?;
            let equals = duel::play(options, "BP:BP", [&phi, &phi], GAMES)?;
            duels.push(equals.beside(printed::EQUAL_7));
            for (feature, row) in printed::TABLE_7 {
                let name = format!("BP+{}:BP", capitals(feature));
                let players = [&effective(feature, reading)?, &phi];
                duels.push(duel::play(options, &name, players, GAMES)?.beside(row));
            }
            duel::together(options, &mut duels);
            Ok(duels)
        },
        judge: &|duels| {
            let all: Vec<&Duel> = duels.iter().collect();
            vec![
                claim(
 options,
 "BP is stronger than each other feature",
                    &all[..4],
                    Verdict::Better,
                ),
                claim(options, "CT in moves 6 and 25 helps", &all[5..6], Verdict::Better),
                claim(
 options,
 "ST in its effective moves helps",
                    &all[6..7],
                    Verdict::Better,
                ),
                claim(
 options,
 "KN in its effective moves helps",
                    &all[7..8],
                    Verdict::Better,
                ),
                claim(options, "CN in the whole game helps", &all[8..], Verdict::Better),
            ]
        },
        show: &|duels| {
            let caption = "Table 7: BP against features alone, and BP with a feature in its effective \
                           intervals against BP.";
            let mut table = duel::beside("table-7", caption, Words::Sign, duels);
            table.note(
                "Printed \"BP+CP\" is BP+CT, \"BP+CN:CN\" is BP+CN:BP, and the second \"BP:CT\" is \
                 BP:ST. Effective intervals: CT +6, +25; ST +4-7, -10, +12-15; KN +4-7, -12-13; CN \
                 +1-60.",
            );
            vec![table]
        },
    }
    .report()
}

/// Table 8: the features with their effective intervals against each other.
pub(super) fn table_8(options: &PaperOptions<'_>) -> Result<Report, Error> {
    PaperTable {
        options,
        title: "P1, table 8: features against each other",
        words: ONE_SIDE,
        play: &|reading| {
            let mut duels = Vec::new();
            for (one, other, row) in printed::TABLE_8 {
                let name = format!("{}:{}", capitals(one), capitals(other));
                let players = [&effective(one, reading)?, &effective(other, reading)?];
                duels.push(duel::play(options, &name, players, GAMES)?.beside(row));
            }
            duel::together(options, &mut duels);
            Ok(duels)
        },
        judge: &|duels| {
            let all: Vec<&Duel> = duels.iter().collect();
            vec![
                claim(
 options,
 "CN is stronger than CT, ST and KN",
                    &[all[2], all[4], all[5]],
                    Verdict::Worse,
                ),
                claim(options, "CT is weaker than ST", &all[..1], Verdict::Worse),
                claim(options, "CT is stronger than KN", &all[1..2], Verdict::Better),
                claim(options, "ST is weaker than KN", &all[3..4], Verdict::Worse),
            ]
        },
        show: &|duels| {
            let caption = "Table 8: features in their effective intervals against each other, BP on both \
                           sides.";
            let mut table = duel::beside("table-8", caption, Words::Sign, duels);
            table.note(
                "The verdict on ST:KN is printed ××: CT<ST; the figures give ×○, no verdict by the \
                 paper's own rule.",
            );
            vec![table]
        },
    }
    .report()
}
