"""What a line of progress says of the time that is left, by a clock of the test's own."""

from __future__ import annotations

import pytest

from inspector.cli.terminal import PhaseLine


class _Status:
    said = ""

    def update(self, said: str) -> None:
        self.said = said


@pytest.mark.parametrize(
    ("seconds", "done", "said"),
    [
        (0.5, 10, "requests 10 of 2,000"),  # too early to tell
        (2, 100, "requests 100 of 2,000, about 38 s left"),
        (40, 500, "requests 500 of 2,000, about 2 min left"),
        (38, 1_900, "requests 1,900 of 2,000"),  # over before it is read
    ],
)
def test_the_rest_takes_as_long_as_what_is_done_took(seconds: float, done: int, said: str) -> None:
    times = iter((100.0, 100.0 + seconds))
    line, status = PhaseLine(lambda: next(times)), _Status()
    line._status = status  # type: ignore[assignment]
    line.watch("requests", 0, 2_000)
    line.watch("requests", done, 2_000)
    assert status.said == said


def test_each_phase_begins_anew_and_what_was_done_before_says_nothing() -> None:
    times = iter((0.0, 50.0, 51.0, 61.0))
    line, status = PhaseLine(lambda: next(times)), _Status()
    line._status = status  # type: ignore[assignment]
    for phase, done in (("reading", 1), ("reading", 50), ("requests", 900), ("requests", 910)):
        line.watch(phase, done, 1_000)
    assert status.said == "requests 910 of 1,000, about 90 s left"
