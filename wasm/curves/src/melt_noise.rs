//! workers/melt/melt-noise.ts and repair-spikes.ts: noise of a melt curve and single readings that stick
//! out. The sources and the reasons stand there. A grid is known by what its temperatures come to.

use crate::numbers::most;

const SCALE: f64 = 0.6745;
const LEAST_HEIGHT: f64 = 12.0;
const LEAST_ECHO: f64 = 0.25;
const MOST_ECHO: f64 = 0.75;

/// Of each inner point: how far between its neighbours it lies, and the root of the variance of its
/// distance from their line. The first one belongs to point 1.
pub struct Grid<'a> {
    pub parts: &'a [f64],
    pub roots: &'a [f64],
    /// Points whose noise is taken as one.
    pub stretch: usize,
}

fn size(x: f64) -> f64 {
    f64::from_bits(x.to_bits() << 1 >> 1)
}

/// Scaled median; 0 for none. The bits of numbers that are not negative are in the same order.
fn take_median(distances: &[f64], scratch: &mut [u64]) -> f64 {
    if distances.is_empty() {
        return 0.0;
    }
    let scratch = &mut scratch[..distances.len()];
    for (bits, distance) in scratch.iter_mut().zip(distances) {
        *bits = distance.to_bits();
    }
    let (_, median, _) = scratch.select_nth_unstable(distances.len() >> 1);
    f64::from_bits(*median) / SCALE
}

/// `estimateMeltNoise`. `distances` and `scratch` are overwritten.
pub fn estimate_noise(
    values: &[f64],
    grid: &Grid,
    noise: &mut [f64],
    distances: &mut [f64],
    scratch: &mut [u64],
) {
    let points = values.len();
    let distances = &mut distances[..points.saturating_sub(2)];
    for (i, distance) in distances.iter_mut().enumerate() {
        let line = values[i] + grid.parts[i] * (values[i + 2] - values[i]);
        *distance = size(values[i + 1] - line) / grid.roots[i];
    }
    noise.fill(take_median(distances, scratch));
    let hop = grid.stretch >> 1;
    let mut from = 0;
    while from + grid.stretch <= distances.len() {
        let own = take_median(&distances[from..from + grid.stretch], scratch);
        let first = if from == 0 { 0 } else { from + 1 };
        let is_last = from + hop + grid.stretch > distances.len();
        let after = if is_last { points } else { from + grid.stretch + 1 };
        for one in &mut noise[first..after] {
            *one = most(*one, own);
        }
        from += hop;
    }
}

/// `repairSpikes`, in place.
pub fn repair_spikes(values: &mut [f64], grid: &Grid, noise: &[f64]) {
    let line = |values: &[f64], i: usize| {
        values[i - 1] + grid.parts[i - 1] * (values[i + 1] - values[i - 1])
    };
    let offset = |values: &[f64], i: usize| values[i] - line(values, i);
    for i in 2..values.len().saturating_sub(2) {
        let spike = offset(values, i);
        let is_echo = |echo: f64| -echo / spike > LEAST_ECHO && -echo / spike < MOST_ECHO;
        if size(spike) > LEAST_HEIGHT * noise[i]
            && is_echo(offset(values, i - 1))
            && is_echo(offset(values, i + 1))
        {
            values[i] = line(values, i);
        }
    }
}
