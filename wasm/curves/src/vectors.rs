//! The golden vectors that the tests of the TypeScript kernels read too. Every vector stands on a line
//! of its own, an object whose fields are text; numbers are the 16 hexadecimal digits of each.

use crate::consensus;
use crate::growth::Growing;
use crate::lanes::Two;
use crate::numbers::{exp, exp_two, log, log_two};
use crate::sigmoid::{Block, CURVES, RESULT};
use crate::slopes::Melt;

const VECTORS: &str = include_str!("../../../tests/fixtures/kernels/vectors.json");

fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let key = format!("\"{}\":\"", name);
    let from = line.find(&key).expect(name) + key.len();
    &line[from..from + line[from..].find('"').unwrap()]
}

fn bits(text: &str) -> Vec<u64> {
    let digits = |i: usize| u64::from_str_radix(&text[i..i + 16], 16).unwrap();
    (0..text.len()).step_by(16).map(digits).collect()
}

fn numbers(text: &str) -> Vec<f64> {
    bits(text).into_iter().map(f64::from_bits).collect()
}

fn vectors(kernel: &str) -> Vec<&'static str> {
    let found: Vec<&str> = VECTORS
        .lines()
        .filter(|line| line.starts_with('{') && field(line, "kernel") == kernel)
        .collect();
    assert!(!found.is_empty(), "no vectors of {}", kernel);
    found
}

/// The same bits, or both no number.
fn same(one: f64, expected: f64) -> bool {
    one.to_bits() == expected.to_bits() || (one.is_nan() && expected.is_nan())
}

fn check_function(kernel: &str, single: fn(f64) -> f64, double: fn(Two) -> Two) {
    let line = vectors(kernel)[0];
    let input = numbers(field(line, "input"));
    let result = numbers(field(line, "result"));
    for (i, x) in input.iter().enumerate() {
        assert!(same(single(*x), result[i]), "{}({})", kernel, x);
        let other = (i + 1) % input.len();
        let both = double(Two::new(*x, input[other]));
        assert!(same(both.get(0), result[i]), "{} of two, {}", kernel, x);
        assert!(same(both.get(1), result[other]), "{} of two, {}", kernel, input[other]);
    }
}

#[test]
fn exponential_to_the_bit() {
    check_function("exp", exp, exp_two);
}

#[test]
fn logarithm_to_the_bit() {
    check_function("log", log, log_two);
}

/// Fits all vectors, those of `order` together, and compares.
fn check_fits(order: &[&str]) {
    let mut block = Box::new(Block::EMPTY);
    for chunk in order.chunks(CURVES) {
        for (i, line) in chunk.iter().enumerate() {
            let copy = |to: &mut [f64], name: &str| {
                let from = numbers(field(line, name));
                to[..from.len()].copy_from_slice(&from);
            };
            copy(&mut block.values[i], "values");
            copy(&mut block.logs[i], "logs");
            copy(&mut block.orders[i], "order");
        }
        block.fit(chunk.len());
        for (i, line) in chunk.iter().enumerate() {
            let expected = numbers(field(line, "result"));
            for k in 0..RESULT {
                let found = block.results[i][k];
                assert!(same(found, expected[k]), "{}, result {}", field(line, "name"), k);
            }
        }
    }
}

#[test]
fn sigmoid_to_the_bit() {
    check_fits(&vectors("sigmoid"));
}

#[test]
fn sigmoid_whatever_curve_is_beside() {
    let forwards = vectors("sigmoid");
    let backwards: Vec<&str> = forwards.iter().rev().copied().collect();
    check_fits(&backwards);
    for line in &forwards {
        check_fits(&[line]);
    }
}

#[test]
fn melt_to_the_bit() {
    let grids = vectors("melt grid");
    for line in vectors("melt") {
        let named = |grid: &&&str| field(grid, "name") == field(line, "grid");
        let grid = grids.iter().find(named).unwrap();
        let mut melt = Box::new(Melt::EMPTY);
        let copy = |to: &mut [f64], text: &str| {
            let from = numbers(text);
            to[..from.len()].copy_from_slice(&from);
            from.len()
        };
        copy(&mut melt.parts, field(grid, "parts"));
        copy(&mut melt.roots, field(grid, "roots"));
        copy(&mut melt.weights, field(grid, "weights"));
        let windows = copy(&mut melt.halves, field(grid, "halves"));
        let points = copy(&mut melt.values, field(line, "values"));
        let stretch = numbers(field(grid, "stretch"))[0] as usize;
        melt.smooth(points, windows, stretch, field(grid, "rows") == "shared");
        for (name, found) in [("slope", &melt.slope), ("deviation", &melt.deviation)] {
            for (i, expected) in numbers(field(line, name)).iter().enumerate() {
                assert!(same(found[i], *expected), "{}, {} {}", field(line, "name"), name, i);
            }
        }
    }
}

/// Finds the shape of a vector, and places its curves in blocks of `block` curves.
fn check_consensus(line: &str, size: usize) {
    let name = field(line, "name");
    let points = numbers(field(line, "points"))[0] as usize;
    let (curves, starts) = (numbers(field(line, "curves")), numbers(field(line, "starts")));
    let count = starts.len() / 2;
    let mut block = Box::new(consensus::Block::EMPTY);
    block.weighting.copy_from_slice(&numbers(field(line, "weighting")));
    let load = |block: &mut consensus::Block, at: usize, curve: usize| {
        block.values[at][..points].copy_from_slice(&curves[curve * points..(curve + 1) * points]);
        block.starts[at].copy_from_slice(&starts[2 * curve..2 * curve + 2]);
    };
    let chosen: Vec<usize> =
        numbers(field(line, "chosen")).into_iter().map(|index| index as usize).collect();
    for (at, curve) in chosen.iter().enumerate() {
        load(&mut block, at, *curve);
    }
    let mut joint = Box::new(consensus::Joint::EMPTY);
    joint.find(&mut block, chosen.len(), points);
    for (k, expected) in numbers(field(line, "shape")).iter().enumerate() {
        assert!(same(block.shape[k], *expected), "{}, shape {}", name, k);
    }
    let enough = numbers(field(line, "enough"))[0];
    let places = numbers(field(line, "places"));
    let mut pair = Box::new(Growing::EMPTY);
    for from in (0..count).step_by(size) {
        let some: Vec<usize> = (from..count.min(from + size)).collect();
        for (at, curve) in some.iter().enumerate() {
            load(&mut block, at, *curve);
        }
        block.place(&mut pair, some.len(), points, enough);
        for (at, curve) in some.iter().enumerate() {
            let [placed, cy0, variance, spread, floor, drift, rise] = block.results[at];
            let none = if placed == 0.0 { f64::NAN } else { 0.0 };
            let error = variance.sqrt() / rise * spread.sqrt();
            for (k, found) in [cy0, error, floor, drift, rise].iter().enumerate() {
                let expected = places[5 * curve + k];
                assert!(same(found + none, expected), "{}, curve {}, {}", name, curve, k);
            }
        }
    }
}

#[test]
fn consensus_to_the_bit() {
    for line in vectors("consensus") {
        check_consensus(line, consensus::CURVES);
    }
}

#[test]
fn consensus_whatever_curve_is_beside() {
    for line in vectors("consensus") {
        check_consensus(line, 1);
        check_consensus(line, 5);
    }
}
