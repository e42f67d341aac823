"""Finite sums, laws and cases in normal forms; `algebra.Facts` is built on them."""

import itertools
from fractions import Fraction

from signs import MOST_EXPANDED, ONE, NotReal, Signs, number, op, plus
from statements import REAL, Unsupported, negate, normal, sort_of
from trees import free, substitute

ZERO = ["number", "0"]


class Sums(Signs):
    """Sums over symbols, entries of laws, indicators; arguments as those of `Signs`."""

    def entry(self, law, symbol, term):
        """The probability of a symbol."""
        self.lawful(law)
        self.symbol(symbol, sort_of(law, self.scope)[1])
        match law:
            case ["op", "pmf_literal", entries, _, _]:
                index = self.poly(symbol)
                if set(index) <= {()}:
                    return self.poly(entries[int(index.get((), 0))])
            case ["bind", "table", [name, _, _], None, body, _]:
                return self.poly(substitute(body, {name: symbol}))
            case ["op", "row", [channel, x], _, _]:
                row = self.row(channel, x)
                if row is not None:
                    return self.poly(op("at", row, symbol))
            case ["op", "output", [prior, channel], _, _]:
                return self.poly(self.mixed(prior, channel, symbol))
        size, index = self.poly(sort_of(law, self.scope)[1]), self.poly(symbol)
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
        row = ["op", "row", [channel, x], ["pmf", outputs], []]
        body = op("mul", op("at", prior, x), op("at", row, symbol))
        return ["bind", "sum", [name, sort, ""], None, body, REAL]

    def row(self, channel, x):
        """The row of a channel that is written out."""
        match channel:
            case ["op", "channel_literal", rows, _, _] if x[0] == "number" and "/" not in x[1]:
                return rows[int(x[1])] if 0 <= int(x[1]) < len(rows) else None
            case ["bind", "table", [name, _, _], None, body, _]:
                return substitute(body, {name: x})
            case ["op", "chain", [first, second], _, _]:
                middle, outputs = sort_of(second, self.scope)[1:]
                row = ["op", "row", [first, x], ["pmf", middle], []]
                return ["op", "output", [row, second], ["pmf", outputs], []]
        return None

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
                # Divisors that are sums are multiplied out, whichever case holds.
                if tree[:2] == ["op", "div"]:
                    self.inverse(self.poly(tree[2][1]))
        mark = self.indicator(test)
        return plus(self.product(mark, inside), self.product(plus(number(1), mark, -1), outside))

    def truth(self, test):
        """Whether a test on numbers is decided by its normal form."""
        match test:
            case ["not", body]:
                found = self.truth(body)
                return None if found is None else not found
            case ["relation", "=" | "<=" | "<" as sign, left, right]:
                try:
                    gap = plus(self.poly(right), self.poly(left), -1)
                except (NotReal, Unsupported):
                    return None
                above, below = self.sign(gap), self.sign(plus({}, gap, -1))
                if sign == "=":
                    return True if not gap else False if 1 in (above, below) else None
                if above == 1 or (sign == "<=" and above == 0):
                    return True
                if below == 1 or (sign == "<" and below == 0):
                    return False
        return None

    def indicator(self, test):
        """1 where a test holds, 0 elsewhere."""
        match test:
            case ["not", body]:
                return plus(number(1), self.indicator(body), -1)
            case ["and", parts]:
                result = number(1)
                for part in parts:
                    result = self.product(result, self.indicator(part))
                return result
            case ["relation", "=", left, right] if self.key(left) > self.key(right):
                test = ["relation", "=", right, left]
        return self.atom(["cases", test, ONE, ZERO])

    def summed(self, name, size, body):
        """A sum over symbols."""
        count = self.poly(size)
        if set(count) <= {()} and count.get((), 0) <= MOST_EXPANDED:
            result = {}
            for index in range(int(count.get((), 0))):
                result = plus(result, self.poly(substitute(body, {name: ["number", str(index)]})))
            return result
        inner, inside = self.under(name, ["symbol", size], body)
        (new,) = set(inner.scope) - set(self.scope)
        result = {}
        for monomial, value in inner.poly(inside).items():
            factors = [(self.atoms[atom], power) for atom, power in monomial]
            result = plus(result, self.sum_product([(new, size)], factors, inner), value)
        return result

    def sum_product(self, variables, factors, inner):
        """The sum of one product: constants out, sums within opened, laws sum to 1."""
        variables, held, outside = list(variables), [], number(1)
        for tree, power in factors:
            names = {name for name, _ in variables}
            if not names & free(tree):
                outside = self.product(outside, self.atom(tree, power))
            elif tree[:2] == ["bind", "sum"] and power == 1:
                while tree[:2] == ["bind", "sum"]:
                    fresh = f"\0{next(self.counter)}"
                    variables.append((fresh, tree[2][1][1]))
                    inner = type(self)([], {**inner.scope, fresh: tree[2][1]}, self.key, inner)
                    tree = substitute(tree[4], {tree[2][0]: ["var", fresh]})
                held += split(tree)
            else:
                held.append((tree, power))
        changed = True
        while changed:
            changed = False
            for item in list(variables):
                name, size = item
                users = [f for f in held if name in free(f[0])]
                others = [s for other, s in variables if other != name]
                if any(name in free(s) for s in others):
                    continue
                if not users:
                    outside = self.product(outside, self.poly(size))
                elif len(users) == 1 and users[0][1] == 1 and self.is_mass(users[0][0], name, size,
                                                                           inner):
                    held.remove(users[0])
                else:
                    continue
                variables.remove(item)
                changed = True
        if not variables:
            for tree, power in held:
                outside = self.product(outside, self.atom(tree, power))
            return outside
        alone = {name for name, _ in variables}
        for tree, power in [f for f in held if not alone & free(f[0])]:
            held.remove((tree, power))
            outside = self.product(outside, self.atom(tree, power))
        return self.product(outside, self.atom(self.written(variables, held)))

    def is_mass(self, tree, name, size, inner):
        """Whether a factor is a law's probability of the bound symbol."""
        match tree:
            case ["op", "at", [law, ["var", symbol]], _, _] if symbol == name:
                entire = self.key(sort_of(law, inner.scope)[1]) == self.key(size)
                return entire and name not in free(law) and inner.is_lawful(law)
            case ["op", "prior_mass", [database, prior, ["var", symbol]], _, _] if symbol == name:
                return self.key(op("instances", database)) == self.key(size) and (
                    inner.is_lawful(prior))
        return False

    def written(self, variables, factors):
        """One term for all orders and names of the bound variables."""
        best = None
        orders = itertools.permutations(variables) if len(variables) <= 4 else [variables]
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
    if event[:2] == ["bind", "event"]:
        return substitute(event[3], {event[2][0]: symbol})
    return ["relation", "=", op("indicator", event, symbol), ONE]
