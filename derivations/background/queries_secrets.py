"""What several responses tell of a secret, stage by stage, from the joint laws of the stages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.entry_joints import Values
from derivations.patterns.informations import of_tuples
from derivations.patterns.numbers import power_at_least_one
from derivations.patterns.stages import first_response, next_query, nothing_yet, without_last
from derivations.tools import ZERO, turned
from verified.kernel.polynomial import replaced
from verified.language import (
    I,
    equals,
    flat_mechanism,
    history_law,
    initial,
    private_value,
    private_values,
    public_value,
    public_values,
    reals_table,
    secret_joint,
    secret_stage_joint,
    together,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number

# In the shapes of `entry_joints` the second value is B; here it is public, C.
SHAPES = {"A;Y|B": "A;Y|C", "A;Y,Z|B": "A;Y,Z|C", "A;Z|B,Y": "A;Z|C,Y"}


class Secrets(Values):
    """An edge's private and public value, and responses."""

    def __init__(
        self, d: Derivation, kernels: Any, joint: Term, cell: Callable[..., Line], *some: Line,
    ) -> None:
        F, P, e = (d.var(name) for name in "FPe")
        x, z = (d.fix(Symbol(name, P.sort.size)) for name in ("one", "other"))
        super().__init__(
            d, x, z, lambda at: P[at],
            lambda at: (private_value(F, e, at), public_value(F, e, at)),
            (private_values(F, e), public_values(F, e)), kernels, joint, cell, *some)

    def inside(self, mass: Term, own: Term, other: Term) -> Term:
        return mass * (own * other)

    def shaped(self, shape: str) -> str:
        return SHAPES[shape]


def stage(d: Derivation, S: Any, j: Any) -> Secrets:
    """The joint law of a secret and of the responses at a stage."""
    F, P, e = (d.var(name) for name in "FPe")
    m = S.sort.outputs
    h, y = Symbol("h", m ** number(j)), Symbol("response", m)
    return Secrets(
        d, [(h, lambda at: history_law(S, j, at)[h]), (y, lambda at: next_query(S, j, h)[at][y])],
        secret_stage_joint(F, P, S, e, j),
        lambda a, c, told, answer: d.cite(
            "definition/secret-stage-joint-sequential", F=F, P=P, S=S, e=e, j=j, a=a, c=c, h=told,
            y=answer),
        power_at_least_one(d, m, number(j)),
    )


@derives("background/secret-stage-sums-sequential")
def sums_at_a_stage(d: Derivation) -> None:
    """The joint law, written out."""
    F, P, S, e, j = (d.var(name) for name in "FPSej")
    here = stage(d, S, j)
    value = d.cite("definition/secret-stage-information-sequential", F=F, P=P, S=S, e=e, j=j)
    line, _, less = here.written("A;Z|B,Y")
    last = d.identity(equals(line.formula.right, d.goal.right), *here.all_values(less, 2))
    d.qed(d.chain(value, line, last))


@derives("background/secret-earlier-stage-sequential")
def told_earlier(d: Derivation) -> None:
    """The joint law of a stage before the last one is the same without the last query."""
    F, P, S, e, j, k = (d.var(name) for name in "FPSejk")
    values = []
    for queries, count in ((initial(S), k), (S, k + 1)):
        here = stage(d, S, j)
        here.joint = secret_stage_joint(F, P, queries, e, j)

        def cell(
            a: Any, c: Any, h: Any, y: Any, queries: Any = queries, count: Any = count,
            z: Any = here.z,
        ) -> Line:
            line: Any = d.cite(
                "definition/secret-stage-joint-sequential", F=F, P=P, S=queries, k=count, e=e, j=j,
                a=a, c=c, h=h, y=y)
            if queries is S:
                return line
            return d.chain(line, without_last(d, S, k, j, z, h, y, line.formula.right))

        here.cell = cell
        agree, made = here.tuples()
        told = of_tuples(d, lambda joint: I(joint, "A;Z|C,Y"), agree, made)
        value = d.cite("definition/secret-stage-information-sequential", F=F, P=P, S=queries,
                       k=count, e=e, j=j)
        values.append(d.chain(value, told))
    d.qed(d.chain(values[0], turned(d, values[1])))


