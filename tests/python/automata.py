"""Sets of tuples of numbers as automata that read digits, the most significant first, one digit of one track after the other.

Node 0 refuses whatever follows and node 1 accepts it. Every other node stands on a level, which is the track that it reads; a
word begins and ends on level 0. Numbers are written in a base, or each weight is a times the last one and the one before; then no
automaton accepts a word in which a digit a is followed by another one than 0 on a track (Zeckendorf's numeration with a = 1). Or each weight is a times the last one, b times the one before and c times
the one before that, with a >= b >= c >= 1; then no automaton accepts a word in which three digits that follow each other on a track
are not less than a, b, c in the order of words. Knows nothing of games.
"""


class TooBig(Exception):
    """More nodes than allowed."""


class Refused(Exception):
    """A condition that fails."""


class Automaton:
    def __init__(self, tracks, start, rows, level, ends):
        self.tracks, self.start, self.rows, self.level, self.ends = tracks, start, rows, level, ends

    def moved(self, tracks):
        return Automaton(tuple(tracks), self.start, self.rows, self.level, self.ends)


class Automata:
    """The operations, in one numeration and with one budget."""

    def __init__(self, base, most):
        named = isinstance(base, tuple) and base[0] == 'Metallic'
        self.metallic = 1 if base == 'Zeckendorf' else base[1] if named else None
        self.cubic = base if isinstance(base, tuple) and not named else None
        self.digits = self.metallic + 1 if self.metallic else base[0] + 1 if self.cubic else base
        self.left = most
        self.kept = {}

    def sink(self, truth):
        return Automaton((), int(truth), [None, None], [0, 0], {1})

    def explored(self, tracks, start, step, ends):
        """`step(level, key, digit)` gives the next key, or 0 or 1; `ends(key)` whether a word may end there."""
        if start in (0, 1) and not isinstance(start, tuple):
            return Automaton(tuple(tracks), start, [None, None], [0, 0], {1})
        names, rows, level, accepting = {(0, start): 2}, [None, None], [0, 0], {1}
        queue, width = [(0, start)], len(tracks)
        for at, key in queue:
            self.left -= 1
            if self.left < 0:
                raise TooBig
            if at == 0 and ends(key):
                accepting.add(len(rows))
            row, after = [], at + 1 if at + 1 < width else 0
            for digit in range(self.digits):
                target = step(at, key, digit)
                if isinstance(target, tuple):
                    known = names.setdefault((after, target), len(names) + 2)
                    if known == len(queue) + 2:
                        queue.append((after, target))
                    row.append(known)
                else:
                    row.append(target)
            rows.append(row)
            level.append(at)
        return self.smallest(Automaton(tuple(tracks), 2, rows, level, accepting))

    def smallest(self, a):
        count = len(a.rows)
        before = [[] for _ in range(count)]
        for node in range(2, count):
            for target in a.rows[node]:
                before[target].append(node)

        def reaching(marked):
            seen, stack = set(marked), list(marked)
            while stack:
                for node in before[stack.pop()]:
                    if node not in seen:
                        seen.add(node)
                        stack.append(node)
            return seen
        alive = reaching(a.ends)
        doubtful = reaching([0] + [node for node in range(2, count) if a.level[node] == 0 and node not in a.ends])
        kind = [0 if node not in alive else 1 if node not in doubtful else 2 + 2 * a.level[node] + (node in a.ends)
                for node in range(count)]
        kinds = len(set(kind) | {0, 1})
        while True:
            names, fresh = {}, [0, 1]
            for node in range(2, count):
                own = kind[node]
                fresh.append(own if own < 2 else
                             names.setdefault((own, *[kind[target] for target in a.rows[node]]), len(names) + 2))
            kind = fresh
            if len(names) + 2 == kinds:
                break
            kinds = len(names) + 2
        rows, level = [None] * kinds, [0] * kinds
        for node in range(2, count):
            if kind[node] > 1 and rows[kind[node]] is None:
                rows[kind[node]] = [kind[target] for target in a.rows[node]]
                level[kind[node]] = a.level[node]
        return Automaton(a.tracks, kind[a.start], rows, level, {kind[node] for node in a.ends if kind[node]} | {1})

    def joined(self, a, b, of):
        """`of` is `and`, `or` or `minus`."""
        if of == 'and' and (a.start == 0 or b.start == 0):
            return self.sink(False)
        tracks = tuple(sorted(set(a.tracks) | set(b.tracks)))
        reads = [(track in a.tracks, track in b.tracks) for track in tracks]

        def target(x, y):
            if of == 'and':
                return 0 if x == 0 or y == 0 else 1 if x == 1 and y == 1 else (x, y)
            if of == 'or':
                return 1 if x == 1 or y == 1 else 0 if x == 0 and y == 0 else (x, y)
            return 0 if x == 0 or y == 1 else 1 if x == 1 and y == 0 else (x, y)

        def step(at, key, digit):
            x, y = key
            first, second = reads[at]
            return target(a.rows[x][digit] if first and x > 1 else x, b.rows[y][digit] if second and y > 1 else y)

        def ends(key):
            x, y = key[0] in a.ends, key[1] in b.ends
            return x and y if of == 'and' else x or y if of == 'or' else x and not y
        found = self.explored(tracks, target(a.start, b.start), step, ends)
        return found if of == 'and' else self.valid(found)

    def all(self, parts):
        found = self.sink(True)
        for part in sorted(parts, key=lambda own: len(own.rows)):
            found = self.joined(found, part, 'and')
        return found

    def opposite(self, a):
        return self.joined(Automaton(a.tracks, 1, [None, None], [0, 0], {1}), a, 'minus')

    def valid(self, a):
        if self.metallic:
            for track in a.tracks:
                def step(_, key, digit):
                    return 0 if key[0] and digit else (int(digit == self.metallic),)
                a = self.joined(a, self.explored((track,), (0,), step, lambda _: True), 'and')
        if self.cubic:
            for track in a.tracks:
                def step(_, key, digit):
                    begun = self.begun(key[0], digit)
                    return 0 if begun is None else (begun,)
                a = self.joined(a, self.explored((track,), (0,), step, lambda _: True), 'and')
        return a

    def begun(self, known, digit):
        """How many of a, b, c a word ends in, if it ended in so many before the digit; none if the digit must not follow."""
        wanted = self.cubic[known]
        if digit < wanted:
            return 0
        return known + 1 if digit == wanted and known < 2 else None

    def without(self, a, track):
        """For some number on a track."""
        if track not in a.tracks:
            return a
        if len(a.tracks) == 1:
            return self.sink(a.start != 0)
        removed = a.tracks.index(track)
        rest = a.tracks[:removed] + a.tracks[removed + 1:]

        def after(nodes, digits):
            return {target for node in nodes for target in ([node] if node < 2 else [a.rows[node][d] for d in digits])} - {0}
        every, begin = range(self.digits), {a.start}
        while True:  # a number with more digits than all others begins with rows of zeros on their tracks
            row = begin
            for at in range(len(a.tracks)):
                row = after(row, every if at == removed else (0,))
            if row <= begin:
                break
            begin |= row

        def named(nodes):
            return 1 if 1 in nodes else tuple(sorted(nodes)) if nodes else 0

        def step(at, key, digit):
            nodes = after(key, every) if removed == 0 and at == 0 else set(key)
            nodes = after(nodes, (digit,))
            return named(after(nodes, every) if at + 1 == removed else nodes)
        return self.explored(rest, named(begin - {0}), step, lambda key: any(node in a.ends for node in key))

    def linear(self, value, relation):
        """sum of factors times tracks, plus a constant, is at most 0 or equals 0."""
        tracks = tuple(sorted(track for track in value if track is not None))
        factors, constant = [int(value[track]) for track in tracks], int(value[None])
        known = (tuple(factors), constant, relation)
        if known not in self.kept:
            of = self.metallic_sum if self.metallic else self.cubic_sum if self.cubic else self.sum
            self.kept[known] = of(*known)
        return self.kept[known].moved(tracks)

    def sum(self, factors, constant, relation):
        high = max(sum(-part for part in factors if part < 0), 1 - constant)
        low = min(-sum(part for part in factors if part > 0), -constant - (1 if relation == '=' else 0))

        def step(at, key, digit):
            value = (self.digits * key[0] if at == 0 else key[0]) + factors[at] * digit
            if at + 1 == len(factors):
                if value >= high:
                    return 0
                if value <= low:
                    return 0 if relation == '=' else 1
            return (value,)
        accepts = (lambda key: key[0] + constant <= 0) if relation == '<=' else (lambda key: key[0] + constant == 0)
        return self.explored(range(len(factors)), (0,), step, accepts)

    def metallic_sum(self, factors, constant, relation):
        """(p, q): the sum so far, and what it would be with every digit one place lower, the last one worth 1 again."""
        over, under = sum(-part for part in factors if part < 0), sum(part for part in factors if part > 0)

        def step(at, key, digit):
            p, q, more, ones = key
            if digit and ones >> at & 1:
                return 0
            more += factors[at] * digit
            ones = ones | 1 << at if digit == self.metallic else ones & ~(1 << at)
            if at + 1 < len(factors):
                return p, q, more, ones
            p, q = self.metallic * p + q + more, p + more
            if p >= over and q >= over and p + constant > 0:
                return 0
            if p <= -under and q <= -under and (p + constant < 0 if relation == '=' else p + constant <= 0):
                return 0 if relation == '=' else (-under - abs(constant), -under, 0, ones)
            return p, q, 0, ones
        accepts = (lambda key: key[0] + constant <= 0) if relation == '<=' else (lambda key: key[0] + constant == 0)
        return self.explored(range(len(factors)), (0, 0, 0, 0), step, accepts)

    def cubic_sum(self, factors, constant, relation):
        """The sum so far, and what it would be with one zero more and with two; none where it is low whatever follows.

        With m more rows the sum is the m-th number of this sequence, and less than the m-th weight times the factors besides. Sequences
        with this recurrence do not change their sign any more where three numbers have one, and do not come nearer to 0 then."""
        a, b, c = self.cubic
        weights = (1, a + 1, a * (a + 1) + b + 1)
        over, under = sum(-part for part in factors if part < 0), sum(part for part in factors if part > 0)

        def step(at, key, digit):
            parts, more, known = key
            begun = self.begun(known[at], digit)
            if begun is None:
                return 0
            known = known[:at] + (begun,) + known[at + 1:]
            if parts is None:
                return parts, 0, known
            more += factors[at] * digit
            if at + 1 < len(factors):
                return parts, more, known
            p, q, r = parts
            parts = tuple(part + more * weight for part, weight in zip((q, r, a * r + b * q + c * p), weights))
            least = [part - over * weight for part, weight in zip(parts, weights)]
            most = [part + under * weight for part, weight in zip(parts, weights)]
            if min(least) >= 0 and min(least) + over + constant > 0:
                return 0
            if max(most) <= 0 and max(most) - under + constant < (0 if relation == '=' else 1):
                return 0 if relation == '=' else (None, 0, known)
            return parts, 0, known

        def accepts(key):
            value = -1 if key[0] is None else key[0][0] + constant
            return value <= 0 if relation == '<=' else value == 0
        return self.explored(range(len(factors)), ((0, 0, 0), 0, (0,) * len(factors)), step, accepts)

    def xor(self, tracks):
        """The digits of three tracks in base 2 have an even sum in each place."""
        order = tuple(sorted(tracks))

        def step(at, key, digit):
            parity = key[0] ^ digit
            return (parity,) if at < 2 else 0 if parity else (0,)
        return self.explored(order, (0,), step, lambda _: True)

    def power(self, track):
        return self.explored((track,), (0,), lambda _, key, digit: (key[0] + digit,) if key[0] + digit < 2 else 0,
                             lambda key: key[0] == 1)

    def shift(self, tracks):
        """The digits of the second track are those of the first, one place higher."""
        order = tuple(sorted(tracks))
        first = order.index(tracks[0])

        def step(at, key, digit):
            pending, high = key
            if at == first and digit != pending:
                return 0
            high = digit if at != first else high
            return (pending, high) if at == 0 else (high, 0)
        return self.valid(self.explored(order, (0, 0), step, lambda key: key[0] == 0))

    def even(self, track):
        """An even number of zeros stands behind the last digit that is not 0; of no number 0."""
        return self.valid(self.explored((track,), (None,), lambda _, key, digit:
                                        (1,) if digit else key if key[0] is None else (-key[0],), lambda key: key[0] == 1))

    def table(self, given, tracks):
        """An automaton of a certificate, which is not trusted."""
        edges, width = given['edges'], len(tracks)
        names = given['tracks']
        if any(type(name) is not int or name < 0 for name in names) or sorted(set(names)) != names:
            raise Refused('the tracks of the automaton are not in order')
        whole = isinstance(edges, list) and all(
            isinstance(row, list) and len(row) == self.digits
            and all(type(node) is int and 0 <= node < len(edges) + 2 for node in row) for row in edges)
        start, accepting = given['start'], set(given['accepting'])
        if not whole or type(start) is not int or not 0 <= start < len(edges) + 2 or len(given['tracks']) != width:
            raise Refused('the automaton is damaged')
        node = start
        for _ in range(width):
            node = edges[node - 2][0] if node > 1 else node
        if node != start:
            raise Refused('zeros in front change what the automaton accepts')

        levels, queue = {start: 0}, [start]
        for node in queue:
            for target in edges[node - 2] if node > 1 else []:
                if target not in levels:
                    queue.append(target)
                if target > 1 and levels.setdefault(target, (levels[node] + 1) % width) != (levels[node] + 1) % width:
                    raise Refused('a node of the automaton reads two tracks')
                levels.setdefault(target, 0)
        if any(levels.get(node, 1) for node in accepting) or accepting & {0, 1}:
            raise Refused('a node in the middle of a row accepts, or one that nothing leads to')
        if set(levels) | {0, 1} != set(range(len(edges) + 2)):
            raise Refused('nothing leads to a node of the automaton')

        def named(node):
            return node if node < 2 else (node,)
        found = self.explored(tracks, named(start), lambda _, key, digit: named(edges[key[0] - 2][digit]),
                              lambda key: key[0] in accepting)
        return self.valid(found)
