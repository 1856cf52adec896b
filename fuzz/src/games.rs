//! Random rulesets that mean something: most of them get past `check`. Heaps, registers, moves of every form, functions and
//! sequences. Knows nothing of claims and of what is judged.
use crate::draw::Draw;
use crate::terms::{TermNames, condition, literal, small, term};
use fastrand::Rng;

/// What claims and further moves can speak of.
#[derive(Clone, Debug)]
pub struct RandomGame {
    /// The text, without claims.
    pub text: String,
    /// How positions are written: `x, y` or `h[1], h[2]; q`.
    pub heaps: Vec<String>,
    /// Registers.
    pub registers: Vec<String>,
    /// Functions and sequences of one number.
    pub functions: Vec<String>,
    /// Whether heaps are an array `h`.
    pub is_array: bool,
}

/// Heaps, registers and what else moves may speak of.
struct Board {
    heaps: Vec<String>,
    registers: Vec<String>,
    functions: Vec<String>,
    is_array: bool,
}

impl Board {
    /// Everything that a condition of a move with these amounts may name.
    fn names(&self, amounts: &[&str]) -> TermNames {
        TermNames {
            position: self.heaps.iter().chain(&self.registers).cloned().collect(),
            amounts: amounts.iter().map(|&name| name.to_owned()).collect(),
            functions: self.functions.clone(),
            array: self.is_array.then(|| "h".to_owned()),
        }
    }

    fn all(&self) -> String {
        if self.is_array { "h".to_owned() } else { format!("({})", self.heaps.join(", ")) }
    }

    fn tuple(&self, of: impl Fn(usize, &str) -> String) -> String {
        let parts: Vec<String> = self.heaps.iter().enumerate().map(|(at, heap)| of(at, heap)).collect();
        format!("({})", parts.join(", "))
    }
}

/// A ruleset of two heaps whose moves are the same everywhere: lines, strips, points, moves that raise.
fn plain(rng: &mut Rng) -> RandomGame {
    let mut text = "heaps x, y\n".to_owned();
    for index in 0..1 + rng.usize(0..3) {
        let [a, b, c, m] = std::array::from_fn(|_| small(rng));
        let (one, word) = (1 + a, rng.one(&["", " symmetric"]));
        let body = match rng.usize(0..9) {
            0 => format!("(i){word}: (x, y) -> (x - {one} * i, y) where {b} <= i, 1 <= i"),
            1 => format!("(i){word}: (x, y) -> (x - {one} * i, y - {b} * i - {c}) where 1 <= i"),
            2 => format!("(i){word}: (x, y) -> (x - i, y) where 1 <= i, i = {b} (mod {})", 2 + m),
            3 => format!("(i){word}: (x, y) -> (x - {} * i, y + i) where 1 <= i", 2 + a),
            4 => format!("(i, j){word}: (x, y) -> (x - i, y - j) where 1 <= (i, j), |i - {one} * j| <= {c}"),
            5 => format!(
                "(i, j){word}: (x, y) -> (x - i, y - j) where 0 <= (i, j), 1 <= i + j <= {}, i + j != {b} (mod {})",
                1 + c,
                2 + m
            ),
            6 => format!("(i, j){word}: (x, y) -> (x - i, y + j) where {} <= i, {b} <= j < i", 1 + a),
            7 => format!("{word}: (x, y) -> (x', y') where {one} * x' + y' <= {one} * x + y - {}", 1 + b),
            _ => format!("{word}: (x, y) -> (x - {one}, y - {b})"),
        };
        text.push_str(&format!("move m{index}{body}\n"));
    }
    let heaps = vec!["x".to_owned(), "y".to_owned()];
    RandomGame { text, heaps, registers: Vec::new(), functions: Vec::new(), is_array: false }
}

