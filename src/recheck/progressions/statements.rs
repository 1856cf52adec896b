//! What follows from a set of P-positions that is made of a complementary pair, or of powers: the claim is denied at some position, and what it
//! says of all numbers is asked of a few of them.
use super::reader::ReadScope;
use super::{ParameterPart, ProgressionCheck, TRIED_IN_ALL};
use crate::certificate::Progression;
use crate::recheck::products::forms::Formed;
use crate::recheck::spent::CheckEffort;
use crate::ruleset::definition::Given;
use crate::ruleset::statement::{Body, Except, Formula, Set, Statement};
use crate::ruleset::{Ruleset, Variable};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

/// Numbers of a pair at which it is asked what a claim says of all, besides those that are bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AskedAt {
    /// The indices at which heaps are of the pair, and the pair there.
    IndicesOfHeaps,
    /// The pair at heaps.
    Heaps,
    /// The same two of the numbers that are bound.
    Bound,
    /// 1, and the pair there.
    One,
}

/// From few to many, where heaps are spoken of; and where none is.
const WITH_HEAPS: [&[AskedAt]; 4] = [
    &[],
    &[AskedAt::IndicesOfHeaps],
    &[AskedAt::IndicesOfHeaps, AskedAt::Heaps],
    &[AskedAt::IndicesOfHeaps, AskedAt::One],
];
const WITHOUT_HEAPS: [&[AskedAt]; 2] = [&[], &[AskedAt::Bound]];

/// Whether a statement holds, for less work, if the P-positions of its play are this set, which the certificate shows.
pub(crate) fn follows_until(
    cancel: &AtomicBool,
    (ruleset, set, made): (&Ruleset, &Set, &Progression),
    statement: &Statement,
) -> bool {
    follows(&CheckEffort::new(cancel).at_most(TRIED_IN_ALL), (ruleset, set, made), statement).is_ok()
}

/// Confirms that a statement holds and has a value if the P-positions of its play are this set, which the certificate shows.
pub(in crate::recheck) fn follows(
    spent: &CheckEffort<'_>,
    (ruleset, set, made): (&Ruleset, &Set, &Progression),
    statement: &Statement,
) -> Formed<()> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return Err("the explorer does not check this kind of certificate".to_owned());
    }
    let Body::Holds(formula) = &statement.body else {
        return Err("a statement that P or N is a set is not checked by another claim of the file".to_owned());
    };
    let set = Rc::new(set.clone());
    let given = Given::Set(&set);
    let check = ProgressionCheck::of_game(spent, ruleset, (given, &statement.valued, statement.play), made)?;
    for said in [formula, &statement.valued] {
        let mut speaks_of_heaps = statement.condition.is_some();
        said.visit_variables(&mut |variable| {
            speaks_of_heaps |= matches!(variable, Variable::Coordinate(at) if at < ruleset.heaps.len());
        });
        for part in check.parts() {
            let levels = if speaks_of_heaps { WITH_HEAPS.as_slice() } else { &WITHOUT_HEAPS };
            let levels = if made.slope.is_empty() { &levels[..1] } else { levels };
            let mut why = "that the claim holds of the P-positions does not follow".to_owned();
            let is_true = levels.iter().any(|asks| {
                let decided = check.is_true(part, &set, (statement, said), asks);
                // What cannot be read is told before what does not follow.
                decided.unwrap_or_else(|unread| {
                    why = unread;
                    false
                })
            });
            if !is_true {
                return Err(why);
            }
        }
    }
    Ok(())
}

impl ProgressionCheck<'_> {
    /// Whether no position that the statement speaks of makes a formula false, as far as that is seen from some numbers.
    fn is_true(
        &self,
        part: ParameterPart,
        set: &Rc<Set>,
        (statement, formula): (&Statement, &Formula),
        asks: &[AskedAt],
    ) -> Formed<bool> {
        let (mut reader, position) = self.begun(part)?;
        reader.known_set = Some(Rc::clone(set));
        let heaps = &position[..self.ruleset.heaps.len()];
        let has_pair = reader.pair().is_some();
        reader.asks_pairs = asks.contains(&AskedAt::Bound);
        for heap in heaps.iter().filter(|_| has_pair && asks.contains(&AskedAt::IndicesOfHeaps)) {
            reader.ask_pair_of(heap)?;
        }
        if has_pair && asks.contains(&AskedAt::One) {
            let one = reader.first(1)?;
            reader.is_an_index(&one);
            reader.ask_pair(&one)?;
        }
        for heap in heaps {
            // A heap is a natural number, and so an index.
            reader.is_an_index(heap);
            if has_pair && asks.contains(&AskedAt::Heaps) {
                reader.ask_pair(heap)?;
            }
        }
        let scope = ReadScope { coordinates: position.clone(), ..ReadScope::default() };
        let mut parts = Vec::new();
        if let Some(region) = &statement.condition {
            parts.push(reader.formula(region, &scope, true)?);
        }
        match &statement.except {
            Except::Nothing => {}
            Except::These(set) => {
                parts.push(reader.belongs(Given::Set(set), &position, false)?);
            }
            Except::FinitelyMany => return Err("finitely many exceptions are not checked".to_owned()),
        }
        parts.push(reader.formula(formula, &scope, false)?);
        self.is_impossible(part, &reader, parts)
    }
}
