"""Whether a text is program code, where a bare word refers to something, or settings and prose."""

from __future__ import annotations

import re

_CODE = re.compile(
    r"^[ \t]*(?:"
    r"(?:def|class|import|from|return|if|elif|for|while|with|try|except|raise|async|await|lambda"
    r"|assert|pass|public|private|protected|internal|static|var|let|const|function|fn|func|impl"
    r"|using|namespace|package|struct|enum|interface|#include|switch|case|throw|catch|else|end)\b"
    r"(?![ \t]*[:=])"
    r"|[^\"'#\r\n]{0,200}[;{(\[]\s*$"
    r"|[})\]]+[;,)]*\s*$"
    r"|@\w+"
    r"|[A-Za-z_][\w.]{0,80}\([^\r\n]{0,200}\)?[;:,]?\s*$"
    r"|\w[\w., ]{0,80}[ \t]?(?:=|:=|\+=)[ \t]*[\w.]{1,80}\("
    r")",
    re.MULTILINE,
)
_SETTING = re.compile(
    r"^[ \t]*(?:-[ \t]+)?(?:export[ \t]+)?[\"']?[A-Za-z_][\w.-]{0,80}[\"']?"
    r"(?:[ \t]*=[ \t]*[^\s(){};]*|:(?:[ \t][^(){};\r\n]*)?)[ \t]*$"
    r"|^[ \t]*\[[\w. \"-]{1,80}\][ \t]*$",
    re.MULTILINE,
)

SAMPLE = 200_000
"""Code points at the beginning of a text that decide."""


def is_code(text: str) -> bool:
    """Whether most telling lines of a text are program code. In doubt it is not."""
    sample = text[:SAMPLE].replace("\r\n", "\n").replace("\r", "\n")
    code = sum(1 for _ in _CODE.finditer(sample))
    return code > 0 and code > sum(1 for _ in _SETTING.finditer(sample))
