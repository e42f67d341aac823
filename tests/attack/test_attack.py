"""The attack: false claims fall with a certificate that the kernel accepts, true ones stand."""

import time

import pytest
from flint import fmpq

from verified.attack import attack, attacking
from verified.attack.search import Searcher
from verified.errors import InputError
from verified.kernel.certificate import check
from verified.language import (
    DP,
    KL,
    MIDP,
    TV,
    Channel,
    Close,
    Database,
    Event,
    H,
    I,
    Independent,
    Joint,
    Markov,
    Mechanism,
    Pmf,
    Prior,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    absolute,
    binary_entropy,
    both,
    capacity,
    chain,
    claim,
    conditional_entry_information,
    entries,
    entry_information,
    equals,
    every,
    exp,
    hockey_stick,
    information,
    log,
    maximal_leakage,
    mi_dp,
    min_entropy,
    minimum,
    negation,
    output,
    rational,
    renyi,
    sqrt,
    sup,
    together,
    total,
)

n, m, k = Size("n"), Size("m"), Size("k")
P, Q = Pmf("P", n), Pmf("Q", n)
W, V = Channel("W", n, m), Channel("V", m, 3)
J = Joint("J", U=2, V=m, W=2)
D = Database("D")
M = Mechanism("M", D, m)
i = Symbol("i", entries(D))
R, Ri = Prior("R", D), Prior("Ri", D, "independent")
S, Sp = Queries("S", D, k, m), Queries("Sp", D, k, m, "partial")
a, j = Symbol("a", n), Symbol("j", k)
A = Event("A", n)
eps, x, t = Real("eps", ">=0"), Real("x"), Real("t", "[0,1]")
r = Reals("r", k, ">=0")

FALSE = {
    "real": {"forall": [x], "then": x**2 <= 4},
    "real in an interval": {"forall": [t], "then": binary_entropy(t) <= t},
    "reals": {"forall": [r], "then": total(j, r[j]) <= 3},
    "symbol": {"forall": [P, a], "then": P[a] <= rational("0.9")},
    "event": {"forall": [P, Q, A], "then": P[A] <= 2 * Q[A] + rational("0.1")},
    "pinsker reversed": {"forall": [P, Q], "then": KL(P, Q) <= 2 * TV(P, Q) ** 2},
    "kl is symmetric": {"forall": [P, Q], "then": equals(KL(P, Q), KL(Q, P))},
    "capacity": {"forall": [W], "then": capacity(W) <= log(n) / 2},
    "chain": {"forall": [W, V], "then": capacity(W) <= capacity(chain(W, V))},
    "joint": {"forall": [J], "given": [Independent(J, "U", "W")],
              "then": I(J, "U;V|W") <= I(J, "U;V")},
    "mechanism": {"forall": [M, eps], "given": [DP(M, eps)], "then": mi_dp(M) <= eps**2 / 12},
    "prior": {"forall": [R, M, i],
              "then": entry_information(R, M, i) <= conditional_entry_information(R, M, i)},
    "queries": {"forall": [S, eps], "given": [every(j, MIDP(S[j], eps))],
                "then": MIDP(together(S), eps)},
    "partial queries": {"forall": [Sp], "given": [every(j, MIDP(Sp[j], rational(1, 10)))],
                        "then": MIDP(together(Sp), rational(1, 20))},
    "strict hypothesis": {"forall": [P, Q, eps], "given": [TV(P, Q) < eps],
                          "then": TV(P, Q) <= eps * rational("0.999999")},
    "undefined at zero": {"forall": [x], "then": x / x <= 1},
}

TRUE = {
    "real": {"forall": [x], "then": 2 * x <= x**2 + 1},
    "binary entropy": {"forall": [t], "then": binary_entropy(t) <= log(2)},
    "reals": {"forall": [r], "then": total(j, r[j]) >= 0},
    "pinsker": {"forall": [P, Q], "then": TV(P, Q) <= sqrt(KL(P, Q) / 2)},
    "event": {"forall": [P, Q, A], "then": absolute(P[A] - Q[A]) <= TV(P, Q)},
    "kl is not negative": {"forall": [P, Q], "then": KL(P, Q) >= 0},
    "orders grow": {"forall": [P, Q], "then": KL(P, Q) <= renyi(P, Q, 2)},
    "entropies": {"forall": [P], "then": both(min_entropy(P) <= H(P), H(P) <= log(n))},
    "capacity": {"forall": [P, W], "then": information(P, W) <= capacity(W)},
    "data processing": {"forall": [W, V], "then": capacity(chain(W, V)) <= capacity(W)},
    "leakage": {"forall": [P, W], "then": information(P, W) <= maximal_leakage(P, W)},
    "joint": {"forall": [J], "given": [Markov(J, "U", "V", "W")],
              "then": I(J, "U;W") <= I(J, "U;V")},
    "mechanism": {"forall": [M, eps], "given": [DP(M, eps)], "then": mi_dp(M) <= eps},
    "independent prior": {"forall": [Ri, M, i],
                          "then": entry_information(Ri, M, i)
                          <= conditional_entry_information(Ri, M, i)},
    "output": {"forall": [P, Q, W], "then": KL(output(P, W), output(Q, W)) <= KL(P, Q)},
}


