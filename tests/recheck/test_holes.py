"""Evidence that was believed once, and false steps within proofs of what is true: the second
checker takes none of it."""

import json
from pathlib import Path

import pytest

from recheck import plays
from tests.recheck.room import BadInput, Rejected, Unsupported, check
from verified import language as v
from verified.kernel.proof import write_proof
from verified.syntax.claims import Statement
from verified.syntax.terms import number

FOLDER = Path(__file__).parent.parent / "holes"
# These are right in themselves: a refutation, and a proof that rests on what it says it does.
RIGHT = {"bound_sup_circular.refutation", "cite_made_up"}
# Accepted at the least precision, and undecided at each for half a minute together.
SLOW = {"play_excess_at_a_wide_order"}
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))


def test_the_folder_has_files():
    assert len(FILES) >= 14
    assert set(FILES) >= RIGHT


@pytest.mark.parametrize("name", [name for name in FILES if name not in RIGHT])
@pytest.mark.parametrize("trials", [True, False])
def test_what_is_false_is_not_accepted(name, trials, monkeypatch):
    """Whether or not the statement and the steps are tried at instances as well."""
    if name in SLOW:
        monkeypatch.setattr(plays, "PRECISIONS", plays.PRECISIONS[:1])
    with pytest.raises((Rejected, BadInput, Unsupported)):
        check(json.loads((FOLDER / f"{name}.json").read_text()), trials=trials)


@pytest.mark.parametrize("name", sorted(RIGHT))
def test_what_is_right_is_accepted(name):
    check(json.loads((FOLDER / f"{name}.json").read_text()))


def test_what_divides_under_a_test_is_not_taken_out_of_a_sum():
    """That 1 ≤ [y > 0]/y was taken, in a proof of what is true."""
    y = v.Real("y", "[0,1]")
    mark, inverse = v.cases(y > 0, 1, 0), v.cases(y > 0, 1 / y, 0)
    weak, strict = y <= 0, number(0) < y
    then = v.either(number(1) <= inverse, weak)
    lines = [
        ("assume", strict, [], {}),
        ("obvious", y <= mark, [0], {}),
        ("discharge", v.implies(strict, y <= mark), [1], {"hypothesis": strict}),
        ("assume", weak, [], {}),
        ("obvious", y <= mark, [3], {}),
        ("discharge", v.implies(weak, y <= mark), [4], {"hypothesis": weak}),
        ("order", v.either(weak, strict), [], {}),
        ("propositional", y <= mark, [2, 5, 6], {}),
        ("obvious", number(1) <= inverse, [7], {}),
        ("propositional", then, [8], {}),
    ]
    steps = [{"rule": rule, "formula": formula, "from": places, "data": more}
             for rule, formula, places, more in lines]
    part = {"fixed": [], "steps": steps}
    certificate = write_proof("holes", Statement((y,), (), then), None, [part], {})
    with pytest.raises((Rejected, Unsupported)):
        check(json.loads(json.dumps(certificate)), trials=False)
