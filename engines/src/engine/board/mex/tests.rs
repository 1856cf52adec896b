//! Tests of the file above.
use super::*;

#[test]
fn the_least_value_that_was_not_met_is_given() {
    let mut met = Met::default();
    met.begin();
    assert!(!met.note(0), "no position was given a value");
    assert_eq!(met.least(), 0);
    met.begin();
    assert!(met.note(0));
    assert_eq!(met.least(), 1);
    met.begin();
    assert!(met.note(1));
    assert_eq!(met.least(), 0, "what was met before counts no more");
    met.begin();
    assert!(met.note(1) && met.note(0) && !met.note(7));
    assert!(met.has(1) && !met.has(2) && met.known() == 2);
    assert_eq!(met.least(), 2);
}
