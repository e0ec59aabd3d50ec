//! Two doubles at a time, one of each of two curves. Every operation is the IEEE-754 one on each lane
//! by itself, so that a lane holds the bits that a single double would.

pub use inner::{Mask, Two, Whole};

use core::ops::{Add, Div, Mul, Neg, Sub};

#[cfg(target_arch = "wasm32")]
mod inner {
    use core::arch::wasm32::*;

    #[derive(Clone, Copy)]
    pub struct Two(v128);
    /// All bits of a lane set or none.
    #[derive(Clone, Copy)]
    pub struct Mask(v128);
    /// Two whole numbers of 64 bits.
    #[derive(Clone, Copy)]
    pub struct Whole(v128);

    impl Two {
        pub const ZERO: Two = Two(f64x2(0.0, 0.0));
        #[inline(always)]
        pub fn new(first: f64, second: f64) -> Two {
            Two(f64x2(first, second))
        }
        #[inline(always)]
        pub fn get(self, lane: usize) -> f64 {
            match lane {
                0 => f64x2_extract_lane::<0>(self.0),
                _ => f64x2_extract_lane::<1>(self.0),
            }
        }
        #[inline(always)]
        pub fn add(self, other: Two) -> Two {
            Two(f64x2_add(self.0, other.0))
        }
        #[inline(always)]
        pub fn sub(self, other: Two) -> Two {
            Two(f64x2_sub(self.0, other.0))
        }
        #[inline(always)]
        pub fn mul(self, other: Two) -> Two {
            Two(f64x2_mul(self.0, other.0))
        }
        #[inline(always)]
        pub fn div(self, other: Two) -> Two {
            Two(f64x2_div(self.0, other.0))
        }
        #[inline(always)]
        pub fn neg(self) -> Two {
            Two(f64x2_neg(self.0))
        }
        #[inline(always)]
        pub fn abs(self) -> Two {
            Two(f64x2_abs(self.0))
        }
        #[inline(always)]
        pub fn above(self, other: Two) -> Mask {
            Mask(f64x2_gt(self.0, other.0))
        }
        #[inline(always)]
        pub fn equals(self, other: Two) -> Mask {
            Mask(f64x2_eq(self.0, other.0))
        }
        #[inline(always)]
        pub fn bits(self) -> Whole {
            Whole(self.0)
        }
        /// The value where the mask is set, 0 elsewhere.
        #[inline(always)]
        pub fn only(self, mask: Mask) -> Two {
            Two(v128_and(self.0, mask.0))
        }
    }

    impl Mask {
        pub const NONE: Mask = Mask(i64x2(0, 0));
        #[inline(always)]
        pub fn new(first: bool, second: bool) -> Mask {
            Mask(i64x2(-(first as i64), -(second as i64)))
        }
        #[inline(always)]
        pub fn get(self, lane: usize) -> bool {
            match lane {
                0 => i64x2_extract_lane::<0>(self.0) != 0,
                _ => i64x2_extract_lane::<1>(self.0) != 0,
            }
        }
        #[inline(always)]
        pub fn choose(self, set: Two, unset: Two) -> Two {
            Two(v128_bitselect(set.0, unset.0, self.0))
        }
        #[inline(always)]
        pub fn and(self, other: Mask) -> Mask {
            Mask(v128_and(self.0, other.0))
        }
        #[inline(always)]
        pub fn none(self) -> bool {
            !v128_any_true(self.0)
        }
        #[inline(always)]
        pub fn all(self) -> bool {
            i64x2_all_true(self.0)
        }
    }

    impl Whole {
        #[inline(always)]
        pub fn splat(value: i64) -> Whole {
            Whole(i64x2_splat(value))
        }
        #[inline(always)]
        pub fn get(self, lane: usize) -> usize {
            match lane {
                0 => i64x2_extract_lane::<0>(self.0) as usize,
                _ => i64x2_extract_lane::<1>(self.0) as usize,
            }
        }
        #[inline(always)]
        pub fn add(self, other: Whole) -> Whole {
            Whole(i64x2_add(self.0, other.0))
        }
        #[inline(always)]
        pub fn sub(self, other: Whole) -> Whole {
            Whole(i64x2_sub(self.0, other.0))
        }
        #[inline(always)]
        pub fn and(self, other: Whole) -> Whole {
            Whole(v128_and(self.0, other.0))
        }
        #[inline(always)]
        pub fn left(self, bits: u32) -> Whole {
            Whole(i64x2_shl(self.0, bits))
        }
        #[inline(always)]
        pub fn right(self, bits: u32) -> Whole {
            Whole(i64x2_shr(self.0, bits))
        }
        #[inline(always)]
        pub fn double(self) -> Two {
            Two(self.0)
        }
    }
}

