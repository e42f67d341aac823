"""The second checker: it agrees with the first kernel, and refuses what was tampered with."""

import copy
import json
import random
import subprocess
import sys
from fractions import Fraction

import mpmath
import pytest
from flint import arb, fmpq

from tests.recheck import plays
from tests.recheck.room import (
    ROOM,
    BadInput,
    Rejected,
    Unsupported,
    certificates,
    check,
    curves,
    evaluation,
    frameworks,
    goals,
    meanings,
    reals,
    signatures,
    statements,
)
from tests.recheck.room import plays as second
from verified import language as v
from verified.errors import InputError
from verified.kernel.certificate import Undecided, certify
from verified.kernel.certificate import check as first_check
from verified.kernel.truth import BallReading
from verified.numbers.balls import precision
from verified.syntax.serial import data, statement_data
from verified.syntax.terms import INFINITY


@pytest.fixture(scope="module", name="certified")
def _certified():
    return {name: plays.made(name) for name in plays.PLAYS}


@pytest.fixture(autouse=True)
def _precision():
    before = reals.Precision.bits
    yield
    reals.Precision.bits = before


# These need a quantity or a move that the second checker doesn't know, as no stored play does.
UNKNOWN = {
    "csiszar", "pufferfish-reweighted", "secrets", "member",
}
KNOWN = [name for name in plays.PLAYS if name not in UNKNOWN]


def refused(certificate, match=None):
    with pytest.raises(Rejected, match=match):
        check(certificate)


# --- agreement ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KNOWN)
def test_what_the_first_kernel_certifies_is_accepted(name, certified):
    assert certified[name] is not None
    check(certified[name])


@pytest.mark.parametrize("name", sorted(UNKNOWN))
def test_what_isnt_known_is_refused_by_name(name, certified):
    with pytest.raises(Unsupported, match=r"no meaning of \w+ is"):
        check(certified[name])


STORED = sorted((ROOM.parent / "verified" / "data" / "plays").rglob("*.json"))


@pytest.mark.parametrize("path", STORED[::9], ids=lambda path: path.stem)
def test_a_stored_play_is_accepted_and_its_opposite_is_not(path):
    certificate = json.loads(path.read_text(encoding="utf-8"))
    check(certificate)
    variables, body, _ = goals.goal(certificate["statement"], certificate["polarity"])
    bounds = {key: evaluation.law(law, len(law)) for key, law in certificate["bounds"].items()}
    reading, env = meanings.Reading(bounds), {}
    for variable, sort, _ in variables:
        env[variable] = reading.value_of(sort, certificate["moves"][variable], env)
    assert reading.truth(goals.normal(["not", body]), env) is False


def function(generator, count):
    """A function of the data, its values numbered as they occur."""
    names = {}
    values = [generator.randrange(3) for _ in range(count)]
    return [names.setdefault(value, len(names)) for value in values]


def another(generator, move):
    """Another move of the same shape, a law again where it was one."""
    if isinstance(move, dict):
        return {
            name: [function(generator, len(part[0])) for _ in part]
            if name in ("private", "public") else another(generator, part)
            for name, part in move.items()
        }
    if move in ("listed", "all", "reweighted"):
        return move
    if isinstance(move, list) and move and all(isinstance(part, str) for part in move):
        weights = [generator.choice([0, 0, 1, 1, 2, 5, generator.randint(1, 30)]) for _ in move]
        weights[generator.randrange(len(move))] += 1
        return [str(Fraction(weight, sum(weights))) for weight in weights]
    if isinstance(move, list):
        same = generator.random() < 0.2 and isinstance(move[0], list)
        return [move[0]] * len(move) if same else [another(generator, part) for part in move]
    if isinstance(move, str):
        return generator.choice(["0", "1", "1/2", move, str(Fraction(move) / 3)])
    return move


