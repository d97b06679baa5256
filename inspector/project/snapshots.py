"""A project as it was at one commit: its index and its texts, without a folder on the disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from inspector.project.code import ParsedSource, relations_of
from inspector.project.commits import Commits
from inspector.project.contents import (
    FileContents,
    Refused,
    SourceText,
    Stamp,
    Unread,
    refused_for,
    source_text,
)
from inspector.project.index import Exclusion, IndexedFile, ProjectIndex, unread_file
from inspector.project.paths import BadPath, in_bytes, parts_of
from inspector.project.records import Record, record_of
from inspector.project.rules import ProjectRules, deny_rules

_NO_STAMP = Stamp(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class CommitSnapshot:
    """A project at one commit. It reads as a folder does, by the same rules."""

    index: ProjectIndex
    texts: Mapping[str, SourceText | Refused] = field(repr=False)

    def read(self, path: str) -> SourceText | Refused:
        """Return the text of a file, or why there is none."""
        return self.texts.get(path) or refused_for(path, Unread.GONE)


@dataclass(frozen=True, slots=True)
class _Known:
    source: SourceText | Refused = field(repr=False)
    record: Record
    parsed: ParsedSource | None


class Snapshots:
    """Makes snapshots of one history; a file that did not change is read and parsed once."""

    def __init__(self, commits: Commits, config: ProjectRules | None = None) -> None:
        self._commits = commits
        self._config = ProjectRules() if config is None else config
        self._rules = deny_rules(self._config)
        self._known: dict[tuple[str, str], _Known] = {}
        self._kept_out: dict[str, IndexedFile | None] = {}

    def file(self, path: str, blob: str) -> IndexedFile:
        """Return what is known of one file, of the object that is its content."""
        return self._out(path) or self._at(path, blob).record.file

    def at(self, tree: str) -> CommitSnapshot:
        """Return the project at a tree. What a deny rule covers is not even read."""
        files: dict[str, IndexedFile] = {}
        texts: dict[str, SourceText | Refused] = {}
        parsed: dict[str, ParsedSource] = {}
        for path, blob in self._commits.files(tree):
            out = self._out(path)
            if out is not None:
                files[out.path] = out
                continue
            known = self._at(path, blob)
            files[path], texts[path] = known.record.file, known.source
            if known.parsed is not None:
                parsed[path] = known.parsed
        ordered = {path: files[path] for path in sorted(files, key=in_bytes)}
        relations = relations_of({path: parsed[path] for path in sorted(parsed, key=in_bytes)})
        index = ProjectIndex("", MappingProxyType(ordered), relations)
        return CommitSnapshot(index, MappingProxyType(texts))

    def _out(self, path: str) -> IndexedFile | None:
        """Return what there is of a path that may not be read; None for one that may."""
        if path not in self._kept_out:
            self._kept_out[path] = self._judged(path)
        return self._kept_out[path]

    def _judged(self, path: str) -> IndexedFile | None:
        parts = parts_of(path) if path.isprintable() else None
        if parts is None or isinstance(parts, BadPath) or "/".join(parts) != path:
            return unread_file(path, Exclusion.OUTSIDE_SANDBOX, "no plain path")
        rule = self._rules.rule_for(path)
        return None if rule is None else unread_file(path, Exclusion.DENY_RULE, rule)

    def _at(self, path: str, blob: str) -> _Known:
        return self._known.get((path, blob)) or self._read(path, blob)

    def _read(self, path: str, blob: str) -> _Known:
        data = self._commits.blob(blob)
        if len(data) > self._config.max_file_bytes:
            source: SourceText | Refused = refused_for(path, Unread.TOO_LARGE, len(data))
        else:
            source = source_text(path, FileContents(data, _NO_STAMP))
        record = record_of(path, source)
        known = self._known[path, blob] = _Known(source, record, record.parsed())
        return known
