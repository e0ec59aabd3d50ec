//! workers/consensus/shape.ts, the weights and the sums of equations.ts, for two curves side by side.
//! The sources and the reasons are there.

use crate::lanes::{Mask, Two};
use crate::numbers::{exp, exp_two, log, log_one_plus_two};
use crate::shape::POINTS;

/// Unknowns of a curve and of the shape, and those of the curve alone.
pub const UNKNOWNS: usize = 6;
pub const OWN: usize = 4;
/// Numbers of a row of the equations: its coefficients and the right side.
pub const STRIDE: usize = UNKNOWNS + 1;

pub type Equations = [f64; UNKNOWNS * STRIDE];

const FIRST_CYCLE: usize = 3;
/// One over the cycles before the onset at which a point weighs half: a power of two, so that a product
/// has the bits of the quotient.
const MEMORY_SHARE: f64 = 1.0 / 16.0;

#[derive(Clone, Copy)]
pub struct GrowthShape {
    pub rate: f64,
    pub asymmetry: f64,
}

impl GrowthShape {
    fn reach_cy0(&self) -> f64 {
        (log(self.asymmetry) - 1.0 - 1.0 / self.asymmetry) / self.rate
    }

    pub fn reach_height(&self, height: f64) -> f64 {
        -log(exp(-log(height) / self.asymmetry) - 1.0) / self.rate - self.reach_cy0()
    }
}

/// See `Weighting` of equations.ts.
#[derive(Clone, Copy)]
pub struct Weighting {
    pub height: f64,
    pub noise_ratio: f64,
    pub expected_rise: f64,
}

/// What is kept of one point of both curves. A lane without this point has zeros in all that is summed.
#[derive(Clone, Copy)]
struct Point {
    measured: Mask,
    /// The reading less the first one of its curve.
    value: Two,
    /// The cycle as a part of all.
    x: f64,
    height: Two,
    slope: Two,
    by_rate: Two,
    by_asymmetry: Two,
    weight: Two,
}

/// Two curves and the columns of their equations.
pub struct Growing {
    points: [Point; POINTS],
    count: usize,
    offsets: [f64; 2],
}

impl Growing {
    pub const EMPTY: Growing =
        Growing { points: [Point::EMPTY; POINTS], count: 0, offsets: [0.0; 2] };

    /// Load a curve into a lane.
    #[inline(never)]
    pub fn load(&mut self, lane: usize, curve: &[f64]) {
        self.count = curve.len();
        let first = curve.iter().find(|value| !value.is_nan());
        let offset = first.copied().unwrap_or(f64::NAN);
        self.offsets[lane] = offset;
        for (i, value) in curve.iter().enumerate() {
            let point = &mut self.points[i];
            let known = !value.is_nan();
            point.x = (i + 1) as f64 / curve.len() as f64;
            point.value = point.value.with(lane, if known { value - offset } else { 0.0 });
            point.measured = point.measured.with(lane, known && i + 1 >= FIRST_CYCLE);
        }
    }

    pub fn offset(&self, lane: usize) -> f64 {
        self.offsets[lane]
    }

    /// Fill the columns of both curves at their places, and the weights; those of the shape only where it is `sought`.
    #[inline(never)]
    pub fn fill(&mut self, shape: &GrowthShape, cy0: Two, height: f64, sought: bool) {
        let GrowthShape { rate, asymmetry } = *shape;
        let reach = shape.reach_cy0();
        let reach_slope = Two::splat((1.0 + 1.0 / asymmetry) / rate);
        let fading = Two::splat(exp(-rate));
        let (one, none) = (Two::splat(1.0), Two::splat(0.0));
        let steepness = Two::splat(asymmetry * rate);
        let fall = Two::splat(-asymmetry);
        let asymmetry = Two::splat(asymmetry);
        let mut power = exp_two(Two::splat(rate) * (cy0 - Two::splat(reach) - one));
        for (i, point) in self.points[..self.count].iter_mut().enumerate() {
            let depth = log_one_plus_two(power);
            let value = exp_two(fall * depth);
            let slope = steepness * value * power / (one + power);
            let part = value / Two::splat(height);
            let cube = part * part * part;
            let gap = cy0 - Two::splat(i as f64) - one;
            let before = gap.above(none).choose(gap, none) * Two::splat(MEMORY_SHARE);
            let square = before * before;
            let loss = (one + cube * cube * cube * cube) * (one + square * square);
            point.weight = (one / loss).only(point.measured);
            // Points without weight count for nothing, whatever is in their columns.
            let idle = point.weight.equals(none);
            point.height = idle.choose(none, value);
            point.slope = idle.choose(none, -slope);
            if sought {
                let rate = slope * (Two::splat((i + 1) as f64) - cy0);
                let asymmetry = slope * reach_slope - asymmetry * value * depth;
                point.by_rate = idle.choose(none, rate);
                point.by_asymmetry = idle.choose(none, asymmetry);
            }
            power = power * fading;
        }
    }

