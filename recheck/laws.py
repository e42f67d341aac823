"""Laws, events, symbols, and the quantities of them that stay closed, in proofs.

Which heads have values wherever their arguments have is told by `signatures`: mathematics that the
checker believes.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Self

from recheck.errors import NotReal, Unsupported
from recheck.learning import INFINITY, ONE, op
from recheck.polynomials import Poly, Power, negated, number, plus
from recheck.signatures import (
    COUNT,
    COUNTS,
    REAL,
    SHARES,
    VALUED,
    indices_of,
    kind_of,
    sort_of,
    whole,
)
from recheck.signs import Signs
from recheck.trees import Tree, mentions, simplified, substitute

# Real numbers for orders from 0 on.
ORDERED = frozenset(("sibson", "arimoto", "csiszar", "renyi_entropy", "information_bottleneck"))
# Arguments that are numbers of symbols or of times: the least that they may be, by their place.
COUNTED = {
    "iid": {1: 0}, "composed": {1: 0}, "memoryless": {1: 0}, "shuffle": {0: 1, 1: 0},
    "types": {0: 1, 1: 0}, "shuffled": {1: 0}, "type_law": {1: 0},
}


class Laws(Signs):
    """What is certainly a law, an event, a symbol; arguments as those of `Learning`."""

    def atom(self, term: Tree, power: Power = 1) -> Poly:
        """A power of a term that stays closed."""
        raise NotImplementedError

    # --- values of sorts --------------------------------------------------------------------------

    def is_size(self, term: Tree, least: int = 0) -> bool:
        if not whole(term, self.scope):
            return False
        found = self.sign_of(term)
        return found is not None and found >= least

    def inhabited(self, sort: Tree) -> bool:
        match sort:
            case ["real" | "size" | "database", *_]:
                return True  # No empty interval is read.
            case ["event" | "reals", size, *_]:
                return self.is_size(size)
            case ["symbol" | "pmf" | "framework", *sizes] | ["channel", *sizes] | [
                    "dataclass", *sizes, _] | ["joint", _, sizes]:
                return all(self.is_size(size, 1) for size in sizes)
            case ["mechanism", database, outputs]:
                return self.is_lawful(database) and self.is_size(outputs, 1)
            case ["prior", database, _, entry]:
                count = op("entries", database, sort=COUNT)
                return self.is_lawful(database) and (
                    entry is None or self.is_symbol(entry, count))
            case ["member", framework, laws]:
                return self.is_lawful(framework) and self.is_lawful(laws) and self.inhabited(
                    sort_of(framework, self.scope))
            case ["queries", _, database, count, outputs]:
                return self.is_lawful(database) and self.is_size(count) and self.is_size(outputs, 1)
        return False

    def is_lawful(self, term: Tree) -> bool:
        return self.accepts(self.lawful, term)

    def accepts(self, check: Callable[..., None], *args: Tree) -> bool:
        """Whether a check refuses nothing."""
        try:
            check(*args)
        except Unsupported:
            return False
        return True

    def any_of(self, reals: Tree) -> tuple[Self, Tree]:
        """An arbitrary one of several real numbers, with the facts that know its index."""
        name = f"\0{next(self.counter)}"
        part = op("component", reals, ["var", name])
        return self.under(name, ["symbol", sort_of(reals, self.scope)[1]], part)

    def lawful(self, term: Tree) -> None:
        """Refuse a law, channel, mechanism, database, … that isn't shown to have a value."""
        match term:
            case ["var", _]:
                return
            case ["op", "pmf_literal", entries, _, _]:
                polys = [self.poly(entry) for entry in entries]
                total = number(-1)
                for poly in polys:
                    total = plus(total, poly)
                if None not in map(self.sign, polys) and self.is_nothing(total):
                    return
            case ["bind", "table", [name, sort, _] as var, None, body, result]:
                inner, inside = self.under(name, sort, body)
                if result[0] == "reals":
                    inner.poly(inside)
                    return
                if result[0] == "channel":
                    return inner.lawful(inside)
                if inner.sign_of(inside) is not None:
                    total = self.poly(["bind", "sum", var, None, body, REAL])
                    if self.is_nothing(plus(total, number(-1))):
                        return
            case ["op", "one_entry" | "several_entries", sizes, _, _]:
                if all(self.is_size(size, 1) for size in sizes):
                    return
            case ["op", "law_cells", [law, end], _, _]:
                self.lawful(law)
                self.poly(end)
                return
            case ["op", "gaussian_mixture", [weights, means, variances], _, _]:
                self.lawful(weights)
                self.lawful(means)
                inner, part = self.any_of(variances)
                if inner.sign_of(part) == 1:
                    return
            case ["op", "law_sum", [law, noise], _, _]:
                self.lawful(law)
                self.lawful(noise)
                return
            case ["op", "law_mixture", [weights, *parts], _, _]:
                for part in (weights, *parts):
                    self.lawful(part)
                return
            case ["op", "laplace" | "gaussian", [mean, spread], _, _]:
                self.poly(mean)
                if self.sign_of(spread) == 1:
                    return
            case ["op", head, _, _, _] if head in VALUED:
                if head == "together":
                    self.above(sort_of(term[2][0], self.scope)[3], ONE, False)
                if head == "as_mechanism" and not self.has_inputs(term[2][0]):
                    raise NotReal("a mechanism on a database of no symbols")
                self.arguments(term)
                return
            case ["bind", "event", *_] | ["op", "complement" | "singleton", *_]:
                self.event(term)
                return
        raise NotReal("a law isn't shown to be one")

    def is_nothing(self, poly: Poly) -> bool:
        """Whether a number is 0, by itself or since facts say that it is ≥ 0 and ≤ 0."""
        return self.is_zero(poly) or None not in (self.sign(poly), self.sign(negated(poly)))

    def event(self, term: Tree) -> None:
        """Refuse an event that isn't shown to have a value."""
        match term:
            case ["var", _]:
                return
            case ["bind", "event", [_, ["symbol", size], _], _, _, _] if self.is_size(size):
                return
            case ["op", "complement", [_, inner], _, _]:
                return self.event(inner)
            case ["op", "singleton", [size, symbol], _, _]:
                return self.symbol(symbol, size)
        raise NotReal("an event isn't shown to be one")

    def arguments(self, term: Tree) -> None:
        """Refuse a head whose arguments may be undefined, or its indices out of range."""
        for place, least in COUNTED.get(term[1], {}).items():
            if not self.is_size(term[2][place], least):
                raise NotReal("a number of symbols or of times isn't shown to be one")
        for arg in term[2]:
            kind = kind_of(sort_of(arg, self.scope))
            check = self.real if kind == "number" else self.event if kind == "event" else (
                self.lawful)
            check(arg)
        for symbol, size in indices_of(term, self.scope):
            self.symbol(symbol, size)

    # --- symbols ----------------------------------------------------------------------------------

    def symbol(self, term: Tree, size: Tree) -> None:
        """Refuse a term that isn't shown to be one of so many symbols."""
        if term[0] == "cases":
            self.symbol(term[2], size)
            return self.symbol(term[3], size)
        match term, size:
            case ["op", "add", [["op", "mul", [first, factor], _, _], second], _, _], [
                    "op", "mul", [count, other], _, _] if self.key(factor) == self.key(other):
                self.symbol(first, count)
                return self.symbol(second, other)
        if term[0] == "var":
            sort = self.scope[term[1]]
            if sort[0] == "symbol" and self.key(sort[1]) == self.key(size):
                return None
        gap = plus(plus(self.poly(size), self.poly(term), -1), number(-1))
        if not (whole(term, self.scope) and whole(size, self.scope)) or None in (
                self.sign(gap), self.sign_of(term)):
            raise NotReal("a term isn't shown to be a symbol")
        return None

    def is_symbol(self, term: Tree, size: Tree) -> bool:
        """Whether `symbol` accepts a term."""
        return self.accepts(self.symbol, term, size)

    def beneath(self, term: Tree, size: Tree) -> Poly:
        """A symbol that stays closed, noted to be below a size."""
        found = self.atom(term)
        self.note(plus(plus(self.poly(size), found, -1), number(-1)), False)
        return found

    def put(self, body: Tree, name: str, term: Tree) -> Tree:
        """A body at a symbol, quotients and remainders worked out."""
        body = substitute(body, {name: term})
        if mentions(body, ("quotient", "remainder")):
            body = simplified(body, self.wholes())
        return body

    # --- closed quantities ------------------------------------------------------------------------

    def variable(self, term: Tree, sort: Tree) -> Poly:
        found = self.atom(term)
        match sort:
            case ["real", low, high, low_open, high_open]:
                if low is not None:
                    self.note(plus(found, number(Fraction(low)), -1), low_open)
                if high is not None:
                    self.note(plus(number(Fraction(high)), found, -1), high_open)
            case ["size", low, high]:
                self.note(plus(found, number(low), -1), False)
                if low:
                    self.note(found, True)
                if high is not None:
                    self.note(plus(number(high), found, -1), False)
            case ["symbol", size]:
                self.beneath(term, size)
            case _:
                raise NotReal("no number")
        return found

    def closed(self, term: Tree) -> Poly:
        """A quantity that stays closed, if it is a real number."""
        match term:
            case ["op", "minimum" | "maximum" as head, parts, _, _]:
                found, way = self.atom(term), 1 if head == "minimum" else -1
                for part in parts:
                    self.note(plus({}, plus(self.poly(part), found, -1), way), False)
                return found
            case ["op", "binary_entropy_inverse", [inner], _, _]:
                gap = plus(self.poly(op("log", ["number", "2"])), self.poly(inner), -1)
                if None not in (self.sign_of(inner), self.sign(gap)):
                    # The increasing branch: values up to 1/2.
                    found = self.atom(term)
                    self.note(plus(number(Fraction(1, 2)), found, -1), False)
                    return found
            case ["op", "lambert_w", [inner], _, _]:
                room = op("add", inner, op("exp", ["number", "-1"]))
                if self.sign_of(room) is not None:
                    found = self.atom(term)
                    self.note(plus(found, number(1)), False)
                    return found
            case ["op", "quotient" | "remainder" as head, [a, b], _, _]:
                return self.divided(head, a, b)
            case [
                "op", "instances",
                [["op", "one_entry" | "several_entries", sizes, _, _] as database], _, _,
            ]:
                self.lawful(database)
                found = number(1)
                for size in sizes:
                    found = self.product(found, self.poly(size))
                return found
            case ["op", "edges", [["op", "dp_framework", [database], _, _]], _, _]:
                return self.poly(op("entries", database, sort=COUNT))
            case ["op", "ldp_curve" | "lip_curve", [level, order], _, _]:
                if None not in (self.sign_of(level), self.sign_of(order)):
                    found = self.atom(term)
                    self.note(found, False)
                    self.note(plus(number(1), found, -1), False)
                    return found
            case ["op", "trade_off" | "law_trade_off", [*laws, level], _, _]:
                if None not in (self.sign_of(level),
                                self.sign(plus(number(1), self.poly(level), -1))):
                    for law in laws:
                        self.lawful(law)
                    return self.atom(term)
            case ["op", "gaussian_information" | "laplace_information", [*parts, dims, spread],
                  _, _]:
                if self.is_size(dims, 1) and self.sign_of(spread) == 1:
                    for part in parts:
                        self.lawful(part)
                    return self.atom(term)
            case ["op", "leading_minor", [entries, order, size], _, _]:
                self.lawful(entries)
                if self.is_size(order) and self.is_size(op("sub", size, order)):
                    return self.atom(term)
            case ["op", "determinant" | "lower_value" | "upper_value", [entries, *sizes], _, _]:
                self.lawful(entries)
                if all(self.is_size(size, 1) for size in sizes):
                    return self.atom(term)
            case ["op", "bayes_risk" | "minimax_risk" as head, [*parts, actions], _, _]:
                if head == "minimax_risk" and not self.has_inputs(parts[0]):
                    raise NotReal("a maximum over the inputs of a channel that may have none")
                if self.is_size(actions, 1):
                    for part in parts:
                        self.lawful(part)
                    return self.atom(term)
            case ["op", "maximal_alpha_leakage", [prior, channel, order], _, _]:
                if order == INFINITY or self.sign(plus(self.poly(order), number(-1))) is not None:
                    self.lawful(prior)
                    self.lawful(channel)
                    found = self.atom(term)
                    self.note(found, False)
                    return found
            case ["op", "rate_distortion", [source, distortions, outputs, level], _, _]:
                if self.is_size(outputs, 1):
                    self.lawful(source)
                    self.lawful(distortions)
                    least = self.least_distorted(source, distortions, outputs)
                    if self.sign_of(op("sub", level, least)) is not None:
                        found = self.atom(term)
                        self.note(found, False)
                        return found
            case ["op", head, [*args, order], _, _] if head in ORDERED:
                endless = order == INFINITY and head not in ("csiszar", "information_bottleneck")
                if endless or self.sign_of(order) is not None:
                    for arg in args:
                        self.lawful(arg)
                    found = self.atom(term)
                    self.note(found, False)
                    return found
            case ["op", head, args, _, _] if head in VALUED:
                self.arguments(term)
                return self.quantity(term)
            case ["bind", "max" | "min", [name, sort, _], None, body, _]:
                if self.inhabited(sort):
                    inner, inside = self.under(name, sort, body)
                    inner.poly(inside)
                    return self.atom(term)
        raise NotReal("a term isn't shown to be a real number")

    def quantity(self, term: Tree) -> Poly:
        """A quantity whose arguments are defined, with its range."""
        _, head, args, _, _ = term
        match head:
            case "component":
                return self.variable(term, sort_of(args[0], self.scope)[2])
            case "with_entry" | "with_group":
                return self.beneath(term, op("instances", args[0], sort=COUNT))
            case "private_value" | "public_value":
                return self.beneath(term, op(f"{head}s", *args[:2], sort=COUNT))
            case "entry_of":
                return self.beneath(term, op("alphabet", args[0], args[2], sort=COUNT))
            case "capacity" | "dobrushin" | "stick_contraction" if not self.has_inputs(args[0]):
                raise NotReal("a maximum over the inputs of a channel that may have none")
        found = self.atom(term)
        if head in COUNTS:
            # A number of entries, symbols or instances: at least 1.
            self.note(plus(found, number(-1)), False)
            self.note(found, True)
        elif head in SHARES:
            self.note(plus(number(1), found, -1), False)
        return found

    def least_distorted(self, source: Tree, distortions: Tree, outputs: Tree) -> Tree:
        """Σ_x P(x) min_y d(x, y): what some channel reaches."""
        size, entry = sort_of(source, self.scope)[1], sort_of(distortions, self.scope)[2]
        x, y = ["var", "the source's symbol"], ["var", "the reproduction"]
        place = op("add", op("mul", x, outputs, sort=COUNT), y, sort=COUNT)
        best = ["bind", "min", [y[1], ["symbol", outputs], ""], None,
                op("component", distortions, place, sort=entry), REAL]
        return ["bind", "sum", [x[1], ["symbol", size], ""], None,
                op("mul", op("at", source, x), best), REAL]

    def divided(self, head: str, a: Tree, b: Tree) -> Poly:
        """The whole part of a/b, or the remainder, of whole numbers, b ≥ 1."""
        top, bottom = self.poly(a), self.poly(b)
        if not (whole(a, self.scope) and whole(b, self.scope)) or self.sign(top) is None or (
                self.sign(bottom) != 1):
            raise NotReal("a division of what isn't shown to be whole")
        if self.sign(plus(plus(bottom, top, -1), number(-1))) is not None:
            return number(0) if head == "quotient" else top
        if set(top) <= {()} and set(bottom) == {()}:
            over, under = int(top.get((), 0)), int(bottom[()])
            return number(over // under if head == "quotient" else over % under)
        found = self.atom(op(head, a, b, sort=COUNT))
        if head == "remainder":
            return self.beneath(op(head, a, b, sort=COUNT), b)
        match sort_of(a, self.scope) if a[0] == "var" else None:
            case ["symbol", ["op", "mul", pair, _, _]] | [
                    "symbol", ["op", "instances", [["op", "several_entries", pair, _, _]], _, _]
            ] if len(pair) == 2:
                for one, two in (pair, pair[::-1]):
                    if self.key(one) == self.key(b):
                        self.beneath(op(head, a, b, sort=COUNT), two)
        return found
