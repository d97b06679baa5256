"""Exit codes of all commands."""

DONE = 0
FAILED = 1  # done, but an expectation or the balance failed
BAD_USAGE = 2
BAD_INPUT = 3
WARNED = 4  # done, above a soft limit
BROKEN = 70  # the program itself failed
