"""A scanner in a process of its own: its rules take no memory here, and its work no time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING

from inspector.project.findings import SecretFinding, SecretScanner

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

REST_SECONDS = 10.0
"""How long the process stays without a text to scan: its rules hold 60 MB."""


class ScannerLostError(RuntimeError):
    """The process ended before it had scanned, twice, or its scanner is closed."""


class ScannerProcess:
    """Scans as the scanner does that ``make`` returns in the process. Threads may share it.

    The process starts with the first text and ends when none has come for a while; the next text
    starts another. ``make`` is a function of a module, or a ``partial`` of one.
    """

    def __init__(self, make: Callable[[], SecretScanner]) -> None:
        self._make = make
        self._lock = Lock()
        self._away: tuple[SpawnProcess, Connection] | None = None
        self._closed = False

    @property
    def name(self) -> str:
        """The scanner's name."""
        return self._make().name

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return every finding of a text, sorted. Raises what the scanner raises, and as below."""
        return self.scan_all((text,))[0]

    def scan_all(self, texts: Sequence[str]) -> list[tuple[SecretFinding, ...]]:
        """Return the findings of each text, which go to the process together.

        Raises ``ScannerLostError`` when the process is lost, or closed meanwhile.
        """
        with self._lock:
            answer = self._asked(texts)
            if answer is None:
                answer = self._asked(texts)
        if answer is None:
            raise ScannerLostError("the process that looks for secrets ended early")
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        """End the process, also in the middle of a text. Nothing is scanned any more."""
        self._closed = True
        away = self._away
        if away is not None:
            with suppress(ValueError):  # it has just been found to be gone
                away[0].terminate()  # whoever waits for an answer learns that there is none
        with self._lock:
            self._end()

    def _asked(self, texts: Sequence[str]) -> list[tuple[SecretFinding, ...]] | Exception | None:
        """Return the answer of the process; None where it is gone, at rest perhaps."""
        from inspector.processes import started

        if self._closed:
            return None
        if self._away is None:
            self._away = started(_serve, self._make)
        answer: list[tuple[SecretFinding, ...]] | Exception | None = None
        if not self._closed:  # nor closed since
            with suppress(EOFError, OSError):
                self._away[1].send(texts)
                answer = self._away[1].recv()
        if answer is None:
            self._end()
        return answer

    def _end(self) -> None:
        from inspector.processes import end

        if self._away is not None:
            end((self._away,))
            self._away = None


def _serve(pipe: Connection, make: Callable[[], SecretScanner]) -> None:
    """Scan what comes through the pipe until it ends, or nothing comes (in the process)."""
    scanner: SecretScanner | None = None
    try:
        while pipe.poll(REST_SECONDS):
            texts = pipe.recv()
            try:
                scanner = scanner or make()
                pipe.send([scanner.scan(text) for text in texts])
            except Exception as error:  # noqa: BLE001  # whatever it is, the other side raises it
                pipe.send(error)
    except (EOFError, OSError, KeyboardInterrupt):
        return  # nobody waits for an answer any more
