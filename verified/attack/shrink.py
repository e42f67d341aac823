"""Shrinking: a certified instance made small, with few symbols, few entries, small denominators.

Each step proposes a simpler instance and keeps it only if the kernel certifies it, so a shrunk
instance is as good evidence as the one it came from.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from flint import fmpq

from verified.attack.certify import Exact, Instance
from verified.instances.layout import Layout, Structure
from verified.language import sorts
from verified.language.formulas import Formula
from verified.language.terms import Op, Var
from verified.measures.pufferfish import FrameworkValue, numbered

Certify = Callable[[Instance], dict[str, Any] | None]
Found = tuple[Instance, dict[str, Any]]

_DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 16, 20, 50, 100, 1000, 10**4, 10**6, 10**8, 10**10)
# Laws of larger denominators are worth moving towards the uniform one, by these shares.
_FLAT = 20
_SHARES = (fmpq(9, 10), fmpq(1, 2), fmpq(1, 5), fmpq(1, 20))
_SLACKS = tuple(fmpq(1, 10**power) for power in (0, 1, 2, 3, 4, 6, 8, 10, 12))


def shrink(
    instance: Instance,
    certificate: dict[str, Any],
    given: tuple[Formula, ...],
    certify: Certify,
    attempts: int = 120,
) -> Found:
    """The simplest instance that the steps reach within a number of attempts."""
    left = attempts

    def attempt(candidate: Instance) -> Found | None:
        nonlocal left
        if left <= 0:
            return None
        left -= 1
        found = certify(candidate)
        return None if found is None else (candidate, found)

    best = instance, certificate
    improved = True
    while improved and left > 0:
        improved = False
        for candidate in smaller(best[0], given):
            if (found := attempt(candidate)) is not None:
                best, improved = found, True
                break
    return _simplify_numbers(best, attempt)


def size_of(found: Found) -> int:
    """How much there is to read in a certificate's moves, in characters."""
    return len(json.dumps(found[1]["moves"]))


# --- fewer symbols, entries, queries --------------------------------------------------------------


def smaller(instance: Instance, given: tuple[Formula, ...]) -> Iterator[Instance]:
    """Instances with one size or one entry less."""
    layout = instance.layout
    for var in layout.variables:
        value: Any = layout.structure.get(var.name)
        match var.of:
            case sorts.SizeSort() as sort if value > sort.low:
                for drop in reversed(range(value)):
                    if drop < value - 1 and value > 6:
                        continue
                    change = {var.name: value - 1, **_without_symbol(layout, var, drop)}
                    yield from _without(instance, given, change, drop)
            case sorts.DatabaseSort() if len(value) > 1 or max(value) > 1:
                for entry, size in enumerate(value):
                    others = value[:entry], value[entry + 1 :]
                    for symbol in range(size if len(value) > 1 else 0):
                        # The entry goes, as if it had been this symbol all along.
                        kept = [x for x in _grid(value) if x[entry] == symbol]
                        change = {var.name: others[0] + others[1]}
                        change |= _without_entry(layout, var, entry)
                        change |= _renumbered(layout, var, kept)
                        yield from _without(instance, given, change, None, _numbers(value, kept))
                    for symbol in range(size if size > 1 else 0):
                        kept = [x for x in _grid(value) if x[entry] != symbol]
                        change = {var.name: (*others[0], size - 1, *others[1])}
                        change |= _renumbered(layout, var, kept)
                        yield from _without(instance, given, change, None, _numbers(value, kept))
            case sorts.FrameworkSort():
                for simpler in _simpler_frameworks(value):
                    yield from _without(instance, given, {var.name: simpler}, None)
            case sorts.DataClassSort() if value[1] > 1:
                for drop in range(value[1]):
                    yield from _without(instance, given, {var.name: (value[0], value[1] - 1)}, drop)


