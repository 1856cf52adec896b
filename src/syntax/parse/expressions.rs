//! Pairs of the grammar to expressions. Knows nothing of items.
use super::{Rule, TreeBuilder, normal_name, text_of};
use crate::source::Span;
use crate::syntax::ast::{Binder, Expr, ExprKind, Name, Operator, RelationSign, Semicolon};
use crate::syntax::print_expression;
use pest::iterators::{Pair, Pairs};
use pest::pratt_parser::{Assoc, Op, PrattParser};
use std::sync::LazyLock;

static OPERATORS: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(Op::infix(Rule::iff, Assoc::Left))
        .op(Op::infix(Rule::implies, Assoc::Right))
        .op(left(Rule::or))
        .op(left(Rule::and))
        .op(Op::prefix(Rule::not))
        .op(Op::postfix(Rule::congruence))
        .op(left(Rule::relation))
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

impl TreeBuilder<'_> {
    pub(super) fn conditions(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut parts = self.all_expressions(pair)?;
        Some(if parts.len() == 1 { parts.swap_remove(0) } else { Expr { kind: ExprKind::All(parts), span } })
    }

    pub(super) fn all_expressions(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Expr>> {
        pair.into_inner().filter(|part| part.as_rule() == Rule::expr).map(|part| self.expr(part)).collect()
    }

    pub(super) fn expr(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
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
                    Rule::not => ExprKind::Not(inner),
                    Rule::negate => ExprKind::Negate(inner),
                    _ => ExprKind::Symmetric(inner),
                };
                Some(Expr { kind, span })
            })
            .map_postfix(|inner, operator| this.borrow_mut().postfix(inner?, operator))
            .map_infix(|left, operator, right| this.borrow_mut().infix(left?, &operator, right?))
            .parse(pairs)
    }

    /// What stands behind an expression: the modulus of a congruence, or the file that it speaks of.
    fn postfix(&mut self, inner: Expr, operator: Pair<'_, Rule>) -> Option<Expr> {
        let span = inner.span.to(self.span(&operator));
        if operator.as_rule() == Rule::of_file {
            let file = text_of(operator.into_inner().find(|part| part.as_rule() == Rule::string)?);
            return Some(Expr { kind: ExprKind::Of(Box::new(inner), file), span });
        }
        self.congruences.retain(|sign| sign.start < span.start || span.end < sign.end);
        let modulus = self.expr(operator.into_inner().find(|part| part.as_rule() == Rule::expr)?)?;
        match inner.kind {
            ExprKind::Comparison { first, rest, modulus: None }
                if rest.len() == 1 && matches!(rest[0].0, RelationSign::Equal | RelationSign::NotEqual) =>
            {
                Some(Expr { kind: ExprKind::Comparison { first, rest, modulus: Some(Box::new(modulus)) }, span })
            }
            kind => {
                let modulus = print_expression(&modulus);
                let message = format!("`(mod {modulus})` belongs to a congruence");
                let help = if matches!(kind, ExprKind::Comparison { .. }) {
                    format!(
                        "a congruence has one `=`, as in `... = ... (mod {modulus})`; a remainder is written `... mod {modulus}`"
                    )
                } else {
                    let written = print_expression(&Expr { kind, span: inner.span });
                    format!(
                        "write `{written} = ... (mod {modulus})`; a remainder is written `... mod {modulus}`, without brackets"
                    )
                };
                self.sink.error("syntax", span, message, "here", help);
                None
            }
        }
    }

    /// An operator between two expressions; comparisons in a row become one chain.
    fn infix(&mut self, left: Expr, operator: &Pair<'_, Rule>, right: Expr) -> Option<Expr> {
        let span = left.span.to(right.span);
        let binary = match operator.as_rule() {
            Rule::relation => {
                if operator.as_str() == "≡" {
                    self.congruences.push(self.span(operator));
                }
                let relation = relation(operator);
                return self.link(left, relation, right, span);
            }
            Rule::range => return Some(Expr { kind: ExprKind::Range(Box::new(left), Box::new(right)), span }),
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
                    && matches!(
                        side.kind,
                        ExprKind::Binary(Operator::Add | Operator::Subtract | Operator::Multiply, ..)
                    )
                    && !bracketed(side)
            });
            if mixed {
                let first = ExprKind::Binary(binary, Box::new(left), Box::new(right));
                let first = print_expression(&Expr { kind: first, span });
                let help = format!("use brackets: `{first}` if the others are meant first");
                let message = "`xor` is mixed with `+`, `-` or `*`";
                self.sink.error("mixed-xor", span, message, "which is meant first?", help).likely(span, first);
                return None;
            }
        }
        Some(Expr { kind: ExprKind::Binary(binary, Box::new(left), Box::new(right)), span })
    }

    /// Reports `x = 0 xor y = 0`, which says of two conditions that one holds, elsewhere; the chain `x = (0 xor y) = 0` needs
    /// brackets.
    fn xor_in_a_chain(
        &mut self,
        (left, before): (&Expr, RelationSign),
        middle: &Expr,
        (after, right): (RelationSign, &Expr),
    ) {
        let ExprKind::Binary(_, low, high) = &middle.kind else { return };
        let link = |first: &Expr, relation: RelationSign, second: &Expr| {
            format!("{} {} {}", print_expression(first), relation.sign(), print_expression(second))
        };
        let nim_sum = format!("({})", print_expression(middle));
        let conditions = [link(left, before, low), link(high, after, right)];
        let help = format!(
            "use brackets: `{nim_sum}` for the nim-sum; that one of two conditions holds, and not both, is `not ({})`",
            conditions.join(" iff ")
        );
        let message = "`xor` stands between two comparisons";
        self.sink
            .error("mixed-xor", middle.span, message, "a nim-sum, or a condition?", help)
            .likely(middle.span, nim_sum);
    }

    /// Reports a `≡` without its modulus; whether there is none.
    pub(super) fn every_congruence_has_a_modulus(&mut self) -> bool {
        for sign in &self.congruences {
            let help = "write `(mod ...)` with the modulus behind it; that two numbers are equal is said by `=`";
            let message = "this congruence has no modulus";
            self.sink.error("syntax", *sign, message, "its modulus is missing", help).likely(*sign, "=");
        }
        self.congruences.is_empty()
    }

    /// The parts of a bracket that may be a position.
    pub(super) fn position(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Expr>> {
        self.part_by_semicolon(&pair, None);
        self.all_expressions(pair)
    }

    /// Remembers where a bracket has its `;`; more than one are reported.
    pub(super) fn part_by_semicolon(&mut self, pair: &Pair<'_, Rule>, function: Option<&str>) {
        let parts: Vec<Pair<'_, Rule>> = pair.clone().into_inner().collect();
        let (base, text) = (pair.as_span().start(), pair.as_str());
        let mut before = Vec::new();
        let mut known = false;
        for two in parts.windows(2) {
            let written = two[0].as_str().trim();
            let alone = written.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
            before.push(alone.then(|| normal_name(written)));
            let from = two[0].as_span().end();
            let between = text.get(from - base..two[1].as_span().start() - base).unwrap_or("");
            let Some(at) = between.find(';') else { continue };
            let span = Span::new(self.offset + from + at, self.offset + from + at + 1);
            if known {
                let message = "a second `;` in one bracket";
                let help = "a position has one `;`, between its heaps and its registers; write a comma";
                let mut fault = match self.sink.again("misplaced-semicolon", span, message, |_| true) {
                    Some(fault) => fault,
                    None => self.sink.error("misplaced-semicolon", span, message, "here", help),
                };
                fault.likely(span, ",");
                continue;
            }
            known = true;
            let function = function.map(str::to_owned);
            self.semicolons.push(Semicolon { span, before: before.clone(), function });
        }
    }

    /// A comparison with one more link; a chain whose meaning is not clear is reported.
    fn link(&mut self, left: Expr, relation: RelationSign, right: Expr, span: Span) -> Option<Expr> {
        let (first, mut rest) = match left.kind {
            ExprKind::Comparison { first, rest, modulus: None } if left.span.start == first.span.start => (first, rest),
            _ => (Box::new(left), Vec::new()),
        };
        if let Some((before, middle)) = rest.last().filter(|(before, _)| !before.leads_as(relation))
            && matches!(middle.kind, ExprKind::Binary(Operator::Xor, ..))
            && !bracketed(middle)
        {
            let left = rest.len().checked_sub(2).and_then(|at| rest.get(at)).map_or(&*first, |link| &link.1);
            self.xor_in_a_chain((left, *before), middle, (relation, &right));
            return None;
        }
        rest.push((relation, right));
        let unclear = 1 < rest.len()
            && rest.iter().any(|link| {
                matches!(
                    link.0,
                    RelationSign::NotEqual | RelationSign::In | RelationSign::NotIn | RelationSign::Divides
                )
            });
        if unclear {
            let mut left = *first;
            let mut links = Vec::new();
            for (relation, right) in rest {
                let rest = vec![(relation, right.clone())];
                let link = ExprKind::Comparison { first: Box::new(left), rest, modulus: None };
                links.push(print_expression(&Expr { kind: link, span }));
                left = right;
            }
            let help = format!("write the comparisons separately: `{}`", links.join(", "));
            let message = "a chain with `!=`, `in` or `divides` is not clear";
            self.sink.error("unclear-chain", span, message, "here", help).likely(span, links.join(" and "));
            return None;
        }
        Some(Expr { kind: ExprKind::Comparison { first, rest, modulus: None }, span })
    }

    /// An expression without operators: a number, a name, a call, a list, a set, or what stands in brackets.
    pub(super) fn primary(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => ExprKind::Number(pair.as_str().parse().ok()?),
            Rule::reference => reference(pair)?,
            Rule::named | Rule::index => self.named(pair)?,
            Rule::tuple => {
                let mut parts = self.position(pair)?;
                if parts.len() == 1 { parts.swap_remove(0).kind } else { ExprKind::Tuple(parts) }
            }
            Rule::list => ExprKind::List(self.all_expressions(pair)?),
            Rule::absolute => ExprKind::Absolute(Box::new(self.expr(pair.into_inner().next()?)?)),
            Rule::floor | Rule::ceiling => {
                let text = if pair.as_rule() == Rule::floor { "floor" } else { "ceil" };
                ExprKind::Call {
                    function: Name { text: text.to_owned(), span },
                    arguments: self.all_expressions(pair)?,
                }
            }
            Rule::call => {
                let mut parts = pair.into_inner();
                let function = self.name(&parts.next()?);
                self.call(function, parts.next()?)?
            }
            Rule::property => {
                let universal = pair.into_inner().any(|part| part.as_rule() == Rule::kw_universally);
                let text = if universal { "universally admissible" } else { "admissible" };
                ExprKind::Call { function: Name { text: text.to_owned(), span }, arguments: Vec::new() }
            }
            Rule::set => self.set(pair)?,
            Rule::cases => self.cases(pair)?,
            Rule::quantified => {
                let mut parts = pair.into_inner();
                let universal = parts.next()?.as_rule() == Rule::kw_forall;
                let range = parts.next()?;
                let body = Box::new(self.expr(parts.next()?)?);
                if range.as_rule() == Rule::option_of {
                    let mut inner =
                        range.into_inner().filter(|part| !matches!(part.as_rule(), Rule::kw_option | Rule::kw_of));
                    let names = inner.next()?;
                    self.part_by_semicolon(&names, None);
                    let names = self.names(names);
                    ExprKind::OptionsOf { universal, names, position: Box::new(self.primary(inner.next()?)?), body }
                } else {
                    ExprKind::Quantified { universal, binders: self.binders(range)?, body }
                }
            }
            _ => return None,
        };
        Some(Expr { kind, span })
    }

    /// Values with their conditions.
    fn cases(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
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
        Some(ExprKind::Cases(cases))
    }

    /// A name alone, a function with arguments, or an element of an array.
    fn named(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut parts = pair.into_inner();
        let name = parts.next()?;
        let ExprKind::Name { name: text, primed } = reference(name.clone())? else { return None };
        let Some(part) = parts.next() else { return Some(ExprKind::Name { name: text, primed }) };
        if part.as_rule() == Rule::element {
            let index = Box::new(self.expr(part.into_inner().next()?)?);
            return Some(ExprKind::Index { name: text, primed, index });
        }
        if primed {
            let message = format!("`{}'` is no function", name.as_str());
            let help = "a prime marks a heap after the move; for a product write `*`";
            let span = self.span(&part);
            let mut fault = self.sink.error("syntax", span, message, "arguments of what?", help);
            fault.likely(Span::new(span.start, span.start), " * ");
            return None;
        }
        self.call(Name { text, span: self.span(&name) }, part)
    }

    /// A call: folds and cases have kinds of their own.
    fn call(&mut self, function: Name, arguments: Pair<'_, Rule>) -> Option<ExprKind> {
        self.part_by_semicolon(&arguments, Some(&function.text));
        let parts = arguments.into_inner();
        let mut arguments = Vec::new();
        for part in parts {
            if part.as_rule() != Rule::fold {
                arguments.push(self.expr(part)?);
                continue;
            }
            let value = Box::new(arguments.pop()?);
            let (mut names, mut binders, mut condition) = (Vec::new(), Vec::new(), None);
            for part in part.into_inner() {
                match part.as_rule() {
                    Rule::name => names.push(self.name(&part)),
                    Rule::index_binders => binders = self.binders(part)?,
                    Rule::where_ => {
                        let inner = part.into_inner().find(|part| part.as_rule() == Rule::conditions)?;
                        condition = Some(Box::new(self.conditions(inner)?));
                    }
                    _ => {}
                }
            }
            if let [name, array] = names.as_slice() {
                let (name, array) = (name.clone(), array.clone());
                return Some(ExprKind::Fold { function, value, name, array, condition });
            }
            if !binders.is_empty() {
                return Some(ExprKind::FoldIndices { function, value, binders, condition });
            }
            if let Some(counted) = counted(&function, &value, condition) {
                return Some(counted);
            }
            let function = &function.text;
            let message = format!("`where` inside `{function}(...)` needs heaps that it chooses from");
            let help = format!("write `{function}(... for a in ... where ...)`; behind `in` stands an array of heaps");
            self.sink.error("syntax", value.span, message, "here", help);
            return None;
        }
        Some(ExprKind::Call { function, arguments })
    }

    fn set(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
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
            return Some(ExprKind::Family { element: Box::new(elements.pop()?), binders, condition });
        }
        Some(ExprKind::Set(elements))
    }
}

