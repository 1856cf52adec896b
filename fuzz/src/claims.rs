//! Random claims about a game: about positions, sets, values, and with quantifiers whose witnesses lie far away.
use crate::draw::Draw;
use crate::games::RandomGame;
use crate::mutate::tokens;
use crate::terms::{TermNames, condition, literal, small, term};
use fastrand::Rng;

/// Some claims, with names of their own.
pub fn claims(rng: &mut Rng, game: &RandomGame, most: usize) -> String {
    (0..1 + rng.usize(0..most)).map(|at| claim(rng, game, at)).collect()
}

/// A simple game whose P-positions an automaton knows, so that proofs and certificates come about; and true claims about it.
pub fn provable(rng: &mut Rng) -> (RandomGame, Vec<String>) {
    let (a, b) = (1 + small(rng), 1 + small(rng));
    let (text, truths) = match rng.usize(0..12) {
        kind @ 0..=4 => theorem(kind, a, b),
        kind => others(kind, a, b),
    };
    let heaps: &[&str] = match text.split('\n').find_map(|line| line.strip_prefix("heaps ")) {
        Some("x") => &["x"],
        Some("x, y") => &["x", "y"],
        _ => &["x", "y", "z"],
    };
    let registers = if text.contains("register q") { vec!["q".to_owned()] } else { Vec::new() };
    let heaps = heaps.iter().map(|&heap| heap.to_owned()).collect();
    (RandomGame { text, heaps, registers, functions: Vec::new(), is_array: false }, truths)
}

/// Nim, for the games below.
const NIM: &str = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n";

/// A game with a theorem that everybody knows, for two numbers, and what it says.
fn theorem(kind: usize, a: u64, b: u64) -> (String, Vec<String>) {
    match kind {
        0 => (
            NIM.to_owned(),
            vec![
                "P = {(k, k) for k >= 0}".to_owned(),
                "P(x, y) iff x = y + 0".to_owned(),
                "grundy(x, y) = (x xor y)".to_owned(),
                "P(x, y) iff not (exists k >= 1: x = y + k or y = x + k)".to_owned(),
            ],
        ),
        1 => (
            format!("{NIM}move both(i): (x, y) -> (x - i, y - i) where 1 <= i\n"),
            vec!["P = sym {(floor(k * phi), floor(k * phi) + k) for k >= 0}".to_owned()],
        ),
        // Who may take from m to n tokens wins unless the rest modulo m + n is below m.
        2 => (
            format!("heaps x\nmove take(i): x -> x - i where {a} <= i <= {}\n", a + b),
            vec![
                format!("P(x) iff x mod {} < {a}", 2 * a + b),
                format!("P = {{({} * k + j) for k >= 0, j in 0..{}}}", 2 * a + b, a - 1),
            ],
        ),
        3 => (
            "heaps x, y\nmove yama(i) symmetric: (x, y) -> (x - i, y + 1) where 2 <= i\n".to_owned(),
            vec![
                "P(x, y) iff |x - y| <= 1".to_owned(),
                "grundy(x, y) = cases { 0 if |x - y| <= 1; min(x, y) + 1 otherwise }".to_owned(),
            ],
        ),
        _ => (
            format!("{NIM}play misere\n"),
            vec![
                "P(x, y) iff (x = y and 2 <= x) or x + y = 1".to_owned(),
                "P = {(k, k) for k >= 2} union {(0, 1), (1, 0)}".to_owned(),
            ],
        ),
    }
}

/// Other games for two numbers, with bounds, registers, several heaps, and what is known of them.
fn others(kind: usize, a: u64, b: u64) -> (String, Vec<String>) {
    let one = |text: String| vec![text];
    match kind {
        5 => (
            format!("heaps x\npositions where {b} <= x\nmove take(i): x -> x - i where 1 <= i <= {a}\n"),
            one(format!("P(x) iff (x - {b}) mod {} = 0", a + 1)),
        ),
        6 => (
            format!(
                "heaps x\nregister q in 0..1\nmove take(i): x -> x - i where 1 <= i <= {a}\n\
                 move pass: q -> 0 where q = 1, {b} <= x\n"
            ),
            Vec::new(),
        ),
        7 => (
            format!("heaps x, y\nmove take(i): x -> x - i where 1 <= i\nmove low(i): y -> y - i where 1 <= i <= {a}\n"),
            one(format!("P(x, y) iff x = y mod {}", a + 1)),
        ),
        8 => {
            (format!("heaps x, y\nmove a(i) symmetric: x -> x - i where i in {{{a}, {}}}, 1 <= i\n", a + b), Vec::new())
        }
        9 => (
            format!("heaps x, y\nmove a: x -> x - {a}\nmove b: y -> y - {b}\nmove c: (x, y) -> (x - {b}, y - {a})\n"),
            Vec::new(),
        ),
        10 => (
            format!("heaps x, y, z\nmove a(i) for each a in (x, y, z): a -> a - i where 1 <= i <= {a}\n"),
            one(format!("P(x, y, z) iff xor(x mod {m}, y mod {m}, z mod {m}) = 0", m = a + 1)),
        ),
        _ => (format!("{NIM}move p(i, j): (x, y) -> (x - i, y - j) where 1 <= (i, j), |i - j| < {a}\n"), Vec::new()),
    }
}

