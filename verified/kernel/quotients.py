"""Scalar terms as quotients of polynomials over Q, to prove identities and find signs on a box.

The generators are variables, exponentials of monomials, logarithms of irreducible polynomials of
known sign, and closed terms (a root, an absolute value of unknown sign). Two terms that are both
defined at a point and have one normal form are equal there. The generators need not be independent
for that: a missed identity costs a proof, never truth. Rules such as ln(ab) = ln a + ln b are
used only where the signs of a and b on the box are proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flint import arb, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz

from verified.kernel.calculus import ONE, over, times
from verified.kernel.ranges import (
    INFINITY,
    Interval,
    Program,
    _add,
    _mul,
    _whole_power,
    exact,
    is_negative,
    is_positive,
    number_range,
)
from verified.kernel.values import Rejected
from verified.syntax.terms import REAL, Number, Op, Term, Var

SLOTS = 24
LARGEST_POWER = 64
# Integers up to this many bits are split into primes under a logarithm.
FACTORED_BITS = 64
RING = fmpq_mpoly_ctx.get([f"g{place}" for place in range(SLOTS)], "lex")
GENERATORS = RING.gens()
Polynomial = fmpq_mpoly
Quotient = tuple[Polynomial, Polynomial]
EVERYTHING = Interval(-INFINITY, INFINITY, True, True)


class _Rescaled(Exception):
    """An exponential with a finer exponent than before was met: start again."""


def constant(value: fmpq | int) -> Polynomial:
    """A rational number as a polynomial."""
    return RING.constant(value)


def is_number(poly: Polynomial) -> bool:
    """Whether no generator occurs."""
    return bool(poly.is_constant())


def number_of(poly: Polynomial) -> fmpq:
    """The value of a constant polynomial."""
    return fmpq(0) if poly.is_zero() else poly.leading_coefficient()


class Quotients:
    """Normal forms on a region.

    Args:
        box: the range of each variable.
        facts: (term, strict) for terms that are >= 0, or > 0, on the region; polynomials in the
            variables are used, others ignored.
    """

    def __init__(
        self, box: Mapping[str, Interval], facts: Sequence[tuple[Term, bool]] = ()
    ) -> None:
        self.box = box
        self.facts = [(term, strict) for term, strict in facts if is_polynomial(term)]
        self.scales: dict[Term, int] = {}
        self._restart()

    def _restart(self) -> None:
        self.terms: list[Term] = []
        self.ranges: list[Interval] = []
        self.places: dict[Term, int] = {}
        self._forms: dict[Term, Quotient] = {}
        self._signs: dict[tuple[str, bool], int | None] = {}
        self._known: dict[str, tuple[int, bool]] = {}
        self._facts: list[tuple[Polynomial, bool]] = []
        for term, strict in self.facts:
            self._learn(self._form(term), strict)

    def _learn(self, fact: Quotient, strict: bool) -> None:
        """Note the sign of a polynomial, up to a positive factor."""
        top, bottom = fact
        if not top.is_zero():
            key, sign = _scaled(top * number_of(bottom))
            held = self._known.get(key, (sign, False))
            self._known[key] = (sign, strict or held[1])
            self._facts.append((top * number_of(bottom), strict))

    # --- reading ----------------------------------------------------------------------------------

    def form(self, *terms: Term) -> list[Quotient]:
        """The quotients of several terms, in one set of generators.

        Raises:
            Rejected: too many generators, a power that is too high, or a division by what is 0.
        """
        for _ in range(SLOTS):
            try:
                return [self._form(term) for term in terms]
            except _Rescaled:
                self._restart()
        raise Rejected("the exponents of the exponentials have no common scale")

    def same(self, left: Term, right: Term) -> bool:
        """Whether the terms are equal wherever both are defined on the box."""
        (a, b), (c, d) = self.form(left, right)
        return bool(a * d == b * c)

    def generator(self, term: Term) -> Polynomial:
        """The generator that stands for a term."""
        place = self.places.get(term)
        if place is None:
            place = len(self.terms)
            if place >= SLOTS:
                raise Rejected(f"an identity with more than {SLOTS} generators")
            try:
                found = Program(term).run(self.box)
            except Rejected:
                found = EVERYTHING
            self.places[term] = place
            self.terms.append(term)
            self.ranges.append(found)
        return GENERATORS[place]

    def _form(self, term: Term) -> Quotient:
        known = self._forms.get(term)
        if known is None:
            known = self._forms[term] = _lowest(*self._read(term))
        return known

    def _read(self, term: Term) -> Quotient:
        match term:
            case Number(value) if value is not None:
                return constant(value), constant(1)
            case Var():
                return self.generator(term), constant(1)
            case Op("add" | "sub" as head, (left, right)):
                (a, b), (c, d) = self._form(left), self._form(right)
                return (a * d + c * b if head == "add" else a * d - c * b), b * d
            case Op("neg", (inner,)):
                a, b = self._form(inner)
                return -a, b
            case Op("mul", (left, right)):
                (a, b), (c, d) = self._form(left), self._form(right)
                return a * c, b * d
            case Op("div", (left, right)):
                (a, b), (c, d) = self._form(left), self._form(right)
                return a * d, b * c
            case Op("pow", (Op("sqrt", (inner,)), Number(n))) if n == 2:
                return self._form(inner)
            case Op("pow", (base, Number(n))) if n is not None and n.q == 1:
                return _power(self._form(base), int(n.p))
            case Op("pow", (base, exponent)):
                return self._exponential(times(exponent, Op("log", (base,), REAL)))
            case Op("exp", (inner,)):
                return self._exponential(inner)
            case Op("log", (inner,)):
                return self._logarithm(*self._form(inner))
            case Op("binary_entropy", (inner,)):
                return self._entropy(*self._form(inner))
            case Op("normal_cdf", (inner,)):
                return self._normal_cdf(*self._form(inner))
            case Op("pi", ()):
                return self.generator(term), constant(1)
            case Op("abs", (inner,)):
                return self._chosen("abs", self._form(inner), None)
            case Op("minimum" | "maximum" as head, (left, right)):
                return self._chosen(head, self._form(left), self._form(right))
            case Op("sqrt" | "binary_entropy_inverse" as head, (inner,)):
                closed = Op(head, (self.term(*self._form(inner)),), REAL)
                return self.generator(closed), constant(1)
        raise Rejected(f"{term} has no normal form")

    def _chosen(self, head: str, one: Quotient, two: Quotient | None) -> Quotient:
        """|a|, min or max: one of the two values where the sign is known, else closed."""
        (a, b) = one
        (c, d) = (-a, b) if two is None else two
        sign = self.quotient_sign(a * d - c * b, b * d)
        if sign is None:
            parts = (self.term(a, b),) if two is None else (self.term(a, b), self.term(c, d))
            return self.generator(Op(head, parts, REAL)), constant(1)
        return one if (sign > 0) != (head == "minimum") else (c, d)

    def _exponential(self, inner: Term) -> Quotient:
        top, bottom = self._form(inner)
        if len(bottom) != 1:
            return self.generator(Op("exp", (self.term(top, bottom),), REAL)), constant(1)
        result: Quotient = constant(1), constant(1)
        for exponents, coefficient in top.terms():
            above, below = _lowest(self._monomial(exponents), bottom)
            lead = above.leading_coefficient()
            piece = above * (1 / lead), below
            result = _product(result, self._power_of(piece, coefficient * lead))
        return result

    def _power_of(self, monomial: Quotient, factor: fmpq) -> Quotient:
        """exp(factor · monomial), for a quotient of monomials."""
        written = self.term(*monomial)
        if isinstance(written, Op) and written.head == "log" and factor.q == 1:
            return _power(self._form(written.args[0]), int(factor.p))
        scale = self.scales.get(written, 1)
        if scale % int(factor.q) != 0:
            self.scales[written] = scale * int(factor.q)
            raise _Rescaled
        inner = times(Number(fmpq(1, scale)), written)
        generator = self.generator(Op("exp", (inner,), REAL)), constant(1)
        return _power(generator, int((factor * scale).p))

    def _logarithm(self, top: Polynomial, bottom: Polynomial) -> Quotient:
        """ln(top/bottom) by the signs of the factors; closed where one is unknown."""
        parts = _factors(top, 1) + _factors(bottom, -1)
        result: Quotient = constant(0), constant(1)
        for factor, power in parts:
            sign = self.sign(factor)
            if sign is None:
                closed = Op("log", (self.term(top, bottom),), REAL)
                return self.generator(closed), constant(1)
            piece = self._factor_logarithm(factor * sign)
            result = _sum(result, (piece[0] * power, piece[1]))
        return result

    def _factor_logarithm(self, factor: Polynomial) -> Quotient:
        """ln of a positive irreducible polynomial or of a positive number."""
        if is_number(factor):
            return self._number_logarithm(number_of(factor))
        written = self.term(factor, constant(1))
        if isinstance(written, Op) and written.head == "exp":
            return self._form(written.args[0])
        return self.generator(Op("log", (written,), REAL)), constant(1)

    def _number_logarithm(self, value: fmpq) -> Quotient:
        result = constant(0)
        for whole, sign in ((fmpz(value.p), 1), (fmpz(value.q), -1)):
            small = whole.bit_length() <= FACTORED_BITS
            for prime, power in whole.factor() if small else [(whole, 1)]:
                if prime != 1:
                    closed = Op("log", (Number(fmpq(prime)),), REAL)
                    result = result + sign * int(power) * self.generator(closed)
        return result, constant(1)

    def _entropy(self, top: Polynomial, bottom: Polynomial) -> Quotient:
        """h of a quotient: written out where it is inside (0, 1), else closed."""
        rest = bottom - top
        if top.is_zero() or rest.is_zero():
            return constant(0), constant(1)
        if self.quotient_sign(top, bottom) == 1 and self.quotient_sign(rest, bottom) == 1:
            one = _product((-top, bottom), self._logarithm(*_lowest(top, bottom)))
            two = _product((-rest, bottom), self._logarithm(*_lowest(rest, bottom)))
            return _sum(one, two)
        # h(u) = h(1 − u): one of the two arguments stands for both.
        inner = min(self.term(top, bottom), self.term(rest, bottom), key=str)
        return self.generator(Op("binary_entropy", (inner,), REAL)), constant(1)

    def _normal_cdf(self, top: Polynomial, bottom: Polynomial) -> Quotient:
        """Φ of a quotient, closed: Φ(−u) = 1 − Φ(u), so that one of ±u stands for both."""
        if top.is_zero():
            return constant(fmpq(1, 2)), constant(1)
        turned = top.leading_coefficient() < 0
        inner = self.term(-top if turned else top, bottom)
        value = self.generator(Op("normal_cdf", (inner,), REAL))
        return constant(1) - value if turned else value, constant(1)

    # --- signs ------------------------------------------------------------------------------------

    def quotient_sign(
        self, top: Polynomial, bottom: Polynomial, weak: bool = False
    ) -> int | None:
        """1 or −1 where top/bottom certainly has this sign (`weak`: or is 0), else None."""
        one, two = self.sign(top, weak), self.sign(bottom)
        return None if one is None or two is None else one * two

    def sign(self, poly: Polynomial, weak: bool = False) -> int | None:
        """1 if the polynomial is positive on the whole region, −1 if negative, None if unknown.

        With `weak`, 1 if it is at least 0 and −1 if it is at most 0.
        """
        if poly.is_zero():
            return 1 if weak else None
        key = str(poly), weak
        if key not in self._signs:
            self._signs[key] = self._sign(poly, weak)
        return self._signs[key]

    def _sign(self, poly: Polynomial, weak: bool) -> int | None:
        if is_number(poly):
            return 1 if number_of(poly) > 0 else -1
        written, sign = _scaled(poly)
        known = self._known.get(written)
        if known is not None and (weak or known[1]):
            return known[0] * sign
        found = _interval_sign(_range(poly, self.ranges), weak)
        if found is None:
            found = _interval_sign(_range(*self._shifted(poly)), weak)
        if found is None:
            content, factors = poly.factor()
            if len(factors) > 1 or factors[0][1] > 1:
                found = 1 if content > 0 else -1
                for factor, power in factors:
                    if weak and power % 2 == 0:
                        continue
                    part = self.sign(factor, weak)
                    if part is None:
                        return None
                    found = found * part ** int(power)
        return self._with_a_fact(poly, weak) if found is None else found

    def _with_a_fact(self, poly: Polynomial, weak: bool) -> int | None:
        """The sign of a multiple of a fact plus a polynomial of the same sign."""
        for fact, strict in self._facts:
            coefficients = fact.to_dict()
            for exponents, coefficient in poly.terms():
                if exponents not in coefficients:
                    continue
                factor = coefficient / coefficients[exponents]
                rest = poly - fact * factor
                sign = 1 if factor > 0 else -1
                found = _range(rest, self.ranges)
                if _interval_sign(found, weak or strict) == sign or (
                    rest.is_zero() and (weak or strict)
                ):
                    return sign
        return None

    def _shifted(self, poly: Polynomial) -> tuple[Polynomial, list[Interval]]:
        """The polynomial in the distances of its generators from a finite end of their range."""
        images, ranges = list(GENERATORS), list(self.ranges)
        used = poly.degrees()
        for place, found in enumerate(self.ranges):
            low, high = exact(found.low), exact(found.high)
            if not used[place] or (low is None and high is None):
                continue
            if low is not None:
                images[place] = GENERATORS[place] + low
                ranges[place] = _add(found, number_range(-low))
            elif high is not None:
                images[place] = high - GENERATORS[place]
                ranges[place] = _add(number_range(high), _flip(found))
        return poly.compose(*images), ranges

    # --- writing ----------------------------------------------------------------------------------

    def _monomial(self, exponents: tuple[int, ...]) -> Polynomial:
        return RING.from_dict({tuple(exponents): fmpq(1)})

    def term(self, top: Polynomial, bottom: Polynomial) -> Term:
        """A term with the value top/bottom."""
        return over(self.polynomial_term(top), self.polynomial_term(bottom))

    def polynomial_term(self, poly: Polynomial) -> Term:
        """A term with the value of a polynomial."""
        result: Term | None = None
        for exponents, coefficient in poly.terms():
            piece: Term = ONE
            for place, power in enumerate(exponents):
                if power:
                    base = self.terms[place]
                    whole = Number(fmpq(int(power)))
                    piece = times(piece, base if power == 1 else Op("pow", (base, whole), REAL))
            size = abs(coefficient) if result is not None else coefficient
            piece = times(Number(size), piece)
            if result is None:
                result = piece
            else:
                result = Op("add" if coefficient > 0 else "sub", (result, piece), REAL)
        return Number(fmpq(0)) if result is None else result


def narrowed_range(quotients: Quotients, term: Term, found: Interval) -> Interval:
    """A term's range, cut at 0 and at 1 where its normal form tells on which side it is."""
    ((top, bottom),) = quotients.form(term)
    if top.is_zero():
        return Interval(arb(0), arb(0))
    for weak in (True, False):
        sign = quotients.quotient_sign(top, bottom, weak)
        if sign == 1 and (found.low < 0 or (not weak and found.low == 0)):
            found = found._replace(low=arb(0), low_open=not weak)
        if sign == -1 and (found.high > 0 or (not weak and found.high == 0)):
            found = found._replace(high=arb(0), high_open=not weak)
        if (found.high > 1 or (not weak and found.high == 1)) and quotients.quotient_sign(
            bottom - top, bottom, weak
        ) == 1:
            found = found._replace(high=arb(1), high_open=not weak)
    return found


