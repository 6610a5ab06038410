//! Scripted engines. A good one plays the move that [`favourite`] says and ends at once if it is told
//! anything illegal, so that every game it finishes was told to it correctly.

use std::io::{BufRead, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use players::external::{EngineSpec, Protocol, SET_POSITION, our_notation};
use records::formats::ggf;
use rules::reversi::{Board6x6, Othello, Reversi};
use rules::{Game, Notation, Seat};

pub(crate) const BOTH: [Protocol; 2] = [Protocol::Nboard, Protocol::Gtp];

/// A test with its name.
pub(crate) type Test = (&'static str, fn());

/// The main function of a test that is its own engine: started with `speak`, it speaks; otherwise it
/// runs the tests, or those whose names hold an argument.
pub(crate) fn run(tests: &[Test]) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, protocol, manner @ ..] = arguments.as_slice()
        && word == "speak"
    {
        let manner: Vec<&str> = manner.iter().map(String::as_str).collect();
        return speak(protocol.parse().expect("a protocol"), &manner);
    }
    if arguments.iter().any(|argument| argument == "--list") {
        for (name, _) in tests {
            println!("{name}: test");
        }
        return;
    }
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| filter.is_none_or(|filter| name.contains(filter.as_str()));
    let mut run = 0;
    for (name, test) in tests.iter().filter(|(name, _)| wanted(name)) {
        println!("test {name} ...");
        test();
        run += 1;
    }
    println!("\ntest result: ok. {run} passed");
}

/// How this program is started as an engine; plenty of time to start, for machines under load.
pub(crate) fn spec(protocol: Protocol, manner: &str) -> EngineSpec {
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

/// What a scripted engine plays here: another move at every ply, and the same every time.
pub(crate) fn favourite<G: Game>(position: &G, ply: usize) -> G::Move {
    let legal = position.legal();
    legal[(ply * 7 + 3) % legal.len()]
}

/// Speaks a protocol in this manner until told to quit.
fn speak(protocol: Protocol, manner: &[&str]) {
    match manner {
        ["exit", ..] => {
            eprintln!("a weights file is missing");
            std::process::exit(7);
        }
        ["shouting", ..] => {
            eprint!("{}", "\u{1b}[2J\r\nlook\0".repeat(1000));
            std::process::exit(4);
        }
        ["stranger", ..] => {
            println!("Hello! I play chess.");
            let _ = std::io::stdin().lock().read_line(&mut String::new());
            return;
        }
        ["flood-start", ..] => flood("Hello!\n"),
        ["deaf", ..] => forever(),
        ["wordy", ..] => eprint!("{}the end", "words ".repeat(5000)),
        ["pid", ..] => eprintln!("{}", std::process::id()),
        ["parent", ..] => eprintln!("{}\n{}", std::process::id(), child()),
        ["orphan", ..] => {
            eprintln!("{}\n{}", std::process::id(), child());
            return;
        }
        _ => {}
    }
    if manner.first() == Some(&"mute") {
        for _ in std::io::stdin().lock().lines() {}
        return;
    }
    match protocol {
        Protocol::Nboard => nboard(manner),
        Protocol::Gtp if manner.first() == Some(&"six") => {
            gtp(Gtp::<Reversi<Board6x6>>::new(manner))
        }
        Protocol::Gtp => gtp(Gtp::<Othello>::new(manner)),
    }
}

fn flood(text: &str) -> ! {
    let mut out = std::io::stdout().lock();
    while out.write_all(text.as_bytes()).is_ok() {}
    std::process::exit(0)
}

/// Starts a program that goes on by itself, and returns its number.
fn child() -> u32 {
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command.args(["speak", "gtp", "deaf"]);
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("it starts").id()
}

fn forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_mins(1));
    }
}

/// The manner in which the `count`th question is answered: `after 3 silent` is good three times.
fn manner_of<'a, 'm>(manner: &'m [&'a str], count: usize) -> &'m [&'a str] {
    match manner {
        ["after", good, rest @ ..] => {
            let good: usize = good.parse().expect("a number");
            if count > good { rest } else { &[] }
        }
        always => always,
    }
}

/// What a bad engine does instead of answering its `count`th question; a good one does nothing.
fn misbehave(manner: &[&str], count: usize) {
    match manner {
        ["slow", ms] => {
            std::thread::sleep(Duration::from_millis(ms.parse().expect("milliseconds")));
        }
        ["crash", at] if at.parse() == Ok(count) => {
            eprintln!("out of ideas");
            std::process::exit(3);
        }
        ["nursery"] => {
            let program = std::env::current_exe().expect("this program");
            let mut heir = Command::new(program);
            heir.args(["speak", "gtp", "deaf"]).stdin(Stdio::null());
            heir.spawn().expect("it starts");
            std::process::exit(7);
        }
        [.., "silent"] => forever(),
        ["flood"] => flood("status I am still thinking about it\n"),
        ["flood-line"] => flood("very "),
        _ => {}
    }
}

/// The answer to a question, good or bad.
fn answer<'a>(manner: &[&'a str], good: &'a str) -> &'a str {
    match manner {
        ["says", said] => said,
        _ => good,
    }
}

