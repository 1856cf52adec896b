//! Plain Python, which Sage reads as well: functions of the coordinates, and the first values as a test of its own.
use super::idiom::{Idiom, Level, Wording, coordinates};
use super::nests::{ScriptLoop, ScriptLoops, may_lack_a_value, nests, recursions};
use super::unsaid::Unsaid;
use super::{Heading, head};
use crate::ruleset::Ruleset;
use crate::value::Play;

const PYTHON: Idiom = Idiom {
    language: "Python",
    reserved: &[
        "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
        "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass",
        "raise", "return", "try", "while", "with", "yield", "None", "True", "False", "grundy", "mex", "options",
        "found", "gcd", "isqrt", "min", "max", "range", "FIRST", "given",
    ],
    suffix: "_",
    floor_divide: |above, below| format!("({above} // {below})"),
    modulo: |above, below| format!("({above} % {below})"),
    min: |all| format!("min({})", all.join(", ")),
    max: |all| format!("max({})", all.join(", ")),
    xor: Some(|all| format!("({})", all.join(" ^ "))),
    square_root: Some(|all| format!("isqrt({})", all.concat())),
    common_divisor: Some(|all| format!("gcd({})", all.join(", "))),
    prime: Some(|all| {
        format!("(lambda m: int(m > 1 and all(m % d for d in range(2, isqrt(m) + 1))))({})", all.concat())
    }),
    valuation: Some(|all| format!("(lambda b, m: next(e for e in range(m) if m % b ** (e + 1)))({})", all.join(", "))),
    power: |base, exponent| format!("({base} ** {exponent})"),
    cases,
    call: Some(|parts| format!("{}({})", parts[0], parts[1])),
    and: "and",
    or: "or",
    not: "not ",
    known: ["False", "True"],
};

fn cases(all: &[(String, String)]) -> String {
    let mut text = String::from("no_value()");
    for (condition, value) in all.iter().rev() {
        text = if condition.is_empty() { value.clone() } else { format!("{value} if {condition} else {text}") };
    }
    format!("({text})")
}

/// A script whose main part compares the first values.
pub(super) fn script(ruleset: &Ruleset, heading: &Heading<'_>) -> Result<String, Unsaid> {
    let names = coordinates(ruleset, &PYTHON);
    let arguments = names.join(", ");
    let mut out = format!("# {}\n", head(ruleset, heading).join("\n# "));
    out.push_str("# Plain Python: `python3 FILE` compares the first values; in Sage, `load(\"FILE\")`.\n");
    out.push_str(
        "import sys\nfrom functools import lru_cache\nfrom math import gcd, isqrt\n\nsys.setrecursionlimit(10000)\n\n\n",
    );
    out.push_str("def mex(values):\n    \"\"\"The least natural number that is not among some values.\"\"\"\n");
    out.push_str("    values = set(values)\n    least = 0\n    while least in values:\n        least += 1\n    return least\n\n\n");
    let functions = functions(ruleset)?;
    let nests = nests(ruleset, &PYTHON)?;
    let mut body = String::new();
    for nest in &nests {
        body.push_str(&lines(nest));
    }
    if may_lack_a_value(ruleset) {
        out.push_str("def no_value():\n    raise ValueError(\"a rule has no value here\")\n\n\n");
    }
    out.push_str(&functions);
    out.push_str(&format!(
        "def options({arguments}):\n    \"\"\"All options of a position.\"\"\"\n    found = set()\n"
    ));
    out.push_str(&body);
    out.push_str("    return found\n\n\n");
    let function = |name: &str, about: &str, body: &str| {
        format!("@lru_cache(maxsize=None)\ndef {name}({arguments}):\n    \"\"\"{about}\"\"\"\n{body}\n\n\n")
    };
    let values = format!("    return mex(grundy(*option) for option in options({arguments}))");
    out.push_str(&function("grundy", "The Grundy value of a position.", &values));
    let (about, body) = match ruleset.play {
        Play::Normal => (
            "Whether who has to move loses; the last move wins.",
            format!("    return not any(is_p_position(*option) for option in options({arguments}))"),
        ),
        Play::Misere => (
            "Whether who has to move loses; the last move loses.",
            format!(
                "    found = options({arguments})\n    return bool(found) and not any(is_p_position(*option) for option in found)"
            ),
        ),
    };
    out.push_str(&function("is_p_position", about, &body));
    out.push_str(&first(heading));
    Ok(out)
}

/// The functions that are defined by recursion.
fn functions(ruleset: &Ruleset) -> Result<String, Unsaid> {
    let mut out = String::new();
    for recursion in recursions(ruleset) {
        let name = PYTHON.identifier(recursion.name, &[]);
        let arguments = recursion.arguments(&PYTHON, &name);
        let scope = Wording { idiom: &PYTHON, coordinates: &arguments, amounts: &[], own: Some(&name) };
        let argument = arguments.join(", ");
        out.push_str(&format!("@lru_cache(maxsize=None)\ndef {name}({argument}):\n"));
        if !recursion.given.is_empty() {
            let key = if 1 < recursion.width { format!("({argument})") } else { argument.clone() };
            let given = recursion.given.iter().map(|(at, value)| {
                let at: Vec<String> = at.iter().map(ToString::to_string).collect();
                let at = at.join(", ");
                if 1 < recursion.width { format!("({at}): {value}") } else { format!("{at}: {value}") }
            });
            out.push_str(&format!("    given = {{{}}}\n", given.collect::<Vec<_>>().join(", ")));
            out.push_str(&format!("    if {key} in given:\n        return given[{key}]\n"));
        }
        out.push_str(&format!("    return {}\n\n\n", scope.at(recursion.body, Level::Sum)?));
    }
    Ok(out)
}

/// The loops of one alternative of a move.
fn lines(nest: &ScriptLoops) -> String {
    let mut depth = 1;
    let mut out = String::new();
    let mut line = |depth: usize, text: &str| out.push_str(&format!("{}{text}\n", "    ".repeat(depth)));
    line(depth, &format!("# {}", nest.label));
    if !nest.entry.is_empty() {
        line(depth, &format!("if {}:", nest.entry.join(" and ")));
        depth += 1;
    }
    for ScriptLoop { amount, least, end, .. } in &nest.loops {
        line(depth, &format!("for {amount} in range({least}, {end}):"));
        depth += 1;
    }
    if !nest.tests.is_empty() {
        line(depth, &format!("if {}:", nest.tests.join(" and ")));
        depth += 1;
    }
    let comma = if nest.option.len() == 1 { "," } else { "" };
    line(depth, &format!("found.add(({}{comma}))", nest.option.join(", ")));
    out
}

/// The first values, and the test of them.
fn first(heading: &Heading<'_>) -> String {
    let mut out = String::from("# The first Grundy values, by nimdsl.\nFIRST = {\n");
    for line in heading.first.chunks(6) {
        let entries = line.iter().map(|(position, value)| {
            let numbers: Vec<String> = position.iter().map(ToString::to_string).collect();
            let comma = if numbers.len() == 1 { "," } else { "" };
            format!("({}{comma}): {value},", numbers.join(", "))
        });
        out.push_str(&format!("    {}\n", entries.collect::<Vec<_>>().join(" ")));
    }
    out.push_str("}\n\nif __name__ == \"__main__\":\n    for position, value in FIRST.items():\n");
    out.push_str("        assert grundy(*position) == value, (position, grundy(*position), value)\n");
    out.push_str("    print(len(FIRST), \"values agree\")\n");
    out
}
