//! The reader of certificates in Python agrees with `recheck`: on those that `prove` writes, and on forged ones.
use super::certificates::{certificates, damaged};
use super::ruleset;
use nimdsl::certificate::{Certificate, CertificateKind, Certificates, Parameter, hash};
use nimdsl::check::Document;
use nimdsl::recheck::recheck;
use nimdsl::value::Play;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Rulesets that are proved quickly, and how many of their certificates the second reader must confirm.
const READ: [(&str, usize); 14] = [
    ("yama", 9),
    ("nim", 4),
    ("polytope_p", 1),
    ("ab_triangular_as_printed", 15),
    ("ryuo_three", 1),
    ("nim_pass_from_m", 2),
    ("three_heap_1", 1),
    ("three_heap_2", 1),
    ("three_heap_3", 1),
    ("three_heap_4", 1),
    ("three_heap_5", 1),
    ("three_heap_6", 1),
    ("triangular_geometric_as_printed", 1),
    ("triangular_subgeometric_as_printed", 1),
];

/// Claims that look something up: options and the final phase, the values 0 and 1, P-positions with a pass for every m.
const ASKING: [(&str, &str); 6] = [
    ("yama", "Corollary 1, an option of Grundy value 1"),
    ("yama", "Remark 2, universally admissible"),
    ("triangular", "Definition 2 (ii)"),
    ("maximum_nim", "Theorem 1 (i)"),
    ("yama_wythoff", "Corollary 3, final phase"),
    ("nim_pass_from_m_n", "Conjecture 1 for two heaps"),
];

/// A game whose play does not end: both conditions hold for the even numbers, and for the odd ones.
const ENDLESS: &str = "ruleset \"E\"\nheaps x\nmeasure -x\nmove up: x -> x + 1\nclaim \"a\": P(x) iff x mod 2 = 0\n";

