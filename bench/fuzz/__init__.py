"""A semantic fuzzer of the kernel's rules: random and adversarial steps, in short sequences.

Whatever the kernel accepts is a theorem Γ ⊢ φ, and so must hold on every exact instance: wherever
all of Γ holds and all that the theorem rests on has a value, φ holds. Each accepted theorem is
evaluated on instances whose corners are over-represented; one that fails is a hole of some rule. It
is shrunk and written as a proof that both checkers can read.

    python -m bench.fuzz [--seed N] [--seconds S | --steps N] [--checker kernel|second|both]

`steps` holds what a sequence of steps is and writes it as a certificate, `scopes` the variables of
an episode, `grammar` terms and formulas, `rewriting` textbook identities whose side conditions are
ignored, `logic`, `order`, `sums`, `reals` and `certificates` attempts at each rule, `stored` those
that come from the stored proofs, `draws` exact instances, `judging` what holds of them, `opinions`
the second evaluation, `shrinking` the smaller forms of what was found, `second` the way to the
second checker, `faults` the former selves of what was mended, `campaign` the counts.
"""
