"""``inspector manual``: the man page, a part written by hand and what the parsers say.

Written here rather than by a generator, because the ones that exist print argparse's usage lines
and epilogs as running text, once for each command.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from inspector import __version__
from inspector.cli.examples import Example
from inspector.cli.outline import Argument, CommandOutline, outline
from inspector.cli.output import DONE, write_text
from inspector.cli.result_options import add_output_option
from inspector.resources import read_text

_PLACE = re.compile(r"^@(EXAMPLES|OPTIONS|SUMMARIES|COMMANDS)@$", re.MULTILINE)
_WORD = re.compile(r"\{[^}]*\}|-[\w-]+|[^\W\d]+|[^\w{]+?(?=-|\w|\{|$)|.")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the page as roff."""
    write_text(options.output, manual(outline(), __version__))
    return DONE


def manual(program: CommandOutline, version: str, epoch: int | None = None) -> str:
    """Return the man page of a program as roff.

    ``epoch`` is the day of a package, in seconds since 1970.
    """
    day = "" if epoch is None else datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%d")
    filled = {
        "EXAMPLES": _lines(_examples(program.examples)),
        "OPTIONS": _lines(_arguments(program.arguments())),
        "SUMMARIES": _lines(_summaries(program.commands)),
        "COMMANDS": _lines(line for command in program.commands for line in _command(command)),
    }
    text = read_text("manual/inspector.1.in")
    text = text.replace("@VERSION@", _safe(version)).replace("@DATE@", day)
    return _PLACE.sub(lambda place: filled[place[1]], text)


def _summaries(commands: Iterable[CommandOutline]) -> Iterator[str]:
    for command in commands:
        yield from (".TP", f".B {_safe(command.words[-1])}", _sentence(command.summary))


def _command(command: CommandOutline) -> Iterator[str]:
    yield f".SS {_safe(' '.join(command.words))}"
    yield _sentence(command.summary)
    yield from _synopsis(command)
    yield from _examples(command.examples)
    for section in command.sections:
        # The two headings that argparse gives by itself say nothing that is not seen.
        if section.title not in ("positional arguments", "options"):
            yield from (".PP", _sentence(section.title, end=":"))
        yield from _arguments(section.arguments)
    for below in command.commands:
        yield from _command(below)


def _examples(examples: Iterable[Example]) -> Iterator[str]:
    for one in examples:
        yield from (".TP 8n", rf"\fB{_safe(one.line)}\fR", _sentence(one.meaning))


def _synopsis(command: CommandOutline) -> Iterator[str]:
    """Yield a usage line that breaks between arguments only, or else after a comma."""
    yield f".SY {_quoted(_safe(' '.join(command.words)))}"
    for part in _parts(command.usage):
        if part != "[-h]":
            yield "".join(_marked(word) for word in _WORD.findall(part))
    yield ".YS"


def _parts(usage: str) -> Iterator[str]:
    """Yield the arguments of a usage line: words, with what is in brackets left together."""
    depth, start = 0, 0
    for at, char in enumerate(usage + " "):
        depth += (char in "[(") - (char in "])")
        if char == " " and not depth:
            if usage[start:at]:
                yield usage[start:at]
            start = at + 1


def _arguments(arguments: Iterable[Argument]) -> Iterator[str]:
    for one in arguments:
        if "--help" not in one.names:  # said once, of all commands
            # The width is said, because a synopsis leaves its own behind.
            yield from (".TP 8n", _term(one), _sentence(one.meaning))


def _term(one: Argument) -> str:
    names = ", ".join(rf"\fB{_safe(name)}\fR" for name in one.names)
    values = "".join(_marked(word) for word in _WORD.findall(one.values))
    return f"{names} {values}".strip()


def _marked(word: str) -> str:
    """Return a word of a usage line: what is typed bold, what stands for a value italic."""
    if not word[0].isalpha() and word[0] not in "-{":
        return _safe(word).replace(" ", r"\ ")
    if word[0] == "{":
        choices = word.strip("{}").split(",")
        return "{" + r",\:".join(rf"\fB{_safe(choice)}\fR" for choice in choices) + "}"
    return rf"\fB{_safe(word)}\fR" if word[0] == "-" else rf"\fI{_safe(word)}\fR"


def _sentence(text: str, end: str = ".") -> str:
    if not text:
        return ""
    whole = text if text.endswith(end) else text + end
    return _safe(whole[0].upper() + whole[1:])


def _safe(text: str) -> str:
    """Return text that roff prints as it is."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("^", r"\(ha")
    text = text.replace("~", r"\(ti").replace("`", r"\(ga").replace("…", "...")
    return r"\&" + text if text.startswith(".") else text


def _quoted(text: str) -> str:
    return '"' + text.replace('"', r"\(dq") + '"'


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(line for line in lines if line)
