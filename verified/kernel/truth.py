"""Truth on an exact instance: three-valued, in balls, the precision raised until it is decided.

A relation holds only if both sides are defined: 0/0 ≤ 1 doesn't, so ¬(0/0 ≤ 1) does. Of an alphabet
whose size has no value there is no symbol: "for every" is true, "for some" false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import arb, fmpq

from verified.kernel import curves, equalities, existence
from verified.kernel.judgements import never_negative, sums_to_one
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import key_of
from verified.kernel.values import literal
from verified.measures import integrals
from verified.measures.information import enclose_capacity, enclose_csiszar
from verified.measures.readings import Env, Reading, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, equal, less, less_equal, precision
from verified.syntax.affine import is_program
from verified.syntax.curves import is_curve
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Quantified,
    Relation,
    is_beyond_lists,
    substitute,
)
from verified.syntax.sorts import EventSort
from verified.syntax.terms import Bind, Term, free_variables

PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)

Bounds = dict[str, list[fmpq]]


class MissingBound(Unreadable):
    """A capacity has no prior to enclose it; the caller may propose one and try again."""

    def __init__(self, key: str, table: BallArray, prior: BallArray | None, order: Any) -> None:
        super().__init__(f"no bound for the capacity of the channel {key[:80]}")
        self.key, self.table, self.prior, self.order = key, table, prior, order


def bound_key(kind: str, *arrays: Any) -> str:
    """The name of a supremum's bound: what it is a supremum of, exactly where that is exact."""
    parts = [kind]
    for array in arrays:
        entries = array.data if isinstance(array, BallArray) else [array]
        parts.append(" ".join(_written(entry) for entry in entries))
    return ";".join(parts)


def _written(entry: Any) -> str:
    # A ball's midpoint only names the bound; that the bound holds is checked on the ball itself.
    return str(entry) if isinstance(entry, fmpq) else format(float(entry.mid()), ".9e")


class BallReading(Reading):
    """The rigorous reading. `bounds` gives the prior for each capacity that is met."""

    def __init__(self, bounds: Mapping[str, Sequence[fmpq]] | None = None) -> None:
        super().__init__(Balls())
        self.bounds = {} if bounds is None else bounds
        self.used: set[str] = set()
        # Literals that normal forms were asked about.
        self._laws: dict[tuple[str, str], bool] = {}

    def bound(
        self, key: str, size: int, table: BallArray, prior: Any = None, order: Any = None
    ) -> BallArray:
        """The law that bounds a supremum, on an alphabet of a size."""
        if key not in self.bounds:
            raise MissingBound(key, table, prior, order)
        law = list(self.bounds[key])
        if len(law) != size or any(part < 0 for part in law) or sum(law, fmpq(0)) != 1:
            raise Unreadable(f"the bound for {key[:80]} is not a law on {size} symbols")
        self.used.add(key)
        return BallArray((size,), law)

    def capacities(self, channels: BallArray, contexts: int) -> BallArray:
        _, inputs, outputs = channels.shape
        if inputs == 0:
            raise Undefined("of a channel without inputs there is no capacity")
        found = []
        for context in range(contexts):
            start = context * inputs * outputs
            channel = BallArray((inputs, outputs), channels.data[start : start + inputs * outputs])
            if inputs == 1 or outputs == 1:
                found.append(fmpq(0))
                continue
            prior = self.bound(bound_key("capacity", channel), inputs, channel)
            found.append(enclose_capacity(channel, prior))
        return BallArray((contexts,), found)

    def csiszar(self, prior: BallArray, channel: BallArray, order: Any) -> Any:
        key, outputs = bound_key("csiszar", prior, channel, order), channel.shape[1]
        law = self.bound(key, outputs, channel, prior, order)
        return enclose_csiszar(prior, channel, order, law)

    def integral(self, bind: Bind, env: Env) -> Any:
        try:
            return integrals.enclose(self, bind, env)
        except integrals.NotExponential as error:
            raise Unreadable(str(error)) from None

    def holds(self, formula: Formula, env: Env) -> bool:
        found = truth(formula, env, self)
        if found is None:
            raise Indeterminate(f"the guard {formula} is not decided")
        return found

    def check_pmf(self, table: BallArray, what: Term, env: Env) -> None:
        """A literal law must be one: what balls don't tell of its entries, normal forms must.

        Raises:
            Undefined: an entry is negative, or the sum isn't 1.
            Indeterminate: neither that nor the opposite is shown.
        """
        sums = self.xp.sum(table, 1) if len(table.shape) == 1 else self.xp.sum_axes(table, (-1,))
        masses = sums.data if isinstance(sums, BallArray) else [sums]
        below = [less_equal(fmpq(0), entry) for entry in table.data]
        whole = [equal(mass, fmpq(1)) for mass in masses]
        if False in below:
            raise Undefined(f"{what} has a negative probability")
        if False in whole:
            raise Undefined(f"{what} doesn't sum to 1")
        if None in below and not self._shown(never_negative, what, env):
            raise Indeterminate(f"{what} isn't shown to have no negative probability")
        if None in whole and not self._shown(sums_to_one, what, env):
            raise Indeterminate(f"{what} isn't shown to sum to 1")

    def _shown(self, rule: Callable[..., bool], what: Term, env: Env) -> bool:
        """Whether normal forms show something of a literal law at these values."""
        values: dict[str, Term] = {}
        for name, var in free_variables(what).items():
            term = literal(var.of, env[name])
            if term is None:
                return False
            values[name] = term
        closed = substitute(what, values)
        key = rule.__name__, key_of(closed)
        if key not in self._laws:
            self._laws[key] = rule(Normaliser(), closed)
        return self._laws[key]


