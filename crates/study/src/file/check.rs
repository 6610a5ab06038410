//! What a study file can get wrong beyond its words.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use players::{Playable, PlayerFile};
use rules::line::GameLine;
use rules::{Game, GameName, with_game};
use toml::Spanned;

use super::source::Wrong;
use super::{Arm, At, Claim, Kind, Order, Question, Rule, Study, Test};
use crate::cells;
use crate::condition::Condition;
use crate::text::{Language, Text};

/// Columns of the wide table beside those of questions.
const WIDE: [&str; 4] = ["person", "language", "link", "state"];

/// Where the numbers of a file stand.
pub(super) struct Places {
    pub(super) people: Range<usize>,
    pub(super) games_each: Range<usize>,
    pub(super) order: Range<usize>,
    pub(super) quota: Range<usize>,
    pub(super) version: Range<usize>,
    pub(super) arms: Vec<Range<usize>>,
    pub(super) claims: Vec<Range<usize>>,
}

/// Refuses a text that lacks one of the study's languages.
pub(super) fn translated(
    text: &Text,
    languages: &[Language],
    at: Range<usize>,
    what: &str,
) -> Result<(), Wrong> {
    match languages
        .iter()
        .find(|language| text.find(**language).is_none())
    {
        None => Ok(()),
        Some(missing) => Err((
            at,
            format!(
                "{what} has no text in the language {0}; add {0} = \"...\", or take {0} out of languages",
                missing.name()
            ),
        )),
    }
}

/// Refuses a name that cannot be a column or a file.
pub(super) fn word(name: &Spanned<String>) -> Result<(), Wrong> {
    let text = name.get_ref();
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let starts = text.starts_with(|c: char| c.is_ascii_lowercase());
    if starts && text.chars().all(fits) && text.len() <= 40 {
        return Ok(());
    }
    let problem = format!(
        "\"{text}\" has to be a name for tables: small letters, digits and hyphens, a letter first"
    );
    Err((name.span(), problem))
}

/// Refuses the name of a question that is a column of the wide table already.
pub(super) fn column(id: &Spanned<String>, arms: &[Arm]) -> Result<(), Wrong> {
    let text = &**id.get_ref();
    let of_arm = |arm: &Arm| {
        let rest = text.strip_prefix(&*arm.name);
        rest.is_some_and(|rest| ["-game", "-result"].contains(&rest))
    };
    if !WIDE.contains(&text) && !arms.iter().any(of_arm) {
        return Ok(());
    }
    let problem =
        format!("\"{text}\" is a column of the data by itself; give the question another id");
    Err((id.span(), problem))
}

/// Refuses a player that does not play the game.
pub(super) fn plays(file: &PlayerFile, game: &GameName) -> Result<(), String> {
    with_game!(game, G, _rules => G::maker(file).map(|_| ()).map_err(|error| error.to_string()))
}

/// Refuses seats that do not fit the game, or have no person.
pub(super) fn seats(arm: &Arm, at: Range<usize>) -> Result<(), Wrong> {
    let wanted = arm.seat_count();
    if arm.seats.len() != wanted {
        let problem = format!(
            "{} has {wanted} seats, and {} are given",
            arm.game,
            arm.seats.len()
        );
        return Err((at, problem));
    }
    let people = arm.people();
    if people > 1 && arm.stand_in.is_none() {
        let problem = "several people at a table need stand-in = \"PLAYER\", who plays on for \
                       whoever leaves"
            .to_owned();
        return Err((at, problem));
    }
    if people == 1 || people == wanted {
        return Ok(());
    }
    let problem =
        format!("one seat or all {wanted} seats of an arm are \"person\", not {people} of them");
    Err((at, problem))
}

/// Reads an opening that can be played in every arm.
pub(super) fn opening(text: &Spanned<String>, arms: &[Arm]) -> Result<Vec<String>, Wrong> {
    let mut moves = Vec::new();
    for arm in arms {
        moves = with_game!(&arm.game, G, rules => {
            let mut line = GameLine::<G>::new(G::start(rules));
            let played = line.play_transcript(text.get_ref());
            played.map(|()| line.plies().filter_map(|ply| ply.text()).collect::<Vec<_>>())
                .map_err(|error| error.to_string())
        })
        .map_err(|error| {
            let problem = format!(
                "the opening cannot be played in the arm {}: {error}",
                arm.name
            );
            (text.span(), problem)
        })?;
    }
    Ok(moves)
}

