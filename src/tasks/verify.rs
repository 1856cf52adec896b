//! Claims of rulesets, each on a table.
use super::input::TaskInput;
use crate::asked::TaskFailure;
use crate::asked::values::HeapBound;
use crate::check::Settings;
use crate::claim::Verdict;
use crate::claim::verify::{Expectation, Request, verify};
use crate::ruleset::Position;
use crate::syntax::ast::ClaimKind;
use crate::syntax::nearest;
use serde::{Deserialize, Serialize, Serializer};

/// Claims of rulesets, each on a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verify {
    /// The rulesets; that of the experiment if none is named.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// The names of the claims; all of them if none is named.
    #[serde(default)]
    pub claims: Vec<String>,
    /// The largest heap; a bound that suits each claim if none is given.
    #[serde(default)]
    pub up_to: Option<HeapBound>,
}

/// A claim of a ruleset, and what came out.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedClaim {
    /// What the experiment calls the ruleset.
    pub ruleset: String,
    /// The name of the claim.
    pub name: String,
    /// What the author says of it.
    pub kind: ClaimKind,
    /// What it says, in canonical text.
    pub statement: String,
    /// What it says, as a sentence in LaTeX.
    pub latex: String,
    /// The parameters of the ruleset that vary.
    pub params: Settings,
    /// The parameters at which the claim failed; empty if it did not.
    pub failing_params: Settings,
    /// What the file expects in one word.
    pub expected: &'static str,
    /// What came out in one word.
    pub verdict: &'static str,
    /// Whether that is what the file says; as JSON, whether it is that.
    #[serde(serialize_with = "is_met")]
    pub as_expected: Expectation,
    /// All heaps up to this were looked at.
    pub up_to: Option<u64>,
    /// Where the claim is false.
    pub counterexample: Option<Position>,
    /// The verdict in words.
    pub words: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_met<S: Serializer>(expectation: &Expectation, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*expectation == Expectation::Met)
}

impl Verify {
    /// Evaluates claims at all choices of the parameters.
    ///
    /// # Errors
    /// A ruleset or parameter that is faulty, an engine that gave up, a claim that no ruleset has.
    pub(crate) fn perform(&self, input: &TaskInput<'_>) -> Result<Vec<JudgedClaim>, TaskFailure> {
        let mut known: Vec<String> = Vec::new();
        let up_to = self.up_to.map(|bound| bound.at(input.extent));
        let rows = input.each(&self.rulesets, |chosen| {
            known.extend(chosen.document.claims().map(|claim| claim.name.clone()));
            let request = Request { settings: chosen.settings.clone(), play: None, up_to };
            let claims = chosen.document.claims();
            let asked = claims.filter(|claim| self.claims.is_empty() || self.claims.contains(&claim.name));
            let judge = |claim| {
                let verified = verify(chosen.document, claim, &request, chosen.context)?;
                let (up_to, counterexample) = match &verified.verdict {
                    Verdict::Holds { up_to, .. } => (Some(*up_to), None),
                    Verdict::Refuted { position, up_to, .. } => (Some(*up_to), position.clone()),
                    Verdict::Unknown(_) | Verdict::Untested(_) => (None, None),
                };
                Ok(JudgedClaim {
                    ruleset: chosen.name.to_owned(),
                    kind: verified.kind,
                    params: chosen.settings.clone(),
                    failing_params: verified.parameters.clone(),
                    expected: verified.expected(),
                    verdict: verified.word(),
                    as_expected: verified.as_expected,
                    up_to,
                    counterexample,
                    words: verified.words(&chosen.document.ruleset),
                    name: verified.name,
                    statement: verified.statement,
                    latex: verified.latex,
                })
            };
            asked.map(judge).collect::<Result<Vec<_>, TaskFailure>>()
        })?;
        if let Some(missing) = self.claims.iter().find(|name| !known.contains(name)) {
            let near = nearest(missing, known.iter().map(String::as_str));
            let help = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            return Err(TaskFailure::Request(format!("no ruleset of the task has a claim \"{missing}\"{help}")));
        }
        Ok(rows.concat())
    }
}

impl JudgedClaim {
    pub(super) fn text(&self) -> String {
        let mark = self.as_expected.mark();
        let Self { ruleset, name, verdict, words, .. } = self;
        format!("  {verdict:<8} {ruleset}: {name} {words} [{mark}]\n")
    }
}
