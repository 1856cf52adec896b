//! From a certificate to its proof in words, kind by kind: what it holds, the theorem that makes it a proof, and what was excluded.
use super::automaton::ReadAutomaton;
use super::numeration::{in_words, named};
use super::page::{ProofBlock, ProofLine, paragraph};
use super::sums::{consecutive, sum};
use super::winning::{DigitPairs, OPEN, ReadGame};
use super::{ConfirmedProof, ToldClaim, cases, divisor, formulas, two_digits, value_letter};
use crate::certificate::{
    Certificate, CertificateKind, ChainChoice, Choice, CommonPeriod, FirstRows, FixedHeap, GameFacts, GameLines,
    Knowledge, LinkedChain,
};
use crate::latex::symbol;
use crate::recheck::multiples::approximated;
use crate::ruleset::Ruleset;
use crate::ruleset::digits::Modulus;
use crate::value::Play;

/// How moves are read that take any multiple of a number.
const MULTIPLES: &str = " A move takes any multiple $k d$ of a number $d$ from a number $e$, and no automaton knows that product. So the conditions are shown of more moves, where \
    beyond the first two multiples anything that is not less than the next may be taken, and of fewer, where $k$ is one of the first two numbers, or one of the last two, which leave $r$ or $r + d$ with the remainder $r$ of $e$ by $d$; of $r$ \
    it is used that $0 \\le r < d$, and what it is where the quotient is $0$ or $1$.";

/// The states of the automaton of a certificate with one.
pub(super) fn states(certificate: &Certificate) -> Option<usize> {
    ReadAutomaton::of(&certificate.set).map(|set| set.count())
}

pub(super) fn steps(lines: &[&str]) -> ProofBlock {
    ProofBlock::Steps(lines.iter().map(|line| ProofLine::of(line)).collect())
}

