"""What a certificate claims, decided by automata: a measure, the conditions on its set, and what the claim says.

Knows nothing of files, and of how numbers are written: that is the game's.
"""
from automata import Refused
from deciding import Decider
from game import Game, claim_of
from notation import Unread
from reading import add, form, less, one_of

VALUE, OTHER = (2, 0, 0), (2, 1, 0)
TABLE = {'edges': list, 'accepting': list, 'tracks': list, 'start': int}


def has_shape(value, shape):
    return isinstance(value, dict) and all(isinstance(value.get(name), kind) for name, kind in shape.items())


class Check:
    """One certificate against its ruleset."""

    def __init__(self, items, certificate, most):
        self.items, self.certificate = items, certificate
        if certificate.get('rows') is not None:
            raise Unread('some rows of a game')
        numeration = certificate['set']['numeration']
        base = self.read_numeration(numeration)
        self.claim = claim_of(items, certificate['claim_kind'], certificate['claim'])
        if self.claim is None:
            for item in items:
                if item[0] == 'unread' and item[1].strip('"') == certificate['claim']:
                    raise Unread(item[2])
            raise Refused('the ruleset has no such claim, or several of this name')
        if self.claim[0] == 'refuted':
            raise Refused('the file says that this claim is false')
        self.for_all = certificate.get('for_all', [])
        self.game = self.read_game(base)
        self.decide = Decider(base, most)
        self.play = self.claim[2] or next((item[1] for item in items if item[0] == 'play'), 'normal')
        if certificate['play'] != self.play:
            raise Refused('the claim is about the other play')
        self.head_speaks_of_these()

    @staticmethod
    def read_numeration(numeration):
        if numeration == 'Zeckendorf':
            return numeration
        if not isinstance(numeration, dict) or len(numeration) != 1:
            raise Refused('the certificate is damaged')
        if list(numeration) == ['Cubic']:
            factors = numeration['Cubic']
            whole = type(factors) is list and len(factors) == 3 and all(type(factor) is int for factor in factors)
            if not whole or not 16 >= factors[0] >= factors[1] >= factors[2] >= 1:
                raise Refused(f'{factors} are not factors of a cubic numeration')
            return tuple(factors)
        if list(numeration) == ['Metallic']:
            factor = numeration['Metallic']
            if type(factor) is not int or factor < 2:
                raise Refused(f'{factor} is no factor of a metallic numeration')
            if factor > 16:
                raise Unread(f'the metallic numeration of {factor}')
            return 'Metallic', factor
        if list(numeration) != ['Base']:
            raise Unread(f'numbers written with the weights of {numeration}')
        base = numeration['Base']
        if type(base) is not int or base < 2:
            raise Refused(f'{base} is no base')
        if base > 16:
            raise Unread(f'base {base}')
        return base

    def read_game(self, base):
        return Game(self.items, self.certificate['parameters'], self.claim, self.for_all, base)

    def head_speaks_of_these(self):
        game, chosen = self.game, self.certificate['parameters']
        bound = {name for name, _, _ in self.claim[3]} - set(self.for_all)
        if set(chosen) != bound or None in chosen.values():
            raise Refused('the certificate has other parameters than the head of the claim')
        for name, relation, bound in self.claim[3]:
            if name in self.for_all:
                continue
            said = game.chain(('chain', [('name', name), bound], [relation], None), game.env)
            if said is not True:
                raise Refused(f'the claim does not speak of this value of {name}')
        if self.claim[4] is not None and not self.for_all and game.condition(self.claim[4], game.env) is not True:
            raise Refused('the claim does not speak of these parameters')

    def is_empty(self, tracks, condition):
        return self.solved(tracks, [condition]).start == 0

    def made(self, part):
        return self.decide.made(self.game.lowered(part))

    def solved(self, variables, parts):
        return self.decide.solved(*self.game.lowered_some(variables, parts))

    def none(self, automaton, otherwise):
        if automaton.start != 0:
            raise Refused(otherwise)

    def minus(self, one, other):
        return self.decide.joined(one, other, 'minus')

    def both(self, *automata):
        return self.decide.all(list(automata))

    def confirmed(self):
        game, kind = self.game, self.certificate['kind']
        game.region = self.claim[6]
        if self.claim[6] is not None:
            self.no_move_leaves()
        self.moves = game.moves()
        if game.measure(self.is_empty) is None:
            raise Refused('no measure was found that every move decreases, or that of the file does not fall')
        self.domain = self.made(game.domain(game.here))
        width = len(game.tracks(game.here)) + (kind == 'values')
        self.set = self.decide.table(self.certificate['set'], range(width))
        (self.outcomes if kind == 'outcomes' else self.values)()

    def no_move_leaves(self):
        """A claim `where` something holds is one about a smaller game, if no move leaves it."""
        game = self.game
        region, game.region = game.region, None
        for name, option, variables, condition in game.moves():
            inside = game.condition(region, game.env)
            beyond = ('not', game.condition(region, game.world(game.at(option))))
            if isinstance(beyond[1], bool):
                beyond = not beyond[1]
            if not self.is_empty([*game.here, *variables], ('and', [p for p in (inside, condition, beyond) if p is not True])):
                raise Unread(f'a claim `where` that move {name} leaves')
        game.region = region

    def at(self, tracks):
        return ('tab', self.set, tuple(tracks))

    def winning(self, *values):
        """Positions with a move to an option in the set, with a value on a track."""
        made = [self.solved(variables, [condition, self.at([*self.game.tracks(option), *values])])
                for _, option, variables, condition in self.moves]
        return self.decide.any(made)

    def is_claimed(self, said, own):
        claimed = self.both(self.made(said), self.domain)
        self.none(self.minus(claimed, own), 'the claim holds of a position that is not in the set')
        self.none(self.minus(own, claimed), 'the set has a position of which the claim is false')

    def outcomes(self):
        game = self.game
        own = self.set.moved(game.tracks(game.here))
        self.is_claimed(self.said_outcomes(), own)
        winning = self.winning()
        self.none(self.both(own, winning), 'a move leads from the set into the set')
        lost = self.minus(self.minus(self.domain, own), winning)
        if self.play == 'misere':
            moves = self.decide.any([self.solved(variables, [condition]) for _, _, variables, condition in self.moves])
            self.none(self.minus(own, moves), 'a terminal position is in the set')
            lost = self.both(lost, moves)
        self.none(lost, 'a position outside of the set has no move into it')

    def values(self):
        decide, game = self.decide, self.game
        own = self.set.moved([*game.here, VALUE])
        self.is_claimed(self.said_values(), own)
        other = self.set.moved([*game.here, OTHER])
        smaller = self.made(less(add(one_of(VALUE), form(1)), one_of(OTHER)))
        self.none(self.both(own, other, smaller), 'a position has two values')
        self.none(self.minus(self.domain, decide.without(own, VALUE)), 'a position has no value')
        winning = self.winning(VALUE)
        self.none(self.both(own, winning), 'a move leads to an option of the same value')
        self.none(self.minus(self.both(other, smaller), winning), 'a position has no option of some smaller value')

    def is_here(self, e, name):
        """Whether an expression is P(x, y), or grundy(x, y), of the position itself."""
        if e[0] != 'call' or e[1] != name:
            return False
        arguments = [own for part in e[2] for own in (
            [f'{part[1]}[{at + 1}]' for at in range(len(self.game.arrays[part[1]]))]
            if part[0] == 'name' and part[1] in self.game.arrays else [part[1] if part[0] == 'name' else None])]
        return arguments == [own for own in self.game.names if not own.startswith('any ')]

    def body(self):
        body = self.claim[5][1]
        if len(body) != 1:
            raise Unread('a claim of several parts')
        return body[0]

    def said_outcomes(self):
        game, body = self.game, self.body()
        if body[0] == 'chain' and body[1][0] == ('name', 'P') and body[2] == ['=']:
            registers = [own for own in game.names[game.heaps:] if not own.startswith('any ')]
            position = [game.form_at(at, game.here[at]) for at in range(game.heaps + len(registers))]
            return game.member(body[1][1], position, game.env)
        if body[0] == 'bin' and body[1] == 'iff':
            for one, other in (body[2:], body[:1:-1]):
                if self.is_here(one, 'P'):
                    return game.condition(other, game.env)
        raise Unread('a claim of this form')

    def said_values(self, track=VALUE):
        body = self.body()
        if body[0] == 'chain' and body[2] == ['='] and body[3] is None and self.is_here(body[1][0], 'grundy'):
            env = {**self.game.env, 'the value': ('form', one_of(track))}
            return self.game.related(('name', 'the value'), '=', body[1][1], None, env)
        raise Unread('a claim of this form')
