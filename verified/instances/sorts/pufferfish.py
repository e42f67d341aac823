"""Pufferfish frameworks, classes of laws and their members: how they are searched for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from verified.instances.hypotheses import Hypotheses, fresh, narrower, plain
from verified.instances.sorts.base import (
    Built,
    Cut,
    Discrete,
    Generator,
    Known,
    Offer,
    Say,
    Search,
    balls,
    plainly,
    rows,
    searches,
)
from verified.instances.sorts.symbols import counts, is_cut
from verified.measures.pufferfish import member_of
from verified.quantities.pufferfish import edges, private_values
from verified.syntax.formulas import Formula, every
from verified.syntax.sorts import (
    CLOSED_KINDS,
    DataClassSort,
    DataClassValue,
    FrameworkSort,
    FrameworkValue,
    MemberSort,
    MemberValue,
    numbered,
)
from verified.syntax.terms import Symbol, Var

if TYPE_CHECKING:
    from verified.instances.layout import Layout

# The chances of a function to be constant, one to one, or to have few or many values at random. A
# constant has nothing to hide, and what tells all leaves nothing to hide.
_PRIVATE_STYLES = (0.05, 0.3, 0.45, 0.2)
_PUBLIC_STYLES = (0.4, 0.1, 0.35, 0.15)


def _choice(rng: Generator, low: int, chances: Sequence[float]) -> int:
    return low + int(rng.choice(len(chances), p=chances))


# --- frameworks -----------------------------------------------------------------------------------


@searches(FrameworkSort)
class FrameworkSearch(Discrete[FrameworkSort]):
    """A framework is drawn whole."""

    without = "fits", "near", "relating", "within", "wider"

    def draw(self, var: Var, sort: FrameworkSort, known: Known, rng: Generator) -> FrameworkValue:
        return draw_framework(known.size(sort.size), rng)

    def offer(self, var: Var, sort: FrameworkSort, known: Known, by: Offer) -> FrameworkValue:
        return offer_framework(known.size(sort.size), by)

    def restore(self, plain: Any) -> FrameworkValue:
        return FrameworkValue(*(tuple(tuple(part) for part in parts) for parts in plain))

    def move(self, value: Any) -> dict[str, Any]:
        return {name: [list(part) for part in parts] for name, parts in value._asdict().items()}

    def shown(self, move: Any, say: Say) -> str:
        functions = [
            f"{letter}{place} = {plainly(function, say)}"
            for letter, found in (("g", move["private"]), ("w", move["public"]))
            for place, function in enumerate(found)
        ]
        pairs = [f"g{g} ~ w{w}" for g, w in move["edges"]] or ["no edges"]
        return "; ".join((*functions, *pairs))

    def smaller(self, var: Var, sort: FrameworkSort, layout: Layout) -> Iterator[Cut]:
        for simpler in _simpler(layout.structure[var.name]):
            yield Cut(var, simpler)

    def cut(self, var: Var, sort: FrameworkSort, value: Any, cut: Cut, layout: Layout) -> Any:
        if is_cut(sort.size, cut):
            left = [symbol for symbol in range(layout.size(cut.var)) if symbol != cut.drop]
            return _fewer_symbols(value, left)
        if cut.kept is not None and counts(sort.size, "instances", cut):
            return _fewer_symbols(value, cut.kept)
        return None

    def beside(self, sort: FrameworkSort, value: FrameworkValue, var: Var) -> Iterator[Any]:
        if sort.size != var:
            yield value
            return
        # The two data are two secrets, or one.
        for private in ((0, 1), (0, 0)):
            yield FrameworkValue(
                tuple(private for _ in value.private), tuple((0, 0) for _ in value.public),
                value.edges,
            )

    def is_generic(self, sort: FrameworkSort, value: Any, known: Known) -> bool:
        found = range(len(value.edges))
        return len(found) > 0 and all(max(value.edge(edge)[0]) > 0 for edge in found)

    def hypotheses(self, var: Var, sort: FrameworkSort) -> Hypotheses:
        edge = Symbol(fresh("e", var), edges(var))
        yield plain(f"{var} has an edge", edges(var) >= 1)
        yield plain(
            f"each private function of {var} with an edge takes two values",
            every(edge, private_values(var, edge) >= 2),
        )


def draw_framework(symbols: int, rng: Generator) -> FrameworkValue:
    """One to three private functions, up to two public ones, and edges: all, some or none."""
    private, public = (
        [_draw_function(symbols, styles, rng) for _ in range(_choice(rng, low, counts))]
        for low, counts, styles in (
            (1, (0.6, 0.25, 0.15), _PRIVATE_STYLES), (0, (0.08, 0.67, 0.25), _PUBLIC_STYLES)
        )
    )
    chance = rng.choice([0.0, 0.4, 0.7, 1.0], p=[0.04, 0.16, 0.25, 0.55])
    pairs = itertools.product(range(len(private)), range(len(public)))
    found = tuple(pair for pair in pairs if rng.random() < chance)
    return FrameworkValue(tuple(private), tuple(public), found)


def _draw_function(symbols: int, styles: Sequence[float], rng: Generator) -> tuple[int, ...]:
    """A function in one of the styles."""
    style = _choice(rng, 0, styles)
    if style == 0:
        return (0,) * symbols
    if style == 1:
        return tuple(range(symbols))
    return numbered(rng.integers(2 if style == 2 else max(symbols, 1), size=symbols).tolist())


def offer_framework(symbols: int, by: Offer) -> FrameworkValue:
    """One to three private functions, up to two public ones, and any edges between them."""
    st = by.st
    values = st.lists(
        st.integers(0, symbols - 1), min_size=symbols, max_size=symbols
    ).map(numbered)
    private = by.draw(st.lists(values, min_size=1, max_size=3))
    public = by.draw(st.lists(values, max_size=2))
    pairs = [(g, w) for g in range(len(private)) for w in range(len(public))]
    chosen = by.draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    found = tuple(pair for pair, inside in zip(pairs, chosen, strict=True) if inside)
    return FrameworkValue(tuple(private), tuple(public), found)


def _simpler(framework: FrameworkValue) -> Iterator[FrameworkValue]:
    """Frameworks without one of the edges or functions, or with one function made constant."""
    private, public, edges = framework
    for edge in edges:
        yield framework._replace(edges=tuple(other for other in edges if other != edge))
    for side, functions in enumerate((private, public)):
        for gone in range(len(functions) if len(functions) > 1 - side else 0):
            if not any(edge[side] == gone for edge in edges):
                left = functions[:gone] + functions[gone + 1 :]
                moved = tuple(
                    (g - (side == 0 and g > gone), w - (side == 1 and w > gone)) for g, w in edges
                )
                yield FrameworkValue(*((left, public) if side == 0 else (private, left)), moved)
        for place, function in enumerate(functions):
            if max(function) > 0:
                constant = (0,) * len(function)
                flat = (*functions[:place], constant, *functions[place + 1 :])
                yield FrameworkValue(*((flat, public) if side == 0 else (private, flat)), edges)


def _fewer_symbols(framework: FrameworkValue, kept: Sequence[int]) -> FrameworkValue:
    """The framework on some of the data's symbols."""
    private, public = (
        tuple(numbered([function[symbol] for symbol in kept]) for function in functions)
        for functions in framework[:2]
    )
    return FrameworkValue(private, public, framework.edges)


