"""Joint laws, and entropies and informations of their variables, in nats."""

from __future__ import annotations

import math
from typing import Any

from verified.measures import information
from verified.measures.databases import or_uniform
from verified.measures.readings import Reading, Unreadable, Value, checked_place
from verified.quantities.laws import check_index
from verified.syntax.quantity import Match, quantity, worked_out
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    JointSort,
    PmfSort,
    Sort,
    SymbolSort,
    sort_name,
)
from verified.syntax.terms import Channel, Joint, Op, Pmf, Size, Term, number, size_of, size_term
from verified.syntax.trees import INDEXED

J = Joint("J", X=Size("n"))
n, m, k = Size("n"), Size("m"), Size("k")
prior, channel, second = Pmf("prior", n), Channel("channel", n, m), Channel("second", n, k)


def _sort(joint: Term) -> JointSort:
    if not isinstance(joint.sort, JointSort):
        raise ClaimError(f"{joint} is a {sort_name(joint.sort)}, not a joint law")
    return joint.sort


def disjoint(joint: Term, groups: list[str]) -> tuple[str, ...]:
    """Groups of variables of a joint law, checked to exist and to share none."""
    joint = number(joint)
    names = _sort(joint).names
    checked = []
    for group in groups:
        picked = [name.strip() for name in group.split(",") if name.strip()]
        for name in picked:
            if name not in names:
                raise ClaimError(f"{joint} has no variable {name!r}; it has {', '.join(names)}")
        checked.append(",".join(picked))
    named = [name for group in checked for name in group.split(",") if name]
    if len(set(named)) < len(named):
        raise ClaimError(f"the groups of variables {' ; '.join(groups)} are not disjoint")
    return tuple(checked)


def _named_apart(match: Match) -> None:
    if disjoint(match.args[0], list(match.detail)) != match.detail:
        raise ClaimError(f"{match.args[0]} has no groups {' ; '.join(match.detail)}")


def _one_variable(match: Match) -> None:
    _named_apart(match)
    if match.detail[0] not in _sort(match.args[0]).names:
        raise ClaimError(f"marginal takes one variable, not {match.detail[0]!r}")


def _axes(term: Op, group: str) -> tuple[int, ...]:
    names = _sort(term.args[0]).names
    return tuple(names.index(name) for name in group.split(",") if name)


def _entropy(reading: Reading, term: Op, values: list[Value]) -> Value:
    rank = len(_sort(term.args[0]).names)
    axes, given = (_axes(term, group) for group in term.detail)
    return information.conditional_entropy(reading.xp, values[0], rank, axes, given)


def _information(reading: Reading, term: Op, values: list[Value]) -> Value:
    rank = len(_sort(term.args[0]).names)
    groups = (_axes(term, group) for group in term.detail)
    return information.mutual_information(reading.xp, values[0], rank, *groups)


def _marginal(reading: Reading, term: Op, values: list[Value]) -> Value:
    rank, kept = len(_sort(term.args[0]).names), _axes(term, term.detail[0])
    dropped = tuple(axis - rank for axis in range(rank) if axis not in kept)
    return reading.xp.sum_axes(values[0], dropped) if dropped else values[0]


def _joint_of(reading: Reading, _: Op, values: list[Value]) -> Value:
    return information.joint_law(reading.xp, values[0], values[1])


def _joint_of_outputs(reading: Reading, _: Op, values: list[Value]) -> Value:
    law, first, other = values
    xp = reading.xp
    (inputs, one), (_, two) = xp.shape(first, 2), xp.shape(other, 2)
    law = xp.reshape(law, 1, (inputs, 1, 1))
    left = xp.reshape(first, 2, (inputs, one, 1))
    return law * left * xp.reshape(other, 2, (inputs, 1, two))


def _as_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, sizes = values[0], values[1:]
    count = reading.xp.shape(law, 1)[0]
    if math.prod(sizes) != count:
        raise Unreadable(f"{term}: a law on {count} symbols isn't one on {math.prod(sizes)} tuples")
    return reading.xp.reshape(law, 1, tuple(sizes))


