"""Drafts of candidate sets and requests: what all importers of retrieval data have in common."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from inspector.core.candidates.candidate_set import (
    BUCKET_FILE,
    Bucket,
    BucketFile,
    CandidateSet,
    file_reference,
)
from inspector.core.candidates.card import Card, Renderings
from inspector.core.candidates.columns import columns_of
from inspector.core.candidates.request import (
    Expectations,
    RelevanceScores,
    Request,
    RequestCandidates,
    default_request,
)
from inspector.core.lexical import LexicalIndex
from inspector.core.scalars import SAFE_INTEGER
from inspector.core.text import utf16_length, utf16_prefix
from inspector.files.findings import Parsed
from inspector.files.folder import set_name
from inspector.files.importers.imported import Foreign

LEXICAL = "lexical relevance (BM25)"
_ID, _NAME, _KIND = 120, 200, 40
_SHOWN = 80  # UTF-16 units of a text that stand for a title that is missing
_MOST_LEXICAL = 1_000  # of the candidates that share a word with a query, the best are scored


class RequestDraft:
    """One request, and the candidates that it competes with."""

    def __init__(self, trace_id: str, message: str, timestamp: str | None) -> None:
        self.trace_id = trace_id
        self.message = message
        self.timestamp = timestamp
        self.cards: dict[str, float | None] = {}
        self.files: dict[str, float | None] = {}
        self.evidence: list[tuple[str, ...]] = []
        self.has_own = False

    def competes(self, subject: str, score: float | None, *, card: bool = False) -> None:
        """Let a candidate compete for this request; of several scores the highest counts."""
        self.has_own = True
        among = self.cards if card else self.files
        known = among.get(subject)
        if known is None or (score is not None and score > known):
            among[subject] = score

    def needs(self, *any_of: str) -> None:
        """Add one piece of evidence; any one of these subjects is enough."""
        if any_of and any_of not in self.evidence:
            self.evidence.append(any_of)


class SetDraft:
    """Cards, files of one bucket, and requests, collected from the records of a file.

    Passages with the same id and text are one file, however many requests retrieved them; an id
    that stands for two texts gets a number. Scores that a file gives for a request are that
    request's; others are the candidate's own.
    """

    def __init__(self, foreign: Foreign, origin: str) -> None:
        self.name = set_name(foreign.path)
        self._foreign = foreign
        self._origin = origin
        self._files: dict[str, BucketFile] = {}
        self._cards: dict[str, Card] = {}
        self._requests: dict[str, RequestDraft] = {}
        self._texts: dict[tuple[str, str], str] = {}
        self._measures: dict[str, dict[str, float]] = {}
        self._scored = False
        self.skipped = 0

    def request(
        self, trace_id: object, message: object, *, timestamp: object = None
    ) -> RequestDraft:
        """Begin a request, or go on with the one of this id."""
        text = message if isinstance(message, str) else ""
        wanted = _text_id(trace_id) or f"request-{len(self._requests) + 1}"
        if wanted in self._requests and self._requests[wanted].message != text:
            number = 2
            while f"{wanted[: _ID - 8]}#{number}" in self._requests:
                number += 1
            wanted = f"{wanted[: _ID - 8]}#{number}"
        if wanted not in self._requests:
            self._requests[wanted] = RequestDraft(wanted, text, utc_timestamp(timestamp))
        return self._requests[wanted]

    def passage(
        self,
        parsed: Parsed,
        text: object,
        *,
        identity: object = None,
        title: object = None,
        score: object = None,
        distance: object = None,
        measure: str = "score",
        request: RequestDraft | None = None,
    ) -> str | None:
        """Add a retrieved text as a file of the bucket; return its reference.

        A ``distance`` becomes a score that keeps the order; the original stays in the set's
        ``source`` under the name of its ``measure``. None, reported, where there is no text.
        """
        if not isinstance(text, str) or not text:
            self.skip(parsed, "This passage has no text")
            return None
        file_id = self._identity("file", _text_id(identity) or _hash_id(text), text)
        reference = file_reference(self.name, file_id)
        number = self._number(reference, score, distance, measure)
        if file_id not in self._files:
            self._files[file_id] = BucketFile(
                file_id=file_id,
                title=_shortened(title if isinstance(title, str) and title else text, _SHOWN),
                text=text,
                relevance_score=number if number is not None and request is None else 0.0,
            )
        if request is not None:
            request.competes(reference, number)
        return reference

    def card(
        self,
        parsed: Parsed,
        text: object,
        *,
        identity: object = None,
        name: object = None,
        kind: str = "entity",
        score: object = None,
        distance: object = None,
        measure: str = "score",
        extracted_from: str | None = None,
        request: RequestDraft | None = None,
    ) -> str | None:
        """Add a fact as a knowledge card with one rendering; return its id.

        ``extracted_from`` is the reference of the file that holds the same text.
        """
        if not isinstance(text, str) or not text.strip():
            self.skip(parsed, "This fact has no text")
            return None
        node_id = self._identity("card", _text_id(identity) or _hash_id(text), text)
        number = self._number(node_id, score, distance, measure)
        if node_id not in self._cards:
            shown = name if isinstance(name, str) and name else text
            self._cards[node_id] = Card(
                node_id=node_id,
                node_kind=_shortened(kind, _KIND) or "entity",
                canonical_name=_shortened(shown.strip(), _NAME if shown is name else _SHOWN),
                relevance_score=number if number is not None and request is None else 0.0,
                provenance_source=BUCKET_FILE if extracted_from else None,
                provenance_source_ref=extracted_from,
                renderings=Renderings(compact=text),
            )
        if request is not None:
            request.competes(node_id, number, card=True)
        return node_id

    def skip(self, parsed: Parsed, what: str, fix: str = "Export the record again.") -> None:
        """Count and report a record that cannot be used."""
        self.skipped += 1
        self._foreign.leave_out(parsed, what, fix)

    def score_lexically(self) -> None:
        """Give requests whose candidates came without scores lexical relevance, and say so."""
        waiting = [one for one in self._requests.values() if one.message and _unscored(one)]
        if not waiting or not (self._files or self._cards):
            return
        subjects = [(file_reference(self.name, key), False) for key in self._files]
        texts = [f"{file.title}\n{file.text}" for file in self._files.values()]
        subjects += [(node_id, True) for node_id in self._cards]
        texts += [card.renderings.compact or "" for card in self._cards.values()]
        index = LexicalIndex(texts)
        for draft in waiting:
            scores = index.scores(draft.message)
            own = draft.has_own
            best = sorted(scores, key=lambda place: (-scores[place], place))
            for place in best if own else best[:_MOST_LEXICAL]:
                subject, is_card = subjects[place]
                among = draft.cards if is_card else draft.files
                if not own or subject in among:
                    among[subject] = scores[place]
        self._scored = True
        self._foreign.note(
            "lexical-scores",
            f"The file has no scores; {len(waiting):,} requests use {LEXICAL} of their question.",
            "Export the retriever's scores to see what its own order does.",
        )

    def candidates(self) -> CandidateSet | None:
        """Return the set; None where nothing in the file is a candidate."""
        if not self._files and not self._cards:
            return None
        bucket = Bucket(
            bucket_id=self.name, bucket_title=self.name, files=tuple(self._files.values())
        )
        source: dict[str, Any] = {"format": self._origin}
        if self._scored:
            source["scores"] = LEXICAL
        if self._measures:
            source["distances"] = self._measures
        return CandidateSet(
            set_id=self.name,
            title=self.name,
            source=source,
            knowledge_cards=columns_of(self._cards.values()),
            buckets=(bucket,) if self._files else (),
            skipped_records=self.skipped,
        )

    def requests(self) -> tuple[Request, ...]:
        """Return the requests, each with what it competes with and its evidence."""
        whole = (len(self._cards), len(self._files))
        return tuple(
            _finished(one, whole=(len(one.cards), len(one.files)) == whole)
            for one in self._requests.values()
        )

    def _identity(self, kind: str, wanted: str, text: str) -> str:
        """Return the id of a text: the wanted one, numbered where it stands for another text."""
        known = self._texts.get((kind, wanted))
        number = 1
        candidate = wanted
        while known is not None and known != text:
            number += 1
            candidate = f"{_shortened(wanted, _ID - 8)}#{number}"
            known = self._texts.get((kind, candidate))
        self._texts[kind, candidate] = text
        return candidate

    def _number(self, subject: str, score: object, distance: object, measure: str) -> float | None:
        plain = finite(score)
        if plain is not None:
            return plain
        far = finite(distance)
        if far is None:
            return None
        self._measures.setdefault(measure, {})[subject] = far
        return closeness(far)


def closeness(distance: float) -> float:
    """Return a score from 0 to 1 that falls as a distance grows, whatever its sign."""
    return 0.5 - distance / (2 * (1 + abs(distance)))


def finite(value: object) -> float | None:
    """Return a finite number, also one written as text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def utc_timestamp(value: object) -> str | None:
    """Return a moment as UTC with a ``Z``: from ISO 8601, or seconds, ms, µs or ns since 1970."""
    try:
        if isinstance(value, str) and not value.strip().lstrip("-").isdecimal():
            moment = datetime.fromisoformat(value.strip())
            moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
        else:
            number = finite(value)
            if number is None or abs(number) > SAFE_INTEGER * 1000:
                return None
            while abs(number) > 1e11:  # past the year 5138 in seconds, so it is in smaller units
                number /= 1000
            moment = datetime.fromtimestamp(number, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds").replace(".000", "") + "Z"


def _finished(draft: RequestDraft, *, whole: bool) -> Request:
    """Return the request; one that competes for the ``whole`` set need not list it."""
    cards = {subject: score for subject, score in draft.cards.items() if score is not None}
    files = {subject: score for subject, score in draft.files.items() if score is not None}
    own = None
    if draft.has_own and not whole:
        own = RequestCandidates(only=(*draft.cards, *draft.files))
    changes: dict[str, Any] = {
        "trace_id": draft.trace_id,
        "user_message": draft.message,
        "relevance": RelevanceScores(cards=cards, files=files),
        "candidates": own,
    }
    if draft.timestamp is not None:
        changes["timestamp"] = draft.timestamp
    if draft.evidence:
        changes["expect"] = Expectations(
            must_include=tuple(one[0] if len(one) == 1 else one for one in draft.evidence)
        )
    return default_request().model_copy(update=changes)


def _unscored(draft: RequestDraft) -> bool:
    scores: Sequence[Mapping[str, float | None]] = (draft.cards, draft.files)
    return all(score is None for among in scores for score in among.values())


def _text_id(value: object) -> str:
    """Return a value as an id; empty where it is none."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value).strip()
    if utf16_length(text) <= _ID:
        return text
    return f"{utf16_prefix(text, _ID - 17)}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _hash_id(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _shortened(text: str, units: int) -> str:
    """Return the first line of a text, within so many UTF-16 units."""
    line = text.strip().partition("\n")[0].strip()
    if utf16_length(line) <= units:
        return line
    return utf16_prefix(line, units - 1) + "…"
