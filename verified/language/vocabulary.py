"""The vocabulary: the functions by which authors write terms, one for each head, with their checks.

Each returns a term of `verified.language.terms`; what it means is in `verified.measures.readings`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verified.language.formulas import (
    Formula,
)
from verified.language.heads import apply, meeting, same_alphabet, size_of
from verified.language.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    EventSort,
    JointSort,
    LawSort,
    MechanismSort,
    PmfSort,
    QueriesSort,
    RealSort,
    RealsSort,
    SymbolSort,
    sort_name,
)
from verified.language.terms import (
    SIZE,
    Bind,
    Cases,
    Number,
    Op,
    Symbol,
    Term,
    Var,
    arithmetic,
    equals,
    free_variables,
    is_arithmetic,
    number,
    size_term,
)

# --- real functions -------------------------------------------------------------------------------


def exp(x: Any) -> Op:
    """e to the power x."""
    return arithmetic("exp", x)


def log(x: Any) -> Op:
    """The natural logarithm; ln 0 = −∞, undefined below 0."""
    return arithmetic("log", x)


def pi() -> Op:
    """The number π."""
    return apply("pi")


def sqrt(x: Any) -> Op:
    """The square root; undefined below 0."""
    return arithmetic("sqrt", x)


def absolute(x: Any) -> Op:
    """The absolute value."""
    return arithmetic("abs", x)


def minimum(first: Any, *others: Any) -> Term:
    """The least of the numbers."""
    result = number(first)
    for other in others:
        result = arithmetic("minimum", result, other)
    return result


def maximum(first: Any, *others: Any) -> Term:
    """The largest of the numbers."""
    result = number(first)
    for other in others:
        result = arithmetic("maximum", result, other)
    return result


def quotient(a: Any, b: Any) -> Op:
    """⌊a/b⌋ of whole numbers."""
    return apply("quotient", a, b, result=SIZE)


def remainder(a: Any, b: Any) -> Op:
    """a modulo b, of whole numbers."""
    return apply("remainder", a, b, result=SIZE)


def binary_entropy(x: Any) -> Op:
    """h(x) = −x ln x − (1 − x) ln(1 − x), in nats, on [0, 1]."""
    return apply("binary_entropy", x)


def binary_entropy_inverse(y: Any) -> Op:
    """The inverse of h on its increasing part, from [0, ln 2] to [0, 1/2]."""
    return apply("binary_entropy_inverse", y)


def normal_cdf(x: Any) -> Op:
    """Φ(x): the standard normal law's probability of (−∞, x]."""
    return apply("normal_cdf", x)


def cases(test: Formula, then: Any, otherwise: Any) -> Cases:
    """`then` where the test holds, `otherwise` elsewhere."""
    if not isinstance(test, Formula):
        raise ClaimError(f"{test!r} is not a formula: cases(test, then, otherwise)")
    first, second = number(then), number(otherwise)
    if first.sort != second.sort and not (is_arithmetic(first.sort) and is_arithmetic(second.sort)):
        raise ClaimError(
            f"cases(…) wants two numbers or two laws of one sort, not the {sort_name(first.sort)} "
            f"{first} and the {sort_name(second.sort)} {second}"
        )
    return Cases(test, first, second)


# --- laws, events, channels -----------------------------------------------------------------------


def item(term: Term, index: Any) -> Term:
    """`P[a]`, `P[A]`, `W[x]`, `W[x, y]`, `M[x]`, `r[j]`, `S[j]`, `S[j, h]`, by the term's sort."""
    sort = term.sort
    for part in index if isinstance(index, tuple) else (index,):
        _check_index(term, part)
    if isinstance(index, tuple):
        if isinstance(sort, QueriesSort) and len(index) == 2:
            result = MechanismSort(sort.database, sort.outputs)
            return apply("query_given", term, *index, result=result)
        if len(index) == 2 and isinstance(sort, ChannelSort):
            return item(item(term, index[0]), index[1])
        raise ClaimError(f"a {sort_name(sort)} doesn't take {len(index)} indices")
    match sort:
        case PmfSort():
            if isinstance(index, Term) and isinstance(index.sort, EventSort):
                meeting(f"{term}[{index}]", index.sort.size, sort.size, "the event is of the law")
                return apply("probability", term, index)
            return apply("at", term, index)
        case ChannelSort():
            return apply("row", term, index, result=PmfSort(sort.outputs))
        case MechanismSort():
            return apply("response", term, index, result=PmfSort(sort.outputs))
        case RealsSort():
            return apply("component", term, index, result=sort.element)
        case QueriesSort():
            database: Term = sort.database
            if sort.kind == "partial":
                database = apply("query_database", term, index, result=DatabaseSort())
            return apply("query", term, index, result=MechanismSort(database, sort.outputs))
    raise ClaimError(f"{term} is a {sort_name(sort)}: it has no parts to index")


