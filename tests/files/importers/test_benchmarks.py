"""A benchmark is a corpus with queries, judgements and a run beside it, under usual names."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.files.findings import Findings
from inspector.files.importers import (
    Imported,
    candidates_in,
    is_foreign_folder,
    read_foreign,
)
from tests.files.importers.shapes import lines

CORPUS = [
    {"_id": "d1", "title": "Refunds", "text": "Refunds within 30 days."},
    {"_id": "d2", "title": "Other", "text": "Nothing else."},
    {"id": "d3", "title": "Alone"},
    {"_id": "d4", "text": ""},
    {"_id": "d5"},
]
QUERIES = [{"_id": "q1", "text": "refunds?"}, {"id": "q2", "text": "else?"}, ["no query"]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A corpus with queries."""
    (tmp_path / "corpus.jsonl").write_text(lines(*CORPUS), "utf-8")
    (tmp_path / "queries.jsonl").write_text(lines(*QUERIES), "utf-8")
    return tmp_path


def read(path: Path) -> tuple[Imported, list[tuple[str, int | None, str]]]:
    found = Findings()
    imported = read_foreign(path, found)
    assert imported is not None
    return imported, [(one.code, one.place.line, one.message) for one in found.problems()]


def needed(imported: Imported) -> dict[str, list[object]]:
    return {
        one.trace_id: list(one.expect.must_include) if one.expect else []
        for one in imported.requests
    }


def test_a_corpus_has_its_documents_and_a_request_for_each_query(folder: Path) -> None:
    imported, told = read(folder)
    assert imported.format == "retrieval benchmark (BEIR, TREC)"
    assert imported.candidates is not None
    assert imported.candidates.skipped_records == 2
    (bucket,) = imported.candidates.buckets
    assert [(one.file_id, one.title, one.text) for one in bucket.files] == [
        ("d1", "Refunds", "Refunds within 30 days."),
        ("d2", "Other", "Nothing else."),
        ("d3", "Alone", "Alone"),
    ]
    assert [(one.trace_id, one.user_message) for one in imported.requests] == [
        ("q1", "refunds?"),
        ("q2", "else?"),
    ]
    assert [sorted(one.relevance.files) for one in imported.requests] == [
        ["corpus:d1"],
        ["corpus:d2"],
    ]
    scores = (
        "The file has no scores; 2 requests ranked by lexical relevance (BM25) of the question."
    )
    assert told == [
        ("import.lexical-scores", None, scores),
        ("import.left-out", 4, "This passage has no text; it was left out."),
        ("import.left-out", 5, "This is no document of the corpus; it was left out."),
        ("import.left-out", 3, "Left out: a question without a text."),
    ]


def test_a_query_that_shares_words_with_many_documents_scores_a_thousand(tmp_path: Path) -> None:
    rows = [{"_id": f"d{one:04}", "title": "T", "text": "harbour"} for one in range(1001)]
    (tmp_path / "corpus.jsonl").write_text(lines(*rows), "utf-8")
    (tmp_path / "queries.jsonl").write_text(lines({"_id": "q", "text": "harbour"}), "utf-8")
    imported, _ = read(tmp_path)
    scored = imported.requests[0].relevance.files
    assert list(scored) == [f"corpus:d{one:04}" for one in range(1000)]


def test_judgements_are_those_of_the_test_split_where_there_is_one(folder: Path) -> None:
    judged = folder / "qrels"
    judged.mkdir()
    (judged / "dev.tsv").write_text("q1\td2\t1\nq2\td1\t2\n", "utf-8")
    (judged / "train.TSV").write_text("q2\td2\t1\n", "utf-8")
    (judged / "notes.txt").write_text("q2\td3\t1\n", "utf-8")
    imported, _ = read(folder)
    assert needed(imported) == {"q1": ["corpus:d2"], "q2": ["corpus:d1", "corpus:d3", "corpus:d2"]}
    rows = (
        "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td1\t1\nq1\tgone\t0.5\nq1\td2\t0\nq2\td2\t-1\n"
    )
    (judged / "test.tsv").write_text(rows + "q9\td1\t1\nq2\td1\n", "utf-8")
    imported, _ = read(folder)
    assert needed(imported) == {"q1": ["corpus:d1", "gone"], "q2": []}


@pytest.mark.parametrize("name", ["a.qrels", "QRELS.TXT", "x.qrel", "qrels.dev.txt"])
def test_judgements_may_be_lines_of_four(folder: Path, name: str) -> None:
    (folder / name).write_text(
        "q1 0 d1 1\n  q1\tQ0 d2   3 \nq1 1 gone 1\nq2 0 d1 0\nq2 0 d1 -1\nq2 2 d1 1\nq2 0 d1\n",
        "utf-8",
    )
    imported, _ = read(folder)
    assert needed(imported) == {"q1": ["corpus:d1", "corpus:d2", "gone"], "q2": ["corpus:d1"]}
    assert imported.account.balances


