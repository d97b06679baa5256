"""The commands of the Audit lens."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.gui.commands import Choice, Command, CommandId
from inspector.gui.views.audit.lens import AuditLens
from inspector.gui.views.audit.tables import TITLES, AuditTable
from inspector.language import tr


def audit_commands(lens: AuditLens) -> Sequence[Command]:
    """Return what can be done in the lens while it is in sight."""

    def shown() -> bool:
        return lens.view is not None

    def findings() -> bool:
        return lens.view is not None and bool(lens.view.findings)

    def has_request() -> bool:
        return lens.context.store.session.request is not None and not lens.runner.busy

    def signed() -> bool:
        return lens.context.store.session.audit.sign_off is not None

    return (
        Command(
            CommandId.AUDIT_OPEN,
            tr("Open a manifest or inputs…"),
            tr("Opens a manifest, the inputs it is replayed with, or an audit bundle."),
            lens.choose_files,
        ),
        Command(
            CommandId.AUDIT_OWN_RUN,
            tr("Audit this run"),
            tr("Puts the manifest that the open inputs lead to under audit, to sign it off."),
            lens.audit_own_run,
            enabled=has_request,
        ),
        Command(
            CommandId.AUDIT_CLOSE,
            tr("Close the manifest"),
            tr("Takes the manifest and its sign-off out of the session; the inputs stay."),
            lens.close_manifest,
            enabled=shown,
        ),
        Command(
            CommandId.AUDIT_NEXT_FINDING,
            tr("Next finding"),
            tr("Selects the next finding."),
            lambda: lens.step_finding(1),
            group=1,
            keys=("Ctrl+Alt+Down",),
            enabled=findings,
        ),
        Command(
            CommandId.AUDIT_PREVIOUS_FINDING,
            tr("Previous finding"),
            tr("Selects the finding before."),
            lambda: lens.step_finding(-1),
            group=1,
            keys=("Ctrl+Alt+Up",),
            enabled=findings,
        ),
        Command(
            CommandId.AUDIT_WHOLE,
            tr("Select the whole audit"),
            tr("Shows what the audit comes to, on the right."),
            lambda: lens.select(""),
            group=1,
            enabled=lambda: shown() and bool(lens.subject),
        ),
        Command(
            CommandId.AUDIT_TABLE,
            tr("Show a table of the audit"),
            tr("Brings findings, rows, notes or the history in sight."),
            choices=lambda: [
                Choice(
                    table.value,
                    TITLES[table],
                    lambda table=table: lens.tables.turn_to(table),  # type: ignore[misc]  # a default binds the loop's value
                )
                for table in AuditTable
            ],
            group=1,
        ),
        Command(
            CommandId.AUDIT_FILTER,
            tr("Filter the table"),
            tr("Goes to the filter of the table in sight."),
            lens.tables.focus_filter,
            group=1,
            keys=("Ctrl+Alt+F",),
        ),
        Command(
            CommandId.AUDIT_SIGN,
            tr("Sign off…"),
            tr("Goes to the form in which a reviewer signs what is open."),
            lens.inputs.sign_off.focus_first,
            group=2,
            enabled=shown,
        ),
        Command(
            CommandId.AUDIT_WITHDRAW,
            tr("Withdraw the sign-off"),
            tr("Takes the reviewer's word out of the session."),
            lens.withdraw,
            group=2,
            enabled=signed,
        ),
    )
