"""Lemmas on what an outcome tells of a channel's input: posteriors, the largest ratio of two laws
(Rényi's order ∞), and the largest probability of a law (its min-entropy)."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Channel,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    both,
    cases,
    chain,
    channel_table,
    equals,
    every,
    exp,
    largest,
    log,
    min_entropy,
    negation,
    output,
    pmf_table,
    renyi,
    smallest,
    total,
)
from verified.language import some as some_symbol
from verified.papers.lemmas.common import P, Q, W, m, n, paper, r
from verified.syntax.formulas import substitute

a, b, y = Symbol("a", n), Symbol("b", n), Symbol("y", m)
out, some = Symbol("z", m), Real("s", ">0")


def posterior_of(law: Term, channel: Term, outcome: Term) -> Term:
    """The law of a channel's input given its output; the prior itself, where that is impossible."""
    seen = output(law, channel)[outcome]
    return pmf_table(law.sort.sizes()[0], lambda s: cases(
        seen > 0, law[s] * channel[s, outcome] / seen, law[s]
    ))


def largest_log_ratio(channel: Term) -> Term:
    """The log of the largest W(y|a)/W(y|b): the largest divergence of order ∞ between rows."""
    inputs = channel.sort.sizes()[0]
    one, two = Symbol("a", inputs), Symbol("b", inputs)
    return largest(one, largest(two, renyi(channel[one], channel[two], float("inf"))))


def posterior_entry(law: Term, channel: Term, outcome: Term, symbol: Term) -> Term:
    """An entry of the posterior, as it is written out."""
    table: Any = posterior_of(law, channel, outcome)
    found: Term = substitute(table.body, {table.var.name: symbol})
    return found


seen, posterior = output(P, W)[y], posterior_of(P, W, y)
entry = posterior_entry(P, W, y, a)
chance = Real("g", "(0,1]")
paper.claim(
    "posterior",
    forall=[P, W, y],
    then={
        "law": both(
            every(a, entry >= 0), equals(total(a, entry), 1)
        ),
        "bayes": every(a, equals(entry * seen, P[a] * W[a, y])),
        "null": {"given": [seen <= 0], "then": every(a, equals(entry, P[a]))},
        "finite": {
            "given": [every(a, P[a] > 0)],
            "then": renyi(posterior, P, float("inf")) <= -log(smallest(a, P[a])),
        },
        "leak": {
            "given": [every(a, P[a] > 0)],
            "then": every(a, entry <= exp(renyi(posterior, P, float("inf"))) * P[a]),
        },
        "likelier": {
            "forall": [P, W, y, b, some],
            "given": [every(a, P[a] > 0), seen <= some, W[b, y] > 0],
            "then": log(W[b, y]) - log(some) <= renyi(posterior, P, float("inf")),
        },
    },
    note="The posterior of a channel's input given an outcome: the prior, where it is impossible.",
)

bounded_rows = every(a, every(b, every(out, W[a, out] <= exp(r) * W[b, out])))

paper.claim(
    "largest-log-ratio",
    forall=[W],
    then={
        "nonnegative": largest_log_ratio(W) >= 0,
        "ratio": {
            "forall": [W, r], "given": [largest_log_ratio(W) <= r], "then": bounded_rows,
        },
        "bound": {
            "forall": [W, r], "given": [bounded_rows], "then": largest_log_ratio(W) <= r,
        },
    },
    note="What a channel's rows differ by at most, as a ratio at one output.",
)

paper.claim(
    "largest-ratio",
    forall=[P, Q, r],
    then={
        "bound": {
            "given": [every(a, P[a] <= exp(r) * Q[a])],
            "then": renyi(P, Q, float("inf")) <= r,
        },
        "ratio": {
            "given": [renyi(P, Q, float("inf")) <= r],
            "then": every(a, P[a] <= exp(r) * Q[a]),
        },
    },
    note="Rényi's divergence of order ∞ is the log of the largest likelihood ratio.",
)

