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
