//! A line for each choice of parameters: P-positions, their name, and which choices have the same ones.
use super::input::{TaskInput, blamed, chain, p_positions, play, with_registers, without_mirror_images};
use crate::asked::TaskFailure;
use crate::asked::values::HeapBound;
use crate::check::Settings;
use crate::diagnostic::Faults;
use crate::ruleset::{Position, Ruleset, words};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// P-positions that a line shows.
const SHOWN: usize = 8;

/// A line for each choice of parameters: P-positions, their name, which tables are equal.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Sweep", deny_unknown_fields)]
pub struct SweepTask {
    /// The largest heap.
    pub up_to: HeapBound,
    /// Misère play.
    #[serde(default)]
    pub misere: bool,
    /// Registers with one value, also of those with a start.
    #[serde(default)]
    pub at: IndexMap<String, i64>,
}

/// A choice of parameters, and what it leads to.
#[derive(Clone, Debug, Serialize)]
pub struct SweptChoice {
    /// The parameters that vary.
    pub params: Settings,
    /// Whether the ruleset allows this choice.
    pub possible: bool,
    /// The fault that excludes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What it leads to.
    #[serde(flatten)]
    pub to: Option<SweptPositions>,
}

/// The P-positions of one choice of parameters.
#[derive(Clone, Debug, Serialize)]
pub struct SweptPositions {
    /// Equal for choices with the same P-positions.
    pub class: usize,
    /// All heaps up to this were looked at.
    pub up_to: u64,
    /// How many P-positions there are.
    pub count: usize,
    /// Whether the game is proved to be symmetric; then mirror images are left out.
    pub symmetric: bool,
    /// The first of them.
    pub p_positions: Vec<Position>,
    /// What a1, a2, ... is called if they are (a1, a2), (a2, a3), ...
    pub chain: Option<String>,
    /// Whether there are more than are listed.
    #[serde(skip)]
    pub has_more: bool,
    /// The names of the heaps, which say how a position is written.
    #[serde(skip)]
    pub heaps: Vec<String>,
}

impl SweepTask {
    /// Lists the P-positions for each choice of the parameters, and which choices have the same ones.
    ///
    /// # Errors
    /// An engine that gave up.
    pub(crate) fn perform(&self, input: &TaskInput<'_>) -> Result<Vec<SweptChoice>, TaskFailure> {
        let mut classes: IndexMap<String, usize> = IndexMap::new();
        let row = |settings: Settings| match input.document.at(&settings) {
            Ok(ruleset) => {
                let to = with_registers(ruleset, &self.at)
                    .and_then(|ruleset| self.swept(&ruleset, input, &mut classes))
                    .map_err(|failure| blamed(failure, input.document, &settings))?;
                Ok(SweptChoice { params: settings, possible: true, reason: None, to: Some(to) })
            }
            // A condition of the parameters excludes this choice.
            Err(Faults(faults)) => {
                let reason = faults.first().map_or("", |fault| fault.code).to_owned();
                Ok(SweptChoice { params: settings, possible: false, reason: Some(reason), to: None })
            }
        };
        input.choices.iter().map(row).collect()
    }

    fn swept(
        &self,
        ruleset: &Ruleset,
        input: &TaskInput<'_>,
        classes: &mut IndexMap<String, usize>,
    ) -> Result<SweptPositions, TaskFailure> {
        let up_to = self.up_to.at(input.extent);
        let all = p_positions(ruleset, up_to, play(ruleset, self.misere), input.context)?;
        let next = classes.len() + 1;
        let class = *classes.entry(hash(&all, ruleset)).or_insert(next);
        let (mut listed, symmetric) = without_mirror_images(&all, ruleset);
        let has_more = SHOWN < listed.len();
        listed.truncate(SHOWN);
        Ok(SweptPositions {
            class,
            up_to,
            count: all.len(),
            symmetric,
            p_positions: listed,
            chain: chain(&all, ruleset),
            has_more,
            heaps: ruleset.heaps.clone(),
        })
    }
}

/// Equal for the same positions; positions of different numbers of heaps or registers are never the same.
fn hash(all: &[Position], ruleset: &Ruleset) -> String {
    let mut hasher = blake3::Hasher::new();
    for count in [ruleset.heaps.len(), ruleset.registers.len()] {
        hasher.update(&(count as u64).to_le_bytes());
    }
    for number in all.iter().flatten() {
        hasher.update(&number.to_le_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

impl SweptChoice {
    pub(super) fn text(&self) -> String {
        let params = words::settings(&self.params);
        let chosen = if params.is_empty() { "as it is" } else { &params };
        let Some(to) = &self.to else {
            return format!("  {chosen}: not possible ({})\n", self.reason.as_deref().unwrap_or_default());
        };
        let shown: Vec<String> = to.p_positions.iter().map(|position| words::position(position, &to.heaps)).collect();
        let more = if to.has_more { " ..." } else { "" };
        let called = to.chain.as_ref().map_or_else(String::new, |name| format!("; {name}"));
        let (class, count, shown) = (to.class, to.count, shown.join(" "));
        format!("  {chosen}: class {class}, {count} P-positions: {shown}{more}{called}\n")
    }
}
