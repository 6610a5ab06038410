//! What people like and overlook in Yonin.

use rules::Game;
use rules::reversi::{Bits, Move};
use rules::yonin::Yonin;

use super::{HumanSpec, Person, Thing};
use crate::file::PlayerFile;
use crate::monte_carlo::{MctsSpec, PlayoutSpec};
use crate::searching::SearchSpec;

impl Person for Yonin {
    /// Returns the attraction of many discs at home, as long as there is much to turn.
    fn attraction(&self, m: Move, spec: &HumanSpec) -> f64 {
        let seat = self.turn();
        let gained = self.after(m).score(seat) - self.score(seat);
        let early = f64::from(self.empties().len()) / 64.0;
        spec.greed * f64::from(gained) * early
    }

    /// Returns the file of a person who does not see corners coming, and thinks that nobody cares
    /// for them.
    fn without(thing: Thing, file: &PlayerFile) -> Option<PlayerFile> {
        let (Thing::Corners, SearchSpec::Mcts(spec)) = (thing, &file.search) else {
            return None;
        };
        let playouts = PlayoutSpec {
            map: [[0; 4]; 4],
            ..spec.playouts?
        };
        Some(PlayerFile {
            search: SearchSpec::Mcts(MctsSpec {
                playouts: Some(playouts),
                ..spec.clone()
            }),
            ..file.clone()
        })
    }
}
