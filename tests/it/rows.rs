//! Tables row by row: the same values as of whole tables, in less memory, and gone on with after any end.
use crate::checked;
use crate::engines::{line_rulesets, plain_rulesets, regions, rulesets};
use crate::files::{Folder, files, told};
use crate::random;
use nimdsl::engine::{Context, EngineError, Plan, Question};
use nimdsl::ruleset::Ruleset;
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;
use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const QUESTIONS: [Question; 3] = [Question::Grundy, Question::Outcome(Play::Normal), Question::Outcome(Play::Misere)];

/// Bytes that were put down, as they are taken up.
fn of(mut state: &[u8]) -> impl FnMut(&mut [u8]) -> bool {
    move |bytes| state.read_exact(bytes).is_ok()
}

/// All values, band after band; after each, another engine goes on with what was kept.
fn in_turn(
    plan: &Plan<'_>,
    region: &Region,
    question: Question,
    context: &Context,
) -> Result<(Vec<Option<u32>>, usize), EngineError> {
    let mut rows = plan.rows(region, question, context)?;
    let (mut all, mut bands) = (Vec::new(), 0);
    while let Some(band) = rows.next_band(context)? {
        all.extend(band.part(0..band.len()));
        let mut bytes = Vec::new();
        band.append_to(&mut bytes, 0..band.len());
        let kept = bytes.chunks(4).map(|four| u32::from_le_bytes(four.try_into().expect("four bytes")));
        assert!(kept.map(|kept| Some(kept).filter(|kept| *kept != u32::MAX)).eq(band.part(0..band.len())));
        let mut state = Vec::new();
        assert!(rows.keep(&mut |bytes| {
            state.extend_from_slice(bytes);
            true
        }));
        let done = rows.done();
        rows = plan.rows(region, question, context)?;
        assert!(rows.take_up(done, &mut of(&state)), "what was kept");
        bands += 1;
    }
    Ok((all, bands))
}

/// The least memory in which rows of Grundy values come to their end, as refusals tell it.
fn least(plan: &Plan<'_>, region: &Region) -> Context {
    let mut context = Context { memory: 0, ..Context::default() };
    for _ in 0..8 {
        match in_turn(plan, region, Question::Grundy, &context) {
            Err(EngineError::Memory { needed, .. }) => context.memory = needed as u64,
            _ => break,
        }
    }
    context
}

/// Whether an engine gives rows, which then are those of the table.
fn same(ruleset: &Ruleset, region: &Region, question: Question, text: &str) -> Result<bool, TestCaseError> {
    let plan = Plan::of(ruleset);
    let memories = match question {
        Question::Grundy => {
            vec![Context::default(), least(&plan, region), Context { threads: 3, ..Context::default() }]
        }
        Question::Outcome(_) => vec![Context::default()],
    };
    for context in memories {
        match in_turn(&plan, region, question, &context) {
            Err(EngineError::Unfit(_)) => return Ok(false),
            Err(error) => return Err(TestCaseError::fail(format!("{text}{region:?}: {error}"))),
            Ok((found, _)) => {
                let Ok(table) = plan.table(region, question, &Context::default()) else {
                    return Err(TestCaseError::fail(format!("{text}{region:?} has rows and no table")));
                };
                let columns = table.shape[1] as usize;
                for (at, (found, expected)) in found.iter().zip(&table.layers[0].1).enumerate() {
                    let (row, column) = (at / columns, at % columns);
                    prop_assert_eq!(*found, expected, "{}{:?} {:?} at {}, {}", text, question, region, row, column);
                }
                prop_assert_eq!(found.len(), table.layers[0].1.len(), "{}{:?}", text, region);
            }
        }
    }
    Ok(true)
}

fn all_same(text: &str, region: &Region) -> Result<(), TestCaseError> {
    let document = checked(text).map_err(|faults| TestCaseError::reject(faults.to_string()))?;
    if document.ruleset.heaps.len() != 2 {
        return Ok(());
    }
    for question in QUESTIONS {
        same(&document.ruleset, region, question, text)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn rows_of_lines_are_those_of_tables(text in line_rulesets(), region in regions(80)) {
        all_same(&text, &region)?;
    }

    #[test]
    fn rows_of_lines_through_several_bands_are_those_of_tables(text in plain_rulesets(), region in regions(150)) {
        all_same(&text, &region)?;
    }

    #[test]
    fn rows_of_any_rules_are_those_of_tables(game in random::rulesets(2), region in regions(40)) {
        all_same(&game.text(), &region)?;
    }

    #[test]
    fn rows_of_levels_are_those_of_tables(text in rulesets(), region in regions(40)) {
        all_same(&text, &region)?;
    }
}

/// Those of the project that have two heaps: at their own parameters, at sizes of several bands.
#[test]
fn rows_of_the_rulesets_of_the_project_are_those_of_tables() {
    let mut served = [const { Vec::new() }; 3];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "nim")) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let document = crate::ruleset(&name);
        if document.ruleset.heaps.len() != 2 || !document.ruleset.finite_options {
            continue;
        }
        for (question, served) in QUESTIONS.into_iter().zip(&mut served) {
            let regions = [Region::Box(vec![70, 70]), Region::Box(vec![90, 33]), Region::Total(75)];
            let all =
                regions.iter().map(|region| same(&document.ruleset, region, question, &name).expect("the same values"));
            if all.collect::<Vec<_>>() == [true; 3] {
                served.push(name.clone());
            }
        }
    }
    for name in ["nim", "wythoff", "ryuo", "triangular", "square", "triangular_wythoff", "triangular_geometric"] {
        assert!(served[0].iter().any(|served| served == name), "{name}: {:?}", served[0]);
    }
    assert!(20 <= served[1].len() && 20 <= served[2].len(), "{served:?}");
}

