//! Proofs as they are read: from the certificates of claims, and what the checker excluded for them, to a page of words. Proves nothing,
//! and knows nothing of how proofs are found.
//!
//! ```text
//! Certificate --recheck--> what is excluded --kinds, cases--> blocks of lines --page--> Markdown, LaTeX
//! ```
//!
//! Every number of a page is read off a certificate, or counted while the checker confirms it. What a certificate does not hold is
//! not said: where it holds no more than its kind, the page tells the theorem that the kind rests on.
mod automaton;
mod axioms;
mod cases;
mod contradiction;
mod formulas;
mod frame;
mod kinds;
mod line_orders;
mod numeration;
mod page;
mod products;
mod progressions;
mod sums;
mod ways;
mod winning;

pub use numeration::written_in;
pub use page::Typesetting;

use crate::certificate::{Certificate, FirstRows, hash};
use crate::check::{Document, OneHeap, Settings, Symbolic};
use crate::latex::{Symbols, claim as claim_in_latex, symbol};
use crate::recheck::{Excluded, Refusal, coverage, excluded, part, slice_before_digits};
use crate::ruleset::definition::first_rows;
use crate::ruleset::digits::{Modulus, in_digits};
use crate::ruleset::statement::{ClaimPart, Statement};
use crate::ruleset::{ParameterValue, Ruleset, words};
use crate::shown::Shown;
use crate::syntax::ast::{Claim, ClaimKind, Expr};
use page::{ProofBlock, ProofLine};
use std::sync::atomic::AtomicBool;

/// What came out of a claim, and what it left behind.
#[derive(Clone, Debug)]
pub struct ToldClaim<'a> {
    /// The name of the claim.
    pub name: &'a str,
    /// Its verdict in one word.
    pub verdict: &'a str,
    /// The rest of what is said of it in one line.
    pub line: String,
    /// The certificates of its proof; none without one.
    pub certificates: &'a [Certificate],
}

/// A certificate that is confirmed, with the game that it speaks of.
struct ConfirmedProof<'a> {
    document: &'a Document,
    certificate: &'a Certificate,
    /// Open parameters are registers of it, and heaps may be in two digits.
    ruleset: Ruleset,
    /// The game before its heaps are in two digits.
    given: Ruleset,
    /// What the heaps are called in formulas, and the registers.
    heaps: Vec<String>,
    registers: Vec<String>,
    statement: Statement,
    opened: Option<Symbolic>,
    excluded: Vec<Excluded>,
    /// Somebody asks to stop.
    cancel: &'a AtomicBool,
}

