//! Proofs in words: that all kinds have some, that their numbers are those of the certificates, and that the page of the manual is what is
//! written. `INSTA_UPDATE=always` writes that page.
use nimdsl::engine::Context;
use nimdsl::rules::{Certificate, CertificateKind, Proved, Rules, Typesetting, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;

fn path(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A ruleset of the project, by its name.
fn rules(name: &str) -> Rules {
    Rules::from(crate::ruleset(name))
}

fn proved(rules: &Rules, claim: &str) -> Proved {
    rules.prove(claim, &Context::default()).expect("a claim")
}

fn words(rules: &Rules, proved: &[Proved], how: Typesetting) -> String {
    rules.proofs_in_words(proved, ("FILE", how), &Context::default())
}

/// The proofs of the page: file, claims.
const PAGE: [(&str, &[&str]); 3] = [
    ("ab_triangular", &["Theorem 4, all a and b"]),
    ("triangular_geometric", &["Theorem 6, d = 2", "Theorem 6, d > 2"]),
    ("ryuo", &["RYU, Theorem 1.2"]),
];

#[test]
fn the_page_of_proofs_is_what_is_written() {
    let page = path("docs/proofs_in_words.md");
    let mut text = String::from(
        "# Three proofs in words\n\nKY24's Theorems 4 and 6 and RYU's Theorem 1.2, as `nimdsl prove FILE --claim NAME --format md` writes \
         them from their certificates ([prover.md](prover.md#in-words)).\n`tests/it/worded.rs` compares this page with what is written.\n\n",
    );
    for (name, claims) in PAGE {
        let rules = rules(name);
        let file = format!("rulesets/{name}.nim");
        let proved: Vec<Proved> = claims.iter().map(|claim| proved(&rules, claim)).collect();
        text.push_str(&rules.proofs_in_words(&proved, (&file, Typesetting::Markdown), &Context::default()));
        text.push('\n');
    }
    let text = text.trim_end().to_owned() + "\n";
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&page, &text).expect("it is written");
    }
    let known = fs::read_to_string(&page).expect("a page");
    assert!(known == text, "docs/proofs_in_words.md is not what is written; INSTA_UPDATE=always writes it\n{text}");
}

/// Rulesets with quick claims, and the kinds of their certificates.
const KINDS: [(&str, &[&str]); 9] = [
    ("yama", &[]),
    ("nim", &[]),
    ("wythoff", &[]),
    ("maximum_nim", &[]),
    ("ab_yama", &[]),
    ("triangular", &["Theorem 2", "Theorem 3, otherwise"]),
    ("triangular_subgeometric", &["KY23, Theorem 4.8"]),
    ("ab_triangular", &["Theorem 4, all a and b"]),
    ("gallery/kayles", &[]),
];

/// Rulesets with a claim whose certificate is of another kind: replies to every move, positions one by one, a chain, lines that repeat, and
/// have one period.
const TEXTS: [&str; 4] = [
    "ruleset \"Lines\"\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
     move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i\n\
     claim \"row\": forall n >= 8: grundy(3, n + 6) = grundy(3, n) + 6\n\
     claim \"column\": grundy(x + 3, y) = grundy(x, y) + 3 where y = 2\n",
    "ruleset \"Common\"\nparam q = 3\nheaps x, y\nmove row(i): y -> y - i where 1 <= i < q\n\
     move up(i): (x, y) -> (x - 1, y - i) where 0 <= i < 3\n\
     claim \"rows\" for q >= 1: forall m >= 0: exists a >= 0: forall n >= a: grundy(m, n + 2 * q) = grundy(m, n)\n\
     claim \"columns\": forall n >= 0: exists a >= 0: forall m >= a: grundy(m + 2, n) = grundy(m, n)\n",
    "ruleset \"Three\"\nheaps s, t, u\nmove remove(v) symmetric: s -> s - v where 1 <= v <= ceil(s / 2)\n\
     claim \"replies\": grundy(s, t, u) = grundy(t, s, u)\nclaim \"listed\": grundy(5, 4, 3) = 0\n",
    "ruleset \"Pell\"\nheaps x, y\n\
     move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i <= x, 1 <= j < i\n\
     move added(i, j) symmetric: (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, x <= y, j < 2 * x'\n\
     sequence a(k) = 2 * a(k - 1) + a(k - 2) from a(0) = 0, a(1) = 1\n\
     claim \"chain\": P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}\n",
];

