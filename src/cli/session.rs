//! What every command is given beside its own arguments: the common arguments, a context and a clock; and how it opens a
//! ruleset with them.
use super::args::Arguments;
use super::budget::{Clock, Phase};
use super::faults::render;
use super::files::{Folder, read_or_input};
use super::input::{settings, show_registers};
use super::stop::Stop;
use super::terminal;
use miette::Severity;
use nimdsl::check::{Document, Settings, analyse, rules};
use nimdsl::diagnostic::{Faults, Sink};
use nimdsl::engine::{Context, EngineKind};
use nimdsl::rules::{Rules, Typesetting};
use nimdsl::source::Source;
use nimdsl::syntax::ast::{Item, ItemKind};
use nimdsl::syntax::parse;
use nimdsl::value::Play;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// One run of the program.
#[derive(Debug)]
pub(in crate::cli) struct Session<'a> {
    pub(in crate::cli) arguments: &'a Arguments,
    pub(in crate::cli) context: Context,
    /// When the time is up that the command may take.
    pub(in crate::cli) deadline: Option<Instant>,
    pub(in crate::cli) clock: Clock,
}

impl Session<'_> {
    /// Whether answers are JSON.
    pub(in crate::cli) fn wants_data(&self) -> bool {
        self.arguments.format.is_data()
    }

    /// How proofs in words are written, if the form of output is one for these.
    pub(in crate::cli) fn in_words(&self) -> Option<Typesetting> {
        self.arguments.format.proofs()
    }

    /// What `--set` says.
    pub(in crate::cli) fn settings(&self) -> Result<Settings, Stop> {
        settings("--set", &self.arguments.set)
    }

    /// What `--misere` says.
    pub(in crate::cli) fn asked_play(&self) -> Option<Play> {
        self.arguments.misere.then_some(Play::Misere)
    }

    /// That the time was up before so many of all claims had an answer; where one is not as its file says, that comes first.
    pub(in crate::cli) fn out_of_time(&self, cut: usize, claims: usize, is_missed: bool) -> Stop {
        let time = self.arguments.time.as_deref().unwrap_or_default();
        let which = if claims == 1 { String::new() } else { format!(" to {cut} of {claims} claims") };
        let help = if claims == 1 { "allow more" } else { "allow more, or ask for one with --claim" };
        let message = format!("the time of {time} ran out before an answer{which}; {help}");
        Stop::Message(message, if is_missed { 1 } else { 3 })
    }

    /// A file with all its claims.
    pub(in crate::cli) fn open(&mut self, file: &Path) -> Result<Rules, Stop> {
        self.open_or(file, &self.arguments.set, |_, _, faults| Err(Stop::Faults(faults)))
    }

    /// A file with the parameters that it says itself.
    pub(in crate::cli) fn open_as_it_is(&mut self, file: &Path) -> Result<Rules, Stop> {
        self.open_or(file, &[], |_, _, faults| Err(Stop::Faults(faults)))
    }

    /// A file for its rules: a fault that only claims have is told, and does not stop anything.
    pub(in crate::cli) fn open_rules(&mut self, file: &Path) -> Result<Rules, Stop> {
        self.open_rules_at(file, &self.arguments.set)
    }

    /// The same with the parameters that the file says itself.
    pub(in crate::cli) fn open_rules_as_they_are(&mut self, file: &Path) -> Result<Rules, Stop> {
        self.open_rules_at(file, &[])
    }

    fn open_rules_at(&mut self, file: &Path, set: &[String]) -> Result<Rules, Stop> {
        self.open_or(file, set, |source, claims, faults| {
            let Ok(mut document) = rules(source, &Folder::of(file)) else { return Err(Stop::Faults(faults)) };
            let shown = file.display();
            let which = faulty(&claims, &faults);
            writeln!(terminal::err(), "nimdsl: {which}; nothing here needs it (see `nimdsl check {shown}`)")?;
            document.file.items.extend(claims);
            Ok(document)
        })
    }

    /// The same, with registers as `--at` shows them.
    pub(in crate::cli) fn open_shown(&mut self, file: &Path) -> Result<Rules, Stop> {
        show_registers(self.open_rules(file)?, &self.arguments.at)
    }

    /// What a command computed for itself is counted for a phase, and the engine that answered is named.
    pub(in crate::cli) fn answered(&mut self, phase: Phase) {
        self.clock.stop(phase);
        self.clock.engine = self.context.answered.kind().map(EngineKind::name);
    }

    /// A file with some parameters; a text with faults is given to `otherwise`, with its claims.
    fn open_or(
        &mut self,
        file: &Path,
        set: &[String],
        otherwise: impl FnOnce(&Arc<Source>, Vec<Item>, Faults) -> Result<Document, Stop>,
    ) -> Result<Rules, Stop> {
        let source = read_or_input(file)?;
        self.clock.start();
        let mut sink = Sink::new(source.clone());
        let tree = parse(&source, &mut sink);
        self.clock.stop(Phase::Parsing);
        let is_claim = |item: &&Item| matches!(item.kind, ItemKind::Claim(_));
        let claims: Vec<Item> = tree.items.iter().filter(is_claim).cloned().collect();
        let document = match analyse(&source, tree, sink, &Folder::of(file)) {
            Ok(document) => document,
            Err(faults) => otherwise(&source, claims, faults)?,
        };
        render(&document.warnings)?;
        let rules = Rules::from(document).at(&settings("--set", set)?)?;
        self.clock.stop(Phase::Analysis);
        let play = self.asked_play().unwrap_or(rules.play());
        Ok(rules.played(play))
    }
}

/// Which claims have faults, in words.
fn faulty(claims: &[Item], faults: &Faults) -> String {
    let errors = faults.0.iter().filter(|fault| fault.severity == Severity::Error);
    let places: Vec<usize> = errors.filter_map(|fault| fault.labels.first()).map(|label| label.0.start).collect();
    let is_faulty = |item: &&Item| places.iter().any(|place| item.span.start <= *place && *place < item.span.end);
    let names: Vec<String> = claims
        .iter()
        .filter(is_faulty)
        .filter_map(|item| match &item.kind {
            ItemKind::Claim(claim) => Some(format!("\"{}\"", claim.name)),
            _ => None,
        })
        .collect();
    match names.as_slice() {
        [] => "a claim, or what only claims need, has a fault".to_owned(),
        [one] => format!("claim {one} has a fault"),
        [first, rest @ ..] => format!("claim {first} and {} more have faults", rest.len()),
    }
}
