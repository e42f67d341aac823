"""Pufferfish frameworks: each quantity against its definition, listed outcome by outcome."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.attack.certify import with_bounds
from verified.attack.floating import FloatReading
from verified.instances.sorts.pufferfish import draw_framework
from verified.instances.strategies import frameworks, instances_of
from verified.kernel.truth import BallReading
from verified.kernel.values import Rejected, read_moves
from verified.language import (
    AP,
    MIPP,
    PP,
    Channel,
    Claim,
    Database,
    DataClass,
    Framework,
    Mechanism,
    Member,
    Pmf,
    Real,
    Size,
    attribute_delta,
    claim,
    dp_delta,
    dp_framework,
    flat_mechanism,
    instances,
    member_law,
    mi_dp,
    parallel,
    pufferfish_delta,
    pufferfish_epsilon,
    pufferfish_information,
    response_support,
    secret_delta,
    secret_information,
    without_edges,
    without_public,
)
from verified.measures import pufferfish
from verified.measures.pufferfish import DataClassValue, FrameworkValue, MemberValue, member_of
from verified.measures.readings import MechanismValue, OutOfReach, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import precision
from verified.quantities.definitions import definitions
from verified.syntax.formulas import Relation
from verified.syntax.quantity import QUANTITIES
from verified.syntax.terms import Bind

n, m = Size("n"), Size("m")
F, M, P = Framework("F", n), Channel("M", n, m), Pmf("P", n)
laws = DataClass("Theta", n)
eps = Real("eps", ">=0")
WIDTH = fmpq(1, 10**20)


def exact_law(rng: random.Random, size: int, zeros: float = 0.25) -> list[Fraction]:
    """A random law, now and then with zeros."""
    weights = [0 if rng.random() < zeros else rng.randint(1, 9) for _ in range(size)]
    if not any(weights):
        weights[0] = 1
    return [Fraction(weight, sum(weights)) for weight in weights]


def ball(rows: Any) -> BallArray:
    """Exact numbers as an array."""
    shape = np.asarray(rows, dtype=object).shape
    flat = np.asarray(rows, dtype=object).reshape(-1)
    return BallArray(shape, [fmpq(part.numerator, part.denominator) for part in flat])


def value(term: Any, **env: Any) -> arb | fmpq:
    """A term's enclosure."""
    reading = BallReading({})
    with precision(128):
        return with_bounds(reading.bounds, WIDTH, lambda: reading.real(term, env))


def as_float(x: Any) -> float:
    return float(x.p) / float(x.q) if isinstance(x, fmpq) else float(x.mid())


def drawn(seed: int) -> tuple[FrameworkValue, list[list[Fraction]], int]:
    """A framework and a mechanism."""
    rng = random.Random(seed)
    size, outputs = rng.randint(1, 4), rng.randint(1, 3)
    framework = draw_framework(size, np.random.default_rng(seed))
    return framework, [exact_law(rng, outputs) for _ in range(size)], size


# --- one law, from the definitions ----------------------------------------------------------------


def secrets(framework: FrameworkValue, law: list[Fraction]) -> Any:
    """For each edge and public value the possible private values with the data in them."""
    for g, w in ((framework.private[a], framework.public[b]) for a, b in framework.edges):
        for c in set(w):
            found: dict[int, list[int]] = {}
            for x, mass in enumerate(law):
                if w[x] == c and mass > 0:
                    found.setdefault(g[x], []).append(x)
            yield (g, w), found


def response(law: list[Fraction], rows: list[list[Fraction]], inside: list[int]) -> list[Fraction]:
    mass = sum(law[x] for x in inside)
    return [sum(law[x] * rows[x][y] for x in inside) / mass for y in range(len(rows[0]))]


def worst_event(p: list[Fraction], q: list[Fraction], factor: float) -> float:
    """The largest P(A) − e^ε Q(A), over all events."""
    symbols = range(len(p))
    events = itertools.chain.from_iterable(
        itertools.combinations(symbols, size) for size in range(len(p) + 1)
    )
    return max(float(sum(p[y] for y in A)) - factor * float(sum(q[y] for y in A)) for A in events)


