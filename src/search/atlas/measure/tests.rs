//! What is easy to foretell has few bits, and what is hard more.
use super::complexity;

#[test]
fn a_rule_of_two_terms_is_easier_than_its_disturbance() {
    let fibonacci = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
    let disturbed = [0, 1, 1, 2, 3, 5, 9, 13, 23, 33, 57, 89];
    assert!(complexity(&fibonacci) < 3, "{}", complexity(&fibonacci));
    assert!(10 < complexity(&disturbed), "{}", complexity(&disturbed));
}

#[test]
fn increments_that_repeat_are_easy() {
    let repeating = [0, 1, 2, 5, 6, 7, 10, 11, 12, 15, 16, 17, 20, 21, 22, 25];
    assert!(complexity(&repeating) < 12, "{}", complexity(&repeating));
    assert_eq!(complexity(&[]), 0);
    assert_eq!(complexity(&[7]), 0);
}
