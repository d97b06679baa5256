"""One window for one user and display: who is first, what is handed over, and to whom."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.gui import starting
from inspector.gui.starting import (
    ANSWERS_WITHIN,
    MOST_BYTES,
    MOST_FILES,
    STARTS_WITHIN,
    Call,
    FirstWindow,
    Start,
    StartOutcome,
    call_bytes,
    display_of,
    meet,
    meeting_place,
    prepare,
    read_call,
)

NAMES = st.text(st.characters(exclude_characters="\0", exclude_categories=()), max_size=20)
CALLS = st.builds(
    Call,
    st.lists(NAMES.map("/{}".format), max_size=4).map(tuple),
    st.lists(NAMES, max_size=4).map(tuple),
    NAMES,
)
CALL = Call(("/a",))


class Clock:
    """A clock that only runs while somebody waits; ``then`` happens at its times."""

    def __init__(self, *then: tuple[float, Callable[[], object]]) -> None:
        self.now = 0.0
        self.then = list(then)

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        while self.then and self.then[0][0] <= self.now:
            self.then.pop(0)[1]()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where windows meet."""
    return tmp_path / "program" / "windows"


@pytest.fixture
def first(folder: Path) -> Iterator[FirstWindow]:
    """A window that is open."""
    met = meet(folder, CALL)
    assert isinstance(met, FirstWindow)
    yield met
    met.close()


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Handing over -------------------------------------------------------------------------------


def test_the_first_start_opens_a_window_and_the_second_hands_its_files_over(
    first: FirstWindow,
) -> None:
    first.answers()
    taken: list[Call] = []
    clock = Clock((0.1, lambda: taken.extend(first.calls())))
    wanted = Call(("/a b", "/\udcff"), ("http://x",), "token")
    outcome = meet(first.folder, wanted, clock=clock, sleep=clock.sleep)
    assert outcome is StartOutcome.HANDED_OVER
    assert clock.now < 0.2
    assert taken == [wanted]
    assert left(first.folder) == ["lock", "ready"]


def test_calls_are_taken_in_their_order(first: FirstWindow) -> None:
    first.answers()
    for number in range(3):
        clock = Clock()
        outcome = meet(first.folder, Call((f"/{number}",)), clock=clock, sleep=clock.sleep)
        assert outcome is StartOutcome.APART  # nobody took it in time
    assert first.calls() == []
    for number in range(3):
        starting._post(first.folder, call_bytes(Call((f"/{number}",))))
    assert [call.files for call in first.calls()] == [("/0",), ("/1",), ("/2",)]


def test_a_window_that_hangs_is_waited_for_so_long_and_no_longer(first: FirstWindow) -> None:
    first.answers()
    clock = Clock()
    assert meet(first.folder, CALL, clock=clock, sleep=clock.sleep) is StartOutcome.APART
    assert ANSWERS_WITHIN <= clock.now < ANSWERS_WITHIN + 0.1
    assert first.calls() == []  # else its files would open twice


def test_a_window_that_is_still_starting_is_given_more_time(first: FirstWindow) -> None:
    taken: list[Call] = []
    clock = Clock(
        (ANSWERS_WITHIN + 1, first.answers),
        (ANSWERS_WITHIN + 2, lambda: taken.extend(first.calls())),
    )
    assert meet(first.folder, CALL, clock=clock, sleep=clock.sleep) is StartOutcome.HANDED_OVER
    assert taken == [CALL]


def test_a_window_that_never_gets_ready_is_not_waited_for_for_ever(first: FirstWindow) -> None:
    clock = Clock()
    assert meet(first.folder, CALL, clock=clock, sleep=clock.sleep) is StartOutcome.APART
    assert STARTS_WITHIN <= clock.now < STARTS_WITHIN + 0.1


def test_a_start_that_waits_for_a_window_that_ends_takes_its_place(first: FirstWindow) -> None:
    first.answers()
    clock = Clock((1.0, first.close))
    met = meet(first.folder, CALL, clock=clock, sleep=clock.sleep)
    assert isinstance(met, FirstWindow)
    assert met.calls() == []
    met.close()


def test_what_was_taken_just_before_the_end_is_not_opened_again(first: FirstWindow) -> None:
    first.answers()

    def take_and_end() -> None:
        first.calls()
        first.close()

    clock = Clock((1.0, take_and_end))
    assert meet(first.folder, CALL, clock=clock, sleep=clock.sleep) is StartOutcome.HANDED_OVER


