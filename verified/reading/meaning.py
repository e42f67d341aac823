"""What nodes mean: terms and formulas, built as authors build them.

A node is read in every way that its sorts allow. Names without a sort get one from where they
stand (`inferring`); what is omitted from a printed form, such as the database of two instances, is
found from the arguments' sorts. A quantity that prints as its argument alone (a mechanism as a
channel) is put in where nothing else fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from verified.errors import InputError
from verified.reading.arguments import Arguments, Scope
from verified.reading.building import (
    bindings,
    checked_alphabets,
    checked_size,
    compared_sorts,
    compared_terms,
    is_law_name,
    joined_formula,
    of_kind,
    open_variables,
    operation,
    settled,
    shares,
    speaks_of_laws,
    suits_name,
    unsaid_sorts,
    wanted_operands,
)
from verified.reading.messages import parts
from verified.reading.nodes import (
    Adjoined,
    Bound,
    Branches,
    Called,
    Choice,
    Compared,
    Declared,
    Domain,
    Infix,
    Joined,
    Listed,
    Literal,
    Made,
    Name,
    Node,
    Notion,
)
from verified.reading.templates import holes
from verified.reading.tuples import law_on_tuples
from verified.reading.unification import NOTHING, Found, narrower, opened, variable_sort
from verified.reading.vocabulary import NOTIONS
from verified.syntax import binders
from verified.syntax.combinations import Combination
from verified.syntax.formulas import (
    Formula,
    every,
    some,
    substitute_sort,
)
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import (
    ClaimError,
    JointSort,
    PmfSort,
    SizeSort,
    Sort,
    SymbolSort,
    parse_interval,
    sort_name,
)
from verified.syntax.trees import (
    REAL,
    Number,
    Term,
    Var,
    is_arithmetic,
)

# Inferring reads a text of the length of a page's line in some hundred steps; the ways in which a
# long formula may be read multiply, and are left after as many as take a few seconds.
MOST_READINGS = 40_000


# The number e, where no variable is called so.
EULER = QUANTITIES["exp"](1)


class TooManyReadingsError(Exception):
    """Names without sorts leave more ways to read a text than are tried."""


class Meaning(Arguments):
    """Reads the nodes of one text; the parameters are those of `Arguments`."""

    # --- terms --------------------------------------------------------------------------------

    def terms(
        self, node: Node, scope: Scope, found: Found, wanted: Sort | None = None
    ) -> Iterator[tuple[Term, Found]]:
        """The readings of a node as a term, each with what it told of open sorts."""
        if self.is_inferring:
            yield from self._inferred_terms(node, scope, found, wanted)
            return
        kind = type(wanted) if isinstance(node, Choice | Listed | Infix) else None
        key = id(node), id(scope), kind
        if key not in self.known:
            self.kept.append((node, scope))
            before = len(self.told)
            # Equal trees are one object.
            distinct = {id(term): term for term, _ in self._terms(node, scope, found, wanted)}
            if distinct:
                # Why it can't be read in other ways is of no interest.
                del self.told[before:]
            self.known[key] = list(distinct.values())
        for term in self.known[key]:
            yield term, found

    def _inferred_terms(
        self, node: Node, scope: Scope, found: Found, wanted: Sort | None
    ) -> Iterator[tuple[Term, Found]]:
        """As `terms`; what can't be read as it stands, with what is known of its names, isn't read
        again."""
        self.readings += 1
        if self.readings > MOST_READINGS:
            raise TooManyReadingsError
        key = id(node), id(scope), type(wanted), found.of(self._names(node), scope)
        if key in self.unread:
            return
        some_way = False
        for way in self._terms(node, scope, found, wanted):
            some_way = True
            yield way
        if not some_way:
            self.kept.append((node, scope))
            self.unread.add(key)

    def _names(self, node: Node) -> Sequence[str]:
        if id(node) not in self.names:
            self.kept.append(node)
            self.names[id(node)] = sorted({
                part.name for part in parts(node) if isinstance(part, Name)
            })
        return self.names[id(node)]

    def _terms(
        self, node: Node, scope: Scope, found: Found, wanted: Sort | None
    ) -> Iterator[tuple[Term, Found]]:
        match node:
            case Literal(value=value):
                yield Number(value), found
            case Name():
                yield from self._name(node, scope, found, wanted)
            case Choice():
                yield from self._choice(node, scope, found, wanted)
            case Made() | Called():
                for coercing in (False, True):
                    some_way = False
                    for way in self._of_node(node, scope, found, coercing):
                        some_way = True
                        yield way
                    if some_way:
                        return
            case Infix():
                yield from self._infix(node, scope, found, wanted)
            case Branches():
                yield from self._branches(node, scope, found, wanted)
            case Bound():
                yield from self._bound(node, scope, found)
            case Listed():
                self.wrong(node, "a list stands where no law, channel or event is wanted")
            case _:
                self.wrong(node, "this is a formula, and a quantity is wanted")

    def _name(
        self, node: Name, scope: Scope, found: Found, wanted: Sort | None
    ) -> Iterator[tuple[Term, Found]]:
        name = node.name
        if name in scope:
            var = scope[name]
            yield Var(name, found.sort(var.of)) if self.is_inferring else var, found
        elif name in self.values:
            value = self.values[name]
            if callable(value):
                yield value(), found
            else:
                self.wrong(node, f"{name} is a list, and stands where a number is wanted")
        elif name in found.sorts:
            own = found.sort(found.sorts[name])
            narrow = narrower(own, wanted)
            yield Var(name, narrow), found if narrow == own else found.naming(name, narrow)
        elif self.inferring(name):
            sort = variable_sort(REAL if wanted is None else wanted)
            if sort is None or not suits_name(name, sort):
                kind = sort_name(wanted or REAL)
                said = f"for all {name} {'real' if kind == 'real' else 'on n symbols'}"
                advice = f": if it is one, say '{said}'" if kind in ("real", "pmf") else ""
                self.wrong(node, f"{name} can't be a {kind}{advice}")
                return
            yield Var(name, sort), found.naming(name, sort)
        elif name == "e":
            yield EULER, found
        else:
            self.wrong(node, f"nobody says what {name} is")

    def _choice(
        self, node: Choice, scope: Scope, found: Found, wanted: Sort | None
    ) -> Iterator[tuple[Term, Found]]:
        options = node.options
        for option in options:
            # A product without a sign, as in q(1 - q), is one where its factors are numbers.
            if isinstance(option, Adjoined) and (wanted is None or is_arithmetic(wanted)):
                products = [way for way in self.terms(option, scope, found, wanted)
                            if is_arithmetic(way[0].sort)]
                if products:
                    yield from products
                    return
        names = {option.name for option in options if isinstance(option, Name)}
        if names & (scope.keys() | found.sorts.keys()):
            # A variable called pi is no constant.
            options = [
                option for option in options
                if not (isinstance(option, Made) and not option.slots and not option.repeated)
            ]
        others: list[tuple[Term, Found]] = []
        for coercing in (False, True):
            # What can be made of the arguments as they are isn't made of them turned into others.
            fits, had = False, bool(others)
            for option in options:
                ways = (
                    self._of_node(option, scope, found, coercing)
                    if isinstance(option, Made | Called)
                    else () if coercing else self.terms(option, scope, found, wanted)
                )
                for way in ways:
                    if wanted is None or not is_arithmetic(wanted) or of_kind(
                        wanted, way[0].sort
                    ):
                        fits = True
                        yield way
                    elif not had:
                        others.append(way)
            if fits:
                return
        # Where a number is wanted, a law (x) stands for what is wrong, if nothing else is there.
        yield from others

    def _of_node(
        self, node: Made | Called, scope: Scope, found: Found, coercing: bool
    ) -> Iterator[tuple[Term, Found]]:
        if isinstance(node, Called):
            yield from self._called(node, scope, found, coercing)
            return
        if node.record.name == "cardinality":
            size = self._alphabet_of(node.slots[0], scope)
            if size is not None:
                yield found.term(size), found
                return
        args: dict[int, Node] = dict(node.slots)
        args.update(enumerate(node.repeated, len(node.slots)))
        yield from self._quantity(node, node.record, args, node.detail, scope, found, coercing)

    @staticmethod
    def _alphabet_of(node: Node, scope: Scope) -> Term | None:
        """|X| of a variable X of a joint law: how many symbols it has."""
        options = node.options if isinstance(node, Choice) else [node]
        names = {one.name for one in options if isinstance(one, Name)} - scope.keys()
        return next(
            (size for var in scope.values() if isinstance(var.of, JointSort)
             for name, size in zip(var.of.names, var.of.alphabets, strict=True) if name in names),
            None,
        )

    # --- arithmetic, cases and binders --------------------------------------------------------

    def _infix(
        self, node: Infix, scope: Scope, found: Found, wanted: Sort | None
    ) -> Iterator[tuple[Term, Found]]:
        base = node.args[0]
        if node.head == "pow" and isinstance(base, Name) and base.name == "e" and not (
            "e" in scope or "e" in found.sorts
        ):
            yield from self._called(
                Called(node.start, node.end, "exp", node.args[1:]), scope, found, False
            )
            return
        as_wanted = False
        # The n and m of n*m numbers are sizes, as n is.
        inner = wanted if isinstance(wanted, SizeSort) else REAL
        for args, told in self._each(node.args, scope, found, inner):
            try:
                made = operation(node.head, args)
            except InputError as error:
                self.wrong(node, error)
                continue
            if isinstance(made, Combination) and self.is_inferring and (
                (wanted is not None and not is_arithmetic(wanted))
                or self._guesses_numbers(node, args, scope)
            ):
                # Below, where its laws are on one alphabet.
                continue
            as_wanted = as_wanted or (wanted is not None and of_kind(wanted, made.sort))
            yield made, told
        if as_wanted or wanted is None or is_arithmetic(wanted):
            return
        # t P + (1 - t) Q, P W and P^k, where a law is wanted.
        for name in shares(node):
            if name not in scope and name not in found.sorts and self.inferring(name):
                found = found.naming(name, parse_interval("[0,1]"))
        for sorts in wanted_operands(node, wanted):
            for args, told in self.of_sorts(node.args, sorts, scope, found):
                try:
                    made = operation(node.head, args)
                except InputError as error:
                    self.wrong(node, error)
                    continue
                if isinstance(wanted, PmfSort) and isinstance(made.sort, JointSort):
                    made = law_on_tuples(made)
                if of_kind(wanted, made.sort):
                    yield made, told

    @staticmethod
    def _guesses_numbers(node: Infix, args: Sequence[Term], scope: Scope) -> bool:
        """Whether a capital letter beside a law was taken for a number, as the W of P W."""
        return any(
            is_law_name(part) and part.name not in scope and is_arithmetic(arg.sort)
            for part, arg in zip(node.args, args, strict=True) if isinstance(part, Name)
        )

    def of_sorts(
        self, nodes: Sequence[Node], sorts: Sequence[Sort], scope: Scope, found: Found
    ) -> Iterator[tuple[list[Term], Found]]:
        """The readings of several nodes together, each of the sort that it must be of."""
        if not nodes:
            yield [], found
            return
        for term, told in self.terms(nodes[0], scope, found, sorts[0]):
            if isinstance(sorts[0], PmfSort) and isinstance(term.sort, JointSort):
                term = law_on_tuples(term)
            after = told.fitting(sorts[0], term.sort) if of_kind(sorts[0], term.sort) else None
            if after is None:
                continue
            for others, last in self.of_sorts(nodes[1:], sorts[1:], scope, after):
                yield [settled(term, last), *others], last

    def _branches(
        self, node: Branches, scope: Scope, found: Found, wanted: Sort | None
    ) -> Iterator[tuple[Term, Found]]:
        for test, one in self.formulas(node.test, scope, found):
            for (then, otherwise), two in self._each(
                [node.then, node.otherwise], scope, one, wanted
            ):
                try:
                    yield binders.cases(test, then, otherwise), two
                except InputError as error:
                    self.wrong(node, error)

    def _bound(self, node: Bound, scope: Scope, found: Found) -> Iterator[tuple[Term, Found]]:
        wanted = None if node.kind == "table" else REAL
        for var, inner, one in self._range(node, scope, found):
            for guard, two in self._guard(node.guard, inner, one):
                if node.kind == "event":
                    if guard is not None and isinstance(var.of, SymbolSort):
                        yield binders.event_where(var, guard), two
                    continue
                assert node.body is not None
                for body, three in self.terms(node.body, inner, two, wanted):
                    own = Var(var.name, three.sort(var.of))
                    try:
                        for term in bindings(node.kind, own, body, guard):
                            yield term, three
                    except InputError as error:
                        self.wrong(node, error)

    def _guard(
        self, guard: Node | None, scope: Scope, found: Found
    ) -> Iterator[tuple[Formula | None, Found]]:
        if guard is None:
            yield None, found
        else:
            yield from self.formulas(guard, scope, found)

    def _range(
        self, node: Bound, scope: Scope, found: Found
    ) -> Iterator[tuple[Var, Scope, Found]]:
        """The variable that a binder binds, with the scope inside."""
        declared = node.var
        sorts: Iterable[tuple[Sort, Found]]
        if declared.domain.is_open():
            # Symbols of an alphabet that its use tells.
            if not self.is_inferring:
                told = self.known.get((id(declared), 0, None))
                sorts = [] if told is None else [(told, found)]
            else:
                sorts = [(sort, found) for sort in unsaid_sorts(node.kind, declared)]
        else:
            sorts = self.sorts(declared, scope, found)
        for sort, told_of in sorts:
            var = Var(declared.name, sort)
            key = id(node), id(scope), sort
            if key not in self.known:
                self.kept.append((node, scope))
                self.known[key] = {**scope, var.name: var}
            yield var, self.known[key], told_of

    # --- what variables range over ------------------------------------------------------------

    def sorts(
        self, declared: Declared, scope: Scope, found: Found
    ) -> Iterator[tuple[Sort, Found]]:
        """The readings of what a variable ranges over."""
        domain = declared.domain
        try:
            if domain.pattern == "real":
                yield self._number_sort(declared.name, domain), found
            elif domain.pattern == "size":
                yield SizeSort(*domain.plain), found
            elif domain.pattern == "joint" and not domain.slots:
                key = id(declared), 1, None
                if key not in self.known:
                    self.known[key] = JointSort(
                        domain.plain, tuple(map(self._alphabet, domain.plain)))
                yield self.known[key], found
            elif domain.pattern == "joint":
                for sizes, told in self._each(domain.slots, scope, found, SizeSort()):
                    yield JointSort(domain.plain, tuple(map(checked_size, sizes))), told
            else:
                yield from self._patterned(domain, scope, found)
        except InputError as error:
            self.wrong(declared, error)

    def _alphabet(self, variable: str) -> Term:
        """The open alphabet of a variable, the same in each joint law that has it."""
        key = variable, 2, None
        if key not in self.known:
            self.known[key] = opened(SizeSort())
        size: Term = self.known[key]
        return size

    def _number_sort(self, name: str, domain: Domain) -> Sort:
        interval = parse_interval(domain.plain)
        low = interval.low
        may_be_whole = (
            low is not None and low.q == 1 and low >= 0 and interval.high is None
            and not (interval.low_open and domain.whole)
        )
        if domain.whole or (domain.whole is None and may_be_whole and name in self.evident):
            if not may_be_whole:
                raise ClaimError(f"{name} is whole: write {name} whole >= 1")
            assert low is not None
            return SizeSort(int(low.p) + interval.low_open)
        return interval

    def _patterned(
        self, domain: Domain, scope: Scope, found: Found
    ) -> Iterator[tuple[Sort, Found]]:
        pattern = domain.pattern
        if isinstance(domain.plain, str):
            pattern = replace(pattern, element=parse_interval(domain.plain))
        wanted = holes(pattern)
        places = sorted(wanted)

        def rest(index: int, chosen: dict[str, Term], told: Found) -> Any:
            if index == len(places):
                yield checked_alphabets(substitute_sort(pattern, chosen)), told
                return
            var = wanted[places[index]]
            for term, then in self.terms(domain.slots[index], scope, told, var.of):
                if of_kind(var.of, term.sort):
                    yield from rest(index + 1, {**chosen, var.name: term}, then)

        yield from rest(0, {}, found)

    # --- formulas -----------------------------------------------------------------------------

    def formulas(
        self, node: Node, scope: Scope, found: Found
    ) -> Iterator[tuple[Formula, Found]]:
        """The readings of a node as a formula."""
        if self.is_inferring:
            yield from self._formulas(node, scope, found)
            return
        key = id(node), id(scope), "formula"
        if key not in self.known:
            self.kept.append((node, scope))
            distinct = {id(one): one for one, _ in self._formulas(node, scope, found)}
            self.known[key] = list(distinct.values())
        for formula in self.known[key]:
            yield formula, found

    def _formulas(
        self, node: Node, scope: Scope, found: Found
    ) -> Iterator[tuple[Formula, Found]]:
        match node:
            case Choice(options=options):
                for coercing in (False, True):
                    some_way = False
                    for option in options:
                        if isinstance(option, Notion):
                            ways = self._notion(option, scope, found, coercing)
                        else:
                            ways = iter(()) if coercing else self.formulas(option, scope, found)
                        for way in ways:
                            some_way = True
                            yield way
                    if some_way:
                        return
            case Called() if node.name in NOTIONS:
                yield from self.formulas(
                    Notion(node.start, node.end, NOTIONS[node.name],
                           dict(enumerate(node.args)), {}),
                    scope, found,
                )
            case Notion():
                for coercing in (False, True):
                    some_way = False
                    for way in self._notion(node, scope, found, coercing):
                        some_way = True
                        yield way
                    if some_way:
                        return
            case Compared():
                yield from self._compared(node, scope, found)
            case Joined():
                for parts, told in self._all(node.parts, scope, found):
                    yield joined_formula(node.kind, parts), told
            case Bound(kind="forall" | "exists"):
                quantifier = every if node.kind == "forall" else some
                for var, inner, one in self._range(node, scope, found):
                    for guard, two in self._guard(node.guard, inner, one):
                        assert node.body is not None
                        for body, three in self.formulas(node.body, inner, two):
                            own = Var(var.name, three.sort(var.of))
                            try:
                                yield quantifier(own, body, guard), three
                            except InputError as error:
                                self.wrong(node, error)
            case _:
                self.wrong(node, "this is a quantity, and a statement about quantities is wanted")

    def _compared(
        self, node: Compared, scope: Scope, found: Found
    ) -> Iterator[tuple[Formula, Found]]:
        """Relations between numbers, or else between laws, channels or events."""
        some_way = False
        for sides, told in self._each(node.sides, scope, found, REAL):
            try:
                formula = compared_terms(node.signs, sides)
            except InputError as error:
                self.wrong(node, error)
                continue
            some_way = True
            yield formula, told
        # P <= e^eps Q, where what P and Q are isn't said.
        may_be_laws = self.is_inferring and any(map(speaks_of_laws, node.sides))
        if some_way and not may_be_laws:
            return
        for sort in compared_sorts():
            ways = self.of_sorts(node.sides, [sort] * len(node.sides), scope, found)
            for sides, told in ways:
                try:
                    yield compared_terms(node.signs, sides), told
                except InputError as error:
                    self.wrong(node, error)

    def _all(
        self, nodes: Sequence[Node], scope: Scope, found: Found
    ) -> Iterator[tuple[list[Formula], Found]]:
        if not nodes:
            yield [], found
            return
        for formula, told in self.formulas(nodes[0], scope, found):
            for others, last in self._all(nodes[1:], scope, told):
                yield [formula, *others], last

    def _notion(
        self, node: Notion, scope: Scope, found: Found, coercing: bool
    ) -> Iterator[tuple[Formula, Found]]:
        definition = node.definition
        detail = tuple(node.detail[letter] for letter in sorted(node.detail))
        for takes in definition.takes:
            slots = dict(enumerate(takes))
            missing = [
                var for place, var in slots.items()
                if place not in node.slots and isinstance(var.of, JointSort)
            ]
            values = open_variables(takes)
            for chosen, told, own in self._arguments(
                slots, node.slots, scope, found, values, coercing, self.is_inferring
            ):
                for others, last in self._missing(missing, {**values, **own}, detail, scope, told):
                    args = [last.term(chosen[place]) for place in sorted(chosen)]
                    try:
                        yield definition.build(
                            *(term for _, term in others), *args, *detail
                        ), last
                    except InputError as error:
                        self.wrong(node, error)


__all__ = ["MOST_READINGS", "NOTHING", "Meaning", "TooManyReadingsError"]
