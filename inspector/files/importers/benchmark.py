"""Retrieval benchmarks: a corpus, its questions, judgements and a run, told apart by their lines.

BEIR keeps documents and questions as JSON lines and judgements as a table; TREC writes runs and
judgements as lines of words. What a file of a folder is decides its content: what the first column
of judgements and runs names are questions, what the column of documents names is the corpus.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from inspector.core.problems import Place, Problem, Severity
from inspector.files.account import unused_names
from inspector.files.findings import Findings, Parsed
from inspector.files.importers.benchmark_lines import (
    HEAD,
    IDS,
    TEXTS,
    Role,
    lines_of,
    role_of_lines,
    texts_of,
)
from inspector.files.importers.drafts import SetDraft
from inspector.files.importers.imported import Foreign, Head, Imported, Importer
from inspector.files.importers.request_draft import RequestDraft
from inspector.files.importers.values import HitScore, finite
from inspector.files.packing import is_packed
from inspector.files.source import (
    PathLike,
    read_head,
    read_source,
    shown,
    without_packing,
)

_MOST_BESIDE = 100  # files of a folder that are looked at
_CORPUS_NAMES = ("corpus", "collection", "docs", "documents", "passages")
_WORDS = re.compile(r"[\W_]+")
_TITLE = "retrieval benchmark (BEIR, TREC)"


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
    head = read_head(path, 1, HEAD)
    if head is None:
        return None
    data = head[0]
    if is_packed(data):
        data = _unpacked_head(path)
    return role_of_lines(data)


def _unpacked_head(path: Path) -> bytes:
    whole = read_source(path, Findings())
    return b"" if whole is None else whole.data[:HEAD]


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

    A file is one of questions where judgements and runs name more of its ids as such. One of which
    they name no id, and which is not called as one, is no part of the benchmark.
    """
    asked: set[str] = set()
    named: set[str] = set()
    roles = [(one, Role.JUDGED) for one in found.judged] + [(one, Role.RUN) for one in found.runs]
    for path, role in roles:
        for query, document, _ in islice(lines_of(path, role, problems), 20_000):
            asked.add(query)
            named.add(document)
    documents: list[Path] = []
    questions: list[Path] = []
    for path in found.texts:
        ids = {identity for identity, *_ in islice(texts_of(path, problems), 20_000)}
        of_questions, of_documents = len(ids & asked), len(ids & named)
        by_name = without_packing(path.name.lower())
        says_questions = "quer" in by_name or "topic" in by_name or "question" in by_name
        says_corpus = by_name.startswith(_CORPUS_NAMES)
        if named and not (of_questions or of_documents or says_questions or says_corpus):
            found.others.append(path)
            continue
        if of_questions != of_documents and not says_corpus and not says_questions:
            says_questions = of_questions > of_documents
        (questions if says_questions else documents).append(path)
    return documents, questions


def _read_benchmark(foreign: Foreign) -> Imported | None:
    """Read a corpus, with the questions, judgements, run and memories that lie beside it.

    Of several files of a kind the one that was opened is read.
    """
    place = Path(os.fspath(foreign.path))
    found = _Folder.of(place.parent)
    for several in (found.runs, found.judged):
        several.sort(key=lambda one: one != place)
    documents, questions = _told_apart(found, Findings())
    if place in questions and documents:
        questions = [place]
    elif place in found.texts:
        found.others += [one for one in documents if one != place]
        documents, questions = [place], [one for one in questions if one != place]
    if not documents:
        for role, there in ((Role.RUN, found.runs), (Role.JUDGED, found.judged)):
            lines = lines_of(place, role, Findings()) if place in there else ()
            count = sum(1 for _ in lines)
            foreign.account.met(count)
            foreign.account.left("without the documents that it names", Place(shown(place)), count)
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
        return self._draft.imported()

    def _read_documents(self, path: Path) -> None:
        for identity, heading, text, row in texts_of(path, self._foreign.found):
            self._draft.met()
            if text is None and heading is None:
                self._draft.skip(row, "This is no document of the corpus", reason="no document")
                continue
            self._draft.unused(unused_names(row.value, (*IDS, *TEXTS, "title")))
            reference = self._draft.passage(row, text or heading, identity=identity, title=heading)
            if reference is not None:
                self._references[identity] = reference

    def _read_questions(self, path: Path) -> None:
        for identity, heading, text, row in texts_of(path, self._foreign.found):
            self._draft.met()
            if not (text or heading):
                self._left(row, "a question without a text")
                continue
            self._asked[identity] = self._draft.request(identity, text or heading)
            self._draft.took("questions")

    def _read_judgements(self) -> None:
        tests = [one for one in self._found.judged if "test" in _WORDS.split(one.name.lower())]
        opened = Path(os.fspath(self._foreign.path))
        chosen = self._found.judged[:1] if opened in self._found.judged else tests
        chosen = chosen or self._found.judged
        needed: dict[str, list[str]] = defaultdict(list)
        for path in chosen:
            for query, document, row in lines_of(path, Role.JUDGED, self._foreign.found):
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
        others = [one for one in self._found.judged if one not in chosen]
        self._unread(others, Role.JUDGED, "another split")

    def _read_run(self) -> None:
        for path in self._found.runs[:1]:
            self._foreign.account.read_as("run", path.name)
            for query, document, row in lines_of(path, Role.RUN, self._foreign.found):
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
                        HitScore("score", row.value),
                        self._asked[query],
                        "lines of the run",
                    )
        self._unread(self._found.runs[1:], Role.RUN, "another run")

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

    def _unread(self, paths: Sequence[Path], role: Role, why: str) -> None:
        for path in paths:
            count = sum(1 for _ in lines_of(path, role, Findings()))
            self._draft.met(count)
            self._foreign.account.left(f"{why} ({path.name})", Place(shown(path)), count)


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