def _check_index(term: Term, index: Any) -> None:
    """An index is a whole number, as far as its form tells: 1/2 and real variables are none."""
    chosen = index if isinstance(index, Term) else number(index, f"as an index of {term}")
    fraction = isinstance(chosen, Number) and (chosen.value is None or chosen.value.q != 1)
    if fraction or (isinstance(chosen, Var) and isinstance(chosen.of, RealSort)):
        raise ClaimError(f"{chosen} is no index of {term}: symbols and entries are whole numbers")


def likelihood_ratio(p: Term, q: Term, symbol: Any) -> Op:
    """dP/dQ at a symbol: P(a)/Q(a), +∞ where Q(a) = 0 < P(a), undefined where both are 0."""
    same_alphabet("likelihood_ratio", p, q)
    return apply("likelihood_ratio", p, q, symbol)


def indicator(event: Term, symbol: Any) -> Op:
    """1 if the symbol is in the event, else 0."""
    return apply("indicator", event, symbol)


def event_where(var: Var, test: Formula) -> Bind:
    """The event of the symbols `var` that meet the test."""
    if not isinstance(var, Var) or not isinstance(var.sort, SymbolSort):
        raise ClaimError(f"an event is of symbols: {var} is none")
    if not isinstance(test, Formula):
        raise ClaimError(f"{test!r} is not a formula: event_where(a, test)")
    return Bind("event", var, test, number(1), EventSort(var.sort.size))


def pmf_of(*entries: Any) -> Op:
    """The law with these probabilities, which must sum to 1 (certified when it is evaluated)."""
    if not entries:
        raise ClaimError("pmf_of() has no entries: a law has at least one symbol")
    return apply("pmf_literal", *entries, result=PmfSort(number(len(entries))))


def channel_of(*rows: Any) -> Op:
    """The channel with these rows: each a law, or a list of probabilities."""
    laws = [pmf_of(*row) if isinstance(row, list | tuple) else number(row) for row in rows]
    if not laws or not isinstance(laws[0].sort, PmfSort):
        raise ClaimError("channel_of(…) wants at least one row, each a law")
    outputs = laws[0].sort.size
    for law in laws:
        same_alphabet("channel_of", laws[0], law)
    return apply("channel_literal", *laws, result=ChannelSort(number(len(laws)), outputs))


def fresh(base: str, *terms: Any) -> str:
    """A name that none of the terms uses freely."""
    used = {name for term in terms for name in free_variables(term)}
    name = base
    while name in used:
        name += "'"
    return name


def pmf_table(size: Any, entry: Callable[[Var], Any]) -> Bind:
    """The law on `size` symbols whose probability of symbol a is `entry(a)`."""
    a = Symbol("a", size)
    count = size_of(a)
    return Bind("table", a, None, number(entry(a)), PmfSort(count))


def reals_table(size: Any, entry: Callable[[Var], Any]) -> Bind:
    """The tuple of `size` real numbers whose part j is `entry(j)`."""
    j = Symbol("j", size)
    return Bind("table", j, None, number(entry(j)), RealsSort(size_of(j)))


def reals_of(*values: Any) -> Bind:
    """The tuple of these real numbers."""
    if not values:
        raise ClaimError("reals_of takes a number at least")

    def entry(place: Var, index: int = 0) -> Any:
        if index == len(values) - 1:
            return values[index]
        return cases(equals(place, index), values[index], entry(place, index + 1))

    return reals_table(len(values), entry)


def channel_table(inputs: Any, outputs: Any, entry: Callable[[Var, Var], Any]) -> Bind:
    """The channel whose probability of output y on input x is `entry(x, y)`."""
    x, y = Symbol("x", inputs), Symbol("y", outputs)
    m, n = size_of(x), size_of(y)
    row = Bind("table", y, None, number(entry(x, y)), PmfSort(n))
    return Bind("table", x, None, row, ChannelSort(m, n))


