"""Where the evidence of a corpus went as JSON: the two limits, and the losses by cause."""

from __future__ import annotations

from typing import Any

from inspector.analysis.corpus.losses import Losses, LostAt
from inspector.analysis.corpus.study import CorpusStudy
from inspector.core.model import Document
from inspector.stages.corpus.advice_results import CorpusInterval, interval, part


class CorpusChange(Document):
    """The smallest change that brings a piece back."""

    what: str
    """An axis, ``relevance-floor``, ``top-k``, or ``override`` for one to be taken back."""

    value: float
    """The nearest value that does; 0 for an override."""

    tokens: int
    """Tokens that it moves or adds; 0 where that means nothing."""

    window_part: float
    """The part of the window that a larger total needs beside it; 0 where the policy's is
    enough."""


class CorpusLostPiece(Document):
    """One entry of ``must_include`` that is not in."""

    corpus: str
    """The corpus it is from."""

    trace_id: str
    """The request."""

    piece: int
    """Its place in ``must_include``, from 0."""

    cause: str
    """Where it was lost."""

    subject: str
    """Which of its ids came furthest; empty where it has none."""

    change: CorpusChange | None
    """The smallest change of the policy that brings it back; null where none was found."""


class CorpusLoss(Document):
    """What was lost by one cause."""

    cause: str
    """``not_in_set``, ``not_own``, ``not_retrieved``, ``below_relevance_floor``, ``beyond_top_k``
    (no candidates),
    ``no_rendering``, ``excluded``, ``larger_than_budget``, ``under_ceiling``, ``outranked``,
    ``only_listed`` or ``suppressed``."""

    pieces: int
    """Pieces lost."""

    pieces_interval: CorpusInterval
    """The interval of it, of as many requests."""

    recall: float
    """Its part of the mean recall."""

    recall_interval: CorpusInterval
    """The interval of it."""

    requests: tuple[str, ...]
    """The requests behind it, by ``trace_id``."""


def losses_fields(study: CorpusStudy, variant: int) -> dict[str, Any]:
    """Return the limits and losses of a variant as plain JSON values."""
    found = study.losses[variant] if study.losses else None
    best = study.best_curves[variant] if study.best_curves else None
    if found is None or best is None:
        return {
            "recall": None,
            "ceiling": None,
            "best_possible": None,
            "best_possible_bounded": 0,
            "best_possible_curve": None,
            "pieces": 0,
            "found": 0,
            "losses": [],
            "lost": [],
        }
    return {
        "recall": part(found.recall),
        "ceiling": part(found.ceiling),
        "best_possible": part(found.best_possible),
        "best_possible_bounded": found.inexact,
        "best_possible_curve": {
            "from": best.starts.tolist(),
            "recall": [part(one) for one in best.recall.tolist()],
        },
        "pieces": found.pieces,
        "found": found.found,
        "losses": [_loss(study, variant, found, place) for place in range(len(found.causes))],
        "lost": [_lost(study, variant, one) for loss in found.causes for one in loss.lost],
    }


def _loss(study: CorpusStudy, variant: int, found: Losses, place: int) -> dict[str, Any]:
    one = found.causes[place]
    return {
        "cause": one.cause.value,
        "pieces": one.pieces,
        "pieces_interval": {
            "low": round(one.pieces_interval.low, 1),
            "high": round(one.pieces_interval.high, 1),
        },
        "recall": part(one.recall),
        "recall_interval": interval(one.recall_interval),
        "requests": [study.curves[variant][at].trace_id for at in one.places],
    }


def _lost(study: CorpusStudy, variant: int, one: LostAt) -> dict[str, Any]:
    lost = one.lost
    return {
        "corpus": study.names[study.jobs[one.place].corpus],
        "trace_id": study.curves[variant][one.place].trace_id,
        "piece": lost.piece,
        "cause": lost.cause.value,
        "subject": lost.subject,
        "change": lost.change
        and {
            "what": lost.change.what,
            "value": lost.change.value,
            "tokens": lost.change.tokens,
            "window_part": lost.change.window_part,
        },
    }
