"""The artifacts of a build as files, each written whole and the bundle last."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from inspector.core.arguments import require
from inspector.core.builder.report import BundleReport
from inspector.core.model import Document
from inspector.core.problems import Place, Problem, Severity
from inspector.files.saving import json_bytes, save_bytes
from inspector.files.source import PathLike, shown

BUNDLE = "bundle.json"
MANIFEST = "manifest.json"
REDACTIONS = "redactions.json"
BUDGET = "budget.json"
CONTEXT = "context.txt"


def artifact_files(report: BundleReport) -> dict[str, bytes]:
    """Return the files of a build by their names. A refused one has no bundle and no context.

    ``context.txt`` is what a model gets, to the letter; the other files are JSON.
    """
    files = {
        MANIFEST: _bytes(report.manifest),
        REDACTIONS: _bytes(report.redactions),
        BUDGET: _bytes(report.budget),
    }
    if report.bundle is not None:
        files[CONTEXT] = context_bytes(report)
        files[BUNDLE] = _bytes(report.bundle)
    return files


def context_bytes(report: BundleReport) -> bytes:
    """Return what a model gets, in UTF-8; half of a surrogate pair is written as an escape."""
    require(BundleReport, report=report)
    return report.rendered.encode("utf-8", "backslashreplace")


def save_artifacts(
    report: BundleReport, folder: PathLike, *, context: bool = False
) -> tuple[Problem, ...]:
    """Write the artifacts into a folder; return the problems, none when all are written.

    One that cannot be written does not keep the others from it, but for the bundle: it comes last,
    so that one that is there has its manifest beside it. What a build before
    left and this one does not have is removed: a refused build leaves no bundle behind (Builder
    INV-CONTEXT-4). ``context.txt`` is written only when it is asked for.
    """
    require(BundleReport, report=report)
    require(str | os.PathLike, folder=folder)
    files = artifact_files(report)
    if not context:
        files.pop(CONTEXT, None)
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name in (BUNDLE, CONTEXT):  # also where there is a new one: never beside old ones
            with suppress(FileNotFoundError):
                os.unlink(place / name)  # noqa: PTH108  # a link is removed, not followed
    except (OSError, ValueError) as error:
        return (_no_folder(error, shown(folder)),)
    problems: tuple[Problem, ...] = ()
    for name, data in files.items():
        if not (problems and name in (BUNDLE, CONTEXT)):
            problems += save_bytes(data, place / name)
    return problems


def _bytes(artifact: Document) -> bytes:
    return json_bytes(artifact.model_dump(mode="json"))


def _no_folder(error: OSError | ValueError, name: str) -> Problem:
    reason = error.strerror if isinstance(error, OSError) else "the path holds a NUL character"
    return Problem(
        Severity.ERROR,
        "file.not-written",
        f"The folder for the artifacts cannot be used: {reason}.",
        "Choose another folder, or change its permissions.",
        Place(name),
    )
