"""Float and high-precision algorithms that propose priors and output laws; nothing certifies."""
