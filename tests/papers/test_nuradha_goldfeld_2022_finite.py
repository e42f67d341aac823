"""The rows on finite data: what is false is refuted, what is true falls once tampered with."""

from __future__ import annotations

import json

import pytest

from verified.attack import attack
from verified.kernel.certificate import check
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language import (
    AP,
    MIPP,
    PP,
    Claim,
    DataClass,
    Formula,
    both,
    claim,
    dp_framework,
    every,
    find,
    largest_image,
    log,
    parallel,
    pufferfish_information,
    rational,
    secret_delta,
    sqrt,
)
from verified.papers import papers
from verified.papers.nuradha_goldfeld_2022 import common, remark_3, special_cases, theorem_1
from verified.papers.nuradha_goldfeld_2022.common import M1, M2, F, M, closed, eps, every_law, laws
from verified.papers.nuradha_goldfeld_2022.special_cases import alone
from verified.papers.nuradha_goldfeld_2022.theorem_2 import mixed, p
from verified.syntax.claims import Statement
from verified.syntax.goals import normal
from verified.syntax.serial import read_statement, statement_data
from verified.syntax.wellformed import check_statement

PAPER = "nuradha-goldfeld-2022"
ROWS = (
    "remark-1-dp", "remark-1-ap", "remark-2", "theorem-1-i", "theorem-1-ii",
    "theorem-1-ii-repaired", "theorem-1-ii-pair", "theorem-1-iii", "theorem-1-steps",
    "theorem-2-convexity",
    "theorem-1-i-repaired", "theorem-1-iii-repaired", "section-4a-properties",
    "section-4a-properties-repaired",
    "theorem-2-composability", "theorem-2-post-processing", "theorem-2-steps", "remark-3",
)
FALSE = (
    "remark-1-ap.if@no-edges", "theorem-1-ii", "theorem-1-steps.redundancy",
    "theorem-1-steps.bounded@any-class", "theorem-1-i@any-data-space",
    "theorem-1-iii@any-data-space", "section-4a-properties.composability",
    "theorem-1-steps.total-variation@any-data-space",
)


def leaf(name: str) -> Claim:
    row = find(papers(), f"{PAPER}/{name.split('@')[0].split('.')[0]}")
    (found,) = [part for part in row.leaves() if part.name == f"{PAPER}/{name}"]
    return found


def leaves() -> list[Claim]:
    return [part for key in ROWS for part in find(papers(), f"{PAPER}/{key}").leaves()]


@pytest.mark.parametrize("stated", leaves(), ids=lambda part: part.name)
def test_a_statement_survives_its_file(stated: Claim) -> None:
    assert stated.statement is not None
    check_statement(stated.statement)
    assert read_statement(json.loads(json.dumps(statement_data(stated.statement)))) == (
        stated.statement
    )


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted_and_rechecked(name: str) -> None:
    found = attack(leaf(name), seed=2, seconds=20)
    assert found.status == "refuted"
    assert found.certificate is not None
    assert check(json.loads(json.dumps(found.certificate))) is not None


def test_a_class_of_one_law_breaks_the_second_implication() -> None:
    """The certificate in full: a rare secret that is released, at little information."""
    found = attack(leaf("theorem-1-ii"), seed=2, seconds=20)
    assert found.certificate is not None
    moves = found.certificate["moves"]
    assert moves["Theta"]["kind"] == "listed"
    assert len(moves["Theta"]["laws"]) == 1
    assert moves["F"]["edges"] == [[0, 0]]


@pytest.mark.parametrize("kind", ["reweighted", "all"])
def test_the_repair_is_of_closed_classes(kind: str) -> None:
    stated = leaf(f"theorem-1-ii-repaired@{kind}").statement
    assert stated is not None
    (theta,) = [var for var in stated.variables if var.name == "Theta"]
    assert theta == DataClass("Theta", common.n, kind)


def tampered(forall: list[object], given: list[Formula], then: Formula) -> str:
    return attack(claim("x", forall=forall, given=given, then=then), seed=4, seconds=15).status


def test_tampered_claims_are_refuted() -> None:
    other = common.other_eps
    assert tampered(
        [F, closed, M, eps, other], [MIPP(F, closed, M, eps)],
        PP(F, closed, M, other, sqrt(2 * eps) / 2),
    ) == "refuted"
    assert tampered(
        [F, laws, M, eps], [PP(F, laws, M, eps, 0)], MIPP(F, laws, M, eps / 20)
    ) == "refuted"
    assert tampered(
        [F, laws, M1, M2, eps, p],
        [MIPP(F, laws, M1, eps), MIPP(F, laws, M2, eps)],
        MIPP(F, laws, mixed, eps / 2),
    ) == "refuted"
    assert tampered(
        [F, every_law, M1, remark_3.N, remark_3.first, remark_3.second],
        [PP(F, every_law, M1, remark_3.first), PP(F, every_law, remark_3.N, remark_3.second)],
        PP(F, every_law, parallel(M1, remark_3.N), remark_3.first + remark_3.second / 2),
    ) == "refuted"


