//! Turns a document and a claim "for every c" into a document in which c is no parameter but a register that no move changes,
//! so that one statement about its positions is the claim for every c. Knows nothing of proofs.
mod quotients;

use super::any_number::{AnyNumber, OneHeap};
use super::document::{Document, Settings};
use super::lower::terms::constant;
use super::passes::lower;
use super::scope::{OPEN, Scope};
use super::summed::{Least, SummedParameters, least_value, summed};
use crate::diagnostic::Sink;
use crate::ruleset::ParameterValue;
use crate::source::Span;
use crate::syntax::ast::{
    Binder, Claim, ClaimKind, Expr, ExprKind, File, Item, ItemKind, Name, Operator, RelationSign,
};
use crate::syntax::{print_expression, walk};
use quotients::with_quotients;
use std::collections::BTreeMap;

/// So many values of a parameter are tried one by one at most, where it is open from another one on.
pub const MOST_BEFORE: i64 = 64;

/// A claim about a game with open parameters.
#[derive(Clone, Debug)]
pub struct Symbolic {
    /// The game, with one register more for each symbol, behind all others and in their order.
    pub document: Document,
    /// The claim without what its head says of the symbols: that is a condition on positions.
    pub claim: Claim,
    /// The open parameters that are registers.
    pub symbols: Vec<String>,
    /// The parameter that is the number of heaps, and why the game with one heap tells of all; then that is the game.
    pub heaps: Option<(String, OneHeap)>,
    /// What the head says of them, in words.
    pub range: String,
    /// Those parameters as terms over the registers.
    defined: Vec<(Name, Expr)>,
}

impl Symbolic {
    /// All parameters of which the claim is that about every value: the number of heaps, and those that are open.
    #[must_use]
    pub fn for_all(&self) -> Vec<String> {
        self.heaps.iter().map(|(number, _)| number).chain(&self.symbols).cloned().collect()
    }

    /// What open parameters are in terms of the registers, and those that depend on them, in words: `c = 2 + any c`.
    #[must_use]
    pub fn meaning(&self) -> String {
        let told = self.defined.iter().map(|(name, term)| format!("{} = {}", name.text, print_expression(term)));
        told.collect::<Vec<_>>().join(", ")
    }

    /// Open parameters, and those that depend on them, as terms over the registers.
    pub fn defined(&self) -> impl Iterator<Item = (&str, &Expr)> {
        self.defined.iter().map(|(name, term)| (name.text.as_str(), term))
    }

    /// The values of the open parameters, and of those that depend on them, at values of the registers.
    #[must_use]
    pub fn settings(&self, registers: &[i64]) -> Option<Settings> {
        let mut values = self.document.parameters.clone();
        for (symbol, value) in self.symbols.iter().zip(registers) {
            values.insert(register(symbol), ParameterValue::Number(*value));
        }
        let mut settings = Settings::new();
        settings.extend(self.heaps.iter().map(|(number, _)| (number.clone(), ParameterValue::Number(1))));
        for (name, term) in &self.defined {
            let mut ignored = Sink::new(self.document.source.clone());
            let value = constant(term, &Scope::of_parameters(values.clone()), &mut ignored)?;
            values.insert(name.text.clone(), ParameterValue::Number(value));
            settings.insert(name.text.clone(), ParameterValue::Number(value));
        }
        Some(settings)
    }
}

/// What a binder of a head becomes.
enum Role {
    /// A term over a natural number beside the position; perhaps with a condition.
    Open(Expr, Option<Expr>),
    /// A term over others.
    Defined(Expr),
    /// Its values are tried one by one.
    Listed,
}

