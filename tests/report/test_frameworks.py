"""Pufferfish parameters of a user's framework: values known otherwise, and what is refused."""

from __future__ import annotations

import itertools
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import mpmath
import pytest

from verified.errors import InputError, UnknownKeyError
from verified.report.quantities import Value, evaluate

ROWS = "3/4,1/4;1/2,1/2;2/5,3/5;1/4,3/4"
# The framework of differential privacy on two bits.
TWO_BITS = {"private": [[0, 0, 1, 1], [0, 1, 0, 1]], "public": [[0, 1, 0, 1], [0, 0, 1, 1]],
            "edges": [[0, 0], [1, 1]]}


def value(name: str, content: Any, folder: Path, *literals: str, **named: str) -> Value:
    (folder / "framework.json").write_text(json.dumps(content))
    literals = (str(folder / "framework.json"), *literals)
    return evaluate(name, literals, named, None, "1e-12")


def same(one: Value, two: Value) -> bool:
    return Decimal(one.low) <= Decimal(two.high) and Decimal(two.low) <= Decimal(one.high)


def test_the_framework_of_databases_gives_differential_privacy(tmp_path: Path) -> None:
    database = {"database": "2,2"}
    for own, classic, more in (
        ("mi_pp", "mi_dp", ()), ("pp_epsilon", "dp_epsilon", ()),
        ("pp_epsilon", "dp_epsilon", ("1/20",)), ("pp_delta", "dp_delta", ("1/5",)),
    ):
        found = value(own, TWO_BITS, tmp_path, ROWS, *more)
        assert same(found, evaluate(classic, [ROWS, *more], database, None, "1e-12")), own
        assert Decimal(found.low) > 0


def test_one_listed_law_gives_its_information(tmp_path: Path) -> None:
    """The secret is whether the datum is the last; there is nothing public."""
    content = {"private": [["no", "no", "yes"]], "laws": [["1/4", 0.25, "1/2"]]}
    found = value("mi_pp", content, tmp_path, "1,0;1/2,1/2;1/4,3/4")
    channel = evaluate("information", ["1/2,1/2", "3/4,1/4;1/4,3/4"], {}, None, "1e-12")
    assert same(found, channel)
    with mpmath.workdps(30):
        epsilon = value("pp_epsilon", content, tmp_path, "1,0;1/2,1/2;1/4,3/4")
        assert mpmath.mpf(epsilon.low) <= mpmath.log(3) <= mpmath.mpf(epsilon.high)
    assert value("pp_delta", content, tmp_path, "1,0;1/2,1/2;1/4,3/4", "0").exact == "1/2"


def test_more_laws_and_closed_classes_tell_more(tmp_path: Path) -> None:
    laws = [["1/4", "1/4", "1/2"], ["1/2", "1/4", "1/4"]]
    rows = "9/10,1/10;1/2,1/2;1/10,9/10"
    base: dict[str, Any] = {"private": [[0, 0, 1]]}
    contents = [
        {**base, "laws": laws[:1]}, {**base, "laws": laws},
        {**base, "laws": laws, "kind": "reweighted"}, base,
    ]
    found = [Decimal(value("mi_pp", content, tmp_path, rows).low) for content in contents]
    assert all(one <= two for one, two in itertools.pairwise(found))
    assert found[0] < found[-1]


def test_no_edge_has_nothing_to_hide(tmp_path: Path) -> None:
    for content in ({"private": [[0, 1]], "edges": []}, {"private": [[0, 1]], "public": []}):
        assert value("mi_pp", content, tmp_path, "1,0;0,1").exact == "0"


def test_only_which_values_differ_counts(tmp_path: Path) -> None:
    names = [[0, 1, 1, 2], [7, 3, 3, 0], ["a", "b", "b", "c"], [0, "0", "0", 0.5]]
    found = {value("mi_pp", {"private": [g]}, tmp_path, ROWS).low for g in names}
    assert len(found) == 1


def test_a_file_may_hold_the_framework_and_the_channel(tmp_path: Path) -> None:
    rows = [[0.75, 0.25], [0.5, 0.5], [0.4, 0.6], [0.25, 0.75]]
    content = {"framework": TWO_BITS, "channel": rows}
    (tmp_path / "both.json").write_text(json.dumps(content))
    found = evaluate("mi_pp", [], {}, tmp_path / "both.json", "1e-12")
    assert found.low == value("mi_pp", TWO_BITS, tmp_path, ROWS).low
    # A matrix beside a framework by name.
    (tmp_path / "m.csv").write_text(ROWS.replace(";", "\n"))
    named = {"framework": str(tmp_path / "framework.json")}
    assert evaluate("mi_pp", [], named, tmp_path / "m.csv", "1e-12").low == found.low


