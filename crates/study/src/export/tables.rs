//! The long tables: one row for each person, game, move, answer and event.

use std::collections::{BTreeMap, BTreeSet};

use records::{Entry as RecordEntry, GameResult, Note, Reason, Record, Sitter};

use super::csv::{Column, Sheet, column};
use super::{Data, event_word, link_word};
use crate::asking;
use crate::event::{Event, Link, Missing, Mover};
use crate::file::{At, Kind, Question, Rule, Study};
use crate::person::{Answer, Person, Slot, State};
use crate::report::Judged;
use crate::table::StudyTable;

/// Returns the word for how far somebody came.
pub(crate) const fn state_word(state: State) -> &'static str {
    match state {
        State::Active => "active",
        State::Lost => "lost",
        State::Finished => "finished",
        State::Freed => "freed",
        State::TurnedAway { quota: true } => "turned-away-by-quota",
        State::TurnedAway { quota: false } => "turned-away",
    }
}

/// Returns how a game ended for a seat, if it ended: `win`, `draw` or `loss`.
#[must_use]
pub fn result_of(table: &StudyTable, seat: u8) -> Option<&'static str> {
    let (ranks, _) = table.ended.as_ref()?;
    let own = *ranks.get(usize::from(seat))?;
    let partner = table.partner(seat);
    let shared = (0..)
        .zip(ranks)
        .any(|(other, &rank)| other != seat && Some(other) != partner && rank == own);
    Some(match (own, shared) {
        (1, false) => "win",
        (1, true) => "draw",
        _ => "loss",
    })
}

/// Returns one row per person.
pub(crate) fn people(data: &Data<'_>) -> Sheet {
    let mut columns = vec![
        column(
            "person",
            "code of the participant, or a number in shared data",
        ),
        column("language", "the language chosen").levels(["ja", "en"]),
        column(
            "link",
            "how they came: real, test (never counted) or simulated",
        )
        .levels(["real", "test", "simulated"]),
        column("version", "the version of the study they agreed to"),
        column("state", "how far they came").levels([
            "active",
            "lost",
            "finished",
            "freed",
            "turned-away",
            "turned-away-by-quota",
        ]),
        column("step", "where they are, or left"),
        column(
            "cell",
            "number of the cell, from 0; empty if none was drawn",
        ),
        column("order", "the arms in the order of the games"),
        column(
            "mirrored",
            "whether choices at moves were shown the other way round",
        )
        .levels(["yes", "no"]),
        column(
            "was-lost",
            "whether they were away for too long at least once",
        )
        .levels(["yes", "no"]),
        column(
            "marked",
            "whether the experimenter marked them as a test before the study was closed",
        )
        .levels(["yes", "no"]),
        column(
            "again",
            "whether somebody had come before with the same id of another service",
        )
        .levels(["yes", "no"]),
        column("minutes", "from consent to the last sign of them"),
    ];
    if !data.options.share {
        columns.push(column("since", "when they agreed, milliseconds since 1970"));
        columns.push(column(
            "external",
            "id at another service, if they came with one",
        ));
    }
    let study = data.register.study();
    let rows = data.people().into_iter().map(|person| {
        let order = person.cell.map(|cell| {
            let games = data.register.cells()[cell].games.iter();
            let names: Vec<&str> = games.map(|&(arm, _)| &*study.arms[arm].name).collect();
            names.join(">")
        });
        let mut row = vec![
            data.name(&person.code),
            person.language.name().to_owned(),
            link_word(person.link).to_owned(),
            person.version.to_string(),
            state_word(person.state).to_owned(),
            data.register.step(person).name(),
            person.cell.map(|cell| cell.to_string()).unwrap_or_default(),
            order.unwrap_or_default(),
            yes_no(person.is_mirrored(study)),
            yes_no(person.was_lost),
            yes_no(person.marked),
            yes_no(person.again),
            format!("{:.1}", (person.last - person.since) as f64 / 60_000.0),
        ];
        if !data.options.share {
            row.push(person.since.to_string());
            let external = data.externals.get(person.code.as_str());
            row.push(external.cloned().unwrap_or_default());
        }
        row
    });
    Sheet {
        name: "people",
        rows: rows.collect(),
        columns,
    }
}

