"""What a response in R^d tells: integrals over several dimensions, in balls.

A secret U has a law, V given U a channel's row, and the response is t_V + Z with Z Gaussian or
Laplace, of independent coordinates. Answers t that are certainly equal are one. Gaussian noise
looks the same from all sides, so the answers' affine hull is all that matters; of Laplace noise the
coordinates in which answers differ. In one dimension `ball_line` integrates. In more, with f_u the
density of U = u and the response (M their sum, p_u the prior), what is integrated is

    F = Σ_u f_u ln(f_u/(p_u M)),   0 ≤ F ≤ M ln(1/min p),

on a grid that is a product of rules for each axis, with the error bounded in closed form:

- Gaussian noise (variance 1): sums over a lattice. Where |η| ≤ a and a·D < π, D the diameter of the
  answers, the terms of f_u(x + iη) have phases within an angle 2θ = aD, up to a common factor, so
  that F is analytic there, and ∫ |F(x + iη)| dx ≤ e^(a²/2) (H(U) + 2/e + ln sec θ + aD) =: B. By
  Poisson's formula the lattice of step h is wrong by at most B Σ_(m ≠ 0) e^(−2πa|m|/h).
- Laplace noise (scale 1): Gauss's rule between the answers' coordinates, where all densities are
  exponentials, and beyond the outermost ones nothing but masses: there ratios don't change.

Answers far apart are told apart but for little: with C the cluster of the answer, I(U; Y) lies
between I(U; C) + I(U; Y|C) − H(C|Y) and I(U; C) + I(U; Y|C), where
H(C|Y) ≤ Σ √(q_v q_w) ∫ √(density_v · density_w), over ordered pairs in different clusters.

The finer the precision in force, the more nodes may be spent; what they don't suffice for leaves a
wide ball, at worst [0, I(U; V)].
"""

from __future__ import annotations

import functools
import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, arb_mat, ctx, fmpq

from verified.numbers import ball_line
from verified.numbers.ball_densities import same
from verified.numbers.ball_line import finite, positive
from verified.numbers.balls import (
    ZERO,
    Indeterminate,
    Scalar,
    _checked,
    add,
    less,
    mul,
    precision,
    sqrt,
    xlogx,
)
from verified.numbers.limits import check_time
from verified.numbers.line import GAUSSIAN, LAPLACE, Part

Point = tuple[Scalar, ...]
Table = list[list[arb]]

# Bits beyond the precision in force, for what sums over many nodes lose.
_GUARD = 24
# How far half a Gauss rule's interval reaches, in scales, and its ellipse across.
_HALF, _ACROSS = 1.0, 1.2
# The largest phase a·D on which the lattice's bound rests: below π.
_PHASE = 2.6
_LEAST_BITS = 4


def _depth(bits: int) -> float:
    """To which power of 1/e what a rule leaves out falls: any is sound, as that is bounded."""
    return bits * math.log(2) + 6


def _reach(shape: str, depth: float) -> float:
    """How many scales from an answer its density is as small as that."""
    return math.sqrt(2 * depth) if shape == GAUSSIAN else depth


# --- the answers ----------------------------------------------------------------------------------


def noisy_information(
    weights: Any, channel: Any, shape: str, answers: Sequence[Sequence[Scalar]], spread: Scalar
) -> Scalar:
    """I(U; t_V + Z) in nats: U has the law `weights`, V given U the channel's row.

    Args:
        shape: `GAUSSIAN` or `LAPLACE`, the law of each coordinate of Z.
        answers: for each coordinate, what it is at each value of V.
        spread: the variance or scale of one coordinate.

    Returns:
        A ball; exactly 0 where nothing is told for certain.

    Raises:
        Undefined: the spread isn't positive, or an answer isn't finite.
        Indeterminate: the precision is too low to tell.
    """
    spread = positive(spread)
    points = [tuple(finite(axis[v]) for axis in answers) for v in range(channel.shape[-1])]
    prior, rows, points = _reduced(weights.data, channel.data, points)
    if len(points) < 2 or all(
        all(same(a, b) for a, b in zip(row, rows[0], strict=True)) for row in rows
    ):
        return ZERO
    flat = _flattened(shape, points)
    if len(flat[0]) == 1:
        laws = [
            tuple(
                Part(share, shape, place, spread)
                for share, (place,) in zip(row, flat, strict=True)
            )
            for row in rows
        ]
        return ball_line.information(prior, laws)
    table = tuple(tuple(row) for row in rows)
    return ball_line._remembered(_information, shape, tuple(prior), table, tuple(points), spread)


