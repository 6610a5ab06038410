//! Other people's programs as players, with scripted engines that behave and misbehave.
//!
//! This test is its own engine: started with `speak`, it speaks a protocol in one of the manners of
//! [`script`]; otherwise it runs the tests, or those whose names hold an argument.

mod failures;
mod games;
mod script;

use std::time::Duration;

use players::external::{Engine, EngineSpec, Protocol};

const BOTH: [Protocol; 2] = [Protocol::Nboard, Protocol::Gtp];

type Test = (&'static str, fn());

const TESTS: &[Test] = &[
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
        "failures::stderr_goes_to_a_file",
        failures::stderr_goes_to_a_file,
    ),
    (
        "failures::wrong_games_are_refused",
        failures::wrong_games_are_refused,
    ),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [speak, protocol, manner @ ..] = arguments.as_slice()
        && speak == "speak"
    {
        let manner: Vec<&str> = manner.iter().map(String::as_str).collect();
        return script::speak(protocol.parse().expect("a protocol"), &manner);
    }
    if arguments.iter().any(|argument| argument == "--list") {
        for (name, _) in TESTS {
            println!("{name}: test");
        }
        return;
    }
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| filter.is_none_or(|filter| name.contains(filter.as_str()));
    let mut run = 0;
    for (name, test) in TESTS.iter().filter(|(name, _)| wanted(name)) {
        println!("test {name} ...");
        test();
        run += 1;
    }
    println!("\ntest result: ok. {run} passed");
}

/// A scripted engine: plenty of time to start, for machines under load.
fn spec(protocol: Protocol, manner: &str) -> EngineSpec {
    let program = std::env::current_exe().expect("this program");
    let program = program.to_str().expect("a path in UTF-8");
    EngineSpec {
        start_timeout: Duration::from_mins(1),
        ..EngineSpec::new(
            format!("'{program}' speak {} {manner}", protocol.name()),
            protocol,
        )
    }
}

fn started(protocol: Protocol, manner: &str) -> Engine {
    Engine::start(&spec(protocol, manner)).expect("a scripted engine starts")
}

fn texts(moves: &str) -> Vec<String> {
    moves.split_whitespace().map(str::to_owned).collect()
}
