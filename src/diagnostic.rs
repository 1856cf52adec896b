//! A sink that passes report faults into, and all the faults of one document. Knows nothing about what is checked.
//!
//! The remedy of a fault is a sentence for people and, where a replacement of some bytes mends it, data: a [`Fix`].
use crate::source::{Source, Span, is_shown, legible};
use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use std::fmt;
use std::sync::Arc;

/// One thing that is wrong with a text: its place, the reason and the remedy.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Kebab-case name of the kind of fault.
    pub code: &'static str,
    /// A warning does not stop anything.
    pub severity: Severity,
    /// What is wrong; names the thing at fault.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Places with a remark each; the first is the place of the fault.
    pub labels: Vec<(Span, String)>,
    /// Replacements that mend it. Those that overlap are alternatives; the others belong together.
    pub fixes: Vec<Fix>,
    /// The text that the places are in.
    pub source: Arc<Source>,
}

/// A replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced; empty where something is inserted.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
    /// Whether it may be made without asking.
    pub certainty: Certainty,
}

/// Whether a replacement may be made without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Only one reading is possible: nothing that was readable before means something else afterwards.
    Sure,
    /// Probably meant; the author has to look.
    Likely,
}

/// Most places that one fault names; its fixes are not counted.
const MOST_PLACES: usize = 12;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// Takes over the places and fixes of a fault that has the same cause.
    pub fn join(&mut self, other: Self) {
        for (span, _) in other.labels {
            self.add_place(span);
        }
        self.fixes.extend(other.fixes);
    }

    fn add_place(&mut self, span: Span) {
        if self.labels.iter().any(|(known, _)| *known == span) {
            return;
        }
        match self.labels.len() {
            MOST_PLACES => self.labels.push((span, "here, and at more places".to_owned())),
            count if count < MOST_PLACES => self.labels.push((span, "and here".to_owned())),
            _ => {}
        }
    }

    /// Whether the lines about the places can be shown: a terminal obeys some characters instead of printing them, and
    /// shows others as if the text were another.
    fn may_be_printed(&self) -> bool {
        let text = self.source.text.as_str();
        self.labels.iter().all(|(span, _)| {
            let (before, rest) = text.split_at_checked(span.start).unwrap_or((text, ""));
            let start = before.rmatch_indices('\n').nth(1).map_or(0, |(at, _)| at);
            let end = rest.match_indices('\n').nth(1).map_or(text.len(), |(at, _)| span.start + at);
            let mut shown = text[start..end].char_indices();
            shown.all(|(at, letter)| match letter {
                '\n' | '\t' => true,
                '\r' => text[start + at + 1..].starts_with('\n'),
                letter => is_shown(letter),
            })
        })
    }

    /// The same fault in texts that a terminal prints and does not obey.
    #[must_use]
    pub fn legible(&self) -> Self {
        let mut safe = self.clone();
        safe.message = legible(&self.message).into_owned();
        safe.help = self.help.as_deref().map(|help| legible(help).into_owned());
        for (_, remark) in &mut safe.labels {
            *remark = legible(remark).into_owned();
        }
        if let std::borrow::Cow::Owned(name) = legible(&self.source.name) {
            let (text, parts) = (self.source.text.clone(), self.source.parts.clone());
            safe.source = Arc::new(Source { name, text, parts });
        }
        safe
    }

    /// A place in words, for lines that are not shown.
    fn place(&self, span: Span) -> String {
        let (line, column) = self.source.line_column(span.start);
        format!("{}:{line}:{column}", self.source.name)
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        let inner = self.text.read_span(span, before, after)?;
        Ok(Box::new(miette::MietteSpanContents::new_named(
            self.name.clone(),
            inner.data(),
            *inner.span(),
            inner.line(),
            inner.column(),
            inner.line_count(),
        )))
    }
}

impl Diagnostic for Fault {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code))
    }
    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        if self.labels.is_empty() || self.may_be_printed() {
            return Some(Box::new(help));
        }
        let places: Vec<String> = self.labels.iter().map(|(span, _)| self.place(*span)).collect();
        Some(Box::new(format!("{help} (at {})", places.join(", "))))
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        if self.labels.is_empty() || !self.may_be_printed() { None } else { Some(self.source.as_ref()) }
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(
            self.labels.iter().map(|(span, text)| {
                LabeledSpan::new(Some(text.clone()), span.start, span.end.saturating_sub(span.start))
            }),
        ))
    }
}