paper.claim(
    "largest-probability",
    forall=[P],
    then={
        "least": {
            "given": [every(a, P[a] > 0)],
            "then": smallest(a, P[a]) > 0,
        },
        "value": equals(exp(-min_entropy(P)), largest(a, P[a])),
        "positive": largest(a, P[a]) > 0,
        "at-most": {
            "forall": [P, chance],
            "given": [every(a, P[a] <= chance)],
            "then": -log(chance) <= min_entropy(P),
        },
        "at-least": {
            "forall": [P, a],
            "given": [P[a] > 0],
            "then": min_entropy(P) <= -log(P[a]),
        },
        "certain": {
            "given": [min_entropy(P) <= 0],
            "then": equals(largest(a, P[a]), 1),
        },
        "likelier": {
            "forall": [P, chance],
            "given": [min_entropy(P) < -log(chance)],
            "then": some_symbol(a, P[a] > chance),
        },
        "less": {
            "forall": [P, a, chance],
            "given": [P[a] > chance],
            "then": min_entropy(P) < -log(chance),
        },
        "possible": some_symbol(a, P[a] > 0),
        "rest": {
            "forall": [P, a, b],
            "given": [negation(equals(b, a))],
            "then": P[b] <= 1 - P[a],
        },
        "below": {
            "forall": [P, a, b, chance],
            "given": [negation(equals(b, a)), P[a] > chance],
            "then": P[b] < 1 - chance,
        },
        "another": {
            "forall": [P, a],
            "given": [min_entropy(P) > 0],
            "then": some_symbol(b, both(negation(equals(b, a)), P[b] > 0)),
        },
        "sure": {
            "forall": [P, a],
            "given": [some_symbol(b, P[b] >= 1)],
            "then": both(
                equals(P[a], cases(P[a] >= 1, 1, 0)), equals(1 - P[a], cases(P[a] <= 0, 1, 0))
            ),
        },
    },
)

# --- laws that are at most a multiple of another --------------------------------------------------

A = Pmf("A", n)
k = Size("k")
U, guess, gains = Channel("U", n, k), Pmf("G", k), Reals("g", k * n, ">=0")
v, w, s = Symbol("v", k), Symbol("w", k), Symbol("s", n)


def _gain(law: Term, action: Term) -> Term:
    found: Term = total(s, law[s] * gains[action * n + s])
    return found


paper.claim(
    "at-most-a-multiple",
    forall=[P, A, r],
    given=[every(a, A[a] <= exp(r) * P[a])],
    then={
        "value": {
            "forall": [P, A, U, v, r],
            "then": output(A, U)[v] <= exp(r) * output(P, U)[v],
        },
        "attribute": {
            "forall": [P, A, U, guess, r],
            "then": log(
                total(v, output(A, U)[v] * guess[v]) / largest(w, output(P, U)[w])
            ) <= r,
        },
        "gain": {
            "forall": [P, A, gains, guess, r],
            "given": [every(a, A[a] <= exp(r) * P[a]), largest(w, _gain(P, w)) > 0],
            "then": log(
                total(v, guess[v] * _gain(A, v)) / largest(w, _gain(P, w))
            ) <= r,
        },
        "best": {
            "forall": [P, A, b, r],
            "given": [
                every(a, A[a] <= exp(r) * P[a]), every(a, A[a] * P[b] <= A[b] * P[a]), P[b] > 0,
            ],
            "then": both(
                log(A[b] / P[b]) <= r, renyi(A, P, float("inf")) <= log(A[b] / P[b]), A[b] > 0,
            ),
        },
    },
    note="What follows for guesses if no probability grows by more than a factor e^r.",
)

part = Real("s")
known, believed = min_entropy(output(A, U)), min_entropy(output(P, U))

