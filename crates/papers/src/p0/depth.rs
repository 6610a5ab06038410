//! What P0 leaves open: looking ahead less and further. The paper's leaves are valued by the map of
//! the seat before the one to move, which is the root's own only for a look-ahead of 4 (and 0, 8 …);
//! the variant always takes the map of the root.

use toml::Value;

use super::field::{self, Field, Figure, NOTE, Program, SAME_RANK, random};
use crate::{Claim, Error, Holds, PaperOptions, claims};
use lab::contender::Contender;
use lab::experiment::{Kind, Seating};
use report::plot::{Drawing, Lines, Point, Series, Stroke};
use report::{Column, Plot, Report, Section, Table};
use statistics::{Estimate, Level};

/// The paper's look-ahead.
const PAPER: u32 = 4;

/// Self with another look-ahead and another map at the leaves.
fn variant(look_ahead: u32, map: &str) -> Result<Contender, Error> {
    let own = Program::Described.strategy(0)?;
    let changed = own.with(
        "search.thesis.look-ahead",
        &Value::Integer(look_ahead.into()),
    );
    let changed = changed.and_then(|player| player.with("search.thesis.map", &map.into()));
    Ok(changed
        .expect("P0's players have both values")
        .called(&format!("{look_ahead}, {map}")))
}

/// Returns whose map the leaves are valued by if nobody passes.
fn map_of(look_ahead: u32) -> &'static str {
    match look_ahead % 4 {
        0 => "own",
        1 => "left-hand",
        2 => "opposite",
        _ => "right-hand",
    }
}

/// One look-ahead with one way to choose the map.
struct Tried {
    look_ahead: u32,
    map: &'static str,
    against_random: Field,
    /// Its mean rank less that of the paper's program at the same tables.
    against_paper: Option<Estimate>,
}

/// Returns the strategy Self with every look-ahead up to six.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let games = [200, 16];
    let most = if options.quick { 5 } else { 6 };
    let paper = variant(PAPER, "previous")?;
    let mut all = Vec::new();
    for map in ["previous", "root"] {
        for look_ahead in 0..=most {
            let player = variant(look_ahead, map)?;
            let part = format!("look-ahead {look_ahead}, map {map}");
            let against_random = field::alone(
                options,
                &format!("{part} against three random"),
                player.clone(),
                random()?,
                games,
            )?;
            let part = format!("{part} against the paper's");
            let same = look_ahead == PAPER && map == "previous";
            let against_paper = if same {
                None
            } else {
                let players = vec![player.called("one"), paper.clone().called("paper's")];
                let kind = Kind::Match;
                let field = field::play(options, &part, kind, Seating::Mixed, players, games)?;
                Some(field.difference(0, 1, Figure::Rank))
            };
            all.push(Tried {
                look_ahead,
                map,
                against_random,
                against_paper,
            });
        }
    }
    let mut figures = Section::new("Figures");
    figures.prose(
        "Look-ahead n is n plies after the root move; the paper has 4. Its leaves are valued by the map \
         of the seat before the one to move there: with n = 4 the root's own, with 1 the left-hand \
         neighbour's, with 2 the opposite seat's, with 3 the right-hand neighbour's. The variant \"root\" \
         always takes the root's own. At n = 0 and 4 both are the same unless somebody passes.",
    );
    figures.figure(plot(&all), against_paper(&all));
    figures.table(against_random(&all));
    Ok(Report {
        title: "P0: looking further ahead".to_owned(),
        sections: vec![claims(&judged(options, &all)), figures],
    })
}

fn find<'a>(all: &'a [Tried], look_ahead: u32, map: &str) -> &'a Tried {
    let same = |tried: &&Tried| tried.look_ahead == look_ahead && tried.map == map;
    all.iter().find(same).expect("all were tried")
}

fn judged(options: &PaperOptions<'_>, all: &[Tried]) -> Vec<Claim> {
    let rank = |tried: &Tried| tried.against_random.line(0).mean_rank;
    let deepest = all.iter().map(|tried| tried.look_ahead).max().unwrap_or(0);
    let further = |map: &str| {
        let (near, far) = (rank(find(all, 1, map)), rank(find(all, deepest, map)));
        let gain = far.above(near);
        let why = format!(
            "mean rank against three random, look-ahead {deepest} less look-ahead 1: {gain:.2}"
        );
        (Holds::less(options.cautious(gain, 1), 0.0, SAME_RANK), why)
    };
    let (as_paper, why_paper) = further("previous");
    let (by_root, why_root) = further("root");
    let beyond = find(all, deepest, "root")
        .against_paper
        .unwrap_or(field::UNKNOWN);
    vec![
        Claim::new(
            "A larger look-ahead makes a stronger program (the paper's maps)",
            as_paper,
            why_paper,
        ),
        Claim::new(
            "A larger look-ahead makes a stronger program (the root's map)",
            by_root,
            why_root,
        ),
        Claim::new(
            "Looking further than the paper with the root's map beats the paper's program",
            Holds::less(options.cautious(beyond, 1), 0.0, SAME_RANK),
            format!("mean rank less that of the paper's, look-ahead {deepest}: {beyond:.2}"),
        ),
    ]
}

fn against_random(all: &[Tried]) -> Table {
    let label = |tried: &Tried| format!("{} {}", tried.look_ahead, tried.map);
    let labels: Vec<String> = all.iter().map(label).collect();
    let lines = labels.iter().map(String::as_str);
    let lines = lines.zip(all.iter().map(|tried| tried.against_random.line(0)));
    let caption = "Self against three random players, by look-ahead and map.";
    let mut table = field::table("depth-against-random", caption, "look-ahead", lines);
    table.note(NOTE);
    table
}

fn against_paper(all: &[Tried]) -> Table {
    let mut table = Table::new(
        "depth-against-paper",
        "Self with another look-ahead against the paper's Self (look-ahead 4) in all mixed seatings.",
        [
            Column::count("look-ahead"),
            Column::text("map"),
            Column::text("whose map"),
            Column::signed("rank less the paper's", 2).with_interval(),
            Column::number("rank against random", 2).with_interval(),
        ],
    );
    for tried in all {
        let whose = match tried.map {
            "root" => "own",
            _ => map_of(tried.look_ahead),
        };
        table.push([
            u64::from(tried.look_ahead).into(),
            tried.map.into(),
            whose.into(),
            tried.against_paper.into(),
            tried.against_random.line(0).mean_rank.into(),
        ]);
    }
    table.note("Smaller ranks are better: below 0 it does better than the paper's program.");
    table
}

fn plot(all: &[Tried]) -> Plot {
    let series = |map: &str, stroke: Stroke| {
        let of_map = all.iter().filter(|tried| tried.map == map);
        let point = |tried: &Tried| {
            let line = tried.against_random.standings.player(0, Level::P95);
            let rank = line.expect("it played").mean_rank;
            Point {
                x: f64::from(tried.look_ahead),
                y: rank.value,
                interval: Some(rank.interval),
            }
        };
        Series {
            name: format!("map: {map}"),
            points: of_map.map(point).collect(),
            stroke,
            markers: true,
            right: false,
        }
    };
    let lines = Lines {
        x: "look-ahead".to_owned(),
        y: "mean rank against three random".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: vec![
            series("previous", Stroke::Solid),
            series("root", Stroke::Dotted),
        ],
        levels: Vec::new(),
        marks: Vec::new(),
    };
    let title = "Mean rank of Self against three random players, by look-ahead";
    Plot::new("depth", title, Drawing::Lines(lines))
}
