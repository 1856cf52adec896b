//! Turns runs, cones, families and lists into words for `explain`. Knows nothing of tables.
use super::MoveRuns;

impl MoveRuns {
    /// What every move does, and what a cell costs, in words.
    pub(in crate::engine) fn words(&self) -> String {
        let plan = self;
        let shapes: Vec<String> = plan.shapes.iter().map(|(name, shape)| format!("{name}: {shape}")).collect();
        let exchanged = plan.classes.iter().enumerate().filter(|(heap, class)| heap != *class).count();
        let symmetric =
            if exchanged == 0 { String::new() } else { "; heaps that can be exchanged are sorted".to_owned() };
        let layers = plan.layers.len();
        let looks: usize = plan.cones.iter().map(|cone| cone.starts.len() + cone.steps.len()).sum();
        let cones = if looks == 0 { String::new() } else { format!(" and at {looks} sets of values for its cones") };
        // Whether the options of a list are lower is seen when a table lists them.
        let falls = if plan.lists.is_empty() {
            "raises no heap and leads to single options, along lines or into cones"
        } else {
            "leads to single options, along lines, into cones or to those of a list, as long as no list raises its heap"
        };
        format!(
            "{falls} ({}){symmetric}; a cell \
             of {layers} layer{} costs one look at each of {} runs{cones}{}",
            shapes.join("; "),
            if layers == 1 { "" } else { "s" },
            plan.runs.len(),
            match (plan.families.is_empty(), plan.lists.is_empty()) {
                (true, true) => "",
                (false, true) => ", and for each choice of the other amounts at one more run",
                (true, false) => ", and at each option that is listed",
                (false, false) =>
                    ", at each option that is listed, and for each choice of the other amounts at one more run",
            }
        )
    }
}
