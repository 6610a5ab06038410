//! P3's four-player shogi: what pruning saves in whole games, by phase and by how many still play.
//!
//! The paper's three printed games are not in the paper, so games are played by seed, unless somebody
//! gives them: one random move of every seat, then the program without pruning against itself. In
//! every position of these games all methods think, with and without root-value pruning.

use players::{Playable, PlayerFile, Playing};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::hash::mix;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, GameName, Notation, Seat};
use search::Limits;

use crate::{Claim, Error, GivenGames, Holds, PaperOptions, claims};
use lab::run::{self, Measured, Searched};
use lab::{Contender, Experiment, Kind, Measurement, Openings};
use report::{Cell, Column, Report, Section, Table};
use statistics::bootstrap::Bootstrap;
use statistics::proportion::Proportion;
use statistics::{Estimate, Level};

/// The programs without pruning, with cut arrays, and with sound pruning.
const PROGRAMS: [&str; 3] = ["p3-full", "p3-cut", "p3-sound"];

/// Moves from the book, which are not searched.
const BOOK: usize = 8;

/// Moves at random before the programs play, one by every seat.
const RANDOM: usize = 4;

/// The longest game that is played to its end; longer ones are broken off.
const LONGEST: usize = 400;

/// What the paper prints: nodes with pruning, nodes without.
type Nodes = (u64, u64);

/// Its first experiment, one game: all moves, the middle game of four, of three.
const FIRST: [Nodes; 3] = [(68_342, 78_140), (48_976, 54_006), (8484, 12_267)];

/// Its second, three printed games together: the same.
const SECOND: [Nodes; 3] = [(262_274, 295_683), (185_373, 196_807), (43_486, 61_180)];

/// Its three printed games one by one; the first has no phase of three.
const GAMES: [[Option<Nodes>; 3]; 3] = [
    [Some((50_923, 55_987)), Some((39_985, 44_140)), None],
    [
        Some((93_325, 109_500)),
        Some((53_114, 55_961)),
        Some((29_271, 40_707)),
    ],
    [
        Some((118_026, 130_196)),
        Some((92_274, 96_706)),
        Some((14_215, 20_473)),
    ],
];

/// Parts of a game, as the paper has them.
const PARTS: [&str; 3] = ["all moves", "middle game, four play", "three play"];

const RESAMPLES: Bootstrap = Bootstrap {
    resamples: 2000,
    seed: 1,
};

/// One position with what the programs found: with root-value pruning, and without.
struct Position {
    ply: usize,
    living: usize,
    with: [Searched; 3],
    without: [Searched; 3],
}

/// One game.
struct Played {
    label: String,
    /// Whether the programs with cut arrays, and with sound pruning, play the same game; `None` of
    /// games that were given.
    same: Option<[bool; 2]>,
    ended: bool,
    positions: Vec<Position>,
}

pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    report(options, LONGEST)
}

/// Returns the report of games that are broken off after this many moves.
pub(super) fn report(options: &PaperOptions<'_>, longest: usize) -> Result<Report, Error> {
    let all = match options.given {
        Some(given) => measured(options, given)?,
        None => played(options, longest)?,
    };
    let mut sections = vec![claims(&judged(options, &all))];
    let mut section = Section::new("Nodes in percent of the search without pruning");
    let every: Vec<&Played> = all.iter().collect();
    let ended: Vec<&Played> = all.iter().filter(|game| game.ended).collect();
    let together = "All our games together beside the paper's.";
    section.table(shares("nodes", together, &every));
    if ended.len() < every.len() {
        // The paper's games have about a hundred moves; ours that nobody wins have four hundred, and weigh as much.
        let without = "The same without games that were broken off.";
        section.table(shares("nodes-of-ended-games", without, &ended));
    }
    section.table(by_game(&all));
    sections.push(section);
    let mut section = Section::new("Root-value pruning apart");
    section.prose(
        "Root-value pruning ends the search of a move once a first place is sure. Its effect is \
         measured by switching it off in all programs.",
    );
    section.table(root_value(&all));
    sections.push(section);
    let mut section = Section::new("Equal moves");
    section.table(same_moves(&all));
    if options.given.is_none() {
        section.table(records(&all, longest));
    }
    sections.push(section);
    Ok(Report {
        title: "P3: pruning in four-player shogi".to_owned(),
        sections,
    })
}