/// A ruleset in which a position may become a sum: a code, or moves of one or two heaps, perhaps with a register.
fn breaking(rng: &mut Rng) -> RandomGame {
    let heaps = if rng.usize(0..3) == 0 { vec!["x".to_owned(), "y".to_owned()] } else { vec!["x".to_owned()] };
    let mut text = format!("heaps {}\n", heaps.join(", "));
    let registers = if rng.usize(0..4) == 0 { vec!["q".to_owned()] } else { Vec::new() };
    if !registers.is_empty() {
        text.push_str("register q in 0..1\n");
    } else if heaps.len() == 1 && rng.bool() {
        text.push_str(&code(rng));
    }
    if rng.usize(0..8) == 0 {
        text.push_str(&format!("positions where {} <= x\n", small(rng)));
    }
    let names =
        TermNames { position: heaps.clone(), amounts: vec!["a".to_owned(), "b".to_owned()], ..TermNames::default() };
    for index in 0..1 + rng.usize(0..3) {
        let [c, d, m] = std::array::from_fn(|_| small(rng));
        let word = rng.one(&["", " symmetric"]);
        let more = extra(rng, &names);
        let body = match (heaps.len(), rng.usize(0..6)) {
            (1, 0) => format!("(i): x -> (a, b) where a + b = x - i, a <= b, 1 <= i <= {}{more}", 1 + c),
            (1, 1) => format!(": x -> (a, b) where a + b = x - {c}, 1 <= a < b{more}"),
            (1, 2) => format!(": x -> (a, b, x - {c} - a - b) where {d} <= a <= b <= x - {} - a - b", 1 + c),
            (1, 3) => format!("(a): (x) -> (a) + (x - a - {}) where {d} <= a{more}", 1 + c),
            (1, _) => format!("(i): x -> x - i where 1 <= i, i != {d} (mod {})", 2 + m),
            (_, 0) => format!("(a){word}: (x, y) -> (a, y) + (x - a, y) where 1 <= a < x{more}"),
            (_, 1) => format!("(a, b): (x, y) -> (a, b) + (x - {} - a, y - b) where 0 <= (a, b){more}", 1 + c),
            (_, 2) => format!("(a, i): (x, y) -> (a, y - i) + (x - a, {d}) where 1 <= i, 0 <= a < x{more}"),
            (_, 3) => format!("(a){word}: (x, y) -> (x - a, y) + (0, a - 1) + (1, 0) where 2 <= a"),
            _ => format!("(i){word}: (x, y) -> (x - i, y) where 1 <= i <= {}", 1 + c),
        };
        text.push_str(&format!("move m{index}{body}\n"));
    }
    if !registers.is_empty() {
        text.push_str("move u: x -> x - 1, q -> 1 - q where 1 <= x\n");
    }
    RandomGame { text, heaps, registers, functions: Vec::new(), is_array: false }
}

/// An octal or hexadecimal code.
fn code(rng: &mut Rng) -> String {
    let (word, digits) =
        rng.one(&[("octal", "0123456789"), ("octal", "01234567"), ("hexadecimal", "0123456789ABCDEFg")]);
    let digits: Vec<char> = digits.chars().collect();
    let places: String = (0..rng.usize(0..6)).map(|_| *rng.one(&digits)).collect();
    if rng.usize(0..4) == 0 {
        let listed: Vec<String> = places.chars().map(|digit| digit.to_digit(17).unwrap_or(99).to_string()).collect();
        return format!("{word} 0, {}\n", listed.join(", "));
    }
    format!("{word} \"{}.{places}\"\n", rng.one(&["0", "0", "4", "8", "1", ""]))
}

