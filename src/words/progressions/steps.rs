//! Why no move leads from a progression into itself, and some move from everywhere else: each contradiction, with its alternatives and sums.
use super::super::contradiction::{LinearContradiction, contradiction};
use super::super::page::{ProofBlock, ProofLine};
use super::super::sums::joined;
use crate::certificate::Progression;
use crate::latex::symbol;
use crate::recheck::progressions::{
    SaidBy, ShownPart, ToldAssertion, ToldContradiction, ToldForm, ToldProgression, UnknownOf,
};
use crate::ruleset::Ruleset;
use crate::ruleset::linear::Inequality;
use std::collections::BTreeMap;

/// Contradictions beyond this are not listed.
const MOST_LEAVES: usize = 400;

/// A monomial: the power of the parameter, and the unknown.
type StepMonomial = (usize, Option<usize>);

/// Names for what is shown of one thing.
struct StepNames<'a> {
    ruleset: &'a Ruleset,
    told: &'a ToldProgression,
    /// What inequalities are multiplied by.
    parameter: String,
    /// The polynomial in it that is called rho.
    ratio: String,
    /// What stands for an index: a power, or itself.
    index: &'static str,
    /// Whether several are chosen for a position.
    are_several: bool,
}

/// All that is shown, in words; none if it is too long.
pub(super) fn listed(ruleset: &Ruleset, made: &Progression, all: &[ToldProgression]) -> Option<Vec<ProofBlock>> {
    let leaves = all.iter().map(|told| told.why.as_ref().map(leaves)).sum::<Option<usize>>()?;
    if MOST_LEAVES < leaves {
        return None;
    }
    let mut blocks = Vec::new();
    for told in all {
        let (least, own) = (told.parameter.0, symbol(&made.parameter));
        let parameter = if least == 0 { own.clone() } else { format!("({own} - {least})") };
        let ratio = if least == 0 { super::polynomial(&made.ratio, &own) } else { String::new() };
        let index = if made.ratio.is_empty() { "n" } else { "q" };
        let are_several = 1 < made.choices.len();
        let names = StepNames { ruleset, told, parameter, ratio, index, are_several };
        let at = match told.parameter {
            (_, true) if made.single == 0 => String::new(),
            (least, true) => format!(", for ${least} \\le {own}$"),
            (least, false) => format!(", for ${own} = {least}$"),
        };
        blocks.push(ProofBlock::Paragraph(names.head(&at)));
        names.tree(told.why.as_ref()?, "", &mut blocks);
    }
    Some(blocks)
}

/// How many contradictions of inequalities there are.
fn leaves(why: &ToldContradiction) -> usize {
    match why {
        ToldContradiction::Rows(_) => 1,
        ToldContradiction::Cases(_, cases) => cases.iter().map(|case| leaves(&case.1)).sum(),
    }
}

