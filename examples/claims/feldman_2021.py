"""Feldman, McMillan and Talwar: reports of other users as clones of the first user's."""

from verified.language import *

READ = (
    "From memory, nothing was read anew. Sure of the dominating pair, a step of their proof that "
    "holds for any number of users and any level; not of where it stands. Here all users send "
    "their inputs through one channel, and none sees the others' reports; the text has more."
)

paper = Paper(
    "feldman-2021", title="Hiding among the clones: a simple and nearly optimal analysis of "
    "privacy amplification by shuffling", authors="V. Feldman, A. McMillan and K. Talwar",
    year=2021,
)
n, m, k = Size("n"), Size("m"), Size("k", low=0)
W, local = Channel("W", n, m), Real("eps0", ">=0", latex=r"\varepsilon_0")
eps = Real("eps", ">=0", latex=r"\varepsilon")
a, b = Symbol("a", n), Symbol("b", n)
x, other, rest = Symbol("x", n), Symbol("x'", n), Symbol("z", n**k)


def reports(channel, outputs):
    """What k + 1 users tell together, the first one's input the slowest."""
    return memoryless(channel, k + 1) @ shuffle(outputs, k + 1)


def dominating(clones):
    """How far two inputs of the first of k + 1 users are told apart, whose report is one of two
    symbols; each other user sends one of them with this probability, and else a third one."""
    likely = exp(local) / (exp(local) + 1)
    told = reports(channel_of(
        [likely, 1 - likely, 0], [1 - likely, likely, 0], [clones / 2, clones / 2, 1 - clones]
    ), 3)
    # The first user has input 0 or 1, the others have input 2.
    return hockey_stick(told[3**k - 1], told[2 * 3**k - 1], eps)


shuffled = reports(W, m)
seen = hockey_stick(shuffled[x * n**k + rest], shuffled[other * n**k + rest], eps)
private = [every(a, every(b, Close(W[a], W[b], local)))]

clones = paper.claim(
    "clones", at="the dominating pair of shuffled reports",
    forall=[W, k, local, eps, x, other, rest], given=private, then=seen <= dominating(exp(-local)),
    note="Other users send a clone of one of the first user's reports with probability e^(−ε₀).",
)
certain = paper.claim(
    "clones-slip", at="the dominating pair of shuffled reports, all others clones",
    forall=[W, k, local, eps, x, other, rest], given=private, then=seen <= dominating(rational(1)),
    note="A slip that one could make, and no claim of the text: a report is a clone with "
    "probability e^(−ε₀) only.",
)
