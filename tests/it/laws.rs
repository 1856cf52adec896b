//! Laws over random rulesets: enumeration against a scan of a box, the option test and the measure against
//! enumeration, the printer against the parser, the engine against a plain recursion, composition against its meaning.
use crate::checked;
use crate::random::{Random, Texts, rulesets};
use nimdsl::check::{Settings, check};
use nimdsl::diagnostic::{Faults, Sink};
use nimdsl::engine::{Context, grundy, outcomes, reference};
use nimdsl::ruleset::options::Options;
use nimdsl::ruleset::{ParameterValue, Position, Ruleset};
use nimdsl::source::Source;
use nimdsl::syntax::ast::File;
use nimdsl::syntax::{parse, print_file};
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// Positions that a plain recursion may meet before a case is given up.
const MOST_POSITIONS: usize = 6_000;

fn tree(text: &str) -> File {
    let source = Source::new("text", text);
    let mut sink = Sink::new(source.clone());
    let file = parse(&source, &mut sink);
    assert!(!sink.has_errors(), "{:?} in {text}", sink.faults);
    file
}

/// The bound of each heap in the window of a law.
fn side(ruleset: &Ruleset) -> u64 {
    let sides = [9, 9, 6, 4, 3];
    let shrink = u64::from(!ruleset.registers.is_empty());
    sides.get(ruleset.heaps.len()).copied().unwrap_or(2) - shrink
}

/// The ruleset with a window of values for registers without bound.
fn shown(mut ruleset: Ruleset) -> Ruleset {
    for register in &mut ruleset.registers {
        register.shown = register.shown.or(Some((0, 3)));
    }
    ruleset
}

/// All positions of the window that belong to the game.
fn window(ruleset: &Ruleset, options: &Options, side: u64) -> Vec<Position> {
    let heaps = ruleset.heaps.iter().map(|_| (0, side as i64 - 1));
    let registers = ruleset.registers.iter().map(|register| register.shown.expect("it is shown"));
    let mut all: Vec<Position> = vec![Vec::new()];
    for (low, high) in heaps.chain(registers) {
        all = all.iter().flat_map(|begun| (low..=high).map(|value| [begun.as_slice(), &[value]].concat())).collect();
    }
    all.retain(|position| options.in_domain(position).expect("small numbers"));
    all
}

/// Cases for each law: few enough for every run; `NIMDSL_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("NIMDSL_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(100)
}

type Ways = BTreeSet<(usize, Vec<i64>, Position)>;

/// All ways to move by trying all amounts of a box against the relation itself.
fn scanned(ruleset: &Ruleset, options: &Options, position: &[i64]) -> Ways {
    let mut all = Ways::new();
    for (index, rule) in ruleset.moves.iter().enumerate() {
        let mut amounts: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in &rule.amounts {
            let (low, high) = range(rule.amounts.len());
            amounts = amounts
                .iter()
                .flat_map(|begun| (low..=high).map(|next| [begun.as_slice(), &[next]].concat()))
                .collect();
        }
        for amounts in amounts {
            let targets = rule.targets.iter().map(|target| target.evaluate(position, &amounts));
            let option: Position = targets.map(|value| value.expect("small numbers") as i64).collect();
            if options.relates(index, position, &amounts, &option).expect("small numbers") {
                all.insert((index, amounts, option));
            }
        }
    }
    all
}

fn range(amounts: usize) -> (i64, i64) {
    if amounts <= 2 { (-1, 8) } else { (-1, 3) }
}

fn enumerated(options: &Options, position: &[i64]) -> Ways {
    let mut all = Ways::new();
    let _ = options
        .visit(position, &mut |rule, amounts, option| {
            all.insert((rule, amounts.to_vec(), option.to_vec()));
            ControlFlow::Continue(())
        })
        .expect("small numbers");
    all
}

/// Grundy value, and whether the next player wins in normal and in misère play.
type Values = (u32, bool, bool);

/// The definitions, written down as they stand; `None` where too many positions are met.
fn plain(options: &Options, position: &[i64], known: &mut HashMap<Position, Values>) -> Option<Values> {
    if let Some(values) = known.get(position) {
        return Some(*values);
    }
    let reached: BTreeSet<Position> = enumerated(options, position).into_iter().map(|way| way.2).collect();
    let values: Vec<Values> = reached.iter().map(|option| plain(options, option, known)).collect::<Option<_>>()?;
    let least = (0..).find(|least| values.iter().all(|value| value.0 != *least))?;
    let normal = values.iter().any(|value| !value.1);
    let misere = values.is_empty() || values.iter().any(|value| !value.2);
    known.insert(position.to_vec(), (least, normal, misere));
    (known.len() < MOST_POSITIONS).then_some((least, normal, misere))
}