/// Reads a condition on answers given before the games.
pub(super) fn condition(
    text: &Spanned<String>,
    questions: &[Question],
) -> Result<Condition, Wrong> {
    let wrong = |problem: String| (text.span(), problem);
    let condition: Condition = text.get_ref().parse().map_err(wrong)?;
    let before: Vec<&Question> = questions.iter().filter(|q| q.at == At::Before).collect();
    for part in condition.parts() {
        let Some(question) = before.iter().find(|q| q.id == part.question) else {
            let known: Vec<&str> = before.iter().map(|q| &*q.id).collect();
            let problem = format!(
                "\"{}\" is not asked before the games; a condition is on one of: {}",
                part.question,
                known.join(", ")
            );
            return Err(wrong(problem));
        };
        if matches!(question.kind, Kind::Text(_)) {
            let problem = format!(
                "{} is answered in words; a condition needs a choice or a scale",
                question.id
            );
            return Err(wrong(problem));
        }
        if !question.accepts(&part.value, 0) {
            let problem = format!(
                "nobody can answer {} with \"{}\"; the answers are {}",
                question.id,
                part.value,
                question.options(0).join(", ")
            );
            return Err(wrong(problem));
        }
    }
    let possible = answers(&before)
        .iter()
        .any(|answers| condition.holds(answers));
    if possible {
        return Ok(condition);
    }
    Err(wrong(format!(
        "nobody can fulfil \"{condition}\"; change the condition"
    )))
}

/// Returns all that can be answered to the questions before that have no words; some thousands at most.
fn answers(before: &[&Question]) -> Vec<BTreeMap<String, Option<String>>> {
    let mut all = vec![BTreeMap::new()];
    for question in before {
        let options = question.options(0);
        if options.is_empty() || all.len() * options.len() > 100_000 {
            continue;
        }
        all = all
            .iter()
            .flat_map(|answers: &BTreeMap<String, Option<String>>| {
                options.iter().map(|option| {
                    let mut more = answers.clone();
                    more.insert(question.id.clone(), Some(option.clone()));
                    more
                })
            })
            .collect();
    }
    all
}

/// Refuses a quota of more people than there are.
pub(super) fn cap(cap: &Spanned<u32>, people: u32) -> Result<(), Wrong> {
    if (1..=people).contains(cap.get_ref()) {
        return Ok(());
    }
    let problem = format!(
        "a quota of {} is impossible in a study of {people} people; write 1 to {people}",
        cap.get_ref()
    );
    Err((cap.span(), problem))
}

/// Refuses answers without a label in every language.
pub(super) fn labels(
    id: &str,
    kind: &Kind,
    labels: &BTreeMap<String, Text>,
    languages: &[Language],
    at: &Range<usize>,
) -> Result<(), Wrong> {
    let (needed, allowed): (Vec<&str>, Vec<String>) = match kind {
        Kind::Choice(words) => (words.iter().map(|word| &**word).collect(), words.clone()),
        Kind::Arms => (Vec::new(), vec!["same".to_owned()]),
        Kind::Scale(most) => {
            let steps = (1..=*most).map(|step| step.to_string());
            let ends = ["low", "high"].map(str::to_owned);
            (vec!["low", "high"], ends.into_iter().chain(steps).collect())
        }
        Kind::Text(_) => (Vec::new(), Vec::new()),
    };
    for key in needed
        .iter()
        .copied()
        .chain(labels.keys().map(|key| &**key))
    {
        if !allowed.iter().any(|known| known == key) {
            let has = match allowed.is_empty() {
                true => "it is answered in words".to_owned(),
                false => format!("it has {}", allowed.join(", ")),
            };
            let problem =
                format!("the question {id} has no answer \"{key}\" to be labelled; {has}");
            return Err((at.clone(), problem));
        }
        let label = labels.get(key).cloned().unwrap_or_default();
        let what = format!("the answer {key} of the question {id}");
        translated(&label, languages, at.clone(), &what).map_err(|(at, problem)| {
            let hint = "write { ask = \"...\", ";
            (at, format!("{problem} ({hint}{key} = \"...\" }})"))
        })?;
    }
    Ok(())
}

