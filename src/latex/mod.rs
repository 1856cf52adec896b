//! Trees to LaTeX: terms, conditions, sets and claims as papers print them (package `amsmath`). Knows nothing of what rules do.
//!
//! A position is written with commas alone, `(x, y, pass)`, a term of a sequence with its index below, and `P(x, y)` as
//! membership in the set of P-positions.
mod breaking;
mod definition;
mod guard;
mod notation;
mod symbols;

pub use definition::definition;
pub use guard::stranger;
pub use notation::{mentioned, notation};
pub use symbols::{symbol, text};

use symbols::indexed;

use crate::syntax::ast::{Binder, Claim, Expr, ExprKind, File, ItemKind, Operator, RelationSign};
use crate::syntax::walk;
use crate::syntax::{COMPARISON, NEGATIVE, POWER, PRIMARY, PRODUCT, SET, SUM, SYMMETRIC, XOR, operator, tightness};
use crate::value::Play;
use std::collections::{BTreeMap, BTreeSet};

/// A line longer than this, in visible signs, is broken.
const LONGEST: usize = 44;

/// What is known of names where something is printed.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// What is printed for a name, if it is not its own symbol.
    printed: BTreeMap<String, String>,
    /// Sequences in one index: the index stands below.
    sequences: BTreeSet<String>,
    /// Arrays and vectors: over which indices their components run, and how one of them is written.
    vectors: BTreeMap<String, (String, String)>,
    /// A letter that the file does not use, for the number of a heap.
    index: String,
}

impl Symbols {
    /// The names of a file, and of nothing that a move binds.
    #[must_use]
    pub fn of(file: &File) -> Self {
        let mut names = Self { index: unused_letter(file), ..Self::default() };
        for item in &file.items {
            match &item.kind {
                ItemKind::Sequence { name, indices, .. } if indices.len() <= 1 => {
                    names.sequences.insert(name.text.clone());
                }
                ItemKind::Heaps { heaps, .. } => {
                    for heap in heaps.iter().filter(|heap| heap.size.is_some()) {
                        names.vector(&heap.name.text, &names.index.clone());
                    }
                }
                ItemKind::Register { name, size: Some(_), .. } => names.vector(&name.text, &names.index.clone()),
                _ => {}
            }
        }
        names
    }

    /// An array or vector whose components run over `indices`.
    fn vector(&mut self, name: &str, indices: &str) {
        let component = indexed(&symbol(name), &self.index);
        self.vectors.insert(name.to_owned(), (indices.to_owned(), component));
    }

    fn put(&mut self, name: &str, printed: String) {
        self.printed.insert(name.to_owned(), printed);
    }

    fn name(&self, name: &str) -> String {
        self.printed.get(name).cloned().unwrap_or_else(|| match name {
            "P" => r"\mathcal{P}".to_owned(),
            "N" => r"\mathcal{N}".to_owned(),
            "phi" => r"\varphi".to_owned(),
            "omega" => r"\omega".to_owned(),
            _ => symbol(name),
        })
    }
}

/// The first of a few letters that is no name in a file.
fn unused_letter(file: &File) -> String {
    let mut taken = BTreeSet::new();
    for item in &file.items {
        walk::expressions(item, &mut |expression| match &expression.kind {
            ExprKind::Name { name, .. } | ExprKind::Index { name, .. } => {
                taken.insert(name.clone());
            }
            ExprKind::Fold { name, .. } => {
                taken.insert(name.text.clone());
            }
            ExprKind::FoldIndices { binders, .. } | ExprKind::Quantified { binders, .. } => {
                taken.extend(binders.iter().flat_map(Binder::names).map(|name| name.text.clone()));
            }
            _ => {}
        });
        if let ItemKind::Param { name, .. } = &item.kind {
            taken.insert(name.text.clone());
        }
        if let ItemKind::Move(declaration) = &item.kind {
            taken.extend(declaration.each.iter().flat_map(|each| &each.names).map(|name| name.text.clone()));
            let binders = declaration.indices.iter().flat_map(|indices| &indices.binders);
            taken.extend(binders.flat_map(Binder::names).map(|name| name.text.clone()));
        }
    }
    let letters = ["k", "l", "m", "r", "t", "q"].into_iter();
    letters.map(str::to_owned).find(|letter| !taken.contains(letter)).unwrap_or_else(|| r"\kappa".to_owned())
}

