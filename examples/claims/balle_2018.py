"""Balle, Barthe and Gaboardi on amplification by Poisson subsampling: of databases, of one entry,
and of noise on the line."""

from derivations.patterns.numbers import square
from derivations.tools import mixes
from verified.language import *
from verified.proof.derivation import Derivation, derives

READ = (
    "From memory, nothing was read anew. Sure of the theorem, an inequality there for all "
    "mechanisms and neighbours by removal of an entry. Here an entry that isn't there is symbol 0 "
    "of its alphabet, so that places of entries stay; the laws of one entry's theorem are those of "
    "responses with the entry and without it, and noise stands around 0 and m. The slip is no "
    "claim of the text."
)

paper = Paper(
    "balle-2018", title="Privacy amplification by subsampling: tight analyses via couplings and "
    "divergences", authors="B. Balle, G. Barthe and M. Gaboardi", year=2018,
)
q, m = Real("q", "[0,1]"), Real("m")
eps = Real("eps", ">=0", latex=r"\varepsilon")
scale = Real("b", ">0")
amplified = log(1 + q * (exp(eps) - 1))


def sampled(noise):
    return law_mixture(pmf_of(1 - q, q), noise(0), noise(m))


def bell(mean):
    return gaussian(mean, 1)


def peak(mean):
    return laplace(mean, scale)


amplification = paper.claim(
    "poisson", at="the theorem on Poisson subsampling, of Gaussian noise", forall=[q, m, eps],
    then=hockey_stick(sampled(bell), bell(0), amplified) <= q * hockey_stick(bell(m), bell(0), eps),
)
pure = paper.claim(
    "pure", at="the same at δ = 0, of Laplace noise", forall=[q, m, scale],
    then=renyi(sampled(peak), peak(0), float("inf")) <= log(1 + q * (exp(absolute(m) / scale) - 1)),
)

D, outputs = Database("D"), Size("m")
M, delta = Mechanism("M", D, outputs), Real("delta", "[0,1]", latex=r"\delta")
x, i = Symbol("x", instances(D)), Symbol("i", entries(D))


def private(mechanism, level, failing):
    """Responses with an entry and without it are close."""
    removed = with_entry(D, x, i, 0)
    return every(x, every(i, Close(mechanism[x], mechanism[removed], level, failing)))


database = paper.claim(
    "database", at="the theorem on Poisson subsampling, of databases",
    forall=[M, q, eps, delta], given=[private(M, eps, delta)],
    then=private(subsampled(M, q), amplified, q * delta), scope="finite alphabets",
)
linear = paper.claim(
    "database-slip", at="the theorem on Poisson subsampling, of databases, with qε for its level",
    forall=[M, q, eps, delta], given=[private(M, eps, delta)],
    then=private(subsampled(M, q), q * eps, q * delta),
    note="A slip: qε is the level for small ε, and always too little.",
)

P, R = Pmf("P", outputs), Pmf("R", outputs)
part = pmf_table(outputs, lambda y: q * P[y] + (1 - q) * R[y])
entry = paper.claim(
    "one-entry", at="the theorem on Poisson subsampling, of one entry",
    forall=[P, R, q, eps, delta], given=[Close(P, R, eps, delta)],
    then=Close(part, R, amplified, q * delta), scope="finite alphabets",
    note="P is the law of the response with the entry, R of that without it.",
)


@derives("balle-2018/one-entry")
def proof(d: Derivation) -> None:
    """Of any event, with E = e^ε and γ = 1 + q(E − 1): qP + (1 − q)R ≤ γR + qδ as P ≤ ER + δ, and
    E times γ(qP + (1 − q)R) + qδ − R is γq(EP + δ − R) + q(1 − q)((E − 1)²R + (E − 1)δ)."""
    (near,) = d.given
    law = mixes(d, q, P, R)
    A = d.fix(Event("A", outputs))
    above, below = (d.at(d.piece(near, side), A) for side in (0, 1))
    one = d.scalar(1 <= exp(eps))
    grown = d.arithmetic(1 + q * (exp(eps) - 1) >= 1, one, hints=[q])
    gamma, more = 1 + q * (exp(eps) - 1), exp(eps) - 1
    positive = d.arithmetic(gamma > 0, grown)
    level = d.identity(equals(exp(amplified), gamma), positive)
    whole = d.identity(equals(part[A], q * P[A] + (1 - q) * R[A]), law)
    upper = d.arithmetic(
        part[A] <= exp(amplified) * R[A] + q * delta, above, level, whole, hints=[q])
    weight = d.arithmetic(gamma * q >= 0, positive, hints=[q])
    apart = d.arithmetic(gamma * q * R[A] <= gamma * q * (exp(eps) * P[A] + delta), below, weight)
    beside = d.arithmetic(q * (1 - q) * delta * more >= 0, one, hints=[q * (1 - q) * delta])
    around = d.arithmetic(
        q * (1 - q) * R[A] * more**2 >= 0, square(d, more), hints=[q * (1 - q) * R[A]])
    scaled = d.arithmetic(
        exp(eps) * R[A] <= exp(eps) * (gamma * (q * P[A] + (1 - q) * R[A]) + q * delta),
        apart, beside, around,
    )
    under = d.arithmetic(R[A] <= gamma * (q * P[A] + (1 - q) * R[A]) + q * delta, scaled,
                         hints=[exp(-eps)])
    lower = d.arithmetic(R[A] <= exp(amplified) * part[A] + q * delta, under, level, whole)
    d.qed(d.both(d.forall(A, upper), d.forall(A, lower)))
