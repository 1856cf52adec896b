//! A report as data, and its renderings. The same experiment gives the same bytes.
use crate::check::{Document, Settings};
use crate::claim::verify::Expectation;
use crate::search::found::{AtlasFound, AtlasPart, AtlasRow, Found, Hit};
use crate::search::hits::origin;
use crate::search::task::Base;
use crate::shown::Shown;
use crate::source::legible;
use crate::tasks::{Done, Drawing};
use serde::Serialize;
use std::fmt::Write;

/// What was run and what came out.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The experiment's title.
    pub title: String,
    /// The program's version.
    pub version: &'static str,
    /// Results, task by task.
    pub tasks: Vec<TaskOutcome>,
    /// The rulesets that tasks named, in the order in which they were opened.
    pub rulesets: Vec<NamedRuleset>,
}

/// A ruleset of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedRuleset {
    /// What the experiment calls it.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Where it is from, in the words of the file.
    pub source: Option<String>,
    /// The hash of the texts that it consists of, the same as in certificates.
    pub hash: String,
    /// The rules in canonical text.
    pub text: String,
    /// What only claims speak of, in canonical text.
    pub definitions: String,
    /// The rules in LaTeX.
    pub latex: String,
    /// What only claims speak of, each a formula of LaTeX between dollar signs.
    pub notation: Vec<String>,
}

impl NamedRuleset {
    /// A ruleset at the defaults of its parameters.
    #[must_use]
    pub fn of(name: &str, document: &Document) -> Self {
        let shown = Shown::of(document, &Settings::new());
        let Shown { ruleset: title, source, hash, text, definitions, latex, notation, .. } = shown;
        Self { name: name.to_owned(), title, source, hash, text, definitions, latex, notation }
    }
}

/// What came out of one task.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum TaskOutcome {
    /// A search.
    Search(Found),
    /// An atlas.
    Atlas(AtlasFound),
    /// Another task.
    Done(Done),
    /// A task that came to nothing.
    Failed(Failed),
}

/// Why a task came to nothing.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    /// What it was: `search`, `table`, ...
    pub task: &'static str,
    /// The reason in words.
    pub failed: String,
}

impl Report {
    /// The report for people.
    #[must_use]
    pub fn text(&self) -> String {
        let tasks = self.tasks.iter().map(|task| match task {
            TaskOutcome::Search(found) => search(found),
            TaskOutcome::Atlas(atlas) => charted(atlas),
            TaskOutcome::Done(done) => format!("{}\n", done.text().trim_end()),
            TaskOutcome::Failed(failed) => format!("{}\n  not done: {}\n", failed.task, failed.failed),
        });
        let text = format!("{}\n{}", self.title, tasks.collect::<String>());
        // Titles and names are a stranger's.
        legible(&text).into_owned()
    }
}

/// A search and its hits.
fn search(found: &Found) -> String {
    let hits = found.hits.iter().enumerate().map(|(index, one)| hit(index + 1, one));
    format!("{}\n{}{}", summary(found), table(found), hits.collect::<String>())
}

/// An atlas: what was tried, and a line for each chain that is listed, part by part.
fn charted(atlas: &AtlasFound) -> String {
    let AtlasFound { found, chains, games, left_out, rows } = atlas;
    let mut text = summary(found);
    let all = chains.named + chains.formula + chains.open;
    let _ = writeln!(text, "\n{all} chains of {games} games; {left_out} were left out, wrong beyond the screening");
    for (part, count, called) in [
        (AtlasPart::Named, chains.named, "named by sequences of the OEIS, the simplest game first"),
        (AtlasPart::Formula, chains.formula, "with another name or formula, the simplest game first"),
        (AtlasPart::Open, chains.open, "without a name, the most surprising first"),
    ] {
        let _ = writeln!(
            text,
            "\n{count} chains {called}\nfile | chain | base | conditions | games | letters | surprise | standing | name"
        );
        text.extend(rows.iter().filter(|row| row.part == part).map(chart));
    }
    text
}

fn chart(row: &AtlasRow) -> String {
    let AtlasRow { file, sequence, base, game, games, letters, surprise, name, .. } = row;
    let standing = if row.proved { "proved".to_owned() } else { format!("verified up to {}", row.verified_up_to) };
    format!("{file} | {sequence} | {base} | {game} | {games} | {letters} | {surprise} | {standing} | {name}\n")
}

