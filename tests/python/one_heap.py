"""Claims about any number of heaps as claims about one of them. Knows nothing of certificates.

Where every move changes one heap and speaks of that heap alone, a position is a sum, and its value the nim-sum of the values
of its heaps. Where every move takes natural numbers from all heaps whose sum alone matters, a position is worth what a heap
of its total is.
"""
from notation import CLAIMS, Unread

ASKED = ('P', 'N', 'grundy', 'terminal', 'final')


def about_one_heap(items, claim, for_all):
    """The items with one heap, where the claim says of it what is enough, and the parameters that are still open."""
    arrays = [item[1] for item in items if item[0] == 'heaps']
    number = next((size[1] for array in arrays for _, size in array if size and size[0] == 'name' and size[1] in for_all), None)
    if number is None:
        return items, for_all
    return Reduction(items, claim, number, arrays).made(), [name for name in for_all if name != number]


class Reduction:
    def __init__(self, items, claim, number, arrays):
        if len(arrays) != 1 or len(arrays[0]) != 1:
            raise Unread('any number of heaps beside others')
        if any(item[0] in ('register', 'start', 'positions', 'extends') for item in items):
            raise Unread('any number of heaps with more than moves')
        self.items, self.claim, self.number, self.heaps = items, claim, number, arrays[0][0][0]
        self.defined = {item[1]: item[2:] for item in items if item[0] in ('let', 'sequence', 'param')}
        self.misere = claim[2] == 'misere' or ('play', 'misere') in items

    def made(self):
        kind, name, play, binders, head, body, where, *rest = self.claim
        if any(rest):
            raise Unread('any number of heaps with exceptions')
        for part in [self.own_items(), [own for _, _, own in binders], head, body, where]:
            self.none_of(part, {self.number})
        moves = [item for item in self.items if item[0] == 'move']
        if moves and all(self.is_apart(move) for move in moves):
            if where is not None or self.misere:
                raise Unread('any number of heaps, and no claim about their nim-sum')
            body = self.value_of_one(body)
        elif moves and all(self.is_of_totals(move) for move in moves):
            if not all(self.by_totals(part, None) for part in (body, where)):
                raise Unread('any number of heaps, of which more than the total is spoken of')
        else:
            raise Unread('any number of heaps with moves of another kind')
        if not any(own == self.number and relation in ('>', '>=') for own, relation, _ in binders):
            raise Unread('any number of heaps that the head does not speak of')
        binders = [binder for binder in binders if binder[0] != self.number]
        found = []
        for item in self.items:
            if item[0] == 'heaps':
                item = ('heaps', [(self.heaps, ('num', 1))])
            elif item[0] == 'param' and item[1] == self.number:
                continue
            elif item == self.claim:
                item = (kind, name, play, binders, head, body, where, *rest)
            found.append(item)
        return found

    def own_items(self):
        skipped = CLAIMS + ('heaps', 'measure', 'unread')
        return [item[2:] for item in self.items if item[0] not in skipped and item[:2] != ('param', self.number)]

    def parts(self, part, seen=None):
        """All tuples in an expression, and in the definitions that it uses."""
        seen = set() if seen is None else seen
        if isinstance(part, list):
            part = tuple(part)
        if not isinstance(part, tuple):
            return
        yield part
        if len(part) > 1 and part[0] in ('name', 'index', 'call') and part[1] in self.defined and part[1] not in seen:
            seen.add(part[1])
            yield from self.parts(self.defined[part[1]], seen)
        for inner in part:
            yield from self.parts(inner, seen)

    def is_spoken_of(self, part, names):
        for own in self.parts(part):
            if len(own) > 1 and own[0] in ('name', 'index') and str(own[1]).rstrip("'") in names:
                return True
            if len(own) == 5 and own[0] == 'fold' and own[3] in names:
                return True
        return False

    def none_of(self, part, names):
        if self.is_spoken_of(part, names):
            raise Unread('any number of heaps that more depends on')

    def is_apart(self, move):
        _, _, amounts, symmetric, each, (changes, full), where = move
        if symmetric or full is not None or each is None or each[0] or len(each[1]) != 1 or len(changes) != 1:
            return False
        (target, to), = changes
        array = each[2] if isinstance(each[2], list) else [each[2]]
        rest = [to] if where is None else [to, where]
        return (array == [self.heaps] and target == ('name', each[1][0]) and all(over is None for _, over in amounts)
                and not any(self.is_spoken_of(part, {self.heaps, self.number, 'total'}) for part in rest))

    def is_of_totals(self, move):
        _, _, amounts, _, each, (changes, full), where = move
        if full is not None or each is not None or len(changes) != 1 or len(amounts) != 1 or where is None:
            return False
        name, over = amounts[0]
        here, natural = ('name', self.heaps), ('chain', [('num', 0), ('name', name)], ['<='], None)
        parts = where[1] if where[0] == 'all' else [where]
        return (over == self.heaps and changes[0] == (here, ('bin', '-', here, ('name', name))) and natural in parts
                and all(self.by_totals(part, name) for part in parts if part != natural))

    def by_totals(self, part, taken):
        if isinstance(part, list):
            return all(self.by_totals(inner, taken) for inner in part)
        if not isinstance(part, tuple):
            return True
        vectors = [('name', self.heaps)] + [('name', taken)] * (taken is not None)
        if part[:2] == ('call', 'sum') and len(part[2]) == 1 and part[2][0] in vectors:
            return True
        if part[0] == 'call' and part[1] in ASKED:
            return taken is None and part[2] == [('name', self.heaps)]
        if part[0] == 'call' and part[1] in self.defined and self.is_spoken_of(self.defined[part[1]], {self.heaps, 'P', 'N'}):
            return False
        if part[0] in ('name', 'index') and str(part[1]).rstrip("'") in (self.heaps, self.number, 'P', 'N', taken):
            return False
        if part[0] == 'name' and part[1] in self.defined and self.is_spoken_of(self.defined[part[1]], {self.heaps, 'P', 'N'}):
            return False
        if part[0] == 'family' or part[0] == 'fold' and part[3] in (self.heaps, taken):
            return False
        return all(self.by_totals(inner, taken) for inner in part)

    def value_of_one(self, body):
        """That one heap has the value of which the claim speaks."""
        here = [('name', self.heaps)]
        value = ('call', 'grundy', here)
        said = body[1][0] if body[0] == 'all' and len(body[1]) == 1 else body
        if said[0] == 'chain' and said[2] == ['='] and said[3] is None:
            left, right = said[1]
            if (left, right[0]) == (('name', 'P'), 'family') and right[1:3] == (here[0], []):
                return self.is_value(value, self.nim_sum_of(right[3], '='))
            if value in (left, right):
                return self.is_value(value, self.nim_sum(right if left == value else left))
        if said[:2] == ('bin', 'iff'):
            for asked, told in ((said[2], said[3]), (said[3], said[2])):
                for outcome, relation in (('P', '='), ('N', '!=')):
                    if asked == ('call', outcome, here):
                        return self.is_value(value, self.nim_sum_of(told, relation))
        raise Unread('any number of heaps, and no claim about their nim-sum')

    def is_value(self, value, nim_sum):
        return ('all', [('chain', [value, nim_sum], ['='], None)])

    def nim_sum_of(self, told, relation):
        if told and told[0] == 'all' and len(told[1]) == 1:
            told = told[1][0]
        if told and told[0] == 'chain' and told[2] == [relation] and told[3] is None and ('num', 0) in told[1]:
            return self.nim_sum(told[1][0] if told[1][1] == ('num', 0) else told[1][1])
        raise Unread('any number of heaps, and no claim about their nim-sum')

    def nim_sum(self, part):
        if part == ('call', 'xor', [('name', self.heaps)]):
            return part
        if part[:2] == ('call', 'xor') and len(part[2]) == 1 and part[2][0][0] == 'fold':
            _, value, _, array, condition = part[2][0]
            if array == self.heaps and condition is None:
                self.none_of(value, {self.heaps, self.number, 'total', 'P', 'N'})
                if not any(own[0] == 'call' and own[1] in ASKED for own in self.parts(value) if len(own) > 1):
                    return part
        raise Unread('any number of heaps, and no claim about their nim-sum')
