"""What a claim looks up: values, outcomes, final phases and options of any position, as formulas over tracks. Knows nothing of certificates.

Where a position is none of the game, what is looked up there has no value, and a part of a claim that has one decides (Kleene's strong logic): so
there are two formulas, one where a condition is true and one where it is false. They are the parts of `('asked', where true, where false)`,
which formulas hold until `decided` takes one of them.
"""
from automata import Refused
from digits import DigitGame
from game import Game
from notation import Unread
from reading import add, compare, conj, disj, form, less, neg, one_of, some, whole


def itself(part):
    return part


def asks(part):
    """Whether something in a formula is looked up."""
    if isinstance(part, bool) or part[0] == 'lin':
        return False
    if part[0] in ('and', 'or'):
        return any(map(asks, part[1]))
    return part[0] == 'asked' or part[0] in ('not', 'ex') and asks(part[-1])


def decided(part, truth):
    """Where a formula has this truth."""
    if not asks(part):
        return part if truth else neg(part)
    kind = part[0]
    if kind == 'asked':
        return decided(part[1 if truth else 2], True)
    if kind == 'not':
        return decided(part[1], not truth)
    if kind == 'ex':
        found = decided(part[2], truth)
        return some(part[1], found) if truth else neg(some(part[1], neg(found)))
    parts = [decided(own, truth) for own in part[1]]
    return conj(parts) if (kind == 'and') == truth else disj(parts)


def apart(part, fresh):
    """The same formula, with variables of their own for every `some`: the decider takes one name for one variable."""
    if isinstance(part, bool) or part[0] in ('lin', 'tab', 'xor', 'shift', 'even', 'power'):
        return part
    if part[0] in ('and', 'or'):
        return (part[0], [apart(own, fresh) for own in part[1]])
    if part[0] == 'not':
        return ('not', apart(part[1], fresh))
    other = {own: fresh(own[-1] if own[0] == 1 else 'nat') for own in part[1]}
    return ('ex', list(other.values()), apart(on_tracks(part[2], other), fresh))


def on_tracks(part, tracks):
    """A formula with other tracks in the place of some."""
    if isinstance(part, bool):
        return part
    kind = part[0]
    if kind == 'lin':
        return (kind, {tracks.get(track, track): factor for track, factor in part[1].items()}, part[2])
    if kind in ('and', 'or'):
        return (kind, [on_tracks(own, tracks) for own in part[1]])
    if kind == 'not':
        return (kind, on_tracks(part[1], tracks))
    if kind == 'ex':
        return (kind, [tracks.get(track, track) for track in part[1]], on_tracks(part[2], tracks))
    return (*part[:-1], tuple(tracks.get(track, track) for track in part[-1]))


