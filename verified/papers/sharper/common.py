"""The collection, its variables and what several of its themes share."""

from __future__ import annotations

from verified.language import (
    Channel,
    Database,
    Mechanism,
    Paper,
    Pmf,
    Prior,
    Real,
    Size,
    Symbol,
    channel_of,
    exp,
)

paper = Paper(
    key="sharper",
    title="Sharper statements than the papers'",
    edition="statements of our own",
    units="nats",
)

CUFF_YU = "sharpens Cuff and Yu (2016)"
AT_ZERO = "For ε > 0: at ε = 0 the expression is 0/0, and its limit is 0."

eps = Real("eps", ">=0", latex=r"\epsilon")
delta = Real("delta", "[0,1]", latex=r"\delta")
order = Real("alpha", ">=0", latex=r"\alpha")
share = Real("s", "[0,1]")

n, m, N = Size("n"), Size("m"), Size("N")
two_m = Size("m", low=2)
P, Q = Pmf("P", n), Pmf("Q", n)
a = Symbol("a", n)
W, V = Channel("W", n, m), Channel("V", n, m)
D = Database("D")
M = Mechanism("M", D, m)
prior = Prior("P", D)

likely, unlikely = exp(eps) / (1 + exp(eps)), 1 / (1 + exp(eps))
randomised_response = channel_of([likely, unlikely], [unlikely, likely])
