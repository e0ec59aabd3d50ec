//! The smoothing of workers/melt/smooth-slope.ts: slopes of local cubics through ever
//! wider windows, taken over point by point. The sources and the reasons stand there. On an even
//! grid neighbouring points have the same weights, so that the slopes of two are found together.

use crate::lanes::Two;
use crate::melt_noise::{estimate_noise, repair_spikes, Grid};
use crate::numbers::{least, most};
use crate::shared::Shared;

/// Most points of a curve, most windows and most weights of all windows together.
const POINTS: usize = 2048;
const WINDOWS: usize = 16;
const WEIGHTS: usize = 65_536;

const AGREEMENT: f64 = 1.5;
const CONTRADICTION: f64 = 4.0;
const FARTHEST: f64 = 1e6;

/// What a caller fills (values, grid, windows) and reads (slope, deviation), and what is between.
#[repr(C)]
pub struct Melt {
    pub values: [f64; POINTS],
    /// See `Grid`.
    pub parts: [f64; POINTS],
    pub roots: [f64; POINTS],
    pub slope: [f64; POINTS],
    pub deviation: [f64; POINTS],
    /// Points to each side of each window's centre.
    pub halves: [f64; WINDOWS],
    /// Rows of `2 half + 1` weights of one window after the other, each row with its gain at its end:
    /// on an even grid a row for each place in the window, else for each point.
    pub weights: [f64; WEIGHTS],
    noise: [f64; POINTS],
    next: [f64; POINTS],
    distance: [f64; POINTS],
    scratch: [u64; POINTS],
}

impl Melt {
    pub const EMPTY: Melt = Melt {
        values: [0.0; POINTS],
        parts: [0.0; POINTS],
        roots: [0.0; POINTS],
        slope: [0.0; POINTS],
        deviation: [0.0; POINTS],
        halves: [0.0; WINDOWS],
        weights: [0.0; WEIGHTS],
        noise: [0.0; POINTS],
        next: [0.0; POINTS],
        distance: [0.0; POINTS],
        scratch: [0; POINTS],
    };

    /// Smooths the first `points` values through the first `windows` windows.
    pub fn smooth(&mut self, points: usize, windows: usize, stretch: usize, even: bool) {
        let Melt { values, slope, deviation, halves, weights, noise, next, distance, .. } = self;
        let grid = Grid { parts: &self.parts, roots: &self.roots, stretch };
        let values = &mut values[..points];
        let noise = &mut noise[..points];
        let (slope, deviation) = (&mut slope[..points], &mut deviation[..points]);
        let (next, distance) = (&mut next[..points], &mut distance[..points]);
        estimate_noise(values, &grid, noise, distance, &mut self.scratch);
        repair_spikes(values, &grid, noise);
        let mut weights = &weights[..];
        for (stage, half) in halves[..windows].iter().enumerate() {
            let half = *half as usize;
            let window = Window { half, even, rows: weights };
            let count = if even { 2 * half + 1 } else { points };
            weights = &weights[count * (2 * half + 2)..];
            if stage == 0 {
                window.apply(values, slope);
                for i in 0..points {
                    deviation[i] = noise[i] * window.gain(i, points);
                }
                continue;
            }
            window.apply(values, next);
            for i in 0..points {
                let off = (next[i] - slope[i]) / deviation[i];
                distance[i] = if off.is_nan() { 0.0 } else { least(off * off, FARTHEST) };
            }
            let gain = |i| window.gain(i, points);
            mix(half, gain, noise, slope, deviation, next, distance);
        }
        for value in slope {
            *value = -*value;
        }
    }
}

struct Window<'a> {
    half: usize,
    /// Whether points share rows by their place in the window, or have one each.
    even: bool,
    rows: &'a [f64],
}

impl<'a> Window<'a> {
    /// Weights of a point whose window begins at `start`, then their gain.
    fn row(&self, i: usize, start: usize) -> &'a [f64] {
        let index = if self.even { i - start } else { i };
        let size = 2 * self.half + 2;
        &self.rows[index * size..(index + 1) * size]
    }

    /// First point of a point's window.
    fn start(&self, i: usize, points: usize) -> usize {
        i.saturating_sub(self.half).min(points - (2 * self.half + 1))
    }

    fn gain(&self, i: usize, points: usize) -> f64 {
        self.row(i, self.start(i, points))[2 * self.half + 1]
    }

    /// `applySlopes`.
    fn apply(&self, values: &[f64], out: &mut [f64]) {
        let points = values.len();
        let width = 2 * self.half + 1;
        let centre = &self.row(self.half, 0)[..width];
        let end = points - self.half;
        let mut i = 0;
        while i < points {
            if self.even && i >= self.half && i + 1 < end {
                let around = &values[i - self.half..=i - self.half + width];
                let mut sum = Two::splat(0.0);
                for (weight, pair) in centre.iter().zip(around.windows(2)) {
                    sum = sum + Two::splat(*weight) * Two::new(pair[0], pair[1]);
                }
                out[i] = sum.get(0);
                out[i + 1] = sum.get(1);
                i += 2;
            } else {
                let start = self.start(i, points);
                let mut sum = 0.0;
                for (weight, value) in self.row(i, start)[..width].iter().zip(&values[start..]) {
                    sum += weight * value;
                }
                out[i] = sum;
                i += 1;
            }
        }
    }
}

fn mix(
    half: usize,
    gain: impl Fn(usize) -> f64,
    noise: &[f64],
    slope: &mut [f64],
    deviation: &mut [f64],
    next: &[f64],
    distance: &[f64],
) {
    let reach = half >> 1;
    let last = distance.len() - 1;
    let mut sum = 0.0;
    for one in &distance[..reach.min(last + 1)] {
        sum += one;
    }
    for i in 0..=last {
        let from = i.saturating_sub(reach);
        let to = last.min(i + reach);
        if i + reach <= last {
            sum += distance[to];
        }
        if i > reach {
            sum -= distance[from - 1];
        }
        let mean = sum / (to - from + 1) as f64;
        let part = least(1.0, most(0.0, (CONTRADICTION - mean) / (CONTRADICTION - AGREEMENT)));
        slope[i] += part * (next[i] - slope[i]);
        deviation[i] = part * noise[i] * gain(i) + (1.0 - part) * deviation[i];
    }
}

static MELT: Shared<Melt> = Shared::new(Melt::EMPTY);

/// Address of the melt curve, its windows and its slopes, in the order of `Melt`.
#[no_mangle]
pub extern "C" fn melt_block() -> *mut Melt {
    MELT.address()
}

/// Most points (0), windows (1) and weights with their gains (2).
#[no_mangle]
pub extern "C" fn melt_limit(what: usize) -> usize {
    [POINTS, WINDOWS, WEIGHTS][what.min(2)]
}

/// Smooths the curve; only one call at a time.
#[no_mangle]
pub extern "C" fn melt_smooth(points: usize, windows: usize, stretch: usize, even: usize) {
    // Nobody else holds the block: the caller waits, and there is no other thread.
    let melt = unsafe { &mut *MELT.address() };
    melt.smooth(points.min(POINTS), windows.min(WINDOWS), stretch.max(2), even != 0);
}
