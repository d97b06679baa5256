"""What a check of an output found: a headline, and the signs."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.discipline import DiffCheck
from inspector.core.problems import Problem
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.stages.discipline.names import FORMAT_TITLES, REASON_TITLES


@dataclass(frozen=True, slots=True)
class DiffHeadline:
    """What is said first. ``verdict`` gives its look; ``detail`` may be empty."""

    title: str
    detail: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing that was looked at, and whether the output or the task has it (None: unknown)."""

    title: str
    present: bool | None


def diff_headline(check: DiffCheck) -> DiffHeadline:
    """Say in a few words what came of a check."""
    if check.reason_kind is not None:
        title = REASON_TITLES[check.reason_kind]
        return DiffHeadline(title, check.suggestion or "", Verdict.REFUSED)
    title = tr("A change") if check.format is None else FORMAT_TITLES[check.format]
    return DiffHeadline(title, changed_files(check), Verdict.INCLUDED)


def finding_line(problem: Problem, *, fix: bool = True) -> str:
    """Return one thing that is wrong as a line of text: where, what, and what would help."""
    where = tr("Line {line}: ", line=problem.place.line) if problem.place.line else ""
    if not where and problem.place.pointer:
        where = f"{problem.place.pointer}: "
    tail = f" {problem.fix}" if fix and problem.fix else ""
    return f"{where}{problem.message}.{tail}"


def changed_files(check: DiffCheck) -> str:
    """Return which files the diff changes, "" for none."""
    if not check.paths:
        return ""
    return tr("Changes {paths:,}: {names}", paths=len(check.paths), names=", ".join(check.paths))


def diff_signs(check: DiffCheck) -> tuple[Sign, ...]:
    """Return every sign that was looked at."""
    return (
        Sign(tr("Taken for a task that changes files"), check.is_code_modification_task),
        Sign(tr("Looks like a unified diff"), check.looks_like_unified_diff),
        Sign(tr("Looks like a JSON patch"), check.looks_like_json_patch),
        Sign(tr("Looks like a whole file"), check.looks_like_full_file_rewrite),
    )
