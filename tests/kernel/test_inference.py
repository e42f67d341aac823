"""Rules of inference: for each, a step that it must accept and steps that it must reject."""

from __future__ import annotations

import pytest

from verified.kernel import linear, real_functions  # noqa: F401 (they register their rules)
from verified.kernel.analysis import FALSE, Function
from verified.kernel.inference import entails
from verified.kernel.polynomial import key_of
from verified.kernel.theorem import RULES, Library, Theorem, check_step
from verified.kernel.values import Rejected
from verified.language import (
    KL,
    Channel,
    Close,
    Database,
    Event,
    H,
    I,
    Joint,
    Markov,
    Mechanism,
    Pmf,
    Prior,
    Real,
    Size,
    Symbol,
    as_joint,
    both,
    capacity,
    conditional_entry_information,
    either,
    entries,
    equals,
    event_where,
    every,
    exp,
    hockey_stick,
    implies,
    information,
    integral,
    largest,
    log,
    maximum,
    mi_dp,
    negation,
    prior_mass,
    some,
    sup,
    total,
)
from verified.syntax.claims import build_statement
from verified.syntax.formulas import substitute
from verified.syntax.goals import normal
from verified.syntax.terms import Var, number

n, m = Size("n"), Size("m")
P, Q, R, W = Pmf("P", n), Pmf("Q", n), Pmf("R", n), Channel("W", n, m)
a, b, k = Symbol("a", n), Symbol("b", n), Symbol("k", m)
A = Event("A", n)
r, s, t = Real("r"), Real("s"), Real("t")
x, z = Real("x", ">0"), Real("z", ">0")
eps = Real("eps", ">=0")


def given(formula):
    """A theorem under itself as a hypothesis."""
    turned = normal(formula)
    return Theorem({key_of(turned): turned}, turned)


def free(formula):
    """A theorem without hypotheses."""
    return Theorem({}, normal(formula))


def step(rule, formula, *premises, library=None, **data):
    return check_step(rule, formula, premises, data, library or Library({}))


def rejects(rule, formula, *premises, library=None, **data):
    with pytest.raises(Rejected):
        step(rule, formula, *premises, library=library, **data)


def test_no_unknown_rule():
    rejects("trust me", r <= s)


def test_a_hypothesis_stays_one():
    theorem = step("assume", r <= s)
    assert list(theorem.hypotheses) == [theorem.key]
    rejects("assume", r <= s, given(r <= s))


def test_discharge():
    theorem = step("discharge", implies(r <= s, r < t), Theorem(
        given(r <= s).hypotheses, normal(r < t)), hypothesis=r <= s)
    assert not theorem.hypotheses
    rejects("discharge", implies(r <= s, r < t), given(r <= t), hypothesis=r <= s)
    rejects("discharge", r < t, given(r < t), hypothesis=r <= s)


@pytest.mark.parametrize(("premises", "conclusion", "holds"), [
    ([r <= s, s <= t], both(s <= t, r <= s), True),
    ([either(r <= s, s <= t), negation(r <= s)], s <= t, True),
    ([either(r <= s, s <= t)], s <= t, False),
    ([implies(r <= s, s <= t), s <= t], r <= s, False),
    ([every(a, P[a] <= s)], every(b, P[b] <= s), True),
    ([every(a, P[a] <= s)], every(a, Q[a] <= s), False),
    ([], either(r <= s, negation(r <= s)), True),
    # Not (r <= s) is no (s < r) here: a side may be undefined.
    ([negation(r <= s)], s < r, False),
    ([negation(every(a, P[a] <= s))], some(a, negation(P[a] <= s)), True),
    ([Close(P, Q, eps, 0)], every(A, P[A] <= exp(eps) * Q[A] + 0), True),
])
def test_propositional_consequence(premises, conclusion, holds):
    assert entails([normal(p) for p in premises], normal(conclusion)) is holds
    if holds:
        step("propositional", conclusion, *map(free, premises))
    else:
        rejects("propositional", conclusion, *map(free, premises))


def test_generalising_needs_an_arbitrary_variable():
    body = P[b] <= s
    step("generalise", every(a, P[a] <= s), free(body), variable=b)
    rejects("generalise", every(a, P[a] <= s), given(body), variable=b)
    rejects("generalise", every(a, P[a] <= Q[b]), free(P[b] <= Q[b]), variable=b)
    rejects("generalise", every(a, P[a] <= s), free(Q[b] <= s), variable=b)
    rejects("generalise", every(a, P[a] <= s), free(P[k] <= s), variable=k)


