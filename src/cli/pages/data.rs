//! The data of a report to what templates ask for: claims with their verdicts, tables in blocks, everything else as facts with
//! names. Knows no language.
use super::proofs::ProofPage;
use nimdsl::latex::stranger;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Letters of a line of a table; wider ones are put into blocks of columns.
const LINE: usize = 64;

/// What a template is given.
#[derive(Debug, Default, Serialize)]
pub(in crate::cli) struct Page {
    /// The title of the run, or of the ruleset whose proofs are told.
    pub(in crate::cli) title: String,
    /// The version of the program that ran.
    pub(in crate::cli) version: String,
    /// As the report has them: name, title, source, hash, text, definitions, latex, notation; and `fence`, what to put around the text.
    pub(in crate::cli) rulesets: Vec<Value>,
    /// In the order of the run.
    pub(in crate::cli) tasks: Vec<TaskPage>,
    /// One for each claim with certificates.
    pub(in crate::cli) proofs: Vec<ProofPage>,
}

/// What came out of a task.
#[derive(Debug, Default, Serialize)]
pub(in crate::cli) struct TaskPage {
    /// `verify`, `table`, ...
    task: String,
    /// Why it came to nothing, if it did.
    failed: Option<String>,
    /// The rows of `verify`, as the report has them, with `note`: the verdict in a sentence.
    claims: Vec<Value>,
    /// Tables, and rows of numbers.
    grids: Vec<CaptionedGrid>,
    /// Everything else: a list of names and values for each row.
    facts: Vec<Vec<(String, String)>>,
}

/// A table under a caption.
#[derive(Debug, Default, Serialize)]
struct CaptionedGrid {
    caption: String,
    blocks: Vec<Block>,
}

/// Some columns of a table.
#[derive(Debug, Default, Serialize)]
struct Block {
    /// What stands above the columns.
    head: Vec<String>,
    rows: Vec<GridRow>,
}

#[derive(Debug, Default, Serialize)]
struct GridRow {
    label: String,
    cells: Vec<String>,
}

/// The tasks and rulesets of a report, added to a page. Fields that a report of another version does not have are empty.
///
/// # Errors
/// It is no report that the program wrote, and why: nothing of a stranger is handed to a typesetter.
pub(in crate::cli) fn add_report(page: &mut Page, report: &Value) -> Result<(), String> {
    page.title = text_of(&report["title"]);
    page.version = text_of(&report["version"]);
    let (rulesets, tasks) = (objects(report, "rulesets")?, objects(report, "tasks")?);
    for ruleset in &rulesets {
        add_ruleset(page, ruleset)?;
    }
    let titles: Titles = rulesets.iter().map(|one| (text_of(&one["name"]), text_of(&one["title"]))).collect();
    for one in tasks {
        for row in objects(one, "rows")?.into_iter().chain(objects(one, "hits")?) {
            is_ours("rows", &row["latex"])?;
            is_of_today(row)?;
        }
        page.tasks.push(task(one, &titles));
    }
    Ok(())
}

/// A ruleset of a report, or of a file whose certificates were confirmed, added to a page.
///
/// # Errors
/// As [`add_report`].
pub(in crate::cli) fn add_ruleset(page: &mut Page, ruleset: &Value) -> Result<(), String> {
    is_ours("rulesets", &ruleset["latex"])?;
    let notation = match &ruleset["notation"] {
        Value::Null => &[],
        Value::Array(all) => all.as_slice(),
        _ => return Err("`notation` of `rulesets` is no list".to_owned()),
    };
    for formula in notation {
        is_ours("rulesets", formula)?;
    }
    let mut own = ruleset.clone();
    let shown = text_of(&ruleset["text"]) + &text_of(&ruleset["definitions"]);
    own["fence"] = Value::String(fence(&shown));
    page.rulesets.push(own);
    Ok(())
}

/// The objects of a list; a list that is not there is empty.
fn objects<'a>(value: &'a Value, name: &str) -> Result<Vec<&'a Value>, String> {
    let all: Vec<&Value> = match &value[name] {
        Value::Null => Vec::new(),
        Value::Array(all) => all.iter().collect(),
        _ => return Err(format!("`{name}` is no list")),
    };
    if all.iter().all(|one| one.is_object()) { Ok(all) } else { Err(format!("`{name}` holds what is no object")) }
}

fn is_ours(place: &str, latex: &Value) -> Result<(), String> {
    let strange = match latex {
        Value::Null => None,
        Value::String(latex) => stranger(latex),
        _ => return Err(format!("a `latex` of `{place}` is no text")),
    };
    strange
        .map_or(Ok(()), |strange| Err(format!("a `latex` of `{place}` has `{strange}`, which nimdsl does not write")))
}

