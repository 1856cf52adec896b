"""Fails if the Pygments lexer cannot read a part of any file that is given."""
import importlib.util
import pathlib
import sys

from pygments.token import Error

here = pathlib.Path(__file__).parent
spec = importlib.util.spec_from_file_location("nimdsl_lexer", here / "nimdsl_lexer.py")
lexer = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lexer)
tokens = 0
for path in sys.argv[1:]:
    for kind, text in lexer.NimdslLexer().get_tokens(pathlib.Path(path).read_text(encoding="utf-8")):
        tokens += 1
        if kind is Error:
            sys.exit(f"{path}: {text!r} is no token")
if tokens == 0:
    sys.exit("no file was given")
print(f"{tokens} tokens in {len(sys.argv) - 1} files, all known")
