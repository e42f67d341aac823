"""Shrinking: a certified instance made small, with few symbols, few entries, small denominators.

Where one symbol is as good as two, there are two, and where an impossible symbol is as good as a
possible one, it is possible: readers take the others, such as data that are certain, for degenerate
cases, and so for findings about these cases alone.

Each step proposes a simpler instance and keeps it only if the kernel certifies it, so a shrunk
instance is as good evidence as the one it came from. A violation that is clear stays clear: sides
that agree to their sixth digit look like rounding, however plain the numbers are.
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
from verified.instances.layout import Layout
from verified.instances.sorts import Cut, search
from verified.numbers.limits import OutOfTime
from verified.syntax.formulas import Formula
from verified.syntax.sorts import MixtureSort, SizeSort
from verified.syntax.terms import Var, free_variables

Certify = Callable[[Instance], dict[str, Any] | None]
Violation = Callable[[Instance], float]
Found = tuple[Instance, dict[str, Any]]

# Alphabets of more symbols are cut at once, to so many.
_MANY, _FEW = 8, (2, 3, 4, 5, 6, 8, 12, 16, 24, 32)
# A violation of this relative size is seen in the digits that reports print.
VISIBLE = 1e-3

_DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 16, 20, 50, 100, 1000, 10**4, 10**6, 10**8, 10**10)
# Laws of larger denominators are worth moving towards the uniform one, by these shares.
_FLAT = 20
# A symbol of at least this probability isn't made impossible for the sake of simple numbers.
_LIKELY = fmpq(1, 10)
# How much of the uniform law a law may be given.
_FULLER = (fmpq(2, 3), fmpq(1, 2), fmpq(1, 5), fmpq(1, 20))
_SHARES = (fmpq(9, 10), fmpq(1, 2), fmpq(1, 5), fmpq(1, 20))
# Numbers that a person would choose first, in this order.
_PLAIN = (fmpq(1), fmpq(2), fmpq(1, 2), fmpq(3), fmpq(5), fmpq(10), fmpq(1, 10), fmpq(100))
# With so many of them all numbers of an instance are tried at once.
_PLAINEST = 4
_SLACKS = tuple(fmpq(1, 10**power) for power in (0, 1, 2, 3, 4, 6, 8, 10, 12))


def shrink(
    instance: Instance,
    certificate: dict[str, Any],
    given: tuple[Formula, ...],
    certify: Certify,
    attempts: int = 120,
    violation: Violation | None = None,
) -> Found:
    """The simplest instance that the steps reach within a number of attempts, and in time.

    Args:
        violation: how far an instance violates the claim, relatively. It falls below neither
            `VISIBLE` nor, where that is less, what it was at the start.
    """
    left = attempts
    least = -np.inf if violation is None else min(VISIBLE, violation(instance))

    def attempt(candidate: Instance) -> Found | None:
        nonlocal left
        if left <= 0:
            return None
        left -= 1
        try:
            # Floats first: where sides are equal, balls are tried to the last bit.
            if violation is not None and violation(candidate) < least:
                return None
            found = certify(candidate)
            if found is None:
                return None
        except OutOfTime:
            left = 0
            return None
        return candidate, found

    best = instance, certificate
    improved = True
    while improved and left > 0:
        improved = False
        for candidate in smaller(best[0], given):
            if (found := attempt(candidate)) is not None:
                best, improved = found, True
                break
    best = _possible(_doubled(best, given, attempt), attempt)
    # However many attempts that took, the numbers have some.
    left = max(left, attempts // 4) if left > 0 else 0
    best = _simplify_numbers(best, attempt)
    # Simpler numbers may have made a symbol impossible.
    left = max(left, attempts // 10) if left > 0 else 0
    return _possible(best, attempt, _FULLER[:-1])


def cut_short(found: Found, given: tuple[Formula, ...], certify: Certify) -> Found:
    """A certified instance of large alphabets with as few symbols of each as the kernel certifies,
    cut at once: with all of them each further step would take long."""
    for candidate in shortened(found[0], given):
        certificate = certify(candidate)
        if certificate is not None:
            return candidate, certificate
    return found


def with_plain_numbers(found: Found, certify: Certify, violation: Violation) -> Found | None:
    """A certified instance whose free numbers are all one plain number, in which floats see the
    violation; None where there is none. Balls decide plain numbers soonest, too."""
    instance = found[0]
    tight = {rules[0].name for rules in instance.tight}
    for plain in _PLAIN[:_PLAINEST]:
        reals = []
        for slot, value in zip(instance.layout.reals, instance.reals, strict=True):
            new = plain if value > 0 else -plain
            free = slot.name not in tight and value != 0 and slot.domain.contains(new)
            reals.append(new if free else value)
        candidate = replace(instance, reals=tuple(reals))
        if candidate.reals == instance.reals or violation(candidate) < VISIBLE:
            continue
        if (certificate := certify(candidate)) is not None:
            return candidate, certificate
    return None


def plain_laws(instance: Instance) -> list[int]:
    """Which of an instance's laws are neither a channel's nor a mixture's."""
    mixed = {var.name for var in instance.layout.variables if isinstance(var.of, MixtureSort)}
    return [
        place for place, (block, table) in enumerate(
            zip(instance.layout.blocks, instance.laws, strict=True)
        )
        if block.name not in mixed and table.shape[0] == 1
    ]


