//! Tests of `cells.rs`.
use super::*;
use proptest::prelude::*;

const CELLS: usize = 5;

fn lane() -> impl Strategy<Value = Lane<'static>> {
    let number = || prop_oneof![9 => -2..7i64, 1 => Just(ODD)];
    let each = prop::collection::vec(number(), CELLS).prop_map(|all| Lane::Each(Cow::Owned(all)));
    let row = (-3..4i64).prop_map(|first| Lane::Each(Cow::Owned((first..).take(CELLS).collect())));
    prop_oneof![number().prop_map(Lane::Same), each, row]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn cells_are_a_set(
        added in prop::collection::vec([-2..7i64, -2..7i64], 0..30), asked in [lane(), lane()], whole in any::<bool>()
    ) {
        let bounds = vec![(-1, 5), (0, 6)];
        let inside = |position: &[i64]| (-1..4).contains(&position[0]) && (0..6).contains(&position[1]);
        let (mut cells, mut huge) = (PositionSet::new(bounds), PositionSet::new(vec![(-1, 1 << 40), (0, 1 << 40)]));
        for position in &added {
            cells.add(position.to_vec());
            huge.add(position.to_vec());
        }
        cells.finish(whole);
        let mut known: Vec<Position> = added.iter().map(|it| it.to_vec()).filter(|it| inside(it)).collect();
        known.sort();
        known.dedup();
        prop_assert_eq!(cells.positions(), Some(known.clone()));
        prop_assert_eq!((huge.positions(), cells.is_whole()), (None, whole));
        let answers = cells.contain(&asked);
        for cell in 0..CELLS {
            let position = [asked[0].at(cell), asked[1].at(cell)];
            let is_known = known.contains(&position.to_vec());
            prop_assert_eq!(cells.contains(&position), is_known);
            prop_assert_eq!(huge.contains(&position), added.contains(&position));
            let expected = match is_known {
                true => CellTruth::Yes,
                false if position.contains(&ODD) || !whole => CellTruth::Odd,
                false => CellTruth::No,
            };
            prop_assert_eq!(answers.at(cell), expected, "{:?} {:?}", known, position);
        }
        prop_assert_eq!(huge.contain(&asked).at(0), CellTruth::Odd);
        let index = indices(&asked, &[7, 4]);
        for cell in 0..CELLS {
            let (x, y) = (asked[0].at(cell), asked[1].at(cell));
            let is_there = (0..7).contains(&x) && (0..4).contains(&y);
            prop_assert_eq!(index.at(cell), if is_there { 4 * x + y } else { ODD });
        }
    }
}

#[test]
fn positions_have_numbers_below_two_to_the_62() {
    let has_numbers = |bounds: &[(i64, u64)]| PositionSet::new(bounds.to_vec()).positions().is_some();
    assert!(has_numbers(&[(0, 1 << 31), (0, (1 << 31) - 1)]) && !has_numbers(&[(0, 1 << 31), (0, 1 << 31)]));
    let mut last = PositionSet::new(vec![(i64::MAX - 3, 4), (-7, 1 << 59)]);
    let position = vec![i64::MAX, -8 + (1 << 59)];
    last.add(position.clone());
    last.finish(true);
    assert!(last.contains(&position) && last.positions() == Some(vec![position]));
}
