"""Sums of tracks with factors, and conditions on them, as data. Knows nothing of rules."""
from fractions import Fraction
from math import lcm


def form(constant=0):
    return {None: Fraction(constant)}


def one_of(track):
    return {track: Fraction(1), None: Fraction(0)}


def whole(value):
    """The least multiple of a form that has whole numbers only."""
    return add(form(), value, lcm(*(part.denominator for part in value.values())))


def add(left, right, factor=1):
    total = dict(left)
    for track, number in right.items():
        total[track] = total.get(track, 0) + factor * number
    return {track: number for track, number in total.items() if number or track is None}


def number(value):
    return value[None] if set(value) == {None} else None


def compare(value, relation):
    """The condition `value relation 0`."""
    known = number(value)
    if known is None:
        return ('lin', whole(value), relation)
    return known <= 0 if relation == '<=' else known == 0


def less(left, right):
    """left <= right."""
    return compare(add(left, right, -1), '<=')


def conj(parts):
    flat = []
    for part in parts:
        if part is False:
            return False
        if part is not True:
            flat.extend(part[1] if part[0] == 'and' else [part])
    return ('and', flat) if flat else True


def disj(parts):
    flat = []
    for part in parts:
        if part is True:
            return True
        if part is not False:
            flat.append(part)
    return ('or', flat) if flat else False


def neg(part):
    return (not part) if isinstance(part, bool) else part[1] if part[0] == 'not' else ('not', part)


def some(variables, part):
    return part if isinstance(part, bool) or not variables else ('ex', list(variables), part)
