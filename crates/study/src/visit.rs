//! A study for somebody who does not take part and wants to play all the same.

use crate::file::{Chair, Rule, Study};

impl Study {
    /// Returns the games of this study without its questions. Nobody waits for others: players sit in
    /// all seats but one.
    #[must_use]
    pub fn for_visitors(&self) -> Self {
        let mut study = self.clone();
        study.questions.clear();
        study.quotas.clear();
        study.claims.clear();
        study.moves.rule = Rule::Never;
        for arm in &mut study.arms {
            arm.rule = None;
            let people = arm
                .seats
                .iter_mut()
                .filter(|chair| **chair == Chair::Person);
            for chair in people.skip(1) {
                if let Some(player) = &arm.stand_in {
                    *chair = Chair::Player(player.clone());
                }
            }
        }
        study
    }
}
