"""Proof certificates: honest ones are accepted, and any tampering is noticed."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest
from flint import fmpq

from verified.kernel.certificate import seal
from verified.kernel.proof import (
    HYPOTHESIS,
    _read,
    _tagged,
    check_proof,
    concluded,
    parts_of,
    unpack,
    write_proof,
)
from verified.kernel.values import Rejected
from verified.language import KL, Pmf, Real, Reals, Size, Symbol, claim, equals, every, exp, total
from verified.proof.derivation import Derivation, ProofError
from verified.quantities.definitions import definitions
from verified.syntax.claims import Statement
from verified.syntax.goals import normal
from verified.syntax.serial import FormatError, Reader, data, sort_data, statement_data
from verified.syntax.sorts import RealSort, SizeSort
from verified.syntax.terms import Var, number

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
a = Symbol("a", n)
r, s = Real("r"), Real("s", ">=0")


def proved(stated, write, known=None):
    """The certificate of a claim's proof, as it comes from a file."""
    derivation = Derivation(stated.key, stated.statement, known or definitions())
    write(derivation)
    return json.loads(json.dumps(derivation.certificate()))


def short():
    stated = claim("short", forall=[P, r], given=[every(a, P[a] <= r)], then=r * n >= 1)

    def write(d):
        (given,) = d.given
        whole = d.summed(given)
        one = d.identity(equals(total(a, P[a]), 1))
        many = d.identity(equals(total(a, r), r * n))
        d.qed(d.arithmetic(r * n >= 1, whole, one, many))

    return proved(stated, write)


def inductive():
    k = Size("k", low=0)
    j = Symbol("j", k)
    x = Reals("x", k, ">=0")
    stated = claim("sums", forall=[x], then=total(j, x[j]) >= 0)

    def write(d):
        base, step = d.induct("k")
        base.qed(base.obvious(base.goal))
        more = step.var("x")
        step.qed(step.obvious(step.goal))
        assert more.of != x.of

    return stated, write


def resealed(certificate):
    certificate["seal"] = seal(certificate)
    return certificate


def test_an_honest_proof_is_accepted():
    checked = check_proof(short())
    assert checked.claim == "mine/short"
    assert checked.steps == 3
    assert not checked.cites


def test_induction_has_two_parts():
    stated, write = inductive()
    certificate = proved(stated, write)
    assert check_proof(certificate).steps == 2
    base, step = parts_of(stated.statement, "k")
    assert base.name == "base"
    assert HYPOTHESIS in step.local
    with pytest.raises(Rejected, match="no size"):
        parts_of(stated.statement, "x")


def test_the_step_of_an_induction_speaks_of_the_next_size():
    """Else the hypothesis would be what is to be shown."""
    k = Size("k", low=2)
    x = Reals("x", k, ">=0")
    base, step = parts_of(claim("few", forall=[k, x], then=k <= 2).statement, "k")
    assert base.statement.then == (number(2) <= 2)
    assert base.statement.variables == (Reals("x", number(2), ">=0"),)
    assert step.statement.then == (k + 1 <= 2)
    assert step.statement.variables == (k, Reals("x", k + 1, ">=0"))
    with pytest.raises(ProofError, match="step: the last step is not the claim's conclusion"):
        proved(claim("few", forall=[k], then=k <= 2), in_two_steps)


def in_two_steps(d):
    base, step = d.induct("k")
    base.qed(base.obvious(base.goal))
    step.qed(step.cite(HYPOTHESIS, {}))


def test_the_seal_catches_accidents():
    certificate = short()
    certificate["claim"] = "mine/other"
    with pytest.raises(Rejected, match="seal"):
        check_proof(certificate)


def lists(certificate):
    """The certificate with its shared trees opened, so that a test can reach into it."""
    certificate["parts"] = unpack(certificate["parts"], certificate["shared"])
    certificate["shared"] = []
    return certificate["parts"]["lists"]


def test_opening_the_shared_trees_changes_nothing():
    certificate = short()
    lists(certificate)
    assert check_proof(resealed(certificate)).steps == 3


