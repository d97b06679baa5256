"""The audit of one manifest: what it says of itself, and what its inputs lead to.

Its rows are the same in every exit: fields of its head, cards and buckets. Beside each stands what
the replay has in its place. Rows that only the replay has come last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal

from pydantic import ValidationError

from inspector.analysis.audit.contents import BUCKETS, CARDS, WHAT_IF, Contents, contents_of
from inspector.analysis.audit.finding import Check, Finding, FindingKind, by_severity, errors_of
from inspector.analysis.audit.manifest_checks import UNSEEN_ALONE, check_contents
from inspector.analysis.audit.replay import Key, Replay, RowChange, RowDifference, replay
from inspector.analysis.audit.replay_findings import FindingGroup, grouped, key_of, replay_findings
from inspector.analysis.audit.suspects import UNEXPLAINED, CounterOf, Explanation, explain
from inspector.analysis.comparison.attribution import ChangeCause
from inspector.core.injection.manifest import (
    ManifestBucket,
    ManifestCard,
    UnifiedInjectionManifest,
)
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.session.session import Session

HEAD = tuple(name for name in UnifiedInjectionManifest.model_fields if name not in (CARDS, BUCKETS))


class RowState(StrEnum):
    """How a row stands to the replay."""

    AGREES = "agrees"
    DIFFERS = "differs"
    MISSING = "missing"
    EXTRA = "extra"
    UNKNOWN = "not replayed"


_CHANGES = {
    RowChange.CHANGED: RowState.DIFFERS,
    RowChange.MISSING: RowState.MISSING,
    RowChange.EXTRA: RowState.EXTRA,
}
_IDS = {"card": ("node_id", "canonical_name"), "bucket": ("bucket_id", "bucket_title")}


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One row of a manifest and of its replay.

    ``given`` and ``replayed`` are a field's value, or the card or bucket as JSON; None where there
    is none. ``entry`` is the card or bucket where it can be read. ``place`` counts from 0 in its
    list, None in the head and for what only the replay has; ``repeat`` how often its id came.
    """

    kind: Literal["manifest", "card", "bucket"]
    subject: str
    name: str
    state: RowState
    place: int | None = None
    given: Any = None
    replayed: Any = None
    entry: ManifestCard | ManifestBucket | None = None
    difference: RowDifference | None = None
    repeat: int = 1

    @property
    def key(self) -> str:
        """What tables, notes and links call it; of an id that is listed again with a number."""
        return f"{self.kind}:{self.subject}" + f"#{self.repeat}" * (self.repeat > 1)


def rows_of(value: Any, contents: Contents, done: Replay | None) -> tuple[AuditRow, ...]:
    """Return all rows of a manifest's JSON value, replayed or not."""
    given = value if isinstance(value, dict) else {}
    return tuple(_rows(given, contents, done))


def _rows(given: Mapping[str, Any], contents: Contents, done: Replay | None) -> Iterator[AuditRow]:
    found = {} if done is None else {(one.key, one.index): one for one in done.differences}
    wanted = {} if done is None else done.plain.manifest

    def state(one: RowDifference | None) -> RowState:
        if done is None:
            return RowState.UNKNOWN
        return RowState.AGREES if one is None else _CHANGES[one.change]

    for name in (*HEAD, *((WHAT_IF,) if WHAT_IF in given or WHAT_IF in wanted else ())):
        one = found.pop((("manifest", name), None), None)
        title = name.replace("_", " ")
        yield AuditRow(
            "manifest", name, title, state(one), None, given.get(name), wanted.get(name), None, one
        )
    cards = {row.index: row.entry for row in contents.readable_cards}
    buckets = {row.index: row.entry for row in contents.readable_buckets}
    for kind, listed, model, readable in (
        ("card", CARDS, ManifestCard, cards),
        ("bucket", BUCKETS, ManifestBucket, buckets),
    ):
        id_field, name_field = _IDS[kind]
        replayed = {row[id_field]: row for row in wanted.get(listed, ())}
        times: Counter[str] = Counter()
        for place, row in enumerate(_list(given.get(listed))):
            fields = row if isinstance(row, dict) else {}
            subject = fields.get(id_field)
            subject = subject if isinstance(subject, str) else f"#{place}"
            one = found.pop(((kind, subject), place), None)
            times[subject] += 1
            extra = one is not None and one.change is RowChange.EXTRA
            name = fields.get(name_field)
            yield AuditRow(
                kind,  # type: ignore[arg-type]  # one of the two above
                subject,
                name if isinstance(name, str) else subject,
                state(one),
                place,
                _in_order(row, model),
                None if extra else replayed.get(subject),
                readable.get(place),
                one,
                times[subject],
            )
    lacking = {"card": CARDS, "bucket": BUCKETS}
    own = {
        kind: {row[_IDS[kind][0]]: row for row in wanted.get(listed, ())}
        for kind, listed in lacking.items()
    }
    for one in found.values():  # what the inputs lead to and the manifest does not have
        kind, subject = one.key
        row = own.get(kind, {}).get(subject, {})
        name = row.get(_IDS[kind][1], subject) if kind in _IDS else subject
        yield AuditRow(
            kind,  # type: ignore[arg-type]  # the kinds of a replay's keys
            subject,
            name,
            state(one),
            replayed=row or None,
            difference=one,
        )


