//! Formulas as scripts for other programs: Walnut (Mousavi 2016), MONA (Klarlund and Møller 2001) and SMT-LIB 2.
use super::automaton::{Automaton, Natural};
use super::budget::Abandoned;
use super::formula::Presburger;
use super::linear::{Linear, Sign};
use super::lower::{Core, Leaf, lower};
use super::numeration::Numeration;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A language that scripts are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Walnut: automata in any base, and in Zeckendorf's and the Tribonacci numeration.
    Walnut,
    /// MONA: sets of bits, so base 2 only.
    Mona,
    /// SMT-LIB 2 with quantified linear integer arithmetic.
    Smt,
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Walnut => "Walnut",
            Self::Mona => "MONA",
            Self::Smt => "SMT-LIB",
        })
    }
}

/// A relation that a script defines.
#[derive(Clone, Debug)]
pub struct ScriptRelation<'a> {
    /// What it is called: letters, digits and `_`, a small letter first.
    pub name: String,
    /// What it is, in words.
    pub comment: String,
    /// Its automaton, as formulas mention it.
    pub automaton: Arc<Automaton>,
    /// Its variables in ascending order.
    pub variables: Vec<Natural>,
    /// What defines it.
    pub formula: &'a Presburger,
}

/// What a script consists of: definitions first, then sentences that must be true.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    /// How numbers are written.
    pub numeration: Numeration,
    /// Relations, each before those that mention it.
    pub definitions: Vec<ScriptRelation<'a>>,
    /// Sentences by name, each with what it says in words.
    pub sentences: Vec<(String, String, &'a Presburger)>,
    /// What variables are called, by their numbers; those that are not here have some name.
    pub names: BTreeMap<u32, String>,
}

/// The script, or what its language cannot say.
///
/// # Errors
/// A relation or numeration that the language does not have.
pub fn script(target: Target, script: &Script<'_>) -> Result<String, String> {
    let numeration = match (target, script.numeration) {
        (Target::Walnut, Numeration::Base(radix)) => format!("?msd_{} ", radix.get()),
        (Target::Walnut, Numeration::Zeckendorf) => "?msd_fib ".to_owned(),
        (Target::Walnut, numeration) if numeration == Numeration::tribonacci() => "?msd_trib ".to_owned(),
        (Target::Walnut, numeration @ (Numeration::Metallic(_) | Numeration::Chebyshev(_) | Numeration::Cubic(_))) => {
            return Err(format!("a script for {target} does not define {numeration}"));
        }
        (Target::Mona, numeration) if numeration != Numeration::binary() => {
            return Err(format!("{target} knows base 2 only, and this is in {numeration}"));
        }
        (Target::Mona | Target::Smt, _) => String::new(),
    };
    let writer = ScriptWriter { target, script, names: RefCell::default() };
    let mut relations = String::new();
    let (mut text, mut sentences) = (String::new(), Vec::new());
    let known = |why: Abandoned| format!("a formula could not be read {why}");
    for ScriptRelation { name, comment, variables, formula, .. } in &script.definitions {
        let core = simplified(lower(formula).map_err(known)?);
        writer.relations(&core, &mut relations)?;
        let (body, comment) = (writer.relation_body(&core, variables)?, writer.comment(comment));
        text.push_str(&match target {
            Target::Walnut => format!("{comment}def {name} \"{numeration}{body}\":\n"),
            Target::Mona => {
                format!("{comment}pred {name}({}) = {body};\n", writer.listed(variables, "var2 ", "", ", "))
            }
            Target::Smt => {
                format!("{comment}(define-fun {name} ({}) Bool {body})\n", writer.listed(variables, "(", " Int)", " "))
            }
        });
    }
    for (name, comment, formula) in &script.sentences {
        let core = simplified(lower(formula).map_err(known)?);
        writer.relations(&core, &mut relations)?;
        let (body, comment) = (writer.core(&core)?, writer.comment(comment));
        sentences.push(match target {
            Target::Walnut => format!("{comment}eval {name} \"{numeration}{body}\":\n"),
            // The sentences of MONA are one formula.
            Target::Mona => format!("({body})"),
            Target::Smt => {
                format!("{comment}(push)\n(assert (not {body}))\n(check-sat) ; unsat: {name} is true\n(pop)\n")
            }
        });
    }
    Ok(match target {
        Target::Walnut => format!("{relations}{text}{}", sentences.concat()),
        Target::Mona => {
            let definitions = text.trim_end();
            format!(
                "ws1s;\n{PLUS}{relations}{definitions}\n# Valid if the claim is true.\n{};\n",
                sentences.join(" & ")
            )
        }
        Target::Smt => format!("(set-logic LIA)\n{text}{}", sentences.concat()),
    })
}

