//! P3's programs for Yonin-shogi: their evaluation against a slow one that reads nothing but the
//! position line, its bounds against all moves, and sound pruning against the full search.

#![allow(clippy::unwrap_used)]

mod common;

use common::{ask, named, positions};
use kaesu_players::evaluation::EvaluationSpec;
use kaesu_players::evaluation::pieces::{Pieces, PiecesSpec};
use kaesu_players::{Playing, library};
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Notation, PerSeat, Seat};
use search::maxn::{Options, Pruning};
use search::{Evaluation, Limits, MaxN, Search};

fn spec() -> PiecesSpec {
    match library::load("p3-full").unwrap().evaluation {
        Some(EvaluationSpec::Pieces(spec)) => spec,
        other => panic!("{other:?}"),
    }
}

fn pieces() -> Pieces {
    Pieces::new(&spec()).unwrap()
}

/// What the paper's table gives for a letter of a position line.
fn worth(letter: char, promoted: bool) -> u64 {
    match (letter, promoted) {
        ('K', _) => 500,
        ('P', false) => 5,
        ('S', false) => 25,
        ('G', _) => 50,
        ('R', false) => 100,
        ('P', true) => 60,
        ('S', true) => 55,
        ('R', true) => 150,
        _ => panic!("{letter}"),
    }
}

/// What the seats own, out of the position line.
fn owned(position: &YoninShogi) -> [u64; 4] {
    let line = position.position_text();
    let fields: Vec<&str> = line.split(' ').collect();
    let mut owned = [0; 4];
    let mut promoted = false;
    let mut owner = None;
    for letter in fields[0].chars() {
        match letter {
            '+' => promoted = true,
            '#' => owner = Some(4),
            's' | 'w' | 'n' | 'e' if owner != Some(4) => owner = "swne".find(letter),
            'x' => owner = Some(5),
            'K' | 'R' | 'G' | 'S' | 'P' => {
                if let Some(seat) = owner.filter(|&seat| seat < 4) {
                    owned[seat] += worth(letter, promoted);
                }
                (promoted, owner) = (false, None);
            }
            _ => (promoted, owner) = (false, None),
        }
    }
    for (seat, hand) in fields[1].split('/').enumerate() {
        let mut count = 1;
        for letter in hand.chars().filter(|&letter| letter != '-') {
            match letter.to_digit(10) {
                Some(digit) => count = u64::from(digit),
                None => {
                    owned[seat] += count * worth(letter, false);
                    count = 1;
                }
            }
        }
    }
    for (seat, mates) in fields[4].chars().enumerate() {
        let lives = !fields[3].contains(['S', 'W', 'N', 'E'][seat]);
        owned[seat] += if lives {
            500 * u64::from(mates.to_digit(10).unwrap())
        } else {
            0
        };
    }
    owned
}

/// 10000 divided in proportion, what is left over to the largest remainders.
fn divided(owned: [u64; 4]) -> Vec<i32> {
    let total: u64 = owned.iter().sum();
    let mut shares = owned.map(|own| own * 10_000 / total);
    let mut order = [0, 1, 2, 3];
    order.sort_by_key(|&seat| (std::cmp::Reverse(owned[seat] * 10_000 % total), seat));
    let missing = 10_000 - shares.iter().sum::<u64>();
    for &seat in &order[..missing as usize] {
        shares[seat] += 1;
    }
    shares.iter().map(|&share| share as i32).collect()
}

#[test]
fn the_evaluation_is_that_of_the_paper() {
    let pieces = pieces();
    let start = YoninShogi::start(&RuleSet::Iemoto);
    assert_eq!(owned(&start), [765; 4]);
    assert_eq!(*pieces.values(&start), [2500; 4]);
    for rules in RuleSet::ALL {
        for position in positions::<YoninShogi>(&rules, 1500, 3) {
            let values = pieces.values(&position);
            assert_eq!(values.to_vec(), divided(owned(&position)), "{position:?}");
        }
    }
}

