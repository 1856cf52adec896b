//! The rules of a file as a paper defines them: which positions there are, and the set M(position) of their options as a union
//! of sets, one for each instance of a move. Knows nothing of claims.
mod indices;

use indices::{over_set, with_indices};

use super::breaking;
use super::notation::{mentioned, notation};
use super::symbols::{indexed, text};
use super::{LONGEST, Symbols, visible};
use crate::syntax::ast::{
    Change, Each, Expr, ExprKind, File, HeapDeclaration, Item, ItemKind, MoveDeclaration, Name, Operator, RelationSign,
};
use crate::value::Play;
use std::collections::{BTreeMap, BTreeSet};

/// Instances of one move that are written out; beyond, words say how they arise.
const MOST: usize = 12;

/// A register: its name, how many of it there are, and its range.
type Declared<'a> = (&'a Name, Option<&'a Expr>, Option<&'a (Expr, Expr)>);

/// The heaps and registers of a file.
struct PlaceNames<'a> {
    heaps: Vec<&'a HeapDeclaration>,
    below: Option<&'a Expr>,
    registers: Vec<Declared<'a>>,
}

impl<'a> PlaceNames<'a> {
    fn of(file: &'a File) -> Self {
        let mut place = Self { heaps: Vec::new(), below: None, registers: Vec::new() };
        for item in &file.items {
            match &item.kind {
                ItemKind::Heaps { heaps, below } => {
                    place.heaps.extend(heaps);
                    place.below = below.as_ref();
                }
                ItemKind::Register { name, size, range } => {
                    place.registers.push((name, size.as_ref(), range.as_ref()));
                }
                _ => {}
            }
        }
        place
    }

    /// The names of all coordinates, in order.
    fn names(&self) -> Vec<&'a str> {
        let heaps = self.heaps.iter().map(|heap| heap.name.text.as_str());
        heaps.chain(self.registers.iter().map(|(name, ..)| name.text.as_str())).collect()
    }

    /// The arrays of heaps and registers with their numbers, in order.
    fn arrays(&self) -> impl Iterator<Item = (&'a str, &'a Expr)> {
        let heaps = self.heaps.iter().map(|heap| (&heap.name, heap.size.as_ref()));
        let all = heaps.chain(self.registers.iter().map(|(name, size, _)| (*name, *size)));
        all.filter_map(|(name, size)| Some((name.text.as_str(), size?)))
    }

    /// The heaps by their names, if none is an array.
    fn named(&self) -> Option<Vec<&'a str>> {
        let single = |heap: &&'a HeapDeclaration| heap.size.is_none().then_some(heap.name.text.as_str());
        self.heaps.iter().map(single).collect()
    }

    /// As it stands in a sentence: a single coordinate without brackets.
    fn said(&self, names: &Symbols) -> String {
        match self.names().as_slice() {
            [one] => names.name(one),
            _ => self.tuple(names),
        }
    }

    fn tuple(&self, names: &Symbols) -> String {
        let all: Vec<String> = self.names().iter().map(|name| names.name(name)).collect();
        format!("({})", all.join(", "))
    }
}

