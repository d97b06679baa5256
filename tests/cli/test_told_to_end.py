"""A signal ends the program with its own code, whatever it becomes on the way out."""

from __future__ import annotations

import os
import signal

import pytest

from inspector import __main__ as program


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("becomes", [None, RuntimeError("half imported"), ImportError("half")])
def test_a_signal_ends_with_its_own_code(
    number: signal.Signals, code: int, becomes: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(_arguments: list[str]) -> int:
        try:
            os.kill(os.getpid(), number)
        except BaseException:
            if becomes is not None:
                raise becomes from None
            raise
        return 0

    before = [signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)]
    monkeypatch.setattr(program, "_run", told)
    assert program.main(["run", "a.json"]) == code
    assert [signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)] == before


def test_what_fails_without_a_signal_fails_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_arguments: list[str]) -> int:
        raise RuntimeError("broken")

    monkeypatch.setattr(program, "_run", fails)
    with pytest.raises(RuntimeError):
        program.main(["run", "a.json"])