/// Returns the name of a table's arm. The practice is played by the rules of the first arm against somebody
/// else, and is of none.
fn arm_name(study: &Study, table: &StudyTable) -> String {
    match table.game {
        0 => String::new(),
        _ => study.arms[table.arm].name.clone(),
    }
}

fn yes_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// Returns one row per person and game.
pub(crate) fn games(data: &Data<'_>) -> Sheet {
    let mut columns = vec![
        column("person", "code of the participant"),
        column("table", "the table; people who share one played together"),
        column("game", "which game of this person; 0 is the practice"),
        column("arm", "the arm; empty of the practice, which is of none"),
        column(
            "attempt",
            "which beginning of its game this was; of answers, only at moves. The last counts",
        ),
        column("seat", "the seat, from 0, which moves first"),
        column(
            "others",
            "players in the other seats, in order; people are \"person\"",
        ),
        column(
            "result",
            "how it ended for this person; empty if it did not",
        )
        .levels(["win", "draw", "loss"]),
        column("score", "score of this person, as the game counts it"),
        column("best-other", "best score of another seat"),
        column("plies", "how many plies were played"),
        column("abandoned", "whether it was given up and begun again").levels(["yes", "no"]),
        column(
            "replaced",
            "whether a player took over from this person, whose result is then empty",
        )
        .levels(["yes", "no"]),
        column(
            "stood-in",
            "seats in which a player took over from a person who left",
        ),
        column(
            "short",
            "seats of people that players had from the start, since nobody else came",
        ),
    ];
    // The seed of a game follows from when its people came.
    if !data.options.share {
        columns.push(column("seed", "seed of the game"));
    }
    let study = data.register.study();
    let mut rows = Vec::new();
    for table in data.tables() {
        for seat in 0..table.people.len() {
            let Some(code) = table.sat(seat as u8) else {
                continue;
            };
            let stayed = table.people[seat].is_some();
            let others = table
                .players
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != seat);
            let others: Vec<&str> = others
                .map(|(_, player)| player.as_deref().unwrap_or("person"))
                .collect();
            let scores = table.ended.as_ref().map(|(_, scores)| scores);
            let best = scores.and_then(|scores| {
                let others = scores
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != seat);
                others.map(|(_, score)| *score).max()
            });
            let mut row = vec![
                data.name(code),
                data.table_name(table),
                table.game.to_string(),
                arm_name(study, table),
                data.attempt(code, table).to_string(),
                seat.to_string(),
                others.join(" "),
                result_of(table, seat as u8)
                    .filter(|_| stayed)
                    .unwrap_or_default()
                    .to_owned(),
                scores
                    .filter(|_| stayed)
                    .map(|scores| scores[seat].to_string())
                    .unwrap_or_default(),
                best.filter(|_| stayed)
                    .map(|best| best.to_string())
                    .unwrap_or_default(),
                table.plies.len().to_string(),
                yes_no(table.abandoned),
                yes_no(!stayed),
                table
                    .stood_in
                    .iter()
                    .map(u8::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
                if table.is_shared() {
                    table.short.to_string()
                } else {
                    String::new()
                },
            ];
            if !data.options.share {
                row.push(table.seed.to_string());
            }
            rows.push(row);
        }
    }
    Sheet {
        name: "games",
        columns,
        rows,
    }
}

