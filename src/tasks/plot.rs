//! A picture for each ruleset and choice of parameters, as text to be written beside the report.
use super::input::{ChosenRuleset, TaskInput, heading, play, with_registers};
use crate::asked::TaskFailure;
use crate::asked::values::{Effort, HeapBound};
use crate::check::{Document, Settings};
use crate::engine::Context;
use crate::figure::{
    CellNumbers, Chart, Corner, DrawnGame, Figure, FigureKind, Look, Palette, Sketch, draw, lay_out, length, svg, tikz,
};
use crate::ruleset::{ParameterValue, Ruleset};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// A picture for each choice of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Plot", deny_unknown_fields)]
pub struct PlotTask {
    /// The rulesets; that of the experiment if none is named.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// What is shown.
    pub kind: FigureKind,
    /// Every heap that runs is below this; as usual for the kind if it is not given.
    #[serde(default)]
    pub size: Option<HeapBound>,
    /// Heaps that do not run.
    #[serde(default)]
    pub fix: IndexMap<String, i64>,
    /// Registers with one value.
    #[serde(default)]
    pub at: IndexMap<String, i64>,
    /// The other ruleset of `Overlay` and `Difference`; the same one if none is named.
    #[serde(default)]
    pub with: Option<String>,
    /// Parameters of the other ruleset.
    #[serde(default)]
    pub set: IndexMap<String, i64>,
    /// Misère play.
    #[serde(default)]
    pub misere: bool,
    /// Lines such as `y = phi * x`.
    #[serde(default)]
    pub lines: Vec<String>,
    /// Where both axes begin; as usual for the kind if it is not given.
    #[serde(default)]
    pub origin: Option<Corner>,
    /// How values are told apart.
    #[serde(default)]
    pub palette: Palette,
    /// When values are written into cells.
    #[serde(default)]
    pub values: CellNumbers,
    /// How wide it is: `8cm`.
    #[serde(default)]
    pub width: Option<String>,
    /// Whether it says where it comes from, in small letters.
    #[serde(default)]
    pub cite: bool,
    /// The forms of files; SVG if nothing is said.
    #[serde(default)]
    pub to: Option<Vec<DrawingForm>>,
}

/// A form of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Form")]
pub enum DrawingForm {
    /// SVG.
    Svg,
    /// `TikZ`.
    Tikz,
}

/// A picture as text.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The name of its file.
    pub file: String,
    /// Its form.
    pub form: DrawingForm,
    /// What the file holds.
    pub text: String,
}

/// A picture of a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct PlottedFigure {
    /// What the experiment calls the ruleset.
    pub ruleset: String,
    /// All its parameters.
    pub params: Settings,
    /// What is shown.
    pub kind: &'static str,
    /// Where it comes from.
    pub cite: String,
    /// The names of the files.
    pub files: Vec<String>,
    /// The files.
    #[serde(skip)]
    pub drawings: Vec<Drawing>,
    /// The title of the ruleset.
    #[serde(skip)]
    pub title: String,
}

impl PlotTask {
    /// What can be told before anything is computed: the field, what is wrong with it, and a remedy.
    pub(crate) fn slips(&self) -> Vec<(&'static str, String, &'static str)> {
        let mut slips = Vec::new();
        let has_other = self.with.is_some() || !self.set.is_empty();
        if self.kind.compares() && !has_other {
            let help = "name another ruleset, `with: \"other.nim\"`, or other parameters, `set: {\"c\": 2}`";
            slips.push(("kind", format!("`{}` compares two games, and there is one", self.kind.name()), help));
        }
        if let (FigureKind::Residues(modulus), true) = (&self.kind, matches!(self.kind, FigureKind::Residues(0 | 1))) {
            let message = format!("there are no residues modulo {modulus} to tell apart");
            slips.push(("kind", message, "`Residues(3)` shows values modulo 3"));
        }
        if !self.kind.compares() {
            let help = "`Overlay` and `Difference` compare two games; leave it out for a picture of one";
            let message =
                |field: &str| format!("`{}` is a picture of one game: `{field}` names another", self.kind.name());
            slips.extend(self.with.is_some().then(|| ("with", message("with"), help)));
            slips.extend((!self.set.is_empty()).then(|| ("set", message("set"), help)));
        }
        if self.to.as_ref().is_some_and(Vec::is_empty) {
            slips.push((
                "to",
                "`to` names no form of files".to_owned(),
                "`to: [Svg, Tikz]` writes both; without it there is SVG",
            ));
        }
        if let FigureKind::Strip(Some(0)) = self.kind {
            let message = "rows of a strip have one cell at least".to_owned();
            slips.push((
                "kind",
                message,
                "`Strip(Some(12))` has rows of 12, `Strip(None)` of the period that is found",
            ));
        }
        if let Some(Err(why)) = self.width.as_deref().map(length) {
            slips.push(("width", why, "widths are those of papers: `width: \"8cm\"`"));
        }
        slips
    }

