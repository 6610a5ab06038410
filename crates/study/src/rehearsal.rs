//! A study with simulated people and without a server: the register, the players and the people are the
//! same as over the wire, and nobody waits. Made for many studies; each is a pure function of its seed.

use std::sync::Arc;

use players::{Playable, Player, Playing};
use rules::hash::mix;
use rules::{Game, Seat, with_game};
use search::Limits;

use crate::code::Code;
use crate::event::{Act, Link};
use crate::file::Study;
use crate::register::{Newcomer, Register, Reply, Request, Step, Wanted};
use crate::simulated::{Effects, Simulated};
use crate::table::StudyTable;

/// So many people come for each who is to finish.
const COME: u32 = 4;
/// No person takes more steps than this.
const MOST_STEPS: usize = 20_000;

/// Lets simulated people of these effects take part in a study, one after the other, until as many have
/// finished as the study wants.
///
/// # Errors
/// Returns an error if people share tables, or a player of the study does not play.
pub fn rehearse(study: &Arc<Study>, effects: Effects, seed: u64) -> Result<Register, String> {
    if study.people_at_a_table() > 1 {
        return Err("people who share a table are simulated over the wire alone".to_owned());
    }
    let mut register = Register::new(Arc::clone(study));
    let mut now = 1_000_000_000_000;
    for number in 0..u64::from(COME * study.people) {
        if register.finished() >= study.people as usize {
            break;
        }
        let own = mix(seed ^ mix(number));
        let mut mind = Simulated::new(&study.arms[0].game, effects, own)
            .ok_or_else(|| format!("nobody can play {} here", study.arms[0].game))?;
        let newcomer = Newcomer {
            code: Code::of(own),
            language: study.languages[0],
            link: Link::Simulated,
            again: false,
        };
        register
            .consent(&newcomer, now)
            .map_err(|refusal| refusal.to_string())?;
        take_part(&mut register, &newcomer.code, &mut mind, &mut now)?;
        // Whoever left is gone for long before the next one comes.
        now += 2 * study.times.lost;
        register.tick(&Default::default(), now);
    }
    Ok(register)
}

fn take_part(
    register: &mut Register,
    code: &Code,
    mind: &mut Simulated,
    now: &mut u64,
) -> Result<(), String> {
    // Nobody else is here, so that only one table is on at a time.
    let mut seated: Option<(String, Box<dyn Programs>)> = None;
    for _ in 0..MOST_STEPS {
        while let Some(wanted) = register.wanted().into_iter().next() {
            let table = register.table(&wanted.table);
            let table = table.ok_or("a table that waits is there")?;
            let study = register.study();
            let known = seated.take().filter(|(id, _)| *id == table.id);
            let (_, programs) =
                seated.insert(known.unwrap_or_else(|| (table.id.clone(), sit(study, table))));
            let reply = programs.decide(study, table, &wanted)?;
            register
                .reply(&reply, *now)
                .map_err(|refusal| refusal.to_string())?;
        }
        let took = mind.takes();
        let Some(person) = register.person(code) else {
            return Ok(());
        };
        let over = matches!(
            register.step(person),
            Step::Done | Step::TurnedAway | Step::Ended
        );
        if over || mind.leaves() {
            return Ok(());
        }
        match next(register, code, mind, took, *now) {
            Some(request) => {
                *now += u64::from(took);
                register
                    .request(code, None, &request, *now)
                    .map_err(|refusal| refusal.to_string())?;
            }
            None => *now += register.study().times.reply + 1,
        }
    }
    Err(format!("{code} never comes to an end"))
}

