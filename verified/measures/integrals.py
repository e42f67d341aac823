"""Integrals over an interval of a real variable, of functions that are piecewise exponential sums.

An integrand is made of the variable ε, of exponentials of quadratic polynomials in it, of Laplace
and Gaussian densities, hockey-stick divergences at it, and of sums, products, absolute values,
maxima and minima of these. Between its kinks it is Σ c ε^k e^(aε² + rε) with a ≤ 0, which has a
closed form. A hockey-stick divergence Σ max(0, P(a) − e^ε Q(a)) has its kinks at the log-likelihood
ratios; where two curves cross under a maximum is found by halving.

`enclose` is rigorous: on each piece every maximum is decided in balls for the whole piece, or the
piece is halved, and on pieces too short, and tails too thin, to matter the values are bounded.
`kinks` and `Expansion` serve the float reading too, which integrates numerically between kinks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Any

from flint import arb, ctx, fmpq

from verified.numbers.balls import (
    Indeterminate,
    Scalar,
    Undefined,
    add,
    exp,
    expm1,
    infinite,
    mul,
)
from verified.numbers.limits import check_time
from verified.numbers.line import GAUSSIAN, LAPLACE
from verified.syntax.sorts import RealSort
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var, free_variables

Value = Any

_MOST_PIECES = 20_000
_MOST_DOUBLINGS = 60
# Ways to choose the signs under absolute values.
_MOST_BRANCHES = 16


class NotExponential(ValueError):
    """The integrand is none that this module integrates."""


class _Undecided(Exception):
    """A maximum isn't one of its sides on the whole piece."""


@dataclass(frozen=True)
class Summand:
    """c ε^k e^(aε² + rε), with a = `square`, r = `rate`, k = `degree`, c = `factor`, finite."""

    square: Value
    rate: Value
    degree: int
    factor: Value

    def __post_init__(self) -> None:
        # ∞ (f − g) is not ∞ f − ∞ g, what ∞ f tells depends on where f is 0, and ∞ − ∞ may be left
        # of parts whose whole has a value.
        if infinite(self.square) or infinite(self.rate) or infinite(self.factor):
            raise Indeterminate("an infinite number under an integral")

    @property
    def plain(self) -> bool:
        """Whether it is c e^(rε) for certain."""
        return self.degree == 0 and _vanishes(self.square)

    def as_fast(self, other: Summand) -> bool:
        """Whether the two are powers of the variable times one exponential for certain."""
        return _same(self.rate, other.rate) and _same(self.square, other.square)

    def like(self, other: Summand) -> bool:
        """Whether the two are multiples of one function for certain."""
        return self.degree == other.degree and self.as_fast(other)

    def times(self, factor: Value) -> Summand:
        """The same function with another factor."""
        return Summand(self.square, self.rate, self.degree, factor)


@dataclass(frozen=True)
class Sum:
    """A sum of such, no two of them known to be multiples of one function."""

    terms: tuple[Summand, ...]


def _polynomial(terms: Sequence[Summand]) -> bool:
    """Whether they are a polynomial times one exponential for certain."""
    return all(term.as_fast(terms[0]) for term in terms)


def _vanishes(value: Value) -> bool:
    """Whether a number is certainly 0 (in a batch, for every instance)."""
    return _same(value, fmpq(0) if isinstance(value, fmpq | arb) else 0.0)


def _same(one: Value, two: Value) -> bool:
    """Whether two rates are certainly equal (in a batch, for every instance)."""
    found = one == two
    return bool(found.all()) if hasattr(found, "all") else bool(found)


def _combined(one: Sum, two: Sum, plus: Callable[[Value, Value], Value]) -> Sum:
    """The sum of two sums, multiples of one function taken together."""
    found = list(one.terms)
    for more in two.terms:
        for place, known in enumerate(found):
            if known.like(more):
                found[place] = known.times(plus(known.factor, more.factor))
                break
        else:
            found.append(more)
    return Sum(tuple(found))


