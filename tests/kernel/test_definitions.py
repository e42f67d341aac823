"""Definitions are true of the quantities that `verified.measures` computes: each is attacked."""

from __future__ import annotations

import pytest

from verified.attack import attack
from verified.proof.library import known_statements
from verified.quantities.definitions import definitions
from verified.syntax.claims import Claim, Paper, Statement
from verified.syntax.formulas import Relation
from verified.syntax.serial import read_statement, statement_data
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Bind
from verified.syntax.wellformed import check_statement

# A supremum on either side of an equality has no goal of its own; its two halves do, one at least.
SUPREMA = {
    name for name, statement in definitions().items()
    if isinstance(statement.then, Relation) and statement.then.op == "="
    and isinstance(statement.then.right, Bind) and statement.then.right.kind in ("sup", "inf")
}


def attacked(statement: Statement, seconds: float = 4) -> str:
    stated = Claim("definition/it", Paper("definition"), statement=statement)
    return attack(stated, seed=3, budget=3000, seconds=seconds).status


@pytest.mark.parametrize("name", sorted(set(definitions()) - SUPREMA))
def test_the_attack_refutes_no_definition(name):
    # Of integrals over mixtures an instance takes so long that more time adds few.
    seconds = 1 if "mixture" in name else 4
    assert attacked(definitions()[name], seconds) == "survived"


@pytest.mark.parametrize("name", sorted(SUPREMA))
def test_a_supremum_is_no_larger_than_its_name(name):
    statement = definitions()[name]
    assert isinstance(statement.then, Relation)
    # The name is the larger side for a supremum, the smaller one for an infimum; the other side
    # stays whole.
    name_side, bind = statement.then.left, statement.then.right
    if bind.kind == "sup":
        halves = [(bind, name_side), (bind, name_side * number_below_one())]
    else:
        halves = [(name_side, bind), (name_side / number_below_one(), bind)]
    for (small, large), expected in zip(halves, ("survived", "refuted"), strict=True):
        half = Relation("<=", small, large)
        # What is to be refuted ends by itself.
        seconds = 4 if expected == "survived" else 30
        found = attacked(Statement(statement.variables, statement.given, half), seconds)
        # A bottleneck's enclosure is no narrower than its cells allow.
        assert found == expected or (found, expected, name) == (
            "undecided", "survived", "definition/information-bottleneck")


def test_another_floor_of_the_curve_is_refuted():
    """Its hypothesis is an equation, which is certain at μ = 1 and p = 1 alone."""
    from verified.language import equals, ldp_floor

    true = known_statements()["background/ldp-floor"]
    mu, p = true.variables
    false = Statement(true.variables, true.given, equals(ldp_floor(mu), p / 2))
    assert attacked(false) == "refuted"


def number_below_one():
    from verified.language import rational

    return rational(9, 10)


@pytest.mark.parametrize("name", sorted(definitions()))
def test_a_definition_survives_its_file(name):
    statement = definitions()[name]
    check_statement(statement)
    assert read_statement(statement_data(statement)) == statement


def test_suprema_are_few():
    assert SUPREMA
    with pytest.raises(ClaimError):
        attacked(definitions()[min(SUPREMA)])
