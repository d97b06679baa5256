"""A state of a session is answered once: one result, and one record of it in the history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from inspector import resources
from inspector.analysis.steps_before import parts_of_steps
from inspector.gui.lenses import LENSES
from inspector.gui.recorder import HistoryRecorder
from inspector.gui.runner import Runner
from inspector.gui.views.worker import BackgroundRunner
from inspector.session.session import Session
from tests.shared.screen import Screen


def _compared(session: Session) -> tuple[object, ...]:
    """Return what a result depends on; sets and requests are told apart by identity."""
    sets = (session.candidates, session.request, *parts_of_steps(session).values())
    chosen = (session.policy, session.strategy, session.settings, session.overrides)
    return (*chosen, *map(id, sets))


def test_a_state_is_answered_once_and_recorded_once_in_every_lens(
    open_screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: Counter[tuple[object, ...]] = Counter()
    records: Counter[tuple[type, int]] = Counter()
    kept: list[Any] = []  # inputs are told apart by identity, so none may go
    opened = 0  # what was not given is the same in two sessions

    def counted(answered: BackgroundRunner[Any], result: Any) -> None:
        session = answered._store.session
        answers[opened, type(answered).__name__, *answered._inputs(session)] += 1
        kept.extend((session, result))
        show(answered, result)

    def noted(recorder: HistoryRecorder, result: Any) -> None:
        records[type(result), id(_session(result))] += 1
        kept.append(result)
        note(recorder, result)

    def run(runner: Runner, number: int, result: Any) -> None:
        answers[opened, "Runner", *_compared(result.session)] += 1
        kept.append(result)
        show_run(runner, number, result)

    show, note, show_run = BackgroundRunner._show, HistoryRecorder.note, Runner._show
    monkeypatch.setattr(BackgroundRunner, "_show", counted)
    monkeypatch.setattr(HistoryRecorder, "note", noted)
    monkeypatch.setattr(Runner, "_show", run)
    screen = open_screen(lenses=LENSES)
    samples = ("discipline", "window", "assembly")
    for sample in samples:
        opened += 1
        screen.open(resources.resource_path(resources.sample_sessions()[sample]))
        for _ in range(2):
            for lens in LENSES:
                screen.workspace.show_lens(lens.id)
                screen.settle()
                screen.wait_until(lambda: not screen.workspace.lenses.busy)
    assert len(answers) > len(LENSES)
    assert len(records) > len(LENSES)
    assert {one: times for one, times in answers.items() if times > 1} == {}
    assert {one: times for one, times in records.items() if times > 1} == {}


def _session(result: Any) -> Session:
    session = result.session
    assert isinstance(session, Session)
    return session
