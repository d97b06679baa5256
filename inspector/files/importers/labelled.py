"""Labelled sets: questions, what was or could be retrieved for them, and the evidence they need."""

from __future__ import annotations

import csv
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspector.files.documents import record_spans
from inspector.files.findings import Parsed
from inspector.files.importers.drafts import RequestDraft, SetDraft, finite
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    by_marks,
    listed,
    member,
)
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import read_source

_WRAPPERS = ("data", "samples", "rows", "dataset", "questions")


def _rows(foreign: Foreign) -> Iterator[Parsed]:
    from inspector.files.importers.chats import inner_records

    for outer in foreign.records():
        yield from inner_records(outer, _WRAPPERS)


def _finished(title: str, draft: SetDraft) -> Imported | None:
    draft.score_lexically()
    candidates = draft.candidates()
    return None if candidates is None else Imported(title, candidates, draft.requests())


def _read_hotpot(foreign: Foreign) -> Imported | None:
    """Read questions over paragraphs in sentences, with the sentences that support the answer."""
    title = "questions over paragraphs (HotpotQA)"
    draft = SetDraft(foreign, title)
    for number, row in enumerate(_rows(foreign), 1):
        value = row.value
        identity = member(value, "_id") or member(value, "id") or f"question-{number}"
        request = draft.request(identity, member(value, "question"))
        sentences: dict[tuple[str, int], tuple[str, str]] = {}
        for heading, lines in _pairs(member(value, "context"), "title", "sentences"):
            texts = (
                [one for one in lines if isinstance(one, str)] if isinstance(lines, list) else []
            )
            reference = draft.passage(
                row, "".join(texts), identity=heading, title=heading, request=request
            )
            if reference is None:
                continue
            for place, text in enumerate(texts):
                card = draft.card(
                    row,
                    text.strip(),
                    identity=f"{heading}#{place + 1}",
                    name=f"{heading}, sentence {place + 1}",
                    kind="sentence",
                    extracted_from=reference,
                    request=request,
                )
                if card is not None:
                    sentences[str(heading), place] = (card, reference)
        for heading, place in _pairs(member(value, "supporting_facts"), "title", "sent_id"):
            if isinstance(place, int) and isinstance(heading, str):
                # A sentence that is in no paragraph stays evidence, which no policy can bring in.
                request.needs(*sentences.get((heading, place), (f"{heading}#{place + 1}",)))
    return _finished(title, draft)


def _pairs(value: Any, first: str, second: str) -> Iterator[tuple[Any, Any]]:
    """Give pairs that are written as a list of pairs, or as two lists side by side."""
    if isinstance(value, list):
        yield from ((one[0], one[1]) for one in value if isinstance(one, list) and len(one) >= 2)
        return
    firsts, seconds = member(value, first), member(value, second)
    if isinstance(firsts, list) and isinstance(seconds, list):
        yield from zip(firsts, seconds, strict=False)


def _read_paragraphs(foreign: Foreign) -> Imported | None:
    """Read questions over paragraphs that are marked as supporting the answer or not."""
    title = "questions over marked paragraphs (MuSiQue)"
    draft = SetDraft(foreign, title)
    for number, row in enumerate(_rows(foreign), 1):
        value = row.value
        identity = member(value, "id") or member(value, "_id") or f"question-{number}"
        request = draft.request(identity, member(value, "question"))
        for place, paragraph in enumerate(listed(value, "paragraphs")):
            heading = member(paragraph, "title")
            reference = draft.passage(
                row.child("paragraphs", place),
                member(paragraph, "paragraph_text") or member(paragraph, "text"),
                identity=heading or f"{identity}-{place}",
                title=heading,
                request=request,
            )
            if reference is not None and member(paragraph, "is_supporting") is True:
                request.needs(reference)
    return _finished(title, draft)


_ASKED = ("user_input", "question", "query", "input")
_RETRIEVED = ("retrieved_contexts", "contexts", "retrieval_context", "retrieved_documents")
_REFERENCE = (
    "reference_contexts",
    "ground_truth_contexts",
    "expected_contexts",
    "gold_contexts",
    "relevant_contexts",
)


def _read_evaluation(foreign: Foreign) -> Imported | None:
    """Read rows of an evaluation: what was asked, what was retrieved, what should have been.

    Where a row gives no reference contexts, its request has no evidence. One that was not retrieved
    stays evidence under an id of its own: no policy can bring it in.
    """
    title = "rows of a retrieval evaluation (RAGAS)"
    draft = SetDraft(foreign, title)
    for number, row in enumerate(_rows(foreign), 1):
        value = row.value
        asked = next((one for way in _ASKED if isinstance(one := member(value, way), str)), None)
        identity = member(value, "id") or member(value, "_id") or f"row-{number}"
        request = draft.request(identity, asked)
        retrieved = next(
            (found for way in _RETRIEVED if isinstance(found := member(value, way), list)), []
        )
        reference_of: dict[str, str] = {}
        ids = listed(value, "retrieved_context_ids")
        for place, text in enumerate(retrieved):
            context = text if isinstance(text, str) else member(text, "text")
            reference = draft.passage(
                row, context, identity=ids[place] if place < len(ids) else None, request=request
            )
            if reference is not None:
                reference_of[_folded(str(context))] = reference
        wanted = next(
            (found for way in _REFERENCE if isinstance(found := member(value, way), list)), []
        )
        for place, text in enumerate(wanted):
            if isinstance(text, str) and text.strip():
                request.needs(
                    _evidence(text, reference_of, f"{request.trace_id}/reference-{place}")
                )
    return _finished(title, draft)


