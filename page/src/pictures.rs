//! Pictures for papers as texts. Draws nothing itself.
use crate::desk::Desk;
use crate::games::PageGame;
use nimdsl::figure::{Corner, FigureKind, Look, Palette, Sketch, lay_out, length, svg, tikz};
use nimdsl::rules::NoAnswer;
use serde::Deserialize;
use serde_json::{Value, json};

/// A picture that is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureAsked {
    kind: ShownPicture,
    form: PictureForm,
    sizes: Vec<u64>,
    #[serde(default)]
    fixed: Vec<(String, i64)>,
    #[serde(default)]
    modulus: u32,
    #[serde(default)]
    other: Option<PageGame>,
    #[serde(default)]
    palette: Palette,
    #[serde(default)]
    origin: Option<Corner>,
    #[serde(default = "usual_width")]
    width: String,
}

fn usual_width() -> String {
    "8cm".to_owned()
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ShownPicture {
    Heat,
    Outcomes,
    Residues,
    Difference,
    Scatter,
    Strip,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PictureForm {
    Svg,
    Tikz,
}

/// A picture as SVG or `TikZ`, with its title and where it comes from.
pub(crate) fn picture(game: &PageGame, asked: &PictureAsked, desk: &mut Desk) -> Result<Value, NoAnswer> {
    let kind = match asked.kind {
        ShownPicture::Heat => FigureKind::Heat,
        ShownPicture::Outcomes => FigureKind::Outcomes,
        ShownPicture::Residues => FigureKind::Residues(asked.modulus.max(2)),
        ShownPicture::Difference => FigureKind::Difference,
        ShownPicture::Scatter => FigureKind::Scatter,
        ShownPicture::Strip => FigureKind::Strip(None),
    };
    let (sizes, fixed) = (asked.sizes.clone(), asked.fixed.clone());
    let sketch = Sketch { sizes, fixed, origin: asked.origin, palette: asked.palette, ..Sketch::of(kind) };
    let other = asked.other.as_ref().map(|other| desk.rules(other)).transpose()?;
    let chart = desk.rules(game)?.picture(other.as_deref(), &sketch, &Desk::context())?;
    let look = Look { width: length(&asked.width).map_err(NoAnswer::Question)?, ..Look::default() };
    let figure = lay_out(&chart, &look);
    let text = match asked.form {
        PictureForm::Svg => svg(&figure),
        PictureForm::Tikz => tikz(&figure).map_err(NoAnswer::Question)?,
    };
    Ok(json!({"text": text, "title": chart.title, "cite": chart.cite}))
}
