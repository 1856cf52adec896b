//! What of a search cannot be run: looked at before anything is tried, each with the field that it stands in.
use super::method;
use super::names;
use super::space::expression::ConditionSide;
use super::space::{base, condition};
use super::task::{Add, Base, Search, SearchMethod, SearchTarget, TargetTerms, TermLattice};
use super::trial::target::{self, read_claim};
use crate::asked::values::{Effort, HeapBound, NumberSet};
use crate::asked::{FieldStep, TaskFailure};
use crate::check::{Document, Library};
use crate::engine::Context;
use crate::value::Saturate;
use std::collections::BTreeSet;

/// Something of a search that cannot be run.
#[derive(Debug)]
pub(crate) struct Slip<'a> {
    /// The field.
    pub(crate) steps: Vec<FieldStep<'a>>,
    /// What is wrong.
    pub(crate) message: String,
    /// What to do.
    pub(crate) help: String,
}

/// All of a search that cannot be run on this ruleset; `several` says that its parameters vary.
pub(crate) fn slips<'a>(task: &'a Search, document: &Document, several: bool, library: &dyn Library) -> Vec<Slip<'a>> {
    let mut found = Vec::new();
    for (name, bound) in [("screen", task.screen), ("confirm", task.confirm), ("board", task.board)] {
        let fits = |bound: u64| (8..=1 << 29).contains(&bound);
        if ![Effort::Quick, Effort::Full].into_iter().all(|extent| fits(bound.at(extent))) {
            let message = format!("`{name}` is a largest heap from 8 to {}", 1 << 29);
            found.push(slip(vec![FieldStep::Field(name)], message, "for example `200`"));
        }
    }
    if task.keep == 0 {
        let message = "`keep` is 0, so every hit would be left out".to_owned();
        found.push(slip(vec![FieldStep::Field("keep")], message, "keep at least one"));
    }
    let target = vec![FieldStep::Field("target")];
    targets(&task.target, &target, task, document, library, &mut found);
    match &task.add {
        Add::Parameters if document.ruleset.heaps.len() != 2 || !document.ruleset.registers.is_empty() => {
            let message = "a search needs a ruleset with two heaps and no registers".to_owned();
            found.push(slip(Vec::new(), message, "choose another ruleset"));
        }
        Add::Parameters => {}
        Add::Conditions { .. } => conditions(task, document, several, &mut found),
    }
    found
}

fn slip<'a>(steps: Vec<FieldStep<'a>>, message: String, help: &str) -> Slip<'a> {
    Slip { steps, message, help: help.to_owned() }
}

/// A failure in words, of several faults the first.
fn words(failure: TaskFailure) -> String {
    match failure {
        TaskFailure::Faults(faults) => {
            let first = faults.0.into_iter().next();
            first.map_or_else(String::new, |fault| match fault.help {
                Some(help) => format!("{} ({help})", fault.message),
                None => fault.message,
            })
        }
        other => other.to_string(),
    }
}

