//! Proofs by what is true of the values of every game in words, with the theorems on windows and passes where they are used.
use super::ConfirmedProof;
use super::page::{ProofBlock, ProofLine, paragraph};
use crate::certificate::PassedValues;
use crate::recheck::{BY_INDUCTION, BY_MOVES};
use crate::value::Play;

/// What is true of the outcomes of misère play.
const MISERE: &str = "For misère play let a terminal position have the number $1$, and every other position the least number that none of its options has. By induction over play a position is a $\\mathcal{P}$-position of misère play if and only if its number is $0$: it is then not terminal, and no option has the number $0$. Of these numbers only this is used: no option of a position has its number, equal positions have equal numbers, and so have those that differ by a permutation of the heaps that leaves the moves as they are written.";

impl ConfirmedProof<'_> {
    /// What is known of the games, the theorems on windows and passes where they are used, and what is true of every game.
    pub(super) fn axioms(&self) -> Vec<ProofBlock> {
        let known = self.certificate.lookups.iter().flat_map(|lookups| &lookups.known);
        let told: Vec<&PassedValues> = known.clone().flat_map(|facts| &facts.passes).collect();
        let mut blocks: Vec<ProofBlock> = known.flat_map(|facts| self.known(facts, &[])).collect();
        if !told.is_empty() {
            let plain = if self.is_by_linear_facts() {
                "Without passes at most $f(t)$ tokens are taken from a heap $t$, where $f(0) = 0$, and $f(t)$ is $f(t - 1)$ or one more (linear facts about products and roots say so); so the options of a heap are the last few below it, as many as grow by at most one."
            } else {
                "Without passes the options of a heap are the last few below it, as many as grow by at most one (six formulas about its moves say so)."
            };
            blocks.push(paragraph(plain));
        }
        if !blocks.is_empty() {
            blocks.push(paragraph("In such a game (Levine 2006) let the options of the heap $t$ be the heaps $u$ with $a(t) \\le u < t$, where $a(0) = 0$ and $a(t + 1)$ is $a(t)$ or $a(t) + 1$. The values of the heaps from $a(t)$ to $t$ are $0, \\dots, t - a(t)$, each once; so the value of $t$ is $t - a(t)$ if $t = 0$ or $a(t) = a(t - 1)$, and that of $a(t) - 1$ otherwise."));
        }
        if !told.is_empty() {
            blocks.extend(passes(&told));
        }
        let refuting = if self.is_by_linear_facts() {
            "no integers are a counterexample, by linear facts about products and roots"
        } else {
            "the automaton of counterexamples accepts nothing"
        };
        if self.certificate.play == Play::Misere {
            return [paragraph(&format!(
                "{MISERE} The statement becomes a stronger one about numbers alone, of which {refuting}."
            ))]
            .into_iter()
            .chain(self.in_misere_play())
            .collect();
        }
        blocks.push(paragraph(&format!("The values are used only by what is true of every game in which play ends and options are finitely many: no option of a position has its value $w$; every $j < w$ is the value of some option; a $\\mathcal{{P}}$-position of normal play is one of the value $0$; equal positions have equal values, and so have those that differ by a permutation of the heaps that leaves the moves as they are written. With $j < w$ in the place of an option that exists, and $j \\ne w$ in that of any option, the statement becomes a stronger one about numbers alone, of which {refuting}.")));
        let lookups = self.certificate.lookups.as_ref();
        if lookups.is_some_and(|lookups| lookups.numeration.is_null() && lookups.known.is_empty()) {
            blocks.push(paragraph("The moves tell more of the values. If a move leads from one position that is looked up to another, their values differ; this is said of moves whose amounts are numbers that the claim speaks of, how much less is left of a heap, or $1$. The position without tokens has the value $0$ where play ends there."));
        }
        if self.excludes(BY_MOVES) {
            blocks.push(paragraph("The moves tell more of the values. If a move leads from one position that is looked up to another, their values differ. A position without options has the value $0$, and one with a terminal option has not. A value is at most the number of options; and it is at most every sum of the heaps, each some number of times, that all moves decrease, as play can take no more moves."));
        }
        if self.excludes(BY_INDUCTION) {
            blocks.push(paragraph("The claim is proved by induction over play. It may be supposed of all options: for every $j < w$ there is an option of which the claim is true with $j$ in the place of the value. So the claim need only be true where this is so."));
        }
        blocks
    }

    /// What the moves tell of outcomes of misère play, as far as it is used.
    fn in_misere_play(&self) -> Option<ProofBlock> {
        let used = if self.excludes(BY_MOVES) {
            "If a move leads from one position that is looked up to another, their numbers differ. A position without options has the number $1$, and one with a terminal option has not."
        } else if self.is_by_linear_facts() {
            "If a move leads from one position that is looked up to another, their numbers differ; this is said of moves whose amounts are numbers that the claim speaks of, how much less is left of a heap, or $1$. The position without tokens has the number $1$ where play ends there."
        } else {
            return None;
        };
        Some(paragraph(used))
    }
}

/// The theorem on passes, and what it is used for.
fn passes(told: &[&PassedValues]) -> Vec<ProofBlock> {
    let given = "Let nobody pass with $b$ in the register. For a number $r$ in the register let a pass be possible from every heap $t \\ge T$, and lead to $(t; q)$ only; let $g(t; q) = G(g(t; b))$ for $t \\ge T$, where $G(w) = w$ if $q$ is $b$; and let $g(s; r) = F(g(s; b))$ for the heaps $s$ with $a(T) \\le s < T$, which were looked at one by one. For all $w$ and all $l$ that are not below $w$ or $T - a(T)$ let $F(w)$ be the least number that is neither $G(w)$ nor $F(v)$ for some $v \\le l$ other than $w$. Then $g(t; r) = F(g(t; b))$ for all $t \\ge a(T)$, by induction over $t \\ge T$: with $l = t - a(t)$, which is not below $T - a(T)$, and $w = g(t; b)$, the options $(u; b)$ with $a(t) \\le u < t$ have the values $v \\le l$ other than $w$, so the $(u; r)$ have the values $F(v)$, and the pass leads to the value $G(w)$.";
    let used = "This is used with the following $F$, where what is added comes in turn, over and over. What is asked of $F$ and $G$ is tried for the first few $w$; from some $w$ on it is true of a number if it is true of the one that is less by a common multiple $m$ of both lengths, as $F(w + m) = F(w) + m$ and $G(w + m) = G(w) + m$. The values of smaller heaps with a pass left are worked out by definition.";
    let head = ["$r$", "$q$", "$T$", "$F(0), F(1), \\dots$", "then $F(w) - w$"].map(ProofLine::of).to_vec();
    let rows = told.iter().map(|told| {
        let first = told.first.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let then = told.then.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let first = if first.is_empty() { ProofLine::default() } else { ProofLine::of(&format!("${first}$")) };
        let number = |number: i128| ProofLine::of(&format!("${number}$"));
        let numbers = [told.register.into(), told.passed.into(), told.start.into()].map(number);
        numbers.into_iter().chain([first, ProofLine::of(&format!("${then}$"))]).collect()
    });
    vec![paragraph(given), paragraph(used), ProofBlock::Table(head, rows.collect())]
}
