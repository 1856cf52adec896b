//! From a target to the wanted pairs and to the words of a claim about them. Knows nothing about rules.
use crate::asked::TaskFailure;
use crate::check::{Document, Library, Settings, check};
use crate::claim::members;
use crate::engine::Context;
use crate::ruleset::statement::{Body, Statement};
use crate::search::names::{fresh, numbers as numbers_of, taken};
use crate::search::relation::form::{MoveRelation, Pair};
use crate::search::task::{SearchTarget, TargetTerms};
use crate::source;
use crate::syntax::ast::{Expr, ExprKind, Item, ItemKind};
use crate::syntax::{print_item, substitute, walk};
use crate::value::{Outcome, Saturate};
use indexmap::IndexMap;
use std::collections::BTreeSet;

const MOST_TERMS: usize = 10_000;
const MOST_TARGETS: usize = 64;
/// A target with fewer pairs would fit nearly everything.
const FEWEST_PAIRS: usize = 3;
/// Beside so many pairs coverage is looked at before all positions are.
const LOOKED_BESIDE: usize = 6;
/// A report shows so many terms of a target.
const SHOWN_TERMS: usize = 12;
const NO_SET: &str = "does not say which positions are P-positions; write it as `P = {...}`";

/// The wanted set in words.
#[derive(Clone, Debug)]
pub(in crate::search) struct Words {
    /// A `sequence` item for every sequence, and whatever else the set speaks of, each with its name.
    pub(in crate::search) items: Vec<(String, String)>,
    /// The set.
    pub(in crate::search) set: String,
    /// Up to how many tokens it is known; the largest number if for all.
    pub(in crate::search) total: i64,
}

/// The wanted pairs.
#[derive(Clone, Debug)]
pub(in crate::search) struct Wanted {
    /// Smaller heap first, in order of total, then of the smaller heap; all with at most `total` tokens.
    pub(in crate::search) pairs: Vec<Pair>,
    /// Up to how many tokens the target is known.
    pub(in crate::search) total: i64,
    /// As a claim.
    pub(in crate::search) words: Words,
    /// What it is called.
    pub(in crate::search) name: String,
    /// The first terms of its sequence, if it is one.
    pub(in crate::search) terms: Vec<i64>,
}

impl Wanted {
    /// Whether a pair is wanted.
    pub(in crate::search) fn has(&self, pair: Pair) -> bool {
        let key = |pair: &Pair| (pair.0 + pair.1, *pair);
        self.pairs.binary_search_by_key(&key(&pair), key).is_ok()
    }

    /// Whether some positions beside the wanted pairs, where coverage fails first, reach a P-position: a quick look before
    /// all positions are tested.
    pub(in crate::search) fn gaps_are_covered(&self, relation: &MoveRelation, set: &[Pair], total: i64) -> bool {
        let near = |(a, b): &Pair| {
            let middle = (a + b) / 2;
            [(*a, b - 1), (*a, b + 1), (middle, a + b - middle), (a + 1, b - 1), (*a, *a)]
        };
        let reaches = |from: Pair, to: &Pair| relation.holds(from, *to) || relation.holds(from, (to.1, to.0));
        let end = self.pairs.partition_point(|pair| pair.0 + pair.1 <= total);
        let beside = self.pairs[..end].iter().rev().take(LOOKED_BESIDE).flat_map(near);
        let positions = beside.filter(|(a, b)| 0 <= *a && a <= b && a + b <= total && !self.has((*a, *b)));
        let mut positions = positions.filter(|position| !set.contains(position));
        positions.all(|position| set.iter().rev().any(|to| reaches(position, to)))
    }
}

/// Where targets come from.
#[derive(Clone, Copy)]
pub(in crate::search) struct TargetSource<'a> {
    /// The experiment's ruleset, whose sequences a claim may use.
    pub(in crate::search) document: &'a Document,
    /// Files of numbers.
    pub(in crate::search) library: &'a dyn Library,
    /// Every pair with at most so many tokens is wanted.
    pub(in crate::search) total: i64,
    /// The set of a claim is tested for every position with at most so many tokens.
    pub(in crate::search) dense: i64,
    /// Parameters of the ruleset that vary.
    pub(in crate::search) varied: &'a BTreeSet<String>,
    pub(in crate::search) context: &'a Context,
}