/// The same for the machine that runs the tests.
#[cfg(not(target_arch = "wasm32"))]
mod inner {
    #[derive(Clone, Copy)]
    pub struct Two([f64; 2]);
    #[derive(Clone, Copy)]
    pub struct Mask([bool; 2]);
    #[derive(Clone, Copy)]
    pub struct Whole([i64; 2]);

    impl Two {
        pub const ZERO: Two = Two([0.0; 2]);
        pub fn new(first: f64, second: f64) -> Two {
            Two([first, second])
        }
        pub fn get(self, lane: usize) -> f64 {
            self.0[lane]
        }
        pub fn add(self, other: Two) -> Two {
            Two([self.0[0] + other.0[0], self.0[1] + other.0[1]])
        }
        pub fn sub(self, other: Two) -> Two {
            Two([self.0[0] - other.0[0], self.0[1] - other.0[1]])
        }
        pub fn mul(self, other: Two) -> Two {
            Two([self.0[0] * other.0[0], self.0[1] * other.0[1]])
        }
        pub fn div(self, other: Two) -> Two {
            Two([self.0[0] / other.0[0], self.0[1] / other.0[1]])
        }
        pub fn neg(self) -> Two {
            Two([-self.0[0], -self.0[1]])
        }
        pub fn abs(self) -> Two {
            Two([self.0[0].abs(), self.0[1].abs()])
        }
        pub fn above(self, other: Two) -> Mask {
            Mask([self.0[0] > other.0[0], self.0[1] > other.0[1]])
        }
        pub fn equals(self, other: Two) -> Mask {
            Mask([self.0[0] == other.0[0], self.0[1] == other.0[1]])
        }
        pub fn bits(self) -> Whole {
            Whole([self.0[0].to_bits() as i64, self.0[1].to_bits() as i64])
        }
        pub fn only(self, mask: Mask) -> Two {
            mask.choose(self, Two([0.0; 2]))
        }
    }

    impl Mask {
        pub const NONE: Mask = Mask([false; 2]);
        pub fn new(first: bool, second: bool) -> Mask {
            Mask([first, second])
        }
        pub fn get(self, lane: usize) -> bool {
            self.0[lane]
        }
        pub fn choose(self, set: Two, unset: Two) -> Two {
            let lane = |i: usize| if self.0[i] { set.0[i] } else { unset.0[i] };
            Two([lane(0), lane(1)])
        }
        pub fn and(self, other: Mask) -> Mask {
            Mask([self.0[0] && other.0[0], self.0[1] && other.0[1]])
        }
        pub fn none(self) -> bool {
            !self.0[0] && !self.0[1]
        }
        pub fn all(self) -> bool {
            self.0[0] && self.0[1]
        }
    }

    impl Whole {
        pub fn splat(value: i64) -> Whole {
            Whole([value; 2])
        }
        pub fn get(self, lane: usize) -> usize {
            self.0[lane] as usize
        }
        pub fn add(self, other: Whole) -> Whole {
            Whole([self.0[0].wrapping_add(other.0[0]), self.0[1].wrapping_add(other.0[1])])
        }
        pub fn sub(self, other: Whole) -> Whole {
            Whole([self.0[0].wrapping_sub(other.0[0]), self.0[1].wrapping_sub(other.0[1])])
        }
        pub fn and(self, other: Whole) -> Whole {
            Whole([self.0[0] & other.0[0], self.0[1] & other.0[1]])
        }
        pub fn left(self, bits: u32) -> Whole {
            Whole([self.0[0] << bits, self.0[1] << bits])
        }
        pub fn right(self, bits: u32) -> Whole {
            Whole([self.0[0] >> bits, self.0[1] >> bits])
        }
        pub fn double(self) -> Two {
            Two([f64::from_bits(self.0[0] as u64), f64::from_bits(self.0[1] as u64)])
        }
    }
}

impl Two {
    #[inline(always)]
    pub fn splat(value: f64) -> Two {
        Two::new(value, value)
    }
    #[inline(always)]
    pub fn with(self, lane: usize, value: f64) -> Two {
        match lane {
            0 => Two::new(value, self.get(1)),
            _ => Two::new(self.get(0), value),
        }
    }
}

impl Mask {
    #[inline(always)]
    pub fn with(self, lane: usize, value: bool) -> Mask {
        match lane {
            0 => Mask::new(value, self.get(1)),
            _ => Mask::new(self.get(0), value),
        }
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident),*) => {$(
        impl $operator for Two {
            type Output = Two;
            #[inline(always)]
            fn $method(self, other: Two) -> Two {
                Two::$method(self, other)
            }
        }
    )*};
}

operators!(Add add, Sub sub, Mul mul, Div div);

impl Neg for Two {
    type Output = Two;
    #[inline(always)]
    fn neg(self) -> Two {
        Two::neg(self)
    }
}
