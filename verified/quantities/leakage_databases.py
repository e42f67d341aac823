"""What mechanisms leak of a database and of its entries, over all priors (Saeidian et al. 2025,
Section 4), in nats: laws of single entries, priors near an instance, suprema over priors.
"""

from __future__ import annotations

import math

from flint import fmpq

from verified.measures import leakage, privacy
from verified.measures.databases import (
    database_joint,
    digits,
    flattened,
    instance_of,
    or_uniform,
)
from verified.measures.readings import Reading, Value, checked_place
from verified.quantities.databases import alphabet, entries, instances
from verified.syntax.quantity import Quantity, quantity
from verified.syntax.sorts import ChannelSort, PmfSort, PriorSort
from verified.syntax.terms import Database, Mechanism, Op, Prior, Real, Size, Symbol

D, m = Database("D"), Size("m")
mechanism, prior = Mechanism("mechanism", D, m), Prior("prior", D)
entry, x = Symbol("entry", entries(D)), Symbol("x", instances(D))
share = Real("share")


def _entry_law(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, law, index = values
    count, place = len(database), checked_place(index, len(database), term)
    others = tuple(axis - count for axis in range(count) if axis != place)
    return reading.xp.sum_axes(law, others) if others else law


def _entry_response(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, whole, index = values
    xp, count = reading.xp, len(whole.database)
    place = checked_place(index, count, term)
    others = tuple(axis - count - 1 for axis in range(count) if axis != place)
    joint = database_joint(xp, law, whole)
    cells = xp.sum_axes(joint, others) if others else joint
    outputs = xp.shape(cells, 2)[-1]
    return or_uniform(xp, cells, xp.sum_axes(cells, (-1,), keep=True), outputs)


def _resampled(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, place, share_ = values
    xp, centre = reading.xp, instance_of(database, place, term)
    one = xp.constant(fmpq(1))
    # A share outside of [0, 1] counts as the nearer end, so that this is a law.
    spread = xp.minimum(xp.maximum(reading.scalar(share_), xp.constant(fmpq(0))), one)
    masses = []
    for number in range(math.prod(database)):
        mass = one
        for size, symbol, kept in zip(database, digits(database, number), centre, strict=True):
            part = spread * xp.constant(fmpq(1, size))
            mass = mass * (part + xp.sub(one, spread) if symbol == kept else part)
        masses.append(mass)
    return xp.reshape(xp.stack(masses, (len(masses),)), 1, tuple(database))


def _neighbours(reading: Reading, _: Op, values: list[Value]) -> Value:
    return privacy.dp_epsilon(reading.xp, values[0].table, len(values[0].database))


def _any_two(reading: Reading, _: Op, values: list[Value]) -> Value:
    flat = flattened(reading.xp, values[0].table, values[0].database, True)
    return leakage.leakage_capacity(reading.xp, flat)


# --- entries --------------------------------------------------------------------------------------

entry_law = quantity(
    "entry_law", [D, prior, entry], PmfSort(alphabet(D, entry)), order=[prior, entry],
    doc="The law of one entry under a prior on the database: its marginal.",
    text="{1:atom}_[{2}]", latex=r"{1:base}_{{{2}}}", reading=_entry_law,
)
entry_response = quantity(
    "entry_response", [prior, mechanism, entry], ChannelSort(alphabet(D, entry), m),
    doc="""The laws of the response given each value of an entry, the others being as likely as the
    prior makes them then (the uniform law where the entry never has that value).""",
    text="({0} {1})_[Y|{2}]", latex=r"\left({0} \times {1}\right)_{{Y|{2}}}",
    reading=_entry_response,
)
resampled_prior = quantity(
    "resampled_prior", [D, x, share], PriorSort(D, "independent"),
    doc="""The prior under which the entries are independent, and each is as in the instance but for
    this share, with which it is drawn from the uniform law; a share outside of [0, 1] counts as the
    nearer end.""",
    text="({1} but for {2})", latex=r"\left({1} \oplus {2}\right)", reading=_resampled,
)

# --- suprema over priors --------------------------------------------------------------------------

_PAIRS = "It is the least ε of ε-DP (Theorem 4.2)."
_ALL_PAIRS = "It is the least ε for any two databases (Theorem 4.5)."
_BINARY = "3/4,1/4;1/4,3/4"


def _supremum(name: str, over: str, leaks: str, doc: str, theorem: str) -> Quantity:
    """A supremum over priors that make every instance possible; `over`: which, and of what."""
    return quantity(
        name, [mechanism], doc=f"""The supremum over responses y and {doc}, in nats. Only priors
        that make every instance possible are taken.""",
        text=f"sup_{{{{y, {over}}}}}(l[P_X, {{0}}]({leaks}))",
        latex=rf"\sup_{{{{y, {over}}}}} \ell\left[P_X, {{0}}\right]({leaks})",
        values="[0,inf]", unit="nats", theorem=theorem,
        reading=_neighbours if theorem == _PAIRS else _any_two,
        examples=[((_BINARY,), "1.09861228866"), (("1,0;0,1",), "inf"), (("1/2,1/2",), "0")],
    )


conditional_leakage = _supremum(
    "conditional_leakage", "P_X, i, d", "X_i -> y | d^-i",
    "all priors, entries i and values d of the others of ℓ(X_i → y | d)", _PAIRS,
)
conditional_leakage_independent = _supremum(
    "conditional_leakage_independent", "P_X = prod P_Xi, i, d", "X_i -> y | d^-i",
    "priors of independent entries, entries i and values d of the others of ℓ(X_i → y | d)",
    _PAIRS,
)
entry_leakage = _supremum(
    "entry_leakage", "P_X, i", "X_i -> y", "all priors and entries i of ℓ(X_i → y)", _ALL_PAIRS,
)
entry_leakage_independent = _supremum(
    "entry_leakage_independent", "P_X = prod P_Xi, i", "X_i -> y",
    "priors of independent entries, and entries i, of ℓ(X_i → y)", _PAIRS,
)
database_leakage = _supremum(
    "database_leakage", "P_X", "X -> y", "all priors of ℓ(X → y)", _ALL_PAIRS,
)
database_leakage_independent = _supremum(
    "database_leakage_independent", "P_X = prod P_Xi", "X -> y",
    "priors of independent entries of ℓ(X → y)", _ALL_PAIRS,
)

__all__ = [
    "conditional_leakage", "conditional_leakage_independent", "database_leakage",
    "database_leakage_independent", "entry_law", "entry_leakage", "entry_leakage_independent",
    "entry_response", "resampled_prior",
]
