"""Laws, events, symbols, and the quantities of them that stay closed, in proofs."""

from fractions import Fraction

from polynomials import number, plus
from signs import COUNT, COUNTS, INFINITY, ONE, NotReal, Signs, Unshown, op
from statements import REAL, Unsupported, kind_of, sort_of
from trees import mentions, simplified, substitute

# Defined if their arguments are, and their indices are in range.
LAWFUL = frozenset((
    "marginal", "output", "chain", "parallel", "joint_of", "as_mechanism", "channel_literal",
    "together", "entry_channel", "flat_mechanism", "flat_prior", "entry_given", "entry_prior",
    "database_joint", "initial", "final", "query", "query_given", "as_joint", "joint_of_outputs",
    "stage_joint", "history_law", "entry_given_history", "widened", "completed", "on_entry",
    "on_database", "group_channel", "group_given", "response_given", "group_joint", "row",
    "response", "public_law", "secret_given", "data_given", "member_law", "secret_joint",
    "secret_stage_joint", "reweighted", "dp_framework", "without_public", "without_edges",
    "prior_of",
))
# Real numbers, likewise.
FINITE = frozenset((
    "total_variation", "entropy", "min_entropy", "joint_entropy", "joint_information",
    "information", "capacity", "mi_dp", "mi_dp_split", "database_information", "maximal_leakage",
    "hockey_stick", "dp_delta", "group_information", "cardinality", "entry_information",
    "conditional_entry_information", "stage_information", "component", "entries",
    "largest_alphabet", "instances", "alphabet", "group_values", "with_group", "prior_mass",
    "with_entry", "entry_of", "hamming", "law_hockey_stick", "law_information",
    "differential_entropy", "pi", "secret_information", "secret_delta",
    "secret_stage_information", "pufferfish_information", "response_support", "pufferfish_delta",
    "attribute_delta", "pufferfish_stage", "edges", "private_functions", "largest_image",
    "private_values", "public_values", "private_value", "public_value",
))
# … for orders from 0 on.
ORDERED = frozenset(("sibson", "arimoto", "csiszar", "renyi_entropy"))


def counts(term):
    """Whether a whole number is never negative by its form: a difference may be."""
    match term:
        case ["op", "add" | "mul", parts, _, _]:
            return all(map(counts, parts))
        case ["number", text]:
            return text.isdigit()
        case ["op", head, _, _, _]:
            return head in COUNTS or head == "cardinality"
    return term[0] == "var"


def whole(term, scope):
    """Whether a term is a whole number by its form."""
    match term:
        case ["number", text]:
            return text != "inf" and "/" not in text
        case ["var", name]:
            return scope[name][0] in ("size", "symbol")
        case ["cases", _, one, two] | ["op", "add" | "sub" | "mul", [one, two], _, _]:
            return whole(one, scope) and whole(two, scope)
        case ["op", "pow", [base, exponent], _, _]:
            return whole(base, scope) and whole(exponent, scope) and counts(exponent)
        case ["op", head, _, _, _]:
            return head in COUNTS or head in (
                "quotient", "remainder", "with_entry", "entry_of", "with_group", "hamming",
                "cardinality", "edges", "private_value", "public_value", "response_support")
    return False


