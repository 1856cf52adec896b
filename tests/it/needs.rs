//! What tables and claims need: memory, to the byte; and what they tell of their progress. The numbers are those of the cells
//! that are shown and computed, four bytes each, and of the entries of lists.
use super::checked;
use nimdsl::claim::Verdict;
use nimdsl::claim::verify::{Request, verify};
use nimdsl::engine::{Context, EngineError, reference};
use nimdsl::table::Region;
use nimdsl::value::Play;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

const NIM: &str = "heaps x, y\nmove t(i) symmetric: x -> x - i where 1 <= i\n";
const YAMA: &str = "heaps x, y\nmove a(i) symmetric: (x, y) -> (x - i, y + 1) where 2 <= i\n";
const STEEP: &str = "heaps x, y\nmove a: (x, y) -> (x - 1, y + 1)\nmove b(i): y -> y - i where 1 <= i\n";
const PASS: &str = "heaps x\nregister p in 0..2\nmove t(i): x -> x - i where 1 <= i\nmove q: p -> p - 1 where 1 <= x\n";
const OPEN: &str = "heaps x\nregister q\nmove t(i): (x; q) -> (x - i; 2 * i) where 1 <= i <= q\n";

fn with(memory: u64) -> Context {
    Context { memory, ..Context::default() }
}

/// The least memory with which something is done.
fn least(is_done: impl Fn(&Context) -> bool) -> u64 {
    let (mut low, mut high) = (0, 1 << 24);
    assert!(is_done(&with(high)));
    while low < high {
        let middle = (low + high) / 2;
        if is_done(&with(middle)) { high = middle } else { low = middle + 1 }
    }
    low
}

#[test]
fn tables_need_what_they_show_and_compute() {
    let square = |bound: u64| Region::Box(vec![bound, bound]);
    for (rules, region, bytes) in [
        (NIM, square(10), 10 * 10 * 4 * 2),
        (NIM, square(1), 8),
        (NIM, Region::Box(vec![3, 7]), 3 * 7 * 4 * 2),
        (NIM, Region::Total(6), 6 * 6 * 4 * 2),
        // From (9, 9) a heap rises to at most 18 tokens.
        (YAMA, square(10), 10 * 10 * 4 + 19 * 19 * 4),
        (YAMA, Region::Total(10), 10 * 10 * 4 * 2),
        (PASS, Region::Box(vec![12]), 12 * 3 * 4 * 2),
    ] {
        let ruleset = checked(rules).expect("a ruleset").ruleset;
        let grundy = least(|context| reference::grundy(&ruleset, &region, context).is_ok());
        assert_eq!(grundy, bytes, "{rules}{region:?}");
        let outcomes = least(|context| reference::outcomes(&ruleset, &region, Play::Misere, context).is_ok());
        assert_eq!(outcomes, bytes, "{rules}{region:?}");
        let told = reference::grundy(&ruleset, &region, &with(bytes - 1));
        assert_eq!(told, Err(EngineError::Memory { needed: u128::from(bytes), allowed: bytes - 1 }));
    }
}

#[test]
fn questions_without_a_table_are_refused() {
    let nim = checked(NIM).expect("a ruleset").ruleset;
    let open = checked(OPEN).expect("a ruleset").ruleset;
    let context = Context::default();
    let told = |region: Region| match reference::grundy(&nim, &region, &context) {
        Err(error) => error.to_string(),
        Ok(_) => "a table".to_owned(),
    };
    assert_eq!(told(Region::Box(vec![3])), "1 sizes are given, and a position has 2 heaps");
    assert_eq!(told(Region::Box(vec![3, 3, 3])), "3 sizes are given, and a position has 2 heaps");
    assert_eq!(told(Region::Box(vec![(1 << 31) + 1, 1])), "heaps go up to 2^31");
    assert!(told(Region::Box(vec![1 << 31, 1])).starts_with("this needs about"));
    assert_eq!(told(Region::Box(vec![0, 3])), "a table");
    let register = reference::grundy(&open, &Region::Box(vec![3]), &context).expect_err("no bound");
    assert!(register.to_string().contains("--at q=5 or --at q=0..10"), "{register}");
    assert_eq!(
        reference::p_positions(&nim, u64::MAX, Play::Normal, &context).expect_err("large").to_string(),
        "the bound is too large"
    );
    let even = checked("heaps x\npositions where x mod 2 = 0\nmove t(i): x -> x - i where 1 <= i\n")
        .expect("a ruleset")
        .ruleset;
    assert!(reference::value_at(&even, &[3], Play::Normal, &context).is_err());
    assert!(reference::value_at(&even, &[4], Play::Normal, &context).is_ok());
}

