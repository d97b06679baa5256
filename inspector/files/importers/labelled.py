"""Labelled sets: questions, what was or could be retrieved for them, and the evidence they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from inspector.files.account import EVERYTHING, unused_names
from inspector.files.findings import Parsed, Parts
from inspector.files.importers.drafts import SetDraft
from inspector.files.importers.hits import read_document
from inspector.files.importers.imported import (
    Foreign,
    Imported,
    Importer,
    by_marks,
    listed,
    member,
    text_at,
)
from inspector.files.importers.request_draft import RequestDraft

_WRAPPERS = ("data", "samples", "rows", "dataset", "questions")


def _rows(foreign: Foreign, draft: SetDraft) -> Iterator[Parsed]:
    from inspector.files.importers.chats import inner_records

    for outer in foreign.records():
        for row in inner_records(outer, _WRAPPERS, foreign.account):
            if isinstance(row.value, Mapping):
                yield row
            else:
                draft.met()
                draft.skip(row, "This is no row with a question", reason="no question")


def _read_hotpot(foreign: Foreign) -> Imported | None:
    """Read questions over paragraphs in sentences, with the sentences that support the answer."""
    draft = SetDraft(foreign, "questions over paragraphs (HotpotQA)")
    for number, row in enumerate(_rows(foreign, draft), 1):
        value = row.value
        request = _question(draft, row, number)
        draft.unused(unused_names(value, _HOTPOT_USED))
        sentences: dict[tuple[str, int], tuple[str, str]] = {}
        for heading, lines, way in _pairs(member(value, "context"), "title", "sentences"):
            texts = (
                [one for one in lines if isinstance(one, str)] if isinstance(lines, list) else []
            )
            draft.met()
            inside = row.child("context", *way)
            if heading is not None and not isinstance(heading, str):
                draft.unused(("context/*/*",))
            named = heading if isinstance(heading, str) else f"paragraph {int(way[-1]) + 1}"
            reference = draft.passage(
                inside, "".join(texts), identity=named, title=heading, request=request
            )
            if reference is None:
                continue
            for place, text in enumerate(texts):
                card = draft.card(
                    inside,
                    text.strip(),
                    identity=f"{named}#{place + 1}",
                    name=f"{named}, sentence {place + 1}",
                    kind="sentence",
                    extracted_from=reference,
                    request=request,
                    taken_as="",
                )
                if card is not None:
                    sentences[str(heading), place] = (card, reference)
        for heading, place, _ in _pairs(member(value, "supporting_facts"), "title", "sent_id"):
            if isinstance(place, int) and isinstance(heading, str):
                # A sentence that is in no paragraph stays evidence, which no policy can bring in.
                request.needs(*sentences.get((heading, place), (f"{heading}#{place + 1}",)))
            else:
                draft.unused(("supporting_facts",))
    return draft.imported()


_HOTPOT_USED = (
    *("_id", "id", "question", "context/*/*", "context/*/*/*", "supporting_facts/*/*"),
    *("context/title/*", "context/sentences/*/*", "supporting_facts/title/*"),
    "supporting_facts/sent_id/*",
)


def _pairs(value: Any, first: str, second: str) -> Iterator[tuple[Any, Any, Parts]]:
    """Give pairs that are written as a list of pairs, or as two lists side by side.

    Each comes with its way; what is no pair is one of nothing.
    """
    if isinstance(value, list):
        for place, one in enumerate(value):
            is_pair = isinstance(one, list) and len(one) == 2
            yield (one[0], one[1], (place,)) if is_pair else (None, None, (place,))
        return
    firsts, seconds = listed(value, first), listed(value, second)
    for place, (one, other) in enumerate(zip_longest(firsts, seconds)):
        yield one, other, ((second if place < len(seconds) else first), place)


def _read_paragraphs(foreign: Foreign) -> Imported | None:
    """Read questions over paragraphs that are marked as supporting the answer or not."""
    draft = SetDraft(foreign, "questions over marked paragraphs (MuSiQue)")
    for number, row in enumerate(_rows(foreign, draft), 1):
        value = row.value
        request = _question(draft, row, number)
        identity = request.trace_id
        draft.unused(unused_names(value, _PARAGRAPHS_USED))
        for place, paragraph in enumerate(listed(value, "paragraphs")):
            draft.met()
            heading = text_at(paragraph, "title")
            reference = draft.passage(
                row.child("paragraphs", place),
                text_at(paragraph, "paragraph_text", "text"),
                identity=heading or f"{identity}-{place}",
                title=heading,
                request=request,
            )
            if reference is not None and member(paragraph, "is_supporting") is True:
                request.needs(reference)
    return draft.imported()


_PARAGRAPHS_USED = (
    "_id",
    "id",
    "question",
    *(f"paragraphs/*/{name}" for name in ("title", "paragraph_text", "text")),
)


_ASKED = ("user_input", "question", "query", "input")
_RETRIEVED = ("retrieved_contexts", "contexts", "retrieval_context", "retrieved_documents")
_REFERENCE = (
    "reference_contexts",
    "ground_truth_contexts",
    "expected_contexts",
    "gold_contexts",
    "relevant_contexts",
)


_CONTEXT_IDS = "retrieved_context_ids"


def _read_evaluation(foreign: Foreign) -> Imported | None:
    """Read rows of an evaluation: what was asked, what was retrieved, what should have been.

    Where a row gives no reference contexts, its request has no evidence. One that was not retrieved
    stays evidence under an id of its own: no policy can bring it in.
    """
    draft = SetDraft(foreign, "rows of a retrieval evaluation (RAGAS)")
    for number, row in enumerate(_rows(foreign, draft), 1):
        value = row.value
        asked, retrieved, wanted = (
            next((way for way in ways if isinstance(member(value, way), kind)), "")
            for ways, kind in ((_ASKED, str), (_RETRIEVED, list), (_REFERENCE, list))
        )
        identity = member(value, "id") or member(value, "_id") or f"row-{number}"
        draft.met()
        draft.took("questions")
        ids = listed(value, _CONTEXT_IDS)
        used = ("id", "_id", asked, *(f"{one}/*" for one in (wanted, retrieved, _CONTEXT_IDS)))
        draft.unused(unused_names(value, (*used, f"{retrieved}/*/text")))
        request = draft.request(identity, member(value, asked))
        reference_of: dict[str, str] = {}
        for place, text in enumerate(listed(value, retrieved)):
            draft.met()
            context = text if isinstance(text, str) else member(text, "text")
            reference = draft.passage(
                row.child(retrieved, place),
                context,
                identity=ids[place] if place < len(ids) else None,
                request=request,
            )
            if reference is not None:
                reference_of[_folded(str(context))] = reference
        for place, text in enumerate(listed(value, wanted)):
            if isinstance(text, str) and text.strip():
                otherwise = f"{request.trace_id}/reference-{place}"
                needed = _evidence(text, reference_of, otherwise)
                request.needs(needed)
                draft.unused([f"{wanted}/*"] if needed == otherwise else [])
    return draft.imported()


def _folded(text: str) -> str:
    return " ".join(text.split())


def _evidence(wanted: str, reference_of: dict[str, str], otherwise: str) -> str:
    """Return the passage that holds a reference context, or an id that stands for none."""
    folded = _folded(wanted)
    if folded in reference_of:
        return reference_of[folded]
    holding = sorted(ref for text, ref in reference_of.items() if folded in text)
    return holding[0] if holding else otherwise


def _read_contexts(foreign: Foreign) -> Imported | None:
    """Read questions with the passages a retriever found, marked where they hold an answer (DPR).

    Any one of the marked passages answers the question, so together they are one piece of evidence.
    """
    draft = SetDraft(foreign, "questions over retrieved passages (DPR)")
    for number, row in enumerate(_rows(foreign, draft), 1):
        request = _question(draft, row, number)
        answering = [
            reference
            for way in _CONTEXTS
            for place, _ in enumerate(listed(row.value, way))
            for hit in (row.child(way, place),)
            if (reference := read_document(draft, hit, hit.value, request)) is not None
            and (way == "positive_ctxs" or member(hit.value, "has_answer") is True)
        ]
        request.needs(*answering)
        draft.unused(
            unused_names(
                row.value,
                (*(f"{way}/*{EVERYTHING}" for way in _CONTEXTS), *_QUESTION_USED),
            )
        )
    return draft.imported()


_CONTEXTS = ("ctxs", "positive_ctxs", "hard_negative_ctxs", "negative_ctxs")


def _question(draft: SetDraft, row: Parsed, number: int) -> RequestDraft:
    """Begin the request of a row with a question."""
    draft.met()
    draft.took("questions")
    identity = member(row.value, "_id") or member(row.value, "id") or f"question-{number}"
    return draft.request(identity, member(row.value, "question"))


_QUESTION_USED = ("_id", "id", "question")


def _read_articles(foreign: Foreign) -> Imported | None:
    """Read articles in paragraphs, each with the questions that it answers (SQuAD)."""
    draft = SetDraft(foreign, "questions over articles (SQuAD)")
    for article in _rows(foreign, draft):
        heading = text_at(article.value, "title")
        draft.unused(unused_names(article.value, (f"paragraphs/*{EVERYTHING}", "title")))
        for place, paragraph in enumerate(listed(article.value, "paragraphs")):
            draft.met()
            inside = article.child("paragraphs", place)
            reference = draft.passage(
                inside,
                member(paragraph, "context"),
                identity=f"{heading or 'article'}-{place + 1}",
                title=f"{heading} ({place + 1})" if heading else None,
            )
            for number, asked in enumerate(listed(paragraph, "qas"), 1):
                request = _question(draft, inside.child("qas", number - 1), number)
                answers = listed(asked, "answers")
                if reference is not None and answers and member(asked, "is_impossible") is not True:
                    request.needs(reference)
            draft.unused(
                unused_names(paragraph, ("context", "qas/*/id", "qas/*/question"), "paragraphs/*/")
            )
    return draft.imported()


_HOTPOT = (("question", "context", "supporting_facts"),)
_PARAGRAPHS = (
    ("question", "paragraphs/0/paragraph_text"),
    ("question", "paragraphs/0/is_supporting"),
)
_RETRIEVED_PASSAGES = (("question", "ctxs/0/text"), ("question", "positive_ctxs/0/text"))
_ARTICLES = (("data/0/paragraphs/0/qas",), ("paragraphs/0/qas", "paragraphs/0/context"))
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
        "dpr",
        "questions over retrieved passages (DPR)",
        _RETRIEVED_PASSAGES,
        by_marks(*_RETRIEVED_PASSAGES, sure=0.95),
        _read_contexts,
    ),
    Importer(
        "squad",
        "questions over articles (SQuAD)",
        _ARTICLES,
        by_marks(*_ARTICLES, sure=0.95),
        _read_articles,
    ),
    Importer(
        "ragas",
        "rows of a retrieval evaluation (RAGAS)",
        _ROWS,
        by_marks(*_ROWS),
        _read_evaluation,
    ),
)
