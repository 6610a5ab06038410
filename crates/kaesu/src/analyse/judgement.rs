//! What every move of a game was worth.

use std::fmt;

use ::engine::Board;
use anyhow::Result;
use players::{Player, Playing};
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use rules::line::{Event, GameLine};
use rules::reversi::{Move, Othello};
use rules::{Game, Notation, Seat};
use search::Limits;
use serde::Serialize;

const BLACK: Seat = Seat::new(0);

/// Discs a move has to lose to be a mistake.
const MISTAKE: i32 = 4;

/// What a position is worth.
struct Worth {
    /// In discs, to black.
    black: i32,
    best: Option<Move>,
    depth: u32,
    confidence: u8,
    exact: bool,
}

impl Worth {
    /// A game that is over; squares that stayed empty are the winner's.
    fn of_end(position: &Othello) -> Self {
        let mover = Board::from(position).final_score();
        Self {
            black: if position.turn() == BLACK {
                mover
            } else {
                -mover
            },
            best: None,
            depth: 0,
            confidence: 100,
            exact: true,
        }
    }
}

/// A move and what became of it.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Judged {
    ply: usize,
    seat: String,
    r#move: String,
    /// What it is worth to whoever played it.
    value: i32,
    /// Discs it lost.
    loss: i32,
    best: String,
    /// Whether value and loss are those of the whole game.
    exact: bool,
    /// How far was looked ahead for the best move, and with how much confidence, in percent.
    depth: u32,
    confidence: u8,
}

/// A game, judged.
#[derive(Debug, Serialize)]
pub(super) struct Judgement {
    moves: Vec<Judged>,
    /// Discs that black and white lost in all.
    lost: [i32; 2],
    /// What every position was worth to black, from the start to the end.
    black: Vec<i32>,
}

impl Judgement {
    /// Lets a player of the engine judge every position, the last one first: what it knows of later
    /// positions helps with the earlier ones.
    pub(super) fn of(
        line: &GameLine<Othello>,
        player: &mut dyn Player<Othello>,
        limits: &Limits,
    ) -> Result<Self> {
        let mut worths = Vec::with_capacity(line.positions().len());
        for position in line.positions().iter().rev() {
            worths.push(judge(position, player, limits)?);
        }
        worths.reverse();
        let mut moves = Vec::new();
        let mut lost = [0; 2];
        for (at, ply) in line.plies().enumerate().rev() {
            let Event::Move(m) = ply.event else {
                unreachable!("a game is read without those who went out")
            };
            let side = if ply.seat == BLACK { 1 } else { -1 };
            let value = side * worths[at + 1].black;
            let best = worths[at].best.unwrap_or(m);
            if value > side * worths[at].black && !worths[at].exact {
                // What was played turned out better than what was found.
                worths[at].black = side * value;
            }
            let loss = if best == m {
                0
            } else {
                (side * worths[at].black - value).max(0)
            };
            lost[ply.seat.index()] += loss;
            moves.push(Judged {
                ply: ply.number,
                seat: ply.before.seat_name(ply.seat).to_string(),
                r#move: ply.before.move_text(m),
                value,
                loss,
                best: ply.before.move_text(best),
                exact: worths[at].exact && worths[at + 1].exact,
                depth: worths[at].depth,
                confidence: worths[at].confidence,
            });
        }
        moves.reverse();
        Ok(Self {
            moves,
            lost,
            black: worths.iter().map(|worth| worth.black).collect(),
        })
    }

    /// The curve of the game from black's side, mistakes as dots.
    pub(super) fn plot(&self) -> Plot {
        let point = |(x, y): (usize, i32)| Point {
            x: x as f64,
            y: f64::from(y),
            interval: None,
        };
        let series = |name: &str, points: Vec<Point>, stroke| Series {
            name: name.to_owned(),
            points,
            markers: stroke == Stroke::None,
            stroke,
            right: false,
        };
        let curve = self.black.iter().copied().enumerate().map(point);
        let mut all = vec![series(
            "black's discs ahead",
            curve.collect(),
            Stroke::Solid,
        )];
        for seat in ["black", "white"] {
            let slips = self.moves.iter().filter(|each| each.seat == seat);
            let slips = slips.filter(|each| each.loss >= MISTAKE);
            let dots: Vec<Point> = slips
                .map(|each| point((each.ply, self.black[each.ply])))
                .collect();
            if !dots.is_empty() {
                all.push(series(&format!("mistakes of {seat}"), dots, Stroke::None));
            }
        }
        let lines = Lines {
            x: "move".to_owned(),
            y: "discs".to_owned(),
            right: None,
            logarithmic: false,
            percent: false,
            series: all,
            levels: vec![(0.0, String::new())],
            marks: Vec::new(),
        };
        Plot::new("game", "How the game went", Drawing::Lines(lines))
    }
}

fn judge(position: &Othello, player: &mut dyn Player<Othello>, limits: &Limits) -> Result<Worth> {
    if position.is_finished() {
        return Ok(Worth::of_end(position));
    }
    let playing = Playing::new(*position, 0);
    let choice = playing.ask(player, limits, &mut |_| ())?;
    let measure = player.measure(position);
    Ok(Worth {
        black: measure.read(choice.report.value(BLACK)).round() as i32,
        best: Some(choice.m),
        depth: choice.report.depth,
        confidence: choice.report.confidence,
        exact: choice.report.exact,
    })
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            ply,
            seat,
            r#move,
            value,
            loss,
            best,
            depth,
            confidence,
            ..
        } = self;
        write!(f, "{ply:>3} {seat:<5} {} {value:>+4} ", r#move)?;
        if *loss > 0 {
            write!(f, "loss {loss:>2} best {best}  ")?;
        } else {
            write!(f, "{:<18}", "")?;
        }
        match confidence {
            _ if self.exact => write!(f, "exact"),
            100 => write!(f, "depth {depth}"),
            percent => write!(f, "depth {depth} at {percent} %"),
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for each in &self.moves {
            writeln!(f, "{each}")?;
        }
        let [black, white] = self.lost;
        write!(f, "lost: black {black}, white {white}")
    }
}
