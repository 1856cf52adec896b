//! `nimdsl table`: Grundy values or outcomes of all positions of a region.
use crate::cli::args::TableArgs;
use crate::cli::budget::{self, Phase};
use crate::cli::commands::plot::show;
use crate::cli::files::kinds::{FileKind, is_free};
use crate::cli::input::region;
use crate::cli::output::{BandForm, BandsHead, Format, TableAnswer};
use crate::cli::row_file::{RowFile, TableIdentity, write_through};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::{EngineError, EngineKind, RowBand};
use nimdsl::figure::{FigureKind, Sketch};
use nimdsl::rules::{NoAnswer, Rules, Tabled, TabledRows};
use nimdsl::table::Region;
use nimdsl::tasks::What;
use nimdsl::value::Play;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

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
    let asks = Asked { rules: &rules, region, fixed, what: if asked.outcomes { What::Outcomes } else { What::Grundy } };
    if asks.what == What::Grundy && rules.play() == Play::Misere {
        return Err(Stop::refused("Grundy values are those of normal play; ask for --outcomes"));
    }
    match &asked.out {
        Some(path) => to_file(path, asked, &asks, session)?,
        None => to_output(&asks, session)?,
    }
    session.answered(Phase::Rendering);
    let told = rules.about().engine;
    let is_slow =
        session.context.answered.kind() == Some(EngineKind::Reference) && told != EngineKind::Reference.name();
    if is_slow && asked.engine.is_none() {
        writeln!(
            terminal::err(),
            "nimdsl: the reference engine answered, which is slow; `--engine {told}` says why that does not serve this table"
        )?;
    }
    Ok(())
}

/// Tables of so many cells are computed whole where that is faster than row by row.
const SMALL: u128 = 1 << 24;

/// Which table is asked for.
struct Asked<'a> {
    rules: &'a Rules,
    region: Region,
    fixed: Vec<(String, u64)>,
    what: What,
}

impl Asked<'_> {
    /// The whole table.
    fn whole(&self, session: &Session<'_>) -> Result<Tabled, NoAnswer> {
        let tabled = match self.what {
            What::Grundy => self.rules.grundy(&self.region, &session.context)?,
            What::Outcomes => self.rules.outcomes(&self.region, &session.context)?,
        };
        Ok(tabled.with(&self.fixed))
    }

    /// The same row by row, where no heap is fixed; nothing if it has to be whole.
    fn rows(&self, session: &Session<'_>) -> Result<Option<TabledRows>, NoAnswer> {
        if !self.fixed.is_empty() {
            return Ok(None);
        }
        match self.rules.rows(self.what, &self.region, &session.context) {
            Err(NoAnswer::Engine(EngineError::Unfit(_))) => Ok(None),
            rows => rows.map(Some),
        }
    }

    fn form(&self, rows: &TabledRows, session: &Session<'_>) -> Option<Box<dyn BandForm>> {
        session.arguments.format.bands(BandsHead { what: self.what, shape: rows.shape() })
    }

    /// What is told where the table does not fit the memory, and its form needs it whole.
    fn without_room(&self, needed: EngineError, session: &Session<'_>) -> Stop {
        let rows = self.rows(session).ok().flatten();
        match Stop::from(needed) {
            Stop::Message(why, code) if rows.is_some() => {
                let forms = Format::all_with_bands().join(", ");
                Stop::Message(format!("{why}; row by row it fits: --format {forms}"), code)
            }
            stop => stop,
        }
    }
}

