//! The equations of one curve, workers/consensus/equations.ts from the sums on.

use crate::growth::{Equations, Weighting, OWN, STRIDE, UNKNOWNS};

/// Put the sums of a curve into its equations, with the beliefs; those of the shape where there are some.
#[inline(never)]
pub fn write_equations(
    own: [f64; 14],
    shape: Option<[f64; 13]>,
    points: usize,
    weighting: &Weighting,
    equations: &mut Equations,
) {
    *equations = [0.0; UNKNOWNS * STRIDE];
    let mut next = own.iter();
    for row in 0..OWN {
        for column in (row..OWN).chain([UNKNOWNS]) {
            equations[row * STRIDE + column] = *next.next().unwrap_or(&0.0);
        }
    }
    if let Some(shape) = shape {
        for row in 0..OWN {
            equations[row * STRIDE + 4] = shape[2 * row];
            equations[row * STRIDE + 5] = shape[2 * row + 1];
        }
        equations[4 * STRIDE + 4..5 * STRIDE].copy_from_slice(&shape[8..11]);
        equations[5 * STRIDE + 5..6 * STRIDE].copy_from_slice(&shape[11..13]);
    }
    let slack = (100.0 * weighting.noise_ratio) / points as f64;
    equations[STRIDE + 1] += slack * slack;
    if !(weighting.expected_rise > 0.0) {
        return;
    }
    let belief = 4.0 * weighting.noise_ratio * weighting.noise_ratio;
    equations[2 * STRIDE + 2] += belief;
    equations[2 * STRIDE + UNKNOWNS] += belief * weighting.expected_rise;
}

/// Eliminate a curve's own unknowns from `columns` columns (its own, or all) and the right side.
#[inline(never)]
fn eliminate_in(equations: &mut Equations, columns: usize) -> bool {
    for k in 0..OWN {
        let row = k * STRIDE;
        let pivot = equations[row + k];
        if !(pivot > 0.0) {
            return false;
        }
        for r in k + 1..columns {
            let factor = equations[row + r] / pivot;
            if factor == 0.0 {
                continue;
            }
            let other = r * STRIDE;
            for c in r..columns {
                equations[other + c] -= factor * equations[row + c];
            }
            equations[other + UNKNOWNS] -= factor * equations[row + UNKNOWNS];
        }
    }
    true
}

pub fn eliminate(equations: &mut Equations) -> bool {
    eliminate_in(equations, UNKNOWNS)
}

/// Eliminate and solve a curve's own unknowns with a known shape.
pub fn solve_own(equations: &mut Equations, out: &mut [f64; OWN]) -> bool {
    if !eliminate_in(equations, OWN) {
        return false;
    }
    for k in (0..OWN).rev() {
        let mut value = equations[k * STRIDE + UNKNOWNS];
        for c in k + 1..OWN {
            value -= equations[k * STRIDE + c] * out[c];
        }
        out[k] = value / equations[k * STRIDE + k];
    }
    true
}

#[inline(never)]
pub fn back_substitute(
    equations: &Equations,
    rate_step: f64,
    asymmetry_step: f64,
    out: &mut [f64; OWN],
) {
    for k in (0..OWN).rev() {
        let row = k * STRIDE;
        let mut value = equations[row + UNKNOWNS];
        value -= equations[row + 4] * rate_step + equations[row + 5] * asymmetry_step;
        for c in k + 1..OWN {
            value -= equations[row + c] * out[c];
        }
        out[k] = value / equations[row + k];
    }
}

/// Add what is left of a curve's equations, as the part `scale`, to those of the shape (2 x 3).
pub fn add_rest(equations: &Equations, scale: f64, shape: &mut [f64; 5]) {
    shape[0] += scale * equations[4 * STRIDE + 4];
    shape[1] += scale * equations[4 * STRIDE + 5];
    shape[2] += scale * equations[4 * STRIDE + 6];
    shape[3] += scale * equations[5 * STRIDE + 5];
    shape[4] += scale * equations[5 * STRIDE + 6];
}
