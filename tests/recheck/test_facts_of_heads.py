"""What the second checker takes of heads without evidence, and a test whose sides the facts make
equal."""

from __future__ import annotations

import pytest

from recheck.forms import Facts
from recheck.laws import ORDERED
from recheck.signatures import NOT_NEGATIVE, REAL, SHARES
from recheck.trees import Canonical
from verified import language  # noqa: F401 (it enters the records)
from verified.syntax.quantity import QUANTITIES

X, Y = ["var", "x"], ["var", "y"]
SCOPE = {"x": REAL, "y": REAL}


def test_what_is_never_negative_is_so_by_its_record() -> None:
    """Two tables by two hands: what one calls never negative the other does, or leaves open."""
    told = {head for head in NOT_NEGATIVE if head in QUANTITIES}
    assert {"kl", "renyi", "law_kl", "gaussian_information", "stage_information"} <= told
    for head in told:
        values = QUANTITIES[head].values
        assert values is None or values.sign is not None, head


@pytest.mark.parametrize("head", ["sub", "neg", "log", "differential_entropy", "determinant"])
def test_what_may_be_negative_is_not_told_otherwise(head: str) -> None:
    assert head not in NOT_NEGATIVE


def truth(*facts: object) -> bool | None:
    return Facts(facts, SCOPE, Canonical()).truth(["relation", "=", X, Y])


def test_a_test_holds_where_the_facts_make_its_sides_equal() -> None:
    assert truth() is None
    assert truth(["relation", "<=", X, Y]) is None
    assert truth(["relation", "<=", X, Y], ["relation", "<=", Y, X]) is True
    assert truth(["relation", "=", X, Y]) is True
    assert truth(["relation", "<", X, Y]) is False


def test_a_trade_off_is_real_at_levels_of_its_interval() -> None:
    laws = [["var", "P"], ["var", "Q"]]
    scope = {"P": ["pmf", TWO], "Q": ["pmf", TWO]}
    for low, high, real in (("0", "1", True), ("-1", "1", False), ("0", "2", False)):
        told = Facts([], {**scope, "l": ["real", low, high, False, False]}, Canonical()).truth(
            ["relation", "=", *[["op", "trade_off", [*laws, ["var", "l"]], REAL, []]] * 2])
        assert (told is True) is real


TWO = ["number", "2"]
PAIR = {"P": ["pmf", TWO], "Q": ["pmf", TWO], "W": ["channel", TWO, TWO], **SCOPE}
P, Q, W = (["var", name] for name in "PQW")


def op(head: str, *args: object) -> list[object]:
    return ["op", head, list(args), REAL, []]


def holds(left: object, right: object, *facts: object) -> bool | None:
    return Facts(facts, PAIR, Canonical()).truth(["relation", "<=", left, right])


def test_shares_are_at_most_one_by_their_records() -> None:
    assert {
        "total_variation", "hockey_stick", "law_total_variation", "law_hockey_stick",
        "integer_total_variation", "integer_hockey_stick", "interval_mass",
    } == SHARES
    for head in SHARES:
        values = QUANTITIES[head].values
        assert values is not None
        assert values.high == 1, head
    distance = op("total_variation", P, Q)
    assert holds(distance, ["number", "1"]) is True
    assert holds(distance, ["number", "99/100"]) is None
    assert holds(op("kl", P, Q), ["number", "1"]) is None


def test_quantities_of_an_order_are_never_negative_where_they_have_a_value() -> None:
    below = {"arimoto": (P, W), "csiszar": (P, W), "sibson": (P, W), "renyi_entropy": (P,),
             "information_bottleneck": (P, W)}
    assert below.keys() == ORDERED
    for head, arguments in below.items():
        assert QUANTITIES[head].values.sign is not None, head
        known = ["relation", "<=", ["number", "0"], X]
        assert holds(["number", "0"], op(head, *arguments, X), known) is True, head
        # An order below 0 gives none.
        assert holds(["number", "0"], op(head, *arguments, X)) is None, head
    # Csiszár's information has no infinite order, and a bottleneck no infinite rate.
    endless = {head for head, arguments in below.items()
               if holds(["number", "0"], op(head, *arguments, ["number", "inf"])) is True}
    assert endless == {"arimoto", "sibson", "renyi_entropy"}


def test_the_inverse_of_binary_entropy_is_at_most_one_half() -> None:
    inverse, half = op("binary_entropy_inverse", X), ["number", "1/2"]
    within = (["relation", "<=", ["number", "0"], X], ["relation", "<=", X, op("log", TWO)])
    assert holds(inverse, half, *within) is True
    assert holds(inverse, ["number", "49/100"], *within) is None
    assert holds(inverse, half, within[0]) is None


def test_of_two_facts_the_one_that_says_more_decides() -> None:
    """y ≤ x + 1 says less of x + 1 − y than y + 1 ≤ x."""
    one = ["number", "1"]
    facts = ["relation", "<=", Y, op("add", X, one)], ["relation", "<=", op("add", Y, one), X]
    for known in (facts, facts[::-1]):
        assert Facts(known, SCOPE, Canonical()).truth(
            ["relation", "<", Y, op("add", X, one)]
        ) is True


