"""Terms and formulas at exact values, in intervals: three-valued truth and what each head means."""

import itertools
import math
from fractions import Fraction

import curves
import frameworks
import intervals as iv
import line
import matrices
import quantities as qt
from intervals import INF, Undefined, Unknown, ends, exact
from quantities import Event, Rejected, Table
from statements import Unsupported, negate, op

MOST_LISTED, MOST_SYMBOLS = 12, 50_000


def whole(value, limit=None):
    """A whole number from 0 on, below a limit."""
    if not exact(value) or value < 0 or iv.infinite(value) or Fraction(value).denominator != 1:
        raise Rejected(f"{value} is no size, symbol or index")
    if limit is not None and value >= limit:
        raise Rejected(f"the index {value} is not one of 0 … {limit - 1}")
    return int(value)


class Evaluation:
    """Terms and formulas at the present precision; `bounds` has a law for each capacity."""

    def __init__(self, bounds):
        self.bounds, self.used, self.assumed = bounds, set(), False

    def term(self, term, env):
        match term:
            case ["number", text]:
                return INF if text == "inf" else Fraction(text)
            case ["var", name]:
                return env[name]
            case ["op", head, args, result, detail]:
                if head not in MEANINGS:
                    raise Unsupported(f"no meaning of {head} is known here")
                values = [self.term(arg, env) for arg in args]
                value = MEANINGS[head](self, *values, *detail)
                if result[0] == "joint":
                    value = value._replace(names=result[1])
                return self.fitting(value, result, env)
            case ["cases", test, then, otherwise]:
                return self.term(then if self.holds(test, env) else otherwise, env)
            case ["bind", "table", var, _, body, result]:
                rows = [self.term(body, inner) for inner in self.points(var, env)]
                return self.fitting(self.law(rows) if result[0] == "pmf" else rows, result, env)
            case ["bind", "event", var, guard, _, _]:
                inside = [self.holds(guard, inner) for inner in self.points(var, env)]
                return Event(len(inside), frozenset(i for i, held in enumerate(inside) if held))
            case ["bind", "sum" | "max" | "min" as kind, var, guard, body, _]:
                if var[1][0] == "event" and kind != "sum" and guard is None:
                    try:
                        return self.extreme(kind, var, body, env)
                    except Undefined:
                        pass
                points = (p for p in self.points(var, env) if guard is None or self.holds(guard, p))
                values = [self.term(body, point) for point in points]
                if kind == "sum":
                    return iv.total(values)
                if not values:
                    return -INF if kind == "max" else INF
                return (iv.maximum if kind == "max" else iv.minimum)(*values)
            case ["bind", "integral", *_]:
                raise Unsupported("an integral has no value here")
        raise Rejected("a supremum stands where a single point can't decide it")

    def fitting(self, value, sort, env):
        """A law or channel, if it has the declared sizes."""
        sizes = []
        if sort[0] in ("pmf", "channel"):
            sizes = [whole(self.term(size, env)) for size in sort[1:]]
        if (sizes and len(value) != sizes[0]) or (
                len(sizes) == 2 and any(len(row) != sizes[1] for row in value)):
            raise Rejected(f"a {sort[0]} has other sizes than it says")
        return value

    def law(self, entries):
        """The entries, if they are no more certainly not a law."""
        if any(iv.less(entry, 0) for entry in entries) or iv.equal(iv.total(entries), 1) is False:
            raise Undefined("a literal law has a negative entry or another sum than 1")
        self.assumed |= not exact(iv.total(entries)) or any(iv.sign(e) is None for e in entries)
        return entries

    def points(self, var, env):
        """The environments for each symbol, or each event of few symbols."""
        name, sort, _ = var
        if sort[0] not in ("symbol", "event"):
            raise Rejected(f"a {sort[0]} has no finite list of values")
        count = whole(self.term(sort[1], env))
        if count > (MOST_SYMBOLS if sort[0] == "symbol" else MOST_LISTED):
            raise Unsupported(f"{count} symbols are too many to list")
        if sort[0] == "symbol":
            return [{**env, name: Fraction(symbol)} for symbol in range(count)]
        events = (c for k in range(count + 1) for c in itertools.combinations(range(count), k))
        return [{**env, name: Event(count, frozenset(members))} for members in events]

    def extreme(self, kind, var, body, env):
        """The extreme value over all events of a body that is affine in the event's probability.

        Such a body is f(∅) plus a share f({a}) − f(∅) of each symbol of the event. Raises Undefined
        where only a list of all events can tell.
        """
        if not affine(body, var[0]):
            raise Undefined("not affine")
        count = whole(self.term(var[1][1], env))
        events = [frozenset(), *(frozenset([symbol]) for symbol in range(count))]
        base, *values = (self.term(body, {**env, var[0]: Event(count, e)}) for e in events)
        best = iv.maximum if kind == "max" else iv.minimum
        return iv.add(base, iv.total(best(Fraction(0), iv.sub(v, base)) for v in values))

    def holds(self, formula, env):
        found = self.truth(formula, env)
        if found is None:
            raise Unknown("a guard is not decided")
        return found

    def truth(self, formula, env):
        """True, False, or None where this precision doesn't tell."""
        match formula:
            case ["relation", symbol, left, right]:
                try:
                    a, b = self.term(left, env), self.term(right, env)
                except Undefined:
                    return False
                except Unknown:
                    return None
                a, b = (b, a) if symbol[0] == ">" else (a, b)
                return {"=": iv.equal, "<": iv.less, ">": iv.less}.get(symbol, iv.less_equal)(a, b)
            case ["not", body]:
                return iv.opposite(self.truth(body, env))
            case ["and", parts]:
                return conjunction(self.truth(part, env) for part in parts)
            case ["or", parts]:
                return iv.opposite(conjunction(iv.opposite(self.truth(p, env)) for p in parts))
            case ["quantified", "exists", var, guard, body]:
                opposed = ["quantified", "forall", var, guard, negate(body)]
                return iv.opposite(self.truth(opposed, env))
            case ["quantified", "forall", var, guard, body]:
                if var[1][0] == "event" and guard is None and body[0] == "relation" and (
                        body[1] in ("<=", "<")):
                    difference = op("sub", body[2], body[3])
                    try:
                        worst = self.extreme("max", var, difference, env)
                        return (iv.less_equal if body[1] == "<=" else iv.less)(worst, 0)
                    except Undefined:
                        pass
                    except Unknown:
                        return None
                return conjunction(self.guarded(guard, body, p) for p in self.points(var, env))
        raise Rejected("a formula of another form")

    def guarded(self, guard, body, env):
        inside = True if guard is None else self.truth(guard, env)
        if inside is False:
            return True
        return self.truth(body, env) if inside else self.truth(body, env) or None

    def bound(self, kind, size, *groups):
        """The stored law whose key names these exact numbers (or numbers close to these)."""
        for key, law in self.bounds.items():
            name, *parts = key.split(";")
            tokens = [part.split(" ") for part in parts]
            if name == kind and len(law) == size and [len(t) for t in tokens] == [
                    len(g) for g in groups]:
                told = zip(itertools.chain(*tokens), itertools.chain(*groups), strict=True)
                if all(names_number(token, value) for token, value in told):
                    self.used.add(key)
                    return law
        raise Rejected("no bound for a capacity")

    def capacity(self, channel):
        """I(p;W) ≤ C ≤ max D(W_x‖pW), for the stored prior p."""
        if len(channel) == 1 or len(channel[0]) == 1:
            return Fraction(0)
        prior = self.bound("capacity", len(channel), [w for row in channel for w in row])
        law = qt.output(prior, channel)
        low = qt.information(prior, channel)
        high = iv.maximum(*(qt.kl(row, law) for row in channel))
        if iv.infinite(high):
            raise Rejected("the prior of a bound leaves out an output")
        if exact(low) and exact(high) and low == high:
            return low
        return iv.Interval(ends(low)[0], ends(high)[1])

    def csiszar(self, prior, channel, order):
        """The least Σ P(x) D_α(W_x‖q), from a stored law q.

        It is convex in q (van Erven and Harremoës 2014, Theorem 12), so it lies nowhere below its
        tangent at q, whose least value on the simplex is the value at q, plus 1, less max g, where
        g(y) = Σ P(x) (W_x/q)^α / Σ q (W_x/q)^α.
        """
        if qt.order_case(order) == INF:
            raise Rejected("no bound for an information of order infinity")
        entries = [w for row in channel for w in row]
        law = self.bound("csiszar", len(channel[0]), prior, entries, [order])
        rows = [(p, row) for p, row in qt.pairs(prior, channel) if iv.positive(p)]
        high = iv.total(iv.mul(p, qt.renyi(row, law, order)) for p, row in rows)
        if iv.infinite(high):
            raise Rejected("the law of a bound leaves out an output")
        slope = [Fraction(0)] * len(law)
        for p, row in rows:
            if any(iv.sign(q) == 0 and iv.positive(w) for w, q in qt.pairs(row, law)):
                raise Rejected("the law of a bound leaves out an output")
            powers = [iv.power(iv.div(w, q), order) if iv.positive(w) else Fraction(0)
                      for w, q in qt.pairs(row, law)]
            mean = iv.total(iv.mul(q, power) for q, power in qt.pairs(law, powers))
            slope = [iv.add(g, iv.mul(p, iv.div(power, mean)))
                     for g, power in qt.pairs(slope, powers)]
        low = iv.sub(iv.add(high, 1), iv.maximum(*slope))
        return iv.Interval(max(ends(low)[0], Fraction(0)), ends(high)[1])

    def mi_dp(self, mechanism):
        channels = (c for i in range(len(mechanism.shape)) for c in qt.contexts(mechanism, i))
        return iv.maximum(Fraction(0), *(self.capacity(channel) for channel in channels))

    def bayesian_mi(self, mechanism):
        """The supremum of I(X_i;Y) over all priors: given each symbol of the entry the others may
        have any law, and the information is convex in the channel, so one instance each."""
        values = [Fraction(0)]
        for i, size in enumerate(mechanism.shape):
            rows = [[row for cell, row in mechanism.cells() if cell[i] == symbol]
                    for symbol in range(size)]
            if math.prod(map(len, rows)) > frameworks.MOST_CHOICES:
                raise Unsupported("too many ways in which the other entries may depend on one")
            values += [self.capacity(list(chosen)) for chosen in itertools.product(*rows)]
        return iv.maximum(*values)


