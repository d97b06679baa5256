"""Tables: rows of a CSV, a list of flat objects or a Parquet file, by a mapping of columns."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.files.findings import Parsed, Parts
from inspector.files.importers.imported import Foreign, Head, Imported
from inspector.files.source import PathLike, Source

# The order in which columns are proposed where a table's own names are the usual ones.
_USUAL = {
    "id": ("id", "_id", "doc_id", "docid", "document_id", "chunk_id", "passage_id", "uuid", "pid"),
    "text": ("text", "content", "passage", "chunk", "body", "document", "page_content", "context"),
    "score": ("score", "relevance", "relevance_score", "similarity", "bm25", "rank_score"),
    "source": ("source", "title", "file", "path", "url", "filename"),
    "request": ("query", "question", "request", "user_message", "query_text", "prompt"),
}
_DELIMITERS = ",;\t|"
_SAMPLE = 1 << 16


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Which column of a table holds what; None where none does. ``text`` has to be named."""

    text: str
    id: str | None = None
    score: str | None = None
    source: str | None = None
    request: str | None = None

    @classmethod
    def read(cls, written: str) -> ColumnMapping:
        """Return the mapping of ``id=…,text=…,score=…``. Raises ``ValueError`` for a wrong one."""
        known = {one.name for one in fields(cls)}
        chosen: dict[str, str] = {}
        for part in filter(None, (one.strip() for one in written.split(","))):
            name, equals, column = part.partition("=")
            if not equals or name.strip() not in known:
                names = ", ".join(sorted(known))
                raise ValueError(f"{part!r} is no mapping; write NAME=COLUMN with one of {names}.")
            chosen[name.strip()] = column.strip()
        if "text" not in chosen:
            raise ValueError("The mapping has to say which column holds the text: text=COLUMN.")
        return cls(**chosen)

    def __str__(self) -> str:
        named = ((one.name, getattr(self, one.name)) for one in fields(self))
        return ",".join(f"{name}={column}" for name, column in named if column is not None)


def proposed_mapping(columns: tuple[str, ...]) -> ColumnMapping | None:
    """Return the mapping that the names of columns suggest, None where none may be the text."""
    by_name = {column.strip().casefold(): column for column in reversed(columns)}
    chosen = {
        name: next((by_name[one] for one in usual if one in by_name), None)
        for name, usual in _USUAL.items()
    }
    text = chosen.pop("text")
    return None if text is None else ColumnMapping(text=text, **chosen)


def likely_mapping(head: Head) -> ColumnMapping | None:
    """Return a mapping to begin with: by the usual names, else the longest texts are the text.

    None where the records are no rows of a table, or no column holds a text.
    """
    rows = [one for one in head.records if isinstance(one, Mapping)]
    if not head.is_list or not rows or len(rows) < len(head.records):
        return None
    columns = columns_of_records(head)
    usual = proposed_mapping(columns)
    if usual is not None:
        return usual
    texts = {
        column: sum(len(cell) for row in rows if isinstance(cell := row.get(column), str))
        for column in columns
    }
    longest = max(columns, key=lambda column: texts[column], default=None)
    if longest is None or not texts[longest]:
        return None
    others = tuple(column for column in columns if column != longest)
    named = proposed_mapping((*others, "text"))
    return None if named is None else replace(named, text=longest)


def columns_of_records(head: Head) -> tuple[str, ...]:
    """Return the columns of a table's first records, in order of first appearance."""
    found: dict[str, None] = {}
    for record in head.records:
        if isinstance(record, Mapping):
            found.update(dict.fromkeys(str(name) for name in record))
    return tuple(found)


def read_table(foreign: Foreign, mapping: ColumnMapping) -> Imported | None:
    """Return the candidates of a table, and a request for each different value of its column."""
    from inspector.files.importers.drafts import SetDraft

    draft = SetDraft(foreign, "table")
    missing = [
        column
        for one in fields(mapping)
        if (column := getattr(mapping, one.name)) is not None
        and column not in columns_of_records(foreign.head)
    ]
    if missing:
        foreign.found.add(
            Problem(
                Severity.ERROR,
                "import.no-column",
                f"The table has no column {missing[0]!r}.",
                f"Choose among: {', '.join(columns_of_records(foreign.head))}.",
                Place(foreign.head.name),
            )
        )
        return None
    for row in foreign.records():
        if not isinstance(row.value, Mapping):
            draft.skip(row, "This is no row of a table")
            continue

        def cell(name: str, row: Parsed = row) -> Any:
            column = getattr(mapping, name)
            return None if column is None else row.value.get(column)

        asked = cell("request")
        request = draft.request(asked, asked) if isinstance(asked, str) and asked else None
        draft.passage(
            row,
            cell("text"),
            identity=cell("id"),
            title=cell("source"),
            score=cell("score"),
            request=request,
        )
    draft.score_lexically()
    candidates = draft.candidates()
    return None if candidates is None else Imported("table", candidates, draft.requests())


@dataclass(frozen=True, slots=True)
class _RowPlaces:
    """Where a row of a table stands."""

    name: str
    line: int

    def place(self, parts: Parts = (), *, key: bool = False) -> Place:
        """Return the row's place; a cell is named by its column."""
        del key
        return Place(self.name, self.line, None, pointer(*parts) if parts else None)


def delimiter_of(source: Source, path: PathLike) -> str | None:
    """Return what separates the columns of a table, None where the text is no table."""
    sample = source.data[:_SAMPLE].decode("utf-8", "ignore")
    lines = [line for line in sample.splitlines() if line.strip()][:20]
    suffix = str(path).lower().rpartition(".")[2]
    if suffix in ("tsv", "tab"):
        return "\t"
    if len(lines) < 2 or lines[0].lstrip()[:1] in ("{", "["):
        return None
    try:
        found = csv.Sniffer().sniff("\n".join(lines), _DELIMITERS).delimiter
    except csv.Error:
        found = ","
    if suffix == "csv":
        return found
    # A text of another suffix is a table only where its lines agree on the number of columns.
    widths = {len(row) for row in csv.reader(lines, delimiter=found)}
    return found if len(widths) == 1 and widths != {1} and suffix not in ("yaml", "yml") else None


def table_rows(source: Source, delimiter: str) -> Iterator[Parsed]:
    """Give the rows of a table of text, its first row naming the columns."""
    lines = source.data.decode("utf-8").splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=delimiter)
    header = next(reader, [])
    for row in reader:
        if any(row):
            value = dict(zip(header, row, strict=False))
            yield Parsed(value, _RowPlaces(source.name, reader.line_num))


def parquet_rows(path: PathLike) -> Iterator[Parsed]:
    """Give the rows of a Parquet file. Raises ``ImportError`` where the extra is not installed."""
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(path)
    number = 0
    for batch in file.iter_batches():
        for value in batch.to_pylist():
            number += 1
            yield Parsed(value, _RowPlaces(str(path), number))