paper.claim(
    "at-most-a-multiple-entropy",
    forall=[P, A, U, r],
    given=[every(a, A[a] <= exp(r) * P[a])],
    then={
        "remaining": believed - r <= known,
        "certainty": {
            "then": 1 - exp(-known) <= exp(r) * (1 - exp(-believed)),
            "note": "Who is nearly sure of a value under P is nearly sure under A.",
        },
        "sure": {
            "forall": [P, A, U, r, v, part],
            "given": [every(a, A[a] <= exp(r) * P[a]), output(P, U)[v] > part],
            "then": output(A, U)[v] > 1 - exp(r) * (1 - part),
        },
        "certain": {
            "given": [every(a, A[a] <= exp(r) * P[a]), believed <= 0],
            "then": known <= 0,
        },
    },
)

grown_r, grown_s = Real("r"), Real("s")
paper.claim(
    "posteriors-of-two",
    forall=[P, Q, W, y, grown_r, grown_s],
    given=[every(a, Q[a] <= exp(grown_r) * P[a]), every(a, P[a] <= exp(grown_s) * Q[a])],
    then=every(
        a, posterior_entry(Q, W, y, a) <= exp(grown_r + grown_s) * posterior_entry(P, W, y, a)
    ),
    note="Posteriors of two priors after one outcome.",
)

odds = every(a, every(b, A[a] * P[b] <= exp(r) * A[b] * P[a]))
paper.claim(
    "odds",
    forall=[P, A, U, r],
    given=[odds],
    then={
        "attribute": every(v, output(A, U)[v] * (1 - output(P, U)[v])
                           <= exp(r) * output(P, U)[v] * (1 - output(A, U)[v])),
        "entropy": log(1 + (exp(believed) - 1) * exp(-r)) <= known,
        "rows": {
            "forall": [P, W, y, r],
            "given": [bounded_rows, r >= 0],
            "then": every(a, every(b, posterior_entry(P, W, y, a) * P[b]
                                   <= exp(r) * posterior_entry(P, W, y, b) * P[a])),
        },
    },
    note="If no odds change by more than a factor e^r, neither do those of an attribute.",
)

paper.claim(
    "growing-entropy",
    forall=[P, A, r],
    given=[every(a, A[a] <= exp(r) * P[a])],
    then=min_entropy(P) - r <= min_entropy(A),
)



def among(law: Term, term: Any) -> Term:
    """The largest value of what isn't negative, over the symbols that a law gives."""
    symbol = Symbol("v", law.sort.sizes()[0])
    found: Term = largest(symbol, cases(law[symbol] > 0, term(symbol), 0))
    return found


_ratio = among(P, lambda symbol: A[symbol] / P[symbol])
_told = among(P, lambda symbol: A[symbol])
_apart = log(_told) + log(1 / among(P, lambda symbol: P[symbol]))
paper.claim(
    "largest-of-possible",
    forall=[P, A, r],
    given=[every(a, A[a] <= exp(r) * P[a])],
    then={
        "supports": {
            "forall": [P, A, a, r],
            "given": [every(b, A[b] <= exp(r) * P[b]), A[a] > 0],
            "then": P[a] > 0,
        },
        "ratio": equals(renyi(A, P, float("inf")), log(_ratio)),
        "apart": _apart <= log(_ratio),
        "nested": log(among(A, lambda symbol: A[symbol])) + min_entropy(P) <= _apart,
        "entropy": {
            "forall": [P],
            "given": [],
            "then": equals(log(among(P, lambda symbol: P[symbol])), -min_entropy(P)),
        },
    },
    note="Largest values over the symbols of positive probability.",
)

positive_number = Real("s", ">0")
paper.claim(
    "exponential-of-logarithm",
    forall=[positive_number],
    then=equals(exp(log(positive_number)), positive_number),
)

smaller_part, larger_part = Real("u", ">0"), Real("v", ">0")
paper.claim(
    "log-of-quotient",
    forall=[positive_number, smaller_part, larger_part],
    given=[smaller_part <= larger_part],
    then=log(positive_number / larger_part) <= log(positive_number / smaller_part),
)

odds_of, more_odds = Real("r", ">=0"), Real("s")
paper.claim(
    "odds-share",
    forall=[odds_of, more_odds],
    given=[odds_of <= more_odds],
    then=1 / (1 + more_odds) <= 1 / (1 + odds_of),
    note="Who has odds of r to 1 against them has the share 1/(1 + r).",
)

