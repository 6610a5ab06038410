//! What the documents show is what the program prints: every `$ kaesu …` in a code block is run,
//! and the lines below it have to come out in this order. A line `…` stands for lines left out, a
//! line that ends in `…` for one cut short.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of documents") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
}

/// Each command in the code blocks of a document, with the lines shown below it.
fn examples(text: &str) -> Vec<(String, Vec<String>)> {
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    let mut shown: Option<Vec<String>> = None;
    let mut inside = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
            shown = None;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let command = command.replacen("cargo run --release --", "kaesu", 1);
            shown = command.strip_prefix("kaesu ").map(|arguments| {
                examples.push((arguments.to_owned(), Vec::new()));
                Vec::new()
            });
        } else if shown.is_some() {
            let (_, lines) = examples.last_mut().expect("a command came before");
            lines.push(line.trim_end().to_owned());
        }
    }
    examples
}

#[test]
fn the_examples_of_the_documents_come_out() {
    let mut files = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    documents(&root().join("docs"), &mut files);
    let mut tried = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a document");
        for (command, lines) in examples(&text) {
            let output = Command::new(env!("CARGO_BIN_EXE_kaesu"))
                .args(shlex::split(&command).expect("quotes are closed"))
                .current_dir(root())
                .output()
                .expect("the program starts");
            let mut said = String::from_utf8(output.stdout).expect("UTF-8");
            if !output.status.success() {
                said += &String::from_utf8(output.stderr).expect("UTF-8");
                assert!(!lines.is_empty(), "{}: {command}: {said}", file.display());
            }
            let mut printed = said.lines().map(str::trim_end);
            for line in lines
                .iter()
                .filter(|line| !["", "…"].contains(&line.trim()))
            {
                let fits = |out: &str| match line.strip_suffix('…') {
                    Some(start) => out.starts_with(start),
                    None => out == line,
                };
                let found = printed.any(fits);
                let file = file.display();
                assert!(found, "{file}: {command}: no line \"{line}\" in\n{said}");
            }
            tried += 1;
        }
    }
    assert!(tried >= 15, "only {tried} examples were found");
}
