"""Proofs on rows that are close: their powers, whatever the prior.

Where the likelihoods of an output lie in [c, c e^ε] and have the mean q, Σ P W^α is on one side of
the chord c^α B/(c (e^ε − 1)), with B = c (e^ε − 1) + (q − c) (e^(αε) − 1): powers are convex or
concave. The logarithm's tangents, twice, give the largest (Σ P W^α)^(1/α)/q over all q.
"""

from __future__ import annotations

from derivations.patterns.numbers import exponential_less
from derivations.patterns.orders import signs
from derivations.tools import is_zero, log_below, split_zero
from verified.kernel.inference import replaced
from verified.kernel.scalar_goals import term_data
from verified.language import equals, exp, log, output, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, Symbol, Term, number


class Column:
    """One output y: its powers, the chord, and what is known of ε and α."""

    def __init__(self, d: Derivation, above: bool) -> None:
        self.d, self.above = d, above
        P, W, eps, order, c = (d.var(name) for name in ("P", "W", "eps", "alpha", "c"))
        self.eps, self.order, self.c = eps, order, c
        side, within = d.given
        self.x, y = d.fix(Symbol("x", P.of.size)), d.var("y")
        self.q, self.p, self.w = output(P, W)[y], P[self.x], W[self.x, y]
        self.powers = total(self.x, self.p * self.w**order)
        self.low, self.high = (d.piece(d.at(within, self.x), k) for k in (0, 1))
        self.base, self.grown = exp(eps) - 1, exp(order * eps) - 1
        self.part, self.excess, self.known = signs(d, eps, order, above, side)
        # ln of the largest (Σ P W^α)/q^α, or of the least for α < 1.
        limit = d.goal.right if above else d.goal.left
        self.level = limit.args[1].args[0].args[0]
        self.logs = [self.product(self.base), self.product(self.grown)]

    def positive(self, factor: Term, *lines: Line) -> Line:
        """0 < |α − 1| t for t > 0."""
        return self.d.arithmetic(0 < self.part * factor, *self.known, *lines)

    def product(self, factor: Term, *lines: Line) -> Line:
        """ln(|α − 1| t) = ln |α − 1| + ln t, for a sum t that is positive."""
        return self.d.cite("background/log-product", *self.known, *lines, x=self.part, y=factor)

    def nothing(self, zero: Line) -> Line:
        """Where c = 0, no input has the output."""
        d, p, w = self.d, self.p, self.w
        none = is_zero(d, w, d.arithmetic(w <= 0, self.high, zero, hints=[exp(self.eps)]))
        sums = []
        for term in (p * w**self.order, p * w):
            row = d.identity(equals(replaced(term, w, number(0)), 0))
            rows = d.summed(d.forall(self.x, d.rewrite(none, row, equals(term, 0))))
            sums.append(d.chain(rows, d.identity(equals(rows.formula.right, 0))))
        empty, unseen = sums
        unseen = d.chain(d.identity(equals(self.q, unseen.formula.left)), unseen)
        without = replaced(d.goal, self.powers, number(0))
        line = d.obvious(replaced(without, self.q, number(0)), *self.known)
        return d.rewrite(empty, d.rewrite(unseen, line, without), d.goal)

    def something(self, some: Line) -> Line:
        """The chord's bound on Σ P W^α, and the tangents' on that."""
        d, order, c, q, p, w = self.d, self.order, self.c, self.q, self.p, self.w
        base, grown = self.base, self.grown
        known = [*self.known, some]
        here = d.chain(some, self.low)
        z, top = Real("z", ">0"), c * exp(self.eps)
        power = exp(order * log(z))
        ends, inside = (top - w) * c**order + (w - c) * top**order, c * base * w**order
        chord = d.chord(
            z, power if self.above else -power, c, w, top,
            inside <= ends if self.above else ends <= inside, self.low, self.high, here, *known,
        )
        weighted = d.arithmetic(
            p * chord.formula.left <= p * chord.formula.right, chord, here, *known, hints=[p])
        rows = d.summed(d.forall(self.x, weighted), d.forall(self.x, here), *known)
        floor = d.summed(d.forall(self.x, d.arithmetic(p * c <= p * w, self.low, hints=[p])))
        likely = d.chain(some, d.arithmetic(c <= q, floor))
        known.append(likely)
        raised = d.cite("lemma/power.increasing", self.low, *known, s=c, t=w, alpha=order)
        raised = d.summed(d.forall(self.x, d.arithmetic(
            p * raised.formula.left <= p * raised.formula.right, raised, *known, hints=[p],
        )), *known)
        mass = d.arithmetic(0 < self.powers, raised, *known, hints=[c**order])
        line = base * c + (q - c) * grown
        known += [mass, d.arithmetic(0 < line, floor, *known, hints=[base, c])]
        chord = c**order * line / (base * c)
        small, large = (self.powers, chord) if self.above else (chord, self.powers)
        less = d.arithmetic(small <= large, rows, *known, hints=[1 / (base * c)])
        logs = log_below(d, small, large, less, *known)

        # The weights of the tangents at the two points, whose mean is 1.
        if self.above:
            weights, points = (1 / order, self.part / order), (
                order * line / (grown * q), order * self.excess * c / (self.part * grown * q))
        else:
            weights, points = (order, self.part), (
                grown * q / (order * line), self.excess * c / (self.part * line))
            known.append(self.positive(line, *known))
            self.logs.append(self.product(line, *known))
        mean = d.identity(
            equals(weights[0] * points[0] + weights[1] * points[1], 1), *known)
        tangents = [d.cite("background/log-tangent.line", *known, x=point) for point in points]
        both = d.arithmetic(
            weights[0] * log(points[0]) + weights[1] * log(points[1])
            <= weights[0] * points[0] + weights[1] * points[1] - 1, *tangents, *known,
            hints=list(weights),
        )
        both = d.arithmetic(both.formula.left <= 0, both, mean, *known)
        return self.rooted(logs, both, known)

    def rooted(self, logs: Line, both: Line, known: list[Line]) -> Line:
        """From ln Σ P W^α to the powers."""
        d, order, q = self.d, self.order, self.q
        one, two = log(self.powers) / order, log(q) + self.level / order
        small, large = (one, two) if self.above else (two, one)
        less = d.arithmetic(small <= large, logs, both, *self.logs, *known, hints=[1 / order])
        line = exponential_less(d, small, large, less, *known)
        ends = d.goal.left, d.goal.right
        sides = [
            d.identity(equals(*pair), *known)
            for pair in ((ends[0], line.formula.left), (line.formula.right, ends[1]))
        ]
        return d.chain(sides[0], line, sides[1])


@derives("lemma/close-rows.above-one")
def powers_above(d: Derivation) -> None:
    """Powers are below their chord."""
    it = Column(d, True)
    d.qed(split_zero(d, it.c, it.nothing, it.something))


@derives("lemma/close-rows.below-one")
def powers_below(d: Derivation) -> None:
    """Powers are above their chord."""
    it = Column(d, False)
    d.qed(split_zero(d, it.c, it.nothing, it.something))


@derives("lemma/hyperbolic-room")
def hyperbolic_room(d: Derivation) -> None:
    """Its derivative, y/12 + 1/2 − e^y/(e^y − 1) + 1/y, is at least 0."""
    u, v = d.var("u"), d.var("v")
    d.qed(d.scalar(d.goal, *d.given, given=[u <= v], start={
        "rule": "monotone", "variable": "v", "anchor": term_data(u), "strict": "", "base": "?",
        "above": "?",
    }))
