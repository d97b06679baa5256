"""Builds as the window shows them, of small projects in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from inspector.core import BuilderConfig, BuildRequest, ProjectIndex
from inspector.core.builder.inputs import BuilderStage
from inspector.project.index import Relation
from inspector.session.session import Session
from inspector.stages.builder.runs import BuilderResult
from inspector.stages.builder.shown import Shown, shown_of, told_paths
from tests.shared.bundle_input import built, imports, project, request

HULL = "class Hull:\n    def length(self) -> int:\n        metres = 7\n        return metres\n"
YARD = "from hull import Hull\n\n\ndef build() -> Hull:\n    return Hull()\n"
NOTES = "Nothing leads here.\n"
TEXTS = {"hull.py": HULL, "notes.txt": NOTES, "yard.py": YARD}
RELATIONS = (imports("yard.py", "hull.py"),)


def shown_build(
    *targets: str,
    texts: Mapping[str, str] = TEXTS,
    relations: Iterable[Relation] = RELATIONS,
    config: BuilderConfig | None = None,
    index: ProjectIndex | None = None,
    **fields: Any,
) -> Shown:
    """Build for targets with the plain scanner, a character a token, and show it."""
    return shown_request(
        request(*(targets or ("yard.py",)), **fields),
        project(texts, relations) if index is None else index,
        texts,
        config or BuilderConfig(),
    )


def shown_request(
    asked: BuildRequest, index: ProjectIndex, texts: Mapping[str, str], config: BuilderConfig
) -> Shown:
    """Build a request of an index, and show it."""
    report = built(asked, index, texts, config=config)
    session = Session().having(builder=BuilderStage(root="/nowhere", request=asked, config=config))
    result = BuilderResult(session, index, report, report.problems)
    shown = shown_of(result, told_paths(index.files))
    assert shown is not None
    return shown
