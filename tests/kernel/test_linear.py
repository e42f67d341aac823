"""The rule on more unknowns than equations: what it takes, and what it must reject."""

import pytest

from tests.kernel.test_inference import given, rejects, step
from verified.kernel.linear import solved
from verified.kernel.theorem import Theorem
from verified.kernel.values import Rejected
from verified.language import (
    Channel,
    Database,
    Event,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    alphabet,
    cardinality,
    entries,
    equals,
    event_where,
    log,
    singleton,
    sqrt,
)
from verified.syntax.goals import normal
from verified.syntax.terms import number

n, m = Size("n"), Size("m")
W, P, A, B = Channel("W", n, m), Pmf("P", n), Event("A", n), Event("B", n)
z, x, y, r = Reals("z", n), Symbol("x", n), Symbol("y", m), Real("r")
enough = given(m + 1 <= cardinality(A))


def under(formula, *hypotheses, rests_on=frozenset()):
    """A theorem under hypotheses in normal form."""
    found = [given(hypothesis) for hypothesis in hypotheses]
    return Theorem({t.key: t.conclusion for t in found}, normal(formula), rests_on)


def values(**changed):
    return {"variable": z, "row": x, "column": y, "weight": W[x, y], "event": A} | changed


ASSUMED = solved(z, x, y, W[x, y], A)


def test_more_rows_than_columns():
    theorem = step("dependence", r <= 0, under(r <= 0, r <= 1, *ASSUMED), enough, **values())
    assert {str(part) for part in theorem.hypotheses.values()} == {"r <= 1", str(normal(
        m + 1 <= cardinality(A)))}
    # As many equations as unknowns have the solution 0 alone.
    rejects("dependence", r <= 0, under(r <= 0, *ASSUMED), **values())
    rejects("dependence", r <= 0, under(r <= 0, *ASSUMED), given(m <= cardinality(A)), **values())
    rejects("dependence", r <= 0, under(r <= 0, *ASSUMED), given(m + 1 <= n), **values())
    rejects("dependence", r <= 0, under(r <= 0, *ASSUMED), given(m + 1 <= cardinality(B)),
            **values())
    rejects("dependence", r <= 1, under(r <= 0, *ASSUMED), enough, **values())
    rejects("dependence", r <= 0, **values())


def test_only_what_the_rule_assumes_of_the_numbers_is_dropped():
    """Another event, other weights, z_x = 1: none of these follows."""
    for other in (
        solved(z, x, y, W[x, y], B), solved(z, x, y, W[x, y] ** 2, A),
        [*ASSUMED, equals(z[x], 1)], [*ASSUMED, normal(r <= z[x])],
    ):
        rejects("dependence", r <= 0, under(r <= 0, *other), enough, **values())
    rejects("dependence", z[x] <= 0, under(z[x] <= 0, *ASSUMED), enough, **values())
    rejects("dependence", r <= 0, under(r <= 0, *ASSUMED), enough, given(z[x] <= r), **values())


def test_coefficients_are_real_numbers_that_do_not_depend_on_the_unknowns():
    for weight in (log(W[x, y]), W[x, y] / P[x], W[x, y] * z[x]):
        rejects("dependence", r <= 0, under(r <= 0, *solved(z, x, y, weight, A)), enough,
                **values(weight=weight))
    step("dependence", r <= 0, under(r <= 0, *solved(z, x, y, W[x, y] - 2, A)), enough,
         **values(weight=W[x, y] - 2))


def test_unknowns_are_any_real_numbers_one_for_each_row():
    for numbers in (Reals("z", n, "[0,1]"), Reals("z", m), Real("z"), P):
        rejects("dependence", r <= 0, under(r <= 0, *ASSUMED), enough, **values(variable=numbers))
    for row, column in ((y, x), (Symbol("y", n), y), (Real("x"), y), (x, Size("y"))):
        rejects("dependence", r <= 0, under(r <= 0, *ASSUMED), enough,
                **values(row=row, column=column))
    rejects("dependence", r <= 0, under(r <= 0, *ASSUMED), enough, **values(event=Event("A", m)))
    rejects("dependence", r <= 0, under(r <= 0, *ASSUMED), enough,
            **values(variable=Reals("x", n)))


def test_what_a_premise_rests_on_is_kept():
    """A proof that uses some column, where there may be none, has shown nothing."""
    few = Size("m", low=0)
    column, V = Symbol("y", few), Channel("W", n, few)
    assumed = solved(z, x, column, V[x, column], A)
    theorem = step(
        "dependence", r <= 0, under(r <= 0, *assumed, rests_on=frozenset([column])),
        given(few + 1 <= cardinality(A)), **values(column=column, weight=V[x, column]),
    )
    assert column in theorem.rests_on


def test_coefficients_speak_of_no_symbol_whose_alphabet_depends_on_the_row():
    """w is one of the symbols of entry e alone: the root has no value at every row."""
    D = Database("D")
    size = entries(D)
    e, f, group = Symbol("e", size), Symbol("f", size), Event("A", size)
    w, numbers = Symbol("w", alphabet(D, e)), Reals("z", size)
    assumed = solved(numbers, f, y, sqrt(alphabet(D, f) - 1 - w), group)
    weight = sqrt(alphabet(D, e) - 1 - w)
    known = given(m + 1 <= cardinality(group))
    rejects("dependence", r <= 0, under(r <= 0, *assumed), known,
            **values(variable=numbers, row=e, event=group, weight=weight))


def refused(why, premise, *more, **changed):
    with pytest.raises(Rejected, match=why):
        step("dependence", r <= 0, premise, *more, **values(**changed))


def test_each_part_of_the_step_is_asked_for():
    """Each for its own reason, whatever else would refuse the step."""
    assumed = under(r <= 0, *ASSUMED)
    for name in ("variable", "row", "column"):
        for wrong in (None, "z", number(1)):
            refused("doesn't name its numbers", assumed, enough, **{name: wrong})
    for event in (P, W, number(1), Event("A", m), singleton(number(9), n)):
        refused("isn't shown to be an event|lacks the term", assumed, enough, event=event)
    refused("names of their own", assumed, enough, column=Symbol("x", m))
    refused("no symbol", assumed, enough, row=A)
    refused("another number of numbers", assumed, enough, variable=Reals("z", m))
    refused("any real numbers", assumed, enough, variable=Reals("z", n, ">=0"))
    # The event of those symbols that are at most the row's.
    mine = event_where(Symbol("u", n), P[Symbol("u", n)] <= P[x])
    refused("depends on the row or the column", under(r <= 0, *solved(z, x, y, W[x, y], mine)),
            given(m + 1 <= cardinality(mine)), event=mine)