/// Numbers as sets of bits, the least first; c is the set of carries.
const PLUS: &str = "pred plus(var2 x, var2 y, var2 z) = ex2 c: 0 notin c & (all1 t: \
((t + 1 in c) <=> ((t in x & t in y) | (t in x & t in c) | (t in y & t in c))) & \
((t in z) <=> ((t in x) <=> ((t in y) <=> (t in c)))));\n\
pred less(var2 x, var2 y) = ex2 d: d ~= empty & plus(x, d, y);\n";

/// A formula without parts that are true or false of all naturals.
fn simplified(core: Core) -> Core {
    let all = |parts: Vec<Core>| parts.into_iter().map(simplified);
    match core {
        Core::And(parts) => {
            let parts: Vec<Core> = all(parts).filter(|part| *part != Core::True).collect();
            if parts.contains(&Core::False) { Core::False } else { joined(parts, Core::And, Core::True) }
        }
        Core::Or(parts) | Core::Cases(parts) => {
            let parts: Vec<Core> = all(parts).filter(|part| *part != Core::False).collect();
            if parts.contains(&Core::True) { Core::True } else { joined(parts, Core::Or, Core::False) }
        }
        Core::Not(inner) => match simplified(*inner) {
            Core::True => Core::False,
            Core::False => Core::True,
            Core::Not(inner) => *inner,
            inner => Core::Not(Box::new(inner)),
        },
        Core::Exists(bound, inner) => match simplified(*inner) {
            // There is a natural number.
            known @ (Core::True | Core::False) => known,
            inner => Core::Exists(bound, Box::new(inner)),
        },
        Core::Differ(left, right) => Core::Differ(Box::new(simplified(*left)), Box::new(simplified(*right))),
        Core::Named(_, inner) => simplified(*inner),
        Core::Linear(form, sign) => match truth_of(&form, sign) {
            Some(true) => Core::True,
            Some(false) => Core::False,
            None => Core::Linear(form, sign),
        },
        core @ (Core::True | Core::False | Core::Congruence(..) | Core::Leaf(..)) => core,
    }
}

/// Parts in one row: those of a part of the same kind stand beside the others.
fn joined(parts: Vec<Core>, kind: fn(Vec<Core>) -> Core, nothing: Core) -> Core {
    let own = std::mem::discriminant(&kind(Vec::new()));
    let mut flat = Vec::new();
    for part in parts {
        let is_same = std::mem::discriminant(&part) == own;
        match part {
            Core::And(inner) | Core::Or(inner) if is_same => flat.extend(inner),
            part => flat.push(part),
        }
    }
    match flat.len() {
        0 => nothing,
        1 => flat.swap_remove(0),
        _ => kind(flat),
    }
}

