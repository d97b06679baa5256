"""Exit codes of all commands."""

DONE = 0
FAILED = 1  # done, but an expectation or the balance failed
BAD_USAGE = 2
BAD_INPUT = 3  # or an output that cannot be written
WARNED = 4  # done, above a soft limit
BROKEN = 70  # the program itself failed


class UsageError(Exception):
    """The command was used wrongly; the text says how."""

    code = BAD_USAGE


class InputError(UsageError):
    """An input that the command was given beside its files cannot be used; the text says why."""

    code = BAD_INPUT