/// Rows of tables and claims had other names for what they hold, under which another thing may stand now.
fn is_of_today(row: &Value) -> Result<(), String> {
    let layers = row["layers"].as_array();
    let has_values = layers.is_some_and(|layers| layers.iter().any(|layer| layer.get("values").is_some()));
    if has_values || row.get("failing_params").is_some() {
        return Err("its rows have the form of an earlier version; run the experiment again".to_owned());
    }
    Ok(())
}

/// A row of signs that ends no text before its end.
fn fence(text: &str) -> String {
    let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(3.max(longest + 1))
}

/// The titles of rulesets by their names.
type Titles = BTreeMap<String, String>;

fn task(task: &Value, titles: &Titles) -> TaskPage {
    let name = text_of(&task["task"]);
    let mut page = TaskPage { task: name.clone(), ..TaskPage::default() };
    page.failed = task["failed"].as_str().map(str::to_owned);
    let rows: Vec<&Value> = task["rows"].as_array().into_iter().flatten().collect();
    match name.as_str() {
        "verify" => page.claims = rows.iter().map(|row| noted(row)).collect(),
        "table" => page.grids = rows.iter().flat_map(|row| tables(row, titles)).collect(),
        "search" => {
            let hits = task["hits"].as_array().into_iter().flatten();
            let whole = task.as_object().into_iter().map(facts);
            page.facts = whole.chain(hits.filter_map(Value::as_object).map(facts)).collect();
        }
        "atlas" => {
            page.grids = PARTS.iter().map(|part| charts(&rows, part)).collect();
            page.facts = task.as_object().into_iter().map(facts).collect();
        }
        _ => match flat(&rows) {
            Some(grid) => page.grids = vec![grid],
            None => page.facts = rows.iter().filter_map(|row| row.as_object()).map(facts).collect(),
        },
    }
    page
}

/// The parts of an atlas, and what their tables are headed by.
const PARTS: [(&str, &str); 3] = [
    ("named", "Chains named by sequences of the OEIS, the simplest game first"),
    ("formula", "Chains with another name or formula, the simplest game first"),
    ("open", "Chains without a name, the most surprising first"),
];

/// The rows of a part of an atlas as one table.
fn charts(rows: &[&Value], (part, caption): &(&str, &str)) -> CaptionedGrid {
    let own = rows.iter().filter(|row| row["part"] == *part).enumerate().map(|(index, row)| {
        let heaps = text_of(&row["verified_up_to"]);
        let standing =
            if row["proved"] == Value::Bool(true) { "proved".to_owned() } else { format!("verified up to {heaps}") };
        // Beside the name, as far as there is one, stands what tells of a chain without a name.
        let told = if *part == "open" { "surprise" } else { "name" };
        let [base, game] = ["base", "game"].map(|field| text_of(&row[field]));
        let [chain, letters, games, told] = ["sequence", "letters", "games", told].map(|field| text_of(&row[field]));
        let game = format!("{base}: {game}");
        GridRow { label: (index + 1).to_string(), cells: vec![chain, game, told, letters, games, standing] }
    });
    let rows: Vec<GridRow> = own.collect();
    let told = if *part == "open" { "surprise" } else { "name" };
    let head = ["chain", "game", told, "letters", "games", "standing"].map(str::to_owned).to_vec();
    CaptionedGrid { caption: (*caption).to_owned(), blocks: vec![Block { head, rows }] }
}

/// A row of `verify` with its verdict in a sentence.
fn noted(row: &Value) -> Value {
    let mut noted = row.clone();
    // The folder says nothing to a reader.
    let file = text_of(&row["ruleset"]);
    noted["ruleset"] = Value::String(file.rsplit('/').next().unwrap_or(&file).to_owned());
    let mut note = text_of(&row["words"]);
    let params = settings(&row["chosen"]);
    if !params.is_empty() {
        note = format!("{params}; {note}");
    }
    if row["as_expected"] != Value::Bool(true) {
        note.push_str("; not as the file says");
    }
    noted["note"] = Value::String(note);
    for field in ["statement", "latex"] {
        if noted[field].is_null() {
            noted[field] = Value::String(String::new());
        }
    }
    noted
}

/// `c = 1, S = 1, 2`
fn settings(params: &Value) -> String {
    let all = params.as_object().into_iter().flatten().map(|(name, value)| format!("{name} = {}", text_of(value)));
    all.collect::<Vec<_>>().join(", ")
}

/// The tables of a row: one for each choice of registers, and of the heaps that do not run.
fn tables(row: &Value, titles: &Titles) -> Vec<CaptionedGrid> {
    let params = settings(&row["params"]);
    let params = if params.is_empty() { params } else { format!(", {params}") };
    let file = text_of(&row["ruleset"]);
    let title = titles.get(&file).filter(|title| !title.is_empty()).unwrap_or(&file);
    let mut grids = Vec::new();
    let layers = row["layers"].as_array();
    for layer in layers.into_iter().flatten().chain(layers.is_none().then_some(row)) {
        let registers = settings(&layer["registers"]);
        let registers = if registers.is_empty() { registers } else { format!("; {registers}") };
        let (what, values) = match &layer["outcomes"] {
            Value::Null => ("Grundy values", &layer["grundy"]),
            outcomes => ("Outcomes", outcomes),
        };
        slices(values, &format!("{what} of {title}{params}{registers}"), &[], &mut grids);
    }
    grids
}

