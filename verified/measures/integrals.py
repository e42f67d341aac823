"""Integrals over an interval of a real variable, of functions that are piecewise exponential sums.

An integrand is made of exponentials of multiples of the variable ε, of hockey-stick divergences at
it, and of sums, products, maxima and minima of these. Between its kinks it is Σ c e^(rε), which has
a closed form. A hockey-stick divergence Σ max(0, P(a) − e^ε Q(a)) has its kinks at the
log-likelihood ratios; where two curves cross under a maximum is found by halving.

`enclose` is rigorous: on each piece every maximum is decided in balls for the whole piece, or the
piece is halved, and on pieces too short to matter the values are bounded. `kinks` and `Expansion`
serve the float reading too, which integrates numerically between kinks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import arb, ctx, fmpq

from verified.numbers.balls import (
    Indeterminate,
    Scalar,
    Undefined,
    add,
    equal,
    exp,
    expm1,
    infinite,
    mul,
)
from verified.syntax.sorts import RealSort
from verified.syntax.terms import Bind, Cases, Op, Term, Var, free_variables

Value = Any

_MOST_PIECES = 20_000
_MOST_DOUBLINGS = 60


class NotExponential(ValueError):
    """The integrand is none that this module integrates."""


class _Undecided(Exception):
    """A maximum isn't one of its sides on the whole piece."""


@dataclass(frozen=True)
class Sum:
    """Σ c e^(rε), a tuple of (rate r, coefficient c) with distinct rates."""

    terms: tuple[tuple[Value, Value], ...]


def _same(one: Value, two: Value) -> bool:
    """Whether two rates are certainly equal (in a batch, for every instance)."""
    if isinstance(one, fmpq | arb) or isinstance(two, fmpq | arb):
        return equal(one, two) is True
    found = one == two
    return bool(found.all()) if hasattr(found, "all") else bool(found)


def _combined(one: Sum, two: Sum, plus: Callable[[Value, Value], Value]) -> Sum:
    """The sum of two sums, equal rates taken together."""
    found = list(one.terms)
    for rate, coefficient in two.terms:
        for place, (known, before) in enumerate(found):
            if _same(known, rate):
                found[place] = known, plus(before, coefficient)
                break
        else:
            found.append((rate, coefficient))
    return Sum(tuple(found))