fn wrong(line: &str) -> ! {
    eprintln!("that is illegal: {line}");
    std::process::exit(9)
}

/// An engine that repeats says on stderr what it was told.
fn repeat(manner: &[&str], line: &str) {
    if manner == ["repeats"] {
        eprintln!("{line}");
    }
}

fn nboard(manner: &[&str]) {
    let mut position = Othello::start(&());
    let (mut plies, mut questions, mut depth) = (0, 0, String::new());
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("UTF-8");
        repeat(manner, &line);
        let (command, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
        match command {
            "set" if rest.starts_with("depth ") => {
                depth = rest["depth ".len()..].to_owned();
                println!("set myname Script{depth}");
            }
            "set" if rest.starts_with("game ") => {
                let game = ggf::read(&rest["game ".len()..]).unwrap_or_else(|_| wrong(&line));
                position = *game.position();
                plies = game.events().len();
            }
            "move" => {
                let m = position.parse_move(rest).unwrap_or_else(|_| wrong(&line));
                position.play(m).unwrap_or_else(|_| wrong(&line));
                plies += 1;
            }
            "ping" => println!("pong {rest}"),
            "go" => {
                questions += 1;
                let manner = manner_of(manner, questions);
                misbehave(manner, questions);
                let good = ggf::move_text(&position.move_text(favourite(&position, plies)));
                println!("status thinking");
                println!("nodestats {} 0.01", 1000 + plies);
                println!("=== {}/{depth}.25/0.01", answer(manner, &good));
            }
            _ => {}
        }
    }
}

struct Gtp<'a, G: Game> {
    position: G,
    plies: usize,
    questions: usize,
    manner: &'a [&'a str],
    time: String,
}

impl<'a, G: Notation<Rules = ()>> Gtp<'a, G> {
    fn new(manner: &'a [&'a str]) -> Self {
        Self {
            position: G::start(&()),
            plies: 0,
            questions: 0,
            manner,
            time: "none".to_owned(),
        }
    }

    fn answer(&mut self, command: &str, rest: &str) -> Result<String, String> {
        let manner = self.manner;
        let side = if manner == ["six"] { "6" } else { "8" };
        match command {
            "name" if manner == ["nameless"] => Ok(String::new()),
            "name" => Ok("Script".to_owned()),
            "version" => Ok(format!("1.0 time {}", self.time)),
            "list_commands" if manner == ["setup"] => Ok(format!("name\n{SET_POSITION}")),
            "list_commands" => Ok("name\nplay\ngenmove".to_owned()),
            "boardsize" if rest != side => Err("unacceptable size".to_owned()),
            "clear_board" => {
                (self.position, self.plies) = (G::start(&()), 0);
                Ok(String::new())
            }
            SET_POSITION => {
                let set = G::parse_position(&(), rest).map_err(|error| error.to_string())?;
                (self.position, self.plies) = (set, 0);
                Ok(String::new())
            }
            "time_settings" => {
                self.time = rest.to_owned();
                Ok(String::new())
            }
            "play" => self.play(rest, manner == ["no-passes"]),
            "genmove" => {
                self.questions += 1;
                let manner = manner_of(manner, self.questions);
                misbehave(manner, self.questions);
                self.turn_to(rest, manner == ["no-passes"])?;
                let m = favourite(&self.position, self.plies);
                let good = self.position.move_text(m);
                self.position.play(m).map_err(|error| error.to_string())?;
                self.plies += 1;
                // What the test wants to hear about the time.
                match manner {
                    ["clock"] => Ok(format!("a1\ntime {}", self.time)),
                    _ => Ok(answer(manner, &good.to_ascii_uppercase()).to_owned()),
                }
            }
            _ => Ok(String::new()),
        }
    }

    fn play(&mut self, rest: &str, no_passes: bool) -> Result<String, String> {
        let (colour, text) = rest.split_once(' ').ok_or("syntax error")?;
        let text = our_notation(text).ok_or("syntax error")?;
        if no_passes && text == "--" {
            return Err("invalid coordinate".to_owned());
        }
        self.turn_to(colour, no_passes)?;
        let m = self
            .position
            .parse_move(&text)
            .map_err(|error| error.to_string())?;
        self.position.play(m).map_err(|error| error.to_string())?;
        self.plies += 1;
        Ok(String::new())
    }

    /// A program that knows no passes makes them by itself.
    fn turn_to(&mut self, colour: &str, no_passes: bool) -> Result<(), String> {
        let seat = Seat::new(usize::from(colour == "white"));
        if no_passes
            && self.position.turn() != seat
            && let Some(pass) = self.position.omitted_pass()
        {
            self.position.play_unchecked(pass);
            self.plies += 1;
        }
        match self.position.turn() == seat {
            true => Ok(()),
            false => Err(format!("it is not the turn of {colour}")),
        }
    }
}

fn gtp<G: Notation<Rules = ()>>(mut engine: Gtp<'_, G>) {
    println!("A program that greets.");
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("UTF-8");
        repeat(engine.manner, &line);
        let (command, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
        match engine.answer(command, rest) {
            Ok(text) => println!("= {text}\n"),
            Err(text) => println!("? {text}\n"),
        }
    }
}