def test_laws_are_normalised_where_that_is_asked_for(tmp_path: Path) -> None:
    content = {"private": [[0, 1]], "laws": [[0.3, 0.6]]}
    (tmp_path / "f.json").write_text(json.dumps(content))
    given = [str(tmp_path / "f.json"), "1,0;0,1"]
    with pytest.raises(InputError, match=r"laws\[0\] in framework sums to"):
        evaluate("mi_pp", given, {}, None, "1e-12")
    found = evaluate("mi_pp", given, {}, None, "1e-12", True)
    assert same(found, evaluate("entropy", ["1/3,2/3"], {}, None, "1e-12"))
    assert len(found.notes) == 1


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ([], "is no framework"),
        ({}, "no private function"),
        ({"private": []}, "no private function"),
        ({"private": [0, 1]}, "no list of functions"),
        ({"private": [[]]}, "function 0 has no values"),
        ({"private": [[0, None]]}, "None is no value"),
        ({"private": [[0, [1]]]}, r"\[1\] is no value"),
        ({"private": [[0, 1], [0]]}, r"private\[1\] in framework has 1 values, private\[0\] 2"),
        ({"private": [[0, 1]], "public": [[0]]}, r"public\[0\] in framework has 1 values"),
        ({"private": [[0, 1]], "edges": 3}, "no list of pairs"),
        ({"private": [[0, 1]], "edges": [[0]]}, "no pair of places"),
        ({"private": [[0, 1]], "edges": [[0, True]]}, "no pair of places"),
        ({"private": [[0, 1]], "edges": [[0, 1]]}, "1 is no place; there are 1 in public"),
        ({"private": [[0, 1]], "edges": [[-1, 0]]}, "-1 is no place"),
        ({"private": [[0, 1]], "edges": [[0, 0], [0, 0]]}, "an edge twice"),
        ({"private": [[0, 1]], "kind": "some"}, "it must be one of listed, all, reweighted"),
        ({"private": [[0, 1]], "kind": ["all"]}, "it must be one of listed, all, reweighted"),
        ({"private": [[0, 1]], "kind": "listed"}, "must list one law at least"),
        ({"private": [[0, 1]], "kind": "reweighted", "laws": []}, "must list one law at least"),
        ({"private": [[0, 1]], "kind": "all", "laws": [[1, 0]]}, "which needs none"),
        ({"private": [[0, 1]], "laws": [1, 0]}, "must list one law at least"),
        ({"private": [[0, 1]], "laws": [[1]]}, r"laws\[0\] in framework has 1 entries"),
        ({"private": [[0, 1]], "laws": [["1/2", "1/3"]]}, r"laws\[0\] in framework sums to"),
        ({"private": [[0, 1]], "laws": [["2", "-1"]]}, r"laws\[0\] in framework"),
        ({"private": [[0, 1, 2]]}, "framework and channel must share an alphabet: 3 symbols"),
    ],
)
def test_a_framework_that_breaks_a_rule_is_refused(
    tmp_path: Path, content: Any, rule: str
) -> None:
    with pytest.raises(InputError, match=rule):
        value("mi_pp", content, tmp_path, "1/2,1/2;1/3,2/3")


def test_unknown_keys_and_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownKeyError, match="unknown key of framework 'privat'"):
        value("mi_pp", {"privat": [[0, 1]]}, tmp_path, "1/2,1/2;1/3,2/3")
    with pytest.raises(InputError, match="can't read"):
        evaluate("mi_pp", [str(tmp_path / "none.json"), "1,0;0,1"], {}, None, "1e-12")
    (tmp_path / "broken.json").write_text('{"private": [[0, 1')
    with pytest.raises(InputError, match="cut off"):
        evaluate("mi_pp", [str(tmp_path / "broken.json"), "1,0;0,1"], {}, None, "1e-12")
    with pytest.raises(InputError, match="lacks framework, a framework"):
        evaluate("mi_pp", [], {"channel": "1,0;0,1"}, None, "1e-12")
    with pytest.raises(InputError, match="lacks channel"):
        value("mi_pp", {"private": [[0, 1]]}, tmp_path)


def test_a_class_with_too_many_channels_is_refused(tmp_path: Path) -> None:
    content = {"private": [[0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]]}
    rows = ";".join(f"{1 + x}/20,{19 - x}/20" for x in range(12))
    with pytest.raises(InputError, match="36 channels are more than 24"):
        value("mi_pp", content, tmp_path, rows)
