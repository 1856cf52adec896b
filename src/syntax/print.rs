//! Tree to canonical text: what is parsed from it is the same tree.
mod moves;

use super::ast::{Binder, Claim, CodeDigits, Expr, ExprKind, File, Item, ItemKind, Name, Operator, RelationSign};
use super::layout::{Layout, WIDTH, When, start};

/// How tightly things bind, from the loosest.
const LOOSEST: u8 = 0;
const NOT: u8 = 5;
pub(crate) const COMPARISON: u8 = 6;
pub(crate) const SET: u8 = 7;
const RANGE: u8 = 8;
pub(crate) const XOR: u8 = 9;
pub(crate) const SUM: u8 = 10;
pub(crate) const PRODUCT: u8 = 11;
pub(crate) const NEGATIVE: u8 = 12;
pub(crate) const POWER: u8 = 13;
pub(crate) const SYMMETRIC: u8 = 14;
pub(crate) const PRIMARY: u8 = 15;

/// A whole file, items separated by lines.
#[must_use]
pub fn print_file(file: &File) -> String {
    let mut text = String::new();
    for (index, item) in file.items.iter().enumerate() {
        if index != 0 && apart(&file.items[index - 1], item) {
            text.push('\n');
        }
        text.push_str(&print_item(item));
        text.push('\n');
    }
    text
}

/// Whether an empty line stands between two items: moves and claims are paragraphs of their own.
pub(super) fn apart(first: &Item, second: &Item) -> bool {
    matches!(first.kind, ItemKind::Move(_) | ItemKind::Claim(_) | ItemKind::Source(_))
        || matches!(second.kind, ItemKind::Move(_) | ItemKind::Claim(_))
}

/// One item, without a line break at the end.
#[must_use]
pub fn print_item(item: &Item) -> String {
    Printer { source: None }.item(item).lines(WIDTH)
}

/// One item with the text that it comes from: registers stay behind their `;`.
#[must_use]
pub fn print_item_of(item: &Item, source: &str) -> String {
    Printer { source: Some(source) }.item(item).lines(WIDTH)
}

/// An expression on one line, with as few brackets as its meaning allows.
#[must_use]
pub fn print_expression(expression: &Expr) -> String {
    Printer { source: None }.expression(expression).lines(usize::MAX)
}

/// What an operator makes of two expressions, as [`print_expression`] writes it.
#[must_use]
pub fn print_operation(left: &Expr, operator: Operator, right: &Expr) -> String {
    let kind = ExprKind::Binary(operator, Box::new(left.clone()), Box::new(right.clone()));
    print_expression(&Expr { kind, span: left.span.to(right.span) })
}

/// Lays trees out; the source, if the tree comes from one, tells where a comment stands and which brackets have a `;`.
#[derive(Clone, Copy)]
pub(super) struct Printer<'a> {
    pub(super) source: Option<&'a str>,
}

