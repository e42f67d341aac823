"""Pufferfish frameworks on finite data, and what a mechanism tells of their secrets, in nats
(Nuradha & Goldfeld 2022, Definitions 1–3).

The data are symbols, a law of them is an array (symbols,), a mechanism a channel (symbols,
responses). What a class of laws reaches is worked out from finitely many *parts*, each a law that
lies within one secret of every edge. A class that is closed under conditioning on secrets and under
mixtures consists of the mixtures of its parts: for all laws, the symbols; for reweighted ones, each
listed law on each *atom*, a set of symbols on which the functions of all edges are constant.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from flint import fmpq

from verified.measures.information import mutual_information
from verified.syntax.sorts import DataClassValue as DataClassValue
from verified.syntax.sorts import FrameworkValue as FrameworkValue
from verified.syntax.sorts import MemberValue as MemberValue
from verified.syntax.sorts import numbered as numbered

Value = Any
Measure = Callable[[Value, Value], Value]

# How many ways to choose a part for each private value are listed.
MOST_CHOICES = 24


class TooManyChoices(ValueError):
    """A supremum over a class has more channels than are listed."""


def member_of(framework: FrameworkValue, data: DataClassValue, made: Any) -> Value:
    """The law that a class makes of a place, or of weights (…, parts), as arrays with arithmetic.

    The parts are the symbols for a class of all laws; for a reweighted one the listed laws' atoms,
    one law after the other. Weights that meet parts of probability 0 only make the first law.
    """
    if data.kind == "listed":
        return data.laws[..., made, :]
    if data.kind == "all":
        return made
    atoms = framework.atoms()
    place = {symbol: index for index, atom in enumerate(atoms) for symbol in atom}
    columns = [place[symbol] for symbol in range(len(place))]
    shape = (*made.shape[:-1], data.listed, len(atoms))
    scaled = (made.reshape(shape)[..., columns] * data.laws).sum(axis=-2)
    mass = scaled.sum(axis=-1, keepdims=True)
    none = (mass == 0).astype(int)
    return scaled / (mass + none) + data.laws[..., 0, :] * none


def image(function: Sequence[int]) -> int:
    """How many values a function takes."""
    return max(function) + 1


# --- one law --------------------------------------------------------------------------------------


def _sum_of(xp: Any, table: Value, axis: int, places: Sequence[int]) -> Value:
    """The sum of some entries (or rows) of an axis; zero for none."""
    if not places:
        first = xp.take(table, axis, 0)
        return xp.sub(first, first)
    result = xp.take(table, axis, places[0])
    for place in places[1:]:
        result = xp.add(result, xp.take(table, axis, place))
    return result


def _cells(
    functions: tuple[Sequence[int], Sequence[int]],
) -> list[list[list[int]]]:
    """The symbols of each secret of an edge: by the private, then by the public value."""
    g, w = functions
    symbols = range(len(g))
    return [
        [[x for x in symbols if g[x] == a and w[x] == c] for c in range(image(w))]
        for a in range(image(g))
    ]


def secret_joint(
    xp: Any, functions: tuple[Sequence[int], Sequence[int]], law: Value, mechanism: Value
) -> Value:
    """The joint law of an edge's private value, its public value and the response."""
    symbols, outputs = xp.shape(mechanism, 2)
    whole = xp.reshape(law, 1, (symbols, 1)) * mechanism
    cells = _cells(functions)
    rows = [_sum_of(xp, whole, -2, cell) for line in cells for cell in line]
    stacked = xp.stack(rows, (len(rows), outputs))
    return xp.reshape(stacked, 2, (len(cells), len(cells[0]), outputs))


def information(
    xp: Any, functions: tuple[Sequence[int], Sequence[int]], law: Value, mechanism: Value
) -> Value:
    """I(g(X);M(X)|w(X)) under a law."""
    joint = secret_joint(xp, functions, law, mechanism)
    return mutual_information(xp, joint, 3, (0,), (2,), (1,))


def secret_masses(
    xp: Any, functions: tuple[Sequence[int], Sequence[int]], law: Value
) -> Value:
    """P(g(X) = a, w(X) = c), with the axes (a, c)."""
    cells = _cells(functions)
    masses = [_sum_of(xp, law, -1, cell) for line in cells for cell in line]
    return xp.reshape(xp.stack(masses, (len(masses),)), 1, (len(cells), len(cells[0])))


def or_uniform(xp: Any, weights: Value) -> Value:
    """Weights (…, n) over their sum; the uniform law where all are 0."""
    size = xp.shape(weights, 1)[0]
    mass = xp.sum_axes(weights, (-1,), keep=True)
    share = xp.constant(fmpq(1, size))
    none = xp.support(mass) * xp.constant(fmpq(-1)) + xp.constant(fmpq(1))
    return xp.ratio_or_zero(weights, mass) + none * share


