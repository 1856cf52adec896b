//! From a game to a picture in cells: a file for each family of kinds. Knows no lengths and no form of files.
mod board;
mod cells;
mod growth;
mod lines;
mod slice;
mod spots;
mod strip;

use super::cite::{short_line, source_line};
use super::sketch::{FigureKind, Sketch};
use crate::asked::TaskFailure;
use crate::check::Document;
use crate::engine::{Context, EngineError, Plan};
use crate::ruleset::{Ruleset, words};
use crate::source::legible;
use crate::table::{Region, Table};
use crate::value::{Play, Saturate};
use nimdsl_figures::{Axis, Chart, Corner, Ink, KeyEntry, Panel, Swatch, Ticks};
use std::borrow::Cow;

/// More choices of the registers are not drawn side by side.
const MOST_PANELS: usize = 16;

/// A game: the rules at their parameters, and how it is played.
#[derive(Clone, Copy, Debug)]
pub struct DrawnGame<'a> {
    /// What was read and checked.
    pub document: &'a Document,
    /// What it means at its parameters.
    pub ruleset: &'a Ruleset,
    /// Who wins when no move is left.
    pub play: Play,
    /// One engine alone, by its name.
    pub engine: Option<&'a str>,
}

/// A picture of a game, or of two. Cost: that of the table or of the P-positions that it shows.
///
/// # Errors
/// What makes no sense and what would; memory, cancellation, a rule without a value somewhere.
pub fn draw(
    side: &DrawnGame<'_>,
    other: Option<&DrawnGame<'_>>,
    sketch: &Sketch,
    context: &Context,
) -> Result<Chart, TaskFailure> {
    let asked = AskedPicture { side, other: other.filter(|_| sketch.kind.compares()), sketch, context };
    if sketch.kind.compares() {
        asked.both_are_alike()?;
    } else if other.is_some() {
        let name = sketch.kind.name();
        return refused(format!("`{name}` is a picture of one game; `overlay` and `difference` compare two"));
    }
    // What is wrong with lines is told before anything is computed.
    lines::add(&asked, &mut Drawn { panels: Vec::new(), inks: Vec::new(), key: Vec::new() })?;
    let mut drawn = match &sketch.kind {
        FigureKind::Heat
        | FigureKind::Outcomes
        | FigureKind::Rows
        | FigureKind::Residues(_)
        | FigureKind::Difference => cells::draw(&asked)?,
        FigureKind::Scatter | FigureKind::Overlay => spots::draw(&asked)?,
        FigureKind::Board(position) => board::draw(&asked, position)?,
        FigureKind::Growth => growth::draw(&asked)?,
        FigureKind::Strip(columns) => strip::draw(&asked, *columns)?,
    };
    lines::add(&asked, &mut drawn)?;
    let mut chart = asked.chart(drawn);
    show(&mut chart);
    Ok(chart)
}

/// What is asked, and of whom.
struct AskedPicture<'a> {
    side: &'a DrawnGame<'a>,
    other: Option<&'a DrawnGame<'a>>,
    sketch: &'a Sketch,
    context: &'a Context,
}

/// The boards of a picture, and what their inks mean.
struct Drawn {
    panels: Vec<Panel>,
    inks: Vec<(Ink, char)>,
    key: Vec<KeyEntry>,
}

fn refused<T>(why: impl Into<String>) -> Result<T, TaskFailure> {
    Err(TaskFailure::Request(why.into()))
}

