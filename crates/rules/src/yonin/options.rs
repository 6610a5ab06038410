//! The options of Yonin.

use crate::options::{Choice, GameOption, Label, Options, Values};

/// How Yonin is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The four discs at the start.
    pub start: Start,
    /// Which way the turn goes round.
    pub direction: Direction,
    /// Whether opposite seats are a team.
    pub pairs: bool,
}

impl Options for Rules {
    const OPTIONS: &'static [GameOption<Self>] = &[
        GameOption {
            key: "start",
            about: "the four discs at the start",
            label: Label {
                en: "First discs",
                ja: "最初の石",
            },
            values: Values::Choices {
                choices: &[
                    Choice::new("othello", "as in Othello", "オセロと同じ"),
                    Choice::new("own", "a disc of one’s own at home", "自陣に自分の石"),
                ],
                get: |rules| rules.start as usize,
                set: |rules, index| rules.start = [Start::Othello, Start::Own][index],
            },
        },
        GameOption {
            key: "direction",
            about: "which way the turn goes",
            label: Label {
                en: "Turn goes",
                ja: "手番の向き",
            },
            values: Values::Choices {
                choices: &[
                    Choice::new("clockwise", "clockwise", "時計回り"),
                    Choice::new("anticlockwise", "anticlockwise", "反時計回り"),
                ],
                get: |rules| rules.direction as usize,
                set: |rules, index| {
                    rules.direction = [Direction::Clockwise, Direction::Anticlockwise][index];
                },
            },
        },
        GameOption {
            key: "pairs",
            about: "whether opposite seats are a team",
            label: Label {
                en: "Opposite seats",
                ja: "向かいの席",
            },
            values: Values::Choices {
                choices: &[
                    Choice::new("no", "play for themselves", "別々に戦う"),
                    Choice::new("yes", "are a team", "組になる"),
                ],
                get: |rules| usize::from(rules.pairs),
                set: |rules, index| rules.pairs = index == 1,
            },
        },
    ];
}

/// The four discs at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// As in Othello: everybody has a disc of the other colour at home.
    #[default]
    Othello,
    /// Colours exchanged: everybody has a disc of his own colour at home.
    Own,
}

/// Which way the turn goes round the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Seats 1, 2, 3, 4.
    #[default]
    Clockwise,
    /// Seats 1, 4, 3, 2.
    Anticlockwise,
}

impl Direction {
    /// Returns how many seats further clockwise the next turn is.
    #[inline]
    pub(crate) const fn step(self) -> usize {
        match self {
            Self::Clockwise => 1,
            Self::Anticlockwise => 3,
        }
    }

    /// Returns the other way round.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Clockwise => Self::Anticlockwise,
            Self::Anticlockwise => Self::Clockwise,
        }
    }
}
