"""Proofs on finite data: the special cases, Theorems 1 and 2, Remark 3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.cuff_yu_2016.patterns import looser
from derivations.cuff_yu_2016.properties import some_responses
from derivations.cuff_yu_2016.theorem import below_root, close_by_events
from derivations.lemmas import law_on_two
from derivations.nuradha_goldfeld_2022.frameworks import (
    averaged,
    close_secrets,
    is_mi_private,
    is_private,
    law_private,
    member_told,
    told,
)
from derivations.tools import same
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    I,
    binary_entropy,
    chain,
    dp_framework,
    either,
    entries,
    equals,
    information,
    instances,
    log,
    pmf_of,
    rational,
    sqrt,
    together,
)
from verified.language.databases import flat_mechanism, flat_prior, initial
from verified.language.formulas import substitute
from verified.language.pufferfish import (
    data_given,
    member_law,
    prior_of,
    private_values,
    public_law,
    public_values,
    reweighted,
    secret_channel,
    secret_given,
    secret_stage_information,
)
from verified.language.terms import Prior, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "nuradha-goldfeld-2022/"

# --- Theorem 1 ------------------------------------------------------------------------------------


def possible_secrets(
    d: Steps, private: Line, F: Any, law: Any, M: Any, e: Any, c: Any, seen: Line, eps: Any,
    delta: Any, *lines: Line,
) -> Line:
    """For all possible private values a and b, the responses given them and c are close."""
    secret = secret_given(F, law, e, c)
    x, other = (d.fix(Symbol(name, private_values(F, e))) for name in ("x", "x'"))
    first, second = d.assume(secret[x] > 0), d.assume(secret[other] > 0)
    close = close_secrets(
        d, private, F, law, M, e, c, x, other, eps, delta, seen, first, second, *lines
    )
    inner = d.forall(other, close, where=secret[other] > 0)
    return d.forall(x, inner, where=secret[x] > 0)


@derives(PAPER + "theorem-1-i")
def theorem_1_i(d: Derivation) -> None:
    """Given a public value, the rows of the possible private values are (ε,0)-close."""
    F, data, M, eps = (d.var(name) for name in ("F", "Theta", "M", "eps"))
    (private,) = d.given

    def one(member: Any, e: Any) -> Line:
        law = member_law(member)
        bound = law_private(d, private, F, data, M, member, eps)

        def at(c: Any, seen: Line) -> Line:
            pairs = possible_secrets(d, bound, F, law, M, e, c, seen, eps, 0)
            return d.cite(
                "lemma/possible-rows", pairs, P=secret_given(F, law, e, c),
                W=secret_channel(F, law, M, e, c), eps=eps,
            )

        return averaged(d, F, law, M, e, eps, at)

    d.qed(is_mi_private(d, F, data, M, eps, one))


def close_by_information(
    d: Steps, Y: Term, Z: Term, eps: Any, other: Any, private: Line
) -> Line:
    """(ε', √(2ε))-closeness of two laws, from a line I ≤ ε for even inputs to them."""
    root = sqrt(2 * eps)

    def event(P: Term, Q: Term, A: Any) -> Line:
        told_by = d.cite("lemma/even-inputs", P=Y, Q=Z, A=A)
        limits = [d.cite("definition/event-bounds", P=law, A=A, part=1) for law in (P, Q)]
        difference = P[A] - Q[A]
        # h is symmetric, so that the difference may be taken either way.
        known = d.arithmetic(
            log(2) - binary_entropy((1 - difference) / 2) <= eps, told_by, private, *limits
        )
        below = d.cite("cuff-yu-2016/eq-99", *limits, x=(1 - difference) / 2)
        square = d.arithmetic(difference * difference <= 2 * eps, known, below, *limits)
        return below_root(d, difference, 2 * eps, square)

    close = close_by_events(d, Y, Z, root, event)
    return looser(d, close, Y, Z, 0, other, root, root)


@derives(PAPER + "theorem-1-ii-pair")
def theorem_1_ii_pair(d: Derivation) -> None:
    """Pinsker's inequality for an event of the response."""
    F, P, M, e, c, a, b = (d.var(name) for name in ("F", "P", "M", "e", "c", "a", "b"))
    rows = secret_channel(F, P, M, e, c)
    d.qed(close_by_information(
        d, rows[a], rows[b], d.var("eps"), d.var("eps'"), d.given[-1]
    ))


@derives(PAPER + "theorem-1-ii-repaired@reweighted", PAPER + "theorem-1-ii-repaired@all")
def theorem_1_ii_repaired(d: Derivation) -> None:
    """The class holds the law under which only the two secrets are possible, equally likely."""
    F, data, M, eps, other = (d.var(name) for name in ("F", "Theta", "M", "eps", "eps'"))
    (private,) = d.given
    even = pmf_of(rational(1, 2), rational(1, 2))

    def one(member: Any, e: Any, c: Any, a: Any, b: Any, *seen: Line) -> Line:
        law = member_law(member)
        rows, secret = secret_channel(F, law, M, e, c), secret_given(F, law, e, c)
        weights, level = law_on_two(d, rows, a, b, even)
        s = d.fix(Symbol("a'", private_values(F, e)))

        def first(equal: Line, value: Line) -> Line:
            possible = d.rewrite(d.turn(equals(a, s), equal), seen[1])
            return d.follows(either(weights[s] <= 0, secret[s] > 0), possible)

        def neither(unequal: Line, value: Line) -> Line:
            def second(equal: Line, _: Line) -> Line:
                possible = d.rewrite(d.turn(equals(b, s), equal), seen[2])
                return d.follows(either(weights[s] <= 0, secret[s] > 0), possible)

            def none(_: Line, nothing: Line) -> Line:
                zero = d.identity(equals(weights[s], (same(s, a) + same(s, b)) / 2))
                zero = d.arithmetic(weights[s] <= 0, zero, value, nothing)
                return d.follows(either(weights[s] <= 0, secret[s] > 0), zero)

            return split_two(s, b, second, none)

        possible = d.forall(s, split_two(s, a, first, neither))
        return close_by_information(d, rows[a], rows[b], eps, other, reached(
            member, e, c, weights, level, seen[0], possible
        ))

    def split_two(r: Any, s: Any, equal: Any, unequal: Any) -> Line:
        """What holds whether r = s or not."""
        found = d.cite("definition/case-equal", r=r, s=s)
        branches = []
        for part, proof in zip(found.theorem.conclusion.parts, (equal, unequal), strict=True):
            held = d.assume(part)
            branches.append(proof(d.piece(held, 0), d.piece(held, 1)))
        return d.cases(found, *branches)

    def reached(
        member: Any, e: Any, c: Any, weights: Any, level: Line, seen: Line, possible: Line
    ) -> Line:
        """What even inputs to the two rows tell is I(g(X);M(X)|w(X)) under a member."""
        moved = reweighted(member, e, c, weights)
        kind = data.sort.kind
        value = d.cite(
            f"definition/reweighted-{kind}", seen, possible, T=member, q=weights, M=M, e=e, c=c
        )
        most = member_told(d, private, F, data, M, moved, e, eps)
        back = d.turn(equals(value.formula.right, value.formula.left), value)
        return d.chain(level, back, most)

    d.qed(is_private(d, F, data, M, other, sqrt(2 * eps), one))


# --- Theorem 2 ------------------------------------------------------------------------------------


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
        d.cite("definition/secret-joint", *lines, F=F, P=law, M=M, e=e) for M in mechanisms
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


@derives(PAPER + "theorem-2-steps.average")
def theorem_2_average(d: Derivation) -> None:
    """Given a public value, information is convex in the channel."""
    F, P, M1, M2, e, p = (d.var(name) for name in ("F", "P", "M1", "M2", "e", "p"))
    mixed = d.goal.left.args[0].args[2]
    d.qed(mixed_average(d, F, P, M1, M2, mixed, e, p))


@derives(PAPER + "theorem-2-convexity")
def theorem_2_convexity(d: Derivation) -> None:
    """A mean of two numbers that are at most ε."""
    F, data, M1, M2, eps, p = (d.var(name) for name in ("F", "Theta", "M1", "M2", "eps", "p"))
    mixed = d.goal.args[2]

    def one(member: Any, e: Any) -> Line:
        mean = d.cite(
            PAPER + "theorem-2-steps.average", P=member_law(member), M1=M1, M2=M2, e=e, p=p
        )
        ends = [
            member_told(d, held, F, data, M, member, e, eps)
            for held, M in zip(d.given, (M1, M2), strict=True)
        ]
        shown = share_positive(d, M2, p)
        return d.arithmetic(mean.formula.left <= eps, mean, *ends, shown, hints=[p, 1 - p])

    d.qed(is_mi_private(d, F, data, mixed, eps, one, share_positive(d, M2, p)))


@derives(PAPER + "theorem-2-post-processing")
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
    PAPER + "theorem-2-steps.known-choice", PAPER + "theorem-2-steps.chain",
    PAPER + "theorem-2-steps.processing",
)
def shannon_type(d: Derivation) -> None:
    """Shannon-type."""
    if d.goal.op == "=":
        left, right = d.goal.left, d.goal.right
        d.qed(d.turn(d.goal, d.shannon(left <= right), d.shannon(right <= left)))
    else:
        d.qed(d.shannon(d.goal, *d.given))


