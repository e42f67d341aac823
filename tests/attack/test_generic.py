"""Generic instances lie at no end of a domain, have full support, and meet the hypotheses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from verified.attack.generic import POINTS, STRUCTURES, generic_instances
from verified.language import (
    DP,
    Channel,
    Close,
    Database,
    Event,
    Framework,
    Joint,
    Mechanism,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    equals,
    exp,
    minimum,
)
from verified.syntax.formulas import Formula

n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
eps, share, other = Real("eps", ">=0"), Real("s", "[0,1]"), Real("t", "[0,1]")


def drawn(variables: list[Any], *given: Formula) -> list[tuple[Any, Any]]:
    return [(env, met) for env, _, met in generic_instances(variables, given)]


def test_sizes_laws_and_numbers_are_inside() -> None:
    rates = Reals("r", n, "[0,1]")
    found = drawn([n, m, P, W, eps, share, rates])
    assert len(found) == STRUCTURES
    for env, met in found:
        assert met.shape == (POINTS,)
        assert met.all()
        assert min(env["n"], env["m"]) > 1
        assert (env["P"] > 0).all()
        assert (env["W"] > 0).all()
        assert np.allclose(env["W"].sum(axis=-1), 1)
        assert (env["eps"] > 0).all()
        for number in (env["s"], env["r"]):
            assert ((number > 0) & (number < 1)).all()


def test_sets_and_databases_are_neither_empty_nor_everything() -> None:
    A, D = Event("A", n), Database("D")
    for env, _ in drawn([n, A, D]):
        assert 0 < len(env["A"]) < env["n"]
        assert len(env["D"]) > 1
        assert min(env["D"]) > 1


def test_frameworks_have_secrets() -> None:
    F = Framework("F", n)
    for env, _ in drawn([n, F]):
        edges = range(len(env["F"].edges))
        assert edges
        assert all(max(env["F"].edge(e)[0]) > 0 for e in edges)


@pytest.mark.parametrize("given", [
    Close(P, Q, eps, 0),
    Close(P, Q, 0, share),
    share <= minimum(other, 1 - other),
    other >= share,
    equals(eps, exp(share)),
])
def test_the_hypotheses_are_met_where_they_are_said_to_be(given: Formula) -> None:
    """By far, and never by a mere touch unless it is an equality."""
    from verified.attack.floating import satisfaction
    from verified.syntax.goals import normal

    count = 0
    for env, reading, met in generic_instances([n, P, Q, share, other, eps], [given]):
        room = np.broadcast_to(satisfaction(normal(given), env, reading), met.shape)[met]
        assert (room >= -1e-9).all()
        if "=" not in str(given).replace("<=", "").replace(">=", ""):
            assert (room > 1e-8).mean() > 0.9
        count += int(met.sum())
    assert count > 100


def test_a_bound_is_passed_by_little_and_by_much() -> None:
    """What another bound leaves out may be a small part."""
    gaps = np.concatenate([
        (env["t"] - env["s"])[met] for env, met in drawn([share, other], other >= share)
    ])
    assert (gaps < 1e-3).any()
    assert (gaps > 0.3).any()
    assert (gaps > -1e-8).all()


def test_mechanisms_meet_their_privacy() -> None:
    D = Database("D")
    M = Mechanism("M", D, m)
    assert sum(int(met.sum()) for _, met in drawn([D, m, M, eps], DP(M, eps))) > 100


def test_joint_laws_of_independent_variables_are_drawn_so() -> None:
    from verified.language import Independent

    J = Joint("J", U=n, V=m)
    for env, met in drawn([n, m, J], Independent(J, "U", "V")):
        law = env["J"]
        product = law.sum(axis=-1, keepdims=True) * law.sum(axis=-2, keepdims=True)
        assert np.allclose(law, product)
        assert met.all()


def test_what_has_no_volume_is_not_met() -> None:
    """An equality of laws is a hypothesis that generic laws don't meet."""
    a = Symbol("a", n)
    assert drawn([n, a, P, Q], equals(P[a], Q[a])) == []


def test_the_draw_is_the_same_every_time() -> None:
    first, second = (drawn([n, m, P, W, eps], eps >= 1) for _ in range(2))
    assert len(first) == len(second)
    for (one, _), (two, _) in zip(first, second, strict=True):
        assert all(np.array_equal(one[name], two[name]) for name in ("n", "m", "P", "W", "eps"))
