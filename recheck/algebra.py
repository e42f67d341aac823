"""Normal forms of real numbers in proofs, exactly.

`Facts.poly` gives the normal form of a term that is certainly a real number where the facts hold,
and raises NotReal where that isn't shown. Two terms with one normal form are equal. Exponentials
of monomials multiply, logarithms of products are sums, finite sums are linear and take constants
out, laws sum to 1. Whatever else a term is, it is an atom.
"""

import functools
import itertools
from fractions import Fraction

from signs import (
    COUNTS,
    FINITE,
    LAWFUL,
    ONE,
    NotReal,
    Unshown,
    common,
    joined,
    linear_factors,
    number,
    op,
    plus,
    primes,
    quotient,
    scaled,
    whole,
)
from statements import REAL, Unsupported, kind_of, normal, sort_of
from sums import Sums, member


class Facts(Sums):
    """Normal forms under facts; arguments as those of `Signs`."""

    # --- laws, symbols ----------------------------------------------------------------------------

    def symbol(self, term, size):
        """Refuse a term that isn't shown to be one of so many symbols."""
        own = sort_of(term, self.scope)
        if own[0] == "symbol" and self.key(own[1]) == self.key(size):
            if term[0] == "var":
                return
            self.poly(term)
            return
        gap = plus(plus(self.poly(size), self.poly(term), -1), number(1), -1)
        if not whole(term, self.scope) or None in (self.sign(gap), self.sign_of(term)):
            raise NotReal("a term isn't shown to be a symbol")

    def is_lawful(self, term):
        try:
            self.lawful(term)
        except (NotReal, Unshown, Unsupported):
            return False
        return True

    def lawful(self, term):
        """Refuse a law, channel, … that may be undefined."""
        match term:
            case ["var", _]:
                return
            case ["op", "pmf_literal", entries, _, _]:
                polys = [self.poly(entry) for entry in entries]
                total = number(-1)
                for poly in polys:
                    total = plus(total, poly)
                if None not in map(self.sign, polys) and self.is_zero(total):
                    return
            case ["bind", "table", [name, sort, _] as var, None, body, result]:
                inner, inside = self.under(name, sort, body)
                if result[0] != "pmf":
                    return inner.lawful(inside)
                if inner.sign_of(inside) is not None:
                    total = self.poly(["bind", "sum", var, None, body, REAL])
                    if self.is_zero(plus(total, number(-1))):
                        return
            case ["op", "row" | "response", [table, index], _, _]:
                self.lawful(table)
                self.symbol(index, self.rows(table))
                return
            case ["op", "entry_channel", [mechanism, instance, entry], _, _]:
                self.lawful(mechanism)
                database = sort_of(mechanism, self.scope)[1]
                self.symbol(instance, op("instances", database))
                self.symbol(entry, op("entries", database))
                return
            case ["op", head, args, _, _] if head in LAWFUL:
                for arg in args:
                    if kind_of(sort_of(arg, self.scope)) == "number":
                        self.poly(arg)
                    else:
                        self.lawful(arg)
                return
        raise NotReal("a law isn't shown to be one")

    def rows(self, table):
        sort = sort_of(table, self.scope)
        return op("instances", sort[1]) if sort[0] == "mechanism" else sort[1]

    # --- normal forms -----------------------------------------------------------------------------

    def poly(self, term):
        """The normal form; raises NotReal where the term isn't shown to be a real number."""
        key = self.key(term)
        if key not in self.cache:
            self.cache[key] = self.reduced(self.read(term))
        return self.cache[key]

    def atom(self, term, power=1):
        name = self.key(term)
        self.atoms[name] = term
        return {((name, Fraction(power)),): Fraction(1)}

    def read(self, term):
        if self.key(term) in self.finite:
            return self.atom(term)
        match term:
            case ["number", text]:
                if text == "inf":
                    raise NotReal("infinity")
                return number(Fraction(text))
            case ["var", name]:
                return self.variable(term, self.scope[name])
            case ["op", "add" | "sub" as head, [one, two], _, _]:
                return plus(self.poly(one), self.poly(two), 1 if head == "add" else -1)
            case ["op", "neg", [inner], _, _]:
                return plus({}, self.poly(inner), -1)
            case ["op", "mul", _, _, _]:
                return self.multiplied(term)
            case ["op", "div", [one, two], _, _]:
                return self.product(self.poly(one), self.divisor(two))
            case ["op", "pow", [base, exponent], _, _]:
                return self.raised(self.poly(base), self.poly(exponent))
            case ["op", "sqrt", [inner], _, _]:
                if self.sign_of(inner) is None:
                    raise NotReal("a root of what may be negative")
                return self.raised(self.poly(inner), number(Fraction(1, 2)))
            case ["op", "exp", [inner], _, _]:
                return self.exponential(self.poly(inner))
            case ["op", "log", [inner], _, _]:
                return self.logarithm(self.poly(inner), False)
            case ["op", "abs", [inner], _, _]:
                found = self.poly(inner)
                for sign in (1, -1):
                    if self.sign(plus({}, found, sign)) is not None:
                        return plus({}, found, sign)
                turned = min((plus({}, found, sign) for sign in (1, -1)),
                             key=lambda poly: repr(sorted(poly.items())))
                return self.atom(op("abs", self.term(turned)))
            case ["op", "binary_entropy", [x], _, _]:
                y = op("sub", ONE, x)
                parts = (op("mul", z, op("log", z)) for z in (x, y))
                return self.poly(op("neg", op("add", *parts)))
            case ["op", "likelihood_ratio", [p, q, x], _, _]:
                return self.poly(op("div", op("at", p, x), op("at", q, x)))
            case ["op", "at", [law, symbol], _, _]:
                return self.entry(law, symbol, term)
            case ["op", "probability", [law, event], _, _]:
                name = f"\0{next(self.counter)}"
                var, a = [name, ["symbol", sort_of(law, self.scope)[1]], ""], ["var", name]
                body = ["cases", member(event, a), op("at", law, a), ["number", "0"]]
                self.lawful(law)
                return self.poly(["bind", "sum", var, None, body, REAL])
            case ["cases", test, then, otherwise]:
                return self.branches(normal(test), then, otherwise)
            case ["bind", "sum", [name, ["symbol", size], _], guard, body, _]:
                if guard is not None:
                    body = ["cases", guard, body, ["number", "0"]]
                return self.summed(name, size, body)
        return self.closed(term)

    def variable(self, term, sort):
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
                gap = plus(self.poly(size), found, -1)
                self.note(plus(gap, number(1), -1), False)
            case _:
                raise NotReal("no number")
        return found

    def closed(self, term):
        """A quantity that stays closed, if it is a real number."""
        match term:
            case ["op", "minimum" | "maximum", [one, two], _, _]:
                self.poly(one), self.poly(two)
                return self.atom(term)
            case ["op", "hockey_stick", [one, two, order], _, _]:
                self.poly(order), self.lawful(one), self.lawful(two)
                return self.atom(term)
            case ["op", "dp_delta", [mechanism, order], _, _]:
                self.poly(order), self.lawful(mechanism)
                return self.atom(term)
            case ["op", "binary_entropy_inverse", [inner], _, _]:
                gap = plus(self.poly(op("log", ["number", "2"])), self.poly(inner), -1)
                if None in (self.sign_of(inner), self.sign(gap)):
                    raise NotReal("no inverse of the binary entropy")
                return self.atom(term)
            case ["op", "component", [reals, index], _, _]:
                sort = sort_of(reals, self.scope)
                self.symbol(index, sort[1])
                found = self.atom(term)
                self.variable(term, sort[2])
                return found
            case ["op", "alphabet", [database, entry], _, _]:
                self.symbol(entry, op("entries", database))
                return self.counted(term)
            case ["op", "prior_mass", [database, prior, instance], _, _]:
                self.symbol(instance, op("instances", database))
                self.lawful(prior)
                return self.atom(term)
            case ["op", "hamming", [database, *instances], _, _]:
                for instance in instances:
                    self.symbol(instance, op("instances", database))
                return self.atom(term)
            case ["op", "entry_information" | "conditional_entry_information",
                  [prior, mechanism, entry], _, _]:
                self.symbol(entry, op("entries", sort_of(mechanism, self.scope)[1]))
                self.lawful(prior), self.lawful(mechanism)
                return self.atom(term)
            case ["op", head, args, _, _] if head in FINITE:
                for arg in args:
                    self.lawful(arg)
                return self.counted(term) if head in COUNTS else self.atom(term)
            case ["bind", "max" | "min", [name, ["symbol", size] as sort, _], None, body, _]:
                if self.sign_of(size) == 1:
                    inner, inside = self.under(name, sort, body)
                    inner.poly(inside)
                    return self.atom(term)
        raise NotReal("a term isn't shown to be a real number")

    def counted(self, term):
        """A number of entries, symbols or instances: at least 1."""
        found = self.atom(term)
        self.note(plus(found, number(1), -1), False)
        self.note(found, True)
        return found

    # --- products, powers, exponentials -----------------------------------------------------------

    def product(self, one, two):
        result = {}
        for (a, x), (b, y) in itertools.product(one.items(), two.items()):
            result = plus(result, {joined(a, b): x * y})
        return self.reduced(result)

    def reduced(self, poly):
        """Powers of indicators and whole powers of roots removed."""
        result = {}
        for monomial, value in poly.items():
            for place, (atom, power) in enumerate(monomial):
                piece = self.unrooted(self.atoms[atom], power)
                if piece is not None:
                    rest = {monomial[:place] + monomial[place + 1:]: value}
                    result = plus(result, self.product(rest, piece))
                    break
            else:
                piece = None
            if piece is not None:
                continue
            kept = tuple((a, Fraction(1) if p > 0 and self.atoms[a][0] == "cases" else p)
                         for a, p in monomial)
            result = plus(result, {kept: value})
        return result

    def unrooted(self, tree, power):
        """A whole power of e^(ln s), or of a root of s: that power of s; None elsewhere."""
        match tree:
            case ["op", "exp", [["op", "log", [inner], _, _]], _, _] if power.denominator == 1:
                base, times = self.poly(inner), power
            case ["op", "pow", [inner, ["number", text]], _, _] if (
                    power * Fraction(text)).denominator == 1 and power > 0:
                base, times = self.poly(inner), power * Fraction(text)
            case _:
                return None
        return self.raised(base, number(times))

    def multiplied(self, term):
        """A product; a logarithm in it may be −∞ where the other factors are 0."""
        parts, waiting = [], [term]
        while waiting:
            part = waiting.pop()
            if part[:2] == ["op", "mul"]:
                waiting += part[2]
            else:
                parts.append(part)
        result = number(1)
        for part in parts:
            if part[:2] == ["op", "log"] and not self.is_real(part):
                found = self.logarithm(self.poly(part[2][0]), True)
            else:
                found = self.poly(part)
            result = self.product(result, found)
        for atom in {atom for monomial in result for atom, _ in monomial}:
            if self.atoms[atom][:2] == ["op", "log"]:
                inner = self.poly(self.atoms[atom][2][0])
                if self.sign(inner) != 1 and not self.vanishes(result, atom, inner):
                    raise NotReal("a logarithm may be infinite")
        return result

    @staticmethod
    def vanishes(poly, log, inner):
        """Whether what multiplies a logarithm is 0 wherever its argument is."""
        holding = [dict(monomial) for monomial in poly if log in dict(monomial)]
        if len(inner) == 1:
            (factors,) = inner
            return all(power > 0 and held.get(name, 0) > 0
                       for held in holding for name, power in factors)
        cofactor = {m: value for m, value in poly.items() if log in dict(m)}
        return quotient(cofactor, inner) is not None

    def divisor(self, term):
        """1 over a term that isn't 0, factor by factor."""
        match term:
            case ["op", "mul", [one, two], _, _]:
                return self.product(self.divisor(one), self.divisor(two))
            case ["op", "pow", [base, ["number", text]], _, _] if text in map(str, range(1, 9)):
                found = self.divisor(base)
                return self.raised(found, number(int(text)))
        return self.inverse(self.poly(term))

    def inverse(self, poly):
        """1 over a polynomial that isn't 0."""
        top, bottom = self.together(poly)
        if self.sign(poly) != 1 and self.sign(plus({}, poly, -1)) != 1 and not (
                poly and scaled(poly) in self.nonzero):
            raise NotReal("a divisor may be 0")
        if len(top) == 1:
            ((monomial, value),) = top.items()
            turned = {tuple((atom, -power) for atom, power in monomial): 1 / value}
        else:
            shared = common(top)
            rest = {joined(m, tuple((a, -p) for a, p in shared)): v for m, v in top.items()}
            lead = rest[min(rest)]
            rest = plus({}, rest, 1 / lead)
            atom = self.atom(op("div", ONE, self.term(rest)))
            outside = {tuple((a, -p) for a, p in shared): 1 / lead}
            turned = self.product(atom, outside)
        return self.product(turned, bottom)

    def raised(self, base, exponent):
        """A power."""
        if not exponent or set(exponent) == {()}:
            power = exponent.get((), Fraction(0))
            if power.denominator == 1 and abs(power) <= 64:
                if power < 0:
                    base = self.inverse(base)
                result = number(1)
                for _ in range(abs(int(power))):
                    result = self.product(result, base)
                return result
        if self.sign(base) != 1:
            return self.root(base, exponent)
        return self.exponential(self.product(exponent, self.logarithm(base, False)))

    def root(self, base, exponent):
        """A power of what may be 0, its exponent a positive number."""
        power = exponent.get((), Fraction(0))
        if self.sign(base) is None or set(exponent) != {()} or power < 0:
            raise NotReal("a power of what may be 0")
        if not base:
            return {}
        return self.atom(op("pow", self.term(base), ["number", str(power)]))

    def exponential(self, poly):
        """e to a polynomial: the product of e to each monomial."""
        result = number(1)
        for monomial, value in poly.items():
            logs = [(a, p) for a, p in monomial if self.atoms[a][:2] == ["op", "log"]]
            if len(monomial) == 1 and logs and logs[0][1] == 1:
                inner = self.poly(self.atoms[logs[0][0]][2][0])
                if self.sign(inner) != 1:
                    raise NotReal("a logarithm of what may be 0")
                piece = self.plain_power(inner, value)
                if piece is not None:
                    result = self.product(result, piece)
                    continue
            result = self.product(result, self.atom(op("exp", self.term({monomial: Fraction(1)})),
                                                    value))
        return result

    def plain_power(self, inner, power):
        """A power of one positive atom, or number, or of a sum if it is whole; else None."""
        if power.denominator == 1 and abs(power) <= 8:
            base = inner if power > 0 else self.inverse(inner)
            result = number(1)
            for _ in range(abs(int(power))):
                result = self.product(result, base)
            return result
        if len(inner) == 1:
            ((monomial, value),) = inner.items()
            if value == 1:
                return {tuple((a, p * power) for a, p in monomial): Fraction(1)}
        return None

    def logarithm(self, poly, formal):
        """ln of what is positive; `formal`: of what is at least 0, for a product that vanishes."""
        found = self.sign(poly)
        if found is None or (found == 0 and not formal):
            raise NotReal("a logarithm of what may be 0")
        if not poly:
            raise NotReal("the logarithm of 0")
        top, bottom = self.together(poly)
        if bottom != number(1) and self.sign(bottom) == 1 and self.sign(top) == found:
            return plus(self.log_of(top, formal), self.log_of(bottom, False), -1)
        return self.log_of(poly, formal)

    def log_of(self, poly, formal):
        shared = common(poly)
        if any(self.atom_sign(a) is None for a, _ in shared) or (
                not formal and any(self.atom_sign(a) != 1 for a, _ in shared)):
            shared = ()
        result = {}
        for atom, power in shared:
            tree = self.atoms[atom]
            if tree[:2] == ["op", "exp"]:
                result = plus(result, self.poly(tree[2][0]), power)
            elif tree[:2] == ["op", "div"]:
                result = plus(result, self.log_of(self.poly(tree[2][1]), False), -power)
            elif tree[:2] == ["op", "pow"]:
                result = plus(result, self.log_of(self.poly(tree[2][0]), formal),
                              power * Fraction(tree[2][1][1]))
            else:
                result = plus(result, self.atom(op("log", tree)), power)
        rest = {joined(m, tuple((a, -p) for a, p in shared)): v for m, v in poly.items()}
        lead = abs(rest[min(rest)])
        for value, sign in ((lead.numerator, 1), (lead.denominator, -1)):
            for prime, count in primes(value):
                result = plus(result, self.atom(op("log", ["number", str(prime)])), sign * count)
        rest = plus({}, rest, 1 / lead)
        factors = linear_factors(rest) if rest != number(1) else []
        if len(factors) > 1 and not formal:
            signs = [1 if self.sign(f) == 1 else -1 if self.sign(plus({}, f, -1)) == 1 else 0
                     for f in factors]
            if all(signs):
                pieces = (self.log_of(plus({}, f, s), False)
                          for f, s in zip(factors, signs, strict=True))
                return functools.reduce(plus, pieces, result)
        if rest != number(1):
            result = plus(result, self.atom(op("log", self.term(rest))))
        return result


__all__ = ["Facts", "NotReal", "Unshown", "number", "op", "plus", "whole"]
