"""A file without the bodies of its functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from inspector.project.code.languages import Language, encoded, parse_bytes
from inspector.project.code.outline import Definition, captured, outline, rules_of
from inspector.project.code.slices import (
    Slice,
    SliceLevel,
    blank,
    cut_out,
    indent_at,
    line_end,
    line_start,
)
from inspector.project.index import FUNCTIONS

_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b", re.MULTILINE)
_ANONYMOUS = frozenset(
    {"block", "statement_block", "arrow_expression_clause", "compound_statement"}
)
_LONG = 3  # lines of a comment from which it documents rather than remarks
_Piece = tuple[int, int, str]


def signatures_only(language: str, text: str) -> Slice | None:
    """The text without the outermost bodies of functions, methods and accessors.

    A body goes with its docstring and the functions inside it, and so does a comment in ``/* */``
    of three lines or more, which is what documents a function in other languages; everything else
    stays as it is: imports, short comments, the docstrings and fields of types, statements of the
    module. Where a body
    was stands a comment with the number of its lines; in Python ``...`` before it, so that the
    slice of a valid module is one. An expression that is a body becomes a block with the comment.
    Bodies without content (``{}``, ``pass``, ``...``) stay.

    A body in which the grammar found an error stays whole. None for a language without a grammar,
    or where an error lies outside bodies: then no boundary is reliable (Builder, slicing rules).
    """
    if language not in list(Language):
        return None
    known = Language(language)
    data = encoded(text)
    tree = parse_bytes(known, data)
    if tree is None:
        return None
    captures = captured(known, tree)
    bodies = _bodies(outline(known, captures), captures)
    if _error_outside(tree.root_node, bodies):
        return None
    pieces = list(_pieces(known, data, bodies))
    if rules_of(known).comment != "#":
        pieces = sorted((*pieces, *_long_comments(tree.root_node, data, bodies)))
    return cut_out(text, data, SliceLevel.SIGNATURES_ONLY, pieces)


def _bodies(
    definitions: tuple[Definition, ...], captures: Mapping[str, list[Node]]
) -> dict[int, Node]:
    """The bodies that may be cut, by their ids, in order of text."""
    found = [d.body for d in definitions if d.body is not None and d.kind in FUNCTIONS]
    for function in captures.get("function", ()):
        body = function.child_by_field_name("body")
        if body is not None and body.type in _ANONYMOUS:
            found.append(body)
    found.sort(key=lambda node: (node.start_byte, -node.end_byte))
    return {body.id: body for body in found if body.type != "accessor_list"}


def _error_outside(root: Node, bodies: Mapping[int, Node]) -> bool:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.is_error or node.is_missing:
            return True
        if node.has_error and node.id not in bodies:
            pending.extend(node.children)
    return False


def _pieces(language: Language, data: bytes, bodies: Mapping[int, Node]) -> Iterator[_Piece]:
    python = rules_of(language).comment == "#"
    reached = 0
    for body in bodies.values():
        if body.start_byte < reached:
            continue  # inside a body that was cut, or that stays whole
        reached = body.end_byte
        if body.has_error:
            continue
        piece = _indented(data, body) if python else _braced(data, body)
        if piece is None:
            continue
        if language is Language.CSHARP and not _balanced(data[piece[0] : piece[1]]):
            continue
        yield piece
        reached = max(reached, piece[1])


def _long_comments(root: Node, data: bytes, bodies: Mapping[int, Node]) -> Iterator[_Piece]:
    """Comments of several lines outside of bodies; in Java they are most of a file."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.id in bodies:
            continue
        if "comment" not in node.type:
            pending.extend(node.children)
            continue
        start, end = node.start_byte, node.end_byte
        inside = data[start:end]
        if inside[:2] == b"/*" and inside[-2:] == b"*/" and inside.count(b"\n") >= _LONG - 1:
            yield start, end, "/* {} */"


def _indented(data: bytes, body: Node) -> _Piece | None:
    start, end = (
        body.start_byte,
        body.start_byte + len(data[body.start_byte : body.end_byte].rstrip()),
    )
    if data[start:end] in (b"...", b"pass"):
        return None
    end = line_end(data, end)
    marker = "...  # {}"
    if not blank(data[line_start(data, start) : start]):
        return start, end, marker  # behind the colon
    header = body.prev_sibling
    while header is not None and header.type != ":":
        header = header.prev_sibling
    if header is None:
        return None
    first = data.find(b"\n", header.end_byte) + 1
    return first, end, indent_at(data, start) + marker


def _braced(data: bytes, body: Node) -> _Piece | None:
    start, end = body.start_byte, body.end_byte
    if data[start : start + 1] != b"{" or data[end - 1 : end] != b"}":
        end += data[end : end + 1] == b";" and body.type == "arrow_expression_clause"
        return start, end, "{{ /* {} */ }}"
    start, end = start + 1, end - 1
    inside = data[start:end]
    if blank(inside):
        return None
    first = line_end(data, start)
    opened = blank(data[start:first])  # the brace ends its line
    last = line_start(data, end) - 1
    closed = last > start and blank(data[last:end])  # the other one begins its line
    if closed:
        end = last - (data[last - 1 : last] == b"\r")
    if opened:
        start = data.find(b"\n", start) + 1
        begin = start + len(data[start:end]) - len(data[start:end].lstrip())
        indent = indent_at(data, begin)
        return start, end, indent + ("// {}" if closed else "/* {} */ ")
    return start, end, " /* {} */" if closed else " /* {} */ "


def _balanced(data: bytes) -> bool:
    """Whether every conditional line of C# in a piece has its counterparts there."""
    depth = 0
    for found in _CONDITION.finditer(data):
        word = found.group(1)
        depth += (word == b"if") - (word == b"endif")
        if depth < (0 if word == b"endif" else 1):
            return False
    return depth == 0
