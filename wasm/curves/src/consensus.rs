//! workers/consensus/fit.ts: the common shape of a target's curves, and their places on it. The
//! sources and the reasons are there. Two curves share each evaluation.

use crate::equations::{add_rest, back_substitute, eliminate, solve_own, write_equations};
use crate::growth::{Equations, Growing, GrowthShape, Weighting, OWN, STRIDE, UNKNOWNS};
use crate::lanes::Two;
use crate::numbers::{exp, least, log, most};
use crate::shape::POINTS;
use crate::shared::Shared;

/// Curves of a block, and those that a shape is found from.
pub const CURVES: usize = 96;
pub const JOINT: usize = 24;
/// Numbers of a result: 1 if placed, Cy0, variance, spread, floor, drift, rise.
pub const RESULT: usize = 7;

const MOST_ROUNDS: u32 = 40;
const JOINT_ENOUGH: f64 = 1e-6;
const SETTLED: f64 = 1e-4;
const BELIEVED_RATE: f64 = 0.5;
const BELIEVED_RATE_SD: f64 = 0.5;
const BELIEVED_ASYMMETRY: f64 = 1.5;
const BELIEVED_ASYMMETRY_SD: f64 = 1.0;
const LEAST_SOUND: f64 = 1e-100;
const MOST_SOUND: f64 = 1e100;

/// Curves, where each begins (middle, rise), the shape (rate, asymmetry), the weighting (height, noise
/// ratio, expected rise), and what came of each curve.
#[repr(C)]
pub struct Block {
    pub values: [[f64; POINTS]; CURVES],
    pub starts: [[f64; 2]; CURVES],
    pub shape: [f64; 2],
    pub weighting: [f64; 3],
    pub results: [[f64; RESULT]; CURVES],
}

impl Block {
    pub const EMPTY: Block = Block {
        values: [[0.0; POINTS]; CURVES],
        starts: [[0.0; 2]; CURVES],
        shape: [0.0; 2],
        weighting: [0.0; 3],
        results: [[0.0; RESULT]; CURVES],
    };

    fn read_weighting(&self) -> Weighting {
        let [height, noise_ratio, expected_rise] = self.weighting;
        Weighting { height, noise_ratio, expected_rise }
    }
}

/// A curve on its way to its place.
#[derive(Clone, Copy)]
struct Place {
    cy0: f64,
    rise: f64,
    /// Whether it still takes part.
    alive: bool,
    fit: [f64; OWN],
    equations: Equations,
}

impl Place {
    const EMPTY: Place = Place {
        cy0: 0.0,
        rise: 0.0,
        alive: false,
        fit: [0.0; OWN],
        equations: [0.0; UNKNOWNS * STRIDE],
    };

    fn start([middle, rise]: [f64; 2], half: f64) -> Place {
        Place { cy0: middle - half, rise, alive: rise > 0.0 && middle > 0.0, ..Place::EMPTY }
    }

    /// Move to the solution of the equations, at most a cycle; return the step.
    fn advance(&mut self) -> f64 {
        let rise = self.fit[2];
        if !(rise > 0.0) {
            self.alive = false;
            return 0.0;
        }
        let wanted = self.fit[3] / rise;
        let step = if wanted > 1.0 {
            1.0
        } else if wanted < -1.0 {
            -1.0
        } else {
            wanted
        };
        self.rise = rise;
        self.cy0 += step;
        size(step)
    }
}

fn size(x: f64) -> f64 {
    if x < 0.0 {
        -x
    } else {
        x
    }
}

#[inline(never)]
fn find_variance(
    pair: &Growing,
    lane: usize,
    curve: &[f64],
    fit: &[f64; OWN],
    rise: f64,
    weighting: &Weighting,
) -> f64 {
    let floor = 0.5 * weighting.noise_ratio * rise;
    most(pair.residual_variance(lane, curve, fit), floor * floor)
}

fn has_variance(
    pair: &Growing,
    lane: usize,
    curve: &[f64],
    place: &Place,
    weighting: &Weighting,
) -> bool {
    let Place { fit, equations, rise, .. } = place;
    let is_sound = *rise > LEAST_SOUND && fit[..3].iter().all(|part| size(*part) < MOST_SOUND);
    if is_sound {
        return equations[0] > OWN as f64;
    }
    find_variance(pair, lane, curve, fit, *rise, weighting) > 0.0
}

/// A curve that is being placed, in one lane.
#[derive(Clone, Copy)]
struct Search {
    index: usize,
    place: Place,
    rounds: u32,
    step: f64,
}

