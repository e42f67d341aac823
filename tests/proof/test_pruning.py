"""Steps that a proof can do without are found, left out, and no others."""

from __future__ import annotations

from verified.kernel.proof import parts_of
from verified.kernel.theorem import Library, check_step
from verified.language import Pmf, Real, Size, Symbol, claim, equals, every, total
from verified.proof.derivation import Derivation
from verified.proof.pruning import holds_without, pruned
from verified.quantities.definitions import definitions

n = Size("n")
P, a, r = Pmf("P", n), Symbol("a", n), Real("r")
STATED = claim("short", forall=[P, r], given=[every(a, P[a] <= r)], then=r * n >= 1)


def derivation() -> Derivation:
    d = Derivation(STATED.key, STATED.statement, definitions())
    (given,) = d.given
    whole = d.summed(given)
    one = d.identity(equals(total(a, P[a]), 1))
    many = d.identity(equals(total(a, r), r * n))
    d.qed(d.arithmetic(d.goal, whole, one, many))
    return d


def padded(records):
    """The steps with one more, which the last one is given and doesn't need."""
    idle = {"rule": "identity", "formula": equals(n - n, 0), "from": [], "data": {}}
    moved = [{**step, "from": [place + 1 for place in step["from"]]} for step in records]
    moved[-1]["from"] = [*moved[-1]["from"], 0]
    return [idle, *moved]


def checked(steps):
    library, theorems = Library(definitions()), []
    for step in steps:
        premises = [theorems[place] for place in step["from"]]
        theorems.append(
            check_step(step["rule"], step["formula"], premises, step["data"], library)
        )
    return theorems


def test_only_the_idle_step_can_be_left_out() -> None:
    (part,) = parts_of(STATED.statement, None)
    steps = padded(derivation().records)
    theorems = checked(steps)
    library = Library(definitions())
    spare = [
        place for place in range(len(steps)) if holds_without(part, steps, theorems, place, library)
    ]
    assert spare == [0]


def test_pruning_gives_the_steps_without_it() -> None:
    (part,) = parts_of(STATED.statement, None)
    records = derivation().records
    steps = padded(records)
    left, places = pruned(part, steps, checked(steps), Library(definitions()))
    assert places == list(range(1, len(steps)))
    assert [(step["rule"], step["from"]) for step in left] == [
        (step["rule"], step["from"]) for step in records
    ]


def test_a_derivation_leaves_out_what_it_does_not_need() -> None:
    d = Derivation(STATED.key, STATED.statement, definitions())
    (given,) = d.given
    idle = d.identity(equals(n - n, 0))
    whole = d.summed(given)
    one = d.have(equals(total(a, P[a]), 1), "identity", idle)
    many = d.identity(equals(total(a, r), r * n))
    d.qed(d.arithmetic(d.goal, whole, one, many))
    assert len(d.records) == len(derivation().records)
    assert [line.premises for line in d.lines] == [tuple(step["from"]) for step in d.records]
