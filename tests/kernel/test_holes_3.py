"""False statements that the kernel once accepted: tables of numbers and of laws, hidden names.

As in `test_holes`, every proof is written as a certificate, by hand, and read again.
"""

from __future__ import annotations

import pytest

from tests.kernel.test_holes import check, line, refused
from verified.language import (
    Channel,
    ClaimError,
    Database,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    alphabet,
    cases,
    channel_table,
    entries,
    equals,
    event_where,
    gaussian_information,
    laplace_information,
    rational,
    reals_table,
    singleton,
    sqrt,
    total,
)
from verified.syntax.claims import Statement
from verified.syntax.sorts import ChannelSort, PmfSort
from verified.syntax.terms import REAL, Bind, Op, number
from verified.syntax.wellformed import check_scopes

n, m = Size("n"), Size("m")
x, y = Symbol("a", n), Symbol("b", m)
D = Database("D")
i, j = (Symbol(name, entries(D)) for name in "ij")


# --- tables ---------------------------------------------------------------------------------------


def _no_more_than_one(law, symbol, size):
    values = {"n": size, "P": law, "a": symbol}
    return line("cite", law[symbol] <= 1, key="background/probability-bounds", values=values)


def test_the_rows_of_a_channel_are_laws_and_no_other_numbers():
    """A table whose rows are lists of numbers, 5 each, was taken for a channel: 5 ≤ 1."""
    rows = reals_table(m, lambda _: number(5))
    wrong = Bind("table", Symbol("i", n), None, rows, ChannelSort(n, m))
    first = _no_more_than_one(wrong[x], y, m)
    refused([n, m, x, y], wrong[x, y] <= 1, first)
    refused(
        [n, m, x, y],
        number(5) <= 1,
        first,
        line("arithmetic", number(5) <= 1, 0, products=[["1", [["fact", 0]]]]),
    )
    honest = channel_table(n, m, lambda _x, _y: 1 / m)
    kept = Statement((n, m, x, y), (), honest[x, y] <= 1)
    assert check(kept, _no_more_than_one(honest[x], y, m)).steps == 1


def test_the_rows_of_a_channel_are_on_one_alphabet():
    """Row i on the symbols of entry i, said to be on those of another entry of that name: no two
    entries would differ in the number of their symbols."""
    own, size = Symbol("y", alphabet(D, i)), alphabet(D, i)
    row = Bind("table", own, None, 1 / size, PmfSort(size))
    wrong = Bind("table", i, None, row, ChannelSort(entries(D), size))
    everything = event_where(own, equals(number(1), 1))
    values = {"n": size, "P": wrong[j], "A": everything}
    then = size / alphabet(D, j) <= 1
    refused(
        [D, i, j],
        then,
        line("cite", wrong[j][everything] <= 1, key="background/event-bounds", values=values),
        line("arithmetic", then, 0, products=[["1", [["fact", 0]]]]),
    )


def test_a_list_by_cases_may_have_no_numbers():
    """Where r ≤ 0, the list is that of 1/0: a number of it isn't at most itself."""
    u, r = Reals("u", n), Real("r")
    undefined = reals_table(n, lambda _: 1 / number(0))
    part = cases(r > 0, u, undefined)[x]
    refused([n, u, r, x], part <= part, line("obvious", part <= part))
    refused([n, u, r, x], part <= part + 1, line("obvious", part <= part + 1))
    assert check(Statement((n, u, x), (), u[x] <= u[x]), line("obvious", u[x] <= u[x])).steps == 1


def test_a_set_of_one_symbol_is_an_event_of_the_alphabet_that_has_it():
    law, other, size = Pmf("P", n), Symbol("d", Size("k")), Size("k")
    part = law[singleton(other, n)]
    refused([n, size, law, other], part <= part, line("obvious", part <= part))
    kept = law[singleton(x, n)] <= 1 + law[singleton(x, n)]
    assert check(Statement((n, law, x), (), kept), line("obvious", kept)).steps == 1


# --- names ----------------------------------------------------------------------------------------


def test_a_size_may_not_hide_on_whom_its_variable_depends():
    """i is one of entry k's symbols. Under a sum over k, said of as many symbols as i in number,
    which are called i as well, it was taken for one of every entry's."""
    k, e = Symbol("k", entries(D)), Symbol("e", entries(D))
    one = Symbol("i", alphabet(D, k))
    hidden = total(Symbol("i", one), number(1))
    wrong = total(k, sqrt(alphabet(D, k) - 1 - hidden)) >= 0
    then = total(e, sqrt(alphabet(D, e) - 1 - one)) >= 0
    added = line("arithmetic", then, 0, products=[["1", [["fact", 0]]]])
    refused([D, k, one], then, line("obvious", wrong), added)
    with pytest.raises(ClaimError):
        check_scopes(wrong)
    assert set(check_scopes(hidden)) == {"D", "k", "i"}


def test_a_name_is_that_of_one_variable():
    """With one v a symbol of the other's symbols, v + 1 ≤ v was taken for size ≥ v + 1."""
    v = Symbol("v", n)
    inner = Symbol("v", v)
    for wrong in (inner + 1 <= v, inner + 1 <= inner, total(x, v) <= total(x, inner)):
        with pytest.raises(ClaimError, match="v stands for two variables"):
            check_scopes(wrong)
    assert set(check_scopes(v + 1 <= n)) == {"n", "v"}
    # A bound variable of that name is another, as its sort is outside of its scope.
    assert set(check_scopes(total(Symbol("v", n), v * 0 + 1))) == {"n"}


# --- noise ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", [gaussian_information, laplace_information])
def test_an_answer_has_a_whole_number_of_coordinates(build):
    """Half a coordinate for each of two symbols made a list of one number: no such information has
    a value, so none is at most itself."""
    U, V, f, v = Pmf("U", n), Channel("V", n, 2), Reals("f", 1), Real("v", ">0")
    half = rational(1, 2)
    with pytest.raises(ClaimError):
        build(U, V, f, half, v)
    wrong = Op(build.name, (U, V, f, half, v), REAL)
    refused([n, U, V, f, v], wrong <= wrong, line("obvious", wrong <= wrong))