@pytest.mark.parametrize("name", KNOWN)
def test_both_decide_other_moves_alike(name, certified):
    generator = random.Random(name)
    said = set()
    for _ in range(25):
        moves = another(generator, plays.PLAYS[name][2])
        try:
            found = plays.again(certified[name], moves)
        except (Undecided, InputError):
            continue
        if found is not None:
            try:
                check(found)
            except Unsupported:  # Another part decides, which may need what isn't known.
                continue
            said.add(True)
            continue
        said.add(False)
        if not certified[name]["bounds"]:
            told = r"don't meet the goal|no meaning of entry_epsilon|no precision decides the goal"
            with pytest.raises((Rejected, Unsupported), match=told):
                check(plays.resealed(certified[name], moves=moves))
    assert said


def test_each_meaning_is_that_of_a_head_that_statements_may_use():
    assert set(evaluation.MEANINGS) | set(reals.SCALARS) <= set(signatures.HEADS)


def test_a_head_without_a_meaning_is_refused_by_name():
    term = ["op", "query_database", [["var", "S"], ["number", "0"]], ["database"], []]
    with pytest.raises(Unsupported, match="query_database"):
        evaluator().term(term, {"S": reals.ONE})


def test_a_finer_precision_only_narrows(certified):
    for name in ("kl", "mi-dp", "markov", "prior"):
        certificate = certified[name]
        variables, body, _ = goals.goal(certificate["statement"], certificate["polarity"])
        bounds = {key: evaluation.law(law, len(law)) for key, law in certificate["bounds"].items()}
        judge, env = meanings.Reading(bounds), {}
        for variable, sort, _ in variables:
            env[variable] = judge.value_of(sort, certificate["moves"][variable], env)
        found = []
        for bits in (64, 200, 500):
            reals.Precision.bits = bits
            sides = [side for pair in second.deciding(body, env, judge) for side in pair]
            found.append([ends(judge.term(side, env)) for side in sides])
        for coarse, middle, fine in zip(*found, strict=True):
            assert coarse[0] <= middle[0] <= fine[0] <= fine[1] <= middle[1] <= coarse[1]


# --- tampering ------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", sorted(certificates.FIELDS))
def test_a_changed_field_breaks_the_seal_or_the_format(field, certified):
    certificate = copy.deepcopy(certified["capacity"])
    certificate[field] = {"schema": 2, "kind": "proof"}.get(field, "x")
    with pytest.raises((Rejected, BadInput)):
        check(certificate)
    del certificate[field]
    with pytest.raises(BadInput):
        check(certificate)


def test_other_types_of_fields_are_bad_input(certified):
    for field, value in (("schema", True), ("claim", 1), ("polarity", None), ("digest", 0)):
        with pytest.raises(BadInput):
            check(plays.resealed(certified["kl"], **{field: value}))
    for document in (None, [], 3, "x", {}):
        with pytest.raises(BadInput):
            check(document)


@pytest.mark.parametrize(("name", "changes", "match"), [
    ("kl", {"polarity": "proof"}, "no proof"),
    ("exists", {"polarity": "refutation"}, "no refutation"),
    ("kl", {"polarity": "witness"}, "digest"),
    ("kl", {"digest": "0" * 64}, "digest"),
    ("kl", {"moves": {}}, "a move for each"),
    ("kl", {"moves": plays.LAWS | {"z": "1"}}, "a move for each"),
    ("kl", {"moves": plays.LAWS | {"Q": plays.LAWS["P"]}}, "don't meet"),
    ("kl", {"moves": plays.LAWS | {"P": ["1/2", "1/2"]}}, "no such list"),
    ("kl", {"moves": plays.LAWS | {"P": ["1/2", "1/2", "1/2"]}}, "no law"),
    ("kl", {"moves": plays.LAWS | {"P": ["1", "1", "-1"]}}, "no law"),
    ("kl", {"moves": plays.LAWS | {"P": ["0.5", "1/2", "0"]}}, "not a rational"),
    ("kl", {"moves": plays.LAWS | {"P": [0, 0, 1]}}, "string"),
    ("kl", {"moves": plays.LAWS | {"n": 0}}, "whole number"),
    ("kl", {"moves": plays.LAWS | {"n": True}}, "whole number"),
    ("event", {"moves": plays.LAWS | {"A": [0, 0]}}, "twice"),
    ("event", {"moves": plays.LAWS | {"A": [3]}}, "whole number"),
    ("null", {"moves": plays.LAWS | {"a": 3}}, "whole number"),
    ("table", {"moves": {"n": 3, "P": plays.LAWS["P"], "x": "11/10"}}, "outside"),
    ("prior", {"moves": plays.PLAYS["prior"][2] | {"R": ["1/2", "0", "0", "1/2"]}}, "depend"),
    ("kl", {"bounds": {"capacity;1": ["1"]}}, "nothing uses"),
    ("capacity", {"bounds": {}}, "no bound"),
    ("kl", {"evidence": []}, "evidence"),
    ("kl", {"evidence": [[["0", "0"], ["0", "0"]]]}, "enclosure"),
    ("kl", {"evidence": [[["-9", "9"], ["-9", "9"]]]}, "too little"),
    ("kl", {"evidence": [[None, ["2/5", "2/5"]]]}, "defined"),
    ("undefined", {"evidence": [[["0", "0"], ["1", "1"]]]}, "defined"),
    ("null", {"evidence": [[["inf", "inf"], ["1000", "1000"]]]}, "defined"),
])
def test_tampering_is_seen_behind_a_fitting_seal(name, changes, match, certified):
    refused(plays.resealed(certified[name], **changes), match)


