"""Chosen definitions of a file, with what they need to be read."""

from __future__ import annotations

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
from inspector.project.index import Symbol

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
    if language not in list(Language) or not symbols:
        return None
    known = Language(language)
    data = encoded(text)
    tree = parse_bytes(known, data)
    if tree is None:
        return None
    captures = captured(known, tree)
    definitions = outline(known, captures)
    targets = _targets(definitions, symbols)
    if targets is None:
        return None
    kept: set[int] = set()
    for place in targets:
        whole = definitions[place].whole
        above = _first_row_above(data, tree.root_node, whole)
        if above is None:
            return None
        kept.update(range(above, last_line(whole)))
        kept.update(_around(definitions, place))
    kept.update(_imports(captures))
    marker = f"{rules_of(known).comment} {{}}"
    return cut_out(text, data, SliceLevel.TARGET_REGION_ONLY, _pieces(data, kept, marker))


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