@dataclass(frozen=True)
class Settled:
    """Parts of one integrand in one environment, by their identity, as exponential sums."""

    env: Any
    found: dict[int, Sum] = field(default_factory=dict)


class Expansion:
    """Writes a term as an exponential sum in a variable.

    Args:
        reading: evaluates what doesn't mention the variable.
        larger: the larger of two sums; without it a maximum is no exponential sum.
        settled: what parts of the integrand are where no two sums in them are compared: the same
            for every `larger`, in the environment of the whole. What is found is added.
    """

    def __init__(
        self, reading: Any, var: Var, larger: Callable[[Sum, Sum], Sum] | None = None,
        settled: Settled | None = None,
    ) -> None:
        self.reading, self.xp, self.var, self.larger = reading, reading.xp, var, larger
        self.settled, self.compared = settled, 0

    def constant(self, value: Value) -> Sum:
        """A sum that doesn't depend on the variable."""
        return self.power(0, value)

    def power(self, degree: int, factor: Value) -> Sum:
        """A multiple of a power of the variable."""
        zero = self.xp.constant(fmpq(0))
        return Sum((Summand(zero, zero, degree, factor),))

    def of(self, term: Term, env: Any) -> Sum:
        """The term as an exponential sum.

        Raises:
            NotExponential: it is none.
        """
        settled = self.settled
        if settled is None or env is not settled.env:
            return self.expanded(term, env)
        # The integrand holds its parts, so that none takes another one's place in memory.
        if id(term) not in settled.found:
            before = self.compared
            result = self.expanded(term, env)
            if self.compared > before:
                return result
            settled.found[id(term)] = result
        return settled.found[id(term)]

    def expanded(self, term: Term, env: Any) -> Sum:
        """The same, worked out."""
        if self.var.name not in free_variables(term):
            return self.constant(self.reading.real(term, env))
        match term:
            case Var():
                return self.power(1, self.xp.constant(fmpq(1)))
            case Op("exp", (inner,)):
                return self.exponential(self.of(inner, env))
            case Op("log", (inner,)):
                return self.logarithm(self.of(inner, env))
            case Op("abs", (inner,)):
                return self.magnitude(self.of(inner, env))
            case Op("density", (law, place)):
                return self.density(self.laws((law,), env)[0], self.of(place, env))
            case Op("pow", (inner, Number(n))) if n is not None and n.q == 1 and 1 <= n <= 4:
                base = self.of(inner, env)
                return reduce(self.product, [base] * int(n))
            case Op("add", (left, right)):
                return self.plus(self.of(left, env), self.of(right, env))
            case Op("sub", (left, right)):
                return self.minus(self.of(left, env), self.of(right, env))
            case Op("neg", (inner,)):
                return self.scaled(self.of(inner, env), self.xp.constant(fmpq(-1)))
            case Op("mul", (left, right)):
                return self.product(self.of(left, env), self.of(right, env))
            case Op("div", (top, bottom)) if self.var.name not in free_variables(bottom):
                inverse = _inverse(self.xp, self.reading.real(bottom, env))
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
        first, second = self.laws((p, q), env)
        factor = self.exponential(self.of(order, env))
        for index in range(self.xp.shape(first, 1)[0]):
            have, other = (self.xp.take(law, -1, index) for law in (first, second))
            yield self.minus(self.constant(have), self.scaled(factor, other))

    def laws(self, terms: Sequence[Term], env: Any) -> list[Value]:
        """Laws, which must not mention the variable."""
        for law in terms:
            if self.var.name in free_variables(law):
                raise NotExponential(f"{law} depends on {self.var}")
        return [self.reading.term(law, env) for law in terms]

    def density(self, law: Any, place: Sum) -> Sum:
        """The density of a law on the line at a place."""
        xp, found = self.xp, Sum(())
        for part in law.parts:
            away = self.minus(place, self.constant(part.location))
            twice = xp.mul(xp.constant(fmpq(2)), part.spread)
            if part.shape == LAPLACE:
                fall, width = self.scaled(self.magnitude(away), _inverse(xp, part.spread)), twice
            elif part.shape == GAUSSIAN:
                fall = self.scaled(self.product(away, away), _inverse(xp, twice))
                width = xp.sqrt(xp.mul(xp.pi(), twice))
            else:
                raise NotExponential(f"the density of a {part.shape} law isn't integrated")
            bell = self.exponential(self.scaled(fall, xp.constant(fmpq(-1))))
            found = self.plus(found, self.scaled(bell, xp.div(part.weight, width)))
        return found

    def exponential(self, power: Sum) -> Sum:
        """e to the power of a polynomial of degree 2 at most."""
        zero = self.xp.constant(fmpq(0))
        parts = [zero, zero, zero]
        for term in power.terms:
            if not (_vanishes(term.square) and _vanishes(term.rate) and term.degree <= 2):
                raise NotExponential(f"an exponent isn't a quadratic polynomial in {self.var}")
            parts[term.degree] = term.factor
        return Sum((Summand(parts[2], parts[1], 0, self.xp.exp(parts[0])),))

    def logarithm(self, inner: Sum) -> Sum:
        """The logarithm of a multiple of such an exponential."""
        if len(inner.terms) != 1 or inner.terms[0].degree:
            raise NotExponential(f"a logarithm isn't one of a single exponential of {self.var}")
        (term,) = inner.terms
        found = self.constant(self.xp.log(term.factor))
        for degree, factor in ((1, term.rate), (2, term.square)):
            if not _vanishes(factor):
                found = self.plus(found, self.power(degree, factor))
        return found

    def magnitude(self, inner: Sum) -> Sum:
        """The absolute value."""
        return self.extreme(inner, self.scaled(inner, self.xp.constant(fmpq(-1))), "max")

    def affine(self, term: Term, env: Any) -> tuple[Value, Value]:
        """(slope, rest) of slope·ε + rest."""
        zero = self.xp.constant(fmpq(0))
        parts = [zero, zero]
        for part in self.of(term, env).terms:
            if not (_vanishes(part.square) and _vanishes(part.rate) and part.degree <= 1):
                raise NotExponential(f"{term} is no multiple of {self.var} and a constant")
            parts[part.degree] = part.factor
        return parts[1], parts[0]

    # --- arithmetic -------------------------------------------------------------------------------

    def plus(self, one: Sum, two: Sum) -> Sum:
        """The sum, multiples of one function taken together."""
        return _combined(one, two, self.xp.add)

    def scaled(self, one: Sum, factor: Value) -> Sum:
        """A multiple."""
        return Sum(tuple(
            term.times(self.xp.mul(factor, term.factor)) for term in one.terms))

    def minus(self, one: Sum, two: Sum) -> Sum:
        """The difference."""
        return self.plus(one, self.scaled(two, self.xp.constant(fmpq(-1))))

    def product(self, one: Sum, two: Sum) -> Sum:
        """The product."""
        result, xp = Sum(()), self.xp
        for left in one.terms:
            parts = (
                Summand(xp.add(left.square, right.square), xp.add(left.rate, right.rate),
                        left.degree + right.degree, xp.mul(left.factor, right.factor))
                for right in two.terms
            )
            for part in parts:
                result = self.plus(result, Sum((part,)))
        return result

    def extreme(self, one: Sum, two: Sum, kind: str) -> Sum:
        """The larger or the smaller of two sums."""
        if self.larger is None:
            raise NotExponential("a maximum is no exponential sum")
        self.compared += 1
        if kind == "max":
            return self.larger(one, two)
        minus = self.xp.constant(fmpq(-1))
        return self.scaled(self.larger(self.scaled(one, minus), self.scaled(two, minus)), minus)


