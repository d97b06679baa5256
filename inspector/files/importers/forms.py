"""A file of another program as records, whatever its form: lines, a table, a document, a corpus."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.core.problems import Place, Problem, Severity
from inspector.files.account import NO_JSON, AccountDraft
from inspector.files.bounds import is_too_large
from inspector.files.documents import Form, form_of, is_parquet, parse_document, record_spans
from inspector.files.findings import Findings, Parsed, Progress, watched
from inspector.files.importers.imported import (
    LOOKED_AT,
    Foreign,
    Head,
    TooWideError,
    bounded,
    bounded_lines,
)
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import PathLike, Source, problem_of, read_source, shown

if TYPE_CHECKING:
    from inspector.files.importers.values import Better


def foreign_of(
    path: PathLike,
    found: Findings,
    source: Source | None,
    better: Better | None = None,
    progress: Progress | None = None,
) -> Foreign | None:
    """Return a file, or the corpus of a folder, as records; None, reported, where it has none.

    ``source`` is the file's text where it was read already.
    """
    place = Path(os.fspath(path))
    if source is None and os.path.isdir(path):  # noqa: PTH112  # accepts what is in a closed folder
        from inspector.files.importers.benchmark import corpus_of_folder

        corpus = corpus_of_folder(place)
        if corpus is None and not os.access(path, os.R_OK | os.X_OK):
            found.add(problem_of(PermissionError(), shown(path)))
            return None
        if corpus is None:
            message = "The folder holds no corpus (JSON lines with _id and text)."
            fix = "Choose a file in it, or open the folder as a bucket of texts."
            found.add(Problem(Severity.ERROR, "import.folder", message, fix, Place(shown(path))))
            return None
        path, place = corpus, corpus
    if source is None and is_parquet(path):
        from inspector.files.importers.tables import parquet_records

        rows = parquet_records(place, found)
        return None if rows is None else _foreign(path, (rows, True), found, AccountDraft(), better)
    read = source or read_source(path, found)
    return None if read is None else open_foreign(read, path, found, better, progress)


def _forms(
    source: Source,
    path: PathLike,
    found: Findings,
    account: AccountDraft,
    progress: Progress | None,
) -> tuple[list[Parsed], bool]:
    """Return the records of a text file, and whether they are items of a list."""
    from inspector.files.importers.benchmark import is_benchmark
    from inspector.files.importers.benchmark_lines import trec_records

    if is_too_large(len(source.data), lambda: Place(source.name), found):
        return [], False
    if (form := form_of(source, path)) is Form.LINES:
        return bounded_lines(
            source.data, watched(_lines(source, found, account), progress), source.name, found
        ), True
    lines = trec_records(source, lambda: is_benchmark(Path(os.fspath(path)).parent))
    if lines is not None:
        return lines, True
    from inspector.files.importers.tables import bounded_rows, delimiter_of

    delimiter = delimiter_of(source, path) if form is Form.YAML else None
    if delimiter is not None:
        return bounded_rows(source, delimiter, found, progress), True
    parsed = parse_document(source, path, found, progress, any_text=True)
    if parsed is None or not isinstance(parsed.value, list):
        return [] if parsed is None else [parsed], False
    parts = (parsed.child(place) for place in range(len(parsed.value)))
    return bounded(watched(parts, progress), source.name, found), True


def _lines(source: Source, found: Findings, account: AccountDraft) -> Iterator[Parsed]:
    for _, start, end in record_spans(source.data):
        parsed = parse_json(JsonSpan(source, start, end), found, any_text=True)
        if parsed is not None:
            yield parsed
        else:
            account.met()
            account.left(NO_JSON, source.place(start))


def _foreign(
    path: PathLike,
    read: tuple[list[Parsed], bool],
    found: Findings,
    account: AccountDraft,
    better: Better | None,
) -> Foreign:
    records, is_list = read
    head = _head(path, records, is_list=is_list)
    return Foreign(path, head, lambda: iter(records), found, account, better)


def _head(path: PathLike, records: list[Parsed], *, is_list: bool) -> Head:
    first = tuple(one.value for one in islice(records, LOOKED_AT))
    return Head(Path(shown(path)).name, first, is_list)


def open_foreign(
    source: Source,
    path: PathLike,
    found: Findings,
    better: Better | None = None,
    progress: Progress | None = None,
) -> Foreign:
    """Return a text file as records, whatever form it has."""
    account = AccountDraft(progress=progress)
    return _foreign(path, _forms(source, path, found, account, progress), found, account, better)


def head_of(source: Source, path: PathLike) -> Head:
    """Return the beginning of a text file, of lines and tables without reading all of them."""
    return head_of_rows(source, path) or open_foreign(source, path, Findings()).head


def head_of_rows(source: Source, path: PathLike) -> Head | None:
    """Return the beginning of lines or of a table; None of a document, which is read as a whole."""
    from inspector.files.importers.benchmark_lines import trec_records
    from inspector.files.importers.tables import delimiter_of, table_rows

    form = form_of(source, path)
    rows: Iterator[Parsed] | None = None
    if form is Form.LINES:
        rows = _lines(source, Findings(), AccountDraft())
    elif form is Form.YAML and trec_records(source, lambda: True) is None:
        delimiter = delimiter_of(source, path)
        rows = table_rows(source, delimiter) if delimiter else None
    try:
        return None if rows is None else _head(path, [*islice(rows, LOOKED_AT)], is_list=True)
    except TooWideError:
        return _head(path, [], is_list=True)
