"""The patterns that the specification names, as a layer of our own (Builder, secret patterns)."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.builder.findings import SecretFinding
from inspector.core.builder.secrets.bearer import bearer_tokens
from inspector.core.builder.secrets.keywords import keyword_values
from inspector.core.builder.secrets.merging import merged_findings
from inspector.core.builder.secrets.private_keys import private_keys
from inspector.core.builder.secrets.tokens import issued_tokens, sk_keys, url_passwords
from inspector.core.builder.secrets.views import findings_of_views

VERSION = 2
"""Goes up whenever the same text may give other findings."""

_DETECTORS = (private_keys, issued_tokens, sk_keys, url_passwords, bearer_tokens, keyword_values)


class PatternScanner:
    """Finds private keys, prefixed keys, bearer tokens, and values of names that mean a secret.

    Time grows with the length of a text, whatever is in it.
    """

    @property
    def name(self) -> str:
        """Name and version."""
        return f"patterns {VERSION}"

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return the findings of a text, joined where they overlap, in order of place."""
        return merged_findings(findings_of_views(text, _detected))


def _detected(text: str) -> Iterator[SecretFinding]:
    for detect in _DETECTORS:
        yield from (finding for finding in detect(text) if finding.end > finding.start)
