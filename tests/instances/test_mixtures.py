"""Gaussian mixtures: a sort of laws on the real line, drawn, refuted and checked."""

import numpy as np
import pytest
from flint import fmpq

from verified import language as v
from verified.attack import attack
from verified.attack.certify import Instance
from verified.attack.shrink import smaller
from verified.instances.draw import draw_points
from verified.instances.layout import Layout
from verified.kernel.certificate import check
from verified.kernel.truth import BallReading
from verified.kernel.values import read_moves
from verified.measures.continuous import LawValue
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula
from verified.syntax.latex import latex
from verified.syntax.serial import FormatError
from verified.syntax.sorts import ClaimError, LawSort
from verified.syntax.wellformed import check_statement

k = v.Size("k")
X, Y, Z = v.Mixture("X", k), v.Mixture("Y", v.Size("l")), v.Mixture("Z", k)
MOVE = {"weights": ["1/3", "2/3"], "means": ["-1", "5/2"], "variances": ["1", "1/4"]}


def stated(then: Formula) -> Statement:
    statement = v.claim("c", forall=[X, Y], then=then).statement
    assert statement is not None
    return statement


def test_a_mixture_is_a_law_on_the_line() -> None:
    statement = stated(v.Close(X, Y, 1, v.TV(X, Y)))
    assert str(statement).startswith(
        "for all k >= 1, X a mixture of k Gaussians, l >= 1, Y a mixture of l Gaussians: X ~(1,"
    )
    assert r"X \text{ a mixture of } k \text{ Gaussians}" in latex(statement)
    check_statement(statement)
    assert isinstance(X.of, LawSort)
    one = v.Mixture("X", 1)
    single = v.claim("c", forall=[one], then=v.differential_entropy(one) <= 1)
    assert str(single.statement) == "for all X a mixture of 1 Gaussian: h(X) <= 1"
    for build in (
        lambda: v.Mixture("X", 0), lambda: v.Mixture("X", v.Real("x")), lambda: X + 1,
        lambda: v.KL(X, v.Pmf("P", 2)), lambda: v.H(X),
    ):
        with pytest.raises(ClaimError):
            build()


def test_its_value_is_that_of_the_term() -> None:
    """A mixture's variable means what `gaussian_mixture` of its parts means."""
    weights, means, variances = v.Pmf("w", k), v.Reals("m", k), v.Reals("s", k, ">0")
    reading = BallReading()
    env = read_moves([k, X], {"k": 2, "X": MOVE}, reading)
    apart = read_moves([k, weights, means, variances], {
        "k": 2, "w": MOVE["weights"], "m": MOVE["means"], "s": MOVE["variances"],
    }, reading)
    assert env["X"] == reading.term(v.gaussian_mixture(weights, means, variances), apart)


@pytest.mark.parametrize(("change", "match"), [
    ({"weights": ["1/3", "1/3"]}, "sums to 2/3"), ({"weights": ["4/3", "-1/3"]}, "negative"),
    ({"weights": ["1"]}, "1 items, not 2"), ({"means": ["0", "0", "0"]}, "3 items, not 2"),
    ({"means": [0, 0]}, "string p/q"), ({"means": ["0", "inf"]}, "not a rational"),
    ({"variances": ["1", "0"]}, "outside"), ({"variances": ["1", "-1"]}, "outside"),
    ({"variances": ["1", True]}, "string p/q"), ({"variances": None}, "not a list"),
    ({"shape": []}, "object with weights"),
])
def test_what_is_no_mixture_is_refused(change: dict[str, object], match: str) -> None:
    read_moves([k, X], {"k": 2, "X": MOVE}, BallReading())
    with pytest.raises(FormatError, match=match):
        read_moves([k, X], {"k": 2, "X": MOVE | change}, BallReading())
    for odd in ([], None, "1", {"weights": ["1"]}):
        with pytest.raises(FormatError, match="object with weights"):
            read_moves([k, X], {"k": 2, "X": odd}, BallReading())


def drawn(count: int, components: int) -> tuple[LawValue, LawValue]:
    layout = Layout([k, X, Z], [], {"k": components})
    points = draw_points(layout, count, np.random.default_rng(0))
    values = layout.values(points.laws(), points.numbers(layout.reals))
    return values["X"], values["Z"]


def test_draws_reach_far_and_near() -> None:
    one, two = drawn(3000, 2)
    spreads = np.stack([part.spread for part in one.parts])
    means = np.stack([part.location for part in one.parts])
    apart = np.abs(means[0] - means[1])
    assert (spreads > 0).all()
    assert np.mean(spreads == 1) > 0.03
    assert np.mean(means == 0) > 0.03
    assert np.mean(spreads[0] == spreads[1]) > 0.2
    assert np.mean(apart == 0) > 0.04
    assert np.mean(apart > 5) > 0.1
    others = np.stack([part.location for part in two.parts])
    assert np.mean((means == others).all(axis=0)) > 0.04
    for power in range(1, 6):
        near = (abs(means - others) > 10.0 ** (-power - 1)) & (abs(means - others) < 10.0**-power)
        assert np.mean(near.all(axis=0)) > 0.01, power


def test_a_component_goes_whole() -> None:
    layout = Layout([k, X], [], {"k": 2})
    weights = np.empty((1, 2), dtype=object)
    weights[0] = [fmpq(1, 3), fmpq(2, 3)]
    numbers = fmpq(-1), fmpq(5, 2), fmpq(1), fmpq(1, 4)
    instance = Instance(layout, (weights,), numbers)
    assert layout.moves((weights,), numbers)["X"] == MOVE
    found = [one.layout.moves(one.laws, one.reals)["X"] for one in smaller(instance, ())]
    assert found == [
        {"weights": ["1"], "means": ["-1"], "variances": ["1"]},
        {"weights": ["1"], "means": ["5/2"], "variances": ["1/4"]},
    ]


def test_false_claims_about_mixtures_fall() -> None:
    for then in (v.KL(X, Y) <= v.KL(Y, X), v.TV(X, Y) <= v.rational(9, 10)):
        report = attack(stated(then), seed=1, budget=2000)
        assert report.status == "refuted", then
        assert report.certificate is not None
        assert check(report.certificate).polarity == "refutation"
        assert " N(" in str(report)


def test_true_claims_about_mixtures_survive() -> None:
    pinsker = stated(2 * v.TV(X, Y) ** 2 <= v.KL(X, Y))
    assert attack(pinsker, seed=2, budget=300).status == "survived"