COMPARE: dict[str, Callable[[Any, Any], bool | None]] = {
    "<=": less_equal,
    "<": less,
    "=": equal,
    ">=": lambda a, b: less_equal(b, a),
    ">": lambda a, b: less(b, a),
}


def truth(formula: Formula, env: Env, reading: BallReading) -> bool | None:
    """Whether the formula holds at the current precision: True, False, or None for undecided."""
    match formula:
        case Relation(op, left, right):
            try:
                found = COMPARE[op](reading.real(left, env), reading.real(right, env))
                return equalities.decided(op, left, right, env, reading) if found is None else found
            except Undefined:
                return False
            except Indeterminate:
                return None
        case Not(body):
            found = truth(body, env, reading)
            return None if found is None else not found
        case And(parts):
            return _all(truth(part, env, reading) for part in parts)
        case Or(parts):
            found = _all(_inverse(truth(part, env, reading)) for part in parts)
            return _inverse(found)
        case Quantified() if is_beyond_lists(formula):
            if is_program(formula):
                return existence.decided(formula, env, reading, truth)
            if is_curve(formula):
                return curves.decided(formula, env, reading, truth)
            raise Unreadable(f"the kernel doesn't decide {formula}")
        case Quantified():
            return _quantified(formula, env, reading)
    raise Unreadable(f"the kernel doesn't decide {type(formula).__name__}")


def _inverse(found: bool | None) -> bool | None:
    return None if found is None else not found


def _all(values: Any) -> bool | None:
    """Kleene's "and", leaving at the first False."""
    result: bool | None = True
    for value in values:
        if value is False:
            return False
        if value is None:
            result = None
    return result


def _quantified(formula: Quantified, env: Env, reading: BallReading) -> bool | None:
    """Every symbol or event in turn; "exists" is "not forall not"."""
    universal = formula.kind == "forall"
    if isinstance(formula.var.sort, EventSort) and formula.guard is None:
        decided, found = _by_profile(formula, env, reading)
        if decided:
            return found
    values = []
    for point in reading.gone_through(formula.var.sort, env):
        inner = {**env, formula.var.name: point}
        inside = True if formula.guard is None else truth(formula.guard, inner, reading)
        if inside is False:
            continue
        found = truth(formula.body, inner, reading)
        if inside is None and found is not universal:
            found = None
        values.append(found if universal else _inverse(found))
        if values[-1] is False:
            break
    result = _all(values)
    return result if universal else _inverse(result)


def _by_profile(
    formula: Quantified, env: Env, reading: BallReading
) -> tuple[bool, bool | None]:
    """Decide "every event: left ≤ right" (or some event: not so) where left − right is additive.

    The worst event is that of the symbols with left − right > 0, so no event needs listing.
    """
    body, universal = formula.body, formula.kind == "forall"
    if isinstance(body, Not) and not universal:
        body = body.body
    elif not universal or isinstance(body, Not):
        return False, None
    if not (isinstance(body, Relation) and body.op in ("<=", "<")):
        return False, None
    try:
        # Of an alphabet without a number there is no event, whatever the body says.
        reading.size(formula.var.sort, env)
        profile = reading.event_profile(body.left - body.right, formula.var, env)
        if profile is None:
            return False, None
        worst = reading.event_extremum("max", profile)
        holds = COMPARE[body.op](worst, fmpq(0))
    except Undefined:
        # Where left ≤ right is ∞ ≤ ∞, left − right is undefined: only listing tells.
        return False, None
    except Indeterminate:
        return True, None
    return True, holds if universal else _inverse(holds)


def decide(
    formula: Formula,
    env: Env,
    reading: BallReading,
    precisions: Sequence[int] = PRECISIONS,
) -> bool | None:
    """The truth with rising precision; None if the last precision leaves it open."""
    for bits in precisions:
        with precision(bits):
            found = truth(formula, env, reading)
        if found is not None:
            return found
    return None


def enclosure(term: Term, env: Env, reading: BallReading) -> Any:
    """A term's value at the current precision: `fmpq`, `arb`, or None where it is undefined or
    the precision doesn't tell."""
    try:
        return reading.real(term, env)
    except (Undefined, Indeterminate):
        return None


def value_to(term: Term, env: Env, reading: BallReading, width: fmpq) -> Any:
    """A term's value with a relative width of at most `width`.

    Raises:
        Undefined: the value is.
        Indeterminate: the highest precision doesn't reach the width.
    """
    reason: Exception | None = None
    for bits in PRECISIONS:
        with precision(bits):
            try:
                value = reading.real(term, env)
            except Indeterminate as error:
                reason = error
                continue
            if isinstance(value, fmpq) or not value.is_finite():
                return value
            if arb(2) * value.rad() <= width * value.abs_lower():
                return value
    raise Indeterminate(f"{term} is not enclosed that narrowly") from reason