def test_a_guard_is_discharged_when_generalising():
    inside = Theorem(given(Q[b] > 0).hypotheses, normal(P[b] <= s))
    theorem = step("generalise", every(a, P[a] <= s, where=Q[a] > 0), inside, variable=b)
    assert not theorem.hypotheses
    rejects("generalise", every(a, P[a] <= s), inside, variable=b)
    rejects("generalise", every(a, P[a] <= s, where=P[a] > 0), inside, variable=b)


def test_specialising_stays_in_the_range():
    rule = free(every(a, P[a] <= s))
    step("specialise", P[b] <= s, rule, term=b)
    step("specialise", P[0] <= s, rule, term=number(0))
    rejects("specialise", P[k] <= s, rule, term=k)
    rejects("specialise", P[3] <= s, rule, term=number(3))
    rejects("specialise", Q[b] <= s, rule, term=b)
    step("specialise", P[3] <= s, rule, given(n >= 4), term=number(3))
    guarded = free(every(a, P[a] <= s, where=Q[a] > 0))
    step("specialise", P[b] <= s, guarded, given(Q[b] > 0), term=b)
    rejects("specialise", P[b] <= s, guarded, term=b)


def test_specialising_events():
    rule = free(every(A, P[A] <= s))
    one = event_where(a, equals(a, b))
    step("specialise", P[one] <= s, rule, term=one)
    rejects("specialise", P[one] <= s, rule, term=b)
    other = Event("B", m)
    with pytest.raises(Rejected):
        step("specialise", P[A] <= s, rule, term=other)


def test_existence():
    step("exhibit", some(a, P[a] <= s), given(P[b] <= s), term=b)
    rejects("exhibit", some(a, P[a] <= s), given(Q[b] <= s), term=b)
    found, led = free(some(a, P[a] <= s)), Theorem(given(P[b] <= s).hypotheses, normal(r <= s))
    assert not step("obtain", r <= s, found, led, variable=b).hypotheses
    rejects("obtain", P[b] <= s, found, given(P[b] <= s), variable=b)
    more = Theorem({**led.hypotheses, **given(Q[b] <= s).hypotheses}, normal(r <= s))
    rejects("obtain", r <= s, found, more, variable=b)


LEMMA = build_statement("lemma", [n, P, eps, r], [eps >= r], KL(P, P) <= eps)


def test_a_citation_checks_sorts_domains_and_hypotheses():
    library = Library({"lemma": LEMMA})
    values = {"n": n, "P": Q, "eps": eps, "r": r}
    step("cite", KL(Q, Q) <= eps, given(r <= eps), library=library, key="lemma", values=values)
    assert library.cited == {"lemma"}
    rejects("cite", KL(Q, Q) <= eps, library=library, key="lemma", values=values)
    rejects("cite", KL(P, P) <= eps, given(r <= eps), library=library, key="lemma", values=values)
    rejects("cite", KL(Q, Q) <= eps, given(r <= eps), library=library, key="other", values=values)
    negative = {**values, "eps": s}
    rejects("cite", KL(Q, Q) <= s, given(r <= s), library=library, key="lemma", values=negative)
    step("cite", KL(Q, Q) <= s, given(r <= s), given(s >= 0), library=library, key="lemma",
         values=negative)
    wrong = {**values, "P": Pmf("R", m)}
    rejects("cite", KL(wrong["P"], wrong["P"]) <= eps, given(r <= eps), library=library,
            key="lemma", values=wrong)
    rejects("cite", KL(Q, Q) <= eps, given(r <= eps), library=library, key="lemma",
            values={**values, "more": r})


def test_a_prior_stands_for_one_of_a_looser_kind():
    D, E = Database("D"), Database("E")
    i, j = Symbol("i", entries(D)), Symbol("j", entries(D))
    M = Mechanism("M", D, n)
    priors = {
        kind: Prior("p", D, kind, i if kind == "split" else None)
        for kind in ("any", "independent", "split")
    }
    allowed = {("any", "independent"), ("any", "split"), ("split", "independent")}
    for wanted, variable in priors.items():
        statement = build_statement(
            "s", [variable, M], [], conditional_entry_information(variable, M, 0) <= mi_dp(M)
        )
        library = Library({"s": statement})
        for given_kind, prior in priors.items():
            term = Var("q", prior.of, "")
            values = {"D": D, "n": n, "M": M, "p": term}
            if wanted == "split":
                values["i"] = i
            formula = conditional_entry_information(term, M, 0) <= mi_dp(M)
            holds = wanted == given_kind or (wanted, given_kind) in allowed
            (step if holds else rejects)("cite", formula, library=library, key="s", values=values)
    # The entry that is apart, and the database, must be the same.
    statement = build_statement(
        "s", [priors["split"]], [], prior_mass(priors["split"], 0) <= 1
    )
    for term, values in (
        (Prior("q", D, "split", j), {"D": D, "i": i}),
        (Prior("q", E, "independent"), {"D": D, "i": i}),
    ):
        rejects("cite", prior_mass(term, 0) <= 1, library=Library({"s": statement}), key="s",
                values={**values, "p": term})


