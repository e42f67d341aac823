"""The benchmarks keep up with the package: they load, and measure what they say."""

from __future__ import annotations

import importlib

import pytest

from verified.papers import papers
from verified.syntax.claims import find


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("accounting", None),
        ("campaign", None),
        ("capacity", "dit"),
        ("discarded", None),
        ("kl", None),
        ("never_refuted", None),
        ("recheck", None),
        ("refute", None),
        ("scalar", None),
        ("shannon", None),
        ("shannon_fresh", None),
        ("values", None),
    ],
)
def test_a_benchmark_loads(name: str, needs: str | None) -> None:
    if needs is not None:
        pytest.importorskip(needs)
    importlib.import_module(f"bench.{name}")


def test_margins_are_measured() -> None:
    from bench.margins import measure

    found = measure(find(papers(), "cuff-yu-2016/eq-8.if"), seconds=0.01)
    assert found is not None
    assert found["claim"] == "cuff-yu-2016/eq-8.if"
    assert found["coordinates"] > 0
    assert found["floats"] > found["balls"] > 0


def test_what_hypotheses_leave_out_is_measured() -> None:
    from bench.discarded import measured
    from bench.stick.vocabulary import line

    half = measured(line("near", "if TV(P,Q) <= 1/2 then TV(Q,P) <= 1/2"), 6, 0)
    assert half is not None
    assert 0.2 < half.discarded < 0.8
    none = measured(line("any", "if TV(P,Q) <= 1 then TV(Q,P) <= 1"), 3, 0)
    assert none is not None
    assert none.discarded == 0
