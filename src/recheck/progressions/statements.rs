//! What follows from a set of P-positions that is made of a complementary pair, or of powers: the claim is denied at some position, and what it
//! says of all numbers is asked of a few of them.
use super::reader::ReadScope;
use super::{ParameterPart, ProgressionCheck, TRIED_IN_ALL};
use crate::certificate::Progression;
use crate::recheck::products::forms::Formed;
use crate::recheck::spent::CheckEffort;
use crate::ruleset::Ruleset;
use crate::ruleset::definition::Given;
use crate::ruleset::statement::{Body, Except, Formula, Set, Statement};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

/// Which numbers are asked, from few to many: none but those that are bound; besides the indices at which heaps are of the pair, and the pair there;
/// besides the pair at heaps.
const LEVELS: std::ops::RangeInclusive<usize> = 0..=2;

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
        for part in check.parts() {
            let levels = if made.slope.is_empty() { 0..=0 } else { LEVELS };
            let mut why = "that the claim holds of the P-positions does not follow".to_owned();
            let is_true = levels.into_iter().any(|level| {
                let decided = check.is_true(part, &set, (statement, said), level);
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
        level: usize,
    ) -> Formed<bool> {
        let (mut reader, position) = self.begun(part)?;
        reader.known_set = Some(Rc::clone(set));
        let heaps = &position[..self.ruleset.heaps.len()];
        let has_pair = reader.pair().is_some();
        for heap in heaps.iter().filter(|_| has_pair && 1 <= level) {
            let index = reader.index(0)?;
            let of = reader.is_of_the_pair(heap, &index)?;
            reader.note(of);
            reader.ask_pair(&index)?;
        }
        for heap in heaps {
            // A heap is a natural number, and so an index.
            reader.is_an_index(heap);
            if has_pair && 2 <= level {
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
