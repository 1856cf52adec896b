//! `CGSuite` 2: a class that extends `HeapRuleset` (one heap) or `CoordinateRuleset` (two). Compared with snapshots alone: no
//! `CGSuite` is at hand where tests run.
use super::idiom::{Idiom, coordinates};
use super::nests::{ScriptLoops, nests, recursions};
use super::unsaid::Unsaid;
use super::{Heading, head};
use crate::ruleset::Ruleset;

const CGSCRIPT: Idiom = Idiom {
    language: "CGScript",
    reserved: &[
        "and", "begin", "break", "by", "class", "clear", "continue", "def", "do", "else", "elseif", "end", "enum",
        "error", "extends", "false", "finally", "for", "foreach", "from", "get", "if", "import", "in", "inf", "is",
        "java", "listof", "method", "mutable", "neg", "nil", "not", "op", "or", "override", "pass", "pos", "property",
        "return", "set", "setof", "static", "sumof", "super", "tableof", "then", "this", "to", "true", "try", "val",
        "var", "where", "while", "v", "coord", "heapSize",
    ],
    suffix: "1",
    floor_divide: |above, below| format!("({above} / {below}).Floor"),
    modulo: |above, below| format!("({above} % {below})"),
    min: |all| chained(all, "Min"),
    max: |all| chained(all, "Max"),
    xor: None,
    square_root: None,
    common_divisor: None,
    prime: None,
    valuation: None,
    power: |base, exponent| format!("({base} ^ {exponent})"),
    cases: |all| {
        let mut text = String::from("error(\"a rule has no value here\")");
        for (condition, value) in all.iter().rev() {
            let otherwise = format!("if {condition} then {value} else {text} end");
            text = if condition.is_empty() { value.clone() } else { otherwise };
        }
        format!("({text})")
    },
    call: None,
    and: "and",
    or: "or",
    not: "not ",
    known: ["false", "true"],
};

fn chained(all: &[String], method: &str) -> String {
    let mut all = all.iter();
    let first = all.next().map_or_else(String::new, |first| format!("({first})"));
    all.fold(first, |text, one| format!("{text}.{method}({one})"))
}

/// A class of the name of the title.
pub(super) fn script(ruleset: &Ruleset, heading: &Heading<'_>) -> Result<String, Unsaid> {
    let heaps = ruleset.heaps.len();
    if 2 < heaps || !ruleset.registers.is_empty() {
        let what = if 2 < heaps { format!("{heaps} heaps") } else { "registers".to_owned() };
        let why = "rulesets of CGSuite have one heap or two, and no registers";
        return Err(Unsaid(format!("the rules have {what}; {why}: choose --to sage or mathematica")));
    }
    if let Some(recursion) = recursions(ruleset).first() {
        let why = format!("the rules call `{}`, which is defined by recursion", recursion.name);
        return Err(Unsaid(format!("{why}; that is not written in CGScript here: choose --to sage or mathematica")));
    }
    let names = coordinates(ruleset, &CGSCRIPT);
    let class = class_name(&ruleset.name);
    let example: Vec<String> = vec!["3".to_owned(); heaps];
    let example = if heaps == 1 { "3".to_owned() } else { format!("({})", example.join(", ")) };
    let mut lines = head(ruleset, heading);
    lines.push(format!(
        "Save it as {class}.cgs in a folder of your own; then {class}({example}).NimValue is the Grundy value."
    ));
    lines.push("It was not run: compare it with the first values, which are those of nimdsl:".to_owned());
    lines.extend(first(heading));
    let mut out = format!("/*\n * {}\n */\n", lines.join("\n * "));
    let nests = nests(ruleset, &CGSCRIPT)?;
    let sets: Vec<String> = nests.iter().map(|nest| set(nest, heaps)).collect();
    let sets = if sets.is_empty() { "{}".to_owned() } else { sets.join(" Union\n    ") };
    out.push_str(&format!("singleton class {class} extends game.heap."));
    if heaps == 1 {
        out.push_str("HeapRuleset\n\n  override def HeapOptions(heapSize as Integer) begin\n");
        out.push_str(&format!("    var {} := heapSize;\n", names[0]));
    } else {
        out.push_str("CoordinateRuleset\n\n  override def CoordinateOptions(coord as Coordinates) begin\n");
        out.push_str(&format!("    var {} := coord.Row;\n    var {} := coord.Col;\n", names[0], names[1]));
    }
    out.push_str(&format!("    {sets}\n  end\n\nend\n"));
    Ok(out)
}

/// The words of a title without signs, each with a capital.
fn class_name(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut name = String::new();
    for word in words {
        let (first, rest) = word.split_at(1);
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(rest);
    }
    if name.starts_with(|letter: char| letter.is_ascii_alphabetic()) { name } else { format!("Game{name}") }
}

/// The first values, in lines.
fn first(heading: &Heading<'_>) -> Vec<String> {
    let all: Vec<String> = heading
        .first
        .iter()
        .map(|(position, value)| {
            let numbers: Vec<String> = position.iter().map(ToString::to_string).collect();
            format!("({}) {value}", numbers.join(", "))
        })
        .collect();
    all.chunks(8).map(|line| line.join("  ")).collect()
}

/// The options of one alternative of a move, as a set.
fn set(nest: &ScriptLoops, heaps: usize) -> String {
    let option = nest.option.join(", ");
    let option = if heaps == 1 { format!("[{option}]") } else { format!("({option})") };
    let when = |tests: &[String], text: String| {
        if tests.is_empty() { text } else { format!("if {} then {text} else {{}} end", tests.join(" and ")) }
    };
    if nest.loops.is_empty() {
        return when(&nest.tests, when(&nest.entry, format!("{{{option}}}")));
    }
    let loops = nest.loops.iter().map(|each| format!("for {} from {} to {}", each.amount, each.least, each.most));
    let tests = if nest.tests.is_empty() { String::new() } else { format!(" where {}", nest.tests.join(" and ")) };
    when(&nest.entry, format!("setof({option} {}{tests})", loops.collect::<Vec<_>>().join(" ")))
}
