"""What the search asks of sorts: every sort answers, and its values survive the way to the kernel
and back."""

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.instances.examples import EVERY, instances, with_sizes
from verified.attack.certify import Instance
from verified.attack.corpus import near_miss, structure_of
from verified.attack.shrink import smaller
from verified.instances.sorts import base, search
from verified.instances.sorts.base import Search, check_complete, searches
from verified.instances.sorts.numbers import near_numbers
from verified.instances.strategies import instances_of
from verified.kernel.truth import BallReading
from verified.kernel.values import Rejected, read_moves
from verified.measures.continuous import LawValue
from verified.numbers.ball_arrays import BallArray
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula
from verified.syntax.goals import goal
from verified.syntax.sorts import SORTS, MemberValue, PmfSort
from verified.syntax.terms import Var, number


@pytest.mark.parametrize("var", EVERY, ids=str)
def test_what_is_drawn_is_what_the_kernel_reads(var: Var) -> None:
    variables, found = with_sizes(var), instances(var)
    assert len(found) > 2
    for instance in found:
        layout = instance.layout
        moves = json.loads(json.dumps(layout.moves(instance.laws, instance.reals)))
        read = read_moves(variables, moves, BallReading())
        ours = layout.in_balls(instance.laws, instance.reals)
        # Their parts are compared as text: a law as its numbers, whatever holds them.
        assert {name: plain(part) for name, part in ours.items()} == {
            name: plain(part) for name, part in read.items()
        }
        assert search(var.of).shown(moves[var.name], str)


def plain(value: Any) -> Any:
    """A value as nested lists of text."""
    if isinstance(value, BallArray):
        return [list(value.shape), [str(part) for part in value.data]]
    if isinstance(value, MemberValue):
        # How a class makes its law is for the search alone.
        return plain((value.law, value.framework))
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if hasattr(value, "__dataclass_fields__"):
        return plain(vars(value))
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return sorted(value) if isinstance(value, frozenset) else str(value)


@pytest.mark.parametrize("var", EVERY, ids=str)
def test_structures_come_back_from_files(var: Var) -> None:
    target = goal(Statement(tuple(with_sizes(var)), (), number(0) <= 1), "refutation")
    for instance in instances(var):
        near = near_miss(instance)
        stored = type(near)(**json.loads(json.dumps(vars(near))))
        assert structure_of(stored, target) == instance.layout.structure


@pytest.mark.parametrize("var", EVERY, ids=str)
def test_what_is_cut_is_smaller_and_of_the_sort(var: Var) -> None:
    variables, cuts = with_sizes(var), 0
    for instance in instances(var):
        size = measure(instance)
        for candidate in smaller(instance, ()):
            moves = candidate.layout.moves(candidate.laws, candidate.reals)
            try:
                read_moves(variables, moves, BallReading())
            except Rejected:
                # Entries that are independent may not be so after renormalising, nor may a law of a
                # class that has changed be of it; the kernel decides.
                assert any(kind in str(var.of) for kind in ("split", "independent"))
            assert measure(candidate) < size
            cuts += 1
    assert cuts or not any(search(known.of).discrete for known in variables)


def measure(instance: Instance) -> int:
    """How much there is of an instance: its coordinates, and all numbers of its structure."""

    def within(part: Any) -> int:
        if isinstance(part, list | dict):
            return 1 + sum(map(within, part.values() if isinstance(part, dict) else part))
        return part if isinstance(part, int) else 0

    return instance.layout.coordinates + within(near_miss(instance).structure)


@pytest.mark.parametrize("var", EVERY, ids=str)
@settings(
    max_examples=3, phases=(Phase.generate,), suppress_health_check=[HealthCheck.too_slow]
)
@given(data=st.data())
def test_hypothesis_draws_values_of_the_sort(var: Var, data: st.DataObject) -> None:
    variables = with_sizes(var)
    moves = data.draw(instances_of(Statement(tuple(variables), (), number(0) <= 1)))
    read_moves(variables, moves, BallReading())


@pytest.mark.parametrize("var", EVERY, ids=str)
def test_hypotheses_are_about_the_variable(var: Var) -> None:
    statement = Statement(tuple(with_sizes(var)), (), number(0) <= 1)
    for found in search(var.of).hypotheses(var, var.of):
        assert var.name in found.text
        changed = found.added_to(statement)
        assert changed != statement
        assert found.formula is None or isinstance(found.formula, Formula)


@pytest.mark.parametrize("var", EVERY, ids=str)
def test_neighbours_are_near(var: Var) -> None:
    own = search(var.of)
    if "near" in own.without:
        return
    rng = np.random.default_rng(0)
    for instance in instances(var):
        move = instance.layout.moves(instance.laws, instance.reals)[var.name]
        found = own.near(var.of, move, np.full(50, 1e-3), rng)
        if own.discrete:
            assert found == instance.layout.structure[var.name]
        elif isinstance(found, LawValue):
            for name, field in (("weights", "weight"), ("means", "location"),
                                ("variances", "spread")):
                parts = np.stack([getattr(part, field) for part in found.parts], axis=-1)
                assert_near(parts, move[name])
        else:
            assert_near(found, move)


def assert_near(found: Any, move: Any) -> None:
    value = near_numbers(move)
    assert found.shape == (50, *value.shape)
    assert np.allclose(found, value, rtol=1e-2, atol=1e-2)
    assert value.size < 2 or not np.array_equal(found[0], found[1])


# --- a sort that nobody answers for ---------------------------------------------------------------


def test_a_forgotten_sort_or_capability_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    check_complete()
    for sort in SORTS.values():
        if sort.is_variable:
            fewer = {known: own for known, own in base._SEARCHES.items() if known is not sort}
            monkeypatch.setattr(base, "_SEARCHES", fewer)
            with pytest.raises(TypeError, match=f"nobody who answers for {sort.__name__}"):
                check_complete()
            monkeypatch.undo()


def test_a_search_says_what_it_is_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_SEARCHES", {})
    whole: dict[str, Any] = {name: lambda self: None for name in base._CAPABILITIES}
    for name in base._CAPABILITIES:
        fewer = {key: part for key, part in whole.items() if key != name}
        with pytest.raises(TypeError, match=f"PmfSearch doesn't say: {name}$"):
            searches(PmfSort)(type("PmfSearch", (Search,), fewer))
        with pytest.raises(TypeError, match=f"isn't without: {name}$"):
            searches(PmfSort)(type("PmfSearch", (Search,), {**whole, "without": (name,)}))
    with pytest.raises(TypeError, match="isn't without: hopes"):
        searches(PmfSort)(type("PmfSearch", (Search,), {**whole, "without": ("hopes",)}))
    searches(PmfSort)(type("PmfSearch", (Search,), whole))
    with pytest.raises(TypeError, match="two classes answer for PmfSort"):
        searches(PmfSort)(type("PmfSearch", (Search,), whole))


def test_the_search_loads_no_hypothesis_and_sorts_no_floats() -> None:
    code = (
        "import sys, verified.syntax.sorts, verified.kernel.values\n"
        "assert not {'numpy', 'scipy', 'hypothesis'} & set(sys.modules)\n"
        "import verified.attack, verified.attack.repair\n"
        "sys.exit('hypothesis' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
