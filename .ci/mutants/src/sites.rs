//! A file's text -> every place where a mutant can stand, and what would stand there; knows nothing of cargo or tests.
use proc_macro2::Span;
use quote::ToTokens;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ItemFn, Lit, ReturnType, Stmt, Type, UnOp};

/// How the mutant is put into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An expression in the place of another.
    Instead,
    /// An expression that asks by itself which of both it is.
    Itself,
    /// A condition that holds, or the one that stands there.
    Or,
    /// A statement that is left out.
    Without,
    /// A statement at the head of a body.
    Head,
}

/// One change of one place.
#[derive(Clone, Debug)]
pub struct Site {
    /// Bytes of the text.
    pub range: Range<usize>,
    pub shape: Shape,
    /// The text of the change.
    pub other: String,
    pub line: usize,
    /// What is changed, for people.
    pub told: String,
}

/// All sites of a file, in the order of the text.
pub fn sites(text: &str) -> syn::Result<Vec<Site>> {
    let mut found = Finder { text, sites: Vec::new() };
    found.visit_file(&syn::parse_file(text)?);
    found.sites.sort_by_key(|site| (site.range.start, site.range.end));
    Ok(found.sites)
}

struct Finder<'a> {
    text: &'a str,
    sites: Vec<Site>,
}

fn line(node: &impl ToTokens) -> String {
    node.to_token_stream().to_string()
}

fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= 70 { text } else { text.chars().take(67).chain("...".chars()).collect() }
}

fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|one| one.path().is_ident("cfg") || one.path().is_ident("test"))
}

fn swapped_operator(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Lt(_) => &["<=", ">="],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">="],
        BinOp::Ge(_) => &[">"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Add(_) => &["-"],
        BinOp::Sub(_) => &["+"],
        BinOp::Mul(_) => &["+"],
        BinOp::Div(_) => &["*"],
        BinOp::Rem(_) => &["/"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::BitAnd(_) => &["|"],
        BinOp::BitOr(_) => &["&"],
        BinOp::BitXor(_) => &["|"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::MulAssign(_) => &["+="],
        BinOp::BitAndAssign(_) => &["|="],
        BinOp::BitOrAssign(_) => &["&="],
        BinOp::BitXorAssign(_) => &["|="],
        _ => &[],
    }
}

fn swapped_method(name: &str) -> Option<&'static str> {
    const PAIRS: [(&str, &str); 10] = [
        ("min", "max"),
        ("any", "all"),
        ("is_some", "is_none"),
        ("is_ok", "is_err"),
        ("is_some_and", "is_none_or"),
        ("checked_add", "checked_sub"),
        ("saturating_add", "saturating_sub"),
        ("first", "last"),
        ("div_euclid", "rem_euclid"),
        ("next", "last"),
    ];
    let mut all = PAIRS.iter();
    all.find_map(|(one, other)| (name == *one).then_some(*other).or((name == *other).then_some(*one)))
}

fn swapped_variant(path: &syn::Path) -> Option<String> {
    const PAIRS: [(&str, &str); 5] =
        [("And", "Or"), ("Normal", "Misere"), ("N", "P"), ("AtMost", "LessThan"), ("Min", "Max")];
    let name = path.segments.last()?.ident.to_string();
    let other = PAIRS.iter().find_map(|(a, b)| (name == *a).then_some(*b).or((name == *b).then_some(*a)))?;
    if path.segments.len() < 2 {
        return None;
    }
    let whole = line(path);
    Some(format!("{}{other}", whole.strip_suffix(&name)?))
}

/// Values that a function of this type may give for nothing.
fn idle_values(output: &ReturnType) -> Vec<String> {
    let ReturnType::Type(_, kind) = output else { return vec![String::new()] };
    values_of(kind)
}