/// Refuses a question at a moment where it makes no sense.
pub(super) fn question(
    question: &Question,
    at: &Range<usize>,
    right: Option<&Spanned<String>>,
) -> Result<(), Wrong> {
    let id = &question.id;
    let wrong = |problem: String| Err((at.clone(), problem));
    match (&question.kind, question.at) {
        (Kind::Arms, At::After) => {}
        (Kind::Arms, _) => {
            return wrong(format!(
                "{id} asks for one of the games, so it stands at = \"after\""
            ));
        }
        (Kind::Text(_), At::Move) => {
            return wrong(format!(
                "{id} is asked at moves, where one tap has to do; give it a choice or a scale"
            ));
        }
        _ => {}
    }
    if question.about_reply && question.at != At::Move {
        return wrong(format!(
            "about = \"reply\" is for questions at moves, not for {id}"
        ));
    }
    match (right, question.at) {
        (None, At::Practice) => wrong(format!(
            "{id} checks whether the rules were understood, so it needs right = \"...\""
        )),
        (Some(right), At::Practice) if question.accepts(right.get_ref(), 0) => Ok(()),
        (None, _) => Ok(()),
        (Some(right), At::Practice) => Err((
            right.span(),
            format!(
                "\"{}\" is no answer of {id}; it has {}",
                right.get_ref(),
                question.options(0).join(", ")
            ),
        )),
        (Some(right), _) => Err((
            right.span(),
            format!("only questions at = \"practice\" have a right answer, not {id}"),
        )),
    }
}

/// Refuses a claim whose test does not fit its outcome.
pub(super) fn claim(
    claim: &Claim,
    questions: &[Question],
    at: Range<usize>,
    outcome: Range<usize>,
) -> Result<(), Wrong> {
    let question = questions.iter().find(|q| q.id == claim.outcome);
    let asked = |wanted: At| {
        let fitting: Vec<&str> = questions
            .iter()
            .filter(|q| {
                q.at == wanted
                    && match claim.test {
                        Test::Binomial => q.kind == Kind::Arms,
                        Test::Wilcoxon => matches!(q.kind, Kind::Scale(_)),
                        _ => matches!(q.kind, Kind::Choice(_)),
                    }
            })
            .map(|q| &*q.id)
            .collect();
        if fitting.contains(&&*claim.outcome) {
            return Ok(());
        }
        let problem = format!(
            "the test {} cannot be of \"{}\"; it can be of {}",
            claim.test.name(),
            claim.outcome,
            if fitting.is_empty() {
                "no question of this file".to_owned()
            } else {
                fitting.join(", ")
            }
        );
        Err((outcome.clone(), problem))
    };
    match claim.test {
        Test::Paired | Test::Slope if claim.outcome == "win" => {}
        Test::Paired | Test::Slope => {
            let problem = format!("the test {} is of outcome = \"win\"", claim.test.name());
            return Err((outcome, problem));
        }
        Test::Binomial => asked(At::After)?,
        Test::Wilcoxon => asked(At::Game)?,
        Test::Exchange => asked(At::Move)?,
    }
    let needs_arms = !matches!(claim.test, Test::Exchange | Test::Slope);
    if needs_arms != claim.arms.is_some() {
        let problem = if needs_arms {
            "this test compares two arms: arms = [\"more\", \"less\"]"
        } else {
            "this test is over all arms; leave arms out"
        };
        return Err((at, problem.to_owned()));
    }
    if let Some((one, other)) = &claim.arms
        && one == other
    {
        let problem = format!("a claim compares two arms, and \"{one}\" stands here twice");
        return Err((at, problem));
    }
    if claim.judge.is_some() && claim.test != Test::Exchange {
        let problem = "nobody judges this test; leave judge out".to_owned();
        return Err((at, problem));
    }
    let needs_value = claim.test == Test::Exchange;
    let options = question.map_or(Vec::new(), |question| question.options(0));
    let problem = match &claim.value {
        Some(_) if !needs_value => "this test takes no value; leave it out".to_owned(),
        None if !needs_value => return Ok(()),
        Some(value) if options.contains(value) => return Ok(()),
        Some(value) => format!(
            "nobody can answer {} with \"{value}\"; the answers are {}",
            claim.outcome,
            options.join(", ")
        ),
        None => format!(
            "this test needs value = \"...\": the answer that counts, one of {}",
            options.join(", ")
        ),
    };
    Err((at, problem))
}

/// Refuses a rating that no player has.
pub(super) fn rating(rating: &Spanned<i32>) -> Result<(), Wrong> {
    if (-4000..=4000).contains(rating.get_ref()) {
        return Ok(());
    }
    let problem = "a rating is in Elo, from -4000 to 4000".to_owned();
    Err((rating.span(), problem))
}

/// Refuses ratings of some arms, and ratings that tell none apart.
fn ratings(study: &Study, places: &Places) -> Result<(), Wrong> {
    let known: BTreeSet<i32> = study.arms.iter().filter_map(|arm| arm.rating).collect();
    let without = study.arms.iter().position(|arm| arm.rating.is_none());
    match (known.len(), without) {
        (0, _) | (2.., None) => Ok(()),
        (_, Some(arm)) => Err((
            places.arms[arm].clone(),
            format!(
                "the arm {} has no rating, and others have; rate all or none",
                study.arms[arm].name
            ),
        )),
        (_, None) => Err((
            places.arms[0].clone(),
            "all arms have the same rating, which tells none apart; leave the ratings out"
                .to_owned(),
        )),
    }
}

