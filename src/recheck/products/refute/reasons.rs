//! Why no integers satisfy what is said of them, to be read: a small tree of alternatives, and under each the few inequalities that contradict
//! each other. It is looked for anew, without what other branches showed; what is confirmed rests on nothing here.
use super::{ChoiceSet, DEEPEST, RationalAnswer, RationalPoint, TracedRow, alternatives, solved};
use crate::recheck::products::forms::{Asserted, Formed, IntegerForm};
use crate::recheck::spent::CheckEffort;

/// So many groups of rows are told apart at once, when those that contradict each other are looked for.
const GROUPS: usize = 128;
/// So many orders of alternatives are tried, for a short tree.
const TURNS: usize = 12;

/// Why no integers satisfy what is said.
#[derive(Clone, Debug)]
pub(in crate::recheck) enum ReasonTree {
    /// No integers satisfy all of these inequalities and equations.
    Rows(Vec<Asserted>),
    /// One of some alternatives is so, and none of them can be.
    Cases {
        /// Which part of what is said has these alternatives; none if it lies between two integers.
        said: Option<usize>,
        cases: Vec<(Asserted, ReasonTree)>,
    },
}

/// Alternatives that are open, the part that says them, and the choices that they come from.
#[derive(Clone, Debug)]
struct SaidAlternatives {
    parts: Vec<Asserted>,
    said: Option<usize>,
    from: ChoiceSet,
}

struct Reasoner<'a> {
    spent: &'a CheckEffort<'a>,
    /// Of alternatives that look as good, which one is taken first.
    turn: usize,
    /// What follows from one inequality or equation.
    consequences: &'a dyn Fn(&Asserted) -> Formed<Asserted>,
    rows: Vec<TracedRow>,
    open: Vec<SaidAlternatives>,
}

/// The reasons why some parts contradict each other, where each inequality has consequences; none if they do not. The shortest of those that
/// a few orders of the alternatives lead to.
pub(in crate::recheck) fn reasons(
    spent: &CheckEffort<'_>,
    parts: &[Asserted],
    consequences: &dyn Fn(&Asserted) -> Formed<Asserted>,
) -> Formed<Option<ReasonTree>> {
    let parts: Vec<Asserted> = parts.iter().map(simplified).collect();
    let mut shortest: Option<ReasonTree> = None;
    for turn in 0..TURNS {
        let mut reasoner = Reasoner { spent, turn, consequences, rows: Vec::new(), open: Vec::new() };
        for (at, part) in parts.iter().enumerate() {
            reasoner.assert(part, Some(at), 0)?;
        }
        let Some((found, _)) = reasoner.contradiction(0)? else { return Ok(None) };
        if shortest.as_ref().is_none_or(|known| size(&found) < size(known)) {
            shortest = Some(found);
        }
    }
    Ok(shortest)
}

/// How many inequalities are to be read.
fn size(why: &ReasonTree) -> usize {
    match why {
        ReasonTree::Rows(rows) => rows.len(),
        ReasonTree::Cases { cases, .. } => cases.iter().map(|(_, why)| 1 + size(why)).sum(),
    }
}

/// The same without what is always so, and with each alternative once.
pub(in crate::recheck) fn simplified(said: &Asserted) -> Asserted {
    let mut left: Vec<Asserted> = Vec::new();
    let is_same = |one: &Asserted, other: &Asserted| match (one, other) {
        (Asserted::All(one), Asserted::All(other)) => {
            one.len() == other.len() && one.iter().all(|part| other.contains(part))
        }
        (one, other) => one == other,
    };
    let mut keep = |part: Asserted| {
        if !left.iter().any(|known| is_same(known, &part)) {
            left.push(part);
        }
    };
    match said {
        Asserted::AtMost(_) | Asserted::Zero(_) => return said.clone(),
        Asserted::All(parts) => {
            for part in parts {
                match simplified(part) {
                    Asserted::All(inner) => inner.into_iter().for_each(&mut keep),
                    never if never == Asserted::One(Vec::new()) => return never,
                    part => keep(part),
                }
            }
        }
        Asserted::One(parts) => {
            for part in parts {
                match simplified(part) {
                    Asserted::One(inner) => inner.into_iter().for_each(&mut keep),
                    always if always == Asserted::All(Vec::new()) => return always,
                    part => keep(part),
                }
            }
        }
    }
    match (left.len(), said) {
        (1, _) => left.remove(0),
        (_, Asserted::All(_)) => Asserted::All(left),
        _ => Asserted::One(left),
    }
}

