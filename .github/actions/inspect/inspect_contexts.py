"""What the action does: runs the inspector on what its inputs name, and writes a comment.

Inputs are in the environment: ``INSPECT_VERIFY``, ``INSPECT_RUN``, ``INSPECT_PLACE``,
``INSPECT_TIMELINE`` and ``INSPECT_CORPUS`` with a path on each line, ``INSPECT_COMPARE`` with two,
``INSPECT_FAIL_ON`` with a condition on each, ``INSPECT_BASELINE``, ``INSPECT_MIN_RECALL`` and
``INSPECT_COMMENT``.
Ends with the worst code of the commands, and with 2 where there was nothing to do.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from inspector.core.text import visible

_WORDS = {
    0: "passed",
    1: "**failed**",
    2: "**used wrongly**",
    3: "**an input could not be used**",
    4: "passed, with a warning",
}
_WARNED = 4
_MOST = 60  # lines of each command in the comment
_BACKTICKS = re.compile(r"`+")


def main() -> int:
    """Run every command, write the comment, and return the worst exit code."""
    commands = list(_commands(os.environ))
    if not commands:
        print("Nothing to do: name something to verify, to run or a corpus.", file=sys.stderr)
        return 2
    parts, codes = ["## Contexts\n"], []
    for command in commands:
        program = [sys.executable, "-m", "inspector", *command]
        done = subprocess.run(program, capture_output=True, encoding="utf-8", check=False)
        print(done.stdout, done.stderr, sep="", end="", flush=True)
        codes.append(done.returncode)
        # What failed, and what changed, stands before the result, which may be long.
        parts.append(_part(command, done.returncode, done.stderr + done.stdout))
    comment = Path(os.environ.get("INSPECT_COMMENT") or "inspector-comment.md")
    comment.write_text("\n".join(parts), encoding="utf-8")
    for name, text in (
        ("GITHUB_OUTPUT", f"comment={comment}\n"),
        ("GITHUB_STEP_SUMMARY", "\n".join(parts)),
    ):
        if os.environ.get(name):
            with Path(os.environ[name]).open("a", encoding="utf-8") as stream:
                stream.write(text)
    return max((code for code in codes if code != _WARNED), default=0)


def _commands(inputs: os._Environ[str] | dict[str, str]) -> Iterator[list[str]]:
    """Yield the arguments of each command that the inputs ask for."""
    for path in _lines(inputs, "INSPECT_VERIFY"):
        yield ["verify", "--color", "never", *_checks(inputs, "verify"), path]
    for path in _lines(inputs, "INSPECT_RUN"):
        yield ["run", "--no-history", "--color", "never", path]
    for path in _lines(inputs, "INSPECT_PLACE"):
        yield ["place", "--no-history", "--color", "never", *_checks(inputs, "place"), path]
    for path in _lines(inputs, "INSPECT_TIMELINE"):
        yield ["timeline", "--color", "never", *_checks(inputs, "timeline"), path]
    floor = inputs.get("INSPECT_MIN_RECALL", "").strip()
    for path in _lines(inputs, "INSPECT_CORPUS"):
        checked = ["--min-recall", floor] if floor else []
        checked += _checks(inputs, "corpus")
        yield ["corpus", "--no-history", "--no-journal", "--color", "never", *checked, path]
    for pair in _lines(inputs, "INSPECT_COMPARE"):
        yield ["compare", "--color", "never", *map(_name, shlex.split(pair))]


def _checks(inputs: os._Environ[str] | dict[str, str], command: str) -> list[str]:
    """Return the conditions that a command is to fail on: those of all, and its own."""
    words: list[str] = []
    for line in inputs.get("INSPECT_FAIL_ON", "").splitlines():
        whose, colon, condition = line.strip().rpartition(":")
        if condition and (not colon or whose.strip() == command):
            words += ["--fail-on", condition.strip()]
    baseline = inputs.get("INSPECT_BASELINE", "").strip()
    return [*words, "--baseline", baseline] if baseline else words


def _lines(inputs: os._Environ[str] | dict[str, str], name: str) -> Iterator[str]:
    for line in inputs.get(name, "").splitlines():
        if path := line.strip():
            yield _name(path)


def _name(path: str) -> str:
    """Return a path that no program takes for an option, though it may begin as one does."""
    return f"./{path}" if path.startswith("-") else path


def _part(command: list[str], code: int, told: str) -> str:
    """Return what a command came to as Markdown, of which nothing that it said is a part."""
    lines = told.splitlines()
    shown = "\n".join(lines[:_MOST])
    if len(lines) > _MOST:
        shown += f"\n… and {len(lines) - _MOST:,} lines more"
    longest = max((len(found) for found in _BACKTICKS.findall(shown)), default=0)
    fence = "`" * max(3, longest + 1)
    paths = command[-2:] if command[0] == "compare" else command[-1:]
    name = visible(" ".join(paths)).replace("`", "'")
    word = _WORDS.get(code, f"**ended with {code}**")
    return f"### {command[0]} `{name}`: {word}\n\n{fence}text\n{shown}\n{fence}\n"


if __name__ == "__main__":
    sys.exit(main())