class Expansion:
    """Writes a term as an exponential sum in a variable.

    Args:
        reading: evaluates what doesn't mention the variable.
        larger: the larger of two sums; without it a maximum is no exponential sum.
    """

    def __init__(
        self, reading: Any, var: Var, larger: Callable[[Sum, Sum], Sum] | None = None
    ) -> None:
        self.reading, self.xp, self.var, self.larger = reading, reading.xp, var, larger

    def constant(self, value: Value) -> Sum:
        """A sum that doesn't depend on the variable."""
        return Sum(((self.xp.constant(fmpq(0)), value),))

    def of(self, term: Term, env: Any) -> Sum:
        """The term as an exponential sum.

        Raises:
            NotExponential: it is none.
        """
        if self.var.name not in free_variables(term):
            return self.constant(self.reading.real(term, env))
        match term:
            case Op("exp", (inner,)):
                slope, rest = self.affine(inner, env)
                return Sum(((slope, self.xp.exp(rest)),))
            case Op("add", (left, right)):
                return self.plus(self.of(left, env), self.of(right, env))
            case Op("sub", (left, right)):
                return self.minus(self.of(left, env), self.of(right, env))
            case Op("neg", (inner,)):
                return self.scaled(self.of(inner, env), self.xp.constant(fmpq(-1)))
            case Op("mul", (left, right)):
                return self.product(self.of(left, env), self.of(right, env))
            case Op("div", (top, bottom)) if self.var.name not in free_variables(bottom):
                inverse = self.xp.div(self.xp.constant(fmpq(1)), self.reading.real(bottom, env))
                return self.scaled(self.of(top, env), inverse)
            case Op("maximum", (left, right)):
                return self.extreme(self.of(left, env), self.of(right, env), "max")
            case Op("minimum", (left, right)):
                return self.extreme(self.of(left, env), self.of(right, env), "min")
            case Op("hockey_stick", (p, q, order)):
                result = self.constant(self.xp.constant(fmpq(0)))
                for part in self.excesses(p, q, order, env):
                    nothing = self.constant(self.xp.constant(fmpq(0)))
                    result = self.plus(result, self.extreme(part, nothing, "max"))
                return result
            case Cases(test, then, otherwise) if self.var.name not in free_variables(test):
                held = self.reading.holds(test, env)
                if isinstance(held, bool):
                    return self.of(then if held else otherwise, env)
            case Bind("sum" | "max" | "min" as kind, _, _, body):
                parts = [self.of(body, inner) for inner in self.inner(term, env)]
                if not parts and kind != "sum":
                    return self.constant(self.reading.neutral(kind))
                result = parts[0] if parts else self.constant(self.xp.constant(fmpq(0)))
                for part in parts[1:]:
                    if kind == "sum":
                        result = self.plus(result, part)
                    else:
                        result = self.extreme(result, part, kind)
                return result
        raise NotExponential(f"{term} is no sum of exponentials of {self.var}")

    def inner(self, bind: Bind, env: Any) -> Iterator[Any]:
        """The environments of a binder over symbols, those that its guard lets through."""
        if bind.guard is not None and self.var.name in free_variables(bind.guard):
            raise NotExponential(f"the range of {bind} depends on {self.var}")
        for point in self.reading.points(bind.var.sort, env):
            inner = {**env, bind.var.name: point}
            held = True if bind.guard is None else self.reading.holds(bind.guard, inner)
            if not isinstance(held, bool):
                raise NotExponential(f"the guard of {bind} differs from point to point of a batch")
            if held:
                yield inner

    def excesses(self, p: Term, q: Term, order: Term, env: Any) -> Iterator[Sum]:
        """P(a) − e^order Q(a) for each symbol."""
        slope, rest = self.affine(order, env)
        first, second = self.laws(p, q, env)
        factor = self.xp.mul(self.xp.constant(fmpq(-1)), self.xp.exp(rest))
        for index in range(self.xp.shape(first, 1)[0]):
            have, other = (self.xp.take(law, -1, index) for law in (first, second))
            yield self.plus(self.constant(have), Sum(((slope, self.xp.mul(factor, other)),)))

    def laws(self, p: Term, q: Term, env: Any) -> tuple[Value, Value]:
        """The two laws of a divergence, which must not mention the variable."""
        if self.var.name in {**free_variables(p), **free_variables(q)}:
            raise NotExponential(f"{p} or {q} depends on {self.var}")
        return self.reading.term(p, env), self.reading.term(q, env)

    def affine(self, term: Term, env: Any) -> tuple[Value, Value]:
        """(slope, rest) of slope·ε + rest."""
        zero = self.xp.constant(fmpq(0))
        if self.var.name not in free_variables(term):
            return zero, self.reading.real(term, env)
        match term:
            case Var():
                return self.xp.constant(fmpq(1)), zero
            case Op("add" | "sub" as head, (left, right)):
                combine = self.xp.add if head == "add" else self.xp.sub
                one, two = self.affine(left, env), self.affine(right, env)
                return combine(one[0], two[0]), combine(one[1], two[1])
            case Op("neg", (inner,)):
                slope, rest = self.affine(inner, env)
                return self.xp.sub(zero, slope), self.xp.sub(zero, rest)
            case Op("mul", (left, right)):
                if self.var.name in free_variables(left):
                    left, right = right, left
                if self.var.name not in free_variables(left):
                    factor, (slope, rest) = self.reading.real(left, env), self.affine(right, env)
                    return self.xp.mul(factor, slope), self.xp.mul(factor, rest)
            case Op("div", (top, bottom)) if self.var.name not in free_variables(bottom):
                divisor, (slope, rest) = self.reading.real(bottom, env), self.affine(top, env)
                return self.xp.div(slope, divisor), self.xp.div(rest, divisor)
        raise NotExponential(f"{term} is no multiple of {self.var} and a constant")

    # --- arithmetic -------------------------------------------------------------------------------

    def plus(self, one: Sum, two: Sum) -> Sum:
        """The sum, equal rates taken together."""
        return _combined(one, two, self.xp.add)

    def scaled(self, one: Sum, factor: Value) -> Sum:
        """A multiple."""
        return Sum(tuple((rate, self.xp.mul(factor, c)) for rate, c in one.terms))

    def minus(self, one: Sum, two: Sum) -> Sum:
        """The difference."""
        return self.plus(one, self.scaled(two, self.xp.constant(fmpq(-1))))

    def product(self, one: Sum, two: Sum) -> Sum:
        """The product."""
        result = Sum(())
        for rate, coefficient in one.terms:
            parts = tuple(
                (self.xp.add(rate, other), self.xp.mul(coefficient, more))
                for other, more in two.terms
            )
            result = self.plus(result, Sum(parts))
        return result

    def extreme(self, one: Sum, two: Sum, kind: str) -> Sum:
        """The larger or the smaller of two sums."""
        if self.larger is None:
            raise NotExponential("a maximum is no exponential sum")
        if kind == "max":
            return self.larger(one, two)
        minus = self.xp.constant(fmpq(-1))
        return self.scaled(self.larger(self.scaled(one, minus), self.scaled(two, minus)), minus)


