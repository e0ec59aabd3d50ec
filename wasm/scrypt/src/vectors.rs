//! The vectors of RFC 7914, sections 8 and 10; tests/edge/session-hash.test.ts has those of section 12.

use crate::romix::{romix_block, romix_start, romix_step, romix_wipe};
use crate::salsa::{salsa20_8, Square};
use crate::words::Words;

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().filter(|c| !c.is_whitespace()).collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap())
        .collect()
}

/// Word `at` of the square is this one of the bytes.
fn place(at: usize) -> usize {
    at * 5 % 16
}

fn square_of(given: &[u8]) -> Square {
    let word = |at: usize| u32::from_le_bytes(given[4 * at..4 * at + 4].try_into().unwrap());
    let row = |row: usize| Words::new([0, 1, 2, 3].map(|i| word(place(4 * row + i))));
    [row(0), row(1), row(2), row(3)]
}

#[test]
fn salsa20_8_of_the_rfc() {
    let input = bytes(
        "7e879a214f3ec9867ca940e641718f26baee555b8c61c1b50df846116dcd3b1d
         ee24f319df9b3d8514121e4b5ac5aa3276021d2909c74829edebc68db8b8c25e",
    );
    let output = bytes(
        "a41f859c6608cc993b81cacb020cef05044b2181a2fd337dfd7b1c6396682f29
         b4393168e3c9e6bcfe6bc5b7a06d96bae424cc102c91745c24ad673dc7618f81",
    );
    let mixed = salsa20_8(square_of(&input)).map(Words::get);
    assert_eq!(mixed, square_of(&output).map(Words::get));
}

#[test]
fn romix_of_the_rfc_in_steps_of_any_size() {
    let input = bytes(
        "f7ce0b653d2d72a4108cf5abe912ffdd777616dbbb27a70e8204f3ae2d0f6fad
         89f68f4811d1e87bcc3bd7400a9ffd29094f0184639574f39ae5a1315217bcd7
         894991447213bb226c25b54da86370fbcd984380374666bb8ffcb5bf40c254b0
         67d27c51ce4ad5fed829c90b505a571b7f4d1cad6a523cda770e67bceaaf7e89",
    );
    let output = bytes(
        "79ccc193629debca047f0b70604bf6b62ce3dd4a9626e355fafc6198e6ea2b46
         d58413673b99b029d665c357601fb426a0b2f4bba200ee9f0a43d19b571a9c71
         ef1142e65d5a266fddca832ce59faa7cac0b9cf1be2bffca300d01ee387619c4
         ae12fd4438f203a0e4e1c47ec314861f4e9087cb33396a6873e8f9d2539a4b8e",
    );
    let block = unsafe { core::slice::from_raw_parts_mut(romix_block(), 128) };
    for step in [1, 3, 16, 31, 100] {
        block.copy_from_slice(&input);
        assert!(romix_start(16, 1));
        let mut steps = 1;
        while romix_step(step) > 0 {
            steps += 1;
        }
        assert_eq!(block, &output[..], "in steps of {}", step);
        assert_eq!(steps, (32 + step - 1) / step);
    }
    romix_wipe();
    assert!(block.iter().all(|&byte| byte == 0));
    assert!(!romix_start(15, 1) && !romix_start(1 << 14, 8) && !romix_start(16, 9));
}