/// A ruleset of one to four heaps.
pub fn game(rng: &mut Rng) -> RandomGame {
    match rng.usize(0..16) {
        0..=3 => return plain(rng),
        4..=5 => return breaking(rng),
        _ => {}
    }
    let heaps = *rng.one(&[1, 1, 2, 2, 2, 2, 3, 3, 4]);
    let is_array = rng.usize(0..4) == 0;
    let plain = ["x", "y", "z", "u"];
    let heaps: Vec<String> =
        (0..heaps).map(|at| if is_array { format!("h[{}]", at + 1) } else { plain[at].to_owned() }).collect();
    let mut text = String::new();
    if rng.usize(0..3) == 0 {
        text.push_str("ruleset \"R\"\n");
    }
    if rng.usize(0..3) == 0 {
        text.push_str(&format!("param c = {}\n", small(rng)));
    }
    let mut board = Board { heaps, registers: Vec::new(), functions: Vec::new(), is_array };
    definitions(rng, &mut board, &mut text);
    if is_array {
        text.push_str(&format!("heaps h[{}]\n", board.heaps.len()));
    } else {
        text.push_str(&format!("heaps {}\n", board.heaps.join(", ")));
    }
    registers(rng, &mut board, &mut text);
    if rng.usize(0..5) == 0 {
        text.push_str(&format!("positions where {}\n", condition(rng, &board.names(&[]), 1)));
    }
    if rng.usize(0..8) == 0 {
        text.push_str("play misere\n");
    }
    let symmetric = rng.usize(0..4) == 0;
    for index in 0..1 + rng.usize(0..4) {
        text.push_str(&moved(rng, &board, index, symmetric));
        if rng.usize(0..6) == 0 {
            text.push_str(&helped(rng, &board, index));
        }
    }
    if rng.usize(0..10) == 0 {
        let heaps = board.heaps.iter().chain(&board.registers).cloned().collect::<Vec<_>>();
        text.push_str(&format!("measure {}, {}\n", rng.one(&heaps), rng.one(&heaps)));
    }
    let mut names = board.functions;
    names.sort();
    RandomGame { text, heaps: board.heaps, registers: board.registers, functions: names, is_array }
}

fn definitions(rng: &mut Rng, board: &mut Board, text: &mut String) {
    let (a, b, m) = (small(rng), small(rng), 2 + rng.u64(0..3));
    let all = [
        ("f", format!("let f(m) = cases {{ {a} if m = 0; {b} if m mod {m} = 1; f(floor(m / {m})) + 1 otherwise }}\n")),
        ("g", format!("let g(m) = floor((m + {a}) / {m}) + {b}\n")),
        ("F", format!("sequence F(k) = F(k - 1) + F(k - 2) from F(0) = {a}, F(1) = {}\n", b + 1)),
        ("T", format!("sequence T(k) = floor(k * (k + {a}) / {m})\n")),
        ("s", format!("sequence s = [{a}, {b}, {m}, {}]\n", a + b)),
        ("e", format!("let e(m) = cases {{ m if m <= {a}; max(m - {b}, 0) otherwise }}\n")),
        ("w", format!("let w(m) = {}^min(m, {b})\n", rng.one(&["2", "3", "(-1)"]))),
    ];
    for (name, definition) in all {
        if rng.usize(0..7) == 0 {
            text.push_str(&definition);
            board.functions.push(name.to_owned());
        }
    }
    if rng.usize(0..8) == 0 {
        let names = TermNames { amounts: vec!["m".to_owned()], ..TermNames::default() };
        text.push_str(&format!("let r(m) = {}\n", term(rng, &names, 2)));
        board.functions.push("r".to_owned());
    }
}

fn registers(rng: &mut Rng, board: &mut Board, text: &mut String) {
    if rng.usize(0..3) != 0 {
        return;
    }
    let range = match rng.usize(0..12) {
        0..=4 => " in 0..1".to_owned(),
        5..=6 => format!(" in 0..{}", 1 + small(rng)),
        7 => format!(" in -{}..{}", small(rng), 1 + small(rng)),
        8 => " in 0..2147483647".to_owned(),
        9 => format!(" in {}..{}", literal(rng), literal(rng)),
        _ => String::new(),
    };
    text.push_str(&format!("register q{range}\n"));
    board.registers.push("q".to_owned());
    if rng.usize(0..5) == 0 {
        text.push_str("register r in 0..1\n");
        board.registers.push("r".to_owned());
    }
}

/// Conditions behind the bounds of a move.
fn extra(rng: &mut Rng, names: &TermNames) -> String {
    let count = *rng.one(&[0, 0, 1, 1, 2, 3]);
    (0..count).map(|_| format!(", {}", condition(rng, names, 2))).collect()
}

/// A bound from below, often one that is not 1.
fn least(rng: &mut Rng) -> String {
    match rng.usize(0..8) {
        0 => "0".to_owned(),
        1 => "c".to_owned(),
        2 => literal(rng),
        3 => small(rng).to_string(),
        _ => "1".to_owned(),
    }
}

