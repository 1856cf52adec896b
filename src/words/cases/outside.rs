//! Every position outside of the set has a move into it: moves whose amounts are linear, tried one after the other in each case.
use super::super::contradiction::{form, written};
use super::super::frame::{LinearMove, opposite};
use super::super::page::{ProofBlock, ProofLine};
use super::super::ways::{DEEPEST, LinearWay, WonCase, solved, with};
use super::{Cases, MOST_CASES};
use crate::certificate::Choice;
use crate::ruleset::linear::Inequality;

/// Moves that are tried in each case.
const MOST_WAYS: usize = 400;

impl Cases<'_> {
    /// The second condition, if all of it is linear.
    pub(super) fn outside(&self) -> Option<Vec<ProofBlock>> {
        let [choice @ (Choice::Smallest | Choice::Largest)] = self.made.strategy.as_slice() else { return None };
        let heaps = self.frame.proof.ruleset.heaps.len();
        let (ways, domain, first) = (self.ways()?, self.frame.domain()?, self.of_sum(&self.made.term)?);
        let mut blocks = vec![ProofBlock::Paragraph(ProofLine::of(
            "(2) Let a position be outside of $S$, and choose $k$ as said above. In each case the conditions of the move, and those of an element of $S$ at $k$ where it leads, follow from the inequalities of the case.",
        ))];
        for heap in 0..heaps {
            // There is an index to choose: the heap is not below the first term.
            let below = self.frame.variable(heap).plus(-1, &first)?.plus(1, &self.frame.number(1))?;
            let others = (0..heaps).filter(|other| *other != heap);
            let chosen = others.map(|other| match choice {
                Choice::Largest => self.frame.variable(other).plus(-1, &self.frame.variable(heap)),
                Choice::Smallest | Choice::Distance => self.frame.variable(heap).plus(-1, &self.frame.variable(other)),
            });
            let chosen = chosen.collect::<Option<Vec<_>>>()?;
            if !self.frame.is_excluded(&[domain.clone(), chosen.clone(), vec![below]].concat())? {
                return None;
            }
            let from = self.term(0).plus(-1, &self.frame.variable(heap))?;
            let next = self.term(0).plus(1, &self.difference(0)?)?;
            let until = self.frame.variable(heap).plus(1, &self.frame.number(1))?.plus(-1, &next)?;
            let given = [chosen, vec![from, until]].concat();
            let base = [domain.clone(), self.of_index(0)?, given.clone()].concat();
            for more in self.not_elements(&base)? {
                let system = [base.clone(), more.clone()].concat();
                let cases = self.frame.won(&system, &ways, DEEPEST)?;
                blocks.append(&mut self.tell(&given, &more, &cases));
            }
        }
        Some(blocks)
    }

    /// The cases in which a position is no element at the index: those that are not part of another one.
    fn not_elements(&self, base: &[Inequality]) -> Option<Vec<Vec<Inequality>>> {
        let mut all: Vec<Vec<Inequality>> = vec![Vec::new()];
        for family in &self.families {
            let opposites: Vec<Inequality> =
                self.element(family, &self.frame.here(), 0)?.iter().map(opposite).collect::<Option<_>>()?;
            let mut longer = Vec::new();
            for known in &all {
                for row in &opposites {
                    let rows = [known.clone(), vec![row.clone()]].concat();
                    if !self.frame.is_excluded(&[base, &rows].concat())? {
                        longer.push(rows);
                    }
                }
            }
            if MOST_CASES < longer.len() {
                return None;
            }
            all = longer;
        }
        let mut kept: Vec<Vec<Inequality>> = Vec::new();
        for (at, rows) in all.iter().enumerate() {
            let mut system = [base, rows].concat();
            system.extend(self.of_index(0)?);
            let mut is_part = false;
            for other in kept.iter().chain(&all[at + 1..]) {
                is_part |= self.frame.follow(&system, other)?;
            }
            if !is_part {
                kept.push(rows.clone());
            }
        }
        Some(kept)
    }

    /// The moves that are tried.
    fn ways(&self) -> Option<Vec<LinearWay>> {
        let mut ways = Vec::new();
        for rule in 0..self.frame.proof.ruleset.moves.len() {
            for LinearMove { rows, option } in self.frame.alternatives(rule)? {
                let places: Vec<usize> = (0..self.frame.proof.ruleset.moves[rule].amounts.len())
                    .map(|amount| self.places.coordinates + amount)
                    .collect();
                let mut all: Vec<Vec<(usize, Inequality)>> = vec![Vec::new()];
                for amount in &places {
                    let values = self.values(*amount, &places, (&rows, &option))?;
                    let more = |known: &Vec<(usize, Inequality)>| {
                        let more = |value: &Inequality| [known.clone(), vec![(*amount, value.clone())]].concat();
                        values.iter().map(more).collect::<Vec<_>>()
                    };
                    all = all.iter().flat_map(more).collect();
                    if MOST_WAYS < all.len() {
                        return None;
                    }
                }
                for amounts in all {
                    let put = |form: &Inequality| with(form, &amounts);
                    let option: Vec<Inequality> = option.iter().map(put).collect::<Option<_>>()?;
                    let own: Vec<Inequality> = rows.iter().map(put).collect::<Option<_>>()?;
                    for family in &self.families {
                        let rows = [own.clone(), self.element(family, &option, 0)?].concat();
                        let guards = Vec::new();
                        ways.push(LinearWay { rule, amounts: amounts.clone(), option: option.clone(), rows, guards });
                    }
                }
            }
        }
        Some(ways)
    }

    /// What an amount may be: where one of its own bounds is reached, or where the option is at the edge of an element.
    fn values(
        &self,
        amount: usize,
        amounts: &[usize],
        (rows, option): (&[Inequality], &[Inequality]),
    ) -> Option<Vec<Inequality>> {
        let alone = |row: &&Inequality| {
            row.coefficients[amount].abs() == 1
                && amounts.iter().all(|other| *other == amount || row.coefficients[*other] == 0)
        };
        let mut found = Vec::new();
        for row in rows.iter().filter(alone) {
            found.push(solved(row, amount)?);
        }
        for (at, target) in option.iter().enumerate().filter(|(_, target)| alone(target)) {
            for family in &self.families {
                for edge in self.element(family, &self.frame.here(), 0)? {
                    if edge.coefficients[at].abs() != 1 {
                        continue;
                    }
                    found.push(solved(&target.plus(-1, &solved(&edge, at)?)?, amount)?);
                }
            }
        }
        let mut values: Vec<Inequality> = Vec::new();
        for value in found {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Some(values)
    }

    /// A case with its moves.
    fn tell(&self, given: &[Inequality], more: &[Inequality], cases: &[WonCase]) -> Vec<ProofBlock> {
        let names = self.named(None);
        let list = |rows: &[Inequality]| {
            rows.iter()
                .map(|row| format!("${}$", written(&self.frame.shown(row), &names)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let told = format!(
            "Let {} by the choice of $k$, and {}, as the position is no element at $k$.",
            list(given),
            list(more)
        );
        let lines = cases.iter().enumerate().map(|(at, case)| {
            let way = &case.way;
            let amounts = way.amounts.iter().map(|(amount, value)| {
                let name = &self.named(Some(way.rule))[*amount];
                format!("{name} = {}", form(&self.frame.shown(value), &names))
            });
            let amounts = amounts.collect::<Vec<_>>().join(",\\ ");
            let when = match (at, case.given.as_slice()) {
                (0, []) => String::new(),
                (0, given) => format!("If {}: ", list(given)),
                (_, []) => "Otherwise: ".to_owned(),
                (_, given) => format!("Otherwise, if {}: ", list(given)),
            };
            let name = ProofLine::of(&when).code(&self.frame.proof.ruleset.moves[way.rule].name);
            name.and(&format!(" with ${amounts}$ leads to ${}$, in $S$ at $k$.", self.place(&way.option, way.rule)))
        });
        vec![ProofBlock::Paragraph(ProofLine::of(&told)), ProofBlock::Steps(lines.collect())]
    }
}
