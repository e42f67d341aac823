"""Section 2: pointwise maximal leakage by its two threat models, its properties, its capacity."""

from __future__ import annotations

from verified.language import (
    Channel,
    Formula,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    cases,
    chain,
    channel_table,
    either,
    equals,
    every,
    iff,
    largest,
    likelihood_ratio,
    log,
    output,
    pmf_table,
    quotient,
    reals_table,
    remainder,
    renyi,
    smallest,
    total,
)
from verified.papers.lemmas.posteriors import posterior_of
from verified.papers.saeidian_2025.common import (
    INFINITE,
    P,
    U,
    W,
    attribute_leakage,
    attribute_posterior,
    c,
    capacity_of,
    eps,
    full,
    k,
    leakage,
    m,
    n,
    other,
    paper,
    u,
    x,
    y,
)
from verified.syntax.terms import number

# --- the threat models ----------------------------------------------------------------------------

infinity = number(INFINITE)

first_seen = Symbol("t", m)
guess = Channel("G", m, k)
gains = Reals("g", k * n, ">=0")


def attribute_guessed(attribute: Term, guesses: Term) -> Term:
    """The ratio in (2.1): P(U = Û | Y = y) over the largest probability of U."""
    kinds = attribute.sort.sizes()[1]
    value, kind = Symbol("v", kinds), Symbol("w", kinds)
    known = attribute_posterior(P, W, first_seen, attribute)
    found: Term = total(value, known[value] * guesses[first_seen, value]) / largest(
        kind, output(P, attribute)[kind]
    )
    return found


def expected_gain(table: Term, action: Term, law: Term) -> Term:
    """The mean of what an action gains, the gain of action w for the symbol x being the number
    w n + x of the table."""
    symbol = Symbol("s", n)
    return total(symbol, law[symbol] * table[action * n + symbol])


def gained(table: Term, guesses: Term) -> Term:
    """E[g(X, Ŵ) | Y = y] over the largest E[g(X, w)], for a gain function as a table."""
    actions = guesses.sort.sizes()[1]
    action, best = Symbol("v", actions), Symbol("w", actions)
    found: Term = total(
        action, guesses[first_seen, action] * expected_gain(
            table, action, posterior_of(P, W, first_seen))
    ) / largest(best, expected_gain(table, best, P))
    return found


pieces, told = Size("N"), Symbol("b", n)
# Symbol 0 tells that X = b; otherwise the attribute is one of N equally likely symbols.
shattered = channel_table(n, pieces + 1, lambda a, v: cases(
    equals(a, told), cases(equals(v, 0), 1, 0), cases(equals(v, 0), 0, 1 / pieces)
))
first_guess = channel_table(m, pieces + 1, lambda _, v: cases(equals(v, 0), 1, 0))
only_guess = channel_table(m, 1, lambda _, v: 1)
told_apart = reals_table(1 * n, lambda j: cases(equals(j, told), 1, 0))
known = posterior_of(P, W, first_seen)
most_leaked = every(other, known[other] * P[told] <= known[told] * P[other])

paper.claim(
    "theorem-2.4",
    at="Definition 2.3, Theorem 2.4",
    scope="finite alphabets",
    forall=[P, W, first_seen],
    given=[full(P)],
    then={
        "randomised": {
            "forall": [P, W, first_seen, U, guess],
            "then": log(attribute_guessed(U, guess)) <= leakage(P, W, first_seen),
            "note": "Randomised functions of X, (2.1): no attribute U and no estimate Û has more.",
        },
        "randomised-attained": {
            "forall": [P, W, first_seen, told, pieces],
            "given": [full(P), pieces * P[told] >= 1 - P[told], most_leaked],
            "then": equals(
                log(attribute_guessed(shattered, first_guess)), leakage(P, W, first_seen)
            ),
            "note": "The supremum in (2.1) is reached: where the posterior grows the most, at b, "
            "by an attribute that is 0 if X = b and one of N equally likely symbols otherwise, for "
            "any N of at least (1 − P(b))/P(b).",
        },
        "gain": {
            "forall": [P, W, first_seen, gains, guess],
            "given": [full(P), largest(u, expected_gain(gains, u, P)) > 0],
            "then": log(gained(gains, guess)) <= leakage(P, W, first_seen),
            "note": "Gain functions: none gains more. Without the outcome the best guess must gain "
            "something.",
        },
        "gain-attained": {
            "forall": [P, W, first_seen, told],
            "given": [full(P), most_leaked],
            "then": equals(log(gained(told_apart, only_guess)), leakage(P, W, first_seen)),
            "note": "Reached by one guess that gains 1 where X = b, and nothing elsewhere.",
        },
    },
    note="ℓ(X → y) stands for D_∞(P_{X|Y=y} ‖ P_X), here and below; by this theorem it is the "
    "supremum of both threat models. At an outcome of probability 0 the posterior is the prior "
    "(footnote 5).",
)

