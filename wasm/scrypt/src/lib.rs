//! The part of scrypt (RFC 7914) that takes memory and time, in steps.
#![cfg_attr(target_arch = "wasm32", no_std)]

mod romix;
mod salsa;
mod shared;
#[cfg(test)]
mod vectors;
mod words;

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