def listed_delta(
    framework: FrameworkValue, law: list[Fraction], rows: list[list[Fraction]], level: float
) -> float:
    """Definitions 1 and 2, pair by pair and event by event."""
    worst = 0.0
    for _, found in secrets(framework, law):
        given_secret = [response(law, rows, inside) for inside in found.values()]
        for p, q in itertools.permutations(given_secret, 2):
            worst = max(worst, worst_event(p, q, math.exp(level)))
    return worst


def listed_information(
    framework: FrameworkValue, law: list[Fraction], rows: list[list[Fraction]]
) -> float:
    """Definition 3 for one law: the mean over public values, edge by edge."""
    told: dict[Any, float] = {}
    for index, (functions, found) in enumerate(secrets(framework, law)):
        del index
        mass = sum((law[x] for inside in found.values() for x in inside), Fraction(0))
        mean = [
            sum(law[x] * rows[x][y] for inside in found.values() for x in inside)
            for y in range(len(rows[0]))
        ]
        for inside in found.values():
            share = sum(law[x] for x in inside)
            for y, chance in enumerate(response(law, rows, inside)):
                if chance > 0:
                    part = float(share * chance) * math.log(float(chance * mass / mean[y]))
                    told[functions] = told.get(functions, 0.0) + part
    return max(told.values(), default=0.0)


@pytest.mark.parametrize("seed", range(40))
def test_listed_classes_are_the_worst_of_their_laws(seed: int) -> None:
    framework, rows, size = drawn(seed)
    rng = random.Random(seed + 1000)
    found = [exact_law(rng, size) for _ in range(rng.randint(1, 3))]
    env = {"F": framework, "Theta": DataClassValue("listed", len(found), ball(found)),
           "M": ball(rows)}
    for level in (0, Fraction(1, 3)):
        got = value(pufferfish_delta(F, laws, M, eps), **env, eps=fmpq(*level.as_integer_ratio()))
        wanted = max(listed_delta(framework, law, rows, float(level)) for law in found)
        assert as_float(got) == pytest.approx(wanted, abs=1e-12)
    told = as_float(value(pufferfish_information(F, laws, M), **env))
    wanted = max(listed_information(framework, law, rows) for law in found)
    assert told == pytest.approx(wanted, abs=1e-12)
    least = as_float(value(pufferfish_epsilon(F, laws, M), **env))
    at_level = as_float(value(pufferfish_delta(F, laws, M, eps), **env, eps=fmpq(0)))
    assert (least == 0) == (at_level == 0)
    if 0 < least < math.inf:
        assert max(listed_delta(framework, law, rows, least + 1e-9) for law in found) < 1e-8
        assert max(listed_delta(framework, law, rows, least - 1e-6) for law in found) > 0


@pytest.mark.parametrize("seed", range(25))
def test_one_law_agrees_with_its_class(seed: int) -> None:
    framework, rows, size = drawn(seed)
    law = exact_law(random.Random(seed), size)
    env = {"F": framework, "P": ball(law), "M": ball(rows)}
    alone = {**env, "Theta": DataClassValue("listed", 1, ball([law]))}
    one = value(secret_information(F, P, M), **env)
    assert as_float(one) == as_float(value(pufferfish_information(F, laws, M), **alone))
    level = fmpq(1, 5)
    one = value(secret_delta(F, P, M, eps), **env, eps=level)
    two = value(pufferfish_delta(F, laws, M, eps), **alone, eps=level)
    assert as_float(one) == pytest.approx(as_float(two), abs=1e-15)


# --- closed classes: no law of them exceeds the value, and some reach it --------------------------


