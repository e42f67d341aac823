"""Statements as JSON trees: read and checked, definitions expanded, and turned into a goal.

A goal is what the moves of a play must meet: for a refutation the hypotheses and the negated
conclusion. Definitions, negation and the lifting of suprema are written here independently of the
package; the digest of the goal must come out the same.
"""

import hashlib
import json
import re
from fractions import Fraction

from reals import Rejected, Unsupported

MOST_DIGITS = 100_000
REAL = ["real", None, None, False, False]
# What each head takes and gives; "a *" at the end is any number of arguments a.
_SPECS = """
number: add sub mul div pow minimum maximum quotient remainder = number number
number: neg exp log sqrt abs binary_entropy binary_entropy_inverse normal_cdf = number
number: at = pmf number
number: probability = pmf event
number: indicator = event number
number: likelihood_ratio = pmf pmf number
number: component = reals number
number: kl total_variation chi_square = pmf pmf
number: hockey_stick renyi = pmf pmf number
number: entropy min_entropy = pmf
number: renyi_entropy = pmf number
number: joint_entropy joint_information = joint
number: information maximal_leakage = pmf channel
number: sibson arimoto csiszar pointwise_maximal_leakage = pmf channel number
number: capacity leakage_capacity = channel
number: entries largest_alphabet instances = database
number: alphabet = database number
number: hamming = database number number
number: dp_epsilon kl_dp mi_dp mi_dp_split = mechanism
number: dp_delta = mechanism number
number: entry_information conditional_entry_information = prior mechanism number
number: database_information = prior mechanism
number: group_information = prior mechanism event event
number: prior_mass = database prior number
number: cardinality = event
number: entry_epsilon = mechanism number
number: free_lunch_epsilon = mechanism
number: with_entry = database number number number
number: entry_of = database number number
number: group_values = database event
number: with_group = database number event number
pmf: group_given = database prior number event event
channel: group_channel = mechanism number event
channel: response_given = prior mechanism number event event
number: stage_information = prior queries number number
number: bayesian_epsilon = prior mechanism
number: bayesian_mi = mechanism
pmf: entry_given = database prior number number
prior: entry_prior = database number number pmf
pmf: history_law = queries number number
pmf: entry_given_history = prior queries number number number number
joint: joint_of_outputs = pmf channel channel
joint: database_joint = prior mechanism number
joint: group_joint = prior mechanism event event event
joint: stage_joint = prior queries number
queries: initial = queries
mechanism: final = queries
mechanism: widened = queries number
channel: completed = queries number number
event: complement = number event
event: singleton = number number
pmf: flat_prior = database prior
channel: entry_channel = mechanism number number
channel: flat_mechanism = mechanism
pmf: row = channel number
pmf: response = mechanism number
pmf: pmf_literal = number *
pmf: output = pmf channel
pmf: marginal = joint
channel: channel_literal = pmf *
channel: chain parallel = channel channel
joint: joint_of = pmf channel
joint: as_joint = pmf number *
database: one_entry = number
database: several_entries = number *
database: query_database = queries number
mechanism: query = queries number
mechanism: query_given = queries number number
mechanism: together = queries
mechanism: on_entry = channel database number
mechanism: on_database = channel database
mechanism: as_mechanism = channel
law: laplace gaussian = number number
law: law_mixture = pmf law *
law: gaussian_mixture = pmf reals reals
law: law_shift = law number
pmf: law_cells = law number *
number: law_kl law_total_variation = law law
number: law_hockey_stick law_renyi = law law number
number: interval_mass = law number number
number: differential_entropy = law
number: law_information = pmf law *
number: gaussian_information laplace_information = pmf channel reals number number
number: pi =
number: ldp_curve lip_curve = number number
number: ldp_floor = number
number: determinant = reals number
number: leading_minor lower_value upper_value = reals number number
number: private_functions edges largest_image = framework
number: private_values public_values = framework number
number: private_value public_value = framework number number
number: secret_information = framework pmf channel
number: secret_delta = framework pmf channel number
number: secret_stage_information = framework pmf queries number number
number: pufferfish_information pufferfish_epsilon response_support = framework dataclass channel
number: pufferfish_delta attribute_delta = framework dataclass channel number
number: pufferfish_stage = framework dataclass queries number
pmf: public_law = framework pmf number
pmf: secret_given = framework pmf number number
channel: data_given = framework pmf number number
pmf: member_law = member
joint: secret_joint = framework pmf channel number
joint: secret_stage_joint = framework pmf queries number
member: reweighted = member number number pmf
framework: dp_framework = database
framework: without_public without_edges = framework
prior: prior_of = pmf database
"""
HEADS = {}
for _line in _SPECS.strip().splitlines():
    _gives, _names, _params = re.split("[:=]", _line)
    HEADS |= {name: (_params.split(), _gives) for name in _names.split()}