def _simpler_frameworks(framework: FrameworkValue) -> Iterator[FrameworkValue]:
    """Frameworks without one of the edges or functions, or with one function made constant."""
    private, public, edges = framework
    for edge in edges:
        yield framework._replace(edges=tuple(other for other in edges if other != edge))
    for side, functions in enumerate((private, public)):
        for gone in range(len(functions) if len(functions) > 1 - side else 0):
            if not any(edge[side] == gone for edge in edges):
                left = functions[:gone] + functions[gone + 1 :]
                moved = tuple(
                    (g - (side == 0 and g > gone), w - (side == 1 and w > gone)) for g, w in edges
                )
                yield FrameworkValue(*((left, public) if side == 0 else (private, left)), moved)
        for place, function in enumerate(functions):
            if max(function) > 0:
                constant = (0,) * len(function)
                flat = (*functions[:place], constant, *functions[place + 1 :])
                yield FrameworkValue(*((flat, public) if side == 0 else (private, flat)), edges)


def _fewer_symbols(framework: FrameworkValue, kept: Sequence[int]) -> FrameworkValue:
    """The framework on some of the data's symbols."""
    private, public = (
        tuple(numbered([function[symbol] for symbol in kept]) for function in functions)
        for functions in framework[:2]
    )
    return FrameworkValue(private, public, framework.edges)


