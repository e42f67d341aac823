"""Factorisations: laws drawn along them meet their constraints exactly; separation is sound."""

import itertools
import random

import numpy as np
import pytest
from flint import fmpq

from verified.instances.factor import constraints_on, factorisation, separated
from verified.instances.layout import Layout
from verified.language import I, Independent, Joint, Markov, both, equals

CASES = {
    "independent": (3, ["U;W"]),
    "chain": (3, ["U;W|V"]),
    "mutual": (3, ["U;V,W", "V;W"]),
    "long chain": (4, ["U;W,X|V", "U,V;X|W"]),
    "fork": (4, ["U;W|V", "U,W;X|V"]),
    "collider": (4, ["U;W", "U,W;X|V"]),
    "pair from pair": (4, ["U,V;W,X"]),
}
NAMES = ("U", "V", "W", "X")


def joint_of(count):
    return Joint("J", **dict.fromkeys(NAMES[:count], 2))


def hypotheses(joint, written):
    """As a claim states them: independences and chains, by name."""
    found = []
    for text in written:
        groups, _, given = text.partition("|")
        first, second = groups.split(";")
        found.append(
            Markov(joint, first, given, second) if given else Independent(joint, first, second)
        )
    return found


def exact_rows(source, rows, size):
    table = np.empty((rows, size), dtype=object)
    for row in range(rows):
        weights = [source.choice([0, 1, 2, 5, 1000]) for _ in range(size - 1)]
        weights.append(source.randint(1, 9))
        table[row] = [fmpq(weight, sum(weights)) for weight in weights]
    return table


def independent(law, first, second, given):
    """Conditional independence by its definition, on exact probabilities."""

    def mass(fixed):
        cells = itertools.product(*(range(size) for size in law.shape))
        return sum(
            (law[cell] for cell in cells if all(cell[axis] == s for axis, s in fixed.items())),
            fmpq(0),
        )

    axes = sorted(first | second | given)
    for cell in itertools.product(*(range(law.shape[axis]) for axis in axes)):
        at = dict(zip(axes, cell, strict=True))
        part = [{axis: at[axis] for axis in group | given} for group in (first, second)]
        both_fixed = {axis: at[axis] for axis in first | second | given}
        alone = {axis: at[axis] for axis in given}
        if mass(both_fixed) * mass(alone) != mass(part[0]) * mass(part[1]):
            return False
    return True


@pytest.mark.parametrize("name", CASES)
def test_drawn_laws_meet_the_constraints_exactly(name):
    count, written = CASES[name]
    joint = joint_of(count)
    given = hypotheses(joint, written)
    layout = Layout([joint], given, {})
    constraints = constraints_on(joint, NAMES[:count], given)
    assert len(constraints) == len(written)
    source = random.Random(1)
    for _ in range(5):
        laws = [exact_rows(source, block.rows, block.size) for block in layout.blocks]
        law = layout.values(laws, [])["J"]
        assert law.sum() == 1
        assert all(independent(law, *constraint) for constraint in constraints)


@pytest.mark.parametrize(
    ("name", "edges"), [("independent", 2), ("chain", 2), ("mutual", 0), ("long chain", 3),
                        ("fork", 3), ("collider", 3), ("pair from pair", 2)]
)
def test_factorisations_are_as_rich_as_their_constraints_allow(name, edges):
    count, written = CASES[name]
    joint = joint_of(count)
    constraints = constraints_on(joint, NAMES[:count], hypotheses(joint, written))
    found = factorisation(count, tuple(constraints))
    assert sum(map(len, found.parents)) == edges
    for place, parents in enumerate(found.parents):
        assert set(parents) <= set(found.order[:place])


def test_a_law_without_constraints_is_free():
    found = factorisation(3, ())
    assert sum(map(len, found.parents)) == 3


def test_a_generic_law_is_told_from_an_independent_one():
    """The check of this file can fail: a law drawn without the constraint doesn't meet it."""
    joint = joint_of(3)
    layout = Layout([joint], [], {})
    source = random.Random(5)
    laws = [exact_rows(source, block.rows, block.size) for block in layout.blocks]
    law = layout.values(laws, [])["J"]
    assert not independent(law, frozenset([0]), frozenset([2]), frozenset())


def test_constraints_are_read_however_they_are_written():
    joint = joint_of(3)
    expected = [(frozenset([0]), frozenset([2]), frozenset([1]))]
    for formula in (
        Markov(joint, "U", "V", "W"),
        both(Markov(joint, "U", "V", "W")),
        equals(I(joint, "U;W|V"), 0),
        I(joint, "U;W|V") <= 0,
    ):
        assert constraints_on(joint, NAMES[:3], [formula]) == expected


def test_what_is_no_constraint_on_this_law_is_left_alone():
    joint, other = joint_of(3), Joint("K", U=2, V=2, W=2)
    formulas = [I(joint, "U;W") <= 1, equals(I(joint, "U;W"), 1), Independent(other, "U", "W")]
    assert constraints_on(joint, NAMES[:3], formulas) == []


def test_separation_of_the_three_elementary_graphs():
    a, b, c = frozenset([0]), frozenset([1]), frozenset([2])
    chain = {0: (), 1: (0,), 2: (1,)}
    fork = {0: (1,), 1: (), 2: (1,)}
    collider = {0: (), 1: (0, 2), 2: ()}
    for graph in (chain, fork):
        assert separated(graph, a, c, b)
        assert not separated(graph, a, c, frozenset())
    assert separated(collider, a, c, frozenset())
    assert not separated(collider, a, c, b)
    # A child of a collider opens it too.
    assert not separated({**collider, 3: (1,)}, a, c, frozenset([3]))
