"""The second checker on convexity, integrals, intermediate values, what is unbounded, dependence:
stored proofs are exact, and no step with other data, premises or formula is."""

import copy
import json

import pytest

from tests.recheck.plays import resealed
from tests.recheck.room import checker
from verified.kernel.definitions import definitions
from verified.language.serial import statement_data
from verified.proof.evidence import path_of

import new_proofs  # isort: skip

DEFINITIONS = {
    key: json.loads(json.dumps(statement_data(told))) for key, told in definitions().items()
}
STORED = {
    "integral-above": "background/excess-integral.tail",
    "integral-below": "background/hockey-stick-integral.masses",
    "integral": "background/hockey-stick-integral.laws",
    "integral-of-sum": "background/hockey-stick-integral.laws",
    "unbounded": "ngo-2024/eq-21@near-zero",
    "intermediate": "ngo-2024/theorem-1-remarks.floor-exists@positive",
    "dependence": "lemma/support.information",
    "chord": "sharper/likelihood-range-sharp.bound",
    "tangent": "sharper/renyi-sharp.gain",
}
# What other rules show of stored proofs is tested elsewhere: here it is taken for granted.
ELSEWHERE = set(new_proofs.RULES) - {
    *STORED, "assume", "discharge", "generalise", "propositional", "obtain", "bound-sup"}
NUMBER = ["real", None, None, False, False]
NULL, ONE, TWO = (["number", text] for text in "012")


@pytest.fixture
def alone(monkeypatch):
    """The rules of this file, and those that hypotheses depend on."""
    granted = dict.fromkeys(ELSEWHERE, lambda step: None)
    granted["cite"] = lambda step: step.proof.library(step.data["key"][1])
    monkeypatch.setattr(new_proofs, "RULES", {**new_proofs.RULES, **granted})


def written_out(value, trees):
    """A tree of a certificate, with what it shares put in."""
    match value:
        case ["#", place]:
            return trees[place]
        case dict():
            return {name: written_out(part, trees) for name, part in value.items()}
        case list():
            return [written_out(part, trees) for part in value]
    return value


def stored(name):
    """The certificate of a stored proof, its trees written out."""
    certificate = json.loads(path_of(name).read_text(encoding="utf-8"))
    trees = []
    for tree in certificate["shared"]:
        trees.append(written_out(tree, trees))
    parts = json.loads(json.dumps(written_out(certificate["parts"], trees)))
    return resealed(certificate, parts=parts, shared=[])


def op(head, *args):
    return ["op", head, list(args), NUMBER, []]


def changed(data):
    """The data of a step with one item changed, each in turn."""
    for name, (tag, *rest) in data.items():
        match tag, rest:
            case "term", [term]:
                yield name, ["term", op("mul", TWO, term)]
                if name != "antiderivative":  # With a constant added it is another.
                    yield name, ["term", op("add", term, ONE)]
            case "function", [var, body]:
                yield name, ["function", var, op("mul", TWO, body)]
                yield name, ["function", var, op("neg", body)]
                yield name, ["function", var, op("abs", ["var", var[0]])]
                yield name, ["function", [var[0], ["real", "0", "1", False, False], ""], body]
            case "variable", [[var, sort, symbol]]:
                yield name, ["variable", [var + "'", sort, symbol]]
                yield name, ["variable", [var, ["real", "7", "8", False, True], symbol]]


def statuses(certificate):
    """What each step counted as; None if the proof is rejected."""
    try:
        found = new_proofs.check_proof(certificate, checker.seal, DEFINITIONS)
    except new_proofs.Rejected:
        return None
    return [how for _, how, _ in found]


def variants(item):
    """The step with other data, fewer premises, or another formula."""
    yield from ({"data": {**item["data"], name: value}} for name, value in changed(item["data"]))
    for name, value in item["data"].items():
        if value != ["json", None]:
            yield {"data": {k: v for k, v in item["data"].items() if k != name}}
    if item["from"]:
        yield {"from": item["from"][1:]}
    tag, sign, left, right = item["formula"]
    yield {"formula": [tag, sign, right, left]}
    yield {"formula": [tag, sign, op("add", left, ONE), right]}
    if sign == "<=":
        yield {"formula": [tag, "<", left, right]}
        yield {"formula": [tag, "=", left, right]}


