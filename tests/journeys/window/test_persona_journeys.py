"""How many actions lie between a person and what they came for, with nothing prepared.

An action is a drop, a click, a key or a command. What a person reads is no action.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli import main
from inspector.resources import resource_path
from tests.shared.counted import Counted

OWN = ("policy.json", "candidates.json", "request.json")


@pytest.fixture
def own(tmp_path: Path) -> list[Path]:
    """Somebody's own files, in a folder that the program knows nothing of."""
    folder = tmp_path / "mine"
    shutil.copytree(resource_path("samples/securities-fraud"), folder)
    policy = json.loads((folder / "policy.json").read_text("utf-8"))
    shares = {"knowledge_card_share_default": 0.2, "bucket_content_share_default": 0.8}
    (folder / "policy.json").write_text(json.dumps(policy | shares), "utf-8")
    return [folder / name for name in OWN]


def test_an_engineer_gets_from_own_data_to_a_reason_and_to_the_best_split(
    somebody: Callable[[], Counted], own: list[Path]
) -> None:
    engineer = somebody()
    engineer.drop(*own)
    engineer.wait_until(lambda: engineer.screen.result is not None)
    assert engineer.workspace.lenses.current == "injection"
    engineer.press("Alt+S")
    engineer.wait_until(lambda: engineer.text("why.name") == "Scienter allegations")
    assert "complaint" in engineer.text("why.sentence").lower()
    assert engineer.actions <= 5

    before = engineer.session.policy
    engineer.begin_again()
    lens = engineer.workspace.lenses.widget
    engineer.wait_until(lambda: lens.answers.splits.splits is not None)
    engineer.click("find-best")
    assert engineer.session.policy != before
    assert engineer.actions <= 3


def test_own_files_lead_to_a_place_in_the_prompt_and_to_a_presentation_of_them(
    somebody: Callable[[], Counted], own: list[Path]
) -> None:
    presenter = somebody()
    presenter.drop(*own)
    presenter.wait_until(lambda: presenter.screen.result is not None)
    presenter.press("Alt+S")
    presenter.wait_until(lambda: presenter.text("why.name") == "Scienter allegations")
    presenter.click("why.in-prompt")
    assert presenter.workspace.lenses.current == "assembly"
    assert presenter.actions <= 5

    presenter.begin_again()
    presenter.press("F11")
    presenter.wait_until(lambda: presenter.workspace.presentation.is_on)
    assert presenter.actions <= 2
    presenter.press("Esc")


HARBOURS = (
    "Aldra",
    "Borvik",
    "Celn",
    "Dunmar",
    "Eskil",
    "Forsa",
    "Gamla",
    "Hjelm",
    "Ister",
    "Jorn",
)
PARTS = ("quay", "crane", "lighthouse", "dry dock", "customs house", "ferry", "breakwater", "slip")


def paragraph(harbour: str) -> list[str]:
    """Return what an invented encyclopedia says of an invented harbour."""
    return [
        f"The {part} of {harbour} was built in the year {1800 + 7 * at + 3 * len(harbour)} by"
        f" masons who came over the sea, and {harbour} has kept it in use in every winter since."
        for at, part in enumerate(PARTS * 6)
    ]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """What a retriever brought for some questions, with the evidence labelled."""
    rows = [
        {
            "_id": f"q{at}",
            "question": f"When was the {part} of {HARBOURS[at]} built?",
            "supporting_facts": [[HARBOURS[at], at], [HARBOURS[-1 - at], at]],
            "context": [[harbour, paragraph(harbour)] for harbour in HARBOURS],
        }
        for at, part in enumerate(PARTS[:4])
    ]
    (tmp_path / "retrieved.json").write_text(json.dumps(rows), "utf-8")
    return tmp_path / "retrieved.json"


