"""Resolving: one exchange, exactly, to an immutable result."""
