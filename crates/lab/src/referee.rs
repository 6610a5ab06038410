//! One game played, or one position thought about: contenders sit down, and whoever fails forfeits.
//!
//! A player that panics, plays an illegal move or thinks longer than the experiment allows resigns
//! by the rules of the game; the others play on, and the run continues in any case.

mod seated;

use std::sync::atomic::Ordering;
use std::time::Instant;

use players::{Choice, Note, Playable, Turn};
use rules::line::GameLine;
use rules::{PerSeat, Seat};

use self::seated::Seated;
use crate::contender::Contender;
use crate::experiment::{Experiment, Keep};
use crate::jobs::Watch;
use crate::opening::{Opening, OpeningSet};
use crate::plan::{Assignment, Place, Plan, Problem};
use crate::run::measured::{Measured, Searched};
use crate::run::played::{Forfeit, NoteKept, Played, Thought};
use crate::run::{EngineNote, Why};

/// Seats the players of a plan, asks them for moves and judges what they play. They stay for many
/// games, and forget one when the next begins.
pub(crate) struct Referee<'a, G: Playable> {
    experiment: &'a Experiment,
    plan: &'a Plan,
    openings: &'a OpeningSet<G>,
    seated: Vec<Seated<'a, G>>,
    watch: Watch,
    notes: Vec<(Seat, Note)>,
}

impl<'a, G: Playable> Referee<'a, G> {
    /// Creates a referee for all contenders of a plan.
    ///
    /// # Errors
    /// Returns an error if one of them cannot play this game.
    pub(crate) fn new(
        experiment: &'a Experiment,
        plan: &'a Plan,
        openings: &'a OpeningSet<G>,
        watch: Watch,
    ) -> Result<Self, Problem> {
        let seated = plan.contenders.iter().map(|contender| {
            let mut limits = contender.asked(&experiment.limits);
            if contender.may_be_stopped(&experiment.limits) {
                limits.stop = Some(watch.stop.clone());
            }
            Seated::new(contender, limits).map_err(|error| {
                let (name, game) = (&contender.name, &experiment.game);
                let text = format!("{name} cannot play {game}: {error}");
                Problem::new(place(experiment, contender), text)
            })
        });
        Ok(Self {
            seated: seated.collect::<Result<_, Problem>>()?,
            experiment,
            plan,
            openings,
            watch,
            notes: Vec::new(),
        })
    }

    /// Plays the game with this number; `None` if it was left before its end.
    pub(crate) fn play(&mut self, number: u64) -> Option<Played> {
        let assignment = self.plan.game(number);
        let opening = self.openings.get(assignment.opening);
        self.play_from(&assignment, opening)
    }

    /// Returns the position with this number, as every contender thinks about it; `None` if that
    /// was left before its end.
    pub(crate) fn think(&mut self, number: u64) -> Option<Measured> {
        let assignment = self.plan.game(number);
        let opening = self.openings.get(assignment.opening);
        let position = opening.line.position();
        self.set_up();
        let mut searches = Vec::with_capacity(self.seated.len());
        for contender in 0..self.seated.len() {
            let began = Instant::now();
            let answer = self.ask(contender, 0, &opening.line, assignment.seed);
            let micros = began.elapsed().as_micros() as u64;
            self.watch.moves.fetch_add(1, Ordering::Relaxed);
            if self.watch.leave.load(Ordering::Relaxed) {
                return None;
            }
            searches.push(answer.map(|choice| {
                Searched {
                    chosen: position.move_text(choice.m),
                    values: choice
                        .values()
                        .map_or_else(Vec::new, |values| values.to_vec()),
                    depth: choice.report.depth,
                    nodes: choice.report.nodes,
                    evaluations: choice.report.evaluations,
                    micros,
                }
            }));
        }
        Some(Measured {
            number,
            moves: opening.line.moves_text(),
            start: opening.start,
            searches,
        })
    }

    fn play_from(&mut self, assignment: &Assignment, opening: Opening<G>) -> Option<Played> {
        self.set_up();
        // A contender may hold several seats, each with a player of its own.
        let which = PerSeat::from_fn(assignment.seats.len(), |seat| {
            let before = assignment.seats.iter().take(seat.index());
            before
                .filter(|&&other| other == assignment.seats[seat])
                .count()
        });
        let Opening { start, mut line } = opening;
        let plies = line.move_count();
        let mut played = Played {
            number: assignment.number,
            seats: assignment.seats,
            opening: plies,
            start,
            moves: String::new(),
            plies,
            outcome: line.position().standing(),
            forfeits: Vec::new(),
            thoughts: Vec::new(),
            notes: Vec::new(),
        };
        while !line.is_finished() {
            let seat = line.position().turn();
            let began = self.experiment.keep.times.then(Instant::now);
            let answer = self.ask(assignment.seats[seat], which[seat], &line, assignment.seed);
            self.watch.moves.fetch_add(1, Ordering::Relaxed);
            if self.watch.leave.load(Ordering::Relaxed) {
                return None;
            }
            let answer = answer.and_then(|choice| {
                let played = line.play(choice.m);
                played.map(|()| choice).map_err(|_| Why::Illegal(None))
            });
            match answer {
                Ok(choice) => {
                    if self.experiment.keep.anything() {
                        played
                            .thoughts
                            .push(thought(self.experiment.keep, &choice, began));
                    }
                    if let Some(note) = choice.note {
                        played.notes.push(NoteKept {
                            ply: line.move_count() - 1,
                            kind: note.kind.name().to_owned(),
                            cost: note.cost,
                        });
                        self.notes.push((seat, note));
                    }
                }
                Err(why) => {
                    line.put_out(seat, why.exit());
                    played.forfeits.push(Forfeit {
                        seat: seat.index(),
                        ply: line.move_count(),
                        why,
                    });
                }
            }
        }
        played.moves = line.moves_text();
        played.plies = line.move_count();
        played.outcome = line.position().standing();
        Some(played)
    }