def statement(parts):
    return claim("tested", **parts).statement


@pytest.mark.parametrize("name", FALSE)
def test_false_claims_are_refuted_by_certificates_that_hold(name):
    tested = statement(FALSE[name])
    report = attack(tested, seed=1)
    assert report.status == "refuted"
    checked = check(report.certificate)
    assert checked.statement == tested
    assert checked.polarity == "refutation"
    assert report.certificate["moves"].keys() >= {var.name for var in tested.variables}
    str(report)
    report._repr_html_()


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", TRUE)
def test_true_claims_survive(name, seed):
    report = attack(statement(TRUE[name]), seed=seed, budget=800)
    assert report.status == "survived"
    assert report.certificate is None
    assert report.evaluations >= 800
    assert check(report.witness).polarity == "witness"


def facts(report):
    return (report.status, report.certificate, report.witness, report.evaluations, report.starts,
            report.closest, report.sizes)


@pytest.mark.parametrize("name", ["pinsker reversed", "mechanism"])
def test_the_seed_fixes_the_search(name):
    tested = statement(FALSE[name])
    assert facts(attack(tested, seed=5)) == facts(attack(tested, seed=5))


def test_another_seed_searches_elsewhere():
    tested = statement(TRUE["pinsker"])
    one, two = (attack(tested, seed=seed, budget=300) for seed in (1, 2))
    assert facts(one) != facts(two)


@pytest.mark.parametrize(
    "parts",
    [
        FALSE["joint"],
        TRUE["pinsker"],
        {"forall": [P, a], "given": [P[a] > 0, P[a] < rational("1e-6")],
         "then": negation(equals(n, 7))},
    ],
)
def test_workers_run_the_same_sequence(parts):
    tested = statement(parts)
    alone, two = (attack(tested, seed=3, budget=1200, workers=count) for count in (1, 2))
    assert facts(alone) == facts(two)


@pytest.fixture
def deadlines(monkeypatch):
    """The deadlines of the searches that are run, but those for a witness."""
    found = []

    def spend(run, outcome, budget, deadline):
        if run.searcher.polarity != "witness":
            found.append(deadline)
        return whole(run, outcome, budget, deadline)

    whole = attacking._spend
    monkeypatch.setattr(attacking, "_spend", spend)
    return found


def test_a_short_limit_is_enough_where_it_meets_instances(deadlines):
    start = time.monotonic()
    report = attack(statement(TRUE["pinsker"]), budget=400, enough=60.0, seconds=500.0)
    assert (report.status, len(deadlines)) == ("survived", 1)
    assert start + 60 <= deadlines[0] < start + 100
    # A shorter one that isn't shorter is none.
    attack(statement(TRUE["pinsker"]), budget=400, enough=60.0, seconds=50.0)
    assert len(deadlines) == 2
    assert deadlines[1] < deadlines[0]


def test_what_a_short_limit_leaves_untried_has_the_whole_time(deadlines):
    tested = statement(TRUE["pinsker"])
    # So short a time that no instance is met.
    report = attack(tested, budget=400, enough=1e-9, seconds=500.0)
    assert facts(report) == facts(attack(tested, budget=400))
    assert deadlines[1] > deadlines[0] + 100
    assert not report.interrupted


def test_a_search_that_goes_on_takes_the_rounds_that_it_has():
    searcher = Searcher("k", statement(TRUE["pinsker"]), "refutation", 0)
    run, first, second = attacking._Run(searcher), attacking._Outcome(), attacking._Outcome()
    one, two, *_ = zip(run.rounds(first, None), range(3), strict=False)
    again = run.rounds(second, time.monotonic() - 1)
    assert [next(again), next(again)] == [one[0], two[0]]
    assert 0 < second.evaluations < first.evaluations
    # One that the time cut short is run again.
    known = [next(again).index for _ in range(3)]
    assert known == [2, 3, 4]
    third = attacking._Run(searcher)
    cut = next(third.rounds(second, time.monotonic() - 1))
    assert next(third.rounds(second, None)) is not cut


@pytest.mark.parametrize(
    "limits", [{"budget": 0}, {"budget": -5}, {"seconds": 0.0}, {"enough": 0.0}]
)
def test_a_budget_of_nothing_is_refused(limits):
    with pytest.raises(InputError, match="budget must be positive"):
        attack(statement(TRUE["real"]), **limits)


