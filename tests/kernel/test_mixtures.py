"""Lists of numbers, and mixtures of any number of Gaussian laws: what is read and refused."""

from __future__ import annotations

import json

import pytest
from flint import fmpq

from verified.kernel.judgements import check_fits
from verified.kernel.normaliser import Normaliser
from verified.kernel.proof import check_proof
from verified.kernel.truth import BallReading, truth
from verified.kernel.values import Rejected
from verified.language import (
    Mixture,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    claim,
    differential_entropy,
    equals,
    every,
    gaussian,
    gaussian_mixture,
    laplace,
    law_mixture,
    pmf_of,
    rational,
    reals_of,
    reals_table,
    total,
)
from verified.numbers.balls import precision
from verified.proof.derivation import Derivation, ProofError
from verified.proof.library import known_statements
from verified.syntax.goals import normal
from verified.syntax.serial import read_statement, statement_data
from verified.syntax.sorts import ClaimError, RealsSort
from verified.syntax.terms import Bind, Op, number
from verified.syntax.wellformed import check_statement

n = Size("n")
P, m, v = Pmf("P", n), Reals("m", n), Reals("v", n, ">0")
r, s, j = Real("r"), Real("s", ">=0"), Symbol("j", n)
fair = pmf_of(rational(1, 2), rational(1, 2))


def held(formula):
    with precision(128):
        return truth(normal(formula), {}, BallReading({}))


def derivation(then, *variables):
    stated = claim("it", forall=list(variables), then=then)
    return Derivation("mine/it", stated.statement, known_statements())


# --- reading --------------------------------------------------------------------------------------


def test_a_list_of_numbers_is_read_part_by_part():
    squares = reals_table(4, lambda i: i * i)
    assert held(equals(total(Symbol("i", 4), squares[Symbol("i", 4)]), 14))
    assert held(equals(reals_of(5, 7, -2)[2], -2))
    assert held(equals(reals_of(5)[0], 5))


def test_numbers_that_sum_to_anything_are_no_law_but_a_list():
    assert held(reals_of(-3, 8)[0] < 0)


def test_a_mixture_is_that_of_its_laws():
    listed = gaussian_mixture(fair, reals_of(0, 3), reals_of(1, 2))
    written = law_mixture(fair, gaussian(0, 1), gaussian(3, 2))
    one, two = (differential_entropy(law) for law in (listed, written))
    close = rational("1e-20")
    assert held(one - two <= close)
    assert held(two - one <= close)
    swapped = law_mixture(fair, gaussian(0, 2), gaussian(3, 1))
    other = gaussian_mixture(fair, reals_of(0, 3), reals_of(1, 1))
    assert held(differential_entropy(other) < differential_entropy(swapped))


@pytest.mark.parametrize("spreads", [(1, 0), (1, -1)])
def test_a_mixture_wants_positive_variances(spreads):
    law = gaussian_mixture(fair, reals_of(0, 3), reals_of(*spreads))
    assert not held(differential_entropy(law) <= 100)
    assert not held(differential_entropy(law) >= -100)


def test_a_statement_with_lists_survives_its_file():
    wide = gaussian_mixture(P, m, reals_table(n, lambda i: v[i] + s))
    stated = claim("it", forall=[n, P, m, v, s, r], then=differential_entropy(wide) >= r)
    check_statement(stated.statement)
    assert read_statement(statement_data(stated.statement)) == stated.statement


# --- what is refused ------------------------------------------------------------------------------


def test_lists_of_other_lengths_are_refused():
    with pytest.raises(ClaimError, match="share an alphabet: 2 symbols meet 3"):
        gaussian_mixture(fair, reals_of(0, 1, 2), reals_of(1, 1))
    with pytest.raises(ClaimError, match="share an alphabet"):
        gaussian_mixture(P, m, reals_of(1, 1))
    with pytest.raises(ClaimError):
        reals_of()


@pytest.mark.parametrize(("body", "element"), [(fair, RealsSort(number(2))), (r, None)])
def test_a_forged_list_is_no_statement(body, element):
    """A list of laws, and one that says that its numbers are positive."""
    from verified.syntax.sorts import RealSort

    sort = element or RealsSort(number(2), RealSort(fmpq(0), None, True, False))
    forged = Bind("table", Symbol("i", 2), None, body, sort)
    part = Op("component", (forged, number(0)), sort.element)
    with pytest.raises(ClaimError):
        check_statement(claim("it", forall=[r], then=part > 0).statement)


def test_proofs_read_lists_at_symbols_in_range_only():
    d = derivation(r <= r, r, n)
    assert d.identity(equals(reals_of(r, 2 * r)[1], 2 * r))
    with pytest.raises(ProofError):
        d.identity(equals(reals_of(r, 2 * r)[1], r))
    with pytest.raises((ProofError, ClaimError)):
        d.identity(equals(reals_of(r, 2 * r)[2], 2 * r))
    undefined = reals_of(r, 1 / r)
    with pytest.raises(ProofError):
        # Where r is 0 the list has no second part, so it is no list.
        d.identity(equals(undefined[0], r))


def test_a_mixture_has_an_entropy_only_if_its_variances_are_shown_positive():
    key = "background/mixture-max-entropy"
    d = derivation(r <= r, P, m, v, s, r)
    wide = reals_table(n, lambda i: v[i] + s)
    assert d.cite(key, P=P, m=m, v=wide)
    for spreads in (reals_table(n, lambda i: m[i]), reals_table(n, lambda i: s + 0 * i), m):
        with pytest.raises(ProofError):
            d.cite(key, P=P, m=m, v=spreads)
    with pytest.raises((ProofError, ClaimError)):
        d.cite(key, P=P, m=reals_of(1, 2), v=v)


def test_equal_lists_are_exchanged_and_others_are_not():
    d = derivation(r <= r, P, m, v, s, r)
    moved, back = reals_table(n, lambda i: m[i] + r), reals_table(n, lambda i: r + m[i])
    line = d.cite("background/mixture-max-entropy", P=P, m=moved, v=v)
    same = d.forall(j, d.identity(equals(moved[d.fix(j)], back[j])))
    assert str(back) in str(d.rewrite(same, line).formula)
    one_place = d.assume(every(j, equals(moved[j], m[j]), where=j <= 0))
    with pytest.raises((ProofError, Rejected)):
        d.rewrite(one_place, line)


def test_a_proof_that_cites_at_lists_survives_its_file():
    """The parts of a list lie in no interval that those of the variable lay in."""
    key = "background/mixture-max-entropy"
    d = derivation(r <= r, P, m, s, r)
    positive = reals_table(n, lambda i: s + 1 + 0 * i)
    line = d.cite(key, P=P, m=m, v=positive)
    stated = claim("it", forall=[P, m, s], then=line.formula)
    proof = Derivation("mine/it", stated.statement, known_statements())
    proof.qed(proof.cite(key, P=P, m=m, v=positive))
    assert check_proof(json.loads(json.dumps(proof.certificate()))).claim == "mine/it"


def test_what_holds_of_mixtures_holds_of_no_other_laws():
    """A variable that is a mixture of n Gaussians takes such variables alone."""
    X = Mixture("X", n)
    for term in (X, Mixture("Y", n)):
        check_fits(Normaliser(), term, X.of)
    for term in (laplace(0, 1), gaussian(0, 1), Mixture("Y", n + 1), Mixture("Y", 1)):
        with pytest.raises(Rejected, match="isn't shown to be a mixture"):
            check_fits(Normaliser(), term, X.of)
