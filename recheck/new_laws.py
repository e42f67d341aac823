"""What terms are: the heads and their arguments, sorts, definitions; and which laws, events, symbols
and quantities of them are certainly defined where facts hold."""

import re
from fractions import Fraction
from functools import partial, reduce

import draft_algebra
import draft_scalars
from draft_algebra import ONE, UNIT, ZERO, Algebra, Poly, Unshown, X, need, number, op, substitute
from reals import Rejected, Unsupported, demand

# What heads give, and take. A “real” is a number whenever its arguments are defined. After a colon
# stand the sizes of a law, or the terms in another sort: one letter is one term wherever it stands,
# alphabet.D.i the alphabet of the entry i of D. i<entries.D is an index i below that. What is before
# “*” may come any number of times.
SPECS = """
number add sub mul div pow minimum maximum quotient remainder = number number
number neg exp log sqrt abs binary_entropy binary_entropy_inverse normal_cdf = number
number at = pmf:n <n
number component = reals:n <n
number likelihood_ratio = pmf:n pmf:n <n
number probability = pmf:n event:n
number indicator = event:n <n
number chi_square = pmf:n pmf:n
number renyi = pmf:n pmf:n number
number renyi_entropy = pmf:n number
number sibson arimoto csiszar pointwise_maximal_leakage = pmf:n channel:n,m number
number leakage_capacity = channel:n,m
number dp_epsilon kl_dp free_lunch_epsilon bayesian_mi = mechanism:D,m
number entry_epsilon = mechanism:D,m number
number bayesian_epsilon = prior:D mechanism:D,m
number law_kl law_total_variation = law law
number law_renyi = law law number
number interval_mass = law number number
number gaussian_information laplace_information = pmf:n channel:n,m reals:k number number
number ldp_curve lip_curve = number number
number ldp_floor = number
number determinant = reals:k number
number leading_minor lower_value upper_value = reals:k number number
number pufferfish_epsilon = framework:n dataclass:n channel:n,m
real kl total_variation = pmf:n pmf:n
real pi =
real cardinality = event:n
real hockey_stick = pmf:n pmf:n number
real entropy min_entropy = pmf:n
real joint_entropy joint_information = joint
real information maximal_leakage = pmf:n channel:n,m
real capacity = channel:n,m
real entries largest_alphabet instances = database
real alphabet = D=database <entries.D
real hamming = D=database <instances.D <instances.D
real prior_mass = D=database prior:D <instances.D
real with_entry = D=database <instances.D i<entries.D <alphabet.D.i
real entry_of = D=database <instances.D <entries.D
real group_values = D=database event:entries.D
real with_group = D=database <instances.D A=event:entries.D <group_values.D.A
real mi_dp mi_dp_split = mechanism:D,m
real dp_delta = mechanism:D,m number
real entry_information conditional_entry_information = prior:D mechanism:D,m <entries.D
real database_information = prior:D mechanism:D,m
real group_information = prior:D mechanism:D,m event:entries.D event:entries.D
real stage_information = prior:D queries:S,D,k,m <entries.D <k
real differential_entropy = law
real law_hockey_stick = law law number
real law_information = pmf:n law *
real private_functions edges largest_image = framework:n
real private_values public_values = F=framework:n <edges.F
real private_value public_value = F=framework:n <edges.F <n
real secret_information = framework:n pmf:n channel:n,m
real secret_delta = framework:n pmf:n channel:n,m number
real secret_stage_information = F=framework:instances.D pmf:instances.D queries:S,D,k,m <edges.F <k
real pufferfish_information response_support = framework:n dataclass:n channel:n,m
real pufferfish_delta attribute_delta = framework:n dataclass:n channel:n,m number
real pufferfish_stage = framework:instances.D dataclass:instances.D queries:S,D,k,m <k
pmf:# pmf_literal = number *
pmf:# law_cells = law number *
pmf:m row = channel:n,m <n
pmf:m response = mechanism:D,m <instances.D
pmf:m output = pmf:n channel:n,m
pmf:instances.D flat_prior = D=database prior:D
pmf:alphabet.D.i entry_given = D=database prior:D <instances.D i<entries.D
pmf:group_values.D.A group_given = D=database prior:D <instances.D A=event:entries.D event:entries.D
pmf:pow.m.j history_law = queries:S,D,k,m j<k <instances.D
pmf:alphabet.D.i entry_given_history = prior:D queries:S,D,k,m <instances.D i<entries.D j<k <pow.m.j
pmf:public_values.F.e public_law = F=framework:n pmf:n e<edges.F
pmf:private_values.F.e secret_given = F=framework:n pmf:n e<edges.F <public_values.F.e
pmf:size.F member_law = member:F,T
channel:#,n channel_literal = pmf:n *
channel:n,l chain = channel:n,m channel:m,l
channel:n,mul.m.l parallel = channel:n,m channel:n,l
channel:instances.D,m flat_mechanism = mechanism:D,m
channel:alphabet.D.i,m entry_channel = mechanism:D,m <instances.D i<entries.D
channel:group_values.D.A,m group_channel = mechanism:D,m <instances.D A=event:entries.D
channel:group_values.D.A,m response_given = prior:D mechanism:D,m <instances.D A=event:entries.D event:entries.D
channel:m,pow.m.k completed = queries:S,D,k,m <instances.D <k
channel:private_values.F.e,n data_given = F=framework:n pmf:n e<edges.F <public_values.F.e
prior:D entry_prior = D=database <instances.D i<entries.D pmf:alphabet.D.i
prior:D prior_of = pmf:instances.D D=database
joint joint_of = pmf:n channel:n,m
joint joint_of_outputs = pmf:n channel:n,m channel:n,l
joint as_joint = pmf:n number *
joint database_joint = prior:D mechanism:D,m <entries.D
joint group_joint = prior:D mechanism:D,m event:entries.D event:entries.D event:entries.D
joint stage_joint = prior:D queries:S,D,k,m <entries.D
joint secret_joint = F=framework:n pmf:n channel:n,m <edges.F
joint secret_stage_joint = F=framework:instances.D pmf:instances.D queries:S,D,k,m <edges.F
event:n complement = n=number event:n
event:n singleton = n=number <n
database one_entry = number
database several_entries = number *
database query_database = queries:S,D,k,m <k
queries:S,D,sub.k.1,m initial = queries:S,D,k,m
mechanism:D,m final = queries:S,D,k,m
mechanism:D,pow.m.k together = queries:S,D,k,m
mechanism:D,m widened query = queries:S,D,k,m <k
mechanism:D,m query_given = queries:S,D,k,m j<k <pow.m.j
mechanism:D,m on_entry = channel:alphabet.D.i,m D=database i<entries.D
mechanism:D,m on_database = channel:instances.D,m D=database
mechanism:one_entry.n,m as_mechanism = channel:n,m
law laplace gaussian = number number
law law_mixture = pmf:n law *
law gaussian_mixture = pmf:n reals:n reals:n
law law_shift = law number
framework:instances.D dp_framework = D=database
framework:n without_public without_edges = framework:n
member:F,T reweighted = member:F,T e<edges.F v<public_values.F.e pmf:private_values.F.e
"""
HEADS = {}
for _line in SPECS.strip().splitlines():
    _gives, *_names = _line.split("=", 1)[0].split()
    _kind, _, _sizes = _gives.partition(":")
    _params = [re.fullmatch(r"(?:(\w)=)?(\w+|\*)(?::(\S+))?|(\w?)<(\S+)", word).groups()
               for word in _line.split("=", 1)[1].split()]
    HEADS |= {name: (_kind, _sizes, _params) for name in _names}
