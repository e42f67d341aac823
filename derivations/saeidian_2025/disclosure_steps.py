"""Appendices A.2 and A.3: the steps of the proofs of Theorem 3.5 and of Proposition 3.6."""

from __future__ import annotations

from typing import Any

from derivations.patterns.posteriors import Posterior
from verified.language import equals, exp, largest, log, min_entropy
from verified.papers.saeidian_2025 import disclosure_steps as it
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real

believed, known = it.believed, it.known


# --- A.2 ------------------------------------------------------------------------------------------


def leaked(d: Steps, full: Line) -> tuple[Line, list[Line]]:
    """P_{U|Y=y}(u) ≤ e^ℓ P_U(u) for every u, and what shows that ℓ(U → y) is real."""
    posterior = Posterior(d, it.P, it.W, it.y)
    less = d.cite("saeidian-2025/pml-pre-processing", full)
    finite = d.chain(less, posterior.finite(full))
    real = [finite, *posterior.real(full)]
    own = d.arithmetic(it.told <= it.told, *real)
    each = d.cite("lemma/largest-ratio.ratio", own, *real, P=known, Q=believed, r=it.told)
    return each, real


def by_lemma(d: Derivation, name: str) -> None:
    """A lemma on two laws of which the one is at most e^r times the other."""
    each, real = leaked(d, d.given[0])
    d.qed(d.cite(f"lemma/largest-of-possible.{name}", each, *d.given[1:], *real, P=believed,
                 A=known, r=it.told, **({"a": d.var("u")} if name == "supports" else {})))


@derives("saeidian-2025/theorem-3.5-steps.supports")
def supports(d: Derivation) -> None:
    """P_{U|Y=y}(u) ≤ e^ℓ P_U(u)."""
    by_lemma(d, "supports")


@derives("saeidian-2025/theorem-3.5-steps.ratio")
def ratio(d: Derivation) -> None:
    """Rényi's divergence of order ∞ is the log of the largest ratio."""
    by_lemma(d, "ratio")


@derives("saeidian-2025/theorem-3.5-steps.apart")
def apart(d: Derivation) -> None:
    """P_{U|Y=y}(u) is a ratio times P_U(u)."""
    by_lemma(d, "apart")


@derives("saeidian-2025/theorem-3.5-steps.eq-a1a")
def nested(d: Derivation) -> None:
    """The supports are nested."""
    by_lemma(d, "nested")


@derives("saeidian-2025/theorem-3.5-steps.entropies")
def entropies(d: Derivation) -> None:
    """The largest probability is e^(−H)."""
    posterior = Posterior(d, it.P, it.W, it.y)
    value = d.cite("lemma/largest-of-possible.entropy", *posterior.law, P=known)
    d.qed(d.arithmetic(d.goal, value, *posterior.law))


@derives("saeidian-2025/theorem-3.5-steps.eq-a3")
def infimum(d: Derivation) -> None:
    """Outcome by outcome."""
    full, bounded, less, above = d.given
    z = d.fix(it.z)
    real = Posterior(d, it.P, it.W, z).real(full)
    line = d.cite("saeidian-2025/theorem-3.5-quantitative.secret", full, P=it.P, W=it.W, U=it.U,
                  y=z)
    one, two = d.goal.parts
    each = d.arithmetic(one.left <= line.formula.right, line, d.at(bounded, z), *real)
    d.qed(d.both(d.bound_sup(one.right, each, z), d.arithmetic(two, less, above)))


# --- A.3 ------------------------------------------------------------------------------------------


def outcome(d: Steps) -> Posterior:
    """The posterior after the outcome of A.3."""
    return Posterior(d, it.P, it.W, it.t)


def at_most_one(d: Steps) -> Line:
    """e^(−ε) ≤ 1."""
    grown = d.cite("background/exponential-increasing", d.obvious(-it.sharp <= 0), r=-it.sharp, s=0)
    return d.arithmetic(exp(-it.sharp) <= 1, grown)


def below_entropy(d: Steps, law: Any, value: Any, sure: Line, *lines: Line) -> Line:
    """H < ε, from a probability above e^(−ε)."""
    line = d.cite("lemma/largest-probability.less", sure, at_most_one(d), *lines, P=law,
                  g=exp(-it.sharp), a=value)
    return d.chain(line, d.identity(equals(-log(exp(-it.sharp)), it.sharp)))


