"""A Pygments lexer for rulesets of nimdsl: pygmentize -x -l nimdsl_lexer.py:NimdslLexer FILE.nim, or minted in LaTeX."""
from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

KEYWORDS = (
    "admissible", "and", "at", "below", "blocking", "cases", "claim", "conjecture", "cyclic", "divides", "each", "except", "exists",
    "extends", "finitely", "for", "forall", "from", "heaps", "hexadecimal", "if", "iff", "implies", "in", "intersect",
    "let", "many", "measure", "minus", "misere", "mod", "move", "normal", "not", "octal", "of", "option", "or",
    "otherwise", "param", "play", "positions", "refuted", "register", "ruleset", "sequence", "source",
    "start", "subset", "sum", "sym", "symmetric", "theorem", "union", "universally", "where", "with", "xor",
)
PREDEFINED = (
    "N", "P", "abs", "bitand", "bitor", "ceil", "count", "digit", "final", "floor", "gcd",
    "grundy", "max", "min", "omega", "phi", "prime", "sign", "size", "sqrt", "terminal", "total", "valuation",
)


class NimdslLexer(RegexLexer):
    """Rulesets of heap games."""

    name = "nimdsl"
    aliases = ["nimdsl"]
    filenames = ["*.nim"]
    tokens = {
        "root": [
            (r"\s+|\ufeff", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String.Double),
            (words(KEYWORDS, prefix=r"(?<!\w)", suffix=r"(?!\w)"), Keyword),
            (words(PREDEFINED, prefix=r"(?<!\w)", suffix=r"(?!\w)"), Name.Builtin),
            (r"[^\W\d]\w*['\u2032]?", Name),
            (r"\d+", Number.Integer),
            (r"->|<=|>=|!=|\.\.|[-+*/^=<>|\u2212\u2192\u2264\u2265\u2260\u2261\u2208\u2209\u222a\u2229\u2216"
             r"\u2227\u2228\u00ac\u21d2\u21d4\u2295\u2200\u2203\u230a\u230b\u2308\u2309\u00b7]", Operator),
            (r"[(){}\[\],;:]", Punctuation),
        ],
    }