@pytest.mark.parametrize("kind", ["all", "reweighted"])
@pytest.mark.parametrize("seed", range(12))
def test_no_law_of_a_closed_class_exceeds_its_suprema(seed: int, kind: str) -> None:
    framework, rows, size = drawn(seed)
    rng = np.random.default_rng(seed)
    listed = [exact_law(random.Random(seed + index), size) for index in range(2)]
    count = 0 if kind == "all" else 2
    table = None if kind == "all" else ball(listed)
    env = {"F": framework, "Theta": DataClassValue(kind, count, table), "M": ball(rows)}
    information = value(pufferfish_information(F, laws, M), **env)
    level = fmpq(1, 4)
    delta = value(pufferfish_delta(F, laws, M, eps), **env, eps=level)
    reading = FloatReading()
    data = DataClassValue(kind, count, np.array(listed, dtype=float))
    parts = size if kind == "all" else 2 * len(framework.atoms())
    weights = rng.dirichlet(np.full(parts, 0.3), size=4000)
    members = member_of(framework, data, weights)
    # Where no weight is on a part of positive probability the first law stands.
    assert np.allclose(members.sum(axis=-1), 1)
    batch = {"F": framework, "P": members, "M": np.array(rows, dtype=float)[None],
             "eps": np.full(len(weights), 0.25)}
    told = reading.real(secret_information(F, P, M), batch)
    worst = reading.real(secret_delta(F, P, M, eps), batch)
    assert np.max(told) <= as_float(information) + 1e-9
    assert np.max(worst) <= as_float(delta) + 1e-9
    # Random laws come near: a value that is far too large would be found out.
    assert np.max(told) >= 0.5 * as_float(information) - 1e-9
    assert np.max(worst) >= 0.5 * as_float(delta) - 1e-9


def test_reweighting_one_law_reaches_the_capacity_of_its_secrets() -> None:
    """A rare secret: the law alone tells little, its closure ln 2."""
    framework = FrameworkValue(((0, 1),), ((0, 0),), ((0, 0),))
    rows = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    law = ball([[Fraction(99, 100), Fraction(1, 100)]])
    for kind, wanted in (("listed", 0.05600153), ("reweighted", math.log(2))):
        data = DataClassValue(kind, 1, law)
        got = value(pufferfish_information(F, laws, M), F=framework, Theta=data, M=ball(rows))
        assert as_float(got) == pytest.approx(wanted, abs=1e-8)


def test_a_zero_of_the_listed_law_stays_out_of_its_closure() -> None:
    """Reweighting can't make an impossible secret possible: its row doesn't count."""
    framework = FrameworkValue(((0, 1, 2),), ((0, 0, 0),), ((0, 0),))
    rows = [[Fraction(1), Fraction(0)], [Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    half = Fraction(1, 2)
    data = DataClassValue("reweighted", 1, ball([[half, half, Fraction(0)]]))
    env = {"F": framework, "Theta": data, "M": ball(rows)}
    assert value(pufferfish_information(F, laws, M), **env) == 0
    assert value(pufferfish_delta(F, laws, M, eps), **env, eps=fmpq(0)) == 0
    assert value(response_support(F, laws, M), **env) == 1
    everything = {**env, "Theta": DataClassValue("all", 0, None)}
    assert value(pufferfish_delta(F, laws, M, eps), **everything, eps=fmpq(0)) == 1
    assert value(response_support(F, laws, M), **everything) == 2


# --- laws of secrets and data, number by number ---------------------------------------------------

# Of four data: two private values, two public ones; the secret (1, 1) has no data.
FUNCTIONS = ((0, 0, 1, 1), (0, 1, 0, 0))
DATA = [Fraction(1, 8), Fraction(3, 8), Fraction(1, 6), Fraction(1, 3)]


def entries(*parts: str) -> list[fmpq]:
    return [fmpq(*Fraction(part).as_integer_ratio()) for part in parts]


def test_masses_of_secrets_are_those_of_their_data() -> None:
    masses = pufferfish.secret_masses(Balls, FUNCTIONS, ball(DATA))
    assert list(masses.data) == entries("1/8", "3/8", "1/2", "0")


@pytest.mark.parametrize(("public", "rows"), [
    (0, entries("1", "0", "0", "0", "0", "0", "1/3", "2/3")),
    (1, entries("0", "1", "0", "0", "1/4", "1/4", "1/4", "1/4")),
])
def test_data_given_a_secret_lie_in_it(public: int, rows: list[fmpq]) -> None:
    found = pufferfish.data_given(Balls, FUNCTIONS, ball(DATA), public)
    assert list(found.data) == rows


@pytest.mark.parametrize(("public", "weights", "law"), [
    (0, ("1/3", "2/3"), ("1/3", "0", "2/9", "4/9")), (1, ("1/3", "2/3"), ("0", "1", "0", "0")),
    (1, ("0", "1"), ("1/8", "3/8", "1/6", "1/3")),
])
def test_a_law_is_reweighted_on_what_is_possible(public: int, weights: Any, law: Any) -> None:
    own = BallArray((2,), entries(*weights))
    found = pufferfish.reweighted(Balls, FUNCTIONS, ball(DATA), public, own)
    assert list(found.data) == entries(*law)


def test_attribute_privacy_over_all_laws_compares_data_with_other_values() -> None:
    """Of the first function's values the third row is 1/2 from both others, which are 1 apart."""
    rows = ball([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)], [Fraction(1, 2)] * 2])
    all_laws = DataClassValue("all", 0, None)
    for private in (((0, 0, 1),), ((0, 0, 1), (0, 0, 0)), ((0, 0, 0), (0, 0, 1))):
        framework = FrameworkValue(private, ((0, 0, 0),), ())
        env = {"F": framework, "Theta": all_laws, "M": rows, "eps": fmpq(0)}
        assert value(attribute_delta(F, laws, M, eps), **env) == fmpq(1, 2)


