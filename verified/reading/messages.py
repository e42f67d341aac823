"""What can't be read is told with its column, a caret under it, and a word that is near."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verified.errors import InputError
from verified.reading.nodes import Called, Domain, Made, Name, Node, Notion
from verified.reading.parser import KEYWORDS, Parser
from verified.reading.spelling import Misspelt, Plain, plain
from verified.reading.variables import rewritten
from verified.reading.vocabulary import CALLED, FUNCTIONS, NOTIONS, may_be_called
from verified.reading.wordings import reworded
from verified.syntax.formulas import Relation
from verified.syntax.quantity import QUANTITIES
from verified.syntax.trees import Op

_MOST_LETTERS = 20_000
_OPEN = re.compile(r"\?\d+")


class Unread(InputError):
    """A text that can't be read; `column` counts from 1, `rule` is why."""

    def __init__(self, source: str, column: int, rule: str, what: str) -> None:
        # What isn't known of an alphabet has no name that a reader could know.
        rule = _OPEN.sub("…", rule)
        self.column, self.rule = column, rule
        super().__init__(f"{what}, column {column}: {rule}\n{caret(source, column)}")


def caret(source: str, column: int, width: int = 78) -> str:
    """The text around a column, and under it a caret."""
    start = max(0, column - 1 - width // 2)
    shown = source[start : start + width].replace("\n", " ").replace("\t", " ")
    before = "… " if start else ""
    return f"  {before}{shown}\n  {' ' * (len(before) + column - 1 - start)}^"


@dataclass(frozen=True)
class Line:
    """A text with its plain form, for messages; `joints`: the joint laws that it writes with their
    variables, as P_{XY}."""

    source: str
    plain: Plain
    what: str
    joints: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def unread(self, place: int, rule: str) -> Unread:
        """The error that something is wrong at a place of the plain form."""
        column = self.plain.columns[min(place, len(self.plain.columns) - 1)]
        return Unread(self.source, column + 1, rule, self.what)


def opened_line(source: str, what: str) -> Line:
    """A text in plain letters.

    Raises:
        InputError: it is too long, or has a sign that isn't known.
    """
    if len(source) > _MOST_LETTERS:
        raise InputError(f"{what} has {len(source)} letters; {_MOST_LETTERS} is the limit")
    try:
        found = rewritten(reworded(plain(source)))
        line = Line(source, found.plain, what, found.joints)
        for pattern, rule in _UNREAD:
            if (match := pattern.search(found.plain.text)) is not None:
                raise line.unread(match.start(), rule)
        return line
    except Misspelt as error:
        raise Unread(source, error.column + 1, str(error), what) from None


def stuck(line: Line, parser: Parser) -> Unread:
    """The error where the parser came to a stop."""
    text, place = line.plain.text, parser.furthest
    rest = text[place:].split()
    here = rest[0] if rest else ""
    word = "".join(letter for letter in here if letter.isalnum() or letter in "_'")
    near = nearest(word, [*CALLED, *FUNCTIONS, *NOTIONS, *KEYWORDS]) if len(word) > 2 else ""
    wanted = _wanted(parser.wanted)
    shown = f"{here[:20]!r} stands here" if here else "the text ends here"
    advice = _advice(text, place)
    near = f": {advice}" if advice else near
    return line.unread(place, f"{shown}; expected {wanted}{near}")


# What is told before anything is read, as its parts may mean something else.
_UNREAD = tuple((re.compile(pattern), rule) for pattern, rule in (
    (r"\(\s*M(?:_?\w+|'+)?\s*,\s*M(?:_?\w+|'+)?(?:\s*,[^()]*)?\)\s+is\b",
     "two mechanisms together have no name: of k equal ones it is composed(M, k), of channels with "
     "one input name the law of both responses, 'for every y, z: "
     "M_1(d)(y)*M_2(d)(z) <= exp(eps)*M_1(d')(y)*M_2(d')(z)'"),
    (r"\b[A-T]\s+(?:an\s+event|events)\b(?=[^:]*:)", "an event is 'A within n symbols'"),
))
# What readers of papers write that isn't read, and what to write instead.
_SLIPS = tuple((re.compile(pattern), advice) for pattern, advice in (
    (r"=>", "=> is 'implies'; the relation is >="),
    (r"\bdatabases?\s+of\b|\b[A-Z]\s+of\s+\d+\s+\w+", "a database is 'D a database', a mechanism "
     "on it 'M on D with n symbols'; how many entries it has is for the search to try"),
    (r"=<", "write <="),
    (r"\b(?:D|KL|chi2)\([^()|;,]*(?:[;,]|\|(?!\|))[^()|]*", "a divergence is D(P || Q)"),
    (r"^\s*for ?(?:all|every|any)\s+[A-Z]\w*(?:\s+[A-Z]\w*)+\s*:", "commas stand between names"),
    (r"\bfor ?(?:all|every|any)\s+(?:real|whole|integer|natural|positive|binary|finite)\b[^:]*:",
     "what a name ranges over follows it: 'for all x real', 'x > 0', 'n whole >= 1', "
     "'W from 2 to 2 symbols'"),
    (r"^\s*(?:Let|Given|Suppose|Assume|Fix|let|given|suppose|assume)\b[^:]*",
     "say 'for all P, Q on n symbols: if … then …'"),
    (r"^\s*for ?(?:all|every|any)[^:.]*\.", "a colon stands before the claim"),
    (r"^\s*for ?(?:all|every|any)\b[^:]*\bis\b[^:]*:", "a condition follows the colon: "
     "'for all M, eps: if M is (eps,0)-DP then …'"),
    (r"^\s*for ?(?:all|every|any)\s+\w+ ?-+>? ?\w+ ?-+>? ?\w+\s*:",
     "a Markov chain is a condition: 'if X - Y - Z then …'"),
    (r"\bL(?:_?max|\^max)?\([^()|]*(?:->|→|;)[^()|]*", "maximal leakage is L(P; W)"),
    (r"\bfull support\b|\bsupp\(", "that P has full support is 'for every x: P(x) > 0'"),
    (r"\bon\s*\{\s*[a-z]\s*(?:,\s*[a-z]\s*)+\}", "symbols have numbers: 'P on 3 symbols'"),
    (r"^\s*for ?(?:all|every|any)\s+\d+\s*<=?\s*\w+\s*<=?\s*[A-Za-z]", "of a chain of names write "
     "'for all a > 0, b real: if a < b then …'"),
    (r"\b[A-Z]\w* on [DEF]\s*[,:]", "a mechanism is 'M on D with n symbols', or M alone"),
    (r"<<", "that P is absolutely continuous is 'for every x: Q(x) = 0 => P(x) = 0'"),
    (r"\b\d+\s*[A-Za-z]\w*-\w*DP\b", "write '(2 eps)-DP'"),
    (r"\b(?:Pr|Prob)\s*[\[({][^\])}]*", "a probability is P(A), of an event or a symbol A of a law "
     "P, Pr[M(x) = y], Pr[X = x], or Pr_{x ~ P}[f(x) > 0]"),
    (r"\bE(?:_\w+)?\s*\[[^\]]*", "an expectation is E_{x ~ P}[f(x)], the sum_x P(x) f(x)"),
    (r"\bP_\{?\[?\w+\|", "a channel has a name of its own, W; of a joint law J it is "
     "conditional(J, 'Y|X') in a Python file, and J_X a marginal"),
    (r":\s*(?:\{[^}]*\}|\w+)\s*(?:->|to)\s*", "a channel is 'W from n to m symbols'"),
    (r"\bin\s+N\b", "whole numbers are 'n whole >= 1'"),
    (r"\bin\s+P\([^)]*\)", "laws are 'P, Q on n symbols'"),
    (r"\bD_\[?f\]?\([^)]*", "an f-divergence has a name, as KL, TV and chi^2 have, or is "
     "D_f[kinks, weights](P || Q)"),
    (r"\b(?:sum|prod)_\{?\w+ ?= ?\d+\}?", "a sum over symbols is sum_{i < n} P(i)"),
    (r"∘", "write M U, or M @ U: first M, then U"),
    (r"↦|\bis (?:non)?(?:de|in)creasing", "write two values: 'if alpha <= beta then "
     "D_alpha(P || Q) <= D_beta(P || Q)'"),
    (r"\bH\(\w+ ?\| ?\w+ ?=[^)]*", "of one value it is the entropy of a row, H(W_y)"),
    (r"\bfor all [A-Za-z]\w*\s+(?:then|,|=>)", "it stands before what it is said of: "
     "'for every A: P(A) <= …'"),
))
# Names that stand for something else than a quantity.
_NO_QUANTITIES = {
    "eta": "contraction coefficients are eta_KL(W), eta_TV(W) and eta_chi^2(W), or a supremum, "
    "sup_{P, Q on n symbols} …; that of E_γ is for γ >= 1 the largest of two rows, "
    "max_{x, y} E_{e^eps}(W(x) || W(y))",
    "L": "maximal leakage is L(P; W), of a prior and a channel",
    "D": "a divergence is D(P || Q)", "E": "an expectation is E_{x ~ P}[f(x)], the sum_x P(x) f(x)",
    "Pr": "a probability is P(A), of an event or a symbol A of a law P",
    "Prob": "a probability is P(A), of an event or a symbol A of a law P",
    "Var": "a variance is a sum: sum_x P(x) f(x)^2 - (sum_x P(x) f(x))^2",
    "abs": "an absolute value is |x|",
    **dict.fromkeys(
        ("W1", "W_1", "W2", "W_2"), "the Wasserstein distance has its distances: W_[1, d](P, Q) "
        "with 'd of n*n numbers, each >= 0'",
    ),
    "integral": "an integral is integral_{t in [0,1]}(t^2), or integral_{eps >= 0}(...)",
    "Phi": "Φ(z) is Phi(z); its inverse has no sign: say 'for all z real: …' with Phi(z) for the "
    "probability, or T(N(0,1), N(mu,1))(a) for the trade-off function",
    **dict.fromkeys(
        ("unif", "Unif", "U_n"), "the uniform law on n symbols is [1/n for x < n], on the line "
        "U(a, b)",
    ),
    "supp": "that P has full support is 'for every x: P(x) > 0'",
    "BC": "the Bhattacharyya coefficient is 1 - H2(P, Q)",
    "D_H": "the squared Hellinger distance is H2(P, Q), with a factor of a half",
}


def _advice(text: str, place: int) -> str:
    """What to write instead of what stands around a place, where that is a known slip."""
    for pattern, advice in _SLIPS:
        for match in pattern.finditer(text):
            if match.start() - 1 <= place <= match.end() + 1:
                return advice
    return ""


def _wanted(words: set[str]) -> str:
    """What might have stood there, the likely first."""
    general = [word for word in ("an expression", "a relation", "a colon", "a name", "the end")
               if word in words]
    signs = sorted(word for word in words if word not in general and len(word) <= 2)
    letters = sorted(word for word in words if word not in general and len(word) > 2)
    shown = [*general, *(f"'{word}'" for word in ["then"] if word in letters)]
    if not general or len(signs) <= 3:
        shown += [f"'{word}'" for word in signs[:6]]
    if not shown:
        shown = [f"'{word}'" for word in letters[:6]]
    return " or ".join(dict.fromkeys(shown)) or "something else"


def nearest(word: str, known: Sequence[str]) -> str:
    """ "; nearest: …", where a known word is near."""
    near = [name for name in difflib.get_close_matches(word, sorted(set(known)), 3, 0.6)
            if name != word]
    return f"; nearest: {', '.join(near)}" if near else ""


def _no_number(name: str) -> str:
    """What to write for a condition that stands where a number is due."""
    definition = NOTIONS[name]
    takes = definition.takes[0]
    given = ", ".join(var.name for var in takes)
    stands_for = definition.expand(*takes)
    advice = f"{name} is a condition, no number: 'if {name}({given}) then …'"
    if not (isinstance(stands_for, Relation) and isinstance(stands_for.left, Op)):
        return advice
    told = stands_for.left
    numbers = [f"{told.head}({', '.join(map(str, told.args))})"]
    least = f"{told.head.removesuffix('_delta')}_epsilon"
    if least in QUANTITIES:
        # Of (ε,δ) the last argument is ε.
        numbers.append(f"{least}({', '.join(map(str, told.args[:-1]))})")
    return f"{advice}; as a number write {' or '.join(numbers)}"


def parts(node: Any) -> Iterator[Any]:
    """A node, and all nodes in it."""
    seen: set[int] = set()
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple):
            waiting.extend(one)
        elif isinstance(one, dict):
            waiting.extend(one.values())
        elif isinstance(one, Node | Domain) and id(one) not in seen:
            seen.add(id(one))
            yield one
            waiting.extend(vars(one).values())


