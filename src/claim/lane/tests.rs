//! Tests of `lane.rs`.
use super::*;
use crate::random_terms::{conditions, terms};
use proptest::prelude::*;

const CELLS: usize = 4;

fn lanes(count: usize) -> impl Strategy<Value = Vec<Lane<'static>>> {
    let each = prop::collection::vec(-3..10i64, CELLS).prop_map(|all| Lane::Each(Cow::Owned(all)));
    prop::collection::vec(prop_oneof![(-3..10i64).prop_map(Lane::Same), each], count)
}

fn cell(lanes: &[Lane<'_>], cell: usize) -> Vec<i64> {
    lanes.iter().map(|lane| lane.at(cell)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn a_lane_holds_what_each_position_has(
        term in terms(), condition in conditions(), coordinates in lanes(3), slots in lanes(2)
    ) {
        let view = View { coordinates: &coordinates, slots: &slots };
        let (values, truths) = (view.term(&term), view.condition(&condition));
        for at in 0..CELLS {
            let (coordinates, slots) = (cell(&coordinates, at), cell(&slots, at));
            let value = term.evaluate(&coordinates, &slots).map_or(ODD, fitting);
            prop_assert_eq!(values.at(at), value, "at {:?} {:?}", coordinates, slots);
            let truth = match condition.holds(&coordinates, &slots) {
                Ok(true) => CellTruth::Yes,
                Ok(false) => CellTruth::No,
                Err(_) => CellTruth::Odd,
            };
            prop_assert_eq!(truths.at(at), truth, "at {:?} {:?}", coordinates, slots);
        }
    }

    #[test]
    fn truths_are_joined_cell_by_cell(
        one in prop::collection::vec(0..3usize, CELLS), other in prop::collection::vec(0..3usize, CELLS),
        same in 0..3usize, numbers in lanes(2)
    ) {
        const ALL: [CellTruth; 3] = [CellTruth::No, CellTruth::Yes, CellTruth::Odd];
        let each = |all: &[usize]| LaneTruth::Each(all.iter().map(|at| ALL[*at]).collect());
        for (left, right) in [
            (each(&one), each(&other)),
            (LaneTruth::Same(ALL[same]), each(&other)),
            (each(&one), LaneTruth::Same(ALL[same])),
            (LaneTruth::Same(ALL[one[0]]), LaneTruth::Same(ALL[same])),
        ] {
            let (both, turned) = (left.clone().iff(right.clone()), left.clone().negated());
            let picked = numbers[0].clone().where_known(&left);
            let chosen = chosen(&left, numbers[0].clone(), numbers[1].clone());
            for decisive in [CellTruth::No, CellTruth::Yes] {
                let next = left.clone().then(right.clone(), decisive);
                let mut settled = true;
                for at in 0..CELLS {
                    let here = left.at(at);
                    let stays = here == decisive || here == CellTruth::Odd;
                    settled &= stays;
                    prop_assert_eq!(next.at(at), if stays { here } else { right.at(at) });
                }
                prop_assert_eq!(left.is_settled(decisive), settled);
            }
            for at in 0..CELLS {
                let (here, there) = (left.at(at), right.at(at));
                let odd = here == CellTruth::Odd || there == CellTruth::Odd;
                let expected = if odd { CellTruth::Odd } else { ALL[usize::from(here == there)] };
                prop_assert_eq!(both.at(at), expected);
                prop_assert_eq!(turned.at(at), [CellTruth::Yes, CellTruth::No, CellTruth::Odd][ALL.iter().position(|it| *it == here).expect("one of three")]);
                let is_yes = here == CellTruth::Yes;
                prop_assert_eq!(picked.at(at), if is_yes { numbers[0].at(at) } else { ODD });
                prop_assert_eq!(chosen.at(at), numbers[usize::from(!is_yes)].at(at));
            }
        }
    }
}

#[test]
fn what_does_not_fit_or_is_settled_is_not_looked_at() {
    let number = |value: i64| Term::Constant(i128::from(value));
    let (coordinates, slots) = ([Lane::Same(ODD), Lane::Each(Cow::Owned(vec![3, ODD, 5]))], []);
    let view = View { coordinates: &coordinates, slots: &slots };
    let variable = |at: usize| Term::Variable(Variable::Coordinate(at));
    let value = |term: &Term| view.term(term).same();
    assert_eq!(value(&Term::Constant(1 << 70)), None);
    assert_eq!(value(&number(i64::MAX)), Some(i64::MAX));
    assert_eq!(value(&Term::Sum(vec![number(i64::MAX), number(1)])), None);
    assert_eq!(value(&Term::Product(Box::new(number(i64::MAX)), Box::new(number(2)))), None);
    assert_eq!(value(&Term::Sum(vec![variable(0), number(1)])), None);
    let sum = view.term(&Term::Sum(vec![variable(1), number(2)]));
    assert_eq!([sum.at(0), sum.at(1), sum.at(2), sum.same().unwrap_or(-1)], [5, ODD, 7, -1]);
    for odd in [Lane::Same(ODD), Lane::Each(Cow::Owned(vec![ODD; 2]))] {
        for other in [Lane::Same(1), Lane::Each(Cow::Owned(vec![1; 2]))] {
            for truth in
                [compared(odd.clone(), other.clone(), |_, _| true), compared(other.clone(), odd.clone(), |_, _| true)]
            {
                assert_eq!(truth.at(1), CellTruth::Odd);
            }
        }
    }
    // There is no third coordinate: to look at it would panic.
    let nowhere = Condition::Compare(variable(2), Comparison::Equal, number(0));
    let both = |known: bool| vec![Condition::Known(known), nowhere.clone()];
    assert_eq!(view.condition(&Condition::And(both(false))).at(0), CellTruth::No);
    assert_eq!(view.condition(&Condition::Or(both(true))).at(0), CellTruth::Yes);
    let cases = Term::Cases(vec![(Condition::Known(true), number(4)), (nowhere, variable(2))]);
    assert_eq!(value(&cases), Some(4));
}
