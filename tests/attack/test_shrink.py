"""Shrinking: what goes together goes together, and what can't be followed is passed."""

import numpy as np
from flint import fmpq

from verified import language as v
from verified.attack import attack
from verified.attack.certify import Instance
from verified.attack.shrink import smaller
from verified.instances.layout import Layout
from verified.quantities.pufferfish import member_law

n = v.Size("n")


def exact(*rows: list[fmpq]) -> np.ndarray:
    table = np.empty((len(rows), len(rows[0])), dtype=object)
    for index, row in enumerate(rows):
        table[index] = row
    return table


def test_a_law_and_a_tuple_lose_the_same_symbol() -> None:
    variables = [n, v.Pmf("P", n), v.Reals("r", n)]
    layout = Layout(variables, [], {"n": 3})
    law = exact([fmpq(1, 2), fmpq(1, 3), fmpq(1, 6)])
    numbers = fmpq(10), fmpq(20), fmpq(30)
    found = [
        candidate.layout.moves(candidate.laws, candidate.reals)
        for candidate in smaller(Instance(layout, (law,), numbers), ())
    ]
    assert found == [
        {"n": 2, "P": ["3/5", "2/5"], "r": ["10", "20"]},
        {"n": 2, "P": ["3/4", "1/4"], "r": ["10", "30"]},
        {"n": 2, "P": ["2/3", "1/3"], "r": ["20", "30"]},
    ]


def test_a_tuple_of_another_length_stays() -> None:
    layout = Layout([n, v.Reals("r", 2)], [], {"n": 2})
    instance = Instance(layout, (), (fmpq(1), fmpq(2)))
    assert {tuple(candidate.reals) for candidate in smaller(instance, ())} == {(1, 2)}


def test_a_member_goes_with_its_law() -> None:
    framework, laws = v.Framework("F", n), v.DataClass("Y", n, "listed")
    member = v.Member("T", framework, laws)
    entropy = v.H(member_law(member))
    low = v.claim("c", forall=[member], given=[entropy >= v.rational(1, 10)],
                  then=entropy <= v.rational(1, 2))
    report = attack(low, seed=0, budget=2000)
    assert report.certificate is not None
    moves = report.certificate["moves"]
    assert moves["T"] == 0
    assert len(moves["Y"]["laws"]) == 1


def test_a_number_is_the_plainest_that_does() -> None:
    r, s = v.Real("r"), v.Real("s", ">0")
    for then, name, value in (
        (r <= 7, "r", "10"),
        (r >= v.rational(-13, 10), "r", "-2"),
        (s <= 60, "s", "100"),
        (s >= v.rational(1, 7), "s", "1/10"),
    ):
        for seed in range(3):
            report = attack(v.claim("c", forall=[r, s], then=then), seed=seed, budget=500)
            assert report.certificate is not None
            assert report.certificate["moves"][name] == value


def test_a_number_is_left_where_no_plain_one_does() -> None:
    r = v.Real("r")
    within = [r >= v.rational(41, 2), r <= 23]
    report = attack(v.claim("c", forall=[r], given=within, then=r <= 20), budget=500)
    assert report.certificate is not None
    assert report.certificate["moves"]["r"] in {"21", "22", "23"}