/// The signs of a page stand in pairs, and no piece of one form is in the other.
fn is_well_formed(page: &str, how: Typesetting) {
    assert_eq!(page.matches('$').count() % 2, 0, "{page}");
    match how {
        Typesetting::Markdown => assert!(!page.contains(r"\texttt") && !page.contains(r"\begin{longtable}"), "{page}"),
        Typesetting::Latex => {
            assert!(!page.contains('`') && !page.contains("**"), "{page}");
            assert_eq!(
                page.matches(r"\begin").count(),
                page.matches(r"\end").count() - page.matches(r"\endfirsthead").count()
            );
            assert_eq!(page.matches('{').count(), page.matches('}').count(), "{page}");
        }
    }
}

#[test]
fn certificates_of_every_kind_have_words() {
    let mut kinds: BTreeSet<String> = BTreeSet::new();
    let files = KINDS.map(|(file, only)| (file, rules(file), only));
    let texts = TEXTS.map(|text| ("a text", nimdsl::open(text).expect("rules"), &[][..]));
    for (file, rules, only) in files.into_iter().chain(texts) {
        let names: Vec<String> = rules.claims().map(|claim| claim.name.clone()).collect();
        let names = names.iter().filter(|name| only.is_empty() || only.contains(&name.as_str()));
        let all: Vec<Proved> = names.map(|name| proved(&rules, name)).collect();
        assert!(!all.is_empty(), "{file}");
        for how in [Typesetting::Markdown, Typesetting::Latex] {
            is_well_formed(&words(&rules, &all, how), how);
        }
        for one in &all {
            let told = words(&rules, std::slice::from_ref(one), Typesetting::Markdown);
            let with = !rules.confirmed(&one.certificates, 1).certificates.is_empty();
            assert_eq!(told.contains("**Proof**"), with, "{file}: {}\n{told}", one.name);
            assert_eq!(told.contains("$\\square$"), with, "{file}: {}\n{told}", one.name);
            kinds.extend(one.certificates.iter().map(|certificate| format!("{:?}", certificate.kind)));
        }
    }
    let all = [
        "Axioms",
        "Chain",
        "Lines",
        "Listed",
        "Outcomes",
        "Periods",
        "Products",
        "Progression",
        "Replies",
        "Sequence",
        "Statement",
        "Values",
    ];
    let missing: Vec<_> = all.iter().filter(|kind| !kinds.contains(**kind)).collect();
    assert!(missing.is_empty(), "no {missing:?} in {kinds:?}");
}

/// The states of an automaton of a certificate: nodes that whole rows of digits lead to, each with where they lead.
fn states(certificate: &Certificate) -> BTreeMap<usize, BTreeSet<(Vec<usize>, usize)>> {
    let node = |value: &serde_json::Value| usize::try_from(value.as_u64().expect("a node")).expect("small");
    let edges: Vec<Vec<usize>> = certificate.set["edges"]
        .as_array()
        .expect("edges")
        .iter()
        .map(|row| row.as_array().expect("a row").iter().map(node).collect())
        .collect();
    let width = certificate.set["tracks"].as_array().expect("tracks").len();
    let (mut known, mut open) = (BTreeMap::new(), vec![node(&certificate.set["start"])]);
    while let Some(state) = open.pop() {
        if state < 2 || known.contains_key(&state) {
            continue;
        }
        let mut rows = vec![(Vec::new(), state)];
        for _ in 0..width {
            rows = rows
                .iter()
                .flat_map(|(row, at)| {
                    (0..edges[0].len()).map(move |digit| ([row.as_slice(), &[digit]].concat(), *at, digit))
                })
                .map(|(row, at, digit)| (row, if at < 2 { at } else { edges[at - 2][digit] }))
                .collect();
        }
        let rows: BTreeSet<_> = rows.into_iter().filter(|(_, target)| *target != 0).collect();
        open.extend(rows.iter().map(|(_, target)| *target));
        known.insert(state, rows);
    }
    known
}

#[test]
fn tables_of_automata_are_those_of_the_certificate() {
    for (file, claim) in [("yama", "Theorem 1"), ("triangular_geometric", "Theorem 6, d = 2")] {
        let rules = rules(file);
        let proved = proved(&rules, claim);
        let states = states(&proved.certificates[0]);
        let told = words(&rules, &[proved], Typesetting::Markdown);
        assert!(told.contains(&format!("It has {} state", states.len())), "{told}");
        for (state, rows) in states {
            let start = format!("| ${state}$ | ");
            let line = told.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("{state}: {told}"));
            for (row, target) in &rows {
                let row: Vec<String> = row.iter().map(ToString::to_string).collect();
                assert!(line.contains(&format!("$({}) \\to {target}$", row.join(","))), "{line}");
            }
            assert_eq!(line.matches("\\to").count(), rows.len(), "{line}");
        }
    }
}

