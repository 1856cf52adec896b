//! Tests of the file above.
use super::*;

#[test]
fn every_unit_is_a_share_of_a_quest() {
    let quests = Quests::new(&[3, 0, 2], 2, 2);
    // 1 + 3 + 3 guesses, 1, and 1 + 2 + 1.
    assert_eq!(quests.count(), 2 * (7 + 1 + 4));
    let all: Vec<(Quest, u64)> = (0..quests.units()).map(|unit| quests.at(unit).expect("one of them")).collect();
    let mut seen = Vec::new();
    for one in all {
        assert!(!seen.contains(&one), "{one:?}");
        seen.push(one);
    }
    assert_eq!(quests.at(quests.units()), None);
}