def conjunction(values):
    """The "and" of three-valued truths."""
    result = True
    for value in values:
        if value is False:
            return False
        result = result if value else None
    return result


def names_number(token, value):
    """Whether a token of a bound's key is this number."""
    try:
        named = Fraction(token)
    except ValueError:
        return False
    return named == value if exact(value) else all(
        abs(named - end) <= abs(named) / 10**8 for end in value)


def mentions(node, name):
    """Whether the variable may occur in a tree."""
    return isinstance(node, list) and (
        node[:2] == ["var", name] or any(mentions(part, name) for part in node))


def affine(term, name):
    """Whether a term is c + Σ_{a in event} f(a) by its form."""
    if not mentions(term, name):
        return True
    match term:
        case ["op", "probability", [law, ["var", _]], _, _]:
            return not mentions(law, name)
        case ["op", "add" | "sub" | "neg", args, _, _]:
            return all(affine(arg, name) for arg in args)
        case ["op", "mul" | "div" as head, [left, right], _, _]:
            if head == "mul" and mentions(right, name):
                left, right = right, left
            return affine(left, name) and not mentions(right, name)
    return False

# --- heads ----------------------------------------------------------------------------------------


def place(law, index):
    """An entry of a law or a row of a channel."""
    return law[whole(index, len(law))]


