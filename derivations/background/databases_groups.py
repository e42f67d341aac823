"""Groups of entries: instances that differ in them only, and what the response tells of them, from
the joint law of the groups."""

from __future__ import annotations

from typing import Any

from derivations.patterns.groups import Told, alike_together, by_group, inside, only
from derivations.patterns.informations import of_tuples
from derivations.patterns.instances import by_entries, changed
from derivations.tools import everywhere, log_below, one_term, same, split_equal, turned
from verified.kernel.polynomial import replaced
from verified.language import (
    H,
    alphabet,
    cardinality,
    cases,
    complement,
    either,
    entries,
    entry_of,
    equals,
    group_values,
    indicator,
    largest_alphabet,
    log,
    negation,
    prior_mass,
    reals_table,
    singleton,
    total,
    with_entry,
    with_group,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import implies
from verified.syntax.terms import Event, Symbol, Term, number

# --- instances with the same group ----------------------------------------------------------------


def of_only(d: Steps, D: Any, x: Any, group: Any, place: Any, belongs: Line) -> Line:
    """An entry of `only`, from a line that tells whether it belongs to the group."""
    outside = d.cite("definition/complement", n=entries(D), A=group, a=place)
    rule = d.cite("definition/with-group", D=D, x=x, I=complement(group), v=0, l=place)
    kept = belongs.formula == inside(group, place)
    value = entry_of(D, x, place) if kept else number(0)
    return d.follows(
        equals(entry_of(D, only(D, x, group), place), value), rule, outside, belongs
    )


@derives("background/same-group.entries")
def entries_of_the_same(d: Derivation) -> None:
    """An entry of the group is that of the instance in which the others are 0."""
    D, x, other, group = d.var("D"), d.var("x"), d.var("x'"), d.var("I")
    place = d.fix(Symbol("l", entries(D)))
    held = d.assume(inside(group, place))
    one, two = (of_only(d, D, instance, group, place, held) for instance in (x, other))
    moved = d.rewrite(d.given[0], one, equals(
        entry_of(D, only(D, other, group), place), entry_of(D, x, place)
    ))
    line = d.chain(turned(d, moved), two)
    d.qed(d.forall(place, d.implied(held, line)))


@derives("background/same-group.instances")
def same_by_entries(d: Derivation) -> None:
    """Entries of the group are alike, all others 0."""
    D, x, other, group = d.var("D"), d.var("x"), d.var("x'"), d.var("I")
    (given,) = d.given

    def alike(place: Any) -> Line:
        def member(held: Line) -> Line:
            ends = [of_only(d, D, instance, group, place, held) for instance in (x, other)]
            middle = d.follows(
                equals(entry_of(D, x, place), entry_of(D, other, place)),
                d.at(given, place), held,
            )
            return d.chain(ends[0], middle, turned(d, ends[1]))

        def out(held: Line) -> Line:
            ends = [of_only(d, D, instance, group, place, held) for instance in (x, other)]
            return d.chain(ends[0], turned(d, ends[1]))

        return by_group(d, group, place, member, out)

    d.qed(by_entries(d, D, only(D, x, group), only(D, other, group), alike))


@derives("background/with-group-near")
def near_by_group(d: Derivation) -> None:
    """Entries outside of the group are the same."""
    D, x, group = d.var("D"), d.var("x"), d.var("I")
    one, two = (with_group(D, x, group, d.var(name)) for name in "vw")

    def below(place: Any) -> Line:
        differs = 1 - same(entry_of(D, one, place), entry_of(D, two, place))
        counted = same(indicator(group, place), 1)

        def member(held: Line) -> Line:
            most = d.obvious(differs <= number(1))
            return d.chain(most, d.identity(equals(number(1), counted), held))

        def out(held: Line) -> Line:
            ends = []
            for name, instance in zip("vw", (one, two), strict=True):
                rule = d.cite("definition/with-group", D=D, x=x, I=group, v=d.var(name), l=place)
                ends.append(d.follows(
                    equals(entry_of(D, instance, place), entry_of(D, x, place)), rule, held
                ))
            alike = d.chain(ends[0], turned(d, ends[1]))
            none = d.identity(equals(differs, 0), alike)
            return d.chain(none, d.obvious(number(0) <= counted))

        return by_group(d, group, place, member, out)

    rest: Any = d.summed(everywhere(d, Symbol("l", entries(D)), below))
    value: Any = d.cite("definition/hamming", D=D, values={"x": one, "x'": two})
    count: Any = d.cite("definition/cardinality", A=group, n=entries(D))
    d.qed(d.chain(
        value, d.identity(equals(value.formula.right, rest.formula.left)), rest,
        d.identity(equals(rest.formula.right, count.formula.right)), turned(d, count),
    ))


@derives("background/group-values")
def values_of_a_group(d: Derivation) -> None:
    """Each entry of the group adds the logarithm of its alphabet's size at most."""
    D, group = d.var("D"), d.var("I")
    most = largest_alphabet(D)
    value: Any = d.cite("definition/group-values", D=D, I=group)

    def below(place: Any) -> Line:
        size = alphabet(D, place)
        line = log_below(d, size, most, d.cite("definition/alphabet-largest", D=D, i=place))
        test = same(indicator(group, place), 1)
        own = d.identity(equals(cases(inside(group, place), log(size), 0), test * log(size)))
        return d.chain(own, d.arithmetic(
            test * log(size) <= test * log(most), line, hints=[test]))

    rest: Any = d.summed(everywhere(d, Symbol("l", entries(D)), below))
    count = d.cite("definition/cardinality", A=group, n=entries(D))
    logs = d.arithmetic(
        log(group_values(D, group)) <= cardinality(group) * log(most), value, rest, count,
        hints=[log(most)])
    grown = d.cite("background/exponential-increasing", logs, r=log(group_values(D, group)),
                   s=cardinality(group) * log(most))
    d.qed(d.arithmetic(d.goal, grown))


# --- informations ---------------------------------------------------------------------------------


@derives("background/group-joint")
def of_two_of_three(d: Derivation) -> None:
    """The third group plays no part in what the response tells of the others."""
    here = Told(d)
    one, two, three = (d.var(name) for name in "IJK")
    lines = []
    for group, told in ((one, "A;Y|C"), (two, "B;Y|C")):
        value = d.cite("definition/group-information", I=group, J=three)
        first, _ = here.information((group, three, three), "A;Y|C")
        second, _ = here.information((one, two, three), told)
        lines.append(d.chain(value, first, turned(d, second)))
    d.qed(d.both(*lines))


def _joined(d: Derivation, known: bool) -> None:
    """The joined group is told by the instances of its parts, and they by its."""
    here = Told(d)
    one, two, three, whole = (d.var(name) for name in "IJKU")
    (joins,) = d.given
    group, rest = (one, whole) if known else (whole, three)
    value = d.cite("definition/group-information", I=group, J=rest)
    told, _ = here.information((group, rest, rest), "A;Y|C")
    shape = "A;Y|B,C" if known else "A,B;Y|C"
    last, _ = here.information((one, two, three), shape)
    parts = (two, three) if known else (one, two)
    tests = alike_together(d, here.D, here.x, here.other, whole, parts, joins)
    chances, start = here.parts((group, rest, rest), "A;Y|C")
    wanted, end = here.parts((one, two, three), shape)
    line = here.same_term(tests, chances, wanted, start, end)
    d.qed(d.chain(value, told, line, turned(d, last)))


@derives("background/groups-told")
def told_of_two_groups(d: Derivation) -> None:
    """What two groups are together is what each is."""
    _joined(d, False)


@derives("background/groups-known")
def two_groups_known(d: Derivation) -> None:
    """What two groups are together is what each is."""
    _joined(d, True)


def _certain(d: Derivation, here: Told, groups: tuple[Any, ...], covered: Line) -> list[Line]:
    """Groups that together have every entry are as probable as the instance itself, with the
    response and without."""
    place = d.fix(Symbol("l", entries(here.D)))
    tests = [
        equals(only(here.D, here.other, group), only(here.D, here.x, group)) for group in groups
    ]
    same_ones = equals(here.other, here.x)
    product = here.alike(groups)
    goal = equals(product, same(here.other, here.x))

    def together(held: list[Line]) -> Line:
        found = []
        for line, group in zip(held, groups, strict=True):
            into = d.cite("background/same-group.entries", line, values={
                "D": here.D, "x": here.other, "x'": here.x, "I": group,
            })
            found.append(d.at(into, place))
        alike = d.follows(
            equals(entry_of(here.D, here.other, place), entry_of(here.D, here.x, place)),
            *found, d.at(covered, place),
        )
        return d.cite("definition/same-instance", d.forall(place, alike), D=here.D, values={
            "x": here.other, "x'": here.x,
        })

    def apart(held: list[Line]) -> Line:
        def one(line: Line) -> Line:
            missing = next(line for line in held if line.formula not in tests)
            index = held.index(missing)
            itself = d.identity(equals(
                only(here.D, here.x, groups[index]), only(here.D, here.x, groups[index])
            ))
            met = d.rewrite(turned(d, line), itself, tests[index])
            return d.follows(goal, met, missing)

        return split_equal(
            d, here.other, here.x,
            lambda line, _: one(line) if line.formula == same_ones
            else d.identity(goal, *held, line),
        )

    def chosen(held: list[Line]) -> Line:
        if len(held) < len(groups):
            group = groups[len(held)]
            return split_equal(
                d, only(here.D, here.other, group), only(here.D, here.x, group),
                lambda line, _: chosen([*held, line]),
            )
        if all(line.formula in tests for line in held):
            return d.identity(goal, *held, together(held))
        return apart(held)

    each = chosen([])
    lines = []
    for response in (True, False):
        chance: Any = here.chance(groups, response)
        own = prior_mass(here.prior, here.other) * same(here.other, here.x)
        if response:
            own = own * here.M[here.other][here.y]
        row = d.arithmetic(equals(chance.body, own), each, hints=[chance.body, own])
        found = d.summed(d.forall(here.other, row))
        lines.append(d.chain(found, d.identity(
            equals(found.formula.right, here.weight(response))
        )))
    return lines


@derives("background/all-groups")
def told_of_all(d: Derivation) -> None:
    """Instances that have all groups in common are the same."""
    here = Told(d)
    groups = tuple(d.var(name) for name in "IJK")
    (covered,) = d.given
    lines = _certain(d, here, groups, covered)
    told, _ = here.information(groups, "A,B,C;Y")
    chances, term = here.parts(groups, "A,B,C;Y")
    covers = [here.covered(*chance) for chance in chances]
    line = d.have(equals(term, term), "defined", *covers)
    for found in lines:
        new = replaced(line.formula, found.formula.left, found.formula.right)
        line = d.rewrite(found, line, equals(term, new.right))
    inner = [d.forall(here.y, cover) for cover in covers]
    line = d.forall(here.x, d.summed(d.forall(here.y, line), *inner))
    line = d.summed(line, *here.covers(*chances))
    whole = here.whole()
    d.qed(d.chain(whole, d.identity(
        equals(whole.formula.right, line.formula.right), *here.covers(([], True))
    ), turned(d, d.chain(told, line))))


@derives("background/no-group")
def nothing_is_told_by_none(d: Derivation) -> None:
    """A group without entries is the same in all instances."""
    here = Told(d)
    one, two, three = (d.var(name) for name in "IJK")
    (few,) = d.given
    place = d.fix(Symbol("l", entries(here.D)))

    def marked(other: Any) -> Term:
        return same(indicator(one, other), 1)

    def none(held: Line) -> Line:
        count = d.cite("definition/cardinality", n=entries(here.D), A=one)
        own = one_term(d, place, marked, name="k")
        belongs = d.identity(equals(marked(place), 1), held)
        return d.contradiction(own, belongs, count, few)

    held = d.assume(inside(one, place))
    alike = equals(entry_of(here.D, here.other, place), entry_of(here.D, here.x, place))
    apart = d.forall(place, d.implied(held, d.follows(alike, none(held))))
    met = d.cite("background/same-group.instances", apart, values={
        "D": here.D, "x": here.other, "x'": here.x, "I": one,
    })
    test = same(only(here.D, here.other, one), only(here.D, here.x, one))
    mass = prior_mass(here.prior, here.other)
    row = d.rewrite(
        d.identity(equals(test, 1), met),
        d.identity(equals(mass * 1, mass)), equals(mass * test, mass),
    )
    found = d.summed(d.forall(here.other, row))
    whole = d.chain(found, d.identity(equals(found.formula.right, 1)))
    lines = []
    for place_, groups in enumerate(((one, two, three), (two, one, three), (two, three, one))):
        name = "ABC"[place_]
        anyone = [d.fix(Event(f"group_{letter}", entries(here.D))) for letter in "cba"]
        agree, made = here.joint(*anyone)
        value: Any = of_tuples(d, lambda joint, name=name: H(joint, name), agree, made)
        chance = total(here.other, mass * same(
            only(here.D, here.other, anyone[place_]), only(here.D, here.x, anyone[place_])
        ))
        spread = total(here.x, -(prior_mass(here.prior, here.x) * log(chance)))
        cover = d.forall(here.x, d.arithmetic(
            prior_mass(here.prior, here.x) <= chance, here.covered([anyone[place_]], False)
        ))
        line = d.chain(value, d.identity(equals(value.formula.right, spread), cover))
        for group in reversed(anyone):
            line = d.forall(group, line)
        for group in groups:
            line = d.at(line, group)
        term = -(prior_mass(here.prior, here.x) * log(found.formula.left))
        certain = d.rewrite(
            whole, d.have(equals(term, term), "defined", whole),
            equals(term, -(prior_mass(here.prior, here.x) * log(number(1)))),
        )
        certain = d.chain(certain, d.identity(equals(certain.formula.right, 0)))
        rest = d.summed(d.forall(here.x, certain))
        lines.append(d.chain(line, rest, d.identity(equals(rest.formula.right, 0))))
    d.qed(d.both(*lines))


def _alike_others(d: Derivation, here: Told, i: Any, own: Any, others: Any) -> Line:
    """1[z and x alike in all other entries] = 1[z = x with z_i]."""
    D, x, z = here.D, here.x, here.other
    place = d.fix(Symbol("l", entries(D)))
    near = with_entry(D, x, i, entry_of(D, z, i))
    group = only(D, z, others), only(D, x, others)

    def belongs(line: Line) -> Line:
        """Whether the place is among the others, from whether it is i."""
        outside = d.cite("definition/complement", n=entries(D), A=own, a=place)
        single = d.cite("definition/singleton", n=entries(D), a=i, x=place)
        among = inside(others, place)
        wanted = negation(among) if line.formula == equals(place, i) else among
        return d.follows(wanted, line, single, outside)

    def nearness(held: Line) -> Line:
        """z = x with z_i, where the others are alike."""
        entries_alike = d.at(d.cite("background/same-group.entries", held, values={
            "D": D, "x": z, "x'": x, "I": others}), place)

        def each(line: Line, _: Line) -> Line:
            other = changed(d, D, x, i, entry_of(D, z, i), place, line)
            if line.formula == equals(place, i):
                own_entry = d.rewrite(turned(d, line), d.identity(equals(
                    entry_of(D, z, place), entry_of(D, z, place))), equals(
                    entry_of(D, z, place), entry_of(D, z, i)))
                return d.chain(own_entry, turned(d, other))
            alike = d.follows(
                equals(entry_of(D, z, place), entry_of(D, x, place)), entries_alike, belongs(line))
            return d.chain(alike, turned(d, other))

        found = d.forall(place, split_equal(d, place, i, each))
        return d.cite("definition/same-instance", found, D=D, values={"x": z, "x'": near})

    def likeness(met: Line) -> Line:
        """The others are alike, where z = x with z_i."""
        def each(line: Line, _: Line) -> Line:
            goal = implies(inside(others, place), equals(
                entry_of(D, z, place), entry_of(D, x, place)))
            if line.formula == equals(place, i):
                return d.follows(goal, belongs(line))
            end = entry_of(D, near, place)
            value = d.rewrite(turned(d, met), d.identity(equals(end, end)), equals(
                entry_of(D, z, place), end))
            value = d.chain(value, changed(d, D, x, i, entry_of(D, z, i), place, line))
            return d.follows(goal, value)

        found = d.forall(place, split_equal(d, place, i, each))
        return d.cite("background/same-group.instances", found, values={
            "D": D, "x": z, "x'": x, "I": others})

    test, wanted = same(*group), same(z, near)
    goal = equals(test, wanted)
    into, back = d.assume(equals(*group)), d.assume(equals(z, near))
    ways = [d.implied(into, nearness(into)), d.implied(back, likeness(back))]

    def chosen(one: Line, first: Line) -> Line:
        def then(two: Line, second: Line) -> Line:
            if first.formula.right == second.formula.right:
                return d.chain(first, turned(d, second))
            return d.follows(goal, one, two, *ways)

        return split_equal(d, z, near, then)

    return split_equal(d, *group, chosen)


@derives("background/group-entry")
def an_entry_as_a_group(d: Derivation) -> None:
    """Both are means of logarithms of what the other entries of an instance have in common with
    others."""
    here = Told(d)
    i = d.var("i")
    own = singleton(i, entries(here.D))
    others = complement(own)
    each = _alike_others(d, here, i, own, others)
    x, z = here.x, here.other
    place = d.fix(Symbol("l", entries(here.D)))
    outside = d.cite("definition/complement", n=entries(here.D), A=own, a=place)
    covered = d.forall(place, d.follows(
        either(inside(own, place), inside(others, place)), outside))
    lines = _certain(d, here, (own, others), covered)
    # What all other entries have in common with x, by its instances with another entry.
    size = alphabet(here.D, i)
    v = d.fix(Symbol("v", size))
    end = with_entry(here.D, x, i, entry_of(here.D, z, i))
    for response in (True, False):
        def mass(at: Any, response: bool = response) -> Term:
            return prior_mass(here.prior, at) * here.M[at][here.y] if response else prior_mass(
                here.prior, at)

        chance: Any = here.chance([others], response)
        goal = equals(chance.body, same(z, end) * mass(end))

        def chosen(met: Line, test: Line, goal: Any = goal, mass: Any = mass) -> Line:
            hints = [mass(z), mass(end)]
            if test.formula.right == number(0):
                return d.arithmetic(goal, each, test, hints=hints)
            moved = d.rewrite(turned(d, met), d.identity(equals(mass(end), mass(end))),
                              equals(mass(z), mass(end)))
            return d.arithmetic(goal, each, test, moved, hints=[*hints, same(z, end)])

        rows: Any = d.summed(d.forall(z, split_equal(d, z, end, chosen)))
        listed = reals_table(size, lambda v, mass=mass: mass(with_entry(here.D, x, i, v)))
        found: Any = d.cite("background/replaced-sums", D=here.D, x=x, i=i, f=listed)
        lines.append(d.chain(
            rows, d.identity(equals(rows.formula.right, found.formula.left)), found,
            d.identity(equals(found.formula.right, total(v, mass(with_entry(here.D, x, i, v))))),
        ))
    value = d.cite("definition/group-information", I=own, J=others)
    told, _ = here.information((own, others, others), "A;Y|C")
    chances, term = here.parts((own, others, others), "A;Y|C")
    covers = [here.covered(*chance) for chance in chances]
    line = d.have(equals(term, term), "defined", *covers)
    for found in lines:
        new = replaced(line.formula, found.formula.left, found.formula.right)
        line = d.rewrite(found, line, equals(term, new.right))
    inner = [d.forall(here.y, cover) for cover in covers]
    line = d.summed(d.forall(x, d.summed(d.forall(here.y, line), *inner)), *here.covers(*chances))
    mean: Any = d.cite("background/conditional-entry-mean")
    near = [
        d.forall(x, d.forall(here.y, d.chain(here.covered([others], response), found)))
        for response, found in zip((True, False), lines[2:], strict=True)
    ]
    d.qed(d.chain(mean, turned(d, d.chain(value, told, line, d.identity(
        equals(line.formula.right, mean.formula.right), *near)))))
