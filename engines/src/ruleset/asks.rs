//! What a statement asks for: outcomes, options, numbers without end. Knows nothing of who answers.
use super::Part;
use super::statement::{Bound, Formula, Property, Set, SetKind};

impl Formula {
    /// Whether the options of positions are looked at one by one.
    #[must_use]
    pub fn asks_options(&self) -> bool {
        self.any(&mut |part| {
            matches!(
                part,
                Self::Is(Property::Final, _) | Self::Admissible(_) | Self::AllOptions(..) | Self::SomeOption(..)
            )
        })
    }

    /// How many "for all" without an upper end are nested, at most: each of them is tried in a window, which has to be the
    /// smaller the more there are. What exists is looked for as far as a table reaches, also where it is denied.
    #[must_use]
    pub fn open_depth(&self) -> u32 {
        let mut inner = 0;
        Part::Formula(self).direct(&mut |part| {
            if let Part::Formula(part) = part {
                inner = inner.max(part.open_depth());
            }
        });
        let open = |bound: &Bound| bound.domain.0.iter().any(|range| range.1.is_none());
        inner + u32::from(matches!(self, Self::ForAll(bound, _) if open(bound)))
    }
}

impl Set {
    /// Whether something is so of this set or of one that it is made of.
    fn any(&self, is: &mut dyn FnMut(&Self) -> bool) -> bool {
        let mut found = false;
        Part::Set(self).walk(&mut |part| {
            let Part::Set(set) = part else { return false };
            found = found || is(set);
            !found
        });
        found
    }

    /// Whether membership depends on the outcome of the position itself.
    #[must_use]
    pub fn asks_outcomes(&self) -> bool {
        self.any(&mut |set| matches!(set.kind, SetKind::Outcome(_)))
    }

    /// Whether membership depends on the options of positions.
    #[must_use]
    pub fn asks_options(&self) -> bool {
        self.any(&mut |set| {
            matches!(&set.kind, SetKind::Family { condition: Some(condition), .. } if condition.asks_options())
        })
    }
}