/// The wanted pairs of every target; none for an open search.
pub(in crate::search) fn wanted(target: &SearchTarget, origin: &TargetSource<'_>) -> Result<Vec<Wanted>, TaskFailure> {
    match target {
        SearchTarget::Open => Ok(Vec::new()),
        SearchTarget::AnyOf(targets) => {
            if targets.is_empty() || MOST_TARGETS < targets.len() {
                return Err(TaskFailure::Request(format!("`AnyOf` has 1 to {MOST_TARGETS} targets")));
            }
            let one = |target: &SearchTarget| match target {
                SearchTarget::AnyOf(_) | SearchTarget::Open => {
                    Err(TaskFailure::Request("`AnyOf` holds neither `Open` nor `AnyOf`".to_owned()))
                }
                target => single(target, origin),
            };
            targets.iter().map(one).collect()
        }
        target => Ok(vec![single(target, origin)?]),
    }
}

/// The wanted pairs of one target, and its words: sequences as items, the set as a family.
fn single(target: &SearchTarget, origin: &TargetSource<'_>) -> Result<Wanted, TaskFailure> {
    let (library, total) = (origin.library, origin.total);
    let taken = taken(origin.document);
    let k = fresh("k", &taken);
    let mut terms_shown = Vec::new();
    let (pairs, known, items, set) = match target {
        SearchTarget::Claim(text) => return claimed(text, origin),
        SearchTarget::Open | SearchTarget::AnyOf(_) => (Vec::new(), 0, Vec::new(), String::new()),
        SearchTarget::Consecutive(terms) => {
            let (list, mut known) = terms.up_to(total, library)?;
            if let ([.., before, last], true) = (list.as_slice(), terms.is_finite() && list.is_sorted()) {
                // A sequence that goes on ascending has its next pair beyond the last listed one.
                known = before.saturating_add(*last);
            }
            let name = fresh(name(terms), &taken);
            let family = family(terms, list.len(), 1, (&k, &format!("({name}({k}), {name}({k} + 1))")));
            let items = vec![terms.item(&name, &list)];
            terms_shown.extend(list.iter().take(SHOWN_TERMS));
            (list.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>(), known, items, family)
        }
        SearchTarget::Pairs(left, right) => {
            let (first, one) = left.up_to(total, library)?;
            let (second, other) = right.up_to(total, library)?;
            let [a, b] = ["a", "b"].map(|name| fresh(name, &taken));
            let items = vec![left.item(&a, &first), right.item(&b, &second)];
            let shorter = if left.is_finite() { left } else { right };
            let family = family(shorter, first.len().min(second.len()), 0, (&k, &format!("({a}({k}), {b}({k}))")));
            (first.into_iter().zip(second).collect(), one.min(other), items, family)
        }
    };
    let finite = match target {
        SearchTarget::Consecutive(terms) => terms.is_finite(),
        SearchTarget::Pairs(left, right) => left.is_finite() || right.is_finite(),
        _ => false,
    };
    let name = items.iter().map(SequenceItem::words).collect::<Vec<_>>().join("; ");
    let items = items.into_iter().map(|item: SequenceItem| (item.name.clone(), item.text())).collect();
    let words =
        Words { items, set: format!("{{(0, 0)}} union sym {set}"), total: if finite { known } else { i64::MAX } };
    let total = total.min(known);
    let pairs = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b)));
    let fits = |(small, large): &Pair| 0 <= *small && *large <= total && small + large <= total;
    let pairs = ordered(pairs.filter(fits).collect());
    if pairs.len() < FEWEST_PAIRS {
        return Err(TaskFailure::Request(format!(
            "the target has {} pairs with at most {total} tokens; at least {FEWEST_PAIRS} are needed, (0, 0) included",
            pairs.len()
        )));
    }
    Ok(Wanted { pairs, total, words, name, terms: terms_shown })
}

