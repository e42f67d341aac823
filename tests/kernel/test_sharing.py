"""What normalisers and trees remember: never more than what holds where it is asked."""

from __future__ import annotations

import pytest

from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal, at_symbol, key_of, key_under, replaced
from verified.language import Channel, Pmf, Real, Reals, Size, Symbol, cases, log, rational, total
from verified.syntax.formulas import every, substitute
from verified.syntax.terms import Var, equals, free_variables

n, m = Size("n"), Size("m")
x, y, a, b = Symbol("x", n), Symbol("y", n), Symbol("a", n), Symbol("b", m)
P, Q, V, W = Pmf("P", n), Pmf("Q", n), Channel("V", n, n), Channel("W", n, m)
f, s, t = Reals("f", n), Real("s"), Real("t")


def test_a_refusal_is_reconsidered():
    """What is no number at first is one by what is learnt later, here or in a sum's normaliser."""
    normaliser = Normaliser()
    summed = total(x, log(f[x]))
    for term in (log(s), 1 / t, summed):
        for _ in range(2):
            with pytest.raises(NotReal):
                normaliser.poly(term)
    normaliser.learn([s > 0])
    normaliser.poly(log(s))
    with pytest.raises(NotReal):
        normaliser.poly(1 / t)
    normaliser.learn([every(x, f[x] > 0), t < 0])
    normaliser.poly(summed)
    normaliser.poly(1 / t)


def test_what_a_branch_knows_stays_there():
    """The normal forms found under a test aren't taken over where it fails, nor outside."""
    for test, other in ((s > 0, s <= 0), (s <= 0, s > 0)):
        normaliser = Normaliser([test])
        assert normaliser.poly(cases(test, t, 0)) == normaliser.poly(t)
        assert normaliser.poly(cases(other, log(s), t)) == normaliser.poly(t)
    with pytest.raises(NotReal):
        Normaliser().poly(cases(s > 0, t, log(s)))
    normaliser = Normaliser()
    normaliser.poly(cases(s > 0, log(s), 0))
    with pytest.raises(NotReal):
        normaliser.poly(log(s))
    with pytest.raises(NotReal):
        normaliser.poly(total(x, log(s)))


def test_a_sum_doesnt_capture_the_symbol_of_another():
    """A part of a sum that holds the sum's symbol and a sum over the same alphabet."""
    normaliser = Normaliser()
    symbol, inner = normaliser.bound_symbol(n, s)
    for law in (P, Q):
        apart = total(x, P[x] * law[symbol])
        assert normaliser.poly(apart) == normaliser.poly(law[symbol])
        assert inner.poly(apart) == inner.poly(law[symbol])
    for asked in (normaliser, inner):
        two = asked.poly(total(x, V[x][symbol] * V[symbol][x]))
        assert two != asked.poly(V[symbol][symbol] * V[symbol][symbol])
        assert two != asked.poly(total(x, V[x][x] * V[x][x]))
    nested = total(x, total(y, V[x][y] * V[y][x]))
    assert normaliser.poly(nested) != normaliser.poly(total(x, V[x][x] * V[x][x]))


def test_a_fact_about_one_symbol_is_none_about_all():
    """What a branch or a sum knows of its own symbol doesn't hold of the next sum's."""
    normaliser = Normaliser()
    symbol, inner = normaliser.bound_symbol(n, s)
    for known in (Normaliser([f[symbol] > 0], normaliser), Normaliser([f[symbol] > 0], inner)):
        assert known.sign_of(f[symbol]) == 1
        assert known.sign_of(total(x, f[x])) is None
        assert known.sign_of(total(x, total(y, f[y]))) is None
        with pytest.raises(NotReal):
            known.poly(total(x, log(f[x])))
    # The same in a branch on the symbol of the sum around it.
    for term in (total(x, cases(f[x] > 0, total(y, log(f[y])), 0)),
                 total(x, total(b, cases(f[x] > 0, total(y, log(f[y])), 0)))):
        with pytest.raises(NotReal):
            Normaliser().poly(term)


def test_renamed_symbols():
    """A renaming is remembered for the variable and the symbol, sort included."""
    one, two = Var("#0", a.of), Var("#1", a.of)
    other = Var("#0", b.of)
    term = V[x][y] * f[y]
    for symbol in (one, two, other, one):
        assert at_symbol(term, x, symbol) == substitute(term, {"x": symbol})
        assert at_symbol(term, y, symbol) == substitute(term, {"y": symbol})
    assert at_symbol(term, x, other) != at_symbol(term, x, one)
    for node in (term, total(y, term), total(x, term), every(y, term > s)):
        renamed = substitute(node, {"x": Var("@x", n.of), "s": Var("@s", s.of)})
        assert key_under(node, {"x": "@x", "s": "@s"}) == key_of(renamed)


def test_replacing_looks_everywhere():
    """What has no free variables is found too, and what a binder captures isn't."""
    half = total(x, P[x])
    assert replaced(equals(half + s, half), half, t) == equals(t + s, t)
    two = log(rational(2))
    assert replaced(equals(two * s, t), two, s) == equals(s * s, t)
    assert replaced(equals(total(x, f[x] * W[x][b]), s), f[x], s) == equals(
        total(x, f[x] * W[x][b]), s
    )
    assert replaced(every(x, f[x] * t <= W[x][b]), t, s) == every(x, f[x] * s <= W[x][b])


def test_keys_under_binders_are_those_of_trees_looked_at_alone():
    """A part's text is kept for places of several depths: that of the whole is what it would be if
    nothing had been asked before, with other bound names too."""

    def wholes(one: str, two: str) -> list[object]:
        u, v = Symbol(one, n), Symbol(two, n)
        inner = total(v, P[v] * Q[u])
        return [
            total(u, P[u] * Q[u]), total(u, inner), total(u, P[u] * inner), inner,
            every(u, every(v, P[u] * Q[v] <= P[v] * Q[u])), total(u, total(v, P[u] * Q[u])),
            total(u, total(v, P[v] * Q[v])),
        ]

    texts = [key_of(whole) for whole in reversed(wholes("u", "v"))][::-1]
    assert len(set(texts)) == len(texts)
    closed = [text for text, whole in zip(texts, wholes("u", "v"), strict=True)
              if "u" not in free_variables(whole)]
    again = [key_of(whole) for whole in wholes("left", "right")
             if "left" not in free_variables(whole)]
    assert again == closed
    # A term without binders that stands at three depths, free and bound.
    part = P[a] * Q[a]
    assert key_of(part) == "mul(at('P','a'),at('Q','a'))"
    assert key_of(total(a, part)).count("&0") == 2
    assert key_of(total(x, total(a, part))).count("&1") == 2
    assert key_of(total(x, total(y, part))).count("'a'") == 2
    assert key_under(part, {"a": "c"}) == "mul(at('P','c'),at('Q','c'))"
