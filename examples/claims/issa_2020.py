"""Issa, Wagner and Kamath: what two releases leak together."""

from verified.language import *

READ = (
    "The abstract was read; the statement is from memory of the text. Sure."
)

paper = Paper(
    "issa-2020", title="An operational approach to information leakage",
    authors="I. Issa, A. B. Wagner and S. Kamath", year=2020,
)
n, m, k = Size("n"), Size("m"), Size("k")
P, W, V = Pmf("P", n), Channel("W", n, m), Channel("V", n, k)

composition = paper.claim(
    "composition", at="Section III, on composition: both outputs given the input independently",
    forall=[P, W, V],
    then=maximal_leakage(P, parallel(W, V)) <= maximal_leakage(P, W) + maximal_leakage(P, V),
    scope="finite alphabets",
)
