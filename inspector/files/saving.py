"""Saving what was loaded, edited or made: each format has one way out."""

from __future__ import annotations

import os

from inspector.core.arguments import require
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.problems import Place, Problem, Severity
from inspector.files.atomic import write_atomically
from inspector.files.encoding import candidates_fields, json_bytes, policy_fields, request_fields
from inspector.files.source import PathLike, shown


def save_policy(policy: UnifiedContextBudgetPolicy, path: PathLike) -> tuple[Problem, ...]:
    """Write a policy; return the problems, none when it is written."""
    return save_bytes(json_bytes(policy_fields(policy)), path)


def save_candidates(candidates: CandidateSet, path: PathLike) -> tuple[Problem, ...]:
    """Write a candidate set; return the problems, none when it is written."""
    return save_bytes(json_bytes(candidates_fields(candidates)), path)


def save_request(request: Request, path: PathLike) -> tuple[Problem, ...]:
    """Write a request; return the problems, none when it is written."""
    return save_bytes(json_bytes(request_fields(request)), path)


def save_bytes(data: bytes, path: PathLike) -> tuple[Problem, ...]:
    """Write a file atomically; return the problems, none when it is written."""
    require(str | os.PathLike, path=path)
    try:
        write_atomically(path, data)
    except OSError as error:
        return (_not_written(error, shown(path)),)
    return ()


def _not_written(error: OSError, name: str) -> Problem:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        message, fix = "The folder for this file does not exist.", "Make the folder first."
    elif isinstance(error, IsADirectoryError):
        message, fix = "This is a folder.", "Name a file in it."
    elif isinstance(error, PermissionError):
        message, fix = "Permission was denied.", "Choose another folder, or change its permissions."
    else:
        message = f"The system refused to write it: {error.strerror}."
        fix = "Make room on the disk, or choose another folder."
    return Problem(
        Severity.ERROR, "file.not-written", f"{message} Nothing was changed.", fix, Place(name)
    )
