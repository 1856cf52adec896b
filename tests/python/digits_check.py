#!/usr/bin/env python3
"""Compares conditions in two digits with plain arithmetic, for small p, x and y: `python3 tests/python/digits_check.py`.

Says `same` or `wrong` for each condition; exit code 1 if one is wrong.
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from deciding import Decider
from digits import DigitGame
from game import claim_of
from notation import parse

CONDITIONS = [
    ('(x + y) mod p = 1', lambda p, x, y: (x + y) % p == 1),
    ('(x - y) mod p = (2 * x) mod p', lambda p, x, y: (x - y) % p == 2 * x % p),
    ('ceil((x - 3) / p) <= floor(y / p)', lambda p, x, y: -((3 - x) // p) <= y // p),
    ('x - 2 * y <= p * 2 - 3', lambda p, x, y: x - 2 * y <= 2 * p - 3),
    ('x + y != 3 * p + 1', lambda p, x, y: x + y != 3 * p + 1),
    ('x mod 2 = 1', lambda p, x, y: x % 2 == 1),
    ('x = y (mod p)', lambda p, x, y: (x - y) % p == 0),
    ('abs(x - y) <= p', lambda p, x, y: abs(x - y) <= p),
    ('(x mod p) * 2 < y mod p', lambda p, x, y: 2 * (x % p) < y % p),
    ('floor(p / 2) <= x mod p', lambda p, x, y: p // 2 <= x % p),
    ('min(x, y) mod p = max(x, y) mod p', lambda p, x, y: (x - y) % p == 0),
    ('floor(x / p) xor floor(y / p) = 1', lambda p, x, y: x // p ^ y // p == 1),
    ('x + p * floor(y / p) = 2 * p + 1', lambda p, x, y: x + y // p * p == 2 * p + 1),
    ('cases { x mod p = 0 if x < y; y - x >= p otherwise }', lambda p, x, y: x % p == 0 if x < y else y - x >= p),
    ('forall t in 1..x: (t + y) mod p != 0', lambda p, x, y: all((t + y) % p for t in range(1, x + 1))),
    ('exists t in 0..y: x = 2 * t + p', lambda p, x, y: any(x == 2 * t + p for t in range(y + 1))),
    ('exists k in 2..p, n >= 1: x = k + p * n and y = p + 2 - k + p * n',
     lambda p, x, y: any((x, y) == (k + p * n, p + 2 - k + p * n) for k in range(2, p + 1) for n in range(1, 20))),
    ('(3 * x + 1 - y) mod p >= floor((x - 2 * y) / p) + 4',
     lambda p, x, y: (3 * x + 1 - y) % p >= (x - 2 * y) // p + 4),
    ('forall a in 0..x: exists b in 0..y: (a + b) mod p = 0',
     lambda p, x, y: all(any((a + b) % p == 0 for b in range(y + 1)) for a in range(x + 1))),
]
RULES = 'ruleset "R"\nparam p = 3 where p >= 1\nheaps x, y\nmove m(s): x -> x - s where 1 <= s\n'


def made(condition, least):
    """The automaton of a condition, for all p from some number on."""
    items = parse(f'{RULES}claim "c" for p >= {least}: P(x, y) iff ({condition})\n')
    modulus = {'register': 'any p', 'more': least, 'split': ['x', 'y'], 'value': None}
    claim = claim_of(items, 'claim', 'c')
    game = DigitGame(items, {'digits': [modulus], 'parameters': {}, 'for_all': ['p']}, claim, 2)
    return Decider(2, 1_000_000).made(game.lowered(game.condition(claim[5][1][0][3], game.env)))


def accepts(automaton, numbers):
    node = automaton.start
    for place in reversed(range(max(number.bit_length() for number in numbers))):
        for track in automaton.tracks:
            if node > 1:
                node = automaton.rows[node][numbers[track[1]] >> place & 1]
    return node in automaton.ends


def main():
    wrong = False
    for least in (1, 2):
        for condition, said in CONDITIONS:
            automaton = made(condition, least)
            differs = [(p, x, y) for p in range(least, 6) for x in range(13) for y in range(13)
                       if accepts(automaton, (x // p, x % p, y // p, y % p, p - least)) != said(p, x, y)]
            print(f'{"wrong" if differs else "same"}: p >= {least}, {condition}', *differs[:1])
            wrong |= bool(differs)
    return int(wrong)


if __name__ == '__main__':
    sys.exit(main())
