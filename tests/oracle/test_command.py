"""`verified value` on functions of the accounting room and on terms."""

from __future__ import annotations

import io
import json
import math
import sys
from fractions import Fraction
from typing import Any

import pytest

from tests.cli.running import Run, runner
from verified import accounting
from verified.errors import InputError
from verified.oracle.command import evaluate, listing
from verified.oracle.functions import value as valued
from verified.oracle.functions import values as many
from verified.report.quantities import Value


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def value(name: str, *literals: str, width: str | None = None, **named: str) -> Value:
    return evaluate(name, literals, named, None, width, False)


def test_composed_noise_is_that_of_the_accountant() -> None:
    found = value("subsampled_gaussian_delta", "1/10", "1", "30", "1/2")
    same = accounting.subsampled_gaussian_delta(sampling="1/10", sigma=1, steps=30, eps="1/2")
    assert Fraction(found.low) <= same.low <= same.high <= Fraction(found.high)
    assert Fraction(found.high) - Fraction(found.low) <= Fraction(found.low) / 10**11
    assert value("subsampled_laplace_delta", "1", "2", "2", "1").exact == "0"
    assert found.quantity.unit == ""
    eps = value("subsampled_laplace_epsilon", "1", "2", "1", "1e-3")
    # 1 − e^((ε − 1/2)/2) = δ.
    assert float(eps.low) == pytest.approx(0.5 + 2 * math.log1p(-1e-3))


@pytest.mark.parametrize(("arguments", "complaint"), [
    (("subsampled_gaussian_delta", "0", "1", "3", "1"), "the sampling rate is 0"),
    (("subsampled_gaussian_delta", "1", "0", "3", "1"), "sigma is 0"),
    (("subsampled_gaussian_delta", "1", "1", "0", "1"), "steps|rounds"),
    (("subsampled_gaussian_delta", "1", "1", "3"), "lacks eps"),
    (("subsampled_laplace_epsilon", "1", "1", "3", "0"), "delta is 0"),
    (("subsampled_gaussian_delta", "1e-400", "1", "3", "1"), "isn't enclosed"),
    (("gaussian_delta", "1", "1", "1", "1", "1"), "too many arguments"),
    (("2*H(P)", "1/2,1/2"), "give its variables by --param"),
    (("1/0",), "division by zero|undefined"),
    (("no-value",), "nobody says what no is"), (("nosuch",), "unknown quantity"),
])  # fmt: skip
def test_bad_input_is_named(arguments: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        value(*arguments)


def test_terms_and_names_of_claims(run: Run) -> None:
    assert run("value", "1/3 + 1/6").out == "1/3 + 1/6 = 1/2 exactly\n"
    assert run("value", "TV", "1/3,2/3", "1/2,1/2").out == "TV = 1/6 exactly\n"
    found = json.loads(run("value", "KL(P, Q)", "--param", "P=1/3,2/3", "--param", "Q=1/2,1/2",
                           "--json").out)
    assert (found["unit"], found["exact"]) == ("nats", None)
    assert Fraction(found["low"]) < Fraction("0.056633012265132491") < Fraction(found["high"])
    assert run("value", "gaussian_renyi", "2", "3").out == "gaussian_renyi = 3/8 nats exactly\n"
    assert "E-34576" in run("value", "gaussian_delta", "1/2", "800").out
    ran = run("value", "hockey_stick", "3/4,1/4", "1/2,1/2", "log(3)")
    assert ran.out == "hockey_stick = 0 exactly\n"


def test_standard_input_and_notes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("0.3333\t0.6666\n"))
    ran = run("value", "entropy", "--file", "-", "--normalise")
    assert ran.out.startswith("entropy in [0.636514")
    assert ran.err == "note: P was divided by its sum, 1 - 0.0001\n"


def _closed() -> io.StringIO:
    stream = io.StringIO("1")
    stream.close()
    return stream


@pytest.mark.parametrize(
    ("stream", "rule"),
    [
        (None, "it is closed"),
        (_closed(), "it is closed"),
        (io.TextIOWrapper(io.BytesIO(b"\xff\xfe1"), encoding="utf-8"), "it is not text"),
    ],
)
def test_standard_input_that_can_t_be_read(
    run: Run, monkeypatch: pytest.MonkeyPatch, stream: Any, rule: str
) -> None:
    monkeypatch.setattr(sys, "stdin", stream)
    ran = run("value", "entropy", "--file", "-")
    assert ran.code == 2
    assert ran.err == f"verified: can't read standard input: {rule}\n"


MIXED = "gaussian(1, sampling=1/100)*500; laplace_round(scale=2, sampling = 1/20) * 100"


def test_rounds_of_several_kinds_are_a_text(run: Run) -> None:
    rounds = [(accounting.gaussian_round(1, sampling="1/100"), 500),
              (accounting.laplace_round(2, sampling="1/20"), 100)]
    found = value("composition_delta", MIXED, "1", adjacency="remove")
    same = accounting.composition_delta(rounds, eps=1, adjacency="remove")
    assert Fraction(found.low) <= same.low <= same.high <= Fraction(found.high)
    listed = valued("composition_delta", rounds, eps=1, adjacency="remove", width=1e-6)
    assert listed.low <= same.high
    assert same.low <= listed.high
    renyi = value("composition_renyi", order="2", rounds="gaussian(2)*3; gaussian(2)")
    assert Fraction(renyi.low) <= 1 <= Fraction(renyi.high)
    ran = run("value", "composition_delta", MIXED, "eps=1", "--normalise")
    assert (ran.code, ran.err) == (
        2, "verified: composition_delta takes numbers; --normalise is for laws\n"
    )


@pytest.mark.parametrize(
    ("rounds", "rule"),
    [
        ("", "is no round; rounds are written as"), ("gaussian(1)*2;", "is no round"),
        ("gaussian(1)*2*3", "whole number|not a finite number"),
        ("gaus(1)", "unknown kind of round 'gaus'; nearest: gaussian"),
        ("gaussian()", "lacks sigma"), ("gaussian(1, 1, 1, 1)", "too many arguments"),
        ("gaussian(sgma=1)", "unknown argument of gaussian 'sgma'; nearest: sigma"),
        ("gaussian(1, sigma=1)", "has sigma twice"), ("laplace(0)", "must be positive"),
        ("laplace(1)*0", "1 or more"),
    ],
)
def test_rounds_that_are_none_are_refused(rounds: str, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        value("composition_delta", rounds, "1")


def test_compositions_refuse_what_they_don_t_take() -> None:
    with pytest.raises(InputError, match="composition_delta lacks rounds"):
        value("composition_delta", eps="1")
    with pytest.raises(InputError, match="unknown parameter of composition_delta 'epsilon'"):
        value("composition_delta", "gaussian(1)", epsilon="1")
    with pytest.raises(InputError, match="too many arguments"):
        value("composition_delta", "gaussian(1)", "1", "add", "1")
    with pytest.raises(InputError, match="are for laws"):
        valued("composition_delta", "gaussian(1)", 1, normalise=True)
    with pytest.raises(InputError, match="composition_deltas takes many"):
        many("composition_delta", "gaussian(1)", [1, 2])


def test_all_are_listed() -> None:
    lines = list(listing())
    assert any(line.startswith("gaussian_delta sigma eps steps sensitivity: ") for line in lines)
    assert any(line.startswith("capacity channel: ") for line in lines)
    assert any(line.startswith("composition_delta rounds eps adjacency: ") for line in lines)
