"""Records for tests of the history, and folders in which thousands of commits take no time."""

import hashlib
import json
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

from inspector.files.history import RunRecord, open_history

NOON = "2026-04-03T12:00:00Z"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def as_json(value):
    return json.dumps(value, separators=(",", ":")).encode()


def record(number=1, **changes):
    values = {
        "stage": "injection",
        "recorded_at": NOON,
        "title": f"Run {number}",
        "version": "0.1.0",
        "inputs": {"policy": digest("policy"), "request": digest(f"request {number}")},
        "configuration": as_json({"strategy": "coverage"}),
        "result": as_json({"trace_id": f"t{number}", "total_tokens_used": number}),
        "metrics": {"tokens_used": number, "policy": "Wide"},
        "verdicts": {"included": 3, "dropped": number},
    }
    return RunRecord(**(values | changes))


def opened(path, **options):
    """Return the open history of a file that has nothing to complain about."""
    loaded = open_history(path, **options)
    assert loaded.problems == ()
    return loaded.value


def codes(problems):
    return [problem.code for problem in problems]


@contextmanager
def folder_in_memory():
    """Give a new folder where writing to the disk costs nothing, if the system has such a place."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="history-", dir=memory if memory.is_dir() else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
