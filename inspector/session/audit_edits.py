"""What a reviewer can change, as named functions from one session to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from inspector.core.candidates.request import Request
from inspector.core.model import Document
from inspector.session.audit_stage import (
    STEPS,
    AuditInputs,
    AuditStage,
    InboxManifest,
    SignOff,
    manifest_sha256,
)
from inspector.session.edits import with_source
from inspector.session.session import Session
from inspector.stage import Part

if TYPE_CHECKING:
    from inspector.session.store import Edit

Said = TypeVar("Said", bound=Document)


def inbox_of(session: Session) -> tuple[InboxManifest, ...]:
    """Return all manifests under audit, in the order of the inbox."""
    stage = session.audit
    if stage.manifest is None:
        return ()
    shown = _brought(stage, session.source(Part.AUDIT))
    return (*stage.others[: stage.place], shown, *stage.others[stage.place :])


def _brought(stage: AuditStage, source: str | None) -> InboxManifest:
    """Return what a stage shows as it stands in the inbox."""
    return _saying(
        InboxManifest,
        manifest=stage.manifest,
        receipt_line=stage.receipt_line,
        source=source,
        inputs=stage.inputs,
        bundle=stage.bundle,
    )


def receipts_of(session: Session) -> tuple[InboxManifest, ...]:
    """Return the receipts under audit, in the order of the inbox."""
    return tuple(one for one in inbox_of(session) if one.receipt_line is not None)


def _with_inbox(session: Session, inbox: Sequence[InboxManifest], place: int) -> Session:
    """Return the session with these manifests, the one at a place shown."""
    if not inbox:
        words = session.audit.sign_offs
        empty = AuditStage(sign_offs=words) if words else AuditStage()
        return with_source(session.having(audit=empty), Part.AUDIT, None)
    place = min(place, len(inbox) - 1)
    shown, others = inbox[place], (*inbox[:place], *inbox[place + 1 :])
    stage = _saying(
        AuditStage,
        manifest=shown.manifest,
        receipt_line=shown.receipt_line,
        inputs=shown.inputs,
        bundle=shown.bundle,
        place=place or None,
        others=others or None,
        sign_offs=session.audit.sign_offs or None,
    )
    return with_source(session.having(audit=stage), Part.AUDIT, shown.source)


def open_audit(stage: AuditStage, source: str | None) -> Edit:
    """Put what was read from ``source`` in the inbox, and show it: a manifest, or all receipts.

    What is of the same place of the same file takes the place of what was read from there before;
    what is there is shown. The inputs that are open are frozen for a manifest, unless it brought
    its own. What reviewers said stays with the manifests that they said it of.
    """

    def edit(session: Session) -> Session:
        if stage.manifest is None:
            return _with_inbox(session, (), 0)
        first = _brought(stage, source)
        inbox = list(inbox_of(session))
        places = {_origin(one): place for place, one in enumerate(inbox)}
        place = places.get(_origin(first), len(inbox))
        for new in (first, *read_from(stage, source).others):
            known = places.setdefault(_origin(new), len(inbox))
            inbox[known : known + 1] = [new]
        words: dict[str | None, SignOff] = {}
        for word in (*session.audit.sign_offs, *stage.sign_offs):
            before = words.setdefault(word.manifest_sha256, word)
            if word.time > before.time:  # what was said last holds
                words[word.manifest_sha256] = word
        session = _with(session, sign_offs=tuple(words.values()) or None)
        shown = _with_inbox(session, inbox, place)
        return shown if stage.inputs is not None else _freeze_shown(shown)

    return edit


def read_from(stage: AuditStage, source: str | None) -> AuditStage:
    """Return what was read with its file said of everything in it that names none."""
    if not stage.others or source is None:
        return stage
    others = tuple(
        one if one.source else one.model_copy(update={"source": source}) for one in stage.others
    )
    return stage.model_copy(update={"others": others})


def _origin(one: InboxManifest) -> tuple[object, ...]:
    """Return what tells a manifest from the others: its place in a file, else its text."""
    return ("", one.manifest) if one.source is None else (one.source, one.receipt_line)


def brings_another(session: Session, stage: AuditStage, source: str | None) -> bool:
    """Whether opening what was read from ``source`` would bring a manifest that is not there."""
    known = {_origin(one) for one in inbox_of(session)}
    return any(
        _origin(one) not in known
        for one in inbox_of(open_audit(read_from(stage, source), source)(Session()))
    )


def show_manifest(place: int) -> Edit:
    """Show the manifest at a place of the inbox; the inbox stays as it is."""
    return lambda session: _with_inbox(session, inbox_of(session), place)


def alone_in_inbox(one: InboxManifest) -> Edit:
    """Take every other manifest out of the inbox: what is left is audited alone."""
    return lambda session: _with_inbox(session, (one,), 0)


def show_first_of(count: int) -> Edit:
    """Show the first of the manifests that were opened last."""
    return lambda session: show_manifest(max(0, len(inbox_of(session)) - count))(session)


def empty_inbox() -> Edit:
    """Take every manifest out of the inbox; what was said of each is kept by its fingerprint."""
    return lambda session: _with_inbox(session, (), 0)


def close_manifest() -> Edit:
    """Take the shown manifest out of the inbox; what was said of it is kept by its fingerprint."""

    def edit(session: Session) -> Session:
        place, inbox = session.audit.place, inbox_of(session)
        return _with_inbox(session, (*inbox[:place], *inbox[place + 1 :]), place)

    return edit


def freeze_inputs() -> Edit:
    """Replay the manifests with the inputs that are open now, whatever is changed afterwards.

    Others of the inbox that came in bundles keep the inputs that they brought, and receipts bring
    their own.
    """

    def edit(session: Session) -> Session:
        if session.audit.manifest is None or session.request is None:
            return session
        frozen = _inputs_of(session, session.request)
        others = [
            one
            if one.bundle is not None or one.receipt_line is not None
            else one.model_copy(update={"inputs": frozen})
            for one in session.audit.others
        ]
        own = None if session.audit.receipt_line is not None else frozen
        return _with(session, inputs=own, others=tuple(others) or None)

    return edit


def _freeze_shown(session: Session) -> Session:
    if session.request is None or session.audit.receipt_line is not None:
        return session  # a receipt is replayed from itself
    frozen, own = _inputs_of(session, session.request), session.audit.inputs
    return session if own == frozen else _with(session, inputs=_shared(session, frozen))


def _shared(session: Session, frozen: AuditInputs) -> AuditInputs:
    """Return equal inputs of another manifest where there are some: they are the same then."""
    known = (one.inputs for one in session.audit.others if one.inputs is not None)
    return next((one for one in known if one == frozen), frozen)


def _inputs_of(session: Session, request: Request) -> AuditInputs:
    steps = {name: session.parts[name] for name in STEPS if name in session.parts}
    said: dict[str, Any] = {"steps": steps} if steps else {}
    return AuditInputs(
        policy=session.policy,
        candidates=session.candidates,
        request=request,
        requests=session.requests,
        strategy=session.strategy,
        settings=session.settings,
        **said,
    )


def inputs_are_current(session: Session) -> bool:
    """Whether the session's own inputs are those that the manifest is replayed with."""
    inputs, request = session.audit.inputs, session.request
    return inputs is None or (request is not None and inputs == _inputs_of(session, request))


