#!/usr/bin/env python3
"""Compares conditions with rounded roots with plain arithmetic, in some metallic numerations: `python3 tests/python/roots_check.py`.

Says `same` or `wrong` for each condition; exit code 1 if one is wrong.
"""
import sys
from math import isqrt
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from deciding import Decider
from game import Game, claim_of
from notation import parse

UP_TO = 30
RULES = 'ruleset "R"\nparam a = 2\nheaps x, y\nlet s = sqrt(a * a + 4)\nlet A(n) = floor(n * (2 - a + s) / 2)\n' \
        'move m(s): x -> x - s where 1 <= s\n'


def lower(a, n):
    return ((2 - a) * n + isqrt(n * n * (a * a + 4))) // 2


CONDITIONS = [
    ('y = A(x)', lambda a, x, y: y == lower(a, x)),
    ('y = A(x + 1)', lambda a, x, y: y == lower(a, x + 1)),
    ('y = floor(x * (2 + a + s) / 2)', lambda a, x, y: y == lower(a, x) + a * x),
    ('A(x) + A(y) <= A(x + y)', lambda a, x, y: lower(a, x) + lower(a, y) <= lower(a, x + y)),
    ('exists k >= 0: x = A(k) and y = A(k) + a * k', lambda a, x, y: any((x, y) == (lower(a, k), lower(a, k) + a * k) for k in range(40))),
    ('(exists k >= 1: x = A(k)) or (exists k >= 1: x = A(k) + a * k)', lambda a, x, y: x > 0),
    ('2 * x = y + 3', lambda a, x, y: 2 * x == y + 3),
    ('x <= 3 * y - 4', lambda a, x, y: x <= 3 * y - 4),
]
# For odd a it would be a multiple of the slope and half a number.
EVEN = [('y = floor(sqrt((a * a + 4) * x * x))', lambda a, x, y: y == isqrt((a * a + 4) * x * x))]


def made(condition, base, a):
    items = parse(f'{RULES}claim "c" for a in {a}..{a}: P(x, y) iff ({condition})\n')
    claim = claim_of(items, 'claim', 'c')
    game = Game(items, {'a': a}, claim, [], base)
    return Decider(base, 1_000_000).made(game.condition(claim[5][1][0][3], game.env))


def digits(number, a):
    """Digits from the most significant on, the greedy ones."""
    weights = [1, a + 1]
    while weights[-1] <= number:
        weights.append(a * weights[-1] + weights[-2])
    found = []
    for weight in reversed(weights):
        found.append(number // weight)
        number %= weight
    return found


def accepts(automaton, numbers, a):
    words = [digits(number, a) for number in numbers]
    length = max(map(len, words))
    words = [[0] * (length - len(word)) + word for word in words]
    node = automaton.start
    for place in range(length):
        for track in automaton.tracks:
            if node > 1:
                node = automaton.rows[node][words[track[1]][place]]
    return node in automaton.ends


def main():
    wrong = False
    for a in (1, 2, 3, 5):
        base = 'Zeckendorf' if a == 1 else ('Metallic', a)
        for condition, said in CONDITIONS if a % 2 else CONDITIONS + EVEN:
            automaton = made(condition, base, a)
            differs = [(x, y) for x in range(UP_TO) for y in range(2 * UP_TO)
                       if accepts(automaton, (x, y), a) != bool(said(a, x, y))]
            print(f'{"wrong" if differs else "same"}: a = {a}, {condition}', *differs[:1])
            wrong |= bool(differs)
    return int(wrong)


if __name__ == '__main__':
    sys.exit(main())
