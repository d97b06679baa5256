"""The Audit lens follows receipts while they are written: what is lost now, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.core import inject
from inspector.core.tokens import counter_by_name
from inspector.gui.lenses import LENSES
from inspector.recorder import Recorder
from tests.shared.audit_lens import at_the_audit, find, lens_of, settle, text
from tests.shared.screen import Screen

ALONE = [record for record in LENSES if record.id == "audit"]


def record(path: Path, *, total: int, count: int = 1) -> None:
    cards = [
        {
            "node_id": f"card-{place}",
            "node_kind": "entity",
            "canonical_name": "A card",
            "relevance_score": 0.5,
            "renderings": {"compact": "word " * 20},
        }
        for place in range(4)
    ]
    request = {
        "trace_id": "r",
        "timestamp": "2026-05-01T11:00:00Z",
        "user_message": "q",
        "model": {"name": "m", "context_window": 8000, "encoding": "o200k_base"},
    }
    policy = {"max_injection_tokens_absolute": total}
    given = {"set_id": "s", "knowledge_cards": cards}
    with Recorder(path) as recorder:
        for _ in range(count):
            assert recorder.record(inject(request, given, policy, counter_by_name("o200k_base")))


def looked(screen: Screen) -> str:
    """Look at once, as the timer does a moment later, and return what is shown then."""
    follower = lens_of(screen).followed.follower
    screen.wait_until(lambda: not follower.busy)
    follower.look()
    screen.wait_until(lambda: not follower.busy)
    return text(screen, "following.text")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "today"
    made.mkdir()
    return made


@pytest.fixture
def screen(used_screen: Callable[..., Screen], folder: Path) -> Screen:
    """A window that follows an empty folder."""
    opened = at_the_audit(used_screen(lenses=ALONE))
    assert find(opened, "following").isHidden()
    opened.messages.folders.append(folder)
    opened.do("audit-follow")
    return opened


def test_what_is_written_is_told_with_what_is_kept_out_now(screen: Screen, folder: Path) -> None:
    assert "Waiting for receipts" in looked(screen)
    record(folder / "a.jsonl", total=4000)
    told = looked(screen)
    assert told.startswith("Following today: 1 receipt, 0 failed")
    assert "nothing kept out" in told
    record(folder / "a.jsonl", total=60, count=2)
    assert "3 receipts" in looked(screen)
    assert "kept out: 4 over the knowledge budget" in looked(screen)


def test_what_happened_long_ago_is_not_now_and_is_not_held(screen: Screen, folder: Path) -> None:
    record(folder / "a.jsonl", total=60, count=3)
    assert "kept out" in looked(screen)
    record(folder / "a.jsonl", total=4000, count=100)
    told = looked(screen)
    assert "103 receipts" in told
    assert "nothing kept out" in told
    assert len(lens_of(screen).followed.follower.following.recent) == 100


def test_a_receipt_that_fails_is_named_and_opens_in_the_inbox(screen: Screen, folder: Path) -> None:
    path = folder / "a.jsonl"
    record(path, total=4000)
    path.write_bytes(path.read_bytes().replace(b'"used_before":', b'"used_before":1', 1))
    told = looked(screen)
    assert "1 failed" in told
    assert "a.jsonl:1 r: Failed: It was altered" in told
    screen.click("following.open")
    settle(screen)
    screen.wait_until(lambda: not lens_of(screen).inbox.runner.busy)
    assert [one.outcome for one in lens_of(screen).lines] == ["failed"]
    screen.do("audit-follow-file")
    assert looked(screen).startswith("Following a.jsonl")


def test_nothing_is_followed_once_it_is_stopped_or_gone(screen: Screen, folder: Path) -> None:
    screen.do("audit-follow-stop")
    assert find(screen, "following").isHidden()
    screen.messages.folders.append(folder)
    screen.do("audit-follow")
    looked(screen)
    folder.rmdir()
    lens_of(screen).followed.follower.look()
    screen.wait_until(lambda: bool(screen.messages.told))
    assert screen.messages.told[-1].text == "today cannot be followed."
    assert find(screen, "following").isHidden()
