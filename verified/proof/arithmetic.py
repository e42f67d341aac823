"""Finding the products of facts that add up to a relation, by a linear program made exact.

What is found is a proposal for the kernel's rule "arithmetic": nothing here is trusted.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from flint import fmpq, fmpq_mat

from verified.kernel.analysis import FALSE, relations_of
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal, Poly, constant, monomial_product, plus
from verified.syntax.formulas import Formula, Relation
from verified.syntax.terms import Number, Op, Term

# Beyond this many products the linear program is slower than a better hint would be.
MOST_PRODUCTS = 4000


def find(formula: Formula, facts: Sequence[Formula], hints: Sequence[Term]) -> Any:
    """The data of an "arithmetic" step for the formula, or None where none is found.

    Args:
        formula: a relation in normal form, or ⊥.
        facts: the premises' conclusions.
        hints: terms that are certainly ≥ 0, by which facts may be multiplied.

    Raises:
        NotReal: a side of the formula isn't shown to be a real number.
    """
    normaliser = Normaliser(facts)
    relations = relations_of(facts)
    if formula == FALSE:
        for target, strict in ((constant(-1), False), (constant(0), True)):
            found = _combine(target, strict, relations, hints, normaliser)
            if found is not None:
                return found
        return None
    if not isinstance(formula, Relation):
        return None
    target = plus(normaliser.poly(formula.right), normaliser.poly(formula.left), -1)
    if formula.op == "=":
        return _combine(target, False, relations, hints, normaliser, equal=True)
    return _combine(target, formula.op == "<", relations, hints, normaliser)


Factor = tuple[Poly, Any, bool]


class _Column:
    """A product that may be used: its polynomial, and what to write in the step."""

    def __init__(self, poly: Poly, entry: Any, kind: str, strict: bool = False) -> None:
        self.poly, self.entry, self.kind, self.strict = poly, entry, kind, strict


def _combine(
    target: Poly,
    strict: bool,
    relations: Sequence[Relation],
    hints: Sequence[Term],
    normaliser: Normaliser,
    equal: bool = False,
) -> Any:
    for degree in (1, 2):
        columns = _columns(target, relations, hints, normaliser, degree, equal)
        for column in columns:
            # A single product that is the target, even 0 < 0, needs no linear program.
            if column.kind == "product" and column.poly == target and column.strict >= strict:
                return _written([column], [fmpq(1)])
        if len(columns) > MOST_PRODUCTS:
            columns = columns[:MOST_PRODUCTS]
        weights = _solve(target, columns, strict)
        if weights is None:
            continue
        used = (c for c, weight in zip(columns, weights, strict=True) if weight != 0)
        if not strict or any(c.strict for c in used):
            return _written(columns, weights)
    return None


def _columns(
    target: Poly,
    relations: Sequence[Relation],
    hints: Sequence[Term],
    normaliser: Normaliser,
    degree: int,
    equal: bool,
) -> list[_Column]:
    single: list[Factor] = []
    equalities: list[tuple[Poly, int]] = []
    for index, relation in enumerate(relations):
        try:
            difference = plus(
                normaliser.poly(relation.right), normaliser.poly(relation.left), -1
            )
        except NotReal:
            continue
        if relation.op == "=":
            equalities.append((difference, index))
        else:
            single.append((difference, ["fact", index], relation.op == "<"))
    multipliers = [(normaliser.poly(hint), hint) for hint in hints]
    if degree == 2:
        multipliers += _atoms(target, single, equalities, normaliser)
    columns: list[_Column] = []
    if not equal:
        signs: list[Factor] = [
            (poly, ["sign", term], normaliser.sign(poly) == 1) for poly, term in multipliers
            if normaliser.sign(poly) is not None
        ]
        one = (constant(1), ["sign", Number(fmpq(1))], True)
        for poly, entry, positive in (one, *single, *signs):
            columns.append(_Column(poly, [entry], "product", positive))
        for monomial in target:
            piece: Poly = {monomial: fmpq(1)}
            found = normaliser.sign(piece)
            if monomial and found is not None:
                columns.append(
                    _Column(piece, [["sign", normaliser.term(piece)]], "product", found == 1)
                )
        pairs = list(itertools.product(single, signs))
        if degree == 2:
            pairs.extend(itertools.combinations_with_replacement(single, 2))
            pairs.extend(itertools.combinations_with_replacement(signs, 2))
        for (one_poly, one_entry, first), (two_poly, two_entry, second) in pairs:
            product = normaliser.product(one_poly, two_poly)
            columns.append(
                _Column(product, [one_entry, two_entry], "product", first and second)
            )
    for difference, index in equalities:
        columns.append(_Column(difference, [Number(fmpq(1)), index], "equality"))
        for poly, term in multipliers:
            columns.append(
                _Column(normaliser.product(poly, difference), [term, index], "equality")
            )
    return columns + _clearing(target, columns, multipliers, normaliser)


def _atoms(
    target: Poly,
    single: Sequence[tuple[Poly, Any, bool]],
    equalities: Sequence[tuple[Poly, int]],
    normaliser: Normaliser,
) -> list[tuple[Poly, Term]]:
    """The atoms that occur, each a term by which facts may be multiplied."""
    polys = [target, *(poly for poly, _, _ in single), *(poly for poly, _ in equalities)]
    names = sorted({atom for poly in polys for monomial in poly for atom, _ in monomial})
    found: list[tuple[Poly, Term]] = []
    for name in names[:24]:
        piece: Poly = {((name, 1),): fmpq(1)}
        found.append((piece, normaliser.atoms[name]))
    return found


def _clearing(
    target: Poly, columns: Sequence[_Column], multipliers: Any, normaliser: Normaliser
) -> list[_Column]:
    """D·(1/D) − 1 for each divisor that is a sum: 0, whatever it is multiplied by."""
    polys = [target, *(column.poly for column in columns)]
    monomials = {monomial for poly in polys for monomial in poly}
    extra = []
    for name in sorted({atom for monomial in monomials for atom, _ in monomial}):
        term = normaliser.atoms[name]
        if not (isinstance(term, Op) and term.head == "div"):
            continue
        below = normaliser.poly(term.args[1])
        inverse: Poly = {((name, 1),): fmpq(1)}
        zero = plus(normaliser.product(below, inverse), constant(1), -1)
        others = {()} | {
            tuple(part for part in monomial if part[0] != name) for monomial in monomials
        } | {monomial for monomial in monomials if any(a == name for a, _ in monomial)}
        for other in sorted(others, key=repr)[:400]:
            shifted = {monomial_product(m, other): c for m, c in zero.items()}
            extra.append(_Column(shifted, None, "zero"))
    return extra


def _solve(target: Poly, columns: Sequence[_Column], strict: bool) -> list[fmpq] | None:
    """Exact weights whose combination is the target; products have weights ≥ 0."""
    # Who only looks proofs up doesn't wait for these: they take longer than all the rest.
    import numpy as np
    from scipy.optimize import linprog  # type: ignore[attr-defined]
    from scipy.sparse import csc_array

    monomials = sorted({m for c in columns for m in c.poly} | set(target), key=repr)
    if not columns:
        return None
    rows = {monomial: number for number, monomial in enumerate(monomials)}
    entries, places, starts = [], [], [0]
    for column in columns:
        for monomial, coefficient in column.poly.items():
            places.append(rows[monomial])
            entries.append(float(coefficient.p) / float(coefficient.q))
        starts.append(len(entries))
    matrix = csc_array(  # type: ignore[no-untyped-call]
        (np.array(entries), np.array(places), np.array(starts)),
        shape=(len(monomials), len(columns)),
    )
    wanted = np.zeros(len(monomials))
    for monomial, coefficient in target.items():
        wanted[rows[monomial]] = float(coefficient.p) / float(coefficient.q)
    costs = np.array([0.0 if c.kind == "zero" else 1.0 for c in columns])
    # A free weight is the difference of two that aren't negative, so that few of them are used.
    free = [number for number, column in enumerate(columns) if column.kind != "product"]
    dense = matrix.toarray()  # type: ignore[no-untyped-call]
    whole = np.hstack([dense, -dense[:, free]])
    price = np.concatenate([costs, costs[free]])
    if strict:
        price = price * 1e-3
        price[: len(columns)] -= np.array([float(c.strict) for c in columns])
    limits = [(0, 1000 if not strict else 100)] * whole.shape[1]
    found = linprog(  # type: ignore[no-untyped-call]
        price, A_eq=whole, b_eq=wanted, bounds=limits, method="highs-ds"
    )
    if found.status != 0:
        return None
    combined = np.array(found.x[: len(columns)])
    combined[free] -= found.x[len(columns):]
    support = [number for number, weight in enumerate(combined) if abs(weight) > 1e-9]
    return _exact(target, columns, monomials, support, combined)


def _exact(
    target: Poly,
    columns: Sequence[_Column],
    monomials: Sequence[Any],
    support: Sequence[int],
    near: Any,
) -> list[fmpq] | None:
    """The weights on the support, solved for exactly; free ones near the proposal."""
    used = [m for m in monomials if m in target or any(m in columns[k].poly for k in support)]
    if not used:
        return [fmpq(0)] * len(columns)
    if not support:
        return None
    rows = []
    for monomial in used:
        row = [columns[k].poly.get(monomial, fmpq(0)) for k in support]
        rows.append([*row, target.get(monomial, fmpq(0))])
    reduced, rank = fmpq_mat(rows).rref()
    weights = {k: _simple(float(near[k])) for k in support}
    pivots = []
    for line in range(rank):
        pivot = next(c for c in range(len(support) + 1) if reduced[line, c] != 0)
        if pivot == len(support):
            return None
        pivots.append(pivot)
    for line, pivot in enumerate(pivots):
        value = reduced[line, len(support)]
        for column in range(len(support)):
            if column not in pivots and reduced[line, column] != 0:
                value -= reduced[line, column] * weights[support[column]]
        weights[support[pivot]] = value
    if any(columns[k].kind == "product" and weights[k] < 0 for k in support):
        return None
    result = [fmpq(0)] * len(columns)
    for k in support:
        result[k] = weights[k]
    return result


def _simple(value: float) -> fmpq:
    from fractions import Fraction

    found = Fraction(value).limit_denominator(1000)
    return fmpq(found.numerator, found.denominator)


def _written(columns: Sequence[_Column], weights: Sequence[fmpq]) -> dict[str, Any]:
    products, equalities = [], []
    for column, weight in zip(columns, weights, strict=True):
        if weight == 0 or column.kind == "zero":
            continue
        if column.kind == "product":
            products.append([str(weight), column.entry])
        else:
            term, index = column.entry
            scaled = term if weight == 1 else Number(weight) * term
            equalities.append([scaled, index])
    return {"products": products, "equalities": equalities}