def chain(first: Term, second: Term) -> Op:
    """The channel `first` followed by the channel `second`."""
    result = apply("chain", first, second)
    one, two = first.sort, second.sort
    assert isinstance(one, ChannelSort)
    assert isinstance(two, ChannelSort)
    meeting("chain", one.outputs, two.inputs, "outputs of the first must be inputs of the second")
    return Op("chain", result.args, ChannelSort(one.inputs, two.outputs))


def parallel(first: Term, second: Term) -> Op:
    """The channel that releases both outputs, conditionally independent given the input."""
    result = apply("parallel", first, second)
    one, two = first.sort, second.sort
    assert isinstance(one, ChannelSort)
    assert isinstance(two, ChannelSort)
    meeting("parallel", one.inputs, two.inputs, "both channels have one input")
    return Op("parallel", result.args, ChannelSort(one.inputs, one.outputs * two.outputs))


def _prior_and_channel(name: str, prior: Term, channel: Term, *more: Any) -> Op:
    result = apply(name, prior, channel, *more)
    assert isinstance(prior.sort, PmfSort)
    assert isinstance(channel.sort, ChannelSort)
    meeting(name, prior.sort.size, channel.sort.inputs, "the prior is on the channel's inputs")
    return result


def output(prior: Term, channel: Term) -> Op:
    """The law of the channel's output under the prior."""
    result = _prior_and_channel("output", prior, channel)
    assert isinstance(channel.sort, ChannelSort)
    return Op("output", result.args, PmfSort(channel.sort.outputs))


def joint_of(prior: Term, channel: Term) -> Op:
    """The joint law of the input X and the output Y."""
    result = _prior_and_channel("joint_of", prior, channel)
    assert isinstance(channel.sort, ChannelSort)
    sizes = (channel.sort.inputs, channel.sort.outputs)
    return Op("joint_of", result.args, JointSort(("X", "Y"), sizes))


def joint_of_outputs(prior: Term, first: Term, second: Term) -> Op:
    """The joint law of an input X and of the outputs Y, Z of two channels that it is sent through
    independently."""
    result = _prior_and_channel("joint_of_outputs", prior, first, second)
    one, two = first.sort, second.sort
    assert isinstance(one, ChannelSort)
    assert isinstance(two, ChannelSort)
    meeting("joint_of_outputs", one.inputs, two.inputs, "both channels have one input")
    sort = JointSort(("X", "Y", "Z"), (one.inputs, one.outputs, two.outputs))
    return Op("joint_of_outputs", result.args, sort)


def as_joint(law: Term, **alphabets: Any) -> Op:
    """A law on tuples of symbols as the joint law of named variables: `as_joint(P, U=u, V=v)`.

    The tuples are numbered from 0, the last variable fastest, so that (U, V) = (a, b) is the symbol
    a v + b; the law is on u v symbols.
    """
    if not alphabets:
        raise ClaimError("as_joint has no variables: write as_joint(P, U=u, V=v)")
    sizes = [size_term(size, f"of {name} in as_joint(…)") for name, size in alphabets.items()]
    result = apply("as_joint", law, *sizes, detail=(",".join(alphabets),))
    product = sizes[0]
    for size in sizes[1:]:
        product = _times(product, size)
    meeting("as_joint", size_of(law), product, "the law is on the tuples of the variables' symbols")
    return Op("as_joint", result.args, JointSort(tuple(alphabets), tuple(sizes)), result.detail)


# --- divergences, entropies, information ----------------------------------------------------------


def is_law(*terms: Any) -> bool:
    """Whether one of the terms is a law on the real line."""
    return any(isinstance(term, Term) and isinstance(term.sort, LawSort) for term in terms)


def _two_laws(name: str, p: Any, q: Any, *more: Any) -> Op:
    if is_law(p, q):
        return apply(f"law_{name}", p, q, *more)
    result = apply(name, p, q, *more)
    same_alphabet(name, p, q)
    return result


def KL(p: Term, q: Term) -> Op:
    """Kullback–Leibler divergence D(P‖Q) in nats; +∞ unless P is absolutely continuous.

    As `TV`, `hockey_stick`, `renyi` and `Close` it takes two laws on the real line too.
    """
    return _two_laws("kl", p, q)


def TV(p: Term, q: Term) -> Op:
    """Total variation: half of Σ|P(a) − Q(a)|."""
    return _two_laws("total_variation", p, q)


