//! Claims with their verdicts to lists in Markdown: all statements, and those that are refuted with what is right instead.
//! Evaluates nothing.
use super::verdict::Verdict;
use super::verify::Verified;
use crate::check::Document;
use crate::engine::{Context, EngineError, value_at};
use crate::ruleset::options::Options;
use crate::ruleset::statement::Body;
use crate::ruleset::{Position, Ruleset};
use crate::syntax::ast::{Claim, ClaimKind, Expr, Item, ItemKind};
use crate::value::{Outcome, Play};
use std::fmt::Write as _;

/// The words with which papers name their items; a number or a bracket follows.
const ITEMS: [&str; 10] = [
    "Theorem",
    "Lemma",
    "Proposition",
    "Corollary",
    "Definition",
    "Remark",
    "Conjecture",
    "Question",
    "section",
    "Table",
];

/// What authors of rulesets call the file of rules that a paper misprints, and a claim that says what is right instead.
const AS_PRINTED: &str = "_as_printed";
const CORRECTED: &str = "corrected";

/// How every list of statements begins.
pub const STATEMENTS: &str =
    "# Statements\n\nEvery claim of the rulesets in `rulesets/` with its verdict, written by\n\n```\n";
/// How every list of errata begins.
pub const ERRATA: &str =
    "# Errata\n\nStatements of the papers that are false as printed, in some reading, or for some parameters.";

/// A claim in a list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The paper by its key, if it has one.
    paper: Option<String>,
    item: String,
    detail: String,
    statement: String,
    file: String,
    verdict: &'static str,
    holds: bool,
    kind: ClaimKind,
    up_to: Option<u64>,
    refuted: Option<Counterexample>,
    remark: String,
}

#[derive(Clone, Debug)]
struct Counterexample {
    position: String,
    parameters: String,
    reason: String,
    options: String,
}

impl Entry {
    /// A claim of a document, with its verdict. `file` is the name of the ruleset without its ending.
    ///
    /// # Errors
    /// The options or values of a counterexample cannot be found.
    pub fn new(
        document: &Document,
        claim: &Claim,
        verified: &Verified,
        file: &str,
        context: &Context,
    ) -> Result<Self, EngineError> {
        let (paper, item, detail) = named(document.cited().unwrap_or(""), &claim.name);
        let refuted = match &verified.verdict {
            Verdict::Refuted { position, reason, .. } => {
                Some(counterexample(document, claim, verified, position.as_deref(), reason, context)?)
            }
            _ => None,
        };
        let up_to = match &verified.verdict {
            Verdict::Holds { up_to, .. } | Verdict::Refuted { up_to, .. } => Some(*up_to),
            _ => None,
        };
        Ok(Self {
            paper,
            item,
            detail,
            statement: statement(document, claim),
            file: file.to_owned(),
            verdict: verified.word(),
            holds: matches!(verified.verdict, Verdict::Holds { .. }),
            kind: claim.kind,
            up_to,
            refuted,
            remark: remark(document, claim),
        })
    }
}

/// What is to be told of a refutation: the position, the parameters, and the options there with their values.
fn counterexample(
    document: &Document,
    claim: &Claim,
    verified: &Verified,
    position: Option<&[i64]>,
    reason: &str,
    context: &Context,
) -> Result<Counterexample, EngineError> {
    let parameters: Vec<String> = verified.parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let Ok(ruleset) = document.at(&verified.parameters) else {
        return Err(EngineError::Request("the parameters of a counterexample are out of range".to_owned()));
    };
    let outcomes = document
        .statement(claim, &ruleset)
        .is_ok_and(|statement| matches!(statement.body, Body::Equal(..)) || statement.play == Play::Misere);
    let play = claim.play.unwrap_or(ruleset.play);
    let options = match position {
        Some(position) => options(&ruleset, position, outcomes.then_some(play), context)?,
        None => String::new(),
    };
    Ok(Counterexample {
        position: position
            .map_or_else(|| "none: it speaks of no single position".to_owned(), |at| super::written(at, &ruleset)),
        parameters: parameters.join(", "),
        reason: reason.to_owned(),
        options,
    })
}

