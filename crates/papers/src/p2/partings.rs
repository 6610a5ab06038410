//! Figures 5 and 6 again: a position each in which the winning and the entertaining program part.

use players::{NoteKind, Playable, Player, Playing, library};
use rules::reversi::Othello;
use rules::{Game, Notation};
use search::Limits;

use crate::{Error, PaperOptions};
use report::Section;

/// Games that are searched for a position, more than enough.
const GAMES: u64 = 200;

/// A position with what both programs play in it.
struct Parting {
    position: Othello,
    /// The number of the move.
    number: usize,
    winning: String,
    entertaining: String,
}

/// Returns the figures, each with its two boards.
pub(super) fn section(options: &PaperOptions<'_>) -> Result<Section, Error> {
    let mut section = Section::new("Where the programs part (figures 5 and 6)");
    section.prose(
        "The pictures are lost, so positions are found by playing: in both programs the same game until \
         the entertaining one does something on purpose that the winning one would not.",
    );
    for (figure, words, kind) in [
        (5, "surprise", NoteKind::Surprise),
        (6, "expectation", NoteKind::Expectation),
    ] {
        options.tell(&format!("figure {figure}"));
        section.prose(format!("Figure {figure}, {words}:"));
        match find(options, kind)? {
            Some(parting) => section.listing(parting.drawn()),
            None => section.prose("no game was found in which they part"),
        }
    }
    Ok(section)
}

/// Returns the first position of games by seed in which the entertaining program does such a thing.
fn find(options: &PaperOptions<'_>, kind: NoteKind) -> Result<Option<Parting>, Error> {
    let make = |name: &str| -> Result<Box<dyn Player<Othello>>, Error> {
        Ok(Othello::player(&library::load(name)?)?)
    };
    let (mut winning, mut entertaining) = (make("p2-winning")?, make("p2-entertaining")?);
    let mut person = make("random")?;
    let limits = Limits::default();
    for game in 0..GAMES {
        let seed = options.seed_of(&format!("where they part {game}"));
        let mut playing = Playing::new(Othello::start(&()), seed);
        // Who moves first is drawn in the paper too.
        let own = (game % 2) as usize;
        while !playing.position().is_finished() {
            if playing.position().turn().index() != own {
                let choice = playing.ask(&mut *person, &limits, &mut |_| ())?;
                playing.play(&choice);
                continue;
            }
            let choice = playing.ask(&mut *entertaining, &limits, &mut |_| ())?;
            let other = playing.ask(&mut *winning, &limits, &mut |_| ())?;
            let noted = choice.note.as_ref().map(|note| note.kind);
            if noted == Some(kind) && choice.m != other.m {
                let position = *playing.position();
                let placed = position.own().count_ones() + position.other().count_ones() - 4;
                return Ok(Some(Parting {
                    number: placed as usize + 1,
                    winning: position.move_text(other.m),
                    entertaining: position.move_text(choice.m),
                    position,
                }));
            }
            playing.play(&choice);
        }
    }
    Ok(None)
}

impl Parting {
    /// Returns the board after either move, side by side.
    fn drawn(&self) -> String {
        let after = |text: &str| {
            let m = self.position.parse_move(text).expect("a move of the game");
            self.position.after(m).to_string()
        };
        let boards = [&self.winning, &self.entertaining].map(|text| after(text));
        let [left, right] = boards.each_ref().map(|board| {
            let lines: Vec<&str> = board.lines().collect();
            lines
        });
        let width = left.iter().map(|line| line.chars().count()).max();
        let width = width.unwrap_or(0).max(30) + 4;
        let heads = [
            format!("move {}, winning: {}", self.number, self.winning),
            format!("move {}, entertaining: {}", self.number, self.entertaining),
        ];
        let mut text = format!("{:<width$}{}\n", heads[0], heads[1]);
        for row in 0..left.len().max(right.len()) {
            let of = |lines: &[&str]| lines.get(row).copied().unwrap_or("").to_owned();
            let (one, other) = (of(&left), of(&right));
            let gap = width - one.chars().count();
            text += &format!("{one}{}{other}\n", " ".repeat(gap));
        }
        text.lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
    }
}