/// What a table of some rules tells while it is made.
fn told(rules: &str, region: &Region) -> Vec<(u64, u64)> {
    let ruleset = checked(rules).expect("a ruleset").ruleset;
    let seen: Arc<Mutex<Vec<(u64, u64)>>> = Arc::default();
    let kept = seen.clone();
    let progress = move |done, all| kept.lock().expect("no thread panics").push((done, all));
    let context = Context { progress: Some(Arc::new(progress)), ..Context::default() };
    reference::grundy(&ruleset, region, &context).expect("a table");
    seen.lock().expect("no thread panics").clone()
}

#[test]
fn tables_tell_how_far_they_are() {
    // Every 4096 cells of those that are shown.
    assert_eq!(told(NIM, &Region::Box(vec![64, 64])), [(4096, 4096)]);
    assert!(told(NIM, &Region::Box(vec![64, 63])).is_empty());
    assert_eq!(told(NIM, &Region::Box(vec![100, 100])), [(4096, 10_000), (8192, 10_000)]);
    assert_eq!(told(PASS, &Region::Box(vec![2000])), [(4096, 6000)]);
    // Where heaps rise, level by level of what no move raises.
    let levels: Vec<(u64, u64)> = (0..7).map(|level| (level, 7)).collect();
    assert_eq!(told(YAMA, &Region::Box(vec![4, 4])), levels);
    assert_eq!(told(YAMA, &Region::Total(7)), levels);
    let steep = told(STEEP, &Region::Box(vec![3, 4]));
    assert_eq!(steep.last().map(|last| (last.0 + 1, last.1)), steep.last().map(|last| (last.1, last.1)));
}

#[test]
fn what_is_cancelled_stops() {
    for rules in [NIM, YAMA, PASS] {
        let ruleset = checked(rules).expect("a ruleset").ruleset;
        let context = Context::default();
        context.cancel.store(true, Ordering::Relaxed);
        let region = Region::Box(vec![5; ruleset.heaps.len()]);
        assert_eq!(reference::grundy(&ruleset, &region, &context), Err(EngineError::Cancelled), "{rules}");
        let position = [vec![3; ruleset.heaps.len()], vec![0; ruleset.registers.len()]].concat();
        assert_eq!(reference::value_at(&ruleset, &position, Play::Normal, &context), Err(EngineError::Cancelled));
    }
}

/// The square hides where the circle is, so that only the author says that play ends.
#[test]
fn circles_that_no_check_finds_are_told_by_the_table() {
    let text = "heaps x\nmeasure x\nmove up: x -> x + 1 where x * x = 864900\nmove down: x -> x - 1\n";
    let ruleset = checked(text).unwrap_or_else(|faults| panic!("{faults}")).ruleset;
    assert_eq!(ruleset.unproved.len(), 1);
    assert!(reference::grundy(&ruleset, &Region::Box(vec![930]), &with(1 << 20)).is_ok());
    for told in [
        reference::grundy(&ruleset, &Region::Box(vec![940]), &with(1 << 20)).err(),
        reference::outcomes(&ruleset, &Region::Box(vec![931]), Play::Normal, &with(1 << 20)).err(),
        reference::value_at(&ruleset, &[931], Play::Normal, &with(1 << 20)).err(),
    ] {
        assert!(
            matches!(&told, Some(EngineError::Endless(circle)) if circle.contains("[930]") && circle.contains("[931]")),
            "{told:?}"
        );
    }
}

#[test]
fn claims_need_lists_of_the_registers_that_they_speak_of() {
    let two = "heaps x\nregister p in 0..2\nregister r in -1..3\nmove t(i): x -> x - i where 1 <= i\n";
    // A list of all values of registers: 24 bytes and 8 for each register; a register without end has nine values.
    for (rules, claim, bytes) in [
        (PASS, "p <= 2", 3 * (24 + 8)),
        (OPEN, "q >= 0 and x >= 0", 9 * (24 + 8)),
        (two, "p + r <= 9", 3 * 5 * (24 + 16)),
        (two, "p <= 9", 3 * (24 + 16)),
        (two, "r <= x + 9", 5 * (24 + 16)),
        (two, "x >= 0", 24 + 16),
    ] {
        let document = checked(&format!("{rules}claim \"c\": {claim}\n")).expect("a claim");
        let own = document.claims().next().expect("a claim");
        let request = Request { up_to: Some(3), ..Request::default() };
        let is_done = |context: &Context| match verify(&document, own, &request, context).expect("a verdict").verdict {
            Verdict::Unknown(why) => !why.starts_with("this needs about"),
            _ => true,
        };
        assert_eq!(least(is_done), bytes, "{claim}");
    }
}
