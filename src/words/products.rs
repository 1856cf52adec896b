//! Proofs by values with products, squares and roots in words: the facts, and which option has each smaller value.
use super::ConfirmedProof;
use super::page::{ProofBlock, ProofLine, paragraph};
use super::sums::sum;
use crate::certificate::{ClaimedOutcomes, MadeNumber, NumberMaking, OutcomesBy, Progression, SmallerOption};
use crate::latex::symbol;

impl ConfirmedProof<'_> {
    /// The facts that are used, and for each claim that gives values the options of smaller ones.
    pub(super) fn products(&self) -> Vec<ProofBlock> {
        if let Some(told) = &self.certificate.outcomes {
            return by_a_set(told);
        }
        if self.certificate.products.as_ref().is_some_and(Vec::is_empty) {
            return vec![paragraph(&format!(
                "Of a Grundy value only this is used: it is not negative, and at most the number of options. These are at most as many as there are choices of amounts, and an amount has no more values than lie between two bounds that its move gives it; where a move excludes the least ones together, there is one choice less. {LINEAR_FACTS} No integers satisfy this and the opposite of the statement."
            ))];
        }
        let mut blocks = vec![paragraph(
            "The statement rests on the Grundy values that claims of the file give by terms with products, squares or roots; each of these is an integer of which only linear facts are used (of $T(n) = n (n - 1) / 2$: $n^2 = 2 T(n) + n$, and $T(m) + m \\le T(n)$ for $0 \\le m < n$; of a quotient, that it is a multiple and a remainder; of a root $s$ of $n$, that $s^2 \\le n \\le s^2 + 2 s$). For each such claim no integers satisfy these facts and the opposite of one of: the term is nowhere negative; no option has the value of its position; each $w$ below the value of a position is the value of an option. With $d (d - 1) / 2 \\le w < d (d + 1) / 2$, and $m$ the greatest multiple of $d$ up to a number that the table tells, the option is the first of these whose numbers are not negative:",
        )];
        let claimed = || self.certificate.products.iter().flatten();
        if !self.certificate.for_all.is_empty() {
            blocks.push(paragraph("Of a parameter $n$ that is open, and of integers $k$ and $l$ with $l \\le k$, it is used that $k n$ and $l n$ are equal if $k = l$, and $n$ apart if $k = l + 1$, and otherwise $2 n$ or more; that $k + n - 1 \\le k n$ for $1 \\le k$ and $1 \\le n$; and that a multiple of $n$ that is added to a number is added to its quotient and leaves the remainder."));
        }
        for claimed in claimed() {
            let mut told = ProofLine::of("By ").plain(&format!("\"{}\"", claimed.claim));
            if claimed.ways.is_empty() {
                told = told.and(", where no value is above another one: the certificate names no option");
            }
            blocks.push(ProofBlock::Paragraph(told.and(":")));
            if claimed.ways.is_empty() {
                continue;
            }
            let made = claimed.ways.iter().flat_map(|way| &way.numbers);
            let mut numbers: Vec<String> = Vec::new();
            for number in made.map(number) {
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            if !numbers.is_empty() {
                blocks.push(paragraph(&format!("There let {}.", numbers.join(", "))));
            }
            let head = ["not negative", "$m$ up to", "option"].map(ProofLine::of).to_vec();
            blocks.push(ProofBlock::Table(head, claimed.ways.iter().map(way).collect()));
        }
        blocks
    }
}

/// What is used of numbers that are not linear.
const LINEAR_FACTS: &str = "Products, squares, roots and quotients are integers of which only linear facts are used (of $T(n) = n (n - 1) / 2$: $n^2 = 2 T(n) + n$, and $T(m) + m \\le T(n)$ for $0 \\le m < n$; of a quotient, that it is a multiple and a remainder; of a root $s$ of $n$, that $s^2 \\le n \\le s^2 + 2 s$).";