def test_every_dropped_step_is_noticed():
    steps = lists(short())[0]["steps"]
    for place in range(len(steps)):
        certificate = short()
        kept = lists(certificate)[0]["steps"]
        del kept[place]
        for step in kept:
            step["from"] = [p - (p > place) for p in step["from"] if p != place]
        with pytest.raises((Rejected, FormatError)):
            check_proof(resealed(certificate))


def test_an_idle_step_is_noticed():
    certificate = short()
    steps = lists(certificate)[0]["steps"]
    steps.insert(0, copy.deepcopy(steps[0]))
    for step in steps[1:]:
        step["from"] = [place + 1 for place in step["from"]]
    with pytest.raises(Rejected, match="never used"):
        check_proof(resealed(certificate))


@pytest.mark.parametrize("change", [
    lambda c: c["statement"]["given"].clear(),
    lambda c: c["statement"].update(then=["relation", ">=", ["var", "r"], ["number", "1"]]),
    lambda c: lists(c)[0]["steps"][-1].update(rule="assume"),
    lambda c: lists(c)[0]["steps"][-1].update(rule="nothing"),
    lambda c: lists(c)[0]["steps"][-1]["from"].append(99),
    lambda c: lists(c)[0]["steps"][-1]["from"].append(-1),
    lambda c: lists(c)[0]["steps"].clear(),
    lambda c: lists(c).clear(),
    lambda c: c.update(digest="0" * 64),
    lambda c: c.update(schema=2),
    lambda c: c.update(kind="play"),
    lambda c: c.update(cites={"definition/kl": c["statement"]}),
    lambda c: c.update(cites={HYPOTHESIS: c["statement"]}),
    lambda c: c.update(cites={"background/gibbs": c["statement"]}),
    lambda c: c.update(parts=["#", 10**6]),
    lambda c: c.update(shared=[["#", 0]]),
    lambda c: c.update(statement=7),
    lambda c: c.update(more=1),
    lambda c: c.pop("cites"),
])
def test_tampering_is_noticed(change):
    certificate = short()
    change(certificate)
    with pytest.raises((Rejected, FormatError)):
        check_proof(resealed(certificate))


@pytest.mark.parametrize("value", [None, 1, "proof", [], {}, {"kind": "proof"}])
def test_what_is_no_certificate(value):
    with pytest.raises(FormatError):
        check_proof(value)


def test_a_proof_of_one_claim_is_none_of_another():
    certificate = short()
    other = claim("other", forall=[P, r], given=[every(a, P[a] <= r)], then=r * n >= 2)
    certificate["statement"] = statement_data(other.statement)
    with pytest.raises(Rejected):
        check_proof(resealed(certificate))


def test_a_proof_may_assume_no_more_than_its_claim():
    stated = claim("bold", forall=[r, s], then=r <= s)
    d = Derivation(stated.key, stated.statement, definitions())
    with pytest.raises(ProofError, match="assumes"):
        d.qed(d.assume(r <= s))


def test_an_unfinished_proof_has_no_certificate():
    stated = claim("open", forall=[r], then=exp(r) > 0)
    d = Derivation(stated.key, stated.statement, definitions())
    with pytest.raises(ProofError, match="qed"):
        d.certificate()


NOBODY = Symbol("a", 0)
NONE_YET = Symbol("a", Size("k", low=0))
EMPTY = {
    "closed interval": (number(1) <= 0, Var("x", RealSort(fmpq(1), fmpq(0))), 1, 0),
    "open interval": (number(0) < 0, Var("x", RealSort(fmpq(0), fmpq(0), True, False)), 0, 0),
    "whole numbers": (number(5) <= 3, Var("x", SizeSort(5, 3)), 5, 3),
}


@pytest.mark.parametrize("name", EMPTY)
def test_nothing_follows_from_a_variable_without_values(name):
    conclusion, x, low, high = EMPTY[name]
    lower = number(low) < x if isinstance(x.of, RealSort) and x.of.low_open else number(low) <= x
    steps = [
        {"rule": "obvious", "formula": normal(lower), "from": [], "data": {}},
        {"rule": "obvious", "formula": normal(x <= high), "from": [], "data": {}},
        {"rule": "transitive", "formula": normal(conclusion), "from": [0, 1], "data": {}},
    ]
    written = write_proof(
        "mine/hollow", Statement((n,), (), conclusion), None, [{"fixed": [x], "steps": steps}], {}
    )
    with pytest.raises(Rejected):
        check_proof(json.loads(json.dumps(written)))


