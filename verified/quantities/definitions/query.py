"""What families of queries are: the law of the first responses, the joint law of an entry or a
secret and the responses at a stage, and what a response adds there, as definitions that proofs may
cite."""

from __future__ import annotations

from typing import Any

from verified.quantities.databases import (
    alphabet,
    entries,
    entry_of,
    instances,
    prior_mass,
    with_entry,
)
from verified.quantities.definitions.defining import define, structure
from verified.quantities.numbers import quotient, remainder
from verified.quantities.pufferfish import (
    edges,
    private_value,
    private_values,
    public_value,
    public_values,
    secret_stage_information,
    secret_stage_joint,
)
from verified.quantities.queries import (
    entry_given_history,
    history_law,
    initial,
    stage_information,
    stage_joint,
    together,
    widened,
)
from verified.quantities.words import I
from verified.syntax.binders import cases, total
from verified.syntax.formulas import either, every, some
from verified.syntax.terms import (
    Database,
    Framework,
    Pmf,
    Prior,
    Queries,
    Size,
    Symbol,
    Term,
    equals,
)

D, m, k = Database("D"), Size("m"), Size("k")
prior, i = Prior("P", D), Symbol("i", entries(D))
x, j = Symbol("x", instances(D)), Symbol("j", k)
h, s, y = Symbol("h", m**j), Symbol("s", m**j * m), Symbol("y", m)
own, other = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
frame, law = Framework("F", instances(D)), Pmf("P", instances(D))
edge = Symbol("e", edges(frame))


def _same(one: Term, two: Term) -> Term:
    return cases(equals(one, two), 1, 0)


for _kind in ("independent", "sequential"):
    S, more = (Queries("S", D, count, m, kind=_kind) for count in (k, k + 1))

    def _query(queries: Any, history: Term, kind: str = _kind) -> Any:
        """The j-th query, as it is after the earlier responses."""
        return queries[j] if kind == "independent" else queries[j, history]

    # --- responses --------------------------------------------------------------------------------

    define(f"history-law-{_kind}", [S, x, j, s], equals(
        history_law(S, j + 1, x)[s],
        history_law(S, j, x)[quotient(s, m)] * _query(S, quotient(s, m))[x][remainder(s, m)],
    ))
    _all = Symbol("h", m**k)
    define(f"together-{_kind}", [S, x, _all], equals(
        together(S)[x][_all], history_law(S, k, x)[_all]
    ))
    structure(f"initial-{_kind}", [more, x, j, h, y], equals(
        _query(initial(more), h)[x][y], _query(more, h)[x][y]
    ))

    # --- what they tell of an entry ---------------------------------------------------------------

    def _told(at: Term, queries: Term = S) -> Term:
        return history_law(queries, j, at)[h]

    _a, _b = Symbol("a", alphabet(D, i)), Symbol("b", instances(D))
    define(f"stage-joint-{_kind}", [prior, S, i, j, _a, _b, h, y], equals(
        stage_joint(prior, S, i, j)[_a, _b, h, y],
        total(x, prior_mass(prior, x) * _same(entry_of(D, x, i), _a)
              * _same(with_entry(D, x, i, 0), _b) * _told(x) * _query(S, h)[x][y]),
    ))
    define(f"stage-information-{_kind}", [prior, S, i, j], equals(
        stage_information(prior, S, i, j), I(stage_joint(prior, S, i, j), "A;Z|B,Y")
    ))

    def _mass(value: Term, queries: Term = S) -> Term:
        at = with_entry(D, x, i, value)
        return prior_mass(prior, at) * history_law(queries, j, at)[h]

    define(f"entry-given-history-{_kind}", [prior, S, x, i, j, h, own], equals(
        total(other, _mass(other)) * entry_given_history(prior, S, x, i, j, h)[own], _mass(own)
    ))

    # --- what they tell of a secret ---------------------------------------------------------------

    _a, _c = Symbol("a", private_values(frame, edge)), Symbol("c", public_values(frame, edge))
    define(f"secret-stage-joint-{_kind}", [frame, law, S, edge, j, _a, _c, h, y], equals(
        secret_stage_joint(frame, law, S, edge, j)[_a, _c, h, y],
        total(x, law[x] * (_same(private_value(frame, edge, x), _a)
                           * _same(public_value(frame, edge, x), _c))
              * _told(x) * _query(S, h)[x][y]),
    ))
    define(f"secret-stage-information-{_kind}", [frame, law, S, edge, j], equals(
        secret_stage_information(frame, law, S, edge, j),
        I(secret_stage_joint(frame, law, S, edge, j), "A;Z|C,Y"),
    ))

# --- on parts of the database ---------------------------------------------------------------------

parts = Queries("S", D, k, m, kind="partial")
_word, _other = Symbol("h", m**k), Symbol("l", k)
_asked: Any = widened(parts)
define("together-partial", [parts, x, _word], equals(
    together(parts)[x][_word], together(_asked)[x][_word]
))
# Their parts are disjoint: an entry is seen by one query at most.
_unseen = equals(_asked[_other][with_entry(D, x, i, own)][y], _asked[_other][x][y])
structure("partial-entry", [parts, i], some(j, every(_other, either(
    equals(_other, j), every(x, every(own, every(y, _unseen)))
))))
