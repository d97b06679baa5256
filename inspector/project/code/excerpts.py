"""A file without its functions' bodies, or chosen definitions with what they need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tree_sitter import Node

from inspector.project.code.languages import Language, encoded, parse_bytes
from inspector.project.code.outline import Definition, captured, outline, rules_of
from inspector.project.code.parsing import last_line
from inspector.project.code.slices import (
    Slice,
    SliceLevel,
    blank,
    cut_out,
    indent_at,
    line_end,
    line_start,
)
from inspector.project.index import FUNCTIONS, Symbol

_ABOVE = frozenset({"comment", "line_comment", "block_comment", "attribute_item", "attribute_list"})
_FILES = frozenset({"module", "program", "compilation_unit", "source_file", "translation_unit"})


def target_region(language: str, text: str, symbols: Sequence[Symbol]) -> Slice | None:
    """The lines of some definitions of a text, and of what encloses and serves them.

    Kept, always as whole lines: each definition with its decorators or attributes and the comments
    directly above; the headers of the types, namespaces and functions around it, with the lines
    that close them; the imports and the package at the top level of the file. Every other run of
    lines becomes one comment with their number; blank lines at its ends stay.

    None for a language without a grammar, without symbols, where a symbol is not found in the text
    under its name and at its lines, and where the grammar found an error in it or beside it or
    beside anything around it: then no boundary is reliable (Builder, slicing rules).
    """
    parsed = _parsed(language, text) if symbols else None
    if parsed is None:
        return None
    known, data, root, captures = parsed
    definitions = outline(known, captures)
    targets = _targets(definitions, symbols)
    if targets is None:
        return None
    kept: set[int] = set()
    for place in targets:
        whole = definitions[place].whole
        above = _first_row_above(data, root, whole)
        if above is None:
            return None
        kept.update(range(above, last_line(whole)))
        kept.update(_around(definitions, place))
    kept.update(_imports(captures))
    marker = f"{rules_of(known).comment} {{}}"
    return cut_out(text, data, SliceLevel.TARGET_REGION_ONLY, _pieces(data, kept, marker))


def _parsed(language: str, text: str) -> tuple[Language, bytes, Node, dict[str, list[Node]]] | None:
    """Read a text by its grammar; None where there is none."""
    if language not in list(Language):
        return None
    known, data = Language(language), encoded(text)
    tree = parse_bytes(known, data)
    return None if tree is None else (known, data, tree.root_node, captured(known, tree))


def _targets(definitions: tuple[Definition, ...], symbols: Iterable[Symbol]) -> list[int] | None:
    places: dict[tuple[str, int, int], list[int]] = {}
    for place, found in enumerate(definitions):
        if found.kind is not None and not found.whole.has_error:
            lines = found.whole.start_point.row + 1, last_line(found.whole)
            places.setdefault((found.qualified_name, *lines), []).append(place)
    targets: list[int] = []
    for symbol in symbols:
        at = places.get((symbol.qualified_name, symbol.start_line, symbol.end_line))
        if at is None:
            return None
        targets += at
    return targets


def _first_row_above(data: bytes, root: Node, whole: Node) -> int | None:
    """The first row of a node and the comments directly above; None with an error on the way."""
    node = root
    row: int = whole.start_point.row
    while node.id != whole.id:
        children = node.children
        if any(child.is_error or child.is_missing for child in children):
            return None
        at = next((i for i, child in enumerate(children) if _holds(child, whole)), None)
        if at is None:
            return None
        node = children[at]
        if node.start_byte == whole.start_byte:
            row = min(row, _comments_above(data, children[:at], whole.start_point.row))
    return row


def _holds(outer: Node, inner: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte


def _comments_above(data: bytes, before: list[Node], row: int) -> int:
    for node in reversed(before):
        starts_line = blank(data[line_start(data, node.start_byte) : node.start_byte])
        if node.type not in _ABOVE or last_line(node) < row or not starts_line:
            break
        row = node.start_point.row
    return row


def _around(definitions: tuple[Definition, ...], place: int) -> Iterator[int]:
    """The rows of the headers around a definition, and of the braces that close them."""
    place = definitions[place].enclosing
    while place >= 0:
        outer = definitions[place]
        first = outer.whole.start_point.row
        yield from range(first, max(first, _header_end(outer)) + 1)
        yield last_line(outer.whole) - 1 if _is_braced(outer) else first
        place = outer.enclosing


def _header_end(outer: Definition) -> int:
    if outer.body is None:
        return outer.node.start_point.row
    if _is_braced(outer):
        return outer.body.start_point.row
    colon = outer.body.prev_sibling
    while colon is not None and colon.type != ":":
        colon = colon.prev_sibling
    return (outer.body if colon is None else colon).start_point.row


def _is_braced(outer: Definition) -> bool:
    body = outer.body
    return body is not None and body.child_count > 0 and body.children[0].type == "{"


def _imports(captures: Mapping[str, list[Node]]) -> Iterator[int]:
    for node in (*captures.get("import", ()), *captures.get("namespace", ())):
        parent = node.parent
        if parent is not None and parent.type in _FILES and not node.has_error:
            yield from range(node.start_point.row, last_line(node))


def _pieces(data: bytes, kept: set[int], marker: str) -> Iterator[tuple[int, int, str]]:
    start = end = -1  # of the run of lines that is being cut, blank ones at its ends left out
    position = row = 0
    while position < len(data):
        stop = line_end(data, position)
        if row in kept:
            if start >= 0:
                yield start, end, indent_at(data, start) + marker
            start = -1
        elif not blank(data[position:stop]):
            start, end = position if start < 0 else start, stop
        following = data.find(b"\n", position)
        position = len(data) if following < 0 else following + 1
        row += 1
    if start >= 0:
        yield start, end, indent_at(data, start) + marker


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
    parsed = _parsed(language, text)
    if parsed is None:
        return None
    known, data, root, captures = parsed
    bodies = _bodies(outline(known, captures), captures)
    if _error_outside(root, bodies):
        return None
    pieces = list(_pieces_without(known, data, bodies))
    if rules_of(known).comment != "#":
        pieces = sorted((*pieces, *_long_comments(root, data, bodies)))
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


def _pieces_without(
    language: Language, data: bytes, bodies: Mapping[int, Node]
) -> Iterator[_Piece]:
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
