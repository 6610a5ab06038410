//! The rules by which claims are told true or false are wrong at most one time in twenty, with the
//! truth known by construction, also when one looks again and again and stops as soon as they speak.

mod common;

use common::{Random, at_most, pick, runs, stream};
use kaesu_statistics::pairs::{Ending, Trinomial};
use kaesu_statistics::sides::Sides;
use kaesu_statistics::verdict::{Holds, Margin};
use kaesu_statistics::{Level, looks};

const MARGIN: Margin = Margin(0.05);

/// Wins, draws and losses of whoever moves first, so that A scores this over both orders: the first
/// move is worth something to either.
fn play(score: f64, games: usize, sides: &mut Sides, random: &mut Random) {
    for _ in 0..games {
        for (order, own) in [(0, score + 0.08), (1, 1.0 - score + 0.08)] {
            let draw = 0.06;
            let chances = [own - draw / 2.0, draw, 1.0 - own - draw / 2.0];
            let ending = [Ending::Win, Ending::Draw, Ending::Loss][pick(&chances, random)];
            if order == 0 {
                sides.a_first.add(ending);
            } else {
                sides.b_first.add(ending);
            }
        }
    }
}

fn nothing() -> Sides {
    Sides {
        a_first: Trinomial::default(),
        b_first: Trinomial::default(),
    }
}

/// What becomes of "A is stronger" and of "both are equal" when one looks at 100, 300, 700 … games of
/// each order until the rule speaks.
fn told(score: f64, looks: u32, random: &mut Random) -> [Holds; 2] {
    let mut sides = nothing();
    let mut told = [Holds::CannotBeTold; 2];
    for look in 1..=looks {
        play(score, 100 << (look - 1), &mut sides, random);
        let found = sides
            .score(looks::level(look, 1))
            .expect("games were played");
        let now = [
            Holds::more(found, 0.5, MARGIN),
            Holds::same(found, 0.5, MARGIN),
        ];
        for (told, now) in told.iter_mut().zip(now) {
            if *told == Holds::CannotBeTold {
                *told = now;
            }
        }
    }
    told
}

#[test]
fn verdicts_are_rarely_wrong_however_often_one_looks() {
    let runs = runs(400);
    // A truth, and which verdicts on "stronger" and on "equal" are wrong then.
    for (truth, stronger_wrong, equal_wrong) in [
        (0.60, Holds::No, Holds::Yes),
        (0.56, Holds::No, Holds::Yes),
        (0.50, Holds::Yes, Holds::No),
        (0.44, Holds::Yes, Holds::Yes),
        (0.30, Holds::Yes, Holds::Yes),
    ] {
        let mut random = stream(41);
        let mut wrong = [0; 2];
        let mut open = [0; 2];
        for _ in 0..runs {
            let told = told(truth, 6, &mut random);
            for (place, error) in [stronger_wrong, equal_wrong].into_iter().enumerate() {
                wrong[place] += usize::from(told[place] == error);
                open[place] += usize::from(told[place] == Holds::CannotBeTold);
            }
        }
        at_most(0.05, wrong[0], runs, &format!("stronger, truth {truth}"));
        at_most(0.05, wrong[1], runs, &format!("equal, truth {truth}"));
        // 6300 games of each order tell what does not lie just beside the margin.
        if ((truth - 0.5_f64).abs() - MARGIN.0).abs() > 0.02 {
            at_most(
                0.1,
                open[0],
                runs,
                &format!("stronger is told, truth {truth}"),
            );
            at_most(0.1, open[1], runs, &format!("equal is told, truth {truth}"));
        }
    }
}

#[test]
fn looking_often_at_plain_intervals_would_be_wrong_far_more_often() {
    let runs = runs(400);
    let mut random = stream(42);
    let mut wrong = 0;
    for _ in 0..runs {
        let mut sides = nothing();
        let says = (1..=8).any(|_| {
            play(0.5, 60, &mut sides, &mut random);
            sides.score(Level::P95).unwrap().interval.low > 0.5
        });
        wrong += usize::from(says);
    }
    assert!(wrong * 20 > runs, "{wrong} of {runs}");
}

#[test]
fn one_look_at_a_level_is_wrong_no_more_often_than_it_says() {
    let runs = runs(1000);
    for truth in [0.5, 0.55] {
        let mut random = stream(43);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..runs {
            let mut sides = nothing();
            play(truth, 400, &mut sides, &mut random);
            let found = sides.score(Level::P95).unwrap();
            let holds = Holds::more(found, 0.5, MARGIN);
            yes += usize::from(holds == Holds::Yes);
            no += usize::from(holds == Holds::No);
        }
        if truth == 0.5 {
            at_most(0.025, yes, runs, "called stronger when equal");
        } else {
            at_most(0.025, no, runs, "called not stronger at the margin");
        }
    }
}
