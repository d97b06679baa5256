"""What was reported saved is there, whatever is killed, full, damaged or crowded."""

import functools
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.files.history import HistoryError, Query, open_history
from tests.files.history_samples import codes, folder_in_memory, opened, record

ROOT = Path(__file__).parents[2]

ALL = """
import json, os, sys
from inspector.files.history import HistoryError, open_history
from tests.files.history_samples import record
"""

# A process that only forks others: what it starts begins to write at once.
KILLED = """
import contextlib, random, signal, time

def add_for_ever(path, first, report):
    history = open_history(path).value
    number = first
    while True:
        records = [record(number + place, title=f"Batch {number}") for place in range(3)]
        ids = history.add_many(records[: 1 if number % 2 else 3])
        number += 3
        os.write(report, json.dumps(ids).encode() + b"\\n")

folder, kills, longest, seed, fresh = sys.argv[1], *json.loads(sys.argv[2])
chance = random.Random(seed)
reported, damage = [], []
for kill in range(kills):
    path = os.path.join(folder, f"{kill if fresh else 0}.sqlite3")
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            add_for_ever(path, kill * 100_000, writing)
        os._exit(1)
    os.close(writing)
    time.sleep(chance.uniform(0, longest))
    os.kill(child, signal.SIGKILL)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    with open(reading, "rb") as pipe:
        reported += [[path, *json.loads(line)] for line in pipe if line.endswith(b"\\n")]
    with open_history(path).value as history:
        damage += map(str, history.check())
print(json.dumps([reported, damage]))
"""

ADDING = """
first, count = json.loads(sys.argv[2])
history = open_history(sys.argv[1]).value
print("ready", flush=True)
sys.stdin.readline()
numbers = range(first, first + count)
print(json.dumps([[history.add(record(number)), number] for number in numbers]))
"""

UNTIL_FULL = """
saved = {}
loaded = open_history(sys.argv[1])
codes = [problem.code for problem in loaded.problems]
while not codes:
    number = len(saved)
    several = [record(2 * number + n, title=os.urandom(100).hex()) for n in (0, 1)]
    try:
        ids = loaded.value.add_many(several)
        saved |= {one: record.identity for one, record in zip(ids, several, strict=True)}
    except HistoryError as error:
        codes = [problem.code for problem in error.problems]
found = {}
if loaded.value is not None:
    found = {run.id: loaded.value.get(run.id).record.identity for run in loaded.value.search()}
    codes += [problem.code for problem in loaded.value.check()]
made = os.path.exists(sys.argv[1]) == (loaded.value is not None)
print(json.dumps([codes, made and saved == found, len(found)]))
"""

# No file may grow beyond this, as under a quota.
LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
"""

# A disk of its own, as large as a few dozen runs.
SMALL_DISK = """
import ctypes
libc = ctypes.CDLL(None)
private, mount_below = 1 << 18, 1 << 14
if libc.unshare(0x20000) or libc.mount(b"none", b"/", None, private | mount_below, None):
    sys.exit("refused")
if libc.mount(b"tmpfs", os.fsencode(sys.argv[1]), b"tmpfs", 0, b"size=%d" % int(sys.argv[2])):
    sys.exit("refused")
