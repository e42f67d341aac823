import pytest

from tests.syntax import trees
from verified import language as v
from verified.errors import InputError, UnknownKeyError
from verified.syntax.claims import relations
from verified.syntax.formulas import And, Formula, substitute
from verified.syntax.sorts import ClaimError, RealSort, SymbolSort, parse_interval
from verified.syntax.terms import Bind, free_variables, number

x, eps, n, m, P, Q = trees.x, trees.eps, trees.n, trees.m, trees.P, trees.Q
W, J, M, a, A = trees.W, trees.J, trees.M, trees.a, trees.A
OTHER = v.Pmf("P", m)


# --- mistyped claims: each message names the input and the rule -----------------------------------

MISTYPED = {
    "a truth value in a sum": (lambda: x + True, r"truth value \(True\) stands in an arithmetic"),
    "a formula in a sum": (lambda: x + (x > 0), r"truth value \(x > 0\) stands in an arithmetic"),
    "a truth value in a relation": (lambda: x <= True, "truth value"),
    "a truth value as ε": (lambda: v.Close(P, Q, True), "truth value"),
    "a float": (lambda: x * 0.5, r"0.5 is a float.*rational\('0.5'\)"),
    "a NaN": (lambda: x + float("nan"), "nan is a float"),
    "a text": (lambda: x + "1", "'1' is not a number"),
    "a law in a sum": (lambda: P + x, "P is a pmf, not a number"),
    "a law compared": (lambda: x <= P, "P is a pmf; <= compares numbers"),
    "a law equated with a number": (lambda: v.equals(P, 1), "P is a pmf; = compares numbers"),
    "a law below another": (lambda: P < Q, "between laws write <=, >= or equals"),
    "laws on two alphabets": (lambda: v.equals(P, v.output(P, W)), "their alphabets differ"),
    "a difference of laws": (lambda: v.H(P - Q), r"P - Q is no pmf: its weights sum to 0, not 1"),
    "a sum of laws": (lambda: v.KL(P + Q, Q), r"P \+ Q is no pmf: its weights sum to 2"),
    "a multiple of a law": (lambda: v.H(x * P), r"x\*P is no pmf: its weights sum to x"),
    "a law and a number": (lambda: P + 1, "P is a pmf, not a number, as an argument of add"),
    "a product of laws": (lambda: P * Q, "P is a pmf, not a number, as an argument of mul"),
    "a law below": (lambda: 1 / P, "P is a pmf, not a number, as an argument of div"),
    "a law and a channel": (lambda: P + W, "P is a pmf, not a number, as an argument of add"),
    "laws on the line compared": (
        lambda: v.gaussian(0, 1) <= v.gaussian(1, 1), "has no entries to compare"
    ),
    "a pmf for a channel": (lambda: v.capacity(P), "capacity wants a channel here, not the pmf P"),
    "a channel for a pmf": (lambda: v.KL(W, Q), "kl wants a pmf here, not the channel W"),
    "a number for a pmf": (lambda: v.KL(P, 1), "kl wants a pmf here, not the real 1"),
    "a pmf for a mechanism": (lambda: v.DP(P, eps), "dp_delta wants a mechanism here"),
    "two alphabets": (
        lambda: v.KL(P, v.Pmf("R", m)), "in kl P and R share an alphabet: n symbols meet m",
    ),
    "closeness on two alphabets": (
        lambda: v.Close(P, v.Pmf("R", m), eps), "P and R share an alphabet",
    ),
    "a prior of another size": (lambda: v.information(P, v.Channel("V", m, n)), "m"),
    "a chain that does not meet": (lambda: v.chain(W, W), "m symbols meet n"),
    "parallel on two inputs": (lambda: v.parallel(W, trees.B), "n symbols meet m"),
    "overlapping groups": (lambda: v.I(J, "U;U,V"), "groups of variables U ; U,V .* not disjoint"),
    "overlap with the condition": (lambda: v.H(J, "U|U"), "not disjoint"),
    "an unknown variable": (lambda: v.I(J, "U;Z"), "J has no variable 'Z'; it has U, V, W"),
    "information without a semicolon": (lambda: v.I(J, "U,V"), "'U,V' has no semicolon"),
    "information of a pmf": (lambda: v.I(P, "U;V"), "P is a pmf, not a joint law"),
    "a joint law of nothing": (lambda: v.Joint("J"), "J has no variables"),
    "a fraction of a symbol": (lambda: P[v.rational(1, 2)], "1/2 is no index of P"),
    "a real index": (lambda: W[x], "x is no index of W"),
    "too many indices": (lambda: P[0, 1], "a pmf doesn't take 2 indices"),
    "an index of a number": (lambda: x[0], "x is a real: it has no parts"),
    "unpacking": (lambda: list(P), "P can't be unpacked"),
    "a size of one half": (lambda: v.Pmf("P", v.rational(1, 2)), "1/2 of P is not a size"),
    "an alphabet of real size": (lambda: v.Channel("W", x, 2), "x of W is not a size"),
    "a mechanism on no database": (lambda: v.Mechanism("M", P, 2), "P, which is not a Database"),
    "a prior of no database": (lambda: v.Prior("R", n), "n, which is not a Database"),
    "an unknown kind of prior": (lambda: v.Prior("R", trees.D, "odd"), "any, independent, split"),
    "a split prior with no entry": (lambda: v.Prior("R", trees.D, "split"), "only a split one"),
    "queries of no kind": (lambda: v.Queries("S", trees.D, 2, 2, "odd"), "not 'odd'"),
    "an empty interval": (lambda: v.Real("x", "[1,0]"), r"the interval '\[1,0\]' is empty"),
    "an interval open at a point": (lambda: v.Real("x", "[1,1)"), "is empty"),
    "half an interval": (lambda: v.Real("x", "[0,1"), r"'\[0,1' is not a domain"),
    "an interval of words": (lambda: v.Real("x", ">=zero"), "'zero' is not the end"),
    "a chained comparison": (lambda: 0 <= x <= 1, r"both\(a <= b, b <= c\)"),
    "a formula as a condition": (lambda: bool(x > 0), "no truth value in Python"),
    "a quantity as a condition": (lambda: bool(x), "x is a quantity, not a truth value"),
    "a number for a formula": (lambda: v.both(x > 0, x), "is not a formula"),
    "True for a formula": (lambda: v.implies(True, x > 0), "True in negation.* is not a formula"),
    "every over a size": (lambda: v.every(n, v.H(P) > 0), "or a Joint, not a size"),
    "a sum over a law": (lambda: v.total(P, v.H(P)), "use sup or inf for P"),
    "a supremum of a law": (lambda: v.sup(P, P), "sup wants a number, not the pmf P"),
    "a guard that is no formula": (lambda: v.total(a, P[a], where=True), "True after `where`"),
    "a supremum over a number": (lambda: v.sup(3, x), "sup binds a variable, not 3"),
    "cases of two sorts": (lambda: v.cases(x > 0, P, 1), "the pmf P and the real 1"),
    "cases without a test": (lambda: v.cases(x, 1, 0), "is not a formula"),
    "a number for a row": (lambda: v.channel_of(3), "wants at least one row, each a law"),
    "a number as a channel": (lambda: v.information(P, 3), "wants a channel here, not the real 3"),
    "a number as a joint law": (lambda: v.I(3, "U;V"), "3 is a real, not a joint law"),
    "an empty law": (lambda: v.pmf_of(), "has no entries"),
    "rows of two sizes": (lambda: v.channel_of([1], [0, 1]), "share an alphabet: 1 symbols meet 2"),
    "a rational of words": (lambda: v.rational("half"), "'half'/1 is not a rational number"),
    "a rational over 0": (lambda: v.rational(1, 0), "1/0 is not a rational number"),
}