/// The rules as paragraphs of LaTeX, for the packages `amsmath` and `amssymb`. `parts` are the titles of the games of a sum.
#[must_use]
pub fn definition(file: &File, parts: &[String]) -> String {
    let names = Symbols::of(file);
    let title = file.items.iter().find_map(|item| match &item.kind {
        ItemKind::Ruleset(title) => Some(format!(r"\emph{{{}}}", text(title))),
        _ => None,
    });
    let title = title.unwrap_or_else(|| "the game".to_owned());
    if !parts.is_empty() {
        let parts: Vec<String> = parts.iter().map(|part| format!(r"\emph{{{}}}", text(part))).collect();
        return format!(
            "{} is the disjunctive sum of {}.{}\n",
            capital(&title),
            parts.join(" and "),
            play(file, &names)
        );
    }
    let place = PlaceNames::of(file);
    let mut out = format!("{}\n", positions(file, &place, &names, &title));
    let lines = sets(file, &place, &names);
    let at = place.tuple(&names);
    out.push_str("\\begin{align*}\n");
    for (index, (label, line)) in lines.iter().enumerate() {
        let sign = if index == 0 { format!("M{at} = {{}}&") } else { r"{}\cup {}&".to_owned() };
        let label = format!(r" \tag*{{({})}}", text(label));
        let end = if index + 1 < lines.len() { r" \\" } else { "" };
        // The tag belongs to the last line of a set.
        out.push_str(&format!("  {sign} {line}{label}{end}\n"));
    }
    out.push_str("\\end{align*}\n");
    if lines.iter().any(|(_, line)| line.contains(") + (")) {
        out.push_str("Here $+$ between positions means their disjunctive sum.\n");
    }
    out.push_str(&explained(file, &place, &names));
    out
}

/// Who wins, if it is not who moves last; and what else is to be known of play: options that are forbidden, registers at its beginning.
fn play(file: &File, names: &Symbols) -> String {
    let said = |item: &Item| match &item.kind {
        ItemKind::Play(Play::Misere) => Some(" Who makes the last move loses.".to_owned()),
        ItemKind::Blocking(most) => {
            let most = names.expression(most);
            Some(format!(" Before each move the other player forbids at most ${most}$ of the options."))
        }
        ItemKind::Start { name, value } => {
            Some(format!(" Play begins with ${} = {}$.", names.name(&name.text), names.expression(value)))
        }
        _ => None,
    };
    file.items.iter().filter_map(said).collect()
}

/// Which positions there are, in a sentence or two.
fn positions(file: &File, place: &PlaceNames<'_>, names: &Symbols, title: &str) -> String {
    let at = place.tuple(names);
    let what = match &place.below {
        Some(below) => format!("ordinals below ${}$", names.expression(below)),
        None => "non-negative integers".to_owned(),
    };
    let arrays: Vec<String> = place
        .arrays()
        .map(|(name, size)| {
            let (name, size) = (names.name(name), names.expression(size));
            if size == "1" {
                format!("${name} = ({name}_1)$")
            } else {
                format!(r"${name} = ({name}_1, \dots, {name}_{{{size}}})$")
            }
        })
        .collect();
    let arrays = if arrays.is_empty() { String::new() } else { format!(" with {}", arrays.join(" and ")) };
    let mut out = match place.names().as_slice() {
        [one] if arrays.is_empty() => format!("Positions of {title} are the {what} ${}$", names.name(one)),
        [one] => format!("Positions of {title} are the tuples ${}$ of {what}", names.name(one)),
        _ => format!("Positions of {title} are the tuples ${at}$ of {what}"),
    };
    out.push_str(&arrays);
    let registers = place.registers.iter().filter_map(|(name, size, range)| {
        let name = names.name(&name.text);
        let own = if size.is_some() { indexed(&name, &names.index) } else { name };
        range.map(|(low, high)| format!(r"${} \le {own} \le {}$", names.expression(low), names.expression(high)))
    });
    let asked = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Positions(condition) => Some(format!("${}$", names.expression(condition))),
        _ => None,
    });
    let where_: Vec<String> = registers.chain(asked).collect();
    if !where_.is_empty() {
        out.push_str(&format!(", where {}", where_.join(" and ")));
    }
    out.push('.');
    for item in &file.items {
        if let ItemKind::Param { name, default, condition } = &item.kind {
            let name = names.name(&name.text);
            let such = condition.as_ref();
            let such = such.map_or_else(String::new, |one| format!(" with ${}$", names.expression(one)));
            let default = names.expression(default);
            out.push_str(&format!(" There is a parameter ${name}${such}, by default ${name} = {default}$."));
        }
    }
    out.push_str(&play(file, names));
    let which = if where_.is_empty() { "the elements of" } else { "those positions that are elements of" };
    out + &format!(" The options of ${}$ are {which}", place.said(names))
}

