"""Laws on the line that have all their mass between two ends: uniform ones, and sums of two."""

from recheck.densities import Mixture
from recheck.errors import Unknown
from recheck.events import Part
from recheck.reals import End, Num, less, num


def is_bounded(part: Part) -> bool:
    """Whether a law has all its mass between two ends."""
    return part[1] == "uniform" or (isinstance(part[1], tuple) and part[1][0] == "trapezoid")


def ends_of(part: Part) -> tuple[Num, Num]:
    """Between which ends a bounded law has its mass."""
    longer = part[2] + part[3]
    return part[2], longer + part[1][1] if isinstance(part[1], tuple) else longer


def there(found: Mixture, cell: tuple[End, End]) -> Mixture:
    """The parts that have mass on a cell, which no end of a uniform law may divide."""
    kept = []
    for part in found:
        if is_bounded(part):
            low, high = ends_of(part)
            if less(num(cell[0]), high) is False or less(low, num(cell[1])) is False:
                continue
            if less(num(cell[0]), low) is not False or less(high, num(cell[1])) is not False:
                raise Unknown("an end inside a cell")
        kept.append(part)
    return kept
