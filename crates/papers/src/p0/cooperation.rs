//! What P0 leaves open: whether opposite seats, who share a colour, end up helping each other.
//!
//! For a move of a seat that had a choice, let D(x) be what it does for seat x beyond what a move at
//! random does in the same position. The move *helps the opposite seat more than the neighbours* if
//! h = D(opposite) − (D(left) + D(right)) / 2 is above 0. It is measured in two ways:
//!
//! - by the discs that x has in its territory right after the move, less the mean over all legal
//!   moves: exact;
//! - by what our strong player expects for x after the move (how many seats x will beat), less the
//!   same after one other legal move drawn at random.
//!
//! A player that moves at random has h = 0 on average by both.

use players::{Playable, Player, Playing, Turn};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::hash::mix;
use rules::line::GameLine;
use rules::yonin::{Rules, Yonin};
use rules::{Game, PerSeat, Seat};
use search::{Limits, RankUtility};

use super::field::{Program, SAME_SHARE, STRATEGIES, UNKNOWN, random};
use crate::file_of;
use crate::{Claim, Error, Holds, PaperOptions, claims};
use lab::contender::Contender;
use report::{Column, Report, Section, Table};
use statistics::proportion::Proportion;
use statistics::verdict::Margin;
use statistics::{Estimate, Level};

/// Playouts per position of the strong player.
const PLAYOUTS: u64 = 150;

/// How many moves of a game the strong player judges.
const JUDGED: usize = 6;

/// One move: what it does beyond a move at random.
#[derive(Clone, Copy, Debug)]
struct Help {
    own: f64,
    opposite: f64,
    /// The mean of both neighbours.
    neighbours: f64,
}

impl Help {
    fn of(seat: Seat, beyond: &PerSeat<f64>) -> Self {
        let at = |steps: usize| beyond[seat.next(steps, 4)];
        Self {
            own: at(0),
            opposite: at(2),
            neighbours: (at(1) + at(3)) / 2.0,
        }
    }

    /// By how much it helps the opposite seat more than the neighbours.
    fn more(self) -> f64 {
        self.opposite - self.neighbours
    }
}

/// The moves of one game.
#[derive(Clone, Debug, Default)]
struct Watched {
    by_discs: Vec<Help>,
    by_strong: Vec<Help>,
    /// Whether the two best places went to opposite seats, ties shared.
    together: f64,
}

fn maker(player: &Contender) -> Result<Box<dyn Player<Yonin>>, Error> {
    Ok(Yonin::player(file_of(player).1)?)
}

/// Returns the standing scores after a move.
fn discs_after(position: &Yonin, m: <Yonin as Game>::Move) -> PerSeat<f64> {
    let after = position.after(m);
    PerSeat::from_fn(4, |seat| f64::from(after.score(seat)))
}

/// How many seats all four beat together, whatever the unit of a player's values.
const BEATEN: f64 = 6.0;

/// Returns how many seats each seat is expected to beat.
fn expected(
    strong: &mut dyn Player<Yonin>,
    position: &Yonin,
    seed: u64,
) -> Result<PerSeat<f64>, Error> {
    let utility = RankUtility::seats_beaten(4);
    let values = match position.outcome() {
        Some(outcome) => utility.of(&outcome),
        None => {
            let limits = Limits {
                evaluations: Some(PLAYOUTS),
                ..Limits::default()
            };
            let turn = &mut Turn {
                position,
                line: &GameLine::new(*position),
                seed,
                limits: &limits,
                notes: &[],
                progress: &mut |_| (),
            };
            strong.choose(turn)?.report.values
        }
    };
    let all: f64 = values.iter().map(|&value| f64::from(value)).sum();
    Ok(values.map(|value| BEATEN * f64::from(value) / all))
}

