"""What the search asks of a sort, and the record of who answers for which.

An instance is a *structure*, its discrete part (sizes, symbols, databases, …, drawn first), then
*blocks* of laws and real numbers, its coordinates. For each sort that a variable may have, one
class here says which of these make its values, how they are drawn, built, written, made smaller and
moved, and which hypotheses fit it. The layers above ask that class, and tell no sorts apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from verified.instances.hypotheses import Hypotheses
from verified.measures.readings import Reading
from verified.numbers.ball_arrays import BallArray
from verified.syntax.formulas import Formula
from verified.syntax.sorts import SORTS, RealSort, Sort
from verified.syntax.terms import Term, Var, free_variables

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from verified.instances.draw import Points
    from verified.instances.layout import Layout

Array = NDArray[Any]
Structure = dict[str, Any]
Generator = np.random.Generator
S = TypeVar("S", bound=Sort)


@dataclass(frozen=True)
class Block:
    """`rows` laws on `size` symbols, a part of the variable `name`.

    Where the rows are the instances of a database, `database` has its alphabet sizes.
    """

    name: str
    rows: int
    size: int
    database: tuple[int, ...] = ()


@dataclass(frozen=True)
class RealSlot:
    """One real number: the variable `name`, or the number `index` of a tuple in it, of its tuple
    `part` where it has several."""

    name: str
    index: int | None
    domain: RealSort
    part: str = ""


class Known:
    """What a structure, as far as it is drawn, says of terms.

    Attributes:
        stretches: the sizes that only stretch tuples of reals.
        large: where alphabets are to be large, how many symbols most of them have.
    """

    def __init__(
        self, structure: Structure, stretches: frozenset[str] = frozenset(),
        large: int | None = None,
    ) -> None:
        self.structure, self.stretches, self.large = structure, stretches, large
        self._reading = Reading(None)

    def value(self, term: Term, env: Mapping[str, Any] | None = None) -> Any:
        """The value of a term in the structure, or in an environment of more than that."""
        return self._reading.term(term, self.structure if env is None else env)

    def size(self, term: Term) -> int:
        """The value of a size."""
        return int(self.value(term))

    def database(self, term: Term) -> tuple[int, ...]:
        """The alphabet sizes of a database."""
        return tuple(self.value(term))


@dataclass(frozen=True)
class Built:
    """What a variable's value is built of.

    Attributes:
        laws: for each of its blocks the laws, (…, rows, size).
        reals: its real numbers, each (…).
        env: the values of the variables before it.
        batch: the shape of the batch.
        noted: what `lay` returned.
    """

    layout: Layout
    laws: Sequence[Array]
    reals: Sequence[Any]
    env: Mapping[str, Any]
    batch: tuple[int, ...]
    noted: Any


@dataclass(frozen=True)
class Cut:
    """A step to a smaller instance: a variable's discrete value with something taken out.

    Attributes:
        var: the variable, and `value` its new value.
        drop: the symbol that goes, where it is a size that gets smaller.
        entry: the entry that goes, where it is a database that loses one.
        kept: the instances that stay, by number, where it is a database that gets smaller.
    """

    var: Var
    value: Any
    drop: int | None = None
    entry: int | None = None
    kept: list[int] | None = None


@dataclass(frozen=True)
class Offer:
    """Hypothesis's means to draw, handed in so that only its users load Hypothesis: a `draw`
    function, `hypothesis.strategies` and `assume`."""

    draw: DrawFn
    st: Any
    assume: Callable[[object], bool]


# How a rational number "p/q" is told.
Say = Callable[[str], str]


class Search(Generic[S]):
    """How values of a sort are searched for.

    A capability that a sort does without is named in `without`; the others it must have. Where
    methods take a variable, `sort` is what it ranges over.

    Attributes:
        discrete: whether a value is nothing but its part of the structure.
        without: the capabilities that the sort does without.
    """

    discrete: ClassVar[bool] = False
    without: ClassVar[tuple[str, ...]] = ()

    # --- the structure ------------------------------------------------------------------------

    def draw(self, var: Var, sort: S, known: Known, rng: Generator) -> Any:
        """Its part of the structure, drawn by the sort alone; None where it has none."""
        return None

    def offer(self, var: Var, sort: S, known: Known, by: Offer) -> Any:
        """The same, drawn by Hypothesis."""
        return None

    def restore(self, plain: Any) -> Any:
        """Its part of the structure, from JSON data (sets and tuples as lists)."""
        raise ValueError("this variable has no part in the structure")

    def stretched(self, sort: S) -> tuple[set[str], set[str]]:
        """The sizes that stretch its tuples of reals, as many for each symbol, and the others."""
        return set(), {name for size in sort.sizes() for name in free_variables(size)}

    # --- coordinates and values ---------------------------------------------------------------

    def lay(self, var: Var, sort: S, layout: Layout, given: Sequence[Formula]) -> Any:
        """Ask for the variable's blocks and reals, by `layout.block` and `layout.real`.

        Returns what `build` must know besides.
        """
        raise NotImplementedError

    def relate(
        self, variables: Sequence[Var], layout: Layout, points: Points, rng: Generator
    ) -> None:
        """Relate the drawn numbers of all variables of the sort in a layout to each other. Laws
        need no help: blocks of one size are related whosesoever they are."""

    def build(self, var: Var, sort: S, of: Built) -> Any:
        """The value, as readings take it, in batches of floats or in exact numbers (as arrays of
        rationals)."""
        raise NotImplementedError

    def in_balls(self, value: Any) -> Any:
        """A value built of exact numbers, as the ball reading takes it."""
        raise NotImplementedError

    def move(self, value: Any) -> Any:
        """A value built of exact numbers, as a certificate's move."""
        raise NotImplementedError

    def shown(self, move: Any, say: Say) -> str:
        """A move for a reader."""
        raise NotImplementedError

    # --- smaller values -----------------------------------------------------------------------

    def smaller(self, var: Var, sort: S, layout: Layout) -> Iterator[Cut]:
        """What can be taken out of its part of the structure."""
        return iter(())

    def cut(self, var: Var, sort: S, value: Any, cut: Cut, layout: Layout) -> Any:
        """Its part of the structure (`value` so far) after something was taken out of another
        variable's; None where that is nothing to it."""
        return None

    def fits(self, sort: S, value: Any, layout: Layout) -> bool:
        """Whether its part of the structure lies within the sizes of a layout."""
        return True

    # --- larger values ------------------------------------------------------------------------

    def doubled(self, sort: S, value: Any) -> Iterator[Any]:
        """Its part of the structure with two symbols where it has one alone."""
        return iter(())

    def beside(self, sort: S, value: Any, var: Var) -> Iterator[Any]:
        """Its part of the structure once another variable's has two symbols for one."""
        yield value

    # --- instances that are no edge -----------------------------------------------------------

    def is_generic(self, sort: S, value: Any, known: Known) -> bool:
        """Whether its part of the structure is no end of what it may be."""
        return True

    def near(self, sort: S, move: Any, scale: Array, rng: Generator) -> Any:
        """Values near that of a move, (points, …), for scales (points,); of a discrete one, the
        value itself."""
        raise NotImplementedError

    # --- statements that are a little different -----------------------------------------------

    def hypotheses(self, var: Var, sort: S) -> Hypotheses:
        """Extra hypotheses that fit the variable, the weakest of each family first."""
        return iter(())

    def relating(self, one: Var, two: Var) -> Hypotheses:
        """Extra hypotheses that fit two variables of one sort."""
        return iter(())

    def within(self, var: Var, narrow: S, wide: S) -> list[Formula] | None:
        """What says that a variable of the wide sort is of the narrow one; None where no formula
        does."""
        return None

    def wider(self, sort: S) -> Iterator[S]:
        """Sorts that hold more values."""
        return iter(())