def tries(name, rule):
    """(certificate with one step of a rule changed, the place of that step, the change)."""
    honest = stored(name)
    for place, written in enumerate(honest["parts"]["lists"]):
        for number, item in enumerate(written["steps"]):
            if item["rule"] == rule:
                # A list's steps are counted after those of the lists before it.
                before = honest["parts"]["lists"][:place]
                at = number + sum(len(part["steps"]) for part in before)
                for variant in variants(item):
                    tampered = copy.deepcopy(honest)
                    tampered["parts"]["lists"][place]["steps"][number].update(variant)
                    yield resealed(tampered), at, variant
                break


@pytest.mark.parametrize("name", sorted({STORED[rule] for rule in STORED}))
@pytest.mark.usefixtures("alone")
def test_steps_of_stored_proofs_are_exact(name):
    found = new_proofs.check_proof(stored(name), checker.seal, DEFINITIONS)
    rules = [rule for rule, how, _ in found if how == "exact" and rule in STORED]
    assert rules == [rule for rule, *_ in found if rule in STORED]
    assert rules


@pytest.mark.parametrize("rule", STORED)
@pytest.mark.usefixtures("alone")
def test_a_step_with_other_data_is_not_exact(rule):
    assert statuses(stored(STORED[rule])) is not None
    count = 0
    for tampered, at, variant in tries(STORED[rule], rule):
        found = statuses(tampered)
        assert found is None or found[at] != "exact", variant
        count += 1
    assert count


# --- steps of my own ------------------------------------------------------------------------------


def relation(sign, left, right):
    return ["relation", sign, left, right]


def step(rule, formula, places=(), **data):
    return {"rule": rule, "formula": formula, "from": list(places), "data": data}


def exact(variables, given, last, steps=(), fixed=()):
    """Whether each step is exact: what is given, further ones, and the last."""
    assumed = [step("assume", part) for part in given]
    content = {
        "schema": 1, "kind": "proof", "claim": "own/one", "digest": "", "cites": {}, "shared": [],
        "statement": {"variables": variables, "given": list(given), "then": last["formula"],
                      "quantifier": "forall"},
        "parts": {"induction": None, "lists": [
            {"fixed": list(fixed), "steps": [*assumed, *steps, last]}]},
    }
    found = statuses({**content, "seal": checker.seal(content)})
    return found is not None and set(found) == {"exact"}


def real(name, low=None, high=None, *left_out):
    return [name, ["real", low, high, *(left_out or (False, False))], ""]


X, Y, Z, L, U = (["var", name] for name in "xyzlu")


def chord(body, certificate=None, factor=ONE, sort=("0", None, True, False), given=None):
    """Whether the chord of a function of z lies above it, between l and u > 0."""
    def at(term):
        return json.loads(json.dumps(body).replace('["var", "z"]', json.dumps(term)))

    terms = [op("mul", op("sub", *pair), at(term)) for *pair, term in (
        (U, L, X), (U, X, L), (X, L, U))]
    formula = relation("<=", op("mul", factor, terms[0]), op("add", *terms[1:]))
    ends = {name: ["term", term] for name, term in (("low", L), ("point", X), ("high", U))}
    told = [relation("<=", L, X), relation("<=", X, U)] if given is None else given
    variables = [real(name, "0", None, True, False) for name in "lxu"]
    return exact(variables, told, step(
        "chord", formula, range(len(told)), function=["function", real("z", *sort), body], **ends,
        certificate=["list", [["json", certificate]]] if certificate else ["json", None]))