/// Plays and observes one game of four equal players.
fn watch(player: &Contender, strong: &Contender, seed: u64) -> Result<Watched, Error> {
    let mut players = Vec::new();
    for _ in 0..4 {
        players.push(maker(player)?);
    }
    let mut strong = maker(strong)?;
    let mut draw = Xoshiro256PlusPlus::seed_from_u64(mix(seed));
    let mut playing = Playing::new(Yonin::start(&Rules::default()), seed);
    let mut watched = Watched::default();
    let mut choices = Vec::new();
    while !playing.position().is_finished() {
        let position = *playing.position();
        let seat = position.turn();
        let mover = &mut *players[seat.index()];
        let choice = playing.ask(mover, &Limits::default(), &mut |_| ())?;
        let legal: Vec<_> = position.legal().into_iter().collect();
        if legal.len() > 1 {
            let chosen = discs_after(&position, choice.m);
            let all: Vec<_> = legal.iter().map(|&m| discs_after(&position, m)).collect();
            let mean = |x: Seat| all.iter().map(|scores| scores[x]).sum::<f64>() / all.len() as f64;
            let beyond = PerSeat::from_fn(4, |x| chosen[x] - mean(x));
            watched.by_discs.push(Help::of(seat, &beyond));
            choices.push((position, choice.m, legal));
        }
        playing.play(&choice);
    }
    let judged = choices.sample(&mut draw, JUDGED);
    for (position, m, legal) in judged {
        let others: Vec<_> = legal.iter().filter(|&other| other != m).collect();
        let other = **others.choose(&mut draw).expect("there was a choice");
        let noise = mix(seed ^ position.key());
        let chosen = expected(&mut *strong, &position.after(*m), noise)?;
        let other = expected(&mut *strong, &position.after(other), noise)?;
        let beyond = PerSeat::from_fn(4, |x| chosen[x] - other[x]);
        watched.by_strong.push(Help::of(position.turn(), &beyond));
    }
    watched.together = together(&playing.position().standing().ranks);
    Ok(watched)
}

/// Reports whether two opposite seats have the first two places, ties broken in all ways.
fn together(ranks: &PerSeat<u8>) -> f64 {
    let mut ways = 0.0;
    let mut opposite = 0.0;
    for one in Seat::all(4) {
        for other in Seat::all(4).filter(|&other| other.index() > one.index()) {
            let others = Seat::all(4).filter(|&seat| seat != one && seat != other);
            let worst = ranks[one].max(ranks[other]);
            if others.map(|seat| ranks[seat]).all(|rank| rank >= worst) {
                ways += 1.0;
                opposite += f64::from(u8::from(other == Yonin::opposite(one)));
            }
        }
    }
    opposite / ways
}

/// What the games of one player say.
struct Cooperation {
    label: &'static str,
    games: Vec<Watched>,
}

/// What a move does for a seat beyond chance, in discs or seats beaten, that counts as none.
const NOTHING: Margin = Margin(0.05);

/// One way to measure.
type Measure = fn(&Watched) -> &[Help];

impl Cooperation {
    /// Returns a mean over moves with an interval over games, which are the observations.
    fn mean(&self, moves: Measure, figure: fn(Help) -> f64) -> Estimate {
        let of_game = |game: &Watched| {
            let moves = moves(game);
            let sum: f64 = moves.iter().map(|help| figure(*help)).sum();
            (!moves.is_empty()).then(|| sum / moves.len() as f64)
        };
        let means: Vec<f64> = self.games.iter().filter_map(of_game).collect();
        Estimate::mean(&means, Level::P95).unwrap_or(UNKNOWN)
    }

    fn together(&self) -> Estimate {
        let count = self.games.iter().map(|game| game.together).sum();
        Proportion::new(count, self.games.len() as f64).wilson(Level::P95)
    }
}

/// Returns how strongly opposite seats help each other.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let games = u64::from(options.games(200, 12));
    let strong = Contender::named("yonin-strong")?;
    let mut players = Vec::new();
    for (number, (label, _)) in STRATEGIES.iter().enumerate() {
        players.push((*label, Program::Described.strategy(number)?));
    }
    players.push(("random", random()?));
    let mut all = Vec::new();
    for (label, player) in players {
        options.tell(label);
        let seed = options.seed_of(label);
        let game = |number: u64| watch(&player, &strong, mix(seed ^ mix(number + 1)));
        let games = options
            .each(games, game)
            .into_iter()
            .collect::<Result<_, _>>()?;
        all.push(Cooperation { label, games });
    }
    let discs: Measure = |game| &game.by_discs;
    let judged_by: Measure = |game| &game.by_strong;
    let mut section = Section::new("Figures");
    section.prose(
        "All four seats have the same player. Of every move of a seat that had a choice: what it does \
         for each other seat beyond a move at random in the same position. It helps the opposite seat \
         more than the neighbours if it does more for the one than for the mean of the other two.",
    );
    section.table(table(
        "cooperation-discs",
        "By discs at home right after the move, less the mean over all legal moves.",
        &all,
        discs,
    ));
    section.table(table(
        "cooperation-expected",
        "By how many seats our strong player expects each seat to beat, less the same after another \
         legal move drawn by lot.",
        &all,
        judged_by,
    ));
    section.table(results(&all));
    let cooperative: Vec<&Cooperation> = all.iter().filter(|c| c.label != "random").collect();
    let judge = |words: &'static str, moves: Measure| {
        let mean = |c: &&Cooperation| c.mean(moves, Help::more);
        let holds = cooperative.iter().map(|c| {
            let found = options.cautious(mean(c), cooperative.len());
            Holds::more(found, 0.0, NOTHING)
        });
        let holds = holds.reduce(Holds::and).unwrap_or(Holds::CannotBeTold);
        let why: Vec<String> = cooperative
            .iter()
            .map(|c| format!("{} {:.2}", c.label, mean(c)))
            .collect();
        Claim::new(words, holds, why.join("; "))
    };
    let together: Vec<Estimate> = cooperative.iter().map(|c| c.together()).collect();
    // Four random players end up so more often than one time in three: their territories touch.
    let random = all.iter().find(|c| c.label == "random");
    let random = random.expect("random players were watched").together();
    let holds = together.iter().map(|share| {
        let more = options.cautious(share.above(random), together.len());
        Holds::more(more, 0.0, SAME_SHARE)
    });
    let judged = [
        judge(
            "Playing for oneself helps the opposite seat (discs right after the move)",
            discs,
        ),
        judge(
            "Playing for oneself helps the opposite seat (expected places)",
            judged_by,
        ),
        Claim::new(
            "Opposite seats end up together in front more often than four random players do",
            holds.reduce(Holds::and).unwrap_or(Holds::CannotBeTold),
            cooperative
                .iter()
                .zip(&together)
                .map(|(c, share)| (c.label, *share))
                .chain([("random", random)])
                .map(|(label, share)| format!("{label} {:.1} %", share.map(|s| 100.0 * s)))
                .collect::<Vec<_>>()
                .join("; "),
        ),
    ];
    Ok(Report {
        title: "P0: do opposite seats co-operate?".to_owned(),
        sections: vec![claims(&judged), section],
    })
}

