"""Parts of laws, channels and lists of numbers, laws by their entries, and events.

`P[a]`, `P[A]`, `W[x]`, `W[x, y]`, `M[x]`, `r[j]`, `S[j]` and `S[j, h]` are read by the term's sort.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verified.measures import divergences
from verified.measures.readings import Reading, Value, checked_place
from verified.syntax.binders import fresh
from verified.syntax.formulas import Formula, Quantified, every
from verified.syntax.quantity import COUNT, Match, quantity
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    EventSort,
    PmfSort,
    RealSort,
    RealsSort,
    Sort,
    sort_name,
)
from verified.syntax.terms import (
    SIZE,
    Channel,
    Event,
    Number,
    Op,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    Var,
    equals,
    number,
)
from verified.syntax.trees import INDEXED

n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
a, x = Symbol("a", n), Symbol("x", n)
_some = Size("n", low=0)
A, _member = Event("A", _some), Symbol("a", _some)
_list, _place = Reals("r", _some), Symbol("j", _some)


def _entry(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, index = values
    return reading.xp.take(law, -1, checked_place(index, reading.xp.shape(law, 1)[0], term))


def _event_mass(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, event = values
    count = reading.xp.shape(law, 1)[0]
    result = reading.xp.constant(fmpq(0))
    for symbol in sorted(event):
        part = reading.xp.take(law, -1, checked_place(symbol, count, term))
        result = reading.xp.add(result, part)
    return result


def _ratio(reading: Reading, term: Op, values: list[Value]) -> Value:
    p, q = (_entry(reading, term, [law, values[2]]) for law in values[:2])
    return divergences.likelihood_ratio(reading.xp, p, q)


def _row(reading: Reading, term: Op, values: list[Value]) -> Value:
    channel, index = values
    return reading.xp.take(channel, -2, checked_place(index, reading.xp.shape(channel, 2)[0], term))


def _listed(reading: Reading, _: Op, values: list[Value]) -> Value:
    return reading.xp.stack([reading.scalar(value) for value in values], (len(values),))


def _rows(reading: Reading, _: Op, values: list[Value]) -> Value:
    outputs = reading.xp.shape(values[0], 1)[0]
    return reading.xp.stack(values, (len(values), outputs))


def _same_interval(match: Match) -> Sort:
    sort = match.args[0].sort
    assert isinstance(sort, RealsSort)
    return sort.element


def _makes_a_law(match: Match) -> list[Formula]:
    mass: Term = match.args[0]
    for entry in match.args[1:]:
        mass = mass + entry
    return [*(entry >= 0 for entry in match.args), equals(mass, 1)]


# --- parts ----------------------------------------------------------------------------------------

at = quantity(
    "at", [P, a], doc="The probability of a symbol.", written="P[a]",
    text="{0:atom}({1})", latex=r"{0:atom}({1})", values="[0,1]", unit="", reading=_entry,
    view=lambda v, law, index: v.part(law, index),
)
probability = quantity(
    "probability", [P, Event("A", n)], doc="The probability of an event.", written="P[A]",
    text="{0:atom}({1})", latex=r"{0:atom}({1})", values="[0,1]", unit="",
    reading=_event_mass, view=lambda v, law, event: v.probability(law, event),
)
likelihood_ratio = quantity(
    "likelihood_ratio", [P, Q, a],
    doc="dP/dQ at a symbol: P(a)/Q(a), +∞ where Q(a) = 0 < P(a), undefined where both are 0.",
    text="(d{0:atom}/d{1:atom})({2})",
    latex=r"\frac{{\mathrm d{0:atom}}}{{\mathrm d{1:atom}}}({2})",
    values="[0,inf]", unit="", given=[at(P, a) + at(Q, a) > 0],
    reading=_ratio, view=lambda v, p, q, index: v.ratio(p, q, index),
)
row = quantity(
    "row", [W, x], PmfSort(m), doc="The law of a channel's output given an input.",
    written="W[x]", text="{0:atom}({1})", latex=r"{0:base}_{{{1}}}",
    reading=_row, view=lambda v, rows, index: v.part(rows, index),
)
component = quantity(
    "component", [_list, _place], _same_interval, doc="One of a tuple of real numbers.",
    written="r[j]", text="{0:atom}[{1}]", latex=r"{0:base}_{{{1}}}", values="(-inf,inf)",
    reading=_entry, view=lambda v, listed, index: v.part(listed, index),
)
_number = Real("p")
pmf_literal = quantity(
    "pmf_literal", [_number], PmfSort(COUNT), repeats=True, given=_makes_a_law,
    doc="The law with these probabilities, which must sum to 1 (certified when it is evaluated).",
    written="pmf_of(p, …)", text="({*})", latex=r"\left({*}\right)",
    reading=_listed, view=lambda _, *entries: entries,
)
channel_literal = quantity(
    "channel_literal", [Pmf("row", m)], ChannelSort(COUNT, m), repeats=True,
    doc="The channel with these rows, laws on one alphabet.",
    written="channel_of(row, …)", text="({*})", latex=r"\left({*}\right)",
    reading=_rows, view=lambda _, *rows: rows,
)


def pmf_of(*entries: Any) -> Op:
    """The law with these probabilities, which must sum to 1 (certified when it is evaluated)."""
    if len(entries) == 1 and isinstance(entries[0], list | tuple):
        entries = tuple(entries[0])
    if not entries:
        raise ClaimError("pmf_of() has no entries: a law has at least one symbol")
    return pmf_literal(*entries)


def channel_of(*rows: Any) -> Op:
    """The channel with these rows: each a law, or a list of probabilities."""
    laws = [pmf_of(*row) if isinstance(row, list | tuple) else number(row) for row in rows]
    if not laws or not isinstance(laws[0].sort, PmfSort):
        raise ClaimError("channel_of(…) wants at least one row, each a law")
    return channel_literal(*laws)


# --- indexing -------------------------------------------------------------------------------------


def check_index(term: Term, index: Any) -> None:
    """An index is a whole number, as far as its form tells: 1/2 and real variables are none."""
    chosen = index if isinstance(index, Term) else number(index, f"as an index of {term}")
    fraction = isinstance(chosen, Number) and (chosen.value is None or chosen.value.q != 1)
    if fraction or (isinstance(chosen, Var) and isinstance(chosen.of, RealSort)):
        raise ClaimError(f"{chosen} is no index of {term}: symbols and entries are whole numbers")


def single(term: Term, index: Any) -> Any:
    """The only index of a term.

    Raises:
        ClaimError: there are several, or it is no whole number.
    """
    if isinstance(index, tuple):
        raise ClaimError(f"a {sort_name(term.sort)} doesn't take {len(index)} indices")
    check_index(term, index)
    return index


def _of_law(law: Term, index: Any) -> Term:
    if isinstance(index, Term) and isinstance(index.sort, EventSort):
        return probability(law, index)
    return at(law, single(law, index))


def _of_channel(channel: Term, index: Any) -> Term:
    if isinstance(index, Term) and isinstance(index.sort, PmfSort):
        raise ClaimError(
            f"{channel}[{index}]: a row is of a symbol; the output's law is {index} @ {channel}"
        )
    if isinstance(index, tuple) and len(index) == 2:
        return _of_law(_of_channel(channel, index[0]), index[1])
    return row(channel, single(channel, index))


INDEXED[PmfSort] = _of_law
INDEXED[ChannelSort] = _of_channel
INDEXED[RealsSort] = lambda listed, index: component(listed, single(listed, index))

# --- events ---------------------------------------------------------------------------------------

indicator = quantity(
    "indicator", [A, _member], doc="1 if the symbol is in the event, else 0.",
    text="1_{0:atom}({1})", latex=r"\mathbf 1_{{{0}}}({1})", values="[0,1]", unit="",
    reading=lambda _, __, values: int(values[1] in values[0]),
)
cardinality = quantity(
    "cardinality", [A], SIZE, doc="How many symbols an event has.",
    text="|{0}|", latex=r"\left|{0}\right|", values="[0,inf)",
    reading=lambda _, __, values: len(values[0]),
)
complement = quantity(
    "complement", [_some, A], EventSort(_some), order=[A],
    doc="The symbols that an event doesn't have.",
    text="{1:atom}^c", latex=r"{1:atom}^{{\mathsf c}}",
    reading=lambda _, __, values: frozenset(range(values[0])) - values[1],
)
singleton = quantity(
    "singleton", [_some, _member], EventSort(_some), order=[_member, _some],
    doc="The event of one symbol, in an alphabet of a size.",
    text="{{{1}}}", latex=r"\{{{1}\}}",
    reading=lambda _, term, values: frozenset({checked_place(values[1], values[0], term)}),
)


def separate(first: Term, second: Term) -> Quantified:
    """Two events share no symbol."""
    for event in (first, second):
        if not isinstance(event, Term) or not isinstance(event.sort, EventSort):
            raise ClaimError(f"{event} is not an event")
    one, two = (event.sort.sizes()[0] for event in (first, second))
    if one != two:
        raise ClaimError(
            f"in separate {first} and {second} share an alphabet: {two} symbols meet {one}"
        )
    symbol = Symbol(fresh("l", first, second), one, latex=r"\ell")
    return every(symbol, equals(indicator(first, symbol) * indicator(second, symbol), 0))


__all__ = [
    "cardinality", "channel_of", "complement", "indicator", "likelihood_ratio", "pmf_of",
    "separate", "singleton",
]
