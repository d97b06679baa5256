"""Everything below a project's root, found without opening a file but those named .gitignore.

What these keep out holds as in git, folder by folder, nested ones included: the nearest file that
says something about an entry decides, and what is below an ignored folder stays out. The user's own
exclude file is left out, so that the same project gives the same index for everybody. Deny rules
come first, and nothing here takes one back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from inspector.core.problems import Place, Problem, Severity
from inspector.plurals import count_of
from inspector.project.contents import (
    FileContents,
    Stamp,
    Unread,
    read_once,
    stamp_of,
    unread_for,
    unread_kind,
)
from inspector.project.index import Cancelled, Exclusion, IndexedFile, stop_if, unread_file
from inspector.project.paths import (
    LONGEST_PATH,
    PATH_TOO_LONG,
    Folder,
    FolderEntry,
    caseless,
    name_of,
    opened_folder,
    shown_path,
    wrong_with_name,
    wrong_with_path,
)
from inspector.project.reader import AMBIGUOUS, about_link
from inspector.project.rules import IGNORES, DenyRules, IgnoredOverride, Patterns, readable_lines

MOST_BYTES = 1_000_000
"""Size above which such a file is not read, and keeps nothing out."""


@dataclass(frozen=True)
class IgnoreRules:
    """The rules that hold in one folder. ``within`` is the rule that ignores the folder itself.

    Such a folder is only walked on the way to what an override lets in.
    """

    overrides: tuple[IgnoredOverride, ...] = ()
    within: str | None = None
    _levels: tuple[tuple[str, Patterns], ...] = field(default=(), repr=False)

    def rule_for(self, path: str, *, is_folder: bool) -> str | None:
        """Return the rule that ignores an entry, with the file it stands in; None where none does.

        An entry that an override names, or that leads to one, is not ignored.
        """
        rule = self.within or self._ignoring(path, is_folder=is_folder)
        if rule is None or self._let_in(path):
            return None
        return None if is_folder and self._leads_on(path) else rule

    def inside(self, path: str, folder: Folder, names: Sequence[str]) -> IgnoreRules:
        """Return the rules that hold in a folder of this one; its own file is read."""
        within = self.within
        if path and within is None and not self._let_in(path):
            within = self._ignoring(path, is_folder=True)
        rules = replace(self, within=None if self._let_in(path) else within)
        if IGNORES not in names:
            return rules
        found = read_once(folder, IGNORES, MOST_BYTES)
        if not isinstance(found, FileContents):
            return rules
        lines = readable_lines(found.data.decode("utf-8-sig", "replace").splitlines())
        where = f"{path}/{IGNORES}" if path else IGNORES
        patterns = Patterns([(line, f"{where}: {line}") for line in lines])
        return replace(rules, _levels=(*self._levels, (path, patterns)))

    def problems(self) -> tuple[Problem, ...]:
        """Tell what was let in."""
        return tuple(
            Problem(
                Severity.NOTE,
                "builder.ignored-let-in",
                f"{one.path} may be sent although a {IGNORES} file ignores it: {one.reason}",
                "Remove the override to keep it out again.",
            )
            for one in self.overrides
        )

    def _ignoring(self, path: str, *, is_folder: bool) -> str | None:
        for above, patterns in reversed(self._levels):
            said = patterns.about(path[len(above) + 1 :] if above else path, maybe_folder=is_folder)
            if said is not None:
                return said.name if said.denies else None
        return None

    def _let_in(self, path: str) -> bool:
        return any(path == one.path or path.startswith(f"{one.path}/") for one in self.overrides)

    def _leads_on(self, path: str) -> bool:
        return any(one.path.startswith(f"{path}/") for one in self.overrides)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A regular file that no rule keeps out. ``folder`` and ``name`` are as on disk."""

    path: str
    folder: tuple[str, ...]
    name: str
    stamp: Stamp


