"""Tsybakov: two hypotheses that so many samples don't tell apart, by Le Cam's method."""

from derivations.patterns.numbers import power_at_least_one
from derivations.tools import absurd, split_order
from verified.language import *
from verified.proof.derivation import Derivation, derives

READ = (
    "From memory, nothing was read anew. Sure of both bounds on the sum of the errors of a test, "
    "which are textbook; there the divergence or the affinity of all samples is bounded first. The "
    "slip is no claim of the text."
)

paper = Paper(
    "tsybakov-2009", title="Introduction to nonparametric estimation", authors="A. B. Tsybakov",
    year=2009,
)
n, k = Size("n"), Size("k")
P, Q = Pmf("P", n), Pmf("Q", n)
A, alpha = Event("A", n**k), Real("alpha", ">=0", latex=r"\alpha")
first, second = iid(P, k), iid(Q, k)
# A test of P against Q decides for Q where its samples are in A, and errs so often under P and Q.
errors = first[A] + 1 - second[A]

divergence = paper.claim(
    "two-points", at="Theorem 2.2, of independent samples and a divergence",
    forall=[P, Q, k, A, alpha], given=[KL(P, Q) <= alpha],
    then=1 - sqrt(k * alpha / 2) <= errors, scope="finite alphabets",
)
affinity = paper.claim(
    "two-points-affinity", at="Theorem 2.2, of independent samples and an affinity",
    forall=[P, Q, k, A], then=((1 - hellinger(P, Q)) ** k) ** 2 / 2 <= errors,
    scope="finite alphabets",
)
short = paper.claim(
    "two-points-slip", at="Theorem 2.2, of one sample's divergence", forall=[P, Q, k, A, alpha],
    given=[KL(P, Q) <= alpha], then=1 - sqrt(alpha / 2) <= errors,
    note="A slip: more samples tell more.",
)


def least(d, some):
    """1 − TV of the samples is at most the sum of the errors."""
    apart = d.cite("background/total-variation.event", some, P=second, Q=first, A=A)
    turned = d.cite("background/total-variation.symmetric", some, P=second, Q=first)
    return d.arithmetic(1 - TV(first, second) <= errors, apart, turned)


@derives("tsybakov-2009/two-points")
def by_divergence(d: Derivation) -> None:
    """2 TV² ≤ D by Pinsker, and D is k times that of one sample."""
    (near,) = d.given
    some = power_at_least_one(d, n, k)
    square = d.cite("background/pinsker.squared", some, P=first, Q=second)
    samples = d.cite("background/iid-divergence", P=P, Q=Q, k=k)
    square = d.arithmetic(
        2 * TV(first, second) ** 2 <= k * alpha, d.chain(square, samples), near, hints=[k])
    far, root = TV(first, second), sqrt(k * alpha / 2)
    below = split_order(
        d, far, root, lambda low: low,
        lambda high: absurd(d, far <= root, high, square, hints=[far, root]))
    d.qed(d.chain(d.arithmetic(1 - root <= 1 - far, below), least(d, some)))


@derives("tsybakov-2009/two-points-affinity")
def by_affinity(d: Derivation) -> None:
    """(1 − TV)(1 + TV) ≥ (1 − H²)² and 1 + TV ≤ 2, and affinities of samples multiply."""
    some = power_at_least_one(d, n, k)
    above = d.cite("background/hellinger.above", some, P=first, Q=second)
    within = d.cite("background/total-variation.range", some, P=first, Q=second, part=1)
    samples = d.cite("background/iid-hellinger", P=P, Q=Q, k=k)
    far = TV(first, second)
    square = d.arithmetic((1 - hellinger(first, second)) ** 2 / 2 <= 1 - far, above, within,
                          hints=[1 - far])
    square = d.rewrite(samples, square)
    d.qed(d.chain(square, least(d, some)))
