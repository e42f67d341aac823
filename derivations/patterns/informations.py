"""Patterns on entropies and informations: as sums over symbols, over sequences of bits, of a prior
moved towards one input, and bounded at every distance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import ZERO, everywhere, split_below, split_order, summed
from verified.language import (
    KL,
    as_joint,
    cases,
    either,
    equals,
    information,
    log,
    output,
    pmf_of,
    pmf_table,
    quotient,
    remainder,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps
from verified.syntax.formulas import Quantified
from verified.syntax.terms import Pmf, Symbol, Term, number

# --- sums over symbols ----------------------------------------------------------------------------


def coin(p: Any) -> Term:
    """The law (p, 1 − p)."""
    return pmf_of(p, 1 - p)


def log_ratio(p: Term, q: Term) -> Term:
    """p ln p − p ln q: a symbol's part of a divergence."""
    return p * log(p) - p * log(q)


def information_sum(d: Steps, P: Term, W: Term, *lines: Line) -> Line:
    """I = Σ Σ P(x) W(y|x) ln W(y|x) − P(x) W(y|x) ln q(y), q being the output law; `lines` show
    that P is a law and W a channel."""
    return d.cite("background/information-forms.sums", *lines, P=P, W=W)


def dominated(d: Steps, P: Term, W: Term, *lines: Line) -> list[Line]:
    """P(x) W(y|x) ≤ q(y), in both orders; `lines` show that P is a law and W a channel."""
    return [
        d.cite(f"background/output-dominates.{way}", *lines, P=P, W=W)
        for way in ("by-input", "by-output")
    ]


def same_information(d: Steps, q: Term, W: Term, V: Term, agree: Line, *lines: Line) -> Line:
    """I(q;W) = I(q;V), from a line q(x) W(x)(y) = q(x) V(x)(y) for all x and y."""
    n, m = W.sort.inputs, W.sort.outputs
    x, y = d.fix(Symbol("input", n)), d.fix(Symbol("output", m))
    sums = d.summed(d.forall(x, d.at(d.at(agree, x), y)))
    outputs = d.forall(y, d.arithmetic(equals(output(q, W)[y], output(q, V)[y]), sums))
    s = d.fix(Symbol("pair", n * m))
    weight = q[quotient(s, m)]
    product = d.arithmetic(
        weight * output(q, V)[remainder(s, m)] >= number(0), d.at(outputs, remainder(s, m)), *lines,
        hints=[weight],
    )
    shown = (*lines, d.forall(s, product))
    forms = [d.cite("background/information-forms.joint", *shown, P=q, W=one) for one in (W, V)]
    at = d.at(d.at(agree, quotient(s, m)), remainder(s, m))
    one, two = forms[0].formula.right.args
    wanted = forms[1].formula.right.args
    line = d.rewrite(
        d.forall(s, d.arithmetic(equals(one[s], wanted[0][s]), at)), forms[0],
        equals(information(q, W), KL(wanted[0], two)),
    )
    there = d.at(outputs, remainder(s, m))
    line = d.rewrite(
        d.forall(s, d.arithmetic(equals(two[s], wanted[1][s]), there, *shown, hints=[weight])),
        line, equals(information(q, W), KL(*wanted)),
    )
    return d.chain(line, d.turn(equals(forms[1].formula.right, forms[1].formula.left), forms[1]))


def bound_capacity(d: Steps, W: Term, proof: Any, *lines: Line) -> Line:
    """capacity(W) ≤ c, where `proof` shows information(P, W) ≤ c for an arbitrary prior.

    `lines` show that W is a channel.
    """
    P = d.fix(Pmf("prior", W.sort.sizes()[0]))
    line = d.cite("definition/capacity", *lines, W=W)
    return d.chain(line, d.bound_sup(line.formula.right, proof(P), P))


# --- sequences of bits ----------------------------------------------------------------------------


def ones(word: Any, count: Any) -> Term:
    """How many of the last `count` bits of a number are 1."""
    i = Symbol("i", count)
    return total(i, remainder(quotient(word, 2**i), 2))


