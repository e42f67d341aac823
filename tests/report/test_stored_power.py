"""The stored power: it covers every claim, and says of each how sharp it was measured to be."""

from verified.papers import papers
from verified.report.records import stored_power

LEAVES = [
    leaf for paper in papers() for row in paper.rows.values() for leaf in row.leaves()
]


# Measured so far; the claims that came with the proofs wait for a campaign.
MEASURED = [leaf for leaf in LEAVES if leaf.name in stored_power()]


def test_the_measured_claims_are_claims_of_today() -> None:
    names = {leaf.name for leaf in LEAVES}
    assert len(MEASURED) >= 70
    assert not set(stored_power()) - names


def test_claims_called_tight_withstand_a_millionth_at_most() -> None:
    power = stored_power()
    tight = {leaf.name: power[leaf.name].smallest for leaf in MEASURED if leaf.tight}
    assert tight
    blunt = {name: size for name, size in tight.items() if size is None or size > 1e-6}
    assert not blunt


def test_equalities_withstand_a_billionth_at_most() -> None:
    sizes = [
        (name, item.where, item.smallest)
        for name, measured in stored_power().items()
        for item in measured.tamperings
        if item.kind in ("below", "above")
    ]
    assert sizes
    assert [size for size in sizes if size[2] is None or size[2] > 1e-9] == []
