"""What ends the program early: a signal with its own code, a folder that cannot be made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from inspector import __main__ as program
from inspector import cli
from inspector.cli.main import ended
from inspector.cli.output import BAD_INPUT
from inspector.signals import SIGNALS, end_at_once


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


@pytest.mark.parametrize(
    ("before", "after"), [("SIG_IGN", "SIG_IGN"), ("default_int_handler", "SIG_DFL")]
)
def test_a_program_that_starts_takes_no_interrupts_where_it_is_told_to_ignore_them(
    before: str, after: str
) -> None:
    start = (
        "import signal, sys; sys.argv = ['-m'];"
        f" signal.signal(signal.SIGINT, signal.{before}); import inspector;"
        " print(signal.getsignal(signal.SIGINT).name)"
    )
    ran = subprocess.run([sys.executable, "-c", start], capture_output=True, check=True, text=True)
    assert ran.stdout == f"{after}\n"


@pytest.mark.parametrize(("number", "told"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_what_a_signal_becomes_on_its_way_out_is_no_failure_that_is_told(
    number: signal.Signals, told: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def half_imported() -> int:
        try:
            os.kill(os.getpid(), number)
        except (KeyboardInterrupt, SystemExit):
            raise ImportError("a module in another language") from None
        return 0

    with SIGNALS:
        assert ended("inspector run", half_imported) == told
    assert capsys.readouterr().err == ""


def test_a_second_signal_ends_the_process_as_if_nothing_listened() -> None:
    found: list[object] = []
    with SIGNALS:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            found += map(signal.getsignal, (signal.SIGINT, signal.SIGTERM))
    assert found == [signal.SIG_DFL, signal.SIG_DFL]
    assert SIGNALS.code(0) == 143


@pytest.mark.parametrize(("number", "told"), [("SIGINT", 2), ("SIGTERM", 15)])
def test_a_signal_where_no_error_gets_out_ends_the_process_silently(number: str, told: int) -> None:
    thrown_away = f"""
import os, signal
from inspector.signals import SIGNALS
class Thrown:
    def __del__(self):
        os.kill(os.getpid(), signal.{number})
with SIGNALS:
    Thrown()
    print("went on")
"""
    program = [sys.executable, "-c", thrown_away]
    ran = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (-told, "", "")


def test_while_qt_is_loaded_the_system_ends_the_program() -> None:
    number, handler = signal.SIGTERM, signal.getsignal(signal.SIGTERM)
    told: list[int] = []
    signal.signal(number, lambda kind, _frame: told.append(kind))
    try:
        put_away = end_at_once()
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


@pytest.mark.skipif(os.name != "posix", reason="signals are held back as POSIX has it")
def test_an_interrupt_held_back_while_python_starts_ends_without_a_word() -> None:
    program = [sys.executable, "-m", "inspector", "--help"]
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        started = subprocess.Popen(
            program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        started.send_signal(signal.SIGINT)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    out, told = started.communicate(timeout=600)
    assert (started.returncode, out, told) == (-signal.SIGINT, b"", b"")


def test_too_little_memory_is_told_as_such(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def needs_more() -> int:
        raise MemoryError

    assert ended("inspector run", needs_more) == BAD_INPUT
    assert capsys.readouterr().err.startswith("inspector run: there is too little memory")
