"""Quantities of arguments: each reading of the arguments that fits makes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from verified.errors import InputError
from verified.reading.building import (
    has_variables,
    makes_sort,
    misfit,
    of_kind,
    open_sizes,
    slots_of,
    unwanted,
)
from verified.reading.nodes import (
    Called,
    Listed,
    Made,
    Name,
    Node,
)
from verified.reading.templates import coercions
from verified.reading.tuples import law_on_tuples
from verified.reading.unification import Found, opened
from verified.reading.vocabulary import ARGUMENTS, CALLED, FUNCTIONS, OF_CHANNELS
from verified.syntax.combinations import Combination
from verified.syntax.formulas import (
    substitute_sort,
)
from verified.syntax.quantity import Match, Quantity
from verified.syntax.sorts import (
    ChannelSort,
    DatabaseSort,
    JointSort,
    PmfSort,
    SizeSort,
    Sort,
    SymbolSort,
)
from verified.syntax.trees import (
    Op,
    Term,
    Var,
)

Scope = Mapping[str, Var]


def _whole(margin: Op) -> Term:
    """The joint law of all variables is the law that they have."""
    joint = margin.args[0]
    assert isinstance(joint.sort, JointSort)
    return joint if joint.sort.names == tuple(margin.detail[0].split(",")) else margin


class Arguments:
    """Reads the nodes of one text.

    Args:
        inferring: whether names that nothing declares get a sort from where they stand.
        evident: the names that stand as sizes: a variable of these that is ">= 1" is whole.
        values: what names stand for: functions that give terms, or data (`verified value`).
        data: makes terms of a quantity's arguments where some of them are lists or data.
    """

    def __init__(
        self, *, inferring: Callable[[str], bool] | None = None, evident: Iterable[str] = (),
        values: Mapping[str, Any] | None = None,
        data: Callable[[Any, Quantity, list[Any]], list[Term]] | None = None,
    ) -> None:
        self.inferring = inferring or (lambda name: False)
        self.is_inferring = inferring is not None
        self.evident = frozenset(evident)
        self.values = values or {}
        self.data = data
        self.known: dict[tuple[Any, int, Any], Any] = {}
        # Of inferred readings: how many, what can't be read, and the names in each node.
        self.readings = 0
        self.unread: set[Any] = set()
        self.names: dict[int, Sequence[str]] = {}
        self.told: list[tuple[int, int, Exception | str | Callable[[], str]]] = []
        # Scopes and nodes by identity must stay alive while they are keys.
        self.kept: list[Any] = []

    def wrong(self, node: Node, error: Exception | str | Callable[[], str]) -> None:
        """Remember why a node can't be read in some way; a function tells it when it is asked."""
        self.told.append((node.start, node.end, error))

    @property
    def problems(self) -> list[tuple[int, int, str]]:
        """Why nodes can't be read: where each starts and ends, and the rule."""
        return [
            (start, end, error() if callable(error) else str(error))
            for start, end, error in self.told
        ]

    def terms(
        self, node: Node, scope: Scope, found: Found, wanted: Sort | None = None
    ) -> Iterator[tuple[Term, Found]]:
        """The readings of a node as a term, each with what it told of open sorts."""
        raise NotImplementedError

    def of_sorts(
        self, nodes: Sequence[Node], sorts: Sequence[Sort], scope: Scope, found: Found
    ) -> Iterator[tuple[list[Term], Found]]:
        """The readings of several nodes together, each of the sort that it must be of."""
        raise NotImplementedError

    def _each(
        self, nodes: Sequence[Node], scope: Scope, found: Found, wanted: Sort | None
    ) -> Iterator[tuple[list[Term], Found]]:
        """The readings of several nodes together."""
        if not nodes:
            yield [], found
            return
        for term, told in self.terms(nodes[0], scope, found, wanted):
            for others, last in self._each(nodes[1:], scope, told, wanted):
                yield [term, *others], last

    # --- quantities ---------------------------------------------------------------------------

    def _called(
        self, node: Called, scope: Scope, found: Found, coercing: bool
    ) -> Iterator[tuple[Term, Found]]:
        if node.name in ARGUMENTS:
            sorts = ARGUMENTS[node.name]()
            if len(node.args) != len(sorts):
                count = f"{len(sorts)} argument{'' if len(sorts) == 1 else 's'}"
                self.wrong(node, f"{node.name} takes {count}, not {len(node.args)}")
                return
            for args, told in self.of_sorts(node.args, sorts, scope, found):
                try:
                    yield FUNCTIONS[node.name](*args), told
                except InputError as error:
                    self.wrong(node, error)
            return
        if node.name in FUNCTIONS:
            sort = (
                ChannelSort(opened(SizeSort()), opened(SizeSort()))
                if node.name in OF_CHANNELS else None
            )
            for args, told in self._each(node.args, scope, found, sort):
                try:
                    yield FUNCTIONS[node.name](*args), told
                except InputError as error:
                    self.wrong(node, error)
            return
        if node.name not in CALLED:
            self.wrong(node, f"nobody says what {node.name} is")
        for record in CALLED.get(node.name, ()):
            places = [
                next(i for i, var in enumerate(record.arguments) if var.name == name)
                for name in record.order
            ]
            fixed = len(places) - record.repeats
            if len(node.args) < len(places) or (len(node.args) > fixed and not record.repeats):
                count = f"{len(places)} argument{'' if len(places) == 1 else 's'}"
                of_law = len(places) == 1 and isinstance(record.arguments[places[0]].of, PmfSort)
                advice = f": of probabilities write {node.name}([p, 1 - p])" if of_law else ""
                self.wrong(node, f"{node.name} takes {count}, not {len(node.args)}{advice}")
                continue
            told_of = dict(zip(places[:fixed], node.args[:fixed], strict=True))
            told_of.update(enumerate(node.args[fixed:], len(record.arguments) - record.repeats))
            yield from self._quantity(node, record, told_of, ("",) * record.details, scope, found,
                                      coercing)

    def _quantity(
        self, node: Node, record: Quantity, args: Mapping[int, Node], detail: tuple[str, ...],
        scope: Scope, found: Found, coercing: bool,
    ) -> Iterator[tuple[Term, Found]]:
        """A quantity of arguments by their places; those that are missing are found."""
        if self.data is not None and any(map(self._is_data, args.values())):
            if isinstance(node, Made) and node.repeated:
                # A list in parentheses is that list.
                return
            yield from self._of_lists(node, record, args, scope, found)
            return
        slots = slots_of(record, args)
        missing = [
            var for place, var in enumerate(record.arguments)
            if place not in args and var.name in record.order
        ]
        unifying = bool(missing) or self.is_inferring
        values: dict[str, Term] = open_sizes(record, len(args)) if unifying else {}
        yield from (
            (term, told)
            for chosen, told, own in self._arguments(
                slots, args, scope, found, values, coercing, unifying, record
            )
            for term, told in self._built(
                node, record, chosen, detail, scope, told, own, missing
            )
        )

    def _arguments(
        self, slots: Mapping[int, Var], args: Mapping[int, Node], scope: Scope, found: Found,
        values: Mapping[str, Term], coercing: bool, unifying: bool, record: Quantity | None = None,
    ) -> Iterator[tuple[dict[int, Term], Found, Mapping[str, Term]]]:
        """The readings of the arguments that there are, with what they tell."""
        places = sorted(args)

        def rest(
            index: int, chosen: dict[int, Term], told: Found, own: Mapping[str, Term]
        ) -> Iterator[tuple[dict[int, Term], Found, Mapping[str, Term]]]:
            if index == len(places):
                yield chosen, told, own
                return
            place = places[index]
            var, node = slots[place], args[place]
            wanted = substitute_sort(var.of, own) if unifying else var.of
            if place and 0 in chosen and record is not None and record.wants is not None:
                # The x and y of J(x, y) are symbols of the variables' alphabets.
                of = record.wants(Match({}, (told.term(chosen[0]),), ()))
                wanted = of[place] if place < len(of) else wanted
            for term, then in self.terms(node, scope, told, wanted):
                for fitted in self._fitted(node, term, var, coercing):
                    after: Found | None = then
                    if unifying:
                        after = then.fitting(wanted, fitted.sort)
                    if after is None:
                        self.wrong(node, misfit(fitted))
                        continue
                    more = {**own, var.name: fitted} if unifying else own
                    yield from rest(index + 1, {**chosen, place: fitted}, after, more)

        yield from rest(0, {}, found, values)

    def _fitted(self, node: Node, term: Term, var: Var, coercing: bool) -> Iterator[Term]:
        """The term, or what makes it one of the sort that its place wants."""
        if isinstance(term, Combination):
            try:
                term = term.meant()
            except InputError as error:
                self.wrong(node, error)
                return
        if of_kind(var.of, term.sort):
            yield term
            return
        if coercing and isinstance(var.of, PmfSort) and isinstance(term.sort, JointSort):
            yield law_on_tuples(term)
            return
        if coercing:
            for record in coercions():
                made = None
                if makes_sort(record, var.of, term.sort):
                    try:
                        made = record(term)
                    except InputError as error:
                        self.wrong(node, error)
                if made is not None:
                    yield made
                    return
        self.wrong(node, unwanted(var, term))

    def _built(
        self, node: Node, record: Quantity, chosen: Mapping[int, Term], detail: tuple[str, ...],
        scope: Scope, found: Found, values: Mapping[str, Term], missing: Sequence[Var],
    ) -> Iterator[tuple[Term, Found]]:
        for others, told in self._missing(missing, values, detail, scope, found):
            every = {var.name: told.term(term) for var, term in others}
            args = {place: told.term(term) for place, term in chosen.items()}
            if record.wants is not None and self.is_inferring:
                told = self._indexed(record, [args[place] for place in sorted(args)], told)
                args = {place: told.term(term) for place, term in chosen.items()}
            try:
                made = self._made(record, args, every, detail)
            except InputError as error:
                self.wrong(node, error)
                continue
            if isinstance(node, Made) and node.may_be_whole and isinstance(made, Op):
                made = _whole(made)
            yield made, told

    @staticmethod
    def _indexed(record: Quantity, args: Sequence[Term], found: Found) -> Found:
        """With the alphabets of indices that only the arguments tell, as of a joint law's."""
        assert record.wants is not None
        for arg, sort in zip(args, record.wants(Match({}, tuple(args), ())), strict=False):
            if isinstance(sort, SymbolSort) and isinstance(arg.sort, SymbolSort):
                found = found.same(sort.size, arg.sort.size) or found
        return found

    @staticmethod
    def _made(
        record: Quantity, args: Mapping[int, Term], others: Mapping[str, Term],
        detail: tuple[str, ...],
    ) -> Term:
        count = len(record.arguments) - record.repeats
        if all(place in args for place in range(count)):
            return record.of([args[place] for place in sorted(args)], detail)
        named = {record.arguments[place].name: term for place, term in args.items()}
        named.update(others)
        if detail:
            return record.of([named[var.name] for var in record.arguments], detail)
        return record(*(named[name] for name in record.order))

    def _missing(
        self, missing: Sequence[Var], values: Mapping[str, Term], detail: tuple[str, ...],
        scope: Scope, found: Found,
    ) -> Iterator[tuple[list[tuple[Var, Term]], Found]]:
        """What the missing arguments may be: what the others tell, or the variables in scope."""
        if not missing:
            yield [], found
            return
        var, rest = missing[0], missing[1:]
        told = found.term(values[var.name])
        options = [told] if told != values[var.name] else [
            Var(name, found.sort(one.of)) for name, one in scope.items()
            if isinstance(one.of, type(var.of)) and has_variables(one.of, detail)
        ]
        if not options and self.is_inferring and isinstance(var.of, DatabaseSort):
            # Later uses of its databases tell.
            options = [told]
        for option in options:
            # A joint law may be bound, and stands nowhere else.
            is_kept = option is told or isinstance(option.sort, JointSort)
            after = found if is_kept else found.same(told, option)
            if after is None:
                continue
            for others, last in self._missing(rest, values, detail, scope, after):
                yield [(var, option), *others], last

    def _is_data(self, arg: Node) -> bool:
        """Whether a list, or a name of data, stands there."""
        if isinstance(arg, Name) and arg.name in self.values:
            return not callable(self.values[arg.name])
        return isinstance(arg, Listed)

    def _of_lists(
        self, node: Node, record: Quantity, args: Mapping[int, Node], scope: Scope, found: Found
    ) -> Iterator[tuple[Term, Found]]:
        assert self.data is not None
        given: list[Any] = []
        for place in sorted(args):
            arg = args[place]
            if self._is_data(arg):
                given.append(arg)
                continue
            terms = [term for term, _ in self.terms(arg, scope, found)]
            if len(terms) != 1:
                return
            given.append(terms[0])
        try:
            yield record(*self.data(self, record, given)), found
        except InputError as error:
            self.wrong(node, error)


__all__ = ["Arguments", "Scope"]
