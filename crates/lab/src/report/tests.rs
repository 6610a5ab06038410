use super::*;

/// What the report of a run says, piece by piece: headings, sentences and cells, listings left out.
fn pieces(markdown: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for (number, text) in markdown.split("```").enumerate() {
        let lines = text.lines().filter(|_| number % 2 == 0);
        let lines = lines.filter(|line| !line.starts_with("!["));
        for line in lines.map(|line| line.trim_start_matches('#').replace('\\', "")) {
            let cells = line.split('|').map(|cell| cell.trim().to_owned());
            // The label before a caption is no part of it.
            let plain = cells.map(|cell| match cell.strip_prefix("**") {
                Some(rest) => rest
                    .split_once("** ")
                    .map_or("", |(_, rest)| rest)
                    .to_owned(),
                None => cell,
            });
            pieces.extend(plain);
        }
    }
    pieces
}

/// Words that stay as they are: of the program, of its options, and of systems.
const WORDS: [&str; 12] = [
    "kaesu",
    "linux",
    "elo",
    "depth",
    "random",
    "alone",
    "all",
    "balanced",
    "mixed",
    "rotations",
    "teams",
    "chance",
];

/// What the experiment of a run calls itself, its game and its players.
fn own_words(experiment: &str) -> String {
    let keys = ["about = ", "game = ", "name = ", "player = ", "opponent = "];
    let own = |line: &&str| keys.iter().any(|key| line.starts_with(key));
    experiment.lines().filter(own).collect()
}

#[test]
fn all_that_reports_say_is_said_in_japanese() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../kaesu/tests/earlier/runs");
    let catalogue = Catalogue::new(&[JAPANESE]);
    let mut left = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let folder = entry.unwrap().path();
        let [text, experiment] = ["report.md", "experiment.toml"]
            .map(|file| std::fs::read_to_string(folder.join(file)).unwrap());
        let own = own_words(&experiment);
        let own: Vec<&str> = report::english_words(&own);
        for piece in pieces(&text) {
            let said = catalogue.say(&piece);
            let words = report::english_words(&said);
            let known = |word: &str| WORDS.contains(&word) || own.contains(&word);
            if words.iter().any(|word| !known(word)) {
                left.push(format!("{}: {piece}\n    {said}", folder.display()));
            }
        }
    }
    left.sort();
    left.dedup();
    assert!(
        left.is_empty(),
        "{} pieces:\n{}",
        left.len(),
        left.join("\n")
    );
}