@pytest.mark.parametrize("fault", sorted(MISTYPED))
def test_mistyped_terms(fault):
    build, message = MISTYPED[fault]
    with pytest.raises(v.ClaimError, match=message):
        build()


MISSTATED = {
    "a symbol nobody binds": ({"forall": [P], "then": P[a] <= 1}, r"mine/c: nobody binds a \(a s"),
    "a law nobody binds": ({"forall": [P], "then": v.KL(P, Q) <= 1}, "nobody binds Q"),
    "a law at two alphabets": (
        {"forall": [P, m], "then": v.H(P) <= v.H(OTHER)}, "P is used as .*another"
    ),
    "the same, the right one last": (
        {"forall": [P, m], "then": v.H(OTHER) <= v.H(P)}, "P is used as a pmf of another"
    ),
    "a bound symbol at two alphabets": (
        {"forall": [P, m], "then": v.total(a, P[v.Symbol("a", m)]) <= 1}, "a is used as a symbol"
    ),
    "one name twice": ({"forall": [P, OTHER], "then": v.H(P) > 0}, "two variables are called P"),
    "a supremum outside its implication": (
        {"forall": [P, Q], "given": [v.TV(P, Q) < 1], "then": v.sup(P, v.H(P)) <= 1},
        "the hypotheses constrain P outside.*outside the implication that it belongs to",
    ),
    "a name bound again": ({"forall": [a, P], "then": v.total(a, P[a]) <= 1}, "bound by the claim"),
    "no conclusion": ({"forall": [x]}, "has no conclusion"),
    "a number as conclusion": ({"forall": [x], "then": x}, "is not a formula"),
    "a truth value as conclusion": ({"forall": [x], "then": True}, "True is not a formula"),
    "a truth value as hypothesis": (
        {"forall": [x], "given": [False], "then": x > 0}, "False is not a formula"
    ),
    "a name for a variable": ({"forall": ["x"], "then": x > 0}, "forall lists 'x'"),
    "nothing to attain": (
        {"forall": [x], "then": v.negation(x > 0), "attained_by": {x: 1}}, "no relation to attain"
    ),
}


