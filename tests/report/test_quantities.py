"""Certified values: known ones, exact ones, files of every kind, and input that is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import pytest

from verified.errors import InputError
from verified.report.quantities import QUANTITIES, Value, evaluate
from verified.syntax.quantity import QUANTITIES as RECORDS

BSC = "9/10,1/10;1/10,9/10"


def value(
    name: str,
    *literals: str,
    named: Mapping[str, str] | None = None,
    file: Path | None = None,
    width: str = "1e-12",
    normalise: bool = False,
) -> Value:
    return evaluate(name, literals, named or {}, file, width, normalise)


def encloses(found: Value, truth: mpmath.mpf, width: float) -> bool:
    low, high = mpmath.mpf(found.low), mpmath.mpf(found.high)
    return bool(low <= truth <= high and high - low <= width * abs(low))


@pytest.mark.parametrize("width", ["1e-12", "1e-30"])
def test_values_with_closed_forms(width: str) -> None:
    with mpmath.workdps(60):
        ln, third = mpmath.log, mpmath.mpf(1) / 3
        h = -mpmath.mpf("0.9") * ln(mpmath.mpf("0.9")) - mpmath.mpf("0.1") * ln(mpmath.mpf("0.1"))
        cases = [
            (("kl", "1/3,2/3", "1/2,1/2"), third * ln(2 * third) + 2 * third * ln(4 * third)),
            (("renyi", "1/3,2/3", "1/2,1/2", "inf"), ln(4 * third)),
            (("capacity", BSC), ln(2) - h),
            (("information", "1/2,1/2", BSC), ln(2) - h),
            (("dp_epsilon", BSC), ln(9)),
            (("mi_dp", BSC), ln(2) - h),
            (("joint_information", "1/2,0;0,1/2"), ln(2)),
            (("leakage_capacity", BSC), ln(9)),
        ]
        for arguments, truth in cases:
            assert encloses(value(*arguments, width=width), truth, float(width)), arguments


def test_rational_values_are_exact() -> None:
    assert value("total_variation", "1/3,2/3", "1/2,1/2").exact == "1/6"
    assert value("kl", "0.25,0.75", "1/4,3/4").exact == "0"
    assert value("capacity", "1/2,1/2").exact == "0"


def test_an_infinite_value_is_infinite() -> None:
    found = value("kl", "1/2,1/2", "1,0")
    assert (found.low, found.high, found.exact) == ("inf", "inf", None)


def test_the_ends_are_rounded_outwards() -> None:
    found = value("total_variation", "1/3,2/3", "2/3,1/3")
    assert Fraction(Decimal(found.low)) < Fraction(1, 3) < Fraction(Decimal(found.high))


def test_least_epsilon_falls_with_delta() -> None:
    at_zero = value("dp_epsilon", BSC)
    at_tenth = value("dp_epsilon", BSC, named={"delta": "1/10"})
    # P(0) - e^ε Q(0) <= 1/10 at (9/10 - 1/10) / (1/10) = 8.
    assert encloses(at_tenth, mpmath.log(8), 1e-12)
    assert Decimal(at_tenth.high) < Decimal(at_zero.low)
    assert value("least_epsilon", "9/10,1/10", "1/10,9/10", "1/10").low == at_tenth.low


def test_a_database_of_two_entries() -> None:
    rows = "3/4,1/4;1/2,1/2;1/2,1/2;1/4,3/4"
    one = value("dp_epsilon", rows)
    two = value("dp_epsilon", rows, named={"database": "2,2"})
    assert encloses(one, mpmath.log(3), 1e-12)
    assert encloses(two, mpmath.log(2), 1e-12)
    quarter = "1/4,1/4,1/4,1/4"
    shape = {"database": "2,2", "prior": quarter, "entry": "0"}
    assert Decimal(value("entry_information", rows, named=shape).low) > 0


# --- files ----------------------------------------------------------------------------------------


def test_one_matrix_from_every_kind_of_file(tmp_path: Path) -> None:
    rows = [["3/4", "1/4"], ["0.25", "0.75"]]
    (tmp_path / "m.csv").write_text("# randomised response\n3/4, 1/4\n0.25, 0.75\n")
    (tmp_path / "m.tsv").write_text("3/4\t1/4\n0.25\t0.75\n")
    (tmp_path / "m.json").write_text(json.dumps(rows))
    (tmp_path / "named.json").write_text('{"channel": [[0.75, 0.25], [0.25, 0.75]]}')
    np.save(tmp_path / "m.npy", np.array([[0.75, 0.25], [0.25, 0.75]]))
    np.savez(tmp_path / "m.npz", channel=np.array([[0.75, 0.25], [0.25, 0.75]]))
    found = [
        value("capacity", file=tmp_path / name)
        for name in ("m.csv", "m.tsv", "m.json", "named.json", "m.npy", "m.npz")
    ]
    assert len({(item.low, item.high) for item in found}) == 1


def test_an_array_with_an_axis_for_each_entry_is_a_mechanism(tmp_path: Path) -> None:
    table = np.array([[[0.75, 0.25], [0.5, 0.5]], [[0.5, 0.5], [0.25, 0.75]]])
    np.save(tmp_path / "m.npy", table)
    assert encloses(value("dp_epsilon", file=tmp_path / "m.npy"), mpmath.log(2), 1e-12)


def test_rows_of_a_file_are_laws_where_laws_are_wanted(tmp_path: Path) -> None:
    (tmp_path / "pq.csv").write_text("1/3,2/3\n1/2,1/2\n")
    assert value("total_variation", file=tmp_path / "pq.csv").exact == "1/6"


def test_rounded_floats_need_to_be_normalised(tmp_path: Path) -> None:
    np.save(tmp_path / "m.npy", np.array([[0.1, 0.9], [0.7, 0.3]]))
    with pytest.raises(InputError, match="row 0 of channel sums to"):
        value("capacity", file=tmp_path / "m.npy")
    found = value("capacity", file=tmp_path / "m.npy", normalise=True)
    assert any("row 0 of channel was divided by its sum" in note for note in found.notes)
    exact = value("capacity", "1/10,9/10;7/10,3/10")
    assert abs(Decimal(found.low) / Decimal(exact.low) - 1) < Decimal("1e-12")
    assert not exact.notes


@pytest.mark.parametrize(
    ("name", "content", "rule"),
    [
        ("m.csv", "", "no rows"),
        ("m.csv", "a,b\n1/2,1/2\n", r"channel\[0\]\[0\] is 'a'"),
        ("m.csv", "1/2,1/2\n1\n", "ragged"),
        ("m.csv", "0.5,nan\n", "not a finite number"),
        ("m.csv", "0.5,-inf\n", "not a finite number"),
        ("m.json", "[[1, 0], [0", "cut off"),
        ("m.json", "[[1, NaN]]", "not a finite number"),
        ("m.json", "[[1, 0], 1]", "mixes numbers and lists"),
        ("m.json", "[[true, false]]", r"channel\[0\]\[0\] is True, a truth value"),
        ("m.json", "[[1, 0], [2, -1]]", r"channel\[1\]\[1\] is -1; probabilities"),
        ("m.json", "null", "is None .*; give numbers"),
        ("m.json", "[3]", r"row 0 of channel sums to 3, not 1: normalise=True"),
        ("m.json", '{"chanel": [[1]]}', "unknown parameter.*nearest: channel"),
        ("m.npy", "not an array", "not a whole NPY file"),
        ("m.txt", "1", "a .csv, .tsv, .json, .npy or .npz file"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, name: str, content: str, rule: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=rule):
        value("capacity", file=tmp_path / name)


def test_arrays_of_any_floats_are_what_they_are(tmp_path: Path) -> None:
    for kind in (np.float16, np.float32, np.float64, np.longdouble):
        np.save(tmp_path / "m.npy", np.array([[0.75, 0.25], [0.25, 0.75]], dtype=kind))
        assert value("dobrushin", file=tmp_path / "m.npy").exact == "1/2"
    np.save(tmp_path / "m.npy", np.array([np.longdouble("nan"), 1]))
    with pytest.raises(InputError, match=r"P\[0\] is nan, which is not finite"):
        value("min_entropy", file=tmp_path / "m.npy")


def test_a_cut_off_array_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.npy"
    np.save(path, np.eye(50))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(InputError, match="not a whole NPY file"):
        value("capacity", file=path)


# --- input that breaks a rule ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "named", "rule"),
    [
        (("kl", "1/3,1/3", "1/2,1/2"), {}, "P sums to 2/3, not 1"),
        (("kl", "1/2,1/2", "4/3,-1/3"), {}, r"Q\[1\] is -1/3"),
        (("kl", "1/2,1/2", "1/3,1/3,1/3"), {}, "must share an alphabet"),
        (("kl", "1/2,1/0", "1/2,1/2"), {}, "division by zero"),
        (("kl", "1/2,1/2"), {}, "kl lacks Q"),
        (("kl", "1", "1", "1"), {}, "'1' is one more"),
        (("kl", "1;1", "1"), {}, "P has 2 rows"),
        (("ldp_curve", "1"), {"eps": "-1"}, r"eps is -1; it must lie in \[0,inf\)"),
        (("hockey_stick", "1", "1"), {"eps": "inf"}, "eps is 'inf'"),
        (("hockey_stick", "1", "1"), {"epsilon": "1"}, "unknown parameter .*nearest: eps"),
        (("dp_epsilon", BSC), {"delta": "1.5"}, r"delta is 1.5; it must lie in \[0,1\]"),
        (("dp_epsilon", BSC), {"database": "2,2"}, "has 2 rows, but a database"),
        (("dp_epsilon", BSC), {"database": "0"}, "at least one symbol"),
        (("renyi", "1", "1", "1,2"), {}, "alpha is a list"),
        (("information", "1", BSC), {}, "prior and channel must share an alphabet: 1 symbols"),
        (("pointwise_maximal_leakage", "1/2,1/2", BSC, "2"), {}, "must be one of 0 to 1"),
        (("entry_information", "1/2,1/2", BSC, "1"), {}, "entry is 1; it must be one of 0 to 0"),
        (("binary_entropy_inverse", "1"), {}, "undefined here"),
        (("capcity", BSC), {}, "unknown quantity 'capcity'; nearest: capacity"),
    ],
)
def test_bad_input_is_refused(
    arguments: tuple[str, ...], named: Mapping[str, str], rule: str
) -> None:
    with pytest.raises(InputError, match=rule):
        value(*arguments, named=named)


@pytest.mark.parametrize("width", ["0", "1", "-1e-3", "wide"])
def test_a_width_that_is_none_is_refused(width: str) -> None:
    with pytest.raises(InputError, match="width is"):
        value("entropy", "1/2,1/2", width=width)


def test_values_of_gaussian_noise() -> None:
    with mpmath.workdps(30):
        # H_{e^ε} of N(2, 1) and N(0, 1) at ε = 1, by Φ.
        first, second = mpmath.ncdf(1 - mpmath.mpf(1) / 2), mpmath.ncdf(-1 - mpmath.mpf(1) / 2)
        truth = first - mpmath.e * second
        assert encloses(value("gaussian_ldp", "1", "1", "1", "1"), truth, 1e-12)
    two = value("peak_capacity", "1", "1", "1")
    equal_masses = value("noisy_information", "-1,1", "1/2,1/2", "1")
    # At this amplitude two values with equal masses are optimal.
    assert abs(Decimal(two.low) - Decimal(equal_masses.low)) < Decimal("1e-12")
    assert two.quantity.unit == equal_masses.quantity.unit == "bits"
    assert value("peak_capacity", "3", "0", "1").exact == "0"
    lip = value("gaussian_lip", "0,1", "1/2,1/2", "1", "0")
    # At ε = 0 it is the total variation from the mixture, half that of the two laws.
    with mpmath.workdps(30):
        assert encloses(lip, (2 * mpmath.ncdf(mpmath.mpf(1) / 2) - 1) / 2, 1e-12)
    # A value of probability 0 is no input.
    assert value("gaussian_lip", "0,1,7", "1/2,1/2,0", "1", "0").low == lip.low


@pytest.mark.parametrize(("arguments", "complaint"), [
    (("peak_capacity", "0", "1", "1"), "dimension"),
    (("peak_capacity", "1", "-1", "1"), "power"),
    (("peak_capacity", "1", "1", "0"), "variance"),
    (("gaussian_lip", "0,1", "1", "1", "0"), "prior"),
    (("gaussian_lip", "0,0", "1/2,1/2", "1", "0"), "twice"),
    (("noisy_information", "0;1", "1/2,1/2", "1"), "points"),
])  # fmt: skip
def test_gaussian_noise_on_bad_input(arguments: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        value(*arguments)


def test_every_quantity_is_a_measure_on_laws_or_mechanisms() -> None:
    extra = {
        "least_epsilon", "joint_information", "peak_capacity", "gaussian_ldp", "gaussian_lip",
        "noisy_information", "bac_capacity", "mi_pp", "pp_epsilon", "pp_delta",
        "prior_laplace_delta", "prior_gaussian_delta", "prior_laplace_scale",
        "prior_gaussian_deviation",
    }
    assert set(QUANTITIES) - extra <= set(RECORDS)
    assert {"kl", "total_variation", "capacity", "dp_epsilon", "mi_dp", "renyi"} <= set(QUANTITIES)
