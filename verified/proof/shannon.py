"""Proves Shannon-type inequalities, or finds a ray that shows that one isn't of Shannon type.

The linear program: least value of the conclusion's difference of sides over all set functions that
meet the elemental inequalities and the premises. It is 0 or unbounded. HiGHS solves it in floats;
its dual (a proof) or its vertex (a ray) is made exact, and what is returned has been checked over
ℚ. (Yeung, "A framework for linear information inequalities", 1997.)
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, nmod_mat
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linprog  # type: ignore[attr-defined]

from verified.kernel.shannon import (
    LinearForm,
    check_shannon,
    difference,
    directions,
    joint_law,
    relations,
    single_relation,
)
from verified.kernel.values import Rejected
from verified.syntax.formulas import Formula
from verified.syntax.sorts import ClaimError, JointSort
from verified.syntax.terms import Term, Var

MOST_VARIABLES = 11

# Multipliers and vertices mostly have such denominators; other ones cost a linear system.
_DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 840)
_LARGEST = 2**40
_PRIME = 2**61 - 1
# A row of the program is taken as tight below this; a wrong guess fails the exact check.
_CLOSE = 1e-6
# The solver may stall on badly scaled coefficients; it then counts as unsettled.
_SECONDS = 120.0


class Unsettled(RuntimeError):
    """The linear program's floats could be made neither an exact proof nor an exact ray."""


@dataclass(frozen=True)
class NotShannon:
    """A set function that meets all elemental inequalities and premises, not the conclusion.

    It shows that the conclusion is no linear consequence of these. It may be true all the same:
    not every such function comes from a joint law.

    Attributes:
        direction: the half of the conclusion that fails, "at_most" (L ≤ R) or "at_least".
        variables: those that aren't constant.
        entropies: the value at each set of these variables, "U,V", where it is not 0.
        atoms: the values of other terms.
        scale: the value of the constant 1. Where it is 0 and the statement has constants, the ray
            is a direction in which every solution of the premises leaves the conclusion.
        violation: the larger side minus the smaller, less than 0.
    """

    direction: str
    variables: tuple[str, ...]
    entropies: Mapping[str, fmpq]
    atoms: Mapping[Term, fmpq] = field(default_factory=dict)
    scale: fmpq = field(default_factory=lambda: fmpq(0))
    violation: fmpq = field(default_factory=lambda: fmpq(-1))


def prove(conclusion: Formula, premises: Sequence[Formula] = ()) -> dict[str, Any] | NotShannon:
    """A certificate for `verified.kernel.shannon.check_shannon`, which has accepted it, or a ray.

    What a variable's sort says (ε ≥ 0) isn't used: state it as a premise.

    Raises:
        Rejected: a relation isn't linear in the entropies of one joint law.
        ClaimError: the relations distinguish more than `MOST_VARIABLES` variables.
        Unsettled: the floats of the linear program could not be made exact.
    """
    target, known = single_relation(conclusion), relations(premises)
    joint = joint_law((target, *known))
    forms = [(relation.op == "=", difference(relation, joint)) for relation in known]
    goals = directions(target, joint)
    program = _Program(joint, [*goals.values(), *(form for _, form in forms)], forms)
    certificate: dict[str, Any] = {}
    for direction, goal in goals.items():
        point, multipliers = program.solve(goal)
        if multipliers is None:
            ray = program.ray(direction, goal, point)
            check_ray(target, known, ray)
            return ray
        certificate[direction] = program.combination(multipliers)
    check_shannon(target, known, certificate)
    return certificate


# --- the linear program ---------------------------------------------------------------------------


Matrix = sparse.csr_matrix
Row = dict[int, int]


def _matrix(data: Any, shape: tuple[int, int] | None = None) -> Matrix:
    """A sparse matrix, from what SciPy takes as its data."""
    return Matrix(data, shape)  # type: ignore[no-untyped-call]


def _dense(matrix: Matrix) -> NDArray[np.float64]:
    found: NDArray[np.float64] = matrix.toarray()  # type: ignore[no-untyped-call]
    return found


