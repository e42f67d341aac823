"""The kind of a finding follows from the repairs that are proved, and from what they leave out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from verified.language import (
    KL,
    TV,
    Channel,
    Event,
    H,
    Paper,
    Pmf,
    Real,
    Size,
    Symbol,
    absolute,
    capacity,
    cases,
    equals,
    every,
    exp,
    indicator,
    information,
    log,
    min_entropy,
    minimum,
    negation,
    output,
    rational,
    some,
    sqrt,
    total,
)
from verified.report.differences import Difference, difference, leaves_out_near
from verified.report.findings import Finding, finding, findings_of, gravest, kind_of
from verified.syntax.claims import Claim, Statement, build_statement
from verified.syntax.terms import Var, number

n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
eps, r = Real("eps", ">=0"), Real("r")
share, other = Real("s", "[0,1]"), Real("t", "[0,1]")
a, A = Symbol("a", n), Event("A", n)


def statement(variables: list[Any], then: Any, *given: Any) -> Statement:
    return build_statement("x", variables, list(given), then)


def paper() -> Paper:
    made = Paper("mine")
    made.claim("edge", forall=[P, Q, eps], then=KL(P, Q) / eps >= 0, reading="literal",
               readings={"positive": {"given": [eps > 0]}})
    made.claim("misprint", forall=[r], then=exp(r) <= 1 + r, reading="printed",
               readings={"meant": {"then": exp(r) >= 1 + r}})
    made.claim("wants", forall=[P, Q, eps], then=KL(P, Q) <= eps)
    made.claim("wants-repaired", forall=[P, Q, eps], given=[equals(KL(P, Q), 0)],
               then=KL(P, Q) <= eps)
    made.claim("line-steps", forall=[r], then={"one": exp(r) <= 0})
    made.claim("alone", forall=[r], then=exp(r) <= 0)
    made.claim("sum", then=equals(number(2) + number(2), 5))
    return made


def leaves(made: Paper) -> dict[str, Claim]:
    return {leaf.name: leaf for row in made.rows.values() for leaf in row.leaves()}


@pytest.mark.parametrize(("refuted", "proved", "kind"), [
    ("mine/edge@literal", "mine/edge@positive", "edge"),
    ("mine/misprint@printed", "mine/misprint@meant", "misprint"),
    ("mine/wants", "mine/wants-repaired", "hypothesis"),
])
def test_kinds(refuted: str, proved: str, kind: str) -> None:
    found = leaves(paper())
    assert finding(found[refuted], found.values(), {proved}) == Finding(kind, proved)


@pytest.mark.parametrize(("refuted", "proved"), [
    ("mine/edge@literal", "mine/wants-repaired"),
    ("mine/alone", "mine/edge@positive"),
    ("mine/edge@literal", "mine/edge@literal"),
])
def test_nothing_is_said_without_a_proof_of_a_repair(refuted: str, proved: str) -> None:
    found = leaves(paper())
    assert finding(found[refuted], found.values(), {proved}) is None
    assert finding(found[refuted], found.values(), set()) is None


def test_a_line_of_a_proof_is_a_step() -> None:
    found = leaves(paper())
    assert finding(found["mine/line-steps.one"], found.values(), set()) == Finding("step")


def test_what_ranges_over_nothing_is_about_a_number() -> None:
    found = leaves(paper())
    assert finding(found["mine/sum"], found.values(), set()) == Finding("number")


# --- what a condition leaves out ------------------------------------------------------------------


@pytest.mark.parametrize(("more", "kind"), [
    (eps > 0, "edge"),
    (negation(equals(eps, 0)), "edge"),
    (negation(equals(eps, 1)), "edge"),
    (n >= 2, "edge"),
    (TV(P, Q) > 0, "edge"),
    (every(a, P[a] > 0), "edge"),
    (eps > 1, "hypothesis"),
    (eps <= 100, "hypothesis"),
    (n >= 3, "hypothesis"),
    (equals(n, 1), "hypothesis"),
    (every(a, P[a] >= Q[a]), "hypothesis"),
    (KL(P, Q) <= eps, "hypothesis"),
    (KL(P, Q) > rational(1, 10), "hypothesis"),
])
def test_only_a_degenerate_case_is_an_edge(more: Any, kind: str) -> None:
    stated = statement([P, Q, eps], KL(P, Q) / eps >= 0)
    assert kind_of(stated, replace(stated, given=(more,))) == kind


def test_a_set_is_degenerate_where_it_is_empty_or_everything() -> None:
    stated = statement([n, A], equals(number(1), 0))
    x = Symbol("x", n)
    inside, outside = (some(x, equals(indicator(A, x), value)) for value in (1, 0))
    assert kind_of(stated, replace(stated, given=(inside, outside))) == "edge"
    everywhere = every(x, equals(indicator(A, x), 1))
    assert kind_of(stated, replace(stated, given=(everywhere,))) == "hypothesis"


def test_the_hypotheses_make_a_condition_degenerate() -> None:
    """s + t < 1 leaves out half of all pairs, and a line of those with s ≤ min(t, 1 − t)."""
    then = log(1 - share - other) <= 0
    within = share <= minimum(other, 1 - other)
    below = share + other < 1
    free = statement([share, other], then)
    bound = statement([share, other], then, within)
    assert kind_of(free, replace(free, given=(below,))) == "hypothesis"
    assert kind_of(bound, replace(bound, given=(below,))) == "edge"


def test_what_another_variable_must_meet_is_beside_the_point() -> None:
    """Instances of an equality are never drawn; the condition has nothing to do with it."""
    stated = statement([P, Q, eps], KL(P, Q) / eps >= 0, equals(KL(P, Q), rational(1, 3)))
    assert kind_of(stated, replace(stated, given=(*stated.given, eps > 0))) == "edge"
    # Here it has; what is measured is what the conditions leave out without it.
    for more, kind in ((TV(P, Q) > 0, "edge"), (TV(P, Q) > rational(1, 2), "hypothesis")):
        assert kind_of(stated, replace(stated, given=(*stated.given, more))) == kind


@pytest.mark.parametrize(("wide", "narrow", "kind"), [
    ("[0,1)", "(0,1)", "edge"),
    (">=0", ">0", "edge"),
    ("real", ">=0", "hypothesis"),
    (">0", "(0,1]", "hypothesis"),
])
def test_a_narrower_domain_is_a_condition(wide: str, narrow: str, kind: str) -> None:
    one, two = (
        statement([x], log(x) <= x)
        for x in (Real("x") if domain == "real" else Real("x", domain) for domain in (wide, narrow))
    )
    assert kind_of(one, two) == kind


def test_a_guard_of_the_conclusion_is_a_condition() -> None:
    body = P[a] / (P[a] + Q[a]) <= 1
    stated = statement([P, Q], every(a, body))
    assert kind_of(stated, statement([P, Q], every(a, body, where=P[a] + Q[a] > 0))) == "edge"
    assert kind_of(stated, statement([P, Q], every(a, body, where=P[a] >= Q[a]))) == "hypothesis"
    assert kind_of(stated, statement([P, Q, a], body, P[a] + Q[a] > 0)) == "edge"


def test_what_is_left_out_near_the_refuting_instance_is_no_edge() -> None:
    """A part that hundreds of generic instances may miss."""
    made = Paper("mine")
    made.claim("row", forall=[r, eps], then=r <= 1, reading="printed", readings={
        "away": {"given": [(r - 50) * (r - 50) + (eps - 40) * (eps - 40) > rational(1, 100)]},
        "apart": {"given": [negation(equals(r, 50))]},
    })
    found = leaves(made)
    printed = found["mine/row@printed"]
    moves = {"r": "50", "eps": "40"}
    for proved, kinds in (("away", ("edge", "hypothesis")), ("apart", ("edge", "edge"))):
        known = {f"mine/row@{proved}"}
        for instance, kind in zip((None, moves), kinds, strict=True):
            told = finding(printed, found.values(), known, instance)
            assert told == Finding(kind, f"mine/row@{proved}")


def test_an_end_is_an_edge_near_the_refuting_instance_too() -> None:
    stated = statement([P, Q, eps, share], KL(P, Q) / eps >= share)
    moves = {
        "n": 2, "P": ["1/2", "1/2"], "Q": ["1/2", "1/2"], "eps": "0", "s": "1",
    }
    for more in (eps > 0, share < 1, TV(P, Q) > 0):
        assert not leaves_out_near(stated, replace(stated, given=(more,)), moves)
    for more in (eps > 1, share < rational(1, 2), every(a, P[a] >= Q[a])):
        assert leaves_out_near(stated, replace(stated, given=(more,)), moves)
    # With one symbol nothing can be told of more.
    alone = {**moves, "n": 1, "P": ["1"], "Q": ["1"]}
    assert not leaves_out_near(stated, replace(stated, given=(eps > 1,)), alone)


# --- what else is concluded -----------------------------------------------------------------------


@pytest.mark.parametrize(("printed", "proved", "concludes"), [
    (exp(r) <= r, exp(r) <= r, "same"),
    (exp(r) <= r + r, exp(r) <= 2 * r, "same"),
    (exp(r) <= r, exp(r) <= exp(r) + 1, "less"),
    (equals(exp(r), r), exp(r) >= r, "less"),
    (equals(exp(r), r), r <= exp(r) + 1, "less"),
    (exp(r) <= r, exp(r) >= r, "else"),
    (exp(r) < r, exp(r) <= r, "else"),
    (exp(r) <= r, exp(r) < r, "else"),
    (exp(r) <= r, exp(r) <= r - 1, "else"),
    (equals(exp(r), r), equals(exp(r), r + 1), "else"),
    (exp(r) <= r, exp(2 * r) <= r, "else"),
])
def test_what_a_repair_concludes(printed: Any, proved: Any, concludes: str) -> None:
    found = difference(statement([r], printed), statement([r], proved))
    assert found == Difference("nothing", False, concludes)


def test_what_agrees_but_at_an_end_is_an_edge() -> None:
    printed = statement([eps], equals((exp(eps) - 1) / (exp(eps) - 1), 1))
    assert kind_of(printed, statement([eps], equals(number(1), 1))) == "edge"


def test_a_core_needs_another_conclusion_under_another_hypothesis() -> None:
    made = Paper("mine")
    made.claim("row", forall=[P, Q], then=KL(P, Q) <= 1)
    made.claim("row-repaired", forall=[P, Q, r], given=[r > 0], then=KL(P, Q) <= 1 / r)
    found = leaves(made)
    assert finding(found["mine/row"], found.values(), {"mine/row-repaired"}) == Finding(
        "core", "mine/row-repaired"
    )


def test_a_weaker_bound_is_a_core_and_in_a_proof_a_step() -> None:
    for key, said, kind in (
        ("row", False, "core"), ("row-steps", False, "step"), ("row", True, "step"),
    ):
        made = Paper("mine")
        made.claim(key, forall=[P, W], then={"one": information(P, W) <= H(P) / 2}, step=said)
        made.claim(f"{key}-repaired", forall=[P, W], then={"one": information(P, W) <= H(P)})
        found = leaves(made)
        proved = f"mine/{key}-repaired.one"
        assert finding(found[f"mine/{key}.one"], found.values(), {proved}) == Finding(kind, proved)


def test_another_hypothesis_in_place_of_the_printed_one_is_a_misprint() -> None:
    """One that is stronger is a hypothesis."""
    x = Real("x", ">0")
    printed = statement([r, x], equals(number(1), 0), r <= sqrt(x))
    other_way = statement([r, x], equals(number(1), 0), r <= x * x)
    assert kind_of(printed, other_way) == "misprint"
    stronger = statement([r, x], equals(number(1), 0), r <= sqrt(x) / 2, r >= 0)
    assert kind_of(printed, stronger) == "hypothesis"


def test_a_smaller_class_is_a_hypothesis() -> None:
    from verified.language import MIPP, PP, DataClass, Framework

    F = Framework("F", n)
    wide, narrow = DataClass("Theta", n), DataClass("Theta", n, "all")
    stated, repair = (
        statement([F, data, W, eps], PP(F, data, W, eps), MIPP(F, data, W, eps))
        for data in (wide, narrow)
    )
    assert kind_of(stated, repair) == "hypothesis"


def test_the_converse_is_no_repair() -> None:
    stated = statement([r], exp(r) <= 1, r <= 1)
    assert kind_of(stated, statement([r], r <= 1, exp(r) <= 1)) is None


def test_other_things_are_not_compared() -> None:
    """Each conclusion speaks of what the other statement doesn't have."""
    stated = statement([r], exp(r) <= 1)
    assert kind_of(stated, statement([eps], exp(eps) <= 1)) is None


