"""Games of which some heaps are written in two digits, x = p u + a with 0 <= a < p, for every p at once: formulas without products.

While rules and claims are read, a heap or a variable is one track, `p u` is a track `('p', u)`, and p itself is a track and a
number. `lowered` then takes every number apart into p U + A: a digit is in 0..p - 1, so A is in p j..p (j + 1) - 1 for one of a few
numbers j, and what is said of the number is said of U + j and A - p j. A heap in two digits is the track `(3, at, mark)` as a whole
and the tracks `(0, place, mark)`, u before a. A variable that is multiplied by p, or stands in a nim-sum, is a track by itself, and
any other is two. Grundy values are P-positions of the game beside a heap of Nim.
"""
from fractions import Fraction

from automata import Refused
from checking import Check
from deciding import replaced
from game import Game
from notation import Unread
from reading import add, compare, conj, disj, form, less, neg, number, one_of, whole

NIM = -1  # the heap of Nim, where coordinates are numbered
MOST = 64  # a number j is one of at most so many
ALTERNATIVES = 16  # that a condition is taken apart into: each comparison is one of several already


def is_whole(track):
    return track is not None and track[0] == 3


def is_variable(track):
    return track is not None and track[0] == 1 and isinstance(track[1], int)


class DigitGame(Game):
    """A game with some heaps in two digits."""

    def __init__(self, items, certificate, claim, base):
        modulus = certificate['digits'][0]
        self.more, self.register_name = modulus['more'], modulus['register']
        self.split, self.value = modulus['split'], modulus['value']
        self.narrow, self.wide, self.small = set(), set(), None
        super().__init__(items, certificate['parameters'], claim, certificate['for_all'], base)
        if not set(self.split) <= {own for own in self.names if not own.startswith('any ')}:
            raise Unread('two digits of what is no heap and no register of the game')
        if any(self.low[at] for at in range(self.width) if self.is_split(at)):
            raise Unread('two digits of a register that does not begin at 0')
        self.modulus()

    # Where the digits are.

    def is_split(self, at):
        return self.value == 'split' if at == NIM else self.names[at] in self.split

    def place(self, at):
        """Heaps stand before the heap of Nim, and this before registers."""
        before = range(self.heaps if at == NIM else at)
        found = sum(1 + self.is_split(own) for own in before)
        nim = 0 if self.value is None else 1 + (self.value == 'split')
        return found + (nim if at >= self.heaps else 0)

    def track(self, at, mark):
        return (3, at, mark) if self.is_split(at) else (0, self.place(at), mark)

    def digits(self, track):
        """The tracks of u and of a."""
        if is_whole(track):
            place = self.place(track[1])
            return (0, place, track[2]), (0, place + 1, track[2])
        return (1, track[1] + 0.125, track[2]), (1, track[1] + 0.75, 'nat')

    def is_wide(self, track):
        return is_whole(track) or is_variable(track) and track not in self.narrow

    def tracks(self, position, nim=None):
        """All tracks in their order, for these of the coordinates."""
        whole_ = list(position)
        if self.value is not None:
            whole_.insert(self.heaps, nim or self.track(NIM, 0))
        return [own for track in whole_ for own in (self.digits(track) if is_whole(track) else [track])]

    def modulus(self):
        """p, as a form."""
        if self.register_name not in self.names:
            raise Unread('something else is divided by')
        return {self.track(self.names.index(self.register_name), 0): Fraction(1), None: Fraction(self.more)}

    def below(self, track):
        """a < p, for a number in two digits."""
        return compare(add(add(one_of(self.digits(track)[1]), form(1)), self.modulus(), -1), '<=')

    def domain(self, tracks):
        return conj([super().domain(tracks), *(self.below(track) for track in tracks if is_whole(track))])

    # Products, quotients and remainders.

    def operation(self, e, env):
        _, operator, left, right = e
        if operator == 'mod' and self.is_modulus(right, env):
            return [(c + more, v, rest) for c, v, f in self.term(left, env) for more, _, rest in self.divided(f)]
        if operator != '*':
            return super().operation(e, env)
        found = []
        for conditions, variables, (one, other) in self.joined(self.term(left, env), self.term(right, env)):
            if number(one) is None and number(other) is None:
                found.append((conditions, variables, self.product(one, other)))
            else:
                factor, rest = (number(one), other) if number(one) is not None else (number(other), one)
                found.append((conditions, variables, add(form(), rest, factor)))
        return found

    def is_modulus(self, e, env):
        cases = self.term(e, env)
        return len(cases) == 1 and not cases[0][0] and not cases[0][1] and cases[0][2] == self.modulus()

    def call(self, e, env):
        _, name, arguments = e
        quotient = name in ('floor', 'ceil') and name not in env and len(arguments) == 1 and arguments[0]
        if quotient and quotient[:2] == ('bin', '/') and self.is_modulus(quotient[3], env):
            sign = 1 if name == 'floor' else -1
            return [(c + more, v, add(form(), found, sign)) for c, v, f in self.term(quotient[2], env)
                    for more, found, _ in self.divided(add(form(), f, sign))]
        return super().call(e, env)

    def product(self, one, other):
        p = next(track for track in self.modulus() if track is not None)
        if p not in one or set(one) - {p, None}:
            one, other = other, one
        if p not in one or set(one) - {p, None}:
            raise Unread('a product of two variables')
        # c any p + d is c p and a number.
        times = one[p]
        found = add(form(), other, one[None] - times * self.more)
        for track, factor in other.items():
            if track is None:
                found = add(found, self.modulus(), times * factor)
            elif track == p or track[0] == 'p':
                raise Unread('a square of p')
            else:
                found = add(found, {('p', self.by_itself(track)): Fraction(1)}, times * factor)
        return found

    def by_itself(self, track):
        """A track that is one number, and no two digits."""
        if is_whole(track):
            if self.small is None or track[2]:
                raise Unread('a heap in two digits in a product')
            self.small.add(track)  # to be shown: it is less than p
            return self.digits(track)[1]
        if is_variable(track):
            if track in self.wide:
                raise Unread('a variable in a product, and divided by p')
            self.narrow.add(track)
        return track

    def xor(self, one, other):
        conditions, variables, found = super().xor(one, other)
        for track in variables:
            self.by_itself(track)
        return conditions, variables, found

    def parts(self, value):
        """U and A, where the number is p U + A; no p is left in A."""
        high, low = form(), form()
        p = next(track for track in self.modulus() if track is not None)
        for track, factor in value.items():
            if track == p:
                high, low = add(high, form(factor)), add(low, form(-factor * self.more))
            elif track is None:
                low = add(low, form(factor))
            elif track[0] == 'p':
                high = add(high, one_of(track[1]), factor)
            elif self.is_wide(track):
                first, last = self.digits(track)
                high, low = add(high, one_of(first), factor), add(low, one_of(last), factor)
            else:
                low = add(low, one_of(track), factor)
        return high, low

    def carries(self, value):
        """Where floor(A / p) is, from which number to which."""
        low = high = Fraction(0)  # multiples of p
        under = over = value[None]
        for track, factor in value.items():
            if track is None:
                continue
            if track[0] == 1 and track[1] % 1 == 0.75 or track[0] == 0 and self.is_rest(track[1]):
                # From 0 to p - 1, times the factor.
                if factor > 0:
                    high, over = high + factor, over - factor
                else:
                    low, under = low + factor, under - factor
                continue
            ends = self.ends(track)
            if ends is None:
                raise Unread('a number without an upper end beside one in two digits')
            under, over = under + min(factor * end for end in ends), over + max(factor * end for end in ends)
        first = low + (0 if under >= 0 else (under / self.more).__floor__())
        last = high + (-1 if over < 0 else (over / self.more).__floor__())
        first, last = first.__floor__(), last.__floor__()
        if last - first >= MOST:
            raise Unread('too many carries')
        return range(first, last + 1)

    def is_rest(self, place):
        coordinates = [*range(self.width), *([NIM] if self.value is not None else [])]
        return any(self.is_split(at) and self.place(at) + 1 == place for at in coordinates)

    def ends(self, track):
        """The least and the largest number on the track of a register."""
        for at in range(self.heaps, self.width):
            if track[0] == 0 and track[1] == self.place(at) and self.high[at] is not None:
                # A track begins where the register does, if that is below 0.
                return [self.low[at] - min(self.low[at], 0), self.high[at] - min(self.low[at], 0)]
        return None

    def divided(self, value):
        """Cases: conditions, the quotient and the remainder by p."""
        if any(part.denominator != 1 for part in value.values()):
            raise Unread('a quotient of fractions')
        self.wide |= {track for track in value if is_variable(track) and self.is_wide(track)}
        high, low = self.parts(value)
        carries, found = self.carries(low), []
        for carry in carries:
            rest = add(low, self.modulus(), -carry)
            sides = [less(form(), rest)] * (carry > carries[0])
            sides += [less(add(rest, form(1)), self.modulus())] * (carry < carries[-1])
            if False not in sides:
                found.append((sides, add(high, form(carry)), rest))
        return found

    # Formulas without products.

    def lowered(self, part):
        if isinstance(part, bool):
            return part
        kind = part[0]
        if kind == 'lin':
            return self.without_product(part[1], part[2])
        if kind in ('and', 'or'):
            return (conj if kind == 'and' or len(part[1]) == 1 else disj)([self.lowered(own) for own in part[1]])
        if kind == 'not':
            return neg(self.lowered(part[1]))
        if kind == 'ex':
            variables, parts = self.lowered_some(part[1], [part[2]])
            inner = conj(parts)
            return inner if isinstance(inner, bool) else ('ex', variables, inner)
        if any(self.is_wide(track) for track in part[-1]):
            raise Unread('a number in two digits in a nim-sum')
        return part

    def without_product(self, value, relation):
        high, low = self.parts(value)
        if number(high) is not None:
            return compare(add(low, self.modulus(), number(high)), relation)
        # p U + A = 0 with A = -p j, U = j; p U + A <= 0 with U <= floor(-A / p).
        against = add(form(), low, -1)
        carries, found = self.carries(against), []
        for carry in carries:
            rest = add(add(form(), against, -1), self.modulus(), carry)  # A + p j
            if relation == '=':
                found.append(conj([compare(add(high, form(-carry)), '='), compare(rest, '=')]))
            else:
                reached = True if carry == carries[0] else compare(rest, '<=')
                found.append(conj([compare(add(high, form(-carry)), '<='), reached]))
        return disj(found)

    def lowered_some(self, variables, parts):
        """The digits of variables, and what is said of them; a variable that is known by the others is left out."""
        variables, flat, queue = list(dict.fromkeys(variables)), [], list(parts)
        while queue:
            part = queue.pop(0)
            if part is False:
                return [], [False]
            if part is True:
                continue
            if part[0] == 'and' or part[0] == 'or' and len(part[1]) == 1:
                queue = list(part[1]) + queue
            elif part[0] == 'ex':
                variables += [own for own in part[1] if own not in variables]
                queue.insert(0, part[2])
            else:
                flat.append(part)
        while True:
            known = next(filter(None, (self.known(own, flat) for own in sorted(variables, key=self.rank))), None)
            if known is None:
                break
            variables.remove(known[0])
            flat = [own for own in known[1] if own is not True]
            if False in flat:
                return [], [False]
        found, tracks = [self.lowered(part) for part in flat], []
        for own in variables:
            if not self.is_wide(own):
                tracks.append(own)
                continue
            tracks += self.digits(own)
            found.append(self.below(own))
            if own[-1] == 'int' and any(at_least(part, own) for part in flat):
                found.append(('lin', {self.digits(own)[0]: Fraction(-1), None: Fraction(0)}, '<='))
        return tracks, found

    def rank(self, track):
        return track[-1] != 'int', not is_variable(track), str(track)

    def known(self, track, flat):
        """The parts with a variable replaced by what it equals."""
        if track in self.narrow or track in self.wide or not (is_variable(track) or is_whole(track)):
            return None
        own = set(self.digits(track))
        for at, part in enumerate(flat):
            if part[0] != 'lin' or part[2] != '=' or abs(part[1].get(track, 0)) != 1:
                continue
            others = flat[:at] + flat[at + 1:]
            if any(mentions(other, own | {('p', one) for one in own} | {('p', track)}) for other in [part, *others]):
                continue
            value = add(form(), {one: factor for one, factor in part[1].items() if one != track}, -part[1][track])
            if track[-1] != 'int':
                others.append(less(form(), value))
            return track, [replaced(other, track, value) for other in others]
        return None


