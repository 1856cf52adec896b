//! Roots of squares and of triangular numbers, rounded down.
use super::{NumberOrigin, UnknownNumbers, single};
use crate::recheck::products::forms::{Asserted, Formed, IntegerForm, at_most, equal, less};

impl UnknownNumbers {
    /// The square root, rounded down.
    pub(in crate::recheck::products) fn root(&mut self, form: &IntegerForm) -> Formed<IntegerForm> {
        let origin = NumberOrigin::Root(form.clone());
        if let Some((known, _)) = self.recalled(&origin) {
            return Ok(known);
        }
        if let Some(whole) = self.whole_root(form)? {
            let size = self.extreme(vec![whole.times(-1)?, whole], -1)?;
            self.remember(origin, &size, &size);
            let square = self.triangle(&size)?.times(2)?.plus(1, &size)?;
            self.note(equal(&square, form)?);
            return Ok(size);
        }
        let root = self.fresh()?;
        self.roots.extend(root.terms.keys());
        self.remember(origin, &root, &root);
        let square = self.triangle(&root)?.times(2)?.plus(1, &root)?;
        let above = square.plus(2, &root)?;
        let zero = IntegerForm::default();
        let held = Asserted::All(vec![at_most(&zero, &root)?, at_most(&square, form)?, at_most(form, &above)?]);
        self.note(Asserted::One(vec![less(form, &zero)?, held]));
        Ok(root)
    }

    /// The d >= 1 with `T(d) <= n < T(d) + d`, for n >= 0.
    pub(in crate::recheck::products) fn step(&mut self, form: &IntegerForm) -> Formed<IntegerForm> {
        let origin = NumberOrigin::Step(form.clone());
        if let Some((known, _)) = self.recalled(&origin) {
            return Ok(known);
        }
        let step = self.fresh()?;
        self.remember(origin, &step, &step);
        let low = self.triangle(&step)?;
        let zero = IntegerForm::default();
        let held = Asserted::All(vec![less(&zero, &step)?, at_most(&low, form)?, less(form, &low.plus(1, &step)?)?]);
        self.note(Asserted::One(vec![less(form, &zero)?, held]));
        Ok(step)
    }

    /// `p n + c` for a form that is its square, where T(n) is known: `p^2 (2 T(n) + n) + 2 p c n + c^2`.
    fn whole_root(&self, form: &IntegerForm) -> Formed<Option<IntegerForm>> {
        for (base, value) in self.triangles.iter().filter(|(base, _)| base.constant == 0) {
            let Some(twice) = single(value).and_then(|own| form.terms.get(&own).copied()).filter(|twice| 0 < *twice)
            else {
                continue;
            };
            let p = (twice / 2).isqrt();
            // The rest is a multiple of n and a square.
            let rest = form.plus(-2 * p * p, value)?.plus(-p * p, base)?;
            let c = rest.constant.max(0).isqrt();
            for root in [c, -c] {
                let square = IntegerForm::number(c * c).plus(2 * p * root, base)?;
                if rest == square {
                    return Ok(Some(base.times(p)?.and(root)?));
                }
            }
        }
        Ok(None)
    }
}
