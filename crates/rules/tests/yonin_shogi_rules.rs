//! The rules of Yonin-shogi, one hand-made position per rule.

use kaesu_rules::yonin_shogi::{RuleSet, YoninShogi};
use kaesu_rules::{Game, GameLine, Notation, Seat, Symmetric, Symmetry};

const S: Seat = Seat::new(0);
const W: Seat = Seat::new(1);
const N: Seat = Seat::new(2);
const E: Seat = Seat::new(3);

fn line(text: &str) -> YoninShogi {
    let position = YoninShogi::parse_position(&RuleSet::Iemoto, text).expect(text);
    assert_eq!(position.position_text(), text);
    position
}

/// A position in which nobody is out.
fn setup(board: &str, hands: &str, turn: &str, rules: &str) -> YoninShogi {
    line(&format!("{board} {hands} {turn} - 0000 {rules} 0 1"))
}

fn may(position: &YoninShogi, text: &str) -> bool {
    position.is_legal(position.parse_move(text).expect(text))
}

fn play(position: &mut YoninShogi, moves: &str) {
    let mut line = GameLine::new(position.clone());
    line.play_transcript(moves).expect(moves);
    *position = line.position().clone();
}

/// All legal moves whose text begins like this, in alphabetical order.
fn moves(position: &YoninShogi, beginning: &str) -> Vec<String> {
    let texts = position.legal().into_iter().map(|m| m.to_string());
    let mut texts: Vec<_> = texts.filter(|text| text.starts_with(beginning)).collect();
    texts.sort();
    texts
}

fn ranks(position: &YoninShogi) -> Vec<u8> {
    position.standing().ranks.to_vec()
}

fn scores(position: &YoninShogi) -> Vec<i32> {
    position.standing().scores.to_vec()
}

#[test]
fn perft_from_the_start() {
    let start = YoninShogi::start(&RuleSet::Iemoto);
    for (depth, leaves) in (1..).zip([9, 81, 729, 6561, 82134, 1_055_321]) {
        assert_eq!(start.leaves(depth), leaves, "depth {depth}");
        if depth < 6 {
            assert_eq!(
                kaesu_rules::perft::leaves(&start, depth),
                leaves,
                "by lists"
            );
        }
    }
}

#[test]
fn perft_from_the_midgame() {
    let file = include_str!("../../../problems/yonin-shogi-midgame.txt");
    let mut lines = file.lines().filter(|line| !line.starts_with('#'));
    let position = line(lines.next().expect("a position line"));
    let counts = lines.next().expect("a line of counts");
    for (depth, leaves) in (1..=3).zip(counts.split(' ')) {
        assert_eq!(position.leaves(depth).to_string(), leaves, "depth {depth}");
    }
}

#[test]
fn the_start_is_the_same_for_everybody() {
    let start = YoninShogi::start(&RuleSet::Survivor);
    assert_eq!(
        start.position_text(),
        "2nSnGnKnGnS2/3nPnRnP3/wS3nP3eS/wGwP5ePeG/wKwRwP3ePeReK/wGwP5ePeG/wS3sP3eS/3sPsRsP3/\
         2sSsGsKsGsS2 -/-/-/- S - 0000 survivor 0 1"
    );
    assert_eq!(scores(&start), [9, 9, 9, 9]);
    assert_eq!(ranks(&start), [1, 1, 1, 1]);
    assert_eq!(start.outcome(), None);
}

#[test]
fn three_kings_in_check_move_one_after_the_other() {
    // The rook dropped in the centre looks at West, North and East at once.
    let mut position = setup("4nK4/9/9/9/wK7eK/9/9/9/4sK4", "R/-/-/-", "S", "iemoto");
    let in_check = |position: &YoninShogi| [W, N, E].map(|seat| position.is_in_check(seat));
    play(&mut position, "R*5e");
    assert_eq!(in_check(&position), [true; 3]);
    assert_eq!(position.turn(), W);
    play(&mut position, "9e9d");
    // Two are still in check; North is the first of them.
    assert_eq!(in_check(&position), [false, true, true]);
    assert_eq!(position.turn(), N);
    play(&mut position, "5a4a");
    assert_eq!(position.turn(), E);
    play(&mut position, "1e1d");
    assert_eq!(position.turn(), S);
}

