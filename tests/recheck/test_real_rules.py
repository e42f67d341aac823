"""The second checker on integrals, intermediate values, what is unbounded, and dependence: stored
proofs are exact, and no step with other data is."""

import copy
import json

import pytest

from tests.recheck.plays import resealed
from tests.recheck.room import Rejected, certificates, goals, proofs
from verified.proof.evidence import path_of
from verified.quantities.definitions import definitions
from verified.syntax.serial import statement_data

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
}
NUMBER = ["real", None, None, False, False]
ONE, TWO = ["number", "1"], ["number", "2"]


def stored(name):
    """The certificate of a stored proof, its trees written out."""
    certificate = json.loads(path_of(name).read_text(encoding="utf-8"))
    trees = []
    for tree in certificate["shared"]:
        trees.append(proofs.opened(tree, trees))
    parts = json.loads(json.dumps(proofs.opened(certificate["parts"], trees)))
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
            case "variable", [[var, sort, symbol]]:
                yield name, ["variable", [var + "'", sort, symbol]]


def statuses(certificate, trials=True):
    """What each step counted as; None if the proof is rejected."""
    try:
        told = certificates.check(certificate, proofs.Statements(DEFINITIONS), trials)
        return [how for _, how in told.steps]
    except Rejected:
        return None


@pytest.mark.parametrize("name", sorted(set(STORED.values())))
def test_stored_proofs_are_exact(name):
    assert set(statuses(stored(name))) == {"exact"}


@pytest.mark.parametrize("rule", STORED)
def test_a_step_with_other_data_is_not_exact(rule):
    honest, tried = stored(STORED[rule]), 0
    for place, written in enumerate(honest["parts"]["lists"]):
        for number, item in enumerate(written["steps"]):
            if item["rule"] != rule:
                continue
            # A list's steps are counted after those of the lists before it.
            at = number + sum(len(w["steps"]) for w in honest["parts"]["lists"][:place])
            variants = [{"data": {**item["data"], name: value}}
                        for name, value in changed(item["data"])]
            variants += [{"from": item["from"][1:]}] if item["from"] else []
            variants += [{"data": {k: v for k, v in item["data"].items() if k != name}}
                         for name in item["data"]]
            tag, sign, left, right = item["formula"]
            variants += [{"formula": [tag, sign, right, left]},
                         {"formula": [tag, sign, op("add", left, ONE), right]}]
            for variant in variants:
                tampered = copy.deepcopy(honest)
                tampered["parts"]["lists"][place]["steps"][number].update(variant)
                # What isn't exact would be tried at instances: that isn't what this is about.
                found = statuses(resealed(tampered), trials=False)
                assert found is None or found[at] != "exact", (number, variant)
                tried += 1
            break
    assert tried


# --- what isn't arbitrary -------------------------------------------------------------------------


SIZE, NULL = ["size", 1, None], ["number", "0"]
SYMBOL = ["a", ["symbol", ["var", "k"]], ""]
MORE = op("add", ["var", "a"], ONE)


def at_most(left, right):
    return ["relation", "<=", left, right]


def step(rule, formula, places=(), **data):
    return {"rule": rule, "formula": formula, "from": list(places), "data": data}


def follows(of, steps):
    """Whether each step is exact, k being of a sort and a one of k symbols; no instance helps."""
    statement = {"variables": [["n", SIZE, ""], ["k", of, ""], SYMBOL], "given": [],
                 "then": steps[-1]["formula"], "quantifier": "forall"}
    content = {
        "schema": 1, "kind": "proof", "claim": "own/one", "cites": {}, "shared": [], "seal": "",
        "statement": statement, "digest": goals.goal(statement, "refutation")[2],
        "parts": {"induction": None, "lists": [{"fixed": [], "steps": steps}]},
    }
    found = statuses(resealed(content), trials=False)
    return found is not None and set(found) == {"exact"}


@pytest.mark.parametrize("of", [SIZE, ["symbol", ["var", "n"]]])
def test_a_size_that_another_sort_speaks_of_isnt_arbitrary(of):
    """a + 1 ≤ k holds of a symbol of k, for that k; of every k, it said a + 1 ≤ 0."""
    least = ONE if of == SIZE else NULL
    every = ["quantified", "forall", ["m", of, ""], None, at_most(MORE, ["var", "m"])]
    told = step("obvious", at_most(MORE, ["var", "k"]))
    assert follows(of, [told])
    assert not follows(of, [
        told, step("generalise", every, [0], variable=["variable", ["k", of, ""]]),
        step("specialise", at_most(MORE, least), [1], term=["term", least])])


def test_a_value_for_one_size_is_none_for_every_size():
    """1 ≤ k, since there is a symbol of k, holds of that k alone, though it doesn't name the
    symbol."""
    of, k = ["symbol", ["var", "n"]], ["var", "k"]
    every = ["quantified", "forall", ["m", of, ""], None, at_most(ONE, ["var", "m"])]
    steps = [step("obvious", at_most(ONE, MORE)), step("obvious", at_most(MORE, k)),
             step("transitive", at_most(ONE, k), [0, 1])]
    assert follows(of, steps)
    general = step("generalise", every, [2], variable=["variable", ["k", of, ""]])
    assert not follows(of, [*steps, general])
