"""Claims that look something up, with quantifiers, options and sets: what is looked up is in the certificate, as automata.

First they are what they are said to be: P-positions, values, positions of one value after the other, the final phase. Then no position of the game, of
those that the claim speaks of, is one where the claim is not true.
"""
from asking import AskingDigits, AskingGame, apart, decided
from automata import Refused
from checking import OTHER, TABLE, VALUE, Check, has_shape
from digits import ALTERNATIVES, is_one_modulus, products_are_small
from notation import Unread
from reading import add, compare, conj, disj, form, less, neg, one_of

KNOWN = ('normal', 'misere', 'values', 'levels', 'final')


class Statement(Check):
    """A certificate of what a claim looks up."""

    def __init__(self, items, certificate, most):
        lookups = certificate.get('lookups')
        if certificate.get('set') is not None or not isinstance(lookups, dict) or set(lookups) != {'numeration', 'known'}:
            raise Refused('the certificate has parts of another kind')
        self.known = lookups['known']
        if not isinstance(self.known, list) or not all(map(self.is_whole, self.known)):
            raise Refused('the certificate is damaged')
        self.in_digits = certificate.get('digits', []) != []
        if self.in_digits and self.known:
            raise Unread('look-ups in two digits')
        if lookups['numeration'] is None:
            raise Unread('look-ups without a numeration')
        super().__init__(items, {**certificate, 'set': lookups}, most)
        self.game.plays_normally = self.play == 'normal'

    @staticmethod
    def is_whole(one):
        return (isinstance(one, dict) and set(one) == {'game', 'what', 'sets'} and type(one['game']) is int and one['game'] >= 0 and one['what'] in KNOWN
                and isinstance(one['sets'], list) and (one['what'] == 'levels' or len(one['sets']) == 1)
                and all(has_shape(own, TABLE) for own in one['sets']))

    def read_game(self, base):
        if self.in_digits:
            is_one_modulus(self.certificate, self.for_all)
            return AskingDigits(self.items, self.certificate, self.claim, base)
        return AskingGame(self.items, self.certificate['parameters'], self.claim, self.for_all, base)

    def confirmed(self):
        game = self.game
        self.moves = game.moves()
        if game.measure(self.is_empty) is None:
            raise Refused('no measure was found that every move decreases, or that of the file does not fall')
        self.domain = self.made(game.domain(game.here))
        self.there_are_positions()
        for one in self.known:
            self.is_known(one)
        self.is_true_everywhere()

    def there_are_positions(self):
        """At all values of open parameters: a claim that names no position is true of them, then, only if it is true."""
        without = self.domain
        open_ = [track for track, name in zip(self.game.here, self.game.names) if name.startswith('any ')]
        for track in self.game.tracks(self.game.here):
            if track not in open_:
                without = self.decide.without(without, track)
        if self.minus(self.made(conj(self.game.head)), without).start != 0:
            raise Unread('a game that may have no positions')

    # What is known of the game.

    def is_known(self, one):
        if one['game'] != 0:
            raise Unread('a look-up in another file')
        what, game = one['what'], self.game
        width = len(game.here) + (what == 'values')
        sets = [self.table(given, width) for given in one['sets']]
        if what in ('normal', 'misere'):
            self.is_lost(sets[0], what)
            if what == self.play:
                game.lost = sets[0]
        elif what == 'values':
            self.is_graph(sets[0])
            game.graph, game.levels = sets[0], None
        elif what == 'levels':
            self.is_levels(sets)
            game.graph, game.levels = None, sets
        else:
            self.is_last(sets[0])
            game.last = sets[0]

    def table(self, given, width):
        if given.get('numeration') != self.certificate['set']['numeration']:
            raise Refused('the automata are of several numerations')
        return self.decide.table(given, range(width))

    def here(self, automaton):
        return automaton.moved(self.game.here)

    def into(self, *automata):
        """For each move, the positions where it leads to an option in all of the sets."""
        return [self.solved(variables, [condition, *(('tab', own, tuple(option)) for own in automata)])
                for _, option, variables, condition in self.moves]

    def some_move(self, *automata):
        return self.decide.any(self.into(*automata))

    def is_lost(self, found, play):
        own = self.here(found)
        self.none(self.minus(own, self.domain), 'the set has a position that is none of the game')
        winning = self.some_move(found)
        self.none(self.both(own, winning), 'a move leads from the set into the set')
        lost = self.minus(self.minus(self.domain, own), winning)
        if play == 'misere':
            moves = self.some_move()
            self.none(self.minus(own, moves), 'a terminal position is in the set')
            lost = self.both(lost, moves)
        self.none(lost, 'a position outside of the set has no move into it')

    def is_graph(self, found):
        self.set = found
        own, other = found.moved([*self.game.here, VALUE]), found.moved([*self.game.here, OTHER])
        valued = self.decide.without(own, VALUE)
        self.none(self.minus(valued, self.domain), 'a position has a value that is none of the game')
        self.none(self.minus(self.domain, valued), 'a position has no value')
        smaller = self.made(less(add(one_of(VALUE), form(1)), one_of(OTHER)))
        self.none(self.both(own, other, smaller), 'a position has two values')
        winning = self.winning(VALUE)
        self.none(self.both(own, winning), 'a move leads to an option of the same value')
        self.none(self.minus(self.both(other, smaller), winning), 'a position has no option of some smaller value')

    def is_levels(self, sets):
        """A position of value n has no option of value n and one of each smaller value; of those in no set all are smaller."""
        rest = self.domain
        for level in sets:
            own, winning = self.here(level), self.some_move(level)
            self.none(self.minus(own, rest), 'a position has two values, or is none of the game')
            self.none(self.both(own, winning), 'a move leads to an option of the same value')
            rest = self.minus(rest, own)
            self.none(self.minus(rest, winning), 'a position has no option of some smaller value')

    def value_is(self, number):
        """The positions of this value, on their own tracks."""
        game = self.game
        if game.graph is not None:
            graph = ('tab', game.graph, (*game.here, VALUE))
            return self.solved([VALUE], [graph, compare(add(one_of(VALUE), form(-number)), '=')])
        if game.levels is None or len(game.levels) <= number:
            raise Refused('the certificate has a final phase, and too few values')
        return self.here(game.levels[number])

    def phases(self, found):
        """The positions of value 0 and 1, in the final phase and out of it."""
        last, values = self.here(found), [self.value_is(0), self.value_is(1)]
        return {(number, inside): self.both(value, last) if inside else self.minus(value, last)
                for number, value in enumerate(values) for inside in (True, False)}

    def is_last(self, found):
        """The final phase: by induction over play, one set alone is this (Yamasaki 1980)."""
        phases = self.phases(found)
        low = self.decide.any(list(phases.values()))
        self.none(self.minus(self.here(found), low), 'a position in the final phase has another value than 0 and 1')
        one_inside, zero_outside = self.some_move(phases[1, True]), self.some_move(phases[0, False])
        inside = self.decide.any([one_inside, self.minus(self.domain, self.some_move())])
        self.none(self.minus(phases[0, True], inside), 'a position of value 0 is in the final phase for no reason')
        self.none(self.both(phases[0, False], inside), 'a position of value 0 is missing in the final phase')
        self.none(self.both(phases[1, True], zero_outside), 'a position of value 1 is in the final phase for no reason')
        self.none(self.minus(phases[1, False], zero_outside), 'a position of value 1 is missing in the final phase')

    def is_admissible(self, universally):
        """KY24, Definition 2, of a game whose final phase is known."""
        if self.game.last is None:
            raise Refused('the certificate has no final phase')
        phases = self.phases(self.game.last)
        into = {phase: self.some_move(own) for phase, own in phases.items()}
        larger = self.minus(self.domain, self.decide.any(list(phases.values())))
        if not universally:
            both = self.decide.any([into[0, False], into[1, True]])
            self.none(self.minus(larger, both), 'a position of a larger value lacks options')
            return
        self.none(self.both(phases[0, True], into[1, False]), 'a position of value 0 in the final phase leads out of it')
        self.none(self.both(phases[1, False], into[0, True]), 'a position of value 1 leads into the final phase')
        both = self.decide.any([self.both(into[0, inside], into[1, inside]) for inside in (True, False)])
        self.none(self.minus(larger, both), 'a position of a larger value lacks options')

    # The claim.

    def is_true_everywhere(self):
        game, (_, parts), region = self.game, self.claim[5], self.claim[6]
        if parts in ([('name', 'admissible')], [('name', 'universally admissible')]):
            if region is not None or self.play != 'normal':
                raise Unread('a claim of this form')
            return self.is_admissible(parts[0][1] != 'admissible')
        game.small = set()
        spoken = [] if region is None else [decided(game.condition(region, game.env), True)]
        false = disj([neg(decided(self.said(part), True)) for part in parts])
        if self.in_digits:
            products_are_small(self)
            self.decide.most_alternatives = ALTERNATIVES
        found = conj([*spoken, false])
        found = found if self.in_digits else apart(found, game.variable)
        self.none(self.both(self.domain, self.solved([], [found])), 'the claim is not true of some position')
        return None

    def said(self, part):
        """A part of a claim as a condition; `P = S` says of every position that it is in both or in neither."""
        game = self.game
        if part[0] == 'chain' and part[1][0] in (('name', 'P'), ('name', 'N')) and part[2] == ['=']:
            registers = [own for own in game.names[game.heaps:] if not own.startswith('any ')]
            position = [game.form_at(at, game.here[at]) for at in range(game.heaps + len(registers))]
            lost, won = game.is_lost(game.here)
            one, other = lost if part[1][0][1] == 'P' else won, game.member(part[1][1], position, game.env)
            return disj([conj([one, other]), conj([neg(one), neg(other)])])
        return game.condition(part, game.env)
