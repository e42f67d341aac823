"""Closed forms as functions: of several ways to write each, the one whose code errs least.

Each way is an identity of the one before, compared in balls; the code is measured in Python's
arithmetic against enclosures of the claim's own term, and comments say what was measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from flint import fmpq

from verified.code.forms import Form, name, operations
from verified.code.languages import Function, Language, file_text, identifier, language
from verified.code.measuring import Env, Measured, agrees, measured, truths
from verified.code.opening import closed_sides, hypotheses, opened, quantity_term
from verified.code.rational import factored
from verified.code.series import REACHES, expanded, patched
from verified.code.stable import stable
from verified.errors import InputError
from verified.report.records import expected_statuses
from verified.report.selection import leaves, nodes
from verified.syntax.claims import Claim
from verified.syntax.formulas import Formula
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import ClaimError, RealSort
from verified.syntax.terms import Term, Var, free_variables
from verified.syntax.text import domain, text

# Up to so many lost bits (`Measured.bits`) no series is tried; ways that differ by less are alike.
GOOD = 2.5
ALIKE = 0.25


@dataclass(frozen=True)
class Coded:
    """A closed form, the way that was chosen to work it out, and how far that errs."""

    term: Term
    plain: Form
    form: Form
    errors: Measured
    plainly: Measured

    @property
    def variables(self) -> list[Var]:
        """Its variables, as they occur."""
        return list(free_variables(self.term).values())


@cache
def coded(term: Term, given: tuple[Formula, ...] = ()) -> Coded:
    """A term as code.

    Args:
        given: hypotheses in its variables, under which it is measured.

    Raises:
        ClaimError: it isn't a closed form.
    """
    plain = opened(term)
    held = truths(term, given, plain=plain)
    names = list(free_variables(term))
    ways: list[tuple[Form, Measured]] = []
    for form in _ways(plain):
        if form == plain or agrees(form, term, held):
            ways.append((form, measured(compiled(form, names), names, held)))
    plainly = ways[0][1]
    if len(names) == 1 and _best(ways)[1].bits > GOOD:
        for form, _ in list(ways):
            for other in _with_series(plain, form, term):
                ways.append((other, measured(compiled(other, names), names, held)))
    return Coded(term, plain, *_best(ways), plainly)


def _ways(plain: Form) -> Iterator[Form]:
    """What is written, and what it may be written as."""
    seen: list[Form] = [plain]
    yield plain
    written = [plain, *(factored(plain, sign, sums) for sums in (False, True) for sign in (-1, 1))]
    for ratios in (False, True):
        for one in written:
            form = stable(one, ratios)
            # What functions are called with by now may have quotients of its own.
            again = stable(factored(form, -1, True), ratios)
            for found in (form, again):
                if found not in seen:
                    seen.append(found)
                    yield found


def _best(ways: Sequence[tuple[Form, Measured]]) -> tuple[Form, Measured]:
    """The way that loses the fewest bits; of those nearly as good the shortest."""
    least = min(errors.bits for _, errors in ways)
    return min(
        ((form, errors) for form, errors in ways if errors.bits <= least + ALIKE),
        key=lambda way: operations(way[0]),
    )


def _with_series(plain: Form, form: Form, term: Term) -> Iterator[Form]:
    """A form with power series of what is written, about an end of the domain or a round number."""
    (called, var), = free_variables(term).items()
    ends = [getattr(var.of, "low", None), getattr(var.of, "high", None), fmpq(0), fmpq(1, 2)]
    for centre in dict.fromkeys(fmpq(end) for end in ends if end is not None):
        if isinstance(var.of, RealSort) and not _near(var.of, centre):
            continue
        series = expanded(plain, called, centre)
        if series is not None:
            for reach in REACHES:
                yield patched(form, series, called, centre, reach)


def _near(sort: RealSort, centre: fmpq) -> bool:
    """Whether a point is in an interval or one of its ends."""
    return (sort.low is None or centre >= sort.low) and (sort.high is None or centre <= sort.high)


def compiled(form: Form, names: Sequence[str]) -> Callable[..., float]:
    """A form as a Python function of its names, in this order."""
    python = language("python")
    function = _function("f", form, names, python)
    made: dict[str, Any] = {}
    exec(file_text([(function, ())], python), made)  # our own text
    found: Callable[..., float] = made["f"]
    return found


def _function(called: str, form: Form, names: Sequence[str], target: Language) -> Function:
    known = {one: identifier(one, target) for one in names}
    return Function(called, tuple(known.values()), "", (), _renamed(form, known))


def _renamed(form: Form, known: dict[str, str]) -> Form:
    if form.op == "name":
        return name(known[form.value])
    return Form(form.op, tuple(_renamed(arg, known) for arg in form.args), form.value)


# --- what a name means ----------------------------------------------------------------------------


def code_of(names: Sequence[str], meant: Callable[[str], list[Claim]], lang: str) -> str:
    """A file of the closed forms that names mean, quantities or claims; each form once.

    Args:
        meant: finds the claims that a name means.

    Raises:
        InputError: a name means nothing that is a closed form; there is no such language.
        UnknownKeyError: it means nothing.
    """
    target = language(lang)
    functions: list[tuple[Function, list[str]]] = []
    seen: set[Term] = set()
    for one in names:
        found = list(closed_terms(one, meant))
        if not found:
            raise InputError(f"{one} states no closed form in real numbers")
        for source in found:
            if source.term not in seen:
                seen.add(source.term)
                functions.append(_told(source, target))
    return file_text(_apart(functions), target)


@dataclass(frozen=True)
class Source:
    """A closed form, what the function of it is called, and what states it, supposing what."""

    term: Term
    called: str
    key: str
    given: tuple[Formula, ...]


def closed_terms(one: str, meant: Callable[[str], list[Claim]]) -> Iterator[Source]:
    """The closed forms of what a name means, a quantity or claims; each once.

    Raises:
        InputError: it means a quantity that is no closed form in real numbers.
        UnknownKeyError: it means nothing.
    """
    if one in QUANTITIES:
        term = quantity_term(one)
        try:
            opened(term)
        except ClaimError as error:
            raise InputError(f"{one} has no code: {error}") from None
        yield Source(term, one, f"the quantity {one}", ())
        return
    for claim in meant(one):
        for leaf in leaves(nodes(claim)):
            yield from closed_of(leaf)


def closed_of(leaf: Claim) -> Iterator[Source]:
    """The closed forms of one claim's own statement."""
    for term, _ in closed_sides(leaf):
        yield Source(term, leaf.name.partition("/")[2], leaf.name, hypotheses(leaf, term))


