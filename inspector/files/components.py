"""What of others is in the program: parts with version, licence and the texts of the licence.

A package that holds everything has a list of its parts beside its resources, in the folder
``licences``, written when it was made. Elsewhere - a checkout, a wheel - the resources of others
come with the program, and Python and the packages that the program needs are those installed
beside it.
"""

from __future__ import annotations

import re
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import msgspec

from inspector.resources import PROGRAM, MissingResourceError, read_bytes, read_text, resource_path

# Beside the resources of a package that holds everything.
LIST_NAME = "licences/components.json"

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)[^;]*(?:;(.*))?")
_TEXT = re.compile(r"(?i)^(licen[cs]e|copying|notice|third.party.notices|authors)")
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Component:
    """A part that others made.

    ``licence`` is an SPDX expression where the part names one, else what it says; ``texts`` are
    files. ``is_inside`` tells what comes with the program from what is installed beside it.
    """

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    is_inside: bool


class ListedComponent(msgspec.Struct, frozen=True):
    """A part in the list of a package; ``texts`` are names in the folder ``licences``."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]


class ResourceComponent(msgspec.Struct, frozen=True):
    """A part among the resources; ``files`` holds the SHA-256 of each by its name."""

    name: str
    version: str
    what: str
    by: str
    licence: str
    taken_from: str
    purl: str
    texts: tuple[str, ...]
    files: dict[str, str]


def components() -> tuple[Component, ...]:
    """Return all parts that others made, by name."""
    try:
        listed = msgspec.json.decode(read_bytes(LIST_NAME), type=tuple[ListedComponent, ...])
    except MissingResourceError:
        found = [*_resources(), _python(), *_packages()]
    else:
        found = [
            Component(
                part.name,
                part.version,
                part.licence,
                tuple(resource_path(f"licences/{name}") for name in part.texts),
                is_inside=True,
            )
            for part in listed
        ]
    return tuple(sorted(found, key=lambda part: part.name.lower()))


def resource_components() -> tuple[ResourceComponent, ...]:
    """Return the parts among the resources that others made."""
    listed = tomllib.loads(read_text("third_party.toml"))["component"]
    return msgspec.convert(listed, tuple[ResourceComponent, ...])


def licence_of(package: Distribution) -> str:
    """Return the licence that an installed package names, empty when it names none."""
    about = package.metadata
    if "License-Expression" in about:
        return about["License-Expression"]
    named = about["License"] if "License" in about else ""  # noqa: SIM401 - has no get
    # Some packages give the whole text there.
    if named and "\n" not in named and len(named) < _LONGEST_NAME:
        return named
    classified = (kind.rpartition(" :: ") for kind in about.get_all("Classifier") or ())
    return " AND ".join(name for group, _, name in classified if group.startswith("License"))


def licence_texts(package: Distribution) -> tuple[Path, ...]:
    """Return the files in which an installed package gives its licence and notices, sorted."""
    declared = set(package.metadata.get_all("License-File") or ())
    found = {
        Path(str(package.locate_file(file)))
        for file in package.files or ()
        if file.parts[0].endswith(".dist-info")
        and file.suffix not in {".py", ".pyc"}
        and (_TEXT.match(file.name) or str(file).partition("/licenses/")[2] in declared)
    }
    return tuple(sorted(path for path in found if path.is_file()))


def required_packages(name: str = PROGRAM) -> tuple[Distribution, ...]:
    """Return the installed packages that a package needs, directly or not, by name."""
    found: dict[str, Distribution] = {}
    waiting = [name]
    while waiting:
        for needed in _required_by(waiting.pop()):
            if needed in found:
                continue
            try:
                found[needed] = distribution(needed)
            except PackageNotFoundError:
                # For another system, or another version of Python.
                continue
            waiting.append(needed)
    return tuple(found[name] for name in sorted(found))


def python_licence() -> tuple[Path, ...]:
    """Return the text of Python's licence where the interpreter has it."""
    shared = Path(f"/usr/share/doc/python{sys.version_info[0]}.{sys.version_info[1]}/copyright")
    of_this = (Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", shared)
    return tuple(path for path in of_this if path.is_file())[:1]


@cache
def _required_by(name: str) -> tuple[str, ...]:
    try:
        listed = distribution(name).requires or ()
    except PackageNotFoundError:
        return ()
    return tuple(_without_extras(listed))


def _without_extras(requirements: tuple[str, ...] | list[str]) -> Iterator[str]:
    for line in requirements:
        match = _REQUIREMENT.match(line)
        if match and "extra" not in (match[2] or ""):
            yield re.sub(r"[-_.]+", "-", match[1]).lower()


def _resources() -> Iterator[Component]:
    for part in resource_components():
        texts = tuple(resource_path(name) for name in part.texts)
        yield Component(part.name, part.version, part.licence, texts, is_inside=True)


def _python() -> Component:
    version = ".".join(map(str, sys.version_info[:3]))
    return Component("Python", version, "PSF-2.0", python_licence(), is_inside=False)


@cache
def _packages() -> tuple[Component, ...]:
    return tuple(
        Component(
            package.metadata["Name"],
            package.version,
            licence_of(package),
            licence_texts(package),
            is_inside=False,
        )
        for package in required_packages()
    )