INFINITY = ["number", "inf"]
ORDERED = ("sibson", "arimoto", "csiszar", "renyi_entropy")
DIVERGENCES = ("kl", "law_kl", "kl_dp", "dp_epsilon", "leakage_capacity", "renyi", "chi_square")
BOUNDS = {"dp": "dp_delta", "kl_private": "kl_dp", "mi_private": "mi_dp", "pufferfish": "pufferfish_delta",
          "mi_pufferfish": "pufferfish_information", "attribute": "attribute_delta"}
SORTS = {"real": 4, "size": 2, "symbol": 1, "event": 1, "pmf": 1, "framework": 1, "reals": 2, "joint": 2,
         "channel": 2, "mechanism": 2, "prior": 3, "dataclass": 2, "member": 2, "queries": 4, "database": 0, "law": 0}

# --- reading: heads on arguments of the right kinds, definitions expanded ----------------------------

def rational(text):
    """Whether a text is a number p or p/q."""
    return re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", text, re.ASCII) is not None

def kind_of(sort):
    """A sort's kind: all that is arithmetic counts as a number."""
    return "number" if sort[0] in ("real", "size", "symbol") else sort[0]

def kind(term, scope, bound=()):
    """The kind of a term, or that of its sort; `bound` has the sorts of bound variables, innermost
    first. Refuses what isn't a term."""
    def of(part, wanted="number", more=()):
        own = kind(part, scope, (*more, *bound))
        demand(own == wanted, f"a {own} stands where a {wanted} must")
        return own

    match term:
        case ["number", text]:
            demand(text == "inf" or rational(text), "no number")
            return "number"
        case ["var", int(place)]:
            demand(0 <= place < len(bound), "an unbound variable")
            return kind_of(bound[place])
        case ["var", str(name)]:
            demand(name in scope, f"nobody binds the variable {name!r}")
            return kind_of(scope[name])
        case ["op", str(head), [*args], _, [*detail]]:
            if head not in HEADS:
                raise Unsupported(f"unsupported head {head}")
            gives, _, params = HEADS[head]
            params = repeated(params, len(args))
            demand(len(params) == len(args) and all(isinstance(part, str) for part in detail),
                   f"{head} has other arguments")
            for arg, (_, wanted, *_) in zip(args, params, strict=True):
                of(arg, wanted or "number")
            demand(gives != "joint" or check_sort(term[3], scope, bound) == "joint", "no joint law")
            return gives.replace("real", "number")
        case ["cases", test, then, otherwise]:
            read_formula(test, scope, bound, False)
            return of(otherwise, kind(then, scope, bound))
        case ["bind", str(binder), sort, guard, body]:
            check_sort(sort, scope, bound)
            if guard is not None:
                read_formula(guard, scope, (sort, *bound), False)
            gives, part = {"table pmf": ("pmf", "number"), "table reals": ("reals", "number"), "event": ("event", None),
                           "table channel": ("channel", "pmf")}.get(binder, ("number", "number"))
            if part:
                of(body, part, (sort,))
            demand((guard is not None if gives == "event" else gives == "number" or guard is None) and (
                gives in binder or binder in ("sum", "max", "min", "sup", "inf")
                or (binder == "integral" and sort[0] == "real" and guard is None)), f"no {binder}")
            return gives
    raise Rejected("what stands for a term is none")

