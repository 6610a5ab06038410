//! A game that no list knows is played by players that need to know nothing of it, and by a search.

#[path = "../../rules/tests/tic_tac_toe/mod.rs"]
mod tic_tac_toe;

use kaesu_players::make::any_game;
use kaesu_players::{
    Choice, FileError, Maker, Playable, Player, PlayerError, PlayerFile, Playing, Turn, library,
};
use rules::{Game, GameLine, Seat};
use search::maxn::{MaxN, Options};
use search::{Limits, RankUtility, Search};
use tic_tac_toe::{Rules, TicTacToe};

impl Playable for TicTacToe {
    fn maker(file: &PlayerFile) -> Result<Maker<Self>, FileError> {
        let maker = any_game(file, "tic-tac-toe")?;
        Ok(maker.unwrap_or_else(|| Maker::new(|| Ok(Box::new(LooksAhead)))))
    }
}

/// Max^n by ranks, a few plies deep.
struct LooksAhead;

impl Player<TicTacToe> for LooksAhead {
    fn choose(&mut self, turn: &mut Turn<'_, TicTacToe>) -> Result<Choice<u8>, PlayerError> {
        let mut search = MaxN::new(RankUtility::seats_beaten(3), Options::full());
        let report = search.search(turn.position, &Limits::depth(3), turn.progress);
        Ok(Choice::best(report))
    }
}

#[test]
fn whoever_looks_ahead_beats_chance() {
    let random = library::load("random").expect("a player that comes along");
    let mut wins = 0;
    for seed in 0..30 {
        let chance = || TicTacToe::player(&random).expect("it plays every game");
        let mut players: [Box<dyn Player<TicTacToe>>; 3] =
            [chance(), Box::new(LooksAhead), chance()];
        let start = TicTacToe::start(&Rules::default());
        let mut playing = Playing::new(start, seed);
        playing
            .to_the_end(&mut players, &Limits::default())
            .expect("nobody fails");
        let line = GameLine::with_moves(start, playing.moves()).expect("legal moves");
        assert_eq!(line, playing.line);
        let outcome = line.outcome().expect("the end");
        wins += usize::from(outcome.scores[Seat::new(1)] == 1);
    }
    // One in three would be chance; this is two standard deviations more.
    assert!(wins > 15, "{wins} of 30");
}