#[test]
fn a_check_jumps_over_those_in_between() {
    // The rook looks up the rightmost file at East alone: West and North lose their turn.
    let mut position = setup("4nK4/9/9/9/wK7eK/9/9/9/4sK4", "R/-/-/-", "S", "iemoto");
    play(&mut position, "R*1h");
    assert_eq!(position.turn(), E);
    play(&mut position, "1e2e");
    assert_eq!(position.turn(), S);
}

#[test]
fn a_check_may_be_opened_by_a_third_player() {
    // West's silver leaves the line between South's rook and East's king.
    let board = "2nK6/9/wK8/9/4sR1wS1eK/9/9/9/2sK6";
    let mut position = setup(board, "-/-/-/-", "W", "iemoto");
    assert!(!position.is_in_check(E));
    play(&mut position, "3e2d");
    assert!(position.is_in_check(E));
    assert_eq!(position.turn(), E);
}

/// West's silver opens the line of South's rook onto East's king, which is hemmed in by pawns;
/// East's pawn in hand cannot be put between, as there is one in that row already.
const OPENED_MATE: &str = "2nK6/9/wK8/7ePeP/1eP2sR1wS1eK/7ePeP/9/9/2sK6";

#[test]
fn the_last_mover_gets_the_credit_and_inherits() {
    let mut position = setup(OPENED_MATE, "-/-/-/P", "W", "iemoto");
    play(&mut position, "3e4d");
    // Pieces in place with their facing, hand and mate are West's; then the turn is North's.
    assert_eq!(
        position.position_text(),
        "2nK6/9/wK8/5wS1wP<wP</1wP<2sR3#e/7wP<wP</9/9/2sK6 -/P/-/- N Ex 0100 iemoto 1 1"
    );
    assert!(!position.is_finished());
    assert_eq!(scores(&position), [2, 9, 1, 0]);
    assert_eq!(ranks(&position), [2, 1, 3, 4]);
}

#[test]
fn a_mated_survivor_leaves_obstacles() {
    let mut position = setup(OPENED_MATE, "-/-/-/P", "W", "survivor");
    play(&mut position, "3e4d");
    assert_eq!(
        position.position_text(),
        "2nK6/9/wK8/5wS1xP<xP</1xP<2sR3#e/7xP<xP</9/9/2sK6 -/-/-/- N Ex 0100 survivor 1 1"
    );
    assert_eq!(scores(&position), [2, 3, 1, 0]);
    assert_eq!(ranks(&position), [2, 1, 3, 4]);
}

/// West's king has a corner to himself; with South's pawn on 9c he cannot leave it.
const STALEMATE: &str = "wK7nK/2sG6/9/sP8/8eK/9/9/9/4sK4";

#[test]
fn who_cannot_move_is_mated_without_a_check() {
    let mut position = setup(STALEMATE, "-/-/-/-", "S", "iemoto");
    play(&mut position, "9d9c");
    assert_eq!(
        position.position_text(),
        "#w7nK/2sG6/sP8/9/8eK/9/9/9/4sK4 -/-/-/- N Wx 1000 iemoto 1 1"
    );
}

#[test]
fn the_first_mate_ends_doubles() {
    let mut position = setup(STALEMATE, "-/-/-/-", "S", "doubles");
    play(&mut position, "9d9c");
    assert!(position.is_finished());
    assert!(position.legal().is_empty());
    assert_eq!(ranks(&position), [1, 3, 1, 3]);
    assert_eq!(scores(&position), [4, 0, 1, 1]);
}

#[test]
fn the_game_of_the_inventor_ends_when_two_are_out() {
    // North resigned before; the stalemate of West leaves South and East.
    let board = "wK7#n/2sG6/9/sP8/8eK/9/9/9/4sK4";
    let mut position = line(&format!("{board} -/-/-/- S Nr 0000 iemoto 40 1"));
    play(&mut position, "9d9c");
    assert!(position.is_finished());
    assert_eq!(ranks(&position), [1, 3, 4, 2]);
    // Survivors play on until one is left.
    let mut position = line(&format!("{board} -/-/-/- S Nr 0000 survivor 40 1"));
    play(&mut position, "9d9c");
    assert!(!position.is_finished());
    assert_eq!(position.turn(), E);
    position.resign(E);
    assert!(position.is_finished());
    assert_eq!(ranks(&position), [1, 3, 4, 2]);
}

