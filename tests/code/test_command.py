"""`verified code`: what it prints, and what it refuses."""

from __future__ import annotations

import pytest

from tests.cli.running import runner
from verified.report.records import expected_statuses

REMARK = "nuradha-goldfeld-2022/remark-8-correlation@absolute"


@pytest.fixture
def run(monkeypatch, capsys):
    return runner(monkeypatch, capsys)


@pytest.mark.parametrize(("arguments", "told"), [
    (["code", "lemma-2", "--lang", "fortran"], "--lang is fortran; it must be one of python"),
    (["code", "kl"], "closed forms in real numbers"),
    (["code", "no-such-claim"], "no-such-claim"),
    (["code", "ldp_curve"], "ldp_curve has no code"),
    (["code", "cuff-yu-2016/eq-8"], "cuff-yu-2016/eq-8 states no closed form"),
    (["code", "lemma-2-tight.bound", "--lang", "sympy"], "SymPy has no entropy_inverse"),
])  # fmt: skip
def test_bad_input_has_a_message_and_exit_code_2(arguments, told, run):
    shown = run(*arguments)
    assert shown.code == 2
    assert told in shown.err
    assert not shown.out


def test_a_file_of_several_names(tmp_path, run):
    path = tmp_path / "bounds.c"
    assert run("code", "lemma-2", "normal_cdf", "--lang", "c", "-o", path).code == 0
    text = path.read_text()
    assert text.startswith("#include <math.h>")
    assert "double normal_cdf_value(double x)" in text
    assert "cuff-yu-2016/lemma-2" in text
    assert "certified enclosures" in text


def test_the_verdict_is_told(run):
    shown = run("code", "nuradha-goldfeld-2022/remark-8-correlation@absolute").out
    assert f"remark-8-correlation@absolute ({expected_statuses()[REMARK]}):" in shown
