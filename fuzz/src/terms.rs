//! Random terms and conditions over given names.
use crate::draw::Draw;
use fastrand::Rng;

/// What terms may name.
#[derive(Clone, Debug, Default)]
pub struct TermNames {
    /// Heaps and registers.
    pub position: Vec<String>,
    /// Amounts and bound variables.
    pub amounts: Vec<String>,
    /// Functions and sequences of one number.
    pub functions: Vec<String>,
    /// An array of heaps.
    pub array: Option<String>,
}

/// Numbers at which something may break.
pub const EXTREMES: [&str; 19] = [
    "0",
    "1",
    "2",
    "63",
    "64",
    "65",
    "127",
    "255",
    "256",
    "1000",
    "65535",
    "100000",
    "2147483646",
    "2147483647",
    "2147483648",
    "4611686018427387904",
    "9223372036854775807",
    "18446744073709551616",
    "1000000000000000000000000000000",
];

/// A small number.
pub fn small(rng: &mut Rng) -> u64 {
    *rng.one(&[0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7])
}

/// A number, seldom an extreme one.
pub fn literal(rng: &mut Rng) -> String {
    if rng.usize(0..25) == 0 { (*rng.one(&EXTREMES)).to_owned() } else { small(rng).to_string() }
}

fn leaf(rng: &mut Rng, names: &TermNames) -> String {
    let from = match rng.usize(0..6) {
        0..=2 if !names.amounts.is_empty() => &names.amounts,
        0..=4 if !names.position.is_empty() => &names.position,
        _ => return literal(rng),
    };
    rng.one(from).clone()
}

/// A term; deep ones have many operations.
pub fn term(rng: &mut Rng, names: &TermNames, depth: usize) -> String {
    if depth == 0 || rng.usize(0..3) == 0 {
        return leaf(rng, names);
    }
    let mut inner = || term(rng, names, depth - 1);
    let (a, b) = (inner(), inner());
    let n = 1 + small(rng);
    match rng.usize(0..25) {
        0..=2 => format!("{a} + {b}"),
        3..=5 => format!("{a} - ({b})"),
        6 => format!("{n} * ({a})"),
        7 => format!("({a}) * ({b})"),
        8 => format!("floor(({a}) / {n})"),
        9 => format!("ceil(({a}) / {n})"),
        10 => format!("({a}) mod {}", n + 1),
        11 => format!("max({a}, {b})"),
        12 => format!("min({a}, {b})"),
        13 => format!("|{a}|"),
        14 => format!("(abs({a}) xor abs({b}))"),
        15 => format!("floor(sqrt(abs({a})))"),
        16 => format!("cases {{ {a} if {}; {b} otherwise }}", condition(rng, names, depth - 1)),
        17 if !names.functions.is_empty() => {
            let function = rng.one(&names.functions).clone();
            match rng.usize(0..3) {
                0 => format!("{function}({a})"),
                1 => format!("{function}(abs({a}))"),
                _ => format!("{function}(min(abs({a}), 3))"),
            }
        }
        18 => match &names.array {
            Some(array) => match rng.usize(0..4) {
                0 => format!("{}({array})", rng.one(&["sum", "max", "min", "xor"])),
                1 => format!("count(a in {array} where a <= {n})"),
                2 => format!("sum(floor(a / {n}) for a in {array})"),
                _ => format!("{array}[{n}]"),
            },
            None => "total".to_owned(),
        },
        19 => match rng.usize(0..4) {
            0 => format!("({a})^2"),
            1 => format!("2^min(abs({a}), 6)"),
            2 => format!("sign({a})"),
            _ => format!("-({a})"),
        },
        22 => match rng.usize(0..4) {
            0 | 1 => format!("gcd({a}, {b})"),
            2 => format!("valuation({n}, {a})"),
            _ => format!("{}(abs({a}), abs({b}))", rng.one(&["bitand", "bitor"])),
        },
        20 => match rng.usize(0..6) {
            0 => format!("({a}) mod ({b})"),
            1 => format!("floor(({a}) / ({b}))"),
            2 => format!("2^({a})"),
            3 => format!("floor(phi * ({a}))"),
            4 => format!("floor(sqrt({n}) * ({a}))"),
            _ => format!("(({a}) xor ({b}))"),
        },
        _ => format!("{a} + {n}"),
    }
}

/// A condition; deep ones have many parts.
pub fn condition(rng: &mut Rng, names: &TermNames, depth: usize) -> String {
    let (a, b) = (term(rng, names, depth), term(rng, names, depth.min(1)));
    let n = 2 + small(rng);
    if 0 < depth && rng.usize(0..4) == 0 {
        let (left, right) = (condition(rng, names, depth - 1), condition(rng, names, depth - 1));
        return match rng.usize(0..6) {
            0 => format!("({left} and {right})"),
            1 | 2 => format!("({left} or {right})"),
            3 => format!("not ({left})"),
            4 => format!("({left} implies {right})"),
            _ => format!("(({left}) iff ({right}))"),
        };
    }
    match rng.usize(0..18) {
        16 => format!("{a} divides {b}"),
        17 => format!("prime({a})"),
        0..=4 => format!("{a} <= {b}"),
        5..=6 => format!("{a} < {b} + {n}"),
        7 => format!("{a} = {b}"),
        8..=9 => format!("{a} != {b}"),
        10 => format!("{a} = {b} (mod {n})"),
        11 => format!("{a} in {{{}, {}..{n}}}", small(rng), small(rng)),
        12 => format!("{a} not in {}..{n}", small(rng)),
        13 => format!("{} <= {a} <= {b}", literal(rng)),
        14 => format!("{} <= ({a}, {b}) < {n}", literal(rng)),
        _ => format!("|{a} - ({b})| {} {n}", rng.one(&["<=", "!=", "<", ">="])),
    }
}
