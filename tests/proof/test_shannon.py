"""The prover of Shannon-type inequalities: what it proves is true, what it doesn't has a ray."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import json
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from verified import language as v
from verified.kernel.shannon import check_shannon, difference, joint_law, relations
from verified.kernel.values import Rejected
from verified.language import H, I
from verified.proof.shannon import (
    MOST_VARIABLES,
    NotShannon,
    check_ray,
    elemental_inequalities,
    prove,
)
from verified.syntax.formulas import Formula, Relation
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Term, Var

n = v.Size("n")
J = v.Joint("J", U=n, V=n, W=n, X=n)
eps, delta = v.Real("eps", ">=0"), v.Real("delta")


def joint(count: int) -> tuple[Var, list[str]]:
    names = [f"X{k}" for k in range(count)]
    return v.Joint("J", **dict.fromkeys(names, n)), names


def proved(conclusion: Formula, premises: list[Formula] | None = None) -> dict[str, Any]:
    found = prove(conclusion, premises or [])
    assert isinstance(found, dict), found
    check_shannon(conclusion, premises or [], json.loads(json.dumps(found)))
    return found


def unproved(conclusion: Formula, premises: list[Formula] | None = None) -> NotShannon:
    found = prove(conclusion, premises or [])
    assert isinstance(found, NotShannon), found
    check_ray(conclusion, premises or [], found)
    assert found.violation < 0
    return found


def reversed_(relation: Formula) -> Relation:
    assert isinstance(relation, Relation)
    return Relation(relation.op, relation.right, relation.left)


def total(terms: list[Term]) -> Term:
    result = terms[0]
    for term in terms[1:]:
        result = result + term
    return result


# --- textbook statements --------------------------------------------------------------------------

K5, N5 = joint(5)
K6, N6 = joint(6)
CHAIN6: list[Formula] = [v.Markov(K6, ",".join(N6[:k]), N6[k], N6[k + 1]) for k in range(2, 5)]

# Each is true, and strict for some law: its reverse must fail.
INEQUALITIES: dict[str, tuple[Formula, list[Formula]]] = {
    "entropy of a pair": (H(J, "U") <= H(J, "U,V"), []),
    "conditioning": (H(J, "U|V,W") <= H(J, "U|V"), []),
    "subadditivity": (H(J, "U,V,W,X") <= H(J, "U") + H(J, "V") + H(J, "W") + H(J, "X"), []),
    "data processing": (I(J, "U;W") <= I(J, "U;V"), [v.Markov(J, "U", "V", "W")]),
    "data processing, given": (I(J, "U;V|W") <= I(J, "U;V"), [v.Markov(J, "U", "V", "W")]),
    "long chain": (I(K6, "X0;X5") <= I(K6, "X2;X3"), CHAIN6),
    "Han": (4 * H(K5, ",".join(N5)) <= total(
        [H(K5, ",".join(b for b in N5 if b != a)) for a in N5]), []),
    "Shearer": (2 * H(J, "U,V,W") <= H(J, "U,V") + H(J, "V,W") + H(J, "U,W"), []),
    "independent inputs": (
        I(J, "U;X") + I(J, "V;X") <= I(J, "U,V;X"), [v.Independent(J, "U", "V")]),
    "Ingleton with a function": (
        I(J, "U;V") <= I(J, "U;V|W") + I(J, "U;V|X") + I(J, "W;X"),
        [v.equals(I(J, "U;V|W"), I(J, "U;V"))]),
    "a bound on the leakage": (I(J, "U;V|W") <= eps + I(J, "U;W|V"), [I(J, "U;V") <= eps]),
    "composition": (I(J, "U;V,W") <= eps + delta, [I(J, "U;V") <= eps, I(J, "U;W|V") <= delta]),
    "perfect secrecy": (
        H(J, "U") <= H(J, "V"), [v.Independent(J, "U", "W"), v.equals(H(J, "U|V,W"), 0)]),
}  # fmt: skip


@pytest.mark.parametrize("name", INEQUALITIES)
def test_true_inequalities_and_their_reverse(name: str) -> None:
    conclusion, premises = INEQUALITIES[name]
    proved(conclusion, premises)
    unproved(reversed_(conclusion), premises)


EQUALITIES: dict[str, tuple[Formula, list[Formula]]] = {
    "chain rule": (v.equals(H(J, "U,V"), H(J, "U") + H(J, "V|U")), []),
    "chain rule of information": (v.equals(I(J, "U;V,W"), I(J, "U;V") + I(J, "U;W|V")), []),
    "interaction": (v.equals(I(J, "U;V") - I(J, "U;V|W"), I(J, "U;W") - I(J, "U;W|V")), []),
    "contraction": (
        v.Independent(J, "U", "V,W"), [v.Independent(J, "U", "V"), v.Markov(J, "U", "V", "W")]),
    "weak union": (v.Markov(J, "U", "V", "W"), [v.Independent(J, "U", "V,W")]),
    "decomposition": (v.Independent(J, "U", "V"), [v.Independent(J, "U", "V,W")]),
    "a function": (v.equals(H(J, "U,V"), H(J, "U")), [v.equals(H(J, "V|U"), 0)]),
    "two inequalities": (v.equals(H(J, "U"), eps), [H(J, "U") <= eps, H(J, "U") >= eps]),
}  # fmt: skip


@pytest.mark.parametrize("name", EQUALITIES)
def test_true_equalities(name: str) -> None:
    conclusion, premises = EQUALITIES[name]
    assert set(proved(conclusion, premises)) == {"at_most", "at_least"}


@pytest.mark.parametrize(
    ("conclusion", "premises", "direction"),
    [
        (v.equals(I(J, "U;W"), I(J, "U;V")), [v.Markov(J, "U", "V", "W")], "at_least"),
        (v.equals(I(J, "U;V"), I(J, "U;W")), [v.Markov(J, "U", "V", "W")], "at_most"),
        (v.Independent(J, "U", "V"), [], "at_most"),
        (v.Independent(J, "U", "V"), [v.Markov(J, "U", "W", "V")], "at_most"),
        (v.equals(H(J, "U"), eps), [H(J, "U") <= eps], "at_least"),
    ],
)
def test_equalities_of_which_one_direction_holds(
    conclusion: Formula, premises: list[Formula], direction: str
) -> None:
    assert unproved(conclusion, premises).direction == direction


INGLETON = I(J, "U;V") <= I(J, "U;V|W") + I(J, "U;V|X") + I(J, "W;X")
ZHANG_YEUNG = 2 * I(J, "W;X") <= (
    I(J, "U;V") + I(J, "U;W,X") + 3 * I(J, "W;X|U") + I(J, "W;X|V")
)  # fmt: skip


def extreme(ray: NotShannon) -> bool:
    """Whether the elemental inequalities that are tight at the ray determine it up to a factor."""
    count = len(ray.variables)
    columns = [
        ",".join(name for k, name in enumerate(ray.variables) if mask >> k & 1)
        for mask in range(1, 1 << count)
    ]
    point = [int(ray.entropies.get(name, fmpq(0)).p) for name in columns]
    tight = [
        [int(a) for a in row]
        for row in elemental_inequalities(count)[1].toarray()
        if not int(sum(int(a) * x for a, x in zip(row, point, strict=True)))
    ]
    return bool(fmpq_mat(tight).rank() == len(columns) - 1)


@pytest.mark.parametrize("conclusion", [INGLETON, ZHANG_YEUNG], ids=["Ingleton", "Zhang–Yeung"])
def test_four_variable_inequalities_beyond_shannon(conclusion: Formula) -> None:
    ray = unproved(conclusion)
    assert extreme(ray)
    assert set(ray.variables) == set("UVWX")
    unproved(reversed_(conclusion))


def test_zhang_yeung_implies_itself() -> None:
    proved(ZHANG_YEUNG, [ZHANG_YEUNG])
    # With it as a premise, the ray that refuted it is no longer one.
    with pytest.raises(Rejected, match="breaks premise 0"):
        check_ray(ZHANG_YEUNG, [ZHANG_YEUNG], unproved(ZHANG_YEUNG))


def test_a_missing_premise_is_missed() -> None:
    for conclusion, premises in INEQUALITIES.values():
        for k in range(len(premises)):
            unproved(conclusion, premises[:k] + premises[k + 1 :])


# --- sizes ----------------------------------------------------------------------------------------


def test_nothing_and_one_variable() -> None:
    proved(eps <= eps)
    proved(Relation("<=", v.rational(1), v.rational(2)))
    assert unproved(Relation("<=", v.rational(2), v.rational(1))).scale > 0
    one = v.Joint("J", U=n)
    proved(H(one, "U") >= 0)
    proved(I(one, "U;") <= 0)
    assert unproved(H(one, "U") <= 0).entropies == {"U": 1}
    assert unproved(eps >= 0).atoms == {eps: -1}
    proved(eps >= 0, [eps >= 0])


def test_constants_are_compared() -> None:
    third = v.rational(1, 3)
    proved(I(J, "U;V") <= third, [I(J, "U;V,W") <= third])
    ray = unproved(I(J, "U;V") <= third, [I(J, "U;V,W") <= third + v.rational(1, 10**6)])
    assert ray.scale > 0
    # A premise that no entropy meets has no consequences but those that are linear.
    unproved(H(J, "V") <= 0, [H(J, "U") <= -1])
    proved(Relation("<=", v.rational(0), v.rational(-1)), [H(J, "U") <= -1])


@pytest.mark.parametrize("factor", ["1/3", "22/7", "1000000000", "1/1000000000", "1234567/7654321"])
def test_odd_factors_are_met_exactly(factor: str) -> None:
    top, _, bottom = factor.partition("/")
    t = v.rational(int(top), int(bottom or 1))
    proved(t * I(J, "U;V") <= t * I(J, "U;V,W"))
    proved(I(J, "U;V") <= t * eps, [I(J, "U;V,W") <= t * eps])
    proved(I(J, "U;V") <= eps, [t * I(J, "U;V,W") <= t * eps])
    unproved((1 + t) * I(J, "U;V") <= I(J, "U;V,W"))


def test_a_violation_below_the_floats_is_no_proof() -> None:
    for digits in range(6, 40, 4):
        over = 1 + v.rational(1, 10**digits)
        try:
            found = prove(over * I(J, "U;V") <= I(J, "U;V,W"))
        except RuntimeError:
            continue
        assert isinstance(found, NotShannon)


def test_variables_that_are_never_told_apart_are_one() -> None:
    law, names = joint(15)
    left, right, rest = ",".join(names[:5]), ",".join(names[5:9]), ",".join(names[9:14])
    conclusion = I(law, f"{left};{right}") <= I(law, f"{left};{right},{rest}")
    proved(conclusion)
    ray = unproved(reversed_(conclusion))
    assert len(ray.variables) == 3


def test_too_many_variables() -> None:
    law, names = joint(MOST_VARIABLES + 1)
    with pytest.raises(ClaimError, match=f"{MOST_VARIABLES} is the limit"):
        prove(H(law, ",".join(names)) <= total([H(law, name) for name in names]))


def test_nine_variables() -> None:
    law, names = joint(9)
    chain: list[Formula] = [
        v.Markov(law, ",".join(names[:k]), names[k], names[k + 1]) for k in range(1, 8)
    ]
    processing = I(law, "X0;X8") <= I(law, "X3;X4")
    proved(processing, chain)
    unproved(reversed_(processing), chain)
    unproved(processing, chain[:3] + chain[4:])
    everything = H(law, ",".join(names))
    others = [H(law, ",".join(b for b in names if b != a)) for a in names]
    proved(8 * everything <= total(others))


def test_statements_that_are_not_linear() -> None:
    with pytest.raises(Rejected):
        prove(H(J, "U") * H(J, "V") <= 1)
    with pytest.raises(Rejected, match="strict"):
        prove(I(J, "U;V") < eps, [I(J, "U;V") < eps])


# --- soundness ------------------------------------------------------------------------------------


def entropies(law: np.ndarray[Any, Any]) -> dict[int, float]:
    found = {}
    for mask in range(1, 1 << law.ndim):
        marginal = law.sum(axis=tuple(k for k in range(law.ndim) if not mask >> k & 1))
        positive = marginal[marginal > 0]
        found[mask] = float(-(positive * np.log(positive)).sum())
    return found


def margin(relation: Formula, law: np.ndarray[Any, Any], atoms: dict[Term, float]) -> float:
    """Right side minus left side of a relation on a law, in floats."""
    (single,) = relations([relation])
    form = difference(single, joint_law([single]))
    h = entropies(law)
    value = sum(float(c.p) / float(c.q) * h[mask] for mask, c in form.entropies.items())
    value += sum(float(c.p) / float(c.q) * atoms[atom] for atom, c in form.atoms.items())
    return value + float(form.constant.p) / float(form.constant.q)


def draw_law(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Laws with zeros, near-deterministic ones and flat ones."""
    law = rng.random(shape) ** rng.choice([0.2, 1.0, 8.0])
    law = law * (rng.random(shape) < rng.choice([0.3, 0.7, 1.0]))
    law.flat[rng.integers(law.size)] += 0.1
    return np.asarray(law / law.sum())


