"""What decisions cost that see a channel's output, and what reproductions tell, as statements that
proofs may cite."""

from __future__ import annotations

from verified.quantities.channels import information
from verified.quantities.decisions import (
    bayes_risk,
    information_bottleneck,
    minimax_risk,
    rate_distortion,
)
from verified.quantities.definitions.defining import define
from verified.quantities.joints import joint_of_outputs
from verified.quantities.words import I
from verified.syntax.binders import inf, largest, smallest, sup, total
from verified.syntax.terms import Channel, Pmf, Real, Reals, Size, Symbol, equals

n, m, actions = Size("n"), Size("m"), Size("k")
x, y, action = Symbol("x", n), Symbol("y", m), Symbol("a", actions)
P, W, decision = Pmf("P", n), Channel("W", n, m), Channel("d", m, actions)
losses = Reals("L", actions * n)
_loss = losses[action * n + x]

define("bayes-risk", [P, W, actions, losses], equals(
    bayes_risk(P, W, losses, actions),
    total(y, smallest(action, total(x, P[x] * W[x, y] * _loss))),
))
define("minimax-risk", [W, actions, losses], equals(minimax_risk(W, losses, actions), inf(
    decision, largest(x, total(y, W[x, y] * total(action, decision[y, action] * _loss)))
)))

distortions, level = Reals("d", n * m, ">=0"), Real("D")
_distorted = total(x, P[x] * total(y, W[x, y] * distortions[x * m + y]))
define("rate-distortion", [P, m, distortions, level], equals(
    rate_distortion(P, distortions, m, level), inf(W, information(P, W), where=_distorted <= level)
), [total(x, P[x] * smallest(y, distortions[x * m + y])) <= level])

rate = Real("r", ">=0")
_told = Channel("T", n, n + 1)
define("information-bottleneck", [P, W, rate], equals(information_bottleneck(P, W, rate), sup(
    _told, I(joint_of_outputs(P, _told, W), "Y;Z"), where=information(P, _told) <= rate
)))
