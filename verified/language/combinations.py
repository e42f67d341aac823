"""Laws added and compared, as in papers: `t * P + (1 - t) * Q`, `equals(P @ W, Q)`, `P <= 2 * Q`.

Nothing here is a quantity of its own. A mixture is the table of its entries, or the mixture of laws
on the line; a relation between laws or channels is one between each of their entries. With it come
the terms that authors write and the kernel knows already. No tree has any of it, so the kernel
doesn't import it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verified.quantities.channels import information, output
from verified.quantities.integers import integer_mixture
from verified.quantities.joints import joint_of_outputs
from verified.quantities.laws import indicator, pmf_of
from verified.quantities.line import law_mixture
from verified.quantities.words import KL, TV, I, chi_square
from verified.syntax.binders import fresh, sup
from verified.syntax.combinations import Combination, mixed
from verified.syntax.formulas import Formula, both, every
from verified.syntax.quantity import worked_out
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    EventSort,
    IntegerLawSort,
    JointSort,
    LawSort,
    PmfSort,
    Sort,
    sort_name,
)
from verified.syntax.terms import Channel, Pmf, Symbol, Term, Var, equals
from verified.syntax.trees import (
    COMPARED,
    INFINITY,
    Bind,
    Number,
    Op,
    Relation,
    number,
)

Parts = Sequence[tuple[Term, Term]]


def _weighted(parts: Parts, entry: Callable[[Term], Term]) -> Term:
    """The sum of the laws' entries with their weights."""
    found: Term | None = None
    for weight, law in parts:
        positive, is_less = _without_sign(weight)
        part = entry(law) if positive == number(1) else positive * entry(law)
        if found is None:
            found = -part if is_less else part
        else:
            found = found - part if is_less else found + part
    assert found is not None
    return found


def _without_sign(weight: Term) -> tuple[Term, bool]:
    """A weight without its minus sign, and whether it had one."""
    match weight:
        case Number(value) if value is not None and value < 0:
            return Number(-value), True
        case Op("neg", (positive,)):
            return positive, True
    return weight, False


def _parts(term: Term) -> Parts:
    return term.parts if isinstance(term, Combination) else [(number(1), term)]


def _used(parts: Parts) -> list[Term]:
    return [term for pair in parts for term in pair]


def _one_alphabet(terms: Sequence[Term]) -> Sort:
    """The sort of laws that are added or compared, which must be the same."""
    first = terms[0].sort
    for term in terms[1:]:
        same = [*map(worked_out, first.sizes())] == [*map(worked_out, term.sort.sizes())]
        if not same or (isinstance(first, JointSort) and first.names != _names(term)):
            raise ClaimError(
                f"{terms[0]} and {term} can't be added or compared: their alphabets differ "
                f"({_told(terms[0])}; {_told(term)})"
            )
    return first


def _names(term: Term) -> tuple[str, ...]:
    return term.sort.names if isinstance(term.sort, JointSort) else ()


def _told(term: Term) -> str:
    sizes = ", ".join(map(str, term.sort.sizes()))
    return f"{', '.join(_names(term))} of {sizes}" if _names(term) else f"{sizes} symbols"


def _laws(*sides: Term) -> list[Term]:
    return [law for side in sides for _, law in _parts(side)]


def _pmf_mixture(parts: Parts) -> Term:
    sort = _one_alphabet([law for _, law in parts])
    assert isinstance(sort, PmfSort)
    symbol = Symbol(fresh("u", *_used(parts)), sort.size)
    return Bind("table", symbol, None, _weighted(parts, lambda law: law[symbol]), sort)


def _channel_mixture(parts: Parts) -> Term:
    sort = _one_alphabet([law for _, law in parts])
    assert isinstance(sort, ChannelSort)
    used = _used(parts)
    x, y = Symbol(fresh("u", *used), sort.inputs), Symbol(fresh("v", *used), sort.outputs)
    row = Bind("table", y, None, _weighted(parts, lambda law: law[x, y]), PmfSort(sort.outputs))
    return Bind("table", x, None, row, sort)


def _of_laws(mixture: Callable[..., Term]) -> Callable[[Parts], Term]:
    return lambda parts: mixture(
        pmf_of(*(weight for weight, _ in parts)), *(law for _, law in parts)
    )


mixed(PmfSort, _pmf_mixture)
mixed(ChannelSort, _channel_mixture)
mixed(LawSort, _of_laws(law_mixture))
mixed(IntegerLawSort, _of_laws(integer_mixture))


# --- relations ------------------------------------------------------------------------------------


def _by_entries(op: str, left: Term, right: Term, symbols: Sequence[Var]) -> Formula:
    """The relation for each of the entries."""
    if op in ("<", ">"):
        raise ClaimError(
            f"{left} {op} {right}: between laws write <=, >= or equals(…), which are for each "
            "entry; or name a symbol"
        )
    index = symbols[0] if len(symbols) == 1 else tuple(symbols)
    sides = [_weighted(_parts(side), lambda law: law[index]) for side in (left, right)]
    formula: Formula = Relation(op, *sides)
    for symbol in reversed(symbols):
        formula = every(symbol, formula)
    return formula


