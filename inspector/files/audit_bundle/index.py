"""The index of a bundle: every part with its size and its hash.

Leaving contents out of a bundle so that what is left still leads to the same manifest.

Texts of cards and files give way to their token counts, which the core takes as given. Where it
takes no count (a background, a summary) a filler of as many tokens stands in. Of each text its hash
and its size are kept, so that whoever has it can show that it is the one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from inspector.core.candidates.candidate_set import BucketFile, CandidateSet
from inspector.core.candidates.card import Tier
from inspector.core.candidates.counting import manifest_line
from inspector.core.candidates.interned import ABSENT
from inspector.core.candidates.request import Request
from inspector.core.canonical import fingerprint
from inspector.core.injection.policy import DEFAULT_SETTINGS, InjectionSettings, Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.model import Document
from inspector.core.problems import pointer
from inspector.core.scalars import AnyText, Natural, SafeInteger, SchemaVersion
from inspector.core.text import utf16_length
from inspector.core.tokens import TokenCounter
from inspector.files.saving import candidates_fields, request_fields

SUFFIX = ".audit.zip"

INDEX, INDEX_HASH = "index.json", "index.sha256"
MANIFEST = "manifest.json"
POLICY = "policy.json"
CANDIDATES = "candidates.json"
REQUEST = "request.json"
CONFIGURATION = "configuration.json"
LEDGER = "ledger.json"
LEFT_OUT = "left-out.json"
NOTES = "notes.json"
SIGN_OFF = "sign-off.json"

PARTS = (
    MANIFEST,
    POLICY,
    CANDIDATES,
    REQUEST,
    CONFIGURATION,
    LEDGER,
    LEFT_OUT,
    NOTES,
    SIGN_OFF,
)
"""All that a bundle can hold, in the order in which it stands there, after the index."""

_NOT_SIGNED = (SIGN_OFF, LEFT_OUT)


class Configuration(Document):
    """How the inputs of a bundle are run."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    title: AnyText = ""
    """What people call the session."""

    strategy: Strategy = Strategy.COVERAGE
    """How cards are given their renderings."""

    settings: InjectionSettings = DEFAULT_SETTINGS
    """Settings of the injection step."""

    counter: AnyText = ""
    """The encoding or estimator that counted."""

    tokens_used_before: SafeInteger = 0
    """Tokens of the steps before, as they were given or counted."""


class PartEntry(Document):
    """One part of a bundle."""

    name: AnyText
    """Its name in the bundle."""

    bytes: Natural
    """Its size in bytes."""

    sha256: AnyText
    """SHA-256 of its bytes."""

    whole_sha256: AnyText | None = None
    """SHA-256 of the part before contents were left out; None where nothing was."""


class BundleIndex(Document):
    """What is in a bundle."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    format: Literal["context-budget-inspector.audit-bundle"] = (
        "context-budget-inspector.audit-bundle"
    )
    """What kind of file this is."""

    core_version: AnyText
    """Version of the program that wrote it."""

    counter: AnyText | None = None
    """The encoding or estimator that counted; None where the bundle has no inputs."""

    vocabulary_sha256: AnyText | None = None
    """SHA-256 of the encoding's vocabulary; None for an estimator."""

    left_out: Natural = 0
    """Texts whose contents were left out."""

    signed_over: AnyText
    """The fingerprint of all parts that a sign-off is about, as they were in whole."""

    parts: tuple[PartEntry, ...]
    """Every part but the index."""


def sha256(data: bytes) -> str:
    """Return the SHA-256 of some bytes, as 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def entries_of(
    parts: Mapping[str, bytes], whole: Mapping[str, str] | None = None
) -> tuple[PartEntry, ...]:
    """Return the index's entries of some parts; ``whole`` are hashes before leaving out."""
    before = whole or {}
    return tuple(
        PartEntry(
            name=name,
            bytes=len(parts[name]),
            sha256=sha256(parts[name]),
            whole_sha256=before.get(name),
        )
        for name in PARTS
        if name in parts
    )


def signed_over(entries: Iterable[PartEntry]) -> str:
    """Return the fingerprint that a sign-off is given for: all parts that it can be about.

    It stays the same when contents are left out, because parts count as they were in whole.
    """
    return fingerprint(
        {
            entry.name: entry.whole_sha256 or entry.sha256
            for entry in entries
            if entry.name not in _NOT_SIGNED
        }
    )


_FILLERS = (" x", "x")
_RELEVANCE_FACTS = ("mode", "signals", "classification", "returning_from_silence", "expect")


class LeftOutText(Document):
    """One text that is not in the bundle."""

    part: AnyText
    """The part that it belongs to."""

    pointer: AnyText
    """Where it stood there."""

    sha256: AnyText
    """SHA-256 of its UTF-8."""

    length: Natural
    """Its length in UTF-16 code units."""

    tokens: Natural | None = None
    """Its tokens, as they were counted or declared; None where they do not matter."""


