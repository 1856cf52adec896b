//! The forms of questions, and from bytes to the answer as JSON: `{"ok": ...}`, or `{"no": {"kind", "message", "faults"}}`.
use crate::desk::Desk;
use crate::games::PageGame;
use crate::places::Units;
use crate::{board, claims, games, pictures, texts};
use nimdsl::diagnostic::Faults;
use nimdsl::engine::EngineError;
use nimdsl::rules::NoAnswer;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum PageQuestion {
    /// Other texts, by the names of their files: what `extends`, `sum of` and experiments read.
    Texts { texts: BTreeMap<String, String> },
    /// All faults of a text.
    Check { name: String, text: String },
    /// A text with its sure fixes.
    Mend { name: String, text: String },
    /// A text in canonical layout.
    Format { name: String, text: String },
    /// What a game is: names, parameters, registers, claims.
    About { game: PageGame },
    /// The rules and claims as texts and LaTeX.
    Shown { game: PageGame },
    /// The cells of a board.
    Board { game: PageGame, what: board::Shows, sizes: Vec<u64>, fixed: Vec<Option<u64>> },
    /// A whole table in the JSON form of the library.
    Table { game: PageGame, what: board::Shows, size: u64 },
    /// A position, its outcome and winning moves; its options as runs.
    Look { game: PageGame, position: Vec<i64> },
    /// A position with all its options and their values.
    Explain { game: PageGame, position: Vec<i64> },
    /// P-positions, and the name of their chain.
    Positions { game: PageGame, up_to: u64 },
    /// The claims of a text: kinds, names, statements.
    Claims { game: PageGame },
    /// A claim on a table.
    Verify { game: PageGame, claim: String, up_to: Option<u64> },
    /// A claim for all positions, with certificates.
    Prove { game: PageGame, claim: String },
    /// The P-positions for all positions.
    Solve { game: PageGame },
    /// Whether certificates are valid.
    Recheck { game: PageGame, certificates: String },
    /// A search or any other experiment.
    Run { name: String, text: String },
    /// A picture as a text.
    Picture { game: PageGame, asked: Box<pictures::PictureAsked> },
}

/// Answers a question; what cannot be read is told as well.
pub(crate) fn answered(question: &[u8], desk: &mut Desk) -> String {
    desk.cells.clear();
    let question = match serde_json::from_slice(question) {
        Ok(question) => question,
        Err(why) => return json!({"no": {"kind": "question", "message": why.to_string(), "faults": []}}).to_string(),
    };
    let text = text_of(&question).map(str::to_owned);
    match answer(question, desk) {
        Ok(answer) => json!({"ok": answer}).to_string(),
        Err(why) => json!({"no": refusal(&why, text.as_deref().unwrap_or(""))}).to_string(),
    }
}

/// The text that faults speak of.
fn text_of(question: &PageQuestion) -> Option<&str> {
    match question {
        PageQuestion::Texts { .. } => None,
        PageQuestion::Check { text, .. }
        | PageQuestion::Mend { text, .. }
        | PageQuestion::Format { text, .. }
        | PageQuestion::Run { text, .. } => Some(text),
        PageQuestion::About { game }
        | PageQuestion::Shown { game }
        | PageQuestion::Board { game, .. }
        | PageQuestion::Table { game, .. }
        | PageQuestion::Look { game, .. }
        | PageQuestion::Explain { game, .. }
        | PageQuestion::Positions { game, .. }
        | PageQuestion::Claims { game }
        | PageQuestion::Verify { game, .. }
        | PageQuestion::Prove { game, .. }
        | PageQuestion::Solve { game }
        | PageQuestion::Recheck { game, .. }
        | PageQuestion::Picture { game, .. } => Some(&game.text),
    }
}

fn answer(question: PageQuestion, desk: &mut Desk) -> Result<Value, NoAnswer> {
    match question {
        PageQuestion::Texts { texts } => {
            desk.keep(texts);
            Ok(Value::Null)
        }
        PageQuestion::Check { name, text } => Ok(texts::check(&name, &text, desk)),
        PageQuestion::Mend { name, text } => Ok(texts::mend_text(&name, &text, desk)),
        PageQuestion::Format { name, text } => texts::format(&name, &text),
        PageQuestion::About { game } => games::about(&game, desk),
        PageQuestion::Shown { game } => texts::shown(&game, desk),
        PageQuestion::Board { game, what, sizes, fixed } => board::board(&game, what, &sizes, &fixed, desk),
        PageQuestion::Table { game, what, size } => board::table(&game, what, size, desk),
        PageQuestion::Look { game, position } => board::look(&game, &position, desk),
        PageQuestion::Explain { game, position } => board::explain(&game, &position, desk),
        PageQuestion::Positions { game, up_to } => board::positions(&game, up_to, desk),
        PageQuestion::Claims { game } => claims::claims(&game, desk),
        PageQuestion::Verify { game, claim, up_to } => claims::verify(&game, &claim, up_to, desk),
        PageQuestion::Prove { game, claim } => claims::prove(&game, &claim, desk),
        PageQuestion::Solve { game } => claims::solve(&game, desk),
        PageQuestion::Recheck { game, certificates } => claims::recheck(&game, &certificates, desk),
        PageQuestion::Run { name, text } => claims::run(&name, &text, desk),
        PageQuestion::Picture { game, asked } => pictures::picture(&game, &asked, desk),
    }
}

/// Why there is no answer.
fn refusal(why: &NoAnswer, text: &str) -> Value {
    let none = Faults(Vec::new());
    let (kind, faults) = match why {
        NoAnswer::Faults(faults) => ("faults", faults),
        NoAnswer::Question(_) | NoAnswer::Engine(EngineError::Request(_)) => ("question", &none),
        NoAnswer::Engine(EngineError::Memory { .. }) => ("memory", &none),
        NoAnswer::Engine(_) => ("engine", &none),
        NoAnswer::Open(_) => ("open", &none),
    };
    json!({"kind": kind, "message": why.to_string(), "faults": Units::of(text).faults(&faults.0)})
}