def repeated(params, count):
    """The parameters for so many arguments."""
    if params[-1:] and params[-1][1] == "*":
        return params[:-2] + params[-2:-1] * (count - len(params) + 2)
    return params

def check_sort(sort, scope, bound=()):
    """The kind of a sort; refuses what is none."""
    demand(isinstance(sort, list) and len(sort) == SORTS.get(sort[0], -1) + 1, "what stands for a sort is none")
    match sort:
        case ["real", low, high, bool(), bool()]:
            demand(all(end is None or rational(end) for end in (low, high)), "no ends")
        case ["size", int(), int() | None] | ["database"] | ["law"]:
            pass
        case ["joint", [*names], [*sizes]]:
            demand(len(names) == len(sizes) == len(set(names)), "no names of a joint law")
            demand(all(kind(size, scope, bound) == "number" for size in sizes), "no size")
        case ["prior", database, "any" | "independent" | "split" as how, entry]:
            demand(kind(database, scope, bound) == "database" and (how == "split") == (entry is not None)
                   and (entry is None or kind(entry, scope, bound) == "number"), "no prior")
        case ["symbol" | "event" | "pmf" | "framework" | "channel" | "mechanism" | "dataclass" | "member" | "reals"
              | "queries" as tag, *terms]:
            last = {"dataclass": ("any", "listed", "all", "reweighted"),
                    "queries": ("independent", "sequential", "partial")}.get(tag)
            demand(last is None or terms.pop(-1 if tag == "dataclass" else 0) in last, f"no {tag}")
            demand(tag != "reals" or (terms[1][0] == "real" and check_sort(terms.pop(), scope, bound)), "no list")
            wanted = {"mechanism": ["database", "number"], "queries": ["database", "number", "number"],
                      "member": ["framework", "dataclass"]}.get(tag, ["number"] * len(terms))
            demand([kind(term, scope, bound) for term in terms] == wanted, f"no {tag}")
        case _:
            raise Rejected("what stands for a sort is none")
    return kind_of(sort)

