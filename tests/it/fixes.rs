//! Remedies are right when they are obeyed: every fix of every slip, and every name in a remedy.
use crate::slips::{Folders, expanded, faults, files, rendered, root};
use nimdsl::check::{check, mend::mend};
use nimdsl::diagnostic::{Certainty, Fault, Fix, Sink};
use nimdsl::source::Source;
use nimdsl::syntax::{parse, print_item};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// Remedies of these speak of amounts and measures in general words.
const GENERAL: [&str; 4] = ["bad-measure", "endless-play", "measure-not-proved", "unbounded-amount"];

/// Remedies of these propose names for what is not declared.
const DECLARING: [&str; 3] = ["no-heaps", "no-moves", "ordinal-array"];

/// The rulesets among the slips, with the folder that they may speak of.
fn slips() -> Vec<(PathBuf, Arc<Source>, Folders)> {
    let all = files(&root().join("tests/ui")).into_iter();
    let rulesets = all.filter(|path| path.extension().is_some_and(|ending| ending == "nim"));
    let read = |path: PathBuf| {
        let folder = path.parent().expect("a folder").file_name().expect("a name").to_string_lossy().into_owned();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = expanded(&fs::read_to_string(&path).expect("text"));
        (path, Source::new(name, text), Folders::of(&format!("tests/ui/{folder}")))
    };
    rulesets.map(read).collect()
}

/// How many places the errors and warnings of a text have, and the codes of its errors.
fn counted(found: &[Fault]) -> (usize, BTreeSet<&'static str>) {
    let errors = found.iter().filter(|fault| fault.severity == miette::Severity::Error);
    (found.iter().map(|fault| fault.labels.len()).sum(), errors.map(|fault| fault.code).collect())
}

#[test]
fn sure_fixes_leave_fewer_faults_and_the_same_game() {
    let mut count = 0;
    for (path, source, library) in slips() {
        let Some((text, changes)) = mend(&source, &library) else { continue };
        let place = path.display();
        let (before, after) = (faults(&source.name, &source.text, &library), faults(&source.name, &text, &library));
        let ((places, codes), (places_after, codes_after)) = (counted(&before), counted(&after));
        // What is read for the first time may get warnings of its own.
        let warned = after.iter().any(|fault| fault.severity != miette::Severity::Error && !codes.contains(fault.code));
        assert!(
            places_after < places || warned && codes_after.is_empty(),
            "{place}: {changes:?}\n{}",
            rendered(&after)
        );
        assert!(codes_after.is_subset(&codes), "{place}: {changes:?}\n{}", rendered(&after));
        let mended = Source::new(source.name.clone(), text);
        assert!(mend(&mended, &library).is_none(), "{place}: the fixes have fixes");
        if let (Ok(before), Ok(after)) = (check(&source, &library), check(&mended, &library)) {
            assert_eq!(format!("{:?}", before.ruleset), format!("{:?}", after.ruleset), "{place}");
        }
        count += 1;
    }
    assert!(20 < count, "only {count} slips have sure fixes");
}

#[test]
fn a_fix_alone_mends_its_place() {
    let mut count = 0;
    for (path, source, library) in slips() {
        let before = faults(&source.name, &source.text, &library);
        for fault in before.iter().filter(|fault| fault.source.name == source.name) {
            for Fix { span, text, .. } in &fault.fixes {
                let mended = [&source.text[..span.start], text, &source.text[span.end..]].concat();
                let after = faults(&source.name, &mended, &library);
                let left = after.iter().find(|left| left.code == fault.code && left.message == fault.message);
                let fewer = left.is_none_or(|left| left.labels.len() < fault.labels.len());
                assert!(fewer, "{}: {text:?} for {:?}\n{}", path.display(), fault.message, rendered(&after));
                count += 1;
            }
        }
    }
    assert!(60 < count, "only {count} fixes");
}

