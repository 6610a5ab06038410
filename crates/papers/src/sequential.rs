//! What looking again and again comes to, with the truth known: the whole way from games over looks
//! and levels to verdicts, for experiments whose games are tosses.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use report::Report;
use statistics::proportion::Proportion;
use statistics::verdict::Margin;
use statistics::{Estimate, Level};

use crate::tests::{options, table};
use crate::{Claim, Error, Holds, Looks, Paper, PaperOptions, claims};

const MARGIN: Margin = Margin(0.05);

/// Tosses of a coin that falls so often of a thousand times, as many as the look asks for.
fn tosses(options: &PaperOptions<'_>, of_thousand: u32) -> Result<Vec<f64>, Error> {
    tosses_of(options, "tosses", of_thousand)
}

fn tosses_of(options: &PaperOptions<'_>, part: &str, of_thousand: u32) -> Result<Vec<f64>, Error> {
    let batches = options.batches([part, part], [100, 20], |seed, games| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let toss = |_| f64::from(u8::from(random.random_range(0..1000) < of_thousand));
        Ok((0..games).map(toss).collect::<Vec<f64>>())
    })?;
    Ok(batches
        .iter()
        .flat_map(|batch| batch.iter().copied())
        .collect())
}

/// "More than half" and "half" of a share, judged at the level of the look, as P1 does.
fn share<const OF_THOUSAND: u32>(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let tosses = tosses(options, OF_THOUSAND)?;
    let found = Proportion::new(tosses.iter().sum(), tosses.len() as f64);
    Ok(judged(
        found.wilson(options.level(options.look.number(), 1)),
    ))
}

/// The same by a mean whose interval is widened, as P0, P2 and P4 do.
fn mean<const OF_THOUSAND: u32>(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let tosses = tosses(options, OF_THOUSAND)?;
    let found = Estimate::mean(&tosses, Level::P95).expect("there are tosses");
    Ok(judged(options.cautious(found, 1)))
}

fn judged(found: Estimate) -> Report {
    let claims = claims(&[
        Claim::new("more", Holds::more(found, 0.5, MARGIN), ""),
        Claim::new("same", Holds::same(found, 0.5, MARGIN), ""),
    ]);
    Report {
        title: String::new(),
        sections: vec![claims],
    }
}

/// How often each of both claims gets a verdict, of so many experiments with as many looks.
fn told(run: fn(&PaperOptions<'_>) -> Result<Report, Error>, of: u64) -> [[u64; 3]; 2] {
    let paper = Paper {
        name: "p9-tosses",
        about: "",
        run,
    };
    let mut told = [[0; 3]; 2];
    for seed in 0..of {
        let options = PaperOptions {
            games: None,
            quick: false,
            looks: Looks::Times(7),
            seed,
            ..options(1, 1)
        };
        let report = paper.report(&options).expect("tosses do not fail");
        for (claim, row) in table(&report, "claims").rows().iter().enumerate() {
            let verdicts = [Holds::Yes, Holds::No, Holds::CannotBeTold];
            let verdict = verdicts.iter().position(|v| row[1] == v.words().into());
            told[claim][verdict.expect("a verdict")] += 1;
        }
    }
    told
}

#[test]
fn verdicts_of_several_looks_are_wrong_one_time_in_twenty_at_most() {
    const OF: u64 = 300;
    // With 5 % and 300 experiments more than 23 wrong ones come one time in a hundred.
    const MOST: u64 = 23;
    let (yes, no, open) = (0, 1, 2);
    type Run = fn(&PaperOptions<'_>) -> Result<Report, Error>;
    // The truth, and which verdicts on "more" and on "same" are wrong.
    let cases: [([Run; 2], [usize; 2], bool); 5] = [
        ([share::<600>, mean::<600>], [no, yes], true),
        ([share::<560>, mean::<560>], [no, yes], false),
        ([share::<500>, mean::<500>], [yes, no], true),
        ([share::<550>, mean::<550>], [no, no], false),
        ([share::<400>, mean::<400>], [yes, yes], true),
    ];
    for (number, (runs, wrong, is_far)) in cases.into_iter().enumerate() {
        for run in runs {
            let told = told(run, OF);
            for (claim, wrong) in wrong.into_iter().enumerate() {
                let [wrong, open] = [told[claim][wrong], told[claim][open]];
                assert!(wrong <= MOST, "case {number}, claim {claim}: {told:?}");
                // What lies far from the margin is told; the rest may stay open.
                assert!(!is_far || open * 10 <= OF, "case {number}: {told:?}");
            }
        }
    }
}

#[test]
fn looking_stops_as_soon_as_all_is_told_and_says_how_often_it_looked() {
    let paper = |run| Paper {
        name: "p9-tosses",
        about: "",
        run,
    };
    let asked = PaperOptions {
        games: None,
        quick: false,
        looks: Looks::Times(7),
        ..options(1, 1)
    };
    let looks = |run| {
        let report = paper(run).report(&asked).expect("tosses do not fail");
        let text = report.to_string();
        let (_, after) = text.split_once("--looks ").expect("the command is told");
        let number: u32 = after[..1].parse().expect("a number");
        number
    };
    // Clear at once, clear after a while, never clear: just at the margin.
    assert_eq!(looks(share::<900>), 1);
    let even = looks(share::<500>);
    assert!((2..7).contains(&even), "{even}");
    assert_eq!(looks(share::<550>), 7);
}

/// A coin that is told at once, and one that never is.
fn two_coins(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let coins = [("clear", 900), ("open", 550)];
    let mut judged = Vec::new();
    for (part, of_thousand) in coins {
        let tosses = tosses_of(options, part, of_thousand)?;
        let found = Estimate::mean(&tosses, Level::P95).expect("there are tosses");
        let found = options.as_of([part]).cautious(found, 1);
        let why = format!("{} tosses", tosses.len());
        let claim = Claim::new(part, Holds::same(found, 0.5, MARGIN), why);
        judged.push(claim.by([part.to_owned()]));
    }
    options.settle(&judged, coins.map(|coin| coin.0), 2);
    Ok(Report {
        title: String::new(),
        sections: vec![claims(&judged)],
    })
}

#[test]
fn only_what_an_open_claim_asks_for_goes_on() {
    let paper = Paper {
        name: "p9-coins",
        about: "",
        run: two_coins,
    };
    let asked = PaperOptions {
        games: None,
        quick: false,
        looks: Looks::Times(6),
        ..options(1, 1)
    };
    let report = paper.report(&asked).expect("tosses do not fail");
    let rows = table(&report, "claims").rows();
    assert_eq!(rows[0][1], Holds::No.words().into());
    assert_eq!(rows[0][2], "300 tosses".into(), "two looks are enough");
    assert_eq!(rows[1][1], Holds::CannotBeTold.words().into());
    assert_eq!(rows[1][2], "6300 tosses".into());
}
