"""Whether a text is program code, where a bare word refers to something, or settings and prose."""

from __future__ import annotations

import re

_STATEMENT = re.compile(
    r"(?:def|class|import|from|return|if|elif|for|while|with|try|except|raise|async|await|lambda"
    r"|assert|pass|public|private|protected|internal|static|var|let|const|function|fn|func|impl"
    r"|using|namespace|package|struct|enum|interface|#include|switch|case|throw|catch|else|end)\b"
    r"(?![ \t]*[:=])"
    r"|[})\]]+[;,)]*\s*\Z"
    r"|@\w+"
)
_DATA = re.compile(r"\s*[\[{]\s*(?:[\[{]\s*)*\"[^\"\r\n]*\"\s*[:,\]]")
_SOURCES = '"sourcesContent"'
"""What says that the literals of a source map are programs."""

_CALL = re.compile(
    r"[A-Za-z_][\w.]{0,80}\([^\r\n]{0,200}\)?[;:,]?\s*\Z"
    r"|\w[\w., ]{0,80}[ \t]?(?:=|:=|\+=)[ \t]*[\w.]{1,80}\("
)
_OPENING = (";", "{", "(", "[")
_LITERAL = re.compile(r"[\"'#]")
_LONGEST = 200  # of what a bracket or a semicolon ends, in code points
_SETTING = re.compile(
    r"(?:-[ \t]+)?(?:export[ \t]+)?[\"']?[A-Za-z_][\w.-]{0,80}[\"']?"
    r"(?:[ \t]*=[ \t]*[^\s(){};]*|:(?:[ \t][^(){};\r\n]*)?)[ \t]*\Z"
    r"|\[[\w. \"-]{1,80}\][ \t]*\Z"
)

SAMPLE = 200_000
"""Code points at the beginning of a text that decide."""


def is_code(text: str) -> bool:
    """Whether most telling lines of a text are program code. In doubt it is not."""
    if _DATA.match(text):
        return _SOURCES in text
    sample = text[:SAMPLE].replace("\r\n", "\n").replace("\r", "\n")
    code = settings = 0
    for line in sample.split("\n"):
        told = line.lstrip(" \t")
        if told:
            code += _is_statement(told)
            # Looked for first, because most lines have no sign of a setting.
            settings += ("=" in told or ":" in told or "]" in told) and (
                _SETTING.match(told) is not None
            )
    return code > 0 and code > settings


def _is_statement(told: str) -> bool:
    """Whether a line without its indent is one of a program."""
    if _STATEMENT.match(told):
        return True
    ended = told.rstrip()
    if ended.endswith(_OPENING) and len(ended) <= _LONGEST + 1 and not _LITERAL.search(ended):
        return True
    return "(" in told and _CALL.match(told) is not None