def hockey_stick(p: Term, q: Term, epsilon: Any) -> Op:
    """The hockey-stick divergence of order e^ε: Σ max(0, P(a) − e^ε Q(a))."""
    return _two_laws("hockey_stick", p, q, epsilon)


def renyi(p: Term, q: Term, order: Any) -> Op:
    """The Rényi divergence of an order in [0, ∞], in nats.

    On the real line both laws are Laplace laws, or both are Gaussian.
    """
    if is_law(p, q) and (_shape(p) is None or _shape(p) != _shape(q)):
        raise ClaimError(
            f"renyi takes two Laplace or two Gaussian laws, not {p} and {q}: of others it has no "
            "closed form"
        )
    return _two_laws("renyi", p, q, order)


def _shape(law: Any) -> str | None:
    """Whether a law is "laplace" or "gaussian", as far as its form tells."""
    while isinstance(law, Op) and law.head == "law_shift":
        law = law.args[0]
    single = isinstance(law, Op) and law.head in ("laplace", "gaussian")
    return law.head if single else None


def chi_square(p: Term, q: Term) -> Op:
    """The χ² divergence Σ (P(a) − Q(a))²/Q(a)."""
    return _two_laws("chi_square", p, q)


def min_entropy(p: Term) -> Op:
    """−ln max P(a), in nats."""
    return apply("min_entropy", p)


def renyi_entropy(p: Term, order: Any) -> Op:
    """The Rényi entropy of an order in [0, ∞], in nats."""
    return apply("renyi_entropy", p, order)


def _axes(joint: Term, names: str) -> str:
    sort = joint.sort
    assert isinstance(sort, JointSort)
    picked = [name.strip() for name in names.split(",") if name.strip()]
    for name in picked:
        if name not in sort.names:
            raise ClaimError(f"{joint} has no variable {name!r}; it has {', '.join(sort.names)}")
    return ",".join(picked)


def disjoint(joint: Term, groups: list[str]) -> tuple[str, ...]:
    """Groups of variables of a joint law, checked to exist and to share none."""
    joint = number(joint)
    if not isinstance(joint.sort, JointSort):
        raise ClaimError(f"{joint} is a {sort_name(joint.sort)}, not a joint law")
    checked = tuple(_axes(joint, group) for group in groups)
    named = [name for group in checked for name in group.split(",") if name]
    if len(set(named)) < len(named):
        raise ClaimError(f"the groups of variables {' ; '.join(groups)} are not disjoint")
    return checked


def H(law: Term, variables: str | None = None) -> Op:
    """Shannon entropy in nats: `H(P)` of a pmf, `H(J, "U,V|W")` of variables of a joint law."""
    if variables is None:
        return apply("entropy", law)
    head, _, given = variables.partition("|")
    return apply("joint_entropy", law, detail=disjoint(law, [head, given]))


def I(joint: Term, variables: str) -> Op:
    """Mutual information in nats of variables of a joint law: `I(J, "U;V|W")`."""
    head, _, given = variables.partition("|")
    first, semicolon, second = head.partition(";")
    if not semicolon:
        raise ClaimError(f"write I({joint}, 'U;V|W'): {variables!r} has no semicolon")
    return apply("joint_information", joint, detail=disjoint(joint, [first, second, given]))


def marginal(joint: Term, variable: str) -> Op:
    """The law of one variable of a joint law."""
    (name,) = disjoint(joint, [variable])
    sort = joint.sort
    assert isinstance(sort, JointSort)
    if name not in sort.names:
        raise ClaimError(f"marginal takes one variable, not {variable!r}")
    size = sort.alphabets[sort.names.index(name)]
    return apply("marginal", joint, result=PmfSort(size), detail=(name,))


def information(prior: Term, channel: Term, *laws: Term) -> Op:
    """The mutual information of the input and the output of a channel under a prior, in nats.

    The channel's rows may be laws on the real line: `information(P, L0, L1)`.
    """
    if laws or is_law(channel):
        return _of_laws("law_information", prior, (channel, *laws))
    if isinstance(number(channel).sort, MechanismSort):
        return apply("database_information", prior, channel)
    return _prior_and_channel("information", prior, channel)


def capacity(channel: Term) -> Op:
    """The largest mutual information of a channel over all priors, in nats."""
    return apply("capacity", channel)


