"""The small second checker: it agrees with the kernel, and refuses what was tampered with."""

import ast
import copy
import json
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from tests.recheck import plays
from tests.recheck.room import ROOM
from verified.errors import InputError
from verified.kernel.certificate import Undecided, seal

sys.path.insert(0, str(ROOM))

import certificates
import densities
import goals
import inequalities
import meanings
import reals

MODULES = ("reals", "goals", "densities", "meanings", "forms", "inequalities", "certificates")
STORED = Path(__file__).parents[2] / "verified" / "data"
MOST_LINES = 600


@pytest.fixture(autouse=True)
def _precision():
    before = reals.Precision.bits
    yield
    reals.Precision.bits = before


# --- what it is made of ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_short_and_imports_the_standard_library_and_its_own_kind(name):
    text = (ROOM / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(node.module.split(".")[0])
    earlier = set(MODULES[: MODULES.index(name)])
    assert imported <= set(sys.stdlib_module_names) | earlier


# --- numbers --------------------------------------------------------------------------------------


FUNCTIONS = {
    "exp": (reals.exp, mpmath.exp, (-60, 60)),
    "log": (reals.log, mpmath.log, (0, 100)),
    "sqrt": (reals.sqrt, mpmath.sqrt, (0, 100)),
    "normal_cdf": (reals.normal_cdf, mpmath.ncdf, (-9, 9)),
    "binary_entropy": (
        reals.binary_entropy, lambda x: -x * mpmath.log(x) - (1 - x) * mpmath.log1p(-x), (0, 1)),
}


def exactly(function, x):
    """mpmath's value with hundreds of digits, as an exact number."""
    with mpmath.workdps(300):
        sign, mantissa, exponent, _ = function(mpmath.mpf(x.numerator) / x.denominator)._mpf_
    return (-1) ** sign * int(mantissa) * Fraction(2) ** exponent


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_lie_in_narrow_intervals(name):
    function, meant, (low, high) = FUNCTIONS[name]
    generator = random.Random(name)
    for _ in range(60):
        x = low + (high - low) * Fraction(generator.getrandbits(40) | 1, 1 << 41)
        x /= 10 ** generator.choice([0, 0, 5, 20])
        value = exactly(meant, x)
        for bits in (64, 300):
            reals.Precision.bits = bits
            found = function(reals.num(x))
            assert found.lo <= value <= found.hi
            assert found.hi - found.lo <= max(abs(value), Fraction(1, 10**20)) / 2 ** (bits - 20)


def test_an_operation_on_ranges_holds_that_on_their_points():
    generator = random.Random(3)

    def drawn():
        ends = sorted(Fraction(generator.randrange(-12, 13), 4) for _ in range(2))
        return reals.Num(*ends, (generator.random() < 0.5, generator.random() < 0.5))

    def inside(x):
        return x.lo + (x.hi - x.lo) * Fraction(generator.randrange(1, 10), 10)

    for _ in range(600):
        a, b = drawn(), drawn()
        x, y = (reals.num(inside(part)) for part in (a, b))
        for head in ("add", "sub", "mul", "div", "minimum", "maximum", "pow"):
            try:
                whole = reals.SCALARS[head](a, b)
                point = reals.SCALARS[head](x, y)
            except (reals.Unknown, reals.Undefined):
                continue
            assert whole.lo <= point.lo
            assert point.hi <= whole.hi


def test_open_ends_tell_what_is_positive():
    above = reals.Num(Fraction(0), Fraction(1), (True, False))
    assert above.sign == 1
    assert (above * above).sign == 1
    assert (-above).sign == -1
    assert reals.Num(Fraction(0), Fraction(1)).sign is None
    assert reals.log(above).lo == -reals.INF
    with pytest.raises(reals.Unknown):
        reals.log(reals.Num(Fraction(0), Fraction(1)))
    with pytest.raises(reals.Undefined):
        reals.num(reals.INF) - reals.num(reals.INF)
    assert reals.num(0) * reals.num(reals.INF) == reals.ZERO


def integral(weights, parts):
    """The information of X and a mixture of Gaussian laws, by mpmath."""
    def density(part, y):
        return mpmath.npdf(y, part[0], mpmath.sqrt(part[1]))

    def term(y):
        laws = [density(part, y) for part in parts]
        mixed = mpmath.fdot(weights, laws)
        return mpmath.fsum(
            w * p * mpmath.log(p / mixed) for w, p in zip(weights, laws, strict=True))

    return mpmath.quad(term, list(range(-16, 17, 2)))


@pytest.mark.parametrize(("weights", "parts"), [
    (["1/2", "1/2"], [("-1", "1"), ("1", "1")]),
    (["1/4", "1/4", "1/2"], [("-1", "2"), ("0", "1"), ("3", "1")]),
])
def test_an_information_on_the_line_lies_in_its_enclosure(weights, parts):
    laws = [densities.density("gaussian")(None, *(reals.num(Fraction(x)) for x in part))
            for part in parts]
    told = densities.law_information(None, [reals.num(Fraction(w)) for w in weights], *laws)
    meant = integral([mpmath.mpf(Fraction(w).numerator) / Fraction(w).denominator for w in weights],
                     [tuple(map(int, part)) for part in parts])
    assert float(told.lo) <= meant <= float(told.hi)
    # What cells of a quarter of a deviation keep is nearly all.
    assert float(told.lo) > 0.97 * meant


def test_a_curve_lies_between_its_squares():
    level = reals.num(Fraction(1, 10))
    told = densities.lip_curve(None, level, reals.ONE)
    # Stored for Figure 3 of Ngo et al. by the kernel's balls.
    assert told.lo <= Fraction(715412721277, 10**13) <= told.hi
    assert told.hi - told.lo < Fraction(1, 50)


# --- plays ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made():
    return {name: plays.made(name) for name in plays.PLAYS}


def said(certificate):
    return certificates.verdict(certificate)[0]


def test_what_the_kernel_certifies_is_never_rejected(made):
    found = {name: certificates.verdict(part)[:2] for name, part in made.items()}
    assert not {name: why for name, (how, why) in found.items() if how == "rejected"}
    accepted = {name for name, (how, _) in found.items() if how == "accepted"}
    assert {"kl", "close", "capacity", "markov", "mi-dp", "bayesian-mi", "supremum"} <= accepted
    assert len(accepted) >= len(found) // 2


@pytest.mark.parametrize("name", ["kl", "close", "not-close", "event", "equality", "markov"])
def test_both_decide_other_moves_alike(name, made):
    generator, seen = random.Random(name), set()
    for _ in range(25):
        moves = {key: changed(generator, move) for key, move in plays.PLAYS[name][2].items()}
        try:
            found = plays.again(made[name], moves)
        except (Undecided, InputError):
            continue
        seen.add(found is not None)
        if found is not None:
            assert said(found) == "accepted"
        else:
            assert said(plays.resealed(made[name], moves=moves)) != "accepted"
    assert seen


def changed(generator, move):
    """Another law, or one of some numbers."""
    if isinstance(move, list) and move and isinstance(move[0], str):
        weights = [generator.choice([0, 1, 1, 2, 5]) for _ in move]
        weights[generator.randrange(len(move))] += 1
        return [str(Fraction(weight, sum(weights))) for weight in weights]
    if isinstance(move, str):
        return generator.choice(["0", "1", "1/2", move])
    return move


def test_tampered_plays_are_refused(made):
    broken = copy.deepcopy(made["kl"])
    broken["moves"]["P"] = ["1/6", "1/3", "1/2"]
    assert certificates.verdict(broken)[:2] == (
        "rejected", "Rejected: the seal doesn't fit the content")
    moves = plays.PLAYS["kl"][2]
    for change in (
        {"moves": moves | {"P": moves["Q"]}}, {"moves": moves | {"P": ["1/2", "1/2"]}},
        {"moves": moves | {"P": ["1/2", "1", "-1/2"]}}, {"moves": moves | {"n": 2}},
        {"moves": moves | {"z": "1"}}, {"moves": {}}, {"digest": "0" * 64},
        {"polarity": "proof"}, {"polarity": "witness"}, {"bounds": {"capacity;1": ["1"]}},
    ):
        assert said(plays.resealed(made["kl"], **change)) == "rejected", change


def test_a_bound_that_bounds_too_little_decides_nothing(made):
    certificate = made["capacity"]
    (key,) = certificate["bounds"]
    assert said(plays.resealed(certificate, bounds={})) == "rejected"
    # A prior that leaves out an input gives I = 0 and a divergence that may be infinite.
    assert said(plays.resealed(certificate, bounds={key: ["1", "0"]})) != "accepted"
    assert said(plays.resealed(certificate, bounds={key: ["1/2", "1/3"]})) == "rejected"
    assert said(plays.resealed(certificate, bounds={key + " 1": ["1/2", "1/2"]})) == "rejected"


def test_a_statement_made_easier_has_another_digest(made):
    statement = copy.deepcopy(made["kl"]["statement"])
    statement["then"][1] = ">="
    assert said(plays.resealed(made["kl"], statement=statement)) == "rejected"


@pytest.mark.parametrize("name", [
    "ngo-2024/eq-21@every-order", "ngo-2024/lemma-1@measures",
    "ngo-2024/theorem-1-remarks.floor-exists@from-zero", "ngo-2024/theorem-2a.bound@possible",
    "cuff-yu-2016/corollary-8@literal", "nuradha-goldfeld-2022/theorem-1-ii",
])
def test_a_stored_play_is_accepted_and_its_opposite_is_not(name):
    certificate = json.loads((STORED / "plays" / f"{name}.json").read_text(encoding="utf-8"))
    assert certificates.verdict(certificate)[:2] == ("accepted", "")
    scope, body, _ = goals.goal(certificate["statement"], certificate["polarity"])
    bounds = {key: goals.law(law, len(law)) for key, law in certificate["bounds"].items()}
    reading, env = meanings.Reading(bounds), {}
    for variable, sort in scope.items():
        env[variable] = reading.value_of(sort, certificate["moves"][variable], env)
    assert reading.truth(["not", body], env) is False


# --- scalar inequalities --------------------------------------------------------------------------


def op(head, *args):
    return ["op", head, list(args), ["real", None, None, False, False], []]


X, ONE_TERM = ["var", "x"], ["number", "1"]


def statement(left, sign, right, low=None, high=None, out=False):
    return {"quantifier": "forall", "variables": [["x", ["real", low, high, out, out], ""]],
            "given": [], "then": ["relation", sign, left, right]}


def below_tangent(out):
    """ln x ≤ x − 1."""
    return statement(op("log", X), "<=", op("sub", X, ONE_TERM), "0", None, out)


TANGENT = {"rule": "monotone", "variable": "x", "anchor": "1", "strict": "", "base": "ball",
           "below": "ball", "above": "ball"}


def refused(told, trees):
    with pytest.raises((reals.Rejected, reals.Unsupported, reals.Unknown)):
        inequalities.check_scalar(told, trees)


def test_a_tree_shows_an_inequality():
    inequalities.check_scalar(below_tangent(True), [TANGENT])


def test_a_tree_with_a_part_cut_shows_nothing():
    for part in ("below", "above"):
        refused(below_tangent(True), [{**TANGENT, part: None}])
    refused(below_tangent(True), ["ball"])
    refused(below_tangent(True), [])
    refused(below_tangent(True), [{**TANGENT, "anchor": "2"}])
    # At 0 the logarithm is no real number.
    refused(below_tangent(False), [TANGENT])


def test_a_false_inequality_is_rejected_at_a_point():
    false = statement(op("pow", X, ["number", "2"]), "<=", X, "0", "2")
    with pytest.raises(reals.Rejected, match="leaf"):
        inequalities.check_scalar(false, ["ball"])


def test_a_split_must_cover_the_box():
    told = statement(op("pow", X, ["number", "2"]), "<=", ["number", "5"], "-2", "2")
    split = {"rule": "split", "variable": "x", "at": "0", "closed": "left", "left": "ball",
             "right": "ball"}
    inequalities.check_scalar(told, [split])
    for change in ({"at": "3"}, {"closed": ""}, {"variable": "y"}, {"right": "even"}):
        with pytest.raises((reals.Rejected, reals.Unsupported, KeyError, TypeError)):
            inequalities.check_scalar(told, [{**split, **change}])


def test_a_product_must_be_the_term():
    told = statement(["number", "0"], "<=", op("mul", X, op("sub", X, ONE_TERM)), "1")
    tree = {"rule": "product", "factors": [["x"], ["sub", ["x"], "1"]], "parts": ["ball", "ball"]}
    inequalities.check_scalar(told, [tree])
    with pytest.raises(reals.Rejected, match="parts"):
        inequalities.check_scalar(told, [{**tree, "factors": [["x"], ["add", ["x"], "1"]]}])
    with pytest.raises(reals.Rejected):
        inequalities.check_scalar(told, [{**tree, "parts": ["even", "ball"]}])


# --- proofs ---------------------------------------------------------------------------------------


def proof(name):
    """A stored proof with its shared trees in place."""
    found = json.loads((STORED / "proofs" / f"{name}.json").read_text(encoding="utf-8"))
    trees = []
    for tree in found["shared"]:
        trees.append(certificates.opened(tree, trees))
    found["parts"], found["shared"] = certificates.opened(found["parts"], trees), []
    return json.loads(json.dumps(found))


def counted(certificate):
    certificate["seal"] = seal(certificate)
    how, why, _ = certificates.verdict(certificate)
    assert how in ("partial", "rejected")
    return how, why


def step(certificate, rule):
    return next(step for written in certificate["parts"]["lists"] for step in written["steps"]
                if step["rule"] == rule)


def test_a_proof_says_what_was_rechecked_of_it():
    found = proof("background/log-tangent.line")
    reals.Precision.bits = certificates.BITS
    counts = Counter(certificates.check_proof(found))
    assert counts["scalar", "rechecked"] == 1
    assert sum(counts.values()) == sum(len(part["steps"]) for part in found["parts"]["lists"])
    how, why = counted(found)
    assert how == "partial"
    assert "scalar rechecked" in why


def test_a_proof_of_which_nothing_is_rechecked_is_left_open():
    found = proof("background/dpi-kl.channel")
    for written in found["parts"]["lists"]:
        for part in written["steps"]:
            part["rule"] = "cite"
    found["seal"] = seal(found)
    assert certificates.verdict(found)[0] == "unsupported"


def test_a_changed_dual_is_rejected():
    found = proof("cuff-yu-2016/lemma-11-steps.entropy")
    assert counted(copy.deepcopy(found))[0] == "partial"
    for change in ("2", "-1", "0"):
        other = copy.deepcopy(found)
        information = step(other, "shannon")["data"]["certificate"][1]["at_most"]["information"]
        information[0][-1] = change
        assert counted(other)[0] == "rejected"
    other = copy.deepcopy(found)
    step(other, "shannon")["data"]["certificate"][1]["at_most"]["information"] = []
    assert counted(other)[0] == "rejected"


def test_a_turned_formula_is_rejected():
    found = proof("cuff-yu-2016/lemma-11-steps.entropy")
    step(found, "shannon")["formula"][2:] = step(found, "shannon")["formula"][:1:-1]
    assert counted(found)[0] == "rejected"


def test_a_false_identity_is_rejected_and_a_true_one_rechecked():
    scope, two = {"x": ["real", None, None, False, False]}, ["number", "2"]
    square = op("pow", op("add", X, ONE_TERM), two)
    opened = op("add", op("add", op("pow", X, two), op("mul", two, X)), ONE_TERM)
    certificates.identity({"formula": ["relation", "=", square, opened]}, [], scope)
    with pytest.raises(reals.Rejected):
        certificates.identity(
            {"formula": ["relation", "=", square, op("add", opened, ONE_TERM)]}, [], scope)
    # 1/x · x is 1 only where x isn't 0.
    one = op("mul", op("div", ONE_TERM, X), X)
    with pytest.raises((reals.Unknown, reals.Unsupported)):
        certificates.identity({"formula": ["relation", "=", one, ONE_TERM]}, [], scope)
    above = ["relation", "<", ["number", "0"], X]
    certificates.identity({"formula": ["relation", "=", one, ONE_TERM]}, [above], scope)


def sum_over(body):
    real = ["real", None, None, False, False]
    return ["bind", "sum", ["a", ["symbol", ["var", "n"]], ""], None, body, real]


def test_sums_over_symbols_are_linear_and_laws_sum_to_one():
    a, n, y = ["var", "a"], ["var", "n"], ["var", "y"]
    scope = {"n": ["size", 1, None], "P": ["pmf", n], "y": ["real", None, None, False, False]}
    entry = op("at", ["var", "P"], a)
    below = op("div", ONE_TERM, op("add", ONE_TERM, a))

    def same(one, two, inside=scope):
        certificates.identity({"formula": ["relation", "=", one, two]}, [], inside)

    same(sum_over(op("mul", y, entry)), y)
    same(sum_over(op("add", y, entry)), op("add", op("mul", n, y), ONE_TERM))
    same(sum_over(op("mul", y, below)), op("mul", y, sum_over(below)))
    same(sum_over(op("exp", op("add", y, a))), op("mul", op("exp", y), sum_over(op("exp", a))))
    for one, two in (
        (sum_over(below), op("mul", n, op("div", ONE_TERM, op("add", ONE_TERM, y)))),
        (sum_over(op("mul", a, entry)), sum_over(a)), (sum_over(op("exp", a)), n),
        (sum_over(op("pow", entry, ["number", "2"])), ONE_TERM),
    ):
        with pytest.raises((reals.Rejected, reals.Unsupported, reals.Unknown)):
            same(one, two)
    # Another alphabet's symbol is no place of the law.
    other = scope | {"P": ["pmf", ["var", "m"]], "m": ["size", 1, None]}
    with pytest.raises((reals.Unsupported, reals.Unknown)):
        same(sum_over(entry), ONE_TERM, other)


def test_a_table_is_a_law_only_if_it_sums_to_one():
    a, n, flat = ["var", "a"], ["var", "n"], op("div", ONE_TERM, ["var", "n"])
    scope = {"n": ["size", 1, None], "b": ["symbol", n]}

    def entry(body):
        law = ["bind", "table", ["a", ["symbol", n], ""], None, body, ["pmf", n]]
        return op("at", law, ["var", "b"])

    told = {"formula": ["relation", "=", entry(flat), flat]}
    certificates.identity(told, [], scope)
    for body in (ONE_TERM, op("div", a, n), op("sub", flat, ONE_TERM)):
        told = {"formula": ["relation", "=", entry(body), put_symbol(body)]}
        with pytest.raises((reals.Unsupported, reals.Unknown)):
            certificates.identity(told, [], scope)


def put_symbol(body):
    return goals.put(body, {"a": ["var", "b"]})


def test_what_is_obvious_is_a_relation():
    shown = ["relation", "<", ["number", "0"], ONE_TERM]
    scope = {"n": ["size", 1, None]}
    certificates.obvious({"formula": ["and", [shown, shown]]}, [], scope)
    false = ["relation", "<", ONE_TERM, ["number", "0"]]
    every = ["quantified", "forall", ["a", ["symbol", ["var", "n"]], ""], None, false]
    for part in (every, ["or", [false]], ["not", ["relation", "=", ONE_TERM, ONE_TERM]]):
        with pytest.raises((reals.Unsupported, reals.Unknown)):
            certificates.obvious({"formula": ["and", [shown, part]]}, [], scope)
    with pytest.raises(reals.Rejected):
        certificates.obvious({"formula": ["and", [shown, false]]}, [], scope)


def test_a_row_that_may_not_exist_is_no_law():
    scope = {"W": ["channel", ["number", "2"], ["number", "2"]], "x": ["size", 0, None]}

    def entry(row):
        law = ["op", "row", [["var", "W"], row], ["pmf", ["number", "2"]], []]
        return {"formula": ["relation", "<=", ["number", "0"], op("at", law, ["number", "1"])]}

    certificates.obvious(entry(["number", "1"]), [], scope)
    for row in (["number", "2"], ["var", "x"]):
        with pytest.raises((reals.Unsupported, reals.Unknown)):
            certificates.obvious(entry(row), [], scope)


def test_a_sum_of_products_of_facts_must_be_the_formula():
    scope = {name: ["real", None, None, False, False] for name in "xy"}
    facts = [["relation", "<=", ["number", "1"], ["var", name]] for name in "xy"]
    told = {"formula": ["relation", "<=", op("add", X, ["var", "y"]), op(
        "add", op("mul", X, ["var", "y"]), ONE_TERM)]}

    def products(*weighted):
        return {"products": ["list", [["list", [["json", weight], ["list", [
            ["list", [["json", "fact"], ["json", place]]] for place in places]]]]
            for weight, places in weighted]], "equalities": ["list", []]}

    # (x − 1)(y − 1) ≥ 0.
    certificates.arithmetic({**told, "data": products(("1", (0, 1)))}, facts, scope)
    for wrong in (products(("2", (0, 1))), products(("-1", (0, 1))), products(("1", (0, 0))),
                  products(("1", (0, 2))), products()):
        with pytest.raises((reals.Rejected, reals.Unsupported)):
            certificates.arithmetic({**told, "data": wrong}, facts, scope)
    strict = {"formula": ["relation", "<", *told["formula"][2:]]}
    with pytest.raises((reals.Rejected, reals.Unsupported)):
        certificates.arithmetic({**strict, "data": products(("1", (0, 1)))}, facts, scope)


def test_an_instance_outside_of_the_domain_is_left_open():
    told = below_tangent(True)
    data = {"statement": ["statement", told], "values": ["terms", {"x": ["var", "y"]}],
            "certificate": ["list", [["json", TANGENT]]]}
    formula = ["relation", "<=", op("log", ["var", "y"]), op("sub", ["var", "y"], ONE_TERM)]
    scope, above = {"y": ["real", None, None, False, False]}, ["relation", "<", ["number", "0"], [
        "var", "y"]]
    certificates.scalar({"formula": formula, "data": data}, [above], scope)
    with pytest.raises((reals.Unsupported, reals.Unknown)):
        certificates.scalar({"formula": formula, "data": data}, [], scope)
    other = ["relation", "<=", op("log", ["var", "y"]), ["var", "y"]]
    with pytest.raises(reals.Rejected, match="instance"):
        certificates.scalar({"formula": other, "data": data}, [above], scope)


# --- the command ----------------------------------------------------------------------------------


def run(*arguments):
    return subprocess.run([sys.executable, str(ROOM / "certificates.py"), *map(str, arguments)],
                          capture_output=True, text=True, check=False, timeout=60)


def test_the_exit_code_tells(tmp_path, made):
    good, bad, none = (tmp_path / f"{name}.json" for name in ("good", "bad", "none"))
    good.write_text(json.dumps(made["kl"]))
    bad.write_text(json.dumps(made["kl"] | {"claim": "another"}))
    none.write_text("{")
    assert run(good).returncode == 0
    assert run(good, bad).returncode == 1
    assert run(none).returncode == 2
    good.write_text('{"seal": 1, "seal": 2}')
    assert run(good).returncode == 2
    good.write_text(json.dumps([made["kl"]]))
    (told,) = json.loads(run("--json", good).stdout)
    assert (told["claim"], told["verdict"]) == ("kl", "accepted")