/// A true claim, and claims that differ from it in one number or sign.
pub fn near(rng: &mut Rng, truths: &[String]) -> String {
    if truths.is_empty() {
        return String::new();
    }
    let truth = rng.one(truths);
    let mut text = format!("theorem \"t\": {truth}\n");
    for at in 0..2 {
        let mut all: Vec<String> = tokens(truth).into_iter().map(str::to_owned).collect();
        let is_place = |at: &usize| {
            let token = all[*at].as_str();
            token.starts_with(|letter: char| letter.is_ascii_digit())
                || ["<", "<=", "=", "and", "or", "+"].contains(&token)
        };
        let places: Vec<usize> = (0..all.len()).filter(is_place).collect();
        let place = *rng.one(&places);
        all[place] = match all[place].as_str() {
            "<" => "<=".to_owned(),
            "<=" => (*rng.one(&["<", "="])).to_owned(),
            "=" => (*rng.one(&["<=", "!="])).to_owned(),
            "and" => "or".to_owned(),
            "or" => "and".to_owned(),
            "+" => "-".to_owned(),
            _ => small(rng).to_string(),
        };
        text.push_str(&format!("claim \"m{at}\": {}\n", all.concat()));
    }
    text
}

/// A claim of any shape: a set of P-positions, a condition at each position, values, a quantifier.
fn claim(rng: &mut Rng, game: &RandomGame, at: usize) -> String {
    let names = TermNames {
        position: game.heaps.iter().chain(&game.registers).cloned().collect(),
        functions: game.functions.clone(),
        array: game.is_array.then(|| "h".to_owned()),
        ..TermNames::default()
    };
    let kind = rng.one(&["claim", "claim", "theorem", "conjecture"]);
    let play = rng.one(&["", "", "", " misere", " normal"]);
    let mut maker = Maker { game, bound: Vec::new() };
    let body = match rng.usize(0..9) {
        0 => format!("{} iff {}", maker.position(rng, true), condition(rng, &names, 2)),
        1 => format!("{} = {}", maker.values(rng, true), term(rng, &names, 2)),
        2 => format!("P = {}", maker.set(rng, &names, 2)),
        3 => format!("{} implies {}", condition(rng, &names, 1), maker.position(rng, true)),
        4 => {
            format!("{} in {} implies {}", maker.here(rng, true), maker.set(rng, &names, 1), maker.position(rng, true))
        }
        5 if game.heaps.len() == 2 && game.registers.is_empty() && !game.is_array => format!(
            "{} option (s, t) of (x, y): {}(s, t)",
            rng.one(&["exists", "forall"]),
            rng.one(&["P", "N", "not P", "terminal"])
        ),
        _ => {
            let depth = 1 + rng.usize(0..3);
            maker.quantified(rng, depth)
        }
    };
    let end = match rng.usize(0..8) {
        0 => format!(" where {}", condition(rng, &names, 1)),
        1 if body.starts_with("P = ") => " except finitely many".to_owned(),
        _ => String::new(),
    };
    let head = if game.text.contains("param c") && rng.usize(0..2) == 0 {
        rng.one(&[" for c in 0..2", " for c >= 0", " for c in 1..1 where c != 2"])
    } else {
        ""
    };
    format!("{kind} \"n{at}\"{play}{head}: {body}{end}\n")
}

struct Maker<'a> {
    game: &'a RandomGame,
    bound: Vec<String>,
}

