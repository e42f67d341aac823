"""What terms are: the heads and their arguments, sorts, definitions; and which laws, events, symbols
and quantities of them are certainly defined where facts hold."""

import functools
import re

import draft_algebra
from draft_algebra import (
    COUNTS, ONE, REAL, UNIT, WHOLE, ZERO, Algebra, Unshown, canonical, normal, number, op, plus, split,
    substitute,
)
from draft_plays import Rejected, Unsupported, demand, rational

# What heads take and give. A “real” is a number whenever its arguments are defined. Letters are
# indices in range: r of a row or part, x of an instance, i of an entry, a of its symbol, g of a
# group's value, j of a query, h of what came before it, e of an edge, w of its public value. What is
# before “*” may come any number of times.
SPECS = """
number: add sub mul div pow minimum maximum quotient remainder = number number
number: neg exp log sqrt abs binary_entropy binary_entropy_inverse normal_cdf = number
number: likelihood_ratio = pmf pmf number
number: kl chi_square = pmf pmf
number: renyi = pmf pmf number
number: renyi_entropy = pmf number
number: sibson arimoto csiszar pointwise_maximal_leakage = pmf channel number
number: dp_epsilon kl_dp free_lunch_epsilon bayesian_mi = mechanism
number: entry_epsilon = mechanism i
number: bayesian_epsilon = prior mechanism
number: leakage_capacity = channel
number: law_kl law_total_variation = law law
number: law_renyi interval_mass = law law number
number: interval_mass = law number number
number: gaussian_information laplace_information = pmf channel reals number number
number: ldp_curve lip_curve = number number
number: ldp_floor = number
number: determinant = reals number
number: leading_minor lower_value upper_value = reals number number
number: pufferfish_epsilon = framework dataclass channel
number: at = pmf r
number: probability = pmf event
real: pi =
real: component = reals r
real: indicator = event r
real: cardinality = event
real: total_variation = pmf pmf
real: hockey_stick = pmf pmf number
real: entropy min_entropy = pmf
real: joint_entropy joint_information = joint
real: information maximal_leakage = pmf channel
real: capacity = channel
real: entries largest_alphabet instances = database
real: alphabet = database i
real: hamming = database x x
real: prior_mass = database prior x
real: with_entry = database x i a
real: entry_of = database x i
real: group_values = database event
real: with_group = database x event g
real: mi_dp mi_dp_split = mechanism
real: dp_delta = mechanism number
real: entry_information conditional_entry_information = prior mechanism i
real: database_information = prior mechanism
real: group_information = prior mechanism event event
real: stage_information = prior queries i j
real: differential_entropy = law
real: law_hockey_stick = law law number
real: law_information = pmf law *
real: private_functions edges largest_image = framework
real: private_values public_values = framework e
real: private_value public_value = framework e r
real: secret_information = framework pmf channel
real: secret_delta = framework pmf channel number
real: secret_stage_information = framework pmf queries e j
real: pufferfish_information response_support = framework dataclass channel
real: pufferfish_delta attribute_delta = framework dataclass channel number
real: pufferfish_stage = framework dataclass queries j
pmf: row = channel r
pmf: response = mechanism x
pmf: pmf_literal = number *
pmf: output = pmf channel
pmf: marginal = joint
pmf: law_cells = law number *
pmf: flat_prior = database prior
pmf: entry_given = database prior x i
pmf: group_given = database prior x event event
pmf: history_law = queries j x
pmf: entry_given_history = prior queries x i j h
pmf: public_law = framework pmf e
pmf: secret_given = framework pmf e w
pmf: member_law = member
channel: channel_literal = pmf *
channel: chain parallel = channel channel
channel: flat_mechanism = mechanism
channel: entry_channel = mechanism x i
channel: group_channel = mechanism x event
channel: response_given = prior mechanism x event event
channel: completed = queries x j
channel: data_given = framework pmf e w
prior: entry_prior = database x i pmf
prior: prior_of = pmf database
joint: joint_of = pmf channel
joint: joint_of_outputs = pmf channel channel
joint: as_joint = pmf number *
joint: database_joint = prior mechanism i
joint: group_joint = prior mechanism event event event
joint: stage_joint = prior queries i
joint: secret_joint = framework pmf channel e
joint: secret_stage_joint = framework pmf queries e
event: complement = number event
event: singleton = number number
database: one_entry = number
database: several_entries = number *
database: query_database = queries j
queries: initial = queries
mechanism: final together = queries
mechanism: widened query = queries j
mechanism: query_given = queries j h
mechanism: on_entry = channel database i
mechanism: on_database = channel database
mechanism: as_mechanism = channel
law: laplace gaussian = number number
law: law_mixture = pmf law *
law: gaussian_mixture = pmf reals reals
law: law_shift = law number
framework: dp_framework = database
framework: without_public without_edges = framework
member: reweighted = member e w pmf
"""
HEADS = {}
for _line in SPECS.strip().splitlines():
    _gives, _names, _params = re.split("[:=]", _line)
    HEADS |= {name: (_params.split(), _gives) for name in _names.split()}
