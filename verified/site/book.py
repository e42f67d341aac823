"""What the pages tell, gathered from the same functions that the commands print from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from markupsafe import Markup

from verified.kernel.proof import steps_of
from verified.proof.evidence import Evidence, Proven, scope
from verified.quantities import THEMES
from verified.quantities.definitions import definitions
from verified.report.digests import heads_of
from verified.report.findings import KINDS
from verified.report.mathematics import mathematical
from verified.report.proofs import reason
from verified.report.results import Results
from verified.report.selection import leaves, nodes, repairs_of
from verified.report.standings import Standing, Standings
from verified.report.stored import (
    AuditRow,
    FlagTold,
    VectorFile,
    audit_rows,
    audit_run,
    vector_files,
)
from verified.report.trusted import GROUPS, Trusted, trusted
from verified.report.words import described, printed_term, theme_of, title_of
from verified.site.extras import Picture, bound_picture, claim_code, instance_picture
from verified.site.mathml import mathml, of_latex
from verified.syntax.claims import Claim, Statement
from verified.syntax.formulas import And
from verified.syntax.latex import declared_latex, latex
from verified.syntax.quantity import QUANTITIES, Quantity
from verified.syntax.text import claim_facts, text

DEFINITION = "definition/"
# Of a longer line of a proof the beginning is told.
LONGEST = 250
# In which order verdicts are counted.
STATUSES = ("proved", "refuted", "survived", "undecided", "unwitnessed", "untried")


@dataclass(frozen=True)
class Material:
    """What a site is made from.

    Attributes:
        title: what it is called.
        rows: claims with all that is below them, in their order.
        standings: how they stand.
        evidence: their proofs.
        plays: the instances that decide claims, as certificates, by name.
        own: whether they are a user's own, and not those of the papers here.
        results: what is kept of pictures and code.
        search: whether to search for pictures of bounds that aren't kept.
    """

    title: str
    rows: Sequence[Claim]
    standings: Standings
    evidence: Evidence
    plays: Mapping[str, Any]
    own: bool = False
    results: Results = field(default_factory=lambda: Results(None))
    search: bool = False


@dataclass(frozen=True)
class Stated:
    """A statement for a page: what its variables range over, its hypotheses, its conclusions."""

    quantifier: str
    declared: tuple[Markup, ...]
    given: tuple[Markup, ...]
    then: tuple[Markup, ...]
    latex: str
    text: str


@dataclass(frozen=True)
class Step:
    """A line of a proof: what it says, by which rule or by citing what, and from which lines."""

    formula: str
    word: str
    cited: bool
    used: str


@dataclass(frozen=True)
class Proof:
    """A proof that holds, told."""

    steps: int
    scope: str
    cites: tuple[str, ...]
    rests_on: tuple[str, ...]
    parts: tuple[tuple[str, tuple[Step, ...]], ...]


@dataclass(frozen=True)
class Node:
    """A claim, a child or a reading, on the page of its row.

    Attributes:
        facts: its place, what it is called, its scope and its note, empty where the claim above
            says so.
        unproven: why there is no proof of a claim that is recorded as proved by one.
        files: its certificates, by the names of their files.
        pictures: the instance that refutes it, and its bound.
        code: its closed forms as functions; empty where it states none.
    """

    claim: Claim
    depth: int
    facts: tuple[str, str, str, str]
    standing: Standing
    stated: Stated | None
    proof: Proof | None
    unproven: str
    files: Mapping[str, Any]
    pictures: tuple[Picture, ...] = ()
    code: str = ""

    @property
    def name(self) -> str:
        return self.claim.name

    @property
    def short(self) -> str:
        """The name without its paper."""
        return self.name.partition("/")[2]

    @property
    def kind(self) -> str:
        """What kind of finding it is, if any."""
        return "" if self.standing.finding is None else self.standing.finding.kind


@dataclass
class Page:
    """The page of a row."""

    row: Claim
    nodes: list[Node]
    cites: list[str] = field(default_factory=list)
    used_by: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"claims/{self.row.key}.html"

    @property
    def archive(self) -> str:
        """Where its certificates are, if it has any."""
        return f"certificates/{self.row.key}.zip" if self.files else ""

    @property
    def files(self) -> dict[str, Any]:
        return {name: held for node in self.nodes for name, held in node.files.items()}

    @property
    def repairs(self) -> list[str]:
        return repairs_of(self.row)

    @cached_property
    def heads(self) -> set[str]:
        return {head for node in self.nodes for head in _heads(node.claim)}

    @property
    def words(self) -> str:
        """What a search looks through."""
        told = [self.row.key, self.row.key.replace("-", " ")]
        told += [part for node in self.nodes for part in (node.claim.reading, *node.facts)]
        told += [QUANTITIES[head].written.partition("(")[0] for head in sorted(self.heads)]
        return " ".join(dict.fromkeys(" ".join(told).lower().split()))


@dataclass(frozen=True)
class Word:
    """The page of a quantity."""

    record: Quantity
    lines: tuple[str, ...]
    notation: Markup | None
    notation_latex: str
    flags: tuple[str, ...]
    definition: Markup | None
    definitions: tuple[str, ...]
    users: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"quantities/{self.record.name}.html"


@dataclass(frozen=True)
class Refuted:
    """An entry of the findings: a refuted statement, and what holds in its place."""

    node: Node
    page: Page
    repair: Node | None

    @property
    def anchor(self) -> str:
        return self.node.name


class Book:
    """All pages of a site."""

    def __init__(
        self, material: Material, told: Callable[[str], None] = lambda name: None
    ) -> None:
        """`told` is called with the name of each row whose page is made."""
        self.material = material
        self.pages = []
        for row in material.rows:
            self.pages.append(Page(row, list(self._nodes(row))))
            told(row.name)
        self._homes = {node.name: page for page in self.pages for node in page.nodes}
        self._nodes_by_name = {node.name: node for page in self.pages for node in page.nodes}
        self._join()

    def _nodes(self, row: Claim, depth: int = 0, above: Claim | None = None) -> Iterator[Node]:
        yield self._node(row, depth, above)
        for part in (*row.children, *row.readings):
            yield from self._nodes(part, depth + 1, row)

    def _node(self, claim: Claim, depth: int, above: Claim | None) -> Node:
        standing = self.material.standings.of(claim)
        stated = proof = None
        unproven, files, code = "", {}, ""
        pictures: tuple[Picture, ...] = ()
        if claim.statement is not None:
            pictures = tuple(self._pictures(claim, standing.status))
            code = claim_code(claim, self.material.results)
            stated = told_statement(claim.statement)
            found = self.material.evidence.of(claim.name)
            if isinstance(found, Proven):
                held = self.material.evidence.certificate(claim.name)
                proof = Proof(
                    found.steps, scope(claim.statement), found.cites, found.rests_on,
                    tuple(_told_proof(held)),
                )
                files[f"{_file(claim)}.proof.json"] = held
            elif standing.status == "proved" and claim.name not in self.material.plays:
                unproven = found.reason
            if claim.name in self.material.plays:
                files[f"{_file(claim)}.play.json"] = self.material.plays[claim.name]
        return Node(
            claim, depth, claim_facts(claim, above), standing, stated, proof, unproven, files,
            pictures, code,
        )

    def _pictures(self, claim: Claim, status: str | None) -> Iterator[Picture]:
        held = self.material
        play = held.plays.get(claim.name) if status == "refuted" else None
        if play is not None:
            yield from instance_picture(play, held.results)
        yield from bound_picture(claim, status, play, held.results, held.search, held.own)

    def _join(self) -> None:
        """What each row rests on and is used by, through the proofs of its parts."""
        for page in self.pages:
            cited = [
                self._homes[name].row.name for node in page.nodes if node.proof is not None
                for name in node.proof.cites if name in self._homes
            ]
            page.cites = [name for name in dict.fromkeys(cited) if name != page.row.name]
            for name in page.cites:
                self._homes[name].used_by.append(page.row.name)

    # --- links ------------------------------------------------------------------------------------

    def link(self, name: str) -> str:
        """Where a claim, a definition or a quantity is told, from the site's root; empty where it
        isn't."""
        if name in self._homes:
            page = self._homes[name]
            return page.url if name == page.row.name else f"{page.url}#{name.partition('/')[2]}"
        if name.startswith(DEFINITION) and name in definitions():
            return f"axioms.html#{name}"
        return ""

    # --- the pages that tell of many --------------------------------------------------------------

    @cached_property
    def papers(self) -> list[tuple[Any, list[Page]]]:
        """The papers, each with its pages."""
        found: dict[str, tuple[Any, list[Page]]] = {}
        for page in self.pages:
            found.setdefault(page.row.paper.key, (page.row.paper, []))[1].append(page)
        return list(found.values())

    def counts(self, pages: Sequence[Page]) -> Counter[str]:
        """How many statements have each verdict."""
        return Counter(
            node.standing.status or "not recorded"
            for page in pages for node in page.nodes if node.stated is not None
        )

    @cached_property
    def statuses(self) -> list[str]:
        """The verdicts that occur."""
        seen = self.counts(self.pages)
        return [*(one for one in STATUSES if one in seen), *sorted(set(seen) - set(STATUSES))]

    @cached_property
    def findings(self) -> dict[str, list[Refuted]]:
        """The refuted statements by the kind of finding, in the order of what matters; under ""
        those of which no kind is known, as no repair is proved."""
        found: dict[str, list[Refuted]] = {kind: [] for kind in (*KINDS, "")}
        for page in self.pages:
            for node in page.nodes:
                if node.stated is None or node.standing.status != "refuted":
                    continue
                one = node.standing.finding
                repair = None if one is None or one.repair is None else one.repair
                found["" if one is None else one.kind].append(
                    Refuted(node, page, self._nodes_by_name.get(repair or ""))
                )
        return {kind: listed for kind, listed in found.items() if listed}

    @cached_property
    def trusted(self) -> dict[str, list[Trusted]]:
        """What is taken without evidence, by its group."""
        below = leaves([node for row in self.material.rows for node in nodes(row)])
        found = trusted(self.material.evidence, below, list(self.material.plays))
        return {group: [one for one in found if one.group == group] for group in GROUPS}

    @cached_property
    def audited(self) -> tuple[str, list[AuditRow]]:
        """How the audit's recorded run was made, and what it found of each function."""
        return audit_run(), audit_rows()

    @cached_property
    def vectors(self) -> tuple[list[VectorFile], list[FlagTold]]:
        """The released files of vectors, and their flags."""
        return vector_files()

    @cached_property
    def quantities(self) -> dict[str, list[Word]]:
        """The quantities by their themes: all, or of a user's own claims those that they speak
        of."""
        users: dict[str, list[str]] = {}
        for page in self.pages:
            for head in page.heads:
                users.setdefault(head, []).append(page.row.name)
        defined: dict[str, list[str]] = {}
        for name, statement in definitions().items():
            for head in heads_of(statement):
                defined.setdefault(head, []).append(name)
        found: dict[str, list[Word]] = {}
        for theme in THEMES:
            for record in QUANTITIES.values():
                if theme_of(record) is theme and (not self.material.own or record.name in users):
                    word = _word(record, defined, users)
                    found.setdefault(title_of(theme), []).append(word)
        return found