/// Games by seed, after the one from the start.
fn played(options: &PaperOptions<'_>, longest: usize) -> Result<Vec<Played>, Error> {
    let by_seed = options.games(12, 3);
    let files = PROGRAMS.map(players::library::load);
    let [full, cut, sound] = files;
    let files = [full?, cut?, sound?];
    let seed = options.seed_of("p3-shogi");
    options.tell("playing");
    let games = options.each(u64::from(by_seed) + 1, |number| {
        // Game 0 is that of the paper's first experiment: nothing random.
        let opening = (number > 0).then(|| mix(seed ^ mix(number)));
        files.each_ref().map(|file| play(file, opening, longest))
    });
    let mut all = Vec::new();
    for (number, [full, cut, sound]) in games.into_iter().enumerate() {
        options.tell(&format!("thinking about game {number}"));
        let label = match number {
            0 => "from the start".to_owned(),
            number => format!("by seed {number}"),
        };
        all.push(Played {
            label,
            same: Some([cut.line == full.line, sound.line == full.line]),
            ended: full.line.is_finished(),
            positions: think(options, &full)?,
        });
    }
    Ok(all)
}

/// Games that were given, as they were played.
fn measured(options: &PaperOptions<'_>, given: GivenGames<'_>) -> Result<Vec<Played>, Error> {
    let mut all = Vec::new();
    for (number, line) in (1..).zip(super::given::read(given)?) {
        options.tell(&format!("thinking about game {number}"));
        all.push(Played {
            label: format!("given game {number}"),
            same: None,
            ended: line.is_finished(),
            positions: think(options, &Playing::on(line, 0))?,
        });
    }
    Ok(all)
}

/// Returns a game of a program with itself: after a random move of every seat, if there is a seed.
fn play(file: &PlayerFile, opening: Option<u64>, longest: usize) -> Playing<YoninShogi> {
    let mut player = YoninShogi::player(file).expect("it plays this game");
    let mut game = Playing::new(YoninShogi::start(&RuleSet::default()), opening.unwrap_or(0));
    if let Some(seed) = opening {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..RANDOM {
            let moves = game.position().legal();
            let m = moves[random.random_range(0..moves.len())];
            game.line.play(m).expect("the move is from the list");
        }
    }
    while !game.line.is_finished() && game.ply() < longest {
        let choice = game.ask(&mut *player, &Limits::default(), &mut |_| ());
        let choice = choice.expect("players of ours have a move");
        game.play(&choice);
    }
    game
}

/// Returns what all programs find in every position of a game.
fn think(options: &PaperOptions<'_>, game: &Playing<YoninShogi>) -> Result<Vec<Position>, Error> {
    let mut contenders = Vec::new();
    for name in PROGRAMS {
        let program = Contender::named(name)?;
        let off = toml::Value::Boolean(false);
        let without = program.with("search.maxn.root-value", &off);
        contenders.push(program);
        contenders.push(without.expect("the file has this value"));
    }
    // One line of moves for every position: what a position is worth can depend on the way to it.
    let (mut lines, mut living) = (Vec::new(), Vec::new());
    let mut line = String::new();
    for ply in game.line.plies() {
        lines.push(line.clone());
        let seats = Seat::all(ply.before.facts().seats);
        living.push(seats.filter(|&seat| ply.before.board().lives(seat)).count());
        if !line.is_empty() {
            line += YoninShogi::SEPARATOR;
        }
        line += &ply.text().unwrap_or_default();
    }
    let measurement = Kind::Measurement(Measurement::default());
    let experiment = Experiment {
        games: lines.len() as u64,
        openings: Openings::Transcripts(lines),
        seed: game.seed,
        ..Experiment::new(
            GameName::YoninShogi(RuleSet::default()),
            measurement,
            contenders,
        )
    };
    let mut positions = Vec::new();
    run::measure(&experiment, options.threads, &mut |measured: &Measured| {
        let searched: Vec<Searched> = measured.searches.iter().flatten().cloned().collect();
        let Ok([full, full_off, cut, cut_off, sound, sound_off]) =
            <[Searched; 6]>::try_from(searched)
        else {
            return;
        };
        let ply = measured.number as usize;
        positions.push(Position {
            ply,
            living: living[ply],
            with: [full, cut, sound],
            without: [full_off, cut_off, sound_off],
        });
    })?;
    Ok(positions)
}

impl Position {
    fn is_book(&self) -> bool {
        self.with[0].nodes == 0 || self.ply < RANDOM
    }

