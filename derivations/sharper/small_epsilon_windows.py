"""Proofs on subset selection on a ring, the mechanisms that come near to the sharp Lemma 1."""

from __future__ import annotations

from typing import Any

from derivations.tools import everywhere, multiplied, split_order, summed
from verified.language import H, cases, equals, exp, log, output, remainder, total
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Symbol, Term


class Window:
    """Subset selection with windows of k ≤ N of N symbols: its channel, and why it is one.

    Attributes:
        table: the channel; `weight` is the sum of the weights of a row.
        grown: 1 ≤ g.
        lawful: lines by which the kernel takes the table for a channel.
    """

    def __init__(self, d: Steps, table: Any, factor: Any, few: Line) -> None:
        self.d, self.table, self.few = d, table, few
        self.size, self.count = table.sort.inputs, few.theorem.conclusion.left
        self.weight = self.count * factor + (self.size - self.count)
        self.grown = d.obvious(1 <= factor)
        self.heavy = d.arithmetic(
            0 < self.weight, self.grown, d.obvious(0 < self.size), hints=[self.count]
        )
        y = Symbol("y", self.size)
        x = d.fix(Symbol("x", self.size))
        row = equals(total(y, self.written(x, y)), 1)
        one = d.combined(
            row, self.marks(x, "by-start"), self.heavy,
            equalities=[[(factor - 1) / self.weight, 0]],
        )
        self.lawful = d.forall(x, one), self.heavy

    def mark(self, x: Any, y: Any) -> Term:
        """1 where y's window holds x, else 0."""
        return cases(remainder(self.size + x - y, self.size) < self.count, 1, 0)

    def marks(self, x: Any, way: str) -> Line:
        """The sum of the marks of an input or of an output is k."""
        return self.d.cite(
            f"lemma/cyclic-window-sums.{way}", self.few, n=self.size, x=x, k=self.count
        )

    def written(self, x: Any, y: Any) -> Term:
        """The table's entry as it is written."""
        row = substitute(self.table.body, {self.table.var.name: x})
        found: Term = substitute(row.body, {row.var.name: y})
        return found


@derives("sharper/lemma-1-sharp.window-private")
def window_private(d: Derivation) -> None:
    """Each entry of a row is at least 1 and at most g times the weight's inverse."""
    factor = d.var("g")
    eps = log(factor)
    W = d.goal.args[0].args[0]
    window = Window(d, W, factor, d.given[0])
    share, lawful = 1 / window.weight, window.lawful
    x, other = (d.fix(Symbol(name, window.size)) for name in ("x", "x'"))

    def pair(y: Any) -> Line:
        bounds = []
        for v in (x, other):
            mark = window.mark(v, y)
            bounds += [
                d.arithmetic(share <= W[v, y], window.grown, *lawful, hints=[mark * share]),
                d.arithmetic(
                    W[v, y] <= factor * share, window.grown, *lawful, hints=[(1 - mark) * share]
                ),
            ]
        return d.both(*(
            d.arithmetic(W[one, y] <= exp(eps) * W[two, y], *bounds, *lawful, hints=[factor])
            for one, two in ((x, other), (other, x))
        ))

    close = d.cite(
        "background/closeness-symbols.if", everywhere(d, Symbol("y", window.size), pair), *lawful,
        P=W[x], Q=W[other], eps=eps,
    )
    d.qed(d.cite(
        "lemma/as-mechanism-dp-intro", d.forall(x, d.forall(other, close)), *lawful,
        W=W, eps=eps, delta=0,
    ))