/// Returns one row per move.
pub(crate) fn moves(data: &Data<'_>) -> Sheet {
    let columns = vec![
        column("table", "the table"),
        column("game", "which game of its people; 0 is the practice"),
        column("arm", "the arm; empty of the practice, which is of none"),
        column("ply", "number of the move, from 1, passes included"),
        column("seat", "who moved, from 0"),
        column(
            "by",
            "who decided it: a person, a player, or the rules (passes and openings)",
        )
        .levels(["person", "player", "rules"]),
        column("person", "code of the person who moved; empty if none did"),
        column("move", "the move in the game's notation"),
        column("ms", "how long it took, milliseconds"),
        column(
            "value",
            "what the player thought the position was worth to itself, in its own units, 1000000 and more (or -1000000 \
             and less) where it took the game for decided; empty for people",
        ),
        column("act", "what the player did on purpose").levels(["expectation", "surprise"]),
        column("cost", "what that cost by the player's own evaluation"),
    ];
    let study = data.register.study();
    let mut rows = Vec::new();
    for table in data.tables() {
        for (number, ply) in (1..).zip(&table.plies) {
            let seat = usize::from(ply.seat);
            let person = table.sat(ply.seat).filter(|_| ply.by == Mover::Person);
            let value = ply.values.as_ref().and_then(|values| values.get(seat));
            rows.push(vec![
                data.table_name(table),
                table.game.to_string(),
                arm_name(study, table),
                number.to_string(),
                ply.seat.to_string(),
                match ply.by {
                    Mover::Person => "person",
                    Mover::Player => "player",
                    Mover::Rules => "rules",
                }
                .to_owned(),
                person.map(|code| data.name(code)).unwrap_or_default(),
                ply.text.clone(),
                ply.ms.to_string(),
                value.map(|value| value.to_string()).unwrap_or_default(),
                ply.act
                    .as_ref()
                    .map(|act| act.kind.clone())
                    .unwrap_or_default(),
                ply.act
                    .as_ref()
                    .map(|act| act.cost.to_string())
                    .unwrap_or_default(),
            ]);
        }
    }
    Sheet {
        name: "moves",
        columns,
        rows,
    }
}

/// Returns one row per answer that was or could have been given.
///
/// # Errors
/// Returns an error if the judge cannot judge the games.
pub(crate) fn answers(data: &Data<'_>) -> Result<Sheet, String> {
    let reasons = Missing::ALL.map(|(missing, _)| missing.name());
    let reasons: Vec<&str> = reasons.to_vec();
    let columns = vec![
        column("person", "code of the participant"),
        column("question", "id of the question"),
        column("at", "when it is asked").levels(["before", "practice", "move", "game", "after"]),
        column(
            "game",
            "which game it is about; 0 is the practice; empty if about none",
        ),
        column(
            "attempt",
            "which beginning of its game this was; of answers, only at moves. The last counts",
        ),
        column(
            "arm",
            "the arm of that game; empty of the practice, which is of none",
        ),
        column("ply", "the ply it was asked after"),
        column("own-move", "which own move of the person that is, from 1"),
        column(
            "jump",
            &match &data.judge {
                None => "always empty, since nobody judges these games".to_owned(),
                Some(judge) if judge.is_surprisal() => format!(
                    "of questions at moves, how unlikely the opponent's move before was, in bits ({}), as in the report",
                    judge.name
                ),
                Some(judge) => format!(
                    "of questions at moves, how far the opponent's move before moved the evaluation by {}, as in the \
                     report",
                    judge.name
                ),
            },
        ),
        column("value", "the answer; empty if there is none"),
        column(
            "chosen-arm",
            "the arm that was chosen, where the answer is a game",
        ),
        column("why-missing", "why there is no answer").levels(reasons),
        column(
            "ms",
            "from showing the question to the answer, milliseconds",
        ),
        column("tries", "how often it was answered, of check questions"),
    ];
    let mut rows = Vec::new();
    for person in data.people() {
        of_person(data, person, &mut rows)?;
    }
    Ok(Sheet {
        name: "answers",
        columns,
        rows,
    })
}

/// A game of a person, whether it was the last beginning of it or not.
#[derive(Clone, Copy)]
struct Played<'a> {
    table: &'a StudyTable,
    answers: &'a BTreeMap<Slot, Answer>,
    attempt: u32,
}

