//! Conditions of all shapes on the amounts of a move: which are bounded, by what, and that the options that are enumerated are
//! those that the relation allows. Each amount is tried from -6 to 48, which is more than any condition here allows.
use super::checked;
use super::said::shown;
use nimdsl::ruleset::options::Options;
use std::fmt::Write;

const HEAD: &str = "heaps x, y\nsequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1\n\
                    sequence d(k) = 2 * d(k - 1) + 1 from d(0) = 1\nsequence p(k) = p(k - 1) from p(0) = 3\n\
                    sequence t(k) = t(k - 2) + 1 from t(0) = 0, t(1) = 1\nsequence u(k) = u(k - 1) + u(k - 3) from u(2) = 0, u(3) = 1, u(4) = 1\n\
                    sequence n(k) = n(k - 1) - 1 from n(0) = 5\nsequence z(k) = z(k - 1) + k from z(0) = 0\n\
                    sequence v(k) = v(k - 1) + v(k - 2) from v(0) = 3, v(1) = 0\nsequence w(k) = 2 * w(k - 1) + w(k - 2) + 1 from w(1) = 0, w(2) = 0\n";

/// Amounts, what changes, and conditions.
const MOVES: &[(&str, &str, &[&str])] = &[
    (
        "i",
        "x -> x - i",
        &[
            "1 <= i",
            "0 < i",
            "i >= 1",
            "i > 0",
            "not i <= 0",
            "not (i < 1 or i > 3)",
            "1 <= i <= y",
            "1 <= i, i < y",
            "1 <= i, i != y",
            "1 <= i, i = y",
            "1 <= i, 2 * i <= x + y",
            "1 <= i, 3 * i = x",
            "1 <= i, 3 * i != x",
            "1 <= i, i / 2 <= y",
            "1 <= i, i <= y / 2",
            "1 <= i, i <= y / 2 + x / 3",
            "1 <= i, floor(i / 2) <= y",
            "1 <= i, floor(i / 2) >= y",
            "1 <= i, ceil(i / 2) <= y",
            "1 <= i, floor(i / 2) = y",
            "1 <= i, floor((2 * i + 1) / 3) < y",
            "1 <= i, floor(i / -2) >= -y",
            "1 <= i, i <= floor(x / 2)",
            "1 <= i, i <= ceil(x / 2)",
            "1 <= i, i mod 2 = 1",
            "1 <= i, i mod 3 != 1",
            "1 <= i, i mod 3 <= 1",
            "1 <= i, x mod 2 <= i mod 2",
            "1 <= i, i = y (mod 3)",
            "1 <= i, i != y (mod 3)",
            "1 <= i, 2 * i = y (mod 3)",
            "1 <= i, -i = y (mod 4)",
            "1 <= i, i = y (mod x)",
            "1 <= i, i = 1 (mod y + 1)",
            "1 <= i, i = y (mod i)",
            "1 <= i, min(i, y) <= 2",
            "1 <= i, min(i, y) >= 2",
            "1 <= i, max(i, y) <= 4",
            "1 <= i, max(i, y) >= 4",
            "1 <= i, min(i, y) = 2",
            "1 <= i, max(i, y) != 4",
            "1 <= i, -min(i, 3) <= -2",
            "1 <= i, -max(i, 3) >= -4",
            "1 <= i, 2 * min(i, y, 3) + 1 <= x",
            "1 <= i, |i - y| <= 1",
            "1 <= i, |i - y| >= 2",
            "1 <= i, |i - y| = 1",
            "1 <= i, |2 * i - y| < 3",
            "1 <= i, sign(i - y) = 1",
            "1 <= i, sign(i - y) <= 0",
            "1 <= i, (i xor y) <= 3",
            "1 <= i, (i xor y) = 2",
            "1 <= i, (x xor y) >= i",
            "1 <= i, i * i <= y",
            "1 <= i, i * i = y",
            "1 <= i, i * i >= y",
            "1 <= i, i * i <= x * y",
            "1 <= i, i * i + 3 <= 2 * y",
            "1 <= i, 2 * i * i <= y",
            "i * i <= 4, 1 <= i",
            "1 <= i, i * y <= 6",
            "1 <= i, i * y = 6",
            "1 <= i, i * (y - 2) <= 3",
            "1 <= i, i * (2 - y) <= 3",
            "1 <= i, i * y + i * x <= 9",
            "1 <= i, y * (i - x) >= -4",
            "1 <= i, i^3 <= x",
            "1 <= i, 2^i <= x + 1",
            "1 <= i, 2^i = y",
            "1 <= i, i <= 3 + (x mod (0 - 3))",
            "1 <= i, i + (x mod 3) <= y",
            "1 <= i, i in {1, 3..4}",
            "1 <= i, i not in {1, 3..4}",
            "i in 1..y",
            "i in {1, y}",
            "1 <= i, i not in 2..y",
            "1 <= i, x in {1, i}",
            "1 <= i, x = i or y = i",
            "1 <= i, x <= 3 or i <= 2",
            "1 <= i, x <= 3 and i <= 2 or i = 3",
            "1 <= i, x <= 3 implies i <= 2",
            "1 <= i, x <= 3 iff i <= 2",
            "1 <= i, not (x <= 3 iff i <= 2)",
            "1 <= i, x' <= y",
            "1 <= i, x' != y",
            "1 <= i, x' = y'",
            "1 <= i, total' >= 3",
            "1 <= i, x' mod 2 = 0",
            "1 <= i, x' in {0, y}",
            "1 <= i, cases { i <= 2 if y = 0; i = y otherwise }",
            "1 <= i, i <= cases { 2 if y = 0; y otherwise }",
            "1 <= i, cases { i if i < 3; 2 * i otherwise } <= y",
            "1 <= i, i <= floor(sqrt(x))",
            "1 <= i, floor(sqrt(i)) <= y",
            "1 <= i, floor(sqrt(i)) = 1",
            "1 <= i, i < phi * y",
            "1 <= i, phi * i <= y",
            "1 <= i, i >= phi * y",
            "1 <= i, i != sqrt(2) * y",
            "1 <= i, i <= sqrt(2) * y - 1",
            "1 <= i, sqrt(2) * i > y + 1",
            "1 <= i, floor(phi * i) <= y + 1",
            "1 <= i, i = F(y)",
            "1 <= i, F(i) <= y",
            "1 <= i, F(i) = y",
            "i = 3",
            "i = 3, x != 4",
            "3 * i = 6",
            "2 * i = 5",
            "i = y",
            "i = y + 1, y <= 2",
            "1 <= i, i <= 2, x = y",
            "i <= 2",
            "i <= 2, -1 <= i, i != 0, i != -1",
            "2 <= i, i <= 1",
            "1 <= i, x < i",
        ],
    ),
    (
        "i, j",
        "(x, y) -> (x - i, y - j)",
        &[
            "1 <= i, 0 <= j",
            "1 <= i, i = j",
            "1 <= i, j = 2 * i",
            "1 <= i, |i - j| <= 1, 0 <= j",
            "1 <= i + j, 0 <= (i, j)",
            "1 <= i + j <= 3, 0 <= (i, j)",
            "1 <= i, 1 <= j, i * j <= 4",
            "1 <= i, 1 <= j, i * j = x",
            "1 <= i, 1 <= j, i * i + j * j <= 10",
            "0 <= i, 0 <= j, 1 <= i * j",
            "1 <= i, 1 <= j, i + 3 * j = 1 (mod 4)",
            "1 <= i, 1 <= j, j = i (mod 2)",
            "1 <= i, 1 <= j, j = x (mod i)",
            "1 <= i, 1 <= j, -j = x (mod i + 1)",
            "1 <= i, 1 <= j, min(i, j) = 1",
            "1 <= i, 1 <= j, max(i, j) <= 2",
            "1 <= i, 1 <= j, (i xor j) = 1",
            "1 <= i, 1 <= j, i <= x / 2 or j <= y / 2",
            "1 <= i, 1 <= j, j <= floor(i / 2)",
            "1 <= i, 1 <= j, j * y <= i * x",
            "1 <= i, 1 <= j, i <= phi * j, j <= phi * i",
            "i = 1, 0 <= j <= 1",
            "1 <= i, j <= i",
            "1 <= i, -1 <= j, j <= i - 1, i + j >= 1",
            "1 <= i, 1 <= j, x' <= y'",
            "1 <= i, 1 <= j, x' = y'",
            "1 <= i, 0 <= j, j <= cases { i if x < y; 0 otherwise }",
            "0 <= i, 0 <= j, i + 2 * j = 4",
            "0 <= i, 0 <= j, 2 * i + 4 * j = 5",
        ],
    ),
    (
        "i, j",
        "(x, y) -> (x - i, y + j)",
        &[
            "2 <= i, 1 <= j < i",
            "1 <= i, j <= i - 1, 0 <= j",
            "1 <= i, 2 * j <= i, 0 <= j",
            "1 <= i, 0 <= j, j * j < i",
            "1 <= i, 0 <= j, i * j < 4, j < i",
            "1 <= i, 0 <= j, j * x <= i",
            "1 <= i, 0 <= j, x' >= y', j < i",
            "1 <= i, 0 <= j",
            "1 <= i, 0 <= j, y' <= x",
        ],
    ),
    ("k", "x -> x - k * k", &["1 <= k", "k != 0", "1 <= k, k <= y", "k <= 2, 1 <= k"]),
    (
        "k",
        "x -> x - k * y",
        &["1 <= k", "1 <= k, 1 <= y", "1 <= k, 2 <= y", "1 <= k, y != 0", "1 <= k, y = 3", "1 <= k, 1 <= y <= x"],
    ),
    ("k", "x -> x - k * (y + 1)", &["1 <= k", "0 <= k, k != 0", "k >= 2"]),
    ("k", "x -> x - 2^k", &["0 <= k", "1 <= k", "0 <= k, k != y", "k = y", "2 <= k <= 3"]),
    ("k", "x -> x - 3^(k + 1)", &["0 <= k", "1 <= k"]),
    ("k", "x -> x - k^3", &["1 <= k", "2 <= k"]),
    ("k", "x -> x - F(k)", &["1 <= k", "2 <= k", "0 <= k", "3 <= k, k <= 5", "k = 4"]),
    ("k", "x -> x - d(k)", &["0 <= k", "1 <= k"]),
    ("k", "x -> x - p(k)", &["0 <= k", "0 <= k, k <= y"]),
    ("k", "x -> x - t(k)", &["1 <= k", "2 <= k", "0 <= k, k <= y + 1, 1 <= k"]),
    ("k", "x -> x - u(k)", &["3 <= k", "4 <= k", "2 <= k"]),
    ("k", "x -> x - n(k)", &["0 <= k", "0 <= k <= 3"]),
    ("k", "x -> x - z(k)", &["1 <= k", "0 <= k"]),
    ("k", "x -> x - v(k)", &["1 <= k", "2 <= k", "3 <= k", "0 <= k, k != 1"]),
    ("k", "x -> x - w(k)", &["1 <= k", "2 <= k", "3 <= k", "4 <= k"]),
    ("k", "x -> x - 2 * F(k) + 1", &["1 <= k", "2 <= k"]),
    ("k", "x -> x - F(k) - d(k) - y", &["1 <= k", "2 <= k"]),
    ("k", "x -> x - F(2 * k)", &["1 <= k"]),
    ("k", "x -> x - F(k - 1)", &["2 <= k", "3 <= k"]),
    ("k", "x -> x - k * F(k)", &["1 <= k"]),
    ("k", "x -> x - floor(sqrt(k))", &["1 <= k", "1 <= k <= 4"]),
    ("k", "x -> x - min(k, 3)", &["1 <= k", "1 <= k <= 5"]),
    ("k", "x -> x - k - min(k, 3)", &["1 <= k"]),
    ("k", "x -> x - k - cases { 1 if y = 0; k otherwise }", &["1 <= k"]),
    ("k", "x -> x - k^2 - y * k", &["1 <= k"]),
    ("k", "x -> x - (k + 1) * (k + 2)", &["0 <= k", "1 <= k"]),
    ("k", "x -> x - (k - 1)^2", &["3 <= k", "1 <= k"]),
    ("k", "x -> x - (2 * k + 1)^2", &["0 <= k"]),
    ("k", "x -> x - max(k, 2)", &["1 <= k", "0 <= k"]),
    ("k", "x -> x - k - (k xor y)", &["1 <= k"]),
    ("k", "x -> x - k - (k mod 3)", &["1 <= k"]),
    ("k", "x -> x - k - floor(k / 2)", &["1 <= k"]),
    ("k", "x -> x - k * k + k", &["2 <= k", "1 <= k"]),
    (
        "i, k",
        "x -> x - i",
        &[
            "i = 2^k, 0 <= k",
            "i = k * k, 1 <= k",
            "i = F(k), 2 <= k",
            "1 <= i, i = F(k), 2 <= k",
            "1 <= i, i = F(k), 2 <= k <= 9",
            "1 <= i, k * k <= i, 1 <= k",
            "1 <= i, i * k = 6, 1 <= k",
            "1 <= i, i = 3 * k, 0 <= k",
            "1 <= i, i = 3 * k + 1",
            "1 <= i, 2^k <= i, 0 <= k",
            "1 <= i, k = i",
            "1 <= i, i = d(k), 0 <= k",
        ],
    ),
];