/// Bands are found one after the other, not all at once: in a part of the memory of the table.
#[test]
fn rows_take_less_memory_than_tables() {
    for (name, memory) in [("wythoff", 3 << 20), ("triangular", 5 << 20)] {
        let document = crate::ruleset(name);
        let (plan, region) = (Plan::of(&document.ruleset), Region::Box(vec![2000, 2000]));
        let context = Context { memory, ..Context::default() };
        let refused = plan.grundy(&region, &context);
        assert!(matches!(refused, Err(EngineError::Memory { .. })), "{name}");
        let mut rows = plan.rows(&region, Question::Grundy, &context).expect("rows fit");
        let first = rows.next_band(&context).expect("it fits").expect("there are rows");
        assert!(
            first.len() * 2 < memory as usize && !first.is_empty() && rows.done() < 2000,
            "{name}: {}",
            first.len()
        );
        assert!(context.asked.bytes() <= memory);
    }
}

/// What was kept for other rows, or is cut off, is refused.
#[test]
fn a_state_of_other_rows_is_refused() {
    let document = crate::ruleset("wythoff");
    let plan = Plan::of(&document.ruleset);
    let context = Context::default();
    let rows = |size| plan.rows(&Region::Box(vec![size, size]), Question::Grundy, &context).expect("it fits");
    let mut begun = rows(90);
    begun.next_band(&context).expect("it fits").expect("there are rows");
    let mut state = Vec::new();
    begun.keep(&mut |bytes| {
        state.extend_from_slice(bytes);
        true
    });
    assert!(!begun.keep(&mut |_| false));
    assert!(rows(90).take_up(begun.done(), &mut of(&state)));
    assert!(!rows(90).take_up(begun.done(), &mut of(&state[..state.len() - 1])));
    assert!(!rows(90).take_up(91, &mut of(&state)));
    assert!(!rows(90).take_up(begun.done(), &mut of(&[0xff; 64])));
}

fn bytes(folder: &Folder, arguments: &str) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
    let output = command.args(arguments.split(' ')).current_dir(folder.path("")).output().expect("it starts");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// A folder with some rulesets.
fn games(name: &str) -> Folder {
    let folder = files(name);
    for game in ["wythoff", "triangular", "yama"] {
        let text =
            fs::read_to_string(format!("{}/rulesets/{game}.nim", env!("CARGO_MANIFEST_DIR"))).expect("a ruleset");
        folder.write(&format!("{game}.nim"), &text);
    }
    folder
}

/// No shapes: each cell looks at those before it, one by one.
const ANY: &str = "heaps x, y\nmove m(i) symmetric: x -> x - i where 1 <= i, (x xor i) mod 3 != 1\n";
/// Options come later in the order of the table.
const LATER: &str = "heaps x, y\nmove m(i): (x, y) -> (x - i, y) where 1 <= i, (x xor i) mod 3 != 1\n\
                     move n(i): (x, y) -> (x + 1, y - i) where 2 <= i, (y xor i) mod 3 != 1\n";

