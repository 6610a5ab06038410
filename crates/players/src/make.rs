//! From a player file to the maker of players of a certain game.

use rules::tree::Tree;
use rules::{Game, Notation};
use search::mcts::Options;
use search::mcts::policy::Uniform;
use search::trees;

use crate::external::ExternalPlayer;
use crate::file::{FileError, LimitsSpec, PlayerFile};
use crate::maker::Maker;
use crate::monte_carlo::MonteCarlo;
use crate::personality::PersonalitySpec;
use crate::personality::human::{self, Person};
use crate::player::{Choice, Player, PlayerError, Turn};
use crate::random::RandomPlayer;
use crate::searching::SearchSpec;
use crate::searching::maxn::MaxnSpec;

mod reversi;
mod yonin;
mod yonin_shogi;

/// A game for which players can be made.
pub trait Playable: Notation {
    /// Checks a file and returns a maker of its players, without making one yet.
    ///
    /// # Errors
    /// Returns an error if the file does not play this game, or names something that this game does
    /// not have.
    fn maker(file: &PlayerFile) -> Result<Maker<Self>, FileError>;

    /// Returns a player of this file.
    ///
    /// # Errors
    /// Returns an error if the file is not for this game, or something it needs is not available.
    fn player(file: &PlayerFile) -> Result<Box<dyn Player<Self>>, PlayerError> {
        Self::maker(file)?.make()
    }
}

impl Playable for Tree {
    fn maker(file: &PlayerFile) -> Result<Maker<Self>, FileError> {
        if let Some(maker) = any_game(file, "tree")? {
            return Ok(maker);
        }
        no_personality(file)?;
        no_evaluation(file)?;
        match &file.search {
            SearchSpec::Maxn(search) => Ok(Maker::like(TreePlayer {
                search: search.clone(),
                limits: file.limits.clone(),
            })),
            _ => Err(wrong_search(file, "tree", &["maxn"])),
        }
    }
}

/// Looks ahead by the values that the nodes carry: to the leaves, unless there is a limit.
#[derive(Clone)]
struct TreePlayer {
    search: MaxnSpec,
    limits: LimitsSpec,
}

impl Player<Tree> for TreePlayer {
    fn choose(
        &mut self,
        turn: &mut Turn<'_, Tree>,
    ) -> Result<Choice<<Tree as Game>::Move>, PlayerError> {
        let mut limits = self.limits.or(turn.limits);
        let leaves = turn.position.rules().parameters().depth as u32;
        limits.depth = limits.depth.or(self.search.depth).or(Some(leaves));
        let interrupted =
            limits.nodes.is_some() || limits.evaluations.is_some() || limits.time.is_some();
        let options = self.search.options(interrupted, None);
        let report = trees::search(turn.position, options, &limits, turn.progress);
        Ok(Choice::best(report))
    }
}

/// Refuses a game that the file does not name.
fn only_its_games(file: &PlayerFile, game: &str) -> Result<(), FileError> {
    if file.plays(game) {
        return Ok(());
    }
    let games = file.games.join(", ");
    Err(file.wrong_games(format!("this player plays {games}, not {game}")))
}

/// Returns a maker of players that need no knowledge of the game, or `None` if the file asks for
/// another kind.
///
/// # Errors
/// Returns an error if the file does not play this game, or has tables that such players do not
/// use.
pub fn any_game<G: Notation>(file: &PlayerFile, game: &str) -> Result<Option<Maker<G>>, FileError> {
    only_its_games(file, game)?;
    if game != "yonin-shogi" {
        only_for_yonin_shogi(file, game)?;
    }
    match &file.search {
        SearchSpec::Random {} => {
            no_evaluation(file)?;
            no_personality(file)?;
            Ok(Some(Maker::like(RandomPlayer { seed: file.seed })))
        }
        SearchSpec::Engine(spec) => {
            no_evaluation(file)?;
            no_personality(file)?;
            ExternalPlayer::maker(file, spec, game).map(Some)
        }
        SearchSpec::Mcts(spec) => {
            no_evaluation(file)?;
            if spec.playouts.is_some() {
                // Whoever knows the squares makes the player.
                return Ok(None);
            }
            no_personality(file)?;
            Ok(Some(Maker::like(monte_carlo(
                file,
                spec.options(),
                Uniform,
            ))))
        }
        SearchSpec::FlatUcb(spec) => {
            no_evaluation(file)?;
            no_personality(file)?;
            Ok(Some(Maker::like(monte_carlo(
                file,
                spec.options(),
                Uniform,
            ))))
        }
        _ => Ok(None),
    }
}

fn monte_carlo<P>(file: &PlayerFile, options: Options, policy: P) -> MonteCarlo<P> {
    MonteCarlo {
        options,
        policy,
        limits: file.limits.clone(),
        seed: file.seed,
    }
}

/// Refuses the tables that other games do not use.
fn only_for_yonin_shogi(file: &PlayerFile, game: &str) -> Result<(), FileError> {
    let problem = |table| format!("[{table}] is for yonin-shogi, not for {game}; leave it out");
    if file.book.is_some() {
        return Err(file.wrong_book(problem("book")));
    }
    if file.mates.is_some() {
        return Err(file.wrong_mates(problem("mates")));
    }
    Ok(())
}

/// Returns the error for a search that the game does not have, besides those for any game.
fn wrong_search(file: &PlayerFile, game: &str, known: &[&str]) -> FileError {
    let name = file.search.name();
    let known = listed("search", &[&["random", "mcts", "flat-ucb"], known].concat());
    file.wrong_search(format!(
        "the search {name} cannot play {game}; it can be {known}"
    ))
}

/// Returns the error for an evaluation that the game does not have, or that is missing.
fn wrong_evaluation(file: &PlayerFile, game: &str, known: &[&str]) -> FileError {
    let known = listed("evaluation", known);
    match &file.evaluation {
        Some(evaluation) => file.wrong_evaluation(format!(
            "the evaluation {} is not for {game}; it can be {known}",
            evaluation.name()
        )),
        None => file.wrong_search(format!(
            "the search {} needs an evaluation; it can be {known}",
            file.search.name()
        )),
    }
}

/// Returns a maker of the person of a file, if it is one of a game that people play.
fn any_person<G: Person>(file: &PlayerFile, game: &str) -> Result<Option<Maker<G>>, FileError> {
    only_its_games(file, game)?;
    match &file.personality {
        Some(PersonalitySpec::Human(spec)) => human::person(file, spec).map(Some),
        _ => Ok(None),
    }
}

/// Refuses a personality where the game or the search has none.
fn no_personality(file: &PlayerFile) -> Result<(), FileError> {
    match &file.personality {
        None => Ok(()),
        Some(PersonalitySpec::Human(_)) => Err(file.wrong_personality(
            "the personality human is not for this game and search; leave it out".to_owned(),
        )),
        Some(personality) => Err(file.wrong_personality(format!(
            "the personality {} is for Othello (reversi-8x8) and a search for two seats; leave it out",
            personality.name()
        ))),
    }
}

/// Refuses an evaluation where the search does not use one.
fn no_evaluation(file: &PlayerFile) -> Result<(), FileError> {
    match &file.evaluation {
        None => Ok(()),
        Some(evaluation) => Err(file.wrong_evaluation(format!(
            "the search {} needs no evaluation; leave {} out",
            file.search.name(),
            evaluation.name()
        ))),
    }
}

/// Lists tables as a file writes them.
fn listed(kind: &str, names: &[&str]) -> String {
    let tables: Vec<_> = names
        .iter()
        .map(|name| format!("[{kind}.{name}]"))
        .collect();
    tables.join(", ")
}
