//! A definition means the same wherever it is used: no variable that happens to have the name of a heap, a parameter or another
//! definition takes that name away from it. Where one would, the file is refused: both readings are possible, and one is wrong.
use crate::diagnostic::Sink;
use crate::syntax::ast::{Binder, Change, Expr, ExprKind, File, Item, ItemKind, Name};
use crate::syntax::walk;
use indexmap::{IndexMap, IndexSet};

/// A name that is bound anew, and how.
#[derive(Clone, Copy)]
struct BoundName<'a> {
    name: &'a str,
    /// Whether it is a heap in the tuple of a set: the position at hand is that of the set there, for definitions, too.
    at_hand: bool,
}

/// What the names of a file are, and which of them a definition speaks of.
struct Definitions<'a> {
    declared: IndexSet<&'a str>,
    heaps: IndexSet<&'a str>,
    /// For each definition the declared names that it speaks of, also by way of other definitions.
    mentions: IndexMap<&'a str, IndexSet<&'a str>>,
}

/// Reports definitions that are used where a variable has the name of something that they speak of.
pub(super) fn definitions_keep_their_meaning(file: &File, sink: &mut Sink) {
    let definitions = Definitions::of(file);
    for item in &file.items {
        let mut bound = Vec::new();
        let plain = |name| BoundName { name, at_hand: false };
        match &item.kind {
            ItemKind::Let { arguments: own, .. } | ItemKind::Sequence { indices: own, .. } => {
                bound.extend(own.iter().map(|own| plain(own.text.as_str())));
            }
            ItemKind::Move(declared) => {
                let each = declared.each.iter().flat_map(|each| &each.names);
                let names = declared.amounts.iter().map(|amount| &amount.name).chain(each);
                let indices = declared.indices.iter().flat_map(|indices| &indices.binders).flat_map(Binder::names);
                bound.extend(names.chain(indices).map(|own| plain(own.text.as_str())));
            }
            ItemKind::Claim(claim) => {
                // A head sets parameters; another name of it is one number at a time.
                let names = claim.binders.iter().flat_map(Binder::names).map(|own| own.text.as_str());
                bound.extend(names.filter(|name| definitions.heaps.contains(name)).map(plain));
            }
            _ => {}
        }
        for root in roots(item) {
            definitions.walk(root, &mut bound, &mut |used, taken| captured(used, taken, &definitions, sink));
        }
    }
}

/// The expressions of an item in which definitions can be used.
fn roots(item: &Item) -> Vec<&Expr> {
    match &item.kind {
        ItemKind::Let { body, .. } | ItemKind::Sequence { body, .. } | ItemKind::Positions(body) => vec![body],
        ItemKind::Start { value, .. } => vec![value],
        ItemKind::Measure(terms) => terms.iter().collect(),
        ItemKind::Move(declared) => {
            let mut all: Vec<&Expr> = match &declared.change {
                Change::Full { to, more, .. } => to.iter().chain(more.iter().flatten()).collect(),
                Change::Short(changes) => changes.iter().map(|(_, to)| to).collect(),
            };
            all.extend(&declared.condition);
            all.extend(declared.indices.iter().flat_map(|indices| &indices.condition));
            all
        }
        ItemKind::Claim(claim) => {
            std::iter::once(&claim.body).chain(&claim.condition).chain(&claim.except).chain(&claim.at).collect()
        }
        _ => Vec::new(),
    }
}

fn captured(used: &Expr, taken: &str, definitions: &Definitions<'_>, sink: &mut Sink) {
    let (ExprKind::Name { name, .. } | ExprKind::Call { function: Name { text: name, .. }, .. }) = &used.kind else {
        return;
    };
    let what = if definitions.heaps.contains(taken) { "the heap or register" } else { "what the file calls" };
    sink.error(
        "captured-name",
        used.span,
        format!("`{name}` speaks of {what} `{taken}`, and here a variable is called `{taken}`"),
        "which of the two is meant cannot be seen",
        format!(
            "call the variable otherwise; or give `{name}` an argument for it, so that each use says what it speaks of"
        ),
    );
}

