"""Whether a task asks for code or documents to be changed (Discipline C5)."""

from __future__ import annotations

from typing import get_args

from inspector.core.arguments import require
from inspector.core.discipline.limits import DiffMode
from inspector.core.discipline.task_kind import TaskKind, task_kind

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