def test_the_induction_hypothesis_keeps_its_variable():
    library = Library({}, {"ih": (LEMMA, frozenset({"n"}))})
    values = {"P": Q, "eps": eps, "r": r}
    step("cite", KL(Q, Q) <= eps, given(r <= eps), library=library, key="ih", values=values)
    rejects("cite", KL(Q, Q) <= eps, given(r <= eps), library=library, key="ih",
            values={**values, "n": m})


def test_rewriting():
    equality = given(equals(r, s))
    step("rewrite", exp(s) <= t, equality, given(exp(r) <= t))
    step("rewrite", exp(r) <= t, equality, given(exp(s) <= t))
    rejects("rewrite", exp(t) <= t, equality, given(exp(r) <= t))
    rejects("rewrite", exp(s) <= t, given(r <= s), given(exp(r) <= t))
    # A bound symbol is another than the free one of the same name.
    rejects("rewrite", every(a, Q[a] <= s), given(equals(P[a], Q[a])), given(every(a, P[a] <= s)))
    laws = given(every(a, equals(P[a], Q[a])))
    step("rewrite", KL(Q, R) <= t, laws, given(KL(P, R) <= t))
    rejects("rewrite", KL(Q, P) <= t, given(every(a, equals(P[a], s))), given(KL(P, P) <= t))


def test_order_needs_defined_sides():
    step("order", either(r <= s, s < r))
    step("order", either(KL(P, Q) <= s, s < KL(P, Q)))
    rejects("order", either(log(r) <= s, s < log(r)))
    rejects("order", either(1 / r <= s, s < 1 / r))
    rejects("order", either(r < s, s < r))
    rejects("order", either(r <= s, r < s))


def test_chains():
    step("transitive", r <= t, given(r <= s), given(s <= t))
    step("transitive", r < t, given(r <= s), given(s < t))
    rejects("transitive", r < t, given(r <= s), given(s <= t))
    rejects("transitive", r <= t, given(s <= r), given(s <= t))
    rejects("transitive", equals(r, t), given(r <= s), given(equals(s, t)))


def test_turning():
    step("turn", negation(s <= r), given(r < s))
    step("turn", r < s, given(negation(s <= r)))
    step("turn", equals(r, s), given(r <= s), given(s <= r))
    rejects("turn", equals(r, s), given(r <= s))
    rejects("turn", r < s, given(r <= s))
    rejects("turn", s < log(r), given(negation(log(r) <= s)))


def test_identity_and_signs():
    step("identity", equals(total(a, P[a]), 1))
    rejects("identity", equals(total(a, P[a] * P[a]), 1))
    rejects("identity", equals(r / r, 1))
    step("identity", equals(r / r, 1), given(r > 0))
    step("obvious", exp(r) > 0)
    rejects("obvious", r >= 0)
    rejects("obvious", P[a] > 0)
    step("defined", equals(KL(P, Q), KL(P, Q)))
    rejects("defined", equals(log(r), log(r)))


def products(*entries, equalities=()):
    return {"products": list(entries), "equalities": list(equalities)}


def test_products_of_facts():
    facts = given(r <= s), given(s <= t)
    step("arithmetic", r <= t, *facts, **products(["1", [["fact", 0]]], ["1", [["fact", 1]]]))
    rejects("arithmetic", r <= t, *facts, **products(["1", [["fact", 0]]]))
    rejects("arithmetic", r < t, *facts, **products(["1", [["fact", 0]]], ["1", [["fact", 1]]]))
    rejects("arithmetic", s <= r, facts[0], **products(["-1", [["fact", 0]]]))
    rejects("arithmetic", r <= t, *facts, **products(["1", [["fact", 2]]]))
    step("arithmetic", number(0) <= (r - s) * (r - s), **products(["1", [["square", r - s]]]))
    rejects("arithmetic", number(0) <= r * s, **products(["1", [["sign", r * s]]]))
    step("arithmetic", r * x <= s * x, facts[0], **products(["1", [["fact", 0], ["sign", x]]]))
    rejects("arithmetic", r * t <= s * t, facts[0], **products(["1", [["fact", 0], ["sign", t]]]))
    rejects("arithmetic", KL(P, Q) <= s, given(KL(P, Q) <= KL(Q, P)), given(KL(Q, P) <= s))


