"""The second checker's values of sequences, shuffled reports, random parts of databases and
replaced groups: at corners, and what it refuses to list or to read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from recheck.databases import (
    composed,
    group_given,
    group_joint,
    group_values,
    response_given,
    subsampled,
    with_group,
)
from recheck.errors import Rejected, Undefined, Unsupported
from recheck.evaluation import Event, Table
from recheck.quantities import (
    iid,
    memoryless,
    occurrences,
    shuffle,
    shuffled,
    type_law,
    types,
)
from recheck.reals import ONE, ZERO, num

HALF = num(Fraction(1, 2))
EVEN = [HALF, HALF]
REFUSED = (Rejected, Undefined)


def exact(rows: object) -> object:
    """Numbers as fractions, in lists as they stand."""
    return [exact(row) for row in rows] if isinstance(rows, list) else rows.lo  # type: ignore[attr-defined]


def test_of_no_symbols_there_is_one_sequence() -> None:
    assert exact(iid(EVEN, ZERO)) == [1]
    assert exact(memoryless([EVEN, EVEN], ZERO)) == [[1]]
    assert exact(shuffle(num(2), ZERO)) == [[1]]
    assert exact(composed(Table((1,), [EVEN]), ZERO).data) == [[1]]
    assert types(num(3), ZERO).lo == 1
    assert exact(type_law(EVEN, ZERO)) == [1]
    assert occurrences(num(3), ZERO, ZERO, num(2)).lo == 0


def test_the_last_symbol_is_the_fastest() -> None:
    law = [num(Fraction(1, 3)), num(Fraction(2, 3))]
    assert exact(iid(law, num(2))) == [Fraction(p, 9) for p in (1, 2, 2, 4)]
    rows = exact(memoryless([law, EVEN], num(2)))
    assert rows[1] == [Fraction(p, 6) for p in (1, 1, 2, 2)]  # type: ignore[index]
    sorting = exact(shuffle(num(2), num(2)))
    assert sorting == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]]


def test_types_are_in_the_order_of_the_dictionary() -> None:
    # 00, 01, 02, 11, 12, 22.
    found = [[occurrences(num(3), num(2), num(t), num(a)).lo for a in range(3)] for t in range(6)]
    assert found == [[2, 0, 0], [1, 1, 0], [1, 0, 1], [0, 2, 0], [0, 1, 1], [0, 0, 2]]
    assert types(num(3), num(2)).lo == 6
    assert types(ONE, num(9)).lo == 1
    for t, a in ((num(6), ZERO), (ZERO, num(3)), (HALF, ZERO)):
        with pytest.raises(REFUSED):
            occurrences(num(3), num(2), t, a)


def test_the_counts_of_users_who_differ() -> None:
    rows = [[num(Fraction(1, 3)), num(Fraction(2, 3)), ZERO], [HALF, ZERO, HALF]]
    # The sequence 01 of users: the first may say 0 or 1, the second 0 or 2.
    assert exact(shuffled(rows, num(2), ONE)) == [
        Fraction(p, 6) for p in (1, 2, 1, 0, 2, 0)]
    assert exact(type_law(rows[0], num(2))) == [Fraction(p, 9) for p in (1, 4, 0, 4, 0, 0)]
    with pytest.raises(REFUSED):
        shuffled(rows, num(2), num(4))


@pytest.mark.parametrize("times", [num(-1), HALF])
def test_a_number_of_times_is_whole(times: object) -> None:
    for made in (lambda: iid(EVEN, times), lambda: memoryless([EVEN], times),
                 lambda: shuffle(num(2), times), lambda: shuffle(times, num(2)),
                 lambda: types(num(2), times), lambda: types(times, num(2)),
                 lambda: occurrences(num(2), times, ZERO, ZERO), lambda: type_law(EVEN, times),
                 lambda: shuffled([EVEN], times, ZERO)):
        with pytest.raises(REFUSED):
            made()


def test_a_shuffler_has_symbols() -> None:
    with pytest.raises(REFUSED, match="no symbols"):
        shuffle(ZERO, ZERO)
    assert exact(shuffle(ONE, num(3))) == [[1]]
    for made in (lambda: types(ZERO, ZERO), lambda: occurrences(ZERO, ZERO, ZERO, ZERO)):
        with pytest.raises(REFUSED, match="no symbols"):
            made()


def test_what_is_too_long_is_not_listed() -> None:
    for made in (lambda: iid(EVEN, num(16)), lambda: memoryless([EVEN, EVEN], num(8)),
                 lambda: shuffle(num(2), num(8))):
        with pytest.raises(Unsupported, match="more sequences than are listed"):
            made()
    for made in (lambda: type_law(EVEN, num(50_000)), lambda: type_law([HALF] * 9, num(20))):
        with pytest.raises(Unsupported, match="more types than are listed"):
            made()


@pytest.mark.parametrize(("share", "kept"), [
    (num(-1), Fraction(0)), (num(Fraction(1, 4)), Fraction(1, 4)), (num(3), Fraction(1)),
])
def test_a_share_is_that_of_the_nearer_end(share: object, kept: Fraction) -> None:
    table = Table((2, 2), [[num(int(i == j)) for j in range(4)] for i in range(4)])
    found = exact(subsampled(table, share).data)  # type: ignore[arg-type]
    out = 1 - kept
    assert found == [
        [1, 0, 0, 0], [out, kept, 0, 0], [out, 0, kept, 0],
        [out * out, out * kept, kept * out, kept * kept],
    ]


def test_a_group_is_replaced_by_its_value() -> None:
    # Three entries of 2, 3 and 2 symbols; the instance 1 2 1 is 11.
    database, outer = (2, 3, 2), Event(3, frozenset({0, 2}))
    assert group_values(database, outer).lo == 4
    assert [with_group(database, num(11), outer, num(v)).lo for v in range(4)] == [4, 5, 10, 11]
    nobody = Event(3, frozenset())
    assert group_values(database, nobody).lo == 1
    assert with_group(database, num(7), nobody, ZERO).lo == 7
    for group, value in ((outer, num(4)), (nobody, ONE), (outer, HALF)):
        with pytest.raises(REFUSED):
            with_group(database, num(11), group, value)
    with pytest.raises(REFUSED):
        with_group(database, num(12), outer, ZERO)


def test_what_a_group_is_where_another_one_is_known() -> None:
    # Two entries of 2 and 3 symbols, each instance as likely as its number says, of 15 in all; the
    # response tells whether the instance is one of the last three.
    database, first, last = (2, 3), Event(2, frozenset({0})), Event(2, frozenset({1}))
    prior = Table(database, [num(Fraction(k, 15)) for k in range(6)])
    sides = Table(database, [[num(int(k < 3)), num(int(k >= 3))] for k in range(6)])
    both, nobody = Event(2, frozenset({0, 1})), Event(2, frozenset())
    assert exact([group_given(database, prior, num(5), first, last)]) == [
        [Fraction(2, 7), Fraction(5, 7)]]
    assert exact([group_given(database, prior, num(5), last, nobody)]) == [
        [Fraction(3, 15), Fraction(5, 15), Fraction(7, 15)]]
    assert exact([group_given(database, prior, num(4), both, first)]) == [
        [0, 0, 0, Fraction(3, 12), Fraction(4, 12), Fraction(5, 12)]]
    certain = Table(database, [num(int(k == 5)) for k in range(6)])
    assert exact([group_given(database, certain, num(0), last, first)]) == [[Fraction(1, 3)] * 3]
    assert exact(response_given(prior, sides, num(0), last, nobody)) == [
        [0, 1], [Fraction(1, 5), Fraction(4, 5)], [Fraction(2, 7), Fraction(5, 7)]]
    assert exact(response_given(certain, sides, num(0), first, nobody)) == [[Fraction(1, 2)] * 2,
                                                                           [0, 1]]
    joint = group_joint(prior, sides, last, nobody)
    assert joint.shape == (6, 6, 2)
    assert exact([joint.data]) == [[
        Fraction(0), Fraction(3, 15), *[0] * 10, Fraction(1, 15), Fraction(4, 15), *[0] * 10,
        Fraction(2, 15), Fraction(5, 15), *[0] * 10, *[0] * 36,
    ]]
    with pytest.raises(REFUSED):
        group_given(database, prior, num(6), first, last)
    with pytest.raises(REFUSED):
        response_given(prior, sides, num(6), first, last)
    other = Table((3, 2), sides.data)
    for made in (lambda: response_given(prior, other, ZERO, first, last),
                 lambda: group_joint(prior, other, first, last)):
        with pytest.raises(REFUSED):
            made()