def _reduced(
    weights: Sequence[Scalar], channel: Sequence[Scalar], points: Sequence[Point]
) -> tuple[list[Scalar], list[list[Scalar]], list[Point]]:
    """The secrets and answers that are possible, equal answers as one."""
    count = len(points)
    given = [list(channel[start : start + count]) for start in range(0, len(channel), count)]
    chosen = [u for u, weight in enumerate(weights) if not _nothing(weight)]
    places: list[Point] = []
    columns: list[list[Scalar]] = []
    for v, point in enumerate(points):
        column = [given[u][v] for u in chosen]
        if all(_nothing(share) for share in column):
            continue
        for index, other in enumerate(places):
            if all(same(a, b) for a, b in zip(point, other, strict=True)):
                columns[index] = [add(a, b) for a, b in zip(columns[index], column, strict=True)]
                break
        else:
            places.append(point)
            columns.append(column)
    rows = [[column[index] for column in columns] for index in range(len(chosen))]
    return [weights[u] for u in chosen], rows, places


def _flattened(shape: str, points: Sequence[Point]) -> list[Point]:
    return spanned(points) if shape == GAUSSIAN else varying(points)


def _nothing(x: Scalar) -> bool:
    return isinstance(x, fmpq) and x == 0


def spanned(points: Sequence[Point]) -> list[Point]:
    """Points, not all the same, in the fewest dimensions with the same distances, where coordinates
    are rational; else as they are."""
    exact = all(isinstance(x, fmpq) for point in points for x in point)
    if not exact or len(points[0]) == 1:
        return list(points)
    ways = [[a - b for a, b in zip(point, points[0], strict=True)] for point in points]
    basis: list[tuple[list[Scalar], Scalar]] = []
    for way in ways:
        left = way
        for direction, square in basis:
            share = _dot(way, direction) / square
            left = [a - share * b for a, b in zip(left, direction, strict=True)]
        square = _dot(left, left)
        if square != 0:
            basis.append((left, square))
    if len(basis) == len(points[0]):
        return list(points)
    return [
        tuple(mul(_dot(way, direction) / square, sqrt(square)) for direction, square in basis)
        for way in ways
    ]


def _dot(one: Sequence[Scalar], two: Sequence[Scalar]) -> Scalar:
    return sum((a * b for a, b in zip(one, two, strict=True)), ZERO)


def varying(points: Sequence[Point]) -> list[Point]:
    """The coordinates in which points may differ, one at least."""
    axes = list(zip(*points, strict=True))
    kept = [axis for axis in axes if not all(same(place, axis[0]) for place in axis)]
    return list(zip(*(kept or axes[:1]), strict=True))


# --- clusters of answers --------------------------------------------------------------------------


@dataclass(frozen=True)
class Cluster:
    """Some of the answers.

    Attributes:
        joint: the probability of each with each secret.
        places: for each axis, where each is, in scales.
        points: the answers' coordinates as they were given, by axis.
    """

    joint: Table
    places: Table
    points: Sequence[Sequence[Scalar]]

    @property
    def mass(self) -> arb:
        """The probability of these answers."""
        return _sum(_sum(row) for row in self.joint)

    @property
    def shares(self) -> list[arb]:
        """The probability of each answer."""
        return [_sum(column) for column in zip(*self.joint, strict=True)]

    @property
    def logs(self) -> list[arb]:
        """The logarithm of each secret's probability, given that the answer is one of these."""
        whole = self.mass
        return [(_sum(row) / whole).log() for row in self.joint]

    @property
    def most(self) -> arb:
        """−ln of the least of those probabilities: F is at most that times the density."""
        return _largest([-log for log in self.logs])


