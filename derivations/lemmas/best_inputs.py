"""Proofs on a best prior: what a share moved to one input gains."""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import Towards
from derivations.patterns.orders import split_strict
from derivations.tools import ZERO, everywhere, is_zero, multiplied, same, summed
from verified.kernel.polynomial import replaced
from verified.language import H, cases, equals, log, output, pmf_table, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, number


@derives("lemma/towards-input.likelihood")
def towards_input(d: Derivation) -> None:
    """With P_t the prior so moved, I(P_t; W) ≤ C ≤ I(P; W), and H(q_t) ≥ (1 − t) H(q) less
    t Σ W ln q_t, by Gibbs."""
    P, W, v, t = (d.var(name) for name in ("P", "W", "v", "t"))
    (best,) = d.given
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)
    it = Towards(d, v, t, d.obvious(0 < t), d.obvious(0 < 1 - t))
    q, facts = it.q, it.facts
    weights = everywhere(d, x, lambda x: d.obvious((1 - t) * P[x] >= ZERO))
    prior = pmf_table(P.of.size, lambda x: (1 - t) * P[x] + t * same(x, v))
    law = output(prior, W)
    told = d.cite("background/information-range.capacity", weights, P=prior, W=W)
    forms = [
        d.cite("background/information-forms.entropies", weights, P=one, W=W) for one in (prior, P)
    ]
    spread = d.cite("definition/entropy", weights, P=law)
    own = d.cite("definition/entropy", P=q)
    mean = (1 - t) * total(x, P[x] * H(W[x])) + t * H(W[v])
    means = d.identity(equals(total(x, prior[x] * H(W[x])), mean), weights)
    moved = total(y, -(it.near(y) * log(it.near(y))))
    spread = d.chain(spread, d.identity(equals(spread.formula.right, moved), weights, *facts))

    def gibbs(y: Any) -> Line:
        here = it.at(y)
        line = d.cite("background/log-tangent.pair", *here, p=q[y], q=it.near(y), s=1)
        return d.arithmetic(
            q[y] - it.near(y) <= q[y] * log(q[y]) - q[y] * log(it.near(y)), line, *here
        )

    rows = summed(d, y, gibbs, *facts)
    small, large = d.goal.left, d.goal.right
    scaled = d.arithmetic(
        t * small <= t * large, rows, told, *forms, spread, own, means, best, *facts,
        hints=[1 - t],
    )
    d.qed(multiplied(d, d.goal, scaled, 1 / t, *facts))


@derives("lemma/towards-input.divergence")
def towards_divergence(d: Derivation) -> None:
    """ln q_t ≤ ln q + q_t/q − 1, and q_t/q − 1 ≤ t W/q."""
    P, W, v, t = (d.var(name) for name in ("P", "W", "v", "t"))
    best, inside = d.given
    row, q = W[v], output(P, W)
    it = Towards(d, v, t, d.obvious(0 < t), d.obvious(0 < 1 - t))
    line = d.cite("lemma/towards-input.likelihood", best, v=v, t=t)
    distance, spread = d.cite("definition/kl", P=row, Q=q), d.cite("definition/entropy", P=row)

    def symbol(y: Any) -> Line:
        w, r = row[y], it.near(y)
        part = cases(q[y] > 0, w**2 / q[y], 0)
        goal = -(w * log(q[y])) - t * part <= -(w * log(r))
        facts = it.at(y)

        def seen(mark: Line, there: Line) -> Line:
            marked = d.identity(equals(part, cases(q[y] > 0, 1, 0) * (w**2 / q[y])), there)
            marked = d.rewrite(mark, marked, equals(part, 1 * (w**2 / q[y])))
            here = d.arithmetic(0 < r, there, it.weighted(t, w), *it.ends, hints=[1 - t])
            tangent = d.cite("background/log-tangent.line", here, there, *facts, x=r / q[y])
            return d.arithmetic(goal, tangent, marked, here, there, *facts, hints=[w, t * w])

        def unseen(mark: Line, none: Line) -> Line:
            fact = d.at(inside, y)
            some, nothing = fact.theorem.conclusion.parts
            zero = is_zero(d, w, d.cases(
                fact, d.follows(w <= 0, d.contradiction(d.assume(some), none)), d.assume(nothing)
            ))
            return d.rewrite(zero, d.obvious(replaced(goal, w, number(0)), *facts), goal)

        return split_strict(d, 0, q[y], seen, unseen)

    rows = summed(d, Symbol("y", W.of.outputs), symbol, *it.facts, inside)
    d.qed(d.arithmetic(d.goal, rows, line, distance, spread, *it.facts, inside))
