"""The history of a git checkout, read from its objects alone."""