# --- the record -----------------------------------------------------------------------------------

# What in general holds of a sort that says nothing of it.
_GENERAL = "stretched", "relate", "doubled", "beside"
_CAPABILITIES = tuple(
    name for name, part in vars(Search).items()
    if callable(part) and not name.startswith("_") and name not in _GENERAL
)
_SEARCHES: dict[type[Sort], Search[Any]] = {}
C = TypeVar("C", bound=type[Search[Any]])


def searches(sort: type[Sort]) -> Callable[[C], C]:
    """Enters the decorated class as what the search asks of a sort.

    Raises:
        TypeError: it lacks a capability and doesn't say so; the message names them.
    """

    def enter(cls: C) -> C:
        missing = [
            name for name in _CAPABILITIES
            if getattr(cls, name) is getattr(Search, name) and name not in cls.without
        ]
        if missing:
            raise TypeError(f"{cls.__name__} doesn't say: {', '.join(missing)}")
        idle = [
            name for name in cls.without
            if name not in _CAPABILITIES or getattr(cls, name) is not getattr(Search, name)
        ]
        if idle:
            raise TypeError(f"{cls.__name__} isn't without: {', '.join(idle)}")
        if sort in _SEARCHES:
            raise TypeError(f"two classes answer for {sort.__name__}")
        _SEARCHES[sort] = cls()
        return cls

    return enter