def _sum(values: Iterable[arb]) -> arb:
    return sum(values, arb(0))


def _product(values: Iterable[arb]) -> arb:
    return math.prod(values, start=arb(1))


def _largest(values: Sequence[arb]) -> arb:
    """An upper end of all the balls."""
    result = values[0].upper()
    for value in values[1:]:
        result = result.max(value.upper())
    return result


def _information(
    shape: str,
    prior: tuple[Scalar, ...],
    rows: tuple[tuple[Scalar, ...], ...],
    points: tuple[Point, ...],
    spread: Scalar,
) -> arb:
    wanted = ctx.prec
    with precision(wanted + _GUARD):
        scale = arb(spread).sqrt() if shape == GAUSSIAN else arb(spread)
        joint = [[arb(p) * arb(w) for w in row] for p, row in zip(prior, rows, strict=True)]
        axes = list(zip(*_flattened(shape, points), strict=True))
        whole = Cluster(joint, [[arb(x) / scale for x in axis] for axis in axes], axes)
        most = _discrete(joint)
        found = _within(shape, whole, wanted, 2 * wanted * wanted)
        if found is None:
            return arb(0).union(most.upper())
        low, high = found.lower().max(arb(0)), found.upper().min(most.upper())
        return _checked(found if low <= found <= high else low.union(high))


def _within(shape: str, whole: Cluster, bits: int, nodes: int) -> arb | None:
    """The information to as many bits as that many nodes allow; None if they allow none."""
    while bits >= _LEAST_BITS:
        check_time()
        groups = _groups(shape, whole.places, bits)
        parts = [_part(shape, whole, group) for group in groups if len(group) > 1]
        rules = [_RULES[shape](part, bits) for part in parts]
        if sum(rule.nodes for rule in rules) <= nodes:
            inside = _sum(
                _told(part, rule, bits) for part, rule in zip(parts, rules, strict=True)
            )
            return inside + _between(shape, whole, groups)
        bits = bits * 5 // 6
    return None


def _discrete(joint: Table) -> arb:
    """The information of a joint law, whose masses may be balls that hold 0."""
    cells = _sum(_surprise(mass) for row in joint for mass in row)
    lines = [_sum(line) for line in (*joint, *zip(*joint, strict=True))]
    return cells - _sum(_surprise(mass) for mass in lines)


def _surprise(mass: arb) -> arb:
    """m ln m, which is 0 at 0."""
    return arb(0) if mass.is_zero() else arb(xlogx(mass))


def _square(x: arb) -> arb:
    """x², also of a ball that holds 0, of which `**` makes nothing."""
    return x * x


def _distance(places: Table, v: int, w: int) -> arb:
    """The distance between two places.

    Raises:
        Indeterminate: they may be one.
    """
    square = _sum(_square(axis[v] - axis[w]) for axis in places)
    if not square > 0:
        raise Indeterminate("whether two answers are one")
    return square.sqrt()


def _overlap(shape: str, places: Table, v: int, w: int) -> arb:
    """∫ √(density_v · density_w)."""
    ways = [abs(axis[v] - axis[w]) for axis in places]
    if shape == GAUSSIAN:
        return (-_sum(_square(way) for way in ways) / 8).exp()
    return _product((-way / 2).exp() * (1 + way / 2) for way in ways)


def _groups(shape: str, places: Table, bits: int) -> list[list[int]]:
    """Answers in one cluster unless they are far apart (any clusters are sound)."""
    limit = arb(2) ** (-bits - 2)
    name = list(range(len(places[0])))
    for v, w in itertools.combinations(range(len(name)), 2):
        if name[v] != name[w] and not _overlap(shape, places, v, w) < limit:
            name = [name[v] if own == name[w] else own for own in name]
    return [[v for v, own in enumerate(name) if own == chosen] for chosen in sorted(set(name))]


