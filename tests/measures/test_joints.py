"""A law on tuples as a joint law: what it means, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import fmpq

from verified.attack.floating import FloatReading
from verified.kernel.truth import BallReading
from verified.language import ClaimError, H, I, Pmf, Size, Term, as_joint, marginal, pmf_of
from verified.measures.readings import Unreadable
from verified.numbers.balls import precision
from verified.syntax.sorts import JointSort, PmfSort
from verified.syntax.terms import Op

u, v = Size("u"), Size("v")
P = Pmf("P", u * v)
# U is the first of the pair: (0,0), (0,1), (0,2), (1,0), …
LAW = [fmpq(1, 6), fmpq(1, 6), fmpq(0), fmpq(1, 3), fmpq(1, 3), fmpq(0)]


def exact(term: Term, **env: Any) -> Any:
    with precision(128):
        return BallReading().term(term, env)


def test_the_last_variable_runs_fastest() -> None:
    law = pmf_of(*LAW)
    joint = as_joint(law, U=2, V=3)
    assert joint.sort == JointSort(("U", "V"), joint.args[1:])
    table = exact(marginal(joint, "U"))
    assert list(table.data) == [fmpq(1, 3), fmpq(2, 3)]
    assert list(exact(marginal(joint, "V")).data) == [fmpq(1, 2), fmpq(1, 2), fmpq(0)]
    assert exact(I(joint, "U;V")) == 0


def test_floats_agree_with_balls() -> None:
    law = np.array([[0.1, 0.2, 0.3, 0.15, 0.05, 0.2]])
    joint = as_joint(P, U=u, V=v)
    floats = FloatReading().real(H(joint, "U|V"), {"u": 2, "v": 3, "P": law})
    columns = law.reshape(2, 3)
    expected = -np.sum(columns * np.log(columns / columns.sum(axis=0)))
    assert floats[0] == pytest.approx(expected, rel=1e-12)


def test_another_number_of_tuples_is_refused() -> None:
    with pytest.raises(ClaimError, match="as_joint"):
        as_joint(Pmf("P", u), U=u, V=v)
    with pytest.raises(ClaimError, match="as_joint"):
        as_joint(Pmf("P", 5), U=2, V=3)
    with pytest.raises(ClaimError, match="no variables"):
        as_joint(P)
    forged = Op("as_joint", as_joint(P, U=u, V=v).args, JointSort(("U", "V"), (u, v)), ("U,V",))
    wrong = Op("as_joint", (pmf_of(*LAW), *forged.args[1:]), forged.result, ("U,V",))
    assert isinstance(wrong.args[0].sort, PmfSort)
    with pytest.raises(Unreadable, match="tuples"):
        exact(H(wrong, "U"), u=2, v=2)
