"""What `verified.notebook` hands out: verdicts, evidence that is rechecked, a bar, text to copy."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import verified
from verified.errors import InputError
from verified.language import KL, TV, Pmf, Size, claim
from verified.notebook import attack, code, evidence, latex, picture, show
from verified.syntax.serial import FormatError

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
WRONG = claim("wrong", forall=[P, Q], then=KL(P, Q) <= KL(Q, P))
RIGHT = claim("right", forall=[P, Q], then=KL(P, Q) + 1 >= TV(P, Q))


def test_claims_with_their_verdicts() -> None:
    shown = show("cuff-yu-2016/property-1.forward")
    assert shown.verdicts["cuff-yu-2016/property-1.forward@literal"] == [
        "refuted", "finding: edge, as cuff-yu-2016/property-1.forward@positive is proved"
    ]
    html = shown._repr_html_()
    assert "proved for finite alphabets" in html
    assert html.count("<code>") == 3
    assert "refuted; finding: edge" in str(shown)
    with pytest.raises(InputError, match="nearest"):
        show("cuff-yu-2016/property-1.forwards")


def test_evidence_is_rechecked(tmp_path: Path) -> None:
    report = attack(WRONG, budget=2000)
    found = evidence(report)
    assert "mine/wrong: refuted" in str(found)
    assert "but this fails:" in found.lines
    assert "rechecked" in found._repr_html_()
    path = tmp_path / "play.json"
    path.write_text(json.dumps(report.certificate))
    assert evidence(path).lines == evidence(str(path)).lines == found.lines
    assert report.certificate is not None
    with pytest.raises(FormatError):
        evidence({**report.certificate, "moves": {**report.certificate["moves"], "n": 1}})
    path.write_text("[]")
    with pytest.raises(InputError, match="several certificates, or none"):
        evidence(path)


def test_evidence_of_the_papers() -> None:
    proof = evidence("cuff-yu-2016/eq-8.if")
    assert str(proof).startswith("cuff-yu-2016/eq-8.if: proved\n")
    assert proof.lines[-2].endswith("P ~(0,δ) Q")
    broken = json.loads(json.dumps(proof.certificate))
    broken["claim"] = "cuff-yu-2016/eq-8.only-if"
    with pytest.raises(FormatError):
        evidence(broken)
    with pytest.raises(InputError, match="has 2 statements"):
        evidence("cuff-yu-2016/eq-8")
    with pytest.raises(InputError, match="survived: no instance decides it"):
        evidence(attack(RIGHT, budget=200))


def test_a_text_is_attacked_as_a_claim() -> None:
    assert attack("for all P, Q: D(P||Q) <= D(Q||P)", budget=2000).status == "refuted"
    with pytest.raises(InputError, match="the budget must be positive"):
        attack(WRONG, budget=0)


class Display:
    """IPython's display, as far as a bar needs it."""

    def __init__(self) -> None:
        self.shown: list[dict[str, str]] = []

    def display(self, data: dict[str, str], raw: bool, display_id: bool) -> Display:
        assert raw
        assert display_id
        self.shown.append(data)
        return self

    def update(self, data: dict[str, str], raw: bool) -> None:
        assert raw
        self.shown.append(data)


def in_ipython(monkeypatch: pytest.MonkeyPatch, running: object) -> Display:
    made, shows = ModuleType("IPython"), Display()
    made.get_ipython = lambda: running  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", made)
    monkeypatch.setitem(
        sys.modules, "IPython.display", SimpleNamespace(display=shows.display)  # type: ignore[misc]
    )
    monkeypatch.setattr("verified.notebook._REDRAWN_AFTER", 0)
    return shows


def test_a_bar_runs_and_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    shows = in_ipython(monkeypatch, object())
    attack(RIGHT, budget=1500)
    first, *between, last = shows.shown
    assert first["text/plain"] == "mine/right: 0 of 1500 evaluations"
    assert between
    assert all('max="1500"' in one["text/html"] for one in between)
    assert "closest" in between[-1]["text/plain"]
    assert set(last.values()) == {""}


def test_the_bar_is_gone_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    shows = in_ipython(monkeypatch, object())
    with pytest.raises(InputError):
        attack(WRONG, budget=-1)
    assert set(shows.shown[-1].values()) == {""}


def test_without_a_notebook_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    shows = in_ipython(monkeypatch, None)
    attack(RIGHT, budget=300)
    assert not shows.shown


def test_latex_and_code_are_text_that_is_set_as_code() -> None:
    written = latex("cuff-yu-2016/eq-8.if")
    assert written.startswith("% cuff-yu-2016/eq-8.if\n")
    assert written._repr_markdown_() == f"```latex\n{written}\n```"
    assert r"\begin{longtable}" in latex("cuff-yu-2016/eq-8.if", proof=True)
    assert "mine/wrong" in latex(WRONG, width=30)
    assert code("property-1.forward@continued", "c").language == "c"
    for wrong in (lambda: latex("nobody-1999/nothing"), lambda: latex(WRONG, width=1),
                  lambda: code("property-1.forward", "cobol"), lambda: code(WRONG)):
        with pytest.raises(InputError):
            wrong()


def test_pictures() -> None:
    pytest.importorskip("matplotlib")
    assert picture(attack(WRONG, budget=2000))._repr_svg_().startswith("<?xml")
    with pytest.raises(InputError, match="unknown picture"):
        picture("nobody-1999/nothing")


@pytest.mark.parametrize(("value", "shown"), [
    (("total_variation", "1/3,2/3", "1/2,1/2"), r"$\frac{1}{6}$"),
    (("total_variation", "1/3,2/3", "1/3,2/3"), "$0$"),
    (("kl", "1/2,1/2", "1,0"), r"$\infty\ \text{nats}$"),
])
def test_exact_values_as_latex(value: tuple[Any, ...], shown: str) -> None:
    name, *arguments = value
    assert getattr(verified, name)(*arguments)._repr_latex_() == shown


def test_enclosures_as_latex() -> None:
    one = verified.gaussian_delta(sigma="1/2", eps=40)
    assert one._repr_latex_() == (
        rf"$\left[{one.float_down!r},\ {one.float_up!r}\right]$".replace("e-", r" \cdot 10^{-")
        .replace(r",\ ", r"},\ ").replace(r"\right]", r"}\right]")
    )
    far = verified.gaussian_delta(sigma="1/2", eps=800)._repr_latex_()
    assert far.startswith(r"$e^{x},\ x \in \left[-79612.7")


def test_a_batch_is_a_table() -> None:
    many = verified.values("gaussian_delta", sigma=1, eps=[0.5 + step / 10 for step in range(25)])
    html = many._repr_html_()
    assert html.count("<tr>") == 21
    assert "and 5 more" in html
    assert many[0]._repr_latex_() in html
