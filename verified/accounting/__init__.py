"""Certified values for accountants: compositions of Gaussian and Laplace mechanisms, subsampled.

`docs/oracle.md` has the method with its proofs, and how to call it.
"""

from verified.accounting.compositions import ADJACENCIES, Round, gaussian_round, laplace_round
from verified.accounting.enclosures import NotReachedError
from verified.accounting.mechanisms import (
    composition_delta,
    composition_deltas,
    composition_epsilon,
    composition_renyi,
    subsampled_gaussian_delta,
    subsampled_gaussian_epsilon,
    subsampled_gaussian_renyi,
    subsampled_gaussian_sigma,
    subsampled_gaussian_steps,
    subsampled_laplace_delta,
    subsampled_laplace_epsilon,
    subsampled_laplace_renyi,
    subsampled_laplace_scale,
    subsampled_laplace_steps,
)
from verified.accounting.plain import (
    gaussian_delta,
    gaussian_epsilon,
    gaussian_renyi,
    gaussian_sigma,
    gaussian_steps,
    gaussian_zcdp,
    laplace_delta,
    laplace_epsilon,
    laplace_renyi,
    laplace_scale,
    laplace_steps,
)
from verified.accounting.plans import (
    Plan,
    average_scale,
    component_plan,
    rounded_up,
    support_scale,
    tau_star,
)
from verified.accounting.prior_scales import prior_delta, prior_least_scale
from verified.accounting.priors import (
    Prior,
    gaussian_prior,
    mixture_prior,
    prior_of,
)
from verified.accounting.results import Certified, UndecidedError
from verified.errors import InputError

__all__ = [
    "ADJACENCIES",
    "Certified",
    "InputError",
    "NotReachedError",
    "Plan",
    "Prior",
    "Round",
    "UndecidedError",
    "average_scale",
    "component_plan",
    "composition_delta",
    "composition_deltas",
    "composition_epsilon",
    "composition_renyi",
    "gaussian_delta",
    "gaussian_epsilon",
    "gaussian_prior",
    "gaussian_renyi",
    "gaussian_round",
    "gaussian_sigma",
    "gaussian_steps",
    "gaussian_zcdp",
    "laplace_delta",
    "laplace_epsilon",
    "laplace_renyi",
    "laplace_round",
    "laplace_scale",
    "laplace_steps",
    "mixture_prior",
    "prior_delta",
    "prior_least_scale",
    "prior_of",
    "rounded_up",
    "subsampled_gaussian_delta",
    "subsampled_gaussian_epsilon",
    "subsampled_gaussian_renyi",
    "subsampled_gaussian_sigma",
    "subsampled_gaussian_steps",
    "subsampled_laplace_delta",
    "subsampled_laplace_epsilon",
    "subsampled_laplace_renyi",
    "subsampled_laplace_scale",
    "subsampled_laplace_steps",
    "support_scale",
    "tau_star",
]
