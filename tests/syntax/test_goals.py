import pytest

from tests.syntax import trees
from verified import language as v
from verified.syntax.formulas import And, Not, Or, Predicate, Relation, expand
from verified.syntax.goals import goal
from verified.syntax.terms import number, walk

x, eps, n, P, Q, a, A = trees.x, trees.eps, trees.n, trees.P, trees.Q, trees.a, trees.A


def refutation(then, given=(), forall=(P, Q, eps, x)):
    return goal(v.claim("c", forall=forall, given=given, then=then).statement, "refutation")


def test_refutation_keeps_the_hypotheses_and_negates_the_conclusion():
    found = refutation(v.KL(P, Q) <= eps, given=[eps > 1])
    assert found.given == (v.rational(1) < eps,)
    assert found.conclusion == Not(v.KL(P, Q) <= eps)
    assert found.body == And((*found.given, found.conclusion))


def test_an_undefined_side_can_refute():
    # Not (a <= b) says more than b < a: it holds too where a side has no value.
    assert refutation(x / x >= 1).conclusion == Not(v.rational(1) <= x / x)


def test_witness_asks_for_the_hypotheses_alone():
    stated = v.claim("c", forall=[x], given=[x > 0, x < 1], then=x > 2).statement
    found = goal(stated, "witness")
    assert found.given == (v.rational(0) < x, x < 1)
    assert found.conclusion == And(())


def test_proof_of_an_existence_claim():
    found = goal(v.claim("c", exists=[x], given=[x > 0], then=x < 1).statement, "proof")
    assert found.conclusion == (x < 1)


@pytest.mark.parametrize(
    ("parts", "polarity"),
    [({"forall": [x]}, "proof"), ({"exists": [x]}, "refutation"), ({"forall": [x]}, "guess")],
)
def test_an_instance_is_not_every_kind_of_evidence(parts, polarity):
    stated = v.claim("c", then=x > 0, **parts).statement
    with pytest.raises(v.ClaimError, match=f"no {polarity} of a claim that says"):
        goal(stated, polarity)


def test_negation_goes_through_connectives_and_quantifiers():
    then = v.both(x > 0, v.either(x < 1, v.negation(x < 2)))
    expected = Or((Not(v.rational(0) < x), And((Not(x < 1), x < 2))))
    assert refutation(then, forall=[x]).conclusion == expected
    quantified = v.every(a, P[a] <= Q[a], where=P[a] > 0)
    found = refutation(quantified, forall=[P, Q]).conclusion
    assert (found.kind, found.guard) == ("exists", v.rational(0) < P[a])
    assert found.body == Not(P[a] <= Q[a])


def test_double_negation_vanishes():
    assert refutation(v.negation(x > 0), forall=[x]).conclusion == (v.rational(0) < x)


def test_definitions_are_expanded_everywhere():
    found = refutation(v.DP(trees.M, eps), given=[v.MIDP(trees.M, eps)], forall=[trees.M, eps])
    seen = []
    walk(found.body, seen.append)
    assert not any(isinstance(node, Predicate) for node in seen)
    assert found.given == (expand(v.MIDP(trees.M, eps)),)


def test_closeness_expands_to_events_in_both_directions():
    found = expand(v.Close(P, Q, eps, 0))
    assert len(found.parts) == 2
    assert [part.var.sort for part in found.parts] == [A.sort, A.sort]


def test_closeness_of_laws_that_mention_an_event_called_A():
    conditioned = v.pmf_table(n, lambda s: P[s] + Q[A] - Q[A])
    found = expand(v.Close(conditioned, Q, eps, 0))
    assert found.parts[0].var.name == "A'"


def test_supremum_becomes_a_variable_of_the_instance():
    W = trees.W
    found = refutation(v.sup(P, v.information(P, W)) <= eps, forall=[W, eps])
    assert found.variables[-1] == P
    assert found.conclusion == Not(v.information(P, W) <= eps)


def test_infimum_on_the_large_side_becomes_a_variable():
    found = refutation(v.inf(P, v.KL(P, Q)) >= eps, forall=[Q, eps])
    assert found.conclusion == Not(eps <= v.KL(P, Q))


def test_nested_suprema_and_taken_names():
    inner = v.sup(P, v.KL(P, Q))
    found = refutation(v.sup(Q, inner) <= eps, forall=[n, eps])
    assert {var.name for var in found.variables} == {"n", "eps", "Q", "P"}
    twice = v.both(v.sup(P, v.H(P)) <= eps, v.sup(P, v.min_entropy(P)) <= eps)
    names = [var.name for var in refutation(twice, forall=[n, eps]).variables]
    assert names == ["n", "eps", "P", "P'"]


def test_supremum_of_an_existence_claim_needs_one_point():
    stated = v.claim("c", exists=[eps, n], then=v.sup(P, v.H(P)) >= eps).statement
    found = goal(stated, "proof")
    assert found.conclusion == (eps <= v.H(P))