/// In each form: to the output in little memory, and to a file, as the whole table.
#[test]
fn a_table_has_the_same_bytes_row_by_row() {
    let folder = games("rows_bytes");
    folder.write("any.nim", ANY);
    folder.write("later.nim", LATER);
    folder.write("vectors.nim", "heaps x, y\nmove t(j, k): (x, y) -> (x - j * 2^k, y - j) where 0 <= k, 1 <= j <= 4\n");
    for asked in
        ["any.nim --size 90,80", "any.nim --total 99 --outcomes", "later.nim --size 50", "vectors.nim --size 90,80"]
    {
        for form in ["csv", "hash", "npy"] {
            let whole = bytes(&folder, &format!("table {asked} --format {form}"));
            bytes(&folder, &format!("table {asked} --format {form} --out to --keep-every 0"));
            assert!(whole == fs::read(folder.path("to")).expect("a file"), "{asked} as {form}, to a file");
            fs::remove_file(folder.path("to")).expect("a file");
        }
    }
    for (asked, little) in [
        ("wythoff.nim --size 300,250", "150K"),
        ("wythoff.nim --total 300", "200K"),
        ("triangular.nim --size 200", "450K"),
        ("triangular.nim --total 190", "235K"),
        ("base.nim --size 150", "90K"),
        ("wythoff.nim --size 1500 --outcomes", "240K"),
        ("wythoff.nim --total 1400 --outcomes", "200K"),
        ("yama.nim --size 1100,1200 --outcomes --misere", "450K"),
    ] {
        let room = format!("table {asked} --format json --memory {little}");
        let output = folder.nimdsl(&room.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(3), "{asked}: {}", told(&output));
        // Where a form needs the table whole, the message says which does not.
        assert!(told(&output).contains("row by row it fits: --format csv, npy, hash"), "{asked}: {}", told(&output));
        for form in ["csv", "hash", "npy"] {
            let whole = bytes(&folder, &format!("table {asked} --format {form}"));
            let turns = bytes(&folder, &format!("table {asked} --format {form} --memory {little}"));
            assert!(whole == turns, "{asked} as {form}, row by row");
            bytes(&folder, &format!("table {asked} --format {form} --out to"));
            assert!(whole == fs::read(folder.path("to")).expect("a file"), "{asked} as {form}, to a file");
            fs::remove_file(folder.path("to")).expect("a file");
        }
    }
    let left = ["to.part", "to.state"].map(|name| folder.path(name).exists());
    assert_eq!(left, [false, false]);
}

