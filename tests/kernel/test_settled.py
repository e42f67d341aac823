"""What is kept of a term rests on no facts: nothing that held in one place is taken to another."""

from __future__ import annotations

import itertools
import random

import pytest

from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.kernel.proof import check_step
from verified.kernel.settled import Note, Settled, settle, settled_of
from verified.kernel.theorem import Library
from verified.kernel.values import Rejected
from verified.language import (
    TV,
    Event,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    absolute,
    both,
    cases,
    equals,
    every,
    exp,
    log,
    negation,
    sqrt,
    total,
)
from verified.syntax import sharing
from verified.syntax.formulas import Formula
from verified.syntax.terms import REAL, Op, Term, free_variables

n, k = Size("n"), Size("k")
P, Q = Pmf("P", n), Pmf("Q", n)
a, b = Symbol("a", n), Symbol("b", n)
A = Event("A", n)
x, y, t = Real("x"), Real("y"), Real("t", ">0")
v = Reals("v", n)


def told(term: Term, facts: list[Formula]) -> str:
    """The normal form under the facts, or that there is none."""
    normaliser = Normaliser(facts)
    try:
        return str(normaliser.term(normaliser.poly(term)))
    except NotReal:
        return "not real"


# --- facts stay where they are --------------------------------------------------------------------

UNDER_FACTS = [
    (absolute(x), x >= 0),
    (sqrt(x), x >= 0),
    (log(x), x > 0),
    (1 / x, x > 0),
    (1 / x, negation(equals(x, 0))),
    (1 / (x + y), x + y > 0),
    (log(P[a]), P[a] > 0),
    (log(x * y), both(x > 0, y > 0)),
    (cases(x <= y, x, y), x <= y),
    (total(b, log(P[b])), every(a, P[a] > 0)),
    (total(b, P[b] * log(Q[b])), every(a, Q[a] > 0)),
    (total(b, absolute(v[b])), every(a, v[a] >= 0)),
    (P[a] / Q[a], Q[a] > 0),
    (x**y, x > 0),
    (Op("kl", (P, Q), REAL), Op("kl", (P, Q), REAL) <= 1),
    (P[a] * log(Q[a]), equals(Q[a], 1)),
]


@pytest.mark.parametrize("place", range(len(UNDER_FACTS)))
def test_what_a_fact_gives_isnt_kept(place):
    term, fact = UNDER_FACTS[place]
    alone = told(term, [])
    assert told(term, [fact]) != "not real"
    assert told(term, []) == alone
    # Nor within a term that holds it, nor in a normaliser within one that knows the fact.
    assert told(term + 1, [fact]) != "not real"
    assert (told(term + 1, []) == "not real") == (alone == "not real")
    inside = Normaliser([fact])
    Normaliser([], inside).poly(term)
    assert told(term, []) == alone


def test_what_is_settled_is_used_wherever_the_term_is():
    term = total(b, P[b] * exp(t * v[b]) / t) + TV(P, Q)
    told(term, [x <= 0])
    assert settled_of(term) is not None
    first, second = Normaliser([x <= y]), Normaliser()
    assert first.poly(term) is second.poly(term)
    assert second.sign_of(t) == 1


# --- one name for several things ------------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_one_name_for_two_sorts(order):
    """A variable that is positive in one proof is any number in another, whichever comes first."""
    for which in (*order, *order):
        var = (Real("u", ">0"), Real("u"))[which]
        assert (told(1 / var, []) == "not real") == (which == 1)
        assert (told(log(var), []) == "not real") == (which == 1)
        assert Normaliser().sign_of(var) == (1 if which == 0 else None)
        assert Normaliser([x <= 0]).sign_of(var + var) == (1 if which == 0 else None)


def test_two_sorts_of_one_name_met_by_one_normaliser():
    """Atoms go by their texts; what one says of its variable isn't kept for another's term."""
    positive, any_number = Real("z", ">0"), Real("z")
    for first, second in ((positive, any_number), (any_number, positive)):
        normaliser = Normaliser()
        for term in (first + 1, exp(first), exp(first) + 1, first * exp(first)):
            normaliser.poly(term)
        for term in (second + 1, exp(second), exp(second) + 1, second * exp(second)):
            normaliser.poly(term)
            found = settled_of(term)
            assert found is None or all(
                var == second for atom in found.atoms.values()
                for var in free_variables(atom).values()
            )
        assert Normaliser().sign_of(any_number * exp(any_number)) is None


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_bounds_of_one_name_in_other_sorts_are_not_noted(order):
    domains = ("[0,1]", "[0,2]", "")
    expected = ((0, None), (0, None), (None, None))
    for which in order:
        var = Real("w", domains[which])
        normaliser = Normaliser()
        assert normaliser.sign_of(var) == expected[which][0]
        assert (normaliser.sign_of(1 - var) is not None) == (which == 0)
        assert (normaliser.sign_of(2 - var) is not None) == (which != 2)