@pytest.mark.parametrize("fault", sorted(MISSTATED))
def test_misstated_claims(fault):
    parts, message = MISSTATED[fault]
    with pytest.raises(v.ClaimError, match=message):
        v.claim("c", **parts)


def test_messages_are_errors_of_the_user():
    assert issubclass(v.ClaimError, InputError)


@pytest.mark.parametrize("key", ["", "Upper", "a b", "-a", "a/b"])
def test_malformed_keys(key):
    with pytest.raises(v.ClaimError, match="isn't made of"):
        v.claim(key, forall=[x], then=x > 0)


def test_a_key_is_taken_once():
    paper = v.Paper("p")
    paper.claim("c", forall=[x], then=x > 0)
    with pytest.raises(v.ClaimError, match="the key 'c' is taken in p"):
        paper.claim("c", forall=[x], then=x > 1)


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("", RealSort()),
        (">=0", RealSort(low=v.rational(0).value)),
        ("< 1/2", RealSort(high=v.rational(1, 2).value, high_open=True)),
        ("[-0.25,inf)", RealSort(v.rational("-0.25").value, None, False, True)),
        ("(0,1]", RealSort(v.rational(0).value, v.rational(1).value, True, False)),
    ],
)
def test_intervals(text, sort):
    assert parse_interval(text) == sort


# --- structure ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bounds", "rule"), [
        ({"low": -1}, "a size is a whole number from 0 on, and -1 is below"),
        ({"low": 3, "high": 2}, "no whole number lies between 3 and 2"),
    ],
)
def test_a_size_without_values_is_refused_by_name(bounds, rule):
    size = v.Size("q", **bounds)
    with pytest.raises(ClaimError, match=f"in mine/t: q: {rule}"):
        v.claim("t", forall=[size], then=size >= 0)
    # Also where only another variable's sort speaks of it.
    law = v.Pmf("P", size)
    with pytest.raises(ClaimError, match=rule):
        v.claim("t", forall=[law], then=v.H(law) >= 0)


