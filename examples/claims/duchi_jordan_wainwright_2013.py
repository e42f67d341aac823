"""Duchi, Jordan and Wainwright: how far apart locally private views of two laws can be."""

from derivations.tools import is_zero, split_maximum, split_minimum, split_order, split_zero
from verified.kernel.polynomial import replaced
from verified.language import *
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import number

READ = (
    "The abstract was read; the theorem is from memory of the text, with TV = sup |P(A) − "
    "Q(A)|. Sure of the form and of the factor min{4, e^(2α)}."
)

paper = Paper(
    "duchi-2013", title="Local privacy and statistical minimax rates",
    authors="J. C. Duchi, M. I. Jordan and M. J. Wainwright", year=2013,
)
n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
eps = Real("eps", ">=0", latex=r"\alpha")
x, z = Symbol("x", n), Symbol("x'", n)

local = every(x, every(z, Close(W[x], W[z], eps)))
sent, other = output(P, W), output(Q, W)

theorem_1 = paper.claim(
    "theorem-1", at="Theorem 1", forall=[P, Q, W, eps], given=[local],
    then=KL(sent, other) + KL(other, sent)
    <= minimum(4, exp(2 * eps)) * (exp(eps) - 1) ** 2 * TV(P, Q) ** 2,
    scope="finite alphabets",
)

# What the proof below shows on the way: the factor min{4, e^(2ε)} isn't needed.
sharper = paper.claim(
    "theorem-1-sharper", at="Theorem 1, without its first factor", forall=[P, Q, W, eps],
    given=[local],
    then=KL(sent, other) + KL(other, sent) <= (exp(eps) - 1) ** 2 * TV(P, Q) ** 2,
    scope="finite alphabets",
)

# --- the proof ------------------------------------------------------------------------------------

y = Symbol("y", m)
M, N = sent[y], other[y]
least = smallest(x, W[x, y])
rise = exp(eps) - 1
c = rise * TV(P, Q)


def mean(d: Derivation, law, each):
    """What holds of P(z) times two terms, summed: of a law's mean, or of a term without z."""
    rows = d.summed(d.forall(z, each))
    low, high = rows.formula.left, rows.formula.right
    ends = [
        d.identity(equals(side, value))
        for side, value in ((low, _mean_of(each.formula.left, law)),
                            (high, _mean_of(each.formula.right, law)))
    ]
    return d.arithmetic(ends[0].formula.right <= ends[1].formula.right, rows, *ends)


def _mean_of(term, law):
    return {str(law[z] * W[z, y]): output(law, W)[y], str(law[z] * least): least,
            str(law[z] * (exp(eps) * least)): exp(eps) * least}[str(term)]


def gap(d: Derivation, one, two, within, above):
    """Σ (P − Q) W = Σ (P − Q)(W − s) ≤ Σ max(0, P − Q) (e^ε − 1) s = (e^ε − 1) s TV."""
    gain = one[z] - exp(number(0)) * two[z]
    excess = maximum(0, gain)
    each = split_maximum(d, 0, gain, lambda order, value: d.arithmetic(
        (one[z] - two[z]) * (W[z, y] - least) <= excess * (rise * least), order, value, within,
        above))
    rows = d.summed(d.forall(z, each))
    start = d.identity(equals(output(one, W)[y] - output(two, W)[y], rows.formula.left))
    end = d.identity(equals(rows.formula.right, rise * least * total(z, excess)))
    stick = d.cite("definition/hockey-stick", P=one, Q=two, eps=0)
    plain = d.identity(equals(stick.formula.right, total(z, excess)))
    distance = d.cite("background/hockey-stick.total-variation", P=one, Q=two)
    sum_ = d.arithmetic(total(z, excess) <= TV(one, two), stick, plain, distance)
    scaled = d.combined(
        rise * least * total(z, excess) <= rise * least * TV(one, two), sum_,
        d.scalar(1 <= exp(eps)),
        products=[["1", [["fact", 0], ["fact", 1], ["sign", least]]]],
    )
    return d.arithmetic(output(one, W)[y] - output(two, W)[y] <= rise * least * TV(one, two),
                        start, rows, end, scaled)


def ordered(d: Derivation, high, low, up, floor, order, positive, sign):
    """(M − N)(ln M − ln N) ≤ (M − N)²/N ≤ c² s²/N ≤ c² s where N ≤ M."""
    term = (high - low) * (log(high) - log(low))
    tangent = d.cite("background/log-tangent.line", *positive, x=high / low)
    first = d.arithmetic(term <= (high - low) ** 2 / low, tangent, order, *positive)
    second = d.arithmetic((high - low) ** 2 <= (c * least) ** 2, up, order, sign)
    third = d.combined(
        c**2 * least**2 / low <= c**2 * least, floor, *positive,
        products=[["1", [["fact", 0], ["square", c], ["sign", least], ["sign", 1 / low]]]],
    )
    return d.arithmetic(term <= c**2 * least, first, second, third, *positive, hints=[1 / low])


