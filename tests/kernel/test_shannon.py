"""The checker of Shannon-type derivations: what it reads, accepts and, above all, rejects.

All certificates here are written by hand; the prover isn't used.
"""

from __future__ import annotations

import copy
import itertools
import json
import math
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified import language as v
from verified.kernel.shannon import (
    LinearForm,
    check_shannon,
    is_surely_real,
    joint_law,
    linear_form,
    relations,
)
from verified.kernel.values import Rejected
from verified.language import H, I
from verified.syntax.formulas import Formula, Not, Relation
from verified.syntax.terms import INFINITY, REAL, Op, Term, Var, number

n = v.Size("n")
J = v.Joint("J", U=n, V=n, W=n)
OTHER = v.Joint("K", U=n, V=n, W=n)
eps, delta = v.Real("eps", ">=0"), v.Real("delta")
U, V, W = 1, 2, 4

Certificate = dict[str, Any]


def certificate(*rows: list[str], premises: tuple[str, ...] = ()) -> Certificate:
    return {"at_most": {"information": list(rows), "premises": list(premises)}}


def form(term: Any) -> LinearForm:
    return linear_form(term, J)


def rejected(rule: str, conclusion: Formula, premises: list[Formula], evidence: Any) -> None:
    with pytest.raises(Rejected, match=rule or None):
        check_shannon(conclusion, premises, evidence)


# --- reading --------------------------------------------------------------------------------------


def test_entropies_and_informations_as_joint_entropies() -> None:
    assert form(H(J, "U,V")).entropies == {U | V: 1}
    assert form(H(J, "U|V,W")).entropies == {U | V | W: 1, V | W: -1}
    assert form(H(J, "")).entropies == {}
    assert form(I(J, "U;V")).entropies == {U: 1, V: 1, U | V: -1}
    assert form(I(J, "U;W|V")).entropies == {U | V: 1, V | W: 1, U | V | W: -1, V: -1}
    assert form(I(J, "U;")).entropies == {}


def test_arithmetic_is_linear_and_cancels() -> None:
    half = v.rational(1, 2)
    term = half * (2 * H(J, "U") - H(J, "V") / 3) - (-eps) * 4 + (1 - half) * 2 - 3 * half
    read = form(term)
    assert read.entropies == {U: 1, V: fmpq(-1, 6)}
    assert read.atoms == {eps: 4}
    assert read.constant == fmpq(-1, 2)
    nothing = form(H(J, "U,V") - H(J, "U") - H(J, "V|U") + eps - eps + 0 * delta)
    assert nothing == LinearForm()


@pytest.mark.parametrize(
    "term",
    [
        H(J, "U") * H(J, "V"),
        eps * H(J, "U"),
        H(J, "U") / eps,
        v.exp(H(J, "U")),
        H(J, "U") / 0,
        H(OTHER, "U"),
        INFINITY,
        v.log(eps),
        1 / eps,
        number(1) / number(0),
        v.sqrt(delta),
        v.KL(v.Pmf("P", n), v.Pmf("Q", n)),
        H(v.joint_of(v.Pmf("P", n), v.Channel("C", n, n)), "X"),
    ],
    ids=str,
)
def test_terms_that_are_not_linear_or_may_be_infinite(term: Term) -> None:
    with pytest.raises(Rejected):
        form(term + H(J, "U"))


def test_real_terms_are_atoms() -> None:
    p = v.Pmf("P", n)
    for term in (
        eps,
        eps * delta,
        v.exp(eps),
        v.log(n),
        v.log(2),
        H(p),
        eps / 3,
        v.absolute(delta),
    ):
        assert is_surely_real(term)
        if term is not eps:
            assert set(form(term).atoms.values()) <= {fmpq(1), fmpq(1, 3)}
    unsure = v.log(delta)
    for term in (v.log(v.Size("m", low=0)), v.log(0), unsure, eps / delta, eps / (1 - 1 + 0),
                 unsure / 2, unsure * eps, p, J):
        assert not is_surely_real(term)


