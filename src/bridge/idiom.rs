//! Terms and conditions in the words of a language. An idiom is a table of words; what it has no word for, it refuses.
use super::unsaid::Unsaid;
use crate::ruleset::{Comparison, Condition, NumberFunction, Part, Ruleset, Term, Variable};

/// How tightly a written term binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Sum,
    Product,
    Atom,
}

/// A way to write a function of terms, if the language has one.
type FunctionIdiom = Option<fn(&[String]) -> String>;

/// The words of a language.
#[derive(Debug)]
pub(super) struct Idiom {
    /// The language, as a refusal names it.
    pub(super) language: &'static str,
    /// Names that mean something already.
    pub(super) reserved: &'static [&'static str],
    /// What is put behind such a name.
    pub(super) suffix: &'static str,
    pub(super) floor_divide: fn(&str, &str) -> String,
    pub(super) modulo: fn(&str, &str) -> String,
    pub(super) min: fn(&[String]) -> String,
    pub(super) max: fn(&[String]) -> String,
    pub(super) xor: FunctionIdiom,
    pub(super) square_root: FunctionIdiom,
    pub(super) common_divisor: FunctionIdiom,
    /// 1 if a number is prime, else 0.
    pub(super) prime: FunctionIdiom,
    pub(super) valuation: FunctionIdiom,
    pub(super) power: fn(&str, &str) -> String,
    /// The first value whose condition holds; an empty condition is `otherwise`.
    pub(super) cases: fn(&[(String, String)]) -> String,
    /// A function of the script at an argument.
    pub(super) call: FunctionIdiom,
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    pub(super) not: &'static str,
    pub(super) known: [&'static str; 2],
}

/// What terms and conditions speak of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wording<'a> {
    pub(super) idiom: &'a Idiom,
    pub(super) coordinates: &'a [String],
    pub(super) amounts: &'a [String],
    /// Inside of a recursion: its name.
    pub(super) own: Option<&'a str>,
}

impl Idiom {
    /// A name that the language can read, and that is none of those taken.
    pub(super) fn identifier(&self, name: &str, taken: &[String]) -> String {
        let mut plain = String::new();
        for letter in name.chars() {
            match letter {
                letter if letter.is_ascii_alphanumeric() => plain.push(letter),
                '\'' => plain.push_str("new"),
                '[' | ']' | '_' | ' ' => {}
                letter => plain.push_str(&format!("u{:x}", u32::from(letter))),
            }
        }
        if !plain.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            plain.insert(0, 'n');
        }
        while self.reserved.contains(&plain.as_str()) || taken.contains(&plain) {
            plain.push_str(self.suffix);
        }
        plain
    }

    fn number(&self, function: NumberFunction) -> FunctionIdiom {
        match function {
            NumberFunction::CommonDivisor => self.common_divisor,
            NumberFunction::IsPrime => self.prime,
            NumberFunction::Valuation => self.valuation,
        }
    }

    fn refused(&self, what: &str) -> Unsaid {
        let language = self.language;
        Unsaid(format!("the rules have {what}, which is not written in {language} here; choose another target"))
    }
}

