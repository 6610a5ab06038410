//! Transcripts: the game's name, the first seat, the start if it is not the game's own, the moves in
//! the game's notation and the seats that went out. Who sat there, the clocks and the comments are
//! left out. [`GameLine::parse`](rules::GameLine::parse) reads one.

use rules::with_game;

use crate::replay::line;
use crate::{Record, RecordError};

impl Record {
    /// Returns the record as a transcript, from which the same game is read.
    ///
    /// # Errors
    /// Returns an error if the record's moves break the rules of its game.
    pub fn to_transcript(&self) -> Result<String, RecordError> {
        let name = self.name()?;
        with_game!(&name, G, rules => {
            let line = line::<G>(rules, self.start.as_deref(), &self.moves, |_, _| ())?;
            Ok(line.transcript(&name))
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::{Game, GameLine, GameName, yonin::Yonin};

    use crate::record::{FORMAT, VERSION};
    use crate::{Entry, Record, Sitter};

    fn record(moves: &[(u8, &str)]) -> Record {
        let entry = |&(seat, text): &(u8, &str)| Entry {
            seat,
            text: Some(text.to_owned()),
            ..Entry::default()
        };
        Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: "yonin".to_owned(),
            seats: vec![Sitter::person(""); 4],
            clock: None,
            start: None,
            seed: None,
            started: None,
            ended: None,
            moves: moves.iter().map(entry).collect(),
            result: None,
        }
    }

    #[test]
    fn what_is_written_is_read_as_the_same_game() {
        let mut line = GameLine::new(Yonin::start(&Default::default()));
        let mut entries = Vec::new();
        for _ in 0..9 {
            let seat = u8::try_from(line.position().turn().index()).unwrap();
            let m = line.position().legal()[0];
            entries.push((seat, rules::Notation::move_text(line.position(), m)));
            line.play(m).unwrap();
        }
        let entries: Vec<_> = entries
            .iter()
            .map(|(seat, m)| (*seat, m.as_str()))
            .collect();
        let written = record(&entries).to_transcript().unwrap();
        let name: GameName = "yonin".parse().unwrap();
        let read = GameLine::<Yonin>::parse(&name, &Default::default(), &written).unwrap();
        assert_eq!(read.position(), line.position());
    }

    #[test]
    fn an_illegal_move_is_named() {
        let error = record(&[(0, "a1")]).to_transcript().unwrap_err();
        assert!(
            error.to_string().starts_with("move 1 of the record: "),
            "{error}"
        );
    }
}
