"""The tactics that build proofs: what they propose, only the kernel's checkers accept."""