@derives("duchi-2013/theorem-1-sharper")
def proof(d: Derivation) -> None:
    """With s the least W(y|x), every W(y|x) − s lies between 0 and (e^ε − 1) s. So the outputs'
    masses M, N of y differ by at most c s for c = (e^ε − 1) TV, and (M − N)(ln M − ln N) ≤ c² s."""
    (given,) = d.given
    rows = d.at(d.cite("background/closeness-symbols.only-if", d.at(d.at(given, z), x),
                       P=W[z], Q=W[x], eps=eps), y)
    shrunk = d.arithmetic(exp(-eps) * W[z, y] <= W[x, y], d.piece(rows, 0), hints=[exp(-eps)])
    within = d.bound_sup(least, shrunk, x)
    within = d.arithmetic(W[z, y] <= exp(eps) * least, within, hints=[exp(eps)])
    above = d.below_sup(least, z)
    symmetric = d.cite("background/total-variation.symmetric")
    up = d.arithmetic(M - N <= c * least, gap(d, P, Q, within, above))
    down = d.arithmetic(N - M <= c * least, gap(d, Q, P, within, above), symmetric,
                        hints=[rise * least])
    floors, tops = [], []
    for law in (P, Q):
        floors.append(mean(d, law, d.arithmetic(law[z] * least <= law[z] * W[z, y], above,
                                                hints=[law[z]])))
        tops.append(mean(d, law, d.arithmetic(law[z] * W[z, y] <= law[z] * (exp(eps) * least),
                                              within, hints=[law[z]])))
    one = d.scalar(1 <= exp(eps))
    sign = d.arithmetic(0 <= c * least, one, hints=[TV(P, Q) * least])
    term = M * log(M) - M * log(N) + (N * log(N) - N * log(M))
    goal = term <= c**2 * least

    def nothing(none):
        empty = [is_zero(d, law, d.arithmetic(law <= 0, line, none))
                 for law, line in zip((M, N), tops, strict=True)]
        plain = replaced(replaced(goal, M, number(0)), N, number(0))
        square = d.combined(
            0 <= c**2 * least, products=[["1", [["square", c], ["sign", least]]]])
        line = d.chain(d.identity(equals(plain.left, 0)), square)
        line = d.rewrite(empty[1], line, replaced(goal, M, number(0)))
        return d.rewrite(empty[0], line, goal)

    def something(some):
        positive = [d.chain(some, line) for line in floors]
        ways = [
            lambda order: ordered(d, N, M, down, floors[0], order, positive, sign),
            lambda order: ordered(d, M, N, up, floors[1], order, positive, sign),
        ]
        line = split_order(d, M, N, *(
            lambda order, way=way: d.arithmetic(goal, way(order), *positive) for way in ways
        ))
        return line

    each = split_zero(d, least, nothing, something)
    rows = d.summed(d.forall(y, each))
    below = d.summed(d.forall(y, d.combined(
        c**2 * least <= c**2 * M, floors[0], products=[["1", [["fact", 0], ["square", c]]]])))
    whole = d.identity(equals(below.formula.right, c**2))
    values = [d.cite("definition/kl", P=sent, Q=other), d.cite("definition/kl", P=other, Q=sent)]
    inside = [
        d.forall(y, split_zero(
            d, least,
            lambda none, law=law, line=line, mass=mass: d.follows(
                either(mass > 0, law <= 0), d.arithmetic(law <= 0, line, none)),
            lambda some, mass=mass, floor=floor, law=law: d.follows(
                either(mass > 0, law <= 0), d.chain(some, floor)),
        ))
        for law, line, mass, floor in ((M, tops[0], N, floors[1]), (N, tops[1], M, floors[0]))
    ]
    split = d.identity(
        equals(rows.formula.left, values[0].formula.right + values[1].formula.right), *inside)
    d.qed(d.arithmetic(d.goal, *values, split, rows, below, whole, *inside))


@derives("duchi-2013/theorem-1")
def looser(d: Derivation) -> None:
    """1 ≤ min{4, e^(2ε)}."""
    line = d.cite("duchi-2013/theorem-1-sharper", *d.given)
    factor = minimum(4, exp(2 * eps))
    one = d.scalar(1 <= exp(2 * eps))
    more = split_minimum(d, 4, exp(2 * eps), lambda order, value: d.arithmetic(
        1 <= factor, value, one))
    d.qed(d.arithmetic(d.goal, line, d.combined(
        c**2 <= factor * c**2, more, products=[["1", [["fact", 0], ["square", c]]]])))
