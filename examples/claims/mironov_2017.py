"""Mironov: from Rényi differential privacy to (ε,δ)."""

from derivations.patterns.renyi import at_least_one, guarded, not_one
from derivations.tools import log_below, split_maximum, split_order, split_zero
from verified.language import *
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import number

READ = (
    "Proposition 3 was read in a later account that states it with 0 < δ < 1, Proposition 10 "
    "likewise. Sure."
)

paper = Paper("mironov-2017", title="Rényi differential privacy", authors="I. Mironov", year=2017)
n = Size("n")
P, Q, A = Pmf("P", n), Pmf("Q", n), Event("A", n)
alpha, eps = Real("alpha", ">1", latex=r"\alpha"), Real("eps", ">=0", latex=r"\varepsilon")
delta = Real("delta", "(0,1)", latex=r"\delta")

proposition_3 = paper.claim(
    "proposition-3", at="Proposition 3", forall=[P, Q, alpha, eps, delta],
    given=[renyi(P, Q, alpha) <= eps],
    then=hockey_stick(P, Q, eps + log(1 / delta) / (alpha - 1)) <= delta,
    note="P and Q are the responses to two neighbouring databases.", scope="finite alphabets",
)
proposition_10 = paper.claim(
    "proposition-10", at="Proposition 10", forall=[P, Q, A, alpha, eps],
    given=[renyi(P, Q, alpha) <= eps],
    then=P[A] <= (exp(eps) * Q[A]) ** ((alpha - 1) / alpha), scope="finite alphabets",
)


# --- the proof ------------------------------------------------------------------------------------

a = Symbol("a", n)
level = eps + log(1 / delta) / (alpha - 1)


def covered(d: Derivation, finite):
    """Q(a) > 0 or P(a) ≤ 0 for every symbol: else the divergence would be infinite."""
    held = either(Q[a] > 0, P[a] <= 0)

    def outside(none, here):
        above = d.cite("definition/renyi-outside", here, none, values={
            "P": P, "Q": Q, "alpha": alpha, "a": a, "r": eps + 1, "u": 1})
        return d.follows(held, d.contradiction(above, finite))

    return d.forall(a, split_order(
        d, Q[a], 0,
        lambda none: split_order(d, P[a], 0, lambda low: d.follows(held, low),
                                 lambda here: outside(none, here)),
        lambda there: d.follows(held, there),
    ))


def powers(d: Derivation, inside, finite):
    """Σ P^α Q^(1−α) ≤ e^((α−1)ε)."""
    more = d.obvious(1 < alpha)
    value = d.cite("definition/renyi", not_one(d, alpha, more), inside)
    terms = value.formula.right.args[1].args[0].args[0]
    one = at_least_one(d, P, Q, alpha, inside, more, d.obvious(0 < alpha))
    some = d.arithmetic(0 < terms, one)
    logs = d.arithmetic(log(terms) <= (alpha - 1) * eps, value, finite, some, more,
                        hints=[alpha - 1])
    grown = d.cite("background/exponential-increasing", logs, some, r=log(terms),
                   s=(alpha - 1) * eps)
    same = d.identity(equals(exp(log(terms)), terms), some)
    return terms, d.arithmetic(terms <= exp((alpha - 1) * eps), same, grown, some)


def symbol(d: Derivation, inside, share):
    """max(0, P − e^E Q) ≤ δ e^(−(α−1)ε) P^α Q^(1−α), as P ≤ δ e^(−(α−1)ε) P (P/Q)^(α−1) where
    e^E Q ≤ P."""
    gain = P[a] - exp(level) * Q[a]
    part = guarded(P, Q, a, alpha)
    power = P[a] ** alpha * Q[a] ** (1 - alpha)
    ratio = (alpha - 1) * (log(P[a]) - log(Q[a]))

    def unlikely(zero):
        none = split_maximum(d, 0, gain, lambda order, most: d.arithmetic(
            maximum(0, gain) <= 0, most, zero, hints=[exp(level) * Q[a]]))
        sign = split_order(
            d, Q[a], 0,
            lambda low: d.chain(d.obvious(number(0) <= 0), d.turn(
                equals(0, share * part), d.identity(equals(share * part, 0), low))),
            lambda there: d.chain(
                d.obvious(0 <= share * power, there),
                d.identity(equals(share * power, share * part), there)),
        )
        return d.chain(none, sign)

    def likely(here):
        fact = d.at(inside, a)
        some, none = fact.theorem.conclusion.parts
        there = d.cases(fact, d.assume(some), d.follows(
            Q[a] > 0, d.contradiction(d.assume(none), here)))
        bound = maximum(0, gain) <= share * (P[a] * exp(ratio))

        def either_way(order, most):
            if most.theorem.conclusion.right == number(0):
                none = d.obvious(0 <= share * (P[a] * exp(ratio)), here, there)
                return d.arithmetic(bound, most, none, here, there)
            above = d.arithmetic(exp(level) * Q[a] <= P[a], order)
            logs = log_below(d, exp(level) * Q[a], P[a], above, here, there)
            far = d.arithmetic((alpha - 1) * eps + log(1 / delta) <= ratio, logs, here, there,
                               hints=[alpha - 1])
            grown = d.cite("background/exponential-increasing", far, here, there,
                           r=far.formula.left, s=ratio)
            least = d.identity(equals(share * exp(far.formula.left), 1))
            enough = d.arithmetic(P[a] <= share * (P[a] * exp(ratio)), grown, least, here, there,
                                  hints=[share * P[a]])
            return d.arithmetic(bound, most, enough, here, there, hints=[exp(level) * Q[a]])

        line = split_maximum(d, 0, gain, either_way)
        same = d.identity(equals(share * (P[a] * exp(ratio)), share * part), here, there)
        return d.chain(line, same)

    return split_zero(d, P[a], unlikely, likely)


@derives("mironov-2017/proposition-3")
def proof(d: Derivation) -> None:
    """The sum of what each symbol adds is at most δ e^(−(α−1)ε) Σ P^α Q^(1−α)."""
    (finite,) = d.given
    inside = covered(d, finite)
    share = delta * exp(-((alpha - 1) * eps))
    rows = d.summed(d.forall(a, symbol(d, inside, share)))
    terms, most = powers(d, inside, finite)
    stick = d.cite("definition/hockey-stick", eps=level)
    whole = d.identity(equals(rows.formula.right, share * terms))
    last = d.arithmetic(share * terms <= share * exp((alpha - 1) * eps), most, hints=[share])
    end = d.identity(equals(share * exp((alpha - 1) * eps), delta))
    d.qed(d.chain(stick, rows, whole, last, end))
