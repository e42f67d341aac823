"""Symbols outside of their alphabets: no quantity takes one for another one's place."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.quantities.corners import Instance, example, instances, value
from verified.kernel.truth import BallReading
from verified.measures.readings import Unreadable
from verified.syntax import sorts
from verified.syntax.quantity import QUANTITIES
from verified.syntax.terms import free_variables

FEW = 3
SYMBOLS = [
    (name, var.name) for name in sorted(QUANTITIES)
    for var in free_variables(example(QUANTITIES[name])).values()
    # What is outside of its alphabet is in no event.
    if isinstance(var.of, sorts.SymbolSort) and name != "indicator"
]


@pytest.mark.parametrize(("name", "symbol"), SYMBOLS)
def test_a_symbol_outside_of_its_alphabet_is_refused(name: str, symbol: str) -> None:
    """Python would take −1 for the last one's place, and sums of places for other places."""
    term = example(QUANTITIES[name])
    var = free_variables(term)[symbol]
    assert isinstance(var.of, sorts.SymbolSort)
    found = list(islice(instances(QUANTITIES[name], term), FEW))
    assert len(found) == FEW
    for instance in found:
        size = BallReading().term(var.of.size, instance.env)
        for wrong in (-1, size, size + 1):
            with pytest.raises(Unreadable):
                value(Instance(term, {**instance.env, symbol: wrong}))
