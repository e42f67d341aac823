"""The table of docs/oracle.md of which question has an answer for which mechanism."""

from __future__ import annotations

import re

import pytest

import verified
from tests.docs.pages import ROOT
from verified.oracle.functions import ACCOUNTANTS

SCORES = {"scores": [0, 1], "other_scores": [1, 0]}
# What a Rényi divergence takes besides the order.
RENYI = {
    "gaussian": {"sigma": 1}, "laplace": {"scale": 1},
    "subsampled_gaussian": {"sampling": "1/10", "sigma": 1, "steps": 2, "adjacency": "remove"},
    "subsampled_laplace": {"sampling": "1/10", "scale": 1, "steps": 2, "adjacency": "remove"},
    "discrete_laplace": {"scale": 1}, "discrete_gaussian": {"sigma": 1},
    "staircase": {"level": 1, "share": "1/2"}, "randomised_response": {"symbols": 3, "level": 1},
    "exponential_mechanism": {"level": 1, **SCORES}, "permute_and_flip": {"level": 1, **SCORES},
    "exponential_mechanism_worst": {"level": 1}, "noisy_max": {"scale": 1, **SCORES},
}
# Functions whose names begin so are no mechanisms': conversions and bounds.
OTHERS = {
    "advanced_composition", "dp_to", "group_dp", "renyi_to_dp", "sampled_dp", "shuffled",
    "zcdp_to_dp",
}
NOISE = {"sigma", "scale", "level", "threshold"}


def rows() -> dict[str, list[bool]]:
    """The cells of each mechanism's row, whether they say yes."""
    page = (ROOT / "docs" / "oracle.md").read_text(encoding="utf-8")
    table = page.partition("| functions | δ, TV |")[2].partition("\n\n")[0]
    found = {}
    for line in table.splitlines()[2:]:
        names, *cells = line.strip("| ").split(" | ")
        assert all(re.fullmatch(r"(yes|no)( \(\d\))?", cell) for cell in cells), line
        # What isn't there has its reason.
        assert all(cell != "no" for cell in cells), line
        for name in re.findall("`(.*?)`", names):
            found[name] = [cell.startswith("yes") for cell in cells]
    return found


def test_every_function_is_in_a_row() -> None:
    told = set(rows()) | OTHERS
    assert {name.rpartition("_")[0] for name in ACCOUNTANTS} <= told


@pytest.mark.parametrize("name", rows())
def test_the_row_is_what_there_is(name: str) -> None:
    delta, epsilon, renyi, divergence, zcdp, noise, rounds = rows()[name]
    there = {one.rpartition("_")[2] for one in ACCOUNTANTS if one.rpartition("_")[0] == name}
    if name.endswith("threshold"):
        assert name in ACCOUNTANTS
        there.add("threshold")
    else:
        there.discard("threshold")
    assert (delta, epsilon, renyi, zcdp, rounds) == tuple(
        one in there for one in ("delta", "epsilon", "renyi", "zcdp", "steps")
    )
    assert noise == bool(there & NOISE)
    if not renyi:
        assert not divergence
        return
    function = getattr(verified, f"{name}_renyi")
    assert function(order=2, **RENYI[name]) > 0
    if divergence:
        assert function(order=1, **RENYI[name]) > 0
        assert function(order=1, **RENYI[name]) < function(order=2, **RENYI[name])
    else:
        with pytest.raises(verified.InputError, match="orders above 1"):
            function(order=1, **RENYI[name])