def mentions(part, tracks):
    if isinstance(part, bool):
        return False
    if part[0] == 'lin':
        return not tracks.isdisjoint(part[1])
    if part[0] in ('and', 'or'):
        return any(mentions(own, tracks) for own in part[1])
    if part[0] in ('not', 'ex'):
        return mentions(part[-1], tracks)
    return not tracks.isdisjoint(part[-1])


def at_least(part, track):
    """Whether a part says that a variable is at least some natural number."""
    return part[0] == 'lin' and set(part[1]) == {track, None} and part[1][track] < 0 <= part[1][None]


def is_one_modulus(certificate, for_all):
    """The digits of a certificate are by one open parameter, and something is said of them that makes sense."""
    moduli = certificate['digits']
    if not isinstance(moduli, list) or not all(isinstance(own, dict) for own in moduli):
        raise Refused('the certificate is damaged')
    if len(moduli) != 1:
        raise Unread('several numbers that are divided by')
    own = moduli[0]
    names = own.get('split')
    if type(own.get('times', 1)) is int and 1 < own.get('times', 1) and set(own) - {'times'} == {'register', 'more', 'split', 'value'}:
        raise Unread('several times a parameter is divided by')
    if (type(own.get('more')) is not int or own['more'] < 1 or not isinstance(own.get('register'), str)
            or not isinstance(names, list) or not all(isinstance(name, str) for name in names)
            or set(own) != {'register', 'more', 'split', 'value'} or own['value'] not in ('split', 'plain', None)):
        raise Refused('the certificate is damaged')
    if own['register'] not in [f'any {name}' for name in for_all]:
        raise Unread('something else is divided by')