# --- kinks ----------------------------------------------------------------------------------------


def kinks(reading: Any, var: Var, term: Term, env: Any) -> Iterator[Value]:
    """Places at which the term may have a kink: all those within hockey-stick divergences and
    within maxima of two exponentials; where other curves cross is not among them."""
    plain = Expansion(reading, var)
    if var.name not in free_variables(term):
        return
    match term:
        case Op("hockey_stick", (p, q, order)):
            slope, rest = plain.affine(order, env)
            first, second = plain.laws(p, q, env)
            ratios = reading.xp.log_ratio(first, second)
            for index in range(reading.xp.shape(ratios, 1)[0]):
                ratio = reading.xp.take(ratios, -1, index)
                yield reading.xp.div(reading.xp.sub(ratio, rest), slope)
        case Op("maximum" | "minimum", (left, right)):
            yield from kinks(reading, var, left, env)
            yield from kinks(reading, var, right, env)
            try:
                difference = plain.minus(plain.of(left, env), plain.of(right, env))
            except NotExponential:
                return
            yield from _crossing(reading.xp, difference)
        case Op(_, args):
            for arg in args:
                yield from kinks(reading, var, arg, env)
        case Cases(_, then, otherwise):
            yield from kinks(reading, var, then, env)
            yield from kinks(reading, var, otherwise, env)
        case Bind("sum" | "max" | "min", _, _, body):
            for inner in plain.inner(term, env):
                yield from kinks(reading, var, body, inner)


def _crossing(xp: Any, difference: Sum) -> Iterator[Value]:
    """Where c e^(rε) + d e^(sε) is 0, if it is anywhere."""
    if len(difference.terms) != 2:
        return
    (rate, c), (other, d) = difference.terms
    try:
        ratio = xp.log_ratio(c, xp.sub(xp.constant(fmpq(0)), d))
        yield xp.div(ratio, xp.sub(other, rate))
    except (Undefined, Indeterminate):
        return


# --- enclosures -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Piece:
    """An interval, `high` None for ∞; on a `tiny` one values are only bounded. The first and the
    last end are the domain's, as balls; where two pieces meet the end is exact."""

    low: arb
    high: arb | None
    tiny: bool = False


