"""The proofs, one module a paper: each derivation reads like the paper's appendix.

`verified.proof.derivation` is the language that they are written in, `docs/proofs.md` its manual.
"""

MODULES = (
    "background",
    "distances",
    "divergences",
    "chains",
    "information",
    "binary",
    "continuity",
    "entropies",
    "background_more",
    "asymmetric",
    "lemmas",
    "databases",
    "orders",
    "chi_square",
    "renyi_channels",
    "optimal_inputs",
    "couplings",
    "cycles",
    "composition",
    "erasures",
    "cuff_yu_2016",
    "nuradha_goldfeld_2022",
    "sharper_lemmas",
    "sharper_lemma_11",
    "sharper_lemma_3",
    "sharper_groups",
    "sharper_renyi",
    "sharper_distance",
    "sharper_divergence",
    "sharper_theorem",
    "sharper",
    "sharper_windows",
)
