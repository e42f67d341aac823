"""Liao, Kosut, Sankar and Calmon: what maximal α-leakage does under processing and composition.

It is typed in as the quantity of the paper, of any order from 1 on, a number or ∞; the claims are
those that the abstract lists.
"""

from verified.language import *

READ = (
    "The abstract was read: it names data processing inequalities, sub-additivity, and the mutual "
    "information and maximal leakage at the ends; the statements are from memory of the text. Sure."
)

paper = Paper(
    "liao-2019", title="Tunable measures for information leakage and applications to "
    "privacy-utility tradeoffs",
    authors="J. Liao, O. Kosut, L. Sankar and F. P. Calmon", year=2019,
)
n, m, k = Size("n"), Size("m"), Size("k")
P, W, V, Y = Pmf("P", n), Channel("W", n, m), Channel("V", m, k), Channel("Y", n, k)
U, B = Pmf("U", k), Channel("B", k, n)
alpha, beta = Real("alpha", ">=1"), Real("beta", ">=1")

# X - Y - Z with the channels W and V: what Z tells of X, and of Y, whose prior is P W.
processing = paper.claim(
    "processing", at="the abstract: data processing inequalities", forall=[P, W, V, alpha],
    then={
        "of-the-input": maximal_alpha_leakage(P, W @ V, alpha)
        <= maximal_alpha_leakage(P, W, alpha),
        "of-the-output": maximal_alpha_leakage(P, W @ V, alpha)
        <= maximal_alpha_leakage(output(P, W), V, alpha),
    },
    scope="finite alphabets",
)
composition = paper.claim(
    "composition", at="the abstract: sub-additivity, of outputs given the input independently",
    forall=[P, W, Y, alpha],
    then=maximal_alpha_leakage(P, parallel(W, Y), alpha)
    <= maximal_alpha_leakage(P, W, alpha) + maximal_alpha_leakage(P, Y, alpha),
    scope="finite alphabets",
)
order = paper.claim(
    "order", at="on orders: it never falls with α", forall=[P, W, alpha, beta],
    given=[alpha <= beta],
    then=maximal_alpha_leakage(P, W, alpha) <= maximal_alpha_leakage(P, W, beta),
    scope="finite alphabets",
)
definition = paper.claim(
    "definition", at="the definition: a supremum over U - X - Y of Arimoto's information",
    forall=[U, B, W, alpha],
    then=arimoto(U, B @ W, alpha) <= maximal_alpha_leakage(output(U, B), W, alpha),
    note="That the supremum comes as near as one likes takes alphabets of U of any size; the "
    "quantity is worked out by the theorem that it is the largest of Sibson's informations.",
    scope="finite alphabets",
)
