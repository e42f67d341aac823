"""What is kept from one proof for the next: it changes no answer, and shows nothing false."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.kernel.test_holes import check, line, refused
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.kernel.proof import check_step
from verified.kernel.theorem import Library, Theorem
from verified.kernel.values import Rejected
from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    absolute,
    cases,
    either,
    equals,
    every,
    exp,
    log,
    smallest,
    some,
    sqrt,
    total,
)
from verified.syntax import sharing
from verified.syntax.claims import Statement
from verified.syntax.formulas import And, Formula, Or, Predicate
from verified.syntax.goals import normal
from verified.syntax.terms import REAL, Op, Var, number

n, m = Size("n"), Size("m")


def accepted(formula: Formula, rule: str = "obvious") -> bool:
    """Whether the kernel accepts the formula as one step on its own."""
    try:
        check_step(rule, formula, [], {}, Library({}))
    except Rejected:
        return False
    return True


# --- the order in which proofs are checked --------------------------------------------------------


@pytest.mark.parametrize("name", ["b", "c"])
def test_a_step_is_accepted_the_first_time_or_never(name):
    """What was found below a sum or in a branch on the way to a normal form was known of it only
    from the second time on: a step refused alone was accepted after itself."""
    law, symbol = Pmf(f"R{name}", 2), Symbol(name, n)
    limited, other = Real(f"l{name}", "[-1,1]"), Real(f"o{name}")
    for formula in (
        total(symbol, law[1]) >= 0,
        total(symbol, 1 - limited) >= 0,
        cases(either(other <= 0, limited <= 0), 1 - limited, 2 - 2 * limited) >= 0,
        1 + cases(other <= limited, law[1], 2 * law[1]) >= 1,
        1 + total(symbol, cases(either(other > 0, limited <= 0), law[0], 2 * law[0])) >= 1,
    ):
        first = accepted(formula)
        assert [accepted(formula) for _ in range(2)] == [first, first]


# --- one name for two variables -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["z", "y"])
def test_two_variables_of_one_name_settle_nothing(name):
    """Where a normaliser met z > 0 and any z, z/z = 1 was found of the first, kept with the second
    and believed from then on. (No file brings the two together; what calls the kernel may.)"""
    unsure, sure = Real(name), Real(name, ">0")
    for first, second in ((unsure, sure), (sure, unsure)):
        normaliser = Normaliser()
        for term in (first, second, first / first, second / second, log(first) - log(first)):
            try:
                normaliser.poly(term)
            except NotReal:
                continue
    for known in (unsure / unsure, 2 + unsure / unsure, log(unsure) - log(unsure)):
        assert not accepted(equals(known, known), "identity")
    assert accepted(equals(sure / sure, 1), "identity")


# --- a value of a symbol whose alphabet isn't fixed -----------------------------------------------


def step(rule: str, formula: Formula, *premises: Theorem, **data: object) -> Theorem:
    return check_step(rule, normal(formula), list(premises), data, Library({}))


def test_a_value_for_one_size_of_an_alphabet_is_none_for_every_size():
    """Where there is one of k symbols, k isn't 0; “1 ≤ k” was generalised to every k < n, and
    said at 0 that 1 ≤ 0, in a proof whose statement has k and its symbol as variables."""
    k, j = Symbol("k", n), Symbol("j", n)
    symbol = Symbol("a", k)
    small = step("obvious", number(1) <= symbol + 1)
    large = step("obvious", symbol + 1 <= k)
    shown = step("transitive", number(1) <= k, small, large)
    assert symbol in shown.rests_on
    existing = step("obvious", number(0) <= 0)
    witness = step("exhibit", some(j, number(0) <= j), existing, term=number(0))
    used = step("transitive", number(1) <= n, shown, step("obvious", k <= n))
    for rule, formula, *premises in (
        ("generalise", every(j, number(1) <= j), shown),
        ("obtain", number(1) <= n, witness, used),
        ("bound-sup", number(1) <= smallest(j, j), shown),
    ):
        with pytest.raises(Rejected, match="the sort of a speaks of it"):
            step(rule, formula, *premises, variable=k)
    # Of a symbol whose alphabet is fixed, every k is as good.
    fixed = Symbol("b", Size("few", low=0))
    told = step("obvious", number(0) <= k + fixed)
    general = step("generalise", every(j, number(0) <= j + fixed), told, variable=k)
    assert general.rests_on == {fixed}


# --- one name in two files ------------------------------------------------------------------------


def claims_of_both_sorts() -> list[tuple[str, Sequence[Var], Sequence[Var], Formula, Formula]]:
    """(rule, variables of which a formula holds, others of the same names, the formula of both)."""
    found = []

    def add(rule: str, make: Callable[..., Formula], good: Sequence[Var], bad: Sequence[Var],
            ) -> None:
        found.append((rule, good, bad, make(*good), make(*bad)))

    any_z = Real("z")
    for domain in (">0", ">=1", "(0,1]"):
        z = Real("z", domain)
        add("identity", lambda v: equals(v / v, 1), [z], [any_z])
        add("identity", lambda v: equals(log(v) - log(v), 0), [z], [any_z])
        add("identity", lambda v: equals(absolute(v), v), [z], [any_z])
        add("identity", lambda v: equals(sqrt(v) ** 2, v), [z], [any_z])
        add("obvious", lambda v: exp(v) * v > 0, [z], [any_z])
    for wide in ("[0,2]", ""):
        add("obvious", lambda v: 1 - v >= 0, [Real("z", "[0,1]")], [Real("z", wide)])
    small, empty = Size("n"), Size("n", low=0)
    add("obvious", lambda k: k >= 1, [small], [empty])
    add("identity", lambda k: equals(k / k, 1), [small], [empty])
    add("identity", lambda k: equals(total(Symbol("i", k), 1 / k), 1), [small], [empty])
    add("identity", lambda p: equals(p[1], 1 - p[0]), [Pmf("p", 2)], [Pmf("p", 3)])
    add("identity", lambda k, p: equals(total(Symbol("i", k), p[Symbol("i", k)]), 1),
        [n, Pmf("p", n)], [n, Reals("p", n, "[0,1]")])
    add("identity", lambda k, v: equals(total(Symbol("i", k), v[Symbol("i", k)] ** 0 * k / k), k),
        [n, Reals("v", n)], [empty, Reals("v", empty)])
    add("obvious", lambda k, v: total(Symbol("i", k), 1 / v[Symbol("i", k)]) >= 0,
        [n, Reals("v", n, ">0")], [n, Reals("v", n, ">=0")])
    add("obvious", lambda k, i: i <= k - 1, [n, Symbol("i", n)], [n, Size("i")])
    add("obvious", lambda k, other, i: i <= k - 1, [n, m, Symbol("i", n)], [n, m, Symbol("i", m)])
    return found


@pytest.mark.parametrize("place", range(len(claims_of_both_sorts())))
@pytest.mark.parametrize("order", ["good first", "bad first", "forgotten between"])
def test_a_file_lends_nothing_to_the_next(place, order):
    """What holds of a variable isn't believed of one of the same name and another sort, in the next
    file of the same process, whichever comes first."""
    rule, good, bad, holds, fails = claims_of_both_sorts()[place]
    for _ in range(2):
        if order != "bad first":
            assert check(Statement(tuple(good), (), holds), line(rule, holds)).steps == 1
        if order == "forgotten between":
            sharing.forget()
        refused(bad, fails, line(rule, fails))
        assert check(Statement(tuple(good), (), holds), line(rule, holds)).steps == 1


# --- trees that many share ------------------------------------------------------------------------


def test_a_list_of_parts_isnt_shared():
    """Parts given as a list, changed afterwards, were those of all equal trees: x + y was z + y."""
    x, y, z = (Real(f"part {name}") for name in "xyz")
    for make in (
        lambda parts: Op("add", parts, REAL),
        lambda parts: Predicate("close", parts),
        And,
        Or,
    ):
        parts = [x, y]
        made = make(parts)
        held = made.parts if isinstance(made, And | Or) else made.args
        parts[0] = z
        assert isinstance(held, tuple)
        assert make([x, y]) is made
        assert z not in held
