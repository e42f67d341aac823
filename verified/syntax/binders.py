"""What binds a variable, and what is told case by case: sums, extrema, integrals, events, laws and
channels listed by their entries."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from verified.syntax.formulas import Formula
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    EventSort,
    IntegerLawSort,
    LawSort,
    PmfSort,
    RealSort,
    RealsSort,
    SymbolSort,
    sort_name,
)
from verified.syntax.terms import (
    Bind,
    Cases,
    Symbol,
    Var,
    equals,
    free_variables,
    is_arithmetic,
    number,
    size_of,
)


def cases(test: Formula, then: Any, otherwise: Any) -> Cases:
    """`then` where the test holds, `otherwise` elsewhere."""
    if not isinstance(test, Formula):
        raise ClaimError(f"{test!r} is not a formula: cases(test, then, otherwise)")
    first, second = number(then), number(otherwise)
    if first.sort != second.sort and not (is_arithmetic(first.sort) and is_arithmetic(second.sort)):
        raise ClaimError(
            f"cases(…) wants two numbers or two laws of one sort, not the {sort_name(first.sort)} "
            f"{first} and the {sort_name(second.sort)} {second}"
        )
    return Cases(test, first, second)


def event_where(var: Var, test: Formula) -> Bind:
    """The event of the symbols `var` that meet the test."""
    if not isinstance(var, Var) or not isinstance(var.sort, SymbolSort):
        raise ClaimError(f"an event is of symbols: {var} is none")
    if not isinstance(test, Formula):
        raise ClaimError(f"{test!r} is not a formula: event_where(a, test)")
    return Bind("event", var, test, number(1), EventSort(var.sort.size))


# Names that whoever builds a formula uses elsewhere in it.
TAKEN: ContextVar[frozenset[str]] = ContextVar("TAKEN", default=frozenset())


def _apart(base: str, *terms: Any, taken: frozenset[str] = frozenset()) -> str:
    """A name that none of the terms uses freely, and that isn't taken."""
    used, name = {name for term in terms for name in free_variables(term)} | taken, base
    while name in used:
        name += "'"
    return name


def fresh(base: str, *terms: Any) -> str:
    """A name that none of the terms uses freely, and that isn't taken."""
    return _apart(base, *terms, taken=TAKEN.get())


# Names that no variable of a claim has.
_PLACE, _ROW = "place of a table", "row of a table"


def _own(base: str, size: Any, entry: Callable[[Var], Any]) -> Var:
    """A symbol for the place of an entry, of a name that nothing else in the entry has: what it
    speaks of besides isn't bound by the table."""
    return Symbol(_apart(base, number(entry(Symbol(_PLACE, size)))), size)


def pmf_table(size: Any, entry: Callable[[Var], Any]) -> Bind:
    """The law on `size` symbols whose probability of symbol a is `entry(a)`."""
    a = _own("a", size, entry)
    count = size_of(a)
    return Bind("table", a, None, number(entry(a)), PmfSort(count))


def reals_table(size: Any, entry: Callable[[Var], Any]) -> Bind:
    """The tuple of `size` real numbers whose part j is `entry(j)`."""
    j = _own("j", size, entry)
    return Bind("table", j, None, number(entry(j)), RealsSort(size_of(j)))


def reals_of(*values: Any) -> Bind:
    """The tuple of these real numbers."""
    if not values:
        raise ClaimError("reals_of takes a number at least")

    def entry(place: Var, index: int = 0) -> Any:
        if index == len(values) - 1:
            return values[index]
        return cases(equals(place, index), values[index], entry(place, index + 1))

    return reals_table(len(values), entry)


def channel_table(inputs: Any, outputs: Any, entry: Callable[[Var, Var], Any]) -> Bind:
    """The channel whose probability of output y on input x is `entry(x, y)`."""
    told = number(entry(Symbol(_ROW, inputs), Symbol(_PLACE, outputs)))
    x = Symbol(_apart("x", told), inputs)
    y = Symbol(_apart("y", told, x), outputs)
    m, n = size_of(x), size_of(y)
    row = Bind("table", y, None, number(entry(x, y)), PmfSort(n))
    return Bind("table", x, None, row, ChannelSort(m, n))


def _bind(kind: str, var: Var, body: Any, where: Formula | None) -> Bind:
    term = number(body, f"under {kind}")
    if not isinstance(var, Var):
        raise ClaimError(f"{kind} binds a variable, not {var!r}")
    if isinstance(var.of, LawSort):
        raise ClaimError(f"{kind} can't range over laws on the real line ({var})")
    if isinstance(var.of, IntegerLawSort):
        raise ClaimError(f"{kind} can't range over laws on the integers ({var})")
    if where is not None and not isinstance(where, Formula):
        raise ClaimError(f"{where!r} after `where` under {kind} is not a formula")
    if not is_arithmetic(term.sort):
        raise ClaimError(f"{kind} wants a number, not the {sort_name(term.sort)} {term}")
    return Bind(kind, var, where, term)


def _finite(kind: str, var: Var, body: Any, where: Formula | None) -> Bind:
    if not isinstance(var, Var) or not var.sort.is_listed:
        raise ClaimError(f"{kind} ranges over a Symbol or an Event; use sup or inf for {var}")
    return _bind(kind, var, body, where)


def total(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The sum of the body over symbols."""
    return _finite("sum", var, body, where)


def largest(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The maximum of the body over symbols or events."""
    return _finite("max", var, body, where)


def smallest(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The minimum of the body over symbols or events."""
    return _finite("min", var, body, where)


def sup(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The supremum of the body over laws, channels, priors or numbers.

    It must be a whole side of a relation: `sup(p, f) <= r` says that f ≤ r for every p. For the
    capacity-like suprema that can be bounded from above, use their names (`capacity`, `mi_dp`).
    """
    return _bind("sup", var, body, where)


def inf(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The infimum of the body; placed as `sup` is."""
    return _bind("inf", var, body, where)


def integral(var: Var, body: Any) -> Bind:
    """The integral of the body over the interval of a real variable: `integral(eps, f)` is
    ∫_0^∞ f dε where ε is `Real("eps", ">=0")`. It may be infinite; ∞ − ∞ is undefined.

    It has a value where the body is made of the variable, exponentials of quadratic polynomials in
    it, Laplace and Gaussian densities, hockey-stick divergences at it, sums, products, absolute
    values, maxima and minima (see `verified.measures.integrals`).
    """
    if not isinstance(var, Var) or not isinstance(var.of, RealSort) or var.of.low is None:
        raise ClaimError(f"an integral runs over an interval of a real variable, not over {var}")
    return _bind("integral", var, body, None)


__all__ = [
    "cases", "channel_table", "event_where", "fresh", "inf", "integral", "largest", "pmf_table",
    "reals_of", "reals_table", "smallest", "sup", "total",
]