impl Wording<'_> {
    /// A term that binds at least so tightly.
    pub(super) fn at(&self, term: &Term, least: Level) -> Result<String, Unsaid> {
        let (text, level) = self.term(term)?;
        Ok(if level < least { format!("({text})") } else { text })
    }

    fn all(&self, terms: &[Term]) -> Result<Vec<String>, Unsaid> {
        terms.iter().map(|term| self.at(term, Level::Sum)).collect()
    }

    /// A term, and how tightly it binds.
    pub(super) fn term(&self, term: &Term) -> Result<(String, Level), Unsaid> {
        let Self { idiom, coordinates, amounts, .. } = *self;
        let atom = |text: String| Ok((text, Level::Atom));
        match term {
            Term::Constant(value) => Ok((value.to_string(), if *value < 0 { Level::Sum } else { Level::Atom })),
            Term::Variable(Variable::Coordinate(index)) => atom(coordinates[*index].clone()),
            Term::Variable(Variable::Amount(index)) => atom(amounts[*index].clone()),
            Term::Sum(parts) => self.sum(parts),
            Term::Product(left, right) => match (&**left, &**right) {
                (Term::Constant(-1), other) | (other, Term::Constant(-1)) => {
                    Ok((format!("-{}", self.at(other, Level::Atom)?), Level::Sum))
                }
                _ => {
                    let (left, right) = (self.at(left, Level::Product)?, self.at(right, Level::Atom)?);
                    Ok((format!("{left} * {right}"), Level::Product))
                }
            },
            Term::FloorDivide(above, below) => {
                atom((idiom.floor_divide)(&self.at(above, Level::Atom)?, &self.at(below, Level::Atom)?))
            }
            Term::Modulo(above, below) => {
                atom((idiom.modulo)(&self.at(above, Level::Atom)?, &self.at(below, Level::Atom)?))
            }
            Term::Min(parts) => atom((idiom.min)(&self.all(parts)?)),
            Term::Max(parts) => atom((idiom.max)(&self.all(parts)?)),
            Term::Xor(parts) => {
                let parts = parts.iter().map(|part| self.at(part, Level::Atom)).collect::<Result<Vec<_>, _>>()?;
                atom(idiom.xor.ok_or_else(|| idiom.refused("nim-sums"))?(&parts))
            }
            Term::SquareRoot(inner) => {
                let root = idiom.square_root.ok_or_else(|| idiom.refused("square roots"))?;
                atom(root(&[self.at(inner, Level::Sum)?]))
            }
            Term::Number(function, parts) => {
                let written =
                    idiom.number(*function).ok_or_else(|| idiom.refused(&format!("`{}`", function.name())))?;
                atom(written(&self.all(parts)?))
            }
            Term::Power(base, exponent) => {
                atom((idiom.power)(&self.at(base, Level::Atom)?, &self.at(exponent, Level::Atom)?))
            }
            Term::Cases(cases) => {
                let one = |(condition, value): &(Condition, Term)| {
                    let condition = match condition {
                        Condition::Known(true) => String::new(),
                        condition => self.condition(condition)?,
                    };
                    Ok((condition, self.at(value, Level::Sum)?))
                };
                atom((idiom.cases)(&cases.iter().map(one).collect::<Result<Vec<_>, Unsaid>>()?))
            }
            Term::Recursive(recursion, argument) => {
                self.called(&idiom.identifier(&recursion.name, &[]), std::slice::from_ref(&**argument))
            }
            Term::Grid(grid, arguments) => self.called(&idiom.identifier(&grid.name, &[]), arguments),
            Term::Own(argument) => self.called(self.own.unwrap_or_default(), std::slice::from_ref(&**argument)),
            Term::OwnGrid(arguments) => self.called(self.own.unwrap_or_default(), arguments),
        }
    }

    fn called(&self, name: &str, arguments: &[Term]) -> Result<(String, Level), Unsaid> {
        let call = self.idiom.call.ok_or_else(|| self.idiom.refused("a recursion"))?;
        Ok((call(&[name.to_owned(), self.all(arguments)?.join(", ")]), Level::Atom))
    }

    fn sum(&self, parts: &[Term]) -> Result<(String, Level), Unsaid> {
        let mut text = String::new();
        for part in parts {
            let (part, _) = self.term(part)?;
            match (text.is_empty(), part.strip_prefix('-')) {
                (true, _) => text = part,
                (false, Some(positive)) => text.push_str(&format!(" - {positive}")),
                (false, None) => text.push_str(&format!(" + {part}")),
            }
        }
        let level = if parts.len() == 1 { self.term(&parts[0])?.1 } else { Level::Sum };
        Ok(if text.is_empty() { ("0".to_owned(), Level::Atom) } else { (text, level) })
    }

    /// A condition; what it joins is bracketed.
    pub(super) fn condition(&self, condition: &Condition) -> Result<String, Unsaid> {
        let joined = |parts: &[Condition], sign: &str, nothing: &str| {
            let parts = parts.iter().map(|part| self.bracketed(part)).collect::<Result<Vec<_>, _>>()?;
            Ok(if parts.is_empty() { nothing.to_owned() } else { parts.join(&format!(" {sign} ")) })
        };
        let [no, yes] = self.idiom.known;
        match condition {
            Condition::Known(known) => Ok(if *known { yes } else { no }.to_owned()),
            Condition::Compare(left, comparison, right) => {
                let sign = match comparison {
                    Comparison::AtMost => "<=",
                    Comparison::Equal => "==",
                    Comparison::Different => "!=",
                };
                Ok(format!("{} {sign} {}", self.at(left, Level::Sum)?, self.at(right, Level::Sum)?))
            }
            Condition::And(parts) => joined(parts, self.idiom.and, yes),
            Condition::Or(parts) => joined(parts, self.idiom.or, no),
            Condition::Not(inner) => Ok(format!("{}({})", self.idiom.not, self.condition(inner)?)),
        }
    }

    /// A condition that may stand beside others.
    pub(super) fn bracketed(&self, condition: &Condition) -> Result<String, Unsaid> {
        let text = self.condition(condition)?;
        let joins = matches!(condition, Condition::And(parts) | Condition::Or(parts) if 1 < parts.len());
        Ok(if joins { format!("({text})") } else { text })
    }
}