def _apart(functions: list[tuple[Function, list[str]]]) -> list[tuple[Function, list[str]]]:
    """The functions under names of their own."""
    found, count = [], {one.name: 0 for one, _ in functions}
    for function, told in functions:
        count[function.name] += 1
        number = count[function.name]
        called = function.name if number == 1 else f"{function.name}_{number}"
        found.append((
            Function(called, function.names, function.doc, function.body, function.result), told
        ))
    return found


def _told(source: Source, target: Language) -> tuple[Function, list[str]]:
    """A function and the comment before it."""
    made = coded(source.term, source.given)
    names = [var.name for var in made.variables]
    symbolic = target.name == "sympy"
    form = made.plain if symbolic else _without_series(made.form) if target.exact != "float" else (
        made.form
    )
    function = _function(identifier(source.called, target), form, names, target)
    status = _statuses().get(source.key)
    lines = [f"{source.key}{'' if status is None else f' ({status})'}:", f"  {text(source.term)}"]
    lines += [
        f"{shown}{'' if shown == var.name else f' is {var.name}'}: {domain(var)}"
        for var, shown in zip(made.variables, function.names, strict=True)
    ]
    if source.given:
        lines.append(f"given {', '.join(map(text, source.given))}")
    return function, [*lines, *_error_lines(made, target)]


@cache
def _statuses() -> Mapping[str, str]:
    return expected_statuses()


def _error_lines(made: Coded, target: Language) -> Iterator[str]:
    if target.exact != "float":
        yield "Exact but for the working precision."
        return
    errors = made.errors
    if errors.points == 0:
        yield "Not measured: no point was found at which it has a value."
        return
    yield f"Largest relative error {errors.worst:.1e} (at {_place(errors.at)}), median"
    yield (f"{errors.median:.1e}, against certified enclosures at {errors.points} points, in "
           "Python's floats.")
    if errors.failed:
        yield (f"At {len(errors.failed)} of them it overflows, or gives no number, as at "
               f"{_place(errors.failed[0])}.")


def _place(at: Env) -> str:
    return ", ".join(f"{called} = {size!r}" for called, size in at.items())


def _without_series(form: Form) -> Form:
    """The way without a series, whose coefficients are those of doubles."""
    if form.op == "select":
        return form.args[3]
    return form


__all__ = [
    "Coded", "Source", "closed_of", "closed_terms", "code_of", "coded", "compiled",
]