# --- classes of laws ------------------------------------------------------------------------------


@searches(DataClassSort)
class DataClassSearch(Search[DataClassSort]):
    """A kind and how many laws are listed are drawn first; the laws are a block."""

    without = "cut", "fits", "is_generic", "near", "relating", "within", "wider"

    def draw(
        self, var: Var, sort: DataClassSort, known: Known, rng: Generator
    ) -> tuple[str, int]:
        kind = sort.kind
        if kind == "any":
            kind = ("listed", "all", "reweighted")[_choice(rng, 0, (0.65, 0.1, 0.25))]
        return kind, 0 if kind == "all" else _choice(rng, 1, (0.6, 0.25, 0.15))

    def offer(self, var: Var, sort: DataClassSort, known: Known, by: Offer) -> tuple[str, int]:
        st = by.st
        kinds = ["listed", "reweighted", "all"] if sort.kind == "any" else [sort.kind]
        shapes = st.sampled_from(kinds).flatmap(
            lambda kind: st.tuples(
                st.just(kind), st.integers(1, 3) if kind != "all" else st.just(0)
            )
        )
        found: tuple[str, int] = by.draw(shapes)
        return found

    def restore(self, plain: Any) -> tuple[Any, ...]:
        return tuple(plain)

    def lay(self, var: Var, sort: DataClassSort, layout: Layout, given: Sequence[Formula]) -> Any:
        kind, count = layout.structure[var.name]
        if kind != "all":
            layout.block(count, layout.size(sort.size))

    def build(self, var: Var, sort: DataClassSort, of: Built) -> DataClassValue:
        kind, listed = of.layout.structure[var.name]
        return DataClassValue(kind, listed, of.laws[0] if of.laws else None)

    def in_balls(self, value: Any) -> DataClassValue:
        listed = None if value.laws is None else balls(value.laws)
        return DataClassValue(value.kind, value.listed, listed)

    def move(self, value: Any) -> dict[str, Any]:
        listed = {} if value.laws is None else {"laws": rows(value.laws)}
        return {"kind": value.kind, **listed}

    def shown(self, move: Any, say: Say) -> str:
        if move["kind"] == "all":
            return "all laws"
        closed = "" if move["kind"] == "listed" else ", and what reweighting secrets makes of them"
        return f"the laws {', '.join(plainly(law, say) for law in move['laws'])}{closed}"

    def smaller(self, var: Var, sort: DataClassSort, layout: Layout) -> Iterator[Cut]:
        kind, listed = layout.structure[var.name]
        for drop in range(listed if listed > 1 else 0):
            yield Cut(var, (kind, listed - 1), drop=drop)

    def hypotheses(self, var: Var, sort: DataClassSort) -> Hypotheses:
        if sort.kind not in ("any", "listed"):
            return
        for kind in CLOSED_KINDS:
            what = (
                f"{var} is the class of all laws"
                if kind == "all"
                else f"{var} is closed under mixtures and reweighting the secrets"
            )
            yield narrower(what, var, replace(sort, kind=kind))


