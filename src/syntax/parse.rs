//! Text to tree, item by item. With its submodule the only place that names a rule of the grammar.

mod by_hand;
mod expressions;
mod in_claims;
mod readable;
pub(in crate::syntax) mod unexpected;

use super::ast::{
    Amount, Binder, Change, Claim, ClaimKind, CodeDeclaration, CodeDigits, Each, Expr, ExprKind, File, HeapDeclaration,
    Indices, Item, ItemKind, MoveDeclaration, Name, Operator, RelationSign, Semicolon,
};
use super::grammar::{Grammar, Rule};
use super::print::print_expression;
use super::scan;
use super::tokens::CLAIMS;
use crate::diagnostic::Sink;
use crate::source::{Source, Span};
use crate::value::Play;
use pest::Parser;
use pest::iterators::Pair;
use readable::sure_fixes_are_read;
use unexpected::{DeclaredWords, unexpected};

/// Parses a text, item by item. Each item that cannot be read gives a fault, and is left out of the tree.
pub fn parse(source: &Source, sink: &mut Sink) -> File {
    items(source, 0, |_| true, sink)
}

/// Parses a text except for its claims: the rules that another file takes over, or speaks of. Its bytes are counted from
/// an offset if it is part of another text. Its faults are those of the text alone.
pub fn parse_rules(source: &Source, offset: usize, sink: &mut Sink) -> File {
    items(source, offset, |item| !CLAIMS.iter().any(|word| item.starts_with(word)), sink)
}

/// All items of a text; one that is faulty is reported, and the next is read.
fn items(source: &Source, offset: usize, wanted: impl Fn(&str) -> bool, sink: &mut Sink) -> File {
    let cut = scan::cut(&source.text, sink);
    let plain = cut.plain.as_str();
    for item in &cut.damaged {
        sure_fixes_are_read(*item, source, plain, sink);
    }
    let mut file = File { items: Vec::new(), comments: cut.comments, damaged: Vec::new(), semicolons: Vec::new() };
    let (mut damaged, declared) = (cut.damaged, DeclaredWords::default());
    for span in cut.items.into_iter().filter(|span| wanted(&plain[span.start..])) {
        let kind = match Grammar::parse(Rule::item, &plain[span.start..span.end]) {
            Ok(mut pairs) => {
                let inner = pairs.next().and_then(|pair| pair.into_inner().next());
                let mut builder = TreeBuilder {
                    offset: offset + span.start,
                    congruences: Vec::new(),
                    semicolons: &mut file.semicolons,
                    sink,
                };
                let item = inner.and_then(|pair| builder.item(pair));
                if builder.every_congruence_has_a_modulus() { item } else { None }
            }
            Err(error) => {
                unexpected(&error, span, (plain, &declared), sink);
                None
            }
        };
        match kind {
            Some(kind) => {
                file.items.push(Item { kind, span: Span::new(offset + span.start, offset + span.end) });
            }
            None => damaged.push(span),
        }
    }
    open_ends(&mut file);
    file.damaged = damaged.iter().flat_map(|span| scan::declared(&plain[span.start..span.end])).collect();
    if sink.has_errors() && file.damaged.is_empty() {
        file.damaged.push(String::new());
    }
    file
}

struct TreeBuilder<'a> {
    offset: usize,
    /// The signs `≡` that no modulus followed yet.
    congruences: Vec<Span>,
    semicolons: &'a mut Vec<Semicolon>,
    sink: &'a mut Sink,
}

