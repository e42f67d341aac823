"""Shrinking: a certified instance made small, with few symbols, few entries, small denominators.

Each step proposes a simpler instance and keeps it only if the kernel certifies it, so a shrunk
instance is as good evidence as the one it came from.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from flint import fmpq

from verified.attack.certify import Exact, Instance
from verified.attack.floating import OutOfTime
from verified.instances.layout import Layout
from verified.instances.sorts import Cut, search
from verified.syntax.formulas import Formula

Certify = Callable[[Instance], dict[str, Any] | None]
Found = tuple[Instance, dict[str, Any]]

_DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 16, 20, 50, 100, 1000, 10**4, 10**6, 10**8, 10**10)
# Laws of larger denominators are worth moving towards the uniform one, by these shares.
_FLAT = 20
_SHARES = (fmpq(9, 10), fmpq(1, 2), fmpq(1, 5), fmpq(1, 20))
# Numbers that a person would choose first, in this order.
_PLAIN = (fmpq(1), fmpq(2), fmpq(1, 2), fmpq(3), fmpq(5), fmpq(10), fmpq(1, 10), fmpq(100))
_SLACKS = tuple(fmpq(1, 10**power) for power in (0, 1, 2, 3, 4, 6, 8, 10, 12))


def shrink(
    instance: Instance,
    certificate: dict[str, Any],
    given: tuple[Formula, ...],
    certify: Certify,
    attempts: int = 120,
) -> Found:
    """The simplest instance that the steps reach within a number of attempts, and in time."""
    left = attempts

    def attempt(candidate: Instance) -> Found | None:
        nonlocal left
        if left <= 0:
            return None
        left -= 1
        try:
            found = certify(candidate)
        except OutOfTime:
            left = 0
            return None
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
    """Instances with something taken out of a size, a database, a framework, …"""
    layout = instance.layout
    for var in layout.variables:
        for cut in search(var.of).smaller(var, var.of, layout):
            yield from _after(instance, given, cut)


def _after(
    instance: Instance, given: tuple[Formula, ...], cut: Cut
) -> Iterator[Instance]:
    """The instance after a cut: rows and columns are cut off, laws renormalised."""
    old = instance.layout
    structure = {**old.structure, cut.var.name: cut.value}
    for var in old.variables:
        value = old.structure.get(var.name)
        if value is not None and var.name != cut.var.name:
            changed = search(var.of).cut(var, var.of, value, cut, old)
            if changed is not None:
                structure[var.name] = changed
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
        left = _cut(table, after.rows, after.size, cut)
        if left is None:
            return
        laws.append(left)
    if len(laws) != len(layout.blocks):
        return
    reals = _fewer_reals(instance, layout, cut)
    if reals is not None:
        yield replace(instance, layout=layout, laws=tuple(laws), reals=reals)


def _fewer_reals(instance: Instance, layout: Layout, cut: Cut) -> tuple[fmpq, ...] | None:
    """The numbers of a smaller layout: a tuple loses what a law loses."""
    tuples: dict[tuple[str, str], list[fmpq]] = {}
    for slot, value in zip(instance.layout.reals, instance.reals, strict=True):
        tuples.setdefault((slot.name, slot.part), []).append(value)
    wanted = Counter((slot.name, slot.part) for slot in layout.reals)
    found: list[fmpq] = []
    for place, count in wanted.items():
        have = tuples.get(place, [])
        if len(have) < count:
            return None
        found += [have[index] for index in _kept(len(have), count, cut)]
    return tuple(found)


def _inside(layout: Layout) -> bool:
    """Whether symbols, events and subsets still fit the structure."""
    return all(
        search(var.of).fits(var.of, layout.structure[var.name], layout)
        for var in layout.variables if var.name in layout.structure
    )


def _cut(table: Exact, rows: int, size: int, cut: Cut) -> Exact | None:
    """The table with fewer rows and columns: the kept ones, or those without the dropped symbol, or
    the first ones."""
    if rows > table.shape[0] or size > table.shape[1]:
        return None
    keep_rows, keep_columns = _kept(table.shape[0], rows, cut), _kept(table.shape[1], size, cut)
    left = table[np.ix_(keep_rows, keep_columns)].copy()
    for row in left:
        mass = sum(row, fmpq(0))
        if mass == 0:
            row[:] = [fmpq(1 if index == 0 else 0) for index in range(size)]
        else:
            row[:] = [part / mass for part in row]
    return left


def _kept(have: int, want: int, cut: Cut) -> list[int]:
    if cut.kept is not None and len(cut.kept) == want < have and cut.kept[-1] < have:
        return cut.kept
    if have - want == 1 and cut.drop is not None:
        return [index for index in range(have) if index != cut.drop]
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
    for place in range(len(best[0].reals)):
        for candidate in _plainer(best[0], place):
            if (found := attempt(candidate)) is not None:
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


def _plainer(instance: Instance, place: int) -> Iterator[Instance]:
    """A free real replaced by plain numbers of its sign, none of them longer, until it is one."""
    tight = {rules[0].name for rules in instance.tight}
    slot, value = instance.layout.reals[place], instance.reals[place]
    if slot.name in tight or value == 0:
        return
    for plain in _PLAIN:
        new = plain if value > 0 else -plain
        if new == value:
            return
        if len(str(new)) <= len(str(value)) and slot.domain.contains(new):
            reals = (*instance.reals[:place], new, *instance.reals[place + 1 :])
            yield replace(instance, reals=reals)


def nearest(value: fmpq, denominator: int) -> fmpq:
    """The nearest multiple of 1/denominator, halves rounded up."""
    return fmpq(int((value * denominator + fmpq(1, 2)).floor()), denominator)
