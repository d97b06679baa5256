"""Reading what a session holds for the builder: a request, a project's rules, or the stage."""

from __future__ import annotations

import os
from typing import TypeVar

from pydantic import BaseModel

from inspector.core.builder.inputs import BuilderConfig, BuilderStage, BuildRequest
from inspector.files.checking import check
from inspector.files.documents import parse_document
from inspector.files.findings import Findings, Loaded, Parsed, gathered
from inspector.files.kinds import CONFIG_MARKS, REQUEST_MARKS
from inspector.files.source import PathLike, read_source

M = TypeVar("M", bound=BaseModel)


def load_build_request(path: PathLike) -> Loaded[BuildRequest]:
    """Return the request of a JSON or YAML file (``-`` is standard input), None for a wrong one."""
    return _load(BuildRequest, path, "build request")


def load_builder_config(path: PathLike) -> Loaded[BuilderConfig]:
    """Return the project's rules of a JSON or YAML file, None where a field of them is wrong."""
    return _load(BuilderConfig, path, "builder configuration")


def builder_part(parsed: Parsed, found: Findings, folder: str) -> BuilderStage | None:
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


def _load(model: type[M], path: PathLike, what: str) -> Loaded[M]:
    def work(found: Findings) -> M | None:
        source = read_source(path, found)
        parsed = parse_document(source, path, found) if source else None
        return check(model, parsed, found, what=what) if parsed else None

    return gathered(work)