@dataclass(slots=True)
class Walk:
    """What was found: files that may be read, everything that is out, and problems."""

    files: list[FoundFile] = field(default_factory=list)
    excluded: list[IndexedFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def walk(
    root: str,
    rules: DenyRules,
    cancelled: Cancelled | None = None,
    ignored: IgnoreRules | None = None,
) -> Walk:
    """Return everything below a root, folder by folder, in bytewise order of names.

    A folder that is denied, cannot be listed, or has a name that is no path is one entry, and
    nothing in it is looked at. Links are entries too, and never followed. Raises ``OSError`` when
    the root itself cannot be listed, ``IndexCancelledError`` when that is asked for.
    """
    found = Walk()
    links = _HardLinks()
    ahead: list[tuple[tuple[str, ...], str, IgnoreRules]] = [((), "", ignored or IgnoreRules())]
    while ahead:
        stop_if(cancelled)
        names, path, above = ahead.pop()
        try:
            with opened_folder(root, names) as folder:
                entries = folder.entries()
                holding = above.inside(path, folder, [one.name for one in entries])
        except OSError as error:
            if not names:
                raise
            found.excluded.append(
                unread_file(path, Exclusion.BINARY, unread_for(error), is_folder=True)
            )
            found.problems.append(unreadable(path, unread_for(error)))
            continue
        inner = _Folder(root, names, path, rules, holding, found, links).sorted_out(entries)
        ahead.extend((*place, holding) for place in reversed(list(inner)))
    links.settle(found)
    return found


@dataclass(slots=True)
class _HardLinks:
    """Files with several names, of which some may be outside the root or denied."""

    names: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    counts: dict[tuple[int, int], int] = field(default_factory=dict)
    denied: dict[tuple[int, int], str] = field(default_factory=dict)

    def saw(self, path: str, entry: FolderEntry, rule: str | None) -> None:
        """Remember a name of a regular file that has more than one."""
        if entry.status.st_nlink > 1:
            key = (entry.status.st_dev, entry.status.st_ino)
            self.names.setdefault(key, []).append(path)
            self.counts[key] = entry.status.st_nlink
            if rule is not None:
                self.denied.setdefault(key, rule)

    def settle(self, found: Walk) -> None:
        """Take out what a rule denies by another name; tell of names that were not found."""
        out = {path: rule for key, rule in self.denied.items() for path in self.names[key]}
        for file in found.files:
            if file.path in out:
                why = f"{out[file.path]}, by another name of the same file"
                found.excluded.append(unread_file(file.path, Exclusion.DENY_RULE, why))
        found.files = [file for file in found.files if file.path not in out]
        unseen = [
            path
            for key, names in self.names.items()
            if self.counts[key] > len(names) and key not in self.denied
            for path in names
        ]
        if unseen:
            found.problems.append(_linked_outside(min(unseen), len(unseen)))


@dataclass(frozen=True, slots=True)
class _Folder:
    root: str
    names: tuple[str, ...]
    path: str
    rules: DenyRules
    ignored: IgnoreRules
    found: Walk
    links: _HardLinks

    def sorted_out(self, entries: list[FolderEntry]) -> Iterator[tuple[tuple[str, ...], str]]:
        """Put every entry where it belongs, and give the folders that are to be walked."""
        shared = _shared_keys(entries)
        for entry in entries:
            name = name_of(entry.name)
            path = f"{self.path}/{name}" if self.path else name
            kind = unread_kind(entry.status)
            out = self._reason(entry.name, name, path, kind, shared)
            if kind is None:
                denied = out is not None and out[0] is Exclusion.DENY_RULE
                self.links.saw(path, entry, out[1] if out is not None and denied else None)
            if out is not None:
                is_folder = kind is Unread.FOLDER
                self.found.excluded.append(unread_file(path, *out, is_folder=is_folder))
            elif kind is Unread.FOLDER:
                yield (*self.names, entry.name), path
            else:
                stamp = stamp_of(entry.status)
                self.found.files.append(FoundFile(path, self.names, entry.name, stamp))

    def _reason(
        self, on_disk: str, name: str, path: str, kind: Unread | None, shared: set[str]
    ) -> tuple[Exclusion, str] | None:
        wrong = wrong_with_name(name) if self.path else wrong_with_path(name)
        if wrong is None and len(path.encode()) > LONGEST_PATH:
            wrong = PATH_TOO_LONG
        if wrong is not None:
            return Exclusion.OUTSIDE_SANDBOX, wrong
        # A link may stand in for a folder.
        maybe_folder = kind is Unread.FOLDER or kind is Unread.LINK
        rule = self.rules.rule_for_entry(path, maybe_folder=maybe_folder)
        if rule is not None:
            return Exclusion.DENY_RULE, rule
        rule = self.ignored.rule_for(path, is_folder=kind is Unread.FOLDER)
        if rule is not None:
            return Exclusion.DENY_RULE, rule
        if caseless(name) in shared:
            self.found.problems.append(_ambiguous(path))
            return Exclusion.DUPLICATE, AMBIGUOUS
        if kind is Unread.LINK:
            return about_link(self.root, self.names, on_disk)
        if kind is Unread.SPECIAL:
            return Exclusion.BINARY, kind.value
        return None


def _shared_keys(entries: list[FolderEntry]) -> set[str]:
    """Return the names, without case, that more than one entry has."""
    counts = Counter(caseless(name_of(entry.name)) for entry in entries)
    return {key for key, number in counts.items() if number > 1}


def unreadable(path: str, why: Unread) -> Problem:
    """Say that a file or folder could not be read, so that nobody takes it for empty."""
    return Problem(
        Severity.WARNING,
        "builder.not-readable",
        f"It was not read: {why.value}.",
        "Make it readable, or deny it by a rule.",
        Place(shown_path(path)),
    )


def _linked_outside(path: str, count: int) -> Problem:
    more = f" So have {count_of(count - 1, 'other')}." if count > 1 else ""
    return Problem(
        Severity.NOTE,
        "builder.hard-link",
        f"The file has another name that was not found, and may be one outside the root.{more}",
        "Copy the file where it should not change with the other name.",
        Place(shown_path(path)),
    )


def _ambiguous(path: str) -> Problem:
    return Problem(
        Severity.WARNING,
        "builder.ambiguous-name",
        "Another name in this folder differs only in case or composition; both are left out.",
        "Rename one of them.",
        Place(shown_path(path)),
    )
