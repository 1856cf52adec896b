//! Each engine against the reference engine at a size that both can do, and alone as sizes grow, in CPU seconds.
//!
//! `cargo bench --bench engines` prints one line for each; the best of three runs counts for the fast engines.
use cpu_time::ProcessTime;
use nimdsl::check::{Library, Settings, check};
use nimdsl::engine::{Context, Plan, grundy, outcomes, reference};
use nimdsl::ruleset::{ParameterValue, Ruleset};
use nimdsl::source::Source;
use nimdsl::table::{Region, Table};
use nimdsl::value::Play;
use std::fmt::Write;

/// The rulesets of the project.
struct Folder;

impl Library for Folder {
    fn read(&self, name: &str) -> Result<String, String> {
        let path = format!("{}/rulesets/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    }
}

fn ruleset(name: &str, settings: &[(&str, i64)]) -> Ruleset {
    let text = Folder.read(&format!("{name}.nim")).expect("a ruleset of the project");
    let document = check(&Source::new(name, text), &Folder).expect("it is well-formed");
    let settings: Settings =
        settings.iter().map(|(name, value)| ((*name).to_owned(), ParameterValue::Number(*value))).collect();
    document.at(&settings).expect("good parameters")
}

/// The least seconds of some runs, and the answer.
fn seconds(runs: u32, answer: impl Fn() -> Table) -> (f64, Table) {
    let one = || {
        let started = ProcessTime::now();
        let table = answer();
        (started.elapsed().as_secs_f64(), table)
    };
    (1..runs).fold(one(), |known, _| {
        let next = one();
        if next.0 < known.0 { next } else { known }
    })
}

fn main() {
    let context = Context { memory: 8 << 30, ..Context::default() };
    let square = |side: u64| Region::Box(vec![side, side]);
    let cube = |side: u64| Region::Box(vec![side, side, side]);
    println!("{:<28} {:>8} {:>11} {:>10} {:>8}", "Grundy values", "engine", "reference", "seconds", "ratio");
    let both = [
        ("nim", vec![], square(500)),
        ("wythoff", vec![], square(500)),
        ("wythoff", vec![], square(1000)),
        ("ryuo", vec![("p", 3)], square(1000)),
        ("square", vec![("p", 4)], square(500)),
        ("yama", vec![], Region::Total(300)),
        ("triangular", vec![], Region::Total(500)),
        ("triangular_wythoff", vec![("c", 1)], Region::Total(500)),
        ("triangular_wythoff", vec![("c", 3)], Region::Total(300)),
        ("triangular_geometric", vec![], Region::Total(500)),
        ("ab_triangular", vec![("a", 3), ("b", -1)], Region::Total(300)),
        ("ryuo_pass", vec![("p", 3)], square(300)),
        ("ryuo_three", vec![], cube(60)),
        ("moore", vec![], cube(40)),
        ("three_heap_1", vec![], Region::Total(100)),
        ("three_heap_3", vec![], Region::Total(60)),
        ("polytope", vec![], cube(60)),
    ];
    for (name, settings, region) in &both {
        let ruleset = ruleset(name, settings);
        let (slow, expected) = seconds(1, || reference::grundy(&ruleset, region, &context).expect("it fits"));
        let (fast, table) = seconds(3, || grundy(&ruleset, region, &context).expect("it fits"));
        assert!(table == expected, "{name} differs");
        let label = format!("{name} {settings:?}");
        println!("{label:<28} {:>8} {slow:>11.4} {fast:>10.5} {:>8.0}", Plan::of(&ruleset).kind(), slow / fast);
    }
    scaling(&context);
}

type Shape<'a> = &'a dyn Fn(u64) -> Region;

/// One engine at sizes that double.
fn scaling(context: &Context) {
    println!("\n{:<40} {:>24} {:>24}", "alone, at sizes that double", "Grundy values", "outcomes");
    let square = |side: u64| Region::Box(vec![side; 2]);
    let cube = |side: u64| Region::Box(vec![side; 3]);
    let (square, cube, total): (Shape<'_>, Shape<'_>, Shape<'_>) = (&square, &cube, &Region::Total);
    let alone = [
        ("wythoff", vec![], square, 1000),
        ("ryuo", vec![("p", 3)], square, 1000),
        ("yama", vec![], total, 1000),
        ("triangular", vec![], total, 1000),
        ("triangular_wythoff", vec![("c", 1)], total, 1000),
        ("triangular_wythoff", vec![("c", 3)], total, 1000),
        ("triangular_geometric", vec![], total, 1000),
        ("ab_triangular", vec![("a", 3), ("b", -1)], total, 1000),
        ("ryuo_pass", vec![("p", 3)], square, 250),
        ("ryuo_three", vec![], cube, 25),
        ("three_heap_1", vec![], total, 50),
        ("three_heap_3", vec![], total, 50),
    ];
    for (name, settings, region, first) in &alone {
        let ruleset = ruleset(name, settings);
        let (mut values, mut sides) = (String::new(), String::new());
        for size in [*first, 2 * first, 4 * first] {
            let region = region(size);
            let (fast, _) = seconds(2, || grundy(&ruleset, &region, context).expect("it fits"));
            write!(values, " {fast:>7.4}").expect("text");
            let (fast, _) = seconds(2, || outcomes(&ruleset, &region, Play::Normal, context).expect("it fits"));
            write!(sides, " {fast:>7.4}").expect("text");
        }
        println!("{:<40} {values} {sides}", format!("{name} {settings:?} {}", shown(&region(*first))));
    }
}

fn shown(region: &Region) -> String {
    match region {
        Region::Box(bounds) => format!("box {}", bounds[0]),
        Region::Total(total) => format!("total {total}"),
    }
}
