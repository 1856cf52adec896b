//! Figures for Python: what is asked in words, and the texts that come of it. Draws nothing itself.
use crate::failures::{question, too_many_pixels};
use crate::work::{GivenLimits, work};
use nimdsl::figure::{
    CellNumbers, Chart, Corner, Figure, FigureKind, Look, Palette, Sketch, blocks, lay_out, length, svg, tikz,
};
use nimdsl_figures::{NoPicture, png};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;

/// By whom pictures are made.
const MAKER: &str = concat!("nimdsl ", env!("CARGO_PKG_VERSION"));

/// A picture, in cells and laid out.
#[pyclass(frozen, module = "nimdsl._native")]
#[derive(Debug)]
pub(crate) struct NativeFigure {
    chart: Arc<Chart>,
    figure: Arc<Figure>,
}

impl NativeFigure {
    pub(crate) fn new(chart: Chart, look: &Look) -> Self {
        Self { figure: Arc::new(lay_out(&chart, look)), chart: Arc::new(chart) }
    }
}

#[pymethods]
impl NativeFigure {
    #[getter]
    fn title(&self) -> &str {
        &self.chart.title
    }

    #[getter]
    fn cite(&self) -> &str {
        &self.chart.cite
    }

    fn svg(&self, py: Python<'_>, limits: GivenLimits) -> PyResult<String> {
        let figure = self.figure.clone();
        work(py, &limits, move |_| svg(&figure))
    }

    fn tikz(&self, py: Python<'_>, limits: GivenLimits) -> PyResult<String> {
        let figure = self.figure.clone();
        work(py, &limits, move |_| tikz(&figure))?.map_err(|why| question(py, &why))
    }

    /// Pixels, so many to an inch.
    fn png<'py>(&self, py: Python<'py>, resolution: u16, limits: GivenLimits) -> PyResult<Bound<'py, PyBytes>> {
        let figure = self.figure.clone();
        let drawn = work(py, &limits, move |context| png(&figure, MAKER, resolution, context.memory))?;
        drawn.map(|bytes| PyBytes::new(py, &bytes)).map_err(|why| match why {
            NoPicture::TooManyPixels(width, height) => too_many_pixels(py, width, height),
            NoPicture::Undrawn(why) => question(py, &why),
        })
    }

    fn blocks(&self, py: Python<'_>, columns: usize, limits: GivenLimits) -> PyResult<String> {
        let chart = self.chart.clone();
        work(py, &limits, move |_| blocks(&chart, columns))
    }
}

/// What a picture shows, in words, with the number or the position that it needs.
#[derive(Debug, FromPyObject)]
pub(crate) struct AskedFigure {
    kind: String,
    position: Option<Vec<i64>>,
    modulus: Option<u32>,
    period: Option<u32>,
    sizes: Vec<u64>,
    total: Option<u64>,
    fixed: Vec<(String, i64)>,
    lines: Vec<String>,
    origin: Option<String>,
    palette: String,
    values: String,
    width: String,
    cites: bool,
}

/// One of several words.
fn one_of<T: Copy>(what: &str, given: &str, words: &[(&str, T)]) -> Result<T, String> {
    let found = words.iter().find(|word| word.0 == given).map(|word| word.1);
    found.ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|word| word.0).collect();
        format!("{what}=\"{given}\": choose one of {}", known.join(", "))
    })
}

impl AskedFigure {
    /// The same for the library.
    pub(crate) fn read(self) -> Result<(Sketch, Look), String> {
        let corners = [("upper", Corner::Upper), ("lower", Corner::Lower)];
        let palettes = [("cividis", Palette::Cividis), ("batlow", Palette::Batlow), ("grey", Palette::Grey)];
        let numbers = [("auto", CellNumbers::Auto), ("always", CellNumbers::Always), ("never", CellNumbers::Never)];
        let look = Look {
            width: length(&self.width).map_err(|why| format!("width={why}"))?,
            numbers: one_of("values", &self.values, &numbers)?,
            cites: self.cites,
        };
        let kind = self.kind()?;
        let sketch = Sketch {
            origin: self.origin.as_deref().map(|word| one_of("origin", word, &corners)).transpose()?,
            palette: one_of("palette", &self.palette, &palettes)?,
            sizes: self.sizes,
            total: self.total,
            fixed: self.fixed,
            lines: self.lines,
            ..Sketch::of(kind)
        };
        Ok((sketch, look))
    }

    fn kind(&self) -> Result<FigureKind, String> {
        let needed = |what: &str| format!("plot(\"{}\") needs {what}", self.kind);
        Ok(match self.kind.as_str() {
            "heat" | "grundy" => FigureKind::Heat,
            "outcomes" => FigureKind::Outcomes,
            "board" => FigureKind::Board(self.position.clone().ok_or_else(|| needed("a position: at=(3, 5)"))?),
            "scatter" | "p" => FigureKind::Scatter,
            "rows" => FigureKind::Rows,
            "residues" => FigureKind::Residues(self.modulus.ok_or_else(|| needed("a modulus: mod=3"))?),
            "growth" => FigureKind::Growth,
            "overlay" => FigureKind::Overlay,
            "difference" => FigureKind::Difference,
            "strip" => FigureKind::Strip(self.period),
            other => {
                let known = "heat, outcomes, board, scatter, rows, residues, growth, overlay, difference, strip";
                return Err(format!("there is no picture \"{other}\"; choose one of {known}"));
            }
        })
    }
}
