"""Every single change of a certificate, its digest and seal made to fit, is rejected or still true.

What is true is decided by `independent`, which knows nothing of the kernel.
"""

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kernel import independent
from tests.kernel.evidence import CLAIMS, certificate, resealed
from verified.kernel.certificate import check, deciding
from verified.kernel.truth import BallReading
from verified.kernel.values import Rejected
from verified.syntax.formulas import Not
from verified.syntax.goals import goal
from verified.syntax.serial import FormatError, data, read_rational

RATIONAL = re.compile(r"-?\d+(/\d+)?")
# A word is changed to each other word of its group.
GROUPS = (
    ("<=", "<", ">=", ">", "="),
    ("kl", "total_variation", "chi_square"),
    ("capacity", "leakage_capacity"),
    ("mi_private", "kl_private"),
    ("add", "sub", "mul", "div", "maximum", "minimum"),
    ("exp", "log", "sqrt", "neg", "abs", "binary_entropy"),
    ("and", "or"),
    ("forall", "exists"),
    ("sup", "inf", "max"),
    ("refutation", "proof", "witness"),
    ("pmf", "event", "symbol"),
    ("n", "m", "2"),
    ("P", "Q", "W", "J", "A"),
    ("U", "V", "Z"),
    ("inf", "-inf", "0"),
)
# The reader's own: the claim's key, and how LaTeX writes a variable.
FREE = ("claim",)

Path = tuple[Any, ...]


def leaves(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, node
    if isinstance(node, dict | list):
        for key, part in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(part, (*path, key))


def alternatives(node: Any) -> Iterator[Any]:
    """Other values for one field, near and far."""
    match node:
        case bool():
            yield not node
        case None:
            yield from ("0", ["0", "0"], 1)
        case int():
            yield from (node + 1, node - 1, str(node), node + 10**6)
        case str() if RATIONAL.fullmatch(node):
            value = read_rational(node)
            near = value * (1 + read_rational("1/1000000000"))
            for other in (value + 1, -value, near, value / 2, read_rational("0")):
                if other != value:
                    yield str(other)
            yield from ("inf", "nan", node + ".0", None)
        case str():
            for group in GROUPS:
                if node in group:
                    yield from (word for word in group if word != node)
            yield node + "x"
        case list():
            for index in range(len(node)):
                yield node[:index] + node[index + 1 :]
            for index in range(len(node) - 1):
                yield [*node[:index], node[index + 1], node[index], *node[index + 2 :]]
            yield [*node, node[-1] if node else "0"]
            yield from with_mass_moved(node)
            yield None
        case dict():
            for name in node:
                yield {key: part for key, part in node.items() if key != name}
            yield {**node, "more": "1"}


def with_mass_moved(node: list[Any]) -> Iterator[list[Any]]:
    """A law that stays one: half of an entry goes to its neighbour."""
    if not all(isinstance(part, str) and RATIONAL.fullmatch(part) for part in node):
        return
    for index in range(len(node) - 1):
        for source, target in ((index, index + 1), (index + 1, index)):
            half = read_rational(node[source]) / 2
            result = list(node)
            result[source] = str(half)
            result[target] = str(read_rational(node[target]) + half)
            yield result


def changed(original: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    if not path:
        return copy.deepcopy(value)  # type: ignore[no-any-return]
    result = copy.deepcopy(original)
    place = result
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return result


def is_symbol(original: dict[str, Any], path: Path) -> bool:
    """Whether the path is a variable's LaTeX symbol: the third of [name, sort, symbol]."""
    if not path or path[-1] != 2 or path[0] != "statement":
        return False
    node: Any = original
    for key in path[:-1]:
        node = node[key]
    return isinstance(node, list) and len(node) == 3 and isinstance(node[1], list)


def changes(original: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    for path, node in leaves(original):
        if (path and path[0] in FREE) or is_symbol(original, path) or path == ("seal",):
            continue
        for value in alternatives(node):
            if value != node:
                yield path, changed(original, path, value)


def accepted(candidate: Any) -> bool:
    try:
        check(candidate)
    except FormatError:
        return False
    return True


@pytest.mark.parametrize("name", CLAIMS)
def test_a_certificate_that_nobody_touched_is_accepted_and_true(name: str) -> None:
    checked = check(certificate(name))
    assert checked.claim == f"mine/{name}"
    assert independent.shows(certificate(name))


@pytest.mark.parametrize("name", CLAIMS)
def test_each_change_is_rejected_or_true(name: str) -> None:
    original = certificate(name)
    tried = rejected = 0
    for path, candidate in changes(original):
        tried += 1
        # A digest that was changed itself is left as it is.
        if not accepted(resealed(candidate, with_digest=path != ("digest",))):
            rejected += 1
            continue
        assert independent.shows(candidate), (path, candidate)
        if path[0] == "evidence":
            assert_encloses(candidate)
    assert tried > 100
    assert rejected > tried / 2


def assert_encloses(candidate: dict[str, Any]) -> None:
    """Each stored enclosure holds its side's value."""
    checked = check(candidate)
    target = goal(checked.statement, checked.polarity)
    reading = BallReading(
        {key: [read_rational(part) for part in law] for key, law in candidate["bounds"].items()}
    )
    parts = list(deciding(target.body, checked.env, reading))
    for stored, part in zip(candidate["evidence"], parts, strict=True):
        relation = part.body if isinstance(part, Not) else part
        for ends, side in zip(stored, (relation.left, relation.right), strict=True):
            assert independent.encloses(ends, data(side), candidate), (ends, str(side))


@pytest.mark.parametrize("name", CLAIMS)
def test_the_evidence_of_the_attack_encloses_its_sides(name: str) -> None:
    assert_encloses(certificate(name))


@pytest.mark.parametrize("name", CLAIMS)
def test_without_a_new_seal_no_change_passes(name: str) -> None:
    original = certificate(name)
    for field in ("claim", "digest", "seal"):
        with pytest.raises(Rejected):
            check({**original, field: original[field] + "0"})
    with pytest.raises(Rejected, match="seal"):
        check({**original, "moves": {**original["moves"], "extra": "0"}})


def test_a_digest_that_was_not_made_to_fit_is_rejected() -> None:
    candidate = certificate("kl")
    assert candidate["statement"]["then"][1] == "<="
    candidate["statement"]["then"][1] = "<"
    with pytest.raises(Rejected, match="digest"):
        check(resealed(candidate, with_digest=False))
