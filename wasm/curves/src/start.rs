//! workers/sigmoid/start.ts: where a descent sets out. The sources and the reasons stand there.

use crate::numbers::{least, log, most};
use crate::shape::{Pair, State, ASYMMETRY, INFLECTION, SQUARES, STEEPNESS};

const QUARTERS: f64 = 2.1972245773362196;
const USUAL_STEEPNESS: f64 = 2.5;
const STEEPNESS_SPREAD: f64 = 1.6;
const SCAN_POSITIONS: usize = 10;

fn smooth_at(values: &[f64], i: usize) -> f64 {
    let before = values[i.saturating_sub(1)];
    let after = values[(i + 1).min(values.len() - 1)];
    (before + values[i] + after) / 3.0
}

fn find_rise(values: &[f64], logs: &[f64], level: f64, top: usize) -> f64 {
    for i in (1..=top).rev() {
        let here = smooth_at(values, i);
        let before = smooth_at(values, i - 1);
        if before < level && here >= level {
            let from = logs[i - 1];
            return if i == 1 && !(from >= 0.0) {
                logs[i]
            } else {
                from + ((level - before) / (here - before)) * (logs[i] - from)
            };
        }
    }
    f64::NAN
}

pub fn start_from_curve(values: &[f64], logs: &[f64], state: &mut State) {
    let mut low = f64::INFINITY;
    let mut high = f64::NEG_INFINITY;
    let mut top = 0;
    for i in 0..values.len() {
        let value = smooth_at(values, i);
        if value < low {
            low = value;
        }
        if value > high {
            high = value;
            top = i;
        }
    }
    let height = high - low;
    let rise = |part: f64| find_rise(values, logs, low + part * height, top);
    let middle = rise(0.5);
    let width = rise(0.75) - rise(0.25);
    let steepness = if width > 0.0 { log(QUARTERS / width) } else { USUAL_STEEPNESS };
    state[STEEPNESS] = least(
        USUAL_STEEPNESS + STEEPNESS_SPREAD,
        most(USUAL_STEEPNESS - STEEPNESS_SPREAD, steepness),
    );
    state[INFLECTION] = if middle.is_nan() { logs[values.len() >> 1] } else { middle };
    state[ASYMMETRY] = 0.0;
}

/// Shape number `index` of a scan.
fn scan_shape(index: usize, logs: &[f64]) -> State {
    let (place, k) = (index / 3, index % 3);
    let at = ((place as f64 + 0.5) * logs.len() as f64) / SCAN_POSITIONS as f64;
    let mut shape = [0.0; 8];
    shape[STEEPNESS] = USUAL_STEEPNESS + 0.8 * (k as f64 - 1.0);
    shape[INFLECTION] = logs[at as usize];
    shape
}

/// False, and no start, where nothing comes below the squares at hand. The lanes hold two shapes.
pub fn start_from_scan(
    values: &[f64],
    logs: &[f64],
    squares_at_hand: f64,
    pair: &mut Pair,
    state: &mut State,
) -> bool {
    pair.load(0, values, logs);
    pair.load(1, values, logs);
    let mut least = squares_at_hand;
    for index in (0..3 * SCAN_POSITIONS).step_by(2) {
        let mut shapes = [scan_shape(index, logs), scan_shape(index + 1, logs)];
        let found = pair.evaluate_four([&shapes[0], &shapes[1]]);
        for (lane, shape) in shapes.iter_mut().enumerate() {
            found.store(lane, shape);
            if shape[SQUARES] < least {
                least = shape[SQUARES];
                *state = *shape;
            }
        }
    }
    least < squares_at_hand
}
