"""What the levels of privacy say of two rows, and what gives them."""

from __future__ import annotations

from typing import Any

from derivations.patterns.levels import half
from derivations.tools import turned
from verified.language import as_mechanism, entries, hamming, instances, one_entry
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


@derives("lemma/dp", "lemma/kl-dp")
def of_two_rows(d: Derivation) -> None:
    """One of the pairs."""
    near, private = d.given
    pairs = half(d, d.key.replace("lemma", "definition"), 0, private)
    line = d.at(d.at(pairs, d.var("x")), d.var("x'"), near)
    d.qed(line)


@derives("lemma/dp-intro", "lemma/kl-dp-intro")
def of_all_pairs(d: Derivation) -> None:
    """Half of the definition."""
    d.qed(half(d, d.key.replace("lemma", "definition").removesuffix("-intro"), 1, *d.given))


@derives("lemma/entry-epsilon")
def of_one_entry(d: Derivation) -> None:
    """One of the pairs."""
    line = half(d, "definition/entry-epsilon", 0, *d.given)
    for name in ("x", "v", "w"):
        line = d.at(line, d.var(name))
    d.qed(line)


@derives("lemma/free-lunch-epsilon")
def of_any_two(d: Derivation) -> None:
    """One of the pairs."""
    line = half(d, "definition/free-lunch-epsilon", 0, *d.given)
    d.qed(d.at(d.at(line, d.var("x")), d.var("x'")))


def neighbours(d: Steps, W: Term, one: Any, two: Any) -> Line:
    """Any two inputs of a channel are neighbours, as instances of a database of one entry."""
    database = one_entry(W.sort.sizes()[0])
    most = d.cite("background/hamming-entries", D=database, values={"x": one, "x'": two})
    single = d.cite("definition/one-entry", n=W.sort.sizes()[0])
    return d.chain(most, d.turn(entries(database) <= number(1), single))


def as_rows(d: Steps, W: Term, line: Line, *inputs: Any, back: bool = False) -> Line:
    """A line on rows of the mechanism as one on rows of the channel; or back."""
    y = d.fix(Symbol("y", W.sort.sizes()[1]))
    for one in inputs:
        entry = d.cite("definition/as-mechanism", W=W, x=one, y=y)
        line = d.rewrite(d.forall(y, turned(d, entry) if back else entry), line)
    return line


@derives("lemma/as-mechanism-dp", "lemma/as-mechanism-kl")
def of_two_inputs(d: Derivation) -> None:
    """They are neighbours."""
    W, one, two = d.var("W"), d.var("x"), d.var("x'")
    key = d.key.replace("as-mechanism-kl", "kl-dp").replace("as-mechanism-", "")
    values = {"M": as_mechanism(W), "x": one, "x'": two}
    line = d.cite(key, neighbours(d, W, one, two), *d.given, values=values)
    d.qed(as_rows(d, W, line, one, two))


@derives("lemma/as-mechanism-dp-intro", "lemma/as-mechanism-kl-intro")
def of_all_inputs(d: Derivation) -> None:
    """Each pair of inputs that are neighbours is a pair of inputs."""
    W = d.var("W")
    key = d.key.replace("as-mechanism-kl", "kl-dp").replace("as-mechanism-", "")
    size = instances(one_entry(W.sort.sizes()[0]))
    one, two = d.fix(Symbol("one", size)), d.fix(Symbol("two", size))
    line = as_rows(d, W, d.at(d.at(d.given[0], one), two), one, two, back=True)
    near = hamming(one_entry(W.sort.sizes()[0]), one, two) <= 1
    pairs = d.forall(one, d.forall(two, line, where=near))
    values = {"M": as_mechanism(W)}
    d.qed(d.cite(key, pairs, values=values))


@derives("lemma/secret-information")
def of_one_edge(d: Derivation) -> None:
    """One of the edges; and a bound of what is never negative isn't negative."""
    r, most = d.var("r"), d.given[0]
    positive = d.arithmetic(r >= number(0), most)
    told = half(d, "definition/secret-information", 0, most, positive, r=r)
    d.qed(d.at(told, d.var("e")))


@derives("lemma/secret-information-intro", "lemma/secret-delta-intro")
def of_all_edges(d: Derivation) -> None:
    """Half of the definition."""
    d.qed(half(d, d.key.replace("lemma", "definition").removesuffix("-intro"), 1, *d.given))


@derives("lemma/secret-delta")
def of_two_secrets(d: Derivation) -> None:
    """One of the pairs of secrets that are possible."""
    private, *possible = d.given
    line = half(d, "definition/secret-delta", 0, private)
    for name in ("e", "c", "a", "b"):
        line = d.at(line, d.var(name))
    d.qed(d.follows(d.goal, line, *possible))


@derives("lemma/response-support")
def of_one_law(d: Derivation) -> None:
    """One of the class's laws."""
    whole: Any = d.cite("definition/response-support")
    most = d.below_sup(whole.formula.right, d.var("T"))
    d.qed(d.chain(most, turned(d, whole)))
