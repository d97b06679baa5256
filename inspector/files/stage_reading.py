"""Reading what a session holds for the stages around the injection."""

from __future__ import annotations

import os
from typing import TypeVar

from pydantic import BaseModel

from inspector.core.model import Document, field_models
from inspector.files.documents import check, parse_document
from inspector.files.findings import Findings, Parsed
from inspector.files.source import STANDARD_INPUT, PathLike, read_source
from inspector.stage import stage_named, stages

M = TypeVar("M", bound=BaseModel)

STAGES = tuple(stage.id for stage in stages() if stage.part)
"""The parts of a session that hold what a stage is for."""


def read_stage(path: str, part: str, found: Findings) -> Document | None:
    """Return the stage of a file, None where it cannot be used; every reason is reported.

    Some stages go on without their file: they have a part for that.
    """
    source = read_source(path, found, dash=False)
    stage = stage_named(part)
    if source is not None and stage.read_file:
        is_read, value = stage.load(stage.read_file)(source, path, found)
        if is_read:
            held: Document | None = value
            return held
    parsed = parse_document(source, path, found) if source is not None else None
    read = check_stage(part, parsed, found, folder_of(path)) if parsed else None
    if read is None and stage.unreadable:
        without: Document = stage.load(stage.unreadable)()
        return without
    return read


def check_stage(part: str, parsed: Parsed, found: Findings, folder: str = "") -> Document | None:
    """Return the stage of a parsed value, None where it cannot be used.

    Where a file of its own is meant, it may also hold the one thing that the stage is about: a
    relevance configuration, a hot state, a chat, a request for a bundle. Relative paths in it start
    at ``folder``.
    """
    stage = stage_named(part)
    if not stage.read:
        model: type[Document] = stage.load(stage.part)
        return check(model, parsed, found, what=f"{stage.id} stage")
    held: Document | None = stage.load(stage.read)(parsed, found, folder)
    return held


def folder_of(path: PathLike) -> str:
    """Return the folder that relative paths of a file start at; that of the program for ``-``."""
    name = os.fspath(path)
    return "" if name == STANDARD_INPUT else os.path.dirname(name)  # noqa: PTH120


def check_items(
    model: type[M], parsed: Parsed, found: Findings, *, what: str
) -> tuple[list[M], list[object]]:
    """Return the good items of a list, and the bad ones as they are; each of these is reported."""
    good: list[M] = []
    bad: list[object] = []
    for place in range(len(parsed.value)):
        item = check(model, parsed.child(place), found, what=what)
        if item is None:
            bad.append(parsed.value[place])
        else:
            good.append(item)
    return good, bad


def has_only(parsed: Parsed, model: type[BaseModel]) -> bool:
    """Whether a value is an object with fields of a stage, rather than what the stage is about."""
    value = parsed.value
    return isinstance(value, dict) and (
        not value or bool(field_models(model).keys() & value.keys())
    )
