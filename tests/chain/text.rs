//! The text and its tree: printing, the canonical layout, the checker, its messages and fixes.
use super::{Finding, Judge};
use miette::{GraphicalReportHandler, GraphicalTheme, JSONReportHandler, Severity};
use nimdsl::check::{Document, Library, Settings, analyse, check, mend::mend, rules};
use nimdsl::diagnostic::{Fault, Sink};
use nimdsl::source::Source;
use nimdsl::syntax::ast::{File, ItemKind};
use nimdsl::syntax::{format, parse, print_expression, print_file, print_item};
use std::sync::Arc;

/// Steps that have no budget get this long before somebody looks; a file that takes longer is told of.
const CHECK: u64 = 4_000;

fn read(text: &str) -> (File, Sink, Arc<Source>) {
    let source = Source::new("input.nim", text);
    let mut sink = Sink::new(source.clone());
    let file = parse(&source, &mut sink);
    (file, sink, source)
}

/// Everything that a tree says, without places.
fn said(file: &File) -> String {
    let all = format!("{:?}", file.items);
    let mut parts = all.split("Span { start: ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once('}').map_or("", |parts| parts.1));
    }
    text
}

fn comments(file: &File) -> Vec<String> {
    file.comments.iter().map(|comment| comment.1.trim_end().to_owned()).collect()
}

fn errors(faults: &[Fault]) -> usize {
    faults.iter().filter(|fault| fault.severity == Severity::Error).count()
}

impl Judge<'_> {
    /// A ruleset from its text to certificates.
    pub(crate) fn ruleset(&mut self, text: &str, library: &dyn Library) {
        self.count("rulesets");
        self.layout(text);
        let source = Source::new("input.nim", text);
        let checked = self.step("check", CHECK, |_| check(&source, library));
        let Some(checked) = checked else { return };
        match &checked {
            Ok(document) => self.messages(&document.warnings),
            Err(faults) => {
                self.messages(&faults.0);
                if errors(&faults.0) == 0 {
                    self.finds("refused without an error", faults.to_string());
                }
            }
        }
        self.fixes(&source, checked.as_ref().ok(), library);
        if text.contains("claim") || text.contains("theorem") {
            let alone = self.step("check rules", CHECK, |_| rules(&source, library).is_ok());
            if checked.is_ok() && alone == Some(false) {
                self.finds("rules alone are refused", "the whole file is accepted");
            }
        }
        let Ok(document) = checked else { return };
        self.count("accepted by check");
        self.terms(&document);
        self.boards(&document);
        self.claims(&document, library);
    }

    fn layout(&mut self, text: &str) {
        let done = self.step("parse and print", CHECK, |_| {
            let (file, sink, _) = read(text);
            if sink.has_errors() {
                // The printer is used for the items that could be read.
                file.items.iter().for_each(|item| drop(print_item(item)));
                return (None, sink.faults);
            }
            (different(&file, text), Vec::new())
        });
        let Some((found, faults)) = done else { return };
        if let Some(found) = found {
            self.findings.push(found);
        }
        if faults.is_empty() {
            self.count("parsed");
        }
    }

    /// Messages as a terminal and as a program get them.
    fn messages(&mut self, faults: &[Fault]) {
        self.step("messages", CHECK, |_| {
            let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
            for fault in faults {
                let mut shown = String::new();
                let _ = handler.render_report(&mut shown, fault);
                let _ = JSONReportHandler::new().render_report(&mut shown, fault);
            }
        });
    }

    /// The sure fixes come to an end, leave what was sound, and never make a file that can be read one that cannot.
    fn fixes(&mut self, source: &Arc<Source>, sound: Option<&Document>, library: &dyn Library) {
        let Some(Some((text, changes))) = self.step("mend", 3 * CHECK, |_| mend(source, library)) else { return };
        self.count("mended");
        let (before, after) = (read(&source.text).1, read(&text).1);
        if errors(&before.faults) < errors(&after.faults) {
            self.finds("fixes make a text unreadable", format!("{changes:?}"));
        }
        let mended = Source::new("input.nim", text);
        if let Some(Some((_, more))) = self.step("mend again", 3 * CHECK, |_| mend(&mended, library)) {
            self.finds("fixes have fixes", format!("{changes:?} then {more:?}"));
        }
        let Some(again) = self.step("check", CHECK, |_| check(&mended, library)) else { return };
        match (sound, again) {
            (Some(document), Ok(again)) => {
                if format!("{:?}", document.ruleset) != format!("{:?}", again.ruleset) {
                    self.finds("fixes change the game", format!("{changes:?}"));
                }
            }
            (Some(_), Err(faults)) => self.finds("fixes make a sound file faulty", format!("{changes:?}: {faults}")),
            (None, _) => {}
        }
    }

    /// Terms of sequences, and what `explain` prints.
    fn terms(&mut self, document: &Document) {
        for item in &document.file.items {
            if let ItemKind::Sequence { name, .. } = &item.kind {
                let found = self.step("sequence", CHECK, |_| document.sequence(&name.text, &Settings::new(), 12));
                if let Some(Err(faults)) = found {
                    self.messages(&faults.0);
                }
            }
        }
        self.step("words", CHECK, |_| (document.ruleset.measure_in_words(), document.ruleset.ending()));
    }
}

fn different(file: &File, text: &str) -> Option<Finding> {
    let finding = |key: &str, detail: String| Some(Finding { key: key.to_owned(), detail });
    for (way, written) in [("printing", print_file(file)), ("layout", format(file, text))] {
        let (again, sink, _) = read(&written);
        if sink.has_errors() {
            let why = sink.faults.first().map(|fault| fault.message.clone()).unwrap_or_default();
            return finding(&format!("{way} cannot be read"), format!("{why}\n{written}"));
        }
        if said(file) != said(&again) {
            return finding(&format!("{way} says something else"), written);
        }
        if way == "printing" {
            if print_file(&again) != written {
                return finding("printing is not stable", written);
            }
        } else {
            if format(&again, &written) != written {
                return finding("layout is not stable", written);
            }
            if comments(file) != comments(&again) {
                return finding("layout loses comments", written);
            }
        }
    }
    None
}

/// The document with the negations of its claims behind it, each under the name of its claim and `#no`.
pub(super) fn with_negations(document: &Document, library: &dyn Library) -> Option<Document> {
    if !document.components.is_empty() {
        return None;
    }
    let mut text = document.source.text.clone();
    text.push('\n');
    for claim in document.claims() {
        if !claim.binders.is_empty() || claim.except.is_some() || claim.name.contains('#') {
            continue;
        }
        let play = match claim.play {
            None => "",
            Some(nimdsl::value::Play::Misere) => " misere",
            Some(nimdsl::value::Play::Normal) => " normal",
        };
        let end = claim.condition.as_ref().map_or(String::new(), |one| format!(" where {}", print_expression(one)));
        text.push_str(&format!("claim \"{}#no\"{play}: not ({}){end}\n", claim.name, print_expression(&claim.body)));
    }
    let source = Source::new("input.nim", text);
    let mut sink = Sink::new(source.clone());
    let file = parse(&source, &mut sink);
    analyse(&source, file, sink, library).ok()
}