impl Reasoner<'_> {
    /// Notes what is said.
    fn assert(&mut self, what: &Asserted, said: Option<usize>, from: ChoiceSet) -> Formed<()> {
        match what {
            Asserted::AtMost(_) | Asserted::Zero(_) => self.note(&(self.consequences)(what)?, from),
            Asserted::All(parts) => parts.iter().try_for_each(|part| self.assert(part, said, from))?,
            Asserted::One(parts) => {
                let mut left = Vec::new();
                if alternatives(parts, &mut left) {
                    return Ok(());
                }
                match left.as_slice() {
                    // This is false: 1 <= 0.
                    [] => self.note(&Asserted::AtMost(IntegerForm::number(1)), from),
                    [only] => self.assert(only, said, from)?,
                    _ => self.open.push(SaidAlternatives { parts: left, said, from }),
                }
            }
        }
        Ok(())
    }

    fn note(&mut self, rows: &Asserted, from: ChoiceSet) {
        match rows {
            Asserted::AtMost(form) => self.rows.push(TracedRow { form: form.clone(), is_equation: false, from }),
            Asserted::Zero(form) => self.rows.push(TracedRow { form: form.clone(), is_equation: true, from }),
            Asserted::All(parts) | Asserted::One(parts) => parts.iter().for_each(|part| self.note(part, from)),
        }
    }

    /// A contradiction in what was noted, and the choices that it needs.
    fn contradiction(&mut self, depth: usize) -> Formed<Option<(ReasonTree, ChoiceSet)>> {
        self.spent.spend(1).map_err(|_| "it takes too many steps".to_owned())?;
        let values = match solved(self.spent, &self.rows)? {
            RationalAnswer::Impossible(_) => {
                let rows = self.contradicting()?;
                let from = rows.iter().fold(0, |all, row| all | row.from);
                let told = |row: TracedRow| {
                    if row.is_equation { Asserted::Zero(row.form) } else { Asserted::AtMost(row.form) }
                };
                return Ok(Some((ReasonTree::Rows(rows.into_iter().map(told).collect()), from)));
            }
            RationalAnswer::At(values) => values,
        };
        let chosen = match self.tightest(&values)? {
            Some(chosen) => chosen,
            None => match values.between()? {
                Some(parts) => SaidAlternatives { parts, said: None, from: 0 },
                None => return Ok(None),
            },
        };
        if DEEPEST <= depth {
            return Err("so many choices are not tried".to_owned());
        }
        let own = 1 << depth;
        let (mut cases, mut because) = (Vec::new(), chosen.from);
        for part in chosen.parts {
            let (rows, open) = (self.rows.len(), self.open.len());
            self.assert(&part, chosen.said, own)?;
            let found = self.contradiction(depth + 1)?;
            self.rows.truncate(rows);
            self.open.truncate(open);
            match found {
                Some((why, from)) if from & own != 0 => {
                    because |= from & !own;
                    cases.push((part, why));
                }
                // None, or one without this choice.
                found => return Ok(found),
            }
        }
        Ok(Some((ReasonTree::Cases { said: chosen.said, cases }, because)))
    }

    /// The alternatives of which least are left, among those that do not hold at some values.
    fn tightest(&mut self, values: &RationalPoint) -> Formed<Option<SaidAlternatives>> {
        let mut least: Option<((usize, usize), SaidAlternatives)> = None;
        for at in 0..self.open.len() {
            let one = self.open[at].clone();
            if one.parts.iter().map(|part| self.satisfy(values, part)).collect::<Formed<Vec<_>>>()?.contains(&true) {
                continue;
            }
            let mut left = 0;
            for part in &one.parts {
                let (rows, open) = (self.rows.len(), self.open.len());
                self.assert(part, one.said, 0)?;
                left += usize::from(matches!(solved(self.spent, &self.rows)?, RationalAnswer::At(_)));
                self.rows.truncate(rows);
                self.open.truncate(open);
            }
            let order = (left, (at + 1) * (2 * self.turn + 1) % (self.open.len() + 1));
            if least.as_ref().is_none_or(|(first, _)| order < *first) {
                least = Some((order, one));
            }
        }
        Ok(least.map(|least| least.1))
    }

    /// Whether values satisfy what is said and all that follows from it.
    fn satisfy(&self, values: &RationalPoint, said: &Asserted) -> Formed<bool> {
        let all = |parts: &[Asserted]| parts.iter().map(|part| self.satisfy(values, part)).collect::<Formed<Vec<_>>>();
        Ok(match said {
            Asserted::AtMost(_) | Asserted::Zero(_) => values.satisfy(&(self.consequences)(said)?),
            Asserted::All(parts) => !all(parts)?.contains(&false),
            Asserted::One(parts) => all(parts)?.contains(&true),
        })
    }

    fn is_contradiction(&self, rows: &[TracedRow]) -> Formed<bool> {
        Ok(matches!(solved(self.spent, rows)?, RationalAnswer::Impossible(_)))
    }

    /// Rows that contradict each other, of which none can be left out.
    fn contradicting(&self) -> Formed<Vec<TracedRow>> {
        let mut rows = self.rows.clone();
        loop {
            let size = rows.len().div_ceil(GROUPS).max(1);
            let group = |at: usize| 1 << (at / size);
            let grouped = rows.iter().enumerate().map(|(at, row)| TracedRow { from: group(at), ..row.clone() });
            let RationalAnswer::Impossible(groups) = solved(self.spent, &grouped.collect::<Vec<_>>())? else { break };
            let mut places = 0..rows.len();
            let before = rows.len();
            rows.retain(|_| places.next().is_some_and(|at| groups & group(at) != 0));
            if rows.len() == before {
                break;
            }
        }
        for at in (0..rows.len()).rev() {
            let row = rows.remove(at);
            if !self.is_contradiction(&rows)? {
                rows.insert(at, row);
            }
        }
        Ok(rows)
    }
}
