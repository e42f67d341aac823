"""Instances that meet hypotheses: certainly, and tight."""

import doctest

import pytest
from flint import fmpq
from hypothesis import HealthCheck, given, settings

from verified.attack import strategies
from verified.attack.certify import with_bounds
from verified.kernel.certificate import certify
from verified.papers.cuff_yu_2016 import paper

KEYS = ["property-2", "lemma-1-kl", "lemma-3", "property-5", "corollary-5", "property-8"]


@pytest.mark.parametrize("key", KEYS)
def test_drawn_instances_are_witnesses_of_the_hypotheses(key):
    statement = paper.rows[key].statement

    @settings(
        max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(strategies.instances_meeting(statement))
    def check(moves):
        bounds = {}
        certificate = with_bounds(
            bounds, fmpq(1, 10**15), lambda: certify(key, statement, "witness", moves, bounds)
        )
        assert certificate is not None

    check()


def test_the_documented_example_holds():
    found = doctest.testmod(strategies)
    assert found.attempted > 0
    assert found.failed == 0