def _stack(rows: Sequence[Matrix]) -> Matrix:
    """The matrices below one another."""
    found: Matrix = sparse.vstack(rows, format="csr")  # type: ignore[no-untyped-call]
    return found


@lru_cache(maxsize=16)
def elemental_inequalities(count: int) -> tuple[NDArray[np.int64], Matrix]:
    """The elemental inequalities of `count` variables, one a row.

    Returns:
        For each row its (A, B, C) in I(A;B|C) ≥ 0 as bit masks, with A = B where it is
        H(A|C) ≥ 0; and the matrix of coefficients, with a column for each set but the empty one.
    """
    everything = (1 << count) - 1
    sets = np.arange(1 << count)
    rows = [
        np.array([[1 << one, 1 << one, everything ^ (1 << one)] for one in range(count)], np.int64)
    ]
    for one, two in itertools.combinations(range(count), 2):
        given = sets[(sets >> one & 1 == 0) & (sets >> two & 1 == 0)]
        rows.append(
            np.stack([np.full_like(given, 1 << one), np.full_like(given, 1 << two), given], axis=1)
        )
    triples = np.concatenate(rows).reshape(-1, 3)
    a, b, c = triples.T
    columns = np.stack([a | c, b | c, a | b | c, c], axis=1)
    # H(A|C) = H(A,C) − H(C): of the two equal columns only one counts.
    values = np.tile(np.array([1.0, 1.0, -1.0, -1.0]), (len(triples), 1))
    values[a == b, 1] = 0.0
    values[a == b, 2] = 0.0
    keep = (columns > 0) & (values != 0)
    starts = np.concatenate([[0], np.cumsum(keep.sum(axis=1))])
    matrix = _matrix((values[keep], columns[keep] - 1, starts), (len(triples), everything))
    return triples, matrix


