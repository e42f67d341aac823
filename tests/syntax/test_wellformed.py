"""Statements from outside are those that the language would have built."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.syntax.trees import EXAMPLES, VARIABLES, J, P, Q, W, n
from verified import language as v
from verified.language import flat_prior, member_law
from verified.papers import all_claims
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula, Predicate, Quantified, Relation
from verified.syntax.serial import read_statement, statement_data
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    EventSort,
    FrameworkSort,
    IntegerLawSort,
    JointSort,
    LawSort,
    MechanismSort,
    MemberSort,
    PmfSort,
    PriorSort,
    RealSort,
    Sort,
)
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var, is_arithmetic, number
from verified.syntax.wellformed import check_statement


def stated(formula: Formula, *variables: Var) -> Statement:
    return Statement(tuple(variables), (), formula)


def test_the_statements_of_the_papers_are_accepted_as_read_back() -> None:
    for row in all_claims():
        for leaf in row.leaves():
            written = json.loads(json.dumps(statement_data(leaf.statement)))
            check_statement(read_statement(written))


# A number of each kind of law, so that heads that give one can stand in a relation.
AROUND: dict[type[Sort], Callable[[Any], Term]] = {
    PmfSort: v.H,
    ChannelSort: v.capacity,
    MechanismSort: v.kl_dp,
    DatabaseSort: v.entries,
    EventSort: v.cardinality,
    LawSort: v.differential_entropy,
    IntegerLawSort: lambda law: v.TV(law, v.discrete_laplace(0, 1)),
    JointSort: lambda joint: v.H(joint, joint.sort.names[0]),
    FrameworkSort: v.edges,
    MemberSort: lambda member: v.H(member_law(member)),
    PriorSort: lambda prior: v.H(flat_prior(prior)),
}


@pytest.mark.parametrize("head", EXAMPLES)
def test_every_head_is_accepted(head: str) -> None:
    example = EXAMPLES[head]
    if isinstance(example, Formula):
        formula = example
    elif is_arithmetic(example.sort):
        formula = example <= 1
    else:
        formula = AROUND[type(example.sort)](example) <= 1
    claim = v.claim("c", forall=VARIABLES, then=formula)
    assert claim.statement is not None
    check_statement(claim.statement)


KL = v.KL(P, Q)
m = v.Size("m")
JOINT = v.joint_of(P, W)
SWAPPED = replace(JOINT, result=JointSort(("Y", "X"), (n, W.of.outputs)))


@pytest.mark.parametrize(
    "formula",
    [
        # Sorts that aren't the operation's own.
        Relation("<=", Op("joint_entropy", (SWAPPED,), RealSort(), ("Y", "")), number(1)),
        Relation("<=", replace(KL, result=PmfSort(n)), number(1)),
        # Arguments of other kinds, counts and alphabets.
        Relation("<=", Op("kl", (P,), RealSort()), number(1)),
        Relation("<=", Op("kl", (P, W), RealSort()), number(1)),
        Relation("<=", Op("kl", (P, v.Pmf("R", m)), RealSort()), number(1)),
        Relation("<=", Op("probability", (P, v.Event("B", m)), RealSort()), number(1)),
        Relation("<=", Op("add", (P, number(1)), RealSort()), number(1)),
        Relation("<=", P, Q),
        # Groups of variables that overlap, are unknown, or too many.
        Relation("<=", Op("joint_information", (J,), RealSort(), ("U", "U,V", "")), number(1)),
        Relation("<=", Op("joint_information", (J,), RealSort(), ("U", "T", "")), number(1)),
        Relation("<=", Op("joint_information", (J,), RealSort(), ("U", "V", "", "W")), number(1)),
        Relation("<=", Op("joint_information", (J,), RealSort(), ("U", "V|W", "")), number(1)),
        Predicate("markov", (J,), ("U", "V", "V")),
        Predicate("close", (P, Q, number(1)), ()),
        Predicate("dp", (P, number(1), number(0)), ()),
        # Binders over what has no list, and shadowed names.
        Quantified("forall", v.Size("T"), None, KL <= 1),
        Quantified("exists", v.Mechanism("T", v.Database("D"), n), None, KL <= 1),
        Quantified("forall", v.Symbol("n", 3), None, KL <= 1),
        Relation("<=", Bind("sum", v.Real("t"), None, number(1)), number(1)),
        Relation("<=", Bind("max", v.Pmf("T", n), None, number(1)), number(1)),
        Relation("<=", Cases(KL <= 1, number(1), P), number(1)),
        v.H(Bind("table", v.Symbol("a", n), None, number(1), PmfSort(m))) <= 1,
        v.H(Bind("table", v.Real("t"), None, number(1), PmfSort(n))) <= 1,
        # An index that is no whole number.
        Relation("<=", Op("at", (P, Number(v.rational(1, 2).value)), RealSort()), number(1)),
    ],
    ids=repr,
)
def test_what_nobody_could_have_built_is_refused(formula: Formula) -> None:
    variables = (n, m, P, Q, W, v.Size("k"), v.Pmf("R", m), v.Event("B", m))
    joint = () if "J" not in repr(formula) else (J,)
    check_statement(stated(KL <= 1, *variables, *joint))
    with pytest.raises(ClaimError):
        check_statement(stated(formula, *variables, *joint))


def test_variables_are_listed_once_and_sizes_first() -> None:
    formula = KL <= 1
    check_statement(stated(formula, n, P, Q))
    for variables in ((P, Q), (P, n, Q), (n, n, P, Q), (n, P), (n, P, Q, v.Pmf("P", 3))):
        with pytest.raises(ClaimError):
            check_statement(stated(formula, *variables))


def test_a_joint_law_has_one_name_for_each_alphabet() -> None:
    for sort in (
        JointSort(("U", "U"), (n, n)),
        JointSort(("U",), (n, n)),
        JointSort((), ()),
        JointSort(("U;V",), (n,)),
    ):
        with pytest.raises(ClaimError):
            check_statement(stated(number(1) <= 1, n, Var("K", sort)))