def test_symbols_of_one_name_in_two_alphabets():
    """a of n symbols indexes laws on n symbols only."""
    R = Pmf("R", k)
    at_n, at_k = Symbol("s", n), Symbol("s", k)
    for _ in range(2):
        assert told(Op("at", (P, at_n), REAL), []) != "not real"
        assert told(Op("at", (R, at_k), REAL), []) != "not real"
        assert told(Op("at", (P, at_k), REAL), []) == "not real"
        assert told(Op("at", (R, at_n), REAL), []) == "not real"
        assert Normaliser().sign_of(n - 1 - at_n) is not None
        assert Normaliser().sign_of(n - 1 - at_k) is None


def test_one_name_for_two_sorts_in_two_steps():
    """Rules ask normalisers of their own: what the first step knows of q is no help to the second.
    """
    library = Library({})
    sure, unsure = Real("q", ">=1"), Real("q")
    check_step("obvious", sure - 1 >= 0, [], {}, library)
    with pytest.raises(Rejected):
        check_step("obvious", unsure - 1 >= 0, [], {}, library)
    check_step("identity", equals(sure / sure, 1), [], {}, library)
    with pytest.raises(Rejected):
        check_step("identity", equals(unsure / unsure, 1), [], {}, library)
    known = check_step("assume", unsure > 0, [], {}, library)
    check_step("identity", equals(unsure / unsure, 1), [known], {}, library)
    with pytest.raises(Rejected):
        check_step("identity", equals(unsure / unsure, 1), [], {}, library)


# --- what is kept speaks of the term's own variables ----------------------------------------------


def kept(term: Term, *others: Term) -> tuple[Settled | None, list[Term]]:
    """What is kept of a term whose normal form is `others[0]` and of which the rest is noted."""
    normaliser = Normaliser()
    form, *noted = [normaliser.poly(other) for other in (others or (term,))]
    journal = [Note(str(place), poly, False) for place, poly in enumerate(noted)]
    found = settle(term, form, normaliser.atoms, journal)
    return found, [] if found is None else [normaliser.term(note.poly) for note in found.notes]


def test_a_form_that_speaks_of_other_variables_is_not_kept() -> None:
    own = P[a] + n
    found, _ = kept(own)
    assert found is not None
    assert settled_of(own) is found
    other = P[b] + n
    forget(other)
    assert kept(other, x + n) == (None, [])
    assert kept(other, Real("n") * 1) == (None, []), "of the same name, of another sort"
    assert settled_of(other) is None


def test_a_note_that_speaks_of_other_variables_is_left_out() -> None:
    term = Q[a] + x
    found, notes = kept(term, term, Q[a], y * 1, x * 1, Q[b], P[a])
    assert found is not None
    assert [str(note) for note in notes] == [str(Q[a]), "x"]
    assert set(found.atoms.values()) == {Q[a], x}


# --- order doesn't matter -------------------------------------------------------------------------

TERMS = [term for term, _ in UNDER_FACTS] + [
    n - 1, P[a] - P[b], exp(x) * exp(y), exp(t * x) / t, log(t) - log(t * 2), TV(P, Q),
    P[A], total(b, P[b]), total(b, P[b] * log(P[b])), total(b, P[b] * v[b]) ** 2,
    cases(P[a] <= Q[a], P[a], Q[a]), sqrt(t**2), absolute(t - 1), (x + 1) / (x + 1), t**x,
]
FACTS: list[list[Formula]] = [
    [], [x > 0], [x >= 0, x <= y], [P[a] > 0], [every(a, P[a] > 0)], [every(a, P[a] <= 2 * Q[a])],
    [x + 1 > 0, t <= 1], [equals(x, y), y > 0],
]


@pytest.mark.parametrize("seed", range(3))
def test_what_was_asked_before_changes_no_answer(seed):
    """Every term under every fact, in any order, as if it were the first."""
    asked = [(term, facts) for term in range(len(TERMS)) for facts in range(len(FACTS))]
    random.Random(seed).shuffle(asked)
    answers = {(term, facts): told(TERMS[term], FACTS[facts]) for term, facts in asked}
    for (term, facts), answer in answers.items():
        sharing.forget()
        forget(TERMS[term])
        for fact in FACTS[facts]:
            forget(fact)
        assert told(TERMS[term], FACTS[facts]) == answer, (TERMS[term], FACTS[facts])


def forget(node: object) -> None:
    """Drop what is remembered of a tree and of all that it stands on."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, tuple):
            waiting.extend(found)
        elif hasattr(found, "__dict__"):
            for name, value in list(vars(found).items()):
                if name[0] == "_":
                    del found.__dict__[name]
                else:
                    waiting.append(value)
