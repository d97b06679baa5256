"""Placing the chunks of a session, the optimum beside it where it is asked for, and the record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from inspector.core.model_facts import ASSUMED_WINDOW, encoding_of_model, window_of
from inspector.core.problems import Place, Problem, Severity
from inspector.core.tokens import MemoCounter, VocabularyError, counter_by_name
from inspector.core.tokens.counter import count_each
from inspector.core.window.events import Event
from inspector.core.window.optimum import WindowOptimum, optimum
from inspector.core.window.placement import place
from inspector.core.window.report import WindowReport
from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    problem_codes,
    run_record,
    sources,
    title_of,
    verdict_counts,
)
from inspector.files.result_rows import kept, kept_rows
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.window_stage import WindowStage
from inspector.stage import Part
from inspector.stages.window.part import choose_window_request
from inspector.stages.window.results import PlacementResult, placement_result

CHUNKS_PLACED_AT_ONCE = 1_500  # up to so many, a placement takes a few hundredths of a second


@dataclass(frozen=True, eq=False)
class WindowResult:
    """What one session led to; ``report`` is None where it has no list of chunks.

    The optimum and the log are worked out when they are first asked for. Problems point into the
    window stage, whose file is named where it came from one.
    """

    session: Session
    report: WindowReport | None

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the input or worth knowing about it."""
        if self.report is None:
            return ()
        source = self.session.source(Part.WINDOW)
        # What is wrong with a record was said where it was read, with its line.
        said = {f"/chunks/{one.at}" for one in self.session.window.unusable}
        return _of_window(self.session.window, source) + tuple(
            one.at(replace(one.place, file=source))
            for one in self.report.problems
            if "/".join((one.place.pointer or "").split("/")[:3]) not in said
        )

    @cached_property
    def optimum(self) -> WindowOptimum | None:
        """The best choice beside the greedy one. May take seconds."""
        return None if self.report is None else optimum(self.report)

    @cached_property
    def requests(self) -> tuple[WindowResult, ...]:
        """Every request of a file that holds several, placed alone. May take seconds."""
        return tuple(
            run_window(choose_window_request(request)(self.session))
            for request in self.session.window.requests
        )

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The log of the placement."""
        return () if self.report is None else self.report.events


def _of_window(stage: WindowStage, source: str | None) -> tuple[Problem, ...]:
    """Say that the size of the window is assumed, where it is."""
    if not stage.assumed_window or stage.available_tokens != ASSUMED_WINDOW:
        return ()
    size = window_of(stage.model)
    return (
        Problem(
            Severity.NOTE,
            "window.assumed-size",
            tr("The window is {tokens:,} tokens, {how}.", tokens=size.tokens, how=size.how),
            tr("Say how many tokens are available, or name the model in a file of models."),
            Place(source, pointer="/available_tokens"),
        ),
    )


def ready_to_place(stage: WindowStage) -> bool:
    """Whether placing is quick enough to do while somebody waits for the next picture."""
    return len(stage.chunks) <= CHUNKS_PLACED_AT_ONCE


def counting_encoding(session: Session) -> str | None:
    """Return the encoding that the session's chunks are counted with; None: all are estimated.

    It is that of the model that the chunks were sent to, where one is known, else the request's.
    """
    own = encoding_of_model(session.window.model) if session.window.model else None
    if own is None and session.request is not None:
        return session.request.model.encoding
    return own


def ready_to_count(session: Session) -> bool:
    """Whether the tokenizer of the session's chunks is there, or none is known for them."""
    encoding = counting_encoding(session)
    return encoding is None or encoding in _COUNTERS


def run_window(session: Session) -> WindowResult:
    """Place the session's chunks.

    Where a tokenizer is known (``counting_encoding``), texts of chunks without tokens are counted
    with it. What cannot be counted is estimated.
    """
    stage = session.window
    if not stage.has_records:
        return WindowResult(session, None)
    report = place(
        stage.records,
        now_ms=stage.now_ms,
        available_tokens=stage.available_tokens,
        max_system_prompt=stage.max_system_prompt,
        options=stage.options,
        config=stage.config,
        counts=_counts(session),
        business_context=stage.business_context,
    )
    return WindowResult(session, report)


# Loading a vocabulary takes a while; the counts of a text never change.
_COUNTERS: dict[str, MemoCounter] = {}


def _counts(session: Session) -> dict[str, int]:
    """Return the tokens of the texts that bring none, where a tokenizer is known for the model."""
    encoding = counting_encoding(session)
    if encoding is None:
        return {}
    chunks = session.window.chunks
    texts = {c.id: c.content for c in chunks if c.tokens is None and c.content is not None}
    try:
        counter = _COUNTERS.get(encoding) or MemoCounter(counter_by_name(encoding))
        counts = dict(zip(texts, count_each(counter, texts.values()), strict=True))
    except (ValueError, VocabularyError):  # no such tokenizer: all are estimated
        return {}
    _COUNTERS[encoding] = counter
    return {chunk: count for chunk, count in counts.items() if isinstance(count, int)}


def window_record(
    result: WindowResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: every chunk's numbers and the ledger; not its content or metadata."""
    report, session = result.report, result.session
    if report is None:
        return None
    stage = session.window
    known = known or InputFingerprints()
    return run_record(
        stage="window",
        recorded_at=recorded_at,
        title=title_of(session, Part.WINDOW),
        inputs={
            "chunks": known.of(
                "chunks",
                stage.chunks,
                lambda chunks: [chunk.model_dump(mode="json") for chunk in chunks],
            )
        },
        configuration=stage.model_dump(mode="json", exclude={"chunks"})
        | {"sources": sources(session)},
        result=kept(PlacementResult, placement_result(report))
        | {"ledger": kept_rows(report.ledger.entries), "problems": problem_codes(result.problems)},
        metrics={
            "chunks": len(report.allocations),
            "allocated": len(report.allocated),
            "dropped": len(report.dropped),
            "available_tokens": report.outcome.available_tokens,
            "used": report.total_tokens_used,
            "prioritization_score": report.metrics.prioritization_score,
            "balances": report.ledger.balances,
        },
        verdicts=verdict_counts(report.ledger.entries),
    )
