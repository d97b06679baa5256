"""The bill of materials of a frozen folder, in CycloneDX: what is inside, whose, and its hashes.

The same folder, environment and source date give the same text: nothing in it comes from a clock
or from chance.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_OID, uuid5

from contents import Part, normal
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, License
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

OURS = "context-budget-inspector"

_KINDS = {
    "library": ComponentType.LIBRARY,
    "platform": ComponentType.PLATFORM,
    "data": ComponentType.DATA,
}
# Where the program's own name stands for properties that no standard names.
_RECORD = f"{OURS}:record:sha256"
_REQUIREMENT = re.compile(r"[A-Za-z0-9._-]+")


class InvalidBillError(Exception):
    """The bill does not keep to the schema of its format."""


def bill_of_materials(folder: Path, parts: Iterable[Part], version: str, second: int) -> str:
    """Return the bill of a folder as JSON, checked against the schema.

    ``second`` is the source date in seconds since 1970. Raises ``InvalidBillError``.
    """
    parts = list(parts)
    theirs = {file for part in parts for file in part.files}
    own = [name for name in files_of(folder) if name not in theirs]
    program = Component(
        name=OURS,
        version=version,
        type=ComponentType.APPLICATION,
        licenses=[_licence("MIT", "")],
        purl=PackageURL("generic", None, OURS, version),
        bom_ref=OURS,
        components=_files(folder, own, OURS),
    )
    made = {part.name: _component(folder, part) for part in parts}
    bill = Bom(
        components=made.values(),
        metadata=BomMetaData(component=program, timestamp=datetime.fromtimestamp(second, UTC)),
        # Set below, from the contents.
        serial_number=uuid5(NAMESPACE_OID, OURS),
    )
    bill.register_dependency(program, made.values())
    for part in parts:
        bill.register_dependency(made[part.name], _needs(part, made))
    content = JsonV1Dot6(bill).output_as_string()
    bill.serial_number = uuid5(NAMESPACE_OID, content)
    text = JsonV1Dot6(bill).output_as_string(indent=1) + "\n"
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault is not None:
        raise InvalidBillError(str(fault))
    return text


def differing(folder: Path, bill: str) -> list[str]:
    """Return the files of a folder that are not, or not so, in its bill, and those it lacks."""
    listed: dict[str, str] = {}
    content = json.loads(bill)
    for part in [content["metadata"]["component"], *content["components"]]:
        for inner in part.get("components", ()):
            if inner["type"] == "file":
                listed[inner["name"]] = inner["hashes"][0]["content"]
    there = {name: _sha256(folder / name) for name in files_of(folder)}
    return sorted(name for name, _ in listed.items() ^ there.items())


def files_of(folder: Path) -> list[str]:
    """Return the paths of all files in a folder, links left out, sorted."""
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    )


def _component(folder: Path, part: Part) -> Component:
    reference = part.purl or part.name
    return Component(
        name=part.name,
        version=part.version or None,
        type=_KINDS[part.kind],
        publisher=part.by or None,
        licenses=[_licence(part.licence, ", ".join(sorted(part.texts)))],
        purl=PackageURL.from_string(part.purl) if part.purl else None,
        bom_ref=reference,
        properties=_record(part),
        components=[
            *_files(folder, part.files, reference),
            *_inside(part, reference),
            *_declared_inside(part, reference),
        ],
    )


def _licence(named: str, texts: str) -> License:
    if not named:
        return DisjunctiveLicense(name=f"as in {texts}")
    return LicenseFactory().make_from_string(named)


def _files(folder: Path, names: Iterable[str], reference: str) -> Iterator[Component]:
    for name in names:
        yield Component(
            name=name,
            type=ComponentType.FILE,
            bom_ref=f"{reference}#{name}",
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=_sha256(folder / name))],
        )


def _inside(part: Part, reference: str) -> Iterator[Component]:
    for name, licence in part.inside.items():
        yield Component(
            name=name,
            type=ComponentType.LIBRARY,
            licenses=[_licence(licence, "")],
            bom_ref=f"{reference}#{name}",
        )


def _declared_inside(part: Part, reference: str) -> Iterator[Component]:
    """Yield what a package's own bill of materials says that was compiled into it."""
    package = part.package
    for file in (package.files or ()) if package else ():
        if ".dist-info/sboms/" not in str(file) or package is None:
            continue
        bill = json.loads(Path(str(package.locate_file(file))).read_bytes())
        for inner in bill.get("components", ()):
            # Folders of the machine that compiled it may stand behind the name.
            purl = inner.get("purl", "").partition("?")[0]
            licences = [
                entry.get("expression") or entry["license"].get("id") or entry["license"]["name"]
                for entry in inner.get("licenses", ())
            ]
            yield Component(
                name=inner["name"],
                version=inner.get("version"),
                type=ComponentType.LIBRARY,
                licenses=[_licence(licence, "") for licence in licences[:1]],
                purl=PackageURL.from_string(purl) if purl else None,
                bom_ref=f"{reference}#{purl or inner['name']}",
            )


def _record(part: Part) -> Iterator[Property]:
    """Yield the hash of a package's list of files, which holds a hash of each of them."""
    for file in (part.package.files or ()) if part.package else ():
        if file.name == "RECORD" and file.parts[0].endswith(".dist-info"):
            yield Property(name=_RECORD, value=_sha256(Path(str(file.locate()))))


def _needs(part: Part, made: dict[str, Component]) -> list[Component]:
    by_name = {normal(name): component for name, component in made.items()}
    listed = (part.package.requires or ()) if part.package else ()
    names = {
        normal(match[0])
        for line in listed
        if "extra ==" not in line and (match := _REQUIREMENT.match(line))
    }
    return [by_name[name] for name in sorted(names & by_name.keys())]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
