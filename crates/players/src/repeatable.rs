//! How much of a player's play can be repeated.

/// Whether a player that is asked the same question again gives the same answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeatable {
    /// Always: a choice follows from the turn alone, whatever the player did before.
    Always,
    /// Not at all.
    No {
        /// The reason, as the end of "… may play otherwise another time, because".
        why: &'static str,
    },
}

impl Repeatable {
    /// The reason of a player whose limit is a time.
    pub const BY_TIME: Self = Self::No {
        why: "its limit is a time",
    };
    /// The reason of a player that looks ahead on several threads.
    pub const BY_THREADS: Self = Self::No {
        why: "it thinks on several threads",
    };
    /// The reason of another program.
    pub const PROGRAM: Self = Self::No {
        why: "it is another program",
    };
}
