"""Retrieval benchmarks: a corpus, its questions, judgements and a run, told apart by their lines.

BEIR keeps documents and questions as JSON lines and judgements as a table; TREC writes runs and
judgements as lines of words. What a file of a folder is decides its content: what the first column
of judgements and runs names are questions, what the column of documents names is the corpus.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice
from pathlib import Path

from inspector.core.problems import Place, Problem, Severity
from inspector.files.account import unused_names
from inspector.files.documents import record_spans
from inspector.files.findings import Findings, Parsed
from inspector.files.importers.drafts import RequestDraft, SetDraft, finite
from inspector.files.importers.imported import Foreign, Head, Imported, Importer, member
from inspector.files.importers.scores import Measure
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.packing import is_packed
from inspector.files.source import (
    PathLike,
    Source,
    read_head,
    read_source,
    shown,
    without_packing,
)

_RUN_LINE = re.compile(r"(\S+)\s+(?:Q0|q0|0)\s+(\S+)\s+(\d+)\s+(\S+)(?:\s+(\S+))?")
_JUDGED_LINE = re.compile(r"(\S+)\s+(?:\d+|Q0|q0|[Ii]ter\S*)\s+(\S+)\s+(-?\d+)")
_JUDGED_TABLE = re.compile(r"([^\t]+)\t([^\t]+)\t(-?\d+(?:\.\d+)?)")
_WORDS = re.compile(r"[\W_]+")
_HEADER = re.compile(
    r"\s*(?:query|q)[-_ ]?id\s+(?:corpus|doc|document|p)[-_ ]?id\s+.*", re.IGNORECASE
)
_TEXT_LINE = re.compile(r"([^\t]{1,120})\t([^\t]+)")
_MOST_BESIDE = 100  # files of a folder that are looked at
_HEAD = 1 << 14  # bytes of a file that tell what it is
_TOLD_BY = 12  # lines
_DOCUMENT = ("_id", "id", "docid", "doc_id", "pid")
_TEXTS = ("text", "contents", "body", "passage", "segment")
_CORPUS_NAMES = ("corpus", "collection", "docs", "documents", "passages")
_MOST_GRADE = 5
_TITLE = "retrieval benchmark (BEIR, TREC)"


class Role(Enum):
    """What a file of a benchmark is."""

    TEXTS = "texts"  # documents or questions
    RUN = "run"
    JUDGED = "judgements"


def role_of_lines(data: bytes) -> Role | None:
    """Return what the lines of a text are, None where they are of no benchmark."""
    text = data[:_HEAD].decode("utf-8", "ignore")
    lines = [line.strip("\r\n") for line in text.splitlines() if line.strip()][: _TOLD_BY + 1]
    if len(data) > _HEAD and len(lines) > 1:
        lines = lines[:-1]  # may be cut
    if not lines:
        return None
    if lines[0].startswith("{"):
        return Role.TEXTS if _most(_is_document(line) for line in lines[:_TOLD_BY]) else None
    has_header = bool(_HEADER.fullmatch(lines[0]))
    rows = lines[1:] if has_header else lines
    if not rows:
        return None
    if _most(_is_score(one) for one in rows):
        return Role.RUN
    if _most(_JUDGED_LINE.fullmatch(one.strip()) is not None for one in rows):
        return Role.JUDGED
    graded = [_JUDGED_TABLE.fullmatch(one) is not None for one in rows]
    if (has_header and _most(graded)) or (all(graded) and _are_grades(rows)):
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


def _are_grades(rows: Sequence[str]) -> bool:
    return all(abs(finite(one.rpartition("\t")[2]) or 0.0) <= _MOST_GRADE for one in rows)


def _is_document(line: str) -> bool:
    source = Source("", line.encode("utf-8", "replace"))
    parsed = parse_json(JsonSpan(source, 0, len(source.data)), Findings(), any_text=True)
    value = parsed.value if parsed else None
    own = any(member(value, one) is not None for one in _DOCUMENT)
    texts = (*_TEXTS, "title")
    return own and any(isinstance(member(value, one), str) for one in texts)


def is_benchmark(path: PathLike) -> bool:
    """Whether a folder is a benchmark: a corpus under its usual name, or texts beside lines."""
    folder = Path(os.fspath(path))
    names = [without_packing(one.name.lower()) for one in _files_of(folder)]
    if any(one in ("corpus.jsonl", "corpus.json") for one in names):
        return True
    roles = {_role_of(one) for one in _files_of(folder)}
    return Role.TEXTS in roles and not roles.isdisjoint((Role.RUN, Role.JUDGED))


def _files_of(folder: Path) -> list[Path]:
    try:
        found = sorted(one for one in folder.iterdir() if one.is_file() and one.name[:1] != ".")
    except OSError:
        return []
    return found[:_MOST_BESIDE]


def _role_of(path: Path) -> Role | None:
    head = read_head(path, 1, _HEAD)
    if head is None:
        return None
    data = head[0]
    if is_packed(data):
        data = _unpacked_head(path)
    return role_of_lines(data)


def _unpacked_head(path: Path) -> bytes:
    whole = read_source(path, Findings())
    return b"" if whole is None else whole.data[:_HEAD]


@dataclass(slots=True)
class _Folder:
    """The files of a benchmark by what they are; ``others`` are none of it."""

    texts: list[Path] = field(default_factory=list)
    runs: list[Path] = field(default_factory=list)
    judged: list[Path] = field(default_factory=list)
    others: list[Path] = field(default_factory=list)

    @classmethod
    def of(cls, folder: Path) -> _Folder:
        found = cls()
        into = {Role.TEXTS: found.texts, Role.RUN: found.runs, Role.JUDGED: found.judged}
        below = [one for name in ("qrels", "runs") for one in _files_of(folder / name)]
        for one in (*_files_of(folder), *below):
            role = _role_of(one)
            (found.others if role is None else into[role]).append(one)
        return found


def corpus_of_folder(path: PathLike) -> Path | None:
    """Return the file of a folder that holds the documents, None where there is none."""
    folder = Path(os.fspath(path))
    usual = [one for one in _files_of(folder) if without_packing(one.name) == "corpus.jsonl"]
    usual += [one for one in _files_of(folder) if without_packing(one.name) == "corpus.json"]
    if usual:
        return usual[0]
    found = _Folder.of(folder)
    texts, _ = _told_apart(found, Findings())
    return texts[0] if texts else None


def _told_apart(found: _Folder, problems: Findings) -> tuple[list[Path], list[Path]]:
    """Return the files of documents and those of questions.

    A file is one of questions where judgements and runs name more of its ids as such.
    """
    asked: set[str] = set()
    named: set[str] = set()
    for path in (*found.judged, *found.runs):
        for query, document, _ in islice(_lines(path, problems), 20_000):
            asked.add(query)
            named.add(document)
    documents: list[Path] = []
    questions: list[Path] = []
    for path in found.texts:
        ids = {identity for identity, *_ in islice(_texts(path, problems), 20_000)}
        of_questions, of_documents = len(ids & asked), len(ids & named)
        by_name = without_packing(path.name.lower())
        says_questions = "quer" in by_name or "topic" in by_name or "question" in by_name
        says_corpus = by_name.startswith(_CORPUS_NAMES)
        if of_questions != of_documents and not says_corpus and not says_questions:
            says_questions = of_questions > of_documents
        (questions if says_questions else documents).append(path)
    return documents, questions


def _texts(path: Path, found: Findings) -> Iterator[tuple[str, str | None, str | None, Parsed]]:
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
        elif number or not _HEADER_OF_TEXTS.fullmatch(match[0]):
            value = {"id": match[1], "text": match[2]}
            yield match[1], None, match[2], Parsed(value, _At(source, start))


_HEADER_OF_TEXTS = re.compile(
    r"(?:\w*[-_ ]?id|id)\t(?:text|query|passage|title|contents)", re.IGNORECASE
)


def _document_of(parsed: Parsed) -> tuple[str, str | None, str | None, Parsed]:
    value = parsed.value
    own = next((one for way in _DOCUMENT if (one := member(value, way)) is not None), "")
    heading = member(value, "title")
    texts = (one for way in _TEXTS if isinstance(one := member(value, way), str))
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


def _lines(path: Path, found: Findings) -> Iterator[tuple[str, str, Parsed]]:
    """Give question, document, and number (grade or score) of each line of a run or judgements."""
    source = read_source(path, found)
    if source is None:
        return
    for number, start, end in record_spans(source.data):
        line = source.data[start:end].decode("utf-8", "replace")
        if not number and _HEADER.fullmatch(line):
            continue
        for pattern, at in ((_RUN_LINE, 4), (_JUDGED_LINE, 3), (_JUDGED_TABLE, 3)):
            match = pattern.fullmatch(line.strip() if pattern is not _JUDGED_TABLE else line)
            if match:
                yield match[1], match[2], Parsed(match[at], _At(source, start))
                break
        else:
            yield "", "", Parsed(None, _At(source, start))


def _read_benchmark(foreign: Foreign) -> Imported | None:
    """Read a corpus, with the questions, judgements, run and memories that lie beside it."""
    place = Path(os.fspath(foreign.path))
    found = _Folder.of(place.parent)
    documents, questions = _told_apart(found, Findings())
    if _role_of(place) is Role.TEXTS:  # the others are not what was opened
        found.others += [one for one in documents if one != place]
        documents, questions = [place], [one for one in questions if one != place]
    if not documents:
        foreign.found.add(
            Problem(
                Severity.ERROR,
                "import.no-corpus",
                "These lines rank or judge documents; the documents themselves are not here.",
                "Put the file beside its corpus (JSON lines with _id and text), and open that.",
                Place(shown(place)),
            )
        )
        return None
    return _Reader(foreign, found).read(documents, questions)


class _Reader:
    """Reads the files of one benchmark into a draft."""

    def __init__(self, foreign: Foreign, found: _Folder) -> None:
        self._foreign = foreign
        self._found = found
        self._draft = SetDraft(foreign, _TITLE)
        self._asked: dict[str, RequestDraft] = {}
        self._references: dict[str, str] = {}

    def read(self, documents: Sequence[Path], questions: Sequence[Path]) -> Imported | None:
        for path in documents:
            self._read_documents(path)
        for path in questions:
            self._read_questions(path)
        self._read_judgements()
        self._read_run()
        self._read_beside()
        self._draft.finish()
        candidates = self._draft.candidates()
        return None if candidates is None else Imported(_TITLE, candidates, self._draft.requests())

    def _read_documents(self, path: Path) -> None:
        for identity, heading, text, row in _texts(path, self._foreign.found):
            self._draft.met()
            if text is None and heading is None:
                self._draft.skip(row, "This is no document of the corpus", reason="no document")
                continue
            self._draft.unused(unused_names(row.value, (*_DOCUMENT, *_TEXTS, "title")))
            reference = self._draft.passage(row, text or heading, identity=identity, title=heading)
            if reference is not None:
                self._references[identity] = reference

    def _read_questions(self, path: Path) -> None:
        for identity, heading, text, row in _texts(path, self._foreign.found):
            self._draft.met()
            if not (text or heading):
                self._left(row, "a question without a text")
                continue
            self._asked[identity] = self._draft.request(identity, text or heading)
            self._draft.took("questions")

    def _read_judgements(self) -> None:
        tests = [one for one in self._found.judged if "test" in _WORDS.split(one.name.lower())]
        chosen = tests or self._found.judged
        needed: dict[str, list[str]] = defaultdict(list)
        for path in chosen:
            for query, document, row in _lines(path, self._foreign.found):
                self._draft.met()
                grade = finite(row.value)
                if grade is None:
                    self._left(row, "not a judgement")
                elif query not in self._asked:
                    self._left(row, "a judgement of a question that is not here")
                else:
                    self._draft.took("judgements")
                    if grade > 0:
                        needed[query].append(self._references.get(document, document))
        for query, wanted in needed.items():
            for reference in wanted:
                self._asked[query].needs(reference)
        self._unread([one for one in self._found.judged if one not in chosen], "another split")

    def _read_run(self) -> None:
        for path in self._found.runs[:1]:
            self._foreign.account.read_as("run", path.name)
            for query, document, row in _lines(path, self._foreign.found):
                self._draft.met()
                if finite(row.value) is None:
                    self._left(row, "not a line of a run")
                elif query not in self._asked:
                    self._left(row, "a run's line for a question that is not here")
                elif document not in self._references:
                    self._left(row, "a run's line for a document that is not here")
                else:
                    self._draft.hit(
                        row,
                        self._references[document],
                        Measure("score", row.value),
                        self._asked[query],
                        "lines of the run",
                    )
        self._unread(self._found.runs[1:], "another run")

    def _read_beside(self) -> None:
        """Read memories and documents that lie beside the benchmark: they compete, too."""
        from inspector.files.importers import foreign_of, recognised
        from inspector.files.importers.documents import read_hits_into

        unread: list[str] = []
        for path in self._found.others if self._asked else ():
            other = foreign_of(path, Findings(), None)
            kind = None if other is None else recognised(other.head)
            if other is None or kind is None or kind.name not in ("memories", "documents"):
                unread.append(path.name)
                continue
            beside = replace(other, found=self._foreign.found, account=self._foreign.account)
            read_hits_into(self._draft, beside, "memory" if kind.name == "memories" else None)
            self._foreign.account.read_as(path.name, f"{kind.title}, beside the benchmark")
        if unread:
            self._foreign.account.read_as(", ".join(unread), "no part of the benchmark; not read")
        self._draft.all_compete()

    def _left(self, row: Parsed, reason: str) -> None:
        self._foreign.account.left(reason, row.place())
        self._foreign.found.add_many(
            ("import.left-out", reason),
            lambda: Problem(
                Severity.WARNING,
                "import.left-out",
                f"Left out: {reason}.",
                "Look whether the files belong together.",
                row.place(),
            ),
            collapses=True,
        )

    def _unread(self, paths: Sequence[Path], why: str) -> None:
        for path in paths:
            count = sum(1 for _ in _lines(path, Findings()))
            self._draft.met(count)
            self._foreign.account.left(f"{why} ({path.name})", Place(shown(path)), count)


def trec_records(source: Source) -> list[Parsed] | None:
    """Return the lines of a run or of judgements as records, None where a text holds neither."""
    role = None if source.data.lstrip()[:1] in (b"{", b"[") else role_of_lines(source.data)
    if role not in (Role.RUN, Role.JUDGED):
        return None
    return [
        Parsed({f"line of {role.value}": source.data[start:end].decode()}, _At(source, start))
        for _, start, end in islice(record_spans(source.data), _TOLD_BY)
    ]


def _sniff_benchmark(head: Head) -> float:
    if any(head.has(f"line of {one.value}") for one in Role):
        return 0.95
    if head.has("_id", "text") and not head.has("question"):
        return 0.9 if head.has("title") or head.has("metadata") else 0.6
    return 0.0


IMPORTERS = (
    Importer(
        "beir",
        _TITLE,
        (("_id", "text", "title"),),
        _sniff_benchmark,
        _read_benchmark,
    ),
)
