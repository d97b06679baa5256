"""What a session holds for an audit: the manifest under audit, and what a reviewer says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

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

ReviewVerdict = Literal["accepted", "accepted with remarks", "rejected"]


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


class AuditStage(Document):
    """Audit: the manifest of another program, or of this one, and the sign-off."""

    manifest: AnyText | None = None
    """The manifest's file as it is, to the last character; None when none is open."""

    inputs: AuditInputs | None = None
    """What it is replayed with; None where it is the session's own, or nothing is open."""

    sign_off: SignOff | None = None
    """The reviewer's word; None before it is given."""

    bundle: BundleOrigin | None = None
    """The audit bundle that everything came from; None for another origin."""
