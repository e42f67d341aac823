"""Saeidian, Cervia, Oechtering and Skoglund: pointwise and maximal leakage."""

from derivations.tools import log_below, positive_from, split_zero
from verified.kernel.polynomial import replaced
from verified.language import *
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import number

READ = (
    "From memory of the text; the number of the section is not certain. Sure of both "
    "statements."
)

paper = Paper(
    "saeidian-2023", title="Pointwise maximal leakage",
    authors="S. Saeidian, G. Cervia, T. J. Oechtering and M. Skoglund", year=2023,
)
n, m = Size("n"), Size("m")
P, W, y = Pmf("P", n), Channel("W", n, m), Symbol("y", m)
eps = Real("eps", ">=0", latex=r"\varepsilon")
leakage = pointwise_maximal_leakage(P, W, y)

average = paper.claim(
    "average", at="Section V, on maximal leakage", forall=[P, W],
    then=equals(total(y, output(P, W)[y] * exp(leakage)), exp(maximal_leakage(P, W))),
    scope="finite alphabets",
)
information_bound = paper.claim(
    "information", at="Section V, on mutual information", forall=[P, W, eps],
    given=[every(y, leakage <= eps)], then=information(P, W) <= eps, scope="finite alphabets",
)


# --- the proof ------------------------------------------------------------------------------------

x = Symbol("x", n)
pair = P[x] * W[x, y]
told = P[x] * W[x, y] * log(W[x, y]) - P[x] * W[x, y] * log(output(P, W)[y])


@derives("saeidian-2023/information")
def proof(d: Derivation) -> None:
    """W(y|x) ≤ e^ε P_Y(y) where the pair is possible, so that each pair tells at most ε."""
    (bounded,) = d.given
    covers = d.cite("background/output-dominates.by-input")
    cover = d.at(d.at(covers, x), y)
    goal = told <= pair * eps

    def possible(above):
        there = d.chain(above, cover)
        likely = positive_from(d, P[x], above, hints=[W[x, y]])
        seen = positive_from(d, W[x, y], above, hints=[P[x]])
        ratio = d.cite("definition/pointwise-maximal-leakage", likely, d.at(bounded, y), r=eps)
        logs = log_below(d, W[x, y], exp(eps) * output(P, W)[y], ratio, seen, there)
        return d.arithmetic(goal, logs, likely, seen, there, hints=[pair])

    def impossible(none):
        plain = replaced(goal, pair, number(0))
        return d.rewrite(none, d.chain(
            d.identity(equals(plain.left, 0), cover), d.obvious(0 <= plain.right)), goal)

    each = split_zero(d, pair, impossible, possible)
    rows = d.summed(d.forall(x, d.summed(d.forall(y, each), covers)), covers)
    d.qed(d.chain(
        d.cite("background/information-forms.sums"), rows,
        d.identity(equals(rows.formula.right, eps)),
    ))