def enclose(reading: Any, bind: Bind, env: Any) -> Scalar:
    """The integral in balls: a ball around it, or ±∞.

    Raises:
        Indeterminate: the precision doesn't tell.
        NotExponential: the integrand is none that this module integrates.
    """
    var, domain = bind.var, bind.var.of
    assert isinstance(domain, RealSort)
    assert domain.low is not None
    pieces, scale = _start(list(kinks(reading, var, bind.body, env)), domain)
    tiny = scale * arb(2) ** (-ctx.prec // 2)
    result: Scalar = fmpq(0)
    doublings = 0
    for _ in range(_MOST_PIECES):
        if not pieces:
            return result
        piece = pieces.pop()
        expansion = Expansion(reading, var, partial(_larger, piece))
        try:
            body = expansion.of(bind.body, env)
        except _Undecided:
            if piece.high is None:
                doublings += 1
                if doublings > _MOST_DOUBLINGS:
                    raise Indeterminate("where the integrand's tail begins") from None
            pieces.extend(_halves(piece, scale, tiny))
            continue
        result = add(result, _integral(body, piece))
    raise Indeterminate(f"the integrand has more than {_MOST_PIECES} pieces")


def _start(places: list[Scalar], domain: RealSort) -> tuple[list[_Piece], arb]:
    """The first pieces, which cover the interval: between kinks, and tiny ones around them."""
    assert domain.low is not None
    low = arb(domain.low)
    high = None if domain.high is None else arb(domain.high)
    inside = [arb(p) for p in places if not infinite(p) and p > low]
    inside = [p for p in inside if high is None or p < high]
    scale = (low.abs_upper() if high is None else (high - low).abs_upper()) if not inside else (
        max((p - low for p in inside), key=float).abs_upper()
    )
    if not scale > 0:
        scale = arb(1)
    pad = arb(2) ** (8 - ctx.prec)
    ends = sorted(
        ((p - pad * p.abs_upper()).lower(), (p + pad * p.abs_upper()).upper()) for p in inside
    )
    # Pieces lie end to end from one end of the domain to the other: one that reached beyond would
    # count for more than the integral.
    pieces, at = [], low
    for left, right in ends:
        if left > at:
            pieces.append(_Piece(at, left))
            at = left
        if high is not None and not right < high:
            right = high
        if right > at:
            pieces.append(_Piece(at, right, tiny=True))
            at = right
    if high is None or not at >= high:
        pieces.append(_Piece(at, high))
    return pieces, scale


def _halves(piece: _Piece, scale: arb, tiny: arb) -> list[_Piece]:
    if piece.high is None:
        middle = (piece.low * 2 + scale).mid()
        return [_Piece(piece.low, middle), _Piece(middle, None)]
    width = piece.high - piece.low
    if width <= tiny:
        return [_Piece(piece.low, piece.high, tiny=True)]
    middle = ((piece.low + piece.high) / 2).mid()
    return [_Piece(piece.low, middle), _Piece(middle, piece.high)]


def _larger(piece: _Piece, one: Sum, two: Sum) -> Sum:
    """The larger of two sums on a whole piece; on a tiny piece a ball around it."""
    opposite = Sum(tuple((rate, -coefficient) for rate, coefficient in two.terms))
    low, high = _range(_combined(one, opposite, add), piece)
    if low >= 0:
        return one
    if high <= 0:
        return two
    if not piece.tiny:
        raise _Undecided
    (a, b), (c, d) = _range(one, piece), _range(two, piece)
    return Sum(((fmpq(0), a.max(c).union(b.max(d))),))


def _range(value: Sum, piece: _Piece) -> tuple[arb, arb]:
    """Ends between which the sum lies on the piece: each of its terms is monotone."""
    low = high = arb(0)
    for rate, coefficient in value.terms:
        ends = [_at(rate, coefficient, piece.low), _at(rate, coefficient, piece.high)]
        lows, highs = [end.lower() for end in ends], [end.upper() for end in ends]
        low, high = low + lows[0].min(lows[1]), high + highs[0].max(highs[1])
    return low.lower(), high.upper()


def _at(rate: Scalar, coefficient: Scalar, place: arb | None) -> arb:
    """c e^(rx) at a place, or its limit at ∞."""
    if isinstance(coefficient, fmpq) and coefficient == 0:
        return arb(0)
    if place is not None:
        return arb(mul(coefficient, exp(mul(rate, place))))
    if rate < 0:
        return arb(0)
    if isinstance(rate, fmpq) and rate == 0:
        return arb(coefficient)
    if rate > 0 and coefficient > 0:
        return arb("inf")
    if rate > 0 and coefficient < 0:
        return -arb("inf")
    raise Indeterminate("the tail of an integrand may grow or fall")


def _integral(value: Sum, piece: _Piece) -> Scalar:
    """∫ Σ c e^(rx) over a piece."""
    result: Scalar = fmpq(0)
    endless = []
    for rate, coefficient in value.terms:
        if isinstance(coefficient, fmpq) and coefficient == 0:
            continue
        if piece.high is None and not rate < 0:
            endless.append((rate, coefficient))
        elif piece.high is None:
            result = add(result, mul(coefficient, exp(mul(rate, piece.low)) / -rate))
        elif isinstance(rate, fmpq) and rate == 0:
            result = add(result, mul(coefficient, piece.high - piece.low))
        else:
            if not (rate > 0 or rate < 0):
                raise Indeterminate("whether an exponent is constant")
            grown = expm1(mul(rate, piece.high - piece.low)) / rate
            result = add(result, mul(coefficient, mul(exp(mul(rate, piece.low)), grown)))
    if not endless:
        return result
    signs = {1 if c > 0 else -1 if c < 0 else 0 for _, c in endless}
    if signs == {1} or signs == {-1}:
        if any(not rate >= 0 for rate, _ in endless):
            raise Indeterminate("whether the tail of an integrand decays")
        return arb("inf") if signs == {1} else -arb("inf")
    raise Indeterminate("the tail of an integrand has parts of both signs")