    /// Starts every other program and asks it for a move; `None` if that was left before its end.
    ///
    /// # Errors
    /// Returns an error if one of them gives none.
    pub(crate) fn greet(&mut self) -> Option<Result<Vec<EngineNote>, Problem>> {
        let mut notes = Vec::new();
        let line = self.openings.get(0).line;
        self.set_up();
        for index in 0..self.seated.len() {
            let contender = self.seated[index].contender;
            if contender.player_file().program().is_none() {
                continue;
            }
            let wrong = |text: &str| {
                let text = format!("the player {}: {text}", contender.name);
                Some(Err(Problem::new(place(self.experiment, contender), text)))
            };
            let answer = self.ask(index, 0, &line, 0);
            if self.watch.leave.load(Ordering::Relaxed) {
                return None;
            }
            match answer {
                Ok(choice) if line.position().is_legal(choice.m) => {}
                Ok(_) => return wrong("its first move is not legal"),
                Err(why) => return wrong(why.reason().unwrap_or("it gave no answer in time")),
            }
            let program = self.seated[index]
                .players
                .program()
                .expect("it has answered");
            notes.push(EngineNote {
                player: contender.name.clone(),
                name: program.name,
                version: program.version,
            });
        }
        Some(Ok(notes))
    }

    /// Resets everything for a new game.
    fn set_up(&mut self) {
        self.notes.clear();
        let seated = self.seated.iter_mut();
        seated.for_each(|seated| seated.players.new_game());
    }

    /// Asks a contender for a move. This always returns, unless one of our players neither ends nor
    /// respects its stop flag.
    fn ask(
        &mut self,
        contender: usize,
        which: usize,
        line: &GameLine<G>,
        seed: u64,
    ) -> Result<Choice<G::Move>, Why> {
        // Impatience with the move before is no reason to stop this one. Both in one order for all
        // threads, so that no player that has to stop keeps thinking.
        self.watch.stop.store(false, Ordering::SeqCst);
        if self.watch.leave.load(Ordering::SeqCst) {
            return Err(Why::Late(None));
        }
        let seated = &mut self.seated[contender];
        let seat = line.position().turn();
        let own = self.notes.iter().filter(|(by, _)| *by == seat);
        let notes: Vec<Note> = own.map(|(_, note)| note.clone()).collect();
        let mut turn = Turn {
            position: line.position(),
            line,
            seed,
            limits: &seated.limits,
            notes: &notes,
            progress: &mut |_| (),
        };
        let chosen = seated.players.choose(which, &mut turn);
        let late = self.watch.stop.swap(false, Ordering::Relaxed);
        chosen.and_then(|choice| {
            if late {
                Err(Why::Late(None))
            } else {
                Ok(choice)
            }
        })
    }
}

/// Returns where a contender stands in its experiment: the values of a sweep stand for their
/// player.
fn place(experiment: &Experiment, contender: &Contender) -> Place {
    let named = |player: &Contender| player.name == contender.name;
    let index = experiment.players.iter().position(named);
    index.map_or(Place::Players, Place::Player)
}