# --- which claims repair which --------------------------------------------------------------------


def test_children_with_other_names_repair_what_is_about_the_same() -> None:
    made = Paper("mine")
    made.claim("row", forall=[P, W], then={
        "bound": information(P, W) <= H(P) / 2, "step": capacity(W) <= 0,
    })
    made.claim("row-repaired", forall=[P, W], then={
        "each": information(P, W) <= H(P), "every": {"then": information(P, W) <= 2 * H(P)},
    })
    found = leaves(made)
    proved = {"mine/row-repaired.each", "mine/row-repaired.every"}
    refuted = [(found[f"mine/row.{child}"], None) for child in ("bound", "step")]
    kinds = findings_of(refuted, proved)
    assert kinds == {"mine/row.bound": Finding("core", "mine/row-repaired.each")}
    assert gravest(kinds) == kinds["mine/row.bound"]


def test_a_child_is_repaired_by_its_namesake_alone() -> None:
    made = Paper("mine")
    made.claim("row", forall=[r], then={"one": exp(r) <= r, "two": exp(r) <= 2 * r})
    made.claim("row-repaired", forall=[r], then={"one": exp(r) >= r, "two": exp(r) >= 2 * r})
    found = leaves(made)
    assert finding(
        found["mine/row.one"], found.values(), {"mine/row-repaired.two"}
    ) is None