impl Printer<'_> {
    /// An item in canonical layout.
    pub(super) fn item(self, item: &Item) -> Layout {
        match &item.kind {
            ItemKind::Ruleset(title) => Layout::text(format!("ruleset \"{title}\"")),
            ItemKind::Source(title) => Layout::text(format!("source \"{title}\"")),
            ItemKind::Param { name, default, condition } => {
                let mut parts = vec![Layout::text(format!("param {} = ", name.text)), self.expression(default)];
                parts.extend(self.continued(default.span.end, condition.as_ref()));
                Layout::Group(parts)
            }
            ItemKind::Heaps { heaps, below } => {
                let heaps = heaps.iter().map(|heap| match &heap.size {
                    Some(size) => (heap.name.span.start, words([&heap.name.text, "["], self.expression(size), "]")),
                    None => (heap.name.span.start, Layout::text(&heap.name.text)),
                });
                let mut parts = vec![Layout::text("heaps "), Layout::Nest(vec![separated(heaps)])];
                parts.extend(below.iter().map(|below| words([" below ", ""], self.expression(below), "")));
                Layout::Row(parts)
            }
            ItemKind::Register { name, size, range } => {
                let mut parts = vec![Layout::text(format!("register {}", name.text))];
                parts.extend(size.iter().map(|size| words(["[", ""], self.expression(size), "]")));
                if let Some((low, high)) = range {
                    parts.extend([Layout::text(" in "), self.at(low, XOR), Layout::text(".."), self.at(high, XOR)]);
                }
                Layout::Row(parts)
            }
            ItemKind::Start { name, value } => {
                words([&format!("start {}", name.text), " = "], self.expression(value), "")
            }
            ItemKind::Positions(condition) => {
                Layout::Row(vec![Layout::text("positions where"), self.conditions(condition)])
            }
            ItemKind::Play(play) => Layout::text(format!("play {play}")),
            ItemKind::Blocking(most) => words(["play blocking ", ""], self.expression(most), ""),
            ItemKind::Measure(entries) => words(["measure ", ""], self.list(entries), ""),
            ItemKind::Move(declaration) => self.move_(declaration),
            ItemKind::Code(code) => match &code.digits {
                CodeDigits::Written(digits) => Layout::text(format!("{} \"{digits}\"", code.word())),
                CodeDigits::Listed(digits) => words([code.word(), " "], self.list(digits), ""),
            },
            ItemKind::Let { name, arguments, body } => {
                self.definition(format!("let {}{} =", name.text, bracket(arguments)), body, Vec::new())
            }
            ItemKind::Sequence { name, indices, body, from } => {
                let head = format!("sequence {}{} =", name.text, bracket(indices));
                self.definition(head, body, self.first_values(name, body, from))
            }
            ItemKind::Claim(claim) => self.claim(claim),
            ItemKind::Extends { file, with } => {
                Layout::Row(vec![Layout::text(format!("extends \"{file}\"")), self.with(with)])
            }
            ItemKind::Sum(parts) => {
                let parts = parts
                    .iter()
                    .map(|(file, with)| (0, words(["\"", file], Layout::text("\""), "").and(self.with(with))));
                words(["sum of ", ""], Layout::Nest(vec![separated(parts)]), "")
            }
        }
    }

    /// `head body`: bodies that open a brace stay on the line of the head.
    fn definition(self, head: String, body: &Expr, rest: Vec<Layout>) -> Layout {
        let opens =
            matches!(body.kind, ExprKind::Cases(_) | ExprKind::Set(_) | ExprKind::Family { .. } | ExprKind::List(_));
        let shown = self.expression(body);
        let mut parts = vec![Layout::text(head)];
        if opens {
            parts.extend([Layout::at(start(body), When::Comment), shown]);
        } else {
            parts.push(Layout::Nest(vec![Layout::Group(vec![Layout::at(start(body), When::Blank), shown])]));
        }
        parts.extend(rest);
        Layout::Group(parts)
    }

    fn first_values(self, name: &Name, body: &Expr, from: &[(Vec<Expr>, Expr)]) -> Vec<Layout> {
        let Some((arguments, value)) = from.first() else { return Vec::new() };
        let least = arguments.first().map_or(start(value), start);
        let at = self.find(body.span.end, least, "from").unwrap_or(least);
        let all = from.iter().map(|(arguments, value)| {
            let head = words([&name.text, "("], self.list(arguments), ") = ");
            (arguments.first().map_or(start(value), start), head.and(self.expression(value)))
        });
        let all = words(["from ", ""], separated(all), "");
        vec![Layout::Nest(vec![Layout::at(at, When::Blank), all])]
    }

    fn with(self, with: &[(Name, Expr)]) -> Layout {
        if with.is_empty() {
            return Layout::Row(Vec::new());
        }
        let settings =
            with.iter().map(|(name, value)| (name.span.start, words([&name.text, " = "], self.at(value, RANGE), "")));
        words([" with ", ""], Layout::Nest(vec![separated(settings)]), "")
    }

    /// A claim in canonical layout.
    fn claim(self, claim: &Claim) -> Layout {
        let mut head = vec![Layout::text(format!("{} \"{}\"", claim.kind, claim.name))];
        if let Some(play) = claim.play {
            head.push(Layout::text(format!(" {play}")));
        }
        if let Some(position) = &claim.at {
            let shown = self.expression(position);
            let bracketed = matches!(position.kind, ExprKind::Tuple(_));
            head.push(if bracketed { words([" at ", ""], shown, "") } else { words([" at ", "("], shown, ")") });
        }
        if let Some(binder) = claim.binders.first() {
            let mut more = vec![
                Layout::at(binder.name.span.start, When::Blank),
                words(["for ", ""], self.binders(&claim.binders), ""),
            ];
            let end = claim.binders.last().map_or(0, |binder| binder.range.span.end);
            more.extend(self.continued(end, claim.head_condition.as_ref()));
            head.push(Layout::Nest(vec![Layout::Nest(more)]));
        }
        head.push(Layout::text(":"));
        let mut body = vec![self.expression(&claim.body)];
        let mut end = claim.body.span.end;
        if let Some(except) = &claim.except {
            let finitely = matches!(&except.kind, ExprKind::Name { name, .. } if name == "finitely");
            let shown = if finitely { Layout::text("finitely many") } else { self.expression(except) };
            let at = self.find(end, start(except), "except").unwrap_or(start(except));
            body.push(Layout::Nest(vec![Layout::at(at, When::Blank), words(["except ", ""], shown, "")]));
            end = except.span.end;
        }
        body.extend(self.continued(end, claim.condition.as_ref()));
        let body = Layout::Nest(vec![Layout::at(start(&claim.body), When::Always), Layout::Group(body)]);
        Layout::Row(vec![Layout::Group(head), body])
    }

    /// A place, then `where ...`.
    fn continued(self, end: usize, condition: Option<&Expr>) -> Option<Layout> {
        let condition = condition?;
        let at = self.find(end, start(condition), "where").unwrap_or(start(condition));
        Some(Layout::Nest(vec![Layout::at(at, When::Blank), Layout::text("where"), self.conditions(condition)]))
    }

    /// What follows `where`.
    fn conditions(self, condition: &Expr) -> Layout {
        Layout::Nest(vec![Layout::at(start(condition), When::Comment), self.expression(condition)])
    }

    fn list(self, all: &[Expr]) -> Layout {
        Layout::Nest(vec![separated(all.iter().map(|one| (start(one), self.expression(one))))])
    }

    /// As a list; registers stay behind their `;`.
    fn listed(self, parts: &[Expr]) -> Layout {
        let sign = |index: usize| self.sign_between(parts[index].span.end, start(&parts[index + 1]));
        Layout::Nest(vec![joined(parts.iter().map(|part| (start(part), self.expression(part))), sign)])
    }

    /// An expression in brackets unless it binds at least this tightly.
    fn at(self, expression: &Expr, least: u8) -> Layout {
        let shown = self.expression(expression);
        if tightness(expression) < least { words(["(", ""], shown, ")") } else { shown }
    }

    /// An expression in canonical layout, with brackets only where the binding asks for them.
    fn expression(self, expression: &Expr) -> Layout {
        match &expression.kind {
            ExprKind::Number(value) => Layout::text(value.to_string()),
            ExprKind::Name { name, primed } => Layout::text(format!("{name}{}", prime(*primed))),
            ExprKind::Index { name, primed, index } => {
                words([name, &format!("{}[", prime(*primed))], self.expression(index), "]")
            }
            ExprKind::Negate(inner) => words(["-", ""], self.at(inner, POWER), ""),
            ExprKind::Not(inner) => words(["not ", ""], self.at(inner, COMPARISON), ""),
            ExprKind::Binary(which, left, right) => self.binary(*which, left, right),
            ExprKind::Absolute(inner) => words(["|", ""], self.expression(inner), "|"),
            ExprKind::Call { function, .. } if function.text.ends_with("admissible") => {
                Layout::text(function.text.clone())
            }
            ExprKind::Call { function, arguments } => words([&function.text, "("], self.listed(arguments), ")"),
            ExprKind::Fold { function, value, name, array, condition } => {
                let counts =
                    function.text == "count" && condition.is_some() && matches!(value.kind, ExprKind::Number(1));
                let each = format!("{} in {}", name.text, array.text);
                let head = if counts {
                    words([&function.text, "("], Layout::text(each), "")
                } else {
                    words([&function.text, "("], self.expression(value), " for ").and(Layout::text(each))
                };
                let condition = self.continued(array.span.end, condition.as_deref());
                Layout::Group(vec![head, Layout::Row(condition.into_iter().collect()), Layout::text(")")])
            }
            ExprKind::FoldIndices { function, value, binders, condition } => {
                self.over_indices(function, value, binders, condition.as_deref())
            }
            ExprKind::Tuple(parts) => words(["(", ""], self.listed(parts), ")"),
            ExprKind::Comparison { first, rest, modulus } => self.comparison(first, rest, modulus.as_deref()),
            ExprKind::Range(low, high) => self.at(low, XOR).and(words(["..", ""], self.at(high, XOR), "")),
            ExprKind::Set(elements) => words(["{", ""], self.list(elements), "}"),
            ExprKind::List(elements) => words(["[", ""], self.list(elements), "]"),
            ExprKind::Family { element, binders, condition } => self.family(element, binders, condition.as_deref()),
            ExprKind::Symmetric(inner) => words(["sym ", ""], self.at(inner, PRIMARY), ""),
            ExprKind::Cases(cases) => self.cases(cases, expression.span.end),
            ExprKind::Quantified { universal, binders, body } => {
                let head = words([if *universal { "forall " } else { "exists " }, ""], self.binders(binders), ":");
                self.stated(head, body)
            }
            ExprKind::OptionsOf { universal, names, position, body } => {
                let word = if *universal { "forall" } else { "exists" };
                let head = format!("{word} option {} of ", self.bracket(names));
                let bare = matches!(position.kind, ExprKind::Tuple(_) | ExprKind::Name { .. });
                let position = self.expression(position);
                let position = if bare { position } else { words(["(", ""], position, ")") };
                self.stated(words([&head, ""], position, ":"), body)
            }
            ExprKind::Of(inner, file) => self.at(inner, PRIMARY).and(Layout::text(format!(" of \"{file}\""))),
            ExprKind::All(parts) => separated(parts.iter().map(|part| (start(part), self.expression(part)))),
        }
    }

    fn stated(self, head: Layout, body: &Expr) -> Layout {
        let body = Layout::Nest(vec![Layout::at(start(body), When::Blank), self.expression(body)]);
        Layout::Group(vec![head, body])
    }

    /// A chain of operators that bind equally breaks before words, and after signs: a line that begins with a sign
    /// looks like a condition of its own.
    fn binary(self, which: Operator, left: &Expr, right: &Expr) -> Layout {
        let (word, level) = operator(which);
        match which {
            Operator::Power => {
                return self.at(left, SYMMETRIC).and(words(["^", ""], self.at(right, POWER), ""));
            }
            Operator::Implies => {
                let place = Layout::at(start(right), When::Blank);
                let right = words([word, " "], self.at(right, level), "");
                return Layout::Group(vec![self.at(left, level + 1), Layout::Nest(vec![place, right])]);
            }
            _ => {}
        }
        let mut links = vec![(which, right)];
        let mut first = left;
        // Remainders are bracketed where they are multiplied, nim-sums beside sums, and `and` inside `or`.
        let alike =
            |other: Operator| operator(other).1 == level && (other == Operator::Modulo) == (which == Operator::Modulo);
        while let ExprKind::Binary(which, left, right) = &first.kind
            && alike(*which)
        {
            links.push((*which, right));
            first = left;
        }
        links.reverse();
        let (on_left, on_right) = match which {
            Operator::Xor => (NEGATIVE, NEGATIVE),
            Operator::Or if matches!(first.kind, ExprKind::Binary(Operator::And, ..)) => (level + 2, level + 2),
            Operator::Or => (level, level + 2),
            _ if matches!(first.kind, ExprKind::Binary(Operator::Modulo, ..)) => (level + 1, level + 1),
            _ => (level, level + 1),
        };
        let mut parts = vec![self.at(first, on_left)];
        for (which, right) in links {
            let (word, _) = operator(which);
            let place = Layout::at(start(right), When::Blank);
            let right_side = self.at(right, on_right);
            if word.starts_with(char::is_alphabetic) && which != Operator::Modulo {
                parts.extend([place, words([word, " "], right_side, "")]);
            } else {
                let before = parts.pop().map(|before| before.and(Layout::text(format!(" {word}"))));
                parts.extend(before.into_iter().chain([place, right_side]));
            }
        }
        if level <= SET { Layout::Nest(vec![Layout::Group(parts)]) } else { Layout::Nest(vec![Layout::Fill(parts)]) }
    }

    /// A chain of comparisons; it breaks behind its signs.
    fn comparison(self, first: &Expr, rest: &[(RelationSign, Expr)], modulus: Option<&Expr>) -> Layout {
        let mut parts = vec![self.at(first, SET)];
        for (index, (relation, right)) in rest.iter().enumerate() {
            let before = parts.pop().map(|before| before.and(Layout::text(format!(" {}", relation.sign()))));
            // Between comparisons that lead two ways a nim-sum keeps its brackets.
            let turns = rest.get(index + 1).is_some_and(|next| !relation.leads_as(next.0));
            let xor = matches!(right.kind, ExprKind::Binary(Operator::Xor, ..));
            let shown = self.at(right, if turns && xor { SUM } else { SET });
            // What opens a brace can break by itself, and better.
            let opens = match &right.kind {
                ExprKind::Cases(_)
                | ExprKind::Set(_)
                | ExprKind::Family { .. }
                | ExprKind::List(_)
                | ExprKind::Symmetric(_) => true,
                ExprKind::Binary(which, ..) => operator(*which).1 == SET,
                _ => false,
            };
            let when = if opens { When::Comment } else { When::Blank };
            let place = Layout::Nest(vec![Layout::at(start(right), when)]);
            match before {
                Some(before) if opens => parts.push(Layout::Row(vec![before, place, shown])),
                before => parts.extend(before.into_iter().chain([Layout::at(start(right), when), shown])),
            }
        }
        if let Some(modulus) = modulus {
            let last = parts.pop().map(|last| last.and(words([" (mod ", ""], self.expression(modulus), ")")));
            parts.extend(last);
        }
        Layout::Fill(parts)
    }

    fn family(self, element: &Expr, binders: &[Binder], condition: Option<&Expr>) -> Layout {
        let mut parts = vec![Layout::text("{"), self.expression(element)];
        let mut end = element.span.end;
        if let (Some(binder), Some(last)) = (binders.first(), binders.last()) {
            let place = Layout::at(binder.name.span.start, When::Blank);
            parts.push(Layout::Nest(vec![place, words(["for ", ""], self.binders(binders), "")]));
            end = last.range.span.end;
        }
        parts.extend(self.continued(end, condition));
        parts.push(Layout::text("}"));
        Layout::Group(parts)
    }

    fn cases(self, cases: &[(Expr, Option<Expr>)], end: usize) -> Layout {
        let mut parts = Vec::new();
        for (index, (value, condition)) in cases.iter().enumerate() {
            let shown = self.expression(value);
            let case = match condition {
                Some(condition) => shown.and(words([" if ", ""], self.expression(condition), "")),
                None => shown.and(Layout::text(" otherwise")),
            };
            let sign = if index + 1 < cases.len() { ";" } else { "" };
            parts.extend([Layout::at(start(value), When::Blank), case.and(Layout::text(sign))]);
        }
        Layout::Group(vec![
            Layout::text("cases {"),
            Layout::Nest(parts),
            Layout::at(end, When::Blank),
            Layout::text("}"),
        ])
    }

    /// Where a word or sign stands between two places, outside comments.
    fn find(self, from: usize, to: usize, wanted: &str) -> Option<usize> {
        let between = self.source?.get(from..to)?;
        let mut at = from;
        for line in between.split_inclusive('\n') {
            let said = line.split_once('#').map_or(line, |(said, _)| said);
            if let Some(found) = said.find(wanted) {
                return Some(at + found);
            }
            at += line.len();
        }
        None
    }

    /// Registers stand behind a `;`.
    /// Names in brackets, those of registers behind their `;`.
    fn bracket(self, names: &[Name]) -> String {
        let mut text = String::from("(");
        for (index, name) in names.iter().enumerate() {
            if let Some(before) = index.checked_sub(1) {
                text.push_str(self.sign_between(names[before].span.end, name.span.start));
                text.push(' ');
            }
            text.push_str(&name.text);
        }
        text + ")"
    }

    fn sign_between(self, from: usize, to: usize) -> &'static str {
        if self.find(from, to, ";").is_some() { ";" } else { "," }
    }
}