def released(
    d: Derivation, M: Any, s: Any, kernel: Callable[[Any], Term],
    known: Callable[[Any, Any], Line] | None, *some: Line,
) -> Secrets:
    """The joint law of a secret and of a mechanism's response.

    Args:
        M: the mechanism.
        s: a symbol for the response.
        kernel: how likely it is at an instance.
        known: shows that that is so, where it isn't what the mechanism says.
    """
    F, P, e = (d.var(name) for name in "FPe")
    flat = flat_mechanism(M)
    z = d.fix(Symbol("other", P.sort.size))

    def cell(a: Any, c: Any, y: Any) -> Line:
        line: Any = d.cite("definition/secret-joint", *some, F=F, P=P, M=flat, e=e, a=a, c=c, y=y)
        body = line.formula.right
        term = substitute(body.body, {body.var.name: z})
        row: Any = d.identity(equals(term, term), *some)
        changes = [d.cite("definition/flat-mechanism", *some, M=M, x=z, y=y)]
        if known is not None:
            changes.append(known(z, y))
        for change in changes:
            left, right = change.formula.left, change.formula.right  # type: ignore[attr-defined]
            row = d.rewrite(change, row, equals(term, replaced(row.formula.right, left, right)))
        return d.chain(line, d.summed(d.forall(z, row), *some))

    return Secrets(d, [(s, kernel)], secret_joint(F, P, flat, e), cell, *some)


def by_parts(
    d: Derivation, here: Secrets, term: Term, less: list[Line], place: Term, within: Line,
    parted: Callable[[Any], Term], known: Callable[[Any], Line], symbols: list[Any],
) -> tuple[Line, list[Line]]:
    """A sum over all responses as one over their parts.

    Args:
        place: the number of the responses, of the symbols.
        parted, known: how likely it is at an instance, and a line that shows it.
    """
    (s,) = here.symbols
    a, b = (d.fixed[name] for name in ("own", "rest"))
    inner = [d.at(d.forall(s, one), place, within) for one in less]
    start = substitute(term, {s.name: place})
    row = d.have(equals(start, start), "defined", *inner, within, *here.some)
    z = here.z
    for own in (True, False):
        old = substitute(here.marked(own, 1, z, a, b), {s.name: place})
        left = substitute(here.kernels[0](z), {s.name: place})
        new = replaced(old, left, parted(z))
        change = d.summed(d.forall(z, d.rewrite(
            known(z), d.identity(equals(old, old), within), equals(old, new))), within)
        row = d.rewrite(change, row, equals(start, replaced(
            row.formula.right, total(z, old), total(z, new))))  # type: ignore[attr-defined]
    real = [*inner, within]
    for symbol in (a, b, *reversed(symbols)):
        real = [d.forall(symbol, one) for one in real]
        row = d.summed(d.forall(symbol, row), *real, *here.some)
    return row, real


@derives("background/secret-last-stage-sequential")
def told_at_last(d: Derivation) -> None:
    """The joint laws, written out: a response to all queries is one to the first and to the last.
    """
    F, P, S, e, k = (d.var(name) for name in "FPSek")
    m = S.sort.outputs
    here = stage(d, S, k)
    h, y = here.symbols
    some = power_at_least_one(d, m, k + 1)
    place = h * m + y
    within = d.arithmetic(
        m ** (k + 1) - place - 1 >= ZERO, d.obvious(m**k - h - 1 >= ZERO),
        d.obvious(m - y - 1 >= ZERO), hints=[m])
    s = d.fix(Symbol("word", m ** (k + 1)))
    whole = released(d, together(S), s, lambda at: together(S)[at][s], None, some)
    line, term, less = whole.written("A;Y|B")
    a, b = (d.fixed[name] for name in ("own", "rest"))
    own = total(b, total(a, term))
    every = whole.all_values(less, 0)
    every = [d.forall(s, one) for one in every]
    table = reals_table(s.of.size, lambda t: substitute(own, {s.name: t}))
    sums: Any = d.cite("background/longer-sums", *every, some, m=m, k=k, f=table)

    def parted(at: Any) -> Term:
        return history_law(S, k, at)[h] * S[k, h][at][y]

    def known(at: Any) -> Line:
        one = d.cite(
            "definition/together-sequential", some, within, S=S, k=k + 1, x=at, h=place)
        law: Any = d.cite(
            "definition/history-law-sequential", S=S, k=k + 1, x=at, j=k, s=place)
        for part in range(2):
            law = d.rewrite(d.cite("definition/division", n=m, q=h, v=y, part=part), law)
        return d.chain(one, law)

    rows, real = by_parts(d, whole, term, less, place, within, parted, known, [h, y])
    ends = [d.forall(h, d.forall(y, within)), *real, some]
    left = d.identity(equals(line.formula.right, sums.formula.left), *every, some)  # type: ignore[attr-defined]
    right = d.identity(equals(sums.formula.right, rows.formula.left), *every, *ends)  # type: ignore[attr-defined]
    told, _, less = here.written("A;Y,Z|B")
    last = d.identity(equals(rows.formula.right, told.formula.right), *here.all_values(less, 2))  # type: ignore[attr-defined]
    lines = [d.chain(line, left, sums, right, rows, last, turned(d, told))]

    fewer = initial(S)

    def before(at: Any, history: Any) -> Line:
        one = d.cite("definition/together-sequential", here.some[0], S=fewer, k=k, x=at, h=history)
        return d.chain(one, d.cite(
            "background/first-responses-sequential", S=S, k=k, x=at, j=k, h=history))

    first = released(
        d, together(fewer), h, lambda at: history_law(S, k, at)[h], before, *here.some)
    line, _, less = first.written("A;Y|B")
    told, _, _ = here.written("A;Y|B")
    lines.append(d.chain(line, d.identity(equals(
        line.formula.right, told.formula.right), *first.all_values(less, 1)), turned(d, told)))  # type: ignore[attr-defined]
    lines.append(d.cite("definition/secret-stage-information-sequential", F=F, P=P, S=S, k=k + 1,
                        e=e, j=k))
    d.qed(d.both(*lines))


