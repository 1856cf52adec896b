//! What an experiment names exists, and what it asks for makes sense: all of it is looked at before anything is run.
use super::form::{Beside, Experiment, Task, choices, most_choices};
use super::tree::RonNode;
use crate::asked::FieldStep;
use crate::asked::values::{HeapBound, NumberSet};
use crate::check::{Document, Library, Settings, check};
use crate::diagnostic::{Faults, Sink};
use crate::ruleset::{ParameterValue, Register, Ruleset, words};
use crate::source::{Source, Span};
use crate::syntax::nearest;
use crate::{search, tasks};
use indexmap::IndexMap;
use miette::Severity;

/// Choices of parameters that are looked at.
const LOOKED_AT: usize = 64;

/// Registers to which a task gives one value.
type GivenRegisters = IndexMap<String, i64>;

/// A look at one experiment.
pub(super) struct Judge<'a> {
    pub(super) experiment: &'a Experiment,
    pub(super) tree: Option<&'a RonNode>,
    pub(super) library: &'a dyn Library,
    pub(super) sink: Sink,
    /// Rulesets by name; `None` after a fault.
    pub(super) known: IndexMap<String, Option<Document>>,
}

impl Judge<'_> {
    /// All of it.
    pub(super) fn everything_is_there(mut self) -> Sink {
        let experiment = self.experiment;
        for (key, span) in self.tree.map_or_else(Vec::new, RonNode::twice) {
            let help = "leave one of them out, or put their values together";
            self.sink.error(
                "bad-task",
                span,
                format!("`{key}` is given twice, and the first would not count"),
                "here again",
                help,
            );
        }
        self.ruleset(&experiment.ruleset, &[FieldStep::Field("ruleset")]);
        let settings = self.choices();
        if experiment.tasks.is_empty() {
            let help = "name one, for example `Table(size: 16)` or `Verify()`";
            self.bad_task(&[FieldStep::Field("tasks")], "an experiment without tasks does nothing".to_owned(), help);
        }
        for (index, task) in experiment.tasks.iter().enumerate() {
            let at = [FieldStep::Field("tasks"), FieldStep::Item(index)];
            match task {
                Task::Search(task) => self.search(task, &at, &settings),
                Task::Atlas(task) => self.atlas(task, &at, &settings),
                Task::Verify(task) => self.verify(task, &at),
                Task::Compare(task) => self.compare(task, &at, &settings),
                Task::Sweep(task) => self.tables(&[], &at, &Settings::new(), Some(&task.at)),
                Task::Table(task) => {
                    if is_zero(task.size) {
                        let help = "`size: 16` shows heaps from 0 to 15";
                        let message = "`size` is 0, so the table has no position".to_owned();
                        self.bad_bound(&at, message, help);
                    }
                    self.tables_of_all(&task.rulesets, &at, &settings, Some(&task.at));
                }
                Task::PPositions(task) => self.tables_of_all(&task.rulesets, &at, &settings, Some(&task.at)),
                Task::Periods(task) => self.periods(task, &at, &settings),
                Task::Plot(task) => self.plot(task, &at, &settings),
            }
        }
        self.sink
    }

    fn place(&self, steps: &[FieldStep<'_>]) -> Span {
        self.tree.map_or_else(Span::default, |tree| tree.at(steps).span)
    }

    fn bad_task(&mut self, at: &[FieldStep<'_>], message: String, help: &str) {
        let span = self.place(at);
        self.sink.error("bad-task", span, message, "here", help);
    }

    fn bad_bound(&mut self, at: &[FieldStep<'_>; 2], message: String, help: &str) {
        let span = self.place(&[at[0], at[1], FieldStep::Field("size")]);
        self.sink.error("bad-bound", span, message, "here", help);
    }

    /// Reads and checks a ruleset once; its faults are reported where it is first named.
    fn ruleset(&mut self, name: &str, at: &[FieldStep<'_>]) -> Option<&Document> {
        if !self.known.contains_key(name) {
            let document = match self.library.read(name) {
                Ok(text) => {
                    let checked = check(&Source::new(name, text), &Beside { name, library: self.library });
                    let Faults(faults) = checked.as_ref().err().cloned().unwrap_or(Faults(Vec::new()));
                    let errors = faults.into_iter().filter(|fault| fault.severity == Severity::Error);
                    self.sink.faults.extend(errors);
                    checked.ok()
                }
                Err(why) => {
                    let span = self.place(at);
                    // A library may begin with the name, which is said already.
                    let why = why.rsplit("cannot be read: ").next().unwrap_or("").to_owned();
                    let help = "the name is relative to the folder of this file";
                    self.sink.error(
                        "missing-file",
                        span,
                        format!("`{name}` cannot be read: {why}"),
                        "named here",
                        help,
                    );
                    None
                }
            };
            self.known.insert(name.to_owned(), document);
        }
        self.known.get(name).and_then(Option::as_ref)
    }

    /// The parameters in `vary` are those of the ruleset, and have values that it allows. The first choices.
    fn choices(&mut self) -> Vec<Settings> {
        let experiment = self.experiment;
        let Some(document) = self.known.get(&experiment.ruleset).and_then(Option::as_ref).cloned() else {
            return vec![Settings::new()];
        };
        let most = most_choices(experiment);
        let mut fine = IndexMap::new();
        for (name, values) in &experiment.vary {
            let at = [FieldStep::Field("vary"), FieldStep::Field(name)];
            if !document.parameters.contains_key(name) {
                self.unknown_parameter(name, &experiment.ruleset, &document, &at);
            } else if let Err(why) = choices(&document, &IndexMap::from([(name.clone(), values.clone())]), most) {
                self.bad_task(&at, why, "both ends of `Range(low, high)` belong to it");
            } else {
                fine.insert(name.clone(), values.clone());
            }
        }
        match choices(&document, &fine, most) {
            Ok(all) => all.iter().take(LOOKED_AT).collect(),
            Err(why) => {
                self.bad_task(&[FieldStep::Field("vary")], why, "choose smaller ranges");
                vec![Settings::new()]
            }
        }
    }

    fn unknown_parameter(&mut self, name: &str, ruleset: &str, document: &Document, at: &[FieldStep<'_>]) {
        let known: Vec<&str> = document.parameters.keys().map(String::as_str).collect();
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it has no parameters".to_owned(),
            None => format!("it has {}", known.join(", ")),
        };
        let span = self.place(at);
        let message = format!("`{ruleset}` has no parameter `{name}`");
        self.sink.error("unknown-parameter", span, message, "named here", help);
    }

    /// The rulesets of a task, those that can be read; that of the experiment if none is named.
    fn rulesets(&mut self, names: &[String], at: &[FieldStep<'_>; 2]) -> Vec<(String, Document)> {
        let mut found = Vec::new();
        if names.is_empty() {
            let own = self.experiment.ruleset.clone();
            found.extend(self.known.get(&own).cloned().flatten().map(|document| (own, document)));
        }
        for (index, name) in names.iter().enumerate() {
            let place = [at[0], at[1], FieldStep::Field("rulesets"), FieldStep::Item(index)];
            found.extend(self.ruleset(name, &place).cloned().map(|document| (name.clone(), document)));
        }
        found
    }

    fn verify(&mut self, task: &tasks::Verify, at: &[FieldStep<'_>; 2]) {
        let rulesets = self.rulesets(&task.rulesets, at);
        if rulesets.len() < task.rulesets.len().max(1) {
            return;
        }
        let known: Vec<&str> =
            rulesets.iter().flat_map(|(_, document)| document.claims()).map(|claim| claim.name.as_str()).collect();
        for (index, name) in task.claims.iter().enumerate().filter(|(_, name)| !known.contains(&name.as_str())) {
            let span = self.place(&[at[0], at[1], FieldStep::Field("claims"), FieldStep::Item(index)]);
            let of = rulesets.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let help = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None if known.is_empty() => "there are no claims".to_owned(),
                None => format!(
                    "there are {}",
                    known.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
                ),
            };
            self.sink.error("unknown-claim", span, format!("{of} has no claim \"{name}\""), "named here", help);
        }
    }

    fn tables_of_all(
        &mut self,
        names: &[String],
        at: &[FieldStep<'_>; 2],
        settings: &[Settings],
        given: Option<&GivenRegisters>,
    ) {
        for settings in settings {
            self.tables(names, at, settings, given);
        }
    }

    /// There is a table of each ruleset of a task.
    fn tables(
        &mut self,
        names: &[String],
        at: &[FieldStep<'_>; 2],
        settings: &Settings,
        given: Option<&GivenRegisters>,
    ) {
        for (name, document) in self.rulesets(names, at) {
            self.has_table((&name, &document), at, settings, given);
        }
    }

    fn has_table(
        &mut self,
        (name, document): (&str, &Document),
        at: &[FieldStep<'_>; 2],
        settings: &Settings,
        given: Option<&GivenRegisters>,
    ) {
        // Parameters that another ruleset does not have do not vary there.
        let known = settings.keys().all(|name| document.parameters.contains_key(name));
        let settings = if known { settings.clone() } else { Settings::new() };
        match document.at(&settings) {
            Ok(ruleset) => self.registers_have_ranges(name, &ruleset, at, given),
            Err(Faults(faults)) => {
                let chosen = words::settings(&settings);
                let why = faults.first().map_or_else(String::new, |fault| format!(": {}", fault.message));
                let message = format!("`{name}` is no ruleset with {chosen}{why}");
                self.bad_task(&[FieldStep::Field("vary")], message, "leave these values out; `Sweep` passes over them");
            }
        }
    }

    /// Every register has values that a table can show: those of its range, or of the task, or of the beginning of play.
    fn registers_have_ranges(
        &mut self,
        name: &str,
        ruleset: &Ruleset,
        at: &[FieldStep<'_>; 2],
        given: Option<&GivenRegisters>,
    ) {
        if let Some(why) = given.and_then(|given| tasks::no_registers(ruleset, given)) {
            let known: Vec<&str> = ruleset.registers.iter().map(|register| register.name.as_str()).collect();
            let help = if known.is_empty() {
                format!("`{name}` has no registers")
            } else {
                format!("registers of `{name}` are {}", known.join(", "))
            };
            self.bad_task(&[at[0], at[1], FieldStep::Field("at")], why, &help);
            return;
        }
        let is_given = |register: &Register| {
            given.is_some_and(|given| register.start.is_some() || given.contains_key(&register.name))
        };
        let lacks = |register: &&Register| register.shown.is_none() && !is_given(register);
        if let Some(register) = ruleset.registers.iter().find(lacks) {
            let register = &register.name;
            let message = format!("there is no table of `{name}`: register `{register}` has no greatest value");
            let range = format!("give it a range in the ruleset, for example `register {register} in 0..20`");
            let help = match given {
                Some(_) => format!(
                    "{range}; or one value here, `at: {{\"{register}\": 5}}`; or say in the ruleset what it is when play \
                     begins, `start {register} = 5`"
                ),
                None => format!("{range}; or use `nimdsl table --at {register}=0..20`"),
            };
            self.bad_task(at, message, &help);
        }
    }

    /// The other ruleset is there, has the parameters that are set, and positions that look alike.
    fn compare(&mut self, task: &tasks::Compare, at: &[FieldStep<'_>; 2], settings: &[Settings]) {
        self.tables_of_all(&[], at, settings, None);
        let own = self.experiment.ruleset.clone();
        let name = task.with.clone().unwrap_or_else(|| own.clone());
        let place = [at[0], at[1], FieldStep::Field("with")];
        let Some(other) = self.ruleset(&name, &place).cloned() else { return };
        let mut set = Settings::new();
        for (parameter, value) in &task.set {
            if other.parameters.contains_key(parameter) {
                set.insert(parameter.clone(), ParameterValue::Number(*value));
            } else {
                let place = [at[0], at[1], FieldStep::Field("set"), FieldStep::Field(parameter)];
                self.unknown_parameter(parameter, &name, &other, &place);
            }
        }
        let Some(document) = self.known.get(&own).and_then(Option::as_ref) else { return };
        let sizes = |document: &Document| (document.ruleset.heaps.len(), document.ruleset.registers.len());
        if sizes(document) != sizes(&other) {
            let message = format!("`{own}` and `{name}` have different numbers of heaps or registers");
            self.bad_task(&place, message, "compare rulesets whose positions look alike");
        } else if let Err(Faults(faults)) = other.at(&set) {
            let why = faults.first().map_or_else(String::new, |fault| fault.message.clone());
            let place = [at[0], at[1], FieldStep::Field("set")];
            self.bad_task(&place, format!("`{name}` is no ruleset with these values: {why}"), "choose other values");
        }
    }

    /// The pictures of a task can be: what is wrong with its fields, then with what they say of each ruleset.
    fn plot(&mut self, task: &tasks::PlotTask, at: &[FieldStep<'_>; 2], settings: &[Settings]) {
        let slips = task.slips();
        for (field, message, help) in &slips {
            self.bad_task(&[at[0], at[1], FieldStep::Field(field)], message.clone(), help);
        }
        if task.size.is_some_and(is_zero) {
            let message = "`size` is 0, so the picture has no position".to_owned();
            self.bad_bound(at, message, "`size: 32` shows heaps from 0 to 31");
            return;
        }
        // A register may have one value here.
        if task.at.is_empty() {
            self.tables_of_all(&task.rulesets, at, settings, None);
        }
        let other = task.with.as_deref().map(|name| {
            self.ruleset(name, &[at[0], at[1], FieldStep::Field("with")]).cloned().map(|document| (name, document))
        });
        let rulesets = self.rulesets(&task.rulesets, at);
        let Some(other) = other.map_or(Some(None), |found| found.map(Some)) else { return };
        for (name, document) in &rulesets {
            let (against, compared) = other.as_ref().map_or((name.as_str(), document), |(name, other)| (*name, other));
            for parameter in task.set.keys().filter(|parameter| !compared.parameters.contains_key(*parameter)) {
                let place = [at[0], at[1], FieldStep::Field("set"), FieldStep::Field(parameter)];
                self.unknown_parameter(parameter, against, compared, &place);
            }
        }
        if !self.sink.faults.is_empty() {
            return;
        }
        for (name, document) in &rulesets {
            let compared = other.as_ref().map(|(_, other)| other);
            let own = |settings: &Settings| settings.keys().all(|name| document.parameters.contains_key(name));
            let none = Settings::new();
            let refusal = settings
                .iter()
                .find_map(|settings| task.refusal(document, if own(settings) { settings } else { &none }, compared));
            if let Some(why) = refusal {
                self.bad_task(
                    at,
                    format!("there is no such picture of `{name}`: {why}"),
                    "docs/figures.md says what each kind takes",
                );
                return;
            }
        }
    }

    fn periods(&mut self, task: &tasks::PeriodsTask, at: &[FieldStep<'_>; 2], settings: &[Settings]) {
        for settings in settings {
            self.tables(&task.rulesets, at, settings, None);
        }
        let lines = [("rows", &task.rows), ("columns", &task.columns), ("diagonals", &task.diagonals)];
        if lines.iter().all(|(_, values)| values.is_none()) {
            let message = "a Periods task needs `rows`, `columns` or `diagonals`".to_owned();
            self.bad_task(at, message, "for example `rows: Range(0, 8)`");
        }
        for (name, values) in lines {
            let fine = match values {
                None => true,
                Some(NumberSet::Range(low, high)) => low <= high && (0..1 << 31).contains(low) && *high < 1 << 31,
                Some(NumberSet::List(list)) => !list.is_empty() && list.iter().all(|line| (0..1 << 31).contains(line)),
            };
            if !fine {
                let place = [at[0], at[1], FieldStep::Field(name)];
                let message = format!("`{name}` names no line, or one that there is not");
                self.bad_task(&place, message, "lines are numbered from 0: `Range(0, 8)`, least first");
            }
        }
    }

    /// An atlas has a space, and what is wrong with it is what is wrong with its search.
    fn atlas(&mut self, task: &search::task::AtlasTask, at: &[FieldStep<'_>; 2], settings: &[Settings]) {
        if matches!(task.add, search::task::Add::Parameters) {
            let message = "an atlas runs through conditions of added moves, and this adds nothing".to_owned();
            let help = "write `add: Conditions(...)`, as `experiments/atlas_small.ron` does";
            self.bad_task(&[at[0], at[1], FieldStep::Field("add")], message, help);
        } else {
            self.search(&task.search(), at, settings);
        }
    }

    fn search(&mut self, task: &search::task::Search, at: &[FieldStep<'_>; 2], settings: &[Settings]) {
        let own = self.experiment.ruleset.clone();
        let Some(document) = self.known.get(&own).cloned().flatten() else { return };
        let several = 1 < settings.len();
        for slip in search::slips(task, &document, several, self.library) {
            let steps: Vec<FieldStep<'_>> = at.iter().copied().chain(slip.steps).collect();
            self.bad_task(&steps, slip.message, &slip.help);
        }
    }
}

fn is_zero(bound: HeapBound) -> bool {
    match bound {
        HeapBound::Always(bound) => bound == 0,
        HeapBound::Two { quick, full } => quick == 0 || full == 0,
    }
}