/// The names of the coordinates in an idiom.
pub(super) fn coordinates(ruleset: &Ruleset, idiom: &Idiom) -> Vec<String> {
    let registers = ruleset.registers.iter().map(|register| register.name.as_str());
    let mut names: Vec<String> = Vec::new();
    for name in ruleset.heaps.iter().map(String::as_str).chain(registers) {
        let name = idiom.identifier(name, &names);
        names.push(name);
    }
    names
}

/// A function that a script has to define by recursion.
#[derive(Debug)]
pub(super) struct ScriptFunction<'a> {
    pub(super) name: &'a str,
    pub(super) width: usize,
    /// Arguments and value.
    pub(super) given: Vec<(Vec<i128>, i128)>,
    pub(super) body: &'a Term,
}

impl<'a> ScriptFunction<'a> {
    /// The function that a call means, if it is defined by recursion.
    fn of(part: Part<'a>) -> Option<Self> {
        match part {
            Part::Term(Term::Recursive(recursion, _)) => Some(Self {
                name: &recursion.name,
                width: 1,
                given: recursion.given.iter().map(|(at, value)| (vec![*at], *value)).collect(),
                body: &recursion.body,
            }),
            Part::Term(Term::Grid(grid, _)) => {
                Some(Self { name: &grid.name, width: grid.width, given: grid.given.clone(), body: &grid.body })
            }
            _ => None,
        }
    }

    /// Names of its arguments, which are not its own.
    pub(super) fn arguments(&self, idiom: &Idiom, name: &str) -> Vec<String> {
        let mut taken = vec![name.to_owned()];
        for argument in ["m", "n", "k", "l"].iter().take(self.width) {
            taken.push(idiom.identifier(argument, &taken));
        }
        taken.split_off(1)
    }
}

/// The functions by recursion that a term or condition mentions, those that others need first.
pub(super) fn recursions_of<'a>(part: Part<'a>, found: &mut Vec<ScriptFunction<'a>>) {
    part.visit(&mut |part| {
        let Some(function) = ScriptFunction::of(part) else { return };
        if !found.iter().any(|known| known.name == function.name) {
            recursions_of(Part::Term(function.body), found);
            found.push(function);
        }
    });
}