class Laws(Signs):
    """What is certainly a law, an event, a symbol; arguments as those of `Signs`."""

    def is_lawful(self, term):
        """Whether `lawful` accepts a law."""
        try:
            self.lawful(term)
        except (Unshown, Unsupported):
            return False
        return True

    def any_of(self, reals):
        """An arbitrary one of several real numbers, with the facts that know its index."""
        name = f"\0{next(self.counter)}"
        part = op("component", reals, ["var", name])
        return self.under(name, ["symbol", sort_of(reals, self.scope)[1]], part)

    def lawful(self, term):
        """Refuse a law, channel, mechanism, database, … that may be undefined."""
        match term:
            case ["var", _]:
                return
            case ["op", "pmf_literal", entries, _, _]:
                polys = [self.poly(entry) for entry in entries]
                total = number(-1)
                for poly in polys:
                    total = plus(total, poly)
                if None not in map(self.sign, polys) and self.is_nothing(total):
                    return
            case ["bind", "table", [name, sort, _] as var, None, body, result]:
                inner, inside = self.under(name, sort, body)
                if result[0] == "reals":
                    inner.poly(inside)
                    return
                if result[0] != "pmf":
                    return inner.lawful(inside)
                if inner.sign_of(inside) is not None:
                    total = self.poly(["bind", "sum", var, None, body, REAL])
                    if self.is_nothing(plus(total, number(-1))):
                        return
            case ["op", "one_entry" | "several_entries", sizes, _, _]:
                if all(self.sign_of(size) == 1 for size in sizes):
                    return
            case ["op", "law_cells", [law, end], _, _]:
                self.lawful(law)
                self.poly(end)
                return
            case ["op", "gaussian_mixture", [weights, means, variances], _, _]:
                self.lawful(weights)
                self.lawful(means)
                inner, part = self.any_of(variances)
                if inner.sign_of(part) == 1:
                    return
            case ["op", "law_mixture", [weights, *parts], _, _]:
                for part in (weights, *parts):
                    self.lawful(part)
                return
            case ["op", "laplace" | "gaussian", [mean, spread], _, _]:
                self.poly(mean)
                if self.sign_of(spread) == 1:
                    return
            case ["op", head, _, _, _] if head in LAWFUL:
                if head == "together":
                    self.above(sort_of(term[2][0], self.scope)[3], ONE, False)
                self.arguments(term)
                return
            case ["bind", "event", *_] | ["op", "complement" | "singleton", *_]:
                self.event(term)
                return
        raise NotReal("a law isn't shown to be one")

    def is_nothing(self, poly):
        """Whether a number is 0, by itself or since facts say that it is ≥ 0 and ≤ 0."""
        return self.is_zero(poly) or None not in (self.sign(poly), self.sign(plus({}, poly, -1)))

    def event(self, term):
        """Refuse an event that may be undefined."""
        match term:
            case ["var", _] | ["bind", "event", *_]:
                return
            case ["op", "complement", [_, inner], _, _]:
                return self.event(inner)
            case ["op", "singleton", [size, symbol], _, _]:
                return self.symbol(symbol, size)
        raise NotReal("an event isn't shown to be one")

    def arguments(self, term):
        """Refuse a head whose arguments may be undefined, or its indices out of range."""
        for arg in term[2]:
            kind = kind_of(sort_of(arg, self.scope))
            check = {"number": self.poly, "event": self.event}.get(kind, self.lawful)
            check(arg)
        for symbol, size in self.places(term):
            self.symbol(symbol, size)

    def places(self, term):
        """(symbol, size) for each index among the arguments of a head: it must be in range."""
        def at(database, instance=None, entry=None):
            pairs = ((instance, "instances"), (entry, "entries"))
            return [(index, op(count, database, sort=COUNT)) for index, count in pairs if index]

        def stage(queries, index=None, instance=None, entry=None, history=None):
            _, _, database, count, outputs = sort_of(queries, self.scope)
            found = [*at(database, instance, entry), *([(index, count)] if index else [])]
            return [*found, *([(history, op("pow", outputs, index))] if history else [])]

        def edge(framework, index, public=None):
            found = [(index, op("edges", framework, sort=COUNT))]
            count = op("public_values", framework, index, sort=COUNT)
            return [*found, *([(public, count)] if public else [])]

        def base(mechanism):
            return sort_of(mechanism, self.scope)[1]

        match [term[1], *term[2]]:
            case ["row" | "component" | "at", table, index]:
                return [(index, base(table))]
            case ["response" | "group_channel", mechanism, x, *_]:
                return at(base(mechanism), x)
            case ["response_given", _, mechanism, x, *_]:
                return at(base(mechanism), x)
            case ["entry_channel", mechanism, x, i]:
                return at(base(mechanism), x, i)
            case ["entry_given", database, _, x, i] | ["entry_prior", database, x, i, _] | [
                    "entry_of", database, x, i]:
                return at(database, x, i)
            case ["on_entry", _, database, i] | ["alphabet", database, i]:
                return at(database, None, i)
            case ["prior_mass", database, _, x] | ["group_given", database, _, x, *_]:
                return at(database, x)
            case ["with_entry", database, x, i, symbol]:
                return [*at(database, x, i), (symbol, op("alphabet", database, i, sort=COUNT))]
            case ["with_group", database, x, group, value]:
                return [*at(database, x), (value, op("group_values", database, group, sort=COUNT))]
            case ["hamming", database, x, y]:
                return at(database, x) + at(database, y)
            case ["database_joint" | "entry_information" | "conditional_entry_information", _,
                  mechanism, i]:
                return at(base(mechanism), None, i)
            case ["query" | "widened", queries, j]:
                return stage(queries, j)
            case ["query_given", queries, j, history]:
                return stage(queries, j, history=history)
            case ["history_law", queries, j, x] | ["completed", queries, x, j]:
                return stage(queries, j, x)
            case ["entry_given_history", _, queries, x, i, j, history]:
                return stage(queries, j, x, i, history)
            case ["stage_joint", _, queries, i]:
                return stage(queries, None, entry=i)
            case ["stage_information", _, queries, i, j]:
                return stage(queries, j, entry=i)
            case ["private_values" | "public_values", framework, i]:
                return edge(framework, i)
            case ["private_value" | "public_value", framework, i, symbol]:
                return [*edge(framework, i), (symbol, base(framework))]
            case ["public_law", framework, _, i] | [
                    "secret_joint" | "secret_stage_joint", framework, _, _, i]:
                return edge(framework, i)
            case ["secret_given" | "data_given", framework, _, i, public]:
                return edge(framework, i, public)
            case ["reweighted", member, i, public, _]:
                return edge(base(member), i, public)
            case ["secret_stage_information", framework, _, queries, i, j]:
                return [*edge(framework, i), *stage(queries, j)]
            case ["pufferfish_stage", _, _, queries, j]:
                return stage(queries, j)
        return []

    # --- symbols ----------------------------------------------------------------------------------

    def symbol(self, term, size):
        """Refuse a term that isn't shown to be one of so many symbols."""
        if term[0] == "cases":
            self.symbol(term[2], size)
            return self.symbol(term[3], size)
        match term, size:
            case ["op", "add", [["op", "mul", [first, factor], _, _], second], _, _], [
                    "op", "mul", [count, other], _, _] if self.key(factor) == self.key(other):
                self.symbol(first, count)
                return self.symbol(second, other)
        if term[0] == "var":
            sort = self.scope[term[1]]
            if sort[0] == "symbol" and self.key(sort[1]) == self.key(size):
                return None
        gap = plus(plus(self.poly(size), self.poly(term), -1), number(1), -1)
        if not whole(term, self.scope) or None in (self.sign(gap), self.sign_of(term)):
            raise NotReal("a term isn't shown to be a symbol")
        return None

    def is_symbol(self, term, size):
        """Whether `symbol` accepts a term."""
        try:
            self.symbol(term, size)
        except (Unshown, Unsupported):
            return False
        return True

    def beneath(self, term, size):
        """A symbol that stays closed, noted to be below a size."""
        found = self.atom(term)
        self.note(plus(plus(self.poly(size), found, -1), number(1), -1), False)
        return found

    def put(self, body, name, term):
        """A body at a symbol, quotients and remainders worked out."""
        body = substitute(body, {name: term})
        if mentions(body, ("quotient", "remainder")):
            body = simplified(body, self.wholes())
        return body

    # --- closed quantities ------------------------------------------------------------------------

    def variable(self, term, sort):
        """A variable (or an entry of reals), with what its sort says."""
        found = self.atom(term)
        match sort:
            case ["real", low, high, low_open, high_open]:
                if low is not None:
                    self.note(plus(found, number(Fraction(low)), -1), low_open)
                if high is not None:
                    self.note(plus(number(Fraction(high)), found, -1), high_open)
            case ["size", low, high]:
                self.note(plus(found, number(low), -1), False)
                if low:
                    self.note(found, True)
                if high is not None:
                    self.note(plus(number(high), found, -1), False)
            case ["symbol", size]:
                self.beneath(term, size)
            case _:
                raise NotReal("no number")
        return found

    def closed(self, term):
        """A quantity that stays closed, if it is a real number."""
        match term:
            case ["op", "minimum" | "maximum" as head, parts, _, _]:
                found, way = self.atom(term), 1 if head == "minimum" else -1
                for part in parts:
                    self.note(plus({}, plus(self.poly(part), found, -1), way), False)
                return found
            case ["op", "binary_entropy_inverse", [inner], _, _]:
                gap = plus(self.poly(op("log", ["number", "2"])), self.poly(inner), -1)
                if None not in (self.sign_of(inner), self.sign(gap)):
                    return self.atom(term)
            case ["op", "quotient" | "remainder" as head, [a, b], _, _]:
                return self.divided(head, a, b)
            case ["op", "instances", [["op", "several_entries", sizes, _, _] as database], _, _]:
                self.lawful(database)
                found = number(1)
                for size in sizes:
                    found = self.product(found, self.poly(size))
                return found
            case ["op", "edges", [["op", "dp_framework", [database], _, _]], _, _]:
                return self.poly(op("entries", database, sort=COUNT))
            case ["op", "ldp_curve" | "lip_curve", [level, order], _, _]:
                if None not in (self.sign_of(level), self.sign_of(order)):
                    found = self.atom(term)
                    self.note(found, False)
                    self.note(plus(number(1), found, -1), False)
                    return found
            case ["op", "gaussian_information" | "laplace_information", [*parts, dims, spread],
                  _, _]:
                if self.sign_of(dims) == self.sign_of(spread) == 1:
                    for part in parts:
                        self.lawful(part)
                    return self.atom(term)
            case ["op", "leading_minor", [entries, order, size], _, _]:
                self.lawful(entries)
                if None not in (self.sign_of(order), self.sign_of(op("sub", size, order))):
                    return self.atom(term)
            case ["op", "determinant" | "lower_value" | "upper_value", [entries, *sizes], _, _]:
                self.lawful(entries)
                if all(self.sign_of(size) == 1 for size in sizes):
                    return self.atom(term)
            case ["op", head, [*args, order], _, _] if head in ORDERED:
                endless = order == INFINITY and head != "csiszar"
                if endless or self.sign_of(order) is not None:
                    for arg in args:
                        self.lawful(arg)
                    return self.atom(term)
            case ["op", head, args, _, _] if head in FINITE:
                self.arguments(term)
                return self.quantity(term)
            case ["bind", "max" | "min", [name, ["symbol" | "event", _] as sort, _], None, body, _]:
                if self.inhabited(sort):
                    inner, inside = self.under(name, sort, body)
                    inner.poly(inside)
                    return self.atom(term)
        raise NotReal("a term isn't shown to be a real number")

    def quantity(self, term):
        """A quantity whose arguments are defined, with its range."""
        _, head, args, _, _ = term
        if head == "component":
            return self.variable(term, sort_of(args[0], self.scope)[2])
        if head in ("with_entry", "with_group"):
            return self.beneath(term, op("instances", args[0], sort=COUNT))
        if head in ("private_value", "public_value"):
            return self.beneath(term, op(f"{head}s", *args[:2], sort=COUNT))
        if head == "entry_of":
            return self.beneath(term, op("alphabet", args[0], args[2], sort=COUNT))
        found = self.atom(term)
        if head in COUNTS:
            # A number of entries, symbols or instances: at least 1.
            self.note(plus(found, number(1), -1), False)
            self.note(found, True)
        return found

    def divided(self, head, a, b):
        """The whole part of a/b, or the remainder, of whole numbers, b ≥ 1."""
        top, bottom = self.poly(a), self.poly(b)
        if not (whole(a, self.scope) and whole(b, self.scope)) or self.sign(top) is None or (
                self.sign(bottom) != 1):
            raise NotReal("a division of what isn't shown to be whole")
        if self.sign(plus(plus(bottom, top, -1), number(1), -1)) is not None:
            return number(0) if head == "quotient" else top
        if set(top) <= {()} and set(bottom) == {()}:
            over, under = int(top.get((), 0)), int(bottom[()])
            return number(over // under if head == "quotient" else over % under)
        found = self.atom(op(head, a, b, sort=COUNT))
        if head == "remainder":
            return self.beneath(op(head, a, b, sort=COUNT), b)
        match sort_of(a, self.scope) if a[0] == "var" else None:
            case ["symbol", ["op", "mul", pair, _, _]] | [
                    "symbol", ["op", "instances", [["op", "several_entries", pair, _, _]], _, _]
            ] if len(pair) == 2:
                for one, two in (pair, pair[::-1]):
                    if self.key(one) == self.key(b):
                        self.beneath(op(head, a, b, sort=COUNT), two)
        return found
