"""Finding the parts of a JSON text by byte offset, without making values of them.

Works on a text that is known to be JSON (a parser has accepted it), iteratively, so neither depth
nor size is a problem. The parser's accelerator tells lengths of members where it can; a scan does
where it cannot: repeated keys, or ``NaN`` and its like, which it does not accept.

A long list of records is taken apart piece by piece, without having looked at all of it. A program
writes the same between any two records. So a piece is cut where that stands next, and what the
piece turns out to be tells whether the cut was right: JSON is read from left to right, so what is a
list of records once it has brackets ends where a record ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Int64
from inspector.files.findings import Parts

_SPACE = re.compile(rb"[ \t\r\n]*")
_GAP = re.compile(rb"[ \t\r\n,]*")
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_KEY = re.compile(rb'[ \t\r\n,]*(?P<name>"(?:[^"\\]++|\\.)*+")[ \t\r\n]*:[ \t\r\n]*', re.DOTALL)
_SCALAR = re.compile(rb"[^ \t\r\n,\]}]++")
_STEP = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_IN_GAP = np.isin(np.arange(256), list(b" \t\r\n,"))  # of each byte
_ELEMENTS = msgspec.json.Decoder(list[msgspec.Raw])

PIECE = 1 << 17  # bytes, which stay in the processor's cache between one step and the next
_MOST_AT_THE_END = 4 * PIECE
_HEAD = 1 << 20  # bytes in which a list begins that is read so
_BETWEEN = re.compile(rb'([ \t\r\n]*,[ \t\r\n]*)\{[ \t\r\n]*"[a-z]')
_OPENING, _CLOSING = ord("{"), ord("]")


class Member(NamedTuple):
    """A member of an object: its name, where its key starts, where its value starts and ends."""

    name: str
    key: int
    start: int
    end: int


def after_space(data: bytes, position: int) -> int:
    """Return where the next thing stands that is no space."""
    match = _SPACE.match(data, position)
    return match.end() if match else position


def _gap_end(data: bytes, position: int) -> int:
    return _end(_GAP.match(data, position), position)


def _end(match: re.Match[bytes] | None, position: int) -> int:
    return match.end() if match else position


def value_end(data: bytes, start: int) -> int:
    """Return where the value that starts at an offset ends."""
    if data[start] == 0x22:
        return _end(_STRING.match(data, start), start)
    if data[start] not in b"[{":
        return _end(_SCALAR.match(data, start), start)
    depth = 0
    for step in _STEP.finditer(data, start):
        first = data[step.start()]
        if first in b"[{":
            depth += 1
        elif first in b"]}":
            depth -= 1
            if depth == 0:
                return step.end()
    return len(data)


def too_deep(data: bytes, start: int, end: int, limit: int) -> int | None:
    """Return where brackets are first nested deeper than the limit, None where they never are."""
    if data.count(b"[", start, end) + data.count(b"{", start, end) <= limit:
        return None
    depth = 0
    for step in _STEP.finditer(data, start, end):
        first = data[step.start()]
        if first in b"[{":
            depth += 1
            if depth > limit:
                return step.start()
        elif first in b"]}":
            depth -= 1
    return None


def fast_members(data: bytes, start: int, end: int) -> list[Member] | None:
    """Return the members of an object in order, None where the accelerator does not take it.

    What it takes is JSON, so this doubles as a check.
    """
    raws = raw_members(memoryview(data)[start:end])
    return None if raws is None else _members(data, start, raws)


def raw_members(view: memoryview | msgspec.Raw) -> dict[str, msgspec.Raw] | None:
    """Return the last member of each name as it is written; None as above.

    Who needs no place has them so in a fraction of the time.
    """
    try:
        return _MEMBERS.decode(view)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def members(data: bytes, start: int, end: int) -> list[Member]:
    """Return the members of an object in the order written, repeated keys included."""
    fast = fast_members(data, start, end)
    return _members(data, start, {}) if fast is None else fast


def _members(data: bytes, start: int, raws: dict[str, msgspec.Raw]) -> list[Member]:
    base = _address(data)
    found: list[Member] = []
    position = after_space(data, start) + 1
    while key := _KEY.match(data, position):
        name = _name(key["name"])
        value = key.end()
        # Where a key repeats, the decoder holds the last value only, so the first one is scanned;
        # what has no brackets is scanned sooner than it is looked up.
        raw = raws.get(name) if data[value] in b"[{" else None
        if raw is not None and _address(raw) - base == value:
            position = value + len(raw)
        else:
            position = value_end(data, value)
        found.append(Member(name, key.start("name"), value, position))
    return found


def _address(view: bytes | msgspec.Raw) -> int:
    return int(np.frombuffer(view, dtype=np.uint8).__array_interface__["data"][0])


def _name(key: bytes) -> str:
    if b"\\" not in key:
        return key[1:-1].decode()
    try:
        return msgspec.json.decode(key, type=str)
    except msgspec.MsgspecError:  # a lone surrogate
        return str(json.loads(key))


def elements(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Give where each element of a list starts and ends."""
    fast = fast_elements(data, start, end)
    first = after_space(data, after_space(data, start) + 1)
    return scanned_elements(data, first) if fast is None else fast