impl Document {
    /// The claim with those parameters open that its head gives no end, and those that depend on them; `None` if there are
    /// none, if they occur where a number has to stand, or if the rules cannot be checked with them.
    #[must_use]
    pub fn symbolic(&self, claim: &Claim, settings: &Settings) -> Option<Symbolic> {
        if !self.components.is_empty() || claim.kind == ClaimKind::Refuted {
            return None;
        }
        let one = self.about_one_heap(claim, settings);
        let number = one.as_ref().map(|one| one.parameter.as_str());
        let mut symbols: Vec<String> = Vec::new();
        let mut defined: Vec<(Name, Expr)> = Vec::new();
        let mut conditions = Vec::new();
        let mut words = Vec::new();
        let mut rest = Vec::new();
        let mut least = Least::new();
        for binder in &claim.binders {
            if number == Some(&*binder.name.text) {
                words.push(written(binder));
                continue;
            }
            let known = |name: &str| defined.iter().any(|known| known.0.text == name);
            match role(binder, &known, settings)? {
                Role::Open(term, condition) => {
                    least.extend(least_value(binder, &least).map(|low| (binder.name.text.clone(), low)));
                    let summed = summed(&self.file, claim, &binder.name.text, &least);
                    let by_sum = summed.and_then(|summed| by_sum(binder, &summed));
                    let (term, is_above) = by_sum.map_or((term, None), |(term, above)| (term, Some(above)));
                    symbols.push(binder.name.text.clone());
                    defined.push((binder.name.clone(), term));
                    conditions.extend(condition.into_iter().chain(is_above));
                }
                Role::Defined(term) => defined.push((binder.name.clone(), term)),
                Role::Listed => {
                    rest.push(binder.clone());
                    continue;
                }
            }
            words.push(written(binder));
            self.follow(claim, settings, &mut defined);
        }
        if symbols.is_empty() && one.is_none() {
            return None;
        }
        let mut range = words.join(", ");
        if let Some(condition) = &claim.head_condition {
            range = format!("{range} where {}", print_expression(condition));
            conditions.push(condition.clone());
        }
        let (file, claimed) = one.as_ref().map_or((&self.file, claim), |one| (&one.file, &one.claim));
        let own = Claim { binders: rest, head_condition: None, ..claimed.clone() };
        let file = rewritten(file, claimed, &own, (number, &symbols), &defined, conditions);
        let mut sink = Sink::new(self.source.clone());
        let first = first_settings(self, &own, settings)?;
        let (ruleset, parameters) = lower(&file, &first, &mut sink).filter(|_| !sink.has_errors())?;
        let document = Self { file, ruleset: with_quotients(ruleset), parameters, ..self.clone() };
        let heaps = one.map(|AnyNumber { parameter, by, .. }| (parameter, by));
        Some(Symbolic { document, claim: own, symbols, heaps, range, defined })
    }

    /// The same where one open parameter begins at a number above the first one that the head allows, which is tried by itself up to
    /// there; `None` also if there is no such parameter, or the number is more than [`MOST_BEFORE`] above its first one.
    #[must_use]
    pub fn symbolic_from(&self, claim: &Claim, settings: &Settings, from: &BTreeMap<String, i64>) -> Option<Symbolic> {
        // The explorer has a limit of bytes, and reads no such beginnings.
        let begun = from.first_key_value().filter(|_| !cfg!(target_arch = "wasm32"));
        let Some((name, least)) = begun else { return self.symbolic(claim, settings) };
        let first = self.first_value(claim, settings, name).filter(|_| from.len() == 1)?;
        if !(1..=MOST_BEFORE).contains(&least.checked_sub(first)?) {
            return None;
        }
        let mut later = claim.clone();
        let binder = later.binders.iter_mut().find(|binder| binder.name.text == *name)?;
        let is_above = i64::from(binder.relation == RelationSign::Greater);
        *binder.range = expression(ExprKind::Number(least.checked_sub(is_above)?));
        self.symbolic(&later, settings).filter(|opened| opened.symbols.contains(name))
    }

    /// The first value of a parameter that a head gives no end, if it does not depend on others that the head binds.
    #[must_use]
    pub(crate) fn first_value(&self, claim: &Claim, settings: &Settings, name: &str) -> Option<i64> {
        let binder = claim.binders.iter().find(|binder| binder.name.text == *name)?;
        let is_bound = |name: &str| claim.binders.iter().any(|other| other.name.text == name);
        if mentions(&binder.range, &is_bound) || settings.contains_key(name) {
            return None;
        }
        let mut values = self.parameters.clone();
        values.extend(settings.clone());
        let mut ignored = Sink::new(self.source.clone());
        let end = constant(&binder.range, &Scope::of_parameters(values), &mut ignored)?;
        match binder.relation {
            RelationSign::GreaterEqual => Some(end),
            RelationSign::Greater => end.checked_add(1),
            _ => None,
        }
    }

