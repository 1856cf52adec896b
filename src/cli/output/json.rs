//! JSON: one object, whose fields are in alphabetic order.
use super::{AnswerForm, Format, PositionList, TableAnswer};
use crate::cli::stop::Stop;
use nimdsl::rules::to_json;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "json",
    about: "For programs",
    is_text: true,
    table,
    bands: None,
    positions: Some(positions),
    answers: Some(AnswerForm::Data),
    chain: None,
    rules: None,
    proofs: None,
};

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    writeln!(out, "{}", serde_json::to_string(table.tabled)?)?;
    Ok(())
}

fn positions(list: &PositionList<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    writeln!(out, "{}", to_json(list.found))?;
    Ok(())
}