def _inverse(xp: Any, value: Value) -> Value:
    return xp.div(xp.constant(fmpq(1)), value)


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
            first, second = plain.laws((p, q), env)
            ratios = reading.xp.log_ratio(first, second)
            for index in range(reading.xp.shape(ratios, 1)[0]):
                ratio = reading.xp.take(ratios, -1, index)
                yield reading.xp.div(reading.xp.sub(ratio, rest), slope)
        case Op("maximum" | "minimum", (left, right)):
            yield from kinks(reading, var, left, env)
            yield from kinks(reading, var, right, env)
            yield from _crossings(reading, var, left - right, env)
        case Op("density", (law, place)):
            slope, rest = plain.affine(place, env)
            for part in plain.laws((law,), env)[0].parts:
                yield reading.xp.div(reading.xp.sub(part.location, rest), slope)
        case Op(_, args):
            for arg in args:
                yield from kinks(reading, var, arg, env)
        case Cases(_, then, otherwise):
            yield from kinks(reading, var, then, env)
            yield from kinks(reading, var, otherwise, env)
        case Bind("sum" | "max" | "min", _, _, body):
            for inner in plain.inner(term, env):
                yield from kinks(reading, var, body, inner)


def _crossings(reading: Any, var: Var, difference: Term, env: Any) -> Iterator[Value]:
    """Where a difference of two exponentials is 0, or a polynomial times one, if it is anywhere:
    of each of the functions that it may be where absolute values stand in it."""
    asked = 0

    def branch(one: Sum, two: Sum) -> Sum:
        nonlocal asked
        asked += 1
        return two if way >> (asked - 1) & 1 else one

    way, most = 0, 1
    while way < min(most, _MOST_BRANCHES):
        asked = 0
        try:
            found = Expansion(reading, var, branch).of(difference, env)
        except NotExponential:
            return
        except (Undefined, Indeterminate):
            # Of a function that it isn't, as of the logarithm of −e^ε under |e^ε|.
            found = Sum(())
        yield from _zeros(reading.xp, found)
        way, most = way + 1, 1 << asked


