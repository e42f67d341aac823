"""The corpus: near misses survive a round trip, are replayed first, and decide nothing."""

import json
from pathlib import Path

import pytest

from verified.attack import attack
from verified.attack.corpus import file_of, keep, load, near_miss, points_of, structure_of
from verified.attack.search import Searcher
from verified.errors import InputError
from verified.instances.layout import Layout
from verified.kernel.certificate import check
from verified.language import (
    KL,
    MIDP,
    TV,
    Close,
    Database,
    H,
    Independent,
    Joint,
    Mechanism,
    Pmf,
    Queries,
    Real,
    Size,
    Symbol,
    claim,
    every,
    rational,
    sqrt,
    together,
)
from verified.syntax.goals import goal

n, m, k = Size("n"), Size("m"), Size("k")
P, Q = Pmf("P", n), Pmf("Q", n)
eps = Real("eps", ">=0")
D = Database("D")
S = Queries("S", D, k, m, kind="partial")
J = Joint("J", U=n, V=m)
j = Symbol("j", k)

FALSE = claim("false", forall=[P, Q], then=TV(P, Q) <= sqrt(KL(P, Q) / rational("2.01")))
TRUE = claim("true", forall=[P, Q, eps], given=[Close(P, Q, eps)], then=KL(P, Q) <= eps)


def test_a_second_run_starts_from_what_the_first_found(tmp_path: Path) -> None:
    first = attack(FALSE, corpus=tmp_path)
    second = attack(FALSE, corpus=tmp_path, budget=1)
    assert first.status == second.status == "refuted"
    assert second.certificate is not None
    check(json.loads(json.dumps(second.certificate)))
    assert second.starts == 1


def test_a_near_miss_of_a_true_claim_refutes_a_tampered_one(tmp_path: Path) -> None:
    survived = attack(TRUE, corpus=tmp_path, budget=4000)
    assert survived.status == "survived"
    [path] = tmp_path.iterdir()
    assert path == file_of(tmp_path, goal(TRUE.statement, "refutation"))
    # The names differ, the sorts don't: the file is found by the sorts.
    R, T, e = Pmf("R", n), Pmf("T", n), Real("e", ">=0")
    tampered = claim("x", forall=[R, T, e], given=[Close(R, T, e)], then=KL(R, T) <= e * e / 9)
    assert attack(tampered, corpus=tmp_path, budget=1).status == "refuted"


@pytest.mark.parametrize(
    "tested",
    [
        claim("queries", forall=[S, eps], given=[every(j, MIDP(S[j], eps))],
              then=MIDP(together(S), eps)),
        claim("mechanism", forall=[Mechanism("M", D, m), eps],
              given=[MIDP(Mechanism("M", D, m), eps)], then=eps >= 0),
        claim("joint", forall=[J], given=[Independent(J, "U", "V")],
              then=H(J, "U") <= H(J, "U,V")),
    ],
    ids=lambda tested: tested.key,
)
def test_round_trip_of_every_kind_of_structure(tested, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    searcher = Searcher("k", tested.statement, "refutation", 3)
    # Without climbs, which take long with several queries, and change no structure.
    searcher.budget = 200
    nearest = next(r.nearest for r in map(searcher.round, range(20)) if r.nearest is not None)
    near = near_miss(nearest)
    keep(tmp_path, searcher.target, [near])
    [back] = load(tmp_path, searcher.target)
    assert vars(back) == json.loads(json.dumps(vars(near)))
    structure = structure_of(back, searcher.target)
    assert structure == nearest.layout.structure
    layout = Layout(searcher.target.variables, tested.statement.given, structure, back.free)
    laws = points_of(back, layout).laws()
    for law, exact in zip(laws, nearest.laws, strict=True):
        flat = [float(part.p) / float(part.q) for part in exact.reshape(-1)]
        assert law[0].reshape(-1).tolist() == pytest.approx(flat, rel=1e-12)


def test_a_near_miss_that_does_not_fit_is_passed_over(tmp_path: Path) -> None:
    attack(TRUE, corpus=tmp_path, budget=500)
    [path] = tmp_path.iterdir()
    stored = json.loads(path.read_text())
    stored["near_misses"][0]["laws"] = [[["1"]]]
    stored["near_misses"][0]["structure"] = {}
    path.write_text(json.dumps(stored))
    assert attack(TRUE, corpus=tmp_path, budget=500).status == "survived"


@pytest.mark.parametrize("content", ["{", "[]", '{"schema": 2, "near_misses": []}',
                                     '{"schema": 1, "near_misses": [{"laws": []}]}'])
def test_a_broken_corpus_is_refused(content: str, tmp_path: Path) -> None:
    path = file_of(tmp_path, goal(TRUE.statement, "refutation"))
    path.write_text(content)
    with pytest.raises(InputError, match="corpus"):
        attack(TRUE, corpus=tmp_path, budget=100)


def test_an_unwritable_corpus_is_refused(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(InputError, match=r"can.t be written|not a corpus"):
        attack(TRUE, corpus=blocked / "below", budget=100)