@derives("lemma/secret-stages")
def secret_stages(d: Derivation) -> None:
    """By induction: the last response adds what it tells given the earlier ones."""
    base, step = d.induct("k")
    base.qed(base.arithmetic(base.goal, base.cite("definition/secret-first-stage-sequential")))

    F, P, S, e, k = (step.var(name) for name in ("F", "P", "S", "e", "k"))
    fewer = initial(S)
    j = step.fix(Symbol("j", k))
    known = step.cite(HYPOTHESIS, S=fewer)
    earlier = step.forall(
        j, step.cite("definition/secret-earlier-stage-sequential", k=k, j=j)
    )
    whole, before, last = (
        step.cite("definition/secret-last-stage-sequential", k=k, part=part) for part in range(3)
    )
    joint = whole.formula.right.args[0]
    rule = step.shannon(equals(
        I(joint, "A;Y,Z|C"), I(joint, "A;Y|C") + I(joint, "A;Z|C,Y")
    ))
    sums = step.summed(earlier)
    split = step.have(equals(
        step.goal.right, sums.formula.right + secret_stage_information(F, P, S, e, k)
    ), "last-term")
    step.qed(step.arithmetic(step.goal, known, sums, whole, before, last, rule, split))


@derives(PAPER + "theorem-2-composability")
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