def _part(shape: str, whole: Cluster, group: Sequence[int]) -> Cluster:
    """Those answers and what is possible with them, in few dimensions."""
    joint = [[row[v] for v in group] for row in whole.joint]
    joint = [row for row in joint if not all(mass == 0 for mass in row)]
    places = [[axis[v] for v in group] for axis in whole.places]
    if len(group) == 2 and shape == GAUSSIAN:
        # Along the line through both.
        places = [[arb(0), _distance(places, 0, 1)]]
    return Cluster(joint, places, [[axis[v] for v in group] for axis in whole.points])


def _between(shape: str, whole: Cluster, groups: Sequence[Sequence[int]]) -> arb:
    """What the cluster tells, less at most its entropy given the response."""
    if len(groups) == 1:
        return arb(0)
    named = [[_sum(row[v] for v in group) for group in groups] for row in whole.joint]
    own = {v: group for group in groups for v in group}
    roots = [share.sqrt() for share in whole.shares]
    loss = _sum(
        roots[v] * roots[w] * _overlap(shape, whole.places, v, w)
        for v, w in itertools.permutations(range(len(roots)), 2)
        if own[v] is not own[w]
    )
    return _discrete(named) - arb(0).union(loss.upper())


# --- sums over a grid -----------------------------------------------------------------------------


class Rule(ABC):
    """A rule for each axis: where its nodes are, and each answer's mass there.

    Attributes:
        nodes: how many nodes the grid has.
    """

    nodes: int

    @abstractmethod
    def masses(self) -> list[Table]:
        """For each axis and answer the masses at the nodes."""

    @abstractmethod
    def slack(self, masses: Sequence[Table]) -> arb:
        """What the integral of F may have more, or less, than the sum over the grid."""


def _told(part: Cluster, rule: Rule, bits: int) -> arb:
    """The probability of a cluster times the information that the response gives within it."""
    if len(part.joint) < 2:
        return arb(0)
    masses = rule.masses()
    return _grid(part, masses, arb(2) ** (-bits) / rule.nodes) + rule.slack(masses)


def _grid(part: Cluster, masses: Sequence[Table], least: arb) -> arb:
    """Σ F over the grid. Where there is less than the least mass, F is bounded."""
    total, unsure, logs = arb(0), arb(0), part.logs
    plane, others = masses[:2], masses[2:]
    left = arb_mat(plane[0]).transpose()
    right = plane[1] if len(plane) == 2 else [[arb(1)] for _ in plane[0]]
    for place in itertools.product(*(range(len(table[0])) for table in others)):
        check_time()
        here = [
            _product(table[v][index] for table, index in zip(others, place, strict=True))
            for v in range(len(plane[0]))
        ]
        layers = [
            left * arb_mat([
                [mass * factor * value for value in line]
                for mass, factor, line in zip(row, here, right, strict=True)
            ])
            for row in part.joint
        ]
        for densities in zip(*(layer.entries() for layer in layers), strict=True):
            whole = _sum(densities)
            if whole <= least or not all(density > 0 for density in densities):
                unsure += whole.upper().max(arb(0))
                continue
            log = whole.log()
            for density, share in zip(densities, logs, strict=True):
                total += density * (density.log() - log - share)
    return total + arb(0).union((unsure * part.most).upper())


