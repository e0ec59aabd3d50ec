//! workers/numbers/exp.ts and log.ts, operation by operation: the sources and the reasons stand there.
//! The forms for two lanes take the ordinary case; whatever is not goes through the single ones.

use crate::lanes::{Two, Whole};
use crate::tables::{INTERVALS, ROOTS_OF_TWO};

const STEP: f64 = 0.021660849392446835;
const STEP_LOST: f64 = 5.145609244655338e-14;
const STEPS_PER_UNIT: f64 = 46.16624130844683;
const ROUNDER: f64 = 6755399441055744.0;
const OVERFLOWS: f64 = 710.0;
const VANISHES: f64 = -746.0;
/// Up to this size the result of `exp` is normal and so is the power of two in it.
const ORDINARY: f64 = 708.0;

/// 2 to the power of -1022 .. 1023.
#[inline(always)]
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// `x` times 2^k, for the few results of `exp` that have no plain power of two.
fn scale(x: f64, k: i64) -> f64 {
    if k > 1023 {
        x * power_of_two(1023) * power_of_two(k - 1023)
    } else if k < -1022 {
        x * power_of_two(-1022) * power_of_two(k + 1022)
    } else {
        x * power_of_two(k)
    }
}

pub fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    if x >= OVERFLOWS {
        return f64::INFINITY;
    }
    if x < VANISHES {
        return 0.0;
    }
    let steps = x * STEPS_PER_UNIT + ROUNDER - ROUNDER;
    let r = x - steps * STEP + (0.0 - steps * STEP_LOST);
    let n = steps as i64;
    let [root, root_lost] = ROOTS_OF_TWO[(n & 31) as usize];
    let squared = r * r;
    let series = r
        + squared * (0.5 + r * (1.0 / 6.0))
        + squared * squared * (1.0 / 24.0 + r * (1.0 / 120.0) + squared * (1.0 / 720.0));
    scale(root + (root_lost + root * series), n >> 5)
}

#[inline(always)]
pub fn exp_two(x: Two) -> Two {
    if !Two::splat(ORDINARY).above(x.abs()).all() {
        return Two::new(exp(x.get(0)), exp(x.get(1)));
    }
    let shifted = x * Two::splat(STEPS_PER_UNIT) + Two::splat(ROUNDER);
    let steps = shifted - Two::splat(ROUNDER);
    let lost = Two::splat(0.0) - steps * Two::splat(STEP_LOST);
    let r = x - steps * Two::splat(STEP) + lost;
    let n = shifted.bits().sub(Two::splat(ROUNDER).bits());
    let j = n.and(Whole::splat(31));
    let (first, second) = (&ROOTS_OF_TWO[j.get(0) & 31], &ROOTS_OF_TWO[j.get(1) & 31]);
    let root = Two::new(first[0], second[0]);
    let root_lost = Two::new(first[1], second[1]);
    let squared = r * r;
    let series = r
        + squared * (Two::splat(0.5) + r * Two::splat(1.0 / 6.0))
        + squared
            * squared
            * (Two::splat(1.0 / 24.0)
                + r * Two::splat(1.0 / 120.0)
                + squared * Two::splat(1.0 / 720.0));
    let power = n.right(5).add(Whole::splat(1023)).left(52).double();
    (root + (root_lost + root * series)) * power
}

const LN2: f64 = 0.6931471805598903;
const LN2_LOST: f64 = 5.497923018708371e-14;
const COARSE: f64 = 3221225472.0;
const FIRST_HIGH: i64 = 0x3fe6a000;
const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;
const TWO_TO_54: f64 = 18014398509481984.0;