#[test]
fn mates_come_before_pieces() {
    // South has mated one and owns little; North owns much.
    let board = "4nK4/9/nGnGnSnS5/9/#w7eK/9/9/9/4sK4";
    let position = line(&format!("{board} -/-/2RP/- S Wx 1000 iemoto 40 4"));
    assert!(position.is_finished());
    assert_eq!(scores(&position), [2, 0, 8, 1]);
    assert_eq!(ranks(&position), [1, 4, 2, 3]);
}

#[test]
fn only_pawns_of_the_droppers_own_facing_make_a_second_pawn() {
    // Row g: a pawn inherited from East. Row f: West's own pawn. Row d: West's tokin.
    let board = "2nK6/9/wK8/3+wP5/8#e/2wP6/6wP<2/9/2sK6";
    let position = line(&format!("{board} -/P/-/- W Ex 0100 iemoto 40 1"));
    assert!(may(&position, "P*5g"));
    assert!(!may(&position, "P*5f"));
    assert!(may(&position, "P*5d"));
    // The rightmost file is West's last rank.
    assert!(!may(&position, "P*1d"));
    assert!(may(&position, "P*2d"));
    assert!(may(&position, "P*9d"));
}

#[test]
fn inherited_pieces_promote_where_they_always_did() {
    // East's former pieces, now West's, look left and promote on the three files on the left.
    let board = "2nK6/9/8wK/3wS<5/1wR<6#e/9/1wP<5wP1/2wP<3wS<2/2sK6";
    let position = line(&format!("{board} -/-/-/- W Ex 0100 iemoto 40 1"));
    // A pawn on its last rank must promote, one before it may.
    assert_eq!(moves(&position, "8g"), ["8g9g+"]);
    assert_eq!(moves(&position, "7h"), ["7h8h", "7h8h+"]);
    // Into the zone a silver may promote, outside it may not.
    assert!(may(&position, "6d7d") && may(&position, "6d7d+"));
    assert!(may(&position, "6d5c") && !may(&position, "6d5c+"));
    // West's own zone is not the zone of a silver that looks left.
    assert!(may(&position, "3h2i") && !may(&position, "3h2i+"));
    // Out of the zone a rook may promote.
    assert!(may(&position, "8e5e") && may(&position, "8e5e+"));
    // West's own pawn looks right.
    assert_eq!(moves(&position, "2g"), ["2g1g+"]);
}

#[test]
fn promoted_pieces_move_as_golds_and_dragons() {
    // A promoted silver that looks right, a tokin that looks left.
    let board = "2nK6/9/wK8/2+wS3+wP<2/8#e/9/9/9/2sK6";
    let position = line(&format!("{board} -/-/-/- W Ex 0100 iemoto 40 1"));
    let silver = ["7d6c", "7d6d", "7d6e", "7d7c", "7d7e", "7d8d"];
    assert_eq!(moves(&position, "7d"), silver);
    let tokin = ["3d2d", "3d3c", "3d3e", "3d4c", "3d4d", "3d4e"];
    assert_eq!(moves(&position, "3d"), tokin);
    // A dragon in the middle: a rook's sixteen and four steps.
    let position = setup("nK8/9/9/4+sR4/wK7eK/9/9/9/sK8", "-/-/-/-", "S", "iemoto");
    assert_eq!(moves(&position, "5d").len(), 20);
    assert!(may(&position, "5d4c") && may(&position, "5d6e") && !may(&position, "5d3b"));
}

#[test]
fn a_wall_stops_a_rook_and_cannot_be_taken() {
    let position = line("4nK4/9/9/9/4#w3eK/9/9/4sR4/sK8 -/-/-/- S Wr 0000 iemoto 40 1");
    assert!(!position.is_in_check(N));
    assert!(may(&position, "5h5f"));
    assert!(!may(&position, "5h5e"));
    assert!(!may(&position, "5h5d"));
}