SECRETS = plays.SECRETS["G"]


@pytest.mark.parametrize(("name", "move", "match"), [
    ("attribute", {"G": {**SECRETS, "private": [[1, 1, 0, 0], [0, 1, 1, 0]]}}, "numbered"),
    ("attribute", {"G": {**SECRETS, "private": [[0, 0, 1], [0, 1, 1, 0]]}}, "no such list"),
    ("attribute", {"G": {**SECRETS, "private": [], "edges": []}}, "no framework"),
    ("attribute", {"G": {**SECRETS, "edges": [[0, 2]]}}, "range"),
    ("attribute", {"G": {**SECRETS, "edges": [[0, 0], [0, 0]]}}, "twice"),
    ("attribute", {"G": {**SECRETS, "edges": [[0]]}}, "no such list"),
    ("attribute", {"G": {**SECRETS, "more": []}}, "no framework"),
    ("attribute", {"G": []}, "no framework"),
    ("attribute", {"L": {"kind": "all"}}, "no class"),
    ("attribute", {"L": {"kind": "listed", "laws": []}}, "no class"),
    ("attribute", {"L": {"kind": "listed", "laws": [["1/2", "1/2"]]}}, "no such list"),
    ("attribute", {"L": {"kind": "listed", "laws": [["1/2", "1/2", "1/2", "0"]]}}, "no law"),
    ("attribute", {"L": {"kind": "listed"}}, "no class"),
    ("pufferfish-all", {"L": {"kind": "all", "laws": []}}, "no class"),
    ("pufferfish-all", {"L": {"kind": "most"}}, "no class"),
    ("member", {"B": 0}, "no such list"),
    ("member", {"B": ["1", "0"]}, "no such list"),
    ("member", {"B": ["1/2"] * 8}, "no law"),
])
def test_what_is_no_framework_class_or_member_is_refused(name, move, match, certified):
    moves = plays.PLAYS[name][2] | move
    refused(plays.resealed(certified[name], moves=moves), match)


MIXED = plays.MIXTURES["X"]


@pytest.mark.parametrize(("move", "match"), [
    ({"weights": ["1/3", "1/3"]}, "no law"), ({"weights": ["1"]}, "no such list"),
    ({"means": ["0"]}, "no such list"), ({"means": ["0", "inf"]}, "rational"),
    ({"variances": ["1", "0"]}, "outside"), ({"variances": ["1", "-1"]}, "outside"),
    ({"more": []}, "no mixture"),
])
def test_what_is_no_mixture_is_refused(move, match, certified):
    moves = plays.PLAYS["mixtures"][2] | {"X": MIXED | move}
    refused(plays.resealed(certified["mixtures"], moves=moves), match)


