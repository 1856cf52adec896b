//! Tests of the file above.
use super::*;

#[test]
fn the_last_parameter_varies_fastest() {
    let vary = [("c", NumberSet::Range(-1, 1)), ("d", NumberSet::List(vec![7, 3]))];
    let choices = Choices::new(&vary.map(|(name, values)| (name.to_owned(), values)).into_iter().collect());
    let choices = choices.expect("few");
    let all: Vec<Vec<i64>> = choices
        .iter()
        .map(|settings| {
            let number = |value: &ParameterValue| match value {
                ParameterValue::Number(number) => *number,
                ParameterValue::Set(_) | ParameterValue::Brackets(_) => i64::MAX,
            };
            settings.values().map(number).collect()
        })
        .collect();
    assert_eq!(all, [[-1, 7], [-1, 3], [0, 7], [0, 3], [1, 7], [1, 3]]);
    assert_eq!((choices.count(), choices.at(6)), (6, None));
    let one = Choices::new(&IndexMap::new()).expect("one");
    assert_eq!((one.count(), one.at(0)), (1, Some(Settings::new())));
    let all = NumberSet::Range(i64::MIN, i64::MAX);
    assert!(Choices::new(&IndexMap::from([("c".to_owned(), all)])).is_none());
}