class Lattice(Rule):
    """The same step on every axis, for Gaussian noise of variance 1."""

    def __init__(self, part: Cluster, bits: int) -> None:
        self.part = part
        depth = _depth(bits)
        ends = [
            (min(float(x.mid()) for x in axis), max(float(x.mid()) for x in axis))
            for axis in part.places
        ]
        diameter = float(self._diameter())
        height = min(math.sqrt(2 * depth), _PHASE / max(diameter, 1e-9))
        step = 2 * math.pi * height / (depth + height * height / 2)
        reach = _reach(GAUSSIAN, depth)
        self.height, self.step = arb(height), arb(step)
        self.starts = [arb(low - reach) for low, _ in ends]
        self.counts = [math.ceil((high - low + 2 * reach) / step) + 1 for low, high in ends]
        self.nodes = math.prod(self.counts)

    def _diameter(self) -> arb:
        pairs = itertools.combinations(range(len(self.part.places[0])), 2)
        return _largest([_distance(self.part.places, v, w) for v, w in pairs])

    def _nodes(self, axis: int) -> list[arb]:
        return [self.starts[axis] + index * self.step for index in range(self.counts[axis])]

    def masses(self) -> list[Table]:
        width = self.step / (2 * arb.pi()).sqrt()
        tables = []
        for axis, answers in enumerate(self.part.places):
            nodes = self._nodes(axis)
            tables.append([
                [width * (-_square(node - place) / 2).exp() for node in nodes]
                for place in answers
            ])
        return tables

    def slack(self, masses: Sequence[Table]) -> arb:
        error = self._bound() * self._aliases()
        return (-error).union(error) + arb(0).union((self._outside() * self.part.most).upper())

    def _bound(self) -> arb:
        """B, times the cluster's probability."""
        phase = self.height * self._diameter()
        if not phase < arb.pi():
            raise Indeterminate("how far apart the answers are")
        growth = (self.height**2 / 2).exp()
        entropy = arb(len(self.part.joint)).log()
        terms = entropy + 2 / arb(1).exp() - (phase / 2).cos().log() + phase
        return (self.part.mass * growth * terms).upper()

    def _aliases(self) -> arb:
        """Σ_(m ≠ 0) e^(−2πa|m|/h): at most 2r(2j+1)^(r−1) lattice points have a largest entry of
        ±j, and |m| is at least j."""
        decay = (-2 * arb.pi() * self.height / self.step).exp()
        rank = len(self.counts)
        ratio = decay * (arb(5) / 3) ** (rank - 1)
        if not ratio < 1:
            raise Indeterminate("a lattice that is too coarse")
        return (2 * rank * arb(3) ** (rank - 1) * decay / (1 - ratio)).upper()

    def _outside(self) -> arb:
        """The sum of the density over the lattice beyond the grid: on an axis the tail beyond the
        last node bounds what comes after it, and 1 + h/√(2π) the sum over all of it."""
        full = (1 + self.step / (2 * arb.pi()).sqrt()) ** (len(self.counts) - 1)
        total = arb(0)
        for axis, answers in enumerate(self.part.places):
            first, *_, last = self._nodes(axis)
            for share, place in zip(self.part.shares, answers, strict=True):
                if not first < place < last:
                    raise Indeterminate("where an answer is")
                for way in (place - first, last - place):
                    total += share * (way / arb(2).sqrt()).erfc() / 2
        return total * full