def test_proved_under_all_laws_and_of_single_functions_falls_once_tampered_with() -> None:
    """Remark 3 for information, the convexity step, and attribute privacy."""
    pair = parallel(M1, remark_3.N)
    assert tampered(
        [F, every_law, M1, remark_3.N, remark_3.first, remark_3.second],
        [MIPP(F, every_law, M1, remark_3.first), MIPP(F, every_law, remark_3.N, remark_3.second)],
        MIPP(F, every_law, pair, remark_3.first + remark_3.second * rational(9, 10)),
    ) == "refuted"
    assert tampered(
        [F, common.P, M, common.e],
        [every(common.c, both(
            common.public[common.c] > 0, every(common.a, common.secret[common.a] > 0)
        ))],
        theorem_1.told <= theorem_1.independent_copies * rational(4, 5),
    ) == "refuted"
    listed, delta = common.listed, common.delta
    for one, two in (
        (AP(F, listed, M, eps, delta), PP(alone, listed, M, eps, delta * rational(9, 10))),
        (PP(alone, listed, M, eps, delta), AP(F, listed, M, eps, delta * rational(9, 10))),
        (PP(F, listed, M, eps, delta), AP(F, listed, M, eps, delta)),
    ):
        assert tampered([F, listed, M, eps, delta], [one], two) == "refuted"


def test_differential_privacy_needs_all_laws_in_the_framework() -> None:
    """With a listed class instead of all laws the framework asks less than DP does."""
    listed = DataClass("Theta", special_cases.all_databases.of.sizes()[0], "listed")
    stated = leaf("remark-1-dp.if").statement
    assert isinstance(stated, Statement)
    private = PP(dp_framework(common.D), listed, special_cases.channel, eps, common.delta)
    assert tampered(
        [special_cases.on_rows, listed, eps, common.delta], [private], stated.then
    ) == "refuted"


def test_pairs_of_mechanisms_need_not_compose() -> None:
    found = attack(leaf("remark-3.not-in-general"), seed=1, seconds=40)
    assert found.status == "proved"


# g is 0 of the first datum and 1 of the other two, and w tells nothing.
THREE = {"private": [[0, 1, 1]], "public": [[0, 0, 0]], "edges": [[0, 0]]}


@pytest.mark.parametrize(("framework", "law", "meant"), [
    (THREE, ["1/3", "2/3", "0"], True),
    (THREE, ["1/3", "1/3", "1/3"], False),
    # One secret alone is possible, so that it is compared with none.
    (THREE, ["0", "1/2", "1/2"], True),
    # What tells the two data apart is public.
    ({**THREE, "public": [[0, 0, 1]]}, ["1/3", "1/3", "1/3"], True),
    # The second edge's secrets that are compared leave the data open, or don't.
    (
        {"private": [[0, 1, 1], [0, 0, 1]], "public": [[0, 0, 1]], "edges": [[0, 0], [1, 0]]},
        ["1/3", "1/3", "1/3"], True,
    ),
    (
        {"private": [[0, 1, 2], [0, 0, 1]], "public": [[0, 0, 0]], "edges": [[0, 0], [1, 0]]},
        ["1/3", "1/3", "1/3"], False,
    ),
])
def test_universally_composable_is_asked_of_secrets_that_are_compared(
    framework: dict[str, object], law: list[str], meant: bool
) -> None:
    reading = BallReading({})
    env = read_moves((common.n, F, common.P), {"n": 3, "F": framework, "P": law}, reading)
    assert decide(normal(remark_3.universally_composable), env, reading) is meant


def test_responses_compose_under_no_other_law() -> None:
    """Without the hypothesis, of one law as of a class."""
    first, second = remark_3.first, remark_3.second
    assert tampered(
        [F, common.P, M1, remark_3.N, first, second],
        [
            secret_delta(F, common.P, M1, first) <= 0,
            secret_delta(F, common.P, remark_3.N, second) <= 0,
        ],
        secret_delta(F, common.P, parallel(M1, remark_3.N), first + second) <= 0,
    ) == "refuted"


def test_information_is_at_most_that_of_the_secret() -> None:
    """The bound of Theorem 1's last implication at δ = 1, where it says nothing, is not below."""
    most = log(largest_image(F))
    assert attack(
        claim("x", forall=[F, laws, M], then=pufferfish_information(F, laws, M) <= most),
        seed=1, seconds=3,
    ).status == "survived"