def without_known_inputs(session: Session) -> AuditStage:
    """Return what is under audit without the inputs that opening it gives again.

    These are the session's own, and for the others of the inbox those of the shown one.
    """
    stage = session.audit
    known = {"inputs": None} if inputs_are_current(session) else {}
    others = []
    for one in stage.others:
        said = {name: getattr(one, name) for name in one.model_fields_set}
        if one.inputs == stage.inputs:
            said.pop("inputs", None)
        others.append(InboxManifest(**said))
    return _with(session, **known, others=tuple(others) or None).audit


def with_known_inputs(session: Session) -> Session:
    """Give every manifest of a session that was read the inputs that were not written twice."""
    stage = session.audit
    if stage.inputs is None:
        # Those of a receipt are its own, and no others are written beside it.
        return session if stage.receipt_line is not None else freeze_inputs()(session)
    others = [
        one
        if one.inputs is not None or one.receipt_line is not None
        else one.model_copy(update={"inputs": stage.inputs})
        for one in stage.others
    ]
    return _with(session, others=tuple(others) or None)


def with_audited_inputs(session: Session) -> Session:
    """Return the session with the inputs that its manifest is replayed with."""
    inputs = session.audit.inputs
    if inputs is None:
        return session
    given = dict(inputs)
    steps = given.pop("steps")
    parts = {name: part for name, part in session.parts.items() if name not in STEPS}
    return replace(session, **given, parts=parts | steps)


def sign(sign_off: SignOff) -> Edit:
    """Take down a reviewer's word on the shown manifest; another one before it is replaced."""

    def edit(session: Session) -> Session:
        text = session.audit.manifest
        about = None if text is None else manifest_sha256(text)
        word = sign_off.model_copy(update={"manifest_sha256": about})
        return _with(session, sign_offs=(*_words_on_others(session), word))

    return edit


def withdraw_sign_off() -> Edit:
    """Take the reviewer's word on the shown manifest back."""
    return lambda session: _with(session, sign_offs=_words_on_others(session) or None)


def _words_on_others(session: Session) -> tuple[SignOff, ...]:
    shown = session.audit.sign_off
    return tuple(word for word in session.audit.sign_offs if word is not shown)


def _with(session: Session, **changes: Any) -> Session:
    stage = session.audit
    said = {name: getattr(stage, name) for name in stage.model_fields_set} | changes
    return session.having(audit=_saying(AuditStage, **said))


def _saying(model: type[Said], **said: Any) -> Said:
    """Return a document of what is not None: what a file did not say is not said by it, either."""
    return model(**{name: value for name, value in said.items() if value is not None})
