"""Theorem 1: between (ε,δ)-privacy and information, one way and back."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import law_on_two
from derivations.patterns.closeness import close_by_events, looser
from derivations.patterns.frameworks import (
    averaged,
    is_mi_private,
    is_private,
    law_private,
    member_told,
    possible_secrets,
)
from derivations.patterns.numbers import below_root
from derivations.tools import same
from verified.language import (
    binary_entropy,
    either,
    equals,
    log,
    member_law,
    pmf_of,
    private_values,
    rational,
    reweighted,
    secret_channel,
    secret_given,
    sqrt,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term


@derives("nuradha-goldfeld-2022/theorem-1-i@finite-data")
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


@derives("nuradha-goldfeld-2022/theorem-1-i-repaired")
def parts_compared(d: Derivation) -> None:
    """The rows of all inputs are close, those of the possible ones too."""
    W, eps = d.var("W"), d.var("eps")
    (given,) = d.given
    law = d.goal.left.args[0]
    d.qed(d.cite("lemma/possible-rows", where_possible(d, given, law), P=law, W=W, eps=eps))


def where_possible(d: Steps, each: Line, law: Term) -> Line:
    """What holds of each two inputs, for those that are possible."""
    n = law.sort.sizes()[0]
    x, other = d.fix(Symbol("x", n)), d.fix(Symbol("x'", n))
    line = d.at(d.at(each, x), other)
    return d.forall(x, d.forall(other, line, where=law[other] > 0), where=law[x] > 0)


def close_by_information(
    d: Steps, Y: Term, Z: Term, eps: Any, other: Any, private: Line
) -> Line:
    """(ε', √(2ε))-closeness of two laws, from a line I ≤ ε for even inputs to them."""
    root = sqrt(2 * eps)

    def event(P: Term, Q: Term, A: Any) -> Line:
        told_by = d.cite("lemma/even-inputs", P=Y, Q=Z, A=A)
        limits = [d.cite("background/event-bounds", P=law, A=A, part=1) for law in (P, Q)]
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


@derives("nuradha-goldfeld-2022/theorem-1-ii-pair")
def theorem_1_ii_pair(d: Derivation) -> None:
    """Pinsker's inequality for an event of the response."""
    F, P, M, e, c, a, b = (d.var(name) for name in ("F", "P", "M", "e", "c", "a", "b"))
    rows = secret_channel(F, P, M, e, c)
    d.qed(close_by_information(
        d, rows[a], rows[b], d.var("eps"), d.var("eps'"), d.given[-1]
    ))


@derives(
    "nuradha-goldfeld-2022/theorem-1-ii-repaired@reweighted",
    "nuradha-goldfeld-2022/theorem-1-ii-repaired@all",
)
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
            f"background/reweighted-{kind}", seen, possible, T=member, q=weights, M=M, e=e, c=c
        )
        most = member_told(d, private, F, data, M, moved, e, eps)
        back = d.turn(equals(value.formula.right, value.formula.left), value)
        return d.chain(level, back, most)

    d.qed(is_private(d, F, data, M, other, sqrt(2 * eps), one))
