"""Proofs from (ε,δ)-DP to information (Theorem 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.closeness import each_pair
from derivations.patterns.databases import is_mi_private
from derivations.patterns.rows import in_logarithms
from derivations.tools import ZERO, split_order, split_zero
from verified.kernel.inference import replaced
from verified.language import (
    KL,
    Close,
    alphabet,
    binary_entropy,
    entry_channel,
    equals,
    exp,
    hockey_stick,
    information,
    log,
    output,
    pmf_of,
    rational,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, number


@derives("sharper/theorem-1-sharper.bound")
def theorem_1_bound(d: Derivation) -> None:
    """Property 3 at ε' = 0, then the sharp Lemma 3."""
    M, eps, delta = d.var("M"), d.var("eps"), d.var("delta")
    (private,) = d.given
    level = 1 - 2 * (1 - delta) / (exp(eps) + 1)
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    share = 1 / (exp(eps) + 1)
    low = d.arithmetic(number(0) <= level, grown, hints=[share, share * delta])
    high = d.arithmetic(level <= 1, d.obvious(0 <= share), hints=[share * (1 - delta)])
    limits = (low, high)

    def none(zero: Line) -> Line:
        plain = d.identity(equals(1 - 2 * (1 - delta) / (exp(number(0)) + 1), delta))
        value = d.rewrite(zero, plain, equals(level, delta))
        return d.chain(d.rewrite(zero, private), d.turn(equals(delta, level), value))

    def some(positive: Line) -> Line:
        def wider(P: Any, Q: Any, close: Line) -> Line:
            line = d.cite("cuff-yu-2016/property-3.bound", positive, close, P=P, Q=Q, eps=eps,
                          delta=delta, values={"eps'": number(0)})
            short = d.identity(equals(
                1 - (exp(number(0)) + 1) * (1 - delta) / (exp(eps) + 1), level
            ))
            return d.rewrite(short, line, Close(P, Q, 0, level))

        return each_pair(d, M, 0, level, wider, private, (eps, delta), low)

    near = split_zero(d, eps, none, some)
    line = d.cite("sharper/lemma-3-leakage-sharp.bound", near, *limits, M=M, delta=level)
    d.qed(line)


@derives("sharper/theorem-1-sharper.binary")
def theorem_1_binary(d: Derivation) -> None:
    """The rows of each entry's channel are close but for δ, and at most two."""
    M, eps, delta = d.var("M"), d.var("eps"), d.var("delta")
    small, private = d.given
    most = delta * log(2) + (1 - delta) * (log(2) - binary_entropy(1 / (1 + exp(eps))))

    def entry(x: Any, i: Any, law: Any) -> Line:
        size = alphabet(M.sort.database, i)
        v, w = d.fix(Symbol("v", size)), d.fix(Symbol("w", size))
        close = d.cite("lemma/entry-close", private, x=x, i=i, v=v, w=w)
        few = d.chain(d.cite("definition/alphabet-largest", D=M.sort.database, i=i), small)
        return d.cite(
            "lemma/near-binary-rows", d.forall(v, d.forall(w, close)), few,
            P=law, W=entry_channel(M, x, i),
        )

    d.qed(is_mi_private(d, M, most, entry))


