"""The Audit lens."""