def test_a_whole_row_may_be_repaired_in_parts_and_a_part_as_a_whole() -> None:
    for key, parts, repair in (
        ("row", exp(r) <= r, {"one": exp(r) >= r}),
        ("row", {"one": exp(r) <= r}, exp(r) >= r),
    ):
        made = Paper("mine")
        made.claim(key, forall=[r], then=parts)
        made.claim(f"{key}-repaired", forall=[r], then=repair)
        (refuted,), (proved,) = (made.rows[name].leaves() for name in made.rows)
        assert finding(refuted, [refuted, proved], {proved.name}) == Finding(
            "misprint", proved.name
        )


def test_the_repair_that_changes_least_counts() -> None:
    made = Paper("mine")
    made.claim("row", forall=[eps], then=1 / eps >= 0, reading="literal", readings={
        "clipped": {"then": eps >= 0}, "large": {"given": [eps >= 1]},
    })
    found = leaves(made)
    proved = {"mine/row@clipped", "mine/row@large"}
    assert finding(found["mine/row@literal"], found.values(), proved) == Finding(
        "hypothesis", "mine/row@large"
    )


def test_a_row_has_the_gravest_of_its_findings() -> None:
    found = {"one": Finding("edge"), "two": Finding("core"), "three": Finding("misprint")}
    assert gravest(found) == Finding("core")
    assert gravest({}) is None


