"""Laws of entries and of responses given an entry, and priors drawn anew: number by number."""

from __future__ import annotations

import pytest
from flint import fmpq

from tests.measures.laws import balls
from tests.quantities.corners import TERM
from verified.kernel.truth import BallReading
from verified.measures.readings import MechanismValue, Unreadable
from verified.numbers.ball_namespace import Balls
from verified.quantities import leakage_databases as quantities

# A prior on two entries of 2 and 3 symbols, and the parity of their sum, told with an error.
PRIOR = [[fmpq(1, 4), fmpq(1, 8), fmpq(1, 8)], [fmpq(0), fmpq(1, 2), fmpq(0)]]
RIGHT, WRONG = fmpq(3, 4), fmpq(1, 4)
TABLE = [[[RIGHT, WRONG] if (x + y) % 2 == 0 else [WRONG, RIGHT] for y in range(3)]
         for x in range(2)]


def given(entry: int, symbol: int) -> list[fmpq]:
    """P(y|x_i), by adding up; uniform where the symbol is impossible."""
    cells = [(PRIOR[x][y], TABLE[x][y]) for x in range(2) for y in range(3)
             if (x, y)[entry] == symbol]
    mass = sum((p for p, _ in cells), fmpq(0))
    if mass == 0:
        return [fmpq(1, 2)] * 2
    return [sum((p * row[z] for p, row in cells), fmpq(0)) / mass for z in range(2)]


def test_laws_of_entries_and_their_responses() -> None:
    reading, database = BallReading(), (2, 3)
    prior, table = balls(PRIOR), MechanismValue(balls(TABLE), database)
    for entry, law in ((0, [fmpq(1, 2)] * 2), (1, [fmpq(1, 4), fmpq(5, 8), fmpq(1, 8)])):
        found = quantities._entry_law(reading, TERM, [database, prior, entry])
        assert list(found.data) == law
        rows = quantities._entry_response(reading, TERM, [prior, table, entry])
        assert list(rows.data) == [
            part for symbol in range(database[entry]) for part in given(entry, symbol)
        ]
    alone = quantities._entry_law(reading, TERM, [(2,), balls([RIGHT, WRONG]), 0])
    assert list(alone.data) == [RIGHT, WRONG]
    for reads, values in ((quantities._entry_law, [database, prior]),
                          (quantities._entry_response, [prior, table])):
        for entry in (-1, 2):
            with pytest.raises(Unreadable, match="index"):
                reads(reading, TERM, [*values, entry])


@pytest.mark.parametrize("share", [fmpq(0), fmpq(1, 3), fmpq(1), fmpq(-1), fmpq(2)])
def test_entries_drawn_anew_are_uniform_with_that_share(share: fmpq) -> None:
    """From (1, 2): each entry is kept, or drawn anew with the share, 0 and 1 at the least and
    most."""
    kept = min(max(share, fmpq(0)), fmpq(1))
    found = quantities._resampled(BallReading(), TERM, [(2, 3), 5, share])
    own = [[kept / size + (1 - kept if symbol == last else 0) for symbol in range(size)]
           for size, last in ((2, 1), (3, 2))]
    assert list(Balls.reshape(found, 2, (6,)).data) == [p * q for p in own[0] for q in own[1]]