# --- reading: statements stay JSON trees, checked, with numbers in lowest terms -------------------


def rational(text):
    """A number written as p or p/q."""
    if not isinstance(text, str) or len(text) > MOST_DIGITS:
        raise Rejected("a number isn't written as a string p/q")
    match = re.fullmatch(r"(-?[0-9]+)(?:/([0-9]+))?", text, re.ASCII)
    if not match or (match[2] and not match[2].strip("0")):
        raise Rejected(f"{text[:40]!r} is not a rational number p/q")
    return Fraction(int(match[1]), int(match[2] or 1))


def kind_of(sort):
    """A sort's kind: all that is arithmetic counts as a number."""
    return "number" if sort[0] in ("real", "size", "symbol") else sort[0]


def sort_of(term, scope):
    """The sort that a term says it has."""
    tag = term[0]
    if tag == "var":
        return scope[term[1]]
    if tag == "cases":
        return sort_of(term[2], scope)
    return term[3] if tag == "op" else term[5] if tag == "bind" else REAL


def read_sort(sort, scope):
    """A sort, its rationals in lowest terms and its terms read."""
    match sort:
        case ["real", low, high, bool(), bool()]:
            low, high = (None if end is None else str(rational(end)) for end in (low, high))
            return ["real", low, high, *sort[3:]]
        case ["size", int(), int() | None] | ["database"] | ["law"]:
            return sort
        case ["symbol" | "event" | "pmf" | "framework" as kind, size]:
            return [kind, read_term(size, scope, "number")]
        case ["reals", size, ["real", *_] as element]:
            return ["reals", read_term(size, scope, "number"), read_sort(element, scope)]
        case ["joint", [*names], [*sizes]] if len(names) == len(sizes) == len(set(names)):
            return ["joint", names, [read_term(size, scope, "number") for size in sizes]]
        case ["channel", inputs, outputs]:
            return ["channel", *(read_term(size, scope, "number") for size in (inputs, outputs))]
        case ["mechanism", database, outputs]:
            return ["mechanism", read_term(database, scope, "database"),
                    read_term(outputs, scope, "number")]
        case ["prior", database, "any" | "independent" | "split" as kind, entry]:
            if (kind == "split") == (entry is None):
                raise Rejected("only a split prior names an entry")
            chosen = None if entry is None else read_term(entry, scope, "number")
            return ["prior", read_term(database, scope, "database"), kind, chosen]
        case ["dataclass", size, "any" | "listed" | "all" | "reweighted" as kind]:
            return ["dataclass", read_term(size, scope, "number"), kind]
        case ["member", framework, laws]:
            return ["member", read_term(framework, scope, "framework"),
                    read_term(laws, scope, "dataclass")]
        case ["queries", "independent" | "sequential" | "partial" as kind, database, *counts]:
            numbers = [read_term(part, scope, "number") for part in counts]
            if len(numbers) == 2:
                return ["queries", kind, read_term(database, scope, "database"), *numbers]
        case [str(name), *_]:
            raise Unsupported(f"unsupported sort {name}")
    raise Rejected("what stands for a sort is none")


def read_term(term, scope, kind=None):
    """A term, each head applied to arguments of the right kinds."""
    match term:
        case ["number", str(text)]:
            found = ["number", text if text == "inf" else str(rational(text))]
        case ["var", str(name)]:
            if name not in scope:
                raise Rejected(f"nobody binds the variable {name!r}")
            found = term
        case ["op", str(head), [*args], result, [*detail]]:
            if head not in HEADS:
                raise Unsupported(f"unsupported head {head}")
            params, gives = HEADS[head]
            if params[-1:] == ["*"]:
                params = params[:-2] + params[-2:-1] * (len(args) - len(params) + 2)
            if len(params) != len(args) or not all(isinstance(part, str) for part in detail):
                raise Rejected(f"{head} has other arguments")
            args = [read_term(arg, scope, param) for arg, param in zip(args, params, strict=True)]
            found = ["op", head, args, read_sort(result, scope), detail]
            if kind_of(found[3]) != gives:
                raise Rejected(f"{head} gives no {found[3][0]}")
        case ["cases", test, then, otherwise]:
            then, otherwise = read_term(then, scope), read_term(otherwise, scope)
            if kind_of(sort_of(then, scope)) != kind_of(sort_of(otherwise, scope)):
                raise Rejected("two cases of different kinds")
            found = ["cases", read_formula(test, scope, False), then, otherwise]
        case ["bind", "integral", var, None, body, result]:
            var, inner = read_variable(var, scope)
            body, result = read_term(body, inner, "number"), read_sort(result, scope)
            if var[1][0] != "real" or kind_of(result) != "number":
                raise Rejected("an integral over other values than real numbers")
            found = ["bind", "integral", var, None, body, result]
        case ["bind", "sum" | "max" | "min" | "sup" | "inf" | "table" | "event" as binder,
              var, guard, body, result]:
            var, inner = read_variable(var, scope)
            guard = None if guard is None else read_formula(guard, inner, False)
            body, result = read_term(body, inner), read_sort(result, scope)
            inside = kind_of(sort_of(body, inner))
            fits = {"table": (inside, kind_of(result)) in (
                ("number", "pmf"), ("number", "reals"), ("pmf", "channel")),
                    "event": guard is not None and result[0] == "event"}
            if not fits.get(binder, inside == kind_of(result) == "number"):
                raise Rejected(f"a {binder} of a {inside} gives no {result[0]}")
            found = ["bind", binder, var, guard, body, result]
        case _:
            raise Rejected("what stands for a term is none")
    if kind is not None and kind_of(sort_of(found, scope)) != kind:
        raise Rejected(f"a {kind_of(sort_of(found, scope))} stands where a {kind} must")
    return found