@pytest.mark.parametrize("symbol", [NOBODY, NONE_YET], ids=["none", "maybe none"])
def test_nothing_follows_from_a_symbol_of_no_symbols(symbol):
    size = symbol.of.size
    conclusion = normal(number(1) <= size)
    k = Size("k", low=0)
    steps = [
        {"rule": "obvious", "formula": normal(symbol + 1 <= size), "from": [], "data": {}},
        {"rule": "obvious", "formula": normal(number(1) <= symbol + 1), "from": [], "data": {}},
        {"rule": "transitive", "formula": conclusion, "from": [1, 0], "data": {}},
    ]
    parts = [{"fixed": [symbol], "steps": steps}]
    written = write_proof("mine/hollow", Statement((k,), (), conclusion), None, parts, {})
    with pytest.raises(Rejected, match="may have none"):
        check_proof(json.loads(json.dumps(written)))


def test_a_variable_has_one_sort_in_a_proof():
    small, large, b = Symbol("a", 1), Symbol("a", n), Symbol("b", n)
    steps = [
        {"rule": "obvious", "formula": normal(small + 1 <= 1), "from": [], "data": {}},
        {"rule": "generalise", "formula": every(b, normal(b + 1 <= 1)), "from": [0],
         "data": {"variable": large}},
    ]
    statement = Statement((n,), (), every(b, b + 1 <= 1))
    written = write_proof("mine/x", statement, None, [{"fixed": [small], "steps": steps}], {})
    with pytest.raises(Rejected, match="another variable"):
        check_proof(json.loads(json.dumps(written)))


def test_a_false_claim_has_no_line():
    stated = claim("false", forall=[P, Q], then=KL(P, Q) <= 1)
    d = Derivation(stated.key, stated.statement, definitions())
    for attempt in (d.obvious, d.arithmetic):
        with pytest.raises((ProofError, Rejected)):
            attempt(stated.statement.then)


def test_existence_claims_are_not_derived():
    stated = claim("some", exists=[r], then=r >= 1)
    with pytest.raises(Rejected, match="every instance"):
        Derivation(stated.key, stated.statement, definitions())




def test_a_theorem_about_another_variable_of_the_same_name_is_no_claim():
    m = Size("m")
    other = Pmf("P", m)
    b = Symbol("b", m)
    about_other = claim("whole", forall=[other], then=KL(other, other) <= 0).statement
    whole = Derivation("whole", about_other, definitions())
    one = whole.identity(equals(total(b, other[b]), 1))
    stated = claim("mixed", forall=[P, m], then=equals(m, m)).statement
    mixed = replace(stated, then=equals(total(b, other[b]), 1))
    with pytest.raises(Rejected, match="not the claim's variable"):
        concluded(mixed, one.theorem)


def test_what_a_step_is_given_is_written_by_its_kind():
    assert _tagged({"x": r})[0] == "terms"
    assert _tagged({"x": 1}) == ["json", {"x": 1}]


@pytest.mark.parametrize("name", ["", "#1", "@x", "&"])
def test_a_function_has_a_variable_of_its_own_name(name):
    var, body = Var(name, r.of), number(1)
    written = ["function", [var.name, sort_data(var.of), ""], data(body)]
    with pytest.raises(Rejected, match="is no name"):
        _read(written, Reader({}))
    written[1][0] = "x"
    assert _read(written, Reader({})).variable.name == "x"


def test_a_proof_nested_too_deeply_is_refused():
    """Each shared tree holds the one before: the file itself is flat."""
    certificate = short()
    lists(certificate)
    tree = ["var", "r"]
    for place in range(3_000):
        certificate["shared"].append(["op", "neg", [tree], ["real"]])
        tree = ["#", place]
    certificate["parts"]["lists"][0]["steps"][0]["formula"] = tree
    with pytest.raises(FormatError, match="nested too deeply"):
        check_proof(resealed(certificate))