@derives("background/secret-first-stage-sequential")
def told_at_first(d: Derivation) -> None:
    """Before the first response there is one sequence of none."""
    F, P, S, e = (d.var(name) for name in "FPSe")
    m = S.sort.outputs
    y, h = d.fix(Symbol("response", m)), d.fix(Symbol("h", m ** number(0)))
    some = power_at_least_one(d, m, number(1))
    within = d.obvious(m ** number(1) - y - 1 >= ZERO)
    s = d.fix(Symbol("word", m ** number(1)))
    whole = released(d, together(S), s, lambda at: together(S)[at][s], None, some)
    line, term, less = whole.written("A;Y|B")
    a, b = (d.fixed[name] for name in ("own", "rest"))
    own = total(b, total(a, term))
    every = [d.forall(s, one) for one in whole.all_values(less, 0)]
    table = reals_table(s.of.size, lambda t: substitute(own, {s.name: t}))
    sums: Any = d.cite("background/single-sums", *every, some, m=m, f=table)

    def parted(at: Any) -> Term:
        return S[0, 0][at][y]

    def known(at: Any) -> Line:
        return first_response(d, S, at, y, some, within)

    rows, real = by_parts(d, whole, term, less, y, within, parted, known, [y])
    ends = [d.forall(y, within), *real, some]
    left = d.identity(equals(line.formula.right, sums.formula.left), *every, some)  # type: ignore[attr-defined]
    right = d.identity(equals(sums.formula.right, rows.formula.left), *every, *ends)  # type: ignore[attr-defined]

    # The other side, at the one sequence of no responses.
    stages: Any = d.cite("background/secret-stage-sums-sequential", F=F, P=P, S=S, k=1, e=e, j=0)
    start = stages.formula.right
    for symbol in (h, y, b, a):
        start = substitute(start.body, {start.var.name: symbol})
    z = whole.z
    early = Secrets(
        d, [(h, lambda at: history_law(S, 0, at)[h]), (y, lambda at: S[0, h][at][y])],
        secret_stage_joint(F, P, S, e, 0), lambda *_: some)
    early.covers("A;Z|B,Y")
    fewer = early.less_told("A;Z|B,Y")
    row = d.have(equals(start, start), "defined", *fewer)
    for own_too, count in ((True, 2), (False, 1), (True, 1), (False, 2)):
        old = early.marked(own_too, count, z, a, b)
        left_, right_ = history_law(S, 0, z)[h], number(1)
        new = replaced(old, left_, right_)
        change = d.summed(d.forall(z, d.rewrite(
            nothing_yet(d, S, z, h), d.identity(equals(old, old)), equals(old, new))))
        row = d.rewrite(change, row, equals(start, replaced(
            row.formula.right, total(z, old), total(z, new))))  # type: ignore[attr-defined]
    none = d.turn(equals(h, 0), d.obvious(h <= number(0)), d.obvious(number(0) <= h))
    row = d.rewrite(none, row, equals(start, replaced(row.formula.right, h, number(0))))  # type: ignore[attr-defined]
    for symbol in (a, b, y, h):
        fewer = [d.forall(symbol, one) for one in fewer]
        row = d.summed(d.forall(symbol, row), *fewer)
    plain = Secrets(d, [(y, parted)], secret_joint(F, P, flat_mechanism(together(S)), e),
                    lambda *_: some)
    last = d.identity(equals(rows.formula.right, row.formula.right), *plain.all_values(  # type: ignore[attr-defined]
        plain.less_told("A;Y|B"), 1))
    d.qed(d.chain(line, left, sums, right, rows, last, turned(d, d.chain(stages, row))))
