"""Finite sums, entries of laws and cases in normal forms; `algebra.Facts` is built on them."""

import itertools
from fractions import Fraction

from laws import Laws, op
from polynomials import number, plus, scaled, single
from signs import COUNT, COUNTS, ONE, ZERO, NotReal, split_symbol
from statements import REAL, Unsupported, negate, normal, sort_of
from trees import free, mentions, simplified, substitute

MOST_EXPANDED = 16
# So many variables of sums are put into all orders.
MOST_OPENED = 5


class Sums(Laws):
    """Sums over symbols, entries of laws, indicators; arguments as those of `Signs`."""

    def entry(self, law, symbol, term):
        """The probability of a symbol."""
        size = sort_of(law, self.scope)[1]
        self.lawful(law)
        self.symbol(symbol, size)
        match law:
            case ["op", "pmf_literal", entries, _, _]:
                index = self.poly(symbol)
                if set(index) <= {()}:
                    return self.poly(entries[int(index.get((), 0))])
            case ["bind", "table", [name, _, _], None, body, _]:
                return self.poly(self.put(body, name, symbol))
            case ["op", "row", [channel, x], _, _]:
                row = self.row(channel, x)
                if row is not None and row[:2] == ["bind", "table"]:
                    # A row of a channel is a law: that isn't asked again.
                    return self.poly(self.put(row[4], row[2][0], symbol))
                if row is not None:
                    return self.poly(op("at", row, symbol))
            case ["op", "output", [prior, channel], _, _]:
                return self.poly(self.mixed(prior, channel, symbol))
        size, index = self.poly(size), self.poly(symbol)
        if set(size) == {()} and set(index) <= {()} and 1 <= size[()] <= MOST_EXPANDED:
            last = size[()] - 1
            if index.get((), 0) == last:
                # The last probability is 1 less the others.
                found = number(1)
                for other in range(int(last)):
                    found = plus(found, self.poly(op("at", law, ["number", str(other)])), -1)
                self.note(found, False)
                return found
        return self.atom(term)

    def mixed(self, prior, channel, symbol):
        """The sum of a law's entries times those of a channel's column."""
        name = f"\0{next(self.counter)}"
        sort = ["symbol", sort_of(channel, self.scope)[1]]
        x, outputs = ["var", name], sort_of(channel, self.scope)[2]
        row = op("row", channel, x, sort=["pmf", outputs])
        body = op("mul", op("at", prior, x), op("at", row, symbol))
        return ["bind", "sum", [name, sort, ""], None, body, REAL]

    def row(self, channel, x):
        """The row of a channel that is written out."""
        match channel:
            case ["op", "channel_literal", rows, _, _] if x[0] == "number" and "/" not in x[1]:
                return rows[int(x[1])] if 0 <= int(x[1]) < len(rows) else None
            case ["bind", "table", [name, _, _], None, body, _]:
                return self.put(body, name, x)
            case ["op", "chain", [first, second], _, _]:
                middle, outputs = sort_of(second, self.scope)[1:]
                row = op("row", first, x, sort=["pmf", middle])
                return op("output", row, second, sort=["pmf", outputs])
        return None

    # --- cases ------------------------------------------------------------------------------------

    def branches(self, test, then, otherwise):
        """Two cases, as indicators times values."""
        held = self.truth(test)
        if held is not None:
            return self.poly(then if held else otherwise)
        inside = type(self)([test], self.scope, self.key, self).poly(then)
        outside = type(self)([normal(negate(test))], self.scope, self.key, self).poly(otherwise)
        for poly in (inside, outside):
            for atom, _ in itertools.chain(*poly):
                tree = self.atoms[atom]
                if tree[0] == "var" or (tree[0] == "op" and tree[1] in COUNTS):
                    self.poly(tree)  # Its range holds in both cases.
                # Divisors that are sums are multiplied out, whichever case holds.
                if tree[:2] == ["op", "div"]:
                    self.nonzero_needed(self.poly(tree[2][1]))
        mark = self.indicator(test)
        return plus(self.product(mark, inside), self.product(plus(number(1), mark, -1), outside))

    def gap(self, test):
        """right − left of a relation between numbers; None where they aren't shown to be real."""
        try:
            return plus(self.poly(test[3]), self.poly(test[2]), -1)
        except (NotReal, Unsupported):
            return None

    def truth(self, test):
        """Whether a test on numbers is decided by its normal form."""
        match test:
            case ["not", body]:
                found = self.truth(body)
                return None if found is None else not found
            case ["relation", "=" | "<=" | "<" as sign, _, _]:
                gap = self.gap(test)
                if gap is None:
                    return None
                above, below = self.sign(gap), self.sign(plus({}, gap, -1))
                if sign == "=":
                    differ = 1 in (above, below) or (gap and scaled(gap) in self.nonzero)
                    return True if not gap else False if differ else None
                if above == 1 or (sign == "<=" and above == 0):
                    return True
                if below == 1 or (sign == "<" and below == 0):
                    return False
        return None

    def indicator(self, test):
        """1 where a test holds, 0 elsewhere."""
        held = self.truth(test)
        if held is not None:
            return number(int(held))
        match test:
            case ["not", body]:
                return plus(number(1), self.indicator(body), -1)
            case ["and", parts]:
                result = number(1)
                for part in parts:
                    result = self.product(result, self.indicator(part))
                return result
            case ["relation", "=", ["cases", inner, one, two], other] | [
                    "relation", "=", other, ["cases", inner, one, two]]:
                mark = self.indicator(normal(inner))
                first, rest = (self.indicator(["relation", "=", other, x]) for x in (one, two))
                return plus(self.product(mark, first),
                            self.product(plus(number(1), mark, -1), rest))
            case ["relation", "=", left, right]:
                test = ["relation", "=", *self.compared(left, right)]
            case ["relation", sign, _, _]:
                gap = self.gap(test)
                if gap:
                    # One test for all ways to write it.
                    lead = abs(gap[min(gap)])
                    test = ["relation", sign, ZERO, self.term(plus({}, gap, 1 / lead))]
        return self.atom(["cases", test, ONE, ZERO])

    def compared(self, left, right):
        """The sides of an equality of numbers in order; of x + t = y + t, x and y."""
        gap = self.gap(["relation", "=", left, right])
        if gap and len(gap) == 2 and sorted(gap.values()) == [-1, 1]:
            one, other = gap
            if len(one) == len(other) == 1 and one[0][1] == other[0][1] == 1:
                left, right = self.atoms[one[0][0]], self.atoms[other[0][0]]
            elif () in gap:
                # x = 1 (or −1, which nothing counts).
                (held,) = (m for m in gap if m)
                if len(held) == 1 and held[0][1] == 1:
                    left, right = self.atoms[held[0][0]], ONE
        return sorted((left, right), key=self.key)

    # --- sums -------------------------------------------------------------------------------------

    def summed(self, name, size, body):
        """A sum over symbols."""
        count = self.poly(size)
        if set(count) <= {()} and count.get((), 0) <= MOST_EXPANDED:
            result = {}
            for index in range(int(count.get((), 0))):
                result = plus(result, self.poly(self.put(body, name, ["number", str(index)])))
            return result
        if size[:2] == ["op", "mul"]:
            term, variables = split_symbol(f"\0{next(self.counter)}", size)
            body = substitute(body, {name: term})
            if mentions(body, ("quotient", "remainder")):
                body = simplified(body, self.wholes(variables))
            for new, part in reversed(variables):
                body = ["bind", "sum", [new, ["symbol", part], ""], None, body, REAL]
            return self.poly(body)
        inner, inside = self.under(name, ["symbol", size], body)
        (new,) = set(inner.scope) - set(self.scope)
        return self.sum_poly([(new, size)], inner.poly(inside), inner)

    def sum_poly(self, variables, poly, inner):
        """The sum of a polynomial whose atoms mention the variables."""
        result = {}
        for monomial, value in poly.items():
            factors = [(self.atoms[atom], power) for atom, power in monomial]
            result = plus(result, self.sum_product(variables, factors, inner), value)
        return result

    def sum_product(self, variables, factors, inner):
        """The sum of one product: constants out, sums within opened, laws sum to 1."""
        variables, held, outside = list(variables), [], number(1)
        names = {name for name, _ in variables}
        sizes = [size for _, size in variables]
        for tree, power in factors:
            if not names & free(tree):
                if (power < 0 or tree[:2] == ["op", "div"]) and any(
                        self.sign_of(size) != 1 for size in sizes):
                    # What isn't 0 for a symbol of an alphabet may be 0 if there is none.
                    self.nonzero_needed(self.poly(tree[2][1]) if tree[:2] == ["op", "div"]
                                        else self.atom(tree))
                outside = self.product(outside, self.atom(tree, power))
            elif tree[:2] == ["bind", "sum"] and opens(tree, power, len(variables)):
                for _ in range(int(power)):
                    part = tree
                    while part[:2] == ["bind", "sum"]:
                        fresh = f"\0{next(self.counter)}"
                        variables.append((fresh, part[2][1][1]))
                        inner = type(self)([], {**inner.scope, fresh: part[2][1]}, self.key, inner)
                        part = substitute(part[4], {part[2][0]: ["var", fresh]})
                    held += split(part)
            else:
                held.append((tree, power))
        result = outside
        for group, tied in components(variables, held):
            result = self.product(result, self.sum_tied(group, tied, inner))
        return result

    def sum_tied(self, variables, factors, inner):
        """The sum of a product whose factors hang together."""
        if not factors:
            result = number(1)
            for _, size in variables:
                result = self.product(result, self.poly(size))
            return result
        for place, (tree, power) in enumerate(factors):
            others = factors[:place] + factors[place + 1:]
            gone = self.mass_of(tree, dict(variables), inner) if power == 1 else None
            left = [v for v in variables if gone and v[0] not in gone]
            tied = [part for part, _ in others] + [size for _, size in left]
            if gone and not any(gone & free(part) for part in tied):
                return self.again(left, others, inner)
            if power == 1 and tree[0] == "cases" and tree[1][:2] == ["relation", "="]:
                for name, size in variables:
                    value = self.pinned(tree[1], name, size, inner)
                    if value is not None:
                        at = {name: value}
                        moved = [(substitute(t, at), p) for t, p in others]
                        left = [(v, substitute(s, at)) for v, s in variables if v != name]
                        return self.again(left, moved, inner)
        divisors = {self.key(tree) for tree, power in factors if power < 0}
        for item in variables if divisors else ():
            own = [f for f in factors if item[0] in free(f[0])]
            tree = self.written([item], own)
            if self.key(tree) in divisors:
                # Σ_x f(x, y) / s(y), where s(y) is that sum.
                others = [f for f in factors if f not in own]
                left = [v for v in variables if v != item]
                return self.again(left, [*others, (tree, Fraction(1))], inner)
        return self.atom(self.written(variables, factors))

    def again(self, variables, factors, inner):
        """The sum of factors over fewer variables, read anew."""
        poly = number(1)
        for tree, power in factors:
            poly = self.product(poly, inner.formal(tree, power))
        return self.sum_poly(variables, poly, inner) if variables else poly

    def pinned(self, test, name, size, inner):
        """The one symbol at which a test x = t holds."""
        for one, value in (test[2:], test[:1:-1]):
            if one == ["var", name] and name not in free(value) and inner.is_symbol(value, size):
                return value
        return None

    def mass_of(self, tree, sizes, inner):
        """The bound symbols over which a factor is a law's probability, whose sum is 1."""
        match tree:
            case ["op", "at", [law, index], _, _]:
                if not inner.is_lawful(law):
                    return None
                names, size = set(), sort_of(law, inner.scope)[1]
                while index[:2] == ["op", "add"] and size[:2] == ["op", "mul"]:
                    match index[2]:
                        case [["op", "mul", [first, factor], _, _], ["var", last]] if (
                                self.key(factor) == self.key(size[2][1])
                                and self.key(sizes.get(last)) == self.key(factor)):
                            names, index, size = names | {last}, first, size[2][0]
                        case _:
                            return None
                if index[0] != "var" or self.key(sizes.get(index[1])) != self.key(size) or (
                        index[1] in names):
                    return None
                names |= {index[1]}
                return None if names & free(law) else names
            case ["op", "prior_mass", [database, prior, ["var", name]], _, _] if name in sizes:
                entire = self.key(op("instances", database)) == self.key(sizes[name])
                return {name} if entire and name not in free(prior) and (
                    inner.is_lawful(prior)) else None
        return None

    def unfolded(self, joint, groups):
        """H(A|C) or I(A;B|C) of a law on tuples of symbols, by entropies of its marginals."""
        _, _, (law, *sizes), _, (names,) = joint
        symbols = [f"\0{next(self.counter)}" for _ in sizes]
        index = ["var", symbols[0]]
        for size, symbol in zip(sizes[1:], symbols[1:], strict=True):
            index = op("add", op("mul", index, size, sort=COUNT), ["var", symbol], sort=COUNT)
        places = list(zip(names.split(","), symbols, sizes, strict=True))

        def total(body, wanted):
            for name, symbol, size in places:
                if wanted(name):
                    body = ["bind", "sum", [symbol, ["symbol", size], ""], None, body, REAL]
            return body

        def entropy(*parts):
            chosen = {name for part in parts for name in part.split(",")}
            chance = total(op("at", law, index), lambda name: name not in chosen)
            terms = op("neg", op("mul", chance, op("log", chance)))
            return self.poly(total(terms, lambda name: name in chosen))

        *firsts, given = groups
        result = plus({}, entropy(given), -1)
        for first in firsts:
            result = plus(result, entropy(first, given))
        return result if len(firsts) == 1 else plus(result, entropy(*groups), -1)

    def formal(self, tree, power):
        """A power of what was an atom before, with other symbols in it; real since it was."""
        match tree:
            case ["cases", test, _, _]:
                return self.indicator(test)
            case ["op", "log", [inner], _, _]:
                found = self.atom(tree)
                if self.is_real(inner):
                    poly = self.poly(inner)
                    # The logarithm of 0 stands for 0, as what multiplies it is 0.
                    found = {} if not poly else found if self.sign(poly) is None else (
                        self.log_of(poly, True))
            case _:
                found = self.poly(tree) if self.is_real(tree) else self.atom(tree)
        if power.denominator == 1 and power > 0:
            result = number(1)
            for _ in range(int(power)):
                result = self.product(result, found)
            return result
        if found == self.atom(tree):
            return single(self.key(tree), power)
        return self.raised(found, number(power))

    def written(self, variables, factors):
        """One term for all orders and names of the bound variables."""
        best = None
        orders = itertools.permutations(variables) if len(variables) <= MOST_OPENED else [variables]
        for order in orders:
            names = {name: ["var", f"\2{place}"] for place, (name, _) in enumerate(order)}
            parts = sorted(
                ((substitute(tree, names), power) for tree, power in factors),
                key=lambda item: (self.key(item[0]), item[1]))
            body = product_of(parts)
            for name, size in reversed(order):
                var = [names[name][1], ["symbol", substitute(size, names)], ""]
                body = ["bind", "sum", var, None, body, REAL]
            text = self.key(body)
            if best is None or text < best[0]:
                best = text, body
        return best[1]