def sibson(prior: Term, channel: Term, order: Any) -> Op:
    """Sibson's α-information, in nats."""
    return _prior_and_channel("sibson", prior, channel, order)


def arimoto(prior: Term, channel: Term, order: Any) -> Op:
    """Arimoto's α-information, in nats."""
    return _prior_and_channel("arimoto", prior, channel, order)


def csiszar(prior: Term, channel: Term, order: Any) -> Op:
    """Csiszár's α-information, in nats."""
    return _prior_and_channel("csiszar", prior, channel, order)


def pointwise_maximal_leakage(prior: Term, channel: Term, outcome: Any) -> Op:
    """The pointwise maximal leakage ℓ(X → y), in nats."""
    return _prior_and_channel("pointwise_maximal_leakage", prior, channel, outcome)


def maximal_leakage(prior: Term, channel: Term) -> Op:
    """Maximal leakage: ln Σ_y max over the prior's support of W(y|x), in nats."""
    return _prior_and_channel("maximal_leakage", prior, channel)


def leakage_capacity(channel: Term) -> Op:
    """The largest pointwise maximal leakage over all priors and outcomes, in nats."""
    return apply("leakage_capacity", channel)


# --- mutual-information privacy -------------------------------------------------------------------


def ldp_curve(mu: Any, epsilon: Any) -> Op:
    """δ_μ^LDP(ε): the largest of 0, p_0 − e^ε p_1 and p_1 − e^ε p_0 over all p_0, p_1 in [0, 1] for
    which the channel with rows (1 − p_0, p_0) and (1 − p_1, p_1) has a capacity of at most μ bits
    (Ngo et al. 2024, (10)). Undefined for μ < 0 or ε < 0."""
    return apply("ldp_curve", mu, epsilon)


def lip_curve(mu: Any, epsilon: Any) -> Op:
    """δ_μ^LIP(ε): the largest of 0, p_0 − e^ε p_1 and e^(−ε) p_1 − p_0 over all p_0, p_1 in [0, 1]
    with KL(Ber(p_1)‖Ber(p_0)) ≤ μ bits (Ngo et al. 2024, (13)). Undefined for μ < 0 or ε < 0."""
    return apply("lip_curve", mu, epsilon)


def ldp_floor(mu: Any) -> Op:
    """p̄_μ: the p in (0, 1] with H_b(p)/p = −log2(2^μ − 1), H_b in bits; undefined for μ outside
    (0, 1] (Ngo et al. 2024, after Theorem 1)."""
    return apply("ldp_floor", mu)


# --- laws on the real line ------------------------------------------------------------------------


def laplace(mean: Any, scale: Any) -> Op:
    """The Laplace law, with the density exp(−|x − mean|/scale)/(2·scale), for a scale above 0."""
    return apply("laplace", mean, scale, result=LawSort())


def gaussian(mean: Any, variance: Any) -> Op:
    """The normal law, for a variance above 0."""
    return apply("gaussian", mean, variance, result=LawSort())


def _of_laws(name: str, weights: Term, laws: tuple[Any, ...]) -> Op:
    result = apply(name, weights, *laws)
    assert isinstance(weights.sort, PmfSort)
    rule = "there is one law for each symbol of the pmf"
    meeting(name, number(len(laws)), weights.sort.size, rule)
    return result


def law_mixture(weights: Term, *laws: Term) -> Op:
    """The mixture of laws on the real line with these weights, a pmf."""
    return Op("law_mixture", _of_laws("law_mixture", weights, laws).args, LawSort())


def gaussian_mixture(weights: Term, means: Term, variances: Term) -> Op:
    """The mixture of the normal laws N(m_i, v_i) with the weights of a pmf, which may be on any
    number of symbols; the variances are above 0."""
    result = apply("gaussian_mixture", weights, means, variances, result=LawSort())
    for parts in (means, variances):
        meeting("gaussian_mixture", size_of(parts), size_of(weights), "each symbol has its law")
    return result


def law_shift(law: Term, by: Any) -> Op:
    """The law of Y + `by`, where Y has the law."""
    return apply("law_shift", law, by, result=LawSort())


def interval_mass(law: Term, low: Any, high: Any) -> Op:
    """A law's probability of the interval (low, high], whose ends may be infinite."""
    return apply("interval_mass", law, low, high)


