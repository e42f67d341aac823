"""What the joint law of an entry, all others and the response tells."""

from __future__ import annotations

from typing import Any

from derivations.patterns.entry_joints import Responses
from derivations.patterns.groups import Told
from derivations.patterns.informations import of_tuples
from derivations.patterns.instances import by_entries, changed
from derivations.tools import same, turned
from verified.language import (
    H,
    as_mechanism,
    database_joint,
    entries,
    equals,
    log,
    one_entry,
    prior_mass,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


def joint_of_entry(d: Derivation, prior: Any, M: Any, i: Any) -> Responses:
    """The joint law of an entry, the others and a mechanism's response."""
    y = Symbol("response", M.sort.outputs)
    return Responses(
        d, prior, i, [(y, lambda at: M[at][y])], database_joint(prior, M, i),
        lambda a, b, y: d.cite("definition/database-joint", P=prior, M=M, i=i, v=a, b=b, y=y),
    )


@derives("background/database-joint")
def told_of_an_entry(d: Derivation) -> None:
    """All are means of logarithms of what instances have in common."""
    prior, M, i = (d.var(name) for name in "PMi")
    here = joint_of_entry(d, prior, M, i)
    own = d.cite("definition/entry-information")
    lines = [own]
    mean = d.cite("background/conditional-entry-mean")
    whole = Told(d).whole()
    for left, shape in ((mean, "A;Y|B"), (whole, "A,B;Y")):
        told, near, _ = here.information(shape)
        known = [here.everywhere(line, 1) for line in near]
        lines.append(d.chain(left, d.identity(
            equals(left.formula.right, told.formula.right), *known), turned(d, told)))
    d.qed(d.both(*lines))


@derives("background/no-others")
def no_other_entries(d: Derivation) -> None:
    """Two instances of one entry are alike once it is replaced."""
    prior, W = d.var("P"), d.var("W")
    M, D = as_mechanism(W), one_entry(d.var("n"))
    here = joint_of_entry(d, prior, M, number(0))
    it = here.it
    x, z = it.x, it.z
    single = d.cite("definition/one-entry", n=d.var("n"))

    def each(place: Any) -> Line:
        few = d.obvious(place <= entries(D) - 1)
        only = d.turn(equals(place, 0), d.arithmetic(place <= number(0), few, single),
                      d.obvious(number(0) <= place))

        def chosen(line: Line, _: Line) -> Line:
            ends = []
            for at in (z, x):
                known = line if line.formula == equals(place, 0) else only
                ends.append(changed(d, D, at, number(0), number(0), place, known))
            return d.chain(ends[0], turned(d, ends[1]))

        return chosen(only, only)

    alike = by_entries(d, D, it.at(z, 0), it.at(x, 0), each)
    test = same(it.at(z, 0), it.at(x, 0))
    mass = prior_mass(prior, z)
    row = d.rewrite(d.identity(equals(test, 1), alike), d.identity(equals(mass * 1, mass)),
                    equals(mass * test, mass))
    found = d.summed(d.forall(z, row))
    certain = d.chain(found, d.identity(equals(found.formula.right, 1)))
    agree, made = here.tuples()
    value: Any = of_tuples(d, lambda joint: H(joint, "B"), agree, made)
    weight = prior_mass(prior, x)
    chance: Term = found.formula.left
    cover = here.covered(False, 0)
    spread = total(x, -(weight * log(chance)))
    line = d.chain(value, d.identity(
        equals(value.formula.right, spread), d.forall(x, d.chain(cover, d.identity(equals(
            cover.formula.right, chance))))))
    term = -(weight * log(chance))
    gone = d.rewrite(certain, d.have(equals(term, term), "defined", certain),
                     equals(term, -(weight * log(number(1)))))
    gone = d.chain(gone, d.identity(equals(gone.formula.right, 0)))
    rest = d.summed(d.forall(x, gone))
    d.qed(d.chain(line, rest, d.identity(equals(rest.formula.right, 0))))
