"""Song, Wang and Chaudhuri: the Wasserstein mechanism.

Two conditional laws of the answer f(X) have a coupling J that moves no mass by more than w, as W_∞
says. The density of f(X) plus Laplace noise of scale w/ε is compared at each point of the line.
"""

from derivations.tools import split_zero
from verified.language import *
from verified.proof.derivation import Derivation, derives

READ = (
    "From memory of the text, as later papers quote it. Sure; W_∞ is stated by its coupling, "
    "pufferfish privacy by densities."
)

paper = Paper(
    "song-2017", title="Pufferfish privacy mechanisms for correlated data",
    authors="S. Song, Y. Wang and K. Chaudhuri", year=2017,
)
n, m = Size("n"), Size("m")
P, W = Pmf("P", n), Channel("W", n, m)
f, g = Reals("f", n), Reals("g", m)
w, eps, t = Real("w", ">0"), Real("eps", ">0", latex=r"\varepsilon"), Real("t")
x, y = Symbol("x", n), Symbol("y", m)
plan = [every(x, every(y, absolute(f[x] - g[y]) <= w, where=P[x] * W[x][y] > 0))]
first = total(x, P[x] * exp(-absolute(t - f[x]) * eps / w))
second = total(y, output(P, W)[y] * exp(-absolute(t - g[y]) * eps / w))

theorem_3_2 = paper.claim(
    "theorem-3.2", at="Theorem 3.2", forall=[P, W, f, g, w, eps, t], given=plan,
    then=both(first <= exp(eps) * second, second <= exp(eps) * first),
    note="P is the law of the first answer, P and W a coupling with the second.",
    scope="finite alphabets",
)


@derives("song-2017/theorem-3.2")
def proof(d: Derivation) -> None:
    """Where the coupling has mass, |t − g(y)| ≤ |t − f(x)| + w, and so turned round; the densities
    are means over the coupling."""
    (near,) = d.given
    mass = P[x] * W[x, y]
    halves = []
    for one, other in ((f[x], g[y]), (g[y], f[x])):
        low, high = (exp(-absolute(t - part) * eps / w) for part in (one, other))

        def positive(above, one=one, other=other, low=low, high=high):
            apart = d.at(d.at(near, x), y, above)
            return weighed(d, apart, one, other, low, high, mass)

        each = split_zero(
            d, mass, lambda zero, low=low, high=high: d.rewrite(
                zero, d.obvious(0 * low <= exp(eps) * (0 * high)),
                mass * low <= exp(eps) * (mass * high)), positive)
        rows = d.summed(d.forall(x, d.summed(d.forall(y, each))))
        halves.append(rows)
    d.qed(d.both(*(
        d.chain(d.identity(equals(left, rows.formula.left)), rows,
                d.identity(equals(rows.formula.right, exp(eps) * right)))
        for rows, left, right in zip(halves, (first, second), (second, first), strict=True)
    )))


def weighed(d, apart, one, other, low, high, mass):
    """mass·low ≤ e^ε mass·high, from |f(x) − g(y)| ≤ w."""
    turned = d.cite("background/absolute-value.triangle", r=t - one, s=one - other)
    gap = d.arithmetic(absolute(one - other) <= w, apart) if one == f[x] else None
    if gap is None:
        signs = [d.cite("background/absolute-value.above", r=f[x] - g[y]), apart]
        gap = d.cite(
            "background/absolute-value.least", d.arithmetic(one - other <= w, *signs),
            d.arithmetic(-(one - other) <= w, *signs), r=one - other, c=w,
        )
    far = d.arithmetic(absolute(t - other) <= absolute(t - one) + w, turned, gap)
    power = d.arithmetic(-absolute(t - one) * eps / w <= eps - absolute(t - other) * eps / w, far,
                         hints=[eps / w])
    grown = d.cite("background/exponential-increasing", power, r=power.formula.left,
                   s=power.formula.right)
    same = d.identity(equals(exp(eps - absolute(t - other) * eps / w), exp(eps) * high))
    return d.arithmetic(mass * low <= exp(eps) * (mass * high), grown, same, hints=[mass])
