"""Which requests belong together: those of one conversation, of one document, of one corpus."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.analysis.corpus.facts import asked_for
from inspector.analysis.corpus.workload import Corpus, Job
from inspector.core.candidates.request import Request

FOUND, REQUEST, CORPUS = "found", "request", "corpus"
CONVERSATION, DOCUMENT = "conversation", "document"
_LEAST_GROUPS = 5  # that are drawn from unless somebody says so
_TURN = re.compile(r"^(?P<of>.+)[-_:/.#][A-Za-z]{0,4}\d+$", re.ASCII)
_DEPTH = 2  # how far mappings of a request are looked into


@dataclass(frozen=True, slots=True)
class Grouping:
    """A key for each request; ``keys`` is None where each stands alone. ``by`` says what it is.

    ``was_found`` tells that nobody asked for it.
    """

    by: str
    keys: tuple[str, ...] | None
    was_found: bool

    @property
    def count(self) -> int:
        """How many groups there are; 0 where each request stands alone."""
        return len(set(self.keys or ()))


SINGLY = Grouping(REQUEST, None, was_found=True)


def grouping_of(jobs: Sequence[Job], corpora: Sequence[Corpus], by: str = FOUND) -> Grouping:
    """Return which requests are drawn together.

    ``found`` looks for conversations (a ``trace_id`` before its last number) and for corpora, and
    takes the first of which there are five groups at least, and fewer than half as many as
    requests. Raises ``ValueError`` for a field that no request has, and for a single group.
    """
    if by == REQUEST:
        return Grouping(REQUEST, None, was_found=False)
    if by == FOUND:
        for name in (CONVERSATION, CORPUS):
            keys = _keys(jobs, corpora, name)
            if _LEAST_GROUPS <= len(set(keys)) <= len(keys) / 2:
                return Grouping(name, keys, was_found=True)
        return SINGLY
    keys = _keys(jobs, corpora, by)
    if not any(keys):
        raise ValueError(f"no request has {by!r} to be grouped by")
    if len(set(keys)) == 1 < len(keys):
        raise ValueError(f"all requests have the same {by!r}: there is one group, nothing to draw")
    return Grouping(by, keys, was_found=False)


def _keys(jobs: Sequence[Job], corpora: Sequence[Corpus], by: str) -> tuple[str, ...]:
    if by == CORPUS:
        return tuple(str(job.corpus) for job in jobs)
    key_of = _KEYS.get(by) or (lambda request: fields_of(request).get(by, ""))
    pairs = ((job, corpora[job.corpus].requests[job.number]) for job in jobs)
    # Ids of several corpora may be spelled alike.
    of_corpus = {CONVERSATION, DOCUMENT}
    return tuple(
        f"{job.corpus}:{key_of(one)}" if by in of_corpus else key_of(one) for job, one in pairs
    )


def _conversation(request: Request) -> str:
    match = _TURN.match(request.trace_id)
    return match["of"] if match else request.trace_id


def _document(request: Request) -> str:
    """Return what a request asks about directly, else the first thing it needs."""
    if request.direct_target_refs:
        return request.direct_target_refs[0]
    return next((ids[0] for ids in asked_for(request) if ids), request.trace_id)


_KEYS: dict[str, Callable[[Request], str]] = {CONVERSATION: _conversation, DOCUMENT: _document}


def fields_of(request: Request) -> dict[str, str]:
    """Return what a request says of itself in short: the fields that kinds are found from.

    Names of nested fields are joined by points; texts, lists and scores are left out.
    """
    target = "yes" if request.direct_target_refs else "no"
    found = {
        "mode": request.mode or "",
        "model": request.model.name,
        "context_window": str(request.model.context_window),
        "direct_target": target,
        "pieces": str(len(asked_for(request))),
    }
    for name in ("classification", "signals"):
        _flatten(name, getattr(request, name), found, _DEPTH)
    return found


def _flatten(name: str, value: Any, found: dict[str, str], depth: int) -> None:
    if isinstance(value, dict) and depth:
        for key, inner in value.items():
            _flatten(f"{name}.{key}", inner, found, depth - 1)
    elif isinstance(value, str | bool):
        found[name] = str(value)