fn table(name: &str, caption: &str, all: &[Cooperation], moves: Measure) -> Table {
    let mut table = Table::new(
        name,
        caption,
        [
            Column::text("all four seats"),
            Column::count("moves"),
            Column::percent("helps opposite more", 1).with_interval(),
            Column::percent("helps neighbours more", 1).with_interval(),
            Column::signed("opposite less neighbours", 2).with_interval(),
            Column::signed("for the opposite seat", 2).with_interval(),
            Column::signed("for a neighbour", 2).with_interval(),
            Column::signed("for itself", 2).with_interval(),
        ],
    );
    for player in all {
        let count: usize = player.games.iter().map(|game| moves(game).len()).sum();
        let share = |yes: fn(Help) -> f64| player.mean(moves, yes);
        table.push([
            player.label.into(),
            count.into(),
            share(|help| f64::from(u8::from(help.more() > 1e-9))).into(),
            share(|help| f64::from(u8::from(help.more() < -1e-9))).into(),
            share(Help::more).into(),
            share(|help| help.opposite).into(),
            share(|help| help.neighbours).into(),
            share(|help| help.own).into(),
        ]);
    }
    table.note("Means over the moves of a game; 95 % intervals over games.");
    table
}

fn results(all: &[Cooperation]) -> Table {
    let mut table = Table::new(
        "cooperation-results",
        "How often the first two places go to opposite seats, ties broken in all ways.",
        [
            Column::text("all four seats"),
            Column::count("games"),
            Column::percent("together in front", 1).with_interval(),
        ],
    );
    for player in all {
        table.push([
            player.label.into(),
            player.games.len().into(),
            player.together().into(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn together_in_front() {
        let ranks = |ranks: [u8; 4]| together(&PerSeat::from(ranks));
        assert_eq!(ranks([1, 3, 2, 4]), 1.0);
        assert_eq!(ranks([1, 2, 3, 4]), 0.0);
        // Three share the second place: one of them is opposite.
        assert!((ranks([1, 2, 2, 2]) - 1.0 / 3.0).abs() < 1e-12);
        // All equal: two of six pairs are opposite.
        assert!((ranks([1, 1, 1, 1]) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(ranks([3, 1, 3, 1]), 1.0);
    }

    #[test]
    fn seats_beaten_are_told_in_seats() {
        let mut strong = maker(&Contender::named("yonin-strong").unwrap()).unwrap();
        let start = Yonin::start(&Rules::default());
        let beaten = expected(&mut *strong, &start, 1).unwrap();
        assert!((beaten.iter().sum::<f64>() - BEATEN).abs() < 1e-9);
        assert!(
            beaten.iter().all(|seats| (0.5..2.5).contains(seats)),
            "{beaten:?}"
        );
    }

    #[test]
    fn help_is_seen_from_the_seat_that_moves() {
        let help = Help::of(Seat::new(3), &PerSeat::from([-2.0, 5.0, -4.0, 1.0]));
        assert_eq!((help.own, help.opposite, help.neighbours), (1.0, 5.0, -3.0));
        assert_eq!(help.more(), 8.0);
    }
}
