//! Laws of the canonical layout over random rulesets with comments at random places.
use nimdsl::diagnostic::Sink;
use nimdsl::source::Source;
use nimdsl::syntax::ast::File;
use nimdsl::syntax::{format, parse, print_file};
use proptest::prelude::*;

/// The tree, if the text has no fault: random operators may be mixed in ways that are refused.
fn faultless(text: &str) -> Option<File> {
    let source = Source::new("text", text);
    let mut sink = Sink::new(source.clone());
    let file = parse(&source, &mut sink);
    (!sink.has_errors()).then_some(file)
}

fn tree(text: &str) -> File {
    let source = Source::new("text", text);
    let mut sink = Sink::new(source.clone());
    let file = parse(&source, &mut sink);
    assert!(!sink.has_errors(), "{:#?} in\n{text}", sink.faults.iter().map(|fault| &fault.message).collect::<Vec<_>>());
    file
}

/// Everything that a tree says, without places.
fn said(file: &File) -> String {
    let all = format!("{:?}", file.items);
    let mut parts = all.split("Span { start: ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once('}').expect("a span ends").1);
    }
    text
}

fn comments(file: &File) -> Vec<String> {
    file.comments.iter().map(|comment| comment.1.trim_end().to_owned()).collect()
}

fn pick(all: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    prop::sample::select(all).prop_map(str::to_owned)
}

/// Terms, their tokens separated by blanks.
fn terms() -> BoxedStrategy<String> {
    let leaf =
        pick(&["x", "y", "i", "j", "c", "0", "1", "17", "x'", "y′", "h[ 1 ]", "h'[ 2 ]", "phi", "φ", "total", "α"]);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            (two.clone(), pick(&["+", "-", "−", "*", "·", "/", "mod"]))
                .prop_map(|((a, b), sign)| format!("{a} {sign} {b}")),
            two.clone().prop_map(|(a, b)| format!("( ( {a} ) xor ( {b} ) )")),
            two.clone().prop_map(|(a, b)| format!("( ( {a} ) ⊕ ( {b} ) xor ( {a} ) )")),
            inner.clone().prop_map(|a| format!("( {a} )")),
            inner.clone().prop_map(|a| format!("- ( {a} )")),
            inner.clone().prop_map(|a| format!("| {a} |")),
            inner.clone().prop_map(|a| format!("( {a} ) ^ 2")),
            inner.clone().prop_map(|a| format!("2 ^ - ( {a} )")),
            inner.clone().prop_map(|a| format!("⌊ {a} / 2 ⌋")),
            two.prop_map(|(a, b)| format!("min( {a} , {b} , 3 )")),
            inner.clone().prop_map(|a| format!("xor( floor( {a} / c ) for a in h where 1 <= a , a < 9 )")),
            inner.clone().prop_map(|a| format!("cases {{ 0 if {a} <= 1 , x < 3 ; {a} otherwise ; }}")),
            inner.clone().prop_map(|a| format!("count( a in h where {a} <= a )")),
            inner.prop_map(|a| format!("grundy( x , {a} ) of \"max nim.nim\"")),
        ]
    })
    .boxed()
}

fn conditions() -> BoxedStrategy<String> {
    let term = terms();
    let leaf = prop_oneof![
        (term.clone(), term.clone(), pick(&["<", "<=", "≤", "=", "!=", "≠", ">", ">="]))
            .prop_map(|(a, b, sign)| format!("{a} {sign} {b}")),
        (term.clone(), term.clone(), term.clone()).prop_map(|(a, b, c)| format!("{a} <= {b} < {c}")),
        (term.clone(), term.clone()).prop_map(|(a, b)| format!("{a} = {b} (mod 3 )")),
        term.clone().prop_map(|a| format!("{a} in {{ 1 , 3 .. 5 , {a} }}")),
        term.clone().prop_map(|a| format!("{a} not in 1 .. c - 1")),
        term.prop_map(|a| format!("0 <= ( x , {a} ) < 9")),
        pick(&["terminal( x , y )", "P( x , y )", "( x , y ) in S"]),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            (two.clone(), pick(&["and", "∧", "or", "∨", "implies", "⇒", "iff", "⇔"]))
                .prop_map(|((a, b), word)| format!("{a} {word} {b}")),
            (two, pick(&["and", "or", "implies", "iff"])).prop_map(|((a, b), word)| format!("( {a} ) {word} ( {b} )")),
            inner.clone().prop_map(|a| format!("not ( {a} )")),
            inner.clone().prop_map(|a| format!("( forall k >= 0 , m in 0 .. 5 : {a} )")),
            inner.clone().prop_map(|a| format!("∃ k <= x : {a}")),
            inner.prop_map(|a| format!("exists option ( u , v ) of ( x , y ) : {a}")),
        ]
    })
    .boxed()
}

