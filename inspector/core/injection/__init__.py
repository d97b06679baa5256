"""The unified injection step (specification: Injection)."""
