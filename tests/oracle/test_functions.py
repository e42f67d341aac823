"""`import verified`: what may be given, what comes back, and what is refused."""

from __future__ import annotations

import builtins
import copy
import io
import logging
import math
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
import scipy.sparse
from flint import fmpq

import verified
from verified import oracle
from verified.errors import InputError, UnknownKeyError
from verified.oracle.functions import ACCOUNTANTS, ALIASES, BUILTINS
from verified.report.quantities import QUANTITIES

ROWS = [["3/4", "1/4"], ["1/4", "3/4"]]
FLOATS = [[0.75, 0.25], [0.25, 0.75]]


# --- what may be given ----------------------------------------------------------------------------


class Columns:
    """Told by what it can do, as a data frame is."""

    def to_numpy(self) -> Any:
        return np.array(FLOATS)


def folder(tmp_path: Path) -> list[Any]:
    (tmp_path / "m.csv").write_text("3/4,1/4\n1/4,3/4\n")
    (tmp_path / "m.tsv").write_text("0.75\t0.25\n0.25\t0.75\n")
    (tmp_path / "m.json").write_text('{"channel": [["3/4", 0.25], [0.25, 0.75]]}')
    np.save(tmp_path / "m.npy", np.array(FLOATS))
    np.savez(tmp_path / "m.npz", channel=np.array(FLOATS), other=np.array([1]))
    return [tmp_path / f"m.{end}" for end in ("csv", "tsv", "json", "npy", "npz")]


def test_one_channel_in_every_form_is_one_value(tmp_path: Path) -> None:
    forms: list[Any] = [
        ROWS, FLOATS, "3/4,1/4;1/4,3/4", np.array(FLOATS), np.array(FLOATS, dtype=np.float32),
        [[Fraction(3, 4), Fraction(1, 4)], [Decimal("0.25"), Decimal("0.75")]],
        [[fmpq(3, 4), fmpq(1, 4)], (np.float64(0.25), "0.75")], (row for row in FLOATS),
        np.array([[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]),
        scipy.sparse.csr_matrix(FLOATS), scipy.sparse.coo_array(FLOATS), Columns(),
        io.StringIO("3/4,1/4\n1/4,3/4\n"), io.StringIO("[[0.75, 0.25], [0.25, 0.75]]"),
        *folder(tmp_path),
    ]
    found = [verified.capacity(form) for form in forms]
    assert len({(one.low, one.high) for one in found}) == 1
    with mpmath.workdps(40):
        quarter = mpmath.mpf(1) / 4
        entropy = -quarter * mpmath.log(quarter) - 3 * quarter * mpmath.log(3 * quarter)
        truth = mpmath.log(2) - entropy
        assert found[0].low <= Fraction(str(truth)) <= found[0].high


def test_files_and_standard_input_for_all_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "laws.csv").write_text("1/3,2/3\n1/2,1/2\n")
    assert verified.total_variation(file=tmp_path / "laws.csv") == Fraction(1, 6)
    (tmp_path / "all.json").write_text('{"P": ["1/3", "2/3"], "eps": 0, "Q": [0.5, 0.5]}')
    assert verified.value("hockey_stick", file=str(tmp_path / "all.json")) == Fraction(1, 6)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1/3,2/3\n"))
    assert verified.total_variation(Path("-"), "1/2,1/2") == "1/6"


def test_a_float_is_the_rational_that_it_is() -> None:
    found = verified.minimum(0.1, 1)
    assert found.low == found.high == Fraction(0.1) != Fraction(1, 10)
    assert verified.minimum(Decimal("0.1"), 1) == "1/10"


def test_numbers_may_be_terms(tmp_path: Path) -> None:
    third = verified.hockey_stick(["3/4", "1/4"], ["1/2", "1/2"], "log(5/4)")
    assert third.contains(Fraction(1, 8))
    assert third.relative_width < 1e-11
    assert verified.gaussian_delta(sigma=1, eps="log(3)").contains(
        verified.gaussian_delta(sigma=1, eps="log(3)", width="1e-20").low
    )
    with pytest.raises(InputError, match=r"eps is 1-log\(3\); it must lie in"):
        verified.ldp_curve("1/2", "1-log(3)")


def test_mechanisms_on_databases() -> None:
    rows = [["3/4", "1/4"], ["1/2", "1/2"], ["1/2", "1/2"], ["1/4", "3/4"]]
    cube = np.array([[[0.75, 0.25], [0.5, 0.5]], [[0.5, 0.5], [0.25, 0.75]]])
    two = verified.dp_epsilon(rows, database=(2, 2))
    assert (two.low, two.high) == (lambda v: (v.low, v.high))(verified.dp_epsilon(cube))
    assert two < verified.dp_epsilon(rows)
    with pytest.raises(InputError, match="takes no mechanism"):
        verified.capacity(rows, database=[2])  # type: ignore[call-arg]


