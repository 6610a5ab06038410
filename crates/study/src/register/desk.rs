//! What the experimenter can do.

use super::{Refusal, Register};
use crate::code::Code;
use crate::event::{Entry, Event};
use crate::person::State;

/// An order of the experimenter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Everything stands still.
    Pause,
    /// Everything goes on.
    Continue,
    /// Nobody else may begin, and outcomes may be seen. There is no way back.
    Close,
    /// Gives somebody more time.
    Extend(Code),
    /// Ends somebody's part, so that the cell is free again.
    Free(Code),
    /// Marks somebody as a test, for ever; not after the end, when outcomes may have been seen.
    Mark(Code),
}

impl Register {
    /// Carries out an order of the experimenter. Returns what has to be saved.
    ///
    /// # Errors
    /// Returns an error if nobody has the code, or it makes no sense now.
    pub fn order(&mut self, order: &Order, now: u64) -> Result<Vec<Entry>, Refusal> {
        let mut entries = Vec::new();
        let (code, event) = match order {
            Order::Pause if !self.paused => (None, Event::Paused),
            Order::Continue if self.paused => (None, Event::Continued),
            Order::Close if !self.closed => (None, Event::Closed),
            Order::Pause | Order::Continue | Order::Close => return Ok(entries),
            Order::Extend(code) => (Some(code), Event::Extended),
            Order::Free(code) => (Some(code), Event::Freed),
            Order::Mark(code) => (Some(code), Event::Marked),
        };
        if let Some(code) = code {
            let person = self.people.get(code).ok_or(Refusal::Unknown)?;
            if self.closed && matches!(order, Order::Mark(_)) {
                return Err(Refusal::Settled);
            }
            let ends = matches!(order, Order::Free(_));
            if ends && !matches!(person.state, State::Active | State::Lost) {
                return Err(Refusal::NotNow);
            }
        }
        self.happen(&mut entries, now, code.cloned(), None, event);
        if let Order::Free(code) = order {
            self.stand_in(&mut entries, code, now);
        }
        Ok(entries)
    }
}
