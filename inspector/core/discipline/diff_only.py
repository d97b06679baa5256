"""Whether an executor answered a modification task with a diff (Discipline C5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from inspector.core.arguments import require
from inspector.core.discipline.diff_strict import DiffFormat, DiffReason, Judgement, judge
from inspector.core.discipline.limits import DiffMode
from inspector.core.discipline.task_kind import TaskKind, task_kind
from inspector.core.discipline.text_signs import (
    header_paths,
    looks_like_full_file_rewrite,
    looks_like_json_patch,
    looks_like_unified_diff,
    trim,
)
from inspector.core.discipline.unified_diff import read_unified_diff
from inspector.core.problems import Problem

_VERBS = (
    "modify",
    "update",
    "change",
    "edit",
    "fix",
    "refactor",
    "patch",
    "rewrite",
    "rename",
    "move",
    "replace",
    "insert",
    "append",
    "prepend",
    "add to",
    "remove from",
    "delete from",
)
_NOUNS = (
    "code",
    "file",
    "function",
    "class",
    "method",
    "module",
    "component",
    "script",
    "source",
    "implementation",
)
_EXTENSIONS = (
    ".ts",
    ".js",
    ".py",
    ".go",
    ".rs",
    ".java",
    ".tsx",
    ".jsx",
    ".css",
    ".html",
    ".md",
    ".json",
    ".yaml",
    ".yml",
    ".toml",
)


def is_code_modification_task(task_description: str, *, mode: DiffMode = "strict") -> bool:
    """Say whether a task has to be taken for one that changes files.

    ``strict``: every task but one that is recognised as a question. ``heuristic``: one with the
    letters of a verb and of something that code is made of, so that it finds an edit in a credit.
    Raises TypeError for a description that is no text, ValueError for another mode.
    """
    require(str, task_description=task_description)
    if mode not in get_args(DiffMode):
        raise ValueError("mode is strict or heuristic")
    if mode == "strict":
        return task_kind(task_description) is not TaskKind.QUESTION
    text = task_description.lower()
    return any(verb in text for verb in _VERBS) and any(
        noun in text for noun in (*_NOUNS, *_EXTENSIONS)
    )


@dataclass(frozen=True, slots=True)
class DiffCheck:
    """The outcome of a check, with every sign that was looked at.

    ``is_code_modification_task`` is None when no task was described. ``format`` is None for an
    output that is not valid. ``problems`` name the lines of a diff, or the places in a JSON
    patch, that are wrong.
    """

    valid: bool
    mode: DiffMode
    format: DiffFormat | None
    reason_kind: DiffReason | None
    reason: str | None
    suggestion: str | None
    problems: tuple[Problem, ...]
    looks_like_unified_diff: bool
    looks_like_json_patch: bool
    looks_like_full_file_rewrite: bool
    is_code_modification_task: bool | None
    paths: Sequence[str]


def validate_diff_only(
    output: str,
    *,
    task_description: str | None = None,
    force_check: bool = False,
    mode: DiffMode = "strict",
) -> DiffCheck:
    """Check that an executor's output changes code by a diff or a JSON patch.

    ``strict`` parses what looks like a diff and refuses what it cannot account for. A task that
    demands a change has to be answered by one. Only an answer to what is recognised as a question
    may be words with examples; where it cannot be told what a task asks for, or there is none, the
    answer may be words and no file. ``heuristic`` judges by signs alone, as the specification's
    implementation does: a task that asks for no change of code is not checked.
    ``force_check`` takes any task for one that demands a change.

    Raises TypeError for an output or a description that is no text, ValueError for another mode.
    """
    _check_arguments(output, task_description, mode)
    is_change = (
        None if task_description is None else is_code_modification_task(task_description, mode=mode)
    )
    if mode == "heuristic" and task_description and not is_change and not force_check:
        judgement = Judgement(DiffFormat.UNCHECKED)
    elif mode == "heuristic":
        judgement = _judge_by_signs(output) if trim(output) else Judgement(DiffFormat.EMPTY)
    else:
        judgement = judge(
            output, TaskKind.CHANGE if force_check else task_kind(task_description or "")
        )
    return DiffCheck(
        valid=judgement.reason_kind is None,
        mode=mode,
        format=judgement.format,
        reason_kind=judgement.reason_kind,
        reason=judgement.reason,
        suggestion=None if judgement.reason_kind is None else SUGGESTION,
        problems=judgement.problems,
        looks_like_unified_diff=looks_like_unified_diff(output),
        looks_like_json_patch=looks_like_json_patch(output),
        looks_like_full_file_rewrite=looks_like_full_file_rewrite(output),
        is_code_modification_task=is_change,
        paths=diff_paths(output, mode=mode),
    )


def _check_arguments(output: object, task_description: object, mode: object) -> None:
    require(str, output=output)
    require(str | None, task_description=task_description)
    if mode not in get_args(DiffMode):
        raise ValueError("mode is strict or heuristic")


SUGGESTION = (
    "Return only what changes: a unified diff (--- old, +++ new, @@ ranges, then lines that begin"
    " with a blank, - or +) or a JSON patch (RFC 6902)."
)


def diff_paths(output: str, *, mode: DiffMode = "strict") -> list[str]:
    """Return the paths of the files that a diff touches, each once, in order.

    ``strict`` takes them from the parsed file headers, ``heuristic`` from every line that begins
    like one. ``/dev/null`` is no path. Raises TypeError for an output that is no text, ValueError
    for another mode.
    """
    _check_arguments(output, None, mode)
    return read_unified_diff(output).paths if mode == "strict" else header_paths(output)


def _judge_by_signs(output: str) -> Judgement:
    if looks_like_unified_diff(output):
        return Judgement(DiffFormat.UNIFIED_DIFF)
    if looks_like_json_patch(output):
        return Judgement(DiffFormat.JSON_PATCH)
    if looks_like_full_file_rewrite(output):
        return Judgement(None, DiffReason.FULL_FILE_REWRITE)
    return Judgement(DiffFormat.PROSE)
