"""The lines of retrieval benchmarks: runs, judgements, documents and questions, told by content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from pathlib import Path

from inspector.core.problems import Place
from inspector.files.documents import record_spans
from inspector.files.findings import Findings, Parsed
from inspector.files.importers.imported import member
from inspector.files.importers.values import finite
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import Source, read_source

_RUN_LINE = re.compile(r"(\S+)\s+(?:Q0|q0|0)\s+(\S+)\s+(\d+)\s+(\S+)(?:\s+(\S+))?")
_JUDGED_LINE = re.compile(r"(\S+)\s+(?:\d+|Q0|q0|[Ii]ter\S*)\s+(\S+)\s+(-?\d+)")
_JUDGED_TABLE = re.compile(r"([^\t]+)\t([^\t]+)\t(-?\d+(?:\.\d+)?)")
_HEADER = re.compile(
    r"\s*(?:query|q)[-_ ]?id\s+(?:corpus|doc|document|p)[-_ ]?id\s+.*", re.IGNORECASE
)
# Questions, the documents of each, and their grades or scores as members of objects.
_NESTED = re.compile(r'\s*\{\s*"[^"]+"\s*:\s*\{\s*"[^"]+"\s*:\s*-?\d[\d.eE+-]*\s*[,}]')
_NESTED_NUMBER = re.compile(r'":\s*(-?\d[\d.eE+-]*)\s*[,}]')
_TEXT_LINE = re.compile(r"(\S{1,120})\t([^\t]+)")
HEAD = 1 << 14  # bytes of a file that tell what it is
TOLD_BY = 12  # lines
IDS = ("_id", "id", "docid", "doc_id", "pid")
TEXTS = ("text", "contents", "body", "passage", "segment")
_MOST_GRADE = 5


class Role(Enum):
    """What a file of a benchmark is."""

    TEXTS = "texts"  # documents or questions
    RUN = "run"
    JUDGED = "judgements"


_PATTERNS = {
    Role.RUN: ((_RUN_LINE, 4),),
    Role.JUDGED: ((_JUDGED_LINE, 3), (_JUDGED_TABLE, 3)),
}


def role_of_lines(data: bytes) -> Role | None:
    """Return what the lines of a text are, None where they are of no benchmark."""
    text = data[:HEAD].decode("utf-8", "ignore")
    lines = [line.strip("\r\n") for line in text.splitlines() if line.strip()][: TOLD_BY + 1]
    if len(data) >= HEAD and len(lines) > 1:
        lines = lines[:-1]  # may be cut
    if not lines:
        return None
    if _NESTED.match(text):
        return Role.JUDGED if _are_grades(_NESTED_NUMBER.findall(text), whole=True) else Role.RUN
    if lines[0].startswith("{"):
        return Role.TEXTS if _most(_is_document(line) for line in lines[:TOLD_BY]) else None
    has_header = bool(_HEADER.fullmatch(lines[0]))
    rows = lines[1:] if has_header else lines
    if not rows:
        return None
    if _most(_is_score(one) for one in rows):
        return Role.RUN
    if _most(_JUDGED_LINE.fullmatch(one.strip()) is not None for one in rows):
        return Role.JUDGED
    graded = [_JUDGED_TABLE.fullmatch(one) is not None for one in rows]
    last = [one.rpartition("\t")[2] for one in rows]
    if (has_header and _most(graded)) or (all(graded) and _are_grades(last)):
        return Role.JUDGED
    if len(rows) > 1 and all(_TEXT_LINE.fullmatch(one) for one in rows):
        return Role.TEXTS
    return None


def _most(fits: Iterable[bool]) -> bool:
    """Whether half of the lines are as they should be: a broken line hides no file."""
    found = list(fits)
    return any(found) and sum(found) * 2 >= len(found)


def _is_score(line: str) -> bool:
    match = _RUN_LINE.fullmatch(line.strip())
    return match is not None and finite(match[4]) is not None


def _are_grades(numbers: Sequence[str], *, whole: bool = False) -> bool:
    """Whether numbers are such as a person gives, with ``whole`` without a fraction."""
    return all(
        abs(finite(one) or 0.0) <= _MOST_GRADE and (one.lstrip("-").isdecimal() or not whole)
        for one in numbers
    )


def _is_document(line: str) -> bool:
    source = Source("", line.encode("utf-8", "replace"))
    parsed = parse_json(JsonSpan(source, 0, len(source.data)), Findings(), any_text=True)
    value = parsed.value if parsed else None
    own = any(member(value, one) is not None for one in IDS)
    texts = (*TEXTS, "title")
    return own and any(isinstance(member(value, one), str) for one in texts)


def texts_of(path: Path, found: Findings) -> Iterator[tuple[str, str | None, str | None, Parsed]]:
    """Give id, heading and text of the documents or questions of a file."""
    source = read_source(path, found)
    if source is None:
        return
    for number, start, end in record_spans(source.data):
        if source.data[start : start + 1] == b"{":
            parsed = parse_json(JsonSpan(source, start, end), found, any_text=True)
            if parsed is None:
                yield "", None, None, Parsed(None, _At(source, start))
            else:
                yield _document_of(parsed)
            continue
        match = _TEXT_LINE.fullmatch(source.data[start:end].decode("utf-8", "replace"))
        if match is None:
            yield "", None, None, Parsed(None, _At(source, start))
        elif number or not _TEXTS_HEADER.fullmatch(match[0]):
            value = {"id": match[1], "text": match[2]}
            yield match[1], None, match[2], Parsed(value, _At(source, start))


_TEXTS_HEADER = re.compile(
    r"(?:\w*[-_ ]?id|id)\t(?:text|query|passage|title|contents)", re.IGNORECASE
)


def _document_of(parsed: Parsed) -> tuple[str, str | None, str | None, Parsed]:
    value = parsed.value
    own = next((one for way in IDS if (one := member(value, way)) is not None), "")
    heading = member(value, "title")
    texts = (one for way in TEXTS if isinstance(one := member(value, way), str))
    return str(own), heading if isinstance(heading, str) else None, next(texts, None), parsed


@dataclass(frozen=True, slots=True)
class _At:
    """Where a line of a text file begins."""

    source: Source
    offset: int

    def place(self, parts: tuple[str | int, ...] = (), *, key: bool = False) -> Place:
        """Return the place of the line."""
        del parts, key
        return self.source.place(self.offset)


def lines_of(path: Path, role: Role, found: Findings) -> Iterator[tuple[str, str, Parsed]]:
    """Give question, document, and number (grade or score) of each line of a run or judgements."""
    source = read_source(path, found)
    if source is None:
        return
    if source.data.lstrip()[:1] == b"{":
        yield from _nested_lines(source, found)
        return
    for number, start, end in record_spans(source.data):
        line = source.data[start:end].decode("utf-8", "replace")
        if not number and _HEADER.fullmatch(line):
            continue
        for pattern, at in _PATTERNS[role]:
            match = pattern.fullmatch(line.strip() if pattern is not _JUDGED_TABLE else line)
            if match:
                yield match[1], match[2], Parsed(match[at], _At(source, start))
                break
        else:
            yield "", "", Parsed(None, _At(source, start))


def _ranks(value: object) -> bool:
    """Whether an object is of questions, each with numbers for documents of its own.

    Where all have the same names in them, it is a table of measures.
    """
    inner = list(value.values()) if isinstance(value, Mapping) else []
    if not inner or not all(isinstance(one, Mapping) and one for one in inner):
        return False
    numbers = (number for one in inner for number in one.values())
    if not all(isinstance(one, int | float) and not isinstance(one, bool) for one in numbers):
        return False
    return len(inner) == 1 or len({frozenset(one) for one in inner}) > 1


def _nested_lines(source: Source, found: Findings) -> Iterator[tuple[str, str, Parsed]]:
    whole = parse_json(JsonSpan(source, 0, len(source.data)), found, any_text=True)
    held = whole.value if whole is not None and isinstance(whole.value, Mapping) else {}
    for query, documents in held.items():
        for document in documents if isinstance(documents, Mapping) else ():
            yield query, document, whole.child(query, document)  # type: ignore[union-attr]


def trec_records(source: Source, beside: Callable[[], bool]) -> list[Parsed] | None:
    """Return the lines of a run or of judgements as records, None where a text holds neither.

    Of one that is an object these are its questions. One question may be anything: it is one where
    a corpus lies ``beside``.
    """
    role = role_of_lines(source.data)
    if role not in (Role.RUN, Role.JUDGED):
        return None
    if source.data.lstrip()[:1] == b"{":
        whole = parse_json(JsonSpan(source, 0, len(source.data)), Findings(), any_text=True)
        if whole is None or not _ranks(whole.value):
            return None
        if len(whole.value) == 1 and not beside():
            return None
        named = islice(whole.value, TOLD_BY)
        return [replace(whole.child(one), value={f"line of {role.value}": one}) for one in named]
    return [
        Parsed({f"line of {role.value}": source.data[start:end].decode()}, _At(source, start))
        for _, start, end in islice(record_spans(source.data), TOLD_BY)
    ]