def test_divergences_of_a_mechanism_have_a_value_where_their_arguments_do() -> None:
    scope = {"D": ["database"], "M": ["mechanism", ["var", "D"], TWO], **SCOPE}

    def below(head: str, *args: object, facts: tuple[object, ...] = ()) -> bool:
        return Facts(facts, scope, Canonical()).below(op(head, *args))

    M, infinity = ["var", "M"], ["number", "inf"]
    nowhere = op("div", ["number", "1"], ["number", "0"])
    assert below("zcdp", M)
    assert below("renyi_dp", M, infinity)
    assert below("renyi_dp", M, TWO)
    assert below("renyi_dp", M, X, facts=(["relation", "<=", ["number", "0"], X],))
    # An order that may be below 0, or have no value, and what isn't known to be a mechanism.
    assert not below("renyi_dp", M, X)
    assert not below("renyi_dp", M, nowhere)
    unlawful = ["cases", ["relation", "<=", nowhere, X], M, M]
    assert not below("renyi_dp", unlawful, TWO)
    assert not below("zcdp", unlawful)


def test_samples_are_laws_if_their_number_is_whole() -> None:
    count, mechanism = ["var", "k"], ["mechanism", ["var", "D"], TWO]
    scope = {**PAIR, "D": ["database"], "M": mechanism, "k": ["size", 0, None]}

    def lawful(head: str, of: object, times: object) -> bool:
        made = ["op", head, [of, times], PAIR["P"] if head == "iid" else mechanism, []]
        return Facts((), scope, Canonical()).is_lawful(made)

    for head, of in (("iid", P), ("composed", ["var", "M"])):
        assert lawful(head, of, count)
        assert lawful(head, of, op("add", count, ["number", "1"]))
        for other in (X, ["number", "1/2"], ["number", "-1"], op("sub", count, ["number", "1"])):
            assert not lawful(head, of, other)
    assert not lawful("iid", op("pmf_literal", X, Y), count)


def test_uses_of_a_channel_are_one_if_their_number_is_whole() -> None:
    count, channel = ["var", "k"], ["channel", TWO, TWO]
    scope = {**PAIR, "W": channel, "k": ["size", 0, None]}

    def lawful(head: str, of: object, times: object) -> bool:
        made = ["op", head, [of, times], channel, []]
        return Facts((), scope, Canonical()).is_lawful(made)

    for head, of in (("memoryless", ["var", "W"]), ("shuffle", TWO)):
        assert lawful(head, of, count)
        for other in (X, ["number", "1/2"], ["number", "-1"], op("sub", count, ["number", "1"]),
                      op("remainder", ["number", "1"], count)):
            assert not lawful(head, of, other)
    for symbols in (count, ["number", "0"], X):
        assert not lawful("shuffle", symbols, count)


def test_there_are_types_if_symbols_and_times_are_whole() -> None:
    count, zero, one = ["var", "k"], ["number", "0"], ["number", "1"]
    law = ["pmf", op("types", TWO, count)]
    scope = {**PAIR, "W": ["channel", TWO, TWO], "k": ["size", 0, None], "m": ["size", 1, None]}
    sent = ["var", "s"]
    facts = Facts((), scope, Canonical())
    for times in (count, op("add", count, one)):
        scope["s"] = ["symbol", op("pow", TWO, times)]
        assert facts.sign_of(op("types", ["var", "m"], times)) == 1
        assert facts.sign_of(op("occurrences", ["var", "m"], times, zero, zero)) == 0
        # There is one type at least, and no less is known of how many.
        assert facts.sign_of(op("sub", op("types", ["var", "m"], times), one)) == 0
        assert facts.is_lawful(["op", "type_law", [P, times], law, []])
        assert facts.is_lawful(["op", "shuffled", [["var", "W"], times, sent], law, []])
    scope["s"] = ["symbol", op("pow", TWO, count)]
    assert facts.is_lawful(["op", "shuffled", [["var", "W"], count, sent], law, []])
    for times in (X, ["number", "1/2"], ["number", "-1"], op("sub", count, one)):
        assert facts.sign_of(op("types", ["var", "m"], times)) is None
        assert facts.sign_of(op("occurrences", ["var", "m"], times, zero, zero)) is None
        assert not facts.is_lawful(["op", "type_law", [P, times], law, []])
        scope["s"] = ["symbol", op("pow", TWO, times)]
        assert not facts.is_lawful(["op", "shuffled", [["var", "W"], times, sent], law, []])
    for symbols in (count, zero, X):
        assert facts.sign_of(op("types", symbols, count)) is None
    # An index out of range.
    assert facts.sign_of(op("occurrences", TWO, count, zero, TWO)) is None
    assert facts.sign_of(op("occurrences", TWO, count, op("types", TWO, count), zero)) is None
    assert not facts.is_lawful(["op", "shuffled", [["var", "W"], count, count], law, []])
