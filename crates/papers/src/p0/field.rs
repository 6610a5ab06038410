//! Games of Yonin between players, with the figures of the paper: first places, last places and
//! mean rank.

use std::sync::Arc;

use rules::Seat;

use crate::{Error, PaperOptions};
use lab::contender::Contender;
use lab::experiment::{Experiment, Kind, Seating};
use lab::run;
use report::{Column, Table};
use statistics::placing::Seated;
use statistics::standing::{Line, Standings};
use statistics::verdict::Margin;
use statistics::{Estimate, Interval, Level};

/// The strategies in the order of the paper, by the names of their player files.
pub(super) const STRATEGIES: [(&str, &str); 5] = [
    ("Self", "p0-self"),
    ("Right", "p0-right"),
    ("Opposite", "p0-opposite"),
    ("Left", "p0-left"),
    ("Normal", "p0-normal"),
];

/// Which of the paper's programs plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    /// As the text describes it.
    Described,
    /// As its source is printed, with its slips.
    Printed,
}

impl Program {
    /// Returns a strategy of this program.
    pub(super) fn strategy(self, number: usize) -> Result<Contender, Error> {
        let (label, file) = STRATEGIES[number];
        let file = match self {
            Self::Described => file.to_owned(),
            Self::Printed => format!("{file}-as-printed"),
        };
        Ok(Contender::named(&file)?.called(label))
    }

    /// Returns the program in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Described => "the program as described",
            Self::Printed => "the program as printed",
        }
    }
}

/// Returns the player that moves at random.
pub(super) fn random() -> Result<Contender, Error> {
    Ok(Contender::named("random")?)
}

/// The paper's figures of one seat in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    /// Whether nobody scored more.
    First,
    /// Whether nobody scored less.
    Last,
    /// The rank, equals sharing the mean of their places.
    Rank,
}

impl Figure {
    fn of(self, game: &Seated, seat: Seat) -> f64 {
        match self {
            Self::First => f64::from(u8::from(game.is_first(seat))),
            Self::Last => f64::from(u8::from(game.is_last(seat))),
            Self::Rank => game.shared_rank(seat),
        }
    }

    /// Returns the figure with its interval.
    pub(super) fn in_line(self, line: &Line) -> Estimate {
        match self {
            Self::First => line.firsts,
            Self::Last => line.lasts,
            Self::Rank => line.mean_rank,
        }
    }
}

/// A difference of shares of first or last places that counts as none.
pub(super) const SAME_SHARE: Margin = Margin(0.05);

/// A difference of mean ranks that counts as none.
pub(super) const SAME_RANK: Margin = Margin(0.2);

impl Figure {
    /// Returns the margin below which a difference counts as none.
    pub(super) fn margin(self) -> Margin {
        match self {
            Self::First | Self::Last => SAME_SHARE,
            Self::Rank => SAME_RANK,
        }
    }
}

/// An estimate without any information.
pub(super) const UNKNOWN: Estimate = Estimate {
    value: f64::NAN,
    interval: Interval {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    },
};

/// Games that were played.
#[derive(Clone)]
pub(super) struct Field {
    /// All tables.
    pub(super) standings: Standings,
    /// All games with their blocks.
    pub(super) games: Vec<(u64, Seated)>,
}

/// Plays games of Yonin: the full or the quick number.
pub(super) fn play(
    options: &PaperOptions<'_>,
    part: &str,
    kind: Kind,
    seating: Seating,
    players: Vec<Contender>,
    games: [u32; 2],
) -> Result<Field, Error> {
    let count = players.len();
    let game = "yonin".parse().expect("a game of ours");
    let experiment = Experiment {
        seating,
        ..Experiment::new(game, kind, players)
    };
    let batches = options.batches([part, part], games, |seed, games| {
        options.tell(part);
        let experiment = Experiment {
            games: games.into(),
            seed,
            ..experiment.clone()
        };
        let plan = lab::plan::Plan::new(&experiment)?;
        let mut played = Vec::new();
        let summary = run::play(&experiment, options.threads, &mut |game| {
            played.push((plan.game(game.number).block, game.seated()));
        })?;
        Ok(Field {
            standings: summary.standings().clone(),
            games: played,
        })
    })?;
    Ok(Field::joined(&batches, count))
}

