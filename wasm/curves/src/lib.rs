//! Kernels of the curve mathematics. Each repeats a TypeScript kernel of `workers/` operation by
//! operation, and gives the same bits: no sum is reordered, no product is fused with a sum.
#![cfg_attr(target_arch = "wasm32", no_std)]
// Tables hold the digits of another file; comparisons with no number must go as they go there.
#![allow(clippy::approx_constant, clippy::excessive_precision, clippy::neg_cmp_op_on_partial_ord)]
#![allow(clippy::needless_range_loop, clippy::should_implement_trait, clippy::new_without_default)]

mod consensus;
mod equations;
mod growth;
mod lanes;
mod melt_noise;
mod numbers;
mod search;
mod shape;
mod shared;
mod sigmoid;
mod slopes;
mod start;
mod step;
mod tables;
#[cfg(test)]
mod vectors;

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
