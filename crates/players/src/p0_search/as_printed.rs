//! The printed program of P0, with its errors.
//!
//! It differs from what the text describes in three things:
//!
//! - the root move is not made before looking ahead, so every move that is kept is valued by the same
//!   search from the root;
//! - `calculateValue` calls `setValue` each time, which lowers the program's own map once more by what
//!   the strategy takes from each territory, as seen from the seat that is asked about: so later
//!   evaluations, those of other moves among them, use another map, for the rest of the game;
//! - of equal values one is taken by the toss of a coin at every comparison, which favours the moves
//!   that come later.
//!
//! What `sort` does is not printed: here it puts the best first and leaves equals in the order of the
//! board. A pass is not decided, so it changes nothing.

use rand::RngExt;
use rules::line::GameLine;
use rules::yonin::Yonin;
use rules::{Game, PerSeat, Seat};
use search::Report;

use super::{LeafMap, P0SearchSpec};
use crate::evaluation::map::MapSum;
use crate::evaluation::territories::TerritoriesSpec;
use crate::file::LimitsSpec;
use crate::player::{Choice, Player, PlayerError, Turn};
use crate::random::stream;

type Move = <Yonin as Game>::Move;

/// Plays Yonin as P0's program is printed.
#[derive(Clone)]
pub(crate) struct PrintedPlayer {
    squares: MapSum,
    /// What the strategy adds to territories, by the steps from the seat that is asked about.
    added: [i32; 4],
    search: P0SearchSpec,
    limits: LimitsSpec,
    seed: u64,
    known: Option<Known>,
}

/// What the map has become in a game so far.
#[derive(Clone)]
struct Known {
    /// The game before the last decision.
    line: GameLine<Yonin>,
    /// How far that decision and those before it looked ahead.
    look_ahead: u32,
    map: Map,
}

/// The program's map: what has been added to each territory by now. Sums are as Java's, which run
/// over.
#[derive(Clone, Debug)]
struct Map {
    seat: Seat,
    lowered: [i32; 4],
    evaluations: u64,
}

impl PrintedPlayer {
    pub(crate) fn new(
        maps: &TerritoriesSpec,
        search: &P0SearchSpec,
        limits: &LimitsSpec,
        seed: u64,
    ) -> Self {
        Self {
            squares: MapSum::new(&maps.squares),
            added: [maps.own, maps.left, maps.opposite, maps.right],
            search: search.clone(),
            limits: limits.clone(),
            seed,
            known: None,
        }
    }

    /// `setValue`.
    fn lower(&self, map: &mut Map, asked: Seat) {
        for (steps, added) in self.added.into_iter().enumerate() {
            let lowered = &mut map.lowered[asked.next(steps, 4).index()];
            *lowered = lowered.wrapping_add(added);
        }
    }

    /// `calculateValue`: black discs count for the sum, white ones against it.
    fn value(&self, map: &mut Map, asked: Seat, position: &Yonin) -> i32 {
        self.lower(map, asked);
        map.evaluations += 1;
        let [black, white] = [0, 1].map(|seat| position.discs(Seat::new(seat)));
        let mut sum = self.squares.difference(black, white);
        for seat in Seat::all(4) {
            let here = Yonin::territory(seat);
            let count = |discs: u64| (discs & here).count_ones() as i32;
            let lowered = map.lowered[seat.index()].wrapping_mul(count(black) - count(white));
            sum = sum.wrapping_add(lowered);
        }
        sum
    }

    /// `getValue`: at a leaf the seat before the one to move is asked about.
    fn look(&self, map: &mut Map, position: &Yonin, depth: u32) -> i32 {
        if depth == 0 || position.is_finished() {
            let next = |seat| position.next_seat(seat);
            let asked = match self.search.map {
                LeafMap::Previous => next(next(next(position.turn()))),
                LeafMap::Root => map.seat,
            };
            return self.value(map, asked, position);
        }
        let mut best = None;
        for m in position.legal() {
            let value = self.look(map, &position.after(m), depth - 1);
            best = Some(match best {
                Some(best) if !prefers(position.turn(), value, best) => best,
                _ => value,
            });
        }
        best.expect("a game that goes on has a move")
    }

