"""What a session holds for an audit: the manifest under audit, and what a reviewer says of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Field, PlainSerializer, model_validator

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.policy import (
    DEFAULT_SETTINGS,
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
)
from inspector.core.model import Document
from inspector.core.problems import Problem
from inspector.core.scalars import AnyText, Natural, UtcDatetime
from inspector.stage import stage_named

STEPS = ("assembly", "relevance", "discipline")
"""The parts of a session that may say what is used before the injection."""

ReviewVerdict = Literal["accepted", "accepted with remarks", "rejected"]


def manifest_sha256(text: str) -> str:
    """Return the fingerprint of a manifest's text, by which its sign-off is found again."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class SignOff(Document):
    """A reviewer's word on what was audited. It holds for one fingerprint and no other.

    Without a signature it is a remark: anybody can write one in any name.
    """

    kind: Literal["remark", "signature"] = "remark"
    """``signature`` where one was made with the reviewer's key, else ``remark``."""

    name: Annotated[AnyText, Field(title="Reviewer")]
    """Who signs."""

    verdict: Annotated[ReviewVerdict, Field(title="Verdict")]
    """What the reviewer says."""

    remark: Annotated[AnyText, Field(title="Remark")] = ""
    """What there is to add."""

    time: UtcDatetime
    """When it was signed, in UTC."""

    fingerprint: AnyText
    """SHA-256 of everything that was signed over: manifest, inputs, configuration and notes."""

    signature: AnyText | None = None
    """The signature by the reviewer's key, as ``ssh-keygen -Y sign`` writes it."""

    manifest_sha256: AnyText | None = None
    """SHA-256 of the manifest's text: it is the word on this one and on no other. None for the
    manifest of the session's own run."""

    @model_validator(mode="before")
    @classmethod
    def _say_what_it_is(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return value | {"kind": "signature" if value.get("signature") else "remark"}


class SignatureState(StrEnum):
    """What checking a signature came to."""

    VALID = "valid"
    BROKEN = "broken"  # it is not the signature of this word
    UNCHECKED = "unchecked"  # it could not be checked here


@dataclass(frozen=True, slots=True)
class Signature:
    """A checked signature. ``key`` is the key's fingerprint, "" unless it is valid."""

    state: SignatureState
    key: str = ""
    problem: Problem | None = None


class BundleOrigin(Document):
    """The audit bundle that a session was opened from."""

    fingerprint: AnyText
    """SHA-256 of the bundle's index."""

    core_version: AnyText
    """Version of the program that wrote it."""

    left_out: Natural = 0
    """Texts whose contents were left out; their token counts were kept."""

    changes: Natural = 0
    """Places at which it was not as it was written."""

    whole: Mapping[str, AnyText] = Field(default_factory=dict)
    """SHA-256 of each part as it was before its contents were left out."""


def _read_parts(value: Any) -> Any:
    """Read parts of a session as what their stages have; loaded where there are some."""
    if not isinstance(value, Mapping):
        return value
    found = {}
    for name in STEPS:
        if name in value:
            described = stage_named(name)
            found[name] = described.load(described.part).model_validate(value[name])
    return found


def _written_parts(parts: Mapping[str, Document]) -> dict[str, Any]:
    return {
        name: part.model_dump(mode="json", by_alias=True, exclude_unset=True)
        for name, part in parts.items()
    }


class AuditInputs(Document):
    """The inputs of an audit, as they were when the manifest was opened.

    They are kept apart from the session's own, so that trying something out changes no audit.
    """

    policy: UnifiedContextBudgetPolicy
    """The budget policy."""

    candidates: CandidateSet
    """The candidate set."""

    request: Request
    """The request that is open."""

    requests: tuple[Request, ...] = ()
    """The corpus, of which the manifest's request is replayed."""

    strategy: Strategy = Strategy.COVERAGE
    """How cards are given their renderings."""

    settings: InjectionSettings = DEFAULT_SETTINGS
    """Settings of the injection step."""

    steps: Annotated[
        Mapping[str, Any], BeforeValidator(_read_parts), PlainSerializer(_written_parts)
    ] = Field(default_factory=dict)
    """The parts ``assembly``, ``relevance`` and ``discipline``, which may say what was before."""


class InboxManifest(Document):
    """A manifest or a receipt under audit, with what came with it."""

    manifest: AnyText
    """The manifest's file, or the receipt's line, as it is, to the last character."""

    receipt_line: Natural | None = None
    """The line that the receipt is in its file, from 1; None for a manifest."""

    source: AnyText | None = None
    """The file it was read from; None for one that came from none."""

    inputs: AuditInputs | None = None
    """What it is replayed with; None where nothing is open."""

    bundle: BundleOrigin | None = None
    """The audit bundle that it came in; None for another origin."""


class AuditStage(Document):
    """Audit: an inbox of manifests, the one that is shown, and what reviewers say of them."""

    manifest: AnyText | None = None
    """The shown manifest's file, or the shown receipt's line, as it is, to the last character; None
    when none is open."""

    receipt_line: Natural | None = None
    """The line that the shown receipt is in its file, from 1; None for a manifest."""

    inputs: AuditInputs | None = None
    """What it is replayed with; None where it is the session's own, or nothing is open."""

    bundle: BundleOrigin | None = None
    """The audit bundle that everything came from; None for another origin."""

    place: Natural = 0
    """The place of the shown manifest in the inbox."""

    others: tuple[InboxManifest, ...] = ()
    """The other manifests of the inbox, in order. Without inputs they have those of the shown."""

    sign_offs: tuple[SignOff, ...] = Field(
        default=(), validation_alias=AliasChoices("sign_offs", "sign_off")
    )
    """What reviewers said, each word about one manifest; kept when that is closed."""

    @model_validator(mode="before")
    @classmethod
    def _take_one_word(cls, value: Any) -> Any:
        """Read the word of a file that could hold one only: it is about its manifest."""
        if not isinstance(value, dict) or "sign_off" not in value:
            return value
        word, text = value["sign_off"], value.get("manifest")
        if word is None:
            return {name: one for name, one in value.items() if name != "sign_off"}
        fields = word.model_dump() if isinstance(word, SignOff) else word
        if isinstance(fields, dict) and isinstance(text, str):
            fields = {**fields, "manifest_sha256": manifest_sha256(text)}
        return value | {"sign_off": [fields]}

    @property
    def sign_off(self) -> SignOff | None:
        """The word on the shown manifest, or on the session's own run; None before it is given."""
        return self.sign_off_of(self.manifest)

    def sign_off_of(self, text: str | None) -> SignOff | None:
        """Return the word on a manifest, None where nobody gave one."""
        if not self.sign_offs:
            return None
        fingerprint = None if text is None else manifest_sha256(text)
        found = (word for word in self.sign_offs if word.manifest_sha256 == fingerprint)
        return next(found, None)
