"""Hypothesis strategies for exact instances: laws, channels, mechanisms, and whole statements.

Everything drawn is exact (python-flint's `fmpq`), so a law sums to exactly 1. Sizes of 1, zeros,
copies of a row, rare symbols and laws that differ by little are all drawn often, and a failing
example shrinks towards few symbols and small denominators. Hypothesis is imported with this module,
which nothing else imports.

    from hypothesis import given
    from verified.instances.strategies import pmf_pairs

    @given(pmf_pairs())
    def test_my_divergence_is_not_negative(pair):
        assert my_divergence(*pair) >= 0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from verified.errors import InputError
from verified.instances.layout import Layout
from verified.instances.sorts import Known, Offer, Structure, search
from verified.instances.sorts.base import Array
from verified.instances.sorts.databases import (
    MOST_OFFERED_ENTRIES,
    MOST_OFFERED_SYMBOLS,
    shapes,
)
from verified.instances.sorts.pufferfish import offer_framework
from verified.instances.sorts.queries import subsets
from verified.language import (
    Database,
    Independent,
    Joint,
    Markov,
    Mechanism,
    Prior,
    Queries,
    Symbol,
    entries,
)
from verified.syntax import sorts
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula
from verified.syntax.sorts import FrameworkValue
from verified.syntax.terms import Var

Law = list[fmpq]
Rows = list[Law]

_DATABASE = Database("D")

# A larger instance makes a test slow and shows nothing that a smaller one doesn't.
MOST_SYMBOLS = 4
MOST_COORDINATES = 200
# Related laws differ by factors 1 ± 10^-k; the rarest symbol has about 10^-k of the mass.
_SMALLEST_SCALE = 7
_RAREST = 12


@dataclass(frozen=True)
class JointLaw:
    """A joint law: its variables' alphabet sizes in order, and its probabilities, the last variable
    running fastest."""

    alphabets: tuple[tuple[str, int], ...]
    law: tuple[fmpq, ...]


@dataclass(frozen=True)
class DatabaseLaw:
    """A prior: the entries' alphabet sizes, and the probabilities of the database's instances, the
    last entry running fastest."""

    database: tuple[int, ...]
    law: tuple[fmpq, ...]


@dataclass(frozen=True)
class MechanismRows:
    """A mechanism: the entries' alphabet sizes, and a law of the response for each instance of the
    database, the last entry running fastest."""

    database: tuple[int, ...]
    rows: tuple[tuple[fmpq, ...], ...]


@dataclass(frozen=True)
class QueryTables:
    """Several mechanisms on one database.

    Attributes:
        kind: "independent", "sequential" or "partial", as in `verified.syntax.sorts.QueriesSort`.
        database: the entries' alphabet sizes.
        tables: for each query its rows; those of a sequential query run over the instances and,
            faster, over the earlier responses; those of a partial one over its own entries.
        subsets: for partial queries, the entries that each sees.
    """

    kind: str
    database: tuple[int, ...]
    tables: tuple[tuple[tuple[fmpq, ...], ...], ...]
    subsets: tuple[tuple[int, ...], ...] = ()


# --- numbers and laws -----------------------------------------------------------------------------


def reals(domain: str | sorts.RealSort = "") -> SearchStrategy[fmpq]:
    """Rationals in a domain such as ">=0", "(0,1)" or "", near its ends and far from them too.

    >>> from hypothesis import find
    >>> tiny = find(reals("(0,1)"), lambda x: x < fmpq(1, 10**6))
    >>> 0 < tiny < fmpq(1, 10**6)
    True

    Raises:
        ClaimError: the text is no domain.
    """
    sort = sorts.parse_interval(domain) if isinstance(domain, str) else domain
    low, high = sort.low, sort.high
    if low is not None and high is not None:
        found = _fractions(0, 1).map(lambda part: low + (high - low) * part)
    elif low is not None:
        found = _magnitudes().map(lambda size: low + size)
    elif high is not None:
        found = _magnitudes().map(lambda size: high - size)
    else:
        signed = st.tuples(st.sampled_from([1, -1]), _magnitudes())
        found = signed.map(lambda pair: pair[0] * pair[1])
    return found.filter(sort.contains)


def _fractions(low: int, high: int) -> SearchStrategy[fmpq]:
    """Simple fractions between two whole numbers, and fractions close to either."""
    simple = st.integers(1, 12).flatmap(
        lambda bottom: st.integers(low * bottom, high * bottom).map(lambda top: fmpq(top, bottom))
    )
    small = st.integers(1, _RAREST).map(lambda power: fmpq(1, 10**power))
    return simple | small.map(lambda part: low + part) | small.map(lambda part: high - part)


def _magnitudes() -> SearchStrategy[fmpq]:
    large = st.integers(1, _RAREST).map(lambda power: fmpq(10**power))
    return _fractions(0, 8) | large


def pmfs(size: int | SearchStrategy[int] | None = None) -> SearchStrategy[Law]:
    """Laws on `size` symbols (by default 1 to 4): zeros and rare symbols included.

    >>> from hypothesis import find
    >>> [str(part) for part in find(pmfs(3), lambda law: min(law) > 0)]
    ['1/3', '1/3', '1/3']
    """
    return _sizes(size, "the size of a pmf").flatmap(_pmfs)


def _pmfs(size: int) -> SearchStrategy[Law]:
    weights = st.integers(0, 8) | st.integers(1, _RAREST).map(lambda power: 10**power)
    return st.lists(weights, min_size=size, max_size=size).map(_normalised)


def _normalised(weights: Sequence[int]) -> Law:
    """The weights over their sum; without any weight, all mass is on the first symbol."""
    mass = sum(weights)
    if mass == 0:
        return [fmpq(symbol == 0) for symbol in range(len(weights))]
    return [fmpq(weight, mass) for weight in weights]


def related_pmfs(law: Sequence[fmpq]) -> SearchStrategy[Law]:
    """Laws whose ratios to the given one are 1 ± 10^-k, for a k from 0 to 7; zeros stay.

    >>> from hypothesis import find
    >>> half = [fmpq(1, 2), fmpq(1, 2)]
    >>> near = find(related_pmfs(half), lambda law: 0 < abs(law[0] - half[0]) < fmpq(1, 1000))
    >>> sum(near) == 1
    True
    """
    base = list(law)

    @st.composite
    def build(draw: DrawFn) -> Law:
        scale = fmpq(1, 10 ** draw(st.integers(0, _SMALLEST_SCALE)))
        shifts = draw(st.lists(st.integers(-9, 9), min_size=len(base), max_size=len(base)))
        moved = [
            part * (1 + scale * fmpq(shift, 10)) for part, shift in zip(base, shifts, strict=True)
        ]
        mass = sum(moved, fmpq(0))
        return [part / mass for part in moved]

    return build()


@st.composite
def _rows(draw: DrawFn, count: int, size: int) -> Rows:
    """Laws on one alphabet: each new, a copy of an earlier one, or near an earlier one."""
    rows = [draw(_pmfs(size))]
    while len(rows) < count:
        style = draw(st.sampled_from(["new", "copy", "related"]))
        if style == "new":
            rows.append(draw(_pmfs(size)))
        else:
            earlier = rows[draw(st.integers(0, len(rows) - 1))]
            rows.append(list(earlier) if style == "copy" else draw(related_pmfs(earlier)))
    return rows


def pmf_tuples(
    count: int, size: int | SearchStrategy[int] | None = None
) -> SearchStrategy[tuple[Law, ...]]:
    """`count` laws on one alphabet: equal, near each other, or unrelated.

    >>> from hypothesis import find
    >>> p, q, r = find(pmf_tuples(3), lambda laws: laws[0] != laws[1] != laws[2])
    >>> len(p) == len(q) == len(r)
    True
    """
    _positive(count, "the count of pmfs")
    return _sizes(size, "the size of a pmf").flatmap(lambda n: _rows(count, n)).map(tuple)


def pmf_pairs(size: int | SearchStrategy[int] | None = None) -> SearchStrategy[tuple[Law, ...]]:
    """Pairs of laws on one alphabet, as `pmf_tuples(2, size)`.

    >>> from hypothesis import find
    >>> p, q = find(pmf_pairs(), lambda pair: pair[0] != pair[1])
    >>> [str(part) for part in p + q]
    ['1', '0', '0', '1']
    """
    return pmf_tuples(2, size)


def channels(
    inputs: int | SearchStrategy[int] | None = None,
    outputs: int | SearchStrategy[int] | None = None,
) -> SearchStrategy[Rows]:
    """Channels: a law on `outputs` symbols for each of `inputs` symbols (by default 1 to 4).

    >>> from hypothesis import find
    >>> channel = find(channels(2, 2), lambda rows: rows[0] != rows[1])
    >>> [[str(part) for part in row] for row in channel]
    [['1', '0'], ['0', '1']]
    """
    sizes = st.tuples(_sizes(inputs, "a channel's inputs"), _sizes(outputs, "a channel's outputs"))
    return sizes.flatmap(lambda pair: _rows(*pair))


def channel_chains(length: int = 2) -> SearchStrategy[list[Rows]]:
    """Channels in a row: the outputs of each are the inputs of the next.

    >>> from hypothesis import find
    >>> first, second = find(channel_chains(2), lambda chain: len(chain[0][0]) == 2)
    >>> len(second)
    2
    """
    _positive(length, "the length of a chain")
    alphabets = st.lists(_sizes(None, ""), min_size=length + 1, max_size=length + 1)
    return alphabets.flatmap(
        lambda sizes: st.tuples(
            *(_rows(sizes[place], sizes[place + 1]) for place in range(length))
        )
    ).map(list)


# --- joint laws, databases ------------------------------------------------------------------------


def joints(
    *,
    independent: Sequence[tuple[str, str]] = (),
    markov: Sequence[tuple[str, str, str]] = (),
    **sizes: int | SearchStrategy[int] | None,
) -> SearchStrategy[JointLaw]:
    """Joint laws of named variables, which meet independences exactly.

    Args:
        independent: pairs of groups of variables, such as ("U", "V,W").
        markov: chains of groups, such as ("U", "V", "W"): U and W independent given V.
        sizes: each variable's alphabet size; None for 1 to 4.

    >>> from hypothesis import find
    >>> joint = find(joints(U=2, W=2, independent=[("U", "W")]), lambda j: min(j.law) > 0)
    >>> [str(part) for part in joint.law]
    ['1/4', '1/4', '1/4', '1/4']

    Raises:
        ClaimError: a constraint names a variable that isn't there, or names one twice.
        InputError: no variable, or a size below 1.
    """
    if not sizes:
        raise InputError("a joint law has at least one variable: joints(U=2, V=None)")
    strategies = {name: _sizes(size, f"the size of {name}") for name, size in sizes.items()}
    # Built once with any sizes, so that a misnamed variable is refused now and not when drawn.
    smallest: dict[str, Any] = dict.fromkeys(sizes, 1)
    _constraints(Joint("J", **smallest), independent, markov)

    @st.composite
    def build(draw: DrawFn) -> JointLaw:
        alphabets: dict[str, Any] = {name: draw(sizes) for name, sizes in strategies.items()}
        var = Joint("J", **alphabets)
        value = draw(_value(var, _constraints(var, independent, markov), {}))
        return JointLaw(tuple(alphabets.items()), tuple(value.reshape(-1)))

    return build()


def _constraints(
    joint: Var, independent: Sequence[tuple[str, str]], markov: Sequence[tuple[str, str, str]]
) -> list[Formula]:
    return [
        *(Independent(joint, *groups) for groups in independent),
        *(Markov(joint, *groups) for groups in markov),
    ]


def databases(
    most_entries: int = MOST_OFFERED_ENTRIES, most_symbols: int = MOST_OFFERED_SYMBOLS
) -> SearchStrategy[tuple[int, ...]]:
    """Shapes of databases: the alphabet size of each entry, 1 included.

    >>> from hypothesis import find
    >>> find(databases(), lambda shape: len(shape) == 2 and min(shape) == 2)
    (2, 2)
    """
    _positive(most_entries, "the number of entries")
    _positive(most_symbols, "the number of symbols of an entry")
    found: SearchStrategy[tuple[int, ...]] = shapes(st, most_entries, most_symbols)
    return found


def priors(
    database: Sequence[int] | None = None, kind: str = "any", entry: int | None = None
) -> SearchStrategy[DatabaseLaw]:
    """Laws of a database's entries.

    Args:
        database: the entries' alphabet sizes; drawn if None.
        kind: "any", "independent" (the entries are mutually independent) or "split" (`entry` is
            independent of all the others).
        entry: for a split prior, which entry; drawn if None.

    >>> from hypothesis import find
    >>> prior = find(priors((2, 2), "independent"), lambda prior: min(prior.law) > 0)
    >>> [str(part) for part in prior.law]
    ['1/4', '1/4', '1/4', '1/4']

    Raises:
        InputError: an unknown kind, an empty alphabet, or an entry that isn't there.
    """
    if kind not in sorts.PRIOR_KINDS:
        raise InputError(f"a prior is one of {', '.join(sorts.PRIOR_KINDS)}, not {kind!r}")
    if entry is not None and (kind != "split" or entry < 0):
        raise InputError("only a split prior names an entry, from 0 on")
    shapes = _databases(database)
    if database is not None and entry is not None and entry >= len(database):
        raise InputError(f"the database has no entry {entry}; it has {len(database)} entries")

    @st.composite
    def build(draw: DrawFn) -> DatabaseLaw:
        shape = draw(shapes)
        structure: Structure = {"D": shape}
        if kind == "split":
            chosen = draw(st.integers(0, len(shape) - 1)) if entry is None else entry
            assume(chosen < len(shape))
            structure["i"] = chosen
        split_at = Symbol("i", entries(_DATABASE)) if kind == "split" else None
        value = draw(_value(Prior("R", _DATABASE, kind, split_at), [], structure))
        return DatabaseLaw(shape, tuple(value.reshape(-1)))

    return build()


def mechanisms(
    database: Sequence[int] | None = None, outputs: int | SearchStrategy[int] | None = None
) -> SearchStrategy[MechanismRows]:
    """Mechanisms on a database (drawn if None) with `outputs` responses (by default 1 to 4).

    >>> from hypothesis import find
    >>> found = find(mechanisms((2,), 2), lambda mechanism: mechanism.rows[0] != mechanism.rows[1])
    >>> [[str(part) for part in row] for row in found.rows]
    [['1', '0'], ['0', '1']]

    Raises:
        InputError: an alphabet is empty.
    """
    shapes, responses = _databases(database), _sizes(outputs, "a mechanism's outputs")

    @st.composite
    def build(draw: DrawFn) -> MechanismRows:
        shape, size = draw(shapes), draw(responses)
        value = draw(_value(Mechanism("M", _DATABASE, size), [], {"D": shape}))
        return MechanismRows(shape, _frozen(value.table))

    return build()


def queries(
    database: Sequence[int] | None = None,
    count: int | SearchStrategy[int] | None = None,
    outputs: int | SearchStrategy[int] | None = None,
    kind: str = "independent",
) -> SearchStrategy[QueryTables]:
    """`count` mechanisms on one database, of a kind that `QueryTables` describes.

    >>> from hypothesis import find
    >>> found = find(queries((2, 2), 2, 2, "partial"), lambda found: all(found.subsets))
    >>> sorted(found.subsets)
    [(0,), (1,)]

    Raises:
        InputError: an unknown kind, an empty alphabet, or a count below 1.
    """
    if kind not in sorts.QUERY_KINDS:
        raise InputError(f"queries are one of {', '.join(sorts.QUERY_KINDS)}, not {kind!r}")
    shapes = _databases(database)
    counts = st.integers(1, 3) if count is None else _sizes(count, "the count of queries")
    responses = st.integers(1, 3) if outputs is None else _sizes(outputs, "a query's outputs")

    @st.composite
    def build(draw: DrawFn) -> QueryTables:
        shape, number, size = draw(shapes), draw(counts), draw(responses)
        var = Queries("S", _DATABASE, number, size, kind)
        structure: Structure = {"D": shape}
        if kind == "partial":
            structure["S"] = draw(subsets(st, len(shape), number))
        value = draw(_value(var, [], structure))
        tables = tuple(_frozen(table) for table in value.tables)
        return QueryTables(kind, shape, tables, value.subsets)

    return build()


# --- pufferfish frameworks ------------------------------------------------------------------------


def frameworks(symbols: int | SearchStrategy[int] | None = None) -> SearchStrategy[FrameworkValue]:
    """Pufferfish frameworks on some data symbols (by default 1 to 4): one to three private
    functions, up to two public ones, and any edges between them.

    >>> from hypothesis import find
    >>> found = find(frameworks(2), lambda framework: len(framework.edges) == 1)
    >>> found.private, found.public, found.edges
    (((0, 0),), ((0, 0),), ((0, 0),))
    """

    @st.composite
    def build(draw: DrawFn) -> FrameworkValue:
        return offer_framework(draw(sizes), Offer(draw, st, assume))

    sizes = _sizes(symbols, "the data's alphabet")
    return build()


# --- statements -----------------------------------------------------------------------------------


def instances_of(statement: Statement) -> SearchStrategy[dict[str, Any]]:
    """Exact instances of a statement's variables, as the moves of a certificate.

    Independences among the hypotheses are met by construction; the others may or may not hold
    (`verified.attack.strategies.instances_meeting` draws instances that meet them all).

    >>> from hypothesis import find
    >>> from verified.language import KL, Pmf, Size, claim
    >>> n = Size("n")
    >>> P, Q = Pmf("P", n), Pmf("Q", n)
    >>> mine = claim("mine", forall=[P, Q], then=KL(P, Q) <= 1)
    >>> find(instances_of(mine.statement), lambda moves: moves["P"] != moves["Q"])
    {'n': 2, 'P': ['1', '0'], 'Q': ['0', '1']}
    """

    @st.composite
    def build(draw: DrawFn) -> dict[str, Any]:
        layout = draw(layouts(statement.variables, statement.given))
        return layout.moves(draw(exact_laws(layout)), draw(exact_reals(layout)))

    return build()


@st.composite
def layouts(draw: DrawFn, variables: Sequence[Var], given: Sequence[Formula]) -> Layout:
    """Layouts of some variables: values for their sizes, symbols, events, databases and subsets."""
    structure: Structure = {}
    known = Known(structure)
    for var in variables:
        found = search(var.of).offer(var, var.of, known, Offer(draw, st, assume))
        if found is not None:
            structure[var.name] = found
    layout = Layout(variables, given, structure)
    assume(layout.coordinates <= MOST_COORDINATES)
    return layout


@st.composite
def exact_laws(draw: DrawFn, layout: Layout) -> list[Array]:
    """The laws of each block of a layout, as object arrays (rows, size) of rationals.

    Blocks on alphabets of one size are drawn together, so that the laws of two variables may be
    equal or near each other.
    """
    found: list[Array] = [np.empty((b.rows, b.size), dtype=object) for b in layout.blocks]
    for size in sorted({block.size for block in layout.blocks}):
        places = [place for place, block in enumerate(layout.blocks) if block.size == size]
        rows = iter(draw(_rows(sum(layout.blocks[place].rows for place in places), size)))
        for place in places:
            for index in range(layout.blocks[place].rows):
                found[place][index] = next(rows)
    return found


def exact_reals(layout: Layout) -> SearchStrategy[list[fmpq]]:
    """The real numbers of a layout."""
    return st.tuples(*(reals(slot.domain) for slot in layout.reals)).map(list)


@st.composite
def _value(draw: DrawFn, var: Var, given: Sequence[Formula], structure: Mapping[str, Any]) -> Any:
    """The value of one variable, as its layout builds it from exact laws."""
    layout = Layout([var], given, dict(structure))
    assume(layout.coordinates <= MOST_COORDINATES)
    return layout.values(draw(exact_laws(layout)), [])[var.name]


def _frozen(table: Any) -> tuple[tuple[fmpq, ...], ...]:
    return tuple(tuple(row) for row in table.reshape(-1, table.shape[-1]))


def _sizes(size: int | SearchStrategy[int] | None, what: str) -> SearchStrategy[int]:
    if size is None:
        return st.integers(1, MOST_SYMBOLS)
    return st.just(_positive(size, what)) if isinstance(size, int) else size


def _databases(database: Sequence[int] | None) -> SearchStrategy[tuple[int, ...]]:
    if database is None:
        return databases()
    if len(database) == 0:
        raise InputError("a database has at least one entry")
    return st.just(tuple(_positive(size, "an entry's alphabet size") for size in database))


def _positive(value: int, what: str) -> int:
    if value < 1:
        raise InputError(f"{what} is {value}; it is at least 1")
    return value
