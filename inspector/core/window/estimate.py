"""Token estimates from text length, by kind of content (Window, token estimation)."""

from __future__ import annotations

import math

from inspector.core.arguments import require
from inspector.core.text import utf16_length
from inspector.core.window.config import TokenEstimation


def density(content_type: str, estimation: TokenEstimation) -> float:
    """Return the UTF-16 units per token of a content type; unknown ones are general text."""
    if content_type == "business":
        return estimation.business_content_density
    if content_type == "code":
        return estimation.code_content_density
    return estimation.average_chars_per_token


def estimate_tokens(text: str, content_type: str, estimation: TokenEstimation) -> int:
    """Return the estimated tokens of a text: its UTF-16 length by its density, rounded up.

    Raises TypeError for what is no text, and for another estimation.
    """
    require(str, text=text)
    require(TokenEstimation, estimation=estimation)
    return math.ceil(utf16_length(text) / density(content_type, estimation))
