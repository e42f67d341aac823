"""The data of figures: enclosures, parameters of the captions, files whole or not at all."""

from __future__ import annotations

import csv
import json
import math
from fractions import Fraction

import pytest
from flint import arb, fmpq
from typer.testing import CliRunner

from verified.cli import app
from verified.errors import InputError, UnknownKeyError
from verified.numbers.ball_noise import NoisyInput, ldp_delta, lip_integral
from verified.numbers.balls import precision
from verified.report import figures_ngo_2024 as ngo
from verified.report import figures_saeidian_2025 as saeidian
from verified.report.figure_data import DataPoint, FigureData, point
from verified.report.figures import (
    as_csv,
    as_json,
    figure_data,
    figures,
    format_of,
    write_figure,
)

SMALL = FigureData(
    "paper/figure-1", "a title", {"d": "1"}, ("mu", "epsilon"),
    (DataPoint("floor", {"mu": "0.1"}, "1", "2"),
     DataPoint("curve", {"mu": "0.1", "epsilon": "0.5"}, "0.25", "0.26")),
    ("chosen",),
)  # fmt: skip


def test_csv_has_a_line_for_each_point():
    lines = [line for line in as_csv(SMALL).splitlines() if not line.startswith("#")]
    assert list(csv.reader(lines)) == [
        ["series", "mu", "epsilon", "low", "high"],
        ["floor", "0.1", "", "1", "2"],
        ["curve", "0.1", "0.5", "0.25", "0.26"],
    ]


def test_json_says_the_same():
    record = json.loads(as_json(SMALL))
    assert record["figure"] == "paper/figure-1"
    assert record["notes"] == ["chosen"]
    assert record["points"][1] == {
        "series": "curve", "mu": "0.1", "epsilon": "0.5", "low": "0.25", "high": "0.26"
    }


def test_ends_are_rounded_outwards():
    with precision(64):
        third = arb(1) / 3
        found = point("it", {}, third)
    assert fmpq(*_fraction(found.low)) <= fmpq(1, 3) <= fmpq(*_fraction(found.high))
    assert found.low < found.high
    assert point("it", {}, fmpq(1, 4)) == DataPoint("it", {}, "0.25", "0.25")
    assert point("it", {}, arb("inf")).low == "inf"
    with pytest.raises(ArithmeticError):
        point("it", {}, arb("nan"))


def _fraction(decimal: str) -> tuple[int, int]:
    value = Fraction(decimal)
    return value.numerator, value.denominator


def test_a_file_is_written_whole(tmp_path):
    target = tmp_path / "figure.json"
    write_figure(SMALL, target, format_of(target, False))
    assert json.loads(target.read_text())["points"]
    assert [path.name for path in tmp_path.iterdir()] == ["figure.json"]


@pytest.mark.parametrize(("name", "as_object"), [("data.txt", False), ("data.csv", True)])
def test_a_name_that_says_no_format_is_refused(tmp_path, name, as_object):
    with pytest.raises(InputError, match="write"):
        format_of(tmp_path / name, as_object)


def test_figures_are_known_by_long_keys_and_by_short_ones_that_are_unique():
    assert set(figures()) == {
        *(f"ngo-2024/figure-{k}" for k in range(1, 5)),
        *(f"ding-2024/figure-{k}" for k in range(1, 6)),
        "sharper/ding-exact", saeidian.KEY,
    }
    assert figure_data("figure-5").key == "ding-2024/figure-5"
    with pytest.raises(UnknownKeyError):
        figure_data("figure-1")
    with pytest.raises(UnknownKeyError):
        figure_data("figure-9")


def test_figure_1_of_saeidian_encloses_the_bound(monkeypatch):
    """At points of either curve, against floats; the leakage that it bounds is below; without end
    at m/n = p."""
    monkeypatch.setattr(saeidian, "SIZES", (200,))
    monkeypatch.setattr(saeidian, "STEP", fmpq(1, 10))
    values = {(e.at["p"], e.at.get("m/n")): e for e in figure_data(saeidian.KEY).points}
    assert values["0.3", "0.3"].low == values["0.5", "0.5"].high == "inf"
    assert values["0.3", None].low.startswith("0.35667")
    for chance, fraction in ((0.3, 0.1), (0.3, 0.2), (0.5, 0.4), (0.5, 0.0)):
        entry = values[str(chance), str(fraction)]
        parts = ((fraction, chance), (1 - fraction, 1 - chance))
        apart = sum(one * math.log(one / other) for one, other in parts if one)
        bound = -math.log1p(-math.exp(-200 * apart))
        assert float(entry.low) == pytest.approx(bound, rel=1e-9)
        assert 0 < float(entry.low) <= float(entry.high)
        tail = sum(
            math.comb(200, k) * chance**k * (1 - chance) ** (200 - k)
            for k in range(round(200 * fraction) + 1)
        )
        assert -math.log1p(-tail) <= float(entry.high) * (1 + 1e-9)


