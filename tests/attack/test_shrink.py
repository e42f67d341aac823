"""Shrinking: what goes together goes together, and what can't be followed is passed."""

import numpy as np
from flint import fmpq

from verified import language as v
from verified.attack import attack
from verified.attack.certify import Instance
from verified.attack.search import Searcher
from verified.attack.shrink import VISIBLE, doubled, is_certain, shortened, shrink, smaller
from verified.instances.layout import Layout
from verified.quantities.pufferfish import member_law
from verified.syntax.sorts.pufferfish import FrameworkValue

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


def test_one_symbol_is_two_wherever_that_is_as_good() -> None:
    n, k = v.Size("n"), v.Size("k")
    P, U = v.Pmf("P", n), v.Channel("U", n, k)
    a = v.Symbol("a", n)
    full = v.every(a, P[a] > 0)
    # What is constant is all that matters, not that the law is certain.
    uncertain = v.claim(
        "c", forall=[P, U], given=[full], then=v.min_entropy(v.output(P, U)) > 0)
    for seed in range(3):
        report = attack(uncertain, seed=seed, budget=500)
        assert report.certificate is not None
        moves = report.certificate["moves"]
        assert len(moves["P"]) == 2
        assert all(part == "1" for row in moves["U"] for part in row if part != "0")
    # Of one number or one dimension there aren't two.
    r = v.Reals("r", n)
    i = v.Symbol("i", n)
    report = attack(v.claim("c", forall=[r], then=v.every(i, r[i] <= 1)), budget=500)
    assert report.certificate is not None
    assert report.certificate["moves"]["n"] == 1


def test_tight_numbers_are_plain_where_they_need_not_be_tight() -> None:
    """Of claims without laws too: one of x and y is set as near to the other as can be, and any y
    below x will do."""
    x, y = v.Real("x", ">=0"), v.Real("y", ">=0")
    for seed in range(2):
        report = attack(
            v.claim("c", forall=[x, y], given=[y < x], then=y**2 > x**2 + 1), seed=seed, budget=500)
        assert report.certificate is not None
        moves = report.certificate["moves"]
        assert max(len(moves[name]) for name in "xy") <= 5


def test_two_alike_share_what_the_one_had() -> None:
    variables = [n, v.Pmf("P", n), v.Size("m"), v.Channel("W", n, v.Size("m"))]
    layout = Layout(variables, [], {"n": 1, "m": 2})
    tables = exact([fmpq(1)]), exact([fmpq(1, 3), fmpq(2, 3)])
    (told, found), *_ = doubled(Instance(layout, tables, ()), ())
    assert told.startswith("n 2")
    assert found.layout.moves(found.laws, found.reals) == {
        "n": 2, "P": ["1/2", "1/2"], "m": 2, "W": [["1/3", "2/3"], ["1/3", "2/3"]],
    }
    framework = v.Framework("F", n)
    value = FrameworkValue(((0,),), ((0,),), ((0, 0),))
    layout = Layout([n, framework, v.Pmf("P", n)], [], {"n": 1, "F": value})
    instances = [one for _, one in doubled(Instance(layout, (exact([fmpq(1)]),), ()), ())]
    secrets = {one.layout.structure["F"].private for one in instances}
    assert secrets == {((0, 1),), ((0, 0),)}


def test_symbols_are_possible_wherever_that_is_as_good() -> None:
    layout = Layout([v.Pmf("P", 2)], [], {})
    start = Instance(layout, (exact([fmpq(0), fmpq(1)]),), ())
    best, _ = shrink(start, {"moves": {}}, (), lambda _: {"moves": {}})
    assert all(part > 0 for part in best.laws[0].reshape(-1))

    def likely(instance: Instance) -> dict[str, object] | None:
        return {"moves": {}} if instance.laws[0][0, 1] >= 1 else None

    best, _ = shrink(start, {"moves": {}}, (), likely)
    assert list(best.laws[0].reshape(-1)) == [0, 1]


def test_a_plain_law_keeps_its_possible_symbols() -> None:
    layout = Layout([v.Pmf("P", 2)], [], {})
    for law in ((fmpq(1, 2), fmpq(1, 2)), (fmpq(3, 4), fmpq(1, 4))):
        start = Instance(layout, (exact(list(law)),), ())
        best, _ = shrink(start, {"moves": {}}, (), lambda _: {"moves": {}})
        assert all(part > 0 for part in best.laws[0].reshape(-1))


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
        # A plain one of as many digits, where the search began near the bound.
        (r <= 7, "r", ("8", "10")),
        (r >= v.rational(-13, 10), "r", ("-2",)),
        (s <= 60, "s", ("75", "100")),
        (s >= v.rational(1, 7), "s", ("1/8", "1/10")),
    ):
        for seed in range(3):
            report = attack(v.claim("c", forall=[r, s], then=then), seed=seed, budget=500)
            assert report.certificate is not None
            assert report.certificate["moves"][name] in value


