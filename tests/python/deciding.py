"""Formulas as automata: tracks that are asked for `some number` are solved for where that is possible, or taken away one by one."""
from automata import Automata
from reading import add, compare, conj, form, less, one_of

SPLIT = 64  # alternatives that a condition is taken apart into


def tracks_of(part):
    if isinstance(part, bool):
        return set()
    kind = part[0]
    if kind == 'lin':
        return {track for track in part[1] if track is not None}
    if kind in ('and', 'or'):
        return set().union(*map(tracks_of, part[1]))
    if kind == 'not':
        return tracks_of(part[1])
    if kind == 'ex':
        return tracks_of(part[2]) - set(part[1])
    return set(part[-1])


def fixed(part):
    """Tracks on which something other than a sum is asked."""
    if isinstance(part, bool) or part[0] == 'lin':
        return set()
    if part[0] in ('and', 'or'):
        return set().union(*map(fixed, part[1]))
    return fixed(part[1]) if part[0] == 'not' else fixed(part[2]) if part[0] == 'ex' else set(part[-1])


def replaced(part, track, value):
    """The same with a form in the place of a track, which is in sums only."""
    if isinstance(part, bool) or track not in tracks_of(part):
        return part
    if part[0] == 'lin':
        rest = {own: factor for own, factor in part[1].items() if own != track}
        return compare(add(rest, value, part[1][track]), part[2])
    if part[0] in ('and', 'or'):
        parts = [replaced(own, track, value) for own in part[1]]
        if part[0] == 'and':
            return conj(parts)
        return True if True in parts else ('or', [own for own in parts if own is not False])
    if part[0] == 'not':
        inner = replaced(part[1], track, value)
        return (not inner) if isinstance(inner, bool) else ('not', inner)
    inner = replaced(part[2], track, value)
    return inner if isinstance(inner, bool) else ('ex', part[1], inner)


class Decider(Automata):
    """Automata of formulas."""

    most_alternatives = SPLIT

    def made(self, part):
        if isinstance(part, bool):
            return self.sink(part)
        kind = part[0]
        if kind == 'lin':
            return self.linear(part[1], part[2])
        if kind == 'tab':
            return self.on_tracks(part[1], part[2])
        if kind == 'xor':
            return self.xor(part[1])
        if kind == 'shift':
            return self.shift(part[1])
        if kind == 'even':
            return self.even(part[1][0])
        if kind == 'power':
            return self.power(part[1][0])
        if kind == 'and':
            return self.all([self.made(own) for own in part[1]])
        if kind == 'or':
            return self.any([self.made(own) for own in part[1]])
        if kind == 'not':
            return self.opposite(self.made(part[1]))
        return self.solved(part[1], [part[2]])

    def on_tracks(self, automaton, tracks):
        """The automaton where it reads these tracks, in any order, and perhaps one of them twice."""
        if all(one < other for one, other in zip(tracks, tracks[1:])):
            return automaton.moved(tracks)
        own = [(5, at, 'nat') for at in range(len(tracks))]
        same = [compare(add(one_of(one), one_of(other), -1), '=') for one, other in zip(own, tracks)]
        return self.eliminated(own, [automaton.moved(own), *(self.made(part) for part in same)])

    def any(self, parts):
        found = self.sink(False)
        for part in sorted(parts, key=lambda own: len(own.rows)):
            found = self.joined(found, part, 'or')
        return found

    def solved(self, variables, parts):
        """For some numbers on the variables, all of the parts."""
        variables, flat, queue = set(variables), [], list(parts)
        while queue:
            part = queue.pop(0)
            if part is False:
                return self.sink(False)
            if part is True:
                continue
            if part[0] == 'and':
                queue = list(part[1]) + queue
            elif part[0] == 'ex':
                variables |= set(part[1])
                queue.insert(0, part[2])
            else:
                flat.append(part)
        open_ = [part for part in flat if part[0] == 'or' and tracks_of(part) & variables]
        count = 1
        for part in open_:
            count *= len(part[1])
        if open_ and count <= self.most_alternatives:
            rest = [part for part in flat if part is not open_[0]]
            return self.any([self.solved(variables, rest + [own]) for own in open_[0][1]])
        for variable in sorted(variables, key=str):
            found = self.substitute(variable, flat)
            if found is not None:
                return self.solved(variables - {variable}, found)
        for variable in variables:
            if variable[-1] == 'int' and not any(natural(part, variable) for part in flat):
                if any(variable in tracks_of(part) for part in flat):
                    one, other = (1, variable[1] + 0.25, 'nat'), (1, variable[1] + 0.5, 'nat')
                    gap = add(one_of(one), one_of(other), -1)
                    flat = [replaced(part, variable, gap) for part in flat]
                    return self.solved(variables - {variable} | {one, other}, flat)
        return self.eliminated(variables, [self.made(part) for part in flat])

    def substitute(self, variable, flat):
        for at, part in enumerate(flat):
            if part[0] != 'lin' or part[2] != '=' or abs(part[1].get(variable, 0)) != 1:
                continue
            rest = {own: factor for own, factor in part[1].items() if own != variable}
            value = add(form(), rest, -part[1][variable])
            others = flat[:at] + flat[at + 1:]
            if any(variable in fixed(own) for own in others):
                continue
            if variable[-1] != 'int':
                others.append(less(form(), value))
            return [replaced(own, variable, value) for own in others]
        return None

    def eliminated(self, variables, automata):
        variables = set(variables)
        while True:
            variables = {own for own in variables if any(own in a.tracks for a in automata)}
            if not variables:
                return self.all(automata)

            def cost(track):
                total = 1
                for a in automata:
                    total *= len(a.rows) if track in a.tracks else 1
                return total, str(track)
            track = min(variables, key=cost)
            own = self.all([a for a in automata if track in a.tracks])
            automata = [a for a in automata if track not in a.tracks] + [self.without(own, track)]


def natural(part, variable):
    """Whether a part says that a variable is at least some natural number."""
    return (not isinstance(part, bool) and part[0] == 'lin' and set(part[1]) == {variable, None}
            and part[1][variable] < 0 <= part[1][None])