told_nothing = channel_table(n, 1, lambda _a, _b: 1)

paper.claim(
    "constant-attribute",
    forall=[P],
    then=min_entropy(output(P, told_nothing)) <= 0,
)

one_input, two_input, shown = Symbol("b", n), Symbol("c", n), Symbol("w", k)
share = Real("t", "(0,1)")


def kept_value(attribute: Term, value: Term, chance: Term) -> Term:
    """The attribute that is the value with some chance, and as the given one otherwise."""
    kinds = attribute.sort.sizes()[1]
    return chain(attribute, channel_table(kinds, kinds, lambda i, j: chance * cases(
        equals(j, value), 1, 0) + (1 - chance) * cases(equals(i, j), 1, 0)))


def shifted_value(value: Term, new: Term, stays: Term, chance: Term) -> Term:
    """The probability of a new value: one value stays, any other becomes it with some chance."""
    return cases(
        equals(value, stays),
        cases(equals(new, stays), 1, 0),
        cases(equals(new, stays), chance, cases(equals(new, value), 1 - chance, 0)),
    )


def shift(kinds: Term, stays: Term, chance: Term) -> Term:
    """The channel that shifts values."""
    return channel_table(kinds, kinds, lambda i, j: shifted_value(i, j, stays, chance))


likely_kind, stays = Pmf("A", k), Symbol("b", k)
new_kind = Symbol("w", k)
paper.claim(
    "shifted",
    forall=[k, stays, v, new_kind, share],
    then={
        "value": equals(
            shifted_value(v, new_kind, stays, share),
            share * cases(equals(new_kind, stays), 1, 0)
            + (1 - share) * cases(equals(v, new_kind), 1, 0),
        ),
        "law": {
            "forall": [likely_kind, stays, v, share],
            "then": equals(
                output(likely_kind, shift(k, stays, share))[v],
                share * cases(equals(v, stays), 1, 0) + (1 - share) * likely_kind[v],
            ),
        },
        "first": {
            "forall": [likely_kind, stays, share],
            "then": shifted_value(stays, stays, stays, share) * likely_kind[stays]
            <= output(likely_kind, shift(k, stays, share))[stays],
        },
        "sure": {
            "forall": [likely_kind, stays, share, part],
            "given": [likely_kind[stays] > part],
            "then": output(likely_kind, shift(k, stays, share))[stays] > part,
        },
        "likelier": {
            "forall": [likely_kind, stays, share],
            "given": [output(likely_kind, shift(k, stays, share))[stays]
                      > largest(v, likely_kind[v])],
            "then": min_entropy(output(likely_kind, shift(k, stays, share)))
            < min_entropy(likely_kind),
        },
    },
)

paper.claim(
    "attribute",
    forall=[P, U],
    then={
        "varying": {
            "forall": [P, U, one_input, two_input, shown],
            "given": [
                every(a, P[a] > 0), U[one_input, shown] >= 1, U[two_input, shown] <= 0,
            ],
            "then": both(
                smallest(a, P[a]) < 1,
                -log(1 - smallest(a, P[a])) <= min_entropy(output(P, U)),
            ),
            "note": "A value that one symbol has surely, and another surely not.",
        },
        "kept": {
            "forall": [P, U, shown, share],
            "given": [output(P, U)[shown] >= 1],
            "then": min_entropy(output(P, kept_value(U, shown, share))) <= 0,
        },
        "likelier": {
            "forall": [P, U, shown, share],
            "given": [
                share * (1 - output(P, U)[shown])
                > largest(v, output(P, U)[v]) - output(P, U)[shown],
            ],
            "then": min_entropy(output(P, kept_value(U, shown, share)))
            < min_entropy(output(P, U)),
        },
        "varied": {
            "forall": [P, U, shown, share],
            "given": [min_entropy(output(P, U)) > 0],
            "then": min_entropy(output(P, kept_value(U, shown, share))) > 0,
        },
    },
)