/// A claim without its kind and name, as a sentence with formulas between dollar signs.
#[must_use]
pub fn claim(claim: &Claim, names: &Symbols) -> String {
    let body = names.expression(&claim.body);
    let mut sentence = String::new();
    if let Some(position) = &claim.at {
        sentence.push_str(&format!("At ${}$: ", names.bracketed(position)));
    }
    if let Some(play) = claim.play {
        sentence.push_str(if play == Play::Misere { "In misère play, " } else { "In normal play, " });
    }
    if !claim.binders.is_empty() {
        let binders: Vec<String> = claim.binders.iter().map(|binder| format!("${}$", names.binder(binder))).collect();
        let for_ = if sentence.is_empty() { "For" } else { "for" };
        let with = claim.head_condition.iter().map(|condition| format!(" with ${}$", names.expression(condition)));
        sentence.push_str(&format!("{for_} {}{}: ", binders.join(" and "), with.collect::<String>()));
    }
    sentence.push_str(&format!("${body}$"));
    if let Some(condition) = &claim.condition {
        sentence.push_str(&format!(", where ${}$", names.expression(condition)));
    }
    match claim.except.as_ref().map(|except| &except.kind) {
        Some(ExprKind::Name { name, .. }) if name == "finitely" => sentence.push_str(", with finitely many exceptions"),
        Some(_) => {
            let except = claim.except.iter().map(|except| names.expression(except)).collect::<String>();
            sentence.push_str(&format!(", except for ${except}$"));
        }
        None => {}
    }
    sentence + "."
}

impl Symbols {
    /// An expression in mathematics, with as few brackets as its meaning allows. Cost: its length.
    #[must_use]
    pub fn expression(&self, expression: &Expr) -> String {
        match &expression.kind {
            ExprKind::Number(value) => value.to_string(),
            ExprKind::Name { name, primed } => format!("{}{}", self.name(name), prime(*primed)),
            ExprKind::Index { name, primed, index } => {
                format!("{}{}", indexed(&self.name(name), &self.expression(index)), prime(*primed))
            }
            ExprKind::Negate(inner) => format!("-{}", self.at(inner, POWER)),
            ExprKind::Not(inner) => format!(r"\text{{not }} {}", self.at(inner, COMPARISON)),
            ExprKind::Binary(which, left, right) => self.binary(*which, left, right),
            ExprKind::Absolute(inner) => format!(r"\lvert {} \rvert", self.expression(inner)),
            ExprKind::Call { function, arguments } => self.call(&function.text, arguments, ""),
            ExprKind::Fold { function, value, name, array, condition } => {
                self.fold(&function.text, value, (&name.text, &array.text), condition.as_deref())
            }
            ExprKind::FoldIndices { function, value, binders, condition } => {
                self.over_indices(&function.text, value, binders, condition.as_deref())
            }
            ExprKind::Tuple(parts) => format!("({})", self.list(parts, ", ")),
            ExprKind::Comparison { first, rest, modulus } => self.comparison(first, rest, modulus.as_deref()),
            ExprKind::Range(low, high) => format!(r"\{{{}\}}", self.range(low, high)),
            ExprKind::Set(elements) if elements.is_empty() => r"\emptyset".to_owned(),
            ExprKind::Set(elements) => {
                let all = elements.iter().map(|element| match &element.kind {
                    ExprKind::Range(low, high) => self.range(low, high),
                    _ => self.expression(element),
                });
                format!(r"\{{{}\}}", all.collect::<Vec<_>>().join(r",\allowbreak "))
            }
            ExprKind::List(elements) => format!("({})", self.list(elements, r",\allowbreak ")),
            ExprKind::Family { element, binders, condition } => {
                let binders = binders.iter().map(|binder| self.binder(binder));
                let all: Vec<String> = binders.chain(condition.iter().map(|one| self.expression(one))).collect();
                format!(r"\{{{} : {}\}}", self.expression(element), all.join(r",\allowbreak\ "))
            }
            ExprKind::Symmetric(inner) => format!(r"\operatorname{{sym}} {}", self.at(inner, PRIMARY)),
            ExprKind::Cases(cases) => self.cases(cases),
            ExprKind::Quantified { universal, binders, body } => {
                let binders: Vec<String> = binders.iter().map(|binder| self.binder(binder)).collect();
                format!(r"{}\, {}:\allowbreak\ {}", quantifier(*universal), binders.join(",\\ "), self.expression(body))
            }
            ExprKind::OptionsOf { universal, names, position, body } => {
                let names: Vec<String> = names.iter().map(|name| self.name(&name.text)).collect();
                let of = self.bracketed(position);
                let names = if names.len() == 1 { names.concat() } else { format!("({})", names.join(", ")) };
                let head = format!(r"{}\, {names} \in M{of}", quantifier(*universal));
                format!(r"{head}:\allowbreak\ {}", self.expression(body))
            }
            ExprKind::Of(inner, file) => self.elsewhere(inner, file),
            ExprKind::All(parts) => self.list(parts, r",\allowbreak\ "),
        }
    }

