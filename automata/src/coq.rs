//! Formulas in Coq: as propositions that are read, and as data that a decider decides whose proof Coq checks.
//!
//! Both are written from the same core, with the same connectives in the same places; the tactic `as_written` of [`DECIDER`] shows
//! in Coq that they say the same. The decider takes numbers in base 2, from the lowest digit on: what is left of a formula behind a
//! digit is a formula again (Boudet and Comon 1996), and where only finitely many are left, all of them are looked at.
use super::automaton::Natural;
use super::budget::Abandoned;
use super::formula::Presburger;
use super::linear::{Linear, Sign};
use super::lower::{Core, Leaf, lower};

/// Formulas as data, their meaning, a decider, and the proof that it is right: for Coq 8.16 or later, with its own library alone.
pub const DECIDER: &str = include_str!("coq/decider.v");

/// A formula in Coq.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InCoq {
    /// The proposition, in the names of its variables.
    pub proposition: String,
    /// The same as a term of type `form`; its variables are counted from the last quantifier outwards, then in the order in
    /// which the free ones were given.
    pub form: String,
}

/// A formula whose free variables are these, in this order; `named` names all variables, each in its own way.
///
/// # Errors
/// A relation that the decider does not have, or a number that is too large.
pub fn in_coq(formula: &Presburger, free: &[Natural], named: &dyn Fn(Natural) -> String) -> Result<InCoq, String> {
    let core = lower(formula).map_err(|why: Abandoned| format!("a formula could not be read {why}"))?;
    CoqWriter { named }.core(&core, free)
}

struct CoqWriter<'a> {
    named: &'a dyn Fn(Natural) -> String,
}

fn both(proposition: impl Into<String>, form: impl Into<String>) -> InCoq {
    InCoq { proposition: proposition.into(), form: form.into() }
}

impl InCoq {
    fn negated(&self) -> Self {
        both(format!("~ ({})", self.proposition), format!("(Not {})", self.form))
    }

    fn joined(parts: Vec<Self>, (sign, word): (&str, &str), nothing: &Self) -> Self {
        let parts = parts.into_iter().filter(|part| part != nothing);
        let folded = parts.rev().reduce(|rest, part| {
            both(
                format!("({} {sign} {})", part.proposition, rest.proposition),
                format!("({word} {} {})", part.form, rest.form),
            )
        });
        folded.unwrap_or_else(|| nothing.clone())
    }
}

