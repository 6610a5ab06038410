//! The slow twins reproduce the perft tables of the rules and the one solved game: whatever is
//! compared with them later stands on this.

mod slow;

use slow::{Slow, slow};

/// Adds the leaves below a position, one figure for each depth from 1. A pass is a ply; a
/// finished game is one leaf, at every depth.
fn count(game: &dyn Slow, row: &mut [u64]) {
    let legal = game.legal();
    if legal.is_empty() {
        row.iter_mut().for_each(|leaves| *leaves += 1);
        return;
    }
    row[0] += legal.len() as u64;
    if row.len() > 1 {
        for m in &legal {
            let mut next = game.copy();
            next.play(m);
            count(next.as_ref(), &mut row[1..]);
        }
    }
}

fn check(game: &str, row: &[u64]) {
    let mut counted = vec![0; row.len()];
    count(slow(game).as_ref(), &mut counted);
    assert_eq!(counted, row, "{game}");
}

#[test]
fn reversi() {
    check("othello", &[4, 12, 56, 244, 1396, 8200, 55092]);
    check("reversi-6x6", &[4, 12, 56, 244, 1364, 7604, 47740]);
    check("reversi-10x10", &[4, 12, 56, 244, 1396, 8200, 55180]);
    check("reversi-88", &[4, 12, 56, 244, 1396, 8200, 55136]);
    check("reversi-octagon", &[4, 12, 56, 244, 1396, 8188, 54892]);
    check("reversi-nipp", &[4, 12, 56, 244, 1392, 8000, 53100]);
}

/// To the end of every game.
#[test]
fn reversi_4x4() {
    let row = [
        4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980,
    ];
    check("reversi-4x4", &row);
}

#[test]
fn yonin() {
    check("yonin", &[2, 4, 14, 51, 220, 987, 4591, 23650, 139948]);
    check("yonin-own", &[4, 10, 36, 117, 478, 2047, 10400, 53577]);
}

/// On the start board the other direction mirrors seats 1 and 3, and pairs change only the ranks.
#[test]
fn yonin_options_keep_the_tree() {
    check(
        "yonin:direction=anticlockwise,pairs=yes",
        &[2, 4, 14, 51, 220, 987, 4591],
    );
    check(
        "yonin:start=own,direction=anticlockwise",
        &[4, 10, 36, 117, 478, 2047],
    );
}

#[test]
fn yonin_shogi() {
    check("yonin-shogi", &[9, 81, 729, 6561, 82134]);
}

/// Feinstein 1993, on squares b2 to g7 of an 8×8 board as in the rules: 16–20.
#[test]
fn perfect_game_on_6x6() {
    let line = "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 \
                b2 g6 g7 -- f2 g2";
    let mut game = slow("reversi-6x6");
    for on_8x8 in line.split_whitespace() {
        let shifted: String = on_8x8.bytes().map(|b| (b - 1) as char).collect();
        let m = if on_8x8 == "--" { on_8x8 } else { &shifted };
        assert!(game.legal().iter().any(|legal| legal == m), "{m}");
        game.play(m);
    }
    assert!(game.finished());
    assert_eq!(game.scores(), [16, 20]);
    assert_eq!(game.ranks(), [2, 1]);
}
