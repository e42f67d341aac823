"""`value` from the shell: the enclosure, its JSON, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run


def test_an_enclosure_with_its_unit(run: Run) -> None:
    ran = run("value", "kl", "1/3,2/3", "1/2,1/2")
    assert ran.code == 0
    assert ran.out == "kl in [0.0566330122651324, 0.0566330122651325] nats\n"


def test_an_exact_value_and_an_infinite_one(run: Run) -> None:
    ran = run("value", "total_variation", "1/3,2/3", "1/2,1/2")
    assert ran.out == "total_variation = 1/6 exactly\n"
    assert run("value", "kl", "1/2,1/2", "1,0").out == "kl = inf nats\n"


def test_json_and_width(run: Run) -> None:
    ran = run("value", "renyi", "1/3,2/3", "1/2,1/2", "--param", "alpha=2", "--width", "1e-40",
              "--json")
    found = json.loads(ran.out)
    assert found["quantity"] == "renyi"
    assert found["unit"] == "nats"
    assert found["low"][:36] == found["high"][:36]
    assert found["low"] < found["high"]


def test_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "response.csv").write_text("3/4,1/4\n1/4,3/4\n")
    ran = run("value", "dp_epsilon", "--file", tmp_path / "response.csv")
    assert ran.out.startswith("dp_epsilon in [1.0986122886681")


def test_without_a_quantity_all_are_listed(run: Run) -> None:
    ran = run("value")
    assert ran.code == 0
    assert "capacity channel: The largest mutual information of a channel" in ran.out


def test_bad_input_is_one_message(run: Run, tmp_path: Path) -> None:
    for arguments, rule in (
        (("kl", "1/3,1/3", "1/2,1/2"), "P sums to 2/3, not 1"),
        (("kl", "1/2,1/2", "--param", "Q"), "--param is 'Q'; write NAME=VALUE"),
        (("capcity", "1"), "unknown quantity 'capcity'; nearest: capacity"),
        (("capacity", "--file", tmp_path / "none.csv"), "No such file"),
        (("ldp_curve", "1", "--param", "eps=-1"), "eps is -1; it must lie in"),
        (("dp_epsilon", "1,0;0,1", "--param", "delta=2"), "delta is 2; it must lie in [0,1]"),
        (("mi_pp", tmp_path / "none.json", "1,0;0,1"), "No such file"),
        (("mi_pp", "1,0;0,1"), "can't read 1,0;0,1"),
    ):
        ran = run("value", *arguments)
        assert (ran.code, ran.out) == (2, ""), arguments
        assert rule in ran.err
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("kl", "-1/2,3/2", "1/2,1/2"), "P[0] is -1/2; probabilities are not negative"),
        (("kl", "-.5,1.5", "1/2,1/2"), "P[0] is -1/2; probabilities are not negative"),
        (("entropy", "１/2,1/2"), "P[0] is '１', which is not a finite number"),
        (("capacity", "9/10,1/10;1/10,9/10", "--width", "1e-100000"),
         "relative width of 1E-100000 at 4096 bits"),
    ],
)
def test_odd_numbers_get_one_message(run: Run, arguments: tuple[str, ...], message: str) -> None:
    ran = run("value", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_a_misspelt_option_is_no_law(run: Run) -> None:
    ran = run("value", "entropy", "1/2,1/2", "--widht", "1e-3")
    assert ran.code == 2
    assert "--widht" in ran.err


def test_a_width_below_the_smallest_float(run: Run) -> None:
    found = json.loads(run("value", "entropy", "1/3,2/3", "--width", "1e-400", "--json").out)
    assert found["low"][:400] == found["high"][:400]
    assert found["low"] < found["high"]


def test_an_output_that_takes_nothing_is_named() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "verified", "value", "entropy", "1/2,1/2"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr == "verified: can't write the output: No space left on device\n"


@pytest.mark.parametrize("arguments", [
    ("kl", "P=1/2,1/2", "Q=1/3,2/3"), ("kl", "1/2,1/2", "Q = 1/3,2/3"),
    ("kl", "1/2,1/2", "--param", "Q=1/3,2/3"),
])
def test_parameters_by_their_names(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("value", *arguments).out == run("value", "kl", "1/2,1/2", "1/3,2/3").out


@pytest.mark.parametrize(("arguments", "message"), [
    (("gaussian_delta", "sigma=1", "epsilon=1"), "unknown parameter of gaussian_delta 'epsilon'"),
    (("kl", "P=1/2,1/2", "P=1/2,1/2", "Q=1,0"), "--param gives P twice"),
    (("kl", "P=1/2,1/3", "Q=1,0"), "P sums to 5/6, not 1"),
])
def test_bad_parameters_by_their_names(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    ran = run("value", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_minus_infinity_is_told_as_such(run: Run) -> None:
    assert run("value", "log(0)").out == "log(0) = -inf\n"