/// The numbers in brackets in a text.
fn places(text: &str) -> Vec<Vec<i64>> {
    let parts = text.split('(').skip(1).filter_map(|part| part.split(')').next());
    parts.filter_map(|part| part.split(", ").map(|number| number.parse().ok()).collect()).collect()
}

#[test]
fn winning_moves_of_the_page_win() {
    let context = Context::default();
    let geometric = rules("triangular_geometric");
    let told = words(&geometric, &[proved(&geometric, "Theorem 6, d = 2")], Typesetting::Markdown);
    let lines: Vec<&str> = told.lines().filter(|line| line.contains("`: $i")).collect();
    assert!(5 < lines.len(), "{told}");
    for line in lines {
        let [from, to] = places(line).try_into().expect("two positions");
        assert!(geometric.options(&from).expect("options").options.iter().any(|one| one.position == to), "{line}");
        let [lost, won] = [&from, &to].map(|one| geometric.explain(one, &context).expect("an answer").own.grundy);
        assert!(lost != Some(0) && won == Some(0), "{line}");
    }
    let yama = rules("yama");
    let told = words(&yama, &[proved(&yama, "Theorem 1")], Typesetting::Markdown);
    let head = told.find("| $(x, y)$ | value |").expect("a table");
    let mut count = 0;
    for line in told[head..].lines().skip(2).take_while(|line| line.starts_with('|')) {
        let all = places(line);
        let value = |at: &[i64]| yama.explain(at, &context).expect("an answer").own.grundy;
        assert_eq!(value(&all[0]), Some(u32::try_from(all.len() - 1).expect("small")), "{line}");
        for (smaller, option) in all[1..].iter().enumerate() {
            assert_eq!(value(option), Some(u32::try_from(smaller).expect("small")), "{line}");
            count += 1;
        }
    }
    assert!(5 < count, "{told}");
}

#[test]
fn the_move_of_theorem_4_wins_from_everywhere_outside() {
    let rules = rules("ab_triangular");
    let told = words(&rules, &[proved(&rules, "Theorem 4, all a and b")], Typesetting::Markdown);
    // KY24 moves to (x + b, k (a - b)), which may be below 0.
    let way = "with $i = y - t_{k},\\ j = a + t_{k} - x - 1$ leads to $(a + t_{k} - 1, t_{k})$";
    assert!(told.contains(way), "{told}");
    let case =
        "Let $x \\le y$, $t_{k} \\le x$, $x + b + 1 \\le a + t_{k}$ by the choice of $k$, and $a + t_{k} \\le y$";
    for part in [case, "$e_k = a - b$", "is $1 \\le 0$"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    for (a, b) in (1..5).flat_map(|a| (-6..a).map(move |b| (a, b))) {
        let within = |x: i64, y: i64| (0..60).any(|k| [x, y].iter().all(|z| k * (a - b) <= *z && *z < k * (a - b) + a));
        for (x, y) in (0..30).flat_map(|x| (x..30).map(move |y| (x, y))).filter(|(x, y)| !within(*x, *y)) {
            let t = x / (a - b) * (a - b);
            let (i, j) = (y - t, a + t - 1 - x);
            assert!(
                a <= i && b <= j && j < i && (x + j, y - i) == (a + t - 1, t) && within(x + j, y - i),
                "{a} {b} {x} {y}"
            );
        }
    }
}

#[test]
fn what_is_not_proved_is_told_as_that() {
    let printed = rules("triangular_geometric_as_printed");
    let refuted = proved(&printed, "Theorem 6, d > 2");
    assert!(matches!(refuted.verdict, Verdict::Refuted { .. }));
    let told = words(&printed, &[refuted], Typesetting::Markdown);
    assert!(told.contains("**Refuted.** at (1, 1)") && !told.contains("**Proof**"), "{told}");
    let open =
        nimdsl::open("heaps x\nmove m(i): x -> x - i where i * i <= x, 1 <= i\nclaim \"C\": grundy(x) <= x * x * x")
            .expect("no faults");
    let unknown = proved(&open, "C");
    if matches!(unknown.verdict, Verdict::Open(_)) {
        let told = words(&open, &[unknown], Typesetting::Latex);
        assert!(told.contains(r"\textbf{Unknown.}") && !told.contains(r"\textbf{Proof}"), "{told}");
    }
}

#[test]
fn a_damaged_certificate_has_no_words() {
    let rules = rules("yama");
    let mut proved = proved(&rules, "Theorem 1");
    assert_eq!(proved.certificates[0].kind, CertificateKind::Values);
    proved.certificates[0].set["accepting"] = serde_json::json!([2]);
    let told = words(&rules, &[proved], Typesetting::Markdown);
    assert!(told.contains("does not confirm the certificate") && !told.contains("by induction"), "{told}");
}

#[test]
fn the_command_line_writes_them() {
    let run = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_nimdsl");
        Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("it runs")
    };
    let written = run(&["prove", "rulesets/yama.nim", "--claim", "Theorem 1", "--format", "latex"]);
    let told = String::from_utf8_lossy(&written.stdout).into_owned();
    assert!(written.status.success() && told.contains("\n% nimdsl ") && told.contains(r"\begin{longtable}"), "{told}");
    assert!(told.contains("BLAKE3"), "{told}");
    let refused = run(&["solve", "rulesets/yama.nim", "--format", "md"]);
    assert_eq!(refused.status.code(), Some(2));
    let export = run(&["prove", "rulesets/nim.nim", "--export", "mona", "--format", "md"]);
    assert_eq!(export.status.code(), Some(2));
    let table = run(&["table", "rulesets/wythoff.nim", "--size", "3", "--format", "md"]);
    let told = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(told.contains("| x, y | 0 | 1 | 2 |\n|---:|---:|---:|---:|\n| 0 | **0** | 1 | 2 |"), "{told}");
}