def test_a_framework_is_a_mapping() -> None:
    framework = {"private": [["ill", "ill", "well"]], "public": [["old", "young", "young"]]}
    found = verified.mi_pp(framework, [[".9", ".1"], [".5", ".5"], [".1", ".9"]])
    assert found.digits(6) == "0.102301"


# --- what comes back ------------------------------------------------------------------------------


def test_a_value_tells_its_unit_and_how_it_was_found() -> None:
    found = verified.kl(["1/3", "2/3"], ["1/2", "1/2"])
    assert (found.unit, found.how) == ("nats", "balls of 64 bits")
    assert repr(found) == f"<[{found.float_down}, {found.float_up}] nats; balls of 64 bits>"
    with mpmath.workdps(60):
        third = mpmath.mpf(1) / 3
        truth = third * mpmath.log(2 * third) + 2 * third * mpmath.log(4 * third)
        assert found.digits(30) == mpmath.nstr(truth, 30)
    assert verified.capacity(ROWS).how.endswith("a prior proposed and its bounds certified")
    assert repr(verified.TV("1/3,2/3", "1/2,1/2")) == "<1/6 exactly; exact rational arithmetic>"
    assert str(verified.kl([0.5, 0.5], [1, 0])) == "inf nats"


def test_far_below_the_floats() -> None:
    found = verified.gaussian_delta(sigma="1/2", eps=800)
    assert (found.float_down, found.float_up) == (0.0, 5e-324)
    assert found.digits(6) == "4.36423e-34576"
    assert found.log.digits(8) == "-79612.709"
    with mpmath.workdps(50):
        tail = mpmath.ncdf(1 - 400) - mpmath.exp(800) * mpmath.ncdf(-1 - 400)
        assert abs(mpmath.log(tail) - mpmath.mpf(found.log.digits(20))) < 1e-12


def test_comparisons_are_three_valued() -> None:
    half = verified.log(2)
    assert half < 1
    assert half >= "0.6931471805"
    assert not half > Fraction(7, 10)
    assert half != 0.6931471805599453
    assert half < math.inf
    # Undecided at the width asked for, decided by working it out again.
    near = Fraction(half.digits(25))
    assert (half < near) is (verified.log(2, width="1e-40").high < near)
    assert half.at_most(near) is None
    with pytest.raises(verified.UndecidedError, match="may be equal"):
        assert half <= verified.log(2)
    with pytest.raises(verified.UndecidedError):
        assert verified.log(4) == verified.enclose("2*log(2)")
    assert verified.total_variation("1/3,2/3", "1/2,1/2") == Fraction(1, 6)
    with pytest.raises(TypeError, match="float_up"):
        float(half)
    for wrong in (hash, bool):
        with pytest.raises(TypeError):
            wrong(half)
    assert half not in [None, [], 1, 2]
    assert half < Decimal("0.7")
    assert copy.deepcopy(half) is half
    with pytest.raises(InputError, match="not a finite number"):
        assert half == "half"


def test_widened() -> None:
    third = verified.minimum("1/3", 1)
    wide = third.widen(relative="1/10", absolute="1/100")
    assert (wide.low, wide.high) == (Fraction(29, 100), Fraction(113, 300))
    log2 = verified.log(2)
    assert log2.widen().low <= log2.low <= log2.high <= log2.widen(absolute=0).high
    assert log2.widen(relative="1e-9").contains(0.6931471809)
    assert not log2.contains(0.6931471809)
    with pytest.raises(InputError, match="negative"):
        log2.widen(-1)


def test_notes_go_to_standard_error(caplog: pytest.LogCaptureFixture) -> None:
    rows = [[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]]
    with pytest.raises(InputError, match=r"row 0 of channel sums to 1 - .*, not 1: normalise"):
        verified.capacity(rows)
    with caplog.at_level(logging.WARNING, "verified"):
        found = verified.capacity(rows, normalise=True)
    (note,) = found.notes
    assert note in caplog.text
    assert verified.capacity(ROWS, normalise=True).notes == ()
    with pytest.raises(InputError, match=r"P sums to 10, not 1: normalise=True"):
        verified.entropy([3, 7])
    with pytest.raises(InputError, match=r"channel is None .*; give numbers"):
        verified.capacity(None)


@pytest.mark.parametrize("infinite", ["inf", "log(0)"])
def test_an_infinite_argument_without_a_value_is_named(infinite: str) -> None:
    with pytest.raises(InputError, match=r"undefined here: .* \(eps is infinite\)"):
        verified.stick_contraction(ROWS, infinite)


# --- many values ----------------------------------------------------------------------------------


