"""What an audit report says, as plain sections: the page and the printed report show the same.

An audit as a self-contained HTML page: no script, no file beside it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from markupsafe import Markup

from inspector import __version__
from inspector.analysis.audit.audit import Audit
from inspector.analysis.audit.contents import Contents
from inspector.analysis.audit.finding import Finding
from inspector.analysis.audit.manifest_checks import UNSEEN_ALONE
from inspector.analysis.audit.replay import Replay
from inspector.analysis.audit.replay_findings import shown, why_differs
from inspector.analysis.independent import independent_run
from inspector.analysis.quantities import TOKENS_USED, TOTAL_BUDGET
from inspector.core.problems import Place, Problem
from inspector.core.reasons import REASONS_BY_CODE
from inspector.language import localized, tr
from inspector.present.finding_lines import counts_line, headline, sign_off_line
from inspector.present.html_page import html_page
from inspector.session.audit_stage import Signature
from inspector.session.session import Session
from inspector.stages.injection.bar import budget_bar
from inspector.stages.injection.bar_items import bar_svg

ROWS_PRINTED = 500  # of each table; how many more there are is said below it


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column; ``width`` is its part of the table's."""

    title: str
    width: int = 2
    number: bool = False
    mono: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A table with its title; ``count`` is how many rows there would be."""

    title: str
    note: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[str, ...], ...]
    count: int

    @property
    def whole(self) -> int:
        """The width of all columns together."""
        return sum(head.width for head in self.heads)

    @property
    def beyond(self) -> str:
        """Say how many rows are not printed, "" where all are."""
        more = self.count - len(self.rows)
        return (
            tr("{more:,} more rows are not printed here; the JSON result has them all.", more=more)
            if more
            else ""
        )


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The whole report. ``right`` tells how the headline is coloured.

    ``bar_svg`` is the budget bar of the replay, "" without one.
    """

    title: str
    subtitle: str
    headline: str
    right: bool
    sign_off: str
    figures: tuple[tuple[str, str], ...]
    bar_svg: str
    sections: tuple[Section, ...]


_ID = Head(tr("Id"), 3, mono=True)
_TOKENS = Head(tr("Tokens"), 1, number=True)


def audit_report_of(
    audit: Audit,
    findings: Sequence[Finding],
    session: Session,
    problems: Sequence[Problem] = (),
    fingerprint: str | None = None,
    signature: Signature | None = None,
) -> AuditReport:
    """Return the report of an audit. ``findings`` are its own, with lines where they are known.

    ``fingerprint`` is that of everything a sign-off is given for, ``signature`` its checked one.
    """
    contents = audit.contents
    value = audit.value if isinstance(audit.value, dict) else {}
    trace, time = str(value.get("trace_id", "?")), str(value.get("timestamp", "?"))
    return AuditReport(
        title=tr("Audit of {title}", title=session.title)
        if session.title
        else tr("Audit of a manifest"),
        subtitle=tr(
            "Unified injection manifest of request {trace}, {time}.", trace=trace, time=time
        ),
        headline=headline(audit),
        right=not audit.errors,
        sign_off=sign_off_line(session.audit.sign_off, fingerprint, signature)
        or tr("Not signed off."),
        figures=tuple(_figures(contents, findings)),
        bar_svg=""
        if audit.report is None
        else bar_svg(budget_bar(audit.report, independent_run(audit.report))),
        sections=tuple(_sections(audit, contents, findings, session, problems, fingerprint)),
    )