def is_certain(instance: Instance) -> bool:
    """Whether a plain law leaves a symbol out: readers take that for a degenerate case."""
    return any(not (instance.laws[place] > 0).all() for place in plain_laws(instance))


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


def shortened(instance: Instance, given: tuple[Formula, ...]) -> Iterator[Instance]:
    """Instances of large alphabets with the first few symbols of each alone, the fewest first: what
    all of them show in common, as a randomised response does, none shows that lost a single one."""
    sizes = [var for var in instance.layout.variables if isinstance(var.of, SizeSort)]
    structure = instance.layout.structure
    if max((structure[var.name] for var in sizes), default=0) <= _MANY:
        return
    found: list[Instance] = []
    left: Instance | None = instance
    for count in reversed(_FEW):
        for var in sizes:
            while left is not None and left.layout.structure[var.name] > count:
                # What else has these symbols, as a framework, loses one at a time.
                cuts = search(var.of).smaller(var, var.of, left.layout)
                left = next((one for cut in cuts for one in _after(left, given, cut)), None)
        if left is None:
            break
        if not found or left is not found[-1]:
            found.append(left)
    yield from (one for one in reversed(found) if one is not instance)


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


# --- two symbols for one --------------------------------------------------------------------------


def _doubled(
    best: Found, given: tuple[Formula, ...], attempt: Callable[[Instance], Found | None]
) -> Found:
    """The instance with two symbols for one wherever it stays as good evidence."""
    refused: set[str] = set()
    improved = True
    while improved:
        improved = False
        for told, candidate in doubled(best[0], given):
            if told in refused:
                continue
            if (found := attempt(candidate)) is not None:
                best, improved = found, True
                break
            refused.add(told)
    return best


def _possible(
    best: Found, attempt: Callable[[Instance], Found | None], shares: tuple[fmpq, ...] = _FULLER
) -> Found:
    """Laws that give every symbol a positive probability, where that is as good."""
    for place in plain_laws(best[0]):
        table = best[0].laws[place]
        if (table > 0).all():
            continue
        for share in shares:
            laws = list(best[0].laws)
            laws[place] = np.array(
                [[(1 - share) * part + share / table.shape[1] for part in table[0]]], dtype=object
            )
            if (found := attempt(replace(best[0], laws=tuple(laws)))) is not None:
                best = found
                break
    return best


