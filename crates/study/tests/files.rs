//! Study files: those that come along are right, and a wrong one is refused in one sentence with the
//! line and what would be right.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use kaesu_study::{Study, library};

fn p2() -> String {
    library::text("p2").unwrap().to_owned()
}

/// What is said when one part of P2's file is replaced.
fn refused(part: &str, by: &str) -> String {
    let text = p2();
    assert!(text.contains(part), "{part}");
    let text = text.replacen(part, by, 1);
    let error = Study::parse("p2.toml", &text).expect_err(by).to_string();
    assert!(!error.contains('\n'), "{error}");
    assert!(error.starts_with("p2.toml, line "), "{error}");
    error
}

#[test]
fn every_study_that_comes_along_is_right() {
    assert!(library::names().contains(&"p2"));
    for name in library::names() {
        let study = Study::parse(&format!("{name}.toml"), library::text(name).unwrap());
        let study = study.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(study.languages.len(), 2, "{name}");
        assert!(!study.claims.is_empty(), "{name}");
    }
}

#[test]
fn a_study_changes_its_sum_with_its_file_and_its_players() {
    let study = Study::parse("p2.toml", &p2()).unwrap();
    assert_eq!(study.hash(), Study::parse("p2.toml", &p2()).unwrap().hash());
    let other = Study::parse("p2.toml", &p2().replace("seed = 1", "seed = 2")).unwrap();
    assert_ne!(study.hash(), other.hash());
    let mut weaker = study.clone();
    weaker.players.get_mut("p2-winning").unwrap().text.push('#');
    assert_ne!(study.hash(), weaker.hash());
}

#[test]
fn an_unknown_key_is_named_with_those_that_are_known() {
    let error = refused("seed = 1", "sede = 1");
    assert!(error.contains("line 6: unknown field `sede`"), "{error}");
    assert!(error.contains("`seed`"), "{error}");
    let error = refused("hold = true", "hodl = true");
    assert!(error.contains("`hold`"), "{error}");
}

#[test]
fn a_missing_translation_is_refused_with_the_language() {
    let line = "en = \"Which game was more interesting?\"\n";
    let error = refused(line, "");
    assert!(
        error.contains("the question fun has no text in the language en"),
        "{error}"
    );
    assert!(error.contains("add en = "), "{error}");
    let error = refused("yes = \"勝てそう\", ", "");
    assert!(
        error.contains("the answer yes of the question win"),
        "{error}"
    );
    assert!(error.contains("language ja"), "{error}");
    // Without the language nothing is missing.
    let text = p2()
        .replace(line, "")
        .replace("[\"ja\", \"en\"]", "[\"ja\"]");
    Study::parse("p2.toml", &text).unwrap();
}

#[test]
fn an_impossible_quota_is_refused() {
    let with = |quota: &str| refused("games-each = 2", &format!("{quota}\ngames-each = 2"));
    let error = with("quota = [{ where = \"strength <= 3\", people = 9 }]");
    assert!(
        error.contains("a quota of 9 is impossible in a study of 8 people"),
        "{error}"
    );
    let error = with("quota = [{ where = \"strength <= 6\", people = 6 }]");
    assert!(
        error.contains("nobody can answer strength with \"6\""),
        "{error}"
    );
    let error = with("quota = [{ where = \"strength < 1\", people = 6 }]");
    assert!(error.contains("nobody can fulfil"), "{error}");
    let error = with("quota = [{ where = \"age > 3\", people = 6 }]");
    assert!(
        error.contains("a condition is on one of: strength"),
        "{error}"
    );
    let two = "quota = [{ where = \"strength <= 3\", people = 6 }, \
               { where = \"strength >= 3\", people = 1 }]";
    let error = with(two);
    assert!(
        error.contains("the quotas let only 7 of 8 people in"),
        "{error}"
    );
    assert!(error.contains("line 8"), "{error}");
    let fits = two.replace("people = 1", "people = 2");
    let text = p2().replace("games-each = 2", &format!("{fits}\ngames-each = 2"));
    assert_eq!(Study::parse("p2.toml", &text).unwrap().quotas.len(), 2);
}