def draw_chain(rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A law of U, V, W, X with U − V − W, and X anything given the rest."""
    first = draw_law(rng, (2, 3))
    to_w = np.stack([draw_law(rng, (3,)) for _ in range(3)])
    to_x = np.stack([draw_law(rng, (2,)) for _ in range(18)]).reshape(2, 3, 3, 2)
    return np.asarray(first[:, :, None, None] * to_w[None, :, :, None] * to_x)


GROUPS = ["U", "V", "W", "X", "U,V", "W,X", "V,W"]
QUANTITIES = [
    I(J, f"{a};{b}|{c}")
    for a, b in itertools.combinations(GROUPS, 2)
    for c in ["", *GROUPS]
    if len(set(f"{a},{b},{c}".split(","))) == len(f"{a},{b},{c}".split(","))
]
FORMS = st.lists(st.tuples(st.sampled_from(QUANTITIES), st.integers(-2, 3)), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(FORMS, st.booleans(), st.integers(0, 2**32))
def test_what_is_proved_holds_and_what_is_not_has_a_ray(
    terms: list[tuple[Term, int]], chained: bool, seed: int
) -> None:
    conclusion = total([factor * term for term, factor in terms]) >= 0
    premises: list[Formula] = [v.Markov(J, "U", "V", "W")] if chained else []
    found = prove(conclusion, premises)
    if isinstance(found, NotShannon):
        check_ray(conclusion, premises, found)
        return
    rng = np.random.default_rng(seed)
    for _ in range(10):
        law = draw_chain(rng) if chained else draw_law(rng, (2, 3, 2, 2))
        assert margin(conclusion, law, {}) >= -1e-9


def test_the_laws_meet_the_premise_and_break_false_statements() -> None:
    """The soundness tests bite: drawn laws refute what isn't true."""
    rng = np.random.default_rng(1)
    chains = [draw_chain(rng) for _ in range(20)]
    assert all(abs(margin(v.Markov(J, "U", "V", "W"), law, {})) < 1e-9 for law in chains)
    for wrong in (I(J, "U;V") <= I(J, "U;W"), I(J, "V;W") <= I(J, "U;V"), I(J, "U;X") <= 0):
        assert min(margin(wrong, law, {}) for law in chains) < -1e-3


@settings(max_examples=60, deadline=None)
@given(FORMS, st.lists(st.tuples(st.sampled_from(QUANTITIES), st.integers(-2, 2)), max_size=3))
def test_combinations_are_proved(
    terms: list[tuple[Term, int]], known: list[tuple[Term, int]]
) -> None:
    """What is a combination by construction must be found."""
    assume(any(factor for _, factor in terms))
    premises: list[Formula] = [v.equals(quantity, 0) for quantity, _ in known]
    left = total([abs(factor) * term for term, factor in terms])
    right = total([left, *(factor * term for term, factor in known)])
    proved(right >= 0, premises)


@settings(max_examples=40, deadline=None)
@given(FORMS, FORMS, st.integers(0, 2**32))
def test_bounds_by_a_real_hold(
    terms: list[tuple[Term, int]], bounded: list[tuple[Term, int]], seed: int
) -> None:
    premise = total([factor * term for term, factor in bounded]) <= eps
    conclusion = total([factor * term for term, factor in terms]) <= 2 * eps
    found = prove(conclusion, [premise, eps >= 0])
    if isinstance(found, NotShannon):
        check_ray(conclusion, [premise, eps >= 0], found)
        return
    rng = np.random.default_rng(seed)
    for _ in range(5):
        law = draw_law(rng, (2, 2, 3, 2))
        tight = max(0.0, -margin(premise, law, {eps: 0.0}))
        assert margin(conclusion, law, {eps: tight}) >= -1e-9


# --- rays that must be refused --------------------------------------------------------------------

NO_PROCESSING = I(J, "U;W") <= I(J, "U;V")


def test_tampered_rays() -> None:
    ray = unproved(NO_PROCESSING)
    assert ray.variables == ("U", "V", "W")

    def refused(rule: str, changed: NotShannon, premises: list[Formula] | None = None) -> None:
        with pytest.raises(Rejected, match=rule or None):
            check_ray(NO_PROCESSING, premises or [], changed)

    for name, value in ray.entropies.items():
        for other in (value * 2, -value, value + fmpq(1, 10**9)):
            changed = dataclasses.replace(ray, entropies={**ray.entropies, name: other})
            refused("", changed)
    refused("breaks premise 0", ray, [v.Markov(J, "U", "V", "W")])
    refused("sides is 0", dataclasses.replace(ray, entropies={}))
    refused("sides", dataclasses.replace(ray, violation=ray.violation * 2))
    refused("no direction", dataclasses.replace(ray, direction="at_least"))
    refused("negative", dataclasses.replace(ray, scale=fmpq(-1)))
    refused("no set", dataclasses.replace(ray, entropies={**ray.entropies, "V,U": fmpq(1)}))
    refused("doesn't have", dataclasses.replace(ray, variables=("U", "V", "Z"), entropies={}))
    with pytest.raises(Rejected, match="sides"):
        check_ray(reversed_(NO_PROCESSING), [], ray)


def test_a_ray_of_an_atom_that_breaks_a_premise() -> None:
    ray = unproved(H(J, "U") <= eps)
    assert ray.atoms.get(eps, fmpq(0)) < ray.entropies.get("U", fmpq(0))
    with pytest.raises(Rejected, match="breaks premise 0"):
        check_ray(H(J, "U") <= eps, [H(J, "U") <= eps], ray)


def test_a_certificate_that_was_found_and_tampered() -> None:
    conclusion, premises = INEQUALITIES["Han"]
    found = proved(conclusion, premises)
    for k in range(len(found["at_most"]["information"])):
        changed = copy.deepcopy(found)
        del changed["at_most"]["information"][k]
        with pytest.raises(Rejected):
            check_shannon(conclusion, premises, changed)


# --- the elemental inequalities -------------------------------------------------------------------


@pytest.mark.parametrize("count", range(7))
def test_elemental_inequalities(count: int) -> None:
    triples, matrix = elemental_inequalities(count)
    pairs = count * (count - 1) // 2
    expected = count + pairs * 2 ** (count - 2) if count > 1 else count
    assert len(triples) == expected == len(set(map(tuple, triples.tolist())))
    dense = matrix.toarray()
    assert dense.shape == (expected, 2**count - 1)
    for (a, b, c), row in zip(triples.tolist(), dense, strict=True):
        want = dict.fromkeys(range(2**count), 0)
        for mask, sign in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
            want[mask] += sign
        assert [want[mask] for mask in range(1, 2**count)] == row.tolist()