def test_chords_lie_above_convex_functions_only():
    flat = op("log", Z)
    assert chord(op("mul", Z, op("log", Z)))
    assert chord(op("neg", flat))
    assert chord(op("neg", flat), "ball")
    assert not chord(flat)
    assert not chord(flat, "ball")
    assert not chord(op("mul", Z, op("log", Z)), factor=TWO)
    assert not chord(op("sub", Z, op("pow", Z, ["number", "3"])), "ball")
    # A kink, a jump, a function that isn't one everywhere; a closed interval, or one that x leaves.
    assert not chord(op("neg", op("abs", op("sub", Z, ONE))))
    assert not chord(op("minimum", Z, ONE))
    assert not chord(op("div", ONE, op("sub", Z, ONE)))
    assert not chord(op("mul", Z, Z), sort=("0", None, False, False))
    assert not chord(op("mul", Z, Z), sort=("0", "1", True, True))
    assert not chord(op("mul", Z, Z), given=[relation("<=", L, X)])
    assert not chord(op("mul", Z, Z), given=[])


def passed(body, low=NULL, high=ONE, sort=("0", "1", False, False), value=("number", "1/2")):
    """Whether “0 ≤ 0” follows where a number p with f(p) = v, l ≤ p ≤ u is taken to exist."""
    formula = relation("<=", NULL, NULL)
    return exact([real("x", "0", None)], [], step(
        "intermediate", formula, [0], variable=["variable", real("p", *sort)],
        function=["function", real("z", *sort), body], low=["term", low], high=["term", high],
        value=["term", list(value)],
    ), [step("obvious", formula)], [real("p", *sort)])


def test_continuous_functions_take_what_lies_between_and_no_others_do():
    assert passed(Z)
    assert passed(op("sub", ONE, Z))
    assert passed(op("sqrt", Z))
    assert passed(op("mul", Z, op("exp", op("sub", Z, ONE))))
    assert passed(op("abs", Z))
    assert not passed(Z, value=("number", "2"))
    assert not passed(Z, ONE, NULL)
    assert not passed(Z, high=TWO)
    assert not passed(Z, high=["var", "p"])
    assert not passed(Z, sort=("0", "1", True, False))
    jump = ["cases", relation("<=", Z, ["number", "1/3"]), NULL, ONE]
    assert not passed(jump)
    assert not passed(op("div", op("sub", Z, ["number", "1/3"]), op("sub", Z, ["number", "1/3"])))
    assert not passed(op("log", Z))
    assert not passed(op("mul", Z, op("log", Z)), value=("number", "-1/1000"))


def integral(body, *interval):
    return ["bind", "integral", real("e", *(interval or ("0", None, False, False))), None, body,
            NUMBER]


E = ["var", "e"]
FALLING = op("exp", op("neg", E))


def test_integrals_are_compared_by_integrands_that_are_never_negative():
    def compared(f, g, sign="<=", given="<=", sort=("0", None, False, False)):
        return exact([real("x", "0", None)], [], step(
            "integral", relation(sign, integral(f, *sort), integral(g, *sort)), [0],
            variable=["variable", real("e", *sort)],
        ), [step("obvious", relation(given, f, g))], [real("e", *sort)])

    small, large = FALLING, op("add", FALLING, FALLING)
    assert compared(small, large)
    assert compared(small, large, given="<")
    assert compared(small, small, "=", "=")
    assert not compared(small, large, "<", "<")
    assert not compared(small, small, "=")
    assert not compared(op("neg", large), op("neg", small))


def test_integrals_of_falling_exponentials():
    def above(bound, primitive, top=NULL, slope=FALLING):
        return exact([real("x")], [], step(
            "integral-above", relation("<=", integral(FALLING), bound), [0, 1],
            variable=["variable", real("e", "0", None)], antiderivative=["term", primitive],
        ), [step("obvious", relation("<=", FALLING, slope)),
            step("obvious", relation("<=", primitive, top))], [real("e", "0", None)])

    def below(bound, primitive, end, slope=FALLING):
        return exact([real("x", "0", None)], [], step(
            "integral-below", relation("<=", bound, integral(FALLING)), [0],
            variable=["variable", real("e", "0", None)], antiderivative=["term", primitive],
            end=["term", end],
        ), [step("obvious", relation("<=", slope, FALLING))], [real("e", "0", None)])

    primitive = op("neg", FALLING)
    assert above(ONE, primitive)
    assert not above(["number", "999/1000"], primitive)
    assert not above(ONE, op("neg", op("exp", op("neg", op("mul", TWO, E)))))
    assert not above(ONE, primitive, slope=op("add", FALLING, ONE))
    part = op("sub", ONE, op("exp", op("neg", X)))
    assert below(part, primitive, X)
    assert not below(ONE, primitive, X)
    assert not below(part, primitive, E)
    assert not below(op("sub", ONE, op("exp", X)), primitive, op("neg", X))


