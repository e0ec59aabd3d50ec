//! Four words of 32 bits at a time: a diagonal of Salsa20's square.

pub use inner::Words;

#[cfg(target_arch = "wasm32")]
mod inner {
    use core::arch::wasm32::*;

    #[derive(Clone, Copy)]
    pub struct Words(v128);

    impl Words {
        #[inline(always)]
        pub fn new(words: [u32; 4]) -> Words {
            Words(u32x4(words[0], words[1], words[2], words[3]))
        }
        #[inline(always)]
        pub fn get(self) -> [u32; 4] {
            [
                u32x4_extract_lane::<0>(self.0),
                u32x4_extract_lane::<1>(self.0),
                u32x4_extract_lane::<2>(self.0),
                u32x4_extract_lane::<3>(self.0),
            ]
        }
        #[inline(always)]
        pub fn add(self, other: Words) -> Words {
            Words(i32x4_add(self.0, other.0))
        }
        #[inline(always)]
        pub fn xor(self, other: Words) -> Words {
            Words(v128_xor(self.0, other.0))
        }
        /// Exclusive or with the words of another, each rotated to the left.
        #[inline(always)]
        pub fn xor_rotated<const BITS: u32>(self, other: Words) -> Words {
            let left = u32x4_shl(other.0, BITS);
            let right = u32x4_shr(other.0, 32 - BITS);
            Words(v128_xor(v128_xor(self.0, left), right))
        }
        /// Each word from the place after its own.
        #[inline(always)]
        pub fn turn_1(self) -> Words {
            Words(i32x4_shuffle::<1, 2, 3, 0>(self.0, self.0))
        }
        #[inline(always)]
        pub fn turn_2(self) -> Words {
            Words(i32x4_shuffle::<2, 3, 0, 1>(self.0, self.0))
        }
        #[inline(always)]
        pub fn turn_3(self) -> Words {
            Words(i32x4_shuffle::<3, 0, 1, 2>(self.0, self.0))
        }
    }
}

/// The same for the machine that runs the tests.
#[cfg(not(target_arch = "wasm32"))]
mod inner {
    #[derive(Clone, Copy)]
    pub struct Words([u32; 4]);

    impl Words {
        pub fn new(words: [u32; 4]) -> Words {
            Words(words)
        }
        pub fn get(self) -> [u32; 4] {
            self.0
        }
        pub fn add(self, other: Words) -> Words {
            Words(core::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
        }
        pub fn xor(self, other: Words) -> Words {
            Words(core::array::from_fn(|i| self.0[i] ^ other.0[i]))
        }
        pub fn xor_rotated<const BITS: u32>(self, other: Words) -> Words {
            Words(core::array::from_fn(|i| self.0[i] ^ other.0[i].rotate_left(BITS)))
        }
        pub fn turn_1(self) -> Words {
            Words(core::array::from_fn(|i| self.0[(i + 1) % 4]))
        }
        pub fn turn_2(self) -> Words {
            Words(core::array::from_fn(|i| self.0[(i + 2) % 4]))
        }
        pub fn turn_3(self) -> Words {
            Words(core::array::from_fn(|i| self.0[(i + 3) % 4]))
        }
    }
}