def law_cells(law: Term, *ends: Any) -> Op:
    """The pmf of the cells (−∞, c_1], (c_1, c_2], …, (c_k, ∞) into which rising ends cut the line.

    Cells keep no more information than the number itself, so they witness lower bounds.
    """
    return apply("law_cells", law, *ends, result=PmfSort(number(len(ends) + 1)))


def differential_entropy(law: Term) -> Op:
    """The differential entropy −∫ p ln p, in nats."""
    return apply("differential_entropy", law)


def _noisy(name: str, prior: Term, channel: Term, query: Term, dims: Any, spread: Any) -> Op:
    result = apply(name, prior, channel, query, dims, spread)
    meeting(name, size_of(prior), channel.sort.sizes()[0], "the secrets are the channel's inputs")
    length = _times(channel.sort.sizes()[1], size_term(dims, f"as the dimension in {name}"))
    rule = "a query has d numbers for each symbol of the data"
    meeting(name, query.sort.sizes()[0], length, rule)
    return result


def gaussian_information(
    prior: Term, channel: Term, query: Term, dims: Any, variance: Any
) -> Op:
    """I(U; f(V) + Z) in nats: U a secret with this law, V the data, an output of the channel.

    The query f is `Reals("f", x * d)`, its j-th coordinate at the symbol s `f[s * d + j]`, and Z is
    Gaussian with d independent coordinates of this variance.
    """
    return _noisy("gaussian_information", prior, channel, query, dims, variance)


def laplace_information(prior: Term, channel: Term, query: Term, dims: Any, scale: Any) -> Op:
    """I(U; f(V) + Z) in nats, as `gaussian_information` with d independent Laplace laws."""
    return _noisy("laplace_information", prior, channel, query, dims, scale)


# --- databases and mechanisms ---------------------------------------------------------------------


def entries(database: Term) -> Op:
    """How many entries the database has."""
    return apply("entries", database, result=SIZE)


def alphabet(database: Term, entry: Any) -> Op:
    """How many symbols an entry may take."""
    return apply("alphabet", database, entry, result=SIZE)


def largest_alphabet(database: Term) -> Op:
    """The largest of the entries' alphabet sizes."""
    return apply("largest_alphabet", database, result=SIZE)


def instances(database: Term) -> Op:
    """How many instances the database has: the product of its alphabet sizes."""
    return apply("instances", database, result=SIZE)


def hamming(database: Term, x: Any, other: Any) -> Op:
    """In how many entries two instances (numbered from 0, the last entry fastest) differ."""
    return apply("hamming", database, x, other, result=SIZE)


def dp_epsilon(mechanism: Term) -> Op:
    """The least ε for which the mechanism is ε-DP."""
    return apply("dp_epsilon", mechanism)


def dp_delta(mechanism: Term, epsilon: Any) -> Op:
    """The least δ for which the mechanism is (ε,δ)-DP."""
    return apply("dp_delta", mechanism, epsilon)


def kl_dp(mechanism: Term) -> Op:
    """The largest KL divergence between responses to neighbouring databases."""
    return apply("kl_dp", mechanism)


def mi_dp(mechanism: Term) -> Op:
    """The supremum over entries i and all priors of I(X_i;Y|X^{-i})."""
    return apply("mi_dp", mechanism)


def mi_dp_split(mechanism: Term) -> Op:
    """As `mi_dp`, over the priors under which X_i is independent of the other entries."""
    return apply("mi_dp_split", mechanism)


def entry_information(prior: Term, mechanism: Term, entry: Any) -> Op:
    """I(X_i;Y) under a prior on the database."""
    return apply("entry_information", prior, mechanism, entry)


def conditional_entry_information(prior: Term, mechanism: Term, entry: Any) -> Op:
    """I(X_i;Y|X^{-i}) under a prior on the database."""
    return apply("conditional_entry_information", prior, mechanism, entry)


def together(queries: Term) -> Op:
    """The mechanism that releases all responses of the queries."""
    result = apply("together", queries)
    sort = queries.sort
    assert isinstance(sort, QueriesSort)
    return Op("together", result.args, MechanismSort(sort.database, sort.outputs**sort.count))


def on_entry(channel: Term, database: Term, entry: Any) -> Op:
    """The mechanism that sends one entry of the database through a channel."""
    result = apply("on_entry", channel, database, entry)
    assert isinstance(channel.sort, ChannelSort)
    return Op("on_entry", result.args, MechanismSort(database, channel.sort.outputs))


