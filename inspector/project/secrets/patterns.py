"""The patterns that the specification names, as a layer of our own (Builder, secret patterns)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

from inspector.project.findings import SecretFinding
from inspector.project.secrets.bearer import bearer_tokens
from inspector.project.secrets.contexts import nameless_values
from inspector.project.secrets.keywords import keyword_values
from inspector.project.secrets.merging import merged_findings
from inspector.project.secrets.private_keys import private_keys
from inspector.project.secrets.tokens import (
    issued_and_random,
    issued_tokens,
    sk_keys,
    url_passwords,
)
from inspector.project.secrets.views import findings_of_view

Detector = Callable[[str], Iterator[SecretFinding]]

VERSION = 4
"""Goes up whenever the same text may give other findings."""

_DETECTORS = (private_keys, sk_keys, url_passwords, bearer_tokens, keyword_values, nameless_values)
_AS_WRITTEN = (issued_and_random, *_DETECTORS)
_AS_READ = (issued_tokens, *_DETECTORS)
# Literals put together run on into each other, which makes them look drawn at random.


class PatternScanner:
    """Finds private keys, issuers' and random tokens, and values of names that mean a secret.

    Time grows with the length of a text, whatever is in it.
    """

    @property
    def name(self) -> str:
        """Name and version."""
        return f"patterns {VERSION}"

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return the findings of a text, joined where they overlap, in order of place."""
        read = findings_of_view(text, partial(_detected, detectors=_AS_READ))
        return merged_findings(chain(_detected(text, _AS_WRITTEN), read))


def _detected(text: str, detectors: tuple[Detector, ...]) -> Iterator[SecretFinding]:
    for detect in detectors:
        yield from (finding for finding in detect(text) if finding.end > finding.start)
