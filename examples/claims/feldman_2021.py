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


def reports(channel, first, others, users):
    """How often each report is there from a first user and so many others, whose inputs are a
    sequence."""
    inputs = channel.sort.sizes()[0]
    return shuffled(channel, users + 1, first * inputs**users + others)


def dominating(clones, users):
    """How far two inputs of the first user are told apart, whose report is one of two symbols; each
    of so many other users sends one of them with this probability, and else a third one."""
    likely = exp(local) / (exp(local) + 1)
    pair = channel_of(
        [likely, 1 - likely, 0], [1 - likely, likely, 0], [clones / 2, clones / 2, 1 - clones]
    )
    # The first user has input 0 or 1, the others have input 2.
    return hockey_stick(*(reports(pair, x, 3**users - 1, users) for x in (0, 1)), eps)


def seen(channel, first, second, others, users):
    """How far two inputs of the first user are told apart in truth."""
    return hockey_stick(
        reports(channel, first, others, users), reports(channel, second, others, users), eps)


private = [every(a, every(b, Close(W[a], W[b], local)))]
clones = paper.claim(
    "clones", at="the dominating pair of shuffled reports",
    forall=[W, k, local, eps, x, other, rest], given=private,
    then=seen(W, x, other, rest, k) <= dominating(exp(-local), k),
    note="Other users send a clone of one of the first user's reports with probability e^(−ε₀).",
)
B, c, d = Channel("W", 2, 2), Symbol("a", 2), Symbol("b", 2)
u, v, others = Symbol("x", 2), Symbol("x'", 2), Symbol("z", 2**40)
many = paper.claim(
    "clones-many", at="the same, of 41 users with two inputs and two reports",
    forall=[B, local, eps, u, v, others], given=[every(c, every(d, Close(B[c], B[d], local)))],
    then=seen(B, u, v, others, 40) <= dominating(exp(-local), 40),
)
certain = paper.claim(
    "clones-slip", at="the dominating pair of shuffled reports, all others clones",
    forall=[W, k, local, eps, x, other, rest], given=private,
    then=seen(W, x, other, rest, k) <= dominating(rational(1), k),
    note="A slip that one could make, and no claim of the text: a report is a clone with "
    "probability e^(−ε₀) only.",
)