@derives("sharper/lemma-1-sharp.window-information")
def window_information(d: Derivation) -> None:
    """The output is uniform, and each row has k entries g/w and N − k entries 1/w."""
    factor = d.var("g")
    P, W = d.goal.left.args[0].args
    window = Window(d, W, factor, d.given[0])
    N, k, w, lawful = window.size, window.count, window.weight, window.lawful
    q = output(P, W)

    def entry(x: Any, y: Any) -> Line:
        """W ln W at an entry."""
        mark = window.mark(x, y)
        value = (mark * factor * (log(factor) - log(w)) - (1 - mark) * log(w)) / w
        goal = equals(W[x, y] * log(W[x, y]), value)
        return split_order(
            d, k, mark.test.left, lambda out: d.identity(goal, out, *lawful),
            lambda inside: d.identity(goal, inside, *lawful),
        )

    def row(x: Any) -> Line:
        parts = summed(d, Symbol("y", N), lambda y: entry(x, y), *lawful)
        entropy = d.cite("definition/entropy", *lawful, P=W[x])
        step = (factor * (log(factor) - log(w)) + log(w)) / w
        return d.combined(
            equals(P[x] * H(W[x]), -(1 / N * (k * factor * log(factor) / w - log(w)))),
            entropy, parts, window.marks(x, "by-start"), *lawful,
            equalities=[[1 / N, 0], [-1 / N, 1], [-step / N, 2]],
        )

    def column(y: Any) -> Line:
        return d.combined(
            equals(q[y], P[y]), window.marks(y, "by-end"), *lawful,
            equalities=[[(factor - 1) / w / N, 0]],
        )

    whole = d.cite("background/information-forms.entropies", *lawful, P=P, W=W)
    whole = d.rewrite(everywhere(d, Symbol("y", N), column), whole)
    out = d.cite("definition/entropy", P=P)
    out = d.chain(out, d.identity(equals(out.formula.right, log(N))))
    rows = summed(d, Symbol("x", N), row, *lawful)
    d.qed(d.arithmetic(d.goal, whole, out, rows, *lawful))


@derives("sharper/lemma-1-sharp.approached")
def approached(d: Derivation) -> None:
    """With z = w/N and its best value z* = g ln g/(g − 1), the information falls short of the
    bound by r − 1 − ln r ≤ (r − 1)²/2, where r = z*/z and 0 ≤ r − 1 ≤ (g − 1)/N."""
    factor, u = d.var("g"), Real("u", ">=0")
    eps = log(factor)
    positive, least, most = d.given
    W = d.goal.left.args[1]
    N, k = W.sort.inputs, least.formula.left
    tangent = d.cite("background/log-tangent.exponential", eps=eps)
    more = d.arithmetic(1 < factor, tangent, positive)
    rise = factor - 1
    share = least.formula.right.args[0]
    whole = d.arithmetic(eps * factor <= rise * factor, tangent, hints=[factor])
    below = multiplied(d, share <= 1, whole, 1 / rise / rise, more)
    few = d.arithmetic(k <= N, least, below, more, hints=[N])
    window = Window(d, W, factor, few)
    w, heavy = window.weight, window.heavy
    value = d.cite("sharper/lemma-1-sharp.window-information", few, N=N, k=k)

    best = eps * factor / rise
    ratio = best * N / w
    excess = ratio - 1
    wide = d.arithmetic(N <= w, more, hints=[k])
    low = multiplied(d, 0 <= excess, least, rise / w, more, heavy)
    part = multiplied(d, excess <= rise / w, most, rise / w, more, heavy)
    last = multiplied(d, rise / w <= rise / N, wide, rise / w / N, more, heavy)
    high = d.chain(part, last)
    square = d.arithmetic(excess**2 <= (rise / N) ** 2, low, high, more, heavy, hints=[rise / N])
    curve = d.scalar(u - u**2 / 2 <= log(1 + u), low, more, heavy, values={u: excess})
    first = d.identity(equals(k * factor * eps / w, eps + eps / rise - ratio), more, heavy)
    here = d.arithmetic(0 < 1 + excess, low, more, heavy)
    split = d.cite("background/log-product", positive, more, heavy, x=best, y=N / w)
    d.qed(d.arithmetic(
        d.goal, value, first, split, curve, square, here, positive, more, *window.lawful
    ))