def probability(_, law, event):
    """The probability of an event."""
    if event.symbols != len(law):
        raise Rejected("an event of another alphabet than the law's")
    return iv.total(law[symbol] for symbol in sorted(event.members))


def likelihood_ratio(_, p, q, symbol):
    """P(a)/Q(a): ∞ where only Q(a) is 0."""
    x, y = place(p, symbol), place(q, symbol)
    return INF if iv.positive(x) and iv.sign(y) == 0 else iv.div(x, y)


def joint_entropy(_, joint, first, given):
    """H(A|C), as I(A;A|C)."""
    cells = qt.grouped(joint, first, given)
    return qt.cell_information([(a, a, c, mass) for a, c, mass in cells])


def marginal(_, joint, name):
    """The law of one variable of a joint law."""
    sums = [Fraction(0)] * joint.shape[joint.names.index(name)]
    for (value,), mass in qt.grouped(joint, name):
        sums[value] = iv.add(sums[value], mass)
    return sums


def joint_of(_, prior, channel):
    """P(x) W(y|x)."""
    data = [iv.mul(x, w) for x, row in qt.pairs(prior, channel) for w in row]
    return Table((len(channel), len(channel[0])), data)


def joint_of_outputs(_, prior, first, second):
    """P(x) W(y|x) V(z|x)."""
    rows = zip(prior, first, second, strict=True)
    data = [iv.mul(iv.mul(x, w), v) for x, one, two in rows for w in one for v in two]
    return Table((len(prior), len(first[0]), len(second[0])), data)