def test_figure_2_has_both_curves_of_both_dimensions(monkeypatch):
    monkeypatch.setattr(ngo, "VARIANCES", (fmpq(0), fmpq(1), fmpq(200)))
    data = figure_data("ngo-2024/figure-2")
    values = {(e.series, e.at["d"], e.at["variance"]): e for e in data.points}
    assert len(values) == len(data.points) == 12
    assert values["optimal", "10", "0"].low == "inf"
    # 2/ln 2 bits from the curve; two values ±1 at unit noise tell 0.48594 bits.
    assert values["from the LDP curve", "1", "1"].low.startswith("2.88539")
    assert values["optimal", "1", "1"].low.startswith("0.485944")
    for dimension in ("1", "10"):
        general = values["from the LDP curve", dimension, "200"]
        optimal = values["optimal", dimension, "200"]
        assert float(optimal.high) < float(general.low) / 3.9


def test_the_parameter_from_the_ldp_curve_is_the_integral_of_the_curve():
    """(12) at (9) by sums that use neither Lemma 1 nor the closed form."""
    step, total = 0.002, 0.0
    with precision(53):
        for k in range(6000):
            epsilon = (k + 0.5) * step
            delta = ldp_delta(2, fmpq(2), fmpq(3), fmpq(*epsilon.as_integer_ratio()))
            total += step * (1 + math.exp(-epsilon)) * float(delta.mid())
        closed = float(ngo.ldp_information(2, fmpq(1), fmpq(3)).mid())
    assert abs(total / math.log(2) - closed) < 1e-5


def test_figure_1_and_3_have_every_parameter(monkeypatch):
    monkeypatch.setattr(ngo, "EPSILONS", (fmpq(0), fmpq(1)))
    first = figure_data("ngo-2024/figure-1")
    assert first.parameters["d"] == "10"
    assert {entry.at["mu"] for entry in first.points} == {"0.1", "0.01"}
    values = {(e.series, e.at["mu"], e.at.get("epsilon", "")): e for e in first.points}
    for mu in ("0.1", "0.01"):
        for epsilon in ("0", "1"):
            assert float(values["gaussian", mu, epsilon].high) < float(
                values["general", mu, epsilon].low
            )
    places, masses = ngo.figure_3_input()
    assert len(places) == 21
    assert places[0] == -1
    assert sum(masses, arb(0)).contains(1)
    assert (masses[10] / masses[20]).contains(arb(2).exp())


def test_the_mechanism_of_figure_3_is_outside_its_general_curve(monkeypatch):
    """At ε = 1 and a leakage of 1/10 bit it is above δ_μ, which Theorem 2(a) says it can't be."""
    monkeypatch.setattr(ngo, "EPSILONS", (fmpq(1),))
    monkeypatch.setattr(ngo, "MUS", (fmpq(1, 10),))
    values = {entry.series: entry for entry in figure_data("ngo-2024/figure-3").points}
    assert float(values["gaussian"].low) > 0.0956
    assert float(values["general"].high) < 0.0716


def test_figure_4_encloses_the_integral(monkeypatch):
    monkeypatch.setattr(ngo, "CD_VARIANCES", (fmpq(4),))
    monkeypatch.setattr(ngo, "CD_STEPS", 40)
    values = {entry.series: entry for entry in figure_data("ngo-2024/figure-4").points}
    general = values["from the LIP curve"]
    assert float(general.low) < 0.2417 < float(general.high)
    assert float(general.high) - float(general.low) < 0.02
    assert values["optimal"].low.startswith("0.03557")


def test_the_integral_needs_steps():
    with precision(64), pytest.raises(InputError):
        lip_integral(NoisyInput([fmpq(0), fmpq(1)], [fmpq(1, 2)] * 2, fmpq(1)), 0, fmpq(1))


def test_the_command_writes_or_refuses(monkeypatch, tmp_path):
    monkeypatch.setattr(ngo, "FIGURES", {"paper/figure-1": lambda: SMALL})
    monkeypatch.setattr(saeidian, "FIGURES", {})
    target = tmp_path / "figure.csv"
    arguments = ["figure", "paper/figure-1", "--data", "--output", str(target)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0
    assert "curve,0.1,0.5,0.25,0.26" in target.read_text()
    printed = CliRunner().invoke(app, ["figure", "paper/figure-1", "--data", "--json"])
    assert json.loads(printed.stdout)["points"]
    for arguments in (["figure", "paper/figure-1"], ["figure", "figure-7", "--data"],
                      ["figure", "paper/figure-1", "--data", "--output", str(tmp_path / "a.png")]):
        failed = CliRunner().invoke(app, arguments)
        assert isinstance(failed.exception, InputError)