def doubled(instance: Instance, given: tuple[Formula, ...]) -> Iterator[tuple[str, Instance]]:
    """Instances in which one symbol that was alone is two that are alike, each with what it does:
    laws give both half of its probability, channels have its row for both."""
    old = instance.layout
    # A mixture of fewer laws is the simpler one.
    mixed = {
        name for var in old.variables if isinstance(var.of, MixtureSort)
        for size in var.of.sizes() for name in free_variables(size)
    }
    for var in old.variables:
        value = None if var.name in mixed else old.structure.get(var.name)
        for more in () if value is None else search(var.of).doubled(var.of, value):
            for number, structure in enumerate(_structures(old, var, more)):
                try:
                    layout = Layout(old.variables, given, structure, old.free)
                    if not _inside(layout) or _longer_only(old, layout):
                        continue
                except (IndexError, KeyError, ValueError):
                    continue
                # Which index of a product of alphabets the symbol is, the outer or the inner one.
                for inner in (False, True):
                    larger = _alike(instance, layout, inner)
                    if larger is not None:
                        yield f"{var.name} {more} {number} {inner}", larger


def _structures(old: Layout, var: Var, more: Any) -> Iterator[dict[str, Any]]:
    """The structure with another value of a variable, and what goes with it of the others."""
    others = [
        other for other in old.variables
        if other.name != var.name and other.name in old.structure
    ]
    for values in itertools.product(*(
        search(other.of).beside(other.of, old.structure[other.name], var) for other in others
    )):
        beside = dict(zip((other.name for other in others), values, strict=True))
        yield {**old.structure, **beside, var.name: more}


def _longer_only(old: Layout, new: Layout) -> bool:
    """Whether tuples of numbers alone get longer: one number or dimension is no degenerate case."""
    blocks = [[(block.rows, block.size) for block in layout.blocks] for layout in (old, new)]
    return blocks[0] == blocks[1] and len(old.reals) != len(new.reals)


def _alike(instance: Instance, layout: Layout, inner: bool) -> Instance | None:
    """The instance in a larger layout."""
    old = instance.layout
    if [block.name for block in old.blocks] != [block.name for block in layout.blocks]:
        return None
    laws = []
    for block, table in zip(layout.blocks, instance.laws, strict=True):
        rows = _stretched(table.shape[0], block.rows, inner)
        columns = _stretched(table.shape[1], block.size, inner)
        if rows is None or columns is None:
            return None
        share = fmpq(table.shape[1], block.size)
        new = table[np.ix_(rows, columns)].copy()
        new[:] = [[part * share for part in row] for row in new]
        laws.append(new)
    tuples: dict[tuple[str, str], list[fmpq]] = {}
    for slot, number in zip(old.reals, instance.reals, strict=True):
        tuples.setdefault((slot.name, slot.part), []).append(number)
    reals: list[fmpq] = []
    for place, count in Counter((slot.name, slot.part) for slot in layout.reals).items():
        have = tuples.get(place, [])
        indices = _stretched(len(have), count, inner)
        if indices is None:
            return None
        reals += [have[index] for index in indices]
    return replace(instance, layout=layout, laws=tuple(laws), reals=tuple(reals))


def _stretched(have: int, want: int, inner: bool) -> list[int] | None:
    """Of each index of a longer list, that of a shorter one; None where none fits."""
    if have == 0 or want % have:
        return [] if want == have else None
    times = want // have
    return [index // times if inner else index % have for index in range(want)]


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
    # Where no law was rounded the tight reals are as near as can be: few need to be.
    if best[0].tight and best[0].slack is None:
        best = _any_slack(best[0], attempt) or best
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
    """Laws rounded to multiples of 1/denominator; None if that changes nothing, breaks a law, or
    makes a symbol impossible that is likely, or that a plain law has."""
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
        kept = table > 0 if _height(table) <= _FLAT else table >= _LIKELY
        if (kept & (new == 0)).any():
            return None
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
