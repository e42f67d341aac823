"""Normal forms, signs and what is defined, against the values at instances: what the second checker
says of a term holds wherever the facts do, in alphabets of no symbols too."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recheck.errors import Undefined, Unknown
from recheck.forms import Facts
from recheck.trees import Canonical
from tests.recheck.room import Rejected, Unsupported, reals
from tests.recheck.terms import SCOPE, Terms, drawn, op, read, read_fact, value_of
from verified import language as v
from verified.syntax.serial import data
from verified.syntax.terms import number


@pytest.fixture(autouse=True)
def _precision():
    before = reals.Precision.bits
    yield
    reals.Precision.bits = before


def tried(seed):
    """How many instances what is said of a random term was tried at."""
    rng = random.Random(seed)
    terms = Terms(rng)
    facts = [fact for fact in (read_fact(terms.fact()) for _ in range(rng.randrange(3))) if fact]
    term = read(terms.term(rng.randrange(1, 4)))
    if term is None:
        return 0
    known, seen = Facts(facts, SCOPE, Canonical()), 0
    try:
        sign, below = known.sign_of(term), known.below(term)
        poly = known.poly(term) if known.is_real(term) else None
    except (Rejected, LookupError, Unsupported):
        return 0
    if not below and poly is None:
        return 0
    for judge, env in drawn(rng, facts):
        try:
            value = judge.term(term, env)
        except Unknown:
            continue
        except (Undefined, Rejected) as error:
            raise AssertionError(f"{term} under {facts} at {env}: {error}") from error
        except Unsupported:
            continue
        told = f"{term} is {value} under {facts} at {env}"
        assert value.hi > -reals.INF, told
        if poly is not None:
            assert not value.infinite, told
            assert sign != 1 or value.hi > 0, told
            assert sign != 0 or value.hi >= 0, told
            try:
                other = value_of(poly, known.atoms, judge, env)
            except (ArithmeticError, Rejected, Unsupported):
                continue
            assert value.lo <= other.hi, (told, poly, other)
            assert other.lo <= value.hi, (told, poly, other)
        seen += 1
    return seen


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**12))
def test_what_is_said_of_a_term_holds_at_instances(seed):
    tried(seed)


def test_terms_are_tried_at_many_instances():
    assert sum(tried(seed) for seed in range(150)) > 150


def test_a_root_of_a_square_is_no_number_without_a_sign():
    """√(x²) isn't x where x may be negative, though x² is positive."""
    x = ["var", "x"]
    square = op("mul", x, x)
    known = Facts([["relation", "<", ["number", "0"], square]], SCOPE, Canonical())
    for root in (op("sqrt", square), op("exp", op("div", op("log", square), ["number", "2"]))):
        assert known.poly(root) != known.poly(x)
    positive = Facts([["relation", "<", ["number", "0"], x]], SCOPE, Canonical())
    assert positive.poly(op("sqrt", square)) == positive.poly(x)


ROOT, PI = v.sqrt(2), v.pi()


@pytest.mark.parametrize(("one", "two", "same"), [
    (2 / ROOT, ROOT, True), (ROOT / 2, 1 / ROOT, True), (v.sqrt(8), 2 * ROOT, True),
    (1 / v.sqrt(v.rational(1, 2)), ROOT, True), (2 / v.sqrt(2 * PI), v.sqrt(2 / PI), True),
    (number(2) ** v.rational(-5, 3), number(2) ** v.rational(1, 3) / 4, True),
    (2 / ROOT, 1 / ROOT, False),
    (number(2) ** v.rational(-5, 3), number(2) ** v.rational(1, 3) / 2, False),
])
def test_powers_of_numbers_have_one_form(one, two, same):
    """Powers of 2 are brought between 0 and 1, so that 2/√2 is √2."""
    known = Facts([], {}, Canonical())
    assert (known.poly(data(one)) == known.poly(data(two))) is same
