"""The words of the language, from the records of its quantities, as text and as a page."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from types import ModuleType

from verified.errors import UnknownKeyError
from verified.quantities import THEMES
from verified.reading.abbreviations import SHORT
from verified.report.grammar import GRAMMAR, grammar, meaning, statement_with
from verified.report.word_claims import claim_of, claim_of_notion
from verified.syntax.formulas import DEFINITIONS, Definition
from verified.syntax.latex import latex
from verified.syntax.quantity import QUANTITIES, ExtendedSort, Quantity
from verified.syntax.sorts import IntegerLawSort, JointSort, LawSort, SizeSort, sort_name
from verified.syntax.terms import Term, Var, is_arithmetic
from verified.syntax.text import domain, text

OPENING = """# The words of the language

Every operation and quantity, from its record, and then what claims are made of beside them:
`verified words --markdown` writes this page, and a test holds the two equal. Logarithms are
natural. Symbols of an alphabet are numbered from 0, and so are the instances of a database, the
last entry fastest; so is whatever else is counted. How to add a quantity:
[contributing.md](contributing.md).
"""


def words(patterns: Sequence[str]) -> list[Quantity]:
    """The quantities whose name, or whose word for authors, contains a pattern; all without any.

    Raises:
        UnknownKeyError: nothing matches a pattern, no notion either.
    """
    found: dict[str, Quantity] = {}
    for pattern in patterns or [""]:
        hits = {
            name: record for name, record in QUANTITIES.items()
            if pattern.lower() in name or pattern.lower() in record.written.lower()
        }
        if not hits and not notions([pattern]) and not grammar([pattern]):
            known = {**QUANTITIES, **notions([]), **dict.fromkeys(grammar([]))}
            raise UnknownKeyError("quantity", pattern, known)
        found.update(hits)
    return list(found.values())


def described(record: Quantity) -> list[str]:
    """A quantity in a few lines."""
    lines = [record.written, f"  {record.doc}"]
    taken = _taken(record)
    if taken:
        lines.append(f"  takes {taken}")
    lines.append(f"  gives {_given(record)}")
    for condition in () if callable(record.given) else record.given:
        lines.append(f"  has a value where {text(condition)}")
    lines += [f"  e.g. {_example(record, number)}" for number in range(len(record.examples))]
    lines.append(f"  in a claim: {claim_of(record)}")
    return lines


def notions(patterns: Sequence[str]) -> dict[str, Definition]:
    """The notions that authors have a word for, by that word, which contains a pattern."""
    return {
        definition.build.__name__: definition for definition in (*DEFINITIONS.values(), *SHORT)
        if any(pattern.lower() in definition.build.__name__.lower() for pattern in patterns or [""])
    }


def described_notion(word: str, definition: Definition) -> list[str]:
    """A notion in a few lines."""
    claimed = claim_of_notion(definition)
    return [word, f"  {_first_paragraph(definition)}", f"  in a claim: {claimed}"]


def _first_paragraph(definition: Definition) -> str:
    told = inspect.getdoc(definition.build) or ""
    return " ".join(told.split("\n\n")[0].split())


def page() -> str:
    """The reference page, in Markdown."""
    lines = [OPENING]
    for theme in THEMES:
        own = [record for record in QUANTITIES.values() if theme_of(record) is theme]
        if own:
            lines += [f"## {title_of(theme)}\n", *_entries(own)]
    lines.append("## Notions that have a name\n")
    for word, definition in notions([]).items():
        doc = _first_paragraph(definition)
        lines.append(f"- **{word}**: {doc} As in `{claim_of_notion(definition)}`.")
    lines.append("")
    for title, group in GRAMMAR.items():
        lines.append(f"## {title}\n")
        lines += [
            f"- **{word}**, `{one.written}`: {meaning(word)} As in `{statement_with(word)}`."
            for word, one in group.items()
        ]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _entries(own: Sequence[Quantity]) -> Iterator[str]:
    for record in own:
        taken = _taken(record)
        conditions = () if callable(record.given) else record.given
        facts = [f"Takes {taken}."] if taken else []
        facts.append(f"Gives {_given(record)}.")
        facts += [f"It has a value where `{text(condition)}`." for condition in conditions]
        facts += [f"`{_example(record, number)}`." for number in range(len(record.examples))]
        yield f"- **`{record.written}`**: {record.doc} {' '.join(facts)}{_printed(record)}"
    yield ""


def theme_of(record: Quantity) -> ModuleType | None:
    """The theme that has the record."""
    for theme in THEMES:
        if any(value is record for value in vars(theme).values()):
            return theme
    # Arithmetic has no name of its own.
    return THEMES[0]


def title_of(theme: ModuleType) -> str:
    """What a theme's quantities are about."""
    assert theme.__doc__ is not None
    return " ".join(theme.__doc__.strip().split("\n\n")[0].split()).rstrip(".")


def _taken(record: Quantity) -> str:
    """What a quantity takes, as a claim's variables are printed."""
    parts = []
    for var in (next(v for v in record.arguments if v.name == name) for name in record.order):
        parts.append(f"{var.name} {_range(var)}".strip())
        if record.kinds.get(var.name):
            parts[-1] += f" ({' or '.join(record.kinds[var.name])})"
    return ", ".join(parts) + (", …" if record.repeats else "")


def _range(var: Var) -> str:
    match var.of:
        case ExtendedSort():
            return f"in {var.of.describe()}"
        case LawSort():
            return "a law on the real line"
        case IntegerLawSort():
            return "a law on the integers"
        case JointSort():
            return "a joint law"
    return domain(var)


def _given(record: Quantity) -> str:
    """What a quantity gives: the sort, and for numbers where they lie."""
    if callable(record.result):
        kind = "a value of a sort that depends on its arguments"
        return f"a number in {record.values.describe()}" if record.values else kind
    unit = f" {record.unit}" if record.unit else ""
    if record.values is not None:
        whole = "a whole number" if isinstance(record.result, SizeSort) else "a number"
        return f"{whole} in {record.values.describe()}{',' if unit else ''}{unit}"
    if is_arithmetic(record.result):
        return f"a symbol {domain(Var('', record.result))}"
    name = {"pmf": "law", "dataclass": "class of laws"}.get(
        sort_name(record.result), sort_name(record.result)
    )
    if isinstance(record.result, LawSort):
        return "a law on the real line"
    if isinstance(record.result, IntegerLawSort):
        return "a law on the integers"
    article = "an" if name[0] in "aeiou" else "a"
    return f"{article} {name} {domain(Var('', record.result))}".rstrip()


def _example(record: Quantity, place: int) -> str:
    known = record.examples[place]
    literals = " ".join(f'"{literal}"' for literal in known.arguments)
    # Decimals are its first digits.
    value = f"{known.value}…" if "." in known.value else known.value
    return f"verified value {record.name} {literals}".rstrip() + f" = {value}"


def _printed(record: Quantity) -> str:
    """How a term of the declared variables is printed, where one can be made of them alone."""
    term = printed_term(record)
    return "" if term is None else f" Printed `{text(term)}`, ${latex(term)}$."


def printed_term(record: Quantity) -> Term | None:
    """A term of the quantity's declared variables; None where none can be made of them alone."""
    if record.repeats or record.details or record.check is not None or not record.text:
        return None
    return record.of(record.arguments)


__all__ = [
    "described", "described_notion", "notions", "page", "printed_term", "theme_of", "title_of",
    "words",
]
