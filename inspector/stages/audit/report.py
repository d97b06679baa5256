"""What an audit report says, as plain sections: the page and the printed report show the same.

An audit as a self-contained HTML page: no script, no file beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from inspector import __version__
from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit.contents import Contents
from inspector.analysis.audit.finding import Finding
from inspector.analysis.audit.replay import Replay
from inspector.analysis.audit.replay_findings import shown, why_differs
from inspector.analysis.independent import independent_run
from inspector.analysis.quantities import TOKENS_USED, TOTAL_BUDGET
from inspector.core.problems import Problem
from inspector.core.reasons import REASONS_BY_CODE
from inspector.language import localized, tr
from inspector.present.drawing_svg import strips_svg
from inspector.present.finding_lines import counts_line, decision, message_words, sign_off_line
from inspector.present.html_page import html_page
from inspector.present.recorded_words import (
    background_words,
    card_words,
    field_words,
    given_words,
    reason_words,
    replayed_words,
)
from inspector.session.audit_stage import manifest_sha256
from inspector.session.session import Session
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.summary import manifest_bar
from inspector.stages.audit.tables import Audited, finding_lines
from inspector.stages.injection.bar import WIDTH, bar_svg, budget_bar
from inspector.stages.injection.provenance import ATTRIBUTION_COLUMNS, attribution_text

ROWS_PRINTED = 500  # of each table; how many more there are is said below it
LOOKS = {
    Outcome.VERIFIED: "right",
    Outcome.FAILED: "wrong",
    Outcome.NOT_COMPARABLE: "open",
    Outcome.NOT_REPLAYED: "open",
}


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """The head of a column; ``width`` is its part of the table's."""

    title: str
    width: int = 2
    number: bool = False
    mono: bool = False


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A table with its title; ``count`` is how many rows there would be."""

    title: str
    note: str
    heads: tuple[ColumnHead, ...]
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
    """The whole report. ``look`` tells how the headline is coloured: right, wrong or open.

    ``bar_svg`` is the budget bar of the manifest, and that of the replay below it.
    """

    title: str
    subtitle: str
    headline: str
    look: str
    sign_off: str
    figures: tuple[tuple[str, str], ...]
    bar_svg: str
    sections: tuple[ReportSection, ...]


_ID = ColumnHead(tr("Id"), 3, mono=True)
_TOKENS = ColumnHead(tr("Tokens"), 1, number=True)


def audit_report_of(view: AuditView, problems: Sequence[Problem] = ()) -> AuditReport:
    """Return the report of an audit. Raises ``ValueError`` for a view without one."""
    audit, session = view.done, view.session
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
        headline=decision(audit),
        look=LOOKS[audit.outcome],
        sign_off=signed_words(view),
        figures=tuple(_figures(contents, view.findings)),
        bar_svg=_bar(audit),
        sections=tuple(_sections(view, problems)),
    )


def signed_words(view: AuditView) -> str:
    """Return the sign-off of a manifest in a line."""
    word = sign_off_line(view.session.audit.sign_off, view.fingerprint, view.signature)
    return word or tr("Not signed off.")


def _bar(audit: Audit) -> str:
    """Return the bar of the manifest, and of the replay where there is one."""
    bar = manifest_bar(audit.contents)
    drawn = "" if bar is None else strips_svg(bar, WIDTH)
    if audit.report is None:
        return drawn
    return drawn + bar_svg(budget_bar(audit.report, independent_run(audit.report)))


def _figures(contents: Contents, findings: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    numbers = contents.numbers
    yield (
        _number(numbers["total_tokens_used"]),
        tr("of {total} used", total=_number(numbers["total_budget_tokens"])),
    )
    cards = len(contents.readable_cards)
    yield (
        localized(len(contents.injected)),
        tr("of {cards:,} readable cards injected", cards=cards)
        if contents.cards is None
        else tr("of {cards:,} cards injected", cards=cards),
    )
    yield (
        localized(contents.files_inlined),
        tr("files in full text in readable buckets")
        if contents.buckets is None
        else tr("files in full text"),
    )
    yield localized(len(findings)), tr("findings: {counts}", counts=counts_line(findings))


def _number(number: int | None) -> str:
    return "?" if number is None else localized(number)


def _sections(view: AuditView, problems: Sequence[Problem]) -> Iterator[ReportSection]:
    audit, session, contents = view.done, view.session, view.done.contents
    yield findings_section(view)
    if audit.replay is not None:
        yield _differences(audit, audit.replay)
    elif audit.unseen:
        alone = (ColumnHead(tr("Not checked without inputs"), 6),)
        yield section(
            tr("What could not be checked"), "", alone, [(tr(one),) for one in audit.unseen]
        )
    yield _totals(audit)
    yield _balance(contents)
    yield _cards(contents)
    yield _buckets(contents)
    on = (_ID, ColumnHead(tr("Note"), 6))
    yield section(tr("Notes"), "", on, [(one.subject, one.text) for one in session.notes])
    if problems:
        where = (
            ColumnHead(tr("Severity"), 1),
            ColumnHead(tr("Place"), 3, mono=True),
            ColumnHead(tr("Problem"), 6),
        )
        told = [
            (one.severity.value, str(one.place.without_folder), one.message) for one in problems
        ]
        yield section(tr("Problems of the inputs"), "", where, told)
    yield _fingerprints(session, view.fingerprint)


def section(
    title: str, note: str, heads: tuple[ColumnHead, ...], rows: Sequence[tuple[str, ...]]
) -> ReportSection:
    """Return a table of at most so many rows as are printed."""
    return ReportSection(title, note, heads, tuple(rows[:ROWS_PRINTED]), len(rows))


def findings_section(view: AuditView) -> ReportSection:
    """Return what was found, each cause before what follows from it."""
    heads = (
        ColumnHead(tr("Severity"), 1),
        ColumnHead(tr("Finding"), 5),
        ColumnHead(tr("In full"), 6),
        ColumnHead(tr("Place"), 3, mono=True),
        ColumnHead(tr("Rule"), 2),
    )
    rows = [
        (
            line.finding.severity.value,
            line.title,
            "" if line.title.endswith(told := message_words(line.finding)) else told,
            str(line.finding.place.without_folder),
            line.finding.rule,
        )
        for line in finding_lines(Audited(view.done, view.findings))
    ]
    return section(tr("Findings"), "", heads, rows)


def _differences(audit: Audit, done: Replay) -> ReportSection:
    titles = (tr("Name"), tr("In the manifest"), tr("Replayed"), tr("Cause"))
    heads = tuple(map(ColumnHead, titles, (3, 3, 3, 4)))
    rows = []
    for one in done.differences[:ROWS_PRINTED]:
        actual = "; ".join(_field(field.field, field.actual) for field in one.fields)
        expected = "; ".join(_field(field.field, field.expected) for field in one.fields)
        cause = why_differs(one.key, audit.explanation)
        name = audit.names.get(one.key, one.subject)
        rows.append((name, actual or one.change.value, expected, cause))
    note = "" if rows else tr("The inputs lead to every row of the manifest.")
    return ReportSection(
        tr("Rows that differ from the replay"), note, heads, tuple(rows), len(done.differences)
    )


def _field(name: str, value: object) -> str:
    return f"{field_words(name)} {reason_words(shown(value))}"


def _balance(contents: Contents) -> ReportSection:
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
    heads = (ColumnHead(tr("What"), 4), ColumnHead("", 4), _TOKENS)
    rows = [(label, working, _number(number)) for label, number, working in lines]
    return section(tr("Balance, as the manifest has it"), "", heads, rows)


def _totals(audit: Audit) -> ReportSection:
    heads = (
        ColumnHead(tr("Field"), 4),
        ColumnHead(tr("In the manifest"), 4),
        ColumnHead(tr("In the replay"), 4),
    )
    rows = [
        (row.name, given_words(row), replayed_words(row))
        for row in audit.compared
        if row.kind == "manifest"
    ]
    return section(tr("Totals"), "", heads, rows)


def _cards(contents: Contents) -> ReportSection:
    """Every card with where it came from; columns that say nothing of any card are left out."""
    cards = [row.entry for row in contents.readable_cards]
    known = [one for one in ATTRIBUTION_COLUMNS if any(getattr(card, one.id) for card in cards)]
    heads = (
        ColumnHead(tr("Name"), 4),
        _ID,
        ColumnHead(tr("Verdict"), 3),
        _TOKENS,
        ColumnHead(tr("Relevance"), 1, number=True),
        *(ColumnHead(tr(one.title), 2) for one in known),
        ColumnHead(tr("Rule"), 3),
    )
    rows = []
    for card in cards[:ROWS_PRINTED]:
        reason = REASONS_BY_CODE.get(card.suppression_reason or "")
        rows.append(
            (
                card.canonical_name,
                card.node_id,
                card_words(card),
                localized(card.token_count),
                f"{card.relevance_score:g}",
                *(attribution_text(card, one.id) for one in known),
                # The verdict says it in words; the code is what another program searches for.
                " · ".join(filter(None, (card.suppression_reason, reason.rule if reason else ""))),
            )
        )
    note = tr("Not all of them can be read.") if contents.cards is None else ""
    return ReportSection(tr("Cards"), note, heads, tuple(rows), len(cards))


def _buckets(contents: Contents) -> ReportSection:
    rows = [
        (
            row.entry.bucket_title,
            row.entry.bucket_id,
            row.entry.mode,
            localized(row.entry.files_inlined),
            localized(row.entry.files_manifested),
            background_words(row.entry) or "–",
            localized(row.entry.token_count),
        )
        for row in contents.readable_buckets
    ]
    heads = (
        ColumnHead(tr("Bucket"), 4),
        _ID,
        ColumnHead(tr("Mode"), 2),
        ColumnHead(tr("Full text"), 1, number=True),
        ColumnHead(tr("Title only"), 1, number=True),
        ColumnHead(tr("Summary"), 2),
        _TOKENS,
    )
    note = tr("Not all of them can be read.") if contents.buckets is None else ""
    return section(tr("Buckets"), note, heads, rows)


def _fingerprints(session: Session, fingerprint: str | None) -> ReportSection:
    text = session.audit.manifest or ""
    rows = [(tr("manifest"), manifest_sha256(text))]
    if fingerprint is not None:
        rows.append((tr("everything that a sign-off is given for"), fingerprint))
    word, bundle = session.audit.sign_off, session.audit.bundle
    if word is not None:
        rows.append((tr("what was signed"), word.fingerprint))
    if bundle is not None:
        rows.append((tr("bundle"), bundle.fingerprint))
    rows.append(("inspector", __version__))
    return section(
        tr("Fingerprints"), "", (ColumnHead(tr("Of"), 3), ColumnHead("SHA-256", 6, mono=True)), rows
    )


def audit_report(view: AuditView, problems: Sequence[Problem] = ()) -> str:
    """Return the report of an audit as one HTML document."""
    return page_of(audit_report_of(view, problems))


def page_of(report: AuditReport) -> str:
    """Return a report as one HTML document."""
    # The picture is made here, from numbers and escaped labels.
    return html_page("audit", report=report, bar_svg=Markup(report.bar_svg))  # noqa: S704
