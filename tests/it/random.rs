//! Random ruleset texts: heaps and arrays, registers, guards of all kinds, and moves of all forms of the language.
use nimdsl::check::Library;
use proptest::prelude::*;

/// A text whose parameter `c` is still open: `@` stands for it.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    /// Everything but moves.
    head: String,
    /// One line for each move.
    moves: Vec<String>,
    /// Whether the positions and all moves are closed under permutations of the heaps.
    pub(crate) symmetric: bool,
}

impl Random {
    /// The text with `c` as a parameter.
    pub(crate) fn text(&self) -> String {
        format!("param c = 1\n{}{}", self.head, self.moves.concat()).replace('@', "c")
    }

    /// The text without parameter, `c` written as a number.
    pub(crate) fn at(&self, c: i64) -> String {
        format!("{}{}", self.head, self.moves.concat()).replace('@', &c.to_string())
    }

    /// The text without its last move, and that move alone.
    pub(crate) fn split(&self) -> Option<(String, String)> {
        let (last, rest) = self.moves.split_last().filter(|(_, rest)| !rest.is_empty())?;
        Some((format!("param c = 1\n{}{}", self.head, rest.concat()).replace('@', "c"), last.replace('@', "c")))
    }
}

/// Texts in memory.
pub(crate) struct Texts(pub(crate) Vec<(&'static str, String)>);

impl Library for Texts {
    fn read(&self, name: &str) -> Result<String, String> {
        let found = self.0.iter().find(|text| text.0 == name);
        found.map(|text| text.1.clone()).ok_or_else(|| format!("there is no {name}"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    None,
    Range,
    Unbounded,
}

/// What a move is made from: its form, small numbers, and conditions.
type Seed = (usize, [i64; 3], Vec<(usize, i64, i64)>);

struct Board {
    heaps: Vec<String>,
    array: bool,
    memory: Memory,
}

/// Rulesets of at most so many heaps.
pub(crate) fn rulesets(most_heaps: usize) -> impl Strategy<Value = Random> {
    let memory = prop_oneof![4 => Just(Memory::None), 1 => Just(Memory::Range), 1 => Just(Memory::Unbounded)];
    let condition = (0..21usize, 0..4i64, 0..3i64);
    let seed = (0..12usize, [0..3i64, 0..4i64, 0..3i64], prop::collection::vec(condition, 0..3));
    let moves = prop::collection::vec(seed, 1..4);
    let counts = prop_oneof![1 => Just(1usize), 3 => Just(2usize), 2 => Just(3usize), 1 => Just(4usize)];
    (counts, any::<bool>(), memory, 0..5usize, prop::bool::weighted(0.25), moves).prop_map(
        move |(count, array, memory, positions, symmetric, seeds)| {
            let count = count.min(most_heaps);
            let names = ["x", "y", "z", "u"];
            let heaps: Vec<String> =
                (0..count).map(|at| if array { format!("h[{}]", at + 1) } else { names[at].to_owned() }).collect();
            let memory = if symmetric { Memory::None } else { memory };
            let board = Board { heaps, array, memory };
            let moves = seeds.iter().enumerate().map(|(index, seed)| written(index, seed, &board, symmetric)).collect();
            Random { head: head(&board, if symmetric { 9 } else { positions }), moves, symmetric }
        },
    )
}

fn head(board: &Board, positions: usize) -> String {
    let heaps = if board.array { format!("h[{}]", board.heaps.len()) } else { board.heaps.join(", ") };
    let register = match board.memory {
        Memory::None => "",
        Memory::Range => "register r in 0..@ + 1\n",
        Memory::Unbounded => "register q\n",
    };
    let (a, b) = (&board.heaps[0], board.heaps.last().expect("a heap"));
    let positions = match positions {
        0 => format!("positions where {a} <= 2 * {b} + 2\n"),
        1 => format!("positions where {a} + {b} != 3 or {a} = @\n"),
        _ => String::new(),
    };
    format!("heaps {heaps}\n{register}{positions}")
}

/// A condition on amounts i and j, and heaps x and y.
fn condition((kind, p, q): (usize, i64, i64), (i, j): (&str, &str), (x, y): (&str, &str)) -> String {
    match kind {
        0 => format!("{p} * {i} <= {x} + {q} * {j} + 2"),
        1 => format!("|{i} - {j}| <= {p}"),
        2 => format!("{i} + {j} = {q} (mod {})", p + 2),
        3 => format!("{i} != {j} + {}", p + 1),
        4 => format!("{i} + {p} * {j} < max({x}, {y}) + 3"),
        5 => format!("{j} <= floor(({x} + {i}) / {}) or {i} <= 2", p + 2),
        6 => format!("{j} * {j} <= {y} + {p}"),
        7 => format!("({x} + {i}) mod {} != {q}", p + 2),
        8 => format!("min({x}, {y}) <= {i} + {p}"),
        9 => format!("{i} in {{1, 3..@ + {}}}", p + 3),
        10 => format!("not ({i} = {})", p + 1),
        11 => format!("({x} >= {p} implies {i} <= {})", q + 2),
        12 => format!("{x} * {i} <= {y} * {j} + {}", 6 * p + 4),
        13 => format!("{i} <= @ + {}", p + 1),
        14 => format!("{j} <= ceil({y} / {}) + 1", p + 1),
        15 => format!("floor(sqrt({x})) <= {i} + {p}"),
        16 => format!("(total mod 2 = 0 or {i} < {})", p + 2),
        17 => format!("gcd({i}, {x} + {q}) <= {}", p + 1),
        18 => format!("({i} + {p} divides {x} or prime({y} + {q} - {j}))"),
        19 => format!("valuation({}, {x} + 1) <= {j} + {q}", p + 2),
        _ => format!("({x} xor {y}) <= {i} + {}", p + 2),
    }
}

fn written(index: usize, (form, [p, q, s], conditions): &Seed, board: &Board, symmetric: bool) -> String {
    let heaps = &board.heaps;
    let count = heaps.len();
    let (first, second) = (heaps[index % count].as_str(), heaps[(index + 1) % count].as_str());
    let word = if symmetric || (board.memory == Memory::None && s % 2 == 0) { " symmetric" } else { "" };
    let all = if board.array { "h".to_owned() } else { format!("({})", heaps.join(", ")) };
    let extra = |amounts: (&str, &str), heaps: (&str, &str)| -> String {
        conditions.iter().map(|one| format!(", {}", condition(*one, amounts, heaps))).collect()
    };
    let (one, two) = (extra(("i", "i"), (first, second)), extra(("i", "j"), (first, second)));
    let single = || {
        let extra = extra(("i", "i"), ("a", "a"));
        format!("move m{index}(i) for each a in {all}: a -> a - i where {} <= i{extra}\n", p + 1)
    };
    let prime = |heap: &str| if board.array { heap.replacen('h', "h'", 1) } else { format!("{heap}'") };
    match form {
        0..=2 if 1 < count => {
            let sign = if s % 2 == 0 { "-" } else { "+" };
            let less = if s % 2 == 0 { "" } else { ", j < i" };
            format!(
                "move m{index}(i, j){word}: {first} -> {first} - i, {second} -> {second} {sign} j where {p} <= i <= 5, \
                 {q} - 1 <= j <= 3, 1 <= i{less}{two}\n"
            )
        }
        3 if 1 < count && !board.array && board.memory == Memory::None => {
            let mut targets = heaps.clone();
            targets[0].push_str(" - i");
            targets[1].push_str(" + j");
            let (from, to) = (heaps.join(", "), targets.join(", "));
            let two = extra(("i", "j"), ("x", "y"));
            format!("move m{index}(i, j){word}: ({from}) -> ({to}) where 2 <= i, {p} <= j < i{two}\n")
        }
        4 if 1 < count => {
            let two = extra(("i", "j"), ("a", "b"));
            format!(
                "move m{index}(i, j) for each a, b in {all}: a -> a - i, b -> b + j where 2 <= i, 1 <= j < i{two}\n"
            )
        }
        5 if board.array => format!(
            "move m{index}(i[A]) for each subset A of h: A -> A - i where 0 <= i <= 2, 1 <= sum(i) <= @ + {p}, size(A) <= {}\n",
            q + 1
        ),
        6 if board.array => {
            format!("move m{index}(i[h]): h -> h - i where 0 <= i <= {}, 1 <= sum(i), max(i) <= @ + {q}\n", p + 1)
        }
        7 if 1 < count => {
            let (after, other) = (prime(first), prime(second));
            format!(
                "move m{index}{word}: {first} -> {after}, {second} -> {other} where {after} + {} * {other} <= {first} + {second} - {}\n",
                p + 1,
                q + 1
            )
        }
        7 => format!("move m{index}: {first} -> {} where {} + {p} < {first}\n", prime(first), prime(first)),
        8 if board.memory == Memory::Unbounded => {
            format!("move m{index}(i): {first} -> {first} - i, q -> {} * i where 1 <= i <= q + {p}\n", q + 1)
        }
        8 if board.memory == Memory::Range => format!("move m{index}: r -> r - 1 where 1 <= r, {p} <= total\n"),
        9 => format!("move m{index}(i){word}: {first} -> {first} - i where @ + 4 <= i <= 3\n"),
        10 => format!(
            "move m{index}(i){word}: {first} -> {first} - i where {first} - {p} <= 2 * i <= {first} + {q}, 1 <= i{one}\n"
        ),
        11 => format!("move m{index}(i){word}: {first} -> {first} - 2 * i - 1 where 0 <= i <= @ + {q}{one}\n"),
        _ => single(),
    }
}