    fn at(&self, expression: &Expr, least: u8) -> String {
        let shown = self.expression(expression);
        if Self::binds(expression) < least { format!("({shown})") } else { shown }
    }

    /// Sums over heaps bind as sums do, and membership as comparisons do, however they were written.
    fn binds(expression: &Expr) -> u8 {
        match &expression.kind {
            ExprKind::Call { function, arguments } => match function.text.as_str() {
                "P" | "N" | "terminal" | "final" if !arguments.is_empty() => COMPARISON,
                "sum" => SUM,
                "xor" => XOR,
                "sqrt" | "floor" | "ceil" | "abs" => PRIMARY,
                _ => tightness(expression),
            },
            ExprKind::Fold { function, .. } | ExprKind::FoldIndices { function, .. } if function.text != "count" => XOR,
            ExprKind::Of(inner, _) => Self::binds(inner),
            ExprKind::Binary(Operator::Divide, ..) => PRIMARY,
            _ => tightness(expression),
        }
    }

    fn list(&self, parts: &[Expr], between: &str) -> String {
        parts.iter().map(|part| self.expression(part)).collect::<Vec<_>>().join(between)
    }

    /// A position in brackets.
    fn bracketed(&self, position: &Expr) -> String {
        let shown = self.expression(position);
        if matches!(position.kind, ExprKind::Tuple(_)) { shown } else { format!("({shown})") }
    }

    fn range(&self, low: &Expr, high: &Expr) -> String {
        format!(r"{}, \dots, {}", self.at(low, XOR), self.at(high, XOR))
    }

    fn binder(&self, binder: &Binder) -> String {
        let names: Vec<String> = binder.names().map(|name| self.name(&name.text)).collect();
        let name = if names.len() == 1 { names.concat() } else { format!("({})", names.join(", ")) };
        match &binder.range.kind {
            ExprKind::Range(low, high) if binder.relation == RelationSign::In => {
                let (low_shown, high_shown) = (self.at(low, XOR), self.at(high, XOR));
                // The explorer has a limit of bytes.
                if !cfg!(target_arch = "wasm32") && low_shown == high_shown {
                    return format!("{name} = {low_shown}");
                }
                format!(r"{low_shown} \le {name} \le {high_shown}")
            }
            _ => format!("{name} {} {}", sign(binder.relation), self.at(&binder.range, SET)),
        }
    }

