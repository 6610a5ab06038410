//! What the position line refuses, and that it says why.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::read;

const KINGS: &str = "4nK4/9/9/9/wK7eK/9/9/9/4sK4";

/// `@` marks the place that is wrong; a first `K` stands for a board with kings alone, a last `R` for
/// fields that say nothing.
#[test]
fn a_mistake_is_named_where_it_is() {
    for (marked, problem) in [
        (
            "@ -/-/-/- S - 0000 iemoto 0 1",
            "where a number of empty squares",
        ),
        ("4nK@5/9/9/9/wK7eK/9/9/9/4sK4 R", "from 1 to 4"),
        ("4nK4/5@4/9/9/wK7eK/9/9/9/4sK4 R", "neighbouring"),
        ("4nK3@/9/9/9/wK7eK/9/9/9/4sK4 R", "a wall or an owner"),
        (
            "4nK4@9/9/9/9/wK7eK/9/9/9/4sK4 R",
            "'/' after the nine squares of row 1",
        ),
        ("4nK4/9/9/9/wK7eK/9/9/9/4s@Q4 R", "P S G R or K"),
        ("4nK4/9/9/9/wK7eK/9/9/9/4@zK4 R", "owner"),
        ("4nK4/9/9/9/wK7#@x/9/9/9/4sK4 R", "the wall's seat"),
        (
            "@4nK4/9/9/9/wK7eK/9/9/9/4sG4 R",
            "South has neither a king sK nor a wall #s",
        ),
        (
            "4nK4/4@nK4/9/9/wK7eK/9/9/9/4sK4 R",
            "North already has a king",
        ),
        (
            "4nK4/@#n8/9/9/wK7eK/9/9/9/4sK4 R",
            "North already has a king",
        ),
        (
            "4nK4/9/9/9/wK7eK/9/9/9/4@sK^4 R",
            "a king has an owner and no more",
        ),
        (
            "4nK4/9/9/9/wK7@xK/9/9/9/4sK4 R",
            "a king has an owner and no more",
        ),
        (
            "4nK4/@+sG8/9/9/wK7eK/9/9/9/4sK4 R",
            "only P, S and R can be promoted",
        ),
        (
            "4nK4/sG@^8/9/9/wK7eK/9/9/9/4sK4 R",
            "not look its owner's way",
        ),
        ("4nK4/xG@8/9/9/wK7eK/9/9/9/4sK4 R", "the arrow"),
        ("@sP3nK4/9/9/9/wK7eK/9/9/9/4sK4 R", "last rank"),
        ("4nK4/8@wP/9/9/wK7eK/9/9/9/4sK4 R", "last rank"),
        ("4nK4/9/9/@xP<8/wK7eK/9/9/9/4sK4 R", "last rank"),
        (
            "4nK4/sRsRsRsR@+sR4/9/9/wK7eK/9/9/9/4sK4 R",
            "at most 4 rooks",
        ),
        ("K @5R/-/-/- S - 0000 iemoto 0 1", "at most 4 rooks"),
        ("K 7P/-/-/@6P S - 0000 iemoto 0 1", "at most 12 pawns"),
        ("K @1R/-/-/- S - 0000 iemoto 0 1", "2 to 12"),
        ("K P@R/-/-/- S - 0000 iemoto 0 1", "'/' between two hands"),
        ("K @//-/- S - 0000 iemoto 0 1", "R G S P"),
        ("K -/-/-/- @s - 0000 iemoto 0 1", "S W N or E"),
        ("K -/-/-/- S @Wx 0000 iemoto 0 1", "must be a wall"),
        ("K -/-/-/- S W@ 0000 iemoto 0 1", "x for mated or r"),
        ("K -/-/-/- S - @0100 iemoto 0 1", "add up to the 0"),
        ("K -/-/-/- S - 000@ iemoto 0 1", "four digits"),
        (
            "K -/-/-/- S - 0000 @chess 0 1",
            "iemoto, survivor or doubles",
        ),
        ("K -/-/-/- S - 0000 iemoto @01 1", "without leading zeros"),
        ("K -/-/-/- S - 0000 iemoto @1001 1", "0 to 1000"),
        ("K -/-/-/- S - 0000 iemoto 0 @5", "1 to 4"),
        ("K -/-/-/- S - 0000 iemoto 0 1@ x", "the end of the line"),
        ("K -/-/-/- S - 0000 iemoto 0@", "the line ends"),
        (
            "4nK4/9/9/9/#w7eK/9/9/9/4sK4 -/-/-/- S @- 0000 iemoto 0 1",
            "West has a wall, so he must be among those who are out",
        ),
        (
            "4nK4/9/9/9/#w7eK/9/9/9/4sK4 -/-/-/- @W Wr 0000 iemoto 0 1",
            "West is out and cannot be to move",
        ),
        (
            "4nK4/9/9/9/#w7eK/9/9/9/4sK4 -/@P/-/- S Wr 0000 iemoto 0 1",
            "his hand is -",
        ),
        (
            "4nK4/9/4@wG4/9/#w7eK/9/9/9/4sK4 R",
            "West is out and owns nothing",
        ),
        (
            "4nK4/9/9/9/#w7eK/9/9/9/4sK4 -/-/-/- S Wr@Wr 0000 iemoto 0 1",
            "out twice",
        ),
        (
            "4#n4/9/9/9/#w7#e/9/9/9/4sK4 -/-/-/- S @WrErNr 0000 iemoto 0 1",
            "before so many are out",
        ),
        (
            "4#n4/9/9/9/#w7eK/9/9/9/4sK4 -/-/-/- S @WxNr 1000 doubles 0 1",
            "before so many are out",
        ),
        (
            "wK7nK/2sG6/sP8/9/8eK/9/9/9/4sK4 -/-/-/- @W - 0000 iemoto 0 1",
            "West is to move but has no legal move",
        ),
    ] {
        let mut marked = marked.to_owned();
        if let Some(fields) = marked.strip_prefix("K ") {
            marked = format!("{KINGS} {fields}");
        }
        if let Some(board) = marked.strip_suffix(" R") {
            marked = format!("{board} -/-/-/- S - 0000 iemoto 0 1");
        }
        let at = 1 + marked.find('@').expect("a mark");
        let error = read(&marked.replace('@', "")).expect_err(&marked);
        assert_eq!(error.at, at, "{marked}: {error}");
        assert!(error.problem.contains(problem), "{marked}: {error}");
    }
}

