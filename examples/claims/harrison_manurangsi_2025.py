"""Harrison and Manurangsi: how concentrated the Laplace mechanism's privacy is, exactly."""

from verified.language import *

READ = (
    "The abstract was read, which states the bound for the ε-differentially private Laplace "
    "mechanism, that it is exact, and that Wang (2022) conjectured it; not the proof. Sure. Here "
    "sensitivity is 1, and exactness is said at the order 1, where the divergence is the bound."
)

paper = Paper(
    "harrison-2025",
    title="Exact zCDP characterizations for fundamental differentially private mechanisms",
    authors="C. Harrison and P. Manurangsi", year=2025,
)
eps, alpha = Real("eps", ">0", latex=r"\varepsilon"), Real("alpha", ">1", latex=r"\alpha")
answers = laplace(0, 1 / eps), laplace(1, 1 / eps)
rho = eps + exp(-eps) - 1

bound = paper.claim(
    "laplace", at="the abstract, on the Laplace mechanism", forall=[eps, alpha],
    then=renyi(*answers, alpha) <= rho * alpha,
)
exact = paper.claim(
    "laplace-exact", at="the same: no smaller bound, by the order 1", forall=[eps],
    then=equals(KL(*answers), rho),
)
