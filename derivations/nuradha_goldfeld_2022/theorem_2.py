"""Theorem 2: convexity, post-processing and composability, with their steps (Section V-B)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.patterns.databases import some_responses
from derivations.patterns.frameworks import is_mi_private, member_told, told
from verified.language import (
    chain,
    data_given,
    equals,
    flat_mechanism,
    information,
    member_law,
    private_values,
    public_law,
    public_values,
    secret_channel,
    secret_given,
    together,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


def averages(
    d: Steps, F: Any, law: Any, mechanisms: Sequence[Term], e: Any,
    bound: Callable[[Sequence[Any]], Any], proof: Callable[[Any], Line], *lines: Line,
) -> Line:
    """I(g;M_0|w) ≤ f(I(g;M_1|w), …) for a linear f of the others.

    Args:
        bound: f, with the coefficients that it has in the informations given a public value.
        proof: shows the same of the channels of the secrets given a public value.
        lines: what shows the mechanisms to be channels.
    """
    c = d.fix(Symbol("c", public_values(F, e)))
    chance = public_law(F, law, e)[c]
    values = [
        d.cite("background/secret-joint", *lines, F=F, P=law, M=M, e=e) for M in mechanisms
    ]
    secret = secret_given(F, law, e, c)
    inner = [information(secret, secret_channel(F, law, M, e, c)) for M in mechanisms]
    scaled = d.arithmetic(
        chance * inner[0] <= chance * bound(inner[1:]), proof(c), *lines, hints=[chance]
    )
    mean = d.summed(d.forall(c, scaled), *lines)
    goal = told(F, law, mechanisms[0], e) <= bound([told(F, law, M, e) for M in mechanisms[1:]])
    return d.arithmetic(goal, mean, *values, *lines)


def follows_by(d: Steps, first: Term, second: Term, proof: Callable[[Any, Any], Line]) -> Line:
    """For all inputs and outputs two channels agree; `proof` shows it of arbitrary ones."""
    x, y = d.fix(Symbol("row", first.sort.inputs)), d.fix(Symbol("column", first.sort.outputs))
    return d.forall(x, d.forall(y, proof(x, y)))


def mixed_average(d: Steps, F: Any, law: Any, M1: Any, M2: Any, mixed: Any, e: Any, p: Any) -> Line:
    """I(g;M_Q|w) ≤ p I(g;M_1|w) + (1 − p) I(g;M_2|w): information is convex in the channel."""
    shown = share_positive(d, M2, p)

    def at(c: Any) -> Line:
        data = data_given(F, law, e, c)
        secret = secret_given(F, law, e, c)
        one, two, both_ = (chain(data, M) for M in (M1, M2, mixed))
        line = d.cite(
            "background/capacity-convex-in-channel.information", P=secret, W=one, V=two, t=p
        )
        table = line.formula.left.args[1]
        lawful = share_positive(d, two, p, "row")

        def entry(x: Any, y: Any) -> Line:
            parts = [
                d.cite("definition/chain", shown, W=data, K=M, x=x, z=y) for M in (M1, M2, mixed)
            ]
            return d.arithmetic(equals(table[x, y], both_[x, y]), *parts, shown, lawful)

        return d.rewrite(follows_by(d, table, both_, entry), line)

    return averages(
        d, F, law, [mixed, M1, M2], e, lambda parts: p * parts[0] + (1 - p) * parts[1], at, shown
    )


def share_positive(d: Steps, W: Any, p: Any, name: str = "x") -> Line:
    """For all x, y: (1 − p) W(x)(y) ≥ 0, by which a mixture with W is a channel."""
    x, y = d.fix(Symbol(name, W.sort.inputs)), d.fix(Symbol("y", W.sort.outputs))
    return d.forall(x, d.forall(y, d.obvious((1 - p) * W[x, y] >= number(0))))


@derives("nuradha-goldfeld-2022/theorem-2-steps.average")
def theorem_2_average(d: Derivation) -> None:
    """Given a public value, information is convex in the channel."""
    F, P, M1, M2, e, p = (d.var(name) for name in ("F", "P", "M1", "M2", "e", "p"))
    mixed = d.goal.left.args[0].args[2]
    d.qed(mixed_average(d, F, P, M1, M2, mixed, e, p))


@derives("nuradha-goldfeld-2022/theorem-2-convexity")
def theorem_2_convexity(d: Derivation) -> None:
    """A mean of two numbers that are at most ε."""
    F, data, M1, M2, eps, p = (d.var(name) for name in ("F", "Theta", "M1", "M2", "eps", "p"))
    mixed = d.goal.args[2]

    def one(member: Any, e: Any) -> Line:
        mean = d.cite(
            "nuradha-goldfeld-2022/theorem-2-steps.average",
            P=member_law(member), M1=M1, M2=M2, e=e, p=p,
        )
        ends = [
            member_told(d, held, F, data, M, member, e, eps)
            for held, M in zip(d.given, (M1, M2), strict=True)
        ]
        shown = share_positive(d, M2, p)
        return d.arithmetic(mean.formula.left <= eps, mean, *ends, shown, hints=[p, 1 - p])

    d.qed(is_mi_private(d, F, data, mixed, eps, one, share_positive(d, M2, p)))


@derives("nuradha-goldfeld-2022/theorem-2-post-processing")
def theorem_2_post_processing(d: Derivation) -> None:
    """Given a public value, data processing."""
    F, data, M, A, eps = (d.var(name) for name in ("F", "Theta", "M", "A", "eps"))
    (private,) = d.given
    processed = chain(M, A)

    def one(member: Any, e: Any) -> Line:
        law = member_law(member)

        def at(c: Any) -> Line:
            channel = data_given(F, law, e, c)
            less = d.cite(
                "background/dpi-mi.output", P=secret_given(F, law, e, c), W=chain(channel, M), K=A
            )
            ways = chain(chain(channel, M), A), chain(channel, processed)
            x, z = d.fix(Symbol("row", private_values(F, e))), d.fix(Symbol("column", A.of.outputs))
            y, u = d.fix(Symbol("y", A.of.inputs)), d.fix(Symbol("u", M.of.inputs))
            first = d.cite("definition/chain", W=chain(channel, M), K=A, x=x, z=z)
            inner = d.forall(y, d.cite("definition/chain", W=channel, K=M, x=x, z=y))
            second = d.cite("definition/chain", W=channel, K=processed, x=x, z=z)
            outer = d.forall(u, d.cite("definition/chain", W=M, K=A, x=u, z=z))
            rows = d.identity(equals(first.formula.right, second.formula.right), inner, outer)
            back = d.turn(equals(second.formula.right, second.formula.left), second)
            whole = d.forall(x, d.forall(z, d.chain(first, rows, back)))
            assert ways[0] != ways[1]
            return d.rewrite(whole, less)

        less = averages(d, F, law, [processed, M], e, lambda parts: parts[0], at)
        return d.chain(less, member_told(d, private, F, data, M, member, e, eps))

    d.qed(is_mi_private(d, F, data, processed, eps, one))


@derives(
    "nuradha-goldfeld-2022/theorem-2-steps.known-choice",
    "nuradha-goldfeld-2022/theorem-2-steps.chain",
    "nuradha-goldfeld-2022/theorem-2-steps.processing",
)
def shannon_type(d: Derivation) -> None:
    """Shannon-type."""
    if d.goal.op == "=":
        left, right = d.goal.left, d.goal.right
        d.qed(d.turn(d.goal, d.shannon(left <= right), d.shannon(right <= left)))
    else:
        d.qed(d.shannon(d.goal, *d.given))


@derives("nuradha-goldfeld-2022/theorem-2-composability")
def theorem_2_composability(d: Derivation) -> None:
    """The chain rule, and each stage's bound."""
    F, data, S, levels = (d.var(name) for name in ("F", "Theta", "M", "eps"))
    (private,) = d.given
    bound = d.goal.args[3]

    def one(member: Any, e: Any) -> Line:
        j = d.fix(Symbol("j", S.of.count))
        law = member_law(member)
        stage = d.cite(
            "definition/pufferfish-stage-sequential", d.at(private, j), F=F, Theta=data, T=member,
            S=S, e=e, j=j, r=levels[j],
        )
        whole = d.cite("lemma/secret-stages", F=F, P=law, S=S, e=e)
        return d.chain(whole, d.summed(d.forall(j, stage)))

    d.qed(is_mi_private(
        d, F, data, flat_mechanism(together(S)), bound, one, d.obvious(bound >= number(0)),
        some_responses(d),
    ))