/// Returns what somebody does next; `None` if there is nothing but to wait.
fn next(
    register: &Register,
    code: &Code,
    mind: &mut Simulated,
    ms: u32,
    now: u64,
) -> Option<Request> {
    let (person, study) = (register.person(code)?, register.study());
    let at_move = |mind: &mut Simulated, table: &StudyTable, plies: u32, open: &[String]| {
        let question = study.question(open.first()?)?;
        let moves = texts(table, plies);
        let options = question.options(study.games_each);
        let seat = table.seat_of(code)?;
        Some(Request::Answer {
            question: question.id.clone(),
            game: Some(table.game),
            ply: Some(plies),
            value: mind.answer_at_move(&question.id, &moves, seat, &options),
            late: false,
            ms,
        })
    };
    match register.step(person) {
        Step::Questions { game, open, .. } => {
            let question = study.question(open.first()?)?;
            let options = question.options(study.games_each);
            Some(Request::Answer {
                question: question.id.clone(),
                game,
                ply: None,
                value: mind.answer(&question.id, &options, question.right.as_deref()),
                late: false,
                ms,
            })
        }
        Step::Rules | Step::Pause { .. } | Step::Debrief => Some(Request::Next),
        Step::Replay { game, ply, open } => {
            at_move(mind, register.table_of(person, game)?, ply, &open)
        }
        Step::Play { game } => {
            let table = register.table_of(person, game)?;
            let seen = register.seen(person, table, now)?;
            let seat = table.seat_of(code)?;
            if let Some((ply, open)) = seen.asked {
                return at_move(mind, table, ply, &open);
            }
            if seen.over {
                let (ranks, _) = table.standing();
                if game > 0 {
                    mind.game_over(ranks.get(usize::from(seat)) == Some(&1));
                }
                return Some(Request::Next);
            }
            seen.to_move.then(|| Request::Move {
                game,
                ply: seen.plies,
                text: mind.choose(&texts(table, seen.plies), &table.legal()),
                ms,
            })
        }
        Step::Waiting { .. } | Step::TurnedAway | Step::Ended | Step::Done => None,
    }
}

fn texts(table: &StudyTable, plies: u32) -> Vec<String> {
    let plies = table.plies.iter().take(plies as usize);
    plies.map(|ply| ply.text.clone()).collect()
}

/// A table whose players decide: its game, kept up with what is played, and everybody who was asked there.
trait Programs {
    /// Lets the player of the seat whose turn it is decide.
    fn decide(
        &mut self,
        study: &Study,
        table: &StudyTable,
        wanted: &Wanted,
    ) -> Result<Reply, String>;
}

struct Seated<G: Game> {
    playing: Playing<G>,
    players: Vec<Option<Box<dyn Player<G>>>>,
}

/// Sits down at a table, before anything is known of it.
fn sit(study: &Study, table: &StudyTable) -> Box<dyn Programs> {
    with_game!(&study.arms[table.arm].game, G, rules => Box::new(Seated {
        playing: Playing::<G>::new(G::start(rules), table.seed),
        players: table.players.iter().map(|_| None).collect(),
    }))
}

impl<G: Playable> Seated<G> {
    /// Plays what has been played since.
    fn catch_up(&mut self, table: &StudyTable) -> Result<(), String> {
        let known = self.playing.line.events().len();
        for (number, ply) in table.plies.iter().enumerate().skip(known) {
            let played = self.playing.line.play_text(&ply.text);
            played.map_err(|error| error.to_string())?;
            if let Some(act) = &ply.act {
                let seat = Seat::new(ply.seat.into());
                self.playing.notes.push((seat, act.note(number)));
            }
        }
        Ok(())
    }
}

impl<G: Playable> Programs for Seated<G> {
    fn decide(
        &mut self,
        study: &Study,
        table: &StudyTable,
        wanted: &Wanted,
    ) -> Result<Reply, String> {
        self.catch_up(table)?;
        let seat = self.playing.position().turn().index();
        let player = match &mut self.players[seat] {
            Some(player) => player,
            new => {
                let source = study.players.get(&wanted.player);
                let file = &source.ok_or("every player has a file")?.file;
                new.insert(G::player(file).map_err(|error| error.to_string())?)
            }
        };
        let choice = self
            .playing
            .ask(&mut **player, &Limits::default(), &mut |_| ())
            .map_err(|error| error.to_string())?;
        Ok(Reply {
            table: wanted.table.clone(),
            ply: wanted.ply,
            text: self.playing.position().move_text(choice.m),
            values: choice.values().map_or(Vec::new(), |values| values.to_vec()),
            act: choice.note.as_ref().map(Act::of),
            ms: 0,
        })
    }
}