ORDERED = frozenset(("sibson", "arimoto", "csiszar", "renyi_entropy"))

# --- reading: numbers in lowest terms, heads on arguments of the right kinds, definitions expanded -


def kind_of(sort):
    """A sort's kind: all that is arithmetic counts as a number."""
    return "number" if sort[0] in ("real", "size", "symbol") else sort[0]

def sort_of(term, scope):
    """The sort that a term says it has."""
    tag = term[0]
    if tag == "var":
        return scope[term[1]]
    return sort_of(term[2], scope) if tag == "cases" else term[3] if tag == "op" else (
        term[5] if tag == "bind" else REAL)

def read_sort(sort, scope):
    """A sort, its rationals in lowest terms and its terms read."""
    def size(term):
        return read_term(term, scope, "number")

    match sort:
        case ["real", low, high, bool(), bool()]:
            return ["real", *(end if end is None else str(rational(end)) for end in (low, high)), *sort[3:]]
        case ["size", int(), int() | None] | ["database"] | ["law"]:
            return sort
        case ["symbol" | "event" | "pmf" | "framework" as kind, count]:
            return [kind, size(count)]
        case ["reals", count, ["real", *_] as element]:
            return ["reals", size(count), read_sort(element, scope)]
        case ["joint", [*names], [*sizes]] if len(names) == len(sizes) == len(set(names)):
            return ["joint", names, list(map(size, sizes))]
        case ["channel", inputs, outputs]:
            return ["channel", size(inputs), size(outputs)]
        case ["mechanism", database, outputs]:
            return ["mechanism", read_term(database, scope, "database"), size(outputs)]
        case ["prior", database, "any" | "independent" | "split" as kind, entry] if (
                (kind == "split") != (entry is None)):
            return ["prior", read_term(database, scope, "database"), kind, entry and size(entry)]
        case ["dataclass", count, "any" | "listed" | "all" | "reweighted" as kind]:
            return ["dataclass", size(count), kind]
        case ["member", framework, laws]:
            return ["member", read_term(framework, scope, "framework"), read_term(laws, scope, "dataclass")]
        case ["queries", "independent" | "sequential" | "partial" as kind, database, count, outputs]:
            return ["queries", kind, read_term(database, scope, "database"), size(count), size(outputs)]
    raise Rejected("what stands for a sort is none")

def read_variable(var, scope):
    """A bound variable, and the scope below it."""
    match var:
        case [str(name), sort, str(symbol)]:
            sort = read_sort(sort, scope)
            return [name, sort, symbol], {**scope, name: sort}
    raise Rejected("what stands for a variable is none")

def read_term(term, scope, kind=None):
    """A term, each head applied to arguments of the right kinds."""
    match term:
        case ["number", text]:
            found = ["number", text if text == "inf" else str(rational(text))]
        case ["var", str(name)]:
            demand(name in scope, f"nobody binds the variable {name!r}")
            found = term
        case ["op", str(head), [*args], result, [*detail]]:
            demand(head in HEADS, f"unsupported head {head}", Unsupported)
            params, gives = HEADS[head]
            if params[-1:] == ["*"]:
                params = params[:-2] + params[-2:-1] * (len(args) - len(params) + 2)
            fine = len(params) == len(args) and all(isinstance(part, str) for part in detail)
            demand(fine, f"{head} has other arguments")
            args = [read_term(arg, scope, "number" if len(param) == 1 else param)
                    for arg, param in zip(args, params, strict=True)]
            found = ["op", head, args, read_sort(result, scope), detail]
            demand(kind_of(found[3]) == gives.replace("real", "number"), f"{head} gives no {found[3][0]}")
        case ["cases", test, then, otherwise]:
            then, otherwise = read_term(then, scope), read_term(otherwise, scope)
            found = ["cases", read_formula(test, scope, False), then, otherwise]
            demand(kind_of(sort_of(then, scope)) == kind_of(sort_of(otherwise, scope)),
                   "two cases of different kinds")
        case ["bind", "sum" | "max" | "min" | "sup" | "inf" | "table" | "event" | "integral" as binder,
              var, guard, body, result]:
            var, inner = read_variable(var, scope)
            guard = None if guard is None else read_formula(guard, inner, False)
            body, result = read_term(body, inner), read_sort(result, scope)
            inside, sort = kind_of(sort_of(body, inner)), var[1][0]
            fits = {"table": (inside, result[0]) in (("number", "pmf"), ("number", "reals"), ("pmf", "channel")),
                    "event": guard is not None and result[0] == "event"}
            numbers = inside == kind_of(result) == "number" and (
                binder != "integral" or (sort == "real" and guard is None))
            demand(fits.get(binder, numbers), f"a {binder} of a {inside} gives no {result[0]}")
            found = ["bind", binder, var, guard, body, result]
        case _:
            raise Rejected("what stands for a term is none")
    own = kind_of(sort_of(found, scope))
    demand(kind in (None, own), f"a {own} stands where a {kind} must")
    return found