/// Whoever asks to stop gets the claims without proofs, and no proof that nobody checked.
#[test]
fn a_stop_leaves_no_unchecked_proof() {
    let rules = rules("ab_triangular");
    let proved = [proved(&rules, "Theorem 4, all a and b")];
    let stopped = Context::default();
    stopped.cancel.store(true, Ordering::Relaxed);
    let told = rules.proofs_in_words(&proved, ("FILE", Typesetting::Markdown), &stopped);
    assert!(
        told.contains("**Statement.**") && told.contains("No words: there was no time to check the certificate."),
        "{told}"
    );
    assert!(!told.contains("**Proof**") && !told.contains("square"), "{told}");
}

/// The same family five times makes 25 times as many cases of each move: what would take too long is left to the checker's words.
#[test]
fn cases_are_told_as_long_as_they_are_few() {
    let family = "{(k * (a - b) + u, k * (a - b) + v) for k >= 0, u in 0..a - 1, v in 0..a - 1}";
    let text = |times: usize| {
        format!(
            "ruleset \"Many\"\nparam a = 2 where a >= 1\nparam b = 1 where b < a\nheaps x, y\n\
             move t(i, j) symmetric: (x, y) -> (x - i, y + j) where a <= i, b <= j < i\n\
             theorem \"t\" for a >= 1, b < a: P = {}\n",
            vec![family; times].join(" union ")
        )
    };
    for (times, is_told) in [(1, true), (5, false)] {
        let rules = nimdsl::open(&text(times)).expect("rules");
        let told = words(&rules, &[proved(&rules, "t")], Typesetting::Markdown);
        assert!(told.contains("**Proof**") && told.contains("square"), "{told}");
        assert_eq!(told.contains("In each case a sum of these conditions"), is_told, "{times}: {told}");
    }
}

/// A sum of names, numbers and nim-sums as proofs write it: `2 x_0 + y_1 - p`, `y_1 \\oplus n_1`.
fn number_of(text: &str, values: &BTreeMap<&str, i64>) -> i64 {
    if text.contains(r"\oplus") {
        return text.split(r"\oplus").map(|part| number_of(part, values)).fold(0, |sum, part| sum ^ part);
    }
    let signed = text.trim().replace(" - ", " + -");
    let term = |term: &str| {
        let (sign, term) = term.trim().strip_prefix('-').map_or((1, term.trim()), |rest| (-1, rest));
        let factor = |factor: &str| factor.parse().unwrap_or_else(|_| values[factor]);
        sign * term.split(' ').map(factor).product::<i64>()
    };
    signed.split(" + ").map(term).sum()
}

