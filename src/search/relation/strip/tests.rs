//! Tests of `strip.rs`.
use super::*;
use crate::search::relation::form::Below;

fn literals() -> Vec<Literal> {
    let mut literals = Vec::new();
    let forms = [[0, 1, -1, -2, 1], [-2, 3, 0, 1, -5], [1, -1, 2, 0, -3], [-1, -2, 3, 1, 4], [2, 0, -1, -1, 0]];
    for [a, b, c, d, constant] in forms {
        let form = LinearForm::new([a, b], [c, d], constant);
        literals.push(Literal::AtMostZero(form));
        literals.push(Literal::NotZero(form));
        for (irrational, below) in [
            (LinearForm::new([0, 0], [1, -1], 0), Below::AtMost),
            (LinearForm::new([0, 0], [1, -1], 0), Below::Less),
            (LinearForm::new([1, -1], [0, 1], -2), Below::AtMost),
        ] {
            literals.push(Literal::Surd(Box::new(SurdForm { rational: form, irrational, radicand: 2, below })));
        }
        for under in [
            LinearForm::new([0, 0], [-3, 3], 1),
            LinearForm::new([2, -2], [0, 0], 9),
            LinearForm::new([0, 3], [1, 0], 0),
        ] {
            literals.push(Literal::Root(Box::new(Root { plain: form, times: -2, under })));
        }
    }
    literals
}

#[test]
fn a_strip_has_the_positions_that_its_conditions_allow() {
    let mut strip = Strip::default();
    for literal in literals() {
        for to in [(0, 0), (0, 3), (3, 1), (2, 7), (7, 2), (5, 5)] {
            let clause = vec![literal.clone()];
            // A place that another strip was in forgets it.
            let exists = strip.fill(&clause, to).is_some();
            for s in 0..14 {
                let mut intervals = Vec::new();
                if exists {
                    strip.at(s, (s, 20), &mut intervals);
                }
                for l in s..=20 {
                    let has = intervals.iter().any(|(low, high)| (*low..=*high).contains(&l));
                    assert_eq!(has, literal.holds((s, l), to), "{literal:?} {to:?} {s} {l}");
                }
            }
        }
    }
}
