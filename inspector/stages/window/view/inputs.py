"""The inputs of the window: where the chunks came from, the room, options, configuration."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from PySide6.QtWidgets import QWidget

from inspector.core.window.chunk import read_instant, write_instant
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.part_inputs import LINE, TEXT, As, Block, PartInputs
from inspector.language import localized, tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.session.window_stage import WindowStage

_REQUEST = ("session_id", "user_id", "business_context", "pxyz")
_BOOSTS = ("urgency", "client_tier", "deal_status", "relationship")
_RESERVE = {
    "title": tr("Reserve"),
    "help": tr(
        "Tokens kept for the system prompt, deducted once. The default is the configuration's limit"
        " of system prompts."
    ),
}
_NOW = TEXT | {
    "title": tr("Now, UTC"),
    "help": tr(
        "The time of the request in UTC, as ISO 8601 or in milliseconds since 1970. Ages of chunks"
        " are counted from it."
    ),
}
_LINE = LINE | {"default": ""}


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _of_json(text: str) -> Any:
    try:
        return json.loads(text) if text.strip() else None
    except ValueError:
        raise ValueError(tr("is no JSON")) from None


def _usual(stage: WindowStage) -> int:
    return stage.config.token_budgets.max_system_prompt


class WindowInputs(PartInputs):
    """The stage's inputs; the chunks themselves come from files."""

    part = "window"
    blocks = (
        Block("chunks", tr("Chunks")),
        Block("room", tr("Limits"), only=("available_tokens", "max_system_prompt", "now_ms")),
        Block("request", tr("Request"), only=_REQUEST, is_open=False),
        Block("options", tr("Options"), at="options"),
        Block("boosts", tr("Business points"), "config.priority_boosts", _BOOSTS, is_open=False),
        Block("config", tr("Configuration"), at="config", is_open=False),
    )
    shown_as: ClassVar = {
        "max_system_prompt": As(
            lambda own, stage: _usual(stage) if own is None else own,
            lambda own, stage: None if own == _usual(stage) else own,
            _RESERVE,
        ),
        "now_ms": As(
            lambda now, _stage: (
                write_instant(now).replace("T", " ").removesuffix("Z").removesuffix(":00")
            ),
            lambda text, _stage: read_instant(text),
            _NOW,
        ),
        **{
            name: As(lambda own, _stage: own or "", lambda text, _stage: text or None, _LINE)
            for name in ("session_id", "user_id")
        },
        **{
            name: As(lambda own, _stage: _json(own), lambda text, _stage: _of_json(text), _LINE)
            for name in ("business_context", "pxyz")
        },
    }

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(store, theme, parent)
        self._hint = self._label("chunks.hint", theme, FontRole.SMALL, muted=True)
        self._hint.setText(tr("Open or drop a chat payload, a list of chunks or a session."))
        self._fill("chunks", self._hint)
        self._rows["now_ms"].editor.setFont(
            theme.font(FontRole.SMALL)
        )  # a date and a time are long

    def set_session(self, session: Session) -> None:
        """Show a session's part, and how many chunks there are."""
        super().set_session(session)
        chunks = session.window.chunks
        if not chunks:
            self._source.setText(tr("There are no chunks."))
        self.set_badge("chunks", localized(len(chunks)) if chunks else "")
        self._hint.setVisible(not chunks)
