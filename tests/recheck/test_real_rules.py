"""The second checker on integrals, intermediate values, what is unbounded, and dependence: stored
proofs are exact, and no step with other data is."""

import copy
import json

import pytest

from tests.recheck.plays import resealed
from tests.recheck.room import checker, proofs
from verified.kernel.definitions import definitions
from verified.language.serial import statement_data
from verified.proof.evidence import path_of

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


def statuses(certificate):
    """What each step counted as; None if the proof is rejected."""
    try:
        return [how for _, how in proofs.check_proof(certificate, checker.seal, DEFINITIONS)]
    except checker.Rejected:
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
                found = statuses(resealed(tampered))
                assert found is None or found[at] != "exact", (number, variant)
                tried += 1
            break
    assert tried
