"""What ends the program early: a signal with its own code, a folder that cannot be made."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from inspector import __main__ as program
from inspector import cli
from inspector.cli.output import BAD_INPUT


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


def test_while_qt_is_loaded_the_system_ends_the_program() -> None:
    number, handler = signal.SIGTERM, signal.getsignal(signal.SIGTERM)
    told: list[int] = []
    signal.signal(number, lambda kind, _frame: told.append(kind))
    try:
        put_away = program._signals_end_at_once()
        assert signal.getsignal(number) is signal.SIG_DFL
        signal.signal(number, put_away[number])
        os.kill(os.getpid(), number)
        assert told == [number]
    finally:
        for kind, before in {**put_away, number: handler}.items():
            signal.signal(kind, before)


def test_what_fails_without_a_signal_fails_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_arguments: list[str]) -> int:
        raise RuntimeError("broken")

    monkeypatch.setattr(program, "_run", fails)
    with pytest.raises(RuntimeError):
        program.main(["run", "a.json"])


def test_a_folder_that_cannot_be_made_is_named_once_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    target = tmp_path / "file" / "demo"
    assert cli.main(["demo", "--output", str(target)]) == BAD_INPUT
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .startswith(
            f"inspector demo: cannot write {target}: Not a directory (make its folder first)"
        )
    )