    /// Add up a curve's own unknowns over the points, row after row of the upper half with its right side.
    #[inline(never)]
    pub fn sum_own(&self) -> [Two; 14] {
        let mut s = [Two::splat(0.0); 14];
        for point in &self.points[..self.count] {
            let Point { weight, height, slope, value, .. } = *point;
            let x = Two::splat(point.x);
            let by_x = weight * x;
            let by_height = weight * height;
            let by_slope = weight * slope;
            s[0] = s[0] + weight;
            s[1] = s[1] + by_x;
            s[2] = s[2] + by_height;
            s[3] = s[3] + by_slope;
            s[4] = s[4] + weight * value;
            s[5] = s[5] + by_x * x;
            s[6] = s[6] + by_x * height;
            s[7] = s[7] + by_x * slope;
            s[8] = s[8] + by_x * value;
            s[9] = s[9] + by_height * height;
            s[10] = s[10] + by_height * slope;
            s[11] = s[11] + by_height * value;
            s[12] = s[12] + by_slope * slope;
            s[13] = s[13] + by_slope * value;
        }
        s
    }

    /// Add up the unknowns of the shape: with a curve's own, row after row, then with each other.
    #[inline(never)]
    pub fn sum_shape(&self, rise: Two) -> [Two; 13] {
        let mut s = [Two::splat(0.0); 13];
        for point in &self.points[..self.count] {
            let Point { weight, height, slope, value, .. } = *point;
            let rate = rise * point.by_rate;
            let asymmetry = rise * point.by_asymmetry;
            let by_x = weight * Two::splat(point.x);
            let by_height = weight * height;
            let by_slope = weight * slope;
            let by_rate = weight * rate;
            let by_asymmetry = weight * asymmetry;
            s[0] = s[0] + by_rate;
            s[1] = s[1] + by_asymmetry;
            s[2] = s[2] + by_x * rate;
            s[3] = s[3] + by_x * asymmetry;
            s[4] = s[4] + by_height * rate;
            s[5] = s[5] + by_height * asymmetry;
            s[6] = s[6] + by_slope * rate;
            s[7] = s[7] + by_slope * asymmetry;
            s[8] = s[8] + by_rate * rate;
            s[9] = s[9] + by_rate * asymmetry;
            s[10] = s[10] + by_rate * value;
            s[11] = s[11] + by_asymmetry * asymmetry;
            s[12] = s[12] + by_asymmetry * value;
        }
        s
    }

    /// Return the weighted variance of the residuals of one curve; no number without freedom.
    #[inline(never)]
    pub fn residual_variance(&self, lane: usize, curve: &[f64], fit: &[f64; OWN]) -> f64 {
        let floor = self.offsets[lane] + fit[0];
        let mut squares = 0.0;
        let mut sum = 0.0;
        for (i, point) in self.points[..self.count].iter().enumerate() {
            let weight = point.weight.get(lane);
            if weight == 0.0 {
                continue;
            }
            let line = floor + (fit[1] * (i + 1) as f64) / self.count as f64;
            let residual = curve[i] - line - fit[2] * point.height.get(lane);
            squares += weight * residual * residual;
            sum += weight;
        }
        if sum > OWN as f64 {
            squares / (sum - OWN as f64)
        } else {
            f64::NAN
        }
    }

    /// Return the variance of Cy0 (times the rise) of one curve whose own unknowns are eliminated.
    #[inline(never)]
    pub fn cy0_variance(&self, lane: usize, equations: &Equations) -> f64 {
        let mut row = [0.0; OWN];
        for k in (0..OWN).rev() {
            let mut value = if k == OWN - 1 { 1.0 } else { 0.0 };
            for c in k + 1..OWN {
                value -= equations[k * STRIDE + c] * row[c];
            }
            row[k] = value / equations[k * STRIDE + k];
        }
        let mut sum = 0.0;
        for (i, point) in self.points[..self.count].iter().enumerate() {
            let weight = point.weight.get(lane);
            if weight == 0.0 {
                continue;
            }
            let line = row[0] + (row[1] * (i + 1) as f64) / self.count as f64;
            let height = point.height.get(lane);
            let part = weight * (line + row[2] * height + row[3] * point.slope.get(lane));
            sum += part * part;
        }
        sum
    }
}

impl Point {
    const EMPTY: Point = Point {
        measured: Mask::NONE,
        value: Two::ZERO,
        x: 0.0,
        height: Two::ZERO,
        slope: Two::ZERO,
        by_rate: Two::ZERO,
        by_asymmetry: Two::ZERO,
        weight: Two::ZERO,
    };
}