def test_batches_are_the_single_values() -> None:
    epsilons = np.linspace(0, 2, 5)
    for name, given in (
        ("gaussian_delta", {"sigma": 2}), ("laplace_delta", {"scale": "1/3", "steps": 2}),
        ("hockey_stick", {"P": ["3/4", "1/4"], "Q": ["1/2", "1/2"]}),
    ):
        batch = verified.values(name, eps=epsilons, **given)
        alone = [verified.value(name, eps=float(eps), **given) for eps in epsilons]
        assert [(one.low, one.high) for one in alone] == [(b.low, b.high) for b in batch]
        assert list(batch.float_up) == [one.float_up for one in alone]
        assert (batch.float_down <= batch.float_up).all()
    shared = verified.values(
        "subsampled_gaussian_delta", sampling="1/10", sigma=1, steps=100, eps=epsilons
    )
    for eps, found in zip(epsilons, shared, strict=True):
        one = verified.subsampled_gaussian_delta(sampling="1/10", sigma=1, steps=100, eps=eps)
        assert found.low <= one.high
        assert one.low <= found.high
        assert found.narrowed("1e-12").relative_width <= 1e-12


def test_batches_over_several_numbers() -> None:
    found = verified.values("gaussian_delta", sigma=[1, 2], eps=["1/2", "log(2)"])
    assert len(found) == 2
    assert found[1:][0].narrowed("1e-30").digits(25) == found[-1].digits(25)
    assert len(verified.values("gaussian_delta", sigma=1, eps=[])) == 0
    assert found[1].contains(verified.gaussian_delta(sigma=2, eps="log(2)", width="1e-20").low)
    with pytest.raises(InputError, match="sigma has 2, eps has 3"):
        verified.values("gaussian_delta", sigma=[1, 2], eps=[1, 2, 3])
    with pytest.raises(InputError, match=r"verified\.value gives one"):
        verified.values("gaussian_delta", sigma=1, eps=2)


# --- names ----------------------------------------------------------------------------------------


def test_every_name_is_there() -> None:
    assert set(oracle.names()) <= set(dir(verified))
    for name in oracle.names():
        assert getattr(verified, name) is not None
    # No room of the package hides one.
    rooms = {path.stem for path in Path(verified.__file__).parent.iterdir()}
    assert not rooms & set(oracle.names())
    assert not set(verified.__all__) & set(BUILTINS)  # type: ignore[attr-defined]
    assert not ({*dir(builtins)} & set(verified.__all__))  # type: ignore[attr-defined]


def test_claims_and_the_command_line_share_names() -> None:
    assert {"KL": "kl", "TV": "total_variation", "H": "entropy"}.items() <= ALIASES.items()
    laws = ["1/3", "2/3"], ["1/2", "1/2"]
    assert verified.KL(*laws).low == verified.kl(*laws).low == verified.value("KL", *laws).low


@pytest.mark.parametrize("name", sorted({*QUANTITIES, *ACCOUNTANTS}))
def test_each_function_tells_what_it_takes(name: str) -> None:
    made = getattr(verified, name)
    assert made.__module__ == "verified"
    assert made.__doc__
    if name in QUANTITIES:
        for part in QUANTITIES[name].parameters:
            assert f"{part.name}:" in made.__doc__


def test_help_lists_all() -> None:
    script = "import pydoc, verified; print(pydoc.plain(pydoc.render_doc(verified)))"
    told = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, text=True, check=True,
    ).stdout
    for name in ("capacity(channel", "gaussian_delta(*, sigma", "enclose(term", "class Certified"):
        assert name in told


