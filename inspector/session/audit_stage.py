"""What a session holds for an audit: the manifest under audit, and what a reviewer says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural, UtcDatetime

ReviewVerdict = Literal["accepted", "accepted with remarks", "rejected"]


class SignOff(Document):
    """A reviewer's word on what was audited. It holds for one fingerprint and no other."""

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


class AuditStage(Document):
    """Audit: the manifest of another program, or of this one, and the sign-off."""

    manifest: AnyText | None = None
    """The manifest's file as it is, to the last character; None when none is open."""

    sign_off: SignOff | None = None
    """The reviewer's word; None before it is given."""

    bundle: BundleOrigin | None = None
    """The audit bundle that everything came from; None for another origin."""