/// Writes a table to the output: whole if it fits the memory, else row by row if its form and the moves allow it.
fn to_output(asks: &Asked<'_>, session: &mut Session<'_>) -> Result<(), Stop> {
    let is_text = session.arguments.format.is_text();
    let out = || -> Box<dyn Write> { if is_text { Box::new(terminal::out()) } else { Box::new(io::stdout().lock()) } };
    match asks.whole(session) {
        Ok(tabled) => {
            session.clock.stop(Phase::Engine);
            terminal::end();
            let mut out = BufWriter::new(out());
            let answer = TableAnswer::new(asks.rules, &tabled, session.context.threads);
            session.arguments.format.table(&answer, &mut out)?;
            out.flush()?;
            Ok(())
        }
        Err(NoAnswer::Engine(needed @ EngineError::Memory { .. })) => {
            // What it lacks is told of the way that needs less.
            let Some(mut rows) = asks.rows(session)? else { return Err(needed.into()) };
            let Some(mut form) = asks.form(&rows, session) else { return Err(asks.without_room(needed, session)) };
            let mut out = BufWriter::new(out());
            form.begin(&mut out)?;
            if !each_band(&mut rows, session, |band, _| form.band(band, &mut out))? {
                return Err(needed.into());
            }
            form.end(&mut out)?;
            out.flush()?;
            Ok(())
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// Finds rows band after band, and hands each over. Not if it turns out on the way that a table of all cells is needed.
fn each_band(
    rows: &mut TabledRows,
    session: &mut Session<'_>,
    mut write: impl FnMut(&RowBand, &TabledRows) -> Result<(), Stop>,
) -> Result<bool, Stop> {
    // How far it is before it goes on, so that the time that is left is told by what is done from here on.
    if let Some(progress) = &session.context.progress {
        progress(rows.done() as u64, rows.shape()[0] as u64);
    }
    loop {
        let band = match rows.next_band(&session.context) {
            Err(NoAnswer::Engine(EngineError::Unfit(_))) => return Ok(false),
            band => band?,
        };
        let Some(band) = band else { return Ok(true) };
        session.clock.stop(Phase::Engine);
        write(&band, rows)?;
        session.clock.stop(Phase::Rendering);
    }
}

/// Writes a table to a file: row by row, so that it can be gone on with, if its form and the moves allow it, else whole.
fn to_file(path: &Path, asked: &TableArgs, asks: &Asked<'_>, session: &mut Session<'_>) -> Result<(), Stop> {
    let format = session.arguments.format;
    let rows = if Format::all_with_bands().contains(&format.name()) { asks.rows(session) } else { Ok(None) };
    let rows = match rows {
        Err(NoAnswer::Engine(EngineError::Memory { .. })) if !asked.resume => None,
        rows => rows?,
    };
    // A table of hours is worth going on with; of a smaller one, time is.
    let is_small = asks.region.touched(asks.rules.ruleset().heaps.len()) <= SMALL;
    let rows = rows.filter(|rows| asked.resume || !is_small || !rows.is_slower());
    let Some((mut rows, mut form)) = rows.and_then(|rows| asks.form(&rows, session).map(|form| (rows, form))) else {
        if asked.resume {
            return Err(Stop::refused("--resume: this table is computed whole, so there is nothing to go on with"));
        }
        return whole_to_file(path, asks, session);
    };
    let table = TableIdentity {
        cite: rows.cite().to_owned(),
        outcomes: asks.what == What::Outcomes,
        format: format.name().to_owned(),
        engine: rows.engine().to_string(),
    };
    let files = RowFile::new(path, table);
    let every = Duration::from_secs(asked.keep_every);
    let mut out = if asked.resume {
        let Some(out) = files.go_on((&mut rows, &mut *form), every)? else { return Ok(()) };
        out
    } else {
        files.begin(&mut *form, every)?
    };
    budget::keep(files.state());
    let are_rows = each_band(&mut rows, session, |band, rows| {
        form.band(band, &mut out)?;
        out.keep(rows, &*form)
    })?;
    if !are_rows {
        out.discard()?;
        budget::keep_nothing();
        return whole_to_file(path, asks, session);
    }
    form.end(&mut out)?;
    out.finish()
}

/// Writes a table to a file that has to be whole before a byte is written.
fn whole_to_file(path: &Path, asks: &Asked<'_>, session: &mut Session<'_>) -> Result<(), Stop> {
    is_free(path, FileKind::Table)?;
    let tabled = match asks.whole(session) {
        Err(NoAnswer::Engine(needed @ EngineError::Memory { .. })) => return Err(asks.without_room(needed, session)),
        tabled => tabled?,
    };
    session.clock.stop(Phase::Engine);
    let answer = TableAnswer::new(asks.rules, &tabled, session.context.threads);
    write_through(path, |out| session.arguments.format.table(&answer, out))
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
