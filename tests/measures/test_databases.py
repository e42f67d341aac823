"""Databases by number: which entries and which databases are refused."""

from __future__ import annotations

import pytest
from flint import fmpq

from tests.measures.laws import balls
from verified.language import Database, Mechanism, Size, Symbol, entries, entry_channel, instances
from verified.measures.databases import database_joint, line_of
from verified.measures.readings import MechanismValue, Unreadable
from verified.numbers.ball_namespace import Balls
from verified.syntax.terms import Op

D = Database("D")
TERM = entry_channel(Mechanism("M", D, Size("m")), Symbol("x", instances(D)),
                     Symbol("i", entries(D)))


def test_the_line_of_an_instance_is_that_of_one_of_its_entries() -> None:
    assert isinstance(TERM, Op)
    assert line_of((2, 3), 4, 1, TERM) == [3, 4, 5]
    # Python would take −1 for the last entry.
    for index in (-1, 2):
        with pytest.raises(Unreadable, match="index"):
            line_of((2, 3), 4, index, TERM)


def test_a_prior_of_another_database_is_refused() -> None:
    """Entries of one symbol would be stretched to the mechanism's."""
    table = balls([[[fmpq(1)]] * 2] * 2)
    for rows in ([[fmpq(1, 2)], [fmpq(1, 2)]], [[fmpq(1, 4)] * 4] * 1):
        with pytest.raises(Unreadable, match="different databases"):
            database_joint(Balls, balls(rows), MechanismValue(table, (2, 2)))
