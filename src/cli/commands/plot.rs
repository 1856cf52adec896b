//! `nimdsl plot`: pictures of tables, P-positions and options, into files or as blocks of text.
use crate::cli::args::{CornerName, NumbersWhen, PaletteName, PictureKind, PlotArgs};
use crate::cli::budget::Phase;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::input::{position, settings, show_registers};
use crate::cli::pictures::{DrawnForm, can_draw, drawn};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::Context;
use nimdsl::figure::{
    CellNumbers, Chart, Corner, Figure, FigureKind, Look, Palette, Sketch, blocks, lay_out, length, svg, tikz,
};
use nimdsl::rules::{Rules, to_json};
use serde_json::json;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Pixels of an inch: what journals ask of pictures with letters, and what can be chosen.
const USUAL_DPI: u16 = 300;
const DPI: RangeInclusive<u16> = 36..=2400;
/// Letters of a line where there is no terminal.
const COLUMNS: usize = 100;

/// Draws a picture.
pub(in crate::cli) fn run(asked: &PlotArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    // What cannot be written is told before the work.
    let files = asked.out.iter().map(|path| Ok((path.as_path(), kind_of(path)?))).collect::<Result<Vec<_>, Stop>>()?;
    let resolution = resolution(asked)?;
    let look = look(asked)?;
    let (places, registers): (Vec<&String>, Vec<&String>) =
        session.arguments.at.iter().partition(|text| !text.contains('='));
    let registers: Vec<String> = registers.into_iter().cloned().collect();
    let rules = session.open_rules(&asked.file)?.answered_by(asked.engine.as_deref());
    let sketch = sketch(asked, &places, &rules)?;
    let rules = show_registers(rules, &registers)?;
    let other = other(asked, session)?.map(|other| show_registers(other, &registers)).transpose()?;
    for (path, kind) in &files {
        is_free(path, *kind)?;
    }
    let chart = rules.picture(other.as_ref(), &sketch, &session.context)?;
    session.clock.stop(Phase::Engine);
    terminal::end();
    let figure = |chart| lay_out(chart, &look);
    let done = if files.is_empty() {
        show(&chart, session)
    } else {
        written(&chart, (&figure(&chart), resolution), &files, session)
    };
    session.answered(Phase::Rendering);
    done
}

/// Writes the files, and says which.
fn written(
    chart: &Chart,
    (figure, resolution): (&Figure, u16),
    files: &[(&Path, FileKind)],
    session: &Session<'_>,
) -> Result<(), Stop> {
    // All of them can be made before one is written.
    let made = |(path, kind): &(&Path, FileKind)| bytes(figure, path, *kind, (resolution, &session.context));
    let made = files.iter().map(made).collect::<Result<Vec<_>, Stop>>()?;
    let mut told = Vec::new();
    for ((path, kind), bytes) in files.iter().zip(made) {
        write(path, *kind, &bytes)?;
        told.push((path.display().to_string(), bytes.len()));
    }
    let mut out = terminal::out();
    if session.wants_data() {
        let files: Vec<_> = told.iter().map(|(file, bytes)| json!({"bytes": bytes, "file": file})).collect();
        writeln!(out, "{}", to_json(&json!({"title": chart.title, "cite": chart.cite, "files": files})))?;
        return Ok(());
    }
    for (file, bytes) in told {
        writeln!(out, "{file}: {bytes} bytes")?;
    }
    Ok(())
}

fn bytes(
    figure: &Figure,
    path: &Path,
    kind: FileKind,
    (resolution, context): (u16, &Context),
) -> Result<Vec<u8>, Stop> {
    match kind {
        FileKind::Tikz => match tikz(figure) {
            Ok(text) => Ok(text.into_bytes()),
            Err(why) => Err(Stop::refused(format!("{}: {why}", path.display()))),
        },
        FileKind::Png => drawn(figure, path, DrawnForm::Png(resolution), context),
        FileKind::Pdf => drawn(figure, path, DrawnForm::Pdf, context),
        _ => Ok(svg(figure).into_bytes()),
    }
}

/// Shows the picture as letters.
pub(in crate::cli) fn show(chart: &Chart, session: &Session<'_>) -> Result<(), Stop> {
    let text = blocks(chart, terminal::width().unwrap_or(COLUMNS));
    let mut out = terminal::out();
    if session.wants_data() {
        writeln!(out, "{}", to_json(&json!({"title": chart.title, "cite": chart.cite, "text": text})))?;
    } else {
        write!(out, "{text}")?;
    }
    Ok(())
}

/// The form of a file by its ending.
fn kind_of(path: &Path) -> Result<FileKind, Stop> {
    let shown = path.display();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => Ok(FileKind::Svg),
        Some("tex" | "tikz") => Ok(FileKind::Tikz),
        Some("png") => can_draw(path).map(|()| FileKind::Png),
        Some("pdf") => can_draw(path).map(|()| FileKind::Pdf),
        _ => {
            let why = "no form of pictures has this ending; write .svg, .tex, .png or .pdf";
            Err(Stop::refused(format!("{shown}: {why}")))
        }
    }
}

