"""Reading what a session holds for the stages around the injection.

The builder in files: a request for a bundle, the project's rules, or the whole stage.
"""

from __future__ import annotations

import os
from typing import TypeVar

from pydantic import BaseModel

from inspector.core.builder.config import BuilderConfig
from inspector.core.builder.request import BuildRequest
from inspector.core.problems import Severity
from inspector.core.window.chunk import Chunk, ChunkType, is_chunk
from inspector.core.window.config import WRAPPER, WindowConfigFile
from inspector.files.checking import check
from inspector.files.documents import parse_document
from inspector.files.findings import Findings, Loaded, Parsed, add_lint, gathered
from inspector.files.importers import is_foreign, read_foreign, window_stage
from inspector.files.requests import items_of
from inspector.files.source import STANDARD_INPUT, PathLike, read_source
from inspector.session.session import Part
from inspector.session.stages import (
    AssemblyItem,
    AssemblyStage,
    AuditStage,
    BuilderStage,
    DisciplineStage,
    RelevanceStage,
    WindowStage,
)

M = TypeVar("M", bound=BaseModel)

REQUEST_MARKS = (
    "purpose",
    "plan_step",
    "intent",
    "user_selected_targets",
    "active_file",
    "last_error",
)
"""Fields that only a request for a bundle has."""

CONFIG_MARKS = (
    "deny",
    "deny_overrides",
    "max_file_bytes",
    "include_optional",
    "max_hops",
    "configuration_files",
)
"""Fields that only the rules of a project have."""

STAGE_MARKS = ("root", "estimator")
"""Fields that only the builder stage has."""


def load_build_request(path: PathLike) -> Loaded[BuildRequest]:
    """Return the request of a JSON or YAML file (``-`` is standard input), None for a wrong one."""
    return _load(BuildRequest, path, "build request")


def load_builder_config(path: PathLike) -> Loaded[BuilderConfig]:
    """Return the project's rules of a JSON or YAML file, None where a field of them is wrong."""
    return _load(BuilderConfig, path, "builder configuration")


def check_builder(parsed: Parsed, found: Findings, folder: str) -> BuilderStage | None:
    """Return the stage of a parsed value, None where it cannot be used.

    The value may also be a request for a bundle or the rules of a project alone. A relative root
    starts at ``folder``, that of the file.
    """
    fields = parsed.value.keys() if isinstance(parsed.value, dict) else ()
    if not any(name in fields for name in BuilderStage.model_fields):
        if any(name in fields for name in REQUEST_MARKS):
            request = check(BuildRequest, parsed, found, what="build request")
            return None if request is None else BuilderStage(request=request)
        if any(name in fields for name in CONFIG_MARKS):
            config = check(BuilderConfig, parsed, found, what="builder configuration")
            return None if config is None else BuilderStage(config=config)
    stage = check(BuilderStage, parsed, found, what="builder stage")
    if stage is None or not stage.root:
        return stage
    root = os.path.normpath(os.path.join(folder, stage.root))  # noqa: PTH118
    return stage.model_copy(update={"root": root})


def folder_of(path: PathLike) -> str:
    """Return the folder that relative paths of a file start at; that of the program for ``-``."""
    name = os.fspath(path)
    return "" if name == STANDARD_INPUT else os.path.dirname(name)  # noqa: PTH120


def _load(model: type[M], path: PathLike, what: str) -> Loaded[M]:
    def work(found: Findings) -> M | None:
        source = read_source(path, found)
        parsed = parse_document(source, path, found) if source else None
        return check(model, parsed, found, what=what) if parsed else None

    return gathered(work)


Stage = RelevanceStage | DisciplineStage | WindowStage | AssemblyStage | BuilderStage | AuditStage
STAGES = (
    Part.RELEVANCE,
    Part.DISCIPLINE,
    Part.WINDOW,
    Part.ASSEMBLY,
    Part.BUILDER,
    Part.AUDIT,
)


def load_discipline(path: PathLike) -> Loaded[DisciplineStage]:
    """Return the discipline stage of a file, which may also be a hot state (``-``: standard input).

    The hot state is returned whether it is valid or not, with its problems.
    """

    def work(found: Findings) -> DisciplineStage | None:
        source = read_source(path, found)
        parsed = parse_document(source, path, found) if source else None
        return _discipline(parsed, found) if parsed else None

    return gathered(work)


def read_stage(path: str, part: Part, found: Findings) -> Stage | None:
    """Return the stage of a file, None where it cannot be used; every reason is reported."""
    source = read_source(path, found, dash=False)
    if part is Part.AUDIT:
        from inspector.files.manifests import read_audit

        return read_audit(source, path, found) if source else None
    if part is Part.WINDOW and source is not None and is_foreign(source, path):
        imported = read_foreign(path, found, source=source)
        return window_stage(imported) if imported and imported.payloads else None
    parsed = parse_document(source, path, found) if source else None
    return check_stage(part, parsed, found, folder_of(path)) if parsed else None


