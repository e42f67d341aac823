"""Textbook facts on independent samples: what adds up over them, and what multiplies."""

from __future__ import annotations

from verified.language import KL, H, Size, Symbol, equals, every, exp, hellinger, iid
from verified.papers.background.common import COVER_THOMAS, P, Q, a, eps, n, paper
from verified.papers.background.distances import POLYANSKIY_WU

count = Size("k", low=0)
first, second = iid(P, count), iid(Q, count)

paper.claim(
    "iid-entropy", at=f"{COVER_THOMAS}, Theorem 2.6.6", forall=[P, count],
    then=equals(H(first), count * H(P)),
)
paper.claim(
    "iid-divergence", at=f"{POLYANSKIY_WU}, Chapter 2", forall=[P, Q, count],
    then=equals(KL(first, second), count * KL(P, Q)),
    note="An infinite divergence is infinite for one sample and more; for none it is 0.",
)
s = Symbol("s", n**count)
paper.claim(
    "iid-close", forall=[P, Q, count, eps], given=[every(a, P[a] <= exp(eps) * Q[a])],
    then=every(s, first[s] <= exp(count * eps) * second[s]),
)
some = Size("k")
paper.claim(
    "iid-hellinger", at=f"{POLYANSKIY_WU}, Chapter 7", forall=[P, Q, some],
    then=equals(1 - hellinger(iid(P, some), iid(Q, some)), (1 - hellinger(P, Q)) ** some),
)
