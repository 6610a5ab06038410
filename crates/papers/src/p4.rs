//! P4: how many positions alpha-beta visits, and how far it sees.

mod by_depth;
mod concept;
mod positions;
mod self_play;
mod speed;

use toml::Value;

use self::by_depth::ByDepth;
use self::self_play::SelfPlay;
use self::speed::Speed;
use super::printed::{self, Printed};
use super::{Claim, Error, Holds, Paper, PaperOptions, claims};
use lab::contender::Contender;
use report::{Report, Section, Table};
use statistics::Estimate;

/// The experiments of P4.
pub(super) const ALL: [Paper; 2] = [
    Paper {
        name: "p4-nodes",
        about: "nodes against depth with and without the last line first, and what alpha-beta saves",
        run,
    },
    Paper {
        name: "p4-concept",
        about: "how many squares the program leaves to the levels, move by move",
        run: concept::run,
    },
];

/// What the paper prints of its searches with the line of the last iteration first, and without:
/// the base b of nodes = b^depth, and nodes at depth 10 in millions.
const PRINTED: [(f64, f64); 2] = [(3.876, 0.77), (4.114, 1.39)];

/// Both searches, in this order everywhere.
const NAMES: [&str; 2] = ["last line first", "last line not used"];

/// Positions a second in the paper: about 1.5 million in two seconds.
const PRINTED_SPEED: f64 = 0.75e6;

/// How many times as deep as plain negamax alpha-beta looked in the paper.
const PRINTED_TIMES: (f64, f64) = (1.5, 2.0);

/// How deep the paper's searches went at most, with the line first.
const PRINTED_DEEPEST: u32 = 15;

/// How far from a printed base ours may be to be called the same.
const ABOUT: f64 = 0.15;

/// How far from a printed share ours may be to be called the same: five points of a hundred.
const NEAR: f64 = 0.05;

/// How much to do of each part.
#[derive(Clone, Copy, Debug)]
struct Amount {
    /// Games of the program with itself, at the first look.
    games: u32,
    /// Nodes a move in them.
    budget: u64,
    /// Positions searched to fixed depths.
    positions: u32,
    /// The deepest of these.
    depth: u32,
    /// The deepest for plain negamax.
    plain: u32,
    /// Positions searched by the clock.
    timed: u32,
    /// How long, in seconds.
    seconds: f64,
}

fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let amount = if options.quick {
        Amount {
            games: 4,
            // As many as the paper's program visits in two seconds.
            budget: (2.0 * PRINTED_SPEED) as u64,
            positions: options.games(30, 30),
            depth: 8,
            plain: 5,
            timed: 3,
            seconds: 2.0,
        }
    } else {
        Amount {
            games: 12,
            // The paper measured with ten seconds a move.
            budget: (10.0 * PRINTED_SPEED) as u64,
            positions: options.games(60, 30),
            depth: 10,
            plain: 6,
            timed: 20,
            seconds: 2.0,
        }
    };
    report(options, &amount)
}

fn report(options: &PaperOptions<'_>, amount: &Amount) -> Result<Report, Error> {
    let programs = programs()?;
    options.tell("games of the program with itself");
    let self_play = SelfPlay::new(options, amount, &programs)?;
    options.tell("searches to fixed depths");
    let by_depth = ByDepth::new(options, amount, &programs)?;
    options.tell("searches by the clock");
    let speed = Speed::new(options, amount, &programs[0])?;
    let mut all = bases(options, &self_play, &by_depth);
    all.push(fewer_nodes(options, &by_depth));
    all.push(share_at_ten(options, &self_play, &by_depth));
    all.extend(by_depth.grows(options));
    all.push(deeper(options, &self_play));
    all.push(by_depth.times_as_deep(options));
    let mut sections: Vec<Section> = vec![claims(&all)];
    let mut games = self_play.section(amount);
    games.table(as_printed(&self_play));
    sections.push(games);
    sections.extend(by_depth.sections());
    sections.push(speed.section());
    Ok(Report {
        title: "P4: nodes against depth".to_owned(),
        sections,
    })
}

/// Returns the paper's program with the line of the last iteration first, and without.
fn programs() -> Result<[Contender; 2], Error> {
    let first = Contender::named("p4-othello-ai")?;
    let off = first.with("search.alphabeta.last-line-first", &Value::Boolean(false));
    let off = off.expect("the file has this value");
    Ok([first.called(NAMES[0]), off.called(NAMES[1])])
}