    /// Reports whether root-value pruning left anything out of the search without other pruning.
    fn root_value(&self) -> bool {
        self.with[0].nodes < self.without[0].nodes
    }

    /// Reports whether it belongs to a part of the game.
    fn is_in(&self, part: usize) -> bool {
        let middle = self.ply >= BOOK && !self.is_book() && !self.root_value();
        match part {
            0 => self.ply >= RANDOM,
            1 => middle && self.living == 4,
            _ => middle && self.living == 3,
        }
    }
}

/// Returns the nodes of a method and of the full search in a part of some games.
fn nodes(games: &[&Played], part: usize, method: usize) -> Nodes {
    let positions = games.iter().flat_map(|game| &game.positions);
    let positions = positions.filter(|position| position.is_in(part));
    positions.fold((0, 0), |(own, full), position| {
        let [all, ..] = &position.with;
        (own + position.with[method].nodes, full + all.nodes)
    })
}

fn share((own, full): Nodes) -> Option<f64> {
    (full > 0).then(|| own as f64 / full as f64)
}

/// Returns the share of nodes with an interval by drawing games again; of games that have this
/// part.
fn estimate(games: &[&Played], part: usize, method: usize) -> Option<Estimate> {
    let with: Vec<Nodes> = games
        .iter()
        .map(|&game| nodes(&[game], part, method))
        .filter(|nodes| nodes.1 > 0)
        .collect();
    let sum = |drawn: &[&Nodes]| {
        let total = |of: fn(&Nodes) -> u64| drawn.iter().map(|nodes| of(nodes)).sum::<u64>();
        total(|nodes| nodes.0) as f64 / total(|nodes| nodes.1) as f64
    };
    RESAMPLES.estimate(&with, Level::P95, sum)
}

fn shares(name: &str, caption: &str, games: &[&Played]) -> Table {
    let mut table = Table::new(
        name,
        caption,
        [
            Column::text("part"),
            Column::percent("paper, one game", 2),
            Column::percent("paper, three games", 2),
            Column::count("positions"),
            Column::percent("cut array", 2).with_interval(),
            Column::percent("ours", 2).with_interval(),
        ],
    );
    for (part, name) in PARTS.into_iter().enumerate() {
        let positions = games.iter().flat_map(|game| &game.positions);
        table.push([
            name.into(),
            share(FIRST[part]).into(),
            share(SECOND[part]).into(),
            positions.filter(|p| p.is_in(part)).count().into(),
            estimate(games, part, 1).into(),
            estimate(games, part, 2).into(),
        ]);
    }
    table.note(
        "Nodes are summed over positions. The middle game begins with the ninth move and leaves \
         out positions in which root-value pruning works, as in the paper. Intervals at 95 % by \
         drawing games again (bootstrap).",
    );
    table
}

fn by_game(games: &[Played]) -> Table {
    let mut columns = vec![Column::text("game"), Column::count("moves")];
    for part in ["all", "four", "three"] {
        columns.push(Column::text(format!("{part}: nodes")));
        columns.push(Column::percent(format!("{part}: share"), 2));
    }
    let mut table = Table::new(
        "nodes-by-game",
        "Nodes with cut arrays and without pruning, game by game; the paper's first.",
        columns,
    );
    let cells = |nodes: Option<Nodes>| -> [Cell; 2] {
        let nodes = nodes.filter(|nodes| nodes.1 > 0);
        [
            nodes.map(|(own, full)| format!("{own} / {full}")).into(),
            nodes.and_then(share).into(),
        ]
    };
    let mut row = |name: String, moves: Option<usize>, parts: [Option<Nodes>; 3]| {
        let mut row = vec![Cell::from(name), moves.into()];
        row.extend(parts.into_iter().flat_map(cells));
        table.push(row);
    };
    row("paper, first experiment".to_owned(), None, FIRST.map(Some));
    for (number, parts) in GAMES.into_iter().enumerate() {
        row(format!("paper, printed game {}", number + 2), None, parts);
    }
    for game in games {
        let parts = [0, 1, 2].map(|part| Some(nodes(&[game], part, 1)));
        row(game.label.clone(), Some(game.positions.len()), parts);
    }
    table
}

