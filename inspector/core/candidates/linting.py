"""What is wrong or questionable in a candidate set and in a request: problems with their places."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from inspector.core.candidates.candidate_set import CandidateSet, file_places, file_reference
from inspector.core.candidates.request import OWN_CANDIDATES, Request, RequestCandidates
from inspector.core.problems import Place, Problem, Severity, pointer


def lint_candidates(candidates: CandidateSet) -> tuple[Problem, ...]:
    """Report duplicate ids (errors), ambiguous references and cards without rendering (warnings).

    A card with neither a rendering nor a declared count makes a result ``partial``.
    """
    cards = candidates.knowledge_cards
    found = [_unrenderable(row) for row in np.flatnonzero(~cards.present.any(axis=1)).tolist()]
    for row in cards.row_of.repeats:
        first = cards.row_of[cards.node_ids[row]]
        found.append(_repeated("card", "node_id", ("knowledge_cards", first), row))
    bucket_rows: dict[str, int] = {}
    references: dict[str, tuple[int, int]] = {}
    for row, bucket in enumerate(candidates.buckets):
        first = bucket_rows.setdefault(bucket.bucket_id, row)
        if first != row:
            found.append(_repeated("bucket", "bucket_id", ("buckets", first), row))
        if ":" in bucket.bucket_id:
            found.append(_colon("bucket_id", pointer("buckets", row, "bucket_id")))
        for place, file in enumerate(bucket.files):
            where = ("buckets", row, "files")
            if ":" in file.file_id:
                found.append(_colon("file_id", pointer(*where, place, "file_id")))
            other = references.setdefault(
                file_reference(bucket.bucket_id, file.file_id), (row, place)
            )
            if other == (row, place) or first != row:
                continue
            if other[0] == row:
                found.append(_repeated("file", "file_id", (*where, other[1]), place))
            else:
                found.append(_same_reference(other, (row, place)))
    return tuple(found)


def _unrenderable(row: int) -> Problem:
    return Problem(
        Severity.WARNING,
        "candidates.no-rendering",
        "This card has neither a rendering nor a declared token count, so it cannot be injected.",
        "Give it a rendering, or leave it out of the set.",
        Place(pointer=pointer("knowledge_cards", row)),
    )


def _repeated(noun: str, field: str, first: tuple[str | int, ...], row: int) -> Problem:
    return Problem(
        Severity.ERROR,
        f"candidates.duplicate-{noun}",
        f"This {noun} has the same {field} as {pointer(*first)}; the first one is used.",
        f"Give each {noun} an id of its own.",
        Place(pointer=pointer(*first[:-1], row, field)),
    )


def _colon(field: str, where: str) -> Problem:
    return Problem(
        Severity.WARNING,
        "candidates.colon-in-id",
        f"The {field} contains a colon, so references to its files can be read in two ways.",
        "Use ids without colons.",
        Place(pointer=where),
    )


def _same_reference(first: tuple[int, int], second: tuple[int, int]) -> Problem:
    return Problem(
        Severity.WARNING,
        "candidates.ambiguous-reference",
        "Bucket and file id spell the same reference as those of"
        f" {pointer('buckets', first[0], 'files', first[1])}: cards of either count as both's.",
        "Use ids without colons.",
        Place(pointer=pointer("buckets", second[0], "files", second[1], "file_id")),
    )


def lint_request(request: Request, candidates: CandidateSet) -> tuple[Problem, ...]:
    """Report what a request names in vain, and what is wrong with candidates of its own.

    Ids have to be among the candidates that the request chooses from. Places are the request's.
    """
    shared, candidates = candidates, request.choices(candidates)
    buckets = {bucket.bucket_id for bucket in candidates.buckets}
    files = {
        file_reference(bucket.bucket_id, file.file_id)
        for bucket in candidates.buckets
        for file in bucket.files
    }
    cards = candidates.knowledge_cards.row_of

    def unknown(noun: str, *where: str | int) -> Problem:
        return Problem(
            Severity.WARNING,
            "request.unknown-id",
            f"This {noun} is not among the request's candidates; it has no effect."
            if request.candidates
            else f"This {noun} is not in the candidate set {shared.set_id!r}; it has no effect.",
            "Check its spelling, or open the set it belongs to.",
            Place(pointer=pointer(*where)),
        )

    found = [
        unknown("direct target", "direct_target_refs", place)
        for place, reference in enumerate(request.direct_target_refs)
        if reference not in files and reference not in buckets
    ]
    found += [
        unknown("card", "relevance", "cards", node_id)
        for node_id in request.relevance.cards
        if node_id not in cards
    ]
    found += [
        unknown("file", "relevance", "files", reference)
        for reference in request.relevance.files
        if reference not in files
    ]
    if request.candidates is not None:
        places = file_places(shared)
        found += [
            unknown("candidate", "candidates", "only", place)
            for place, subject in enumerate(request.candidates.only or ())
            if subject not in places and subject not in shared.knowledge_cards.row_of
        ]
        found += _lint_own(request.candidates, shared)
    if isinstance(request.tokens_used_before, int):
        if request.tokens_used_before < 0:
            found.append(
                Problem(
                    Severity.WARNING,
                    "request.negative-tokens",
                    "The tokens used before are negative: more than the window seems to remain.",
                    "Use 0 or a positive number of tokens.",
                    Place(pointer="/tokens_used_before"),
                )
            )
        elif request.tokens_used_before >= request.model.context_window:
            found.append(
                Problem(
                    Severity.WARNING,
                    "request.window-full",
                    "The steps before take the whole window; nothing can be injected.",
                    "Use a model with a larger window, or shorten the steps before.",
                    Place(pointer="/tokens_used_before"),
                )
            )
    return tuple(found)


def _lint_own(chosen: RequestCandidates, shared: CandidateSet) -> list[Problem]:
    """Report what is wrong with a request's own candidates, in themselves and beside the named."""
    found = [
        one.at(replace(one.place, pointer=f"{OWN_CANDIDATES}{one.place.pointer}"))
        for one in lint_candidates(chosen.own)
    ]
    named = frozenset(chosen.only or ())
    cards = shared.knowledge_cards.row_of
    owners = {
        bucket.bucket_id
        for bucket in shared.buckets
        if any(file_reference(bucket.bucket_id, file.file_id) in named for file in bucket.files)
    }
    own_cards = enumerate(chosen.knowledge_cards.node_ids)
    twice = [
        ("card", "knowledge_cards", place, "node_id")
        for place, one in own_cards
        if one in named and one in cards
    ]
    twice += [
        ("bucket", "buckets", place, "bucket_id")
        for place, bucket in enumerate(chosen.buckets)
        if bucket.bucket_id in owners
    ]
    found += [
        Problem(
            Severity.ERROR,
            f"candidates.duplicate-{noun}",
            f"The request also names a {noun} of the candidate set with this {field}, which is"
            " used.",
            f"Give the {noun} an id of its own, or take the other one out of `only`.",
            Place(pointer=pointer("candidates", part, place, field)),
        )
        for noun, part, place, field in twice
    ]
    return found
