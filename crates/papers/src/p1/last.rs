//! P1's final function, which the paper only writes down: against BP, BP + CN and P4's program.

use players::file::LimitsSpec;

use super::duel::{self, Duel, Words};
use super::function::{ALWAYS, Function};
use super::readings::PaperTable;
use crate::{Error, PaperOptions};
use lab::contender::Contender;
use report::Report;
use statistics::verdict::Verdict;

/// Returns a player of the library that looks this many plies ahead whatever its clock says: the
/// same games on every machine.
pub(super) fn at_depth(name: &str, depth: u32) -> Result<Contender, Error> {
    let mut player = Contender::named(name)?;
    player.limits = LimitsSpec {
        depth: Some(depth),
        ..LimitsSpec::default()
    };
    Ok(player)
}

/// Returns the final function against others, in both readings of the paper.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let (three, five) = (at_depth("p4-othello-ai", 3)?, at_depth("p4-othello-ai", 5)?);
    PaperTable {
        options,
        title: "P1: the final function",
        words: [
            "The final function is (BP + CN)(1-60) + (CT + ST + KN)(6, 25), BP with weight 100. The paper \
             has no match of it. P4's program looks ahead a fixed number of plies here, three being as many \
             as P1's, so that the games are the same on every machine; it does not solve the last nine \
             squares as P1's programs do."; 2],
        play: &|reading| {
            let made = |function: Function, name: &str| function.read(reading).player(name);
            let last = made(Function::last(), "final")?;
            let opponents = [
                ("BP", made(Function::separated(), "BP")?),
                ("BP+CN", made(Function::separated().with("cn", ALWAYS), "BP+CN")?),
                ("P4 (3 plies)", three.clone()),
                ("P4 (5 plies)", five.clone()),
            ];
            let mut duels = Vec::new();
            for (name, opponent) in &opponents {
                let name = format!("final:{name}");
                duels.push(duel::play(options, &name, [&last, opponent], [100, 100])?);
            }
            duel::together(options, &mut duels);
            Ok(duels)
        },
        judge: &|duels| {
            let stronger =
                |words: &str, duel: &Duel| duel::claim(options, words, &[duel], Verdict::Better);
            vec![
                stronger("The final function is stronger than BP", &duels[0]),
                stronger(
                    "CT, ST and KN in moves 6 and 25 make BP + CN stronger",
                    &duels[1],
                ),
            ]
        },
        show: &|duels| {
            let caption = "The final function against others; the paper has no such table.";
            vec![duel::beside("final", caption, Words::Sign, duels)]
        },
    }
    .report()
}
