"""False statements that the kernel once accepted, or that an attacker would try: each is rejected.

Every proof is written as a certificate, by hand, and read again as `check_proof` reads a file.
"""

from __future__ import annotations

import json

import pytest
from flint import fmpq

from verified.kernel.analysis import Function
from verified.kernel.proof import check_proof, write_proof
from verified.kernel.theorem import may_be_empty
from verified.kernel.values import Rejected
from verified.language import (
    Channel,
    Database,
    Event,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    absolute,
    as_mechanism,
    cases,
    channel_of,
    dp_delta,
    equals,
    every,
    kl_dp,
    pmf_of,
    quotient,
    remainder,
    total,
)
from verified.proof.library import known_statements
from verified.quantities.definitions import definitions
from verified.syntax.claims import Statement
from verified.syntax.formulas import substitute
from verified.syntax.sorts import (
    ChannelSort,
    DatabaseSort,
    PmfSort,
    PriorSort,
    RealSort,
    SizeSort,
    SymbolSort,
)
from verified.syntax.terms import Bind, Op, Var, number

n, m, k = Size("n"), Size("m"), Size("k", low=0)
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
a, b, c = Symbol("a", n), Symbol("b", n), Symbol("c", n)
r, s, t = Real("r"), Real("s"), Real("t")


def line(rule, formula, *places, **data):
    """One step of a proof."""
    return {"rule": rule, "formula": formula, "from": list(places), "data": data}


def check(statement, *steps, fixed=()):
    """Write the proof to a file and read it again."""
    part = {"fixed": fixed, "steps": steps}
    cited = {step["data"].get("key", "") for step in steps} - set(definitions())
    cites = {key: known_statements()[key] for key in cited if key}
    certificate = write_proof("holes", statement, None, [part], cites)
    return check_proof(json.loads(json.dumps(certificate)))


def refused(variables, then, *steps, given=(), fixed=()):
    """The proof of a false statement isn't accepted."""
    with pytest.raises(Rejected):
        check(Statement(tuple(variables), tuple(given), then), *steps, fixed=fixed)


def test_the_harness_accepts_what_holds():
    found = check(Statement((n, P, a), (), P[a] >= 0), line("obvious", P[a] >= 0))
    assert found.steps == 1


# --- sorts that lie -------------------------------------------------------------------------------


@pytest.mark.parametrize("sort", [RealSort(fmpq(5)), SizeSort(7), SymbolSort(n)])
def test_an_operation_is_not_of_the_sort_that_a_file_says(sort):
    """A sum of real numbers told to be at least 5."""
    least = Op("minimum", (r, s), sort)
    refused([n, r, s], least >= 0, line("obvious", least >= 0))


def test_a_half_is_no_whole_number():
    half = Op("div", (number(1), number(2)), SizeSort(0))
    then = definitions()["definition/whole"].then
    said = substitute(then, {"r": half, "s": number(0)})
    values = {"r": half, "s": number(0)}
    refused([], said, line("cite", said, key="definition/whole", values=values))


def test_a_table_lists_symbols_only():
    A, y = Event("A", n), Symbol("y", number(1))
    inner = Bind("table", y, None, P[A] - P[A] + 1, PmfSort(number(1)))
    odd = Bind("table", A, None, inner, ChannelSort(n, number(1)))
    said = odd[a, 0] >= 0
    refused([n, P, a], said, line("obvious", said))


# --- names ----------------------------------------------------------------------------------------


def test_names_of_the_kernel_are_not_for_proofs():
    """A fact on a variable called like a bound symbol of normal forms."""
    for name in [f"#{place}" for place in range(6)] + ["#any"]:
        odd = Var(name, SymbolSort(n))
        x = Reals("x", n)
        then = total(a, absolute(x[a])) <= total(a, x[a])
        refused(
            [n, x, odd], then,
            line("assume", x[odd] >= 0), line("identity", then, 0), given=[x[odd] >= 0],
        )


def test_a_bound_symbol_captures_no_free_one():
    odd, V = Var("@0", SymbolSort(n)), Channel("V", n, n)
    then = equals(total(a, V[a, odd]), total(a, V[a, a]))
    refused([n, V, odd], then, line("identity", then))


def test_sum_captures_no_free_symbol():
    """From 2 P(c) <= Q(v) for every v, for one c, nothing follows for the sum over c."""
    v = Symbol("v", n)
    refused(
        [n, P, Q, c], number(2) <= number(1),
        line("assume", P[c] <= 0),
        line("arithmetic", 2 * P[c] <= Q[v], 0, products=[
            ["2", [["fact", 0]]], ["1", [["sign", Q[v]]]],
        ]),
        line("generalise", every(v, 2 * P[c] <= Q[v]), 1, variable=v),
        line("sum", total(c, 2 * P[c]) <= total(c, Q[c]), 2),
        line("arithmetic", number(2) <= number(1), 3, products=[["1", [["fact", 0]]]]),
        given=[P[c] <= 0], fixed=[v],
    )


