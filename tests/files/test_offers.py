"""A file of another program is offered before it is opened: as what, and by which columns."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.cli.foreign import save_imported
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.files import opening
from inspector.files.findings import BETWEEN_LOOKS
from inspector.files.importers import window_stage
from inspector.files.importers.imported import Imported
from inspector.files.importers.mapping import ColumnMapping
from inspector.files.opening import Offer, files_of_folder, load_any, load_offer
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.opening import Together
from inspector.session.window_stage import WindowStage
from tests.shared.problem_lists import codes, written

ODD = "said;score\nRefund soon;1\nShip later;2\n"
USUAL = "id,text\na,Refund\nb,Ship\n"


def offered(path: Path, **how: object) -> Offer:
    found = load_offer(path, **how).value  # type: ignore[arg-type]
    assert isinstance(found, Offer)
    return found


def test_a_table_of_no_known_columns_is_offered_by_its_longest_texts(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", ODD)
    offer = offered(path)
    assert offer.mapping == ColumnMapping("said", score="score")
    assert offer.columns == ("said", "score")
    assert not offer.reads_itself
    assert isinstance(offer.value, CandidateSet)
    assert [one.text for one in offer.value.buckets[0].files] == ["Refund soon", "Ship later"]
    assert load_offer(path).problems == ()
    assert load_any(path).value is None


def test_a_table_is_offered_by_the_columns_that_were_chosen_for_it_before(tmp_path: Path) -> None:
    chosen = ColumnMapping("score", id="said")
    path = written(tmp_path, "a.csv", ODD)
    offer = offered(path, mappings={("said", "score"): chosen})
    assert offer.mapping == chosen
    other = offered(path, mappings={("said",): chosen})
    assert other.mapping == ColumnMapping("said", score="score")


def test_a_table_of_known_columns_reads_itself(tmp_path: Path) -> None:
    offer = offered(written(tmp_path, "a.csv", USUAL))
    assert offer.mapping == ColumnMapping("text", id="id")
    assert offer.reads_itself


def test_a_recognised_file_needs_no_columns(tmp_path: Path) -> None:
    chat = [{"role": "user", "content": "Hi"}]
    path = written(tmp_path, "a.json", chat)
    offer = offered(path, mappings={("role", "content"): ColumnMapping("content")})
    assert offer.mapping is None
    assert offer.reads_itself
    assert isinstance(offer.value, WindowStage)


def test_a_text_is_offered_without_a_file() -> None:
    offer = offered(Path("pasted"), text="\ufeff" + USUAL + "c,\ud800\n")
    assert isinstance(offer.value, CandidateSet)
    assert [one.text for one in offer.value.buckets[0].files] == ["Refund", "Ship", "?"]


def test_what_is_nothing_known_is_told_once(tmp_path: Path) -> None:
    for loaded in (load_offer("pasted", text="just words"), load_offer("x", text='{"x": 1}')):
        assert (loaded.value, codes(loaded)) == (None, ["file.unknown-kind"])
    path = written(tmp_path, "a.json", "{broken")
    assert codes(load_offer(path)) == codes(load_any(path)) == ["json.syntax"]
    assert codes(load_offer(tmp_path / "none.json")) == ["file.missing"]


def test_a_recognised_file_without_contents_is_no_offer(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", {"attributes": {"gen_ai.x": 1}})
    for load in (load_offer, load_any):
        assert (load(path).value, codes(load(path))) == (None, ["import.nothing"])


def test_what_a_file_holds_of_several_kinds_is_opened_together(tmp_path: Path) -> None:
    spans = [
        {"trace_id": "t", "attributes": {"input.value": "refund", "retrieval.documents": found}}
        for found in ([{"document.content": "Refund.", "document.score": 1}],)
    ]
    one = load_any(written(tmp_path, "a.json", spans)).value
    assert isinstance(one, Together)
    assert list(map(type, one.parts)) == [CandidateSet, Request]
    spans.append(spans[0] | {"trace_id": "u"})
    sent = {"attributes": {"gen_ai.prompt": [{"role": "user", "content": "Hi"}]}}
    several = load_any(written(tmp_path, "a.json", [*spans, sent])).value
    assert isinstance(several, Together)
    assert list(map(type, several.parts)) == [CandidateSet, tuple, WindowStage]
    assert several.parts[1] == offered(tmp_path / "a.json").imported.requests


def test_what_an_offer_is_opened_as_is_made_once_however_often_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []

    def counted(imported: Imported) -> WindowStage:
        made.append(imported)
        return window_stage(imported)

    monkeypatch.setattr(opening, "window_stage", counted)
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"model": "m", "messages": [{"role": "user", "content": "a"}]}))
    offer = load_offer(path).value
    assert isinstance(offer, Offer)
    first = offer.value
    assert offer.value is first
    assert made == [offer.imported]
    again = replace(offer, imported=replace(offer.imported))
    assert again.value == first
    assert len(made) == 2


def test_a_folder_with_a_corpus_is_opened_and_offered_as_that(tmp_path: Path) -> None:
    written(tmp_path, "corpus.jsonl", '{"_id": "a", "title": "T", "text": "Refund"}\n')
    assert files_of_folder(tmp_path) == ()
    assert isinstance(load_any(tmp_path).value, CandidateSet)
    assert isinstance(offered(tmp_path).value, CandidateSet)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.jsonl", '{"trace_id": "t", "user_message": 5}\n', None),
        ("a.json", '{"hot_state_tokens": "x"}', None),
        ("a.json", '{"session_id": "s"}', DisciplineStage),
    ],
)
def test_of_a_file_of_which_nothing_is_good_nothing_is_opened(
    name: str, content: str, expected: type | None, tmp_path: Path
) -> None:
    loaded = load_any(written(tmp_path, name, content))
    assert type(loaded.value) is (expected or type(None))
    assert (loaded.value is None) == any(one.severity == "error" for one in loaded.problems)


def test_of_five_sessions_in_a_folder_four_are_named(tmp_path: Path) -> None:
    for number in range(4):
        written(tmp_path, f"{number}.inspector.json", "{}")
    (problem,) = load_any(tmp_path).problems
    names = [f"{number}.inspector.json" for number in range(4)]
    assert problem.message == f"The folder holds 4 files of one kind: {', '.join(names)}"
    assert problem.place.file == str(tmp_path)
    written(tmp_path, "4.inspector.json", "{}")
    (problem,) = load_any(tmp_path).problems
    assert problem.message == f"The folder holds 5 files of one kind: {', '.join(names)}, …"


def test_a_folder_that_cannot_be_made_is_a_problem(tmp_path: Path) -> None:
    file = written(tmp_path, "file", "x")
    offer = offered(written(tmp_path, "a.csv", USUAL))
    (problem,) = save_imported(offer.imported, "a", file / "inner")
    assert (problem.code, problem.place.file) == ("file.not-written", str(file / "inner"))
    assert problem.message == "The folder cannot be made: Not a directory."
    inner = tmp_path / "new" / "inner"
    for _ in range(2):
        assert save_imported(offer.imported, "a", inner) == ()
    assert [one.name for one in inner.iterdir()] == ["a.candidates.json"]
    assert json.loads((inner / "a.candidates.json").read_text("utf-8"))["set_id"] == "a"


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.json"])
def test_the_reading_of_a_large_file_can_be_stopped_at_any_moment(
    name: str, tmp_path: Path
) -> None:
    rows = [{"id": str(at), "text": f"Passage {at}"} for at in range(2_000)]
    lines = [json.dumps(row) for row in rows]
    texts = {
        "a.csv": "id,text\n" + "".join(f"{row['id']},{row['text']}\n" for row in rows),
        "a.jsonl": "\n".join(lines),
        "a.json": f"[{','.join(lines)}]",
    }
    path = written(tmp_path, name, texts[name])
    asked = 0

    def told(_done: int, _total: int) -> bool:
        nonlocal asked
        asked += 1
        return asked != last

    last = 0
    assert load_offer(path, told).value is not None
    moments, between = asked, 2_000 // BETWEEN_LOOKS
    assert moments > 2 * between  # while it is split, and while it is taken in
    for moment in range(1, moments + 1):
        asked, last = 0, moment
        assert codes(load_offer(path, told)) == ["file.cancelled"]


def test_the_placing_of_a_log_can_be_stopped_before_each_request(tmp_path: Path) -> None:
    said = {"sessionId": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/x", "version": "2.0.0"}
    lines = [
        said
        | {"type": who, "uuid": f"u{at}", "parentUuid": f"u{at - 1}" if at else None}
        | {"message": {"role": who, "content": f"Text {at}"}}
        for at in range(80)
        for who in (("user", "assistant")[at % 2],)
    ]
    path = written(tmp_path, "a.jsonl", "\n".join(map(json.dumps, lines)))
    asked, last = 0, 0

    def told(_done: int, _total: int) -> bool:
        nonlocal asked
        asked += 1
        return asked != last

    offer = load_offer(path, told).value
    assert isinstance(offer, Offer)
    assert asked > len(offer.imported.payloads) == 40
    asked, last = 0, asked
    assert codes(load_offer(path, told)) == ["file.cancelled"]