/// What is wrong with the conditions that a search adds: numbers, names, texts, and the size of the space.
fn conditions<'a>(task: &'a Search, document: &Document, several: bool, found: &mut Vec<Slip<'a>>) {
    let Add::Conditions { at_most, families, statistics, relations, terms, lattices, slopes, .. } = &task.add else {
        return;
    };
    let before = found.len();
    let field = |name: &'a str| vec![FieldStep::Field("add"), FieldStep::Field(name)];
    if several {
        let message = "a search with `add` does not run through `vary`".to_owned();
        found.push(slip(Vec::new(), message, "leave `vary` out, or `add`"));
    }
    if !(1..=6).contains(at_most) {
        let message = format!("`at_most: {at_most}` is no number of conditions");
        found.push(slip(field("at_most"), message, "a family has 1 to 6 conditions"));
    }
    methods(task, found);
    if !(1..=2).contains(families) {
        found.push(slip(field("families"), format!("{families} families are not tried"), "try 1 or 2"));
    }
    let heaps = document.ruleset.heaps.len() == 2;
    let clash = document.ruleset.heaps.iter().any(|heap| heap == "i" || heap == "j");
    if !heaps || clash {
        let message = "a search with `add` needs a ruleset with two heaps that are not called i or j".to_owned();
        found.push(slip(Vec::new(), message, "choose another ruleset, or rename its heaps"));
        return;
    }
    let names = names::heaps(document);
    sides([("statistics", statistics), ("terms", terms), ("slopes", slopes)], names, found);
    lattices_read(lattices, names, found);
    for (index, relation) in relations.iter().enumerate().filter(|(_, relation)| !condition::is_relation(relation)) {
        let steps = vec![FieldStep::Field("add"), FieldStep::Field("relations"), FieldStep::Item(index)];
        let message = format!("`{relation}` is no relation of a condition");
        found.push(slip(steps, message, "known are `<`, `<=`, `!=`, `=`, `>=`, `>`"));
    }
    let needed = [("statistics", statistics), ("relations", relations), ("terms", terms)];
    let is_empty =
        |(name, texts): &&(&str, &Vec<String>)| texts.is_empty() && (*name != "terms" || lattices.is_empty());
    for (name, _) in needed.iter().filter(is_empty) {
        found.push(slip(field(name), format!("`{name}` is empty, so there are no conditions"), "name at least one"));
    }
    empty_numbers(task, found);
    if task.bases.contains(&Base::Ruleset)
        && let Err(error) = base::relation(&document.ruleset)
    {
        let help = "choose another ruleset, or `bases: [Nothing]`";
        found.push(slip(vec![FieldStep::Field("bases")], words(error), help));
    }
    // What is wrong with the whole is said only where its parts are right.
    if found.len() == before
        && let Err(error) = condition::space(&task.add, names, task.bases.len())
    {
        found.push(slip(vec![FieldStep::Field("add")], words(error), "choose smaller ranges"));
    }
}

/// Lists without an element, and ranges that end before they begin: there are no candidates, or fewer than it seems.
fn empty_numbers<'a>(task: &'a Search, found: &mut Vec<Slip<'a>>) {
    let Add::Conditions { terms, lattices, coefficients, slopes, constants, .. } = &task.add else { return };
    let add = |name: &'a str| vec![FieldStep::Field("add"), FieldStep::Field(name)];
    let mut refuse = |steps: Vec<FieldStep<'a>>, help: &str| {
        let name =
            steps.iter().rev().find_map(|step| if let FieldStep::Field(name) = step { Some(*name) } else { None });
        let message = format!("`{}` is empty, so there are no candidates of this form", name.unwrap_or(""));
        found.push(slip(steps, message, help));
    };
    if task.bases.is_empty() {
        refuse(vec![FieldStep::Field("bases")], "name `Ruleset`, `Nothing`, or both");
    }
    let numbers = "name at least one number, or a range with its lower end first, for example `Range(1, 3)`";
    // Slopes are coefficients too.
    let may_be_left_out = terms.is_empty() || !slopes.is_empty();
    if coefficients.count() == Some(0) && !(may_be_left_out && matches!(coefficients, NumberSet::List(_))) {
        refuse(add("coefficients"), numbers);
    }
    if constants.count() == Some(0) {
        refuse(add("constants"), numbers);
    }
    for (index, lattice) in lattices.iter().enumerate() {
        let at = |name| [add("lattices"), vec![FieldStep::Item(index), FieldStep::Field(name)]].concat();
        if lattice.over.is_empty() {
            refuse(at("over"), "name at least one expression");
        }
        if lattice.coefficients.count() == Some(0) {
            refuse(at("coefficients"), numbers);
        }
    }
}