/// A move that is being drawn: what it begins with, the heaps that it changes, and what its conditions may name.
struct MoveDraft<'a> {
    board: &'a Board,
    head: String,
    /// ` symmetric`, or nothing.
    word: &'static str,
    first: String,
    second: String,
    /// With one amount, and with two.
    one: TermNames,
    two: TermNames,
    /// A bound of an amount from below.
    low: String,
}

/// A random move: of one heap mostly, else of two, of all of an array, or of a register.
fn moved(rng: &mut Rng, board: &Board, index: usize, symmetric: bool) -> String {
    let heaps = &board.heaps;
    let (first, second) = (rng.one(heaps).clone(), rng.one(heaps).clone());
    let several = first != second;
    let word = if symmetric || rng.usize(0..4) == 0 { " symmetric" } else { "" };
    let (one, two) = (board.names(&["i"]), board.names(&["i", "j"]));
    let low = least(rng);
    let draft = MoveDraft { board, head: format!("move m{index}"), word, first, second, one, two, low };
    match rng.usize(0..20) {
        kind @ 4..=8 if several => draft.of_two(rng, kind),
        kind @ 9..=10 if kind == 9 || 1 < heaps.len() => draft.of_each(rng, kind),
        kind @ 11..=12 if board.is_array => draft.of_all(rng, kind),
        13 if several && board.registers.is_empty() => draft.to_what_is_left(rng),
        15 if !board.registers.is_empty() => draft.of_a_register(rng),
        19 if 1 < heaps.len() => draft.of_a_tuple(rng),
        kind => draft.of_one(rng, kind),
    }
}