/// A label and a set for each instance of each move; equal sets once.
fn sets(file: &File, place: &PlaceNames<'_>, names: &Symbols) -> Vec<(String, String)> {
    let mut known = BTreeSet::new();
    let mut lines = Vec::new();
    for item in &file.items {
        let declaration = match &item.kind {
            ItemKind::Move(declaration) => declaration,
            ItemKind::Code(code) => {
                lines.extend(breaking::sets(code, &place.said(names), names));
                continue;
            }
            _ => continue,
        };
        for instance in instances(declaration, place, names) {
            let (element, conditions) = whole_set(declaration, place, &instance);
            let mut ordered = conditions.clone();
            ordered.sort();
            if known.insert((element.clone(), ordered)) {
                let line = written(&element, &conditions);
                lines.push((declaration.name.text.clone(), line));
            }
        }
    }
    lines
}

/// What an instance of a move calls its heaps.
#[derive(Clone)]
struct MoveInstance {
    names: Symbols,
    /// Conditions on the numbers of heaps, and words on what else is meant.
    also: Vec<String>,
    /// For heaps by name: which stands for which.
    renamed: Vec<(String, String)>,
}

impl MoveInstance {
    /// The heap that a name stands for.
    fn called<'a>(&'a self, name: &'a str) -> &'a str {
        self.renamed.iter().find(|(from, _)| from == name).map_or(name, |(_, to)| to.as_str())
    }
}

/// All instances of a move that are written out.
fn instances(declaration: &MoveDeclaration, place: &PlaceNames<'_>, names: &Symbols) -> Vec<MoveInstance> {
    let plain = MoveInstance { names: names.clone(), also: Vec::new(), renamed: Vec::new() };
    let mut all = match (&declaration.each, place.named()) {
        (None, _) => match &declaration.indices {
            Some(indices) => vec![with_indices(declaration, indices, plain)],
            None => vec![vectors(declaration, plain)],
        },
        (Some(each), _) if each.subset => vec![subset(declaration, each, plain)],
        (Some(each), _) => {
            heaps_of(each, place).map_or_else(|| vec![by_number(each, &plain)], |heaps| by_name(each, &heaps, &plain))
        }
    };
    if !declaration.symmetric {
        return all;
    }
    match place.named() {
        Some(heaps) if heaps.len() <= 3 => {
            let orders = arrangements(&heaps, heaps.len());
            all.into_iter()
                .flat_map(|instance| {
                    let heaps = &heaps;
                    orders.iter().map(move |order| {
                        let mut one = instance.clone();
                        for (name, other) in heaps.iter().zip(order) {
                            one.names.put(name, names.name(other));
                            one.renamed.push(((*name).to_owned(), (*other).to_owned()));
                        }
                        one
                    })
                })
                .collect()
        }
        _ => {
            for one in &mut all {
                one.also.push(r"\text{and all permutations of the heaps}".to_owned());
            }
            all
        }
    }
}

/// The heaps that `in (x, y, z)` lists; none where it names an array.
fn heaps_of(each: &Each, place: &PlaceNames<'_>) -> Option<Vec<String>> {
    let is_array = |name: &Name| place.heaps.iter().any(|heap| heap.name.text == name.text && heap.size.is_some());
    let listed = each.heaps.iter().map(|name| name.text.clone()).collect();
    (!each.heaps.iter().any(is_array)).then_some(listed)
}

/// The heaps of an array by numbers.
fn by_number(each: &Each, plain: &MoveInstance) -> MoveInstance {
    let mut one = plain.clone();
    let array = each.heaps.first().map_or("", |name| name.text.as_str());
    let array = one.names.name(array);
    for name in &each.names {
        let number = one.names.name(&name.text);
        one.names.put(&name.text, indexed(&array, &number));
    }
    let numbers: Vec<String> = each.names.iter().map(|name| plain.names.name(&name.text)).collect();
    match numbers.as_slice() {
        [_] => {}
        [first, second] => one.also.push(format!(r"{first} \ne {second}")),
        _ => one.also.push(format!(r"{} \text{{ different}}", numbers.join(", "))),
    }
    one
}