impl StepNames<'_> {
    fn one(&self) -> &'static str {
        if self.index == "q" { "power" } else { "index" }
    }

    /// What is shown.
    fn head(&self, at: &str) -> ProofLine {
        let heaps: Vec<String> = self.ruleset.heaps.iter().map(|heap| symbol(heap)).collect();
        match &self.told.step {
            ShownPart::Inside(family) => {
                let name = &self.ruleset.moves[*family].name;
                let line = ProofLine::default().strong("No move inside").and(&format!("{at}: let "));
                line.code(name).and(&format!(
                    " lead from $({})$ in $S$ into $S$. Here the ${}$ with numbers are {} that the two elements may have.",
                    heaps.join(", "),
                    self.index,
                    if self.index == "q" { "powers" } else { "indices" }
                ))
            }
            ShownPart::Moves(order) => {
                let heaps: Vec<&str> = order.iter().map(|heap| heaps[*heap].as_str()).collect();
                let line = ProofLine::default().strong("A move into the set").and(at);
                line.and(&format!(
                    ": let ${}$, let the position be outside of $S$, and let no move lead to an element of the list. Here ${}_{{1}}$ is the {} that is chosen{}.",
                    heaps.join(" \\le "),
                    self.index,
                    self.one(),
                    if self.are_several { " first" } else { "" }
                ))
            }
            ShownPart::Ongoing => {
                let line = ProofLine::default().strong("No terminal position inside").and(at);
                line.and(": let a position of $S$ be terminal. No move that takes $1$ of everything can be made.")
            }
            ShownPart::Element(element) => ProofLine::default().strong("An element of the set").and(&format!(
                "{at}: let the element {} of the list not belong to $S$, where ${}_{{1}}$ is any {}.",
                element + 1,
                self.index,
                self.one()
            )),
        }
    }

    /// A contradiction, in lines that begin with the numbers of the cases that they are in. Alternatives that a sum excludes at once stand in
    /// one line, if no more than one other is left.
    fn tree(&self, why: &ToldContradiction, before: &str, blocks: &mut Vec<ProofBlock>) {
        let (by, cases) = match why {
            ToldContradiction::Rows(rows) => {
                blocks.push(ProofBlock::Paragraph(ProofLine::of(&format!("Then {}.", self.sum(rows)))));
                return;
            }
            ToldContradiction::Cases(by, cases) => (by, cases),
        };
        let (done, open): (Vec<_>, Vec<_>) =
            cases.iter().partition(|case| matches!(&case.1, ToldContradiction::Rows(_)));
        let done: Vec<_> = done.into_iter().filter(|(what, why)| !self.is_trivial(what, why)).collect();
        let line = self.reason(by.as_ref());
        if let ([(what, why)], true) = (open.as_slice(), done.is_empty()) {
            blocks.push(ProofBlock::Paragraph(line.and(&format!(", {}.", self.said(what)))));
            self.tree(why, before, blocks);
            return;
        }
        let mut line = line.and(", one of the following is so.");
        for (what, why) in done {
            if let ToldContradiction::Rows(rows) = why {
                line = line.and(&format!(" Not {}, as {}.", self.said(what), self.against(what, rows)));
            }
        }
        if let [(what, why)] = open.as_slice() {
            blocks.push(ProofBlock::Paragraph(line.and(&format!(" So {}.", self.said(what)))));
            self.tree(why, before, blocks);
            return;
        }
        let line = if open.is_empty() { line.and(" Nothing is left.") } else { line };
        blocks.push(ProofBlock::Paragraph(line));
        for (at, (what, why)) in open.iter().enumerate() {
            let label = format!("{before}{}.", at + 1);
            let line = ProofLine::default().strong(&label).and(&format!(" Let {}.", self.said(what)));
            blocks.push(ProofBlock::Paragraph(line));
            self.tree(why, &label, blocks);
        }
    }

    /// Whether a case is excluded by nothing else than that heaps and the parameter are natural, and powers are positive.
    fn is_trivial(&self, what: &ToldAssertion, why: &ToldContradiction) -> bool {
        let ToldContradiction::Rows(rows) = why else { return false };
        let natural = |unknown: Option<usize>| {
            let kind = unknown.map(|at| &self.told.unknowns[at]);
            matches!(kind, None | Some(UnknownOf::Heap(_) | UnknownOf::Power | UnknownOf::Index))
        };
        let is_power = |unknown: Option<usize>| unknown.is_some_and(|at| self.told.unknowns[at] == UnknownOf::Power);
        let is_fact = |row: &ToldAssertion| {
            let ToldAssertion::AtMost(form) = row else { return false };
            if form.terms.iter().any(|term| !natural(term.unknown)) {
                return false;
            }
            let above: Vec<_> = form.terms.iter().filter(|term| 0 < term.factor).collect();
            let below: Vec<_> = form.terms.iter().filter(|term| term.factor <= 0).collect();
            match (above.as_slice(), below.as_slice()) {
                ([], below) => {
                    let powers = below.iter().filter(|term| term.degree == 0 && is_power(term.unknown));
                    form.constant <= powers.map(|term| -term.factor).sum()
                }
                // A power of the parameter is at most itself times a power of the ratio.
                ([one], [other]) => {
                    let is_same = one.degree == other.degree && one.unknown.is_none() && is_power(other.unknown);
                    is_same && one.factor <= -other.factor && form.constant <= 0
                }
                _ => false,
            }
        };
        rows.iter().filter(|row| *row != what).all(is_fact)
    }

    /// What contradicts something: the other one of two inequalities, or a sum.
    fn against(&self, what: &ToldAssertion, rows: &[ToldAssertion]) -> String {
        match rows.iter().filter(|row| *row != what).collect::<Vec<_>>().as_slice() {
            [other] if rows.len() == 2 => self.said(other),
            _ => self.sum(rows),
        }
    }

    /// Why one of the cases must be so.
    fn reason(&self, by: Option<&SaidBy>) -> ProofLine {
        let element = |forms: &[ToldForm]| {
            let forms: Vec<String> = forms.iter().map(|form| self.form(form)).collect();
            format!("$({})$", forms.join(", "))
        };
        match by {
            None => ProofLine::of("As a number is an integer"),
            Some(SaidBy::Guard) => ProofLine::of("By the conditions of the move"),
            Some(SaidBy::Belongs) => ProofLine::of("As the position, or the option, is in $S$"),
            Some(SaidBy::Order) => ProofLine::of("By the order of the heaps"),
            Some(SaidBy::Choice) => ProofLine::of(&format!("By the choice of ${}_{{1}}$", self.index)),
            Some(SaidBy::Ongoing) => ProofLine::of("As some move can be made"),
            Some(SaidBy::Terminal) => ProofLine::of("As the position is terminal"),
            Some(SaidBy::Outside) => ProofLine::of("As the position is outside of $S$"),
            Some(SaidBy::NoElement) => ProofLine::of("As it does not belong to $S$"),
            Some(SaidBy::Missed(Some(family), forms)) => ProofLine::of("As ")
                .code(&self.ruleset.moves[*family].name)
                .and(&format!(" does not lead to {}", element(forms))),
            Some(SaidBy::Missed(None, forms)) => {
                ProofLine::of(&format!("As {} is outside of $S$, or no move leads there", element(forms)))
            }
            Some(SaidBy::Fact) => ProofLine::of("As is always so of such numbers"),
        }
    }

    /// The name of an unknown: powers and made numbers are numbered.
    fn unknown(&self, at: usize) -> String {
        let unknowns = &self.told.unknowns;
        let count = |kind: UnknownOf| unknowns[..=at].iter().filter(|own| **own == kind).count();
        match unknowns[at] {
            UnknownOf::Heap(heap) => symbol(&self.ruleset.heaps[heap]),
            UnknownOf::Register(register) => symbol(&self.ruleset.registers[register].name),
            UnknownOf::Amount(slot) => match self.told.step {
                ShownPart::Inside(family) => symbol(&self.ruleset.moves[family].amounts[slot]),
                _ => format!("i_{{{slot}}}"),
            },
            UnknownOf::Power => format!("q_{{{}}}", count(UnknownOf::Power)),
            UnknownOf::Index => format!("n_{{{}}}", count(UnknownOf::Index)),
            UnknownOf::Lower(index, more) => {
                format!("A({})", joined([(format!("n_{{{}}}", index + 1), 1)].into_iter(), more))
            }
            UnknownOf::Made => format!("w_{{{}}}", count(UnknownOf::Made)),
        }
    }

    fn monomial(&self, (degree, unknown): StepMonomial) -> String {
        let power = match degree {
            0 => None,
            1 => Some(self.parameter.clone()),
            degree => Some(format!("{}^{{{degree}}}", self.parameter)),
        };
        let parts = power.into_iter().chain(unknown.map(|at| self.unknown(at)));
        parts.collect::<Vec<_>>().join(" ")
    }

    fn form(&self, form: &ToldForm) -> String {
        joined(self.terms(form, &|factor| Some(factor)).into_iter(), form.constant)
    }

    /// The terms whose factors are kept. Those of one unknown stand together, behind a polynomial in the parameter.
    fn terms(&self, form: &ToldForm, kept: &dyn Fn(i128) -> Option<i128>) -> Vec<(String, i128)> {
        let mut all: BTreeMap<Option<usize>, Vec<(usize, i128)>> = BTreeMap::new();
        for term in &form.terms {
            if let Some(factor) = kept(term.factor) {
                all.entry(term.unknown).or_default().push((term.degree, factor));
            }
        }
        let mut told = Vec::new();
        for (unknown, mut of) in all {
            of.sort_unstable_by_key(|(degree, _)| std::cmp::Reverse(*degree));
            match (unknown, of.as_slice()) {
                (Some(at), of) if 1 < of.len() => {
                    let powers = of.iter().map(|(degree, factor)| (self.monomial((*degree, None)), *factor));
                    let (constant, powers): (Vec<_>, Vec<_>) = powers.partition(|(name, _)| name.is_empty());
                    let polynomial = joined(powers.into_iter(), constant.iter().map(|own| own.1).sum());
                    let factor = if polynomial == self.ratio { "\\rho".to_owned() } else { format!("({polynomial})") };
                    told.push((format!("{factor} {}", self.unknown(at)), 1));
                }
                (unknown, of) => {
                    told.extend(of.iter().map(|(degree, factor)| (self.monomial((*degree, unknown)), *factor)));
                }
            }
        }
        told
    }

    /// Both sides without what is negative.
    fn sides(&self, form: &ToldForm, relation: &str) -> String {
        let side = |sign: i128| {
            let kept = |factor: i128| Some(factor * sign).filter(|factor| 0 < *factor);
            joined(self.terms(form, &kept).into_iter(), (form.constant * sign).max(0))
        };
        format!("${} {relation} {}$", side(1), side(-1))
    }

    fn said(&self, what: &ToldAssertion) -> String {
        match what {
            ToldAssertion::AtMost(form) => self.sides(form, "\\le"),
            ToldAssertion::Zero(form) => self.sides(form, "="),
            ToldAssertion::All(parts) => {
                let is_plain =
                    |part: &&ToldAssertion| matches!(part, ToldAssertion::AtMost(_) | ToldAssertion::Zero(_));
                let plain: Vec<String> = parts.iter().filter(is_plain).map(|part| self.said(part)).collect();
                if plain.is_empty() { "what is left of this".to_owned() } else { plain.join(" and ") }
            }
            ToldAssertion::One(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.said(part)).collect();
                format!("({})", parts.join(", or "))
            }
        }
    }

    /// The sum of inequalities that is false.
    fn sum(&self, rows: &[ToldAssertion]) -> String {
        let mut monomials: BTreeMap<StepMonomial, usize> = BTreeMap::new();
        let forms = rows.iter().filter_map(|row| match row {
            ToldAssertion::AtMost(form) => Some((form, false)),
            ToldAssertion::Zero(form) => Some((form, true)),
            _ => None,
        });
        let forms: Vec<(&ToldForm, bool)> = forms.collect();
        for term in forms.iter().flat_map(|(form, _)| &form.terms) {
            let next = monomials.len();
            monomials.entry((term.degree, term.unknown)).or_insert(next);
        }
        let mut system = Vec::new();
        for (form, is_equation) in &forms {
            let mut row = Inequality { coefficients: vec![0; monomials.len()], constant: form.constant };
            for term in &form.terms {
                row.coefficients[monomials[&(term.degree, term.unknown)]] += term.factor;
            }
            if *is_equation {
                let opposite = row.coefficients.iter().map(|factor| -factor).collect();
                system.push(Inequality { coefficients: opposite, constant: -row.constant });
            }
            system.push(row);
        }
        let mut names = vec![String::new(); monomials.len()];
        for (monomial, at) in &monomials {
            names[*at] = self.monomial(*monomial);
        }
        match contradiction(&system, monomials.len()) {
            Some(found) => found.told(&names),
            None => LinearContradiction { rows: system, times: None }.told(&names),
        }
    }
}
