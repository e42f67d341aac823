"""Mutating proofs: mutations differ, honest proofs withstand them, a lying kernel is found out."""

from __future__ import annotations

import json

import pytest

from verified.kernel import theorem
from verified.kernel.polynomial import key_of
from verified.language import Pmf, Real, Size, Symbol, claim, equals, every, exp, total
from verified.proof.derivation import Derivation
from verified.quantities.definitions import definitions
from verified.report.proof_power import KINDS, OUTCOMES, mutated_formulas, proof_power
from verified.syntax.goals import normal
from verified.syntax.terms import free_variables

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
a = Symbol("a", n)
r, s = Real("r"), Real("s", ">0")


def certificate():
    stated = claim("short", forall=[P, r, s], given=[every(a, P[a] <= r)], then=r * n * s >= s)
    d = Derivation(stated.key, stated.statement, definitions())
    (given,) = d.given
    whole = d.summed(given)
    one = d.identity(equals(total(a, P[a]), 1))
    many = d.identity(equals(total(a, r), r * n))
    d.qed(d.arithmetic(d.goal, whole, one, many, hints=[s]))
    return json.loads(json.dumps(d.certificate()))


def test_mutations_differ_from_the_formula_and_from_each_other():
    formula = every(a, exp(r) * P[a] <= s * Q[a] + 1)
    mutants = [changed for _, changed in mutated_formulas(formula)]
    keys = {key_of(normal(changed)) for changed in mutants}
    assert len(keys) == len(mutants) >= 5
    assert key_of(normal(formula)) not in keys
    assert {"turned", "scaled", "shifted", "strict", "number"} <= {
        kind for kind, _ in mutated_formulas(formula)
    }


def test_exchanged_variables_are_still_those_of_the_claim():
    m, t = Size("m"), Real("t")
    formula = every(a, m * P[a] * r <= n * t)
    mutants = [changed for kind, changed in mutated_formulas(formula) if kind == "exchange"]
    # r and t change places; n and m don't, as P would be a law on m symbols then.
    assert len(mutants) == 1
    assert set(free_variables(mutants[0]).values()) == {m, n, P, r, t}


def test_an_honest_proof_withstands_every_kind():
    found = proof_power(certificate(), {})
    counts = found.counts
    for kind in KINDS:
        assert counts[f"{kind} made"] == sum(counts[f"{kind} {outcome}"] for outcome in OUTCOMES)
        assert counts[f"{kind} refuted"] == 0
    assert counts["dropped made"] == counts["dropped rejected"] == 3
    assert counts["hypothesis rejected"] >= 1
    assert counts["domain made"] >= 1
    assert counts["step rejected"] > 3
    assert found.redundant == found.refuted == []


@pytest.mark.parametrize("broken", ["arithmetic", "sum"])
def test_a_rule_that_accepts_anything_is_found_out(monkeypatch, broken):
    proof = certificate()
    monkeypatch.setitem(theorem.RULES, broken, lambda step: step.theorem())
    assert proof_power(proof, {}).refuted
