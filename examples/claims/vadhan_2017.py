"""Vadhan: privacy of groups, with the factor that a shorter form of it forgets."""

from verified.language import *
from verified.proof.derivation import Derivation, derives

READ = (
    "Lemma 2.2 from memory of the text. Sure of the lemma; the short form is a slip, and no "
    "paper is named for it."
)

paper = Paper(
    "vadhan-2017", title="The complexity of differential privacy", authors="S. Vadhan", year=2017,
)
n = Size("n")
P, Q, R = Pmf("P", n), Pmf("Q", n), Pmf("R", n)
eps, delta = Real("eps", ">=0", latex=r"\varepsilon"), Real("delta", "[0,1]", latex=r"\delta")
steps = [Close(P, Q, eps, delta), Close(Q, R, eps, delta)]

lemma = paper.claim(
    "lemma-2.2", at="Lemma 2.2, for groups of two", forall=[P, Q, R, eps, delta], given=steps,
    then=Close(P, R, 2 * eps, 2 * exp(2 * eps) * delta), scope="finite alphabets",
)
short = paper.claim(
    "lemma-2.2-slip", at="Lemma 2.2, for groups of two, without the factor of δ",
    forall=[P, Q, R, eps, delta], given=steps, then=Close(P, R, 2 * eps, 2 * delta),
    note="A slip that one meets, and no claim of the text: the lemma has the factor, and holds.",
)


@derives("vadhan-2017/lemma-2.2")
def proof(d: Derivation) -> None:
    """P(A) ≤ e^ε Q(A) + δ ≤ e^ε (e^ε R(A) + δ) + δ for any event, and 1 ≤ e^ε ≤ e^(2ε)."""
    first, second = d.given
    A = d.fix(Event("A", n))
    one = d.scalar(1 <= exp(eps))
    more = d.arithmetic(exp(eps) <= exp(eps) * exp(eps), one, hints=[exp(eps)])
    loss = d.arithmetic((1 + exp(eps)) * delta <= 2 * exp(2 * eps) * delta, one, more,
                        hints=[delta])

    def side(low, high, *links):
        near, far = (d.at(d.piece(line, index), A) for line, index in links)
        two = d.arithmetic(low[A] <= exp(2 * eps) * high[A] + (1 + exp(eps)) * delta, near, far,
                           hints=[exp(eps)])
        return d.arithmetic(low[A] <= exp(2 * eps) * high[A] + 2 * exp(2 * eps) * delta, two, loss)

    d.qed(d.both(
        d.forall(A, side(P, R, (first, 0), (second, 0))),
        d.forall(A, side(R, P, (second, 1), (first, 1))),
    ))
