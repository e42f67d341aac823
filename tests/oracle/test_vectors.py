"""The vectors: the release is what the code writes, values agree with mpmath, readers in other
languages."""

from __future__ import annotations

import hashlib
import json
import math
import shutil
import subprocess
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import mpmath
import pytest

from tests.cli.running import Run, runner
from tests.docs.pages import ROOT
from verified.accounting import NotReachedError
from verified.errors import InputError
from verified.oracle.timing import time_limit
from verified.oracle.vectors import writing
from verified.oracle.vectors.flags import FLAGS
from verified.oracle.vectors.suites import groups
from verified.oracle.vectors.writing import (
    RELEASE,
    SCHEMA,
    document,
    documents,
    read,
    text_of,
    vector,
    write,
    written,
)

FILES = {made["function"]: made for _, made in read()}
GROUPS = list(groups())
# Each of these takes a second or more.
SLOW = (
    "laplace_steps", "subsampled_gaussian_epsilon", "subsampled_gaussian_sigma",
    "subsampled_gaussian_steps", "subsampled_laplace_steps", "zcdp",
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def stored(function: str | None = None) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """All vectors, or those of a function, each with its group."""
    made = FILES.values() if function is None else [FILES[function]]
    return [
        (group, test) for one in made for group in one["testGroups"] for test in group["tests"]
    ]


# --- the release ----------------------------------------------------------------------------------


def test_the_release_is_large_and_small() -> None:
    assert len(stored()) >= 5000
    assert sum(path.stat().st_size for path in RELEASE.iterdir()) < 5 * 2**20
    assert (RELEASE / SCHEMA.name).read_text() == SCHEMA.read_text()
    for made in FILES.values():
        ids = [test["tcId"] for group in made["testGroups"] for test in group["tests"]]
        assert ids == list(range(1, made["numberOfTests"] + 1))


@pytest.mark.parametrize("function", sorted(FILES))
def test_a_vector_of_each_group_is_written_again(function: str) -> None:
    own = [group for group in GROUPS if group.function == function]
    by_input = {
        json.dumps([group["parameters"], test["inputs"]], sort_keys=True): (group, test)
        for group, test in stored(function)
    }
    for place, group in enumerate(own[:1] if function in SLOW else own):
        # Another one in each group, so that all places are met.
        inputs, flags = group.inputs[place % len(group.inputs)]
        told = [{key: written(key, one) for key, one in part.items()}
                for part in (group.parameters, inputs)]
        known, test = by_input[json.dumps(told, sort_keys=True)]
        assert vector(group, inputs, flags, test["tcId"]) == test
        assert (group.comment, group.unsafe) == (known["comment"], known["unsafe"])


def test_the_release_has_all_that_the_suites_list() -> None:
    listed: dict[str, int] = Counter()
    for group in GROUPS:
        listed[group.function] += len(group.inputs)
    assert listed == {made["function"]: made["numberOfTests"] for made in FILES.values()}


def test_a_vector_without_a_value_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    group = next(group for group in GROUPS if group.function == "gaussian_delta")

    def without(*_: Any, **__: Any) -> Any:
        raise NotReachedError("the width asked for wasn't reached")

    monkeypatch.setattr(writing, "value", without)
    with pytest.raises(NotReachedError, match=r"gaussian_delta\(sigma=.*eps=.*\) has no value"):
        document("gaussian_delta", [group])


def test_no_limit_of_time_ends_a_vector() -> None:
    group = next(group for group in GROUPS if group.function == "kl")
    inputs, flags = group.inputs[0]
    with time_limit("1e-9"):
        assert vector(group, inputs, flags, 1) == stored("kl")[0][1]


def test_files_are_the_same_byte_by_byte(tmp_path: Path) -> None:
    for function in ("gaussian_renyi", "kl", "dobrushin"):
        own = [group for group in GROUPS if group.function == function]
        again = text_of(document(function, own))
        assert again == (RELEASE / f"{function}_test.json").read_text(encoding="utf-8")
    (only,) = documents(["kl"])
    assert only[0] == "kl_test.json"
    count, size = write(tmp_path / "new", ["kl"])
    assert (tmp_path / "new" / "kl_test.json").read_bytes() == (
        RELEASE / "kl_test.json").read_bytes()
    assert (count, size) == (only[1]["numberOfTests"], (RELEASE / "kl_test.json").stat().st_size)


def test_files_fit_the_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for made in FILES.values():
        shorter = {**made, "testGroups": [
            {**group, "tests": group["tests"][place % 3 :: 5] or group["tests"][:1]}
            for place, group in enumerate(made["testGroups"][:12])
        ]}
        validator.validate(shorter)
    (one,) = (made for made in FILES.values() if made["function"] == "gaussian_zcdp")
    for place, wrong in ((("testGroups", 0, "tests", 0, "lo"), 0.5), (("unit",), "bans"),
                         (("testGroups", 0, "unsafe"), "up"), (("numberOfTests",), 0)):
        broken = json.loads(json.dumps(one))
        inner = broken
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = wrong
        assert not validator.is_valid(broken)


def test_ends_are_in_order_and_digests_fit() -> None:
    for made in FILES.values():
        for group in made["testGroups"]:
            for test in group["tests"]:
                low, high = mpmath.mpf(test["lo"]), mpmath.mpf(test["hi"])
                assert low <= high
                if test["exact"] is not None:
                    assert Fraction(test["lo"]) <= Fraction(test["exact"]) <= Fraction(test["hi"])
                told = {"function": made["function"], "unit": made["unit"], **test,
                        "parameters": group["parameters"]}
                for key in ("tcId", "flags", "digest", "certificate"):
                    del told[key]
                canonical = json.dumps(
                    told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
                assert hashlib.sha256(canonical.encode()).hexdigest()[:16] == test["digest"]


def test_every_flag_has_its_note_and_vectors() -> None:
    used = Counter(flag for _, test in stored() for flag in test["flags"])
    assert set(used) == set(FLAGS)
    assert min(used.values()) >= 5
    # Corners are over-represented.
    assert used["Basic"] < len(stored()) / 2
    for made in FILES.values():
        own = {flag for group in made["testGroups"] for test in group["tests"]
               for flag in test["flags"]}
        assert set(made["notes"]) == own


# --- the values, by arithmetic that shares nothing with ours --------------------------------------


def number(part: Any) -> mpmath.mpf:
    text = part["exact"]
    if text.startswith("log("):
        return mpmath.log(int(text[4:-1]))
    top, _, bottom = text.partition("/")
    return mpmath.mpf(int(top)) / int(bottom or 1)


def law(part: Any) -> list[mpmath.mpf]:
    return [number({"exact": text}) for text in part["exact"]]


def contains(test: dict[str, Any], truth: mpmath.mpf, absolute: int = 2000) -> bool:
    slack = abs(truth) * mpmath.mpf(10) ** -40 + mpmath.mpf(10) ** -absolute
    ends = mpmath.mpf(test["lo"]) - slack <= truth <= mpmath.mpf(test["hi"]) + slack
    if test["logLo"] in (None, "inf", "-inf") or truth <= slack:
        return bool(ends)
    log = mpmath.log(truth)
    slack = abs(log) * mpmath.mpf(10) ** -40 + mpmath.mpf(10) ** -60
    low, high = mpmath.mpf(test["logLo"]), mpmath.mpf(test["logHi"])
    return bool(ends and low - slack <= log <= high + slack)


def test_gaussian_tails() -> None:
    compared = 0
    for group, test in stored("gaussian_delta"):
        given = {**group["parameters"], **test["inputs"]}
        one = mpmath.mpf(1)
        with mpmath.workdps(90):
            sigma, eps = number(given["sigma"]), number(given["eps"])
            size = number(given["sensitivity"]) if "sensitivity" in given else one
            steps = number(given["steps"]) if "steps" in given else one
            mu = size * mpmath.sqrt(steps) / sigma
            if eps / mu > 2000:
                continue
            middle = eps / mu
            truth = mpmath.ncdf(mu / 2 - middle) - mpmath.exp(eps) * mpmath.ncdf(-mu / 2 - middle)
            assert contains(test, truth), (given, test)
        compared += 1
    assert compared > 300


def test_laplace_rounds() -> None:
    for group, test in stored("laplace_delta"):
        given = {**group["parameters"], **test["inputs"]}
        if "steps" in given:
            continue
        with mpmath.workdps(90):
            loss, eps = 1 / number(given["scale"]), number(given["eps"])
            if eps >= loss:
                truth = mpmath.mpf(0)
            elif eps <= -loss:
                truth = 1 - mpmath.exp(eps)
            else:
                truth = 1 - mpmath.exp((eps - loss) / 2)
            assert contains(test, truth), (given, test)


def test_divergences_of_finite_laws() -> None:
    inf = mpmath.mpf("inf")

    def kl(p: list[Any], q: list[Any]) -> Any:
        if any(y == 0 < x for x, y in zip(p, q, strict=True)):
            return inf
        return mpmath.fsum(x * mpmath.log(x / y) for x, y in zip(p, q, strict=True) if x)

    formulas = {
        "kl": kl,
        "total_variation": lambda p, q: mpmath.fsum(
            abs(x - y) for x, y in zip(p, q, strict=True)) / 2,
        "hellinger": lambda p, q: mpmath.fsum(
            (mpmath.sqrt(x) - mpmath.sqrt(y)) ** 2 for x, y in zip(p, q, strict=True)) / 2,
        "jensen_shannon": lambda p, q: sum(
            kl(one, [(x + y) / 2 for x, y in zip(p, q, strict=True)]) for one in (p, q)) / 2,
    }
    for function, formula in formulas.items():
        for group, test in stored(function):
            with mpmath.workdps(120):
                truth = formula(law(group["parameters"]["P"]), law(group["parameters"]["Q"]))
                if truth == inf:
                    assert test["lo"] == test["hi"] == "inf"
                else:
                    assert contains(test, truth), (function, group, test)


def test_hockey_sticks_and_renyi_divergences() -> None:
    for group, test in stored("hockey_stick"):
        with mpmath.workdps(400):
            p, q = (law(group["parameters"][key]) for key in "PQ")
            factor = mpmath.exp(number(test["inputs"]["eps"]))
            truth = mpmath.fsum(max(0, x - factor * y) for x, y in zip(p, q, strict=True))
            low, high = mpmath.mpf(test["lo"]), mpmath.mpf(test["hi"])
            slack = mpmath.mpf(10) ** -390
            assert low * (1 - mpmath.mpf(10) ** -50) - slack <= truth <= high + high * slack + slack
    for group, test in stored("renyi"):
        order = test["inputs"]["alpha"]["exact"]
        if order in ("0", "1", "inf") or test["hi"] == "inf":
            continue
        with mpmath.workdps(120):
            p, q = (law(group["parameters"][key]) for key in "PQ")
            alpha = number({"exact": order})
            total = mpmath.fsum(
                x**alpha * y ** (1 - alpha) for x, y in zip(p, q, strict=True) if x and y)
            # α − 1 may be 2^-30, and the sum is rounded.
            assert contains(test, mpmath.log(total) / (alpha - 1), 100), (group, test)


def test_least_noise_is_enough_and_not_less() -> None:
    def delta(sigma: Any, eps: Any) -> Any:
        return mpmath.ncdf(1 / (2 * sigma) - eps * sigma) - mpmath.exp(eps) * mpmath.ncdf(
            -1 / (2 * sigma) - eps * sigma)

    for group, test in stored("gaussian_sigma"):
        with mpmath.workdps(800 if "e-3" in test["inputs"]["delta"]["hex"] else 60):
            eps = number(group["parameters"]["eps"])
            goal = number(test["inputs"]["delta"])
            low, high = mpmath.mpf(test["lo"]), mpmath.mpf(test["hi"])
            if eps * low > 100:
                continue
            with mpmath.workdps(60):
                assert delta(high, eps) <= goal * (1 + mpmath.mpf(10) ** -20)
                assert delta(low, eps) >= goal * (1 - mpmath.mpf(10) ** -20)


# --- readers --------------------------------------------------------------------------------------


def test_the_command_writes_what_is_asked_for(run: Run, tmp_path: Path) -> None:
    ran = run("vectors", "-o", tmp_path / "some", "kl", "gaussian_zcdp")
    assert ran.out.startswith("33 vectors of 2 functions, ")
    assert sorted(path.name for path in (tmp_path / "some").iterdir()) == [
        "gaussian_zcdp_test.json", "kl_test.json", SCHEMA.name]
    assert run("vectors", "-o", tmp_path, "nothing").code == 2
    (tmp_path / "file").write_text("")
    assert run("vectors", "-o", tmp_path / "file", "kl").code == 2
    with pytest.raises(InputError, match="has no vectors"):
        list(read(tmp_path))


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_javascript_reads_them() -> None:
    ran = subprocess.run(
        ["node", ROOT / "examples" / "vectors" / "check.js", RELEASE / "kl_test.json"],
        capture_output=True, text=True, check=True,
    )
    *faults, last = ran.stdout.splitlines()
    counts = json.loads(last.partition("vectors: ")[2])
    assert last.startswith(f"{FILES['kl']['numberOfTests']} vectors")
    assert sum(counts.values()) == FILES["kl"]["numberOfTests"]
    # A plain sum of floats errs where the laws are nearly equal, and only there.
    assert counts["right"] >= 20
    assert len(faults) == counts["unsafe"]
    assert all("Cancellation" in line for line in faults)
    assert faults


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
def test_c_reads_them(tmp_path: Path) -> None:
    program = tmp_path / "check"
    source = ROOT / "examples" / "vectors" / "check.c"
    subprocess.run(["cc", "-Wall", "-o", program, source, "-lm"], check=True)
    path = RELEASE / "gaussian_delta_test.json"
    ran = subprocess.run([program, path], capture_output=True, text=True, check=True)
    counts = [int(word.rstrip(",")) for word in ran.stdout.split() if word.rstrip(",").isdigit()]
    right, _, unsafe, nan = counts
    skipped = sum("InexactInput" in test["flags"] for _, test in stored("gaussian_delta"))
    assert sum(counts) == FILES["gaussian_delta"]["numberOfTests"] - skipped
    # The formula in doubles is right at ordinary inputs, underflows and overflows at others.
    assert right > 100
    assert unsafe > 10
    assert nan > 10
    assert subprocess.run([program], capture_output=True, check=False).returncode == 2


def test_hexadecimal_floats_are_the_nearest() -> None:
    for group, test in stored():
        for part in {**group["parameters"], **test["inputs"]}.values():
            if isinstance(part, dict) and isinstance(part["exact"], str):
                if part["exact"] in ("inf", "log(3)", "log(9)"):
                    assert float.fromhex(part["hex"]) in (math.inf, math.log(3), math.log(9))
                else:
                    assert float(Fraction(part["exact"])) == float.fromhex(part["hex"])
