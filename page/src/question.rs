//! The forms of questions, and from bytes to the answer as JSON: `{"ok": ...}`, or `{"no": {"kind", "message", "faults"}}`.
use crate::desk::Desk;
use crate::games::Game;
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
pub(crate) enum Question {
    /// Other texts, by the names of their files: what `extends`, `sum of` and experiments read.
    Texts { texts: BTreeMap<String, String> },
    /// All faults of a text.
    Check { name: String, text: String },
    /// A text with its sure fixes.
    Mend { name: String, text: String },
    /// A text in canonical layout.
    Format { name: String, text: String },
    /// What a game is: names, parameters, registers, claims.
    About { game: Game },
    /// The rules and claims as texts and LaTeX.
    Shown { game: Game },
    /// The cells of a board.
    Board { game: Game, what: board::Shows, sizes: Vec<u64>, fixed: Vec<Option<u64>> },
    /// A whole table in the JSON form of the library.
    Table { game: Game, what: board::Shows, size: u64 },
    /// A position, its outcome and winning moves; its options as runs.
    Look { game: Game, position: Vec<i64> },
    /// A position with all its options and their values.
    Explain { game: Game, position: Vec<i64> },
    /// P-positions, and the name of their chain.
    Positions { game: Game, up_to: u64 },
    /// The claims of a text: kinds, names, statements.
    Claims { game: Game },
    /// A claim on a table.
    Verify { game: Game, claim: String, up_to: Option<u64> },
    /// A claim for all positions, with certificates.
    Prove { game: Game, claim: String },
    /// The P-positions for all positions.
    Solve { game: Game },
    /// Whether certificates are valid.
    Recheck { game: Game, certificates: String },
    /// A search or any other experiment.
    Run { name: String, text: String },
    /// A picture as a text.
    Picture { game: Game, asked: Box<pictures::Asked> },
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
fn text_of(question: &Question) -> Option<&str> {
    match question {
        Question::Texts { .. } => None,
        Question::Check { text, .. }
        | Question::Mend { text, .. }
        | Question::Format { text, .. }
        | Question::Run { text, .. } => Some(text),
        Question::About { game }
        | Question::Shown { game }
        | Question::Board { game, .. }
        | Question::Table { game, .. }
        | Question::Look { game, .. }
        | Question::Explain { game, .. }
        | Question::Positions { game, .. }
        | Question::Claims { game }
        | Question::Verify { game, .. }
        | Question::Prove { game, .. }
        | Question::Solve { game }
        | Question::Recheck { game, .. }
        | Question::Picture { game, .. } => Some(&game.text),
    }
}

fn answer(question: Question, desk: &mut Desk) -> Result<Value, NoAnswer> {
    match question {
        Question::Texts { texts } => {
            desk.keep(texts);
            Ok(Value::Null)
        }
        Question::Check { name, text } => Ok(texts::check(&name, &text, desk)),
        Question::Mend { name, text } => Ok(texts::mend_text(&name, &text, desk)),
        Question::Format { name, text } => texts::format(&name, &text),
        Question::About { game } => games::about(&game, desk),
        Question::Shown { game } => texts::shown(&game, desk),
        Question::Board { game, what, sizes, fixed } => board::board(&game, what, &sizes, &fixed, desk),
        Question::Table { game, what, size } => board::table(&game, what, size, desk),
        Question::Look { game, position } => board::look(&game, &position, desk),
        Question::Explain { game, position } => board::explain(&game, &position, desk),
        Question::Positions { game, up_to } => board::positions(&game, up_to, desk),
        Question::Claims { game } => claims::claims(&game, desk),
        Question::Verify { game, claim, up_to } => claims::verify(&game, &claim, up_to, desk),
        Question::Prove { game, claim } => claims::prove(&game, &claim, desk),
        Question::Solve { game } => claims::solve(&game, desk),
        Question::Recheck { game, certificates } => claims::recheck(&game, &certificates, desk),
        Question::Run { name, text } => claims::run(&name, &text, desk),
        Question::Picture { game, asked } => pictures::picture(&game, &asked, desk),
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
