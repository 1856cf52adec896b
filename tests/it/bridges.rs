//! Rules in the words of other programs. Python is run, and its values are those of our tables; the others are compared with
//! snapshots alone, since their programs are not at hand.
use crate::ruleset;
use crate::slips::{papers, root};
use nimdsl::bridge::ScriptTarget;
use nimdsl::engine::Context;
use nimdsl::rules::{ImportForm, NoAnswer, Rules, imported, open};
use nimdsl::table::Region;
use std::fs;
use std::process::Command;

fn exported(rules: &Rules, target: ScriptTarget) -> Result<String, String> {
    rules.exported(target, &Context::default()).map_err(|why| why.to_string())
}

/// What Python says of a script, and of some lines behind it.
fn run(name: &str, script: &str) -> String {
    let folder = root().join("target").join("bridges");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.py"));
    fs::write(&path, script).expect("a script");
    let output = Command::new("python3").arg(&path).output().expect("python3");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn python_finds_our_values_for_every_ruleset() {
    let mut count = 0;
    for file in papers() {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let rules = Rules::from(ruleset(&name));
        if name.starts_with("transfinite") {
            let why = exported(&rules, ScriptTarget::Sage).expect_err("ordinals");
            assert!(why.contains("infinitely many options"), "{why}");
            continue;
        }
        let script = exported(&rules, ScriptTarget::Sage).unwrap_or_else(|why| panic!("{name}: {why}"));
        let said = run(&name, &script);
        let agree = said.split(' ').next().and_then(|count| count.parse::<usize>().ok());
        assert!(said.ends_with("values agree\n") && agree.is_some_and(|count| 15 < count), "{name}: {said}");
        count += 1;
    }
    assert!(50 < count, "{count}");
}

#[test]
fn python_reads_what_our_rulesets_do_not_say() {
    let texts = [
        (
            "recursion",
            "let ruler(m) = cases { 0 if m = 0; 0 if m mod 2 = 1; ruler(floor(m / 2)) + 1 otherwise }\nheaps n\nmove take(i): n -> n - i where 1 <= i <= ruler(n) + 1",
        ),
        (
            "sequence",
            "sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1\nheaps x, y\nmove b(i, k): y -> y - i where 1 <= i, i = F(k), 2 <= k <= 9\nmove c(i): x -> x - i where 1 <= i <= min(x, y)",
        ),
        (
            "grid",
            "let C(m, k) = cases { 1 if k = 0; 0 if m = 0; C(m - 1, k - 1) + C(m - 1, k) otherwise }\nsequence s(m, k) = s(m - 1, k) + k from s(0, 1) = 3, s(0, 2) = 4\nheaps x, y\nmove a(i): x -> x - i where 1 <= i <= x, C(x, i) mod 2 = 1\nmove b(i): y -> y - i where 1 <= i <= s(x, 2)",
        ),
        ("register", "heaps n\nregister lambda\nmove take(i): (n; lambda) -> (n - i; 2 * i) where 1 <= i <= lambda"),
        (
            "positions",
            "heaps x, y\npositions where y <= x\nmove take(i): x -> x - i where 1 <= i\nmove drop: y -> y - 1",
        ),
        (
            "words",
            "heaps α, β\nmove τ(i): α -> α - i where i in {1, 4}, i != β or β = 2\nmove σ: β -> floor(β / 2) where 1 <= β",
        ),
        (
            "numbers",
            "heaps x, y\nmove a(i): x -> x - i where 1 <= i <= x, gcd(i, y) = 1 or prime(x + i)\nmove b(i): y -> y - i where 1 <= i <= valuation(2, y) + 1, not (i divides x), 1 <= y",
        ),
        ("primes", "heaps x, y\nmove cut: (x, y) -> (x', y') where x' + 2 * y' <= x + y - 3, x' xor y' <= 5"),
        (
            "negative",
            "heaps x, y\nregister r in -2..1\nmove a(i): (x, y; r) -> (x + i, y - i - 1; r) where -1 <= i <= 1\nmove b: r -> r - 1",
        ),
    ];
    for (name, text) in texts {
        let rules = open(text).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let said = run(name, &exported(&rules, ScriptTarget::Sage).expect(name));
        assert!(said.ends_with("values agree\n"), "{name}: {said}");
    }
}

#[test]
fn python_lists_misere_p_positions() {
    let text = "play misere\nheaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i";
    let rules = open(text).expect("rules");
    let script = exported(&rules, ScriptTarget::Sage).expect("a script");
    let more = "print([(x, y) for x in range(5) for y in range(5) if is_p_position(x, y)])\n";
    let said = run("misere", &(script + more));
    assert!(said.ends_with("[(0, 1), (1, 0), (2, 2), (3, 3), (4, 4)]\n"), "{said}");
}

#[test]
fn other_programs_get_their_idiom() {
    for name in ["wythoff", "triangular_geometric", "subtraction"] {
        let rules = Rules::from(ruleset(name));
        for (ending, target) in
            [("m", ScriptTarget::Mathematica), ("cgs", ScriptTarget::CgSuite), ("py", ScriptTarget::Sage)]
        {
            insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
                insta::assert_snapshot!(format!("{name}_{ending}"), exported(&rules, target).expect(name));
            });
        }
    }
}