def test_no_term_is_told_to_be_a_mixture():
    """A law on the line stands for a mixture's variable only if it is one."""
    zero, one, two = (["number", part] for part in "012")
    scope = {"X": ["mixture", one], "P": ["pmf", one], "Q": ["pmf", two]}
    laplace, test = ["op", "laplace", [zero, one], ["law"], []], ["relation", "<=", zero, one]
    assert statements.read_term(laplace, scope, "law") == laplace
    assert statements.read_term(["var", "X"], scope, "law") == ["var", "X"]
    for told in ([*laplace[:3], ["mixture", one], []], ["cases", test, ["var", "X"], laplace],
                 ["cases", test, ["var", "P"], ["var", "Q"]]):
        with pytest.raises(Rejected):
            statements.read_term(told, scope)
    with pytest.raises(Rejected, match="all laws"):
        statements.read_variable(["L", ["law"], ""], {})


def test_a_member_of_impossible_parts_is_the_first_law():
    """Of the second law's parts, two have probability 0."""
    moves = plays.PLAYS["member"][2] | {"B": ["0", "1", "0", "0", "0", "0", "0", "0"]}
    secrets = evaluator().value_of(["framework", ["number", "4"]], moves["G"], {})
    laws = evaluator().value_of(["dataclass", ["number", "4"], "any"], moves["L"], {})
    assert frameworks.member(secrets, *laws, moves["B"]) == laws[1][0]
    one = frameworks.member(secrets, *laws, ["1/2", "0", "1/2", "0", "0", "0", "0", "0"])
    assert one == [reals.num(part) for part in (Fraction(3, 5), 0, Fraction(2, 5), 0)]


def evaluator():
    return meanings.Reading()


def test_an_integral_is_unsupported_and_not_rejected(certified):
    t = v.Real("t", "[0,1]")
    statement = v.claim("i", forall=[plays.x], then=v.integral(t, plays.x / (1 + t)) <= 0)
    term = json.loads(json.dumps(statement_data(statement.statement)))
    _, _, digest = goals.goal(term, "refutation")
    with pytest.raises(Unsupported, match="integral"):
        check(plays.resealed(certified["undefined"], statement=term, digest=digest))


def valued(term):
    """The ends of a closed term."""
    read = statements.read_term(json.loads(json.dumps(data(term))), {}, "number")
    return ends(evaluator().term(read, {}))


def ends(number):
    return number.lo, number.hi


@pytest.mark.parametrize("bits", [64, 300])
@pytest.mark.parametrize("place", ["1/3", "-2", "5", "-40", "7/2", "-1/1000000", "0"])
def test_the_normal_law_against_mpmath(place, bits):
    value = Fraction(place)
    with mpmath.workdps(120):
        wanted = mpmath.ncdf(mpmath.mpf(value.numerator) / value.denominator)
        wanted = Fraction(mpmath.nstr(wanted, 105))
        pi = Fraction(mpmath.nstr(mpmath.pi, 110))
    reals.Precision.bits = bits
    low, high = ends(reals.normal_cdf(reals.num(value)))
    assert high - low <= Fraction(1, 2**(bits - 8))
    off = wanted / 10**100
    assert low - off <= wanted <= high + off
    low, high = ends(reals.pi())
    assert low <= pi <= high <= low + Fraction(8, 2**bits)


HALVES = v.pmf_of(v.rational(1, 2), v.rational(1, 2))
APART = v.gaussian(v.rational(1, 3), 2), v.gaussian(0, 1)


@pytest.mark.parametrize("term", [
    *(v.hockey_stick(p, q, level) for p, q in (APART, APART[::-1])
      for level in (-2, 0, v.rational(1, 2), 3)),
    v.TV(v.laplace(0, 1), v.laplace(0, 2)),
    v.differential_entropy(v.law_mixture(HALVES, v.laplace(0, 1), v.laplace(1, 1))),
    v.information(HALVES, v.laplace(0, 1), v.laplace(1, 1)),
    v.lip_curve(v.rational(1, 10), 1),
    *(v.ldp_curve(v.rational(*level), v.rational(*eps)) for level, eps in (
        ((1, 10), (1, 1)), ((12, 13), (1, 1)), ((1, 2), (0, 1)), ((1, 1000), (3, 1)),
        ((99, 100), (2, 1)), ((1, 2), (8, 1)),
    )),
], ids=str)
def test_what_has_no_closed_form_is_enclosed(term):
    """The kernel's value lies inside, to the digits that it is told to."""
    reals.Precision.bits = 128
    low, high = valued(term)
    assert low <= high
    with precision(128):
        kernel = BallReading().real(term, {})
        low, high = (arb(fmpq(end.numerator, end.denominator)) for end in (low, high))
        assert low - arb("1e-30") <= kernel.upper()
        assert kernel.lower() <= high + arb("1e-30")