impl MoveDraft<'_> {
    /// A move of one heap, by other bounds for each kind; those without one of their own have a bound by a random term.
    fn of_one(&self, rng: &mut Rng, kind: usize) -> String {
        let Self { head, word, first, low, one, .. } = self;
        match kind {
            0..=3 => format!("{head}(i){word}: {first} -> {first} - i where {low} <= i{}\n", extra(rng, one)),
            14 => {
                let after = self.prime(first);
                format!(
                    "{head}: {first} -> {after} where {after} {} {first}{}\n",
                    rng.one(&["<", "<=", "+ 2 <="]),
                    extra(rng, &self.board.names(&[]))
                )
            }
            16 => format!(
                "{head}(i){word}: {first} -> {first} - {} where 1 <= i{}\n",
                rng.one(&["2 * i", "i * i", "i^2", "2^i", "F(i)", "i * y", "i - 1", "floor(x / 2)"]),
                extra(rng, one)
            ),
            17 => format!(
                "{head}(i){word}: {first} -> {first} - i where {first} - {} <= 2 * i <= {first} + {}, 1 <= i{}\n",
                small(rng),
                small(rng),
                extra(rng, one)
            ),
            18 => format!("{head}(i){word}: {first} -> {first} - i where {} <= i <= {}\n", 3 + small(rng), small(rng)),
            _ => {
                let names = self.board.names(&[]);
                format!("{head}(i): {first} -> {first} - i where 1 <= i <= {}\n", term(rng, &names, 2))
            }
        }
    }

    fn of_two(&self, rng: &mut Rng, kind: usize) -> String {
        let Self { head, word, first, second, low, one, two, .. } = self;
        match kind {
            4..=5 => format!(
                "{head}(i, j){word}: {first} -> {first} - i, {second} -> {second} - j where {low} <= i, {} <= j{}, 1 <= i + j{}\n",
                least(rng),
                rng.one(&["", " <= 5", " < i + 2", " <= y"]),
                extra(rng, two)
            ),
            6..=7 => format!(
                "{head}(i, j){word}: {first} -> {first} - i, {second} -> {second} + j where {} <= i, {low} <= j < i{}\n",
                1 + small(rng),
                extra(rng, two)
            ),
            _ => {
                let k = 1 + small(rng);
                format!(
                    "{head}(i){word}: {first} -> {first} - {k} * i, {second} -> {second} - i{} where 1 <= i{}\n",
                    rng.one(&["", " - 1", " + 1"]),
                    extra(rng, one)
                )
            }
        }
    }

    fn of_each(&self, rng: &mut Rng, kind: usize) -> String {
        let Self { head, low, one, two, .. } = self;
        let all = self.board.all();
        if kind == 9 {
            return format!("{head}(i) for each a in {all}: a -> a - i where {low} <= i{}\n", extra(rng, one));
        }
        format!(
            "{head}(i, j) for each a, b in {all}: a -> a - i, b -> b + j where 2 <= i, 1 <= j < i{}\n",
            extra(rng, two)
        )
    }

    fn of_all(&self, rng: &mut Rng, kind: usize) -> String {
        let head = &self.head;
        if kind == 11 {
            return format!(
                "{head}(i[A]) for each subset A of h: A -> A - i where {} <= i, size(A) <= {}, sum(i) <= {}\n",
                rng.one(&["0", "1"]),
                1 + small(rng),
                2 + small(rng)
            );
        }
        format!(
            "{head}(i[h]): h -> h - i where 0 <= i <= {}, 1 <= sum(i), max(i) <= {}\n",
            small(rng) + 1,
            small(rng) + 1
        )
    }

    /// Two heaps to what their conditions say of them afterwards.
    fn to_what_is_left(&self, rng: &mut Rng) -> String {
        let Self { head, word, first, second, .. } = self;
        let (after, other) = (self.prime(first), self.prime(second));
        format!(
            "{head}{word}: {first} -> {after}, {second} -> {other} where {after} + {} * {other} <= {first} + {second} - {}\n",
            1 + small(rng),
            1 + small(rng)
        )
    }

    fn of_a_register(&self, rng: &mut Rng) -> String {
        let Self { head, first, one, .. } = self;
        let register = rng.one(&self.board.registers);
        match rng.usize(0..3) {
            0 => format!(
                "{head}: {register} -> {register} - 1 where 1 <= {register}{}\n",
                extra(rng, &self.board.names(&[]))
            ),
            1 => format!("{head}: {register} -> 0 where {register} = 1, 1 <= total\n"),
            _ => format!(
                "{head}(i): {first} -> {first} - i, {register} -> {} where 1 <= i <= {register} + {}{}\n",
                term(rng, one, 1),
                small(rng),
                extra(rng, one)
            ),
        }
    }

    fn of_a_tuple(&self, rng: &mut Rng) -> String {
        let to = self.board.tuple(|at, heap| format!("{heap} - {}", rng_part(at)));
        let from = self.board.tuple(|_, heap| heap.to_owned());
        format!("{}(i, j): {from} -> {to} where 1 <= i, 0 <= j < i{}\n", self.head, extra(rng, &self.two))
    }

    /// How a heap is written after the move.
    fn prime(&self, heap: &str) -> String {
        if self.board.is_array { heap.replacen('h', "h'", 1) } else { format!("{heap}'") }
    }
}

fn rng_part(at: usize) -> &'static str {
    if at.is_multiple_of(2) { "i" } else { "j" }
}

/// A move with helper amounts beside one with other amounts and the same targets.
fn helped(rng: &mut Rng, board: &Board, index: usize) -> String {
    let heap = rng.one(&board.heaps);
    let head = format!("move p{index}");
    let names = board.names(&["i", "k"]);
    match rng.usize(0..5) {
        0 => format!("{head}(i, k): {heap} -> {heap} - i where i = 2 * k + 1, 0 <= k{}\n", extra(rng, &names)),
        1 => format!("{head}(i, k): {heap} -> {heap} - i where 1 <= i, i = k * k, 0 <= k <= {heap}\n"),
        2 => format!("{head}: {heap} -> {heap} - {}\n", 1 + small(rng)),
        3 => format!("{head}(i, k, l): {heap} -> {heap} - i where i = 3 * k + 2 * l, 0 <= (k, l) <= 4, 1 <= i\n"),
        _ => format!(
            "{head}(i, j, k): {heap} -> {heap} - i where 1 <= (i, j, k) <= {heap}, i * j * k != {}\n",
            small(rng)
        ),
    }
}
