"""Files of other programs become candidates, requests, corpora and chunks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.cli.foreign import save_imported
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.window.chunk import ChunkType
from inspector.files import load_any, load_candidates, load_requests
from inspector.files.findings import Findings
from inspector.files.importers import Imported, importers, read_foreign
from inspector.files.importers.mapping import ColumnMapping
from inspector.files.importers.values import closeness, utc_timestamp
from inspector.session.opening import session_of
from tests.files.importers.shapes import REFUND, SHAPES, lines
from tests.shared.examples import examples
from tests.shared.injection_input import request


def read(path: Path, **options: object) -> tuple[Imported | None, list[str]]:
    found = Findings()
    imported = read_foreign(path, found, **options)  # type: ignore[arg-type]
    return imported, [problem.code for problem in found.problems()]


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def imported(folder: Path, shape: str) -> Imported:
    name, text, _, _ = SHAPES[shape]
    found, _ = read(written(folder, name, text))
    assert found is not None
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_becomes_what_it_holds(tmp_path: Path, shape: str) -> None:
    _, _, becomes, counts = SHAPES[shape]
    found = imported(tmp_path, shape)
    assert found.becomes == becomes
    assert found.counts == counts


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_opens_without_conversion_under_any_name(tmp_path: Path, shape: str) -> None:
    name, text, _, _ = SHAPES[shape]
    path = written(tmp_path, "x" + Path(name).suffix, text)
    loaded = load_any(path)
    assert session_of(loaded.value, str(path)) is not None
    assert not [one for one in loaded.problems if one.severity == "error"]


def test_every_importer_reads_a_shape(tmp_path: Path) -> None:
    formats = {imported(tmp_path, shape).format for shape in SHAPES}
    assert (
        len(importers()) <= len(formats) + 4
    )  # two each read logs, answers of a search, sessions of Gemini CLI


def test_scores_of_a_request_are_its_own(tmp_path: Path) -> None:
    found = imported(tmp_path, "retriever span, nested")
    assert found.requests[0].relevance.files == {"a:d1": 0.9, "a:d2": 0.2}
    assert found.requests[0].user_message == "refund policy"
    assert found.candidates is not None
    assert [file.relevance_score for file in found.candidates.buckets[0].files] == [0.0, 0.0]


def test_a_distance_becomes_a_score_and_is_kept(tmp_path: Path) -> None:
    candidates = imported(tmp_path, "chroma").candidates
    assert candidates is not None
    near, far = (file.relevance_score for file in candidates.buckets[0].files)
    assert near > far
    assert isinstance(candidates.source, dict)
    assert candidates.source["distances"] == {"distance": {"a:d1": 0.1, "a:d2": 0.7}}


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_the_nearer_of_two_always_scores_higher(first: float, second: float) -> None:
    if abs(first - second) > 1e-3:
        assert (closeness(first) > closeness(second)) == (first < second)
    assert 0 <= closeness(first) <= 1


def test_questions_share_a_paragraph_and_compete_with_their_own(tmp_path: Path) -> None:
    found = imported(tmp_path, "hotpotqa")
    assert found.candidates is not None
    first, second = found.requests
    assert first.choices(found.candidates).buckets[0].files[1].file_id == "Bo"
    assert len(second.choices(found.candidates).buckets[0].files) == 1
    assert first.expect is not None
    assert first.expect.must_include == (("Ana#1", "a:Ana"),)


def test_evidence_that_was_never_retrieved_stays_evidence(tmp_path: Path) -> None:
    expect = imported(tmp_path, "ragas").requests[0].expect
    assert expect is not None
    retrieved, never = expect.must_include
    assert str(retrieved).startswith("a:")
    assert never == "row-1/reference-1"


def test_lexical_scores_are_named_as_such(tmp_path: Path) -> None:
    name, text, _, _ = SHAPES["ragas"]
    found, codes = read(written(tmp_path, name, text))
    assert codes == ["import.lexical-scores"]
    assert found is not None
    assert found.candidates is not None
    assert isinstance(found.candidates.source, dict)
    assert found.candidates.source["scores"] == "lexical relevance (BM25)"
    scores, expect = found.requests[0].relevance.files, found.requests[0].expect
    assert expect is not None
    assert max(scores, key=lambda one: scores[one]) == expect.must_include[0]


def test_an_id_of_two_texts_is_numbered(tmp_path: Path) -> None:
    text = lines(*({"page_content": one, "id": "same"} for one in ("a", "b", "a")))
    found, _ = read(written(tmp_path, "a.jsonl", text))
    assert found is not None
    assert found.candidates is not None
    assert [file.file_id for file in found.candidates.buckets[0].files] == ["same", "same#2"]


def test_turns_hold_what_was_there_side_talk_and_compaction_apart(tmp_path: Path) -> None:
    first, after, side = imported(tmp_path, "claude code").payloads
    assert [chunk.type for chunk in first.chunks] == [
        ChunkType.CURRENT_USER_PROMPT,
        ChunkType.TOOL_INPUT,
        ChunkType.TOOL_OUTPUT,
    ]
    assert (first.name, after.name) == (
        "turn 1 (before a compaction)",
        "turn 1 (after a compaction)",
    )
    assert [chunk.content for chunk in after.chunks] == ["Summary so far"]
    assert side.name == "side conversation 1, turn 1"


def test_a_session_of_codex_is_what_was_sent_and_none_of_what_was_only_shown(
    tmp_path: Path,
) -> None:
    told = {"type": "message", "role": "user", "content": "hello"}
    answer = {"type": "message", "role": "assistant", "content": "hi"}
    events = (
        {"type": "session_meta", "payload": {"id": "x", "instructions": "Be brief."}},
        {"type": "event_msg", "payload": {"type": "user_message", "message": "hello"}},
        {"type": "event_msg", "role": "user", "content": "hello", "payload": None},
        {"type": "response_item", "payload": told},
        told | {"content": "as older versions wrote it"},
        {"type": "response_item", "payload": answer},
    )
    stamped = [{"timestamp": "2026-01-01T00:00:00Z", **one} for one in events]
    found, _ = read(written(tmp_path, "a.jsonl", lines(*stamped)))
    assert found is not None
    assert [chunk.content for chunk in found.payloads[-1].chunks] == [
        "Be brief.",
        "hello",
        "as older versions wrote it",
        "hi",
    ]


def test_messages_of_langchain_have_the_role_that_the_end_of_their_id_names(
    tmp_path: Path,
) -> None:
    def message(name: str, **fields: object) -> dict[str, object]:
        return {"id": ["langchain", "schema", name], "kwargs": {"content": name, **fields}}

    names = ("SystemMessage", "HumanMessage", "AIMessage", "ToolMessage", "HumanMessage")
    sent = [message(name) for name in names]
    sent[3] = message("ToolMessage", tool_call_id="c")
    run = {"id": "1", "trace_id": "t", "run_type": "llm", "inputs": {"messages": [sent]}}
    found, _ = read(written(tmp_path, "a.json", json.dumps(run)))
    assert found is not None
    assert [chunk.type for chunk in found.payloads[0].chunks] == [
        ChunkType.SYSTEM_PROMPT,
        ChunkType.CHAT_HISTORY_USER,
        ChunkType.CHAT_HISTORY_ASSISTANT,
        ChunkType.TOOL_OUTPUT,
        ChunkType.CURRENT_USER_PROMPT,
    ]


def test_one_request_that_says_what_must_be_in_makes_a_file_labelled() -> None:
    bare = request(trace_id="bare")
    asks = request(trace_id="asks", expect={"must_include": ["a"]})
    assert not Imported("any", requests=(bare,)).labelled
    assert Imported("any", requests=(bare, asks)).labelled


def test_cache_marks_are_kept(tmp_path: Path) -> None:
    for shape in ("messages with cache marks", "converse"):
        chunks = imported(tmp_path, shape).payloads[0].chunks
        assert [one for one in chunks if (one.metadata or {}).get("cache_control")]


def test_several_requests_open_as_a_list_with_the_last_in_front(tmp_path: Path) -> None:
    name, text, _, _ = SHAPES["batch"]
    session = session_of(load_any(written(tmp_path, name, text)).value, name)
    assert session is not None
    assert [one.name for one in session.window.requests] == ["r1", "r2"]
    assert session.window.chunks == session.window.requests[1].chunks
    assert session.window.available_tokens == 128_000


def test_chunks_are_written_to_one_file_a_request_numbered_where_there_are_several(
    tmp_path: Path,
) -> None:
    assert save_imported(imported(tmp_path, "converse"), "one", tmp_path / "made") == ()
    assert save_imported(imported(tmp_path, "batch"), "two", tmp_path / "made") == ()
    names = ["one.chunks.json", "two.1.chunks.json", "two.2.chunks.json"]
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == names


def test_a_benchmark_takes_queries_and_judgements_beside_it(tmp_path: Path) -> None:
    written(
        tmp_path,
        "corpus.jsonl",
        lines(
            {"_id": "d1", "title": "Refunds", "text": REFUND},
            {"_id": "d2", "title": "Other", "text": "Nothing."},
        ),
    )
    written(tmp_path, "queries.jsonl", lines({"_id": "q1", "text": "refunds?"}))
    (tmp_path / "qrels").mkdir()
    written(tmp_path / "qrels", "test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\n")
    for path in (tmp_path, tmp_path / "corpus.jsonl"):
        found, _ = read(path)
        assert found is not None
        assert found.becomes == ("candidates", "request", "corpus")
        assert found.requests[0].expect is not None
        assert found.requests[0].expect.must_include == ("corpus:d1",)
        assert found.requests[0].relevance.files["corpus:d1"] > 0
    written(tmp_path, "first.run", "q1 Q0 d2 1 7.5 mine\nq1 Q0 d1 2 7.0 mine\n")
    found, _ = read(tmp_path)
    assert found is not None
    assert found.requests[0].relevance.files == {"corpus:d2": 7.5, "corpus:d1": 7.0}


def test_a_table_is_read_by_the_mapping_that_is_given(tmp_path: Path) -> None:
    path = written(tmp_path, "a.tsv", "key\tsaid\tbm\nk1\tAlpha\t2\nk2\tBeta\t1\n")
    found, codes = read(path)
    assert found is not None
    assert (found.becomes, found.account.taken) == ((), {})
    assert [(one.count, found.account.records) for one in found.account.left_out] == [(2, 2)]
    assert codes == ["file.unknown-kind"]
    found, _ = read(path, mapping=ColumnMapping.read("text=said,id=key,score=bm"))
    assert found is not None
    assert found.candidates is not None
    files = found.candidates.buckets[0].files
    assert [(file.file_id, file.text, file.relevance_score) for file in files] == [
        ("k1", "Alpha", 2.0),
        ("k2", "Beta", 1.0),
    ]
    _, codes = read(path, mapping=ColumnMapping(text="absent"))
    assert codes == ["import.no-column"]


@pytest.mark.parametrize("wrong", ["id=a", "text", "text=a,size=b"])
def test_a_mapping_without_a_text_or_with_unknown_names_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="mapping"):
        ColumnMapping.read(wrong)


def test_what_is_not_recognised_names_the_nearest_and_what_is_missing(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", json.dumps({"run_type": "llm", "id": 3}))
    loaded = load_any(path)
    assert loaded.value is None
    (problem,) = loaded.problems
    assert problem.message == "It looks like runs of LangSmith; missing: inputs."


def test_a_log_of_requests_is_never_taken_for_a_request_of_ours(tmp_path: Path) -> None:
    name, text, _, _ = SHAPES["gateway log"]
    session = session_of(load_any(written(tmp_path, name, text)).value, name)
    assert session is not None
    assert session.request is None
    assert session.window.chunks


def test_records_that_are_left_out_are_counted_and_placed(tmp_path: Path) -> None:
    text = lines({"page_content": "a", "id": "1"}, {"page_content": "", "id": "2"})
    path = written(tmp_path, "a.jsonl", text)
    loaded = load_candidates(path)
    assert loaded.value is not None
    assert loaded.value.skipped_records == 1
    assert [(one.code, one.place.line) for one in loaded.problems] == [("import.left-out", 2)]


def test_parts_of_a_corpus_are_read_where_a_part_is_asked_for(tmp_path: Path) -> None:
    name, text, _, _ = SHAPES["hotpotqa"]
    path = written(tmp_path, name, text)
    assert isinstance(load_candidates(path).value, CandidateSet)
    assert [one.trace_id for one in load_requests(path).value or ()] == ["q1", "q2"]
    chat = written(tmp_path, "chat.json", SHAPES["chat completions"][1])
    assert [one.code for one in load_candidates(chat).problems] == ["import.no-candidates"]


@pytest.mark.parametrize(
    ("given_time", "expected"),
    [
        ("2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05Z"),
        (1767322645, "2026-01-02T02:57:25Z"),
        ("1767322645000000000", "2026-01-02T02:57:25Z"),
        ("yesterday", None),
        (None, None),
    ],
)
def test_moments_become_utc(given_time: object, expected: str | None) -> None:
    assert utc_timestamp(given_time) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "messages",
                    "role",
                    "content",
                    "parts",
                    "attributes",
                    "payload",
                    "type",
                    "input",
                    "results",
                    "documents",
                    "context",
                    "question",
                    "paragraphs",
                    "data",
                    "body",
                    "text",
                    "id",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@examples(20)
@given(value=JSON, more=JSON)
def test_no_json_makes_an_importer_fail(
    tmp_path_factory: pytest.TempPathFactory, value: object, more: object
) -> None:
    folder = tmp_path_factory.mktemp("any")
    for name, text in (("a.json", json.dumps(value)), ("a.jsonl", lines(value, more))):
        load_any(written(folder, name, text))
        for importer in importers():
            read(folder / name, kind=importer.name)