def _cell(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, *indices = values
    xp, rank = reading.xp, len(indices)
    shape = xp.shape(law, rank)
    place = 0
    for index, size in zip(indices, shape, strict=True):
        place = place * size + checked_place(index, size, term)
    return xp.take(xp.reshape(law, rank, (math.prod(shape),)), -1, place)


def _ordered(reading: Reading, term: Op, value: Value, group: str) -> tuple[Value, list[int]]:
    """The law of some variables of a joint law, with one axis for each in their order."""
    xp, rank, axes = reading.xp, len(_sort(term.args[0]).names), _axes(term, group)
    shape = xp.shape(value, rank)
    dropped = tuple(axis - rank for axis in range(rank) if axis not in axes)
    law = xp.sum_axes(value, dropped) if dropped else value
    left = [axis for axis in range(rank) if axis in axes]
    for place, axis in enumerate(axes):
        at = left.index(axis)
        if at != place:
            law = xp.moveaxis(law, at - len(axes), place - len(axes))
            left.insert(place, left.pop(at))
    return law, [shape[axis] for axis in axes]


def _margin(reading: Reading, term: Op, values: list[Value]) -> Value:
    return _ordered(reading, term, values[0], term.detail[0])[0]


def _conditional(reading: Reading, term: Op, values: list[Value]) -> Value:
    of, given = term.detail
    law, sizes = _ordered(reading, term, values[0], f"{given},{of}")
    xp, count = reading.xp, math.prod(sizes[: len(given.split(","))])
    outputs = math.prod(sizes) // count
    table = xp.reshape(law, len(sizes), (count, outputs))
    return or_uniform(xp, table, xp.sum_axes(table, (-1,), keep=True), outputs)


# --- of variables ---------------------------------------------------------------------------------

joint_entropy = quantity(
    "joint_entropy", [J], details=2, check=_named_apart, written='H(J, "U,V|W")',
    doc="H(U,V|W), the Shannon entropy of variables of a joint law given others, in nats.",
    text="H_{0:atom}({a}{|b})",
    spellings=("H({a}{|b})",),
    latex=r"H_{{{0}}}({a}{|b})", values="[0,inf)", unit="nats",
    reading=_entropy, view=lambda v, joint, of, given: v.joint_entropy(joint, of, given),
)
joint_information = quantity(
    "joint_information", [J], details=3, check=_named_apart, written='I(J, "U;V|W")',
    doc="I(U;V|W), the mutual information of variables of a joint law given others, in nats.",
    text="I_{0:atom}({a};{b}{|c})",
    spellings=("I({a};{b}{|c})",),
    latex=r"I_{{{0}}}({a};{b}{|c})", values="[0,inf)", unit="nats",
    reading=_information,
    view=lambda v, joint, one, two, given: v.joint_information(joint, one, two, given),
)


def _law_of(match: Match) -> Sort:
    sort = _sort(match.args[0])
    return PmfSort(sort.alphabets[sort.names.index(match.detail[0])])


marginal_law = quantity(
    "marginal", [J], _law_of, details=1, check=_one_variable, written='marginal(J, "U")',
    doc="The law of one variable of a joint law.",
    text="{0:atom}_{a}", latex=r"{0:base}_{{{a}}}",
    reading=_marginal, view=lambda _, joint, name: joint.of(name),
)


def marginal(joint: Term, variable: str) -> Op:
    """The law of one variable of a joint law, `marginal(J, "X")`; of several, `marginal(J, "X,Y")`,
    the joint law of these."""
    named = disjoint(joint, [variable])
    several = "," in named[0]
    return (margin if several else marginal_law).of((joint,), named)


def _alphabet(joint: Term, group: str) -> Term:
    """How many tuples of symbols some variables have."""
    sort = _sort(joint)
    sizes = [sort.alphabets[sort.names.index(name)] for name in group.split(",")]
    whole: Any = sizes[0]
    for size in sizes[1:]:
        whole = whole * size
    return worked_out(whole)


def _several(match: Match) -> None:
    _named_apart(match)
    if not all(match.detail):
        raise ClaimError(f"no variables of {match.args[0]} are named: write 'Y|X' or 'X,Y'")


def _margin_sort(match: Match) -> Sort:
    sort, names = _sort(match.args[0]), tuple(match.detail[0].split(","))
    return JointSort(names, tuple(sort.alphabets[sort.names.index(name)] for name in names))


margin = quantity(
    "margin", [J], _margin_sort, details=1, check=_several, written='marginal(J, "U,V")',
    doc="The joint law of some variables of a joint law, in the order in which they are named.",
    text="law_{0:atom}({a})", latex=r"{0:base}_{{({a})}}", reading=_margin,
)
conditional_law = quantity(
    "conditional", [J], lambda match: ChannelSort(
        _alphabet(match.args[0], match.detail[1]), _alphabet(match.args[0], match.detail[0])
    ),
    details=2, check=_several, written='conditional(J, "V|U")',
    doc="""The channel from some variables of a joint law to others: the law of V given U, the
    uniform law where the given symbols never come. Tuples are numbered from 0, the last variable
    fastest.""",
    text="law_{0:atom}({a}|{b})", latex=r"{0:base}_{{{a}|{b}}}", reading=_conditional,
)


def conditional(joint: Term, variables: str) -> Op:
    """The channel from some variables of a joint law to others: `conditional(J, "Y|X")`, whose rows
    are P(Y = · | X = x); the uniform law where X is never x."""
    of, bar, given = variables.partition("|")
    if not bar:
        raise ClaimError(f"write conditional({joint}, 'Y|X'): {variables!r} has no bar")
    return conditional_law.of((joint,), disjoint(joint, [of, given]))


def _cell_sorts(match: Match) -> list[Sort]:
    sort = _sort(match.args[0])
    return [sort, *map(SymbolSort, sort.alphabets)]


def _one_for_each(match: Match) -> None:
    joint, *indices = match.args
    names = _sort(joint).names
    if len(indices) != len(names):
        raise ClaimError(
            f"{joint} is indexed by a symbol for each of {', '.join(names)}, not by {len(indices)}"
        )


joint_at = quantity(
    "joint_at", [J, Size("index", low=0)], repeats=True, check=_one_for_each, wants=_cell_sorts,
    doc="The probability of a tuple of symbols under a joint law, one for each variable.",
    written="J[x, y]", text="{0:atom}({rest})", latex=r"{0:atom}({rest})", values="[0,1]", unit="",
    reading=_cell,
)


def _of_joint(joint: Term, index: Any) -> Term:
    indices = index if isinstance(index, tuple) else (index,)
    for one in indices:
        check_index(joint, one)
    return joint_at(joint, *indices)


INDEXED[JointSort] = _of_joint


# --- made of laws and channels --------------------------------------------------------------------

joint_of = quantity(
    "joint_of", [prior, channel], JointSort(("X", "Y"), (n, m)),
    doc="The joint law of a channel's input X and its output Y under a prior.",
    text="({0:atom} x {1:atom})", latex=r"{0:atom} \times {1:atom}",
    reading=_joint_of, view=lambda v, law, rows: v.joint_of(law, rows),
)
joint_of_outputs = quantity(
    "joint_of_outputs", [prior, channel, second], JointSort(("X", "Y", "Z"), (n, m, k)),
    doc="""The joint law of an input X and of the outputs Y, Z of two channels that it is sent
    through independently.""",
    text="({0:atom} x ({1}, {2}))",
    latex=r"{0:atom} \times \left({1:atom}, {2:atom}\right)", reading=_joint_of_outputs,
)


def _named(match: Match) -> tuple[str, ...]:
    return tuple(match.detail[0].split(","))


def _is_on_tuples(match: Match) -> None:
    names, (law, *sizes) = _named(match), match.args
    if len(set(names)) < len(names) or len(names) != len(sizes):
        raise ClaimError("as_joint has one alphabet for each variable, and each its own name")
    for name, size in zip(names, sizes, strict=True):
        size_term(size, f"of {name} in as_joint(…)")
    whole: Any = sizes[0]
    for size in sizes[1:]:
        whole = whole * size
    if worked_out(whole) != worked_out(size_of(law)):
        raise ClaimError(
            f"in as_joint the law is on the tuples of the variables' symbols: {size_of(law)} "
            f"symbols meet {worked_out(whole)}"
        )


law_on_tuples = quantity(
    "as_joint", [Pmf("P", n), Size("u")], lambda match: JointSort(_named(match), match.args[1:]),
    repeats=True, details=1, check=_is_on_tuples, written="as_joint(P, U=u, V=v)",
    doc="""A law on tuples of symbols as the joint law of named variables. The tuples are numbered
    from 0, the last variable fastest, so that (U, V) = (a, b) is the symbol a v + b; the law is on
    u v symbols.""",
    text="joint_[{a}]({*})", latex=r"\mathrm{{joint}}_{{{a}}}\left({*}\right)",
    reading=_as_joint,
)


def as_joint(law: Term, **alphabets: Any) -> Op:
    """A law on tuples of symbols as the joint law of named variables: `as_joint(P, U=u, V=v)`.

    The tuples are numbered from 0, the last variable fastest, so that (U, V) = (a, b) is the symbol
    a v + b; the law is on u v symbols.
    """
    if not alphabets:
        raise ClaimError("as_joint has no variables: write as_joint(P, U=u, V=v)")
    sizes = [size_term(size, f"of {name} in as_joint(…)") for name, size in alphabets.items()]
    return law_on_tuples.of((law, *sizes), (",".join(alphabets),))


__all__ = ["as_joint", "conditional", "joint_of", "joint_of_outputs", "marginal"]
