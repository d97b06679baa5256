"""Stable order by columns of numbers, several times as fast as a stable sort of the library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_HALF = np.uint64(32)
_LOW_HALF = np.uint64(2**32 - 1)
_ALL_BITS = 2**64 - 1


def order_by(keys: Sequence[NDArray[Any]]) -> NDArray[np.intp]:
    """Return the places of rows sorted by ``keys``, the first counting most; ties keep their order.

    Keys hold integers, yes or no, or finite floats, all of one length below 2^32.
    """
    order = _stable(keys[-1])
    for key in reversed(keys[:-1]):
        order = order[_stable(key[order])]
    return order


def _stable(key: NDArray[Any]) -> NDArray[np.intp]:
    """Sort key and place as one number: all differ, so that any fast sort is a stable one."""
    if not len(key):
        return np.zeros(0, np.intp)
    low = int(key.min()) if key.dtype.kind != "f" else None
    if low is None or int(key.max()) - low > int(_LOW_HALF):
        key, low = _ranks(key), 0
    # Differences are right even where the subtraction wraps around.
    packed = (key.astype(np.uint64) - np.uint64(low & _ALL_BITS)) << _HALF
    packed |= np.arange(len(key), dtype=np.uint64)
    packed.sort()
    return (packed & _LOW_HALF).astype(np.intp)


def _ranks(key: NDArray[Any]) -> NDArray[np.intp]:
    """Return numbers without gaps that order as the key does."""
    order = np.argsort(key)
    ordered = key[order]
    ranks = np.empty(len(key), np.intp)
    ranks[order] = np.cumsum(np.concatenate(([False], ordered[1:] != ordered[:-1])))
    return ranks
