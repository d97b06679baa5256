"""The theme: the colours of ``present.palette`` and the shipped fonts, as Qt draws with them.

The fonts that ship with the program, drawn the same on every machine.
"""

from __future__ import annotations

from enum import Enum
from string import Template
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from inspector.gui.boxes import grow_again, set_scale
from inspector.present.palette import CONTRAST, DARK, LIGHT, Colors, Look
from inspector.resources import read_text, resource_path
from inspector.session.preferences import ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from inspector.gui.table import CellMark, TableStyle


_LOADED = "inspector-fonts-loaded"  # property of the application, as fonts are
FAMILY, MONOSPACED = "Inter", "DejaVu Sans Mono"
_FILES = ("Inter-Regular.ttf", "Inter-Medium.ttf", "Inter-SemiBold.ttf", "DejaVuSansMono.ttf")
_OWN_SIZE = QFont.Tag("INSP")  # a feature that no font has: its value is the size at 100 %

_COLORS = {ThemeChoice.LIGHT: LIGHT, ThemeChoice.DARK: DARK, ThemeChoice.CONTRAST: CONTRAST}


class FontRole(Enum):
    """What a font is for. The value is (family, pixels, weight)."""

    BODY = (FAMILY, 13, QFont.Weight.Normal)
    STRONG = (FAMILY, 13, QFont.Weight.DemiBold)
    SMALL = (FAMILY, 12, QFont.Weight.Normal)
    SECTION = (FAMILY, 12, QFont.Weight.DemiBold)
    TITLE = (FAMILY, 16, QFont.Weight.DemiBold)
    DISPLAY = (FAMILY, 24, QFont.Weight.DemiBold)
    TEXT = (MONOSPACED, 12, QFont.Weight.Normal)
    """Contents of cards and files, ids, paths."""


def load_fonts() -> None:
    """Make the shipped fonts known to the application. Doing it again changes nothing."""
    app = QCoreApplication.instance()
    if app is None or app.property(_LOADED):
        return
    app.setProperty(_LOADED, True)  # noqa: FBT003  # Qt's
    for name in _FILES:
        # From the file and not from its bytes: Qt maps it, so only what is drawn is read.
        QFontDatabase.addApplicationFont(str(resource_path(f"fonts/{name}")))