def test_an_engineer_gets_from_a_retrieval_log_to_a_reason_and_to_the_best_split(
    somebody: Callable[[], Counted], own: list[Path], log: Path
) -> None:
    engineer = somebody()
    engineer.drop(log, own[0])
    engineer.wait_until(lambda: engineer.screen.result is not None)
    engineer.press("Alt+S")
    engineer.wait_until(lambda: "whose full text is in" in engineer.text("why.sentence"))
    assert engineer.actions <= 5

    before = engineer.session.policy
    engineer.begin_again()
    lens = engineer.workspace.lenses.widget
    engineer.wait_until(lambda: lens.answers.splits.splits is not None)
    engineer.click("find-best")
    assert engineer.session.policy != before
    assert engineer.actions <= 3


def test_an_engineer_gets_from_a_folder_of_answers_to_what_kept_a_whole_text_out(
    somebody: Callable[[], Counted], tmp_path: Path
) -> None:
    folder = tmp_path / "run-17"
    folder.mkdir()
    points = [
        {"id": name, "score": 0.9 - at / 20, "payload": {"text": " ".join(paragraph(name))}}
        for at, name in enumerate(HARBOURS)
    ]
    memories = [
        {"id": f"m{at}", "memory": text, "score": 0.8 - at / 100}
        for at, text in enumerate(paragraph("Kolm"))
    ]
    (folder / "hits.json").write_text(json.dumps({"result": {"points": points}}), "utf-8")
    (folder / "memories.json").write_text(json.dumps({"results": memories}), "utf-8")
    engineer = somebody()
    engineer.drop(folder)
    engineer.wait_until(lambda: engineer.screen.result is not None)
    held = engineer.session.candidates
    assert (len(held.knowledge_cards), [len(one.files) for one in held.buckets]) == (48, [10])
    engineer.press("Alt+T")
    engineer.wait_until(lambda: engineer.is_visible("why.sentence"))
    assert "its text needed" in engineer.text("why.sentence")
    assert engineer.actions <= 5


def test_a_folder_of_texts_leads_to_the_reason_why_one_is_there_by_title_only(
    somebody: Callable[[], Counted], tmp_path: Path
) -> None:
    folder = tmp_path / "harbours"
    folder.mkdir()
    for name in HARBOURS:
        (folder / f"{name}.md").write_text("\n\n".join(paragraph(name)), "utf-8")
    engineer = somebody()
    engineer.drop(folder)
    engineer.wait_until(lambda: engineer.screen.result is not None)
    engineer.wait_until(lambda: "by title only: 11,858 tokens" in engineer.text("overview.title"))
    engineer.press("Alt+T")
    engineer.wait_until(lambda: engineer.is_visible("why.sentence"))
    assert engineer.actions <= 5


@pytest.mark.parametrize(("change", "verdict"), [(0, "Verified"), (1, "Failed")])
def test_a_reviewer_tells_a_wrong_manifest_from_a_right_one(
    somebody: Callable[[], Counted], own: list[Path], tmp_path: Path, change: int, verdict: str
) -> None:
    manifest, session = tmp_path / "manifest.json", own[0].parent / "session.inspector.json"
    assert main(["run", str(session), "--manifest", str(manifest), "--no-history"]) in (0, 1)
    written = json.loads(manifest.read_text("utf-8"))
    written["total_tokens_used"] += change
    manifest.write_text(json.dumps(written), "utf-8")
    reviewer = somebody()
    reviewer.drop(*own, manifest)
    reviewer.wait_until(lambda: reviewer.is_visible("audit.headline"))
    reviewer.wait_until(lambda: reviewer.text("audit.headline").startswith(verdict))
    assert reviewer.actions == 1


def test_a_presenter_begins_from_the_first_page(somebody: Callable[[], Counted]) -> None:
    presenter = somebody()
    presenter.click("start.present")
    presenter.wait_until(lambda: presenter.workspace.presentation.is_on)
    assert presenter.window.isFullScreen()
    assert presenter.is_visible("story.title")
    assert presenter.actions <= 2
    presenter.press("Esc")
    assert not presenter.window.isFullScreen()


def test_the_ways_in_lead_where_they_say(somebody: Callable[[], Counted]) -> None:
    newcomer = somebody()
    newcomer.click("start.check")
    assert newcomer.workspace.lenses.current == "audit"
    another = somebody()
    another.click("start.tune")
    assert another.workspace.lenses.current == "injection"
