"""The runner: what is answered at once, what goes to a worker, and which answers are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from inspector.analysis.injection_runs import InjectionDetails, InjectionResult, InjectionRuns
from inspector.gui.messages import Failure
from inspector.gui.runner import Runner
from inspector.session.edits import (
    open_candidates,
    set_at,
    set_note,
)
from inspector.session.session import Session
from inspector.session.store import Store
from tests.shared.injection_input import Characters, bucket, candidate_set, card, file, request


class Gate(Characters):
    """Counts characters; a text that holds ``#`` waits until the gate is open."""

    def __init__(self) -> None:
        self.open = Event()
        self.open.set()
        self.waiting = Event()

    def count(self, text: str) -> int:
        if "#" in text:
            self.waiting.set()
            self.open.wait(300)
        if "!" in text:
            raise RuntimeError(f"quotes {text}")
        return len(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        return [self.count(text) for text in texts]


class Watching:
    """A store with a runner, and what the runner sent."""

    def __init__(self, bot: QtBot, gate: Gate) -> None:
        self.bot = bot
        self.gate = gate
        self.store = Store(
            Session(
                candidates=candidate_set(
                    [card("a", 0.9, 30), card("b", 0.8, 40)], [bucket("b", file("f", 0.9, 200))]
                ),
                request=request(model={"name": "m", "context_window": 9_000, "encoding": "c"}),
            )
        )
        self.runner = Runner(self.store, InjectionRuns(self.counter))
        self.results: list[InjectionResult] = []
        self.failures: list[Failure] = []
        self.runner.finished.connect(self.results.append)
        self.runner.failed.connect(self.failures.append)

    def counter(self, encoding: str) -> Gate:
        if encoding == "?":
            raise ValueError("there is no such counter")
        return self.gate

    def wait(self, condition: Callable[[], bool]) -> None:
        self.bot.waitUntil(condition)

    def idle(self) -> None:
        self.wait(lambda: not self.runner.busy)

    def run(self) -> None:
        self.runner.run()
        self.idle()

    def total(self, tokens: int) -> None:
        self.store.commit("Total", set_at("policy", "max_injection_tokens_absolute", tokens))

    def message(self, text: str) -> None:
        """Change the request so that a text has to be counted for it."""
        self.store.commit("Before", set_at("request", "tokens_used_before", (text,)))


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def watching(qtbot: QtBot, gate: Gate) -> Iterator[Watching]:
    made = Watching(qtbot, gate)
    yield made
    gate.open.set()
    made.runner.close()
    made.runner.deleteLater()


def test_a_change_of_the_policy_is_answered_within_the_call(watching: Watching) -> None:
    watching.run()
    watching.total(300)
    assert len(watching.results) == 2
    assert watching.results[-1].session is watching.store.session
    assert not watching.runner.busy


def test_undo_is_answered_within_the_call_too(watching: Watching) -> None:
    watching.run()
    watching.total(300)
    watching.store.undo()
    assert watching.results[-1].session is watching.store.session


def test_a_change_of_the_request_goes_to_a_worker(watching: Watching) -> None:
    watching.run()
    watching.message("xyz")
    assert watching.runner.busy
    assert len(watching.results) == 1
    watching.idle()
    assert watching.results[-1].session is watching.store.session


def test_it_works_until_everything_is_known_of_a_result(watching: Watching) -> None:
    watching.run()
    watching.message("xyz")
    assert watching.runner.works()
    watching.wait(lambda: watching.runner.fingerprint is not None)
    watching.wait(lambda: not watching.runner.works())


def test_a_note_runs_nothing(watching: Watching) -> None:
    watching.run()
    watching.store.commit("Note", set_note("a", "hello"))
    assert len(watching.results) == 1
    assert not watching.runner.busy


def test_of_the_runs_that_wait_only_the_newest_is_made(watching: Watching, gate: Gate) -> None:
    watching.run()
    gate.open.clear()
    for text in ("#1", "#12", "#123", "#1234"):
        watching.message(text)
    assert gate.waiting.wait(300)
    gate.open.set()
    watching.idle()
    used = [
        result.report.prepared.tokens_used_before for result in watching.results if result.report
    ]
    assert used == [0, 5]


def test_an_answer_for_other_inputs_than_the_present_ones_is_dropped(
    watching: Watching, gate: Gate
) -> None:
    watching.run()
    gate.open.clear()
    watching.message("#")
    assert gate.waiting.wait(300)
    watching.store.undo()
    gate.open.set()
    watching.idle()
    assert all(
        result.report is None or result.report.prepared.tokens_used_before == 0
        for result in watching.results
    )
    assert watching.results[-1].session is watching.store.session


def test_input_with_a_problem_leaves_the_last_good_result_marked_as_old(
    watching: Watching,
) -> None:
    outdated: list[bool] = []
    watching.runner.outdated_changed.connect(outdated.append)
    watching.run()
    good = watching.runner.good
    assert good is not None
    watching.store.commit("Encoding", set_at("request", "model.encoding", "?"))
    watching.idle()
    assert watching.runner.good is good
    assert watching.runner.outdated
    assert watching.results[-1].report is None
    assert watching.results[-1].problems
    watching.store.undo()
    watching.idle()
    assert not watching.runner.outdated
    assert outdated == [True, False]


def test_a_run_can_be_stopped_and_says_so(watching: Watching, gate: Gate) -> None:
    watching.run()
    gate.open.clear()
    waits = card("c", 0.9) | {"renderings": {"compact": "#"}}
    cards = candidate_set(
        [waits, *(card(f"c{number}", 0.5, number + 1) for number in range(9_000))]
    )
    watching.store.commit("Open", open_candidates(cards, None))
    assert gate.waiting.wait(300)
    watching.runner.stop()
    gate.open.set()
    watching.idle()
    assert [problem.code for problem in watching.results[-1].problems] == ["run.stopped"]
    assert watching.runner.outdated


def test_facts_and_fingerprint_follow_when_nothing_changes_any_more(watching: Watching) -> None:
    watching.run()
    watching.total(300)
    watching.wait(lambda: watching.runner.fingerprint is not None)
    facts = watching.runner.facts
    assert isinstance(facts, InjectionDetails)
    assert facts.result is watching.runner.good
    assert len(watching.runner.fingerprint or "") == 64
    watching.total(301)
    assert watching.runner.facts is None
    assert watching.runner.fingerprint is None


def test_an_unexpected_exception_is_told_without_its_message(watching: Watching) -> None:
    watching.run()
    watching.message("secret!")
    watching.wait(lambda: bool(watching.failures))
    watching.idle()
    assert "RuntimeError" in watching.failures[0].log
    assert "secret" not in watching.failures[0].log
    watching.message("fine")
    watching.idle()
    assert watching.results[-1].report is not None


def test_nothing_comes_any_more_after_closing(watching: Watching, gate: Gate) -> None:
    watching.run()
    gate.open.clear()
    watching.message("#")
    assert gate.waiting.wait(300)
    gate.open.set()
    watching.runner.close()
    watching.total(300)
    assert len(watching.results) == 1
    assert not watching.failures


def test_progress_of_counting_is_told(watching: Watching) -> None:
    told: list[tuple[int, int]] = []
    watching.runner.progress.connect(lambda done, total: told.append((done, total)))
    many = candidate_set([card(f"c{number}", 0.5, number + 1) for number in range(6_000)])
    watching.store.commit("Open", open_candidates(many, None))
    watching.idle()
    watching.wait(lambda: len(told) > 3)
    assert told == sorted(told)
    assert {total for _, total in told} == {6_000}
