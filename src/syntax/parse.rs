//! Text to tree. The only file that names a rule of the grammar.
use super::ast::{
    Amount, Binder, Change, Claim, Each, Expr, File, HeapDeclaration, Item, ItemKind, Kind, MoveDeclaration, Name,
    Operator, Relation,
};
use super::scan;
use super::unexpected::unexpected;
use crate::diagnostic::Sink;
use crate::source::{Source, Span};
use crate::value::Play;
use pest::Parser;
use pest::iterators::{Pair, Pairs};
use pest::pratt_parser::{Assoc, Op, PrattParser};
use std::sync::LazyLock;

mod grammar {
    #[derive(Debug, pest_derive::Parser)]
    #[grammar = "grammar/nimdsl.pest"]
    pub(in crate::syntax) struct Grammar;
}
use grammar::Grammar;
pub(super) use grammar::Rule;

static OPERATORS: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(Op::infix(Rule::iff, Assoc::Left))
        .op(Op::infix(Rule::implies, Assoc::Right))
        .op(left(Rule::or))
        .op(left(Rule::and))
        .op(Op::prefix(Rule::not))
        .op(Op::postfix(Rule::congruence))
        .op(left(Rule::compare))
        .op(left(Rule::union_) | left(Rule::intersect) | left(Rule::minus_))
        .op(left(Rule::range))
        .op(left(Rule::xor))
        .op(left(Rule::add) | left(Rule::subtract))
        .op(left(Rule::multiply) | left(Rule::divide) | left(Rule::modulo))
        .op(Op::prefix(Rule::negate))
        .op(Op::infix(Rule::power, Assoc::Right))
        .op(Op::prefix(Rule::symmetric))
        .op(Op::postfix(Rule::of_file))
});

/// Parses a text, item by item. Each item that cannot be read gives a fault, and is left out of the tree.
pub fn parse(source: &Source, sink: &mut Sink) -> File {
    parse_at(source, 0, sink)
}