def unread(
    line: Line, node: Any, problems: Sequence[tuple[int, int, str]], known: Iterable[str],
    implicit: bool = False,
) -> Unread:
    """The error of a text whose parts don't fit: the first name that means nothing, or else what is
    wrong furthest in the text, about the smallest part there.

    Args:
        known: the names that mean something here.
        implicit: whether any name may be a variable.
    """
    names = set(known)
    every = list(parts(node))
    # Where a form or a call is read as well, the name alone isn't what was meant.
    meant = {
        one.start for one in every if isinstance(one, Made | Notion)
        if all(slot.start > one.start for slot in one.slots.values())
    }
    meant |= {
        one.start for one in every if isinstance(one, Called) and may_be_called(one.name)
        # An index stands after what it is of.
        and not any(arg.start == one.start for arg in one.args)
    }
    met = (one for one in every if isinstance(one, Name | Called) and one.start not in meant)
    for part in sorted(met, key=lambda one: (one.start, -one.end)):
        # Any name may be a variable, but none of several arguments.
        may_be = implicit and not (isinstance(part, Called) and len(part.args) > 1)
        stem = part.name.partition("_")[0]
        if part.name in names or (may_be and stem not in _NO_QUANTITIES):
            continue
        if (part.start, part.end, f"nobody says what {part.name} is") in problems:
            near = nearest(part.name, [*names, *CALLED, *FUNCTIONS, *NOTIONS])
            if (told := _NO_QUANTITIES.get(part.name) or _NO_QUANTITIES.get(stem)) is not None:
                near = f": {told}"
            return line.unread(part.start, f"nobody says what {part.name} is{near}")
    passed = [
        one for one in problems
        if one[0] in meant and one[2].startswith("nobody says what ")
    ]
    problems = [one for one in problems if one not in passed]
    if not problems:
        notions = {one.start: one.name for one in every
                   if isinstance(one, Called) and one.name in NOTIONS}
        for start, _, _ in passed:
            if start in notions:
                return line.unread(start, _no_number(notions[start]))
        unsaid = next((one for one in sorted(every, key=lambda one: getattr(one, "start", 0))
                       if isinstance(one, Name) and one.name not in names
                       and one.start not in meant), None)
        if unsaid is not None and not implicit:
            return line.unread(unsaid.start, f"nobody says what {unsaid.name} is")
        return line.unread(0, "this can't be read")
    # That a name has no letter for what it stands for is seldom all that is wrong.
    problems = [one for one in problems if "on_database wants" not in one[2]] or problems
    problems = [one for one in problems if " can't be a" not in one[2]] or problems
    furthest = max(start for start, _, _ in problems)
    own = [problem for problem in problems if problem[0] == furthest]
    told = min(own, key=lambda problem: problem[1])[2]
    name = told.removeprefix("nobody says what ").removesuffix(" is")
    advice = _NO_QUANTITIES.get(name) or _NO_QUANTITIES.get(name.partition("_")[0])
    return line.unread(furthest, told if advice is None else f"{told}: {advice}")


__all__ = [
    "Line", "Unread", "caret", "nearest", "opened_line", "parts", "stuck", "unread",
]