/// A sequence of a target, as an item of a file and as a report calls it.
struct SequenceItem {
    name: String,
    /// `a(k) = k^2`, or `a = [1, 2]`.
    definition: String,
    /// The first terms of a recurrence: `a(0) = 0, a(1) = 1`.
    from: Option<String>,
}

impl SequenceItem {
    fn text(&self) -> String {
        let from = self.from.as_ref().map_or_else(String::new, |from| format!(" from {from}"));
        format!("sequence {}{from}\n", self.definition)
    }

    fn words(&self) -> String {
        let from = self.from.as_ref().map_or_else(String::new, |from| format!(", {from}"));
        format!("{}{from}", self.definition)
    }
}

/// With (0, 0), in order of total, each once.
fn ordered(mut pairs: Vec<Pair>) -> Vec<Pair> {
    pairs.push((0, 0));
    pairs.sort_unstable_by_key(|pair| (pair.0 + pair.1, *pair));
    pairs.dedup();
    pairs
}

/// Items of a file, each with its name.
type Items = Vec<(String, String)>;

/// A claim about the heaps of a ruleset as a document of its own, with its statement and the items that it speaks of;
/// parameters that vary stay as they are.
pub(in crate::search) fn read_claim(
    text: &str,
    document: &Document,
    varied: &BTreeSet<String>,
    library: &dyn Library,
) -> Result<(Document, Statement, Items), TaskFailure> {
    let Document { file, ruleset, .. } = document;
    let items = spoken_of(text, document, varied);
    let declared = file.items.iter().filter(|item| matches!(item.kind, ItemKind::Heaps { .. }));
    let numbers = numbers_of(&document.parameters);
    let heaps: String = declared.map(|item| print_item(&substitute::parameters(item, &numbers)) + "\n").collect();
    let defined: String = items.iter().map(|(_, text)| text.as_str()).collect();
    let file = format!(
        "ruleset \"target\"\n{heaps}move m: {0} -> {0} - 1\n{defined}claim \"target\":\n    {text}\n",
        ruleset.heaps[0]
    );
    let document = check(&source::Source::new("the target's claim", file), library).map_err(TaskFailure::Faults)?;
    let claim = document.claims().next().ok_or_else(|| refuse(text, "is none"))?;
    let statement = document.statement(claim, &document.ruleset).map_err(TaskFailure::Faults)?;
    if !matches!(statement.body, Body::Equal(Outcome::P, _)) {
        return Err(refuse(text, NO_SET));
    }
    Ok((document, statement, items))
}

fn refuse(text: &str, why: &str) -> TaskFailure {
    TaskFailure::Request(format!("the claim `{text}` {why}"))
}

/// The positions that a claim calls P-positions.
fn claimed(text: &str, origin: &TargetSource<'_>) -> Result<Wanted, TaskFailure> {
    let (document, statement, items) = read_claim(text, origin.document, origin.varied, origin.library)?;
    let members =
        members(&statement, &document.ruleset, origin.dense, origin.context)?.ok_or_else(|| refuse(text, NO_SET))?;
    let mut set = text.split_once('=').map_or(text, |(_, set)| set).trim().to_owned();
    let pairs: Vec<Pair> = members.iter().map(|position| (position[0], position[1])).collect();
    if pairs.iter().any(|pair| !pairs.contains(&(pair.1, pair.0))) {
        return Err(refuse(text, "is not symmetric in its heaps"));
    }
    if !pairs.contains(&(0, 0)) {
        // (0, 0) belongs to every target.
        set.push_str(" union {(0, 0)}");
    }
    let pairs = ordered(pairs.into_iter().filter(|pair| pair.0 <= pair.1).collect());
    let words = Words { items, set, total: i64::MAX };
    Ok(Wanted { pairs, total: origin.dense, words, name: text.trim().to_owned(), terms: Vec::new() })
}

