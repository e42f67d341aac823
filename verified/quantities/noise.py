"""What is told of a secret by a query of the data with noise added to its answer, in nats.

The secret U has a law, the data V given U is the output of a channel. The query f is
`Reals("f", x * d)`, its j-th coordinate at the symbol s is `f[s * d + j]`, and the noise Z has d
independent coordinates.
"""

from __future__ import annotations

from verified.measures import noise
from verified.measures.readings import measured
from verified.syntax.quantity import quantity
from verified.syntax.terms import Channel, Pmf, Real, Reals, Size

n, data, dimension = Size("n"), Size("x"), Size("dimension")
prior, channel = Pmf("prior", n), Channel("channel", n, data)
query = Reals("query", data * dimension)

gaussian_information = quantity(
    "gaussian_information", [prior, channel, query, dimension, Real("variance", ">0")],
    doc="I(U; f(V) + Z) in nats, where Z has d independent Gaussian coordinates of this variance.",
    text="I[{0}, {1}](U;{2}(V) + N(0, {4})^{3:atom})",
    latex=r"I\left[{0}, {1}\right]\left(U;{2}(V)+\mathcal N(0, {4} I_{{{3}}})\right)",
    values="[0,inf)", unit="nats",
    theorem="""A lattice sum is the integral to within what Poisson's formula gives for the
    strip without zeros.""",
    reading=measured(noise.gaussian_information),
)
laplace_information = quantity(
    "laplace_information", [prior, channel, query, dimension, Real("scale", ">0")],
    doc="I(U; f(V) + Z) in nats, where Z has d independent Laplace coordinates of this scale.",
    text="I[{0}, {1}](U;{2}(V) + Lap(0, {4})^{3:atom})",
    latex=r"I\left[{0}, {1}\right]\left(U;{2}(V)+\mathrm{{Lap}}(0, {4})^{{{3}}}\right)",
    values="[0,inf)", unit="nats",
    theorem="""It is a sum of integrals between the answers' coordinates, with bounds on the
    errors of Gauss's rule.""",
    reading=measured(noise.laplace_information),
)

__all__ = ["gaussian_information", "laplace_information"]
