"""The gate that every text passes before it is sent or shown (Builder INV-CONTEXT-4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from inspector.core.builder.signals import is_test
from inspector.project.findings import (
    Confidence,
    NamedFinding,
    SecretFinding,
    SecretScanner,
    finding_id,
)
from inspector.project.secrets import Redacted, Replacement, merged_findings, redact, rescan
from inspector.project.secrets.redaction import EVERYWHERE, marker
from inspector.project.secrets.whole import is_word
from inspector.project.secrets.worth import looks_secret

_SAME_VALUE = "same-value"
"""Rule of a place where a value stands that was found as a secret elsewhere."""

_TRANSLATIONS = re.compile(
    r"(?:^|/)(?:locales?|i18n|l10n|intl|lang|languages?|translations?|lc_messages"
    r"|res/values(?:-[a-z]{2}(?:-r?[a-z]{2})?)?|[a-z]{2}(?:[-_][a-z]{2})?\.lproj)/",
    re.IGNORECASE,
)
_FIXTURES = re.compile(r"(?:^|/)(?:fixtures?|testdata|__fixtures__)/", re.IGNORECASE)


def _is_text_in(path: str, value: str) -> bool:
    """Whether a value that its name alone makes a secret is text in a file of this path.

    That is so in tests and fixtures, and for words in a folder of translations.
    """
    if looks_secret(value):
        return False
    if is_test(path) or _FIXTURES.search(path):
        return True
    text = " " in value or is_word(value.replace("-", " "))
    return text and _TRANSLATIONS.search(path) is not None


@dataclass(frozen=True, slots=True)
class _Known:
    kind: str
    confidence: Confidence


class Screen:
    """Scans texts for one build, each once.

    It remembers the values that were found, so that a secret which is known from one text is found
    in every other, whatever stands around it. They are in this object only, which ends with the
    build; what leaves it are places and kinds.
    """

    def __init__(
        self,
        scanner: SecretScanner,
        allowed: Mapping[str, str] = MappingProxyType({}),
        key: bytes | None = None,
    ) -> None:
        """``allowed`` has the reasons of findings by their ids; ``key`` makes the ids."""
        self._scanner = scanner
        self._reasons = allowed
        self._key = key
        self._allowed: set[str] = set()
        self.named: tuple[NamedFinding, ...] = ()
        self._found: dict[str, tuple[SecretFinding, ...]] = {"": ()}
        self._known: dict[str, _Known] = {}
        self._kinds: set[str] = set()

    def __repr__(self) -> str:
        return "Screen()"

    @property
    def name(self) -> str:
        """The scanner's name and version."""
        return self._scanner.name

    def name_findings(self, texts: Iterable[tuple[str, str]]) -> None:
        """Give every finding of named texts its id, and let what a person allowed be text.

        An allowed value is text wherever it stands in this build.
        """
        if self._key is None:
            return
        named: list[NamedFinding] = []
        for path, text in texts:
            line, seen = 1, 0
            for finding in self._scan(text, path):
                line += text.count("\n", seen, finding.start)
                seen = finding.start
                value = text[finding.start : finding.end]
                told = finding_id(self._key, path, finding.kind, value)
                reason = self._reasons.get(told, "")
                if reason:
                    self._allowed.add(value)
                # A name that is or holds a secret itself is not repeated.
                names = "" if self._scan(finding.names) else finding.names
                named.append(NamedFinding(path, line, finding.kind, told, reason, names))
        self.named = tuple(dict.fromkeys(sorted(named)))
        if self._allowed:
            self._found = {"": ()}

    def learn(self, texts: Iterable[tuple[str, str]]) -> None:
        """Scan named texts, so that what is secret in one of them is known in all others."""
        for path, text in texts:
            for finding in self._scan(text, path):
                value = text[finding.start : finding.end]
                if len(value) < EVERYWHERE:
                    continue
                known = self._known.get(value)
                if known is None or known.confidence is Confidence.UNCERTAIN:
                    self._known[value] = _Known(finding.kind, finding.confidence)

    def findings(self, text: str, path: str = "") -> tuple[SecretFinding, ...]:
        """Everything in a text that is or may be a secret, by itself or known from elsewhere.

        ``path`` is that of the file whose text it is.
        """
        found = self._scan(text, path)
        again = tuple(
            SecretFinding(at, at + len(value), known.kind, _SAME_VALUE, known.confidence)
            for value, known in self._known.items()
            if (at := text.find(value)) >= 0
        )
        return merged_findings((*found, *again)) if again else found

    def redacted(self, text: str) -> Redacted:
        """The text without anything that is or may be a secret."""
        return self.taken_out(text, self.findings(text))

    def taken_out(self, text: str, findings: Iterable[SecretFinding]) -> Redacted:
        """The text without the given findings; their marks are known as ours from then on."""
        result = redact(text, findings)
        self._kinds.update(one.kind for one in result.replaced)
        return result

    def leftovers(self, redacted: Redacted, path: str = "") -> tuple[SecretFinding, ...]:
        """What is still found after redaction, our own marks apart."""
        if not redacted.replaced:
            return self.findings(redacted.text, path)
        known = tuple(
            SecretFinding(at, at + len(value), told.kind, _SAME_VALUE, told.confidence)
            for value, told in self._known.items()
            if (at := redacted.text.find(value)) >= 0
        )
        found = self._without_allowed(redacted.text, rescan(redacted, self._scanner))
        return (*self._without_text(redacted.text, found, path), *known)

    def leftovers_of_joined(self, text: str) -> tuple[SecretFinding, ...]:
        """What is found in a text that was put together from redacted ones.

        A mark is ours when it is spelled exactly as one that was set in this build: such a text
        is a word for a kind of secret, and cannot be one.
        """
        return self.leftovers(Redacted(text, self._marks_in(text)))

    def is_text(self, value: str, finding: SecretFinding, text: str, path: str) -> bool:
        """Whether what is found in a joined text is none in the file that it comes from.

        There it stands among others of its kind, in a test, or where the path says so.
        """
        if finding.confidence is not Confidence.UNCERTAIN or not finding.names:
            return False
        own = self.findings(text, path)
        return not looks_secret(value) and all(text[one.start : one.end] != value for one in own)

    def safe(self, text: str) -> str:
        """The text as it may stand in a report, whatever it was."""
        result = self.redacted(text)
        if result.replaced and self.leftovers(result):
            return marker("secret")
        return result.text

    def secret_among(self, paths: Iterable[str]) -> set[str]:
        """The paths that are or may be a secret. All are scanned as one text first."""
        listed = list(paths)
        found = self._scan("\n".join(listed))
        suspects = {path for path in listed if any(value in path for value in self._known)}
        start = place = 0
        for path in listed if found else ():
            end = start + len(path)
            while place < len(found) and found[place].end <= start:
                place += 1
            if place < len(found) and found[place].start < end:
                suspects.add(path)
            start = end + 1
        return {path for path in suspects if self.findings(path)}

    def _scan(self, text: str, path: str = "") -> tuple[SecretFinding, ...]:
        found = self._found.get(text)
        if found is None:
            found = self._without_allowed(text, sorted(self._scanner.scan(text)))
            self._found[text] = found
        return self._without_text(text, found, path)

    def _without_text(
        self, text: str, findings: tuple[SecretFinding, ...], path: str
    ) -> tuple[SecretFinding, ...]:
        if not (path and findings):
            return findings
        return tuple(
            one
            for one in findings
            if one.confidence is Confidence.HIGH
            or not (one.names and _is_text_in(path, text[one.start : one.end]))
        )

    def _without_allowed(
        self, text: str, findings: Iterable[SecretFinding]
    ) -> tuple[SecretFinding, ...]:
        return tuple(one for one in findings if text[one.start : one.end] not in self._allowed)

    def _marks_in(self, text: str) -> tuple[Replacement, ...]:
        if not self._kinds:
            return ()
        marks = re.compile("|".join(re.escape(marker(kind)) for kind in sorted(self._kinds)))
        return tuple(
            Replacement(0, 0, "", 0, 0, match.start(), match.end())
            for match in marks.finditer(text)
        )
