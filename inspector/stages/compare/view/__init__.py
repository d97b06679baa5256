"""The Compare lens."""