def test_the_import_opens_no_room() -> None:
    script = (
        "import sys, verified; assert 'numpy' not in sys.modules and 'flint' not in sys.modules; "
        "from verified import errors; assert 'flint' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_value_is_enclosed_without_libraries_that_it_does_not_need() -> None:
    """SciPy takes a quarter of a short command's time to load."""
    script = "import sys; from verified.oracle import command; assert 'scipy' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: verified.kl([1, 2], [3]), "P sums to 3, not 1"),
    (lambda: verified.kl([1.5, -0.5], [1, 0]), r"P\[1\] is -1/2; probabilities are not negative"),
    (lambda: verified.kl([float("nan"), 1], [1, 0]), r"P\[0\] is nan, which is not finite"),
    (lambda: verified.kl([None, 1], [1, 0]), "None, which is not a number"),
    (lambda: verified.kl([True, False], [1, 0]), "a truth value and not a number"),
    (lambda: verified.kl([1j, 1], [1, 0]), "not a number"),
    (lambda: verified.kl(np.array([1j, 1]), [1, 0]), "P holds complex numbers"),
    (lambda: verified.kl({"a": 1}, [1]), "P is a mapping"),
    (lambda: verified.kl([[1], 1], [1]), "mixes numbers and lists"),
    (lambda: verified.kl([], []), "P is empty"),
    (lambda: verified.kl([1]), "kl lacks Q, a pmf"),
    (lambda: verified.kl([1], [1], [1]), "too many arguments"),
    (lambda: verified.kl([1], R=[1]), "unknown parameter of kl 'R'"),
    (lambda: verified.kl("laws.csv", [1]), r"give a file as Path\('laws.csv'\)"),
    (lambda: verified.kl(Path("no.csv"), [1]), "No such file"),
    (lambda: verified.kl(["1/2", "1/2"], ["1/3"] * 3), "must share an alphabet"),
    (lambda: verified.capacity([[1, 0], [1]]), "ragged"),
    (lambda: verified.hockey_stick([1], [1], [1, 2]), "eps is a list; it must be one number"),
    (lambda: verified.hockey_stick([1], [1], "one"), "nobody says what one is"),
    (lambda: verified.hockey_stick([1], [1], math.inf), "not finite"),
    (lambda: verified.gaussian_delta(sigma=1, eps=[1, 2]), "eps is a list"),
    (lambda: verified.gaussian_delta(1, 2), "takes its arguments by name: sigma, eps"),
    (lambda: verified.gaussian_delta(sigma=1), "gaussian_delta lacks eps"),
    (lambda: verified.gaussian_delta(sigma=1, epsilon=1), "unknown parameter of gaussian_delta"),
    (lambda: verified.gaussian_delta(sigma=0, eps=1), "sigma is 0; it must be positive"),
    (lambda: verified.gaussian_delta(sigma=1, eps=1, width=0), "a relative width lies between"),
    (lambda: verified.kl([1], [1], width=2), "a relative width lies between"),
    (lambda: verified.value("gaussian_delta", 1), "gaussian_delta lacks eps"),
    (lambda: verified.value("gaussian_delta", 1, 1, normalise=True), "are for laws"),
    (lambda: verified.value("capcity", 1), "nearest: capacity"),
    (lambda: verified.values("capcity", [1]), "nearest: capacity"),
])  # fmt: skip
def test_bad_input_names_the_rule(call: Callable[[], object], rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        call()


def test_an_unknown_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="capcity"):
        _ = verified.capcity  # type: ignore[attr-defined]
    assert not hasattr(verified, "__wrapped__")
    with pytest.raises(UnknownKeyError):
        oracle.function("capcity")


# --- what a maintainer may give -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: verified.entropy({0.25, 0.75}), "no order"),
        (lambda: verified.entropy(b"0.5,0.5"), "is bytes"),
        (lambda: verified.entropy(np.array([np.nan, 1], dtype=np.longdouble)),
         "not a finite number"),
        (lambda: verified.gaussian_delta(sigma=1, eps=np.longdouble("inf")),
         "not a finite number"),
        (lambda: verified.accounting.gaussian_round(np.longdouble(1)), "not a number"),
        (lambda: verified.entropy([0.5, 0.5], normalise="no"), "True or False"),
        (lambda: verified.value("dp_epsilon", [[1, 0]] * 4, database="2,2"), "list of sizes"),
        (lambda: verified.value("dp_epsilon", [[1, 0]] * 4, database=4), "list of sizes"),
        (lambda: verified.values("gaussian_delta", sigma=1, eps=np.zeros((2, 2))), "one axis"),
        (lambda: verified.capacity(np.full((2, 3, 4), 0.25)), "3 axes; one channel has two"),
        (lambda: verified.capacity([[[1, 0]], [[0, 1]]]), "3 axes; one channel has two"),
        (lambda: verified.entropy(np.full((2, 1, 4), 0.25)), "3 axes; one pmf has one"),
        (lambda: verified.post_processed([[1, 0]], np.ones((2, 1, 1))), "3 axes"),
        (lambda: verified.composition_deltas([(verified.gaussian_round(1), 2)], epsilons=1),
         "no list of numbers"),
        (lambda: verified.composition_deltas(
            [(verified.gaussian_round(1), 2)], epsilons=np.array(1.0)), "no list of numbers"),
    ],
)
def test_what_isn_t_told_in_order_is_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_long_doubles_are_the_rationals_that_they_are():
    half = np.longdouble("0.5")
    assert verified.entropy(np.array([half, half])).digits(5) == "0.69315"
    third = np.longdouble(1) / 3
    asked = verified.gaussian_delta(sigma=third, eps=1)
    assert asked < verified.gaussian_delta(sigma=Fraction(*map(int, third.as_integer_ratio()))
                                           - Fraction(1, 10**15), eps=1)


def test_a_format_names_what_has_one():
    found = verified.gaussian_delta(sigma=1, eps=1)
    assert f"{found}" == str(found)
    with pytest.raises(TypeError, match="digits"):
        f"{found:.3f}"
