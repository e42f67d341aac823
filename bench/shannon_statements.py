"""The 20 statements of the benchmark of Shannon-type inequalities, true and false ones.

`expected` says whether a statement follows from the premises by Shannon-type inequalities. What
doesn't may be true all the same: the conditional inequality of Zhang and Yeung is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from verified import language as v
from verified.language import H, I
from verified.syntax.formulas import Formula, Relation
from verified.syntax.terms import Term, Var


@dataclass(frozen=True)
class Case:
    name: str
    variables: int
    expected: bool  # whether it is of Shannon type
    conclusion: Formula
    premises: Sequence[Formula] = ()


def joint(count: int) -> tuple[Var, list[str]]:
    names = [f"X{k}" for k in range(count)]
    return v.Joint("J", **dict.fromkeys(names, v.Size("n"))), names


def total(terms: Sequence[Term]) -> Term:
    return reduce(lambda one, two: one + two, terms)


def reverse(relation: Formula) -> Relation:
    assert isinstance(relation, Relation)
    return Relation(relation.op, relation.right, relation.left)


def han(count: int) -> Relation:
    law, names = joint(count)
    others = [H(law, ",".join(b for b in names if b != a)) for a in names]
    return (count - 1) * H(law, ",".join(names)) <= total(others)


def chain(count: int) -> tuple[Relation, list[Formula]]:
    """Data processing along a chain, for its ends and a link in the middle."""
    law, names = joint(count)
    links: list[Formula] = [
        v.Markov(law, ",".join(names[:k]), names[k], names[k + 1]) for k in range(1, count - 1)
    ]
    middle = count // 2
    return I(law, f"X0;X{count - 1}") <= I(law, f"X{middle - 1};X{middle}"), links


def independent_inputs(count: int) -> tuple[Relation, list[Formula]]:
    """The sum of what the last variable tells about each of the others, which are independent."""
    law, names = joint(count)
    *inputs, output = names
    independent: list[Formula] = [
        v.Independent(law, ",".join(inputs[:k]), inputs[k]) for k in range(1, len(inputs))
    ]
    parts = total([I(law, f"{name};{output}") for name in inputs])
    return parts <= I(law, f"{','.join(inputs)};{output}"), independent


def cases() -> list[Case]:
    J = v.Joint("J", **dict.fromkeys("ABCDEF", v.Size("n")))
    eps = v.Real("eps", ">=0")
    ingleton = I(J, "A;B") <= I(J, "A;B|C") + I(J, "A;B|D") + I(J, "C;D")
    zhang_yeung = 2 * I(J, "C;D") <= (
        I(J, "A;B") + I(J, "A;C,D") + 3 * I(J, "C;D|A") + I(J, "C;D|B")
    )
    # E is a copy of A given (C, D), drawn afresh.
    copy = [v.equals(H(J, f"E{rest}"), H(J, f"A{rest}")) for rest in ("", ",C", ",D", ",C,D")] + [
        v.Markov(J, "A,B", "C,D", "E")
    ]
    common = [
        v.equals(H(J, "E|A"), 0), v.equals(H(J, "E|B"), 0), v.equals(H(J, "E"), I(J, "A;B"))
    ]  # fmt: skip
    chained = v.equals(H(J, "A,B,C,D"), H(J, "A") + H(J, "B|A") + H(J, "C|A,B") + H(J, "D|A,B,C"))
    leak = I(J, "A;B,C,D") <= 3 * eps
    leaks = [I(J, "A;B") <= eps, I(J, "A;C|B") <= eps, I(J, "A;D|B,C") <= eps]
    triangle = [v.Markov(J, "A,B,C", "D", "E"), v.Markov(J, "A,B,C,D", "E", "F")]
    pairs = total([H(J, f"{a},{b}") for a, b in ("AB", "BC", "CD", "DE", "EF", "AF")])
    long, links = chain(7)
    longest, most_links = chain(9)
    inputs, independent = independent_inputs(8)
    return [
        Case("chain rule", 4, True, chained),
        Case("secret sharing", 4, True, H(J, "A") <= H(J, "B"),
             [v.Independent(J, "A", "C"), v.equals(H(J, "A|B,C"), 0), H(J, "D") >= H(J, "A")]),
        Case("composition of leaks", 4, True, leak, leaks),
        Case("… without one bound", 4, False, leak, leaks[1:]),
        Case("Ingleton", 4, False, ingleton),
        Case("Zhang–Yeung", 4, False, zhang_yeung),
        Case("Ingleton with a common part", 5, True, ingleton, common),
        Case("Zhang–Yeung with a copy", 5, True, zhang_yeung, copy),
        Case("Han", 5, True, han(5)),
        Case("Shearer on a cycle", 6, True, 2 * H(J, "A,B,C,D,E,F") <= pairs),
        Case("… reversed", 6, False, reverse(2 * H(J, "A,B,C,D,E,F") <= pairs)),
        Case("processing, vectors", 6, True, I(J, "A,B;F") <= I(J, "A,B,C;D"), triangle),
        Case("Han", 7, True, han(7)),
        Case("data processing", 7, True, long, links),
        Case("… with a link missing", 7, False, long, [*links[:2], *links[3:]]),
        Case("independent inputs", 8, True, inputs, independent),
        Case("… that aren't", 8, False, inputs, independent[1:]),
        Case("Han", 9, True, han(9)),
        Case("data processing", 9, True, longest, most_links),
        Case("… reversed", 9, False, reverse(longest), most_links),
    ]  # fmt: skip