    fn comparison(&self, first: &Expr, rest: &[(RelationSign, Expr)], modulus: Option<&Expr>) -> String {
        let mut text = self.at(first, SET);
        for (relation, right) in rest {
            let sign = match (relation, modulus) {
                (RelationSign::Equal, Some(_)) => r"\equiv",
                (RelationSign::NotEqual, Some(_)) => r"\not\equiv",
                (relation, _) => sign(*relation),
            };
            text.push_str(&format!(" {sign} {}", self.at(right, SET)));
        }
        if let Some(modulus) = modulus {
            text.push_str(&format!(r" \pmod{{{}}}", self.expression(modulus)));
        }
        text
    }

    /// Two sides with an operator between, above or behind them, in brackets where its rank asks for them.
    fn binary(&self, which: Operator, left: &Expr, right: &Expr) -> String {
        let level = operator(which).1;
        let (on_left, on_right) = match which {
            Operator::Divide => {
                return format!(r"\frac{{{}}}{{{}}}", self.expression(left), self.expression(right));
            }
            Operator::Power => return format!("{}^{{{}}}", self.at(left, SYMMETRIC), self.expression(right)),
            Operator::Implies => (level + 1, level),
            Operator::Xor if is(left, Operator::Xor) => (XOR, NEGATIVE),
            Operator::Xor => (NEGATIVE, NEGATIVE),
            // What stands beside a remainder is bracketed, so that nobody has to know how tightly it binds.
            Operator::Modulo => (NEGATIVE, NEGATIVE),
            Operator::Multiply => (PRODUCT, POWER),
            Operator::Or => (level, level + 2),
            _ => (level, level + 1),
        };
        let side = |side: &Expr, least: u8| {
            let clearer =
                (level == PRODUCT && is(side, Operator::Modulo)) || (which == Operator::Or && is(side, Operator::And));
            if clearer { format!("({})", self.expression(side)) } else { self.at(side, least) }
        };
        let (left_side, right_side) = (side(left, on_left), side(right, on_right));
        let sign = match which {
            Operator::Multiply if needs_dot(&left_side, &right_side) => r"\cdot",
            Operator::Multiply => return format!(r"{left_side} {right_side}"),
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Modulo => r"\bmod",
            Operator::Xor => r"\oplus",
            Operator::And => r"\text{ and }\allowbreak",
            Operator::Or => r"\text{ or }\allowbreak",
            Operator::Implies => r"\implies",
            Operator::Iff => r"\iff",
            Operator::Union => r"\cup",
            Operator::Intersect => r"\cap",
            Operator::Minus => r"\setminus",
            Operator::Divide | Operator::Power => "",
        };
        format!("{left_side} {sign} {right_side}")
    }