def read_variable(var, scope):
    """A bound variable, and the scope below it."""
    match var:
        case [str(name), sort, str(symbol)]:
            sort = read_sort(sort, scope)
            return [name, sort, symbol], {**scope, name: sort}
    raise Rejected("what stands for a variable is none")


def read_formula(formula, scope, expand=True):
    """A formula, with definitions expanded."""
    match formula:
        case ["relation", "<=" | "<" | "=" | ">=" | ">" as op, left, right]:
            return ["relation", op, *(read_term(side, scope, "number") for side in (left, right))]
        case ["not", body]:
            return ["not", read_formula(body, scope, expand)]
        case ["and" | "or" as tag, [*parts]]:
            return [tag, [read_formula(part, scope, expand) for part in parts]]
        case ["quantified", "forall" | "exists" as kind, var, guard, body]:
            var, inner = read_variable(var, scope)
            guard = None if guard is None else read_formula(guard, inner, expand)
            return ["quantified", kind, var, guard, read_formula(body, inner, expand)]
        case ["predicate", str(name), [*args], [*detail]]:
            if not expand or (name, len(args), len(detail)) not in DEFINITIONS:
                raise Unsupported(f"unsupported definition {name} here")
            args = [read_term(arg, scope) for arg in args]
            meaning = DEFINITIONS[name, len(args), len(detail)](scope, *args, *detail)
            return read_formula(meaning, scope)
    raise Rejected("what stands for a formula is none")


def op(head, *args, detail=()):
    """A head applied to terms, with a real result."""
    return ["op", head, list(args), REAL, list(detail)]


def close_meaning(scope, p, q, epsilon, delta):
    """For every event A, P(A) ≤ e^ε Q(A) + δ, and the same with P and Q exchanged; for laws on the
    line, the largest P(A) − e^ε Q(A) is the hockey-stick divergence."""
    if sort_of(p, scope)[0] == "law":
        return ["and", [["relation", "<=", op("law_hockey_stick", *pair, epsilon), delta]
                        for pair in ((p, q), (q, p))]]
    event = ["var", "\0A"]  # no author's variable is called that
    parts = []
    for one, two in ((p, q), (q, p)):
        bound = op("mul", op("exp", epsilon), op("probability", two, event))
        relation = ["relation", "<=", op("probability", one, event), op("add", bound, delta)]
        var = ["\0A", ["event", sort_of(p, scope)[1]], ""]
        parts.append(["quantified", "forall", var, None, relation])
    return ["and", parts]


def no_information(joint, *groups):
    """I(A;B|C) = 0 of a joint law."""
    return ["relation", "=", op("joint_information", joint, detail=groups), ["number", "0"]]


def at_most(head):
    """A quantity of all arguments but the last is at most the last."""
    return lambda _, *args: ["relation", "<=", op(head, *args[:-1]), args[-1]]


DEFINITIONS = {
    ("close", 4, 0): close_meaning,
    ("dp", 3, 0): at_most("dp_delta"),
    ("kl_private", 2, 0): at_most("kl_dp"),
    ("mi_private", 2, 0): at_most("mi_dp"),
    ("pufferfish", 5, 0): at_most("pufferfish_delta"),
    ("mi_pufferfish", 4, 0): at_most("pufferfish_information"),
    ("attribute", 5, 0): at_most("attribute_delta"),
    ("independent", 1, 2): lambda _, j, a, b: no_information(j, a, b, ""),
    ("markov", 1, 3): lambda _, j, a, b, c: no_information(j, a, c, b),
}


def opened_statement(statement):
    """(variables, hypotheses, conclusion, quantifier), read."""
    scope, variables = {}, []
    for item in statement["variables"]:
        var, scope = read_variable(item, scope)
        variables.append(var)
    given = [read_formula(part, scope) for part in statement["given"]]
    return variables, given, read_formula(statement["then"], scope), statement["quantifier"]


