//! What the program and the page are made of is what `deny.toml` allows: licences that are on its
//! list, and no version of a crate beside a newer one unless it says who needs it.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use toml::Table;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn toml(file: &str) -> Table {
    let text = fs::read_to_string(root().join(file)).unwrap();
    text.parse()
        .unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn allowed() -> Vec<String> {
    let allowed = toml("deny.toml")["licenses"]["allow"].clone();
    allowed.try_into().unwrap()
}

/// Whether an SPDX expression is satisfied by the licences of a list. Crates from before SPDX write
/// a slash for "or".
fn is_satisfied(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace('/', " OR ");
    let expression = expression.replace('(', " ( ").replace(')', " ) ");
    let mut words = expression.split_whitespace().peekable();
    let satisfied = any(&mut words, allowed);
    satisfied && words.next().is_none()
}

type Words<'a, 'b> = &'a mut std::iter::Peekable<std::str::SplitWhitespace<'b>>;

fn any(words: Words<'_, '_>, allowed: &[String]) -> bool {
    let mut satisfied = all(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        satisfied |= all(words, allowed);
    }
    satisfied
}

fn all(words: Words<'_, '_>, allowed: &[String]) -> bool {
    let mut satisfied = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        satisfied &= one(words, allowed);
    }
    satisfied
}

fn one(words: Words<'_, '_>, allowed: &[String]) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let satisfied = any(words, allowed);
        return words.next() == Some(")") && satisfied;
    }
    let mut licence = words.next().unwrap_or_default().to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        licence = format!("{licence} WITH {}", words.next().unwrap_or_default());
    }
    allowed.contains(&licence)
}

#[test]
fn expressions_are_read_as_spdx_means_them() {
    let allowed = ["MIT", "Zlib", "Apache-2.0"].map(str::to_owned);
    for fine in [
        "MIT",
        "MIT OR GPL-3.0",
        "GPL-3.0/MIT",
        "(GPL-3.0 OR MIT) AND Zlib",
        "GPL-3.0 AND Zlib OR MIT",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    ] {
        assert!(is_satisfied(fine, &allowed), "{fine}");
    }
    for not_so in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "MIT AND (Zlib AND GPL-3.0)",
        "Apache-2.0 WITH LLVM-exception",
        "(MIT",
        "MIT Zlib",
        "SEE LICENSE IN file",
    ] {
        assert!(!is_satisfied(not_so, &allowed), "{not_so}");
    }
}

#[test]
fn every_crate_has_a_licence_that_is_allowed() {
    // Only what this system needs was downloaded, and the test asks nobody for more.
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let mut command = Command::new(env!("CARGO"));
    command.args([
        "metadata",
        "--format-version=1",
        "--all-features",
        "--offline",
        "--filter-platform",
    ]);
    let output = command
        .arg(host.unwrap())
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let (packages, allowed) = (metadata["packages"].as_array().unwrap(), allowed());
    assert!(packages.len() > 100, "only {} crates", packages.len());
    let optional = |package: &Value| package["name"] == "async-nats";
    assert!(
        packages.iter().any(optional),
        "what features bring is missing"
    );
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        let name = &package["name"];
        assert!(is_satisfied(licence, &allowed), "{name} has \"{licence}\"");
    }
}

#[test]
fn every_package_of_the_page_has_a_licence_that_is_allowed() {
    let lock = fs::read_to_string(root().join("web/package-lock.json")).unwrap();
    let lock: Value = serde_json::from_str(&lock).unwrap();
    let (packages, allowed) = (lock["packages"].as_object().unwrap(), allowed());
    assert!(packages.len() > 20, "only {} packages", packages.len());
    for (name, package) in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_satisfied(licence, &allowed), "{name} has \"{licence}\"");
    }
}

#[test]
fn every_older_version_beside_a_newer_one_is_named() {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in toml("Cargo.lock")["package"].as_array().unwrap() {
        let [name, version] = ["name", "version"].map(|key| package[key].as_str().unwrap());
        versions
            .entry(name.to_owned())
            .or_default()
            .push(version.to_owned());
    }
    // Cargo sorts versions as numbers, so the newest is the last.
    let older = versions.iter().flat_map(|(name, versions)| {
        let older = &versions[..versions.len() - 1];
        older.iter().map(move |version| (name, version))
    });
    let older: Vec<_> = older.collect();
    let deny = toml("deny.toml");
    let named = deny["bans"]["skip"].as_array().unwrap();
    let named = named.iter().map(|skip| skip["crate"].as_str().unwrap());
    let named: Vec<_> = named.map(|skip| skip.split_once('@').unwrap()).collect();
    let fits = |(name, version): (&str, &str), of: (&String, &String)| {
        let rest = of.1.strip_prefix(version);
        name == of.0 && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    for &(name, version) in &older {
        let known = named.iter().any(|&skip| fits(skip, (name, version)));
        assert!(
            known,
            "{name} {version} stands beside a newer one: see deny.toml"
        );
    }
    for &skip in &named {
        let needed = older.iter().any(|&of| fits(skip, of));
        assert!(
            needed,
            "deny.toml names {} {}, which is not there",
            skip.0, skip.1
        );
    }
}