fn values_of(kind: &Type) -> Vec<String> {
    let strings = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    match kind {
        Type::Tuple(parts) if parts.elems.is_empty() => strings(&["()"]),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            let inner = || match &last.arguments {
                syn::PathArguments::AngleBracketed(all) => match all.args.first() {
                    Some(syn::GenericArgument::Type(inner)) => values_of(inner),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            };
            match last.ident.to_string().as_str() {
                "bool" => strings(&["true", "false"]),
                "Option" => strings(&["None"]),
                "Result" | "Read" => inner().into_iter().map(|value| format!("Ok({value})")).collect(),
                "usize" | "u8" | "u16" | "u32" | "u64" | "u128" | "i32" | "i64" | "i128" => strings(&["0", "1"]),
                "Vec" | "String" | "BTreeMap" | "BTreeSet" | "Linear" | "IndexMap" => strings(&["Default::default()"]),
                "Condition" => strings(&["Condition::Known(true)", "Condition::Known(false)"]),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

impl Finder<'_> {
    fn add(&mut self, span: Span, shape: Shape, other: String, told: String) {
        let line = span.start().line;
        self.sites.push(Site { range: span.byte_range(), shape, other, line, told });
    }

    fn instead(&mut self, node: &(impl ToTokens + Spanned), other: String) {
        let span = node.span();
        let own = shortened(&self.text[span.byte_range()]);
        let told = format!("{own} -> {}", shortened(&other));
        self.add(span, Shape::Instead, other, told);
    }

    fn truths(&mut self, condition: &Expr) {
        if !has_let(condition) && !matches!(condition, Expr::Lit(_)) {
            self.instead(condition, "true".to_owned());
            self.instead(condition, "false".to_owned());
        }
    }

    fn body(&mut self, name: &syn::Ident, output: &ReturnType, block: &Block) {
        if block.stmts.is_empty() {
            return;
        }
        let inner = block.brace_token.span.open();
        let at = inner.byte_range().end;
        for value in idle_values(output) {
            let told = format!("{name}: the whole body -> {}", if value.is_empty() { "nothing" } else { &value });
            let range = at..at;
            let line = name.span().start().line;
            self.sites.push(Site { range, shape: Shape::Head, other: format!("return {value};"), line, told });
        }
    }

    fn without(&mut self, statement: &Stmt, other: String) {
        let span = statement.span();
        let own = shortened(&self.text[span.byte_range()]);
        let told = if other.is_empty() { format!("{own} -> nothing") } else { format!("{own} -> {other}") };
        self.add(span, Shape::Without, other, told);
    }

    fn closure(&mut self, call: &syn::ExprMethodCall) {
        let Some(argument) = call.args.first() else { return };
        match argument {
            Expr::Closure(closure) if !has_let(&closure.body) => {
                let span = closure.body.span();
                let told = format!(
                    "{} -> always",
                    shortened(&self.text[call.method.span().start_byte()..span.byte_range().end])
                );
                self.add(span, Shape::Or, String::new(), told);
            }
            _ => {}
        }
    }
}

trait Start {
    fn start_byte(&self) -> usize;
}

impl Start for Span {
    fn start_byte(&self) -> usize {
        self.byte_range().start
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    // What is computed at compile time, what is matched on, and what only tests see has no mutants.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if !is_test(&node.attrs) {
            visit::visit_item_mod(self, node);
        }
    }

    fn visit_item_fn(&mut self, node: &'ast ItemFn) {
        if node.sig.constness.is_none() && !is_test(&node.attrs) {
            self.body(&node.sig.ident, &node.sig.output, &node.block);
            visit::visit_item_fn(self, node);
        }
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if node.sig.constness.is_none() {
            self.body(&node.sig.ident, &node.sig.output, &node.block);
            visit::visit_impl_item_fn(self, node);
        }
    }

    fn visit_expr_repeat(&mut self, node: &'ast syn::ExprRepeat) {
        self.visit_expr(&node.expr);
    }

    fn visit_expr_if(&mut self, node: &'ast syn::ExprIf) {
        self.truths(&node.cond);
        visit::visit_expr_if(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        if let Some((_, guard)) = &node.guard {
            self.truths(guard);
        }
        visit::visit_arm(self, node);
    }

    fn visit_stmt(&mut self, node: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = node {
            let line = match expression {
                Expr::Assign(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Continue(_) | Expr::Break(_) => {
                    Some(String::new())
                }
                Expr::Binary(_) | Expr::Return(_) => Some(String::new()),
                Expr::Try(inner) => {
                    self.without(node, format!("let _ = {};", line(&inner.expr)));
                    Some(String::new())
                }
                _ => None,
            };
            if let Some(other) = line {
                self.without(node, other);
            }
        }
        visit::visit_stmt(self, node);
    }

    fn visit_expr(&mut self, node: &'ast Expr) {
        match node {
            Expr::Binary(both) if !has_let(node) => {
                for other in swapped_operator(&both.op) {
                    self.instead(node, format!("{} {other} {}", line(&both.left), line(&both.right)));
                }
            }
            Expr::Unary(one) if matches!(one.op, UnOp::Not(_) | UnOp::Neg(_)) && !matches!(*one.expr, Expr::Lit(_)) => {
                self.instead(node, line(&one.expr));
            }
            Expr::Lit(literal) => match &literal.lit {
                Lit::Bool(truth) => self.instead(node, (!truth.value).to_string()),
                Lit::Int(number) => {
                    if let Ok(value) = number.base10_parse::<u128>() {
                        self.instead(node, format!("{}{}", value + 1, number.suffix()));
                        if value == 1 {
                            self.instead(node, format!("0{}", number.suffix()));
                        }
                    }
                }
                _ => {}
            },
            Expr::Range(range) => {
                if let (Some(start), Some(end)) = (&range.start, &range.end) {
                    let (start, end) = (line(start), line(end));
                    match range.limits {
                        syn::RangeLimits::HalfOpen(_) => self.instead(node, format!("({start})..(({end}) + 1)")),
                        syn::RangeLimits::Closed(_) => {
                            self.instead(node, format!("({start})..=(({end}).saturating_sub(1))"));
                        }
                    }
                }
            }
            Expr::Call(call) => {
                if let Expr::Path(path) = &*call.func {
                    if path.path.is_ident("Some") {
                        self.instead(node, "None".to_owned());
                    }
                    if let Some(other) = swapped_variant(&path.path) {
                        let arguments: Vec<String> = call.args.iter().map(line).collect();
                        self.instead(node, format!("{other}({})", arguments.join(", ")));
                    }
                }
            }
            Expr::Path(path) => {
                if let Some(other) = swapped_variant(&path.path) {
                    self.instead(node, other);
                }
            }
            Expr::MethodCall(call) => self.method(node, call),
            _ => {}
        }
        match node {
            // The path of a call is changed with the call.
            Expr::Call(call) if matches!(*call.func, Expr::Path(_)) => {
                call.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            _ => visit::visit_expr(self, node),
        }
    }
}

impl Finder<'_> {
    fn method(&mut self, node: &Expr, call: &syn::ExprMethodCall) {
        let receiver = line(&call.receiver);
        let name = call.method.to_string();
        let arguments = line(&call.args);
        if let Some(other) = swapped_method(&name) {
            let fits = match name.as_str() {
                "min" | "max" => call.args.len() <= 1,
                "first" | "last" | "next" | "is_some" | "is_none" | "is_ok" | "is_err" => call.args.is_empty(),
                _ => true,
            };
            if fits {
                self.instead(node, format!("{receiver}.{other}({arguments})"));
            }
        }
        match name.as_str() {
            "is_empty" | "contains" | "contains_key" => self.instead(node, format!("!{receiver}.{name}({arguments})")),
            "abs" | "unsigned_abs" => self.instead(node, receiver),
            "filter" | "retain" | "take_while" | "skip_while" => self.closure(call),
            "chain" => {
                if let Some(argument) = call.args.first() {
                    let span = argument.span();
                    let told = format!(
                        "{} -> chain nothing",
                        shortened(&self.text[call.method.span().byte_range().start..span.byte_range().end])
                    );
                    let other = format!("({}).into_iter().filter(|_| !LIVES)", line(argument));
                    self.add(span, Shape::Itself, other, told);
                }
            }
            _ => {}
        }
    }
}
