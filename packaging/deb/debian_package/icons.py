"""Pictures of the drawings in every size that desktops ask for."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET  # of our own drawings only
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from debian_package import ROOT

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Width and height in pixels."""

_OWN = ROOT / "packaging" / "deb" / "icons"
DRAWINGS = {
    "apps/context-budget-inspector": ROOT / "resources" / "icons" / "app.svg",
    "mimetypes/application-x-context-budget-inspector-session+json": _OWN / "session-file.svg",
    "mimetypes/application-x-context-budget-inspector-audit+zip": _OWN / "audit-bundle.svg",
}
"""The drawing of each icon, by its folder in the theme and its name."""

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def icon_files() -> dict[str, bytes]:
    """Return all files of the icon theme, by their path below ``/usr/share/icons/hicolor``."""
    files = {}
    for name, drawing in DRAWINGS.items():
        kind, own = name.split("/")
        text = drawing.read_text("utf-8")
        files[f"scalable/{kind}/{own}.svg"] = text.encode()
        for size in SIZES:
            files[f"{size}x{size}/{kind}/{own}.png"] = picture(text, size)
    return files


def picture(drawing: str, size: int) -> bytes:
    """Return a drawing as a PNG of this many pixels a side."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(fitted(drawing, size).encode())).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):
        raise RuntimeError("Qt could not write a PNG.")
    return bytes(buffer.data().data())


def fitted(drawing: str, size: int) -> str:
    """Return a drawing whose upright edges lie on whole pixels of this size.

    Else they would be blurred wherever the size is no multiple of the drawing's grid, most of all
    at 22 and 24 pixels. Knows rectangles, and paths in absolute coordinates.
    """
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    root = ET.fromstring(drawing)  # noqa: S314 - ours
    grid = float(root.attrib["viewBox"].split()[2])

    def snapped(value: float) -> float:
        return int(value * size / grid + 0.5) * grid / size

    for shape in root.iter():
        if shape.tag.endswith("rect"):
            _fit_rectangle(shape, snapped)
        elif shape.tag.endswith("path"):
            shape.set("d", _NUMBER.sub(lambda n: f"{snapped(float(n[0])):.9g}", shape.attrib["d"]))
    return ET.tostring(root, encoding="unicode")


def _fit_rectangle(shape: ET.Element, snapped: Callable[[float], float]) -> None:
    for start, length in (("x", "width"), ("y", "height")):
        near = float(shape.get(start, "0"))
        low, high = snapped(near), snapped(near + float(shape.attrib[length]))
        shape.set(start, f"{low:.9g}")
        shape.set(length, f"{high - low:.9g}")


def write_icons(theme: Path) -> None:
    """Write all icons below the folder of an icon theme."""
    for name, data in icon_files().items():
        path = theme / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