def test_what_no_supremum_is_known_of_is_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ball([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)], [Fraction(1, 2)] * 2])
    framework = FrameworkValue(((0, 0, 1),), ((0, 0, 0),), ((0, 0),))
    closed = DataClassValue("reweighted", 1, ball([[Fraction(1, 3)] * 3]))
    env = {"F": framework, "Theta": closed, "M": rows}
    with pytest.raises(OutOfReach, match="depends on the edges"):
        value(attribute_delta(F, laws, M, eps), **env, eps=fmpq(0))
    env = {**env, "Theta": DataClassValue("all", 0, None)}
    monkeypatch.setattr(pufferfish, "MOST_CHOICES", 2)
    assert value(pufferfish_information(F, laws, M), **env) > 0
    monkeypatch.setattr(pufferfish, "MOST_CHOICES", 1)
    with pytest.raises(OutOfReach, match="2 channels are more than 1"):
        value(pufferfish_information(F, laws, M), **env)
    # Where there is one private value nothing is listed.
    env = {**env, "F": FrameworkValue(((0, 0, 0),), ((0, 0, 0),), ((0, 0),))}
    assert value(pufferfish_information(F, laws, M), **env) == 0


def test_the_largest_support_is_that_of_one_of_the_listed_laws() -> None:
    framework = FrameworkValue(((0, 1, 2),), ((0, 0, 0),), ((0, 0),))
    rows = ball([[Fraction(int(x == y)) for y in range(3)] for x in range(3)])
    one, two = [Fraction(1), Fraction(0), Fraction(0)], [Fraction(0), *[Fraction(1, 2)] * 2]
    for listed, most in (([one], 1), ([one, two], 2), ([two, one], 2), ([one, one[::-1]], 1)):
        data = DataClassValue("listed", len(listed), ball(listed))
        env = {"F": framework, "Theta": data, "M": rows}
        assert value(response_support(F, laws, M), **env) == most


def test_laws_on_other_alphabets_are_refused() -> None:
    third = ball([Fraction(1, 3)] * 3)
    framework = FrameworkValue(((0, 0, 1),), ((0, 0, 0),), ((0, 0),))
    for name, values, message in (
        ("prior_of", [third, (2, 2)], "not on the instances"),
        ("reweighted", [MemberValue(third, framework), 0, 0, third], "not of that secret"),
    ):
        record = QUANTITIES[name]
        assert record.reading is not None
        with pytest.raises(Unreadable, match=message):
            record.reading(BallReading(), record.of(record.arguments), values)


def test_weights_on_what_is_impossible_make_the_first_law() -> None:
    framework = FrameworkValue(((0, 1, 2),), ((0, 0, 0),), ((0, 0),))
    listed = np.array([[0.5, 0.5, 0.0], [0.25, 0.75, 0.0]])
    data = DataClassValue("reweighted", 2, listed)
    weights = np.array([[0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.5, 1.0, 0.0, 0.0]])
    with np.errstate(all="raise"):
        found = member_of(framework, data, weights)
    assert found.tolist() == [[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]]


