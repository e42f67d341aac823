"""What the levels of privacy say of two rows, and what gives them: halves of their definitions, and
the same of a channel as a mechanism on one entry."""

from __future__ import annotations

from verified.language import (
    KL,
    Channel,
    Close,
    DataClass,
    Framework,
    I,
    Member,
    Pmf,
    Real,
    Symbol,
    alphabet,
    as_mechanism,
    both,
    cases,
    dp_delta,
    edges,
    entry_channel,
    entry_epsilon,
    every,
    free_lunch_epsilon,
    hamming,
    implies,
    kl_dp,
    member_law,
    output,
    private_values,
    public_law,
    public_values,
    response_support,
    secret_channel,
    secret_delta,
    secret_given,
    secret_information,
    secret_joint,
    total,
)
from verified.papers.lemmas.common import (
    D,
    M,
    W,
    delta,
    eps,
    first,
    i,
    m,
    n,
    one,
    paper,
    r,
    second,
    two,
)

near = hamming(D, one, two) <= 1
own, other = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
rows = W[first], W[second]

# --- mechanisms -----------------------------------------------------------------------------------

paper.claim(
    "dp",
    forall=[M, one, two, eps, delta],
    given=[
        near,
        dp_delta(M, eps) <= delta,
    ],
    then=Close(M[one], M[two], eps, delta),
)

paper.claim(
    "dp-intro",
    forall=[M, eps, delta],
    given=[
        every(one, every(two, Close(M[one], M[two], eps, delta), where=near)),
    ],
    then=dp_delta(M, eps) <= delta,
)

paper.claim(
    "kl-dp",
    forall=[M, one, two, r],
    given=[near, kl_dp(M) <= r],
    then=KL(M[one], M[two]) <= r,
)

paper.claim(
    "kl-dp-intro",
    forall=[M, r],
    given=[every(one, every(two, KL(M[one], M[two]) <= r, where=near))],
    then=kl_dp(M) <= r,
)

paper.claim(
    "as-mechanism-dp",
    forall=[W, first, second, eps, delta],
    given=[
        dp_delta(as_mechanism(W), eps) <= delta,
    ],
    then=Close(*rows, eps, delta),
)

paper.claim(
    "as-mechanism-dp-intro",
    forall=[W, eps, delta],
    given=[
        every(first, every(second, Close(*rows, eps, delta))),
    ],
    then=dp_delta(as_mechanism(W), eps) <= delta,
)

paper.claim(
    "as-mechanism-kl",
    forall=[W, first, second, r],
    given=[kl_dp(as_mechanism(W)) <= r],
    then=KL(*rows) <= r,
)

paper.claim(
    "as-mechanism-kl-intro",
    forall=[W, r],
    given=[
        every(first, every(second, KL(*rows) <= r)),
    ],
    then=kl_dp(as_mechanism(W)) <= r,
)

paper.claim(
    "entry-epsilon",
    forall=[M, one, i, own, other, eps],
    given=[entry_epsilon(M, i) <= eps],
    then=Close(entry_channel(M, one, i)[own], entry_channel(M, one, i)[other], eps, 0),
)

paper.claim(
    "free-lunch-epsilon",
    forall=[M, one, two, eps],
    given=[
        free_lunch_epsilon(M) <= eps,
    ],
    then=Close(M[one], M[two], eps, 0),
)

# --- frameworks -----------------------------------------------------------------------------------

F, channel, P = Framework("F", n), Channel("M", n, m), Pmf("P", n)
data = DataClass("Theta", n)
member, y = Member("T", F, data), Symbol("y", m)
e = Symbol("e", edges(F))
a, b = Symbol("a", private_values(F, e)), Symbol("b", private_values(F, e))
c, level = Symbol("c", public_values(F, e)), Real("r", ">=0")
told = I(secret_joint(F, P, channel, e), "A;Y|C")
given_secret = secret_channel(F, P, channel, e, c)
public, secret = public_law(F, P, e), secret_given(F, P, e, c)
close = Close(given_secret[a], given_secret[b], eps, delta)

paper.claim(
    "secret-information",
    forall=[F, P, channel, e, r],
    given=[secret_information(F, P, channel) <= r],
    then=told <= r,
)

paper.claim(
    "secret-information-intro",
    forall=[F, P, channel, level],
    given=[every(e, told <= level)],
    then=secret_information(F, P, channel) <= level,
)

paper.claim(
    "secret-delta",
    forall=[F, P, channel, e, c, a, b, eps, delta],
    given=[
        secret_delta(F, P, channel, eps) <= delta,
        public[c] > 0,
        secret[a] > 0,
        secret[b] > 0,
    ],
    then=close,
)

paper.claim(
    "secret-delta-intro",
    forall=[F, P, channel, eps, delta],
    given=[
        every(
            e,
            every(
                c,
                every(
                    a, every(b, implies(both(public[c] > 0, secret[a] > 0, secret[b] > 0), close))
                ),
            ),
        ),
    ],
    then=secret_delta(F, P, channel, eps) <= delta,
)

paper.claim(
    "response-support",
    forall=[F, data, channel, member],
    then=total(y, cases(output(member_law(member), channel)[y] > 0, 1, 0))
    <= response_support(F, data, channel),
)
