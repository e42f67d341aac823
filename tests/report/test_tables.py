"""Tables of numbers by group, and the figures that are made from them."""

from __future__ import annotations

from pathlib import Path

import pytest
from flint import fmpq

from verified.accounting import prior_delta
from verified.errors import InputError
from verified.report import figures_ding_2024
from verified.report.figures import FigureData, figure_data
from verified.report.tables import ADULT, HUNGARIAN, read_groups, size, two_groups


def test_the_shipped_tables_are_those_of_the_repository() -> None:
    adult, hungarian = read_groups(ADULT), read_groups(HUNGARIAN)
    assert size(adult) == 32_561
    assert sum(adult["Black"].values()) == 3_124
    assert adult["Black"][fmpq(9)] > adult["Black"][fmpq(16)] > 0
    assert size(hungarian) == 271
    assert set(hungarian) == {"female", "male"}


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "own.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_table_of_one_s_own_may_count_or_not(tmp_path: Path) -> None:
    plain = read_groups(written(tmp_path, "who,what\na,1\na,1\nb,2.5\n"))
    assert plain == {"a": {fmpq(1): 2}, "b": {fmpq(5, 2): 1}}
    counted = read_groups(written(tmp_path, "who,what,count\na,1,2\nb,5/2,1\n"))
    assert counted == plain


@pytest.mark.parametrize(("text", "message"), [
    ("", "is empty"),
    ("who\na\n", "has the columns who"),
    ("who,what,often\na,1,1\n", "may have a third called count"),
    ("who,what\na\n", "line 2 .* has 1 cells"),
    ("who,what\na,1\nb,nan\n", "number on line 3"),
    ("who,what\n\na,1\nb,nan\n", "number on line 4"),
    ("who,what,count\na,1,-1\n", "count on line 2"),
    ("who,what,count\na,1,1/2\n", "count on line 2"),
])
def test_what_a_table_may_not_be(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_groups(written(tmp_path, text))


def test_groups_are_those_of_the_figure_or_the_only_two(tmp_path: Path) -> None:
    path = written(tmp_path, "who,what\na,1\nb,2\n")
    assert two_groups(read_groups(path), ("x", "y"), path) == ("a", "b")
    assert two_groups(read_groups(ADULT), ("Black", "White"), ADULT) == ("Black", "White")
    with pytest.raises(InputError, match="has the groups"):
        two_groups(read_groups(ADULT), ("x", "y"), ADULT)
    empty = written(tmp_path, "who,what,count\na,1,0\nb,2,1\n")
    with pytest.raises(InputError, match="no records"):
        two_groups(read_groups(empty), ("a", "b"), empty)


def values(data: FigureData, series: str, **at: str) -> list[tuple[float, float]]:
    return [
        (float(entry.low), float(entry.high)) for entry in data.points
        if entry.series == series and all(entry.at[name] == at[name] for name in at)
    ]


def test_figure_5_has_the_quantile_and_its_bound() -> None:
    data = figure_data("ding-2024/figure-5")
    ((low, high),) = values(data, "tau* (20)", delta="0.05")
    assert low <= 1.9599639845400545 <= high
    for entry in data.points[::2]:
        ((_, top),) = values(data, "tau* (20)", **entry.at)
        ((bound, _),) = values(data, "bound (22)", **entry.at)
        assert top < bound


def test_the_stored_priors_meet_the_figures_budgets_without_noise() -> None:
    for experiment in figures_ding_2024.EXPERIMENTS.values():
        one, two = figures_ding_2024.stored_priors(experiment)
        found = prior_delta(one, two, noise="laplace", scale=0, eps=1)
        assert found.at_most("3/10") is True


def test_the_experiment_s_histograms_are_laws() -> None:
    data = figure_data("ding-2024/figure-4")
    assert values(data, "scale", rule="least", delta="0.3") == [(0.0, 0.0)]
    ((low, high),) = values(data, "delta at that scale", rule="average (13)", delta="0.3")
    assert 0.0057 < low <= high < 0.00571
    for secret in ("female", "male"):
        records = values(data, "records", secret=secret)
        assert sum(low for low, _ in records) == pytest.approx(1)
        noised = values(data, "noised records", secret=secret, rule="support", delta="0.5")
        assert 0.8 < sum(low for low, _ in noised) < 1
        assert all(low <= high for low, high in noised)


def test_only_figures_about_tables_take_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="isn't about a table"):
        figure_data("ding-2024/figure-5", written(tmp_path, "who,what\na,1\nb,2\n"))


def test_a_user_s_table_is_fitted_and_its_scales_certified(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    rows = [f"{who},{place + shift * who}" for who, shift in ((0, 0), (1, 3)) for place in
            (0, 1, 1, 2, 2, 2, 3, 3, 5, 8, 9, 9, 10, 11)]
    data = figure_data(
        "ding-2024/figure-3", written(tmp_path, "\n".join(["who,what", *rows]) + "\n"))
    assert data.parameters["table"] == "own.csv"
    assert values(data, "delta at that scale", rule="support", delta="0.3")[0][1] <= 0.3