def read_formula(formula, scope, bound=(), expand=True):
    """A formula, with definitions expanded; refuses what is none."""
    match formula:
        case ["relation", "<=" | "<" | "=", left, right]:
            demand(kind(left, scope, bound) == kind(right, scope, bound) == "number", "a relation of no numbers")
            return formula
        case ["not", body]:
            return ["not", read_formula(body, scope, bound, expand)]
        case ["and" | "or" as tag, [*parts]]:
            return [tag, [read_formula(part, scope, bound, expand) for part in parts]]
        case ["quantified", "forall" | "exists" as tag, sort, guard, body]:
            inner = check_sort(sort, scope, bound) and (sort, *bound)
            guard = None if guard is None else read_formula(guard, scope, inner, expand)
            return ["quantified", tag, sort, guard, read_formula(body, scope, inner, expand)]
        case ["predicate", str(name), [*args], [*detail]] if expand:
            return read_formula(meaning(name, args, detail, scope, bound), scope, bound)
    raise Rejected("what stands for a formula is none")

def meaning(name, args, detail, scope, bound):
    """What a definition says of its arguments."""
    match name, args, detail:
        case "close", [p, q, epsilon, delta], []:
            # P(A) ≤ e^ε Q(A) + δ for every event A, and with P and Q exchanged; on the line, the
            # largest P(A) − e^ε Q(A) is the hockey-stick divergence.
            if kind(p, scope, bound) == "law":
                return ["and", [["relation", "<=", op("law_hockey_stick", *pair, epsilon), delta]
                                for pair in ((p, q), (q, p))]]
            names = [f"\2{k}" for k in range(len(bound))]
            inner = {name: substitute(sort, {j: ["var", outer] for j, outer in enumerate(names[k + 1:])})
                     for k, (name, sort) in enumerate(zip(names, bound, strict=True))}
            (size,) = Facts({**scope, **inner}).sizes(substitute(p, {k: ["var", n] for k, n in enumerate(names)}))
            size = substitute(size, {name: ["var", k] for k, name in enumerate(names)})
            p, q, epsilon, delta = substitute(args, {k: ["var", k + 1] for k in range(len(bound))})
            return ["and", [["quantified", "forall", ["event", size], None, [
                "relation", "<=", op("probability", one, X),
                op("add", op("mul", op("exp", epsilon), op("probability", two, X)), delta)]]
                for one, two in ((p, q), (q, p))]]
        case "independent" | "markov", [joint], [one, *middle, two] if len(middle) == (name == "markov"):
            groups = [one, two, *(middle or [""])]  # I(A;B|C) = 0 of the joint law.
            return ["relation", "=", [*op("joint_information", joint)[:4], groups], ZERO]
        case _, [*inner, end], [] if name in BOUNDS:
            return ["relation", "<=", op(BOUNDS[name], *inner), end]
    raise Unsupported(f"unsupported definition {name} here")

def read_statement(statement):
    """(variables, hypotheses, conclusion, quantifier), read."""
    scope = {}
    demand(set(statement) == {"quantifier", "variables", "given", "then"}, "the statement is not one")
    for name, sort, _ in statement["variables"]:
        declare(name, sort, scope)
    given = [read_formula(part, scope) for part in statement["given"]]
    return statement["variables"], given, read_formula(statement["then"], scope), statement["quantifier"]

def declare(name, sort, scope):
    """Add a variable to a scope."""
    demand(isinstance(name, str) and name.isprintable() and name not in scope, f"{name!r} is declared twice")
    check_sort(sort, scope)
    scope[name] = sort

# --- what is defined where facts hold ---------------------------------------------------------------