def _in_order(row: Any, model: type[ManifestCard | ManifestBucket]) -> Any:
    """Return an entry's members in the order of their model, others last: theirs says nothing."""
    if not isinstance(row, dict):
        return row
    known = [name for name in model.model_fields if name in row]
    return {name: row[name] for name in (*known, *sorted(row.keys() - set(known)))}


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


NO_INPUTS, NO_REQUEST = "no inputs", "no request of its trace id"
"""Why nothing was replayed, in a few words."""


class Outcome(StrEnum):
    """The verdict of an audit."""

    VERIFIED = "verified"  # right in itself, and what its inputs lead to
    FAILED = "failed"  # breaks the format, contradicts itself, or no input explains how it differs
    NOT_COMPARABLE = "not comparable"  # it was made from other inputs than those that are open
    NOT_REPLAYED = "not replayed"  # right in itself, and that is all that can be told


@dataclass(frozen=True, eq=False)
class Audit:
    """The findings about one manifest.

    ``replay`` is None where there are no inputs or they cannot be run; ``input_problems`` are
    those of the inputs, and say why. ``explanation`` is what changed inputs explain of the replay.
    ``report`` is what the engine makes of the inputs, to be looked at beside the manifest; no
    finding comes from it. ``missing`` is what there is not to replay it with. ``receipt`` is the
    receipt that the manifest is made of, None for one that was written as a manifest. ``read`` is
    what can be read of the value, where that was asked already.
    """

    value: Any
    findings: tuple[Finding, ...]
    replay: Replay | None = None
    explanation: Explanation = UNEXPLAINED
    input_problems: tuple[Problem, ...] = ()
    report: InjectionReport | None = None
    missing: str = ""
    receipt: Mapping[str, Any] | None = None
    read: Contents | None = field(default=None, repr=False)

    @cached_property
    def contents(self) -> Contents:
        """What can be read of the manifest."""
        return contents_of(self.value) if self.read is None else self.read

    @property
    def causes(self) -> Mapping[Key, ChangeCause]:
        """The changed inputs that explain a difference."""
        return self.explanation.causes

    @property
    def rows(self) -> int:
        """How many rows there are: fields of the head, cards, buckets, and what it lacks."""
        return len(self.compared)

    @cached_property
    def compared(self) -> tuple[AuditRow, ...]:
        """Every row beside what the replay has in its place."""
        return rows_of(self.value, self.contents, self.replay)

    @cached_property
    def _by_key(self) -> Mapping[Key, AuditRow]:
        return {(row.kind, row.subject): row for row in reversed(self.compared)}

    def row_of(self, finding: Finding) -> AuditRow | None:
        """Return the row that a finding is about, None for one that is about no row."""
        return self._by_key.get(key_of(finding))

    @cached_property
    def names(self) -> Mapping[Key, str]:
        """What people call each card and bucket, of the manifest and of the replay."""
        return {key: row.name for key, row in self._by_key.items()}

    @cached_property
    def groups(self) -> tuple[FindingGroup, ...]:
        """The findings as causes, each with what only follows from it."""
        differences = {} if self.replay is None else self.replay.by_key
        return grouped(self.findings, differences, self.explanation)

    @property
    def not_replayed(self) -> str:
        """Why nothing was replayed, in a few words; "" where something was."""
        return "" if self.replay is not None else self.missing or NO_INPUTS

    @property
    def unseen(self) -> tuple[str, ...]:
        """What could not be seen without inputs; a receipt that is not replayed has its own."""
        return () if self.replay is not None or self.receipt is not None else UNSEEN_ALONE

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that make the manifest wrong."""
        return errors_of(self.findings)

    @property
    def outcome(self) -> Outcome:
        """The verdict."""
        if self.errors:
            return Outcome.FAILED
        if any(one.kind is FindingKind.INPUT for one in self.findings):
            return Outcome.NOT_COMPARABLE
        return Outcome.NOT_REPLAYED if self.replay is None else Outcome.VERIFIED


_SETTLED = {
    check.code
    for check in Check
    if check.kind is FindingKind.UNUSUAL and check is not Check.WHAT_IF
}


def audit_alone(
    value: Any,
    problems: tuple[Problem, ...] = (),
    input_problems: tuple[Problem, ...] = (),
    missing: str = "",
) -> Audit:
    """Audit a manifest's JSON value without its inputs.

    ``problems`` are those of reading it, ``input_problems`` those of inputs that cannot be run,
    ``missing`` is what they lack.
    """
    why = (
        "The inputs cannot be run"
        if input_problems
        else f"The inputs that are open have {missing}"
        if missing
        else "The inputs are not open"
    )
    found = Check.NOT_REPLAYED.found(f"{why}, so the manifest was not replayed.")
    if input_problems and input_problems[0].fix:
        found = replace(found, fix=input_problems[0].fix)
    read = contents_of(value)
    findings = (*check_contents(read, problems), found)
    return Audit(value, findings, input_problems=input_problems, missing=missing, read=read)


def audit_with_inputs(
    value: Any, problems: tuple[Problem, ...], session: Session, counter: CounterOf
) -> Audit:
    """Audit a manifest's JSON value and replay its inputs.

    ``counter`` returns what counts the tokens of the session, and of others like it that are tried
    to find causes.
    """
    done = replay(value, session, counter(session))
    explanation = explain(value, done, counter)
    read = contents_of(value)
    findings = tuple(one.once_replayed for one in check_contents(read, problems))
    if done.reproduces:  # what is unusual in a manifest alone is then what its inputs lead to
        findings = tuple(one for one in findings if one.code not in _SETTLED)
    found = (*findings, *replay_findings(done, explanation))
    return Audit(value, by_severity(found), done, explanation, read=read)


def as_manifest_says(session: Session, value: Any) -> Session:
    """Return the session with what a manifest says of its own origin.

    That is the request of the session's corpus that it is about, and the overrides that it was made
    under: none where it names none, because what somebody tries out in the window is no input.
    """
    stated = value.get("what_if") if isinstance(value, dict) else None
    try:
        overrides = NO_OVERRIDES if stated is None else Overrides.model_validate(stated)
    except ValidationError:
        overrides = NO_OVERRIDES
    return replace(_with_request_of(session, value), overrides=overrides)


def lacks_request_of(session: Session, value: Any) -> bool:
    """Whether a session has a corpus of requests, and none is the one of a manifest."""
    trace_id = value.get("trace_id") if isinstance(value, dict) else None
    there = {one.trace_id for one in (*session.requests, session.request) if one is not None}
    return len(session.requests) > 1 and trace_id not in there


def _with_request_of(session: Session, value: Any) -> Session:
    trace_id = value.get("trace_id") if isinstance(value, dict) else None
    if session.request is not None and session.request.trace_id == trace_id:
        return session
    same = (one for one in session.requests if one.trace_id == trace_id)
    request = next(same, None)
    return session if request is None else replace(session, request=request)
