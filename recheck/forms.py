"""Normal forms of real numbers in proofs, exactly.

`Facts.poly` gives the normal form of a term that is certainly a real number where the facts hold,
and raises NotReal where that isn't shown. Two terms with one normal form are equal. Exponentials
of monomials multiply, logarithms of products are sums, finite sums are linear and take constants
out, laws sum to 1. Whatever else a term is, it is an atom.

What each form assumes: a divisor isn't 0 (`nonzero_needed`), a logarithm is of what is positive, or
of what is at least 0 and multiplied by what is 0 wherever that is (`falls`), a power that isn't
whole is of what is positive, or of what is at least 0 with a positive exponent (`root`).
"""

import functools
import itertools
import math
from fractions import Fraction

from recheck.errors import NotReal
from recheck.goals import normal
from recheck.learning import ONE, op
from recheck.polynomials import (
    Monomial,
    Poly,
    Power,
    divided,
    inverse,
    linear_factors,
    negated,
    number,
    plus,
    primes,
    quotient,
    scaled,
    single,
    whole,
)
from recheck.signatures import REAL, sort_of
from recheck.sums import Sums, member
from recheck.trees import Tree


class Facts(Sums):
    """Normal forms under facts; arguments as those of `Learning`."""

    # --- normal forms -----------------------------------------------------------------------------

    def poly(self, term: Tree) -> Poly:
        key = self.key(term)
        if key not in self.cache:
            try:
                self.cache[key] = self.reduced(self.read(term))
            except NotReal:
                if key not in self.equals and (key not in self.finite or term[0] == "cases"):
                    raise  # An atom that is a case is an indicator.
                self.cache[key] = self.equals[key] if key in self.equals else self.atom(term)
        return self.cache[key]

    def atom(self, term: Tree, power: Power = 1) -> Poly:
        name = self.key(term)
        self.atoms[name] = term
        return single(name, power)

    def read(self, term: Tree) -> Poly:
        """The normal form of a term by its parts."""
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
                return negated(self.poly(inner))
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
                ways = self.poly(inner), negated(self.poly(inner))
                for found in ways:
                    if self.sign(found) is not None:
                        return found
                least = min(ways, key=lambda poly: repr(sorted(poly.items())))
                return self.atom(op("abs", self.term(least)))
            case ["op", "normal_cdf", [inner], _, _]:
                return self.distribution(self.poly(inner))
            case ["op", "binary_entropy", [x], _, _]:
                y = op("sub", ONE, x)
                parts = (op("mul", z, op("log", z)) for z in (x, y))
                return self.poly(op("neg", op("add", *parts)))
            case ["op", "likelihood_ratio", [p, q, x], _, _]:
                return self.poly(op("div", op("at", p, x), op("at", q, x)))
            case ["op", "joint_entropy" | "joint_information", [["op", "as_joint", *_] as joint],
                  _, groups] if self.unfolds:
                self.lawful(joint)
                return self.unfolded(joint, groups)
            case ["op", "at", [law, symbol], _, _]:
                return self.entry(law, symbol, term)
            case ["op", "component", [["bind", "table", [name, _, _], None, body, listed] as reals,
                                      index], _, _]:
                self.symbol(index, listed[1])
                self.lawful(reals)
                return self.poly(self.put(body, name, index))
            case ["op", "probability", [law, event], _, _]:
                name = f"\0{next(self.counter)}"
                var, a = [name, ["symbol", sort_of(law, self.scope)[1]], ""], ["var", name]
                body = ["cases", member(event, a), op("at", law, a), ["number", "0"]]
                self.lawful(law)
                self.event(event)
                return self.poly(["bind", "sum", var, None, body, REAL])
            case ["cases", test, then, otherwise]:
                return self.branches(normal(test), then, otherwise)
            case ["bind", "sum", [name, ["symbol", size], _], guard, body, _]:
                if guard is not None:
                    body = ["cases", guard, body, ["number", "0"]]
                return self.summed(name, size, body)
        return self.closed(term)

    def distribution(self, poly: Poly) -> Poly:
        """Φ, closed and in (0, 1); Φ(0) = 1/2, and Φ(−u) = 1 − Φ(u)."""
        if not poly:
            return number(Fraction(1, 2))
        if poly[min(poly)] > 0:
            found = self.atom(op("normal_cdf", self.term(poly)))
            self.note(found, True)
            self.note(plus(number(1), found, -1), True)
            return found
        return plus(number(1), self.distribution(negated(poly)), -1)

    # --- products, powers, exponentials -----------------------------------------------------------

    def reduced(self, poly: Poly) -> Poly:
        """Powers of indicators and whole powers of roots removed."""
        result: Poly = {}
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
            kept = tuple((a, 1 if p > 0 and self.atoms[a][0] == "cases" else p)
                         for a, p in monomial)
            result = plus(result, {kept: value})
        return result

    def unrooted(self, tree: Tree, power: Power) -> Poly | None:
        """A whole power of e^(ln s), or of a root of s: that power of s; None elsewhere. Powers of
        e^(ln s) for a number s are brought between 0 and 1, so that 2/√2 is √2."""
        match tree:
            case ["op", "exp", [["op", "log", [inner], _, _]], _, _] if power.denominator == 1:
                base, times = self.poly(inner), power
            case ["op", "exp", [["op", "log", [["number", text]], _, _]], _, _] if (
                    not 0 < power < 1):
                base = self.raised(number(Fraction(text)), number(math.floor(power)))
                return self.product(base, self.atom(tree, power - math.floor(power)))
            case ["op", "pow", [inner, ["number", text]], _, _] if (
                    power * Fraction(text)).denominator == 1 and power > 0:
                base, times = self.poly(inner), power * Fraction(text)
            case _:
                return None
        return self.raised(base, number(times))

    def multiplied(self, term: Tree) -> Poly:
        """A product; a logarithm in it may be −∞ where the other factors are 0."""
        waiting, result = [term], number(1)
        logs: list[Poly] = []
        while waiting:
            part = waiting.pop()
            if part[:2] == ["op", "mul"]:
                waiting += part[2]
            elif part[:2] == ["op", "log"] and not self.is_real(part):
                logs.append(self.poly(part[2][0]))
            else:
                result = self.product(result, self.poly(part))
        for inner in logs:
            if self.sign(inner) is None or (result and not inner):
                raise NotReal("a logarithm of what may be negative, or is 0")
            if not self.falls(result, inner):
                raise NotReal("a logarithm may be infinite")
            result = self.product(result, self.log_of(inner, True)) if result else {}
        return result

    def falls(self, poly: Poly, bound: Poly) -> bool:
        """Whether a number is 0 wherever another one, from 0 on, is 0."""
        if not poly or not bound:
            return True
        if len(bound) == 1:
            ((factors, _),) = bound.items()
            if all(self.atom_sign(atom) == 1 or (power > 0 and all(
                    dict(monomial).get(atom, 0) > 0 for monomial in poly))
                   for atom, power in factors):
                return True
        return quotient(poly, bound) is not None or all(
            self.dominated(monomial, bound) for monomial in poly)

    def dominated(self, monomial: Monomial, bound: Poly) -> bool:
        """Whether facts say that a part of a monomial is 0 wherever a number, from 0 on, is 0."""
        positive = [item for item in monomial if item[1] > 0]
        for count in range(1, len(positive) + 1):
            for chosen in itertools.combinations(positive, count):
                part = {chosen: Fraction(1)}
                if (scaled(part), scaled(bound)) in self.vanishing:
                    return True
                if quotient(part, bound) is not None:
                    return True
                if self.sign(part) is not None and self.sign(plus(bound, part, -1)) is not None:
                    return True
        return len(bound) == 1 and any(
            self.says(fact, next(iter(bound)), monomial) for _, fact in list(self.signs.values()))

    def says(self, fact: Poly, divisor: Monomial, monomial: Monomial) -> bool:
        """Whether a fact bounds a part of a monomial by multiples of the divisor."""
        def divides(one: Monomial, two: Monomial) -> bool:
            return all(power > 0 and dict(two).get(atom, 0) > 0 for atom, power in one)

        small = [part for part, value in fact.items() if value < 0]
        return any(divides(part, monomial) for part in small) and all(
            divides(divisor, part) for part, value in fact.items() if value > 0) and all(
            self.monomial_sign(part) is not None for part in small)

    def divisor(self, term: Tree, shown: bool = False) -> Poly:
        """1 over a term that isn't 0 (`shown`: surely not), factor by factor: if facts say so of
        the product, none of its factors is 0."""
        match term:
            case ["op", "mul", [one, two], _, _]:
                shown = shown or self.differs_from_0(self.poly(term))
                return self.product(self.divisor(one, shown), self.divisor(two, shown))
            case ["op", "pow", [base, ["number", text]], _, _] if text in map(str, range(1, 9)):
                found = self.divisor(base, shown)
                return self.raised(found, number(int(text)))
        return self.inverse(self.poly(term), shown)

    def inverse(self, poly: Poly, shown: bool = False) -> Poly:
        """1 over a polynomial that isn't 0 (`shown`: that is known)."""
        top, bottom = self.together(poly)
        if not shown:
            self.nonzero_needed(poly)
        if len(top) == 1:
            ((monomial, value),) = top.items()
            turned = {inverse(monomial): 1 / value}
        else:
            shared = self.shared(top)
            rest = divided(top, shared)
            lead = rest[min(rest)]
            if self.sign(plus({}, rest, -1 / lead)) == 1:
                lead = -lead  # What is divided by is positive, if its sign is known.
            rest = plus({}, rest, 1 / lead)
            atom = self.atom(op("div", ONE, self.term(rest)))
            (((name, _),),) = atom
            self.divisors[name] = rest
            turned = self.product(atom, {inverse(shared): 1 / lead})
        return self.product(turned, bottom)

    def nonzero_needed(self, poly: Poly) -> None:
        if 1 in (self.sign(poly), self.sign(negated(poly))) or self.differs_from_0(poly):
            return
        # A product of what isn't 0; what divides already isn't.
        if len(poly) != 1 or not all(
                power < 0 or self.atom_sign(atom) == 1 or self.differs_from_0(single(atom))
                for atom, power in next(iter(poly))):
            raise NotReal("a divisor may be 0")

    def differs_from_0(self, poly: Poly) -> bool:
        """Whether facts say so of this number, or of its opposite."""
        keys = [scaled(poly), scaled(negated(poly))] if poly else []
        return any(key in self.nonzero or (key in self.signs and self.signs[key][0])
                   for key in keys)

    def raised(self, base: Poly, exponent: Poly) -> Poly:
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

    def root(self, base: Poly, exponent: Poly) -> Poly:
        """A positive power of what may be 0, factor by factor."""
        if self.sign(base) is None or self.sign(exponent) != 1:
            raise NotReal("a power of what may be 0")
        if len(base) != 1:
            return self.powered(self.term(base), exponent) if base else {}
        ((monomial, value),) = base.items()
        if value < 0 or any(power < 0 or self.atom_sign(atom) is None for atom, power in monomial):
            return self.powered(self.term(base), exponent)
        result = self.raised(number(value), exponent) if value != 1 else number(1)
        for atom, power in monomial:
            tree, times = self.atoms[atom], self.product(exponent, number(power))
            if tree[:2] == ["op", "pow"]:
                tree, times = tree[2][0], self.product(times, self.poly(tree[2][1]))
            if self.atom_sign(atom) == 1:
                piece = self.exponential(self.product(times, self.log_of(self.atom(tree), False)))
            else:
                piece = self.powered(tree, times)
            result = self.product(result, piece)
        return result

    def powered(self, tree: Tree, exponent: Poly) -> Poly:
        """A power of a term that is at least 0, closed; a plain one if the exponent is whole."""
        value = exponent.get((), Fraction(0))
        if set(exponent) == {()} and value.denominator == 1:
            return self.raised(self.atom(tree), exponent)
        return self.atom(op("pow", tree, self.term(exponent)))

    def exponential(self, poly: Poly) -> Poly:
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

    def plain_power(self, inner: Poly, power: Fraction) -> Poly | None:
        """A power of one positive atom, or number, or of a sum if it is whole; else None."""
        if power.denominator == 1 and abs(power) <= 8:
            base = inner if power > 0 else self.inverse(inner)
            result = number(1)
            for _ in range(abs(int(power))):
                result = self.product(result, base)
            return result
        if len(inner) == 1:
            ((monomial, value),) = inner.items()
            # (x²)^½ is x only where x isn't negative.
            if value == 1 and all(self.atom_sign(a) is not None for a, _ in monomial):
                return {tuple((a, whole(p * power)) for a, p in monomial): Fraction(1)}
        return None

    def logarithm(self, poly: Poly, formal: bool) -> Poly:
        """ln of what is positive; `formal`: of what is at least 0, for a product that vanishes."""
        found = self.sign_needed(poly)
        if found is None or (found == 0 and not formal):
            raise NotReal("a logarithm of what may be 0")
        if not poly:
            raise NotReal("the logarithm of 0")
        return self.log_of(poly, formal)

    def log_of(self, poly: Poly, formal: bool) -> Poly:
        top, bottom = self.together(poly)
        for way in (1, -1) if bottom != number(1) else ():
            above, below = (plus({}, part, way) for part in (top, bottom))
            if self.sign(below) == 1 and self.sign(above) in ((0, 1) if formal else (1,)):
                return plus(self.log_parts(above, formal), self.log_parts(below, False), -1)
        return self.log_parts(poly, formal)

    def log_parts(self, poly: Poly, formal: bool) -> Poly:
        """ln by the factors of known sign."""
        signs, result = (0, 1) if formal else (1,), Poly()
        shared = tuple(item for item in self.shared(poly) if self.atom_sign(item[0]) in signs)
        for atom, power in shared:
            tree = self.atoms[atom]
            if tree[:2] == ["op", "exp"]:
                result = plus(result, self.poly(tree[2][0]), power)
            elif tree[:2] == ["op", "div"]:
                result = plus(result, self.log_of(self.poly(tree[2][1]), False), -power)
            elif tree[:2] == ["op", "pow"]:
                inner = self.log_of(self.poly(tree[2][0]), formal)
                result = plus(result, self.product(self.poly(tree[2][1]), inner), power)
            else:
                result = plus(result, self.atom(op("log", tree)), power)
        rest = divided(poly, shared)
        lead = abs(rest[min(rest)])
        for value, sign in ((lead.numerator, 1), (lead.denominator, -1)):
            for prime, count in primes(value):
                result = plus(result, self.atom(op("log", ["number", str(prime)])), sign * count)
        rest = plus({}, rest, 1 / lead)
        factors = linear_factors(rest) if rest != number(1) else []
        if len(factors) > 1 and not formal:
            above = [f if self.sign(f) == 1 else negated(f) for f in factors]
            if all(self.sign(f) == 1 for f in above):
                return functools.reduce(plus, (self.log_of(f, False) for f in above), result)
        if rest != number(1):
            result = plus(result, self.atom(op("log", self.term(rest))))
        return result

