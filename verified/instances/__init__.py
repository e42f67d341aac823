"""What claims range over: how instances are laid out, drawn, perturbed, made exact and shrunk."""
