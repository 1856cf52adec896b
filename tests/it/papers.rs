//! What goes into papers: rules and claims in LaTeX, tables, b-files, pages of reports; and the words that editors know.
use crate::slips::{files, root};
use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

fn nimdsl(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
    command.args(arguments).current_dir(root()).output().expect("it starts")
}

fn said(arguments: &[&str]) -> String {
    let output = nimdsl(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn refused(arguments: &[&str]) -> String {
    let output = nimdsl(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// The names of all rulesets of the project.
fn rulesets() -> Vec<String> {
    let shown = |file: &std::path::PathBuf| file.strip_prefix(root()).expect("a file of ours").display().to_string();
    let all: Vec<String> = files(&root().join("rulesets")).iter().map(shown).collect();
    assert!(50 < all.len());
    all
}

/// Brackets and environments of LaTeX are closed in the order in which they were opened.
fn is_closed(latex: &str, of: &str) {
    let lines: String = latex.lines().filter(|line| !line.starts_with('%')).map(|line| format!("{line}\n")).collect();
    let plain = lines.replace(r"\{", "").replace(r"\}", "").replace(r"\\", " ");
    let mut open: Vec<String> = Vec::new();
    for (at, letter) in plain.char_indices() {
        match letter {
            '{' => open.push("{".to_owned()),
            '}' => assert_eq!(open.pop().as_deref(), Some("{"), "{of}: {}", &plain[..at]),
            '\\' => {
                let rest = &plain[at + 1..];
                let name = |rest: &str| rest.split('}').next().expect("a name").to_owned();
                if let Some(rest) = rest.strip_prefix("begin{") {
                    open.push(name(rest));
                } else if let Some(rest) = rest.strip_prefix("end{") {
                    // The braces around the names are balanced by themselves.
                    assert_eq!(open.pop(), Some(name(rest)), "{of}");
                }
            }
            _ => {}
        }
    }
    assert!(open.is_empty(), "{of}: {open:?}");
    let unescaped = plain.replace(r"\$", "");
    assert_eq!(unescaped.matches('$').count() % 2, 0, "{of}: a formula has no end");
}

/// The rules of a sum are those of its parts.
#[test]
fn a_sum_shows_the_rules_of_its_parts() {
    let sum = said(&["show", "rulesets/yama_plus_triangular.nim", "--rules"]);
    let part = |name: &str| said(&["show", &format!("rulesets/{name}.nim"), "--rules"]);
    let (yama, triangular) = (part("yama"), part("triangular"));
    assert!(sum.contains("# The disjunctive sum of Yama Nim and Triangular Nim.\n"), "{sum}");
    assert!(sum.ends_with(&format!("\n{yama}\n{triangular}")), "{sum}");
}

#[test]
fn rules_are_printed_as_papers_define_them() {
    let yama = said(&["show", "rulesets/yama.nim", "--format", "latex"]);
    let sets = r"\{(x - i, y + 1) : 2 \le i \le x\} \tag*{(yama)} \\
  {}\cup {}& \{(x + 1, y - i) : 2 \le i \le y\} \tag*{(yama)}";
    assert!(yama.contains(&format!(r"  M(x, y) = {{}}& {sets}")), "{yama}");
    assert!(yama.contains(r"$\mathcal{P} = \{(x, y) : \lvert x - y \rvert \le 1\}$"), "{yama}");
    assert!(yama.contains("(Corollary 1)} In misère play, $"), "{yama}");
    // A bound of the heap is implied, a heap that only grows needs none, and a term that is not known to be positive one.
    let triangular = said(&["show", "rulesets/ab_triangular.nim", "--format", "latex", "--rules"]);
    assert!(triangular.contains(r"\{(x - i, y + j) : a \le i \le x,\ b \le j < i,\ y + j \ge 0\}"), "{triangular}");
    let pass = said(&["show", "rulesets/ryuo_pass.nim", "--format", "latex", "--rules"]);
    assert!(pass.contains(r"\{(x, y, 0) : \mathit{pass} = 1,\ 1 \le x + y\}"), "{pass}");
    let numbered = said(&["show", "rulesets/three_heap_1.nim", "--format", "latex", "--rules"]);
    assert!(numbered.contains(r"M(h) = {}& \{h' : h'_{a} = h_{a} - i,\ h'_{b} = h_{b} + j,"), "{numbered}");
    // Permutations that only change the order of conditions are one set.
    let three = said(&["show", "rulesets/ryuo_three.nim", "--format", "latex", "--rules"]);
    assert_eq!(three.matches("(two)").count(), 3, "{three}");
    let subsets = said(&["show", "rulesets/ryuo_n.nim", "--format", "latex", "--rules"]);
    assert!(subsets.contains(r"\sum_{k \in A} s_{k} < p"), "{subsets}");
    let one = said(&["show", "rulesets/wythoff.nim", "--format", "latex", "--claim", "SRT, Proposition 1.1"]);
    assert!(one.contains(r"\operatorname{sym} \{(A_{s}, A_{s} + s) : s \ge 0\}") && !one.contains("align"), "{one}");
}

#[test]
fn every_ruleset_gives_closed_latex_and_canonical_text() {
    for file in rulesets() {
        is_closed(&said(&["show", &file, "--format", "latex"]), &file);
        let data: serde_json::Value = serde_json::from_str(&said(&["show", &file, "--format", "json"])).expect("JSON");
        for claim in data["claims"].as_array().expect("claims") {
            is_closed(claim["latex"].as_str().expect("text"), &file);
            assert!(!claim["statement"].as_str().expect("text").contains('\n'), "{file}");
        }
    }
    let text = said(&["show", "rulesets/ryuo_pass.nim"]);
    let file = root().join("target").join("shown.nim");
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, &text).expect("a file");
    let again = said(&["show", &file.display().to_string()]);
    assert_eq!(again, text);
    assert!(text.contains("(x, y; 1) in P1"), "{text}");
}

#[test]
fn statements_stand_in_the_answers_of_verify_and_prove() {
    for verb in ["verify", "prove"] {
        let answer = said(&[verb, "rulesets/yama.nim", "--claim", "KY23, 3.3", "--format", "json"]);
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        let claim = &answer["claims"][0];
        assert_eq!(claim["statement"], "P = {(x, y) where |x - y| <= 1}", "{answer}");
        assert!(claim["latex"].as_str().is_some_and(|latex| latex.starts_with(r"$\mathcal{P} = ")), "{answer}");
    }
}

#[test]
fn wide_tables_go_on_in_blocks_with_one_number() {
    let latex = said(&["table", "rulesets/wythoff.nim", "--size", "3,50", "--format", "latex"]);
    is_closed(&latex, "wythoff");
    let blocks = latex.matches(r"\begin{longtable}").count();
    assert!(1 < blocks, "{latex}");
    assert_eq!(latex.matches(r"\addtocounter{table}{-1}").count(), blocks - 1);
    assert_eq!(latex.matches(r"\endhead").count(), blocks);
    // All columns are there, each once.
    let heads = latex.lines().filter(|line| line.ends_with(r"\endhead"));
    let columns: Vec<u64> = heads
        .flat_map(|line| line.split('&').skip(1).map(|cell| cell.split_whitespace().next().expect("a cell").parse()))
        .collect::<Result<_, _>>()
        .expect("numbers");
    assert_eq!(columns, (0..50).collect::<Vec<u64>>());
    let hostile = root().join("target").join("hostile.nim");
    fs::write(&hostile, "ruleset \"50% of $x_1 \\\\input{/etc/passwd} & {\"\nheaps x\nmove a: x -> x - 1\n")
        .expect("a file");
    let latex = said(&["table", &hostile.display().to_string(), "--size", "4", "--format", "latex"]);
    assert!(latex.contains(r"50\% of \$x\_1 \textbackslash{}"), "{latex}");
    is_closed(&latex, "hostile");
}

#[test]
fn b_files_read_tables_by_antidiagonals() {
    let file = said(&["table", "rulesets/wythoff.nim", "--size", "4,9", "--format", "bfile"]);
    let rows: Vec<Vec<i64>> = file
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(' ').map(|number| number.parse().expect("a number")).collect())
        .collect();
    // By hand from the table: 0; 1 1; 2 2 2; 3 0 0 3.
    let terms = [0, 1, 1, 2, 2, 2, 3, 0, 0, 3];
    let expected: Vec<Vec<i64>> = terms.iter().enumerate().map(|(index, term)| vec![index as i64, *term]).collect();
    assert_eq!(rows, expected);
    let total = said(&["table", "rulesets/wythoff.nim", "--total", "4", "--format", "bfile"]);
    assert_eq!(total.lines().skip(1).collect::<Vec<_>>(), file.lines().skip(1).collect::<Vec<_>>());
    let order = said(&["table", "rulesets/restricted_wythoff.nim", "--size", "2", "--format", "csv"]);
    let both = said(&["table", "rulesets/restricted_wythoff.nim", "--size", "2", "--format", "bfile"]);
    let second = order.lines().next().expect("a row").split(',').nth(1).expect("a cell").to_owned();
    assert_eq!(both.lines().nth(2), Some(format!("1 {second}").as_str()));
    let chain =
        ["p-positions", "rulesets/triangular_wythoff.nim", "--up-to", "60", "--chain", "--set", "c=1", "--format"];
    let squares = said(&[&chain[..], &["bfile"]].concat());
    assert!(squares.ends_with("1 0\n2 1\n3 4\n4 9\n5 16\n6 25\n7 36\n8 49\n"), "{squares}");
    let draft = said(&[&chain[..], &["oeis"]].concat());
    assert!(draft.starts_with("%S A000000 0,1,4,9,16,25,36,49\n"), "{draft}");
    assert!(draft.contains("%O A000000 1,3\n") && draft.ends_with("%A A000000 \n"), "{draft}");
    assert!(!draft.contains("sides3"), "what only claims speak of is no rule: {draft}");
    for (table, told) in [
        (&["rulesets/ryuo_pass.nim", "--size", "3"][..], "--at"),
        (&["rulesets/ryuo_three.nim", "--size", "3"], "one heap or two"),
        (&["rulesets/wythoff.nim", "--size", "3", "--outcomes"], "--outcomes"),
    ] {
        let why = refused(&[&["table", "--format", "bfile"], table].concat());
        assert!(why.contains(told), "{why}");
    }
}

/// What `kw_` rules and the two words without one are.
fn keywords() -> BTreeSet<String> {
    let grammar = fs::read_to_string(root().join("grammar/nimdsl.pest")).expect("the grammar");
    let rules = grammar.lines().filter_map(|line| line.strip_prefix("kw_")?.split('"').nth(1).map(str::to_owned));
    let mut words: BTreeSet<String> = rules.collect();
    assert!(40 < words.len());
    // `and` is no rule of its own, and `finitely many` is one of two words.
    assert!(grammar.contains("\"and\" ~ end") && grammar.contains("\"finitely\" ~ end ~ \" \"+ ~ \"many\""));
    words.extend(["and", "finitely", "many"].map(str::to_owned));
    words
}

/// The words between two texts.
fn between(text: &str, before: &str, after: &str) -> BTreeSet<String> {
    let inside = text.split(before).nth(1).and_then(|rest| rest.split(after).next()).expect("a list of words");
    inside.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn editors_know_the_words_of_the_grammar() {
    let read = |name: &str| fs::read_to_string(root().join("docs/editors").join(name)).expect("a file for editors");
    let lists = [
        ("nimdsl-listings.sty", "morekeywords={", "}", "morekeywords=[2]{", "}"),
        ("nimdsl-highlight.js", "KEYWORDS = \"", "\"", "PREDEFINED = \"", "\""),
        ("nimdsl_lexer.py", "KEYWORDS = (", ")", "PREDEFINED = (", ")"),
        (
            "nimdsl.tmLanguage.json",
            r#"keyword.control.nimdsl",
      "match": "\\b(?:"#,
            ")",
            r#"support.function.nimdsl",
      "match": "\\b(?:"#,
            ")",
        ),
    ];
    let mut predefined: Vec<BTreeSet<String>> = Vec::new();
    for (name, before, after, first, last) in lists {
        let text = read(name);
        assert_eq!(between(&text, before, after), keywords(), "{name}");
        predefined.push(between(&text, first, last));
    }
    assert!(predefined.windows(2).all(|pair| pair[0] == pair[1]), "{predefined:?}");
    let manual = fs::read_to_string(root().join("docs/language.md")).expect("the manual");
    for word in &predefined[0] {
        assert!(
            manual.contains(&format!("`{word}`")) || manual.contains(&format!("`{word}(")),
            "{word} is not in the manual"
        );
    }
}

#[test]
fn a_report_is_a_page_in_four_languages() {
    let out = root().join("target").join("paged");
    let _ = fs::remove_dir_all(&out);
    let folder = out.display().to_string();
    let _ = nimdsl(&["run", "experiments/ky23.ron", "--out", &folder]);
    let certificate = root().join("target").join("paged_yama.json");
    let _ = fs::remove_file(&certificate);
    let certificate = certificate.display().to_string();
    said(&["prove", "rulesets/yama.nim", "--claim", "KY23, 3.3", "--certificate", &certificate]);
    let page = |to: &str| said(&["report", &folder, &certificate, "--to", to]);
    let tex = page("tex");
    is_closed(&tex, "report");
    assert!(tex.contains(r"\begin{document}") && tex.contains(r"\nimverdict{holds}{"), "{tex}");
    assert!(tex.contains("An automaton with") && tex.contains("nimdsl recheck"), "{tex}");
    // Every name that a claim speaks of is defined on its page.
    let rules = fs::read_to_string(root().join("rulesets/triangular_wythoff.nim")).expect("a ruleset");
    let names = rules.lines().filter_map(|line| line.strip_prefix("sequence ")?.split(['(', ' ']).next());
    let names: BTreeSet<&str> = names.collect();
    assert!(3 < names.len(), "{names:?}");
    for name in names {
        for to in ["typ", "html"] {
            assert!(page(to).contains(&format!("sequence {name}")), "{to} does not define {name}");
        }
    }
    for to in ["tex", "md"] {
        let page = page(to);
        let notation = page.split("Claims speak of ").nth(1).and_then(|rest| rest.lines().next()).expect("notation");
        assert!(notation.contains("a_{k} = "), "{to}: {notation}");
    }
    assert!(tex.contains("Yama Nim}"), "the rules of what is proved: {tex}");
    let hash = blake3::hash(&fs::read(&certificate).expect("the certificates")).to_hex().to_string();
    for to in ["tex", "typ", "md", "html"] {
        let (first, second) = (page(to), page(to));
        assert_eq!(first, second, "{to}");
        assert!(first.contains(&hash), "{to} does not cite the certificate");
    }
    let template = root().join("target").join("own.txt");
    let own = template.display().to_string();
    fs::write(&template, "{{ title }}: {{ tasks|length }} tasks\n{{ nothing }}\n").expect("a file");
    let why = refused(&["report", &folder, "--to", "md", "--template", &own]);
    assert!(why.contains("own.txt:2") && why.contains("title, version"), "{why}");
    let why = refused(&["report", "Cargo.toml", "--to", "md"]);
    assert!(why.contains("prove --certificate"), "{why}");
    // A certificate that was changed proves nothing.
    let text = fs::read_to_string(&certificate).expect("the certificates");
    let forged = text.replacen("\"accepting\":[2", "\"accepting\":[3", 1);
    assert_ne!(forged, text);
    fs::write(&certificate, forged).expect("a file");
    let output = nimdsl(&["report", &certificate, "--to", "md"]);
    assert!(!output.status.success() && output.stdout.is_empty());
}
