"""Images, recordings and files: no texts, but part of what is sent, counted by an estimate."""

from __future__ import annotations

import base64
from collections.abc import Mapping

from inspector.files.chat.conversion import Conversion, Speaker
from inspector.files.chat.part_kinds import AUDIO, IMAGES, Part

# Images are counted by their size in pixels, which a request rarely tells. A large one takes about
# this much; one that was asked for in low detail takes a fixed count.
IMAGE_TOKENS = 1_600
LOW_DETAIL_IMAGE_TOKENS = 85

# A file is read page by page, each about as much as an image; how many pages it has, a request does
# not tell.
FILE_TOKENS = 1_600

# A recording is counted by its length, which its bytes tell roughly: of one that is compressed a
# second takes about 16,000 of them, of plain samples 32,000. Without its bytes it is as long as a
# file has pages.
AUDIO_TOKENS_PER_SECOND = 32
_BYTES_PER_SECOND, _PLAIN_BYTES_PER_SECOND = 16_000, 32_000

ESTIMATED = "of images, recordings and files an estimate"
"""What an account says of the sizes of media."""


def add_media(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    """Add an image, a recording or a file: its text, or an estimate of what it takes."""
    held = part.get("file") or part.get("input_audio")
    whole = {**part, **held} if isinstance(held, Mapping) else part
    named = _text_at(whole, _MEDIA)
    data = _text_at(whole, _DATA)
    if data.startswith("data:"):
        head, _, data = data.removeprefix("data:").partition(",")
        named = head.partition(";")[0] or named
    kind = named.partition("/")[0].lower()
    is_text = kind == "text" or named.lower() in _TEXTS
    text = _decoded(data) if is_text and data else None
    if kind == "image" or part.get("type") in IMAGES:
        _image(conversion, place, part, speaker)
    elif kind == "audio" or part.get("type") in AUDIO:
        is_plain = "wav" in named or "pcm" in named or whole.get("format") in ("wav", "pcm16")
        conversion.estimated(place, _audio_tokens(data, is_plain=is_plain), "recording", speaker)
    elif text is not None:
        conversion.text(place, text, speaker)
    else:
        conversion.estimated(place, FILE_TOKENS, "file", speaker)


def _audio_tokens(data: str, *, is_plain: bool) -> int:
    size = len(data) * 3 // 4
    rate = _PLAIN_BYTES_PER_SECOND if is_plain else _BYTES_PER_SECOND
    return -(-size * AUDIO_TOKENS_PER_SECOND // rate) if size and "//" not in data else FILE_TOKENS


_MEDIA = ("media_type", "mediaType", "mimeType", "mime_type", "mime")
_DATA = ("data", "file_data", "base64", "url")
_TEXTS = ("application/json", "application/xml", "application/yaml")


def _text_at(part: Part, names: tuple[str, ...]) -> str:
    return next((text for name in names if isinstance(text := part.get(name), str)), "")


def _decoded(data: str) -> str | None:
    """Return the text that a file's bytes are, None where they are none."""
    try:
        return base64.b64decode(data, validate=True).decode("utf-8")
    except ValueError:
        return None


def _image(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    shown = part.get("image_url")
    detail = shown.get("detail") if isinstance(shown, Mapping) else part.get("detail")
    tokens = LOW_DETAIL_IMAGE_TOKENS if detail == "low" else IMAGE_TOKENS
    conversion.estimated(place, tokens, "image", speaker)