/// Refuses claims that nobody's games could ever show, whatever happens in them.
pub(super) fn possible(study: &Study, places: &Places) -> Result<(), Wrong> {
    for (claim, at) in study.claims.iter().zip(&places.claims) {
        can_be_shown(study, claim).map_err(|problem| (at.clone(), problem))?;
    }
    Ok(())
}

fn can_be_shown(study: &Study, claim: &Claim) -> Result<(), String> {
    if let Some([first, second]) = cells::meet(study, claim) {
        let (one, other) = claim.arms.as_ref().expect("they meet two arms");
        if first + second == 0 {
            return Err(format!(
                "nobody meets both {one} and {other}, so they cannot be compared; with order = \"williams\" everybody does"
            ));
        }
        if claim.test == Test::Paired && (first == 0 || second == 0) {
            return Err(format!(
                "everybody meets {one} and {other} in the same order, and the test paired needs both orders; write \
                 order = \"balanced\""
            ));
        }
    }
    let asked = (0..study.arms.len()).any(|arm| *study.rule(arm) != Rule::Never);
    if claim.test == Test::Exchange && !asked {
        return Err(
            "nothing is asked at moves (rule = \"never\"), and the test exchange is of such answers; write rule = \"every\""
                .to_owned(),
        );
    }
    Ok(())
}

/// Refuses what does not fit together.
pub(super) fn whole(study: &Study, places: &Places) -> Result<(), Wrong> {
    let wrong = |at: &Range<usize>, problem: String| Err((at.clone(), problem));
    if study.version == 0 {
        return wrong(&places.version, "the first version is 1".to_owned());
    }
    let tables: BTreeSet<usize> = study.arms.iter().map(Arm::people).collect();
    if tables.len() != 1 {
        let problem = "a study has arms, and all take the same number of people".to_owned();
        return wrong(&places.people, problem);
    }
    ratings(study, places)?;
    let (arms, games) = (study.arms.len(), usize::from(study.games_each));
    let fits = match study.order {
        Order::Balanced | Order::Williams => games == arms,
        Order::Incomplete => (1..arms).contains(&games),
        Order::Fixed => games == arms,
    };
    if !fits {
        let problem = match study.order {
            Order::Incomplete => format!(
                "with order = \"incomplete\" everybody plays fewer games than there are arms ({arms})"
            ),
            _ => format!(
                "there are {arms} arms, so games-each is {arms}; order = \"incomplete\" gives everybody some of them"
            ),
        };
        return wrong(&places.games_each, problem);
    }
    if study.order == Order::Balanced && arms > 3 {
        let problem =
            format!("{arms} arms have too many orders to balance all; write order = \"williams\"");
        return wrong(&places.order, problem);
    }
    let cells = cells::cells(study).len() as u32;
    let block = cells * study.people_at_a_table() as u32;
    if study.people == 0 || !study.people.is_multiple_of(block) {
        let fewer = study.people / block * block;
        let near = match fewer {
            0 => block.to_string(),
            _ => format!("{fewer} or {}", fewer + block),
        };
        let problem = format!(
            "order and sides make {cells} cells, so people is a multiple of {block}: {near}"
        );
        return wrong(&places.people, problem);
    }
    if study.people_at_a_table() > 1 {
        // People of one table do not answer, win or move apart from each other.
        if let Some(place) = study.claims.iter().position(|c| c.test != Test::Wilcoxon) {
            let problem = format!(
                "the test {} takes people for independent, and several share a table here; test = \"wilcoxon\" takes \
                 the table for one",
                study.claims[place].test.name()
            );
            return wrong(&places.claims[place], problem);
        }
        if !study.quotas.is_empty() {
            let problem = "a quota is for people who play alone, and several share a table here; leave it out";
            return wrong(&places.quota, problem.to_owned());
        }
    }
    // Where everybody falls under a quota, the quotas together have to let all in.
    let before: Vec<&Question> = study.asked_at(At::Before).collect();
    let all_fall = !study.quotas.is_empty()
        && answers(&before).iter().all(|answers| {
            study
                .quotas
                .iter()
                .any(|quota| quota.condition.holds(answers))
        });
    let allowed: u32 = study.quotas.iter().map(|quota| quota.people).sum();
    if all_fall && allowed < study.people {
        let problem = format!(
            "the quotas let only {allowed} of {} people in; raise one, or ask fewer people",
            study.people
        );
        return wrong(&places.quota, problem);
    }
    Ok(())
}
