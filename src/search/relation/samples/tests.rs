//! Tests of the file above.
use super::*;
use crate::search::relation::form::LinearForm;

#[test]
fn rows_say_what_the_conditions_say_one_by_one() {
    for parts in [[0, 0, 1, -3, 7], [2, -1, 0, 2, -9], [0, 1, 0, -1, -4], [1, 0, -2, 1, 0], [1, -1, 3, 0, -5]] {
        let [a, b, c, d, constant] = parts;
        let form = LinearForm::new([a, b], [c, d], constant);
        for literal in [Literal::AtMostZero(form), Literal::NotZero(form)] {
            for options in samples().iter().flatten() {
                assert_eq!(along(&vec![literal.clone()], options), one_by_one(&literal, options), "{options:?}");
            }
        }
    }
}
