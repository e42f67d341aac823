"""The claims of Cuff and Yu (2016): complete, well formed, and as printed.

No verdict is expected here: that is the engine's to find.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from verified.errors import UnknownKeyError
from verified.language import TV, Claim, Pmf, Size, Statement, claim, find, log
from verified.papers import all_claims, papers
from verified.papers.cuff_yu_2016 import paper
from verified.syntax.goals import goal
from verified.syntax.serial import (
    FormatError,
    digest,
    read_statement,
    statement_data,
)
from verified.syntax.sorts import SizeSort

KEYS = [
    "eq-7", "eq-8", "eq-9", "property-1-relaxed", "property-1", "property-1-asymptotic",
    "property-2", "properties-strict", "property-2-constant", "tv-testing", "closeness-bayes",
    "closeness-testing-region", "property-3", "property-3-remarks", "example-1",
    "theorem-1-order", "theorem-1-equality", "related-3eps", "theorem-1-strict", "mi-dp-no-dp",
    "lemma-1-kl", "lemma-1-mi", "lemma-1", "lemma-1-radius", "lemma-1-steps", "lemma-2",
    "lemma-2-tight", "lemma-2-asymptotic", "lemma-2-steps", "eq-33", "lemma-3",
    "lemma-3-tighter", "example-3.3", "property-4", "property-5", "property-6", "corollary-4",
    "composition-tight", "corollary-5", "example-4.3", "corollary-6", "corollary-7",
    "property-7", "property-8", "property-9", "example-4.1", "example-5.1", "eq-53",
    "corollary-8", "personalized", "free-lunch", "bayesian", "bayesian-stronger", "adversarial",
    "lemma-9", "eq-66", "lemma-9-steps", "corollary-10", "eq-71", "eq-72", "property-1-extremal",
    "property-1-chain", "property-3-steps", "eq-97", "eq-98", "eq-99", "eq-103",
    "lemma-3-output", "eq-107", "lemma-11", "lemma-11-steps", "lemma-11-steps-repaired",
    "lemma-3-input",
]

CHILDREN = {
    "eq-7": "only-if if",
    "eq-8": "only-if if",
    "eq-9": "forward reverse",
    "property-1-relaxed": "forward reverse",
    "property-1": "forward reverse attained",
    "properties-strict": "property-1 property-1-one-way property-2",
    "closeness-bayes": "only-if if",
    "closeness-testing-region": "only-if if randomised",
    "property-3": "bound attained",
    "property-3-remarks": "larger no-smaller",
    "example-1": "epsilon delta equality limit",
    "theorem-1-order": "dp-mi mi-dp a b c",
    "theorem-1-equality": "forward reverse dependent",
    "theorem-1-strict": "a b",
    "lemma-1-steps": "eq-24-average eq-24 eq-26-jensen eq-26-bound",
    "lemma-2-tight": "bound attained beyond vacuous",
    "lemma-2-asymptotic": "looser limit",
    "lemma-2-steps": (
        "eq-30-a eq-30-b eq-30-supremum eq-30 complement convex lower symmetric "
        "symmetric-exists symmetric-at-least symmetric-at-most symmetric-distance reduction "
        "radius-pinsker radius-triangle"
    ),
    "eq-33": "threshold met positive at-zero from-one-bit diverges",
    "lemma-3-tighter": "small large",
    "example-3.3": "private capacity one-entry uniform uniform-by-outputs factor-of-two",
    "corollary-4": "unconditional conditional",
    "composition-tight": "first second together",
    "example-4.3": "first-alone second-alone reveals violates",
    "example-4.1": "private private-mi nothing-more determined one-bit",
    "example-5.1": "private erasure unbounded capacity capacity-by-outputs",
    "free-lunch": "information groups",
    "bayesian": "information groups database",
    "bayesian-stronger": "dp mi order",
    "adversarial": "mean information",
    "eq-66": "least reached reached-at-one",
    "lemma-9-steps": "one-row expectation ratio bound constant shannon",
    "eq-71": (
        "sibson-is-arimoto arimoto-is-sibson csiszar-at-most csiszar-reaches csiszar-at-least "
        "csiszar-near-best infinite-sibson infinite-arimoto infinite-csiszar-at-most "
        "infinite-csiszar-reaches bound-sibson bound-arimoto "
        "bound-csiszar"
    ),
    "eq-72": "arimoto limit bound",
    "property-1-extremal": "weights mean value both-ways maximum",
    "property-1-chain": "first second",
    "property-3-steps": "eq-86 eq-87 eq-88-second eq-88-third eq-89-second eq-89-third small large",
    "eq-97": "complement mean value",
    "eq-98": "crossover capacity inverse",
    "eq-103": "jensen bound eq-102",
    "lemma-3-output": "small large small-relaxed large-relaxed",
    "eq-107": "eq-107 eq-108",
    "lemma-11-steps": (
        "monotone parts eq-118 eq-120 eq-112 eq-113 eq-122 eq-124-first eq-124-second eq-125 "
        "entropy information label"
    ),
    "lemma-11-steps-repaired": "eq-125 any-law",
    "lemma-3-input": "bound relaxed",
}

READINGS = {
    "eq-7": {"almost-everywhere", "everywhere"},
    "property-1": {"positive", "literal", "continued"},
    "tv-testing": {"events", "randomised"},
    "eq-33.positive": {"above-zero", "literal"},
    "property-3-remarks.larger": {"below-one", "literal"},
    "corollary-4": {"split", "mutual"},
    "example-4.3.violates": {"two-symbols", "literal"},
    "corollary-6": {"each-history", "as-produced"},
    "property-9": {"positive", "literal", "continued"},
    "example-5.1.capacity": {"two-values", "literal"},
    "example-5.1.capacity-by-outputs": {"two-values", "literal"},
    "corollary-8": {"defined", "literal", "clipped"},
    "bayesian.information": {"possible", "every"},
    "lemma-9": {"real-orders", "infinite"},
    "corollary-10": {"real-orders", "infinite"},
    "property-1-extremal.weights": {"positive", "literal"},
    "property-1-extremal.mean": {"positive", "literal"},
    "property-1-extremal.value": {"positive", "literal"},
    "property-1-extremal.both-ways": {"positive", "literal"},
    "property-1-extremal.maximum": {"positive", "literal"},
    "property-1-chain.first": {"positive", "literal"},
    "property-3-steps.small": {"eq-83", "eq-85"},
    "property-3-steps.large": {"eq-83", "eq-85"},
    "lemma-11-steps.eq-118": {"different", "literal"},
    "lemma-11-steps.eq-112": {"different", "literal"},
    "lemma-11-steps.eq-113": {"different", "literal"},
}


def leaves() -> Iterator[tuple[Claim, Statement]]:
    for row in paper.rows.values():
        for leaf in row.leaves():
            assert leaf.statement is not None
            yield leaf, leaf.statement


each_leaf = pytest.mark.parametrize(
    ("leaf", "statement"), [pytest.param(*found, id=found[0].name) for found in leaves()]
)


def statement_of(key: str, reading: str | None = None) -> Statement:
    for leaf, statement in leaves():
        if leaf.key == f"{paper.key}/{key}" and reading in (None, leaf.reading):
            return statement
    raise AssertionError(f"no leaf {key} with the reading {reading}")


# --- the record -----------------------------------------------------------------------------------


def test_the_paper_is_named_in_full() -> None:
    assert paper in papers()
    assert paper.title == "Differential Privacy as a Mutual Information Constraint"
    assert (paper.authors, paper.year, paper.units) == ("Paul Cuff, Lanqing Yu", 2016, "nats")
    assert "CCS 2016" in paper.venue
    assert paper.identifier == "doi:10.1145/2976749.2978308"
    assert paper.edition == "accepted manuscript text (arXiv version)"


def test_the_keys_are_these_in_the_order_of_the_papers_parts() -> None:
    assert list(paper.rows) == KEYS
    assert [row.key for row in all_claims()][: len(KEYS)] == [f"{paper.key}/{key}" for key in KEYS]


def test_an_unknown_key_is_refused_and_near_ones_are_offered() -> None:
    assert find(papers(), "property-1.attained").parent == f"{paper.key}/property-1"
    with pytest.raises(UnknownKeyError, match="lemma"):
        find(papers(), "lema-3")


def test_rows_that_bundle_relations_have_the_named_children() -> None:
    found = {
        key: " ".join(child.key.removeprefix(f"{row.key}.") for child in row.children)
        for key, row in paper.rows.items()
        if row.children
    }
    assert found == CHILDREN


def test_every_child_knows_its_parent() -> None:
    for row in paper.rows.values():
        for child in row.children:
            assert child.parent == row.key
            assert child.key.startswith(f"{row.key}.")


def test_the_text_leaves_a_choice_where_readings_are_listed() -> None:
    found: dict[str, set[str]] = {}
    for row in paper.rows.values():
        for part in (row, *row.children):
            own = {part.reading, *(other.reading for other in part.readings)} - {""}
            if own and (part is row or not row.reading):
                found[part.key.removeprefix(f"{paper.key}/")] = own
    assert found == READINGS


def test_readings_come_with_a_note() -> None:
    for row in paper.rows.values():
        for part in (row, *row.children):
            for reading in (part, *part.readings):
                assert reading.note or not reading.reading, reading.name


def test_tight_is_what_the_paper_calls_tight() -> None:
    tight = {key for key, row in paper.rows.items() if row.tight}
    assert tight == {"property-1", "property-3", "lemma-2-tight"}
    assert {key for key in tight if "attained" in CHILDREN[key].split()} == tight


def test_each_claim_says_where_it_stands() -> None:
    assert all(leaf.at for leaf, _ in leaves())


# --- each leaf ------------------------------------------------------------------------------------


@each_leaf
def test_a_leaf_has_a_refutation_and_a_witness_goal(leaf: Claim, statement: Statement) -> None:
    names = [var.name for var in statement.variables]
    for polarity in ("refutation", "witness"):
        lifted = [var.name for var in goal(statement, polarity).variables]
        assert lifted[: len(names)] == names


@each_leaf
def test_a_leaf_round_trips_through_json(leaf: Claim, statement: Statement) -> None:
    written = json.dumps(statement_data(statement))
    again = read_statement(json.loads(written))
    assert again == statement
    for polarity in ("refutation", "witness"):
        assert digest(goal(again, polarity)) == digest(goal(statement, polarity))


@each_leaf
def test_a_statement_that_is_changed_or_cut_is_told_apart(
    leaf: Claim, statement: Statement
) -> None:
    value = json.loads(json.dumps(statement_data(statement)))
    other = replace(statement, then=log(2) <= 0)
    assert digest(goal(other, "refutation")) != digest(goal(statement, "refutation"))
    with pytest.raises(FormatError):
        read_statement({**value, "then": value["then"][:-1]})


def test_no_two_leaves_state_the_same() -> None:
    """So a second reading differs from the first, and a reverse from its forward."""
    seen: dict[str, str] = {}
    for leaf, statement in leaves():
        key = digest(goal(statement, "refutation"))
        assert key not in seen, f"{leaf.name} repeats {seen.get(key)}"
        seen[key] = leaf.name


def narrowed(statement: Statement) -> list[str]:
    """The sizes that don't range over everything from 1 (from 0 for a number of changes) on."""
    least = {"k": (0, 1)}
    return [
        var.name
        for var in statement.variables
        if isinstance(var.of, SizeSort)
        and (var.of.low not in least.get(var.name, (1,)) or var.of.high is not None)
    ]