/// All options of all positions of a window.
fn relation(ruleset: &Ruleset) -> Vec<(Position, BTreeSet<Position>)> {
    let ruleset = shown(ruleset.clone());
    let options = Options::new(&ruleset).expect("a checked ruleset is finite");
    let all = window(&ruleset, &options, side(&ruleset).min(5));
    let reached = |position: &Position| enumerated(&options, position).into_iter().map(|way| way.2).collect();
    all.into_iter()
        .map(|position| {
            let options = reached(&position);
            (position, options)
        })
        .collect()
}

fn codes(faults: &Faults) -> Vec<&'static str> {
    faults.0.iter().map(|fault| fault.code).collect()
}

#[test]
fn most_random_texts_are_accepted() {
    let mut runner = TestRunner::deterministic();
    let strategy = rulesets(4);
    let mut refused: HashMap<&str, usize> = HashMap::new();
    let (mut accepted, mut symmetric, mut remembering, mut restricted, mut evaluated) = (0, 0, 0, 0, 0);
    for _ in 0..400 {
        let random: Random = strategy.new_tree(&mut runner).expect("a text").current();
        let document = match checked(&random.text()) {
            Ok(document) => document,
            Err(faults) => {
                *refused.entry(codes(&faults)[0]).or_default() += 1;
                continue;
            }
        };
        let ruleset = shown(document.ruleset);
        accepted += 1;
        symmetric += usize::from(random.symmetric);
        remembering += usize::from(!ruleset.registers.is_empty());
        restricted += usize::from(random.text().contains("positions"));
        let options = Options::new(&ruleset).expect("finite");
        let mut known = HashMap::new();
        let mut all = window(&ruleset, &options, side(&ruleset)).into_iter();
        evaluated += usize::from(all.all(|position| plain(&options, &position, &mut known).is_some()));
    }
    println!(
        "{accepted} of 400 texts are accepted, {symmetric} symmetric, {remembering} with a register, {restricted} with \
         `positions`, {evaluated} small enough for plain recursion; refused: {refused:?}"
    );
    assert!(280 <= accepted, "{accepted} of 400 are accepted; refused: {refused:?}");
    assert!(accepted <= evaluated + 20, "{evaluated} of {accepted} can be evaluated");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn enumeration_is_the_relation(random in rulesets(4)) {
        let text = random.text();
        let Ok(document) = checked(&text) else { return Ok(()) };
        let ruleset = shown(document.ruleset);
        let options = Options::new(&ruleset).expect("a checked ruleset is finite");
        let window = window(&ruleset, &options, side(&ruleset).min(6));
        let level = |position: &[i64]| -> Vec<i64> {
            ruleset.measure.iter().map(|weights| weights.iter().zip(position).map(|(a, b)| a * b).sum()).collect()
        };
        for (at, position) in window.iter().enumerate().step_by(1 + window.len() / 40) {
            let all = enumerated(&options, position);
            let mut near = all.clone();
            near.retain(|(_, amounts, _)| {
                let (low, high) = range(amounts.len());
                amounts.iter().all(|amount| low <= *amount && *amount <= high)
            });
            prop_assert_eq!(near, scanned(&ruleset, &options, position), "{} at {:?}", text, position);
            let listed: BTreeSet<&Position> = all.iter().map(|way| &way.2).collect();
            for option in listed.iter().take(12) {
                prop_assert!(options.is_option(position, option).expect("small"), "{} from {:?} to {:?}", text, position, option);
            }
            for other in window.iter().skip(at % 7).step_by(1 + window.len() / 12) {
                let found = options.is_option(position, other).expect("small");
                prop_assert_eq!(found, listed.contains(other), "{} from {:?} to {:?}", text, position, other);
            }
            for option in listed {
                prop_assert!(level(option) < level(position), "{} does not decrease its measure from {:?} to {:?}", text, position, option);
            }
        }
    }

    #[test]
    fn the_engine_agrees_with_plain_recursion(random in rulesets(4)) {
        let text = random.text();
        let Ok(document) = checked(&text) else { return Ok(()) };
        let ruleset = shown(document.ruleset);
        let options = Options::new(&ruleset).expect("a checked ruleset is finite");
        let side = side(&ruleset);
        let mut known = HashMap::new();
        let window = window(&ruleset, &options, side);
        if window.iter().any(|position| plain(&options, position, &mut known).is_none()) {
            return Ok(());
        }
        let region = Region::Box(vec![side; ruleset.heaps.len()]);
        let context = Context::default();
        let values = grundy(&ruleset, &region, &context).expect("it fits");
        let normal = outcomes(&ruleset, &region, Play::Normal, &context).expect("it fits");
        let misere = outcomes(&ruleset, &region, Play::Misere, &context).expect("it fits");
        for position in &window {
            let expected = known[position];
            prop_assert_eq!(values.get(position), Some(expected.0), "{} at {:?}", text, position);
            prop_assert_eq!(normal.get(position), Some(u32::from(expected.1)), "{} at {:?}", text, position);
            prop_assert_eq!(misere.get(position), Some(u32::from(expected.2)), "{} at {:?}, misere", text, position);
            prop_assert_eq!(expected.1, expected.0 != 0);
        }
        if random.symmetric {
            for position in &window {
                let mut turned = position.clone();
                turned.rotate_left(1);
                let mut swapped = position.clone();
                swapped.reverse();
                prop_assert_eq!(values.get(position), values.get(&turned), "{} at {:?}", text, position);
                prop_assert_eq!(values.get(position), values.get(&swapped), "{} at {:?}", text, position);
            }
        }
    }

    #[test]
    fn printed_text_parses_to_the_same_tree(random in rulesets(4)) {
        let text = random.text();
        let printed = print_file(&tree(&text));
        prop_assert_eq!(&printed, &print_file(&tree(&printed)));
        match (checked(&text), checked(&printed)) {
            (Ok(one), Ok(other)) => prop_assert_eq!(&one.ruleset.moves, &other.ruleset.moves, "{}", printed),
            (one, other) => prop_assert_eq!(one.err().map(|faults| codes(&faults)), other.err().map(|faults| codes(&faults)), "{}", printed),
        }
    }

    #[test]
    fn a_parameter_is_the_number_that_it_is_set_to(random in rulesets(3), c in 0..4i64) {
        let Ok(document) = checked(&random.text()) else { return Ok(()) };
        let settings: Settings = [("c".to_owned(), ParameterValue::Number(c))].into_iter().collect();
        let (Ok(set), Ok(written)) = (document.at(&settings), checked(&random.at(c))) else { return Ok(()) };
        prop_assert_eq!(relation(&set), relation(&written.ruleset), "{} at c = {}", random.text(), c);
        prop_assert_eq!(&set.measure, &written.ruleset.measure);
    }

    #[test]
    fn what_extends_a_file_is_the_file_with_more_items(random in rulesets(3)) {
        let Some((base, last)) = random.split() else { return Ok(()) };
        let (Ok(_), Ok(whole)) = (checked(&base), checked(&random.text())) else { return Ok(()) };
        let text = format!("extends \"base.nim\"\n{last}");
        let source = Source::new("more.nim", text.clone());
        let extended = check(&source, &Texts(vec![("base.nim", base.clone())]));
        let extended = extended.map_err(|faults| TestCaseError::fail(format!("{base}{text}{faults}")))?;
        prop_assert_eq!(relation(&extended.ruleset), relation(&whole.ruleset), "{}{}", base, text);
        prop_assert_eq!(extended.ruleset.measure, whole.ruleset.measure);
    }

    #[test]
    fn the_value_of_a_sum_is_the_nim_sum(one in rulesets(2), other in rulesets(1)) {
        let (one, other) = (one.text(), other.text());
        let (Ok(first), Ok(second)) = (checked(&one), checked(&other)) else { return Ok(()) };
        let library = Texts(vec![("one.nim", one.clone()), ("other.nim", other.clone())]);
        let sum = check(&Source::new("sum.nim", "sum of \"one.nim\", \"other.nim\"".to_owned()), &library);
        let sum = sum.map_err(|faults| TestCaseError::fail(format!("{one}{other}{faults}")))?;
        let sum = shown(sum.ruleset);
        let parts: Vec<Options> = [&first, &second].map(|part| Options::new(&part.ruleset).expect("finite")).into();
        let whole = Options::new(&sum).expect("finite");
        let window = window(&sum, &whole, 3);
        let mut known = [HashMap::new(), HashMap::new()];
        let mut expected = Vec::new();
        for position in &window {
            let mut value = 0;
            for ((part, options), known) in sum.components.iter().zip(&parts).zip(&mut known) {
                let own: Position = part.coordinates.iter().map(|at| position[*at]).collect();
                let Some(values) = plain(options, &own, known) else { return Ok(()) };
                value ^= values.0;
            }
            expected.push(value);
        }
        if MOST_POSITIONS < known[0].len() * known[1].len() {
            return Ok(());
        }
        let region = Region::Box(vec![3; sum.heaps.len()]);
        let added = grundy(&sum, &region, &Context::default()).expect("it fits");
        let product = reference::grundy(&sum, &region, &Context::default()).expect("it fits");
        for (position, value) in window.iter().zip(expected) {
            prop_assert_eq!(added.get(position), Some(value), "{}+\n{} at {:?}", one, other, position);
            prop_assert_eq!(product.get(position), Some(value), "{}+\n{} at {:?}, as a product", one, other, position);
        }
    }
}