def fast_elements(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]] | None:
    """Give the elements of a list; None where the accelerator does not take it.

    What it takes is JSON.
    """
    try:
        raws = _ELEMENTS.decode(memoryview(data)[start:end])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None
    lengths = np.fromiter(map(len, raws), dtype=np.int64, count=len(raws))
    first = _gap_end(data, after_space(data, start) + 1)
    spans = _evenly_spaced(data, first, lengths)
    return _spaced(data, first, lengths.tolist()) if spans is None else spans


def _evenly_spaced(data: bytes, first: int, lengths: Int64) -> Iterator[tuple[int, int]] | None:
    """Give the spans of elements that all have as much between them; None where they do not."""
    if len(lengths) < 2:
        return None
    gap = _gap_end(data, first + int(lengths[0])) - first - int(lengths[0])
    ends = first + np.cumsum(lengths + gap) - gap
    starts = ends - lengths
    if ends[-1] > len(data):
        return None
    in_gap = _IN_GAP[np.frombuffer(data, dtype=np.uint8)[starts]]
    for back in range(1, gap + 1):
        in_gap[1:] |= ~_IN_GAP[np.frombuffer(data, dtype=np.uint8)[starts[1:] - back]]
    return None if in_gap.any() else zip(starts.tolist(), ends.tolist(), strict=True)


def _spaced(data: bytes, position: int, lengths: list[int]) -> Iterator[tuple[int, int]]:
    for length in lengths:
        position = _gap_end(data, position)
        yield position, position + length
        position += length


def scanned_elements(data: bytes, position: int) -> Iterator[tuple[int, int]]:
    """Give the elements of a list from one on, told by the signs of JSON alone."""
    while data[position] != 0x5D:  # ]
        end = value_end(data, position)
        yield position, end
        position = after_space(data, end)
        if data[position] == 0x2C:  # ,
            position = after_space(data, position + 1)


_SPAN = np.dtype([("start", np.int64), ("end", np.int64)])
Spans = npt.NDArray[np.void]
Kept = dict[int, dict[str, Member] | Spans]
"""The parts of what holds the place that was last asked for, by where each of these starts."""


def locate(
    data: bytes, start: int, end: int, parts: Parts, *, key: bool = False, kept: Kept | None = None
) -> int:
    """Return where a part of a value starts, or where its key does.

    A part that does not exist is where the last thing on the way to it is. ``kept`` remembers what
    the way led through, so that places in the same object or list cost no other look at it.
    """
    way: Kept = {}
    kept = {} if kept is None else kept
    start = after_space(data, start)
    for depth, part in enumerate(parts):
        known = kept.get(start)
        if data[start] == 0x7B:
            named = known if isinstance(known, dict) else _named(data, start, end)
            way[start] = named
            if (member := named.get(str(part))) is None:
                break
            if key and depth == len(parts) - 1:
                start = member.key
                break
            start, end = member.start, member.end
        elif data[start] == 0x5B:
            spans = known if isinstance(known, np.ndarray) else _spans(data, start, end)
            way[start] = spans
            if not str(part).isdecimal() or int(part) >= len(spans) or str(int(part)) != str(part):
                break
            start, end = spans[int(part)].item()
        else:
            break
    if not way.keys() <= kept.keys():  # else it went nowhere new, and what is deeper stays
        kept.clear()
        kept.update(way)
    return start


def _named(data: bytes, start: int, end: int) -> dict[str, Member]:
    return {member.name: member for member in members(data, start, end)}


def _spans(data: bytes, start: int, end: int) -> Spans:
    return np.fromiter(elements(data, start, end), dtype=_SPAN)


