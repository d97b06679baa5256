"""Deny rules: which paths are never sent, whatever asks for them (Builder, never-send paths).

Patterns are those of a .gitignore file. Wherever a pattern can be read in two ways, the one that
denies more holds:

- A path is denied as soon as one of the folders above it is; a ``!`` cannot reach below that. A
  pattern for all that is in a folder (``secret/**``) denies the folder.
- Default patterns are judged apart from the project's, so a ``!`` of the project cannot take one
  back: that takes an override, which is recorded.
- Capitals, compatibility forms (full-width letters), dots and spaces at the end of a name, and what
  follows a colon in it make no difference, because some file systems open the same file for them.
- The folders ``.git``, ``.vs``, ``node_modules`` and ``packages`` are denied at any depth, and also
  as plain files or links.
- ``.env`` with anything after a dot (``.env.local``) counts as ``**/*.env``.
- A pattern of the project that cannot be understood denies everything.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from pathspec import GitIgnoreSpec

from inspector.core.problems import Problem, Severity
from inspector.project.rules import NEVER_SENT, ProjectRules

_AT_ANY_DEPTH = {
    ".git/**": ("**/.git",),
    ".vs/**": ("**/.vs",),
    "node_modules/**": ("**/node_modules",),
    "packages/**": ("**/packages",),
    "**/bin/**": ("**/bin/",),
    "**/obj/**": ("**/obj/",),
    "**/*.env": ("**/.env.*",),
}
# What a regular expression reads as an operation on sets, and a .gitignore file does not.
_SET_OPERATION = re.compile(r"\[[!^]?\[|\[[!^]?\]?[^\]]*(--|&&|~~|\|\|)")
_TAIL = re.compile(r":|[. ](/|$)")
_NOT_UNDERSTOOD = "a deny rule that cannot be understood denies everything"


@dataclass(frozen=True)
class DenyRules:
    """The rules of one project, compiled. ``problems`` lists what was taken back or is wrong."""

    problems: tuple[Problem, ...]
    _groups: tuple[Patterns, ...] = field(repr=False)
    _broken: bool = False

    def rule_for(self, path: str) -> str | None:
        """Return the pattern that denies a file's path, None where none does.

        Every folder above it is tested first.
        """
        end = path.find("/")
        while end >= 0:
            rule = self.rule_for_entry(path[:end], maybe_folder=True)
            if rule is not None:
                return rule
            end = path.find("/", end + 1)
        return self.rule_for_entry(path, maybe_folder=False)

    def rule_for_entry(self, path: str, *, maybe_folder: bool) -> str | None:
        """Return the pattern that denies a path whose folders are known not to be denied."""
        if self._broken:
            return _NOT_UNDERSTOOD
        folded = _folded(path)
        spellings = {path: False, folded: True, _without_tails(folded): True}
        for group in self._groups:
            for spelling, is_folded in spellings.items():
                rule = group.match(spelling, folded=is_folded, maybe_folder=maybe_folder)
                if rule is not None:
                    return rule
        return None


def deny_rules(config: ProjectRules) -> DenyRules:
    """Return the rules of a configuration."""
    problems: list[Problem] = []
    kept = [pattern for pattern in NEVER_SENT if not _is_taken_back(pattern, config, problems)]
    _report_useless_overrides(config, problems)
    defaults = [
        (spelling, pattern)
        for pattern in kept
        for spelling in (pattern, *_AT_ANY_DEPTH.get(pattern, ()))
    ]
    groups = [Patterns(defaults)]
    wrong = [number for number, line in enumerate(config.deny) if not _is_understood(line)]
    problems += [_not_understood(number) for number in wrong]
    if not wrong:
        groups.append(Patterns([(line, line) for line in config.deny]))
    return DenyRules(tuple(problems), tuple(groups), bool(wrong))


class Patterns:
    """Patterns of one source, of which the last that matches decides."""

    def __init__(self, patterns: Sequence[tuple[str, str]]) -> None:
        exact = [_compiled(spelling, name) for spelling, name in patterns]
        folded = [_compiled(_folded(spelling), name) for spelling, name in patterns]
        self._exact = [pattern for pattern in exact if pattern is not None][::-1]
        self._folded = [pattern for pattern in folded if pattern is not None][::-1]

    def about(self, path: str, *, maybe_folder: bool) -> DenyLine | None:
        """Return the line that decides about an entry as it is spelled."""
        for pattern in self._exact:
            if pattern.is_about(path, maybe_folder=maybe_folder):
                return pattern
        return None

    def match(self, path: str, *, folded: bool, maybe_folder: bool) -> str | None:
        """Return the name of the pattern that denies an entry, None where none does."""
        for pattern in self._folded if folded else self._exact:
            if pattern.is_about(path, maybe_folder=maybe_folder):
                return pattern.name if pattern.denies else None
        return None


@dataclass(frozen=True, slots=True)
class DenyLine:
    """One compiled line.

    The verdict of pathspec on several lines sometimes opens what git denies. Its expression for
    one line, asked about one entry at a time, does not.
    """

    name: str
    regex: re.Pattern[str]
    denies: bool

    def is_about(self, path: str, *, maybe_folder: bool) -> bool:
        """Whether the line is about this very entry, not about a folder above it."""
        if not self.regex.pattern.startswith("^"):  # only wildcards, at whatever place
            if _FOLDER in self.regex.groupindex:
                return maybe_folder
            return self.regex.search(path) is not None
        found = self.regex.search(path)
        if found is not None and not _is_above(found):
            return True
        if not maybe_folder:
            return False
        found = self.regex.search(path + "/")
        if found is None or _is_above(found):
            return False
        # What is about all that is in a folder denies the folder, but does not open it.
        return self.denies or _FOLDER in self.regex.groupindex


_FOLDER = "ps_d"  # pathspec's name for the slash after a folder


def _is_above(found: re.Match[str]) -> bool:
    """Whether what matched is a folder above the end of the path."""
    return found.end() < len(found.string) and bool(found.groupdict().get(_FOLDER))


def _compiled(line: str, name: str) -> DenyLine | None:
    """Compile a line, None for one that says nothing. Raises ``ValueError`` and ``re.error``."""
    line = unicodedata.normalize("NFC", line)
    if line.endswith("/**/"):  # every folder below, where pathspec takes the folder itself
        line += "*/"
    for pattern in GitIgnoreSpec.from_lines([line], backend="simple").patterns:
        regex: re.Pattern[str] | None = pattern.regex
        if regex is not None and pattern.include is not None:
            return DenyLine(name, regex, pattern.include)
    return None


def _folded(path: str) -> str:
    return path.lower() if path.isascii() else unicodedata.normalize("NFKC", path).casefold()


def _without_tails(path: str) -> str:
    """Cut what Windows ignores: dots and spaces at the end of names, and names of streams."""
    if not _TAIL.search(path):
        return path
    names = (name.partition(":")[0].rstrip(". ") for name in path.split("/"))
    return "/".join(name or "_" for name in names)


def _is_understood(line: str) -> bool:
    if any(char in line for char in "\n\r\0") or _SET_OPERATION.search(line):
        return False
    if not line.strip() or line.startswith("#"):
        return True
    try:
        return _compiled(line, line) is not None
    except (ValueError, re.error):
        return False


def readable_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines of a .gitignore file that can be understood; git skips the others, too."""
    return [line for line in lines if _is_understood(line)]


def _not_understood(number: int) -> Problem:
    return Problem(
        Severity.ERROR,
        "builder.deny-rule-not-understood",
        f"Deny rule {number + 1} cannot be understood, so every path is denied.",
        "Write it as a pattern of a .gitignore file, or take it out.",
    )


def _is_taken_back(pattern: str, config: ProjectRules, problems: list[Problem]) -> bool:
    for override in config.deny_overrides:
        if override.pattern == pattern:
            problems.append(
                Problem(
                    Severity.NOTE,
                    "builder.deny-rule-taken-back",
                    f"The project takes the default deny rule {pattern} back: {override.reason}",
                    "Remove the override to deny these paths again.",
                )
            )
            return True
    return False


def _report_useless_overrides(config: ProjectRules, problems: list[Problem]) -> None:
    for number, override in enumerate(config.deny_overrides):
        if override.pattern not in NEVER_SENT:
            problems.append(
                Problem(
                    Severity.WARNING,
                    "builder.override-without-rule",
                    f"Override {number + 1} names no default deny rule and changes nothing.",
                    "Spell the pattern as in the list of default rules.",
                )
            )