def as_mechanism(channel: Term) -> Op:
    """A channel as a mechanism on a database with one entry."""
    result = apply("as_mechanism", channel)
    assert isinstance(channel.sort, ChannelSort)
    shape = Op("one_entry", (channel.sort.inputs,), DatabaseSort())
    return Op("as_mechanism", result.args, MechanismSort(shape, channel.sort.outputs))


def database_of(*sizes: Any) -> Op:
    """The database whose entries have these alphabet sizes, in their order."""
    if not sizes:
        raise ClaimError("database_of() has no entries: a database has at least one")
    parts = [size_term(size, "as an entry of database_of(…)") for size in sizes]
    if number(0) in parts:
        raise ClaimError("an entry of database_of(…) has 0 symbols; it needs at least one")
    return apply("several_entries", *parts, result=DatabaseSort())


def _times(first: Term, second: Term) -> Term:
    """The product of two sizes, worked out where both are known."""
    if isinstance(first, Number) and isinstance(second, Number):
        assert first.value is not None
        assert second.value is not None
        return Number(first.value * second.value)
    return first * second


def on_database(channel: Term, database: Term) -> Op:
    """A channel whose inputs are the instances of a database, as a mechanism.

    Instances are numbered from 0, the last entry fastest. The database is one of `database_of`,
    and the channel has as many inputs as the product of its alphabet sizes, in that order.
    """
    result = apply("on_database", channel, database)
    assert isinstance(channel.sort, ChannelSort)
    if not (isinstance(database, Op) and database.head == "several_entries"):
        raise ClaimError(f"on_database wants a database_of(…), not {database}")
    product = number(1)
    for size in database.args:
        product = size if product == number(1) else _times(product, size)
    meeting("on_database", channel.sort.inputs, product, "inputs must be the database's instances")
    return Op("on_database", result.args, MechanismSort(database, channel.sort.outputs))


# --- binders --------------------------------------------------------------------------------------


def _bind(kind: str, var: Var, body: Any, where: Formula | None) -> Bind:
    term = number(body, f"under {kind}")
    if not isinstance(var, Var):
        raise ClaimError(f"{kind} binds a variable, not {var!r}")
    if is_law(var):
        raise ClaimError(f"{kind} can't range over laws on the real line ({var})")
    if where is not None and not isinstance(where, Formula):
        raise ClaimError(f"{where!r} after `where` under {kind} is not a formula")
    if not is_arithmetic(term.sort):
        raise ClaimError(f"{kind} wants a number, not the {sort_name(term.sort)} {term}")
    return Bind(kind, var, where, term)


def _finite(kind: str, var: Var, body: Any, where: Formula | None) -> Bind:
    if not isinstance(var, Var) or not isinstance(var.sort, SymbolSort | EventSort):
        raise ClaimError(f"{kind} ranges over a Symbol or an Event; use sup or inf for {var}")
    return _bind(kind, var, body, where)


def total(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The sum of the body over symbols."""
    return _finite("sum", var, body, where)


def largest(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The maximum of the body over symbols or events."""
    return _finite("max", var, body, where)


def smallest(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The minimum of the body over symbols or events."""
    return _finite("min", var, body, where)


def sup(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The supremum of the body over laws, channels, priors or numbers.

    It must be a whole side of a relation: `sup(p, f) <= r` says that f ≤ r for every p. For the
    capacity-like suprema that can be bounded from above, use their names (`capacity`, `mi_dp`).
    """
    return _bind("sup", var, body, where)


def inf(var: Var, body: Any, where: Formula | None = None) -> Bind:
    """The infimum of the body; placed as `sup` is."""
    return _bind("inf", var, body, where)


def integral(var: Var, body: Any) -> Bind:
    """The integral of the body over the interval of a real variable: `integral(eps, f)` is
    ∫_0^∞ f dε where ε is `Real("eps", ">=0")`. It may be infinite; ∞ − ∞ is undefined.

    It has a value where the body is made of exponentials of multiples of the variable, hockey-stick
    divergences at it, sums, products, maxima and minima (see `verified.measures.integrals`).
    """
    if not isinstance(var, Var) or not isinstance(var.of, RealSort) or var.of.low is None:
        raise ClaimError(f"an integral runs over an interval of a real variable, not over {var}")
    return _bind("integral", var, body, None)