    /// Returns the first half of `decide`: the moves that are kept, each with its value.
    fn valued(&self, map: &mut Map, position: &Yonin, look_ahead: u32) -> Vec<(Move, i32)> {
        let mut moves: Vec<Move> = position.legal().into_iter().collect();
        if moves.iter().all(|m| m.square().is_none()) {
            return moves.into_iter().map(|m| (m, 0)).collect();
        }
        let width = self.search.width as usize;
        let mover = position.turn();
        if moves.len() > width {
            let mut statics: Vec<(Move, i32)> = moves
                .into_iter()
                .map(|m| (m, self.value(map, mover, &position.after(m))))
                .collect();
            statics.sort_by(|(_, one), (_, other)| match is_white(mover) {
                true => one.cmp(other),
                false => other.cmp(one),
            });
            moves = statics.into_iter().take(width).map(|(m, _)| m).collect();
        }
        moves
            .into_iter()
            .map(|m| (m, self.look(map, position, look_ahead)))
            .collect()
    }

    /// Returns the map before this decision: as it was remembered, or else found by doing all
    /// earlier decisions of this seat again. They are taken to have looked as far ahead as this one, so
    /// that a decision follows from its turn, whatever is remembered.
    fn map(&mut self, turn: &Turn<'_, Yonin>, look_ahead: u32) -> Map {
        let seat = turn.position.turn();
        let known = self.known.take().filter(|known| {
            // What was decided has to be what was played next.
            let since = turn.line.since(&known.line).unwrap_or_default();
            known.look_ahead == look_ahead
                && known.map.seat == seat
                && since.first().is_some_and(|e| e.as_move().is_some())
        });
        let (mut map, done) = match known {
            Some(known) => (known.map, known.line.events().len() + 1),
            None => {
                let mut map = Map {
                    seat,
                    lowered: [0; 4],
                    evaluations: 0,
                };
                self.lower(&mut map, seat);
                (map, 0)
            }
        };
        for ply in turn.line.plies().skip(done) {
            if ply.event.as_move().is_some() && ply.seat == seat {
                self.valued(&mut map, ply.before, look_ahead);
            }
        }
        map
    }
}

/// Reports whether a seat plays white: seats 1 and 3 do.
fn is_white(seat: Seat) -> bool {
    !seat.index().is_multiple_of(2)
}

/// Reports whether a seat would rather have this value: white wants small ones.
fn prefers(seat: Seat, value: i32, than: i32) -> bool {
    if is_white(seat) {
        value < than
    } else {
        value > than
    }
}

impl Player<Yonin> for PrintedPlayer {
    fn new_game(&mut self) {
        self.known = None;
    }

    fn choose(&mut self, turn: &mut Turn<'_, Yonin>) -> Result<Choice<Move>, PlayerError> {
        let look_ahead = self
            .limits
            .or(turn.limits)
            .depth
            .map_or(self.search.look_ahead, |plies| plies.saturating_sub(1));
        let mut map = self.map(turn, look_ahead);
        let before = map.evaluations;
        let valued = self.valued(&mut map, turn.position, look_ahead);
        let mover = turn.position.turn();
        let mut tosses = stream(turn.move_seed(self.seed));
        let mut best = 0;
        for (index, (_, value)) in valued.iter().enumerate().skip(1) {
            let most = valued[best].1;
            let takes = if most == *value {
                tosses.random_bool(0.5)
            } else {
                prefers(mover, *value, most)
            };
            if takes {
                best = index;
            }
        }
        let (m, value) = valued[best];
        let values = PerSeat::from_fn(4, |seat| match is_white(seat) {
            true => value.wrapping_neg(),
            false => value,
        });
        let mut report = Report::before(values, vec![m]);
        report.depth = look_ahead;
        report.evaluations = map.evaluations - before;
        report.nodes = report.evaluations;
        self.known = Some(Known {
            line: turn.line.clone(),
            look_ahead,
            map,
        });
        Ok(Choice {
            m,
            report,
            valued: true,
            note: None,
        })
    }
}
