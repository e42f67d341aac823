"""Pictures of bounds: curves are the closed forms, points are instances that meet the hypotheses,
and one look tells a tight bound, a loose and a broken one."""

from __future__ import annotations

import csv
import io
import math

import pytest

from tests.cli.running import runner
from verified.drawing.bounds import LEAST_GAP, bound_sheet
from verified.drawing.pictures import keys_of, pictures
from verified.drawing.sheets import Line, Points
from verified.language import KL, TV, Pmf, Real, Size, claim, sqrt
from verified.report import bound_data as data
from verified.report.bound_data import bound_csv, bound_data, gap
from verified.report.bounds import bounded, pictured
from verified.report.files import read_json
from verified.report.plays import play_path
from verified.report.results import Results

n = Size("n")
P, Q, eps = Pmf("P", n), Pmf("Q", n), Real("eps", ">=0")
TIGHT = sqrt(eps / 2)
BROKEN = "cuff-yu-2016/property-1.forward@literal"


def of(bound, results=None, budget=400, **told):
    mine = claim("mine", forall=[P, Q, eps], given=[KL(P, Q) <= eps], then=TV(P, Q) <= bound)
    return bound_data(bounded(mine), results or Results(None), budget=budget, **told)


@pytest.fixture(autouse=True, scope="module")
def _few_pieces():
    """Three pieces of the axis do here; a busy machine finds no less."""
    patch = pytest.MonkeyPatch()
    patch.setattr(data, "PIECES", 3)
    patch.setattr(data, "SECONDS", 300.0)
    yield
    patch.undo()


@pytest.fixture(scope="module")
def tight():
    return of(TIGHT, budget=1500)


@pytest.fixture
def run(monkeypatch, capsys):
    return runner(monkeypatch, capsys)


def test_curves_are_the_closed_form(tight):
    (part,) = tight.slices
    for at, value in zip(part.at, part.bound.values, strict=True):
        assert value == pytest.approx(math.sqrt(at / 2), rel=1e-12)
    assert tight.logarithmic


def test_instances_meet_the_hypotheses_and_come_near(tight):
    (part,) = tight.slices
    assert len(part.met) > 10
    assert any(one.climbed for one in part.met)
    for one in part.met:
        # Pinsker's inequality and that of Bretagnolle and Huber bound what can be met.
        assert -1e-9 <= one.measured <= min(math.sqrt(one.at / 2), 1) + 1e-9
        assert one.bound == pytest.approx(math.sqrt(one.at / 2), rel=1e-9)
    assert 0 <= tight.nearest < 0.05


def test_a_loose_bound_stays_far_and_a_broken_one_is_passed():
    assert of(3 + eps).nearest > 0.5
    broken = of(eps / 100)
    assert broken.nearest < -0.5
    kinds = {part.kind for panel in bound_sheet(broken).panels[0] for part in panel.parts
             if isinstance(part, Points)}
    assert "beyond" in kinds
    assert any("beyond the bound" in line for line in bound_sheet(broken).words)


def test_the_same_seed_finds_the_same_and_another_other(tight):
    assert of(TIGHT, budget=1500).slices[0].met == tight.slices[0].met
    assert of(TIGHT, budget=1500, seed=1).slices[0].met != tight.slices[0].met


def test_what_was_met_is_kept_by_statement_seed_and_budget(tmp_path):
    results = Results(tmp_path)
    first = of(TIGHT, results, budget=100)
    kept = of(TIGHT, results, budget=100, search=False)
    assert kept.slices[0].met == first.slices[0].met
    assert of(TIGHT, results, budget=100, search=False, seed=1).slices[0].met is None
    assert of(TIGHT, results, search=False, budget=101).slices[0].met is None
    assert of(TIGHT + eps, results, budget=100, search=False).slices[0].met is None


