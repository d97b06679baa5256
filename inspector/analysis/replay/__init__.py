"""Replaying commits: what the builder would have sent for changes that were really made."""
