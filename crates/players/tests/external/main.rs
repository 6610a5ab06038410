//! Other people's programs as players, with scripted engines that behave and misbehave.
//!
//! This test is its own engine; see [`script`].

// The name it has everywhere else: other crates' tests use `script` as well.
extern crate kaesu_players as players;

mod failures;
mod games;
mod script;

use kaesu_players::external::{Answer, Engine, EngineError, Protocol};
use rules::line::GameLine;
use rules::{GameName, with_game};
use search::Limits;

use self::script::{BOTH, spec};

const TESTS: &[script::Test] = &[
    (
        "games::whole_games_are_played",
        games::whole_games_are_played,
    ),
    (
        "games::passes_are_told_and_never_asked_for",
        games::passes_are_told_and_never_asked_for,
    ),
    ("games::games_may_jump", games::games_may_jump),
    (
        "games::a_new_game_is_told_from_its_start",
        games::a_new_game_is_told_from_its_start,
    ),
    (
        "games::names_versions_and_values_are_heard",
        games::names_versions_and_values_are_heard,
    ),
    (
        "games::other_boards_are_for_gtp",
        games::other_boards_are_for_gtp,
    ),
    (
        "games::a_start_position_needs_a_program_that_takes_it",
        games::a_start_position_needs_a_program_that_takes_it,
    ),
    ("games::limits_are_passed_on", games::limits_are_passed_on),
    (
        "failures::what_cannot_start_is_caught",
        failures::what_cannot_start_is_caught,
    ),
    (
        "failures::strangers_are_caught",
        failures::strangers_are_caught,
    ),
    ("failures::silence_ends", failures::silence_ends),
    (
        "failures::floods_end_and_fill_no_memory",
        failures::floods_end_and_fill_no_memory,
    ),
    (
        "failures::a_crash_tells_its_last_words",
        failures::a_crash_tells_its_last_words,
    ),
    (
        "failures::a_crash_is_noticed_though_the_output_stays_open",
        failures::a_crash_is_noticed_though_the_output_stays_open,
    ),
    (
        "failures::what_is_told_is_one_short_line",
        failures::what_is_told_is_one_short_line,
    ),
    (
        "failures::nonsense_is_quoted_and_illegal_moves_handed_on",
        failures::nonsense_is_quoted_and_illegal_moves_handed_on,
    ),
    (
        "failures::a_flag_stops_waiting",
        failures::a_flag_stops_waiting,
    ),
    (
        "failures::no_process_is_left_behind",
        failures::no_process_is_left_behind,
    ),
    (
        "failures::what_a_program_started_ends_with_it",
        failures::what_a_program_started_ends_with_it,
    ),
    (
        "failures::programs_end_when_we_are_killed",
        failures::programs_end_when_we_are_killed,
    ),
    (
        "failures::stderr_goes_to_a_file",
        failures::stderr_goes_to_a_file,
    ),
    (
        "failures::a_game_that_is_over_is_refused",
        failures::a_game_that_is_over_is_refused,
    ),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, file] = &arguments[..]
        && word == "own"
    {
        failures::own_for_ever(file);
    }
    script::run(TESTS);
}

fn started(protocol: Protocol, manner: &str) -> Engine {
    Engine::start(&spec(protocol, manner)).expect("a scripted engine starts")
}

fn texts(moves: &str) -> Vec<String> {
    moves.split_whitespace().map(str::to_owned).collect()
}

/// Asks an engine about a game as it is written.
trait Answers {
    fn answer(
        &mut self,
        game: &GameName,
        start: Option<&str>,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Answer, EngineError>;
}

impl Answers for Engine {
    fn answer(
        &mut self,
        game: &GameName,
        start: Option<&str>,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Answer, EngineError> {
        with_game!(game, G, rules => {
            let mut line = GameLine::<G>::from_line(rules, start).expect("a position");
            for text in moves {
                line.play_text(text).expect("a legal move");
            }
            self.choose(game, &line, limits)
        })
    }
}
