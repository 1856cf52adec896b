//! Turns modules and bands into words for `explain`. Knows nothing of boards.
use super::{Jump, JumpTable, Kind};

impl Jump {
    /// Its shape.
    pub(super) fn words(&self) -> String {
        let shape = match &self.kind {
            Kind::Module { starts, steps } => match (starts.len(), steps.len()) {
                (count, 0) => format!("{count} difference vector{}", if count == 1 { "" } else { "s" }),
                (1, 1) => format!("the ray {:?} + k * {:?}", starts[0], steps[0]),
                (first, count) => {
                    format!("a cone of {first} start{} and {count} steps", if first == 1 { "" } else { "s" })
                }
            },
            Kind::Band(rows) => format!("a band of {} linear sides that move with the position", rows.len()),
        };
        let free = self.guard.is_empty() && self.conditions.is_empty();
        if free { shape } else { format!("{shape}, where the position allows it") }
    }
}

impl JumpTable {
    /// What every move does, and what values cost, in words.
    pub(in crate::engine) fn words(&self, heaps: &[String]) -> String {
        let relation = self;
        let shapes: Vec<String> = relation.shapes.iter().map(|(name, shape)| format!("{name}: {shape}")).collect();
        let (mut generators, mut modules, mut bands) = (0, 0, 0);
        for jump in &relation.jumps {
            match &jump.kind {
                Kind::Module { starts, steps } => {
                    generators += starts.len() + steps.len();
                    modules += 1;
                }
                Kind::Band(_) => bands += 1,
            }
        }
        let intervals = if bands == 0 {
            String::new()
        } else {
            format!(", and an open row looks at the options of the value for each of {bands} bands")
        };
        let layers = relation.layers.len();
        let border = match relation.border.iter().max() {
            Some(0) | None => String::new(),
            Some(most) => format!("; the boards go {most} below 0, since steps can leave them and come back"),
        };
        let exchanged = relation.classes.iter().enumerate().any(|(heap, class)| heap != *class);
        let symmetric = if exchanged { "; heaps that can be exchanged are sorted" } else { "" };
        format!(
            "is linear and lowers the level {} or a register ({}); each value is swept over {layers} \
             layer{} of bits: 64 cells cost at most {generators} operations{intervals}{symmetric}{border}; a cell takes 2 bytes while values fit, and \
             about {} bits",
            weighed(heaps, &relation.weights),
            shapes.join("; "),
            if layers == 1 { "" } else { "s" },
            3 + modules
        )
    }
}

fn weighed(heaps: &[String], weights: &[i64]) -> String {
    let parts = heaps.iter().zip(weights).map(|(heap, weight)| match weight {
        1 => heap.clone(),
        weight => format!("{weight} * {heap}"),
    });
    parts.collect::<Vec<_>>().join(" + ")
}