/// What follows from a set of P-positions, and how that set is known.
fn by_a_set(told: &ClaimedOutcomes) -> Vec<ProofBlock> {
    let how = match told.by {
        OutcomesBy::Sequence(_) => "by linear facts about a sequence of constant second differences",
        OutcomesBy::Chain(_) => "by linear inequalities between consecutive terms of a linear recurrence",
        OutcomesBy::Progression(_) => "by linear facts about the powers of a parameter",
    };
    if let OutcomesBy::Progression(made) = &told.by
        && !made.slope.is_empty()
    {
        return by_a_pair(told, made);
    }
    let known = ProofLine::of("Which positions are $\\mathcal{P}$-positions says ")
        .plain(&format!("\"{}\"", told.claim))
        .and(". This certificate holds the proof of that as well, and the checker confirmed it: ")
        .and(how)
        .and(" no move leads from the set into the set, and every other position has a move into it.");
    let follows = "With this set in the place of the $\\mathcal{P}$-positions the statement speaks of integers alone. Of squares, products, powers and terms of recursions in it only linear facts are used (of $T(n) = n (n - 1) / 2$: $n^2 = 2 T(n) + n$, and $T(m) + m \\le T(n)$ for $0 \\le m < n$; of two powers of one base $b \\ge 1$, that they are equal if their exponents are, $b$ times as large if these are $1$ apart, and otherwise $b^2$ times or more, and that one is the first or $b$ times another; of multiples of one number, that they are as far apart as what they are multiples by). No integers satisfy these facts and are a counterexample; an index of the set that must exist is one that the statement names, one beside it, or what solves an equation.";
    vec![ProofBlock::Paragraph(known), paragraph(follows)]
}

/// What follows from a complementary pair.
fn by_a_pair(told: &ClaimedOutcomes, made: &Progression) -> Vec<ProofBlock> {
    let own = symbol(&made.parameter);
    let known = if told.claim.is_empty() {
        ProofLine::of("The $\\mathcal{P}$-positions are all $(A(n), B(n))$ and $(B(n), A(n))$ with $n \\ge 0$")
    } else {
        ProofLine::of("Which positions are $\\mathcal{P}$-positions says ").plain(&format!("\"{}\"", told.claim))
    };
    let known = known.and(". This certificate holds the proof of that as well, and the checker confirmed it: by the facts above no move leads from the set into the set, and every other position has a move into it.");
    let follows = "No integers satisfy these facts and are a counterexample to the statement, with this set in the place of the $\\mathcal{P}$-positions: what the statement says of all numbers is asked of those that it names, of the indices at which heaps are numbers of the pair, and of the pair there and at the heaps.";
    let facts = super::progressions::pair(&super::progressions::polynomial(&made.slope, &own), &own);
    vec![paragraph(&facts), ProofBlock::Paragraph(known), paragraph(follows)]
}

/// A number by what it is made of.
fn number(number: &MadeNumber) -> String {
    let (name, [first, second]) = (symbol(&number.name), number.of.each_ref().map(sum));
    match number.made {
        NumberMaking::Quotient => format!("${name} = \\lfloor ({first}) / ({second}) \\rfloor$"),
        NumberMaking::Multiple => format!("${name} = ({second}) \\lfloor ({first}) / ({second}) \\rfloor$"),
        NumberMaking::Product => format!("${name} = ({first}) ({second})$"),
    }
}

/// One of the options of smaller values.
fn way(way: &SmallerOption) -> Vec<ProofLine> {
    let list = |all: &[_]| all.iter().map(sum).collect::<Vec<_>>().join(", ");
    let given = if way.given.is_empty() {
        ProofLine::of("nothing is asked")
    } else {
        ProofLine::of(&format!("${}$", list(&way.given)))
    };
    let multiple =
        way.multiple.as_ref().map_or_else(ProofLine::default, |most| ProofLine::of(&format!("${}$", sum(most))));
    vec![given, multiple, ProofLine::of(&format!("$({})$", list(&way.option)))]
}