fn root_value(games: &[Played]) -> Table {
    let mut table = Table::new(
        "root-value",
        "Nodes with root-value pruning as a share of those without it, by program.",
        [
            Column::text("program"),
            Column::count("positions it works in"),
            Column::percent("nodes there", 2),
            Column::count("fewest nodes"),
            Column::percent("nodes of all moves", 2),
        ],
    );
    for (method, name) in PROGRAMS.into_iter().enumerate() {
        let all = || games.iter().flat_map(|game| &game.positions);
        let there = || all().filter(|position| position.root_value());
        let sum = |positions: &mut dyn Iterator<Item = &Position>| {
            positions.fold((0, 0), |(with, without), position| {
                (
                    with + position.with[method].nodes,
                    without + position.without[method].nodes,
                )
            })
        };
        table.push([
            name.into(),
            there().count().into(),
            share(sum(&mut there())).into(),
            there().map(|p| p.with[method].nodes).min().into(),
            share(sum(&mut all())).into(),
        ]);
    }
    table
}

/// Returns how often a method chose another move than the search without pruning, of searched
/// positions with this many players left.
fn other_moves(games: &[Played], living: Option<usize>, method: usize) -> Proportion {
    let positions = games.iter().flat_map(|game| &game.positions);
    let searched: Vec<&Position> = positions
        .filter(|p| !p.is_book() && living.is_none_or(|n| p.living == n))
        .collect();
    let other = |p: &&&Position| p.with[method].chosen != p.with[0].chosen;
    Proportion::new(
        searched.iter().filter(other).count() as f64,
        searched.len() as f64,
    )
}

fn same_moves(games: &[Played]) -> Table {
    let mut table = Table::new(
        "moves",
        "Positions in which a program chooses another move than without pruning.",
        [
            Column::text("players left"),
            Column::count("positions"),
            Column::count("cut array: other moves"),
            Column::percent("share", 2).with_interval(),
            Column::count("ours: other moves"),
            Column::percent("share of ours", 2).with_interval(),
        ],
    );
    for (name, living) in [("all", None), ("four", Some(4)), ("three", Some(3))] {
        let [cut, ours] = [1, 2].map(|method| other_moves(games, living, method));
        let share = |other: Proportion| (other.of > 0.0).then(|| other.clopper_pearson(Level::P95));
        table.push([
            name.into(),
            (cut.of as u64).into(),
            (cut.count as u64).into(),
            share(cut).into(),
            (ours.count as u64).into(),
            share(ours).into(),
        ]);
    }
    table.note(
        "Positions of the games of the program without pruning, book moves left out. Exact \
         intervals at 95 %, as if positions were independent.",
    );
    table
}

fn records(games: &[Played], longest: usize) -> Table {
    let mut table = Table::new(
        "records",
        "Whole games: four programs with pruning against four without, from the same opening.",
        [
            Column::text("game"),
            Column::count("moves"),
            Column::text("ended"),
            Column::text("cut array: same game"),
            Column::text("ours: same game"),
        ],
    );
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    for game in games {
        table.push([
            game.label.as_str().into(),
            game.positions.len().into(),
            yes(game.ended).into(),
            game.same.map(|[cut, _]| yes(cut)).into(),
            game.same.map(|[_, sound]| yes(sound)).into(),
        ]);
    }
    table.note(format!(
        "Games that go on after {longest} moves are broken off there."
    ));
    table
}

fn judged(options: &PaperOptions<'_>, games: &[Played]) -> Vec<Claim> {
    let mut all = vec![equal_moves(games)];
    let every: Vec<&Played> = games.iter().collect();
    let percent = |estimate: Estimate| estimate.map(|share| 100.0 * share);
    let parts = [
        "over one game pruning leaves 87.46 % of the nodes, over three 88.70 %",
        "in the middle game of four it leaves 90.69 % (94.19 % over three games)",
        "with three players it leaves 69.16 % (71.08 % over three games)",
    ];
    for (part, claim) in parts.into_iter().enumerate() {
        let printed = [FIRST[part], SECOND[part]].map(|nodes| share(nodes).unwrap_or(1.0));
        let (low, high) = (printed[0].min(printed[1]), printed[0].max(printed[1]));
        all.push(match estimate(&every, part, 1) {
            // "About": as far from the paper's figures as its single games are from each other.
            Some(found) => Claim::new(
                claim,
                Holds::between(options.cautious(found, 1), low - SPREAD, high + SPREAD),
                format!(
                    "ours: {:.2} %; \"about\" is read as {:.0} points beside the paper's figures, \
                     as far as its own games differ",
                    percent(found),
                    100.0 * SPREAD
                ),
            ),
            None => Claim::new(claim, Holds::CannotBeTold, "no game has this phase"),
        });
    }
    all.push(fewer_with_three(options, games));
    all.push(root_value_works(games));
    all
}

