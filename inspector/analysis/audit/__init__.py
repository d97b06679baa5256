"""Auditing a unified injection manifest: alone, and against the inputs that it came from."""
