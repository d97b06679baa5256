"""Tables: rows of a CSV, a list of flat objects or a Parquet file, by a mapping of columns."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from inspector.core.problems import Place, Problem, Severity
from inspector.files.account import plain_names, unused_names
from inspector.files.bounds import USUAL_MB, exceeds, is_too_large
from inspector.files.findings import Findings, Line, Parsed, Progress, watched
from inspector.files.importers.imported import (
    MOST_COLUMNS,
    Foreign,
    Imported,
    TooWideError,
    bounded,
    bounded_cells,
    text_of,
    ways_of_text,
)
from inspector.files.importers.mapping import ColumnMapping, columns_of_records
from inspector.files.importers.values import HitScore, finite, text_id
from inspector.files.source import PathLike, Source, shown, without_packing

_RANKS = ("rank", "position", "place")
_DELIMITERS = ",;\t|"
_SAMPLE = 1 << 16
# Parts of a list of ids in one cell, where it is no list in JSON.
_BETWEEN_IDS = re.compile(r"[;,|\s]+")
_COMMA_NUMBER = re.compile(r"[+-]?\d+(,\d+)?([eE][+-]?\d+)?")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
_TRUE = frozenset(("1", "true", "yes", "y", "x", "t", "relevant", "needed"))
_FALSE = frozenset(("0", "false", "no", "n", "", "f", "irrelevant", "-", "none", "null"))


def read_table(foreign: Foreign, mapping: ColumnMapping) -> Imported | None:
    """Return the candidates of a table, and a request for each different value of its column."""
    known = columns_of_records(foreign.head)
    missing = next((one for one in mapping.columns.values() if one not in known), None)
    if missing is not None:
        foreign.found.add(
            Problem(
                Severity.ERROR,
                "import.no-column",
                f"The table has no column {missing!r}.",
                f"Choose among: {', '.join(known)}.",
                Place(shown(foreign.path)),
            )
        )
        return None
    return _TableReader(foreign, mapping).read(known)


class _TableReader:
    """Reads the rows of one table by its mapping."""

    def __init__(self, foreign: Foreign, mapping: ColumnMapping) -> None:
        from inspector.files.importers.drafts import SetDraft

        self._foreign = foreign
        self._mapping = mapping
        self._draft = SetDraft(foreign, "table", ranked=False)
        self._measure = mapping.distance or mapping.score
        self._has_commas = False

    def read(self, columns: tuple[str, ...]) -> Imported | None:
        rows, ranked = self._in_order(columns)
        self._has_commas = has_decimal_commas(
            row.value.get(self._measure) for row in rows if isinstance(row.value, Mapping)
        )
        if ranked is not None:  # the hits stand in the order of ranks that the file gives
            self._draft.scores.ranked = True
        used = [*_ways_used(self._mapping.columns), *([ranked] if ranked else [])]
        unused: dict[tuple[str, ...], tuple[str, ...]] = {}  # rows mostly fill the same columns
        for row in rows:
            self._draft.met()
            if not isinstance(row.value, Mapping):
                self._draft.skip(row, "This is no row of a table", reason="no row")
                continue
            filled = tuple(plain_names(row.value))
            if filled not in unused:
                unused[filled] = tuple(unused_names(row.value, used))
                self._draft.unused(unused[filled])
            self._read_row(row)
        self._say_readings(ranked)
        candidates, requests = self._draft.candidates(), self._draft.requests()
        if candidates is None and not requests:
            return None
        return Imported("table", candidates, requests)

    def _in_order(self, columns: tuple[str, ...]) -> tuple[list[Parsed], str | None]:
        """Return the rows in the order of their ranks, and the column of these, where there is one.

        Where a row has no rank, they stay in the order in which they stand.
        """
        rows = list(self._foreign.records())
        named = {one.strip().casefold(): one for one in columns}
        rank = next((named[one] for one in _RANKS if one in named), None)
        if rank is None or rank in self._mapping.columns.values():
            return rows, None
        ranks = [
            finite(row.value.get(rank)) if isinstance(row.value, Mapping) else None for row in rows
        ]
        if any(one is None for one in ranks):
            return rows, None
        order = sorted(range(len(rows)), key=lambda place: ranks[place] or 0.0)
        return [rows[place] for place in order], rank

    def _read_row(self, row: Parsed) -> None:
        cells = {name: row.value.get(column) for name, column in self._mapping.columns.items()}
        draft, asked = self._draft, text_of(cells.get("request"))
        if isinstance(cells.get("request"), int | float):
            asked = str(cells["request"])
        request = None
        if asked:
            own = cells.get("id") if "text" not in cells else None
            request = draft.request(own if own not in (None, "") else asked, asked)
        listed = "text" not in cells or _lists_ids(self._mapping.evidence)
        wanted = _ids_in(cells.get("evidence")) if listed else marks_evidence(cells.get("evidence"))
        if "text" not in cells:
            if request is None:
                draft.skip(row, "This row asks nothing", reason="no question")
                return
            for needed in wanted if isinstance(wanted, tuple) else ():
                request.needs(needed)
            self._foreign.account.took("questions")
            return
        value = cells.get("distance", cells.get("score"))
        if self._has_commas and isinstance(value, str):
            value = value.replace(",", ".")
        measure = HitScore(self._measure, value) if self._measure is not None else None
        identity, source = cells.get("id"), cells.get("source")
        if self._mapping.cards:
            subject = draft.card(
                row,
                text_of(cells.get("text")),
                identity=identity,
                name=cells.get("name"),
                measure=measure,
                extracted_from=source if isinstance(source, str) and source else None,
                request=request,
                taken_as="hits" if request else "facts",
            )
        else:
            subject = draft.passage(
                row,
                text_of(cells.get("text")),
                identity=identity,
                title=text_of(cells.get("name")) or source,
                measure=measure,
                request=request,
                taken_as="hits" if request else "passages",
            )
        if request is None:
            return
        if wanted is True:  # also of a hit that was left out: it stays evidence
            request.needs(subject or text_id(identity) or "left out")
        for needed in wanted if isinstance(wanted, tuple) else ():
            request.needs(needed)

    def _say_readings(self, ranked: str | None) -> None:
        account, mapping = self._foreign.account, self._mapping
        account.read_as("columns", f"{mapping}")
        if self._has_commas:
            account.read_as("decimals", f"behind a comma in {self._measure}")
        if ranked is not None:
            account.read_as(ranked, "used for the order of the hits alone")
        if not mapping.by_names:
            self._draft.declare(mapping.score, mapping.distance)


def has_decimal_commas(cells: Iterable[object]) -> bool:
    """Whether all cells are numbers with a comma before their decimals, or whole.

    One has to show that its comma does not part thousands: ``1,234`` may be either.
    """
    filled = [one.strip() for one in cells if isinstance(one, str) and one.strip()]
    return all(map(_COMMA_NUMBER.fullmatch, filled)) and any(
        "," in one and not _THOUSANDS.fullmatch(one) for one in filled
    )


def _ways_used(columns: Mapping[str, str]) -> Iterator[str]:
    """Give the ways to what is used of columns: a cell, its texts, or the ids that it lists."""
    for name, column in columns.items():
        if name in ("text", "name", "request"):
            yield from ways_of_text(column)
        elif name == "evidence":
            yield from (column, f"{column}/*", f"{column}/*/id")
        else:
            yield column


def _lists_ids(column: str | None) -> bool:
    """Whether a column is called as one that lists ids, so that no cell of it is a mark."""
    return column is not None and column.strip().casefold().endswith(("ids", "_id", "docs"))


def _ids_in(cell: Any) -> tuple[str, ...]:
    """Return the ids that a cell lists; one that is a number or a word is an id."""
    if isinstance(cell, bool) or cell is None:
        return ()
    if isinstance(cell, int | float):
        return (text_id(cell),)
    if isinstance(cell, str):
        plain = cell.strip()
        listed = _decoded_list(plain)
        return listed if listed is not None else tuple(filter(None, _BETWEEN_IDS.split(plain)))
    found = marks_evidence(cell)
    return found if isinstance(found, tuple) else ()


def marks_evidence(cell: Any) -> bool | tuple[str, ...]:
    """Return whether a cell marks its row as evidence, or the ids that it lists."""
    if cell is None or isinstance(cell, bool):
        return bool(cell)
    if isinstance(cell, int | float):
        return cell > 0
    if isinstance(cell, str):
        plain = cell.strip()
        if plain.casefold() in _TRUE | _FALSE:
            return plain.casefold() in _TRUE
        if re.fullmatch(r"-?\d+(\.\d+)?", plain):  # a grade, as judgements have
            return float(plain) > 0
        return _ids_in(plain)
    if isinstance(cell, list):
        ids = (one.get("id") if isinstance(one, Mapping) else one for one in cell)
        return tuple(str(one) for one in ids if isinstance(one, str | int) and one != "")
    return tuple(str(one) for one in cell) if isinstance(cell, Mapping) else False


def _decoded_list(text: str) -> tuple[str, ...] | None:
    if not text.startswith("["):
        return None
    try:
        value = json.loads(text)
    except ValueError:
        try:
            value = json.loads(text.replace("'", '"'))  # as Python prints a list of texts
        except ValueError:
            return None
    return tuple(str(one) for one in value) if isinstance(value, list) else None


def delimiter_of(source: Source, path: PathLike) -> str | None:
    """Return what separates the columns of a table, None where the text is no table."""
    sample = source.data[:_SAMPLE].decode("utf-8", "ignore")
    lines = [line for line in sample.splitlines() if line.strip()][:20]
    suffix = without_packing(str(path)).lower().rpartition(".")[2]
    if suffix in ("tsv", "tab"):
        return "\t"
    is_known = len(lines) > 1 or (suffix == "csv" and len(source.data) > _SAMPLE)
    if not is_known or lines[0].lstrip()[:1] in ("{", "["):
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


def bounded_rows(
    source: Source, delimiter: str, found: Findings, progress: Progress | None
) -> list[Parsed]:
    """Return the rows of a table of text; none, reported, where there are more than are read."""
    between, rows = f"{delimiter}\n".encode(), watched(table_rows(source, delimiter), progress)
    return bounded_cells(source.data, between, rows, source.name, found)


def table_rows(source: Source, delimiter: str) -> Iterator[Parsed]:
    """Give the rows of a table of text, its first row naming the columns.

    A column without a name of its own is called by its number, as are cells beyond the header, and
    all where the first row is one like the others. Raises ``TooWideError``.
    """
    csv.field_size_limit(sys.maxsize)
    # Only line ends end a row: a text may hold any other character that separates lines.
    reader = csv.reader(io.StringIO(source.data.decode("utf-8"), newline=""), delimiter=delimiter)
    first = next(reader, [])
    if exceeds(len(first), MOST_COLUMNS):
        raise TooWideError
    rows: Iterable[list[str]] = reader
    if not _is_header(first):
        rows = chain((first,), reader)
        first = [""] * len(first)
    header = _named_apart(first)
    for row in rows:
        if exceeds(len(row), MOST_COLUMNS):
            raise TooWideError
        if any(row):
            beyond = (f"column {place + 1}" for place in range(len(header), len(row)))
            names = (*header, *beyond)
            yield Parsed(dict(zip(names, row, strict=False)), Line(source.name, reader.line_num))


def _is_header(row: list[str]) -> bool:
    """Whether a table's first row names its columns: no name is a number or a sentence."""
    return not any(finite(cell) is not None or len(cell.split()) > _WORDS for cell in row)


