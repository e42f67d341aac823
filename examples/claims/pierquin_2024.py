"""Pierquin, Bellet, Tommasi and Boussard: from Rényi pufferfish privacy to pufferfish privacy.

A framework of secrets is a framework here whose edges have the secret as their private function;
conditioning on a public function besides is allowed, and the constant one gives their setting.
"""

from verified.language import *

READ = (
    "The abstract was read; the proposition is from memory of the text, its number isn't "
    "known here. Sure of the form, which is Mironov's."
)

paper = Paper(
    "pierquin-2024",
    title="Rényi pufferfish privacy: general additive noise mechanisms and privacy amplification "
    "by iteration via shift reduction lemmas",
    authors="C. Pierquin, A. Bellet, M. Tommasi and M. Boussard", year=2024,
)
n, m = Size("n"), Size("m")
F, theta, W = Framework("F", n), Pmf("theta", n, latex=r"\theta"), Channel("W", n, m)
edge = Symbol("e", edges(F))
alpha, eps = Real("alpha", ">1", latex=r"\alpha"), Real("eps", ">=0", latex=r"\varepsilon")
delta = Real("delta", "(0,1)", latex=r"\delta")
public = Symbol("c", public_values(F, edge))
one, two = Symbol("s", private_values(F, edge)), Symbol("s'", private_values(F, edge))
secret = secret_given(F, theta, edge, public)


def response(value):
    return output(data_given(F, theta, edge, public)[value], W)


every_pair = every(edge, every(public, every(one, every(
    two, implies(
        both(public_law(F, theta, edge)[public] > 0, both(secret[one] > 0, secret[two] > 0)),
        renyi(response(one), response(two), alpha) <= eps,
    ),
))))

conversion = paper.claim(
    "conversion", at="the proposition that Rényi pufferfish privacy implies (ε,δ)-pufferfish "
    "privacy",
    forall=[F, theta, W, alpha, eps, delta], given=[every_pair],
    then=secret_delta(F, theta, W, eps + log(1 / delta) / (alpha - 1)) <= delta,
    note="For each law of the class by itself.", scope="finite alphabets",
)
