"""How tests of the command line run a command in their own process."""

import pytest

from inspector import cli


@pytest.fixture
def inspector(capfd):
    """Return a function that runs a command and gives its exit code, output and errors."""

    def run(*arguments):
        capfd.readouterr()
        code = cli.main([str(argument) for argument in arguments])
        done = capfd.readouterr()
        return code, done.out, done.err

    return run
