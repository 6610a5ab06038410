//! What the tests of games won by the same people find: computed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use statistics::distribution::binomial_pmf;
use statistics::exact;

use super::DEMAND;
use crate::report::paired_p_values;

/// Results that are less likely are left out where all are gone through.
const UNLIKELY: f64 = 1e-11;

/// What McNemar's test and that of Mainland and Gart both find, by how many win only one of their games of
/// those who meet the one arm first and of those who meet it second; the same for all effects.
#[derive(Default)]
pub(super) struct Paired {
    found: RefCell<BTreeMap<[u64; 2], Rc<[bool]>>>,
}

impl Paired {
    /// Returns for every number of them who win the one arm, those of the second from row to row, whether
    /// it is found.
    fn found(&self, [first, second]: [u64; 2]) -> Rc<[bool]> {
        let find = || {
            let all = first + second;
            let both_orders: Vec<bool> = (0..=all)
                .map(|one| exact::paired(one, all - one) <= DEMAND.alpha)
                .collect();
            let by_order = |k: u64, l: u64| paired_p_values([[k, first - k], [second - l, l]])[1];
            (0..=second)
                .flat_map(|l| (0..=first).map(move |k| (k, l)))
                .map(|(k, l)| both_orders[(k + l) as usize] && by_order(k, l) <= DEMAND.alpha)
                .collect()
        };
        let mut known = self.found.borrow_mut();
        Rc::clone(known.entry([first, second]).or_insert_with(find))
    }

    /// Returns the chance that it is found by so many people who meet the one arm first and second, if this share
    /// wins only the one and that only the other.
    pub(super) fn power(&self, people: [u64; 2], one: f64, other: f64) -> f64 {
        let differ = one + other;
        let [firsts, seconds] = people.map(|people| likely(people, differ));
        let mut power = 0.0;
        for &(first, p) in &firsts {
            let of_first = likely(first, one / differ);
            for &(second, q) in seconds.iter().filter(|(_, q)| p * q > UNLIKELY) {
                let found = self.found([first, second]);
                let rows = likely(second, one / differ);
                let row = |&(l, s): &(u64, f64)| {
                    let found = |k: u64| found[(l * (first + 1) + k) as usize];
                    let of_row = of_first.iter().filter(|(k, _)| found(*k));
                    s * of_row.map(|(_, r)| r).sum::<f64>()
                };
                power += p * q * rows.iter().map(row).sum::<f64>();
            }
        }
        power
    }
}

/// Returns how often something of this chance happens, with how likely that is, without what hardly ever does.
fn likely(of: u64, chance: f64) -> Vec<(u64, f64)> {
    let all = (0..=of).map(|k| (k, binomial_pmf(k, of, chance)));
    all.filter(|(_, p)| *p > UNLIKELY).collect()
}