#[test]
fn options_are_those_of_the_relation() {
    let mut said = String::new();
    for (amounts, change, guards) in MOVES {
        writeln!(said, "({amounts}): {change}").expect("text");
        for guard in *guards {
            let text = format!("{HEAD}move m({amounts}): {change} where {guard}\n");
            let told = match checked(&text) {
                Err(faults) => {
                    let told = faults.0.iter().map(|fault| {
                        format!("{}: {} ({})", fault.code, fault.message, fault.help.as_deref().unwrap_or(""))
                    });
                    told.collect::<Vec<_>>().join("; ")
                }
                Ok(document) => {
                    let warned: Vec<&str> = document.warnings.iter().map(|fault| fault.code).collect();
                    let options = Options::new(&document.ruleset).expect("options");
                    let mut counts = Vec::new();
                    for position in (0..64).map(|at| [at / 8, at % 8]) {
                        let listed = options.list(&position).map(|all| {
                            let ways = |one: &nimdsl::ruleset::options::Reached| {
                                one.ways.iter().map(|way| (one.position.clone(), way.1.clone())).collect::<Vec<_>>()
                            };
                            all.iter().flat_map(ways).collect::<Vec<_>>()
                        });
                        let Ok(listed) = listed else {
                            counts.push("-".to_owned());
                            continue;
                        };
                        let mut expected = Vec::new();
                        let seconds = if amounts.contains(',') { -6..=48 } else { 0..=0 };
                        for way in (-6..=48).flat_map(|i| seconds.clone().map(move |j| vec![i, j])) {
                            let way = &way[..if amounts.contains(',') { 2 } else { 1 }];
                            // What has no value for an amount is no way.
                            let rule = &document.ruleset.moves[0];
                            if rule.guard.holds(&position, way) != Ok(true) {
                                continue;
                            }
                            let to: Vec<i64> = rule
                                .targets
                                .iter()
                                .map(|target| {
                                    i64::try_from(target.evaluate(&position, way).expect("a value")).expect("small")
                                })
                                .collect();
                            assert_eq!(options.relates(0, &position, way, &to), Ok(true));
                            assert_eq!(options.is_option(&position, &to), Ok(true), "{text} {position:?} {to:?}");
                            expected.push((to, way.to_vec()));
                        }
                        expected.sort();
                        assert_eq!(listed, expected, "{text} {position:?}");
                        counts.push(listed.len().to_string());
                    }
                    format!("{} {} {}", document.ruleset.ending(), warned.join(" "), counts.join(" "))
                }
            };
            writeln!(said, "  {guard}: {told}").expect("text");
        }
    }
    shown("guards", &said);
}
