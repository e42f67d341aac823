"""The benchmark of Shannon-type inequalities: its statements, and how answers are rated."""

import pytest
import scipy.optimize

from bench.shannon import meaning, rating, solver_statuses
from bench.shannon_statements import cases
from verified.proof.shannon import NotShannon, prove


@pytest.mark.parametrize("number", range(20))
def test_each_statement_is_as_its_case_says(number):
    case = cases()[number]
    found = prove(case.conclusion, case.premises)
    assert isinstance(found, NotShannon) != case.expected


def test_there_are_twenty_statements_of_both_kinds():
    assert len(cases()) == 20
    assert 5 <= sum(case.expected for case in cases()) <= 15


def test_no_proof_is_told_from_a_solver_that_failed():
    assert meaning(True, [0]) == "proved"
    assert meaning(False, [0]) == meaning(False, [3]) == "no proof"
    for status in (1, 2, 4):
        assert meaning(False, [status]) == "can't tell"


@pytest.mark.parametrize(
    ("expected", "answers", "rated"),
    [
        (True, {"proved"}, "right"),
        (True, {"ray"}, "wrong"),
        (True, {"no proof"}, "wrong"),
        (True, {"can't tell"}, "can't tell"),
        (True, {"proved", "no proof"}, "wrong"),
        (False, {"ray"}, "right"),
        (False, {"no proof"}, "right"),
        (False, {"proved"}, "wrong"),
        (False, {"can't tell", "no proof"}, "can't tell"),
    ],
)
def test_what_counts_as_right(expected, answers, rated):
    assert rating(expected, answers) == rated


def test_the_solver_is_watched_and_put_back():
    solve = scipy.optimize.linprog
    with solver_statuses() as statuses:
        scipy.optimize.linprog([1.0], bounds=[(0, None)])
        scipy.optimize.linprog([-1.0], bounds=[(0, None)])
        scipy.optimize.linprog([1.0], A_ub=[[1.0]], b_ub=[-1.0], bounds=[(0, None)])
    assert statuses == [0, 3, 2]
    assert scipy.optimize.linprog is solve