#[test]
fn a_king_cannot_be_taken() {
    // That North is in check and South to move can come about by resignations.
    let position = setup("4nK4/9/9/9/wK7eK/9/9/4sR4/sK8", "-/-/-/-", "S", "iemoto");
    assert!(position.is_in_check(N));
    assert!(may(&position, "5h5b"));
    assert!(!may(&position, "5h5a"));
}

#[test]
fn nobody_leaves_his_king_in_check() {
    // East's rook checks South along the last row; West's pins the silver on the file.
    let board = "4wR4/9/nK8/9/wK7eK/9/4sS4/9/sG3sK3eR";
    let position = setup(board, "G/-/-/-", "S", "iemoto");
    assert_eq!(moves(&position, "G"), ["G*2i", "G*3i", "G*4i"]);
    assert!(moves(&position, "5g").is_empty());
    assert!(moves(&position, "9i").is_empty());
    assert_eq!(moves(&position, "5i"), ["5i4h", "5i5h", "5i6h"]);
    // Without the silver there are two checks, and only the king can move.
    let board = "4wR4/9/nK8/9/wK7eK/9/9/9/sG3sK3eR";
    let position = setup(board, "G/-/-/-", "S", "iemoto");
    assert_eq!(moves(&position, ""), ["5i4h", "5i6h"]);
}

/// South's gold guards 5b and the squares beside it; North's king is in the first row.
fn pawn_drop(first_row: &str) -> YoninShogi {
    let board = format!("{first_row}/9/4sG4/9/wK7eK/9/9/9/4sK4");
    setup(&board, "P/-/-/-", "S", "iemoto")
}

#[test]
fn a_dropped_pawn_may_not_mate() {
    let mating = pawn_drop("3nPnKnP3");
    let m = mating.parse_move("P*5b").expect("a move");
    for symmetry in Symmetry::ROTATIONS {
        let turned = mating.turned(symmetry);
        assert!(!turned.is_legal(turned.turned_move(m, symmetry)));
    }
    // Elsewhere it may be dropped.
    assert!(may(&mating, "P*7b"));
    // The king can step aside.
    assert!(may(&pawn_drop("3nPnK4"), "P*5b"));
    // A silver can take the pawn.
    assert!(may(&pawn_drop("3nSnKnP3"), "P*5b"));
    // The silver is pinned by a third player's rook.
    assert!(!may(&pawn_drop("wR2nSnKnP3"), "P*5b"));
    // The rook is nobody's and pins nothing.
    let inert = "xR>2nSnKnP3/9/4sG4/9/#w7eK/9/9/9/4sK4 P/-/-/- S Wr 0000 iemoto 9 1";
    assert!(may(&line(inert), "P*5b"));
    // Nobody guards the pawn: the king takes it.
    let bare = "3nPnKnP3/9/9/9/wK7eK/9/9/9/4sK4";
    assert!(may(&setup(bare, "P/-/-/-", "S", "iemoto"), "P*5b"));
}

#[test]
fn a_moved_pawn_may_mate() {
    let board = "3nPnKnP3/9/3sGsPsG3/9/wK7eK/9/9/9/4sK4";
    let mut position = setup(board, "-/-/-/-", "S", "iemoto");
    play(&mut position, "5c5b");
    assert_eq!(
        position.position_text(),
        "3sPv#nsPv3/4sP4/3sG1sG3/9/wK7eK/9/9/9/4sK4 -/-/-/- W Nx 1000 iemoto 1 1"
    );
}

/// Every seat's silver goes out and comes back.
fn cycle(position: &YoninShogi) -> Vec<String> {
    let out_and_back = ["7i8h", "8h7i"].map(|text| position.parse_move(text).expect(text));
    let all = out_and_back.into_iter().flat_map(|m| {
        let turned = |symmetry| position.turned_move(m, symmetry).to_string();
        Symmetry::ROTATIONS.map(turned)
    });
    all.collect()
}

