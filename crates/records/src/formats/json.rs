//! JSON: the record itself, without loss.

use super::one_line;
use crate::{Record, RecordError};

/// The most characters of what is wrong, which quotes names that should not be there.
const MOST_SAID: usize = 300;

impl Record {
    /// Reads a record and replays it: whatever this accepts can be played, and is as
    /// [`Record::canonical`] writes it.
    ///
    /// # Errors
    /// Returns an error if the text is not a record of a known version, or if its moves or result
    /// break the rules of its game.
    pub fn parse(json: &str) -> Result<Self, RecordError> {
        Self::unchecked(json)?.canonical()
    }

    /// Reads a record without playing it.
    pub(crate) fn unchecked(json: &str) -> Result<Self, RecordError> {
        let said = |error: serde_json::Error| one_line(&error.to_string(), MOST_SAID);
        serde_json::from_str(json).map_err(|error| RecordError::Json(said(error)))
    }

    /// Returns the record as JSON, the way files hold it.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and texts can be written as JSON")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{FORMAT, VERSION};
    use crate::{Entry, GameResult, Note, Out, Reason, Sitter, TimeControl};

    fn record() -> Record {
        Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: "reversi-8x8".to_owned(),
            seats: vec![Sitter::person("Aya <b>"), Sitter::ai("random", Some(3))],
            clock: Some(TimeControl::Byoyomi {
                main: 60,
                period: 10,
                periods: 3,
            }),
            start: None,
            seed: Some(u64::MAX),
            started: Some(1_767_225_600_000),
            ended: None,
            moves: vec![
                Entry {
                    text: Some("f5".to_owned()),
                    ms: 7,
                    ..Entry::default()
                },
                Entry {
                    seat: 1,
                    text: Some("d6".to_owned()),
                    values: Some(vec![-3, 3]),
                    note: Some(Note {
                        kind: "surprise".to_owned(),
                        cost: 4,
                    }),
                    ..Entry::default()
                },
                Entry {
                    out: Some(Out::Resigned),
                    ..Entry::default()
                },
            ],
            result: Some(GameResult {
                ranks: vec![2, 1],
                scores: vec![3, 3],
                reason: Reason::Resigned,
                by: Some(0),
            }),
        }
    }

    #[test]
    fn a_record_is_read_as_it_is_written() {
        let record = record();
        assert_eq!(Record::parse(&record.to_json()), Ok(record));
    }

    #[test]
    fn what_can_be_written_in_several_ways_is_kept_in_one() {
        let mut other = record();
        other.game = "othello".to_owned();
        let start = "---------------------------ox------xo--------------------------- *";
        other.start = Some(start.to_owned());
        other.moves[0].text = Some("F5".to_owned());
        other.result = None;
        assert_eq!(Record::parse(&other.to_json()), Ok(record()));
    }

    #[test]
    fn what_is_wrong_is_one_line_whatever_it_quotes() {
        let long = "x".repeat(10_000);
        for json in [
            r#"{"vers\nin": 1}"#.to_owned(),
            format!(r#"{{"{long}": 1}}"#),
            record().to_json().replace(FORMAT, "kaesu\\nrecord"),
            record().to_json().replace(FORMAT, &long),
        ] {
            let said = Record::parse(&json).unwrap_err().to_string();
            assert!(!said.contains('\n') && said.len() < 500, "{said}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let refuse = |change: &dyn Fn(&mut Record)| {
            let mut record = record();
            change(&mut record);
            Record::parse(&record.to_json()).unwrap_err().to_string()
        };
        assert!(refuse(&|r| r.version = 2).contains("version 2"));
        assert!(refuse(&|r| r.game = "chess".to_owned()).contains("no game \"chess\""));
        assert!(refuse(&|r| r.seats.truncate(1)).contains("1 seats, the game 2"));
        assert!(refuse(&|r| r.moves[1].seat = 0).contains("move 2 of the record"));
        assert!(refuse(&|r| r.moves[1].text = Some("a1".to_owned())).contains("not legal"));
        assert!(refuse(&|r| r.moves.truncate(2)).contains("result"));
        assert!(refuse(&|r| r.ended = Some(1)).contains("before it started"));
        let out = |seat, out| Entry {
            seat,
            out: Some(out),
            ..Entry::default()
        };
        let late = refuse(&|r| r.moves.push(out(1, Out::Time)));
        assert_eq!(late, "move 4 of the record: the game was over before");
        assert!(refuse(&|r| r.result.as_mut().unwrap().reason = Reason::Time).contains("result"));
        let twice = refuse(&|r| {
            r.game = "yonin".to_owned();
            r.seats.resize(4, Sitter::default());
            r.moves = vec![out(1, Out::Time), out(1, Out::Resigned)];
            r.result = None;
        });
        assert_eq!(twice, "move 2 of the record: the seat was out already");
        assert!(
            Record::parse("{}")
                .unwrap_err()
                .to_string()
                .contains("missing field")
        );
    }
}
