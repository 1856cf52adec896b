//! Plays a hit of a search from its printed text alone: a reader of conditions and P-positions by their definition, with no code of
//! the library. It knows one base, Triangular Nim as KY24 defines it.
use std::collections::BTreeSet;

/// A pair of heaps, the smaller one first.
pub(crate) type Heaps = (i64, i64);

/// A term of a condition.
#[derive(Clone, Debug)]
enum Term {
    Number(i64),
    /// x, y, x', y', i, j by their places.
    Letter(usize),
    Minus(Box<Term>, Box<Term>),
    Plus(Box<Term>, Box<Term>),
    Times(Box<Term>, Box<Term>),
    Size(Box<Term>),
    Root(Box<Term>),
    Least(Vec<Term>),
    Most(Vec<Term>),
}

impl Term {
    fn at(&self, letters: &[i64; 6]) -> i64 {
        let all = |terms: &[Self]| terms.iter().map(|term| term.at(letters)).collect::<Vec<_>>();
        match self {
            Self::Number(number) => *number,
            Self::Letter(place) => letters[*place],
            Self::Minus(left, right) => left.at(letters) - right.at(letters),
            Self::Plus(left, right) => left.at(letters) + right.at(letters),
            Self::Times(left, right) => left.at(letters) * right.at(letters),
            Self::Size(inner) => inner.at(letters).abs(),
            Self::Root(inner) => (0..).take_while(|root| root * root <= inner.at(letters)).last().expect("no root"),
            Self::Least(terms) => all(terms).into_iter().min().expect("terms"),
            Self::Most(terms) => all(terms).into_iter().max().expect("terms"),
        }
    }
}

/// Words and signs of a text.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let start = at;
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        match letters[at] {
            letter if letter.is_whitespace() => {
                at += 1;
                continue;
            }
            letter if is_word(letter) => {
                while at < letters.len() && (is_word(letters[at]) || letters[at] == '\'') {
                    at += 1;
                }
            }
            '<' | '>' | '!' if letters.get(at + 1) == Some(&'=') => at += 2,
            _ => at += 1,
        }
        tokens.push(letters[start..at].iter().collect());
    }
    tokens
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn sum(&mut self) -> Term {
        let mut term = self.product();
        while ["+", "-"].contains(&self.peek()) {
            let minus = self.next() == "-";
            let (left, right) = (Box::new(term), Box::new(self.product()));
            term = if minus { Term::Minus(left, right) } else { Term::Plus(left, right) };
        }
        term
    }

    fn product(&mut self) -> Term {
        let mut term = self.factor();
        while self.peek() == "*" {
            self.next();
            term = Term::Times(Box::new(term), Box::new(self.factor()));
        }
        term
    }

    fn arguments(&mut self) -> Vec<Term> {
        let mut all = Vec::new();
        assert_eq!(self.next(), "(");
        loop {
            all.push(self.sum());
            match self.next().as_str() {
                "," => {}
                ")" => return all,
                other => panic!("`{other}` in a list of {:?}", self.tokens),
            }
        }
    }

    fn factor(&mut self) -> Term {
        let token = self.next();
        if let Ok(number) = token.parse() {
            return Term::Number(number);
        }
        match token.as_str() {
            "-" => Term::Minus(Box::new(Term::Number(0)), Box::new(self.factor())),
            "(" => {
                let inner = self.sum();
                assert_eq!(self.next(), ")");
                inner
            }
            "|" => {
                let inner = self.sum();
                assert_eq!(self.next(), "|");
                Term::Size(Box::new(inner))
            }
            "min" => Term::Least(self.arguments()),
            "max" => Term::Most(self.arguments()),
            "floor" => {
                assert_eq!((self.next(), self.next()), ("(".to_owned(), "sqrt".to_owned()));
                let under = self.arguments().swap_remove(0);
                assert_eq!(self.next(), ")");
                Term::Root(Box::new(under))
            }
            word => {
                let place = ["x", "y", "x'", "y'", "i", "j"].iter().position(|letter| *letter == word);
                Term::Letter(place.unwrap_or_else(|| panic!("`{word}` in {:?}", self.tokens)))
            }
        }
    }

    /// One condition, a chain of relations.
    fn condition(&mut self) -> Vec<(Term, String, Term)> {
        let mut all = Vec::new();
        let mut left = self.sum();
        while ["<", "<=", "!=", "=", ">=", ">"].contains(&self.peek()) {
            let relation = self.next();
            let right = self.sum();
            all.push((left, relation, right.clone()));
            left = right;
        }
        assert!(!all.is_empty(), "no relation in {:?}", self.tokens);
        all
    }
}

