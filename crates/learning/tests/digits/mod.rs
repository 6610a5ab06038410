//! A tiny game to learn: positions are numbers, their value is a sum over their digits.

use kaesu_learning::examination::{Effort, Examination, Sorted};
use kaesu_learning::head::Difference;
use kaesu_learning::{Course, Sample, SampleOf, Subject};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) struct Digits;

const HIDDEN: [i32; 12] = [3, -2, 5, 0, -4, 1, 2, -6, 0, 4, -1, 7];

impl Subject for Digits {
    type Position = u16;
    type Head = Difference;

    const NAME: &'static str = "digits";
    const BYTES: usize = 2;
    const CELLS: usize = 12;
    const PHASES: usize = 2;

    fn write(&self, position: u16, bytes: &mut Vec<u8>) {
        bytes.extend(position.to_le_bytes());
    }
    fn read(&self, bytes: &[u8]) -> u16 {
        u16::from_le_bytes([bytes[0], bytes[1]])
    }
    fn phase(&self, position: u16) -> usize {
        usize::from(position % 2)
    }
    fn phase_name(&self, phase: usize) -> String {
        ["even", "odd"][phase].to_owned()
    }
    fn cells(&self, position: u16, cells: &mut Vec<u32>) {
        // Three digits of base four, each with four cells of its own.
        cells.extend((0..3).map(|digit| u32::from(position >> (2 * digit) & 3) + 4 * digit));
    }
}

/// What a position is worth.
pub(crate) fn sample(position: u16) -> Sample<u16, i8> {
    let mut cells = Vec::new();
    Digits.cells(position, &mut cells);
    let label = cells.iter().map(|&cell| HIDDEN[cell as usize]).sum::<i32>() as i8;
    Sample { position, label }
}

impl Course for Digits {
    type Weights = Vec<i8>;
    type Refusal = &'static str;

    fn nothing(&self) -> Vec<i8> {
        vec![0; 24]
    }
    fn read_weights(&self, bytes: &[u8]) -> Result<Vec<i8>, &'static str> {
        match bytes.len() {
            24 => Ok(bytes.iter().map(|&byte| byte as i8).collect()),
            _ => Err("there have to be 24 bytes"),
        }
    }
    fn write_weights(&self, weights: &Vec<i8>) -> Vec<u8> {
        weights.iter().map(|&weight| weight as u8).collect()
    }
    /// Positions depend on the weights: a run that resumes with others would show it.
    fn play(
        &self,
        weights: &Vec<i8>,
        generation: u32,
        seed: u64,
        games: u32,
    ) -> Vec<SampleOf<Self>> {
        let known = weights.iter().fold(u64::from(generation), |sum, &weight| {
            sum.wrapping_mul(31).wrapping_add(weight as u64)
        });
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ known);
        (0..games).map(|_| sample(random.random())).collect()
    }
    fn teaches(&self, _: &SampleOf<Self>, age: u32) -> bool {
        age <= 1
    }
    fn unquantised(&self, weights: &Vec<i8>) -> Vec<f32> {
        weights
            .iter()
            .map(|&weight| f32::from(weight) / 8.0)
            .collect()
    }
    fn finish(&self, fitted: &[f32], _: &[SampleOf<Self>]) -> Vec<i8> {
        fitted.iter().map(|weight| (8.0 * weight) as i8).collect()
    }
    fn examine(
        &self,
        weights: &Vec<i8>,
        _: &Vec<i8>,
        held_out: &[SampleOf<Self>],
        effort: &Effort,
    ) -> Examination {
        Examination {
            sorted: Sorted {
                first: weights.iter().filter(|&&weight| weight > 0).count() as u64,
                count: held_out.len() as u64,
            },
            nodes: 24,
            games: vec![(2, 1); effort.pairs as usize],
            ..Examination::default()
        }
    }
    fn generation_name(&self, _: u32) -> String {
        "any numbers".to_owned()
    }
}
