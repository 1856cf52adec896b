//! Tests of the file above.
use super::*;

#[test]
fn sizes_and_costs_are_told_in_words() {
    assert_eq!(halved(&Region::Box(vec![1000, 3]), 3), Region::Box(vec![125, 1]));
    assert_eq!(halved(&Region::Total(5), 70), Region::Total(1));
    assert_eq!(size(&Region::Box(vec![7, 7])), "--size 7");
    assert_eq!(size(&Region::Box(vec![7, 8])), "--size 7,8");
    assert_eq!(
        ["0.5 ms", "1500 ms", "2.5 s", "59 s"].map(str::to_owned),
        [500_000, 1_500_000_000, 2_500_000_000, 59_000_000_000].map(time)
    );
    assert_eq!([time(7_200_000_000_000), time(u64::MAX)], ["2.0 h", "584 years"]);
    assert_eq!([memory(5), memory(20_480), memory(64 << 20)], ["5 bytes", "20 KiB", "64 MiB"]);
}
