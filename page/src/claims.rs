//! Claims, proofs, certificates, searches. Each can take as long as it likes: whoever asks ends the worker.
use crate::desk::Desk;
use crate::games::PageGame;
use nimdsl::asked::values::Effort;
use nimdsl::rules::{Certificates, NoAnswer, certificates, check_experiment, run_experiment, to_json};
use nimdsl::source::Source;
use serde_json::{Value, json};

/// The claims of a text, in its order.
pub(crate) fn claims(game: &PageGame, desk: &mut Desk) -> Result<Value, NoAnswer> {
    Ok(json!(desk.whole(game)?.shown().claims))
}

/// A claim on a table; `line` says what came out.
pub(crate) fn verify(game: &PageGame, claim: &str, up_to: Option<u64>, desk: &mut Desk) -> Result<Value, NoAnswer> {
    let rules = desk.whole(game)?;
    let verified = rules.verify(claim, up_to, &Desk::context())?;
    let mut answer = to_json(&verified);
    answer["line"] = json!(verified.words(rules.ruleset()));
    Ok(answer)
}

/// A claim for all positions. Where it is proved, `file` is the text of its certificates, of which every one was rechecked.
pub(crate) fn prove(game: &PageGame, claim: &str, desk: &mut Desk) -> Result<Value, NoAnswer> {
    let rules = desk.whole(game)?;
    let proved = rules.prove(claim, &Desk::context())?;
    let mut answer = to_json(&proved);
    answer["line"] = json!(proved.words(rules.ruleset()));
    let confirmed = rules.confirmed(&proved.certificates, 1);
    answer["covered"] = confirmed.claims.iter().map(|claim| json!(claim.words())).collect();
    answer["refused"] = json!(confirmed.refused);
    let count = confirmed.certificates.len();
    answer["rechecked"] = json!(count);
    let all = Certificates { file: game.name.clone(), certificates: confirmed.certificates };
    answer["file"] = if count == 0 { Value::Null } else { json!(json!(all).to_string()) };
    Ok(answer)
}

/// The P-positions for all positions, in words and as a drawing.
pub(crate) fn solve(game: &PageGame, desk: &mut Desk) -> Result<Value, NoAnswer> {
    let rules = desk.whole(game)?;
    let solution = rules.solve(&Desk::context())?;
    let mut answer = to_json(&solution);
    answer["line"] = json!(solution.words(rules.ruleset()));
    answer["first"] = json!(solution.first_positions(rules.ruleset()));
    Ok(answer)
}

/// Whether certificates are valid for a game, and what they cover.
pub(crate) fn recheck(game: &PageGame, text: &str, desk: &mut Desk) -> Result<Value, NoAnswer> {
    match certificates(text) {
        Err(refused) => Ok(to_json(&refused)),
        Ok(all) => Ok(to_json(&desk.whole(game)?.recheck(&all, &Desk::context())?)),
    }
}

/// An experiment at its quick bounds; the report as data, and in words.
pub(crate) fn run(name: &str, text: &str, desk: &Desk) -> Result<Value, NoAnswer> {
    let experiment = check_experiment(&Source::new(name, text), &desk.texts)?;
    let done = run_experiment(&experiment, &desk.texts, Effort::Quick, &Desk::context());
    let results = done.map_err(|failure| NoAnswer::Question(failure.to_string()))?;
    let mut answer = to_json(&results);
    answer["text"] = json!(results.report.text());
    answer["failures"] = results.failures.iter().map(|(_, failure)| json!(failure.to_string())).collect();
    Ok(answer)
}
