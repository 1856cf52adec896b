//! Options in claims: for all of them or for one; an option whose coordinates are known is looked up.
use super::evaluate::{Evaluator, Stands};
use super::standing::{Seen, Standing};
use crate::ruleset::statement::{Formula, Place};
use crate::ruleset::{Comparison, Condition, Position, Term, Variable};
use std::ops::ControlFlow;

impl Evaluator<'_> {
    /// For all options of a position, or for one if `decisive` is true: a decisive option decides.
    pub(super) fn over_options(&mut self, place: &Place, slots: &[usize], body: &Formula, decisive: bool) -> Stands {
        let position = match self.place(place)? {
            Ok(position) => position,
            Err(missing) => return Ok(missing.into()),
        };
        if let Err(missing) = self.boards[place.game].place(&position)? {
            return Ok(self.told(missing, place.game, &position).into());
        }
        // Registers that are not named are not determined.
        if decisive
            && slots.len() == position.len()
            && let Some(terms) = determined(slots, body)
        {
            return self.the_option((place.game, position), slots, &terms, body);
        }
        let options = self.boards[place.game].options;
        let mut seen = Seen::default();
        let mut failed = None;
        let flow = options.visit(&position, &mut |_, _, option| {
            for (slot, value) in slots.iter().zip(option) {
                self.slots[*slot] = *value;
            }
            match self.here(body) {
                Ok(here) if here == Standing::from(decisive) => return ControlFlow::Break(()),
                Ok(here) => seen.add(here),
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        if flow.is_break() {
            return Ok(Standing::from(decisive));
        }
        Ok(if decisive { Standing::for_some(seen, true) } else { Standing::for_all(seen, true, self.is_closed) })
    }

    /// Whether an option satisfies the body, which says of each of its coordinates what it is.
    fn the_option(&mut self, from: (usize, Position), slots: &[usize], terms: &[&Term], body: &Formula) -> Stands {
        self.step(1)?;
        let mut option = Vec::with_capacity(terms.len());
        for term in terms {
            match self.term(term) {
                Ok(value) => option.push(value),
                Err(missing) => return Ok(missing.into()),
            }
        }
        if self.listed.as_ref().is_none_or(|listed| listed.0 != from) {
            let options = self.boards[from.0].options_of(&from.1)?.into_iter().collect();
            self.listed = Some((from, options));
        }
        if !self.listed.as_ref().is_some_and(|listed| listed.1.contains(&option)) {
            return Ok(Standing::False);
        }
        for (slot, value) in slots.iter().zip(option) {
            self.slots[*slot] = value;
        }
        self.here(body)
    }
}

/// For each slot the term that it must equal for a formula to hold, if there is one that speaks of none of the slots.
fn determined<'f>(slots: &[usize], body: &'f Formula) -> Option<Vec<&'f Term>> {
    let mut parts = Vec::new();
    conjuncts(body, &mut parts);
    let is_free = |term: &Term| {
        let mut free = true;
        term.visit_variables(&mut |variable| {
            free &= !matches!(variable, Variable::Amount(slot) if slots.contains(&slot));
        });
        free
    };
    let of = |slot: &usize| {
        let own = Term::Variable(Variable::Amount(*slot));
        parts.iter().find_map(|part| match part {
            Condition::Compare(left, Comparison::Equal, right) if *left == own && is_free(right) => Some(right),
            Condition::Compare(left, Comparison::Equal, right) if *right == own && is_free(left) => Some(left),
            _ => None,
        })
    };
    slots.iter().map(of).collect()
}

/// Conditions that all hold where a formula holds, as far as they look nothing up.
fn conjuncts<'f>(formula: &'f Formula, found: &mut Vec<&'f Condition>) {
    fn of_condition<'f>(condition: &'f Condition, found: &mut Vec<&'f Condition>) {
        match condition {
            Condition::And(parts) => parts.iter().for_each(|part| of_condition(part, found)),
            other => found.push(other),
        }
    }
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        Formula::Test(lookups, condition) if lookups.is_empty() => of_condition(condition, found),
        _ => {}
    }
}