def _zeros(xp: Any, difference: Sum) -> Iterator[Value]:
    """The real zeros of a x² + b x + c times an exponential, or of c e^f + d e^g, which are those
    of f − g + ln(−c/d); and other numbers, where these coefficients vanish."""
    terms = [term for term in difference.terms if not _vanishes(term.factor)]
    coefficients = [xp.constant(fmpq(0)) for _ in range(3)]
    try:
        if _polynomial(terms) and all(term.degree <= 2 for term in terms):
            for term in terms:
                coefficients[term.degree] = term.factor
        elif len(terms) == 2 and not any(term.degree for term in terms):
            one, two = terms
            minus = xp.sub(xp.constant(fmpq(0)), two.factor)
            coefficients = [xp.log(xp.div(one.factor, minus)), xp.sub(one.rate, two.rate),
                            xp.sub(one.square, two.square)]
        else:
            return
    except (Undefined, Indeterminate):
        return
    c, b, a = coefficients
    four = xp.mul(xp.constant(fmpq(4)), xp.mul(a, c))
    for way in (1, -1):
        try:
            root = xp.sqrt(xp.sub(xp.mul(b, b), four))
            sided = xp.sub(xp.mul(xp.constant(fmpq(way)), root), b)
        except (Undefined, Indeterminate):
            return
        # Two ways to write a root: the first fails where a = 0, the second where b and c are 0.
        for top, bottom in ((sided, a), (xp.mul(xp.constant(fmpq(4)), c), sided)):
            try:
                yield xp.div(top, xp.mul(xp.constant(fmpq(2)), bottom))
            except (Undefined, Indeterminate):
                continue