/// All the faults of one document, at least one of them an error.
#[derive(Clone, Debug)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            let place = fault.labels.first().map(|(span, _)| fault.source.line_column(span.start));
            if index != 0 {
                writeln!(f)?;
            }
            match place {
                Some((line, column)) => write!(f, "{}:{line}:{column}: {}", fault.source.name, fault.message)?,
                None => write!(f, "{}: {}", fault.source.name, fault.message)?,
            }
            if let Some(help) = &fault.help {
                write!(f, " ({help})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Where passes report; nothing stops at the first fault.
#[derive(Debug)]
pub struct Sink {
    source: Arc<Source>,
    /// What was reported, in order.
    pub faults: Vec<Fault>,
}

impl Sink {
    /// An empty sink for one source.
    #[must_use]
    pub fn new(source: Arc<Source>) -> Self {
        Self { source, faults: Vec::new() }
    }

    /// The same sink for a source that begins with the same text.
    #[must_use]
    pub fn with_source(mut self, source: Arc<Source>) -> Self {
        self.source = source;
        self
    }

    fn push(&mut self, severity: Severity, code: &'static str, span: Span, text: [String; 3]) -> Reported<'_> {
        if 200 <= self.faults.len()
            || self.faults.iter().any(|f| f.code == code && f.labels.first().map(|l| l.0) == Some(span))
        {
            return Reported { sink: self, at: None };
        }
        let [message, label, help] = text;
        let (source, span) = self.source.resolve(span);
        self.faults.push(Fault {
            code,
            severity,
            message,
            help: (!help.is_empty()).then_some(help),
            labels: vec![(span, label)],
            fixes: Vec::new(),
            source,
        });
        let at = Some(self.faults.len() - 1);
        Reported { sink: self, at }
    }

    /// Leaves out what was reported from a place on with one of these codes. Whether there was any.
    pub(crate) fn leave_out(&mut self, from: usize, codes: &[&str]) -> bool {
        let before = self.faults.len();
        let later = self.faults.split_off(from.min(before));
        self.faults.extend(later.into_iter().filter(|fault| !codes.contains(&fault.code)));
        self.faults.len() < before
    }

    /// Whether an error was reported from a place on.
    #[must_use]
    pub(crate) fn has_errors_from(&self, from: usize) -> bool {
        self.faults.iter().skip(from).any(|fault| fault.severity == Severity::Error)
    }

    /// Reports an error: its code, place, message (naming the thing), the remark at the place, and the remedy.
    pub fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Reported<'_> {
        self.push(Severity::Error, code, span, [message.into(), label.into(), help.into()])
    }

    /// Reports a warning, in the same way.
    pub fn warning(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Reported<'_> {
        self.push(Severity::Warning, code, span, [message.into(), label.into(), help.into()])
    }

    /// One more place of a cause that was reported: a fault of the same code and message, and of the same kind by
    /// `same`. `None` if there is none, or it lies in another text.
    pub fn again(
        &mut self,
        code: &'static str,
        span: Span,
        message: &str,
        same: impl Fn(&Fault) -> bool,
    ) -> Option<Reported<'_>> {
        let (source, span) = self.source.resolve(span);
        let at = self.faults.iter().position(|fault| {
            fault.code == code && fault.message == message && fault.source.name == source.name && same(fault)
        })?;
        self.faults[at].add_place(span);
        Some(Reported { sink: self, at: Some(at) })
    }

    /// Whether an error was reported.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity == Severity::Error)
    }
}

/// A fault that was just reported, to say how it is mended; without effect where it was left out as a repetition.
#[derive(Debug)]
pub struct Reported<'a> {
    sink: &'a mut Sink,
    at: Option<usize>,
}

impl Reported<'_> {
    /// A replacement that was probably meant.
    pub fn likely(&mut self, span: Span, text: impl Into<String>) -> &mut Self {
        self.fix(span, text.into(), Certainty::Likely)
    }

    /// A replacement that may be made without asking.
    pub fn sure(&mut self, span: Span, text: impl Into<String>) -> &mut Self {
        self.fix(span, text.into(), Certainty::Sure)
    }

    /// Another remedy in words.
    pub fn help(&mut self, text: impl Into<String>) -> &mut Self {
        if let Some(at) = self.at {
            self.sink.faults[at].help = Some(text.into());
        }
        self
    }

    /// A replacement in the text of the fault; in another text nothing is replaced.
    pub fn fix(&mut self, span: Span, text: String, certainty: Certainty) -> &mut Self {
        if let Some(at) = self.at {
            let (source, mut span) = self.sink.source.resolve(span);
            // Spans of expressions reach up to the next sign.
            if let Some(old) = source.text.get(span.start..span.end).filter(|old| !old.trim_end().is_empty()) {
                span.end = span.start + old.trim_end().len();
            }
            let fault = &mut self.sink.faults[at];
            let fix = Fix { span, text, certainty };
            if source.name == fault.source.name && !fault.fixes.contains(&fix) {
                fault.fixes.push(fix);
            }
        }
        self
    }
}

/// The text with the sure fixes of its faults, and each replacement that was made, in the order of the text; fixes that
/// overlap one before them wait for another round. `None` if there is none.
#[must_use]
pub fn mended(source: &Source, faults: &[Fault]) -> Option<(String, Vec<Fix>)> {
    let own = |fault: &&Fault| fault.source.name == source.name && fault.source.text == source.text;
    let here = faults.iter().filter(own);
    let mut fixes: Vec<&Fix> =
        here.flat_map(|fault| &fault.fixes).filter(|fix| fix.certainty == Certainty::Sure).collect();
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let (mut text, mut end, mut made) = (String::new(), 0, Vec::<Fix>::new());
    for fix in fixes {
        let Some(kept) = source.text.get(end..fix.span.start) else { continue };
        let after = made.last().is_some_and(|last| last.span.end == fix.span.start);
        // Two insertions at one place, or a replacement beside another, might not belong together.
        if after || source.text.get(fix.span.start..fix.span.end).is_none_or(|old| old == fix.text) {
            continue;
        }
        text.push_str(kept);
        text.push_str(&fix.text);
        end = fix.span.end;
        made.push(fix.clone());
    }
    text.push_str(source.text.get(end..)?);
    (!made.is_empty()).then_some((text, made))
}
