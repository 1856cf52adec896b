//! Tests of the file above.
use super::*;
use crate::random_terms::conditions;
use proptest::prelude::*;
use std::iter::once;

proptest! {
    /// Wherever the condition holds, it holds with the values of the terms in the place of their amounts.
    #[test]
    fn what_holds_holds_of_the_bounded_terms(
        condition in conditions(),
        coordinates in prop::array::uniform3(0..10i64),
        amounts in prop::array::uniform2(-3..10i64),
        fallback in -2..3i64,
    ) {
        let mut known = KnownTerms { terms: Vec::new(), facts: Vec::new(), amounts: 2 };
        let own = condition.map_terms(&mut |term| known.named(term));
        let mut all = amounts.to_vec();
        for (term, fact) in known.terms.iter().zip(&known.facts) {
            // Where it has none, any number will do of which the same is true.
            let value = term.evaluate(&coordinates, &all).ok().and_then(|value| i64::try_from(value).ok());
            let is_true = |number: &i64| {
                let mut all = all.clone();
                all.push(*number);
                fact.holds(&coordinates, &all) == Ok(true)
            };
            all.push(value.or_else(|| once(fallback).chain(-40..80).find(is_true)).unwrap_or(fallback));
        }
        for (term, fact) in known.terms.iter().zip(&known.facts) {
            prop_assert_eq!(fact.holds(&coordinates, &all), Ok(true), "{:?}", term);
        }
        if let Ok(holds) = condition.holds(&coordinates, &amounts) {
            prop_assert_eq!(own.holds(&coordinates, &all), Ok(holds));
        }
    }
}