class InDigits(Check):
    """A certificate in two digits against its ruleset."""

    def read_game(self, base):
        is_one_modulus(self.certificate, self.for_all)
        if self.certificate['kind'] != 'outcomes':
            raise Unread('values in two digits')
        return DigitGame(self.items, self.certificate, self.claim, base)

    def confirmed(self):
        if self.game.value is not None and self.play != 'normal':
            raise Unread('Grundy values in misère play')
        self.nim, self.less = self.game.track(NIM, 0), self.game.track(NIM, 1)
        self.decide.most_alternatives = ALTERNATIVES
        super().confirmed()

    def outcomes(self):
        game = self.game
        if game.value is not None and game.is_split(NIM):
            self.domain = self.both(self.domain, self.made(game.below(self.nim)))
        super().outcomes()

    def winning(self, *values):
        found = super().winning(*values)
        if self.game.value is None:
            return found
        parts = [less(add(one_of(self.less), form(1)), one_of(self.nim)), self.at(self.game.tracks(self.game.here, self.less))]
        if self.game.is_split(NIM):
            parts += [self.game.below(self.nim), self.game.below(self.less)]
        variables = self.game.digits(self.less) if self.game.is_split(NIM) else [self.less]
        return self.decide.any([found, self.solved(variables, parts)])

    def said_outcomes(self):
        game = self.game
        game.small = set()
        found = super().said_outcomes() if game.value is None else self.said_values(self.nim)
        products_are_small(self)
        return found


def products_are_small(check):
    """Heaps in two digits that stand in a product are less than the modulus."""
    game = check.game
    for track in sorted(game.small):
        quotient = check.made(less(form(1), one_of(game.digits(track)[0])))
        if check.both(check.domain, quotient).start != 0:
            raise Unread('a heap in two digits in a product')
    game.small = None
