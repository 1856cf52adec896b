//! Terms of sequences: closed forms, recurrences and lists, in exact fractions of 128-bit integers.
use super::declare::scope_of_file;
use super::terms::integer;
use crate::check::document::Settings;
use crate::check::scope::{Binding, Local};
use crate::diagnostic::Sink;
use crate::ruleset::{ParameterValue, Term};
use crate::source::{Source, Span};
use crate::syntax::ast::{Expr, ExprKind, File, ItemKind, Name, Operator};
use crate::syntax::{nearest, print_expression};
use indexmap::IndexMap;

type TermQuotient = (i128, i128);

struct SequenceTerms<'a> {
    parameters: &'a Settings,
    name: &'a str,
    /// Terms known so far, by index.
    known: IndexMap<i128, i128>,
}

/// Why there are no terms of a sequence.
pub(in crate::check) enum NoTerms {
    /// Nothing has this name; what to do.
    Unknown { help: String },
    /// A term has no value.
    Valueless { span: Span, why: String },
}

impl NoTerms {
    /// Reports it of a sequence.
    pub(in crate::check) fn report(self, name: &str, sink: &mut Sink) {
        match self {
            Self::Unknown { help } => {
                let message = format!("there is no sequence `{name}`");
                sink.error("unknown-name", Span::default(), message, "not in this file", help);
            }
            Self::Valueless { span, why } => {
                let help = "terms are whole numbers of at most 128 bits";
                sink.error("bad-sequence", span, format!("sequence `{name}`: {why}"), "this sequence", help);
            }
        }
    }
}

/// Terms k = 0, 1, ... of the sequence of this name.
pub(in crate::check) fn terms(
    file: &File,
    name: &str,
    parameters: &Settings,
    count: usize,
) -> Result<Vec<i128>, NoTerms> {
    let mut names = Vec::new();
    for item in &file.items {
        let ItemKind::Sequence { name: found, indices, body, from } = &item.kind else { continue };
        names.push(found.text.as_str());
        if found.text != name {
            continue;
        }
        let valueless = |why| NoTerms::Valueless { span: item.span, why };
        let mut terms = SequenceTerms { parameters, name, known: IndexMap::new() };
        if let ExprKind::List(values) = &body.kind {
            let values = values.iter().take(count).map(|value| terms.whole(value, None));
            return values.collect::<Result<_, _>>().map_err(valueless);
        }
        for (arguments, value) in from {
            let at = arguments.first().map(|argument| terms.whole(argument, None)).transpose().map_err(valueless)?;
            let value = terms.whole(value, None).map_err(valueless)?;
            terms.known.extend(at.map(|at| (at, value)));
        }
        let Some(index) = indices.first() else { continue };
        if 1 < indices.len() {
            return Err(valueless(format!("it depends on {} numbers", indices.len())));
        }
        let mut values = Vec::new();
        for k in 0..i128::try_from(count).expect("a count of terms fits 128 bits") {
            let value = match terms.known.get(&k) {
                Some(value) => Ok(*value),
                None => terms.whole(body, Some((index, k))).or_else(|why| {
                    // Functions of the file, irrational numbers and cases are lowered as in rules.
                    folded_at(body, index, k, file, parameters).ok_or(why)
                }),
            };
            let value = value.map_err(valueless)?;
            terms.known.insert(k, value);
            values.push(value);
        }
        return Ok(values);
    }
    let help = nearest(name, names.iter().copied())
        .map_or_else(|| "sequences are declared with `sequence`".to_owned(), |near| format!("did you mean `{near}`?"));
    Err(NoTerms::Unknown { help })
}

/// A closed form at an index, if it folds to a number.
fn folded_at(body: &Expr, index: &Name, k: i128, file: &File, parameters: &Settings) -> Option<i128> {
    let mut ignored = Sink::new(Source::new("", ""));
    let scope = scope_of_file(file, parameters.clone(), &mut ignored)?;
    let mut local = Local::default();
    local.names.insert(index.text.clone(), Binding::Term(Term::Constant(k).into()));
    match integer(body, &scope, &local, &mut ignored)? {
        Term::Constant(value) => Some(value),
        _ => None,
    }
}

