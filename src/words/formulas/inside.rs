//! No move leads from the set into the set: for each move, and each two alternatives, a sum of inequalities that is false.
use super::super::contradiction::{LinearContradiction, contradiction};
use super::super::page::{ProofBlock, ProofLine};
use super::FormulaCases;
use crate::ruleset::linear::Inequality;

/// Whether a move may lead from the set into the set.
enum TriedMove {
    Excluded(LinearContradiction),
    Possible,
}

impl FormulaCases<'_> {
    /// The first condition, if all of it is linear.
    pub(super) fn inside(&self) -> Option<Vec<ProofBlock>> {
        let mut lines = Vec::new();
        for rule in (0..self.frame.proof.ruleset.moves.len()).filter(|rule| !self.is_told_move(*rule)) {
            let all = self.frame.alternatives(rule)?;
            let Some(option) = all.first().map(|one| one.option.clone()) else { continue };
            // What all alternatives ask is enough where it can be.
            let common = all[0].rows.iter().filter(|row| all[1..].iter().all(|other| other.rows.contains(row)));
            let common: Vec<Inequality> = common.cloned().collect();
            if let TriedMove::Excluded(told) = self.excluded(&common, &option, None)? {
                lines.push(self.line(rule, &option, &[], &told));
                continue;
            }
            let mut own = Vec::new();
            for one in &all {
                let base = [self.facts()?, one.rows.clone(), self.placed_at(&self.domain, &option)?].concat();
                if !self.frame.is_excluded(&base)? {
                    own.push(one);
                }
            }
            for one in &own {
                let given: Vec<Inequality> = one.rows.iter().filter(|row| !common.contains(row)).cloned().collect();
                let base = [self.facts()?, common.clone(), self.placed_at(&self.domain, &option)?].concat();
                let given = if own.len() == 1 { Vec::new() } else { self.frame.needed(&base, given)? };
                lines.push(self.of_alternative(rule, &option, (&one.rows, &given))?);
            }
        }
        let nim = if self.summed.is_empty() {
            ""
        } else {
            " If it changes one only of the numbers that have the nim-sum $0$, then it does not change this one either, as it is the nim-sum of the others."
        };
        let told = format!(
            "(1) Let a move lead from $S$ into $S$.{nim} In each case a sum of these conditions, and of what is true of the position and its option, is false:"
        );
        Some(vec![ProofBlock::Paragraph(ProofLine::of(&told)), ProofBlock::Steps(lines)])
    }

    /// One alternative of a move: what contradicts it from each alternative of the set to each.
    fn of_alternative(
        &self,
        rule: usize,
        option: &[Inequality],
        (rows, given): (&[Inequality], &[Inequality]),
    ) -> Option<ProofLine> {
        if let TriedMove::Excluded(told) = self.excluded(rows, option, None)? {
            return Some(self.line(rule, option, given, &told));
        }
        let mut told = Vec::new();
        let count = self.alternatives.len();
        for from in 0..count {
            for to in 0..count {
                let TriedMove::Excluded(found) = self.excluded(rows, option, Some((from, to)))? else { return None };
                let pair = if count == 1 { String::new() } else { format!("from ({}) to ({}), ", from + 1, to + 1) };
                told.push(format!("{pair}{}", found.told(&self.named(Some(rule), true))));
            }
        }
        Some(self.started(rule, option, given).and(&format!("{}.", told.join("; "))))
    }

    fn started(&self, rule: usize, option: &[Inequality], given: &[Inequality]) -> ProofLine {
        let line = self.way(rule, option);
        if given.is_empty() {
            line.and(": ")
        } else {
            line.and(&format!(" where {}: ", self.listed(given, Some(rule))))
        }
    }

    fn line(&self, rule: usize, option: &[Inequality], given: &[Inequality], told: &LinearContradiction) -> ProofLine {
        // What is in a nim-sum changes by a number.
        if told.rows.iter().all(|row| row.coefficients.iter().all(|factor| *factor == 0)) {
            let changed = self.changed(option).into_iter().filter(|at| self.summed.contains(at));
            let names = self.frame.coordinate_names();
            let changed = changed.map(|at| format!("${}$", names[at])).collect::<Vec<_>>().join(", ");
            return self.started(rule, option, given).and(&format!("this changes {changed}."));
        }
        self.started(rule, option, given).and(&format!("{}.", told.told(&self.named(Some(rule), true))))
    }

    /// Why some rows of a move exclude that it leads from one alternative to another, or from the set into it at all.
    fn excluded(&self, rows: &[Inequality], option: &[Inequality], pair: Option<(usize, usize)>) -> Option<TriedMove> {
        let mut system = rows.to_vec();
        if let Some((from, to)) = pair {
            system.extend(self.alternatives[from].iter().cloned());
            system.append(&mut self.placed_at(&self.alternatives[to], option)?);
        }
        // One number in a nim-sum that is 0 before and after does not change.
        let changed: Vec<usize> = self.changed(option).into_iter().filter(|at| self.summed.contains(at)).collect();
        if let [only] = changed.as_slice() {
            let difference = option[*only].plus(-1, &self.frame.variable(*only))?;
            system.extend([difference.times(-1)?, difference]);
        }
        system.append(&mut self.placed_at(&self.domain, option)?);
        system.extend(self.domain.iter().cloned());
        self.frame.spend(system.len())?;
        let Some(mut found) = contradiction(&system, self.frame.variables) else {
            return Some(TriedMove::Possible);
        };
        for row in &mut found.rows {
            *row = self.frame.shown(row);
        }
        Some(TriedMove::Excluded(found))
    }
}
