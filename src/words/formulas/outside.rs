//! Every position outside of the set has a move into it: in each case some moves, whose amounts are linear, tried one after the other.
use super::super::frame::LinearMove;
use super::super::page::{ProofBlock, ProofLine, paragraph};
use super::super::ways::{DEEPEST, LinearWay, WonCase, solved, with};
use super::FormulaCases;
use crate::ruleset::linear::Inequality;

/// Moves that are tried in each case.
const MOST_WAYS: usize = 400;

impl FormulaCases<'_> {
    /// The second condition, if all of it is linear.
    pub(super) fn outside(&self) -> Option<Vec<ProofBlock>> {
        let (ways, facts) = (self.ways()?, self.facts()?);
        let mut blocks = vec![paragraph(
            "(2) Let a position be outside of $S$. In each case the conditions of the move, and those of $S$ where it leads, follow from the inequalities of the case.",
        )];
        let names = self.named(None, false);
        if !self.summed.is_empty() {
            let sum = self.summed.iter().map(|at| names[*at].clone()).collect::<Vec<_>>().join(" \\oplus ");
            blocks.push(paragraph(&format!(
                "First let ${sum} \\ne 0$. Then one of these numbers is greater than the nim-sum of the others (Bouton 1901)."
            )));
            for at in self.summed.iter().filter(|at| !self.is_told_coordinate(**at)) {
                let greater = self.others(*at).plus(1, &self.frame.number(1))?.plus(-1, &self.frame.variable(*at))?;
                let cases =
                    self.frame.won(&[facts.as_slice(), std::slice::from_ref(&greater)].concat(), &ways, DEEPEST)?;
                let given = format!("${} < {}$", names[self.frame.variables - self.frame.coordinates + at], names[*at]);
                blocks.append(&mut self.tell(&format!("Let {given}."), false, &cases));
            }
            blocks.push(paragraph(&format!(
                "Now let ${sum} = 0$, so that each of these numbers is the nim-sum of the others."
            )));
        }
        let base = [facts, self.balanced()?].concat();
        for given in self.denied_by_all(&base)? {
            let cases = self.frame.won(&[base.clone(), given.clone()].concat(), &ways, DEEPEST)?;
            let told = format!("Let {}.", self.listed(&given, None));
            blocks.append(&mut self.tell(&told, true, &cases));
        }
        Some(blocks)
    }

    /// The cases in which no alternative of the set holds.
    fn denied_by_all(&self, base: &[Inequality]) -> Option<Vec<Vec<Inequality>>> {
        let mut all = vec![Vec::new()];
        for alternative in &self.alternatives {
            let mut longer = Vec::new();
            for known in &all {
                for more in self.frame.denied(&[base, known].concat(), alternative)? {
                    longer.push([known.clone(), more].concat());
                }
            }
            all = longer;
        }
        all.iter().map(|rows| self.frame.needed(base, rows.clone())).collect()
    }

    /// The moves that are tried: those that lead to an alternative of the set, whatever is outside.
    fn ways(&self) -> Option<Vec<LinearWay>> {
        let (mut ways, facts): (Vec<LinearWay>, _) = (Vec::new(), self.facts()?);
        for rule in 0..self.frame.proof.ruleset.moves.len() {
            for LinearMove { rows, option } in self.frame.alternatives(rule)? {
                let changed: Vec<usize> =
                    self.changed(&option).into_iter().filter(|at| self.summed.contains(at)).collect();
                if 1 < changed.len() {
                    continue;
                }
                for alternative in &self.alternatives {
                    for amounts in self.chosen(rule, &rows, &option, alternative)? {
                        let way = self.way_to((rule, &amounts), (&rows, &option), alternative)?;
                        let own = [facts.as_slice(), &way.rows, &way.guards[0]].concat();
                        if !self.frame.is_excluded(&own)? {
                            self.note(&mut ways, way);
                        }
                    }
                }
            }
            if MOST_WAYS < ways.len() {
                return None;
            }
        }
        Some(ways)
    }

    /// Moves with one name that lead to one option for the same reason are one way, by any of their guards.
    fn note(&self, ways: &mut Vec<LinearWay>, mut way: LinearWay) {
        let moves = &self.frame.proof.ruleset.moves;
        let is_same = |known: &&mut LinearWay| {
            moves[known.rule].name == moves[way.rule].name && known.option == way.option && known.rows == way.rows
        };
        match ways.iter_mut().find(is_same) {
            Some(known) => known.guards.append(&mut way.guards),
            None => ways.push(way),
        }
    }

    /// The move with these amounts: where it leads, and what has to hold there.
    fn way_to(
        &self,
        (rule, amounts): (usize, &[(usize, Inequality)]),
        (rows, option): (&[Inequality], &[Inequality]),
        alternative: &[Inequality],
    ) -> Option<LinearWay> {
        let put = |form: &Inequality| with(form, amounts);
        let option: Vec<Inequality> = option.iter().map(put).collect::<Option<_>>()?;
        let guard: Vec<Inequality> = rows.iter().map(put).collect::<Option<_>>()?;
        let mut rows = self.placed_at(alternative, &option)?;
        rows.append(&mut self.placed_at(&self.domain, &option)?);
        let changed = self.changed(&option).into_iter().filter(|at| self.summed.contains(at)).collect::<Vec<_>>();
        match changed.as_slice() {
            // The nim-sum is 0 there as it is here.
            [] => {
                for at in self.summed.iter().take(1) {
                    let difference = self.frame.variable(*at).plus(-1, &self.others(*at))?;
                    rows.extend([difference.times(-1)?, difference]);
                }
            }
            [only, ..] => {
                let difference = option[*only].plus(-1, &self.others(*only))?;
                rows.extend([difference.times(-1)?, difference]);
            }
        }
        rows.retain(|row| 0 < row.constant || row.coefficients.iter().any(|factor| *factor != 0));
        Some(LinearWay { rule, amounts: amounts.to_vec(), option, rows, guards: vec![guard] })
    }

    /// What the amounts of a move may be, one after the other: where the nim-sum becomes 0, where a bound of its own is reached, or where the option is
    /// at the edge of the alternative or of the game. What was found first is tried first.
    fn chosen(
        &self,
        rule: usize,
        rows: &[Inequality],
        option: &[Inequality],
        alternative: &[Inequality],
    ) -> Option<Vec<Vec<(usize, Inequality)>>> {
        let count = self.frame.proof.ruleset.moves[rule].amounts.len();
        let mut edges = Vec::new();
        for at in self.changed(option).into_iter().filter(|at| self.summed.contains(at)) {
            edges.push(option[at].plus(-1, &self.others(at))?);
        }
        let is_fixed = !edges.is_empty();
        edges.append(&mut self.placed_at(alternative, option)?);
        edges.append(&mut self.placed_at(&self.domain, option)?);
        edges.extend(rows.iter().cloned());
        let places: Vec<usize> = (0..count).map(|at| self.frame.coordinates + at).collect();
        let mut open = vec![(Vec::<(usize, Inequality)>::new(), edges)];
        let mut done: Vec<Vec<(usize, Inequality)>> = Vec::new();
        while let Some((known, edges)) = open.pop() {
            if known.len() == count {
                if !done.contains(&known) {
                    done.push(known);
                }
                continue;
            }
            let mut next = Vec::new();
            for (place, value) in reached(&edges, &places, is_fixed && known.is_empty())? {
                let put = |form: &Inequality| with(form, &[(place, value.clone())]);
                let rest = edges.iter().map(put).collect::<Option<Vec<_>>>()?;
                let rest = rest.into_iter().filter(|edge| places.iter().any(|place| edge.coefficients[*place] != 0));
                let mut longer = [known.as_slice(), &[(place, value.clone())]].concat();
                longer.sort_by_key(|own| own.0);
                next.push((longer, rest.collect()));
            }
            open.extend(next.into_iter().rev());
            if MOST_WAYS < open.len() + done.len() {
                return None;
            }
        }
        Some(done)
    }

    /// A case with its moves; where the nim-sum is 0, that of the others is the number itself.
    fn tell(&self, told: &str, is_balanced: bool, cases: &[WonCase]) -> Vec<ProofBlock> {
        let own = |form: &Inequality| {
            let mut own = form.clone();
            for at in self.summed.iter().filter(|_| is_balanced) {
                let others = self.frame.variables - self.frame.coordinates + at;
                own.coefficients[*at] += std::mem::take(&mut own.coefficients[others]);
            }
            own
        };

        let lines = cases.iter().enumerate().map(|(at, case)| {
            let when = match (at, case.given.as_slice()) {
                (0, []) => String::new(),
                (0, given) => format!("If {}: ", self.listed(given, None)),
                (_, []) => "Otherwise: ".to_owned(),
                (_, given) => format!("Otherwise, if {}: ", self.listed(given, None)),
            };
            ProofLine::of(&when)
                .followed(self.way(case.way.rule, &case.way.option.iter().map(own).collect::<Vec<_>>()))
                .plain(".")
        });
        vec![paragraph(told), ProofBlock::Steps(lines.collect())]
    }
}

/// The values of amounts at which an edge is reached that names no other amount; the first edge alone, if it has to be reached.
fn reached(edges: &[Inequality], places: &[usize], is_fixed: bool) -> Option<Vec<(usize, Inequality)>> {
    let mut values: Vec<(usize, Inequality)> = Vec::new();
    for (at, edge) in edges.iter().enumerate() {
        let mut own = places.iter().filter(|place| edge.coefficients[**place] != 0);
        let (Some(place), None) = (own.next(), own.next()) else { continue };
        if edge.coefficients[*place].abs() != 1 {
            continue;
        }
        let value = (*place, solved(edge, *place)?);
        if is_fixed && at == 0 {
            return Some(vec![value]);
        }
        if !values.contains(&value) {
            values.push(value);
        }
    }
    Some(values)
}