/// Whether all formulas of a text hold.
fn all_hold(text: &str, values: &BTreeMap<&str, i64>) -> bool {
    text.split('$').skip(1).step_by(2).all(|formula| {
        let sign = [r"\le", r"\ne", "<", "="].into_iter().find(|sign| formula.contains(sign)).expect("a sign");
        let (left, right) = formula.split_once(sign).expect("two sides");
        let (left, right) = (number_of(left, values), number_of(right, values));
        match sign {
            r"\le" => left <= right,
            r"\ne" => left != right,
            "<" => left < right,
            _ => left == right,
        }
    })
}

/// RYU's Theorem 1.2 is proved by cases: at each sum outside of the set the case that applies names a move of the game into the set. What is
/// exchanged is tried exchanged.
#[test]
fn each_case_of_a_proof_names_a_move_into_the_set() {
    let rules = rules("ryuo");
    let told = words(&rules, &[proved(&rules, "RYU, Theorem 1.2")], Typesetting::Markdown);
    let (_, outside) = told.split_once("(2) Let").expect("a second condition");
    let (unbalanced, balanced) = outside.split_once("Now let").expect("both cases");
    let cases = |part: &str| -> Vec<(String, Vec<String>)> {
        let mut all: Vec<(String, Vec<String>)> = Vec::new();
        for line in part.lines() {
            match line.strip_prefix("Let ") {
                Some(given) => all.push((given.to_owned(), Vec::new())),
                None if line.contains("` to $") => all.last_mut().expect("a case").1.push(line.to_owned()),
                None => {}
            }
        }
        all
    };
    let (unbalanced, balanced) = (cases(unbalanced), cases(balanced));
    assert!(2 <= unbalanced.len() && 2 <= balanced.len(), "{outside}");
    let wins = |position: [i64; 3], p: i64| -> bool {
        let names = ["x_1", "x_0", "y_1", "y_0", "n_1", "n_0"];
        let digits = position.iter().flat_map(|number| [number / p, number % p]);
        let values: BTreeMap<&str, i64> = names.into_iter().zip(digits).chain([("p", p)]).collect();
        let is_balanced = values["x_1"] ^ values["y_1"] ^ values["n_1"] == 0;
        let found = if is_balanced { &balanced } else { &unbalanced };
        let Some((_, lines)) = found.iter().find(|(given, _)| all_hold(given, &values)) else { return false };
        let holds = |line: &&String| {
            let (when, _) = line.split_once('`').expect("a move");
            all_hold(when, &values)
        };
        let line = lines.iter().find(holds).expect("the last case is all that is left");
        let (name, to) =
            line.split('`').nth(1).zip(line.split_once("` to ")).map(|(name, to)| (name, to.1)).expect("a move");
        let mut after = values.clone();
        for formula in to.split('$').skip(1).step_by(2) {
            let (changed, value) = formula.split_once("' = ").expect("a new number");
            after.insert(names.into_iter().find(|name| *name == changed).expect("a digit"), number_of(value, &values));
        }
        let [x, y, n] = [0, 2, 4].map(|at| p * after[names[at]] + after[names[at + 1]]);
        assert!(
            (0..p).contains(&after["x_0"]) && (0..p).contains(&after["y_0"]) && (0..p).contains(&after["n_0"]),
            "{line}"
        );
        let taken = [position[0] - x, position[1] - y, position[2] - n];
        let is_move = match name {
            "rook" => {
                taken[2] == 0 && taken.iter().filter(|taken| 0 < **taken).count() == 1 && taken.iter().min() == Some(&0)
            }
            "king" => taken[2] == 0 && 1 <= taken[0] && 1 <= taken[1] && taken[0] + taken[1] < p,
            _ => taken[0] == 0 && taken[1] == 0 && 0 < taken[2],
        };
        assert!(is_move && n == value(x, y, p), "{position:?} at p = {p}: {line}");
        true
    };
    for p in 1..=5 {
        for (x, y, n) in (0..14).flat_map(|x| (0..14).flat_map(move |y| (0..20).map(move |n| (x, y, n)))) {
            if n != value(x, y, p) {
                assert!(wins([x, y, n], p) || wins([y, x, n], p), "no case at ({x}, {y}), {n}, p = {p}");
            }
        }
    }
}

/// RYU's Theorem 1.2.
fn value(x: i64, y: i64, p: i64) -> i64 {
    (x + y) % p + p * ((x / p) ^ (y / p))
}
