"""What of a session there is to run as a corpus, and whether that is done without being asked."""

from __future__ import annotations

from inspector.analysis.corpus.workload import Corpus, usual_range
from inspector.analysis.tuning.axes import Axis
from inspector.language import tr, tr_n
from inspector.session.audit_edits import receipts_of
from inspector.session.session import Session

_BY_ITSELF = 200_000
"""Candidates that are decided over, for all requests along an axis, without being asked."""


_OF_A_RECEIPT = 100  # characters for a candidate, about


def is_small(session: Session, axis: Axis) -> bool:
    """Whether an axis of a session is worked out by itself: in seconds, not minutes."""
    shared = _count(session)
    count = sum(
        shared if one.candidates is None else shared + len(one.candidates.knowledge_cards)
        for one in session.all_requests
    )
    count += sum(len(one.manifest) for one in receipts_of(session)) // _OF_A_RECEIPT
    corpus = Corpus(session.title, session.candidates, session.all_requests, session)
    span = usual_range(axis, session.policy, session.overrides, (corpus,))
    choices = span.high - span.low if span.axis.limits_candidates else 1
    return count * choices <= _BY_ITSELF


def missing(session: Session) -> str:
    """Say what is loaded and what is missing beside it; "" where nothing is."""
    requests, candidates = session.all_requests, session.candidates
    if receipts_of(session):
        return ""
    if requests and (_count(session) or any(one.candidates is not None for one in requests)):
        return ""
    if requests:
        count = len(requests)
        loaded = tr_n("1 request is loaded", "{count:,} requests are loaded", count, count=count)
        return tr("{loaded}. Open or drop the cards and files they choose from.", loaded=loaded)
    if not _count(session):
        return tr("Open or drop candidates, and requests with ground truth.")
    return tr(
        "{cards:,} cards and {files:,} files are loaded. Open or drop requests with ground truth"
        " to see which policy finds most of it.",
        cards=len(candidates.knowledge_cards),
        files=sum(len(one.files) for one in candidates.buckets),
    )


def too_many(session: Session) -> str:
    """Say that what is loaded takes long."""
    return tr(
        "{requests:,} requests over {candidates:,} candidates are loaded, which takes minutes."
        " Choose Run.",
        requests=len(session.all_requests),
        candidates=_count(session),
    )


def _count(session: Session) -> int:
    """Count the cards and files that requests share."""
    files = sum(len(one.files) for one in session.candidates.buckets)
    return len(session.candidates.knowledge_cards) + files
