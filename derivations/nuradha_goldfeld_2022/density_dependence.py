"""Theorem 4 and Remark 8 with 2/d in B's exponent, on the line, for two unequal variances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derivations.tools import everywhere, split_maximum, split_zero
from verified.language import differential_entropy, equals, exp, log, pi
from verified.papers.nuradha_goldfeld_2022.density import (
    between,
    entropy_given_value,
    first_mean,
    first_variance,
    gap,
    parts,
    responses,
    second_mean,
    second_variance,
    secret,
    total_variance,
)
from verified.papers.nuradha_goldfeld_2022.gaussian import entropy_power
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, Term, number

UNIT = 2 * pi() * exp(1)


def at_noise(added: Any) -> dict[str, Term]:
    """The variances of the laws of the response."""
    return {"u": first_variance + added, "v": second_variance + added}


def entropies(d: Derivation, added: Any) -> tuple[Line, Line]:
    """h(response) ≤ ½ ln(2πe(V + σ²)), and the information as a difference of entropies."""
    most = d.cite("background/line-entropies.most", values=at_noise(added))
    told = d.cite("background/line-entropies.information", values=at_noise(added))
    return most, told


@derives("nuradha-goldfeld-2022/theorem-4-steps.above-unequal")
def above(d: Derivation) -> None:
    """The largest entropy for a variance."""
    most, _ = entropies(d, d.var("s2"))
    inside = most.formula.right.args[0].args[0]
    wanted = d.goal.right.args[0].args[0]
    same = d.identity(equals(inside, wanted))
    d.qed(d.rewrite(same, most, d.goal))


def positive_variance(d: Derivation) -> Line:
    """V > 0, as one of the values of the secret has a positive chance."""
    own = secret[0] * first_variance + secret[1] * second_variance

    held = [d.obvious(secret[value] >= number(0)) for value in range(2)]

    def shown(*seen: Line) -> Line:
        return d.arithmetic(own > 0, *seen, *held, hints=[first_variance, second_variance])

    spread = split_zero(
        d, secret[0], lambda none: shown(d.arithmetic(secret[1] > 0, none)), shown
    )
    x = Real("x")
    apart = d.scalar(number(0) <= x**2, values={x: between})
    return d.arithmetic(
        total_variance > 0, spread, apart,
        hints=[secret[0] * secret[1], secret[0] * parts[0] * parts[1] * gap**2],
    )


def entropy_below(d: Derivation) -> tuple[Line, Line]:
    """V > 0, and Σ P(a) h(f(X)|g = a) ≤ ½ ln(2πe V)."""
    most, told = entropies(d, 0)
    positive = positive_variance(d)
    inside = d.arithmetic(UNIT * total_variance > 0, positive, hints=[UNIT])
    same = d.identity(equals(most.formula.right.args[0].args[0], UNIT * total_variance))
    limit = log(UNIT * total_variance) / 2
    bound = d.rewrite(same, most, most.formula.left <= limit)
    some = d.cite("background/line-entropies.nonnegative", values=at_noise(0))
    less = d.arithmetic(entropy_given_value <= limit, bound, told, some, inside)
    return inside, less


@derives("nuradha-goldfeld-2022/remark-8-order.unequal@turned")
def order(d: Derivation) -> None:
    """e^(2h − 1)/2π ≤ V for the mean h of the entropies, ½ ln(2πe V) at most."""
    inside, below = entropy_below(d)
    line = d.cite(
        "background/half-logarithm.exponential", below, inside, h=entropy_given_value,
        w=UNIT * total_variance,
    )
    d.qed(d.arithmetic(d.goal, line, inside, hints=[1 / UNIT]))


@derives("nuradha-goldfeld-2022/remark-8-free.no-noise-unequal@turned")
def free(d: Derivation) -> None:
    """½ ln(2πe V) ≤ ε + h where V ≤ e^(2ε) B."""
    eps, (given,) = d.var("eps"), d.given
    most, told = entropies(d, 0)
    inside = d.arithmetic(UNIT * total_variance > 0, positive_variance(d), hints=[UNIT])
    level = entropy_given_value + eps
    small = d.arithmetic(UNIT * total_variance <= exp(2 * level), given, hints=[UNIT])
    limit = d.cite(
        "background/half-logarithm.logarithm", small, inside, h=level, w=UNIT * total_variance
    )
    same = d.identity(equals(most.formula.right.args[0].args[0], UNIT * total_variance))
    bound = d.rewrite(same, most, most.formula.left <= limit.formula.left)
    d.qed(d.arithmetic(d.goal, d.chain(bound, limit), told))


@derives(
    "nuradha-goldfeld-2022/remark-8-free-repaired.regime-unequal@turned",
    "nuradha-goldfeld-2022/remark-8-free-repaired.regime-unequal@printed",
)
def large(d: Derivation) -> None:
    """e B ≤ A ≤ e^(2ε) B."""
    eps = d.var("eps")
    low, high = d.given[0], d.given[3]
    power = low.formula.right.args[1]
    some = d.obvious(power > 0)
    both = d.arithmetic(exp(1) <= exp(2 * eps), low, high, some, hints=[1 / power])
    line = d.cite("background/log-increasing.positive", both,
                  values={"u": exp(1), "v": exp(2 * eps)})
    d.qed(d.arithmetic(d.goal, line))


@derives(
    "nuradha-goldfeld-2022/remark-8-free-repaired.threshold.only-if@turned",
    "nuradha-goldfeld-2022/remark-8-free-repaired.threshold.if@turned",
    "nuradha-goldfeld-2022/remark-8-free-repaired.threshold.only-if@printed",
    "nuradha-goldfeld-2022/remark-8-free-repaired.threshold.if@printed",
)
def threshold(d: Derivation) -> None:
    """A ≤ e^(2ε) B says ln(A/B) ≤ 2ε."""
    eps, (given,), goal = d.var("eps"), d.given, d.goal
    level = goal if eps in (goal.left, goal.right) else given.formula
    bound = level.left if level.right == eps else level.right
    ratio = bound.args[0].args[0]
    power = ratio.args[1]
    some, above = d.obvious(power > 0), positive_variance(d)
    positive = d.arithmetic(ratio > 0, above, some, hints=[1 / power])
    x, y = Real("x", ">0"), Real("y")
    if level == goal:
        small = d.arithmetic(ratio <= exp(2 * eps), given, some, hints=[1 / power])
        line = d.scalar(log(x) <= y, small, positive, given=[x <= exp(y)],
                        values={x: ratio, y: 2 * eps})
        d.qed(d.arithmetic(goal, line, positive, some))
        return
    small = d.arithmetic(log(ratio) <= 2 * eps, given, positive, some)
    line = d.scalar(x <= exp(y), small, positive, given=[log(x) <= y],
                    values={x: ratio, y: 2 * eps})
    d.qed(d.arithmetic(goal, line, some, hints=[power]))


def noisy_entropy(added: Any) -> tuple[Term, Term]:
    """The entropies of the response given the two values of the secret."""
    first, second = (differential_entropy(law) for law in responses(added))
    return first, second


def entropy_above(d: Derivation) -> Line:
    """½ ln(2πe(B + σ²)) ≤ Σ P(a) h(f(X) + Z|g = a): the entropy power inequality given each value
    of the secret, and the tangent of ½ ln(e^(2h) + 2πe σ²) at the mean of the entropies."""
    noise = d.var("s2")
    power, mean = UNIT * noise, entropy_given_value
    known, noisy = noisy_entropy(0), noisy_entropy(noise)
    pair = pair_entropy_power(
        d, parts, (first_mean, first_mean + gap), (first_variance, first_variance), noise
    )
    own, wide = (
        d.cite("background/gaussian-entropy", values={"r": second_mean, "v": spread})
        for spread in (second_variance + 0, second_variance + noise)
    )
    back = d.cite(
        "background/half-logarithm.exponential",
        d.arithmetic(known[1] <= log(UNIT * second_variance) / 2, own),
        h=known[1], w=UNIT * second_variance,
    )
    larger = d.arithmetic(exp(2 * known[1]) + power <= UNIT * (second_variance + noise), back)
    logs = d.cite(
        "background/log-increasing.positive", larger, u=exp(2 * known[1]) + power,
        v=UNIT * (second_variance + noise),
    )
    lone = d.arithmetic(log(exp(2 * known[1]) + power) / 2 <= noisy[1], logs, wide)
    tangents = [
        d.cite("background/half-logarithm.convex", h=entropy, m=mean, s=power)
        for entropy in known
    ]
    after = [
        d.arithmetic(tangent.formula.left / 2 <= entropy, tangent, line)
        for tangent, entropy, line in zip(tangents, noisy, (pair, lone), strict=True)
    ]
    total = secret[0] * noisy[0] + secret[1] * noisy[1]
    line = d.arithmetic(
        log(exp(2 * mean) + power) / 2 <= total, *after, hints=[secret[0], secret[1]]
    )
    response = UNIT * (entropy_power(mean, turned=True) + noise)
    same = d.identity(equals(exp(2 * mean) + power, response))
    return d.rewrite(same, line, log(response) / 2 <= total)


@derives("nuradha-goldfeld-2022/theorem-4-steps.below-unequal@turned")
def below(d: Derivation) -> None:
    """Entropy power given each value of the secret."""
    d.qed(entropy_above(d))


@derives(
    "nuradha-goldfeld-2022/theorem-4.unequal@turned",
    "nuradha-goldfeld-2022/theorem-4-repaired.unequal",
)
def theorem_4(d: Derivation) -> None:
    """2πe(V + σ²) ≤ e^(2ε) 2πe(B + σ²), and the two bounds on the entropies."""
    noise, eps = d.var("s2"), d.var("eps")
    (given,) = d.given
    level = given.formula.right.args[0]
    u = Real("u", ">0")
    grown = d.scalar(exp(2 * u) - 1 > 0, values={u: eps})
    lower = entropy_above(d)
    # The real level first: max(r, 0) is r or 0, and either way r is at most σ².
    enough = split_maximum(d, level, 0, lambda order, value: d.arithmetic(
        level <= noise, order, value, given, grown
    ), grown)
    below = entropy_power(entropy_given_value, turned=True)
    more = d.arithmetic(
        total_variance + noise <= exp(2 * eps) * (below + noise), enough, grown,
        hints=[grown.formula.left],
    )
    response, limit = UNIT * (total_variance + noise), UNIT * (below + noise)
    inside = d.arithmetic(response > 0, positive_variance(d), hints=[UNIT])
    least = lower.formula.right
    power = d.cite("background/half-logarithm.power", lower, h=least, w=limit)
    after = least + eps
    grew = d.arithmetic(response <= exp(2 * after), more, power, hints=[UNIT, exp(2 * eps)])
    bound = d.cite("background/half-logarithm.logarithm", grew, inside, h=after, w=response)
    most, told = entropies(d, noise)
    same = d.identity(equals(most.formula.right.args[0].args[0], response))
    upper = d.rewrite(same, most, most.formula.left <= bound.formula.left)
    d.qed(d.arithmetic(d.goal, d.chain(upper, bound), told))


def same_numbers(d: Steps, one: Term, other: Term) -> Line:
    """That two lists hold the same numbers, by their normal forms."""
    place = Symbol("i", one.sort.sizes()[0])
    return everywhere(d, place, lambda i: d.identity(equals(one[i], other[i])))


def pair_entropy_power(
    d: Steps, W: Term, means: Sequence[Term], spreads: Sequence[Term], added: Any
) -> Line:
    """½ ln(e^(2h(Y)) + 2πe s) ≤ h(Y + N(0, s)), Y a mixture of two normal laws."""
    laws = []
    for more in (number(0), added):
        own = [spread + more for spread in spreads]
        laws.append(d.cite(
            "background/two-gaussians", W=W, r=means[0], s=means[1], u=own[0], v=own[1]
        ))
    (alone, noisy) = (law.formula.right.args[0] for law in laws)
    line = d.cite("background/entropy-power", P=W, m=alone.args[1], v=alone.args[2], s=added)
    spread = line.formula.right.args[0].args[2]
    line = d.rewrite(same_numbers(d, spread, noisy.args[2]), line)
    for law in laws:
        line = d.rewrite(d.turn(equals(law.formula.right, law.formula.left), law), line)
    return line