impl AskedPicture<'_> {
    /// Two games can be compared if their positions look alike.
    fn both_are_alike(&self) -> Result<(), TaskFailure> {
        let Some(other) = self.other else {
            return refused(format!(
                "`{}` compares two games: name the other one, for example --compare FILE, or --compare-set c=2",
                self.sketch.kind.name()
            ));
        };
        let count = |side: &DrawnGame<'_>| (side.ruleset.heaps.len(), side.ruleset.registers.len());
        if count(self.side) != count(other) {
            let (one, two) = (&self.side.ruleset.name, &other.ruleset.name);
            return refused(format!(
                "`{one}` and `{two}` have different numbers of heaps or registers; compare games whose positions look alike"
            ));
        }
        Ok(())
    }

    /// Grundy values on a region.
    fn grundy(&self, side: &DrawnGame<'_>, region: &Region) -> Result<Table, TaskFailure> {
        if side.play == Play::Misere {
            let (name, others) = (self.sketch.kind.name(), "`outcomes`, `scatter` and `board` show misère play");
            return refused(format!("`{name}` shows Grundy values, which are those of normal play; {others}"));
        }
        let plan = Plan::named(side.engine, side.ruleset)?;
        Ok(self.counted(plan.grundy(region, self.context)?)?)
    }

    /// Outcomes on a region, 0 at P-positions.
    fn outcomes(&self, side: &DrawnGame<'_>, region: &Region) -> Result<Table, TaskFailure> {
        let plan = Plan::named(side.engine, side.ruleset)?;
        Ok(self.counted(plan.outcomes(region, side.play, self.context)?)?)
    }

    /// Room for a byte for each cell of the picture besides the table, and for its image.
    fn counted(&self, table: Table) -> Result<Table, EngineError> {
        let cells: u128 = table.layers.iter().map(|layer| layer.1.len() as u128).sum();
        self.context.fits(cells * 8)?;
        Ok(table)
    }

    /// What stands above the board of some values of the registers.
    fn heading(&self, registers: &[i64]) -> String {
        let named = self.side.ruleset.registers.iter().zip(registers);
        named.map(|(register, value)| format!("{} = {value}", register.name)).collect::<Vec<_>>().join(", ")
    }

    /// A board for each choice of the registers; there are not too many.
    fn fit(&self, panels: usize) -> Result<(), TaskFailure> {
        match panels {
            0 => refused("a register has no value that is shown"),
            1..=MOST_PANELS => Ok(()),
            _ => refused(format!(
                "the registers have {panels} choices of values, and {MOST_PANELS} boards are drawn at most: choose some, for \
                 example --at {}=0",
                self.side.ruleset.registers.first().map_or("REGISTER", |register| register.name.as_str())
            )),
        }
    }

    /// Panels with all that is said around them: titles, rules and key.
    fn chart(&self, drawn: Drawn) -> Chart {
        let Drawn { panels, inks, key } = drawn;
        let of = |side: &DrawnGame<'_>, line: fn(&Document, &Ruleset, Play) -> String| {
            line(side.document, side.ruleset, side.play)
        };
        let both = |line: fn(&Document, &Ruleset, Play) -> String| {
            let first = of(self.side, line);
            self.other.map_or_else(|| first.clone(), |other| format!("{first}; compared with {}", of(other, line)))
        };
        let shown = panels.first().map_or_else(String::new, |panel| {
            let fixed = self.sketch.fixed.iter().map(|(name, value)| format!(", {name} = {value}"));
            let along = if panel.along.name.is_empty() { String::new() } else { format!(" by {}", panel.along.count) };
            format!("{}{along}{}", panel.across.count, fixed.collect::<String>())
        });
        let name = self.sketch.kind.name();
        let parameters = words::settings(&self.side.ruleset.parameters);
        let parameters = if parameters.is_empty() { parameters } else { format!(", {parameters}") };
        Chart {
            panels,
            inks,
            key,
            title: format!("{}{parameters}: {name}, {shown}", self.side.ruleset.name),
            cite: format!(
                "{}; {name} {shown}",
                both(|document, ruleset, play| {
                    source_line(document, &ruleset.name, &serde_json::json!(ruleset.parameters), play)
                })
            ),
            short_cite: both(short_line),
        }
    }
}

/// Every letter of a picture is shown: names and titles are those of strangers.
fn show(chart: &mut Chart) {
    let mut texts = vec![&mut chart.title, &mut chart.cite, &mut chart.short_cite];
    for panel in &mut chart.panels {
        texts.extend([&mut panel.heading, &mut panel.across.name, &mut panel.along.name]);
        for axis in [&mut panel.across.ticks, &mut panel.along.ticks] {
            if let Ticks::Given(given) = axis {
                texts.extend(given.iter_mut().map(|tick| &mut tick.1));
            }
        }
    }
    texts.extend(chart.key.iter_mut().map(|entry| &mut entry.words));
    for text in texts {
        if let Cow::Owned(shown) = legible(text) {
            *text = shown;
        }
    }
}

/// An axis on which cells are counted.
fn counting(name: &str, count: u64) -> Axis {
    Axis { name: name.to_owned(), count: count.saturated::<usize>(), ticks: Ticks::Cells }
}

/// The way of a key to say nothing but a sentence.
fn note(words: impl Into<String>) -> KeyEntry {
    KeyEntry::new(Swatch::Nothing, words)
}

/// The heap that counts to the right, and the other one, of two.
fn turned<T>(origin: Corner, first: T, second: T) -> (T, T) {
    if origin == Corner::Upper { (second, first) } else { (first, second) }
}
