//! Tests of the file above.
use super::stranger;

#[test]
fn commands_that_statements_do_not_have_are_named() {
    for (latex, found) in [
        (r"\input{/etc/passwd}", Some(r"\input")),
        (r"a \le b \immediate\write18{id}", Some(r"\immediate")),
        (r"\\def\x{}", Some(r"\x")),
        (r"\\\def\x{}", Some(r"\def")),
        (r"\le^^5cinput", Some("^^5c")),
        ("1 <script>", Some("<script>")),
        ("</pre>", Some("</pre>")),
        (r"$1 < i \le \varphi, \{(x, y)\} \cup \Omega$", None),
    ] {
        assert_eq!(stranger(latex).as_deref(), found, "{latex}");
    }
}