#[test]
fn the_fourth_occurrence_stops_the_game() {
    let mut position = YoninShogi::start(&RuleSet::Iemoto);
    let cycle = cycle(&position).join(" ");
    for seen in 2..=4 {
        assert!(!position.is_finished());
        play(&mut position, &cycle);
        assert_eq!(position.seen(), seen);
    }
    assert!(position.is_finished());
    assert_eq!(position.ply(), 24);
    assert_eq!(ranks(&position), [1, 1, 1, 1]);
}

#[test]
fn turning_the_board_forgets_no_occurrence() {
    let mut position = YoninShogi::start(&RuleSet::Iemoto);
    let cycle = cycle(&position);
    play(&mut position, &cycle.join(" "));
    play(&mut position, &cycle.join(" "));
    let quarter = Symmetry::ROTATIONS[1];
    let mut turned = position.turned(quarter);
    assert_eq!(turned.turn(), W);
    for text in &cycle {
        let m = turned.parse_move(text).expect(text);
        turned.play(turned.turned_move(m, quarter)).expect("legal");
    }
    assert_eq!(turned.seen(), 4);
    assert!(turned.is_finished());
}

#[test]
fn a_read_position_remembers_how_often_it_occurred() {
    let start = YoninShogi::start(&RuleSet::Iemoto).position_text();
    let mut position = line(&start.replace(" 0 1", " 0 3"));
    let cycle = cycle(&position).join(" ");
    play(&mut position, &cycle);
    assert!(position.is_finished());
    assert_eq!(line(&position.position_text()), position);
}

#[test]
fn the_thousandth_ply_is_the_last() {
    let start = YoninShogi::start(&RuleSet::Iemoto).position_text();
    let mut position = line(&start.replace(" 0 1", " 999 1"));
    play(&mut position, "7i8h");
    assert!(position.is_finished());
    assert!(position.legal().is_empty());
    assert_eq!(position.leaves(3), 1);
    // A mate by the last move still counts.
    let mut position = line(&format!("{STALEMATE} -/-/-/- S - 0000 survivor 999 1"));
    play(&mut position, "9d9c");
    assert!(position.is_finished());
    assert_eq!(ranks(&position), [1, 4, 2, 2]);
}

#[test]
fn who_resigns_in_turn_passes_it_on() {
    for rules in RuleSet::ALL {
        let mut position = YoninShogi::start(&rules);
        position.resign(S);
        assert_eq!(position.turn(), W);
        assert!(!position.is_finished());
        let text = position.position_text();
        assert!(
            text.contains("/2xS^xG^#sxG^xS^2 -/-/-/- W Sr 0000"),
            "{text}"
        );
        assert_eq!(scores(&position), [0, 9, 9, 9]);
        let expected: [u8; 4] = match rules {
            RuleSet::Doubles => [3, 1, 3, 1],
            _ => [4, 1, 1, 1],
        };
        assert_eq!(ranks(&position), expected, "{rules:?}");
        // Nobody resigns twice.
        let before = position.clone();
        position.resign(S);
        assert_eq!(position, before);
    }
}

#[test]
fn who_resigns_out_of_turn_leaves_it_where_it_is() {
    for rules in RuleSet::ALL {
        let mut position = YoninShogi::start(&rules);
        position.resign(N);
        assert_eq!(position.turn(), S);
        position.resign(W);
        assert_eq!(position.turn(), S);
        assert_eq!(position.is_finished(), rules != RuleSet::Survivor);
        let expected: [u8; 4] = match rules {
            // One of each pair is left, with nine pieces each.
            RuleSet::Doubles => [1, 1, 1, 1],
            _ => [1, 3, 4, 1],
        };
        assert_eq!(ranks(&position), expected, "{rules:?}");
        position.resign(E);
        assert!(position.is_finished());
        let outs = if rules == RuleSet::Survivor { 3 } else { 2 };
        assert_eq!(position.outs().len(), outs, "{rules:?}");
    }
}

#[test]
fn a_pair_that_resigned_has_lost() {
    let mut position = YoninShogi::start(&RuleSet::Doubles);
    position.resign(N);
    position.resign(S);
    assert!(position.is_finished());
    assert_eq!(ranks(&position), [3, 1, 3, 1]);
}

