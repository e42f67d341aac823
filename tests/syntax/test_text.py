import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.syntax import trees
from verified import language as v
from verified.syntax.formulas import DEFINITIONS
from verified.syntax.lines import claim_text
from verified.syntax.quantity import QUANTITIES
from verified.syntax.terms import Op
from verified.syntax.text import text

n, eps, x = trees.n, trees.eps, trees.x
P, Q, a, A = trees.P, trees.Q, trees.a, trees.A


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (x - (x - 1), "x - (x - 1)"),
        (x - x - 1, "x - x - 1"),
        (x + (x + 1), "x + (x + 1)"),
        (x * (x + 1) / (2 * x), "x*(x + 1)/(2*x)"),
        (-(x**2), "-x^2"),
        ((-x) ** 2, "(-x)^2"),
        (x**-x, "x^(-x)"),
        ((x**x) ** x, "(x^x)^x"),
        (x ** (x**x), "x^x^x"),
        (x - v.rational(-1), "x - (-1)"),
        (v.rational(1, 3) ** 2, "(1/3)^2"),
        (x / v.rational(1, 3), "x/(1/3)"),
        (v.absolute(x) - (-x), "|x| - (-x)"),
        (v.renyi(P, Q, float("inf")), "D_[inf](P || Q)"),
        (v.hockey_stick(P, Q, eps), "E_exp(eps)(P || Q)"),
        (v.total(a, P[a] * v.log(P[a])), "sum_{a < n}(P(a)*ln(P(a)))"),
        (v.largest(A, P[A], where=P[A] > 0), "max_{A within n symbols with P(A) > 0}(P(A))"),
        (v.H(trees.J, "U,V|W"), "H_J(U,V|W)"),
        (v.H(trees.J, "U"), "H_J(U)"),
        (v.output(P, trees.W)[0], "(P W)(0)"),
        (v.pmf_table(n, lambda s: P[s]), "[P(a) for a < n]"),
        (v.cases(v.equals(a, 0), x, 1), "(x if a = 0 else 1)"),
        (v.quotient(n + 1, 2), "floor((n + 1)/2)"),
    ],
)
def test_terms(term, expected):
    assert text(term) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (v.Close(P, Q, eps, 0), "P ~(eps,0) Q"),
        (v.KLDP(trees.M, eps + 1), "M is (eps + 1)-KL-DP"),
        (v.either(v.both(x > 0, x < 1), x >= 2), "x > 0 and x < 1 or x >= 2"),
        (v.both(v.either(x > 0, x < 1), x >= 2), "(x > 0 or x < 1) and x >= 2"),
        (v.implies(x > 0, x >= 0), "x > 0 => x >= 0"),
        (v.both(v.implies(x > 0, x >= 0), x < 1), "(x > 0 => x >= 0) and x < 1"),
        (v.negation(x > 0), "not (x > 0)"),
        (v.every(a, P[a] > 0, where=Q[a] > 0), "(for every a < n with Q(a) > 0: P(a) > 0)"),
        (v.both(), "true"),
        (v.either(), "false"),
    ],
)
def test_formulas(formula, expected):
    assert text(formula) == expected


def test_statement():
    bound = v.KL(P, Q) <= v.minimum(eps, eps**2)
    stated = v.claim("c", forall=[P, Q, eps], given=[v.Close(P, Q, eps, 0)], then=bound)
    assert text(stated.statement) == (
        "for all n >= 1, P, Q on n symbols, eps >= 0: "
        "if P ~(eps,0) Q then D(P || Q) <= min(eps, eps^2)"
    )


def test_existence_statement():
    stated = v.claim("c", exists=[x], given=[x > 0], then=x < 1)
    assert text(stated.statement) == "for some x real with x > 0: x < 1"


def test_claim_text_shows_key_place_reading_children_and_note():
    paper = v.Paper("p")
    stated = paper.claim(
        "two-ways", forall=[x], then=v.iff(x > 0, x >= 0), at="Lemma 2", note="A note.",
        reading="strict", tight=True, readings={"lax": {"given": [x >= 1]}},
    )
    lines = claim_text(stated).splitlines()
    assert lines[:4] == ["p/two-ways@strict", "  Lemma 2", "  called tight", "  A note."]
    assert "  p/two-ways.only-if@strict" in lines
    assert "    for all x real: if x > 0 then x >= 0" in lines
    assert "  p/two-ways@lax" in lines


_leaves = st.one_of(st.sampled_from([x, eps]), st.integers(0, 9).map(v.rational))


@given(trees.arithmetic_terms(_leaves))
def test_arithmetic_reads_back_as_the_same_tree(term):
    source = re.sub(r"\d+", r"N(\g<0>)", text(term)).replace("^", "**")
    assert eval(source, {"N": v.rational, "x": x, "eps": eps}) == term


def _value(term):
    if not isinstance(term, Op):
        return Fraction(int(term.value.p), int(term.value.q))
    first, *rest = map(_value, term.args)
    match term.head:
        case "neg":
            return -first
        case "add":
            return first + rest[0]
        case "sub":
            return first - rest[0]
        case "mul":
            return first * rest[0]
    raise AssertionError(term.head)


@given(
    st.recursive(
        trees.numbers,
        lambda part: st.one_of(
            st.tuples(part, part).map(lambda p: p[0] + p[1]),
            st.tuples(part, part).map(lambda p: p[0] - p[1]),
            st.tuples(part, part).map(lambda p: p[0] * p[1]),
            part.map(lambda p: -p),
        ),
    )
)
def test_fractions_and_negative_numbers_keep_their_value(term):
    source = re.sub(r"\d+", r"N(\g<0>)", text(term))
    assert eval(source, {"N": Fraction}) == _value(term)


@pytest.mark.parametrize("head", sorted(QUANTITIES))
def test_every_head_prints_its_arguments(head):
    term = trees.example(head)
    assert term.head == head
    written = text(term)
    # The database or alphabet of these is told by their other arguments.
    silent = ("hamming", "with_entry", "entry_of", "entry_prior", "prior_mass", "entry_given",
              "flat_prior", "complement", "singleton", "with_group", "group_given", "entry_law",
                  "resampled_prior")
    unsaid = 1 if head == "on_entry" else 0 if head in silent else None
    assert all(text(arg) in written for place, arg in enumerate(term.args) if place != unsaid)
    assert "{0}" not in written


@pytest.mark.parametrize("name", sorted(DEFINITIONS))
def test_every_definition_prints(name):
    predicate = trees.example_predicate(name)
    assert all(part in text(predicate) for part in predicate.detail)


@given(trees.statements)
@settings(max_examples=60)
def test_random_statements_print_with_balanced_parentheses(statement):
    written = text(statement)
    assert written.count("(") == written.count(")")
    assert written.count("{") == written.count("}")


def test_refuses_other_things():
    with pytest.raises(v.ClaimError, match="neither a term nor a formula"):
        text(3)
