//! Moves to canonical text, and the variables that they, quantifiers and sums run through.
use super::{Printer, SET, joined, separated, words};
use crate::syntax::ast::{Binder, Change, Each, Expr, ExprKind, Indices, MoveDeclaration, Name};
use crate::syntax::layout::{Layout, When, start};

impl Printer<'_> {
    /// A move in canonical layout.
    pub(super) fn move_(self, declaration: &MoveDeclaration) -> Layout {
        let amounts = declaration.amounts.iter().map(|amount| match &amount.over {
            Some(over) => format!("{}[{}]", amount.name.text, over.text),
            None => amount.name.text.clone(),
        });
        let amounts = amounts.collect::<Vec<_>>().join(", ");
        let amounts = if amounts.is_empty() { amounts } else { format!("({amounts})") };
        let symmetric = if declaration.symmetric { " symmetric" } else { "" };
        let each = declaration.each.as_ref().map_or_else(String::new, each_text);
        let mut head = vec![Layout::text(format!("move {}{amounts}{symmetric}{each}", declaration.name.text))];
        head.extend(declaration.indices.as_ref().map(|indices| self.indices(indices)));
        head.push(Layout::text(":"));
        let (from, to, change) = match &declaration.change {
            Change::Full { from, to, more, span } => (span.start, span.end, self.full(from, to, more)),
            Change::Short(changes) => {
                let least = changes.first().map_or(0, |(from, _)| start(from));
                let end = changes.last().map_or(0, |(_, to)| to.span.end);
                let all = changes.iter().map(|(from, to)| {
                    (start(from), self.expression(from).and(words([" -> ", ""], self.expression(to), "")))
                });
                (least, end, Layout::Nest(vec![separated(all)]))
            }
        };
        let mut body = vec![Layout::at(from, When::Always), change];
        if let Some(condition) = &declaration.condition {
            let at = self.find(to, start(condition), "where").unwrap_or(start(condition));
            body.extend([Layout::at(at, When::Always), Layout::text("where"), self.conditions(condition)]);
        }
        Layout::Row(vec![Layout::Group(head), Layout::Nest(body)])
    }

    fn full(self, from: &[Name], to: &[Expr], more: &[Vec<Expr>]) -> Layout {
        let sign = |index: usize| self.sign_between(from[index].span.end, from[index + 1].span.start);
        let signs: Vec<&str> = (0..from.len().saturating_sub(1)).map(sign).collect();
        let names = from.iter().map(|name| (name.span.start, Layout::text(&name.text)));
        let left = words(["(", ""], Layout::Nest(vec![joined(names, |index| signs[index])]), ") -> ");
        let part = |to: &[Expr]| {
            let targets = to.iter().map(|target| (start(target), self.expression(target)));
            let right = joined(targets, |index| signs.get(index).copied().unwrap_or(","));
            words(["(", ""], Layout::Nest(vec![right]), ")")
        };
        let rest = more.iter().map(|to| words([" + ", ""], part(to), ""));
        rest.fold(left.and(part(to)), Layout::and)
    }

    /// ` for k in 1..n where ...`, behind the name of a move.
    fn indices(self, indices: &Indices) -> Layout {
        let place = indices.binders.first().map_or(0, |binder| binder.name.span.start);
        let mut parts = vec![Layout::at(place, When::Blank), words(["for ", ""], self.binders(&indices.binders), "")];
        let end = indices.binders.last().map_or(0, |binder| binder.range.span.end);
        parts.extend(self.continued(end, indices.condition.as_ref()));
        Layout::Nest(vec![Layout::Nest(parts)])
    }

    /// Variables with what they run through.
    pub(super) fn binders(self, binders: &[Binder]) -> Layout {
        let all = binders.iter().map(|binder| {
            let names = binder.names().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ");
            let names = if binder.more.is_empty() { names } else { format!("({names})") };
            let head = format!("{names} {} ", binder.relation.sign());
            let cyclic = if binder.cyclic { " cyclic" } else { "" };
            (binder.name.span.start, words([&head, ""], self.at(&binder.range, SET), cyclic))
        });
        separated(all)
    }

    /// `sum(h[k] for k in 1..n where ...)`, `count(k in 1..n where ...)`.
    pub(super) fn over_indices(
        self,
        function: &Name,
        value: &Expr,
        binders: &[Binder],
        condition: Option<&Expr>,
    ) -> Layout {
        let counts = function.text == "count" && binders.len() == 1 && matches!(value.kind, ExprKind::Number(1));
        let head = if counts {
            words([&function.text, "("], self.binders(binders), "")
        } else {
            words([&function.text, "("], self.expression(value), " for ").and(self.binders(binders))
        };
        let end = binders.last().map_or(value.span.end, |binder| binder.range.span.end);
        let condition = self.continued(end, condition);
        Layout::Group(vec![head, Layout::Row(condition.into_iter().collect()), Layout::text(")")])
    }
}

fn each_text(each: &Each) -> String {
    let names = |names: &[Name]| names.iter().map(|name| name.text.clone()).collect::<Vec<_>>().join(", ");
    let heaps = names(&each.heaps);
    let heaps = if each.heaps.len() == 1 { heaps } else { format!("({heaps})") };
    let (subset, of) = if each.subset { ("subset ", "of") } else { ("", "in") };
    format!(" for each {subset}{} {of} {heaps}", names(&each.names))
}
