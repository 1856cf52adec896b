"""The rules of a file at some parameters: which positions there are, and which moves lead where. Knows nothing of claims.

The tracks of a position are `(0, at, 0)` and those of an option `(0, at, 1)`, heaps before registers before open parameters.
"""
import re
from fractions import Fraction
from itertools import combinations, permutations

from notation import CLAIMS, Unread
from reading import Reader, add, compare, conj, form, less, neg, number, one_of, power_of, whole


class Game(Reader):
    """What a ruleset says, with numbers for its parameters; open ones are coordinates that no move changes."""

    def __init__(self, items, chosen, claim, for_all, base):
        super().__init__(base)
        self.items, self.env, self.head = items, {}, []
        self.parameters(chosen, for_all)
        self.names, self.arrays, self.low, self.high = [], {}, [], []
        for item in items:
            if item[0] == 'heaps':
                for name, size in item[1]:
                    count = 1 if size is None else int(number(self.only(size, self.env)))
                    if size is not None:
                        self.arrays[name] = list(range(len(self.names), len(self.names) + count))
                    self.names += [name if size is None else f'{name}[{at + 1}]' for at in range(count)]
        self.heaps = len(self.names)
        self.low, self.high = [0] * self.heaps, [None] * self.heaps
        for item in items:
            if item[0] == 'register':
                self.register(item[1], item[2])
        self.coordinates = set(self.names)
        self.open(claim, for_all)
        self.width = len(self.names)
        self.here = [self.track(at, 0) for at in range(self.width)]
        for item in items:
            if item[0] in ('let', 'sequence'):
                self.env[item[1]] = ('function', item[2], item[3], self.env)
        self.env = self.world(self.at(self.here))
        self.region = None

    # How numbers are written: one track for each.

    def track(self, at, mark):
        return (0, at, mark)

    def tracks(self, position):
        return position

    def lowered(self, part):
        return part

    def lowered_some(self, variables, parts):
        return variables, parts

    def world(self, names):
        """All names, where some of them stand for this: functions that speak of heaps see the same heaps."""
        env = {**self.env, **names}
        for name, bound in env.items():
            if isinstance(bound, tuple) and bound[0] == 'function':
                env[name] = ('function', bound[1], bound[2], env)
        return env

    def parameters(self, chosen, for_all):
        known = dict(chosen)
        for item in self.items:
            if item[0] != 'param' or item[1] in for_all:
                continue
            _, name, default, condition = item
            value = known.pop(name, None)
            if isinstance(value, list) or value is None and default[0] == 'set':
                if condition is not None:
                    raise Unread('a condition on a set')
                if value is None:
                    value = [own for part in default[1] for own in self.listed(part)]
                self.env[name] = ('numbers', [('num', own)[1] for own in value])
                continue
            self.env[name] = ('form', self.only(default, self.env) if value is None else form(value))
            if condition is not None and self.condition(condition, self.env) is not True:
                raise Unread(f'a value of {name} that the ruleset excludes')
        if known:
            raise Unread(f'parameters {sorted(known)}')

    def listed(self, part):
        if part[0] == 'bin' and part[1] == '..':
            low, high = (int(number(self.only(own, self.env))) for own in part[2:])
            return range(low, high + 1)
        return [int(number(self.only(part, self.env)))]

    def register(self, name, range_):
        low, high = 0, None
        if range_ is not None:
            if range_[:2] != ('bin', '..'):
                raise Unread('the range of a register')
            low, high = (int(number(self.only(part, self.env))) for part in range_[2:])
        self.names.append(name)
        self.low.append(low)
        self.high.append(high)

    def open(self, claim, for_all):
        """Open parameters stand behind the registers; the head of the claim says from where on."""
        left = list(for_all)
        for name, relation, bound in claim[3]:
            if name in left:
                if relation not in ('>=', '>') or left.pop(0) != name:
                    raise Unread('an open parameter that is not bounded from below')
                low = number(self.only(bound, self.env))
                if low is None or low.denominator != 1:
                    raise Unread('an open parameter that depends on another')
                self.low.append(int(low) + (relation == '>'))
                self.high.append(None)
                self.names.append(f'any {name}')
                self.env[name] = ('form', one_of(self.track(len(self.names) - 1, 0)) | {None: Fraction(self.low[-1])})
            elif name not in self.env or number(self.env[name][1]) is None:
                raise Unread('a head of this kind')
        if left:
            raise Unread('an open parameter that the head does not speak of')
        if claim[4] is not None and for_all:
            self.head.append(self.condition(claim[4], self.env))

    def form_at(self, at, track):
        # An open parameter begins where its head says, and a register below 0 at its lower end: as certificates have it.
        shift = self.low[at] if self.names[at].startswith('any ') else min(self.low[at], 0)
        return one_of(track) | {None: Fraction(shift)}

    def at(self, tracks, mark='', order=None):
        """The names of coordinates, where a position is on these tracks and heap number `at` is called like `order[at]`."""
        order = order or list(range(self.heaps))
        forms = [self.form_at(at, track) for at, track in enumerate(tracks)]
        moved = [forms[order[at]] for at in range(self.heaps)] + forms[self.heaps:]
        names = {name + mark: ('form', own) for name, own in zip(self.names, moved) if name[-1] != ']' and ' ' not in name}
        for name, places in self.arrays.items():
            names[name + mark] = ('vector', {order[at]: moved[at] for at in places})
        total = form()
        for own in forms[:self.heaps]:
            total = add(total, own)
        names['total' + mark] = ('form', total)
        return names

    def domain(self, tracks):
        """The tracks hold a position of the game, and of the part that a claim speaks of."""
        parts = list(self.head)
        for at, track in enumerate(tracks):
            own = self.form_at(at, track)
            if not self.names[at].startswith('any '):
                parts.append(less(form(self.low[at]), own))
            if self.high[at] is not None:
                parts.append(less(own, form(self.high[at])))
        env = self.world(self.at(tracks))
        parts = [part for part in parts if part is not True and not (part is not False and nothing(part))]
        for item in self.items:
            if item[0] == 'positions':
                parts.append(self.condition(item[1], env))
        if self.region is not None:
            parts.append(self.condition(self.region, env))
        return conj(parts)

    def moves(self):
        """For each move: its name, the tracks of its option, the variables to be found, and the condition for it."""
        found, seen = [], set()
        for item in self.items:
            if item[0] != 'move':
                continue
            orders = permutations(range(self.heaps)) if item[3] else [None]
            for order in orders:
                for env in self.selections(item, order and list(order)):
                    made = self.move(item, env)
                    key = renumbered(repr(made))
                    if key not in seen:
                        seen.add(key)
                        found.append(made)
        return found

    def selections(self, item, order):
        """The names of a move, for each choice of heaps."""
        opt = [self.track(at, 1) for at in range(self.width)]
        before, after = self.at(self.here, '', order), self.at(opt, "'", order)
        order = order or list(range(self.heaps))
        place = {name: order[at] if at < self.heaps else at for at, name in enumerate(self.names)}
        place.update({name: [order[at] for at in places] for name, places in self.arrays.items()})
        base = self.world({**before, **after, 'the places': place})
        each = item[4]
        if each is None:
            yield base
            return
        subset, names, over = each
        heaps = [place[name] for name in over] if isinstance(over, list) else place[over]
        heaps = heaps if isinstance(heaps, list) else [heaps]
        for choice in [c for n in range(1, len(heaps) + 1) for c in combinations(heaps, n)] if subset else \
                permutations(heaps, len(names)):
            env, own = dict(base), dict(place)
            if subset:
                env[names[0]] = ('vector', {at: self.form_at(at, self.here[at]) for at in choice})
                env[names[0] + "'"] = ('vector', {at: self.form_at(at, opt[at]) for at in choice})
                own[names[0]] = list(choice)
            else:
                for name, at in zip(names, choice):
                    env[name] = ('form', self.form_at(at, self.here[at]))
                    env[name + "'"] = ('form', self.form_at(at, opt[at]))
                    own[name] = at
            env['the places'] = own
            yield env

    def move(self, item, env):
        _, name, amounts, _, _, (change, count), guard = item
        place = env['the places']
        env, variables, parts = dict(env), [], []
        guard, powers = self.powers(change, guard, [amount for amount, over in amounts if over is None], env)
        for amount, over in amounts:
            if amount in powers:
                base, bounds = powers[amount]
                variables.append(self.variable())
                env[amount] = ('power', variables[-1], Fraction(base))
                parts += [('power', (variables[-1],)), *(self.bounded(variables[-1], base, *bound) for bound in bounds)]
                continue
            if over is None:
                variables.append(self.variable('int'))
                env[amount] = ('form', one_of(variables[-1]))
                continue
            vector = {}
            for at in place[over] if isinstance(place[over], list) else [place[over]]:
                variables.append(self.variable('int'))
                vector[at] = one_of(variables[-1])
            env[amount] = ('vector', vector)
        if count is not None:
            registers = sum(not own.startswith('any ') for own in self.names[self.heaps:])
            if count not in (self.heaps, self.heaps + registers) or len(change) != count:
                raise Unread('a move with other components')
        option = list(self.here)
        for target, value in change:
            for at, own, inner in self.places(target, env, place):
                if value == ('name', own):
                    continue
                option[at] = self.track(at, 1)
                variables.append(option[at])
                if value != ('name', own + "'"):
                    label = {**inner, 'after': ('form', self.form_at(at, option[at]))}
                    parts.append(self.related(('name', 'after'), '=', value, None, label))
        # A prime on a coordinate that does not change speaks of the position.
        unchanged = {self.track(at, 1): own for at, own in enumerate(self.here) if option[at] == own}
        env = {key: own if isinstance(own, dict) else renamed(own, unchanged) for key, own in env.items()}
        if guard is not None:
            parts.append(self.condition(guard, env))
        return name, option, variables, conj([*parts, self.domain(option)])

    def powers(self, change, guard, amounts, env):
        """The condition of a move without bounds of exponents by numbers, and of each exponent its base and its bounds."""
        conditions = guard[1] if guard is not None and guard[0] == 'all' else [guard] if guard is not None else []
        found, left = {}, list(conditions)
        for amount in amounts:
            bounds = {at: bound for at, own in enumerate(conditions) if (bound := self.bounds(own, amount)) is not None}
            rest = [own for at, own in enumerate(conditions) if at not in bounds]
            base = power_of(amount, [*(value for _, value in change), *rest], env, self)
            if base is None:
                continue
            bounds = [bound for own in bounds.values() for bound in own]
            if base != self.base or not any(relation in ('>=', '=') and 0 <= number for relation, number in bounds):
                raise Unread('an exponent of another base, or one that may be negative')
            found[amount] = base, bounds
            left = [own for own in left if self.bounds(own, amount) is None]
        return ('all', left) if left else None, found

    def bounds(self, condition, amount):
        """What numbers a chain of comparisons holds a name against, if it says nothing else: with `<=`, `>=`, `=` and `!=`."""
        if condition[0] != 'chain' or condition[3] is not None or ('name', amount) not in condition[1]:
            return None
        numbers = [part[1] if part[0] == 'num' else None for part in condition[1]]
        if any(number is None and part != ('name', amount) for number, part in zip(numbers, condition[1])):
            return None
        turned = {'<=': '>=', '<': '>', '>=': '<=', '>': '<', '=': '=', '!=': '!='}
        found = []
        for at, relation in enumerate(condition[2]):
            one, other = numbers[at], numbers[at + 1]
            if relation not in turned or (one is None) == (other is None):
                return None
            relation, other = (relation, other) if one is None else (turned[relation], one)
            # Among whole numbers.
            found.append({'<': ('<=', other - 1), '>': ('>=', other + 1)}.get(relation, (relation, other)))
        return found

    def bounded(self, power, base, relation, bound):
        """The exponent of a power beside a number."""
        if bound < 0:
            return {'<=': False, '=': False, '>=': True, '!=': True}[relation]
        other = form(Fraction(base) ** int(bound))
        if relation in ('<=', '>='):
            return less(one_of(power), other) if relation == '<=' else less(other, one_of(power))
        same = compare(add(one_of(power), other, -1), '=')
        return same if relation == '=' else neg(same)

    def places(self, target, env, place):
        """The coordinates that a target of a move stands for, and the names there."""
        if target[0] == 'index':
            at = place[target[1]][int(number(self.only(target[2], env))) - 1]
            return [(at, '', env)]
        if target[0] != 'name' or target[1] not in place:
            raise Unread('what a move changes')
        at = place[target[1]]
        if not isinstance(at, list):
            return [(at, target[1], env)]
        return [(own, target[1], {key: ('form', value[1][own]) if value[0] == 'vector' and own in value[1] else value
                                  for key, value in env.items() if key != 'the places'}) for own in at]

    def measure(self, is_empty):
        """What every move decreases: a list of weights, each bounded from below; None if there is none in reach."""
        left = [made[1:] for made in self.moves()]
        chosen = []
        candidates = self.given()
        given = candidates is not None
        candidates = candidates if given else list(self.candidates())
        while left:
            for weights in list(candidates):
                def rises(move, least):
                    option, variables, condition = move
                    gap = form()
                    for weight, one, other in zip(weights, self.here, option):
                        gap = add(gap, add(one_of(other), one_of(one), -1), weight)
                    # The measure after the move is at least so much more than before it.
                    return not is_empty([*self.here, *variables], conj([condition, compare(add(form(least), gap, -1), '<=')]))
                if given:
                    candidates.remove(weights)
                if any(rises(move, 1) for move in left):
                    if given:
                        return None
                    continue
                kept = [move for move in left if rises(move, 0)]
                if len(kept) < len(left) or given:
                    chosen.append(weights)
                    left = kept
                    break
            else:
                return None
        return chosen

    def given(self):
        """The measure of the file, as weights; faulty if an entry has no lower bound."""
        for item in self.items:
            if item[0] == 'measure':
                found = []
                for part in item[1]:
                    value = whole(self.only(part, self.env))
                    weights = [value.get(track, 0) for track in self.here]
                    if any(weight < 0 and self.high[at] is None for at, weight in enumerate(weights)):
                        return []
                    found.append(weights)
                return found
        return None

    def candidates(self):
        total = [1 if at < self.heaps else 0 for at in range(self.width)]
        yield total
        for at in range(self.width):
            if not self.names[at].startswith('any '):
                yield [int(own == at) for own in range(self.width)]
                if self.high[at] is not None:
                    yield [-int(own == at) for own in range(self.width)]
        for size in (2, 3):
            for at in range(self.heaps):
                yield [size if own == at else weight for own, weight in enumerate(total)]


def nothing(part):
    """That a natural number is at least 0."""
    return part[0] == 'lin' and part[2] == '<=' and all(
        factor <= 0 for factor in part[1].values())


def renamed(bound, tracks):
    if bound[0] == 'form':
        return 'form', {tracks.get(track, track): factor for track, factor in bound[1].items()}
    if bound[0] == 'vector':
        return 'vector', {at: renamed(('form', own), tracks)[1] for at, own in bound[1].items()}
    return bound


def renumbered(text):
    known = {}
    return re.sub(r"\(1, (\d+), ", lambda found: f'(1, #{known.setdefault(found[1], len(known))}, ', text)


def claim_of(items, kind, name):
    """The one claim of this name."""
    found = [item for item in items if item[0] in CLAIMS and item[1] == name]
    if len(found) != 1 or found[0][0] != kind:
        return None
    return found[0]
