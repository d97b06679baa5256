"""Findings of several layers as one list without overlaps."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.project.findings import Confidence, SecretFinding

OPEN_KEY = "private-key-without-end"
"""Rule of a private key whose end is not in the text: nothing else makes it certain."""


def merged_findings(findings: Iterable[SecretFinding]) -> tuple[SecretFinding, ...]:
    """Join findings that overlap, and return the rest as they are, in order of place.

    What is joined spans all its members. The surest of them gives kind and rule; of equally sure
    ones the longest, then the first by place and by name.
    """
    groups: list[list[SecretFinding]] = []
    reach = -1
    for finding in sorted(findings):
        if groups and finding.start < reach:
            groups[-1].append(finding)
        else:
            groups.append([finding])
        reach = max(reach, finding.end)
    return tuple(_joined(group) for group in groups)


def _joined(group: list[SecretFinding]) -> SecretFinding:
    teller = min(group, key=_telling)
    start, end = group[0].start, max(finding.end for finding in group)
    return SecretFinding(start, end, teller.kind, teller.rule, teller.confidence)


def _telling(finding: SecretFinding) -> tuple[bool, bool, int, SecretFinding]:
    unsure = finding.confidence is not Confidence.HIGH
    return (finding.rule != OPEN_KEY, unsure, finding.start - finding.end, finding)