def test_sizes_and_databases_are_added_to_the_variables():
    stated = v.claim("c", forall=[M, P], then=v.dp_epsilon(M) >= 0).statement
    assert [var.name for var in stated.variables] == ["D", "m", "M", "n", "P"]


def test_iff_makes_two_children():
    row = v.claim("c", forall=[x], given=[x < 9], then=v.iff(x > 0, x > 1))
    assert row.statement is None
    assert [child.key for child in row.children] == ["mine/c.only-if", "mine/c.if"]
    only_if, if_ = (child.statement for child in row.children)
    assert (only_if.given, only_if.then) == ((x < 9, x > 0), x > 1)
    assert (if_.given, if_.then) == ((x < 9, x > 1), x > 0)
    assert {child.parent for child in row.children} == {"mine/c"}


def test_a_mapping_makes_children_with_parts_of_their_own():
    row = v.claim(
        "c", forall=[x], given=[x > 0], at="Lemma 1", tight=True,
        then={
            "plain": x >= 0,
            "own": {"forall": [eps], "given": [], "then": eps >= 0, "note": "about ε"},
            "some": {"exists": [x], "then": x < 1},
        },
    )
    plain, own, some = row.children
    assert plain.statement.given == (x > 0,)
    assert own.statement.variables == (eps,)
    assert (own.statement.given, own.note) == ((), "about ε")
    assert (some.statement.quantifier, some.statement.variables) == ("exists", (x,))
    assert all(child.tight and child.at == "Lemma 1" for child in row.children)


def test_readings_change_what_they_name():
    row = v.claim(
        "c", forall=[x], given=[x > 0], then=x >= 0, reading="strict",
        readings={"lax": {"given": [x >= 0]}, "free": {"given": []}},
    )
    assert [leaf.name for leaf in row.leaves()] == ["mine/c@strict", "mine/c@lax", "mine/c@free"]
    assert [leaf.statement.given for leaf in row.leaves()] == [(x > 0,), (x >= 0,), ()]


def test_attainment_claims_equality_on_the_family():
    row = v.claim(
        "c", forall=[P, Q, eps], given=[v.TV(P, Q) < 1, eps < 1], then=v.KL(P, Q) <= eps,
        attained_by={n: 2, P: v.pmf_of(eps, 1 - eps), Q: v.pmf_of(1 - eps, eps)},
    )
    bound, attained = row.children
    assert [bound.key, attained.key] == ["mine/c.bound", "mine/c.attained"]
    p, q = v.pmf_of(eps, 1 - eps), v.pmf_of(1 - eps, eps)
    assert attained.statement.variables == (eps,)
    assert attained.statement.given == (eps < 1,)
    assert attained.statement.then == And((v.TV(p, q) < 1, v.equals(v.KL(p, q), eps)))


def test_relations_are_found_through_conjunctions_and_definitions():
    assert relations(v.both(x > 0, v.both(x < 1))) == [x > 0, x < 1]
    assert relations(v.KLDP(M, eps)) == [v.kl_dp(M) <= eps]
    assert relations(v.either(x > 0, x < 1)) == []


def test_find_offers_the_nearest_keys():
    paper = v.Paper("cuff-2016")
    row = paper.claim("property-1", forall=[x], then=v.iff(x > 0, x >= 0))
    other = v.Paper("wang-2016")
    other.claim("property-2", forall=[x], then=x > 0)
    papers = [paper, other]
    assert v.find(papers, "cuff-2016/property-1") is row
    assert v.find(papers, "property-1") is row
    assert v.find(papers, "property-1.if") is row.children[1]
    with pytest.raises(UnknownKeyError, match="unknown claim 'properti-1'") as caught:
        v.find(papers, "properti-1")
    assert "cuff-2016/property-1" in caught.value.nearest


def test_a_bare_key_of_two_papers_is_ambiguous():
    papers = [v.Paper("one"), v.Paper("two")]
    for paper in papers:
        paper.claim("lemma-1", forall=[x], then=x > 0)
    with pytest.raises(UnknownKeyError) as caught:
        v.find(papers, "lemma-1")
    assert set(caught.value.nearest) == {"one/lemma-1", "two/lemma-1"}


