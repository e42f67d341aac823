"""What is certain of a term: for each judgement a term that breaks one of its conditions alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flint import fmpq

from verified.kernel.judgements import (
    arguments_fit,
    check_below,
    check_fits,
    defined,
    inhabited,
    is_size,
    is_symbol,
    never_minus_infinity,
    never_negative,
    real,
    shown,
    sums_to_one,
)
from verified.kernel.normaliser import Normaliser
from verified.kernel.pairs import joined, joint_entropy, parts_of
from verified.kernel.values import Rejected
from verified.language import (
    KL,
    Channel,
    Database,
    DataClass,
    Event,
    Framework,
    Mechanism,
    Member,
    Pmf,
    Prior,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    alphabet,
    as_joint,
    cases,
    channel_table,
    composed,
    entries,
    entry_of,
    equals,
    event_where,
    every,
    exp,
    iid,
    instances,
    integral,
    largest,
    log,
    memoryless,
    negation,
    occurrences,
    output,
    pmf_of,
    pmf_table,
    quotient,
    rational,
    reals_of,
    reals_table,
    renyi,
    shuffle,
    shuffled,
    singleton,
    sqrt,
    subsampled,
    sup,
    total,
    type_law,
    types,
)
from verified.syntax import sorts
from verified.syntax.formulas import substitute
from verified.syntax.goals import normal
from verified.syntax.quantity import QUANTITIES, extended
from verified.syntax.sorts.pufferfish import DATA_CLASS_KINDS
from verified.syntax.terms import INFINITY, SIZE, Bind, Op, Var, number

n, m, k = Size("n"), Size("m"), Size("k", low=0)
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
a, b, c = Symbol("a", n), Symbol("b", n), Symbol("c", m)
r, s = Real("r"), Real("s")
t, u = Real("t", "[0,1]"), Real("u", ">=0")
x, y = Real("x", ">0"), Real("y", ">=0")
A = Event("A", n)
D, E = Database("D"), Database("E")
M = Mechanism("M", D, m)
i = Symbol("i", entries(D))
UNDEFINED = log(r)
# Two numbers that needn't be a law, and an event of a symbol that needn't be there.
NO_LAW = pmf_of(r, s)
NO_EVENT = singleton(number(5), n)


def known(*facts: Any) -> Normaliser:
    return Normaliser([normal(fact) for fact in facts])


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "least", "holds"),
    [
        (k, 0, True), (k, 1, False), (n, 1, True), (k + 1, 1, True), (k * n, 0, True),
        (k * n, 1, False), (a, 0, True), (a, 1, False), (y, 0, False), (x, 0, False),
        (number(2), 1, True), (number(0), 1, False), (number(-1), 0, False),
    ],
)  # fmt: skip
def test_sizes(term: Any, least: int, holds: bool) -> None:
    assert is_size(known(), term, least) is holds


@pytest.mark.parametrize(
    ("symbol", "size", "facts", "holds"),
    [
        (a, n, [], True), (a, m, [], False), (a, n + 1, [], True), (a + 1, n + 1, [], True),
        (a + 1, n, [], False), (number(0), n, [], True), (number(1), n, [], False),
        (number(1), n, [n >= 2], True), (number(-1), n, [], False), (number(0), k, [], False),
        (rational(1, 2), n, [], False), (r, n, [r <= 0, r >= 0], False),
        # Of two cases both.
        (cases(r <= s, a, b), n, [], True), (cases(r <= s, a, number(3)), n, [], False),
        (cases(r <= s, number(3), a), n, [], False),
        # x·m + y, of so many x.
        (a * m + c, n * m, [], True), (a * m + c, k * m, [], False),
        ((a + 1) * m + c, n * m, [], False), (a * m + a, n * m, [], False),
        ((a - 1) * m + c, n * m, [], False), (number(7) * m + c, n * m, [], False),
        # Its own index may be none: a symbol, of an entry that needn't be there.
        (substitute(reals_of(r, s)[Symbol("l", 2)], {"l": a}), n, [], False),
    ],
)  # fmt: skip
def test_symbols(symbol: Any, size: Any, facts: list[Any], holds: bool) -> None:
    assert is_symbol(known(*facts), symbol, size) is holds


def test_an_index_of_a_symbol_is_in_range() -> None:
    """An entry of a database that has as many symbols, if there is the entry."""

    database = Symbol("u", instances(D))
    entry = entry_of(D, database, i)
    wrong = substitute(entry, {"i": entries(D)})
    check_below(known(), alphabet(D, i), entry)
    assert is_symbol(known(), entry, entry.sort.size)
    assert not is_symbol(known(), wrong, wrong.sort.size)


@pytest.mark.parametrize(
    ("symbol", "size", "parts"),
    [
        (a * m + c, m, (a, c)), (k * m + c, m, (k, c)), (number(2) * m + c, m, (number(2), c)),
        ((a + k) * m + c, m, (a + k, c)), ((a * k) * m + c, m, (a * k, c)),
        (number(1) * number(4) + number(3), number(4), (number(1), number(3))),
        (number(1) * number(4) + number(0), number(4), (number(1), number(0))),
        # Not whole, or negative, or no real number at all.
        (rational(1, 2) * m + c, m, None), (number(-1) * m + c, m, None), (r * m + c, m, None),
        ((a + r) * m + c, m, None), ((a * r) * m + c, m, None), ((a - b) * m + c, m, None),
        (INFINITY * m + c, m, None), (joined(a, number(4), INFINITY), number(4), None),
        (joined(a, INFINITY, number(1)), INFINITY, None),
        # The second is none of m symbols.
        (b * m + a, m, None), (b * m + k, m, None), (b * m + number(0), m, None),
        *(
            (a * number(4) + wrong, number(4), None)
            for wrong in (number(4), number(-1), rational(1, 2), c + c)
        ),
        (a * m + c, n, None),
    ],
)  # fmt: skip
def test_symbols_of_pairs(symbol: Any, size: Any, parts: Any) -> None:
    assert parts_of(symbol, size) == parts


def test_the_entropy_of_no_variables_is_0() -> None:
    law = as_joint(pmf_of(u, 1 - u), U=2)
    assert joint_entropy(law, "", Normaliser().fresh_symbol) == number(0)
    assert joint_entropy(law, ",", Normaliser().fresh_symbol) == number(0)


INFINITE, NEGATIVE = KL(P, Q), -KL(P, Q)


@pytest.mark.parametrize(
    ("term", "facts", "holds"),
    [
        (r, [], True), (INFINITY, [], False), (INFINITE, [], True), (NEGATIVE, [], False),
        (UNDEFINED, [], False), (UNDEFINED, [r > 0], True), (log(y), [], False),
        # Sums: both sides.
        (INFINITE + r, [], True), (INFINITE + UNDEFINED, [], False),
        (UNDEFINED + INFINITE, [], False),
        (INFINITE - r, [], True), (INFINITE - INFINITE, [], False), (UNDEFINED - r, [], False),
        (r - INFINITE, [], False),
        # −u log t: either may be negative, and so may what it is taken from.
        (INFINITE - y * log(y), [], True), (INFINITE - r * log(y), [], False),
        (INFINITE - y * log(r), [], False), (NEGATIVE - y * log(y), [], False),
        (INFINITE - y * log(t), [], True), (UNDEFINED - y * log(t), [], False),
        (NEGATIVE - y * log(t), [], False),
        # Products: a sign and a value on either side.
        (y * INFINITE, [], True), (INFINITE * y, [], True), (r * INFINITE, [], False),
        (INFINITE * r, [], False), (y * NEGATIVE, [], False), (NEGATIVE * y, [], False),
        (INFINITE * INFINITE, [], False),
        (INFINITE / x, [], True), (INFINITE / y, [], False), (NEGATIVE / x, [], False),
        (x / INFINITE, [], False),
        # What the record says holds where its arguments fit.
        (KL(NO_LAW, NO_LAW), [], False), (KL(NO_LAW, pmf_of(s, r)), [], False),
        (total(a, -P[a] * log(P[a])), [], True),
        (total(a, INFINITE), [], True), (total(a, log(P[a])), [], False),
        # A law is no number, and a sum over no number of symbols is none.
        (output(NO_LAW, Channel("V", 2, m)), [], False),
        (Bind("sum", Var("l", sorts.SymbolSort(r)), None, INFINITE), [], False),
        (sup(P, INFINITE), [], True), (sup(P, NEGATIVE), [], False),
        (largest(Symbol("l", k), r), [], False), (largest(a, r), [], True),
        (integral(t, exp(t)), [], True), (integral(t, -exp(t)), [], False),
        (integral(t, log(y * t)), [], False),
    ],
)  # fmt: skip
def test_what_is_never_minus_infinity(term: Any, facts: list[Any], holds: bool) -> None:
    assert never_minus_infinity(known(*facts), term) is holds


def test_what_may_be_minus_infinity_by_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    low = replace(QUANTITIES["kl"], values=extended("[-inf,inf]"))
    monkeypatch.setitem(QUANTITIES, "kl", low)
    assert not never_minus_infinity(known(), INFINITE)


def test_an_order_that_must_be_finite_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert arguments_fit(known(), renyi(P, Q, INFINITY))
    record = QUANTITIES["renyi"]
    *laws, order = record.arguments
    below = replace(record, arguments=(*laws, Var(order.name, extended("[0,inf)"))))
    monkeypatch.setitem(QUANTITIES, "renyi", below)
    # Another term: what is asked of its arguments is kept with each.
    assert not arguments_fit(known(), renyi(Pmf("R", n), Q, INFINITY))


def test_so_many_samples_are_a_law_if_their_number_is_whole() -> None:
    whole = Size("k", low=0)
    assert defined(known(), iid(P, whole))
    assert defined(known(), composed(M, whole + 1))
    for count in (sqrt(whole), whole - 1, whole / 2, number(-1)):
        for made in (
            Op("iid", (P, count), iid(P, whole).result),
            Op("composed", (M, count), composed(M, whole).result),
        ):
            assert not defined(known(), made), made
    assert not defined(known(), iid(pmf_of(r, r), whole))


def test_uses_of_a_channel_are_one_if_their_number_is_whole() -> None:
    whole = Size("k", low=0)
    for made in (memoryless(W, whole + 1), shuffle(m, whole), subsampled(M, r)):
        assert defined(known(), made), made
    assert not defined(known(), subsampled(M, UNDEFINED))
    for count in (sqrt(whole), whole - 1, whole / 2, number(-1), quotient(1, whole)):
        for made in (
            Op("memoryless", (W, count), memoryless(W, whole).result),
            Op("shuffle", (m, count), shuffle(m, whole).result),
        ):
            assert not defined(known(), made), made
    for symbols in (whole, number(0), m - 1):
        assert not defined(known(), Op("shuffle", (symbols, whole), shuffle(m, whole).result))


def test_there_are_types_if_symbols_and_times_are_whole() -> None:
    whole, some = Size("k", low=0), Symbol("x", n**Size("k", low=0))
    for made in (types(m, whole + 1), occurrences(m, whole, 0, 0), type_law(P, whole),
                 shuffled(W, whole, some)):
        assert defined(known(), made), made
    assert known().sign_of(types(m, whole) - 1) == 0
    for count in (sqrt(whole), whole - 1, whole / 2, number(-1)):
        for made in (
            Op("types", (m, count), SIZE),
            Op("occurrences", (m, count, number(0), number(0)), SIZE),
            Op("type_law", (P, count), type_law(P, whole).result),
            Op("shuffled", (W, count, number(0)), shuffled(W, whole, 0).result),
        ):
            assert not defined(known(), made), made
    for symbols in (whole, number(0), m - 1):
        assert not defined(known(), Op("types", (symbols, whole), SIZE))
    for place in (types(m, whole), whole, number(-1)):
        assert not defined(known(), Op("occurrences", (m, whole, place, number(0)), SIZE))
        assert not defined(known(), Op("shuffled", (W, whole, place), shuffled(W, whole, 0).result))
    assert not defined(known(), Op("occurrences", (m, whole, number(0), m), SIZE))


# --- sorts ----------------------------------------------------------------------------------------

F, C = Framework("F", n), DataClass("C", n)
SEEN = Queries("B", D, 2, m, kind="partial")[Symbol("l", 2)].sort.sizes()[0]


@pytest.mark.parametrize(
    ("sort", "holds"),
    [
        (sorts.EventSort(k), True), (sorts.EventSort(r), False), (sorts.RealsSort(k), True),
        (sorts.RealsSort(r), False), (sorts.PmfSort(n), True), (sorts.PmfSort(k), False),
        (sorts.SymbolSort(k), False), (sorts.ChannelSort(n, k), False),
        (sorts.ChannelSort(k, n), False), (sorts.ChannelSort(n, m), True),
        (sorts.JointSort(("U", "V"), (n, m)), True), (sorts.JointSort(("U", "V"), (n, k)), False),
        (sorts.FrameworkSort(n), True), (sorts.FrameworkSort(k), False),
        (sorts.DataClassSort(k), False), (Member("p", F, C).of, True),
        (Mechanism("M", D, n).of, True), (Mechanism("M", D, k).of, False),
        (Prior("p", D).of, True), (Prior("p", D, "split", i).of, True),
        (sorts.PriorSort(D, "split", number(7)), False),
        (sorts.PriorSort(D, "split", Symbol("j", entries(E))), False),
        # Of what needn't be there: the database that a query sees may have no entry.
        (Mechanism("M", SEEN, n).of, False), (Prior("p", SEEN).of, False),
        (Queries("B", SEEN, 2, m).of, False), (Queries("B", D, 2, m).of, True),
        (sorts.QueriesSort("independent", D, r, m), False),
        (sorts.MemberSort(UNDEFINED, C), False), (sorts.MemberSort(F, UNDEFINED), False),
    ],
)  # fmt: skip
def test_sorts_that_have_a_value(sort: Any, holds: bool) -> None:
    assert inhabited(known(), sort) is holds


def test_a_law_that_is_a_value_is_one() -> None:
    """A tuple of numbers, a law and a channel that are written out, and what they are asked."""
    assert defined(known(), pmf_of(rational(1, 3), rational(2, 3)))
    assert defined(known(r >= 0, r <= 1), pmf_of(r, 1 - r))
    for facts in ([r >= 0], [r <= 1]):
        assert not defined(known(*facts), pmf_of(r, 1 - r))
    assert not defined(known(), pmf_of(rational(1, 3), rational(1, 3)))
    assert not defined(known(r >= 0, s >= 0), NO_LAW)
    assert defined(known(r >= 0, s >= 0, equals(r + s, 1)), NO_LAW)


@pytest.mark.parametrize(
    ("body", "facts", "holds"),
    [
        (P[a], [], True), (P[a] / 2 + Q[a] / 2, [], True), (2 * P[a], [], False),
        (2 * P[a] - Q[a], [], False), (UNDEFINED, [], False), (1 / n, [], True),
        (1 / m, [], False), (u * P[a], [equals(u, 1)], True), (u * P[a], [], False),
    ],
)  # fmt: skip
def test_tables_that_are_laws(body: Any, facts: list[Any], holds: bool) -> None:
    def entry(symbol: Any) -> Any:
        return substitute(body, {"a": symbol})

    assert defined(known(*facts), pmf_table(n, entry)) is holds
    assert defined(known(*facts), channel_table(m, n, lambda row, symbol: entry(symbol))) is holds


def test_tables_that_are_numbers() -> None:
    assert defined(known(), reals_table(n, lambda j: r * j))
    assert not defined(known(), reals_table(n, lambda j: log(P[j])))
    assert defined(known(every(a, P[a] > 0)), reals_table(n, lambda j: log(P[j])))
    wrong = Var("l", sorts.SymbolSort(r))
    assert not defined(known(), Bind("table", wrong, None, r, sorts.RealsSort(r)))


def test_quantities_are_defined_where_their_arguments_are() -> None:
    two = Channel("V", 2, m)
    assert defined(known(), output(pmf_of(rational(1, 2), rational(1, 2)), two))
    assert not defined(known(), output(NO_LAW, two))
    assert defined(known(), singleton(a, n))
    assert not defined(known(), NO_EVENT)
    assert defined(known(), event_where(a, P[a] <= r))
    # The condition of the record, beside the sorts.
    assert not defined(known(), SEEN)
    assert real(known(), P[A])
    assert not real(known(), P[NO_EVENT])


# --- terms of a sort ------------------------------------------------------------------------------


def fits(term: Any, sort: Any, *facts: Any) -> bool:
    try:
        check_fits(known(*facts), term, sort)
    except Rejected:
        return False
    return True


def test_a_number_lies_between_the_ends_of_its_sort() -> None:
    unit = sorts.RealSort(fmpq(0), fmpq(1), False, True)
    assert fits(r, unit, r >= 0, r < 1)
    assert not fits(r, unit, r >= 0, r <= 1)
    assert not fits(r, unit, r < 1)
    assert not fits(r, unit, r >= 0)
    assert not fits(r, sorts.RealSort(fmpq(0), None, True), r >= 0)
    assert not fits(UNDEFINED, sorts.RealSort())


def test_a_size_is_whole_and_between_its_ends() -> None:
    assert fits(k + 1, sorts.SizeSort(1))
    assert not fits(k, sorts.SizeSort(1))
    assert not fits(r, sorts.SizeSort(1), r >= 1)
    assert not fits(n / 2, sorts.SizeSort(0))
    assert not fits(n, sorts.SizeSort(1, 3))
    assert fits(n, sorts.SizeSort(1, 3), n <= 3)


def test_a_symbol_is_whole_and_below_its_size() -> None:
    assert fits(a, sorts.SymbolSort(n))
    assert not fits(a, sorts.SymbolSort(m))
    assert not fits(P[a] * 0, sorts.SymbolSort(n))
    with pytest.raises(Rejected, match="is not a symbol"):
        check_fits(known(), r, sorts.SymbolSort(n))
    with pytest.raises(Rejected, match="is not a whole number"):
        check_fits(known(), r, sorts.SizeSort(1))


def test_an_event_is_of_the_same_alphabet_and_defined() -> None:
    assert fits(A, sorts.EventSort(n))
    assert not fits(A, sorts.EventSort(m))
    assert not fits(NO_EVENT, sorts.EventSort(n))
    assert not fits(a, sorts.EventSort(n))


def test_numbers_are_as_many_and_in_their_interval() -> None:
    z, w = Reals("z", n, ">=0"), Reals("w", n)
    wanted = z.of
    assert fits(z, wanted)
    assert not fits(w, wanted)
    assert fits(w, wanted, every(a, w[a] >= 0))
    assert not fits(Reals("z", m, ">=0"), wanted)
    assert fits(reals_table(n, lambda j: P[j]), wanted)
    assert not fits(reals_table(n, lambda j: P[j] - 1), wanted)
    assert not fits(reals_table(m, lambda j: y), wanted)
    assert not fits(P, wanted)
    assert not fits(reals_of(0, log(r)), sorts.RealsSort(number(2)))
    assert fits(reals_of(0, r), sorts.RealsSort(number(2)))


def test_laws_and_channels_are_of_the_sort_and_defined() -> None:
    assert fits(P, sorts.PmfSort(n))
    assert not fits(P, sorts.PmfSort(m))
    assert not fits(W, sorts.PmfSort(n))
    assert not fits(NO_LAW, sorts.PmfSort(number(2)))


def test_looser_sorts_are_of_the_same_data() -> None:
    """Any class is a class, over as many values; an independent prior is one, of the database."""
    for wanted in DATA_CLASS_KINDS:
        for given in DATA_CLASS_KINDS:
            one, two = DataClass("C", n, given), DataClass("C", n, wanted)
            assert fits(one, two.of) is (wanted in ("any", given))
            assert not fits(DataClass("C", m, given), two.of)
    for given in ("any", "independent"):
        assert fits(Prior("p", D, given), Prior("p", D).of)
        assert not fits(Prior("p", E, given), Prior("p", D).of)
    assert not fits(Prior("p", D), Prior("p", D, "independent").of)


# --- relations ------------------------------------------------------------------------------------

APART, SAME = negation(equals(r + s, 0)), r / (r + s) + s / (r + s)


@pytest.mark.parametrize(
    ("formula", "facts", "holds"),
    [
        (r <= r, [], True), (r < r, [], False), (equals(r, r), [], True), (x > 0, [], True),
        # Both sides are the same beyond a divisor of unknown sign.
        (SAME <= 1, [APART], True), (SAME < 1, [APART], False), (SAME <= 1, [], False),
        (y > 0, [], False), (y >= 0, [], True), (r <= s, [], False), (r <= s, [r <= s], True),
        (r < s, [r <= s], False), (equals(r, s), [r <= s, s <= r], True),
        (equals(r, s), [r <= s], False), (equals(r, s), [s <= r], False),
        (negation(y < 0), [], True), (negation(y <= 0), [], False), (negation(x <= 0), [], True),
        (negation(r < s), [s <= r], True), (negation(r <= s), [s <= r], False),
        (negation(equals(x, 0)), [], False),
        (UNDEFINED <= UNDEFINED, [], False), (equals(UNDEFINED, UNDEFINED), [], False),
    ],
)  # fmt: skip
def test_relations_that_signs_decide(formula: Any, facts: list[Any], holds: bool) -> None:
    assert shown(known(*facts), normal(formula)) is holds


def test_what_no_judgement_speaks_of_is_not_certain() -> None:
    """A law on the line may have no value that is known of; a variable's entries aren't written."""
    assert not inhabited(known(), sorts.LawSort())
    assert not never_negative(known(), P)
    assert not sums_to_one(known(), P)
    assert not sums_to_one(known(), W)
    assert not shown(known(), normal(every(a, P[a] >= 0)))
    assert not defined(known(), UNDEFINED)
    assert defined(known(), r + 1)
    assert not never_minus_infinity(known(), cases(r <= s, UNDEFINED, 0))
