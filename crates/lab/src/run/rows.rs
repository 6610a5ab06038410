//! What a run keeps of a game and of a position: how it is made, counted and written as rows of
//! `results.csv`.

use std::fmt::Write;

use report::csv_field;
use rules::Seat;
use statistics::sprt::Decision;

use crate::plan::Plan;
use crate::run::judge::Judge;
use crate::run::line::{LineError, RunLine};
use crate::run::{Measured, Played, Searched, Summary, Why};
use crate::venue::AnyReferee;

fn why(why: &Why) -> &'static str {
    match why {
        Why::Crashed(_) => "crashed",
        Why::Illegal(_) => "illegal",
        Why::Late(_) => "late",
    }
}

impl RunLine for Played {
    const NAME: &'static str = "game";

    fn number(&self) -> u64 {
        self.number
    }

    fn make(referee: &mut dyn AnyReferee, number: u64) -> Option<Self> {
        referee.play(number)
    }

    fn write(&self, text: &mut String) {
        Self::write(self, text);
    }

    fn parse(line: &str) -> Result<Self, LineError> {
        Self::parse(line)
    }

    fn count(&self, summary: &mut Summary) -> Decision {
        summary.add(self)
    }

    fn fits(&self, plan: &Plan) -> bool {
        plan.game(self.number).seats == self.seats
    }

    fn judge(&self, judge: &Judge) -> Result<(), String> {
        judge.played(self)
    }

    fn heading(plan: &Plan) -> String {
        let mut line = "game,block,table,opening,plies".to_owned();
        for seat in 1..=plan.seats {
            let _ = write!(line, ",player {seat},rank {seat},score {seat}");
        }
        line + ",forfeits\n"
    }

    fn rows(&self, plan: &Plan, rows: &mut String) {
        let planned = plan.game(self.number);
        let _ = write!(
            rows,
            "{},{},{},{},{}",
            self.number, planned.block, planned.table, planned.opening, self.plies
        );
        for seat in Seat::all(plan.seats) {
            let name = csv_field(&plan.contenders[self.seats[seat]].name);
            let (rank, score) = (self.outcome.ranks[seat], self.outcome.scores[seat]);
            let _ = write!(rows, ",{name},{rank},{score}");
        }
        let forfeits = self
            .forfeits
            .iter()
            .map(|f| format!("{} {}", f.seat + 1, why(&f.why)));
        let _ = writeln!(rows, ",{}", forfeits.collect::<Vec<_>>().join("; "));
    }
}

impl RunLine for Measured {
    const NAME: &'static str = "position";

    fn number(&self) -> u64 {
        self.number
    }

    fn make(referee: &mut dyn AnyReferee, number: u64) -> Option<Self> {
        referee.think(number)
    }

    fn write(&self, text: &mut String) {
        Self::write(self, text);
    }

    fn parse(line: &str) -> Result<Self, LineError> {
        Self::parse(line)
    }

    fn count(&self, _: &mut Summary) -> Decision {
        Decision::Continue
    }

    fn fits(&self, plan: &Plan) -> bool {
        let values = |found: &Searched| found.values.len();
        let of_seats = |found| values(found) == 0 || values(found) == plan.seats;
        self.searches.len() == plan.contenders.len() && self.searches.iter().flatten().all(of_seats)
    }

    fn judge(&self, judge: &Judge) -> Result<(), String> {
        judge.measured(self)
    }

    fn heading(_: &Plan) -> String {
        "position,player,move,values,depth,nodes,evaluations,microseconds,same values,same move,\
         forfeit\n"
            .to_owned()
    }

    fn rows(&self, plan: &Plan, rows: &mut String) {
        for (index, searched) in self.searches.iter().enumerate() {
            let name = csv_field(&plan.contenders[index].name);
            let _ = write!(rows, "{},{name}", self.number);
            let reference = plan.reference(index);
            match searched {
                Ok(found) => {
                    let values: Vec<String> = found.values.iter().map(i32::to_string).collect();
                    let _ = writeln!(
                        rows,
                        ",{},{},{},{},{},{},{},{},",
                        csv_field(&found.chosen),
                        values.join(" "),
                        found.depth,
                        found.nodes,
                        found.evaluations,
                        found.micros,
                        u8::from(self.same_values(index, reference)),
                        u8::from(self.same_move(index, reference)),
                    );
                }
                Err(problem) => {
                    let _ = writeln!(rows, ",,,,,,,,,{}", why(problem));
                }
            }
        }
    }
}
