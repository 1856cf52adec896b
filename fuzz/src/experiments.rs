//! Random experiments of small bounds, and lists of terms for `identify`.
use crate::draw::Draw;
use crate::terms::{EXTREMES, small};
use fastrand::Rng;

const FILES: [&str; 8] = [
    "triangular_wythoff.nim",
    "nim.nim",
    "yama.nim",
    "wythoff.nim",
    "fib_template.nim",
    "maximum_nim.nim",
    "triangular.nim",
    "ryuo_pass.nim",
];

fn bound(rng: &mut Rng) -> String {
    match rng.usize(0..12) {
        0 => (*rng.one(&EXTREMES)).to_owned(),
        1 => format!("(quick: {}, full: 400)", rng.u64(0..12)),
        _ => rng.u64(0..25).to_string(),
    }
}

fn values(rng: &mut Rng) -> String {
    match rng.usize(0..8) {
        0 => format!("Range(0, {})", rng.one(&EXTREMES)),
        1 => format!("List([{}, {}])", small(rng), small(rng)),
        2 => "List([])".to_owned(),
        _ => format!("Range({}, {})", small(rng), 2 + small(rng)),
    }
}

fn terms_of(rng: &mut Rng) -> String {
    match rng.usize(0..9) {
        0 => format!(
            "Recurrence(coefficients: [{}, {}], start: [{}, {}])",
            small(rng),
            small(rng),
            small(rng),
            small(rng)
        ),
        1 => format!("Polygonal({})", small(rng)),
        2 => format!("Geometric({})", rng.one(&["0", "1", "2", "3", "-2", "9223372036854775807"])),
        3 => format!("Repunit({})", small(rng)),
        4 => format!(
            "ClosedForm(\"{}\")",
            rng.one(&["k^2 + 1", "floor(k * phi)", "k * (k + 1) / 2", "2^k", "k / 2", "k^", "x", "-k"])
        ),
        5 => format!("List([0, {}, {}])", small(rng), 3 + small(rng)),
        _ => "Recurrence(coefficients: [1, 1], start: [0, 1])".to_owned(),
    }
}

fn target(rng: &mut Rng) -> String {
    match rng.usize(0..7) {
        0 => format!("Pairs({}, {})", terms_of(rng), terms_of(rng)),
        1 => "Open".to_owned(),
        2 => "Claim(\"P = sym {(k, k + 1) for k >= 0}\")".to_owned(),
        3 => format!("AnyOf([Consecutive({}), Consecutive({})])", terms_of(rng), terms_of(rng)),
        _ => format!("Consecutive({})", terms_of(rng)),
    }
}

/// A search with a target or without, over small spaces.
fn search(rng: &mut Rng) -> String {
    let add = if rng.usize(0..4) == 0 {
        String::new()
    } else {
        let words = [
            "\"i\"",
            "\"j\"",
            "\"i + j\"",
            "\"|i - j|\"",
            "\"small\"",
            "\"large\"",
            "\"small'\"",
            "\"large' - small'\"",
            "\"i * j\"",
            "\"i / 0\"",
        ];
        format!(
            "add: Conditions(at_most: {}, statistics: [{}, {}], relations: [\"{}\", \"!=\"], terms: [{}, {}], \
             coefficients: Range(1, {}), constants: Range(-{}, {}){}), ",
            rng.one(&["1", "1", "2", "2", "3", "0", "9"]),
            rng.one(&words),
            rng.one(&words),
            rng.one(&["<", "<=", "=", ">", "~"]),
            rng.one(&words),
            rng.one(&words),
            1 + small(rng),
            small(rng),
            small(rng),
            rng.one(&[
                "",
                "",
                ", joins: [And, Or]",
                ", families: 2",
                ", slopes: [\"phi\"]",
                ", slopes: [\"sqrt(2)\", \"1/3\"]"
            ])
        )
    };
    format!(
        "Search(target: {}, exceptions: {}, {add}bases: [{}], board: {}, screen: {}, confirm: {}, keep: {}{})",
        target(rng),
        small(rng),
        rng.one(&["Ruleset", "Nothing", "Ruleset, Nothing", ""]),
        bound(rng),
        bound(rng),
        rng.one(&["30", "100", "1000", "0", "1000000"]),
        rng.one(&["0", "1", "3", "18446744073709551615"]),
        rng.one(&["", "", ", prove: true", ", named: true"])
    )
}

fn task(rng: &mut Rng) -> String {
    let files = if rng.usize(0..4) == 0 { format!("rulesets: [\"{}\"], ", rng.one(&FILES)) } else { String::new() };
    let misere = rng.one(&["", "", ", misere: true"]);
    match rng.usize(0..9) {
        0 => format!("Verify({files}up_to: {})", bound(rng)),
        1 => format!("Compare(with: \"{}\", up_to: {}{misere})", rng.one(&FILES), bound(rng)),
        2 => format!("Sweep(up_to: {}{misere})", bound(rng)),
        3 => format!("Table({files}size: {}, what: {}{misere})", bound(rng), rng.one(&["Grundy", "Outcomes"])),
        4 => format!(
            "PPositions({files}up_to: {}, grundy: {}{misere})",
            bound(rng),
            rng.one(&["None", "1", "4294967295"])
        ),
        5 => format!("Periods({files}rows: {}, diagonals: {}, up_to: {})", values(rng), values(rng), bound(rng)),
        _ => search(rng),
    }
}

/// A random experiment.
pub fn experiment(rng: &mut Rng) -> String {
    let vary = match rng.usize(0..3) {
        0 => format!("vary: {{\"c\": {}}},\n", values(rng)),
        1 => format!("vary: {{\"a\": {}, \"p\": {}}},\n", values(rng), values(rng)),
        _ => String::new(),
    };
    let tasks: Vec<String> = (0..1 + rng.usize(0..2)).map(|_| task(rng)).collect();
    format!("(\ntitle: \"E\",\nruleset: \"{}\",\n{vary}tasks: [\n{},\n],\n)\n", rng.one(&FILES), tasks.join(",\n"))
}

/// A list of integers that may be a known sequence, with a change perhaps.
pub fn terms(rng: &mut Rng) -> String {
    let (a, b, c) = (rng.i64(-3..9), rng.i64(-3..9), rng.i64(-2..4));
    let kind = rng.usize(0..9);
    let mut last: Vec<i128> = vec![a.into(), b.into()];
    let count = rng.usize(0..40);
    for (k, _) in (0_i128..).zip(0..count) {
        let (p, q) = (last[last.len() - 1], last[last.len() - 2]);
        let (a, b, c) = (i128::from(a), i128::from(b), i128::from(c));
        last.push(match kind {
            0 => a * k * k + b * k + c,
            1 => p.wrapping_mul(a).wrapping_add(q.wrapping_mul(b)) % (1 << 100),
            2 => p.wrapping_mul(b) % (1 << 90),
            3 => (a * k).rem_euclid(b.abs() + 1),
            4 => (k * 161_803 / 100_000) * a,
            5 => k ^ (k / 2) ^ a,
            6 => (1 << (k % 100)) + a,
            7 => q,
            _ => rng.i64(-3..4).into(),
        });
    }
    if rng.usize(0..3) == 0 {
        let at = rng.usize(0..last.len());
        if let Ok(extreme) = rng.one(&EXTREMES).parse() {
            last[at] = extreme;
        }
    }
    last.iter().map(i128::to_string).collect::<Vec<_>>().join(",")
}
