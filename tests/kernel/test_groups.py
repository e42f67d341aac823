"""Groups of entries as one entry: what the kernel takes for a law, and false neighbours of the
definitions, which must fall."""

from __future__ import annotations

from typing import Any

import pytest

from verified.attack import attack
from verified.kernel.judgements import defined
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.language import (
    Close,
    bayesian_epsilon,
    cardinality,
    cases,
    complement,
    entries,
    entry_of,
    equals,
    group_channel,
    group_given,
    group_information,
    group_values,
    hamming,
    information,
    instances,
    largest_alphabet,
    prior_mass,
    response_given,
    singleton,
    total,
    with_group,
)
from verified.proof.library import known_statements
from verified.syntax.claims import Claim, Paper, build_statement
from verified.syntax.terms import (
    Database,
    Event,
    Mechanism,
    Prior,
    Real,
    Size,
    Symbol,
    number,
)

D, m = Database("D"), Size("m")
M, P = Mechanism("M", D, m), Prior("P", D)
group, known = Event("I", entries(D)), Event("K", entries(D))
x, i, y = Symbol("x", instances(D)), Symbol("i", entries(D)), Symbol("y", m)
v, w = (Symbol(name, group_values(D, group)) for name in ("v", "w"))
own = singleton(i, entries(D))
a, b = (Symbol(name, group_values(D, own)) for name in ("v", "w"))
eps = Real("eps", ">=0")
outside = (instances(D), Symbol("z", m), number(-1), Real("t", ">=0") + 0)


def test_laws_of_groups_are_laws() -> None:
    plain = Normaliser(())
    for law in (group_given(P, x, group, known), group_given(P, 0, own, complement(group)),
                group_channel(M, x, group), response_given(P, M, x, group, known),
                response_given(P, M, x, group, known)[v], group_channel(M, x, group)[w]):
        assert defined(plain, law)
    assert plain.sign_of(group_values(D, group)) == 1
    assert plain.sign_of(instances(D) - 1 - with_group(D, x, group, v)) == 0


@pytest.mark.parametrize("place", outside, ids=str)
def test_an_instance_out_of_range_has_no_law(place: Any) -> None:
    plain = Normaliser(())
    for law in (group_given(P, place, group, known), group_channel(M, place, group),
                response_given(P, M, place, group, known)):
        assert not defined(plain, law)
    with pytest.raises(NotReal):
        plain.poly(with_group(D, place, group, v))


@pytest.mark.parametrize("value", [group_values(D, group), a, x, number(1)], ids=str)
def test_a_value_of_another_group_is_refused(value: Any) -> None:
    plain = Normaliser(())
    for term in (with_group(D, x, group, value), group_given(P, x, group, known)[value],
                 group_channel(M, x, group)[value, y]):
        with pytest.raises(NotReal):
            plain.poly(term)


def test_an_event_that_may_not_be_one_makes_no_law() -> None:
    lost = singleton(entries(D), entries(D))
    plain = Normaliser(())
    assert not defined(plain, group_given(P, x, lost, known))
    assert not defined(plain, group_given(P, x, group, lost))
    assert not defined(plain, group_channel(M, x, lost))
    assert not defined(plain, response_given(P, M, x, group, lost))
    with pytest.raises(NotReal):
        plain.poly(group_values(D, lost))


rows = response_given(P, M, x, own, known)
when = group_given(P, x, own, known)
within, there = bayesian_epsilon(P, M) <= eps, prior_mass(P, x) > 0


def mean(law: Any, channel: Any) -> Any:
    return total(x, prior_mass(P, x) * information(law, channel))


def valued(instance: Any) -> Any:
    """1 where the group has the value v."""
    return cases(equals(with_group(D, instance, group, v), instance), 1, 0)


def alike(instance: Any, which: Any) -> Any:
    """1 where a group is that of x."""
    return cases(equals(*(
        with_group(D, at, complement(which), 0) for at in (instance, x))), 1, 0)


near = Symbol("z", instances(D))
mass = prior_mass(P, near)

FALSE = {
    # Each forgets what is known, or knows the group itself.
    "group-given": ([P, x, group, known, v], [], equals(
        group_given(P, x, group, known)[v], total(near, mass * valued(near))
    )),
    "group-given.itself": ([P, x, group, known, v], [], equals(
        total(near, mass * alike(near, group)) * group_given(P, x, group, known)[v],
        total(near, mass * alike(near, group) * valued(near)),
    )),
    "response-given": ([P, M, x, group, known, v, y], [], equals(
        total(near, mass * valued(near)) * response_given(P, M, x, group, known)[v, y],
        total(near, mass * valued(near) * M[near][y]),
    )),
    "group-value": ([D, x, group], [], total(v, cases(
        equals(with_group(D, x, group, v), x), 0, 1)) <= 0),
    "with-group-inside": ([D, x, near, group, v, i], [], equals(
        entry_of(D, with_group(D, x, group, v), i), entry_of(D, with_group(D, near, group, v), i)
    )),
    "group-values": ([D, group], [], (
        group_values(D, group) + 1 <= largest_alphabet(D) ** cardinality(group)
    )),
    "with-group-near": ([D, x, group, v, w], [], (
        hamming(D, with_group(D, x, group, v), with_group(D, x, group, w)) + 1
        <= cardinality(group)
    )),
    "group-channel": ([M, x, group, v, y], [], equals(
        group_channel(M, x, group)[v, y], M[x][y]
    )),
    # The law of the group where it is known itself.
    "group-information-others": ([P, M, group], [], equals(
        group_information(P, M, group, complement(group)),
        mean(group_given(P, x, group, group), group_channel(M, x, group)),
    )),
    "group-information": ([P, M, group, known], [], equals(
        group_information(P, M, group, known),
        mean(group_given(P, x, group, group), response_given(P, M, x, group, known)),
    )),
    # Without one condition each; an impossible condition's law is uniform.
    "bayesian-epsilon-known": (
        [P, M, x, i, known, a, b, eps], [within, there, when[a] > 0],
        Close(rows[a], rows[b], eps, 0),
    ),
    "bayesian-epsilon-known.half": (
        [P, M, x, i, known, a, b, eps], [within, there, when[a] > 0, when[b] > 0],
        Close(rows[a], rows[b], eps / 2, 0),
    ),
}


@pytest.mark.parametrize("name", sorted(FALSE))
def test_false_neighbours_fall(name: str) -> None:
    variables, given, then = FALSE[name]
    key = name.partition(".")[0]
    assert known_statements().keys() & {"definition/" + key, "background/" + key}
    statement = build_statement("it", variables, given, then)
    claim = Claim("definition/it", Paper("definition"), statement=statement)
    assert attack(claim, seed=3, budget=20_000, seconds=20).status == "refuted"
