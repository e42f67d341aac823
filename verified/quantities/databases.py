"""Databases and priors on them: instances, entries, laws of entries.

Instances of a database are numbered from 0, the last entry fastest, as everywhere.
"""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from verified.measures.databases import (
    digits,
    flattened,
    instance_of,
    line_of,
    or_uniform,
    replaced,
)
from verified.measures.readings import Reading, Unreadable, Value, checked_place
from verified.syntax.quantity import quantity
from verified.syntax.sorts import ClaimError, DatabaseSort, PmfSort, PriorSort, SymbolSort
from verified.syntax.terms import SIZE, Database, Op, Pmf, Prior, Size, Symbol, number, size_term

D = Database("D")


def _several(_: Reading, term: Op, values: list[Value]) -> Value:
    if not all(isinstance(size, int) and size > 0 for size in values):
        raise Unreadable(f"{term}: an entry has at least one symbol")
    return tuple(values)


def _hamming(_: Reading, term: Op, values: list[Value]) -> Value:
    database, count = values[0], math.prod(values[0])
    first, second = (digits(database, checked_place(place, count, term)) for place in values[1:])
    return sum(one != two for one, two in zip(first, second, strict=True))


def _with_entry(_: Reading, term: Op, values: list[Value]) -> Value:
    database, place, index, new = values
    chosen = checked_place(index, len(database), term)
    checked_place(new, database[chosen], term)
    return replaced(database, instance_of(database, place, term), chosen, new)


def _entry_of(_: Reading, term: Op, values: list[Value]) -> Value:
    database, place, index = values
    return instance_of(database, place, term)[checked_place(index, len(database), term)]


def _prior_mass(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, law, place = values
    flat = flattened(reading.xp, law, database, False)
    return reading.xp.take(flat, -1, checked_place(place, math.prod(database), term))


def law_of_entry(reading: Reading, term: Op, values: list[Value]) -> Value:
    """The law of an entry given the others, uniform where they are impossible."""
    database, law, place, index = values
    xp = reading.xp
    line = xp.gather(
        flattened(xp, law, database, False), -1, line_of(database, place, index, term)
    )
    return or_uniform(xp, line, xp.sum_axes(line, (-1,), keep=True), xp.shape(line, 1)[0])


def _entry_prior(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, place, index, law = values
    xp = reading.xp
    line = line_of(database, place, index, term)
    if xp.shape(law, 1)[0] != len(line):
        raise Unreadable(f"{term}: the law is not of that entry")
    zero = xp.constant(fmpq(0))
    masses = [
        xp.take(law, -1, line.index(cell)) if cell in line else zero
        for cell in range(math.prod(database))
    ]
    return xp.reshape(xp.stack(masses, (len(masses),)), 1, tuple(database))


# --- databases ------------------------------------------------------------------------------------

entries = quantity(
    "entries", [D], SIZE, doc="How many entries the database has.", values="[1,inf)",
    text="entries({0})", latex=r"n_{{{0}}}", reading=lambda _, __, values: len(values[0]),
)
instances = quantity(
    "instances", [D], SIZE, values="[1,inf)",
    doc="How many instances the database has: the product of its alphabet sizes.",
    text="|{0}|", latex=r"\left|{0}\right|", reading=lambda _, __, values: math.prod(values[0]),
)
entry, x, other = (
    Symbol("entry", entries(D)), Symbol("x", instances(D)), Symbol("other", instances(D))
)
alphabet = quantity(
    "alphabet", [D, entry], SIZE, doc="How many symbols an entry may take.", values="[1,inf)",
    text="|{0:atom}[{1}]|", latex=r"\left|{0:base}_{{{1}}}\right|",
    reading=lambda _, term, values: values[0][checked_place(values[1], len(values[0]), term)],
)
symbol = Symbol("symbol", alphabet(D, entry))
largest_alphabet = quantity(
    "largest_alphabet", [D], SIZE, doc="The largest of the entries' alphabet sizes.",
    values="[1,inf)", text="max_i(|{0:atom}[i]|)",
    latex=r"\max_{{i}} \left|{0:base}_{{i}}\right|",
    reading=lambda _, __, values: max(values[0], default=1),
)
one_entry = quantity(
    "one_entry", [Size("size")], DatabaseSort(),
    doc="The database of one entry with an alphabet of this size.",
    text="{{one entry of {0} symbols}}", latex=r"[{0}]", reading=lambda _, __, values: (values[0],),
)
several_entries = quantity(
    "several_entries", [Size("size")], DatabaseSort(), repeats=True,
    doc="The database whose entries have these alphabet sizes, in their order.",
    written="database_of(size, …)", text="{{entries of {*} symbols}}", latex=r"\left[{*}\right]",
    reading=_several,
)


def database_of(*sizes: Any) -> Op:
    """The database whose entries have these alphabet sizes, in their order."""
    if not sizes:
        raise ClaimError("database_of() has no entries: a database has at least one")
    parts = [size_term(size, "as an entry of database_of(…)") for size in sizes]
    if number(0) in parts:
        raise ClaimError("an entry of database_of(…) has 0 symbols; it needs at least one")
    return several_entries(*parts)


hamming = quantity(
    "hamming", [D, x, other], SIZE, values="[0,inf)",
    doc="In how many entries two instances (numbered from 0, the last entry fastest) differ.",
    text="d_H({1}, {2})", latex=r"d_H({1}, {2})", reading=_hamming,
)
with_entry = quantity(
    "with_entry", [D, x, entry, symbol], SymbolSort(instances(D)),
    doc="The instance with one entry replaced by a symbol.",
    text="({1} with [{2}] = {3})", latex=r"{1:atom}^{{{2} \to {3}}}", reading=_with_entry,
)
entry_of = quantity(
    "entry_of", [D, x, entry], SymbolSort(alphabet(D, entry)),
    doc="The symbol that an entry has in the instance.",
    text="{1:atom}[{2}]", latex=r"{1:base}_{{{2}}}", reading=_entry_of,
)

# --- priors ---------------------------------------------------------------------------------------

prior, law = Prior("prior", D), Pmf("law", alphabet(D, entry))
prior_mass = quantity(
    "prior_mass", [D, prior, x], order=[prior, x],
    doc="The probability of an instance under a prior.",
    text="{1:atom}({2})", latex=r"{1:atom}({2})", values="[0,1]", unit="", reading=_prior_mass,
)
entry_given = quantity(
    "entry_given", [D, prior, x, entry], PmfSort(alphabet(D, entry)), order=[prior, x, entry],
    doc="""The law of an entry given that the others are as in the instance (the uniform law where
    they never are).""",
    text="{1:atom}_[{3}|{2}]", latex=r"{1:base}_{{{3}|{2}}}", reading=law_of_entry,
)
entry_prior = quantity(
    "entry_prior", [D, x, entry, law], PriorSort(D, "independent"),
    doc="The prior under which one entry has a law and the others are as in the instance.",
    text="({3:atom} at [{2}|{1}])", latex=r"{3:base}^{{({2}|{1})}}", reading=_entry_prior,
)
flat_prior = quantity(
    "flat_prior", [D, prior], PmfSort(instances(D)), order=[prior],
    doc="A prior as a law on the numbers of the instances.",
    text="{1:atom}", spellings=["law({1})"], latex=r"{1:atom}",
    reading=lambda reading, _, values: flattened(reading.xp, values[1], values[0], False),
)

__all__ = [
    "alphabet", "database_of", "entries", "entry_given", "entry_of", "entry_prior", "flat_prior",
    "hamming", "instances", "largest_alphabet", "one_entry", "prior_mass", "with_entry",
]
