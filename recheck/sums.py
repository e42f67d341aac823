"""Finite sums, entries of laws and cases in normal forms; `forms.Facts` is built on them.

A sum over symbols that are bound knows a symbol of each alphabet, and so that there is one: what
takes a bound variable away (a law's mass is 1, a test holds at one symbol, a sum cancels) must show
without that variable that its alphabet isn't empty (`apart`).
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Self, TypeAlias

from recheck.errors import NotReal, Unsupported
from recheck.goals import normal
from recheck.laws import Laws
from recheck.learning import ONE, ZERO, op, split_symbol
from recheck.polynomials import Poly, Power, negated, number, plus, scaled, single
from recheck.signatures import COUNT, COUNTS, REAL, sort_of
from recheck.trees import Tree, free, mentions, negate, simplified, substitute

# Bound variables with their alphabets; factors with their powers.
Bound: TypeAlias = list[tuple[str, Tree]]
Factors: TypeAlias = list[tuple[Tree, Power]]
MOST_EXPANDED = 16
# So many variables of sums are put into all orders.
MOST_OPENED = 5


class Sums(Laws):
    """Sums over symbols, entries of laws, indicators; arguments as those of `Learning`."""

    # --- what the layer above adds ----------------------------------------------------------------

    def nonzero_needed(self, poly: Poly) -> None:
        """Refuse a number that may be 0."""
        raise NotImplementedError

    def raised(self, base: Poly, exponent: Poly) -> Poly:
        """A power."""
        raise NotImplementedError

    def log_of(self, poly: Poly, formal: bool) -> Poly:
        """ln of a number that has been shown to be positive, or at least 0."""
        raise NotImplementedError

    # --- entries of laws --------------------------------------------------------------------------

    def entry(self, law: Tree, symbol: Tree, term: Tree) -> Poly:
        """The probability of a symbol."""
        size = sort_of(law, self.scope)[1]
        self.lawful(law)
        self.symbol(symbol, size)
        match law:
            case ["op", "pmf_literal", entries, _, _]:
                index = self.poly(symbol)
                if set(index) <= {()}:
                    return self.poly(entries[constant(index)])
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
        count, index = self.poly(size), self.poly(symbol)
        if set(count) == {()} and set(index) <= {()} and 1 <= count[()] <= MOST_EXPANDED:
            last = constant(count) - 1
            if constant(index) == last:
                # The last probability is 1 less the others.
                found = number(1)
                for other in range(last):
                    found = plus(found, self.poly(op("at", law, ["number", str(other)])), -1)
                self.note(found, False)
                return found
        return self.atom(term)

    def mixed(self, prior: Tree, channel: Tree, symbol: Tree) -> Tree:
        """The sum of a law's entries times those of a channel's column."""
        name = f"\0{next(self.counter)}"
        sort = ["symbol", sort_of(channel, self.scope)[1]]
        x, outputs = ["var", name], sort_of(channel, self.scope)[2]
        row = op("row", channel, x, sort=["pmf", outputs])
        body = op("mul", op("at", prior, x), op("at", row, symbol))
        return ["bind", "sum", [name, sort, ""], None, body, REAL]

    def row(self, channel: Tree, x: Tree) -> Tree | None:
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

    def branches(self, test: Tree, then: Tree, otherwise: Tree) -> Poly:
        """Two cases, as indicators times values."""
        held = self.truth(test)
        if held is not None:
            return self.poly(then if held else otherwise)
        inside = self.given(test).poly(then)
        outside = self.given(normal(negate(test))).poly(otherwise)
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

    def gap(self, test: Tree) -> Poly | None:
        """right − left of a relation between numbers; None where they aren't shown to be real."""
        try:
            return plus(self.poly(test[3]), self.poly(test[2]), -1)
        except Unsupported:
            return None

    def truth(self, test: Tree) -> bool | None:
        """Whether a test on numbers is decided by its normal form."""
        match test:
            case ["not", body]:
                found = self.truth(body)
                return None if found is None else not found
            case ["relation", "=" | "<=" | "<" as sign, _, _]:
                gap = self.gap(test)
                if gap is None:
                    return None
                above, below = self.sign(gap), self.sign(negated(gap))
                if sign == "=":
                    differ = 1 in (above, below) or (gap and scaled(gap) in self.nonzero)
                    # The facts may say that the difference is both at least and at most 0.
                    same = not gap or above == below == 0
                    return False if differ else True if same else None
                if above == 1 or (sign == "<=" and above == 0):
                    return True
                if below == 1 or (sign == "<" and below == 0):
                    return False
        return None

    def indicator(self, test: Tree) -> Poly:
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

    def compared(self, left: Tree, right: Tree) -> list[Tree]:
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

    def summed(self, name: str, size: Tree, body: Tree) -> Poly:
        """A sum over symbols."""
        if not self.is_size(size):
            raise NotReal("a sum over an alphabet whose size isn't shown to be one")
        count = self.poly(size)
        if set(count) <= {()} and constant(count) <= MOST_EXPANDED:
            result: Poly = {}
            for index in range(constant(count)):
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

    def sum_poly(self, variables: Bound, poly: Poly, inner: Self) -> Poly:
        """The sum of a polynomial whose atoms mention the variables, which `inner` knows."""
        result: Poly = {}
        for monomial, value in poly.items():
            factors = [(self.atoms[atom], power) for atom, power in monomial]
            result = plus(result, self.sum_product(variables, factors, inner), value)
        return result

    def sum_product(self, variables: Bound, factors: Factors, inner: Self) -> Poly:
        """The sum of one product: constants out, sums within opened, laws sum to 1."""
        variables, outside = list(variables), number(1)
        held: Factors = []
        names = {name for name, _ in variables}
        sizes = [size for _, size in variables]
        for tree, power in factors:
            if not names & free(tree):
                if (power < 0 or tree[:2] == ["op", "div"]) and not all(
                        map(self.never_empty, sizes)):
                    # What isn't 0 for a symbol of an alphabet may be 0 if there is none.
                    self.nonzero_needed(self.poly(tree[2][1]) if tree[:2] == ["op", "div"]
                                        else self.atom(tree))
                outside = self.product(outside, self.atom(tree, power))
            elif tree[:2] == ["bind", "sum"] and opens(tree, power, len(variables)):
                for _ in range(int(power)):
                    part: Tree = tree
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

    def never_empty(self, size: Tree) -> bool:
        """Whether an alphabet has a symbol, whatever the values of bound variables are."""
        return free(size) <= self.scope.keys() and self.is_size(size, 1)

    def apart(self, variables: Bound, gone: set[str], inner: Self) -> Self:
        """Facts that don't know some of the bound variables, but the others: there may be no value
        of those. Where there certainly are values, what is known of them does no harm."""
        if all(self.never_empty(size) for name, size in variables if name in gone):
            return inner
        found = self
        for name, size in variables:
            if name not in gone:
                found = found.knowing(name, ["symbol", size])
        return found

    def sum_tied(self, variables: Bound, factors: Factors, inner: Self) -> Poly:
        """The sum of a product whose factors hang together."""
        if not factors:
            result = number(1)
            for _, size in variables:
                result = self.product(result, self.poly(size))
            return result
        for place, (tree, power) in enumerate(factors):
            others = factors[:place] + factors[place + 1:]
            gone = self.mass_of(tree, variables, inner) if power == 1 else None
            left = [v for v in variables if gone and v[0] not in gone]
            tied = [part for part, _ in others] + [size for _, size in left]
            if gone and not any(gone & free(part) for part in tied):
                return self.again(left, others, inner)
            if power == 1 and tree[0] == "cases" and tree[1][:2] == ["relation", "="]:
                for name, size in variables:
                    value = pinned(tree[1], name)
                    if value is not None and self.apart(variables, {name}, inner).is_symbol(
                            value, size):
                        at = {name: value}
                        moved = [(substitute(t, at), p) for t, p in others]
                        left = [(v, substitute(s, at)) for v, s in variables if v != name]
                        return self.again(left, moved, inner)
        divisors = {self.key(tree) for tree, power in factors if power < 0}
        for item in filter(lambda own: self.never_empty(own[1]), variables if divisors else ()):
            own = [f for f in factors if item[0] in free(f[0])]
            tree = self.written([item], own)
            if self.key(tree) in divisors:
                # Σ_x f(x, y) / s(y), where s(y) is that sum.
                others = [f for f in factors if f not in own]
                left = [v for v in variables if v != item]
                return self.again(left, [*others, (tree, Fraction(1))], inner)
        return self.atom(self.written(variables, factors))

    def again(self, variables: Bound, factors: Factors, inner: Self) -> Poly:
        """The sum of factors over fewer variables, read anew."""
        poly = number(1)
        for tree, power in factors:
            poly = self.product(poly, inner.formal(tree, power))
        return self.sum_poly(variables, poly, inner) if variables else poly

    def mass_of(self, tree: Tree, variables: Bound, inner: Self) -> set[str] | None:
        """The bound symbols over which a factor is a law's probability, whose sum is 1.

        That there is a law, and so a symbol, is shown without these symbols.
        """
        law, names = self.law_of(tree, dict(variables), inner)
        if not names or names & free(law):
            return None
        return names if self.apart(variables, names, inner).is_lawful(law) else None

    def law_of(self, tree: Tree, sizes: dict[str, Tree], inner: Self) -> tuple[Tree, set[str]]:
        """A law, and the bound symbols of whose tuples a factor is its probability."""
        names: set[str] = set()
        match tree:
            case ["op", "at", [law, index], _, _]:
                size = sort_of(law, inner.scope)[1]
                while index[:2] == ["op", "add"] and size[:2] == ["op", "mul"]:
                    match index[2]:
                        case [["op", "mul", [first, factor], _, _], ["var", last]] if (
                                self.key(factor) == self.key(size[2][1])
                                and self.key(sizes.get(last)) == self.key(factor)):
                            names, index, size = names | {last}, first, size[2][0]
                        case _:
                            return law, set()
                if index[0] == "var" and index[1] not in names and (
                        self.key(sizes.get(index[1])) == self.key(size)):
                    return law, names | {index[1]}
            case ["op", "prior_mass", [database, prior, ["var", name]], _, _] if name in sizes:
                if self.key(op("instances", database)) == self.key(sizes[name]):
                    return prior, {name}
        return tree, set()

    def unfolded(self, joint: Tree, groups: list[str]) -> Poly:
        """H(A|C) or I(A;B|C) of a law on tuples of symbols, by entropies of its marginals."""
        _, _, (law, *sizes), _, (names,) = joint
        symbols = [f"\0{next(self.counter)}" for _ in sizes]
        index = ["var", symbols[0]]
        for size, symbol in zip(sizes[1:], symbols[1:], strict=True):
            index = op("add", op("mul", index, size, sort=COUNT), ["var", symbol], sort=COUNT)
        places = list(zip(names.split(","), symbols, sizes, strict=True))

        def total(body: Tree, chosen: set[str]) -> Tree:
            for name, symbol, size in places:
                if name in chosen:
                    body = ["bind", "sum", [symbol, ["symbol", size], ""], None, body, REAL]
            return body

        def entropy(*parts: str) -> Poly:
            chosen = {name for part in parts for name in part.split(",")}
            chance = total(op("at", law, index), set(names.split(",")) - chosen)
            return self.poly(total(op("neg", op("mul", chance, op("log", chance))), chosen))

        *firsts, given = groups
        result = negated(entropy(given))
        for first in firsts:
            result = plus(result, entropy(first, given))
        return result if len(firsts) == 1 else plus(result, entropy(*groups), -1)

    def formal(self, tree: Tree, power: Power) -> Poly:
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

    def written(self, variables: Bound, factors: Factors) -> Tree:
        """One term for all orders and names of the bound variables."""
        best: tuple[str, Tree] | None = None
        few = len(variables) <= MOST_OPENED
        for order in itertools.permutations(variables) if few else [tuple(variables)]:
            names = {name: ["var", f"\2{place}"] for place, (name, _) in enumerate(order)}
            parts = sorted(
                ((substitute(tree, names), power) for tree, power in factors),
                key=lambda item: (self.key(item[0]), item[1]))
            body: Tree = product_of(parts)
            for name, size in reversed(order):
                var = [names[name][1], ["symbol", substitute(size, names)], ""]
                body = ["bind", "sum", var, None, body, REAL]
            text = self.key(body)
            if best is None or text < best[0]:
                best = text, body
        assert best is not None
        return best[1]