def test_a_window_that_was_killed_is_nobody_s_first(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in ("lock", "ready", "0-1.part"):
        (folder / name).touch()
    os.utime(folder / "0-1.part", (1, 1))
    clock = Clock()
    met = meet(folder, CALL, clock=clock, sleep=clock.sleep)
    assert isinstance(met, FirstWindow)
    assert clock.now == 0
    assert met.calls() == []
    assert left(folder) == ["lock"]
    met.close()


def test_a_call_that_nobody_waits_for_any_more_is_thrown_away(first: FirstWindow) -> None:
    path = starting._post(first.folder, call_bytes(CALL))
    long_ago = time.time() - 3600
    os.utime(path, (long_ago, long_ago))
    assert first.calls() == []
    assert left(first.folder) == ["lock"]


def test_more_than_can_be_handed_over_gets_a_window_of_its_own(first: FirstWindow) -> None:
    first.answers()
    many = Call(tuple(f"/{number}" for number in range(MOST_FILES + 1)))
    for call in (many, Call(("/" + "a" * 5000,))):
        clock = Clock()
        assert meet(first.folder, call, clock=clock, sleep=clock.sleep) is StartOutcome.APART
        assert clock.now == 0
    assert left(first.folder) == ["lock", "ready"]


# Whom to trust ------------------------------------------------------------------------------


@given(CALLS)
def test_a_call_is_understood_as_it_was_meant(call: Call) -> None:
    assert read_call(call_bytes(call)) == call


@given(st.binary(max_size=200) | st.text(max_size=99).map(str.encode))
def test_anything_else_is_no_call(data: bytes) -> None:
    assert read_call(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b'{"files": ["a"], "refused": [], "token": ""}',
        b'{"files": ["/a", 1], "refused": [], "token": ""}',
        b'{"files": "/a", "refused": [], "token": ""}',
        b'{"files": ["/a\\u0000"], "refused": [], "token": ""}',
        b'{"files": [], "refused": [], "token": null}',
        b'{"files": [], "refused": []}',
        b"[" * 100_000,
        b'{"files": [' + b'"/a",' * MOST_FILES + b'"/a"], "refused": [], "token": ""}',
        b'{"files": ["/' + b"a" * 5000 + b'"], "refused": [], "token": ""}',
    ],
)
def test_what_asks_for_anything_but_absolute_paths_is_no_call(data: bytes) -> None:
    assert read_call(data) is None


def test_what_is_no_letter_is_thrown_away_unread(first: FirstWindow, tmp_path: Path) -> None:
    (first.folder / "1.call").write_bytes(b" " * (MOST_BYTES + 1))
    os.mkfifo(first.folder / "2.call")  # reading it would wait for ever
    (tmp_path / "call").write_bytes(call_bytes(CALL))
    (first.folder / "3.call").symlink_to(tmp_path / "call")
    assert first.calls() == []
    assert left(first.folder) == ["lock"]


def test_the_place_is_closed_to_others(first: FirstWindow) -> None:
    for path in (first.folder.parent, first.folder):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    starting._post(first.folder, b"")
    for path in first.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_in_a_place_of_somebody_else_nothing_is_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 4242)
    begun = prepare(["/a"], os.environ)
    assert begun is not None
    assert begun.first is None


# Where windows meet -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "system", "expected"),
    [
        ({"DISPLAY": ":0"}, "linux", "x11 :0"),
        ({"DISPLAY": ":0.1"}, "linux", "x11 :0"),
        ({"DISPLAY": "far:10.0"}, "linux", "x11 far:10"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-1"}, "linux", "wayland wayland-1"),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, "linux", "offscreen"),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "xcb"}, "linux", "x11 :0"),
        ({}, "linux", None),
        ({}, "darwin", "darwin"),
        ({}, "win32", "win32"),
    ],
)
def test_a_display_is_told_from_others(
    environment: dict[str, str], system: str, expected: str | None
) -> None:
    assert display_of(environment, system) == expected


def test_windows_of_one_user_and_display_meet_in_the_users_own_folder(tmp_path: Path) -> None:
    runtime = {"XDG_RUNTIME_DIR": str(tmp_path)}
    one = meeting_place(runtime, "x11 :0")
    assert one == meeting_place(runtime, "x11 :0")
    assert one.is_relative_to(tmp_path)
    assert one != meeting_place(runtime, "x11 :1")
    for useless in ({}, {"XDG_RUNTIME_DIR": "here"}, {"XDG_RUNTIME_DIR": str(tmp_path / "none")}):
        place = meeting_place(useless, "x11 :0")
        assert place.is_relative_to(os.environ["XDG_STATE_HOME"])


def test_without_a_display_or_when_asked_to_a_start_keeps_to_itself(tmp_path: Path) -> None:
    somewhere = {"XDG_RUNTIME_DIR": str(tmp_path), "DISPLAY": ":0"}
    apart = prepare(["--new-window", "/a"], somewhere)
    assert isinstance(apart, Start)
    assert apart.first is None
    assert apart.named.files == (Path("/a"),)
    nowhere = prepare([], {"XDG_RUNTIME_DIR": str(tmp_path)})
    assert nowhere is not None
    assert nowhere.first is None
    assert list(tmp_path.iterdir()) == []
    begun = prepare(["/a"], somewhere)
    assert begun is not None
    assert begun.first is not None
    begun.first.close()
