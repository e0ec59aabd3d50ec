//! scryptROMix (RFC 7914, section 5), as many mixings at a time as the caller likes.

use crate::salsa::{mix, Square};
use crate::shared::Shared;
use crate::words::Words;
use core::ptr::{addr_of_mut, write_bytes};

/// Most that a block has: r = 8.
const MOST_R: usize = 8;
/// Most blocks of that size: 8 MiB.
const MOST_N: usize = 1 << 13;

#[repr(C, align(16))]
struct Room {
    /// What the caller gives and takes, in the order of the bytes.
    block: [u32; 32 * MOST_R],
    /// The block that is mixed, and where the mixing puts the next one.
    now: [Square; 2 * MOST_R],
    next: [Square; 2 * MOST_R],
    table: [Square; 2 * MOST_R * MOST_N],
    n: usize,
    r: usize,
    done: usize,
    /// Squares of the table that were written since it was last overwritten.
    filled: usize,
}

static ROOM: Shared<Room> = Shared::new(unsafe { core::mem::zeroed() });

/// Where the caller puts a block of `128 * r` bytes, and finds it mixed.
#[no_mangle]
pub extern "C" fn romix_block() -> *mut u8 {
    unsafe { addr_of_mut!((*ROOM.address()).block).cast() }
}

/// Takes the block that lies there. False for an N or r that does not fit.
#[no_mangle]
pub extern "C" fn romix_start(n: usize, r: usize) -> bool {
    if !n.is_power_of_two() || n < 2 || r == 0 || r > MOST_R || n * r > MOST_N * MOST_R {
        return false;
    }
    let room = unsafe { &mut *ROOM.address() };
    (room.n, room.r, room.done) = (n, r, 0);
    for (index, words) in room.block[..32 * r].chunks_exact(16).enumerate() {
        room.now[index] = core::array::from_fn(|row| {
            Words::new(core::array::from_fn(|i| u32::from_le(words[(4 * row + i) * 5 % 16])))
        });
    }
    true
}

/// Mixes so many times more. How many times are left: at 0 the result lies where the block was.
#[no_mangle]
pub extern "C" fn romix_step(count: usize) -> usize {
    let room = unsafe { &mut *ROOM.address() };
    let (n, r) = (room.n, room.r);
    let end = (room.done + count).min(2 * n);
    let half = end.min(n);
    unsafe {
        while room.done < half {
            fill(room, room.done, r);
            room.done += 1;
        }
        room.filled = room.filled.max(half * 2 * r);
        while room.done < end {
            look_up(room, n, r);
            room.done += 1;
        }
    }
    if room.done == 2 * n && count > 0 {
        give(room, r);
    }
    2 * n - room.done
}

/// Overwrites all that was calculated: of the table what was written, which for a small N and r is little of it.
#[no_mangle]
pub extern "C" fn romix_wipe() {
    let room = unsafe { &mut *ROOM.address() };
    unsafe {
        write_bytes(&mut room.block, 0, 1);
        write_bytes(&mut room.now, 0, 1);
        write_bytes(&mut room.next, 0, 1);
        write_bytes(room.table.as_mut_ptr(), 0, room.filled);
    }
    (room.n, room.r, room.done, room.filled) = (0, 0, 0, 0);
}

/// The block goes into the table; the next one is mixed of it.
#[inline(always)]
unsafe fn fill(room: &mut Room, at: usize, r: usize) {
    let place = room.table.as_mut_ptr().add(at * 2 * r);
    core::ptr::copy_nonoverlapping(room.now.as_ptr(), place, 2 * r);
    mix::<false>(place, place, room.now.as_mut_ptr(), r);
}

/// The next block is mixed of this one and of the one in the table that it names.
#[inline(always)]
unsafe fn look_up(room: &mut Room, n: usize, r: usize) {
    let named = room.now[2 * r - 1][0].get()[0] as usize & (n - 1);
    let place = room.table.as_ptr().add(named * 2 * r);
    mix::<true>(room.now.as_ptr(), place, room.next.as_mut_ptr(), r);
    core::ptr::copy_nonoverlapping(room.next.as_ptr(), room.now.as_mut_ptr(), 2 * r);
}

fn give(room: &mut Room, r: usize) {
    for (index, square) in room.now[..2 * r].iter().enumerate() {
        for (row, words) in square.iter().enumerate() {
            for (i, word) in words.get().iter().enumerate() {
                room.block[16 * index + (4 * row + i) * 5 % 16] = word.to_le();
            }
        }
    }
}