impl Layout {
    fn and(self, next: Self) -> Self {
        Self::Row(vec![self, next])
    }
}

fn words(before: [&str; 2], inner: Layout, after: &str) -> Layout {
    Layout::Row(vec![Layout::text(before.concat()), inner, Layout::text(after)])
}

fn separated(parts: impl IntoIterator<Item = (usize, Layout)>) -> Layout {
    joined(parts, |_| ",")
}

/// Parts with signs between them; each begins at a byte.
fn joined<'a>(parts: impl IntoIterator<Item = (usize, Layout)>, sign: impl Fn(usize) -> &'a str) -> Layout {
    let mut all = Vec::new();
    for (index, (at, part)) in parts.into_iter().enumerate() {
        if let Some(before) = all.pop() {
            all.extend([Layout::and(before, Layout::text(sign(index - 1))), Layout::at(at, When::Blank)]);
        }
        all.push(part);
    }
    Layout::Fill(all)
}

fn prime(primed: bool) -> &'static str {
    if primed { "'" } else { "" }
}

fn bracket(names: &[Name]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!("({})", names.iter().map(|name| name.text.clone()).collect::<Vec<_>>().join(", "))
}

/// The sign of an operator and how tightly it binds.
pub(crate) fn operator(operator: Operator) -> (&'static str, u8) {
    match operator {
        Operator::Iff => ("iff", 1),
        Operator::Implies => ("implies", 2),
        Operator::Or => ("or", 3),
        Operator::And => ("and", 4),
        Operator::Union => ("union", SET),
        Operator::Intersect => ("intersect", SET),
        Operator::Minus => ("minus", SET),
        Operator::Xor => ("xor", XOR),
        Operator::Add => ("+", SUM),
        Operator::Subtract => ("-", SUM),
        Operator::Multiply => ("*", PRODUCT),
        Operator::Divide => ("/", PRODUCT),
        Operator::Modulo => ("mod", PRODUCT),
        Operator::Power => ("^", POWER),
    }
}

