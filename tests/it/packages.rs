//! Packages below the library: the order of their parts, and who names them.
use super::arrows::{Module, arrows, circles, code, modules, modules_below};
use std::collections::BTreeSet;

/// In a package below the library a part imports only from those before it, and few rooms name the package.
const BELOW: [(&str, &[&str], &[&str]); 4] = [
    (
        "automata",
        &[
            "budget",
            "graph",
            "minimise",
            "numeration",
            "roots",
            "automaton",
            "query",
            "dot",
            "product",
            "project",
            "linear",
            "atoms",
            "formula",
            "infer",
            "lower",
            "compile",
            "eliminate",
            "export",
            "coq",
        ],
        &["prover", "rules"],
    ),
    ("figures", &["ink", "marks", "look", "chart", "axes", "layout", "blocks", "svg", "tikz", "pictures"], &["figure"]),
    (
        "identify",
        &[
            "write",
            "title",
            "surd",
            "term",
            "famous",
            "sequences",
            "special",
            "modular",
            "beatty",
            "closed",
            "polynomial",
            "power",
            "recurrence",
            "holonomic",
            "periodic",
            "zeckendorf",
            "kernel",
            "named",
            "pair",
            "chain",
            "oeis",
        ],
        &["rules", "search", "tasks"],
    ),
    (
        "misere",
        &[
            "bits",
            "monoid",
            "closed",
            "outcomes",
            "genus",
            "presentation",
            "period",
            "generated",
            "proof",
            "learn",
            "quotient",
            "told",
        ],
        &[],
    ),
];

#[test]
fn packages_below_the_library_keep_their_order_and_are_named_by_few_rooms() {
    for (package, order, users) in BELOW {
        let folder = format!("{package}/src");
        let all = modules_below(&folder);
        let parts: BTreeSet<&str> = all.keys().map(|module| module[0].as_str()).collect();
        assert_eq!(parts, order.iter().copied().collect(), "the parts of {package}");
        let arrows = arrows(&[&folder]);
        assert!(15 < arrows.values().map(BTreeSet::len).sum::<usize>(), "{package}: hardly an import was read");
        let rank = |module: &Module| order.iter().position(|part| *part == module[0]);
        let mut wrong = circles(&arrows);
        for (module, targets) in &arrows {
            for target in targets.iter().filter(|target| rank(module) < rank(target)) {
                wrong.push(format!("{} imports {} from a later part", module.join("/"), target.join("/")));
            }
        }
        assert!(wrong.is_empty(), "{package}: {}", wrong.join("\n"));
        let name = format!("nimdsl_{package}");
        // The library hands some packages on as a whole.
        let named = modules().into_iter().filter(|(module, path)| module[0] != "lib" && code(path).contains(&name));
        let rooms: BTreeSet<String> = named.map(|(module, _)| module[0].clone()).collect();
        assert_eq!(rooms, users.iter().map(|room| (*room).to_owned()).collect(), "the rooms that name {name}");
    }
}