/// A game of a hit.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    triangular: bool,
    conditions: Vec<(Term, String, Term)>,
}

impl Player {
    /// Conditions with commas between them, beside Triangular Nim or not.
    pub(crate) fn of(conditions: &str, triangular: bool) -> Self {
        let mut reader = Reader { tokens: tokens(conditions), at: 0 };
        let mut all = reader.condition();
        while reader.next() == "," {
            all.extend(reader.condition());
        }
        assert!(reader.tokens.len() < reader.at, "`{conditions}` goes on");
        Self { triangular, conditions: all }
    }

    /// The game of a whole text with one added move.
    pub(crate) fn of_text(text: &str) -> Self {
        let triangular = text.contains("(x, y) -> (x - i, y + j)");
        let moves = text.split("\nmove ").skip(1).count();
        assert_eq!(moves, 1 + usize::from(triangular), "moves that the player does not know: {text}");
        let added = text.split("move added").nth(1).expect("an added move");
        let added = added.split("\n\n").next().expect("a paragraph");
        assert!(added.contains("(x, y) -> (x - i, y - j)"), "{text}");
        let conditions = added.split_once("where").expect("conditions").1;
        let conditions = conditions.split("# ").next().expect("text").split("claim").next().expect("text");
        Self::of(conditions.split("sequence").next().expect("text").trim(), triangular)
    }

    /// Whether the added move takes the heaps x <= y to these, in this order.
    fn adds(&self, (x, y): Heaps, (left, right): Heaps) -> bool {
        let letters = [x, y, left, right, x - left, y - right];
        let holds = |(one, relation, other): &(Term, String, Term)| {
            let (one, other) = (one.at(&letters), other.at(&letters));
            match relation.as_str() {
                "<" => one < other,
                "<=" => one <= other,
                "=" => one == other,
                "!=" => one != other,
                ">=" => one >= other,
                _ => one > other,
            }
        };
        0 <= left && 0 <= right && left <= x && right <= y && left + right < x + y && self.conditions.iter().all(holds)
    }

    /// Whether a position has another one as an option; smaller heaps first.
    pub(crate) fn leads(&self, from: Heaps, to: Heaps) -> bool {
        let orders = [to, (to.1, to.0)];
        // Definition 5 of KY24: i from one heap, j < i to the other, 2 <= i.
        let moved = |taken: i64, added: i64| 2 <= taken && 1 <= added && added < taken;
        let triangular = |(a, b): Heaps| moved(from.0 - a, b - from.1) || moved(from.1 - b, a - from.0);
        orders.into_iter().any(|to| self.adds(from, to) || (self.triangular && triangular(to)))
    }

    /// The P-positions with at most so many tokens: those that have none as an option.
    pub(crate) fn p_positions(&self, tokens: i64) -> BTreeSet<Heaps> {
        let mut found: Vec<Heaps> = Vec::new();
        for total in 0..=tokens {
            for position in (0..=total / 2).map(|small| (small, total - small)) {
                if !found.iter().any(|to| self.leads(position, *to)) {
                    found.push(position);
                }
            }
        }
        found.into_iter().collect()
    }

    /// The moves into P-positions from all positions with at most so many tokens.
    pub(crate) fn answers(&self, tokens: i64) -> BTreeSet<(Heaps, Heaps)> {
        let found = self.p_positions(tokens);
        let positions = (0..=tokens).flat_map(|total| (0..=total / 2).map(move |small| (small, total - small)));
        let leads = |from: Heaps| found.iter().filter(move |to| self.leads(from, **to)).map(move |to| (from, *to));
        positions.flat_map(leads).collect()
    }
}

#[test]
fn games_of_the_literature_are_played_right() {
    // Wythoff's pairs, with both kinds of moves in one condition, and Fibonacci's of question 2.
    let wythoff = Player::of("min(i, j) * |i - j| = 0", false).p_positions(40);
    let known = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23), (16, 26)];
    let near = known.into_iter().filter(|(a, b)| a + b <= 40);
    assert_eq!(wythoff, near.collect());
    let fibonacci = Player::of("j < x'", true).p_positions(100);
    let known = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 3), (3, 5), (5, 8), (8, 13), (13, 21), (21, 34), (34, 55)];
    assert_eq!(fibonacci, known.into_iter().collect());
}
