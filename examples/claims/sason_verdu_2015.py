"""Sason and Verdú: relative entropy bounded by total variation on finite alphabets.

Their |P − Q| is the sum of the differences, twice the total variation distance here.
"""

from derivations.tools import log_below, single, split_absolute
from verified.language import *
from verified.proof.derivation import Derivation, derives

READ = (
    "The abstract was read; both bounds are from memory of the text. Sure."
)

paper = Paper(
    "sason-2015",
    title="Upper bounds on the relative entropy and Rényi divergence as a function of total "
    "variation distance for finite alphabets",
    authors="I. Sason and S. Verdú", year=2015,
)
n = Size("n")
P, Q, a = Pmf("P", n), Pmf("Q", n), Symbol("a", n)
distance = 2 * TV(P, Q)

theorem_1 = paper.claim(
    "theorem-1", at="Theorem 1", forall=[P, Q], given=[every(a, Q[a] > 0)],
    then=KL(P, Q) <= log(1 + distance**2 / (2 * smallest(a, Q[a]))),
)
csiszar_talata = paper.claim(
    "csiszar-talata", at="(5), by Csiszár and Talata", forall=[P, Q], given=[every(a, Q[a] > 0)],
    then=KL(P, Q) <= distance**2 / smallest(a, Q[a]),
)


def squares(d: Derivation):
    """Σ (P − Q)² ≤ 2 TV², as no single difference is larger than TV."""
    distance = TV(P, Q)

    def one_way(low, high):
        line = d.cite("background/total-variation.event", P=low, Q=high, A=single(d, a, n))
        masses = [d.identity(equals(law[single(d, a, n)], law[a])) for law in (low, high)]
        return line, masses

    above, first = one_way(P, Q)
    below, second = one_way(Q, P)
    same = d.cite("background/total-variation.symmetric")
    up = d.arithmetic(P[a] - Q[a] <= distance, above, *first)
    down = d.arithmetic(Q[a] - P[a] <= distance, below, *second, same)
    size = absolute(P[a] - Q[a])
    each = split_absolute(d, P[a] - Q[a], lambda sign, value: d.arithmetic(
        (P[a] - Q[a]) ** 2 <= distance * size, sign, value, up, down, hints=[size]))
    rows = d.summed(d.forall(a, each))
    half = d.cite("definition/total-variation")
    return d.arithmetic(total(a, (P[a] - Q[a]) ** 2) <= 2 * distance**2, rows, half,
                        hints=[distance])


@derives("sason-2015/theorem-1")
def proof(d: Derivation) -> None:
    """D ≤ ln(1 + χ²), and χ² = Σ (P − Q)²/Q is at most Σ (P − Q)²/Q_min."""
    (full,) = d.given
    least = smallest(a, Q[a])
    positive = d.cite("lemma/largest-probability.least", full, P=Q)
    inside = d.forall(a, d.follows(either(Q[a] > 0, P[a] <= 0), d.at(full, a)))
    value = d.cite("definition/chi-square", inside)
    here = d.at(full, a)
    under = d.below_sup(least, a)
    part = cases(Q[a] > 0, P[a] ** 2 / Q[a], 0)
    plain = d.identity(equals(part, P[a] ** 2 / Q[a]), here)
    square = d.combined(
        (P[a] - Q[a]) ** 2 / Q[a] <= (P[a] - Q[a]) ** 2 / least, under, here, positive,
        products=[["1", [["fact", 0], ["square", P[a] - Q[a]], ["sign", 1 / Q[a]],
                         ["sign", 1 / least]]]],
    )
    each = d.arithmetic(part <= 2 * P[a] - Q[a] + (P[a] - Q[a]) ** 2 / least, plain, square, here,
                        positive)
    rows = d.summed(d.forall(a, each), positive)
    most = d.arithmetic(chi_square(P, Q) <= 2 * TV(P, Q) ** 2 / least, value, rows, squares(d),
                        positive, hints=[1 / least])
    bound = d.cite("background/kl-chi-square")
    tops = 1 + chi_square(P, Q), 1 + distance**2 / (2 * least)
    larger = d.arithmetic(tops[0] <= tops[1], most, positive)
    grown = log_below(d, *tops, larger, positive)
    d.qed(d.chain(bound, grown))


@derives("sason-2015/csiszar-talata")
def weaker(d: Derivation) -> None:
    """ln(1 + s) ≤ s ≤ 2 s."""
    line = d.cite("sason-2015/theorem-1", *d.given)
    least = smallest(a, Q[a])
    positive = d.cite("lemma/largest-probability.least", *d.given, P=Q)
    grown = distance**2 / (2 * least)
    tangent = d.cite("background/log-tangent.line", d.obvious(0 < 1 + grown, positive), positive,
                     x=1 + grown)
    d.qed(d.arithmetic(d.goal, line, tangent, positive, hints=[1 / least, TV(P, Q)]))