@derives("sharper/theorem-1-sharper.binary-attained")
def theorem_1_attained(d: Derivation) -> None:
    """Only the first output of row 0 exceeds e^ε times row 1, by δ. Each row is as far from the
    mean of both as an even input tells."""
    eps, delta = d.var("eps"), d.var("delta")
    value = d.goal.parts[1]
    rows, level = value.left.args[0], value.right
    more = d.cite("background/log-tangent.exponential", eps=eps)
    x, other = d.fix(Symbol("x", 2)), d.fix(Symbol("x'", 2))

    def excess(one: int, two: int) -> Line:
        stick = d.cite("definition/hockey-stick", P=rows[one], Q=rows[two], eps=eps)
        most = []
        for b in range(4):
            side = rows[one, b] - exp(eps) * rows[two, b]
            ceiling = delta if one != two and b == 3 * one else number(0)
            hints = [(1 - delta) / (1 + exp(eps)), delta, (1 - delta) * exp(eps) / (1 + exp(eps))]
            most.append(d.cite(
                "background/absolute-value.largest-of-two", d.obvious(0 <= ceiling),
                d.arithmetic(side <= ceiling, more, hints=hints), r=ZERO, s=side, c=ceiling,
            ))
        return d.arithmetic(hockey_stick(rows[one], rows[two], eps) <= delta, stick, *most)

    def pair(one: int, two: int) -> Line:
        return d.cite(
            "background/closeness-hockey-stick.if", d.both(excess(one, two), excess(two, one)),
            P=rows[one], Q=rows[two], eps=eps, delta=delta,
        )

    close = split_bit(
        d, x, lambda one: Close(rows[one], rows[other], eps, delta),
        lambda one: split_bit(
            d, other, lambda two: Close(rows[one], rows[two], eps, delta),
            lambda two: pair(one, two),
        ),
    )
    first = d.cite(
        "lemma/as-mechanism-dp-intro", d.forall(x, d.forall(other, close)), W=rows,
        eps=eps, delta=delta,
    )

    mean = pmf_of(delta / 2, (1 - delta) / 2, (1 - delta) / 2, delta / 2)
    even = pmf_of(rational(1, 2), rational(1, 2))
    answered = level.args[1].args[1]
    known = d.cite("definition/kl", P=answered.args[0], Q=answered.args[1])

    def at_ends(formula: Any, proof: Callable[..., Line]) -> Line:
        """A formula from proofs of it at δ = 0, at δ = 1, and between."""
        def low(zero: Line) -> Line:
            return d.rewrite(zero, proof(replaced(formula, delta, ZERO), ZERO), formula)

        def some(above: Line) -> Line:
            def high(one: Line) -> Line:
                full = d.turn(equals(delta, 1), one, d.obvious(delta <= 1))
                one_ = number(1)
                return d.rewrite(full, proof(replaced(formula, delta, one_), one_), formula)

            return split_order(
                d, 1, delta, high, lambda less: proof(formula, delta, above, less)
            )

        return split_zero(d, delta, low, some)

    def far(formula: Any, share: Any, *lines: Line) -> Line:
        law, middle = formula.left.args
        kl = d.cite("definition/kl", *lines, P=law, Q=middle)
        return d.arithmetic(formula, kl, known, *lines, hints=[1 - share])

    def told(formula: Any, share: Any, *lines: Line) -> Line:
        q, unlikely = output(even, formula.right.args[1]), 1 / (1 + exp(eps))
        if lines:
            lines += tuple(
                d.arithmetic(0 < q[b], *lines, hints=[unlikely, exp(eps) * unlikely])
                for b in (1, 2)
            )
        found = in_logarithms(d, even, formula.right.args[1], *lines)
        apart = found.formula.right.args[0]
        for b in range(4):
            apart = apart - q[b] * log(q[b])
        line = d.arithmetic(equals(formula.right, apart), found, *lines)
        for b in range(4):
            chance = (share if b in (0, 3) else 1 - share) / number(2)
            line = d.rewrite(d.identity(equals(q[b], chance)), line)
        return d.arithmetic(formula, line, known, *lines, hints=[1 - share])

    above = split_bit(
        d, x, lambda row: KL(rows[row], mean) <= level,
        lambda row: at_ends(KL(rows[row], mean) <= level, far),
    )
    top = d.cite(
        "background/redundancy-capacity.radius", d.forall(x, above), known, W=rows, Q=mean, r=level
    )
    below = d.chain(
        at_ends(level <= information(even, rows), told),
        d.cite("background/information-range.capacity", P=even, W=rows),
    )
    d.qed(d.both(first, d.turn(value, top, below)))