/// The functions, sequences and sets of the ruleset that a claim speaks of, and those that these speak of; with the
/// parameters that do not vary written out.
fn spoken_of(text: &str, document: &Document, varied: &BTreeSet<String>) -> Vec<(String, String)> {
    let mut words: BTreeSet<String> =
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').map(str::to_owned).collect();
    let mut numbers = numbers_of(&document.parameters);
    numbers.retain(|name, _| !varied.contains(name));
    let items: Vec<(&str, Item)> = document.file.items.iter().filter_map(|item| defined(item, &numbers)).collect();
    loop {
        let known = words.len();
        for (_, item) in items.iter().filter(|(name, _)| words.contains(*name)).cloned().collect::<Vec<_>>() {
            walk::expressions(&item, &mut |expression| match &expression.kind {
                ExprKind::Name { name, .. } => {
                    words.insert(name.clone());
                }
                ExprKind::Call { function, .. } => {
                    words.insert(function.text.clone());
                }
                _ => {}
            });
        }
        if words.len() == known {
            break;
        }
    }
    let spoken = items.iter().filter(|(name, _)| words.contains(*name));
    spoken.map(|(name, item)| ((*name).to_owned(), print_item(item) + "\n")).collect()
}

/// A function, a sequence, or a parameter that is a set.
fn defined<'a>(item: &'a Item, numbers: &IndexMap<String, i64>) -> Option<(&'a str, Item)> {
    let (ItemKind::Let { name, .. }
    | ItemKind::Sequence { name, .. }
    | ItemKind::Param { name, default: Expr { kind: ExprKind::Set(_), .. }, .. }) = &item.kind
    else {
        return None;
    };
    Some((name.text.as_str(), substitute::parameters(item, numbers)))
}

fn name(terms: &TargetTerms) -> &'static str {
    if matches!(terms, TargetTerms::Recurrence { .. }) { "F" } else { "a" }
}

/// The pairs for all k, or for the k of a finite list.
fn family(terms: &TargetTerms, length: usize, ahead: usize, (k, pair): (&str, &str)) -> String {
    match terms {
        terms if terms.is_finite() => format!("{{{pair} for {k} in 0..{}}}", length.saturating_sub(1 + ahead)),
        _ => format!("{{{pair} for {k} >= 0}}"),
    }
}

impl TargetTerms {
    fn is_finite(&self) -> bool {
        matches!(self, Self::List(_) | Self::File(_))
    }

    /// The terms in order, up to the first that is larger than `limit`, and up to how many tokens pairs of them are
    /// known; at most 10,000.
    ///
    /// # Errors
    /// A closed form that cannot be evaluated, a file that cannot be read, negative terms.
    pub fn up_to(&self, limit: i64, library: &dyn Library) -> Result<(Vec<i64>, i64), TaskFailure> {
        let list = match self {
            Self::List(list) => Some(list.clone()),
            Self::File(name) => Some(numbers(name, &library.read(name).map_err(TaskFailure::Request)?)?),
            Self::ClosedForm(form) => return closed_form(form, limit, library),
            _ => None,
        };
        let mut terms: Vec<i64> = Vec::new();
        while let Some(term) = self.next(&terms, list.as_deref()).filter(|_| terms.len() < MOST_TERMS) {
            terms.push(term);
            if limit < term {
                return ended(terms, limit);
            }
        }
        let known = terms.last().copied().unwrap_or(0);
        ended(terms, known)
    }

    fn next(&self, terms: &[i64], list: Option<&[i64]>) -> Option<i64> {
        let k = i64::try_from(terms.len()).ok()?;
        match self {
            Self::List(_) | Self::File(_) | Self::ClosedForm(_) => list?.get(terms.len()).copied(),
            Self::Recurrence { coefficients, start } => match start.get(terms.len()) {
                Some(first) => Some(*first),
                None => coefficients.iter().enumerate().try_fold(0i64, |sum, (back, factor)| {
                    let term = terms.get(terms.len().checked_sub(back + 1)?)?;
                    sum.checked_add(factor.checked_mul(*term)?)
                }),
            },
            Self::Polygonal(sides) => {
                let square = sides.checked_sub(2)?.checked_mul(k.checked_mul(k)?)?;
                Some(square.checked_sub(sides.checked_sub(4)?.checked_mul(k)?)? / 2)
            }
            Self::Geometric(d) => terms.last().map_or(Some(1), |last| last.checked_mul(*d)),
            Self::Repunit(d) => terms.last().map_or(Some(0), |last| last.checked_mul(*d)?.checked_add(1)),
        }
    }

