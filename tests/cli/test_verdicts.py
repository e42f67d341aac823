"""What `attack` says of what is known, of what it couldn't try, and of how close it came."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Run, write
from verified.attack import attack
from verified.language import H, Pmf, Size, claim

OPENING = """
from verified.language import *

k = Size("k")
R, S = Pmf("R", k), Pmf("S", k)
a = Symbol("a", k)
more = event_where(a, R[a] > S[a])
"""


def file_of(tmp_path: Path, *claims: str) -> str:
    lines = [f"c{number} = claim('c{number}', {said})" for number, said in enumerate(claims)]
    return write(tmp_path, "mine.py", OPENING + "\n".join(lines) + "\n")


def statuses(run: Run, file: str, *options: str) -> list[tuple[str, float | None]]:
    found = json.loads(run("attack", file, "--json", "--budget", "600", *options).out)
    return [(entry["status"], entry["attack"]["closest"]) for entry in found["claims"]]


# --- what is known already --------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "forall=[R, S], then=2 * TV(R, S) ** 2 <= KL(R, S)",
        # Other names, another order, the relation turned round.
        "forall=[S, R], then=KL(R, S) >= 2 * TV(R, S) ** 2",
    ],
)
def test_a_stored_statement_typed_in_is_known(run: Run, tmp_path: Path, said: str) -> None:
    ran = run("attack", file_of(tmp_path, said), "--budget", "600")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "mine/c0: proved"
    assert "proved already as background/pinsker.squared, which says the same" in lines[1]
    assert lines[-1] == "1 proved"


def test_another_statement_is_not_known(run: Run, tmp_path: Path) -> None:
    file = file_of(tmp_path, "forall=[R, S], then=2 * TV(R, S) ** 2 <= KL(R, S) + 0 * TV(R, S) + 1")
    assert "already" not in run("attack", file, "--budget", "600").out


def test_what_is_refuted_already_is_told_where_the_search_finds_nothing(run: Run) -> None:
    # One evaluation is too few for the instance that is stored.
    ran = run("attack", "cuff-yu-2016/corollary-8", "--budget", "1", "--seed", "5")
    assert ran.code == 1
    assert "cuff-yu-2016/corollary-8" in ran.out
    if "on this instance" not in ran.out:
        assert "refuted already: `verified show" in ran.out
        assert "this search found no instance" in ran.out


# --- what wasn't tried --------------------------------------------------------------------------


def test_a_search_without_time_has_tried_nothing(run: Run, tmp_path: Path) -> None:
    file = file_of(tmp_path, "forall=[R, S], then=TV(R, S) <= KL(R, S) + 1")
    ran = run("attack", file, "--seconds", "1e-9")
    assert ran.code == 1
    assert ran.out.splitlines()[0] == "mine/c0: untried"
    assert "nothing was tried: the search ended before it met an instance" in ran.out
    assert ran.out.splitlines()[-1] == "1 untried"


def test_what_is_too_large_to_search_is_bad_input(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "large.py", """
from verified.language import *

R = Pmf("R", 5000)
large = claim("large", forall=[R], then=H(R) <= log(5000))
""")
    ran = run("attack", file, "--budget", "600")
    assert ran.code == 2
    assert ran.err == (
        "verified: mine/large is too large to search: an instance has 5000 coordinates, "
        "and the search takes up to 4000\n"
    )
    assert "survived" not in ran.out


def test_events_that_differ_from_law_to_law_are_searched(run: Run, tmp_path: Path) -> None:
    file = file_of(
        tmp_path,
        "forall=[R, S], then=R[more] - S[more] <= TV(R, S)",
        "forall=[R, S], then=R[more] - S[more] >= 2 * TV(R, S)",
    )
    # Of too few evaluations for climbs, which take longest where laws are read one by one.
    (true, _), (false, _) = statuses(run, file, "--budget", "200")
    assert (true, false) == ("survived", "refuted")
    told = run("attack", f"{file}:c0", "--budget", "200").out
    assert "from 0 starts" not in told
    assert "weren't tried" not in told


# --- how close it came --------------------------------------------------------------------------


def test_closest_is_how_far_from_0_a_side_came(run: Run, tmp_path: Path) -> None:
    file = file_of(
        tmp_path,
        "forall=[R], then=H(R) >= 0",
        "forall=[R], then=H(R) + rational('1/4') >= 0",
        "forall=[R, S], then=negation(KL(R, S) + 2 <= 0)",
    )
    closest = [near for _, near in statuses(run, file)]
    assert closest[0] == 0
    assert closest[1] == pytest.approx(0.25)
    assert closest[2] == 1


def test_a_claim_about_all_laws_on_one_symbol_is_reached() -> None:
    P = Pmf("P", Size("n"))
    report = attack(claim("reached", forall=[P], then=H(P) >= 0), budget=300)
    assert (report.status, report.closest) == ("survived", 0)