/// `count(a in h where ...)`, `count(k in 1..n where ...)`: how many of what lies there satisfy a condition.
fn counted(function: &Name, written: &Expr, condition: Option<Box<Expr>>) -> Option<ExprKind> {
    let ExprKind::Comparison { first, rest, modulus: None } = &written.kind else { return None };
    let (ExprKind::Name { name, primed: false }, [(RelationSign::In, range)]) = (&first.kind, rest.as_slice()) else {
        return None;
    };
    let function = function.clone();
    let value = Box::new(Expr { kind: ExprKind::Number(1), span: written.span });
    let name = Name { text: name.clone(), span: first.span };
    if let ExprKind::Name { name: array, .. } = &range.kind {
        let array = Name { text: array.clone(), span: range.span };
        return Some(ExprKind::Fold { function, value, name, array, condition });
    }
    let range = Box::new(range.clone());
    let binder = Binder { name, more: Vec::new(), relation: RelationSign::In, range, cyclic: false };
    Some(ExprKind::FoldIndices { function, value, binders: vec![binder], condition })
}

fn reference(pair: Pair<'_, Rule>) -> Option<ExprKind> {
    let mut parts = pair.into_inner();
    let name = normal_name(parts.next()?.as_str());
    Some(ExprKind::Name { name, primed: parts.next().is_some() })
}

pub(super) fn relation(pair: &Pair<'_, Rule>) -> RelationSign {
    match pair.as_str() {
        "<=" | "≤" => RelationSign::LessEqual,
        ">=" | "≥" => RelationSign::GreaterEqual,
        "!=" | "≠" => RelationSign::NotEqual,
        "<" => RelationSign::Less,
        ">" => RelationSign::Greater,
        "=" | "≡" => RelationSign::Equal,
        "in" | "∈" => RelationSign::In,
        "divides" => RelationSign::Divides,
        _ => RelationSign::NotIn,
    }
}

/// Whether an expression was written in brackets: its span then begins before its first part.
fn bracketed(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Binary(_, left, _) => expression.span.start < left.span.start,
        _ => false,
    }
}