def tilted(
    d: Derivation, level: Term, first: Term, second: Term, scale: Term, grows: Any, *lines: Line,
    most: bool = False,
) -> Line:
    """Σ_{ones ≥ t k} p^ones (1 − p)^(k − ones) ≤ scale · (z + w)^k, where `grows` shows it for a
    word with that many ones, z^ones w^(k − ones) on the right.

    Args:
        level: t; `first` and `second` are z and w.
        most: of words with t k ones at most, instead.
    """
    k, p = d.var("k"), d.var("p")
    words = number(2) ** k

    def weight(x: Any, one: Term, other: Term) -> Term:
        return one ** ones(x, k) * other ** (k - ones(x, k))

    def symbol(x: Any) -> Line:
        own, bound = weight(x, p, 1 - p), scale * weight(x, first, second)
        part = cases(ones(x, k) <= level * k if most else ones(x, k) >= level * k, own, 0)
        goal = part <= bound

        def chosen(order: Line, mark: Line) -> Line:
            worth = mark.formula.right
            value = d.identity(equals(part, mark.formula.left * own), *lines)
            value = d.rewrite(mark, value, equals(part, worth * own))
            if worth == number(1):
                return d.arithmetic(goal, value, grows(order, own, bound, x), *lines)
            return d.arithmetic(goal, value, d.obvious(0 <= bound, *lines), *lines)

        ends = (ones(x, k), level * k) if most else (level * k, ones(x, k))
        return split_below(d, *ends, chosen, *lines)

    rows = summed(d, Symbol("x", words), symbol, *lines)
    whole = d.cite("lemma/bits.binomial", *lines, k=k, z=first, w=second)
    x = Symbol("x", words)
    where = ones(x, k) <= level * k if most else ones(x, k) >= level * k
    left = total(x, weight(x, p, 1 - p), where=where)
    return d.arithmetic(
        left <= scale * (first + second) ** k, rows, whole, *lines, hints=[scale])


# --- a prior moved towards one input --------------------------------------------------------------


class Towards:
    """The output law q_t when a share t of the prior is moved to one input v.

    Attributes:
        facts: that it has every symbol that q and the row of v have; `ends` says 0 < t < 1.
    """

    def __init__(self, d: Derivation, v: Any, t: Term, *ends: Line) -> None:
        self.d, self.v, self.t, self.ends = d, v, t, ends
        self.P, self.W = d.var("P"), d.var("W")
        self.q = output(self.P, self.W)
        b = Symbol("b", self.W.of.outputs)
        out = everywhere(d, b, lambda b: self.weighted(1 - t, self.q[b]))
        self.wide = [out, *(self.inside(b, law) for law in (self.q, self.W[v]))]
        self.facts = [*ends, *self.wide]

    def near(self, y: Any) -> Term:
        """q_t(y) = (1 − t) q(y) + t W(y|a)."""
        return (1 - self.t) * self.q[y] + self.t * self.W[self.v, y]

    def weighted(self, weight: Term, part: Term) -> Line:
        """A share of a probability is at least 0."""
        return self.d.arithmetic(weight * part >= ZERO, *self.ends, hints=[part])

    def at(self, y: Any) -> list[Line]:
        """What holds at a symbol."""
        return [*self.ends, *(self.d.at(fact, y) for fact in self.wide)]

    def inside(self, y: Any, law: Term) -> Line:
        """q_t has every symbol of the law."""
        d, t = self.d, self.t
        hints = [t, 1 - t]

        def symbol(y: Any) -> Line:
            goal = either(self.near(y) > 0, law[y] <= 0)
            parts = [self.weighted(1 - t, self.q[y]), self.weighted(t, self.W[self.v, y])]

            def some(seen: Line) -> Line:
                return d.follows(goal, d.arithmetic(
                    self.near(y) > 0, seen, *parts, *self.ends, hints=hints))

            return split_order(d, law[y], 0, lambda none: d.follows(goal, none), some)

        return everywhere(d, y, symbol)