sys.argv[1] = os.path.join(sys.argv[1], "history.sqlite3")
"""


def start(script, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", ALL + script, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def result_of(process, told=""):
    out, errors = process.communicate(told, timeout=600)
    if errors.strip() == "refused":
        pytest.skip("the system does not allow mounting")
    assert process.returncode == 0, errors
    return json.loads(out)


@pytest.mark.trial
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills what it forked")
@pytest.mark.parametrize(
    ("kills", "longest", "fresh"),
    [
        pytest.param(15, 0.2, False, id="while saving"),
        pytest.param(15, 0.02, True, id="while making the file"),
    ],
)
def test_a_kill_loses_nothing_that_was_reported_saved(tmp_path, kills, longest, fresh):
    reported, damage = result_of(start(KILLED, tmp_path, json.dumps([kills, longest, 1, fresh])))
    assert damage == []
    assert fresh or len(reported) > kills
    there = {}
    for path in sorted(tmp_path.glob("*.sqlite3")):
        with opened(path) as history:
            there[str(path)] = {run.id: run.title for run in history.search()}
    for path, *ids in reported:
        assert set(ids) <= there[path].keys()
    for titles in there.values():
        # Of what nobody was told about, a batch may be there, but never a part of it.
        for title in titles.values():
            batch = [one for one in titles.values() if one == title]
            assert len(batch) == (1 if int(title.split()[1]) % 2 else 3)


def test_programs_that_save_at_the_same_time_lose_nothing():
    with folder_in_memory() as folder:
        path = folder / "history.sqlite3"
        programs = [start(ADDING, path, json.dumps([1000 * n, 60])) for n in range(3)]
        for program in programs:
            assert program.stdout.readline() == "ready\n"
        saved = [pair for program in programs for pair in result_of(program, "go\n")]
        with opened(path) as history:
            assert history.check() == ()
            there = sorted([run.id, run.metrics["tokens_used"]] for run in history.search())
        assert sorted(saved) == there
        assert len(there) == 180


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_where_the_system_lets_no_file_grow_the_earlier_runs_stay(tmp_path):
    found = result_of(start(LIMITED + UNTIL_FULL, tmp_path / "history.sqlite3"))
    codes, same, count = found
    assert (codes, same) == (["history.disk-error"], True)
    assert count > 50


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a disk as Linux does")
@pytest.mark.parametrize("size", [4096, 131_072, 400_000])
def test_on_a_full_disk_the_earlier_runs_stay(tmp_path, size):
    codes, same, count = result_of(start(SMALL_DISK + UNTIL_FULL, tmp_path, size))
    assert (codes, same) == (["history.disk-full"], True)
    assert count > 20 or size <= 131_072


def test_there_is_room_again_once_runs_were_removed(tmp_path, monkeypatch):
    import inspector.files.history.connection as module

    connect = module.connect

    def connect_with_little_room(*arguments):
        connection = connect(*arguments)
        connection.execute("PRAGMA max_page_count = 40")
        return connection

    monkeypatch.setattr(module, "connect", connect_with_little_room)
    with opened(tmp_path / "history.sqlite3") as history:
        with pytest.raises(HistoryError) as caught:
            list(map(history.add, map(record, range(1000))))
        assert codes(caught.value.problems) == ["history.disk-full"]
        saved = history.count()
        assert saved > 10
        assert history.prune(keep=5) == saved - 5
        assert history.add(record(2000)) > saved
        assert history.check() == ()


@functools.cache
def twenty_runs():
    """Return the bytes of a history, and the identities of the runs in it."""
    with folder_in_memory() as folder:
        path = folder / "history.sqlite3"
        with opened(path) as history:
            runs = [record(number, result=b"[%s]" % (b"7," * 3000 + b"7")) for number in range(20)]
            history.add_many(runs)
        return path.read_bytes(), {run.identity for run in runs}


@given(seed=st.integers(0, 2**32), pages=st.integers(0, 3), bytes_=st.integers(0, 9))
def test_a_damaged_file_gives_problems_and_never_a_run_that_was_not_saved(seed, pages, bytes_):
    chance = random.Random(seed)
    whole, saved = twenty_runs()
    data = bytearray(whole)
    for _ in range(bytes_):
        data[chance.randrange(len(data))] = chance.randrange(256)
    for _ in range(pages):
        place = chance.randrange(len(data) // 4096) * 4096
        data[place : place + 4096] = chance.choice([bytes(4096), chance.randbytes(4096)])
    if chance.random() < 0.2:
        del data[chance.randrange(len(data)) :]
    with folder_in_memory() as folder:
        path = folder / "history.sqlite3"
        path.write_bytes(data)
        history = open_history(path).value
        if history is None:
            return
        with history:
            intact = 0
            for number in range(1, 21):
                if (run := _unless_refused(history.get, number)) is not None:
                    assert run.record.identity in saved
                    intact += 1
            for query in (Query(), Query(text="run"), Query(fingerprint="a")):
                _unless_refused(history.search, query)
            assert history.check() or intact == history.count() == 20
            _unless_refused(history.add, record(99))
            _unless_refused(lambda: history.prune(keep=3))


def _unless_refused(action, *arguments):
    try:
        return action(*arguments)
    except HistoryError:
        return None