def database_cells(prior, mechanism):
    """(instance, response, probability) of a prior and a mechanism."""
    if prior.shape != mechanism.shape:
        raise Rejected("a prior and a mechanism on different databases")
    for (cell, mass), row in zip(prior.cells(), mechanism.data, strict=True):
        yield from ((cell, y, iv.mul(mass, w)) for y, w in enumerate(row))


def entry_information(_, prior, mechanism, entry):
    """I(X_i;Y)."""
    i = whole(entry, len(mechanism.shape))
    return qt.cell_information(
        [(x[i], y, (), mass) for x, y, mass in database_cells(prior, mechanism)])


def conditional_entry_information(_, prior, mechanism, entry):
    """I(X_i;Y|X^-i)."""
    i = whole(entry, len(mechanism.shape))
    return qt.cell_information(
        [(x[i], y, x[:i] + x[i + 1:], mass) for x, y, mass in database_cells(prior, mechanism)])


def group_information(_, prior, mechanism, group, known):
    """I(X_group;Y|X_known)."""
    n = len(mechanism.shape)
    chosen, given = ([whole(Fraction(i), n) for i in sorted(event.members)]
                     for event in (group, known))
    return qt.cell_information([
        (tuple(x[i] for i in chosen), y, tuple(x[i] for i in given), mass)
        for x, y, mass in database_cells(prior, mechanism)])


def as_joint(_, law, *sizes_and_names):
    """A law on tuples of symbols as a joint law; the names come last."""
    shape = tuple(whole(size) for size in sizes_and_names[:-1])
    if math.prod(shape) != len(law):
        raise Rejected("a law that isn't on the tuples")
    return Table(shape, law)


def entry_channel(_, mechanism, instance, entry):
    """The channel from one entry to the response, the other entries as in the instance."""
    i = whole(entry, len(mechanism.shape))
    cells = list(mechanism.cells())
    here, _ = place(cells, instance)
    return [row for cell, row in cells if cell[:i] + cell[i + 1:] == here[:i] + here[i + 1:]]


def prior_mass(_, database, prior, instance):
    """The probability of an instance."""
    if prior.shape != database:
        raise Rejected("a prior on another database")
    return place(prior.data, instance)


def flat_prior(_, database, prior):
    """A prior as a law on the numbers of the instances."""
    if prior.shape != database:
        raise Rejected("a prior on another database")
    return prior.data


def complement(_, size, event):
    """The symbols that aren't in the event."""
    if event.symbols != whole(size):
        raise Rejected("an event of another alphabet")
    return Event(event.symbols, frozenset(range(event.symbols)) - event.members)


def singleton(_, size, symbol):
    """The event of one symbol."""
    return Event(whole(size), frozenset([whole(symbol, whole(size))]))