/// Parses a text whose bytes are counted from an offset: it is part of another. Its faults are those of the text alone.
pub fn parse_at(source: &Source, offset: usize, sink: &mut Sink) -> File {
    let cut = scan::cut(&source.text, sink);
    let mut file = File { items: Vec::new(), comments: cut.comments, damaged: Vec::new() };
    let mut damaged = cut.damaged;
    for span in cut.items {
        let kind = match Grammar::parse(Rule::item, &source.text[span.start..span.end]) {
            Ok(mut pairs) => {
                let inner = pairs.next().and_then(|pair| pair.into_inner().next());
                let mut builder = Builder { offset: offset + span.start, sink };
                inner.and_then(|pair| builder.item(pair))
            }
            Err(error) => {
                unexpected(&error, span, &source.text, sink);
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
    file.damaged = damaged.iter().flat_map(|span| scan::declared(&source.text[span.start..span.end])).collect();
    if sink.has_errors() && file.damaged.is_empty() {
        file.damaged.push(String::new());
    }
    file
}

struct Builder<'a> {
    offset: usize,
    sink: &'a mut Sink,
}

impl Builder<'_> {
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
                let mut heaps = Vec::new();
                for part in all(Rule::heap) {
                    let mut parts = part.into_inner();
                    let name = self.name(&parts.next()?);
                    let size = match parts.next() {
                        Some(size) => Some(self.expr(size)?),
                        None => None,
                    };
                    heaps.push(HeapDeclaration { name, size });
                }
                let below = match find(Rule::expr) {
                    Some(part) => Some(self.expr(part)?),
                    None => None,
                };
                ItemKind::Heaps { heaps, below }
            }
            Rule::register => {
                let range = match find(Rule::expr) {
                    Some(part) => {
                        let range = self.expr(part)?;
                        let Kind::Range(low, high) = range.kind else {
                            self.sink.error(
                                "syntax",
                                range.span,
                                "a register lies in a range",
                                "not a range",
                                "write `register pass in 0..1`",
                            );
                            return None;
                        };
                        Some((*low, *high))
                    }
                    None => None,
                };
                ItemKind::Register { name: name?, range }
            }
            Rule::positions => ItemKind::Positions(self.conditions(find(Rule::conditions)?)?),
            Rule::play => ItemKind::Play(if find(Rule::kw_misere).is_some() { Play::Misere } else { Play::Normal }),
            Rule::measure => ItemKind::Measure(all(Rule::expr).map(|part| self.expr(part)).collect::<Option<_>>()?),
            Rule::let_ => ItemKind::Let {
                name: name?,
                arguments: find(Rule::names).map(|part| self.names(part)).unwrap_or_default(),
                body: self.expr(find(Rule::expr)?)?,
            },
            Rule::sequence => {
                let mut from = Vec::new();
                for part in all(Rule::first) {
                    let mut values = Vec::new();
                    for value in part.into_inner().filter(|part| part.as_rule() == Rule::expr) {
                        values.push(self.expr(value)?);
                    }
                    let value = values.pop()?;
                    from.push((values, value));
                }
                ItemKind::Sequence {
                    name: name?,
                    indices: find(Rule::names).map(|part| self.names(part)).unwrap_or_default(),
                    body: self.expr(find(Rule::expr)?)?,
                    from,
                }
            }
            Rule::extends => ItemKind::Extends { file: text?, with: self.with(find(Rule::with))? },
            Rule::sum_of => {
                let mut parts = Vec::new();
                for part in all(Rule::part) {
                    let mut inner = part.into_inner();
                    let file = text_of(inner.next()?);
                    parts.push((file, self.with(inner.next())?));
                }
                ItemKind::Sum(parts)
            }
            Rule::move_ => ItemKind::Move(self.move_declaration(inner)?),
            Rule::claim => ItemKind::Claim(self.claim(inner)?),
            _ => return None,
        })
    }

    fn with(&mut self, pair: Option<Pair<'_, Rule>>) -> Option<Vec<(Name, Expr)>> {
        let mut settings = Vec::new();
        for setting in pair.into_iter().flat_map(Pair::into_inner).filter(|part| part.as_rule() == Rule::setting) {
            let mut parts = setting.into_inner();
            settings.push((self.name(&parts.next()?), self.expr(parts.next()?)?));
        }
        Some(settings)
    }

    fn move_declaration(&mut self, inner: Vec<Pair<'_, Rule>>) -> Option<MoveDeclaration> {
        let mut name = None;
        let (mut amounts, mut symmetric, mut each, mut change, mut condition) = (Vec::new(), false, None, None, None);
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
                Rule::each => {
                    let mut names = Vec::new();
                    let mut heaps = Vec::new();
                    let (mut after, mut subset) = (false, false);
                    for part in part.into_inner() {
                        match part.as_rule() {
                            Rule::kw_in | Rule::kw_of => after = true,
                            Rule::kw_subset => subset = true,
                            Rule::names => heaps = self.names(part),
                            Rule::name if after => heaps.push(self.name(&part)),
                            Rule::name => names.push(self.name(&part)),
                            _ => {}
                        }
                    }
                    each = Some(Each { subset, names, heaps });
                }
                Rule::full => {
                    let span = self.span(&part);
                    let mut sides = part.into_inner();
                    let from = self.names(sides.next()?);
                    let to = self.all_expressions(sides.next()?)?;
                    change = Some(Change::Full { from, to, span });
                }
                Rule::short => {
                    let mut changes = Vec::new();
                    for assignment in part.into_inner() {
                        let mut sides = assignment.into_inner();
                        changes.push((self.primary(sides.next()?)?, self.expr(sides.next()?)?));
                    }
                    change = Some(Change::Short(changes));
                }
                Rule::conditions => condition = Some(self.conditions(part)?),
                _ => {}
            }
        }
        Some(MoveDeclaration { name: name?, amounts, symmetric, each, change: change?, condition })
    }

    fn claim(&mut self, inner: Vec<Pair<'_, Rule>>) -> Option<Claim> {
        let (mut kind, mut name, mut play, mut at) = (String::new(), String::new(), None, None);
        let (mut binders, mut head_condition, mut body, mut condition, mut except) =
            (Vec::new(), None, None, None, None);
        for part in inner {
            match part.as_rule() {
                Rule::kw_theorem | Rule::kw_conjecture | Rule::kw_claim | Rule::kw_refuted => {
                    part.as_str().clone_into(&mut kind);
                }
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
                            kind: Kind::Name { name: "finitely".to_owned(), primed: false },
                        }
                    } else {
                        self.expr(inner)?
                    });
                }
                _ => {}
            }
        }
        Some(Claim { kind, name, play, at, binders, head_condition, body: body?, condition, except })
    }

    fn binders(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Binder>> {
        let mut binders = Vec::new();
        for binder in pair.into_inner() {
            let mut parts = binder.into_inner();
            let name = self.name(&parts.next()?);
            let relation = relation(&parts.next()?)?;
            binders.push(Binder { name, relation, range: Box::new(self.expr(parts.next()?)?) });
        }
        Some(binders)
    }

    fn conditions(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut parts = self.all_expressions(pair)?;
        Some(if parts.len() == 1 { parts.swap_remove(0) } else { Expr { kind: Kind::All(parts), span } })
    }

    fn all_expressions(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Expr>> {
        pair.into_inner().filter(|part| part.as_rule() == Rule::expr).map(|part| self.expr(part)).collect()
    }

    fn expr(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut built = self.operators(pair.into_inner())?;
        built.span = span;
        Some(built)
    }

    fn operators(&mut self, pairs: Pairs<'_, Rule>) -> Option<Expr> {
        let this = std::cell::RefCell::new(self);
        OPERATORS
            .map_primary(|pair| this.borrow_mut().primary(pair))
            .map_prefix(|operator, inner| {
                let inner = inner?;
                let span = this.borrow().span(&operator).to(inner.span);
                let inner = Box::new(inner);
                let kind = match operator.as_rule() {
                    Rule::not => Kind::Not(inner),
                    Rule::negate => Kind::Negate(inner),
                    _ => Kind::Symmetric(inner),
                };
                Some(Expr { kind, span })
            })
            .map_postfix(|inner, operator| this.borrow_mut().postfix(inner?, operator))
            .map_infix(|left, operator, right| this.borrow_mut().infix(left?, operator, right?))
            .parse(pairs)
    }

    fn postfix(&mut self, inner: Expr, operator: Pair<'_, Rule>) -> Option<Expr> {
        let span = inner.span.to(self.span(&operator));
        if operator.as_rule() == Rule::of_file {
            let file = text_of(operator.into_inner().find(|part| part.as_rule() == Rule::string)?);
            return Some(Expr { kind: Kind::Of(Box::new(inner), file), span });
        }
        let modulus = self.expr(operator.into_inner().find(|part| part.as_rule() == Rule::expr)?)?;
        match inner.kind {
            Kind::Comparison { first, rest, modulus: None }
                if rest.len() == 1 && matches!(rest[0].0, Relation::Equal | Relation::NotEqual) =>
            {
                Some(Expr { kind: Kind::Comparison { first, rest, modulus: Some(Box::new(modulus)) }, span })
            }
            _ => {
                self.sink.error(
                    "syntax",
                    span,
                    "`(mod m)` belongs to a congruence",
                    "here",
                    "write `a = b (mod m)`, or `a mod m` for the remainder",
                );
                None
            }
        }
    }

    fn infix(&mut self, left: Expr, operator: Pair<'_, Rule>, right: Expr) -> Option<Expr> {
        let span = left.span.to(right.span);
        let binary = match operator.as_rule() {
            Rule::compare => {
                let relation = relation(&operator.into_inner().next()?)?;
                return self.link(left, relation, right, span);
            }
            Rule::range => return Some(Expr { kind: Kind::Range(Box::new(left), Box::new(right)), span }),
            Rule::iff => Operator::Iff,
            Rule::implies => Operator::Implies,
            Rule::and => Operator::And,
            Rule::or => Operator::Or,
            Rule::union_ => Operator::Union,
            Rule::intersect => Operator::Intersect,
            Rule::minus_ => Operator::Minus,
            Rule::xor => Operator::Xor,
            Rule::add => Operator::Add,
            Rule::subtract => Operator::Subtract,
            Rule::multiply => Operator::Multiply,
            Rule::divide => Operator::Divide,
            Rule::modulo => Operator::Modulo,
            _ => Operator::Power,
        };
        if binary == Operator::Xor {
            let mixed = [&left, &right].into_iter().any(|side| {
                side.span.end - side.span.start != 0
                    && matches!(side.kind, Kind::Binary(Operator::Add | Operator::Subtract | Operator::Multiply, ..))
                    && !bracketed(side)
            });
            if mixed {
                self.sink.error(
                    "mixed-xor",
                    span,
                    "`xor` is mixed with `+`, `-` or `*`",
                    "which is meant first?",
                    "use brackets: `(a + b) xor c`",
                );
                return None;
            }
        }
        Some(Expr { kind: Kind::Binary(binary, Box::new(left), Box::new(right)), span })
    }

    fn link(&mut self, left: Expr, relation: Relation, right: Expr, span: Span) -> Option<Expr> {
        let (first, mut rest) = match left.kind {
            Kind::Comparison { first, rest, modulus: None } if left.span.start == first.span.start => (first, rest),
            _ => (Box::new(left), Vec::new()),
        };
        rest.push((relation, right));
        let unclear = 1 < rest.len()
            && rest.iter().any(|link| matches!(link.0, Relation::NotEqual | Relation::In | Relation::NotIn));
        if unclear {
            self.sink.error(
                "unclear-chain",
                span,
                "a chain with `!=` or `in` is not clear",
                "here",
                "write the comparisons separately: `x != y, y != z`",
            );
            return None;
        }
        Some(Expr { kind: Kind::Comparison { first, rest, modulus: None }, span })
    }

    fn primary(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => Kind::Number(pair.as_str().parse().ok()?),
            Rule::reference => reference(pair)?,
            Rule::index => {
                let mut parts = pair.into_inner();
                let Kind::Name { name, primed } = reference(parts.next()?)? else { return None };
                Kind::Index { name, primed, index: Box::new(self.expr(parts.next()?)?) }
            }
            Rule::tuple => {
                let mut parts = self.all_expressions(pair)?;
                if parts.len() == 1 { parts.swap_remove(0).kind } else { Kind::Tuple(parts) }
            }
            Rule::list => Kind::List(self.all_expressions(pair)?),
            Rule::absolute => Kind::Absolute(Box::new(self.expr(pair.into_inner().next()?)?)),
            Rule::floor | Rule::ceiling => {
                let text = if pair.as_rule() == Rule::floor { "floor" } else { "ceil" };
                Kind::Call { function: Name { text: text.to_owned(), span }, arguments: self.all_expressions(pair)? }
            }
            Rule::call => self.call(pair)?,
            Rule::property => {
                let universal = pair.into_inner().any(|part| part.as_rule() == Rule::kw_universally);
                let text = if universal { "universally admissible" } else { "admissible" };
                Kind::Call { function: Name { text: text.to_owned(), span }, arguments: Vec::new() }
            }
            Rule::set => self.set(pair)?,
            Rule::cases => {
                let mut cases = Vec::new();
                for case in pair.into_inner().filter(|part| part.as_rule() == Rule::case) {
                    let mut parts = case.into_inner();
                    let value = self.expr(parts.next()?)?;
                    let condition = match parts.find(|part| part.as_rule() == Rule::conditions) {
                        Some(part) => Some(self.conditions(part)?),
                        None => None,
                    };
                    cases.push((value, condition));
                }
                Kind::Cases(cases)
            }
            Rule::quantified => {
                let mut parts = pair.into_inner();
                let universal = parts.next()?.as_rule() == Rule::kw_forall;
                let range = parts.next()?;
                let body = Box::new(self.expr(parts.next()?)?);
                if range.as_rule() == Rule::option_of {
                    let mut inner =
                        range.into_inner().filter(|part| !matches!(part.as_rule(), Rule::kw_option | Rule::kw_of));
                    let names = self.names(inner.next()?);
                    Kind::OptionsOf { universal, names, position: Box::new(self.primary(inner.next()?)?), body }
                } else {
                    Kind::Quantified { universal, binders: self.binders(range)?, body }
                }
            }
            _ => return None,
        };
        Some(Expr { kind, span })
    }

    fn call(&mut self, pair: Pair<'_, Rule>) -> Option<Kind> {
        let mut parts = pair.into_inner();
        let function = self.name(&parts.next()?);
        let mut arguments = Vec::new();
        for part in parts {
            if part.as_rule() != Rule::fold {
                arguments.push(self.expr(part)?);
                continue;
            }
            let value = arguments.pop()?;
            let (mut names, mut condition) = (Vec::new(), None);
            for part in part.into_inner() {
                match part.as_rule() {
                    Rule::name => names.push(self.name(&part)),
                    Rule::where_ => {
                        let inner = part.into_inner().find(|part| part.as_rule() == Rule::conditions)?;
                        condition = Some(Box::new(self.conditions(inner)?));
                    }
                    _ => {}
                }
            }
            if let [name, array] = names.as_slice() {
                let (name, array) = (name.clone(), array.clone());
                return Some(Kind::Fold { function, value: Box::new(value), name, array, condition });
            }
            if let Kind::Comparison { first, rest, .. } = &value.kind
                && let (
                    Kind::Name { name, .. },
                    [(Relation::In, Expr { kind: Kind::Name { name: array, .. }, span: place })],
                ) = (&first.kind, rest.as_slice())
            {
                let one = Box::new(Expr { kind: Kind::Number(1), span: value.span });
                let name = Name { text: name.clone(), span: first.span };
                let array = Name { text: array.clone(), span: *place };
                return Some(Kind::Fold { function, value: one, name, array, condition });
            }
            self.sink.error(
                "syntax",
                value.span,
                "`where` inside a call needs `a in h` before it",
                "here",
                "write `count(a in h where 1 <= a)`",
            );
            return None;
        }
        Some(Kind::Call { function, arguments })
    }

    fn set(&mut self, pair: Pair<'_, Rule>) -> Option<Kind> {
        let mut elements = Vec::new();
        for part in pair.into_inner() {
            if part.as_rule() == Rule::expr {
                elements.push(self.expr(part)?);
                continue;
            }
            let (mut binders, mut condition) = (Vec::new(), None);
            for part in part.into_inner() {
                match part.as_rule() {
                    Rule::binders => binders = self.binders(part)?,
                    Rule::where_ => {
                        let inner = part.into_inner().find(|part| part.as_rule() == Rule::conditions)?;
                        condition = Some(Box::new(self.conditions(inner)?));
                    }
                    _ => {}
                }
            }
            return Some(Kind::Family { element: Box::new(elements.pop()?), binders, condition });
        }
        Some(Kind::Set(elements))
    }
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

fn reference(pair: Pair<'_, Rule>) -> Option<Kind> {
    let mut parts = pair.into_inner();
    let name = normal_name(parts.next()?.as_str());
    Some(Kind::Name { name, primed: parts.next().is_some() })
}

fn relation(pair: &Pair<'_, Rule>) -> Option<Relation> {
    Some(match pair.clone().into_inner().next()?.as_rule() {
        Rule::at_most => Relation::LessEqual,
        Rule::at_least => Relation::GreaterEqual,
        Rule::different => Relation::NotEqual,
        Rule::less => Relation::Less,
        Rule::greater => Relation::Greater,
        Rule::equal => Relation::Equal,
        Rule::in_ => Relation::In,
        _ => Relation::NotIn,
    })
}

/// Whether an expression was written in brackets: its span then begins before its first part.
fn bracketed(expression: &Expr) -> bool {
    match &expression.kind {
        Kind::Binary(_, left, _) => expression.span.start < left.span.start,
        _ => false,
    }
}
