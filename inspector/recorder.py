"""Writes a receipt of each decision about a context: a line of JSON, enough to replay it.

    recorder = Recorder("receipts.jsonl")
    recorder.record(report)                      # a report of ``inspector.core.inject``
    recorder.record_decision([...], trace_id=…)  # the decision of any other engine
    recorder.close()                             # or: with Recorder(path) as recorder

A receipt holds ids, kinds, scores, sizes and what was chosen, and no text unless ``keep_texts``
asks for it. Lines are appended whole, also under several threads and processes. Nothing that goes
wrong reaches the caller: what was not written is counted in ``dropped``, and the next line that can
be written says so.

This module stands alone: it needs the standard library and nothing else.
"""

from __future__ import annotations

import atexit
import contextlib
import datetime as dt
import hashlib
import json
import math
import os
import queue
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any

try:  # Elsewhere lines of one process stay whole, and those of several are appended by the system.
    import fcntl
except ImportError:  # pragma: no cover - not on Linux
    fcntl = None  # type: ignore[assignment]

# A pipe in the file's place that nobody reads is refused; the recorder waits for nobody.
_APPENDING = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)

VERSION = 1
"""The version of the format."""

SUM = "sum"
"""The field that holds the SHA-256 of all others."""

COLUMNS = ("id", "kind", "score", "tokens", "source", "group", "form", "reason")
"""What a row of ``cards`` holds, in this order. ``tokens`` are the sizes of its forms."""


