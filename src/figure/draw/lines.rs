//! Lines that are asked for, such as `y = phi * x`: read by the grammar of rulesets, computed exactly, cut at the edge of a board.
use super::slice::Slice;
use super::{AskedPicture, Drawn, refused};
use crate::asked::TaskFailure;
use crate::check::{NoTexts, rules};
use crate::diagnostic::Faults;
use crate::engine::EngineError;
use crate::figure::sketch::FigureKind;
use crate::ruleset::ParameterValue;
use crate::source::Source;
use crate::value::Saturate;
use nimdsl_figures::{CELL, KeyEntry, Panel, Stroke, StrokeKind, Swatch, whole};

/// Places of a line that are computed, about.
const SAMPLES: usize = 256;

/// Adds the lines to each board.
pub(super) fn add(asked: &AskedPicture<'_>, drawn: &mut Drawn) -> Result<(), TaskFailure> {
    if asked.sketch.lines.is_empty() {
        return Ok(());
    }
    if matches!(asked.sketch.kind, FigureKind::Growth | FigureKind::Strip(_)) {
        return refused(format!("`{}` has no lines: its axes are not two heaps", asked.sketch.kind.name()));
    }
    // A line on a board is one on its plane: the plane says which heap counts to the right.
    let heaps = &asked.side.ruleset.heaps;
    let slice = Slice::of(asked)?;
    let [across, along] = slice.running[..] else {
        return refused("a line needs a board of two heaps");
    };
    for text in &asked.sketch.lines {
        let (left, right) = (heaps[across].as_str(), heaps[along].as_str());
        let form = |why: &str| format!("line \"{text}\": {why}; write for example \"{right} = phi * {left}\"");
        let Some((name, body)) = text.split_once('=') else { return refused(form("there is no `=`")) };
        let is_along = match name.trim() {
            name if name == right => true,
            name if name == left => false,
            _ => return refused(form("no heap of the board stands before the `=`")),
        };
        let over = if is_along { left } else { right };
        let wrong = |why: String| TaskFailure::Request(form(&why));
        // What is wrong with it is wrong on no board, too.
        values(asked, (over, body.trim()), 2).map_err(wrong)?;
        for panel in &mut drawn.panels {
            let count = if is_along { panel.across.count } else { panel.along.count };
            let values = values(asked, (over, body.trim()), count).map_err(wrong)?;
            add_stroke(panel, &values, is_along);
        }
        drawn.key.push(KeyEntry::new(Swatch::Stroke(StrokeKind::Given), text.trim()));
    }
    asked.context.go_on().map_err(EngineError::into)
}

/// Some values of an expression at the numbers below a count, in thousandths, rounded down.
fn values(asked: &AskedPicture<'_>, (over, body): (&str, &str), count: usize) -> Result<Vec<(i64, i64)>, String> {
    if body.contains(['\n', '#']) {
        return Err("an expression stands in one line".to_owned());
    }
    let step = count.div_ceil(SAMPLES).max(1);
    let mut text = String::from("heaps nim_heap\nmove nim_move: nim_heap -> nim_heap - 1\n");
    for (name, value) in &asked.side.ruleset.parameters {
        if let ParameterValue::Number(value) = value
            && name != over
        {
            text += &format!("param {name} = {value}\n");
        }
    }
    // A name stands for a sequence's index, which counts samples.
    text += &format!("sequence nim_line({over}) = floor({CELL} * ({body}))\n");
    let first = |Faults(faults): Faults| faults.into_iter().next().map_or_else(String::new, |fault| fault.message);
    let document = rules(&Source::new("the line", text), &NoTexts).map_err(first)?;
    let terms = document.unnamed_sequence("nim_line", &asked.side.ruleset.parameters, count)?;
    let last = terms.len().saturating_sub(1);
    let shown = terms.iter().enumerate().filter(|(at, _)| at % step == 0 || *at == last);
    let number = |(at, value): (usize, &i128)| Some((i64::try_from(at).ok()?, i64::try_from(*value).ok()?));
    Ok(shown.filter_map(number).collect())
}

/// The parts of a line that lie on a board.
fn add_stroke(panel: &mut Panel, values: &[(i64, i64)], is_along: bool) {
    let most = if is_along { whole(&panel.along) } else { whole(&panel.across) };
    let mut through: Vec<(i64, i64)> = Vec::new();
    let mut parts = Vec::new();
    for pair in values.windows(2) {
        let place = |(at, value): (i64, i64)| (at * CELL + CELL / 2, value + CELL / 2);
        match cut(place(pair[0]), place(pair[1]), most) {
            None => parts.push(std::mem::take(&mut through)),
            Some((from, to)) => {
                if through.last() != Some(&from) {
                    parts.push(std::mem::replace(&mut through, vec![from]));
                }
                through.push(to);
            }
        }
    }
    parts.push(through);
    for mut through in parts.into_iter().filter(|part| 1 < part.len()) {
        if !is_along {
            for (at, value) in &mut through {
                std::mem::swap(at, value);
            }
        }
        panel.strokes.push(Stroke { through, kind: StrokeKind::Given });
    }
}

/// The part of a piece of a line whose second coordinates lie between 0 and the greatest.
fn cut(from: (i64, i64), to: (i64, i64), most: i64) -> Option<((i64, i64), (i64, i64))> {
    let at = |height: i64| {
        let part = i128::from(to.0 - from.0) * i128::from(height - from.1) / i128::from(to.1 - from.1);
        (from.0 + part.saturated::<i64>(), height)
    };
    let inside = |height: i64| (0..=most).contains(&height);
    let edge = |height: i64| if height < 0 { 0 } else { most };
    match (inside(from.1), inside(to.1)) {
        (true, true) => Some((from, to)),
        (true, false) => Some((from, at(edge(to.1)))),
        (false, true) => Some((at(edge(from.1)), to)),
        (false, false) if edge(from.1) == edge(to.1) => None,
        (false, false) => Some((at(edge(from.1)), at(edge(to.1)))),
    }
}
