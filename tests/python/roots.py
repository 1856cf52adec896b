"""Multiples of a square root, rounded down, by the digits of a metallic numeration. Knows nothing of moves and claims."""
from fractions import Fraction

from forms import add, compare, form, number
from notation import Unread


def squarefree(under):
    """The root of a number: what it is a multiple of, and by how much."""
    outside, divisor = 1, 2
    while divisor * divisor <= under:
        if under % (divisor * divisor) == 0:
            under, outside = under // (divisor * divisor), outside * divisor
        else:
            divisor += 1
    return under, outside


class Surd:
    """`whole + root * sqrt(under)`, of two forms and a number without square factors; `under` is 1 if there is no root."""

    def __init__(self, whole, root, under):
        self.whole, self.root, self.under = whole, root, under

    def plus(self, other, factor=1):
        if 1 not in (self.under, other.under) and self.under != other.under:
            raise Unread('two different roots')
        return Surd(add(self.whole, other.whole, factor), add(self.root, other.root, factor), max(self.under, other.under))

    def times(self, other):
        for one, by in ((self, other), (other, self)):
            if by.under == 1 and number(by.whole) is not None:
                factor = number(by.whole)
                return Surd(add(form(), one.whole, factor), add(form(), one.root, factor), one.under)
            if by.under > 1 and one.under == 1 and number(by.whole) is not None and number(by.root) is not None:
                return Surd(add(form(), one.whole, number(by.whole)), add(form(), one.whole, number(by.root)), by.under)
        raise Unread('a product of roots')


def has_root(e, env):
    """Whether a root stands in an expression, outside of what is rounded."""
    if e[0] == 'name':
        if e[1] == 'phi' and 'phi' not in env:
            return True
        bound = env.get(e[1], ('',))
        return bound[0] == 'later' and has_root(bound[1], bound[2]) \
            or bound[0] == 'function' and not bound[1] and has_root(bound[2], bound[3])
    if e[0] == 'call':
        return e[1] == 'sqrt' and 'sqrt' not in env
    return e[0] in ('neg', 'bin') and any(has_root(part, env) for part in e[1:] if isinstance(part, tuple))


def surd(reader, e, env):
    if not has_root(e, env):
        return Surd(reader.only(e, env), form(), 1)
    if e[0] == 'name' and e[1] == 'phi' and 'phi' not in env:
        return Surd(form(Fraction(1, 2)), form(Fraction(1, 2)), 5)
    if e[0] == 'name':
        bound = env[e[1]]
        return surd(reader, *(bound[1:3] if bound[0] == 'later' else bound[2:4]))
    if e[0] == 'neg':
        return Surd(form(), form(), 1).plus(surd(reader, e[1], env), -1)
    if e[0] == 'call':
        return root(reader, e[2][0], env)
    _, operator, left, right = e
    one, other = surd(reader, left, env), surd(reader, right, env)
    if operator in '+-':
        return one.plus(other, 1 if operator == '+' else -1)
    if operator == '*':
        return one.times(other)
    if operator == '/' and other.under == 1 and number(other.whole) not in (None, 0):
        return one.times(Surd(form(1 / number(other.whole)), form(), 1))
    raise Unread(f'a root with {operator}')


def root(reader, e, env):
    """The root of a number times a square of what is 0 or more."""
    factor, sides = Fraction(1), []
    for part in factors(e):
        own = reader.only(part, env)
        if number(own) is None:
            sides.append(own)
        else:
            factor *= number(own)
    if factor < 0 or factor.denominator != 1 or sides and (len(sides) != 2 or sides[0] != sides[1]):
        raise Unread('the root of what is no multiple of a square')
    side = sides[0] if sides else form(1)
    if any(part < 0 for part in side.values()):
        raise Unread('the root of a square of what may be negative')
    under, outside = squarefree(int(factor))
    if under <= 1:
        return Surd(add(form(), side, outside * under), form(), 1)
    return Surd(form(), add(form(), side, outside), under)


def factors(e):
    if e[0] == 'bin' and e[1] == '*':
        return factors(e[2]) + factors(e[3])
    if e[0] == 'bin' and e[1] == '^' and e[3] == ('num', 2):
        return [e[2], e[2]]
    return [e]


def rounded(reader, e, env):
    """`floor(n slope + m)` for forms n and m, with the slope `(2 - a + sqrt(a^2 + 4)) / 2` of the numeration: cases. None if there is no root.

    `floor(n slope)` is 0 for n = 0. With a = 1 it is one more than n - 1 with all digits one place higher (Mousavi, Schaeffer and Shallit
    2016); else the v with an even number of zeros behind its last digit that is not 0, which with all digits one place higher is v + a n
    (Fraenkel 1982)."""
    if not has_root(e, env):
        return None
    value, factor = surd(reader, e, env), reader.slope
    if factor is None:
        raise Unread('a root in a numeration that does not know it')
    if value.under == 1:
        return reader.floor(value.whole)
    under, outside = squarefree(factor * factor + 4)
    if under != value.under:
        raise Unread('a root in a numeration that does not know it')
    times = add(form(), value.root, Fraction(2, outside))
    more = add(value.whole, times, Fraction(factor - 2, 2))
    if any(part.denominator != 1 for part in [*times.values(), *more.values()]) or any(part < 0 for part in times.values()):
        raise Unread('a multiple of a root that is not whole, or may be negative')
    first, second = reader.variable(), reader.variable()
    if factor == 1:
        inside = [compare(add(times, {first: Fraction(1), None: Fraction(1)}, -1), '='), ('shift', (first, second))]
        found = add(more, {second: Fraction(1), None: Fraction(1)})
    else:
        apart = add({second: Fraction(1), first: Fraction(-1), None: Fraction(0)}, times, -factor)
        inside = [compare(add(form(1), times, -1), '<='), ('even', (first,)), ('shift', (first, second)), compare(apart, '=')]
        found = add(more, {first: Fraction(1), None: Fraction(0)})
    return [([compare(times, '=')], [], more), (inside, [first, second], found)]