def test_a_row_is_no_misprint_while_a_step_of_it_fails() -> None:
    found = {"one": Finding("misprint", "repair"), "two": Finding("edge")}
    assert gravest(found) == Finding("misprint", "repair")
    found["three"] = Finding("step")
    assert gravest(found) == Finding("step")
    found["four"] = Finding("hypothesis")
    assert gravest(found) == Finding("hypothesis")


# --- where nothing can be measured ----------------------------------------------------------------


def test_where_a_side_has_no_value_the_case_is_an_edge() -> None:
    """The condition leaves out half of the line, but where it does the printed root has no
    value."""
    made = Paper("mine")
    made.claim("row", forall=[r], then=sqrt(r) >= 0, reading="literal", readings={
        "large": {"given": [r >= 1]},
    })
    found = leaves(made)
    printed, proved = found["mine/row@literal"], {"mine/row@large"}
    for instance, kind in ((None, "hypothesis"), ({"r": "-4"}, "edge")):
        told = finding(printed, found.values(), proved, instance)
        assert told == Finding(kind, "mine/row@large")
    # An infinite side is a value.
    made.claim("other", forall=[r], then=log(absolute(r)) >= 0, reading="literal", readings={
        "large": {"given": [absolute(r) >= 1]},
    })
    found = leaves(made)
    told = finding(found["mine/other@literal"], found.values(), {"mine/other@large"}, {"r": "0"})
    assert told == Finding("hypothesis", "mine/other@large")


def test_hypotheses_that_nothing_generic_meets_hide_no_edge() -> None:
    """A constant attribute, of a channel whose rows are certain: no generic channel is."""
    k = Size("k")
    U = Channel("U", n, k)
    x, u = Symbol("x", n), Symbol("u", k)
    certain = every(x, some(u, U[x, u] >= 1))
    stated = statement([P, U], min_entropy(output(P, U)) > 0, certain)
    repair = replace(stated, given=(certain, min_entropy(output(P, U)) > 0))
    assert kind_of(replace(stated, then=H(output(P, U)) > 0),
                   replace(repair, then=H(output(P, U)) > 0)) == "edge"


def test_a_symbol_is_of_one_alphabet_whatever_the_sizes_it_may_have() -> None:
    few, many = Size("k"), Size("k", low=2)
    chance = Real("s", "(0,1)")

    def law(size: Var) -> Statement:
        w, v = Symbol("w", size), Symbol("v", size)
        entry = cases(equals(v, w), 1 - chance, chance / (size - 1))
        return statement([size, w, chance], equals(total(v, entry), 1))

    assert kind_of(law(few), law(many)) == "edge"