# --- properties -----------------------------------------------------------------------------------

paper.claim(
    "pml-range",
    at="Section 2.3, after Theorem 2.4",
    scope="finite alphabets",
    forall=[P, W, y],
    given=[full(P)],
    then={
        "least": leakage(P, W, y) >= 0,
        "most": leakage(P, W, y) <= -log(smallest(x, P[x])),
    },
)

paper.claim(
    "pml-pre-processing",
    at="Section 2.3, after Theorem 2.4",
    scope="finite alphabets",
    forall=[P, W, y, U],
    given=[full(P)],
    then=attribute_leakage(P, W, y, U) <= leakage(P, W, y),
    note="Z of the Markov chain Z − X − Y is an attribute, P_{Z|X} = U.",
)

later = Size("l")
processing, seen_later = Channel("K", m, later), Symbol("z", later)
processed = chain(W, processing)

paper.claim(
    "pml-post-processing",
    at="Section 2.3",
    scope="finite alphabets",
    forall=[P, W, processing, seen_later, c],
    given=[full(P), every(y, leakage(P, W, y) <= c)],
    then=leakage(P, processed, seen_later) <= c,
    note="The text cites the inequality without printing it (Saeidian et al. 2023b, Lemma 1): what "
    "is made of the outcome leaks no more than the outcome that leaks the most, so no more than "
    "any bound on what the outcomes leak.",
)

second, level, second_level = Channel("V", n * m, later), Real("c"), Real("e")
both_outcomes = channel_table(n, m * later, lambda a, o: W[a, quotient(o, later)] * second[
    a * m + quotient(o, later), remainder(o, later)])
after_first = channel_table(n, later, lambda a, v: second[a * m + first_seen, v])
plain = Channel("V", n, later)
independent = channel_table(n, m * later, lambda a, o: W[a, quotient(o, later)] * plain[
    a, remainder(o, later)])

paper.claim(
    "pml-composition",
    at="Section 2.3",
    scope="finite alphabets",
    forall=[P, W, second, first_seen, seen_later, level, second_level],
    given=[
        full(P), leakage(P, W, first_seen) <= level,
        leakage(posterior_of(P, W, first_seen), after_first, seen_later) <= second_level,
    ],
    then=leakage(P, both_outcomes, first_seen * later + seen_later) <= level + second_level,
    reading="conditional",
    readings={"plain": {
        "forall": [P, W, plain, first_seen, seen_later],
        "given": [full(P)],
        "then": leakage(P, independent, first_seen * later + seen_later)
        <= leakage(P, W, first_seen) + leakage(P, plain, seen_later),
        "note": "The second leakage is taken under the prior, as if nothing had been seen, though "
        "the two mechanisms answer independently given X.",
    }},
    note="“PML increases (at most) linearly under composition”: the text cites the inequality "
    "without printing it (Saeidian et al. 2023b, Lemma 1). The second mechanism may depend on the "
    "first outcome; its leakage is conditional (Definition 2.5): under what the first outcome has "
    "told already.",
)

# --- two forms of the guarantee -------------------------------------------------------------------

members = Size("j")
member = Symbol("i", members)
priors = Channel("F", members, n)


