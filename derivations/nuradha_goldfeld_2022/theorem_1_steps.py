"""The steps of the proof of Theorem 1 (Section V-A)."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import looser
from derivations.patterns.frameworks import close_secrets, is_private, law_private, member_told
from derivations.patterns.numbers import below_root
from verified.language import (
    KL,
    TV,
    channel_table,
    either,
    equals,
    exp,
    member_law,
    output,
    private_values,
    public_law,
    public_values,
    reweighted,
    secret_channel,
    secret_given,
    sqrt,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Pmf, Symbol, Term, number


def close_rows(d: Derivation) -> tuple[Any, Any, Line]:
    """The two rows of the claim, and their closeness."""
    F, P, M, e, c, a, b, eps = (d.var(name) for name in ("F", "P", "M", "e", "c", "a", "b", "eps"))
    rows = secret_channel(F, P, M, e, c)
    private, *possible = d.given
    close = close_secrets(d, private, F, P, M, e, c, a, b, eps, 0, *possible)
    return rows[a], rows[b], close


@derives("nuradha-goldfeld-2022/theorem-1-steps.divergence")
def divergence(d: Derivation) -> None:
    """The likelihood ratios are at most e^ε."""
    one, two, close = close_rows(d)
    d.qed(d.cite("cuff-yu-2016/eq-9.forward", close, P=one, Q=two))


@derives("nuradha-goldfeld-2022/theorem-1-steps.renyi")
def renyi_bound(d: Derivation) -> None:
    """The likelihood ratios are at most e^ε."""
    one, two, close = close_rows(d)
    d.qed(d.cite("sharper/renyi-sharp.infinite", close, P=one, Q=two))


@derives("nuradha-goldfeld-2022/theorem-1-steps.pinsker")
def pinsker(d: Derivation) -> None:
    """By way of the centre."""
    Y, Z, R, eps = (d.var(name) for name in ("Y", "Z", "R", "eps"))
    halves = []
    for law, near in zip((Y, Z), d.given, strict=True):
        line = d.chain(d.cite("background/pinsker.squared", P=law, Q=R), near)
        square = d.arithmetic(TV(law, R) * TV(law, R) <= eps / 2, line)
        halves.append(below_root(d, TV(law, R), eps / 2, square))
    way = d.cite("background/total-variation.triangle", P=Y, Q=R, R=Z)
    back = d.cite("background/total-variation.symmetric", P=R, Q=Z)
    line = d.arithmetic(TV(Y, Z) <= 2 * sqrt(eps / 2), way, back, *halves)
    root = below_root(d, 2 * sqrt(eps / 2), 2 * eps, d.identity(
        (2 * sqrt(eps / 2)) * (2 * sqrt(eps / 2)) <= 2 * eps
    ))
    d.qed(d.chain(line, root))


@derives("nuradha-goldfeld-2022/theorem-1-steps.relaxed")
def relaxed(d: Derivation) -> None:
    """Closeness with a larger ε."""
    F, data, M, other, delta = (d.var(name) for name in ("F", "Theta", "M", "eps'", "delta"))
    (private,) = d.given

    def one(member: Any, e: Any, c: Any, a: Any, b: Any, *seen: Line) -> Line:
        law = member_law(member)
        bound = law_private(d, private, F, data, M, member, 0)
        close = close_secrets(d, bound, F, law, M, e, c, a, b, 0, delta, *seen)
        rows = secret_channel(F, law, M, e, c)
        return looser(d, close, rows[a], rows[b], number(0), other, delta, delta)

    d.qed(is_private(d, F, data, M, other, delta, one))


@derives("nuradha-goldfeld-2022/theorem-1-steps.reduced")
def reduced(d: Derivation) -> None:
    """Cuff and Yu's Property 3 at ε' = 0."""
    F, data, M, eps, delta = (d.var(name) for name in ("F", "Theta", "M", "eps", "delta"))
    private, _ = d.given
    least = d.goal.args[4]
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    nonnegative = d.arithmetic(least >= number(0), grown, hints=[1 / (exp(eps) + 1), delta])

    def one(member: Any, e: Any, c: Any, a: Any, b: Any, *seen: Line) -> Line:
        law = member_law(member)
        bound = law_private(d, private, F, data, M, member, eps)
        close = close_secrets(d, bound, F, law, M, e, c, a, b, eps, delta, *seen)
        rows = secret_channel(F, law, M, e, c)
        above = d.obvious(number(0) < eps)
        line = d.cite(
            "cuff-yu-2016/property-3.bound", close, above, P=rows[a], Q=rows[b], eps=eps,
            delta=delta, values={"eps'": number(0)},
        )
        wanted = line.formula.args[3]
        level = d.identity(equals(wanted, least))
        return looser_delta(d, line, rows[a], rows[b], wanted, least, level, nonnegative)

    d.qed(is_private(d, F, data, M, 0, least, one, nonnegative))


def looser_delta(
    d: Steps, close: Line, P: Term, Q: Term, old: Any, new: Any, level: Line, *lines: Line
) -> Line:
    """(0, δ')-closeness from (0, δ)-closeness with δ = δ'."""
    return looser(d, close, P, Q, number(0), number(0), old, new, level, *lines)


@derives("nuradha-goldfeld-2022/theorem-1-steps.bounded@reweighted")
def bounded(d: Derivation) -> None:
    """The class reaches every law of the secret."""
    member, M, e, c, eps = (d.var(name) for name in ("P", "M", "e", "c", "eps"))
    F, data = member.of.framework, member.of.data
    private, seen, possible = d.given
    law = member_law(member)
    channel, secret = secret_channel(F, law, M, e, c), secret_given(F, law, e, c)
    q = d.fix(Pmf("q", private_values(F, e)))
    s = d.fix(Symbol("s", private_values(F, e)))
    held = d.at(possible, s)
    allowed = d.forall(s, d.follows(either(q[s] <= 0, secret[s] > 0), held))
    value = d.cite(
        "background/reweighted-reweighted", seen, allowed, T=member, q=q, M=M, e=e, c=c
    )
    most = member_told(d, private, F, data, M, reweighted(member, e, c, q), e, eps)
    back = d.turn(equals(value.formula.right, value.formula.left), value)
    capacity = d.cite("definition/capacity", W=channel)
    d.qed(d.chain(
        capacity, d.bound_sup(capacity.formula.right, d.chain(back, most), q)
    ))


@derives("nuradha-goldfeld-2022/theorem-1-steps.convexity@given-public")
def convexity(d: Derivation) -> None:
    """Given each public value."""
    F, P, M, e = (d.var(name) for name in ("F", "P", "M", "e"))
    c = d.fix(Symbol("c", public_values(F, e)))
    secret = secret_given(F, P, e, c)
    one = d.cite(
        "lemma/mean-divergence", P=secret, R=secret, W=secret_channel(F, P, M, e, c),
        t=public_law(F, P, e)[c],
    )
    d.qed(d.chain(d.cite("background/secret-joint"), d.summed(d.forall(c, one))))


@derives("nuradha-goldfeld-2022/theorem-1-steps.convexity@independent")
def convexity_independent(d: Derivation) -> None:
    """Given each public value, with the same law of the copy."""
    F, P, M, e = (d.var(name) for name in ("F", "P", "M", "e"))
    c = d.fix(Symbol("c", public_values(F, e)))
    a = d.fix(Symbol("a", private_values(F, e)))
    public, secret = public_law(F, P, e), secret_given(F, P, e, c)
    among = channel_table(
        public_values(F, e), private_values(F, e), lambda z, b: secret_given(F, P, e, z)[b]
    )
    copy = output(public, among)
    one = d.cite(
        "lemma/mean-divergence", P=secret, R=copy, W=secret_channel(F, P, M, e, c), t=public[c]
    )
    whole = d.chain(d.cite("background/secret-joint"), d.summed(d.forall(c, one)))
    # The copy's law as it is written.
    b = d.fix(Symbol("b", private_values(F, e)))
    chance = d.identity(equals(copy[b], total(c, public[c] * secret[b])))
    rows = secret_channel(F, P, M, e, c)
    weight = public[c] * secret[a] * copy[b]
    opened = d.cite("background/kl-scaled", t=weight, P=rows[a], Q=rows[b])
    term = opened.formula.left
    itself = d.chain(opened, d.turn(equals(opened.formula.right, term), opened))
    written = d.rewrite(chance, itself, equals(
        term, public[c] * secret[a] * chance.formula.right * KL(rows[a], rows[b])
    ))
    sums = d.summed(d.forall(c, d.summed(d.forall(a, d.summed(d.forall(b, written))))))
    d.qed(d.chain(whole, sums))