def refiner(quotients: Quotients) -> Callable[[Term, Interval], Interval]:
    """`narrowed_range` on one region."""
    return lambda term, found: narrowed_range(quotients, term, found)


# --- polynomials ----------------------------------------------------------------------------------


def _lowest(top: Polynomial, bottom: Polynomial) -> Quotient:
    """A quotient in lowest terms, its denominator's leading coefficient 1."""
    if bottom.is_zero():
        raise Rejected("a division by what is 0")
    if top.is_zero():
        return top, constant(1)
    common = top.gcd(bottom)
    top, bottom = top // common, bottom // common
    lead = bottom.leading_coefficient()
    return top * (1 / lead), bottom * (1 / lead)


def _product(one: Quotient, two: Quotient) -> Quotient:
    return _lowest(one[0] * two[0], one[1] * two[1])


def _sum(one: Quotient, two: Quotient) -> Quotient:
    return _lowest(one[0] * two[1] + two[0] * one[1], one[1] * two[1])


def _power(base: Quotient, n: int) -> Quotient:
    if abs(n) > LARGEST_POWER:
        raise Rejected(f"the power {n} is beyond {LARGEST_POWER} in an identity")
    top, bottom = base
    return (top**n, bottom**n) if n >= 0 else (bottom**-n, top**-n)


