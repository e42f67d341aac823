"""What is too large to be listed is out of reach, and values of other shapes are refused."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from tests.measures.laws import balls
from tests.quantities.corners import TERM
from verified.kernel.truth import BallReading
from verified.language import (
    ClaimError,
    Database,
    Event,
    I,
    Joint,
    Mechanism,
    Pmf,
    Queries,
    Real,
    Size,
    channel_of,
    database_of,
    on_database,
    pmf_of,
    separate,
)
from verified.measures.readings import (
    MechanismValue,
    NoNumber,
    OutOfReach,
    QueriesValue,
    Unreadable,
)
from verified.quantities import (
    databases,
    groups,
    mechanisms,
    numbers,
    products,
    pufferfish,
    queries,
)
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import FrameworkValue

HALF = fmpq(1, 2)
COIN, FAIR = [HALF, HALF], [[HALF, HALF], [HALF, HALF]]
WHOLE = MechanismValue(balls(FAIR), (2,))
# Two queries of a database of one bit, of a bit each.
ASKED = QueriesValue("independent", (balls(FAIR), balls(FAIR)), (2,), 2)
TOLD = [[fmpq(3, 4), fmpq(1, 4)], [fmpq(1, 5), fmpq(4, 5)]]
SECRETS = FrameworkValue(((0, 1),), ((0, 0),), ((0, 0),))
NOBODY: frozenset[int] = frozenset()


@pytest.mark.parametrize(("module", "reads", "values", "cells"), [
    (groups, groups._group_joint, [balls(COIN), WHOLE, NOBODY, NOBODY, NOBODY], 16),
    (queries, lambda reading, _, values: queries.together_table(reading, *values), [ASKED], 8),
    (pufferfish, pufferfish._stage_information, [SECRETS, balls(COIN), ASKED, 0, 1], 8),
], ids=["group_joint", "together", "stage"])
def test_so_many_cells_are_listed_and_no_more(
    module: Any, reads: Any, values: list[Any], cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_CELLS", cells)
    reads(BallReading(), TERM, values)
    monkeypatch.setattr(module, "MOST_CELLS", cells - 1)
    with pytest.raises(OutOfReach):
        reads(BallReading(), TERM, values)


def test_queries_on_parts_are_asked_of_all() -> None:
    """A query has the answers of its part, whatever the other entries; of no part one answer."""
    own = QueriesValue("partial", (balls(TOLD), balls([FAIR[0]])), (2, 2), 2, ((1,), ()))
    found = queries._widened(BallReading(), TERM, [own])
    assert (found.kind, found.database, found.outputs) == ("independent", (2, 2), 2)
    assert [(table.shape, list(table.data)) for table in found.tables] == [
        ((2, 2, 2), [*TOLD[0], *TOLD[1]] * 2), ((2, 2, 2), COIN * 4)]


@pytest.mark.parametrize(("reads", "values", "message"), [
    (databases._several, [2, 0], "at least one symbol"),
    (databases._several, [2, HALF], "at least one symbol"),
    (databases._entry_prior, [(2, 3), 0, 0, balls([fmpq(1, 3)] * 3)], "not of that entry"),
    (mechanisms._on_database, [balls(FAIR), (3,)], "aren't the 3 instances"),
    (products._shuffle, [0, 2], "no number of symbols"),
    (products._shuffle, [HALF, 2], "no number of symbols"),
    (numbers._power, [10, 10_000], "too large"),
])
def test_values_of_other_shapes_are_refused(reads: Any, values: list[Any], message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        reads(BallReading(), TERM, values)


def test_whole_numbers_are_divided_by_a_positive_one() -> None:
    for name in ("quotient", "remainder"):
        record = QUANTITIES[name]
        assert record.reading is not None
        with pytest.raises(NoNumber, match="by 0"):
            record.reading(BallReading(), TERM, [3, 0])
        for values in ([HALF, 2], [3, HALF]):
            with pytest.raises(Unreadable, match="positive one"):
                record.reading(BallReading(), TERM, values)


n, D = Size("n"), Database("D")
J, P = Joint("J", X=n, Y=2), Pmf("P", n)


@pytest.mark.parametrize(("build", "message"), [
    (lambda: database_of(), "has no entries"), (lambda: database_of(2, 0), "has 0 symbols"),
    (lambda: pmf_of(), "no entries"), (lambda: channel_of(), "at least one row"),
    (lambda: channel_of(n), "at least one row"), (lambda: I(J, "X,Y"), "no semicolon"),
    (lambda: I(P, "X;Y"), "not a joint law"), (lambda: separate(P, Event("A", n)), "not an event"),
    (lambda: on_database(channel_of([1, 0], [0, 1]), D), "wants a database_of"),
    (lambda: on_database(channel_of([1, 0], [0, 1]), database_of(3)), "must be the database's"),
    (lambda: Queries("S", D, 2, 2)[0, 1, 0], "don't take 3 indices"),
    (lambda: Mechanism("M", D, 2)[0, 1, 0, 1], "doesn't take 4 indices"),
    (lambda: P[Real("r")], "is no index"),
])
def test_words_that_make_no_sense_are_refused(build: Any, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        build()
