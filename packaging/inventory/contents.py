"""What a frozen folder consists of: every file in it, and every module, as part of something.

Files are told apart by what put them there: a package of the environment that the folder was made
from (its list of files), a work of others inside such a package (``known.toml``), Python, the
system (its libraries, by their bytes and dpkg), or this project. A file that belongs to nothing is
an error, so that nothing gets into a package unseen.
"""

from __future__ import annotations

import platform
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from system_libraries import DebianPackage, SystemLibraries  # noqa: E402 - beside this file

from inspector.files import components as shown  # noqa: E402 - needs the path

# Files of Python itself: the interpreter, its modules, and what its installer brings on Windows.
_OF_PYTHON = re.compile(
    r"(libpython|python)3[\d.]*(\.so[\d.]*|\.dll|\.dylib)|base_library\.zip"
    r"|python3\.\d+/.*|vcruntime\d+(_\d)?\.dll|_sysconfigdata.*"
)
_OF_FREEZING = re.compile(r"pyi[a-z]*\d\d_\w+|pyi_rth_\w+|_pyi_rth_utils(\..*)?|struct")
_OURS = re.compile(
    r"inspector(-window)?(\.exe)?|inspector/.*|resources/.*|made-from\.json|THIRD_PARTY\.md"
)
_FREEZER = "pyinstaller"
# What a licence folder calls the text, without where the package's own folders put it.
_INSIDE_PACKAGE = re.compile(r"^.*\.dist-info[/\\](licenses[/\\])?")


