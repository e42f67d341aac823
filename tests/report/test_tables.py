"""Tables of numbers by group, and the figures that are made from them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from flint import arb, fmpq

from verified.accounting import mixture_prior, prior_delta
from verified.errors import InputError
from verified.numbers.balls import precision
from verified.propose.mixtures import fitted
from verified.report import figures_ding_2024
from verified.report.decimals import ends_of
from verified.report.figure_data import FigureData
from verified.report.figures import figure_data
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
    ("who,what\n", "no records below"),
    ("who,what\na,1\na,\n", "number on line 3 .* is missing"),
    ("who,what\na,1\n,2\n", "group on line 3 .* is missing"),
    ("who,what\na,ten\n", "'ten', which is not a finite number"),
    ("who;what\na;1,5\n", "'1,5', which is not a finite number"),
    ("who,what\na,1e101\n", "isn't from 1e-100 to 1e100"),
    ("who,what\na,-1e-101\n", "isn't from 1e-100 to 1e100"),
    ("a,1\nb,2\n", "first line .* is a,1; it has the names"),
])
def test_what_a_table_may_not_be(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_groups(written(tmp_path, text))


@pytest.mark.parametrize("text", [
    "who;what\na;1\nb;-5/2\n", "who\twhat\na\t1\nb\t-2.5\n", "\ufeffwho,what\na,1\nb,-2.5\n",
    "who,what\r\na,1\r\nb,-25e-1\r\n ,\r\n", "who,what,Count\na,1,1\nb,-2.5,1\n",
])
def test_how_a_table_may_be_written(tmp_path: Path, text: str) -> None:
    assert read_groups(written(tmp_path, text)) == {"a": {fmpq(1): 1}, "b": {fmpq(-5, 2): 1}}


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_bytes("who,what\na,1\n".encode("utf-16"))
    with pytest.raises(InputError, match="isn't text in UTF-8"):
        read_groups(path)


def test_columns_of_a_wider_table_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, "id,who,what,often\n7,a,1,2\n8,b,2,3\n")
    assert read_groups(path, ["who", "what"]) == {"a": {fmpq(1): 1}, "b": {fmpq(2): 1}}
    assert read_groups(path, ["who", "what", "often"])["b"] == {fmpq(2): 3}
    with pytest.raises(InputError, match="--columns"):
        read_groups(path)
    with pytest.raises(InputError, match=r"unknown column .* 'waht'; nearest: what"):
        read_groups(path, ["who", "waht"])
    with pytest.raises(InputError, match="1 columns are named"):
        read_groups(path, ["who"])
    with pytest.raises(InputError, match=r"column who .* more than once"):
        read_groups(path, ["who", "who"])


def test_groups_may_be_named() -> None:
    groups = read_groups(ADULT)
    assert two_groups(groups, ("Black", "Other"), ADULT, ["White", "Other"]) == ("White", "Other")
    with pytest.raises(InputError, match=r"unknown group .* 'Whit'; nearest: White"):
        two_groups(groups, ("Black", "Other"), ADULT, ["Whit", "Other"])
    with pytest.raises(InputError, match="two are compared"):
        two_groups(groups, ("Black", "Other"), ADULT, ["White", "White"])


def test_what_no_mixture_is_fitted_to() -> None:
    """These are told before scikit-learn is asked for."""
    for numbers, message in (
        ({fmpq(5): 30}, "1 different number;"), ({fmpq(5): 1, fmpq(6): 2}, "2 different numbers;"),
        ({fmpq(5): 9, fmpq(6): 9, fmpq(7): 10**7}, "10000018; 10000000 is the limit"),
    ):
        with pytest.raises(InputError, match=f"the records of a .*{message}"):
            fitted(numbers, what="the records of a")


def test_fits_don_t_depend_on_the_unit(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    numbers = {fmpq(x): 1 + x % 3 for x in (0, 1, 2, 3, 5, 8, 9, 10, 11, 12)}
    plain = fitted(numbers)
    for unit in (fmpq(1, 10**9), fmpq(10**60)):
        other = fitted({x * unit: count for x, count in numbers.items()})
        assert other == mixture_prior(
            [part.weight for part in plain.parts], [part.location * unit for part in plain.parts],
            [_root(part.spread) * unit for part in plain.parts],
        )
    moved = fitted({x + 10**9: count for x, count in numbers.items()})
    assert all(abs(two.location - 10**9 - one.location) < fmpq(1, 1000)
               for one, two in zip(plain.parts, moved.parts, strict=True))
    with pytest.raises(InputError, match="differ by less than 1e-12"):
        fitted({x + 10**15: count for x, count in numbers.items()})


def _root(square: fmpq) -> fmpq:
    return fmpq(math.isqrt(int(square.p)), math.isqrt(int(square.q)))


def test_a_number_too_small_for_its_digits_is_told_from_outside() -> None:
    """e^(−10^16), whose exact value could fill a memory."""
    with precision(128):
        low, high = ends_of((-arb(10) ** 16).exp())
        assert (low, high) == (0, fmpq(2) ** -100_000)
        assert ends_of(-(-arb(10) ** 16).exp()) == (-high, 0)
        assert ends_of(arb(3)) == (3, 3)


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


def test_records_without_a_number_are_left_out_where_that_is_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path, "who;what\na;1\na;NA\nb;\n;2\nb;null\nna;3\nb;?\nb;2.5\n")
    with pytest.raises(InputError, match=r"line 3 of .* is missing; .*--drop-missing"):
        read_groups(path)
    left_out: list[int] = []
    # A group may be called NA, as Namibia's code is.
    assert read_groups(path, left_out=left_out) == {
        "a": {fmpq(1): 1}, "na": {fmpq(3): 1}, "b": {fmpq(5, 2): 1},
    }
    assert left_out == [3, 4, 5, 6, 8]
