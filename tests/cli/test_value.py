"""`value` from the shell: the enclosure, its JSON, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

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
    assert "capacity channel: capacity of a channel, in nats" in ran.out


def test_bad_input_is_one_message(run: Run, tmp_path: Path) -> None:
    for arguments, rule in (
        (("kl", "1/3,1/3", "1/2,1/2"), "P sums to 2/3, not 1"),
        (("kl", "1/2,1/2", "--param", "Q"), "--param is 'Q'; write NAME=VALUE"),
        (("capcity", "1"), "unknown quantity 'capcity'; nearest: capacity"),
        (("capacity", "--file", tmp_path / "none.csv"), "No such file"),
        (("hockey_stick", "1", "1", "--param", "eps=-1"), "eps is -1; it must lie in [0,inf)"),
        (("dp_epsilon", "1,0;0,1", "--param", "delta=2"), "delta is 2; it must lie in [0,1]"),
    ):
        ran = run("value", *arguments)
        assert (ran.code, ran.out) == (2, ""), arguments
        assert rule in ran.err
        assert ran.err.count("\n") == 1
