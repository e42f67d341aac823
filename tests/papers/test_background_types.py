"""Facts on types, told wrong: each condition left out, or a number that is one off, is refuted."""

from __future__ import annotations

import pytest

from verified.attack import attack
from verified.language import (
    KL,
    Claim,
    Formula,
    Term,
    claim,
    either,
    equals,
    every,
    exp,
    occurrences,
    total,
    type_law,
    types,
)
from verified.papers.background.common import P, Q, a, m, n
from verified.papers.background.type_classes import (
    count,
    factor,
    log_ratio,
    logs,
    many,
    marked,
    mean,
    missing,
    own,
    seen,
    shorter,
    typed,
    weight,
)


def wrong(name: str, forall: list[Term], then: Formula, *given: Formula) -> Claim:
    return claim(name, forall=forall, given=list(given), then=then)


law = type_law(P, count)[typed]
weighted = weight(n, count, typed, logs, marked)
event, numbers = marked(a).args[0], logs(a).args[0]  # type: ignore[attr-defined]
WRONG = [
    wrong("base", [m, count, shorter], types(m, shorter) <= count**m),
    wrong("mean", [P, count, a], equals(
        total(typed, law * occurrences(n, count, typed, a)), (count + 1) * P[a])),
    wrong("ratio", [P, Q, count, typed], equals(
        type_law(Q, count)[typed],
        law * weight(n, count, typed, log_ratio(Q, P), missing(Q)))),
    wrong("marks", [P, Q, count, typed], equals(
        type_law(Q, count)[typed],
        law * weight(n, count, typed, log_ratio(Q, P), missing(P))),
        every(a, either(P[a] > 0, Q[a] <= 0))),
    wrong("factors", [P, count, numbers, event], equals(
        total(typed, law * weighted), (total(a, P[a] * exp(logs(a)))) ** count)),
    wrong("generating", [P, count, numbers, event], equals(
        total(typed, law * weighted), total(a, P[a] * factor(a, logs, marked)) ** (count + 1)),
        mean > 0),
    wrong("unlikely", [P, count, typed, a], equals(occurrences(n, count, typed, a), 0), P[a] <= 0),
    wrong("probability", [P, many, seen], equals(
        type_law(own, many)[seen], type_law(P, many)[seen] * exp(KL(own, P))),
        type_law(P, many)[seen] > 0),
    wrong("likely", [P, many, seen], equals(
        type_law(own, many)[seen], type_law(P, many)[seen] * exp(many * KL(own, P)))),
    wrong("divergence", [P, Q, count], equals(
        KL(type_law(P, count), type_law(Q, count)), count * KL(Q, P))),
]


@pytest.mark.parametrize("false", WRONG, ids=[one.key for one in WRONG])
def test_what_is_one_off_is_refuted(false: Claim) -> None:
    assert attack(false, seed=1, budget=3000).status == "refuted"
