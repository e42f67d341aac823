"""The last implication of Theorem 1: from total variation to information, within a support."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import looser
from derivations.patterns.frameworks import averaged, is_mi_private, law_private, possible_secrets
from derivations.patterns.numbers import log_between
from derivations.patterns.supports import is_marked, mark, some_support, split_mark
from derivations.tools import ZERO, absurd, split_minimum
from verified.language import (
    channel_table,
    equals,
    exp,
    information,
    largest_image,
    log,
    member_law,
    minimum,
    output,
    public_law,
    public_values,
    response_support,
    secret_channel,
    secret_given,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Member, Symbol, Term, number


def fewer_outputs(
    d: Steps, F: Term, M: Term, member: Term, data: Term, e: Any, c: Any, seen: Line
) -> Line:
    """The responses that are possible given a possible public value are at most |supp(M(X))|."""
    law = member_law(member)
    size = M.sort.outputs
    y = d.fix(Symbol("y", size))
    public = public_law(F, law, e)

    def given(value: Any) -> Term:
        return output(secret_given(F, law, e, value), secret_channel(F, law, M, e, value))

    each = channel_table(public_values(F, e), size, lambda u, s: given(u)[s])
    reach = d.at(d.at(d.cite("background/output-dominates.by-input", P=public, W=each), c), y)
    whole = d.cite("background/secret-output", F=F, P=law, M=M, e=e, y=y)
    R, own = output(law, M), given(c)
    reach = d.arithmetic(public[c] * own[y] <= R[y], reach, whole)
    goal = mark(own, y) <= mark(R, y)

    def present(order: Line, value: Line) -> Line:
        return split_mark(d, R, y, lambda more, other: (
            d.arithmetic(goal, value, other) if more.theorem.conclusion.op == "<"
            else d.cases(
                d.order(own[y], 0), absent(d.assume(own[y] <= 0)),
                absurd(d, goal, more, reach, seen, d.assume(own[y] > 0)),
            )
        ))

    def absent(none: Line) -> Line:
        found = d.cite("definition/case-strict", r=ZERO, s=own[y])
        yes, no = (d.assume(part) for part in found.theorem.conclusion.parts)
        return d.cases(
            found, absurd(d, goal, none, d.piece(yes, 0)),
            d.arithmetic(goal, d.piece(no, 1), d.obvious(mark(R, y) >= ZERO)),
        )

    line = d.cases(
        d.order(own[y], 0), absent(d.assume(own[y] <= 0)), present_if(d, present, own, y)
    )
    sums = d.summed(d.forall(y, line))
    most = d.cite("lemma/response-support", F=F, Theta=data, M=M, T=member)
    return d.chain(sums, most)


def present_if(d: Steps, proof: Any, law: Term, y: Any) -> Line:
    """The proof where the law has the symbol."""
    here = d.assume(law[y] > 0)
    return proof(here, is_marked(d, law, y, here))


@derives("nuradha-goldfeld-2022/theorem-1-steps.total-variation@finite-data")
def total_variation(d: Derivation) -> None:
    """Given a public value, by the possible responses or by the values of the secret."""
    F, data, M, delta = (d.var(name) for name in ("F", "Theta", "M", "delta"))
    (private,) = d.given
    bound = d.goal.args[3]
    support, most = response_support(F, data, M), largest_image(F)
    fewest = minimum(support, most + 1)
    spread = d.cite("background/binary-entropy.range", p=delta, part=0)

    def one(member: Any, e: Any) -> Line:
        law = member_law(member)
        near = law_private(d, private, F, data, M, member, 0)

        def at(c: Any, seen: Line) -> Line:
            pairs = possible_secrets(d, near, F, law, M, e, c, seen, 0, delta)
            few = d.cite("definition/largest-image", F=F, e=e)
            secret, channel = secret_given(F, law, e, c), secret_channel(F, law, M, e, c)
            line = d.cite(
                "lemma/support-entropy.rows", few, pairs, P=secret, W=channel, K=most, delta=delta
            )
            least = some_support(d, output(secret, channel))
            own = minimum(least.formula.left, most + 1)
            fewer = fewer_outputs(d, F, M, member, data, e, c, seen)
            ends = d.cite(
                "background/absolute-value.below-both", r=least.formula.left, s=most + 1
            )
            less = d.cite(
                "background/absolute-value.least-of-two",
                d.chain(d.piece(ends, 0), fewer), d.piece(ends, 1),
                r=support, s=most + 1, c=own,
            )
            positive = split_minimum(d, least.formula.left, most + 1, lambda _, value: (
                d.arithmetic(own > ZERO, value, least)
            ))
            more = d.arithmetic(fewest > ZERO, positive, less)
            grown = log_between(d, own, fewest, less, positive, more)
            return d.arithmetic(
                information(secret, channel) <= bound, line, grown, positive, more, hints=[delta]
            )

        least = real_bound(member)
        return averaged(d, F, law, M, e, bound, at, *least)

    def real_bound(member: Any) -> list[Line]:
        """The bound is a number, and at least 0."""
        law = member_law(member)
        reached = d.cite("lemma/response-support", F=F, Theta=data, M=M, T=member)
        count = d.chain(some_support(d, output(law, M)), reached)
        positive = split_minimum(d, support, most + 1, lambda _, value: d.arithmetic(
            fewest >= number(1), value, count
        ))
        above = d.arithmetic(fewest > ZERO, positive)
        logarithm = log_between(
            d, number(1), fewest, positive, d.obvious(number(1) > ZERO), above
        )
        more = d.arithmetic(log(fewest) >= ZERO, logarithm, above)
        return [above, d.arithmetic(bound >= ZERO, spread, more, above, hints=[delta])]

    member = d.fix(Member("T", F, data))
    d.qed(is_mi_private(d, F, data, M, bound, one, *real_bound(member)))


@derives("nuradha-goldfeld-2022/theorem-1-iii@finite-data")
def theorem_1_iii(d: Derivation) -> None:
    """First to total variation, then by entropies."""
    F, data, M, eps, delta = (d.var(name) for name in ("F", "Theta", "M", "eps", "delta"))
    private, limit = d.given
    line = d.cite("nuradha-goldfeld-2022/theorem-1-steps.reduced", private, limit)
    level = line.formula.args[4]
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    nonnegative = d.arithmetic(level >= ZERO, grown, hints=[1 / (exp(eps) + 1), delta])
    d.qed(d.cite(
        "nuradha-goldfeld-2022/theorem-1-steps.total-variation@finite-data",
        line, nonnegative, limit, F=F, Theta=data, M=M, delta=level,
    ))


@derives("nuradha-goldfeld-2022/theorem-1-iii-repaired")
def parts_compared(d: Derivation) -> None:
    """Cuff and Yu's Property 3 at ε' = 0 and their Lemma 3, for any channel."""
    W, eps = d.var("W"), d.var("eps")
    (given,) = d.given
    law = d.goal.left.args[0]
    n = law.sort.sizes()[0]
    x, other = d.fix(Symbol("x", n)), d.fix(Symbol("x'", n))
    near = d.at(d.at(given, x), other)
    line = d.cite(
        "cuff-yu-2016/property-3.bound", near, d.obvious(ZERO < eps), P=W[x], Q=W[other], eps=eps,
        delta=ZERO, values={"eps'": ZERO},
    )
    level, wanted = 1 - number(2) / (exp(eps) + 1), line.formula.args[3]
    same = d.identity(equals(wanted, level))
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    limits = [d.arithmetic(side, grown, hints=[1 / (exp(eps) + 1)])
              for side in (level >= ZERO, level <= number(1))]
    close = looser(d, line, W[x], W[other], ZERO, ZERO, wanted, level, same)
    each = d.forall(x, d.forall(other, close))
    few = d.obvious(number(0) + n <= n)
    d.qed(d.cite("lemma/rows-within", few, each, *limits, P=law, W=W, K=n, delta=level))