#[test]
fn who_cannot_move_after_a_resignation_is_out_without_credit() {
    // South's gold and pawn, which hold West, become inert: West may go.
    let board = "wK7nK/2sG6/sP8/9/8eK/9/9/9/4sK4";
    let mut free = setup(board, "-/-/-/-", "S", "survivor");
    free.resign(S);
    assert_eq!(free.turn(), W);
    // East's golds still hold him.
    let board = "wK1eG5nK/9/1eG7/9/8eK/9/9/9/4sK4";
    let mut held = setup(board, "-/-/-/-", "S", "survivor");
    held.resign(S);
    assert_eq!(
        held.position_text(),
        "#w1eG5nK/9/1eG7/9/8eK/9/9/9/4#s4 -/-/-/- N SrWr 0000 survivor 0 1"
    );
    assert_eq!(ranks(&held), [4, 3, 2, 1]);
}

#[test]
fn inert_pieces_attack_nobody_and_can_be_taken() {
    // A rook and a tokin of the late West; North's king stands in the rook's line.
    let board = "xR>3nK4/9/9/9/#w7eK/9/4+xP>4/4sR4/sK8";
    let mut position = line(&format!("{board} -/-/-/- S Wr 0000 survivor 40 1"));
    assert!(!position.is_in_check(N));
    assert!(moves(&position, "9a").is_empty());
    // In the hand the tokin is a pawn.
    play(&mut position, "5h5g");
    let text = position.position_text();
    assert!(text.contains(" P/-/-/- N "), "{text}");
}

#[test]
fn in_doubles_the_partner_may_not_be_checked() {
    let board = "4nK4/9/9/9/wK7eK/9/9/9/sK8";
    assert!(may(&setup(board, "R/-/-/-", "S", "iemoto"), "R*5e"));
    let paired = setup(board, "R/-/-/-", "S", "doubles");
    assert!(!may(&paired, "R*5e"));
    // Checks to the others are fine.
    assert!(may(&paired, "R*6e"));
    // South's gold keeps West's rook from North: it may walk along the line, but neither leave
    // it nor attack North itself.
    let board = "4nK1sG1wR/9/9/9/wK7eK/9/9/9/sK8";
    assert_eq!(
        moves(&setup(board, "-/-/-/-", "S", "doubles"), "3a"),
        ["3a2a"]
    );
    assert!(may(&setup(board, "-/-/-/-", "S", "iemoto"), "3a3b"));
    // West's silver keeps South's rook from East.
    let position = setup(OPENED_MATE, "-/-/-/P", "W", "doubles");
    assert!(moves(&position, "3e").is_empty());
}

#[test]
fn in_doubles_an_attacker_may_be_replaced() {
    // West's gold attacks North; South's rook takes it and attacks North from the same square.
    let board = "4nK4/4wG4/9/9/wK7eK/9/9/4sR4/sK8";
    let position = setup(board, "-/-/-/-", "S", "doubles");
    assert!(may(&position, "5h5b") && may(&position, "5h5b+"));
    // A gold that does not attack him may not be replaced by a rook that does.
    let board = "4nK4/9/4wG4/9/wK7eK/9/9/4sR4/sK8";
    let position = setup(board, "-/-/-/-", "S", "doubles");
    assert!(may(&position, "5h5d") && !may(&position, "5h5c"));
}

#[test]
fn in_doubles_partners_pieces_can_be_taken_and_are_feared() {
    // South's rook may take North's pawn; South's gold is pinned by North's rook.
    let board = "3nK5/nR8/9/4nP4/wK7eK/9/sG8/4sR4/sK8";
    let position = setup(board, "-/-/-/-", "S", "doubles");
    assert!(may(&position, "5h5d"));
    let board = "3nK5/nR8/9/9/4wK3eK/9/sG8/4sR4/sK8";
    let position = setup(board, "-/-/-/-", "S", "doubles");
    assert_eq!(moves(&position, "9g"), ["9g9f", "9g9h"]);
}