def data_given(
    xp: Any, functions: tuple[Sequence[int], Sequence[int]], law: Value, public: int
) -> Value:
    """P(x|a,c) with the axes (a, x): the uniform law where the secret has probability 0."""
    symbols = xp.shape(law, 1)[0]
    zero = xp.constant(fmpq(0))
    rows = []
    for line in _cells(functions):
        inside = set(line[public])
        entries = [xp.take(law, -1, x) if x in inside else zero for x in range(symbols)]
        rows.append(or_uniform(xp, xp.stack(entries, (symbols,))))
    return xp.stack(rows, (len(rows), symbols))


def reweighted(
    xp: Any,
    functions: tuple[Sequence[int], Sequence[int]],
    law: Value,
    public: int,
    weights: Value,
) -> Value:
    """Σ_a q(a) P(x|a,c) over the possible a, normalised; P itself if no possible a has weight."""
    symbols = xp.shape(law, 1)[0]
    reached, moved = [], []
    for a, line in enumerate(_cells(functions)):
        mass = _sum_of(xp, law, -1, line[public])
        share = xp.mul(xp.take(weights, -1, a), _marked(xp, mass))
        reached.append(share)
        for x in line[public]:
            moved.append((x, xp.mul(share, xp.ratio_or_zero(xp.take(law, -1, x), mass))))
    entries: list[Value] = [xp.constant(fmpq(0))] * symbols
    for x, entry in moved:
        entries[x] = entry
    table = xp.stack(entries, (symbols,))
    mass = xp.sum(xp.stack(reached, (len(reached),)), 1)
    stays = xp.sub(xp.constant(fmpq(1)), _marked(xp, mass))
    left = xp.mul(xp.expand(stays, 1), law)
    return xp.add(xp.ratio_or_zero(table, xp.expand(mass, 1)), left)


def _marked(xp: Any, mass: Value) -> Value:
    """1 where a number is positive, else 0."""
    return xp.take(xp.support(xp.stack([mass], (1,))), -1, 0)


# --- pairs of secrets -----------------------------------------------------------------------------


def _worst(
    xp: Any, rows: Value, masses: Value, pairs: Sequence[tuple[int, int]], measure: Measure
) -> Value:
    """The largest measure of two rows over the pairs whose masses are both positive; 0 for none.

    The rows are laws wherever their masses are positive.
    """
    zero = xp.constant(fmpq(0))
    if not pairs:
        return zero
    first, second = zip(*pairs, strict=True)
    found = measure(xp.gather(rows, -2, first), xp.gather(rows, -2, second))
    reached = xp.support(masses)
    both = xp.mul(xp.gather(reached, -1, first), xp.gather(reached, -1, second))
    return xp.maximum(zero, xp.max(xp.mul(both, found), 1))


def law_worst(
    xp: Any,
    functions: tuple[Sequence[int], Sequence[int]],
    law: Value,
    mechanism: Value,
    measure: Measure,
) -> Value:
    """The largest measure of the responses given two secrets of an edge with one public value."""
    joint = secret_joint(xp, functions, law, mechanism)
    private, public, outputs = xp.shape(joint, 3)
    flat = xp.reshape(joint, 3, (private * public, outputs))
    pairs = [
        (a * public + c, b * public + c)
        for c in range(public)
        for a, b in itertools.combinations(range(private), 2)
    ]
    return _worst(xp, or_uniform(xp, flat), xp.sum_axes(flat, (-1,)), pairs, measure)


# --- classes --------------------------------------------------------------------------------------


def _listed(xp: Any, data: DataClassValue) -> list[Value]:
    return [xp.take(data.laws, -2, index) for index in range(data.listed)]


def _parts(
    xp: Any, framework: FrameworkValue, data: DataClassValue, mechanism: Value
) -> tuple[list[int], Value, Value]:
    """The parts of a closed class: for each a symbol in it, the response's law (the uniform law
    where it has probability 0), and its probability under its listed law."""
    outputs = xp.shape(mechanism, 2)[1]
    if data.kind == "all":
        symbols = list(range(len(framework.private[0])))
        ones = xp.stack([xp.constant(fmpq(1)) for _ in symbols], (len(symbols),))
        return symbols, mechanism, ones
    chosen, rows = [], []
    for law in _listed(xp, data):
        whole = xp.reshape(law, 1, (len(framework.private[0]), 1)) * mechanism
        for atom in framework.atoms():
            chosen.append(atom[0])
            rows.append(_sum_of(xp, whole, -2, atom))
    table = xp.stack(rows, (len(rows), outputs))
    return chosen, or_uniform(xp, table), xp.sum_axes(table, (-1,))


