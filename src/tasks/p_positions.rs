//! Positions of one Grundy value, for each ruleset and choice of parameters.
use super::input::{TaskInput, chain, heading, p_positions, play, positions_of, with_registers, without_mirror_images};
use crate::asked::TaskFailure;
use crate::asked::values::HeapBound;
use crate::check::Settings;
use crate::ruleset::{Position, words};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Positions that a list shows to people; the data have all of them.
const SHOWN: usize = 60;

/// Positions for each choice of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PPositions {
    /// The rulesets; that of the experiment if none is named.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// The largest heap.
    pub up_to: HeapBound,
    /// Positions of this Grundy value instead.
    #[serde(default)]
    pub grundy: Option<u32>,
    /// Misère play.
    #[serde(default)]
    pub misere: bool,
    /// Registers with one value, also of those with a start.
    #[serde(default)]
    pub at: IndexMap<String, i64>,
}

/// The positions of a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct ListedPositions {
    /// What the experiment calls the ruleset.
    pub ruleset: String,
    /// All its parameters.
    pub params: Settings,
    /// The Grundy value; none for P-positions.
    pub grundy: Option<u32>,
    /// All heaps up to this were looked at.
    pub up_to: u64,
    /// Whether the game is proved to be symmetric; then mirror images are left out.
    pub symmetric: bool,
    /// The positions.
    pub positions: Vec<Position>,
    /// What a1, a2, ... is called if they are (a1, a2), (a2, a3), ...
    pub chain: Option<String>,
    /// The title of the ruleset.
    #[serde(skip)]
    pub title: String,
    /// The names of the heaps, which say how a position is written.
    #[serde(skip)]
    pub heaps: Vec<String>,
}

impl PPositions {
    /// Lists positions.
    ///
    /// # Errors
    /// A ruleset or parameter that is faulty, an engine that gave up.
    pub(crate) fn perform(&self, input: &TaskInput<'_>) -> Result<Vec<ListedPositions>, TaskFailure> {
        let up_to = self.up_to.at(input.extent);
        let size = input.size(self.up_to)?;
        input.each(&self.rulesets, |chosen| {
            let ruleset = with_registers(chosen.document.at(chosen.settings)?, &self.at)?;
            let play = play(&ruleset, self.misere);
            let all = match self.grundy {
                None => p_positions(&ruleset, up_to, play, chosen.context)?,
                Some(wanted) => positions_of(&ruleset, wanted, size, chosen.context)?,
            };
            let (positions, symmetric) = without_mirror_images(&all, &ruleset);
            Ok(ListedPositions {
                ruleset: chosen.name.to_owned(),
                grundy: self.grundy,
                up_to,
                symmetric,
                positions,
                chain: if self.grundy.is_none() { chain(&all, &ruleset) } else { None },
                params: ruleset.parameters,
                title: ruleset.name,
                heaps: ruleset.heaps,
            })
        })
    }
}

impl ListedPositions {
    pub(super) fn text(&self) -> String {
        let shown = self.positions.iter().take(SHOWN).map(|position| words::position(position, &self.heaps));
        let shown = shown.collect::<Vec<_>>().join(" ");
        let more = if self.positions.len() <= SHOWN { "" } else { " ..." };
        let called = self.chain.as_ref().map_or_else(String::new, |chain| format!("    a1, a2, ...: {chain}\n"));
        format!("  {}: {shown}{more}\n{called}", heading(&self.title, &self.params))
    }
}
