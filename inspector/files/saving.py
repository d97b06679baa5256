"""Saving what was loaded, edited or made: the bytes of each file format, and its one way out."""

from __future__ import annotations

import errno
import json
import os
from typing import Any

from inspector.core.arguments import require
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.manifest import UnifiedInjectionManifest
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.report import InjectionReport
from inspector.core.manifest_json import manifest_json
from inspector.core.problems import Place, Problem, Severity
from inspector.files.atomic import write_atomically
from inspector.files.source import PathLike, shown


def json_bytes(value: Any) -> bytes:
    """Return a value as indented JSON in UTF-8, with a line break at its end."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8, but an escape; then all of the text is escaped.
        return (json.dumps(value, indent=2) + "\n").encode()


def policy_fields(policy: UnifiedContextBudgetPolicy) -> dict[str, Any]:
    """Return a policy as JSON, with every field: a consumer need not know the defaults."""
    require(UnifiedContextBudgetPolicy, policy=policy)
    return policy.model_dump()


def candidates_fields(candidates: CandidateSet) -> dict[str, Any]:
    """Return a candidate set as JSON."""
    require(CandidateSet, candidates=candidates)
    lists = ("knowledge_cards", "buckets")
    head = candidates.model_dump(exclude_defaults=True, exclude=set(lists))
    return {
        "schema_version": candidates.schema_version,
        **head,
        "knowledge_cards": [
            card.model_dump(exclude_defaults=True) for card in candidates.knowledge_cards
        ],
        "buckets": [bucket.model_dump(exclude_defaults=True) for bucket in candidates.buckets],
    }


def request_fields(request: Request) -> dict[str, Any]:
    """Return a request as JSON, with every fact about its model."""
    require(Request, request=request)
    given = request.model_dump(exclude_defaults=True)
    always = {"schema_version": request.schema_version, "model": request.model.model_dump()}
    both = given | always
    return {name: both[name] for name in Request.model_fields if name in both}


def manifest_bytes(manifest: UnifiedInjectionManifest | InjectionReport) -> bytes:
    """Return a manifest, or that of a run, as the file that production systems read and write.

    Of a run it is much faster: no object is made for a card.
    """
    require(UnifiedInjectionManifest | InjectionReport, manifest=manifest)
    if isinstance(manifest, InjectionReport):
        return b"".join(manifest_json(manifest))
    return json_bytes(manifest.model_dump(mode="json"))


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
        return (not_written(error, path),)
    return ()


def not_written(error: OSError, path: PathLike) -> Problem:
    """Say why the system refused to write a file, and the way out; the old one is untouched."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        message, fix = "The folder for this file does not exist.", "Make the folder first."
    elif isinstance(error, IsADirectoryError):
        message, fix = "This is a folder.", "Name a file in it."
    elif isinstance(error, PermissionError):
        message, fix = "Permission was denied.", "Choose another folder, or change its permissions."
    elif error.errno == errno.EROFS:
        message, fix = "It is on a read-only disk.", "Choose a folder on another disk."
    elif error.errno in (errno.ENOSPC, errno.EDQUOT):
        message, fix = "The disk is full.", "Make room on it, or choose another folder."
    else:
        message = f"The system refused to write it: {error.strerror}."
        fix = "Choose another file or folder."
    message = f"{message} Nothing was changed."
    return Problem(Severity.ERROR, "file.not-written", message, fix, Place(shown(path)))