impl TreeBuilder<'_> {
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span::new(self.offset + span.start(), self.offset + span.end())
    }

    fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name { text: normal_name(pair.as_str()), span: self.span(pair) }
    }

    fn names(&self, pair: Pair<'_, Rule>) -> Vec<Name> {
        pair.into_inner().filter(|part| part.as_rule() == Rule::name).map(|part| self.name(&part)).collect()
    }

    /// One item of a file by its rule of the grammar.
    fn item(&mut self, pair: Pair<'_, Rule>) -> Option<ItemKind> {
        let rule = pair.as_rule();
        let inner: Vec<Pair<'_, Rule>> = pair.into_inner().collect();
        let find = |wanted: Rule| inner.iter().find(|part| part.as_rule() == wanted).cloned();
        let all = |wanted: Rule| inner.iter().filter(move |part| part.as_rule() == wanted).cloned();
        let name = find(Rule::name).map(|part| self.name(&part));
        let text = find(Rule::string).map(text_of);
        Some(match rule {
            Rule::ruleset => ItemKind::Ruleset(text?),
            Rule::source => ItemKind::Source(text?),
            Rule::param => ItemKind::Param {
                name: name?,
                default: self.expr(find(Rule::expr)?)?,
                condition: match find(Rule::conditions) {
                    Some(part) => Some(self.conditions(part)?),
                    None => None,
                },
            },
            Rule::heaps => {
                let heaps = all(Rule::heap).map(|part| self.heap(part)).collect::<Option<_>>()?;
                let below = match find(Rule::expr) {
                    Some(part) => Some(self.expr(part)?),
                    None => None,
                };
                ItemKind::Heaps { heaps, below }
            }
            Rule::register => self.register(name?, find(Rule::size), find(Rule::expr))?,
            Rule::start => ItemKind::Start { name: name?, value: self.expr(find(Rule::expr)?)? },
            Rule::positions => ItemKind::Positions(self.conditions(find(Rule::conditions)?)?),
            Rule::play if find(Rule::kw_blocking).is_some() => ItemKind::Blocking(self.expr(find(Rule::expr)?)?),
            Rule::play => ItemKind::Play(if find(Rule::kw_misere).is_some() { Play::Misere } else { Play::Normal }),
            Rule::measure => ItemKind::Measure(all(Rule::expr).map(|part| self.expr(part)).collect::<Option<_>>()?),
            Rule::let_ => ItemKind::Let {
                name: name?,
                arguments: find(Rule::names).map(|part| self.names(part)).unwrap_or_default(),
                body: self.expr(find(Rule::expr)?)?,
            },
            Rule::sequence => {
                let name = name?;
                let from = self.first_values(all(Rule::first).collect(), &name)?;
                ItemKind::Sequence {
                    name,
                    indices: find(Rule::names).map(|part| self.names(part)).unwrap_or_default(),
                    body: self.expr(find(Rule::expr)?)?,
                    from,
                }
            }
            Rule::extends => ItemKind::Extends { file: text?, with: self.with(find(Rule::with))? },
            Rule::sum_of => ItemKind::Sum(all(Rule::part).map(|part| self.part(part)).collect::<Option<_>>()?),
            Rule::code => ItemKind::Code(self.code(inner)?),
            Rule::move_ => ItemKind::Move(self.move_declaration(inner)?),
            Rule::claim => ItemKind::Claim(self.claim(inner)?),
            _ => return None,
        })
    }

    /// The digits of a code, between quotation marks or listed.
    fn code(&mut self, inner: Vec<Pair<'_, Rule>>) -> Option<CodeDeclaration> {
        let hexadecimal = inner.iter().any(|part| part.as_rule() == Rule::kw_hexadecimal);
        if let Some(written) = inner.iter().find(|part| part.as_rule() == Rule::string).cloned() {
            let span = self.span(&written);
            return Some(CodeDeclaration { hexadecimal, digits: CodeDigits::Written(text_of(written)), span });
        }
        let listed = inner.into_iter().filter(|part| part.as_rule() == Rule::expr);
        let listed: Vec<Expr> = listed.map(|part| self.expr(part)).collect::<Option<_>>()?;
        let span = listed.first()?.span.to(listed.last()?.span);
        Some(CodeDeclaration { hexadecimal, digits: CodeDigits::Listed(listed), span })
    }

    /// A part of a sum: its file, and the values of its parameters.
    fn part(&mut self, pair: Pair<'_, Rule>) -> Option<(String, Vec<(Name, Expr)>)> {
        let mut inner = pair.into_inner();
        let file = text_of(inner.next()?);
        Some((file, self.with(inner.next())?))
    }

    /// A heap, with its size if it is an array.
    fn heap(&mut self, pair: Pair<'_, Rule>) -> Option<HeapDeclaration> {
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next()?);
        let size = match parts.next() {
            Some(size) => Some(self.expr(size)?),
            None => None,
        };
        Some(HeapDeclaration { name, size })
    }

    /// A register or an array of registers, with what they range over.
    fn register(
        &mut self,
        name: Name,
        size: Option<Pair<'_, Rule>>,
        range: Option<Pair<'_, Rule>>,
    ) -> Option<ItemKind> {
        let size = match size.and_then(|part| part.into_inner().next()) {
            Some(part) => Some(self.expr(part)?),
            None => None,
        };
        let range = match range {
            Some(part) => Some(self.range(&name.text, part)?),
            None => None,
        };
        Some(ItemKind::Register { name, size, range })
    }

    /// The two ends between which a register lies.
    fn range(&mut self, register: &str, pair: Pair<'_, Rule>) -> Option<(Expr, Expr)> {
        let range = self.expr(pair)?;
        let ExprKind::Range(low, high) = range.kind else {
            let message = format!("register `{register}` lies in a range");
            let (fix, rest) = match (least_and_greatest(&range), &range.kind) {
                (Some((low, high)), _) => (format!("{low}..{high}"), "; which numbers between them occur, moves say"),
                // What a set holds besides numbers is no end.
                (None, ExprKind::Set(_)) => {
                    let help = format!("write both ends, as in `register {register} in 0..3`");
                    self.sink.error("syntax", range.span, message, "not a range", help);
                    return None;
                }
                (None, ExprKind::Comparison { first, rest, .. }) if matches!(first.kind, ExprKind::Range(..)) => {
                    let values: Vec<String> = rest.iter().map(|(_, value)| print_expression(value)).collect();
                    let begin = format!("start {register} = {}", values.join(" = "));
                    let help = format!(
                        "say how play begins on a line of its own, `{begin}`, behind `register {register} in {}`",
                        print_expression(first)
                    );
                    self.sink
                        .error("syntax", range.span, message, "a range and more", help)
                        .likely(range.span, print_expression(first));
                    return None;
                }
                (None, _) => (format!("0..{}", print_expression(&range)), ""),
            };
            let help = format!("write both ends: `register {register} in {fix}`{rest}");
            self.sink.error("syntax", range.span, message, "not a range", help).likely(range.span, fix);
            return None;
        };
        Some((*low, *high))
    }

    /// A first value of a recurrence, with its arguments before it.
    fn first_values(&mut self, all: Vec<Pair<'_, Rule>>, sequence: &Name) -> Option<Vec<(Vec<Expr>, Expr)>> {
        let mut known: Vec<(Vec<Expr>, Expr)> = Vec::new();
        for pair in all {
            let mut parts = pair.into_inner();
            let name = self.name(&parts.next()?);
            let values = parts.filter(|part| part.as_rule() == Rule::expr);
            let mut values = values.map(|value| self.expr(value)).collect::<Option<Vec<_>>>()?;
            let value = values.pop()?;
            if name.text != sequence.text {
                let message = format!("a first term of `{}` is called `{}`", sequence.text, name.text);
                let help = format!("write `{}`", sequence.text);
                self.sink
                    .error("unknown-name", name.span, message, "another name", help)
                    .likely(name.span, sequence.text.clone());
            }
            let printed = |all: &[Expr]| all.iter().map(print_expression).collect::<Vec<_>>().join(", ");
            if known.iter().any(|(earlier, _)| printed(earlier) == printed(&values)) {
                let message = format!("`{}({})` is said twice", name.text, printed(&values));
                self.sink.error("duplicate-name", name.span, message, "the second time", "keep one of them");
            }
            known.push((values, value));
        }
        Some(known)
    }

    /// Parameters that another file is given: `with c = 2`.
    fn with(&mut self, pair: Option<Pair<'_, Rule>>) -> Option<Vec<(Name, Expr)>> {
        let mut settings = Vec::new();
        for setting in pair.into_iter().flat_map(Pair::into_inner).filter(|part| part.as_rule() == Rule::setting) {
            let mut parts = setting.into_inner();
            settings.push((self.name(&parts.next()?), self.expr(parts.next()?)?));
        }
        Some(settings)
    }

    /// A move: name, amounts, instances, change and condition.
    fn move_declaration(&mut self, inner: Vec<Pair<'_, Rule>>) -> Option<MoveDeclaration> {
        let mut name = None;
        let (mut amounts, mut symmetric, mut each, mut indices) = (Vec::new(), false, None, None);
        let (mut change, mut condition) = (None, None);
        for part in inner {
            match part.as_rule() {
                Rule::name => name = Some(self.name(&part)),
                Rule::amounts => {
                    for amount in part.into_inner() {
                        let mut names = self.names(amount).into_iter();
                        amounts.push(Amount { name: names.next()?, over: names.next() });
                    }
                }
                Rule::kw_symmetric => symmetric = true,
                Rule::each => each = Some(self.each(part)),
                Rule::indices => indices = Some(self.indices(part)?),
                Rule::full => {
                    let span = self.span(&part);
                    let mut sides = part.into_inner();
                    let from = sides.next()?;
                    self.part_by_semicolon(&from, None);
                    let from = self.names(from);
                    let to = self.position(sides.next()?)?;
                    let (mut more, mut others) = (Vec::new(), Vec::new());
                    for part in sides {
                        match part.as_rule() {
                            Rule::assignment => others.push(self.assignment(part)?),
                            _ => more.push(self.position(part)?),
                        }
                    }
                    change = Some(if others.is_empty() || from.len() != to.len() {
                        Change::Full { from, to, more, span }
                    } else {
                        // `(x, y) -> (x - i, y - i), q -> 0` is read name by name.
                        Change::Short(from.iter().map(Expr::named).zip(to).chain(others).collect())
                    });
                }
                Rule::short => {
                    let changes = part.into_inner().map(|assignment| self.assignment(assignment));
                    change = Some(Change::Short(changes.collect::<Option<_>>()?));
                }
                Rule::conditions => condition = Some(self.conditions(part)?),
                _ => {}
            }
        }
        Some(MoveDeclaration { name: name?, amounts, symmetric, each, indices, change: change?, condition })
    }

    /// `x -> x - i`.
    fn assignment(&mut self, pair: Pair<'_, Rule>) -> Option<(Expr, Expr)> {
        let mut sides = pair.into_inner();
        Some((self.primary(sides.next()?)?, self.expr(sides.next()?)?))
    }

    /// `for each a, b in h`, or `for each subset A of h`.
    fn each(&self, pair: Pair<'_, Rule>) -> Each {
        let (mut names, mut heaps) = (Vec::new(), Vec::new());
        let (mut after, mut subset) = (false, false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_in | Rule::kw_of => after = true,
                Rule::kw_subset => subset = true,
                Rule::names => heaps = self.names(part),
                Rule::name if after => heaps.push(self.name(&part)),
                Rule::name => names.push(self.name(&part)),
                _ => {}
            }
        }
        Each { subset, names, heaps }
    }

    /// `for k in 1..n where ...` before the colon of a move.
    fn indices(&mut self, pair: Pair<'_, Rule>) -> Option<Indices> {
        let (mut binders, mut condition) = (Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::index_binders => binders = self.binders(part)?,
                Rule::where_ => {
                    let inner = part.into_inner().find(|part| part.as_rule() == Rule::conditions)?;
                    condition = Some(self.conditions(inner)?);
                }
                _ => {}
            }
        }
        Some(Indices { binders, condition })
    }

    /// A claim: kind, name, head, formula or set, bounds and exceptions.
    fn claim(&mut self, inner: Vec<Pair<'_, Rule>>) -> Option<Claim> {
        let (mut kind, mut name, mut play, mut at) = (None, String::new(), None, None);
        let (mut binders, mut head_condition, mut body, mut condition, mut except) =
            (Vec::new(), None, None, None, None);
        for part in inner {
            match part.as_rule() {
                Rule::kw_theorem => kind = Some(ClaimKind::Theorem),
                Rule::kw_conjecture => kind = Some(ClaimKind::Conjecture),
                Rule::kw_claim => kind = Some(ClaimKind::Claim),
                Rule::kw_refuted => kind = Some(ClaimKind::Refuted),
                Rule::string => name = text_of(part),
                Rule::kw_misere => play = Some(Play::Misere),
                Rule::kw_normal => play = Some(Play::Normal),
                Rule::at => at = Some(self.primary(part.into_inner().find(|part| part.as_rule() == Rule::tuple)?)?),
                Rule::binders => binders = self.binders(part)?,
                Rule::where_ => {
                    let found = self.conditions(part.into_inner().find(|part| part.as_rule() == Rule::conditions)?)?;
                    if body.is_none() { head_condition = Some(found) } else { condition = Some(found) }
                }
                Rule::conditions => body = Some(self.conditions(part)?),
                Rule::except => {
                    let inner = part.into_inner().find(|part| part.as_rule() != Rule::kw_except)?;
                    except = Some(if inner.as_rule() == Rule::finitely {
                        Expr {
                            span: self.span(&inner),
                            kind: ExprKind::Name { name: "finitely".to_owned(), primed: false },
                        }
                    } else {
                        self.expr(inner)?
                    });
                }
                _ => {}
            }
        }
        Some(Claim { kind: kind?, name, play, at, binders, head_condition, body: body?, condition, except })
    }

    /// Variables with what they run through.
    fn binders(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Binder>> {
        let mut binders = Vec::new();
        for binder in pair.into_inner() {
            let mut parts = binder.into_inner();
            let bound = parts.next()?;
            if bound.as_rule() == Rule::number {
                let mut binder = self.between(&bound, [parts.next()?, parts.next()?, parts.next()?, parts.next()?])?;
                binder.cyclic = parts.next().is_some();
                binders.push(binder);
                continue;
            }
            let mut names = if bound.as_rule() == Rule::bracket { self.names(bound) } else { vec![self.name(&bound)] };
            let (name, more) = (names.remove(0), names);
            let relation = expressions::relation(&parts.next()?);
            let range = Box::new(self.expr(parts.next()?)?);
            binders.push(Binder { name, more, relation, range, cyclic: parts.next().is_some() });
        }
        Some(binders)
    }

    /// `1 <= s <= t` is `s in 1..t`.
    fn between(&mut self, low: &Pair<'_, Rule>, parts: [Pair<'_, Rule>; 4]) -> Option<Binder> {
        let [first, name, second, high] = parts;
        let is_strict = |relation: &Pair<'_, Rule>| relation.as_str() == "<";
        let least: i64 = low.as_str().parse().ok()?;
        let (span, high) = (self.span(low), self.expr(high)?);
        let end = high.span;
        let number = |number, span| Box::new(Expr { kind: ExprKind::Number(number), span });
        let high = if is_strict(&second) {
            ExprKind::Binary(Operator::Subtract, Box::new(high), number(1, end))
        } else {
            high.kind
        };
        let low = match least.checked_add(i64::from(is_strict(&first))) {
            Some(least) => number(least, span),
            // A number that does not fit is told where it is worked out.
            None => {
                let kind = ExprKind::Binary(Operator::Add, number(least, span), number(1, span));
                Box::new(Expr { kind, span })
            }
        };
        let kind = ExprKind::Range(low, Box::new(Expr { kind: high, span: end }));
        let range = Box::new(Expr { kind, span: span.to(end) });
        Some(Binder { name: self.name(&name), more: Vec::new(), relation: RelationSign::In, range, cyclic: false })
    }
}

