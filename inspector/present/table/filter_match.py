"""Which rows a filter keeps."""

from __future__ import annotations

from functools import reduce

import numpy as np

from inspector.present.table.columns import Kind
from inspector.present.table.data import Mask, Numbers, TableData
from inspector.present.table.filter_reading import Filter
from inspector.present.table.filter_terms import (
    All,
    Compare,
    Either,
    Find,
    HasValue,
    Node,
    Not,
    NumberIn,
    TextIs,
    TextTest,
)
from inspector.present.table.index import TableIndex


def matching(filter_: Filter, data: TableData, index: TableIndex) -> Mask:
    """Return which rows the filter keeps. It must have been read for the columns of ``data``."""
    return _mask(filter_.node, data, index)


def _mask(node: Node, data: TableData, index: TableIndex) -> Mask:
    match node:
        case All():
            return reduce(np.logical_and, (_mask(part, data, index) for part in node.parts))
        case Either():
            return reduce(np.logical_or, (_mask(part, data, index) for part in node.parts))
        case Not():
            return ~_mask(node.part, data, index)
        case Find():
            return _found(node, data, index)
        case TextIs():
            return _text(node, data, index)
        case NumberIn():
            return _number(node, data)
        case HasValue():
            known = index.known(data, node.column)
            return np.ones(data.row_count, np.bool_) if known is None else known
        case Compare():
            raise TypeError("a filter is read against its columns before it is applied")


def _found(node: Find, data: TableData, index: TableIndex) -> Mask:
    mask = np.zeros(data.row_count, np.bool_)
    for column in data.columns:
        if column.kind is Kind.TEXT:
            mask |= index.texts_containing(data, column.id, node.text)
    return mask


def _text(node: TextIs, data: TableData, index: TableIndex) -> Mask:
    match node.test:
        case TextTest.CONTAINS:
            return index.texts_containing(data, node.column, node.text)
        case TextTest.BEGINS:
            return index.texts_starting_with(data, node.column, node.text)
        case TextTest.EQUALS:
            return index.texts_equal_to(data, node.column, node.text)


def _number(node: NumberIn, data: TableData) -> Mask:
    numbers = data.whole(node.column)
    if not isinstance(numbers, Numbers):
        raise TypeError(f"{node.column} holds no numbers")
    values = numbers.values
    mask = numbers.known()
    mask = np.ones(len(values), np.bool_) if mask is None else mask.copy()
    if node.low is not None:
        mask &= values > node.low if node.low_open else values >= node.low
    if node.high is not None:
        mask &= values < node.high if node.high_open else values <= node.high
    return mask