/// All choices of different heaps for names; in words if they are many.
fn by_name(each: &Each, heaps: &[String], plain: &MoveInstance) -> Vec<MoveInstance> {
    let heaps: Vec<&str> = heaps.iter().map(String::as_str).collect();
    let orders = arrangements(&heaps, each.names.len());
    let instance = |order: Vec<&str>| {
        let mut one = plain.clone();
        for (name, heap) in each.names.iter().zip(order) {
            one.names.put(&name.text, plain.names.name(heap));
            one.renamed.push((name.text.clone(), heap.to_owned()));
        }
        one
    };
    orders.into_iter().map(instance).collect()
}

/// A vector of amounts over an array.
fn vectors(declaration: &MoveDeclaration, mut one: MoveInstance) -> MoveInstance {
    for amount in declaration.amounts.iter().filter(|amount| amount.over.is_some()) {
        let index = one.names.index.clone();
        one.names.vector(&amount.name.text, &index);
        let component = one.names.vectors[&amount.name.text].1.clone();
        one.names.put(&amount.name.text, component);
    }
    for (from, _) in changes(declaration) {
        if let ExprKind::Name { name, .. } = &from.kind
            && let Some((_, component)) = one.names.vectors.get(name).cloned()
        {
            one.names.put(name, component);
        }
    }
    one
}

/// The heaps of a set A by their number, which runs over A.
fn subset(declaration: &MoveDeclaration, each: &Each, mut one: MoveInstance) -> MoveInstance {
    let array = each.heaps.first().filter(|_| each.heaps.len() == 1).map(|name| name.text.as_str());
    for name in &each.names {
        let set = one.names.name(&name.text);
        let over = over_set(declaration, name, array, &mut one);
        one.also.push(format!(r"{over}, \emptyset \ne {set}"));
    }
    one
}

/// All ordered choices of `count` of some things.
fn arrangements<'a>(all: &[&'a str], count: usize) -> Vec<Vec<&'a str>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = arrangements(all, count - 1);
    let longer = shorter.iter().flat_map(|begun| {
        let rest = all.iter().filter(|one| !begun.contains(one));
        rest.map(|one| begun.iter().chain([one]).copied().collect::<Vec<_>>())
    });
    longer.take(MOST * MOST).collect()
}

/// The set of options of one instance: its elements, which may be sums of positions, and the conditions on them.
fn whole_set(declaration: &MoveDeclaration, place: &PlaceNames<'_>, instance: &MoveInstance) -> (String, Vec<String>) {
    let is_single = place.named().is_some_and(|heaps| heaps.len() == 1);
    let parts = breaking::part_by_part(declaration, is_single);
    if let [only] = parts.as_slice() {
        return set(only, place, instance);
    }
    let (mut elements, mut all) = (Vec::new(), Vec::<String>::new());
    for part in &parts {
        let (element, conditions) = set(part, place, instance);
        elements.push(if element.starts_with('(') { element } else { format!("({element})") });
        for condition in conditions {
            if !all.contains(&condition) {
                all.push(condition);
            }
        }
    }
    (elements.join(" + "), all)
}

