"""How a table looks: colours, fonts and the marks beside labels. All of it is passed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from PySide6.QtGui import QColor, QFont, QFontMetrics, QPalette

from inspector.present.palette import Shape


@dataclass(frozen=True, slots=True)
class Mark:
    """What is drawn beside a label, so that it can be told by colour and by shape."""

    color: QColor
    shape: Shape


@dataclass(frozen=True, slots=True)
class TableStyle:
    """Colours and fonts of a table.

    ``marks`` gives a mark for labels of a column, by column id and label. ``line`` separates
    rows, ``accent`` shows focus and sort order.
    """

    base: QColor
    text: QColor
    muted: QColor
    line: QColor
    header: QColor
    header_text: QColor
    selected: QColor
    selected_text: QColor
    selected_elsewhere: QColor  # while another widget has the keyboard
    selected_elsewhere_text: QColor
    accent: QColor
    error: QColor
    warning: QColor
    font: QFont
    number_font: QFont
    marks: Mapping[str, Mapping[str, Mark]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def row_height(self) -> int:
        """The height of every row, in pixels."""
        fonts = (self.font, self.number_font)
        return max(QFontMetrics(font).height() for font in fonts) + 8

    @classmethod
    def from_palette(
        cls,
        palette: QPalette,
        font: QFont,
        number_font: QFont,
        *,
        error: QColor,
        warning: QColor,
        marks: Mapping[str, Mapping[str, Mark]] | None = None,
    ) -> TableStyle:
        """Make a style of a palette's colours and those that no palette has a role for."""
        role, quiet = QPalette.ColorRole, QPalette.ColorGroup.Inactive
        base, text = palette.color(role.Base), palette.color(role.Text)
        return cls(
            base=base,
            text=text,
            muted=palette.color(role.PlaceholderText),
            line=blended(base, text, 0.08),
            header=palette.color(role.Window),
            header_text=palette.color(role.WindowText),
            selected=palette.color(role.Highlight),
            selected_text=palette.color(role.HighlightedText),
            selected_elsewhere=palette.color(quiet, role.Highlight),
            selected_elsewhere_text=palette.color(quiet, role.HighlightedText),
            accent=palette.color(role.Accent),
            error=error,
            warning=warning,
            font=font,
            number_font=number_font,
            marks=marks or {},
        )


def blended(below: QColor, above: QColor, share: float) -> QColor:
    """Return the colour of ``above`` laid over ``below`` at an opacity of ``share`` (0 to 1)."""
    return QColor.fromRgbF(
        below.redF() + (above.redF() - below.redF()) * share,
        below.greenF() + (above.greenF() - below.greenF()) * share,
        below.blueF() + (above.blueF() - below.blueF()) * share,
    )
