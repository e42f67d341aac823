"""What fails only far from 0 is found."""

import pytest

from verified import language as v
from verified.attack import attack

x, above, below = v.Real("x"), v.Real("y", ">0"), v.Real("z", "<=0")
FALSE = {
    "below": ([x], x >= -60),
    "above": ([x], x <= 1000),
    "square": ([x], x * x <= 10**6),
    "difference": ([x], x - 5000 <= 0),
    "half-line": ([above], above <= 10**6),
    "other-half": ([below], below >= -(10**7)),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_far_out_is_refuted(name):
    variables, then = FALSE[name]
    found = attack(v.claim(name, forall=variables, then=then), seed=1, budget=20_000, seconds=20)
    assert found.status == "refuted"


def test_what_holds_on_the_whole_line_survives():
    true = v.claim("true", forall=[x], then=x * x >= 2 * x - 1)
    assert attack(true, seed=1, budget=5_000, seconds=20).status == "survived"
