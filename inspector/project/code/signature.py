"""The one line that introduces a definition, without the text of literals and comments."""

from __future__ import annotations

import re

from tree_sitter import Node

_LITERAL = re.compile(r"string|literal|number|integer|float|char|regex|imaginary|jsx_text|heredoc")
_MAX_LENGTH = 300
_MAX_NODES = 2_000
_BESIDE = frozenset({"attribute_list", "annotation", "marker_annotation", "decorator"})
_CUT = "…"
_SPACE = re.compile(r"\s+")


def signature_of(data: bytes, node: Node, stop: Node | None) -> str:
    """A definition's text up to its body (or ``stop``) in one line of at most 300 code points.

    Every literal is ``…``, so that no secret in a default argument, an annotation or a constant can
    stand in it; so is what follows the 300th code point. Where the grammar found an error, a
    literal may not be known as one, and nothing is quoted at all: the signature is "".
    """
    end = node.end_byte if stop is None else stop.start_byte
    pieces: list[str] = []
    length = visited = 0
    position = node.start_byte
    pending = [node]
    while pending:
        current = pending.pop()
        visited += 1
        if current.start_byte >= end and current is not node:
            continue
        if current.is_error or current.is_missing:
            return ""
        hidden = _hidden(current)
        if hidden is None and current.child_count and visited < _MAX_NODES:
            pending.extend(reversed(current.children))
            continue
        if current.start_byte > position:
            pieces.append(" ")
        pieces.append(_quoted(data, current) if hidden is None else hidden)
        length += len(pieces[-1])
        position = current.end_byte
        if length > _MAX_LENGTH:
            break
    line = _SPACE.sub(" ", "".join(pieces)).strip()
    return line if len(line) <= _MAX_LENGTH else line[: _MAX_LENGTH - 1] + _CUT


def _quoted(data: bytes, node: Node) -> str:
    if node.child_count:  # of a header with more nodes than are looked at
        return _CUT
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _hidden(node: Node) -> str | None:
    """What stands for a node whose text is left out, None for a node that is shown."""
    if not node.is_named:
        return None
    if "comment" in node.type or node.type in _BESIDE:
        return " "
    return _CUT if _LITERAL.search(node.type) else None
