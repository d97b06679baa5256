"""Secrets in text: what finds them, and what takes them out (Builder INV-CONTEXT-4)."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.project.findings import merged_findings
    from inspector.project.secrets.layers import KingfisherScanner, LayeredScanner, secret_scanner
    from inspector.project.secrets.patterns import PatternScanner
    from inspector.project.secrets.process import ScannerProcess
    from inspector.project.secrets.redaction import Redacted, Replacement, redact, rescan

__all__ = [
    "KingfisherScanner",
    "LayeredScanner",
    "PatternScanner",
    "Redacted",
    "Replacement",
    "ScannerProcess",
    "merged_findings",
    "redact",
    "rescan",
    "secret_scanner",
]

load_when_asked(
    __name__,
    {
        "inspector.project.findings": "merged_findings",
        "layers": "KingfisherScanner LayeredScanner secret_scanner",
        "patterns": "PatternScanner",
        "process": "ScannerProcess",
        "redaction": "Redacted Replacement redact rescan",
    },
)
