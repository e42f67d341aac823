"""Random quantifiers over numbers and laws: no verdict is contradicted, but where a mend is out."""

import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from bench.fuzz import quantified
from bench.fuzz.faults import Fault

# One name for two things: what is gone through below, and what a guard above speaks of.
FAULTS = {
    "symbol": Fault("symbol", (
        ("syntax.affine:_is_linear", (("var.name not in names and not any(", "not any("),)),
    ), "", "", ""),
    "guard": Fault("guard", (
        ("syntax.affine:is_program", ((" or _speaks(guard, later)", ""),)),
    ), "", "", ""),
    "second-symbol": Fault("second-symbol", (
        ("recheck.affine:is_linear", (("name not in names and ", ""),)),
    ), "", "", ""),
    "second-guard": Fault("second-guard", (
        ("recheck.affine:is_program", ((" and not captures(formula)", ""),)),
    ), "", "", ""),
}  # fmt: skip


def test_a_small_run_contradicts_nothing() -> None:
    counts = Counter[str]()
    assert quantified.run(3, 60, counts) == []
    assert counts["the kernel decides"] > 20
    assert counts["the second checker decides"] > 20
    assert counts["told by points too"] > 10


def contradicted(fault: str) -> str:
    """Whose verdict is contradicted with a mend taken out, in this process."""
    FAULTS[fault].take_out()
    for place in range(1000):
        found = quantified.tried(1, place, Counter())
        if found:
            return found[0].checker
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_what_was_wrong_is_found_again(fault: str) -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        assert pool.submit(contradicted, fault).result()


def test_the_command_fails_where_a_verdict_is_contradicted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["quantified", "--count", "3"])
    assert quantified.main() == 0
    assert "no verdict is contradicted" in capsys.readouterr().out
    wrong = quantified.Wrong("the kernel", quantified.R <= 1, {}, True, "the negation")
    monkeypatch.setattr(quantified, "tried", lambda *_: [wrong])
    assert quantified.main() == 1
    assert "3 verdicts contradicted" in capsys.readouterr().out