def law(head, facts, *args):
    """The sizes of a law; (index, how many there are) for each index; terms that must agree."""
    _, sizes, params = HEADS[head]
    known, patterns, count = {"#": ["number", str(len(args))]}, [], len(args) - 1

    def term(text):
        name, *parts = text.split(".")
        parts = [ONE if part == "1" else known[part] for part in parts]
        return facts.sizes(parts[0])[0] if name == "size" else op(name, *parts) if parts else known[name]

    for arg, (name, _, wanted, index, _) in zip(args, repeated(params, len(args)), strict=True):
        known |= {name or index: arg}
        patterns += zip(wanted.split(","), facts.sizes(arg), strict=False) if wanted else []
    for pattern, value in patterns:
        known.setdefault(pattern, value)
    pairs = [(value, term(pattern)) for pattern, value in patterns]
    if head in ("law_mixture", "law_information", "as_joint"):
        many = reduce(partial(op, "mul"), args[1:]) if head == "as_joint" else ["number", str(count)]
        pairs.append((known["n"], many))
    places = [(arg, term(limit)) for arg, (*_, limit) in zip(args, params, strict=False) if limit]
    same = [[value if isinstance(value, str) or kind(value, facts.scope) != "number" else facts.poly(value)
             for value in side] for side in zip(*(pair for pair in pairs if pair[0] != pair[1]), strict=True)]
    return [term(part) for part in sizes.split(",")] if sizes else [], places, same

# The tables of the algebra, completed.
TERMS = {head for head, (gives, *_) in HEADS.items() if gives not in ("number", "real")}
draft_algebra.LAWS.clear()
draft_algebra.LAWS |= {head: partial(law, head) for head in TERMS | {
    head for head, (gives, *_) in HEADS.items() if gives == "real"}}
draft_algebra.COUNTS.update(("group_values", "private_functions"))
draft_algebra.WHOLE.update(draft_algebra.COUNTS | {"with_entry", "entry_of", "with_group", "hamming", "response_support"})
draft_algebra.NOT_NEGATIVE.update(draft_algebra.WHOLE | {
    "mi_dp", "mi_dp_split", "database_information", "dp_delta", "conditional_entry_information",
    "entry_information", "secret_delta", "pufferfish_delta", "attribute_delta", "secret_information",
    "pufferfish_information", "secret_stage_information", "pufferfish_stage", "law_hockey_stick"})