def font(role: FontRole, scale: float = 1.0) -> QFont:
    """Return the font of a role. Digits are equally wide, so that columns of numbers line up."""
    family, pixels, weight = role.value
    made = QFont([family, MONOSPACED])
    made.setPixelSize(round(pixels * scale))
    made.setWeight(weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setStyleStrategy(QFont.StyleStrategy.NoSubpixelAntialias)
    made.setFeature(_OWN_SIZE, pixels)
    if family == FAMILY:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


def system_scale() -> float:
    """Return how large the system wants texts: 1 where its own are no larger than ours."""
    wanted = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    pixels = float(wanted.pixelSize())
    screen = QGuiApplication.primaryScreen()
    if pixels < 0 and screen is not None:
        pixels = wanted.pointSizeF() * screen.logicalDotsPerInch() / 72
    _, own, _ = FontRole.BODY.value
    return min(max(pixels / own, 1.0), 2.0)


class Theme(QObject):
    """What everything is drawn with. ``changed`` is sent after another one was put on.

    Widgets take their colours from the application's palette and the style sheet of the part of the
    window that they stand in. What paints itself reads ``colors`` when it paints.
    """

    changed = Signal()

    def __init__(
        self,
        app: QApplication,
        choice: ThemeChoice = ThemeChoice.SYSTEM,
        text_size: int | None = None,
        system: Callable[[], float] = system_scale,
    ) -> None:
        """``text_size`` is in percent, None for what ``system`` says each time it is asked."""
        super().__init__(app)
        self.application = app
        self._choice = choice
        self._text_size = text_size
        self._system = system
        self._enlarged = 1.0
        self._parts: WeakKeyDictionary[QWidget, tuple[Colors, float]] = WeakKeyDictionary()
        self._scale = self._wanted_scale()
        set_scale(app, self._scale)
        load_fonts()
        # Asked before it is replaced. Qt has a word for it, but naming that loads all of Qt's
        # constants, which costs a tenth of the time to the first paint.
        self._system_is_dark = app.palette().color(QPalette.ColorRole.Window).lightness() < 128
        self.colors = self._chosen()
        self._put_on()
        app.styleHints().colorSchemeChanged.connect(self._note_system)

    @property
    def choice(self) -> ThemeChoice:
        """What was chosen: light, dark, or as the system is."""
        return self._choice

    def dress(self, part: QWidget) -> None:
        """Put the style sheet on a part of the window and on all that is made below it, menus too.

        A part that is in sight follows another theme at once, the others when they are shown next:
        Qt takes 70 µs for each widget, whether anybody sees it or not. Not on the application: with
        a sheet there Qt goes through the whole of a widget whenever that is given a parent.
        """
        if part not in self._parts:
            self._parts[part] = self.colors, self._scale
            part.setStyleSheet(self._sheet)

    def choose(self, choice: ThemeChoice) -> None:
        """Put on another theme."""
        self._choice = choice
        self._put_on_chosen()

    @property
    def scale(self) -> float:
        """How large texts are drawn: 1 is as usual."""
        return self._scale

    @property
    def text_size(self) -> int | None:
        """The size of texts that was chosen, in percent; None is as the system has it."""
        return self._text_size

    @property
    def text_scale(self) -> float:
        """How large texts are drawn where nothing is presented."""
        return self._scale / self._enlarged

    @property
    def presents(self) -> bool:
        """Whether texts are drawn for a room, on the stage of a presentation."""
        return self._enlarged > 1

    def set_text_size(self, percent: int | None) -> None:
        """Draw texts in another size from now on; None is as the system has it."""
        self._text_size = percent
        self.rescale()

    def enlarge(self, times: float) -> None:
        """Draw texts so many times as large as was chosen, until another number is given."""
        self._enlarged = times
        self.rescale()

    def follow_system(self, window: QWidget) -> None:
        """Take the size of texts that the system wants whenever it tells a window of another look.

        That is another font, or another scale of the screen.
        """
        window.installEventFilter(self)
        screen = QGuiApplication.primaryScreen()
        if screen is not None:
            screen.logicalDotsPerInchChanged.connect(self.rescale)

    def _wanted_scale(self) -> float:
        chosen = self._system() if self._text_size is None else self._text_size / 100
        return chosen * self._enlarged

    def rescale(self) -> None:
        """Draw texts in the size that is wanted now: the chosen one, or what the system says."""
        old, new = self._scale, self._wanted_scale()
        if new == old:
            return
        self._scale = new
        set_scale(self.application, new)
        self._put_on()
        self.changed.emit()

    def font(self, role: FontRole) -> QFont:
        """Return the font of a role."""
        return font(role, self._scale)

    def color(self, name: str) -> QColor:
        """Return a colour by its name in ``Colors``, such as ``muted``."""
        return QColor(getattr(self.colors, name))

    def table_style(self, marks: Mapping[str, Mapping[str, CellMark]] | None = None) -> TableStyle:
        """Return how tables look. Columns named ``verdict`` show the verdicts' marks."""
        # Imported late: tables need much that the first painted window does without.
        from inspector.gui.table import TableStyle

        return TableStyle.from_palette(
            self.application.palette(),
            self.font(FontRole.BODY),
            error=self.color("error"),
            warning=self.color("warning"),
            marks={"verdict": self.verdict_marks(), **(marks or {})},
        )

    def verdict_marks(self) -> dict[str, CellMark]:
        """Return the mark of each verdict."""
        return {verdict: self.mark(look) for verdict, look in self.colors.verdicts.items()}

    def mark(self, look: Look) -> CellMark:
        """Return a look as the mark that stands beside a label."""
        from inspector.gui.table import CellMark

        return CellMark(QColor(look.ink), look.shape)

    def _chosen(self) -> Colors:
        if self._choice is ThemeChoice.SYSTEM:
            return DARK if self._system_is_dark else LIGHT
        return _COLORS[self._choice]

    def _note_system(self, scheme: Qt.ColorScheme) -> None:
        self._system_is_dark = scheme.name == "Dark"
        self._put_on_chosen()

    def _put_on_chosen(self) -> None:
        chosen = self._chosen()
        if chosen is not self.colors:
            self.colors = chosen
            self._put_on()
            self.changed.emit()

    def _put_on(self) -> None:
        """Put on what was chosen: now where it is in sight, elsewhere when that is shown."""
        self._sheet = style_sheet(self.colors, self._scale)
        self.application.setPalette(palette_of(self.colors))
        self.application.setFont(self.font(FontRole.BODY))
        for part in [part for part in self._parts if isValid(part)]:
            if part.isVisible():
                self._put_on_part(part)
            else:
                part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Bring a part up to date that is shown again, before it is painted."""
        if event.type() is QEvent.Type.ThemeChange:
            self.rescale()
        elif event.type() is QEvent.Type.Show and watched in self._parts:
            assert isinstance(watched, QWidget)
            watched.removeEventFilter(self)
            self._put_on_part(watched)
        return super().eventFilter(watched, event)

    def _put_on_part(self, part: QWidget) -> None:
        colors, scale = self._parts[part]
        if (colors, scale) == (self.colors, self._scale):
            return
        self._parts[part] = self.colors, self._scale
        own = [] if scale == self._scale else _own_fonts(part)
        part.setStyleSheet(self._sheet)
        for widget, made, pixels in own:
            made.setPixelSize(round(pixels * self._scale))
            widget.setFont(made)
        if scale != self._scale:
            grow_again(part)


def dress_as_its_window(dialog: QWidget) -> None:
    """Put on a dialog the theme of the window it belongs to; to be called before it is filled."""
    parent = dialog.parentWidget()
    only = Qt.FindChildOption.FindDirectChildrenOnly
    theme = None if parent is None else parent.window().findChild(Theme, options=only)
    if theme is not None:
        theme.dress(dialog)


def _own_fonts(part: QWidget) -> list[tuple[QWidget, QFont, int]]:
    """Return the widgets that were given a font of a role, with it and its size at 100 %."""
    given = Qt.WidgetAttribute.WA_SetFont
    widgets = (one for one in (part, *part.findChildren(QWidget)) if one.testAttribute(given))
    fonts = ((widget, widget.font()) for widget in widgets)
    return [
        (widget, made, made.featureValue(_OWN_SIZE))
        for widget, made in fonts
        if made.isFeatureSet(_OWN_SIZE)
    ]


def palette_of(colors: Colors) -> QPalette:
    """Return a theme's colours as Qt's palette."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    palette = QPalette()
    for place, name in (
        (role.Window, colors.chrome),
        (role.WindowText, colors.text),
        (role.Base, colors.base),
        (role.AlternateBase, colors.raised),
        (role.Text, colors.text),
        (role.PlaceholderText, colors.muted),
        (role.Button, colors.raised),
        (role.ButtonText, colors.text),
        (role.BrightText, colors.error),
        (role.ToolTipBase, colors.raised),
        (role.ToolTipText, colors.text),
        (role.Link, colors.accent),
        (role.LinkVisited, colors.accent),
        (role.Highlight, colors.selected),
        (role.HighlightedText, colors.text),
        (role.Accent, colors.accent),
        (role.Light, colors.raised),
        (role.Midlight, colors.line),
        (role.Mid, colors.edge),
        (role.Dark, colors.edge),
        (role.Shadow, colors.edge),
    ):
        palette.setColor(place, QColor(name))
    palette.setColor(group.Inactive, role.Highlight, QColor(colors.selected_quiet))
    for text in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(group.Disabled, text, QColor(colors.disabled))
    return palette


def style_sheet(colors: Colors, scale: float = 1.0) -> str:
    """Return the style sheet in a theme's colours. What stands beside a text grows with it."""
    icons = resource_path("themes").as_posix()
    sizes = {f"size{pixels}": f"{round(pixels * scale)}px" for pixels in (7, 9, 12, 14, 16, 22, 44)}
    # Whatever else is short of room, a field and a button keep the height of their text.
    sizes |= {
        name: f"{max(least, round(17 * scale))}px"
        for name, least in (("field", 20), ("button", 18))
    }
    sheet = Template(read_text("themes/window.qss"))
    drawn = {"icons": icons, "name": "dark" if colors.dark else "light", **sizes}
    return sheet.substitute(colors._asdict() | drawn)