# --- every distance -------------------------------------------------------------------------------


def at_every_distance(
    d: Derivation, n: Term, farthest: Line, bound: Callable[[Line, Line], Line]
) -> Line:
    """The goal, a gap ≤ h(δ) + δ ln n, at every δ.

    Args:
        farthest: the gap is at most ln n.
        bound: the gap is at most h(δ) + δ ln(n − 1), from δ ≤ (n − 1)/n and 2 ≤ n.
    """
    delta = d.var("delta")
    positive = d.cite("background/binary-entropy.range", part=0, p=delta)

    def several(more: Line) -> Line:
        def close(low: Line) -> Line:
            above = d.arithmetic(0 < n - 1, more)
            fewer = d.cite("background/log-increasing.positive", above,
                           d.obvious(n - 1 <= n), u=n - 1, v=n)
            return d.arithmetic(d.goal, bound(low, more), fewer, above, hints=[delta])

        def far(high: Line) -> Line:
            rest = 1 - delta
            small = d.arithmetic(rest <= 1 / n, high)
            line = d.cite("background/log-increasing.scaled", small, u=rest, v=1 / n)
            part = d.cite("background/log-increasing.scaled", d.obvious(delta <= 1), u=delta, v=1)
            return d.arithmetic(d.goal, farthest, line, part)

        return split_order(d, delta, (n - 1) / n, close, far)

    def one(few: Line) -> Line:
        none = d.cite("background/log-tangent.line", x=n)
        return d.arithmetic(d.goal, farthest, none, few, positive,
                            d.obvious(0 <= delta * log(n)))

    whole = d.cite("definition/whole", r=n, s=1)
    parts = whole.theorem.conclusion.parts
    return d.cases(whole, one(d.assume(parts[0])), several(d.assume(parts[1])))


# --- joint laws -----------------------------------------------------------------------------------


def as_tuples(
    d: Steps, joint: Any, mass: Callable[..., Term], cell: Callable[..., Line],
    *lines: Line,
) -> tuple[Line, Term]:
    """A joint law by its cells as one of tuples: a line of their equality, and that law.

    Args:
        mass: the probability of a tuple of symbols, one for each variable.
        cell: shows that a cell of the joint law is that mass.
        lines: what shows that the masses are a law.
    """
    names, sizes = joint.sort.names, joint.sort.alphabets

    def symbol(name: str, size: Term) -> Any:
        """A cell's symbol; another joint law may have one of that name and another size."""
        found = Symbol(name, size)
        return d.fix(found) if d.fixed.get(name, found) == found else symbol(f"{name}_", size)

    symbols = [symbol(f"cell_{name}", size) for name, size in zip(names, sizes, strict=True)]

    def parts(s: Term) -> list[Term]:
        found: list[Term] = []
        for size in reversed(sizes[1:]):
            found.append(remainder(s, size))
            s = quotient(s, size)
        return [s, *reversed(found)]

    count: Any = sizes[0]
    for size in sizes[1:]:
        count = count * size
    law = pmf_table(count, lambda s: mass(*parts(s)))
    index: Any = symbols[0]
    for size, symbol in zip(sizes[1:], symbols[1:], strict=True):
        index = index * size + symbol
    line = d.chain(cell(*symbols), d.identity(equals(mass(*symbols), law[index]), *lines))
    for symbol in reversed(symbols):
        line = d.forall(symbol, line)
    return line, as_joint(law, **dict(zip(names, sizes, strict=True)))


def of_tuples(d: Steps, quantity: Callable[[Term], Term], agree: Line, made: Term) -> Line:
    """What an entropy or information of a joint law is as that of a law on tuples."""
    joint = agree.theorem.conclusion
    while isinstance(joint, Quantified):
        joint = joint.body
    value = quantity(joint.left.args[0])  # type: ignore[attr-defined]
    itself = d.have(equals(value, value), "defined")
    return d.rewrite(agree, itself, equals(value, quantity(made)))