/// The set of options of one instance: its elements, and the conditions on them.
fn set(declaration: &MoveDeclaration, place: &PlaceNames<'_>, instance: &MoveInstance) -> (String, Vec<String>) {
    let names = &instance.names;
    let changes = changes(declaration);
    let mut guards = guards(declaration, &changes, names);
    let is_of = |from: &Expr, wanted: &str| match &from.kind {
        ExprKind::Name { name, .. } => instance.called(name) == wanted,
        _ => false,
    };
    // Heaps of arrays change by number; all other coordinates stand as what they become.
    let is_array = |name: &str| place.arrays().any(|(array, _)| array == name);
    let stands = |(from, _): &&(Expr, Expr)| place.names().iter().any(|name| !is_array(name) && is_of(from, name));
    let by_number: Vec<&(Expr, Expr)> = changes.iter().filter(|change| !stands(change)).collect();
    let after = |(from, to): &&(Expr, Expr)| format!("{} = {}", primed(&names.expression(from)), names.expression(to));
    guards.splice(0..0, by_number.iter().map(after));
    let coordinate = |name: &str| {
        let change = changes.iter().find(|(from, _)| is_of(from, name)).filter(|_| !is_array(name));
        match change {
            Some((_, to)) => names.expression(to),
            None if is_array(name) && !by_number.is_empty() => format!("{}'", own(name, names)),
            None => own(name, names),
        }
    };
    let coordinates: Vec<String> = place.names().into_iter().map(coordinate).collect();
    let element = match coordinates.as_slice() {
        [one] => one.clone(),
        _ => format!("({})", coordinates.join(", ")),
    };
    guards.extend(instance.also.iter().cloned());
    (element, guards)
}

/// A set by its elements and conditions.
fn written(element: &str, guards: &[String]) -> String {
    if guards.is_empty() {
        return format!(r"\{{{element}\}}");
    }
    format!(r"\{{{element} : {}\}}", wrapped(guards, visible(element)))
}

/// Conditions with commas between them, in lines of an alignment.
fn wrapped(guards: &[String], before: usize) -> String {
    let mut text = String::new();
    let mut used = before;
    for (index, guard) in guards.iter().enumerate() {
        let length = visible(guard);
        if LONGEST < used + length && 0 < used {
            text.push_str("{} \\\\\n    & \\qquad ");
            used = 0;
        }
        text.push_str(guard);
        if index + 1 < guards.len() {
            text.push_str(",\\ ");
        }
        used += length + 2;
    }
    text
}

/// A component after the move: the prime stands before the index.
fn primed(component: &str) -> String {
    component.split_once("_{").map_or_else(|| format!("{component}'"), |(array, index)| format!("{array}'_{{{index}"))
}

/// A coordinate as itself, whatever an instance makes of its name.
fn own(name: &str, names: &Symbols) -> String {
    Symbols { printed: BTreeMap::new(), ..names.clone() }.name(name)
}

/// What changes: a coordinate, and its value after the move.
fn changes(declaration: &MoveDeclaration) -> Vec<(Expr, Expr)> {
    match &declaration.change {
        Change::Short(changes) => changes.clone(),
        Change::Full { from, to, .. } => from.iter().map(Expr::named).zip(to.iter().cloned()).collect(),
    }
}

/// The conditions of a move as formulas, and that no heap is negative after it, joined to a chain where one fits.
fn guards(declaration: &MoveDeclaration, changes: &[(Expr, Expr)], names: &Symbols) -> Vec<String> {
    let mut all: Vec<(String, Option<String>)> = Vec::new();
    for condition in conjuncts(declaration.condition.as_ref()) {
        all.push((names.expression(condition), upper(condition, names)));
    }
    let chains = conjuncts(declaration.condition.as_ref());
    for (from, to) in changes {
        let heap = names.expression(from);
        match implied(&heap, to, names, &chains) {
            Implied::Nothing => {}
            Implied::AtMost(amount) => {
                let said = format!(r"{amount} \le {heap}");
                if all.iter().any(|(printed, _)| printed.ends_with(&said) || *printed == said) {
                    continue;
                }
                match all.iter_mut().find(|(_, upper)| upper.as_deref() == Some(&amount)) {
                    Some((printed, upper)) => {
                        printed.push_str(&format!(r" \le {heap}"));
                        *upper = None;
                    }
                    None => all.push((said, None)),
                }
            }
            Implied::Condition(said) => all.push((said, None)),
        }
    }
    all.into_iter().map(|(printed, _)| printed).collect()
}