def test_judgements_of_all_files_count_where_none_is_the_test_split(folder: Path) -> None:
    (folder / "a.qrels").write_text("q1 0 d1 1\n", "utf-8")
    (folder / "qrels").mkdir()
    assert needed(read(folder)[0]) == {"q1": ["corpus:d1"], "q2": []}
    (folder / "qrels" / "dev.tsv").write_text("q2\td2\t1\n", "utf-8")
    assert needed(read(folder)[0]) == {"q1": ["corpus:d1"], "q2": ["corpus:d2"]}


@pytest.mark.parametrize(
    "name", ["a.run", "B.TREC", "my-run.txt", "run.bm25.txt", "bm25.res", "any"]
)
def test_a_run_says_what_competes_for_a_query_and_with_which_score(folder: Path, name: str) -> None:
    (folder / name).write_text(
        "q1 Q0 d2 1 7.5 mine\nq1 q0 d1 2 7 mine\nq1 0 gone 3 1 mine\nq9 Q0 d1 1 1 mine\n"
        "q2 Q0 d1 1 high mine\nq2 Q1 d1 1 1 mine\nq2 Q0 d1 1\n",
        "utf-8",
    )
    (folder / "zz.run.txt").write_text("q2 Q0 d3 1 1 other\n", "utf-8")
    first, second = read(folder)[0].requests
    assert first.relevance.files == {"corpus:d2": 7.5, "corpus:d1": 7.0}
    assert first.candidates is not None
    assert first.candidates.only == ("corpus:d2", "corpus:d1")
    assert second.candidates is None


def test_of_a_folder_the_first_hundred_files_are_looked_at(folder: Path) -> None:
    (folder / "zz.run").write_text("q1 Q0 d2 1 7.5 mine\n", "utf-8")
    for number in range(97):
        (folder / f"f{number}").write_text("x", "utf-8")
    assert read(folder)[0].requests[0].relevance.files == {"corpus:d2": 7.5}
    (folder / "f97").write_text("x", "utf-8")
    assert "corpus:d2" not in read(folder)[0].requests[0].relevance.files


def test_queries_may_be_a_file_of_another_name_and_are_read_from_both(folder: Path) -> None:
    (folder / "queries.json").write_text('{"_id": "q3", "text": "more?"}\n{broken\n', "utf-8")
    imported, told = read(folder)
    assert [one.trace_id for one in imported.requests] == ["q3", "q1", "q2"]
    assert [code for code, _, _ in told if code.startswith("json.")] == ["json.syntax"]


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.json"])
def test_a_folder_with_a_corpus_is_one_of_another_program(tmp_path: Path, name: str) -> None:
    assert not is_foreign_folder(tmp_path)
    (tmp_path / name).mkdir()
    assert not is_foreign_folder(tmp_path)
    (tmp_path / name).rmdir()
    (tmp_path / name).write_text(lines(CORPUS[0]), "utf-8")
    assert is_foreign_folder(tmp_path)
    imported, _ = read(tmp_path)
    assert imported.counts == {"files": 1}


def test_a_folder_without_a_corpus_is_none_of_another_program(tmp_path: Path) -> None:
    found = Findings()
    assert read_foreign(tmp_path, found) is None
    (problem,) = found.problems()
    assert (problem.code, problem.place.file) == ("import.folder", str(tmp_path))
    assert problem.message == "The folder holds no corpus (JSON lines with _id and text)."


def test_what_holds_no_candidates_is_told_with_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text('[{"role": "user", "content": "Hi"}]', "utf-8")
    found = Findings()
    assert candidates_in(read_foreign(path, found), path, found) is None
    (problem,) = found.problems()
    assert (problem.code, problem.message) == (
        "import.no-candidates",
        "The file holds no candidates. It is a list of messages with chunks.",
    )
    assert candidates_in(None, path, Findings()) is None


@pytest.mark.parametrize("opened", ["corpus.jsonl", "queries.jsonl", "b.res", "j.txt"])
def test_a_benchmark_is_the_same_whichever_of_its_files_is_opened(
    folder: Path, opened: str
) -> None:
    (folder / "j.txt").write_text("q1 0 d1 1\nq2 0 d2 1\n", "utf-8")
    (folder / "b.res").write_text("q1 Q0 d2 1 7.5 mine\nq2 Q0 d1 1 3.5 mine\n", "utf-8")
    imported, _ = read(folder / opened)
    assert imported.counts == {"files": 3, "requests": 2, "evidence": 2}
    assert [list(one.relevance.files.values()) for one in imported.requests] == [[7.5], [3.5]]