def entry_epsilon(_, mechanism, entry):
    """The least ε for changes of one entry."""
    channels = qt.contexts(mechanism, whole(entry, len(mechanism.shape)))
    values = [log_ratio_magnitude(x, y) for rows in channels
              for p, q in itertools.combinations(rows, 2) for x, y in qt.pairs(p, q)]
    return iv.maximum(Fraction(0), *values)


def hamming(_, database, first, second):
    """In how many entries two instances differ."""
    cells = list(itertools.product(*map(range, database)))
    return Fraction(sum(a != b for a, b in qt.pairs(place(cells, first), place(cells, second))))


def on_entry(_, channel, database, entry):
    """The mechanism that applies a channel to one entry."""
    i = whole(entry, len(database))
    if len(channel) != database[i]:
        raise Rejected("a channel that doesn't fit the entry")
    return Table(database, [channel[x[i]] for x in itertools.product(*map(range, database))])


def on_database(_, channel, database):
    """A channel from the instances as a mechanism."""
    if len(channel) != math.prod(database):
        raise Rejected("a channel that doesn't fit the database")
    return Table(database, channel)


def query_database(_, queries, index):
    """The entries that a partial query sees."""
    subset = place(queries.subsets, index)
    return tuple(queries.database[entry] for entry in subset)


def query(self, queries, index):
    """One query as a mechanism."""
    if queries.kind == "sequential":
        raise Rejected("a sequential query without a history")
    database = queries.database
    if queries.kind == "partial":
        database = query_database(self, queries, index)
    return Table(database, place(queries.tables, index))


def query_given(_, queries, index, history):
    """One query, given the earlier responses."""
    if queries.kind == "partial":
        raise Rejected("a query on some entries with a history")
    table = place(queries.tables, index)
    if queries.kind == "independent":
        return Table(queries.database, table)
    count = queries.outputs ** whole(index)
    return Table(queries.database, table[whole(history, count)::count])


def quotients(a, b):
    """Quotient and remainder of whole numbers."""
    if not whole(b):
        raise Rejected("a division of whole numbers by 0")
    return tuple(map(Fraction, divmod(whole(a), whole(b))))


def log_ratio_magnitude(p, q):
    """|ln(p/q)|, 0 where both are 0."""
    if not iv.positive(p) and not iv.positive(q):
        return Fraction(0)
    return iv.absolute(qt.log_ratio(p, q))


def dp_epsilon(_, mechanism):
    """The least ε of pure differential privacy."""
    return qt.worst(mechanism, lambda p, q: iv.maximum(
        *(log_ratio_magnitude(x, y) for x, y in qt.pairs(p, q))))


def dp_delta(_, mechanism, epsilon):
    """The least δ at an ε."""
    return qt.worst(mechanism, lambda p, q: qt.hockey_stick(p, q, epsilon))


def leakage_capacity(_, channel):
    """The largest ln of max W(y|x)/min W(y|x)."""
    columns = zip(*channel, strict=True)
    return iv.maximum(*(log_ratio_magnitude(iv.maximum(*c), iv.minimum(*c)) for c in columns))


def pointwise_maximal_leakage(_, prior, channel, outcome):
    """ln of max W(y|x)/P_Y(y) over the prior's support; 0 for an outcome that is never seen."""
    rows = [(p, place(row, outcome)) for p, row in qt.pairs(prior, channel) if iv.positive(p)]
    mass = iv.total(iv.mul(p, w) for p, w in rows)
    largest = iv.maximum(*(w for _, w in rows))
    return iv.log(iv.div(largest, mass)) if iv.positive(mass) else Fraction(0)


def arimoto(_, prior, channel, order):
    """Arimoto's information: Sibson's at the prior P^α/Σ P^α, whose limit at ∞ has a formula."""
    if qt.order_case(order) == INF:
        joint = ([iv.mul(p, w) for w in row] for p, row in qt.pairs(prior, channel))
        guesses = zip(*joint, strict=True)
        best = iv.total(iv.maximum(*column) for column in guesses)
        return iv.log(iv.div(best, iv.maximum(*prior)))
    powers = [iv.power(p, order) if iv.positive(p) else Fraction(0) for p in prior]
    tilted = [iv.div(p, iv.total(powers)) for p in powers]
    return qt.sibson(tilted, channel, order)