def test_what_isnt_enclosed_is_unsupported():
    with pytest.raises(Unsupported, match="with noise"):
        valued(v.KL(v.law_sum(v.gaussian(0, 1), v.laplace(0, 1)), v.gaussian(0, 1)))


def test_the_ldp_curve_is_enclosed_narrowly():
    low, high = valued(v.ldp_curve(v.rational(12, 13), 1))
    assert 0 < low < high < low + Fraction(1, 100)
    # At a level of one bit less a little it isn't 1 yet.
    assert valued(v.ldp_curve(v.rational(9, 10), 1))[1] < 1


def test_nothing_in_a_square_tells_less_than_where_its_sides_are_nearest():
    generator = random.Random(4)
    for _ in range(300):
        h = Fraction(1, 2 ** generator.randint(1, 5))
        p, q = (h * generator.randint(0, int(1 / h) - 1) for _ in "pq")
        near = curves.nearest(p, q, h)
        assert p <= near[0] <= p + h
        assert q <= near[1] <= q + h
        x, y = (corner + h * Fraction(generator.randint(0, 8), 8) for corner in (p, q))
        assert abs(near[0] - near[1]) <= abs(x - y)
        if near[0] != near[1] and x != y:
            least, told = (curves.binary_capacity(*sorted(point)) for point in (near, (x, y)))
            assert reals.less(told, least) is not True


@pytest.mark.parametrize(("p", "q"), [("0", "1"), ("0", "1/2"), ("1/3", "2/3"), ("1/10", "3/10")])
def test_the_capacity_of_a_binary_channel(p, q):
    """Against the largest information over priors, by mpmath."""
    p, q = Fraction(p), Fraction(q)
    told = curves.binary_capacity(p, q)
    a, b = (mpmath.mpf(x.numerator) / x.denominator for x in (p, q))

    def h(x):
        return -sum(y * mpmath.log(y) for y in (x, 1 - x) if y > 0)

    most = max(
        h(a + (b - a) * t) - (1 - t) * h(a) - t * h(b)
        for t in mpmath.linspace(mpmath.mpf(1) / 4, mpmath.mpf(3) / 4, 4001)
    )
    assert float(told.lo) <= most + 1e-6
    assert most <= float(told.hi) + 1e-12
    assert told.hi - told.lo < Fraction(1, 2**40)


def test_a_product_with_infinity_is_not_finite():
    """An end that may be reached stays one: 2·[1, ∞] and [1, ∞] + (0, 1) may be ∞."""
    wide, half_open = reals.Num(Fraction(1), reals.INF), reals.Num(Fraction(0), Fraction(1), (
        True, True))
    for number in (wide * reals.TWO, wide + half_open, wide * reals.exp(reals.ONE)):
        assert reals.less(number, reals.num(reals.INF)) is None
    for number in (reals.LINE * reals.TWO, reals.LINE + half_open):
        assert reals.less(number, reals.num(reals.INF)) is True


@pytest.mark.parametrize(("stored", "held"), [
    ((0, 1), False), ((1, 3), False), ((Fraction(3, 2), Fraction(3, 2)), True), ((2, 1), False),
    ((Fraction(3, 2), reals.INF), False), ((1, 2), True), ((1, 1), True),
    ((0, Fraction(1, 2)), False),
])
def test_a_stored_enclosure_must_meet_a_coarse_one_and_hold_a_narrow_one(stored, held):
    stored = [end if end == reals.INF else Fraction(end) for end in stored]
    assert second.fits(reals.Num(Fraction(1), Fraction(2)), *stored) is held


