#!/usr/bin/env python3
"""Reads certificates of `nimdsl prove --certificate` and the ruleset beside them, and decides by itself whether they are right.

    python3 tests/python/recheck.py CERTIFICATES.json [RULESET.nim] [--nodes N]

It shares nothing with the program: its own reader of rules and claims, its own automata, its own hash. For each certificate
it says `confirmed`, `refused` or `not read`. Confirmed means: some measure falls with every move, no move leads from the set
into the set, every position outside has a move into it (or the like for Grundy values), and the set is what the claim says; or,
of a claim that looks something up, what is looked up is that, and no position makes the claim false.
Exit code: 0 all confirmed, 1 something refused, 3 something not read, 2 a file that cannot be read.
"""
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from automata import Refused, TooBig
from blake3 import blake3
from checking import TABLE, Check, has_shape
from digits import InDigits
from exchange import Exchange
from game import claim_of
from notation import Unread, parse
from one_heap import about_one_heap
from statement import Statement

MOST = 400_000  # nodes of all automata of one certificate

KINDS = {'outcomes': Check, 'values': Check, 'replies': Exchange, 'statement': Statement}
SHAPE = {'schema': int, 'ruleset': str, 'claim': str, 'claim_kind': str, 'parameters': dict, 'play': str, 'kind': str}


def judged(text, items, certificate, most):
    """A word, and why."""
    try:
        if not has_shape(certificate, SHAPE) or certificate['schema'] != 1:
            raise Refused('the certificate is damaged')
        table = certificate.get('set')
        if certificate['kind'] in ('outcomes', 'values') and not (has_shape(table, TABLE) and 'numeration' in table):
            raise Refused('the certificate has no automaton')
        if certificate['ruleset'] != blake3(text.encode()):
            raise Refused('the ruleset is another one, or it was changed')
        if isinstance(items, Unread):
            raise items
        if certificate.get('part') is not None:
            raise Unread('a certificate of a part of a claim')
        if certificate['kind'] not in KINDS:
            raise Unread(f'a certificate of kind {certificate["kind"]}')
        claim = claim_of(items, certificate['claim_kind'], certificate['claim'])
        if claim is not None and certificate.get('begins'):
            items, claim = begun_later(items, claim, certificate)
        if claim is not None and certificate.get('for_all'):
            items, left = about_one_heap(items, claim, certificate['for_all'])
            certificate = {**certificate, 'for_all': left}
        kind = KINDS[certificate['kind']]
        if kind is Check and certificate.get('digits', []) != []:
            kind = InDigits
        kind(items, certificate, most).confirmed()
        return 'confirmed', ''
    except Unread as why:
        return 'not read', str(why)
    except TooBig:
        return 'not read', f'it takes more than {most} nodes'
    except Refused as why:
        return 'refused', str(why)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, RecursionError) as why:
        return 'not read', f'this reader does not get so far ({type(why).__name__}: {why})'


def begun_later(items, claim, certificate):
    """The items and the claim with open parameters that begin later than the head says."""
    begins = certificate['begins']
    if not isinstance(begins, dict) or not set(begins) <= set(certificate.get('for_all', [])):
        raise Refused('a parameter that is not open begins later')
    binders = []
    for name, relation, bound in claim[3]:
        if name in begins:
            if relation not in ('>=', '>') or bound[0] != 'num':
                raise Unread('an open parameter that is not bounded from below by a number')
            if type(begins[name]) is not int or begins[name] <= bound[1]:
                raise Refused('a parameter begins before its head says')
            relation, bound = '>=', ('num', begins[name])
        binders.append((name, relation, bound))
    later = (*claim[:3], binders, *claim[4:])
    return [later if item is claim else item for item in items], later


def described(certificate):
    if not has_shape(certificate, SHAPE):
        return 'a certificate'
    at = ', '.join([f'{name} = {value}' for name, value in certificate['parameters'].items()]
                   + [f'all {name}{beginning(certificate, name)}' for name in certificate.get('for_all', [])])
    return f'{certificate["claim_kind"]} "{certificate["claim"]}"{" with " * bool(at)}{at}'


def beginning(certificate, name):
    least = certificate.get('begins', {}).get(name)
    return '' if least is None else f' >= {least}'


def main(arguments):
    most = MOST
    if '--nodes' in arguments:
        at = arguments.index('--nodes')
        most = int(arguments[at + 1])
        arguments = arguments[:at] + arguments[at + 2:]
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        whole = json.loads(Path(arguments[0]).read_text(encoding='utf-8'))
        given = Path(arguments[1] if len(arguments) > 1 else whole['file'])
        place = given if given.exists() else Path(arguments[0]).parent / given
        text = place.read_bytes().decode('utf-8')
        certificates = whole['certificates']
    except (OSError, ValueError, KeyError, TypeError) as why:
        print(f'{arguments[0]}: {why}', file=sys.stderr)
        return 2
    try:
        items = parse(text.lstrip('\ufeff'))
    except Unread as why:
        items = why
    worst = set()
    for certificate in certificates:
        word, why = judged(text, items, certificate, most)
        worst.add(word)
        print(f'{word}: {described(certificate)}{": " * bool(why)}{why}', flush=True)
    return 1 if 'refused' in worst else 3 if 'not read' in worst or not worst else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
