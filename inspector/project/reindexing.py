"""An index brought up to date for one file, when the file turns out to be another one by now."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from inspector.project.code import relations_of
from inspector.project.index import ProjectIndex
from inspector.project.packing import outline_key
from inspector.project.paths import in_bytes
from inspector.project.records import Record, parsed_sources, record_of
from inspector.project.texts import Refused, SourceText


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