# --- enclosures -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Piece:
    """An interval without 0 inside, so that no power of the variable changes its sign there, `high`
    None for ∞; on a `tiny` one values are only bounded. The first and the last end are the
    domain's, as balls; where two pieces meet the end is exact."""

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
    places: list[Scalar] = []
    # Where kinks are is only proposed: what has no value there may have no part in the integrand.
    with suppress(Undefined, Indeterminate):
        places.extend(kinks(reading, var, bind.body, env))
    pieces, scale = _start(places, domain)
    tiny = scale * arb(2) ** (-ctx.prec // 2)
    result: Scalar = fmpq(0)
    doublings, settled = 0, Settled(env)
    for _ in range(_MOST_PIECES):
        check_time()
        if not pieces:
            if not (isinstance(result, fmpq) or result.is_finite() or infinite(result)):
                raise Indeterminate("an integral is too wide")
            return result
        piece = pieces.pop()
        expansion = Expansion(reading, var, partial(_larger, piece), settled)
        try:
            body = expansion.of(bind.body, env)
        except _Undecided:
            if piece.high is None:
                rest = _thin(reading, bind, env, piece)
                if rest is not None:
                    result = add(result, rest)
                    continue
                doublings += 1
                if doublings > _MOST_DOUBLINGS:
                    raise Indeterminate("where the integrand's tail begins") from None
            pieces.extend(_halves(piece, scale, tiny))
            continue
        result = add(result, _integral(body, piece))
    raise Indeterminate(f"the integrand has more than {_MOST_PIECES} pieces")


def _thin(reading: Any, bind: Bind, env: Any, piece: _Piece) -> arb | None:
    """The integral over a tail, each maximum under it bounded, if it is known well enough."""
    try:
        body = Expansion(reading, bind.var, partial(_bounded, piece)).of(bind.body, env)
        found = arb(_integral(body, piece))
    except (_Undecided, Indeterminate):
        return None
    return found if found.rad() <= arb(2) ** (-ctx.prec // 2) else None


def _start(places: Sequence[Scalar], domain: RealSort) -> tuple[list[_Piece], arb]:
    """The first pieces, which cover the interval: between kinks and 0, and tiny ones around kinks;
    and about how long they are."""
    assert domain.low is not None
    low = arb(domain.low)
    high = None if domain.high is None else arb(domain.high)
    ends, scale = _around(places, low, high)
    # Pieces lie end to end from one end of the domain to the other: one that reached beyond would
    # count for more than the integral.
    pieces, at = [], low
    for pair in ends:
        for end, tiny in zip(pair, (False, True), strict=True):
            here = end if high is None or end < high else high
            if here > at:
                pieces.append(_Piece(at, here, tiny))
                at = here
    if high is None or not at >= high:
        pieces.append(_Piece(at, high))
    return [part for piece in pieces for part in _sides(piece)], scale


def _around(
    places: Sequence[Scalar], low: arb, high: arb | None
) -> tuple[list[tuple[arb, arb]], arb]:
    """Proposes exact ends of short intervals around places, from left to right, and a length that
    others are long or short beside."""
    inside = [arb(p) for p in places if not infinite(p) and p > low]
    inside = [p for p in inside if high is None or p < high]
    scale = (low.abs_upper() if high is None else (high - low).abs_upper()) if not inside else (
        max((p - low for p in inside), key=float).abs_upper()
    )
    if not scale > 0:
        scale = arb(1)
    pad = arb(2) ** (8 - ctx.prec)
    return sorted(
        ((p - pad * p.abs_upper()).lower(), (p + pad * p.abs_upper()).upper()) for p in inside
    ), scale


def _sides(piece: _Piece) -> list[_Piece]:
    """A piece cut at 0; of an end that may be on either side of 0, there is none."""
    if piece.low >= 0 or (piece.high is not None and piece.high <= 0):
        return [piece]
    return [_Piece(piece.low, arb(0), piece.tiny), _Piece(arb(0), piece.high, piece.tiny)]


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
    low, high = _sign(_difference(one, two), piece)
    if low >= 0:
        return one
    if high <= 0:
        return two
    if not piece.tiny:
        raise _Undecided
    (a, b), (c, d) = _range(one, piece), _range(two, piece)
    return Sum((Summand(fmpq(0), fmpq(0), 0, a.max(c).union(b.max(d))),))


def _bounded(piece: _Piece, one: Sum, two: Sum) -> Sum:
    """The larger of two sums, as one of them, or the second and a share from 0 to 1, another at
    each number, of their difference: a ball around each factor."""
    with suppress(_Undecided):
        return _larger(piece, one, two)
    shares = Sum(tuple(
        term.times(arb(0).union(arb(term.factor)))
        for term in _difference(one, two).terms
    ))
    return _combined(two, shares, add)


def _sign(apart: Sum, piece: _Piece) -> tuple[arb, arb]:
    """Ends between which a difference lies on the piece, or a polynomial of the same sign: that by
    which it is a multiple of an exponential, or f − g + ln(c/d) of c e^f − d e^g."""
    terms = apart.terms
    if _polynomial(terms) and all(term.degree <= 2 for term in terms):
        parts = [arb(0)] * 3
        for term in terms:
            parts[term.degree] = arb(term.factor)
    elif len(terms) == 2 and not any(term.degree for term in terms):
        more, less = sorted(terms, key=lambda term: not term.factor > 0)
        if not (more.factor > 0 and less.factor < 0):
            return _range(apart, piece)
        parts = [(arb(more.factor) / -arb(less.factor)).log(), arb(more.rate) - arb(less.rate),
                 arb(more.square) - arb(less.square)]
    else:
        return _range(apart, piece)
    start, slope, bend = parts
    if piece.high is not None:
        place = piece.low.union(piece.high)
        found = start + place * (slope + place * bend)
        return found.lower(), found.upper()
    first, steep = start + piece.low * (slope + piece.low * bend), slope + 2 * bend * piece.low
    # It is monotone if it bends the way it goes.
    low = first.lower() if bend >= 0 and steep >= 0 else -arb("inf")
    high = first.upper() if bend <= 0 and steep <= 0 else arb("inf")
    return low, high


def _difference(one: Sum, two: Sum) -> Sum:
    less = Sum(tuple(term.times(-term.factor) for term in two.terms))
    found = _combined(one, less, add).terms
    return Sum(tuple(term for term in found if not _vanishes(term.factor)))


def _range(value: Sum, piece: _Piece) -> tuple[arb, arb]:
    """Ends between which the sum lies on the piece."""
    low = high = arb(0)
    for term in value.terms:
        least, most = _ends(term, piece)
        low, high = low + least, high + most
    return low.lower(), high.upper()


def _ends(term: Summand, piece: _Piece) -> tuple[arb, arb]:
    """Ends between which a summand lies on the piece: c e^(rx) is monotone, and right of 0
    ln(x^k e^(ax² + rx)) is concave for a ≤ 0."""
    if term.plain:
        ends = [_at(term.rate, term.factor, place) for place in (piece.low, piece.high)]
        lows, highs = [end.lower() for end in ends], [end.upper() for end in ends]
        return lows[0].min(lows[1]), highs[0].max(highs[1])
    factor = arb(term.factor)
    if piece.high is not None:
        found = factor * _curve(term, piece.low.union(piece.high))
        return found.lower(), found.upper()
    if not term.square <= 0:
        raise _Undecided
    at_end = _curve(term, piece.low)
    steady = _vanishes(term.square) and term.rate >= 0
    low, high = (at_end.lower(), arb("inf")) if steady else (arb(0), at_end.upper())
    if not steady and not term.degree / piece.low + 2 * term.square * piece.low + term.rate <= 0:
        raise _Undecided
    if factor >= 0:
        return (factor * low).lower(), (factor * high).upper()
    if factor <= 0:
        return (factor * high).lower(), (factor * low).upper()
    return (factor.lower() * high).lower(), (factor.upper() * high).upper()


def _curve(term: Summand, place: arb) -> arb:
    """x^k e^(ax² + rx) at a place."""
    power = place * (place * arb(term.square) + arb(term.rate))
    return place**term.degree * power.exp()


def _at(rate: Scalar, coefficient: Scalar, place: arb | None) -> arb:
    """c e^(rx) at a place, or its limit at ∞."""
    if place is not None:
        return arb(mul(coefficient, exp(mul(rate, place))))
    if rate < 0:
        return arb(0)
    if rate == 0:
        return arb(coefficient)
    if rate > 0 and coefficient > 0:
        return arb("inf")
    if rate > 0 and coefficient < 0:
        return -arb("inf")
    raise Indeterminate("the tail of an integrand may grow or fall")


def _integral(value: Sum, piece: _Piece) -> Scalar:
    """∫ of a sum over a piece."""
    result: Scalar = fmpq(0)
    endless = []
    for term in value.terms:
        rate, coefficient = term.rate, term.factor
        if coefficient == 0:
            continue
        if piece.high is None and not (term.square < 0 or (_vanishes(term.square) and rate < 0)):
            endless.append(term)
        elif not term.plain:
            result = add(result, arb(coefficient) * _moment(term, piece))
        elif piece.high is None:
            result = add(result, mul(coefficient, exp(mul(rate, piece.low)) / -rate))
        elif rate == 0:
            result = add(result, mul(coefficient, piece.high - piece.low))
        else:
            if not (rate > 0 or rate < 0):
                raise Indeterminate("whether an exponent is constant")
            grown = expm1(mul(rate, piece.high - piece.low)) / rate
            result = add(result, mul(coefficient, mul(exp(mul(rate, piece.low)), grown)))
    if not endless:
        return result
    signs = {1 if term.factor > 0 else -1 if term.factor < 0 else 0 for term in endless}
    if signs == {1} or signs == {-1}:
        if any(not (_vanishes(term.square) and term.rate >= 0) for term in endless):
            raise Indeterminate("whether the tail of an integrand decays")
        return arb("inf") if signs == {1} else -arb("inf")
    raise Indeterminate("the tail of an integrand has parts of both signs")


def _moment(term: Summand, piece: _Piece) -> arb:
    """∫ x^k e^(ax² + rx) over a piece, on which it decays if that has no end; by parts."""
    def grown(degree: int) -> arb:
        power = Summand(term.square, term.rate, degree, term.factor)
        above = arb(0) if piece.high is None else _curve(power, piece.high)
        return above - _curve(power, piece.low)

    a, r = arb(term.square), arb(term.rate)
    if not _vanishes(term.square):
        if not a < 0:
            raise Indeterminate("whether the exponent of an integrand falls")
        found = [_bell(a, r, piece)]
        for degree in range(1, term.degree + 1):
            before = (degree - 1) * found[-2] if degree > 1 else arb(0)
            found.append((grown(degree - 1) - r * found[-1] - before) / (2 * a))
        return found[-1]
    if _vanishes(term.rate):
        return grown(term.degree + 1) / (term.degree + 1)
    if not (r > 0 or r < 0):
        raise Indeterminate("whether an exponent is constant")
    last = grown(0) / r
    for degree in range(1, term.degree + 1):
        last = (grown(degree) - degree * last) / r
    return last


def _bell(a: arb, r: arb, piece: _Piece) -> arb:
    """∫ e^(ax² + rx) over a piece, for a < 0: by the error function around the top."""
    root, centre = (-a).sqrt(), r / (2 * a)
    low = root * (piece.low + centre)
    if low > 0:
        share = low.erfc() - (0 if piece.high is None else (root * (piece.high + centre)).erfc())
    else:
        above = arb(1) if piece.high is None else (root * (piece.high + centre)).erf()
        share = above - low.erf()
    return (-r * r / (4 * a)).exp() * share * arb.pi().sqrt() / (2 * root)
