//! Claims "for every n" about n heaps as claims about a single heap, by one of two theorems. Knows nothing of proofs.
//!
//! *Heaps apart.* Let every move change one heap, and let what it becomes and whether the move can be made depend on that heap alone. Then a
//! position is the sum of its heaps, each played alone; its value is the nim-sum of their values, and it is a P-position of normal play
//! if that is 0 (Sprague 1935, Grundy 1939). So if one heap a has the value E(a), for every a, then n heaps have the nim-sum of all E(a).
//!
//! *Totals.* Let every move take amounts that are not negative from all heaps at once, where what is asked of the amounts depends on their sum and
//! on the total of the heaps alone. From a position with the total t the options have the totals t - s, for each sum s <= t that is allowed
//! at t: some amounts have this sum, as they may be spread over the heaps in any way. These are the options of one heap t in the same game. By
//! induction the value, the outcome of either play and the final phase of a position are those of the single heap of its total, and a claim in which heaps occur in
//! their total, and in what is asked of the position itself, holds of the position if it holds of that heap.
//!
//! In both, play ends with n heaps if it ends with one, and options are finitely many if they are.
use super::document::{Document, Settings};
use super::heap_by_heap::{HeapInduction, by_heaps, is_name, without_numbers};
use super::scope::OF_POSITIONS;
use crate::syntax::ast::{
    Change, Claim, Each, Expr, ExprKind, File, Item, ItemKind, MoveDeclaration, Name, Operator, RelationSign,
};
use crate::syntax::walk;
use crate::value::Play;

/// By which theorem one heap tells of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneHeap {
    /// Every heap is played alone: values are nim-sums.
    Apart,
    /// Every heap is played alone, and by induction on their number it is enough to look at one more.
    HeapByHeap,
    /// Moves depend on totals only: a position is worth what one heap of its total is.
    Totals,
}

/// A claim about any number of heaps, and what has to be proved of one.
pub(super) struct AnyNumber {
    /// The parameter that is the number of heaps.
    pub(super) parameter: String,
    /// Why one heap suffices.
    pub(super) by: OneHeap,
    /// The rules with one heap, and without the parameter.
    pub(super) file: File,
    /// What is claimed of one heap; its head still has the parameter.
    pub(super) claim: Claim,
}

/// The names of a file that stand for all heaps, and what its functions say.
struct Names<'a> {
    file: &'a File,
    /// The array of heaps.
    heaps: &'a str,
    /// The number of heaps.
    number: &'a str,
}

impl Document {
    /// The claim about one heap that a claim about any number of heaps follows from; `None` where neither theorem applies, or if the head
    /// gives the number an end.
    pub(super) fn about_one_heap(&self, claim: &Claim, settings: &Settings) -> Option<AnyNumber> {
        let (heaps, number) = array_of_heaps(&self.file)?;
        let binder = claim.binders.iter().find(|binder| binder.name.text == number)?;
        if !matches!(binder.relation, RelationSign::GreaterEqual | RelationSign::Greater)
            || settings.contains_key(number)
        {
            return None;
        }
        let names = Names { file: &self.file, heaps, number };
        let claim = &of_all_heaps(claim, heaps, number);
        if !names.number_is_only_that_of_the_heaps(claim) || claim.at.is_some() || claim.except.is_some() {
            return None;
        }
        let moves: Vec<&MoveDeclaration> = self.file.items.iter().filter_map(as_move).collect();
        let (by, body) = if !moves.is_empty() && moves.iter().all(|own| names.changes_one_heap(own)) {
            match names.of_one_heap(claim) {
                Some(body) => (OneHeap::Apart, body),
                // The explorer has a limit of bytes, and does without.
                None if cfg!(target_arch = "wasm32") => return None,
                None => (OneHeap::HeapByHeap, names.heap_by_heap(claim)?.whole),
            }
        } else if !moves.is_empty() && moves.iter().all(|own| names.depends_on_totals(own)) {
            let parts = std::iter::once(&claim.body).chain(&claim.condition);
            parts
                .into_iter()
                .all(|part| names.is_of_totals(part, None))
                .then(|| (OneHeap::Totals, claim.body.clone()))?
        } else {
            return None;
        };
        let own = match by {
            OneHeap::HeapByHeap => Claim { body, condition: None, play: Some(Play::Normal), ..claim.clone() },
            OneHeap::Apart | OneHeap::Totals => Claim { body, ..claim.clone() },
        };
        let file = with_one_heap(&self.file, number, claim, &own);
        Some(AnyNumber { parameter: number.to_owned(), by, file, claim: own })
    }