_WORDS = 6  # of a column's name


def _named_apart(header: list[str]) -> list[str]:
    names: dict[str, None] = {}
    for place, name in enumerate(header):
        own = name if name.strip() else f"column {place + 1}"
        names[own if own not in names else f"{own} ({place + 1})"] = None
    return list(names)


def parquet_records(path: PathLike, found: Findings) -> list[Parsed] | None:
    """Return the rows of a Parquet file, None, reported, where they cannot be read."""
    try:
        return bounded(parquet_rows(path), str(path), found)
    except _TooLargeError as error:
        is_too_large(error.size, lambda: Place(str(path)), found)
        return None
    except ImportError:
        message = "Parquet files need the extra 'parquet'."
        fix = "Install it: pip install 'context-budget-inspector[parquet]'."
        code = "import.no-parquet"
    except (OSError, ValueError) as error:
        message = f"The Parquet file cannot be read: {type(error).__name__}."
        fix = "Write it again, or export CSV."
        code = "import.parquet"
    found.add(Problem(Severity.ERROR, code, message, fix, Place(str(path))))
    return None


_ROWS_AT_ONCE = 1_024


class _TooLargeError(Exception):
    """A Parquet file has more bytes than are read at once."""

    def __init__(self, size: int) -> None:
        self.size = size


def parquet_rows(path: PathLike) -> Iterator[Parsed]:
    """Give the rows of a Parquet file. Raises ``ImportError`` where the extra is not installed."""
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(path)
    number = size = 0
    for batch in file.iter_batches(_ROWS_AT_ONCE):
        size += batch.nbytes  # unpacked: a small file may hold any number of them
        if exceeds(size, USUAL_MB << 20):
            raise _TooLargeError(size)
        for value in batch.to_pylist():
            number += 1
            yield Parsed(value, Line(str(path), number))