@pytest.mark.parametrize(
    "then",
    [v.sup(P, v.H(P)) + 1 <= eps, v.every(a, v.sup(P, P[a]) <= eps)],
)
def test_a_supremum_that_is_no_side_of_its_own_is_refused(then):
    with pytest.raises(v.ClaimError, match="a single point can't decide it"):
        refutation(then, forall=[n, eps])


@pytest.mark.parametrize(
    "then",
    [
        v.sup(P, v.H(P)) >= eps,  # to refute it one would have to bound the supremum
        v.inf(P, v.H(P)) <= eps,
        v.equals(v.sup(P, v.H(P)), eps),
    ],
)
def test_a_supremum_that_no_program_or_curve_bounds_is_refused(then):
    with pytest.raises(v.ClaimError, match="no linear program and no relation of curves"):
        refutation(then, forall=[n, eps])
    with pytest.raises(v.ClaimError, match="no linear program and no relation of curves"):
        refutation(eps <= 1, given=[v.sup(P, v.H(P)) <= eps], forall=[n, eps])


def test_a_supremum_that_no_point_decides_is_bounded_by_a_number():
    t, r, c = v.Real("t", "[0,1]"), v.Real("r"), v.Real("c")
    # c ≤ sup fails where some number below c bounds all values.
    found = refutation(c <= v.sup(t, t * c), forall=[c])
    assert found.variables == (c, r)
    assert found.conclusion == And((v.every(t, t * c <= r), r < c))
    # c < sup fails where c itself does.
    found = refutation(c < v.sup(t, t * c), forall=[c])
    assert found.variables == (c,)
    assert found.conclusion == And((v.every(t, t * c <= c), c <= c))
    found = refutation(v.inf(t, t * c) <= c, forall=[c])
    assert found.conclusion == And((v.every(t, Relation("<=", r, t * c)), Relation("<", c, r)))
    found = refutation(c <= 1, given=[v.sup(t, t * c) < 1], forall=[c])
    assert found.given == (And((v.every(t, t * c <= r), r < 1)),)


def test_a_bound_of_a_supremum_has_names_of_its_own():
    t, r = v.Real("t", "[0,1]"), v.Real("r")
    found = refutation(r <= v.sup(t, t * r), forall=[r])
    assert [var.name for var in found.variables] == ["r", "r'"]
    # The bound speaks of the instance's t, which isn't the one that is gone through.
    both = refutation(v.sup(t, t * r) < v.sup(t, t), forall=[r])
    every, last = both.conclusion.parts
    assert every.var.name == "t'"
    assert str(last) == "t*r <= t*r"


def test_an_end_without_a_value_bounds_nothing():
    """Where there is nothing to go through, too."""
    t, c = v.Real("t", "[0,1]"), v.Real("c")
    nothing = v.sup(t, t, where=t > 2)
    found = refutation(c <= 0, given=[nothing <= 1 / c], forall=[c])
    assert found.given == (And((v.every(t, t <= 1 / c, where=Relation("<", number(2), t)),
                                1 / c <= 1 / c)),)


def test_a_point_of_a_guarded_supremum_must_meet_the_guard():
    found = refutation(v.sup(P, v.H(P), where=v.H(P) < 1) <= eps, forall=[n, eps])
    assert found.variables == (n, eps, P)
    assert found.conclusion == And((v.H(P) < 1, Not(v.H(P) <= eps)))


def test_the_guard_of_an_infimum_comes_with_its_point():
    found = refutation(eps < v.inf(P, v.H(P), where=v.H(P) >= 1), forall=[n, eps])
    assert found.conclusion == And((v.rational(1) <= v.H(P), Not(eps < v.H(P))))


def test_guards_of_nested_suprema_are_all_kept():
    Q = v.Pmf("Q", n)
    inner = v.sup(Q, v.H(Q), where=v.H(Q) < v.H(P))
    found = refutation(v.sup(P, inner, where=v.H(P) < 1) <= eps, forall=[n, eps])
    assert found.conclusion == And(
        (v.H(P) < 1, And((v.H(Q) < v.H(P), Not(v.H(Q) <= eps))))
    )


def test_substitution_renames_what_would_capture() -> None:
    from verified.language import Pmf, Size, Symbol, equals, every, total
    from verified.syntax.formulas import substitute
    from verified.syntax.terms import free_variables

    n = Size("n")
    P = Pmf("P", n)
    a, b = Symbol("a", n), Symbol("b", n)
    for formula in (every(a, P[a] <= P[b]), equals(total(a, P[a] * P[b]), P[b])):
        moved = substitute(formula, {"b": a})
        # The free b is a now; the bound a is another symbol.
        assert set(free_variables(moved)) == {"n", "P", "a"}
        assert "a'" in str(moved)
        assert substitute(moved, {"a": b}) != moved