def _figures(contents: Contents, findings: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    numbers = contents.numbers
    yield (
        _number(numbers["total_tokens_used"]),
        tr("of {total} used", total=_number(numbers["total_budget_tokens"])),
    )
    cards = contents.readable_cards
    yield localized(len(contents.injected)), tr("of {cards:,} cards injected", cards=len(cards))
    yield localized(contents.files_inlined), tr("files inlined")
    yield localized(len(findings)), tr("findings: {counts}", counts=counts_line(findings))


def _number(number: int | None) -> str:
    return "?" if number is None else localized(number)


def _sections(
    audit: Audit,
    contents: Contents,
    findings: Sequence[Finding],
    session: Session,
    problems: Sequence[Problem],
    fingerprint: str | None,
) -> Iterator[Section]:
    yield _findings(findings)
    if audit.replay is not None:
        yield _differences(audit, audit.replay)
    else:
        alone = (Head(tr("Not checked without inputs"), 6),)
        yield _section(
            tr("What could not be checked"), "", alone, [(tr(one),) for one in UNSEEN_ALONE]
        )
    yield _balance(contents)
    yield _out(contents, tr("Cards not injected: suppressed by overlap"), overlap=True)
    yield _out(contents, tr("Cards not injected for other reasons"), overlap=False)
    yield _buckets(contents)
    on = (_ID, Head(tr("Note"), 6))
    yield _section(tr("Notes"), "", on, [(one.subject, one.text) for one in session.notes])
    if problems:
        where = (Head(tr("Severity"), 1), Head(tr("Place"), 3, mono=True), Head(tr("Problem"), 6))
        told = [(one.severity.value, _where(one.place), one.message) for one in problems]
        yield _section(tr("Problems of the inputs"), "", where, told)
    yield _fingerprints(session, fingerprint)


def _section(
    title: str, note: str, heads: tuple[Head, ...], rows: Sequence[tuple[str, ...]]
) -> Section:
    return Section(title, note, heads, tuple(rows[:ROWS_PRINTED]), len(rows))


def _findings(findings: Sequence[Finding]) -> Section:
    heads = (
        Head(tr("Severity"), 1),
        Head(tr("Place"), 3, mono=True),
        Head(tr("Finding"), 6),
        Head(tr("Rule"), 2),
    )
    rows = [
        (one.severity.value, _where(one.place), one.message, one.rule)
        for one in findings[:ROWS_PRINTED]
    ]
    return Section(tr("Findings"), "", heads, tuple(rows), len(findings))


def _where(place: Place) -> str:
    """Return a place without the folder of its file, which is nobody else's business."""
    return str(replace(place, file=place.file and PurePath(place.file).name))


def _differences(audit: Audit, done: Replay) -> Section:
    heads = (_ID, Head(tr("In the manifest"), 3), Head(tr("Replayed"), 3), Head(tr("Cause"), 4))
    rows = []
    for one in done.differences[:ROWS_PRINTED]:
        actual = "; ".join(f"{field.field} {shown(field.actual)}" for field in one.fields)
        expected = "; ".join(f"{field.field} {shown(field.expected)}" for field in one.fields)
        cause = why_differs(one.key, audit.explanation)
        rows.append((one.subject, actual or one.change.value, expected, cause))
    note = "" if rows else tr("The inputs lead to every row of the manifest.")
    return Section(
        tr("Rows that differ from the replay"), note, heads, tuple(rows), len(done.differences)
    )


def _balance(contents: Contents) -> Section:
    numbers = contents.numbers
    knowledge, bucket = (
        numbers["knowledge_card_budget_tokens"],
        numbers["bucket_content_budget_tokens"],
    )
    layout, cards, buckets = contents.card_layout, contents.card_tokens, contents.bucket_tokens
    used, total = numbers["total_tokens_used"], numbers["total_budget_tokens"]
    unused = None if used is None or total is None else total - used
    lines = (
        (
            tr("Injected cards"),
            cards,
            tr("of the knowledge budget of {budget}", budget=_number(knowledge)),
        ),
        (tr("Overhead around them"), layout, tr("used − cards − buckets")),
        (tr("Buckets"), buckets, tr("of the file budget of {budget}", budget=_number(bucket))),
        (tr(TOKENS_USED.title), used, ""),
        (tr("Not used"), unused, tr("unused, freed and not reused, or unallocated")),
        (tr(TOTAL_BUDGET.title), total, ""),
    )
    heads = (Head(tr("What"), 4), Head("", 4), _TOKENS)
    rows = [(label, working, _number(number)) for label, number, working in lines]
    return _section(tr("Balance, as the manifest has it"), "", heads, rows)


def _out(contents: Contents, title: str, *, overlap: bool) -> Section:
    rows = []
    for row in contents.readable_cards:
        card = row.entry
        if not card.suppressed or (card.suppression_reason == "bucket_file_overlap") is not overlap:
            continue
        reason = REASONS_BY_CODE.get(card.suppression_reason or "")
        rule = reason.rule if reason else ""
        why = card.suppression_reason or "no reason"
        rows.append((card.canonical_name, card.node_id, localized(card.token_count), why, rule))
    heads = (Head(tr("Name"), 4), _ID, _TOKENS, Head(tr("Reason"), 3), Head(tr("Rule"), 2))
    return _section(title, "" if rows else tr("None."), heads, rows)


def _buckets(contents: Contents) -> Section:
    rows = [
        (
            row.entry.bucket_title,
            row.entry.bucket_id,
            row.entry.mode,
            localized(row.entry.files_inlined),
            localized(row.entry.files_manifested),
            "in"
            if row.entry.background_included
            else "suppressed"
            if row.entry.background_suppressed_by_overlap
            else "–",
            localized(row.entry.token_count),
        )
        for row in contents.readable_buckets
    ]
    heads = (
        Head(tr("Bucket"), 4),
        _ID,
        Head(tr("Mode"), 2),
        Head(tr("Full text"), 1, number=True),
        Head(tr("Listed"), 1, number=True),
        Head(tr("Background"), 2),
        _TOKENS,
    )
    return _section(tr("Buckets"), "" if rows else tr("None."), heads, rows)


def _fingerprints(session: Session, fingerprint: str | None) -> Section:
    text = session.audit.manifest or ""
    rows = [(tr("manifest"), hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())]
    if fingerprint is not None:
        rows.append((tr("everything that a sign-off is given for"), fingerprint))
    word, bundle = session.audit.sign_off, session.audit.bundle
    if word is not None:
        rows.append((tr("what was signed"), word.fingerprint))
    if bundle is not None:
        rows.append((tr("bundle"), bundle.fingerprint))
    rows.append(("inspector", __version__))
    return _section(
        tr("Fingerprints"), "", (Head(tr("Of"), 3), Head("SHA-256", 6, mono=True)), rows
    )


def audit_report(
    audit: Audit,
    findings: Sequence[Finding],
    session: Session,
    problems: Sequence[Problem] = (),
    fingerprint: str | None = None,
    signature: Signature | None = None,
) -> str:
    """Return the report of an audit as one HTML document; the parameters are those of the parts."""
    report = audit_report_of(audit, findings, session, problems, fingerprint, signature)
    # The picture is made here, from numbers and escaped labels.
    return html_page("audit", report=report, bar_svg=Markup(report.bar_svg))  # noqa: S704