@pytest.mark.parametrize("bits", [64, 200])
@pytest.mark.parametrize("level", ["1/1000", "1/3", "9/10", "999999/1000000"])
def test_the_floor_of_the_ldp_curve_against_the_kernel(level, bits):
    reals.Precision.bits = bits
    low, high = valued(v.ldp_floor(v.rational(*map(int, level.split("/")))))
    assert 0 < low < high < 1
    assert high - low < Fraction(1, 2**(bits - 20))
    with precision(bits):
        kernel = BallReading().real(v.ldp_floor(v.rational(*map(int, level.split("/")))), {})
        ends = (arb(fmpq(end.numerator, end.denominator)) for end in (low, high))
        assert kernel.overlaps(next(ends).union(next(ends)))


def test_curves_at_their_ends():
    half = v.rational(1, 2)
    assert valued(v.ldp_floor(1)) == (1, 1)
    assert valued(v.ldp_curve(0, half)) == valued(v.lip_curve(0, half)) == (0, 0)
    assert valued(v.ldp_curve(1, half)) == valued(v.ldp_curve(3, 0)) == (1, 1)
    for term in (v.ldp_curve(-1, 1), v.lip_curve(0, -1), v.ldp_floor(0), v.ldp_floor(2)):
        with pytest.raises(reals.Undefined):
            valued(term)


def test_laws_on_the_line_that_are_none():
    for term in (v.differential_entropy(v.gaussian(0, 0)), v.TV(v.laplace(0, -1), v.laplace(0, 1)),
                 v.law_cells(v.laplace(0, 1), 1, 0)[0]):
        with pytest.raises(reals.Undefined):
            valued(term)
    # The same law is no distance away, exactly.
    third = v.pmf_of(v.rational(1, 3), v.rational(2, 3))
    both = v.law_mixture(third, v.laplace(0, 1), v.laplace(0, 1))
    assert valued(v.TV(both, v.laplace(0, 1))) == (0, 0)
    assert valued(v.KL(v.gaussian(2, 3), v.gaussian(2, 3))) == (0, 0)
    assert valued(v.hockey_stick(v.laplace(0, 1), v.laplace(1, 1), 1)) == (0, 0)
    assert valued(v.interval_mass(v.gaussian(0, 1), 1, 1)) == (0, 0)


def test_a_bound_must_be_a_law_for_its_channel(certified):
    certificate = certified["capacity"]
    (key, law), = certificate["bounds"].items()
    for bounds in (
        {key: ["1", "1"]}, {key: ["3/2", "-1/2"]}, {key: ["1"]}, {key: []}, {key: ["1/0", "1"]},
        {key: ["1", "0"]}, {key.replace("9/10", "8/10"): law}, {key: law, key + " ": law},
    ):
        # A prior that leaves out an input bounds by ∞, which decides nothing.
        with pytest.raises((Rejected, Unsupported)):
            check(plays.resealed(certificate, bounds=bounds))


def test_a_changed_statement_is_refused(certified):
    certificate = certified["kl"]
    statement = certificate["statement"]
    for changed in (
        {**statement, "quantifier": "exists"},
        {**statement, "variables": statement["variables"][1:]},
        {**statement, "given": [statement["then"]]},
        {**statement, "then": ["relation", ">=", *statement["then"][2:]]},
        {**statement, "then": ["relation", "<", *statement["then"][2:]]},
        {**statement, "then": ["relation", "<=", ["var", "nobody"], ["number", "0"]]},
        {**statement, "then": ["relation", "<=", ["var", "P"], ["number", "0"]]},
        {**statement, "more": 1},
        [],
    ):
        refused(plays.resealed(certificate, statement=changed))


def test_renamed_variables_have_the_same_goal(certified):
    certificate = json.loads(json.dumps(certified["kl"]).replace('"Q"', '"q"'))
    check(plays.resealed(certificate))


def test_every_number_of_a_true_play_matters_to_the_evidence(certified):
    generator = random.Random(3)
    for name in ("kl", "capacity", "mi-dp", "markov"):
        certificate = certified[name]
        for place in range(len(certificate["evidence"])):
            evidence = copy.deepcopy(certificate["evidence"])
            pair = evidence[place][generator.randrange(2)]
            if pair is not None:
                pair[:] = [str(Fraction(end) + Fraction(1, 10**6)) for end in pair]
                refused(plays.resealed(certificate, evidence=evidence), "enclosure")