def check_stage(part: Part, parsed: Parsed, found: Findings, folder: str = "") -> Stage | None:
    """Return the stage of a parsed value, None where it cannot be used.

    Where a file of its own is meant, it may also hold the one thing that the stage is about: a
    relevance configuration, a hot state, a chat, a request for a bundle. Relative paths in it start
    at ``folder``.
    """
    if part is Part.RELEVANCE:
        return _relevance(parsed, found)
    if part is Part.DISCIPLINE:
        return _discipline(parsed, found)
    if part is Part.WINDOW:
        return _window(parsed, found)
    if part is Part.AUDIT:
        return check(AuditStage, parsed, found, what="audit")
    if part is Part.BUILDER:
        return check_builder(parsed, found, folder)
    return _with_items(AssemblyStage, "items", AssemblyItem, parsed, found, "assembly stage")


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


def _has_only(parsed: Parsed, model: type[BaseModel]) -> bool:
    """Whether a value is an object with fields of a stage, rather than what the stage is about."""
    value = parsed.value
    return isinstance(value, dict) and (not value or bool(model.model_fields.keys() & value.keys()))


def _relevance(parsed: Parsed, found: Findings) -> RelevanceStage | None:
    """Return the stage also where its configuration is of no use: a run then includes all nodes."""
    from inspector.core.relevance import check_relevance_config

    if not _has_only(parsed, RelevanceStage):
        add_lint(check_relevance_config(parsed.value)[1], parsed, found)
        return None if parsed.spoiled else RelevanceStage(config=parsed.value)
    stage = check(RelevanceStage, parsed, found, what="relevance stage")
    if stage is not None and stage.config is not None:
        add_lint(check_relevance_config(stage.config)[1], parsed.child("config"), found)
    return stage


def _discipline(parsed: Parsed, found: Findings) -> DisciplineStage | None:
    """Return the stage also where its hot state is not valid: discipline then rejects that."""
    from inspector.core.discipline import read_hot_state

    if _has_only(parsed, DisciplineStage):
        stage = _with_turns(parsed, found)
        if stage is not None and stage.hot_state is not None:
            add_lint(read_hot_state(stage.hot_state).problems, parsed.child("hot_state"), found)
        return stage
    if isinstance(parsed.value, dict) and not parsed.spoiled:
        add_lint(read_hot_state(parsed.value).problems, parsed, found)
        return DisciplineStage(hot_state=parsed.value)
    return check(DisciplineStage, parsed, found, what="discipline stage")


def _with_turns(parsed: Parsed, found: Findings) -> DisciplineStage | None:
    """Return a discipline stage with the good ones of its turns."""
    if not isinstance(parsed.value.get("turns"), list):
        return check(DisciplineStage, parsed, found, what="discipline stage")
    stage = check(DisciplineStage, parsed.without("turns"), found, what="discipline stage")
    from inspector.files.metrics import check_turns

    turns = check_turns(items_of(parsed.child("turns")), found)
    return None if stage is None else stage.model_copy(update={"turns": turns})


def _window(parsed: Parsed, found: Findings) -> WindowStage | None:
    if isinstance(parsed.value, dict) and WRAPPER in parsed.value:
        file = check(WindowConfigFile, parsed, found, what="window configuration")
        return None if file is None else WindowStage(config=file.context_window)
    if _has_only(parsed, WindowStage) and "schema" not in parsed.value:
        return _with_items(WindowStage, "chunks", Chunk, parsed, found, "window stage")
    from inspector.files.chat import chunks_from_chat

    chunks, problems = chunks_from_chat(parsed.value)
    add_lint(problems, parsed, found)
    failed = not chunks and any(problem.severity is Severity.ERROR for problem in problems)
    if failed or parsed.spoiled:
        return None
    stage = WindowStage(chunks=tuple(chunks))
    if not _is_chat(parsed.value):
        return stage
    brings_prompt = any(chunk.type is ChunkType.SYSTEM_PROMPT for chunk in chunks)
    return stage.model_copy(update={"max_system_prompt": 0 if brings_prompt else None})


def _is_chat(value: object) -> bool:
    """Say whether a value was imported from a request, rather than written as chunks."""
    return not is_chunk(value[0]) if isinstance(value, list) and value else True


def _with_items(
    model: type[M], name: str, item: type[BaseModel], parsed: Parsed, found: Findings, what: str
) -> M | None:
    """Return a stage with the good ones of its items."""
    if not isinstance(parsed.value, dict) or not isinstance(parsed.value.get(name), list):
        return check(model, parsed, found, what=what)
    stage = check(model, parsed.without(name), found, what=what)
    items, _ = check_items(item, parsed.child(name), found, what=name.removesuffix("s"))
    return None if stage is None else stage.model_copy(update={name: tuple(items)})