    fn cases(&self, cases: &[(Expr, Option<Expr>)]) -> String {
        let lines = cases.iter().map(|(value, condition)| {
            let when = match condition {
                Some(condition) => format!(r"\text{{if }} {}", self.expression(condition)),
                None => r"\text{otherwise}".to_owned(),
            };
            (self.expression(value), when)
        });
        let lines: Vec<(String, String)> = lines.collect();
        // Values and conditions stand in columns, as wide as the widest of each.
        let width = |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| visible(text)).max().unwrap_or(0);
        let fits =
            width(&mut lines.iter().map(|line| &line.0)) + width(&mut lines.iter().map(|line| &line.1)) <= LONGEST;
        let lines = lines.into_iter().map(|(value, when)| {
            if fits {
                return format!("{value} & {when}");
            }
            // What is too long for a line goes on in the next ones.
            let (value, when) = (wrapped(&value, " + "), wrapped(&when, r"\allowbreak"));
            format!(r"{value} \\ \quad {when}")
        });
        format!(r"\begin{{cases}} {} \end{{cases}}", lines.collect::<Vec<_>>().join(r" \\ "))
    }

    /// A function at its arguments; `below` stands under the names of what belongs to another game.
    fn call(&self, function: &str, arguments: &[Expr], below: &str) -> String {
        let all = self.list(arguments, ", ");
        let place = || match arguments {
            [one] => self.expression(one),
            _ => format!("({all})"),
        };
        let over = |sign: &str| self.over(sign, arguments);
        match function {
            "P" | "N" => format!(r"{} \in \mathcal{{{function}}}{below}", place()),
            "grundy" => format!(r"\mathcal{{G}}{below}({all})"),
            "terminal" => format!(r"{} \text{{ is terminal}}", place()),
            "final" => format!(r"{} \text{{ is in the final phase}}", place()),
            "floor" => format!(r"\lfloor {all} \rfloor"),
            "ceil" => format!(r"\lceil {all} \rceil"),
            "abs" => format!(r"\lvert {all} \rvert"),
            "size" => format!(r"\lvert {} \rvert", self.set(arguments)),
            "sqrt" => format!(r"\sqrt{{{all}}}"),
            "sign" => format!(r"\operatorname{{sgn}}({all})"),
            "gcd" => format!(r"\gcd({all})"),
            "prime" => format!(r"{all} \text{{ is prime}}"),
            "valuation" if arguments.len() == 2 => {
                format!("v_{{{}}}({})", self.expression(&arguments[0]), self.expression(&arguments[1]))
            }
            "bitand" | "bitor" => format!(r"\operatorname{{{function}}}({all})"),
            "sum" => over(r"\sum").unwrap_or_else(|| self.joined(arguments, "+")),
            "xor" => over(r"\bigoplus").unwrap_or_else(|| self.joined(arguments, r"\oplus")),
            "min" => over(r"\min").unwrap_or_else(|| format!(r"\min({all})")),
            "max" => over(r"\max").unwrap_or_else(|| format!(r"\max({all})")),
            _ if function.ends_with("admissible") => format!(r"\text{{the ruleset is {function}}}"),
            _ if self.sequences.contains(function) => indexed(&self.name(function), &all),
            _ => format!("{}({all})", self.name(function)),
        }
    }

    /// A set of heaps by its own name, also where a heap of it is printed for it.
    fn set(&self, arguments: &[Expr]) -> String {
        match arguments {
            [Expr { kind: ExprKind::Name { name, .. }, .. }] => symbol(name),
            _ => self.list(arguments, ", "),
        }
    }

    fn joined(&self, arguments: &[Expr], sign: &str) -> String {
        arguments.iter().map(|one| self.at(one, NEGATIVE)).collect::<Vec<_>>().join(&format!(" {sign} "))
    }

    /// A sum and its like over the components of the only argument, if it is an array or vector.
    fn over(&self, sign: &str, arguments: &[Expr]) -> Option<String> {
        let [Expr { kind: ExprKind::Name { name, primed }, .. }] = arguments else { return None };
        let (indices, component) = self.vectors.get(name)?;
        Some(format!("{sign}_{{{indices}}} {component}{}", prime(*primed)))
    }

    fn fold(&self, function: &str, value: &Expr, (name, array): (&str, &str), condition: Option<&Expr>) -> String {
        let (indices, component) =
            self.vectors.get(array).cloned().unwrap_or_else(|| (self.index.clone(), format!("{array}_{}", self.index)));
        let mut inside = self.clone();
        inside.put(name, component);
        inside.folded(function, value, &indices, condition)
    }

    /// A sum and its like over variables that are put in.
    fn over_indices(&self, function: &str, value: &Expr, binders: &[Binder], condition: Option<&Expr>) -> String {
        let binders: Vec<String> = binders.iter().map(|binder| self.binder(binder)).collect();
        self.folded(function, value, &binders.join(", "), condition)
    }

    /// A function with what runs below its sign.
    fn folded(&self, function: &str, value: &Expr, indices: &str, condition: Option<&Expr>) -> String {
        let condition = condition.map(|condition| self.expression(condition));
        if function == "count" {
            return format!(r"\#\{{{indices} : {}\}}", condition.unwrap_or_default());
        }
        let sign = match function {
            "sum" => r"\sum",
            "xor" => r"\bigoplus",
            "min" => r"\min",
            _ => r"\max",
        };
        let below = condition.map_or(indices.to_owned(), |condition| format!(r"{indices} :\, {condition}"));
        format!("{sign}_{{{below}}} {}", self.at(value, PRODUCT))
    }

    fn elsewhere(&self, inner: &Expr, file: &str) -> String {
        let stem = text(file.rsplit('/').next().unwrap_or(file).trim_end_matches(".nim"));
        let below = format!(r"_{{\text{{{stem}}}}}");
        match &inner.kind {
            ExprKind::Call { function, arguments } if ["P", "N", "grundy"].contains(&function.text.as_str()) => {
                self.call(&function.text, arguments, &below)
            }
            ExprKind::Name { name, .. } if ["P", "N"].contains(&name.as_str()) => format!("{}{below}", self.name(name)),
            _ => format!(r"{} \text{{ of {stem}}}", self.at(inner, COMPARISON)),
        }
    }
}