/// All options of a position with their Grundy values, or with their outcomes.
fn options(ruleset: &Ruleset, position: &[i64], play: Option<Play>, context: &Context) -> Result<String, EngineError> {
    let options = Options::new(ruleset)?.until(&context.cancel);
    if ruleset.breaks() {
        return Ok("sums of positions: see `nimdsl explain`".to_owned());
    }
    let listed: Vec<Position> = options.list(position)?.into_iter().map(|option| option.position).collect();
    let mut shown = Vec::new();
    for option in &listed {
        let (value, outcome) = value_at(ruleset, option, play.unwrap_or(Play::Normal), context)?;
        let letter = if outcome == Outcome::P { "P" } else { "N" };
        let value = if play.is_some() { letter.to_owned() } else { value.to_string() };
        shown.push(format!("{}: {value}", super::written(option, ruleset)));
    }
    Ok(if shown.is_empty() { "none".to_owned() } else { shown.join(", ") })
}

/// The paper, the item as the paper names it, and what else the name says.
fn named(source: &str, name: &str) -> (Option<String>, String, String) {
    let first = |text: &str| text.split([',', ';', ' ']).next().unwrap_or("").to_owned();
    let is_key =
        |text: &str| 3 <= text.len() && text.chars().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit());
    let (paper, rest) = match name.split_once(", ") {
        Some((key, rest)) if is_key(key) => (key.to_owned(), rest),
        _ => (first(source), name),
    };
    let paper = Some(paper).filter(|paper| is_key(paper));
    let mut end = 0;
    if let Some(word) = ITEMS.iter().find(|word| rest.starts_with(**word)) {
        let mut tail = &rest[word.len()..];
        // A number such as 4.1 and a clause such as (3) or (ii).
        for part in [" ", " ("] {
            let Some(after) = tail.strip_prefix(part) else { continue };
            let length = match part {
                " " => after.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(after.len()),
                _ => after.find(')').map_or(0, |at| at + 1),
            };
            if 0 < length && (part == " (" || after.starts_with(|sign: char| sign.is_ascii_digit())) {
                tail = &after[length..];
            }
        }
        end = rest.len() - tail.len();
    }
    if end == 0 {
        return (paper, rest.to_owned(), String::new());
    }
    (paper, rest[..end].to_owned(), rest[end..].trim_start_matches([',', ' ']).to_owned())
}

/// The claim as its file says it, on one line.
fn statement(document: &Document, claim: &Claim) -> String {
    let text = |expression: &Expr| {
        let lines = document.source.text.get(expression.span.start..expression.span.end).unwrap_or("").lines();
        let words: Vec<&str> = lines.flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace()).collect();
        words.join(" ").replace("( ", "(").replace(" )", ")")
    };
    let condition =
        claim.condition.as_ref().map_or_else(String::new, |condition| format!(" where {}", text(condition)));
    text(&claim.body) + &condition
}