# --- Remarks 1 and 2 ------------------------------------------------------------------------------


@derives(PAPER + "remark-2.only-if")
def remark_2_only_if(d: Derivation) -> None:
    """Every law of the database is a prior."""
    M, data, eps = (d.var(name) for name in ("M", "Theta", "eps"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)
    same_edges = d.cite("definition/dp-edges", D=D)

    def one(member: Any, e: Any) -> Line:
        law = member_law(member)
        prior = prior_of(law, D)
        x = d.fix(Symbol("x", instances(D)))
        value = d.cite("definition/dp-information", same_edges, P=prior, M=M, i=e)
        alike = d.forall(x, d.cite("definition/prior-of", P=law, x=x))
        value = d.rewrite(alike, value)
        whole = d.cite("definition/mi-dp", M=M)
        outer = whole.formula.right
        inner = outer.body
        top = d.below_sup(substitute(inner, {outer.var.name: e}), prior, same_edges)
        most = d.below_sup(outer, e, same_edges)
        back = d.turn(equals(whole.formula.right, whole.formula.left), whole)
        return d.chain(value, top, most, back, private)

    d.qed(is_mi_private(d, rows, data, channel, eps, one))


@derives(PAPER + "remark-2.if")
def remark_2_if(d: Derivation) -> None:
    """Every prior is a law of the database."""
    M, data, eps = (d.var(name) for name in ("M", "Theta", "eps"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)
    prior, i = d.fix(Prior("P", D)), d.fix(Symbol("i", entries(D)))
    law = flat_prior(prior)
    edges_are = d.cite("definition/dp-edges", D=D)
    one = d.cite("definition/all-information", private, F=rows, Theta=data, M=channel, P=law, r=eps)
    edge = d.cite(
        "definition/secret-information", one, edges_are, F=rows, P=law, M=channel, e=i, r=eps
    )
    value = d.cite("definition/dp-information", P=prior, M=M, i=i)
    back = d.turn(equals(value.formula.right, value.formula.left), value)
    line = d.chain(back, edge)
    whole = d.cite("definition/mi-dp", M=M)
    outer = whole.formula.right
    inner = d.bound_sup(substitute(outer.body, {outer.var.name: i}), line, prior)
    d.qed(d.chain(whole, d.bound_sup(outer, inner, i)))