    /// Draws pictures; their files are named after a prefix and numbered.
    ///
    /// # Errors
    /// A ruleset or parameter that is faulty, an engine that gave up, a picture that cannot be.
    pub(crate) fn perform(&self, input: &TaskInput<'_>, prefix: &str) -> Result<Vec<PlottedFigure>, TaskFailure> {
        let width = self.width.as_deref().map_or(Ok(Look::default().width), length).map_err(TaskFailure::Request)?;
        let look = Look { width, numbers: self.values, cites: self.cite };
        let mut number = 0;
        input.each(&self.rulesets, |chosen| {
            number += 1;
            self.plotted(input, chosen, &look, &format!("{prefix}plot_{number:03}"))
        })
    }

    /// Why there is no picture of a ruleset, as far as that can be told without computing anything.
    pub(crate) fn refusal(&self, document: &Document, settings: &Settings, other: Option<&Document>) -> Option<String> {
        // Whatever needs a table ends here.
        let nothing = Context { memory: 0, ..Context::default() };
        match self.charted((document, settings), other, Effort::Quick, &nothing) {
            Err(failure @ (TaskFailure::Request(_) | TaskFailure::Faults(_))) => Some(failure.to_string()),
            _ => None,
        }
    }

    /// The figure of one ruleset, laid out and written in the form that is asked for.
    fn plotted(
        &self,
        input: &TaskInput<'_>,
        chosen: &ChosenRuleset<'_>,
        look: &Look,
        name: &str,
    ) -> Result<PlottedFigure, TaskFailure> {
        let named = self.with.as_deref().filter(|_| self.kind.compares());
        let other = named.map(input.other).transpose()?;
        let own = (chosen.document, chosen.settings);
        let (chart, ruleset) = self.charted(own, other.as_ref(), input.extent, input.context)?;
        let figure = lay_out(&chart, look);
        let forms = self.to.as_deref().unwrap_or(&[DrawingForm::Svg]);
        let drawings = forms.iter().map(|form| form.drawing(&figure, name)).collect::<Result<Vec<_>, TaskFailure>>()?;
        Ok(PlottedFigure {
            ruleset: chosen.name.to_owned(),
            params: ruleset.parameters,
            kind: self.kind.name(),
            cite: chart.cite,
            files: drawings.iter().map(|drawing| drawing.file.clone()).collect(),
            drawings,
            title: ruleset.name,
        })
    }

    /// The picture in cells of a game, or of it and another: the other ruleset, or this one at other parameters.
    fn charted(
        &self,
        (document, settings): (&Document, &Settings),
        other: Option<&Document>,
        extent: Effort,
        context: &Context,
    ) -> Result<(Chart, Ruleset), TaskFailure> {
        let sketch = Sketch {
            sizes: self.size.map(|size| size.at(extent)).into_iter().collect(),
            fixed: self.fix.iter().map(|(name, value)| (name.clone(), *value)).collect(),
            lines: self.lines.clone(),
            origin: self.origin,
            palette: self.palette,
            ..Sketch::of(self.kind.clone())
        };
        let ruleset = with_registers(document.at(settings)?, &self.at)?;
        let other = other.unwrap_or(document);
        let mut own = settings.clone();
        own.retain(|name, _| other.parameters.contains_key(name));
        own.extend(self.set.iter().map(|(name, value)| (name.clone(), ParameterValue::Number(*value))));
        let second = if self.kind.compares() { Some(with_registers(other.at(&own)?, &self.at)?) } else { None };
        let side = |document, ruleset| DrawnGame { document, ruleset, play: play(ruleset, self.misere), engine: None };
        let second = second.as_ref().map(|ruleset| side(other, ruleset));
        let chart = draw(&side(document, &ruleset), second.as_ref(), &sketch, context)?;
        Ok((chart, ruleset))
    }
}

impl DrawingForm {
    fn drawing(self, figure: &Figure, name: &str) -> Result<Drawing, TaskFailure> {
        let (file, text) = match self {
            Self::Svg => (format!("{name}.svg"), svg(figure)),
            Self::Tikz => (format!("{name}.tex"), tikz(figure).map_err(TaskFailure::Request)?),
        };
        Ok(Drawing { file, form: self, text })
    }
}

impl PlottedFigure {
    pub(super) fn text(&self) -> String {
        format!("  {}: {}, {}\n", heading(&self.title, &self.params), self.kind, self.files.join(", "))
    }
}
