//! How long many machines take for a run, by shards of different lengths: a simulation with slow machines,
//! machines that die, and an engine that can hand out only so many shards a second.
//!
//! `cargo run --release -p kaesu-lab --example many_machines [-- CORES GAMES SECONDS-A-GAME]`

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What is simulated; times in seconds.
#[derive(Clone, Copy)]
struct World {
    cores: usize,
    /// All games on one core of usual speed.
    work: f64,
    /// How long a core lives on average.
    life: f64,
    /// How long until a shard of a dead core is given to another, and until the core is back.
    noticed: f64,
    back: f64,
    /// How long the engine takes to hand out a shard.
    hand_out: f64,
    /// What a shard takes besides its games.
    start: f64,
    /// Whether the next try takes over what the dead one did.
    takes_over: bool,
    /// Whether idle cores try once more what is still being made elsewhere.
    doubles: bool,
}

/// One of so many cores is at half speed.
const SLOW_ONE_OF: usize = 20;

fn speed(core: usize) -> f64 {
    if core.is_multiple_of(SLOW_ONE_OF) {
        0.5
    } else {
        1.0
    }
}

/// A time that can be ordered, in microseconds, and what is due then.
type Due = Reverse<(u64, usize)>;

fn micros(seconds: f64) -> u64 {
    (seconds * 1e6) as u64
}

impl World {
    /// Returns how long all shards take, and how many cores died meanwhile.
    fn simulate(&self, shards: usize, seed: u64) -> (f64, u64) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let each = self.work / shards as f64;
        let mut cores: BinaryHeap<Due> = (0..self.cores).map(|core| Reverse((0, core))).collect();
        let mut waiting: BinaryHeap<Due> = (0..shards).map(|shard| Reverse((0, shard))).collect();
        let mut left = vec![each; shards];
        let mut ends = vec![0; shards];
        let (mut engine_free, mut deaths) = (0.0f64, 0);
        while let Some(Reverse((ready, shard))) = waiting.pop() {
            let Reverse((free, core)) = cores.pop().expect("every core comes back");
            let earliest = (ready.max(free) as f64 / 1e6).max(engine_free);
            let begun = earliest + self.hand_out;
            engine_free = begun;
            // Games differ in length, so shards do a little.
            let length = left[shard] * random.random_range(0.9..1.1) / speed(core);
            let end = begun + self.start + length;
            let dies = begun - self.life * (1.0 - random.random::<f64>()).ln();
            if dies < end {
                deaths += 1;
                if self.takes_over {
                    let done = ((dies - begun - self.start) / length).clamp(0.0, 1.0);
                    left[shard] *= 1.0 - done;
                }
                waiting.push(Reverse((micros(dies + self.noticed), shard)));
                cores.push(Reverse((micros(dies + self.back), core)));
            } else {
                ends[shard] = micros(end);
                cores.push(Reverse((micros(end), core)));
            }
        }
        if self.doubles {
            self.double(&mut cores, &mut ends, each);
        }
        let last = ends.iter().max().copied().unwrap_or(0);
        (last as f64 / 1e6, deaths)
    }

    /// Cores without work make the shards that would end last once more; the first part counts.
    fn double(&self, cores: &mut BinaryHeap<Due>, ends: &mut [u64], each: f64) {
        let mut last: Vec<usize> = (0..ends.len()).collect();
        last.sort_unstable_by_key(|&shard| Reverse(ends[shard]));
        for shard in last {
            let Some(Reverse((free, core))) = cores.pop() else {
                return;
            };
            let end = free + micros(self.start + each / speed(core));
            ends[shard] = ends[shard].min(end);
        }
    }
}

fn main() {
    let numbers: Vec<f64> = std::env::args()
        .skip(1)
        .filter_map(|number| number.parse().ok())
        .collect();
    let number = |at: usize, usual: f64| numbers.get(at).copied().unwrap_or(usual);
    let (cores, games, game) = (number(0, 1e4) as usize, number(1, 1e9), number(2, 1.0));
    let day = 86_400.0;
    let usual = World {
        cores,
        work: games * game,
        life: 30.0 * day,
        noticed: 155.0,
        back: 3_600.0,
        hand_out: 0.133,
        start: 0.6,
        takes_over: true,
        doubles: false,
    };
    let all_speeds: f64 = (0..cores).map(speed).sum();
    let ideal = usual.work / all_speeds;
    println!(
        "{cores} cores, {games:.0} games of {game} s: {:.1} h if nothing were lost; percent of that speed:",
        ideal / 3600.0
    );
    println!(
        "| minutes a shard | shards | Slurm | nothing taken over | stragglers doubled | an engine of 200 shards/s | cores that live a day |"
    );
    println!("|---|---|---|---|---|---|---|");
    for minutes in [1.0, 3.0, 10.0, 30.0, 60.0, 180.0] {
        let shards = (usual.work / (60.0 * minutes)).ceil() as usize;
        let worlds = [
            usual,
            World {
                takes_over: false,
                ..usual
            },
            World {
                doubles: true,
                ..usual
            },
            World {
                hand_out: 0.005,
                ..usual
            },
            World { life: day, ..usual },
        ];
        let came = worlds.map(|world| {
            let (seconds, deaths) = world.simulate(shards, 1);
            format!("{:.1} ({deaths} died)", 100.0 * ideal / seconds)
        });
        println!("| {minutes} | {shards} | {} |", came.join(" | "));
    }
}