#[test]
fn no_text_is_too_strange() {
    let lines = [
        "2nGnSnKnG2nR/3nP5/wS4eK3/wGwP3eP2eG/1wK2sG1ePeR1/wGwP4ePeG1/wS2wSsPsP2sR/5sK1sSsS/\
         1wP3sG3 P/2P/2S/R N - 0000 iemoto 48 1",
        "2nK6/9/wK8/5wS1wP<+xR>/1wP<2sR3#e/9/9/9/2sK6 -/P/-/- N Ex 0100 doubles 1 2",
        "#w7nK/2sG6/sP8/9/8#e/9/9/9/4sK4 2GP/-/-/- N WxEr 1000 survivor 999 1",
    ];
    let letters: Vec<char> = "0123456789/ -+#^>v<swnexrPSGRKSWNEimotдé\u{0}"
        .chars()
        .collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut accepted = 0;
    for round in 0..60_000 {
        let mut text: Vec<char> = lines[round % 3].chars().collect();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..text.len());
            let letter = letters[rng.random_range(0..letters.len())];
            match rng.random_range(0..4) {
                0 if at > 0 => text.truncate(at),
                1 if text.len() > 1 => drop(text.remove(at)),
                2 => text[at] = letter,
                _ => text.insert(at, letter),
            }
        }
        let text: String = text.into_iter().collect();
        match read(&text) {
            Ok(position) => {
                accepted += 1;
                assert_eq!(super::write(&position), text.trim_end());
            }
            Err(error) => assert!(
                (1..=text.chars().count() + 1).contains(&error.at),
                "{error}"
            ),
        }
    }
    assert!(accepted > 500, "{accepted}");
}