def test_contradictions():
    step("arithmetic", FALSE, given(r < s), given(s <= r),
         **products(["1", [["fact", 0]]], ["1", [["fact", 1]]]))
    rejects("arithmetic", FALSE, given(r <= s), given(s <= r),
            **products(["1", [["fact", 0]]], ["1", [["fact", 1]]]))


def test_multiples_of_equalities():
    fact = given(equals(r, s))
    step("arithmetic", equals(r * t, s * t), fact, **products(equalities=[[t, 0]]))
    rejects("arithmetic", r * t <= s * t, given(r <= s), **products(equalities=[[t, 0]]))


def test_sums():
    less = free(every(a, P[a] * Q[a] <= P[a]))
    step("sum", total(a, P[a] * Q[a]) <= total(a, P[a]), less)
    rejects("sum", total(a, P[a]) <= total(a, P[a] * Q[a]), less)
    rejects("sum", total(a, P[a] * Q[a]) <= total(k, P[k]), less)
    guarded = free(every(a, P[a] * Q[a] <= P[a], where=Q[a] > 0))
    rejects("sum", total(a, P[a] * Q[a]) <= total(a, P[a]), guarded)
    wild = free(every(a, log(P[a]) <= 0))
    rejects("sum", total(a, log(P[a])) <= total(a, number(0)), wild)


def test_terms_of_a_finite_sum():
    infinity = number(float("inf"))
    body = W[a, k] * log(W[a, k]) - W[a, k] * log(Q[a])
    one, whole = substitute(body, {"a": b}), total(a, body)
    step("finite-term", one < infinity, given(whole <= r), term=b)
    step("finite-term", one < infinity, given(whole < KL(P, Q)), term=b)
    step("finite-term", one < infinity, given(equals(whole, r)), term=b)
    rejects("finite-term", one < infinity, given(whole <= KL(P, Q)), term=b)
    rejects("finite-term", one < infinity, given(r <= whole), term=b)
    rejects("finite-term", one < infinity, given(whole <= r), term=a)
    rejects("finite-term", one <= r, given(whole <= r), term=b)
    rejects("finite-term", one < r, given(whole <= r), term=b)
    rejects("finite-term", P[k] < infinity, given(total(a, P[a]) <= r), term=k)
    open_below = total(a, log(Q[a]) - log(P[a]))
    rejects("finite-term", log(Q[b]) - log(P[b]) < infinity, given(open_below <= r), term=b)
    guarded = total(a, body, where=Q[a] > 0)
    rejects("finite-term", one < infinity, given(guarded <= r), term=b)


def test_the_last_term_of_a_sum():
    size = Size("k", low=0)
    few, more, most = (Symbol("l", count) for count in (size, size + 1, size + 2))

    def split(whole, part, term):
        return equals(total(whole, exp(r * whole)), total(part, exp(r * part)) + term)

    step("last-term", split(more, few, exp(r * size)))
    step("last-term", split(most, more, exp(r * (size + 1))))
    rejects("last-term", split(most, few, exp(r * size)))
    rejects("last-term", split(few, few, exp(r * size)))
    rejects("last-term", split(more, few, exp(r * (size + 1))))
    rejects("last-term", split(more, few, exp(s * size)))
    # The first of the sums may be undefined.
    rejects("last-term", equals(total(more, 1 / more), total(few, 1 / few) + 1 / size))
    # Another sum, whose terms mention the bound variable of the first by its name.
    other = Symbol("j", size)
    rejects("last-term", equals(
        total(more, exp(more * few)), total(other, exp(other * other)) + exp(size * few)
    ))
    guarded = total(more, r, where=more <= 0)
    rejects("last-term", equals(guarded, total(few, r, where=few <= 0) + r))


