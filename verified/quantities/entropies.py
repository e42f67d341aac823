"""Entropies of a law, in nats."""

from __future__ import annotations

from verified.measures import entropies
from verified.measures.readings import measured
from verified.quantities.numbers import log
from verified.syntax.binders import largest, total
from verified.syntax.quantity import Extended, quantity
from verified.syntax.terms import Pmf, Size, Symbol

n = Size("n")
P, a, alpha = Pmf("P", n), Symbol("a", n), Extended("alpha", "[0,inf]")

entropy = quantity(
    "entropy", [P], doc="Shannon entropy of a law, in nats.", written="H(P)",
    text="H({0})", latex=r"H\left({0}\right)", values="[0,inf)", unit="nats",
    definition=total(a, -(P[a] * log(P[a]))),
    reading=measured(entropies.entropy), view=lambda v, law: v.entropy(law),
    examples=[(("1/2,1/4,1/4",), "1.03972077083"), (("1,0",), "0"), (("1",), "0")],
)
min_entropy = quantity(
    "min_entropy", [P], doc="−ln max P(a), in nats.",
    text="H_min({0})", latex=r"H_\infty\left({0}\right)", values="[0,inf)", unit="nats",
    definition=-log(largest(a, P[a])),
    reading=measured(entropies.min_entropy), view=lambda v, law: -v.sp.log(v.sp.Max(*law)),
    examples=[(("1/2,1/4,1/4",), "0.693147180559"), (("1,0",), "0")],
)
renyi_entropy = quantity(
    "renyi_entropy", [P, alpha],
    doc="""The Rényi entropy ln(Σ P^α)/(1 − α) of an order in [0, ∞], in nats. Order 0 is ln of the
    number of symbols of positive probability, order 1 Shannon's entropy, order ∞ the
    min-entropy.""",
    text="H_[{1}]({0})", latex=r"H_{{{1}}}\left({0}\right)", values="[0,inf)", unit="nats",
    reading=measured(entropies.renyi_entropy),
    view=lambda v, law, order: v.renyi_entropy(law, order),
    examples=[
        (("1/2,1/4,1/4", "2"), "0.980829253011"), (("1/2,1/2,0", "0"), "0.693147180559"),
        (("1/2,1/4,1/4", "inf"), "0.693147180559"), (("1/2,1/4,1/4", "1"), "1.03972077083"),
    ],
)

__all__ = ["min_entropy", "renyi_entropy"]