/// What it means that a heap is not negative after the move.
enum Implied {
    /// It is known.
    Nothing,
    /// An amount is at most the heap.
    AtMost(String),
    /// Anything else.
    Condition(String),
}

fn implied(heap: &str, to: &Expr, names: &Symbols, chains: &[&Expr]) -> Implied {
    match &to.kind {
        ExprKind::Number(value) if 0 <= *value => Implied::Nothing,
        ExprKind::Name { primed: false, .. } => Implied::Nothing,
        ExprKind::Binary(Operator::Subtract, left, right) if names.expression(left) == heap => {
            Implied::AtMost(names.expression(right))
        }
        ExprKind::Binary(Operator::Add, left, right)
            if names.expression(left) == heap && is_positive(&names.expression(right), chains, names) =>
        {
            Implied::Nothing
        }
        _ => Implied::Condition(format!(r"{} \ge 0", names.expression(to))),
    }
}

/// Whether conditions say that an amount is not negative, or it is such a number.
fn is_positive(amount: &str, chains: &[&Expr], names: &Symbols) -> bool {
    let says = |chain: &&Expr| match &chain.kind {
        ExprKind::Comparison { first, rest, modulus: None } => {
            let mut begins = matches!(first.kind, ExprKind::Number(least) if 0 <= least);
            rest.iter().any(|(relation, term)| {
                begins &= matches!(relation, RelationSign::Less | RelationSign::LessEqual);
                begins && names.expression(term) == amount
            })
        }
        _ => false,
    };
    amount.parse::<u64>().is_ok() || chains.iter().any(says)
}

/// The term that a chain of inequalities ends in, if it bounds the term from below alone.
fn upper(condition: &Expr, names: &Symbols) -> Option<String> {
    let ExprKind::Comparison { rest, modulus: None, .. } = &condition.kind else { return None };
    let rises = rest.iter().all(|(relation, _)| matches!(relation, RelationSign::Less | RelationSign::LessEqual));
    rest.last().filter(|_| rises).map(|(_, last)| names.expression(last))
}

/// The conditions that commas and `and` join.
fn conjuncts(condition: Option<&Expr>) -> Vec<&Expr> {
    match condition.map(|condition| &condition.kind) {
        None => Vec::new(),
        Some(ExprKind::All(parts)) => parts.iter().flat_map(|part| conjuncts(Some(part))).collect(),
        Some(ExprKind::Binary(Operator::And, left, right)) => {
            conjuncts(Some(left)).into_iter().chain(conjuncts(Some(right))).collect()
        }
        Some(_) => condition.into_iter().collect(),
    }
}

/// What stands behind the sets: unchanged heaps, and the functions that the rules mention.
fn explained(file: &File, place: &PlaceNames<'_>, names: &Symbols) -> String {
    let mut out = String::new();
    if place.arrays().next().is_some() {
        let index = &names.index;
        let heaps: Vec<String> = place.arrays().map(|(name, _)| names.name(name)).collect();
        let kept: Vec<String> = heaps.iter().map(|heap| format!("${heap}'_{index} = {heap}_{index}$")).collect();
        out.push_str(&format!("Here {} where nothing else is said of ${index}$.\n", kept.join(" and ")));
    }
    let used = mentioned(file);
    if used.contains("total") {
        let sum: Vec<String> = place
            .heaps
            .iter()
            .map(|heap| match &heap.size {
                None => names.name(&heap.name.text),
                Some(_) => format!(r"\sum_{} {}_{}", names.index, names.name(&heap.name.text), names.index),
            })
            .collect();
        out.push_str(&format!("Here ${} = {}$ is the number of all tokens.\n", names.name("total"), sum.join(" + ")));
    }
    let all: Vec<String> = notation(file, names, &|name| used.contains(name));
    if !all.is_empty() {
        out.push_str(&format!("Here {}.\n", all.join(", and ")));
    }
    out
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