#[test]
fn a_question_is_no_column_of_the_data_by_itself() {
    for name in ["person", "language", "link", "state", "winning-result"] {
        let error = refused("id = \"fun\"", &format!("id = \"{name}\""));
        let words = format!("\"{name}\" is a column of the data by itself");
        assert!(error.contains(&words), "{error}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_by_its_own_name() {
    let drew = "[\"won\", \"drew\", \"lost\"]";
    let error = refused(drew, "[\"won\", \"won\", \"lost\"]");
    assert!(
        error.contains("the answer \"won\" stands here twice"),
        "{error}"
    );
    let win = "at = \"move\"\nchoice = [\"yes\", \"unknown\", \"no\"]";
    let error = refused(win, "at = \"move\"\ntext = 100");
    assert!(error.contains("one tap has to do"), "{error}");
    let error = refused(win, "at = \"game\"\ntext = 100");
    assert!(error.contains("it is answered in words"), "{error}");
    let error = refused("opening = \"start\"", "opening = \"a1\"");
    assert!(
        error.contains("the opening cannot be played") && error.contains("a1"),
        "{error}"
    );
    assert!(!error.contains("position"), "{error}");
    let error = refused("idle = 90", "idle = 700");
    assert!(
        error.contains("lost (600) is at least idle (700)"),
        "{error}"
    );
}

#[test]
fn a_promise_that_is_over_is_known() {
    let at = |date: &str| {
        let text = p2().replace(
            "withdraw-until = 2027-03-31",
            &format!("withdraw-until = {date}"),
        );
        Study::parse("p2.toml", &text).unwrap()
    };
    // The end of 2023-11-15 at the other end of the world is at noon of the next day.
    let noon = 1_700_136_000;
    assert_eq!(at("2023-11-15").withdrawal_over(noon), None);
    assert_eq!(
        at("2023-11-15").withdrawal_over(noon + 1),
        Some("2023-11-15")
    );
    assert_eq!(at("2024-02-29").withdrawal_over(noon), None);
    assert_eq!(at("2020-01-01").withdrawal_over(noon), Some("2020-01-01"));
}

#[test]
fn ratings_are_of_all_arms_or_of_none() {
    let seats = "seats = [\"person\", \"p2-winning\"]";
    let error = refused(seats, &format!("{seats}\nrating = 100"));
    assert!(
        error.contains("the arm entertaining has no rating") && error.contains("all or none"),
        "{error}"
    );
    let error = refused(seats, &format!("{seats}\nrating = 9000"));
    assert!(error.contains("from -4000 to 4000"), "{error}");
    let text = library::text("p1-strength").unwrap();
    let lines = text.lines().map(|line| match line.starts_with("rating") {
        true => "rating = 5",
        false => line,
    });
    let text: Vec<&str> = lines.collect();
    let error = Study::parse("p1.toml", &text.join("\n")).unwrap_err();
    assert!(error.to_string().contains("tells none apart"), "{error}");
}

#[test]
fn an_unknown_player_is_named_with_where_to_find_them() {
    let error = refused("\"p2-winning\"", "\"p2-wining\"");
    assert!(
        error.contains("there is no player \"p2-wining\""),
        "{error}"
    );
    assert!(error.contains("kaesu players"), "{error}");
    let error = refused("\"p2-winning\"", "\"yonin-strong\"");
    assert!(error.contains("not reversi-8x8"), "{error}");
}

#[test]
fn whatever_else_does_not_fit_is_refused_with_a_remedy() {
    for (part, by, says) in [
        ("people = 8", "people = 9", "a multiple of 8: 8 or 16"),
        ("people = 8", "people = -8", "write a whole number from 0"),
        (
            "value = \"surprising\"",
            "value = \"surprised\"",
            "with \"surprised\"; the answers are surprising, unknown, expected",
        ),
        (
            "arms = [\"entertaining\", \"winning\"]",
            "arms = [\"winning\", \"winning\"]",
            "\"winning\" stands here twice",
        ),
        ("games-each = 2", "games-each = 3", "games-each is 2"),
        (
            "order = \"balanced\"",
            "order = \"latin\"",
            "it can be balanced, williams",
        ),
        ("rule = \"every\"", "rule = \"evry\"", "it can be \"every\""),
        (
            "rule = \"every\"",
            "rule = { nht = 3 }",
            "it can be \"every\"",
        ),
        (
            "rule = \"every\"",
            "rule = { jump = 60 }",
            "needs controls = 1",
        ),
        ("answer = 60", "answer = 0", "1 to 86400 seconds"),
        ("game = \"othello\"", "game = \"yonin\"", "not yonin"),
        (
            "\"person\", \"p2-winning\"",
            "\"person\"",
            "has 2 seats, and 1 are given",
        ),
        (
            "opening = \"start\"",
            "opening = \"a1\"",
            "cannot be played in the arm",
        ),
        (
            "at = \"before\"",
            "at = \"soon\"",
            "it can be before, practice, move, game, after",
        ),
        ("id = \"strength\"", "id = \"My strength\"", "small letters"),
        ("id = \"win\"", "id = \"move\"", "two questions have the id"),
        (
            "name = \"winning\"",
            "name = \"entertaining\"",
            "two arms are called",
        ),
        ("scale = 5", "scale = 1", "2 to 11 steps"),
        (
            "right = \"between\"",
            "right = \"none\"",
            "is no answer of turns",
        ),
        ("right = \"between\"\n", "", "needs right ="),
        (
            "test = \"paired\"",
            "test = \"t\"",
            "it can be paired, binomial",
        ),
        ("outcome = \"fun\"", "outcome = \"why\"", "it can be of fun"),
        ("value = \"surprising\"\n", "", "needs value ="),
        (
            "arms = [\"entertaining\", \"winning\"]",
            "arms = [\"fun\", \"winning\"]",
            "there is no arm \"fun\"",
        ),
        (
            "languages = [\"ja\", \"en\"]",
            "languages = [\"de\"]",
            "it can be ja, en",
        ),
    ] {
        let error = refused(part, by);
        assert!(error.contains(says), "{by}: {error}");
    }
}

/// A plan that nothing could ever show is none.
#[test]
fn a_claim_that_can_never_be_shown_is_refused() {
    let line = 1 + p2().lines().position(|line| line == "[[claim]]").unwrap();
    let error = refused("order = \"balanced\"", "order = \"fixed\"");
    assert!(
        error.contains("in the same order") && error.contains("order = \"balanced\""),
        "{error}"
    );
    assert!(
        error.starts_with(&format!("p2.toml, line {line}:")),
        "{error}"
    );
    let error = refused("rule = \"every\"", "rule = \"never\"");
    assert!(
        error.contains("nothing is asked at moves") && error.contains("rule = \"every\""),
        "{error}"
    );
    // Where one arm asks there is something to exchange.
    let seats = "seats = [\"person\", \"p2-winning\"]";
    let text = p2().replace("rule = \"every\"", "rule = \"never\"");
    let text = text.replace(seats, &format!("{seats}\nrule = \"every\""));
    Study::parse("p2.toml", &text).unwrap();
    let asking = library::text("asking").unwrap();
    let one_each = asking
        .replace("games-each = 3", "games-each = 1")
        .replace("order = \"williams\"", "order = \"incomplete\"");
    let error = Study::parse("asking.toml", &one_each).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("nobody meets both not-asked and asked"),
        "{error}"
    );
}

#[test]
fn a_claim_names_its_judge() {
    let value = "value = \"surprising\"";
    let with = |judge: &str| format!("{value}\njudge = \"{judge}\"");
    let error = refused(value, &with("p2-wining"));
    assert!(
        error.contains("there is no player \"p2-wining\""),
        "{error}"
    );
    let error = refused(value, &with("surprisal:yonin-strong"));
    assert!(error.contains("not reversi-8x8"), "{error}");
    let error = refused("test = \"paired\"", "test = \"paired\"\njudge = \"random\"");
    assert!(error.contains("leave judge out"), "{error}");
    let plain = Study::parse("p2.toml", &p2()).unwrap();
    let summary = "exchange of move = surprising, judged by p2-winning";
    assert!(plain.summary().contains(summary), "{}", plain.summary());
    let text = p2().replace(value, &with("surprisal:level-reversi-3"));
    let study = Study::parse("p2.toml", &text).unwrap();
    // It is kept with the study, as the other players are.
    assert!(study.players.contains_key("level-reversi-3"));
    assert!(
        study
            .summary()
            .contains("judged by surprisal:level-reversi-3")
    );
}

#[test]
fn few_people_are_told_the_one_number_that_is_near() {
    let error = refused("people = 8", "people = 7");
    assert!(error.ends_with("a multiple of 8: 8"), "{error}");
}

/// People who share a table are not independent, and only one test knows.
#[test]
fn where_people_share_tables_the_table_is_the_unit() {
    let yonin = library::text("yonin").unwrap();
    let said = |more: &str| {
        let error = Study::parse("yonin.toml", &format!("{yonin}\n{more}")).unwrap_err();
        error.to_string()
    };
    let paired = "[[claim]]\ntest = \"paired\"\noutcome = \"win\"\narms = [\"pairs\", \"alone\"]\n";
    let error = said(paired);
    assert!(
        error.contains("the test paired takes people for independent"),
        "{error}"
    );
    assert!(error.contains("test = \"wilcoxon\""), "{error}");
    let line = yonin.lines().count() + 2;
    assert!(
        error.starts_with(&format!("yonin.toml, line {line}:")),
        "{error}"
    );
}
