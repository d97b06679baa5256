"""Which texts are tables, which of their columns are taken, and where their rows stand."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from inspector.core.problems import Place
from inspector.files import bounds, load_any
from inspector.files.findings import Findings
from inspector.files.importers import Head, read_foreign
from inspector.files.importers.mapping import ColumnMapping, likely_mapping, proposed_mapping
from inspector.files.importers.tables import delimiter_of, table_rows
from inspector.files.source import Source


def delimiter(text: str, name: str = "a.txt") -> str | None:
    return delimiter_of(Source(name, text.encode()), name)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.txt", "a,b\n1,2\n", ","),
        ("a.txt", "a;b\n\n1;2", ";"),
        ("a.txt", "a|b\n1|2", "|"),
        ("a.txt", "a\tb\n1\t2", "\t"),
        ("a.txt", "a,b,c\n1,2,3", ","),
        ("a.txt", "a,b\n1,2,3", None),
        ("a.txt", "a\nb", None),
        ("a.txt", "a,b", None),
        ("a.csv", "a,b", None),
        ("a.CSV", "a\nb", ","),
        ("a.csv", "a,b\n1,2,3", ","),
        ("a.tsv", "a,b", "\t"),
        ("a.TAB", "", "\t"),
        ("a.yaml", "a,b\n1,2", None),
        ("a.yml", "a,b\n1,2", None),
        ("a.csv", " {a,b\n1,2", None),
        ("a.csv", "[a,b\n1,2", None),
        ("a.csv", "a,b\n{1,2", ","),
        ("a.csv", "a{,b\n1,2", ","),
    ],
)
def test_a_text_is_a_table_by_its_name_or_by_lines_that_agree(
    name: str, text: str, expected: str | None
) -> None:
    assert delimiter(text, name) == expected


def test_twenty_lines_that_agree_are_enough() -> None:
    assert delimiter("a,b\n" * 20 + "odd\n") == ","
    assert delimiter("a,b\n" * 19 + "odd\n") is None


def test_a_table_is_told_by_its_first_64_kibibytes() -> None:
    for length, expected in ((65_531, ","), (65_535, None)):
        assert delimiter("a" * length + ",b\nb,c\n", "a.txt") == expected


def test_what_is_called_a_table_is_one_however_many_columns_its_first_row_names() -> None:
    assert delimiter("a," * 65_535 + "\nb,c\n", "a.csv") == ","


def test_rows_stand_at_the_line_they_end_on_and_cells_are_named_by_their_column() -> None:
    rows = list(table_rows(Source("t", b'a,b\n1,"x\ny"\n,\n2\n3,4,5\n'), ","))
    assert [row.value for row in rows] == [
        {"a": "1", "b": "x\ny"},
        {"a": "2"},
        {"a": "3", "b": "4", "column 3": "5"},
    ]
    assert [row.place() for row in rows] == [Place("t", line) for line in (3, 5, 6)]
    assert rows[0].place("b") == Place("t", 3, None, "/b")
    assert list(table_rows(Source("t", b""), ",")) == []


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("id=a", "The mapping has to say which column holds the text: text=COLUMN."),
        ("", "The mapping has to say which column holds the text: text=COLUMN."),
        (
            "text",
            "'text' is no mapping; write NAME=COLUMN with one of distance, evidence, id, name,"
            " request, score, source, text, as.",
        ),
        (
            "text=a, size=b",
            "'size=b' is no mapping; write NAME=COLUMN with one of distance, evidence, id, name,"
            " request, score, source, text, as.",
        ),
    ],
)
def test_a_mapping_that_cannot_be_is_told_in_words(written: str, told: str) -> None:
    with pytest.raises(ValueError, match="mapping") as raised:
        ColumnMapping.read(written)
    assert str(raised.value) == told


def test_a_mapping_is_read_as_it_is_written() -> None:
    mapping = ColumnMapping.read(" text = said=so ,, id=k,score=s,source=f,request=q")
    assert mapping == ColumnMapping("said=so", "k", "s", "f", "q")
    assert str(mapping) == "text=said=so,id=k,score=s,source=f,request=q"
    assert str(ColumnMapping("t", score="s")) == "text=t,score=s"


def test_columns_are_proposed_by_their_usual_names_whatever_their_case() -> None:
    assert proposed_mapping((" Text ", "CONTENT", "text", "PID", "Query")) == ColumnMapping(
        " Text ", "PID", request="Query"
    )
    assert proposed_mapping(("said", "id")) is None


def test_words_of_a_column_may_stand_apart_and_be_a_question() -> None:
    columns = ("Chunk Text", "chunk-id", "question", "Is_Gold")
    assert proposed_mapping(columns) == ColumnMapping(
        "Chunk Text", "chunk-id", request="question", evidence="Is_Gold"
    )


def likely(*records: object, is_list: bool = True) -> ColumnMapping | None:
    return likely_mapping(Head("a", records, is_list))


def test_the_longest_texts_are_likely_the_text() -> None:
    rows = ({"id": "a", "x": "yes", "said": "ab", "score": 1}, {"x": "no", "said": "abcdef"})
    assert likely(*rows) == ColumnMapping("said", "id", "score")
    assert likely({"x": "yes", "id": "abcdef"}) == ColumnMapping("id")
    assert likely({"said": "abc", "content": "d"}) == ColumnMapping("content")


def test_what_is_no_list_of_rows_with_a_text_has_no_likely_mapping() -> None:
    row = {"said": "abc"}
    assert likely(row) == ColumnMapping("said")
    assert likely(row, is_list=False) is None
    assert likely() is likely(5) is likely(row, 5) is None
    assert likely({"a": 1}, {"a": ""}) is likely({}) is None


class _Batch:
    def __init__(self, rows: list[object]) -> None:
        self.to_pylist = lambda: rows
        self.nbytes = 600_000


class _File:
    """Two batches of rows, as the library gives them."""

    def __init__(self, path: object) -> None:
        if Path(str(path)).read_bytes() != b"PAR1":
            raise ValueError("no such file")

    def iter_batches(self, _rows: int) -> Iterator[_Batch]:
        yield _Batch([{"id": "a", "text": "Refund."}, {"id": "b", "text": None}])
        yield _Batch([{"id": "c", "text": ""}])


@pytest.fixture
def _library(monkeypatch: pytest.MonkeyPatch) -> None:
    outer, inner = ModuleType("pyarrow"), ModuleType("pyarrow.parquet")
    inner.ParquetFile = _File  # type: ignore[attr-defined]
    outer.parquet = inner  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyarrow", outer)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", inner)


@pytest.mark.usefixtures("_library")
def test_rows_of_a_parquet_file_are_numbered_from_one_through_all_batches(tmp_path: Path) -> None:
    path = tmp_path / "a.PARQUET"
    path.write_bytes(b"PAR1")
    found = Findings()
    imported = read_foreign(path, found)
    assert imported is not None
    assert imported.candidates is not None
    assert [one.text for one in imported.candidates.buckets[0].files] == ["Refund."]
    told = [(one.code, one.place.file, one.place.line) for one in found.problems()]
    assert sorted(told) == [
        ("import.left-out", str(path), 2),
        ("import.left-out", str(path), 3),
        ("import.mapped", str(path), None),
    ]


@pytest.mark.usefixtures("_library")
def test_a_parquet_file_that_unpacks_to_more_than_is_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1")
    with bounds.allowed("1"):
        told = load_any(path).problems
    assert [(one.code, one.place.file) for one in told] == [(bounds.TOO_LARGE, str(path))]


@pytest.mark.usefixtures("_library")
def test_a_parquet_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR2")
    (problem,) = load_any(path).problems
    assert (problem.code, problem.place.file) == ("import.parquet", str(path))
    assert problem.message == "The Parquet file cannot be read: ValueError."


def test_a_parquet_file_says_which_extra_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1")
    (problem,) = load_any(path).problems
    assert (problem.code, problem.place.file) == ("import.no-parquet", str(path))
    assert problem.message == "Parquet files need the extra 'parquet'."


@pytest.mark.parametrize(
    ("text", "columns", "count"),
    [
        ("id\ttext\n1\tone\n", ["id", "text"], 1),
        ("1\tdocument\n2\tcontents\n", ["column 1", "column 2"], 2),
        ("q-1\tDo drugs that lower cholesterol cause cancer?\n", ["column 1", "column 2"], 1),
    ],
)
def test_a_first_row_with_a_number_or_a_sentence_names_no_columns(
    text: str, columns: list[str], count: int
) -> None:
    rows = list(table_rows(Source("a.tsv", text.encode()), "\t"))
    assert len(rows) == count
    assert list(rows[0].value) == columns


@pytest.mark.parametrize(
    ("cell", "ids"),
    [("12", ("12",)), ("f", ("f",)), ("1 2", ("1", "2")), ('"[3, 4]"', ("3", "4")), ("", None)],
)
def test_what_labels_list_are_ids_whatever_they_look_like(
    tmp_path: Path, cell: str, ids: tuple[str, ...] | None
) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(f"question,relevant_ids\nWhich?,{cell}\n", "utf-8")
    imported = read_foreign(path, Findings())
    assert imported is not None
    (request,) = imported.requests
    assert (request.expect and request.expect.must_include) == ids