#[test]
fn the_end_is_valued_by_rank_and_the_sum_stays() {
    let pieces = pieces();
    for rules in RuleSet::ALL {
        for seed in 0..20 {
            let mut playing = Playing::new(YoninShogi::start(&rules), seed);
            let mut players = (0..4).map(|_| named("random")).collect::<Vec<_>>();
            playing
                .to_the_end(&mut players, &Limits::default())
                .unwrap();
            let position = playing.position();
            let (values, ranks) = (pieces.of(position), position.standing().ranks);
            assert_eq!(values.iter().sum::<i32>(), 10_000);
            for seat in Seat::all(4) {
                let equal = ranks.iter().filter(|&&rank| rank == ranks[seat]).count();
                if equal == 1 {
                    let worth = [9000, 700, 300, 0][ranks[seat] as usize - 1];
                    assert_eq!(values[seat], worth, "{position:?}");
                }
            }
        }
    }
}

/// Where values can be after one ply, all moves tried.
#[test]
fn the_bounds_of_one_ply_hold() {
    let pieces = pieces();
    let strange = Pieces::new(&PiecesSpec {
        tokin: 1,
        dragon: 20,
        mated_king: 100,
        ranks: [9200, 800, 0, 0],
        ..spec()
    })
    .unwrap();
    let mut bounded = 0;
    for rules in RuleSet::ALL {
        for position in positions::<YoninShogi>(&rules, 1200, 5) {
            for pieces in [&pieces, &strange] {
                let Some(bounds) = pieces.reach(&position, 1) else {
                    continue;
                };
                bounded += 1;
                let after = position.legal().into_iter().map(|m| position.after(m));
                for reached in after.chain([position.clone()]) {
                    let values = pieces.of(&reached);
                    for seat in Seat::all(4) {
                        assert!(
                            (bounds.low[seat]..=bounds.high[seat]).contains(&values[seat]),
                            "{bounds:?} {values:?} {position:?} {reached:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(bounded > 4000, "{bounded}");
}

fn search(position: &YoninShogi, depth: u32, options: Options) -> (PerSeat<i32>, String) {
    let report = MaxN::new(pieces(), options).search(position, &Limits::depth(depth), &mut |_| ());
    (report.values, report.best().unwrap().to_string())
}

#[test]
fn sound_pruning_finds_what_the_full_search_finds() {
    let sound = Options {
        pruning: Pruning::Sdp,
        bounds: true,
        ordering: true,
        ..Options::full()
    };
    let all = positions::<YoninShogi>(&RuleSet::Iemoto, 3000, 11);
    for position in all.iter().step_by(50) {
        assert_eq!(
            search(position, 2, sound),
            search(position, 2, Options::full()),
            "{position:?}"
        );
        let narrow = |options| Options {
            width: Some(4),
            memo: Some(10),
            ..options
        };
        for depth in [3, 4, 5] {
            assert_eq!(
                search(position, depth, narrow(sound)),
                search(position, depth, narrow(Options::full())),
                "{position:?}"
            );
        }
    }
    for position in all.iter().take(3000).step_by(600) {
        assert_eq!(
            search(position, 3, sound),
            search(position, 3, Options::full()),
            "{position:?}"
        );
    }
}

#[test]
fn the_sound_program_plays_the_moves_of_the_full_one() {
    let (mut full, mut sound) = (named("p3-full"), named("p3-sound"));
    let mut fewer = 0;
    for position in positions::<YoninShogi>(&RuleSet::Iemoto, 2000, 17)
        .iter()
        .step_by(40)
    {
        let (full, sound) = (ask(&mut *full, position, 1), ask(&mut *sound, position, 1));
        assert_eq!(full.m, sound.m, "{position:?}");
        assert_eq!(full.report.values, sound.report.values, "{position:?}");
        fewer += usize::from(sound.report.nodes < full.report.nodes);
    }
    assert!(fewer > 25, "it prunes in {fewer} of 50 positions");
}

#[test]
fn the_full_program_plays_to_the_end() {
    plays_to_the_end("p3-full");
}

#[test]
fn the_cut_program_plays_to_the_end() {
    plays_to_the_end("p3-cut");
}

#[test]
fn the_sound_program_plays_to_the_end() {
    plays_to_the_end("p3-sound");
}

fn plays_to_the_end(name: &str) {
    let mut players = (0..4)
        .map(|_| named::<YoninShogi>(name))
        .collect::<Vec<_>>();
    let mut playing = Playing::new(YoninShogi::start(&RuleSet::Iemoto), 1);
    playing.to_the_end(&mut players, &Limits::depth(2)).unwrap();
    let book = [
        "3i3h", "9g8g", "7a7b", "1c2c", "7i7h", "9c8c", "3a3b", "1g2g",
    ];
    let first: Vec<String> = playing.moves()[..8]
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(first, book);
    assert!(playing.position().is_finished());
}

/// P3's search written down from its text: one number per player at the leaves, the first of the
/// best moves for the mover, and after every adopted move the rest is left out if all who still
/// play and do not move here have less than the path above has promised them. Returns the values, and
/// which of the legal moves was adopted.
fn by_the_paper(
    position: &YoninShogi,
    depth: u32,
    cuts: [i32; 4],
    nodes: &mut u64,
) -> ([i32; 4], usize) {
    *nodes += 1;
    if position.is_finished() {
        // By the places, as was decided: the paper does not say what a finished game is worth.
        let values = pieces().of(position);
        return (std::array::from_fn(|seat| values[Seat::new(seat)]), 0);
    }
    if depth == 0 {
        return (divided(owned(position)).try_into().unwrap(), 0);
    }
    let mover = position.turn().index();
    let all: Vec<YoninShogi> = position
        .legal()
        .iter()
        .map(|&m| position.after(m))
        .collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&index| {
        let mut nothing = 0;
        -by_the_paper(&all[index], 0, cuts, &mut nothing).0[mover]
    });
    order.truncate(4);
    order.sort_unstable();
    let mut cuts = cuts;
    let mut adopted: Option<([i32; 4], usize)> = None;
    for index in order {
        let (values, _) = by_the_paper(&all[index], depth - 1, cuts, nodes);
        if adopted.is_some_and(|(adopted, _)| values[mover] <= adopted[mover]) {
            continue;
        }
        adopted = Some((values, index));
        cuts[mover] = cuts[mover].max(values[mover]);
        let line = position.position_text();
        let out = line.split(' ').nth(3).unwrap();
        let counts = |seat: usize| seat != mover && !out.contains(['S', 'W', 'N', 'E'][seat]);
        if (0..4).all(|seat| !counts(seat) || values[seat] < cuts[seat]) {
            break;
        }
    }
    adopted.unwrap()
}

#[test]
fn the_cut_array_is_that_of_the_paper_and_prunes_when_three_are_left() {
    let options = |pruning| Options {
        pruning,
        width: Some(4),
        ..Options::full()
    };
    let all = positions::<YoninShogi>(&RuleSet::Iemoto, 40_000, 23);
    for (living, depth, number) in [(4, 5, 12), (3, 5, 12), (4, 4, 100), (3, 4, 100)] {
        let of = |position: &&YoninShogi| position.outs().len() == 4 - living;
        let few: Vec<&YoninShogi> = all.iter().filter(of).collect();
        let mut fewer = 0;
        for position in few.iter().step_by(few.len() / number) {
            let search = |pruning| {
                let limits = &Limits::depth(depth);
                MaxN::new(pieces(), options(pruning)).search(position, limits, &mut |_| ())
            };
            let (cut, full) = (search(Pruning::CutArray), search(Pruning::None));
            let mut visited = 0;
            let (values, adopted) = by_the_paper(position, depth, [0; 4], &mut visited);
            let theirs = (visited, values.to_vec(), position.legal()[adopted]);
            let ours = (cut.nodes, cut.values.to_vec(), cut.line[0]);
            assert_eq!(ours, theirs, "{position:?}");
            fewer += usize::from(cut.nodes < full.nodes);
        }
        assert!(
            fewer > number / 5,
            "{fewer} of {number} are pruned at depth {depth} when {living} play"
        );
    }
}