@derives("saeidian-2025/proposition-3.6-steps.value")
def likely_value(d: Derivation) -> None:
    """The likeliest value has the probability e^(−H)."""
    level = d.identity(equals(it.sharp, -log(exp(-it.sharp))))
    d.qed(d.cite("lemma/largest-probability.likelier", d.chain(d.given[0], level), at_most_one(d),
                 *outcome(d).law, P=it.here, g=exp(-it.sharp)))


@derives("saeidian-2025/proposition-3.6-steps.law")
def is_law(d: Derivation) -> None:
    """λ and 1 − λ, or 1."""
    v, b, share = it.v, it.shown, it.share
    w = d.fix(it.w)
    rows = d.summed(d.forall(w, d.cite("lemma/shifted.value", v=v, b=b, w=w, t=share)))
    d.qed(d.chain(rows, d.identity(equals(rows.formula.right, 1))))


def of_value(d: Steps, law: Any, value: Any, *lines: Line) -> Line:
    """λ 1[v = b] + (1 − λ) A(v)."""
    return d.cite("lemma/shifted.law", *lines, A=law, b=it.shown, v=value, t=it.share)


@derives("saeidian-2025/proposition-3.6-steps.shown")
def of_shown(d: Derivation) -> None:
    """b stays, and the rest becomes b with probability λ."""
    line = of_value(d, believed, it.shown)
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right))))


@derives("saeidian-2025/proposition-3.6-steps.others")
def of_others(d: Derivation) -> None:
    """What isn't b stays with probability 1 − λ."""
    line = of_value(d, believed, it.v)
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right), d.given[0])))


def likeliest(d: Steps) -> tuple[Any, list[Line]]:
    """The largest P_U(u), and that it is no less than P_U(b), positive and at most 1."""
    most = largest(it.v, believed[it.v])
    return most, [d.below_sup(most, it.shown), d.cite(
        "lemma/largest-probability.positive", P=believed)]


@derives("saeidian-2025/proposition-3.6-steps.share")
def some_share(d: Derivation) -> None:
    """No value is certain."""
    most, (below, _) = likeliest(d)
    entropy = d.cite("lemma/largest-probability.value", P=believed)
    start = min_entropy(believed)
    t = Real("x", ">0")
    less = d.scalar(exp(-t) < 1, d.given[0], values={t: start})
    under = d.arithmetic(most < 1, entropy, less)
    gap = d.arithmetic(0 < 1 - believed[it.shown], below, under)
    d.qed(d.combined(d.goal, under, gap, products=[["1", [["fact", 0], ["sign", 1 / (
        1 - believed[it.shown])]]]]))


@derives("saeidian-2025/proposition-3.6-steps.likelier")
def likelier(d: Derivation) -> None:
    """Multiplied out."""
    low, more = d.given
    most, _ = likeliest(d)
    value = d.cite("saeidian-2025/proposition-3.6-steps.shown")
    p = believed[it.shown]
    gap = d.arithmetic(0 < 1 - p, low)
    line = d.combined(most - p < it.share * (1 - p), more, gap, products=[
        ["1", [["fact", 0], ["fact", 1]]]])
    d.qed(d.arithmetic(d.goal, value, line))


@derives("saeidian-2025/proposition-3.6-steps.smaller")
def smaller(d: Derivation) -> None:
    """The likeliest value has the probability e^(−H)."""
    d.qed(d.cite("lemma/shifted.likelier", d.given[0], A=believed, b=it.shown, t=it.share))


def of_here(d: Derivation, part: str, *lines: Line, **values: Any) -> Line:
    """A lemma on shifted values, of P_{U|Y=y}."""
    return d.cite(f"lemma/shifted.{part}", *lines, *outcome(d).law, A=it.here, b=it.shown,
                  t=it.share, **values)


@derives("saeidian-2025/proposition-3.6-steps.first")
def of_first(d: Derivation) -> None:
    """λ + (1 − λ) P(b) ≥ P(b)."""
    d.qed(of_here(d, "first"))


@derives("saeidian-2025/proposition-3.6-steps.eq-a4")
def told_value(d: Derivation) -> None:
    """P_{U|Y=y}(b) > e^(−ε)."""
    d.qed(of_here(d, "sure", d.given[0], s=exp(-it.sharp)))


@derives("saeidian-2025/proposition-3.6-steps.left")
def left(d: Derivation) -> None:
    """b is nearly certain."""
    sure = of_here(d, "sure", d.given[0], s=exp(-it.sharp))
    d.qed(below_entropy(d, it.kept_known, it.shown, sure, *outcome(d).law))
