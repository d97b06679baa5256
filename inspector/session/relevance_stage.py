"""What a session holds for the relevance pre-parser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural


class RelevanceStage(Document):
    """Relevance: the configuration and the texts of its nodes. The facts come with the request."""

    config: Any = None
    """The configuration's JSON value, usable or not; None when no configuration is open."""

    node_texts: Mapping[str, AnyText] = Field(default_factory=dict)
    """The text of each context node that has one; its tokens are then counted, not estimated."""

    token_budget_remaining: Natural = 4000
    """Tokens that remain for context nodes."""
