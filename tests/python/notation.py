"""The text of a ruleset as a list of items: `(kind, ...)` with expressions as nested tuples. Knows nothing of what they mean."""
import re

SIGNS = {'≤': '<=', '≥': '>=', '≠': '!=', '→': '->', '∈': 'in', '∧': 'and', '∨': 'or', '¬': 'not', '⇒': 'implies', '⇔': 'iff',
         '⊕': 'xor', '∪': 'union', '∩': 'intersect', '∖': 'minus', '∀': 'forall', '∃': 'exists', '−': '-', '·': '*', '′': "'",
         '≡': '='}
TOKEN = re.compile(r'\s+|#[^\n]*|("[^"\n]*")|(\d+)|([^\W\d]\w*)|(<=|>=|!=|->|\.\.|[^\s\w])')
CLAIMS = ('theorem', 'conjecture', 'claim', 'refuted')
ITEMS = CLAIMS + ('ruleset', 'source', 'param', 'heaps', 'register', 'start', 'positions', 'play', 'measure', 'move', 'let', 'sequence',
                  'extends')
RELATIONS = ('<', '<=', '=', '!=', '>', '>=', 'in')
INFIX = {'iff': (1, 2), 'implies': (2, 2), 'or': (3, 4), 'and': (4, 5), 'union': (8, 9), 'intersect': (8, 9), 'minus': (8, 9),
         '..': (9, 10), 'xor': (10, 11), '+': (11, 12), '-': (11, 12), '*': (12, 13), '/': (12, 13), 'mod': (12, 13),
         '^': (14, 14)}
NO_NAMES = set(INFIX) | set(ITEMS) | {'not', 'in', 'where', 'for', 'if', 'of', 'otherwise', 'except', 'sym', 'cases', 'exists',
                                      'forall', 'symmetric'}


class Unread(Exception):
    """Something that this reader does not read."""


