"""Csiszár: how likely a type is, up to a polynomial in the number of samples."""

from derivations.tools import everywhere, one_term, split_order
from verified.language import *
from verified.proof.derivation import Derivation, derives

READ = (
    "From memory, nothing was read anew. Sure of both bounds and of their factor, which are "
    "textbook too (Cover and Thomas, Theorem 11.1.4). Here a type is one that may occur: where it "
    "may not, the divergence is infinite, and the bounds are 0. The slip is no claim of the text."
)

paper = Paper("csiszar-1998", title="The method of types", authors="I. Csiszár", year=1998)
n, k = Size("n"), Size("k")
P, t, a = Pmf("P", n), Symbol("t", types(n, k)), Symbol("a", n)
likely = [type_law(P, k)[t] > 0]


def times(symbol):
    """How often a symbol occurs."""
    return occurrences(n, k, t, symbol)


own = pmf_table(n, lambda symbol: times(symbol) / k)
rate = exp(-(k * KL(own, P)))

upper = paper.claim(
    "probability-upper", at="the upper bound on the probability of a type class",
    forall=[P, k, t], given=likely, then=type_law(P, k)[t] <= rate,
)
lower = paper.claim(
    "probability-lower", at="the lower bound on the probability of a type class",
    forall=[P, k, t], given=likely, then=type_law(P, k)[t] >= rate / (k + 1) ** n,
)
exact = paper.claim(
    "probability-slip", at="the lower bound without its factor", forall=[P, k, t], given=likely,
    then=type_law(P, k)[t] >= rate,
    note="A slip: the exponent is right in the limit, the probability is less by a polynomial.",
)


@derives("csiszar-1998/probability-upper")
def proof(d: Derivation) -> None:
    """By its own empirical law a type is e^(k D) times as likely, and no more likely than 1."""
    (given,) = d.given
    size = d.cite("definition/type-size", m=n, k=k, u=t)

    def covered(symbol):
        goal = either(P[symbol] > 0, times(symbol) <= 0)

        def never(low):
            none = d.cite("background/type-absent", given, low, P=P, k=k, t=t, a=symbol)
            return d.follows(goal, d.turn(times(symbol) <= 0, none))

        return split_order(d, P[symbol], 0, never, lambda high: d.follows(goal, high))

    real = everywhere(d, a, covered)
    unfolded = d.cite("definition/kl", size, P=own, Q=P)
    level = d.cite("background/type-probability", given, P=P, k=k, t=t)
    most = one_term(d, t, lambda u: type_law(own, k)[u], size, name="u")
    d.qed(d.arithmetic(
        d.goal, level, most, unfolded, real, size, hints=[rate]))