/// Plays one player against three others of one kind, in every seat equally often.
pub(super) fn alone(
    options: &PaperOptions<'_>,
    part: &str,
    player: Contender,
    others: Contender,
    games: [u32; 2],
) -> Result<Field, Error> {
    let players = vec![player.called("one"), others.called("others")];
    play(options, part, Kind::Match, Seating::Alone, players, games)
}

impl Field {
    /// Returns the games of several looks as one; blocks stay apart.
    fn joined(batches: &[Arc<Self>], players: usize) -> Self {
        if let [only] = batches {
            return Self::clone(only);
        }
        let mut standings = Standings::new(players, 4);
        let mut games = Vec::new();
        for (look, batch) in batches.iter().enumerate() {
            for block in batch.games.chunk_by(|a, b| a.0 == b.0) {
                let seated: Vec<Seated> = block.iter().map(|(_, game)| *game).collect();
                standings.add_block(&seated);
                let number = (look as u64) << 32 | block[0].0;
                games.extend(seated.into_iter().map(|game| (number, game)));
            }
        }
        Self { standings, games }
    }

    /// Returns the games of several fields as one; players with the same number are one.
    pub(super) fn pooled(fields: &[Self]) -> Self {
        let all: Vec<Arc<Self>> = fields.iter().cloned().map(Arc::new).collect();
        Self::joined(&all, 4)
    }

    /// Returns how a player did.
    pub(super) fn line(&self, player: usize) -> Line {
        let line = self.standings.player(player, Level::P95);
        line.expect("everybody plays")
    }

    /// Returns by how much a figure of one player is above that of another in the same blocks, with
    /// Student's interval over blocks.
    pub(super) fn difference(&self, one: usize, other: usize, figure: Figure) -> Estimate {
        let mean = |block: &[(u64, Seated)], player: usize| {
            let seats = block.iter().flat_map(|(_, game)| {
                let seats = Seat::all(game.seats());
                let own = seats.filter(move |&seat| game.players[seat] == player);
                own.map(move |seat| figure.of(game, seat))
            });
            let values: Vec<f64> = seats.collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let blocks = self.games.chunk_by(|a, b| a.0 == b.0);
        let differences: Vec<f64> = blocks
            .filter_map(|block| Some(mean(block, one)? - mean(block, other)?))
            .collect();
        Estimate::mean(&differences, Level::P95).unwrap_or(UNKNOWN)
    }
}

/// Returns the paper's figures of many lines.
pub(super) fn table<'a>(
    name: &str,
    caption: &str,
    heading: &str,
    lines: impl IntoIterator<Item = (&'a str, Line)>,
) -> Table {
    let mut table = Table::new(
        name,
        caption,
        [
            Column::text(heading),
            Column::count("games"),
            Column::percent("first", 1).with_interval(),
            Column::percent("first, split", 1),
            Column::percent("last", 1).with_interval(),
            Column::percent("last, split", 1),
            Column::number("mean rank", 2).with_interval(),
            Column::number("best rank of ties", 2),
            Column::number("score", 2).with_interval(),
        ],
    );
    for (label, line) in lines {
        table.push([
            label.into(),
            line.seats.into(),
            line.firsts.into(),
            line.firsts_split.value.into(),
            line.lasts.into(),
            line.lasts_split.value.into(),
            line.mean_rank.into(),
            line.mean_best_rank.value.into(),
            line.score.into(),
        ]);
    }
    table
}

/// What the columns mean.
pub(super) const NOTE: &str = "First: nobody scored more; last: nobody scored less; ties count in full, and split beside. Mean \
     rank: ties share the mean of their places; beside it the mean where ties have the best of them. \
     Intervals: 95 %.";
