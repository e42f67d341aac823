"""Noise on queries: facts on additive noise and their users fall once they are tampered with."""

from __future__ import annotations

from typing import Any

import pytest

from verified.attack import attack
from verified.attack.search import Searcher
from verified.language import claim, equals, every, exp, log, total
from verified.papers.background import noise as facts
from verified.papers.nuradha_goldfeld_2022 import noise

spread = total(facts.axis, total(
    facts.symbol,
    facts.plain[facts.symbol] * (facts.answer(facts.symbol) - facts.plain_mean) ** 2,
))


def apart(one: Any, two: Any) -> Any:
    return total(facts.axis, (facts.answer(one) - facts.answer(two)) ** 2)


TAMPERED = {
    # Two equally likely answers have a quarter of their squared distance as variance.
    "jung": {
        "forall": [facts.plain, facts.query, facts.diameter],
        "given": [every(facts.symbol, every(
            facts.second, apart(facts.symbol, facts.second) <= facts.diameter**2
        ))],
        "then": spread <= facts.diameter**2 * facts.dims / (2 * (facts.dims + 1)) * 9 / 10,
    },
    "pairs": {
        "forall": [facts.plain, facts.query],
        "then": spread <= total(facts.symbol, total(
            facts.second,
            facts.plain[facts.symbol] * facts.plain[facts.second]
            * apart(facts.symbol, facts.second),
        )) * 49 / 100,
    },
    "half-logarithm": {
        "forall": [facts.entropy, facts.unit],
        "given": [facts.entropy <= log(facts.unit) / 2],
        "then": exp(2 * facts.entropy) <= facts.unit * 99 / 100,
    },
    "sensitivity": {
        "forall": [
            noise.on_databases, noise.answers, noise.sensitivity, noise.variance, noise.eps,
        ],
        "given": [
            noise.neighbours_near,
            noise.sensitivity**2 / (16 * noise.dims * noise.growth) <= noise.variance,
        ],
        "then": every(
            noise.row,
            noise.at_row.told(noise.gaussian_information, noise.variance) <= noise.eps,
        ),
    },
}


@pytest.mark.parametrize("name", TAMPERED)
def test_the_attack_refutes_what_is_too_strong(name: str) -> None:
    assert attack(claim(name, **TAMPERED[name]), seed=3, seconds=60).status == "refuted"


def test_one_percent_less_falls_in_the_plane() -> None:
    """In two dimensions, too, where answers needn't lie on a line."""
    tested = claim(
        "plane",
        forall=[noise.F, noise.P, noise.query, noise.variance, noise.eps],
        given=[
            equals(noise.dims, 2),
            noise.at_each_edge(noise.here.spread() / (noise.dims * noise.growth) <= noise.variance),
        ],
        then=noise.at_each_edge(
            noise.here.told(noise.gaussian_information, noise.variance) <= noise.eps * 99 / 100
        ),
    )
    assert tested.statement is not None
    searcher = Searcher("plane", tested.statement, "refutation", seed=4)
    found = [searcher.round(index).instance for index in range(3)]
    assert any(instance is not None for instance in found)
