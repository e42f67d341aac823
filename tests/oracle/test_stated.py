"""Every record of the language has a value by its name, or a reason why not."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import verified
from tests.cli.running import Run, runner
from verified.errors import InputError, UnknownKeyError
from verified.oracle.stated import why_not
from verified.report.quantities import QUANTITIES
from verified.syntax import quantity as records

# A value for each argument that records which aren't of a user's data have.
LINE, OTHER_LINE = "gaussian(0, 1)", "gaussian(1, 1)"
INTEGERS, OTHER_INTEGERS = "poisson(1)", "poisson(2)"
FRAMEWORK = {"private": [[0, 0, 1, 1]], "public": [[0, 1, 0, 1]]}
GIVEN: dict[str, Any] = {
    "eps": "1/2", "alpha": 2, "low": 0, "high": 1, "kinks": [1], "weights": [1], "x": 3, "y": 2,
    "d": 4, "a": 7, "b": 2, "prior": ["1/2", "1/2"],
    "m": 3, "k": 2,
}
# Of two Poisson laws, of two unit Gaussians one apart, and of these numbers.
KNOWN = {
    "integer_kl": 1 - 0.6931471805599453, "integer_renyi": 0.5, "law_kl": 0.5, "law_renyi": 1.0,
    "private_functions": 1.0, "edges": 1.0, "private_values": 2.0,
    "add": 5.0, "sub": 1.0, "mul": 6.0, "div": 0.75, "neg": -3.0, "pow": 9.0, "quotient": 3.0,
    "remainder": 1.0, "prior_mass": 0.5, "law_total_variation": 0.3829249225480262,
    "interval_mass": 0.3413447460685429, "law_chi_square": 1.718281828459045,
    "types": 6.0, "occurrences": 2.0,
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def values_for(name: str) -> dict[str, Any]:
    found = {}
    for var in records.QUANTITIES[name].arguments:
        if var.name not in records.QUANTITIES[name].order:
            continue
        integers = type(var.of).__name__ == "IntegerLawSort"
        if var.name in ("L", "K"):
            first = var.name == "L"
            found[var.name] = (INTEGERS if first else OTHER_INTEGERS) if integers else (
                LINE if first else OTHER_LINE)
        elif var.name == "framework":
            found[var.name] = FRAMEWORK
        else:
            symbol = type(var.of).__name__ == "SymbolSort"
            found[var.name] = 0 if symbol else GIVEN.get(var.name, 0)
    return found


@pytest.mark.parametrize("name", sorted(set(records.QUANTITIES) - set(QUANTITIES)))
def test_each_record_has_a_value_or_a_reason(name: str) -> None:
    reason = why_not(name)
    if reason is not None:
        assert reason.startswith(f"{name} ")
        assert records.QUANTITIES[name].written in reason
        with pytest.raises(InputError) as told:
            verified.value(name, 1)
        assert str(told.value) == reason
        return
    found = verified.value(name, **values_for(name))
    assert found.relative_width <= 1e-12
    if name in KNOWN:
        assert abs(float(found.float_down) - KNOWN[name]) <= 1e-12 * abs(KNOWN[name]) + 1e-15


def test_all_of_those_whose_values_are_known_have_one() -> None:
    assert set(KNOWN) <= {name for name in records.QUANTITIES if why_not(name) is None}
    assert all(why_not(name) is None for name in set(QUANTITIES) & set(records.QUANTITIES))
    # What is left is no number, or is of what has no values of its own.
    left = [name for name in records.QUANTITIES if why_not(name) is not None]
    assert 60 < len(left) < 110
    for name, told in (("row", "a law and no number"), ("entries", "a database's shape"),
                       ("stage_information", "queries"), ("law_information", "as a term"),
                       ("joint_entropy", "in Python"), ("conditional", "no number"),
                       ("laplace", "a law on the line and no number")):
        assert told in str(why_not(name))


def test_the_terms_that_reasons_name_have_values() -> None:
    assert verified.enclose("information(weights, gaussian(0, 1), gaussian(1, 1))",
                            weights=["1/2", "1/2"]) > "0.111"
    from verified.language import H, Joint, Size

    joint = Joint("J", U=Size("n"), V=Size("m"))
    found = verified.enclose(H(joint, "U,V"), J=[["1/2", 0], [0, "1/2"]])
    assert found.digits(12) == verified.log(2).digits(12)
    assert verified.enclose(joint[0, 0], J=[["1/2", 0], [0, "1/2"]]) == "1/2"


def test_batches_and_the_command_take_them_too(run: Run) -> None:
    found = verified.values("integer_renyi", L=INTEGERS, K=OTHER_INTEGERS, alpha=[2, 3])
    assert found[0].digits(10) == "0.5000000000"
    alone = verified.value("integer_renyi", INTEGERS, OTHER_INTEGERS, 3)
    assert found[1].digits(12) == alone.digits(12)
    told = run("value", "integer_renyi", "poisson(1)", "K=poisson(2)", "alpha=2")
    assert told.code == 0
    assert told.out.startswith("integer_renyi in [0.4999999999999")
    assert run("value", "quotient", "7", "2").out.startswith("quotient = 3 exactly")
    log = verified.value("law_hockey_stick", LINE, OTHER_LINE, "log(3)")
    assert Fraction(log.low) < Fraction(1, 5)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("row", "1"), "no number"), (("integer_renyi", "poisson(1)"), "lacks"),
        (("integer_renyi", "gaussian(0, 1)", "poisson(1)", "2"), "no law on the integers"),
        (("law_kl", "1/2", "gaussian(0, 1)"), "L is '1/2'"),
        (("integer_renyi", "poisson(1)", "poisson(2)", "2", "3"), "takes"),
        (("law_kl", "L=gaussian(0, 1)", "N=gaussian(0, 1)"), "N"),
        (("entries", "2,2"), "database's shape"),
        (("div", "1", "0"), ""),
        (("nothing", "1"), "unknown quantity"),
    ],
)
def test_what_is_refused(run: Run, arguments: tuple[str, ...], told: str) -> None:
    ran = run("value", *arguments)
    assert ran.code == 2
    assert told in ran.err
    assert "Traceback" not in ran.err


def test_files_and_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="takes no file"):
        verified.value("integer_kl", file=tmp_path / "x.csv")
    with pytest.raises(UnknownKeyError):
        verified.value("integer_kl", L=INTEGERS, K=OTHER_INTEGERS, J=1)
