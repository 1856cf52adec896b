//! Tests of `bits.rs`.
use super::*;
use crate::table::Cells;

/// Cells as bits, and the same cells as numbers.
fn both(shape: [usize; 2], shown: impl Fn(usize) -> usize, zeros: impl Fn(usize) -> bool) -> (OutcomeBits, Cells) {
    let mut bits = OutcomeBits::ones(shape, &shown);
    let mut cells = Cells::none(shape[0] * shape[1]);
    for index in 0..shape[0] * shape[1] {
        if index % shape[1] < shown(index / shape[1]) {
            cells.set(index, u32::from(!zeros(index)));
            if zeros(index) {
                bits.clear(index);
            }
        }
    }
    (bits, cells)
}

#[test]
fn bits_are_what_numbers_are() {
    for shape in [[1, 1], [1, 64], [3, 63], [5, 65], [13, 70], [130, 1]] {
        let shapes: [&dyn Fn(usize) -> usize; 2] = [&|_| shape[1], &|row| shape[1].saturating_sub(row)];
        for shown in shapes {
            let (bits, cells) = both(shape, shown, |index| index % 7 == 3 || index % 64 == 0);
            let count = shape[0] * shape[1];
            assert_eq!(bits.to_bytes(), cells.to_outcomes(), "{shape:?}");
            assert!((0..count + 70).all(|index| bits.get(index) == cells.get(index)), "{shape:?}");
            for value in 0..3 {
                let found: Vec<usize> = bits.places(value).collect();
                let expected: Vec<usize> = (0..count).filter(|at| cells.get(*at) == Some(value)).collect();
                assert_eq!(found, expected, "{shape:?}, {value}");
            }
            for (first, last) in [(0, count), (1, count), (count / 3, count / 2), (count, count)] {
                let (mut own, mut expected) = (Vec::new(), Vec::new());
                if first <= last {
                    bits.append_to(&mut own, first..last);
                    cells.append_to(&mut expected, first..last);
                }
                assert_eq!(own, expected, "{shape:?}, {first}..{last}");
            }
        }
    }
}
