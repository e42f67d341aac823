"""The campaign: episodes one after another, each theorem judged, the counts by rule."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.fuzz import (  # noqa: F401 (some register attempts)
    certificates,
    logic,
    opinions,
    order,
    reals,
    second,
    stored,
    sums,
)
from bench.fuzz.draws import Instance
from bench.fuzz.episodes import ATTEMPTS, Episode, Nothing
from bench.fuzz.judging import Judge, Verdict, costly
from bench.fuzz.lacking import lacking
from bench.fuzz.malforming import malformed
from bench.fuzz.scopes import Scope
from bench.fuzz.steps import (
    MEANINGLESS,
    Attempt,
    Derived,
    Refused,
    accepted_as_file,
    certificate_of,
    checked,
    statement_of,
)
from verified.kernel.values import Rejected
from verified.quantities.definitions import definitions
from verified.syntax.goals import normal
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import free_variables

STEPS = 24
# How often a step is tried, with what it lacked the time before assumed.
MENDED = 4
# The share of theorems that the second evaluation is asked of.
SAMPLE = 0.1
SECONDED = 3
# An accepted step is the model of others: so many times as this its cone is changed a little, most
# often by another size, number or law in all of it, and replayed. It costs less than drawing anew.
NEIGHBOURS = 12
# The largest such cone.
MOST_BEHIND = 5
# How often a cone of a stored proof is drawn and changed in one episode.
VARIANTS = 18
# The share of attempts that are made to say what no file may.
MALFORMED = 0.1
# "unlike": the second checker accepts a step and not the file that ends with it, or the other way.
COMPARED = ("both", "kernel only", "second only", "neither", "second false", "unlike")
COUNTS = ("tried", "accepted", "evaluated", "seconded", "undecided", "vacuous", "false")
TRIVIAL = ("assume",)


@dataclass
class Finding:
    """A theorem that was accepted, by the kernel or the second checker, and is false at an
    instance."""

    derived: Derived
    instance: Instance
    episode: Episode
    seed: tuple[int, int]
    by: str = "kernel"


@dataclass
class Tally:
    """How often what happened, by rule."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    slow: int = 0
    both: bool = False

    def add(self, rule: str, what: str) -> None:
        self.counts.setdefault(rule, Counter())[what] += 1

    def merge(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        for rule, found in counts.items():
            self.counts.setdefault(rule, Counter()).update(found)

    def total(self, what: str) -> int:
        return sum(counts[what] for counts in self.counts.values())


@dataclass(frozen=True)
class Options:
    """What is tried: the seed, one rule alone or all, how many of the episodes are of stored
    proofs (one in `stored_every`, none for 0), out of which files, and how many of former holes;
    before which checker: "kernel", "second", or "both", where the kernel makes the premises."""

    seed: int = 0
    only: str | None = None
    stored_every: int = 4
    paths: tuple[Path, ...] = ()
    holes_every: int = 25
    steps: int = STEPS
    checker: str = "kernel"


def rules_to_try(only: str | None) -> list[str]:
    """The rules, each as often as it is to be tried."""
    rare = {"assume": 1, "dependence": 1, "integral": 1, "integral-of-sum": 1, "unbounded": 1,
            "integral-above": 1, "integral-below": 1, "scalar": 1, "shannon": 1, "finite-term": 1,
            "chord": 1, "tangent": 1, "intermediate": 2, "defined": 1, "discharge": 2,
            "exhibit": 2, "order": 2, "last-term": 1}
    often = {"identity": 8, "obvious": 7, "arithmetic": 7, "bound-sup": 4, "generalise": 4}
    found = [rule for rule in ATTEMPTS for _ in range(rare.get(rule, often.get(rule, 3)))]
    # Of one rule alone others are tried as well: they make its premises.
    return found if only is None else [*found, *[only] * (2 * len(found))]


def run_episode(
    options: Options, number: int, tally: Tally, check: Callable[..., Derived] | None = None,
) -> None:
    """One episode: a scope, some steps in it, each accepted one judged."""
    if check is None:
        check = second.checked if options.checker == "second" else checked
    tally.both = options.checker == "both"
    chance = random.Random(f"{options.seed}/{number}")
    where = options.seed, number
    if options.holes_every and number % options.holes_every == 1 % options.holes_every:
        run_stored(chance, where, tally, check, stored.holes())
        return
    if options.only is None and options.stored_every and number % options.stored_every == 0:
        run_stored(chance, where, tally, check, options.paths)
        return
    try:
        episode = Episode(chance, definitions(), check)
    except ClaimError:
        return
    rules = rules_to_try(options.only)
    for _ in range(options.steps):
        _step(episode, chance.choice(rules), tally, where)


def run_stored(
    chance: random.Random, seed: tuple[int, int], tally: Tally,
    check: Callable[..., Derived], paths: Sequence[Path] = (), variants: int = VARIANTS,
) -> None:
    """One cone of a stored proof, changed in some ways, each replayed and judged."""
    path = chance.choice(paths or stored.files())
    for _ in range(variants):
        try:
            episode, nodes = stored.episode_of(chance, path, check)
            for _ in range(chance.choice((0, 1, 1, 1, 2))):
                nodes, _ = stored.Changer(episode).changed(nodes)
            _replay(episode, nodes, tally, seed)
        except (ClaimError, Nothing, Rejected, *MEANINGLESS):
            continue


def run_neighbours(
    episode: Episode, derived: Derived, tally: Tally, seed: tuple[int, int],
    most: int = NEIGHBOURS,
) -> None:
    """Steps near an accepted one: what is behind it changed as the cones of stored proofs are."""
    nodes = stored.cone_of(derived)
    if len(nodes) > MOST_BEHIND:
        return
    changer = stored.Changer(episode)
    for _ in range(most):
        try:
            near, _ = changer.near(nodes)
            if any(episode.scope.get(var.name) not in (None, var)
                   for var in stored.variables_in(near)):
                continue
            steps = stored.replayed(episode, near)
            made = next(steps)
            while True:
                made = steps.send(try_attempt(episode, made, tally, seed))
        except (ClaimError, Nothing, Rejected, StopIteration, *MEANINGLESS):
            continue


def _replay(
    episode: Episode, nodes: Sequence[stored.Node], tally: Tally, seed: tuple[int, int]
) -> None:
    for var in stored.variables_in(nodes):
        known = episode.scope.get(var.name)
        if known != var:
            episode.scope = Scope.holding(episode.chance, stored.variables_in(nodes))
            episode.judge = Judge(random.Random(episode.chance.random()), episode.scope.variables)
            break
    cut = [node.formula for node in nodes if node.cut or node.rule == "assume"]
    if cut and not any(map(costly, cut)):
        episode.judge.seek([normal(formula) for formula in cut])
    steps = stored.replayed(episode, nodes)
    result: Derived | None = None
    try:
        made = next(steps)
        while True:
            result = try_attempt(episode, made, tally, seed)
            made = steps.send(result)
    except StopIteration:
        return


def _step(episode: Episode, rule: str, tally: Tally, seed: tuple[int, int]) -> None:
    made: Attempt | None
    try:
        made = episode.pick(ATTEMPTS[rule])(episode)
    except (ClaimError, Nothing, Rejected):
        return
    except MEANINGLESS:
        return
    if made is not None and chance_of(episode, MALFORMED):
        try:
            made = malformed(episode, made)
        except (ClaimError, *MEANINGLESS):
            return
    if made is not None:
        derived = try_attempt(episode, made, tally, seed)
        if derived is not None and rule not in TRIVIAL:
            run_neighbours(episode, derived, tally, seed)


def chance_of(episode: Episode, share: float) -> bool:
    return episode.chance.random() < share


def try_attempt(
    episode: Episode, made: Attempt, tally: Tally, seed: tuple[int, int]
) -> Derived | None:
    """Put an attempt to the checker, and the theorem that it makes to the judge."""
    rule = made.rule
    tally.add(rule, "tried")
    derived: Derived | None = None
    for _ in range(MENDED):
        try:
            derived = episode.check(made, episode.library)
            break
        except Refused as refusal:
            if isinstance(refusal, second.Unlike):
                tally.add(rule, "unlike")
            # What it lacks is assumed, and it is tried again.
            try:
                more = lacking(episode, made, refusal)
            except (ClaimError, Nothing, *MEANINGLESS):
                more = None
            if more is None:
                break
            made = more
    if tally.both and rule not in TRIVIAL:
        compared(episode, made, derived, tally, seed)
    if derived is None:
        return None
    tally.add(rule, "accepted")
    episode.keep(derived)
    judge = episode.judge
    judge.variables = episode.scope.variables
    if rule in TRIVIAL:
        return derived
    verdict = judge.verdict(derived.theorem)
    if verdict.status == "true" and episode.chance.random() < SAMPLE:
        verdict = seconded(judge, derived, verdict, tally, rule)
    if verdict.status == "false":
        assert verdict.instance is not None
        by = "second" if episode.check is second.checked else "kernel"
        tally.add(rule, "false")
        tally.findings.append(Finding(derived, verdict.instance, episode, seed, by))
    elif verdict.status == "true":
        tally.add(rule, "evaluated")
    else:
        tally.add(rule, verdict.status)
    released = concluded_without(episode, derived) if episode.check is checked else None
    if released is not None:
        verdict = judge.verdict(released.theorem)
        if verdict.instance is not None:
            tally.add(rule, "false")
            tally.findings.append(Finding(released, verdict.instance, episode, seed))
    return derived


def compared(
    episode: Episode, made: Attempt, derived: Derived | None, tally: Tally, seed: tuple[int, int]
) -> None:
    """Put an attempt to the second checker as well, and to the judge if that one alone accepts."""
    try:
        other = second.checked(made, episode.library)
    except second.Unlike:
        tally.add(made.rule, "unlike")
        return
    except Refused:
        tally.add(made.rule, "neither" if derived is None else "kernel only")
        return
    tally.add(made.rule, "second only" if derived is None else "both")
    if derived is None:
        verdict = episode.judge.verdict(other.theorem)
        if verdict.instance is not None:
            tally.add(made.rule, "second false")
            tally.findings.append(Finding(other, verdict.instance, episode, seed, "second"))


def concluded_without(episode: Episode, derived: Derived) -> Derived | None:
    """The theorem as a claim that leaves out what it only rests on, if a file may conclude that."""
    theorem = derived.theorem
    spoken = {name for part in (*theorem.hypotheses.values(), theorem.conclusion)
              for name in free_variables(part)}
    if all(var.name in spoken for var in theorem.rests_on):
        return None
    less = Derived(derived.attempt, replace(theorem, rests_on=frozenset()))
    try:
        certificate = certificate_of([derived.attempt], statement_of(less), episode.library)
    except Refused:
        return None
    return None if accepted_as_file(certificate) else less


def run(options: Options, episodes: int, first: int = 0) -> Tally:
    """Some episodes, in this process."""
    tally = Tally()
    for number in range(first, first + episodes):
        run_episode(options, number, tally)
    return tally


def seconded(
    judge: Judge, derived: Derived, verdict: Verdict, tally: Tally, rule: str
) -> Verdict:
    """The verdict after the second evaluation: false where that one says so."""
    theorem = derived.theorem
    names = {name for part in (*theorem.hypotheses.values(), theorem.conclusion, *derived.resting)
             for name in free_variables(part)}
    for place in range(SECONDED):
        instance = judge.instance(place)
        if not instance.has(names):
            continue
        held = [opinions.holds(part, instance.env) for part in theorem.hypotheses.values()]
        if not all(found is True for found in held):
            continue
        found = opinions.holds(theorem.conclusion, instance.env)
        if found is False:
            return Verdict("false", instance)
        if found is True:
            tally.add(rule, "seconded")
            break
    return verdict


def table(tally: Tally) -> list[str]:
    """The counts as lines of text."""
    columns = [*COUNTS, *(what for what in COMPARED if tally.total(what))]
    lines = [f"{'rule':18}" + "".join(f"{what:>13}" for what in columns)]
    for rule in [*sorted(tally.counts), "all"]:
        counts = [tally.total(what) if rule == "all" else tally.counts[rule][what]
                  for what in columns]
        lines.append(f"{rule:18}" + "".join(f"{count:13}" for count in counts))
    return lines