/// A method that does not do for what is looked for, or for so many conditions.
fn methods<'a>(task: &'a Search, found: &mut Vec<Slip<'a>>) {
    let Add::Conditions { at_most, method, .. } = &task.add else { return };
    let field = |name: &'a str| vec![FieldStep::Field("add"), FieldStep::Field(name)];
    let obstacle = method::obstacle(&task.add, matches!(task.target, SearchTarget::Open));
    let many = (method::MOST_TRIED + 1..=6).contains(at_most);
    match (method, obstacle) {
        (SearchMethod::Mine, Some(why)) => {
            let message = format!("these candidates cannot be mined: {why}");
            found.push(slip(field("method"), message, "leave `method` out"));
        }
        (_, Some(why)) if many => {
            let message = format!("more than {} conditions are only mined, and {why}", method::MOST_TRIED);
            found.push(slip(field("at_most"), message, "take at most 3 conditions"));
        }
        (SearchMethod::Try, _) if many => {
            let message = format!("more than {} conditions are not tried one by one", method::MOST_TRIED);
            found.push(slip(field("method"), message, "leave `method` out"));
        }
        _ => {}
    }
}

/// What is wrong with the expressions of lattices.
fn lattices_read<'a>(lattices: &'a [TermLattice], names: [&str; 2], found: &mut Vec<Slip<'a>>) {
    for (index, lattice) in lattices.iter().enumerate() {
        for (place, text) in lattice.over.iter().enumerate() {
            if let Err(error) = ConditionSide::new(text, names) {
                let steps = ["add", "lattices"].map(FieldStep::Field).into_iter();
                let steps = steps.chain([FieldStep::Item(index), FieldStep::Field("over"), FieldStep::Item(place)]);
                found.push(slip(steps.collect(), words(error), "`docs/experiments.md` lists what may stand there"));
            }
        }
    }
}

/// What is wrong with texts that are to stand on a side of a condition.
fn sides<'a>(given: [(&'a str, &'a Vec<String>); 3], names: [&str; 2], found: &mut Vec<Slip<'a>>) {
    for (name, texts) in given {
        for (index, text) in texts.iter().enumerate() {
            if let Err(error) = ConditionSide::new(text, names) {
                let steps = vec![FieldStep::Field("add"), FieldStep::Field(name), FieldStep::Item(index)];
                found.push(slip(steps, words(error), "`docs/experiments.md` lists what may stand there"));
            }
        }
    }
}

/// What is wrong with a target, and with each of several.
fn targets<'a>(
    target: &'a SearchTarget,
    steps: &[FieldStep<'a>],
    task: &Search,
    document: &Document,
    library: &dyn Library,
    found: &mut Vec<Slip<'a>>,
) {
    let varied = BTreeSet::new();
    let error = match target {
        SearchTarget::Open => None,
        SearchTarget::AnyOf(all)
            if all.is_empty() || all.iter().any(|one| matches!(one, SearchTarget::AnyOf(_) | SearchTarget::Open)) =>
        {
            Some("`AnyOf` holds 1 to 64 targets, neither `Open` nor `AnyOf`".to_owned())
        }
        SearchTarget::AnyOf(all) => {
            for (index, one) in all.iter().enumerate() {
                let steps: Vec<FieldStep<'_>> =
                    steps.iter().copied().chain([FieldStep::Item(0), FieldStep::Item(index)]).collect();
                targets(one, &steps, task, document, library, found);
            }
            None
        }
        SearchTarget::Claim(text) => read_claim(text, document, &varied, library).err().map(words),
        SearchTarget::Consecutive(_) | SearchTarget::Pairs(..) => {
            let bound = |bound: HeapBound| bound.at(Effort::Quick).saturated::<i64>().clamp(8, 1 << 29);
            let total = 2 * bound(task.screen).max(bound(task.confirm));
            let context = Context::default();
            let source = target::TargetSource {
                document,
                library,
                total,
                dense: 2 * bound(task.screen),
                varied: &varied,
                context: &context,
            };
            target::wanted(target, &source).err().map(words)
        }
    };
    if let Some(message) = error {
        let help = match target {
            SearchTarget::Claim(_) => "write it as `P = {(k, k + 1) for k >= 0}`",
            SearchTarget::Consecutive(TargetTerms::ClosedForm(_)) => {
                "a closed form is a term in k, for example `k^2 + 1`"
            }
            _ => "`docs/experiments.md` lists the targets",
        };
        found.push(slip(steps.to_vec(), format!("the target cannot be searched for: {message}"), help));
    }
}
