"""What a reviewer can change, as named functions from one session to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.core.candidates.request import Request
from inspector.session.audit_stage import AuditInputs, AuditStage, SignOff
from inspector.session.edits import with_source
from inspector.session.session import Part, Session
from inspector.session.store import Edit


def open_audit(stage: AuditStage, source: str | None) -> Edit:
    """Put the manifest that was read from ``source`` under audit, with what came with it.

    The inputs that are open are frozen for it. A sign-off of the manifest before does not hold for
    another one, so it goes.
    """
    freeze = freeze_inputs()
    return lambda session: freeze(with_source(session.having(audit=stage), Part.AUDIT, source))


def freeze_inputs() -> Edit:
    """Replay the manifest with the inputs that are open now, whatever is changed afterwards."""

    def edit(session: Session) -> Session:
        if session.audit.manifest is None or session.request is None:
            return session
        return _with(session, inputs=_inputs_of(session, session.request))

    return edit


def _inputs_of(session: Session, request: Request) -> AuditInputs:
    return AuditInputs(
        policy=session.policy,
        candidates=session.candidates,
        request=request,
        requests=session.requests,
        strategy=session.strategy,
        settings=session.settings,
    )


def inputs_are_current(session: Session) -> bool:
    """Whether the session's own inputs are those that the manifest is replayed with."""
    inputs, request = session.audit.inputs, session.request
    return inputs is None or (request is not None and inputs == _inputs_of(session, request))


def with_audited_inputs(session: Session) -> Session:
    """Return the session with the inputs that its manifest is replayed with."""
    inputs = session.audit.inputs
    return session if inputs is None else replace(session, **dict(inputs))


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
    return session.having(
        audit=AuditStage(**{name: value for name, value in said.items() if value is not None})
    )