class Seam(NamedTuple):
    """What stands between two records: ``between`` alone, ``signs`` with the signs around it.

    The signs are the end of a record and the start of the next up to the first letter of its first
    key. No text holds them: a quote that a letter follows would have to be escaped in it.
    """

    between: bytes
    signs: bytes

    def next_cut(self, data: bytes, start: int) -> int | None:
        """Return where a record ends at which a piece may be cut; None where no other follows."""
        cut = data.find(self.signs, start + PIECE)
        return None if cut < 0 else cut + 1

    def starts(self, piece: bytes) -> Int64:
        """Return where records start in a piece that is a list of them, if all begin alike."""
        signs = np.frombuffer(piece, dtype=np.uint8)
        opened = np.flatnonzero(signs == _OPENING)
        back = len(self.between) + 1
        letter = len(self.signs) - 1 - back
        opened = opened[(opened >= back) & (opened < len(piece) - letter)]
        for offset, sign in enumerate(self.signs[:-1], start=-back):
            opened = opened[signs[opened + offset] == sign]
        letters = signs[opened + letter]
        others = opened[(letters >= ord("a")) & (letters <= ord("z"))]
        return np.concatenate([np.zeros(1, dtype=np.int64), others])


def walk_list(
    data: bytes, start: int, take: Callable[[bytes, int, Seam | None], bool]
) -> int | None:
    """Hand out the records of the list that starts at an offset; return where the list ends.

    ``take`` is given one piece after the other, where it starts, and what stands between records
    if that is known. It says whether the piece is a list of JSON values once it has brackets. None
    where one is not, or where records do not stand so evenly that pieces can be cut.
    """
    first = after_space(data, start + 1)
    seam = _seam_after(data, first)
    while seam is not None and (end := seam.next_cut(data, first)) is not None:
        if not take(data[first:end], first, seam):
            return None
        first = end + len(seam.between)
    stop = _list_end(data, first)
    return stop if stop is not None and take(data[first : stop - 1], first, None) else None


def is_list(piece: bytes, _start: int = 0, _seam: Seam | None = None) -> bool:
    """Whether a piece is a list of JSON values once it has brackets."""
    return fast_elements(b"[%b]" % piece, 0, len(piece) + len("[]")) is not None


def list_named(name: str, data: bytes, start: int) -> int | None:
    """Return where a list with a name seems to start, looking at the beginning of a document."""
    key = re.compile(rb'"%b"[ \t\r\n]*:[ \t\r\n]*\[' % name.encode())
    found = key.search(data, start, start + _HEAD)
    return None if found is None else found.end() - 1


def last_cut(data: bytes, start: int) -> int | None:
    """Return where the last record ends that another follows, of a list that may be cut off."""
    seam = _seam_after(data, after_space(data, start + 1))
    cut = -1 if seam is None else data.rfind(seam.signs)
    return None if cut < 0 else cut + 1


def members_around(
    data: bytes, span: tuple[int, int], name: str, of_list: tuple[int, int]
) -> list[Member] | None:
    """Return the members of an object of which a list is known from its first byte to its last.

    None where the list is not the one member of that name, a key repeats, or it is not JSON.
    """
    (start, end), (begin, stop) = span, of_list
    rest = data[start:begin] + b"[]" + data[stop:end]
    left_out = stop - begin - len("[]")

    def place(at: int) -> int:
        return start + at + (left_out if start + at > begin else 0)

    found = [
        Member(one.name, place(one.key), place(one.start), place(one.end))
        for one in fast_members(rest, 0, len(rest)) or ()
    ]
    named = [(one.start, one.end) for one in found if one.name == name]
    is_whole = named == [of_list] and len({one.name for one in found}) == len(found)
    return found if is_whole else None


def _seam_after(data: bytes, first: int) -> Seam | None:
    """Return what stands after the first record of a list; None where no other follows it so."""
    if first >= len(data):
        return None
    end = value_end(data, first)
    found = _BETWEEN.match(data, end)
    return None if found is None else Seam(found[1], data[end - 1 : found.end()])


def _list_end(data: bytes, element: int) -> int | None:
    """Return where the list ends that goes on with an element, if few others follow.

    None where more follow than a few, or the text is not JSON.
    """
    at = element
    try:
        for start, at in scanned_elements(data, element):  # the end of the last one is used
            if at == start or at - element > _MOST_AT_THE_END:
                return None
        end = after_space(data, at)
        return end + 1 if data[end] == _CLOSING else None
    except IndexError:
        return None
