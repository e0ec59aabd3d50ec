//! The block of curves that a caller fills, has fitted and reads.

use crate::lanes::Two;
use crate::search::{Curve, Outcome, Search};
use crate::shape::{Pair, POINTS};
use crate::shared::Shared;

/// Curves of a block.
pub const CURVES: usize = 96;
/// Numbers of an order: points, total, live (0 or 1), whether there is an earlier shape, that shape.
pub const ORDER: usize = 7;
/// Numbers of a result: state (8), normal equations (9), explained (6), evaluations, converged (0 or 1).
pub const RESULT: usize = 25;

/// Curves, what is asked of each, and what it came to; curve after curve.
#[repr(C)]
pub struct Block {
    pub values: [[f64; POINTS]; CURVES],
    pub logs: [[f64; POINTS]; CURVES],
    pub orders: [[f64; ORDER]; CURVES],
    pub results: [[f64; RESULT]; CURVES],
}

impl Block {
    pub const EMPTY: Block = Block {
        values: [[0.0; POINTS]; CURVES],
        logs: [[0.0; POINTS]; CURVES],
        orders: [[0.0; ORDER]; CURVES],
        results: [[0.0; RESULT]; CURVES],
    };

    /// Fits the first `count` curves.
    pub fn fit(&mut self, count: usize) {
        let Block { values, logs, orders, results } = self;
        let curve = |index: usize| {
            let order = &orders[index];
            let points = order[0] as usize;
            Curve {
                values: &values[index][..points],
                logs: &logs[index][..points],
                total: order[1],
                live: order[2] != 0.0,
                earlier: if order[3] != 0.0 { Some([order[4], order[5], order[6]]) } else { None },
            }
        };
        fit_pairwise(count, curve, |index, outcome| write_result(outcome, &mut results[index]));
    }
}

fn write_result(outcome: &Outcome, out: &mut [f64; RESULT]) {
    out[..8].copy_from_slice(&outcome.state);
    out[8..17].copy_from_slice(&outcome.normal);
    out[17..23].copy_from_slice(&outcome.explained);
    out[23] = outcome.evaluations as f64;
    out[24] = outcome.converged as u8 as f64;
}

/// Fits the curves 0 .. count. Both lanes are kept busy: the one that ends takes the next curve.
fn fit_pairwise<'a>(
    count: usize,
    curve: impl Fn(usize) -> Curve<'a>,
    mut finish: impl FnMut(usize, &Outcome),
) {
    let mut pair = Pair::new();
    let mut spare = Pair::new();
    let mut next = 0;
    let mut take = |pair: &mut Pair, lane: usize| {
        if next == count {
            return None;
        }
        let taken = curve(next);
        pair.load(lane, taken.values, taken.logs);
        next += 1;
        Some((next - 1, Search::new(taken)))
    };
    let mut lanes = [take(&mut pair, 0), take(&mut pair, 1)];
    while let Some((_, busy)) = lanes.iter().flatten().next() {
        // A lane without a curve goes along with the other one.
        let target = |lane: usize| lanes[lane].as_ref().map_or(busy, |(_, own)| own).target();
        let found = pair.evaluate([target(0), target(1)]);
        let mut accepted = [false, false];
        for (lane, search) in lanes.iter_mut().enumerate() {
            if let Some((_, search)) = search {
                found.store(lane, search.target_mut());
                accepted[lane] = search.judge();
            }
        }
        let equations =
            if accepted[0] || accepted[1] { Some(pair.fill_normal(&found)) } else { None };
        for (lane, slot) in lanes.iter_mut().enumerate() {
            let mut ended = false;
            if let Some((index, search)) = slot {
                if let (true, Some((normal, explained))) = (accepted[lane], equations) {
                    let own = |two: Two| two.get(lane);
                    search.take_equations(normal.map(own), explained.map(own));
                }
                search.advance(accepted[lane], &mut spare);
                ended = search.done();
                if ended {
                    finish(*index, &search.outcome);
                }
            }
            if ended {
                *slot = take(&mut pair, lane);
            }
        }
    }
}

static BLOCK: Shared<Block> = Shared::new(Block::EMPTY);

/// Address of the block. Its parts follow each other as `Block` lists them.
#[no_mangle]
pub extern "C" fn sigmoid_block() -> *mut Block {
    BLOCK.address()
}

#[no_mangle]
pub extern "C" fn sigmoid_curves() -> usize {
    CURVES
}

#[no_mangle]
pub extern "C" fn sigmoid_points() -> usize {
    POINTS
}

/// Fits the first `count` curves of the block; only one call at a time.
#[no_mangle]
pub extern "C" fn sigmoid_fit(count: usize) {
    // Nobody else holds the block: the caller waits, and there is no other thread.
    let block = unsafe { &mut *BLOCK.address() };
    block.fit(count.min(CURVES));
}