def test_equality_compares_trees():
    assert x + eps == x + eps
    assert x + eps != eps + x
    assert isinstance(v.equals(x, eps), Formula)
    assert len({v.rational(1, 2), v.rational(2, 4), v.rational("0.5")}) == 1


def test_the_sort_of_a_bound_variable_is_outside_of_its_scope():
    """In Σ over b of b symbols, the size is another b, and free."""
    b = v.Size("b")
    total = Bind("sum", v.Symbol("b", b), None, number(1))
    assert free_variables(total) == {"b": b}
    assert substitute(total, {"b": number(3)}).var.sort == SymbolSort(number(3))


def test_a_scope_is_that_of_children_and_readings_but_for_their_own() -> None:
    row = v.Paper("p").claim(
        "wide", forall=[P, Q],
        then={
            "one": v.TV(P, Q) >= 0,
            "two": {"then": v.TV(P, Q) <= 1, "scope": "two symbols"},
            "three": {"then": v.TV(P, Q) <= 2, "scope": ""},
        },
        readings={"any": {"then": v.TV(P, Q) >= 0, "scope": ""}},
        scope="finite alphabets",
    )
    assert [part.scope for part in row.children] == ["finite alphabets", "two symbols", ""]
    assert [part.scope for part in row.readings] == [""]
    written = str(row)
    assert written.count("stated for finite alphabets only: the text says more") == 1
    assert written.count("stated for two symbols only: the text says more") == 1
    assert written.count("stated for all that the text speaks of") == 2


def test_a_child_has_a_place_of_its_own():
    paper = v.Paper("doe")
    row = paper.claim("row", at="Theorem 1", forall=[P], then={
        "own": {"at": "Lemma 2", "then": v.H(P) >= 0},
        "row-s": {"then": v.H(P) >= 0, "readings": {"later": {"at": "Lemma 3"}}},
    })
    own, inherited = row.children
    assert (own.at, inherited.at, inherited.readings[0].at) == ("Lemma 2", "Theorem 1", "Lemma 3")


@pytest.mark.parametrize(("child", "said"), {
    "a child": ({"givn": [], "then": v.H(P) >= 0}, r"doe/row.part: 'givn'; nearest: given"),
    "a reading": (
        {"then": v.H(P) >= 0, "readings": {"later": {"foral": []}}},
        r"doe/row.part@later: 'foral'; nearest: forall",
    ),
    "no conclusion": ({"note": "as above"}, "doe/row.part has no conclusion"),
}.values(), ids=["a child", "a reading", "no conclusion"])
def test_a_part_of_an_unknown_name_is_not_left_out(child, said):
    with pytest.raises(InputError, match=said):
        v.Paper("doe").claim("row", forall=[P], then={"part": child})


def test_tables_bind_nothing_else_that_their_entries_speak_of() -> None:
    """Whatever a claim's own variables are called, a table's place is another one."""
    from verified import language as v
    from verified.syntax.terms import free_variables

    n = v.Size("n")
    for name in ("a", "j", "x", "y"):
        own = v.Symbol(name, n)
        tables = (
            v.pmf_table(n, lambda i, own=own: v.cases(v.equals(i, own), 1, 0)),
            v.reals_table(n, lambda i, own=own: v.cases(v.equals(i, own), 1, 0)),
            v.channel_table(n, n, lambda i, k, own=own: v.cases(v.equals(k, own), 1, 0)),
        )
        assert all(set(free_variables(table)) == {name, "n"} for table in tables)
    # One in another, and places that nothing else has the name of.
    r = v.reals_table(n, lambda i: v.reals_table(n, lambda k: i * n + k)[i])
    assert str(r) == "[[j*n + j' for j' < n][j] for j < n]"
    assert str(v.pmf_table(n, lambda i: v.cases(v.equals(i, 0), 1, 0))).count("a") == 2
