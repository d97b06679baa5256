"""An audit as lines, tables, explanations and a report."""

from inspector.language import marked
from inspector.stage import CommandLine, Door, Format, Sample, Stage

STAGE = Stage(
    id="audit",
    title=marked("Audit"),
    help=marked("Whether a manifest is right: in itself, and against the inputs it came from."),
    key="Ctrl+4",
    door=Door.AUDIT,
    inputs=("audit", "policy", "candidates", "request"),
    input_title=marked("Manifest"),
    part="inspector.session.audit_stage:AuditStage",
    opened="inspector.session.audit_edits:open_audit",
    holds="manifest",
    about=7,
    read=".runs:audit_part",
    read_file=".runs:manifest_file",
    formats=(
        Format("audit", "Result of auditing a manifest", ".results:AuditResult"),
        Format(
            "audit-folder", "Results of auditing a folder of manifests", ".results:FolderResult"
        ),
        Format("receipt", "Receipt of one decision", "inspector.core.receipts.receipt:Receipt"),
        Format("receipts-result", "Results of verifying receipts", ".receipts:ReceiptsResult"),
        Format(
            "audit-index",
            "Index of an audit bundle",
            "inspector.files.audit_bundle.index:BundleIndex",
        ),
    ),
    commands=(
        CommandLine("verify", ".command", "check a manifest, or an audit bundle, and replay it"),
        CommandLine("watch", ".command:WATCH", "follow receipts while they are written"),
    ),
    samples=(
        Sample(
            "audit",
            marked("A manifest altered in three places"),
            "Henderson v. Larkmoor",
            marked("48 cards, 7 files"),
        ),
    ),
    picture=".story:picture",
    telling=".story:story_of",
    lens=".view.lens:AuditLens",
    lens_commands=".view.commands:AuditCommands",
)
