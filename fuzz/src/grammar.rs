//! Random sentences of the grammar, which is read when the program starts. Names and numbers come from small lists.
use crate::draw::Draw;
use crate::terms::literal;
use fastrand::Rng;
use pest_meta::ast::{Expr, RuleType};
use pest_meta::parser::{self, Rule};
use std::collections::BTreeMap;

const NAMES: [&str; 24] = [
    "x", "x", "y", "y", "i", "i", "j", "k", "n", "c", "h", "q", "a", "f", "F", "P", "N", "grundy", "total", "min",
    "max", "floor", "sum", "phi",
];
const STRINGS: [&str; 8] = ["A", "B", "nim.nim", "yama.nim", "game.nim", "no.nim", "0.37", "4.8F"];
/// Beyond this many pieces the shortest way to an end is taken.
const LONG: usize = 120;

/// The rules of a grammar.
#[derive(Debug)]
pub struct SentenceGrammar {
    rules: BTreeMap<String, (RuleType, Expr)>,
    /// The least depth at which a sentence of a rule can end.
    depths: BTreeMap<String, usize>,
}

impl SentenceGrammar {
    /// Reads a grammar as pest does.
    ///
    /// # Errors
    /// What pest says.
    pub fn new(text: &str) -> Result<Self, String> {
        let pairs = parser::parse(Rule::grammar_rules, text).map_err(|error| error.to_string())?;
        let rules = parser::consume_rules(pairs).map_err(|errors| format!("{errors:?}"))?;
        let rules = rules.into_iter().map(|rule| (rule.name, (rule.ty, rule.expr))).collect();
        let mut grammar = Self { rules, depths: BTreeMap::new() };
        for _ in 0..grammar.rules.len() {
            let found: Vec<(String, usize)> = grammar
                .rules
                .iter()
                .filter_map(|(name, rule)| Some((name.clone(), grammar.depth(&rule.1)? + 1)))
                .collect();
            grammar.depths = found.into_iter().collect();
        }
        Ok(grammar)
    }

    fn depth(&self, expr: &Expr) -> Option<usize> {
        match expr {
            Expr::Ident(name) if self.rules.contains_key(name) => self.depths.get(name).copied(),
            Expr::Seq(left, right) => Some(self.depth(left)?.max(self.depth(right)?)),
            Expr::Choice(left, right) => match (self.depth(left), self.depth(right)) {
                (Some(left), Some(right)) => Some(left.min(right)),
                (left, right) => left.or(right),
            },
            Expr::RepOnce(inner) => self.depth(inner),
            _ => Some(0),
        }
    }

    /// A sentence of a rule.
    pub fn sentence(&self, rng: &mut Rng, rule: &str) -> String {
        let mut text = String::new();
        self.rule(rng, rule, 0, true, &mut text);
        text
    }

    fn rule(&self, rng: &mut Rng, name: &str, depth: usize, blanks: bool, text: &mut String) {
        match name {
            "name" => return text.push_str(NAMES[rng.usize(0..NAMES.len())]),
            "number" => return text.push_str(&literal(rng)),
            "inner" => return text.push_str(STRINGS[rng.usize(0..STRINGS.len())]),
            "end" | "SOI" | "EOI" => return,
            "LETTER" | "ANY" => return text.push('z'),
            "NUMBER" | "ASCII_DIGIT" => return text.push('7'),
            _ => {}
        }
        let Some((kind, expr)) = self.rules.get(name) else { return };
        let blanks = match kind {
            RuleType::Atomic | RuleType::CompoundAtomic => false,
            RuleType::NonAtomic => true,
            RuleType::Normal | RuleType::Silent => blanks,
        };
        self.write(rng, expr, depth + 1, blanks, text);
    }

    /// Writes a random sentence of an expression; long or deep ones take the shortest way out.
    fn write(&self, rng: &mut Rng, expr: &Expr, depth: usize, blanks: bool, text: &mut String) {
        let is_long = LONG < text.len() / 3 || 60 < depth;
        match expr {
            Expr::Str(word) => text.push_str(word),
            Expr::Ident(name) => self.rule(rng, name, depth, blanks, text),
            Expr::Seq(left, right) => {
                self.write(rng, left, depth, blanks, text);
                if blanks && !text.ends_with(' ') {
                    text.push(' ');
                }
                self.write(rng, right, depth, blanks, text);
            }
            Expr::Choice(..) => {
                let mut all = Vec::new();
                alternatives(expr, &mut all);
                all.retain(|one| self.depth(one).is_some());
                if is_long {
                    let least = all.iter().filter_map(|one| self.depth(one)).min();
                    all.retain(|one| self.depth(one) == least);
                }
                if !all.is_empty() {
                    let chosen = *rng.one(&all);
                    self.write(rng, chosen, depth, blanks, text);
                }
            }
            Expr::Opt(inner) if !is_long && rng.usize(0..3) == 0 => self.write(rng, inner, depth, blanks, text),
            Expr::Rep(inner) | Expr::RepOnce(inner) => {
                let least = usize::from(matches!(expr, Expr::RepOnce(_)));
                let count = if is_long { least } else { least + *rng.one(&[0, 0, 0, 1, 1, 2]) };
                for _ in 0..count {
                    self.write(rng, inner, depth, blanks, text);
                    if blanks {
                        text.push(' ');
                    }
                }
            }
            // Looks ahead leave nothing behind; other forms are not used.
            _ => {}
        }
    }
}

fn alternatives<'a>(expr: &'a Expr, all: &mut Vec<&'a Expr>) {
    if let Expr::Choice(left, right) = expr {
        alternatives(left, all);
        alternatives(right, all);
    } else {
        all.push(expr);
    }
}
