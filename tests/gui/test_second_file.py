"""Candidates that are open do not go for those of another file unless somebody says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QRadioButton

from inspector.gui.commands import CommandId
from inspector.gui.import_dialog import ImportDialog
from inspector.gui.messages import Answer
from inspector.session.audit_edits import inbox_of
from inspector.stage import Part
from tests.shared.injection_input import card
from tests.shared.screen import Screen


def written(folder: Path, name: str, *cards: str) -> Path:
    path = folder / f"{name}.json"
    known = [card(one, 0.5) for one in cards]
    path.write_text(json.dumps({"set_id": name, "title": name, "knowledge_cards": known}))
    return path


@pytest.fixture
def first(shell: Screen, tmp_path: Path) -> Path:
    path = written(tmp_path, "first", "a", "b")
    shell.open(path)
    assert shell.messages.asked == []
    return path


def ways(dialog: ImportDialog) -> list[tuple[str, str, bool]]:
    """What can be done with what is open: in which words, what each means, and whether it is on."""
    buttons = dialog.findChildren(QRadioButton)
    return [
        (one.text(), one.toolTip(), one.isChecked())
        for one in buttons
        if one.objectName().startswith("import.with.")
    ]


def cards(shell: Screen) -> list[str]:
    return [one.node_id for one in shell.session.candidates.knowledge_cards]


@pytest.mark.usefixtures("first")
@pytest.mark.parametrize(
    ("answer", "there"),
    [
        (Answer.YES, ["a", "b", "c"]),
        (Answer.NO, ["c"]),
        (Answer.CANCEL, ["a", "b"]),
        (Answer.OTHER, ["a", "b"]),
    ],
)
def test_a_second_file_asks_once_whether_it_is_added_or_takes_the_place_of_the_first(
    shell: Screen, tmp_path: Path, answer: Answer, there: list[str]
) -> None:
    elsewhere: list[list[Path]] = []
    shell.workspace.opening.elsewhere_wanted.disconnect()
    shell.workspace.opening.elsewhere_wanted.connect(elsewhere.append)
    shell.messages.answers.append(answer)
    second = written(tmp_path, "second", "c")
    shell.drop(second)
    assert cards(shell) == there
    (question,) = shell.messages.asked
    assert question.text == "Add second.json to the candidates that are open?"
    assert question.detail == "first is open: 2 cards, 0 files."
    assert elsewhere == ([[second]] if answer is Answer.OTHER else [])
    if answer in (Answer.YES, Answer.NO):
        shell.do(CommandId.UNDO)
    assert cards(shell) == ["a", "b"]


def test_what_was_added_is_kept_in_the_session_and_read_again_from_no_file(
    shell: Screen, first: Path, tmp_path: Path
) -> None:
    assert shell.session.source(Part.CANDIDATES) == str(first)
    shell.messages.answers.append(Answer.YES)
    shell.drop(written(tmp_path, "second", "c"))
    assert shell.session.source(Part.CANDIDATES) is None


def test_the_same_file_is_opened_again_without_a_question(shell: Screen, first: Path) -> None:
    written(first.parent, "first", "d")
    shell.drop(first)
    assert cards(shell) == ["d"]


@pytest.mark.parametrize(
    ("answer", "there"),
    [
        (Answer.YES, ["a", "b", "c"]),
        (Answer.NO, ["b", "c"]),
        (Answer.CANCEL, ["a"]),
        (Answer.OTHER, ["a"]),
    ],
)
def test_manifests_are_added_to_those_under_audit_or_take_their_place_as_somebody_says(
    shell: Screen, tmp_path: Path, answer: Answer, there: list[str]
) -> None:
    def manifest(name: str) -> Path:
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(EMPTY_MANIFEST | {"trace_id": name}))
        return path

    def under_audit() -> list[str]:
        return [json.loads(one.manifest)["trace_id"] for one in inbox_of(shell.session)]

    first = manifest("a")
    shell.drop(first)
    shell.drop(first)  # the same file once more
    assert shell.messages.asked == []
    elsewhere: list[list[Path]] = []
    shell.workspace.opening.elsewhere_wanted.disconnect()
    shell.workspace.opening.elsewhere_wanted.connect(elsewhere.append)
    shell.messages.answers.append(answer)
    others = [manifest("b"), manifest("c")]
    shell.drop(*others)
    (question,) = shell.messages.asked
    assert question.text == "Add b.json, c.json to the manifests under audit?"
    assert question.detail == "a.json is open: 1 manifest."
    assert under_audit() == there
    assert elsewhere == ([others] if answer is Answer.OTHER else [])
    if answer in (Answer.YES, Answer.NO):
        shell.do(CommandId.UNDO)
    assert under_audit() == ["a"]


def test_candidates_and_a_manifest_that_come_together_are_asked_about_once(
    shell: Screen, tmp_path: Path, first: Path
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(json.dumps(EMPTY_MANIFEST | {"trace_id": name}))
    shell.drop(tmp_path / "a.json")
    shell.messages.answers.append(Answer.YES)
    shell.drop(tmp_path / "b.json", written(tmp_path, "second", "c"))
    (question,) = shell.messages.asked
    assert question.text == "Add b.json, second.json to what is open?"
    assert question.detail == "first is open: 2 cards, 0 files. a.json is open: 1 manifest."
    assert cards(shell) == ["a", "b", "c"]
    assert len(inbox_of(shell.session)) == 2


@pytest.mark.usefixtures("first")
def test_other_inputs_are_taken_without_a_question(shell: Screen, tmp_path: Path) -> None:
    policy = tmp_path / "policy.json"
    policy.write_text('{"schema_version": 1}')
    shell.drop(policy)
    assert shell.session.source(Part.POLICY) == str(policy)


def test_labels_of_what_is_asked_are_added_to_it_where_somebody_says_so(
    shell: Screen, tmp_path: Path
) -> None:
    hits = tmp_path / "hits.json"
    found = [{"page_content": "North.", "id": "f", "score": 0.5}]
    hits.write_text(json.dumps({"query": "Which?", "documents": found}))
    labels = tmp_path / "labels.csv"
    labels.write_text("question,relevant_ids\nWhich?,f\n")
    shell.open(hits)
    seen: list[list[tuple[str, str, bool]]] = []
    shell.messages.imports.append(lambda dialog: (seen.append(ways(dialog)), dialog.accept()))
    shell.open(labels)
    assert seen == [
        [
            ("Add", "Which? is open.", True),
            ("Replace", "Which? is open.", False),
            ("New window", "What is open stays as it is.", False),
        ]
    ]
    request = shell.session.request
    assert request is not None
    assert request.relevance.files == {"hits:f": 0.5}
    assert request.expect is not None
    assert request.expect.must_include == ("hits:f",)


EMPTY_MANIFEST = {
    "timestamp": "2026-04-03T12:00:00Z",
    "total_budget_tokens": 0,
    "knowledge_card_budget_tokens": 0,
    "bucket_content_budget_tokens": 0,
    "total_tokens_used": 0,
    "schema_version": 1,
}
REQUEST = {
    "trace_id": "t",
    "timestamp": "2026-04-03T12:00:00Z",
    "model": {"name": "m", "context_window": 9_000},
}


def chat(said: str) -> dict[str, object]:
    return {"model": "m", "messages": [{"role": "user", "content": said}]}


SECOND = {
    "policy": (
        {"schema_version": 1, "min_bucket_tokens": 5},
        {"schema_version": 1, "min_bucket_tokens": 6},
        "Policy first-policy.json",
    ),
    "request": (
        REQUEST | {"user_message": "Where?"},
        REQUEST | {"trace_id": "u", "user_message": "Who?"},
        "Request Where?",
    ),
    "what-ifs": ({"top_k": 3}, {"top_k": 4}, "What-ifs first-what-ifs.json"),
    "state": (
        {"session_id": "s", "objective": "o"},
        {"session_id": "s", "objective": "p"},
        "Working state first-state.json",
    ),
}


@pytest.mark.parametrize("kind", SECOND)
def test_nothing_that_is_open_goes_for_a_second_file_unasked(
    shell: Screen, tmp_path: Path, kind: str
) -> None:
    *contents, told = SECOND[kind]
    first, second = (tmp_path / f"{name}-{kind}.json" for name in ("first", "second"))
    for path, content in zip((first, second), contents, strict=True):
        path.write_text(json.dumps(content))
    shell.drop(first)
    assert shell.messages.asked == []
    before = shell.session
    shell.messages.answers.extend([Answer.CANCEL, Answer.YES])
    shell.drop(second)
    assert shell.session is before
    (question,) = shell.messages.asked
    assert question.text == f"Open second-{kind}.json in place of what is open?"
    assert question.detail == f"It replaces: {told}."
    shell.drop(second)
    assert shell.session is not before
    shell.drop(second)  # the same file once more
    assert len(shell.messages.asked) == 2


def test_the_dialog_of_a_foreign_file_asks_whether_it_takes_the_place_of_what_is_open(
    shell: Screen, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    first.write_text(json.dumps(chat("hello")))
    second.write_text(json.dumps(chat("good day")))
    seen: list[list[tuple[str, str, bool]]] = []

    def then(do: Callable[[ImportDialog], None]) -> None:
        shell.messages.imports.append(lambda dialog: (seen.append(ways(dialog)), do(dialog)))

    then(ImportDialog.accept)
    shell.drop(first)
    before = shell.session
    then(ImportDialog.reject)
    shell.drop(second)
    assert shell.session is before
    then(ImportDialog.accept)
    shell.drop(second)
    assert shell.session is not before
    assert shell.messages.asked == []
    asked = [
        ("Replace", "It replaces: Chunks first.json.", True),
        ("New window", "What is open stays as it is.", False),
    ]
    assert seen == [[], asked, asked]