class Facts(Algebra):
    """What side conditions ask of facts; each method refuses with `Unshown` what they don't show."""

    shows = Algebra.shown

    def __init__(self, scope, facts=(), parent=None, bare=False):
        self.last = parent is not None and getattr(parent, "last", True)
        super().__init__(scope, facts, parent, bare)
        for _ in (*facts, *facts) if parent is None else ():  # A side may be real since another is.
            known, waiting = len(self.held), [
                fact for fact in facts if fact[0] == "relation" and not all(map(self.real, fact[2:]))]
            for fact in waiting:
                self.learn(fact)
                self.cache, self.inner, self.told = {}, {}, {}
            if len(self.held) == known and self.last:
                break
            self.last = self.last or len(self.held) == known
        self.last = True

    def agree(self, one, two):
        """Whether two sizes (or databases, …) are the same."""
        return one == two or (isinstance(one, list) and kind(one, self.scope) == "number" and self.same(one, two))

    def above(self, term, bound, strict=False):
        """Refuse unless term ≥ bound (>, if strict)."""
        low = self.poly(bound)
        found = self.sense(self.poly(term) - low) if low else self.sign(term)
        return need(found is not None and found >= strict, "a term isn't shown to lie in its domain")

    def obvious(self, formula):
        """Refuse a relation that normal forms and signs don't show."""
        match formula:
            case ["relation", "=", left, right]:
                return need(self.nothing(self.poly(left) - self.poly(right)), "the sides may differ")
            case ["relation", sign, left, right]:
                return self.above(right, left, sign == "<")
            case ["not", ["relation", "<=" | "<" as sign, left, right]]:
                return self.above(left, right, sign == "<=")
        raise Unshown("a relation isn't obvious")

    def sign(self, term):
        """The sign, by normal forms or by that of the parts."""
        found = super().sign(term)
        match term:
            case _ if found is not None or not self.real(term):
                return found
            case ["op", "add" | "mul" as head, pair, *_]:
                signs = list(map(self.sign, pair))
                return None if None in signs else (max if head == "add" else min)(signs)
            case ["op", "div", [top, bottom], *_] if self.sign(bottom) == 1:
                return self.sign(top)
            case ["bind", "sum" | "integral", sort, guard, body]:
                inner, body, _ = self.under(sort, ["cases", guard, body, ZERO] if guard else body)
                return None if inner.sign(body) is None else 0
        return None

    def atom_sign(self, atom):
        """The sign of an atom; an integral of what is at least 0 is that."""
        found, tree = super().atom_sign(atom), self.tree[atom]
        if found is None and tree[:2] == ["bind", "integral"]:
            inner, body, _ = self.under(tree[2], tree[4])
            return None if inner.sign(body) is None else 0
        return found

    def inside(self, term, sort):
        """Refuse a term that isn't shown to be a number of an interval."""
        _, low, high, *out = sort
        self.poly(term)
        if low is not None:
            self.above(term, ["number", low], out[0])
        if high is not None:
            self.above(["number", high], term, out[1])

    def under(self, sort, body):
        """The facts that know one more variable, the body, and the new names."""
        if sort[0] == "symbol":
            return super().under(sort, body)
        new = f"\1{next(self.fresh)}"
        return Facts({**self.scope, new: sort}, [], self), substitute(body, {0: ["var", new]}), [new]

    def inhabited(self, sort):
        """Whether there certainly is a value of a sort."""
        match sort:
            case ["symbol" | "pmf", size]:
                return self.sign(size) == 1
            case ["prior", database, *_]:
                return self.shown(self.defined, database)
            case ["member", *terms]:
                return all(self.shown(self.defined, term) for term in terms)
        return sort[0] == "event"

    def valued(self, term):
        """Refuse a term that isn't shown to have a value above −∞."""
        match term:
            case _ if self.real(term) or term == INFINITY:
                return
            case ["op", "add", pair, *_]:
                [self.valued(part) for part in pair]
            case ["op", "sub", [one, ["op", "mul", [u, ["op", "log", [t], *_]], *_]], *_] if (
                    None not in (self.sign(u), self.sign(t))):
                self.valued(one)
            case ["op", "sub" | "div" as head, [one, two], *_]:
                need(self.real(two) if head == "sub" else self.sign(two) == 1, "a side may be undefined")
                self.valued(one)
            case ["op", "mul", [one, two], *_]:
                self.valued(two if self.sign(one) is not None else need(self.sign(two) is not None) and one)
            case ["bind", "sum" | "max" | "sup" as binder, sort, None, body] if (
                    sort[0] == "symbol" if binder == "sum" else self.inhabited(sort)):
                inner, body, _ = self.under(sort, body)
                inner.valued(body)
            case ["op", head, args, *_] if head in DIVERGENCES:
                # They and their largest values are never −∞.
                need(all(order == INFINITY or self.sign(order) is not None for order in args[2:]), "no order")
                self.checked(head, args)
            case ["bind", "integral", sort, None, body]:
                inner, body, _ = self.under(sort, body)
                need(inner.sign(body) is not None, "an integrand that may be negative")
            case _:
                raise Unshown("a side isn't shown to be defined")

    def finite(self, term):
        try:
            need(term[1] not in DIVERGENCES)
            return super().finite(term)
        except Unshown:
            # Only once nothing more is learnt a sum or product is taken as a whole.
            need(self.last or term[1] not in ("add", "sub", "mul", "div", "sum"))
            self.valued(term)
            closed = ["op", term[1], self.checked(*term[1:3]), *term[3:]] if term[1] in DIVERGENCES else term
            return {repr(term): self.atom(closed)}

    def everywhere(self, sort, body):
        """Refuse a body that may be undefined for a value of its variable, or −∞ but for want of
        symbols."""
        inner, body, _ = self.under(sort, body)
        match body:
            case ["bind", "max" | "min", ["symbol", _] as sort, [*_], part]:
                inner, part, _ = inner.under(sort, part)
                inner.poly(part)
            case _:
                inner.valued(body)

    def divided(self, head, a, b):
        """The whole part of a quotient, or what remains; the whole part of a symbol of n·b by b is
        one of n."""
        found, size = super().divided(head, a, b), self.size_of(a)
        if head == "quotient" and size is not None and len(self.poly(b)) == 1:
            ((unit, value),) = self.poly(b).items()
            count = self.poly(size).over(unit) * number(1 / value)
            if self.whole(count):
                self.note(count - found - UNIT, False)
        return found

    def size_of(self, term):
        """The size of the alphabet that a closed symbol is from."""
        match term:
            case ["var", name] if self.scope[name][0] == "symbol":
                return self.scope[name][1]
            case ["op", "with_entry" | "with_group", [database, *_], *_]:
                return op("instances", database)
        return None

    def whole(self, poly):
        """Whether a number is whole by its form, whole powers included."""
        def counted(atom, power):
            match self.tree[atom]:
                case ["op", "pow", [base, exponent], *_]:
                    times = self.poly(exponent)
                case ["op", "exp", [inner], *_]:  # e^(k ln n)
                    times = self.poly(inner)
                    logs = [a for a, p in min(times) if p == 1 and self.tree[a][:2] == ["op", "log"]]
                    if len(times) != 1 or len(logs) != 1:
                        return False
                    times, base = times.over(((logs[0], Fraction(1)),)), self.tree[logs[0]][2][0]
                case _:
                    return False
            return power > 0 and power % 1 == 0 and self.sense(times) is not None and (
                self.whole(times) and self.whole(self.poly(base)))
        parts = (Poly({tuple(item for item in m if not counted(*item)): value}) for m, value in poly.items())
        return all(map(super().whole, parts))

    def defined(self, term):
        """A term of any sort with normal indices; refuse what may be undefined."""
        match term:
            case ["op", "complement", [_, event], *_]:
                return need(self.defined(event)) and law("complement", self, *term[2]) and term
            case ["op", "laplace" | "gaussian", [mean, spread], *_]:
                self.above(spread, ZERO, True)
                return ["op", term[1], [self.defined(mean), self.defined(spread)], *term[3:]]
            case ["op", "one_entry" | "several_entries" as head, sizes, *rest]:
                [self.above(size, ZERO, True) for size in sizes]
                return ["op", head, list(map(self.defined, sizes)), *rest]
            case ["op", "gaussian_mixture", [*_, variances], *_]:
                inner, part, _ = self.under(["symbol", self.sizes(variances)[0]], op("component", variances, X))
                inner.above(part, ZERO, True)
            case ["op", "together", [queries], *_]:
                self.above(self.sizes(queries)[2], ONE)
        return super().defined(term)

    def read(self, term):
        """The normal form of a term; quantities that are numbers only in a domain stay closed."""
        match term:
            case ["op", "with_entry" | "with_group", [database, *_], *_]:
                return self.ranged(self.defined(term), ["symbol", op("instances", database)])
            case ["op", "entry_of", [database, _, entry], *_]:
                return self.ranged(self.defined(term), ["symbol", op("alphabet", database, entry)])
            case ["op", "binary_entropy_inverse", [inner], *_]:
                self.above(inner, ZERO)
                self.above(op("log", ["number", "2"]), inner)
            case ["op", "instances", [["op", "several_entries", sizes, *_]], *_]:
                return self.times(*map(self.poly, sizes))
            case ["op", "edges", [["op", "dp_framework", [database], *_]], *_]:
                return self.poly(op("entries", database))
            case ["op", "ldp_curve" | "lip_curve", args, *_]:
                [self.above(arg, ZERO) for arg in args]
                return self.ranged(term, ["real", "0", "1", False, False])
            case ["op", "gaussian_information" | "laplace_information" as head, [*_, size, spread], *_]:
                self.checked(head, term[2])
                self.above(size, ZERO, True)
                self.above(spread, ZERO, True)
            case ["op", "leading_minor", [entries, order, size], *_]:
                self.defined(entries)
                self.above(order, ZERO)
                self.above(size, order)
            case ["op", "determinant" | "lower_value" | "upper_value", [entries, *sizes], *_]:
                self.defined(entries)
                [self.above(size, ZERO, True) for size in sizes]
            case ["op", head, [*_, order], *_] if head in ORDERED:
                self.checked(head, term[2])
                if order != INFINITY or head == "csiszar":
                    self.above(order, ZERO)
            case ["bind", "max" | "min", ["event", _] as sort, None, body]:
                inner, body, _ = self.under(sort, body)
                inner.poly(body)
            case _:
                return super().read(term)
        return self.atom(term)

    def checked(self, head, args):
        """The arguments in normal form; refuse those that may be undefined, or of other alphabets."""
        same = law(head, self, *args)[2]
        need(all(part == same[0] for part in same), "alphabets that differ")
        return [arg if arg == INFINITY else self.defined(arg) for arg in args]

draft_algebra.Algebra = draft_scalars.Algebra = Facts  # Until they are one.
