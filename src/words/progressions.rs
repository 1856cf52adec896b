//! Proofs by the powers of an open parameter in words: the elements of the set, and how powers are chosen for a position.
mod steps;

use super::ConfirmedProof;
use super::page::{ProofBlock, ProofLine, paragraph};
use super::sums::joined;
use crate::certificate::{Progression, ProgressionChoice, ProgressionTerm};
use crate::latex::symbol;
use crate::recheck::progressions::{ShownPart, reasons_of};
use crate::recheck::symmetry::mirrored;
use crate::ruleset::statement::{Body, Set, SetKind};

impl ConfirmedProof<'_> {
    /// Whether the claim gives the P-positions of two heaps by a set that an exchange of the heaps does not change.
    fn has_a_symmetric_set(&self) -> bool {
        self.ruleset.heaps.len() == 2 && matches!(&self.statement.body, Body::Equal(_, set) if is_symmetric(set))
    }

    /// What takes the place of a list of cases: which numbers and facts are used.
    pub(super) fn progression(&self) -> Vec<ProofBlock> {
        let mut blocks = self.two_conditions();
        // The explorer has a limit of bytes, and no such certificates.
        if cfg!(target_arch = "wasm32") {
            return blocks;
        }
        let Some(made) = &self.certificate.progression else { return blocks };
        let own = symbol(&made.parameter);
        let has_powers = !made.ratio.is_empty();
        blocks.push(paragraph(&if has_powers { format!(
            "Let $\\rho = {}$, and let $q$ stand for powers $\\rho^k$. Products of ${own}$ and its powers with heaps, amounts and powers $q$ are integers of which only this is used: an inequality stays true if both sides are multiplied by ${own}$, which is not negative, and so does an equation; $q = \\rho^l$ or $\\rho^{{l + 1}} \\le q$ where the index runs from $l$ on; of two powers $q$ and $r$, $q = r$, $\\rho q \\le r$ or $\\rho r \\le q$.",
            polynomial(&made.ratio, &own)
        ) } else { pair(&polynomial(&made.slope, &own), &own) }));
        if 0 < made.single {
            blocks.push(paragraph(&format!(
                "The first values of ${own}$, ${}$ of them, are taken one by one.",
                made.single
            )));
        }
        let elements = made.elements.iter().map(|element| {
            let all: Vec<String> =
                element.iter().map(|term| component(term, if has_powers { "q" } else { "A(n)" }, &own)).collect();
            ProofLine::of(&format!("$({})$", all.join(", ")))
        });
        let indices = if has_powers { "powers" } else { "indices" };
        let choices: Vec<String> = made.choices.iter().map(|choice| chosen(choice, made, &own)).collect();
        let choices = if choices.is_empty() {
            String::new()
        } else {
            format!(", where ${}$ is {}", if has_powers { "q" } else { "n" }, choices.join(", or "))
        };
        let later = if made.reach == 0 {
            String::new()
        } else {
            format!(", or one of the ${}$ {indices} after it", made.reach)
        };
        blocks.push(paragraph(&format!(
            "For 1, two elements of the set with {indices} that are not known, and a move between them, contradict these facts. For 2, so does a position outside of $S$ that has no move to those of the following that belong to $S${choices}{later}:"
        )));
        blocks.push(ProofBlock::Steps(elements.collect()));
        blocks.append(&mut self.contradictions(made));
        blocks
    }

    /// Why the facts contradict each other, of each part that is shown; of two that an exchange of the heaps maps to each other, one.
    fn contradictions(&self, made: &Progression) -> Vec<ProofBlock> {
        let mut blocks = Vec::new();
        let reasons = reasons_of(self.cancel, (&self.ruleset, &self.statement), made);
        let mirrored = mirrored(&self.ruleset).filter(|_| self.has_a_symmetric_set());
        let reasons = reasons.map(|all| match &mirrored {
            Some(moves) => all.into_iter().filter(|one| !is_mirrored(&one.step, moves)).collect(),
            None => all,
        });
        let reasons = reasons.ok().and_then(|reasons| steps::listed(&self.ruleset, made, &reasons));
        if reasons.is_some() && mirrored.is_some() {
            blocks.push(paragraph(
                "Rules and $S$ stay the same if the heaps are exchanged. Of what is exchanged one is told.",
            ));
        }
        if reasons.is_some() {
            blocks.push(paragraph(
                "Of alternatives those are left out that a heap or parameter below $0$ or a power below $1$ would need.",
            ));
        }
        blocks.extend(reasons.unwrap_or_else(|| vec![paragraph("Why they contradict each other is too long to be listed: the checker tries all alternatives, and leaves one when its inequalities have no solution.")]));
        blocks
    }
}

