"""Files of proofs to the second checker: what a list of steps is, and what it may rest on. Without
trials, so that nothing but the conditions themselves refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recheck import certificates, goals, proofs
from recheck.errors import BadInput, Rejected, Unshown, Unsupported
from recheck.trees import Tree, substitute
from tests.recheck.test_rules_of_logic import K, N, X, Y, eq, every, le, lt, op

PLAIN = ["real", None, None, False, False]
NUMBER = {name: [name, PLAIN, ""] for name in "xyz"}
SIZE, FEW = ["n", ["size", 1, None], ""], ["k", ["size", 0, None], ""]
SYMBOL, NONE = ["a", ["symbol", N], ""], ["e", ["symbol", K], ""]
ONE, ZERO = ["number", "1"], ["number", "0"]


def statement(variables: list[Tree], then: Tree, *given: Tree, quantifier: str = "forall"
              ) -> dict[str, Any]:
    return {"quantifier": quantifier, "variables": variables, "given": list(given), "then": then}


def line(rule: str, formula: Tree, *places: Any, **data: Any) -> dict[str, Any]:
    return {"rule": rule, "formula": formula, "from": list(places), "data": data}


def steps(*lines: Any, fixed: Any = ()) -> dict[str, Any]:
    return {"fixed": list(fixed), "steps": list(lines)}


def sealed(content: dict[str, Any], **changes: Any) -> dict[str, Any]:
    found = {**content, **changes}
    return {**found, "seal": certificates.seal(found)}


def written(told: dict[str, Any], *lists: Any, cites: Any = None, induction: str | None = None,
            shared: Any = ()) -> dict[str, Any]:
    """A file whose seal and digest are right."""
    return sealed({
        "schema": 1, "kind": "proof", "claim": "own/one", "statement": told,
        "digest": goals.goal(told, "refutation")[2], "cites": cites or {}, "shared": list(shared),
        "parts": {"induction": induction, "lists": list(lists)}, "seal": ""})


def checked(certificate: Any, definitions: Any = None) -> list[Any]:
    told = None if definitions is None else proofs.Statements(definitions)
    found = certificates.check(certificate, told, trials=False)
    assert found is not None
    return found.steps


def refused(certificate: Any, match: str | None = None) -> None:
    with pytest.raises(Rejected, match=match):
        checked(certificate)


TRUE = statement([NUMBER["x"]], le(X, X))
OBVIOUS = line("obvious", le(X, X))
HONEST = written(TRUE, steps(OBVIOUS))


def test_a_proof_of_one_step() -> None:
    assert checked(HONEST) == [("obvious", "exact")]


@pytest.mark.parametrize("changes", [
    {"schema": 2}, {"schema": True}, {"schema": "1"}, {"more": 1}, {"digest": "0" * 64},
    {"shared": [["#", 0]]}, {"parts": {"induction": None}},
    {"parts": {**HONEST["parts"], "more": 1}},
    {"parts": {"induction": None, "lists": []}},
    {"parts": {"induction": None, "lists": [steps(OBVIOUS), steps(OBVIOUS)]}},
    {"parts": {"induction": None, "lists": [{**steps(OBVIOUS), "more": 1}]}},
    {"parts": {"induction": None, "lists": [{"steps": [OBVIOUS]}]}},
    {"parts": {"induction": None, "lists": [steps({**OBVIOUS, "more": 1})]}},
    {"parts": {"induction": None, "lists": [steps({**OBVIOUS, "rule": "none"})]}},
    {"parts": {"induction": None, "lists": [steps()]}},
    {"parts": {"induction": "x", "lists": [steps(OBVIOUS), steps(OBVIOUS)]}},
    {"cites": {"own/other": TRUE}},
], ids=repr)
def test_what_is_no_such_file_is_refused(changes: dict[str, Any]) -> None:
    refused(sealed(HONEST, **changes))


@pytest.mark.parametrize(("changes", "match"), [
    ({"cites": {"definition/own": TRUE}}, "isn't for a proof to state"),
    ({"cites": {"induction hypothesis": TRUE}}, "isn't for a proof to state"),
    ({"parts": {"induction": None, "lists": [steps({**OBVIOUS, "rule": "none"})]}}, "no such rule"),
    ({"parts": {"induction": None, "lists": [steps()]}}, "has no steps"),
])
def test_what_no_proof_does(changes: dict[str, Any], match: str) -> None:
    refused(sealed(HONEST, **changes), match)


def test_fields_that_are_missing_and_seals_that_do_not_fit() -> None:
    for name in HONEST:
        if name != "kind":
            refused({key: part for key, part in HONEST.items() if key != name})
    refused({**HONEST, "claim": "own/other"}, "seal")
    refused({**HONEST, "seal": "0" * 64}, "seal")
    refused(sealed(HONEST, digest=goals.goal(statement([], le(ONE, ONE)), "refutation")[2]),
            "digest")


def test_a_reference_is_to_an_earlier_tree() -> None:
    shared = [X, le(["#", 0], ["#", 0])]
    told = {"rule": "obvious", "formula": ["#", 1], "from": [], "data": {}}
    assert checked(written(TRUE, steps(told), shared=shared)) == [("obvious", "exact")]
    for place in (2, -1, True, "1", 1.0, None):
        refused(written(TRUE, steps({**told, "formula": ["#", place]}), shared=shared))
    with pytest.raises(Rejected, match="goes nowhere"):
        proofs.opened(["#", 2], shared)
    with pytest.raises(Rejected, match="goes nowhere"):
        proofs.opened({"x": [["#", -1]]}, shared)
    assert proofs.opened(["#", 0], shared) == X
    # `true` is no place.
    assert proofs.opened(["#", True], shared) == ["#", True]


# --- steps ----------------------------------------------------------------------------------------


def test_a_step_uses_steps_that_come_before_it() -> None:
    last = line("turn", le(X, X), 0)
    first = line("identity", eq(X, X))
    assert len(checked(written(TRUE, steps(first, last)))) == 2
    for place in (1, 2, -2, True, "0", None, 0.0):
        refused(written(TRUE, steps(first, {**last, "from": [0, place]})),
                r"step 2 uses a step that doesn't come before it")
    refused(written(TRUE, steps({**last, "from": [0]})), "step 1 uses a step")
    refused(written(TRUE, steps(first, OBVIOUS)), "never used")
    refused(written(TRUE, steps(OBVIOUS, first)), "conclusion|never used")


def test_a_proof_shows_its_statement_under_its_hypotheses() -> None:
    told = statement([NUMBER["x"], NUMBER["y"]], le(X, Y), lt(X, Y), ["and", [le(Y, X), le(X, X)]])
    assumed = line("assume", lt(X, Y))
    assert checked(written(told, steps(assumed, line("turn", le(X, Y), 0))))
    # A part of a hypothesis is one.
    part = statement([NUMBER["x"], NUMBER["y"]], le(Y, X), ["and", [le(Y, X), le(X, X)]])
    assert checked(written(part, steps(line("assume", le(Y, X)))))
    for then, lines in (
        (le(X, Y), [line("assume", le(X, Y))]),
        (le(Y, X), [line("assume", eq(Y, X)), line("turn", le(Y, X), 0)]),
        (lt(Y, X), [line("assume", lt(X, Y))]),
        (le(X, Y), [line("assume", lt(X, Y))]),
    ):
        refused(written({**told, "then": then}, steps(*lines)),
                "assumes what the claim|conclusion")


def test_no_step_speaks_of_every_number() -> None:
    told = statement([], every("x", le(X, X), sort=PLAIN))
    shown = [OBVIOUS, line("generalise", every("x", le(X, X), sort=PLAIN), 0,
                           variable=["variable", NUMBER["x"]])]
    refused(written(told, steps(*shown, fixed=[NUMBER["x"]])), "every or some number")


def test_variables_are_of_one_sort_and_declared() -> None:
    above = every("a", le(ZERO, ["var", "a"]), sort=["symbol", N])
    told, last = statement([SIZE], above), line("obvious", le(ZERO, ["var", "a"]))

    def by(variable: Any) -> dict[str, Any]:
        return written(told, steps(
            last, line("generalise", above, 0, variable=["variable", variable]), fixed=[SYMBOL]))

    assert checked(by(SYMBOL))
    for other in (["a", ["symbol", ["number", "1"]], ""], ["b", ["symbol", N], ""],
                  ["a", PLAIN, ""]):
        refused(by(other), "two sorts, or of none")
    # A variable of the claim isn't fixed once more.
    refused(written(told, steps(last, fixed=[SYMBOL, SIZE])), "bound twice")
    # One that the rule doesn't look at is checked all the same.
    refused(written(TRUE, steps({**OBVIOUS, "data": {"x": ["variable", ["x", SYMBOL[1], ""]]}})))


def test_a_proof_rests_on_no_value_of_a_fixed_variable_that_may_have_none() -> None:
    given = every("a", lt(ONE, ZERO), sort=["symbol", K])
    lines = [line("assume", given),
             line("specialise", lt(ONE, ZERO), 0, term=["term", ["var", "e"]])]
    told = statement([FEW], lt(ONE, ZERO), given)
    refused(written(told, steps(*lines, fixed=[NONE])), "rests on a value of e")
    # As a variable of the claim it has a value in each instance.
    assert checked(written(statement([FEW, NONE], lt(ONE, ZERO), given), steps(*lines)))


# --- what is cited --------------------------------------------------------------------------------


FACT = statement([NUMBER["x"]], le(X, op("exp", X)))
CITED = line("cite", le(X, op("exp", X)), key=["json", "own/fact"], values=["terms", {"x": X}])
CLAIMED = statement([NUMBER["x"]], le(X, op("exp", X)))


def test_what_a_proof_cites_it_states_or_is_given() -> None:
    certificate = written(CLAIMED, steps(CITED), cites={"own/fact": FACT})
    found = certificates.check(certificate, None, False)
    assert found is not None
    assert (found.steps, found.definitions, found.wanting) == ([("cite", "exact")], [], [])
    assert found.cites == {"own/fact": FACT}
    refused(written(CLAIMED, steps(CITED)), "isn't among what the proof cites")
    refused(written(CLAIMED, steps(CITED), cites={"own/fact": FACT, "own/other": TRUE}),
            "lists own/other")
    # What is given isn't what is stated: definitions are the caller's.
    unfolded = {**CITED, "data": {**CITED["data"], "key": ["json", "definition/own"]}}
    certificate = written(CLAIMED, steps(unfolded))
    found = certificates.check(certificate, None, False)
    assert found is not None
    assert (found.steps, found.definitions, found.wanting) == (
        [("cite", "unsupported")], [], ["definition/own"])
    given = proofs.Statements({"definition/own": FACT, "definition/more": TRUE})
    found = certificates.check(certificate, given, False)
    assert found is not None
    assert (found.steps, found.definitions, found.wanting) == (
        [("cite", "exact")], ["definition/own"], [])
    assert given.opened("definition/own") is given.opened("definition/own")


def test_the_last_size_is_cited_in_the_step_of_an_induction_only() -> None:
    size = ["k", ["size", 1, None], ""]
    claim = statement([size], le(ONE, K))
    more = op("add", K, ONE, sort=["size", 0, None])
    base = steps(line("obvious", le(ONE, ONE)))
    assumed = line("cite", le(ONE, K), key=["json", "induction hypothesis"], values=["terms", {}])
    following = [assumed, line("obvious", le(K, more)), line("transitive", le(ONE, more), 0, 1)]
    assert len(checked(written(claim, base, steps(*following), induction="k"))) == 4
    again = line("cite", le(ONE, ONE), key=["json", "induction hypothesis"],
                 values=["terms", {"k": ONE}])
    refused(written(claim, steps(again), steps(*following), induction="k"), "isn't among")
    # Nor the size itself, of which the claim is to be shown.
    other = line("cite", le(ONE, more), key=["json", "induction hypothesis"],
                 values=["terms", {"k": more}])
    refused(written(claim, base, steps(other), induction="k"), "k is fixed")
    # Without an induction there is none.
    refused(written(claim, steps({**assumed, "data": {
        "key": ["json", "induction hypothesis"], "values": ["terms", {"k": K}]}})), "isn't among")


@pytest.mark.parametrize("var", [
    ["k", ["size", 1, 4], ""], ["k", PLAIN, ""], ["k", ["symbol", ["number", "3"]], ""],
])
def test_an_induction_is_on_a_size_without_an_end(var: Tree) -> None:
    with pytest.raises(Rejected, match="no size on which to induct"):
        proofs.parts_of(statement([var], le(K, K)), "k")
    with pytest.raises(Rejected, match="about every instance"):
        proofs.parts_of(statement([FEW], le(K, K), quantifier="exists"), "k")


def test_an_induction_has_a_base_and_a_step() -> None:
    symbol = ["e", ["symbol", K], ""]
    told = statement([NUMBER["x"], ["k", ["size", 2, None], ""], symbol], lt(["var", "e"], K),
                     lt(X, K))
    base, step = proofs.parts_of(told, "k")
    two, more = ["number", "2"], ["op", "add", [K, ONE], ["size", 0, None], []]
    for part, value in ((base, two), (step, more)):
        at = {"k": value}
        assert part.shows == ([substitute(lt(X, K), at)], substitute(lt(["var", "e"], K), at))
        assert part.variables[-1] == ["e", ["symbol", value], ""]
    assert [name for name, _, _ in base.variables] == ["x", "e"]
    assert [name for name, _, _ in step.variables] == ["k", "x", "e"]
    (plain,) = proofs.parts_of(told, None)
    assert plain.variables == told["variables"]


# --- what isn't shown -----------------------------------------------------------------------------


def test_steps_that_are_not_shown_are_tried_where_that_is_asked_for() -> None:
    square = op("mul", op("sub", X, Y), op("sub", X, Y))
    told = statement([NUMBER["x"], NUMBER["y"]], le(ZERO, square))
    true = written(told, steps(line("obvious", le(ZERO, square))))
    for trials, how in ((True, "tried"), (False, "unsupported")):
        found = certificates.check(true, None, trials)
        assert found is not None
        assert found.steps == [("obvious", how)]
    outcome = certificates.judged(true)
    assert outcome.verdict == "partial"
    assert "0 rechecked exactly, 1 tried at instances, 0 not" in outcome.reason
    assert "unfolds" not in outcome.reason
    # A head of which no instance tells anything.
    closed = op("csiszar", ["var", "P"], ["var", "W"], ["number", "2"])
    laws = [SIZE, ["P", ["pmf", N], ""], ["W", ["channel", N, N], ""]]
    unknown = le(closed, op("mul", closed, closed))
    found = certificates.check(written(statement(laws, unknown), steps(
        line("obvious", unknown))), None, True)
    assert found is not None
    assert found.steps == [("obvious", "unsupported")]


def test_a_false_statement_is_rejected_where_trials_are_asked_for() -> None:
    claim = statement([NUMBER["x"]], le(X, ZERO))
    cited = written(CLAIMED, steps(CITED), cites={"own/fact": {**FACT, "then": le(X, ZERO)}})
    refused(cited, "conclusion at these terms")
    with pytest.raises(Rejected, match="own/fact is false at an instance"):
        certificates.check(cited)
    false = written(claim, steps(line("obvious", le(X, ZERO))))
    with pytest.raises(Rejected, match="the statement is false"):
        certificates.check(false)
    assert checked(false) == [("obvious", "unsupported")]


# --- certificates in documents --------------------------------------------------------------------


def test_the_certificates_in_a_document() -> None:
    play = {"seal": "", "moves": {}}
    for document, found in (
        (HONEST, [HONEST]), (play, [play]), ([HONEST, {"a": [play], "b": 1}], [HONEST, play]),
        ({"seal": ""}, []), ({"moves": {}, "parts": {}}, []), ("text", []), ([], []), (3, []),
        ({"kept": {"seal": play}}, [play]),
    ):
        assert list(certificates.certificates(document)) == found


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', "{", "[" * 100_000, ""])
def test_what_is_no_json_is_bad_input(text: str, tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(text)
    with pytest.raises(BadInput):
        certificates.read_json(str(file))
    with pytest.raises(BadInput, match="can't be read"):
        certificates.read_json(str(tmp_path / "none.json"))
    file.write_text(json.dumps(HONEST))
    assert certificates.read_json(str(file)) == HONEST


def test_what_becomes_of_a_certificate() -> None:
    told = certificates.judged(HONEST)
    assert (told.claim, told.polarity, told.verdict, told.steps) == (
        "own/one", "proof", "accepted", (("obvious", "exact"),))
    for content, verdict, reason in (
        (None, "bad input", "not a certificate"), ([HONEST], "bad input", "not a certificate"),
        ({"kind": "play"}, "bad input", "not a certificate"),
        ({**HONEST, "kind": "play"}, "bad input", "not a certificate"),
        ({**HONEST, "claim": "x"}, "rejected", "seal"),
        (sealed(HONEST, statement=3), "rejected", "not one"),
        (sealed(HONEST, parts=None), "rejected", "can't be evaluated"),
    ):
        outcome = certificates.judged(content)
        assert (outcome.verdict, reason in outcome.reason) == (verdict, True), outcome
        assert outcome.claim == (content.get("claim", "") if isinstance(content, dict) else "")


def test_a_play_that_holds_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "check_format", lambda _: None)
    monkeypatch.setattr(certificates, "check_play", lambda _: None)
    outcome = certificates.judged({**sealed({"kind": "play", "claim": "own/play"})})
    assert (outcome.claim, outcome.verdict, outcome.steps) == ("own/play", "accepted", ())


def fake(error: Exception) -> Callable[..., Any]:
    def work(*_: Any) -> Any:
        raise error

    return work


@pytest.mark.parametrize(("error", "verdict"), [
    (Unshown("too hard"), "unsupported"), (Unsupported("unknown"), "unsupported"),
    (ArithmeticError("none"), "rejected"), (RecursionError("deep"), "rejected"),
])
def test_what_isnt_known_is_told_from_what_has_no_meaning(
    error: Exception, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificates, "check_proof", fake(error))
    assert certificates.judged(HONEST).verdict == verdict
