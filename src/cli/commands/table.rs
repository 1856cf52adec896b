//! `nimdsl table`: Grundy values or outcomes of all positions of a region.
use crate::cli::args::TableArgs;
use crate::cli::budget::Phase;
use crate::cli::commands::plot::show;
use crate::cli::input::region;
use crate::cli::output::TableAnswer;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::figure::{FigureKind, Sketch};
use nimdsl::rules::Rules;
use nimdsl::table::Region;
use nimdsl::value::Play;
use std::io::{BufWriter, Write};

/// Computes a table and writes it in any form.
pub(in crate::cli) fn run(asked: &TableArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open_shown(&asked.file)?.answered_by(asked.engine.as_deref());
    if asked.plot {
        return plot(asked, &rules, session);
    }
    let mut region = region(rules.ruleset(), asked.size.as_deref(), asked.total)?;
    let fixed = fixed(&asked.fix, &rules.ruleset().heaps)?;
    if let Region::Box(sizes) = &mut region {
        let heaps = rules.ruleset().heaps.iter();
        heaps.zip(sizes).for_each(|(heap, size)| {
            *size = fixed.iter().find(|(name, _)| name == heap).map_or(*size, |(_, value)| value + 1);
        });
    }
    let tabled = if asked.outcomes {
        rules.outcomes(&region, &session.context)?
    } else if rules.play() == Play::Misere {
        return Err(Stop::refused("Grundy values are those of normal play; ask for --outcomes"));
    } else {
        rules.grundy(&region, &session.context)?
    };
    let tabled = tabled.with(&fixed);
    session.clock.stop(Phase::Engine);
    terminal::end();
    let mut out = BufWriter::new(terminal::out());
    session.arguments.format.table(&TableAnswer::new(&rules, &tabled), &mut out)?;
    out.flush()?;
    session.answered(Phase::Rendering);
    Ok(())
}

/// The heaps that are fixed: `z=3`.
fn fixed(given: &[String], heaps: &[String]) -> Result<Vec<(String, u64)>, Stop> {
    let mut fixed: Vec<(String, u64)> = Vec::new();
    for one in given {
        let wrong = |why: &str| Stop::refused(format!("--fix {one}: {why}; write HEAP=3"));
        let (name, value) = one.split_once('=').ok_or_else(|| wrong("there is no `=`"))?;
        let (name, value) = (name.trim(), value.trim().parse::<u32>().map_err(|_| wrong("this is no number"))?);
        if !heaps.iter().any(|heap| heap == name) {
            return Err(wrong(&format!("heaps are {}", heaps.join(", "))));
        }
        if fixed.iter().any(|(known, _)| known == name) {
            return Err(wrong("the heap is fixed already"));
        }
        fixed.push((name.to_owned(), u64::from(value)));
    }
    if fixed.len() == heaps.len() {
        return Err(Stop::refused("--fix leaves no heap to run; `nimdsl explain` tells of one position"));
    }
    Ok(fixed)
}

/// The table as blocks of text.
fn plot(asked: &TableArgs, rules: &Rules, session: &mut Session<'_>) -> Result<(), Stop> {
    if let [_, _, third, ..] = rules.ruleset().heaps.as_slice() {
        let why = format!("--plot shows two heaps: fix the others with `nimdsl plot FILE heat --fix {third}=0`");
        return Err(Stop::refused(why));
    }
    let kind = if asked.outcomes { FigureKind::Outcomes } else { FigureKind::Heat };
    let sizes = match region(rules.ruleset(), asked.size.as_deref(), asked.total)? {
        Region::Box(sizes) => sizes,
        Region::Total(_) => Vec::new(),
    };
    let sketch = Sketch { sizes, total: asked.total, ..Sketch::of(kind) };
    let chart = rules.picture(None, &sketch, &session.context)?;
    session.clock.stop(Phase::Engine);
    terminal::end();
    show(&chart, session)
}