    /// The parameters that a head does not bind, and whose own values are terms of those that it binds: `param d = c + 1` for `c >= 1`.
    pub(crate) fn following(&self, claim: &Claim) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for item in &self.file.items {
            let ItemKind::Param { name, default, .. } = &item.kind else { continue };
            let is_bound = |name: &str| claim.binders.iter().any(|binder| binder.name.text == name);
            if !is_bound(&name.text) && mentions(default, &|name| is_bound(name) || found.contains(&name)) {
                found.push(&name.text);
            }
        }
        found
    }

    /// Adds parameters whose own values, if nobody chooses them, are terms of those that are known: `param d = c + 1` where c is open.
    fn follow(&self, claim: &Claim, settings: &Settings, defined: &mut Vec<(Name, Expr)>) {
        let is_chosen =
            |name: &str| settings.contains_key(name) || claim.binders.iter().any(|binder| binder.name.text == name);
        for item in &self.file.items {
            let ItemKind::Param { name, default, condition: None } = &item.kind else { continue };
            let known = |name: &str| defined.iter().any(|known| known.0.text == name);
            if !is_chosen(&name.text) && !known(&name.text) && mentions(default, &known) {
                defined.push((name.clone(), default.clone()));
            }
        }
    }
}

/// The first values of the parameters that are tried one by one.
fn first_settings(document: &Document, claim: &Claim, settings: &Settings) -> Option<Settings> {
    document.instances(claim, settings).ok()?.into_iter().next()
}

/// Whether a parameter of a head becomes a register, is defined by others, or is listed; none if its range allows none
/// of these.
fn role(binder: &Binder, known: &dyn Fn(&str) -> bool, settings: &Settings) -> Option<Role> {
    let depends = mentions(&binder.range, known);
    if settings.contains_key(&binder.name.text) {
        return (!depends).then_some(Role::Listed);
    }
    let end = || Box::new(Expr::clone(&binder.range));
    let open = || Box::new(named(&register(&binder.name.text)));
    let one = || Box::new(expression(ExprKind::Number(1)));
    let joined = |operator, left, right| expression(ExprKind::Binary(operator, left, right));
    let above = |low: Box<Expr>| joined(Operator::Add, low, open());
    let below = |high: Box<Expr>| joined(Operator::Subtract, high, open());
    Some(match (binder.relation, &binder.range.kind) {
        (RelationSign::GreaterEqual, _) => Role::Open(above(end()), None),
        (RelationSign::Greater, _) => Role::Open(above(Box::new(joined(Operator::Add, end(), one()))), None),
        (RelationSign::LessEqual, _) => Role::Open(below(end()), None),
        (RelationSign::Less, _) => Role::Open(below(Box::new(joined(Operator::Subtract, end(), one()))), None),
        (RelationSign::Equal, _) if depends => Role::Defined(Expr::clone(&binder.range)),
        (RelationSign::In, ExprKind::Range(low, high)) if depends => {
            let rest = vec![(RelationSign::LessEqual, Expr::clone(high))];
            let first = Box::new(named(&binder.name.text));
            Role::Open(above(low.clone()), Some(expression(ExprKind::Comparison { first, rest, modulus: None })))
        }
        _ if depends => return None,
        _ => Role::Listed,
    })
}

/// A parameter as what a sum with it is, less what is added to it there; and that it is not less than its head says.
fn by_sum(binder: &Binder, summed: &SummedParameters) -> Option<(Expr, Expr)> {
    let low = match (binder.relation, &binder.range.kind) {
        (RelationSign::In, ExprKind::Range(low, _)) => (RelationSign::GreaterEqual, Expr::clone(low)),
        (sign @ (RelationSign::GreaterEqual | RelationSign::Greater), _) => (sign, Expr::clone(&binder.range)),
        _ => return None,
    };
    let first = Box::new(named(&binder.name.text));
    let is_above = expression(ExprKind::Comparison { first, rest: vec![low], modulus: None });
    let joined = |operator, left, right| expression(ExprKind::Binary(operator, Box::new(left), Box::new(right)));
    let least = expression(ExprKind::Number(summed.least));
    let sum = joined(Operator::Add, least, named(&register(&binder.name.text)));
    Some((joined(Operator::Subtract, sum, summed.others.clone()), is_above))
}

