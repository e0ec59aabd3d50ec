//! workers/sigmoid/kernel.ts for two curves side by side: the columns of the curve and its
//! derivatives, the linear part, the normal equations. The sources and the reasons stand there.

use crate::lanes::{Mask, Two};
use crate::numbers::{exp, exp_two, log, log_one_plus_two};

/// Most points of a curve.
pub const POINTS: usize = 128;

/// Slots of a state: the shape, then what an evaluation finds for it (lower, rise, squares, mean and
/// spread of g).
pub const STEEPNESS: usize = 0;
pub const INFLECTION: usize = 1;
pub const ASYMMETRY: usize = 2;
pub const LOWER: usize = 3;
pub const SQUARES: usize = 5;

pub type State = [f64; 8];
pub type Normal = [f64; 9];

const FAR_EXPONENT: f64 = 600.0;
const LEAST_SPREAD: f64 = 1e-24;

/// What is kept of one point of both curves. A lane without this point has zeros in all that is summed.
#[derive(Clone, Copy)]
struct Point {
    present: Mask,
    log: Two,
    /// The reading less the mean of all.
    value: Two,
    /// g, then g less its mean.
    g: Two,
    /// Derivatives of g by ln B, p and the asymmetry.
    slopes: [Two; 3],
    residual: Two,
}

/// Two curves and what an evaluation leaves of each point.
pub struct Pair {
    points: [Point; POINTS],
    longest: usize,
    lengths: [usize; 2],
    counts: Two,
    means: Two,
}

/// What an evaluation finds, in the order of a state's slots from LOWER on.
pub struct Found {
    slots: [Two; 5],
}

impl Found {
    pub fn store(&self, lane: usize, state: &mut State) {
        for (slot, found) in state[LOWER..].iter_mut().zip(self.slots.iter()) {
            *slot = found.get(lane);
        }
    }
}

pub fn fold_asymmetry(f: f64) -> f64 {
    if f > 1.0 {
        1.0 - 1.0 / f
    } else {
        log(f)
    }
}

fn unfold_asymmetry(folded: f64) -> f64 {
    if folded > 0.0 {
        1.0 / (1.0 - folded)
    } else {
        exp(folded)
    }
}

/// A number of each lane's own.
fn each(number: impl Fn(usize) -> f64) -> Two {
    Two::new(number(0), number(1))
}

impl Pair {
    pub fn new() -> Pair {
        let none = Two::splat(0.0);
        let point = Point {
            present: Mask::new(false, false),
            log: none,
            value: none,
            g: none,
            slopes: [none; 3],
            residual: none,
        };
        Pair { points: [point; POINTS], longest: 0, lengths: [0, 0], counts: none, means: none }
    }

    /// Puts a curve into a lane.
    pub fn load(&mut self, lane: usize, values: &[f64], logs: &[f64]) {
        let mut sum = 0.0;
        for value in values {
            sum += value;
        }
        let mean = sum / values.len() as f64;
        self.lengths[lane] = values.len();
        self.counts = self.counts.with(lane, values.len() as f64);
        self.means = self.means.with(lane, mean);
        for (point, (value, log)) in self.points.iter_mut().zip(values.iter().zip(logs)) {
            point.value = point.value.with(lane, value - mean);
            point.log = point.log.with(lane, *log);
        }
        self.longest = self.lengths[0].max(self.lengths[1]);
        for (i, point) in self.points.iter_mut().enumerate() {
            point.present = Mask::new(i < self.lengths[0], i < self.lengths[1]);
        }
    }

    /// `evaluateShape` with five parameters: the best curves of the two shapes and what is found of each.
    pub fn evaluate(&mut self, states: [&State; 2]) -> Found {
        let sum = self.fill_columns(states);
        self.solve_linear(sum)
    }

    /// The same with four parameters and without the derivatives.
    pub fn evaluate_four(&mut self, states: [&State; 2]) -> Found {
        let sum = self.fill_four(states);
        self.solve_linear(sum)
    }

