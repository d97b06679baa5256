"""What is given for the steps around the injection, and the limits of the whole: a file format."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural, Percentage, SchemaVersion


class AssemblyItem(Document):
    """One piece of the steps around the injection: a text, or its tokens."""

    step: Annotated[int, Field(ge=1, le=8, strict=True)]
    """The step of the assembly it belongs to: 1 to 5 before the injection, 7 or 8 after it."""

    item_id: AnyText
    """Names the item; unique within one assembly."""

    title: AnyText = ""
    """What people call it."""

    text: AnyText | None = None
    """Its text."""

    tokens: Natural | None = None
    """Its tokens, where the text was left out."""

    node: AnyText | None = None
    """The context node it is; it is then in only when the relevance stage includes that node."""


class AssemblyStage(Document):
    """Assembly: what the steps around the injection hold, and the limits of the whole."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    items: tuple[AssemblyItem, ...] = ()
    """The pieces of steps 1 to 5, 7 and 8, in their order. The hot state is part of step 2, the
    injection is step 6, and the request's message is step 8."""

    response_token_reserve: Annotated[Natural, Field(title="Output reserve")] = 4_000
    """Tokens of the window that are kept for the model's answer."""

    soft_limit_threshold_pct: Annotated[Percentage, Field(title="Soft limit, percent of hard")] = 80
    """Part of the hard limit, in percent, above which the assembly is warned about."""