def read_formula(formula, scope, expand=True):
    """A formula, with definitions expanded."""
    match formula:
        case ["relation", "<=" | "<" | "=" | ">=" | ">" as sign, left, right]:
            return ["relation", sign, *(read_term(side, scope, "number") for side in (left, right))]
        case ["not", body]:
            return ["not", read_formula(body, scope, expand)]
        case ["and" | "or" as tag, [*parts]]:
            return [tag, [read_formula(part, scope, expand) for part in parts]]
        case ["quantified", "forall" | "exists" as kind, var, guard, body]:
            var, inner = read_variable(var, scope)
            guard = None if guard is None else read_formula(guard, inner, expand)
            return ["quantified", kind, var, guard, read_formula(body, inner, expand)]
        case ["predicate", str(name), [*args], [*detail]] if expand:
            args = [read_term(arg, scope) for arg in args]
            return read_formula(meaning(name, args, detail, scope), scope)
    raise Rejected("what stands for a formula is none")

def meaning(name, args, detail, scope):
    """What a definition says of its arguments."""
    match name, args, detail:
        case "close", [p, q, epsilon, delta], []:
            # P(A) ≤ e^ε Q(A) + δ for every event A, and with P and Q exchanged; on the line, the
            # largest P(A) − e^ε Q(A) is the hockey-stick divergence.
            if sort_of(p, scope)[0] == "law":
                return ["and", [["relation", "<=", op("law_hockey_stick", *pair, epsilon), delta]
                                for pair in ((p, q), (q, p))]]
            event, sort = ["var", "\0A"], ["event", sort_of(p, scope)[1]]  # No author's name.
            parts = []
            for one, two in ((p, q), (q, p)):
                bound = op("mul", op("exp", epsilon), op("probability", two, event))
                parts.append(["quantified", "forall", ["\0A", sort, ""], None, [
                    "relation", "<=", op("probability", one, event), op("add", bound, delta)]])
            return ["and", parts]
        case "independent" | "markov", [joint], [one, *middle, two]:
            # I(A;B|C) = 0 of the joint law.
            if len(middle) == (name == "markov"):
                groups = [one, two, *middle] if middle else [one, two, ""]
                told = [*op("joint_information", joint)[:4], groups]
                return ["relation", "=", told, ZERO]
        case _, [*inner, bound], [] if name in BOUNDS:
            return ["relation", "<=", op(BOUNDS[name], *inner), bound]
    raise Unsupported(f"unsupported definition {name} here")

BOUNDS = {"dp": "dp_delta", "kl_private": "kl_dp", "mi_private": "mi_dp", "pufferfish": "pufferfish_delta",
          "mi_pufferfish": "pufferfish_information", "attribute": "attribute_delta"}

def read_statement(statement):
    """(variables, hypotheses, conclusion, quantifier), read."""
    scope, variables = {}, []
    for item in statement["variables"]:
        var, scope = read_variable(item, scope)
        demand(var[0] not in {name for name, _, _ in variables}, f"{var[0]} is bound twice")
        variables.append(var)
    given = [read_formula(part, scope) for part in statement["given"]]
    return variables, given, read_formula(statement["then"], scope), statement["quantifier"]

# --- what is defined where facts hold ---------------------------------------------------------------