impl<'a> Definitions<'a> {
    /// Reads what a file declares, then what definitions mention, first by themselves and then by way of others.
    fn of(file: &'a File) -> Self {
        let mut all = Self { declared: IndexSet::new(), heaps: IndexSet::new(), mentions: IndexMap::new() };
        let mut bodies: IndexMap<&str, (&[Name], &Expr)> = IndexMap::new();
        for item in &file.items {
            match &item.kind {
                ItemKind::Param { name, .. } => _ = all.declared.insert(&name.text),
                ItemKind::Register { name, .. } => _ = all.heaps.insert(&name.text),
                ItemKind::Heaps { heaps, .. } => all.heaps.extend(heaps.iter().map(|heap| heap.name.text.as_str())),
                ItemKind::Let { name, arguments: own, body } | ItemKind::Sequence { name, indices: own, body, .. } => {
                    all.declared.insert(&name.text);
                    bodies.insert(&name.text, (own, body));
                }
                _ => {}
            }
        }
        all.declared.extend(all.heaps.iter().copied());
        for (name, (own, body)) in &bodies {
            let mut found = IndexSet::new();
            let mut bound = own.iter().map(|own| BoundName { name: &own.text, at_hand: false }).collect();
            all.mentioned(body, &mut bound, &mut found);
            all.mentions.insert(name, found);
        }
        // What is mentioned by way of other definitions, until nothing is added.
        loop {
            let before: usize = all.mentions.values().map(IndexSet::len).sum();
            for at in 0..all.mentions.len() {
                let further: Vec<&str> =
                    all.mentions[at].iter().filter_map(|name| all.mentions.get(name)).flatten().copied().collect();
                all.mentions[at].extend(further);
            }
            if all.mentions.values().map(IndexSet::len).sum::<usize>() == before {
                return all;
            }
        }
    }

    /// The declared names that an expression speaks of.
    fn mentioned(&self, root: &'a Expr, bound: &mut Vec<BoundName<'a>>, found: &mut IndexSet<&'a str>) {
        let before = bound.len();
        self.bind(root, bound);
        let mut note = |name: &'a str| {
            if name == "total" {
                found.extend(self.heaps.iter().copied());
            }
            if self.declared.contains(name) && bound.iter().all(|known| known.name != name) {
                found.insert(name);
            }
        };
        match &root.kind {
            ExprKind::Name { name, .. } | ExprKind::Index { name, .. } => note(name),
            ExprKind::Call { function, .. } => note(&function.text),
            ExprKind::Fold { array, .. } => note(&array.text),
            _ => {}
        }
        for part in walk::parts(root) {
            self.mentioned(part, bound, found);
        }
        bound.truncate(before);
    }

    /// Calls `report` with every use of a definition and a name that is taken from it there.
    fn walk(&self, root: &'a Expr, bound: &mut Vec<BoundName<'a>>, report: &mut dyn FnMut(&'a Expr, &'a str)) {
        let before = bound.len();
        self.bind(root, bound);
        if let ExprKind::Name { name, .. } | ExprKind::Call { function: Name { text: name, .. }, .. } = &root.kind
            && bound.iter().all(|known| known.name != name)
            && let Some(mentions) = self.mentions.get(name.as_str())
        {
            let innermost = |mention: &&&str| bound.iter().rev().find(|known| known.name == **mention);
            let taken = mentions.iter().find(|mention| innermost(mention).is_some_and(|known| !known.at_hand));
            if let Some(taken) = taken {
                report(root, taken);
            }
        }
        for part in walk::parts(root) {
            self.walk(part, bound, report);
        }
        bound.truncate(before);
    }

    /// Binds what an expression binds inside.
    fn bind(&self, root: &'a Expr, bound: &mut Vec<BoundName<'a>>) {
        let plain = |name: &'a Name| BoundName { name: &name.text, at_hand: false };
        match &root.kind {
            ExprKind::Family { element, binders, .. } => {
                let components = match &element.kind {
                    ExprKind::Tuple(parts) => parts.iter().collect(),
                    _ => vec![&**element],
                };
                let heaps = components.into_iter().filter_map(|part| match &part.kind {
                    ExprKind::Name { name, primed: false } if self.heaps.contains(name.as_str()) => Some(name),
                    _ => None,
                });
                bound.extend(heaps.map(|name| BoundName { name, at_hand: true }));
                bound.extend(binders.iter().flat_map(Binder::names).map(plain));
            }
            ExprKind::Quantified { binders, .. } | ExprKind::FoldIndices { binders, .. } => {
                bound.extend(binders.iter().flat_map(Binder::names).map(plain));
            }
            ExprKind::OptionsOf { names, .. } => bound.extend(names.iter().map(plain)),
            ExprKind::Fold { name, .. } => bound.push(plain(name)),
            _ => {}
        }
    }
}
