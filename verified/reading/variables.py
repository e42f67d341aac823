r"""Laws that are written with the variables that they are of: P_{XY}, P_X, P_{Y|X}.

They are one joint law P on X and Y with its marginals and conditionals, as `verified show` prints
them: P, P_X, law_P(Y|X). Under a supremum over P_X alone P_{Y|X} is what stays, a channel W, and
sup_{P_X} I(X;Y) is its capacity as a supremum, sup_{P_X} I(P_X; W).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from verified.reading.spelling import Editor, Plain

_VARIABLE = r"[S-Z](?:_?\d+)?'*"
_LETTER = r"(?<![A-Za-z0-9_'])([PQRKp-r]'*)"
# With a subscript in braces or brackets, or of two capital letters at once.
_SUBSCRIPTED = re.compile(
    rf"{_LETTER}_(?:\{{([^{{}}\[\]]*)\}}|\[([^{{}}\[\]]*)\]|([S-Z]{{2,3}}(?![A-Za-z0-9_'])))"
)
_GROUP = rf"\s*(?:{_VARIABLE}\s*,?\s*)*"
_SUBSCRIPT = re.compile(rf"({_GROUP})(?:\|({_GROUP})(?:=\s*([a-z]\w*'*|\d+)\s*)?)?")
_PREFIX = re.compile(r"\s*[Ff]or\s?(?:all|every|any|each)\b[^:]*:")
_EXTREMUM = re.compile(
    r"(?<![A-Za-z0-9_])(sup|max)_(?:\{\s*)?(?:([Pp])_\{?([S-Z])\}?|([Pp])\(([s-z])\))(?:\s*\})?"
    r"(?![A-Za-z0-9_'])"
)
_INFORMATION = re.compile(
    r"\s*(I(?:_\w+|_\[[^\[\]]*\])?)\(\s*([S-Z])\s*;\s*([S-Z])\s*\)")
_ENTROPY = re.compile(r"\s*H\(\s*([S-Z])\s*\)")
_CHANNEL = re.compile(r"(?<![A-Za-z0-9_])([A-Z])\s+from\b")


# d ~ d', with the small letters that databases have.
_NEIGHBOURS = re.compile(
    r"\s*[Ff]or\s?(?:all|every|any|each)\s+(?:neighbou?rs\s+)?([a-z]\w*'*)\s*~\s*([a-z]\w*'*)\s*[:,]"
)
_SINGLE = re.compile(rf"{_LETTER}_({_VARIABLE})(?![A-Za-z0-9_'])")
# I(X;Y), H(X|Y), L(X -> Y), Pr[X = x], and X - Y - Z.
_SPEAKS = re.compile(
    rf"\b(?:([IHLl])\(\s*{_VARIABLE}(?=\s*[;|,)]|\s*->)[^()]*\)"
    rf"|(?:Pr|P)\s*[\[(]\s*{_VARIABLE}\s*(?:=|!=|in\b)(?:\s*{_VARIABLE}(?=\s*[\])]))?"
    rf"|{_VARIABLE}(?:\s*(?:->|-)\s*{_VARIABLE}){{2,}}(?![\w'(]))"
)


@dataclass(frozen=True)
class Rewritten:
    """A text in which these laws are as they are printed, and the joint laws that it speaks of
    with their variables."""

    plain: Plain
    joints: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class _Law:
    """A law with its subscript, as it stands at a place."""

    start: int
    end: int
    letter: str
    of: tuple[str, ...]
    given: tuple[str, ...]
    value: str

    def printed(self, every: tuple[str, ...]) -> str:
        """As a part of the joint law of all variables."""
        of, given = ",".join(self.of), ",".join(self.given)
        if given:
            row = f"({self.value})" if self.value else ""
            return f"law_{self.letter}({of}|{given}){row}"
        if self.of == every:
            return self.letter
        return f"{self.letter}_{of}" if len(self.of) == 1 else f"law_{self.letter}({of})"


def _laws(text: str) -> list[_Law]:
    found = []
    for match in _SUBSCRIPTED.finditer(text):
        subscript = next(one for one in match.groups()[1:] if one is not None)
        parts = _SUBSCRIPT.fullmatch(subscript)
        if parts is None or not parts[1].strip() or subscript.replace(",", "") in ("TV",):
            continue
        if match[4] and re.match(r"\s+(?:on|from|within)\b", text[match.end():]):
            # A law that is called so.
            continue
        of, given = (
            tuple(re.findall(_VARIABLE, group or "")) for group in (parts[1], parts[2])
        )
        found.append(_Law(match.start(), match.end(), match[1], of, given, parts[3] or ""))
    return found


def _spoken(text: str) -> list[str]:
    """The random variables in informations, entropies, leakages, probabilities and chains."""
    found: dict[str, None] = {}
    for match in _SPEAKS.finditer(text):
        found.update(dict.fromkeys(re.findall(_VARIABLE, match[0][1:] if match[1] else match[0])))
        if match[1] == "l":
            # In l(X -> y) it is Y that is y.
            found.update(dict.fromkeys(
                one.upper() for one in re.findall(r"->\s*([s-z])\s*\)", match[0])
            ))
    return list(found)


def rewritten(plain: Plain) -> Rewritten:
    """The text with these laws as they are printed."""
    extremum = _EXTREMUM.search(plain.text)
    if extremum is not None:
        changed = _over_inputs(plain)
        if changed is not None:
            return Rewritten(changed, {})
    pair = _NEIGHBOURS.match(plain.text)
    if pair is not None:
        plain = _of_neighbours(plain, pair)
    laws = _laws(plain.text)
    spoken = _spoken(plain.text)
    # In the order in which they stand, so that a text is read alike each time.
    families = list(dict.fromkeys(
        law.letter for law in laws if len(law.of) > 1 or law.given
    ))
    singles = list(dict.fromkeys(
        match[1] for match in _SINGLE.finditer(plain.text) if match[2] in spoken
    )) if len(spoken) > 1 else []
    if not families and len(singles) == 1:
        # P(X != Y) >= TV(P_X, P_Y)
        families = singles
    joints: dict[str, dict[str, None]] = {letter: {} for letter in families}
    if len(families) == 1:
        # I(U;X) speaks of the same law.
        joints[families[0]].update(dict.fromkeys(spoken))
    for law in laws:
        if law.letter in families:
            joints[law.letter].update(dict.fromkeys((*law.of, *law.given)))
    for letter, variables in joints.items():
        for match in re.finditer(rf"(?<![A-Za-z0-9_']){letter}_({_VARIABLE})(?![A-Za-z0-9_'])",
                                 plain.text):
            variables.setdefault(match[1])
    known = {letter: tuple(sorted(variables)) for letter, variables in joints.items()}
    editor = Editor(plain)
    prefix = _PREFIX.match(plain.text)
    stated: list[tuple[int, int, str]] = []
    for law in laws:
        if law.letter not in families:
            if len(law.of) == 1 and not law.given:
                editor.put(law.start, law.end, f"{law.letter}_{law.of[0]}")
            continue
        if prefix is None or law.start >= prefix.end():
            editor.put(law.start, law.end, law.printed(known[law.letter]))
        else:
            stated.append((law.start, law.end, law.letter))
    if prefix is not None:
        for letter in families:
            for match in re.finditer(rf"(?<![A-Za-z0-9_']){letter}_{_VARIABLE}(?![A-Za-z0-9_'])",
                                     prefix[0]):
                if not any(law.start <= match.start() < law.end for law in laws):
                    stated.append((match.start(), match.end(), letter))
    declared: set[str] = set()
    for start, end, letter in sorted(stated):
        _declared(editor, start, end, letter, declared)
    return Rewritten(editor.done(), known)


def _of_neighbours(plain: Plain, pair: re.Match[str]) -> Plain:
    """ "For all d ~ d': …" says it of every two databases that are neighbours."""
    one, two = pair[1], pair[2]
    editor = Editor(plain)
    editor.put(pair.start(), pair.end(), f"(for every {one}, {two}: if {one} ~ {two} then")
    end = len(plain.text.rstrip(" .\n"))
    editor.put(end, len(plain.text), ")")
    return editor.done()


def _declared(editor: Editor, start: int, end: int, letter: str, declared: set[str]) -> None:
    """In "for all P_X, P_{Y|X}" one law is declared, once."""
    if letter not in declared:
        declared.add(letter)
        editor.put(start, end, letter)
        return
    before = re.search(r"(?:,|\band\b)\s*$", editor.plain.text[:start])
    editor.put(start if before is None else before.start(), end, "")


def _over_inputs(plain: Plain) -> Plain | None:
    """Where a supremum goes over P_X the rest is a channel; None where no more is said of it than
    that it goes over a law of this name."""
    text = plain.text
    laws = [law for law in _laws(text) if law.given and not law.value]
    named = _CHANNEL.search(text)
    channel = "W" if named is None or re.search(r"(?<![A-Za-z0-9_])W(?![A-Za-z0-9_])", text) else (
        named[1])
    editor = Editor(plain)
    some = False
    for match in _EXTREMUM.finditer(text):
        name = f"{match[2]}_{match[3]}" if match[2] else f"P_{match[5].upper()}"
        variable = match[3] or match[5].upper()
        entropy = _ENTROPY.match(text, match.end())
        if entropy is not None and entropy[1] == variable:
            some = True
            editor.put(match.start(), match.end(), f"sup_{{{name} on n symbols}}")
            editor.put(entropy.start(), entropy.end(), f" H({name})")
            continue
        inside = _INFORMATION.match(text, match.end())
        if inside is None or inside[2] != variable:
            continue
        some = True
        editor.put(match.start(), match.end(), f"sup_{{{name}}}")
        editor.put(inside.start(), inside.end(), f" {inside[1]}({name}; {channel})")
    for law in laws:
        some = True
        editor.put(law.start, law.end, channel)
    return editor.done() if some else None


__all__ = ["Rewritten", "rewritten"]
