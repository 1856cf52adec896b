//! Each engine against the reference engine at a size that both can do, and alone at larger sizes, in seconds.
//!
//! `cargo bench --bench engines` prints one line for each; the best of three runs counts for the fast engines.
use nimdsl::check::{Library, Settings, check};
use nimdsl::engine::{Context, choose, grundy, outcomes, reference};
use nimdsl::ruleset::{ParameterValue, Ruleset};
use nimdsl::source::Source;
use nimdsl::table::{Region, Table};
use nimdsl::value::Play;
use std::time::Instant;

struct Empty;

impl Library for Empty {
    fn read(&self, name: &str) -> Result<String, String> {
        Err(format!("there is no {name}"))
    }
}

fn ruleset(name: &str, settings: &[(&str, i64)]) -> Ruleset {
    let path = format!("{}/rulesets/{name}.nim", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a ruleset of the project");
    let document = check(&Source::new(name, text), &Empty).expect("it is well-formed");
    let settings: Settings =
        settings.iter().map(|(name, value)| ((*name).to_owned(), ParameterValue::Number(*value))).collect();
    document.at(&settings).expect("good parameters")
}

/// The least seconds of some runs, and the answer.
fn seconds(runs: u32, answer: impl Fn() -> Table) -> (f64, Table) {
    let one = || {
        let started = Instant::now();
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
        ("ryuo", vec![("p", 3)], square(500)),
        ("square", vec![("p", 4)], square(500)),
        ("yama", vec![], Region::Total(300)),
        ("triangular", vec![], Region::Total(300)),
        ("triangular_wythoff", vec![("c", 0)], Region::Total(300)),
        ("triangular_wythoff", vec![("c", 3)], Region::Total(300)),
        ("triangular_geometric", vec![], Region::Total(300)),
        ("ab_triangular", vec![("a", 3), ("b", -1)], Region::Total(300)),
        ("ryuo_pass", vec![("p", 3)], square(300)),
        ("ryuo_three", vec![], cube(60)),
        ("moore", vec![], cube(40)),
        ("three_heap_1", vec![], Region::Total(60)),
        ("three_heap_3", vec![], Region::Total(60)),
        ("polytope", vec![], cube(60)),
    ];
    for (name, settings, region) in &both {
        let ruleset = ruleset(name, settings);
        let (slow, expected) = seconds(1, || reference::grundy(&ruleset, region, &context).expect("it fits"));
        let (fast, table) = seconds(3, || grundy(&ruleset, region, &context).expect("it fits"));
        assert!(table == expected, "{name} differs");
        let label = format!("{name} {settings:?}");
        println!("{label:<28} {:>8} {slow:>11.4} {fast:>10.5} {:>8.0}", choose(&ruleset).0, slow / fast);
    }
    println!("\n{:<40} {:>10}", "alone", "seconds");
    let alone = [
        ("wythoff", vec![], square(1000)),
        ("wythoff", vec![], square(4000)),
        ("ryuo", vec![("p", 3)], square(2000)),
        ("yama", vec![], Region::Total(1999)),
        ("triangular", vec![], Region::Total(500)),
        ("triangular", vec![], Region::Total(1999)),
        ("triangular_wythoff", vec![("c", 0)], Region::Total(1999)),
        ("triangular_wythoff", vec![("c", 1)], Region::Total(1999)),
        ("triangular_wythoff", vec![("c", 3)], Region::Total(1999)),
        ("triangular_geometric", vec![], Region::Total(1999)),
        ("ab_triangular", vec![("a", 3), ("b", -1)], Region::Total(1999)),
        ("ryuo_pass", vec![("p", 3)], square(1000)),
        ("ryuo_three", vec![], cube(100)),
        ("three_heap_1", vec![], Region::Total(100)),
        ("three_heap_3", vec![], Region::Total(200)),
    ];
    for (name, settings, region) in &alone {
        let ruleset = ruleset(name, settings);
        let (fast, _) = seconds(3, || grundy(&ruleset, region, &context).expect("it fits"));
        println!("{:<40} {fast:>10.5}", format!("{name} {settings:?} {}", shown(region)));
    }
    for (name, settings, region) in &alone {
        let ruleset = ruleset(name, settings);
        let (fast, _) = seconds(3, || outcomes(&ruleset, region, Play::Normal, &context).expect("it fits"));
        println!("{:<40} {fast:>10.5} outcomes", format!("{name} {settings:?} {}", shown(region)));
    }
}

fn shown(region: &Region) -> String {
    match region {
        Region::Box(bounds) => format!("box {}", bounds[0]),
        Region::Total(total) => format!("total {total}"),
    }
}
