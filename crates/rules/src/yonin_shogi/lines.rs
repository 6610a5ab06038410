//! Fixed sets of squares: rays, neighbourhoods, promotion zones, pawn lines.

use crate::seat::Seat;

use super::set::Set;
use super::square::{DELTAS, Direction, SIDE, SLOTS, Square, forward, opposite};

/// By straight direction (halved) and slot: all squares that way, to the edge.
static RAYS: [[Set; SLOTS]; 4] = {
    let mut rays = [[Set::EMPTY; SLOTS]; 4];
    let mut index = 0;
    while index < SIDE * SIDE {
        let square = Square::new(index / SIDE, index % SIDE);
        let mut straight = 0;
        while straight < 4 {
            let mut front = Set::of(square);
            while !front.is_empty() {
                front = front.step(2 * straight).common(Set::BOARD);
                rays[straight][square.slot()] = rays[straight][square.slot()].with(front);
            }
            straight += 1;
        }
        index += 1;
    }
    rays
};

/// By slot: the squares one step away.
static NEAR: [Set; SLOTS] = {
    let mut near = [Set::EMPTY; SLOTS];
    let mut index = 0;
    while index < SIDE * SIDE {
        let square = Square::new(index / SIDE, index % SIDE);
        let mut direction = 0;
        while direction < 8 {
            let step = Set::of(square).step(direction).common(Set::BOARD);
            near[square.slot()] = near[square.slot()].with(step);
            direction += 1;
        }
        index += 1;
    }
    near
};

/// By the difference of two neighbouring slots plus 11: the direction from one to the other.
static DIRECTIONS: [u8; 23] = {
    let mut directions = [0; 23];
    let mut direction = 0;
    while direction < 8 {
        directions[(DELTAS[direction] + 11) as usize] = direction as u8;
        direction += 1;
    }
    directions
};

/// Returns all squares a straight way from here, to the edge.
#[inline]
pub(super) fn ray(square: Square, direction: Direction) -> Set {
    RAYS[direction / 2 % 4][square.slot()]
}

/// Returns the squares one step from here.
#[inline]
pub(super) fn near(square: Square) -> Set {
    NEAR[square.slot()]
}

/// Returns the squares in line with this one, itself left out.
#[inline]
pub(super) fn cross(square: Square) -> Set {
    let slot = square.slot();
    RAYS[0][slot] | RAYS[1][slot] | RAYS[2][slot] | RAYS[3][slot]
}

/// Returns the direction of the step from a square to its neighbour.
#[inline]
pub(super) fn direction(from: Square, to: Square) -> Direction {
    DIRECTIONS[(to.slot() + 11 - from.slot()) % 23] as Direction
}

/// Of squares on a ray in this direction, the one the ray meets first and all before it; all
/// slots if there are none.
#[inline]
pub(super) fn reach(direction: Direction, obstacles: Set) -> Set {
    if DELTAS[direction] > 0 {
        obstacles.up_to_first()
    } else {
        obstacles.last_onwards()
    }
}

/// Returns what a rook attacks from here, the first obstacle of each line included.
#[inline]
pub(super) fn slide(square: Square, occupied: Set) -> Set {
    let line = |direction| {
        let ray = ray(square, direction);
        ray & reach(direction, ray & occupied)
    };
    line(0) | line(2) | line(4) | line(6)
}

/// Returns the squares between two squares, the second of which lies this way from the first.
#[inline]
pub(super) fn between(from: Square, direction: Direction, to: Square) -> Set {
    ray(from, direction) & ray(to, opposite(direction))
}

/// By facing: the three ranks farthest from that seat's edge.
static ZONES: [Set; 4] = [
    farthest(0, 3),
    farthest(1, 3),
    farthest(2, 3),
    farthest(3, 3),
];

/// By facing: the rank from which a pawn has nowhere to go.
static LAST_RANKS: [Set; 4] = [
    farthest(0, 1),
    farthest(1, 1),
    farthest(2, 1),
    farthest(3, 1),
];

/// Returns the squares with fewer than `ranks` squares in front of them.
const fn farthest(seat: usize, ranks: usize) -> Set {
    let towards = forward(Seat::new(seat));
    // What is left after walking `ranks` steps away from the far edge is the rest of the board.
    let mut rest = Set::BOARD;
    let mut walked = 0;
    while walked < ranks {
        rest = rest.step(opposite(towards)).common(Set::BOARD);
        walked += 1;
    }
    let mut zone = Set::EMPTY;
    let mut index = 0;
    while index < SIDE * SIDE {
        let square = Square::new(index / SIDE, index % SIDE);
        if !rest.has(square) {
            zone = zone.with(Set::of(square));
        }
        index += 1;
    }
    zone
}

/// Returns where pieces of this facing promote.
#[inline]
pub(super) fn zone(facing: Seat) -> Set {
    ZONES[facing.index() % 4]
}

/// Returns where a pawn of this facing has to promote.
#[inline]
pub(super) fn last_rank(facing: Seat) -> Set {
    LAST_RANKS[facing.index() % 4]
}

/// Returns all squares in line with a pawn of this facing, in front of it and behind it.
#[inline]
pub(super) fn pawn_line(pawn: Square, facing: Seat) -> Set {
    let towards = forward(facing);
    Set::of(pawn) | ray(pawn, towards) | ray(pawn, opposite(towards))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(test: impl Fn(usize, usize) -> bool) -> Set {
        Square::all()
            .filter(|square| test(square.row(), square.column()))
            .fold(Set::EMPTY, |set, square| set | Set::of(square))
    }

    #[test]
    fn zones_lie_across_the_board() {
        let zones = [0, 1, 2, 3].map(|seat| zone(Seat::new(seat)));
        assert_eq!(zones[0], squares(|row, _| row < 3));
        assert_eq!(zones[1], squares(|_, column| column > 5));
        assert_eq!(zones[2], squares(|row, _| row > 5));
        assert_eq!(zones[3], squares(|_, column| column < 3));
        assert_eq!(last_rank(Seat::new(3)), squares(|_, column| column == 0));
    }

    #[test]
    fn a_rook_sees_up_to_the_first_obstacle() {
        let rook = Square::new(4, 4);
        let obstacles = squares(|row, column| (row, column) == (2, 4) || column == 7);
        let seen = squares(|row, column| {
            row == 4 && column != 4 && column <= 7 || column == 4 && row >= 2 && row != 4
        });
        assert_eq!(slide(rook, obstacles), seen);
        assert_eq!(slide(rook, Set::EMPTY), cross(rook));
    }

    #[test]
    fn neighbours_know_the_way_to_each_other() {
        for square in Square::all() {
            for other in near(square) {
                let way = direction(square, other);
                assert_eq!(Set::of(square).step(way), Set::of(other));
                assert_eq!(other.before(way), square);
            }
        }
    }
}