def _grid(database: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The instances of a database in their order, the last entry fastest."""
    return list(itertools.product(*map(range, database)))


def _numbers(database: tuple[int, ...], kept: list[tuple[int, ...]]) -> list[int]:
    """The numbers of some instances."""
    places = {x: number for number, x in enumerate(_grid(database))}
    return [places[x] for x in kept]


def _renumbered(layout: Layout, database: Var, kept: list[tuple[int, ...]]) -> Structure:
    """The variables that are instances of the database, when only some instances are kept."""
    found: Structure = {}
    before = _numbers(layout.structure[database.name], kept)
    for var in layout.variables:
        value = layout.structure.get(var.name)
        match var.of:
            case sorts.SymbolSort(Op("instances", (Var(name),))) if name == database.name:
                # One that is not kept gets a number that doesn't fit.
                found[var.name] = before.index(value) if value in before else len(before)
            case sorts.FrameworkSort(Op("instances", (Var(name),))) if name == database.name:
                assert value is not None
                found[var.name] = _fewer_symbols(value, before)
    return found


def _without_symbol(layout: Layout, size: Var, drop: int) -> Structure:
    """The symbols, events and subsets that are numbered by a size, after one number has gone."""
    found: Structure = {}
    for var in layout.variables:
        value = layout.structure.get(var.name)
        match var.of:
            case sorts.SymbolSort(Var(name)) if name == size.name and value is not None:
                # The symbol itself must not go: then it keeps its number, and no longer fits.
                found[var.name] = value - (value > drop) if value != drop else layout.size(size)
            case sorts.EventSort(Var(name)) if name == size.name and value is not None:
                found[var.name] = frozenset(s - (s > drop) for s in value if s != drop)
            case sorts.FrameworkSort(Var(name)) if name == size.name and value is not None:
                left = [symbol for symbol in range(layout.size(size)) if symbol != drop]
                found[var.name] = _fewer_symbols(value, left)
            case sorts.QueriesSort("partial", _, Var(name)) if name == size.name and value:
                # Tables are cut off from the end.
                found[var.name] = value[:-1]
    return found


def _without_entry(layout: Layout, database: Var, gone: int) -> Structure:
    """The entries, sets of entries and subsets of partial queries, after an entry has gone."""
    found: Structure = {}
    for var in layout.variables:
        value = layout.structure.get(var.name)
        match var.of:
            case sorts.SymbolSort(Op("entries", (Var(name),))) if name == database.name:
                # The entry itself must not go: then it gets a number that doesn't fit.
                assert value is not None
                entries = len(layout.structure[name])
                found[var.name] = value - (value > gone) if value != gone else entries
            case sorts.EventSort(Op("entries", (Var(name),))) if name == database.name:
                assert value is not None
                found[var.name] = frozenset(e - (e > gone) for e in value if e != gone)
            case sorts.QueriesSort("partial", Var(name)) if name == database.name and value:
                found[var.name] = tuple(
                    tuple(entry - (entry > gone) for entry in subset if entry != gone)
                    for subset in value
                )
    return found


def _without(
    instance: Instance,
    given: tuple[Formula, ...],
    change: Structure,
    drop: int | None,
    kept: list[int] | None = None,
) -> Iterator[Instance]:
    """The instance under a smaller structure: rows and columns are cut off, laws renormalised.

    `kept` are the instances of a database that stay, where it is the database that gets smaller.
    """
    old = instance.layout
    structure = {**old.structure, **change}
    try:
        layout = Layout(old.variables, given, structure, old.free)
    except (IndexError, KeyError, ValueError):
        return
    if not _inside(layout):
        return
    laws = []
    for before, after, table in zip(old.blocks, layout.blocks, instance.laws, strict=False):
        if before.name != after.name:
            return
        cut = _cut(table, after.rows, after.size, drop, kept)
        if cut is None:
            return
        laws.append(cut)
    if len(laws) != len(layout.blocks):
        return
    reals = tuple(
        value
        for slot, value in zip(old.reals, instance.reals, strict=True)
        if any(slot == kept for kept in layout.reals)
    )
    if len(reals) == len(layout.reals):
        yield replace(instance, layout=layout, laws=tuple(laws), reals=reals)


def _inside(layout: Layout) -> bool:
    """Whether symbols, events and subsets still fit the structure."""
    for var in layout.variables:
        value: Any = layout.structure.get(var.name)
        match var.of:
            case sorts.SymbolSort() as sort if value >= layout.size(sort.size):
                return False
            case sorts.EventSort() as sort if any(s >= layout.size(sort.size) for s in value):
                return False
            case sorts.QueriesSort("partial") as sort:
                entries = len(layout.database(sort.database))
                if len(value) != layout.size(sort.count):
                    return False
                if any(entry >= entries for subset in value for entry in subset):
                    return False
    return True


def _cut(
    table: Exact, rows: int, size: int, drop: int | None, kept: list[int] | None = None
) -> Exact | None:
    """The table with fewer rows and columns: the kept ones, or those without the dropped symbol, or
    the first ones."""
    if rows > table.shape[0] or size > table.shape[1]:
        return None
    keep_rows = _kept(table.shape[0], rows, drop, kept)
    keep_columns = _kept(table.shape[1], size, drop, kept)
    cut = table[np.ix_(keep_rows, keep_columns)].copy()
    for row in cut:
        mass = sum(row, fmpq(0))
        if mass == 0:
            row[:] = [fmpq(1 if index == 0 else 0) for index in range(size)]
        else:
            row[:] = [part / mass for part in row]
    return cut


def _kept(have: int, want: int, drop: int | None, kept: list[int] | None) -> list[int]:
    if kept is not None and len(kept) == want < have and kept[-1] < have:
        return kept
    if have - want == 1 and drop is not None:
        return [index for index in range(have) if index != drop]
    return list(range(want))


# --- simpler numbers ------------------------------------------------------------------------------


def _simplify_numbers(best: Found, attempt: Callable[[Instance], Found | None]) -> Found:
    """Smaller denominators: for everything at once, then block by block and real by real."""
    best = _flatten(best, attempt)
    for denominator in _DENOMINATORS:
        candidate = _rounded(best[0], denominator, range(len(best[0].laws)))
        if candidate is not None and (found := _any_slack(candidate, attempt)) is not None:
            best = found
            break
    for place in range(len(best[0].laws)):
        for denominator in _DENOMINATORS[:12]:
            candidate = _rounded(best[0], denominator, [place])
            if candidate is not None and (found := attempt(candidate)) is not None:
                best = found
                break
    for place in range(len(best[0].reals)):
        for denominator in _DENOMINATORS:
            candidate = _rounded_real(best[0], place, denominator)
            if candidate is not None and (found := attempt(candidate)) is not None:
                best = found
                break
    return best


def _flatten(best: Found, attempt: Callable[[Instance], Found | None]) -> Found:
    """Laws moved towards the uniform law on their support: rare symbols have no simple numbers."""
    for places in [range(len(best[0].laws)), *([place] for place in range(len(best[0].laws)))]:
        if max((_height(best[0].laws[place]) for place in places), default=1) <= _FLAT:
            continue
        for share in _SHARES:
            laws = list(best[0].laws)
            for place in places:
                laws[place] = _towards_uniform(laws[place], share)
            if (found := attempt(replace(best[0], laws=tuple(laws)))) is not None:
                best = found
                break
    return best


def _towards_uniform(table: Exact, share: fmpq) -> Exact:
    moved = table.copy()
    for row in moved:
        support = sum(1 for part in row if part > 0)
        row[:] = [
            (1 - share) * part + share / support if part > 0 else fmpq(0) for part in row
        ]
    return moved


def _any_slack(candidate: Instance, attempt: Callable[[Instance], Found | None]) -> Found | None:
    """Simple rationals for the tight reals, from far to near, then as near as can be."""
    slacks: tuple[fmpq | None, ...] = (*_SLACKS, None) if candidate.tight else (candidate.slack,)
    # Most of the slacks fail together: look at the nearest first, then for the simplest that holds.
    nearest = attempt(replace(candidate, slack=None))
    if nearest is None:
        return None
    for slack in slacks[:-1]:
        if (found := attempt(replace(candidate, slack=slack))) is not None:
            return found
    return nearest


def _height(laws: Exact) -> int:
    return max(int(part.q) for part in laws.reshape(-1))


def _rounded(instance: Instance, denominator: int, places: Any) -> Instance | None:
    """Laws rounded to multiples of 1/denominator; None if that changes nothing or breaks a law."""
    laws = list(instance.laws)
    changed = False
    for place in places:
        table = laws[place]
        if _height(table) <= denominator:
            continue
        rows = [round_law(list(row), denominator) for row in table]
        new = np.empty(table.shape, dtype=object)
        for index, row in enumerate(rows):
            if row is None:
                return None
            new[index] = row
        laws[place], changed = new, True
    reals = instance.reals
    return replace(instance, laws=tuple(laws), reals=reals) if changed else None


def round_law(law: list[fmpq], denominator: int) -> list[fmpq] | None:
    """Multiples of 1/denominator near a law: zeros stay, the largest entry absorbs the rest."""
    rounded = [nearest(part, denominator) for part in law]
    top = max(range(len(law)), key=law.__getitem__)
    rounded[top] = 1 - sum((part for index, part in enumerate(rounded) if index != top), fmpq(0))
    return rounded if rounded[top] >= 0 else None


def _rounded_real(instance: Instance, place: int, denominator: int) -> Instance | None:
    """The real rounded to a multiple of 1/denominator; None if it is tight, as simple already, or
    would leave its domain."""
    tight = {rules[0].name for rules in instance.tight}
    slot, value = instance.layout.reals[place], instance.reals[place]
    if slot.name in tight or value.q <= denominator:
        return None
    new = nearest(value, denominator)
    if not slot.domain.contains(new):
        return None
    reals = tuple(itertools.chain(instance.reals[:place], (new,), instance.reals[place + 1 :]))
    return replace(instance, reals=reals)


def nearest(value: fmpq, denominator: int) -> fmpq:
    """The nearest multiple of 1/denominator, halves rounded up."""
    return fmpq(int((value * denominator + fmpq(1, 2)).floor()), denominator)