def _folded(text: str) -> str:
    return " ".join(text.split())


def _evidence(wanted: str, reference_of: dict[str, str], otherwise: str) -> str:
    """Return the passage that holds a reference context, or an id that stands for none."""
    folded = _folded(wanted)
    if folded in reference_of:
        return reference_of[folded]
    holding = sorted(ref for text, ref in reference_of.items() if folded in text)
    return holding[0] if holding else otherwise


_RUN_LINE = re.compile(r"(\S+)\s+(Q0|q0|0)\s+(\S+)\s+(\d+)\s+(\S+)\s+(\S+)")
_JUDGED_LINE = re.compile(r"(\S+)\s+(?:0|Q0|1)\s+(\S+)\s+(-?\d+)")
_MOST_BESIDE = 100  # files of a folder that are looked at for a run


def _read_benchmark(foreign: Foreign) -> Imported | None:
    """Read a corpus, and the queries, judgements and run that lie beside it under usual names."""
    title = "retrieval benchmark (BEIR, TREC)"
    draft = SetDraft(foreign, title)
    folder = Path(os.fspath(foreign.path))
    folder = folder if folder.is_dir() else folder.parent
    asked: dict[str, RequestDraft] = {}
    references: dict[str, str] = {}
    for row in foreign.records():
        identity = member(row.value, "_id") or member(row.value, "id")
        if member(row.value, "text") is None and member(row.value, "title") is None:
            draft.skip(row, "This is no document of the corpus", "Name the corpus file.")
            continue
        heading, text = member(row.value, "title"), member(row.value, "text")
        reference = draft.passage(row, text or heading, identity=identity, title=heading)
        if reference is not None:
            references[str(identity)] = reference
    for row in _lines_beside(folder, ("queries.jsonl", "queries.json"), foreign):
        identity = str(member(row.value, "_id") or member(row.value, "id"))
        asked[identity] = draft.request(identity, member(row.value, "text"))
    judged: dict[str, list[str]] = defaultdict(list)
    for query, document, grade in _judgements(folder):
        if grade > 0:
            judged[query].append(references.get(document, document))
    for query, wanted in judged.items():
        if query in asked:
            for reference in wanted:
                asked[query].needs(reference)
    for query, document, score in _run(folder):
        if query in asked and document in references:
            asked[query].competes(references[document], score)
    return _finished(title, draft)


def _lines_beside(folder: Path, names: tuple[str, ...], foreign: Foreign) -> Iterator[Parsed]:
    for name in names:
        source = read_source(folder / name, foreign.found) if (folder / name).is_file() else None
        if source is None:
            continue
        for _, start, end in record_spans(source.data):
            parsed = parse_json(JsonSpan(source, start, end), foreign.found)
            if parsed is not None and isinstance(parsed.value, dict):
                yield parsed


def _text_files(folder: Path, *endings: str) -> Iterator[Path]:
    found = sorted(one for one in folder.iterdir() if one.is_file())[:_MOST_BESIDE]
    yield from (one for one in found if one.name.lower().endswith(endings))


def _judgements(folder: Path) -> Iterator[tuple[str, str, float]]:
    """Give query, document and grade of all judgements: ``qrels/*.tsv``, or lines of four."""
    judged = folder / "qrels"
    tables = list(_text_files(judged, ".tsv")) if judged.is_dir() else []
    preferred = [one for one in tables if one.stem == "test"] or tables
    for path in preferred:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file, delimiter="\t"):
                if len(row) >= 3 and (grade := finite(row[2])) is not None:
                    yield row[0], row[1], grade
    if preferred:
        return
    for path in _text_files(folder, ".qrels", "qrels.txt", ".qrel"):
        for line in path.read_text("utf-8", "replace").splitlines():
            match = _JUDGED_LINE.fullmatch(line.strip())
            if match:
                yield match[1], match[2], float(match[3])


def _run(folder: Path) -> Iterator[tuple[str, str, float]]:
    """Give query, document and score of the run beside the corpus, where there is one."""
    for path in _text_files(folder, ".run", ".trec", "run.txt"):
        for line in path.read_text("utf-8", "replace").splitlines():
            match = _RUN_LINE.fullmatch(line.strip())
            score = finite(match[5]) if match else None
            if match and score is not None:
                yield match[1], match[3], score
        return


def _sniff_benchmark(head: Head) -> float:
    if head.has("_id", "text") and not head.has("question"):
        return 0.9 if head.has("title") or head.has("metadata") else 0.6
    return 0.0


_HOTPOT = (("question", "context", "supporting_facts"),)
_PARAGRAPHS = (
    ("question", "paragraphs/0/paragraph_text"),
    ("question", "paragraphs/0/is_supporting"),
)
_ROWS = tuple((asked, found) for asked in _ASKED for found in _RETRIEVED)

IMPORTERS = (
    Importer(
        "hotpotqa",
        "questions over paragraphs (HotpotQA)",
        _HOTPOT,
        by_marks(*_HOTPOT, sure=0.95),
        _read_hotpot,
    ),
    Importer(
        "musique",
        "questions over marked paragraphs (MuSiQue)",
        _PARAGRAPHS,
        by_marks(*_PARAGRAPHS, sure=0.95),
        _read_paragraphs,
    ),
    Importer(
        "ragas",
        "rows of a retrieval evaluation (RAGAS)",
        _ROWS,
        by_marks(*_ROWS),
        _read_evaluation,
    ),
    Importer(
        "beir",
        "retrieval benchmark (BEIR, TREC)",
        (("_id", "text", "title"),),
        _sniff_benchmark,
        _read_benchmark,
    ),
)