impl Block {
    /// Place the first `count` curves on the shape of the block, until a step is below `enough` cycles.
    /// Both lanes are kept busy: the one that ends takes the next curve.
    pub fn place(&mut self, pair: &mut Growing, count: usize, points: usize, enough: f64) {
        let weighting = self.read_weighting();
        let shape = GrowthShape { rate: self.shape[0], asymmetry: self.shape[1] };
        let half = shape.reach_height(0.5);
        let mut next = 0;
        let first = self.take(pair, 0, &mut next, count, points, half);
        let mut lanes = [first, self.take(pair, 1, &mut next, count, points, half)];
        while let Some(busy) = lanes.iter().flatten().next() {
            // A lane without a curve goes along with the other one.
            let cy0 = |lane: usize| lanes[lane].as_ref().unwrap_or(busy).place.cy0;
            pair.fill(&shape, Two::new(cy0(0), cy0(1)), weighting.height, false);
            let sums = pair.sum_own();
            for lane in 0..2 {
                let mut search = match lanes[lane] {
                    Some(search) => search,
                    None => continue,
                };
                let curve = &self.values[search.index][..points];
                let place = &mut search.place;
                let before = place.rise;
                let own = sums.map(|two| two.get(lane));
                write_equations(own, None, points, &weighting, &mut place.equations);
                let solved = solve_own(&mut place.equations, &mut place.fit);
                place.alive = solved && has_variance(pair, lane, curve, place, &weighting);
                if place.alive {
                    search.step = place.advance();
                }
                search.rounds += 1;
                let ended =
                    !search.place.alive || search.step < enough || search.rounds == MOST_ROUNDS;
                if !ended {
                    lanes[lane] = Some(search);
                    continue;
                }
                self.results[search.index] =
                    describe(pair, lane, curve, &search, before, &weighting);
                lanes[lane] = self.take(pair, lane, &mut next, count, points, half);
            }
        }
    }

    /// Load the next curve that can be placed into a lane.
    #[inline(never)]
    fn take(
        &mut self,
        pair: &mut Growing,
        lane: usize,
        next: &mut usize,
        count: usize,
        points: usize,
        half: f64,
    ) -> Option<Search> {
        while *next < count {
            let index = *next;
            *next += 1;
            let place = Place::start(self.starts[index], half);
            if !place.alive {
                self.results[index] = [0.0; RESULT];
                continue;
            }
            pair.load(lane, &self.values[index][..points]);
            return Some(Search { index, place, rounds: 0, step: f64::NAN });
        }
        None
    }
}

#[inline(never)]
fn describe(
    pair: &Growing,
    lane: usize,
    curve: &[f64],
    search: &Search,
    before: f64,
    weighting: &Weighting,
) -> [f64; RESULT] {
    let Place { cy0, rise, alive, fit, equations } = &search.place;
    let length = curve.len() as f64;
    let drift = fit[1] / length;
    let floor = pair.offset(lane) + fit[0] + drift * cy0;
    let within = *cy0 > -length / 2.0 && *cy0 < 1.5 * length;
    if !*alive || !(search.step < SETTLED) || !within {
        return [0.0; RESULT];
    }
    let variance = find_variance(pair, lane, curve, fit, before, weighting);
    [1.0, *cy0, variance, pair.cy0_variance(lane, equations), floor, drift, *rise]
}

/// Step size of the shape's changes.
struct Pace {
    part: f64,
    turn: f64,
}

/// The joint search of a shape: its curves in pairs, and their places.
pub struct Joint {
    pairs: [Growing; JOINT / 2],
    places: [Place; JOINT],
}

impl Joint {
    pub const EMPTY: Joint =
        Joint { pairs: [Growing::EMPTY; JOINT / 2], places: [Place::EMPTY; JOINT] };

    /// Find the shape that the first `count` curves of the block have in common, and write it into the block.
    #[inline(never)]
    pub fn find(&mut self, block: &mut Block, count: usize, points: usize) {
        let weighting = block.read_weighting();
        let mut shape =
            GrowthShape { rate: exp(log(BELIEVED_RATE)), asymmetry: exp(log(BELIEVED_ASYMMETRY)) };
        let half = shape.reach_height(0.5);
        self.places = [Place::EMPTY; JOINT];
        for index in 0..count {
            self.places[index] = Place::start(block.starts[index], half);
        }
        // A last curve without another one goes along with itself.
        for index in 0..count + count % 2 {
            let curve = &block.values[index.min(count - 1)][..points];
            self.pairs[index / 2].load(index % 2, curve);
        }
        let mut pace = Pace { part: 1.0, turn: 0.0 };
        for _ in 0..MOST_ROUNDS {
            if self.improve(block, count, points, &weighting, &mut shape, &mut pace) < JOINT_ENOUGH
            {
                break;
            }
        }
        block.shape = [shape.rate, shape.asymmetry];
    }