/// Binds the parameter at the end of `1 <= s <= t` in the head of a claim as well, where nothing else there binds it: `s >= 1, t >= s`.
fn open_ends(file: &mut File) {
    let parameter =
        |item: &Item| if let ItemKind::Param { name, .. } = &item.kind { Some(name.text.clone()) } else { None };
    let all: Vec<String> = file.items.iter().filter_map(parameter).collect();
    for item in &mut file.items {
        let ItemKind::Claim(claim) = &mut item.kind else { continue };
        let mut at = 0;
        while let Some(binder) = claim.binders.get(at) {
            at += 1;
            let is_bound = |end: &Name| claim.binders.iter().any(|binder| binder.name.text == end.text);
            let end = open_end(binder).filter(|(end, ..)| all.contains(&end.text) && !is_bound(end));
            let Some((name, relation, low)) = end else { continue };
            let own = Expr::named(&binder.name).kind;
            let range = Box::new(Expr { kind: own, span: binder.name.span });
            let binder = &mut claim.binders[at - 1];
            (binder.relation, *binder.range) = (RelationSign::GreaterEqual, low);
            claim.binders.insert(at, Binder { name, more: Vec::new(), relation, range, cyclic: false });
        }
    }
}

/// The name at the end of what was written as `1 <= s <= t`, how it bounds the variable, and the other end.
fn open_end(binder: &Binder) -> Option<(Name, RelationSign, Expr)> {
    let ExprKind::Range(low, high) = &binder.range.kind else { return None };
    let (end, relation) = match &high.kind {
        // What is taken off a strict end has no place of its own.
        ExprKind::Binary(Operator::Subtract, end, one) if one.span == end.span => (&**end, RelationSign::Greater),
        _ => (&**high, RelationSign::GreaterEqual),
    };
    let ExprKind::Name { name, primed: false } = &end.kind else { return None };
    let is_before = low.span.start < binder.name.span.start;
    is_before.then(|| (Name { text: name.clone(), span: end.span }, relation, (**low).clone()))
}

/// The ends of a set of numbers: 1 and 3 of `{3, 1}`.
fn least_and_greatest(range: &Expr) -> Option<(String, String)> {
    let ExprKind::Set(parts) = &range.kind else { return None };
    let number = |part: &Expr| match part.kind {
        ExprKind::Number(number) => Some(number),
        _ => None,
    };
    let all: Vec<_> = parts.iter().map(number).collect::<Option<_>>()?;
    Some((all.iter().min()?.to_string(), all.iter().max()?.to_string()))
}

fn normal_name(text: &str) -> String {
    match text {
        "φ" => "phi".to_owned(),
        "ω" => "omega".to_owned(),
        other => other.to_owned(),
    }
}

fn text_of(pair: Pair<'_, Rule>) -> String {
    pair.into_inner().next().map_or_else(String::new, |inner| inner.as_str().to_owned())
}
