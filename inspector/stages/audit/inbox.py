"""The inbox of an audit as lines: every manifest with its verdict and its own sign-off.

One report for many manifests: all with their verdicts, then what was found in each.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Any

from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit.receipts import ReceiptVerdict, verify_line
from inspector.analysis.audit_runs import audit_of
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.files import manifest_document
from inspector.language import localized, tr, tr_n
from inspector.present.finding_lines import decision, short_decision
from inspector.session.audit_edits import alone_in_inbox, inbox_of
from inspector.session.audit_stage import InboxManifest
from inspector.session.session import Session
from inspector.stages.audit.report import (
    LOOKS,
    AuditReport,
    ColumnHead,
    findings_section,
    page_of,
    section,
    signed_words,
)
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.summary import request_of

ORDER = (Outcome.FAILED, Outcome.NOT_COMPARABLE, Outcome.NOT_REPLAYED, Outcome.VERIFIED)
_DATE, _YEAR = len("2026-05-08"), len("2026-")
Key = tuple[int, int]
"""A manifest's text and its inputs by identity, which is quick; a verdict holds on to both."""


@dataclass(frozen=True, slots=True, eq=False)
class InboxVerdict:
    """What the audit of one manifest of an inbox came to. ``of`` is what it is about."""

    of: InboxManifest
    outcome: Outcome
    told: str
    request: str
    date: str


@dataclass(frozen=True, slots=True)
class InboxLine:
    """One manifest of the inbox in words. ``outcome`` is None until it has been audited."""

    place: int
    title: str
    outcome: Outcome | None
    told: str
    date: str
    sign_off: str
    source: str
    is_receipt: bool = False

    @property
    def spoken(self) -> str:
        """The line as one sentence."""
        return ". ".join(part for part in (self.title, self.told, self.date, self.sign_off) if part)


def key_of(one: InboxManifest) -> Key:
    """Return what a verdict on a manifest is kept by."""
    return id(one.manifest), id(one.inputs)


def verdict_of(
    one: InboxManifest, session: Session, runs: InjectionRuns, watch: Watch = unwatched
) -> InboxVerdict:
    """Audit one manifest of a session's inbox.

    Raises ``StoppedError`` when ``watch`` says so.
    """
    if one.receipt_line is not None:
        return _verdict_on_receipt(one, verify_line(one.receipt_line, one.manifest))
    document = manifest_document(one.manifest, one.source or "manifest.json")
    own = alone_in_inbox(one)(session)
    audit = audit_of(document.value, document.problems, own, runs, watch)
    return verdict_on(one, audit)


def verdict_on(one: InboxManifest, audit: Audit) -> InboxVerdict:
    """Return the verdict that an audit of a manifest comes to."""
    value = audit.value if isinstance(audit.value, dict) else {}
    date = str(value.get("timestamp", ""))[:_DATE]
    return InboxVerdict(one, audit.outcome, short_decision(audit), request_of(value), date)


def _verdict_on_receipt(one: InboxManifest, found: ReceiptVerdict) -> InboxVerdict:
    return InboxVerdict(
        one,
        found.outcome or Outcome.FAILED,
        tr("Verified") if found.outcome is Outcome.VERIFIED else found.told.rstrip("."),
        found.trace_id or "?",
        found.timestamp[:_DATE],
    )


def inbox_lines(session: Session, verdicts: Mapping[Key, InboxVerdict]) -> tuple[InboxLine, ...]:
    """Return the inbox of a session, with what is known of each manifest by now.

    Manifests of one request are told apart by their files.
    """
    lines = tuple(_lines(session, verdicts))
    titles = Counter(line.title for line in lines)
    return tuple(
        replace(line, title=PurePath(line.source).name)
        if titles[line.title] > 1 and line.source
        else line
        for line in lines
    )


def _lines(session: Session, verdicts: Mapping[Key, InboxVerdict]) -> Iterator[InboxLine]:
    for place, one in enumerate(inbox_of(session)):
        known = verdicts.get(key_of(one))
        name = PurePath(place_of(one)).name
        word = session.audit.sign_off_of(one.manifest)
        yield InboxLine(
            place,
            (known.request if known else _request_in(one.manifest)) or name or tr("Manifest"),
            known.outcome if known else None,
            known.told if known else tr("being audited …"),
            known.date[_YEAR:] if known else "",
            tr("open") if word is None else tr(word.verdict),
            place_of(one),
            is_receipt=one.receipt_line is not None,
        )


def place_of(one: InboxManifest) -> str:
    """Return the file that a manifest was read from, of a receipt with its line; "" for none."""
    source = one.source or ""
    return f"{source}:{one.receipt_line}" if one.receipt_line is not None else source


def _request_in(text: str) -> str:
    """Return the request that a manifest's text names near its beginning, "" where none is seen."""
    head = text[:2_000]
    at = head.find('"trace_id"')
    if at < 0:
        return ""
    try:
        found, _ = json.JSONDecoder().raw_decode(head[head.index(":", at) + 1 :].lstrip())
    except ValueError:
        return ""
    return found if isinstance(found, str) else ""


def count_line(lines: Sequence[InboxLine]) -> str:
    """Return how many manifests and receipts there are."""
    receipts = sum(line.is_receipt for line in lines)
    if not receipts:
        return tr("{count:,} manifests", count=len(lines))
    if receipts == len(lines):
        return tr("{count:,} receipts", count=receipts)
    return tr("{count:,} manifests and receipts", count=len(lines))


