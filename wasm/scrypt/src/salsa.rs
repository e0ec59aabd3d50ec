//! Salsa20/8 and the mixing of blocks by it (RFC 7914, sections 3 and 4), on squares that lie in memory by diagonals.

use crate::words::Words;

/// 16 words by diagonals: word `5 * i % 16` of the block is the i-th here.
pub type Square = [Words; 4];

#[inline(always)]
fn double_round([a, b, c, d]: Square) -> Square {
    let b = b.xor_rotated::<7>(a.add(d));
    let c = c.xor_rotated::<9>(b.add(a));
    let d = d.xor_rotated::<13>(c.add(b));
    let a = a.xor_rotated::<18>(d.add(c));
    let (b, c, d) = (b.turn_3(), c.turn_2(), d.turn_1());
    let d = d.xor_rotated::<7>(a.add(b));
    let c = c.xor_rotated::<9>(d.add(a));
    let b = b.xor_rotated::<13>(c.add(d));
    let a = a.xor_rotated::<18>(b.add(c));
    [a, b.turn_1(), c.turn_2(), d.turn_3()]
}

#[inline(always)]
pub fn salsa20_8(square: Square) -> Square {
    let mut x = square;
    x = double_round(x);
    x = double_round(x);
    x = double_round(x);
    x = double_round(x);
    [x[0].add(square[0]), x[1].add(square[1]), x[2].add(square[2]), x[3].add(square[3])]
}

#[inline(always)]
pub fn xor(one: Square, other: Square) -> Square {
    [one[0].xor(other[0]), one[1].xor(other[1]), one[2].xor(other[2]), one[3].xor(other[3])]
}

/// scryptBlockMix of `2 * r` squares, of `from` or of its exclusive or with `with`, into `to`.
///
/// # Safety
/// Each place holds `2 * r` squares, and `to` is none of the others.
#[inline(always)]
pub unsafe fn mix<const BOTH: bool>(
    from: *const Square,
    with: *const Square,
    to: *mut Square,
    r: usize,
) {
    let read = |at: usize| {
        let square = *from.add(at);
        if BOTH {
            xor(square, *with.add(at))
        } else {
            square
        }
    };
    let mut x = read(2 * r - 1);
    for pair in 0..r {
        x = salsa20_8(xor(x, read(2 * pair)));
        *to.add(pair) = x;
        x = salsa20_8(xor(x, read(2 * pair + 1)));
        *to.add(r + pair) = x;
    }
}
