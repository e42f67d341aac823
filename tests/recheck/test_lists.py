"""The second checker on lists of numbers and mixtures: read part by part, refused out of range."""

import json

import pytest

from tests.recheck.room import Rejected, Unsupported, check
from verified import language as v
from verified.kernel.proof import write_proof
from verified.proof.library import known_statements
from verified.syntax.claims import Statement
from verified.syntax.goals import normal
from verified.syntax.terms import number

n = v.Size("n")
P, m, spreads = v.Pmf("P", n), v.Reals("m", n), v.Reals("v", n, ">0")
r, s = v.Real("r"), v.Real("s", ">=0")
j = v.Symbol("j", n)
KEY = "background/mixture-max-entropy"


def checked(formula, rule="identity", given=(), cites=None, **values):
    """How one step counts, whose premises are the claim's hypotheses."""
    statement = Statement((n, P, m, spreads, r, s), tuple(given), formula)
    steps = [
        {"rule": "assume", "formula": normal(part), "from": [], "data": {}} for part in given
    ]
    steps.append({
        "rule": rule, "formula": normal(formula), "from": list(range(len(steps))), "data": values,
    })
    written = write_proof("own/one", statement, None, [{"fixed": [], "steps": steps}], cites or {})
    return check(json.loads(json.dumps(written)))[-1][1]


def test_a_part_of_a_list_is_what_stands_there():
    listed = v.reals_of(r, 2 * r, -r)
    assert checked(v.equals(listed[1], r + r)) == "exact"
    assert checked(v.equals(v.reals_table(n, lambda i: m[i] + r)[0], m[0] + r)) == "exact"
    for wrong in (v.equals(listed[1], r + 1), v.equals(listed[2], r)):
        with pytest.raises(Rejected):
            checked(wrong)


def test_a_list_is_none_where_a_part_may_be_undefined():
    with pytest.raises((Rejected, Unsupported)):
        checked(v.equals(v.reals_of(r, 1 / s)[0], r))


def cited(variances, means=m):
    fact = known_statements()[KEY]
    values = {"n": n, "P": P, "m": means, "v": variances}
    formula = v.differential_entropy(v.gaussian_mixture(P, means, variances))
    a, b = v.Symbol("a", n), v.Symbol("b", n)
    mean = v.total(b, P[b] * means[b])
    spread = v.total(a, P[a] * (variances[a] + (means[a] - mean) ** 2))
    bound = v.log(2 * v.pi() * v.exp(1) * spread) / 2
    return checked(formula <= bound, "cite", cites={KEY: fact}, key=KEY, values=values)


def test_a_fact_is_cited_at_lists_that_lie_in_its_domain():
    assert cited(spreads) == "exact"
    assert cited(v.reals_table(n, lambda i: spreads[i] + s)) == "exact"
    assert cited(spreads, v.reals_table(n, lambda i: m[i] - r)) == "exact"
    for outside in (m, v.reals_table(n, lambda i: m[i]), v.reals_table(n, lambda _: s)):
        with pytest.raises((Rejected, Unsupported)):
            assert cited(outside) == "exact", "the variances may be 0 or less"


def test_lists_that_agree_everywhere_are_exchanged():
    one, two = v.reals_table(n, lambda i: m[i] + r), v.reals_table(n, lambda i: r + m[i])
    same = v.every(j, v.equals(one[j], two[j]))
    told = v.differential_entropy(v.gaussian_mixture(P, one, spreads)) <= r
    moved = v.differential_entropy(v.gaussian_mixture(P, two, spreads)) <= r
    assert checked(moved, "rewrite", [same, told]) == "exact"
    shifted = v.every(j, v.equals(one[j], two[j] + number(1)))
    with pytest.raises(Rejected):
        checked(moved, "rewrite", [shifted, told])
