"""Drafts of candidate sets and requests: what all importers of retrieval data have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from inspector.core.candidates.candidate_set import (
    BUCKET_FILE,
    Bucket,
    BucketFile,
    CandidateSet,
    file_reference,
)
from inspector.core.candidates.card import Card, Renderings
from inspector.core.candidates.columns import columns_of
from inspector.core.candidates.request import Request
from inspector.core.lexical import LexicalIndex
from inspector.core.problems import Problem, Severity
from inspector.files.bounds import exceeds
from inspector.files.findings import Parsed
from inspector.files.folder import set_name
from inspector.files.importers.imported import (
    MOST_OWN,
    Foreign,
    Imported,
    TooManyRequestsError,
)
from inspector.files.importers.request_draft import RequestDraft
from inspector.files.importers.values import (
    ID_UNITS,
    Better,
    HitScore,
    NumberedIds,
    Scores,
    finite,
    hash_id,
    is_not_finite,
    shortened,
    text_id,
    utc_timestamp,
)
from inspector.plurals import count_of

LEXICAL = "lexical relevance (BM25)"
_NAME, _KIND = 200, 40
_SHOWN = 80  # UTF-16 units of a text that stand for a title that is missing
_MOST_LEXICAL = 1_000  # of the candidates that share a word with a query, the best are scored


class SetDraft:
    """Cards, files of one bucket, and requests, collected from the records of a file.

    Passages with the same id and text are one file, however many requests retrieved them; an id
    that stands for two texts gets a number. Scores that a file gives for a request are that
    request's; others are the candidate's own.
    """

    def __init__(self, foreign: Foreign, origin: str, *, ranked: bool = True) -> None:
        self.name = set_name(foreign.path)
        self._foreign = foreign
        self._origin = origin
        self._files: dict[str, BucketFile] = {}
        self._cards: dict[str, Card] = {}
        self._requests: dict[str, RequestDraft] = {}
        self._ids = NumberedIds()
        self._numbers: dict[str, int] = {}
        self._own: dict[str, float | None] = {}
        self._lists = self._with_own = 0
        self.scores = Scores(ranked=ranked, better=foreign.better)
        self._scored = False
        self.skipped = 0

    def request(
        self, trace_id: object, message: object, *, timestamp: object = None
    ) -> RequestDraft:
        """Begin a request, or go on with the one of this id."""
        text = message if isinstance(message, str) else ""
        wanted = text_id(trace_id) or f"request-{len(self._requests) + 1}"
        if wanted in self._requests and self._requests[wanted].message != text:
            base = wanted[: ID_UNITS - 8]
            number = self._numbers.get(base, 2)
            while f"{base}#{number}" in self._requests:
                number += 1
            self._numbers[base] = number
            wanted = f"{base}#{number}"
        if wanted not in self._requests:
            self._requests[wanted] = RequestDraft(wanted, text, utc_timestamp(timestamp))
        return self._requests[wanted]

    def met(self, count: int = 1) -> None:
        """Count records that were met, in the account."""
        self._foreign.account.met(count)

    def took(self, kind: str, count: int = 1) -> None:
        """Count records that were taken as something else than a passage or a fact."""
        self._foreign.account.took(kind, count)

    def unused(self, names: Iterable[str]) -> None:
        """Name fields that nothing uses, in the account."""
        self._foreign.account.ignored(*names)

    def declare(self, score: str | None, distance: str | None) -> None:
        """Say that whoever opens the file named these fields as a score and as a distance."""
        for name, better in ((score, Better.HIGHER), (distance, Better.LOWER)):
            if name is not None:
                self.scores.declared[name] = better

    def begin_list(self) -> None:
        """Begin another list of hits, in the order of a retriever."""
        self.scores.ranked = True
        self._lists += 1

    def passage(
        self,
        parsed: Parsed,
        text: object,
        *,
        identity: object = None,
        title: object = None,
        measure: HitScore | None = None,
        request: RequestDraft | None = None,
        taken_as: str = "passages",
    ) -> str | None:
        """Add a retrieved text as a file of the bucket; return its reference.

        None, reported, where there is no text, or its ``measure`` is no number.
        """
        if not isinstance(text, str) or not text.strip():
            self.skip(parsed, "This passage has no text", reason="no text")
            return None
        if not self._is_number(parsed, measure):
            return None
        file_id = self._ids.given("file", text_id(identity) or hash_id(text), text)
        reference = file_reference(self.name, file_id)
        if file_id not in self._files:
            self._files[file_id] = BucketFile(
                file_id=file_id,
                title=shortened(title if isinstance(title, str) and title else text, _SHOWN),
                text=text,
            )
        self._competes(parsed, reference, measure, request, taken_as)
        return reference

    def card(
        self,
        parsed: Parsed,
        text: object,
        *,
        identity: object = None,
        name: object = None,
        kind: str = "entity",
        measure: HitScore | None = None,
        extracted_from: str | None = None,
        request: RequestDraft | None = None,
        taken_as: str = "facts",
    ) -> str | None:
        """Add a fact as a knowledge card with one rendering; return its id.

        ``extracted_from`` is the reference of the file that holds the same text; ``taken_as`` what
        the account calls it, "" where it is part of a record that is counted already.
        """
        if not isinstance(text, str) or not text.strip():
            self.skip(parsed, "This fact has no text", reason="no text", part=not taken_as)
            return None
        if not self._is_number(parsed, measure):
            return None
        node_id = self._ids.given("card", text_id(identity) or hash_id(text), text)
        if node_id not in self._cards:
            shown = name if isinstance(name, str) and name else text
            self._cards[node_id] = Card(
                node_id=node_id,
                node_kind=shortened(kind, _KIND) or "entity",
                canonical_name=shortened(shown.strip(), _NAME if shown is name else _SHOWN),
                relevance_score=0.0,
                provenance_source=BUCKET_FILE if extracted_from else None,
                provenance_source_ref=extracted_from,
                renderings=Renderings(compact=text),
            )
        self._competes(parsed, node_id, measure, request, taken_as, card=True)
        return node_id

    def hit(
        self,
        parsed: Parsed,
        reference: str,
        measure: HitScore,
        request: RequestDraft,
        taken_as: str,
    ) -> None:
        """Let a passage that is here already compete for a request."""
        if self._is_number(parsed, measure):
            self._competes(parsed, reference, measure, request, taken_as)

    def all_compete(self) -> None:
        """Let every card compete for the requests that name what was retrieved for them."""
        for request in self._requests.values():
            for node_id in self._cards if request.has_own else ():
                request.competes(node_id, card=True)

    def _competes(
        self,
        parsed: Parsed,
        subject: str,
        measure: HitScore | None,
        request: RequestDraft | None,
        taken_as: str,
        *,
        card: bool = False,
    ) -> None:
        """Let a candidate compete, and account for its record. Raises ``TooManyRequestsError``."""
        where = f"\0{self._lists}" if request is None else request.trace_id
        number = None if measure is None else finite(measure.value)
        if measure is not None and number is None and measure.value not in (None, ""):
            self._foreign.no_number(measure.field, parsed)
        if request is None:
            is_new = subject not in self._own
            self._own.setdefault(subject, None)
        else:
            self._with_own += not request.has_own
            if exceeds(self._with_own, MOST_OWN):
                raise TooManyRequestsError
            is_new = request.competes(subject, card=card)
        self.scores.add(where, subject, measure, number)
        if is_new:
            self._foreign.account.took(taken_as, 1 if taken_as else 0)
        elif taken_as:
            self._repeated(parsed, request)

    def _repeated(self, parsed: Parsed, request: RequestDraft | None) -> None:
        """Report a hit that stands twice; of its scores the best counts."""
        again = "the same hit twice" + (" for one request" if request is not None else "")
        self._foreign.account.left(again, parsed.place())
        self._foreign.found.add_many(
            ("import.twice", again),
            lambda: Problem(
                Severity.WARNING,
                "import.twice",
                f"This is {again}; it counts once, with its best score.",
                "Export each hit once.",
                parsed.place(),
            ),
            collapses=True,
        )

    def _is_number(self, parsed: Parsed, measure: HitScore | None) -> bool:
        """Whether what is to be a number is one, or nothing; else the record is left out."""
        value = None if measure is None else measure.value
        if measure is None or not is_not_finite(value):
            return True
        what = f"Its {measure.field} is not a number"
        self.skip(parsed, what, "Export the number.", reason=f"{measure.field} is not a number")
        return False

    def skip(
        self,
        parsed: Parsed,
        what: str,
        fix: str = "Export the record again.",
        *,
        reason: str = "",
        part: bool = False,
    ) -> None:
        """Count and report a record, or a part of one, that cannot be used."""
        self.skipped += 1
        self._foreign.leave_out(parsed, what, fix, reason=reason, part=part)

    def _finish(self) -> None:
        """Read the scores, and give requests whose candidates have none lexical relevance."""
        self.scores.settle()
        for (where, subject), score in self.scores.settled.items():
            request = self._requests.get(where)
            if request is not None:
                among = request.cards if subject in request.cards else request.files
                among[subject] = score
            elif score is not None:
                known = self._own.get(subject)
                self._own[subject] = score if known is None else max(known, score)
        self._tell_directions()
        self._tell_placed()
        self._score_lexically()

    def _tell_directions(self) -> None:
        for name, read in self.scores.directions.items():
            kept = "; scores keep the order" if read.better is Better.LOWER else ""
            self._foreign.account.read_as(name, f"{read}{kept}")
            if read.odd:
                self._foreign.note(
                    "score-direction",
                    f"{name} was read as: {read}.",
                    "Read it the other way where that is not so (--scores).",
                )

    def _tell_placed(self) -> None:
        placed = self.scores.placed
        if not placed:
            return
        every = len(self.scores.settled)
        told = f"{len(placed):,} of {count_of(every, 'hit')} without a score"
        self._foreign.account.read_as(
            "missing score", f"{told}; each was placed right behind its neighbour"
        )
        self._foreign.note(
            "no-score",
            f"{told}; each was placed right behind its neighbour: {placed[0][1]}"
            + (f" and {len(placed) - 1:,} more." if placed[1:] else "."),
            "Export the retriever's scores of all hits.",
        )

    def _score_lexically(self) -> None:
        """Score by words what no retriever scored: of a request all its files, or all its cards."""
        kinds = [(self._files, "files"), (self._cards, "cards")]
        waiting = [
            (one, name)
            for one in self._requests.values()
            for here, name in kinds
            if one.message and here and one.lacks_scores(name)
        ]
        if not waiting:
            return
        subjects = [(file_reference(self.name, key), "files") for key in self._files]
        texts = [f"{file.title}\n{file.text}" for file in self._files.values()]
        subjects += [(node_id, "cards") for node_id in self._cards]
        texts += [card.renderings.compact or "" for card in self._cards.values()]
        index = LexicalIndex(texts)
        places = {subject: place for place, subject in enumerate(subjects)}
        for draft, name in waiting:
            among = draft.cards if name == "cards" else draft.files
            # Of its own nothing else is scored: requests times candidates would be too many.
            own = [places[one, name] for one in among] if draft.has_own else None
            scores = index.scores(draft.message, among=own)
            best = sorted(scores, key=lambda place: (-scores[place], place))
            for place in best if own is not None else best[:_MOST_LEXICAL]:
                subject, kind = subjects[place]
                if kind == name:
                    among[subject] = scores[place]
        self._scored = True
        count = len({draft.trace_id for draft, _ in waiting})
        self._foreign.account.read_as("score", f"{LEXICAL} of the question, for the file has none")
        self._foreign.note(
            "lexical-scores",
            f"The file has no scores; {count_of(count, 'request')} ranked by {LEXICAL} of the"
            " question.",
            "Export the retriever's scores to see what its own order does.",
        )

    def imported(self) -> Imported | None:
        """Return what the file became; None where nothing in it is a candidate."""
        candidates = self.candidates()
        return None if candidates is None else Imported(self._origin, candidates, self.requests())

    def candidates(self) -> CandidateSet | None:
        """Return the set, once all records were taken; None where nothing is a candidate."""
        self._finish()
        if not self._files and not self._cards:
            return None
        files = tuple(
            _scored(file, self._own.get(file_reference(self.name, key)))
            for key, file in self._files.items()
        )
        bucket = Bucket(bucket_id=self.name, bucket_title=self.name, files=files)
        source: dict[str, Any] = {"format": self._origin}
        if self._scored:
            source["scores"] = LEXICAL
        if self.scores.distances:
            source["distances"] = self.scores.distances
        if self.scores.placed:
            source["unscored"] = sorted({subject for _, subject in self.scores.placed})
        return CandidateSet(
            set_id=self.name,
            title=self.name,
            source=source,
            knowledge_cards=columns_of(
                _scored(card, self._own.get(key)) for key, card in self._cards.items()
            ),
            buckets=(bucket,) if self._files else (),
            skipped_records=self.skipped,
        )

    def requests(self) -> tuple[Request, ...]:
        """Return the requests; evidence that is named by the id of a file here is that file."""
        whole = (len(self._cards), len(self._files))
        for one in self._requests.values():
            one.evidence = [tuple(map(self._subject, entry)) for entry in one.evidence]
        return tuple(
            one.finished(whole=(len(one.cards), len(one.files)) == whole)
            for one in self._requests.values()
        )

    def _subject(self, identity: str) -> str:
        is_file = identity in self._files and identity not in self._cards
        return file_reference(self.name, identity) if is_file else identity


ScoredT = TypeVar("ScoredT", BucketFile, Card)


def _scored(candidate: ScoredT, score: float | None) -> ScoredT:
    return candidate.model_copy(update={"relevance_score": score}) if score else candidate