def test_of_several_runs_and_judgements_those_that_were_opened_are_read(folder: Path) -> None:
    for name, document in (("a", "d1"), ("b", "d2")):
        (folder / f"{name}.run").write_text(f"q1 Q0 {document} 1 7.5 mine\n", "utf-8")
        (folder / f"{name}.qrels").write_text(f"q1 0 {document} 1\n", "utf-8")
    imported, _ = read(folder / "b.run")
    assert imported.requests[0].relevance.files == {"b:d2": 7.5}
    imported, _ = read(folder / "b.qrels")
    assert needed(imported)["q1"] == ["b:d2"]


def test_judgements_and_runs_may_be_objects_of_numbers(folder: Path) -> None:
    (folder / "qrels.json").write_text('{"q1": {"d1": 1, "d2": 0}, "q2": {"d3": 2}}', "utf-8")
    (folder / "run.json").write_text('{\n "q1": {\n  "d2": 0.5,\n  "d1": 0.25\n }\n}', "utf-8")
    imported, _ = read(folder)
    assert needed(imported) == {"q1": ["corpus:d1"], "q2": ["corpus:d3"]}
    assert imported.requests[0].relevance.files == {"corpus:d2": 0.5, "corpus:d1": 0.25}
    assert imported.account.taken["judgements"] == 3


def test_texts_of_which_nothing_is_judged_are_no_part_of_a_benchmark(folder: Path) -> None:
    (folder / "notes.jsonl").write_text(lines({"id": "n1", "text": "A note."}), "utf-8")
    (folder / "a.run").write_text("q1 Q0 d1 1 7.5 mine\n", "utf-8")
    imported, _ = read(folder / "a.run")
    assert imported.counts["files"] == 3
    assert [one.how for one in imported.account.readings if one.what == "notes.jsonl"] == [
        "no part of the benchmark; not read"
    ]


RUN, GRADES = '{"q1": {"d2": 5, "d1": 0.25}, "q2": {"d3": 1}}', '{"q1": {"d1": 1}, "q2": {"d3": 2}}'


def test_an_object_of_one_question_is_a_run_beside_its_corpus_alone(folder: Path) -> None:
    (folder / "run.json").write_text('{"q1": {"d2": 5.5}}', "utf-8")
    imported, _ = read(folder / "run.json")
    assert imported.requests[0].relevance.files == {"run:d2": 5.5}


@pytest.mark.parametrize("opened", ["run.json", "qrels.json"])
def test_an_object_of_numbers_that_is_opened_is_read_with_its_corpus(
    folder: Path, opened: str
) -> None:
    (folder / "run.json").write_text(RUN, "utf-8")
    (folder / "qrels.json").write_text(GRADES, "utf-8")
    imported, _ = read(folder / opened)
    name = Path(opened).stem
    assert needed(imported) == {"q1": [f"{name}:d1"], "q2": [f"{name}:d3"]}
    assert imported.account.taken["lines of the run"] == 3
    assert imported.account.balances


LINES = "".join(f"q1 Q0 d{number} 1 0.5 mine\n" for number in range(40))


@pytest.mark.parametrize(("text", "count"), [(RUN, 3), (GRADES, 2), (LINES, 40)])
def test_a_run_or_judgements_without_their_corpus_are_told_as_what_they_are(
    tmp_path: Path, text: str, count: int
) -> None:
    (tmp_path / "a.any").write_text(text, "utf-8")
    imported, told = read(tmp_path / "a.any")
    assert [code for code, *_ in told] == ["import.no-corpus"]
    assert (imported.becomes, imported.account.taken) == ((), {})
    assert imported.account.left_out_in_all == imported.account.records == count


@pytest.mark.parametrize(
    "text",
    [
        '{"train": {"loss": 1.5, "steps": 3}, "test": {"loss": 2.5, "steps": 4}}',
        '{"q1": {"d1": 0.5}, "q2": {"d2": "far"}}',
        '{"q1": {"d1": 0.5}, "note": "a run"}',
    ],
)
def test_measures_and_other_objects_are_no_run(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text, "utf-8")
    _, told = read(tmp_path / "a.json")
    assert [code for code, *_ in told] == ["file.unknown-kind"]


def test_memories_and_documents_beside_a_benchmark_compete_for_every_question(folder: Path) -> None:
    memory = {"id": "m", "memory": "Asks for refunds often.", "score": 0.5}
    (folder / "memories.json").write_text(f'{{"results": [{lines(memory).strip()}]}}', "utf-8")
    (folder / "qrels.json").write_text(GRADES, "utf-8")
    imported, _ = read(folder)
    assert imported.candidates is not None
    assert [one.node_id for one in imported.candidates.knowledge_cards] == ["m"]
    taken = imported.account.taken
    assert (taken["passages"], taken["facts"]) == (3, 1)
    assert imported.account.balances
    readings = {one.what: one.how for one in imported.account.readings}
    assert readings["memories.json"] == "memories (mem0, Zep, Letta), beside the benchmark"
    assert all(
        one.candidates is None or "m" in (one.candidates.only or ()) for one in imported.requests
    )