    /// Run one round over the shape and all places; return the largest step.
    #[inline(never)]
    fn improve(
        &mut self,
        block: &Block,
        count: usize,
        points: usize,
        weighting: &Weighting,
        shape: &mut GrowthShape,
        pace: &mut Pace,
    ) -> f64 {
        let rate_weight = 1.0 / (BELIEVED_RATE_SD * BELIEVED_RATE_SD);
        let asymmetry_weight = 1.0 / (BELIEVED_ASYMMETRY_SD * BELIEVED_ASYMMETRY_SD);
        let mut joint = [
            rate_weight,
            0.0,
            rate_weight * (log(BELIEVED_RATE) - log(shape.rate)),
            asymmetry_weight,
            asymmetry_weight * (log(BELIEVED_ASYMMETRY) - log(shape.asymmetry)),
        ];
        for first in (0..count).step_by(2) {
            let pair = &mut self.pairs[first / 2];
            let places = &mut self.places[first..first + 2];
            if !places.iter().any(|place| place.alive) {
                continue;
            }
            pair.fill(shape, Two::new(places[0].cy0, places[1].cy0), weighting.height, true);
            let own = pair.sum_own();
            let of_shape = pair.sum_shape(Two::new(places[0].rise, places[1].rise));
            for (lane, place) in places.iter_mut().enumerate() {
                if !place.alive {
                    continue;
                }
                let curve = &block.values[first + lane][..points];
                let (own, of_shape) =
                    (own.map(|two| two.get(lane)), of_shape.map(|two| two.get(lane)));
                write_equations(own, Some(of_shape), points, weighting, &mut place.equations);
                let mut variance = f64::NAN;
                if eliminate(&mut place.equations) {
                    back_substitute(&place.equations, 0.0, 0.0, &mut place.fit);
                    variance = find_variance(pair, lane, curve, &place.fit, place.rise, weighting);
                }
                place.alive = variance > 0.0;
                if place.alive {
                    add_rest(&place.equations, 1.0 / variance, &mut joint);
                }
            }
        }
        let [rate_step, asymmetry_step] = solve_shape(&joint, pace);
        let mut largest = most(size(rate_step), size(asymmetry_step));
        for place in &mut self.places[..count] {
            if !place.alive {
                continue;
            }
            back_substitute(&place.equations, rate_step, asymmetry_step, &mut place.fit);
            largest = most(largest, place.advance());
        }
        shape.rate *= exp(rate_step);
        shape.asymmetry *= exp(asymmetry_step);
        largest
    }
}

fn solve_shape(joint: &[f64; 5], pace: &mut Pace) -> [f64; 2] {
    let mixed = joint[1];
    let determinant = joint[0] * joint[3] - mixed * mixed;
    let rate = (joint[2] * joint[3] - mixed * joint[4]) / determinant;
    let asymmetry = (joint[0] * joint[4] - mixed * joint[2]) / determinant;
    pace.part =
        if asymmetry * pace.turn < 0.0 { pace.part / 2.0 } else { least(1.0, 1.4 * pace.part) };
    pace.turn = asymmetry;
    let allowed = least(least(1.0, 0.3 / size(rate)), 0.6 / size(asymmetry));
    let part = pace.part * allowed;
    if part > 0.0 {
        [part * rate, part * asymmetry]
    } else {
        [0.0, 0.0]
    }
}

static BLOCK: Shared<Block> = Shared::new(Block::EMPTY);
static PAIR: Shared<Growing> = Shared::new(Growing::EMPTY);
static JOINT_SEARCH: Shared<Joint> = Shared::new(Joint::EMPTY);

/// Address of the block. Its parts follow each other as `Block` lists them.
#[no_mangle]
pub extern "C" fn consensus_block() -> *mut Block {
    BLOCK.address()
}

/// Limits of the block: curves (0), points (1), curves of a joint search (2).
#[no_mangle]
pub extern "C" fn consensus_limit(what: usize) -> usize {
    match what {
        0 => CURVES,
        1 => POINTS,
        _ => JOINT,
    }
}

/// Find the common shape of the first `count` curves of the block; only one call at a time.
#[no_mangle]
pub extern "C" fn consensus_shape(count: usize, points: usize) {
    // Nobody else holds them: the caller waits, and there is no other thread.
    let (block, joint) = unsafe { (&mut *BLOCK.address(), &mut *JOINT_SEARCH.address()) };
    joint.find(block, count.min(JOINT), points.min(POINTS));
}

/// Place the first `count` curves of the block on its shape; only one call at a time.
#[no_mangle]
pub extern "C" fn consensus_place(count: usize, points: usize, enough: f64) {
    // Nobody else holds them: the caller waits, and there is no other thread.
    let (block, pair) = unsafe { (&mut *BLOCK.address(), &mut *PAIR.address()) };
    block.place(pair, count.min(CURVES), points.min(POINTS), enough);
}