def check_complete() -> None:
    """See that every sort which variables may have is answered for.

    Raises:
        TypeError: one isn't; the message names it.
    """
    for sort in SORTS.values():
        if sort.is_variable and sort not in _SEARCHES:
            raise TypeError(f"verified.instances.sorts has nobody who answers for {sort.__name__}")


def search(sort: Sort) -> Search[Any]:
    """Who answers for a sort."""
    return _SEARCHES[type(sort)]


def instance_lines(variables: Sequence[Var], moves: Mapping[str, Any], say: Say) -> list[str]:
    """Each move for a reader, in the order in which a certificate has them."""
    sorts = {var.name: var.of for var in variables}
    return [f"{name} = {search(sorts[name]).shown(move, say)}" for name, move in moves.items()]


# --- what several sorts share ---------------------------------------------------------------------


class Discrete(Search[S]):
    """A sort whose values are nothing but their part of the structure."""

    discrete = True

    def lay(self, var: Var, sort: S, layout: Layout, given: Sequence[Formula]) -> Any:
        return None

    def build(self, var: Var, sort: S, of: Built) -> Any:
        return of.layout.structure[var.name]

    def in_balls(self, value: Any) -> Any:
        return value

    def shown(self, move: Any, say: Say) -> str:
        return plainly(move, say)


# What a sort without a part in the structure does without.
CONTINUOUS = "draw", "offer", "restore", "smaller", "cut", "fits", "is_generic"


class Table(Search[S]):
    """A sort whose values are one array of numbers."""

    def in_balls(self, value: Any) -> Any:
        return balls(value)

    def move(self, value: Any) -> Any:
        return [str(part) for part in np.asarray(value).reshape(-1)]

    def shown(self, move: Any, say: Say) -> str:
        return plainly(move, say)


def balls(table: Any) -> BallArray:
    """An array of exact numbers, as the ball reading takes it."""
    return BallArray(tuple(table.shape), list(table.reshape(-1)))


def rows(table: Array) -> list[list[str]]:
    """An array of exact laws as a move."""
    return [[str(part) for part in row] for row in table.reshape(-1, table.shape[-1])]


def unflatten(laws: Array, inputs: tuple[int, ...]) -> Array:
    """Laws (…, rows, size) by their inputs, the last input fastest."""
    return laws.reshape((*laws.shape[:-2], *inputs, laws.shape[-1]))


def plainly(move: Any, say: Say) -> str:
    """A move of lists, objects and numbers for a reader."""
    match move:
        case [[[*_], *_], *_]:
            return "; ".join(plainly(table, say) for table in move)
        case [[*_], *_]:
            return "rows " + ", ".join(plainly(row, say) for row in move)
        case list():
            return f"({', '.join(plainly(part, say) for part in move)})"
        case dict():
            return "; ".join(f"{name}: {plainly(part, say)}" for name, part in move.items())
        case str():
            return say(move)
    return str(move)