pub(super) fn folder(name: &str) -> PathBuf {
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nimdsl_second_{name}_{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

pub(super) fn is_there() -> bool {
    Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The word for each certificate, and the exit code.
pub(super) fn read(made: &Value, ruleset: &Path, folder: &Path) -> (Vec<String>, Option<i32>) {
    let file = folder.join("made.json");
    fs::write(&file, made.to_string()).expect("a file");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/recheck.py");
    let output = Command::new("python3").arg(script).arg(&file).arg(ruleset).output().expect("it starts");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    (text.lines().map(str::to_owned).collect(), output.status.code())
}

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("rulesets/{name}.nim"))
}

fn file(certificates: Vec<Certificate>) -> Value {
    serde_json::to_value(Certificates { file: String::new(), certificates }).expect("JSON")
}

#[test]
fn the_second_reader_confirms_what_recheck_confirms() {
    if !is_there() {
        return;
    }
    let folder = folder("agrees");
    for (name, expected) in READ {
        let (document, all) = certificates(name);
        assert!(all.iter().all(|certificate| recheck(certificate, &document) == Ok(())), "{name}");
        let count = all.len();
        let (words, code) = read(&file(all), &place(name), &folder);
        let confirmed = words.iter().filter(|word| word.starts_with("confirmed: ")).count();
        let unread = words.iter().filter(|word| word.starts_with("not read: ")).count();
        assert_eq!((confirmed, confirmed + unread), (expected, count), "{name}: {words:?}");
        assert_eq!(code, Some(if unread == 0 { 0 } else { 3 }), "{name}");
    }
    let _ = fs::remove_dir_all(folder);
}

/// Claims that the order of the heaps does not matter are confirmed for a reason of its own: that the moves are the same.
#[test]
fn the_second_reader_exchanges_heaps() {
    if !is_there() {
        return;
    }
    let folder = folder("exchanges");
    let (document, all) = of_one_claim("maximum_nim_three_pass", "section 3.2, the order of the heaps does not matter");
    assert!(all.len() == 1 && all.iter().all(|made| recheck(made, &document) == Ok(())));
    let (words, code) = read(&file(all.clone()), &place("maximum_nim_three_pass"), &folder);
    assert!(words.len() == 1 && words[0].starts_with("confirmed: ") && code == Some(0), "{words:?}");
    let rules = |most: &str| {
        format!(
            "ruleset \"R\"\nheaps x, y\nmove a(v): x -> x - v where 1 <= v, v <= 3\n\
             move b(v): y -> y - v where 1 <= v, v <= {most}\nclaim \"a\": grundy(x, y) = grundy(y, x)\n"
        )
    };
    for (most, expected) in [("3", "confirmed: "), ("4", "not read: "), ("x + 3", "not read: ")] {
        let document = crate::checked(&rules(most)).unwrap_or_else(|faults| panic!("{faults}"));
        let path = folder.join("rules.nim");
        fs::write(&path, rules(most)).expect("a file");
        let forged = Certificate {
            measure: None,
            ruleset: hash(&document),
            claim: "a".to_owned(),
            claim_kind: document.claims().next().expect("a claim").kind,
            ..all[0].clone()
        };
        let (words, _) = read(&file(vec![forged.clone()]), &path, &folder);
        assert!(words.len() == 1 && words[0].starts_with(expected), "{most}: {words:?}");
        assert_eq!(recheck(&forged, &document).is_ok(), expected == "confirmed: ", "{most}");
    }
    let _ = fs::remove_dir_all(folder);
}

/// Claims about every modulus, which both readers write in two digits, each in its own way.
#[test]
fn the_second_reader_reads_heaps_in_two_digits() {
    if !is_there() {
        return;
    }
    let folder = folder("digits");
    for (name, claim) in
        [("ryuo", "RYU, Theorem 1.2"), ("ryuo_pass", "Theorem 3.1, corrected"), ("square", "section 3, the first step")]
    {
        let (document, all) = of_one_claim(name, claim);
        assert!(all.iter().all(|made| !made.digits.is_empty() && recheck(made, &document) == Ok(())), "{name}");
        let (words, code) = read(&file(all.clone()), &place(name), &folder);
        assert!(words.len() == 1 && words[0].starts_with("confirmed: ") && code == Some(0), "{name}: {words:?}");
        let other: Vec<Certificate> = all.into_iter().map(|made| Certificate { digits: Vec::new(), ..made }).collect();
        assert!(other.iter().all(|made| recheck(made, &document).is_err()), "{name}");
        let (words, _) = read(&file(other), &place(name), &folder);
        assert!(words.iter().all(|word| !word.starts_with("confirmed: ")), "{name}: {words:?}");
    }
    its_own_check_agrees("digits_check.py");
    let _ = fs::remove_dir_all(folder);
}

/// a-Wythoff in the numeration of each a: sets by roots, what follows, and the same of rules that are others.
#[test]
fn the_second_reader_reads_metallic_numerations() {
    if !is_there() {
        return;
    }
    its_own_check_agrees("roots_check.py");
    let folder = folder("metallic");
    let rules = |bishop: &str| {
        format!(
            "ruleset \"T\"\nheaps x, y\nparam a = 2 where a >= 1\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
             move bishop(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, {bishop}\n\
             let s = sqrt(a^2 + 4)\n\
             claim \"p\" for a in 1..3: P = sym {{(floor(n * (2 - a + s) / 2), floor(n * (2 + a + s) / 2)) for n >= 0}}\n\
             claim \"r\" for a in 2..3: P(x, y) implies (x - y) mod a = 0\n"
        )
    };
    let checked = |text: &str| crate::checked(text).unwrap_or_else(|faults| panic!("{faults}"));
    let made = super::prover::proved(&checked(&rules("abs(i - j) < a")));
    let made: Vec<Certificate> = made.into_iter().flat_map(|claim| claim.certificates).collect();
    assert_eq!(made.len(), 5);
    for (bishop, is_right) in
        [("abs(i - j) < a", true), ("abs(i - j) <= a", false), ("abs(i - j) < a, i != 40", false), ("i = j", false)]
    {
        let (text, path) = (rules(bishop), folder.join("rules.nim"));
        fs::write(&path, &text).expect("a file");
        let document = checked(&text);
        let all: Vec<Certificate> =
            made.iter().map(|made| Certificate { measure: None, ruleset: hash(&document), ..made.clone() }).collect();
        let (words, _) = read(&file(all.clone()), &path, &folder);
        let agreed = words.iter().zip(&all).filter(|(word, made)| {
            // At a = 1 no other numbers than equal ones have a difference below 1.
            let is_right = is_right || bishop == "i = j" && made.parameters["a"] == Parameter::Number(1);
            let expected = if is_right { "confirmed: " } else { "refused: " };
            word.starts_with(expected) && recheck(made, &document).is_ok() == is_right
        });
        assert_eq!(agreed.count(), 5, "{bishop}: {words:?}");
    }
    let _ = fs::remove_dir_all(folder);
}

/// Games in which a power of 2 is taken: certificates of one are held against others, and both readers say the same.
#[test]
fn the_second_reader_reads_exponents_of_moves() {
    if !is_there() {
        return;
    }
    let folder = folder("exponents");
    let rules = |amount: &str, condition: &str| {
        format!(
            "ruleset \"T\"\nheaps n\nmove take(k): n -> n - {amount} where {condition}\n\
             claim \"p\": P(n) iff n mod 3 = 0\nclaim \"v\": grundy(n) = n mod 3\n"
        )
    };
    let checked = |text: &str| crate::checked(text).unwrap_or_else(|faults| panic!("{faults}"));
    let made = super::prover::proved(&checked(&rules("2^k", "0 <= k")));
    let made: Vec<Certificate> = made.into_iter().flat_map(|claim| claim.certificates).collect();
    assert_eq!(made.len(), 2);
    for (amount, condition, is_right) in [
        ("2^k", "0 <= k", true),
        ("2^k", "k >= 0, k <= 7", true),
        ("2^k", "1 <= k", false),
        ("2^k", "0 < k", false),
        ("2^k", "0 <= k < 1", false),
        ("2^k", "0 <= k, k != 1", false),
        ("2^k", "0 <= k, k = 1", false),
        ("2^(k + 1)", "0 <= k", false),
        ("3 * 2^k", "0 <= k", false),
    ] {
        let (text, path) = (rules(amount, condition), folder.join("rules.nim"));
        fs::write(&path, &text).expect("a file");
        let document = checked(&text);
        let all: Vec<Certificate> =
            made.iter().map(|made| Certificate { measure: None, ruleset: hash(&document), ..made.clone() }).collect();
        let (words, _) = read(&file(all.clone()), &path, &folder);
        for (word, made) in words.iter().zip(&all) {
            let expected = if is_right { "confirmed: " } else { "refused: " };
            assert!(word.starts_with(expected), "{amount}, {condition}: {word}");
            assert_eq!(recheck(made, &document).is_ok(), is_right, "{amount}, {condition}");
        }
    }
    let _ = fs::remove_dir_all(folder);
}

/// Conditions, as the second reader reads them, are what plain arithmetic says.
fn its_own_check_agrees(name: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name);
    let output = Command::new("python3").arg(script).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Wythoff's game, in Zeckendorf's numeration: the other claims of its file take long.
fn wythoff() -> (Document, Vec<Certificate>) {
    of_one_claim("wythoff", "SRT, Proposition 1.1")
}

/// The certificates of one claim of a file.
fn of_one_claim(name: &str, claim: &str) -> (Document, Vec<Certificate>) {
    let document = ruleset(name);
    let context = nimdsl::engine::Context::default();
    let session = nimdsl::prover::ask::claims::Prover::new(&document, &context);
    let claim = document.claims().find(|known| known.name == claim).expect("a claim");
    let proved = session.prove(claim, &nimdsl::prover::ask::claims::Request::default()).expect("a verdict");
    (document, proved.certificates)
}

#[test]
fn the_second_reader_confirms_what_is_looked_up() {
    if !is_there() {
        return;
    }
    let folder = folder("asks");
    for (name, claim) in ASKING {
        let (document, all) = of_one_claim(name, claim);
        let are_statements = all.iter().all(|made| made.kind == CertificateKind::Statement);
        assert!(!all.is_empty() && are_statements, "{claim}");
        let (words, code) = read(&file(all.clone()), &place(name), &folder);
        assert!(words.iter().all(|word| word.starts_with("confirmed: ")) && code == Some(0), "{claim}: {words:?}");
        let told = serde_json::to_value(&all[0].lookups).expect("JSON");
        let every = damaged(&told);
        let step = 1 + every.len() / 40;
        let few = every.into_iter().step_by(step);
        let made: Vec<(Value, bool)> = few.map(|lookups| forged(&all[0], lookups, &document)).collect();
        let certificates: Vec<Value> = made.iter().map(|(one, _)| one.clone()).collect();
        let (words, _) = read(&json!({"file": "", "certificates": certificates}), &place(name), &folder);
        assert_eq!(words.len(), made.len(), "{claim}");
        for (word, (one, is_sound)) in words.iter().zip(&made) {
            // Names of tracks that ascend are as good as others.
            let fits = if *is_sound { "confirmed: " } else { "refused: " };
            let other = word.ends_with("a look-up in another file");
            assert!(word.starts_with(fits) || !is_sound && other, "{claim}: {word}: {}", one["lookups"]);
        }
        assert!(10 < made.iter().filter(|(_, is_sound)| !is_sound).count(), "{claim}");
    }
    its_own_check_agrees("asking_check.py");
    let _ = fs::remove_dir_all(folder);
}

/// A certificate with other look-ups, and whether `recheck` confirms it.
fn forged(first: &Certificate, lookups: Value, document: &Document) -> (Value, bool) {
    let mut made = serde_json::to_value(first).expect("JSON");
    made["lookups"] = lookups;
    let read = serde_json::from_value::<Certificate>(made.clone());
    let is_sound = read.is_ok_and(|read| recheck(&read, document).is_ok());
    (made, is_sound)
}

#[test]
fn forged_certificates_are_refused_by_both() {
    if !is_there() {
        return;
    }
    let folder = folder("forged");
    for (name, (document, all), step) in
        [("yama", certificates("yama"), 3), ("wythoff", wythoff(), 5), ("ryuo_three", certificates("ryuo_three"), 29)]
    {
        let of_set = |one: &&Certificate| !one.set.is_null();
        let own: Vec<&Certificate> = all.iter().filter(of_set).collect();
        let first = *own.first().expect("a certificate");
        let (words, code) = read(&file(vec![first.clone()]), &place(name), &folder);
        assert!(words[0].starts_with("confirmed: ") && code == Some(0), "{name}: {words:?}");
        let mut forged: Vec<Certificate> = Vec::new();
        // States that accept or not, and edges that lead elsewhere.
        for part in ["accepting", "edges", "start"] {
            for other in damaged(&first.set[part]).into_iter().step_by(step) {
                let mut set = first.set.clone();
                set[part] = other;
                forged.push(Certificate { set, ..first.clone() });
            }
        }
        let accepting = first.set["accepting"].as_array().expect("a list");
        for at in 0..accepting.len() {
            let mut set = first.set.clone();
            set["accepting"].as_array_mut().expect("a list").remove(at);
            forged.push(Certificate { set, ..first.clone() });
        }
        let play = if first.play == Play::Normal { Play::Misere } else { Play::Normal };
        forged.push(Certificate { play, ..first.clone() });
        forged.push(Certificate { claim: "another".to_owned(), ..first.clone() });
        forged.push(Certificate { measure: None, ruleset: hash(&ruleset("triangular")), ..first.clone() });
        // The automaton of another claim.
        forged.extend(
            own[1..]
                .iter()
                .map(|other| Certificate { set: other.set.clone(), ..first.clone() })
                .filter(|one| one.set != first.set),
        );
        assert!(8 < forged.len(), "{name}");
        assert!(forged.iter().all(|one| recheck(one, &document).is_err()), "{name}");
        let (words, code) = read(&file(forged), &place(name), &folder);
        assert!(words.iter().all(|word| word.starts_with("refused: ")), "{name}: {words:#?}");
        assert_eq!(code, Some(1));
        // Another ruleset, with a certificate that is sound for its own.
        let (words, code) = read(&file(vec![first.clone()]), &place("moore"), &folder);
        assert!(words[0].starts_with("refused: ") && code == Some(1), "{words:?}");
    }
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn play_that_does_not_end_is_refused() {
    if !is_there() {
        return;
    }
    let folder = folder("endless");
    let place = folder.join("endless.nim");
    let certificate = |text: &str| {
        fs::write(&place, text).expect("a file");
        let set =
            json!({"numeration": {"Base": 2}, "tracks": [0], "start": 2, "accepting": [2], "edges": [[2, 3], [2, 3]]});
        json!({"file": "", "certificates": [{"schema": 1, "program": "", "ruleset": blake3::hash(text.as_bytes()).to_hex().to_string(),
            "claim": "a", "claim_kind": "claim", "parameters": {}, "play": "normal", "kind": "outcomes", "set": set}]})
    };
    // The same automaton is right where play ends.
    let sound = ENDLESS.replace("measure -x\n", "").replace("x + 1", "x - 1");
    let (words, code) = read(&certificate(&sound), &place, &folder);
    assert!(words[0].starts_with("confirmed: ") && code == Some(0), "{words:?}");
    for text in [ENDLESS.to_owned(), ENDLESS.replace("measure -x\n", "")] {
        let (words, code) = read(&certificate(&text), &place, &folder);
        assert!(words[0].starts_with("refused: ") && words[0].contains("measure") && code == Some(1), "{words:?}");
    }
    let _ = fs::remove_dir_all(folder);
}