def test_a_number_is_left_where_no_plain_one_does() -> None:
    r = v.Real("r")
    within = [r >= v.rational(41, 2), r <= 23]
    report = attack(v.claim("c", forall=[r], given=within, then=r <= 20), budget=500)
    assert report.certificate is not None
    assert report.certificate["moves"]["r"] in {"21", "22", "23"}


def test_a_violation_that_is_clear_stays_clear() -> None:
    x = v.Real("x", ">0")
    # At plain numbers, 10 and 100, it fails by a few billionths only.
    claim = v.claim("c", forall=[x], given=[x <= 150], then=x <= 100 - v.exp(-x))
    assert claim.statement is not None
    for seed in range(3):
        report = attack(claim, seed=seed, budget=2000)
        assert report.certificate is not None
        assert fmpq(*map(int, report.certificate["moves"]["x"].split("/"))) > fmpq(1001, 10)
    layout = Layout([x], [], {})
    searcher = Searcher("c", claim.statement, "refutation", 0)
    faint, clear = (Instance(layout, (), (number,)) for number in (fmpq(100), fmpq(120)))
    assert searcher.violation(faint) < VISIBLE < searcher.violation(clear)
    # What is faint at the start may stay so.
    certificate = searcher.certifier(faint)
    assert certificate is not None
    found, _ = shrink(
        faint, certificate, claim.statement.given, searcher.certifier,
        violation=searcher.violation,
    )
    assert found.reals == (fmpq(100),)


def test_where_certain_data_refute_a_claim_others_do_if_they_can() -> None:
    n = v.Size("n")
    P, x = v.Pmf("P", n), v.Real("x", ">=0")
    entropy = v.H(P)
    # Uncertain data refute it where x is large, certain data everywhere.
    other = v.claim("c", forall=[n, P, x], given=[n >= 2], then=entropy >= 1 / (1 + x))
    # Certain data alone do.
    only = v.claim("c", forall=[n, P, x], given=[n >= 2, x <= 1], then=entropy > 0)
    for seed in range(3):
        for claim, certain in ((other, False), (only, True)):
            report = attack(claim, seed=seed, budget=2000)
            assert report.certificate is not None
            assert ("0" in report.certificate["moves"]["P"]) == certain


def test_channels_and_possible_symbols_are_not_certain() -> None:
    m = v.Size("m")
    layout = Layout([n, v.Pmf("P", n), m, v.Channel("W", n, m)], [], {"n": 2, "m": 2})
    rows = exact([fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)])
    even, certain = exact([fmpq(1, 2)] * 2), exact([fmpq(1), fmpq(0)])
    assert not is_certain(Instance(layout, (even, rows), ()))
    assert is_certain(Instance(layout, (certain, rows), ()))


def test_large_alphabets_are_cut_at_once() -> None:
    m = v.Size("m")
    layout = Layout([n, m, v.Pmf("P", n), v.Channel("W", n, m)], [], {"n": 30, "m": 20})
    law = exact([fmpq(1, 30)] * 30)
    rows = exact(*([fmpq(1 + 9 * (x == y), 20 + 9 * (x < 20)) for y in range(20)]
                   for x in range(30)))
    found = list(shortened(Instance(layout, (law, rows), ()), ()))
    sizes = [(one.layout.structure["n"], one.layout.structure["m"]) for one in found]
    assert sizes[:3] == [(2, 2), (3, 3), (4, 4)]
    assert sizes[-1] == (24, 20)
    assert found[1].laws[1].tolist() == [
        [fmpq(10 if x == y else 1, 12) for y in range(3)] for x in range(3)
    ]
    small = Layout([n, v.Pmf("P", n)], [], {"n": 3})
    assert not list(shortened(Instance(small, (exact([fmpq(1, 3)] * 3),), ()), ()))


def test_a_symbol_that_is_spoken_of_keeps_no_large_alphabet() -> None:
    """The last of many symbols is spoken of: another one goes."""
    P, x = v.Pmf("P", n), v.Symbol("x", n)
    layout = Layout([n, P, x], [], {"n": 10, "x": 9})
    law = exact([fmpq(k + 1, 55) for k in range(10)])
    (found,) = smaller(Instance(layout, (law,), ()), ())
    assert found.layout.structure == {"n": 9, "x": 8}
    assert found.laws[0][0, 8] == fmpq(10, 46)
    fewest = next(shortened(Instance(layout, (law,), ()), ()))
    assert fewest.layout.structure == {"n": 2, "x": 1}
    assert list(fewest.laws[0][0]) == [fmpq(1, 11), fmpq(10, 11)]
