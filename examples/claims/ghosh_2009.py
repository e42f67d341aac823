"""Ghosh, Roughgarden and Sundararajan on the geometric mechanism: discrete Laplace noise."""

from verified.language import *

READ = (
    "From memory, nothing was read anew. Sure that the mechanism is private. The "
    "mechanism adds two-sided geometric noise to a count, with α = e^(−ε); neighbouring counts "
    "are 1 apart."
)

paper = Paper(
    "ghosh-2009", title="Universally utility-maximizing privacy mechanisms",
    authors="A. Ghosh, T. Roughgarden and M. Sundararajan", year=2009,
)
eps = Real("eps", ">0", latex=r"\varepsilon")

private = paper.claim(
    "geometric", at="the geometric mechanism's privacy", forall=[eps],
    then=Close(discrete_laplace(0, 1 / eps), discrete_laplace(1, 1 / eps), eps, 0),
)