class Sorting(StrEnum):
    """What an inbox is sorted by; within it stands what was opened first."""

    VERDICT = "verdict"
    OPENED = "opened"
    REQUEST = "request"
    SIGN_OFF = "sign-off"


def in_order(lines: Sequence[InboxLine], sorting: Sorting) -> list[InboxLine]:
    """Return the lines of an inbox in an order; by verdict what failed is first.

    What is still being audited stands where it will if it is right: so few rows move.
    """
    keys: dict[Sorting, Callable[[InboxLine], Any]] = {
        Sorting.VERDICT: lambda line: ORDER.index(line.outcome or Outcome.VERIFIED),
        Sorting.OPENED: lambda line: line.place,
        Sorting.REQUEST: lambda line: line.title.casefold(),
        Sorting.SIGN_OFF: lambda line: line.sign_off != tr("open"),
    }
    return sorted(lines, key=keys[sorting])


def next_of(lines: Sequence[InboxLine], outcome: Outcome, shown: int) -> int | None:
    """Return the place of the next manifest of a verdict after the shown one, None for no other.

    Those that nobody signed off come first, then the others, each round the list as it is sorted.
    """
    at = next((at for at, line in enumerate(lines) if line.place == shown), -1)
    found = [
        (line.sign_off != tr("open"), order <= at, order)
        for order, line in enumerate(lines)
        if line.outcome is outcome and order != at
    ]
    return lines[min(found)[-1]].place if found else None


def first_failed(lines: Sequence[InboxLine], shown: int, among: Collection[int]) -> int | None:
    """Return the place of the first that failed ``among`` some, None for none or the shown one."""
    failed = (one.place for one in lines if one.outcome is Outcome.FAILED and one.place in among)
    first = next(failed, shown)
    return None if first == shown else first


_WORST = (Outcome.FAILED, Outcome.NOT_COMPARABLE, Outcome.NOT_REPLAYED)


def folder_report_of(
    named: Sequence[tuple[str, AuditView]],
    title: str,
    unread: Sequence[str] = (),
    receipts: Sequence[tuple[str, Sequence[str]]] = (),
) -> AuditReport:
    """Return one report for many manifests: all of them in a table, then what was found in each.

    ``receipts`` are the files of receipts beside them, with what is said of each.
    """
    counts = Counter(view.done.outcome for _, view in named)
    signed = sum(view.session.audit.sign_off is not None for _, view in named)
    told = (*_WORST, Outcome.VERIFIED)
    worst = next((one for one in told if counts[one]), Outcome.NOT_REPLAYED)
    if worst is Outcome.VERIFIED and unread:
        worst = Outcome.NOT_REPLAYED  # of what was not read nothing is known
    number = len(named) + len(unread)
    missed = [(localized(len(unread)), tr("not read"))] if unread else []
    heads = (
        ColumnHead(tr("Manifest"), 3, mono=True),
        ColumnHead(tr("Request"), 3),
        ColumnHead(tr("Verdict"), 5),
        ColumnHead(tr("Rows"), 1, number=True),
        ColumnHead(tr("Sign-off"), 4),
    )
    rows = [
        (
            PurePath(name).as_posix(),
            request_of(view.done.value),
            decision(view.done),
            localized(view.done.rows),
            signed_words(view),
        )
        for name, view in named
    ]
    sections = [section(tr("Manifests"), "", heads, rows)]
    for name, view in named:
        if view.done.outcome is not Outcome.VERIFIED:
            found = findings_section(view)
            sections.append(replace(found, title=tr("Findings in {name}", name=name)))
    if unread:
        on = (ColumnHead(tr("File"), 6, mono=True),)
        names = [(PurePath(name).name,) for name in unread]
        sections.append(section(tr("Files that could not be read"), "", on, names))
    if receipts:
        of = (ColumnHead(tr("File"), 3, mono=True), ColumnHead(tr("Verdict"), 9))
        lines = [(PurePath(name).as_posix(), line) for name, said in receipts for line in said]
        sections.append(section(tr("Receipts"), "", of, lines))
    return AuditReport(
        title=tr("Audit of {title}", title=title),
        subtitle=tr_n("{count:,} manifest.", "{count:,} manifests.", number, count=number),
        headline=tr(
            "{failed:,} failed, {other:,} not comparable, {missing:,} not replayed,"
            " {verified:,} verified{unread}.",
            failed=counts[Outcome.FAILED],
            other=counts[Outcome.NOT_COMPARABLE],
            missing=counts[Outcome.NOT_REPLAYED],
            verified=counts[Outcome.VERIFIED],
            unread="".join(f", {count} {what}" for count, what in missed),
        ),
        look=LOOKS[worst],
        sign_off=tr("{signed:,} of {all:,} decided.", signed=signed, all=number),
        figures=(*((localized(counts[one]), tr(one.value)) for one in told), *missed),
        bar_svg="",
        sections=tuple(sections),
    )


def folder_report(
    named: Sequence[tuple[str, AuditView]],
    title: str,
    unread: Sequence[str] = (),
    receipts: Sequence[tuple[str, Sequence[str]]] = (),
) -> str:
    """Return one report for many manifests as one HTML document."""
    return page_of(folder_report_of(named, title, unread, receipts))