class Recorder:
    """Appends receipts to a file.

    ``path`` is made, with its folder, when the first line is written. ``keep_texts`` writes the
    texts of candidates, too. At most ``waiting`` lines wait for the disk; what comes when so many
    wait is dropped and counted. A file that has reached ``rotate_bytes`` is renamed to
    ``NAME.YYYYMMDD-HHMMSS…`` and begun anew (0: never). ``fsync`` has each line on the disk before
    the next is written.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        keep_texts: bool = False,
        *,
        waiting: int = 1000,
        rotate_bytes: int = 0,
        fsync: bool = False,
    ) -> None:
        self.path = os.fspath(path)
        self.keep_texts = keep_texts
        self.dropped = 0
        """How many receipts were not written so far, whatever the reason."""
        self.last_error: str | None = None
        """What went wrong last; never a text of a candidate."""
        self._waiting = max(int(waiting), 1)
        self._rotate_bytes, self._fsync = rotate_bytes, fsync
        self._closed = False
        self._begin()
        _OPEN.add(self)

    def record(self, report: Any) -> bool:
        """Record a report of ``inspector.core.inject``; return whether it will be written."""
        return self._put(lambda: receipt_of(report, keep_texts=self.keep_texts))

    def record_decision(
        self,
        candidates: Iterable[Mapping[str, Any]],
        *,
        trace_id: str,
        budget: int | None = None,
        timestamp: str | dt.datetime | None = None,
        model: str | None = None,
        window: int | None = None,
        used_before: int | None = None,
        tokenizer: str | None = None,
        policy: Mapping[str, Any] | None = None,
        overheads: Mapping[str, int] | None = None,
        engine: str = "",
    ) -> bool:
        """Record what any other engine decided; return whether it is going to be written.

        A candidate has an ``id``, and what is known of ``kind``, ``score`` (higher is better),
        ``tokens`` (of its one form, or by form), ``source``, ``group``, ``form`` (the form that was
        chosen, True for the only one, None for none), ``reason``, and ``text`` (one, or by form),
        which is written under ``keep_texts`` alone. ``budget``, ``window`` and ``used_before`` are
        tokens; ``overheads`` are what the layout adds. Without a ``timestamp`` it is the time now.
        """

        def made() -> dict[str, Any]:
            rows, texts = [], {}
            for one in candidates:
                row, own = _row(one)
                rows.append(row)
                if own and self.keep_texts:
                    texts[row[0]] = own
            receipt: dict[str, Any] = {
                "receipt": VERSION,
                "trace_id": str(trace_id),
                "timestamp": _instant(timestamp),
                "engine": engine,
                "model": {"name": model, "context_window": window},
                "tokenizer": tokenizer,
                "used_before": used_before,
                "policy": None if policy is None else dict(policy),
                "budget": {"total": budget, "used": _used(rows)},
                "overheads": dict(overheads or {}),
                "columns": list(COLUMNS),
                "cards": rows,
                "fingerprints": {"cards": digest(rows)},
            }
            return receipt | ({"texts": texts} if texts else {})

        return self._put(made)

    def flush(self, seconds: float = 10.0) -> bool:
        """Wait until all that was recorded so far is written; return whether it is."""
        if self._pid != os.getpid() or not self._thread.is_alive():
            return self._lines.empty()
        done = threading.Event()
        try:
            self._lines.put(done, timeout=seconds)
        except queue.Full:
            return False
        return done.wait(seconds)

    def close(self, seconds: float = 10.0) -> None:
        """Write what waits, and take no more. May be called more than once."""
        with contextlib.suppress(Exception):
            self._closed = True
            _OPEN.discard(self)
            if self._pid != os.getpid():
                return
            with contextlib.suppress(queue.Full):
                self._lines.put(None, timeout=seconds)
            self._thread.join(seconds)

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _begin(self) -> None:
        """Begin the queue and its thread, in this process."""
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._untold = 0  # dropped, and no line says so yet
        self._lines: queue.Queue[bytes | threading.Event | None] = queue.Queue(self._waiting)
        self._thread = threading.Thread(target=self._write_all, name="receipts", daemon=True)
        self._thread.start()

    def _put(self, make: Callable[[], dict[str, Any]]) -> bool:
        try:
            if self._closed:
                raise ValueError("the recorder is closed")
            if self._pid != os.getpid():  # a process that was forked off has no thread
                self._begin()
            self._lines.put_nowait(line_of(make()))
        except queue.Full:
            self._drop(f"{self._waiting} lines wait for the disk")
            return False
        except Exception as error:  # noqa: BLE001 - a record never ends the request it is of
            self._drop(type(error).__name__)
            return False
        return True

    def _drop(self, why: str) -> None:
        with self._lock:
            self.dropped += 1
            self._untold += 1
            self.last_error = why

    def _write_all(self) -> None:
        while (line := self._lines.get()) is not None:
            if isinstance(line, threading.Event):
                self._tell()
                line.set()
                continue
            try:
                self._tell()
                self._append(line)
            except Exception as error:  # noqa: BLE001 - as above
                self._drop(f"{type(error).__name__}: {getattr(error, 'strerror', None) or ''}")
        self._tell()

    def _tell(self) -> None:
        """Write how many receipts were dropped since that was last said."""
        with self._lock:
            untold, self._untold = self._untold, 0
        if not untold:
            return
        try:
            self._append(line_of({"receipt": VERSION, "dropped": untold}))
        except Exception:  # noqa: BLE001 - said with the next line
            with self._lock:
                self._untold += untold

    def _append(self, line: bytes) -> None:
        """Append one line whole: with one write, under a lock that other processes respect."""
        folder = os.path.dirname(self.path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        while True:
            file = os.open(self.path, _APPENDING, 0o600)
            try:
                if fcntl is not None:
                    fcntl.flock(file, fcntl.LOCK_EX)
                size = os.fstat(file).st_size
                if self._moved(file):  # another process has begun a new file meanwhile
                    continue
                if self._rotate_bytes and size and size + len(line) > self._rotate_bytes:
                    os.replace(self.path, self._old_name())
                    continue
                # A process that was ended in the middle of a line has left it without its end.
                cut = size > 0 and not self._ends(size)
                rest = memoryview(b"\n" + line if cut else line)
                while rest:
                    rest = rest[os.write(file, rest) :]
                if self._fsync:
                    os.fsync(file)
                return
            finally:
                os.close(file)

    def _moved(self, file: int) -> bool:
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            return True
        here = os.fstat(file)
        return (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino)

    def _ends(self, size: int) -> bool:
        with open(self.path, "rb") as file:
            file.seek(size - 1)
            return file.read(1) == b"\n"

    def _old_name(self) -> str:
        stem = f"{self.path}.{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}"
        name, count = stem, 0
        while os.path.exists(name):
            count += 1
            name = f"{stem}-{count}"
        return name


_OPEN: weakref.WeakSet[Recorder] = weakref.WeakSet()


def _close_all() -> None:
    for one in list(_OPEN):
        one.close(2.0)


atexit.register(_close_all)


def line_of(receipt: Mapping[str, Any]) -> bytes:
    """Return the line of a receipt, its sum included. Raises ``ValueError`` for NaN."""
    fields = encoded(receipt)
    fields[SUM] = f'"{sum_of(fields)}"'
    try:
        return _object(fields).encode() + b"\n"
    except UnicodeEncodeError:  # half a pair of surrogates, which only an escape can write
        escaped = {
            name: _json(json.loads(text), ensure_ascii=True) for name, text in fields.items()
        }
        return _object(escaped).encode() + b"\n"


def encoded(receipt: Mapping[str, Any]) -> dict[str, str]:
    """Return all fields of a receipt but its sum, each as JSON. Raises ``ValueError`` for NaN."""
    return {name: _json(value) for name, value in receipt.items() if name != SUM}


def sum_of(fields: Mapping[str, str]) -> str:
    """Return the SHA-256 of the ``encoded`` fields of a receipt, whatever their order."""
    return _hash(_object(dict(sorted(fields.items()))))


def print_of(fields: Mapping[str, str], *names: str) -> str:
    """Return the ``digest`` of one of the ``encoded`` fields, or of the list of several."""
    texts = [fields.get(name, "null") for name in names]
    return _hash(texts[0] if len(texts) == 1 else f"[{','.join(texts)}]")


def _object(fields: Mapping[str, str]) -> str:
    return "{" + ",".join(f'"{name}":{text}' for name, text in fields.items()) + "}"


def digest(value: Any) -> str:
    """Return the SHA-256 of a JSON value, whatever the order of its keys."""
    return _hash(_json(value))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _json(value: Any, *, ensure_ascii: bool = False) -> str:
    return json.dumps(
        value, separators=(",", ":"), allow_nan=False, sort_keys=True, ensure_ascii=ensure_ascii
    )


def receipt_of(report: Any, *, keep_texts: bool = False) -> dict[str, Any]:
    """Return the receipt of a report of the engine, which is there where its report is."""
    from inspector.core.receipts import of_report

    said = of_report.receipt_of(report, keep_texts=keep_texts)
    competed = [said["cards"], said["buckets"], said["files"]]
    fingerprints = {"policy": digest(said["policy"]), "cards": digest(competed)}
    first = {"receipt": VERSION, "columns": list(COLUMNS)}
    return first | said | {"fingerprints": fingerprints}


def _row(candidate: Mapping[str, Any]) -> tuple[list[Any], dict[str, str]]:
    """Return the row of a candidate of another engine, and its texts by form."""
    tokens = candidate.get("tokens")
    sizes = dict(tokens) if isinstance(tokens, Mapping) else {"full": tokens}
    sizes = {str(name): int(size) for name, size in sizes.items() if size is not None}
    form = candidate.get("form")
    if form is True:
        form = max(((size, one) for one, size in sizes.items()), default=(0, "full"))[1]
    text = candidate.get("text")
    texts = dict(text) if isinstance(text, Mapping) else {"full": text} if text else {}
    row = [
        str(candidate["id"]),
        str(candidate.get("kind") or "document"),
        plain_number(candidate.get("score")),
        sizes,
        candidate.get("source"),
        candidate.get("group"),
        str(form) if form else None,
        candidate.get("reason"),
    ]
    return row, {str(name): str(one) for name, one in texts.items()}


def plain_number(score: Any) -> float | int | None:
    """Return a score as JSON of any maker writes it: a whole number without a point."""
    if score is None:
        return None
    number = float(score)
    if not math.isfinite(number):
        raise ValueError("a score is no number")
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _used(rows: Iterable[list[Any]]) -> int:
    return sum(row[3].get(row[6], 0) for row in rows if row[6] is not None)


def _instant(given: str | dt.datetime | None) -> str:
    if isinstance(given, str):
        return given
    moment = given or dt.datetime.now(dt.timezone.utc)  # noqa: UP017 - as old Pythons
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=dt.timezone.utc)  # noqa: UP017
    text = moment.astimezone(dt.timezone.utc).isoformat(timespec="milliseconds")  # noqa: UP017
    return text.replace("+00:00", "Z")