def opens(tree, power, bound):
    """Whether a power of a sum is read as nested sums, their orders being tried in `written`."""
    if power == 1 or power < 1 or Fraction(power).denominator != 1:
        return power == 1
    depth = 0
    while tree[:2] == ["bind", "sum"]:
        depth, tree = depth + 1, tree[4]
    return bound + power * depth <= MOST_OPENED


def components(variables, factors):
    """Groups of bound variables with the factors that tie them together."""
    left = list(variables)
    while left:
        group, names = [left.pop(0)], set()
        while names != {name for name, _ in group}:
            names = {name for name, _ in group}
            tied = [item for item in factors if names & free(item[0])]
            sizes = [size for _, size in group]
            touched = set().union(*(free(tree) for tree, _ in tied), *map(free, sizes))
            more = [v for v in left if v[0] in touched or names & free(v[1])]
            group += more
            left = [v for v in left if v not in more]
        yield [v for v in variables if v in group], tied


def product_of(factors):
    """A product as a term; what an indicator multiplies may be undefined where it is 0, so it is
    written as a case."""
    result, marks = ONE, []
    for tree, power in factors:
        if tree[0] == "cases" and power == 1:
            marks.append(tree[1])
            continue
        if power != 1:
            tree = op("pow", tree, ["number", str(power)])
        result = tree if result == ONE else op("mul", result, tree)
    for test in reversed(marks):
        result = ["cases", test, result, ZERO]
    return result


def split(tree):
    """The factors of a product that `product_of` wrote."""
    if tree[0] == "cases":
        return [(["cases", tree[1], ONE, ZERO], Fraction(1)), *([] if tree[2] == ONE
                                                              else split(tree[2]))]
    if tree[:2] == ["op", "mul"]:
        return [item for part in tree[2] for item in split(part)]
    if tree[:2] == ["op", "pow"] and tree[2][1][0] == "number":
        return [(tree[2][0], Fraction(tree[2][1][1]))]
    return [(tree, Fraction(1))]


def member(event, symbol):
    """The test that a symbol is in an event."""
    match event:
        case ["bind", "event", [name, _, _], guard, _, _]:
            return substitute(guard, {name: symbol})
        case ["op", "complement", [_, inner], _, _]:
            return negate(member(inner, symbol))
        case ["op", "singleton", [_, only], _, _]:
            return ["relation", "=", symbol, only]
    return ["relation", "=", op("indicator", event, symbol), ONE]