@dataclass(frozen=True, slots=True)
class WithoutContents:
    """The inputs without their contents, as JSON, and what was left out."""

    candidates: dict[str, Any]
    request: dict[str, Any]
    left_out: tuple[LeftOutText, ...]


def without_contents(
    report: InjectionReport, candidates: CandidateSet, request: Request, tokens: TokenCounter
) -> WithoutContents:
    """Return the inputs of a run without the texts of cards and files, and without the message.

    Ids, names, titles, kinds, scores and provenance stay: the manifest has most of them anyway.
    What a request chooses from takes the place of the set, and what it did not see stays out.
    """
    if request.candidates is not None:
        candidates = request.choices(candidates)
        request = request.model_copy(update={"candidates": None})
    work = _LeavingOut(report, tokens)
    fields = candidates_fields(candidates)
    fields.pop("source", None)
    work.cards(fields["knowledge_cards"])
    work.buckets(fields["buckets"])
    asked = work.request(request)
    return WithoutContents(fields, asked, tuple(work.found))


class _LeavingOut:
    def __init__(self, report: InjectionReport, tokens: TokenCounter) -> None:
        self.found: list[LeftOutText] = []
        self._counted = report.prepared.counted
        self._used_before = report.prepared.tokens_used_before
        self._tokens = tokens

    def _note(self, part: str, where: str, text: str, tokens: int | None) -> None:
        self.found.append(
            LeftOutText(
                part=part,
                pointer=where,
                sha256=sha256(text.encode("utf-8", "surrogatepass")),
                length=utf16_length(text),
                tokens=tokens,
            )
        )

    def cards(self, cards: list[dict[str, Any]]) -> None:
        row_of = self._counted.candidates.knowledge_cards.row_of
        for index, card in enumerate(cards):
            texts = card.pop("renderings", None) or {}
            costs = self._counted.card_costs[row_of[card["node_id"]]]
            counts = {}
            for tier in Tier:
                text, cost = texts.get(tier.label), int(costs[tier])
                known = None if cost == ABSENT else cost
                if text:
                    where = pointer("knowledge_cards", index, "renderings", tier.label)
                    self._note("candidates", where, text, known)
                if known is not None:
                    counts[tier.label] = known
            if counts:
                card["token_counts"] = counts

    def buckets(self, buckets: list[dict[str, Any]]) -> None:
        owners = [entry.bucket.bucket_id for entry in self._counted.buckets]
        # By both ids: two pairs of ids may spell the same reference.
        files = {
            (owners[entry.bucket_index], entry.file.file_id): entry for entry in self._counted.files
        }
        backgrounds = {entry.bucket.bucket_id: entry.background for entry in self._counted.buckets}
        for index, bucket in enumerate(buckets):
            for place, file in enumerate(bucket.get("files", ())):
                where = pointer("buckets", index, "files", place)
                counted = files[bucket["bucket_id"], file["file_id"]]
                self._file(file, where, counted.text, counted.line)
            text = bucket.get("background")
            if text:
                count = backgrounds[bucket["bucket_id"]]
                self._note("candidates", pointer("buckets", index, "background"), text, count)
                bucket["background"] = self._filler(count, lambda filled: filled)

    def _file(
        self, file: dict[str, Any], where: str, text_tokens: int | None, line_tokens: int | None
    ) -> None:
        text, summary, title = file.get("text"), file.get("summary"), file["title"]
        if text:
            self._note("candidates", f"{where}/text", text, text_tokens)
            del file["text"]
            if text_tokens is None:
                file["inlinable"] = False
            else:
                file["token_count"] = text_tokens
        if summary:
            self._note("candidates", f"{where}/summary", summary, line_tokens)
            file["summary"] = self._filler(line_tokens, lambda filled: _line(title, filled))

    def request(self, request: Request) -> dict[str, Any]:
        fields = request_fields(request)
        for name in _RELEVANCE_FACTS:
            fields.pop(name, None)
        if fields.get("user_message"):
            self._note("request", "/user_message", fields.pop("user_message"), None)
        before = request.tokens_used_before
        if not isinstance(before, int):
            names = before.keys() if isinstance(before, Mapping) else range(len(before))
            texts = before.values() if isinstance(before, Mapping) else before
            for name, text in zip(map(str, names), texts, strict=True):
                self._note("request", pointer("tokens_used_before", name), text, None)
            fields["tokens_used_before"] = self._used_before
        return fields

    def _filler(self, tokens: int | None, frame: Callable[[str], str]) -> str:
        """Return a text that takes so many tokens in its frame, or as near as there is one."""
        if tokens is None:
            return "x"
        best = "x"
        for unit in _FILLERS:
            low, high = 1, 4 * tokens + 64
            while low < high:
                middle = (low + high) // 2
                if self._tokens.count(frame(unit * middle)) < tokens:
                    low = middle + 1
                else:
                    high = middle
            best = unit * low
            if self._tokens.count(frame(best)) == tokens:
                return best
        return best


def _line(title: str, summary: str) -> str:
    return manifest_line(BucketFile(file_id="", title=title, summary=summary))
