"""Everything needed to state a claim:

    from verified.language import *

Sorts and variables, formulas, claims, binders, and all quantities: a name that a module of
`verified.quantities` lists is one for authors.
"""

from verified.language import combinations, extrema  # noqa: F401
from verified.language.combinations import *  # noqa: F403
from verified.quantities import (
    channels,
    curves,
    databases,
    decisions,
    divergences,
    entropies,
    groups,
    integers,
    joints,
    laws,
    leakage,
    leakage_databases,
    line,
    matrices,
    mechanisms,
    noise,
    notions,
    numbers,
    products,
    pufferfish,
    queries,
    transport,
    type_classes,
    words,
)
from verified.quantities.channels import *  # noqa: F403
from verified.quantities.curves import *  # noqa: F403
from verified.quantities.databases import *  # noqa: F403
from verified.quantities.decisions import *  # noqa: F403
from verified.quantities.divergences import *  # noqa: F403
from verified.quantities.entropies import *  # noqa: F403
from verified.quantities.groups import *  # noqa: F403
from verified.quantities.integers import *  # noqa: F403
from verified.quantities.joints import *  # noqa: F403
from verified.quantities.laws import *  # noqa: F403
from verified.quantities.leakage import *  # noqa: F403
from verified.quantities.leakage_databases import *  # noqa: F403
from verified.quantities.line import *  # noqa: F403
from verified.quantities.matrices import *  # noqa: F403
from verified.quantities.mechanisms import *  # noqa: F403
from verified.quantities.noise import *  # noqa: F403
from verified.quantities.notions import *  # noqa: F403
from verified.quantities.numbers import *  # noqa: F403
from verified.quantities.products import *  # noqa: F403
from verified.quantities.pufferfish import *  # noqa: F403
from verified.quantities.queries import *  # noqa: F403
from verified.quantities.transport import *  # noqa: F403
from verified.quantities.type_classes import *  # noqa: F403
from verified.quantities.words import *  # noqa: F403
from verified.syntax.binders import (
    cases,
    channel_table,
    event_where,
    inf,
    integral,
    largest,
    pmf_table,
    reals_of,
    reals_table,
    smallest,
    sup,
    total,
)
from verified.syntax.claims import Claim, Paper, claim, find, iff
from verified.syntax.formulas import Formula, both, either, every, implies, negation, some
from verified.syntax.sorts import ClaimError
from verified.syntax.statements import Statement
from verified.syntax.terms import (
    Channel,
    Database,
    DataClass,
    Event,
    Framework,
    Joint,
    Mechanism,
    Member,
    Mixture,
    Pmf,
    Prior,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    equals,
    rational,
)

__all__ = [
    "Channel", "Claim", "ClaimError", "DataClass", "Database", "Event", "Formula", "Framework",
    "Joint", "Mechanism", "Member", "Mixture", "Paper", "Pmf", "Prior", "Queries", "Real", "Reals",
    "Size", "Statement", "Symbol", "Term", "both", "cases", "channel_table", "claim", "either",
    "equals",
    "event_where", "every", "find", "iff", "implies", "inf", "integral", "largest", "negation",
    "pmf_table", "rational", "reals_of", "reals_table", "smallest", "some", "sup", "total",
]
__all__ += channels.__all__
__all__ += combinations.__all__
__all__ += curves.__all__
__all__ += databases.__all__
__all__ += decisions.__all__
__all__ += divergences.__all__
__all__ += entropies.__all__
__all__ += groups.__all__
__all__ += integers.__all__
__all__ += joints.__all__
__all__ += laws.__all__
__all__ += leakage.__all__
__all__ += leakage_databases.__all__
__all__ += line.__all__
__all__ += matrices.__all__
__all__ += mechanisms.__all__
__all__ += noise.__all__
__all__ += notions.__all__
__all__ += numbers.__all__
__all__ += products.__all__
__all__ += type_classes.__all__
__all__ += pufferfish.__all__
__all__ += queries.__all__
__all__ += transport.__all__
__all__ += words.__all__