def test_an_unknown_head_is_unsupported_and_never_accepted(certified):
    statement = copy.deepcopy(certified["kl"]["statement"])
    statement["then"] = json.loads(json.dumps(statement["then"]).replace('"kl"', '"distance"'))
    with pytest.raises(Unsupported, match="unsupported head distance"):
        check(plays.resealed(certified["kl"], statement=statement))


# --- what is undefined ----------------------------------------------------------------------------


@pytest.mark.parametrize("then", [
    v.sqrt(v.exp(plays.x) - v.exp(2 - plays.x) - v.rational("1e-60")) <= 1,
    v.binary_entropy(v.exp(plays.x) - v.exp(2 - plays.x) - v.rational("1e-60")) <= 1,
    v.binary_entropy_inverse(v.log(2 * plays.x) + v.rational("1e-60")) <= 1,
])
def test_a_side_undefined_by_a_hair_decides_nothing(then, certified):
    claim = v.claim("hair", exists=[plays.x], then=then)
    variables = {"x": "1"}
    from verified.syntax.goals import goal
    from verified.syntax.serial import digest, statement_data

    statement = claim.statement
    certificate = plays.resealed(
        certified["exists"], statement=statement_data(statement), moves=variables,
        digest=digest(goal(statement, "proof")), evidence=[],
    )
    refused(certificate, "don't meet")


def test_edges_agree_with_the_first_kernel():
    n = v.Size("n")
    prior, other = v.Pmf("P", n), v.Pmf("Q", n)
    law, flat = {"n": 1, "P": ["1"], "Q": ["1"]}, {"n": 2, "P": ["1", "0"], "Q": ["0", "1"]}
    for then in (
        v.KL(prior, other) <= 5, v.KL(prior, other) > 5, v.hockey_stick(prior, other, 0) >= 1,
        v.renyi(prior, other, v.rational(1, 2)) > 7, v.renyi(prior, other, 0) >= 0,
        v.renyi(prior, other, 3) <= 0, v.chi_square(prior, other) <= 0,
        v.equals(v.H(prior), 0), v.renyi_entropy(prior, 0) <= 0, v.min_entropy(prior) <= 0,
        v.log(prior[0] - 1) <= 0, v.likelihood_ratio(prior, other, n - 1) <= 1,
        v.hockey_stick(prior, other, INFINITY) <= 0, prior[0] ** v.rational(1, 2) >= 1,
        v.renyi(prior, other, INFINITY) <= 1, v.Close(prior, other, 0, 0),
    ):
        claim = v.claim("edge", exists=[n, prior, other], then=then)
        for moves in (law, flat, flat | {"Q": ["1/2", "1/2"]}):
            found = certify("edge", claim.statement, "proof", moves, {})
            if found is not None:
                first_check(found)
                check(json.loads(json.dumps(found)))
                continue
            opposite = v.claim("edge", exists=[n, prior, other], then=v.negation(then))
            found = certify("edge", opposite.statement, "proof", moves, {})
            assert found is not None
            check(json.loads(json.dumps(found)))


# --- the command ----------------------------------------------------------------------------------


def run(*arguments):
    command = [sys.executable, "-E", "-s", str(ROOM / "checker.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_command_tells_each_verdict(tmp_path, certified):
    good, bad, odd = (tmp_path / f"{name}.json" for name in ("good", "bad", "odd"))
    both = {"claims": [certified["kl"], {"witness": certified["event"]}]}
    good.write_text(json.dumps(both))
    bad.write_text(json.dumps(plays.resealed(certified["kl"], evidence=[])))
    odd.write_text('{"seal": 1, "seal": 2}')
    assert run(good).returncode == 0
    assert run(good).stdout.count("accepted") == 2
    assert run(good, bad, odd).returncode == 1
    assert run(odd).returncode == 2
    assert run(good, odd).returncode == 2
    assert run(tmp_path / "none.json").returncode == 2
    told = json.loads(run("--json", good, bad).stdout)
    assert [item["verdict"] for item in told] == ["accepted", "accepted", "rejected"]
    assert "evidence" in told[2]["reason"]