def _compared_pmfs(op: str, left: Term, right: Term) -> Formula:
    sort = _one_alphabet(_laws(left, right))
    assert isinstance(sort, PmfSort)
    used = _used([*_parts(left), *_parts(right)])
    return _by_entries(op, left, right, [Symbol(fresh("u", *used), sort.size)])


def _compared_channels(op: str, left: Term, right: Term) -> Formula:
    sort = _one_alphabet(_laws(left, right))
    assert isinstance(sort, ChannelSort)
    used = _used([*_parts(left), *_parts(right)])
    return _by_entries(op, left, right, [
        Symbol(fresh("u", *used), sort.inputs), Symbol(fresh("v", *used), sort.outputs)
    ])


def _compared_joints(op: str, left: Term, right: Term) -> Formula:
    sort = _one_alphabet([left, right])
    assert isinstance(sort, JointSort)
    symbols = [
        Symbol(fresh(name.lower() if name[:1].isalpha() else "x", left, right), size)
        for name, size in zip(sort.names, sort.alphabets, strict=True)
    ]
    return _by_entries(op, left, right, symbols)


def _compared_events(op: str, left: Term, right: Term) -> Formula:
    sort = _one_alphabet([left, right])
    assert isinstance(sort, EventSort)
    if op != "=":
        raise ClaimError(
            f"{left} {op} {right}: events are compared by equals(…); that each symbol of one is in "
            "the other is every(x, indicator(A, x) <= indicator(B, x))"
        )
    symbol = Symbol(fresh("u", left, right), sort.size)
    return every(symbol, equals(indicator(left, symbol), indicator(right, symbol)))


def _compared_laws(op: str, left: Term, right: Term) -> Formula:
    if op != "=":
        raise ClaimError(
            f"{left} {op} {right}: a {sort_name(left.sort)} has no entries to compare; write "
            "Close(…) or hockey_stick(…)"
        )
    return equals(TV(number(left), number(right)), 0)


COMPARED[PmfSort], COMPARED[ChannelSort] = _compared_pmfs, _compared_channels
COMPARED[JointSort], COMPARED[EventSort] = _compared_joints, _compared_events
COMPARED[LawSort] = COMPARED[IntegerLawSort] = _compared_laws

# --- contraction ----------------------------------------------------------------------------------


def _contraction(divergence: Callable[..., Term], channel: Term) -> Term:
    if not isinstance(channel.sort, ChannelSort):
        raise ClaimError(f"a contraction coefficient is of a channel, not of {channel}")
    inputs = channel.sort.inputs
    law, other = Pmf(fresh("P_0", channel), inputs), Pmf(fresh("Q_0", channel), inputs)
    apart = divergence(law, other)
    ratio = divergence(output(law, channel), output(other, channel)) / apart
    return sup(law, sup(other, ratio, where=both(apart > 0, apart < INFINITY)))


def kl_contraction(channel: Term) -> Term:
    """η_KL(W): the largest D(P W‖Q W)/D(P‖Q) over laws P, Q of the input whose divergence is
    neither 0 nor infinite (Ahlswede & Gács 1976)."""
    return _contraction(KL, channel)


def chi_square_contraction(channel: Term) -> Term:
    """η_χ²(W): the largest χ²(P W‖Q W)/χ²(P‖Q) over laws P, Q of the input whose divergence is
    neither 0 nor infinite (Ahlswede & Gács 1976)."""
    return _contraction(chi_square, channel)


# --- the information bottleneck -------------------------------------------------------------------


def bottleneck(prior: Any, channel: Any, rate: Any, symbols: Any) -> Term:
    """The information bottleneck: the largest I(T; Y) over channels from X to a T of so many
    symbols that tell at most the rate of X, I(X; T) ≤ r, in nats (Tishby, Pereira & Bialek 1999;
    Witsenhausen & Wyner 1975). It is the supremum, which a point decides on one side only: of an
    upper bound of it a refutation tells T, a lower bound of it is refused."""
    law, rows = number(prior), number(channel)
    if not isinstance(law.sort, PmfSort) or not isinstance(rows.sort, ChannelSort):
        raise ClaimError(f"a bottleneck is of a law and a channel, not of {law} and {rows}")
    limit, size = number(rate), number(symbols)
    told = Channel(fresh("T", law, rows, limit, size), law.sort.size, size)
    return sup(
        told, I(joint_of_outputs(law, told, rows), "Y;Z"),
        where=information(law, told) <= limit,
    )


__all__ = ["bottleneck", "chi_square_contraction", "kl_contraction"]
