"""Noise under Gaussian laws: repaired thresholds and levels fall once they are tampered with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from verified.attack import attack
from verified.language import (
    Formula,
    absolute,
    claim,
    equals,
    exp,
    find,
    log,
    rational,
    sqrt,
)
from verified.papers import papers
from verified.papers.nuradha_goldfeld_2022 import gaussian as rows
from verified.syntax.claims import Statement

PAPER = "nuradha-goldfeld-2022/"
NEAR = rational(99, 100)


def stated(name: str) -> Statement:
    row = find(papers(), PAPER + name.partition("@")[0].partition(".")[0])
    (leaf,) = [part for part in row.leaves() if part.name == PAPER + name]
    assert leaf.statement is not None
    return leaf.statement


def refuted(statement: Statement) -> bool:
    tampered = claim(
        "x", forall=statement.variables, given=statement.given, then=statement.then
    )
    return attack(tampered, seed=3, budget=5000, seconds=20).status == "refuted"


def below_threshold(factor: Any) -> Formula:
    """The repaired hypothesis of Remark 4, its threshold multiplied."""
    d, eps = rows.dimension, rows.eps
    grown = d * (exp(2 * eps / d) - 1)
    found: Formula = rows.classic_eps < factor * 2 * sqrt(
        grown * log(rational(5, 4) / rows.level)
    )
    return found


def test_what_is_tampered_with_is_the_statement() -> None:
    """Without tampering, the parts that are changed below are those of the rows."""
    forward = stated("remark-4-compare-repaired.any-dimension.only-if")
    back = stated("remark-4-compare-repaired.any-dimension.if")
    assert forward.given[-1] == back.then == below_threshold(1)
    turned, v, V = stated("remark-7@turned"), rows.conditional_spread, rows.total_spread
    power = rows.entropy_power(rows.gaussian_entropy, turned=True)
    assert turned.then == equals(rows.noise_level(V, power), rows.noise_level(V, v))
    within = absolute(rows.correlation) <= rows.ratio
    assert stated("remark-8-correlation-repaired.if").then == within
    assert stated("remark-8-correlation-repaired.only-if").given == (within,)
    for statement in (forward, back, turned):
        assert not refuted(statement)


@pytest.mark.parametrize("factor", [1 / NEAR, 1 + rational(1, 1000)])
def test_a_larger_threshold_of_remark_4_is_too_large(factor: Any) -> None:
    """In every dimension: only if."""
    forward = stated("remark-4-compare-repaired.any-dimension.only-if")
    larger = replace(forward, given=(*forward.given[:-1], below_threshold(factor)))
    assert refuted(larger)


@pytest.mark.parametrize("factor", [NEAR, 1 - rational(1, 1000)])
def test_a_smaller_threshold_of_remark_4_is_too_small(factor: Any) -> None:
    """In every dimension: if."""
    back = stated("remark-4-compare-repaired.any-dimension.if")
    assert refuted(replace(back, then=below_threshold(factor)))


@pytest.mark.parametrize("factor", [NEAR, 1 / NEAR])
def test_the_level_of_remark_7_is_no_other(factor: Any) -> None:
    turned = stated("remark-7@turned")
    v, V = rows.conditional_spread, rows.total_spread
    power = rows.entropy_power(rows.gaussian_entropy, turned=True)
    own = rows.noise_level(V, v)
    assert refuted(replace(turned, then=equals(rows.noise_level(V, factor * power), own)))
    assert refuted(replace(turned, then=equals(factor * rows.noise_level(V, power), own)))


@pytest.mark.parametrize("factor", [NEAR, 1 - rational(1, 1000)])
def test_the_correlation_of_remark_8_is_no_smaller(factor: Any) -> None:
    back = stated("remark-8-correlation-repaired.if")
    assert refuted(replace(back, then=absolute(rows.correlation) <= factor * rows.ratio))


@pytest.mark.parametrize("factor", [1 / NEAR, 1 + rational(1, 1000)])
def test_the_correlation_of_remark_8_is_no_larger(factor: Any) -> None:
    forward = stated("remark-8-correlation-repaired.only-if")
    larger = absolute(rows.correlation) <= factor * rows.ratio
    assert refuted(replace(forward, given=(larger,)))
