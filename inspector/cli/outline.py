"""The command line as it describes itself: every command, argument, option and example, in order.

Manual and completions are made from what this finds, and tests compare them with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from inspector.cli.examples import Example, examples_of


@dataclass(frozen=True)
class Argument:
    """One option or positional argument."""

    names: tuple[str, ...]
    """All ways to write an option, such as ``-o`` and ``--output``; empty for a positional."""

    values: str
    """What comes after it, as in a usage line (``FILE [FILE ...]``); empty for a switch."""

    meaning: str
    """One line, without markup."""


@dataclass(frozen=True)
class ArgumentGroup:
    """Arguments that belong together, under a heading of their own."""

    title: str
    meaning: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class CommandOutline:
    """The program, a command, or an action of a command."""

    words: tuple[str, ...]
    """What is typed for it: ``("inspector", "history", "show")``."""

    summary: str
    """The line in the list of commands."""

    usage: str
    """What may follow the words, in one line."""

    sections: tuple[ArgumentGroup, ...]
    examples: tuple[Example, ...]
    commands: tuple[CommandOutline, ...]

    def everything(self) -> Iterator[CommandOutline]:
        """Yield this command and all below it, in order."""
        yield self
        for command in self.commands:
            yield from command.everything()

    def arguments(self) -> tuple[Argument, ...]:
        """Return its arguments, those of commands below it left out."""
        return tuple(one for section in self.sections for one in section.arguments)


def complete_parser() -> argparse.ArgumentParser:
    """Return the program's parser with the options of every command."""
    # It lists the commands, of which two are made from what is found here.
    from inspector.cli.main import COMMANDS, parser_with

    return parser_with(COMMANDS)


def outline(parser: argparse.ArgumentParser | None = None) -> CommandOutline:
    """Return the outline of a parser, that of the whole program by default."""
    chosen = parser or complete_parser()
    return _command(chosen, tuple(chosen.prog.split()), "")


def commands_of(action: argparse.Action) -> Mapping[str, argparse.ArgumentParser]:
    """Return the parsers between which an action chooses, by name; none for any other action."""
    choices = action.choices
    if not isinstance(choices, Mapping):
        return {}
    return {name: one for name, one in choices.items() if isinstance(one, argparse.ArgumentParser)}


def _command(
    parser: argparse.ArgumentParser, words: tuple[str, ...], summary: str
) -> CommandOutline:
    record = _Record(parser.prog)
    parser.formatter_class = lambda **_options: record
    parser.format_help()
    below = tuple(
        _command(child, (*words, name), record.summaries.get(name, ""))
        for name, child in record.children.items()
    )
    usage = " ".join(record.usage_line.removeprefix("usage: ").split()[len(words) :])
    examples = examples_of(" ".join(words))
    return CommandOutline(words, summary, usage, tuple(record.sections), examples, below)


class _Record(argparse.HelpFormatter):
    """Keeps what a parser says of itself, instead of laying it out."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=10**6)  # a usage line is never broken
        self.usage_line = ""
        self.children: Mapping[str, argparse.ArgumentParser] = {}
        self.summaries: dict[str, str] = {}
        self.sections: list[ArgumentGroup] = []
        self._title, self._text, self._arguments = "", "", list[Argument]()

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        self.usage_line = self._format_usage(usage, actions, groups, prefix)

    def start_section(self, heading: str | None) -> None:
        self._title, self._text, self._arguments = heading or "", "", []

    def end_section(self) -> None:
        if self._arguments:
            self.sections.append(ArgumentGroup(self._title, self._text, tuple(self._arguments)))

    def add_text(self, text: str | None) -> None:
        if text is not None and text is not argparse.SUPPRESS:
            self._text = text

    def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
        for action in actions:
            if action.help is argparse.SUPPRESS:
                continue
            if children := commands_of(action):
                self.children = children
                listed = self._iter_indented_subactions(action)
                self.summaries = {one.dest: one.help or "" for one in listed}
            else:
                self._arguments.append(self._argument(action))

    def _argument(self, action: argparse.Action) -> Argument:
        default = action.dest.upper() if action.option_strings else action.dest
        values = "" if action.nargs == 0 else self._format_args(action, default)
        meaning = " ".join(self._expand_help(action).split()) if action.help else ""
        return Argument(tuple(action.option_strings), values, meaning)

    def format_help(self) -> str:
        return ""
