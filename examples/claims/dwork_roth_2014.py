"""Dwork and Roth: a private mechanism that is run several times."""

from derivations.patterns.databases import is_private
from derivations.patterns.numbers import power_at_least_one
from verified.language import *
from verified.proof.derivation import Derivation, derives

READ = (
    "From memory, nothing was read anew. Sure of basic composition, which is there for different "
    "mechanisms; here one is run k times. The slip is no claim of the text."
)

paper = Paper(
    "dwork-2014", title="The algorithmic foundations of differential privacy",
    authors="C. Dwork and A. Roth", year=2014,
)
D, m, k = Database("D"), Size("m"), Size("k", low=0)
M, eps = Mechanism("M", D, m), Real("eps", ">=0", latex=r"\varepsilon")
delta = Real("delta", "[0,1]", latex=r"\delta")
y, s = Symbol("y", m), Symbol("s", m**k)

composition = paper.claim(
    "composition", at="Theorem 3.16 and Corollary 3.15, of equal mechanisms",
    forall=[M, k, eps, delta], given=[DP(M, eps, delta)],
    then=DP(composed(M, k), k * eps, k * delta), scope="finite alphabets",
)
pure = paper.claim(
    "composition-pure", at="the same at δ = 0", forall=[M, k, eps], given=[DP(M, eps)],
    then=DP(composed(M, k), k * eps), scope="finite alphabets",
)
free = paper.claim(
    "composition-slip", at="the same at δ = 0, as if levels added like √k", forall=[M, k, eps],
    given=[DP(M, eps)], then=DP(composed(M, k), sqrt(k) * eps),
    note="A slip: levels grow like √k only at a δ above 0, as advanced composition has it.",
)


@derives("dwork-2014/composition-pure")
def proof(d: Derivation) -> None:
    """For each response P(y) ≤ e^ε Q(y), so for k of them the product is at most e^(kε) times."""
    (private,) = d.given
    some = power_at_least_one(d, m, k)

    def close(x, other, near):
        rows = d.cite("lemma/dp", near, private, M=M, x=x, values={"x'": other}, delta=0)
        each = d.at(d.cite(
            "background/closeness-symbols.only-if", rows, P=M[x], Q=M[other], eps=eps), y)
        sides = []
        for part, (first, second) in enumerate(((x, other), (other, x))):
            side = d.forall(y, d.piece(each, part))
            told = d.at(d.cite(
                "background/iid-close", side, P=M[first], Q=M[second], k=k, eps=eps), s)
            for one in (first, second):
                row = d.cite("definition/composed", M=M, k=k, x=one, y=s)
                told = d.rewrite(d.turn(equals(row.formula.right, row.formula.left), row), told)
            sides.append(told)
        return d.cite("background/closeness-symbols.if", d.forall(s, d.both(*sides)), some,
                      P=composed(M, k)[x], Q=composed(M, k)[other], eps=k * eps)

    d.qed(is_private(d, composed(M, k), k * eps, 0, close, some))
