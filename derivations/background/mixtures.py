"""Proofs on what a response with noise tells: its entropy less that of the noise."""

from __future__ import annotations

from derivations.patterns.noise import mean_square
from derivations.tools import substitute_bound
from verified.language import equals, exp, log, output, pi, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol

UNIT = 2 * exp(1)


def told_of_data(d: Derivation, noise: str) -> Line:
    """I(U; f(V) + Z) ≤ I(V; f(V) + Z), from the chain rule."""
    chain = d.cite(f"background/noise-chain.{noise}")
    return d.arithmetic(d.goal.left <= chain.formula.left, chain)


def without_noise(d: Derivation, noise: str, whole: Line, each: Line, inside: Line) -> Line:
    """The bound on h(f(V) + Z), of which `each` tells a term, less h(Z)."""
    j = d.fix(Symbol("j", d.var("d")))
    rows = d.summed(d.forall(j, each), d.forall(j, inside))
    told = told_of_data(d, noise)
    return d.arithmetic(d.goal, told, whole, rows, d.forall(j, inside))


@derives("background/gaussian-max-entropy.information")
def gaussian_response(d: Derivation) -> None:
    """ln(2πe(s + v)) = ln(2πev) + ln(1 + s/v) for each coordinate."""
    law, v = output(d.var("U"), d.var("V")), d.var("v")
    whole = d.cite("background/gaussian-max-entropy.entropy", P=law)
    j = d.fix(Symbol("j", d.var("d")))
    part = substitute_bound(whole.formula.right, j)
    spread = part.args[0].args[0].args[1].args[0]
    some = mean_square(d, spread)
    ratio = d.cite("background/log-of-spread.ratio", some, w=pi() * UNIT, t=spread)
    inside = d.arithmetic(1 + spread / v > 0, some, hints=[1 / v])
    each = d.arithmetic(
        equals(part, (log(pi() * UNIT * v) + log(1 + spread / v)) / 2), ratio, inside, some)
    d.qed(without_noise(d, "gaussian", whole, each, d.both(inside, some)))


@derives("background/laplace-max-entropy.information")
def laplace_response(d: Derivation) -> None:
    """|c| + b e^(−|c|/b) is at most |c| + b, and at least b."""
    law, b = output(d.var("U"), d.var("V")), d.var("b")
    whole = d.cite("background/laplace-max-entropy.entropy", P=law)
    j, s = d.fix(Symbol("j", d.var("d"))), d.fix(Symbol("s", d.var("n")))
    part = substitute_bound(whole.formula.right, j)
    mean = part.args[0].args[1]
    term = substitute_bound(mean, s)
    far = term.args[1].args[0]
    less = d.cite("background/exponential-increasing", d.obvious(-far / b <= 0), r=-far / b, s=0)
    near = d.summed(d.forall(s, d.arithmetic(term <= law[s] * (far + b), less,
                                             hints=[law[s] * b])))
    deviation = total(s, law[s] * far)
    some = d.obvious(0 <= deviation)
    near = d.arithmetic(mean <= deviation + b, near)
    tangent = d.cite("background/log-tangent.exponential", eps=-far / b)
    each = d.arithmetic(law[s] * b <= term, tangent, hints=[law[s] * b])
    positive = d.arithmetic(0 < mean, d.summed(d.forall(s, each)))
    scaled = d.arithmetic(0 < UNIT * mean, positive, hints=[UNIT])
    logs = d.cite("background/log-increasing.positive", near, positive, some, u=mean,
                  v=deviation + b)
    apart = d.identity(equals(part, log(UNIT) + log(mean)), positive, scaled)
    ratio = d.cite("background/log-of-spread.ratio", some, w=UNIT, t=deviation, v=b)
    inside = d.arithmetic(1 + deviation / b > 0, some, hints=[1 / b])
    each = d.arithmetic(
        part <= log(UNIT * b) + log(1 + deviation / b), apart, logs, ratio, inside, some,
        positive)
    d.qed(without_noise(d, "laplace", whole, each, d.both(inside, scaled)))
