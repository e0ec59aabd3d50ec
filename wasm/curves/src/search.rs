//! workers/sigmoid/descent.ts and the search of sigmoid-fit.ts as steps between evaluations, so
//! that two curves that are not equally far share each evaluation. The sources and the reasons stand
//! there.

use crate::numbers::{log, most};
use crate::shape::{fold_asymmetry, Normal, Pair, State, SQUARES};
use crate::start::{start_from_curve, start_from_scan};
use crate::step::{
    bend_at_bounds, extrapolate, hold_at_bounds, predict_lowering, solve_step, take_step, Step,
};

const ENOUGH: f64 = 1e-14;
const ENOUGH_FOR_NOW: f64 = 1e-9;
const ENOUGH_FOR_POOR: f64 = 1e-8;
const POOR: f64 = 0.05;
const NOISE: f64 = 0.5;
const STALLED: f64 = 1e-9;
const ROUNDING: f64 = 1e-30;
const MOST_EVALUATIONS: u32 = 100;
const MOST_FOR_NOISE: u32 = 12;
const FIRST_DAMPING: f64 = 1e-3;
const SLIGHT_DAMPING: f64 = 1e-4;
const FAIR_DAMPING: f64 = 1.0;
const MOST_DAMPING: f64 = 1e8;

const LEAST_STEEPNESS: f64 = 0.2;
const MOST_STEEPNESS: f64 = 300.0;
const LEAST_ASYMMETRY: f64 = 1e-3;
const MOST_ASYMMETRY: f64 = 1e5;
const INFLECTION_BEFORE: f64 = 3.0;
const INFLECTION_AFTER: f64 = 2.0;

/// A curve to be fitted.
#[derive(Clone, Copy)]
pub struct Curve<'a> {
    pub values: &'a [f64],
    pub logs: &'a [f64],
    /// Sum of squares of the values about their mean.
    pub total: f64,
    /// For a live view, see `SigmoidOptions.start`.
    pub live: bool,
    /// Shape of a good earlier fit.
    pub earlier: Option<[f64; 3]>,
}

/// What a search came to.
#[derive(Clone, Copy)]
pub struct Outcome {
    pub state: State,
    pub normal: Normal,
    pub explained: [f64; 6],
    pub evaluations: u32,
    pub converged: bool,
}

/// What the next evaluation is for.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// The state a descent begins with.
    Begin,
    Trial,
    /// The best state again, because another one came after it.
    Return,
    Done,
}

pub struct Search<'a> {
    curve: Curve<'a>,
    phase: Phase,
    attempt: u32,
    bounds: [f64; 6],
    best: State,
    trial: State,
    wanted: Step,
    before: [f64; 6],
    squares: f64,
    promised: f64,
    damping: f64,
    growth: f64,
    steady: bool,
    /// Evaluations of this descent.
    taken: u32,
    pub outcome: Outcome,
}

fn set_bounds(logs: &[f64]) -> [f64; 6] {
    [
        log(LEAST_STEEPNESS),
        most(0.0, logs[0]) - INFLECTION_BEFORE,
        fold_asymmetry(LEAST_ASYMMETRY),
        log(MOST_STEEPNESS),
        logs[logs.len() - 1] + INFLECTION_AFTER,
        fold_asymmetry(MOST_ASYMMETRY),
    ]
}

