//! Pictures on the page: of these rules, or of these and others.
use super::{NoAnswer, Rules};
use crate::asked::TaskFailure;
use crate::engine::Context;
use crate::figure::{Chart, DrawnGame, Sketch, draw};

impl Rules {
    /// A picture in cells; [`crate::figure`] lays it out and writes it. Cost: that of the table or the P-positions it shows.
    ///
    /// ```
    /// use nimdsl::engine::Context;
    /// use nimdsl::figure::{FigureKind, Look, Sketch, lay_out, svg};
    ///
    /// let nim = nimdsl::open("heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i").expect("it is well-formed");
    /// let chart = nim.picture(None, &Sketch::of(FigureKind::Heat), &Context::default()).expect("it fits");
    /// assert!(svg(&lay_out(&chart, &Look::default())).starts_with("<!-- A figure of nimdsl. -->"));
    /// ```
    ///
    /// # Errors
    /// What makes no sense, and what would; memory, cancellation, a rule without a value somewhere.
    pub fn picture(&self, other: Option<&Self>, sketch: &Sketch, context: &Context) -> Result<Chart, NoAnswer> {
        let other = other.map(Self::side);
        draw(&self.side(), other.as_ref(), sketch, context).map_err(|failure| match failure {
            TaskFailure::Engine(error) => self.refusal(error),
            TaskFailure::Faults(faults) => NoAnswer::Faults(faults),
            other => NoAnswer::Question(other.to_string()),
        })
    }

    fn side(&self) -> DrawnGame<'_> {
        DrawnGame { document: &self.document, ruleset: &self.ruleset, play: self.play, engine: self.engine.as_deref() }
    }
}
