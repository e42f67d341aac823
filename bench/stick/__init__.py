"""The measuring stick of the attack: false claims to refute, true ones to leave standing."""