impl CoqWriter<'_> {
    /// A part, inside of quantifiers over the first of these variables.
    fn core(&self, core: &Core, scope: &[Natural]) -> Result<InCoq, String> {
        let parts = |parts: &[Core]| parts.iter().map(|part| self.core(part, scope)).collect::<Result<Vec<_>, _>>();
        let (always, never) = (both("True", "Tru"), both("False", "Fls"));
        Ok(match core {
            Core::True => always,
            Core::False => never,
            Core::And(all) => InCoq::joined(parts(all)?, ("/\\", "And"), &always),
            Core::Or(all) | Core::Cases(all) => InCoq::joined(parts(all)?, ("\\/", "Or"), &never),
            Core::Not(inner) => self.core(inner, scope)?.negated(),
            Core::Differ(left, right) => {
                let (left, right) = (self.core(left, scope)?, self.core(right, scope)?);
                let and = |one: InCoq, other: InCoq| InCoq::joined(vec![one, other], ("/\\", "And"), &always);
                let ways = vec![and(left.clone(), right.negated()), and(left.negated(), right)];
                InCoq::joined(ways, ("\\/", "Or"), &never)
            }
            Core::Named(name, inner) => {
                let inner = self.core(inner, scope)?;
                both(format!("(* {} *) {}", comment(name), inner.proposition), inner.form)
            }
            Core::Exists(bound, inner) => {
                let scope: Vec<Natural> = bound.iter().rev().chain(scope).copied().collect();
                let inner = self.core(inner, &scope)?;
                let names = bound.iter().map(|variable| (self.named)(*variable));
                let quantifiers: Vec<String> = names.map(|name| format!("exists {name}, 0 <= {name} /\\ ")).collect();
                let quantifiers = quantifiers.concat();
                both(format!("({quantifiers}{})", inner.proposition), format!("(Ex {} {})", bound.len(), inner.form))
            }
            Core::Linear(form, sign) => {
                let (left, right) = (self.side(form, 1), self.side(form, -1));
                let row = row(form, scope)?;
                match sign {
                    Sign::AtMostZero => both(format!("{left} <= {right}"), format!("(Le {row})")),
                    Sign::Zero => both(format!("{left} = {right}"), format!("(Eq {row})")),
                    Sign::NotZero => both(format!("{left} = {right}"), format!("(Eq {row})")).negated(),
                }
            }
            Core::Congruence(form, modulus) => both(
                format!("({}) mod {modulus} = 0", self.sum(form)),
                format!("(Cong {} {modulus})", row(form, scope)?),
            ),
            Core::Leaf(leaf, variables) => self.leaf(leaf, variables, scope)?,
        })
    }

    /// A relation that is not linear.
    fn leaf(&self, leaf: &Leaf, variables: &[Natural], scope: &[Natural]) -> Result<InCoq, String> {
        let named = |variable: &Natural| (self.named)(*variable);
        match (leaf, variables) {
            (Leaf::Xor, [first, second, sum]) => {
                let at = [place(scope, *first)?, place(scope, *second)?, place(scope, *sum)?];
                let told = format!("Z.lxor {} {} = {}", named(first), named(second), named(sum));
                Ok(both(told, format!("(Xor {} {} {})", at[0], at[1], at[2])))
            }
            (Leaf::Power(2), [of]) => {
                let told = format!("(exists power, 0 <= power /\\ {} = 2 ^ power)", named(of));
                Ok(both(told, format!("(Pow {})", place(scope, *of)?)))
            }
            (leaf, _) => {
                Err(format!("the decider for Coq reads digits in base 2, and does not know {}", lacking(leaf)))
            }
        }
    }

    /// What is added on one side of a comparison.
    fn side(&self, form: &Linear, sign: i64) -> String {
        let named = |(variable, factor): &(Natural, i64)| match factor * sign {
            1 => (self.named)(*variable),
            factor => format!("{factor} * {}", (self.named)(*variable)),
        };
        let mut parts: Vec<String> = form.terms.iter().filter(|term| 0 < term.1 * sign).map(named).collect();
        if 0 < form.constant * sign || parts.is_empty() {
            parts.push((form.constant * sign).max(0).to_string());
        }
        parts.join(" + ")
    }

    /// A form with its factors as they are.
    fn sum(&self, form: &Linear) -> String {
        let terms = form.terms.iter().map(|(variable, factor)| format!("{factor} * {}", (self.named)(*variable)));
        terms.chain([form.constant.to_string()]).collect::<Vec<_>>().join(" + ")
    }
}

/// The factors of the variables in their order, and the constant.
fn row(form: &Linear, scope: &[Natural]) -> Result<String, String> {
    let mut row = Vec::new();
    for (variable, factor) in &form.terms {
        let at = place(scope, *variable)?;
        row.resize(row.len().max(at + 1), 0);
        row[at] += factor;
    }
    let row: Vec<String> = row.iter().map(i64::to_string).collect();
    Ok(format!("[{}] ({})", row.join("; "), form.constant))
}

/// A relation that the decider does not have, in words.
fn lacking(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Power(radix) => format!("powers of {radix}"),
        Leaf::Repunit(radix) => {
            format!("the numbers 1, {}, ... with all digits 1 in base {radix}", u64::from(*radix) + 1)
        }
        Leaf::LargestPower(radix) => format!("the largest power of {radix} that divides a number"),
        Leaf::Digits(_) => "conditions on digits".to_owned(),
        Leaf::Fibonacci => "Fibonacci numbers".to_owned(),
        Leaf::SlopeFloor(_) => "multiples of roots, rounded down".to_owned(),
        Leaf::Xor | Leaf::Holds(_) => "a relation of this kind".to_owned(),
    }
}

/// Where a variable stands.
fn place(scope: &[Natural], variable: Natural) -> Result<usize, String> {
    scope
        .iter()
        .position(|known| *known == variable)
        .ok_or_else(|| format!("nothing binds the variable {}", variable.0))
}

/// Words that no comment of Coq takes for signs of its own.
#[must_use]
pub fn comment(words: &str) -> String {
    words.replace('"', "'").replace("(*", "( *").replace("*)", "* )")
}
