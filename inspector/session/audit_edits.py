"""What a reviewer can change, as named functions from one session to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.session.audit_stage import AuditStage, SignOff
from inspector.session.edits import with_source
from inspector.session.session import Part, Session
from inspector.session.store import Edit


def open_audit(stage: AuditStage, source: str | None) -> Edit:
    """Put the manifest that was read from ``source`` under audit, with what came with it.

    A sign-off of the manifest before does not hold for another one, so it goes.
    """
    return lambda session: with_source(replace(session, audit=stage), Part.AUDIT, source)


def close_manifest() -> Edit:
    """Take the manifest, and what was said of it, out of the session."""
    return open_audit(AuditStage(), None)


def sign(sign_off: SignOff) -> Edit:
    """Take down a reviewer's word; another one before it is replaced."""
    return lambda session: _with(session, sign_off=sign_off)


def withdraw_sign_off() -> Edit:
    """Take the reviewer's word back."""
    return lambda session: _with(session, sign_off=None)


def _with(session: Session, **changes: Any) -> Session:
    # Only what was said is said again, so that a stage from a file can be told to be the same.
    stage = session.audit
    said = {name: getattr(stage, name) for name in stage.model_fields_set} | changes
    return replace(
        session,
        audit=AuditStage(**{name: value for name, value in said.items() if value is not None}),
    )