def test_a_binder_keeps_off_the_sizes_of_free_variables():
    """b is below the a outside, not below every a."""
    under = Symbol("b", a)
    refused(
        [n, a, under], under < 0,
        line("obvious", under < a),
        line("generalise", every(a, under < a), 0, variable=a),
        line("specialise", under < 0, 1, term=number(0)),
    )
    p = Symbol("p", n)
    below, again = Symbol("a", p), p
    wrong = equals(total(again, absolute(again - below - 1)), total(again, again - below - 1))
    refused(
        [n], every(p, every(below, wrong)),
        line("identity", wrong),
        line("generalise", every(below, wrong), 0, variable=below),
        line("generalise", every(p, every(below, wrong)), 1, variable=p),
        fixed=[p, below],
    )


# --- empty alphabets ------------------------------------------------------------------------------


def test_an_empty_sum_is_not_below_itself():
    j = Symbol("j", k)
    then = total(j, number(0)) < total(j, number(1))
    refused(
        [k], then,
        line("obvious", number(0) < number(1)),
        line("generalise", every(j, number(0) < number(1)), 0, variable=j),
        line("sum", then, 1), fixed=[j],
    )


@pytest.mark.parametrize("body", [1 / k, (k + 1) / (k * k + k)])
def test_what_is_divided_inside_a_sum_may_be_zero_outside(body):
    """That k > 0 for every symbol of an alphabet of k holds where there is none."""
    j = Symbol("j", k)
    then = equals(total(j, body), 1)
    refused(
        [k], then,
        line("arithmetic", k > 0, products=[
            ["1", [["sign", k - j - 1]]], ["1", [["sign", j + 1]]],
        ]),
        line("generalise", every(j, k > 0), 0, variable=j),
        line("identity", then, 1), fixed=[j],
    )


def test_a_database_of_no_symbols_has_no_prior():
    assert may_be_empty(PriorSort(Op("one_entry", (k,), DatabaseSort()), "any", None))
    assert not may_be_empty(PriorSort(Op("one_entry", (n,), DatabaseSort()), "any", None))
    assert not may_be_empty(PriorSort(Database("D"), "any", None))


def test_a_function_may_not_mention_symbols_that_may_not_exist():
    j = Symbol("j", k)
    x = Real("z", ">0")
    body = (k - 1) * x * x + j * x * x - j * x * x
    low = Real("x", ">0")
    high = Real("y", ">0")
    then = (k - 1) * low * low + 2 * (k - 1) * low * (high - low) <= (k - 1) * high * high
    refused(
        [k, low, high], then,
        line("tangent", then, function=Function(x, body), touching=low, point=high),
        fixed=[j],
    )


def test_a_law_sums_to_one_over_all_of_its_alphabet():
    """Over x < n of a law on (n + 1) m symbols it needn't."""
    wide = Pmf("R", (n + 1) * m)
    y = Symbol("y", m)
    then = equals(total(a, total(y, wide[a * m + y])), 1)
    refused([n, m, wide], then, line("identity", then))


# --- powers ---------------------------------------------------------------------------------------


def test_roots_keep_their_factors():
    y, half = Symbol("y", m), number(fmpq(1, 2))
    then = equals(
        total(a, cases(equals(a, c), 1, 0) * total(y, (2 * W[a, y]) ** half)),
        total(y, W[c, y] ** half),
    )
    refused([n, m, W, c], then, line("identity", then))
    x = Reals("x", n)
    v = Reals("v", m)
    both_sides = equals(
        total(a, cases(equals(a, c), 1, 0) * total(y, (x[a] ** 2 * v[y] ** 2) ** half)),
        total(y, x[c] * v[y]),
    )
    refused([n, m, x, v, c], both_sides, line("identity", both_sides))


@pytest.mark.parametrize("first", [r, number(-1), 1 / number(2)])
def test_whole_parts_are_of_whole_numbers(first):
    """⌊(r m + y)/m⌋ has no value for a real r; it isn't r."""
    y, pair = Symbol("y", m), Symbol("u", n * m)
    for body, value in ((quotient(first * m + y, m), first), (remainder(first * m + y, m), y)):
        then = equals(total(pair, body), total(pair, value))
        refused([n, m, r, y], then, line("identity", then))


# --- undefined quantities -------------------------------------------------------------------------


def test_privacy_of_an_undefined_mechanism():
    odd = as_mechanism(channel_of(pmf_of(r, s), pmf_of(r, s)))
    value = kl_dp(odd)
    refused([r, s], equals(value, value), line("defined", equals(value, value)))
    value = dp_delta(odd, t)
    refused([r, s, t], value >= 0, line("obvious", value >= 0))