@each_leaf
def test_every_alphabet_starts_at_one_symbol(leaf: Claim, statement: Statement) -> None:
    assert narrowed(statement) == []


def test_a_narrowed_alphabet_is_noticed() -> None:
    for size in (Size("n", low=2), Size("n", low=0), Size("n", high=4)):
        law = Pmf("P", size)
        statement = claim("c", forall=[law], then=TV(law, law) <= 0).statement
        assert statement is not None
        assert narrowed(statement) == ["n"]


# --- as printed -----------------------------------------------------------------------------------

PIECES = [
    ("eq-7.only-if", "almost-everywhere", ["if P ~(eps,0) Q then", "|ln((dP/dQ)(a))| <= eps"]),
    ("eq-7.if", "everywhere", ["if (for every a < n: |ln((dP/dQ)(a))| <= eps) then P ~(eps,0) Q"]),
    ("eq-8.only-if", "", ["if P ~(0,delta) Q then TV(P, Q) <= delta"]),
    ("eq-8.if", "", ["if TV(P, Q) <= delta then P ~(0,delta) Q"]),
    ("eq-9.forward", "", ["D(P || Q) <= eps"]),
    ("eq-9.reverse", "", ["D(Q || P) <= eps"]),
    ("property-1-relaxed.forward", "", ["D(P || Q) <= min(eps, eps^2)"]),
    (
        "property-1.forward",
        "literal",
        [
            "(exp(eps) - 1)*(1 - exp(-eps))/(exp(eps) - 1 + (1 - exp(-eps)))",
            "if P ~(eps,0) Q then",
        ],
    ),
    ("property-1.forward", "positive", ["if eps > 0 and P ~(eps,0) Q then"]),
    ("property-2", "", ["if D(P || Q) <= eps then P ~(0,sqrt(eps/2)) Q"]),
    ("tv-testing", "events", ["1 - TV(P, Q) = min_", "P(A) + (1 - Q(A))"]),
    (
        "property-3.bound",
        "",
        ["eps' < eps", "~(eps',1 - (exp(eps') + 1)*(1 - delta)/(exp(eps) + 1)) Q"],
    ),
    ("lemma-1-kl", "", ["if M is (eps,0)-DP then M is min(eps, eps^2)-KL-DP"]),
    ("lemma-1-mi", "", ["if M is eps-KL-DP then M is eps-MI-DP"]),
    ("lemma-1", "", ["if M is (eps,0)-DP then M is min(eps, eps^2)-MI-DP"]),
    ("lemma-2", "", ["if M is eps-MI-DP then M is (0,sqrt(2*eps))-DP"]),
    (
        "lemma-2-tight.bound",
        "",
        ["if eps <= ln(2) and M is eps-MI-DP then", "1 - 2*h^-1(ln(2) - eps)"],
    ),
    ("lemma-2-tight.vacuous", "", ["M is (0,1)-DP"]),
    ("lemma-3", "", ["delta in [0,1]", "2*h(delta) + 2*delta*ln(min(m, ", " + 1))"]),
    ("property-4", "", ["I_J(U;V|W) >= I_J(U;V)"]),
    ("property-5", "", ["if U - V - W under J then I_J(U;V|W) <= I_J(U;V)"]),
    ("property-6", "", ["I_J(U;V,W) = I_J(U;V) + I_J(U;W|V)"]),
    ("corollary-5", "", ["S[j] is eps[j]-MI-DP", "sum_{j < k}(eps[j])"]),
    ("corollary-6", "each-history", ["for every y < m^j", "sequential"]),
    ("corollary-7", "", ["partial", "S[j] is eps-MI-DP", "all(S) is eps-MI-DP"]),
    ("property-7", "", ["d_H(x, x') <= k", "M(x) ~(k*eps,0) M(x')"]),
    ("property-8", "", ["M is (0,delta)-DP", "M(x) ~(0,k*delta) M(x')"]),
    ("property-9", "literal", ["~(k*eps,(exp(k*eps) - 1)/(exp(eps) - 1)*delta)"]),
    ("property-1-chain.second", "", ["eps*(1 - exp(-eps)) <= min(eps, eps^2)"]),
    ("lemma-3-output.small", "", ["delta <= (m - 1)/m", "h(delta) + delta*ln(m - 1)"]),
    ("lemma-3-output.large", "", ["delta > (m - 1)/m", "<= ln(m)"]),
    ("lemma-3-output.large-relaxed", "", ["h(delta) + delta*ln(m)"]),
    (
        "lemma-3-input.bound",
        "",
        ["<= 2*h(delta/(delta + 1)) + 2*(delta/(delta + 1))*ln(r)"],
    ),
    ("lemma-3-input.relaxed", "", ["<= 2*h(delta) + 2*delta*ln(r + 1)"]),
]


@pytest.mark.parametrize(("key", "reading", "pieces"), PIECES, ids=lambda part: str(part)[:40])
def test_the_text_has_what_the_paper_prints(key: str, reading: str, pieces: list[str]) -> None:
    written = str(statement_of(key, reading))
    for piece in pieces:
        assert piece in written


def test_a_positive_epsilon_is_asked_for_in_the_careful_reading_only() -> None:
    assert "eps > 0" in str(statement_of("property-9", "positive"))
    assert "eps > 0" not in str(statement_of("property-9", "literal"))
    assert "eps > 0" not in str(statement_of("property-9", "continued"))
