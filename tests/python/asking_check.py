#!/usr/bin/env python3
"""Compares conditions that look something up with plain arithmetic, for small heaps of Nim: `python3 tests/python/asking_check.py`.

A condition is true, false or, where it asks for what is none of the game, neither. Says `same` or `wrong` for each condition; exit code 1 if one is wrong.
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from asking import AskingGame, apart, decided
from deciding import Decider
from game import claim_of
from notation import parse
from reading import add, compare, form, one_of

RULES = 'ruleset "R"\nheaps x, y\nmove m(s) symmetric: x -> x - s where 1 <= s\n'
UP_TO = 7


def grundy(x, y):
    return x ^ y if x >= 0 and y >= 0 else None


def is_lost(x, y):
    return None if grundy(x, y) is None else grundy(x, y) == 0


def options(x, y):
    return [(a, y) for a in range(x)] + [(x, b) for b in range(y)]


def negated(part):
    return None if part is None else not part


def any_(parts):
    parts = list(parts)
    return True if True in parts else None if None in parts else False


def all_(parts):
    return negated(any_(map(negated, parts)))


def said(known, of):
    return None if known is None else of(known)


CONDITIONS = [
    ('grundy(x, y) = x + y', lambda x, y: x ^ y == x + y),
    ('P(y, x)', lambda x, y: x == y),
    ('P(x - 2, y)', lambda x, y: is_lost(x - 2, y)),
    ('not P(x - 2, y)', lambda x, y: negated(is_lost(x - 2, y))),
    ('x < 2 or P(x - 2, y)', lambda x, y: any_([x < 2, is_lost(x - 2, y)])),
    ('2 <= x and N(x - 2, y)', lambda x, y: all_([x >= 2, negated(is_lost(x - 2, y))])),
    ('P(x - 2, y) iff P(x, y - 1)',
     lambda x, y: None if None in (is_lost(x - 2, y), is_lost(x, y - 1)) else is_lost(x - 2, y) == is_lost(x, y - 1)),
    ('P(x - 1, y) implies x = y + 1', lambda x, y: any_([negated(is_lost(x - 1, y)), x == y + 1])),
    ('grundy(x, x) = 0', lambda x, y: True),
    ('grundy(grundy(x, y), y) = x', lambda x, y: True),
    ('grundy(x, y - 1) <= grundy(y, x) + 1', lambda x, y: said(grundy(x, y - 1), lambda g: g <= (x ^ y) + 1)),
    ('grundy(x, y) mod 2 = (x + y) mod 2', lambda x, y: True),
    ('floor(grundy(x, y) / 2) != 1', lambda x, y: (x ^ y) // 2 != 1),
    ('max(grundy(x, y), x) = x', lambda x, y: x ^ y <= x),
    ('grundy(x, y) xor x = y', lambda x, y: True),
    ('cases { grundy(x - 3, y) if 3 <= x; 0 otherwise } = 0', lambda x, y: x < 3 or (x - 3) ^ y == 0),
    ('cases { P(x - 3, y) if 3 <= x; y = 1 otherwise }', lambda x, y: is_lost(x - 3, y) if x >= 3 else y == 1),
    ('cases { x = 1 if P(x - 3, y); x = 1 otherwise }', lambda x, y: None if x < 3 else False),
    ('exists k in 0..5: P(x - k, y)', lambda x, y: any_(is_lost(x - k, y) for k in range(6))),
    ('forall k in 0..5: N(x - k, y)', lambda x, y: all_(negated(is_lost(x - k, y)) for k in range(6))),
    ('exists k >= 0: P(x + k, y) and k <= 3', lambda x, y: any(x + k == y for k in range(4))),
    ('exists k >= x: P(k, y) and grundy(k, x) = 2', lambda x, y: x <= y and x ^ y == 2),
    ('exists k >= -1: k = x - 1 and P(k, y)', lambda x, y: any_(all_([k == x - 1, is_lost(k, y)]) for k in range(-1, 9))),
    ('terminal(x, y)', lambda x, y: x == y == 0),
    ('terminal(x - 1, 0)', lambda x, y: None if x < 1 else x == 1),
    ('exists option (u, v) of (x, y): P(u, v)', lambda x, y: x != y),
    ('forall option (u, v) of (y, x): N(u, v)', lambda x, y: x == y),
    ('exists option (u, v) of (x, y): P(u - 1, v)', lambda x, y: any_(is_lost(u - 1, v) for u, v in options(x, y))),
    ('forall option (u, v) of (x, y): u >= 1 and N(u - 1, v)',
     lambda x, y: all_(all_([u >= 1, negated(is_lost(u - 1, v))]) for u, v in options(x, y))),
    ('exists option (u, v) of (x - 1, y): u = v', lambda x, y: None if x < 1 else any(u == v for u, v in options(x - 1, y))),
    ('exists option (u, v) of (x, y): forall option (a, b) of (u, v): not P(a, b)', lambda x, y: x != y),
    ('(exists option (u, v) of (x, y): u = v) iff (exists option (a, b) of (x, y): grundy(a, b) = 0)', lambda x, y: True),
    ('(x, y) in {(k, k + grundy(k, 1)) for k >= 0}', lambda x, y: y == x + (x ^ 1)),
    ('(x, y) in {(k, k + grundy(k - 1, 0)) for k >= 0}', lambda x, y: x >= 1 and y == 2 * x - 1),
    ('(x, y) not in {(k, 0) for k >= 0 where P(k - 1, 0)}', lambda x, y: (x, y) != (1, 0)),
    ('(x, y) in P union {(0, 1)}', lambda x, y: x == y or (x, y) == (0, 1)),
]


def truth(decide, text, levels):
    """The numbers x and y for which a condition is true, and those for which it is false, as automata."""
    items = parse(f'{RULES}claim "a": {text}\n')
    game = AskingGame(items, {}, claim_of(items, 'claim', 'a'), [], 2)
    game.plays_normally = True
    graph = decide.xor([*game.here, (2, 0, 0)])
    if levels is None:
        game.graph = graph
    else:
        game.levels = [decide.solved([(2, 0, 0)], [('tab', graph, graph.tracks), compare(add(one_of((2, 0, 0)), form(-own)), '=')])
                       for own in range(levels)]
    read = game.condition(claim_of(items, 'claim', 'a')[5], game.env)
    return [decide.solved([], [apart(decided(read, which), game.variable)]) for which in (True, False)]


def holds(automaton, numbers):
    """Whether an automaton accepts these numbers on its tracks."""
    tracks = {(0, at, 0): number for at, number in enumerate(numbers)}
    node = automaton.start
    for bit in range(7, -1, -1):
        for track in automaton.tracks:
            node = automaton.rows[node][tracks[track] >> bit & 1] if node > 1 else node
    return node in automaton.ends


def compared(text, expected, levels):
    decide = Decider(2, 200_000)
    true, false = truth(decide, text, levels)
    for x in range(UP_TO + 1):
        for y in range(UP_TO + 1):
            known = True if holds(true, (x, y)) else False if holds(false, (x, y)) else None
            # With the least values alone less is known, but nothing else.
            if known != expected(x, y) and (levels is None or known is not None):
                return f'wrong: {text} at ({x}, {y}): {known}'
    return f'same: {text}'


def main():
    found = [compared(text, expected, None) for text, expected in CONDITIONS]
    for text, expected in CONDITIONS:
        # Neither positions nor elements of sets are read where they depend on such a value.
        if 'grundy(grundy' not in text and '{(' not in text:
            found.append(compared(text, expected, 2))
    print('\n'.join(found))
    return 1 if any(line.startswith('wrong') for line in found) else 0


if __name__ == '__main__':
    sys.exit(main())
