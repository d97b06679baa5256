"""The commands of the Audit lens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from inspector.analysis.audit.audit import Outcome
from inspector.gui.commands import Choice, command
from inspector.language import tr
from inspector.stage import Part
from inspector.stages.audit.inbox import ORDER
from inspector.stages.audit.summary import OUTCOME_TITLES
from inspector.stages.audit.view.inbox_list import SORTINGS
from inspector.stages.audit.view.lens import AuditLens


def _shown(self: AuditCommands) -> bool:
    return self.lens.view is not None


def _has_findings(self: AuditCommands) -> bool:
    return self.lens.view is not None and bool(self.lens.view.findings)


def _has_request(self: AuditCommands) -> bool:
    return self.lens.context.store.session.request is not None and not self.lens.runner.busy


def _has_failed(self: AuditCommands) -> bool:
    return any(one.outcome is Outcome.FAILED for one in self.lens.lines)


def _has_receipts(self: AuditCommands) -> bool:
    session = self.lens.context.store.session
    return session.audit.receipt_line is not None and session.source(Part.AUDIT) is not None


def _follows(self: AuditCommands) -> bool:
    return self.lens.followed.follower.following is not None


def _is_signed(self: AuditCommands) -> bool:
    return self.lens.context.store.session.audit.sign_off is not None


@dataclass(frozen=True)
class AuditCommands:
    """What can be done in the lens."""

    lens: AuditLens

    @command("audit-open", tr("Open a manifest or inputs…"))
    def _open(self) -> None:
        """Opens a manifest, the inputs it is replayed with, or an audit bundle."""
        self.lens.choose_files()

    @command("audit-own-run", tr("Audit this run"), when=_has_request)
    def _audit_own_run(self) -> None:
        """Puts the manifest that the open inputs lead to under audit, to sign it off."""
        self.lens.audit_own_run()

    @command("audit-close", tr("Close the manifest"), when=_shown)
    def _close(self) -> None:
        """Takes the manifest and its sign-off out of the session; the inputs stay."""
        self.lens.close_manifest()

    @command("audit-next-failed", tr("Next failed manifest"), "N", group=1, when=_has_failed)
    def _next_failed(self) -> None:
        """Shows the next manifest of the inbox that failed, those not signed off first."""
        self.lens.next_failed()

    @command("audit-only", tr("Show manifests of one verdict"), group=1, when=_shown, offers=True)
    def _only(self) -> Sequence[Choice]:
        """Narrows the inbox to those of one verdict, or shows all again."""
        show_only = self.lens.inputs.inbox.show_only
        verdicts = [
            Choice(one.value, OUTCOME_TITLES[one], partial(show_only, one)) for one in ORDER
        ]
        return [Choice("all", tr("All"), partial(show_only, None)), *verdicts]

    @command("audit-sort", tr("Sort the inbox"), group=1, when=_shown, offers=True)
    def _sort(self) -> Sequence[Choice]:
        """Lists first what failed or is undecided, or goes by request or as it was opened."""
        sort_by = self.lens.inputs.inbox.sort_by
        return [Choice(one.value, title, partial(sort_by, one)) for one, title in SORTINGS.items()]

    @command("audit-follow", tr("Follow a folder of receipts…"), group=2)
    def _follow(self) -> None:
        """Tells what is lost now, and why, while receipts are written into the folder."""
        self.lens.followed.choose_folder()

    @command("audit-follow-file", tr("Follow this file of receipts"), group=2, when=_has_receipts)
    def _follow_file(self) -> None:
        """Tells what is lost now, and why, while receipts are appended to the open file."""
        self.lens.followed.follow_open_file()

    @command("audit-follow-stop", tr("Stop following"), group=2, when=_follows)
    def _stop_following(self) -> None:
        """Follows no receipts any more."""
        self.lens.followed.follower.stop()

    @command("audit-report", tr("Report for all manifests…"), group=2, when=_shown)
    def _report(self) -> None:
        """Writes one report for every manifest of the inbox."""
        self.lens.inbox.write_report()

    @command("audit-next-finding", tr("Next finding"), "Ctrl+Alt+Down", group=1, when=_has_findings)
    def _next_finding(self) -> None:
        """Selects the next finding."""
        self._step_finding(1)

    @command(
        "audit-previous-finding", tr("Previous finding"), "Ctrl+Alt+Up", group=1, when=_has_findings
    )
    def _previous_finding(self) -> None:
        """Selects the finding before."""
        self._step_finding(-1)

    def _step_finding(self, by: int) -> None:
        view = self.lens.view
        if view is None or not view.findings:
            return
        kind, _, place = self.lens.subject.partition(":")
        now = int(place) if kind == "finding" and place.isdecimal() else -1 if by > 0 else 0
        self.lens.select(f"finding:{(now + by) % len(view.findings)}")

    @command(
        "audit-whole",
        tr("Select the whole audit"),
        group=1,
        when=lambda self: _shown(self) and bool(self.lens.subject),
    )
    def _select_whole(self) -> None:
        """Shows what the audit comes to, on the right."""
        self.lens.select("")

    @command("audit-table", tr("Show a table of the audit"), group=1, offers=True)
    def _table(self) -> Sequence[Choice]:
        """Brings findings, rows, notes or the history in sight."""
        return self.lens.tables.choices()

    @command("audit-filter", tr("Filter the table"), "Ctrl+Alt+F", group=1)
    def _filter(self) -> None:
        """Goes to the filter of the table in sight."""
        self.lens.tables.focus_filter()

    @command("audit-sign", tr("Sign off…"), group=2, when=_shown)
    def _sign(self) -> None:
        """Goes to the form in which a reviewer signs what is open."""
        self.lens.form.focus_first()

    @command("audit-withdraw", tr("Withdraw the sign-off"), group=2, when=_is_signed)
    def _withdraw(self) -> None:
        """Takes the reviewer's word out of the session."""
        self.lens.withdraw()
