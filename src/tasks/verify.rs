//! Claims of rulesets, each on a table.
use super::input::TaskInput;
use crate::asked::TaskFailure;
use crate::asked::values::HeapBound;
use crate::check::Settings;
use crate::claim::verify::{Request, Verified, verify};
use crate::syntax::nearest;
use serde::{Deserialize, Serialize};

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
    /// The parameters of the ruleset that vary.
    pub chosen: Settings,
    /// The claim and its verdict, as they are told everywhere.
    #[serde(flatten)]
    pub verified: Verified,
    /// The verdict in words.
    pub words: String,
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
                Ok(JudgedClaim {
                    ruleset: chosen.name.to_owned(),
                    chosen: chosen.settings.clone(),
                    words: verified.words(&chosen.document.ruleset),
                    verified,
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
        let Self { ruleset, verified, words, .. } = self;
        let (name, verdict, mark) = (&verified.name, verified.word(), verified.as_expected.mark());
        format!("  {verdict:<8} {ruleset}: {name} {words} [{mark}]\n")
    }
}
