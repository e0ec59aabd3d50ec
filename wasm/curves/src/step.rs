//! workers/sigmoid/step.ts: one step of Levenberg and Marquardt, single curves. The sources and
//! the reasons stand there.

use crate::numbers::{least, most};
use crate::shape::{Normal, State};

pub type Step = [f64; 3];

/// Slots of each parameter's row in the lower half of the normal equations.
const ROWS: [[usize; 3]; 3] = [[0, 1, 3], [1, 2, 4], [3, 4, 5]];
const MOST_EXTRAPOLATED: f64 = 2.0;

pub fn solve_step(normal: &Normal, damping: f64, step: &mut Step) -> bool {
    let raise = 1.0 + damping;
    let d1 = if normal[0] > 0.0 { normal[0] * raise } else { 1.0 };
    let l21 = normal[1] / d1;
    let d2 = if normal[2] > 0.0 { normal[2] * raise - l21 * normal[1] } else { 1.0 };
    let l31 = normal[3] / d1;
    let m32 = normal[4] - l31 * normal[1];
    let l32 = m32 / d2;
    let d3 = if normal[5] > 0.0 { normal[5] * raise - l31 * normal[3] - l32 * m32 } else { 1.0 };
    let y2 = normal[7] - l21 * normal[6];
    let y3 = normal[8] - l31 * normal[6] - l32 * y2;
    step[2] = y3 / d3;
    step[1] = y2 / d2 - l32 * step[2];
    step[0] = normal[6] / d1 - l21 * step[1] - l31 * step[2];
    d1 > 0.0 && d2 > 0.0 && d3 > 0.0
}

pub fn hold_at_bounds(state: &State, bounds: &[f64; 6], normal: &mut Normal) {
    for k in 0..3 {
        let push = normal[6 + k];
        let outwards = if push > 0.0 { state[k] >= bounds[3 + k] } else { state[k] <= bounds[k] };
        if outwards {
            normal[6 + k] = 0.0;
            for place in ROWS[k] {
                normal[place] = 0.0;
            }
        }
    }
}

pub fn bend_at_bounds(
    state: &State,
    bounds: &[f64; 6],
    normal: &Normal,
    damping: f64,
    wanted: &mut Step,
) {
    for k in 0..3 {
        let aim = state[k] + wanted[k];
        if aim >= bounds[k] && aim <= bounds[3 + k] {
            continue;
        }
        let bound = if aim > bounds[3 + k] { bounds[3 + k] } else { bounds[k] };
        let room = bound - state[k];
        let mut bent = *normal;
        for j in 0..3 {
            bent[6 + j] = normal[6 + j] - normal[ROWS[k][j]] * room;
        }
        bent[6 + k] = 0.0;
        for place in ROWS[k] {
            bent[place] = 0.0;
        }
        solve_step(&bent, damping, wanted);
        wanted[k] = room;
        return;
    }
}

pub fn predict_lowering(normal: &Normal, wanted: &Step) -> f64 {
    let [one, two, three] = *wanted;
    one * (2.0 * normal[6] - normal[0] * one)
        + two * (2.0 * normal[7] - normal[2] * two - 2.0 * normal[1] * one)
        + three
            * (2.0 * normal[8] - normal[5] * three - 2.0 * normal[3] * one - 2.0 * normal[4] * two)
}

/// `before`: the shape at which the last accepted step began, then that step as wanted.
pub fn extrapolate(
    state: &State,
    wanted: &Step,
    before: &[f64; 6],
    normal: &Normal,
    step: &mut Step,
) {
    let mut along = 0.0;
    let mut size = 0.0;
    for k in 0..3 {
        let diagonal = normal[ROWS[k][k]];
        let change = wanted[k] - before[3 + k];
        along += diagonal * change * wanted[k];
        size += diagonal * change * change;
    }
    let part = if size > 0.0 { along / size } else { 0.0 };
    if !(part < MOST_EXTRAPOLATED && part > -MOST_EXTRAPOLATED) {
        return;
    }
    for k in 0..3 {
        let moved = state[k] - before[k];
        step[k] = wanted[k] - part * (moved + wanted[k] - before[3 + k]);
    }
}

pub fn take_step(state: &State, step: &Step, bounds: &[f64; 6], trial: &mut State) {
    for k in 0..3 {
        trial[k] = least(bounds[3 + k], most(bounds[k], state[k] + step[k]));
    }
}