/// How much the shares of the paper's printed games differ at most: 90.95 and 85.23 %.
const SPREAD: f64 = 0.06;

fn equal_moves(games: &[Played]) -> Claim {
    let other = other_moves(games, None, 1);
    let ours: Vec<bool> = games
        .iter()
        .filter_map(|game| Some(game.same?[0]))
        .collect();
    let holds = match other.count > 0.0 {
        true => Holds::No,
        false if other.of > 0.0 => Holds::Yes,
        false => Holds::CannotBeTold,
    };
    let bound = if other.count > 0.0 || other.of == 0.0 {
        String::new()
    } else {
        format!(" (so at most {:.2} %, rule of three)", 300.0 / other.of)
    };
    Claim::new(
        "with and without pruning the program chooses the same moves, in more than 250 positions",
        holds,
        format!(
            "another move in {} of {} positions{bound}{}",
            other.count,
            other.of,
            match ours.iter().filter(|&&same| same).count() {
                _ if ours.is_empty() => String::new(),
                same => format!("; the same game in {same} of {}", ours.len()),
            }
        ),
    )
}

fn fewer_with_three(options: &PaperOptions<'_>, games: &[Played]) -> Claim {
    const CLAIM: &str = "with three players more is pruned than with four";
    let both: Vec<(Nodes, Nodes)> = games
        .iter()
        .map(|game| (nodes(&[game], 1, 1), nodes(&[game], 2, 1)))
        .filter(|(four, three)| four.1 > 0 && three.1 > 0)
        .collect();
    if both.len() < 3 {
        let why = format!("only {} games have both phases", both.len());
        return Claim::new(CLAIM, Holds::CannotBeTold, why);
    }
    let difference = |drawn: &[&(Nodes, Nodes)]| {
        let sum = |of: fn(&(Nodes, Nodes)) -> u64| drawn.iter().map(|n| of(n) as f64).sum::<f64>();
        sum(|n| n.0.0) / sum(|n| n.0.1) - sum(|n| n.1.0) / sum(|n| n.1.1)
    };
    let found = RESAMPLES.estimate(&both, Level::P95, difference);
    let found = found.expect("there are games");
    Claim::new(
        CLAIM,
        Holds::above(options.cautious(found, 1), 0.0),
        format!(
            "nodes with four players less nodes with three: {:.1} points over {} games",
            found.map(|share| 100.0 * share),
            both.len()
        ),
    )
}

fn root_value_works(games: &[Played]) -> Claim {
    const CLAIM: &str = "root-value pruning brings nodes of a move down to a single digit at times";
    let positions = games.iter().flat_map(|game| &game.positions);
    let there: Vec<u64> = positions
        .filter(|position| position.root_value())
        .map(|position| position.with[0].nodes)
        .collect();
    let small = there.iter().filter(|&&nodes| nodes < 10).count();
    let holds = match (there.is_empty(), small) {
        (true, _) => Holds::CannotBeTold,
        (false, 0) => Holds::No,
        (false, _) => Holds::Yes,
    };
    Claim::new(
        CLAIM,
        holds,
        format!(
            "it works in {} positions, in {small} of them with fewer than ten nodes",
            there.len()
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_shares_follow_from_the_printed_nodes() {
        // Some are rounded in the paper, some cut off.
        let check = |nodes: Nodes, printed: f64| {
            let percent = 100.0 * share(nodes).unwrap();
            assert!(
                (percent - printed).abs() < 0.01,
                "{percent} is not {printed}"
            );
        };
        for (nodes, printed) in FIRST.into_iter().zip([87.46, 90.69, 69.16]) {
            check(nodes, printed);
        }
        for (nodes, printed) in SECOND.into_iter().zip([88.70, 94.19, 71.08]) {
            check(nodes, printed);
        }
        let printed = [90.95, 90.59, 85.23, 94.91, 71.91, 90.65, 95.42, 69.43];
        for (nodes, printed) in GAMES.into_iter().flatten().flatten().zip(printed) {
            check(nodes, printed);
        }
        for (part, (own, full)) in SECOND.into_iter().enumerate() {
            let of = GAMES.iter().filter_map(|parts| parts[part]);
            let sum = of.fold((0, 0), |sum, nodes| (sum.0 + nodes.0, sum.1 + nodes.1));
            assert_eq!(sum, (own, full));
        }
    }
}