fn of_person(data: &Data<'_>, person: &Person, rows: &mut Vec<Vec<String>>) -> Result<(), String> {
    let register = data.register;
    let study = register.study();
    for question in study
        .questions
        .iter()
        .filter(|q| q.at != At::Move && q.at != At::Game)
    {
        let slot = Slot::plain(&question.id);
        rows.push(answer_row(data, person, question, &slot, None));
    }
    for game in 0..=study.games_each {
        if game > 0 {
            for question in study.asked_at(At::Game) {
                let slot = Slot::of_game(&question.id, game);
                rows.push(answer_row(data, person, question, &slot, None));
            }
        }
        let earlier = person.earlier.iter();
        let earlier = earlier.filter_map(|(id, answers)| Some((register.table(id)?, answers)));
        let earlier = earlier.filter(|(table, _)| table.game == game);
        let last = register.table_of(person, game);
        let last = last.map(|table| (table, &person.answers));
        for (attempt, (table, answers)) in (1..).zip(earlier.chain(last)) {
            let played = Played {
                table,
                answers,
                attempt,
            };
            at_moves(data, person, played, rows)?;
        }
    }
    Ok(())
}

/// Adds every answer at moves of a game that was or could have been given.
fn at_moves(
    data: &Data<'_>,
    person: &Person,
    played: Played<'_>,
    rows: &mut Vec<Vec<String>>,
) -> Result<(), String> {
    let study = data.register.study();
    let (table, lot) = (played.table, person.lot(study));
    let mut told = BTreeSet::new();
    // A seat that was lost to a player has no moments; what was answered in it follows below.
    let seat = table.seat_of(&person.code);
    let moments = seat.map_or(Vec::new(), |seat| asking::moments(study, table, seat));
    let judged = match (&data.judge, seat) {
        (Some(judge), Some(seat)) if table.game > 0 => judge.judge(study, table, seat)?,
        _ => Judged::default(),
    };
    for (number, ply) in (1..).zip(moments) {
        let seat = seat.unwrap_or_default();
        let replayed = *study.rule(table.arm) == Rule::Replay && table.game > 0;
        let asked = replayed || asking::is_asked(study, table, seat, lot, ply);
        for question in study.asked_at(At::Move) {
            let slot = Slot::of_move(&question.id, table.game, ply);
            let fits = asking::questions(study, table, seat, ply).any(|q| q.id == question.id);
            let why = if !fits {
                Some(Missing::NothingToJudge)
            } else if !asked {
                Some(Missing::NotAsked)
            } else {
                None
            };
            let jump = asking::judged(study, table, seat, ply).and_then(|reply| judged.jump(reply));
            let at = Some(AtMove {
                played,
                own_move: Some(number),
                jump,
                why,
            });
            rows.push(answer_row(data, person, question, &slot, at));
            told.insert(slot);
        }
    }
    let rest = played
        .answers
        .keys()
        .filter(|slot| slot.game == Some(table.game) && slot.ply.is_some() && !told.contains(slot));
    for slot in rest {
        if let Some(question) = study.question(&slot.question) {
            let at = Some(AtMove {
                played,
                own_move: None,
                jump: None,
                why: None,
            });
            rows.push(answer_row(data, person, question, slot, at));
        }
    }
    Ok(())
}

/// A question at a move.
#[derive(Clone, Copy)]
struct AtMove<'a> {
    played: Played<'a>,
    own_move: Option<u32>,
    jump: Option<f64>,
    /// Why nothing was asked.
    why: Option<Missing>,
}