def test_a_pad_and_its_key_tell_nothing_apart_and_all_together() -> None:
    """The data are two fair bits; the secret is the first, the mechanisms release s ⊕ r and r."""
    framework = FrameworkValue(((0, 0, 1, 1),), ((0, 0, 0, 0),), ((0, 0),))
    one, zero = Fraction(1), Fraction(0)
    pad = ball([[one, zero], [zero, one], [zero, one], [one, zero]])
    key = ball([[one, zero], [zero, one], [one, zero], [zero, one]])
    fair = DataClassValue("listed", 1, ball([[Fraction(1, 4)] * 4]))
    N = Channel("N", n, m)
    env = {"F": framework, "Theta": fair, "M": pad, "N": key}
    assert value(pufferfish_information(F, laws, M), **env) == 0
    assert value(pufferfish_information(F, laws, N), **env) == 0
    both = value(pufferfish_information(F, laws, parallel(M, N)), **env)
    assert as_float(both) == pytest.approx(math.log(2), abs=1e-15)


# --- frameworks -----------------------------------------------------------------------------------

D = Database("D")
on_rows = Mechanism("R", D, m)
all_laws = DataClass("Theta", instances(D), "all")


@pytest.mark.parametrize("shape", [(2,), (2, 2), (3, 2), (1, 3), (2, 2, 2)])
def test_differential_privacy_is_its_framework_under_all_laws(shape: tuple[int, ...]) -> None:
    rng = random.Random(str(shape))
    rows = [exact_law(rng, 3) for _ in range(math.prod(shape))]
    table = ball(rows)
    mechanism = MechanismValue(BallArray((*shape, 3), table.data), shape)
    env = {"D": shape, "R": mechanism, "Theta": DataClassValue("all", 0, None), "eps": fmpq(1, 2)}
    framework, channel = dp_framework(D), flat_mechanism(on_rows)
    one = value(dp_delta(on_rows, eps), **env)
    two = value(pufferfish_delta(framework, all_laws, channel, eps), **env)
    assert as_float(one) == pytest.approx(as_float(two), abs=1e-15)
    one = value(mi_dp(on_rows), **env)
    two = value(pufferfish_information(framework, all_laws, channel), **env)
    assert as_float(one) == pytest.approx(as_float(two), abs=1e-12)


@pytest.mark.parametrize("seed", range(15))
def test_attribute_privacy_asks_each_private_function_alone(seed: int) -> None:
    framework, rows, size = drawn(seed)
    law = exact_law(random.Random(seed), size)
    env = {"F": framework, "Theta": DataClassValue("listed", 1, ball([law])), "M": ball(rows),
           "eps": fmpq(1, 3)}
    own = value(attribute_delta(F, laws, M, eps), **env)
    apart = FrameworkValue(
        framework.private, ((0,) * size,), tuple((g, 0) for g in range(len(framework.private)))
    )
    assert as_float(own) == pytest.approx(listed_delta(apart, law, rows, 1 / 3), abs=1e-12)
    other = value(pufferfish_delta(without_public(F), laws, M, eps), **env)
    assert as_float(other) == pytest.approx(as_float(own), abs=1e-15)
    assert value(pufferfish_delta(without_edges(F), laws, M, eps), **env) == 0


@pytest.mark.parametrize("seed", range(15))
def test_attribute_privacy_is_the_supremum_that_defines_it(seed: int) -> None:
    """The kernel's definition, both ways: the supremum over the listed laws is the quantity."""
    framework, rows, size = drawn(seed)
    rng = random.Random(seed)
    listed = [exact_law(rng, size) for _ in range(2)]
    whole = definitions()["definition/attribute-delta"].then
    assert isinstance(whole, Relation)
    bind = whole.right
    assert isinstance(bind, Bind)
    env = {"n": size, "m": len(rows[0]), "F": framework, "M": ball(rows), "eps": fmpq(1, 3)}
    alone = FrameworkValue(
        framework.private, ((0,) * size,), tuple((g, 0) for g in range(len(framework.private)))
    )
    found = max(
        as_float(value(bind.body, **env, T=MemberValue(ball(law), alone))) for law in listed
    )
    data = DataClassValue("listed", len(listed), ball(listed))
    assert as_float(value(whole.left, **env, Theta=data)) == pytest.approx(found, abs=1e-15)


