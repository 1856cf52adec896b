//! Every engine that serves a ruleset against the reference engine, at one region.
use nimdsl::engine::{Context, EngineError, EngineKind, Plan, Question, applicable, reference};
use nimdsl::ruleset::Ruleset;
use nimdsl::table::{Region, Table};
use nimdsl::value::Play;
use proptest::prelude::*;

/// Whether an engine said that it does not serve the region or the question.
fn refuses(error: &EngineError) -> bool {
    matches!(error, EngineError::Unfit(_) | EngineError::Evaluation(_))
}

/// All tables, lists of P-positions and single values of all engines; a region that the reference engine does not serve is
/// left out.
pub(crate) fn agree(ruleset: &Ruleset, region: &Region, text: &str) -> Result<(), TestCaseError> {
    let context = Context::default();
    // The definition takes most of the time, so its values are not listed twice.
    let Ok(values) = reference::grundy(ruleset, region, &context) else { return Ok(()) };
    let (chosen, engines) = (Plan::of(ruleset), applicable(ruleset));
    prop_assert!(
        engines.iter().any(|engine| engine.kind() == chosen.kind()),
        "{}: {} is not listed",
        text,
        chosen.kind()
    );
    for question in [Question::Grundy, Question::Outcome(Play::Normal), Question::Outcome(Play::Misere)] {
        let expected = match question {
            Question::Grundy => values.clone(),
            Question::Outcome(play) => reference::outcomes(ruleset, region, play, &context).expect("it fits"),
        };
        let found = chosen.table(region, question, &context).expect("it fits");
        same(&found, &expected, &format!("{text}{question:?} of {region:?} by {}, {}", chosen.kind(), chosen.why()))?;
        for engine in engines.iter().filter(|engine| engine.kind() != EngineKind::Reference) {
            match engine.table(region, question, &context) {
                Err(error) => prop_assert!(refuses(&error), "{}{}: {}", text, engine.kind(), error),
                Ok(found) => {
                    same(&found, &expected, &format!("{text}{question:?} of {region:?} by {}", engine.kind()))?
                }
            }
        }
    }
    let Region::Box(bounds) = region else { return Ok(()) };
    for play in [Play::Normal, Play::Misere] {
        let up_to = bounds.iter().copied().max().unwrap_or(0).min([0, 60, 20, 5, 2, 1][bounds.len().min(5)]);
        let expected = reference::p_positions(ruleset, up_to, play, &context).expect("it fits");
        prop_assert_eq!(&chosen.p_positions(up_to, play, &context).expect("it fits"), &expected, "{}", text);
        for engine in &engines {
            match engine.p_positions(up_to, play, &context) {
                Err(EngineError::Dense(_)) => {}
                Err(error) => prop_assert!(refuses(&error), "{}{}: {}", text, engine.kind(), error),
                Ok(found) => prop_assert_eq!(&found, &expected, "{}{:?} by {}", text, play, engine.kind()),
            }
        }
    }
    let last: Vec<i64> = bounds.iter().map(|bound| (*bound).min(12) as i64 - 1).collect();
    let last = [last, ruleset.registers.iter().map(|register| register.low).collect()].concat();
    if let Ok(expected) = reference::value_at(ruleset, &last, Play::Misere, &context) {
        let found = chosen.value_at(&last, Play::Misere, &context).expect("it fits");
        prop_assert_eq!(found, expected, "{}at {:?}", text, last);
    }
    Ok(())
}

/// Two tables, cell by cell, so that what differs is named.
fn same(found: &Table, expected: &Table, words: &str) -> Result<(), TestCaseError> {
    prop_assert_eq!(&found.shape, &expected.shape, "{}", words);
    for ((registers, expected), (own, values)) in expected.layers.iter().zip(&found.layers) {
        prop_assert_eq!(registers, own, "{}", words);
        for ((heaps, expected), value) in found.heaps().zip(expected).zip(values) {
            prop_assert_eq!(value, expected, "{} at {:?}; {:?}", words, heaps, own);
        }
    }
    prop_assert!(found == expected, "{}", words);
    Ok(())
}
