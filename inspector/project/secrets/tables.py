"""Values under the header of a column: CSV, Markdown, HTML, ruled columns, and lists of SQL."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from inspector.project.secrets.names import NameMatch

_HEADER = re.compile(r"[\"'`*]{0,3}[^\W\d][\w ./-]{0,40}[\"'`*]{0,3}")
_OF_TABLES = ("|", "\t")
_SEPARATORS = (*_OF_TABLES, ";", ",")
_CELL = re.compile(r"<t[hd]\b[^<>]{0,200}>(?P<value>[^<>]{0,4000})", re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^<>]{0,200}>", re.IGNORECASE)
_COLUMNS = re.compile(
    r"[\w\s,\"`.\[\]]{0,400}\)\s{0,20}(?P<how>VALUES|FROM\s+stdin(?![^\r\n]*[\"']))", re.IGNORECASE
)
_ITEM = re.compile(r"N?'(?P<text>[^'\r\n]*+)'|[^,()'\r\n]+|(?P<end>\))|(?P<sign>[,(\r\n])")
_ENDED = re.compile(r";|\b(?:INSERT|VALUES|ON)\b", re.IGNORECASE)
_RULE = re.compile(r"[ \t]*(?:[=-]{2,}[ \t]+)+[=-]{2,}[ \t]*\r?\n")
_WIDTH, _WORD = re.compile(r"[=-]+"), re.compile(r"\S+")
_LONGEST_RULE = 4_000  # code points
_MOST = 2_000


def column_values(
    text: str, names: list[NameMatch], *, code: bool
) -> Iterator[tuple[NameMatch, int, int]]:
    """Yield the values that stand below a telling header, each with the header's name.

    Rows whose cells only a comma parts are none of program code.
    """
    header = below = 0
    for name in names:
        if header <= name.start < below:
            continue  # in a row of the table before
        values: list[tuple[int, int]] = []
        line_end = text.find("\n", name.end, name.end + 4000)
        if line_end >= 0 and not code:
            first = max(0, name.start - 2000)
            begin = max(first, text.rfind("\n", first, name.start) + 1)
            values = list(_plain_rows(text, name, begin, line_end))
        cell = text.rfind("<t", max(0, name.start - 200), name.start)
        if not values and cell >= 0 and text[cell : cell + 3].lower() == "<th":
            line_end = name.end
            values = list(_html_rows(text, name))
        listed = None if values else _COLUMNS.match(text, name.end)
        if listed is not None:
            line_end = listed.end()
            values = list(_listed_rows(text, name, listed))
        if values:
            header, below = line_end, values[-1][1]
        yield from ((name, *span) for span in values)


def _listed_rows(text: str, name: NameMatch, listed: re.Match[str]) -> Iterator[tuple[int, int]]:
    opening = text.rfind("(", max(0, name.start - 400), name.start)
    column = text.count(",", opening, name.start)
    if opening < 0:
        return
    if listed["how"].upper() == "VALUES":
        yield from _sql_rows(text, listed.end(), column)
    elif (at := text.find("\n", listed.end())) >= 0:
        yield from _rows(text, at + 1, column, "\t", None)


def _plain_rows(text: str, name: NameMatch, begin: int, line_end: int) -> Iterator[tuple[int, int]]:
    header = text[begin:line_end].rstrip("\r")
    ruled = _RULE.match(text, line_end + 1, line_end + _LONGEST_RULE)
    if ruled is not None:
        yield from _ruled_rows(text, ruled, name.start - begin)
        return
    joined = header.startswith("||")  # of a wiki: `||User||Password||` above `|bob|…|`
    header = header.replace("||", "|") if joined else header
    remark = header.startswith("#")
    header = header.strip().lstrip("# ")
    signs: tuple[str, ...] = _SEPARATORS
    if remark:  # a sentence has commas and colons, too
        signs = _OF_TABLES if " " in header else (*_SEPARATORS, ":")
    for sign in signs:
        count = header.count(sign)
        inner = header.strip().strip("|") if sign == "|" else header
        columns = sign != "|" or header.startswith(sign) or len(inner.strip("| ").split(sign)) > 1
        if count and columns and all(_HEADER.fullmatch(cell.strip()) for cell in inner.split(sign)):
            column = text.count(sign * 2 if joined else sign, begin, name.start)
            yield from _rows(text, line_end + 1, column, sign, count)
            return


def _lines(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Yield the lines from a place on, each with where it begins."""
    for _ in range(_MOST):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield at, text[at:end].rstrip("\r")
        at = end + 1
        if at >= len(text):
            return


def _ruled_rows(text: str, rule: re.Match[str], place: int) -> Iterator[tuple[int, int]]:
    """Yield what stands below a place of a header that a rule parts from its rows: `===  ====`."""
    starts = [found.start() for found in _WIDTH.finditer(rule[0])]
    column = max(bisect_right(starts, place) - 1, 0)
    for at, row in _lines(text, rule.end()):
        cells = [found.span() for found in _WORD.finditer(row)]
        if not cells or set(row) <= set("=- "):
            return
        if len(cells) == len(starts):  # words without spaces alone
            yield at + cells[column][0], at + cells[column][1]


def _rows(
    text: str, at: int, column: int, sign: str, count: int | None
) -> Iterator[tuple[int, int]]:
    for begin, row in _lines(text, at):
        if sign == "|" and row and set(row) <= set("|+-=: "):
            continue  # a border
        if not row or row == "\\." or (count is not None and row.count(sign) != count):
            return
        cells = row.split(sign)
        if column < len(cells):
            start = begin + sum(map(len, cells[:column])) + column * len(sign)
            cell = cells[column]
            plain = cell.strip(" \t\"'`{}")
            if plain and not set(plain) <= set("-: "):
                start += cell.index(plain)
                yield start, start + len(plain)


def _html_rows(text: str, name: NameMatch) -> Iterator[tuple[int, int]]:
    first = text.lower().rfind("<tr", max(0, name.start - 2000), name.start)
    if first < 0:
        return
    column = len(_CELL.findall(text, first, name.start)) - 1
    end = text.find("</table", name.end, name.end + 200_000)
    end = len(text) if end < 0 else end
    rows = [found.end() for found in _ROW.finditer(text, name.end, end)][:_MOST]
    for at, until in pairwise((*rows, end)):
        for number, cell in enumerate(_CELL.finditer(text, at, until)):
            if number == column and cell["value"].strip():
                yield cell.span("value")


def _sql_rows(text: str, at: int, column: int) -> Iterator[tuple[int, int]]:
    number = 0
    for count, item in enumerate(_ITEM.finditer(text, at)):
        if count > _MOST * 8 or (item["text"] is None and _ENDED.search(item[0])):
            return
        if item["sign"] == ",":
            number += 1
        elif item["sign"] == "(":
            number = 0
        elif item["text"] is not None and number == column:
            yield item.span("text")