/// The proofs of claims of one document; `file` is its name, as somebody types it who checks them. Once somebody asks to stop, what is
/// not confirmed yet is told without a proof.
#[must_use]
pub fn proofs(
    cancel: &AtomicBool,
    document: &Document,
    chosen: &Settings,
    claims: &[ToldClaim<'_>],
    (file, how): (&str, Typesetting),
) -> String {
    let shown = Shown::of(document, chosen);
    let mut blocks = vec![ProofBlock::Heading(ProofLine::default().plain(&shown.ruleset))];
    if let Some(source) = &shown.source {
        blocks.push(ProofBlock::Paragraph(ProofLine::of("Rules: ").plain(source).plain(".")));
    }
    blocks.push(ProofBlock::Rules(shown.text.clone(), shown.latex.clone()));
    if !shown.notation.is_empty() {
        blocks.push(ProofBlock::Paragraph(ProofLine::of(&format!("Notation: {}.", shown.notation.join("; ")))));
    }
    for (at, claim) in claims.iter().enumerate() {
        blocks.append(&mut of_claim((cancel, document), claim, &claims[..at]));
    }
    blocks.push(closing(document, file));
    let head = match how {
        Typesetting::Markdown => String::new(),
        Typesetting::Latex => format!(
            "% nimdsl {}; ruleset blake3 {}\n% \\usepackage{{amsmath,amssymb,longtable}}\n",
            env!("CARGO_PKG_VERSION"),
            hash(document)
        ),
    };
    let page = head + &blocks.iter().map(|block| block.written(how)).collect::<Vec<_>>().join("\n");
    // Formulas of rules are long, and break only where a sign of theirs allows it.
    if how == Typesetting::Latex { format!("{{\\sloppy\n{page}\n\\par}}\n") } else { page }
}

/// What has to be trusted, and how to check it.
fn closing(document: &Document, file: &str) -> ProofBlock {
    let version = env!("CARGO_PKG_VERSION");
    let line = ProofLine::of("Found and written by nimdsl ").plain(version).and("; the ruleset has the hash ");
    let line = line.code(&hash(document)).and(" (BLAKE3 of its text). To check: ");
    let line = line.code(&format!("nimdsl prove {file} --certificate proofs.json")).and(", then ");
    let line = line.code("nimdsl recheck proofs.json").and(
        ". What has to be trusted is the reading of the rules and the checker, which shares nothing with the search for proofs; `docs/trust.md` lists both.",
    );
    ProofBlock::Paragraph(line)
}

/// A claim with its proof, or why there is none.
fn of_claim(
    (cancel, document): (&AtomicBool, &Document),
    told: &ToldClaim<'_>,
    before: &[ToldClaim<'_>],
) -> Vec<ProofBlock> {
    let Some(claim) = document.claims().find(|claim| claim.name == told.name) else { return Vec::new() };
    let mut blocks =
        vec![ProofBlock::Heading(ProofLine::default().plain(&format!("{} ({})", capital(claim), claim.name)))];
    let sentence = claim_in_latex(claim, &Symbols::of(&document.file));
    blocks.push(ProofBlock::Paragraph(ProofLine::default().strong("Statement.").and(" ").and(&sentence)));
    let Some(first) = told.certificates.first() else {
        let why = ProofLine::default().strong(&format!("{}.", capital_word(told.verdict)));
        let none = match told.verdict {
            "proved" | "partly" => " It leaves no certificate, and there are no words for it: ",
            _ => " ",
        };
        blocks.push(ProofBlock::Paragraph(why.and(none).plain(&told.line).plain(".")));
        return blocks;
    };
    for covered in coverage::covered(document, told.certificates) {
        let words = format!("Proved in {} play: {}.", covered.play, covered.words());
        blocks.push(ProofBlock::Paragraph(ProofLine::default().plain(&words)));
    }
    if told.verdict != "proved" {
        let words = format!("{}: {}.", capital_word(told.verdict), told.line);
        blocks.push(ProofBlock::Paragraph(ProofLine::default().plain(&words)));
    }
    let mut kinds = vec![(first.part, first.kind)];
    for certificate in told.certificates {
        let own = (certificate.part, certificate.kind);
        if !kinds.contains(&own) {
            kinds.push(own);
        }
    }
    for (part, kind) in kinds {
        let own = told.certificates.iter().filter(|one| (one.part, one.kind) == (part, kind));
        let own: Vec<&Certificate> = own.collect();
        blocks.append(&mut of_kind((cancel, document), claim, &own, before));
    }
    blocks
}

/// The proof by the certificates of one kind: the first in full, and the numbers of the others.
fn of_kind(
    (cancel, document): (&AtomicBool, &Document),
    claim: &Claim,
    own: &[&Certificate],
    before: &[ToldClaim<'_>],
) -> Vec<ProofBlock> {
    let mut blocks = Vec::new();
    let mut rows = Vec::new();
    for (at, certificate) in own.iter().enumerate() {
        let parameters = words::settings(&certificate.settings());
        let proof = match ConfirmedProof::of((cancel, document), claim, certificate) {
            Ok(proof) => proof,
            Err(refusal) => {
                let at = if parameters.is_empty() { parameters } else { format!(" ({parameters})") };
                let why = match refusal {
                    Refusal::Stopped => format!("No words: there was no time to check the certificate{at}."),
                    refusal => format!("No words: the checker does not confirm the certificate{at}: {refusal}."),
                };
                blocks.push(ProofBlock::Paragraph(ProofLine::default().plain(&why)));
                continue;
            }
        };
        if at == 0 {
            let at = if parameters.is_empty() { "." } else { ": at " };
            let head = ProofLine::default()
                .strong(&of_part(proof.certificate.part))
                .plain(at)
                .plain(&parameters)
                .plain(if parameters.is_empty() { "" } else { "." });
            blocks.push(ProofBlock::Paragraph(head));
            blocks.append(&mut proof.told(before));
        }
        let nodes: usize = proof.excluded.iter().map(|one| one.nodes).sum();
        let states = kinds::states(certificate).map_or_else(|| "none".to_owned(), |count| count.to_string());
        let cells = [parameters, states, proof.excluded.len().to_string(), nodes.to_string()];
        rows.push(cells.iter().map(|cell| ProofLine::default().plain(cell)).collect());
    }
    let is_told = !rows.is_empty();
    if 1 < rows.len() {
        let told = "The same at each choice of parameters, with its own automaton, which its certificate lists:";
        blocks.push(ProofBlock::Paragraph(ProofLine::of(told)));
        let head = ["parameters", "states", "excluded", "nodes made for it"].map(ProofLine::of).to_vec();
        blocks.push(ProofBlock::Table(head, rows));
    }
    if is_told {
        blocks.push(ProofBlock::Paragraph(ProofLine::of("$\\square$")));
    }
    blocks
}

/// A proof of one of the things that a claim says.
fn of_part(part: Option<ClaimPart>) -> String {
    // The explorer has a limit of bytes, and reads no parts.
    match part.filter(|_| !cfg!(target_arch = "wasm32")) {
        Some(part) => format!("Proof of part {} of the {} that the statement joins", part.number, part.of),
        None => "Proof".to_owned(),
    }
}

/// What heaps come to, before the numbers are listed.
const HEAP_BY_HEAP: &str = "Every move changes one heap, and depends on that heap alone. So a position is the sum of its heaps, each played alone, and its Grundy value is the nim-sum of their values (Sprague 1935, Grundy 1939). The claim follows by induction on the number of heaps. It speaks of them by numbers that they come to:";

/// Which positions of misère play are lost.
const TAME_HEAPS: &str = "For misère play call some heaps of value $0$ or $1$ fickle, and all others firm. Let terminal heaps be fickle; let no move lead from a fickle heap to a firm one, or back, whose values are $0$ and $1$; let a fickle heap of value $0$ that is not terminal have a fickle option of value $1$; and let a firm heap whose value is above $x$, for $x = 0$ and $x = 1$, have a firm option of value $x$ or a fickle one of value $1 - x$. Then heaps are a $\\mathcal{P}$-position if all are fickle and the nim-sum of their values is $1$, or some is firm and it is $0$ (Conway, On Numbers and Games, chapter 12). That the heaps of this game are such is part of what was decided.";

/// What was decided, and with which premises.
const ONE_HEAP_MORE: &str = "This holds of one heap, and if it holds of some heaps it does of these and one more, which adds its own part to each number. Both were decided at once, of all numbers that can be such: nim-sums are even if the sum of the same numbers is, and not greater than it; they have no more binary digits than the largest number, or than what no number exceeds; twice the largest number is at most the sum and the nim-sum together; nim-sums of numbers below $2$, $4$ or $8$ are below these, and have the remainder by them that the nim-sum of the remainders has; a sum is $0$, or a largest number not above a number that the claim names, if and only if that is true of what each heap adds, and where each such heap adds nothing, at most $1$, or the same to other numbers, these are $0$, at most $1$, or the same.";

impl<'a> ConfirmedProof<'a> {
    /// The game of a certificate, if the checker confirms it.
    fn of(
        (cancel, document): (&'a AtomicBool, &'a Document),
        claim: &Claim,
        certificate: &'a Certificate,
    ) -> Result<Self, Refusal> {
        let excluded = excluded(cancel, certificate, document)?;
        let settings = certificate.settings();
        let is_open = !certificate.for_all.is_empty();
        let opened = is_open.then(|| document.symbolic_from(claim, &settings, &certificate.begins)).flatten();
        let (read, own) = opened.as_ref().map_or((document, claim), |opened| (&opened.document, &opened.claim));
        let mut ruleset = read.at(&settings).map_err(|faults| faults.to_string())?;
        let statement = read.statement(own, &ruleset).map_err(|faults| faults.to_string())?;
        let mut statement = part(certificate, statement)?;
        let given = ruleset.clone();
        if !cfg!(target_arch = "wasm32")
            && let Some(FirstRows { heap, most }) = certificate.rows
            && let Some(rows) = first_rows(&ruleset, heap, most.into())
        {
            ruleset = rows;
        }
        if let Some(slice) = slice_before_digits(certificate, &ruleset, &statement) {
            statement = slice;
        }
        let named =
            |ruleset: &Ruleset| -> Vec<String> { ruleset.registers.iter().map(|own| own.name.clone()).collect() };
        let symbols = |names: &[String]| -> Vec<String> { names.iter().map(|name| symbol(name)).collect() };
        let (mut heaps, mut registers) = (symbols(&ruleset.heaps), symbols(&named(&ruleset)));
        for modulus in &certificate.digits {
            let written = in_digits(&ruleset, &statement, modulus)?;
            let by = (modulus, &*divisor(modulus, opened.as_ref()));
            heaps = in_two(&ruleset.heaps, &heaps, by, written.ruleset.heaps.len());
            let digits = named(&written.ruleset);
            registers = in_two(&named(&ruleset), &registers, by, 0);
            // One that the modulus divides has a quotient alone.
            if registers.len() != digits.len() {
                registers = symbols(&digits);
            }
            (ruleset, statement) = (written.ruleset, written.statement);
        }
        Ok(Self { document, certificate, ruleset, given, heaps, registers, statement, opened, excluded, cancel })
    }

    /// The names of the tracks of an automaton.
    fn tracks(&self) -> Vec<String> {
        self.heaps.iter().chain(&self.registers).cloned().collect()
    }

    /// Why one heap suffices, if the claim is about any number of them, and what open parameters are in terms of numbers beside the
    /// position.
    fn open_parameters(&self) -> Vec<ProofLine> {
        let Some(opened) = &self.opened else { return Vec::new() };
        let names = Symbols::of(&opened.document.file);
        let mut lines = Vec::new();
        if let Some((_, by)) = &opened.heaps {
            let why = match by {
                OneHeap::Apart => {
                    "Every move changes one heap, and depends on that heap alone. So a position is the sum of its heaps, each played alone, and its Grundy value is the nim-sum of their values; it is a $\\mathcal{P}$-position if that is $0$ (Sprague 1935, Grundy 1939)."
                }
                // The explorer has a limit of bytes, and proves no such claims.
                OneHeap::HeapByHeap if cfg!(target_arch = "wasm32") => "",
                OneHeap::HeapByHeap => {
                    lines.extend(self.heap_by_heap(&names));
                    ""
                }
                OneHeap::Totals => {
                    "Every move may spread what it takes over the heaps in any way, and depends on the sum of that and on the total of the heaps alone. So the options of a position have the totals that a single heap of its total can become, and by induction over play what is asked of a position is what is asked of that heap."
                }
            };
            if *by != OneHeap::HeapByHeap {
                let about = claim_in_latex(&opened.claim, &names);
                let line = ProofLine::of(why).and(" It remains to show for one heap, which is what follows: ");
                lines.push(line.and(&about));
            }
        }
        let all = opened.defined().map(|(name, term)| format!("${} = {}$", symbol(name), names.expression(term)));
        let all = all.collect::<Vec<_>>().join(", ");
        if !all.is_empty() {
            lines.push(ProofLine::of(&format!(
                "All values of the parameters are treated at once: {all}, where what has a hat is a natural number that stands beside the position and that no move changes."
            )));
        }
        lines
    }

    /// The induction on the number of heaps. What was decided is too long to be read: it is described.
    fn heap_by_heap(&self, names: &Symbols) -> Vec<ProofLine> {
        let claim = self.certificate.claim_in(self.document);
        let Some(told) = claim.and_then(|claim| self.document.heap_induction(claim)) else { return Vec::new() };
        let number = |(name, told): &(String, Option<Expr>)| match told {
            Some(told) => format!("${} = {}$", symbol(name), names.expression(told)),
            None => format!("${} = 1$ if some heap is firm, and $0$ if not", symbol(name)),
        };
        let numbers = told.numbers.iter().map(number).collect::<Vec<_>>().join("; ");
        let mut lines = vec![ProofLine::of(&format!("{HEAP_BY_HEAP} {numbers}."))];
        if let Some((name, fickle)) = &told.fickle {
            let told = format!("Here a heap ${}$ is fickle if ${}$.", symbol(name), names.expression(fickle));
            lines.push(ProofLine::of(&format!("{TAME_HEAPS} {told}")));
        }
        let claimed = format!("What is claimed says of these numbers: ${}$.", names.expression(&told.claimed));
        lines.push(ProofLine::of(&format!("{claimed} {ONE_HEAP_MORE}")));
        lines
    }

    /// Two letters that nothing else has, for a sequence and its differences.
    fn letters(&self) -> [&'static str; 2] {
        let amounts = self.ruleset.moves.iter().flat_map(|rule| &rule.amounts);
        let parameters = self.opened.iter().flat_map(|opened| &opened.symbols).chain(self.given.parameters.keys());
        let taken: Vec<&String> = self.given.heaps.iter().chain(amounts).chain(parameters).collect();
        let mut free =
            ["t", "e", "s", "r", "q", "z"].into_iter().filter(|letter| taken.iter().all(|name| name != letter));
        [free.next().unwrap_or("t"), free.next().unwrap_or("e")]
    }

    /// Why play ends.
    fn ending(&self) -> ProofLine {
        let turn = if self.given.measure.len() < 2 { "" } else { ", in the order of a dictionary" };
        let line = ProofLine::of("Play always ends, as every move decreases ").code(&self.given.measure_in_words());
        let line = line.plain(turn).plain(".");
        match self.given.assumption() {
            None => line,
            Some(_) => {
                line.and(" The rules do not show this by inequalities alone: the checker decided it by automata.")
            }
        }
    }
}

/// The number that heaps are divided by, as a formula: the open parameter itself, where the register stands for it.
fn divisor(modulus: &Modulus, opened: Option<&Symbolic>) -> String {
    let register = symbol(&modulus.register);
    let parameter = opened.and_then(|opened| {
        let found =
            opened.symbols.iter().enumerate().find(|(_, name)| format!(r"\hat{{{}}}", symbol(name)) == register);
        let (at, name) = found?;
        let is_value = |number: i64| {
            let mut registers = vec![0; opened.symbols.len()];
            registers[at] = number;
            let value = opened.settings(&registers).and_then(|settings| settings.get(name).cloned());
            value == Some(ParameterValue::Number(number * modulus.times + modulus.more))
        };
        (is_value(0) && is_value(1) && is_value(7)).then(|| symbol(name))
    });
    let multiple = if modulus.times == 1 { register } else { format!(r"{} {register}", modulus.times) };
    parameter.unwrap_or_else(|| match modulus.more {
        0 => multiple,
        more => format!("({multiple} + {more})"),
    })
}

/// The names of heaps in two digits: quotient and remainder in the place of each heap that is split, and the heap of Nim behind them.
fn in_two(raw: &[String], heaps: &[String], (modulus, divisor): (&Modulus, &str), count: usize) -> Vec<String> {
    let split = |name: &str| two_digits(name, divisor);
    let mut all: Vec<String> = Vec::new();
    for (raw, heap) in raw.iter().zip(heaps) {
        if modulus.split.contains(raw) { all.extend(split(heap)) } else { all.push(heap.clone()) }
    }
    let value = value_letter(raw);
    match count.saturating_sub(all.len()) {
        1 => all.push(value.to_owned()),
        2 => all.extend(split(value)),
        _ => {}
    }
    all
}

/// What the quotient of a number and its remainder are called.
fn two_digits(name: &str, divisor: &str) -> [String; 2] {
    if name.contains('_') {
        return [format!(r"\lfloor {name} / {divisor} \rfloor"), format!(r"{name} \bmod {divisor}")];
    }
    [format!("{name}_1"), format!("{name}_0")]
}

/// A letter for the value of a position that names none of these heaps.
fn value_letter(heaps: &[String]) -> &'static str {
    let is_used = |letter: &str| {
        heaps.iter().any(|name| name.split(|part: char| !part.is_alphanumeric()).any(|word| word == letter))
    };
    ["n", "v", "w", "g", "m"].into_iter().find(|letter| !is_used(letter)).unwrap_or("n")
}

fn capital(claim: &Claim) -> String {
    let word = match claim.kind {
        ClaimKind::Refuted => "claim",
        kind => kind.word(),
    };
    capital_word(word)
}

fn capital_word(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
