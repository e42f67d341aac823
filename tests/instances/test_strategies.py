"""Strategies: what they draw is exact and in its sort, covers the edges, and shrinks."""

import doctest
import itertools
from random import Random

import pytest
from flint import fmpq
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from verified.errors import InputError
from verified.instances import strategies as s
from verified.kernel.truth import BallReading
from verified.kernel.values import Rejected, read_moves
from verified.language import (
    Channel,
    Database,
    Event,
    Joint,
    Markov,
    Mechanism,
    Pmf,
    Prior,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    claim,
    entries,
)
from verified.syntax.sorts import ClaimError

quick = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

n, m, k = Size("n"), Size("m"), Size("k", low=0)
D = Database("D")
i = Symbol("i", entries(D))
J = Joint("J", U=n, V=m, W=2)
EVERY_SORT = [
    Real("x"), Real("t", "(0,1)"), Real("y", "<=3"), Reals("r", k, ">0"), Symbol("a", n),
    Event("A", n), Pmf("P", n), Channel("W", n, m), J, Mechanism("M", D, m), Prior("R", D),
    Prior("Ri", D, "independent"), Prior("Rs", D, "split", i), Queries("S", D, m, 2),
    Queries("Sq", D, m, 2, "sequential"), Queries("Sp", D, m, 2, "partial"),
]


def statement_of(var):
    given = [Markov(J, "U", "V", "W")] if var is J else []
    return claim("any", forall=[var, n, m], given=given, then=n <= m).statement


@pytest.mark.parametrize("var", EVERY_SORT, ids=lambda var: f"{var.name}-{type(var.of).__name__}")
def test_instances_of_every_sort_are_moves_that_the_kernel_reads(var):
    statement = statement_of(var)

    @quick
    @given(s.instances_of(statement))
    def check(moves):
        assert set(moves) == {part.name for part in statement.variables}
        read_moves(statement.variables, moves, BallReading())

    check()


def test_the_kernel_would_reject_a_wrong_move():
    statement = statement_of(EVERY_SORT[6])
    moves = find(s.instances_of(statement), lambda moves: moves["n"] == 2, random=Random(1))
    with pytest.raises(Rejected):
        read_moves(statement.variables, {**moves, "P": ["1/2", "1/3"]}, BallReading())


@quick
@given(s.pmfs())
def test_pmfs_sum_to_exactly_one(law):
    assert sum(law, fmpq(0)) == 1
    assert min(law) >= 0


@pytest.mark.parametrize(
    "wanted",
    [
        lambda pair: len(pair[0]) == 1,
        lambda pair: len(pair[0]) > 2 and pair[0] == pair[1] and min(pair[0]) > 0,
        lambda pair: any(0 < part < fmpq(1, 10**6) for part in pair[0]),
        lambda pair: any(p == 0 < q for p, q in zip(*pair, strict=True)),
        lambda pair: max(pair[0]) > fmpq(99999, 100000) and min(pair[0]) > 0,
        lambda pair: 0 < max(abs(p - q) for p, q in zip(*pair, strict=True)) < fmpq(1, 10**5),
    ],
    ids=["one symbol", "equal", "rare", "zero against not", "near-deterministic", "related"],
)
def test_pairs_cover_the_edges(wanted):
    many = settings(max_examples=5000, database=None)
    assert wanted(find(s.pmf_pairs(), wanted, settings=many, random=Random(1)))


def apart(p, q):
    return sum((abs(a - b) for a, b in zip(p, q, strict=True)), fmpq(0))


def test_failures_shrink_to_few_symbols_and_small_denominators():
    p, q = find(s.pmf_pairs(), lambda pair: apart(*pair) > fmpq(1, 2), random=Random(1))
    assert len(p) == 2
    assert max(part.q for part in p + q) <= 2
    joint = find(
        s.joints(U=None, V=None, W=2, markov=[("U", "V", "W")]),
        lambda joint: sum(part > 0 for part in joint.law) >= 2,
        random=Random(1),
    )
    assert len(joint.law) <= 4
    assert max(part.q for part in joint.law) <= 2


@quick
@given(s.channel_chains(3))
def test_chains_of_channels_fit_one_another(chain):
    for first, second in itertools.pairwise(chain):
        assert all(len(row) == len(second) for row in first)
    assert all(sum(row, fmpq(0)) == 1 for channel in chain for row in channel)


@quick
@given(s.joints(U=2, V=None, W=3, independent=[("U", "W")]))
def test_joint_laws_are_independent_where_asked(joint):
    sizes = dict(joint.alphabets)
    cells = [(u, v, w) for u in range(2) for v in range(sizes["V"]) for w in range(3)]
    law = dict(zip(cells, joint.law, strict=True))
    for u in range(2):
        for w in range(3):
            pair = sum((law[u, v, w] for v in range(sizes["V"])), fmpq(0))
            one = sum((mass for cell, mass in law.items() if cell[0] == u), fmpq(0))
            two = sum((mass for cell, mass in law.items() if cell[2] == w), fmpq(0))
            assert pair == one * two


@quick
@given(st.data())
def test_databases_priors_mechanisms_and_queries_fit_one_another(data):
    shape = data.draw(s.databases())
    instances = 1
    for size in shape:
        instances *= size
    assert len(data.draw(s.priors(shape)).law) == instances
    mechanism = data.draw(s.mechanisms(shape, 2))
    assert len(mechanism.rows) == instances
    assert all(sum(row, fmpq(0)) == 1 for row in mechanism.rows)
    asked = data.draw(s.queries(shape, 2, 2, "sequential"))
    assert [len(table) for table in asked.tables] == [instances, 2 * instances]


@pytest.mark.parametrize("domain", ["", ">=0", ">0", "(0,1)", "[0,1]", "<=-2"])
def test_reals_lie_in_their_domain(domain):
    sort = s.sorts.parse_interval(domain)
    near = find(s.reals(domain), lambda x: sort.contains(x) and x.q > 10**6, random=Random(1))
    assert near.q > 10**6

    @quick
    @given(s.reals(domain))
    def check(value):
        assert sort.contains(value)

    check()


@pytest.mark.parametrize(
    "build",
    [
        lambda: s.pmfs(0),
        lambda: s.pmf_tuples(0),
        lambda: s.channel_chains(0),
        lambda: s.joints(),
        lambda: s.joints(U=0),
        lambda: s.priors((2,), "free"),
        lambda: s.priors((2,), "split", 1),
        lambda: s.priors((2,), "any", 0),
        lambda: s.mechanisms(()),
        lambda: s.queries(kind="odd"),
    ],
)
def test_bad_arguments_are_refused_at_once(build):
    with pytest.raises(InputError):
        build()


def test_constraints_on_variables_that_are_not_there_are_refused():
    with pytest.raises(ClaimError):
        s.joints(U=2, V=2, independent=[("U", "Z")])


def test_the_documented_examples_hold():
    assert doctest.testmod(s).failed == 0