fn bases(options: &PaperOptions<'_>, self_play: &SelfPlay, by_depth: &ByDepth) -> Vec<Claim> {
    let texts = [
        "with the last line first the paper's games fit 3.876^depth",
        "without it they fit 4.114^depth",
    ];
    let one = |(which, claim): (usize, &'static str)| {
        let Some(found) = self_play.base(which) else {
            return Claim::new(
                claim,
                Holds::CannotBeTold,
                "too few games have searches that were cut off",
            );
        };
        let printed = PRINTED[which].0;
        let fixed = by_depth.base(which);
        let fixed = fixed.map_or(String::new(), |b| format!("; at fixed depths {b:.3}"));
        Claim::new(
            claim,
            Holds::between(options.cautious(found, 1), printed - ABOUT, printed + ABOUT),
            format!("in games as in the paper {found:.3}{fixed}; \"fits\" is read as ±{ABOUT}"),
        )
    };
    texts.into_iter().enumerate().map(one).collect()
}

/// The printed figures of both searches beside ours.
fn as_printed(self_play: &SelfPlay) -> Table {
    let mut rows = Vec::new();
    for (which, name) in NAMES.into_iter().enumerate() {
        if let Some(base) = self_play.base(which) {
            let (printed, millions) = PRINTED[which];
            let at_ten = base.map(|base| base.powi(10) / 1e6);
            let what = |figure: &str| format!("{figure}: {name}");
            rows.push(Printed::figure(what("b"), printed, base, 3));
            rows.push(Printed::figure(
                what("millions at depth 10"),
                millions,
                at_ten,
                2,
            ));
        }
    }
    if let Some(share) = self_play.share_by_fits(10) {
        let printed = 100.0 * PRINTED[0].1 / PRINTED[1].1;
        let what = "nodes with the last line first in per cent, depth 10".to_owned();
        rows.push(Printed::figure(what, printed, percent(share), 1));
    }
    printed::table("nodes-as-printed", "Printed figures beside ours.", rows)
}

fn fewer_nodes(options: &PaperOptions<'_>, by_depth: &ByDepth) -> Claim {
    const CLAIM: &str = "the last line first saves nodes";
    match by_depth.saved(by_depth.deepest()) {
        None => Claim::new(CLAIM, Holds::CannotBeTold, "nothing was searched"),
        Some(share) => Claim::new(
            CLAIM,
            Holds::below(options.cautious(share, 1), 1.0),
            format!(
                "at depth {} it visits {:.1} % of the nodes",
                by_depth.deepest(),
                percent(share)
            ),
        ),
    }
}

/// The figure itself: the paper's nodes at depth 10 are those of its fitted lines, so ours are too.
fn share_at_ten(options: &PaperOptions<'_>, self_play: &SelfPlay, by_depth: &ByDepth) -> Claim {
    const CLAIM: &str = "at depth 10 it visits 55 % of the nodes: 0.77 million against 1.39";
    let printed = PRINTED[0].1 / PRINTED[1].1;
    let Some(share) = self_play.share_by_fits(10) else {
        return Claim::new(
            CLAIM,
            Holds::CannotBeTold,
            "too few games have searches that were cut off",
        );
    };
    let fixed = by_depth.saved(by_depth.deepest()).map(|fixed| {
        let depth = by_depth.deepest();
        format!(
            "; in searches to the fixed depth {depth} it visits {:.1} %",
            percent(fixed)
        )
    });
    Claim::new(
        CLAIM,
        Holds::between(options.cautious(share, 1), printed - NEAR, printed + NEAR),
        format!(
            "by the lines fitted to {} games, as the paper's figures are: {:.1} %; read as ±{:.0} points{}",
            self_play.games(),
            percent(share),
            100.0 * NEAR,
            fixed.unwrap_or_default()
        ),
    )
}

fn deeper(options: &PaperOptions<'_>, self_play: &SelfPlay) -> Claim {
    const CLAIM: &str = "within the same time the last line first looks deeper, to 15 or 16 plies";
    let Some(more) = self_play.deeper() else {
        return Claim::new(CLAIM, Holds::CannotBeTold, "too few games have both");
    };
    let deepest = self_play.deepest(0);
    let reached = if deepest >= PRINTED_DEEPEST {
        Holds::Yes
    } else {
        Holds::No
    };
    Claim::new(
        CLAIM,
        Holds::above(options.cautious(more, 1), 0.0).and(reached),
        format!(
            "with as many nodes {more:.2} plies deeper; the deepest search that was not at the end \
             of the game reached {deepest}"
        ),
    )
}

fn percent(share: Estimate) -> Estimate {
    share.map(|share| 100.0 * share)
}

#[cfg(test)]
mod tests;
