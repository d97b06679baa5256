"""The inputs of the window as form fields: the room, and the points of business factors."""

from __future__ import annotations

from inspector.core.scalars import SAFE_INTEGER
from inspector.core.window.chunk import Tokens, write_instant
from inspector.core.window.config import DEFAULT_CONFIG, WindowConfig
from inspector.language import capitalized, tr
from inspector.present.form_fields import FieldKind, FormField

AVAILABLE, RESERVE, NOW = "available_tokens", "max_system_prompt", "now_ms"

BOOSTS = ("urgency", "client_tier", "deal_status", "relationship")
_MOST_POINTS = 1000.0


def room_fields() -> tuple[FormField, ...]:
    """Return the fields that say how much room there is, and when."""
    return (
        FormField(
            path=(AVAILABLE,),
            title=tr("Available tokens"),
            help=tr("Tokens that the chunks may take together, the reserve included."),
            kind=FieldKind.INTEGER,
            default=32_000,
            minimum=0,
            maximum=SAFE_INTEGER,
        ),
        FormField(
            path=(RESERVE,),
            title=tr("Reserve"),
            help=tr(
                "Tokens kept for the system prompt, deducted once. The default is the"
                " configuration's limit of system prompts."
            ),
            kind=FieldKind.INTEGER,
            minimum=0,
            maximum=SAFE_INTEGER,
        ),
        FormField(
            path=(NOW,),
            title=tr("Now, UTC"),
            help=tr(
                "The time of the request in UTC, as ISO 8601 or in milliseconds since 1970. Ages"
                " of chunks are counted from it."
            ),
            kind=FieldKind.TEXT,
        ),
    )


def time_text(milliseconds: Tokens) -> str:
    """Return a moment as the form shows it: short, and in UTC."""
    return write_instant(milliseconds).replace("T", " ").removesuffix("Z")


def boost_fields(config: WindowConfig) -> tuple[FormField, ...]:
    """Return a field for every word that earns business points in a configuration."""
    fields = []
    for table in BOOSTS:
        words = getattr(config.priority_boosts, table)
        usual = getattr(DEFAULT_CONFIG.priority_boosts, table)
        fields += [
            FormField(
                path=("priority_boosts", table, word),
                title=word,
                help=tr("Points for this {replace}.", replace=table.replace("_", " ")),
                kind=FieldKind.NUMBER,
                default=usual.get(word),
                minimum=0,
                maximum=_MOST_POINTS,
                group=tr(capitalized(table.replace("_", " "))),
            )
            for word in words
        ]
    return tuple(fields)