def pinned(test: Tree, name: str) -> Tree | None:
    """The term t of a test x = t on a bound symbol."""
    for one, value in (test[2:], test[:1:-1]):
        if one == ["var", name] and name not in free(value):
            return value
    return None


def constant(poly: Poly) -> int:
    """A whole number that is written as a polynomial."""
    return int(poly.get((), 0))


def opens(tree: Tree, power: Power, bound: int) -> bool:
    """Whether a power of a sum is read as nested sums, their orders being tried in `written`."""
    if power == 1 or power < 1 or power.denominator != 1:
        return power == 1
    depth = 0
    while tree[:2] == ["bind", "sum"]:
        depth, tree = depth + 1, tree[4]
    return bound + power * depth <= MOST_OPENED


def components(variables: Bound, factors: Factors) -> Iterator[tuple[Bound, Factors]]:
    """Groups of bound variables with the factors that tie them together."""
    left = list(variables)
    while left:
        group, names = [left.pop(0)], set[str]()
        while names != {name for name, _ in group}:
            names = {name for name, _ in group}
            tied = [item for item in factors if names & free(item[0])]
            sizes = [size for _, size in group]
            touched = set[str]().union(*(free(tree) for tree, _ in tied), *map(free, sizes))
            more = [v for v in left if v[0] in touched or names & free(v[1])]
            group += more
            left = [v for v in left if v not in more]
        yield [v for v in variables if v in group], tied


def product_of(factors: Factors) -> Tree:
    """A product as a term; what an indicator multiplies may be undefined where it is 0, so it is
    written as a case."""
    result: Tree = ONE
    marks = []
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


def split(tree: Tree) -> Factors:
    """The factors of a product that `product_of` wrote."""
    if tree[0] == "cases":
        return [(["cases", tree[1], ONE, ZERO], Fraction(1)), *([] if tree[2] == ONE
                                                              else split(tree[2]))]
    if tree[:2] == ["op", "mul"]:
        return [item for part in tree[2] for item in split(part)]
    if tree[:2] == ["op", "pow"] and tree[2][1][0] == "number":
        return [(tree[2][0], Fraction(tree[2][1][1]))]
    return [(tree, Fraction(1))]


def member(event: Tree, symbol: Tree) -> Tree:
    """The test that a symbol is in an event."""
    match event:
        case ["bind", "event", [name, _, _], guard, _, _]:
            return substitute(guard, {name: symbol})
        case ["op", "complement", [_, inner], _, _]:
            return negate(member(inner, symbol))
        case ["op", "singleton", [_, only], _, _]:
            return ["relation", "=", symbol, only]
    return ["relation", "=", op("indicator", event, symbol), ONE]