def test_hand_made_groups_that_repeat_a_variable() -> None:
    for detail in (("U,U", ""), ("U", "U"), ("X", ""), ("U", "V", "W")):
        with pytest.raises(Rejected):
            form(Op("joint_entropy", (J,), REAL, detail))
    with pytest.raises(Rejected, match="not disjoint"):
        form(Op("joint_information", (J,), REAL, ("U", "U", "V")))


def test_premises_are_expanded_and_split() -> None:
    found = relations([v.both(v.Independent(J, "U", "W"), eps >= 1), v.Markov(J, "U", "V", "W")])
    assert [relation.op for relation in found] == ["=", "<=", "="]
    assert relations([]) == ()
    for formula in (Not(eps <= 1), v.either(eps <= 1, eps >= 2), v.Close(*_laws(), eps)):
        with pytest.raises(Rejected):
            relations([formula])


def _laws() -> tuple[Var, Var]:
    return v.Pmf("P", n), v.Pmf("Q", n)


def test_one_joint_law() -> None:
    assert joint_law([H(J, "U") <= 1]) == J
    assert joint_law([eps <= 1]) is None
    with pytest.raises(Rejected, match="one joint law"):
        joint_law([H(J, "U") <= H(OTHER, "U")])
    made = v.joint_of(v.Pmf("P", n), v.Channel("C", n, n))
    for term in (H(made, "X"), Op("joint_entropy", (v.Pmf("P", n),), REAL, ("X", ""))):
        with pytest.raises(Rejected, match="is not a variable"):
            joint_law([term <= 1])


def _entropies(law: np.ndarray[Any, Any]) -> dict[int, float]:
    found = {}
    for mask in range(1, 1 << law.ndim):
        marginal = law.sum(axis=tuple(k for k in range(law.ndim) if not mask >> k & 1))
        positive = marginal[marginal > 0]
        found[mask] = float(-(positive * np.log(positive)).sum())
    return found


@settings(max_examples=30)
@given(st.lists(st.integers(0, 5), min_size=12, max_size=12).filter(any))
def test_the_form_of_an_information_is_its_value(weights: list[int]) -> None:
    law = np.array(weights, float).reshape(2, 3, 2) / sum(weights)
    h = _entropies(law)
    expected = 0.0
    for u, w in itertools.product(range(2), repeat=2):
        for x in range(3):
            p = law[u, x, w]
            if p:
                q = law[:, x, :].sum()
                expected += p * math.log(p * q / (law[u, x, :].sum() * law[:, x, w].sum()))
    read = form(I(J, "U;W|V")).entropies
    assert sum(float(c.p) * h[mask] for mask, c in read.items()) == pytest.approx(
        expected, abs=1e-9
    )


# --- accepting ------------------------------------------------------------------------------------

PROCESSING = I(J, "U;W") <= I(J, "U;V")
CHAIN: list[Formula] = [v.Markov(J, "U", "V", "W")]
PROCESSED = certificate(["U", "V", "W", "1"], premises=("1",))