def test_suprema():
    value = information(P, W)
    bind = sup(P, value)
    step("bound-sup", bind <= s, free(value <= s), variable=P)
    rejects("bound-sup", bind <= s, given(value <= s), variable=P)
    rejects("bound-sup", bind <= s, free(information(Q, W) <= s), variable=P)
    rejects("bound-sup", s <= bind, free(s <= value), variable=P)
    step("below-sup", information(Q, W) <= bind, term=Q)
    rejects("below-sup", capacity(W) <= bind, term=Q)
    rejects("below-sup", bind <= information(Q, W), term=Q)
    # Where there may be no point, the bound must be real, as other premises may show.
    guarded = sup(P, value, where=value > 1)
    step("bound-sup", guarded <= 1 / s, free(value <= 1 / s), given(s > 0), variable=P)
    rejects("bound-sup", guarded <= 1 / s, free(value <= 1 / s), variable=P)
    rejects("bound-sup", guarded <= 1 / s, free(value <= 1 / s), given(s < 2), variable=P)
    rejects("bound-sup", bind <= s, free(value <= s), given(value <= 2), variable=P)
    # A supremum of suprema: each is of something that there is.
    inner = sup(P, KL(P, Q))
    twice = sup(Q, inner)
    step("below-sup", inner <= twice, term=Q)
    rejects("below-sup", sup(P, log(P[0])) <= sup(Q, sup(P, log(P[0]))), term=Q)
    # A maximum over some symbols is −∞ if there are none, and has a value; one of what may have
    # none may have none either.
    x, y, same = Symbol("x", n), Symbol("y", n), Symbol("u", n)
    apart = negation(equals(x, y))
    some_pairs = largest(x, largest(y, KL(W[x], W[y]), where=apart))
    step("below-sup", largest(y, KL(W[same], W[y]), where=negation(equals(same, y))) <= some_pairs,
         term=same)
    logs = largest(x, largest(y, log(W[x][0] - W[y][0]), where=apart))
    rejects("below-sup", largest(
        y, log(W[same][0] - W[y][0]), where=negation(equals(same, y))) <= logs, term=same)


def test_convexity():
    function = Function(z, z * log(z))
    ends = given(r > 0), given(r <= s), given(s <= t)
    line = (t - r) * (s * log(s)) <= (t - s) * (r * log(r)) + (s - r) * (t * log(t))
    data = {"function": function, "low": r, "point": s, "high": t}
    more = given(s > 0), given(t > 0)
    step("chord", line, *ends, *more, **data)
    rejects("chord", line, *ends[:2], *more, **data)
    rejects("chord", line, *ends, **data)
    concave = Function(z, log(z))
    flat = (t - r) * log(s) <= (t - s) * log(r) + (s - r) * log(t)
    rejects("chord", flat, *ends, *more, **{**data, "function": concave})
    touching = {"function": function, "point": s, "touching": t}
    step("tangent", t * log(t) + (log(t) + 1) * (s - t) <= s * log(s), *more, **touching)
    rejects("tangent", t * log(t) + (log(t) + 2) * (s - t) <= s * log(s), *more, **touching)
    closed = Function(Real("v", "[0,1]"), Real("v", "[0,1]") * r)
    rejects("tangent", r <= r, function=closed, point=number(0), touching=number(1))


def test_shannon_needs_its_premises():
    from verified.proof.shannon import prove

    J = Joint("J", U=n, V=m, W=n)
    claim, chain = I(J, "U;W") <= I(J, "U;V"), normal(Markov(J, "U", "V", "W"))
    certificate = dict(prove(normal(claim), [chain]))
    step("shannon", claim, free(chain), certificate=certificate)
    rejects("shannon", claim, certificate=certificate)
    rejects("shannon", I(J, "U;V") <= I(J, "U;W"), free(chain), certificate=certificate)


def test_scalar_steps_check_their_domain():
    from verified.proof.scalar import prove

    statement = build_statement("scalar", [z], [], log(z) <= z - 1)
    certificate = prove(statement, seconds=20)
    data = {"statement": statement, "certificate": certificate}
    step("scalar", log(r) <= r - 1, given(r > 0), values={"z": r}, **data)
    rejects("scalar", log(r) <= r - 1, values={"z": r}, **data)
    rejects("scalar", log(r) <= r - 2, given(r > 0), values={"z": r}, **data)
    false = build_statement("scalar", [z], [], log(z) <= z - 2)
    rejects("scalar", log(r) <= r - 2, given(r > 0), values={"z": r}, statement=false,
            certificate=certificate)


def test_every_rule_has_a_case_here():
    import pathlib

    here = pathlib.Path(__file__)
    files = (
        here, here.with_name("test_real_functions.py"), here.with_name("test_linear.py"),
    )
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    missing = [name for name in RULES if f'"{name}"' not in source]
    assert not missing




