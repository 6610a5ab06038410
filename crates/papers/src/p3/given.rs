//! Games of four-player shogi from a file: the paper's printed games 2 to 4 are in a book, and
//! whoever has it can have them measured.
//!
//! A file holds transcripts, one game a line (`#` begins a comment), or records as JSON, one after
//! the other or as a class exports them.

use records::formats::pasted;
use records::{Record, replay};
use rules::GameName;
use rules::line::{Event, GameLine};
use rules::yonin_shogi::{RuleSet, YoninShogi};

use crate::{Error, GivenGames};

/// The games of a file, in its order.
///
/// # Errors
/// If there is none, or one of them does not follow the rules.
pub(super) fn read(given: GivenGames<'_>) -> Result<Vec<GameLine<YoninShogi>>, Error> {
    let wrong = |problem: String| Error::Given {
        file: given.file.to_owned(),
        problem,
    };
    let games: Vec<_> = if given.text.trim_start().starts_with('{') {
        // Games of a class are records in one object.
        let games = pasted::several(given.text).map(|games| games.join("\n"));
        let games = games.as_deref().unwrap_or(given.text);
        let each = serde_json::Deserializer::from_str(games).into_iter::<Record>();
        let each = (1..).zip(each).map(|(number, record)| {
            let record = record.map_err(|error| format!("no record of a game: {error}"));
            record
                .and_then(|record| of_record(&record))
                .map_err(|problem| wrong(format!("game {number}: {problem}")))
        });
        each.collect::<Result<_, Error>>()?
    } else {
        let lines = (1..).zip(given.text.lines());
        let lines =
            lines.map(|(number, line)| (number, line.split('#').next().unwrap_or("").trim()));
        let each = lines.filter(|(_, line)| !line.is_empty());
        let each = each.map(|(number, line)| {
            of_transcript(line).map_err(|problem| wrong(format!("line {number}: {problem}")))
        });
        each.collect::<Result<_, Error>>()?
    };
    if games.is_empty() {
        return Err(wrong(
            "there is no game; one transcript a line would be right, or records as JSON".to_owned(),
        ));
    }
    Ok(games)
}

fn of_transcript(moves: &str) -> Result<GameLine<YoninShogi>, String> {
    let rules = RuleSet::default();
    let game = GameName::YoninShogi(rules);
    GameLine::parse(&game, &rules, moves)
        .map_err(|error| error.to_string())
        .and_then(|line| match line.start_line() {
            Some(_) => Err(FROM_ELSEWHERE.to_owned()),
            None => Ok(line),
        })
}

fn of_record(record: &Record) -> Result<GameLine<YoninShogi>, String> {
    let rules = RuleSet::default();
    let name = GameName::YoninShogi(rules).to_string();
    record.check().map_err(|error| error.to_string())?;
    if record.game != name {
        return Err(format!("it is a game of {}, not of {name}", record.game));
    }
    if record.start.is_some() {
        return Err(FROM_ELSEWHERE.to_owned());
    }
    let line = replay::line::<YoninShogi>(&rules, None, &record.moves, |_, _| ());
    let line = line.map_err(|error| error.to_string())?;
    let out = |event: &Event<_>| matches!(event, Event::Out(..));
    match line.events().iter().position(out) {
        Some(ply) => Err(format!(
            "a seat went out after {ply} moves without being mated; cut the record there"
        )),
        None => Ok(line),
    }
}

const FROM_ELSEWHERE: &str = "the game has to begin at the start position";

#[cfg(test)]
mod tests {
    use rules::Game;

    use super::*;

    fn text(text: &str) -> Result<Vec<GameLine<YoninShogi>>, String> {
        let file = "book.txt";
        read(GivenGames { file, text }).map_err(|error| error.to_string())
    }

    /// Some moves from the start.
    fn transcript(plies: usize) -> String {
        let mut line = GameLine::new(YoninShogi::start(&RuleSet::default()));
        for _ in 0..plies {
            let m = line.position().legal()[0];
            line.play(m).unwrap();
        }
        line.moves_text()
    }

    #[test]
    fn one_game_a_line_with_comments() {
        let games = text(&format!(
            "# the book\n{}\n\n{} # short\n",
            transcript(9),
            transcript(4)
        ));
        let plies: Vec<usize> = games
            .unwrap()
            .iter()
            .map(|line| line.events().len())
            .collect();
        assert_eq!(plies, [9, 4]);
    }

    #[test]
    fn whatever_is_wrong_is_told_in_a_sentence_with_its_place() {
        let none = text("# nothing\n").unwrap_err();
        assert!(none.starts_with("book.txt: there is no game"), "{none}");
        let moves = text(&format!("{}\nfive silvers\n", transcript(3))).unwrap_err();
        assert!(moves.starts_with("book.txt: line 2: "), "{moves}");
        let json = text("{\"format\": \"kaesu-record\"}").unwrap_err();
        assert!(
            json.starts_with("book.txt: game 1: no record of a game"),
            "{json}"
        );
        for error in [none, moves, json] {
            assert!(!error.contains('\n'), "{error}");
        }
    }
}
