"""Placing the chunks of a session, and finding the optimum beside it only when somebody asks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from inspector.core.problems import Problem
from inspector.core.window.events import Event
from inspector.core.window.optimum import Optimum, optimum
from inspector.core.window.placement import place
from inspector.core.window.report import WindowReport
from inspector.session.session import Part, Session
from inspector.session.stages import WindowStage

CHUNKS_PLACED_AT_ONCE = 1_500  # up to so many, a placement takes a few hundredths of a second


@dataclass(frozen=True, eq=False)
class WindowResult:
    """What one session led to; ``report`` is None where it has no chunks.

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
        return tuple(one.at(replace(one.place, file=source)) for one in self.report.problems)

    @cached_property
    def optimum(self) -> Optimum | None:
        """The best choice beside the greedy one. May take seconds."""
        return None if self.report is None else optimum(self.report)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The log of the placement."""
        return () if self.report is None else self.report.events


def ready_to_place(stage: WindowStage) -> bool:
    """Whether placing is quick enough to do while somebody waits for the next picture."""
    return len(stage.chunks) <= CHUNKS_PLACED_AT_ONCE


def run_window(session: Session) -> WindowResult:
    """Place the session's chunks."""
    stage = session.window
    if not stage.chunks:
        return WindowResult(session, None)
    report = place(
        stage.chunks,
        now_ms=stage.now_ms,
        available_tokens=stage.available_tokens,
        max_system_prompt=stage.max_system_prompt,
        options=stage.options,
        config=stage.config,
    )
    return WindowResult(session, report)
