//! Tests of the file above.
use super::*;

#[test]
fn a_total_touches_little_more_than_it_shows() {
    assert_eq!(Region::Box(vec![3, 5]).touched(2), 15);
    assert_eq!(Region::Total(7).touched(1), 7);
    // Rows that are shorter than a page are touched whole.
    assert_eq!(Region::Total(100).touched(2), 100 * 100);
    assert_eq!(Region::Total(100).touched(3), 100 * 101 / 2 * 100);
    assert_eq!(Region::Total(100_000).touched(2), 100_000 * 100_001 / 2 + 100_000 * 2048);
}