/// The comment lines directly above a claim.
fn remark(document: &Document, claim: &Claim) -> String {
    let is_it = |item: &&Item| matches!(&item.kind, ItemKind::Claim(other) if other.name == claim.name);
    let Some(item) = document.file.items.iter().find(is_it) else { return String::new() };
    let before = document.source.text.get(..item.span.start).unwrap_or("");
    let mut lines: Vec<&str> = before.lines().rev().map(str::trim).take_while(|line| line.starts_with('#')).collect();
    lines.reverse();
    lines.iter().map(|line| line.trim_start_matches('#').trim()).collect::<Vec<_>>().join(" ")
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// All statements, paper by paper.
#[must_use]
pub fn statements(entries: &[Entry], command: &str) -> String {
    let mut text = format!(
        "{STATEMENTS}{command}\n```\n\n\
         `holds` means for all positions with heaps up to the bound (all numbers up to the bound, if the claim speaks of numbers).\n\
         Claims of the kind `refuted` say that a statement of the literature is false, with its least counterexample;\n\
         they are listed in [errata.md](errata.md).\n"
    );
    for paper in papers(entries) {
        let heading = paper.unwrap_or("Other games");
        let _ = write!(
            text,
            "\n## {heading}\n\n| item | | statement | file | kind | verdict | bound |\n|---|---|---|---|---|---|---|\n"
        );
        for entry in entries.iter().filter(|entry| entry.paper.as_deref() == paper) {
            let bound = entry.up_to.map_or_else(String::new, |bound| bound.to_string());
            let _ = writeln!(
                text,
                "| {} | {} | `{}` | `{}` | {} | {} | {bound} |",
                cell(&entry.item),
                cell(&entry.detail),
                cell(&entry.statement),
                entry.file,
                entry.kind,
                entry.verdict
            );
        }
    }
    text
}

fn papers(entries: &[Entry]) -> Vec<Option<&str>> {
    let mut papers: Vec<Option<&str>> = Vec::new();
    for entry in entries {
        if !papers.contains(&entry.paper.as_deref()) {
            papers.push(entry.paper.as_deref());
        }
    }
    // Games of no paper come last.
    papers.sort_by_key(Option::is_none);
    papers
}

/// What the remark on a claim says that is refuted although no paper states it.
const OURS: &str = "Not an erratum: ";

/// What is refuted, with the least counterexample and what holds instead.
#[must_use]
pub fn errata(entries: &[Entry], command: &str) -> String {
    let ours = |entry: &&Entry| entry.remark.contains(OURS);
    let (others, errata): (Vec<&Entry>, Vec<&Entry>) =
        entries.iter().filter(|entry| entry.refuted.is_some()).partition(ours);
    let mut text = format!(
        "{ERRATA} Each has its least\n\
         counterexample (by total, then lexicographically) with all its options, and what was verified instead. Written by\n\n```\n{command}\n```\n\n\
         Options are listed with their Grundy values; with their outcomes where the statement speaks of P-positions. The last\n\
         column says whether damage in our copy of the text could explain the slip.\n\n"
    );
    text.push_str(&table(&errata, entries));
    text.push_str("\n## Limits of statements\n\nThese are false too, but no paper states them: they show that a hypothesis is needed, or where a guess ends.\n\n");
    text.push_str(&table(&others, entries));
    text
}

/// What is refuted, paper by paper, as rows of a table.
fn table(rows: &[&Entry], entries: &[Entry]) -> String {
    let mut text = "| paper | item | | statement | parameters | least counterexample | what is wrong there | its options | verified instead | remarks |\n\
                    |---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for paper in papers(entries) {
        for entry in rows.iter().filter(|entry| entry.paper.as_deref() == paper) {
            let Some(refuted) = &entry.refuted else { continue };
            let _ = writeln!(
                text,
                "| {} | {} | {} | `{}` (`{}`) | {} | {} | {} | {} | {} | {} |",
                paper.unwrap_or("-"),
                cell(&entry.item),
                cell(&entry.detail),
                cell(&entry.statement),
                entry.file,
                cell(&refuted.parameters),
                cell(&refuted.position),
                cell(&refuted.reason),
                cell(&refuted.options),
                cell(&correction(entries, entry)),
                cell(&entry.remark.replace(OURS, ""))
            );
        }
    }
    text
}

/// Claims of the same item that hold: those called corrected, in the same file or in that of the corrected rules.
fn correction(entries: &[Entry], of: &Entry) -> String {
    let family = of.file.trim_end_matches(AS_PRINTED);
    let holds = |entry: &&Entry| entry.holds && entry.paper == of.paper && entry.item == of.item;
    let corrected: Vec<&Entry> = entries
        .iter()
        .filter(holds)
        .filter(|entry| {
            (entry.file == of.file && entry.detail.contains(CORRECTED))
                || (entry.file != of.file && entry.file == family)
        })
        .collect();
    let shown: Vec<String> = corrected
        .iter()
        .map(|entry| {
            let bound = entry.up_to.map_or_else(String::new, |bound| format!(" up to {bound}"));
            let detail = if entry.detail.is_empty() { String::new() } else { format!(", {}", entry.detail) };
            format!("{}{detail}: `{}` (`{}`){bound}", entry.item, entry.statement, entry.file)
        })
        .collect();
    shown.join("; ")
}