    /// Fills g and its derivatives; gives the sum of g. One function of all points after the other
    /// keeps the processor busier than one point after the other.
    fn fill_columns(&mut self, states: [&State; 2]) -> Two {
        let f = each(|i| unfold_asymmetry(states[i][ASYMMETRY]));
        let log_f = each(|i| log(f.get(i)));
        let one = Two::splat(1.0);
        let zero = Two::splat(0.0);
        let fold = f.above(one).choose(f, one);
        let steepness = each(|i| exp(states[i][STEEPNESS]));
        let inflection = each(|i| states[i][INFLECTION]);
        let points = &mut self.points[..self.longest];
        for point in points.iter_mut() {
            let s = steepness * (inflection - point.log);
            let far = s.above(Two::splat(FAR_EXPONENT));
            let power = far.choose(zero, exp_two(far.choose(zero, s)));
            let part = power / f;
            point.slopes = [s, part, far.choose(f, power / (one + part))];
        }
        for point in points.iter_mut() {
            let [s, part, _] = point.slopes;
            let far = s.above(Two::splat(FAR_EXPONENT));
            point.g = far.choose(f * (s - log_f), f * log_one_plus_two(part));
        }
        let mut sum = zero;
        for point in points.iter_mut() {
            let [s, _, weight] = point.slopes;
            let depth = point.g;
            let g = exp_two(-depth);
            let slope = -(g * weight);
            let present = point.present;
            let rises = present.and(g.above(zero));
            point.g = g.only(present);
            point.slopes = [
                (slope * s).only(rises),
                (slope * steepness).only(present),
                (g * (weight - depth) * fold).only(rises),
            ];
            sum = sum + point.g;
        }
        sum
    }

    /// Fills g of symmetric curves (f = 1); gives its sum.
    fn fill_four(&mut self, states: [&State; 2]) -> Two {
        let one = Two::splat(1.0);
        let zero = Two::splat(0.0);
        let steepness = each(|i| exp(states[i][STEEPNESS]));
        let inflection = each(|i| states[i][INFLECTION]);
        let mut sum = zero;
        for point in &mut self.points[..self.longest] {
            let s = steepness * (inflection - point.log);
            let far = s.above(Two::splat(FAR_EXPONENT));
            let near = one / (one + exp_two(far.choose(zero, s)));
            let g = if far.none() { near } else { far.choose(exp_two(-s), near) };
            point.g = g.only(point.present);
            sum = sum + point.g;
        }
        sum
    }

    /// `solveLinear`: c and a for the columns, the residuals and their sum of squares.
    fn solve_linear(&mut self, sum: Two) -> Found {
        let mean = sum / self.counts;
        let zero = Two::splat(0.0);
        let mut gg = zero;
        let mut gy = zero;
        for point in &mut self.points[..self.longest] {
            let g = (point.g - mean).only(point.present);
            gg = gg + g * g;
            gy = gy + g * point.value;
            point.g = g;
        }
        let shaped = gg.above(Two::splat(LEAST_SPREAD) * (sum * mean));
        let rise = (gy / gg).only(shaped);
        let mut squares = zero;
        for point in &mut self.points[..self.longest] {
            let residual = (point.value - rise * point.g).only(point.present);
            squares = squares + residual * residual;
            point.residual = residual;
        }
        Found { slots: [self.means - rise * mean, rise, squares, mean, gg.only(shaped)] }
    }

    /// `fillNormal` at the states just evaluated: equations of the lane, and what explains its columns.
    pub fn fill_normal(&self, found: &Found) -> ([Two; 9], [Two; 6]) {
        let [_, rise, _, _, spread] = found.slots;
        let zero = Two::splat(0.0);
        let mut sums = [zero; 3];
        let mut alongs = [zero; 3];
        for point in &self.points[..self.longest] {
            for k in 0..3 {
                sums[k] = sums[k] + point.slopes[k];
                alongs[k] = alongs[k] + point.g * point.slopes[k];
            }
        }
        let spreads = spread.above(zero);
        let mut explained = [zero; 6];
        for k in 0..3 {
            explained[2 * k] = sums[k] / self.counts;
            explained[2 * k + 1] = (alongs[k] / spread).only(spreads);
        }
        let mut normal = [zero; 9];
        for point in &self.points[..self.longest] {
            let mut h = [zero; 3];
            for k in 0..3 {
                let rest = point.slopes[k] - explained[2 * k] - explained[2 * k + 1] * point.g;
                h[k] = (rise * rest).only(point.present);
            }
            normal[0] = normal[0] + h[0] * h[0];
            normal[1] = normal[1] + h[1] * h[0];
            normal[2] = normal[2] + h[1] * h[1];
            normal[3] = normal[3] + h[2] * h[0];
            normal[4] = normal[4] + h[2] * h[1];
            normal[5] = normal[5] + h[2] * h[2];
            for k in 0..3 {
                normal[6 + k] = normal[6 + k] + h[k] * point.residual;
            }
        }
        (normal, explained)
    }
}