def told_statement(statement: Statement) -> Stated:
    """A statement in parts, so that each has a line of its own."""
    then = statement.then.parts if isinstance(statement.then, And) else (statement.then,)
    return Stated(
        "For all" if statement.quantifier == "forall" else "For some",
        tuple(map(of_latex, declared_latex(statement.variables))),
        tuple(map(mathml, statement.given)), tuple(map(mathml, then)),
        latex(statement), text(statement),
    )


def _told_proof(certificate: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    for name, steps in steps_of(certificate):
        yield name, tuple(
            Step(_line_of(text(step["formula"])), *_word_of(step)) for step in steps
        )


def _line_of(written: str) -> str:
    """A line of a proof; what nobody would read to its end is cut, and the certificate has it."""
    told = mathematical(written)
    if len(told) <= LONGEST:
        return told
    return f"{told[:LONGEST]}… [{len(told)} signs; the certificate has them all]"


def _word_of(step: Mapping[str, Any]) -> tuple[str, bool, str]:
    word, used = reason(step)
    return word, step["rule"] == "cite", used


def _file(claim: Claim) -> str:
    return claim.name.partition("/")[2]


def _heads(claim: Claim) -> set[str]:
    return set() if claim.statement is None else set(heads_of(claim.statement))


def _word(
    record: Quantity, defined: Mapping[str, Sequence[str]], users: Mapping[str, Sequence[str]]
) -> Word:
    printed = printed_term(record)
    flags = []
    if record.values is not None:
        flags.append(f"its values lie in {record.values.describe()}")
    if record.unit:
        flags.append(f"it is measured in {record.unit}")
    flags.append(
        "it has a value wherever its arguments fit" if record.certain
        else "it may have no value where its arguments fit"
    )
    if record.theorem:
        flags.append(f"plays evaluate it by a theorem: {record.theorem}")
    return Word(
        record, tuple(described(record)), None if printed is None else mathml(printed),
        "" if printed is None else latex(printed), tuple(flags),
        None if record.definition is None else mathml(record.definition),
        tuple(defined.get(record.name, ())), tuple(users.get(record.name, ())),
    )


__all__ = ["Book", "Material", "Node", "Page", "Proof", "Refuted", "Stated", "Step", "Word"]
