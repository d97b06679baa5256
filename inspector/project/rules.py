"""The rules under which a project is read: which paths are never sent, whatever asks for them.

And what was taken back (Builder, never-send paths). Patterns are those of a .gitignore file.
Wherever a pattern can be read in two ways, the one that denies more holds:

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

from inspector.core.model import Document
from inspector.core.problems import Problem, Severity
from inspector.core.scalars import AnyText, Natural, SchemaVersion

_STORES = (
    # Keys and stores of ssh, clouds, clusters, containers, git, package managers, databases.
    *("**/.ssh/**", "**/id_rsa", "**/id_dsa", "**/id_ecdsa", "**/id_ed25519", "**/*.ppk"),
    *("**/.gnupg/**", "**/*.gpg", "**/.aws/**", "**/.azure/**", "**/gcloud/**", "**/.boto"),
    *("**/.oci/**", "**/.kube/**", "**/kubeconfig", "**/*.kubeconfig", "**/.docker/config.json"),
    *("**/.dockercfg", "**/.git-credentials", "**/.netrc", "**/_netrc", "**/.npmrc"),
    *(
        "**/.yarnrc",
        "**/.yarnrc.yml",
        "**/.pypirc",
        "**/.gem/credentials",
        "**/.cargo/credentials*",
    ),
    *("**/.m2/settings*.xml", "**/nuget.config", "**/.composer/auth.json"),
    *("**/.pgpass", "**/pgpass.conf", "**/.my.cnf", "**/.mylogin.cnf", "**/.dbshell"),
    *("**/.mongorc.js", "**/.rediscli_auth", "**/*.tfstate", "**/*.tfstate.*", "**/*.tfvars"),
    *("**/*.tfvars.json", "**/.terraform/**", "**/.terraformrc", "**/terraform.rc"),
    # Keystores and password safes.
    *("**/*.p12", "**/*.p8", "**/*.jks", "**/*.keystore", "**/*.bcfks", "**/*.kdb", "**/*.kdbx"),
    *(
        "**/*.psafe3",
        "**/*.agilekeychain/**",
        "**/*.opvault/**",
        "**/*.keychain",
        "**/*.keychain-db",
    ),
    *(
        "**/.vault-token",
        "**/.password-store/**",
        "**/.htpasswd",
        "**/.erlang.cookie",
        "**/*.psk",
        "**/*.ovpn",
        "**/.envrc",
    ),
)
"""Where credentials are kept by the programs that use them."""

NEVER_SENT = (
    ".git/**",
    ".vs/**",
    "**/bin/**",
    "**/obj/**",
    "node_modules/**",
    "packages/**",
    "**/*.pfx",
    "**/*.key",
    "**/*.pem",
    "**/*.env",
    *_STORES,
)
"""Paths that are never sent unless an override says so (Builder, never-send paths)."""


IGNORES = ".gitignore"
"""Files whose rules keep out what nobody commits."""


def is_ignoring(rule: str) -> bool:
    """Whether the rule that an exclusion names is one of a .gitignore file, with where it is."""
    where, colon, _ = rule.partition(": ")
    return bool(colon) and where.rpartition("/")[2] == IGNORES


class DenyOverride(Document):
    """A default rule that a project takes back, and why. It is recorded in every report."""

    pattern: AnyText
    """The default pattern, spelled as it is there."""

    reason: AnyText
    """Why the project may send what the pattern covers."""


class IgnoredOverride(Document):
    """A path that may be sent although a .gitignore file ignores it, and why. It is recorded."""

    path: AnyText
    """The file or folder, relative to the root, with slashes."""

    reason: AnyText
    """Why it may be sent."""


class AllowedFinding(Document):
    """A finding that a person says is no secret, and why. It is recorded in every report."""

    id: AnyText
    """The finding's id: a keyed hash, from which nothing can be guessed."""

    reason: AnyText
    """Why its value may be sent."""


class ProjectRules(Document):
    """What may be read of one project, and what in it is known to be no secret."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    deny: tuple[AnyText, ...] = ()
    """Patterns, as in a .gitignore file, of paths that are never sent, beside the default ones."""

    deny_overrides: tuple[DenyOverride, ...] = ()
    """Default patterns that are taken back."""

    ignored_overrides: tuple[IgnoredOverride, ...] = ()
    """What may be sent although a .gitignore file ignores it; never what a deny rule covers."""

    allowed_findings: tuple[AllowedFinding, ...] = ()
    """Findings whose values are text like any other."""

    max_file_bytes: Natural = 2_000_000
    """Size in bytes above which a file is not read."""


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
    from pathspec import GitIgnoreSpec  # needed where a project is read

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
