"""How long a test waits for what has to come."""

PATIENCE = 300_000
"""Milliseconds; how fast a machine is, or how busy, decides nothing: only what hangs takes them."""
