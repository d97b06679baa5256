"""The one place that reads the files that ship with the program.

An installed program has them in a folder beside this module, a checkout in ``resources`` beside
the package. Names are relative to that folder, with ``/`` between their parts, such as
``vocabularies/o200k_base.tokens.zz``. This module imports nothing of ours.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePosixPath

PROGRAM = "context-budget-inspector"
"""The name of the package, and of what is kept for a user."""

_PACKAGE = Path(__file__).resolve().parent

_SESSION = "session.inspector.json"


def own_models_path() -> Path:
    """Return where a table of models of the user's own is looked for; the file need not be there.

    It stands before the one that ships (``inspector.files.models``).
    """
    from platformdirs import user_config_path

    return user_config_path(PROGRAM, appauthor=False) / "models.json"


class MissingResourceError(FileNotFoundError):
    """A file that ships with the program is not there: the installation is damaged."""


def resource_folder(package: Path = _PACKAGE) -> Path:
    """Return the folder of the shipped files of the program whose package folder is given."""
    for folder in (package / "resources", package.parent / "resources"):
        if folder.is_dir():
            return folder
    raise MissingResourceError(
        f"The program's resources are neither in {package} nor beside it. Install it again."
    )


def resource_path(name: str) -> Path:
    """Return where the file or folder of this name is.

    Raises ``ValueError`` for a name that leads out of the resources, and
    ``MissingResourceError`` when there is no such file.
    """
    parts = PurePosixPath(name)
    if parts.is_absolute() or ".." in parts.parts or "\\" in name:
        raise ValueError(f"{name!r} is not the name of a resource: names are relative.")
    found = resource_folder().joinpath(*parts.parts)
    if not found.exists():
        raise MissingResourceError(
            f"The program's resource {name} is missing at {found}. Install it again."
        )
    return found


def read_bytes(name: str) -> bytes:
    """Return the contents of a resource; errors as ``resource_path``."""
    return resource_path(name).read_bytes()


def read_text(name: str) -> str:
    """Return the text of a UTF-8 resource with its line ends as they are in the file."""
    return read_bytes(name).decode("utf-8")


@cache
def resource_names(folder: str, suffix: str = "") -> tuple[str, ...]:
    """Return the names of all files below a folder that end in ``suffix``, sorted."""
    root = resource_folder()
    return tuple(
        sorted(
            path.relative_to(root).as_posix()
            for path in resource_path(folder).rglob("*")
            if path.is_file() and path.name.endswith(suffix)
        )
    )


def sample_sessions() -> dict[str, str]:
    """Return the resource name of each built-in session by the name of its sample, sorted."""
    return {name.split("/")[-2]: name for name in resource_names("samples", _SESSION)}