fn sets() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        Just("{ ( 0 , 0 ) , ( 1 , 2 ) }".to_owned()),
        Just("{ }".to_owned()),
        conditions().prop_map(|a| format!("{{ ( x , y ) where {a} , 2 <= x }}")),
        terms().prop_map(|a| format!("{{ ( s( k ) , {a} ) for k >= 0 , m in 0 .. 3 where k != m }}")),
        Just("{ ( x , y ; pass ) where x = pass }".to_owned()),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone(), pick(&["union", "∪", "intersect", "minus", "∖"]))
                .prop_map(|(a, b, word)| format!("{a} {word} {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} minus ( {b} union {a} )")),
            inner.prop_map(|a| format!("sym ( {a} )")),
        ]
    })
    .boxed()
}

fn guards() -> BoxedStrategy<String> {
    prop::collection::vec(conditions(), 1..4).prop_map(|all| all.join(" , ")).boxed()
}

fn items() -> BoxedStrategy<String> {
    let guard = guards();
    let head = pick(&[
        "theorem \"T # 1\"",
        "conjecture \"C\" misere",
        "claim \"long\" normal for c in 0 .. 8 , k >= 1 where c != 3 , k < c",
        "refuted \"Theorem 9\" at ( 3 , 5 )",
        "refuted \"Theorem 10\" misere at ( 3 ; 1 ) for c >= 0",
    ]);
    let end =
        pick(&["", "except finitely many", "except { ( 1 , 1 ) }", "where x <= y , 2 <= x", "except { } where x <= y"]);
    prop_oneof![
        pick(&[
            "ruleset \"A # title\"",
            "source \"KY24, Definition 8\"",
            "play misere",
            "play normal",
            "heaps x , y , z",
            "heaps h [ n ] , w",
            "heaps x , y below omega ^ 2",
            "register pass in 0 .. c - 1",
            "register q",
            "extends \"triangular.nim\" with c = 2 , S = { 1 , 2 }",
            "sum of \"yama.nim\" with a = 2 , \"nim.nim\" with n = 1 , p = 3 , \"x.nim\"",
            "sequence F( k ) = F( k - 1 ) + F( k - 2 ) from F( 0 ) = 0 , F( 1 ) = 1",
            "sequence s = [ 0 , 1 , 3 , 10 ]",
            "param S = { 1 , 3 .. 5 }",
            "measure x + 2 * y , pass",
        ]),
        guard.clone().prop_map(|a| format!("param c = 0 where {a}")),
        guard.clone().prop_map(|a| format!("positions where {a}")),
        terms().prop_map(|a| format!("let f( m , k ) = {a}")),
        terms().prop_map(|a| format!("let half = ( {a} )")),
        guard.clone().prop_map(|a| format!("move pass : pass -> 0 where {a}")),
        (guard.clone(), terms())
            .prop_map(|(a, b)| format!("move m( i , j ) symmetric : ( x , y ) → ( x - i , {b} ) where {a}")),
        (guard.clone(), terms())
            .prop_map(|(a, b)| format!("move fibonacci( i ) ( x ; q ) -> ( x - i ; {b} ) where {a}")),
        (guard.clone(), terms())
            .prop_map(|(a, b)| format!("move t( i , j ) for each a , b in h : a -> a - i , b -> {b} where {a}")),
        guard.clone().prop_map(|a| format!("move king( i[ A ] , j ) for each subset A of h : A -> A - i where {a}")),
        guard.prop_map(|a| format!("move free symmetric for each a in ( x , y ) : ( x , y ) -> ( x' , y' ) where {a}")),
        (head.clone(), sets(), end.clone()).prop_map(|(head, set, end)| format!("{head} : P = {set} {end}")),
        (head.clone(), terms(), end.clone()).prop_map(|(head, a, end)| format!("{head} : grundy( x , y ) = {a} {end}")),
        (head, guards(), end).prop_map(|(head, a, end)| format!("{head} : {a} {end}")),
    ]
    .boxed()
}

/// Tokens, where texts in quotes and what is one word in two are whole.
fn tokens(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut quoted = false;
    for word in text.split_whitespace() {
        let whole = quoted || word == "many" || word == "many\n";
        match all.last_mut() {
            Some(last) if whole => {
                last.push(' ');
                last.push_str(word);
            }
            _ => all.push(word.to_owned()),
        }
        if word.matches('"').count() % 2 == 1 {
            quoted = !quoted;
        }
    }
    all
}

