//! A sink that passes report faults into, and all the faults of one document. Knows nothing about what is checked.
use crate::source::{Source, Span};
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
    /// The text that the places are in.
    pub source: Arc<Source>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

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
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        if self.labels.is_empty() { None } else { Some(self.source.as_ref()) }
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

    fn push(&mut self, severity: Severity, code: &'static str, span: Span, text: [String; 3]) {
        if 200 <= self.faults.len()
            || self.faults.iter().any(|f| f.code == code && f.labels.first().map(|l| l.0) == Some(span))
        {
            return;
        }
        let [message, label, help] = text;
        let (source, span) = self.source.resolve(span);
        self.faults.push(Fault {
            code,
            severity,
            message,
            help: (!help.is_empty()).then_some(help),
            labels: vec![(span, label)],
            source,
        });
    }

    /// Reports an error: its code, place, message (naming the thing), the remark at the place, and the remedy.
    pub fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(Severity::Error, code, span, [message.into(), label.into(), help.into()]);
    }

    /// Reports a warning, in the same way.
    pub fn warning(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(Severity::Warning, code, span, [message.into(), label.into(), help.into()]);
    }

    /// Whether an error was reported.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity == Severity::Error)
    }
}