/// What is done, to its end or not: the process, and whether it ended by itself.
fn begun(folder: &Folder, arguments: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
    let command = command.args(arguments.split(' ')).current_dir(folder.path(""));
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// Begins a table and ends its process as soon as some of it is kept; how much is kept.
fn stopped(folder: &Folder, arguments: &str, least: u64) -> u64 {
    let mut child = begun(folder, arguments);
    let begin = Instant::now();
    let kept = loop {
        let state = fs::read(folder.path("to.state")).unwrap_or_default();
        let line = String::from_utf8_lossy(state.split(|byte| *byte == b'\n').next().unwrap_or_default()).into_owned();
        let kept = line.split("\"bytes\":").nth(1).and_then(|rest| rest.split(',').next()?.parse().ok()).unwrap_or(0);
        if least < kept {
            break kept;
        }
        assert!(child.try_wait().expect("a state").is_none(), "it ended before it was stopped");
        assert!(begin.elapsed() < Duration::from_secs(100), "nothing is kept");
        std::thread::sleep(Duration::from_millis(2));
    };
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    kept
}

const SLOW: &str = "table wythoff.nim --size 900 --format csv --keep-every 0 --threads 1 --out to";

#[test]
fn a_table_that_was_killed_is_gone_on_with() {
    for (name, game, form) in [
        ("rows_killed_npy", "wythoff.nim --size 1000,900", "npy"),
        ("rows_killed_csv", "any.nim --size 300,250", "csv"),
        ("rows_killed_hash", "wythoff.nim --size 1000,900", "hash"),
    ] {
        let folder = games(name);
        folder.write("any.nim", ANY);
        let asked = format!("table {game} --format {form}");
        let whole = bytes(&folder, &asked);
        let go_on = || {
            let more = if folder.path("to.state").exists() { " --resume" } else { "" };
            format!("{asked} --out to --keep-every 0{more}")
        };
        let (mut kills, mut wait) = (0, Duration::from_millis(3));
        while !folder.path("to").exists() {
            let mut child = begun(&folder, &go_on());
            std::thread::sleep(wait);
            // Longer and longer, so that it ends on any machine.
            wait = wait * 9 / 8;
            match child.try_wait().expect("a state") {
                None => kills += 1,
                Some(status) => assert!(status.success(), "{}", told(&child.wait_with_output().expect("its output"))),
            }
            let _ = child.kill();
            child.wait().expect("it ends");
        }
        assert!(3 < kills, "{kills} kills");
        assert!(fs::read(folder.path("to")).expect("a file") == whole, "{form} after {kills} kills");
        if folder.path("to.state").exists() {
            // It was killed between its last two steps.
            bytes(&folder, &go_on());
        }
        let left = fs::read_dir(folder.path("")).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let left: Vec<String> = left.map(|name| name.to_string_lossy().into_owned()).collect();
        assert!(!left.iter().any(|name| name.starts_with('.') || name.starts_with("to.")), "{left:?}");
    }
}

/// What was kept is not written again, and what follows it is cut off.
#[test]
fn only_what_was_not_kept_is_done_again() {
    let folder = games("rows_again");
    let kept = stopped(&folder, SLOW, 10_000) as usize;
    let mut part = fs::read(folder.path("to.part")).expect("rows");
    part[5] = b'x';
    part.truncate(kept);
    part.extend(b"half a row that nobody kept");
    fs::write(folder.path("to.part"), &part).expect("a file");
    bytes(&folder, &format!("{SLOW} --resume"));
    let mut expected = bytes(&folder, "table wythoff.nim --size 900 --format csv");
    expected[5] = b'x';
    assert!(fs::read(folder.path("to")).expect("a file") == expected);
}

#[test]
fn a_table_is_gone_on_with_only_as_it_was_begun() {
    let folder = games("rows_refused");
    folder.refuses(&["table", "wythoff.nim", "--size", "9", "--resume"], &["--out"]);
    let refuses = |arguments: &str, words: &[&str]| folder.refuses(&arguments.split(' ').collect::<Vec<_>>(), words);
    refuses(&format!("{SLOW} --resume"), &["to: there is no table to go on with; begin it without --resume"]);
    refuses("table wythoff.nim --size 9 --out to --resume", &["computed whole, so there is nothing to go on with"]);
    stopped(&folder, SLOW, 0);
    refuses(SLOW, &["to.state: a table that was stopped is kept here", "--resume", "to.part"]);
    for (asked, words) in [
        (SLOW.replace("900", "901"), "x < 900, y < 900, not"),
        (SLOW.replace("wythoff", "nim"), "belongs to another table"),
        (SLOW.replace("csv", "hash"), "csv, not hash"),
        (format!("{SLOW} --outcomes"), "Grundy values, not outcomes"),
    ] {
        refuses(
            &format!("{asked} --resume"),
            &[
                "to.state: it belongs to another table",
                words,
                "another file, or remove it and begin afresh, without --resume",
            ],
        );
        // Nobody is told to go on with the table of another game.
        let stopped = "to.state: a table that was stopped is kept here, and it belongs to another table";
        refuses(&asked, &[stopped, words, "write this one to another file, or remove it and to.part"]);
    }
    let state = fs::read(folder.path("to.state")).expect("a state");
    for at in [30, state.len() / 2, state.len() - 1] {
        let mut damaged = state.clone();
        damaged[at] ^= 4;
        fs::write(folder.path("to.state"), damaged).expect("a file");
        refuses(&format!("{SLOW} --resume"), &["to.state: the state is damaged"]);
        refuses(SLOW, &["its state is damaged: remove it and to.part"]);
    }
    fs::write(folder.path("to.state"), "a letter of somebody").expect("a file");
    refuses(&format!("{SLOW} --resume"), &["to.state: this is no state of a table"]);
    fs::write(folder.path("to.state"), &state).expect("a file");
    let part = fs::read(folder.path("to.part")).expect("rows");
    fs::write(folder.path("to.part"), &part[..1]).expect("a file");
    refuses(&format!("{SLOW} --resume"), &["the rows that it speaks of are not all there"]);
    fs::write(folder.path("to.part"), &part).expect("a file");
    bytes(&folder, &format!("{SLOW} --resume"));
    refuses(&format!("{SLOW} --resume"), &["to: it is whole: there is nothing to go on with"]);
    refuses(SLOW, &["a file is there that is not one that this command replaces"]);
    refuses("table nim.nim --size 5 --out to", &["a file is there"]);
}

/// An interrupt says what to do.
#[cfg(unix)]
#[test]
fn an_interrupt_names_what_is_kept() {
    let folder = games("rows_interrupt");
    let mut child = begun(&folder, SLOW);
    while !folder.path("to.part").exists() {
        std::thread::sleep(Duration::from_millis(2));
        assert!(child.try_wait().expect("a state").is_none(), "it ended before it was stopped");
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("it starts").success());
    let output = child.wait_with_output().expect("its output");
    assert_eq!(output.status.code(), Some(130), "{}", told(&output));
    assert!(
        told(&output).contains("interrupted; what was done is kept in to.state, go on with --resume"),
        "{}",
        told(&output)
    );
    bytes(&folder, &format!("{SLOW} --resume"));
}

/// A table that has to be whole goes to a file as well.
#[test]
fn a_whole_table_goes_to_a_file() {
    let folder = games("rows_whole");
    for asked in
        ["table wythoff.nim --size 9", "table take.nim --size 9 --format npy", "table wythoff.nim --size 9 --fix x=3"]
    {
        let whole = bytes(&folder, asked);
        assert!(bytes(&folder, &format!("{asked} --out to")).is_empty());
        assert!(fs::read(folder.path("to")).expect("a file") == whole, "{asked}");
        fs::remove_file(folder.path("to")).expect("a file");
    }
}
