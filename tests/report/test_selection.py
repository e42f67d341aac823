"""Patterns choose rows with what is below them, and a row is as strong as its weakest child."""

from __future__ import annotations

import pytest

from verified.errors import UnknownKeyError
from verified.language import KL, TV, Claim, Paper, Pmf, Size
from verified.report.selection import leaves, nodes, parts, row_status, select


def rows() -> list[Claim]:
    n = Size("n")
    p, q = Pmf("P", n), Pmf("Q", n)
    paper = Paper("some-2020")
    paper.claim("first", forall=[p, q], then=TV(p, q) <= 1)
    paper.claim(
        "pair",
        forall=[p, q],
        then={"low": KL(p, q) >= 0, "high": TV(p, q) <= 1},
        reading="wide",
        readings={"narrow": {"given": [TV(p, q) <= 0]}},
    )
    return list(paper.rows.values())


def names(*patterns: str) -> list[str]:
    return [claim.name.removeprefix("some-2020/") for claim in select(rows(), patterns)]


def test_no_pattern_chooses_everything_in_order() -> None:
    assert names() == [
        "first", "pair@wide", "pair.low@wide", "pair.high@wide", "pair@narrow",
        "pair.low@narrow", "pair.high@narrow",
    ]
    assert names("some-2020") == names() == names("some-2020/*")


def test_a_row_brings_its_children_and_a_child_comes_alone() -> None:
    assert names("pair@narrow") == ["pair@narrow", "pair.low@narrow", "pair.high@narrow"]
    assert names("some-2020/pair.low@wide") == ["pair.low@wide"]
    assert names("pair.low") == ["pair.low@wide", "pair.low@narrow"]
    assert names("fir*", "pair.high") == ["first", "pair.high@wide", "pair.high@narrow"]


def test_a_key_means_all_readings_and_an_at_sign_means_one() -> None:
    paper = Paper("some-2020")
    p = Pmf("P", Size("n"))
    paper.claim("one", forall=[p], then=KL(p, p) <= 0, readings={"weak": {"then": KL(p, p) <= 1}})
    every = list(paper.rows.values())
    wanted = {"one": ["one", "one@weak"], "one@weak": ["one@weak"], "one@": ["one"]}
    for pattern, meant in wanted.items():
        found = [claim.name.partition("/")[2] for claim in select(every, [pattern])]
        assert found == meant, pattern
    with pytest.raises(UnknownKeyError, match="reading of some-2020/one 'weka'; nearest: weak"):
        select(every, ["one@weka"])


def test_a_named_reading_leaves_its_siblings_out() -> None:
    assert names("pair@wide") == ["pair@wide", "pair.low@wide", "pair.high@wide"]
    assert names("pair@*") == names("pair")


def test_a_pattern_that_chooses_nothing_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownKeyError, match="nearest: pair") as caught:
        names("first", "pare")
    assert "'pare'" in str(caught.value)
    with pytest.raises(UnknownKeyError, match="nearest: some-2020/first"):
        names("some-2020/fist")


def test_a_row_is_decided_by_its_main_reading() -> None:
    pair = rows()[1]
    assert [leaf.name for leaf in parts(pair)] == [
        "some-2020/pair.low@wide", "some-2020/pair.high@wide",
    ]
    assert len(leaves(nodes(pair))) == 4


@pytest.mark.parametrize(
    ("statuses", "status"),
    [
        (["survived", "refuted", "unwitnessed"], "refuted"),
        (["proved", "proved"], "proved"),
        (["proved", "survived"], "survived"),
        (["undecided", "survived"], "undecided"),
        (["undecided", "unwitnessed", "proved"], "unwitnessed"),
    ],
)
def test_the_status_of_a_row(statuses: list[str], status: str) -> None:
    assert row_status(statuses) == status


def test_where_there_are_few_keys_all_are_offered() -> None:
    assert str(UnknownKeyError("paper", "zzz", ["two", "one"])) == (
        "unknown paper 'zzz'; there is one, two"
    )
    assert "nearest: one" in str(UnknownKeyError("paper", "onr", ["two", "one"]))
    assert str(UnknownKeyError("paper", "zzz", map(str, range(50)))) == "unknown paper 'zzz'"
