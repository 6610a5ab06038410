//! The languages of reports.

/// A language that a report can be written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, in which reports are made.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// Its code, as pages name it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// What stands before the caption of the table with this number.
    pub(super) fn table(self, number: usize) -> String {
        match self {
            Self::English => format!("Table {number}."),
            Self::Japanese => format!("表{number}"),
        }
    }

    /// What stands before the caption of the figure with this number.
    pub(super) fn figure(self, number: usize) -> String {
        match self {
            Self::English => format!("Figure {number}."),
            Self::Japanese => format!("図{number}"),
        }
    }

    /// The names of wins, draws and losses, where each is a column.
    pub(super) fn results(self) -> [&'static str; 3] {
        match self {
            Self::English => ["wins", "draws", "losses"],
            Self::Japanese => ["勝", "分", "敗"],
        }
    }

    /// The names of both ends of an interval, where each is a column.
    pub(super) fn ends(self) -> [&'static str; 2] {
        match self {
            Self::English => ["low", "high"],
            Self::Japanese => ["下限", "上限"],
        }
    }

    /// What the list of sections is called.
    pub(super) fn contents(self) -> &'static str {
        match self {
            Self::English => "Contents",
            Self::Japanese => "目次",
        }
    }
}
