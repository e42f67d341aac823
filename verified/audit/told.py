"""What was found, in plain words: of each function that the recorded run faults, what goes wrong,
where, and a line that shows it. Each was read twice against the documentation and the
source of the version that the catalogue pins; its authors' declared limits are told as such."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Told:
    """A finding in words.

    Attributes:
        words: what goes wrong, and how much it matters.
        line: Python that shows it, in the library's environment.
        beside: what gives the right value here.
    """

    words: str
    line: str
    beside: str


TOLD: dict[str, Told] = {
    "diffprivlib:GaussianAnalytic._scale": Told(
        "For small δ, the sooner the larger ε is, the scale is too small for the privacy that is "
        "promised: 0.40835 at ε = 17.4 and δ = 4e-11, where 0.42886 is needed. The normal tail is"
        " taken as (1 + erf)/2 there, whose rounding, about 1e-16, is multiplied by e^ε and "
        "compared with δ.",
        "GaussianAnalytic(epsilon=17.4, delta=4e-11, sensitivity=1.0)._scale",
        'verified.gaussian_sigma(eps="17.4", delta="4e-11")',
    ),
    "diffprivlib:GaussianDiscrete._scale": Told(
        "The search for σ ends when it is known to 1e-6 of itself, and returns the middle of what"
        " is left, so that σ may be short by half of that. Where δ falls steeply with σ, which it"
        " does for large ε, the noise then has a multiple of the δ that is promised: 2.2e-8 for "
        "4e-9 at ε = 17.98. At ε of 1 we found nothing.",
        "GaussianDiscrete(epsilon=17.978803626812514, delta=4e-9)._scale",
        "verified.discrete_gaussian_delta(sigma=0.2888451814651489, eps=17.978803626812514)",
    ),
    "opendp:make_laplace_threshold[integers].map": Told(
        "Counts that are equal to the threshold are released, as the documentation says; the δ of"
        " the privacy map leaves their probability out. At scale 0.5 and threshold 2 it is 0.016 "
        "where a key that one person alone has is released with probability 0.119. Known to its "
        "authors: opendp/opendp#2922, open when this was written. Of counts that are floats we "
        "saw nothing.",
        "make_laplace_threshold(map_domain(atom_domain(T=str), atom_domain(T=int)), "
        "l01inf_distance(absolute_distance(T=int)), scale=0.5, threshold=2).map((1, 1, 1))",
        'verified.discrete_laplace_threshold_delta(scale="1/2", threshold=2)',
    ),
    "opacus:accountants.analysis.rdp.compute_rdp": Told(
        "For large orders that aren't whole the divergence may be far too small: -0.3587 at q = "
        "0.3, σ = 9 and order 135.41, where it is 0.12166; at the whole orders 135 and 136 it is "
        "right. The series for such orders ends once both of its current terms are below e^-30, "
        "and the first ones already are where (1−q)^α is that small. The accountant's default "
        "orders aren't concerned: those that aren't whole end at 10.9, and there we saw nothing. "
        "It matters to who passes orders of their own.",
        "compute_rdp(q=0.3, noise_multiplier=9.0, steps=1, orders=135.41)",
        'verified.subsampled_gaussian_renyi(sampling=0.3, sigma=9, steps=1, order="135.41", '
        'adjacency="remove")',
    ),
    "opacus:accountants.analysis.gdp.delta_eps_mu": Told(
        "From ε = 710 on, where e^ε is no float, δ is NaN. At the line's arguments it is far "
        "below what floats hold; at μ = 40 and ε = 710 it is 0.987.",
        "delta_eps_mu(eps=1000.0, mu=1.0)",
        "verified.gaussian_delta(sigma=1, eps=1000)",
    ),
    "autodp:privacy_calibrator.ana_gaussian_mech": Told(
        "For ε above about 30 the σ isn't the one that is asked for, to more than the tolerance "
        "of 1e-12 in δ: 0.18905 for 0.18579 at ε = 30.5 and δ = 9e-4. e^ε times a normal tail as "
        "(1 + erf)/2 has no digits there. Where we saw it the noise was too large, which is safe."
        " Above ε = 709 it ends with an OverflowError.",
        "ana_gaussian_mech(30.5, 0.0009)",
        'verified.gaussian_sigma(eps="30.5", delta="9e-4")',
    ),
    "autodp:privacy_calibrator.subsample_epsdelta_get_prob": Told(
        "Every call ends with an AttributeError: it asks NumPy for `mininum`.",
        "subsample_epsdelta_get_prob(0.1, 1e-6, 0.1, 1e-6)",
        'verified.enclose("minimum(1, (exp(e) - 1)/(exp(b) - 1))", e="0.1", b="0.1")',
    ),
    "autodp:fdp_bank.fDP_approx_DP": Told(
        "Calls with 0 < ε < ∞ end with a TypeError, as a sign of multiplication is missing; "
        "fDP_pure_DP calls it.",
        'fDP_approx_DP({"eps": 1.0, "delta": 0.0}, 0.1)',
        'verified.enclose("maximum(1 - exp(e)*a, exp(0 - e)*(1 - a))", e=1, a="0.1")',
    ),
    "dp-accounting:advanced_composition": Told(
        "Where the rounds' ε₀ sum to more than 709 it ends with an OverflowError, as e^(kε₀) is "
        "no float; nothing wrong is returned.",
        "advanced_composition(DifferentialPrivacyParameters(5.0, 1e-14), 300, 1e-10)",
        'verified.approximate_dp_epsilon(level=5, failure="1e-14", steps=300, delta="1e-10")',
    ),
    "scikit-learn:mutual_info_score[large]": Told(
        "Where a product of two margins of the contingency matrix exceeds 9.2e18 (some three "
        "thousand million samples), it wraps around in 64-bit integers: 13.1 for counts that are "
        "independent, whose information is 0, or NaN. Which counts are allowed isn't documented.",
        "mutual_info_score(None, None, contingency=numpy.full((2, 2), 10**12))",
        'verified.value("kl", ["1/4"]*4, ["1/4"]*4)',
    ),
    "scipy:stats.power_divergence[freeman-tukey]": Told(
        "NaN where an observed frequency is 0: the general formula has 0·∞ there, and the "
        "statistic itself, 4Σ(√o − √e)², is finite. The documentation calls the test invalid "
        "where frequencies are small; of the statistic it says nothing. It is "
        "160 times the squared Hellinger distance of the line's laws.",
        'power_divergence([0, 10, 10], [5, 7, 8], lambda_="freeman-tukey")',
        'verified.hellinger("0,1/2,1/2", "1/4,7/20,2/5")',
    ),
    "dit:algorithms.channel_capacity": Told(
        "For nearly useless channels the iteration ends early, since its steps are short there "
        "before it is near: 3.459e-5 nats for 3.671e-5. Its tolerances are documented as those of"
        " convergence and are compared with steps, so that this is no broken promise. The line "
        "gives bits.",
        "channel_capacity(numpy.array([[9.979044007590865e-05, 0.0019958088015168407, "
        "0.9979044007584073], [0.0, 0.001996007984031989, 0.998003992015968]]))[0]",
        "verified.capacity([[9.979044007590865e-05, 0.0019958088015168407, 0.9979044007584073], "
        "[0.0, 0.001996007984031989, 0.998003992015968]])",
    ),
    "dit:divergences.f_divergence": Told(
        "Symbols that the first law lacks are left out, though each adds q f(0): of f = (t − 1)²,"
        " the χ² divergence, 0.0290 for 0.1107. The documentation advises divergences with names "
        "of their own, where there are, because of rounding and of small probabilities; those "
        "that were audited aren't concerned, at the orders at which they were: below 1 for "
        "alpha_divergence, which adds nothing for such symbols either (at order 2 it is -0.862 "
        "for the line's laws, whose divergence is infinite there).",
        'f_divergence(Distribution(["0", "1"], [1.0, 0.0]), Distribution(["0", "1"], [0.5, 0.5]),'
        " lambda t: (t - 1)**2)",
        'verified.chi_square("1,0", "1/2,1/2")',
    ),
    "qif:measure.shannon.add_capacity": Told(
        "No answer within 80 s for two nearly equal rows, whose capacity is 4e-10 nats.",
        "measure.shannon.add_capacity(numpy.array([[1.0021470530530152e-05, 0.9999280575151572, "
        "6.19210143122384e-05], [1.0018476287898537e-05, 0.9999276082389579, "
        "6.237328475422466e-05]]))",
        "verified.capacity([[1.0021470530530152e-05, 0.9999280575151572, 6.19210143122384e-05], "
        "[1.0018476287898537e-05, 0.9999276082389579, 6.237328475422466e-05]])",
    ),
    "qif:measure.bayes_risk.mult_leakage": Told(
        "Infinite where the posterior risk is below some 1e-7, a tolerance that the library has "
        "elsewhere: the factor is 3.3e8 there. That is more leakage than there is.",
        "measure.bayes_risk.mult_leakage(numpy.full(3, 1/3), (1 - 3e-9)*numpy.eye(3) + 1e-9)",
        "(2/3)/(2e-9)",
    ),
}
