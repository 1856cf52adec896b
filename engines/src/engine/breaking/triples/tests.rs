//! Tests of the file above.
use super::*;

#[test]
fn sets_are_moved_value_by_value() {
    for value in [0, 1, 5, 63, 64, 100, 255] {
        let set = [0x0123_4567_89ab_cdef, 0xfeed, 0, 1 << 63];
        let mut all = [0; 4];
        moved(&set, value, &mut all);
        for member in 0..256 {
            let to = member ^ value;
            assert_eq!(set[member / 64] >> (member % 64) & 1, all[to / 64] >> (to % 64) & 1, "{member} {value}");
        }
    }
}
