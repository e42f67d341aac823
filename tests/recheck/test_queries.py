"""Families of queries in the second checker: what a move must be, and values that are known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from recheck import queries as recheck_queries
from recheck.errors import Rejected, Unsupported
from recheck.evaluation import Table
from recheck.frameworks import dp_framework, framework_of
from recheck.queries import (
    entry_given_history,
    final,
    history_law,
    initial,
    pufferfish_stage,
    queries_of,
    query,
    query_given,
    secret_stage_information,
    secret_stage_joint,
    stage_information,
    stage_joint,
    together,
    widened,
)
from recheck.reals import num

COPY, COIN = [["1", "0"], ["0", "1"]], [["1/2", "1/2"], ["1/2", "1/2"]]
# The second response is the first one turned where the bit is 1.
TURNED = [["1", "0"], ["0", "1"], ["0", "1"], ["1", "0"]]
ONE_ENTRY = (2,)


def sequential(*tables: Any) -> Any:
    return queries_of({"tables": list(tables)}, "sequential", ONE_ENTRY, len(tables), 2)


def numbers(law: Any) -> list[Fraction]:
    return [Fraction(part.lo) for part in law]


@pytest.mark.parametrize("move", [
    [], {}, ["tables"], {"tables": [COPY]}, {"tables": [COPY, COIN]},
    {"tables": [COPY, TURNED[:3]]}, {"tables": [COPY, TURNED], "subsets": []},
    {"tables": [COPY, [["1", "1"], *TURNED[1:]]]}, {"tables": [COPY, [["1"], *TURNED[1:]]]},
])
def test_another_move_is_refused(move: Any) -> None:
    with pytest.raises(Rejected):
        queries_of(move, "sequential", ONE_ENTRY, 2, 2)


def partial(*subsets: Any, tables: Any = None) -> Any:
    tables = [COPY, [["1/2", "1/2"]]] if tables is None else tables
    return queries_of({"tables": tables, "subsets": list(subsets)}, "partial", (2, 2), 2, 2)


def test_queries_on_parts_see_these_only() -> None:
    """One has the second entry, one none."""
    S = partial([1], [])
    half = Fraction(1, 2)
    assert query(S, num(0)).shape == (2,)
    assert query(S, num(1)).shape == ()
    asked = widened(S)
    assert [numbers(law) for law in query(asked, num(0)).data] == [[1, 0], [0, 1]] * 2
    assert [numbers(law) for law in query(asked, num(1)).data] == [[half, half]] * 4
    both = [[half, half, 0, 0], [0, 0, half, half]]
    assert [numbers(law) for law in together(S).data] == both * 2
    with pytest.raises(Rejected):
        widened(asked)


@pytest.mark.parametrize("subsets", [
    ([1],), ([1], [], []), ([1], [1]), ([0, 1], []), ([2], []), ([-1], []), ([True], []),
    (["1"], []), (1, []), ([], []),
])
def test_other_parts_are_refused(subsets: Any) -> None:
    with pytest.raises(Rejected):
        partial(*subsets)
    for tables in ([COPY], [COIN[:1], COPY], [COPY, COIN]):
        with pytest.raises(Rejected):
            partial([1], [], tables=tables)


@pytest.mark.parametrize("part", [[1, 0], [0, 0]])
def test_the_entries_of_a_part_ascend(part: Any) -> None:
    rows = [["1/2", "1/2"]] * 4
    assert queries_of({"tables": [rows], "subsets": [[0, 1]]}, "partial", (2, 2), 1, 2)
    with pytest.raises(Rejected):
        queries_of({"tables": [rows], "subsets": [part]}, "partial", (2, 2), 1, 2)


def test_responses_follow_one_another() -> None:
    S = sequential(COIN, TURNED)
    half = Fraction(1, 2)
    assert numbers(history_law(S, num(0), num(1))) == [1]
    assert numbers(history_law(S, num(2), num(0))) == [half, 0, 0, half]
    assert numbers(history_law(S, num(2), num(1))) == [0, half, half, 0]
    assert together(S).data[1] == history_law(S, num(2), num(1))
    assert numbers(query_given(S, num(1), num(1)).data[0]) == [0, 1]
    assert initial(S).tables == S.tables[:1]
    for beyond in (lambda: history_law(S, num(3), num(0)), lambda: query_given(S, num(2), num(0)),
                   lambda: query_given(S, num(1), num(2)), lambda: query(S, num(0)),
                   lambda: initial(sequential()), lambda: together(sequential())):
        with pytest.raises(Rejected):
            beyond()


def test_what_a_stage_tells() -> None:
    """A coin tells nothing, and with it the second response tells the bit."""
    prior = Table(ONE_ENTRY, [num(Fraction(1, 2))] * 2)
    S = sequential(COIN, TURNED)
    first, second = (stage_information(prior, S, num(0), num(j)) for j in range(2))
    assert first.lo <= 0 <= first.hi
    assert second.lo <= Fraction(693147, 10**6) + Fraction(1, 10**6)
    assert second.hi >= Fraction(693147, 10**6)
    joint = stage_joint(prior, S, num(0), num(1))
    assert joint.shape == (2, 2, 2, 2)
    assert numbers(joint.data)[0] == Fraction(1, 4)
    # With one entry the others are the instance 0.
    assert sum(numbers(joint.data)[4:8]) == 0
    told = entry_given_history(prior, sequential(COPY, TURNED), num(0), num(0), num(1), num(1))
    assert numbers(told) == [0, 1]
    rows = dp_framework(ONE_ENTRY)
    secret = secret_stage_information(rows, prior.data, S, num(0), num(1))
    assert (secret.lo, secret.hi) == (second.lo, second.hi)
    listed = ("listed", [prior.data])
    assert pufferfish_stage(rows, listed, S, num(1)).hi >= second.lo
    with pytest.raises(Unsupported):
        pufferfish_stage(rows, ("all", []), S, num(1))


# Two bits, and the first or the second of them.
TWO_ENTRIES = (2, 2)
FIRST, SECOND = [COPY[0], COPY[0], COPY[1], COPY[1]], [COPY[0], COPY[1]] * 2


def test_what_a_stage_tells_of_an_entry_is_given_the_others() -> None:
    """Of two entries that are alike, either tells the other one, and given it nothing more."""
    alike = Table(TWO_ENTRIES, [num(Fraction(mass, 2)) for mass in (1, 0, 0, 1)])
    even = Table(TWO_ENTRIES, [num(Fraction(1, 4))] * 4)
    for table, own in ((FIRST, 0), (SECOND, 1)):
        S = queries_of({"tables": [table]}, "sequential", TWO_ENTRIES, 1, 2)
        for i in range(2):
            told = stage_information(alike, S, num(i), num(0))
            assert told.lo <= 0 <= told.hi < Fraction(1, 10**6)
            told = stage_information(even, S, num(i), num(0))
            assert abs(float(told.hi) - (0.6931471805599453 if i == own else 0)) < 1e-6
        joint = secret_stage_joint(dp_framework(TWO_ENTRIES), even.data, S, num(own), num(0))
        # The entry, the other one, no earlier responses, and the response, which is the entry.
        assert joint.shape == (2, 2, 1, 2)
        assert numbers(joint.data) == [Fraction(1, 4) * ((k >> 2) == k % 2) for k in range(8)]


def test_the_law_of_an_entry_is_given_the_others() -> None:
    prior = Table(TWO_ENTRIES, [num(Fraction(mass, 8)) for mass in (4, 1, 1, 2)])
    S = queries_of({"tables": [[*COIN, *COIN]]}, "sequential", TWO_ENTRIES, 1, 2)
    for x, i, shares in ((1, 0, (1, 2)), (0, 0, (4, 1)), (2, 1, (1, 2))):
        found = entry_given_history(prior, S, num(x), num(i), num(0), num(0))
        assert numbers(found) == [Fraction(share, sum(shares)) for share in shares]


def test_too_many_responses_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck_queries, "MOST_LISTED", 4)
    S = queries_of({"tables": [COIN] * 3}, "independent", ONE_ENTRY, 3, 2)
    assert len(history_law(S, num(2), num(0))) == 4
    with pytest.raises(Unsupported):
        history_law(S, num(3), num(0))


def test_independent_queries_and_the_last_of_them() -> None:
    S = queries_of({"tables": [COPY, COIN]}, "independent", ONE_ENTRY, 2, 2)
    assert final(S) == query(S, num(1))
    assert numbers(query_given(S, num(1), num(1)).data[0]) == [Fraction(1, 2)] * 2


def test_the_framework_of_the_entries_is_one() -> None:
    rows = dp_framework((2, 3))
    assert rows == framework_of({
        "private": rows.private, "public": rows.public, "edges": [list(e) for e in rows.edges],
    }, 6)
    assert rows.private[1] == [0, 1, 2, 0, 1, 2]
    assert rows.public[1] == [0, 0, 0, 1, 1, 1]