class _Program:
    """The linear program of some premises, over the variables that the relations tell apart."""

    def __init__(
        self,
        joint: Var | None,
        forms: Iterable[LinearForm],
        premises: Sequence[tuple[bool, LinearForm]],
    ) -> None:
        forms = list(forms)
        self.joint = joint
        self.blocks = _blocks(forms)
        if len(self.blocks) > MOST_VARIABLES:
            raise ClaimError(
                f"the relations tell {len(self.blocks)} variables of {joint} apart; "
                f"{MOST_VARIABLES} is the limit"
            )
        self.sets = (1 << len(self.blocks)) - 1
        self.atoms = list(dict.fromkeys(atom for form in forms for atom in form.atoms))
        # Homogeneous: the constant 1 is one more variable, not below 0.
        self.scaled = any(form.constant for form in forms)
        self.width = self.sets + len(self.atoms) + self.scaled
        # The solver's unit of each column: of atoms and constants, what their coefficients suggest.
        self.units = np.zeros(self.width)
        for form in forms:
            row, _ = self.row(form)
            for column, value in row.items():
                if column >= self.sets:
                    unit = abs(value) / self.size(row)
                    self.units[column] = max(self.units[column], unit)
        self.units[self.units == 0] = 1.0
        self.triples, elemental = elemental_inequalities(len(self.blocks))
        self.premises = [(equality, *self.row(form)) for equality, form in premises]
        # The rows: elemental inequalities, constant, premises that are inequalities, equalities.
        numbers = range(len(premises))
        self.order = sorted(numbers, key=lambda number: self.premises[number][0])
        self.free_from = len(self.triples) + self.scaled + len(numbers)
        self.free_from -= sum(equality for equality, _, _ in self.premises)
        shape = (len(self.triples), self.width)
        rows = [_matrix((elemental.data, elemental.indices, elemental.indptr), shape)]
        if self.scaled:
            rows.append(_matrix(([1.0], ([0], [self.width - 1])), (1, self.width)))
        for number in self.order:
            row = self.premises[number][1]
            rows.append(self._floats(row, self.size(row)))
        matrix = _stack(rows)
        self.at_least_zero, self.zero = matrix[: self.free_from], matrix[self.free_from :]

    def row(self, form: LinearForm) -> tuple[Row, fmpq]:
        """The form as coprime whole coefficients of the columns, and the factor taken out."""
        entries: dict[int, fmpq] = {}
        for mask, value in form.entropies.items():
            short = sum(1 << k for k, block in enumerate(self.blocks) if block & mask)
            entries[short - 1] = value
        for atom, value in form.atoms.items():
            entries[self.sets + self.atoms.index(atom)] = value
        if form.constant:
            entries[self.width - 1] = form.constant
        scale = _content(entries.values())
        return {column: int((value / scale).p) for column, value in entries.items()}, scale

    def size(self, row: Row) -> int:
        """The largest coefficient of an entropy, or of all where there are no entropies."""
        sizes = [abs(value) for column, value in row.items() if column < self.sets]
        return max(sizes or map(abs, row.values()), default=1)

    def _floats(self, row: Row, divisor: int) -> Matrix:
        """The row divided by a number, in the solver's units."""
        values = [value / divisor / self.units[column] for column, value in row.items()]
        return _matrix((values, ([0] * len(row), list(row))), (1, self.width))

    def _exact_row(self, number: int) -> Row:
        plain = len(self.triples) + self.scaled
        if number >= plain:
            return self.premises[self.order[number - plain]][1]
        if number == len(self.triples):
            return {self.width - 1: 1}
        a, b, c = (int(mask) for mask in self.triples[number])
        found: Row = {}
        for mask, sign in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
            if mask:
                found[mask - 1] = found.get(mask - 1, 0) + sign
        return {column: value for column, value in found.items() if value}

    def solve(self, goal: LinearForm) -> tuple[list[int], list[fmpq] | None]:
        """A vertex below 0 and None, or nothing and multipliers of all rows.

        Raises:
            Unsettled: neither could be had exactly.
        """
        objective, scale = self.row(goal)
        if not objective:
            return [], [fmpq(0)] * (self.at_least_zero.shape[0] + self.zero.shape[0])
        size = self.size(objective)
        # The dual simplex is the faster for few variables, interior points for many. A violation
        # that is small beside the coefficients shows only where these aren't divided by the size.
        first, second = ("highs-ds", "highs-ipm")[:: 1 if self.sets < 200 else -1]
        attempts = [(first, size), (second, size)] + [(first, 1)] * (1 < size < _LARGEST)
        for method, divisor in attempts:
            settled = self._attempt(objective, method, divisor)
            if settled is not None:
                point, multipliers = settled
                if multipliers is not None:
                    multipliers = [scale * value for value in multipliers]
                return point, multipliers
        raise Unsettled("the linear program of this statement could not be solved exactly")

    def _attempt(
        self, objective: Row, method: str, divisor: int
    ) -> tuple[list[int], list[fmpq] | None] | None:
        floats = self._floats(objective, divisor)
        has_equalities = self.zero.shape[0] > 0
        found = linprog(  # type: ignore[no-untyped-call]
            _dense(floats)[0],
            A_ub=_stack([-self.at_least_zero, -floats]),
            b_ub=np.concatenate([np.zeros(self.at_least_zero.shape[0]), [1.0]]),
            A_eq=self.zero if has_equalities else None,
            b_eq=np.zeros(self.zero.shape[0]) if has_equalities else None,
            bounds=(None, None),
            method=method,
            options={"time_limit": _SECONDS},
        )
        if found.status != 0:
            return None
        if found.fun < -0.5:
            point = self._exact_point(objective, found.x)
            return None if point is None else (point, None)
        equalities = found.eqlin.marginals if has_equalities else []
        duals = np.concatenate([-found.ineqlin.marginals[:-1], equalities])
        multipliers = self._exact_multipliers(objective, duals, divisor)
        return None if multipliers is None else ([], multipliers)

    # Making floats exact.

    def _exact_multipliers(
        self, objective: Row, duals: NDArray[np.float64], divisor: int
    ) -> list[fmpq] | None:
        support = [int(number) for number in np.flatnonzero(np.abs(duals) > 1e-9)]
        rows = [self._exact_row(number) for number in support]
        # The solver's premises were divided by their sizes.
        sizes = np.array([divisor / self.size(row) for row in rows])
        solved = self._rounded_multipliers(objective, rows, duals[support] * sizes)
        if solved is None:
            system = [[0] * len(rows) for _ in range(self.width)]
            for place, row in enumerate(rows):
                for column, coefficient in row.items():
                    system[column][place] = coefficient
            solved = _solve(system, [objective.get(column, 0) for column in range(self.width)])
        if solved is None:
            return None
        result = [fmpq(0)] * len(duals)
        for number, value in zip(support, solved, strict=True):
            if number < self.free_from and value < 0:
                return None
            result[number] = value
        return result

    def _rounded_multipliers(
        self, objective: Row, rows: Sequence[Row], floats: NDArray[np.float64]
    ) -> list[fmpq] | None:
        for denominator in _DENOMINATORS:
            whole = _rounded(floats, denominator)
            if whole is None:
                continue
            rest = {column: value * denominator for column, value in objective.items()}
            for factor, row in zip(whole, rows, strict=True):
                for column, value in row.items():
                    rest[column] = rest.get(column, 0) - factor * value
            if not any(rest.values()):
                return [fmpq(factor, denominator) for factor in whole]
        return None

    def _exact_point(self, objective: Row, floats: NDArray[np.float64]) -> list[int] | None:
        for denominator in _DENOMINATORS:
            whole = _rounded(floats / self.units, denominator)
            if whole is not None and self._is_ray(objective, whole):
                common = math.gcd(*whole)
                return [value // common for value in whole]
        tight = np.flatnonzero(self.at_least_zero @ floats < _CLOSE)
        equalities = range(self.free_from, self.free_from + self.zero.shape[0])
        rows = [objective, *(self._exact_row(int(number)) for number in (*equalities, *tight))]
        system = [[0] * self.width for _ in rows]
        for entries, row in zip(system, rows, strict=True):
            for column, coefficient in row.items():
                entries[column] = coefficient
        solved = _solve(system, [-1] + [0] * (len(rows) - 1))
        if solved is None:
            return None
        scale = _content(solved)
        vertex = [int((value / scale).p) for value in solved]
        return vertex if self._is_ray(objective, vertex) else None

    def _is_ray(self, objective: Row, point: list[int]) -> bool:
        def value(row: Row) -> int:
            return sum(factor * point[column] for column, factor in row.items())

        # Python's whole numbers, so that nothing overflows.
        h = np.array([0, *point[: self.sets]], dtype=object)
        a, b, c = self.triples.T
        if value(objective) >= 0 or (h[a | c] + h[b | c] < h[a | b | c] + h[c]).any():
            return False
        if self.scaled and point[-1] < 0:
            return False
        values = [(equality, value(row)) for equality, row, _ in self.premises]
        return all(got == 0 or (got > 0 and not equality) for equality, got in values)

    # What is returned.

    def names(self, mask: int) -> str:
        """The variables of some blocks, as a certificate lists them."""
        if self.joint is None:
            return ""
        sort = self.joint.of
        assert isinstance(sort, JointSort)
        whole = 0
        for k, block in enumerate(self.blocks):
            if mask >> k & 1:
                whole |= block
        return ",".join(name for k, name in enumerate(sort.names) if whole >> k & 1)

    def combination(self, multipliers: list[fmpq]) -> dict[str, Any]:
        """One direction of a certificate."""
        information = [
            [*(self.names(int(mask)) for mask in triple), str(value)]
            for triple, value in zip(self.triples, multipliers, strict=False)
            if value
        ]
        factors = [fmpq(0)] * len(self.premises)
        plain = len(self.triples) + self.scaled
        for number, value in zip(self.order, multipliers[plain:], strict=True):
            factors[number] = value / self.premises[number][2]
        return {"information": information, "premises": [str(value) for value in factors]}

    def ray(self, direction: str, goal: LinearForm, vertex: list[int]) -> NotShannon:
        """The vertex as a set function on the variables of the joint law."""
        point = [fmpq(value) for value in vertex]
        scale = point[-1] if self.scaled else fmpq(0)
        atoms = dict(zip(self.atoms, point[self.sets :], strict=False))
        # Of variables that are never told apart, the first has the block's entropy and the others
        # are constant, as are all variables that no relation names.
        leaders = tuple(self.names(1 << k).split(",")[0] for k in range(len(self.blocks)))
        entropies = {
            _listed(mask, leaders): point[mask - 1]
            for mask in range(1, self.sets + 1)
            if point[mask - 1]
        }
        ray = NotShannon(direction, leaders, entropies, atoms, scale)
        return replace(ray, violation=_Evaluation(ray, self.joint).value(goal))


def _blocks(forms: Iterable[LinearForm]) -> list[int]:
    """The variables named in the forms, as bit masks of those that no form tells apart.

    Merging them loses nothing: a proof for the block is a proof, and a ray for the block is one in
    which the block's first variable is all of it.
    """
    masks = sorted({mask for form in forms for mask in form.entropies})
    found: dict[tuple[int, ...], int] = {}
    for axis in range(max(masks, default=0).bit_length()):
        membership = tuple(mask >> axis & 1 for mask in masks)
        if any(membership):
            found[membership] = found.get(membership, 0) | 1 << axis
    return list(found.values())


def _content(values: Iterable[fmpq]) -> fmpq:
    """The positive rational by which these become coprime whole numbers; 1 where there are none."""
    top, bottom = 0, 1
    for value in values:
        top, bottom = math.gcd(top, int(value.p)), math.lcm(bottom, int(value.q))
    return fmpq(top or 1, bottom)


def _rounded(floats: NDArray[np.float64], denominator: int) -> list[int] | None:
    """The floats times the denominator, as whole numbers, where they are near to such."""
    scaled = floats * denominator
    whole = np.rint(scaled)
    if np.abs(whole).max(initial=0) > _LARGEST or np.abs(scaled - whole).max(initial=0) > 1e-4:
        return None
    return [int(value) for value in whole]


def _solve(matrix: list[list[int]], right: list[int]) -> list[fmpq] | None:
    """A rational solution of the linear system with whole coefficients; None where none is found.

    It is solved modulo a prime first, which gives the solution where its numbers are short, and
    else the pivots of a square system for the rationals.
    """
    width = len(matrix[0]) if matrix else 0
    whole = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    reduced, rank = _reduced(whole)
    columns = _pivots(reduced, rank)
    if width in columns:
        return None
    result = [fmpq(0)] * width
    for row, column in enumerate(columns):
        result[column] = _fraction(int(reduced[row, width]))
    if _solves(whole, result):
        return result
    rows = _pivots(*_reduced([[row[k] for row in whole] for k in columns]))
    square = fmpq_mat([[fmpq(whole[i][k]) for k in columns] for i in rows])
    try:
        solved = square.solve(fmpq_mat([[fmpq(whole[i][width])] for i in rows]))
    except ZeroDivisionError:
        return None
    result = [fmpq(0)] * width
    for place, column in enumerate(columns):
        result[column] = solved[place, 0]
    return result if _solves(whole, result) else None


def _reduced(rows: list[list[int]]) -> tuple[nmod_mat, int]:
    """The reduced echelon form modulo the prime, and the rank."""
    width = len(rows[0]) if rows else 0
    found: tuple[nmod_mat, int] = nmod_mat(
        len(rows), width, list(itertools.chain.from_iterable(rows)), _PRIME
    ).rref()
    return found


def _pivots(reduced: nmod_mat, rank: int) -> list[int]:
    """The pivot columns of a reduced echelon form."""
    found: list[int] = []
    column = 0
    for row in range(rank):
        while not int(reduced[row, column]):
            column += 1
        found.append(column)
    return found


def _fraction(residue: int) -> fmpq:
    """The fraction with short numerator and denominator that is this modulo the prime, if any."""
    bound = math.isqrt(_PRIME // 2)
    old, new, before, after = _PRIME, residue, 0, 1
    while new > bound:
        quotient = old // new
        old, new, before, after = new, old - quotient * new, after, before - quotient * after
    return fmpq(new, after)


def _solves(system: list[list[int]], values: list[fmpq]) -> bool:
    """Whether the values solve a system whose last column is its right side."""
    common = math.lcm(*(int(value.q) for value in values))
    whole = [int(value.p) * (common // int(value.q)) for value in values]
    return all(
        sum(a * x for a, x in zip(row, whole, strict=False) if a) == row[-1] * common
        for row in system
    )


# --- checking a ray -------------------------------------------------------------------------------


def _listed(mask: int, variables: Sequence[str]) -> str:
    return ",".join(name for k, name in enumerate(variables) if mask >> k & 1)


class _Evaluation:
    """The values of linear forms at a ray."""

    def __init__(self, ray: NotShannon, joint: Var | None) -> None:
        self.ray = ray
        count = len(ray.variables)
        names = [_listed(mask, ray.variables) for mask in range(1 << count)]
        unknown = set(ray.entropies) - set(names[1:])
        if unknown:
            raise Rejected(f"{min(unknown)!r} is no set of the ray's variables")
        self.table = [ray.entropies.get(name, fmpq(0)) for name in names]
        self.axes: list[int] = []
        if joint is not None:
            sort = joint.of
            assert isinstance(sort, JointSort)
            if not set(ray.variables) <= set(sort.names):
                raise Rejected(f"the ray has variables that {joint} doesn't have")
            self.axes = [sort.names.index(name) for name in ray.variables]

    def value(self, form: LinearForm) -> fmpq:
        """The form's value, with the constant 1 replaced by the ray's scale."""
        total = form.constant * self.ray.scale
        for mask, factor in form.entropies.items():
            short = sum(1 << k for k, axis in enumerate(self.axes) if mask >> axis & 1)
            total += factor * self.table[short]
        for atom, factor in form.atoms.items():
            total += factor * self.ray.atoms.get(atom, fmpq(0))
        return total


def check_ray(conclusion: Formula, premises: Sequence[Formula], ray: NotShannon) -> None:
    """Check over the rationals that a ray shows what `NotShannon` says.

    Raises:
        Rejected: it breaks an elemental inequality or a premise, or doesn't break the conclusion.
    """
    target, known = single_relation(conclusion), relations(premises)
    joint = joint_law((target, *known))
    goals = directions(target, joint)
    evaluation = _Evaluation(ray, joint)
    count, h = len(ray.variables), evaluation.table
    everything = (1 << count) - 1
    for one in range(count):
        if h[everything] < h[everything ^ (1 << one)]:
            raise Rejected(f"H({ray.variables[one]}|all others) is negative at the ray")
    for one, two in itertools.combinations(range(count), 2):
        a, b = 1 << one, 1 << two
        for given in range(1 << count):
            if not given & (a | b) and h[given | a] + h[given | b] < h[given | a | b] + h[given]:
                names = f"{ray.variables[one]};{ray.variables[two]}|{_listed(given, ray.variables)}"
                raise Rejected(f"I({names}) is negative at the ray")
    if ray.scale < 0:
        raise Rejected("the ray's scale is negative")
    for number, relation in enumerate(known):
        value = evaluation.value(difference(relation, joint))
        if value < 0 or (relation.op == "=" and value):
            raise Rejected(f"the ray breaks premise {number}")
    if ray.direction not in goals:
        raise Rejected(f"the conclusion has no direction {ray.direction!r}")
    value = evaluation.value(goals[ray.direction])
    if value >= 0 or value != ray.violation:
        raise Rejected(f"the difference of the conclusion's sides is {value} at the ray")