fn thought<M: Copy>(keep: Keep, choice: &Choice<M>, began: Option<Instant>) -> Thought {
    Thought {
        values: choice.values().copied().filter(|_| keep.values),
        nodes: keep.nodes.then_some(choice.report.nodes),
        micros: began.map(|began| began.elapsed().as_micros() as u64),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use players::{Maker, Player, PlayerError};
    use rules::Game;
    use rules::reversi::Othello;
    use rules::yonin::Yonin;
    use search::Report;

    use super::seated::Players;
    use super::*;
    use crate::experiment::{Kind, Seating};

    /// Fails in its third move of each game.
    struct Failing(Why);

    impl<G: Game> Player<G> for Failing {
        fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
            let seats = turn.position.facts().seats;
            let mut m = turn.position.legal()[0];
            if turn.ply() >= 2 * seats {
                match &self.0 {
                    Why::Crashed(message) => panic!("{message}"),
                    Why::Illegal(_) => {
                        // A move of the start is never legal again.
                        m = G::start(&turn.position.rules()).legal()[0];
                    }
                    Why::Late(_) => {
                        let stop = turn.limits.stop.clone().expect("the referee has a flag");
                        while !stop.load(Ordering::Relaxed) {
                            std::thread::yield_now();
                        }
                    }
                }
            }
            Ok(Choice {
                m,
                report: Report::before(rules::PerSeat::all(seats, 0), vec![m]),
                valued: true,
                note: None,
            })
        }
    }

    fn experiment(game: &str, seating: Seating) -> Experiment {
        let random = |name| Contender::named("random").unwrap().called(name);
        Experiment {
            seating,
            games: 2,
            ..Experiment::new(
                game.parse().unwrap(),
                Kind::Match,
                vec![random("failing"), random("sound")],
            )
        }
    }

    fn play_with<G: Playable>(experiment: &Experiment, rules: &G::Rules, why: Why) -> Played {
        let plan = Plan::new(experiment).unwrap();
        let openings = OpeningSet::<G>::new(experiment, rules).unwrap();
        let watch = Watch::default();
        let mut referee = Referee::new(experiment, &plan, &openings, watch.clone()).unwrap();
        let failing = why.clone();
        let failing = Maker::new(move || Ok(Box::new(Failing(failing.clone())) as Box<_>));
        referee.seated[0].players = Players::of(failing);
        let over = AtomicBool::new(false);
        let played = std::thread::scope(|scope| {
            if why == Why::Late(None) {
                // The watcher runs out of patience.
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        if watch.moves.load(Ordering::Relaxed) >= 2 * plan.seats as u64 {
                            watch.stop.store(true, Ordering::Relaxed);
                        }
                        std::thread::yield_now();
                    }
                });
            }
            let played = referee.play(0).unwrap();
            over.store(true, Ordering::Relaxed);
            played
        });
        played.check(experiment).unwrap();
        let record = played.to_record(experiment, &plan);
        records::Record::parse(&record.to_json()).unwrap();
        played
    }

    #[test]
    fn whoever_fails_forfeits_and_the_reason_is_kept() {
        let experiment = experiment("othello", Seating::Balanced);
        for why in [
            Why::Crashed("broken on purpose".to_owned()),
            Why::Illegal(None),
            Why::Late(None),
        ] {
            let played = play_with::<Othello>(&experiment, &(), why.clone());
            let [forfeit] = &played.forfeits[..] else {
                panic!("one forfeit: {played:?}");
            };
            assert_eq!(forfeit.why, why);
            assert_eq!(played.seats[Seat::new(forfeit.seat)], 0);
            assert_eq!(played.outcome.ranks[Seat::new(forfeit.seat)], 2);
            assert_eq!(forfeit.ply, played.plies);
        }
    }

    /// Counts how often one was made, and the new games.
    struct Counting(Arc<AtomicU64>);

    impl<G: Game> Player<G> for Counting {
        fn new_game(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }

        fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
            let m = turn.position.legal()[0];
            let seats = turn.position.facts().seats;
            Ok(Choice::best(Report::before(
                PerSeat::all(seats, 0),
                vec![m],
            )))
        }
    }

    /// Of four seats one contender holds three: each has a player of its own, and all of them stay.
    #[test]
    fn a_player_is_made_for_every_seat_and_hears_of_every_game() {
        let experiment = experiment("yonin", Seating::Alone);
        let plan = Plan::new(&experiment).unwrap();
        let rules = rules::yonin::Rules::default();
        let openings = OpeningSet::<Yonin>::new(&experiment, &rules).unwrap();
        let mut referee = Referee::new(&experiment, &plan, &openings, Watch::default()).unwrap();
        let (made, new_games) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        for seated in &mut referee.seated {
            let (made, new_games) = (Arc::clone(&made), Arc::clone(&new_games));
            seated.players = Players::of(Maker::new(move || {
                made.fetch_add(1, Ordering::Relaxed);
                Ok(Box::new(Counting(Arc::clone(&new_games))) as Box<_>)
            }));
        }
        let first = referee.play(0).unwrap();
        assert_eq!(made.load(Ordering::Relaxed), 4);
        let seated = referee.plan.game(0).seats;
        assert_eq!(
            seated
                .iter()
                .filter(|&&who| who == seated[Seat::new(1)])
                .count(),
            3
        );
        for _ in 0..3 {
            assert_eq!(
                referee.play(0).unwrap(),
                first,
                "a game follows from its number"
            );
        }
        assert_eq!(made.load(Ordering::Relaxed), 4, "nobody is made twice");
        assert_eq!(new_games.load(Ordering::Relaxed), 3 * 4);
    }

    #[test]
    fn in_a_game_for_four_the_others_play_on() {
        let experiment = experiment("yonin", Seating::Alone);
        let rules = rules::yonin::Rules::default();
        let played = play_with::<Yonin>(&experiment, &rules, Why::Crashed("gone".to_owned()));
        assert_eq!(played.forfeits.len(), 1);
        assert!(played.plies > played.forfeits[0].ply);
        assert_eq!(played.outcome.ranks[Seat::new(played.forfeits[0].seat)], 4);
    }
}