def test_sharper_bounds_that_are_proved_are_drawn():
    found = bound_data(pictured()["cuff-yu-2016/property-2"], Results(None), search=False)
    (part,) = found.slices
    (series,) = [one for one in part.others if one.name.endswith("series")]
    assert series.status == "proved"
    assert all(
        sharp <= value for sharp, value in zip(series.values, part.bound.values, strict=True)
    )
    lines = [one for one in bound_sheet(found).panels[0][0].parts if isinstance(one, Line)]
    assert "proved: property-2-sharper.series" in {line.label for line in lines}
    # Where a bound's hypotheses leave its parameter out, there is no curve.
    order = bound_data(pictured()["sharper/renyi-sharp.relaxed"], Results(None), search=False)
    drawn = {part.held["alpha"]: {one.name for one in part.others} for part in order.slices}
    assert "sharper/renyi-sharp.above-one" not in drawn["1/10"]
    assert "sharper/renyi-sharp.below-one" not in drawn["3"]


def test_the_certified_instance_is_drawn_beyond_its_bound():
    name = "nuradha-goldfeld-2022/theorem-1-ii"
    play = read_json(play_path(name))
    found = bound_data(pictured()[name], Results(None), play=play, search=False)
    at, measured, bound = found.slices[0].certified
    assert gap(bound, measured, found.found.upper) < 0
    stars = [part for row in bound_sheet(found).panels for panel in row for part in panel.parts
             if isinstance(part, Points) and part.kind == "certified"]
    assert stars[0].at == (at,)
    assert stars[0].values == (measured,)
    # The gap beneath is on a logarithmic axis: how far beyond.
    assert stars[1].values == (pytest.approx(-gap(bound, measured, True)),)


def test_gaps_are_relative_and_have_a_sign():
    assert gap(2.0, 1.0, True) == 0.5
    assert gap(1.0, 2.0, True) == -0.5
    assert gap(1.0, 2.0, False) == 0.5
    assert math.isnan(gap(0.0, 0.0, True))
    assert math.isnan(gap(math.inf, 1.0, True))


def test_gaps_are_drawn_above_the_least(tight):
    (panel,) = bound_sheet(tight).panels[1]
    assert "y" in panel.logs
    for part in panel.parts:
        sizes = part.low if isinstance(part, Line) else part.values
        assert all(LEAST_GAP <= size <= 1 for size in sizes)


def test_the_table_names_its_columns(tight):
    written = bound_csv(tight)
    assert written.startswith("# mine/mine: not recorded\n# measured: TV(P, Q)\n")
    rows = list(csv.DictReader(
        line for line in io.StringIO(written) if not line.startswith("#")
    ))
    assert list(rows[0]) == ["series", "eps", "measured", "bound", "relative gap"]
    assert {row["series"] for row in rows} == {"the bound", "drawn", "climbed to"}
    for row in rows:
        if row["series"] != "the bound":
            room = gap(float(row["bound"]), float(row["measured"]), True)
            assert row["relative gap"] == ("" if math.isnan(room) else repr(room))


def test_two_closed_forms_are_two_curves():
    found = bound_data(pictured()["sharper/property-2-sharper.gain"], Results(None), search=False)
    (part,) = found.slices
    assert part.met is None
    assert len(part.measured) == len(part.bound.values)
    assert all(a <= b for a, b in zip(part.measured, part.bound.values, strict=True))


def test_keys():
    assert keys_of("property-2") == ["cuff-yu-2016/property-2"]
    assert "cuff-yu-2016/lemma-1-steps.eq-26-bound" in keys_of("lemma-1-steps")
    assert len(pictures()[BROKEN]) == 2


def test_files_of_a_bound(run, tmp_path, monkeypatch):
    monkeypatch.setenv("VERIFIED_RESULTS", "")
    shown = run("figure", "property-2", "--formats", "csv", "--budget", "50", "-o", tmp_path)
    assert (shown.code, shown.err) == (0, "")
    path = tmp_path / "cuff-yu-2016/property-2.bound.csv"
    assert shown.out.strip() == str(path)
    assert "sharper/property-2-sharper.series" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("key", "told"), [
    ("lemma-1-steps.eq-24", "it states an equality"),
    ("sharper/property-2-sharper.no-such", "unknown picture"),
])
def test_a_claim_without_a_picture_is_told_why(key, told, run, tmp_path):
    shown = run("figure", key, "--formats", "csv", "-o", tmp_path)
    assert shown.code == 2
    assert told in shown.err
    assert not list(tmp_path.iterdir())