/// Pixels of an inch, for those files that have pixels.
fn resolution(asked: &PlotArgs) -> Result<u16, Stop> {
    let has_pixels = asked.out.iter().any(|path| path.extension().is_some_and(|ending| ending == "png"));
    match asked.dpi {
        None => Ok(USUAL_DPI),
        Some(dpi) if !has_pixels => {
            Err(Stop::refused(format!("--dpi {dpi}: only .png has pixels; the other forms are sharp at any size")))
        }
        Some(dpi) if !DPI.contains(&dpi) => {
            let (least, most) = (DPI.start(), DPI.end());
            Err(Stop::refused(format!("--dpi {dpi}: choose {least} to {most} pixels to an inch")))
        }
        Some(dpi) => Ok(dpi),
    }
}

fn look(asked: &PlotArgs) -> Result<Look, Stop> {
    let width = length(&asked.width).map_err(|why| Stop::refused(format!("--width {why}")))?;
    let numbers = match asked.values {
        NumbersWhen::Auto => CellNumbers::Auto,
        NumbersWhen::Always => CellNumbers::Always,
        NumbersWhen::Never => CellNumbers::Never,
    };
    Ok(Look { width, numbers, cites: asked.cite })
}

/// What is asked for in words of the command line, as a sketch.
fn sketch(asked: &PlotArgs, places: &[&String], rules: &Rules) -> Result<Sketch, Stop> {
    let kind = kind(asked, places, rules)?;
    let size = asked.size.as_deref().map_or(Ok(Vec::new()), |text| {
        let sizes = text.split(',').map(|part| part.trim().parse::<u64>()).collect::<Result<Vec<_>, _>>();
        sizes.map_err(|_| Stop::refused(format!("--size {text}: write N, or N,M for the heaps that run")))
    });
    let fixed = asked.fix.iter().map(|text| {
        let wrong = || Stop::refused(format!("--fix {text}: write HEAP=VALUE, for example z=3"));
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        Ok((name.trim().to_owned(), value.trim().parse::<i64>().map_err(|_| wrong())?))
    });
    Ok(Sketch {
        sizes: size?,
        total: asked.total,
        fixed: fixed.collect::<Result<Vec<_>, Stop>>()?,
        lines: asked.line.clone(),
        origin: asked.origin.map(|origin| match origin {
            CornerName::Upper => Corner::Upper,
            CornerName::Lower => Corner::Lower,
        }),
        palette: match asked.palette {
            PaletteName::Cividis => Palette::Cividis,
            PaletteName::Batlow => Palette::Batlow,
            PaletteName::Grey => Palette::Grey,
        },
        ..Sketch::of(kind)
    })
}

/// What is shown, with the position or modulus that it needs and nothing else takes.
fn kind(asked: &PlotArgs, places: &[&String], rules: &Rules) -> Result<FigureKind, Stop> {
    let is_board = asked.kind == PictureKind::Board;
    if let Some(place) = places.first().filter(|_| !is_board) {
        let why = "only `board` has a position; of a register write --at REGISTER=VALUE";
        return Err(Stop::refused(format!("--at {place}: {why}")));
    }
    if let Some(modulus) = asked.modulus.filter(|_| asked.kind != PictureKind::Residues) {
        return Err(Stop::refused(format!("--mod {modulus}: only `residues` has a modulus")));
    }
    if let Some(period) = asked.period.filter(|_| asked.kind != PictureKind::Strip) {
        return Err(Stop::refused(format!("--period {period}: only `strip` has rows of a length that is chosen")));
    }
    Ok(match asked.kind {
        PictureKind::Heat => FigureKind::Heat,
        PictureKind::Outcomes => FigureKind::Outcomes,
        PictureKind::Board => match places {
            [place] => FigureKind::Board(position(rules, place)?),
            [] => {
                return Err(Stop::refused("`board` shows the options of a position: say which, for example --at 3,5"));
            }
            _ => return Err(Stop::refused("`board` shows one position: write one --at 3,5")),
        },
        PictureKind::Scatter => FigureKind::Scatter,
        PictureKind::Rows => FigureKind::Rows,
        PictureKind::Residues => match asked.modulus {
            Some(modulus) => FigureKind::Residues(modulus),
            None => return Err(Stop::refused("`residues` needs a modulus: say which, for example --mod 3")),
        },
        PictureKind::Growth => FigureKind::Growth,
        PictureKind::Overlay => FigureKind::Overlay,
        PictureKind::Difference => FigureKind::Difference,
        PictureKind::Strip => FigureKind::Strip(asked.period),
    })
}

/// The other game: another file, or the same one at other parameters. `--set` holds for both where they have the parameter.
fn other(asked: &PlotArgs, session: &mut Session<'_>) -> Result<Option<Rules>, Stop> {
    if asked.compare.is_none() && asked.compare_set.is_empty() {
        return Ok(None);
    }
    let file: &PathBuf = asked.compare.as_ref().unwrap_or(&asked.file);
    let rules = session.open_rules_as_they_are(file)?;
    let mut chosen = session.settings()?;
    chosen.retain(|name, _| rules.document().parameters.contains_key(name));
    chosen.extend(settings("--compare-set", &asked.compare_set)?);
    Ok(Some(rules.at(&chosen)?.answered_by(asked.engine.as_deref())))
}