class Asking:
    """What is known of a game: `graph` of values, `levels` (the positions of value 0, 1, ...), `lost` (the P-positions of the
    claim's play) and `last` (the final phase), each an automaton or nothing."""

    def __init__(self, *arguments):
        self.graph = self.levels = self.lost = self.last = None
        self.looked, self.open_values, self.known_moves = 0, {}, None
        super().__init__(*arguments)

    # Positions that are looked up.

    def named_position(self, arguments, env):
        """Cases for a position that arguments name: conditions, variables, and its tracks, on which it belongs to the game."""
        parts = self.spread(arguments, env)
        inner = {**env, **parts[0][1]}
        own = [at for at in range(self.width) if not self.names[at].startswith('any ')]
        if len(parts) != len(own):
            raise Unread('a position with other components')
        for conditions, variables, forms in self.joined(*[self.term(part, inner) for part, _ in parts]):
            if self.open_values.keys() & set().union(*forms, *map(self.spoken_of, conditions)):
                raise Unread('a position that depends on a value of which only the least are known')
            tracks, conditions, variables = list(self.here), list(conditions), list(variables)
            for at, value in zip(own, forms):
                tracks[at], fresh, equation = self.on_track(at, value)
                variables += fresh
                conditions += equation
            yield conditions, variables, tracks

    def on_track(self, at, value):
        """A track that holds a coordinate, with variables and conditions for that."""
        rest = add(value, self.form_at(at, None), -1)
        known = [track for track in rest if track is not None]
        if len(known) == 1 and rest == one_of(known[0]) and known[0][-1] != 'int':
            return known[0], [], []
        track = self.variable()
        return track, [track], [compare(add(value, self.form_at(at, track), -1), '=')]

    def form_at(self, at, track):
        found = super().form_at(at, track)
        return {None: found[None]} if track is None else found

    def asked(self, cases, of):
        """What `of` says of the position: a pair of formulas over its tracks, true and false, where it belongs to the game."""
        self.looked += 1
        found = [], []
        for conditions, variables, tracks in cases:
            for own, part in zip(found, of(tracks)):
                own.append(some(variables, conj([*conditions, self.domain(tracks), part])))
        return 'asked', disj(found[0]), disj(found[1])

    # Terms.

    def call(self, e, env):
        if e[1] == 'grundy' and e[1] not in env:
            return self.values_of(e[2], env)
        return super().call(e, env)

    def values_of(self, arguments, env):
        self.looked += 1
        found = []
        for conditions, variables, tracks in self.named_position(arguments, env):
            conditions = [*conditions, self.domain(tracks)]
            value = self.variable()
            if self.graph is not None:
                graph = ('tab', self.graph, (*self.tracks(tracks), value))
                found.append(([*conditions, graph], [*variables, value], one_of(value)))
                continue
            if self.levels is None:
                raise Refused('the certificate does not tell the values')
            levels = [('tab', level, tuple(self.tracks(tracks))) for level in self.levels]
            found += [([*conditions, level], variables, form(at)) for at, level in enumerate(levels)]
            # A larger value, of which no more is known.
            self.open_values[value] = less(form(len(levels)), one_of(value))
            found.append(([*conditions, *map(neg, levels)], variables, one_of(value)))
        return found

    # Conditions.

    def related(self, one, relation, other, modulus, env):
        before = self.looked
        if relation in ('in', 'not in', '!='):
            return super().related(one, relation, other, modulus, env)
        if modulus is not None:
            one, other = ('bin', 'mod', ('bin', '-', one, other), modulus), ('num', 0)
        cases = list(self.joined(self.term(one, env), self.term(other, env)))
        if self.looked == before:
            return super().related(one, relation, other, None, env)
        said = [(conditions, variables, self.compared(*forms, relation)) for conditions, variables, forms in cases]
        spoken = set().union(*(self.spoken_of(part) for c, _, own in said for part in [*c, own]))
        given = [own for own in self.open_values if own in spoken]
        if not given:
            return 'asked', *(disj([some(v, conj([*c, of(part)])) for c, v, part in said]) for of in (itself, neg))
        # True if it is true of every value that may be the one.
        limits = [self.open_values[own] for own in given]

        def any_case(of):
            return disj([some([*v, *given], conj([*c, *limits, of(part)])) for c, v, part in said])
        there = any_case(lambda _: True)
        return 'asked', conj([there, neg(any_case(neg))]), conj([there, neg(any_case(itself))])

    @staticmethod
    def compared(left, right, relation):
        if relation in ('>=', '>'):
            left, right = right, left
        gap = whole(add(left, right, -1))
        return compare(add(gap, form(1)) if relation in ('<', '>') else gap, '=' if relation == '=' else '<=')

    def spoken_of(self, part):
        if isinstance(part, bool):
            return set()
        if part[0] == 'lin':
            return set(part[1])
        if part[0] in ('and', 'or'):
            return set().union(*map(self.spoken_of, part[1]))
        if part[0] in ('not', 'ex'):
            return self.spoken_of(part[-1])
        if part[0] == 'asked':
            return self.spoken_of(part[1]) | self.spoken_of(part[2])
        return set(part[-1])

    def condition(self, e, env):
        kind = e[0]
        if kind == 'options':
            return self.some_option(e, env)
        if kind == 'cases':
            return self.chosen(e, env)
        if kind == 'call' and e[1] not in env and e[1] in ('P', 'N', 'terminal', 'final'):
            of = {'P': self.is_lost, 'N': self.is_lost, 'terminal': self.is_terminal, 'final': self.is_final}[e[1]]
            found = self.asked(self.named_position(e[2], env), of)
            return neg(found) if e[1] == 'N' else found
        return super().condition(e, env)

    def chosen(self, e, env):
        """A condition with cases has the truth of the first one that is given, and none where that is not decided."""
        before, true, false = [], [], []
        if e[1][-1][1] is not None:
            raise Unread('cases without otherwise')
        for value, condition in e[1]:
            own = True if condition is None else self.condition(condition, env)
            said = self.condition(value, env)
            true.append(conj([*before, own, said]))
            false.append(conj([*before, own, neg(said)]))
            before.append(neg(own))
        return 'asked', disj(true), disj(false)

    def quantified(self, e, env):
        _, universal, binders, body = e
        before, inner, conditions, variables = self.looked, dict(env), [], []
        for name, relation, bound in binders:
            if relation not in ('>=', '>', 'in', '='):
                raise Unread('a variable without a lower end')
            variables.append(self.variable('nat' if relation in ('>=', '>') and self.is_natural(bound, inner) else 'int'))
            inner[name] = ('form', one_of(variables[-1]))
            conditions.append(self.chain(('chain', [('name', name), bound], [relation], None), inner))
        if self.looked != before:
            raise Unread('a range that depends on what is looked up')
        read = self.condition(body, inner)
        found = some(variables, conj([*conditions, neg(read) if universal else read]))
        return neg(found) if universal else found

    def is_natural(self, e, env):
        """Whether a term is a sum of natural numbers by its form."""
        value = self.only(e, env)
        return all(factor >= 0 and (track is None or track[-1] != 'int') for track, factor in value.items())

    def is_lost(self, tracks):
        own = tuple(self.tracks(tracks))
        if self.lost is not None:
            found = 'tab', self.lost, own
        elif self.plays_normally and self.graph is not None:
            value = self.variable()
            found = some([value], conj([('tab', self.graph, (*own, value)), compare(one_of(value), '=')]))
        elif self.plays_normally and self.levels:
            found = 'tab', self.levels[0], own
        else:
            raise Refused('the certificate does not tell the outcomes')
        return found, neg(found)

    def is_final(self, tracks):
        if self.last is None:
            raise Refused('the certificate does not tell the final phase')
        found = 'tab', self.last, tuple(self.tracks(tracks))
        return found, neg(found)

    def is_terminal(self, tracks):
        moves = disj([some(variables, condition) for _, variables, condition in self.moves_from(tracks)])
        return neg(moves), moves

    def moves_from(self, tracks):
        """For each move from a position: the tracks of its option, the variables to be found, and the condition for it."""
        if self.known_moves is None:
            self.known_moves = self.moves()
        for _, option, variables, condition in self.known_moves:
            fresh = {own: self.variable(own[-1] if own[0] == 1 else 'nat') for own in variables}
            other = {**fresh, **dict(zip(self.here, tracks))}
            yield [other[own] for own in option], list(fresh.values()), on_tracks(condition, other)

    def some_option(self, e, env):
        """Of every option of a position, or of some."""
        _, universal, names, position, body = e
        arguments = position[1] if position[0] == 'tuple' else [position]
        own = [at for at in range(self.width) if not self.names[at].startswith('any ')]
        if len(names) != len(own):
            raise Unread('an option with other components')

        def of(tracks):
            found = [], []
            for option, variables, condition in self.moves_from(tracks):
                inner = {**env, **{name: ('form', self.form_at(at, option[at])) for name, at in zip(names, own)}}
                read = self.condition(body, inner)
                for parts, truth in zip(found, (True, False)):
                    parts.append(some(variables, conj([condition, decided(read, truth)])))
                    # Of all options it is so where it is not that of some it is not.
                    parts[-1] = parts[-1], some(variables, conj([condition, neg(decided(read, truth))]))
            there = [disj([part for part, _ in parts]) for parts in found]
            everywhere = [neg(disj([part for _, part in parts])) for parts in found]
            return (everywhere[0], there[1]) if universal else (there[0], everywhere[1])
        return self.asked(self.named_position(arguments, env), of)

    # Sets.

    def member(self, e, position, env):
        if e in (('name', 'P'), ('name', 'N')) and e[1] not in env:
            if any(self.form_at(at, track) != own for at, (track, own) in enumerate(zip(self.here, position))):
                raise Unread('another position in the set of P-positions')
            found = self.is_lost(self.here)
            return found[0] if e[1] == 'P' else found[1]
        return super().member(e, position, env)

    def element(self, e, binders, condition, position, env):
        before, found = self.looked, super().element(e, binders, condition, position, env)
        if self.levels is not None and self.looked != before:
            raise Unread('a set made of values of which only the least are known')
        # An element that has no value is none.
        return decided(found, True)


class AskingGame(Asking, Game):
    """A game in which something is looked up."""


class AskingDigits(Asking, DigitGame):
    """A game with heaps in two digits, in which nothing is looked up."""

    def asked(self, cases, of):
        raise Unread('look-ups in two digits')
