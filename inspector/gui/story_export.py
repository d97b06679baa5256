"""The story of a session in File > Export: as a page, and as slides.

Slides are a PDF with one wide page each, charts as drawings that stay sharp at any size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer

from inspector.core.problems import Problem
from inspector.gui.lens import Exporter
from inspector.gui.theme import FAMILY
from inspector.language import tr
from inspector.present.palette import LIGHT
from inspector.present.story import Slide, has_teller
from inspector.session.session import Session
from inspector.session.store import Store


def story_exporters(store: Store, front: Callable[[], str]) -> tuple[Exporter, ...]:
    """Return what writes the story as one HTML file, and as slides.

    Where the session has none, ``front`` is the stage that it is looked at through.
    """
    return (
        Exporter(
            id="story",
            title=tr("Story as HTML…"),
            help=tr(
                "Writes the steps of the story, each with its chart and reasons, into one file."
            ),
            file_filter=tr("HTML (*.html)"),
            file_name="story.html",
            write=partial(_write, store, _page),
            enabled=lambda: bool(store.session.story),
        ),
        Exporter(
            id="slides",
            title=tr("Slides as PDF…"),
            help=tr(
                "Writes the story, a page for each step; without one, what is told in its place."
            ),
            file_filter=tr("PDF (*.pdf)"),
            file_name="slides.pdf",
            write=partial(_write, store, lambda session: _slides(session, front())),
            enabled=lambda: bool(store.session.story) or has_teller(store.session, front()),
        ),
    )


def _write(store: Store, made: Callable[[Session], bytes], path: Path) -> Sequence[Problem]:
    from inspector.files import write_atomically

    write_atomically(path, made(store.session))
    return ()


# Imported late: the charts of all lenses are part of a story.


def _page(session: Session) -> bytes:
    from inspector.present.story import story_html

    return story_html(session).encode("utf-8", "backslashreplace")


def _slides(session: Session, front: str) -> bytes:
    from inspector.present.story import slides

    return slides_pdf(session.title or tr("A story"), slides(session, front))


_WIDE, _HIGH = 1280, 720  # pixels of a page, at _DPI
_DPI = 96
_SIDE, _FOOT = 64, 32
_WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
_EMPTY_PATH = re.compile(r'<path d=""[^>]*/>')
_FAMILIES = re.compile(r'(font-family="[^",]+),[^"]*')


def drawing_of(svg: str) -> QSvgRenderer:
    """Return what paints an SVG picture."""
    # A pattern without lines has an empty path, which Qt complains about, and a list of families
    # is one that it does not have.
    svg = _FAMILIES.sub(r"\1", _EMPTY_PATH.sub("", svg))
    return QSvgRenderer(QByteArray(svg.encode()))


def slides_pdf(title: str, slides: Sequence[Slide]) -> bytes:
    """Return slides as a PDF file with a page for each."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator(tr("Context Budget Inspector"))
    writer.setResolution(_DPI)
    size = QPageSize(QSizeF(_WIDE / _DPI, _HIGH / _DPI), QPageSize.Unit.Inch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter(writer)
    for number, slide in enumerate(slides, start=1):
        if number > 1:
            writer.newPage()
        _paint(painter, slide, f"{title} · {number} / {len(slides)}")
    painter.end()
    buffer.close()
    return bytes(data.data())


def _paint(painter: QPainter, slide: Slide, foot: str) -> None:
    room = QRectF(_SIDE, _SIDE, _WIDE - 2 * _SIDE, _HIGH - 2 * _SIDE - _FOOT)
    top = _write_text(painter, room, slide.title, 34, QFont.Weight.DemiBold, LIGHT.text)
    top = _write_text(
        painter, _below(room, top + 8), slide.text, 19, QFont.Weight.Normal, LIGHT.text
    )
    left = _below(room, top + 24)
    if slide.reason:
        needed = _measured(painter, left, slide.reason, 17).height()
        reason = QRectF(left.left(), room.bottom() - needed, left.width(), needed)
        _write_text(painter, reason, slide.reason, 17, QFont.Weight.Normal, LIGHT.muted)
        left.setBottom(reason.top() - 24)
    if slide.chart:
        drawing = drawing_of(slide.chart)
        size = QSizeF(drawing.defaultSize())
        size.scale(left.size(), Qt.AspectRatioMode.KeepAspectRatio)
        painter.save()
        # In the middle of what is left of the page, which it fills in one direction.
        whole = QRectF(left.topLeft(), size)
        whole.moveCenter(left.center())
        painter.setClipRect(whole)
        drawing.render(painter, whole)
        painter.restore()
    line = QRectF(_SIDE, _HIGH - _SIDE, _WIDE - 2 * _SIDE, _FOOT)
    _write_text(painter, line, foot, 13, QFont.Weight.Normal, LIGHT.muted)


def _below(room: QRectF, top: float) -> QRectF:
    return QRectF(room.left(), top, room.width(), max(0.0, room.bottom() - top))


def _measured(painter: QPainter, room: QRectF, text: str, size: int) -> QRectF:
    painter.setFont(_font(size, QFont.Weight.Normal))
    return painter.boundingRect(room, _WRAPPED, text)


def _write_text(
    painter: QPainter, room: QRectF, text: str, size: int, weight: QFont.Weight, color: str
) -> float:
    """Write a text from the top of a room on; return where it ends."""
    painter.setFont(_font(size, weight))
    painter.setPen(QColor(color))
    painter.drawText(room, _WRAPPED, text)
    return float(painter.boundingRect(room, _WRAPPED, text).bottom())


def _font(size: int, weight: QFont.Weight) -> QFont:
    font = QFont(FAMILY)
    font.setPixelSize(size)
    font.setWeight(weight)
    return font