def parallel(_, one, two):
    """The channel that gives both outputs."""
    return [[iv.mul(x, y) for x in first for y in second] for first, second in qt.pairs(one, two)]


def plain(function):
    """A meaning that needs the values only."""
    return lambda _, *values: function(*values)


MEANINGS = curves.MEANINGS | frameworks.MEANINGS | line.MEANINGS | matrices.MEANINGS | {
    name: plain(function) for name, function in {
    "add": iv.add, "sub": iv.sub, "mul": iv.mul, "div": iv.div, "pow": iv.power, "neg": iv.neg,
    "exp": iv.exp, "log": iv.log, "sqrt": iv.sqrt, "abs": iv.absolute, "minimum": iv.minimum,
    "maximum": iv.maximum, "binary_entropy": iv.binary_entropy,
    "binary_entropy_inverse": iv.binary_entropy_inverse, "at": place, "component": place,
    "row": place, "kl": qt.kl, "total_variation": qt.total_variation, "renyi": qt.renyi,
    "chi_square": qt.chi_square, "hockey_stick": qt.hockey_stick, "entropy": qt.entropy,
    "renyi_entropy": qt.renyi_entropy, "output": qt.output, "information": qt.information,
    "sibson": qt.sibson, "together": qt.together,
    "quotient": lambda a, b: quotients(a, b)[0], "remainder": lambda a, b: quotients(a, b)[1],
    "min_entropy": lambda p: iv.neg(iv.log(iv.maximum(*p))),
    "maximal_leakage": lambda p, channel: qt.sibson(p, channel, INF),
    "indicator": lambda event, symbol: Fraction(symbol in event.members),
    "channel_literal": lambda *rows: list(rows),
    "chain": lambda first, second: [qt.output(row, second) for row in first],
    "entries": lambda database: Fraction(len(database)),
    "alphabet": lambda database, entry: Fraction(place(database, entry)),
    "largest_alphabet": lambda database: Fraction(max(database)),
    "instances": lambda database: Fraction(math.prod(database)),
    "cardinality": lambda event: Fraction(len(event.members)),
    "flat_mechanism": lambda mechanism: mechanism.data,
    "one_entry": lambda size: (whole(size),), "several_entries": lambda *s: tuple(map(whole, s)),
    "response": lambda mechanism, instance: place(mechanism.data, instance),
    "as_mechanism": lambda channel: Table((len(channel),), channel),
    "kl_dp": lambda mechanism: qt.worst(mechanism, qt.kl),
    "joint_information": lambda joint, *groups: qt.cell_information(qt.grouped(joint, *groups)),
    "database_information": lambda prior, mechanism: qt.cell_information(
        [(x, y, (), mass) for x, y, mass in database_cells(prior, mechanism)]),
}.items()} | {function.__name__: function for function in (
    probability, likelihood_ratio, joint_entropy, marginal, joint_of,
    joint_of_outputs, entry_information,
    conditional_entry_information, hamming, on_entry, on_database, query_database, query,
    query_given, dp_epsilon, dp_delta, leakage_capacity, parallel, pointwise_maximal_leakage,
    arimoto, group_information, as_joint, entry_channel, prior_mass, flat_prior, entry_epsilon,
    complement, singleton,
)} | {
    "csiszar": Evaluation.csiszar,
    "free_lunch_epsilon": lambda _, mechanism: leakage_capacity(_, mechanism.data),
    "pmf_literal": lambda self, *entries: self.law(list(entries)),
    "capacity": Evaluation.capacity, "mi_dp": Evaluation.mi_dp,
    "bayesian_mi": Evaluation.bayesian_mi,
    # A point mass on the other entries reaches the supremum, and makes the entry independent.
    "mi_dp_split": Evaluation.mi_dp,
}
