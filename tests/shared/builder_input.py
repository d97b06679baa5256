"""Small projects on the disk, and sessions about them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inspector.core.builder.inputs import BuilderConfig, BuilderStage, BuildRequest
from inspector.session.session import Session

DESK = """\
from app.quay import Quay


def answer(quay: Quay) -> str:
    '''Say what there is.'''
    return quay.reserve("Dab")
"""
QUAY = """\
class Book:
    def write(self, name: str) -> None:
        self.last = name


class Quay(Book):
    def reserve(self, name: str) -> str:
        self.write(name)
        return name
"""
MAIL = """\
from app.desk import answer

KEY = "KEY_ABCDEFGH12"


def send() -> None:
    print(answer(None))
"""
FILES = {
    "app/desk.py": DESK,
    "app/quay.py": QUAY,
    "app/mail.py": MAIL,
    "web/quay.ts": "export function reserve(name: string): string {\n  return name;\n}\n",
    "notes.txt": "Nothing leads here.\n",
    "secrets.env": "WORD=hidden\n",
}
"""A project with a name defined twice, a sure secret (of the plain scanner), and a denied file."""


def written_project(folder: Path, files: Mapping[str, str | bytes] = FILES) -> Path:
    """Write a project and return its root."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def about(root: Path, *targets: str, symbols: tuple[str, ...] = (), **more: Any) -> Session:
    """Return a session that asks for a diff of files, counted by characters.

    ``more`` are fields of the request, or ``config``.
    """
    config = more.pop("config", BuilderConfig())
    step = {"target_files": targets, "target_symbols": symbols}
    request = BuildRequest.model_validate({"plan_step": step} | more)
    return Session().having(
        builder=BuilderStage(root=str(root), request=request, config=config, estimator="discipline")
    )