impl SequenceTerms<'_> {
    fn whole(&self, expression: &Expr, at: Option<(&Name, i128)>) -> Result<i128, String> {
        let (above, below) = self.value(expression, at)?;
        if above % below == 0 {
            Ok(above / below)
        } else {
            Err(format!("`{}` is not a whole number", print_expression(expression)))
        }
    }

    fn value(&self, expression: &Expr, at: Option<(&Name, i128)>) -> Result<TermQuotient, String> {
        let large = || format!("`{}` does not fit 128 bits", print_expression(expression));
        match &expression.kind {
            ExprKind::Number(value) => Ok((i128::from(*value), 1)),
            ExprKind::Name { name, .. } => match (at, self.parameters.get(name)) {
                (Some((index, value)), _) if index.text == *name => Ok((value, 1)),
                (_, Some(ParameterValue::Number(value))) => Ok((i128::from(*value), 1)),
                _ => Err(format!("nothing binds `{name}`")),
            },
            ExprKind::Negate(inner) => {
                let (above, below) = self.value(inner, at)?;
                Ok((-above, below))
            }
            ExprKind::Absolute(inner) => {
                let (above, below) = self.value(inner, at)?;
                Ok((above.abs(), below))
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.value(left, at)?, self.value(right, at)?);
                combine(*operator, a, b).ok_or_else(large)
            }
            ExprKind::Call { function, arguments } => self.call(&function.text, arguments, at, &large),
            _ => Err(format!("`{}` is not available in sequences yet", print_expression(expression))),
        }
    }

    /// The value of a call while the terms of a sequence are computed: of this or another sequence, or what is built
    /// in.
    fn call(
        &self,
        function: &str,
        arguments: &[Expr],
        at: Option<(&Name, i128)>,
        large: &dyn Fn() -> String,
    ) -> Result<TermQuotient, String> {
        if function == self.name {
            let index = arguments.first().ok_or("an index is missing")?;
            let index = self.whole(index, at)?;
            return self
                .known
                .get(&index)
                .map(|value| (*value, 1))
                .ok_or_else(|| format!("it is not defined at {index}"));
        }
        let argument = arguments.first().ok_or_else(|| format!("`{function}` needs an argument"))?;
        match function {
            "floor" | "ceil" => {
                let (above, below) = self.value(argument, at)?;
                let down = above.div_euclid(below);
                Ok((
                    if function == "ceil" && above % below != 0 {
                        down.checked_add(1).ok_or_else(large)?
                    } else {
                        down
                    },
                    1,
                ))
            }
            "min" | "max" => {
                let mut values =
                    arguments.iter().map(|argument| self.whole(argument, at)).collect::<Result<Vec<_>, _>>()?;
                values.sort_unstable();
                let chosen = if function == "min" { values.first() } else { values.last() };
                Ok((chosen.copied().unwrap_or(0), 1))
            }
            _ => Err(format!("`{function}` is not available in sequences yet")),
        }
    }
}

fn combine(operator: Operator, (a, b): TermQuotient, (c, d): TermQuotient) -> Option<TermQuotient> {
    let (above, below) = match operator {
        Operator::Add => (a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?),
        Operator::Subtract => (a.checked_mul(d)?.checked_sub(c.checked_mul(b)?)?, b.checked_mul(d)?),
        Operator::Multiply => (a.checked_mul(c)?, b.checked_mul(d)?),
        Operator::Divide if c != 0 => (a.checked_mul(d)?.checked_mul(c.signum())?, b.checked_mul(c.checked_abs()?)?),
        Operator::Modulo if b == 1 && d == 1 && 0 < c => (a.rem_euclid(c), 1),
        Operator::Power if d == 1 && b == 1 && 0 <= c => (a.checked_pow(u32::try_from(c).ok()?)?, 1),
        _ => return None,
    };
    let (mut divisor, mut rest) = (above.checked_abs()?, below);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    Some((above / divisor, below / divisor))
}
