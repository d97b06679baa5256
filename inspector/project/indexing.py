"""A project folder as an index: what is in it, what may be sent, and how it hangs together."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from inspector.core.arguments import require
from inspector.core.problems import Place, Problem, Severity
from inspector.project.cache import CachedFile, IndexCache, OpenCache
from inspector.project.code import relations_of
from inspector.project.code.facts import (
    UnpackError,
    outline_key,
    packed_relations,
    unpacked_relations,
)
from inspector.project.contents import (
    Refused,
    SourceText,
    Stamp,
    Unread,
    read_once,
    refused_for,
    source_text,
    unread_for,
)
from inspector.project.index import (
    Cancelled,
    IndexStatistics,
    ProjectIndex,
    Relation,
    stop_if,
)
from inspector.project.paths import in_bytes, opened_folder, real_root, shown_path
from inspector.project.records import (
    Parsers,
    Record,
    facts_version,
    parsed_sources,
    record_from,
    record_of,
)
from inspector.project.rules import ProjectRules, deny_rules
from inspector.project.walking import FoundFile, IgnoreRules, Walk, unreadable, walk

Progress = Callable[[int, int, str], None]
"""Told (files done, files in all, path) before each file."""

_RELATIONS = "relations"
_AHEAD = 500  # files that are read while others are parsed elsewhere


def index_project(
    root: str | os.PathLike[str],
    *,
    config: ProjectRules | None = None,
    cache: IndexCache | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    processes: int = 1,
) -> ProjectIndex:
    """Return everything known about a project folder.

    The same files give the same index, wherever the folder is and whatever a cache knew. With a
    cache, a file whose size, times and identity did not change is not read, and one whose bytes
    did not change is not parsed. Every path is in the index or below a folder that is; what could
    not be read is a problem. A large project is parsed by as many processes as ``processes`` says.
    Raises ``IndexCancelledError`` when ``cancelled`` says so; the cache
    then has what was finished. Raises ``TypeError`` for an argument of another type.
    """
    require(str | os.PathLike, root=root)
    require(ProjectRules | None, config=config)
    require(IndexCache | None, cache=cache)
    require(Callable | None, progress=progress, cancelled=cancelled)
    config = config or ProjectRules()
    rules = deny_rules(config)
    ignored = IgnoreRules(config.ignored_overrides)
    told = (*rules.problems, *ignored.problems())
    place = real_root(root)
    try:
        found = walk(place, rules, cancelled, ignored)
    except (OSError, ValueError):
        return ProjectIndex(root=place, problems=(*told, _no_folder(place)))
    with Parsers(processes) as parsers:
        if cache is None:
            indexer = _Indexer(place, config, None, parsers)
            return indexer.index(found, told, progress, cancelled)
        with cache.opened(place, facts_version()) as open_cache:
            indexer = _Indexer(place, config, open_cache, parsers)
            return indexer.index(found, told, progress, cancelled)


class _Indexer:
    """One indexing. Counts what it does."""

    def __init__(
        self, root: str, config: ProjectRules, cache: OpenCache | None, parsers: Parsers
    ) -> None:
        self._root = root
        self._parsers = parsers
        self._most_bytes = config.max_file_bytes
        self._cache = cache
        self._problems: list[Problem] = []
        self._parsed = self._reused = self._bytes = 0

    def index(
        self,
        found: Walk,
        problems: Iterable[Problem],
        progress: Progress | None,
        cancelled: Cancelled | None,
    ) -> ProjectIndex:
        records: list[Record] = []
        awaited: deque[Callable[[], Record]] = deque()
        for number, file in enumerate(found.files):
            stop_if(cancelled)
            if progress is not None:
                progress(number, len(found.files), file.path)
            awaited.append(self._record(file))
            if not self._parsers.are_away or len(awaited) > _AHEAD:
                records.append(awaited.popleft()())
        for record in awaited:
            stop_if(cancelled)
            records.append(record())
        stop_if(cancelled)
        relations = self._relations(records)
        if self._cache is not None:
            self._cache.forget_all_but({record.file.path for record in records})
        files = sorted(
            [*found.excluded, *(record.file for record in records)],
            key=lambda file: in_bytes(file.path),
        )
        of_files = sorted(
            found.problems + self._problems, key=lambda one: in_bytes(one.place.file or "")
        )
        return ProjectIndex(
            root=self._root,
            files=MappingProxyType({file.path: file for file in files}),
            relations=relations,
            problems=(*problems, *of_files, *(self._cache.problems if self._cache else ())),
            statistics=IndexStatistics(len(files), self._parsed, self._reused, self._bytes),
            facts=MappingProxyType({r.file.path: r.facts for r in records if r.facts is not None}),
        )

    def _record(self, file: FoundFile) -> Callable[[], Record]:
        cached = None if self._cache is None else self._cache.file(file.path)
        if file.stamp.size > self._most_bytes:
            return partial(self._unread, file, Unread.TOO_LARGE)
        if cached is not None and cached.stamp == file.stamp:
            try:
                record = record_from(cached)
            except UnpackError:
                cached = None
            else:
                self._reused += 1
                return lambda: record
        return self._read(file, cached)

    def _read(self, file: FoundFile, cached: CachedFile | None) -> Callable[[], Record]:
        try:
            with opened_folder(self._root, file.folder) as folder:
                found = read_once(folder, file.name, self._most_bytes)
        except OSError as error:
            found = unread_for(error)
        if isinstance(found, Unread):
            return partial(self._unread, file, found)
        self._bytes += len(found.data)
        known = self._known(cached, hashlib.sha256(found.data).hexdigest())
        if known is not None:
            return partial(self._kept, lambda: known, found.stamp, parsed=False)
        made = self._parsers.record(file.path, source_text(file.path, found))
        return partial(self._kept, made, found.stamp, parsed=True)

    def _kept(self, made: Callable[[], Record], stamp: Stamp, *, parsed: bool) -> Record:
        record = made()
        self._parsed += parsed and record.facts is not None
        self._keep(record, stamp)
        return record

    def _known(self, cached: CachedFile | None, digest: str) -> Record | None:
        """Return what was known of the same bytes at the same path."""
        if cached is None or cached.hash != digest:
            return None
        try:
            record = record_from(cached)
        except UnpackError:
            return None
        self._reused += 1
        return record

    def _unread(self, file: FoundFile, why: Unread) -> Record:
        record = record_of(file.path, refused_for(file.path, why, file.stamp.size))
        if why is Unread.BINARY:
            self._keep(record, file.stamp)
        elif why is not Unread.TOO_LARGE:
            self._problems.append(unreadable(file.path, why))
        return record

    def _keep(self, record: Record, stamp: Stamp) -> None:
        if self._cache is not None:
            self._cache.keep(record.cached(stamp))

    def _relations(self, records: list[Record]) -> tuple[Relation, ...]:
        """Return the relations of all files, from the cache where no name in them changed."""
        outlines = sorted((r.file.path, r.outline) for r in records if r.outline is not None)
        key = hashlib.sha256(repr(outlines).encode()).hexdigest()
        kept = None if self._cache is None else self._cache.value(_RELATIONS, key)
        if kept is not None:
            with contextlib.suppress(UnpackError):
                return unpacked_relations(kept)
        relations = relations_of(parsed_sources(records))
        if self._cache is not None:
            self._cache.keep_value(_RELATIONS, key, packed_relations(relations))
        return relations


def _no_folder(root: str) -> Problem:
    return Problem(
        Severity.ERROR,
        "builder.root-not-readable",
        "The project's root is not a folder that can be listed.",
        "Choose another folder, or change its permissions.",
        Place(shown_path(root)),
    )


def reindexed(index: ProjectIndex, path: str, source: SourceText | Refused) -> ProjectIndex:
    """Return the index with what ``path`` is now; the file wins (Builder, edge case 2).

    It is the index that a new indexing would make if nothing else had changed, but that a file
    that is gone stays, excluded. Relations are made again only when the file uses or defines other
    names than before. Raises ``UnpackError`` when the facts of the index were not made by this
    program.
    """
    before = index.files.get(path)
    record = record_of(path, source)
    if record.file == before:
        return index
    files = dict(index.files) | {path: record.file}
    facts = {name: data for name, data in index.facts.items() if name != path}
    if record.facts is not None:
        facts[path] = record.facts
    changed = replace(
        index,
        files=MappingProxyType({name: files[name] for name in sorted(files, key=in_bytes)}),
        facts=MappingProxyType(facts),
    )
    old = index.facts.get(path)
    outline = None if old is None or before is None else outline_key(before.symbols, old)
    if record.outline == outline:
        return changed
    records = (Record(file, facts.get(name)) for name, file in files.items())
    return replace(changed, relations=relations_of(parsed_sources(records)))
