//! Reports as pages: what a run or a prover left behind, put into a template of one of four languages. Runs nothing but the
//! checker of certificates.
//!
//! ```text
//! report.json --data--> tasks, rulesets  \
//! certificates --proofs--> paragraphs     --> template --> LaTeX, Typst, Markdown, HTML
//! ```
pub(in crate::cli) mod data;
mod escape;
pub(in crate::cli) mod proofs;

use crate::cli::stop::Stop;
use data::Page;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, ValueKind};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use nimdsl::latex;

/// A language of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Language {
    /// LaTeX.
    Tex,
    /// Typst.
    Typ,
    /// Markdown.
    Md,
    /// HTML.
    Html,
}

impl Language {
    /// The template that is shipped.
    fn template(self) -> &'static str {
        match self {
            Self::Tex => include_str!("../../../docs/templates/report.tex"),
            Self::Typ => include_str!("../../../docs/templates/report.typ"),
            Self::Md => include_str!("../../../docs/templates/report.md"),
            Self::Html => include_str!("../../../docs/templates/report.html"),
        }
    }

    /// A text of a stranger, so that the language obeys none of it.
    fn escaped(self, text: &str) -> String {
        match self {
            Self::Tex => latex::text(text),
            Self::Typ => escape::typst(text),
            Self::Md => escape::markdown(text),
            Self::Html => escape::html(text),
        }
    }
}

/// A page by the shipped template, or by one of the user's, given with its name.
///
/// # Errors
/// A template that is faulty or asks for what there is not, with the line.
pub(in crate::cli) fn page(page: &Page, language: Language, own: Option<(&str, &str)>) -> Result<String, Stop> {
    let (name, template) = own.unwrap_or(("the shipped template", language.template()));
    let faulty = |error: minijinja::Error| {
        let line = error.line().map_or_else(String::new, |line| format!(":{line}"));
        let why = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
        let known = "title, version, rulesets, tasks, proofs";
        Stop::refused(format!("{name}{line}: {why}; a template may ask for {known} (see docs/papers.md)"))
    };
    let mut environment = Environment::new();
    // Widths that a template asks for are not bounded, and would be allocated.
    for filter in ["batch", "format", "indent", "slice"] {
        environment.remove_filter(filter);
    }
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(syntax.expect("the usual delimiters"));
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("page".into()));
    environment.set_formatter(move |out, _, value| {
        let text = value.to_string();
        let plain = value.is_safe() || value.kind() == ValueKind::Number;
        out.write_str(&if plain { text } else { language.escaped(&text) }).map_err(minijinja::Error::from)
    });
    environment.add_template("report", template).map_err(faulty)?;
    environment.get_template("report").and_then(|template| template.render(Serde(page))).map_err(faulty)
}
