"""Terms, conditions and sets of positions as formulas over tracks, which automata decide. Knows nothing of moves and claims.

A form is a sum of tracks with factors, and a constant under `None`. A formula is True, False, or one of `('lin', form, relation)`,
`('tab', automaton, tracks)`, `('xor' | 'shift' | 'even' | 'power', tracks)`, `('and' | 'or', parts)`, `('not', part)`, `('ex', tracks, part)`.
"""
from fractions import Fraction
from itertools import permutations, product
from math import lcm

from forms import add, compare, conj, disj, form, less, neg, number, one_of, some, whole
from notation import Unread
from roots import rounded


class Reader:
    """Terms and conditions of one ruleset as formulas over tracks. A term is a list of cases: conditions, variables, form."""

    def __init__(self, base):
        self.base, self.fresh = base, 0
        self.slope = 1 if base == 'Zeckendorf' else base[1] if isinstance(base, tuple) and base[0] == 'Metallic' else None

    def variable(self, kind='nat'):
        self.fresh += 1
        return (1, self.fresh, kind)

    def look(self, name, env):
        if name not in env:
            raise Unread(f'the name {name}')
        return env[name]

    def joined(self, *lists):
        for choice in product(*lists):
            conditions = [part for one in choice for part in one[0]]
            if False not in conditions:
                yield conditions, [own for one in choice for own in one[1]], [one[2] for one in choice]

    def term(self, e, env):
        kind = e[0]
        if kind == 'num':
            return [([], [], form(e[1]))]
        if kind == 'name':
            bound = self.look(e[1], env)
            if bound[0] == 'form':
                return [([], [], bound[1])]
            if bound[0] == 'later':
                return self.term(bound[1], bound[2])
            if bound[0] == 'function' and not bound[1]:
                return self.term(bound[2], bound[3])
            raise Unread(f'{e[1]} in a term')
        if kind == 'neg':
            return [(c, v, add(form(), f, -1)) for c, v, f in self.term(e[1], env)]
        if kind == 'abs':
            return [(c + [side], v, add(form(), f, sign)) for c, v, f in self.term(e[1], env) for sign in (1, -1)
                    for side in [less(form((1 - sign) // 2), add(form(), f, sign))] if side is not False]
        if kind == 'index':
            return [([], [], self.component(e, env))]
        if kind == 'cases':
            return self.cases(e[1], env, lambda part: self.term(part, env))
        if kind == 'bin':
            return self.operation(e, env)
        if kind == 'call':
            return self.call(e, env)
        raise Unread(f'a term with {kind}')

    def component(self, e, env):
        bound = self.look(e[1], env)
        at = number(self.only(e[2], env))
        if bound[0] != 'vector' or at is None or not 1 <= at <= len(bound[1]):
            raise Unread('an index')
        return list(bound[1].values())[int(at) - 1]

    def only(self, e, env):
        """A term without cases."""
        cases = self.term(e, env)
        if len(cases) != 1 or cases[0][0] or cases[0][1]:
            raise Unread('a term that depends on the position where a number has to stand')
        return cases[0][2]

    def cases(self, all_, env, read):
        found, before = [], []
        if all_[-1][1] is not None:
            raise Unread('cases without otherwise')
        for value, condition in all_:
            own = True if condition is None else self.condition(condition, env)
            here = conj(before + [own])
            if here is not False:
                found += [([here] + c, v, f) for c, v, f in read(value)]
            before.append(neg(own))
        return found

    def operation(self, e, env):
        _, operator, left, right = e
        if operator == '^':
            return self.power(left, right, env)
        found = []
        for conditions, variables, (one, other) in self.joined(self.term(left, env), self.term(right, env)):
            if operator in '+-':
                found.append((conditions, variables, add(one, other, 1 if operator == '+' else -1)))
            elif operator == '*':
                factor, rest = (number(one), other) if number(one) is not None else (number(other), one)
                if factor is None:
                    raise Unread('a product of two variables')
                found.append((conditions, variables, add(form(), rest, factor)))
            elif operator in ('/', 'mod'):
                divisor = number(other)
                if divisor is None or divisor <= 0:
                    raise Unread('a division by what is no positive number')
                part = add(form(), one, 1 / divisor)
                if operator == '/':
                    found.append((conditions, variables, part))
                elif number(one) is not None:
                    found.append((conditions, variables, form(number(one) % divisor)))
                else:
                    for c, v, f in self.floor(part):
                        rest = self.variable()  # a remainder is a natural number
                        c = [*c, compare(add(add(one, f, -divisor), one_of(rest), -1), '=')]
                        found.append((conditions + c, [*variables, *v, rest], one_of(rest)))
            elif operator == 'xor':
                c, v, f = self.xor(one, other)
                found.append((conditions + c, variables + v, f))
            else:
                raise Unread(f'a term with {operator}')
        return found

    def floor(self, value):
        """The largest integer that is at most the value."""
        if all(part.denominator == 1 for part in value.values()):
            return [([], [], value)]
        if number(value) is not None:
            return [([], [], form(number(value).__floor__()))]
        own = self.variable()
        found = []
        for sign in [1] if all(part >= 0 for part in value.values()) else [1, -1]:
            rest = add(value, {own: Fraction(sign)}, -1)  # 0 <= value - q < 1
            top = lcm(*(part.denominator for part in value.values()))
            inside = [less(form(), rest), less(rest, form(1 - Fraction(1, top)))]
            if sign == -1:
                inside.append(less(form(1), one_of(own)))
            found.append((inside, [own], {own: Fraction(sign), None: Fraction(0)}))
        return found

    def xor(self, one, other):
        if self.base != 2:
            raise Unread('a nim-sum outside of base 2')
        if any(part < 0 for value in (one, other) for part in value.values()):
            raise Unread('a nim-sum of what may be negative')
        if number(one) is not None and number(other) is not None:
            return [], [], form(int(number(one)) ^ int(number(other)))
        tracks, conditions, made = [], [], []
        for value in (one, other):
            track = self.variable()
            conditions.append(compare(add(value, {track: Fraction(1)}, -1), '='))
            tracks.append(track)
            made.append(track)
        result = self.variable()
        conditions.append(('xor', (*tracks, result)))
        return conditions, made + [result], one_of(result)

    def power(self, left, right, env):
        base = number(self.only(left, env))
        exponent, over = self.exponent(right, env)
        if base is None or base.denominator != 1:
            raise Unread('a power of a variable')
        if over is None:
            if not 0 <= exponent <= 100:
                raise Unread('an exponent')
            return [([], [], form(base ** exponent))]
        if base != over[1] or exponent < 0:
            raise Unread('a power of another base')
        return [([], [], {over[0]: base ** exponent, None: Fraction(0)})]

    def exponent(self, e, env):
        """A number, and the power that a variable in it stands for."""
        if e[0] == 'name' and e[1] in env:
            bound = env[e[1]]
            if bound[0] == 'power':
                return 0, bound[1:]
            if bound[0] == 'later':
                return self.exponent(bound[1], bound[2])
        if e[0] == 'bin' and e[1] in '+-':
            (one, first), (other, second) = self.exponent(e[2], env), self.exponent(e[3], env)
            if first and second or e[1] == '-' and second:
                raise Unread('an exponent')
            return one + (other if e[1] == '+' else -other), first or second
        known = number(self.only(e, env))
        if known is None or known.denominator != 1:
            raise Unread('an exponent')
        return int(known), None

    def largest(self, parts, env, sign):
        terms = [self.term(part, env) for part in parts]
        found = []
        for conditions, variables, forms in self.joined(*terms):
            if any(part.denominator != 1 for own in forms for part in own.values()):
                raise Unread('the largest of fractions')
            for at, own in enumerate(forms):
                best = []
                for other, value in enumerate(forms):
                    if other != at:
                        # No other is better, and those before it are worse.
                        gap = add(form(), add(value, own, -1), sign)
                        best.append(compare(add(gap, form(1)) if other < at else gap, '<='))
                if False not in best:
                    found.append((conditions + best, variables, own))
        return found

    def call(self, e, env):
        _, name, arguments = e
        bound = env.get(name)
        if bound and bound[0] == 'function':
            return self.term(*self.applied(bound, arguments, env))
        if name in ('floor', 'ceil') and len(arguments) == 1:
            found = rounded(self, arguments[0], env) if name == 'floor' else None
            if found is not None:
                return found
            sign = 1 if name == 'floor' else -1
            found = []
            for conditions, variables, value in self.term(arguments[0], env):
                for c, v, f in self.floor(add(form(), value, sign)):
                    found.append((conditions + c, variables + v, add(form(), f, sign)))
            return found
        if name == 'abs' and len(arguments) == 1:
            return self.term(('abs', arguments[0]), env)
        parts = self.spread(arguments, env)
        if name in ('max', 'min'):
            return self.largest([p for p, _ in parts], {**env, **parts[0][1]}, 1 if name == 'max' else -1)
        if name == 'size':
            return [([], [], form(len(parts)))]
        if name in ('sum', 'xor'):
            total = ('num', 0) if name == 'sum' else parts[0][0]
            inner = {**env, **parts[0][1]}
            for part, _ in parts if name == 'sum' else parts[1:]:
                total = ('bin', '+' if name == 'sum' else 'xor', total, part)
            return self.term(total, inner)
        raise Unread(f'the function {name}')

    def applied(self, bound, arguments, env):
        if len(bound[1]) != len(arguments):
            raise Unread('a function with other arguments')
        return bound[2], {**bound[3], **{own: ('later', part, env) for own, part in zip(bound[1], arguments)}}

    def spread(self, arguments, env):
        """Arguments, with the components of vectors in place of these; names for them."""
        names, parts = {}, []
        for part in arguments:
            if part[0] == 'fold':
                vector = self.look(part[3], env)
                if vector[0] != 'vector' or part[4] is not None:
                    raise Unread('a sum over something')
                inner = [('inside', part[2], own, part[1]) for own in vector[1].values()]
            elif part[0] == 'name' and env.get(part[1], ('',))[0] == 'vector':
                inner = [('inside', None, own, None) for own in env[part[1]][1].values()]
            else:
                parts.append(part)
                continue
            for _, name, own, body in inner:
                label = f'{len(names)} of a vector'
                names[label] = ('form', own) if name is None else ('later', body, {**env, name: ('form', own)})
                parts.append(('name', label))
        if not parts:
            raise Unread('no arguments')
        return [(part, names) for part in parts]

    # Conditions.

    def condition(self, e, env):
        kind = e[0]
        if kind == 'all':
            return conj([self.condition(part, env) for part in e[1]])
        if kind == 'not':
            return neg(self.condition(e[1], env))
        if kind == 'bin' and e[1] in ('and', 'or', 'implies', 'iff'):
            one = self.condition(e[2], env)
            if (e[1], one) in (('or', True), ('implies', False), ('and', False)):
                return e[1] != 'and'
            other = self.condition(e[3], env)
            if e[1] == 'and':
                return conj([one, other])
            if e[1] == 'or':
                return disj([one, other])
            if e[1] == 'implies':
                return disj([neg(one), other])
            return disj([conj([one, other]), conj([neg(one), neg(other)])])
        if kind == 'chain':
            return self.chain(e, env)
        if kind == 'cases':
            found, before = [], []
            if e[1][-1][1] is not None:
                raise Unread('cases without otherwise')
            for value, condition in e[1]:
                own = True if condition is None else self.condition(condition, env)
                found.append(conj(before + [own, self.condition(value, env)]))
                before.append(neg(own))
            return disj(found)
        if kind == 'quantified':
            return self.quantified(e, env)
        if kind in ('call', 'name') and env.get(e[1], ('',))[0] == 'function':
            return self.condition(*self.applied(env[e[1]], e[2] if kind == 'call' else [], env))
        raise Unread(f'a condition with {kind} {e[1] if kind == "call" else ""}')

    def quantified(self, e, env):
        _, universal, binders, body = e
        inner, conditions, variables = dict(env), [], []
        for name, relation, bound in binders:
            own = self.variable('nat' if relation in ('>=', '>') else 'int')
            if relation in ('>=', '>'):
                low = number(self.only(bound, inner))
                if low is None or low < 0:
                    raise Unread('a variable below 0')
            elif relation not in ('in', '='):
                raise Unread('a variable without a lower end')
            inner[name] = ('form', one_of(own))
            conditions.append(self.chain(('chain', [('name', name), bound], [relation], None), inner))
            variables.append(own)
        read = self.condition(body, inner)
        found = some(variables, conj(conditions + [neg(read) if universal else read]))
        return neg(found) if universal else found

    def vectors(self, e, env):
        if e[0] == 'name':
            return {e[1]} if env.get(e[1], ('',))[0] == 'vector' else set()
        if e[0] in ('bin', 'neg', 'abs'):
            return set().union(*(self.vectors(part, env) for part in e[1:] if isinstance(part, tuple)))
        return set()

    def chain(self, e, env):
        _, terms, relations, modulus = e
        names = set().union(*(self.vectors(part, env) for part in terms))
        if names:
            if set(relations) & {'!=', 'in', 'not in'}:
                raise Unread('such a condition on a vector')
            keys = [set(env[name][1]) for name in names]
            return conj([self.chain(e, {**env, **{name: ('form', env[name][1][at]) for name in names}})
                         for at in set.intersection(*keys)])
        if any(part[0] == 'tuple' for part in terms) and relations not in (['in'], ['not in']):
            width = max(len(part[1]) for part in terms if part[0] == 'tuple')
            split = [part[1] if part[0] == 'tuple' else [part] * width for part in terms]
            return conj([self.chain(('chain', list(parts), relations, modulus), env) for parts in zip(*split)])
        return conj([self.related(one, relation, other, modulus, env)
                     for one, relation, other in zip(terms, relations, terms[1:])])

    def related(self, one, relation, other, modulus, env):
        if relation in ('in', 'not in'):
            found = self.inside(one, other, env)
            return found if relation == 'in' else neg(found)
        if relation == '!=':
            return neg(self.related(one, '=', other, modulus, env))
        if modulus is not None:
            gap = ('bin', 'mod', ('bin', '-', one, other), modulus)
            one, other = gap, ('num', 0)
        found = []
        for conditions, variables, (left, right) in self.joined(self.term(one, env), self.term(other, env)):
            if relation in ('>=', '>'):
                left, right = right, left
            gap = whole(add(left, right, -1))
            if relation in ('<', '>'):
                gap = add(gap, form(1))
            found.append(some(variables, conj(conditions + [compare(gap, '=' if relation == '=' else '<=')])))
        return disj(found)

    def inside(self, one, range_, env):
        if one[0] == 'tuple':
            return self.member(range_, [self.only(part, env) for part in one[1]], env)
        if range_[0] == 'name' and env.get(range_[1], ('',))[0] == 'numbers':
            return disj([self.related(one, '=', ('num', value), None, env) for value in env[range_[1]][1]])
        if range_[0] == 'name' and env.get(range_[1], ('',))[0] == 'function':
            return self.inside(one, *[env[range_[1]][2]], env)
        if range_[0] == 'set':
            return disj([self.inside(one, part, env) for part in range_[1]])
        if range_[0] == 'bin' and range_[1] == '..':
            return conj([self.related(range_[2], '<=', one, None, env), self.related(one, '<=', range_[3], None, env)])
        return self.related(one, '=', range_, None, env)

    # Sets of positions; `position` is a list of forms.

    def member(self, e, position, env):
        if e[0] == 'name' and env.get(e[1], ('',))[0] == 'function' and not env[e[1]][1]:
            return self.member(env[e[1]][2], position, env)
        if e[0] == 'bin' and e[1] in ('union', 'intersect', 'minus'):
            one, other = self.member(e[2], position, env), self.member(e[3], position, env)
            if e[1] == 'union':
                return disj([one, other])
            return conj([one, other if e[1] == 'intersect' else neg(other)])
        if e[0] == 'sym':
            heaps = self.heaps
            return disj([self.member(e[1], [position[at] for at in order] + position[heaps:], env)
                         for order in permutations(range(heaps))])
        if e[0] == 'set':
            return disj([self.element(part, [], None, position, env) for part in e[1]])
        if e[0] == 'family':
            return self.element(e[1], e[2], e[3], position, env)
        raise Unread(f'a set with {e[0]}')

    def element(self, e, binders, condition, position, env):
        parts = e[1] if e[0] == 'tuple' else [e]
        if len(parts) != len(position):
            raise Unread('a position with other components')
        inner, conditions, variables = dict(env), [], []
        for at, part in enumerate(parts):
            if part[0] == 'name' and part[1] in self.coordinates:
                if binders and part[1] in [own[0] for own in binders]:
                    continue
                inner[part[1]] = ('form', position[at])
        for name, relation, bound in binders:
            base = power_of(name, [*parts, condition, *(own[2] for own in binders)], inner, self)
            own = self.variable()
            variables.append(own)
            if base is not None:
                if base != self.base or relation not in ('>=', '>'):
                    raise Unread('powers of another base')
                low = int(number(self.only(bound, inner))) + (relation == '>')
                conditions += [('power', (own,)), less(form(Fraction(base) ** max(low, 0)), one_of(own))]
                inner[name] = ('power', own, Fraction(base))
                continue
            inner[name] = ('form', one_of(own))
            conditions.append(self.chain(('chain', [('name', name), bound], [relation], None), inner))
        for part, own in zip(parts, position):
            label = {**inner, 'a coordinate': ('form', own)}
            conditions.append(self.related(part, '=', ('name', 'a coordinate'), None, label))
        if condition is not None:
            conditions.append(self.condition(condition, inner))
        return some(variables, conj(conditions))


def power_of(name, parts, env, reader):
    """The base of the powers that a variable is the exponent of, if it is nothing else."""
    def unfolded(e, bound):
        """Bases of powers whose exponent mentions the name; None for every other place."""
        if not isinstance(e, (tuple, list)) or not e:
            return
        if e[0] == 'name' and e[1] in bound:
            yield None
        elif e[0] == 'bin' and e[1] == '^' and any(True for _ in unfolded(e[3], bound)):
            yield number(reader.only(e[2], env))
        elif e[0] == 'call' and env.get(e[1], ('',))[0] == 'function':
            given = [own for own, part in zip(env[e[1]][1], e[2]) if any(True for _ in unfolded(part, bound))]
            if given:
                yield from unfolded(env[e[1]][2], given)
        else:
            for part in e:
                yield from unfolded(part, bound)
    bases = list(unfolded([part for part in parts if part is not None], [name]))
    if not bases or any(base is None for base in bases):
        return None
    if len(set(bases)) != 1:
        raise Unread('powers of several bases')
    return int(bases[0])
