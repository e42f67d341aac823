"""Nissim, Raskhodnikova and Smith on noise for smooth sensitivity: Cauchy's."""

from verified.language import *

READ = (
    "From memory, nothing was read anew: noise whose density is proportional to 1/(1 + |z|^γ) is "
    "admissible for ε/(2(γ + 1)): moved by so much, or stretched by the exponential of so much, "
    "its law changes by a factor of at most e^(ε/2) on every event. Sure of the lemma; here "
    "γ = 2, where it is Cauchy's law. The slip is no claim of the text."
)

paper = Paper(
    "nissim-2007", title="Smooth sensitivity and sampling in private data analysis",
    authors="K. Nissim, S. Raskhodnikova and A. Smith", year=2007,
)
eps, moved = Real("eps", ">0", latex=r"\varepsilon"), Real("d", ">=0")
stretched = Real("b", ">=0")
noise = student(0, 1, 1)

sliding = paper.claim(
    "cauchy-sliding", at="the lemma on admissible noise, of a shift", forall=[eps, moved],
    given=[moved <= eps / 6], then=Close(noise, student(moved, 1, 1), eps / 2, 0),
)
dilation = paper.claim(
    "cauchy-dilation", at="the same, of a dilation", forall=[eps, stretched],
    given=[stretched <= eps / 6], then=Close(noise, student(0, exp(stretched), 1), eps / 2, 0),
)
slip = paper.claim(
    "cauchy-sliding-slip", at="the same, of a shift by as much as ε",
    forall=[eps, moved], given=[moved <= eps],
    then=Close(noise, student(moved, 1, 1), eps / 2, 0),
)
sharper = paper.claim(
    "cauchy-sliding-sharper", at="the same, of a shift by half the level",
    forall=[eps, moved], given=[moved <= eps / 2],
    then=Close(noise, student(moved, 1, 1), eps / 2, 0),
)