@searches(MemberSort)
class MemberSearch(Search[MemberSort]):
    """Of a listed class the law's place is drawn first; another class's law has a block, the
    weights of the class's parts."""

    without = (
        "smaller", "is_generic", "near", "hypotheses", "relating", "within", "wider",
    )

    def draw(self, var: Var, sort: MemberSort, known: Known, rng: Generator) -> int:
        kind, count = known.value(sort.data)
        return int(rng.integers(count)) if kind == "listed" else 0

    def offer(self, var: Var, sort: MemberSort, known: Known, by: Offer) -> int:
        _, laws = known.value(sort.data)
        return int(by.draw(by.st.integers(0, max(0, laws - 1))))

    def restore(self, plain: Any) -> Any:
        return plain

    def lay(self, var: Var, sort: MemberSort, layout: Layout, given: Sequence[Formula]) -> Any:
        kind, count = layout.known.value(sort.data)
        framework: FrameworkValue = layout.known.value(sort.framework)
        if kind != "listed":
            parts = len(framework.private[0])
            if kind == "reweighted":
                parts = count * len(framework.atoms())
            layout.block(1, parts)

    def build(self, var: Var, sort: MemberSort, of: Built) -> MemberValue:
        layout = of.layout
        framework = layout.known.value(sort.framework)
        data = layout.known.value(sort.data, of.env)
        made = of.laws[0][..., 0, :] if of.laws else layout.structure[var.name]
        return MemberValue(member_of(framework, data, made), framework, made)

    def in_balls(self, value: Any) -> MemberValue:
        return MemberValue(balls(np.asarray(value.law)), value.framework, value.made)

    def move(self, value: Any) -> Any:
        if isinstance(value.made, int):
            return value.made
        return [str(part) for part in value.made]

    def shown(self, move: Any, say: Say) -> str:
        return plainly(move, say)

    def cut(self, var: Var, sort: MemberSort, value: Any, cut: Cut, layout: Layout) -> Any:
        if cut.drop is None or cut.var != sort.data:
            return None
        # The law itself must not go: then it gets a place that doesn't fit.
        return value - (value > cut.drop) if value != cut.drop else cut.value[1]

    def fits(self, sort: MemberSort, value: Any, layout: Layout) -> bool:
        kind, listed = layout.known.value(sort.data)
        return bool(kind != "listed" or value < listed)