def joint(law: Term, mechanism: Term) -> Term:
    """P_{Y|X} × P_X on pairs, numbered with the outcome fastest."""
    return pmf_table(
        n * m, lambda s: law[quotient(s, m)] * mechanism[quotient(s, m), remainder(s, m)]
    )


def product(law: Term, mechanism: Term) -> Term:
    """P_Y × P_X on pairs."""
    response = output(law, mechanism)
    return pmf_table(n * m, lambda s: law[quotient(s, m)] * response[remainder(s, m)])


def _surely(law: Term) -> Formula:
    return every(y, either(leakage(law, W, y) <= eps, output(law, W)[y] <= 0))


def _divergence(law: Term) -> Formula:
    return renyi(joint(law, W), product(law, W), INFINITE) <= eps


def _everywhere(law: Term) -> Formula:
    return every(y, leakage(law, W, y) <= eps)


paper.claim(
    "definition-2.6",
    at="Definition 2.6",
    scope="finite alphabets and classes",
    forall=[priors, W, eps],
    given=[every(member, every(x, priors[member, x] > 0))],
    then={
        "divergence": iff(
            every(member, _surely(priors[member])), every(member, _divergence(priors[member]))
        ),
        "outcomes": iff(
            every(member, _surely(priors[member])), every(member, _everywhere(priors[member]))
        ),
    },
    note="Finitely many outcomes have probability 1 together if every other outcome has "
    "probability 0. A class lists its priors. Every form says the same of each of them, so that a "
    "class of any size has the same two forms.",
)

# --- leakage capacity -----------------------------------------------------------------------------

literal_capacity = log(largest(y, largest(x, largest(other, likelihood_ratio(W[x], W[other], y)))))
some_level = Real("t", "(0,1]", latex=r"\eta")
one, two = Symbol("x", n), Symbol("x'", n)
concentrated = pmf_table(
    n, lambda a: cases(equals(a, two), 1 - some_level, 0) + some_level / n
)
outcome = Symbol("y", m)

paper.claim(
    "theorem-2.8",
    at="Definition 2.7, Theorem 2.8",
    scope="finite alphabets",
    forall=[P, W, first_seen],
    given=[full(P)],
    then={
        "bound": {
            "then": leakage(P, W, first_seen) <= capacity_of(W),
            "reading": "possible-outcomes",
            "readings": {"literal": {
                "then": leakage(P, W, first_seen) <= literal_capacity,
                "note": "At an outcome that no symbol gives, the ratio of Definition 2.7 is 0/0.",
            }},
        },
        "approached": {
            "forall": [W, outcome, one, two, some_level],
            "given": [W[one, outcome] > 0],
            "then": log(W[one, outcome]) - log(W[two, outcome] + some_level)
            <= leakage(concentrated, W, outcome),
            "note": "No bound is less: a prior of full support that gives x' all but η of the "
            "probability leaks what tends to ln p(y|x)/p(y|x') as η → 0.",
        },
        "divergence": {
            "forall": [P, W, c],
            "then": iff(
                renyi(joint(P, W), product(P, W), INFINITE) <= c, every(y, leakage(P, W, y) <= c)
            ),
            "note": "The two suprema have the same bounds, prior by prior.",
        },
    },
)

paper.claim(
    "capacity-infinite",
    at="Section 2.4, after Definition 2.7",
    scope="finite alphabets",
    forall=[P, W, x, y],
    given=[full(P), W[x, y] <= 0, output(P, W)[y] > 0],
    then=equals(capacity_of(W), infinity),
)

paper.claim(
    "capacity-infinite-sharp",
    at="Section 2.4, after Definition 2.7",
    scope="finite alphabets",
    forall=[P, W],
    given=[full(P), every(x, every(y, either(W[x, y] > 0, output(P, W)[y] <= 0)))],
    then=capacity_of(W) < infinity,
    note="The converse, which the text doesn't print: it needs finitely many outcomes, as "
    "densities that are positive everywhere can have unbounded ratios.",
)