/// Natural logarithm.
pub fn log(x: f64) -> f64 {
    if !(x > 0.0 && x < f64::INFINITY) {
        return if x == 0.0 {
            f64::NEG_INFINITY
        } else if x == f64::INFINITY {
            x
        } else {
            f64::NAN
        };
    }
    let tiny = x < SMALLEST_NORMAL;
    let normal = if tiny { x * TWO_TO_54 } else { x };
    let place = (normal.to_bits() >> 32) as i64 - FIRST_HIGH;
    let exponent = place >> 20;
    let [reciprocal, logarithm, logarithm_lost, _] = INTERVALS[((place >> 14) & 63) as usize];
    let m = f64::from_bits(normal.to_bits().wrapping_sub((exponent as u64) << 52));
    let k = (if tiny { exponent - 54 } else { exponent }) as f64;
    let head = m + COARSE - COARSE;
    let r_head = head * reciprocal - 1.0;
    let r_tail = (m - head) * reciprocal;
    let r = r_head + r_tail;
    let whole = k * LN2 + logarithm;
    let whole_lost = k * LN2_LOST + logarithm_lost;
    let r_lost = r_head - r + r_tail;
    let squared = r * r;
    let series = squared
        * (r * (1.0 / 3.0) - 0.5
            + squared
                * (r * (1.0 / 5.0) - 1.0 / 4.0
                    + squared
                        * (r * (1.0 / 7.0) - 1.0 / 6.0 + squared * (r * (1.0 / 9.0) - 1.0 / 8.0))));
    let sum = whole + r;
    sum + (whole - sum + r + (whole_lost + r_lost + series))
}

#[inline(always)]
pub fn log_two(x: Two) -> Two {
    let ordinary = x.above(Two::splat(SMALLEST_NORMAL));
    if !ordinary.and(Two::splat(f64::INFINITY).above(x)).all() {
        return Two::new(log(x.get(0)), log(x.get(1)));
    }
    let place = x.bits().right(32).sub(Whole::splat(FIRST_HIGH));
    let exponent = place.right(20);
    let j = place.right(14).and(Whole::splat(63));
    let (first, second) = (&INTERVALS[j.get(0) & 63], &INTERVALS[j.get(1) & 63]);
    let reciprocal = Two::new(first[0], second[0]);
    let m = x.bits().sub(exponent.left(52)).double();
    // Whole numbers up to 2^51 stand in the last bits of a double this large.
    let k = exponent.add(Two::splat(ROUNDER).bits()).double() - Two::splat(ROUNDER);
    let head = m + Two::splat(COARSE) - Two::splat(COARSE);
    let r_head = head * reciprocal - Two::splat(1.0);
    let r_tail = (m - head) * reciprocal;
    let r = r_head + r_tail;
    let whole = k * Two::splat(LN2) + Two::new(first[1], second[1]);
    let whole_lost = k * Two::splat(LN2_LOST) + Two::new(first[2], second[2]);
    let r_lost = r_head - r + r_tail;
    let squared = r * r;
    let inner = r * Two::splat(1.0 / 7.0) - Two::splat(1.0 / 6.0)
        + squared * (r * Two::splat(1.0 / 9.0) - Two::splat(1.0 / 8.0));
    let series = squared
        * (r * Two::splat(1.0 / 3.0) - Two::splat(0.5)
            + squared * (r * Two::splat(1.0 / 5.0) - Two::splat(1.0 / 4.0) + squared * inner));
    let sum = whole + r;
    sum + (whole - sum + r + (whole_lost + r_lost + series))
}

/// ln(1 + z) for z >= 0.
#[inline(always)]
pub fn log_one_plus_two(z: Two) -> Two {
    let u = Two::splat(1.0) + z;
    let value = log_two(u) * z / (u - Two::splat(1.0));
    u.equals(Two::splat(1.0)).choose(z, value)
}

/// Math.min and Math.max: NaN when either is, and -0 below 0.
pub fn least(a: f64, b: f64) -> f64 {
    if a < b || a.is_nan() || (a == b && a.is_sign_negative()) {
        a
    } else {
        b
    }
}

pub fn most(a: f64, b: f64) -> f64 {
    -least(-a, -b)
}