def test_a_row_of_children_is_refused():
    row = claim("row", forall=[P], then={"one": H(P) >= 0, "two": H(P) <= log(n)})
    with pytest.raises(InputError, match=r"row\.one.*row\.two"):
        attack(row)


def test_an_interrupt_keeps_the_report():
    seen = []

    def progress(evaluations, closest):
        seen.append(evaluations)
        if len(seen) == 3:
            raise KeyboardInterrupt

    report = attack(statement(TRUE["pinsker"]), progress=progress)
    assert report.interrupted
    assert report.status == "survived"
    assert report.evaluations == seen[-1]
    assert report.closest is not None


def test_an_interrupt_while_shrinking_keeps_the_refutation(monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("verified.attack.attacking.shrink", stop)
    report = attack(statement(FALSE["pinsker reversed"]))
    assert report.interrupted
    assert report.status == "refuted"
    check(report.certificate)


def test_an_interrupt_while_looking_for_a_witness_keeps_the_report(monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("verified.attack.attacking.find_witness", stop)
    report = attack(statement(TRUE["pinsker"]), budget=200)
    assert report.interrupted
    assert report.status == "survived"
    assert report.evaluations >= 200


def test_hypotheses_that_contradict_each_other_are_unwitnessed():
    contradictory = {"forall": [P, Q], "given": [TV(P, Q) < rational(1, 4), P[0] > Q[0] + 1],
                     "then": KL(P, Q) <= 1}
    report = attack(statement(contradictory), budget=300)
    assert report.status == "unwitnessed"
    assert report.witness is None


def test_sizes_that_no_hypothesis_allows_are_unwitnessed():
    report = attack(statement({"forall": [P], "given": [n < 1], "then": H(P) <= 1}), budget=300)
    assert report.status == "unwitnessed"


def test_an_existence_claim_is_proved_by_an_instance():
    tested = claim("some", exists=[P, Q], given=[TV(P, Q) >= rational(1, 2)],
                   then=KL(P, Q) <= 2 * TV(P, Q) ** 2 + rational(1, 2)).statement
    report = attack(tested)
    assert report.status == "proved"
    assert check(report.certificate).polarity == "proof"


def test_a_false_existence_claim_is_not_proved():
    tested = claim("none", exists=[P, Q], then=KL(P, Q) < 0).statement
    report = attack(tested, budget=1500)
    assert report.status == "survived"
    assert report.certificate is None


def test_a_true_equality_is_not_refuted():
    """Floats cancel, and balls don't certify an equality: whatever they leave open isn't false."""
    report = attack(
        statement({"forall": [J], "then": equals(I(J, "U;V"), H(J, "U") - H(J, "U|V"))}),
        budget=1500,
    )
    assert report.status in ("survived", "undecided")


def test_what_no_precision_decides_is_not_refuted():
    """An equality of irrational numbers: balls never certify it, nor may they its failure."""
    both_ways = equals(exp(log(1 + t) + log(2)), 2 + 2 * t)
    report = attack(statement({"forall": [t], "then": both_ways}), budget=1500)
    assert report.status in ("survived", "undecided")
    assert report.certificate is None


def test_a_supremum_on_the_small_side_becomes_moves():
    parts = {"forall": [W], "then": sup(P, information(P, W)) <= log(n) / 3}
    report = attack(statement(parts), seed=2)
    assert report.status == "refuted"
    moves = check(report.certificate).env
    assert "P" in moves


def test_a_rare_symbol_alone_is_found():
    parts = {"forall": [P, a], "given": [P[a] > 0],
             "then": minimum(P[a], rational("1e-5")) * 10**5 >= 1}
    report = attack(statement(parts))
    assert report.status == "refuted"
    law = check(report.certificate).env["P"].data
    assert any(0 < part < fmpq(1, 10**5) for part in law)


def test_close_and_hockey_stick_name_one_notion():
    parts = {"forall": [P, Q, eps, t], "given": [Close(P, Q, eps, t)],
             "then": hockey_stick(P, Q, eps) <= t}
    assert attack(statement(parts), budget=800).status in ("survived", "undecided")
    halved = {**parts, "then": hockey_stick(P, Q, eps) <= t / 2}
    assert attack(statement(halved)).status == "refuted"


@pytest.mark.parametrize("seed", range(3))
def test_rounding_is_not_undecided(seed: int) -> None:
    """Entropies that cancel look violated in floats; in balls the sides agree to all digits."""
    u, v = Size("u"), Size("v")
    joint = Joint("J", U=u, V=v)
    same = equals(I(joint, "U;V"), H(joint, "U") - H(joint, "U|V"))
    assert attack(claim("same", forall=[joint], then=same), seed=seed, budget=4000).status == (
        "survived"
    )
