"""Limits of scalar terms in one variable at an end where they may be undefined, such as 0/0.

Near the end, with x = a ± t and t → 0+, a term is written as a sum of c_k t^k up to a remainder
O(t^p |ln t|^m), where each c_k is a polynomial over Q in ln t and in logarithms of primes. All
coefficients are exact, so a limit of 0 is certain.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz

from verified.kernel.values import Rejected
from verified.syntax.terms import Number, Op, Term, Var

ORDER = 12
PRIMES = (2, 3, 5, 7, 11, 13)
RING = fmpq_mpoly_ctx.get(["t", *(f"l{prime}" for prime in PRIMES)], "lex")
LOGARITHM, *PRIME_LOGARITHMS = RING.gens()
LARGEST_POWER = 32


@dataclass(frozen=True)
class Germ:
    """Σ coefficients[k] t^(valuation + k) + O(t^precision |ln t|^m); the first isn't 0."""

    valuation: int
    coefficients: tuple[fmpq_mpoly, ...]

    @property
    def precision(self) -> int:
        """The exponent of the remainder."""
        return self.valuation + len(self.coefficients)

    def at(self, power: int) -> fmpq_mpoly:
        """The coefficient of a power below the precision."""
        if power < self.valuation:
            return RING.constant(0)
        return self.coefficients[power - self.valuation]


def _germ(valuation: int, coefficients: list[fmpq_mpoly]) -> Germ:
    start = 0
    while start < len(coefficients) and coefficients[start].is_zero():
        start += 1
    return Germ(valuation + start, tuple(coefficients[start : start + ORDER]))


def _constant(value: fmpq_mpoly) -> Germ:
    return _germ(0, [value] + [RING.constant(0)] * (ORDER - 1))


def _add(a: Germ, b: Germ) -> Germ:
    low, end = min(a.valuation, b.valuation), min(a.precision, b.precision)
    return _germ(low, [a.at(power) + b.at(power) for power in range(low, end)])


def _scale(a: Germ, factor: fmpq | int) -> Germ:
    return _germ(a.valuation, [c * factor for c in a.coefficients])


def _mul(a: Germ, b: Germ) -> Germ:
    low = a.valuation + b.valuation
    count = min(len(a.coefficients), len(b.coefficients))
    result = []
    for k in range(count):
        total = RING.constant(0)
        for i in range(k + 1):
            total = total + a.coefficients[i] * b.coefficients[k - i]
        result.append(total)
    return _germ(low, result)


def _lead(a: Germ, what: str) -> fmpq:
    """The first coefficient, which must be a rational number."""
    if not a.coefficients:
        raise Rejected(f"{what} of what is 0 to order {ORDER}")
    if not a.coefficients[0].is_constant():
        raise Rejected(f"{what} of a term whose first coefficient isn't rational")
    return a.coefficients[0].leading_coefficient()


def _tail(a: Germ) -> Germ:
    """u, for a = c t^v (1 + u) with rational c."""
    scaled = [c * (1 / a.coefficients[0].leading_coefficient()) for c in a.coefficients]
    scaled[0] = RING.constant(0)
    return _germ(0, scaled)


def _compose(u: Germ, series: list[fmpq]) -> Germ:
    """Σ series[k] u^k for u → 0."""
    if u.valuation < 1:
        raise Rejected("a power series of what doesn't vanish")
    result = _constant(RING.constant(series[-1]))
    for value in reversed(series[:-1]):
        result = _add(_mul(result, u), _constant(RING.constant(value)))
    # u known to O(t^p) leaves the sum at that; terms beyond the last are O(u^ORDER).
    if result.precision > u.precision:
        kept = max(0, u.precision - result.valuation)
        result = _germ(result.valuation, list(result.coefficients[:kept]))
    return result


def _inverse(a: Germ) -> Germ:
    lead = _lead(a, "an inverse")
    found = _compose(_tail(a), [fmpq((-1) ** k) for k in range(ORDER)])
    return _scale(Germ(found.valuation - a.valuation, found.coefficients), 1 / lead)


def _log(a: Germ) -> Germ:
    lead = _lead(a, "a logarithm")
    if not lead > 0:
        raise Rejected("the logarithm of what is negative near the end")
    series = [fmpq(0)] + [fmpq((-1) ** (k + 1), k) for k in range(1, ORDER)]
    constant = LOGARITHM * a.valuation + _prime_logarithms(lead)
    return _add(_compose(_tail(a), series), _constant(constant))


def _prime_logarithms(value: fmpq) -> fmpq_mpoly:
    result = RING.constant(0)
    for whole, sign in ((fmpz(value.p), 1), (fmpz(value.q), -1)):
        if whole.bit_length() > 64:
            raise Rejected(f"the logarithm of {value} isn't split into primes")
        for prime, power in whole.factor():
            if prime not in PRIMES:
                raise Rejected(f"the logarithm of {prime} in a limit")
            result = result + PRIME_LOGARITHMS[PRIMES.index(int(prime))] * (sign * int(power))
    return result