/// Goes down to the last two heaps.
fn slices(values: &Value, caption: &str, fixed: &[usize], grids: &mut Vec<CaptionedGrid>) {
    let rows: Vec<&Value> = values.as_array().into_iter().flatten().collect();
    let depth = depth(values);
    if 2 < depth {
        for (heap, inner) in rows.iter().enumerate() {
            slices(inner, caption, &[fixed, &[heap]].concat(), grids);
        }
        return;
    }
    let rows: Vec<Vec<String>> = if depth == 2 {
        rows.iter().map(|row| row.as_array().into_iter().flatten().map(text_of).collect()).collect()
    } else {
        vec![rows.iter().map(|value| text_of(value)).collect()]
    };
    let fixed: Vec<String> = fixed.iter().map(ToString::to_string).collect();
    let fixed = if fixed.is_empty() { String::new() } else { format!("; first heaps {}", fixed.join(", ")) };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let head: Vec<String> = (0..columns).map(|column| column.to_string()).collect();
    let labelled = rows.into_iter().enumerate().map(|(index, cells)| {
        let label = if depth == 2 { index.to_string() } else { String::new() };
        GridRow { label, cells }
    });
    grids.push(CaptionedGrid {
        caption: format!("{caption}{fixed}"),
        blocks: blocks(&head, &labelled.collect::<Vec<_>>()),
    });
}

fn depth(values: &Value) -> usize {
    values.as_array().map_or(0, |all| 1 + all.first().map_or(0, depth))
}

/// Columns in blocks that fit a line.
fn blocks(head: &[String], rows: &[GridRow]) -> Vec<Block> {
    let cells = rows.iter().flat_map(|row| &row.cells).chain(head);
    let widest = cells.map(String::len).max().unwrap_or(1) + 1;
    let fitting = (LINE / widest).max(1);
    let starts = (0..head.len()).step_by(fitting);
    let block = |start: usize| {
        let end = head.len().min(start + fitting);
        let cut = |row: &GridRow| GridRow {
            label: row.label.clone(),
            cells: row.cells[start..end.min(row.cells.len())].to_vec(),
        };
        Block { head: head[start..end].to_vec(), rows: rows.iter().map(cut).collect() }
    };
    starts.map(block).collect()
}

/// Rows that hold only single values, as one table.
fn flat(rows: &[&Value]) -> Option<CaptionedGrid> {
    let is_single =
        |value: &Value| !value.is_array() && (!value.is_object() || value.as_object().is_some_and(Map::is_empty));
    let rows: Vec<&Map<String, Value>> = rows.iter().filter_map(|row| row.as_object()).collect();
    if rows.len() < 2 || !rows.iter().all(|row| row.values().all(is_single)) {
        return None;
    }
    // A row and a column are told under names of their own.
    let columns: BTreeSet<&String> = rows.iter().flat_map(|row| row.keys()).collect();
    // What is the same in all rows is said once, in the caption.
    let (same, varying): (Vec<&String>, Vec<&String>) =
        columns.into_iter().partition(|name| rows.iter().all(|row| row.get(*name) == rows[0].get(*name)));
    let said = same
        .iter()
        .map(|name| (name, rows[0].get(*name).map_or_else(String::new, text_of)))
        .filter(|(_, value)| !value.is_empty());
    let caption = said.map(|(name, value)| format!("{} {value}", legible(name))).collect::<Vec<_>>().join(", ");
    let head: Vec<String> = varying.iter().map(|name| legible(name)).collect();
    let cells = |row: &&Map<String, Value>| GridRow {
        label: String::new(),
        cells: varying.iter().map(|name| row.get(*name).map_or_else(String::new, text_of)).collect(),
    };
    let rows = rows.iter().map(cells).collect();
    Some(CaptionedGrid { caption, blocks: vec![Block { head, rows }] })
}

/// The fields of a row by name; those without a value are left out.
fn facts(row: &Map<String, Value>) -> Vec<(String, String)> {
    let told = row.iter().filter(|(name, _)| !["task", "hits", "rows"].contains(&name.as_str()));
    told.map(|(name, value)| (legible(name), text_of(value))).filter(|(_, value)| !value.is_empty()).collect()
}

fn legible(name: &str) -> String {
    name.replace('_', " ")
}

/// A value in one line: positions in brackets, objects as settings.
fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(value) => if *value { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(all) => {
            let parts = all.iter().map(|one| match one {
                Value::Array(_) => format!("({})", text_of(one)),
                other => text_of(other),
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        Value::Object(_) => settings(value),
    }
}
