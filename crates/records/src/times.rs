//! What a record says of time has to fit together: its clock, how long its moves took, and its dates.

use crate::{Out, Record, TimeControl};

/// Machines set their clocks now and then, so dates may be wrong by so much, in milliseconds.
const SLACK: u64 = 60_000;

impl Record {
    /// Returns how long all moves took together, in milliseconds.
    #[must_use]
    pub fn thought(&self) -> u64 {
        self.moves.iter().map(|entry| u64::from(entry.ms)).sum()
    }

    /// Checks that the times do not contradict each other. This is for records from elsewhere: one that was kept
    /// before is not refused for its times.
    ///
    /// # Errors
    /// Returns a sentence that says which do.
    pub fn check_times(&self) -> Result<(), String> {
        let lasted = match (self.started, self.ended) {
            (Some(started), Some(ended)) => Some(ended.saturating_sub(started)),
            _ => None,
        };
        if let Some(lasted) = lasted
            && self.thought() > lasted + SLACK
        {
            return Err(format!(
                "the moves took {} ms, but the game lasted {lasted}",
                self.thought()
            ));
        }
        let Some(clock) = self.clock else {
            return Ok(());
        };
        if !clock.is_sound() {
            return Err("a clock needs some time, and a day at most".to_owned());
        }
        let late = |entry: &&crate::Entry| entry.out == Some(Out::Time);
        let flags = self.moves.iter().filter(late).count() as u64;
        let least = flags.saturating_mul(clock.shortest());
        if let Some(lasted) = lasted
            && least > lasted + SLACK
        {
            return Err(format!(
                "running out of time takes {least} ms on this clock, but the game lasted {lasted}"
            ));
        }
        self.check_clock(clock)
    }

    /// Checks that nobody used more time than the clock gave. Where moves add to it, those that were taken back did,
    /// too, and the record does not know them.
    fn check_clock(&self, clock: TimeControl) -> Result<(), String> {
        let (period, periods) = match clock {
            TimeControl::Increment { increment: 0, .. } => (0, 0),
            TimeControl::Increment { .. } => return Ok(()),
            TimeControl::Byoyomi {
                period, periods, ..
            } => (u64::from(period) * 1000, u64::from(periods)),
        };
        let main = clock.shortest() - period * periods;
        let mut left = vec![(main + SLACK, periods); self.seats.len()];
        // No clock runs before the first move.
        for (number, entry) in (1..).zip(&self.moves).skip(1) {
            let Some((left, periods)) = left.get_mut(usize::from(entry.seat)) else {
                continue;
            };
            let over = u64::from(entry.ms).saturating_sub(*left);
            *left = left.saturating_sub(entry.ms.into());
            let used = over.checked_div(period).unwrap_or(0);
            if over > 0 && used >= *periods {
                return Err(format!(
                    "move {number} took {} ms, more than the clock still gave",
                    entry.ms
                ));
            }
            *periods -= used;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, Sitter};

    const MINUTE: u32 = 60_000;

    /// Seven moves of these times, with this clock and dates.
    fn said(clock: Option<TimeControl>, lasted: u64, ms: [u32; 7], out: Option<Out>) -> String {
        let texts = "f5 d6 c3 d3 c4 f4 f6".split(' ');
        let mut moves: Vec<Entry> = texts
            .zip(ms)
            .zip([0, 1].into_iter().cycle())
            .map(|((text, ms), seat)| Entry {
                seat,
                text: Some(text.to_owned()),
                ms,
                ..Entry::default()
            })
            .collect();
        moves.extend(out.map(|out| Entry {
            seat: 1,
            out: Some(out),
            ..Entry::default()
        }));
        let record = Record {
            format: crate::record::FORMAT.to_owned(),
            version: crate::record::VERSION,
            game: "othello".to_owned(),
            seats: vec![Sitter::default(); 2],
            clock,
            start: None,
            seed: None,
            started: Some(1_000_000),
            ended: Some(1_000_000 + lasted),
            moves,
            result: None,
        };
        let record = Record::parse(&record.to_json()).expect("the moves are legal");
        record.check_times().err().unwrap_or_default()
    }

    #[test]
    fn times_that_contradict_are_refused() {
        let hour = 60 * u64::from(MINUTE);
        let sudden = |main| {
            let increment = 0;
            Some(TimeControl::Increment { main, increment })
        };
        let byoyomi = Some(TimeControl::Byoyomi {
            main: 60,
            period: 120,
            periods: 2,
        });
        let third = |ms| [0, 0, ms, 0, 0, 0, 0];
        assert_eq!(said(None, hour, third(50 * MINUTE), None), "");
        let long = said(None, hour, third(62 * MINUTE), None);
        assert!(long.contains("but the game lasted 3600000"), "{long}");
        let none = said(sudden(0), hour, third(0), None);
        assert!(none.contains("a clock needs some time"), "{none}");

        // Two minutes for all moves, and one because clocks are set.
        assert_eq!(said(sudden(120), hour, third(2 * MINUTE), None), "");
        let late = said(sudden(120), hour, third(4 * MINUTE), None);
        assert!(late.starts_with("move 3 took 240000 ms"), "{late}");
        let together = said(
            sudden(120),
            hour,
            [0, 0, 2 * MINUTE, 0, 2 * MINUTE, 0, 0],
            None,
        );
        assert!(together.starts_with("move 5 took 120000 ms"), "{together}");
        // Before the first move nobody's clock runs.
        assert_eq!(
            said(sudden(120), hour, [9 * MINUTE, 0, 0, 0, 0, 0, 0], None),
            ""
        );

        let all = 2 * MINUTE;
        assert_eq!(
            said(byoyomi, hour, [0, 0, all - 1, 0, all - 1, 0, all - 1], None),
            "",
            "a period that is not used up is there again"
        );
        assert_eq!(said(byoyomi, hour, third(4 * MINUTE), None), "");
        let late = said(byoyomi, hour, third(6 * MINUTE), None);
        assert!(late.starts_with("move 3 took"), "{late}");

        // Nobody runs out of an hour in a minute.
        let flag = |lasted| said(sudden(3600), lasted, third(0), Some(Out::Time));
        assert_eq!(flag(hour), "");
        assert!(flag(hour / 60).starts_with("running out of time takes 3600000 ms"));
        // Without a clock it was a claim.
        assert_eq!(said(None, 1000, third(0), Some(Out::Time)), "");
    }
}