class Gauss(Rule):
    """Gauss's rule on pieces between the answers' coordinates, for Laplace noise of scale 1.

    On a piece of half-length ℓ around c, with the ellipse of ρ, A and B its half-axes times ℓ, the
    other axes held: |f_u| at z is at most e^A f_u(c), and the phases of its terms are within an
    angle 2B, so that |F| ≤ e^A M(c) (ln(1/min p) + 2/e + 2A + ln sec B + 2B). A function bounded by
    K in the ellipse is integrated by n nodes with an error of at most 8 ℓ K ρ^(1−2n)/(ρ − 1).
    """

    def __init__(self, part: Cluster, bits: int) -> None:
        self.part = part
        depth = _depth(bits)
        self.reach = arb(_reach(LAPLACE, depth))
        self.cuts = [
            _rising(points, places)
            for points, places in zip(part.points, part.places, strict=True)
        ]
        self.pieces: list[list[tuple[arb, arb]]] = [[] for _ in self.cuts]
        self.skipped = [False for _ in self.cuts]
        for axis, cuts in enumerate(self.cuts):
            for low, high in itertools.pairwise(cuts):
                if high - low > 2 * self.reach:
                    self.skipped[axis] = True
                    ends = [(low, low + self.reach), (high - self.reach, high)]
                else:
                    ends = [(low, high)]
                for start, stop in ends:
                    self.pieces[axis] += _pieces(start, stop)
        longest = max(
            (float(half.mid()) for pieces in self.pieces for _, half in pieces), default=_HALF
        )
        slope = _ACROSS / max(longest, 1e-9)
        self.count = max(2, math.ceil((depth / math.log(slope + math.hypot(slope, 1)) + 1) / 2))
        self.nodes = math.prod(2 + self.count * len(pieces) for pieces in self.pieces)

    def masses(self) -> list[Table]:
        rule = [
            arb.legendre_p_root(self.count, index, weight=True) for index in range(self.count)
        ]
        tables = []
        for pieces, cuts, answers in zip(self.pieces, self.cuts, self.part.places, strict=True):
            nodes = [
                (middle + half * place, half * weight / 2)
                for middle, half in pieces
                for place, weight in rule
            ]
            tables.append([
                [
                    (cuts[0] - answer).exp() / 2,
                    *(weight * (-abs(node - answer)).exp() for node, weight in nodes),
                    (answer - cuts[-1]).exp() / 2,
                ]
                for answer in answers
            ])
        return tables

    def slack(self, masses: Sequence[Table]) -> arb:
        totals = [[_sum(row).max(arb(1)) for row in table] for table in masses]
        error, left_out = arb(0), arb(0)
        for axis, answers in enumerate(self.part.places):
            for v, (share, answer) in enumerate(zip(self.part.shares, answers, strict=True)):
                others = _product(
                    table[v] for other, table in enumerate(totals) if other != axis
                )
                for middle, half in self.pieces[axis]:
                    error += share * others * self._bound(half) * (-abs(middle - answer)).exp() / 2
                if self.skipped[axis]:
                    # In each gap, of whose answers none is nearer than the reach.
                    left_out += share * len(self.cuts[axis]) * (-self.reach).exp()
        error = error.upper()
        return (-error).union(error) + arb(0).union((left_out * self.part.most).upper())

    def _bound(self, half: arb) -> arb:
        """The error on a piece, where the density at its centre is 1."""
        slope = arb(_ACROSS) / half
        ratio = slope + (1 + slope * slope).sqrt()
        across = arb(_ACROSS)
        along = half * (ratio + 1 / ratio) / 2
        terms = (
            self.part.most + 2 / arb(1).exp() + 2 * along - across.cos().log() + 2 * across
        )
        return 8 * half * along.exp() * terms * ratio ** (1 - 2 * self.count) / (ratio - 1)


def _rising(points: Sequence[Scalar], places: Sequence[arb]) -> list[arb]:
    """The different places from the least to the largest.

    Raises:
        Indeterminate: two may be one, or in either order.
    """
    found: list[tuple[Scalar, arb]] = []
    for point, place in zip(points, places, strict=True):
        if not any(same(point, other) for other, _ in found):
            found.append((point, place))
    order = functools.cmp_to_key(_by_point)
    rising = [place for _, place in sorted(found, key=order)]
    if not all(one < two for one, two in itertools.pairwise(rising)):
        raise Indeterminate("two answers may be in either order")
    return rising


def _by_point(one: tuple[Scalar, arb], two: tuple[Scalar, arb]) -> int:
    return -1 if less(one[0], two[0]) else 1


def _pieces(low: arb, high: arb) -> list[tuple[arb, arb]]:
    """The middles and half-lengths of equal pieces of an interval."""
    count = max(1, math.ceil(float(((high - low) / (2 * arb(_HALF))).mid())))
    half = (high - low) / (2 * count)
    return [(low + (2 * index + 1) * half, half) for index in range(count)]


_RULES: dict[str, Callable[[Cluster, int], Rule]] = {GAUSSIAN: Lattice, LAPLACE: Gauss}