impl<'a> Search<'a> {
    pub fn new(curve: Curve<'a>) -> Search<'a> {
        let outcome = Outcome {
            state: [0.0; 8],
            normal: [0.0; 9],
            explained: [0.0; 6],
            evaluations: 0,
            converged: false,
        };
        let mut best = [0.0; 8];
        best[SQUARES] = f64::INFINITY;
        let mut search = Search {
            curve,
            phase: Phase::Begin,
            attempt: 0,
            bounds: set_bounds(curve.logs),
            best,
            trial: [0.0; 8],
            wanted: [0.0; 3],
            before: [0.0; 6],
            squares: 0.0,
            promised: 0.0,
            damping: 0.0,
            growth: 0.0,
            steady: false,
            taken: 0,
            outcome,
        };
        match curve.earlier {
            Some(shape) => search.outcome.state[..3].copy_from_slice(&shape),
            None => search.start_anew(),
        }
        search
    }

    pub fn done(&self) -> bool {
        self.phase == Phase::Done
    }

    /// The shape to be evaluated next.
    pub fn target(&self) -> &State {
        match self.phase {
            Phase::Trial => &self.trial,
            _ => &self.outcome.state,
        }
    }

    /// Where what was found of the target goes.
    pub fn target_mut(&mut self) -> &mut State {
        match self.phase {
            Phase::Trial => &mut self.trial,
            _ => &mut self.outcome.state,
        }
    }

    /// Looks at the evaluated target; whether its equations are needed.
    pub fn judge(&mut self) -> bool {
        match self.phase {
            Phase::Begin => {
                self.squares = self.outcome.state[SQUARES];
                self.damping = FIRST_DAMPING;
                self.growth = 2.0;
                self.steady = false;
                self.taken = 1;
                true
            }
            Phase::Trial => self.judge_trial(),
            Phase::Return => true,
            Phase::Done => false,
        }
    }

    fn judge_trial(&mut self) -> bool {
        let next = self.trial[SQUARES];
        self.taken += 1;
        self.steady = next < self.squares && self.damping <= SLIGHT_DAMPING;
        if !(next < self.squares) {
            return false;
        }
        let bend = (2.0 * (self.squares - next)) / self.promised - 1.0;
        self.damping *= most(0.1, 1.0 - bend * bend * bend);
        self.growth = 2.0;
        self.squares = next;
        for k in 0..3 {
            self.before[k] = self.outcome.state[k];
            self.before[3 + k] = self.wanted[k];
        }
        self.outcome.state = self.trial;
        true
    }

    /// Takes the equations of the state just judged.
    pub fn take_equations(&mut self, normal: Normal, explained: [f64; 6]) {
        self.outcome.normal = normal;
        self.outcome.explained = explained;
        hold_at_bounds(&self.outcome.state, &self.bounds, &mut self.outcome.normal);
    }

    /// Goes on to the next evaluation; `accepted` is what `judge` said. `spare` is written to.
    pub fn advance(&mut self, accepted: bool, spare: &mut Pair) {
        if self.phase == Phase::Return {
            self.phase = Phase::Done;
            return;
        }
        let stuck = self.phase == Phase::Trial && !accepted && self.reject();
        let ended = if stuck { Some(true) } else { self.propose() };
        if let Some(converged) = ended {
            self.end_descent(converged, spare);
        }
    }

    /// Raises the damping after a step that led nowhere; true where no step would lead anywhere.
    fn reject(&mut self) -> bool {
        if self.promised <= STALLED * self.squares {
            return true;
        }
        self.damping *= self.growth;
        self.growth *= 2.0;
        false
    }

    fn least_promise(&self) -> f64 {
        if self.damping > FAIR_DAMPING {
            0.0
        } else if self.squares > POOR * self.curve.total {
            ENOUGH_FOR_POOR
        } else if self.curve.live {
            ENOUGH_FOR_NOW
        } else {
            ENOUGH
        }
    }

    /// Sets the next trial; where there is none, whether the descent converged.
    fn propose(&mut self) -> Option<bool> {
        while self.damping < MOST_DAMPING {
            let is_noise = self.squares > NOISE * self.curve.total;
            if self.taken >= (if is_noise { MOST_FOR_NOISE } else { MOST_EVALUATIONS }) {
                break;
            }
            let Outcome { state, normal, .. } = &self.outcome;
            let solved = solve_step(normal, self.damping, &mut self.wanted);
            bend_at_bounds(state, &self.bounds, normal, self.damping, &mut self.wanted);
            self.promised =
                if solved { predict_lowering(normal, &self.wanted) } else { f64::INFINITY };
            if self.promised <= self.least_promise() * self.squares
                || self.squares <= ROUNDING * self.curve.values.len() as f64
            {
                return Some(true);
            }
            let mut step = self.wanted;
            if self.steady && self.damping <= SLIGHT_DAMPING {
                extrapolate(state, &self.wanted, &self.before, normal, &mut step);
            }
            take_step(state, &step, &self.bounds, &mut self.trial);
            if solved {
                self.phase = Phase::Trial;
                return None;
            }
            self.taken += 1;
            self.steady = false;
            if self.reject() {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Keeps the best state; sets out anew while no descent was good.
    fn end_descent(&mut self, converged: bool, spare: &mut Pair) {
        let Curve { values, logs, total, live, .. } = self.curve;
        let outcome = &mut self.outcome;
        outcome.evaluations += self.taken;
        if outcome.state[SQUARES] < self.best[SQUARES] {
            self.best = outcome.state;
            outcome.converged = converged;
        }
        if outcome.converged && self.best[SQUARES] < POOR * total {
            return self.end();
        }
        self.attempt += 1;
        if self.attempt == 1 {
            self.start_anew();
        } else if self.attempt == 2 && !live {
            let at_hand = self.best[SQUARES];
            let found = start_from_scan(values, logs, at_hand, spare, &mut outcome.state);
            if found {
                self.phase = Phase::Begin;
            } else {
                self.end();
            }
        } else {
            self.end();
        }
    }

    fn start_anew(&mut self) {
        self.attempt = 1;
        start_from_curve(self.curve.values, self.curve.logs, &mut self.outcome.state);
        self.phase = Phase::Begin;
    }

    fn end(&mut self) {
        let same = self.outcome.state[SQUARES] == self.best[SQUARES];
        self.phase = if same { Phase::Done } else { Phase::Return };
        self.outcome.state = self.best;
    }
}