def class_worst(
    xp: Any,
    framework: FrameworkValue,
    data: DataClassValue,
    mechanism: Value,
    measure: Measure,
) -> Value:
    """The largest measure of the responses given two secrets, over the class's laws.

    The measure must be convex in its pair of laws, or quasi-convex: then in a closed class the
    largest value is at two parts.
    """
    result = xp.constant(fmpq(0))
    for index in range(len(framework.edges)):
        functions = framework.edge(index)
        if data.kind == "listed":
            for law in _listed(xp, data):
                worst = law_worst(xp, functions, law, mechanism, measure)
                result = xp.maximum(result, worst)
            continue
        g, w = functions
        chosen, rows, masses = _parts(xp, framework, data, mechanism)
        pairs = [
            (one, two)
            for one, two in itertools.combinations(range(len(chosen)), 2)
            if w[chosen[one]] == w[chosen[two]] and g[chosen[one]] != g[chosen[two]]
        ]
        result = xp.maximum(result, _worst(xp, rows, masses, pairs, measure))
    return result


def attribute_worst(
    xp: Any,
    framework: FrameworkValue,
    data: DataClassValue,
    mechanism: Value,
    measure: Measure,
) -> Value:
    """The largest measure of the responses given two values of one private function that are both
    possible, over listed laws or over all; convex as for `class_worst`."""
    outputs = xp.shape(mechanism, 2)[1]
    result = xp.constant(fmpq(0))
    for g in framework.private:
        places = [[x for x, value in enumerate(g) if value == a] for a in range(image(g))]
        if data.kind == "all":
            ones = xp.stack([xp.constant(fmpq(1)) for _ in g], (len(g),))
            pairs = [
                (x, other) for x, other in itertools.combinations(range(len(g)), 2)
                if g[x] != g[other]
            ]
            result = xp.maximum(result, _worst(xp, mechanism, ones, pairs, measure))
            continue
        pairs = list(itertools.combinations(range(len(places)), 2))
        for law in _listed(xp, data):
            whole = xp.reshape(law, 1, (len(g), 1)) * mechanism
            rows = xp.stack([_sum_of(xp, whole, -2, part) for part in places],
                            (len(places), outputs))
            masses = xp.sum_axes(rows, (-1,))
            worst = _worst(xp, or_uniform(xp, rows), masses, pairs, measure)
            result = xp.maximum(result, worst)
    return result


def class_channels(
    xp: Any, framework: FrameworkValue, data: DataClassValue, mechanism: Value
) -> list[tuple[Value, int]]:
    """For a closed class, stacks (choices, values, responses) of channels, with the number of
    choices, whose largest capacity is the supremum of I(g(X);M(X)|w(X)).

    Given w(X) = c, the class's laws of the response given a are the mixtures of the parts within
    the secret (a, c), one mixture for each a, and every law of a is reached. Information is convex
    in the channel, so the supremum is a capacity where each a has one part.

    Raises:
        TooManyChoices: there are more than `MOST_CHOICES` choices.
    """
    found = []
    for index in range(len(framework.edges)):
        g, w = framework.edge(index)
        chosen, rows, masses = _parts(xp, framework, data, mechanism)
        for c in range(image(w)):
            within: dict[int, list[int]] = {}
            for part, symbol in enumerate(chosen):
                if w[symbol] == c:
                    within.setdefault(g[symbol], []).append(part)
            if len(within) < 2:
                continue
            count = 1
            for parts in within.values():
                count *= len(parts)
            if count > MOST_CHOICES:
                raise TooManyChoices(f"{count} channels are more than {MOST_CHOICES}")
            stacks = [
                _reached(xp, rows, masses, choice) for choice in itertools.product(*within.values())
            ]
            shape = (count, len(within), xp.shape(rows, 2)[1])
            found.append((xp.stack(stacks, shape), count))
    return found


def _reached(xp: Any, rows: Value, masses: Value, choice: Sequence[int]) -> Value:
    """The channel of some parts; those of probability 0 get the mean row of the others, which
    leaves the capacity as it is."""
    reached = xp.support(xp.gather(masses, -1, choice))
    inputs, outputs = len(choice), xp.shape(rows, 2)[1]
    column = xp.reshape(reached, 1, (inputs, 1))
    kept = column * xp.gather(rows, -2, choice)
    mean = or_uniform(xp, xp.sum_axes(kept, (-2,)))
    missing = column * xp.constant(fmpq(-1)) + xp.constant(fmpq(1))
    return kept + missing * xp.reshape(mean, 1, (1, outputs))


def largest_support(
    xp: Any, framework: FrameworkValue, data: DataClassValue, mechanism: Value
) -> Value:
    """The largest number of responses that are possible under one of the class's laws."""
    if data.kind == "listed":
        result = None
        for law in _listed(xp, data):
            output = xp.take(xp.matmul(xp.stack([law], (1, *xp.shape(law, 1))), mechanism), -2, 0)
            count = xp.sum(xp.support(output), 1)
            result = count if result is None else xp.maximum(result, count)
        return result
    _, rows, masses = _parts(xp, framework, data, mechanism)
    column = xp.reshape(xp.support(masses), 1, (xp.shape(masses, 1)[0], 1))
    return xp.sum(xp.support(xp.sum_axes(column * rows, (-2,))), 1)