pub(crate) fn tightness(expression: &Expr) -> u8 {
    match &expression.kind {
        ExprKind::Binary(which, ..) => operator(*which).1,
        ExprKind::Not(_) | ExprKind::Comparison { modulus: Some(_), .. } => NOT,
        ExprKind::Comparison { .. } => COMPARISON,
        ExprKind::Range(..) => RANGE,
        ExprKind::Negate(_) => NEGATIVE,
        ExprKind::Quantified { .. } | ExprKind::OptionsOf { .. } | ExprKind::All(_) => LOOSEST,
        ExprKind::Number(value) if *value < 0 => NEGATIVE,
        ExprKind::Symmetric(_) => SYMMETRIC,
        _ => PRIMARY,
    }
}

/// What a claim says, on one line, without its kind and name. With the text that it comes from, registers stay behind
/// their `;`.
#[must_use]
pub fn print_statement(claim: &Claim, source: Option<&str>) -> String {
    let printer = Printer { source };
    let line = |layout: Layout| layout.lines(usize::MAX);
    let mut text = String::new();
    if let Some(play) = claim.play {
        text.push_str(&format!("{play} "));
    }
    if let Some(position) = &claim.at {
        text.push_str(&format!("at {} ", line(printer.expression(position))));
    }
    if !claim.binders.is_empty() {
        text.push_str(&format!("for {}", line(printer.binders(&claim.binders))));
        let with =
            claim.head_condition.iter().map(|condition| format!(" where {}", line(printer.expression(condition))));
        text.push_str(&format!("{}: ", with.collect::<String>()));
    }
    text.push_str(&line(printer.expression(&claim.body)));
    for (word, part) in [("except", &claim.except), ("where", &claim.condition)] {
        text.extend(part.iter().map(|part| match &part.kind {
            ExprKind::Name { name, .. } if name == "finitely" => format!(" {word} finitely many"),
            _ => format!(" {word} {}", line(printer.expression(part))),
        }));
    }
    text
}
