//! Mathematica in the idiom of papers: `move`, `Mex` and a memoised `Gr` of a list of coordinates. Compared with snapshots alone:
//! no Mathematica is at hand where tests run.
use super::idiom::{Idiom, Level, Wording, coordinates};
use super::nests::{ScriptLoops, nests, recursions};
use super::unsaid::Unsaid;
use super::{Heading, head};
use crate::ruleset::Ruleset;

const MATHEMATICA: Idiom = Idiom {
    language: "Mathematica",
    reserved: &[
        "C", "D", "E", "I", "K", "N", "O", "Min", "Max", "Mod", "Quotient", "Which", "If", "Table", "Union", "Flatten",
        "Floor", "Sqrt", "Nothing", "Gr", "Mex", "move", "first", "BitXor", "Map", "Module", "While", "Pi", "True",
        "False",
    ],
    suffix: "1",
    floor_divide: |above, below| format!("Quotient[{}, {below}]", bare(above)),
    modulo: |above, below| format!("Mod[{}, {below}]", bare(above)),
    min: |all| format!("Min[{}]", all.join(", ")),
    max: |all| format!("Max[{}]", all.join(", ")),
    xor: Some(|all| format!("BitXor[{}]", all.iter().map(|one| bare(one)).collect::<Vec<_>>().join(", "))),
    square_root: Some(|all| format!("Floor[Sqrt[{}]]", all.concat())),
    common_divisor: Some(|all| format!("GCD[{}]", all.join(", "))),
    prime: Some(|all| format!("Boole[PrimeQ[{}]]", all.concat())),
    valuation: Some(|all| format!("IntegerExponent[{}, {}]", all[1], all[0])),
    power: |base, exponent| format!("({base}^{exponent})"),
    cases: |all| {
        let all = all
            .iter()
            .map(|(condition, value)| format!("{}, {value}", if condition.is_empty() { "True" } else { condition }));
        format!("Which[{}]", all.collect::<Vec<_>>().join(", "))
    },
    call: Some(|parts| format!("{}[{}]", parts[0], parts[1])),
    and: "&&",
    or: "||",
    not: "!",
    known: ["False", "True"],
};

/// A term without the brackets around all of it: an argument needs none.
fn bare(term: &str) -> &str {
    let inner = term.strip_prefix('(').and_then(|term| term.strip_suffix(')'));
    inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(term)
}

/// Definitions, and the first values as a list of rules.
pub(super) fn script(ruleset: &Ruleset, heading: &Heading<'_>) -> Result<String, Unsaid> {
    let names = coordinates(ruleset, &MATHEMATICA);
    let mut out = format!("(* {} *)\n", head(ruleset, heading).join("\n   "));
    out.push_str("$RecursionLimit = Infinity;\n\n");
    for recursion in recursions(ruleset) {
        let name = MATHEMATICA.identifier(recursion.name, &[]);
        let arguments = recursion.arguments(&MATHEMATICA, &name);
        let scope = Wording { idiom: &MATHEMATICA, coordinates: &arguments, amounts: &[], own: Some(&name) };
        for (at, value) in &recursion.given {
            let at: Vec<String> = at.iter().map(ToString::to_string).collect();
            out.push_str(&format!("{name}[{}] = {value};\n", at.join(", ")));
        }
        let body = scope.at(recursion.body, Level::Sum)?;
        let patterns: Vec<String> = arguments.iter().map(|argument| format!("{argument}_")).collect();
        let (patterns, arguments) = (patterns.join(", "), arguments.join(", "));
        out.push_str(&format!("{name}[{patterns}] := {name}[{arguments}] = {body};\n\n"));
    }
    let patterns: Vec<String> = names.iter().map(|name| format!("{name}_")).collect();
    let nests = nests(ruleset, &MATHEMATICA)?;
    let lists: Vec<String> =
        nests.iter().map(|nest| format!("  (* {} *)\n  {}", comment(&nest.label), list(nest))).collect();
    out.push_str(&format!("move[{{{}}}] := Union[\n{}\n];\n\n", patterns.join(", "), lists.join(",\n")));
    out.push_str("Mex[values_] := Module[{n = 0}, While[MemberQ[values, n], n++]; n];\n");
    out.push_str("Gr[position_] := Gr[position] = Mex[Map[Gr, move[position]]];\n\n");
    let first = heading.first.iter().map(|(position, value)| {
        let numbers: Vec<String> = position.iter().map(ToString::to_string).collect();
        format!("{{{}}} -> {value}", numbers.join(", "))
    });
    let first: Vec<String> = first.collect();
    let lines: Vec<String> = first.chunks(6).map(|line| line.join(", ")).collect();
    out.push_str(&format!("(* The first values, by nimdsl. *)\nfirst = {{\n  {}\n}};\n", lines.join(",\n  ")));
    out.push_str("(* True if they agree: *)\nAllTrue[first, Gr[First[#]] == Last[#] &]\n");
    Ok(out)
}

fn comment(words: &str) -> String {
    words.replace("*)", "* )").replace("(*", "( *")
}

/// The options of one alternative of a move, as a list.
fn list(nest: &ScriptLoops) -> String {
    let option = format!("{{{}}}", nest.option.join(", "));
    let tested = |text: String, otherwise: &str, tests: &[String]| {
        if tests.is_empty() { text } else { format!("If[{}, {text}, {otherwise}]", tests.join(" && ")) }
    };
    let all = if nest.loops.is_empty() {
        tested(format!("{{{option}}}"), "{}", &nest.tests)
    } else {
        let iterators = nest.loops.iter().map(|each| format!("{{{}, {}, {}}}", each.amount, each.least, each.most));
        let iterators = iterators.collect::<Vec<_>>().join(", ");
        let table = format!("Table[{}, {iterators}]", tested(option, "Nothing", &nest.tests));
        if nest.loops.len() == 1 { table } else { format!("Flatten[{table}, {}]", nest.loops.len() - 1) }
    };
    tested(all, "{}", &nest.entry)
}