class Parser:
    """One pass over the tokens."""

    def __init__(self, text):
        self.tokens, at = [], 0
        while at < len(text):
            found = TOKEN.match(text, at)
            at = found.end()
            token = next((group for group in found.groups() if group), None)
            if token:
                self.tokens.append(SIGNS.get(token, token))
        self.at = 0

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ''

    def take(self, *wanted):
        token = self.peek()
        if not token or wanted and token not in wanted:
            raise Unread(f'`{token}` where `{" or ".join(wanted)}` is expected')
        self.at += 1
        return token

    def has(self, token):
        found = self.peek() == token
        self.at += found
        return found

    def name(self):
        token = self.take()
        if not re.match(r'[^\W\d]', token) or token in NO_NAMES:
            raise Unread(f'`{token}` where a name is expected')
        return token

    def listed(self, part, signs=(',',)):
        all_ = [part()]
        while self.peek() in signs:
            self.take()
            all_.append(part())
        return all_

    def conditions(self):
        return ('all', self.listed(self.expression))

    def where(self):
        return self.conditions() if self.peek() == 'where' and self.take() else None

    def binder(self):
        name = self.name()
        return name, self.take(*RELATIONS), self.expression(8)

    def expression(self, level=0):
        token = self.peek()
        if token == 'not':
            self.take()
            left = ('not', self.expression(5))
        elif token == '-':
            self.take()
            left = ('neg', self.expression(13))
        elif token == 'sym':
            self.take()
            left = ('sym', self.expression(15))
        else:
            left = self.primary()
        while True:
            token = self.peek()
            if token in RELATIONS or token == 'not' and self.peek(1) == 'in':
                if 7 < level:
                    return left
                left = self.chain(left)
            elif token in INFIX and level <= INFIX[token][0]:
                self.take()
                left = ('bin', token, left, self.expression(INFIX[token][1]))
            elif token == 'of':
                raise Unread('a look-up in another file')
            else:
                return left

    def chain(self, first):
        terms, relations, modulus = [first], [], None
        while self.peek() in RELATIONS or self.peek() == 'not' and self.peek(1) == 'in':
            relation = self.take()
            relations.append('not ' + self.take() if relation == 'not' else relation)
            terms.append(self.expression(8))
        if self.peek() == '(' and self.peek(1) == 'mod':
            self.at += 2
            modulus = self.expression()
            self.take(')')
        return 'chain', terms, relations, modulus

    def tuple_(self):
        self.take('(')
        parts = self.listed(self.expression, (',', ';'))
        self.take(')')
        return parts

    def primary(self):
        token = self.peek()
        if token.isdigit():
            return 'num', int(self.take())
        if token == '(':
            parts = self.tuple_()
            return parts[0] if len(parts) == 1 else ('tuple', parts)
        if token in '|⌊⌈' and token:
            self.take()
            inner = self.expression()
            self.take({'|': '|', '⌊': '⌋', '⌈': '⌉'}[token])
            return ('abs', inner) if token == '|' else ('call', 'floor' if token == '⌊' else 'ceil', [inner])
        if token == '{':
            return self.braces()
        if token == '[':
            self.take()
            self.listed(self.expression)
            self.take(']')
            return 'list', []
        if token == 'cases':
            return self.cases()
        if token in ('forall', 'exists'):
            self.take()
            if self.has('option'):
                return self.options(token == 'forall')
            binders = self.listed(self.binder)
            self.take(':')
            return 'quantified', token == 'forall', binders, self.expression()
        name = self.take('xor') if token == 'xor' else self.name()
        if name == 'universally' and self.has('admissible'):
            name = 'universally admissible'
        if self.peek() == "'":
            self.take()
            name += "'"
        if self.peek() == '[':
            self.take()
            index = self.expression()
            self.take(']')
            return 'index', name, index
        if self.peek() == '(' and self.peek(1) != 'mod':
            return 'call', name, self.arguments()
        return 'name', name

    def options(self, universal):
        self.take('(')
        names = self.listed(self.name, (',', ';'))
        self.take(')')
        self.take('of')
        position = self.expression(8)
        self.take(':')
        return 'options', universal, names, position, self.expression()

    def arguments(self):
        self.take('(')
        first = self.expression()
        if self.peek() == 'for':
            self.take()
            name = self.name()
            self.take('in')
            parts = [('fold', first, name, self.name(), self.where())]
        else:
            parts = [first]
            while self.peek() in (',', ';'):
                self.take()
                parts.append(self.expression())
        self.take(')')
        return parts

    def braces(self):
        self.take('{')
        if self.has('}'):
            return 'set', []
        first = self.expression()
        if self.peek() in ('for', 'where'):
            binders = self.listed(self.binder) if self.has('for') else []
            found = 'family', first, binders, self.where()
        else:
            found = 'set', [first]
            while self.has(','):
                found[1].append(self.expression())
        self.take('}')
        return found

    def cases(self):
        self.take('cases')
        self.take('{')
        found = []
        while self.peek() != '}':
            value = self.expression()
            found.append((value, None if self.take('if', 'otherwise') == 'otherwise' else self.conditions()))
            if not self.has(';'):
                break
        self.take('}')
        return 'cases', found

    # Items.

    def items(self):
        found = []
        while self.at < len(self.tokens):
            kind = self.take()
            if kind not in ITEMS:
                raise Unread(f'an item that begins with `{kind}`')
            start = self.at
            try:
                found.append((kind, *getattr(self, 'item_' + ('claim' if kind in CLAIMS else kind))()))
                if self.peek() and self.peek() not in ITEMS:
                    raise Unread(f'`{self.peek()}` at the end of a `{kind}`')
            except Unread as why:
                if kind not in CLAIMS + ('sequence', 'let'):
                    raise
                # A claim or a name that is not read is no harm as long as nobody asks for it.
                name = self.tokens[start]
                found.append(('unread', name, str(why)))
                self.at = start
                while self.peek() and self.peek() not in ITEMS:
                    self.at += 1
        return found

    def string(self):
        return (self.take()[1:-1],)

    item_ruleset = item_source = string

    def item_extends(self):
        raise Unread('`extends`')

    def item_param(self):
        name = self.name()
        self.take('=')
        return name, self.expression(), self.where()

    def item_heaps(self):
        def heap():
            name = self.name()
            if self.has('['):
                size = self.expression()
                self.take(']')
                return name, size
            return name, None
        found = self.listed(heap)
        if self.peek() == 'below':
            raise Unread('ordinal heaps')
        return (found,)

    def item_register(self):
        return self.name(), self.expression(8) if self.has('in') else None

    def item_start(self):
        name = self.name()
        self.take('=')
        return name, self.expression()

    def item_positions(self):
        return (self.where(),)

    def item_play(self):
        return (self.take('misere', 'normal'),)

    def item_measure(self):
        return (self.listed(self.expression),)

    def names(self):
        if not self.has('('):
            return []
        found = self.listed(self.name) if self.peek() != ')' else []
        self.take(')')
        return found

    def item_let(self):
        name, arguments = self.name(), self.names()
        self.take('=')
        return name, arguments, self.expression()

    def item_sequence(self):
        found = self.item_let()
        if self.peek() == 'from' or found[2][0] == 'list':
            raise Unread('a recurrence or a list')
        return found

    def item_move(self):
        def amount():
            name = self.name()
            over = None
            if self.has('['):
                over = self.name()
                self.take(']')
            return name, over
        name, amounts = self.name(), []
        if self.peek() == '(' and not self.is_full():
            self.take('(')
            amounts = self.listed(amount) if self.peek() != ')' else []
            self.take(')')
        symmetric = self.has('symmetric')
        each = None
        if self.has('for'):
            self.take('each')
            subset = self.has('subset')
            names = self.listed(self.name)
            self.take('in', 'of')
            each = subset, names, self.names() if self.peek() == '(' else self.name()
        self.has(':')
        if self.peek() == '(':
            self.take('(')
            left = self.listed(self.name, (',', ';'))
            self.take(')')
            self.take('->')
            change = list(zip([('name', own) for own in left], self.tuple_(), strict=False)), len(left)
        else:
            def assignment():
                target = self.primary()
                self.take('->')
                return target, self.expression()
            change = self.listed(assignment), None
        return name, amounts, symmetric, each, change, self.where()

    def is_full(self):
        """Whether the bracket here is followed by an arrow: it is no list of amounts."""
        at = self.tokens.index(')', self.at)
        return self.tokens[at + 1:at + 2] == ['->']

    def item_claim(self):
        name = self.take()[1:-1]
        play = self.take() if self.peek() in ('misere', 'normal') else None
        if self.has('at'):
            self.tuple_()
        binders, head = [], None
        if self.has('for'):
            binders, head = self.listed(self.binder), self.where()
        self.take(':')
        body = self.conditions()
        if self.peek() == 'except':
            raise Unread('exceptions')
        return name, play, binders, head, body, self.where()


def parse(text):
    """The items of a ruleset."""
    return Parser(text).items()