def places(params, facts, *args):
    """(index, size) for each index among the arguments of a head: it must be in range."""
    sorts = [sort_of(arg, facts.scope) for arg in args]
    database, found = None, []
    for arg, sort in zip(args, sorts, strict=True):
        database = database or {"database": arg, "mechanism": sort[1:2], "queries": sort[2:3]}.get(sort[0])
    database = database[0] if database and isinstance(database[0], list) else database
    framework = args[0] if args else None
    if args and sorts[0][0] == "member":
        framework = sorts[0][1]
    at = dict(zip(params, args, strict=False))
    for param, arg in zip(params, args, strict=False):
        match param:
            case "r":
                found.append((arg, facts.sizes(args[0])[0]))
            case "x":
                found.append((arg, op("instances", database)))
            case "i":
                found.append((arg, op("entries", database)))
            case "a":
                found.append((arg, op("alphabet", database, at["i"])))
            case "g":
                found.append((arg, op("group_values", database, at["event"])))
            case "j":
                found.append((arg, sort_of(at["queries"], facts.scope)[3]))
            case "h":
                found.append((arg, op("pow", sort_of(at["queries"], facts.scope)[4], at["j"])))
            case "e":
                found.append((arg, op("edges", framework)))
            case "w":
                found.append((arg, op("public_values", framework, at["e"])))
    return found

# The tables of the algebra, completed.
draft_algebra.FINITE |= {head for head, (_, gives) in HEADS.items() if gives == "real"}
draft_algebra.LAWFUL |= {head for head, (_, gives) in HEADS.items() if gives not in ("real", "number", "law")} - {
    "pmf_literal", "one_entry", "several_entries", "law_cells", "complement", "singleton", "together"}
draft_algebra.WHOLES |= {"with_entry", "entry_of", "with_group", "hamming", "response_support"}
draft_algebra.NOT_NEGATIVE |= draft_algebra.WHOLES | {
    "mi_dp", "mi_dp_split", "database_information", "dp_delta", "conditional_entry_information",
    "entry_information", "secret_delta", "pufferfish_delta", "attribute_delta", "secret_information",
    "pufferfish_information", "secret_stage_information", "pufferfish_stage", "law_hockey_stick"}
draft_algebra.PLACES.update({head: functools.partial(places, params) for head, (params, _) in HEADS.items()
                             if any(len(param) == 1 and param != "*" for param in params)})

