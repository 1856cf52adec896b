//! From the orders of lines of a certificate to the proof in words that they repeat: what each line looks at, and the theorem.
use super::ConfirmedProof;
use super::kinds::steps;
use super::page::{ProofBlock, ProofLine, paragraph};
use crate::certificate::{PlacesOnLine, RepeatedLine};

impl ConfirmedProof<'_> {
    /// The lines in their order with what they look at, and the theorem on them.
    pub(super) fn ordered_lines(&self) -> Vec<ProofBlock> {
        let state = "A line is a position in which some heap that runs is empty, its place $0$, and this with $n$ tokens more in each heap that runs, its places $n$. Every option of a place lies on its own line, further to its beginning, or on a line that is told before it: at fixed distances, or at those of an arithmetic progression. The state of a line at $n$ are its last few values, and for each progression and each residue class of its step a number $F$ below which its places find all numbers on progressions, and the set of those values from $F$ on that later places find there. Let";
        let given = [
            "$q$ be a multiple of the steps of all progressions and of the periods of the lines before it that it looks at, in which each of these gains the same $s$;",
            "the state at the place $n + q$ be that at $n$ with $s$ added: to the last few values, to each $F$, and to all elements of the sets;",
            "$s = 0$ if there is no progression, or in misère play, where $g$ is $0$ at $\\mathcal{P}$-positions and $1$ at all others.",
        ];
        let then = "Then $g(i + q) = g(i) + s$ for all $i \\ge n$, by induction: let $f$ be the largest $F$ of the classes that the place $i$ looks at. All numbers below $f$ are values of its options, and all below $f + s$ of those of $i + q$; and $v \\ge f$ is a value of an option of $i$ if and only if $v + s$ is one of $i + q$. (After Landman 2002, and Dress, Flammenkamp and Pink 1999, for the rows of Wythoff's game.) The checker decides by graphs of digits what the options of each line are, works the lines out by definition, and compares states.";
        let mut blocks = vec![paragraph(state), steps(&given), paragraph(then)];
        for told in &self.certificate.line_orders {
            let game = match told.game.checked_sub(1).and_then(|at| self.document.others.get_index(at)) {
                None => ProofLine::of("In this game"),
                Some((name, _)) => ProofLine::of("In the game ").code(name),
            };
            let runs: Vec<String> = told.along.iter().map(|heap| (heap + 1).to_string()).collect();
            blocks.push(ProofBlock::Paragraph(game.and(&format!(
                " let the heaps run that are number {} of its coordinates. With heaps and registers at place 0, and options as places of lines, for all $k \\ge 0$:",
                runs.join(" and ")
            ))));
            let number = |number: u64| ProofLine::of(&format!("${number}$"));
            let rows = told.lines.iter().enumerate().map(|(at, line)| {
                let first = line.first.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
                let options: Vec<String> = line.options.iter().map(places).collect();
                let RepeatedLine { preperiod, period, saltus } = line.repeated;
                let texts = [format!("${at}$"), format!("$({first})$"), options.join(", ")];
                let told = texts.iter().map(|text| ProofLine::of(text));
                told.chain([preperiod, period, saltus].map(number)).collect()
            });
            let head =
                ["line", "place 0", "options of place $n$", "from", "after", "gains"].map(ProofLine::of).to_vec();
            blocks.push(ProofBlock::Table(head, rows.collect()));
        }
        blocks.push(paragraph("With one number that runs, the statement then comes back from some number on, which its terms tell, modulo the least common multiple of these periods and of its own remainders; it was tried at every number until then."));
        blocks
    }
}

/// Options on a line, as places of it.
fn places(told: &PlacesOnLine) -> String {
    let start = match told.start {
        0 => String::new(),
        start if start < 0 => format!(" + {}", start.unsigned_abs()),
        start => format!(" - {start}"),
    };
    let more = match told.step {
        0 => String::new(),
        1 => " - k".to_owned(),
        step => format!(" - {step} k"),
    };
    let from = if told.from == 0 { String::new() } else { format!(" if $n \\ge {}$", told.from) };
    format!("$n{start}{more}$ of line ${}${from}", told.line)
}
