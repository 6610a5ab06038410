//! The options of Yonin.

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
    /// How many seats further clockwise the next turn is.
    #[inline]
    pub(crate) const fn step(self) -> usize {
        match self {
            Self::Clockwise => 1,
            Self::Anticlockwise => 3,
        }
    }

    /// The other way round.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Clockwise => Self::Anticlockwise,
            Self::Anticlockwise => Self::Clockwise,
        }
    }
}
