//! Boards that threads share tile by tile, and heaps that they share block by block: the same values on any number of threads.
use crate::{checked, ruleset};
use nimdsl::engine::{Context, EngineKind, Plan, reference};
use nimdsl::table::Region;
use nimdsl::value::Play;

/// Tiles of boards are shared among threads from some thousands of cells on: what runs of each kind find there is what the definition
/// says.
#[test]
fn runs_are_the_same_on_any_number_of_threads() {
    let allowed = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i, (x + y) mod 3 != 1\nmove one symmetric: x -> x - 1\n";
    let bounded = "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i, i <= max(1, min(x, y))\n";
    let late = "heaps x, y\nmove a(i): x -> x - i where 3 <= i, y mod 2 = 0\nmove b(i): y -> y - i where 2 <= i <= x\nmove c: (x, y) -> (x - 2, y - 1)\n";
    // From one cell and from another that is neither below nor above it, the nearest options lie on one line.
    let crossing = "heaps x, y\nmove far(i) symmetric: (x, y) -> (x - i - 1, y - 1) where 1 <= i, (x + y) mod 3 != 1\n";
    let divisors = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i, x mod i = 0\nmove both(i): (x, y) -> (x - i, y - i) where 1 <= i, (x + y) mod 2 = 0\n";
    let ascending = "heaps x, y, z\npositions where x <= y <= z\nmove a(i): x -> x - i where 1 <= i\nmove b(i): y -> y - i where 1 <= i\n\
                     move c(i): z -> z - i where 1 <= i\n";
    let least = "heaps x, y, z\nmove one(i) symmetric: x -> x - i where 1 <= i, i <= min(y, z) + 1\n";
    let cycle = "heaps a, b, c, d\nmove p(i): (a, b, c, d) -> (a - i, b - i, c, d) where 1 <= i\nmove q(i): (a, b, c, d) -> (a, b - i, c - i, d) where 1 <= i\n\
                 move r(i): (a, b, c, d) -> (a, b, c - i, d - i) where 1 <= i\nmove s(i): (a, b, c, d) -> (a - i, b, c, d - i) where 1 <= i\n";
    let texts = [allowed, bounded, late, crossing, divisors, ascending, least, cycle];
    let rulesets = texts.map(|text| checked(text).expect("it is well-formed").ruleset);
    let pass = ruleset("ryuo_pass").ruleset;
    for ruleset in rulesets.iter().chain([&pass]) {
        let regions = match ruleset.heaps.len() {
            2 => vec![Region::Box(vec![97, 97]), Region::Box(vec![70, 131]), Region::Total(110)],
            3 => vec![Region::Box(vec![22, 22, 22]), Region::Total(25)],
            _ => vec![Region::Box(vec![10, 10, 10, 11])],
        };
        let plan = Plan::only(EngineKind::Rays, ruleset).expect("runs serve it");
        for region in &regions {
            let expected = reference::grundy(ruleset, region, &Context::default()).expect("it fits");
            let lost = reference::outcomes(ruleset, region, Play::Misere, &Context::default()).expect("it fits");
            for threads in [1, 2, 3, 7] {
                let context = Context { threads, ..Context::default() };
                let table = plan.grundy(region, &context).expect("it fits");
                assert!(table == expected, "{region:?}, {threads} threads: {}", plan.why());
                let outcomes = plan.outcomes(region, Play::Misere, &context).expect("it fits");
                assert!(outcomes == lost, "{region:?}, {threads} threads: {}", plan.why());
            }
        }
    }
}

/// The values of taking a square from one heap, by the definition.
fn values_of_squares(cells: usize) -> Vec<Option<u32>> {
    let mut values: Vec<usize> = Vec::new();
    for n in 0..cells {
        let options: Vec<usize> =
            (1..).take_while(|root| root * root <= n).map(|root| values[n - root * root]).collect();
        values.push((0..).find(|value| !options.contains(value)).expect("there are finitely many options"));
    }
    values.into_iter().map(|value| u32::try_from(value).ok()).collect()
}

/// Difference vectors are looked at by several threads: in tiles of two and more heaps, in blocks of one.
#[test]
fn vectors_are_the_same_on_any_number_of_threads() {
    let squares = "heaps n\nmove take(i, k): n -> n - i where 1 <= k, i = k * k\n";
    let plane =
        "heaps x, y\nmove both(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, (i xor j) <= 1\n";
    let space = "heaps x, y, z\nmove cut(i, j, k): (x, y, z) -> (x - i, y - j, z - k) where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k, i * j + k <= 4\n";
    let [squares, plane, space] = [squares, plane, space].map(|text| checked(text).expect("it is well-formed").ruleset);
    let line = Region::Box(vec![70_001]);
    let expected = values_of_squares(70_001);
    for threads in [1, 2, 3, 7] {
        let context = Context { threads, ..Context::default() };
        let plan = Plan::only(EngineKind::Vectors, &squares).expect("it is served");
        let table = plan.grundy(&line, &context).expect("it fits");
        assert!(table.layers[0].1.iter().eq(expected.iter().copied()), "{threads} threads");
        let regions = [Region::Box(vec![91, 95]), Region::Total(95), Region::Box(vec![21, 22, 23]), Region::Total(23)];
        for (ruleset, region) in [&plane, &plane, &space, &space].into_iter().zip(&regions) {
            let plan = Plan::only(EngineKind::Vectors, ruleset).expect("it is served");
            let one = Context::default();
            let expected = reference::grundy(ruleset, region, &one).expect("it fits");
            assert!(plan.grundy(region, &context).expect("it fits") == expected, "{region:?}, {threads} threads");
            let lost = reference::outcomes(ruleset, region, Play::Misere, &one).expect("it fits");
            let outcomes = plan.outcomes(region, Play::Misere, &context).expect("it fits");
            assert!(outcomes == lost, "{region:?}, {threads} threads");
        }
    }
}
