//! No move leads from an element of the set to another: for each move and each order of two indices a sum of inequalities that is false.
use super::super::contradiction::{LinearContradiction, contradiction, form};
use super::super::frame::LinearMove;
use super::super::page::{ProofBlock, ProofLine};
use super::{Cases, ElementFamily};
use crate::ruleset::linear::Inequality;

/// How two indices stand to each other: the position is at k, the option at l.
const ORDERS: [(&str, Option<(usize, usize)>); 3] = [("l = k", None), ("l < k", Some((1, 0))), ("k < l", Some((0, 1)))];

impl Cases<'_> {
    /// The first condition, if all of it is linear.
    pub(super) fn inside(&self) -> Option<Vec<ProofBlock>> {
        let mut lines = Vec::new();
        for rule in 0..self.frame.proof.ruleset.moves.len() {
            for LinearMove { rows, option } in self.frame.alternatives(rule)? {
                for from in &self.families {
                    for to in &self.families {
                        for (order, which) in ORDERS {
                            let told =
                                self.excluded((from, to), (&rows, &option), which)?.told(&self.named(Some(rule)));
                            let name = ProofLine::default().code(&self.frame.proof.ruleset.moves[rule].name);
                            lines.push(
                                name.and(&format!(" to ${}$, where ${order}$: {told}.", self.place(&option, rule))),
                            );
                        }
                    }
                }
            }
        }
        let told = "(1) Let a move lead from an element at $k$ to one at $l$. In each case a sum of these conditions and of the facts above is false:";
        Some(vec![ProofBlock::Paragraph(ProofLine::of(told)), ProofBlock::Steps(lines)])
    }

    /// A move from one element to another contradicts itself.
    fn excluded(
        &self,
        (from, to): (&ElementFamily<'_>, &ElementFamily<'_>),
        (rows, option): (&[Inequality], &[Inequality]),
        order: Option<(usize, usize)>,
    ) -> Option<LinearContradiction> {
        let other = usize::from(order.is_some());
        let mut system = rows.to_vec();
        system.append(&mut self.element(from, &self.frame.here(), 0)?);
        system.append(&mut self.element(to, option, other)?);
        if let Some((first, second)) = order {
            system.append(&mut self.ascending(first, second)?);
        }
        for index in 0..=other {
            system.append(&mut self.of_index(index)?);
        }
        system.append(&mut self.frame.domain()?);
        self.frame.spend(system.len())?;
        let mut found = contradiction(&system, self.places.all())?;
        for row in &mut found.rows {
            *row = self.frame.shown(row);
        }
        Some(found)
    }

    /// An option in the names of a move.
    pub(super) fn place(&self, option: &[Inequality], rule: usize) -> String {
        let names = self.named(Some(rule));
        let heaps = option.iter().take(self.frame.proof.ruleset.heaps.len());
        let heaps: Vec<String> = heaps.map(|own| form(&self.frame.shown(own), &names)).collect();
        format!("({})", heaps.join(", "))
    }
}
