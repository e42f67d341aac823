"""Definitions of pufferfish quantities fall once a hypothesis is dropped or a side is changed, and
the kernel refuses edges, values and classes that aren't there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from verified.attack import attack
from verified.kernel.judgements import defined
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.kernel.theorem import may_be_empty
from verified.language import (
    DP,
    MIPP,
    PP,
    Channel,
    ClaimError,
    DataClass,
    Framework,
    Member,
    Pmf,
    Size,
    Symbol,
    as_mechanism,
    dp_framework,
    edges,
    equals,
    maximum,
    member_law,
    private_functions,
    private_values,
    public_law,
    public_value,
    public_values,
    reweighted,
    secret_given,
    secret_information,
    secret_joint,
    without_edges,
)
from verified.proof.library import known_statements
from verified.quantities.definitions import definitions
from verified.syntax.claims import Claim, Paper, Statement
from verified.syntax.formulas import Formula, Relation
from verified.syntax.sorts import FrameworkSort, MemberSort
from verified.syntax.terms import Cases, Database, Mechanism, Op, Real, Term, number

n, m = Size("n"), Size("m")
F, M, P = Framework("F", n), Channel("M", n, m), Pmf("P", n)
e = Symbol("e", edges(F))


def attacked(statement: Statement) -> str:
    stated = Claim("definition/it", Paper("definition"), statement=statement)
    return attack(stated, seed=3, budget=20_000, seconds=20).status


def stated(name: str) -> Statement:
    """A definition, or what follows from the definitions."""
    known = known_statements()
    names = (f"{room}/{name}" for room in ("lemma", "background", "definition"))
    return next(known[key] for key in names if key in known)


def without(name: str, *dropped: int) -> Statement:
    """The definition without some of its hypotheses."""
    found = stated(name)
    kept = tuple(f for place, f in enumerate(found.given) if place not in dropped)
    return Statement(found.variables, kept, found.then)


@pytest.mark.parametrize(("name", "dropped"), [
    ("secret-delta", (2,)),
    ("secret-delta", (0,)),
    ("reweighted-reweighted", (1,)),
    ("secret-information", (0,)),
    ("secret-information-intro", (0,)),
    ("dp-public", (0,)),
    ("dp-neighbours", (0,)),
    ("all-delta", (0,)),
])
def test_a_hypothesis_that_is_dropped_is_missed(name: str, dropped: tuple[int, ...]) -> None:
    assert attacked(without(name, *dropped)) == "refuted"


def test_every_law_is_in_no_smaller_class() -> None:
    """`all-delta` is of the class of all laws: of a listed class it is false."""
    found = definitions()["definition/all-delta"]
    eps, delta = Real("eps", ">=0"), Real("delta", ">=0")
    listed = DataClass("Theta", n, "listed")
    given = (PP(F, listed, M, eps, delta),)
    variables = (n, F, listed, m, M, P, eps, delta)
    assert attacked(Statement(variables, given, found.then)) == "refuted"


def _turned(formula: Formula) -> Formula:
    assert isinstance(formula, Relation)
    return Relation("<=", formula.right, formula.left)


@pytest.mark.parametrize("name", ["response-support", "largest-image"])
def test_a_bound_is_no_equality(name: str) -> None:
    found = stated(name)
    assert attacked(Statement(found.variables, found.given, _turned(found.then))) == "refuted"


def test_a_constant_public_function_and_an_edge_for_each_private_one() -> None:
    """Neither is true of the framework itself."""
    c, x = Symbol("c", public_values(F, e)), Symbol("x", n)
    for variables, then in (
        ((n, F, e, c, x), equals(public_value(F, e, x), c)),
        ((n, F), equals(edges(F), private_functions(F))),
    ):
        assert attacked(Statement(variables, (), then)) == "refuted"


def _attribute(change: Callable[[Cases], Term]) -> str:
    """What the attack finds of `attribute-delta`, the supremum no larger than the quantity, once
    what is compared for a pair of values is changed."""
    found = definitions()["definition/attribute-delta"]
    assert isinstance(found.then, Relation)

    def within(term: Any) -> Any:
        if isinstance(term, Cases):
            return change(term)
        return replace(term, body=within(term.body))

    half = Relation("<=", within(found.then.right), found.then.left)
    return attacked(Statement(found.variables, found.given, half))


def _second_alike(body: Any) -> Term:
    """With half of the second probability."""
    excess = body.then.body.args[1]
    first, second = excess.args
    return replace(body, then=replace(body.then, body=maximum(0, first - second / 2)))


@pytest.mark.parametrize("change", [
    lambda body: replace(body, test=body.test.parts[0]),
    _second_alike,
], ids=["second value impossible", "half of a probability"])
def test_attribute_privacy_is_of_possible_values_and_of_both_probabilities(
    change: Callable[[Cases], Term],
) -> None:
    assert _attribute(change) == "refuted"


# --- what the kernel refuses ----------------------------------------------------------------------


def test_an_edge_must_be_one_of_the_framework() -> None:
    other = Symbol("x", n)
    kernel = Normaliser()
    assert defined(kernel, secret_joint(F, P, M, e))
    assert not defined(kernel, secret_joint(F, P, M, other))
    # There may be no edge at all, unless some variable is one.
    assert not defined(Normaliser(), secret_joint(F, P, M, number(0)))
    assert not defined(kernel, public_law(without_edges(F), P, e))
    with pytest.raises(NotReal):
        kernel.poly(private_values(F, other))


def test_a_public_value_must_be_one_of_the_edge() -> None:
    kernel = Normaliser()
    assert not defined(kernel, secret_given(F, P, e, Symbol("c", n)))
    assert defined(kernel, secret_given(F, P, e, number(0)))


def test_the_edges_of_dp_are_the_entries() -> None:
    D = Database("D")
    i = Symbol("i", Op("entries", (D,), Size("k", low=0).of))
    M_flat = Channel("W", dp_framework(D).sort.sizes()[0], m)
    law = Pmf("Q", dp_framework(D).sort.sizes()[0])
    assert defined(Normaliser(), secret_joint(dp_framework(D), law, M_flat, i))


def test_only_closed_classes_are_reweighted() -> None:
    q = Pmf("q", private_values(F, e))
    for kind in ("any", "listed"):
        with pytest.raises(ClaimError, match="of the kind all or reweighted"):
            reweighted(Member("T", F, DataClass("Theta", n, kind)), e, 0, q)
    closed = Member("T", F, DataClass("Theta", n, "reweighted"))
    assert defined(Normaliser(), member_law(reweighted(closed, e, 0, q)))
    with pytest.raises(ClaimError, match="its weights, is"):
        reweighted(closed, e, 0, P)


def test_one_data_alphabet() -> None:
    other = DataClass("Theta", m)
    eps = Real("eps", ">=0")
    for wrong in (lambda: MIPP(F, other, M, eps), lambda: PP(F, other, M, eps, 0),
                  lambda: Member("T", F, other), lambda: secret_information(F, Pmf("P", m), M)):
        with pytest.raises(ClaimError):
            wrong()
    with pytest.raises(ClaimError):
        DataClass("Theta", n, "some")


def test_without_data_there_is_no_framework() -> None:
    few = Size("k", low=0)
    assert may_be_empty(FrameworkSort(few))
    assert not may_be_empty(FrameworkSort(n))
    over_few: Any = Framework("F", few)
    assert may_be_empty(MemberSort(over_few, DataClass("Theta", few)))
    assert not may_be_empty(MemberSort(F, DataClass("Theta", n)))


def test_notions_are_of_their_own_kind() -> None:
    """A mechanism on a database isn't a channel from the data."""
    D = Database("D")
    with pytest.raises(ClaimError):
        MIPP(F, DataClass("Theta", n), Mechanism("M", D, m), 1)
    # A channel on its own is a mechanism on one entry: local privacy.
    assert DP(M, 1) == DP(as_mechanism(M), 1)