def _factors(poly: Polynomial, sign: int) -> list[tuple[Polynomial, int]]:
    if poly.is_zero():
        raise Rejected("the logarithm of what is 0")
    content, factors = poly.factor()
    return [(constant(content), sign)] + [(factor, sign * int(n)) for factor, n in factors]


def _flip(a: Interval) -> Interval:
    return Interval(-a.high, -a.low, a.high_open, a.low_open)


def _range(poly: Polynomial, ranges: list[Interval]) -> Interval:
    """The sum of the monomials' ranges."""
    result = Interval(arb(0), arb(0))
    for exponents, coefficient in poly.terms():
        piece = number_range(coefficient)
        for place, power in enumerate(exponents):
            if power:
                piece = _mul(piece, _whole_power(ranges[place], int(power)))
        result = _add(result, piece)
    return result


def _scaled(poly: Polynomial) -> tuple[str, int]:
    """A text shared by all multiples of a polynomial, and the sign of the multiple."""
    lead = poly.leading_coefficient()
    return str(poly * (1 / lead)), 1 if lead > 0 else -1


def is_polynomial(term: Term) -> bool:
    """Whether a term is made of numbers and variables by +, −, · and whole powers alone, or by
    division by a number: it is defined everywhere."""
    match term:
        case Number(value):
            return value is not None
        case Var():
            return True
        case Op("add" | "sub" | "mul" | "neg", args):
            return all(is_polynomial(arg) for arg in args)
        case Op("div", (top, Number(value))):
            return bool(value is not None and value != 0) and is_polynomial(top)
        case Op("pow", (base, Number(n))):
            whole = n is not None and n.q == 1 and 0 <= n <= LARGEST_POWER
            return bool(whole) and is_polynomial(base)
    return False


def _interval_sign(found: Interval, weak: bool = False) -> int | None:
    if weak and (found.low >= 0 or found.high <= 0):
        return 1 if found.low >= 0 else -1
    return 1 if is_positive(found) else -1 if is_negative(found) else None