def test_integrals():
    eps, more = Real("eps", ">=0"), Real("v", ">=0")
    unit = Real("v", "[0,1]")
    small, large = hockey_stick(P, Q, eps), hockey_stick(P, Q, eps) + exp(-eps)
    order = free(small <= large)
    claim = integral(eps, small) <= integral(eps, large)
    step("integral", claim, order, variable=eps)
    step("integral", integral(eps, small) <= integral(
        more, hockey_stick(P, Q, more) + exp(-more)), order, variable=eps)
    step("integral", equals(integral(eps, small), integral(eps, large)),
         free(equals(small, large)), variable=eps)
    # The other way round, from an inequality to an equality, over another interval.
    rejects("integral", integral(eps, large) <= integral(eps, small), order, variable=eps)
    rejects("integral", equals(integral(eps, small), integral(eps, large)), order, variable=eps)
    rejects("integral", integral(unit, hockey_stick(P, Q, unit)) <= integral(
        unit, hockey_stick(P, Q, unit) + exp(-unit)), order, variable=eps)
    # The number must be arbitrary.
    rejects("integral", claim, given(small <= large), variable=eps)
    rejects("integral", claim, order, variable=more)
    rejects("integral", claim, order)
    # What may be negative may have no integral.
    rejects("integral", integral(eps, small - 1) <= integral(eps, large - 1),
            free(small - 1 <= large - 1), variable=eps)
    rejects("integral", integral(eps, log(small)) <= integral(eps, log(large)),
            free(log(small) <= log(large)), variable=eps)


def test_sums_under_integrals():
    eps, b = Real("eps", ">=0"), Symbol("b", n)
    part = exp(-eps) * P[a]
    whole = integral(eps, total(a, part))
    step("integral-of-sum", equals(whole, total(a, integral(eps, part))))
    step("integral-of-sum", equals(whole, total(b, integral(eps, exp(-eps) * P[b]))))
    rejects("integral-of-sum", equals(whole, total(a, integral(eps, exp(-eps) * Q[a]))))
    rejects("integral-of-sum", equals(total(a, integral(eps, part)), whole))
    rejects("integral-of-sum", whole <= total(a, integral(eps, part)))
    signed = exp(-eps) * (P[a] - Q[a])
    rejects("integral-of-sum",
            equals(integral(eps, total(a, signed)), total(a, integral(eps, signed))))
    guarded = integral(eps, total(a, part, where=P[a] > 0))
    rejects("integral-of-sum", equals(guarded, total(a, integral(eps, part))))


def test_signs_of_maxima_and_what_is_defined():
    eps = Real("eps", ">=0")
    step("obvious", maximum(0, r) >= 0)
    step("obvious", maximum(r, 1) > 0)
    rejects("obvious", maximum(r, s) >= 0)
    rejects("obvious", maximum(0, r) > 0)
    rejects("obvious", maximum(-1, r) >= 0)
    events = largest(A, P[A] - s)
    step("identity", equals(events - events, 0))
    logs = largest(A, log(P[A]))
    rejects("identity", equals(logs - logs, 0))
    nonnegative = integral(eps, hockey_stick(P, Q, eps))
    step("defined", nonnegative <= nonnegative)
    step("defined", KL(P, Q) / 2 <= KL(P, Q) / 2)
    signed = integral(eps, hockey_stick(P, Q, eps) - 1)
    rejects("defined", signed <= signed)
    rejects("defined", KL(P, Q) / r <= KL(P, Q) / r)
    rejects("defined", r - KL(P, Q) <= r - KL(P, Q))
    # An integral may be infinite.
    rejects("identity", equals(nonnegative - nonnegative, 0))
    step("identity", equals(nonnegative - nonnegative, 0), given(nonnegative <= r))
    rejects("identity", equals(KL(P, Q) - KL(P, Q), 0), given(KL(P, Q) / s < infinite()))
    step("identity", equals(KL(P, Q) - KL(P, Q), 0), given(KL(P, Q) / 2 < infinite()))


def infinite():
    return number(float("inf"))


def test_an_identity_of_entropies_of_tuples_that_is_none_is_rejected() -> None:
    """The message is written in the atoms of the normal forms that differ."""
    law = Pmf("law", n * m)
    joint = as_joint(law, U=n, V=m)
    with pytest.raises(Rejected, match="the two sides differ by"):
        check_step("identity", equals(H(joint, "U,V"), H(joint, "U")), [], {}, Library({}))