/// A formula in lines of about [`LONGEST`] signs, broken behind a mark outside of brackets.
fn wrapped(formula: &str, mark: &str) -> String {
    let (mut text, mut used, mut depth) = (String::new(), 0, 0_isize);
    for part in formula.split_inclusive(mark) {
        let length = visible(part);
        if 0 < used && depth == 0 && LONGEST < used + length {
            text.push_str(r" \\ \qquad ");
            used = 0;
        }
        let opened = part.matches(['(', '{']).count();
        let closed = part.matches([')', '}']).count();
        let signs =
            [opened, closed].map(|count| isize::try_from(count).expect("a text has fewer letters than isize::MAX"));
        depth += signs[0] - signs[1];
        text.push_str(part);
        used += length;
    }
    text
}

/// About how many signs of a formula are seen.
fn visible(formula: &str) -> usize {
    let mut count = 0;
    let mut in_command = false;
    for letter in formula.chars() {
        match letter {
            '\\' => {
                in_command = true;
                count += 1;
            }
            letter if in_command && letter.is_ascii_alphabetic() => {}
            '{' | '}' | ' ' => in_command = false,
            _ => {
                in_command = false;
                count += 1;
            }
        }
    }
    count
}

/// Whether an expression is this operation.
fn is(expression: &Expr, operator: Operator) -> bool {
    matches!(&expression.kind, ExprKind::Binary(which, ..) if *which == operator)
}

/// Whether a product sign is needed, so that two numbers are not read as one, or a bracket as an argument.
fn needs_dot(left: &str, right: &str) -> bool {
    let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let single = left.chars().all(|letter| letter.is_ascii_digit());
    digit(right.chars().next())
        || (right.starts_with('(') && !single)
        || right.starts_with('-')
        || left.contains(r"\mathit")
        || right.contains(r"\mathit")
        || left.ends_with('}') && right.starts_with(r"\frac")
}

fn quantifier(universal: bool) -> &'static str {
    if universal { r"\forall" } else { r"\exists" }
}

fn prime(primed: bool) -> &'static str {
    if primed { "'" } else { "" }
}

/// A relation in mathematics.
fn sign(relation: RelationSign) -> &'static str {
    match relation {
        RelationSign::Less => "<",
        RelationSign::LessEqual => r"\le",
        RelationSign::Equal => "=",
        RelationSign::NotEqual => r"\ne",
        RelationSign::Greater => ">",
        RelationSign::GreaterEqual => r"\ge",
        RelationSign::In => r"\in",
        RelationSign::NotIn => r"\notin",
        RelationSign::Divides => r"\mid",
    }
}