impl Maker<'_> {
    /// A sum that is a natural number.
    fn natural(&self, rng: &mut Rng) -> String {
        let number = match rng.usize(0..9) {
            0 => (100 + rng.u64(0..900)).to_string(),
            1 => (10_000 + rng.u64(0..1_000_000)).to_string(),
            2 => literal(rng),
            _ => rng.u64(0..7).to_string(),
        };
        if self.bound.is_empty() || rng.usize(0..5) == 0 {
            return number;
        }
        let name = rng.one(&self.bound);
        match rng.usize(0..4) {
            0 | 1 => name.clone(),
            2 => format!("{name} + {number}"),
            _ => format!("{} * {name} + {number}", 1 + rng.u64(0..3)),
        }
    }

    /// A position: that of the board, or any.
    fn here(&self, rng: &mut Rng, is_here: bool) -> String {
        let heaps: Vec<String> =
            self.game.heaps.iter().map(|heap| if is_here { heap.clone() } else { self.natural(rng) }).collect();
        let registers: Vec<String> = self
            .game
            .registers
            .iter()
            .map(|name| if is_here { name.clone() } else { rng.u64(0..2).to_string() })
            .collect();
        let semicolon = if registers.is_empty() { "" } else { "; " };
        format!("({}{semicolon}{})", heaps.join(", "), registers.join(", "))
    }

    fn position(&self, rng: &mut Rng, is_here: bool) -> String {
        let word = rng.one(&["P", "P", "N", "terminal"]);
        format!("{word}{}", self.here(rng, is_here))
    }

    fn values(&self, rng: &mut Rng, is_here: bool) -> String {
        format!("grundy{}", self.here(rng, is_here))
    }

    /// A set of positions: a family, a list, a condition, or sets put together.
    fn set(&self, rng: &mut Rng, names: &TermNames, depth: usize) -> String {
        if 0 < depth && rng.usize(0..3) == 0 {
            let (left, right) = (self.set(rng, names, depth - 1), self.set(rng, names, depth - 1));
            return match rng.usize(0..4) {
                0 => format!("sym {left}"),
                1 => format!("({left} minus {right})"),
                2 => format!("({left} intersect {right})"),
                _ => format!("({left} union {right})"),
            };
        }
        let here = self.here(rng, true);
        let list: Vec<String> = self.game.heaps.iter().map(|_| small(rng).to_string()).collect();
        let registers: Vec<String> = self.game.registers.iter().map(|_| rng.u64(0..2).to_string()).collect();
        let tail = if registers.is_empty() { String::new() } else { format!("; {}", registers.join(", ")) };
        match rng.usize(0..4) {
            0 => format!("{{({}{tail})}}", list.join(", ")),
            1 => format!("{{{here} where {}}}", condition(rng, names, 1)),
            2 if rng.usize(0..6) == 0 => {
                let all: Vec<&str> = self.game.heaps.iter().map(|_| "k + j").collect();
                format!("{{({}{tail}) for k in 0..{}, j in 0..{}}}", all.join(", "), literal(rng), literal(rng))
            }
            _ => {
                let of = TermNames {
                    amounts: vec!["k".to_owned()],
                    functions: names.functions.clone(),
                    ..TermNames::default()
                };
                let all: Vec<String> = self
                    .game
                    .heaps
                    .iter()
                    .map(|_| if rng.bool() { "k".to_owned() } else { term(rng, &of, 1) })
                    .collect();
                format!("{{({}{tail}) for k >= {}}}", all.join(", "), small(rng))
            }
        }
    }

    fn atom(&self, rng: &mut Rng) -> String {
        let (left, right) = (self.natural(rng), self.natural(rng));
        match rng.usize(0..8) {
            0 => format!("({left} <= {right})"),
            1 => format!("({left} = {right})"),
            2 => format!("({left} != {right})"),
            3 => format!("(({left}) = {} (mod {}))", small(rng), 2 + rng.u64(0..4)),
            4 => format!("({} <= {})", self.values(rng, false), small(rng)),
            _ => self.position(rng, false),
        }
    }

    fn formula(&mut self, rng: &mut Rng, depth: usize) -> String {
        if depth == 0 {
            return self.atom(rng);
        }
        match rng.usize(0..9) {
            0 => format!("({} and {})", self.formula(rng, depth - 1), self.formula(rng, depth - 1)),
            1 => format!("({} or {})", self.formula(rng, depth - 1), self.formula(rng, depth - 1)),
            2 => format!("({} implies {})", self.formula(rng, depth - 1), self.formula(rng, depth - 1)),
            3 => format!("(not {})", self.formula(rng, depth - 1)),
            4 => format!("({} iff {})", self.formula(rng, depth - 1), self.atom(rng)),
            _ => self.quantified(rng, depth),
        }
    }

    fn quantified(&mut self, rng: &mut Rng, depth: usize) -> String {
        let word = rng.one(&["forall", "exists"]);
        let name = format!("n{}", self.bound.len());
        let low = self.natural(rng);
        let range = match rng.usize(0..5) {
            0 => format!("{name} in {low}..{}", self.natural(rng)),
            1 => format!("{name} in {low}..{low} + {}", rng.u64(0..4)),
            2 => format!("{name} >= {low}"),
            _ => format!("{name} >= {}", rng.u64(0..3)),
        };
        self.bound.push(name);
        let body = self.formula(rng, depth - 1);
        self.bound.pop();
        format!("({word} {range}: {body})")
    }
}