    /// The sequence in the ruleset language.
    fn item(&self, name: &str, terms: &[i64]) -> SequenceItem {
        let item = |definition: String| SequenceItem { name: name.to_owned(), definition, from: None };
        let body = match self {
            Self::Recurrence { coefficients, start } => return recurrence(name, coefficients, start),
            Self::List(_) | Self::File(_) => {
                let list: Vec<String> = terms.iter().map(i64::to_string).collect();
                return item(format!("{name} = [{}]", list.join(", ")));
            }
            Self::ClosedForm(form) => form.clone(),
            Self::Polygonal(3) => "(k^2 + k) / 2".to_owned(),
            Self::Polygonal(4) => "k^2".to_owned(),
            Self::Polygonal(5) => "(3 * k^2 - k) / 2".to_owned(),
            Self::Polygonal(sides) => format!("({} * k^2 - {} * k) / 2", sides - 2, sides - 4),
            Self::Geometric(d) => format!("{d}^k"),
            Self::Repunit(2) => "2^k - 1".to_owned(),
            Self::Repunit(d) => format!("({d}^k - 1) / {}", d - 1),
        };
        item(format!("{name}(k) = {body}"))
    }
}

fn ended(terms: Vec<i64>, known: i64) -> Result<(Vec<i64>, i64), TaskFailure> {
    match terms.iter().find(|term| **term < 0) {
        Some(term) => Err(TaskFailure::Request(format!("the target has the term {term}; heaps are not negative"))),
        None => Ok((terms, known)),
    }
}

fn recurrence(name: &str, coefficients: &[i64], start: &[i64]) -> SequenceItem {
    let mut sum = String::new();
    for (back, factor) in coefficients.iter().enumerate().filter(|(_, factor)| **factor != 0) {
        let sign = match (sum.is_empty(), *factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let times = if factor.abs() == 1 { String::new() } else { format!("{} * ", factor.unsigned_abs()) };
        sum += &format!("{sign}{times}{name}(k - {})", back + 1);
    }
    if sum.is_empty() {
        sum.push('0');
    }
    let from: Vec<String> = start.iter().enumerate().map(|(k, term)| format!("{name}({k}) = {term}")).collect();
    SequenceItem { name: name.to_owned(), definition: format!("{name}(k) = {sum}"), from: Some(from.join(", ")) }
}

/// The terms of a closed form; asked for ever more until one is larger than `limit`.
fn closed_form(form: &str, limit: i64, library: &dyn Library) -> Result<(Vec<i64>, i64), TaskFailure> {
    let text = format!(
        "ruleset \"target\"\nheaps x, y\nmove m(i): (x, y) -> (x - i, y) where 1 <= i\nsequence a(k) = {form}\n"
    );
    let document =
        check(&source::Source::new("the target's closed form", text), library).map_err(TaskFailure::Faults)?;
    let mut count = 32;
    loop {
        let terms = document.sequence("a", &Settings::new(), count).map_err(TaskFailure::Faults)?;
        let mut kept: Vec<i64> = Vec::new();
        for term in &terms {
            kept.push(term.saturated());
            if i128::from(limit) < *term {
                return ended(kept, limit);
            }
        }
        if MOST_TERMS <= count {
            let known = kept.last().copied().unwrap_or(0);
            return ended(kept, known);
        }
        count *= 2;
    }
}

/// Numbers of a file; of lines with a running index first, only the second numbers.
fn numbers(name: &str, text: &str) -> Result<Vec<i64>, TaskFailure> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for line in lines {
        let words = line.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
        let row: Result<Vec<i64>, String> = words
            .map(|word| word.parse().map_err(|_| format!("`{word}` in {name} is not a number that fits")))
            .collect();
        rows.push(row.map_err(TaskFailure::Request)?);
    }
    rows.retain(|row| !row.is_empty());
    let indexed = 1 < rows.len()
        && rows.iter().all(|row| row.len() == 2)
        && rows.windows(2).all(|pair| pair[0][0].checked_add(1) == Some(pair[1][0]));
    Ok(if indexed { rows.into_iter().map(|row| row[1]).collect() } else { rows.concat() })
}