/// A random text: items, tokens with blanks, line breaks and comments between them.
fn texts() -> impl Strategy<Value = String> {
    let blank = prop_oneof![
        20 => Just(" ".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just("\r\n\n\n\t".to_owned()),
        1 => (0..99u8).prop_map(|n| format!(" # comment {n}, \"quoted; x  \n")),
        1 => (0..99u8).prop_map(|n| format!("\n  # alone {n} where ;\n  ")),
        1 => (0..99u8).prop_map(|n| format!("#{n}\n\n# second {n}\r\n")),
    ];
    let blanks = prop::collection::vec(blank, 40);
    (prop::collection::vec(items(), 1..6), blanks, 0..40usize).prop_map(|(items, blanks, offset)| {
        let mut text = String::new();
        for (index, token) in tokens(&items.join(" ")).iter().enumerate() {
            // Two strides keep the places random although the blanks come round again.
            text.push_str(&blanks[(offset + index * 7 + index / 40) % blanks.len()]);
            text.push_str(token);
        }
        text.push_str(&blanks[offset]);
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, max_shrink_iters: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn the_layout_says_the_same_and_is_stable(text in texts()) {
        let file = faultless(&text);
        prop_assume!(file.is_some());
        let file = file.expect("as assumed");
        let once = format(&file, &text);
        let again = tree(&once);
        prop_assert_eq!(said(&file), said(&again), "\n{}\n---\n{}", text, once);
        prop_assert_eq!(print_file(&file), print_file(&again));
        prop_assert_eq!(comments(&file), comments(&again), "\n{}\n---\n{}", text, once);
        let twice = format(&again, &once);
        prop_assert_eq!(&once, &twice, "\n{}\n---\n{}\n---\n{}", text, once, twice);
        for line in once.lines() {
            prop_assert!(line.trim_end() == line, "blanks at the end of {line:?}");
            prop_assert!(line.contains('#') || line.contains('"') || line.chars().count() <= 110, "too long: {line}");
        }
    }

    #[test]
    fn printed_text_is_in_canonical_layout(text in texts()) {
        let file = faultless(&text);
        prop_assume!(file.is_some());
        let file = file.expect("as assumed");
        let printed = print_file(&file);
        let again = tree(&printed);
        prop_assert_eq!(said(&file), said(&again), "\n{}", printed);
        prop_assert_eq!(&printed, &print_file(&again));
        let canonical = format(&again, &printed);
        prop_assert_eq!(&canonical, &printed);
    }
}

fn laid_out(text: &str) -> String {
    format(&tree(text), text)
}

#[test]
fn comments_stay_where_they_were() {
    let text = "\
# the file

ruleset \"R\"  # its title
heaps x, y
# before the move
move m(i, j):  # a head
    (x, y) -> (x - i, y - j)  # what changes
    # the guard
    where 1 <= i,  # one
        # two
        1 <= j

# the end
";
    assert_eq!(laid_out(text), text.replace("heaps x, y\n", "heaps x, y\n\n"));
}

#[test]
fn long_conditions_and_claims_are_broken() {
    let text = "heaps x, y register r in 0..1 move m(i, j) (x, y; r) -> (x - i, y - j; 0) where 1 <= i, 1 <= j, \
        floor((x + i) / 12) <= floor((y + j) / 12), (i + j) mod 7 in {1, 2, 4}, i <= x' + 3 or j <= y' + 3 \
        theorem \"T\": P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0 where k != 7, k != 11} union sym {(b(k), b(k) + k) for k >= 3} \
        theorem \"U\": grundy(x, y) = cases { 0 if |x - y| <= 1, x mod 3 = y mod 3; min(x, y) + 1 if x + y <= 17 or x = y; max(x, y) otherwise }";
    let expected = "\
heaps x, y
register r in 0..1

move m(i, j):
    (x, y; r) -> (x - i, y - j; 0)
    where 1 <= i, 1 <= j, floor((x + i) / 12) <= floor((y + j) / 12), (i + j) mod 7 in {1, 2, 4},
        i <= x' + 3 or j <= y' + 3

theorem \"T\":
    P = {(0, 0)}
        union sym {(a(k), a(k + 1)) for k >= 0 where k != 7, k != 11}
        union sym {(b(k), b(k) + k) for k >= 3}

theorem \"U\":
    grundy(x, y) = cases {
        0 if |x - y| <= 1, x mod 3 = y mod 3;
        min(x, y) + 1 if x + y <= 17 or x = y;
        max(x, y) otherwise
    }
";
    assert_eq!(laid_out(text), expected);
}

/// Ranges as papers write them: a parameter at the end of one is open as well where a head binds it nowhere else.
#[test]
fn ranges_with_two_ends_are_heads() {
    let rules =
        "param s = 1 where s >= 1\nparam t = 2 where t >= 1\nheaps n\nmove a(i): n -> n - i where s <= i <= t\n";
    for (written, read) in [
        ("for 1 <= s <= t: P(0)", "for s >= 1, t >= s: P(0)"),
        ("for 1 < s < t: P(0)", "for s >= 2, t > s: P(0)"),
        ("for 1 <= s <= t, 2 <= t <= 9: P(0)", "for s in 1..t, t in 2..9: P(0)"),
        ("for t >= 2, 1 <= s < t: P(0)", "for t >= 2, s in 1..t - 1: P(0)"),
        ("for 1 <= s <= 4: exists 0 <= k <= n: P(k)", "for s in 1..4: exists k in 0..n: P(k)"),
    ] {
        let [one, other] = [written, read].map(|claim| laid_out(&format!("{rules}claim \"a\" {claim}\n")));
        assert_eq!(one, other, "{written}");
    }
    // No claim is lost over a number that does not fit.
    for claim in ["for 9223372036854775807 < t <= 4: P(0)", "for 99999999999999999999 <= t <= 4: P(0)"] {
        assert!(crate::checked(&format!("{rules}claim \"a\" {claim}\n")).is_err(), "{claim}");
    }
}