/// Whether a linear condition is true of all naturals, or false of all.
fn truth_of(form: &Linear, sign: Sign) -> Option<bool> {
    let is_up = form.terms.iter().all(|term| 0 <= term.1);
    let is_down = form.terms.iter().all(|term| term.1 <= 0);
    let is_never_zero = is_up && 0 < form.constant || is_down && form.constant < 0;
    match sign {
        Sign::AtMostZero if is_down && form.constant <= 0 => Some(true),
        Sign::AtMostZero if is_up && 0 < form.constant => Some(false),
        Sign::Zero if is_never_zero => Some(false),
        Sign::NotZero if is_never_zero => Some(true),
        Sign::Zero | Sign::NotZero if is_up && is_down => Some((sign == Sign::Zero) == (form.constant == 0)),
        _ => None,
    }
}

struct ScriptWriter<'a> {
    target: Target,
    script: &'a Script<'a>,
    /// The names that variables have in the script.
    names: RefCell<BTreeMap<Natural, String>>,
}

impl ScriptWriter<'_> {
    /// The name of a variable: for Walnut, whose scripts are read, that of the file. No two have the same.
    fn name(&self, variable: Natural) -> String {
        if self.target != Target::Walnut {
            return format!("v{:05}", variable.0);
        }
        let mut names = self.names.borrow_mut();
        if let Some(known) = names.get(&variable) {
            return known.clone();
        }
        let label = self.script.names.get(&variable.0).map_or("k", String::as_str);
        let label: String = label.chars().filter(char::is_ascii_alphanumeric).collect();
        // A, E and I are quantifiers, and a number is no name.
        let is_name = label.starts_with(|first: char| first.is_ascii_lowercase());
        let label = if is_name { label } else { format!("v{label}") };
        let is_free = |name: &String| names.values().all(|known| known != name);
        let numbered = (1_u32..).map(|number| format!("{label}{number}"));
        let name = std::iter::once(label.clone()).chain(numbered).find(is_free).unwrap_or(label);
        names.insert(variable, name.clone());
        name
    }

    fn listed(&self, variables: &[Natural], before: &str, after: &str, between: &str) -> String {
        let all: Vec<String> =
            variables.iter().map(|variable| format!("{before}{}{after}", self.name(*variable))).collect();
        all.join(between)
    }

    /// A line that programs leave out.
    fn comment(&self, words: &str) -> String {
        let words: String = words.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        match self.target {
            _ if words.is_empty() => String::new(),
            Target::Walnut | Target::Mona => format!("# {words}\n"),
            Target::Smt => format!("; {words}\n"),
        }
    }

    fn cannot<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("{} cannot say {what}", self.target))
    }

    /// Definitions of the relations that a formula needs besides, each once.
    fn relations(&self, core: &Core, text: &mut String) -> Result<(), String> {
        if let Core::Leaf(leaf, _) = core
            && let Some(definition) = self.relation(leaf)?
            && !text.contains(&definition)
        {
            text.push_str(&definition);
        }
        match core {
            Core::Not(inner) | Core::Exists(_, inner) | Core::Named(_, inner) => self.relations(inner, text)?,
            Core::And(parts) | Core::Or(parts) | Core::Cases(parts) => {
                for part in parts {
                    self.relations(part, text)?;
                }
            }
            Core::Differ(left, right) => {
                self.relations(left, text)?;
                self.relations(right, text)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// How a relation that the target does not know is defined there; none if it needs no definition.
    fn relation(&self, leaf: &Leaf) -> Result<Option<String>, String> {
        let numeration = match self.script.numeration {
            Numeration::Base(radix) => format!("msd_{}", radix.get()),
            Numeration::Zeckendorf => "msd_fib".to_owned(),
            Numeration::Metallic(_) | Numeration::Chebyshev(_) | Numeration::Cubic(_) => String::new(),
        };
        Ok(match (self.target, leaf) {
            (_, Leaf::Holds(_)) => None,
            (Target::Walnut, Leaf::Xor) if self.script.numeration == Numeration::binary() => {
                Some("reg nimsum msd_2 msd_2 msd_2 \"([0,0,0]|[0,1,1]|[1,0,1]|[1,1,0])*\":\n".to_owned())
            }
            (Target::Walnut, Leaf::Power(number)) if Numeration::base(*number) == Some(self.script.numeration) => {
                Some(format!("reg power {numeration} \"0*10*\":\n"))
            }
            (Target::Walnut, Leaf::Repunit(number)) if Numeration::base(*number) == Some(self.script.numeration) => {
                Some(format!("reg repunit {numeration} \"0*11*\":\n"))
            }
            (Target::Walnut, Leaf::Fibonacci) => Some("reg fibonacci msd_fib \"0*10*\":\n".to_owned()),
            (Target::Walnut, Leaf::SlopeFloor(Numeration::Zeckendorf)) => Some(
                "reg shift msd_fib msd_fib \"([0,0]|[0,1][1,1]*[1,0])*\":\n\
                 def golden \"?msd_fib (a=0 & b=0) | Eu,w (a=u+1 & b=w+1 & $shift(u,w))\":\n"
                    .to_owned(),
            ),
            (Target::Mona, Leaf::Xor) => Some(
                "pred nimsum(var2 x, var2 y, var2 z) = all1 t: (t in z) <=> ~((t in x) <=> (t in y));\n".to_owned(),
            ),
            (Target::Mona, Leaf::Power(2)) => Some("pred power(var2 x) = ex1 t: x = {t};\n".to_owned()),
            (Target::Mona, Leaf::Repunit(2)) => {
                Some("pred repunit(var2 x) = ex1 t: all1 u: (u in x) <=> (u <= t);\n".to_owned())
            }
            (_, leaf) => return self.cannot(&format!("the relation {leaf:?}")),
        })
    }

    /// A formula in the target's language.
    fn core(&self, core: &Core) -> Result<String, String> {
        let smt = self.target == Target::Smt;
        let all = |parts: &[Core], walnut: &str, word: &str, nothing: bool| -> Result<String, String> {
            let parts = parts.iter().map(|part| self.core(part)).collect::<Result<Vec<_>, _>>()?;
            Ok(match parts.as_slice() {
                [] => self.truth(nothing),
                [only] => only.clone(),
                _ if smt => format!("({word} {})", parts.join(" ")),
                _ => format!("({})", parts.join(walnut)),
            })
        };
        Ok(match core {
            Core::True => self.truth(true),
            Core::False => self.truth(false),
            Core::And(parts) => all(parts, " & ", "and", true)?,
            Core::Or(parts) | Core::Cases(parts) => all(parts, " | ", "or", false)?,
            Core::Not(inner) if smt => format!("(not {})", self.core(inner)?),
            Core::Not(inner) => format!("~({})", self.core(inner)?),
            Core::Named(_, inner) => self.core(inner)?,
            Core::Differ(left, right) if smt => format!("(not (= {} {}))", self.core(left)?, self.core(right)?),
            Core::Differ(left, right) => format!("~(({}) <=> ({}))", self.core(left)?, self.core(right)?),
            Core::Exists(bound, inner) => {
                self.exists(&bound.iter().map(|one| self.name(*one)).collect::<Vec<_>>(), &self.core(inner)?)
            }
            Core::Linear(form, sign) => self.linear(form, *sign)?,
            Core::Congruence(form, modulus) => {
                // form = modulus * q, or its opposite.
                let quotient = Natural(99_999);
                let multiple = |factor: i64| {
                    form.plus(factor, &Linear::variable(quotient)).map_err(|_| "a number is too large".to_owned())
                };
                let modulus = i64::from(modulus.get());
                let (up, down) = (multiple(modulus)?, multiple(-modulus)?);
                let both = [self.linear(&up, Sign::Zero)?, self.linear(&down, Sign::Zero)?];
                let either =
                    if smt { format!("(or {} {})", both[0], both[1]) } else { format!("({} | {})", both[0], both[1]) };
                self.exists(&[self.name(quotient)], &either)
            }
            Core::Leaf(leaf, variables) => self.leaf(leaf, variables)?,
        })
    }

    fn truth(&self, truth: bool) -> String {
        match (self.target, truth) {
            (Target::Walnut, true) => "0=0".to_owned(),
            (Target::Walnut, false) => "0=1".to_owned(),
            (_, truth) => truth.to_string(),
        }
    }

    fn exists(&self, bound: &[String], body: &str) -> String {
        if bound.is_empty() {
            return body.to_owned();
        }
        match self.target {
            Target::Walnut => format!("(E{} ({body}))", bound.join(",")),
            Target::Mona => format!("(ex2 {}: ({body}))", bound.join(", ")),
            Target::Smt => {
                let sorts: Vec<String> = bound.iter().map(|name| format!("({name} Int)")).collect();
                let natural: Vec<String> = bound.iter().map(|name| format!("(<= 0 {name})")).collect();
                format!("(exists ({}) (and {} {body}))", sorts.join(" "), natural.join(" "))
            }
        }
    }

    /// A linear condition, with what is subtracted on the other side: the targets speak of naturals.
    fn linear(&self, form: &Linear, sign: Sign) -> Result<String, String> {
        let side = |sign: i64| -> Vec<(Option<Natural>, i64)> {
            let terms = form.terms.iter().map(|(variable, value)| (Some(*variable), value * sign));
            terms.chain([(None, form.constant * sign)]).filter(|term| 0 < term.1).collect()
        };
        let (left, right) = (side(1), side(-1));
        // Walnut leaves out a definition with a larger number, and goes on with an older one of the same name.
        if self.target == Target::Walnut && left.iter().chain(&right).any(|(_, value)| i64::from(i32::MAX) < *value) {
            return Err(format!("{} has no numbers beyond {}", self.target, i32::MAX));
        }
        if self.target == Target::Mona {
            return self.bits(&left, &right, sign);
        }
        let written = |side: &[(Option<Natural>, i64)]| {
            let terms: Vec<String> = side
                .iter()
                .map(|(variable, factor)| match (variable, factor, self.target) {
                    (None, value, _) => value.to_string(),
                    (Some(variable), 1, _) => self.name(*variable),
                    (Some(variable), factor, Target::Smt) => format!("(* {factor} {})", self.name(*variable)),
                    (Some(variable), factor, _) => format!("{factor}*{}", self.name(*variable)),
                })
                .collect();
            match (terms.as_slice(), self.target) {
                ([], _) => "0".to_owned(),
                ([only], _) => only.clone(),
                (_, Target::Smt) => format!("(+ {})", terms.join(" ")),
                _ => terms.join("+"),
            }
        };
        let (left, right) = (written(&left), written(&right));
        Ok(match (self.target, sign) {
            (Target::Smt, Sign::AtMostZero) => format!("(<= {left} {right})"),
            (Target::Smt, Sign::Zero) => format!("(= {left} {right})"),
            (Target::Smt, Sign::NotZero) => format!("(not (= {left} {right}))"),
            (_, Sign::AtMostZero) => format!("{left}<={right}"),
            (_, Sign::Zero) => format!("{left}={right}"),
            (_, Sign::NotZero) => format!("{left}!={right}"),
        })
    }

    /// A comparison of sums of multiples, by additions of bits.
    fn bits(
        &self,
        left: &[(Option<Natural>, i64)],
        right: &[(Option<Natural>, i64)],
        sign: Sign,
    ) -> Result<String, String> {
        let mut help = Vec::new();
        let mut conditions = Vec::new();
        let mut sums = Vec::new();
        for (side, terms) in [("l", left), ("r", right)] {
            let mut fresh = |conditions: &mut Vec<String>, x: &str, y: &str| {
                let own = format!("h{side}{}", help.len());
                conditions.push(format!("plus({x}, {y}, {own})"));
                help.push(own.clone());
                own
            };
            let mut sum: Option<String> = None;
            for (variable, factor) in terms {
                let value = match variable {
                    None => constant(*factor),
                    Some(variable) => {
                        // Doubles and adds, from the lowest bit of the factor.
                        let (mut rest, mut power, mut total) = (*factor, self.name(*variable), None::<String>);
                        while 0 < rest {
                            if rest % 2 == 1 {
                                total = Some(match total {
                                    None => power.clone(),
                                    Some(total) => fresh(&mut conditions, &total, &power),
                                });
                            }
                            rest /= 2;
                            if 0 < rest {
                                power = fresh(&mut conditions, &power, &power);
                            }
                        }
                        total.ok_or_else(|| "a factor is 0".to_owned())?
                    }
                };
                sum = Some(match sum {
                    None => value,
                    Some(sum) => fresh(&mut conditions, &sum, &value),
                });
            }
            sums.push(sum.unwrap_or_else(|| "empty".to_owned()));
        }
        conditions.push(match sign {
            Sign::Zero => format!("{} = {}", sums[0], sums[1]),
            Sign::NotZero => format!("{} ~= {}", sums[0], sums[1]),
            Sign::AtMostZero => format!("({} = {} | less({}, {}))", sums[0], sums[1], sums[0], sums[1]),
        });
        Ok(self.exists(&help, &conditions.join(" & ")))
    }

    /// What defines a relation: Walnut sees only the variables that are in it.
    fn relation_body(&self, core: &Core, variables: &[Natural]) -> Result<String, String> {
        let mut body = self.core(core)?;
        if self.target == Target::Walnut {
            for missing in variables.iter().filter(|variable| !core.mentions(**variable)) {
                body = format!("({body} & 0<={})", self.name(*missing));
            }
        }
        Ok(body)
    }

    /// The arguments of a relation: Walnut takes them in the alphabetical order of the names in its definition.
    fn arguments(&self, relation: &ScriptRelation<'_>, variables: &[Natural]) -> String {
        let names = relation.variables.iter().map(|variable| self.name(*variable));
        let mut all: Vec<(String, String)> = names.zip(variables.iter().map(|own| self.name(*own))).collect();
        all.sort();
        all.into_iter().map(|(_, argument)| argument).collect::<Vec<_>>().join(",")
    }

    fn leaf(&self, leaf: &Leaf, variables: &[Natural]) -> Result<String, String> {
        let called = match leaf {
            Leaf::Xor => "nimsum".to_owned(),
            Leaf::Power(_) => "power".to_owned(),
            Leaf::Repunit(_) => "repunit".to_owned(),
            Leaf::Fibonacci => "fibonacci".to_owned(),
            Leaf::SlopeFloor(Numeration::Zeckendorf) => "golden".to_owned(),
            Leaf::Holds(automaton) => {
                let known = self.script.definitions.iter().find(|known| known.automaton == *automaton);
                let known = known.ok_or_else(|| "a relation has no name".to_owned())?;
                if self.target == Target::Walnut {
                    return Ok(format!("${}({})", known.name, self.arguments(known, variables)));
                }
                known.name.clone()
            }
            _ => return self.cannot(&format!("the relation {leaf:?}")),
        };
        Ok(match self.target {
            Target::Walnut => format!("${called}({})", self.listed(variables, "", "", ",")),
            Target::Mona => format!("{called}({})", self.listed(variables, "", "", ", ")),
            Target::Smt => format!("({called} {})", self.listed(variables, "", "", " ")),
        })
    }
}

/// A number as a set of bits.
fn constant(value: i64) -> String {
    let bits: Vec<String> = (0..62).filter(|bit| value >> bit & 1 == 1).map(|bit| bit.to_string()).collect();
    if bits.is_empty() { "empty".to_owned() } else { format!("{{{}}}", bits.join(", ")) }
}