/// Whether the same was told with the heaps exchanged: of a move that another one before it becomes, and of the second order of two heaps.
fn is_mirrored(step: &ShownPart, moves: &[usize]) -> bool {
    match step {
        ShownPart::Inside(family) => moves[..*family].contains(family),
        ShownPart::Moves(order) => *order == [1, 0],
        ShownPart::Ongoing | ShownPart::Element(_) => false,
    }
}

/// Whether every part of a set has its heaps in both orders.
fn is_symmetric(set: &Set) -> bool {
    match &set.kind {
        SetKind::Union(left, right) => is_symmetric(left) && is_symmetric(right),
        SetKind::Symmetric(_, 1) => true,
        _ => false,
    }
}

/// What a complementary pair is, and what is used of it.
pub(super) fn pair(slope: &str, own: &str) -> String {
    format!(
        "Let $\\gamma = {slope}$, $\\alpha = (2 - \\gamma + \\sqrt{{\\gamma^2 + 4}}) / 2$, $A(n) = \\lfloor n \\alpha \\rfloor$ and $B(n) = A(n) + \\gamma n = \\lfloor n (\\alpha + \\gamma) \\rfloor$. As $\\alpha^2 + (\\gamma - 2) \\alpha - \\gamma = 0$, $1 / \\alpha + 1 / (\\alpha + \\gamma) = 1$; $\\alpha$ is irrational, as no two squares above $0$ differ by $4$. So each positive number is one of the $A(n)$ and $B(n)$ with $n \\ge 1$, and only once (Beatty). Besides, $1 < \\alpha < 2$, so $m \\le A(n + m) - A(n) \\le 2 m$; and as $(\\alpha - 1) (\\alpha - 1 + \\gamma) = 1$, $n (\\alpha - 1) < 1$ if and only if $n < \\gamma + \\alpha - 1$, so $A(n) = n$ if and only if $n \\le \\gamma$. Products of ${own}$ with heaps, amounts, indices $n$ and numbers $A(n)$ are integers of which only this is used, and that an inequality stays true if both sides are multiplied by ${own}$, which is not negative, and so does an equation."
    )
}

/// A polynomial by its coefficients, from the constant on.
pub(super) fn polynomial(coefficients: &[i64], own: &str) -> String {
    let power = |at: usize| if at == 1 { own.to_owned() } else { format!("{own}^{{{at}}}") };
    let terms = coefficients.iter().enumerate().skip(1).rev().map(|(at, factor)| (power(at), i128::from(*factor)));
    joined(terms, coefficients.first().copied().unwrap_or(0).into())
}

/// A polynomial times something; none if it is 0.
fn multiple(coefficients: &[i64], own: &str, of: &str) -> Option<String> {
    let count = coefficients.iter().filter(|factor| **factor != 0).count();
    match (count, polynomial(coefficients, own)) {
        (0, _) => None,
        (_, one) if one == "1" => Some(of.to_owned()),
        (1, one) => Some(format!("{one} {of}")),
        (_, many) => Some(format!("({many}) {of}")),
    }
}

/// A sum of multiples and a polynomial; what stands in it without brackets and is negative is taken away.
fn sum(parts: impl Iterator<Item = Option<String>>, constant: &[i64], own: &str) -> String {
    let mut all: Vec<String> = parts.flatten().collect();
    let constant = polynomial(constant, own);
    if constant != "0" || all.is_empty() {
        all.push(constant);
    }
    let mut text = String::new();
    for part in all {
        match part.strip_prefix('-') {
            _ if text.is_empty() => text = part,
            Some(rest) => text = format!("{text} - {rest}"),
            None => text = format!("{text} + {part}"),
        }
    }
    text
}

fn component(term: &ProgressionTerm, of: &str, own: &str) -> String {
    let index = multiple(&term.index, own, "n");
    let above = sum([multiple(&term.times, own, of), index].into_iter(), &term.constant, own);
    match polynomial(&term.over, own) {
        one if one == "1" => above,
        below => format!("\\frac{{{above}}}{{{below}}}"),
    }
}

/// How a power is chosen.
fn chosen(choice: &ProgressionChoice, made: &Progression, own: &str) -> String {
    let heaps = choice.heaps.iter().enumerate();
    let number = heaps.map(|(at, factor)| multiple(factor, own, &format!("h_{{{}}}", at + 1)));
    let number = sum(number, &choice.constant, own);
    let ordered = "here $h_1 \\le h_2 \\le \\dots$ are the heaps";
    if made.ratio.is_empty() {
        return match multiple(&choice.times, own, "n") {
            None => format!("an index at which $A(n)$ or $B(n)$ is ${number}$; {ordered}"),
            Some(times) => format!(
                "the last index from ${}$ on with ${times} \\le {number}$, or the first index where that one is greater; {ordered}",
                made.low
            ),
        };
    }
    let times = multiple(&choice.times, own, "q").unwrap_or_default();
    format!(
        "the last power of an index from ${}$ on with ${times} \\le {number}$, or the first power where that one is greater; {ordered}",
        made.low
    )
}
