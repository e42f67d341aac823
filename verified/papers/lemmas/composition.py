"""Lemmas on several responses: two that are independent, and one stage after another."""

from __future__ import annotations

from typing import Any

from verified.language import (
    MIDP,
    Channel,
    Formula,
    Prior,
    Queries,
    Size,
    Symbol,
    conditional_entry_information,
    every,
    information,
    parallel,
    stage_information,
    together,
    total,
)
from verified.papers.lemmas.common import D, P, W, i, m, n, paper, r

V = Channel("V", n, Size("k"))

paper.claim(
    "two-outputs",
    forall=[P, W, V],
    then=information(P, parallel(W, V)) <= information(P, W) + information(P, V),
    note="Two responses that are independent given the input tell at most what each tells alone.",
)

many = Size("k")
prior, query = Prior("P", D), Symbol("j", many)


def stage_bounds(kind: str) -> dict[str, Any]:
    """What k responses tell of an entry, stage by stage, and what a stage tells at most."""
    queries = Queries("S", D, many, m, kind=kind)
    history = Symbol("h", m**query)
    private: Formula
    if kind == "sequential":
        private = every(history, MIDP(queries[query, history], r))
    else:
        private = MIDP(queries[query], r)
    return {
        f"{kind}-sum": {
            "forall": [prior, queries, i],
            "then": conditional_entry_information(prior, together(queries), i)
            <= total(query, stage_information(prior, queries, i, query)),
        },
        f"{kind}-stage": {
            "forall": [prior, queries, i, query, r],
            "given": [private],
            "then": stage_information(prior, queries, i, query) <= r,
        },
    }


paper.claim("stages", then={**stage_bounds("independent"), **stage_bounds("sequential")})
