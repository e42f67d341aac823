"""Balle, Bell, Gascón and Nissim: the blanket that the other users' reports make."""

from verified.language import *
from verified.proof.derivation import Derivation, derives

READ = (
    "The abstract was read; from memory of the text. Sure of the bound, not of where it stands."
)

paper = Paper(
    "balle-2019", title="The privacy blanket of the shuffle model",
    authors="B. Balle, J. Bell, A. Gascón and K. Nissim", year=2019,
)
n, m = Size("n"), Size("m")
W, eps = Channel("W", n, m), Real("eps", ">=0", latex=r"\varepsilon_0")
x, z, y = Symbol("x", n), Symbol("x'", n), Symbol("y", m)

blanket = paper.claim(
    "blanket", at="Section 5, on the total variation similarity γ of a local randomiser",
    forall=[W, eps], given=[every(x, every(z, Close(W[x], W[z], eps)))],
    then=exp(-eps) <= total(y, smallest(x, W[x][y])), scope="finite alphabets",
)


@derives("balle-2019/blanket")
def proof(d: Derivation) -> None:
    """e^(−ε) W(y|o) ≤ W(y|x) for every x, so it is at most the smallest; summed over y."""
    (given,) = d.given
    o = d.fix(Symbol("o", n))
    near = d.at(d.at(given, o), x)
    rows = d.at(d.cite("background/closeness-symbols.only-if", near, P=W[o], Q=W[x], eps=eps), y)
    below = d.arithmetic(exp(-eps) * W[o, y] <= W[x, y], d.piece(rows, 0), hints=[exp(-eps)])
    least = d.bound_sup(smallest(x, W[x, y]), below, x)
    each = d.summed(d.forall(y, least))
    d.qed(d.chain(d.identity(equals(exp(-eps), each.formula.left)), each))