    /// How a claim that holds of any number of heaps, as one heap more shows, is told of the numbers that heaps come to.
    #[must_use]
    pub fn heap_induction(&self, claim: &Claim) -> Option<HeapInduction> {
        let (heaps, number) = array_of_heaps(&self.file)?;
        Names { file: &self.file, heaps, number }.heap_by_heap(&of_all_heaps(claim, heaps, number))
    }
}

/// A claim that says without their numbers what it says of every heap, or of some.
fn of_all_heaps(claim: &Claim, heaps: &str, number: &str) -> Claim {
    // The explorer has a limit of bytes, and proves no such claims.
    if cfg!(target_arch = "wasm32") {
        return claim.clone();
    }
    let told = |part: &Expr| without_numbers(part, heaps, number);
    Claim { body: told(&claim.body), condition: claim.condition.as_ref().map(told), ..claim.clone() }
}

/// The array that all heaps are in, and the parameter that is their number, in a file with nothing else that could tell heaps apart.
fn array_of_heaps(file: &File) -> Option<(&str, &str)> {
    let mut found = None;
    for item in &file.items {
        match &item.kind {
            ItemKind::Heaps { heaps, below: None } if found.is_none() => {
                let [declared] = heaps.as_slice() else { return None };
                let ExprKind::Name { name, primed: false } = &declared.size.as_ref()?.kind else { return None };
                found = Some((declared.name.text.as_str(), name.as_str()));
            }
            ItemKind::Heaps { .. }
            | ItemKind::Register { .. }
            | ItemKind::Start { .. }
            | ItemKind::Positions(_)
            | ItemKind::Blocking(_)
            | ItemKind::Code(_)
            | ItemKind::Extends { .. }
            | ItemKind::Sum(_) => return None,
            ItemKind::Ruleset(_)
            | ItemKind::Source(_)
            | ItemKind::Param { .. }
            | ItemKind::Play(_)
            | ItemKind::Measure(_)
            | ItemKind::Move(_)
            | ItemKind::Let { .. }
            | ItemKind::Sequence { .. }
            | ItemKind::Claim(_) => {}
        }
    }
    found
}

fn as_move(item: &Item) -> Option<&MoveDeclaration> {
    if let ItemKind::Move(declared) = &item.kind { Some(declared) } else { None }
}

/// A file with one heap in its array, without the parameter that was their number, and with another claim in place of one.
fn with_one_heap(file: &File, number: &str, claim: &Claim, own: &Claim) -> File {
    let mut items = Vec::new();
    for item in &file.items {
        let kind = match &item.kind {
            ItemKind::Param { name, .. } if name.text == number => continue,
            ItemKind::Heaps { heaps, below } => {
                let one = Expr { kind: ExprKind::Number(1), span: item.span };
                let mut heaps = heaps.clone();
                for heap in &mut heaps {
                    heap.size = Some(one.clone());
                }
                ItemKind::Heaps { heaps, below: below.clone() }
            }
            ItemKind::Claim(other) if other.name == claim.name => ItemKind::Claim(own.clone()),
            kind => kind.clone(),
        };
        items.push(Item { kind, span: item.span });
    }
    File { items, ..file.clone() }
}