/// Returns one answer; `at` says of which game at moves it is.
fn answer_row(
    data: &Data<'_>,
    person: &Person,
    question: &Question,
    slot: &Slot,
    at: Option<AtMove<'_>>,
) -> Vec<String> {
    let study = data.register.study();
    let answers = at.map_or(&person.answers, |at| at.played.answers);
    let given: Option<&Answer> = answers.get(slot);
    let hidden = data.options.share && matches!(question.kind, Kind::Text(_));
    let value = given.and_then(|answer| answer.value.clone());
    let given_up = at.is_some_and(|at| at.played.table.abandoned);
    let gone = if person.state == State::Active && !given_up {
        Missing::NotReached
    } else {
        Missing::Left
    };
    let missing = match (given, &value) {
        (_, Some(_)) if hidden => Missing::NotShared.name(),
        (_, Some(_)) => "",
        (Some(answer), None) => answer.why.unwrap_or(Missing::Skipped).name(),
        (None, None) => at.and_then(|at| at.why).unwrap_or(gone).name(),
    };
    let last = slot
        .game
        .and_then(|game| data.register.table_of(person, game));
    let table = at.map(|at| at.played.table).or(last);
    let chosen = value
        .as_ref()
        .filter(|_| question.kind == Kind::Arms)
        .and_then(|value| {
            let game = value.parse().ok()?;
            Some(
                study.arms[data.register.table_of(person, game)?.arm]
                    .name
                    .clone(),
            )
        });
    let number = |number: Option<u32>| number.map(|n| n.to_string()).unwrap_or_default();
    vec![
        data.name(&person.code),
        question.id.clone(),
        question.at.name().to_owned(),
        slot.game.map(|game| game.to_string()).unwrap_or_default(),
        number(at.map(|at| at.played.attempt)),
        table
            .map(|table| arm_name(study, table))
            .unwrap_or_default(),
        number(slot.ply),
        number(at.and_then(|at| at.own_move)),
        at.and_then(|at| at.jump)
            .map(|jump| jump.to_string())
            .unwrap_or_default(),
        value.filter(|_| !hidden).unwrap_or_default(),
        chosen.unwrap_or_default(),
        missing.to_owned(),
        number(given.map(|answer| answer.ms)),
        number(given.map(|answer| answer.tries)),
    ]
}

/// Returns one row per event.
pub(crate) fn events(data: &Data<'_>) -> Sheet {
    let columns: Vec<Column> = vec![
        column("at", "when, milliseconds since 1970"),
        column("person", "to whom"),
        column("table", "at which table"),
        column("kind", "what happened"),
        column(
            "what",
            "of diary entries: hidden, shown, reload, device (another one) or other; of pages, which",
        ),
    ];
    let rows = data.entries.iter().map(|entry| {
        let what = match &entry.event {
            Event::Diary { what } => what.clone(),
            Event::WentOn { page } => page.clone(),
            Event::Consented {
                link: Link::Test, ..
            } => "test".to_owned(),
            _ => String::new(),
        };
        vec![
            entry.at.to_string(),
            entry
                .person
                .as_ref()
                .map(|code| data.name(code))
                .unwrap_or_default(),
            match entry.table.as_deref() {
                None => String::new(),
                Some(id) => data
                    .register
                    .table(id)
                    .map_or_else(|| id.to_owned(), |table| data.table_name(table)),
            },
            event_word(&entry.event),
            what,
        ]
    });
    Sheet {
        name: "events",
        rows: rows.collect(),
        columns,
    }
}

/// Returns a table as a record of the game.
pub(crate) fn record(data: &Data<'_>, table: &StudyTable) -> Record {
    let study = data.register.study();
    let seats = table
        .people
        .iter()
        .zip(&table.players)
        .map(|(person, player)| match (person, player) {
            (Some(code), _) => Sitter::person(data.name(code)),
            (None, Some(player)) => Sitter::ai(player, None),
            (None, None) => Sitter::person(""),
        });
    let moves = table.plies.iter().map(|ply| RecordEntry {
        seat: ply.seat,
        text: Some(ply.text.clone()),
        out: None,
        by: None,
        ms: ply.ms,
        values: ply.values.clone(),
        note: ply.act.as_ref().map(|act| Note {
            kind: act.kind.clone(),
            cost: act.cost,
        }),
    });
    let played = table.is_at_its_end();
    let result = table
        .ended
        .as_ref()
        .filter(|_| played)
        .map(|(ranks, scores)| GameResult {
            ranks: ranks.clone(),
            scores: scores.clone(),
            reason: Reason::Played,
            by: None,
        });
    let time = |at: u64| Some(at).filter(|_| !data.options.share);
    Record {
        format: records::record::FORMAT.to_owned(),
        version: records::record::VERSION,
        game: study.arms[table.arm].game.to_string(),
        seats: seats.collect(),
        clock: None,
        start: None,
        seed: Some(table.seed).filter(|_| !data.options.share),
        started: time(table.opened),
        ended: table
            .plies
            .last()
            .filter(|_| result.is_some())
            .and_then(|ply| time(ply.at)),
        moves: moves.collect(),
        result,
    }
}
