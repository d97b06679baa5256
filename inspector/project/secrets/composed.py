"""Values in pieces that have names of their own: `P1=…`, `P2=…`, `PASSWORD=$P1$P2`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.project.findings import SecretFinding
from inspector.project.secrets.lone import named_finding
from inspector.project.secrets.vocabulary import Vocabulary
from inspector.project.secrets.worth import is_drawn, looks_secret

_REFERENCE = r"(?:[$#]?\{\w+\}|\$\(\w+\)|\$\w+|%\w+%)"
_COMPOSED = re.compile(
    r"[ \t]*(?::[ \t]?&?\w{1,20}[ \t]*)?:?=[ \t]*[fF$@]{0,2}[\"'`]?"
    rf"(?P<parts>{_REFERENCE}{{2,9}}"
    r"|[A-Za-z_]\w*(?:[ \t]*(?:\+|\.\.|&|<>|~)[ \t]*[A-Za-z_]\w*){1,8}"
    r"|\$\w+(?:[ \t]*\.[ \t]*\$\w+){1,8})[\"'`]?[ \t]*(?=[;\r\n]|\Z)"
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_GIVEN = re.compile(
    r"(?<![\w.])(?P<name>[A-Za-z_]\w*)(?:[ \t]*:[ \t]*[\w&' ]{1,20})?[ \t]*:?=[ \t]*[\"'`]?"
    r"(?P<value>[^\s\"'`;,]{4,512})"
)


def composed_values(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield what is given to the names of which a secret is made, if it looks like one together."""
    given: dict[str, tuple[int, int]] | None = None
    for name in words.names:
        made = _COMPOSED.match(words.text, name.end)
        if made is None:
            continue
        given = _given(words.text) if given is None else given
        spans = [given[part] for part in _NAME.findall(made["parts"]) if part in given]
        value = "".join(words.text[start:end] for start, end in spans)
        if len(spans) > 1 and (looks_secret(value) or is_drawn(value)):
            called = words.text[name.start : name.end]
            yield from (named_finding(span, name.kind, "part of", called) for span in spans)


def _given(text: str) -> dict[str, tuple[int, int]]:
    """Return where what is first given to each name begins and ends."""
    spans: dict[str, tuple[int, int]] = {}
    for found in _GIVEN.finditer(text):
        spans.setdefault(found["name"], found.span("value"))
    return spans
