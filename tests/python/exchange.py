"""Claims that a game is the same with its heaps in another order: `grundy(x, y) = grundy(y, x)`, `P(x, y) iff P(y, x)`.

That the order of the heaps maps positions to positions and moves to moves, forwards and backwards, is decided by automata; values and outcomes
of both plays are then the same, since play ends. Replies to moves, which the certificate is about for the program, are not looked at.
"""
from automata import Refused
from checking import Check
from notation import Unread
from reading import add, compare, one_of


class Exchange(Check):
    """A certificate of replies, where the claim is of this form."""

    def __init__(self, items, certificate, most):
        lookups = certificate.get('lookups')
        if not isinstance(lookups, dict) or lookups.get('known') != [] or certificate.get('set') is not None:
            raise Refused('the certificate has parts of another kind')
        if certificate.get('digits', []) != []:
            raise Unread('replies in two digits')
        super().__init__(items, {**certificate, 'set': lookups}, most)

    def confirmed(self):
        if self.claim[6] is not None:
            raise Unread('a claim of this form')
        orders = [order for part in self.claim[5][1] for order in self.orders(part)]
        self.moves = self.game.moves()
        if self.game.measure(self.is_empty) is None:
            raise Refused('no measure was found that every move decreases, or that of the file does not fall')
        self.domain = self.made(self.game.domain(self.game.here))
        relation = self.decide.any([self.related(*made[1:]) for made in self.moves])
        for order in orders:
            for known, why in ((self.domain, 'positions'), (relation, 'moves')):
                other = self.in_order(known, order)
                if any(self.minus(*pair).start != 0 for pair in ((known, other), (other, known))):
                    # The claim may be true for another reason.
                    raise Unread(f'a claim about an order of the heaps in which there are other {why}')

    def orders(self, part):
        """The orders of heaps that a part of a claim speaks of: which heap stands at each place."""
        if part[0] == 'bin' and part[1] == 'and':
            return self.orders(part[2]) + self.orders(part[3])
        if part[0] == 'chain' and part[2] == ['='] and part[3] is None:
            name, (one, other) = 'grundy', part[1]
        elif part[0] == 'bin' and part[1] == 'iff':
            name, (one, other) = 'P', part[2:]
        else:
            raise Unread('a claim of this form')
        names = [own for own in self.game.names if not own.startswith('any ')]
        if not self.is_here(one, name) or other[0] != 'call' or other[1] != name:
            raise Unread('a claim of this form')
        found = [own[1] if own[0] == 'name' else None for own in other[2]]
        heaps = self.game.heaps
        if len(found) != len(names) or found[heaps:] != names[heaps:] or sorted(map(str, found[:heaps])) != sorted(names[:heaps]):
            raise Unread('a claim of this form')
        return [[names.index(own) for own in found[:heaps]]]

    def related(self, option, variables, condition):
        """The relation of positions and options by one move, each coordinate of an option on a track of its own."""
        game = self.game
        own = [game.track(at, 1) for at in range(game.width)]
        same = [compare(add(one_of(after), one_of(track), -1), '=') for after, track in zip(own, option) if after != track]
        return self.solved([track for track in variables if track not in own], [condition, *same])

    def in_order(self, known, order):
        """What is known, of positions with their heaps in another order."""
        apart = {track: (4, *track[1:]) for track in known.tracks}
        same = []
        for (_, at, mark), track in apart.items():
            place = order[at] if at < len(order) else at
            same.append(compare(add(one_of(track), one_of((0, place, mark)), -1), '='))
        return self.solved(list(apart.values()), [('tab', known, tuple(apart.values())), *same])