def _nothing() -> Germ:
    """What vanishes faster than every power of t, as far as an expansion tells."""
    return Germ(ORDER, ())


def _exp(a: Germ) -> Germ:
    if a.valuation < 0 and a.coefficients and _lead(a, "an exponential") < 0:
        # e^(−c/t^k) with c > 0 and k ≥ 1.
        return _nothing()
    if a.valuation < 0 or a.precision < 1:
        raise Rejected("the exponential of what isn't bounded near the end")
    value = _constant(RING.constant(1))
    for exponents, factor in a.at(0).terms():
        # e^(n ln t) = t^n and e^(n ln p) = p^n; other constants have no rational exponential.
        if sum(exponents) != 1 or factor.q != 1 or abs(factor.p) > LARGEST_POWER:
            raise Rejected("an exponential with a constant that isn't rational")
        place, power = exponents.index(1), int(factor.p)
        if place == 0:
            value = Germ(value.valuation + power, value.coefficients)
        else:
            value = _scale(value, fmpq(PRIMES[place - 1]) ** power)
    rest = _add(a, _constant(-a.at(0)))
    series, factorial = [], fmpq(1)
    for k in range(ORDER):
        factorial = factorial * (k or 1)
        series.append(1 / factorial)
    return _mul(value, _compose(rest, series))


def _normal_cdf(a: Germ) -> Germ:
    if a.valuation > 0:
        # Φ(a) = 1/2 + O(a); the slope isn't rational.
        rest = [RING.constant(0)] * (min(a.valuation, ORDER) - 1)
        return _germ(0, [RING.constant(fmpq(1, 2)), *rest])
    if a.valuation < 0 and a.coefficients:
        # 1 − Φ(u) ≤ e^(−u²/2)/2 for u ≥ 0: faster than every power.
        below = _lead(a, "the normal distribution function") < 0
        return _nothing() if below else _add(_constant(RING.constant(1)), _nothing())
    raise Rejected("the normal distribution function of what has another limit than 0")


def _power(a: Germ, n: int) -> Germ:
    if abs(n) > LARGEST_POWER:
        raise Rejected(f"the power {n} is beyond {LARGEST_POWER} in a limit")
    base, result = (a if n >= 0 else _inverse(a)), _constant(RING.constant(1))
    for _ in range(abs(n)):
        result = _mul(result, base)
    return result


def germ(term: Term, variable: str, at: fmpq, side: int) -> Germ:
    """The expansion of a term in one variable, x = at + side·t.

    Raises:
        Rejected: it has none of this form.
    """

    def read(part: Term) -> Germ:
        match part:
            case Number(value) if value is not None:
                return _constant(RING.constant(value))
            case Var(name) if name == variable:
                rest = [RING.constant(0)] * (ORDER - 2)
                return _germ(0, [RING.constant(at), RING.constant(side), *rest])
            case Op("add", (a, b)):
                return _add(read(a), read(b))
            case Op("sub", (a, b)):
                return _add(read(a), _scale(read(b), -1))
            case Op("neg", (a,)):
                return _scale(read(a), -1)
            case Op("mul", (a, b)):
                return _mul(read(a), read(b))
            case Op("div", (a, b)):
                return _mul(read(a), _inverse(read(b)))
            case Op("pow", (a, Number(n))) if n is not None and n.q == 1:
                return _power(read(a), int(n.p))
            case Op("exp", (a,)):
                return _exp(read(a))
            case Op("log", (a,)):
                return _log(read(a))
            case Op("normal_cdf", (a,)):
                return _normal_cdf(read(a))
            case Op("binary_entropy", (a,)):
                one = read(a)
                two = _add(_constant(RING.constant(1)), _scale(one, -1))
                total = _add(_mul(one, _log(one)), _mul(two, _log(two)))
                return _scale(total, -1)
        raise Rejected(f"{part} has no expansion at {at}")

    return read(term)


def limit_sign(term: Term, variable: str, at: fmpq, side: int) -> int:
    """The sign of the limit of a term at a number: 1, 0 or −1.

    Args:
        side: 1 from above, −1 from below.

    Raises:
        Rejected: the expansion doesn't tell, or there's no finite limit.
    """
    found = germ(term, variable, at, side)
    if found.valuation < 0 or found.precision < 1:
        raise Rejected(f"{term} has no limit that the expansion at {at} tells")
    value = found.at(0)
    if value.is_zero():
        return 0
    total = arb(0)
    for exponents, coefficient in value.terms():
        if exponents[0]:
            raise Rejected(f"{term} runs to infinity at {at}")
        piece = arb(coefficient)
        for prime, power in zip(PRIMES, exponents[1:], strict=True):
            piece = piece * arb(prime).log() ** int(power)
        total = total + piece
    if total > 0:
        return 1
    if total < 0:
        return -1
    raise Rejected(f"the limit of {term} at {at} may be 0")