ACCEPTED: dict[str, tuple[Formula, list[Formula], Certificate]] = {
    "data processing": (PROCESSING, CHAIN, PROCESSED),
    "turned round": (I(J, "U;V") >= I(J, "U;W"), CHAIN, PROCESSED),
    "information isn't negative": (I(J, "U;W|V") >= 0, [], certificate(["U", "W", "V", "1"])),
    "entropy isn't negative": (H(J, "U,V|W") >= 0, [], certificate(["U,V", "U,V", "W", "1"])),
    "groups": (I(J, "U,V;W") >= 0, [], certificate(["U,V", "W", "", "1"])),
    "in two parts": (
        I(J, "U,V;W") >= 0,
        [],
        certificate(["U", "W", "", "1/2"], ["V", "W", "U", "1"], ["U", "W", "", "1/2"]),
    ),
    "an opaque bound": (
        I(J, "U;V") <= 2 * eps,
        [I(J, "U;V,W") <= eps, eps >= 0],
        certificate(["U", "W", "V", "1"], premises=("1", "1")),
    ),
    "a strict premise": (
        I(J, "U;V") <= eps,
        [I(J, "U;V") < eps],
        certificate(premises=("1",)),
    ),
    "a constant to spare": (
        I(J, "U;V") <= 2,
        [I(J, "U;V") <= 1],
        certificate(premises=("1",)),
    ),
    "a negative multiplier of an equality": (
        -I(J, "U;W") >= 0,
        [v.Independent(J, "U", "W")],
        certificate(premises=("1",)),
    ),
    "its opposite": (
        I(J, "U;W") >= 0,
        [v.Independent(J, "U", "W")],
        certificate(premises=("-1",)),
    ),
    "no joint law": (
        eps <= delta,
        [eps + 1 <= delta],
        certificate(premises=("1",)),
    ),
    "the same on both sides": (H(J, "U") <= H(J, "U"), [], certificate()),
    "equality": (
        v.equals(H(J, "U,V"), H(J, "U") + H(J, "V|U")),
        [],
        {
            "at_most": {"information": [], "premises": []},
            "at_least": {"information": [], "premises": []},
        },
    ),
    "an independence as conclusion": (
        v.Independent(J, "U", "V"),
        [v.Independent(J, "U", "V,W")],
        {
            # Of 0 − I(U;V): the premise, and I(U;W|V).
            "at_most": {"information": [["U", "W", "V", "1"]], "premises": ["1"]},
            "at_least": {"information": [["U", "V", "", "1"]], "premises": ["0"]},
        },
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    conclusion, premises, evidence = ACCEPTED[name]
    check_shannon(conclusion, premises, json.loads(json.dumps(evidence)))


# --- rejecting ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ACCEPTED)
def test_every_tampered_multiplier_is_rejected(name: str) -> None:
    conclusion, premises, evidence = ACCEPTED[name]
    for direction, part in evidence.items():
        for k in range(len(part["information"])):
            for value in ("2", "0", "-1", "1000001/1000000"):
                changed = copy.deepcopy(evidence)
                changed[direction]["information"][k][3] = value
                rejected("", conclusion, premises, changed)
        for k, old in enumerate(part["premises"]):
            for value in ("2", "-2", "1/3"):
                if value != old:
                    changed = copy.deepcopy(evidence)
                    changed[direction]["premises"][k] = value
                    rejected("", conclusion, premises, changed)


SPECIFIC = [name for name, case in ACCEPTED.items() if case[2].get("at_most", {})["information"]]


@pytest.mark.parametrize("name", SPECIFIC)
def test_a_certificate_proves_no_other_statement(name: str) -> None:
    evidence = ACCEPTED[name][2]
    same = ({"data processing", "turned round"}, {"groups", "in two parts"})
    for other, (conclusion, premises, _) in ACCEPTED.items():
        if other != name and {name, other} not in same:
            rejected("", conclusion, premises, evidence)


def test_a_missing_premise() -> None:
    rejected("1 multipliers for 0 premises", PROCESSING, [], PROCESSED)
    rejected("not the difference", PROCESSING, [], certificate(["U", "V", "W", "1"]))
    rejected("not the difference", PROCESSING, [v.Independent(J, "U", "V")], PROCESSED)
    rejected("not the difference", PROCESSING, [v.Markov(J, "V", "U", "W")], PROCESSED)


def test_a_premise_of_another_joint_law() -> None:
    rejected("one joint law", PROCESSING, [v.Markov(OTHER, "U", "V", "W")], PROCESSED)


def test_the_reverse() -> None:
    assert isinstance(PROCESSING, Relation)
    reverse = Relation("<=", PROCESSING.right, PROCESSING.left)
    for row in (["U", "V", "W", "1"], ["U", "V", "W", "-1"]):
        for factor in ("1", "-1"):
            rejected("", reverse, CHAIN, certificate(row, premises=(factor,)))


def test_negative_multipliers() -> None:
    rejected("negative multiplier -1", I(J, "U;V") <= 0, [], certificate(["U", "V", "", "-1"]))
    rejected(
        "premise 0 is no equality",
        I(J, "U;V") >= eps,
        [I(J, "U;V") <= eps],
        certificate(premises=("-1",)),
    )


def test_a_constant_that_is_missing() -> None:
    rejected(
        "misses a constant", I(J, "U;V") <= 1, [I(J, "U;V") <= 2], certificate(premises=("1",))
    )
    rejected("misses a constant", H(J, "U") <= H(J, "U") - v.rational(1, 10**30), [], certificate())


def test_an_equality_needs_both_directions() -> None:
    conclusion, premises, evidence = ACCEPTED["an independence as conclusion"]
    for direction in evidence:
        rejected("at_most and at_least", conclusion, premises, {direction: evidence[direction]})
    swapped = {"at_most": evidence["at_least"], "at_least": evidence["at_most"]}
    rejected("", conclusion, premises, swapped)
    rejected("at_most", PROCESSING, CHAIN, {**PROCESSED, "at_least": PROCESSED["at_most"]})


def test_conclusions_that_are_not_one_relation() -> None:
    rejected("strict", I(J, "U;V") < eps, [I(J, "U;V") < eps], certificate(premises=("1",)))
    rejected("2 relations", v.both(PROCESSING, PROCESSING), CHAIN, PROCESSED)
    rejected("0 relations", v.both(), [], certificate())
    rejected("no relation", Not(PROCESSING), CHAIN, PROCESSED)


def test_a_premise_that_may_be_infinite_or_undefined() -> None:
    infinite = v.KL(*_laws())
    for bound in (infinite, v.log(delta), eps / delta, INFINITY):
        rejected(
            "sure to be a real", I(J, "U;V") <= bound, [I(J, "U;V") <= bound],
            certificate(premises=("1",)),
        )  # fmt: skip


ROW = ["U", "V", "W", "1"]
BROKEN: list[Any] = [
    None,
    [],
    "at_most",
    {},
    {"at_most": None},
    {"at_most": {"information": [ROW]}},
    {"at_most": {"information": [ROW], "premises": ["1"], "more": 0}},
    {"at_most": {"information": ROW, "premises": ["1"]}},
    {"at_most": {"information": {"0": ROW}, "premises": ["1"]}},
    {"at_most": {"information": [ROW], "premises": "1"}},
    {"at_most": {"information": [ROW], "premises": []}},
    {"at_most": {"information": [ROW], "premises": ["1", "0"]}},
    *(certificate(ROW, premises=(bad,)) for bad in (1, 1.0, None, True, "", "1/0", "1.0", "nan")),  # type: ignore[arg-type]
    *(
        certificate(row, premises=("1",))
        for row in (
            ["U", "V", "W"],
            ["U", "V", "W", "1", "1"],
            ["U", "V", "W", 1],
            ["U", "V", "X", "1"],
            ["U,U", "V", "W", "1"],
            ["U,", "V", "W", "1"],
            ["U", "V", None, "1"],
            ["U", "V", "W", "1e0"],
            ["U", "V", "W", "inf"],
            None,
        )
    ),
]


@pytest.mark.parametrize("evidence", BROKEN, ids=repr)
def test_broken_certificates(evidence: Any) -> None:
    rejected("", PROCESSING, CHAIN, evidence)


def test_the_groups_of_an_information_are_texts() -> None:
    """What is no text isn't taken for the empty group."""
    check_shannon(I(J, "U;V") >= 0, [], certificate(["U", "V", "", "1"]))
    row: list[Any] = ["U", "V", None, "1"]
    rejected("is not four strings", I(J, "U;V") >= 0, [], certificate(row))
    nothing = {"at_most": {"information": None, "premises": []}}
    rejected("must be lists", I(J, "U;V") >= 0, [], nothing)


def test_no_joint_law_has_no_information() -> None:
    rejected("no joint law", eps <= delta, [eps <= delta], certificate(ROW, premises=("1",)))


def test_the_checker_imports_no_optimiser_and_no_floats() -> None:
    program = (
        "import sys, verified.kernel.shannon;"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "flint" in loaded
    assert not {"numpy", "scipy", "sympy", "mpmath"} & set(loaded)