fn mentions(range: &Expr, known: &dyn Fn(&str) -> bool) -> bool {
    let mut found = false;
    walk::expression(range, &mut |part| {
        if let ExprKind::Name { name, .. } = &part.kind {
            found |= known(name);
        }
    });
    found
}

/// What the head of a claim says of parameters, in words; empty without a head.
#[must_use]
pub fn head(claim: &Claim) -> String {
    let mut words = claim.binders.iter().map(written).collect::<Vec<_>>().join(", ");
    if let Some(condition) = &claim.head_condition {
        words = format!("{words} where {}", print_expression(condition));
    }
    words
}

/// Whether the head of a claim gives some parameter no end, and no setting chooses a value for it.
#[must_use]
pub fn is_endless(claim: &Claim, settings: &Settings) -> bool {
    claim.binders.iter().any(|binder| {
        let open = matches!(
            binder.relation,
            RelationSign::Less | RelationSign::LessEqual | RelationSign::Greater | RelationSign::GreaterEqual
        );
        open && !settings.contains_key(&binder.name.text)
    })
}

fn written(binder: &Binder) -> String {
    format!("{} {} {}", binder.name.text, binder.relation.sign(), print_expression(&binder.range))
}

fn expression(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn named(name: &str) -> Expr {
    expression(ExprKind::Name { name: name.to_owned(), primed: false })
}

/// The name of the register; no file can bind it.
fn register(symbol: &str) -> String {
    format!("{OPEN}{symbol}")
}

/// The items with registers and functions in place of parameters, and only those other claims whose heads open the same.
fn rewritten(
    file: &File,
    claim: &Claim,
    own: &Claim,
    (number, symbols): (Option<&str>, &[String]),
    defined: &[(Name, Expr)],
    mut conditions: Vec<Expr>,
) -> File {
    let opened = |name: &str| number == Some(name) || defined.iter().any(|known| known.0.text == name);
    // The bounds may differ: what another claim says is proved here before it is used.
    let head = |claim: &Claim| {
        let binders = claim.binders.iter().filter(|binder| opened(&binder.name.text));
        let binders = binders.map(|binder| (binder.name.text.clone(), binder.relation.sign()));
        (binders.collect::<Vec<_>>(), claim.head_condition.as_ref().map(print_expression))
    };
    let mut items: Vec<Item> = Vec::new();
    for item in &file.items {
        let kind = match &item.kind {
            ItemKind::Param { name, .. } if opened(&name.text) => continue,
            ItemKind::Positions(condition) => {
                conditions.push(condition.clone());
                continue;
            }
            ItemKind::Claim(other) if other.name == claim.name => ItemKind::Claim(own.clone()),
            ItemKind::Claim(other) if head(other) == head(claim) => {
                let binders = other.binders.iter().filter(|binder| !opened(&binder.name.text)).cloned().collect();
                ItemKind::Claim(Claim { binders, head_condition: None, ..other.clone() })
            }
            ItemKind::Claim(_) => continue,
            kind => kind.clone(),
        };
        items.push(Item { kind, span: item.span });
    }
    let is_coordinate = |item: &Item| matches!(item.kind, ItemKind::Heaps { .. } | ItemKind::Register { .. });
    let place = items.iter().rposition(is_coordinate).map_or(0, |last| last + 1);
    let named_item = |text: String| Name { text, span: Span::default() };
    let mut added = Vec::new();
    for symbol in symbols {
        added.push(ItemKind::Register { name: named_item(register(symbol)), size: None, range: None });
    }
    for (name, body) in defined {
        added.push(ItemKind::Let { name: name.clone(), arguments: Vec::new(), body: body.clone() });
    }
    if !conditions.is_empty() {
        added.push(ItemKind::Positions(expression(ExprKind::All(conditions))));
    }
    items.splice(place..place, added.into_iter().map(|kind| Item { kind, span: Span::default() }));
    File { items, comments: Vec::new(), damaged: file.damaged.clone(), semicolons: Vec::new() }
}
