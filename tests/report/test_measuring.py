"""A user's own mechanism measured: known values, certificates, what is promised beside it."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as some

from verified.errors import InputError, UnknownKeyError
from verified.kernel.certificate import check, seal
from verified.numbers.exact import rational
from verified.papers import all_claims
from verified.report.measuring import certificate, measurable, measure, read_subject, subject
from verified.report.promises import Promise, promise_lines, promises
from verified.report.quantities import QUANTITIES
from verified.report.records import expected_statuses
from verified.report.selection import leaves, nodes
from verified.syntax.serial import FormatError

RESPONSE = [["3/4", "1/4"], ["1/4", "3/4"]]
SUMS = [["3/4", "1/8", "1/8"], ["1/4", "1/4", "1/2"], ["1/4", "1/2", "1/4"], ["1/8", "1/8", "3/4"]]
PRIOR = ["1/4", "1/4", "1/3", "1/6"]


def _values(of: Any, *names: str, **numbers: list[str]) -> dict[str, Any]:
    return {
        " ".join([one.quantity.name, *map(str, one.moves.values())]): one
        for one in measure(of, names, numbers)
    }


def _claims(*keys: str) -> list[Any]:
    found = leaves(node for row in all_claims() for node in nodes(row))
    return list({one.name: one for one in found if one.name.startswith(keys)}.values())


def test_known_values_of_randomised_response() -> None:
    found = _values(subject(RESPONSE))
    assert found["dp_delta 0"].value.exact == "1/2"
    assert found["dobrushin"].value.exact == "1/2"
    for name in ("dp_epsilon 0", "leakage_capacity", "free_lunch_epsilon", "entry_epsilon 0"):
        assert found[name].value.low.startswith("1.0986122886681"), name
    # ln 2 − h(1/4), and D = (1/2) ln 3.
    assert found["capacity"].value.low.startswith("0.13081203594113")
    assert found["kl_dp"].value.low.startswith("0.54930614433405")
    assert "information" not in found, "there is no prior"


def test_what_neighbours_are_depends_on_the_database() -> None:
    local, pairs = (
        _values(subject(SUMS, **more), "dp_epsilon", "free_lunch_epsilon", delta=["0"])
        for more in ({}, {"database": [2, 2]})
    )
    assert local["dp_epsilon 0"].value.low == local["free_lunch_epsilon"].value.low
    assert rational(pairs["dp_epsilon 0"].value.high) < rational(local["dp_epsilon 0"].value.low)


def test_every_quantity_of_a_mechanism_is_measured() -> None:
    names = {one.name for one in measurable(subject(SUMS, [2, 2], PRIOR))}
    with_tables = {
        name for name, one in QUANTITIES.items()
        if any(part.kind in ("mechanism", "channel") for part in one.parameters)
    }
    # What takes more than a mechanism, a prior and numbers that are asked for.
    left = with_tables - names
    assert all(
        {part.kind for part in QUANTITIES[name].parameters}
        & {"framework", "event", "list of numbers", "size"}
        or name in ("g_leakage", "information_bottleneck")
        for name in left
    ), left
    assert {"mi_dp", "capacity", "maximal_leakage", "bayesian_epsilon", "zcdp"} <= names


@pytest.mark.parametrize(
    "of", [subject(SUMS, [2, 2], PRIOR), subject(RESPONSE),
           subject([["1", "0"], ["1/2", "1/2"]]), subject([["1/3", "2/3"], ["1/3", "2/3"]])],
    ids=["database", "response", "infinite", "useless"],
)
def test_certificates_hold_and_tampered_ones_do_not(of: Any) -> None:
    count = 0
    for one in measure(of):
        made = certificate(one, of)
        if made is None:
            assert one.quantity.name == "dp_epsilon" or one.value is None, one
            continue
        assert check(made).polarity == "proof"
        count += 1
        bad = copy.deepcopy(made)
        for name, move in bad["moves"].items():
            if name in ("mechanism", "channel"):
                # Another mechanism that has a row of another value.
                move[0] = ["2/5", "3/5", *["0"] * (len(move[0]) - 2)]
        bad["seal"] = seal(bad)
        if one.quantity.name in ("capacity", "kl_dp", "dobrushin"):
            with pytest.raises(FormatError):
                check(bad)
    assert count > 10


def test_a_certificate_of_a_wrong_value_is_not_made() -> None:
    of = subject(RESPONSE)
    (one,) = measure(of, ["kl_dp"])
    assert one.value is not None
    wrong = copy.copy(one.value)
    object.__setattr__(wrong, "low", "0.54930616")
    object.__setattr__(wrong, "high", "0.54930617")
    assert certificate(type(one)(one.quantity, one.moves, wrong), of) is None


@settings(deadline=None, max_examples=3)
@given(some.lists(some.lists(some.integers(0, 5), min_size=3, max_size=3).filter(any),
                  min_size=4, max_size=4))
def test_a_proved_claim_is_never_false_of_a_mechanism(weights: list[list[int]]) -> None:
    rows = [[str(fmpq(part, sum(row))) for part in row] for row in weights]
    of = subject(rows, [2, 2], PRIOR)
    statuses = expected_statuses()
    claims = _claims(*(f"cuff-yu-2016/{one}" for one in ("lemma-1", "lemma-2-tight", "property-2")))
    told = [one for one in promises(of, claims, statuses) if isinstance(one, Promise)]
    assert not [one for one in told if one.status == "proved" and one.holds is False]


def test_what_is_promised_beside_what_is_true() -> None:
    of = subject(RESPONSE)
    claims = [one for one in _claims("cuff-yu-2016/lemma-2") if one.key == "cuff-yu-2016/lemma-2"]
    (said,) = promises(of, claims, expected_statuses())
    assert isinstance(said, Promise)
    # MI-DP at 0.1308 promises δ(0) ≤ √(2·0.1308) = 0.5115; it is 1/2.
    assert said.at["eps"].startswith("0.13081203594113")
    (sides,) = said.sides
    assert sides.left == ("0.5", "0.5")
    assert sides.right is not None
    assert sides.right[0].startswith("0.51149")
    assert said.holds is True
    assert "least_delta[0](M) <= sqrt(2*eps)" in promise_lines(said)[1]


def test_a_refuted_claim_is_false_where_it_is() -> None:
    of = subject(SUMS, [2, 2], PRIOR)
    told = [
        one for one in promises(of, _claims("ngo-2024/theorem-2a.step"), expected_statuses())
        if isinstance(one, Promise)
    ]
    assert [(one.status, one.holds) for one in told] == [("refuted", False)] * 2


def test_a_claim_that_says_nothing_of_it_says_why() -> None:
    of = subject(RESPONSE)
    said = dict(
        one for one in promises(of, _claims("ding-2024"), expected_statuses())
        if not isinstance(one, Promise)
    )
    assert said
    assert all(reason for reason in said.values())


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps({"mechanism": SUMS, "database": [2, 2], "prior": PRIOR}))
    of = read_subject(path)
    assert (of.database, len(of.rows)) == ((2, 2), 4)
    assert of.prior == tuple(map(rational, PRIOR))
    nested = tmp_path / "n.json"
    nested.write_text(json.dumps([SUMS[:2], SUMS[2:]]))
    assert read_subject(nested).database == (2, 2)
    rows = tmp_path / "r.csv"
    rows.write_text("0.9,0.1\n0.1,0.9\n")
    assert read_subject(rows, prior="1/2,1/2").prior == (fmpq(1, 2), fmpq(1, 2))


@pytest.mark.parametrize(
    ("content", "more", "message"),
    [
        ({"mechanism": RESPONSE, "channel": RESPONSE}, {}, "two words for one"),
        ({"prior": PRIOR}, {}, "no mechanism"),
        ({"mechanism": RESPONSE, "prior": ["1/2", "1/4"]}, {}, "sums to 3/4"),
        ({"mechanism": RESPONSE, "prior": ["1/2", "1/4", "1/4"]}, {}, "share an alphabet"),
        ({"mechanism": RESPONSE, "prior": ["1", "0"]}, {"prior": "1,0"}, "given twice"),
        ({"mechanism": RESPONSE, "database": [3]}, {}, "has 3 instances"),
        ({"mechanism": [["1/2", "1/3"]]}, {}, "sums to 5/6"),
        ({"mechanism": [[SUMS[0], SUMS[1]], [SUMS[2], SUMS[3]]], "database": [4]}, {}, "axes"),
        ({"mechanism": RESPONSE}, {"prior": "1/2;1/2"}, "one list"),
    ],
)
def test_what_is_refused(
    content: Any, more: dict[str, str], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match=message):
        read_subject(path, **more)


def test_unknown_names(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps({"mechanism": RESPONSE, "delta": 1}))
    with pytest.raises(UnknownKeyError):
        read_subject(path)
    with pytest.raises(UnknownKeyError):
        list(measure(subject(RESPONSE), ["information"]))