# --- goals: what an instance must meet to be evidence ---------------------------------------------


def negate(formula):
    """The negation, pushed inwards to the relations."""
    match formula:
        case ["not", body]:
            return body
        case ["and" | "or" as tag, parts]:
            return ["or" if tag == "and" else "and", [negate(part) for part in parts]]
        case ["quantified", kind, var, guard, body]:
            other = "exists" if kind == "forall" else "forall"
            return ["quantified", other, var, guard, negate(body)]
    return ["not", formula]


def normal(formula):
    """Negations at relations only, which are ≤, < or =."""
    match formula:
        case ["relation", ">=" | ">" as op, left, right]:
            return ["relation", "<=" if op == ">=" else "<", right, left]
        case ["not", ["relation", *_] as relation]:
            return ["not", normal(relation)]
        case ["not", body]:
            return normal(negate(body))
        case ["and" | "or" as tag, parts]:
            return [tag, [normal(part) for part in parts]]
        case ["quantified", kind, var, guard, body]:
            return ["quantified", kind, var, guard and normal(guard), normal(body)]
    return formula


def lift(formula, lifted):
    """Suprema and infima where one point decides become variables of the instance."""
    match formula:
        case ["and" | "or" as tag, parts]:
            return [tag, [lift(part, lifted) for part in parts]]
        case ["relation", "<" | "<=", _, _]:
            relation, helpful = formula, ("inf", "sup")
        case ["not", ["relation", "<" | "<=", _, _] as relation]:
            helpful = ("sup", "inf")
        case _:
            return formula
    for side, kind in ((3, helpful[1]), (2, helpful[0])):
        if relation[side][:2] == ["bind", kind]:
            changed = [*relation]
            changed[side] = unbound(relation[side], lifted)
            return lift(changed if relation is formula else ["not", changed], lifted)
    return formula


def unbound(bind, lifted):
    """The body of a supremum, whose variable becomes one of the instance."""
    _, _, (name, sort, symbol), guard, body, _ = bind
    fresh = name
    while fresh in lifted:
        fresh += "'"
    if guard is not None:
        raise Rejected("a supremum with a guard")
    lifted[fresh] = [fresh, sort, symbol]
    return body if fresh == name else renamed(body, {name: fresh})


def renamed(node, names, depth=None):
    """A tree with free variables renamed; with a depth, bound ones are named by it (b0, b1, …)."""
    match node:
        case ["var", name]:
            return ["var", names.get(name, name)]
        case ["bind" | "quantified" as tag, kind, [name, sort, symbol], guard, *rest]:
            if depth is None and name in names.values():
                raise Rejected(f"the bound name {name} would capture a free one")
            new, below = (name, None) if depth is None else (f"b{depth}", depth + 1)
            var = [new, renamed(sort, names, depth), symbol if depth is None else ""]
            inner = {**names, name: new}
            return [tag, kind, var, *(renamed(part, inner, below) for part in [guard, *rest])]
        case ["joint", axes, sizes]:
            return ["joint", axes, renamed(sizes, names, depth)]
        case ["op", head, args, result, detail]:
            return ["op", head, renamed(args, names, depth), renamed(result, names, depth), detail]
        case list():
            return [renamed(part, names, depth) for part in node]
    return node


def goal(statement, polarity):
    """(variables, what they must meet, digest) from a statement and a polarity."""
    match statement:
        case {"quantifier": "forall" | "exists" as quantifier, "variables": [*variables],
              "given": [*given], "then": then, **others} if not others:
            scope, lifted = {}, {}
            for item in variables:
                var, scope = read_variable(item, scope)
                if var[0] in lifted:
                    raise Rejected(f"the variable {var[0]} is bound twice")
                lifted[var[0]] = var
            given = [normal(read_formula(formula, scope)) for formula in given]
            then = read_formula(then, scope)
        case _:
            raise Rejected("the statement is not one")
    if polarity == "witness":
        conclusion = ["and", []]
    elif (polarity, quantifier) in (("refutation", "forall"), ("proof", "exists")):
        conclusion = normal(negate(then) if polarity == "refutation" else then)
    else:
        raise Rejected(f"an instance is no {polarity} of a claim that says {quantifier!r}")
    body = ["and", [*given, lift(conclusion, lifted)]]
    names, written = {}, []
    for index, (name, sort, _) in enumerate(lifted.values()):
        written.append([f"v{index}", renamed(sort, names, 0)])
        names[name] = f"v{index}"
    form = {"exists": written, "body": renamed(body, names, 0)}
    compact = json.dumps(form, sort_keys=True, separators=(",", ":"))
    return list(lifted.values()), body, hashlib.sha256(compact.encode()).hexdigest()
