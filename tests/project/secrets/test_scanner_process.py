"""A scanner in a process of its own finds the same; its death and its rest are not noticed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from threading import Thread

import pytest

from inspector.project.findings import SecretFinding, SecretScanner
from inspector.project.secrets import PatternScanner, ScannerProcess
from inspector.project.secrets import process as scanner_process
from inspector.project.secrets.process import ScannerLostError

LEAK = "a\npassword=correct-horse-7\n"


class Fateful:
    """Fails, dies or stands still over certain texts."""

    name = "fateful"

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        if text == "fail":
            raise ValueError("this text cannot be scanned")
        if text == "die":
            os._exit(1)
        if text == "stand still":
            signal.pause()
        return ()


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def without_rules() -> SecretScanner:
    raise RuntimeError("no rules")


def resting_at_once() -> SecretScanner:
    scanner_process.REST_SECONDS = 0.0
    return PatternScanner()


@pytest.fixture
def patterns() -> Iterator[ScannerProcess]:
    scanner = ScannerProcess(PatternScanner)
    yield scanner
    scanner.close()
    assert not multiprocessing.active_children()


def test_it_finds_what_its_scanner_finds_in_each_text(patterns: ScannerProcess) -> None:
    here = PatternScanner()
    texts = [LEAK, "", "nothing", "\ud800 " + LEAK, "é" * 300_000 + LEAK]
    assert patterns.scan_all(texts) == [here.scan(text) for text in texts]
    assert patterns.scan_all([]) == []
    assert patterns.scan(LEAK) == here.scan(LEAK)
    assert patterns.name == here.name


def test_no_process_is_started_before_a_text_comes(patterns: ScannerProcess) -> None:
    assert patterns.name
    assert not multiprocessing.active_children()


def test_threads_share_it(patterns: ScannerProcess) -> None:
    found: dict[int, int] = {}

    def scan(number: int) -> None:
        found[number] = len(patterns.scan(LEAK * number))

    threads = [Thread(target=scan, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: number for number in range(1, 9)}
    assert len(multiprocessing.active_children()) == 1


def test_another_is_started_where_one_was_killed_or_rests(patterns: ScannerProcess) -> None:
    assert patterns.scan(LEAK)
    [child] = multiprocessing.active_children()
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    assert patterns.scan(LEAK)
    resting = ScannerProcess(resting_at_once)
    for _ in range(2):
        assert resting.scan(LEAK)
        until(lambda: len(multiprocessing.active_children()) == 1)  # that of ``patterns``
    resting.close()


def test_what_the_scanner_raises_is_raised_here_and_the_process_goes_on() -> None:
    scanner = ScannerProcess(Fateful)
    with pytest.raises(ValueError, match="cannot be scanned"):
        scanner.scan_all(["fine", "fail"])
    [child] = multiprocessing.active_children()
    assert scanner.scan_all(["fine"]) == [()]
    assert [one.pid for one in multiprocessing.active_children()] == [child.pid]
    scanner.close()
    broken = ScannerProcess(without_rules)
    with pytest.raises(RuntimeError, match="no rules"):
        broken.scan(LEAK)
    broken.close()


def test_a_text_that_ends_the_process_is_an_error_and_no_endless_trying() -> None:
    scanner = ScannerProcess(Fateful)
    with pytest.raises(ScannerLostError, match="ended early"):
        scanner.scan("die")
    assert scanner.scan("fine") == ()
    scanner.close()


def test_closing_ends_it_in_the_middle_of_a_text() -> None:
    scanner = ScannerProcess(Fateful)
    raised: list[BaseException] = []

    def scan() -> None:
        try:
            scanner.scan("stand still")
        except ScannerLostError as error:
            raised.append(error)

    thread = Thread(target=scan)
    thread.start()
    until(lambda: bool(multiprocessing.active_children()))
    scanner.close()
    thread.join()
    assert len(raised) == 1
    assert not multiprocessing.active_children()
    with pytest.raises(ScannerLostError):
        scanner.scan("fine")
    scanner.close()  # once more changes nothing