/// The words in code in a text for people.
fn words_in_code(text: &str) -> BTreeSet<String> {
    let code = text.split('`').skip(1).step_by(2);
    let words = code.flat_map(|code| code.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
    words.filter(|word| word.starts_with(|letter: char| letter.is_alphabetic())).map(str::to_owned).collect()
}

/// A remedy that names what the game does not have is wrong when it is obeyed.
#[test]
fn remedies_name_what_is_there() {
    let grammar = fs::read_to_string(root().join("grammar/nimdsl.pest")).expect("text");
    let mut language: BTreeSet<String> = grammar.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    language
        .extend(grammar.split("kw_").skip(1).filter_map(|rest| rest.split([' ', ')', '?']).next()).map(str::to_owned));
    language.extend(
        [
            "floor", "ceil", "abs", "sign", "min", "max", "sum", "xor", "count", "size", "sqrt", "omega", "grundy",
            "P", "N", "terminal", "final", "docs", "md", "language",
        ]
        .map(str::to_owned),
    );
    let mut wrong = Vec::new();
    for (path, source, library) in slips() {
        for fault in faults(&source.name, &source.text, &library) {
            let here = !GENERAL.contains(&fault.code) && !DECLARING.contains(&fault.code);
            let help = fault.help.as_deref().unwrap_or("").to_owned();
            let foreign = |word: &String| {
                let declared = help.contains(&format!("for each {word} in"));
                !language.contains(word) && !source.text.contains(word.as_str()) && !declared
            };
            let found: Vec<String> = words_in_code(&help).into_iter().filter(foreign).collect();
            if here && !found.is_empty() {
                wrong.push(format!("{}: {found:?} in {help:?}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Texts that differ from one in a slip each: a comma, a bracket or a sign that is forgotten, a sign of another notation, a word
/// with two letters exchanged.
fn slips_in(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (at, letter) in text.char_indices() {
        let rest = &text[at + letter.len_utf8()..];
        if ",()[]{}*:|".contains(letter) {
            all.push([&text[..at], rest].concat());
        }
        if letter == ',' {
            all.push([&text[..at], "\n", rest].concat());
        }
        for (sign, foreign) in
            [("<=", "=<"), ("<=", "≦"), (" = ", " == "), (" != ", " <> "), (" and ", " && "), ("..", "…")]
        {
            if text[at..].starts_with(sign) {
                all.push([&text[..at], foreign, &text[at + sign.len()..]].concat());
            }
        }
        let begins =
            letter.is_alphabetic() && !text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let word: String = text[at..].chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        if begins && 3 < word.len() && word.is_ascii() {
            let (first, last) = word.split_at(word.len() - 2);
            let swapped: String = last.chars().rev().collect();
            all.push([&text[..at], first, &swapped, &text[at + word.len()..]].concat());
        }
    }
    all
}

/// The items of a text in canonical form; `None` if it cannot be read.
fn read(text: &str) -> Option<Vec<String>> {
    let mut sink = Sink::new(Source::new("test.nim", text));
    let file = parse(&Source::new("test.nim", text), &mut sink);
    (!sink.has_errors()).then(|| file.items.iter().map(print_item).collect())
}

/// The rules of a shipped file. Claims take longer than rules, and have the same grammar.
fn rules_of(name: &str) -> String {
    let text = fs::read_to_string(root().join(format!("rulesets/{name}.nim"))).expect("text");
    text.split("\ntheorem").next().unwrap_or("").to_owned()
}

/// Whoever forgets a sign gets back what he meant, or is asked.
#[test]
fn a_sure_fix_restores_what_was_meant() {
    let library = Folders::of("rulesets");
    let (mut count, mut wrong) = (0, Vec::new());
    let shipped =
        ["wythoff", "restricted_wythoff", "yama", "triangular_p", "ryuo_pass", "moore", "three_heap_6", "polytope_p"];
    let mut texts: Vec<String> = shipped.map(rules_of).to_vec();
    texts.push("heaps x, y\nmove take(i): x -> x - i where 1 <= i <= 3, x >= 2, (i + y) * 2 <= 7, y <= 9\n".to_owned());
    for text in texts {
        let meant = read(&text).expect("a shipped ruleset is read");
        for slip in slips_in(&text) {
            if read(&slip).is_some() {
                continue;
            }
            let Some((mended, changes)) = mend(&Source::new("test.nim", slip), &library) else { continue };
            count += 1;
            if read(&mended).is_some_and(|items| items != meant) {
                wrong.push(format!("{changes:?}\n{mended}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
    assert!(60 < count, "only {count} slips are mended");
}

#[test]
fn a_guess_is_not_sure() {
    let likely = |text: &str| {
        let found = faults("test.nim", text, &Folders::of("rulesets"));
        found.iter().flat_map(|fault| &fault.fixes).any(|fix| fix.certainty == Certainty::Likely)
            && mend(&Source::new("test.nim", text), &Folders::of("rulesets")).is_none()
    };
    for conditions in [
        "1 <= i <= floor(y / 2i)",
        "1 <= i => 3",
        "i in {1–3}",
        "1 <= i <= lefft",
        "1 <= i != 2 != y",
        "1 <= floor(i / 2",
        "1 <= i <= 3\n    left >= 2",
        "1 <= i <= 3 left",
        "1 <= i <= 7, i = 7 mod 3",
        "1 <= i, i ≡ left",
        "1 <= i, left = 0 xor y = 0",
    ] {
        let text = format!("heaps left, y\nmove m(i): y -> y - i where i <= left, {conditions}\n");
        assert!(likely(&text), "{conditions}");
    }
}

/// An item that is nested too deeply is given to no grammar, also not to judge remedies, of which none is sure then. (The explorer's stack is
/// too small for it: `page/test/library.test.mjs`.)
#[test]
fn no_remedy_of_what_is_too_deep_is_sure() {
    for start in ["move t(i): x -> x - i where 1 == i, 1 <= ", "moev t(i): x -> x - i where 1 <= "] {
        for (depth, is_sure) in [(10, true), (201, false), (100_000, false)] {
            let text = format!("heaps x\n{start}{}i{}\n", "(".repeat(depth), ")".repeat(depth));
            let found = faults("deep.nim", &text, &Folders(Vec::new()));
            let sure = found.iter().flat_map(|fault| &fault.fixes).any(|fix| fix.certainty == Certainty::Sure);
            assert_eq!(sure, is_sure, "{start} {depth}");
        }
    }
}