impl Names<'_> {
    /// The parameter stands nowhere but in `h[n]` and in heads of claims.
    fn number_is_only_that_of_the_heaps(&self, claim: &Claim) -> bool {
        let free = |part: &Expr| !self.speaks_of(part, &[self.number]);
        let others = self.file.items.iter().all(|item| match &item.kind {
            ItemKind::Heaps { .. } | ItemKind::Claim(_) | ItemKind::Measure(_) => true,
            ItemKind::Param { name, .. } if name.text == self.number => true,
            ItemKind::Param { condition, default, .. } => free(default) && condition.iter().all(free),
            _ => {
                let mut all = true;
                walk::expressions(item, &mut |part| all &= free(part));
                all
            }
        });
        let head = claim.binders.iter().map(|binder| &*binder.range).chain(&claim.head_condition);
        others && head.into_iter().chain([&claim.body]).chain(&claim.condition).all(free)
    }

    /// Whether an expression, or a definition that it uses, names one of these.
    fn speaks_of(&self, part: &Expr, forbidden: &[&str]) -> bool {
        self.finds(part, &mut |kind, _| {
            let name = match kind {
                ExprKind::Name { name, .. } | ExprKind::Index { name, .. } => name,
                ExprKind::Fold { array, .. } => &array.text,
                _ => return Mention::Nothing,
            };
            if forbidden.contains(&name.as_str()) { Mention::It } else { Mention::Nothing }
        })
    }

    /// Looks through an expression and the definitions that it uses, outer parts first.
    fn finds(&self, part: &Expr, look: &mut dyn FnMut(&ExprKind, bool) -> Mention) -> bool {
        let mut used: Vec<&str> = Vec::new();
        let mut parts: Vec<(&Expr, bool)> = vec![(part, false)];
        while let Some((part, is_defined)) = parts.pop() {
            match look(&part.kind, is_defined) {
                Mention::It => return true,
                Mention::Allowed => continue,
                Mention::Nothing => {}
            }
            parts.extend(walk::parts(part).into_iter().map(|inner| (inner, is_defined)));
            let called = match &part.kind {
                ExprKind::Name { name, .. } | ExprKind::Index { name, .. } => name,
                ExprKind::Call { function, .. } => &function.text,
                _ => continue,
            };
            if !used.contains(&called.as_str()) {
                used.push(called);
                parts.extend(self.definitions(called).into_iter().map(|inner| (inner, true)));
            }
        }
        false
    }

    /// What a name is defined by.
    fn definitions(&self, called: &str) -> Vec<&Expr> {
        let mut all = Vec::new();
        for item in &self.file.items {
            match &item.kind {
                ItemKind::Let { name, body, .. } if name.text == called => all.push(body),
                ItemKind::Sequence { name, body, from, .. } if name.text == called => {
                    all.push(body);
                    all.extend(from.iter().flat_map(|(indices, value)| indices.iter().chain([value])));
                }
                ItemKind::Param { name, default, .. } if name.text == called => all.push(default),
                _ => {}
            }
        }
        all
    }

    /// `for each a in h: a -> ... where ...`, where no other heap is spoken of.
    fn changes_one_heap(&self, own: &MoveDeclaration) -> bool {
        let Some(Each { subset: false, names, heaps }) = &own.each else { return false };
        let ([own_heap], [array]) = (names.as_slice(), heaps.as_slice()) else { return false };
        let Change::Short(changes) = &own.change else { return false };
        let [(from, to)] = changes.as_slice() else { return false };
        let alone = |part: &Expr| !self.speaks_of(part, &[self.heaps, self.number, "total"]);
        array.text == self.heaps
            && is_name(from, &own_heap.text)
            && own.amounts.iter().all(|amount| amount.over.is_none())
            && !own.symmetric
            && own.indices.is_none()
            && alone(to)
            && own.condition.iter().all(alone)
    }

    /// `take(x[h]): h -> h - x where 0 <= x, ...`, where the rest depends on `sum(x)` and the total.
    fn depends_on_totals(&self, own: &MoveDeclaration) -> bool {
        let [amount] = own.amounts.as_slice() else { return false };
        let Change::Short(changes) = &own.change else { return false };
        let [(from, to)] = changes.as_slice() else { return false };
        let ExprKind::Binary(Operator::Subtract, left, right) = &to.kind else { return false };
        let taken = amount.name.text.as_str();
        let is_natural = |part: &Expr| {
            matches!(&part.kind, ExprKind::Comparison { first, rest, modulus: None }
            if matches!(first.kind, ExprKind::Number(0))
                && matches!(rest.as_slice(), [(RelationSign::LessEqual, other)] if is_name(other, taken)))
        };
        let conditions = own.condition.as_ref().map_or(Vec::new(), |condition| match &condition.kind {
            ExprKind::All(parts) => parts.iter().collect(),
            _ => vec![condition],
        });
        let (naturals, others): (Vec<&Expr>, Vec<&Expr>) = conditions.into_iter().partition(|part| is_natural(part));
        amount.over.as_ref().is_some_and(|over| over.text == self.heaps)
            && own.each.is_none()
            && own.indices.is_none()
            && is_name(from, self.heaps)
            && is_name(left, self.heaps)
            && is_name(right, taken)
            && !naturals.is_empty()
            && others.iter().all(|part| self.is_of_totals(part, Some(taken)))
    }

    /// Whether heaps, and amounts of this name, occur in their total only; or, in a claim, in what is asked of the position itself.
    fn is_of_totals(&self, part: &Expr, taken: Option<&str>) -> bool {
        let is_summed = |inner: &Expr| is_name(inner, self.heaps) || taken.is_some_and(|taken| is_name(inner, taken));
        !self.finds(part, &mut |kind, is_defined| match kind {
            ExprKind::Call { function, arguments } => match (function.text.as_str(), arguments.as_slice()) {
                ("sum", [inner]) if is_summed(inner) => Mention::Allowed,
                (asked, [inner]) if OF_POSITIONS.contains(&asked) && is_name(inner, self.heaps) => {
                    if taken.is_none() && !is_defined { Mention::Allowed } else { Mention::It }
                }
                (asked, _)
                    if OF_POSITIONS.contains(&asked) || ["admissible", "universally admissible"].contains(&asked) =>
                {
                    Mention::It
                }
                _ => Mention::Nothing,
            },
            // What is asked of another game, at numbers.
            ExprKind::Of(inner, _) => match &inner.kind {
                ExprKind::Call { arguments, .. } if arguments.iter().all(|part| self.is_of_totals(part, taken)) => {
                    Mention::Allowed
                }
                _ => Mention::It,
            },
            ExprKind::Name { name, primed } => {
                let is_other = [self.heaps, self.number, "P", "N"].contains(&name.as_str());
                if *primed || is_other || taken == Some(name.as_str()) { Mention::It } else { Mention::Nothing }
            }
            ExprKind::Index { name, .. } => {
                if name == self.heaps || taken == Some(name.as_str()) {
                    Mention::It
                } else {
                    Mention::Nothing
                }
            }
            ExprKind::Fold { array, .. } => {
                if array.text == self.heaps || taken == Some(array.text.as_str()) {
                    Mention::It
                } else {
                    Mention::Nothing
                }
            }
            // What is bound may be a heap.
            ExprKind::OptionsOf { .. } | ExprKind::Family { .. } => Mention::It,
            // One by one: a form that looks at positions must not be taken for one of these.
            ExprKind::Number(_)
            | ExprKind::Negate(_)
            | ExprKind::Not(_)
            | ExprKind::Binary(..)
            | ExprKind::Absolute(_)
            | ExprKind::FoldIndices { .. }
            | ExprKind::Tuple(_)
            | ExprKind::Comparison { .. }
            | ExprKind::Range(..)
            | ExprKind::Set(_)
            | ExprKind::List(_)
            | ExprKind::Symmetric(_)
            | ExprKind::Cases(_)
            | ExprKind::Quantified { .. }
            | ExprKind::All(_) => Mention::Nothing,
        })
    }

    /// The play of a claim, where the file alone decides.
    fn play(&self, claim: &Claim) -> Play {
        let of_file = self.file.items.iter().find_map(|item| match item.kind {
            ItemKind::Play(play) => Some(play),
            _ => None,
        });
        claim.play.or(of_file).unwrap_or(Play::Normal)
    }

    /// What has to be shown of one heap for a claim about sums, nim-sums and largest numbers of all, and the outcome or the value of the position.
    fn heap_by_heap(&self, claim: &Claim) -> Option<HeapInduction> {
        let alone = |part: &Expr| {
            let own = [self.heaps, self.number, "total", "P", "N"];
            let asks = self.finds(part, &mut |kind, _| match kind {
                ExprKind::Call { function, .. } if OF_POSITIONS.contains(&function.text.as_str()) => Mention::It,
                ExprKind::OptionsOf { .. } | ExprKind::Of(..) => Mention::It,
                _ => Mention::Nothing,
            });
            !asks && !self.speaks_of(part, &own)
        };
        by_heaps(claim, self.play(claim), self.heaps, &alone)
    }

    /// What has to be shown of one heap for a claim about the nim-sum of all: which value it has.
    fn of_one_heap(&self, claim: &Claim) -> Option<Expr> {
        if claim.condition.is_some() || self.play(claim) == Play::Misere {
            return None;
        }
        match &claim.body.kind {
            ExprKind::Comparison { first, rest, modulus: None } => {
                let [(RelationSign::Equal, other)] = rest.as_slice() else { return None };
                if let ExprKind::Family { element, binders, condition: Some(told) } = &other.kind {
                    let is_all = is_name(first, "P") && binders.is_empty() && is_name(element, self.heaps);
                    return is_all.then(|| self.value_is(told, RelationSign::Equal)).flatten();
                }
                let is_value = |one: &Expr, other: &Expr| self.is_asked("grundy", one) && self.is_nim_sum(other);
                (is_value(first, other) || is_value(other, first)).then(|| claim.body.clone())
            }
            ExprKind::Binary(Operator::Iff, left, right) => {
                let outcomes = [("P", RelationSign::Equal), ("N", RelationSign::NotEqual)];
                let sides = [(left, right), (right, left)];
                outcomes.into_iter().find_map(|(outcome, relation)| {
                    let told = sides.into_iter().find(|side| self.is_asked(outcome, side.0))?.1;
                    self.value_is(told, relation)
                })
            }
            _ => None,
        }
    }

    /// Whether an expression is what is asked of the position itself.
    fn is_asked(&self, wanted: &str, part: &Expr) -> bool {
        matches!(&part.kind, ExprKind::Call { function, arguments }
            if function.text == wanted && matches!(arguments.as_slice(), [inner] if is_name(inner, self.heaps)))
    }

    /// `xor(h)` or `xor(E(a) for a in h)`, where E speaks of its heap alone.
    fn is_nim_sum(&self, part: &Expr) -> bool {
        match &part.kind {
            ExprKind::Call { function, arguments } => {
                function.text == "xor" && matches!(arguments.as_slice(), [inner] if is_name(inner, self.heaps))
            }
            ExprKind::Fold { function, value, array, condition: None, .. } => {
                let own = [self.heaps, self.number, "total", "P", "N"];
                function.text == "xor"
                    && array.text == self.heaps
                    && !self.speaks_of(value, &own)
                    && !self.finds(value, &mut |kind, _| match kind {
                        ExprKind::Call { function, .. } if OF_POSITIONS.contains(&function.text.as_str()) => {
                            Mention::It
                        }
                        _ => Mention::Nothing,
                    })
            }
            _ => false,
        }
    }

    /// That the value of the position is a nim-sum of which it is said whether it is 0.
    fn value_is(&self, told: &Expr, relation: RelationSign) -> Option<Expr> {
        let ExprKind::Comparison { first, rest, modulus: None } = &told.kind else { return None };
        let [(sign, other)] = rest.as_slice() else { return None };
        let is_zero = |part: &Expr| matches!(part.kind, ExprKind::Number(0));
        let nim_sum = if is_zero(other) { &**first } else { other };
        let fits = *sign == relation && (is_zero(first) || is_zero(other)) && self.is_nim_sum(nim_sum);
        let here = |kind: ExprKind| Expr { kind, span: told.span };
        let name = |text: &str| Name { text: text.to_owned(), span: told.span };
        let heaps = here(ExprKind::Name { name: self.heaps.to_owned(), primed: false });
        let value = here(ExprKind::Call { function: name("grundy"), arguments: vec![heaps] });
        let rest = vec![(RelationSign::Equal, nim_sum.clone())];
        fits.then(|| here(ExprKind::Comparison { first: Box::new(value), rest, modulus: None }))
    }
}

/// What looking at a part of an expression comes to.
enum Mention {
    /// It is what was looked for.
    It,
    /// Nothing in it need be looked at.
    Allowed,
    /// Its parts may have it.
    Nothing,
}
