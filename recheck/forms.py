"""Normal forms of real numbers, their ranges and signs, where relations between numbers hold.

A polynomial is {((atom, power), …): coefficient}. Atoms are texts: a variable, e to a monomial, the
logarithm or a power of a polynomial, or a term that stays closed. Whatever has a normal form is a
real number wherever the relations hold; whatever isn't shown to be one raises Unknown.
"""

import contextlib
import functools
import itertools
import math
import operator
from collections import Counter
from fractions import Fraction

from goals import Evaluation, compact, op
from reals import INF, LINE, ONE, SCALARS, ZERO, Num, Unknown, Unsupported, largest, num, power

# --- normal forms: polynomials {((atom, power), …): coefficient}, whose atoms are texts -----------


def plus(one, two, factor=1):
    """one + factor · two."""
    found = {m: one.get(m, 0) + factor * two.get(m, 0) for m in {**one, **two}}
    return {monomial: value for monomial, value in found.items() if value}


def joined(*monomials):
    """The product of monomials."""
    powers = Counter()
    for atom, n in itertools.chain(*monomials):
        powers[atom] += n
    return tuple(sorted((atom, n) for atom, n in powers.items() if n))


def factored(poly):
    """(c, m, r) with c m r = poly: a positive number, what all monomials share, and the rest."""
    powers, value = [dict(monomial) for monomial in poly], abs(poly[min(poly)])
    least_ = {a: min(p.get(a, 0) for p in powers) for a in sorted(set().union(*powers))}
    without = tuple((atom, -n) for atom, n in least_.items())
    rest = {joined(m, without): v / value for m, v in poly.items()}
    return value, joined(least_.items()), rest


def exchanged(poly, name, end, way):
    """A polynomial with end ± x for an atom x."""
    found = {}
    for monomial, value in poly.items():
        n = int(dict(monomial).get(name, 0))
        rest = tuple(item for item in monomial if item[0] != name)
        for k in range(n + 1):
            piece = math.comb(n, k) * way**k * Fraction(end) ** (n - k) * value
            found = plus(found, {joined(rest, ((name, Fraction(k)),)): piece})
    return found


def primes(value):
    """The prime factors of a positive rational with their powers; what is left, if it is large."""
    for part, way in ((value.numerator, 1), (value.denominator, -1)):
        for prime in range(2, 1000):
            count = 0
            while part % prime == 0:
                part, count = part // prime, count + way
            if count:
                yield prime, count
        if part > 1:
            yield part, way


