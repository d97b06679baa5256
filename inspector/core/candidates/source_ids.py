"""Ids as their sources have them: requests of one file name the candidates of another (N7).

A file of a bucket is referred to as ``{bucket_id}:{file_id}``; labels, runs and judgements that
somebody else wrote name it by its id alone. Where only one file of a set has that id, and no card,
it is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.core.candidates.candidate_set import CandidateSet, file_reference
from inspector.core.candidates.request import Request


def references_by_id(candidates: CandidateSet) -> Mapping[str, str]:
    """Return the reference of every file whose id alone says which candidate it is."""
    found: dict[str, str | None] = {}
    references = set()
    for bucket in candidates.buckets:
        for file in bucket.files:
            reference = file_reference(bucket.bucket_id, file.file_id)
            references.add(reference)
            found[file.file_id] = None if file.file_id in found else reference
    cards = candidates.knowledge_cards.row_of
    return {
        name: reference
        for name, reference in found.items()
        if reference is not None and name not in cards and name not in references
    }


def naming(request: Request, references: Mapping[str, str]) -> Request:
    """Return a request that names candidates by their references where it has their ids alone."""

    def named(subject: str) -> str:
        return references.get(subject, subject)

    changes: dict[str, Any] = {}
    expect = request.expect
    if expect is not None:
        wanted = tuple(
            named(entry) if isinstance(entry, str) else tuple(map(named, entry))
            for entry in expect.must_include
        )
        unwanted = tuple(map(named, expect.must_exclude))
        if (wanted, unwanted) != (expect.must_include, expect.must_exclude):
            told = {"must_include": wanted, "must_exclude": unwanted}
            changes["expect"] = expect.model_copy(update=told)
    files = request.relevance.files
    if any(name in references for name in files):
        scores = {named(name): score for name, score in files.items()}
        changes["relevance"] = request.relevance.model_copy(update={"files": scores})
    own = request.candidates
    if own is not None and own.only is not None and any(one in references for one in own.only):
        changes["candidates"] = own.model_copy(update={"only": tuple(map(named, own.only))})
    return request.model_copy(update=changes) if changes else request
