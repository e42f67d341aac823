"""All that verdicts rest on without evidence, in groups, each with the claims that rest on it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from verified.proof.evidence import Evidence, Proven, content, path_of
from verified.proof.library import leaves as every_leaf
from verified.quantities.definitions import cited, definitions, structures
from verified.report.digests import definitions_cited, heads_in, heads_of
from verified.syntax.claims import Claim, Statement
from verified.syntax.curves import CONVEX, MONOTONE
from verified.syntax.quantity import QUANTITIES, Quantity
from verified.syntax.text import text

FACTS, UNSOURCED, DEFINITIONS, STRUCTURES, RULES, RANGES, READINGS = (
    "facts", "unsourced", "definitions", "structures", "rules", "ranges", "readings",
)
# What each group holds, for readers.
GROUPS: Mapping[str, str] = {
    FACTS: "textbook facts that are taken without proof, each with its citation",
    UNSOURCED: "facts without proof or citation: what queries on parts of a database tell",
    DEFINITIONS: "definitions, which unfold a quantity by one step",
    STRUCTURES: "what databases, frameworks, events and whole numbers are",
    RULES: "rules of the kernel that hold a theorem",
    RANGES: "where the values of quantities lie, and that they exist",
    READINGS: "theorems by which plays are evaluated",
}
# Logic, order and the arithmetic of finite sums aside.
THEOREMS: Mapping[str, str] = {
    "shannon": "informations I(X;Y|Z) and entropies H(X|Y) of one joint law are never negative, "
    "and obey the chain rule",
    "chord": "a function whose second derivative is never negative lies below its chords",
    "tangent": "a function whose second derivative is never negative lies above its tangents",
    "scalar": "the sign of a derivative, or of a quotient of such, tells the order of values",
    "integral": "∫ f ≤ ∫ g where 0 ≤ f ≤ g, and ∫ f exists where ∫ g does",
    "integral-of-sum": "∫ Σ f = Σ ∫ f for functions that are never negative",
    "integral-above": "the fundamental theorem of calculus: ∫ f is at most the difference of the "
    "values of F where f ≤ F'",
    "integral-below": "the fundamental theorem of calculus: ∫ f is at least the difference of the "
    "values of F where F' ≤ f",
    "intermediate": "a continuous function takes every value between those at the ends",
    "dependence": "fewer homogeneous linear equations than unknowns have a solution other than 0",
    "unbounded": "what is above every real number is ∞",
}
_RULE = re.compile(rb'"rule": ?"([a-z-]+)"')


@dataclass(frozen=True)
class Trusted:
    """Something that is taken without evidence.

    Attributes:
        group: a key of `GROUPS`.
        name: its key: of a fact, a definition, a rule or a quantity.
        says: what is taken for true.
        users: the names of the claims that rest on it, directly or not.
        place: where a textbook has it; empty where none is named.
    """

    group: str
    name: str
    says: str
    users: tuple[str, ...]
    place: str = ""


def trusted(
    evidence: Evidence, leaves: Collection[Claim], played: Collection[str]
) -> list[Trusted]:
    """What the proofs and the plays of some claims rest on, group by group.

    A proof rests on the range of each quantity that it speaks of: which of these it made use of
    isn't told. What nobody rests on is left out of the facts and the rules, and listed otherwise.

    Args:
        leaves: claims with statements.
        played: those of them that stored plays decide.
    """
    proved = [leaf.name for leaf in leaves if isinstance(evidence.of(leaf.name), Proven)]
    users = _users(evidence, proved)

    def told(group: str, name: str, says: str, place: str = "") -> Trusted:
        kind = DEFINITIONS if group == FACTS else group
        return Trusted(group, name, says, tuple(sorted(users.get((kind, name), ()))), place)

    named = every_leaf()
    found = [
        Trusted(
            FACTS if named[name].at else UNSOURCED, name, text(evidence.statements[name]),
            tuple(sorted(on_it)), named[name].at,
        )
        for name, on_it in evidence.axioms(proved).items()
    ]
    places = cited()
    for name, statement in definitions().items():
        group = STRUCTURES if name in structures() else FACTS if name in places else DEFINITIONS
        found.append(told(group, name, text(statement), places.get(name, "")))
    found += [told(RULES, name, says) for name, says in THEOREMS.items()]
    found += [
        told(RANGES, name, says)
        for name, record in sorted(QUANTITIES.items()) if (says := _range(record))
    ]
    decided = [leaf for leaf in leaves if leaf.name in played]
    for name, record in sorted(QUANTITIES.items()):
        theorem = " ".join(filter(None, (record.theorem, _as_a_curve(name))))
        if theorem:
            seen = sorted(leaf.name for leaf in decided if name in heads_of(_statement(leaf)))
            found.append(Trusted(READINGS, name, theorem, tuple(seen)))
    return found


def _as_a_curve(name: str) -> str:
    """What is believed of a quantity under a quantifier over one of its arguments."""
    if name not in MONOTONE:
        return ""
    place, rises = MONOTONE[name]
    argument = QUANTITIES[name].arguments[place].name
    bent = f", and is convex in {argument}" if name in CONVEX else ""
    return f"It never {'falls' if rises else 'rises'} with {argument}{bent}."


def _statement(leaf: Claim) -> Statement:
    assert leaf.statement is not None
    return leaf.statement


def _range(record: Quantity) -> str:
    """In what interval a quantity's values lie, and whether it always has one; empty where its
    record says neither."""
    certain = "wherever its arguments fit" if record.certain else "where it has a value"
    return "" if record.values is None else f"lies in {record.values.describe()}, {certain}"


def _users(evidence: Evidence, proved: Collection[str]) -> dict[tuple[str, str], set[str]]:
    """The claims that rest on each definition, rule and range."""
    whole: dict[str, set[tuple[str, str]]] = {}

    def of(name: str) -> set[tuple[str, str]]:
        if name not in whole:
            found = evidence.of(name)
            whole[name] = set()
            if isinstance(found, Proven):
                whole[name].update(_direct(evidence, name), *(of(key) for key in found.cites))
        return whole[name]

    users: dict[tuple[str, str], set[str]] = {}
    for name in proved:
        for item in of(name):
            users.setdefault(item, set()).add(name)
    return users


def _direct(evidence: Evidence, name: str) -> Iterator[tuple[str, str]]:
    """What the stored proof of a claim itself makes use of."""
    written = content(path_of(name, evidence.store)) or b""
    for key in definitions_cited(written):
        yield STRUCTURES if key in structures() else DEFINITIONS, key
    for rule in {found.decode() for found in set(_RULE.findall(written))} & set(THEOREMS):
        yield RULES, rule
    for head in heads_in(written):
        yield RANGES, head


__all__ = ["GROUPS", "THEOREMS", "Trusted", "trusted"]