def test_sums_are_drawn_out_of_integrals_where_they_are_over_the_same_symbols():
    size, sized = ["n", ["size", 1, None], ""], lambda body, count: [
        "bind", "sum", ["a", ["symbol", count], ""], None, body, NUMBER]
    n, a = ["var", "n"], ["var", "a"]
    body = op("mul", a, FALLING)

    def drawn(f, g, count=n, other=n):
        return exact([size], [], step("integral-of-sum", relation(
            "=", integral(sized(f, count)), sized(integral(g), other))))

    assert drawn(body, body)
    assert not drawn(body, op("mul", a, FALLING[2][0]))
    assert not drawn(op("neg", body), op("neg", body))
    assert not drawn(body, body, other=op("add", n, ONE))
    # One name for both: the number isn't what is added over.
    swapped = ["bind", "sum", ["e", ["symbol", n], ""], None, E, NUMBER]
    other = ["bind", "sum", ["e", ["symbol", n], ""], None, integral(E), NUMBER]
    assert not exact([size], [], step("integral-of-sum", relation("=", integral(swapped), other)))


def test_only_what_is_above_every_number_is_infinite():
    def infinite(sort, given):
        formula = relation("=", X, ["number", "inf"])
        return exact([real("x"), ["r", sort, ""]], given, step(
            "unbounded", formula, range(len(given)), variable=["variable", ["r", sort, ""]]))

    r = ["var", "r"]
    assert not infinite(NUMBER, [relation("<=", r, X)])  # The hypothesis speaks of r.
    assert not infinite(["real", "0", "1", False, False], [relation("<=", r, X)])
    assert not infinite(NUMBER, [])


# --- what isn't arbitrary -------------------------------------------------------------------------


@pytest.mark.parametrize("of", [["size", 1, None], ["symbol", ["var", "n"]]])
def test_a_size_that_another_sort_speaks_of_isnt_arbitrary(of):
    """a + 1 ≤ k holds of a symbol of k, for that k; of every k, it said a + 1 ≤ 0."""
    size, k, a = ["n", ["size", 1, None], ""], ["k", of, ""], ["a", ["symbol", ["var", "k"]], ""]
    more = op("add", ["var", "a"], ONE)
    least = ONE if of[0] == "size" else NULL
    every = ["quantified", "forall", ["m", of, ""], None, relation("<=", more, ["var", "m"])]
    assert not exact([size, k, a], [], step(
        "specialise", relation("<=", more, least), [1], term=["term", least],
    ), [step("obvious", relation("<=", more, ["var", "k"])),
        step("generalise", every, [0], variable=["variable", k])])


def test_a_value_for_one_size_of_an_alphabet_is_none_for_every_size():
    """1 ≤ k, since there is a symbol of k, holds of that k alone."""
    size, a = ["n", ["size", 1, None], ""], ["a", ["symbol", ["var", "k"]], ""]
    k = ["k", ["symbol", ["var", "n"]], ""]
    more = op("add", ["var", "a"], ONE)
    every = ["quantified", "forall", ["m", k[1], ""], None, relation("<=", ONE, ["var", "m"])]
    assert not exact([size, k, a], [], step("generalise", every, [2], variable=["variable", k]), [
        step("obvious", relation("<=", ONE, more)),
        step("obvious", relation("<=", more, ["var", "k"])),
        step("transitive", relation("<=", ONE, ["var", "k"]), [0, 1])])