impl ConfirmedProof<'_> {
    /// The proof in words.
    pub(super) fn told(&self, before: &[ToldClaim<'_>]) -> Vec<ProofBlock> {
        let mut blocks = vec![ProofBlock::Paragraph(self.ending())];
        blocks.extend(self.open_parameters().into_iter().map(ProofBlock::Paragraph));
        blocks.extend(self.in_first_rows());
        blocks.append(&mut self.in_digits());
        // The explorer has a limit of bytes.
        let is_formula = !cfg!(target_arch = "wasm32") && self.certificate.kind == CertificateKind::Outcomes;
        let by_cases = if is_formula { formulas::told(self) } else { None };
        blocks.append(&mut match self.certificate.kind {
            // The explorer has a limit of bytes, and confirms no such certificates.
            CertificateKind::Lines
            | CertificateKind::Replies
            | CertificateKind::Axioms
            | CertificateKind::Listed
            | CertificateKind::Products
                if cfg!(target_arch = "wasm32") =>
            {
                Vec::new()
            }
            CertificateKind::Outcomes => self.outcomes(by_cases.as_deref()),
            CertificateKind::Values => self.values(),
            CertificateKind::Sequence => self.sequence(),
            CertificateKind::Chain => self.chain(),
            CertificateKind::Statement => self.statement(before),
            CertificateKind::Periods => self.periods(),
            CertificateKind::Lines => self.lines(),
            CertificateKind::Replies => replies(),
            CertificateKind::Axioms => self.axioms(),
            CertificateKind::Listed => listed(),
            CertificateKind::Products => self.products(),
            CertificateKind::Progression => self.progression(),
        });
        blocks.append(&mut self.exclusions(by_cases.is_some()));
        blocks
    }

    /// That the proof is one of some rows, if it is.
    fn in_first_rows(&self) -> Option<ProofBlock> {
        let FirstRows { heap, most } = self.certificate.rows.filter(|_| !cfg!(target_arch = "wasm32"))?;
        let name = symbol(self.given.heaps.get(heap)?);
        Some(paragraph(&format!(
            "No move leads from a position with ${name} \\le {most}$ to one with ${name} > {most}$. So these positions are a game by themselves, with the same options, and it is this game that is looked at."
        )))
    }

    /// How heaps are written in two digits, if they are.
    fn in_digits(&self) -> Vec<ProofBlock> {
        let mut blocks = Vec::new();
        // The explorer has a limit of bytes, and does without digits.
        if cfg!(target_arch = "wasm32") {
            return blocks;
        }
        for modulus in &self.certificate.digits {
            let q = divisor(modulus, self.opened.as_ref());
            let split = modulus.split.iter().map(|heap| {
                let name = symbol(heap);
                let [quotient, rest] = two_digits(&name, &q);
                format!("${name} = {q} \\cdot {quotient} + {rest}$ with $0 \\le {rest} < {q}$")
            });
            let split = split.collect::<Vec<_>>().join(", ");
            blocks.push(paragraph(&format!(
                "Write {split}; each number has one such form, and nothing is multiplied by ${q}$ any more: ${q} u + a \\le {q} v + b$ if and only if $u < v$, or $u = v$ and $a \\le b$; $({q} u + a) + ({q} v + b)$ is ${q} (u + v) + (a + b)$ if $a + b < {q}$, and ${q} (u + v + 1) + (a + b - {q})$ otherwise; the quotient by ${q}$ is $u$, and the remainder $a$. So moves and statement are conditions on these digits and on ${q}$, in which all terms are linear, or nim-sums of quotients.",
            )));
            if modulus.value.is_some() {
                let value = value_letter(&self.given.heaps);
                blocks.push(paragraph(&format!(
                    "Beside the position stands a heap of ${value}$ tokens in Nim, from which any positive number may be taken; it is written in the same way. The position has the value ${value}$ if and only if this sum is a $\\mathcal{{P}}$-position of normal play (Sprague, Grundy). Play in the sum ends as well. So let $S$ be the set of all sums in which ${value}$ is the value that the statement gives: a move in the game from $S$ into $S$ would lead to an option of the same value, and one in the heap of Nim to a second value of the same position; from a sum with ${value}$ above the value, lowering ${value}$ leads into $S$; and if ${value}$ is below the value, a move into $S$ is one to an option of the value ${value}$.",
                )));
            }
        }
        if !blocks.is_empty() {
            blocks.push(paragraph(&format!(
                "A position is then $({})$: of each heap that is split first the quotient, then the remainder; behind the heaps the numbers that no move changes.",
                self.tracks().join(", ")
            )));
        }
        blocks
    }

    /// The two conditions on a set, and why they are enough.
    ///
    /// In misère play terminal positions are told apart.
    pub(super) fn two_conditions(&self) -> Vec<ProofBlock> {
        let misere = self.certificate.play == Play::Misere;
        let region = if self.statement.condition.is_some() {
            " (No move leaves the positions of which the statement speaks, so these are a game by themselves.)"
        } else {
            ""
        };
        let first = "No move leads from $S$ into $S$.";
        let second = "Every position outside of $S$ has a move into $S$.";
        let third = "No position of $S$ is terminal.";
        let other = "Every position outside of $S$ that is not terminal has a move into $S$.";
        let why = if misere {
            "Then $S$ is the set of $\\mathcal{P}$-positions of misère play, by induction over play: a position of $S$ has an option, and all of its options are outside of $S$, so they are $\\mathcal{N}$-positions by induction; a position outside of $S$ is terminal, and so an $\\mathcal{N}$-position, or has an option in $S$, which is a $\\mathcal{P}$-position by induction."
        } else {
            "Then $S$ is the set of $\\mathcal{P}$-positions, by induction over play: all options of a position of $S$ are outside of $S$, so they are $\\mathcal{N}$-positions by induction, and it is a $\\mathcal{P}$-position; a position outside of $S$ has an option in $S$, a $\\mathcal{P}$-position by induction, and so it is an $\\mathcal{N}$-position."
        };
        let has_value = self.certificate.digits.iter().any(|modulus| modulus.value.is_some());
        let set = if has_value {
            "Of this set"
        } else {
            "Let $S$ be the set that, by the statement, is that of all $\\mathcal{P}$-positions. Of $S$"
        };
        let told = format!("{set} it is enough to show:{region}");
        let all = if misere { steps(&[first, third, other]) } else { steps(&[first, second]) };
        vec![paragraph(&told), all, paragraph(why)]
    }

    /// How the digits of a position are put together again.
    fn pairs(&self, modulus: &Modulus) -> DigitPairs {
        let mut split: Vec<bool> = self.given.heaps.iter().map(|heap| modulus.split.contains(heap)).collect();
        let used: usize = split.iter().map(|is| 1 + usize::from(*is)).sum();
        let nim = self.ruleset.heaps.len().saturating_sub(used);
        split.extend((0 < nim).then_some(nim == 2));
        let names = self
            .given
            .heaps
            .iter()
            .map(|heap| symbol(heap))
            .chain((0 < nim).then(|| value_letter(&self.given.heaps).to_owned()));
        DigitPairs {
            split,
            nim,
            modulus: OPEN * modulus.times + modulus.more,
            names: names.collect(),
            divisor: divisor(modulus, self.opened.as_ref()),
        }
    }

    /// The game with the set that an automaton reads.
    fn read_game<'a>(&'a self, set: &'a ReadAutomaton) -> ReadGame<'a> {
        let pairs = match self.certificate.digits.as_slice() {
            [modulus] => Some(self.pairs(modulus)),
            _ => None,
        };
        let open = self.opened.as_ref().map_or(0, |opened| opened.symbols.len());
        ReadGame { ruleset: &self.ruleset, set, names: self.tracks(), open, pairs }
    }

    fn outcomes(&self, by_cases: Option<&[ProofBlock]>) -> Vec<ProofBlock> {
        let mut blocks = self.two_conditions();
        if let Some(by_cases) = by_cases {
            blocks.extend_from_slice(by_cases);
            return blocks;
        }
        let Some(set) = ReadAutomaton::of(&self.certificate.set) else { return blocks };
        blocks.push(paragraph("$S$ is the set of the positions that the following automaton accepts; that it accepts those of the statement and no others is a part of what is excluded below."));
        blocks.append(&mut set.shown(&self.tracks()));
        if self.statement.condition.is_none() {
            blocks.append(&mut self.read_game(&set).winning());
        }
        blocks
    }

    fn values(&self) -> Vec<ProofBlock> {
        let told = "Let $R$ be the relation between positions and numbers that the statement gives. It is enough that";
        let conditions = [
            "every position is related to one number, and to one only;",
            "no option of a position has its number;",
            "for each number $w$ below that of a position, some option of the position has the number $w$.",
        ];
        let why = "Then the number $g$ of a position is its Grundy value, by induction over play: the values of its options are their numbers; by 2, $g$ is none of them, and by 3 every smaller number is one, so $g$ is the least number that is not the value of an option.";
        let mut blocks = vec![paragraph(told), steps(&conditions), paragraph(why)];
        let Some(set) = ReadAutomaton::of(&self.certificate.set) else { return blocks };
        blocks.push(paragraph("$R$ consists of the positions with their numbers that the following automaton accepts; that it accepts those of the statement and no others is a part of what is excluded below."));
        blocks.append(&mut set.shown(&[self.tracks(), vec!["g".to_owned()]].concat()));
        if self.statement.condition.is_none() {
            blocks.append(&mut self.read_game(&set).smaller());
        }
        blocks
    }

    /// The sequence, the facts of which alone the conditions are decided, and how an index is chosen.
    fn sequence(&self) -> Vec<ProofBlock> {
        let mut blocks = self.two_conditions();
        let Some(made) = &self.certificate.sequence else { return blocks };
        let (first, difference, step) = (sum(&made.term), sum(&made.difference), sum(&made.step));
        let [term, letter] = self.letters();
        blocks.push(paragraph(&format!(
            "$S$ is made of a sequence with ${term}_{{k + 1}} = {term}_k + {letter}_k$ and ${letter}_{{k + 1}} = {letter}_k + h$, with ${first}$ for its first term, ${difference}$ for its first difference, and $h = {step}$. Its differences are positive, so it increases; of it only the following is used:"
        )));
        let mut facts = vec![
            format!(
                "all terms are at least ${first}$, and if $l < k$, then ${term}_l + {letter}_l \\le {term}_k$ and ${letter}_l + h \\le {letter}_k$;"
            ),
            format!(
                "each number from ${first}$ on is at least ${term}_k$ and below ${term}_k + {letter}_k$ for some $k$."
            ),
        ];
        if step != "0" {
            facts.push(format!(
                "each number from ${difference}$ on is at least ${letter}_k$ and below ${letter}_k + h$ for some $k$."
            ));
        }
        blocks.push(ProofBlock::Steps(facts.iter().map(|fact| ProofLine::of(fact)).collect()));
        let by = made.strategy.iter().map(|choice| match choice {
            Choice::Smallest => format!("the last index $k$ for which ${term}_k$ is at most every heap"),
            Choice::Largest => format!("the last index $k$ for which ${term}_k$ is at most the largest heap"),
            Choice::Distance => {
                format!("the last index $k$ for which ${letter}_k$ is at most the distance of the heaps")
            }
        });
        let by: Vec<String> = by.collect();
        let by = by.join(", or at ");
        let told = cases::told(self);
        blocks.push(paragraph(&if told.is_some() {
            format!("For a position choose {by}; there is one, as no heap is below the first term.")
        } else {
            format!("A position outside of $S$ has a move to an element at {by}; or, where there is no such $k$, at the first index.")
        }));
        blocks.append(&mut told.unwrap_or_default());
        blocks
    }

    fn chain(&self) -> Vec<ProofBlock> {
        let mut blocks = self.two_conditions();
        let Some(made) = &self.certificate.chain else { return blocks };
        blocks.append(&mut chain(made));
        blocks
    }

    /// What a claim looks up, and from which claim of the file that is known.
    fn statement(&self, before: &[ToldClaim<'_>]) -> Vec<ProofBlock> {
        let Some(lookups) = &self.certificate.lookups else { return Vec::new() };
        let written = named(&lookups.numeration).map_or_else(|| "as the certificate says".to_owned(), in_words);
        if lookups.known.is_empty() {
            let told = format!(
                "The statement looks nothing up: it is a sentence about numbers. With numbers written {written}, the automaton of its counterexamples accepts nothing."
            );
            return vec![paragraph(&told)];
        }
        let mut blocks = Vec::new();
        for facts in &lookups.known {
            blocks.append(&mut self.known(facts, before));
        }
        let told = format!(
            "With these sets in the place of what the statement looks up, it is a sentence about numbers. With numbers written {written}, the automaton of its counterexamples accepts nothing."
        );
        blocks.push(paragraph(&told));
        blocks
    }

    /// The game that facts are about.
    fn game_of(&self, facts: &GameFacts) -> &Ruleset {
        let other = facts.game.checked_sub(1).and_then(|at| self.document.others.get_index(at));
        other.map_or(&self.ruleset, |(_, other)| &other.ruleset)
    }

    /// What is known of one game.
    pub(super) fn known(&self, facts: &GameFacts, before: &[ToldClaim<'_>]) -> Vec<ProofBlock> {
        let game = match facts.game.checked_sub(1).and_then(|at| self.document.others.get_index(at)) {
            None => ProofLine::of("Of this game, "),
            Some((name, _)) => ProofLine::of("Of the game ").code(name).and(", "),
        };
        let what = match facts.what {
            Knowledge::Normal => "the $\\mathcal{P}$-positions of normal play are looked up: a set into which no move leads from itself, and into which every other position has a move.".to_owned(),
            Knowledge::Misere => "the $\\mathcal{P}$-positions of misère play are looked up: a set without terminal positions, into which no move leads from itself, and into which every other position that is not terminal has a move.".to_owned(),
            Knowledge::Values => "the Grundy values are looked up: a relation that is total and single-valued, such that no option has the value of its position, and every smaller value is that of an option.".to_owned(),
            Knowledge::Levels => format!("the positions of the values $0, \\dots, {}$ are looked up: for each value a set into which no move leads from itself, and into which every position outside of this set and of those before it has a move.", facts.sets.len().saturating_sub(1)),
            Knowledge::Final => "the final phase is looked up: a set of positions of the values $0$ and $1$; one of value $0$ is in it if and only if it is terminal or has an option of value $1$ in it, one of value $1$ if and only if all its options of value $0$ are in it.".to_owned(),
            Knowledge::Windows if self.is_by_linear_facts() => "the only move takes from $1$ to $f(t)$ tokens of a heap $t$, where $f$ is a regular sequence: $f(0) = 0$, and $f(t)$ is $f(t - 1)$ or one more. So the options of a heap are the last few below it, as many as grow by at most one.".to_owned(),
            Knowledge::Windows => "the options of a heap are the last few below it, as many as grow by at most one (six formulas about its moves say so).".to_owned(),
            Knowledge::Passes => "the moves that take something are the same whatever is in the register, and those that take nothing are passes.".to_owned(),
        };
        let mut line = game.and(&what);
        if facts.what == Knowledge::Normal && approximated(self.game_of(facts)).is_some() {
            line = line.and(MULTIPLES);
        }
        let same = before.iter().find(|told| {
            let is_same = |one: &Certificate| {
                facts.game == 0 && facts.sets.as_slice() == std::slice::from_ref(&one.set) && !one.set.is_null()
            };
            told.certificates.iter().any(is_same)
        });
        if let Some(told) = same {
            line = line
                .and(" It is the set that was proved above: the statement follows from ")
                .plain(&format!("\"{}\".", told.name));
        }
        let mut blocks = vec![ProofBlock::Paragraph(line)];
        let names = if facts.game == 0 { self.tracks() } else { Vec::new() };
        let names = if facts.what == Knowledge::Values && !names.is_empty() {
            [names, vec!["g".to_owned()]].concat()
        } else {
            names
        };
        match facts.sets.as_slice() {
            [only] if same.is_none() => {
                blocks.extend(ReadAutomaton::of(only).into_iter().flat_map(|set| set.shown(&names)));
            }
            [] | [_] => {}
            many => {
                let counts = many.iter().filter_map(ReadAutomaton::of).map(|set| set.count().to_string());
                let counts = counts.collect::<Vec<_>>().join(", ");
                blocks.push(paragraph(&format!(
                    "The automata of these sets, which the certificate lists, have ${counts}$ states."
                )));
            }
        }
        blocks
    }

    fn periods(&self) -> Vec<ProofBlock> {
        let mut blocks = vec![paragraph(
            "The theorem of Guy and Smith (1956, here for any number of parts): let at most $t$ tokens be taken from a heap, and at most $r$ heaps be left of it; if the values satisfy $g(n + p) = g(n)$ for all $n$ with $n_0 \\le n < r n_0 + (r - 1) p + t$, where $1 \\le n_0$, then for all $n \\ge n_0$. The checker computes the values by their definition, and they satisfy this with:",
        )];
        let rows = self.certificate.periods.iter().map(|period| {
            let name = period.game.checked_sub(1).and_then(|at| self.document.others.get_index(at));
            let name = name.map_or_else(|| ProofLine::of("this game"), |(name, _)| ProofLine::default().code(name));
            vec![
                name,
                ProofLine::of(&format!("${}$", period.preperiod)),
                ProofLine::of(&format!("${}$", period.period)),
            ]
        });
        blocks.push(ProofBlock::Table(["game", "$n_0$", "$p$"].map(ProofLine::of).to_vec(), rows.collect()));
        blocks.push(paragraph("From some heap on, which its terms tell, the statement then comes back modulo the least common multiple of these periods and of its own remainders; it was tried at every heap until then."));
        blocks
    }

    /// The options of a position, the periods of the lines that are used, and the theorem on them.
    fn lines(&self) -> Vec<ProofBlock> {
        if let [told] = self.certificate.lines.as_slice()
            && told.lines.is_empty()
        {
            return told.common.as_ref().map_or_else(|| every_line(told), |common| common_period(told, common));
        }
        if let [_, ..] = self.certificate.line_orders.as_slice() {
            return self.ordered_lines();
        }
        let state = "A row (the first heap is fixed) or column (the second heap is) depends on finitely many places of the lines before it, and on its own state: its last few values, and, for each arithmetic progression among the differences in the line, the set of the values that later places find on it. Let";
        let given = [
            "$q$ be a multiple of the steps of all progressions and of the periods of the lines before it that it looks at, in which each of these gains the same $s$;",
            "the state at the place $n + q$ be that at $n$ with $s$ added: to the last few values, to the least number that is missing in each set, and to all elements above it;",
            "$s = 0$ if there is no progression.",
        ];
        let then = "Then $g(i + q) = g(i) + s$ for all $i \\ge n$, by induction: let $f$ be the largest of the least numbers that are missing on the progressions that the place $i$ looks at. All numbers below $f$ are values of its options, and all below $f + s$ of those of $i + q$; and $v \\ge f$ is a value of an option of $i$ if and only if $v + s$ is one of $i + q$. (Landman 2002, and Dress, Flammenkamp and Pink 1999, for the rows of Wythoff's game.) The checker decides by graphs of digits what the options of a position are, works the lines out by definition, and compares states.";
        let mut blocks = vec![paragraph(state), steps(&given), paragraph(then)];
        for told in &self.certificate.lines {
            let game = match told.game.checked_sub(1).and_then(|at| self.document.others.get_index(at)) {
                None => ProofLine::of("In this game"),
                Some((name, _)) => ProofLine::of("In the game ").code(name),
            };
            let taken = taken(told);
            blocks.push(ProofBlock::Paragraph(game.and(&format!(
                " a move takes one of {taken}, for some $k \\ge 0$, and the values of its lines repeat with:"
            ))));
            let number = |number: u64| ProofLine::of(&format!("${number}$"));
            let rows = told.lines.iter().enumerate().map(|(at, line)| {
                vec![number(at as u64), number(line.preperiod), number(line.period), number(line.saltus)]
            });
            let line = if told.fixed == FixedHeap::First { "row" } else { "column" };
            let head = [line, "from", "after", "gains"].map(ProofLine::of).to_vec();
            blocks.push(ProofBlock::Table(head, rows.collect()));
        }
        blocks.push(paragraph("With one heap fixed and one that runs, the statement then comes back from some place on, which its terms tell, modulo the least common multiple of these periods and of its own remainders; it was tried at every place until then."));
        blocks
    }

    /// Whether the checker excluded this.
    pub(super) fn excludes(&self, what: &str) -> bool {
        self.excluded.iter().any(|one| one.what == what)
    }

    /// Whether nothing is decided by graphs of digits.
    pub(super) fn is_by_linear_facts(&self) -> bool {
        self.certificate.lookups.as_ref().is_some_and(|lookups| lookups.numeration.is_null())
    }

    /// What the checker excluded by graphs of digits, with their sizes.
    fn exclusions(&self, is_by_cases: bool) -> Vec<ProofBlock> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        let is_sequence = self.certificate.kind == CertificateKind::Sequence;
        if is_sequence || is_by_cases {
            let (count, nodes) = (self.excluded.len(), self.excluded.iter().map(|one| one.nodes).sum::<usize>());
            let of = if is_sequence { ", of the facts above alone" } else { " and without these cases" };
            return vec![paragraph(&format!(
                "The checker of certificates decides all of this by itself{of}: {count} conditions on rows of digits, for which it made automata of ${nodes}$ nodes in all; no numbers satisfy one of them."
            ))];
        }
        let told = "Each of the following would be against the proof. Each is a condition on rows of digits; the checker of certificates made the automaton of all numbers that satisfy it, with so many nodes on the way, and it accepts nothing.";
        let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
        for one in &self.excluded {
            // The alternatives of a move that have one name are told in one row.
            match rows.iter_mut().find(|(what, _)| *what == one.what) {
                Some((_, nodes)) => nodes.push(one.nodes.to_string()),
                None => rows.push((&one.what, vec![one.nodes.to_string()])),
            }
        }
        let rows = rows
            .iter()
            .map(|(what, nodes)| vec![ProofLine::of(&format!("${}$", nodes.join(" + "))), ProofLine::of(what)]);
        let head = ["nodes", "excluded"].map(ProofLine::of).to_vec();
        vec![paragraph(told), ProofBlock::Table(head, rows.collect())]
    }
}

fn replies() -> Vec<ProofBlock> {
    vec![
        paragraph(
            "A number $n$ is the Grundy value of a heap of $n$ in Nim, and values have the nim-sum $0$ if and only if the sum of their positions is a $\\mathcal{P}$-position of normal play (Sprague, Grundy). So the statement says that certain sums are $\\mathcal{P}$-positions; let $S$ be the set of these, at all positions and numbers of which the statement speaks; if that is not enough, and it has one and the same number in every register, at all other numbers there as well.",
        ),
        paragraph(
            "For every option of a sum in $S$, some further option of it is in $S$ again, or consists of two equal positions of one game, or is terminal: what is moved in one summand is answered in another, or in the same once more. Then all of $S$ are $\\mathcal{P}$-positions, by induction over play of the sum, which ends: from every option of a sum in $S$ a $\\mathcal{P}$-position is reached.",
        ),
    ]
}

fn listed() -> Vec<ProofBlock> {
    vec![paragraph(
        "The statement speaks of finitely many positions. The values and outcomes of all positions that play reaches from these were worked out by their definition, and it holds of them. This kind of certificate has no further words: it holds nothing, and the checker repeats the computation.",
    )]
}

/// A sequence that follows a linear recurrence, and what is used of it.
fn chain(made: &LinkedChain) -> Vec<ProofBlock> {
    let order = made.recurrence.of.len();
    let families = made.families.iter().map(|family| {
        let components: Vec<String> = family.iter().map(consecutive).collect();
        ProofLine::of(&format!("$({})$", components.join(", ")))
    });
    let mut blocks = vec![
        paragraph(&format!(
            "The families of $S$ are made of one sequence, the first component of the first family, with $b_{{k + {order}}} = {}$ for $k \\ge {}$, so that ${order}$ consecutive terms stand for all of it. From this index on their elements are, in the order of the statement:",
            consecutive(&made.recurrence),
            made.from
        )),
        ProofBlock::Steps(families.collect()),
    ];
    let list = |all: &[_]| all.iter().map(|sum| format!("${}$", consecutive(sum))).collect::<Vec<_>>().join(", ");
    if !made.facts.is_empty() {
        blocks.push(paragraph(&format!("By induction over $k$ these are never negative: {}.", list(&made.facts))));
    }
    if !made.rising.is_empty() {
        blocks.push(paragraph(&format!("By induction over $k$ these never fall: {}.", list(&made.rising))));
    }
    let choices = made.choices.iter().map(|choice| chosen(choice, made));
    blocks.push(paragraph(&format!(
        "For 1, each two elements and each move are linear conditions on consecutive terms, of two indices at most ${}$ apart, or of two that are further apart, of which only what never falls is used; inequalities that contradict each other exclude each case (Farkas 1902). For 2, a position outside of $S$ has a move to an element of an index below ${}$, or at most ${}$ away from {}; the opposite is excluded in the same way. The certificate does not list the multipliers: the checker finds them, and multiplies out.",
        made.near,
        made.from,
        made.reach,
        choices.collect::<Vec<_>>().join(", or from ")
    )));
    blocks
}

/// How an index of a chain is chosen.
fn chosen(choice: &ChainChoice, made: &LinkedChain) -> String {
    let heaps = choice.heaps.iter().enumerate().map(|(at, factor)| (format!("h_{{{}}}", at + 1), i128::from(*factor)));
    let heaps = super::sums::joined(heaps, 0);
    let rising = made.rising.get(choice.by).map_or_else(String::new, consecutive);
    format!("the last $k$ with ${rising} \\le {heaps}$, where $h_1 \\le h_2 \\le \\dots$ are the heaps")
}

/// What moves take, one ray after the other.
fn taken(told: &GameLines) -> String {
    let list = |all: &[u64]| all.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let taken = told.options.iter().map(|ray| {
        let more =
            if ray.step.iter().all(|step| *step == 0) { String::new() } else { format!(" + k ({})", list(&ray.step)) };
        format!("$({}){more}$", list(&ray.start))
    });
    taken.collect::<Vec<_>>().join(", ")
}

/// The theorem that all rows, or all columns, have one period, by what moves take alone.
fn common_period(told: &GameLines, common: &CommonPeriod) -> Vec<ProofBlock> {
    let (line, fixed) = if told.fixed == FixedHeap::First { ("row", "first") } else { ("column", "second") };
    let multiple = if common.times == 1 { "" } else { " The statement tells of a multiple of this $d$." };
    let given = format!(
        "Let $(m, n)$ be place $n$ of {line} $m$ (the {fixed} heap is $m$), and let $d$ be ${}$.{multiple} The moves are such that for each $m$ there is a number $N$ so that for all $n \\ge N$ each option of $(m, n + d)$",
        sum(&common.period)
    );
    let cases = [
        "is an option of $(m, n)$, or has $(m, n)$ as an option; or",
        "is a place $v$ of a line $u < m$ with $v - d \\ge n - N$, and $(m, n)$ has the option $(u, v - d)$.",
    ];
    let proof = "Then $g(m, n + d) = g(m, n)$ from some $n$ on, by induction over $m$: let this be so in the lines before. A position and an option of it have different values. So in the first case the option has another value than $(m, n)$. In the second case, where $n$ is so large that the value of $(u, v)$ is that of $(u, v - d)$, it has another one as well. So $g(m, n)$ is the value of no option of $(m, n + d)$, and $g(m, n + d) \\le g(m, n)$. The values at $n, n + d, n + 2 d, \\dots$ are natural numbers that do not rise, so they are the same in the end; and there are $d$ such sequences.";
    vec![paragraph(&given), steps(&cases), paragraph(proof)]
}

/// The theorem that every row, or every column, repeats, by what moves take alone.
fn every_line(told: &GameLines) -> Vec<ProofBlock> {
    let (line, fixed) = if told.fixed == FixedHeap::First { ("row", "first") } else { ("column", "second") };
    let takes = format!(
        "A move takes one of {}, for some $k \\ge 0$, and nothing else, as the checker decides by graphs of digits. So a place $n$ of {line} $m$ (the {fixed} heap is $m$) looks at finitely many places of the lines before it, at fixed distances: at $c$ places, say.",
        taken(told)
    );
    // One place of the line itself, and one more each time.
    let along = if told.fixed == FixedHeap::First { [0, 1] } else { [1, 0] };
    let looks_at_all = told.options.iter().any(|ray| ray.start == along && ray.step == along);
    let proof = if looks_at_all {
        "In its own line it looks at all places before it. So a value comes no more than once in a line, and is at most $n + c$. Where $v$ has not come before $n$ and is not the value there, the value is smaller, for at most $v$ numbers $n$; or $v$ is the value of one of the $c$ places, for at most $c$ numbers $n$, as it comes once in each line before. So $v$ has come before $n$ when $v < n - c$, and which values have come is told by those between $n - c$ and $n + c$. With $n$ taken from all of them, these sets are finitely many; so are, by induction on $m$, the values of the $c$ places with $n$ taken from them, which come back. Both together tell the same for $n + 1$, so both come again after some number $q$ of places, and $g(m, n + q) = g(m, n) + q$ from there on. (Landman 2002, and Dress, Flammenkamp and Pink 1999, for Wythoff's game.)"
    } else {
        "In its own line it looks at finitely many places, at fixed distances. So values of a line have a bound, the number of options; and the last few columns of the lines $0, \\dots, m$ tell the next one. Of such columns there are finitely many, so they come again after some number $q$ of places, and $g(m, n + q) = g(m, n)$ from there on."
    };
    vec![paragraph(&takes), paragraph(proof)]
}
