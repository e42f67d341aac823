"""Pictures: what they show as plain data, and matplotlib, which draws it."""