class Facts(Evaluation):
    """Ranges, normal forms and signs of terms on a box, where relations (sign, a, b) hold."""

    def __init__(self, box, given=(), scope=None):
        super().__init__()
        self.box, self.scope, self.facts = box, scope, []
        self.known, self.signs, self.atoms = {}, {}, {}
        self.sums, self.exps, self.logs = {}, {}, {}  # What atoms are a power, exp or log of.
        for sign, small, large in given:
            try:
                gap = self.poly(op("sub", large, small))
            except (Unknown, Unsupported):
                continue
            self.facts += [(gap, sign == "<")] + [(plus({}, gap, -1), False)] * (sign == "=")
            self.known, self.signs = {}, {}  # What was found before may be more now.

    def range(self, term):
        """The range of a term, which is thereby shown to be a real number on the box."""
        return self.term(term, self.box)

    def scalar(self, head, args, values):
        try:
            return SCALARS[head](*values)
        except Unknown:
            return SCALARS[head](*map(self.cut, args, values))

    def cut(self, term, value):
        """A range less what the sign of the term, or of 1 less the term, excludes."""
        poly = self.poly(term)
        if (found := self.sign(poly)) is not None and value.lo <= 0:
            value = Num(Fraction(0), value.hi, (found == 1 or value.out[0], value.out[1]))
        if self.sign(plus({(): Fraction(1)}, poly, -1)) is not None and value.hi > 1:
            value = Num(value.lo, Fraction(1), (value.out[0], False))
        return value

    def positive(self, term, strict=True):
        """Whether a term is certainly more than 0 (or at least 0) on the region."""
        value = self.range(term)
        if value.sign == 1 or (not strict and value.lo >= 0):
            return True
        found = self.sign(self.poly(term))
        return found is not None and found >= strict

    def poly(self, term):
        """The normal form of a term; Unknown where it isn't shown to be a real number."""
        text = compact(term)
        if text not in self.known:
            self.known[text] = self.read(term)
        return self.known[text]

    def read(self, term):
        match term:
            case ["number", text] if text != "inf":
                return {(): Fraction(text)} if Fraction(text) else {}
            case ["op", "add" | "sub" as head, [a, b], *_]:
                return plus(self.poly(a), self.poly(b), 1 if head == "add" else -1)
            case ["op", "neg", [a], *_]:
                return plus({}, self.poly(a), -1)
            case ["op", "mul", [a, b], *_]:
                return self.times(self.poly(a), self.poly(b))
            case ["op", "div", [a, b], *_]:
                return self.times(self.poly(a), self.raised(self.poly(b), Fraction(-1)))
            case ["op", "pow", [a, ["number", n]], *_]:
                return self.raised(self.poly(a), Fraction(n))
            case ["op", "sqrt", [a], *_]:
                return self.raised(self.poly(a), Fraction(1, 2))
            case ["op", "pow", [a, b], *_]:
                return self.poly(op("exp", op("mul", b, op("log", a))))
            case ["op", "exp", [a], *_]:
                found = {(): Fraction(1)}
                for monomial, value in self.poly(a).items():
                    inner = self.logs.get(monomial[0][0]) if len(monomial) == 1 else None
                    found = self.times(
                        found,
                        self.raised(inner, value)
                        if inner and (monomial[0][1] == 1)
                        else self.atom("exp", {monomial: Fraction(1)}, value),
                    )
                return found
            case ["op", "log", [a], *_]:
                return self.logarithm(self.poly(a))
            case ["op", "binary_entropy", [a], *_]:
                one, two = self.poly(a), plus({(): Fraction(1)}, self.poly(a), -1)
                parts = [self.times(x, self.logarithm(x, True)) if x else {} for x in (one, two)]
                return plus({}, plus(*parts), -1)  # u ln u is 0 at 0.
        return self.other(term)

    def other(self, term):
        """A term that is no sum, product, … as one factor."""
        if term[:2] == ["op", "normal_cdf"]:
            return self.atom("normal_cdf", self.poly(term[2][0]))
        if term[:2] == ["op", "pi"]:
            self.atoms["pi"] = Num(Fraction(3), Fraction(4))
            return {(("pi", Fraction(1)),): Fraction(1)}
        if term[0] == "op" and term[1] in ("minimum", "maximum", "abs", "binary_entropy_inverse"):
            polys = [self.poly(arg) for arg in term[2]]
            if term[1] == "binary_entropy_inverse":
                top = plus(self.poly(op("log", ["number", "2"])), polys[0], -1)
                if None in (self.sign(polys[0]), self.sign(top)):
                    raise Unknown("the inverse of an entropy outside of its domain")
            text, found = f"{term[1]} {sorted(sorted(p.items()) for p in polys)}", LINE
            with contextlib.suppress(Unknown):
                found = SCALARS[term[1]](*map(self.range_of, polys))
            self.atoms[text] = (
                largest(found, ZERO) if term[1] in ("abs", "binary_entropy_inverse") else found
            )
            return {((text, Fraction(1)),): Fraction(1)}
        if term[0] == "var" and term[1] in self.box:
            self.atoms[term[1]] = self.box[term[1]]
            return {((term[1], Fraction(1)),): Fraction(1)}
        raise Unknown("a term that isn't shown to be a real number")

    def atom(self, kind, poly, n=1):
        """A power of exp or log of a polynomial, or of itself (kind "sum"), as one factor."""
        text = f"{kind} {sorted(poly.items())}"
        if text not in self.atoms:
            {"sum": self.sums, "exp": self.exps, "log": self.logs}.get(kind, {})[text] = poly
            self.atoms[text] = LINE if kind != "exp" else Num(Fraction(0), INF, (True, True))
            with contextlib.suppress(Unknown):
                found = self.range_of(poly)
                self.atoms[text] = SCALARS[kind](found) if kind != "sum" else found
        return {((text, Fraction(n)),): Fraction(1)}

    def times(self, one, two):
        """The product, with whole powers of sums multiplied out."""
        found = {}
        for (a, x), (b, y) in itertools.product(one.items(), two.items()):
            monomial = joined(a, b)
            whole_ = next((atom for atom, n in monomial if n >= 1 and atom in self.sums), None)
            piece = (
                {monomial: x * y}
                if whole_ is None
                else self.times({joined(monomial, ((whole_, -1),)): x * y}, self.sums[whole_])
            )
            found = plus(found, piece)
        return found

    def raised(self, poly, n):
        """A rational power."""
        if n.denominator == 1 and 0 <= n <= 32:
            return functools.reduce(self.times, [poly] * int(n), {(): Fraction(1)})
        if (
            not poly
            or (n.denominator > 1 and self.sign(poly) is None)
            or (n < 0 and not self.apart(poly))
        ):
            raise Unknown("a power of what may be negative, or 0")
        value, shared, rest = factored(poly)
        if n.denominator > 1 and any(
            self.sign({((a, Fraction(1)),): Fraction(1)}) is None for a, _ in shared
        ):
            return self.atom("sum", poly, n)
        found = {
            tuple((atom, p * n) for atom, p in shared): value ** int(n) if n.denominator == 1 else 1
        }
        for prime, count in primes(value) if n.denominator > 1 else ():
            found = self.times(found, self.raised_number(prime, n * count))
        if rest == {(): -1}:
            return plus({}, found, -1)
        return found if rest == {(): 1} else self.times(found, self.atom("sum", rest, n))

    def raised_number(self, prime, n):
        """A power of a prime: its whole part, and a root."""
        root = (
            self.atom("sum", {(): Fraction(prime)}, n - n // 1)
            if n.denominator > 1
            else {(): Fraction(1)}
        )
        return self.times({(): Fraction(prime) ** int(n // 1)}, root)

    def logarithm(self, poly, vanishing=False):
        """The logarithm of what is shown to be positive, or with `vanishing` at least 0: of factors
        of that sign, primes and what is left."""

        def fits(part):
            return self.sign(part) == 1 or (vanishing and self.sign(part) == 0)

        if not fits(poly):
            raise Unknown("the logarithm of what may be 0")
        value, shared, rest = factored(poly)
        if not all(fits({((atom, Fraction(1)),): Fraction(1)}) for atom, _ in shared):
            return self.atom("log", poly)
        found = {}
        for prime, count in primes(value):
            found = plus(found, self.atom("log", {(): Fraction(prime)}), count)
        for atom, n in shared:
            base = self.sums.get(atom) or {((atom, Fraction(1)),): Fraction(1)}
            found = plus(found, self.exps.get(atom) or self.atom("log", base), n)
        return found if rest == {(): 1} else plus(found, self.atom("log", rest))

    def range_of(self, poly, ranges=None):
        """The sum of the ranges of the monomials, times what they share."""
        found, (_, shared, _) = ZERO, factored(poly) if len(poly) > 1 else (1, (), poly)
        ranges, without = ranges or self.atoms, tuple((atom, -n) for atom, n in shared)

        def of(monomial):
            return functools.reduce(
                operator.mul, (power(ranges[atom], num(n)) for atom, n in monomial), ONE
            )

        for monomial, value in poly.items():
            found += num(value) * of(joined(monomial, without))
        return found * of(shared)

    def apart(self, poly):
        """Whether a polynomial is certainly not 0."""
        return 1 in (self.sign(poly), self.sign(plus({}, poly, -1)))

    def is_zero(self, poly):
        """Whether a polynomial is 0 once its divisors are multiplied out."""
        for _ in range(12):
            low = {
                atom: n for monomial in poly for atom, n in monomial if n < 0 and atom in self.sums
            }
            for atom in low:
                n = -min(dict(m).get(atom, 0) for m in poly)
                poly = self.times(poly, {((atom, Fraction(math.ceil(n))),): Fraction(1)})
        return not poly

    def sign(self, poly):
        """1 for what is certainly more than 0, 0 for at least 0, None where neither is shown."""
        key = tuple(sorted(poly.items()))
        if key not in self.signs:
            self.signs[key] = None  # What rests on itself isn't shown.
            self.signs[key] = max((s for s in self.ways(poly) if s is not None), default=None)
        return self.signs[key]

    def ways(self, poly):
        """What shows the sign of a polynomial: its range, a fact and what is left, its factors."""

        def level(found):
            return 1 if found.sign == 1 else 0 if found.lo >= 0 else None

        with contextlib.suppress(Unknown):
            yield level(self.range_of(poly))
        for fact, strict in self.facts:
            for monomial in poly:
                if (ratio := poly[monomial] / fact[monomial] if monomial in fact else 0) > 0:
                    try:
                        left = level(self.range_of(plus(poly, fact, -ratio)))
                    except Unknown:
                        continue
                    yield None if left is None else max(left, int(strict))
        yield from map(level, self.shifted(poly))
        _, shared, rest = factored(poly) if len(poly) > 1 else (1, (), {})
        if shared:
            signs = [self.sign(part) for part in ({shared: Fraction(1)}, rest)]
            yield None if None in signs else min(signs)
        for atom, n in sorted({(a, n) for m in poly for a, n in m if n < 0 and a in self.sums}):
            for way in (1, -1):  # Divisors of known sign are multiplied out.
                if self.sign(plus({}, self.sums[atom], way)) == 1:
                    k = math.ceil(-n)
                    yield self.sign(self.times(poly, {((atom, Fraction(k)),): Fraction(way**k)}))

    def shifted(self, poly):
        """The range in the distances of atoms from their ends."""
        names = sorted({atom for monomial in poly for atom, _ in monomial})
        if len(names) > 4 or any(n < 0 or n.denominator > 1 for m in poly for _, n in m):
            return
        ends = [
            [None, *{e for e in (self.atoms[x].lo, self.atoms[x].hi) if e not in (INF, -INF)}]
            for x in names
        ]
        for chosen in itertools.product(*ends):
            moved, ranges = poly, dict(self.atoms)
            for name, end in zip(names, chosen, strict=True):
                if end is not None:
                    way = 1 if end == ranges[name].lo else -1
                    gap = ranges[name] - num(end)
                    ranges[name], moved = (
                        gap if way == 1 else -gap,
                        exchanged(moved, name, end, way),
                    )
            with contextlib.suppress(Unknown):
                yield self.range_of(moved, ranges)