class Facts(Algebra):
    """What side conditions ask of facts; each method refuses with `Unshown` what they don't show."""

    def above(self, term, bound, strict=False):
        """Refuse unless term ≥ bound (>, if strict)."""
        found = self.sense(plus(self.poly(term), self.poly(bound), -1))
        if found is None or (strict and found != 1):
            raise Unshown("a term isn't shown to lie in its domain")

    def obvious(self, formula):
        """Refuse a relation that normal forms and signs don't show."""
        match formula:
            case ["relation", "=", left, right]:
                if self.nothing(plus(self.poly(left), self.poly(right), -1)):
                    return None
            case ["relation", sign, left, right]:
                return self.above(right, left, sign == "<")
            case ["not", ["relation", "<=" | "<" as sign, left, right]]:
                return self.above(left, right, sign == "<=")
        raise Unshown("a relation isn't obvious")

    def inside(self, term, sort):
        """Refuse a term that isn't shown to be a number of an interval."""
        _, low, high, *out = sort
        self.poly(term)
        if low is not None:
            self.above(term, ["number", low], out[0])
        if high is not None:
            self.above(["number", high], term, out[1])

    def shows(self, check, *args):
        """Whether a check refuses nothing."""
        try:
            check(*args)
        except Unshown:
            return False
        return True

    def under(self, var, body):
        """The facts that know one more variable, the body, and the new names."""
        if var[1][0] != "symbol":
            new = f"\1{next(self.fresh)}"
            inner = type(self)({**self.scope, new: var[1]}, [], self, False)
            return inner, substitute(body, {var[0]: ["var", new]}), [new]
        inner, body, names = super().under(var, body)
        inner.__class__ = type(self)
        return inner, body, names

    def any_of(self, reals):
        """An arbitrary one of several numbers, where its index is known."""
        var = ["\1", ["symbol", self.sizes(reals)[0]], ""]
        return self.under(var, op("component", reals, ["var", "\1"]))[:2]

    def inhabited(self, sort):
        """Whether there certainly is a value of a sort."""
        match sort:
            case ["symbol" | "pmf", size]:
                return self.sign(size) == 1
            case ["prior" | "member", *laws]:
                return all(self.shows(self.defined, law) for law in laws if isinstance(law, list) and law)
        return sort[0] == "event"

    def valued(self, term):
        """Refuse a term that isn't shown to have a value above −∞."""
        if not self.valuable(term):
            raise Unshown("a side isn't shown to be defined")

    def valuable(self, term):
        """Whether a term is shown to have a value above −∞."""
        match term:
            case _ if self.real(term):
                return True
            case ["number", "inf"]:
                return True
            case ["op", "kl" | "law_kl" | "kl_dp" | "dp_epsilon" | "leakage_capacity", laws, *_]:
                return all(self.shows(self.defined, law) for law in laws)
            case ["op", "renyi" | "chi_square", [one, two, *orders], *_]:
                return all(self.shows(self.defined, law) for law in (one, two)) and all(
                    order == ["number", "inf"] or self.sign(order) is not None for order in orders)
            case ["op", "add", [one, two], *_]:
                return self.valuable(one) and self.valuable(two)
            case ["op", "sub", [one, two], *_] if self.real(two):
                return self.valuable(one)
            case ["op", "div", [one, two], *_] if self.sign(two) == 1:
                return self.valuable(one)
            case ["op", "mul", pair, *_]:
                return any(self.sign(a) is not None and self.valuable(b) for a, b in (pair, pair[::-1]))
            case ["op", "sub", [one, ["op", "mul", [u, ["op", "log", [t], *_]], *_]], *_]:
                return self.valuable(one) and None not in (self.sign(u), self.sign(t))
            case ["bind", "sum" | "max" | "sup" as kind, var, None, body, _] if (
                    var[1][0] == "symbol" if kind == "sum" else self.inhabited(var[1])):
                inner, body, _ = self.under(var, body)
                return inner.valuable(body)
            case ["bind", "integral", var, None, body, _]:
                # Of what is at least 0 it has a value, perhaps ∞.
                inner, body, _ = self.under(var, body)
                return inner.sign(body) is not None
        return False

    def everywhere(self, var, body):
        """Refuse a body that may be undefined for a value of its variable, or −∞ but for want of
        symbols."""
        inner, body, _ = self.under(var, body)
        match body:
            case ["bind", "max" | "min", [_, ["symbol", _], _] as var, [*_], part, _]:
                inner, part, _ = inner.under(var, part)
                inner.poly(part)
            case _:
                inner.valued(body)

    def defined(self, term):
        """A law, channel, event, … or number in normal form; refuse what may be undefined."""
        match term:
            case ["op", "complement", [_, event], *_]:
                self.defined(event)
                return term
            case ["op", "singleton", [size, symbol], *_]:
                self.symbol(symbol, size)
                return term
            case ["op", "law_cells", [law, *ends], *_]:
                return ["op", term[1], [self.defined(law), *map(self.defined, ends)], *term[3:]]
            case ["op", "gaussian_mixture", [weights, means, variances], *_]:
                inner, part = self.any_of(variances)
                if inner.sign(part) != 1:
                    raise Unshown("a variance may be 0")
                self.defined(weights)
                self.defined(means)
                return term
            case ["op", "together", [queries], *_]:
                self.above(sort_of(queries, self.scope)[3], ONE)
                self.defined(queries)
                return term
        return super().defined(term)

    def read(self, term):
        """The normal form of a term; quantities that are numbers only in a domain stay closed."""
        match term:
            case ["op", "binary_entropy_inverse", [inner], *_]:
                self.above(inner, ZERO)
                self.above(op("log", ["number", "2"]), inner)
            case ["op", "edges", [["op", "dp_framework", [database], *_]], *_]:
                return self.poly(op("entries", database))
            case ["op", "ldp_curve" | "lip_curve", args, *_]:
                for arg in args:
                    self.above(arg, ZERO)
                found = self.atom(term)
                self.note(found, False)
                self.note(plus(UNIT, found, -1), False)
                return found
            case ["op", "gaussian_information" | "laplace_information", [*laws, size, spread], *_]:
                for law in laws:
                    self.defined(law)
                self.above(size, ZERO, True)
                self.above(spread, ZERO, True)
            case ["op", "leading_minor", [entries, order, size], *_]:
                self.defined(entries)
                self.above(order, ZERO)
                self.above(size, order)
            case ["op", "determinant" | "lower_value" | "upper_value", [entries, *sizes], *_]:
                self.defined(entries)
                for size in sizes:
                    self.above(size, ZERO, True)
            case ["op", head, [*laws, order], *_] if head in ORDERED:
                for law in laws:
                    self.defined(law)
                if order != ["number", "inf"] or head == "csiszar":
                    self.above(order, ZERO)
            case ["bind", "max" | "min", [_, ["event", _], _] as var, None, body, _]:
                inner, body, _ = self.under(var, body)
                inner.poly(body)
            case _:
                return super().read(term)
        return self.atom(term)