/// A line for each target, and one for each hit.
fn table(found: &Found) -> String {
    let listed = |terms: &[i64]| terms.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let mut text = String::new();
    for target in &found.targets {
        let terms = if target.terms.is_empty() { String::new() } else { format!(": {}, ...", listed(&target.terms)) };
        let number = target.index + 1;
        let _ = match target.hits {
            0 => writeln!(text, "target {number}: nothing found for {}{terms}", target.name),
            1 => writeln!(text, "target {number}: 1 hit for {}{terms}", target.name),
            hits => writeln!(text, "target {number}: {hits} hits for {}{terms}", target.name),
        };
    }
    if !found.hits.iter().any(|hit| hit.conditions.is_some()) {
        return text;
    }
    text += "\nhit | target | base | conditions | chain | exceptions | confirmed | proved\n";
    for hit in &found.hits {
        let target = hit.target.map_or_else(|| "-".to_owned(), |target| (target + 1).to_string());
        let base = match hit.base {
            Some(Base::Ruleset) => found.origin.ruleset.as_str(),
            Some(Base::Nothing) => "alone",
            None => "-",
        };
        let chain = hit.chain.as_deref().unwrap_or_default();
        let chain = if chain.len() < 3 { "-".to_owned() } else { listed(&chain[..chain.len().min(8)]) };
        let exceptions = if hit.exceptions.is_empty() { "none".to_owned() } else { pairs(&hit.exceptions) };
        let proved = if hit.proved == Some(true) { "yes" } else { "no" };
        let (file, conditions) = (&hit.file, hit.conditions.as_deref().unwrap_or("-"));
        let confirmed = hit.confirmed_up_to;
        let _ = writeln!(
            text,
            "{file} | {target} | {base} | {conditions} | {chain} | {exceptions} | {confirmed} | {proved}"
        );
    }
    text
}

fn hit(number: usize, hit: &Hit) -> String {
    let mut text = format!("\nhit {number}: {}\n\n{}\n", hit.file, hit.ruleset.trim_end());
    if let Some(name) = &hit.name {
        let _ = writeln!(text, "\na1, a2, ...: {}; {}", name.name, name.formula);
    }
    let _ = writeln!(text, "\nP-positions with x <= y: {}", pairs(&hit.p_positions));
    let exceptions = if hit.exceptions.is_empty() { "none".to_owned() } else { pairs(&hit.exceptions) };
    let proof = if hit.proved == Some(true) { ", and proved for all positions" } else { "" };
    let confirmed = hit.confirmed_up_to;
    let _ = writeln!(text, "exceptions: {exceptions}; confirmed for all heaps up to {confirmed}{proof}");
    text
}

impl Report {
    /// The searches.
    pub fn searches(&self) -> impl Iterator<Item = &Found> {
        self.tasks.iter().filter_map(|task| match task {
            TaskOutcome::Search(found) => Some(found),
            TaskOutcome::Atlas(_) | TaskOutcome::Done(_) | TaskOutcome::Failed(_) => None,
        })
    }

    /// The hits of all searches.
    pub fn hits(&self) -> impl Iterator<Item = &Hit> {
        self.tasks.iter().flat_map(|task| match task {
            TaskOutcome::Search(found) | TaskOutcome::Atlas(AtlasFound { found, .. }) => found.hits.as_slice(),
            TaskOutcome::Done(_) | TaskOutcome::Failed(_) => &[],
        })
    }

    /// The pictures of all tasks.
    pub fn drawings(&self) -> impl Iterator<Item = &Drawing> {
        self.tasks.iter().flat_map(|task| match task {
            TaskOutcome::Done(done) => done.drawings(),
            TaskOutcome::Search(_) | TaskOutcome::Atlas(_) | TaskOutcome::Failed(_) => Vec::new(),
        })
    }

    /// How many claims turned out other than expected, or have no verdict.
    #[must_use]
    pub fn count(&self, expectation: Expectation) -> usize {
        let count = |task: &TaskOutcome| match task {
            TaskOutcome::Search(_) | TaskOutcome::Atlas(_) | TaskOutcome::Failed(_) => 0,
            TaskOutcome::Done(done) => done.count(expectation),
        };
        self.tasks.iter().map(count).sum()
    }
}

fn summary(task: &Found) -> String {
    let from = match task.conditions {
        Some((written, different)) => format!("{written} conditions, {different} different; "),
        None => String::new(),
    };
    let rejected = if task.rejected == 0 { String::new() } else { format!(", {} ill-formed", task.rejected) };
    let of_these = match (task.distinct, task.mined) {
        (_, Some(mined)) => format!("mined: {mined} came out and were tried"),
        (distinct, None) => format!("{} distinct{rejected}", distinct.unwrap_or(task.screened)),
    };
    let mut text = format!(
        "{}: {from}{} candidates, {of_these}; {} pass for all heaps up to {}; {} hits kept",
        task.task,
        task.candidates,
        task.passed,
        task.board,
        task.hits.len()
    );
    text += &format!("\n{}", origin::lines(&task.origin));
    for note in &task.notes {
        text += &format!("\nnote: {note}");
    }
    text
}

/// Pairs as `(1, 2) (2, 3)`.
fn pairs(pairs: &[(i64, i64)]) -> String {
    pairs.iter().map(|(x, y)| format!("({x}, {y})")).collect::<Vec<_>>().join(" ")
}