#[test]
fn what_cannot_be_said_is_refused() {
    let refused = |name: &str, target: ScriptTarget| exported(&Rules::from(ruleset(name)), target).expect_err(name);
    assert!(refused("ryuo_three", ScriptTarget::CgSuite).contains("3 heaps"));
    assert!(refused("ryuo_pass", ScriptTarget::CgSuite).contains("--to sage"));
    assert!(refused("maximum_nim_sqrt", ScriptTarget::CgSuite).contains("square roots"));
    let text =
        "let f(m) = cases { 0 if m = 0; f(m - 1) + 1 otherwise }\nheaps n\nmove a(i): n -> n - i where 1 <= i <= f(n)";
    let rules = open(text).expect("rules");
    assert!(exported(&rules, ScriptTarget::CgSuite).expect_err("a recursion").contains("recursion"));
    assert!(exported(&rules, ScriptTarget::Mathematica).is_ok());
    let why = Rules::from(ruleset("transfinite_yama")).exported(ScriptTarget::Mathematica, &Context::default());
    assert!(matches!(why, Err(NoAnswer::Question(why)) if why.contains("finite option sets")));
}

#[test]
fn lists_become_games() {
    let grundy = |text: &str, region: &Region| {
        let rules = open(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        rules.grundy(region, &Context::default()).expect("a table").table
    };
    let line = |text: &str, at: u64| grundy(text, &Region::Box(vec![at + 1])).get(&[i64::try_from(at).expect("small")]);
    let import = |form, data| imported(form, data, false).unwrap_or_else(|why| panic!("{data}: {why}"));
    // Dawson's Kayles (OEIS A002187), and Kayles with three parts allowed as hexadecimal digits of the same moves.
    let dawson = import(ImportForm::Octal, " 0.137 ");
    assert_eq!((0..12).map(|n| line(&dawson, n)).collect::<Vec<_>>(), [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2].map(Some));
    let [kayles, same] =
        [(ImportForm::Octal, "0.77"), (ImportForm::Hexadecimal, "0.77")].map(|(form, code)| import(form, code));
    assert!((0..40).all(|n| line(&kayles, n) == line(&same, n)));
    let set = import(ImportForm::Subtraction, "{4, 1..2}\n2");
    assert!(set.contains("where i in {1, 2, 4}"), "{set}");
    for n in 0..60usize {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..=n {
            let options: Vec<u32> = [1, 2, 4].iter().filter(|i| **i <= heap).map(|i| values[heap - i]).collect();
            values.push((0..).find(|value| !options.contains(value)).expect("a value"));
        }
        assert_eq!(line(&set, n as u64), Some(values[n]), "{n}");
    }
    let taken = [(1, 2), (2, 1), (0, 3), (2, -1)];
    for data in ["(1,2), (2,1) (0,3) (2,-1)", "1 2\n2 1\n0, 3\n\n2 -1\n", "[[1,2],[2,1],[0,3],[2,-1]]"] {
        let text = import(ImportForm::Vectors, data);
        let table = grundy(&text, &Region::Box(vec![9, 9]));
        for (x, y) in (0..9i64).flat_map(|x| (0..9i64).map(move |y| (x, y))) {
            let value = |x: i64, y: i64| table.get(&[x, y]).expect("a value");
            let options: Vec<(i64, i64)> =
                taken.iter().map(|(i, j)| (x - i, y - j)).filter(|(a, b)| 0 <= *a && 0 <= *b).collect();
            if options.iter().all(|(_, b)| *b < 9) {
                let values: Vec<u32> = options.iter().map(|(a, b)| value(*a, *b)).collect();
                assert_eq!((0..).find(|least| !values.contains(least)), Some(value(x, y)), "({x}, {y}) of {text}");
            }
        }
    }
    let both = imported(ImportForm::Vectors, "1 0 2", true).expect("three heaps");
    assert_eq!(open(&both).expect("a game").ruleset().moves.len(), 6);
}

#[test]
fn lists_that_are_none_are_refused_with_an_example() {
    for (form, data, words) in [
        (ImportForm::Octal, "", "write it as `0.137`"),
        (ImportForm::Octal, "0.1\"7", "is no octal code"),
        (ImportForm::Octal, "0.19", "9"),
        (ImportForm::Subtraction, "", "there are no numbers"),
        (ImportForm::Subtraction, "1, two", "`two` is no number"),
        (ImportForm::Subtraction, "0, 1", "1 or more"),
        (ImportForm::Subtraction, "5..3", "1 or more"),
        (ImportForm::Subtraction, "1..999999999999", "more than 10000"),
        (ImportForm::Subtraction, "99999999999999999999", "is no number"),
        (ImportForm::Vectors, "()", "there are no vectors"),
        (ImportForm::Vectors, "(1,2) (3)", "has 1 components, and the first vector 2"),
        (ImportForm::Vectors, "(0, 0)", "takes nothing"),
        (ImportForm::Vectors, "(1, 2) (1, x)", "`x` in `1, x` is no number"),
        (ImportForm::Vectors, "(1, 2) 3", "`3` stands in no brackets"),
        (ImportForm::Vectors, "(1, 2", "is not closed"),
        (ImportForm::Vectors, "(1)", "import a subtraction set"),
        (ImportForm::Vectors, "1 1 1 1 1 1 1", "from 2 to 6"),
        (ImportForm::Vectors, "(1, -1) (-1, 1)", "play may never end"),
    ] {
        let why = imported(form, data, false).expect_err(data).to_string();
        assert!(why.contains(words), "{data}: {why}");
    }
    assert!(imported(ImportForm::Octal, "0.7", true).is_err());
}

#[test]
fn an_imported_ruleset_is_written_over_nothing() {
    let path = std::env::temp_dir().join(format!("nimdsl-imported-{}.nim", std::process::id()));
    let _ = fs::remove_file(&path);
    let shown = path.display().to_string();
    let nimdsl =
        |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(arguments).output().expect("the program");
    let import = |numbers: &str| nimdsl(&["import", "subtraction", numbers, "-o", &shown]);
    assert!(import("1,2").status.success());
    assert!(nimdsl(&["table", &shown, "--size", "5"]).status.success());
    let again = import("1,2,3");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("choose another name"));
    assert!(fs::read_to_string(&path).expect("the first").contains("{1, 2}"));
    fs::remove_file(&path).expect("it was there");
}