# --- moves ----------------------------------------------------------------------------------------

GOOD = {"private": [[0, 1]], "public": [[0, 0]], "edges": [[0, 0]]}


@pytest.mark.parametrize(("change", "rule"), [
    ({"private": []}, "no private function"),
    ({"private": [[1, 0]]}, "aren't numbered as they occur"),
    ({"private": [[0]]}, "items"),
    ({"private": [[0, 2]]}, "outside"),
    ({"edges": [[0, 1]]}, "outside"),
    ({"edges": [[0, 0], [0, 0]]}, "an edge twice"),
    ({"edges": [[0]]}, "items"),
    ({"more": []}, "is not an object"),
])
def test_a_move_that_is_no_framework_is_rejected(change: dict[str, Any], rule: str) -> None:
    read_moves([n, F], {"n": 2, "F": GOOD}, BallReading())
    with pytest.raises(Rejected, match=rule):
        read_moves([n, F], {"n": 2, "F": {**GOOD, **change}}, BallReading())


@pytest.mark.parametrize(("kind", "move", "rule"), [
    ("any", {"kind": "some"}, "another kind"),
    ("all", {"kind": "listed", "laws": [["1", "0"]]}, "another kind"),
    ("any", {"kind": "all", "laws": [["1", "0"]]}, "lists its laws"),
    ("any", {"kind": "listed"}, "lists its laws"),
    ("any", {"kind": "listed", "laws": []}, "not a list"),
    ("any", {"kind": "listed", "laws": [["1/2", "1/3"]]}, "sums to"),
    ("any", ["listed"], "not an object"),
])
def test_a_move_that_is_no_class_is_rejected(kind: str, move: Any, rule: str) -> None:
    with pytest.raises(Rejected, match=rule):
        read_moves([n, DataClass("Theta", n, kind)], {"n": 2, "Theta": move}, BallReading())


def test_a_member_is_made_by_its_class() -> None:
    member = Member("T", F, laws)
    moves = {"n": 2, "F": GOOD, "Theta": {"kind": "listed", "laws": [["1", "0"], ["1/2", "1/2"]]}}

    def read(**more: Any) -> MemberValue:
        found = read_moves([n, F, laws, member], {**moves, **more}, BallReading())["T"]
        assert isinstance(found, MemberValue)
        return found

    assert read(T=1).law.data == [fmpq(1, 2), fmpq(1, 2)]
    for wrong in (2, ["1/2", "1/2"]):
        with pytest.raises(Rejected):
            read(T=wrong)
    closed = {"kind": "reweighted", "laws": [["1/4", "3/4"]]}
    assert read(Theta=closed, T=["1/2", "1/2"]).law.data == [fmpq(1, 4), fmpq(3, 4)]
    assert read(Theta=closed, T=["0", "1"]).law.data == [0, 1]
    with pytest.raises(Rejected):
        read(Theta=closed, T=["1/2", "1/3"])
    with pytest.raises(Rejected):
        read(Theta={"kind": "all"}, T=["1/2", "1/3"])


def _mentioned() -> Claim:
    member = Member("T", F, laws)
    return claim(
        "all", forall=[F, laws, M, member, eps],
        given=[PP(F, laws, M, eps, 0), MIPP(F, laws, M, eps), AP(F, laws, M, eps, 0)],
        then=secret_information(F, member_law(member), M) <= eps,
    )


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_drawn_instances_are_read_by_the_kernel(data: st.DataObject) -> None:
    statement = _mentioned().statement
    assert statement is not None
    moves = data.draw(instances_of(statement))
    env = read_moves(statement.variables, moves, BallReading())
    framework = env["F"]
    assert framework.private
    assert all(max(f) < len(f) for f in framework.private + framework.public)
    law = env["T"].law
    assert sum(law.data, fmpq(0)) == 1


@given(frameworks(3))
def test_the_atoms_part_the_data(framework: FrameworkValue) -> None:
    atoms = framework.atoms()
    assert sorted(itertools.chain.from_iterable(atoms)) == [0, 1, 2]
    for atom, (g, w) in itertools.product(atoms, map(framework.edge, range(len(framework.edges)))):
        assert len({(g[x], w[x]) for x in atom}) == 1
