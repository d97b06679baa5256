"""Which bytes are text, and in which encoding."""

from __future__ import annotations

import codecs
import zlib
from typing import Any

import chardet
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.project.contents import Decoded, decoded, line_count
from inspector.project.index import Encoding

FRENCH = "# À l'été, déjà réservées : les places près de la forêt, où le capitaine a été reçu.\n"
GERMAN = "# Prüfe die Größe der Übergabe\ndef prüfen():\n    return 'schön'\n"


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"", "", Encoding.ASCII),
        (b"plain\r\n", "plain\r\n", Encoding.ASCII),
        ("naïve €".encode(), "naïve €", Encoding.UTF_8),
        (b"\xef\xbb\xbfascii", "ascii", Encoding.UTF_8),
        (b"\xff\xfea\0\xac\x20", "a€", Encoding.UTF_16LE),
        (b"\xfe\xff\0a\x20\xac", "a€", Encoding.UTF_16BE),
        (b"\xff\xfe", "", Encoding.UTF_16LE),
        (GERMAN.encode("cp1252"), GERMAN, Encoding.WINDOWS_1252),
        (FRENCH.encode("cp1252"), FRENCH, Encoding.WINDOWS_1252),
    ],
)
def test_a_supported_text_is_decoded_without_its_mark(
    data: bytes, text: str, encoding: Encoding
) -> None:
    assert decoded(data) == Decoded(text, encoding)


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"a\0b", "binary"),
        (b"\xef\xbb\xbfa\0", "binary"),
        (b"\xff\xfea\0\0\0", "binary"),
        (b"\xef\xbb\xbf\xff", "marked as utf-8, but it is not"),
        (b"\xff\xfea", "marked as utf-16le, but it is not"),
        (b"\xff\xfe\0\xd8", "marked as utf-16le, but it is not"),
        (b"\xfe\xff\xd8\0", "marked as utf-16be, but it is not"),
        ("a".encode("utf-32"), "UTF-32 is not supported"),
        (codecs.BOM_UTF32_BE + b"\0\0\0a", "UTF-32 is not supported"),
        ("a".encode("utf-16-le"), "binary"),
        (b"caf\xe9\x81", "unknown encoding"),
        (GERMAN.encode("cp1252") + b"\x07", "unknown encoding"),
        (FRENCH.replace("reçu", "reçu ½ part").encode("cp1252"), "unknown encoding"),
        ("Привет мир, как дела".encode("cp1251"), "unknown encoding"),
        ("Привет мир, как дела".encode("koi8-r"), "unknown encoding"),
        ("日本語テキスト".encode("shift_jis"), "unknown encoding"),
        ("Größe der Straße".encode("cp437"), "unknown encoding"),
        (zlib.compress(b"x" * 99)[:20].replace(b"\0", b""), "unknown encoding"),
    ],
)
def test_what_is_in_doubt_is_no_text(data: bytes, detail: str) -> None:
    assert decoded(data) == Decoded(None, Encoding.UNKNOWN, detail)


PLAIN = st.text(st.characters(codec="utf-8", exclude_characters="\0"))


@given(text=PLAIN)
@example(text="\ufeffa")
def test_every_text_in_utf_8_comes_back(text: str) -> None:
    found = decoded(text.encode())
    if text.startswith("\ufeff"):
        assert found.text == text[1:]
    else:
        assert found.text == text
    ascii_only = text.isascii()
    assert found.encoding is (Encoding.ASCII if ascii_only else Encoding.UTF_8)


@given(text=PLAIN, big=st.booleans())
def test_every_text_in_utf_16_with_its_mark_comes_back(text: str, big: bool) -> None:
    mark, name = ("utf-16-be", Encoding.UTF_16BE) if big else ("utf-16-le", Encoding.UTF_16LE)
    assert decoded(("\ufeff" + text).encode(mark)) == Decoded(text, name)


@given(data=st.binary())
def test_what_is_called_text_is_exactly_its_bytes(data: bytes) -> None:
    found = decoded(data)
    if found.text is None:
        assert found.encoding is Encoding.UNKNOWN
        return
    codec = {Encoding.UTF_16LE: "utf-16-le", Encoding.UTF_16BE: "utf-16-be"}
    back = found.text.encode(codec.get(found.encoding, found.encoding))
    assert data.endswith(back)
    assert data[: len(data) - len(back)] in {b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"}
    assert "\0" not in found.text


@given(before=st.binary(), after=st.binary())
def test_a_nul_byte_without_a_mark_is_never_text(before: bytes, after: bytes) -> None:
    data = before + b"\0" + after
    if not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        assert decoded(data).text is None


@pytest.mark.parametrize(
    "line", [b"x" * 1_999_990 + b"\xe9", b"\xe9 " * 999_990, b"a\n\xe9" * 600_000]
)
def test_two_megabytes_beyond_utf_8_reach_the_detector_as_a_small_sample(
    line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []
    known = chardet.detect

    def noted(data: bytes, **options: Any) -> Any:
        given.append(len(data))
        return known(data, **options)

    monkeypatch.setattr(chardet, "detect", noted)
    decoded(line)
    assert len(given) == 1
    assert given[0] < 100_000


@pytest.mark.parametrize(
    ("text", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2), ("a\r\nb\r\n", 2)]
)
def test_a_line_ends_at_a_line_feed(text: str, lines: int) -> None:
    assert line_count(text) == lines