class UnlistedError(Exception):
    """Files or modules that belong to nothing that is known."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = sorted(names)
        super().__init__("No part is known for: " + ", ".join(self.names))


@dataclass
class Part:
    """A work of others inside a folder.

    ``texts`` maps the name in a folder of licences to the file; ``files`` are paths relative to
    the folder; ``inside`` maps works compiled into this one to their licences.
    """

    name: str
    version: str
    licence: str
    kind: str = "library"
    by: str = ""
    purl: str = ""
    texts: dict[str, Path] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    inside: dict[str, str] = field(default_factory=dict)
    package: Distribution | None = None


class Environment:
    """The packages that are installed where a folder was made from, by file and by module."""

    def __init__(
        self, packages: Iterable[Distribution], known: Mapping[str, Any], texts: Path
    ) -> None:
        self._packages = {normal(package.metadata["Name"]): package for package in packages}
        self._known = known
        self._texts = texts
        self._parts: dict[str, Part] = {}

    @cached_property
    def _owners(self) -> dict[str, str]:
        return {
            Path(str(file)).as_posix(): name
            for name, package in sorted(self._packages.items())
            for file in package.files or ()
        }

    @cached_property
    def _modules(self) -> dict[str, str]:
        found = {}
        for path, name in self._owners.items():
            module, _, end = path.partition(".")
            if end == "py" or end.endswith(("so", "pyd")):
                module = module.removesuffix("/__init__").replace("/", ".")
                found[module] = name
                # Folders without a file of their own are modules, too.
                while module := module.rpartition(".")[0]:
                    found.setdefault(module, name)
        return found

    def part_of_file(self, path: str) -> tuple[str, Part] | None:
        """Return key and part of a file at a path below the packages, None if it is of none."""
        owner = self._owners.get(path)
        if owner is None:
            return None
        for work in self._known.get("works", ()):
            match = re.fullmatch(work["files"], path)
            if match and work["package"] == owner:
                return work["name"], self._work(work, match)
        return owner, self.part_of_package(owner)

    def part_of_module(self, module: str) -> tuple[str, Part] | None:
        """Return key and part of a module by its dotted name, None if it is of no package."""
        owner = self._modules.get(module)
        return None if owner is None else (owner, self.part_of_package(owner))

    def part_of_library(self, package: DebianPackage) -> Part:
        """Return the part that a package of the system is."""
        known = self._known.get("libraries", {}).items()
        told = (licence for names, licence in known if re.fullmatch(names, package.name))
        return Part(
            name=package.name,
            version=package.version,
            licence=next(told, package.licence),
            by="Debian",
            purl=package.purl,
            texts=dict(package.texts()),
        )

    def part_of_package(self, name: str) -> Part:
        """Return the part that a package is, by its normal name; without files."""
        if name not in self._parts:
            self._parts[name] = self._part(name)
        return replace(self._parts[name], files=[])

    def _part(self, name: str) -> Part:
        package = self._packages[name]
        own = {
            f"{package.metadata['Name']}/{_INSIDE_PACKAGE.sub('', str(path))}": path
            for path in shown.licence_texts(package)
        }
        listed = self._known.get("texts", {}).get(name, ())
        return Part(
            name=package.metadata["Name"],
            version=package.version,
            licence=self._known.get("licences", {}).get(name) or shown.licence_of(package),
            by=_author(package),
            purl=f"pkg:pypi/{name}@{package.version}",
            texts={**own, **self._kept(listed)},
            package=package,
        )

    def _work(self, work: Mapping[str, Any], match: re.Match[str]) -> Part:
        package = self._packages[work["package"]]
        version = next(iter(match.groups()), package.version)
        if "version_inside" in work:
            data = Path(str(package.locate_file(match[0]))).read_bytes()
            told = re.search(work["version_inside"].encode(), data)
            version = told[1].decode() if told else ""
        holder = self.part_of_package(work["package"])
        return Part(
            name=work["name"],
            version=version,
            licence=work["licence"],
            by=work["by"],
            purl=f"{work['purl']}@{version}" if version else work["purl"],
            texts={
                **{name: holder.texts[name] for name in work.get("package_texts", ())},
                **self._kept(work.get("texts", ())),
            },
            inside=dict(self._known.get("inside", {}).get(work["name"], {})),
        )

    def _kept(self, names: Iterable[str]) -> dict[str, Path]:
        return {f"common/{name}": self._texts / name for name in names}


def this_environment() -> Environment:
    """Return the packages of the running interpreter, with what is known besides."""
    known = tomllib.loads((HERE / "known.toml").read_text("utf-8"))
    return Environment(distributions(), known, HERE / "texts")


def read_contents(
    folder: Path,
    modules: Iterable[str],
    environment: Environment,
    system: SystemLibraries,
) -> list[Part]:
    """Return the parts that others made of a frozen folder, by name.

    ``modules`` are those packed into its executable. Raises ``UnlistedError``.
    """
    found: dict[str, Part] = {}
    unlisted = []
    for path, below in _files(folder):
        if _OURS.fullmatch(below) and below not in _resources():
            continue
        named = _of_file(below, environment) or _of_system(folder / path, system, environment)
        if named is None:
            unlisted.append(path)
        else:
            found.setdefault(*named).files.append(path)
    for module in modules:
        if module.partition(".")[0] == "inspector":
            continue
        named = _of_module(module, environment)
        if named is None:
            unlisted.append(f"module {module}")
        else:
            found.setdefault(*named)
    if unlisted:
        raise UnlistedError(unlisted)
    return sorted(found.values(), key=lambda part: (part.name.lower(), part.version))


def packed_modules(executable: Path) -> set[str]:
    """Return the names of the modules that PyInstaller packed into an executable.

    The script that starts the program is none of them.
    """
    from PyInstaller.archive.readers import CArchiveReader

    archive = CArchiveReader(str(executable))
    found = set()
    for name, entry in archive.toc.items():
        kind = entry[-1]
        if kind == "z":
            found.update(archive.open_embedded_archive(name).toc)
        elif kind == "m" or (kind == "s" and name.startswith("pyi")):
            found.add(name)
    return found


def normal(name: str) -> str:
    """Return the name of a package as indexes write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield every file as a path in the folder, and as one below what holds the libraries."""
    for path in sorted(folder.rglob("*")):
        # A link leads to a file of the folder, which is looked at as itself.
        if path.is_symlink() or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        below = re.sub(r"^(_internal|Contents/(Frameworks|Resources|MacOS))/", "", name)
        yield name, below


def _of_file(below: str, environment: Environment) -> tuple[str, Part] | None:
    if below in _resources():
        return _resource(_resources()[below])
    if _OF_PYTHON.fullmatch(below):
        return _python()
    return environment.part_of_file(below)


def _of_module(module: str, environment: Environment) -> tuple[str, Part] | None:
    if _OF_FREEZING.fullmatch(module):
        return _FREEZER, environment.part_of_package(_FREEZER)
    if module.partition(".")[0] in sys.stdlib_module_names or _OF_PYTHON.fullmatch(module):
        return _python()
    return environment.part_of_module(module)


@cache
def _resources() -> dict[str, shown.ResourceComponent]:
    return {
        f"resources/{name}": part for part in shown.resource_components() for name in part.files
    }


def _resource(part: shown.ResourceComponent) -> tuple[str, Part]:
    texts = {f"{part.name}/{Path(name).name}": shown.resource_path(name) for name in part.texts}
    made = Part(part.name, part.version, part.licence, "data", part.by, part.purl, texts)
    return part.name, made


def _python() -> tuple[str, Part]:
    version = platform.python_version()
    made = Part(
        name="Python",
        version=version,
        licence="PSF-2.0",
        kind="platform",
        by="Python Software Foundation",
        purl=f"pkg:generic/python@{version}",
        texts={f"Python/{path.name}": path for path in shown.python_licence()},
    )
    return made.name, made


def _of_system(
    path: Path, system: SystemLibraries, environment: Environment
) -> tuple[str, Part] | None:
    package = system.package_of(path)
    if package is None:
        return None
    return f"debian:{package.name}", environment.part_of_library(package)


def _author(package: Distribution) -> str:
    about = package.metadata
    fields = ("Author", "Author-email", "Maintainer", "Maintainer-email")
    named = next(filter(None, (about[name] for name in fields if name in about)), "")
    return re.sub(r"\s*<[^>]*>", "", named).strip().strip('"')
